//! Pieces of JavaScript that the tests run, and small batches.

use js_sys::{Array, Function, Promise, Reflect};
use palimpsest::ports::{Batch, Collection, ReadRequest, Rows, Storage, StorageError};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Runs the body of a function whose arguments are `a`, `b`, `c`.
pub(crate) fn run(body: &str, arguments: &[JsValue]) -> Result<JsValue, String> {
    let arguments: Array = arguments.iter().cloned().collect();
    Function::new_with_args("a, b, c", body).apply(&JsValue::UNDEFINED, &arguments).map_err(|thrown| words(&thrown))
}

/// Runs the body of an async function whose arguments are `a`, `b`, `c`.
pub(crate) async fn wait(body: &str, arguments: &[JsValue]) -> Result<JsValue, String> {
    let promise = run(&format!("return (async () => {{ {body} }})();"), arguments)?;
    JsFuture::from(promise.unchecked_into::<Promise>()).await.map_err(|thrown| words(&thrown))
}

pub(crate) fn call(function: &JsValue, argument: &str) -> Result<JsValue, String> {
    function.unchecked_ref::<Function>().call1(&JsValue::UNDEFINED, &argument.into()).map_err(|thrown| words(&thrown))
}

fn words(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("{thrown:?}"))
}

/// A commit of one row into the records.
pub(crate) fn put(expected: u64, key: &str, value: &[u8]) -> Batch {
    let puts = vec![(Collection::Records, key.to_owned(), value.to_vec())];
    Batch { expected, next: expected + 1, puts, deletes: vec![] }
}

/// Every record.
pub(crate) fn all() -> ReadRequest {
    ReadRequest { collection: Collection::Records, rows: Rows::Range { from: None, to: None, limit: None } }
}

/// The revision and the keys of the records, as `revision: key key …`.
pub(crate) async fn sight(storage: &dyn Storage) -> Result<String, String> {
    let snapshot = storage.read(vec![all()]).await.map_err(|err| err.to_string())?;
    let keys: Vec<String> = snapshot.rows.into_iter().flatten().map(|(key, _)| key).collect();
    Ok(format!("{}: {}", snapshot.revision, keys.join(" ")))
}

/// Fails with both unless they are the same.
pub(crate) fn same<T: std::fmt::Debug + PartialEq>(found: T, wanted: T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("wanted {wanted:?}, found {found:?}")) }
}

/// Fails with the answer unless it is `Unavailable` and its words contain all of these.
pub(crate) fn refused<T: std::fmt::Debug>(answer: Result<T, StorageError>, words: &[&str]) -> Result<(), String> {
    match answer {
        Err(StorageError::Unavailable(found)) if words.iter().all(|word| found.contains(word)) => Ok(()),
        other => Err(format!("wanted Unavailable with {words:?}, found {other:?}")),
    }
}
