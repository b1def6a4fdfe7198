//! A store in the runtime's IndexedDB: in pages, workers, service workers and extensions.
//!
//! One object store a collection, rows under their keys as `Uint8Array`s; the revision stands in an object store of its
//! own. Each call is one transaction over what it needs and the revision, so the browser puts calls of all tabs in order.

mod connection;
mod failure;
mod transaction;

use std::cell::RefCell;
use std::rc::Rc;

use crate::ports::{Batch, LocalFuture, ReadRequest, Snapshot, Storage, StorageError};

use connection::Connection;
use failure::Failure;
use transaction::Stamp;

pub use failure::storage_error;

/// What `commit` waits for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Durability {
    /// The operating system has the bytes: they outlive the page and the browser.
    #[default]
    Relaxed,
    /// The disk has the bytes: they outlive the machine.
    Strict,
}

/// A handle on one database. Other handles, in this page or another tab, may be open on it.
///
/// A connection that the browser took away, or that was closed because another tab removes the database, is opened
/// again by the next call.
pub struct IndexedDbStorage {
    name: String,
    durability: Durability,
    state: RefCell<State>,
}

enum State {
    Open(Rc<Connection>),
    Closed,
}

impl IndexedDbStorage {
    /// Opens the database of that name; one that is not there yet is made, empty.
    ///
    /// # Errors
    /// [`StorageError::Unavailable`] where there is no IndexedDB, or it refuses; [`StorageError::Newer`] for a database
    /// that a newer version of the library laid out; [`StorageError::Quota`] when the disk is full.
    pub async fn open(name: &str, durability: Durability) -> Result<Self, StorageError> {
        let connection = Rc::new(Connection::open(name).await?);
        Ok(Self { name: name.to_owned(), durability, state: RefCell::new(State::Open(connection)) })
    }

    /// The connection, opened again where it is gone.
    async fn connection(&self) -> Result<Rc<Connection>, StorageError> {
        if let Some(connection) = self.usable()? {
            return Ok(connection);
        }
        let fresh = Rc::new(Connection::open(&self.name).await?);
        // While this one opened, another call may have opened one too, or closed the handle.
        if let Some(connection) = self.usable()? {
            return Ok(connection);
        }
        self.state.replace(State::Open(Rc::clone(&fresh)));
        Ok(fresh)
    }

    fn usable(&self) -> Result<Option<Rc<Connection>>, StorageError> {
        match &*self.state.borrow() {
            State::Closed => {
                Err(StorageError::Unavailable(format!("this handle on the database {} is closed", self.name)))
            }
            State::Open(connection) if connection.is_gone() => Ok(None),
            State::Open(connection) => Ok(Some(Rc::clone(connection))),
        }
    }

    /// Does it on the connection; where that was lost before anything was written, once more on a new one.
    async fn with_connection<T>(&self, attempt: impl AsyncFn(&Connection) -> Result<T, Failure>) -> Result<T, Failure> {
        let connection = self.connection().await.map_err(Failure::Refused)?;
        match attempt(&connection).await {
            Err(Failure::Lost(_)) => connection.give_up(),
            Err(Failure::Unknown(words)) => {
                connection.give_up();
                return Err(Failure::Unknown(words));
            }
            done => return done,
        }
        let connection = self.connection().await.map_err(Failure::Refused)?;
        attempt(&connection).await
    }

    /// Says how a commit ended whose transaction was aborted by neither of us: the browser can lose the answer of a
    /// commit that it wrote, with the connection.
    async fn find_out(&self, batch: &Batch, own: &Stamp, words: &str) -> Result<(), Failure> {
        let stored = self.with_connection(transaction::stamp).await?;
        if stored == *own {
            return Ok(());
        }
        if stored.revision == batch.expected {
            return self.with_connection(async |connection| self.write(connection, batch, own).await).await;
        }
        if own.revision < stored.revision {
            return Err(Failure::Unknown(words.to_owned()));
        }
        Err(Failure::Refused(StorageError::Conflict))
    }

    async fn write(&self, connection: &Connection, batch: &Batch, own: &Stamp) -> Result<(), Failure> {
        transaction::commit(connection, batch, own, self.durability).await
    }

    /// Lets the connection go; calls that still run on it finish.
    fn shut(&self) {
        if let State::Open(connection) = self.state.replace(State::Closed) {
            connection.give_up();
        }
    }
}

impl Storage for IndexedDbStorage {
    fn read(&self, requests: Vec<ReadRequest>) -> LocalFuture<'_, Result<Snapshot, StorageError>> {
        Box::pin(async move {
            let read = async |connection: &Connection| transaction::read(connection, &requests).await;
            self.with_connection(read).await.map_err(StorageError::from)
        })
    }

    fn commit(&self, batch: Batch) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            let own = Stamp::of(&batch)?;
            let write = async |connection: &Connection| self.write(connection, &batch, &own).await;
            match self.with_connection(write).await {
                Err(Failure::Unknown(words)) => self.find_out(&batch, &own, &words).await.map_err(StorageError::from),
                done => done.map_err(StorageError::from),
            }
        })
    }

    fn close(&self) -> LocalFuture<'_, ()> {
        Box::pin(async move { self.shut() })
    }

    /// Empties the database, then has the browser remove it. Other tabs let go of it by themselves; where a page holds
    /// on to it all the same, it stays behind empty, and the browser removes it when that page lets go.
    fn destroy(&self) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            if self.usable().is_ok() {
                self.with_connection(transaction::clear).await.map_err(StorageError::from)?;
            }
            self.shut();
            connection::delete(&self.name).await
        })
    }
}
