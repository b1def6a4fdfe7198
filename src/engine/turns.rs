//! Turns of a conversation, after some of which a model reflects.

use super::Engine;
use crate::record::Scope;

impl Engine {
    /// Notes that the scope's conversation had a turn. Nothing counts them yet.
    pub(super) fn note_turn(&self, _scope: &Scope) {}
}
