//! One form for what English grammar says in several: contracted and cleft sentences, what the user is quoted with, stressed verbs, weekly days, passives.

mod passive;

use super::letters::Boundary;
use super::lexicon::Flags;
use super::list::listed;
use super::stem::Form;
use super::tokenize::Kind;
use super::unit::{Ending, Role, Unit};

/// Brings the sentences of `units`, whose tone is marked, to one form. Nothing but the order, and words that only stress or quote, is changed.
pub(super) fn plain(units: &mut Vec<Unit>) {
    if !units.iter().any(|unit| unit.kind == Kind::Word) {
        return;
    }
    for at in 0..units.len() {
        contract(units, at);
        settle_form(units, at);
        date(units, at);
    }
    let mut start = 0;
    while start < units.len() {
        unquote(units, start);
        uncleave(units, start);
        start = sentence_end(units, start);
    }
    at_each(units, wish);
    at_each(units, ability);
    at_each(units, lack);
    at_each(units, trade);
    at_each(units, allergy);
    at_each(units, age);
    at_each(units, stress);
    for at in 0..units.len() {
        weekly(units, at);
        cease(units, at);
    }
    at_each(units, progress);
    at_each(units, passive::activate);
}

fn at_each(units: &mut Vec<Unit>, change: fn(&mut Vec<Unit>, usize)) {
    let mut at = 0;
    while at < units.len() {
        change(units, at);
        at += 1;
    }
}

fn sentence_end(units: &[Unit], start: usize) -> usize {
    (start + 1..units.len()).find(|&at| units[at].boundary == Boundary::Stop).unwrap_or(units.len())
}

fn text(units: &[Unit], at: usize) -> &str {
    units.get(at).map_or("", |unit| unit.text.as_str())
}

fn stem(units: &[Unit], at: usize) -> &str {
    units.get(at).map_or("", |unit| unit.stem.as_str())
}

/// Takes `n_units` from `at` out; what follows stands after what stood before them.
fn remove(units: &mut Vec<Unit>, at: usize, n_units: usize) {
    let boundary = units[at].boundary;
    units.drain(at..at + n_units);
    if let Some(next) = units.get_mut(at) {
        next.boundary = next.boundary.max(boundary);
    }
}

fn rename(unit: &mut Unit, word: &str, form: Form) {
    (unit.text, unit.stem, unit.form) = (word.into(), word.into(), form);
    unit.flags = super::lexicon::Lexicon::shared().flags(word);
    unit.role = super::unit::role(unit.kind, unit.flags);
}

/// "'s" that is "is" or "has": "the user's been ill", "Ana's a nurse"; not an owner's.
fn contract(units: &mut [Unit], at: usize) {
    if text(units, at) != "'s" || at == 0 {
        return;
    }
    let Some(next) = (at + 1..units.len()).find(|&next| units[next].role != Role::Tone) else { return };
    if units[next].boundary != Boundary::None {
        return;
    }
    // "The user's used car", "my sister's running shoes" are things.
    let goes_on = units.get(next + 1).is_none_or(|unit| {
        unit.boundary != Boundary::None
            || unit.flags.has(Flags::PLACE)
            || listed("to|a|an|the|my|his|her|their|by|for|that", &unit.text)
    });
    let verb = match text(units, next) {
        "been" | "got" => "has",
        "a" | "an" | "not" | "going" => "is",
        _ if units[next].form == Form::Past && goes_on => "has",
        _ if units[next].form == Form::Ing && goes_on => "is",
        _ => return,
    };
    rename(&mut units[at], verb, Form::Plain);
    if verb == "has" {
        units[at].stem = "have".into();
    }
}

/// A verb whose past looks like its plain form is plain where only that may stand: "to quit", "will put".
fn settle_form(units: &mut [Unit], at: usize) {
    let is_open = units[at].form == Form::Past && units[at].text == units[at].stem;
    let is_led = |before: &Unit| listed("to|will|would|can|could|should|must|may|do|does", &before.text);
    if is_open && (0..at).rev().find(|&at| units[at].role != Role::Tone).is_some_and(|at| is_led(&units[at])) {
        units[at].form = Form::Plain;
    }
}

/// "The user said that he sleeps badly", "…, she says": whose words these are goes without saying.
fn unquote(units: &mut Vec<Unit>, start: usize) {
    let speaks = |unit: &Unit| listed("say|mention|note|state|confirm|explain|report|add", &unit.stem);
    let is_speaker = |unit: &Unit| matches!(unit.text.as_str(), "user" | "i" | "he" | "she");
    let subject = start + usize::from(text(units, start) == "the");
    if matches!(text(units, subject), "user" | "i")
        && let Some(verb) =
            (subject + 1..units.len()).find(|&at| units[at].role != Role::Tone && stem(units, at) != "have")
        && speaks(&units[verb])
    {
        let rest = verb + 1 + usize::from(text(units, verb + 1) == "that");
        let again = rest + usize::from(text(units, rest) == "the");
        if units.get(again).is_some_and(is_speaker) && again + 2 < units.len() {
            let n_units = again + 1 - (subject + 1);
            remove(units, subject + 1, n_units);
        } else if units.get(rest).is_some_and(|unit| unit.form == Form::Ing) && rest + 1 < units.len() {
            units[rest].form = Form::Plain;
            units[rest].ending = Ending::Agrees;
            units[rest].text = units[rest].stem.clone();
            remove(units, subject + 1, rest - subject - 1);
        }
    }
    let end = sentence_end(units, start);
    if start + 4 < end
        && speaks(&units[end - 1])
        && is_speaker(&units[end - 2])
        && let Some(at) = (end - 3..end - 1).find(|&at| units[at].boundary == Boundary::Comma)
        && (at == end - 2 || text(units, at) == "the")
    {
        units.drain(at..end);
    }
}

/// "It was in May that they met", "it was Ana who called".
fn uncleave(units: &mut Vec<Unit>, start: usize) {
    if text(units, start) != "it" || !matches!(stem(units, start + 1), "is" | "'s") {
        return;
    }
    let end = sentence_end(units, start);
    let Some(joint) = (start + 3..end).find(|&at| matches!(text(units, at), "that" | "who" | "when" | "where")) else {
        return;
    };
    let piece = start + 2..joint;
    let is_plain =
        units[piece.clone()].iter().all(|unit| unit.role != Role::Negation && unit.boundary == Boundary::None);
    if !is_plain || 8 < piece.len() || end < joint + 2 {
        return;
    }
    let is_circumstance = listed("in|on|at|since|after|before|during|from|with|because", text(units, piece.start))
        || units[piece.clone()].iter().all(|unit| matches!(unit.role, Role::Date | Role::Number | Role::Measure));
    if !is_circumstance && text(units, joint) != "who" && text(units, joint) != "that" {
        return;
    }
    let n_units = piece.len();
    remove(units, joint, 1);
    remove(units, start, 2);
    if is_circumstance {
        let boundary = std::mem::take(&mut units[start].boundary);
        units[start..end - 3].rotate_left(n_units);
        units[start].boundary = boundary;
    }
}

/// "In March", "on 4 May", "at six": the preposition before a date says nothing of its own.
fn date(units: &mut [Unit], at: usize) {
    let is_preposition = matches!(text(units, at), "in" | "on" | "at" | "during");
    if is_preposition
        && units.get(at + 1).is_some_and(|next| next.role == Role::Date && next.boundary == Boundary::None)
    {
        units[at].role = Role::Tone;
    }
}

/// "I'd like" is "I want".
fn wish(units: &mut Vec<Unit>, at: usize) {
    if matches!(text(units, at), "'d" | "would") && matches!(text(units, at + 1), "like" | "love") && 0 < at {
        remove(units, at + 1, 1);
        rename(&mut units[at], "want", Form::Plain);
        units[at].ending = Ending::Agrees;
    }
}

/// "Is able to" is can, "is unable to" can not.
fn ability(units: &mut Vec<Unit>, at: usize) {
    let denied = usize::from(text(units, at + 1) == "not");
    let able = at + 1 + denied;
    let is_unable = text(units, able) == "unable" && denied == 0;
    if !matches!(text(units, at), "is" | "are" | "am")
        || !(is_unable || text(units, able) == "able")
        || text(units, able + 1) != "to"
    {
        return;
    }
    rename(&mut units[at], "can", Form::Plain);
    if is_unable {
        rename(&mut units[able], "not", Form::Plain);
        remove(units, able + 1, 1);
    } else {
        remove(units, able, 2);
    }
}

/// "Has no car" is "does not have a car"; beside a denial "any" says nothing.
fn lack(units: &mut Vec<Unit>, at: usize) {
    if matches!(text(units, at), "has" | "have") && text(units, at + 1) == "no" {
        let mut helper = units[at].clone();
        rename(&mut helper, "do", Form::Plain);
        helper.ending = Ending::Agrees;
        rename(&mut units[at + 1], "not", Form::Plain);
        units[at].boundary = Boundary::None;
        units[at].ending = Ending::Agrees;
        units.swap(at, at + 1);
        units.insert(at, helper);
    }
    let is_denied = |before: usize| units[before..at].iter().any(|unit| unit.role == Role::Negation);
    if text(units, at) == "any" && units[at].boundary == Boundary::None && is_denied(at.saturating_sub(4)) {
        units[at].role = Role::Tone;
    }
}

/// "To stop smoking", "to give up smoking" is to quit it; "to stop to smoke" is not.
fn cease(units: &mut [Unit], at: usize) {
    let is_done = units.get(at + 1).is_some_and(|next| next.form == Form::Ing && next.boundary == Boundary::None);
    if is_done && matches!(stem(units, at), "quit" | "stop" | "give up") {
        units[at].stem = "quit".into();
        units[at].ending = Ending::Agrees;
    }
}

/// "Works as a nurse" is a nurse.
fn trade(units: &mut Vec<Unit>, at: usize) {
    let is_work =
        text(units, at) == "works" || text(units, at) == "work" && 0 < at && units[at - 1].flags.has(Flags::SUBJECT);
    if is_work && text(units, at + 1) == "as" && matches!(text(units, at + 2), "a" | "an") {
        rename(&mut units[at], "is", Form::Plain);
        remove(units, at + 1, 1);
    }
}

/// "Has a nut allergy" is allergic to nuts.
fn allergy(units: &mut Vec<Unit>, at: usize) {
    if !matches!(text(units, at), "has" | "have") || !matches!(text(units, at + 1), "a" | "an") {
        return;
    }
    let Some(end) =
        (at + 3..units.len().min(at + 6)).find(|&end| matches!(text(units, end), "allergy" | "intolerance"))
    else {
        return;
    };
    if units[at + 2..=end].iter().any(|unit| unit.boundary != Boundary::None || unit.role != Role::Content) {
        return;
    }
    let adjective = if text(units, end) == "allergy" { "allergic" } else { "intolerant" };
    let mut to = units[end].clone();
    rename(&mut to, "to", Form::Plain);
    rename(&mut units[at], "is", Form::Plain);
    rename(&mut units[at + 1], adjective, Form::Plain);
    units[end - 1].ending = Ending::Agrees;
    units.remove(end);
    units.insert(at + 2, to);
}

/// "Thirty years old" is thirty.
fn age(units: &mut Vec<Unit>, at: usize) {
    let is_year = units.get(at + 1).is_some_and(|unit| unit.role == Role::Measure && unit.stem == "year");
    let is_age = text(units, at + 2) == "old" || text(units, at + 2) == "of" && text(units, at + 3) == "age";
    if units[at].role == Role::Number && is_year && is_age {
        let n_units = if text(units, at + 2) == "old" { 2 } else { 3 };
        remove(units, at + 1, n_units);
    }
}

/// "Did finish", "does do": the verb that they stress says the time.
fn stress(units: &mut Vec<Unit>, at: usize) {
    let helper = text(units, at);
    if !matches!(helper, "did" | "does") || at == 0 || units[at].boundary != Boundary::None {
        return;
    }
    let Some(verb) = (at + 1..units.len()).find(|&next| units[next].role != Role::Tone) else { return };
    let subject = (0..at).rev().find(|&at| units[at].role != Role::Tone);
    let is_told = subject.is_some_and(|subject| {
        matches!(units[subject].role, Role::Content)
            && !units[subject].flags.has(Flags::ASKING)
            && text(units, subject) != "to"
    });
    let is_verb = units[verb].kind == Kind::Word
        && units[verb].boundary == Boundary::None
        && matches!(units[verb].role, Role::Content | Role::Modality | Role::Function)
        && units[verb].text == units[verb].stem
        && !units[verb].flags.has(Flags::PLACE.or(Flags::SUBJECT))
        && !listed("the|a|an|my|his|her|their|our|for|to|it", text(units, verb));
    // "Does yoga" is done, not stressed.
    let is_stressed = at + 1 < verb
        || units[verb].role != Role::Content
        || units[verb].flags.has(Flags::FEELING)
        || listed("the|a|an|my|his|her|their|our|it|to", text(units, verb + 1));
    if !is_told || !is_verb || !is_stressed {
        return;
    }
    units[verb].form = if helper == "did" { Form::Past } else { Form::Plain };
    units[verb].ending = Ending::Agrees;
    remove(units, at, 1);
}

/// "Every Friday" is on Fridays, "on Friday mornings" too.
fn weekly(units: &mut [Unit], at: usize) {
    let Some(day) = units.get(at + 1).filter(|day| day.role == Role::Date && day.boundary == Boundary::None) else {
        return;
    };
    let Some(number) = day.stem.as_str().strip_prefix("weekday").map(|rest| rest.trim_start_matches('s').to_owned())
    else {
        return;
    };
    let is_half = |unit: &Unit| {
        matches!(unit.stem.as_str(), "morning" | "afternoon" | "evening" | "night") && unit.boundary == Boundary::None
    };
    let half = units.get(at + 2).is_some_and(is_half);
    let is_each = matches!(text(units, at), "every" | "each");
    let are_many = half && text(units, at) == "on" && text(units, at + 2).ends_with('s');
    if !is_each && !are_many {
        return;
    }
    if is_each {
        rename(&mut units[at], "on", Form::Plain);
    }
    units[at + 1].stem = format!("weekdays{number}").as_str().into();
    if half {
        units[at + 2].ending = Ending::Agrees;
    }
}

/// "Has been learning" is learning.
fn progress(units: &mut Vec<Unit>, at: usize) {
    let is_perfect = matches!(text(units, at), "has" | "have" | "'ve") && text(units, at + 1) == "been";
    if is_perfect && units.get(at + 2).is_some_and(|unit| unit.form == Form::Ing && unit.boundary == Boundary::None) {
        remove(units, at + 1, 1);
        rename(&mut units[at], "is", Form::Plain);
    }
}
