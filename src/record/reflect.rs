//! What a reflection did or would do, and what a scope's reflections went through.

use minicbor::Encode;
use serde::Serialize;

use super::stored::{decoded, is_default};
use super::{JournalId, RecordId, Timestamp};
use crate::sorted::SortedSet;

/// How to reflect.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ReflectInput {
    /// Also while an earlier one that failed is waited for.
    pub force: bool,
    /// Only say what would be done.
    pub dry_run: bool,
}

/// What a reflection did. The first seven are counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reflected {
    /// Records that were new or changed and that the model was shown.
    pub examined: usize,
    /// Merges.
    pub merged: usize,
    /// Records that were given another text.
    pub updated: usize,
    /// Records that were hidden.
    pub deleted: usize,
    /// Conflicts that were opened.
    pub conflicts: usize,
    /// Proposals that were refused.
    pub rejected: usize,
    /// Batches whose call failed, or whose answer could not be read; they stay due.
    pub failed: usize,
    /// Calls of the language-model callback.
    pub llm_calls: u32,
    /// Tokens read and written: counted by the host, else estimated.
    pub tokens: u64,
    /// What was refused, and why.
    pub refusals: Vec<Refusal>,
    /// What would be done, where only that was asked.
    pub plan: Option<Vec<PlannedStep>>,
    /// The journal entry, where something was changed.
    pub journal_id: Option<JournalId>,
}

/// A proposal of a model's that was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The proposal, as the model gave it; shortened to its beginning, as a text, where it runs on.
    pub op: serde_json::Value,
    /// Why.
    pub reason: String,
}

/// What kind of change a reflection makes.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Several records become one.
    Merge,
    /// A record is given another text.
    Update,
    /// A record is hidden; where another one took its place, as that one's history.
    Delete,
    /// The user is to be asked which of two records holds; neither is hidden.
    Conflict,
}

impl StepKind {
    /// Whether a record gets a text of the model's.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Self::Merge | Self::Update)
    }
}

/// One change that a reflection would make.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedStep {
    /// What kind of change.
    pub kind: StepKind,
    /// Of which records, in order of creation.
    pub ids: Vec<RecordId>,
    /// Their texts before.
    pub before: Vec<String>,
    /// The one text after; `None` where there is none.
    pub after: Option<String>,
    /// Why, in the model's words, where it says so.
    pub reason: Option<String>,
    /// The record that took the place of one that is hidden, where one did: the older one is its history then.
    pub by: Option<RecordId>,
}

impl PlannedStep {
    /// The texts that go, each on a line behind `- `, and the one that comes, behind `+ `; those that stand against each other, behind `? `. What ends
    /// a line within a text is a space.
    #[must_use]
    pub fn diff(&self) -> String {
        let line = |sign: &str, text: &str| [sign, &text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], " ")].concat();
        let sign = if self.kind == StepKind::Conflict { "? " } else { "- " };
        let before = self.before.iter().map(|text| line(sign, text));
        let after = self.after.iter().map(|text| line("+ ", text));
        before.chain(after).collect::<Vec<_>>().join("\n")
    }
}

/// What a scope's reflections went through, as it is stored.
#[derive(Clone, Debug, Default, Encode, PartialEq)]
#[cbor(map)]
pub struct Reflection {
    /// When one was done last.
    #[n(0)]
    pub last: Option<Timestamp>,
    /// Turns since then.
    #[cbor(n(1), skip_if = "is_default")]
    pub turns: u32,
    /// Up to here all was looked at that changed: the entry that changed it, and the record.
    #[cbor(n(2), skip_if = "is_default")]
    pub seen: JournalId,
    /// The record of `seen`.
    #[n(3)]
    pub seen_id: Option<RecordId>,
    /// Entries after `seen` that reflections made themselves; what they changed is not due.
    #[cbor(n(4), skip_if = "Vec::is_empty")]
    pub own: Vec<JournalId>,
    /// Records up to `seen` that are due all the same: the model did not answer.
    #[cbor(n(5), skip_if = "SortedSet::is_empty")]
    pub left: SortedSet<RecordId>,
    /// Runs in a row in which a call failed.
    #[cbor(n(6), skip_if = "is_default")]
    pub failures: u32,
    /// Before then it is not tried again.
    #[n(7)]
    pub retry_at: Option<Timestamp>,
    /// The day that `tokens` are of, in UTC, counted from 1 January 1970.
    #[cbor(n(8), skip_if = "is_default")]
    pub day: i64,
    /// Tokens of that day.
    #[cbor(n(9), skip_if = "is_default")]
    pub tokens: u64,
    /// Hashes of what was refused, the oldest first.
    #[cbor(n(10), skip_if = "Vec::is_empty")]
    pub refused: Vec<u64>,
    /// Records that recalls found to be of one topic with others; the next upkeep, by whichever handle, merges them.
    #[cbor(n(11), skip_if = "SortedSet::is_empty")]
    pub found: SortedSet<RecordId>,
}

decoded!(Reflection:
    0 last,
    1 turns,
    2 seen,
    3 seen_id,
    4 own,
    5 left,
    6 failures,
    7 retry_at,
    8 day,
    9 tokens,
    10 refused,
    11 found,
);

impl Reflection {
    /// Notes that tokens were used at a time.
    pub fn pay(&mut self, tokens: u64, now: Timestamp) {
        let day = now.utc_day();
        // A clock that ran backwards does not give the tokens of a day back.
        if self.day < day {
            (self.day, self.tokens) = (day, 0);
        }
        self.tokens = self.tokens.saturating_add(tokens);
    }

    /// Tokens that were used on the day of `now`, in UTC.
    #[must_use]
    pub fn tokens_on(&self, now: Timestamp) -> u64 {
        if self.day < now.utc_day() { 0 } else { self.tokens }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_says_what_goes_and_what_comes_a_line_each() {
        let step = PlannedStep {
            kind: StepKind::Merge,
            ids: Vec::new(),
            before: vec!["养了一只猫".to_owned(), "a\nb".to_owned()],
            after: Some("c".to_owned()),
            reason: None,
            by: None,
        };
        assert_eq!(step.diff(), "- 养了一只猫\n- a b\n+ c");
    }

    #[test]
    fn tokens_are_counted_by_the_day_in_utc() {
        let day = 86_400_000;
        let mut reflection = Reflection::default();
        reflection.pay(5, Timestamp(3 * day - 1));
        reflection.pay(6, Timestamp(3 * day - 1));
        assert_eq!(reflection.tokens_on(Timestamp(3 * day - 1)), 11);
        assert_eq!(reflection.tokens_on(Timestamp(3 * day)), 0);
        reflection.pay(1, Timestamp(3 * day));
        assert_eq!(reflection.tokens_on(Timestamp(day)), 1, "a clock that ran backwards gives nothing back");
        reflection.pay(u64::MAX, Timestamp(day));
        assert_eq!(reflection.tokens_on(Timestamp(3 * day)), u64::MAX);
    }
}
