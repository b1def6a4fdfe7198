//! The part of the exported class that goes through messages.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::RawMemory;

#[wasm_bindgen]
impl RawMemory {
    /// Finds memories in messages and writes them.
    ///
    /// # Errors
    /// When a message or an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<(Decision | Rejected)[]>")]
    pub fn observe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly Message[]")] messages: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ObserveOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let input = dto::observe_input(messages, options).map_err(js)?;
        let shared = Rc::clone(&self.shared);
        Ok(self.call(move |engine, scope| async move {
            let decisions = engine.observe(&scope, input).await.map_err(js)?;
            shared.judge_later(&engine, &scope);
            if engine.is_reflection_due(&scope, None) {
                shared.reflect_later(scope);
            }
            show(&dto::Decision::all(decisions, &engine))
        }))
    }
}
