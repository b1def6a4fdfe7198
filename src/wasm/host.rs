//! The clock, the random bits and the listener that the host supplies.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Date, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::dto::{MemoryEvent, show};
use super::time::timestamp;
use super::zone::TimeZone;
use crate::ports::{Clock, LocalFuture};
use crate::record::{Event, Record, Scope, Timestamp, View};

/// The host's clock, or the caller's.
pub(super) struct HostClock {
    callback: Option<Function>,
    last: Cell<Timestamp>,
    zone: TimeZone,
    /// When the last pause ended, by [`Clock::monotonic`].
    paused: Cell<f64>,
}

/// Milliseconds that the host may be kept waiting for. A page draws every sixteen; and a timer that is set by another takes four, so that to wait
/// after every slice takes longer than the slices.
const BUSY_MS: f64 = 8.0;

impl HostClock {
    /// A clock that asks `callback`, or `Date.now` where there is none; and asks it now, so that there is a last time.
    pub(super) fn new(callback: Option<Function>, zone: TimeZone) -> Self {
        let clock = Self { callback, last: Cell::new(system_time()), zone, paused: Cell::default() };
        clock.now();
        clock
    }
}

impl Clock for HostClock {
    /// A callback that throws or answers no time leaves the time as it last was: a write must not fail for it.
    fn now(&self) -> Timestamp {
        let told = match &self.callback {
            Some(callback) => callback.call0(&JsValue::UNDEFINED).ok().and_then(|time| timestamp(time.as_f64()?)),
            None => Some(system_time()),
        };
        self.last.set(told.unwrap_or(self.last.get()));
        self.last.get()
    }

    fn sleep(&self, millis: u32) -> LocalFuture<'static, ()> {
        Box::pin(TimeoutFuture::new(millis))
    }

    /// The caller's clock is never asked for this.
    fn monotonic(&self) -> f64 {
        performance_now().unwrap_or_else(|_| Date::now())
    }

    fn local_offset_ms(&self, at: Timestamp) -> i64 {
        self.zone.offset_ms(at)
    }

    /// A timer, and no microtask: a page draws and answers its user between the two. None where the last pause was a moment ago.
    fn pause(&self) -> LocalFuture<'_, ()> {
        let now = self.monotonic();
        // A clock that runs backwards must not keep the host waiting.
        if (0.0..BUSY_MS).contains(&(now - self.paused.get())) {
            return Box::pin(std::future::ready(()));
        }
        Box::pin(async {
            self.sleep(0).await;
            self.paused.set(self.monotonic());
        })
    }
}

#[wasm_bindgen]
extern "C" {
    /// Fails where the host has no `performance`.
    #[wasm_bindgen(catch, js_namespace = performance, js_name = now)]
    fn performance_now() -> Result<f64, JsValue>;
}

fn system_time() -> Timestamp {
    timestamp(Date::now()).unwrap_or_default()
}

/// Runs `work` after `millis`; the timer does not keep a Node process alive.
pub(super) fn later(millis: u32, work: impl FnOnce() + 'static) {
    let timer = Timeout::new(millis, work).forget();
    // In Node a timer is an object with `unref`, elsewhere it is a number.
    if let Ok(unref) = Reflect::get(&timer, &JsValue::from("unref"))
        && let Ok(unref) = unref.dyn_into::<Function>()
    {
        let _ = unref.call0(&timer);
    }
}

/// How what is shown with a record is found out once its handle is open.
type Look = Rc<dyn Fn(&Scope, &Record) -> View>;

/// Hands events to the caller's listener, in order, once the engine is done with its step.
///
/// A listener that is called from within the engine could call the engine while it holds its state.
pub(super) struct Listener {
    callback: Function,
    waiting: RefCell<Vec<Event>>,
    look: RefCell<Option<Look>>,
}

impl Listener {
    /// A listener that has heard nothing yet.
    pub(super) fn new(callback: Function) -> Rc<Self> {
        Rc::new(Self { callback, waiting: RefCell::default(), look: RefCell::default() })
    }

    /// Says how what is shown with a record is found out from now on.
    pub(super) fn set_look(&self, look: Look) {
        *self.look.borrow_mut() = Some(look);
    }

    /// Takes an event and hands it on in the next microtask, before the promise that it belongs to is answered.
    pub(super) fn hear(self: &Rc<Self>, event: Event) {
        let is_first = self.waiting.borrow().is_empty();
        self.waiting.borrow_mut().push(event);
        if is_first {
            let listener = Rc::clone(self);
            spawn_local(async move { listener.deliver() });
        }
    }

    fn deliver(&self) {
        let events = self.waiting.take();
        let look = self.look.borrow().clone();
        for event in events {
            let view =
                |scope: &Scope, record: &Record| look.as_ref().map_or_else(View::default, |look| look(scope, record));
            if let Ok(shown) = show(&MemoryEvent::new(event, view)) {
                // A listener that throws, or whose promise rejects, is no reason for a call to fail, and there is nobody else to tell.
                if let Ok(answer) = self.callback.call1(&JsValue::UNDEFINED, &shown)
                    && answer.is_object()
                {
                    spawn_local(async move {
                        let _ = JsFuture::from(Promise::resolve(&answer)).await;
                    });
                }
            }
        }
    }
}
