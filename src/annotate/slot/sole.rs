//! Frames that say by their form that a name is the only one: "the favourite X is", 用的是, "only", who heads a thing, where a feast is held.

use super::Frame;
use crate::annotate::keys::relation;
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{is_inflected, phrase_at, stems_at};
use crate::text::letters::{Boundary, is_han};
use crate::text::stem::Form;
use crate::text::unit::Unit;

/// Words before a name in which the thing is looked for that it names.
const MOST_BEFORE: usize = 10;

/// Whether the form of the sentence says that there is one such name.
pub(super) fn is_sole(side: &Frame) -> bool {
    [is_only, is_best, is_identity, is_turned, is_apposition, is_kept, is_cleft, is_owned, is_head, is_of_occasion]
        .into_iter()
        .any(|says| says(side))
}

fn before_text<'text>(side: &Frame<'text>) -> &'text str {
    let span = side.reading.span(&side.clause);
    let start = side.value().first().map_or(span.start, |first| first.span.start);
    side.reading.folded[span.start..start].trim_end()
}

/// "the only account, at V", 只用 V.
fn is_only(side: &Frame) -> bool {
    let before = &side.units()[..side.value.start];
    before.iter().any(|unit| has("sole", &unit.text))
        || group("sole").any(|word| before_text(side).contains(word) && word.starts_with(is_han))
}

/// "the favourite band is V", 最喜欢的歌手是 V.
fn is_best(side: &Frame) -> bool {
    let text = before_text(side);
    let is_chinese = text.contains('最') && text.contains('的') && text.ends_with(['是', '叫', '为']);
    let before = side.before();
    let is_copula = before.last().is_some_and(|unit| unit.text == "is" || unit.text == "was");
    let is_best = |at: usize| group("best_en").any(|word| phrase_at(before, at, word).is_some());
    // "One of the best", and "are" of several.
    is_chinese || is_copula && (0..before.len()).any(is_best)
}

/// "The database is V", "the user's car is a V", 我的车是 V; not of what one may have several of.
fn is_identity(side: &Frame) -> bool {
    let text = before_text(side);
    if let Some(subject) = text.strip_suffix('是') {
        let owned = subject.rsplit_once('的').map(|(_, noun)| noun);
        return owned.is_some_and(|noun| {
            let n_letters = noun.chars().count();
            (1..=4).contains(&n_letters)
                && !has("several", noun)
                && relation(noun).is_none_or(|relation| relation.is_sole)
        });
    }
    // A full stop after a title parts it from the name.
    let start = side.value.start.saturating_sub(MOST_BEFORE);
    let mut before = &side.units()[start..side.value.start];
    while let Some((_, rest)) = before.split_last().filter(|(last, _)| has("title_en", &last.text)) {
        before = rest;
    }
    let Some((last, subject)) = before.split_last() else { return false };
    last.text == "is" && is_one_thing(subject)
}

/// "V is my dentist".
fn is_turned(side: &Frame) -> bool {
    let is_first = side.before().iter().all(|unit| has("title_en", &unit.text));
    let Some((copula, subject)) = side.after().split_first() else { return false };
    is_first && copula.text == "is" && (2..=MOST_BEFORE).contains(&subject.len()) && is_one_thing(subject)
}

/// Whether some words, up to a verb, name a thing of which there is one: "the team's tutor", "my car"; not the user, and not "my brother".
fn is_one_thing(words: &[Unit]) -> bool {
    // "The godfather of the user's son."
    let of = words.iter().position(|unit| unit.text == "of").unwrap_or(words.len());
    let words = &words[..of];
    let Some(noun) = words.last() else { return false };
    let begins = |first: &Unit| matches!(first.text.as_str(), "the" | "my" | "our");
    let is_owned = words.first().is_some_and(begins) || words.iter().any(|unit| unit.text == "'s");
    let is_user = words.len() <= 2 && has("user", &noun.text);
    let may_be_several = has("several", &noun.text) || relation(&noun.text).is_some_and(|relation| !relation.is_sole);
    is_owned && !is_inflected(noun) && !is_user && !may_be_several
}

/// "User's car, a V, is …".
fn is_apposition(side: &Frame) -> bool {
    let units = side.units();
    let mut at = side.value.start;
    while 0 < at && has("title_en", &units[at - 1].text) {
        at -= 1;
    }
    let is_set_off = units.get(at).is_some_and(|unit| Boundary::Comma <= unit.boundary)
        && units.get(side.value.end).is_some_and(|unit| Boundary::Comma <= unit.boundary);
    let start = at.saturating_sub(MOST_BEFORE);
    is_set_off && is_one_thing(&units[start..at])
}

/// "The frontend is written in V", "photos are backed up to V".
fn is_kept(side: &Frame) -> bool {
    let before = side.before();
    let is_of_place = side
        .previous()
        .is_some_and(|unit| matches!(unit.text.as_str(), "in" | "on" | "at" | "to" | "up to" | "with" | "by" | "from"));
    let is_passive =
        before.windows(2).any(|pair| matches!(pair[0].text.as_str(), "is" | "are") && pair[1].form == Form::Past);
    is_of_place && is_passive && !side.says_may()
}

/// 手机用的是 V.
fn is_cleft(side: &Frame) -> bool {
    before_text(side).ends_with("的是")
}

/// 卡是 V 的.
fn is_owned(side: &Frame) -> bool {
    let is_last = |at: usize| side.units().get(at).is_none_or(|unit| Boundary::None < unit.boundary);
    let tail: String = side.after().iter().map(|unit| unit.text.as_str()).collect();
    let is_tail = group("of_maker").any(|maker| tail == maker);
    before_text(side).ends_with('是') && (is_tail || tail == "的") && is_last(side.clause.end)
}

/// "V heads the department", V 负责后端.
fn is_head(side: &Frame) -> bool {
    let next = side.value.end;
    let is_first = side.before().iter().all(|unit| has("bare", &unit.text) || has("title_en", &unit.text));
    // Of "a bakery" there are others.
    let is_definite =
        side.after().iter().skip(1).take(4).any(|unit| matches!(unit.text.as_str(), "the" | "our" | "my" | "'s"));
    let heads = is_definite
        && group("heading_en")
            .any(|verb| stems_at(side.units(), next, verb).is_some() && side.units()[next].text != verb)
        || group("heading").any(|verb| phrase_at(side.units(), next, verb).is_some());
    // 由 V 负责.
    let is_passive = side.before().windows(2).any(|pair| pair[0].stem == "is" && pair[1].form == Form::Past);
    let is_by = is_passive && side.previous().is_some_and(|unit| unit.text == "by");
    let is_agent = before_text(side).ends_with(['由', '归']) && !side.after().is_empty() || is_by;
    is_first && heads || is_agent
}

/// 今年除夕在 V 过, "the wedding was in V".
fn is_of_occasion(side: &Frame) -> bool {
    let text = before_text(side);
    let is_place = text.ends_with(['在', '去', '到', '回'])
        || side.previous().is_some_and(|unit| matches!(unit.text.as_str(), "in" | "at" | "on"));
    let before = side.before();
    let has_occasion = group("occasion").any(|word| text.contains(word))
        || (0..before.len()).any(|at| group("occasion_en").any(|word| stems_at(before, at, word).is_some()));
    is_place && has_occasion
}
