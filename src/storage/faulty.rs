//! A store that fails when told to; for tests of what happens then.

use crate::sorted::SortedMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::ports::{Batch, LocalFuture, ReadRequest, Snapshot, Storage, StorageError};

/// What goes wrong with a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// The call is refused; the store behind is not asked.
    Refuse(StorageError),
    /// The store behind does as told, and the answer is lost: a commit that met this is written.
    LoseAnswer(StorageError),
    /// The store behind is not asked, and no answer ever comes.
    Hang,
    /// The store behind does as told, and no answer ever comes.
    HangAfter,
}

/// Another store, with faults at the calls that were named. Reads, commits and `destroy` are counted, from 1 on.
pub struct Faulty {
    inner: Rc<dyn Storage>,
    n_reads: Cell<u32>,
    n_commits: Cell<u32>,
    n_calls: Cell<u32>,
    at: RefCell<SortedMap<u32, Fault>>,
    from: RefCell<Option<(u32, Fault)>>,
}

impl Faulty {
    /// A store that does as `inner` does, until a fault is set.
    #[must_use]
    pub fn new(inner: Rc<dyn Storage>) -> Self {
        Self {
            inner,
            n_reads: Cell::new(0),
            n_commits: Cell::new(0),
            n_calls: Cell::new(0),
            at: RefCell::default(),
            from: RefCell::default(),
        }
    }

    /// Lets the `n`-th call from the beginning (1 is the first) fail, that one alone.
    pub fn fail_at(&self, n: u32, fault: Fault) {
        self.at.borrow_mut().insert(n, fault);
    }

    /// Lets the next call fail, that one alone.
    pub fn fail_next(&self, fault: Fault) {
        self.fail_at(self.n_calls.get().saturating_add(1), fault);
    }

    /// Lets the `n`-th call from the beginning and all after it fail.
    pub fn fail_from(&self, n: u32, fault: Fault) {
        self.from.replace(Some((n, fault)));
    }

    /// Takes back every fault that is still to come.
    pub fn heal(&self) {
        self.at.borrow_mut().clear();
        self.from.replace(None);
    }

    /// Reads, commits and destroys so far, those that failed among them.
    #[must_use]
    pub fn n_calls(&self) -> u32 {
        self.n_calls.get()
    }

    /// Reads so far, those that failed among them.
    #[must_use]
    pub fn n_reads(&self) -> u32 {
        self.n_reads.get()
    }

    /// Commits so far, those that failed among them.
    #[must_use]
    pub fn n_commits(&self) -> u32 {
        self.n_commits.get()
    }

    /// Counts a call and says what goes wrong with it.
    fn next_fault(&self) -> Option<Fault> {
        let n = self.n_calls.get().saturating_add(1);
        self.n_calls.set(n);
        let single = self.at.borrow_mut().remove(&n);
        single.or_else(|| self.from.borrow().as_ref().filter(|(from, _)| *from <= n).map(|(_, fault)| fault.clone()))
    }
}

impl Storage for Faulty {
    fn read(&self, requests: Vec<ReadRequest>) -> LocalFuture<'_, Result<Snapshot, StorageError>> {
        self.n_reads.set(self.n_reads.get().saturating_add(1));
        let fault = self.next_fault();
        Box::pin(meet(fault, async move || self.inner.read(requests).await))
    }

    fn commit(&self, batch: Batch) -> LocalFuture<'_, Result<(), StorageError>> {
        self.n_commits.set(self.n_commits.get().saturating_add(1));
        let fault = self.next_fault();
        Box::pin(meet(fault, async move || self.inner.commit(batch).await))
    }

    fn close(&self) -> LocalFuture<'_, ()> {
        self.inner.close()
    }

    fn destroy(&self) -> LocalFuture<'_, Result<(), StorageError>> {
        let fault = self.next_fault();
        Box::pin(meet(fault, async move || self.inner.destroy().await))
    }
}

async fn meet<T>(fault: Option<Fault>, call: impl AsyncFnOnce() -> Result<T, StorageError>) -> Result<T, StorageError> {
    match fault {
        None => call().await,
        Some(Fault::Refuse(error)) => Err(error),
        Some(Fault::LoseAnswer(error)) => call().await.and(Err(error)),
        Some(Fault::Hang) => std::future::pending().await,
        Some(Fault::HangAfter) => {
            call().await?;
            std::future::pending().await
        }
    }
}
