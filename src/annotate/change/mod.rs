//! Words of change and of ending: what they end, and what takes its place.

mod chinese;
mod english;
mod retire;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::lists::{beginning, has};
use super::reading::{Reading, denies, is_doubtful, mark, phrase_at};
use crate::text::letters::is_han;
use crate::text::stem::Form;
use crate::text::tokenize::Kind;

pub(super) use retire::retired;
pub use retire::{Retirement, retires};

/// That something ended, or gave way to something else, in the folded words of its text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// The words that say so, with what they name: 从 postgresql 换成了 mysql.
    pub words: String,
    /// What stands before them, mostly whom or what it is about; empty where nothing does.
    pub about: String,
    /// What ended, if it is named.
    pub old: Option<String>,
    /// What takes its place; `None` for a mere ending.
    pub new: Option<String>,
}

impl Change {
    /// Whether something ended and nothing took its place.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.new.is_none()
    }
}

/// The first change that a text tells of. One that is planned, guessed, denied, asked, a condition, or said by another is none.
///
/// ```
/// use palimpsest::annotate::change;
/// let moved = change("项目数据库从 PostgreSQL 换成了 MySQL").unwrap();
/// assert_eq!((moved.old.as_deref(), moved.new.as_deref()), (Some("postgresql"), Some("mysql")));
/// let ended = change("User no longer goes to spin class").unwrap();
/// assert!(ended.is_ending() && ended.old.as_deref() == Some("goes to spin class"));
/// assert_eq!(change("用户打算放弃学 Python"), None);
/// ```
#[must_use]
pub fn change(text: &str) -> Option<Change> {
    let reading = Reading::of(text);
    let found = changes(&reading).into_iter().next()?;
    let words = |units: &Range<usize>| reading.folded[reading.span(units)].to_owned();
    Some(Change {
        words: words(&found.words),
        about: words(&found.about),
        old: found.old.as_ref().map(words),
        new: found.new.as_ref().map(words),
    })
}

/// Clauses of a text in which changes are looked for; a longer one is a document, of which no rule is sure.
const MAX_CLAUSES: usize = 64;

/// A change, as ranges of the units of its reading.
#[derive(Debug)]
pub(super) struct Found {
    /// The clause that tells of it.
    clause: Range<usize>,
    pub(super) words: Range<usize>,
    /// What stands before the words of change.
    about: Range<usize>,
    old: Option<Range<usize>>,
    new: Option<Range<usize>>,
    /// The word of change in its plain form; `None` where it goes with everything.
    cue: Option<&'static str>,
    /// The units that are words of change, which may look like a denial or a doubt by themselves.
    cues: Vec<Range<usize>>,
}

/// Every change that a text tells of.
pub(super) fn changes(reading: &Reading) -> Vec<Found> {
    let asks = reading.units.iter().any(|unit| unit.text == "?" || matches!(unit.text.as_str(), "吗" | "吧"));
    let clauses = reading.clauses();
    if asks || MAX_CLAUSES < clauses.len() {
        return Vec::new();
    }
    let found = clauses.iter().flat_map(|clause| {
        let is_of = |kind: Kind| reading.units[clause.clone()].iter().any(|unit| unit.kind == kind);
        let chinese = is_of(Kind::Han).then(|| chinese::changes(reading, clause));
        let english = is_of(Kind::Word).then(|| english::changes(reading, clause));
        chinese.into_iter().chain(english).flatten()
    });
    found.filter(|found| is_certain(reading, found)).collect()
}

/// Whether a text tells of a change, or of an event that lasts.
pub(super) fn has_change(reading: &Reading) -> bool {
    has_any(reading, "event", "event_en") || !changes(reading).is_empty()
}

/// Whether a word hints at a change.
pub(super) fn has_hint(reading: &Reading) -> bool {
    has_any(reading, "hint", "hint_en")
}

/// Whether a text has a phrase of one group, or the past of a verb of another.
fn has_any(reading: &Reading, phrases: &str, verbs: &str) -> bool {
    let units = &reading.units;
    (0..units.len()).any(|at| {
        let is_past = units[at].form == Form::Past && has(verbs, &units[at].stem);
        let mut words = units[at].text.chars().next().into_iter().flat_map(|letter| beginning(phrases, letter));
        is_past || words.any(|word| phrase_at(units, at, word).is_some())
    })
}

/// Whether nothing before the change, or in its clause, makes it less than told.
fn is_certain(reading: &Reading, found: &Found) -> bool {
    // "… and means to": what is meant behind the change takes nothing back.
    let cue_end = found.cues.iter().map(|cue| cue.end).max().unwrap_or(found.clause.end);
    let stop = (cue_end..found.clause.end).find(|at| matches!(reading.units[*at].text.as_str(), "and" | "but"));
    let units = &reading.units[..stop.unwrap_or(found.clause.end)];
    let is_cue = |at: usize| found.cues.iter().any(|cue| cue.contains(&at));
    let is_ended = |at: usize| {
        let unit = &units[at];
        has("ending", &unit.text) || has("ending", &unit.stem)
    };
    let takes_back = |at: usize| {
        let doubts = is_doubtful(&units[at]) && !is_ended(at);
        !is_cue(at) && (doubts || found.clause.contains(&at) && denies(&units[at]))
    };
    let doubtful = ["guess", "said", "plan", "condition"];
    !(0..units.len()).any(takes_back)
        && doubtful.into_iter().all(|name| mark(units, name).is_none_or(|at| is_cue(at.start)))
}

/// Whether a word has nothing but Han letters.
fn is_chinese(word: &str) -> bool {
    word.chars().all(is_han)
}
