//! A hard forget in the middle of another call: while a text is embedded, or a model is asked. No trace comes back.

use palimpsest::engine::Options;
use palimpsest::lexical::embed;
use palimpsest::ports::{Clock, Embedder, Purpose};
use palimpsest::record::JudgeWhen;

use super::*;
use crate::harness::StoppedClock;

/// A record that is forgotten for good during the first call after it is named.
type Doomed = RefCell<Option<(Engine, RecordId)>>;

async fn forget(doomed: &Doomed) {
    let first = doomed.borrow_mut().take();
    if let Some((engine, id)) = first {
        engine.forget(&Scope::default(), ForgetTarget::Id(id), true).await.unwrap();
    }
}

/// Embeds as the built-in embedder does, and forgets meanwhile.
#[derive(Default)]
struct Embedding(Doomed);

impl Embedder for Embedding {
    fn model(&self) -> &'static str {
        "scripted"
    }

    fn is_callback(&self) -> bool {
        true
    }

    fn embed<'a>(&'a self, texts: &'a [String], _: Purpose) -> LocalFuture<'a, Result<Vec<Vec<f32>>, MemoryError>> {
        Box::pin(async move {
            forget(&self.0).await;
            Ok(texts.iter().map(|text| embed(text).values().to_vec()).collect())
        })
    }
}

/// Answers this to one task, and forgets meanwhile; a text is annotated with nothing.
struct Asked {
    task: Task,
    answer: String,
    doomed: Doomed,
}

impl LanguageModel for Asked {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        Box::pin(async move {
            let plain = r#"{"summary": "s", "kind": "fact", "subject": "user", "key": null, "value": null, "topic": null, "validUntil": null}"#;
            let is_it = request.task == self.task;
            if is_it {
                forget(&self.doomed).await;
            }
            Ok(LlmAnswer { text: if is_it { self.answer.clone() } else { plain.to_owned() }, usage: None })
        })
    }
}

fn opened(storage: &MemoryStorage, embedder: Rc<Embedding>, llm: Option<Rc<dyn LanguageModel>>) -> Engine {
    let clock = StoppedClock::default();
    clock.now.set(START + DAY);
    run(Engine::open(Options {
        storage: Rc::new(storage.clone()),
        clock: Rc::new(clock) as Rc<dyn Clock>,
        embedder: Some(embedder),
        llm,
        policy: uncalibrated(),
        seed: 2,
        on_event: None,
    }))
    .unwrap()
}

#[test]
fn what_was_found_is_not_written_where_it_is_forgotten_while_it_is_embedded() {
    let found = serde_json::json!({ "memories": [
        { "text": "SECRET is the password", "kind": "fact", "subject": "user", "quote": "SECRET is the password" },
        { "text": "The user drinks tea", "kind": "fact", "subject": "user", "quote": "I drink tea" },
    ] });
    for is_other_handle in [false, true] {
        let house = House::with(Manner::Words);
        house.told("SECRET is the password", Action::Added);
        let id = house.all()[0].id;
        let embedder = Rc::new(Embedding::default());
        let model = Asked { task: Task::Extract, answer: found.to_string(), doomed: Doomed::default() };
        let engine = opened(&house.storage, embedder.clone(), Some(Rc::new(model)));
        let by = if is_other_handle { house.engine.clone() } else { engine.clone() };
        embedder.0.replace(Some((by, id)));
        let messages = vec![said("SECRET is the password"), said("I drink tea")];
        assert!(run(engine.observe(&Scope::default(), messages.into())).unwrap().is_empty());
        assert!(!house.holds("SECRET"), "by another handle: {is_other_handle}");
        assert!(house.holds("I drink tea"), "the other message waits");
        run(engine.observe(&Scope::default(), Vec::new().into())).unwrap();
        assert_eq!(house.texts(), ["The user drinks tea"]);
        assert!(!house.holds("SECRET"));
    }
}

#[test]
fn what_is_forgotten_while_another_text_is_embedded_leaves_nothing_there() {
    let house = House::with(Manner::Fail);
    house.told("SECRET is the password", Action::Added);
    let id = house.all()[0].id;
    let embedder = Rc::new(Embedding::default());
    let engine = opened(&house.storage, embedder.clone(), None);
    // It waits for a vector, and the call takes it along.
    embedder.0.replace(Some((engine.clone(), id)));
    run(engine.remember(&Scope::default(), "The user drinks tea".into())).unwrap();
    assert!(!house.holds("SECRET"));
    assert_eq!(run(engine.stats(&Scope::default())).unwrap().vectors, 1);
    let hits = run(engine.recall(&Scope::default(), "SECRET password", Default::default())).unwrap();
    assert!(hits.iter().all(|hit| hit.text == "The user drinks tea"));
}

#[test]
fn what_a_model_says_of_a_text_that_is_forgotten_meanwhile_is_not_kept() {
    let judged = r#"{"reasoning": "the older one says SECRET", "relation": "unrelated"}"#;
    let annotated = r#"{"summary": "SECRET", "kind": "fact", "subject": "user", "key": null, "value": null, "topic": null, "validUntil": null}"#;
    for (task, answer) in [(Task::Judge, judged), (Task::Annotate, annotated)] {
        let house = House::with(Manner::Words);
        house.told("用户每天跑五公里", Action::Added);
        let id = house.all()[0].id;
        let asked = Rc::new(Asked { task, answer: answer.to_owned(), doomed: Doomed::default() });
        let model: Rc<dyn LanguageModel> = asked.clone();
        let when = if task == Task::Judge { JudgeWhen::Inline } else { JudgeWhen::Background };
        let policy = Policy { judge: when, ..uncalibrated() };
        let other = house.asking_too(policy, model);
        let id = if task == Task::Judge { id } else { other.tell("SECRET is the password").id.unwrap() };
        asked.doomed.replace(Some((other.engine.clone(), id)));
        if task == Task::Judge {
            other.tell("用户每天跑十公里");
        } else {
            run(other.engine.settle(&Scope::default())).unwrap();
        }
        assert!(asked.doomed.borrow().is_none(), "{task:?} was asked");
        assert!(!other.holds("SECRET"), "{task:?}");
    }
}
