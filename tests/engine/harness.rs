//! A handle on a store in memory, with a clock that is set and an embedder that does as told.

mod outside;

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;

use futures::executor::block_on;
use palimpsest::engine::{Engine, Options};
use palimpsest::error::MemoryError;
use palimpsest::lexical::embed;
use palimpsest::ports::{
    Clock, Collection, Embedder, LanguageModel, LlmAnswer, LlmRequest, LocalFuture, Purpose, ReadRequest, Rows,
    Storage, Task,
};
use palimpsest::record::{
    Action, CalibratePolicy, Decision, Event, ForgetTarget, ListInput, MergeTarget, Patch, Policy, RecallInput, Record,
    RecordId, Scope, Strategies, Timestamp, Why, WriteInput,
};
use palimpsest::storage::memory::MemoryStorage;

pub use outside::{Manner, Model, Scripted, StoppedClock, letters, yield_once};

/// Everything that a test holds.
pub struct House {
    pub engine: Engine,
    pub storage: MemoryStorage,
    pub clock: Rc<StoppedClock>,
    pub embedder: Option<Rc<Scripted>>,
    pub events: Rc<RefCell<Vec<Event>>>,
}

pub const START: i64 = 1_750_000_000_000;

pub fn run<T>(future: impl Future<Output = T>) -> T {
    block_on(future)
}

pub fn user(name: &str) -> Scope {
    Scope { user_id: Some(name.to_owned()), ..Scope::default() }
}

/// Calls are counted, so no test that does not ask for it pays for measuring the model.
pub fn uncalibrated() -> Policy {
    Policy { calibrate: CalibratePolicy::Off, ..Policy::default() }
}

/// Every write is a record of its own.
pub fn add_all() -> Policy {
    let strategies =
        Strategies { gate: false, fingerprint: false, versions: false, merge: false, ..Strategies::default() };
    Policy { strategies, ..Policy::default() }
}

impl House {
    /// With the built-in embedder.
    pub fn new() -> Self {
        Self::on(MemoryStorage::default(), None)
    }

    /// With an embedding callback.
    pub fn with(manner: Manner) -> Self {
        Self::on(MemoryStorage::default(), Some(manner))
    }

    pub fn on(storage: MemoryStorage, manner: Option<Manner>) -> Self {
        Self::over(Rc::new(storage.clone()), storage, manner, uncalibrated())
    }

    pub fn over(port: Rc<dyn Storage>, storage: MemoryStorage, manner: Option<Manner>, policy: Policy) -> Self {
        Self::asking(port, storage, manner, policy, None)
    }

    /// Under this policy as it is, calibration too, with the built-in embedder or a callback.
    pub fn under(policy: Policy, manner: Option<Manner>) -> Self {
        let storage = MemoryStorage::default();
        Self::over(Rc::new(storage.clone()), storage, manner, policy)
    }

    /// With a language model.
    pub fn with_model(manner: Manner, policy: Policy) -> (Self, Rc<Model>) {
        let storage = MemoryStorage::default();
        let model = Rc::new(Model::default());
        let policy = Policy { calibrate: CalibratePolicy::Off, ..policy };
        (
            Self::asking(
                Rc::new(storage.clone()),
                storage,
                Some(manner),
                policy,
                Some(Rc::clone(&model) as Rc<dyn LanguageModel>),
            ),
            model,
        )
    }

    pub fn asking(
        port: Rc<dyn Storage>,
        storage: MemoryStorage,
        manner: Option<Manner>,
        policy: Policy,
        llm: Option<Rc<dyn LanguageModel>>,
    ) -> Self {
        Self::named(port, storage, manner.map(|manner| (manner, "scripted")), policy, llm)
    }

    /// With an embedding callback of a model's name.
    pub fn named(
        port: Rc<dyn Storage>,
        storage: MemoryStorage,
        manner: Option<(Manner, &'static str)>,
        policy: Policy,
        llm: Option<Rc<dyn LanguageModel>>,
    ) -> Self {
        let clock = Rc::new(StoppedClock { now: Cell::new(START), ..StoppedClock::default() });
        let embedder = manner.map(|(manner, name)| {
            Rc::new(Scripted { manner: RefCell::new(manner), name, n_calls: Cell::new(0), texts: RefCell::default() })
        });
        let events = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&events);
        let options = Options {
            storage: port,
            clock: Rc::clone(&clock) as Rc<dyn Clock>,
            embedder: embedder.clone().map(|embedder| embedder as Rc<dyn Embedder>),
            llm,
            policy,
            seed: 1,
            on_event: Some(Rc::new(move |event: &Event| heard.borrow_mut().push(event.clone()))),
        };
        let engine = run(Engine::open(options)).expect("the store opens");
        Self { engine, storage, clock, embedder, events }
    }

    /// A further handle on the same store, with the same manner of embedding.
    pub fn second(&self) -> Self {
        let manner = self.embedder.as_ref().map(|embedder| embedder.manner.borrow().clone());
        Self::on(self.storage.clone(), manner)
    }

    /// A further handle on the same store, with the same manner of embedding, that asks a model.
    pub fn asking_too(&self, policy: Policy, llm: Rc<dyn LanguageModel>) -> Self {
        let manner = self.embedder.as_ref().map(|embedder| embedder.manner.borrow().clone());
        Self::asking(Rc::new(self.storage.clone()), self.storage.clone(), manner, policy, Some(llm))
    }

    pub fn behave(&self, manner: Manner) {
        self.embedder.as_ref().expect("has a callback").manner.replace(manner);
    }

    pub fn n_calls(&self) -> u32 {
        self.embedder.as_ref().map_or(0, |embedder| embedder.n_calls.get())
    }

    pub fn tick(&self) {
        self.clock.now.set(self.clock.now.get() + 1000);
    }

    #[track_caller]
    pub fn tell(&self, text: &str) -> Decision {
        self.tick();
        run(self.engine.remember(&Scope::default(), text.into())).expect("is written")
    }

    #[track_caller]
    pub fn told(&self, text: &str, action: Action) -> Decision {
        let decision = self.tell(text);
        assert_eq!(decision.action, action, "{text}: {:?}", decision.evidence);
        decision
    }

    /// Gives a record another text, as a person would.
    pub fn edit(&self, id: RecordId, text: &str) {
        self.tick();
        let patch = Patch { text: Some(text.to_owned()), ..Patch::default() };
        run(self.engine.edit(&Scope::default(), id, patch)).unwrap();
    }

    /// Forgets a record for good.
    pub fn erase(&self, id: RecordId) {
        self.tick();
        run(self.engine.forget(&Scope::default(), ForgetTarget::Id(id), true)).unwrap();
    }

    /// Merges records; which one they are then.
    pub fn merge(&self, ids: &[RecordId]) -> RecordId {
        self.tick();
        let target = MergeTarget::Ids(ids.iter().copied().collect());
        run(self.engine.merge(&Scope::default(), &target)).unwrap()[0].id.unwrap()
    }

    /// Writes a value of a key, with when it held where that is given.
    #[track_caller]
    pub fn value(&self, text: &str, key: &str, value: &str, at: Option<i64>) -> Decision {
        self.tick();
        let input = WriteInput {
            key: Some(key.to_owned()),
            value: Some(value.to_owned()),
            observed_at: at.map(Timestamp),
            ..text.into()
        };
        run(self.engine.remember(&Scope::default(), input)).expect("is written")
    }

    /// The values of a key, oldest first.
    #[track_caller]
    pub fn history(&self, key: &str) -> Vec<String> {
        let history = run(self.engine.history_of_key(&Scope::default(), key, None)).expect("is read");
        history.versions.into_iter().map(|version| version.value).collect()
    }

    #[track_caller]
    pub fn all(&self) -> Vec<Record> {
        let input = ListInput { include_cold: true, ..ListInput::default() };
        run(self.engine.list(&Scope::default(), input)).expect("lists")
    }

    #[track_caller]
    pub fn texts(&self) -> Vec<String> {
        self.all().into_iter().map(|record| record.text).collect()
    }

    #[track_caller]
    pub fn recalled(&self, query: &str) -> Vec<String> {
        let input = RecallInput { touch: false, ..RecallInput::default() };
        let hits = run(self.engine.recall(&Scope::default(), query, input)).expect("recalls");
        hits.into_iter().map(|hit| hit.text).collect()
    }

    /// What is recalled, with how each score came about.
    #[track_caller]
    pub fn explained(&self, query: &str) -> Vec<(String, f64, Option<Why>)> {
        let input = RecallInput { touch: false, explain: true, ..RecallInput::default() };
        let hits = run(self.engine.recall(&Scope::default(), query, input)).expect("recalls");
        hits.into_iter().map(|hit| (hit.text, hit.score, hit.why)).collect()
    }

    /// How often a task told how far it is.
    pub fn n_progress(&self, wanted: &str) -> usize {
        let is_wanted = |event: &&Event| matches!(event, Event::Progress { task, .. } if *task == wanted);
        self.events.borrow().iter().filter(is_wanted).count()
    }

    pub fn warnings(&self) -> Vec<&'static str> {
        let code = |event: &Event| match event {
            Event::Warning { code, .. } => Some(*code),
            Event::Decision(_)
            | Event::Changed { .. }
            | Event::Conflict { .. }
            | Event::Cooled { .. }
            | Event::Progress { .. } => None,
        };
        self.events.borrow().iter().filter_map(code).collect()
    }

    /// Every stored byte, by collection and key.
    pub fn bytes(&self) -> Vec<(Collection, String, Vec<u8>)> {
        let all = Collection::ALL
            .map(|collection| ReadRequest { collection, rows: Rows::Range { from: None, to: None, limit: None } });
        let snapshot = run(self.storage.read(all.to_vec())).expect("reads");
        let tagged = Collection::ALL.into_iter().zip(snapshot.rows);
        tagged.flat_map(|(part, rows)| rows.into_iter().map(move |(key, value)| (part, key, value))).collect()
    }

    /// Whether a text stands anywhere in the store's bytes.
    pub fn holds(&self, text: &str) -> bool {
        self.bytes().iter().any(|(_, _, value)| value.windows(text.len()).any(|window| window == text.as_bytes()))
    }
}
