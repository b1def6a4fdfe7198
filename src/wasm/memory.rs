//! The exported class: it converts, calls, converts. The wrapper in TypeScript, `Memory`, is what callers see.
//!
//! Arguments are read before a method returns, so that an object the caller changes afterwards is remembered as it was; no borrow of a
//! handle outlives the call that took it.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;

use futures_util::future::{Either, select};
use js_sys::Promise;
use tokio::sync::Notify;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{future_to_promise, spawn_local};

use super::dto::{self, MemoryRecord, show};
use super::error::{internal, to_js};
use super::guard::Guarded;
use super::host::later;
use super::options::{OpenOptions, Setup};
use super::value::{describe, invalid, text};
use crate::engine::Engine;
use crate::error::MemoryError;
use crate::record::{Event, Record, Scope, WriteInput};

/// How long a recall's touches are gathered before they are written, in milliseconds.
///
/// Source: DESIGN section 3: "with the next commit or a few seconds later".
const FLUSH_AFTER_MS: u32 = 3_000;

/// An engine, until it breaks.
struct Live {
    engine: Engine,
    /// What the panic said that broke it.
    fault: RefCell<Option<String>>,
    /// Wakes every call under way when it breaks: the locks of a broken engine are never released.
    broke: Notify,
}

/// What all handles of one `Memory.open` share.
struct Shared {
    setup: Setup,
    live: RefCell<Rc<Live>>,
    opening: tokio::sync::Mutex<()>,
    n_opened: Cell<u64>,
    is_flush_due: Cell<bool>,
}

impl Shared {
    /// The engine; after a fault a new one on the same store.
    async fn live(&self) -> Result<Rc<Live>, JsValue> {
        let is_whole = |live: &Rc<Live>| live.fault.borrow().is_none();
        let live = Rc::clone(&self.live.borrow());
        if is_whole(&live) {
            return Ok(live);
        }
        let _one_at_a_time = self.opening.lock().await;
        let live = Rc::clone(&self.live.borrow());
        if is_whole(&live) {
            return Ok(live);
        }
        self.n_opened.set(self.n_opened.get() + 1);
        let live = open_engine(&self.setup, self.n_opened.get()).await?;
        *self.live.borrow_mut() = Rc::clone(&live);
        Ok(live)
    }

    /// Runs one call. A panic breaks the engine: this call and all others under way are rejected, and the next opens a new one.
    async fn run<F>(self: Rc<Self>, work: impl FnOnce(Engine) -> F) -> Result<JsValue, JsValue>
    where
        F: Future<Output = Result<JsValue, JsValue>>,
    {
        let live = self.live().await?;
        let broke = std::pin::pin!(live.broke.notified());
        match select(Guarded::new(work(live.engine.clone())), broke).await {
            Either::Left((Ok(answer), _)) => answer,
            Either::Left((Err(said), _)) => {
                let refused = internal(&said);
                *live.fault.borrow_mut() = Some(said);
                live.broke.notify_waiters();
                Err(refused)
            }
            Either::Right(((), unfinished)) => {
                // It may hold what the panic left half changed: running its destructors could panic again.
                std::mem::forget(unfinished);
                Err(internal(live.fault.borrow().as_deref().unwrap_or_default()))
            }
        }
    }

    /// Sees to it that a recall's touches are written a few seconds later.
    fn flush_later(self: &Rc<Self>, engine: &Engine) {
        if !engine.has_touches() || self.is_flush_due.replace(true) {
            return;
        }
        let shared = Rc::clone(self);
        later(FLUSH_AFTER_MS, move || {
            shared.is_flush_due.set(false);
            let listener = shared.setup.host.listener.clone();
            let flush = |engine: Engine| async move {
                let flushed = engine.flush().await;
                if let (Err(err), Some(listener)) = (flushed, listener)
                    && err != MemoryError::Closed
                {
                    let message = format!("the touches of recalls were not written: {err}");
                    listener.hear(Event::Warning { code: err.code(), message });
                }
                Ok(JsValue::UNDEFINED)
            };
            spawn_local(async move {
                // A fault here breaks the engine as in any call; nobody waits for this answer.
                let _ = shared.run(flush).await;
            });
        });
    }
}

/// Opens an engine, and lets the listener find out scores by it.
async fn open_engine(setup: &Setup, n: u64) -> Result<Rc<Live>, JsValue> {
    let opened = Guarded::new(Engine::open(setup.options(n))).await;
    let engine = opened.map_err(|said| internal(&said))?.map_err(js)?;
    if let Some(listener) = &setup.host.listener {
        let engine = engine.clone();
        listener.set_score(Rc::new(move |scope, record| engine.score(scope, record)));
    }
    Ok(Rc::new(Live { engine, fault: RefCell::default(), broke: Notify::new() }))
}

/// A handle on a store of memories, in one scope.
#[wasm_bindgen]
pub struct RawMemory {
    shared: Rc<Shared>,
    scope: Scope,
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
            let setup = options.into_setup().await.map_err(js)?;
            let live = open_engine(&setup, 0).await?;
            let scope = setup.host.scope.clone();
            let shared = Shared {
                setup,
                live: RefCell::new(live),
                opening: tokio::sync::Mutex::new(()),
                n_opened: Cell::new(0),
                is_flush_due: Cell::new(false),
            };
            Ok(Self { shared: Rc::new(shared), scope }.into())
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
        let input = write_input(input, "remember").map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let decision = engine.remember(&scope, input).await.map_err(js)?;
            show(&dto::Decision::new(decision, |scope, record| engine.score(scope, record)))
        }))
    }

    /// Writes several memories, in order.
    ///
    /// # Errors
    /// When one of the inputs can't be used.
    #[wasm_bindgen(js_name = rememberAll, unchecked_return_type = "Promise<Decision[]>")]
    pub fn remember_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly (string | RememberInput)[]")] items: &JsValue,
    ) -> Result<Promise, JsValue> {
        if !js_sys::Array::is_array(items) {
            let words = format!("an array is needed; {} was given", describe(items));
            return Err(js(invalid("rememberAll", "", &words)));
        }
        let items = js_sys::Array::from(items);
        let read = |(index, item): (usize, JsValue)| write_input(&item, &format!("rememberAll: item {index}"));
        let inputs = items.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>().map_err(js)?;
        Ok(self.call(move |engine, scope| async move {
            let decisions = engine.remember_all(&scope, inputs).await.map_err(js)?;
            let score = |scope: &Scope, record: &Record| engine.score(scope, record);
            show(&decisions.into_iter().map(|decision| dto::Decision::new(decision, score)).collect::<Vec<_>>())
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
        if query.trim().is_empty() {
            return Err(js(invalid("recall", "", "the query is blank")));
        }
        let input = dto::recall_input(options).map_err(js)?;
        let shared = Rc::clone(&self.shared);
        Ok(self.call(move |engine, scope| async move {
            let hits = engine.recall(&scope, &query, input).await.map_err(js)?;
            shared.flush_later(&engine);
            let shown = hits.into_iter().map(|hit| {
                let faded = engine.score(&hit.scope, &hit.record);
                dto::Hit::new(hit, faded)
            });
            show(&shown.collect::<Vec<_>>())
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
                let score = engine.score(&scope, &record);
                MemoryRecord::new(scope.clone(), record, score)
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
        Ok(Self { shared: Rc::clone(&self.shared), scope })
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
        self.call(|engine, _scope| async move { engine.close().await.map(|()| JsValue::UNDEFINED).map_err(js) })
    }

    /// Removes every row of every scope, and closes.
    #[wasm_bindgen(unchecked_return_type = "Promise<void>")]
    pub fn destroy(&self) -> Promise {
        self.call(|engine, _scope| async move { engine.destroy().await.map(|()| JsValue::UNDEFINED).map_err(js) })
    }
}

impl RawMemory {
    /// Starts a call on this handle's scope.
    fn call<F>(&self, work: impl FnOnce(Engine, Scope) -> F + 'static) -> Promise
    where
        F: Future<Output = Result<JsValue, JsValue>> + 'static,
    {
        let scope = self.scope.clone();
        future_to_promise(Rc::clone(&self.shared).run(|engine| work(engine, scope)))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn js(err: MemoryError) -> JsValue {
    to_js(&err)
}

fn id_of(id: &JsValue, what: &str) -> Result<crate::record::RecordId, JsValue> {
    text(id, what).and_then(|id| dto::record_id(&id)).map_err(js)
}

fn write_input(input: &JsValue, what: &str) -> Result<WriteInput, MemoryError> {
    if input.is_string() {
        return Ok(WriteInput { text: text(input, what)?, ..WriteInput::default() });
    }
    if input.is_undefined() {
        return Err(invalid(what, "", "a text, or an object with one, is needed; undefined was given"));
    }
    dto::read::<dto::RememberInput>(input, what)?.into_write()
}

fn show_record(engine: &Engine, scope: Scope, record: Record) -> Result<JsValue, JsValue> {
    let score = engine.score(&scope, &record);
    show(&MemoryRecord::new(scope, record, score))
}
