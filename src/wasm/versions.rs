//! The part of the exported class that speaks of versions: conflicts, their settlement, and history.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::{RawMemory, id_of};

#[wasm_bindgen]
impl RawMemory {
    /// The conflicts that the user is still to settle.
    #[wasm_bindgen(unchecked_return_type = "Promise<Conflict[]>")]
    pub fn conflicts(&self) -> Promise {
        self.call(|engine, scope| async move {
            let conflicts = engine.conflicts(&scope).await.map_err(js)?;
            show(&conflicts.into_iter().map(dto::Conflict::from).collect::<Vec<_>>())
        })
    }

    /// Settles a conflict.
    ///
    /// # Errors
    /// When the id is no string, or the resolution can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Resolved>")]
    pub fn resolve(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Resolution")] resolution: &JsValue,
    ) -> Result<Promise, JsValue> {
        let id = id_of(id, "resolve")?;
        let resolution = dto::resolution(resolution).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let resolved = engine.resolve(&scope, id, resolution).await.map_err(js)?;
            show(&dto::Resolved::from(resolved))
        }))
    }

    /// The versions of a key or of a record.
    ///
    /// # Errors
    /// When the key is no string or blank, or an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<History>")]
    pub fn history(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] of: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "HistoryOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let of = dto::history_of(of, options).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let history = match of {
                dto::HistoryOf::Record(id) => engine.history_of_record(&scope, id).await,
                dto::HistoryOf::Key { key, subject } => engine.history_of_key(&scope, &key, subject.as_deref()).await,
            };
            show(&dto::History::from(history.map_err(js)?))
        }))
    }
}
