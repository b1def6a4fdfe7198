//! What a language model was asked for a write, and what it answered.

use crate::sorted::SortedMap;

use minicbor::Encode;

use crate::annotate::Annotation;
use crate::error::MemoryError;
use crate::evaluate::timing::Spent;
use crate::llm::annotate;
use crate::llm::judge::{self, Relation};
use crate::record::Record;
use crate::record::stored::decoded;

/// Something that a model has to be asked.
#[derive(Clone, Debug)]
pub(super) enum Need {
    /// What a text says.
    Annotation {
        /// The text's record.
        told: Box<Record>,
    },
    /// How a text stands to one that is stored.
    Relation {
        /// The text's record.
        told: Box<Record>,
        /// The other one.
        stored: Box<Record>,
    },
}

/// What a model answered; where it was asked in vain, that.
#[derive(Default)]
pub(super) struct Answers {
    /// Whether there is a model to ask.
    pub(super) has_model: bool,
    /// Whether what is missing stays so.
    pub(super) is_final: bool,
    /// The scope's removals when the first of them was asked for.
    pub(super) as_of: Option<u64>,
    /// Calls that were made and that no decision has paid for yet.
    pub(super) calls: u32,
    /// What the calls cost altogether.
    pub(super) spent: Spent,
    annotations: SortedMap<String, Option<Annotation>>,
    relations: SortedMap<(String, String), Option<Relation>>,
    /// What is to be kept for the next time, by its row.
    fresh: SortedMap<String, Kept>,
}

/// What a model said of a text, or of two.
#[derive(Clone, Debug, Encode)]
#[cbor(map)]
pub(super) struct Kept {
    /// The texts' whole hash: others fall on the same row.
    #[cbor(n(0), with = "minicbor::bytes")]
    pub(super) of: [u8; 16],
    /// The answer, word for word.
    #[n(1)]
    pub(super) answer: String,
}

decoded!(Kept:
    0 of: required = minicbor::bytes,
    1 answer: required,
);

/// UTF-8 bytes of the longest answer that is kept; one that says what was asked for has some hundred.
const LONGEST_KEPT: usize = 4096;

impl Answers {
    pub(super) fn new(has_model: bool, is_final: bool) -> Self {
        Self { has_model, is_final, ..Self::default() }
    }

    /// What the model said of a text: `Err` where it has to be asked, `None` where it was asked in vain.
    pub(super) fn annotation(&self, text: &str) -> Result<Option<&Annotation>, ()> {
        match self.annotations.get(text) {
            Some(answer) => Ok(answer.as_ref()),
            None if self.is_final => Ok(None),
            None => Err(()),
        }
    }

    /// What the model said of two texts, in the same way.
    pub(super) fn relation(&self, new: &str, stored: &str) -> Result<Option<Relation>, ()> {
        match self.relations.get(&(new.to_owned(), stored.to_owned())) {
            Some(answer) => Ok(*answer),
            None if self.is_final => Ok(None),
            None => Err(()),
        }
    }

    /// Notes an answer; `None` where there was none. It is kept for the next time where it is `fresh`: its row, and the whole hash of what it is of.
    ///
    /// # Errors
    /// [`MemoryError::BadAnswer`] where it is not what was asked for; it then counts as asked in vain.
    pub(super) fn take(
        &mut self,
        need: Need,
        answer: Option<String>,
        known_keys: &[String],
        fresh: Option<(String, [u8; 16])>,
    ) -> Result<(), MemoryError> {
        let bad = |task, cause: String| MemoryError::BadAnswer { task, cause };
        let parsed = match need {
            Need::Annotation { told } => {
                let parsed = answer.as_ref().map(|answer| annotate::parse(answer, known_keys)).transpose();
                let (parsed, err) = split(parsed);
                self.annotations.insert(told.text, parsed);
                err.map(|err| bad("annotate", err.to_string()))
            }
            Need::Relation { told, stored } => {
                let parsed = answer.as_ref().map(|answer| judge::parse(answer)).transpose();
                let (parsed, err) = split(parsed);
                self.relations.insert((told.text, stored.text), parsed.map(|judgement| judgement.relation));
                err.map(|err| bad("judge", err.to_string()))
            }
        };
        if let (Some(answer), Some((row, of)), None) = (answer, fresh, &parsed)
            && answer.len() <= LONGEST_KEPT
        {
            self.fresh.insert(row, Kept { of, answer });
        }
        parsed.map_or(Ok(()), Err)
    }

    /// Notes the tokens, read and written, that a call took.
    pub(super) fn pay(&mut self, usage: Option<(u64, u64)>) {
        let (read, written) = usage.unwrap_or_default();
        self.spent.input_tokens = self.spent.input_tokens.saturating_add(read);
        self.spent.output_tokens = self.spent.output_tokens.saturating_add(written);
    }

    /// Whether something was asked in vain.
    pub(super) fn has_failed(&self) -> bool {
        self.annotations.values().any(Option::is_none) || self.relations.values().any(Option::is_none)
    }

    /// What is to be kept for the next time, by its row.
    pub(super) fn fresh(&self) -> &SortedMap<String, Kept> {
        &self.fresh
    }
}

fn split<T, E>(parsed: Result<Option<T>, E>) -> (Option<T>, Option<E>) {
    match parsed {
        Ok(parsed) => (parsed, None),
        Err(err) => (None, Some(err)),
    }
}
