//! Upkeep: writing the touches that recalls gathered, closing, destroying.

use futures_util::future::{Either, FutureExt, select};

use crate::error::MemoryError;
use crate::ports::{Batch, Collection, ReadRequest, Rows, StorageError};
use crate::record::Scope;
use crate::sorted::SortedSet;

use super::Engine;
use super::store::unavailable;

/// Rows that one commit of `destroy` removes.
const REMOVED_AT_ONCE: u32 = 1000;

/// How long closing waits for what is under way, in milliseconds. No read and no commit has a time-out: whether a commit that was given up is
/// stored nobody can tell.
const CLOSE_MS: u32 = 10_000;

impl Engine {
    /// Whether touches of recalls, or turns, wait to be written.
    #[must_use]
    pub fn has_touches(&self) -> bool {
        let store = self.inner.store.borrow();
        !store.touches.is_empty() || !store.carried.is_empty()
    }

    /// Writes the touches and turns that were gathered, where a write did not take them along already.
    ///
    /// # Errors
    /// What the store answers; they are kept for the next try.
    pub async fn flush(&self) -> Result<(), MemoryError> {
        self.check_open()?;
        let scopes: SortedSet<Scope> = {
            let store = self.inner.store.borrow();
            store.touches.keys().chain(store.carried.keys()).cloned().collect()
        };
        for scope in scopes {
            // A change that decides nothing takes the touches along.
            self.transact(&scope, |_| Vec::new(), |_, _| Ok(())).await?;
        }
        Ok(())
    }

    /// Writes what waits and lets go of the store. A second call does nothing. It waits for a write under way, but no longer than ten seconds; calls
    /// that are still under way then are rejected.
    ///
    /// # Errors
    /// What the store answers to the last write, and [`MemoryError::StoreUnavailable`] where it did not answer; the store is closed all the same.
    pub async fn close(&self) -> Result<(), MemoryError> {
        if self.inner.closed.get() {
            return Ok(());
        }
        let orderly = async {
            let flushed = self.flush().await;
            if !self.inner.closed.replace(true) {
                let _lock = self.inner.write.lock().await;
                self.inner.storage.close().await;
            }
            flushed
        };
        let closed = match select(std::pin::pin!(orderly), self.inner.clock.sleep(CLOSE_MS)).await {
            Either::Left((closed, _)) => closed,
            Either::Right(_) => {
                // It is told, and not waited for.
                let _ = self.inner.storage.close().now_or_never();
                let words = "it did not answer within ten seconds; this memory is closed all the same";
                Err(MemoryError::StoreUnavailable(words.to_owned()))
            }
        };
        self.inner.closed.set(true);
        // The last step: this call, too, is under way until then.
        self.inner.closing.notify_waiters();
        closed
    }

    /// Removes every row of every scope, and closes. Other handles on the store then find it empty.
    ///
    /// # Errors
    /// What the store answers; a part of the rows may be gone then, and a second call goes on.
    pub async fn destroy(&self) -> Result<(), MemoryError> {
        self.check_open()?;
        let _lock = self.inner.write.lock().await;
        for part in Collection::ALL {
            loop {
                let rows = Rows::Range { from: None, to: None, limit: Some(REMOVED_AT_ONCE) };
                let snapshot = self.read(vec![ReadRequest { collection: part, rows }]).await?;
                if snapshot.rows[0].is_empty() {
                    break;
                }
                let deletes = snapshot.rows[0].iter().map(|(key, _)| (part, key.clone())).collect();
                let (expected, next) = (snapshot.revision, snapshot.revision + 1);
                match self.inner.storage.commit(Batch { expected, next, puts: Vec::new(), deletes }).await {
                    Ok(()) => self.some_is_written(),
                    // Another handle wrote in between; what it wrote is read and removed too.
                    Err(StorageError::Conflict) => {}
                    Err(err) => return Err(unavailable(err)),
                }
            }
        }
        self.inner.closed.set(true);
        self.inner.storage.close().await;
        let destroyed = self.inner.storage.destroy().await.map_err(unavailable);
        // The last step: this call, too, is under way until then.
        self.inner.closing.notify_waiters();
        destroyed
    }
}
