//! The part of the exported class by which a call is given up, and what its callbacks' signals say of that.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::memory::RawMemory;
use crate::engine::Abort;

/// How one call is given up.
#[derive(Default)]
pub(super) struct GivingUp {
    pub(super) abort: Rc<Abort>,
    /// The reason of the caller's signal; undefined until it is aborted.
    reason: RefCell<JsValue>,
}

thread_local! {
    /// The call that is going on at the moment.
    static CALL: RefCell<Option<Rc<GivingUp>>> = const { RefCell::new(None) };
}

/// The call, during which [`reason`] is that of its caller's signal.
pub(super) async fn during<T>(giving_up: Rc<GivingUp>, call: impl Future<Output = T>) -> T {
    let mut call = pin!(call);
    poll_fn(|context| {
        let outer = CALL.replace(Some(Rc::clone(&giving_up)));
        let polled = call.as_mut().poll(context);
        CALL.set(outer);
        polled
    })
    .await
}

/// Why the call that is going on was given up; undefined where its caller did not, or gave no reason.
pub(super) fn reason() -> JsValue {
    CALL.with_borrow(|call| call.as_ref().map(|call| call.reason.borrow().clone())).unwrap_or_default()
}

#[wasm_bindgen]
impl RawMemory {
    /// The same handle, for one call that `abort` gives up. It is to be freed after the call.
    #[must_use]
    pub fn abortable(&self) -> Self {
        Self { shared: Rc::clone(&self.shared), scope: self.scope.clone(), giving_up: Some(Rc::default()) }
    }

    /// Gives up the call that was made on what `abortable` answered, for the reason of the caller's signal.
    pub fn abort(&self, #[wasm_bindgen(unchecked_param_type = "unknown")] reason: JsValue) {
        if let Some(giving_up) = &self.giving_up {
            giving_up.reason.replace(reason);
            giving_up.abort.abort();
        }
    }
}
