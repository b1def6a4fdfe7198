//! The shell: it carries out what the rules decide.

mod abort;
mod alike;
mod answered;
mod answers;
mod ask;
mod batch;
mod calibrate;
mod chains;
mod conflicts;
mod context;
mod decide;
mod embed;
mod embed_model;
mod evaluate;
mod exact;
mod export;
mod extract;
mod fold;
mod forget;
mod found;
mod heads;
mod heard;
mod held;
mod import;
mod import_heard;
mod journal;
mod judge;
mod keys;
mod letter_table;
mod links;
mod load;
mod load_heads;
mod load_records;
mod maintain;
mod merge;
mod merge_due;
mod merge_hand;
mod merge_parts;
mod merge_recall;
mod merge_stage;
mod names;
mod near;
mod needs;
mod observe;
mod place;
mod probe;
mod rank;
mod recall;
mod reembed;
mod reflect;
mod reflect_stage;
mod remember;
mod roll;
mod rows;
mod same_wording;
mod search;
mod settle;
mod state;
mod store;
mod sweep;
mod timing;
mod topics;
mod transact;
mod turns;
mod txn;
mod upkeep;
mod vectors;
mod waiting;
mod wordings;
mod write;

pub use calibrate::Calibration;
pub use reembed::Reembedded;

use crate::sorted::SortedSet;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::cache::Bounded;
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::evaluate::timing::WriteLog;
use crate::lexical;
use crate::ports::{Clock, Embedder, LanguageModel, LocalFuture, Purpose, Storage};
use crate::record::{Event, Policy, RecordId, Scope};

use abort::GivenUp;
pub use abort::{Abort, Why};
use embed_model::ModelState;
use names::Names;
use state::ScopeState;
use store::StoreState;

/// Query vectors that a handle keeps: those of the last few turns of a conversation.
const QUERIES: usize = 64;

/// Is told what happens.
pub type Listener = Rc<dyn Fn(&Event)>;

/// What a store of memories is opened with.
pub struct Options {
    /// Where the bytes are kept.
    pub storage: Rc<dyn Storage>,
    /// What time it is.
    pub clock: Rc<dyn Clock>,
    /// Turns texts into vectors; the built-in lexical embedder when `None`.
    pub embedder: Option<Rc<dyn Embedder>>,
    /// Answers requests in words.
    pub llm: Option<Rc<dyn LanguageModel>>,
    /// What the caller set.
    pub policy: Policy,
    /// Where random bits come from: the caller's seed, or 64 bits of the runtime's randomness.
    pub seed: u64,
    /// Is told what happens.
    pub on_event: Option<Listener>,
}

/// One handle on a store. Cloning it gives the same handle.
#[derive(Clone)]
pub struct Engine {
    inner: Rc<Inner>,
    /// How the call that this handle serves is given up.
    abort: Option<Rc<Abort>>,
}

struct Inner {
    storage: Rc<dyn Storage>,
    clock: Rc<dyn Clock>,
    embedder: Rc<dyn Embedder>,
    llm: Option<Rc<dyn LanguageModel>>,
    policy: Policy,
    on_event: Option<Listener>,
    /// One change at a time, in the order in which they were asked for. No callback is awaited while it is held.
    write: tokio::sync::Mutex<()>,
    /// Callbacks that may run side by side.
    permits: tokio::sync::Semaphore,
    store: RefCell<StoreState>,
    names: RefCell<Names>,
    /// What is known of the embedding model.
    model: RefCell<ModelState>,
    /// One measuring of the model at a time.
    calibrating: tokio::sync::Mutex<()>,
    queries: RefCell<Bounded<(Scope, String), Embedding>>,
    /// What the last writes cost; in memory alone.
    writes: RefCell<WriteLog>,
    /// Records whose topics may be due to be merged, the oldest first; in memory alone.
    due: RefCell<SortedSet<(RecordId, Scope)>>,
    /// Vectors of a page, at most.
    page_rows: Cell<usize>,
    /// One reflection at a time.
    reflecting: tokio::sync::Mutex<()>,
    /// Batches of messages that a call is at work on; in memory alone.
    in_hand: RefCell<SortedSet<String>>,
    closed: Cell<bool>,
    /// What the call that was given up last had done.
    given_up: Cell<GivenUp>,
    /// Wakes every call under way when the handle is closed under it.
    closing: tokio::sync::Notify,
}

impl Engine {
    /// Opens a store, and founds it where it is empty.
    ///
    /// # Errors
    /// [`MemoryError::StoreNewer`], [`MemoryError::StoreDamaged`], [`MemoryError::StoreUnavailable`].
    pub async fn open(options: Options) -> Result<Self, MemoryError> {
        let Options { storage, clock, embedder, llm, policy, seed, on_event } = options;
        let engine = Self {
            abort: None,
            inner: Rc::new(Inner {
                storage,
                clock,
                embedder: embedder.unwrap_or_else(|| Rc::new(BuiltIn)),
                llm,
                write: tokio::sync::Mutex::new(()),
                permits: tokio::sync::Semaphore::new(policy.concurrency.max(1)),
                policy,
                on_event,
                store: RefCell::default(),
                names: RefCell::new(Names::seeded(seed)),
                model: RefCell::default(),
                calibrating: tokio::sync::Mutex::new(()),
                queries: RefCell::new(Bounded::new(QUERIES)),
                writes: RefCell::default(),
                due: RefCell::default(),
                page_rows: Cell::new(fold::PAGE),
                reflecting: tokio::sync::Mutex::new(()),
                in_hand: RefCell::default(),
                closed: Cell::new(false),
                given_up: Cell::default(),
                closing: tokio::sync::Notify::new(),
            }),
        };
        engine.start_over().await?;
        Ok(engine)
    }

    /// Whether the handle is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.inner.closed.get()
    }

    /// Looks at a scope that is loaded; at an empty one where it is not.
    fn with<T>(&self, scope: &Scope, look: impl FnOnce(&ScopeState) -> T) -> T {
        self.peek(scope, |state| {
            let answer = look(state);
            debug_assert!(state.wanted.borrow().is_empty(), "who looks at vectors does so by `with_vectors`");
            answer
        })
    }

    /// As [`Self::with`], for what looks at vectors: those that are not in memory are noted, to be read.
    fn peek<T>(&self, scope: &Scope, look: impl FnOnce(&ScopeState) -> T) -> T {
        let (answer, is_crowded) = match self.inner.store.borrow().scopes.get(scope) {
            Some(state) => (look(state), state.roll.is_crowded()),
            None => (look(&ScopeState::default()), false),
        };
        // Where this look is part of another, that one sees to it.
        if is_crowded
            && let Ok(mut store) = self.inner.store.try_borrow_mut()
            && let Some(state) = store.scopes.get_mut(scope)
        {
            state.roll.let_go();
        }
        answer
    }

    /// Tells the host. Nothing is borrowed when this is called, so the host may call back.
    fn emit(&self, event: &Event) {
        if let Some(tell) = &self.inner.on_event {
            tell(event);
        }
    }
}

/// The built-in lexical embedder, which costs no callback and never fails.
struct BuiltIn;

impl Embedder for BuiltIn {
    fn model(&self) -> &str {
        lexical::MODEL
    }

    fn is_callback(&self) -> bool {
        false
    }

    fn embed<'a>(&'a self, texts: &'a [String], _: Purpose) -> LocalFuture<'a, Result<Vec<Vec<f32>>, MemoryError>> {
        Box::pin(async { Ok(texts.iter().map(|text| lexical::embed(text).values().to_vec()).collect()) })
    }
}
