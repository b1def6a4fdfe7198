//! What upkeep did, and how far it took the journal back.

use minicbor::Encode;

use super::JournalId;
use super::stored::decoded;

/// What a sweep did.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Swept {
    /// Records that were looked at: the active ones.
    pub examined: usize,
    /// Records that had faded and are kept cold.
    pub cooled: usize,
    /// Cold records that were used since, and are recalled again.
    pub warmed: usize,
    /// Records whose time had run out; they are kept cold, and recalled only as history.
    pub expired: usize,
}

/// How often upkeep is to be done by itself, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Schedule {
    /// All of it; `None` for once a day.
    pub sweep_ms: Option<i64>,
    /// Reflections besides, of every scope that has something new; `None` where they come with the rest, as `policy.reflect` says.
    pub reflect_ms: Option<i64>,
}

impl Schedule {
    /// All of it every so many milliseconds.
    #[must_use]
    pub fn sweep(every_ms: i64) -> Self {
        Self { sweep_ms: Some(every_ms), reflect_ms: None }
    }

    /// This one, and where it does not say how often, another one.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let (sweep_ms, reflect_ms) = (self.sweep_ms.or(other.sweep_ms), self.reflect_ms.or(other.reflect_ms));
        Self { sweep_ms, reflect_ms }
    }
}

/// What upkeep did, in all scopes together.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Maintained {
    /// Scopes that were gone through.
    pub scopes: usize,
    /// What its sweeps did.
    pub swept: Swept,
    /// Records that waited for a callback and no longer do.
    pub settled: usize,
    /// Journal entries that were beyond the horizon, and can no longer be undone.
    pub trimmed: usize,
}

impl Maintained {
    /// Adds what was done in another scope.
    pub fn add(&mut self, other: &Self) {
        self.scopes += other.scopes;
        self.swept.examined += other.swept.examined;
        self.swept.cooled += other.swept.cooled;
        self.swept.warmed += other.swept.warmed;
        self.swept.expired += other.swept.expired;
        self.settled += other.settled;
        self.trimmed += other.trimmed;
    }
}

/// How far a scope's journal was taken back.
#[derive(Clone, Copy, Debug, Default, Encode, Eq, PartialEq)]
#[cbor(map)]
pub struct Horizon {
    /// The newest entry that is gone; all before it are, too.
    #[n(0)]
    pub last: JournalId,
    /// How many went, since the scope began.
    #[n(1)]
    pub trimmed: u64,
}

decoded!(Horizon:
    0 last: required,
    1 trimmed: required,
);
