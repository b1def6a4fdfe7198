//! What goes wrong with IndexedDB: lost connections, lost answers, full disks, runtimes without it.

use std::rc::Rc;

use futures_util::future::FutureExt;
use palimpsest::ports::{Collection, Storage, StorageError};
use palimpsest::storage::indexed_db::{Durability, IndexedDbStorage, storage_error};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::js::{put, refused, run, same, sight, wait};

async fn open(name: &str) -> Result<IndexedDbStorage, String> {
    IndexedDbStorage::open(name, Durability::Relaxed).await.map_err(|err| err.to_string())
}

/// Puts something else in the place of `indexedDB`: `a` is a property descriptor.
const REPLACE: &str = "globalThis.before ??= Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, ...a });";

/// Takes that back.
fn restore() -> Result<(), String> {
    run("Object.defineProperty(globalThis, 'indexedDB', globalThis.before);", &[]).map(|_| ())
}

/// Puts the IndexedDB of a storage bucket, which has these options, in the place of the page's. Chromium alone has them.
async fn use_bucket(name: &str, options: &str) -> Result<bool, String> {
    let body = format!(
        "const buckets = navigator.storageBuckets;
        return buckets ? {{ value: (await buckets.open(a, {options})).indexedDB }} : null;"
    );
    let descriptor = wait(&body, &[name.into()]).await?;
    if descriptor.is_null() {
        return Ok(false);
    }
    run(REPLACE, &[descriptor]).map(|_| true)
}

/// Closes the connection under the next `times` transactions, as a browser does whose storage process goes.
fn lose_connections(times: u32) -> Result<(), String> {
    let body = "const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (...rest) {
            a -= 1;
            if (a <= 0) IDBDatabase.prototype.transaction = begin;
            this.close();
            return begin.apply(this, rest);
        };";
    run(body, &[times.into()]).map(|_| ())
}

/// Aborts the next transaction that writes a revision, after it has asked for it.
fn abort_the_next_commit() -> Result<(), String> {
    let body = "const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...rest) {
            const request = put.apply(this, rest);
            if (this.name === 'revision') {
                IDBObjectStore.prototype.put = put;
                this.transaction.abort();
            }
            return request;
        };";
    run(body, &[]).map(|_| ())
}

/// Lets the next commit be written, and reports it as aborted once `globalThis.report` is called.
fn lose_the_next_answer() -> Result<(), String> {
    let body = "const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...rest) {
            const request = put.apply(this, rest);
            if (this.name !== 'revision') return request;
            IDBObjectStore.prototype.put = put;
            const reported = new Promise((report) => { globalThis.report = report; });
            Object.defineProperty(this.transaction, 'oncomplete', {
                set(told) { if (told) this.addEventListener('complete', () => reported.then(() => told(new Event('abort')))); },
            });
            return request;
        };";
    run(body, &[]).map(|_| ())
}

#[wasm_bindgen_test]
async fn a_lost_connection_is_opened_again() -> Result<(), String> {
    let storage = open("lost").await?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    lose_connections(1)?;
    same(sight(&storage).await?, "1: a".to_owned())?;
    lose_connections(1)?;
    same(storage.commit(put(1, "b", b"2")).await, Ok(()))?;
    same(sight(&storage).await?, "2: a b".to_owned())
}

#[wasm_bindgen_test]
async fn a_connection_that_is_lost_twice_is_an_error_and_the_next_call_tries_anew() -> Result<(), String> {
    let storage = open("lost twice").await?;
    lose_connections(2)?;
    refused(storage.commit(put(0, "a", b"1")).await, &["InvalidStateError"])?;
    lose_connections(2)?;
    refused(storage.read(vec![]).await, &["InvalidStateError"])?;
    same(sight(&storage).await?, "0: ".to_owned())
}

#[wasm_bindgen_test]
async fn calls_that_lose_the_connection_together_all_come_back() -> Result<(), String> {
    let storage = Rc::new(open("lost together").await?);
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    lose_connections(1)?;
    let all = futures_util::future::join_all((0..8).map(|_| sight(&*storage))).await;
    same(all, vec![Ok("1: a".to_owned()); 8])
}

#[wasm_bindgen_test]
async fn an_aborted_commit_is_written_once_on_a_new_connection() -> Result<(), String> {
    let storage = open("aborted").await?;
    abort_the_next_commit()?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    same(sight(&storage).await?, "1: a".to_owned())
}

#[wasm_bindgen_test]
async fn a_commit_whose_answer_is_lost_knows_itself_again() -> Result<(), String> {
    let storage = open("answer lost").await?;
    lose_the_next_answer()?;
    let (committed, _) = futures_util::future::join(storage.commit(put(0, "a", b"1")), report()).await;
    same(committed, Ok(()))?;
    same(sight(&storage).await?, "1: a".to_owned())
}

#[wasm_bindgen_test]
async fn a_lost_answer_that_another_commit_covered_is_said_to_be_unknown() -> Result<(), String> {
    let (storage, other) = (open("covered").await?, open("covered").await?);
    lose_the_next_answer()?;
    let cover = async {
        // Its transaction waits for the one whose answer is lost.
        let covered = other.commit(put(1, "b", b"2")).await;
        report().await?;
        covered.map_err(|err| err.to_string())
    };
    let pending = storage.commit(put(0, "a", b"1"));
    let (committed, covered) = futures_util::future::join(pending, cover).await;
    same(covered, Ok(()))?;
    refused(committed, &["whether the write was stored is not known"])?;
    same(sight(&storage).await?, "2: a b".to_owned())
}

/// Reports the lost answer as soon as there is one.
async fn report() -> Result<(), String> {
    let body = "while (!globalThis.report) await new Promise((next) => { const { port1, port2 } = new MessageChannel();
            port1.onmessage = next; port2.postMessage(0); });
        globalThis.report(); delete globalThis.report;";
    wait(body, &[]).await.map(|_| ())
}

#[wasm_bindgen_test]
async fn a_call_that_is_dropped_halfway_disturbs_nobody() -> Result<(), String> {
    let storage = open("dropped halfway").await?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    for _ in 0..5 {
        same(storage.commit(put(1, "never", b"")).now_or_never(), None)?;
        same(storage.read(vec![]).now_or_never(), None)?;
    }
    same(sight(&storage).await?, "1: a".to_owned())
}

#[wasm_bindgen_test]
async fn close_during_a_commit_lets_it_finish() -> Result<(), String> {
    let storage = open("closing").await?;
    let (committed, ()) = futures_util::future::join(storage.commit(put(0, "a", b"1")), storage.close()).await;
    same(committed, Ok(()))?;
    same(sight(&open("closing").await?).await?, "1: a".to_owned())
}

#[wasm_bindgen_test]
async fn a_full_store_is_a_quota_error_and_writes_nothing() -> Result<(), String> {
    if !use_bucket("small", "{ quota: 200_000 }").await? {
        return Ok(());
    }
    let opened = open("full").await;
    let answer = async {
        let storage = opened?;
        same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
        // Bytes that don't compress; the browser counts what reaches the disk.
        let noise: Vec<u8> =
            std::iter::successors(Some(1_u32), |n| Some(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)))
                .flat_map(|n| n.to_be_bytes().into_iter().take(2))
                .take(1 << 20)
                .collect();
        let mut large = put(1, "b", b"2");
        large.puts.extend((0..3).map(|n| (Collection::Vectors, format!("v{n}"), noise.clone())));
        let full = storage.commit(large).await;
        if !matches!(full, Err(StorageError::Quota(_))) {
            return Err(format!("wanted Quota, found {full:?}"));
        }
        same(sight(&storage).await?, "1: a".to_owned())?;
        same(storage.commit(put(1, "c", b"3")).await, Ok(()))
    };
    let answer = answer.await;
    restore()?;
    wait("await navigator.storageBuckets.delete('small');", &[]).await?;
    answer
}

#[wasm_bindgen_test]
async fn a_database_that_the_browser_takes_away_is_an_error_and_no_wait() -> Result<(), String> {
    if !use_bucket("taken", "{}").await? {
        return Ok(());
    }
    let opened = open("taken").await;
    wait("await navigator.storageBuckets.delete('taken');", &[]).await?;
    let answer = match &opened {
        Ok(storage) => refused(storage.commit(put(0, "a", b"1")).await, &["IndexedDB"]),
        Err(words) => Err(words.clone()),
    };
    restore()?;
    answer
}

#[wasm_bindgen_test]
async fn a_runtime_without_indexed_db_is_told_its_choices() -> Result<(), String> {
    for property in
        ["{ value: undefined }", "{ value: null }", "{ get() { throw new DOMException('denied', 'SecurityError'); } }"]
    {
        let descriptor = run(&format!("return ({property});"), &[])?;
        run(REPLACE, &[descriptor])?;
        let answer = IndexedDbStorage::open("nowhere", Durability::Relaxed).await.map(|_| ());
        restore()?;
        refused(answer, &["no IndexedDB", "'memory'", "StorageAdapter"])?;
    }
    Ok(())
}

#[wasm_bindgen_test]
async fn a_runtime_that_forbids_opening_is_told_its_choices() -> Result<(), String> {
    let body = "globalThis.opener = IDBFactory.prototype.open;
        IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };";
    run(body, &[])?;
    let answer = IndexedDbStorage::open("forbidden", Durability::Relaxed).await.map(|_| ());
    run("IDBFactory.prototype.open = globalThis.opener; delete globalThis.opener;", &[])?;
    refused(answer, &["SecurityError: denied", "'memory'", "StorageAdapter"])
}

#[wasm_bindgen_test]
fn exceptions_are_told_apart_by_name() -> Result<(), String> {
    let exception = |name: &str| run("return new DOMException('sorry', a);", &[name.into()]);
    let quota = StorageError::Quota("IndexedDB says QuotaExceededError: sorry".to_owned());
    same(storage_error(&exception("QuotaExceededError")?), quota)?;
    for name in ["UnknownError", "AbortError", "InvalidStateError"] {
        let wanted = StorageError::Unavailable(format!("IndexedDB says {name}: sorry"));
        same(storage_error(&exception(name)?), wanted)?;
    }
    for nothing in [JsValue::NULL, JsValue::UNDEFINED, JsValue::from(3)] {
        refused::<()>(Err(storage_error(&nothing)), &["did not say why"])?;
    }
    Ok(())
}
