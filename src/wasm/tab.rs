//! What a page has that a server has not: idle time, other tabs, and a user who comes back.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Function, JSON, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use crate::ports::LocalFuture;

/// The events of a page that is looked at again, or comes back from the browser's own cache.
const WAKES: [&str; 2] = ["visibilitychange", "pageshow"];

#[wasm_bindgen]
extern "C" {
    /// Fails where the host has none.
    #[wasm_bindgen(catch, js_name = requestIdleCallback)]
    fn request_idle_callback(work: &Function, options: &JsValue) -> Result<JsValue, JsValue>;

    /// Fails where the host has no Web Locks.
    #[wasm_bindgen(catch, js_namespace = ["navigator", "locks"], js_name = request)]
    fn request_lock(name: &str, options: &JsValue, held: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(catch, js_name = addEventListener)]
    fn add_listener(event: &str, heard: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(catch, js_name = removeEventListener)]
    fn remove_listener(event: &str, heard: &JsValue) -> Result<(), JsValue>;
}

fn options(json: &str) -> JsValue {
    JSON::parse(json).unwrap_or_default()
}

/// Waits until the page has nothing else to do, a second at most; not at all where the host does not tell.
pub(super) async fn idle() {
    let mut is_told = false;
    let waiting = Promise::new(&mut |resolve, _| {
        is_told = request_idle_callback(&resolve, &options(r#"{"timeout":1000}"#)).is_ok();
        if !is_told {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // It only ever resolves.
    let _ = JsFuture::from(waiting).await;
}

/// Does work that one tab is to do at a time, under a lock of that name; without one where no tab shares the store, or the host has no locks. It is
/// not done where another tab is at it.
pub(super) async fn alone(name: Option<&str>, work: LocalFuture<'static, ()>) {
    let Some(name) = name else { return work.await };
    let work = Rc::new(Cell::new(Some(work)));
    let mine = Rc::clone(&work);
    let held = Closure::once_into_js(move |lock: JsValue| -> Promise {
        let work = if lock.is_null() { None } else { mine.take() };
        future_to_promise(async move {
            if let Some(work) = work {
                work.await;
            }
            Ok(JsValue::UNDEFINED)
        })
    });
    let is_answered = match request_lock(name, &options(r#"{"ifAvailable":true}"#), &held) {
        Ok(answer) => JsFuture::from(answer).await.is_ok(),
        Err(_) => false,
    };
    // What is left of an answered request another tab is at.
    if let Some(work) = work.take().filter(|_| !is_answered) {
        work.await;
    }
}

/// Calls back when the user comes back to the page, until it is dropped.
pub(super) struct Wakes(Closure<dyn Fn()>);

impl Wakes {
    /// `None` where there is no page.
    pub(super) fn listen(wake: impl Fn() + 'static) -> Option<Self> {
        let has_page =
            Reflect::get(&js_sys::global(), &JsValue::from("document")).is_ok_and(|document| document.is_object());
        let heard = Closure::new(wake);
        let is_listening =
            has_page && WAKES.iter().all(|event| add_listener(event, heard.as_ref().unchecked_ref()).is_ok());
        is_listening.then_some(Self(heard))
    }
}

impl Drop for Wakes {
    fn drop(&mut self) {
        for event in WAKES {
            let _ = remove_listener(event, self.0.as_ref().unchecked_ref());
        }
    }
}
