//! Which memories of a model's may be kept: those whose words a message says.

use std::cell::OnceCell;

use thiserror::Error;

use super::quote::{Quote, plain};
use super::{Memory, dated};
use crate::annotate::{Language, canonical_subject, language_of};
use crate::llm::said::Shown;
use crate::record::{Guard, Kind, Timestamp};
use crate::text::align::{Words, words};
use crate::text::lexicon::Flags;
use crate::text::unit::{Role, Unit};
use crate::text::when::Zone;

/// A message that may be quoted, read once for however many memories.
pub struct Spoken<'a> {
    content: &'a str,
    at: Timestamp,
    /// Its letters, as quotes are looked for in them.
    letters: Vec<(char, usize)>,
    read: OnceCell<Read>,
}

/// What is read of a message when a memory quotes it.
struct Read {
    language: Language,
    shown: Shown,
    words: Words,
}

impl<'a> Spoken<'a> {
    /// What was said, without what was pasted into it, and when.
    #[must_use]
    pub fn of(content: &'a str, at: Timestamp) -> Self {
        Self { content, at, letters: plain(content), read: OnceCell::new() }
    }

    fn read(&self, zone: Zone<'_>) -> &Read {
        self.read.get_or_init(|| {
            let language = language_of(self.content);
            // The message's own dates may be said too, and whose a thing is.
            let with_dates = dated(self.content, self.at, zone).text;
            let owner = if language == Language::En { "The user's" } else { "" };
            let shown = Shown::of([self.content, with_dates.as_str(), owner]);
            Read { language, shown, words: words(self.content) }
        })
    }
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
    let wanted = Quote::of(&memory.quote).ok_or(Rejection::NotQuoted)?;
    let found = spoken.iter().enumerate().find_map(|(at, said)| {
        let quote = wanted.found_in(said.content, &said.letters)?;
        Some((at, said, quote))
    });
    let (message, said, quote) = found.ok_or(Rejection::NotQuoted)?;
    let read = said.read(zone);
    if language_of(&memory.text) != read.language {
        return Err(Rejection::OtherLanguage);
    }
    let is_user = canonical_subject(&memory.subject) == crate::annotate::USER;
    let subject = Some(memory.subject.as_str()).filter(|_| !is_user);
    if let Some(finding) =
        [Some(memory.text.as_str()), subject].into_iter().flatten().find_map(|said| read.shown.unsaid(said))
    {
        return Err(Rejection::Unsaid { guard: finding.guard, words: finding.new });
    }
    if !shares_a_word(&words(&memory.text), &read.words) {
        return Err(Rejection::Unsupported);
    }
    let of_text = dated(&memory.text, said.at, zone);
    let of_quote = of_text.times.is_empty().then(|| dated(quote, said.at, zone));
    let (observed_at, valid_until) = of_quote.as_ref().unwrap_or(&of_text).held(said.at, memory.kind == Kind::State);
    let subject = Some(canonical_subject(&memory.subject)).filter(|subject| !subject.is_empty());
    Ok(Accepted { message, quote: quote.to_owned(), text: of_text.text, subject, observed_at, valid_until })
}

/// Whether two texts have a word in common that says something, or a synonym.
fn shares_a_word(one: &[Unit], other: &[Unit]) -> bool {
    let says = |role: Role| matches!(role, Role::Content | Role::Number | Role::Date | Role::Measure);
    one.iter().any(|unit| {
        let is_telling = says(unit.role) && !unit.flags.has(Flags::SUBJECT);
        is_telling && other.iter().any(|said| said.stem == unit.stem)
    })
}
