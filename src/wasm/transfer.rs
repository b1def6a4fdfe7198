//! The part of the exported class that hands a scope out as an archive and takes one in.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::prelude::*;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::RawMemory;

#[wasm_bindgen]
impl RawMemory {
    /// All that the scope holds, as an archive.
    #[wasm_bindgen(js_name = exportScope, unchecked_return_type = "Promise<Uint8Array>")]
    pub fn export_scope(&self) -> Promise {
        self.call(|engine, scope| async move {
            let bytes = engine.export(&scope).await.map_err(js)?;
            Ok(Uint8Array::from(bytes.as_slice()).into())
        })
    }

    /// Takes an archive in.
    ///
    /// # Errors
    /// When it is no bytes, or an option can't be used.
    #[wasm_bindgen(js_name = importScope, unchecked_return_type = "Promise<Imported>")]
    pub fn import_scope(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] data: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "ImportOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let (bytes, input) = dto::import_input(data, options).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let imported = engine.import(&scope, &bytes, input).await.map_err(js)?;
            show(&dto::Imported::from(imported))
        }))
    }
}
