//! Turns of a conversation: counted cheaply, and after so many of them a reflection is due.

use crate::error::MemoryError;
use crate::record::{Event, ReflectInput, Scope};
use crate::reflect;

use super::Engine;
use super::held::Marks;

/// What was gathered and the next commit of the scope takes along, as it does the touches of recalls.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Carried {
    /// Turns.
    pub(super) turns: u32,
    /// Tokens that reflections used.
    pub(super) tokens: u64,
}

impl Engine {
    /// Ends a turn of the conversation. Whether a reflection is due then, which is the caller's to start.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn end_turn(&self, scope: &Scope) -> Result<bool, MemoryError> {
        self.ready(scope).await?;
        self.note_turn(scope);
        Ok(self.is_reflection_due(scope, None))
    }

    /// Counts a turn of a scope that is loaded; before its first memory none counts. It is written with the next commit, or when
    /// [`Engine::flush`] is called.
    pub fn note_turn(&self, scope: &Scope) {
        if self.with(scope, |state| state.newest().is_some()) {
            let mut store = self.inner.store.borrow_mut();
            let carried = store.carried.entry(scope.clone()).or_default();
            carried.turns = carried.turns.saturating_add(1);
        }
    }

    /// Notes tokens that a reflection used, so that they count even where it is given up.
    pub(super) fn note_tokens(&self, scope: &Scope, tokens: u64) {
        if 0 < tokens {
            let mut store = self.inner.store.borrow_mut();
            let carried = store.carried.entry(scope.clone()).or_default();
            carried.tokens = carried.tokens.saturating_add(tokens);
        }
    }

    /// What was gathered of a scope and is not written yet.
    pub(super) fn carried(&self, scope: &Scope) -> Carried {
        self.inner.store.borrow().carried.get(scope).copied().unwrap_or_default()
    }

    /// Whether a scope that is loaded is to be reflected on by itself: it is time, there is something new, a model to ask, and tokens left for today.
    /// `every_ms` takes the place of `policy.reflect.everyHours` where it is given.
    #[must_use]
    pub fn is_reflection_due(&self, scope: &Scope, every_ms: Option<i64>) -> bool {
        let policy = &self.inner.policy.reflect;
        if !self.reflects() {
            return false;
        }
        let (now, carried) = (self.inner.clock.now(), self.carried(scope));
        self.with(scope, |state| {
            let reflection = &state.reflection;
            let turns = reflection.turns.saturating_add(carried.turns);
            let first = state.records().next().map(|record| record.created_at);
            let has_tokens = policy
                .max_tokens_per_day
                .is_none_or(|most| reflection.tokens_on(now).saturating_add(carried.tokens) < most);
            has_tokens
                && reflect::is_time(reflection, turns, first, now, policy, every_ms)
                && state.records_marked(Marks::KNOWN).any(|record| reflect::is_pending(&record, reflection, now))
        })
    }

    /// Whether reflections are made by themselves at all.
    #[must_use]
    pub fn reflects(&self) -> bool {
        self.has_model() && self.inner.policy.strategies.reflect
    }

    /// Reflects where it is due, unless another handle did meanwhile. What goes wrong is told as a warning.
    pub async fn reflect_if_due(&self, scope: &Scope, every_ms: Option<i64>) {
        if let Err(err) = self.reflected_if_due(scope, every_ms).await
            && !matches!(err, MemoryError::Closed | MemoryError::ClosedUnder(_))
        {
            let message = format!("a reflection that was due is not done, and is tried again: {err}");
            self.emit(&Event::Warning { code: err.code(), message });
        }
    }

    /// [`Self::reflect_if_due`], with the error.
    pub(super) async fn reflected_if_due(&self, scope: &Scope, every_ms: Option<i64>) -> Result<(), MemoryError> {
        self.ready(scope).await?;
        if self.is_reflection_due(scope, every_ms) {
            self.reflect(scope, ReflectInput::default()).await?;
        }
        Ok(())
    }
}
