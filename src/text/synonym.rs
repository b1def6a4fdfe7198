//! Words of one meaning read as one word, and what is put in without a meaning read as tone.

mod han;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use self::han::{classifier, digit, each, is_at_work, is_mine};
use super::letters::Boundary;
use super::lexicon::{Flags, Lexicon};
use super::list::{lines, list, listed};
use super::stem::Form;
use super::tokenize::{Kind, tokenize};
use super::unit::{Ending, Role, Unit};

/// What an entry of the lists says of its words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Entry {
    /// They mean the same as this word or phrase; whether a stemmer takes an ending off them as they are listed.
    Same(&'static str, bool),
    /// They are tone where marks set them off; those that may open a sentence without a mark, there too.
    Aside { opens: bool },
    /// They are tone wherever nothing denies them.
    Softener,
}

/// What a key means, and how long the keys are, in bytes, that begin with it as their letter or word.
#[derive(Default)]
struct Entries {
    same: Option<Entry>,
    aside: Option<Entry>,
    longest: usize,
}

/// Entries by their key.
struct Table {
    // FxHash: looked up by key only, never walked.
    entries: FxHashMap<String, Entries>,
}

/// Whether the English word at `at` is a noun behind an article, an owner or a preposition: "his work at the mill".
fn is_noun(units: &[Unit], at: usize) -> bool {
    units[at].kind == Kind::Word
        && units[at].boundary == Boundary::None
        && units[..at].last().is_some_and(|before| listed("at|of|the|a|an|my|his|her|their|our", &before.text))
}

/// Reads words of one meaning as one word: a run of units that a list of synonyms has becomes one unit, whose stem is the first word of its group.
///
/// Which words a text has, and where they stand in it, stays; a number, a date and a unit are never renamed.
pub(super) fn unify(units: &mut Vec<Unit>) {
    for at in 0..units.len() {
        join_particle(units, at);
    }
    let mut read = Vec::with_capacity(units.len());
    let mut at = 0;
    while at < units.len() {
        let (n_units, stem, has_ending) = longest(units, at, |_, entry| match entry.same {
            Some(Entry::Same(stem, has_ending)) => Some((stem, has_ending)),
            Some(Entry::Aside { .. } | Entry::Softener) | None => None,
        })
        .map_or((1, "", false), |(n_units, (stem, has_ending))| (n_units, stem, has_ending));
        let (n_units, stem) =
            if stem == "work at" && 1 < n_units && is_noun(units, at) { (1, "") } else { (n_units, stem) };
        if let Some(stem) = each(&units[at..]).or_else(|| is_at_work(units, at).then_some("上班")) {
            read.push(renamed(&units[at..at + 2], stem, false));
            at += 2;
            continue;
        }
        if let Some(stem) = classifier(units, at) {
            let role = if stem == "了" { units[at].role } else { Role::Content };
            read.push(Unit { stem: stem.into(), role, ..units[at].clone() });
            at += 1;
            continue;
        }
        let n_units = if is_mine(&units[at..]) { 2 } else { n_units };
        let run = &units[at..at + n_units];
        at += n_units;
        if n_units == 2 && is_mine(run) {
            read.push(renamed(run, "谁的", false));
            continue;
        }
        let stem = if stem.is_empty() { digit(&run[0], units.get(at)) } else { stem };
        let is_plain = stem.is_empty() || n_units == 1 && is_quantity(&run[0]);
        read.push(if is_plain { run[0].clone() } else { renamed(run, stem, has_ending) });
    }
    for at in 1..read.len() {
        // "I live", "the user really lives", "it does need": the ending only agrees.
        let agrees = {
            let (before, told) = (&read[at - 1], read[..at].iter().rev().find(|unit| unit.role != Role::Tone));
            told.is_some_and(|unit| unit.stem == "user")
                || before.role == Role::Tone && matches!(before.text.as_str(), "do" | "does")
        };
        if agrees && read[at].kind == Kind::Word && read[at].form == Form::Plain {
            read[at].ending = Ending::Agrees;
        }
        if is_used(&read[at - 1..]) {
            let unit = &mut read[at];
            (unit.form, unit.ending, unit.role) = (Form::Plain, Ending::Of(false), Role::Content);
            unit.stem = "second hand".into();
        }
    }
    *units = read;
}

/// Puts the particle beside a verb that the lists have with it: "write it down", "picks the kids up".
fn join_particle(units: &mut [Unit], at: usize) {
    if units[at].kind != Kind::Word || units[at].role == Role::Function {
        return;
    }
    let is_particle =
        |unit: &Unit| matches!(unit.text.as_str(), "up" | "down" | "off" | "out" | "away" | "back" | "together");
    let Some(place) = (at + 1..units.len().min(at + 5))
        .take_while(|&place| units[place].boundary == Boundary::None)
        .find(|&place| is_particle(&units[place]))
        .filter(|&place| at + 1 < place)
    else {
        return;
    };
    let mut key = String::new();
    append(&mut key, &units[at].stem, Kind::Word);
    append(&mut key, &units[place].stem, Kind::Word);
    if table().entries.get(&key).is_some_and(|entries| entries.same.is_some()) {
        units[at + 1..=place].rotate_right(1);
    }
}

/// Whether the second unit is "used" before the name of a thing: "a used car".
fn is_used(units: &[Unit]) -> bool {
    let [article, used, thing, ..] = units else { return false };
    used.text == "used"
        && matches!(article.text.as_str(), "a" | "the" | "my" | "user's")
        && thing.text != "to"
        && thing.boundary == Boundary::None
}

/// Makes tone of asides and of words that only say how strongly.
pub(super) fn soften(units: &mut [Unit]) {
    let mut at = 0;
    while at < units.len() {
        let fits = |n_units: usize, entry: &Entries| {
            let is_tone = match entry.aside {
                Some(Entry::Aside { opens }) => is_set_off(units, at, n_units, opens),
                Some(Entry::Softener) => is_set_off(units, at, n_units, true) || is_free(units, at, n_units),
                Some(Entry::Same(..)) | None => false,
            };
            is_tone.then_some(())
        };
        let n_units = longest(units, at, fits).map_or(0, |found| found.0);
        for unit in &mut units[at..at + n_units] {
            unit.role = Role::Tone;
        }
        at += n_units.max(1);
    }
}

fn is_quantity(unit: &Unit) -> bool {
    matches!(unit.role, Role::Number | Role::Date | Role::Measure)
}

/// Whether a run stands between marks or ends of the text; or, if it `opens` one, at the beginning of a sentence.
fn is_set_off(units: &[Unit], at: usize, n_units: usize, opens: bool) -> bool {
    let is_first = at == 0 || units[..at].iter().all(|unit| unit.role == Role::Tone);
    let before = is_first || Boundary::Comma <= units[at].boundary;
    let after = units.get(at + n_units);
    let begins = opens && (is_first || units[at].boundary == Boundary::Stop);
    n_units < units.len()
        && before
        && after.is_none_or(|next| begins || Boundary::Comma <= next.boundary || next.text == "?")
}

/// Whether nothing before a run denies it or asks for its degree, and something follows that it may colour.
fn is_free(units: &[Unit], at: usize, n_units: usize) -> bool {
    let before = &units[at.saturating_sub(2)..at];
    let is_denied = before.iter().any(|unit| unit.role == Role::Negation);
    let ends_denial = matches!(units[at].text.as_str(), "at all" | "whatsoever" | "之");
    // "Dresses simply": behind the verb it says how.
    let is_manner = units[at].kind == Kind::Word
        && !ends_denial
        && units[at].text.ends_with("ly")
        && units.get(at + n_units).is_none_or(|next| next.boundary != Boundary::None);
    (!is_denied || ends_denial) && n_units < units.len() && !is_manner
}

/// The longest run of units from `at` whose entry `wanted` takes, and what it takes of it.
fn longest<T>(units: &[Unit], at: usize, wanted: impl Fn(usize, &Entries) -> Option<T>) -> Option<(usize, T)> {
    let table = table();
    let first = beginning(&units[at].stem, units[at].kind);
    let limit = table.entries.get(first)?.longest;
    let (mut key, mut found) = (String::new(), None);
    for (nth, unit) in units[at..].iter().enumerate() {
        if 0 < nth && unit.boundary != Boundary::None {
            break;
        }
        // "Is really fond of".
        if 0 < nth && unit.role == Role::Tone && unit.kind == Kind::Word {
            continue;
        }
        let stem = if 0 < nth { whose(&unit.stem) } else { &unit.stem };
        append(&mut key, stem, unit.kind);
        if limit < key.len() {
            break;
        }
        if let Some(entry) = table.entries.get(&key)
            && let Some(taken) = wanted(nth + 1, entry)
        {
            found = Some((nth + 1, taken));
        }
    }
    found
}

fn renamed(run: &[Unit], stem: &'static str, has_ending: bool) -> Unit {
    let first = &run[0];
    let span = first.span.start..run.last().map_or(first.span.end, |last| last.span.end);
    // What a phrase asks, feels or limits it does under its one name too.
    let mut flags = Lexicon::shared().flags(stem);
    for flag in [Flags::ASKING, Flags::FEELING, Flags::QUALITY, Flags::LIMIT] {
        if run.iter().any(|unit| unit.flags.has(flag)) {
            flags = flags.or(flag);
        }
    }
    let text =
        if run.len() == 1 { first.text.clone() } else { super::unit::joined(&run.iter().collect::<Vec<_>>()).into() };
    let is_inflected =
        has_ending != run.iter().any(|unit| has_plain_ending(&unit.text, &unit.stem, unit.form, unit.kind));
    // A noun takes its ending at its last word, a verb at the first: "takes a nap", "is fond of".
    let is_verb =
        1 < run.len() && (first.stem == "is" || has_plain_ending(&first.text, &first.stem, first.form, first.kind));
    // The participle in "is scared of" is no past.
    let is_of_state = first.kind == Kind::Word && 1 < run.len() && matches!(first.stem.as_str(), "is" | "have");
    let is_past = |form: &Form| *form == Form::Past;
    let role = match first.role {
        Role::Tone => Role::Tone,
        // "Has to" and "needs to" are one duty.
        Role::Modality if run.len() == 1 => Role::Modality,
        Role::Content | Role::Tense | Role::Function if stem == "have to" => Role::Modality,
        Role::Content
        | Role::Function
        | Role::Negation
        | Role::Modality
        | Role::Tense
        | Role::Number
        | Role::Date
        | Role::Measure => super::unit::role(first.kind, flags),
    };
    Unit {
        text,
        stem: stem.into(),
        form: if is_of_state {
            first.form
        } else {
            run.iter().map(|unit| unit.form).find(is_past).unwrap_or(first.form)
        },
        kind: first.kind,
        role,
        flags,
        boundary: first.boundary,
        span,
        ending: if is_verb { Ending::Agrees } else { Ending::Of(is_inflected) },
    }
}

fn has_plain_ending(text: &str, stem: &str, form: Form, kind: Kind) -> bool {
    form == Form::Plain && kind == Kind::Word && text != stem
}

/// What keys are looked up by: the first Han letter, or the whole word.
fn beginning(stem: &str, kind: Kind) -> &str {
    match (kind, stem.chars().next()) {
        (Kind::Han, Some(letter)) => &stem[..letter.len_utf8()],
        (Kind::Han | Kind::Word | Kind::Number | Kind::Sign, _) => stem.split(' ').next().unwrap_or(stem),
    }
}

/// One name for every owner inside a phrase, whom its verb names already: "brush my teeth", "brushes her teeth".
fn whose(stem: &str) -> &str {
    if matches!(stem, "his" | "her" | "their" | "your" | "our" | "its") { "my" } else { stem }
}

/// Han letters stand together in a key, other words apart.
fn append(key: &mut String, stem: &str, kind: Kind) {
    if kind != Kind::Han && !key.is_empty() {
        key.push(' ');
    }
    key.push_str(stem);
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table { entries: FxHashMap::default() };
        for line in lines(list!("synonyms/chinese.txt")) {
            table.insert_group(line.split(' '));
        }
        for line in lines(list!("synonyms/english.txt")) {
            table.insert_group(line.split(", "));
        }
        for line in lines(list!("synonyms/asides.txt")) {
            let (words, opens) = line.strip_prefix('+').map_or((line, false), |words| (words, true));
            table.entry(words).aside = Some(Entry::Aside { opens });
        }
        for line in lines(list!("synonyms/softeners.txt")) {
            table.entry(line).aside = Some(Entry::Softener);
        }
        table
    })
}

impl Table {
    fn insert_group(&mut self, group: impl Iterator<Item = &'static str>) {
        let words: Vec<&'static str> = group.collect();
        // A group that has a word of another one joins it.
        let known = words.iter().find_map(|word| match self.entry(word).same {
            Some(Entry::Same(stem, _)) => Some(stem),
            Some(Entry::Aside { .. } | Entry::Softener) | None => None,
        });
        for word in &words {
            let stem = known.unwrap_or(words[0]);
            let has_ending =
                tokenize(word).iter().any(|token| has_plain_ending(&token.text, &token.stem, token.form, token.kind));
            self.entry(word).same.get_or_insert(Entry::Same(stem, has_ending));
        }
    }

    fn entry(&mut self, words: &str) -> &mut Entries {
        let mut key = String::new();
        let tokens = tokenize(words);
        for (nth, token) in tokens.iter().enumerate() {
            append(&mut key, if 0 < nth { whose(&token.stem) } else { &token.stem }, token.kind);
        }
        if let Some(first) = tokens.first() {
            let beginning = self.entries.entry(beginning(&first.stem, first.kind).to_owned()).or_default();
            beginning.longest = key.len().max(beginning.longest);
        }
        self.entries.entry(key).or_default()
    }
}

#[cfg(test)]
mod tests;
