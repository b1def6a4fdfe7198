//! The part of the exported class that makes a context for a prompt.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::RawMemory;
use super::value::text;

#[wasm_bindgen]
impl RawMemory {
    /// What is known about a query, as a text for a prompt.
    ///
    /// # Errors
    /// When the query or an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Context>")]
    pub fn context(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] query: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ContextOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let query = text(query, "context").map_err(js)?;
        let input = dto::context_input(options).map_err(js)?;
        let shared = Rc::clone(&self.shared);
        Ok(self.call(move |engine, scope| async move {
            let context = engine.context(&scope, &query, input).await.map_err(js)?;
            shared.flush_later(&engine);
            show(&dto::Context::new(context, &engine))
        }))
    }
}
