//! Which attribute a sentence gives a value for, whose it is, and what value.

mod chinese;
mod english;
mod sentences;
#[cfg(test)]
mod tests;
mod value;

use std::ops::Range;

use super::change::changes;
use super::reading::{Reading, denies, is_doubtful, is_of_another_time, mark};
use super::subject::Subject;

pub use value::{city, same_value};
pub(super) use value::{city_at, is_organisation};

/// One attribute and its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Attribute {
    pub(super) subject: String,
    pub(super) key: String,
    pub(super) value: String,
}

/// An attribute as a clause gives it, before it is known how that is meant.
struct Candidate {
    clause: Range<usize>,
    /// The units of the frame, which may look like a denial or a doubt by themselves: 会说, "doesn't like".
    frame: Vec<Range<usize>>,
    /// Whether the frame tells of a change or a past: "moved to", "was born in".
    is_event: bool,
    subject: Subject,
    key: String,
    value: String,
}

/// The attribute that a text gives a value for. None where anything is denied, planned, guessed, asked, over, said by another, or may be taken back by
/// another clause.
pub(super) fn attribute(reading: &Reading) -> Option<Attribute> {
    let clauses = reading.clauses();
    let found = clauses.iter().enumerate().find_map(|(nth, clause)| {
        let read = chinese::read(reading, clause).or_else(|| english::read(reading, clause))?;
        // A later clause without a subject may be about whomever the earlier ones name.
        (nth == 0 || read.subject != Subject::Unnamed).then_some(read)
    })?;
    is_told(reading, &found).then(|| Attribute { subject: found.subject.name(), key: found.key, value: found.value })
}

fn is_told(reading: &Reading, found: &Candidate) -> bool {
    let units = &reading.units;
    let is_frame = |at: usize| found.frame.iter().any(|frame| frame.contains(&at));
    let takes_back = |at: usize| {
        let unit = &units[at];
        let is_past = found.clause.contains(&at) && is_of_another_time(unit) && !found.is_event;
        !is_frame(at) && (is_doubtful(unit) || denies(unit) || is_past)
    };
    let doubts = ["guess", "said", "plan", "condition", "past"]
        .into_iter()
        .any(|name| mark(units, name).is_some_and(|at| !is_frame(at.start)));
    let is_changed = changes(reading).iter().any(|change| !(found.is_event && change.words.start < found.clause.end));
    !(0..units.len()).any(takes_back) && !doubts && !is_changed
}
