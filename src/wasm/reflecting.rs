//! The part of the exported class by which a model reflects, and turns are counted.

use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::dto::{self, show};
use super::error::to_js as js;
use super::memory::RawMemory;
use super::shared::Shared;
use super::tab::alone;
use crate::ports::LocalFuture;
use crate::record::Scope;

#[wasm_bindgen]
impl RawMemory {
    /// Has the model reflect on what is new.
    ///
    /// # Errors
    /// When an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Reflected>")]
    pub fn reflect(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "ReflectionOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let input = dto::reflect_input(options).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let reflected = engine.reflect(&scope, input).await.map_err(js)?;
            show(&dto::Reflected::from(reflected))
        }))
    }

    /// Counts a turn, and has the model reflect in the background where that is due.
    #[wasm_bindgen(js_name = endTurn, unchecked_return_type = "Promise<void>")]
    pub fn end_turn(&self) -> Promise {
        let shared = Rc::clone(&self.shared);
        self.call(|engine, scope| async move {
            let is_due = engine.end_turn(&scope).await.map_err(js)?;
            shared.flush_later(&engine);
            if is_due {
                shared.reflect_later(scope);
            }
            Ok(JsValue::UNDEFINED)
        })
    }
}

impl Shared {
    /// Sees to it that a scope is reflected on, in one tab at a time, without anybody waiting for it.
    pub(super) fn reflect_later(self: &Rc<Self>, scope: Scope) {
        let shared = Rc::clone(self);
        spawn_local(async move {
            let worker = Rc::clone(&shared);
            // One that is due in another tab is looked at again here, and is not due any more then.
            let work: LocalFuture<'static, ()> = Box::pin(async move {
                let _ = worker
                    .in_background(|engine| Box::pin(async move { engine.reflect_if_due(&scope, None).await }))
                    .await;
            });
            alone(shared.lock_name(), work).await;
        });
    }
}
