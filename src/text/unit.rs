//! The words of a text as the rules see them: listed ones whole, each with what it does there.

use std::ops::Range;

use super::case::Case;
use super::cursor::Cursor;
use super::letters::{Boundary, is_han};
use super::lexicon::{Flags, Lexicon};
use super::normalize::Cased;
use super::quantity::{self, Reading};
use super::stem::Form;
use super::tokenize::{Kind, Token};
use super::word::Word;

/// What a word does in its text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Role {
    /// It says something.
    Content,
    /// It says how strongly, or how kindly: an intensifier before a feeling, a particle, politeness.
    Tone,
    /// It is grammar.
    Function,
    /// It denies.
    Negation,
    /// It changes how the sentence is meant.
    Modality,
    /// It sets the time or the aspect of a verb.
    Tense,
    /// It is a number.
    Number,
    /// It is a date, a time of day, or a part of one.
    Date,
    /// It is the unit that a number counts.
    Measure,
}

/// A listed word or phrase, or a token that is in no list: what is aligned with what.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unit {
    /// As the folded text has it.
    pub text: Word,
    /// Without its inflection; of a number, a date or a unit the one name for all ways of writing it, as `day:4` for 4th and 四号.
    pub stem: Word,
    /// What its ending said beside the stem.
    pub form: Form,
    /// What kind of word; of a phrase its first word's.
    pub kind: Kind,
    /// What it does in its text.
    pub role: Role,
    /// The lists that it stands in.
    pub flags: Flags,
    /// How strongly the text breaks before it.
    pub boundary: Boundary,
    /// Where it stands in the folded text, in bytes.
    pub span: Range<usize>,
    /// Whether it has an ending that may count.
    pub ending: Ending,
}

/// The ending of a word that is no past and no participle: a plural's, a third person's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// As `text` shows.
    Written,
    /// Whether the word has one: `text` can't tell, for the stem is that of a synonym.
    Of(bool),
    /// It only agrees with the subject.
    Agrees,
}

impl Unit {
    /// Whether the two are one word, of one time: `runs` and `running`, not `works` and `worked`.
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        let is_one_time = || self.is_of_time() && self.text == other.text;
        (self.stem == other.stem || is_one_time()) && (self.form == Form::Past) == (other.form == Form::Past)
    }

    /// A number that two words of one stem have in common, and of which others mostly have another: of its length and its first and last bytes.
    pub(super) fn mark(&self) -> usize {
        let byte = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
        let bytes = self.stem.as_bytes();
        bytes.len() << 16 ^ byte(bytes.first()) << 8 ^ byte(bytes.last())
    }

    /// Whether it is a word of time, which another of the same letters matches whatever their stems are.
    pub(super) fn is_of_time(&self) -> bool {
        self.flags.has(Flags::TIME)
    }

    /// Whether the two differ in an ending that may change what is meant: `brother` and `brothers`, `William` and `Williams`. Whether it
    /// is a verb's ending can't be told without a grammar, so `runs` and `run` differ too; listed verbs of feeling, and `runs` and
    /// `running`, don't.
    #[must_use]
    pub fn differs_in_number(&self, other: &Self) -> bool {
        let is_verb = self.flags.or(other.flags).has(Flags::FEELING);
        let is_quantity = |unit: &Self| matches!(unit.role, Role::Number | Role::Date | Role::Measure);
        let has_one_stem = is_quantity(self) && is_quantity(other);
        let differs = match (self.ending, other.ending) {
            (Ending::Agrees, _) | (_, Ending::Agrees) => false,
            (Ending::Of(mine), Ending::Of(theirs)) => mine != theirs,
            (Ending::Of(_) | Ending::Written, Ending::Of(_) | Ending::Written) => self.text != other.text,
        };
        // A Han word has no ending; what is or has something agrees with its subject alone.
        let has_none = self.kind == Kind::Han || matches!(self.stem.as_str(), "is" | "have" | "do");
        !is_verb && !has_one_stem && !has_none && self.kind != Kind::Number && self.form == other.form && differs
    }
}

/// The words of a folded text, listed ones and quantities whole, each with what it does there.
#[must_use]
pub fn units(folded: &str, tokens: &[Token]) -> Vec<Unit> {
    units_cased(Cased::without_capitals(folded), tokens)
}

/// [`units`] of a text whose capitals are known: `GB` is not `Gb`.
#[must_use]
pub fn units_cased(cased: Cased, tokens: &[Token]) -> Vec<Unit> {
    let lexicon = Lexicon::shared();
    let cursor = Cursor { cased, tokens };
    let case = Case::of(cased);
    let folded = cased.text;
    let mut units = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if let Some(reading) = quantity::read(&cursor, at) {
            at += reading.n_tokens;
            push_quantity(&mut units, &cursor, reading, at);
            continue;
        }
        if let Some(written) = case.kept(tokens, at) {
            units.push(named(written, &tokens[at]));
            at += 1;
            continue;
        }
        let (n_tokens, flags) = lexicon.longest(folded, tokens, at);
        let (n_tokens, flags) = before_quantity(&cursor, at, n_tokens).unwrap_or((n_tokens, flags));
        let (first, last) = (&tokens[at], &tokens[at + n_tokens - 1]);
        let span = first.span.start..last.span.end;
        let (text, stem) = if n_tokens == 1 {
            (first.text.clone(), first.stem.clone())
        } else {
            let text = Word::from(&folded[span.clone()]);
            (text.clone(), text)
        };
        let role = if text == "?" { Role::Modality } else { role(first.kind, flags) };
        units.push(Unit {
            text,
            stem,
            form: first.form,
            kind: first.kind,
            role,
            flags,
            boundary: first.boundary,
            span,
            ending: Ending::Written,
        });
        at += n_tokens;
    }
    let tones: Vec<usize> = (0..units.len()).rev().filter(|&at| is_tone(&units, at)).collect();
    for at in tones {
        units[at].role = Role::Tone;
    }
    units
}

/// A name whose capitals count.
fn named(written: String, token: &Token) -> Unit {
    let written = Word::from(written);
    Unit {
        text: written.clone(),
        stem: written,
        form: Form::Plain,
        kind: token.kind,
        role: Role::Content,
        flags: Flags::default(),
        boundary: token.boundary,
        span: token.span.clone(),
        ending: Ending::Written,
    }
}

/// The units of a reading that ended before token `end`; the first stands after what stands before the tokens.
fn push_quantity(units: &mut Vec<Unit>, cursor: &Cursor, reading: Reading, end: usize) {
    let mut boundary = cursor.tokens[end - reading.n_tokens].boundary;
    for part in reading.parts {
        let (first, last) = (&cursor.tokens[part.tokens.start], &cursor.tokens[part.tokens.end - 1]);
        let text = cursor.text(part.tokens);
        units.push(Unit {
            text: text.into(),
            stem: part.stem.into(),
            form: Form::Plain,
            kind: first.kind,
            role: part.role,
            flags: Lexicon::shared().flags(text),
            boundary: std::mem::take(&mut boundary),
            span: first.span.start..last.span.end,
            ending: Ending::Written,
        });
    }
}

/// A listed word of `n_tokens` from `at`, cut where a quantity begins that goes beyond it: 每天早上 before 七点.
fn before_quantity(cursor: &Cursor, at: usize, n_tokens: usize) -> Option<(usize, Flags)> {
    if cursor.tokens[at].kind != Kind::Han {
        return None;
    }
    let begins =
        |inner: &usize| quantity::read(cursor, *inner).is_some_and(|reading| at + n_tokens < inner + reading.n_tokens);
    let inner = (at + 1..at + n_tokens).find(begins)?;
    let flags = Lexicon::shared().flags(cursor.text(at..inner));
    Some(if flags == Flags::default() {
        (1, Lexicon::shared().flags(&cursor.tokens[at].text))
    } else {
        (inner - at, flags)
    })
}

pub(super) fn role(kind: Kind, flags: Flags) -> Role {
    match kind {
        Kind::Number => Role::Number,
        Kind::Word | Kind::Han | Kind::Sign => {
            if flags.has(Flags::PLAIN) {
                Role::Content
            } else if flags.has(Flags::NEGATION) {
                Role::Negation
            } else if flags.has(Flags::MODALITY.or(Flags::ASKING)) {
                Role::Modality
            } else if flags.has(Flags::TENSE) {
                Role::Tense
            } else if flags.has(Flags::FUNCTION) {
                Role::Function
            } else {
                Role::Content
            }
        }
    }
}

/// Where the clause of the unit at `at` begins, whatever mark or word opens it.
pub(super) fn clause_start(units: &[Unit], at: usize) -> usize {
    (0..=at).rev().find(|&at| units[at].boundary != Boundary::None).unwrap_or(0)
}

/// Whether the unit at `at` falls away: politeness at the beginning or set off at the end, a particle at the end of a clause, or an intensifier directly before a
/// feeling or a quality that nothing denies (not very happy is not unhappy).
fn is_tone(units: &[Unit], at: usize) -> bool {
    let unit = &units[at];
    let ends_clause =
        |at: usize| units.get(at + 1).is_none_or(|next| next.boundary != Boundary::None || next.text == "?");
    if unit.flags.has(Flags::PLAIN) {
        return false;
    }
    let is_set_off = at + 1 == units.len() && Boundary::Comma <= unit.boundary;
    if unit.flags.has(Flags::POLITE) && (at == 0 || is_set_off) && 1 < units.len() {
        return true;
    }
    // 不是…嘛 says that it is so.
    let is_affirmed =
        unit.text == "嘛" && units[..at].windows(2).any(|pair| pair[0].text == "不" && pair[1].text == "是");
    if unit.flags.has(Flags::PARTICLE) && 0 < at && !is_affirmed {
        return (at..units.len()).take_while(|&at| units[at].flags.has(Flags::PARTICLE)).any(ends_clause);
    }
    let degree = Flags::TONE.or(Flags::TONE_OF_FEELING);
    let is_degree = |unit: &Unit| unit.flags.has(degree) || unit.text == "so";
    if !is_degree(unit) {
        return false;
    }
    let Some(target) =
        (at + 1..units.len()).find(|&next| !is_degree(&units[next]) || units[next].boundary != Boundary::None)
    else {
        return false;
    };
    let first = (0..=at).rev().take_while(|&before| is_degree(&units[before])).last().unwrap_or(at);
    let before = &units[first.saturating_sub(2)..first];
    let is_denied = before.iter().any(|unit| unit.role == Role::Negation);
    let target = &units[target];
    let suits = match unit.text.as_str() {
        // "so" joins two sentences everywhere else.
        "so" => {
            target.flags.has(Flags::QUALITY)
                && before.last().is_some_and(|verb| verb.stem == "is" || verb.stem == "feel")
        }
        _ if unit.flags.has(Flags::TONE) => target.flags.has(Flags::FEELING.or(Flags::QUALITY)),
        _ => target.flags.has(Flags::FEELING),
    };
    suits && !is_denied && target.boundary == Boundary::None && !target.flags.has(Flags::PLAIN)
}

/// Units as a reader would write them, in the order of the text: apart, but together what touches there, Han letters, and an owner's 's
/// at its word; tokens that show two units once.
#[must_use]
pub fn joined(units: &[&Unit]) -> String {
    let mut ordered: Vec<&Unit> = Vec::with_capacity(units.len());
    for unit in units {
        let at = ordered.partition_point(|before| before.span.start <= unit.span.start);
        ordered.insert(at, unit);
    }
    ordered.dedup_by(|next, unit| next.span == unit.span && next.text == unit.text);
    let mut text = String::new();
    let (mut start, mut end) = (0, 0);
    for unit in ordered {
        // The measure inside a number that is written around it: 一米七二.
        if start < unit.span.start && unit.span.end <= end {
            continue;
        }
        let are_han = text.ends_with(is_han) && unit.text.starts_with(is_han);
        if !text.is_empty() && !are_han && unit.span.start != end && !unit.text.starts_with('\'') {
            text.push(' ');
        }
        text.push_str(&unit.text);
        (start, end) = (unit.span.start, unit.span.end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalize::fold;
    use crate::text::tokenize::tokenize_folded;

    #[track_caller]
    fn check(text: &str, role: Role, expected: &[&str]) {
        let folded = fold(text);
        let units = units(&folded, &tokenize_folded(&folded));
        let found: Vec<&str> = units.iter().filter(|unit| unit.role == role).map(|unit| unit.text.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_intensifier_is_tone_only_before_a_listed_word() {
        check("用户非常喜欢简洁的界面", Role::Tone, &["非常"]);
        check("用户真的特别爱喝茶", Role::Tone, &["真的", "特别"]);
        check("I really, enjoy tea", Role::Tone, &[]);
        check("I really enjoy tea and am so happy", Role::Tone, &["really", "so"]);
        check("用户周末常去超级市场", Role::Tone, &[]);
        check("the very same tea", Role::Tone, &[]);
        check("It was late so love the sunrise", Role::Tone, &[]);
        check("特别行政区很大", Role::Tone, &["很"]);
    }

    #[test]
    fn an_intensifier_that_is_denied_says_something() {
        check("用户不太喜欢茶", Role::Tone, &[]);
        check("不是特别喜欢茶", Role::Tone, &[]);
        check("I do not really like tea", Role::Tone, &[]);
        check("他太喜欢茶", Role::Tone, &["太"]);
    }

    #[test]
    fn particles_are_tone_at_the_end_of_a_clause() {
        check("用户喜欢茶呢", Role::Tone, &["呢"]);
        check("喜欢茶啊，也喜欢咖啡呀", Role::Tone, &["啊", "呀"]);
        check("呢子大衣", Role::Tone, &[]);
        check("用户喜欢茶吧", Role::Tone, &[]);
    }

    #[test]
    fn denials_are_told_from_words_that_hold_their_letters() {
        check("用户不吃香菜", Role::Negation, &["不"]);
        check("不仅不错，而且差不多，不得不去", Role::Negation, &[]);
        check("别的区别特别大", Role::Negation, &[]);
        check("他没有来，别去，从不吃", Role::Negation, &["没有", "别", "从不"]);
        check("Do not forget it; not only that; no matter what", Role::Negation, &[]);
        check(
            "It isn't so, it never was, and without it no longer",
            Role::Negation,
            &["not", "never", "without", "no longer"],
        );
    }

    #[test]
    fn names_that_hold_a_listed_letter_stay_whole() {
        check("用户打算搬到成都", Role::Modality, &["打算"]);
        check("京都的社会会议", Role::Tense, &[]);
    }
}
