//! Whether a text's words of change name what another text says.

use std::ops::Range;

use super::{Found, changes, is_chinese};
use crate::annotate::keys::relation;
use crate::annotate::kind;
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{Reading, denies, is_inflected, is_told, mark, says};
use crate::record::Kind;
use crate::sorted::sort_by;
use crate::text::letters::{Boundary, is_han};
use crate::text::lexicon::Flags;
use crate::text::stem::Form;
use crate::text::unit::{Role, Unit, joined};

/// Words with which a change names what ended, at most; more are a story.
const MAX_NAMED: usize = 48;

/// Words after a Chinese verb among which its object is looked for.
const MAX_BETWEEN: usize = 8;

/// That a new text ended what a stored one says, in the folded words of each.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Retirement {
    /// The words of change, with what they name.
    pub words: String,
    /// The stored text's words that they name.
    pub named: String,
    /// What took its place; `None` for a mere ending.
    pub new: Option<String>,
}

/// Whether `new` says that what `stored` says has ended or given way.
///
/// So it is where the two are about the same, every word of what ended stands in the stored text, and that one tells something as it is: no plan, no
/// guess, no denial, nothing past. An ending that is narrower than the stored text ("not in the evening") retires nothing.
///
/// ```
/// use palimpsest::annotate::retires;
/// assert!(retires("用户已经放弃学 Python 了", "用户最近在学 Python").is_some());
/// assert!(retires("妹妹戒了咖啡", "用户每天喝咖啡").is_none());
/// assert!(retires("No longer drinks coffee in the evening", "Drinks coffee every day").is_none());
/// ```
#[must_use]
pub fn retires(new: &str, stored: &str) -> Option<Retirement> {
    let new = Reading::of(new);
    let changes = changes(&new);
    if changes.is_empty() { None } else { retired(&new, &changes, &Reading::of(stored)) }
}

/// [`retires`] of texts that were read before, the new one with its changes.
pub(in crate::annotate) fn retired(new: &Reading, changes: &[Found], stored: &Reading) -> Option<Retirement> {
    // Nothing retires itself.
    if changes.is_empty() || new.folded == stored.folded || !stands(stored) {
        return None;
    }
    let passes = mark(&new.units, "temporary").is_some() && mark(&new.units, "from").is_none();
    changes.iter().find_map(|found| {
        // "Today not by bike" ends no habit; "gave up today" does.
        if passes && found.cue.is_none() || !are_about_the_same(new, found, stored) {
            return None;
        }
        let named = named(new, found, stored)?;
        let words = |units: &Range<usize>| new.folded[new.span(units)].to_owned();
        let named: Vec<&Unit> = named.into_iter().map(|at| &stored.units[at]).collect();
        Some(Retirement { words: words(&found.words), named: joined(&named), new: found.new.as_ref().map(words) })
    })
}

/// Whether a text tells something that holds, so that it can end.
fn stands(stored: &Reading) -> bool {
    let units = &stored.units;
    // "are kept" is no past, "was kept" and "kept" are.
    let is_past = |at: usize| {
        let unit = &units[at];
        let is_participle = 0 < at && matches!(units[at - 1].stem.as_str(), "is" | "have") && units[at - 1].form == Form::Plain
            // "…, freelancers included".
            || 1 < at
                && units[at - 1].boundary != Boundary::None
                && units.get(at + 1).is_none_or(|next| next.boundary != Boundary::None);
        unit.form == Form::Past && unit.text != unit.stem && !is_participle
    };
    is_told(units) && !(0..units.len()).any(is_past) && kind::of(stored) != Some(Kind::State)
}

/// Whom a text is about, as far as its first words tell.
enum Lead<'text> {
    /// The user, by a word for him or by none.
    User,
    /// Someone or something else: its first word.
    Other(&'text Unit),
}

fn lead<'text>(reading: &'text Reading) -> Option<Lead<'text>> {
    let units = &reading.units;
    let adverbs: Vec<Range<usize>> =
        ["state", "fact", "past", "plain"].into_iter().filter_map(|name| mark(units, name)).collect();
    let is_adverb = |at: usize| {
        let unit = &units[at];
        adverbs.iter().any(|adverb| adverb.contains(&at))
            || matches!(unit.role, Role::Tone | Role::Function | Role::Modality | Role::Tense | Role::Date)
            || unit.flags.has(Flags::TIME)
            || matches!(unit.text.as_str(), "these" | "days" | "by")
    };
    let first = (0..units.len()).find(|at| !is_adverb(*at))?;
    let unit = &units[first];
    if matches!(unit.text.as_str(), "my" | "our" | "his" | "her" | "their") {
        return units.get(first + 1).map(Lead::Other);
    }
    if unit.flags.has(Flags::SUBJECT) {
        let owns = units.get(first + 1).filter(|next| matches!(next.text.as_str(), "的" | "'s"));
        if owns.is_some() {
            return units.get(first + 2).map(Lead::Other);
        }
        // 我妈, 用户妹妹.
        let near = [1, 2].into_iter().any(|n_letters| {
            let words: String = units[first + 1..].iter().take(n_letters).map(|unit| unit.text.as_str()).collect();
            relation(&words).is_some()
        });
        return if near { units.get(first + 1).map(Lead::Other) } else { Some(Lead::User) };
    }
    // "Walks …", "Sold …": the user is left out.
    let is_verb = is_inflected(unit) && unit.form != Form::Ing && unit.stem != "is";
    Some(if is_verb { Lead::User } else { Lead::Other(unit) })
}

/// Whether the first words of each text that are not the user stand in the other. Who gives something up must be whom the stored text begins with.
fn are_about_the_same(new: &Reading, found: &Found, stored: &Reading) -> bool {
    let has = |reading: &Reading, unit: &Unit| reading.units.iter().any(|other| other.stem == unit.stem);
    let (Some(mine), Some(theirs)) = (lead(new), lead(stored)) else { return false };
    let begins_with_new = |unit: &Unit| {
        let cue = found.cues.first().map_or(0, |cue| cue.start);
        let before = found.new.as_ref().filter(|value| value.end <= cue);
        before.is_some_and(|value| new.units[value.clone()].iter().any(|other| other.span == unit.span))
    };
    let is_final = found.old.is_some() && (found.cue.is_some() || found.new.is_some());
    let begins_with_thing = found.old.as_ref().is_none_or(|old| old.start <= found.words.start) || found.new.is_some();
    match (mine, theirs) {
        (Lead::User, Lead::User) => true,
        (Lead::User, Lead::Other(theirs)) => has(new, theirs) || is_final && is_what_the_user_has(stored, theirs),
        // "B has replaced A": B is the news.
        (Lead::Other(mine), Lead::User | Lead::Other(_)) if begins_with_new(mine) => true,
        (Lead::Other(mine), Lead::User) => begins_with_thing && (has(stored, mine) || 0 < found.clause.start),
        (Lead::Other(mine), Lead::Other(theirs)) => has(new, theirs) && (has(stored, mine) || 0 < found.clause.start),
    }
}

/// Whether a text says what `thing`, the user's own, is: "my phone is a Pixel"; not what someone whom the user has is.
fn is_what_the_user_has(stored: &Reading, thing: &Unit) -> bool {
    let Some(at) = stored.units.iter().position(|unit| unit.span == thing.span) else { return false };
    let is_owned = matches!(at.checked_sub(1).map(|at| stored.units[at].text.as_str()), Some("my" | "our" | "'s"));
    let copula = (at + 1..stored.units.len().min(at + 4)).find(|at| stored.units[*at].text == "is");
    let names_someone = |end: usize| stored.units[at..end].iter().any(|unit| relation(&unit.text).is_some());
    is_owned && copula.is_some_and(|end| !names_someone(end))
}

/// The words of `units` that say what something is about or what ended.
fn content<'text>(reading: &'text Reading, units: &Range<usize>) -> Vec<&'text Unit> {
    let time = mark(&reading.units, "state").into_iter().chain(mark(&reading.units, "from"));
    let time: Vec<Range<usize>> = time.collect();
    let is_content = |at: &usize| {
        let unit = &reading.units[*at];
        let counts_that =
            0 < *at && unit.flags.has(Flags::MEASURE) && matches!(reading.units[at - 1].text.as_str(), "那" | "这");
        // 地 and 得 may be letters of a name.
        (says(unit) || matches!(unit.text.as_str(), "地" | "得"))
            && !unit.flags.has(Flags::SUBJECT)
            && !has("generic", &unit.text)
            && !counts_that
            && !time.iter().any(|time| time.contains(at))
    };
    let kept: Vec<&Unit> = units.clone().filter(is_content).map(|at| &reading.units[at]).collect();
    // When it ended is no part of what ended.
    let is_date = |unit: &&Unit| unit.role == Role::Date;
    if kept.iter().all(is_date) { kept } else { kept.into_iter().filter(|unit| !is_date(unit)).collect() }
}

/// The units of the stored text that a change names; `None` where it does not name what that text says.
fn named(new: &Reading, found: &Found, stored: &Reading) -> Option<Vec<usize>> {
    let old = found.old.as_ref().map(|old| content(new, old)).unwrap_or_default();
    let about: Vec<&Unit> = generic_apart(content(new, &found.about));
    let replaced = found.new.as_ref().map(|value| content(new, value)).unwrap_or_default();
    let says_the_new = !replaced.is_empty() && places(&replaced, stored).is_some();
    let topic = places(&about, stored)?;
    if says_the_new {
        return None;
    }
    if old.is_empty() {
        let is_turned = found.old.is_none() && found.new.is_some() && weight(&about) && is_defined(&topic, stored);
        let is_moved =
            || weight(&about) && found.new.as_ref().is_some_and(|value| gives_another_time(new, value, stored));
        let is_of_topic = is_turned || found.old.is_none() && is_moved();
        return (is_of_topic && !is_denied(&topic, stored)).then_some(topic);
    }
    let named = places(&old, stored)?;
    if is_denied(&named, stored) {
        return None;
    }
    let parts = found.cue.is_some_and(|cue| cue.starts_with('分'));
    let all: Vec<usize> = named.iter().chain(&topic).copied().collect();
    let is_whole = found.new.is_some() || parts || !is_one_of_several(&all, stored);
    // "Quit teaching" names the verb itself.
    let is_doing = old.first().is_some_and(|first| first.form == Form::Ing);
    // 烟 and 酒 are of one letter.
    let is_weighty = weight(&old) || found.cue.is_some_and(|cue| cue.starts_with('戒')) && !old.is_empty();
    (is_weighty && is_whole && (is_doing || goes_with(found.cue, &named, stored))).then_some(named)
}

/// Whether what takes its place is a day or an hour, and the stored text has one too.
fn gives_another_time(new: &Reading, value: &Range<usize>, stored: &Reading) -> bool {
    let is_time = |unit: &Unit| unit.role == Role::Date || unit.flags.has(Flags::TIME);
    let mut words = new.units[value.clone()].iter().filter(|unit| says(unit)).peekable();
    words.peek().is_some() && words.all(is_time) && stored.units.iter().any(|unit| unit.role == Role::Date)
}

/// Whether a clause that has one of the named words denies.
fn is_denied(named: &[usize], stored: &Reading) -> bool {
    let has_named = |clause: &Range<usize>| named.iter().any(|at| clause.contains(at));
    stored.clauses().into_iter().filter(has_named).any(|clause| stored.units[clause].iter().any(denies))
}

/// The topic's words without those that only say "the day of" or "the time of".
fn generic_apart(units: Vec<&Unit>) -> Vec<&Unit> {
    let day = ["日子", "时间", "日期"];
    let mut kept: Vec<&Unit> = Vec::new();
    for unit in units {
        kept.push(unit);
        let tail: String = kept.iter().rev().take(2).rev().map(|unit| unit.text.as_str()).collect();
        if day.contains(&tail.as_str()) {
            kept.truncate(kept.len() - 2);
        }
    }
    kept
}

/// Whether some words are enough to name a thing: a word, or two Han letters.
fn weight(units: &[&Unit]) -> bool {
    let n_letters: usize =
        units.iter().filter(|unit| is_chinese(&unit.text)).map(|unit| unit.text.chars().count()).sum();
    2 <= n_letters || units.iter().any(|unit| !is_chinese(&unit.text))
}

/// Where each of `units` stands in the stored text; `None` where one doesn't. Han letters that are side by side must be so there too, but for what stands
/// between a verb and its object: 喝咖啡 is in 喝两杯黑咖啡.
fn places(units: &[&Unit], stored: &Reading) -> Option<Vec<usize>> {
    if MAX_NAMED < units.len() {
        return None;
    }
    let mut places: Vec<usize> = Vec::new();
    for run in
        units.chunk_by(|one, next| is_chinese(&one.text) && is_chinese(&next.text) && one.span.end == next.span.start)
    {
        let fits = |at: usize, unit: &Unit| {
            !places.contains(&at)
                && stored.units.get(at).is_some_and(|other| other.stem == unit.stem || is_same_number(unit, other))
        };
        let stands = |at: usize, run: &[&Unit]| run.iter().enumerate().all(|(nth, unit)| fits(at + nth, unit));
        let n_units = stored.units.len();
        if let Some(at) = (0..n_units).find(|at| stands(*at, run)) {
            places.extend(at..at + run.len());
            continue;
        }
        let (verb, object) = run.split_first()?;
        let is_verb =
            has("object_verb", &verb.text) && (2 <= object.len() || has("tasting", &verb.text) && !object.is_empty());
        let at = (0..n_units).find(|at| is_verb && fits(*at, verb))?;
        let object_at = (at + 1..n_units.min(at + MAX_BETWEEN)).find(|at| stands(*at, object))?;
        places.push(at);
        places.extend(object_at..object_at + object.len());
    }
    sort_by(&mut places, Ord::cmp);
    Some(places)
}

/// Whether one is the hour and the other the number: "from nine", "at nine".
fn is_same_number(one: &Unit, other: &Unit) -> bool {
    let is_quantity = |unit: &Unit| matches!(unit.role, Role::Number | Role::Date);
    is_quantity(one) && is_quantity(other) && one.text == other.text
}

/// Whether the stored text says of its topic, right at its beginning, what or who it is: 房东是…, 数据库用的是….
fn is_defined(topic: &[usize], stored: &Reading) -> bool {
    let (Some(first), Some(last)) = (topic.first(), topic.last()) else { return false };
    let is_light = |unit: &Unit| {
        !says(unit) || unit.flags.has(Flags::SUBJECT) || has("generic", &unit.text) || has("plain", &unit.text)
    };
    let verb = stored.units[last + 1..].iter().find(|unit| unit.role != Role::Modality && unit.text != "的");
    let begins =
        stored.units[..*first].iter().all(is_light) || 0 < *first && *first < 8 && stored.units[first - 1].text == "的";
    begins
        && last - first < 8
        && verb.is_some_and(|verb| matches!(verb.text.as_str(), "是" | "用" | "为" | "叫" | "由" | "在" | "定"))
}

/// Whether what is named is one of several things that the stored text names together, so that an ending leaves the others.
fn is_one_of_several(named: &[usize], stored: &Reading) -> bool {
    let joins = |at: usize| {
        stored.units.get(at).is_some_and(|unit| matches!(unit.text.as_str(), "和" | "与" | "及" | "跟" | "and" | "or"))
    };
    let is_listed = stored.units.iter().any(|unit| unit.boundary == Boundary::List);
    is_listed || named.iter().any(|at| joins(at + 1) || 0 < *at && joins(at - 1))
}

/// Whether the stored text has, before the last word that is named, a verb that the word of ending takes away: 戒 takes drinking and smoking, not an
/// allergy. A text that has the word of ending itself tells of the ending already.
fn goes_with(cue: Option<&str>, named: &[usize], stored: &Reading) -> bool {
    let (Some(cue), Some(last)) = (cue, named.last()) else { return true };
    let says_it = match cue.chars().next() {
        Some(first) if is_han(first) => stored.folded.contains(first) && !cue.starts_with('不'),
        _ => cue.split(' ').all(|word| stored.units.iter().any(|unit| unit.stem == word)),
    };
    let entries = |name| group(name).flat_map(|list: &str| list.split('|')).filter_map(|entry| entry.split_once('='));
    let mut bounds = entries("goes_with").chain(entries("goes_with_en")).filter(|entry| cue.starts_with(entry.0));
    let has_verb = |verb: &str| {
        let end = if verb.ends_with('+') { stored.units.len() } else { last + 1 };
        let verb = verb.trim_end_matches('+');
        if is_chinese(verb) {
            stored.folded[stored.span(&(0..end))].contains(verb)
        } else {
            stored.units[..end].iter().any(|unit| unit.stem == verb)
        }
    };
    !says_it && bounds.next().is_none_or(|(_, verbs)| verbs.split(' ').any(has_verb))
}
