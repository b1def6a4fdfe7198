//! How long writes take, and how long they wait for callbacks.

use std::future::Future;

use crate::evaluate::timing::Spent;

use super::Engine;

impl Engine {
    /// Waits for the embedding callback, or for a turn to call it, and adds to `ms` how long that took; the built-in embedder's time is
    /// the library's own.
    pub(super) async fn waited<T>(&self, ms: &mut f64, callback: impl Future<Output = T>) -> T {
        let start = self.inner.clock.monotonic();
        let answer = callback.await;
        if self.inner.embedder.is_callback() {
            *ms += self.inner.clock.monotonic() - start;
        }
        answer
    }

    /// Notes what writes took that were decided together, from `start` on.
    pub(super) fn note_writes(&self, n_writes: usize, start: f64, spent: &Spent) {
        let total = self.inner.clock.monotonic() - start;
        self.inner.writes.borrow_mut().note(n_writes, total, spent);
    }
}
