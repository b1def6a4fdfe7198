//! A store that the host supplies: a `StorageAdapter` object in JavaScript.

mod answer;

pub(super) use answer::{bytes, n_bytes};

use crate::sorted::SortedSet;
use std::cell::Cell;

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::ports::{Batch, Collection, LocalFuture, ReadRequest, Rows, Snapshot, Storage, StorageError};

/// The largest whole number that JavaScript keeps: 2⁵³ − 1.
const JS_MAX: u64 = (1 << 53) - 1;

/// A store behind an adapter. What the adapter answers is checked whole before any of it is used.
pub struct HostStorage {
    adapter: Object,
    is_closed: Cell<bool>,
}

impl HostStorage {
    /// A store behind that object.
    ///
    /// # Errors
    /// [`StorageError::Unavailable`], with words, unless it is an object with the methods `read` and `commit`; `close` and
    /// `destroy` are called where it has them.
    pub fn new(adapter: &JsValue) -> Result<Self, StorageError> {
        if !adapter.is_object() && !adapter.is_function() {
            return Err(unavailable("a StorageAdapter is an object with the methods read and commit"));
        }
        let storage = Self { adapter: adapter.clone().unchecked_into(), is_closed: Cell::new(false) };
        for name in ["read", "commit"] {
            if storage.method(name)?.is_none() {
                return Err(StorageError::Unavailable(format!(
                    "the storage adapter has no method {name}; one that comes by promise is to be awaited"
                )));
            }
        }
        Ok(storage)
    }

    fn method(&self, name: &str) -> Result<Option<Function>, StorageError> {
        match Reflect::get(&self.adapter, &name.into()) {
            Ok(found) => Ok(found.dyn_into().ok()),
            Err(thrown) => Err(answer::rejection(name, &thrown)),
        }
    }

    /// Calls a method and waits for its answer; one that is no promise counts too. `None` where there is no such method.
    async fn call(&self, name: &str, arguments: &Array) -> Result<Option<JsValue>, StorageError> {
        let Some(method) = self.method(name)? else { return Ok(None) };
        // `Promise::resolve` also takes the promises of other realms, and things that merely have a `then`.
        let answer = match Reflect::apply(&method, &self.adapter, arguments) {
            Ok(answer) => JsFuture::from(Promise::resolve(&answer)).await,
            Err(thrown) => Err(thrown),
        };
        answer.map(Some).map_err(|thrown| answer::rejection(name, &thrown))
    }

    fn check_open(&self) -> Result<(), StorageError> {
        if self.is_closed.get() {
            return Err(unavailable("this handle on the storage adapter is closed"));
        }
        Ok(())
    }
}

impl Storage for HostStorage {
    fn read(&self, requests: Vec<ReadRequest>) -> LocalFuture<'_, Result<Snapshot, StorageError>> {
        Box::pin(async move {
            self.check_open()?;
            let asked = requests.iter().map(request).collect::<Result<Array, _>>()?;
            let found = self.call("read", &Array::of1(&asked)).await?.unwrap_or_default();
            answer::snapshot(&found, &requests)
        })
    }

    fn commit(&self, batch: Batch) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            self.check_open()?;
            match self.call("commit", &Array::of1(&change(&batch)?)).await? {
                Some(_) => Ok(()),
                None => Err(unavailable("the storage adapter has lost its method commit")),
            }
        })
    }

    fn close(&self) -> LocalFuture<'_, ()> {
        Box::pin(async move {
            if !self.is_closed.replace(true) {
                // There is nobody left to whom a failure of closing would matter.
                self.call("close", &Array::new()).await.ok();
            }
        })
    }

    fn destroy(&self) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            let was_closed = self.is_closed.replace(true);
            self.call("destroy", &Array::new()).await?;
            if !was_closed {
                self.call("close", &Array::new()).await.ok();
            }
            Ok(())
        })
    }
}

/// A request as the adapter sees it; keys are ascending and stand there once.
fn request(request: &ReadRequest) -> Result<JsValue, StorageError> {
    let collection = request.collection.name();
    match &request.rows {
        Rows::Keys(keys) => {
            let keys: SortedSet<&str> = keys.iter().map(String::as_str).collect();
            let keys: Array = keys.into_iter().map(JsValue::from).collect();
            object(&[("collection", collection.into()), ("keys", keys.into())])
        }
        Rows::Range { from, to, limit } => {
            let mut fields = vec![("collection", JsValue::from(collection))];
            fields.extend(from.as_deref().map(|from| ("from", from.into())));
            fields.extend(to.as_deref().map(|to| ("to", to.into())));
            fields.extend(limit.map(|limit| ("limit", limit.into())));
            object(&fields)
        }
    }
}

/// A batch as the adapter sees it.
fn change(batch: &Batch) -> Result<JsValue, StorageError> {
    let put = |(collection, key, value): &(Collection, String, Vec<u8>)| {
        // A copy, which the adapter may keep: a view would change with the memory of the module.
        Array::of3(&collection.name().into(), &key.into(), &Uint8Array::from(value.as_slice()))
    };
    let delete = |(collection, key): &(Collection, String)| Array::of2(&collection.name().into(), &key.into());
    object(&[
        ("expected", number(batch.expected)?),
        ("next", number(batch.next)?),
        ("puts", batch.puts.iter().map(put).collect::<Array>().into()),
        ("deletes", batch.deletes.iter().map(delete).collect::<Array>().into()),
    ])
}

fn object(fields: &[(&str, JsValue)]) -> Result<JsValue, StorageError> {
    let entries: Array = fields.iter().map(|(name, value)| Array::of2(&(*name).into(), value)).collect();
    Object::from_entries(&entries).map(JsValue::from).map_err(|thrown| answer::rejection("Object.fromEntries", &thrown))
}

fn number(revision: u64) -> Result<JsValue, StorageError> {
    if JS_MAX < revision {
        return Err(StorageError::Unavailable(format!("the revision {revision} is beyond 2^53 - 1")));
    }
    #[expect(clippy::cast_precision_loss, reason = "it was just checked that a number holds it")]
    Ok((revision as f64).into())
}

fn unavailable(words: &str) -> StorageError {
    StorageError::Unavailable(words.to_owned())
}
