//! What a handle tells its host while it works.

use super::{Conflict, Decision, RecordId, Scope};

/// Which handle made a change.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Origin {
    /// This one.
    Own,
    /// Another one on the same store: another tab, another process.
    Other,
}

/// What a handle tells its host while it works.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A write was decided and is stored.
    Decision(Box<Decision>),
    /// Records changed: each that a commit wrote, also those that it hid, as a forget or a reflection does.
    Changed {
        /// Whose.
        scope: Scope,
        /// Which, in order.
        ids: Vec<RecordId>,
        /// The store's revision since then.
        revision: u64,
        /// Which handle changed them.
        origin: Origin,
    },
    /// Values stand against each other, and the user is to be asked.
    Conflict {
        /// Whose.
        scope: Scope,
        /// What to ask, and about which records.
        conflict: Box<Conflict>,
    },
    /// How far something long has come.
    Progress {
        /// What it is: `calibrate`, `reembed`, `reflect`, and `open`, the first use of a large scope.
        task: &'static str,
        /// Steps that are done.
        done: usize,
        /// Steps in all, as far as is known.
        total: usize,
    },
    /// Records faded or ran out, and are kept cold from now on.
    Cooled {
        /// Whose.
        scope: Scope,
        /// Which, in order.
        ids: Vec<RecordId>,
    },
    /// Something went wrong that did not stop the call, with a stable error code.
    Warning {
        /// A code of the error table.
        code: &'static str,
        /// What happened and what was written.
        message: String,
    },
}
