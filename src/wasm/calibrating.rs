//! The part of the exported class that speaks of the embedding model: measuring it, and embedding everything anew.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::RawMemory;

#[wasm_bindgen]
impl RawMemory {
    /// Measures the embedding model anew.
    #[wasm_bindgen(unchecked_return_type = "Promise<Calibration>")]
    pub fn calibrate(&self) -> Promise {
        self.call(|engine, scope| async move {
            let found = engine.calibrate(&scope).await.map_err(js)?;
            show(&dto::Calibration::from(found))
        })
    }

    /// Gives every record of every scope a vector of the embedding model in use.
    #[wasm_bindgen(unchecked_return_type = "Promise<Reembedded>")]
    pub fn reembed(&self) -> Promise {
        self.call(|engine, scope| async move {
            let done = engine.reembed(&scope).await.map_err(js)?;
            show(&dto::Reembedded::from(done))
        })
    }
}
