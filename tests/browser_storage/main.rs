//! The stores that need JavaScript, in a real page: the contract, and what IndexedDB and hosts do to them.
#![cfg(target_arch = "wasm32")]

mod adapter;
mod database;
mod failing;
mod js;

use std::rc::Rc;

use palimpsest::ports::{Storage, StorageError};
use palimpsest::storage::contract::Opener;
use palimpsest::storage::indexed_db::{Durability, IndexedDbStorage};
use palimpsest::wasm::host_storage::HostStorage;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

palimpsest::storage_contract!(indexed_db_relaxed, relaxed);
palimpsest::storage_contract!(indexed_db_strict, strict);
palimpsest::storage_contract!(host_adapter, host);

fn relaxed() -> Rc<Opener> {
    indexed_db(Durability::Relaxed)
}

fn strict() -> Rc<Opener> {
    indexed_db(Durability::Strict)
}

fn indexed_db(durability: Durability) -> Rc<Opener> {
    Rc::new(move |name| {
        Box::pin(async move {
            let storage: Rc<dyn Storage> = Rc::new(IndexedDbStorage::open(&name, durability).await?);
            Ok(storage)
        })
    })
}

/// Adapters by name over one map each.
fn host() -> Rc<Opener> {
    let adapters = js::run(adapter::MAP_STORE, &[]);
    Rc::new(move |name| {
        let adapter = adapters.clone().and_then(|adapters| js::call(&adapters, &name));
        Box::pin(async move {
            let adapter = adapter.map_err(StorageError::Unavailable)?;
            let storage: Rc<dyn Storage> = Rc::new(HostStorage::new(&adapter)?);
            Ok(storage)
        })
    })
}
