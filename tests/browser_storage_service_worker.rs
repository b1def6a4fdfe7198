//! The contract on IndexedDB in a service worker, as an extension has one.
#![cfg(target_arch = "wasm32")]

use std::rc::Rc;

use palimpsest::ports::Storage;
use palimpsest::storage::contract::Opener;
use palimpsest::storage::indexed_db::{Durability, IndexedDbStorage};
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_service_worker);

palimpsest::storage_contract!(indexed_db_in_a_service_worker, relaxed);

fn relaxed() -> Rc<Opener> {
    Rc::new(|name| {
        Box::pin(async move {
            let storage: Rc<dyn Storage> = Rc::new(IndexedDbStorage::open(&name, Durability::Relaxed).await?);
            Ok(storage)
        })
    })
}
