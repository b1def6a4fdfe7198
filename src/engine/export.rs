//! Export: all that a scope holds, as one archive.

use crate::codec::{self, ArchiveError};
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row};
use crate::record::Scope;

use super::heard::{batch_of, row_of};
use super::{Engine, keys};

impl Engine {
    /// An archive of the scope: records with all that is known of them, vectors, the journal and how far it was taken back, the
    /// idempotency keys that were answered, and the messages that wait to be read; not what a model answered before, which may be asked again, nor
    /// what reflections went through, so that all is due once where it is taken in.
    ///
    /// # Errors
    /// [`MemoryError::StoreDamaged`], [`MemoryError::TooLarge`], and what the store answers.
    pub async fn export(&self, scope: &Scope) -> Result<Vec<u8>, MemoryError> {
        self.ready(scope).await?;
        if self.inner.store.borrow().touches.contains_key(scope) {
            // A store that takes nothing more can still be exported: only the last touches are missing then.
            let _ = self.transact(scope, |_| Vec::new(), |_, _| Ok(())).await;
            self.ready(scope).await?;
        }
        let prefix = self.with(scope, |state| state.prefix.clone());
        let answered = format!("{prefix}{}", keys::ANSWERED);
        let parts = [(Collection::Records, &prefix), (Collection::Journal, &prefix)];
        let horizon = format!("{prefix}{}", keys::HORIZON);
        let heard = format!("{prefix}{}", keys::HEARD);
        let meta = [(Collection::Meta, &answered), (Collection::Meta, &horizon), (Collection::Meta, &heard)];
        let parts = parts.into_iter().chain(meta);
        let mut requests: Vec<ReadRequest> = parts.map(|(part, start)| keys::under(part, start)).collect();
        // Pages are made of vectors, so they need not be carried along.
        requests.insert(1, keys::vectors_after(&prefix, None, None));
        let mut snapshot = self.read(requests).await?.rows;
        let heard = unnamed(snapshot.pop().unwrap_or_default())?;
        let horizon = snapshot.pop().unwrap_or_default();
        if let Some(others) = snapshot.last_mut() {
            others.extend(horizon.into_iter().chain(heard));
        }
        let mut snapshot = snapshot.into_iter();
        let rows = [(); 4].map(|()| {
            let mut rows = snapshot.next().unwrap_or_default();
            for (key, _) in &mut rows {
                *key = key.strip_prefix(&prefix).unwrap_or(key).to_owned();
            }
            rows
        });
        codec::archive_bytes(scope, rows).map_err(|err| match err {
            ArchiveError::Damaged(what) => MemoryError::StoreBroken(what),
            ArchiveError::NotOurs | ArchiveError::TooLarge { .. } | ArchiveError::Newer { .. } => refused(&err),
        })
    }
}

/// The error for bytes that are no archive that can be taken in.
pub(super) fn refused(err: &ArchiveError) -> MemoryError {
    let words = err.to_string();
    match err {
        ArchiveError::NotOurs => MemoryError::InvalidInput(words),
        ArchiveError::TooLarge { .. } => MemoryError::TooLarge(words),
        ArchiveError::Newer { .. } => MemoryError::ArchiveNewer(words),
        ArchiveError::Damaged(_) => MemoryError::ArchiveDamaged(words),
    }
}

/// Batches of messages without the names that the store knows them by, which are of its salt.
fn unnamed(rows: Vec<Row>) -> Result<Vec<Row>, MemoryError> {
    let unnamed = |(key, row): Row| {
        let mut heard = batch_of(&key, &row)?;
        heard.messages.iter_mut().for_each(|said| said.name = 0);
        Ok((key.clone(), row_of(&key, &heard)?))
    };
    rows.into_iter().map(unnamed).collect()
}
