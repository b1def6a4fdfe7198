//! What changes while the model is asked.

use super::*;

/// Answers reflections with a merge of two, once it may.
#[derive(Default)]
struct Gated {
    is_asked: Cell<bool>,
    is_open: Cell<bool>,
}

impl LanguageModel for Gated {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        let is_reflection = request.task == Task::Reflect;
        self.is_asked.set(is_reflection);
        Box::pin(async move {
            while is_reflection && !self.is_open.get() {
                yield_once().await;
            }
            Ok(LlmAnswer { text: MERGE.to_owned(), usage: Some((70, 7)) })
        })
    }
}

#[test]
fn what_changed_while_the_model_was_asked_is_left_alone() {
    let model = Rc::new(Gated::default());
    let storage = MemoryStorage::default();
    let llm = Rc::clone(&model) as Rc<dyn LanguageModel>;
    let house = House::asking(Rc::new(storage.clone()), storage, Some(Manner::Words), Policy::default(), Some(llm));
    let ids = CATS.map(|text| house.told(text, Action::Added).id.unwrap());
    let other = house.second();
    let patch = Patch { text: Some("User has a cat called Mochi".to_owned()), ..Patch::default() };
    let (scope, input) = (Scope::default(), ReflectInput::default());
    let (done, edited) = run(async {
        let reflecting = house.engine.reflect(&scope, input);
        futures::future::join(reflecting, async {
            while !model.is_asked.get() {
                yield_once().await;
            }
            let edited = other.engine.edit(&scope, ids[0], patch).await;
            model.is_open.set(true);
            edited
        })
        .await
    });
    assert!(edited.is_ok());
    let done = done.unwrap();
    assert_eq!((done.merged, done.rejected, done.journal_id), (0, 1, None), "{:?}", done.refusals);
    assert_eq!((done.tokens, done.llm_calls), (77, 1), "tokens that the callback counted are taken over the estimate");
    assert_eq!(house.all().len(), 2);
    let again = reflect(&house);
    assert_eq!(
        (again.examined, again.merged, again.rejected),
        (1, 0, 1),
        "what changed meanwhile is due, and a person wrote it"
    );
}

#[test]
fn two_handles_that_reflect_at_once_change_everything_once() {
    let (house, model) = house();
    tell_of_cats(&house, &model);
    script(&model, "[2]", MERGE);
    let other = house.asking_too(Policy::default(), model);
    other.clock.now.set(house.clock.now.get());
    let (scope, input) = (Scope::default(), ReflectInput::default());
    let (one, two) = run(async {
        futures::future::join(house.engine.reflect(&scope, input), other.engine.reflect(&scope, input)).await
    });
    assert_eq!(one.unwrap().merged + two.unwrap().merged, 1);
    assert_eq!((house.all().len(), other.all().len()), (1, 1));
    let journal = run(house.engine.journal(&scope, None, None)).unwrap();
    assert_eq!(journal.iter().filter(|entry| entry.operation == Operation::Reflect).count(), 1);
}
