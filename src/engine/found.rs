//! What recalls found to be of one topic: written with their touches, so that the upkeep of any handle merges it.

use crate::error::MemoryError;
use crate::record::{RecordId, Scope, Timestamp};
use crate::sorted::{SortedMap, SortedSet};

use super::Engine;
use super::state::ScopeState;
use super::txn::Txn;

/// Records that a scope keeps in the store as found; beyond them the oldest are left out until a recall finds them again.
///
/// Source: a judgement; a kilobyte, and more topics than a conversation touches between two rounds of upkeep.
const MOST_FOUND: usize = 64;

impl Engine {
    /// Stages the touches that recalls gathered, and what they found.
    pub(super) fn take_along(&self, txn: &mut Txn<'_>, touches: SortedMap<RecordId, Timestamp>) {
        if !touches.is_empty() {
            txn.state.stage_found(self.due_in(txn.scope));
        }
        for (id, at) in touches {
            txn.touch(id, at);
        }
    }

    /// Records of a scope whose topics may be due, as far as this handle remembers.
    pub(super) fn due_in(&self, scope: &Scope) -> SortedSet<RecordId> {
        self.inner.due.borrow().iter().filter(|(_, of)| of == scope).map(|(id, _)| *id).collect()
    }

    /// As [`Self::due_in`], with what any handle found, and remembered no longer in memory.
    pub(super) fn take_due(&self, scope: &Scope) -> SortedSet<RecordId> {
        let mut due = self.with(scope, |state| state.reflection.found.clone());
        due.extend(self.due_in(scope));
        self.inner.due.borrow_mut().retain(|(_, of)| of != scope);
        due
    }

    /// Stores that what was found was looked at, but for what is remembered again.
    pub(super) async fn put_found_away(
        &self,
        scope: &Scope,
        looked_at: &SortedSet<RecordId>,
    ) -> Result<(), MemoryError> {
        let is_left = |state: &ScopeState| state.reflection.found.iter().any(|id| looked_at.contains(id));
        if !self.with(scope, is_left) {
            return Ok(());
        }
        let due = self.due_in(scope);
        self.transact(
            scope,
            |_| Vec::new(),
            |txn, _| {
                let mut reflection = txn.state.reflection.clone();
                reflection.found.retain(|id| !looked_at.contains(id) || due.contains(id));
                txn.state.stage_reflection(reflection);
                Ok(())
            },
        )
        .await
    }

    /// Whether something is remembered that [`Self::merge_due`] would look at.
    #[must_use]
    pub fn has_merges_due(&self, scope: &Scope) -> bool {
        !self.due_in(scope).is_empty() || self.with(scope, |state| !state.reflection.found.is_empty())
    }
}

impl ScopeState {
    /// Stages that records were found, beside those that were before.
    pub(super) fn stage_found(&mut self, found: SortedSet<RecordId>) {
        if found.iter().all(|id| self.reflection.found.contains(id)) {
            return;
        }
        let mut reflection = self.reflection.clone();
        reflection.found.extend(found);
        while MOST_FOUND < reflection.found.len() {
            reflection.found.pop_first();
        }
        self.stage_reflection(reflection);
    }
}
