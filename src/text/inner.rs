//! Whether a piece of one clause, which one text alone has, only adds to its text: where Chinese and English put what may be left out.

mod chinese;
mod clauses;

use std::ops::Range;

use self::chinese::{is_another_world, is_chinese_addition};
use self::clauses::{is_member, is_predicate, is_reason};
use super::addition::changes_the_meaning;
use super::letters::Boundary;
use super::lexicon::Flags;
use super::list::listed;
use super::stem::Form;
use super::tokenize::Kind;
use super::unit::{Role, Unit};

/// Whether a piece of one clause only adds to its text.
pub(super) fn is_addition_of(all: &[Unit], range: Range<usize>) -> bool {
    let units = &all[range.clone()];
    if units.iter().all(|unit| unit.role == Role::Tone) {
        return true;
    }
    let begins = range.start == 0 || Boundary::Comma <= units[0].boundary;
    let ends = all.get(range.end).is_none_or(|unit| Boundary::Comma <= unit.boundary);
    let is_clause = begins && ends;
    let is_to_come = units
        .iter()
        .any(|unit| unit.stem.starts_with("now ") && unit.role == Role::Date && !unit.stem.contains(['-', '0']));
    let is_harmless = |at: usize, unit: &Unit| {
        is_clause
            && (is_of_its_own_clause(at, unit)
                || is_to_come && listed("毕业|退休|离开|graduate|retire|end", &unit.stem))
    };
    if units.iter().enumerate().any(|(at, unit)| changes_the_meaning(unit) && !is_harmless(at, unit)) {
        return false;
    }
    if units.iter().any(is_another_world) {
        return false;
    }
    let before = &all[clause_start(all, range.start)..range.start];
    let rest = &all[range.end..clause_end(all, range.end)];
    if is_clause {
        // Set off, but no clause: a place, a time, an amount beside another one.
        let is_phrase = units[0].flags.has(Flags::PLACE) || units.iter().all(is_time);
        let others = || all[..range.start].iter().chain(&all[range.end..]);
        let is_bound = is_phrase && others().any(is_limiting)
            || units
                .iter()
                .find(|unit| unit.text != "and")
                .is_some_and(|unit| unit.role == Role::Number && unit.text != "one")
                && others().any(|unit| unit.role == Role::Number);
        return 2 <= n_letters(units) && !is_lone_name(units) && !is_bound;
    }
    if is_predicate(units, before, rest) {
        return true;
    }
    // What holds of all or always narrows what stands beside it alone: "all red cars", not "all servers run Debian 12".
    let is_free = |at: usize, unit: &Unit| is_of_all(unit) && at + 2 < before.len();
    let is_limited = before.iter().enumerate().any(|(at, unit)| is_limiting(unit) && !is_free(at, unit))
        || rest.iter().any(is_limiting);
    // A reason narrows nothing, nor does one more thing of a list.
    if !is_limited && (is_reason(units, rest) || is_member(units, before, rest)) {
        return true;
    }
    if is_limited || (1..=before.len()).any(|end| is_feeling(&before[..end])) {
        return false;
    }
    if all.iter().filter(|unit| unit.kind == Kind::Han).count() * 2 < all.len() {
        is_english_addition(units, before, rest)
    } else {
        is_chinese_addition(units, before, rest)
    }
}

/// Whether the last unit is a verb of feeling, and no noun.
fn is_feeling(before: &[Unit]) -> bool {
    let [.., article, last] = before else { return before.last().is_some_and(|unit| unit.flags.has(Flags::FEELING)) };
    last.flags.has(Flags::FEELING) && !listed("a|the|'s|my|user's", &article.text)
}

/// A single word between marks: "Paris, Texas".
fn is_lone_name(units: &[Unit]) -> bool {
    matches!(units, [unit] if unit.kind == Kind::Word)
}

fn clause_start(units: &[Unit], at: usize) -> usize {
    (0..=at).rev().find(|&at| Boundary::Comma <= units[at].boundary).unwrap_or(0)
}

fn clause_end(units: &[Unit], at: usize) -> usize {
    (at..units.len()).find(|&at| Boundary::Comma <= units[at].boundary).unwrap_or(units.len())
}

fn n_letters(units: &[Unit]) -> usize {
    units.iter().map(|unit| unit.text.chars().count()).sum()
}

fn is_time(unit: &Unit) -> bool {
    matches!(unit.role, Role::Date | Role::Number | Role::Measure | Role::Tone) || unit.flags.has(Flags::TIME)
}

fn is_amount(unit: &Unit) -> bool {
    matches!(unit.role, Role::Number | Role::Date)
}

/// Whether `units` stand where English puts an attribute, before its noun, or at the end of the clause a circumstance.
fn is_english_addition(units: &[Unit], before: &[Unit], rest: &[Unit]) -> bool {
    let Some(first) = units.first() else { return false };
    let opens = first.flags.has(Flags::PLACE) || opens_circumstance(units, before) || first.form == Form::Ing;
    let n_content = before.iter().filter(|unit| matches!(unit.role, Role::Content | Role::Date)).count();
    let binds = |unit: &Unit| unit.flags.has(Flags::QUALITY) || unit.role == Role::Number;
    if belongs_to_a_quality(first, before) {
        return false;
    }
    let is_frequency = units.iter().all(is_frequency);
    if is_frequency && rest.is_empty() && 2 <= n_content {
        return true;
    }
    // "User's interview [at Siemens] went badly": of one's own there is one.
    let is_owned =
        !rest.is_empty() && first.flags.has(Flags::PLACE) && before.first().is_some_and(|unit| unit.stem == "user's");
    // "Died [of a stroke]".
    let is_of_verb = first.text == "of" && before.last().is_some_and(|unit| unit.form == Form::Past);
    if opens || is_of_verb {
        let n_least = if is_owned || is_of_verb { 2 } else { 3 };
        return 2 <= units.len() && n_least <= n_content && !before.last().is_some_and(binds);
    }
    // "[50 mg of] ibuprofen"
    if let [number, .., of] = units
        && number.role == Role::Number
        && of.text == "of"
        && units[1..units.len() - 1].iter().all(|unit| unit.role == Role::Measure)
    {
        return !rest.is_empty();
    }
    if rest.first().is_some_and(|next| next.flags.has(Flags::PLACE))
        && 2 <= n_content
        && units.iter().any(|unit| unit.role == Role::Number)
    {
        return true;
    }
    if rest.is_empty() {
        // "Debian 12"
        let is_version = before.last().is_some_and(|unit| unit.role == Role::Content) && first.role == Role::Number;
        return is_version && units.get(1).is_none_or(|next| next.flags.has(Flags::PLACE));
    }
    // "in the ward of a hospital": a place within the place.
    if units.last().is_some_and(|unit| unit.text == "of")
        && before.last().is_some_and(|unit| unit.flags.has(Flags::PLACE))
    {
        return true;
    }
    is_attribute(units, before)
}

/// Whether `units` open with a word of circumstance, beside those that open a place. Whom something is for, and as what, makes another thing of it.
fn opens_circumstance(units: &[Unit], before: &[Unit]) -> bool {
    let next = units.get(1);
    match units[0].text.as_str() {
        "for" => next.is_some_and(|next| {
            !next.flags.has(Flags::SUBJECT)
                && !listed("a|an|user's|his|her|their|our|him|them|someone|somebody|fun", &next.text)
                && next.stem != "user's"
        }),
        "to" => before.iter().any(|unit| listed("sell|move|go|travel|fly|drive", &unit.stem)),
        word => listed(
            "by|that|who|which|called|because|since|after|before|until|into|through|between|where|across|under|via|whose",
            word,
        ),
    }
}

/// Whether `first` opens what belongs to the quality or the state that ends `before`: "is married [to his job]", "is hooked [on chess]"; not "is hosted [in Frankfurt]".
pub(super) fn belongs_to_a_quality(first: &Unit, before: &[Unit]) -> bool {
    let is_bound = matches!(before, [.., copula, last] if copula.stem == "is" && last.role == Role::Content);
    is_bound && listed("to|on|with|from|for|by|into|of|about", &first.text)
}

/// Whether a word is of a time that says how often or when: "every day", "daily", "Wednesdays and Fridays".
fn is_frequency(unit: &Unit) -> bool {
    unit.role == Role::Date
        || listed(
            "and|every|last|next|this|daily|weekly|monthly|yearly|nightly|weekend|morning|evening|afternoon|night|\
         other|month|year|week|day|summer|winter|spring|autumn",
            &unit.stem,
        )
}

/// Plans, duties, abilities and amounts, which say something of their own clause alone. Not conditions, guesses, reports, what is over.
fn is_of_its_own_clause(at: usize, unit: &Unit) -> bool {
    let is_relative = at == 0 && listed("who|which|where|whose|but|although|though", &unit.text);
    let is_inner = 0 < at && matches!(unit.text.as_str(), "until" | "when" | "while" | "before");
    is_relative
        || is_inner
        || listed(
            "打算|计划|要|准备|能|需要|必须|应该|得|已经|都|最|更|一般|经常|全部|所有|至少|比较|开始|刚刚|想要|\
         每个|各|当|全|一直|偶尔|一些|most|mostly|all|each|both|need to|have to|can|always|often|usually|more|\
         some|several|about|already|begin|start|plan|up to|must|should",
            &unit.stem,
        )
}

/// Whether a unit says that something holds of all, or always.
fn is_of_all(unit: &Unit) -> bool {
    listed("都|所有|全部|全|总是|一直|每个|各|必须|all|always|each|every|both|most|must", &unit.text)
}

/// Whether a unit makes a narrower sentence of each word that is added to its clause.
fn is_limiting(unit: &Unit) -> bool {
    unit.role == Role::Negation
        || unit.flags.has(Flags::LIMIT)
        || matches!(unit.stem.as_str(), "allergic" | "过敏" | "is allergic to")
}

/// Whether `units` stand before a noun and only say of which field it is: "a chemistry teacher". Any other word may make another thing of it: "a spin doctor", "a
/// toy car", "a hot dog".
fn is_attribute(units: &[Unit], before: &[Unit]) -> bool {
    let is_led = before.last().is_some_and(|unit| listed("a|an|the|'s|user's|his|her|their|our", &unit.text));
    let is_field = |unit: &Unit| ["istry", "ics", "ology", "graphy"].iter().any(|end| unit.text.ends_with(end));
    is_led && matches!(units, [unit] if is_field(unit))
}
