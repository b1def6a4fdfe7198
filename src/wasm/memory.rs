//! The exported class: it converts, calls, converts. Callers see it through the wrapper in TypeScript, `Memory`.
//!
//! Arguments are read before a method returns, so that an object the caller changes afterwards is remembered as it
//! was; no borrow of a handle outlives the call that took it.

use std::future::Future;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use super::abort::{GivingUp, during};
use super::dto::{self, MemoryRecord, show};
use super::error::to_js as js;
use super::options::OpenOptions;
use super::shared::{Shared, Work};
use super::value::{describe, invalid, items, text};
use crate::engine::Engine;
use crate::record::{Record, RecordId, Scope};

/// A handle on a store of memories, in one scope.
#[wasm_bindgen]
pub struct RawMemory {
    pub(super) shared: Rc<Shared>,
    pub(super) scope: Scope,
    /// How the call is given up that is made on this handle.
    pub(super) giving_up: Option<Rc<GivingUp>>,
}

#[wasm_bindgen]
impl RawMemory {
    /// Opens a store.
    ///
    /// # Errors
    /// When an option is unknown or can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<RawMemory>")]
    pub fn open(
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let options = OpenOptions::read(options).map_err(js)?;
        Ok(future_to_promise(async move {
            let shared = Shared::open(options).await?;
            let scope = shared.scope().clone();
            Ok(Self { shared, scope, giving_up: None }.into())
        }))
    }

    /// Writes one memory.
    ///
    /// # Errors
    /// When the input can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Decision>")]
    pub fn remember(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | RememberInput")] input: &JsValue,
    ) -> Result<Promise, JsValue> {
        let input = dto::write_input(input, "remember").map_err(js)?;
        let shared = Rc::clone(&self.shared);
        Ok(self.call(move |engine, scope| async move {
            let decision = engine.remember(&scope, input).await.map_err(js)?;
            shared.judge_later(&engine, &scope);
            show(&dto::Decision::new(decision, |scope, record| engine.view(scope, record)))
        }))
    }

    /// Writes several memories, in order.
    ///
    /// # Errors
    /// When one of the inputs can't be used.
    #[wasm_bindgen(js_name = rememberAll, unchecked_return_type = "Promise<Decision[]>")]
    pub fn remember_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly (string | RememberInput)[]")] given: &JsValue,
    ) -> Result<Promise, JsValue> {
        let given = items(given, "rememberAll", "an array").map_err(js)?;
        let read = |(index, item): (usize, JsValue)| dto::write_input(&item, &format!("rememberAll: item {index}"));
        let inputs = given.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>().map_err(js)?;
        let shared = Rc::clone(&self.shared);
        Ok(self.call(move |engine, scope| async move {
            let decisions = engine.remember_all(&scope, inputs).await.map_err(js)?;
            shared.judge_later(&engine, &scope);
            show(&dto::Decision::all(decisions, &engine))
        }))
    }

    /// Finds memories.
    ///
    /// # Errors
    /// When the query or an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Hit[]>")]
    pub fn recall(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] query: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RecallOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let query = text(query, "recall").map_err(js)?;
        let input = dto::recall_input(options).map_err(js)?;
        let shared = Rc::clone(&self.shared);
        Ok(self.call(move |engine, scope| async move {
            let hits = engine.recall(&scope, &query, input).await.map_err(js)?;
            shared.flush_later(&engine);
            show(&dto::Hit::all(hits, &engine))
        }))
    }

    /// One record.
    ///
    /// # Errors
    /// When the id is no string, or names no record.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord>")]
    pub fn get(&self, #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue) -> Result<Promise, JsValue> {
        let id = id_of(id, "get")?;
        Ok(self.call(move |engine, scope| async move {
            let record = engine.get(&scope, id).await.map_err(js)?;
            show_record(&engine, scope, record)
        }))
    }

    /// Records, in order of creation.
    ///
    /// # Errors
    /// When the filter or the page can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord[]>")]
    pub fn list(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "ListFilter")] filter: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ListPage")] page: &JsValue,
    ) -> Result<Promise, JsValue> {
        let input = dto::list_input(filter, page).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let records = engine.list(&scope, input).await.map_err(js)?;
            let shown = records.into_iter().map(|record| {
                let view = engine.view(&scope, &record);
                MemoryRecord::new(scope.clone(), record, view)
            });
            show(&shown.collect::<Vec<_>>())
        }))
    }

    /// Uses a record, so that it fades later.
    ///
    /// # Errors
    /// When the id is no string, or names no record.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord>")]
    pub fn touch(&self, #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue) -> Result<Promise, JsValue> {
        let id = id_of(id, "touch")?;
        Ok(self.call(move |engine, scope| async move {
            let record = engine.touch(&scope, id).await.map_err(js)?;
            show_record(&engine, scope, record)
        }))
    }

    /// Changes a record.
    ///
    /// # Errors
    /// When the id is no string, or names no record, or the patch can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord>")]
    pub fn edit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Patch")] patch: &JsValue,
    ) -> Result<Promise, JsValue> {
        let id = id_of(id, "edit")?;
        let patch = dto::patch(patch).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let record = engine.edit(&scope, id, patch).await.map_err(js)?;
            show_record(&engine, scope, record)
        }))
    }

    /// Pins a record, or takes the pin away.
    ///
    /// # Errors
    /// When the id is no string, or names no record, or `on` is neither true nor false.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord>")]
    pub fn pin(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] on: &JsValue,
    ) -> Result<Promise, JsValue> {
        let id = id_of(id, "pin")?;
        let is_pinned = match on.as_bool() {
            Some(on) => on,
            None if on.is_undefined() => true,
            None => {
                return Err(js(invalid("pin", "on", &format!("true or false is needed; {} was given", describe(on)))));
            }
        };
        Ok(self.call(move |engine, scope| async move {
            let record = engine.pin(&scope, id, is_pinned).await.map_err(js)?;
            show_record(&engine, scope, record)
        }))
    }

    /// Hides records, or removes every trace of them.
    ///
    /// # Errors
    /// When the target or an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Forgotten>")]
    pub fn forget(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | Filter")] target: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ForgetOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let (target, is_hard) = dto::forget_target(target, options).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let forgotten = engine.forget(&scope, target, is_hard).await.map_err(js)?;
            show(&dto::Forgotten::from(forgotten))
        }))
    }

    /// Brings back a record that was hidden.
    ///
    /// # Errors
    /// When the id is no string, or names no record.
    #[wasm_bindgen(unchecked_return_type = "Promise<MemoryRecord>")]
    pub fn restore(&self, #[wasm_bindgen(unchecked_param_type = "string")] id: &JsValue) -> Result<Promise, JsValue> {
        let id = id_of(id, "restore")?;
        Ok(self.call(move |engine, scope| async move {
            let record = engine.restore(&scope, id).await.map_err(js)?;
            show_record(&engine, scope, record)
        }))
    }

    /// Takes a journal entry back, the newest one of the scope when none is named.
    ///
    /// # Errors
    /// When the id is no string, or names no entry.
    #[wasm_bindgen(unchecked_return_type = "Promise<Undone>")]
    pub fn undo(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] id: &JsValue,
    ) -> Result<Promise, JsValue> {
        let entry = if id.is_undefined() {
            None
        } else {
            Some(text(id, "undo").and_then(|id| dto::journal_id(&id)).map_err(js)?)
        };
        Ok(self.call(move |engine, scope| async move {
            let undone = engine.undo(&scope, entry).await.map_err(js)?;
            show(&dto::Undone::from(undone))
        }))
    }

    /// The journal, oldest entry first.
    ///
    /// # Errors
    /// When the page can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<JournalEntry[]>")]
    pub fn journal(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "JournalPage")] page: &JsValue,
    ) -> Result<Promise, JsValue> {
        let (after, limit) = dto::journal_page(page).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let entries = engine.journal(&scope, after, limit).await.map_err(js)?;
            let score = |scope: &Scope, record: &Record| engine.score(scope, record);
            let shown = entries.into_iter().map(|entry| dto::JournalEntry::new(&scope, entry, score));
            show(&shown.collect::<Vec<_>>())
        }))
    }

    /// What the scope holds.
    #[wasm_bindgen(unchecked_return_type = "Promise<Stats>")]
    pub fn stats(&self) -> Promise {
        self.call(|engine, scope| async move {
            let stats = engine.stats(&scope).await.map_err(js)?;
            show(&dto::Stats::from(stats))
        })
    }

    /// How well the scope stands; it reads and never writes.
    ///
    /// # Errors
    /// When an option can't be used.
    #[wasm_bindgen(unchecked_return_type = "Promise<Report>")]
    pub fn evaluate(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "EvaluateOptions")] options: &JsValue,
    ) -> Result<Promise, JsValue> {
        let input = dto::evaluate_input(options).map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let report = engine.evaluate(&scope, &input).await.map_err(js)?;
            show(&dto::Report::from(report))
        }))
    }

    /// Every scope of the store that holds something.
    #[wasm_bindgen(unchecked_return_type = "Promise<Scope[]>")]
    pub fn scopes(&self) -> Promise {
        self.call(|engine, _scope| async move { show(&engine.scopes().await.map_err(js)?) })
    }

    /// A handle on the same store in another scope.
    ///
    /// # Errors
    /// When the scope can't be used.
    pub fn scoped(&self, #[wasm_bindgen(unchecked_param_type = "Scope")] scope: &JsValue) -> Result<Self, JsValue> {
        if scope.is_undefined() {
            return Err(js(invalid("scoped", "", "a scope is needed; {} is one")));
        }
        let scope = dto::scope(scope, "scoped").map_err(js)?;
        Ok(Self { shared: Rc::clone(&self.shared), scope, giving_up: None })
    }

    /// The scope that this handle reads and writes.
    ///
    /// # Errors
    /// Never: a scope can always be shown.
    #[wasm_bindgen(getter, unchecked_return_type = "Scope")]
    pub fn scope(&self) -> Result<JsValue, JsValue> {
        show(&self.scope)
    }

    /// Writes what waits and lets go of the store, for every handle of the same `open`.
    #[wasm_bindgen(unchecked_return_type = "Promise<void>")]
    pub fn close(&self) -> Promise {
        // At once: even a close that fails leaves the handle closed.
        self.shared.upkeep.stop();
        self.call(|engine, _scope| async move { engine.close().await.map(|()| JsValue::UNDEFINED).map_err(js) })
    }

    /// Removes every row of every scope, and closes.
    #[wasm_bindgen(unchecked_return_type = "Promise<void>")]
    pub fn destroy(&self) -> Promise {
        let shared = Rc::clone(&self.shared);
        self.call(|engine, _scope| async move {
            let destroyed = engine.destroy().await;
            // One that failed may leave the handle open, and then its upkeep goes on.
            if engine.is_closed() {
                shared.upkeep.stop();
            }
            destroyed.map(|()| JsValue::UNDEFINED).map_err(js)
        })
    }
}

impl RawMemory {
    /// Starts a call on this handle's scope.
    pub(super) fn call<F>(&self, work: impl FnOnce(Engine, Scope) -> F + 'static) -> Promise
    where
        F: Future<Output = Result<JsValue, JsValue>> + 'static,
    {
        let scope = self.scope.clone();
        // Boxed, so that what surrounds a call is compiled once and not once a method.
        let work: Work = Box::new(|engine| Box::pin(work(engine, scope)));
        let giving_up = self.giving_up.clone().unwrap_or_default();
        let call = Rc::clone(&self.shared).run(work, Rc::clone(&giving_up.abort));
        future_to_promise(during(giving_up, call))
    }
}

pub(super) fn id_of(id: &JsValue, what: &str) -> Result<RecordId, JsValue> {
    text(id, what).and_then(|id| dto::record_id(&id)).map_err(js)
}

pub(super) fn show_record(engine: &Engine, scope: Scope, record: Record) -> Result<JsValue, JsValue> {
    let view = engine.view(&scope, &record);
    show(&MemoryRecord::new(scope, record, view))
}
