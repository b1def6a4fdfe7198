//! One database among several handles, tabs and versions.

use palimpsest::ports::{Storage, StorageError};
use palimpsest::storage::indexed_db::{Durability, IndexedDbStorage};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::js::{put, refused, same, sight, wait};

async fn open(name: &str) -> Result<IndexedDbStorage, String> {
    IndexedDbStorage::open(name, Durability::Relaxed).await.map_err(|err| err.to_string())
}

/// Makes a database with these object stores, past the library, and leaves it closed.
async fn make(name: &str, version: u32, stores: &str) -> Result<(), String> {
    let body = "await new Promise((done, fail) => {
        const request = indexedDB.open(a, b);
        request.onupgradeneeded = () => c.split(' ').forEach((name) => request.result.createObjectStore(name));
        request.onsuccess = () => { request.result.close(); done(); };
        request.onerror = () => fail(request.error);
    });";
    wait(body, &[name.into(), version.into(), stores.into()]).await.map(|_| ())
}

/// Removes a database past the library; answers whether it was blocked on the way.
async fn remove(name: &str) -> Result<bool, String> {
    let body = "return await new Promise((done, fail) => {
        const request = indexedDB.deleteDatabase(a);
        let blocked = false;
        request.onblocked = () => { blocked = true; };
        request.onsuccess = () => done(blocked);
        request.onerror = () => fail(request.error);
    });";
    Ok(wait(body, &[name.into()]).await?.is_truthy())
}

#[wasm_bindgen_test]
async fn a_handle_lets_go_when_another_tab_removes_the_database() -> Result<(), String> {
    let storage = open("let go").await?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    same(remove("let go").await?, false)?;
    same(sight(&storage).await?, "0: ".to_owned())?;
    same(storage.commit(put(1, "b", b"2")).await, Err(StorageError::Conflict))?;
    same(storage.commit(put(0, "b", b"2")).await, Ok(()))?;
    same(sight(&storage).await?, "1: b".to_owned())
}

#[wasm_bindgen_test]
async fn a_dropped_handle_blocks_nobody() -> Result<(), String> {
    let storage = open("dropped").await?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    drop(storage);
    same(remove("dropped").await?, false)
}

#[wasm_bindgen_test]
async fn destroy_removes_the_database_under_other_handles() -> Result<(), String> {
    let (left, right) = (open("destroyed").await?, open("destroyed").await?);
    same(left.commit(put(0, "a", b"1")).await, Ok(()))?;
    same(left.destroy().await, Ok(()))?;
    let names = wait("return (await indexedDB.databases()).map(({ name }) => name).join('|');", &[]).await?;
    same(names.as_string().unwrap_or_default().split('|').any(|name| name == "destroyed"), false)?;
    refused(left.read(vec![]).await, &["closed"])?;
    same(left.destroy().await, Ok(()))?;
    same(sight(&right).await?, "0: ".to_owned())
}

#[wasm_bindgen_test]
async fn destroy_empties_a_database_that_a_page_holds_on_to() -> Result<(), String> {
    let storage = open("held").await?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    let hold = "globalThis.held = await new Promise((done, fail) => {
        const request = indexedDB.open('held');
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });";
    wait(hold, &[]).await?;
    same(storage.destroy().await, Ok(()))?;
    let count = "return await new Promise((done, fail) => {
        const request = globalThis.held.transaction('records').objectStore('records').count();
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });";
    same(wait(count, &[]).await?.as_f64(), Some(0.0))?;
    wait("globalThis.held.close(); delete globalThis.held;", &[]).await?;
    same(sight(&open("held").await?).await?, "0: ".to_owned())
}

#[wasm_bindgen_test]
async fn a_database_of_a_newer_layout_is_not_touched() -> Result<(), String> {
    make("newer", 3, "records revision pages").await?;
    let answer = IndexedDbStorage::open("newer", Durability::Relaxed).await.map(|_| ());
    same(answer, Err(StorageError::Newer { found: 3, known: 1 }))?;
    same(remove("newer").await?, false)
}

#[wasm_bindgen_test]
async fn a_handle_meets_a_database_that_became_newer_under_it() -> Result<(), String> {
    let storage = open("became newer").await?;
    same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
    make("became newer", 2, "pages").await?;
    same(storage.read(vec![]).await, Err(StorageError::Newer { found: 2, known: 1 }))?;
    same(storage.commit(put(1, "b", b"2")).await, Err(StorageError::Newer { found: 2, known: 1 }))?;
    same(remove("became newer").await?, false)
}

#[wasm_bindgen_test]
async fn a_database_of_something_else_is_not_touched() -> Result<(), String> {
    for version in [1, 2] {
        let name = format!("foreign {version}");
        make(&name, version, "todo").await?;
        let answer = IndexedDbStorage::open(&name, Durability::Relaxed).await.map(|_| ());
        refused(answer, &["something else than Palimpsest", &name])?;
        same(remove(&name).await?, false)?;
    }
    Ok(())
}

#[wasm_bindgen_test]
async fn a_database_may_have_any_name() -> Result<(), String> {
    for name in ["", "记忆", "a/b c"] {
        let storage = open(name).await?;
        same(storage.commit(put(0, "a", b"1")).await, Ok(()))?;
        same(sight(&open(name).await?).await?, "1: a".to_owned())?;
        same(storage.destroy().await, Ok(()))?;
    }
    Ok(())
}
