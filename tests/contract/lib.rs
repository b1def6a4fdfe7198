//! The contract as a module of its own, for adapters in JavaScript: a test calls each check with a function that opens the store of a name.
//! `scripts/contract` builds it.
#![cfg(target_arch = "wasm32")]

use std::rc::Rc;

use js_sys::{Error, Function, Promise};
use palimpsest::ports::{Storage, StorageError};
use palimpsest::storage::contract::{CHECKS, Opener, run};
use palimpsest::wasm::host_storage::HostStorage;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The names of the checks, in the order of the list.
#[wasm_bindgen(js_name = contractChecks)]
pub fn contract_checks() -> Vec<String> {
    CHECKS.iter().map(|check| check.name.to_owned()).collect()
}

/// Runs one check. `open` is given a name and answers an adapter, or a promise of one; the store of that name is empty afterwards.
///
/// # Errors
/// What the store did instead, in words.
#[wasm_bindgen(js_name = contractCheck)]
pub async fn contract_check(name: String, open: Function) -> Result<(), JsError> {
    let Some(check) = CHECKS.iter().find(|check| check.name == name) else {
        return Err(JsError::new(&format!("the contract has no check {name}")));
    };
    let opener: Rc<Opener> = Rc::new(move |name| Box::pin(opened(open.clone(), name)));
    run(check.name, &opener, async |place| (check.run)(place).await).await.map_err(|words| JsError::new(&words))
}

async fn opened(open: Function, name: String) -> Result<Rc<dyn Storage>, StorageError> {
    let refused = |thrown: JsValue| StorageError::Unavailable(String::from(Error::from(thrown).message()));
    let answer = open.call1(&JsValue::NULL, &name.into()).map_err(refused)?;
    let adapter = JsFuture::from(Promise::resolve(&answer)).await.map_err(refused)?;
    let storage: Rc<dyn Storage> = Rc::new(HostStorage::new(&adapter)?);
    Ok(storage)
}
