//! Upkeep from JavaScript: a sweep, a whole upkeep, and upkeep by itself.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::dto::{self, show};
use super::error::to_js as js;
use super::host::later;
use super::memory::RawMemory;
use super::shared::Shared;
use super::tab::{Wakes, alone, idle};
use crate::engine::Engine;
use crate::ports::LocalFuture;

/// The longest wait, in milliseconds, before it is looked again whether upkeep is due: timers stand still while a machine sleeps, and the caller's
/// clock may run as it likes.
const LONGEST_WAIT_MS: u32 = 60_000;

/// How long it is waited after an upkeep that failed, in milliseconds, where the interval is not shorter.
const RETRY_MS: u32 = 600_000;

/// How often upkeep is done, in milliseconds, where the caller does not say: once a day.
///
/// Source: DESIGN section 3: rates are by the day.
const SWEEP_EVERY_MS: i64 = 86_400_000;

/// Upkeep by itself, for all handles of one `Memory.open`.
#[derive(Default)]
pub(super) struct Upkeep {
    /// How often, in milliseconds; `None` while it is stopped.
    every_ms: Cell<Option<i64>>,
    /// Counts the timers that were set: an older one does nothing any more.
    n_timers: Cell<u64>,
    is_at_work: Cell<bool>,
    wakes: RefCell<Option<Wakes>>,
}

impl Upkeep {
    /// What is under way ends; nothing begins any more.
    pub(super) fn stop(&self) {
        self.every_ms.set(None);
        self.n_timers.set(self.n_timers.get() + 1);
        let wakes = self.wakes.take();
        drop(wakes);
    }
}

#[wasm_bindgen]
impl RawMemory {
    /// Cools what has faded, and warms what was used since.
    #[wasm_bindgen(unchecked_return_type = "Promise<Swept>")]
    pub fn sweep(&self) -> Promise {
        self.call(|engine, scope| async move {
            let swept = engine.sweep(&scope).await.map_err(js)?;
            show(&dto::Swept::from(swept))
        })
    }

    /// Does the upkeep of every scope.
    #[wasm_bindgen(unchecked_return_type = "Promise<Maintained>")]
    pub fn maintain(&self) -> Promise {
        self.call(|engine, _scope| async move {
            let maintained = engine.maintain().await.map_err(js)?;
            show(&dto::Maintained::from(maintained))
        })
    }

    /// Has upkeep done by itself from now on.
    ///
    /// # Errors
    /// When an option can't be used.
    #[wasm_bindgen(js_name = startMaintenance, unchecked_return_type = "Promise<void>")]
    pub fn start_maintenance(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "MaintenanceOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let every_ms = dto::sweep_every(options, "startMaintenance").map_err(js)?.unwrap_or(SWEEP_EVERY_MS);
        let shared = Rc::clone(self.shared());
        // A handle that is closed says so.
        Ok(self.call(move |engine, _scope| async move {
            engine.next_maintenance(every_ms).await.map_err(js)?;
            start(&shared, every_ms);
            Ok(JsValue::UNDEFINED)
        }))
    }

    /// Has no upkeep done by itself any more.
    #[wasm_bindgen(js_name = stopMaintenance, unchecked_return_type = "Promise<void>")]
    pub fn stop_maintenance(&self) -> Promise {
        self.shared().upkeep.stop();
        Promise::resolve(&JsValue::UNDEFINED)
    }

    /// When upkeep is due.
    ///
    /// # Errors
    /// When an option can't be used.
    #[wasm_bindgen(js_name = nextMaintenanceAt, unchecked_return_type = "Promise<number>")]
    pub fn next_maintenance_at(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "MaintenanceOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let given = dto::sweep_every(options, "nextMaintenanceAt").map_err(js)?;
        let every_ms = given.or(self.shared().upkeep.every_ms.get()).unwrap_or(SWEEP_EVERY_MS);
        Ok(self.call(move |engine, _scope| async move {
            let due = engine.next_maintenance(every_ms).await.map_err(js)?;
            show(&due)
        }))
    }
}

fn start(shared: &Rc<Shared>, every_ms: i64) {
    shared.upkeep.every_ms.set(Some(every_ms));
    let woken = Rc::clone(shared);
    *shared.upkeep.wakes.borrow_mut() = Wakes::listen(move || look_after(&woken, 0));
    look_after(shared, 0);
}

/// Looks after so many milliseconds whether upkeep is due.
fn look_after(shared: &Rc<Shared>, wait_ms: u32) {
    let nth = shared.upkeep.n_timers.get() + 1;
    shared.upkeep.n_timers.set(nth);
    let shared = Rc::clone(shared);
    later(wait_ms, move || {
        if shared.upkeep.n_timers.get() == nth && !shared.upkeep.is_at_work.replace(true) {
            spawn_local(look(shared));
        }
    });
}

/// Does what is due, and sees to it that it is looked again.
async fn look(shared: Rc<Shared>) {
    if let Some(every_ms) = shared.upkeep.every_ms.get() {
        let wait_ms = done_if_due(&shared, every_ms).await;
        if shared.upkeep.every_ms.get().is_some() {
            look_after(&shared, wait_ms);
        }
    }
    shared.upkeep.is_at_work.set(false);
}

/// Does what is due; how long to wait then.
async fn done_if_due(shared: &Rc<Shared>, every_ms: i64) -> u32 {
    let longest = u32::try_from(every_ms).unwrap_or(u32::MAX).min(LONGEST_WAIT_MS);
    match until_due(shared, every_ms).await {
        Some(0) => {}
        Some(wait_ms) => return wait_ms.min(longest),
        None => return longest,
    }
    idle().await;
    let has_succeeded = Rc::new(Cell::new(true));
    let succeeded = Rc::clone(&has_succeeded);
    let worker = Rc::clone(shared);
    let work: LocalFuture<'static, ()> = Box::pin(async move {
        let answer = asked(
            &worker,
            Box::new(move |engine| Box::pin(async move { Some(u32::from(engine.maintain_if_due(every_ms).await)) })),
        );
        succeeded.set(answer.await != Some(0));
    });
    match shared.lock_name() {
        Some(name) => {
            alone(name, work).await;
        }
        None => work.await,
    }
    if has_succeeded.get() { longest } else { u32::try_from(every_ms).unwrap_or(u32::MAX).min(RETRY_MS) }
}

/// Milliseconds until upkeep is due; `None` where the store does not tell.
async fn until_due(shared: &Rc<Shared>, every_ms: i64) -> Option<u32> {
    let until = move |engine: Engine| -> LocalFuture<'static, Option<u32>> {
        Box::pin(async move {
            let wait_ms = engine.until_maintenance(every_ms).await.ok()?;
            Some(u32::try_from(wait_ms).unwrap_or(u32::MAX))
        })
    };
    asked(shared, Box::new(until)).await
}

/// What the engine answers; `None` where it does not, or breaks.
async fn asked(
    shared: &Rc<Shared>,
    question: Box<dyn FnOnce(Engine) -> LocalFuture<'static, Option<u32>>>,
) -> Option<u32> {
    let answer = Rc::new(Cell::new(None));
    let into = Rc::clone(&answer);
    let work = move |engine: Engine| -> LocalFuture<'static, Result<JsValue, JsValue>> {
        Box::pin(async move {
            into.set(question(engine).await);
            Ok(JsValue::UNDEFINED)
        })
    };
    // A fault breaks the engine as in any call; the next look opens another.
    let _ = Rc::clone(shared).run(Box::new(work), Rc::default()).await;
    answer.get()
}
