//! A handle on a store in memory, with a clock that is set and an embedder that does as told.

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
    Action, CalibratePolicy, Decision, Event, ListInput, Policy, RecallInput, Record, Scope, Timestamp, Why, WriteInput,
};
use palimpsest::storage::memory::MemoryStorage;

/// A clock that stands where it is set; its waits end at once when they may, else never.
#[derive(Default)]
pub struct StoppedClock {
    pub now: Cell<i64>,
    pub waits_end: Cell<bool>,
    /// How often it was asked how long something took: each time a millisecond has gone by.
    pub asked: Cell<u32>,
    /// What its zone is ahead of UTC by, in milliseconds.
    pub offset: Cell<i64>,
}

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.get())
    }

    fn sleep(&self, _: u32) -> LocalFuture<'static, ()> {
        if self.waits_end.get() { Box::pin(std::future::ready(())) } else { Box::pin(std::future::pending()) }
    }

    fn local_offset_ms(&self, _: Timestamp) -> i64 {
        self.offset.get()
    }

    fn monotonic(&self) -> f64 {
        self.asked.set(self.asked.get() + 1);
        f64::from(self.asked.get())
    }
}

/// What an embedding callback does next.
#[derive(Clone, Debug)]
pub enum Manner {
    /// Answers a vector of each text's letters, after letting others run.
    Letters,
    /// The same vector for every text.
    Same,
    /// Rejects.
    Fail,
    /// Never answers.
    Hang,
    /// Answers this, whatever it was asked.
    Answer(Vec<Vec<f32>>),
    /// Rejects calls that hold this text.
    Refuse(String),
    /// As the built-in embedder does.
    Words,
    /// As [`Self::Letters`], by another model of as many numbers.
    Other,
    /// As [`Self::Letters`] for so many calls in all, and then rejects.
    Until(u32),
}

/// An embedding callback that does as told, and counts.
pub struct Scripted {
    pub manner: RefCell<Manner>,
    pub name: &'static str,
    pub n_calls: Cell<u32>,
    pub texts: RefCell<Vec<String>>,
}

impl Embedder for Scripted {
    fn model(&self) -> &str {
        self.name
    }

    fn is_callback(&self) -> bool {
        true
    }

    fn embed<'a>(&'a self, texts: &'a [String], _: Purpose) -> LocalFuture<'a, Result<Vec<Vec<f32>>, MemoryError>> {
        self.n_calls.set(self.n_calls.get() + 1);
        self.texts.borrow_mut().extend(texts.iter().cloned());
        let failed = MemoryError::CallbackFailed { callback: "embed", message: "the service is down".to_owned() };
        let manner = self.manner.borrow().clone();
        let n_calls = self.n_calls.get();
        Box::pin(async move {
            yield_once().await;
            match manner {
                Manner::Letters => Ok(texts.iter().map(|text| letters(text)).collect()),
                Manner::Same => Ok(texts.iter().map(|_| vec![1.0, 0.0, 0.0]).collect()),
                Manner::Fail => Err(failed),
                Manner::Hang => std::future::pending().await,
                Manner::Answer(answer) => Ok(answer),
                Manner::Refuse(text) if texts.contains(&text) => Err(failed),
                Manner::Refuse(_) => Ok(texts.iter().map(|text| letters(text)).collect()),
                Manner::Words => Ok(texts.iter().map(|text| embed(text).values().to_vec()).collect()),
                Manner::Other => {
                    Ok(texts.iter().map(|text| letters(&text.chars().map(other).collect::<String>())).collect())
                }
                Manner::Until(last) if last < n_calls => Err(failed),
                Manner::Until(_) => Ok(texts.iter().map(|text| letters(text)).collect()),
            }
        })
    }
}

/// A language model that answers as it is told, and counts.
#[derive(Default)]
pub struct Model {
    /// By a piece of the prompt, the first that fits: what it answers. What nothing fits fails.
    pub answers: RefCell<Vec<(String, String)>>,
    /// The tasks that it was asked, with their prompts.
    pub asked: RefCell<Vec<(Task, String)>>,
}

impl Model {
    pub fn answer(&self, piece: &str, answer: &str) {
        self.answers.borrow_mut().insert(0, (piece.to_owned(), answer.to_owned()));
    }

    /// Answers an annotation of a text.
    pub fn annotate(&self, text: &str, kind: &str, key_and_value: Option<(&str, &str)>) {
        let summary: String = text.chars().take(20).collect();
        let (key, value) = key_and_value.unzip();
        let answer = serde_json::json!({
            "summary": summary, "kind": kind, "subject": "user", "key": key, "value": value, "topic": null, "validUntil": null,
        });
        self.answer(&format!("[1] 2025-06-15 fact \"{text}\""), &answer.to_string());
    }

    pub fn count(&self, task: Task) -> usize {
        self.asked.borrow().iter().filter(|(asked, _)| *asked == task).count()
    }
}

impl LanguageModel for Model {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        self.asked.borrow_mut().push((request.task, request.prompt.clone()));
        let answer = self.answers.borrow().iter().find(|(piece, _)| request.prompt.contains(piece)).cloned();
        Box::pin(async move {
            yield_once().await;
            let failed = || MemoryError::CallbackFailed { callback: "llm", message: "the service is down".to_owned() };
            answer.map(|(_, text)| LlmAnswer { text, usage: None }).ok_or_else(failed)
        })
    }
}

/// Lets everything else that is ready run first.
pub async fn yield_once() {
    let mut yielded = false;
    std::future::poll_fn(|context| {
        if yielded {
            return std::task::Poll::Ready(());
        }
        yielded = true;
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// The letter that another model takes for this one.
fn other(letter: char) -> char {
    char::from_u32(u32::from(letter) * 11 + 5).unwrap_or(letter)
}

/// A vector that texts of the same letters share.
pub fn letters(text: &str) -> Vec<f32> {
    let mut counts = vec![0.01_f32; 64];
    for letter in text.chars() {
        counts[letter as usize % 64] += 1.0;
    }
    counts
}

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
        // Calls are counted, so no test that does not ask for it pays for measuring the model.
        let policy = Policy { calibrate: CalibratePolicy::Off, ..Policy::default() };
        Self::over(Rc::new(storage.clone()), storage, manner, policy)
    }

    pub fn over(port: Rc<dyn Storage>, storage: MemoryStorage, manner: Option<Manner>, policy: Policy) -> Self {
        Self::asking(port, storage, manner, policy, None)
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
