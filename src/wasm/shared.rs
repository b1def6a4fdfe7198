//! What the handles of one `Memory.open` share: an engine, and another one after a fault.

use crate::sorted::SortedSet;
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;

use futures_util::future::{Either, select};
use tokio::sync::Notify;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::error::{internal, to_js};
use super::guard::Guarded;
use super::host::later;
use super::options::{OpenOptions, Setup};
use super::upkeep::Upkeep;
use crate::engine::{Abort, Engine};
use crate::error::MemoryError;
use crate::ports::LocalFuture;
use crate::record::{Event, Scope};

/// How long a recall's touches are gathered before they are written, in milliseconds.
///
/// Source: DESIGN section 3: "with the next commit or a few seconds later".
const FLUSH_AFTER_MS: u32 = 3_000;

/// What a call does with the engine.
pub(super) type Work = Box<dyn FnOnce(Engine) -> LocalFuture<'static, Result<JsValue, JsValue>>>;

/// An engine, until it breaks.
struct Live {
    engine: Engine,
    /// What the panic said that broke it.
    fault: RefCell<Option<String>>,
    /// Wakes every call under way when it breaks: the locks of a broken engine are never released.
    broke: Notify,
}

/// What all handles of one `Memory.open` share.
pub(super) struct Shared {
    setup: Setup,
    live: RefCell<Rc<Live>>,
    opening: tokio::sync::Mutex<()>,
    n_opened: Cell<u64>,
    is_flush_due: Cell<bool>,
    /// Upkeep by itself.
    pub(super) upkeep: Upkeep,
    /// Scopes with writes that a model has yet to judge in the background; `None` while nothing works on them.
    to_judge: RefCell<Option<SortedSet<Scope>>>,
}

impl Shared {
    /// Opens the store and an engine on it.
    pub(super) async fn open(options: OpenOptions) -> Result<Rc<Self>, JsValue> {
        let setup = options.into_setup().await.map_err(to_js)?;
        let live = open_engine(&setup, 0).await?;
        Ok(Rc::new(Self {
            setup,
            live: RefCell::new(live),
            opening: tokio::sync::Mutex::new(()),
            n_opened: Cell::new(0),
            is_flush_due: Cell::new(false),
            upkeep: Upkeep::default(),
            to_judge: RefCell::default(),
        }))
    }

    /// The scope that was given to `open`.
    pub(super) fn scope(&self) -> &Scope {
        &self.setup.host.scope
    }

    /// The lock under which one tab at a time does what is to be done once; `None` where no tab shares the store.
    pub(super) fn lock_name(&self) -> Option<&str> {
        self.setup.lock.as_deref()
    }

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

    /// Runs one call, until it is given up. A panic breaks the engine: this call and all others under way are rejected, and the next opens a
    /// new one.
    pub(super) async fn run(self: Rc<Self>, work: Work, abort: Rc<Abort>) -> Result<JsValue, JsValue> {
        let live = self.live().await?;
        let engine = live.engine.abortable(abort);
        let (broke, given_up) = (pin!(live.broke.notified()), pin!(engine.given_up()));
        let call = select(Guarded::new(work(engine.clone())), broke);
        let outcome = match select(call, given_up).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right((why, unfinished)) => return Err(to_js(engine.give_up(unfinished, why))),
        };
        match outcome {
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

    /// What the engine answers to work that nobody called for; `None` where it does not open, or breaks: a fault breaks it as in any call, and the
    /// next call opens another.
    pub(super) async fn in_background<T: 'static>(
        self: &Rc<Self>,
        work: impl FnOnce(Engine) -> LocalFuture<'static, T> + 'static,
    ) -> Option<T> {
        let answer = Rc::new(Cell::new(None));
        let into = Rc::clone(&answer);
        let work: Work = Box::new(move |engine| {
            Box::pin(async move {
                into.set(Some(work(engine).await));
                Ok(JsValue::UNDEFINED)
            })
        });
        let _ = Rc::clone(self).run(work, Rc::default()).await;
        answer.take()
    }

    /// Sees to it that what a scope's writes left to the model is judged, without anybody waiting for it.
    pub(super) fn judge_later(self: &Rc<Self>, engine: &Engine, scope: &Scope) {
        if !engine.judges_in_background() {
            return;
        }
        let is_at_work = self.to_judge.borrow().is_some();
        self.to_judge.borrow_mut().get_or_insert_default().insert(scope.clone());
        if is_at_work {
            return;
        }
        let shared = Rc::clone(self);
        spawn_local(async move {
            loop {
                let next = shared.to_judge.borrow_mut().as_mut().and_then(SortedSet::pop_first);
                let Some(scope) = next else { break };
                // What fails waits for the next write.
                let _ = shared.in_background(|engine| Box::pin(async move { engine.settle(&scope).await })).await;
            }
            shared.to_judge.take();
        });
    }

    /// Sees to it that a recall's touches are written a few seconds later.
    pub(super) fn flush_later(self: &Rc<Self>, engine: &Engine) {
        if !engine.has_touches() || self.is_flush_due.replace(true) {
            return;
        }
        let shared = Rc::clone(self);
        later(FLUSH_AFTER_MS, move || {
            shared.is_flush_due.set(false);
            let listener = shared.setup.host.listener.clone();
            spawn_local(async move {
                let flushed = shared.in_background(|engine| Box::pin(async move { engine.flush().await })).await;
                if let (Some(Err(err)), Some(listener)) = (flushed, listener)
                    && err != MemoryError::Closed
                {
                    let message = format!("the touches of recalls were not written: {err}");
                    listener.hear(Event::Warning { code: err.code(), message });
                }
            });
        });
    }
}

/// Opens an engine, and lets the listener look at records by it.
async fn open_engine(setup: &Setup, n: u64) -> Result<Rc<Live>, JsValue> {
    let opened = Guarded::new(Engine::open(setup.options(n))).await;
    let engine = opened.map_err(|said| internal(&said))?.map_err(to_js)?;
    if let Some(listener) = &setup.host.listener {
        let engine = engine.clone();
        listener.set_look(Rc::new(move |scope, record| engine.view(scope, record)));
    }
    Ok(Rc::new(Live { engine, fault: RefCell::default(), broke: Notify::new() }))
}
