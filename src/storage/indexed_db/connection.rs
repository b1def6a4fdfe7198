//! The connection to a database: opening, noticing that it is gone, and removing the database.

use std::cell::Cell;
use std::rc::Rc;

use futures_util::future::{Either, select};
use idb::{Database, DatabaseEvent, Factory, ObjectStoreParams};
use js_sys::{Array, Function, Object, Reflect};
use tokio::sync::oneshot;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{IdbDatabase, IdbTransaction};

use super::Durability;
use super::failure::{CHOICES, Failure, describe, name, storage_error};
use crate::ports::{Collection, StorageError};

/// The layout of the database, as IndexedDB's version number.
///
/// It is the first, so opening never rebuilds a database and is never blocked; a second one has to see to both.
const LAYOUT: u16 = 1;

/// The object store that holds the revision.
pub(super) const REVISION: &str = "revision";

/// An open connection. It closes when it is dropped.
pub(super) struct Connection {
    raw: IdbDatabase,
    is_gone: Rc<Cell<bool>>,
    /// Keeps the handlers of `raw` alive.
    _watched: Database,
}

impl Connection {
    pub(super) async fn open(name: &str) -> Result<Self, StorageError> {
        let mut request = factory()?.open(name, Some(LAYOUT.into())).map_err(|err| refused(&err))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else { return };
            for store in store_names() {
                // A store that could not be made is missed below, with the words of `check_layout`.
                database.create_object_store(store, ObjectStoreParams::new()).ok();
            }
        });
        match request.await {
            Ok(database) => Self::watch(name, database),
            Err(err)
                if exception(&err)
                    .and_then(|exception| self::name(&exception))
                    .is_some_and(|name| name == "VersionError") =>
            {
                Err(newer(name).await)
            }
            Err(err) => Err(refused(&err)),
        }
    }

    fn watch(name: &str, database: Database) -> Result<Self, StorageError> {
        if !store_names().all(|store| database.store_names().iter().any(|found| found == store)) {
            database.close();
            return Err(StorageError::Unavailable(format!(
                "the database {name} was made by something else than Palimpsest; pass another name"
            )));
        }
        let raw = IdbDatabase::from(database);
        let mut watched = Database::from(raw.clone());
        let is_gone = Rc::new(Cell::new(false));
        let (flag, database) = (Rc::clone(&is_gone), raw.clone());
        // Another tab wants to remove the database or to rebuild it, and waits until this connection is closed.
        watched.on_version_change(move |_| {
            flag.set(true);
            database.close();
        });
        let flag = Rc::clone(&is_gone);
        watched.on_close(move |_| flag.set(true));
        Ok(Self { raw, is_gone, _watched: watched })
    }

    /// Whether it was closed, by us or by the browser.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone.get()
    }

    /// Closes it. Transactions that run on it still finish.
    pub(super) fn give_up(&self) {
        self.is_gone.set(true);
        self.raw.close();
    }

    /// Begins a transaction over these object stores; with a durability it may write.
    pub(super) fn begin(&self, stores: &[&str], write: Option<Durability>) -> Result<IdbTransaction, Failure> {
        let names: Array = stores.iter().map(|&store| JsValue::from(store)).collect();
        let (mode, options) = match write {
            None => ("readonly", JsValue::UNDEFINED),
            Some(Durability::Relaxed) => ("readwrite", durability("relaxed")),
            Some(Durability::Strict) => ("readwrite", durability("strict")),
        };
        // web-sys has this form of `transaction` only behind a compiler flag.
        let begin = Reflect::get(&self.raw, &"transaction".into()).and_then(JsCast::dyn_into::<Function>);
        begin
            .and_then(|begin| begin.call3(&self.raw, &names, &mode.into(), &options))
            .and_then(JsCast::dyn_into)
            .map_err(|exception| Failure::before_writing(&exception))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.raw.close();
    }
}

/// Removes the database. Returns when it is gone, or when a page that does not let go keeps the browser from it; the
/// browser then removes it later.
pub(super) async fn delete(name: &str) -> Result<(), StorageError> {
    let mut request = factory()?.delete(name).map_err(|err| refused(&err))?;
    let (sender, blocked) = oneshot::channel();
    request.on_blocked(move |_| {
        sender.send(()).ok();
    });
    match select(request.into_future(), blocked).await {
        Either::Left((done, _)) => done.map_err(|err| refused(&err)),
        Either::Right((Ok(()), _)) => Ok(()),
        Either::Right((Err(_), request)) => request.await.map_err(|err| refused(&err)),
    }
}

/// The object stores of a database of ours.
pub(super) fn store_names() -> impl Iterator<Item = &'static str> {
    Collection::ALL.into_iter().map(Collection::name).chain([REVISION])
}

fn factory() -> Result<Factory, StorageError> {
    Factory::new().map_err(|_| StorageError::Unavailable(format!("this runtime has no IndexedDB; {CHOICES}")))
}

fn durability(level: &str) -> JsValue {
    let entry = Array::of2(&"durability".into(), &level.into());
    Object::from_entries(&Array::of1(&entry)).map_or(JsValue::UNDEFINED, JsValue::from)
}

/// What the database of a newer layout is.
async fn newer(name: &str) -> StorageError {
    let opened = async { factory()?.open(name, None).map_err(|err| refused(&err))?.await.map_err(|err| refused(&err)) };
    match opened.await {
        Err(error) => error,
        Ok(database) => {
            let version = database.version().unwrap_or(u32::MAX);
            let is_ours = database.store_names().iter().any(|store| store == REVISION);
            database.close();
            if is_ours {
                return StorageError::Newer { found: u16::try_from(version).unwrap_or(u16::MAX), known: LAYOUT };
            }
            StorageError::Unavailable(format!(
                "the database {name} was made by something else than Palimpsest; pass another name"
            ))
        }
    }
}

/// What it means that a database could not be opened or removed.
fn refused(err: &idb::Error) -> StorageError {
    match exception(err) {
        Some(exception) => match storage_error(&exception) {
            StorageError::Unavailable(_) => StorageError::Unavailable(format!("{}; {CHOICES}", describe(&exception))),
            error @ (StorageError::Quota(_)
            | StorageError::Conflict
            | StorageError::Damaged(_)
            | StorageError::Newer { .. }) => error,
        },
        None => StorageError::Unavailable(format!("IndexedDB does not open: {err}; {CHOICES}")),
    }
}

/// The exception behind an error of opening or removing.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other variants belong to calls that are not made here")]
fn exception(err: &idb::Error) -> Option<JsValue> {
    match err {
        idb::Error::DomException(exception) => Some(exception.into()),
        idb::Error::IndexedDbOpenFailed(exception) | idb::Error::IndexedDbDeleteFailed(exception) => {
            Some(exception.clone())
        }
        _ => None,
    }
}
