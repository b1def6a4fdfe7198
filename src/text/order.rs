//! One place in the sentence for what may stand at several.

use super::letters::Boundary;
use super::lexicon::Flags;
use super::list::listed;
use super::tokenize::Kind;
use super::unit::{Role, Unit};

/// Words of a clause before a comma that may stand at the sentence's end as well, at most.
///
/// Source: a judgement; a longer one is a sentence of its own.
const MAX_OPENING: usize = 14;

/// Words of a phrase before a subject that may stand at the sentence's end as well, at most.
///
/// Source: a judgement; without a comma a longer one is hard to tell from a subject.
const MAX_PHRASE: usize = 8;

/// Moves an English time that opens a sentence to the sentence's end, a Chinese time after 用户 or 我 before it, and 为什么 to the beginning of its clause.
///
/// So "In spring the user bought a car" and "The user bought a car in spring" have their words in one order. Only a time moves, and only one that is a phrase of
/// its own: who does what to whom stays as it was.
pub(super) fn arrange(units: &mut [Unit]) {
    apposition(units);
    let mut start = 0;
    while start < units.len() {
        let end = (start + 1..units.len()).find(|&at| units[at].boundary == Boundary::Stop).unwrap_or(units.len());
        let n_units = opening_time(&units[start..end]);
        let n_units = if n_units == 0 { opening_phrase(&units[start..end]) } else { n_units };
        let goes_on = units.get(start + n_units).is_none_or(continues_a_time);
        if 0 < n_units && n_units + 1 < end - start && !goes_on {
            rotate(&mut units[start..end], n_units);
        }
        start = end;
    }
    for at in 0..units.len() {
        let begins = at == 0 || units[at].boundary != Boundary::None;
        if begins && units[at].kind == Kind::Han && units[at].flags.has(Flags::SUBJECT) {
            let is_time = |unit: &&Unit| {
                unit.boundary == Boundary::None && (unit.role == Role::Date || unit.flags.has(Flags::TIME))
            };
            let n_units = units[at + 1..].iter().take_while(is_time).count();
            let boundary = std::mem::take(&mut units[at].boundary);
            units[at..=at + n_units].rotate_left(1);
            units[at].boundary = boundary;
        }
    }
    for at in 1..units.len() {
        if units[at].stem == "为什么" && units[at].boundary == Boundary::None {
            let start = (0..at).rev().find(|&start| start == 0 || units[start].boundary != Boundary::None).unwrap_or(0);
            let boundary = std::mem::take(&mut units[start].boundary);
            units[start..=at].rotate_right(1);
            units[start].boundary = boundary;
        }
    }
}

/// Whether a word after a time is still of it, or says something of it: "Monday to Friday", "Friday is off".
fn continues_a_time(unit: &Unit) -> bool {
    matches!(unit.role, Role::Date | Role::Number | Role::Measure | Role::Tense | Role::Modality | Role::Negation)
        || listed("to|and|or|through|of|is|at|in|on|from|'s|,|?|off|work|have|do", &unit.stem)
        || unit.kind == Kind::Han
}

/// "Ana, my sister, is …" as "my sister Ana is …".
fn apposition(units: &mut [Unit]) {
    let set_off: Vec<usize> = (1..units.len().min(8)).filter(|&at| units[at].boundary != Boundary::None).collect();
    let [start, end, ..] = set_off.as_slice() else { return };
    let is_plain = |unit: &Unit| unit.role == Role::Content && unit.kind == Kind::Word && !unit.flags.has(Flags::PLACE);
    let is_comma = |at: usize| units[at].boundary == Boundary::Comma && units[at].text != ",";
    let is_owned = listed("user's|his|her|their|our", &units[*start].stem);
    if *start <= 2
        && is_owned
        && (start + 2..=start + 4).contains(end)
        && is_comma(*start)
        && is_comma(*end)
        && units[..*end].iter().all(is_plain)
        && !units[0].flags.has(Flags::SUBJECT)
        && units[0].stem != "user"
    {
        units[*start].boundary = Boundary::None;
        units[*end].boundary = Boundary::None;
        units[..*end].rotate_left(*start);
    }
}

/// Puts the first `n_units` of a sentence last.
fn rotate(sentence: &mut [Unit], n_units: usize) {
    let boundary = std::mem::take(&mut sentence[0].boundary);
    let is_asked = sentence.last().is_some_and(|last| last.text == "?");
    let end = sentence.len() - usize::from(is_asked);
    sentence[..end].rotate_left(n_units);
    sentence[0].boundary = boundary;
}

/// How many units of an English sentence's beginning are a circumstance: what a comma parts from the rest ("When it rains, …", "On long flights, …"), or what
/// a preposition opens before a subject ("After 2 pm the user …").
fn opening_phrase(sentence: &[Unit]) -> usize {
    let Some(first) = sentence.first().filter(|first| first.kind == Kind::Word) else { return 0 };
    let is_clause = listed("when|whenever|if|because|although|though|while|once|as|unless", &first.stem);
    let is_phrase = is_preposition(&first.stem);
    if !is_clause && !is_phrase {
        return 0;
    }
    let end = (1..sentence.len()).find(|&at| sentence[at].boundary != Boundary::None).unwrap_or(sentence.len());
    if end < sentence.len() && sentence[end].boundary == Boundary::Comma && sentence[end].text != "," {
        let is_short = (2..=MAX_OPENING).contains(&end) && end + 2 <= sentence.len();
        return if is_short { end } else { 0 };
    }
    if !is_phrase {
        return 0;
    }
    let is_subject = |unit: &Unit| unit.flags.has(Flags::SUBJECT) || matches!(unit.stem.as_str(), "user" | "user's");
    let continues = |unit: &Unit| is_preposition(&unit.text) || matches!(unit.text.as_str(), "of" | "and" | "or");
    let follows = |at: &usize| is_subject(&sentence[*at]) && !continues(&sentence[*at - 1]);
    (2..end.min(MAX_PHRASE + 1)).find(follows).filter(|at| at + 2 <= end).unwrap_or(0)
}

/// Whether a word opens a phrase that may stand at either end of a sentence.
fn is_preposition(word: &str) -> bool {
    listed("on|in|at|during|for|with|without|after|before|from|since|until|till|because of|despite|by|to", word)
}

/// Whether a unit is a time by itself: "daily", "at night".
fn is_whole_time(unit: &Unit) -> bool {
    listed(
        "daily|weekly|monthly|yearly|nightly|on weekends|on weekdays|at night|by day|before bed|after work|\
         early in the morning|every other day|every other week",
        &unit.stem,
    )
}

/// How many units of an English sentence's beginning are a time: "last November", "every weekend", "in spring".
fn opening_time(sentence: &[Unit]) -> usize {
    let names = |unit: &Unit| {
        unit.kind == Kind::Word
            && (unit.role == Role::Date
                || listed(
                    "spring|summer|autumn|fall|winter|weekend|weekday|morning|evening|afternoon|night|week|month|year|day|\
         midday|weekdays",
                    &unit.stem,
                ))
    };
    let leads = |unit: &Unit| {
        listed("in|on|at|every|each|other|last|next|this|during|the|early|late", &unit.text)
            || matches!(unit.role, Role::Number | Role::Date | Role::Tone)
    };
    let mut n_units = 0;
    let mut named = false;
    for unit in sentence {
        if unit.kind == Kind::Han || 0 < n_units && unit.boundary != Boundary::None {
            break;
        }
        if names(unit) || unit.role != Role::Tone && n_units == 0 && is_whole_time(unit) {
            named = true;
        } else if named || !leads(unit) {
            break;
        }
        n_units += 1;
    }
    if named { n_units } else { 0 }
}
