//! How many of the caller's questions are answered among the first hits.

use crate::sorted::SortedSet;

use crate::engine::Engine;
use crate::engine::state::ScopeState;
use crate::error::MemoryError;
use crate::evaluate::{Miss, Question, Rate, Recall};
use crate::record::{Hit, RecallInput, Record, RecordId, Scope};

/// Hits among which an answer is looked for.
///
/// Source: what `recall` answers when no limit is given.
const AT: usize = 5;

/// # Errors
/// [`MemoryError::InvalidInput`] names the question that is blank, or has no answer or a blank one.
pub(super) fn check(questions: &[Question]) -> Result<(), MemoryError> {
    for (nth, question) in questions.iter().enumerate() {
        if question.text.trim().is_empty() {
            return Err(MemoryError::InvalidInput(format!("questions[{nth}].text is blank")));
        }
        if question.answers.is_empty() || question.answers.iter().any(|answer| answer.trim().is_empty()) {
            return Err(MemoryError::InvalidInput(format!(
                "questions[{nth}].answers needs at least one id or text, and no blank one"
            )));
        }
    }
    Ok(())
}

impl Engine {
    /// The share of the questions that one of their answers is recalled for; `None` where there are no questions. A recall here is no touch.
    pub(super) async fn answered_among_the_first(
        &self,
        scope: &Scope,
        questions: &[Question],
    ) -> Result<Option<Recall>, MemoryError> {
        if questions.is_empty() {
            return Ok(None);
        }
        let mut misses = Vec::new();
        for Question { text, answers } in questions {
            let input = RecallInput { limit: AT, touch: false, ..RecallInput::default() };
            let hits = self.recall(scope, text, input).await?;
            let wanted =
                self.with(scope, |state| answers.iter().map(|answer| kept_in(state, answer)).collect::<Vec<_>>());
            let is_answer = |hit: &Hit| wanted.iter().any(|answer| answer.is_in(&hit.record));
            if !hits.iter().any(is_answer) {
                let found = hits.iter().map(|hit| hit.record.id).collect();
                misses.push(Miss { question: text.clone(), answers: answers.clone(), found });
            }
        }
        let n = questions.len();
        Ok(Some(Recall { at: AT, rate: Rate::of_cases(n - misses.len(), n), misses }))
    }
}

/// What answers a question.
enum Wanted<'a> {
    Record(RecordId),
    Text(&'a str),
}

impl Wanted<'_> {
    fn is_in(&self, record: &Record) -> bool {
        match self {
            Self::Record(id) => record.id == *id,
            Self::Text(text) => record.wordings().any(|wording| wording.contains(text)),
        }
    }
}

/// An answer as a record, where it is the id of one, else as words. A record that was merged is looked for in the one that it went into.
fn kept_in<'a>(state: &ScopeState, answer: &'a str) -> Wanted<'a> {
    let record = answer.parse().ok().and_then(|id| state.stored(id));
    let Some(mut record) = record else { return Wanted::Text(answer) };
    let mut seen = SortedSet::new();
    // Only damage makes a circle.
    while !record.is_known() && seen.insert(record.id) {
        match record.merged_into.and_then(|id| state.stored(id)) {
            Some(next) => record = next,
            None => break,
        }
    }
    Wanted::Record(record.id)
}
