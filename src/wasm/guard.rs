//! A future whose panic becomes an answer.
//!
//! On wasm a panic is a trap. Inside a microtask nobody catches it: the caller's promise would never settle, and Node
//! would end the process. So each poll goes through JavaScript, which can catch.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::value::describe;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Reflect)]
    fn apply(callback: &mut dyn FnMut(), this: &JsValue, arguments: &Array) -> Result<JsValue, JsValue>;
}

thread_local! {
    /// What the last panic said, until somebody took it.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps what a panic says, since the trap itself says only "unreachable".
pub(super) fn keep_panic_messages() {
    std::panic::set_hook(Box::new(|info| {
        LAST_PANIC.with(|last| {
            if let Ok(mut last) = last.try_borrow_mut() {
                *last = Some(info.to_string());
            }
        });
    }));
}

/// A future whose panic becomes `Err` with what it said.
pub(super) struct Guarded<F>(Option<Pin<Box<F>>>);

impl<F: Future> Guarded<F> {
    /// Guards a future.
    pub(super) fn new(future: F) -> Self {
        Self(Some(Box::pin(future)))
    }
}

impl<F: Future> Future for Guarded<F> {
    type Output = Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(mut future) = self.0.take() else { return Poll::Pending };
        let mut polled = Poll::Pending;
        let outcome = apply(&mut || polled = future.as_mut().poll(context), &JsValue::UNDEFINED, &Array::new());
        match outcome {
            Ok(_) => {
                if polled.is_pending() {
                    self.0 = Some(future);
                }
                polled.map(Ok)
            }
            Err(thrown) => {
                // What it holds may be half changed: running its destructors could panic again.
                std::mem::forget(future);
                let said = LAST_PANIC.with(|last| last.borrow_mut().take());
                Poll::Ready(Err(said.unwrap_or_else(|| describe_thrown(&thrown))))
            }
        }
    }
}

/// What was thrown, in words: an error's message, else the value.
pub(super) fn describe_thrown(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => describe(thrown),
    }
}
