//! One call is one transaction: all its requests are made before the first wait, and no wait is for anything else.

use crate::sorted::SortedSet;
use std::hash::{Hash, Hasher};

use idb::{KeyRange, ObjectStore, Query};
use js_sys::{Array, Number, Uint8Array};
use siphasher::sip128::{Hasher128, SipHasher13};
use tokio::sync::oneshot;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, IdbRequest, IdbTransaction};

use super::Durability;
use super::connection::{Connection, REVISION, store_names};
use super::failure::Failure;
use crate::ports::{Batch, Collection, ReadRequest, Row, Rows, Snapshot, StorageError};

/// The revision, and a hash of the batch that made it, by which a handle knows its own commit again.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Stamp {
    pub(super) revision: u64,
    hash: String,
}

impl Stamp {
    /// What a batch leaves behind.
    pub(super) fn of(batch: &Batch) -> Result<Self, StorageError> {
        if JS_MAX < batch.next {
            return Err(StorageError::Unavailable(format!("the revision {} is beyond 2^53 - 1", batch.next)));
        }
        let mut hasher = SipHasher13::new();
        (batch.expected, batch.next).hash(&mut hasher);
        for (collection, key, value) in &batch.puts {
            (collection.name(), key).hash(&mut hasher);
            hasher.write_usize(value.len());
            hasher.write(value);
        }
        for (collection, key) in &batch.deletes {
            (collection.name(), key).hash(&mut hasher);
        }
        Ok(Self { revision: batch.next, hash: format!("{:032x}", hasher.finish128().as_u128()) })
    }

    fn to_js(&self) -> JsValue {
        #[expect(clippy::cast_precision_loss, reason = "`of` lets no revision through that a number can't hold")]
        let revision = self.revision as f64;
        Array::of2(&revision.into(), &self.hash.as_str().into()).into()
    }

    fn from_js(value: &JsValue) -> Option<Self> {
        if value.is_undefined() {
            return Some(Self::default());
        }
        let pair = value.dyn_ref::<Array>()?;
        let (revision, hash) = (pair.get(0), pair.get(1).as_string()?);
        if !Number::is_safe_integer(&revision) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a safe integer has no fraction")]
        let revision = u64::try_from(revision.as_f64()? as i64).ok()?;
        Some(Self { revision, hash })
    }
}

/// The largest whole number that JavaScript keeps: 2⁵³ − 1.
const JS_MAX: u64 = (1 << 53) - 1;

/// What was asked for one request of a read.
enum Asked {
    Nothing,
    Keys(Vec<(String, IdbRequest)>),
    Range { keys: IdbRequest, values: IdbRequest },
}

pub(super) async fn read(connection: &Connection, requests: &[ReadRequest]) -> Result<Snapshot, Failure> {
    let tx = connection.begin(&stores(requests.iter().map(|request| request.collection)), None)?;
    let asked = requests.iter().map(|request| ask(&tx, request)).collect::<Result<Vec<_>, _>>()?;
    let stamp = ask_stamp(&tx)?;
    // Requests of a transaction are answered in the order in which they were made: this is the last.
    success(&tx, &stamp).await?;
    let revision = read_stamp(&stamp)?.revision;
    Ok(Snapshot { revision, rows: asked.into_iter().map(answer).collect::<Result<_, _>>()? })
}

/// The stored revision.
pub(super) async fn stamp(connection: &Connection) -> Result<Stamp, Failure> {
    let tx = connection.begin(&[REVISION], None)?;
    let stamp = ask_stamp(&tx)?;
    success(&tx, &stamp).await?;
    read_stamp(&stamp)
}

pub(super) async fn commit(
    connection: &Connection,
    batch: &Batch,
    own: &Stamp,
    durability: Durability,
) -> Result<(), Failure> {
    let touched = batch.puts.iter().map(|(collection, ..)| *collection);
    let touched = touched.chain(batch.deletes.iter().map(|(collection, _)| *collection));
    let tx = connection.begin(&stores(touched), Some(durability))?;
    let stamp = ask_stamp(&tx)?;
    success(&tx, &stamp).await?;
    if read_stamp(&stamp)?.revision != batch.expected {
        return Err(Failure::Refused(StorageError::Conflict));
    }
    if let Err(err) = ask_to_write(&tx, batch, own) {
        tx.abort().ok();
        return Err(Failure::Refused(StorageError::Unavailable(format!("the batch can't be written: {err}"))));
    }
    complete(&tx).await
}

/// Empties every object store; the revision is 0 afterwards.
pub(super) async fn clear(connection: &Connection) -> Result<(), Failure> {
    let stores: Vec<&str> = store_names().collect();
    let tx = connection.begin(&stores, Some(Durability::Relaxed))?;
    for name in stores {
        store(&tx, name).and_then(|store| store.clear()).map_err(|err| Failure::Lost(err.to_string()))?;
    }
    complete(&tx).await
}

fn stores(collections: impl Iterator<Item = Collection>) -> Vec<&'static str> {
    let distinct: SortedSet<Collection> = collections.collect();
    distinct.into_iter().map(Collection::name).chain([REVISION]).collect()
}

fn store(tx: &IdbTransaction, name: &str) -> Result<ObjectStore, idb::Error> {
    tx.object_store(name).map(ObjectStore::from).map_err(idb::Error::ObjectStoreNotFound)
}

fn ask_stamp(tx: &IdbTransaction) -> Result<IdbRequest, Failure> {
    let asked = store(tx, REVISION).and_then(|store| store.get(JsValue::from(REVISION)));
    asked.map(IdbRequest::from).map_err(|err| Failure::Lost(err.to_string()))
}

fn read_stamp(request: &IdbRequest) -> Result<Stamp, Failure> {
    let damaged = || Failure::Refused(StorageError::Unavailable("the database's revision is damaged".to_owned()));
    Stamp::from_js(&result(request)?).ok_or_else(damaged)
}

fn ask(tx: &IdbTransaction, request: &ReadRequest) -> Result<Asked, Failure> {
    let asked = store(tx, request.collection.name()).and_then(|store| match &request.rows {
        Rows::Keys(keys) => {
            let keys: SortedSet<&String> = keys.iter().collect();
            let get = |key: &String| Ok((key.clone(), store.get(JsValue::from(key))?.into()));
            Ok(Asked::Keys(keys.into_iter().map(get).collect::<Result<_, idb::Error>>()?))
        }
        // IndexedDB takes a limit of 0 for none.
        Rows::Range { limit: Some(0), .. } => Ok(Asked::Nothing),
        // And it throws for a range that ends before it begins.
        Rows::Range { from: Some(from), to: Some(to), .. } if to <= from => Ok(Asked::Nothing),
        Rows::Range { from, to, limit } => {
            let range = range(from.as_deref(), to.as_deref())?;
            let keys = store.get_all_keys(range.clone(), *limit)?.into();
            Ok(Asked::Range { keys, values: store.get_all(range, *limit)?.into() })
        }
    });
    asked.map_err(|err| Failure::Lost(err.to_string()))
}

fn range(from: Option<&str>, to: Option<&str>) -> Result<Option<Query>, idb::Error> {
    let range = match (from, to) {
        (None, None) => return Ok(None),
        (Some(from), None) => KeyRange::lower_bound(&from.into(), Some(false)),
        (None, Some(to)) => KeyRange::upper_bound(&to.into(), Some(true)),
        (Some(from), Some(to)) => KeyRange::bound(&from.into(), &to.into(), Some(false), Some(true)),
    };
    range.map(Query::from).map(Some)
}

fn answer(asked: Asked) -> Result<Vec<Row>, Failure> {
    match asked {
        Asked::Nothing => Ok(Vec::new()),
        Asked::Keys(requests) => {
            let mut rows = Vec::with_capacity(requests.len());
            for (key, request) in requests {
                let value = result(&request)?;
                if !value.is_undefined() {
                    rows.push(row(key, &value)?);
                }
            }
            Ok(rows)
        }
        Asked::Range { keys, values } => {
            let (keys, values) = (Array::from(&result(&keys)?), Array::from(&result(&values)?));
            let named = keys.iter().zip(values.iter());
            named.map(|(key, value)| row(key.as_string().unwrap_or_default(), &value)).collect()
        }
    }
}

fn row(key: String, value: &JsValue) -> Result<Row, Failure> {
    match value.dyn_ref::<Uint8Array>() {
        Some(bytes) => Ok((key, bytes.to_vec())),
        None => Err(Failure::Refused(StorageError::Unavailable(format!("the database's row {key} holds no bytes")))),
    }
}

fn result(request: &IdbRequest) -> Result<JsValue, Failure> {
    request.result().map_err(|exception| Failure::before_writing(&exception))
}

fn ask_to_write(tx: &IdbTransaction, batch: &Batch, own: &Stamp) -> Result<(), idb::Error> {
    for (collection, key, value) in &batch.puts {
        // A copy: IndexedDB would store the whole memory of the module along with a view of it.
        let bytes = Uint8Array::from(value.as_slice());
        store(tx, collection.name())?.put(&bytes, Some(&key.into()))?;
    }
    for (collection, key) in &batch.deletes {
        store(tx, collection.name())?.delete(JsValue::from(key))?;
    }
    store(tx, REVISION)?.put(&own.to_js(), Some(&REVISION.into()))?;
    Ok(())
}

/// Waits until the request has succeeded.
async fn success(tx: &IdbTransaction, request: &IdbRequest) -> Result<(), Failure> {
    match Ending::of(tx, Some(request)).await.as_deref() {
        Some("success") => Ok(()),
        _ => Err(Failure::before_writing(&tx.error().into())),
    }
}

/// Waits until the transaction is written.
async fn complete(tx: &IdbTransaction) -> Result<(), Failure> {
    // Not for the single requests: with a full disk they may never settle, while the transaction aborts.
    match Ending::of(tx, None).await.as_deref() {
        Some("complete") => Ok(()),
        _ => Err(Failure::while_writing(&tx.error().into())),
    }
}

/// Waits for the first of a request's success and a transaction's end.
struct Ending<'a> {
    tx: &'a IdbTransaction,
    request: Option<&'a IdbRequest>,
    _handler: Closure<dyn FnMut(Event)>,
}

impl<'a> Ending<'a> {
    /// The event's name: `success`, `complete` or `abort`.
    async fn of(tx: &'a IdbTransaction, request: Option<&'a IdbRequest>) -> Option<String> {
        let (sender, event) = oneshot::channel();
        let mut sender = Some(sender);
        let handler = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if let Some(sender) = sender.take() {
                sender.send(event.type_()).ok();
            }
        });
        let function = Some(handler.as_ref().unchecked_ref());
        tx.set_oncomplete(function);
        tx.set_onabort(function);
        if let Some(request) = request {
            request.set_onsuccess(function);
        }
        let _until_then = Self { tx, request, _handler: handler };
        event.await.ok()
    }
}

impl Drop for Ending<'_> {
    // The browser must not call the handler once it is gone, also where the caller stopped waiting.
    fn drop(&mut self) {
        self.tx.set_oncomplete(None);
        self.tx.set_onabort(None);
        if let Some(request) = self.request {
            request.set_onsuccess(None);
        }
    }
}
