//! What happened: journal entries and events, as JavaScript sees them.

use serde::Serialize;
use tsify::Tsify;

use super::MemoryRecord;
use super::answer::{Decision, Evidence};
use super::conflict::Conflict;
use crate::record::{self, Action, Operation, Origin, Record, Scope, Strategy, View};

/// One change, as the journal keeps it.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct JournalEntry {
    /// Its name, in order of writing.
    id: String,
    /// When it was written.
    at: i64,
    /// What was done.
    #[tsify(type = "Operation")]
    operation: &'static str,
    /// What a write or a later judgement of it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Action")]
    action: Option<Action>,
    /// The entry that an undo took back.
    #[serde(skip_serializing_if = "Option::is_none")]
    undone: Option<String>,
    /// Which part of the library decided; missing where a person did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Strategy")]
    strategy: Option<Strategy>,
    /// What the decision rests on; missing where a person decided, and once a record in it was removed for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence>,
    /// The records that it changed, as they were.
    images: Vec<Image>,
    /// Whether a hard `forget` removed images, so that it can no longer be undone.
    erased: bool,
}

/// One record's state before an entry.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Image {
    /// The record.
    id: String,
    /// What it was; missing when the entry created it.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<MemoryRecord>,
    /// What is left out of `before` because the entry only added to it.
    kept: Kept,
}

/// How many of a record's first sources, details and older writings an entry left as they were.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Kept {
    /// Of `sources`.
    sources: u32,
    /// Of `details`.
    details: u32,
    /// Of `history`.
    history: u32,
}

impl JournalEntry {
    /// The entry of a scope, with the scores (0 to 1) of the records in it.
    pub(in crate::wasm) fn new(
        scope: &Scope,
        entry: record::JournalEntry,
        score: impl Fn(&Scope, &Record) -> f64,
    ) -> Self {
        let (operation, action, undone) = match entry.operation {
            Operation::Write(action) => ("write", Some(action), None),
            Operation::Judge(action) => ("judge", Some(action), None),
            Operation::Edit => ("edit", None, None),
            Operation::Pin => ("pin", None, None),
            Operation::Link => ("link", None, None),
            Operation::Forget => ("forget", None, None),
            Operation::Restore => ("restore", None, None),
            Operation::Resolve => ("resolve", None, None),
            Operation::Import => ("import", None, None),
            Operation::Sweep => ("sweep", None, None),
            Operation::Reflect => ("reflect", None, None),
            Operation::Undo(undone) => ("undo", None, Some(undone.to_string())),
        };
        let image = |image: record::Image| Image {
            id: image.id.to_string(),
            kept: Kept { sources: image.kept.sources, details: image.kept.details, history: image.kept.history },
            before: image.before.map(|record| {
                // What an image shows is what it holds.
                let view = View { score: score(scope, &record), history: record.history.clone() };
                MemoryRecord::new(scope.clone(), record, view)
            }),
        };
        Self {
            id: entry.id.to_string(),
            at: entry.at.0,
            operation,
            action,
            undone,
            strategy: entry.strategy,
            evidence: entry.evidence.map(Evidence::from),
            images: entry.images.into_iter().map(image).collect(),
            erased: entry.erased,
        }
    }
}

/// What a handle tells its host while it works.
#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(in crate::wasm) enum MemoryEvent {
    /// A write was decided and is stored.
    Decision {
        /// What it did.
        decision: Box<Decision>,
    },
    /// Records changed: each that was written, also those that were hidden, as by a forget or a reflection.
    Changed {
        /// Whose.
        #[tsify(type = "Scope")]
        scope: Scope,
        /// Which, in order.
        ids: Vec<String>,
        /// The store's revision since then.
        revision: u64,
        /// Which handle changed them: this one, or another one on the same store, like another tab's.
        #[tsify(type = "'own' | 'other'")]
        origin: &'static str,
    },
    /// Values stand against each other, and the user is to be asked.
    Conflict {
        /// Whose.
        #[tsify(type = "Scope")]
        scope: Scope,
        /// What to ask, and about which records.
        conflict: Box<Conflict>,
    },
    /// How far something long has come.
    Progress {
        /// The method that it is; `open` where a scope's records are read for the first time.
        #[tsify(type = "'calibrate' | 'open' | 'reembed' | 'reflect'")]
        task: &'static str,
        /// Steps that are done.
        done: usize,
        /// Steps in all, as far as is known.
        total: usize,
    },
    /// Records faded, and are kept cold from now on.
    Cooled {
        /// Whose.
        #[tsify(type = "Scope")]
        scope: Scope,
        /// Which, in order.
        ids: Vec<String>,
    },
    /// Something went wrong that did not stop the call.
    Warning {
        /// A code of the error table.
        #[tsify(type = "MemoryErrorCode")]
        code: &'static str,
        /// What happened and what was written.
        message: String,
    },
}

impl MemoryEvent {
    /// The event, with what is shown with the records in it.
    pub(in crate::wasm) fn new(event: record::Event, view: impl Fn(&Scope, &Record) -> View) -> Self {
        match event {
            record::Event::Decision(decision) => Self::Decision { decision: Box::new(Decision::new(*decision, view)) },
            record::Event::Conflict { scope, conflict } => {
                Self::Conflict { scope, conflict: Box::new(Conflict::from(*conflict)) }
            }
            record::Event::Changed { scope, ids, revision, origin } => Self::Changed {
                scope,
                ids: ids.iter().map(ToString::to_string).collect(),
                revision,
                origin: match origin {
                    Origin::Own => "own",
                    Origin::Other => "other",
                },
            },
            record::Event::Progress { task, done, total } => Self::Progress { task, done, total },
            record::Event::Cooled { scope, ids } => {
                Self::Cooled { scope, ids: ids.iter().map(ToString::to_string).collect() }
            }
            record::Event::Warning { code, message } => Self::Warning { code, message },
        }
    }
}
