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
use crate::decay;
use crate::engine::Engine;
use crate::ports::LocalFuture;
use crate::record::Schedule;

/// Upkeep by itself, for all handles of one `Memory.open`.
#[derive(Default)]
pub(super) struct Upkeep {
    /// How often; `None` while it is stopped.
    schedule: Cell<Option<Schedule>>,
    /// Counts the timers that were set: an older one does nothing any more.
    n_timers: Cell<u64>,
    is_at_work: Cell<bool>,
    wakes: RefCell<Option<Wakes>>,
}

impl Upkeep {
    /// What is under way ends; nothing begins any more.
    pub(super) fn stop(&self) {
        self.schedule.set(None);
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
        let schedule = dto::schedule(options, "startMaintenance").map_err(js)?;
        let shared = Rc::clone(&self.shared);
        // A handle that is closed says so.
        Ok(self.call(move |engine, _scope| async move {
            engine.next_maintenance(schedule).await.map_err(js)?;
            start(&shared, schedule);
            Ok(JsValue::UNDEFINED)
        }))
    }

    /// Has no upkeep done by itself any more.
    #[wasm_bindgen(js_name = stopMaintenance, unchecked_return_type = "Promise<void>")]
    pub fn stop_maintenance(&self) -> Promise {
        self.shared.upkeep.stop();
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
        let given = dto::schedule(options, "nextMaintenanceAt").map_err(js)?;
        let own = self.shared.upkeep.schedule.get().unwrap_or_default();
        let schedule = given.or(own);
        Ok(self.call(move |engine, _scope| async move {
            let due = engine.next_maintenance(schedule).await.map_err(js)?;
            show(&due)
        }))
    }

    /// Milliseconds until upkeep is due, for the alarm of a host; of a store that was just made (`is_new`), until its first one is.
    ///
    /// # Errors
    /// When an option can't be used.
    #[wasm_bindgen(js_name = untilMaintenance, unchecked_return_type = "Promise<number>")]
    pub fn until_maintenance(
        &self,
        is_new: bool,
        #[wasm_bindgen(unchecked_optional_param_type = "MaintenanceOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let schedule = dto::schedule(options, "maintenance").map_err(js)?;
        Ok(self.call(move |engine, _scope| async move {
            if is_new {
                return show(&decay::first_wait(schedule));
            }
            show(&engine.until_maintenance(schedule).await.map_err(js)?)
        }))
    }

    /// Does what of upkeep is due, at the alarm of a host.
    ///
    /// # Errors
    /// When an option can't be used.
    #[wasm_bindgen(js_name = maintainDue, unchecked_return_type = "Promise<void>")]
    pub fn maintain_due(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "MaintenanceOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let schedule = dto::schedule(options, "maintenance").map_err(js)?;
        Ok(self.call(move |engine, _scope| async move {
            engine.maintain_due(schedule).await.map(|()| JsValue::UNDEFINED).map_err(js)
        }))
    }
}

fn start(shared: &Rc<Shared>, schedule: Schedule) {
    shared.upkeep.schedule.set(Some(schedule));
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
    if let Some(schedule) = shared.upkeep.schedule.get() {
        let wait_ms = done_if_due(&shared, schedule).await;
        if shared.upkeep.schedule.get().is_some() {
            look_after(&shared, wait_ms);
        }
    }
    shared.upkeep.is_at_work.set(false);
}

/// Does what is due; how long to wait then.
async fn done_if_due(shared: &Rc<Shared>, schedule: Schedule) -> u32 {
    let until = move |engine: Engine| -> LocalFuture<'static, Option<u64>> {
        Box::pin(async move { engine.until_maintenance(schedule).await.ok() })
    };
    let until_ms = shared.in_background(until).await.flatten();
    if until_ms != Some(0) {
        return decay::next_look(until_ms, schedule);
    }
    idle().await;
    let has_failed = Rc::new(Cell::new(false));
    let failed = Rc::clone(&has_failed);
    let worker = Rc::clone(shared);
    let work: LocalFuture<'static, ()> = Box::pin(async move {
        let maintain = move |engine: Engine| -> LocalFuture<'static, bool> {
            Box::pin(async move { engine.maintain_if_due(schedule).await })
        };
        failed.set(worker.in_background(maintain).await == Some(false));
    });
    alone(shared.lock_name(), work).await;
    if has_failed.get() { decay::retry(schedule) } else { decay::next_look(None, schedule) }
}
