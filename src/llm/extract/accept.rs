//! Which memories of a model's may be kept: those whose words a message says.

use thiserror::Error;

use super::{Dated, Memory, dated, quote_in};
use crate::annotate::{canonical_subject, language_of};
use crate::llm::said::Shown;
use crate::record::{Guard, Kind, Timestamp};
use crate::text::align::words;
use crate::text::lexicon::Flags;
use crate::text::unit::Role;
use crate::text::when::Zone;

/// A message that may be quoted.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    /// What was said, without what was pasted into it.
    pub content: &'a str,
    /// When.
    pub at: Timestamp,
}

/// A memory that may be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The message that says so, by its place among those that were given.
    pub message: usize,
    /// The words of the message.
    pub quote: String,
    /// The text, with dates in brackets.
    pub text: String,
    /// Whom or what it is about, by its canonical name.
    pub subject: Option<String>,
    /// When it held, where that is told.
    pub observed_at: Option<Timestamp>,
    /// Until when it holds, where that is told.
    pub valid_until: Option<Timestamp>,
}

/// Why a memory is not kept.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Rejection {
    /// No message that may be quoted holds the quote.
    #[error("its quote is in no message that may be quoted")]
    NotQuoted,
    /// It is in another language than the message.
    #[error("it is not in the language of the message")]
    OtherLanguage,
    /// It says what the message does not say.
    #[error("it says {words:?} ({guard:?}), which the message does not say")]
    Unsaid {
        /// What kind of thing.
        guard: Guard,
        /// The words.
        words: String,
    },
    /// It has no word of the message.
    #[error("it has no word of the message")]
    Unsupported,
}

/// Whether a memory may be kept, and how.
///
/// # Errors
/// Why it may not.
pub fn accept(memory: &Memory, spoken: &[Spoken<'_>], zone: Zone<'_>) -> Result<Accepted, Rejection> {
    let found =
        spoken.iter().enumerate().find_map(|(at, said)| Some((at, *said, quote_in(&memory.quote, said.content)?)));
    let (message, said, quote) = found.ok_or(Rejection::NotQuoted)?;
    if language_of(&memory.text) != language_of(said.content) {
        return Err(Rejection::OtherLanguage);
    }
    // The message's own dates may be said too.
    let with_dates = dated(said.content, said.at, zone).text;
    let shown = Shown::of([said.content, with_dates.as_str()]);
    let is_user = canonical_subject(&memory.subject) == crate::annotate::USER;
    let subject = Some(memory.subject.as_str()).filter(|_| !is_user);
    if let Some(finding) =
        [Some(memory.text.as_str()), subject].into_iter().flatten().find_map(|said| shown.unsaid(said))
    {
        return Err(Rejection::Unsaid { guard: finding.guard, words: finding.new });
    }
    if !shares_a_word(&memory.text, said.content) {
        return Err(Rejection::Unsupported);
    }
    let Dated { text, times } = dated(&memory.text, said.at, zone);
    let times = if times.is_empty() { dated(quote, said.at, zone).times } else { times };
    let (observed_at, valid_until) = match times.as_slice() {
        // What is over was then; what is not yet over holds until it is.
        [one] if one.to <= said.at => (Some(one.from), None),
        [one] => (None, (memory.kind == Kind::State).then_some(one.to)),
        _ => (None, None),
    };
    let subject = Some(canonical_subject(&memory.subject)).filter(|subject| !subject.is_empty());
    Ok(Accepted { message, quote: quote.to_owned(), text, subject, observed_at, valid_until })
}

/// Whether two texts have a word in common that says something, or a synonym.
fn shares_a_word(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let says = |role: Role| matches!(role, Role::Content | Role::Number | Role::Date | Role::Measure);
    one.iter().any(|unit| {
        let is_telling = says(unit.role) && !unit.flags.has(Flags::SUBJECT);
        is_telling && other.iter().any(|said| said.stem == unit.stem)
    })
}
