//! Giving a call up: it stops where it is, lets go of what it holds, and says what it has written.
//!
//! A call is given up by dropping it. What it waits for is dropped with it, so that its callbacks' signals are aborted and its turn goes to
//! the next. Until the store is told to commit, nothing was written; what a commit that is on its way does, nobody can tell before the store
//! is asked again, so the handle then reads everything anew. A call whose last commit is done is not given up: it answers.

use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;

use futures_util::future::{Either, select};
use tokio::sync::Notify;

use super::{Engine, Inner};
use crate::error::MemoryError;

/// A caller's way to give one call up.
#[derive(Debug, Default)]
pub struct Abort {
    is_aborted: Cell<bool>,
    /// Whether a commit of the call is stored; more may be to come.
    has_written: Cell<bool>,
    /// Whether all that the call had to write is stored.
    is_written: Cell<bool>,
    wake: Notify,
}

impl Abort {
    /// Gives the call up that was started with it.
    pub fn abort(&self) {
        self.is_aborted.set(true);
        self.wake.notify_waiters();
    }

    async fn aborted(&self) {
        let woken = self.wake.notified();
        if !self.is_aborted.get() {
            woken.await;
        }
    }
}

/// What is said of a call that does its work in several commits, and was given up between two of them.
const BETWEEN: &str = "between two of its steps; what the earlier ones wrote is stored";

/// What a call that was given up had done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GivenUp {
    /// Whether a commit was on its way.
    at_store: bool,
    /// How many items it had written, of a call of many.
    written: Option<usize>,
}

/// Why a call was given up.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Why {
    /// Its caller aborted it.
    Aborted,
    /// The handle was closed.
    Closed,
}

impl Engine {
    /// The same handle, for one call that may be given up.
    #[must_use]
    pub fn abortable(&self, abort: Rc<Abort>) -> Self {
        Self { inner: Rc::clone(&self.inner), abort: Some(abort) }
    }

    /// Resolves once the call of this handle is to be given up; never where all that it had to write is stored.
    pub async fn given_up(&self) -> Why {
        let why = self.ended().await;
        if self.abort.as_ref().is_some_and(|abort| abort.is_written.get()) {
            return std::future::pending().await;
        }
        why
    }

    async fn ended(&self) -> Why {
        let Some(abort) = &self.abort else {
            self.inner.closing.notified().await;
            return Why::Closed;
        };
        match select(pin!(abort.aborted()), pin!(self.inner.closing.notified())).await {
            Either::Left(_) => Why::Aborted,
            Either::Right(_) => Why::Closed,
        }
    }

    /// Drops a call, and says why it did not answer and what it has written.
    pub fn give_up<F>(&self, call: F, why: Why) -> MemoryError {
        self.inner.given_up.take();
        drop(call);
        let GivenUp { at_store, written } = self.inner.given_up.take();
        let when = match (at_store, written) {
            (true, _) => "while the store was writing; what it was writing may be stored all the same",
            (false, None) if self.has_written() => BETWEEN,
            (false, None) => "on its way; nothing was written",
            (false, Some(_)) => "on its way; nothing more was written",
        };
        let cause = match why {
            Why::Aborted => MemoryError::Aborted(when),
            Why::Closed => MemoryError::ClosedUnder(when),
        };
        match written {
            Some(written) => MemoryError::Partial { written, cause: Box::new(cause) },
            None => cause,
        }
    }

    /// What a call that has written everything does besides, until it is given up. It is no reason for the call to fail.
    pub(super) async fn besides(&self, work: impl Future<Output = Result<(), MemoryError>>) {
        if let Either::Left((Err(err), _)) = select(pin!(work), pin!(self.ended())).await {
            self.warn(&err, "what was written is stored, and is judged later");
        }
    }

    /// Notes that a commit of the call under way is stored.
    pub(super) fn some_is_written(&self) {
        if let Some(abort) = &self.abort {
            abort.has_written.set(true);
        }
    }

    fn has_written(&self) -> bool {
        self.abort.as_ref().is_some_and(|abort| abort.has_written.get())
    }

    /// # Errors
    /// [`MemoryError::Closed`], and [`MemoryError::ClosedUnder`] where a commit of the call under way is stored.
    pub(super) fn check_open(&self) -> Result<(), MemoryError> {
        match (self.is_closed(), self.has_written()) {
            (false, _) => Ok(()),
            (true, false) => Err(MemoryError::Closed),
            (true, true) => Err(MemoryError::ClosedUnder(BETWEEN)),
        }
    }

    /// Notes that all that the call under way had to write is stored: an abort then comes too late.
    pub(super) fn all_is_written(&self) {
        if let Some(abort) = &self.abort {
            abort.is_written.set(true);
        }
    }
}

/// Stands while a commit is on its way.
pub(super) struct AtStore<'a> {
    inner: &'a Inner,
    is_over: bool,
}

impl<'a> AtStore<'a> {
    pub(super) fn new(inner: &'a Inner) -> Self {
        Self { inner, is_over: false }
    }

    /// The store has answered.
    pub(super) fn over(mut self) {
        self.is_over = true;
    }
}

impl Drop for AtStore<'_> {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.inner.given_up.set(GivenUp { at_store: true, ..self.inner.given_up.get() });
        // What is in memory may not be what is stored.
        if let Ok(mut store) = self.inner.store.try_borrow_mut() {
            store.doubtful = true;
        }
    }
}

/// What a call of many items has written so far.
pub(super) struct Counted<'a, T> {
    inner: &'a Inner,
    pub(super) items: Vec<T>,
}

impl<'a, T> Counted<'a, T> {
    pub(super) fn new(engine: &'a Engine) -> Self {
        Self { inner: &engine.inner, items: Vec::new() }
    }
}

impl<T> Drop for Counted<'_, T> {
    fn drop(&mut self) {
        self.inner.given_up.set(GivenUp { written: Some(self.items.len()), ..self.inner.given_up.get() });
    }
}
