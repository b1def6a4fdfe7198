//! The part of the exported class by which a call is given up.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::memory::RawMemory;

#[wasm_bindgen]
impl RawMemory {
    /// The same handle, for one call that `abort` gives up. It is to be freed after the call.
    #[must_use]
    pub fn abortable(&self) -> Self {
        Self { shared: Rc::clone(&self.shared), scope: self.scope.clone(), abort: Some(Rc::default()) }
    }

    /// Gives up the call that was made on what `abortable` answered.
    pub fn abort(&self) {
        if let Some(abort) = &self.abort {
            abort.abort();
        }
    }
}
