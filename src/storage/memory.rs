//! A store that lives as long as its handles.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ports::{Batch, Collection, LocalFuture, ReadRequest, Row, Rows, Snapshot, Storage, StorageError};
use crate::sorted::{SortedMap, sort_by};

/// A store in memory. A clone is a further handle on the same bytes, open whatever happened to the first.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    shelf: Rc<RefCell<Shelf>>,
    is_closed: Cell<bool>,
}

#[derive(Debug, Default)]
struct Shelf {
    revision: u64,
    // A tree, not a sorted list: the rows of several scopes come and go in the middle, one by one.
    rows: SortedMap<Collection, BTreeMap<String, Vec<u8>>>,
}

impl Clone for MemoryStorage {
    fn clone(&self) -> Self {
        Self { shelf: Rc::clone(&self.shelf), is_closed: Cell::new(false) }
    }
}

impl Storage for MemoryStorage {
    fn read(&self, requests: Vec<ReadRequest>) -> LocalFuture<'_, Result<Snapshot, StorageError>> {
        Box::pin(async move {
            self.check_open()?;
            let shelf = self.shelf.borrow();
            let rows = requests.iter().map(|request| shelf.select(request)).collect();
            Ok(Snapshot { revision: shelf.revision, rows })
        })
    }

    fn commit(&self, batch: Batch) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            self.check_open()?;
            self.shelf.borrow_mut().apply(batch)
        })
    }

    fn close(&self) -> LocalFuture<'_, ()> {
        Box::pin(async move { self.is_closed.set(true) })
    }

    fn destroy(&self) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            self.is_closed.set(true);
            self.shelf.take();
            Ok(())
        })
    }
}

impl MemoryStorage {
    fn check_open(&self) -> Result<(), StorageError> {
        if self.is_closed.get() {
            return Err(StorageError::Unavailable("this handle on the store in memory is closed".to_owned()));
        }
        Ok(())
    }
}

impl Shelf {
    fn select(&self, request: &ReadRequest) -> Vec<Row> {
        let Some(rows) = self.rows.get(&request.collection) else { return Vec::new() };
        match &request.rows {
            Rows::Keys(keys) => {
                let mut keys: Vec<_> = keys.iter().collect();
                sort_by(&mut keys, Ord::cmp);
                keys.dedup();
                keys.into_iter().filter_map(|key| Some((key.clone(), rows.get(key)?.clone()))).collect()
            }
            Rows::Range { from, to, limit } => {
                // Not `range(from..to)`: that panics where `to` is smaller than `from`.
                rows.range(from.clone().unwrap_or_default()..)
                    .take_while(|(key, _)| to.as_ref().is_none_or(|to| *key < to))
                    .take(limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)))
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect()
            }
        }
    }

    fn apply(&mut self, batch: Batch) -> Result<(), StorageError> {
        if self.revision != batch.expected {
            return Err(StorageError::Conflict);
        }
        self.revision = batch.next;
        for (collection, key, value) in batch.puts {
            self.rows.entry(collection).or_default().insert(key, value);
        }
        for (collection, key) in batch.deletes {
            self.rows.entry(collection).or_default().remove(&key);
        }
        Ok(())
    }
}
