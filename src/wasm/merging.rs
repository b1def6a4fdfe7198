//! The part of the exported class that speaks of topics: merging, what topics there are, and links.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::{RawMemory, id_of, show_record};
use super::value::text;

#[wasm_bindgen]
impl RawMemory {
    /// Merges records, by their names or by a topic.
    ///
    /// # Errors
    /// When the target is neither a text nor an array of texts.
    #[wasm_bindgen(unchecked_return_type = "Promise<Decision[]>")]
    pub fn merge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | readonly string[]")] target: &JsValue,
    ) -> Result<Promise, JsValue> {
        let target = dto::merge_target(target).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let decisions = engine.merge(&scope, &target).await.map_err(js)?;
            show(&dto::Decision::all(decisions, &engine))
        }))
    }

    /// The topics of the active records.
    #[wasm_bindgen(unchecked_return_type = "Promise<Topic[]>")]
    pub fn topics(&self) -> Promise {
        self.call(|engine, scope| async move {
            let topics = engine.topics(&scope).await.map_err(js)?;
            show(&topics.into_iter().map(dto::Topic::from).collect::<Vec<_>>())
        })
    }

    /// Links a record to another.
    ///
    /// # Errors
    /// When an id or the relation is no string, or an id names no record.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord>")]
    pub fn link(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] relation: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] other: &JsValue,
    ) -> Result<Promise, JsValue> {
        let (id, other) = (id_of(id, "link")?, id_of(other, "link")?);
        let relation = text(relation, "link").map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let record = engine.link(&scope, id, &relation, other).await.map_err(js)?;
            show_record(&engine, scope, record)
        }))
    }
}
