//! Messages that wait for a model: in their order, over a restart, and no longer than their text may be kept.

use super::*;

#[test]
fn messages_wait_for_a_model_that_fails_and_are_read_in_their_order() {
    let (house, model) = with_model();
    assert!(observe(&house, vec![said("I have a cat")]).is_empty());
    assert!(observe(&house, vec![said("I play the violin")]).is_empty());
    assert!(house.warnings().contains(&"callback_failed"));
    assert!(house.holds("I have a cat") && house.holds("I play the violin"));
    assert_eq!(model.count(Task::Extract), 2, "the second call tried the first message again, and no further");
    model.answer("cat", &memory("The user has a cat", "I have a cat"));
    model.answer("violin", &memory("The user plays the violin", "I play the violin"));
    model.answer("tea", &memory("The user drinks tea", "I drink tea"));
    observe(&house, vec![said("I drink tea")]);
    assert_eq!(house.texts(), ["The user has a cat", "The user plays the violin", "The user drinks tea"]);
    let n_asked = model.count(Task::Extract);
    observe(&house, vec![said("I have a cat"), said("I drink tea")]);
    assert_eq!((house.texts().len(), model.count(Task::Extract)), (3, n_asked));
}

#[test]
fn two_calls_at_once_ask_once_about_what_waits() {
    let (house, model) = with_model();
    observe(&house, vec![said("I play the violin")]);
    model.answer("violin", &memory("The user plays the violin", "I play the violin"));
    let scope = Scope::default();
    let call = || house.engine.observe(&scope, Vec::new().into());
    let (one, two) = run(async { futures::join!(call(), call()) });
    let n_made = one.unwrap().len() + two.unwrap().len();
    assert_eq!((n_made, house.texts()), (1, vec!["The user plays the violin".to_owned()]));
    assert_eq!(model.count(Task::Extract), 2, "once when it failed, and once more");
}

#[test]
fn what_waits_survives_a_restart_and_upkeep_reads_it() {
    let (house, _) = with_model();
    observe(&house, vec![said("我养了一只猫")]);
    let model = Rc::new(Model::default());
    model.answer("猫", &memory("用户养了一只猫", "我养了一只猫"));
    let fresh = house.asking_too(uncalibrated(), model.clone());
    run(fresh.engine.maintain()).unwrap();
    assert_eq!(fresh.texts(), ["用户养了一只猫"]);
    run(fresh.engine.maintain()).unwrap();
    assert_eq!((fresh.texts().len(), model.count(Task::Extract)), (1, 1));
}

#[test]
fn rubbish_is_refused_and_asked_about_ever_less_often() {
    let (house, model) = with_model();
    for rubbish in ["", "no", "[]", "{\"memories\": 7}", "{\"memories\": [{}]}", "<think>", "{\"memories\": [\"a\"]}"] {
        model.answer("dog", rubbish);
    }
    observe(&house, vec![said("I have a dog")]);
    for n in 0..6 {
        observe(&house, vec![Message { id: Some(n.to_string()), ..of(Role::Assistant, "hm") }]);
    }
    assert_eq!(model.count(Task::Extract), 3, "three tries, and then it is left alone for an hour");
    // Others are read meanwhile.
    model.answer("violin", &memory("The user plays the violin", "I play the violin"));
    observe(&house, vec![said("I play the violin")]);
    assert_eq!(house.texts(), ["The user plays the violin"]);
    model.answer("dog", &memory("The user has a dog", "I have a dog"));
    house.clock.now.set(house.clock.now.get() + 2 * 3_600_000);
    observe(&house, Vec::new());
    assert_eq!(house.texts(), ["The user plays the violin", "The user has a dog"]);
}

#[test]
fn more_than_may_wait_is_rejected_and_nothing_of_it_kept() {
    let (house, _) = with_model();
    let long = |n: u32| said(&format!("{n} {}", "tea is what I like. ".repeat(20_000)));
    for n in 0..2 {
        assert!(try_observe(&house, vec![long(n)]).unwrap().is_empty());
    }
    let bytes = house.bytes();
    let err = try_observe(&house, vec![long(2)]).unwrap_err();
    assert_eq!((err.code(), house.bytes() == bytes), ("queue_full", true));
    let too_much = said(&"茶".repeat(400_000));
    assert_eq!(try_observe(&house, vec![too_much]).unwrap_err().code(), "invalid_input");
}

#[test]
fn a_hard_forget_reaches_what_waits() {
    let (house, model) = with_model();
    house.told("The user has a cat", Action::Added);
    observe(&house, vec![said("I said that The user has a cat"), said("I drink tea")]);
    let id = house.all()[0].id;
    run(house.engine.forget(&Scope::default(), ForgetTarget::Id(id), true)).unwrap();
    assert!(!house.holds("The user has a cat") && house.holds("I drink tea"));
    house.told("住在上海", Action::Added);
    let all = Filter { status: Some(palimpsest::record::Status::Active), ..Filter::default() };
    run(house.engine.forget(&Scope::default(), ForgetTarget::Filter(Box::new(all)), true)).unwrap();
    assert!(!house.holds("I drink tea"));
    assert_eq!(model.count(Task::Extract), 1);
}

/// A model during whose first call a record is forgotten for good.
struct Forgetting {
    first: RefCell<Option<(Engine, RecordId)>>,
    answer: String,
}

impl LanguageModel for Forgetting {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        Box::pin(async move {
            if request.task != Task::Extract {
                return Err(MemoryError::CallbackFailed { callback: "llm", message: "the service is down".to_owned() });
            }
            let first = self.first.borrow_mut().take();
            if let Some((engine, id)) = first {
                engine.forget(&Scope::default(), ForgetTarget::Id(id), true).await?;
            }
            Ok(LlmAnswer { text: self.answer.clone(), usage: None })
        })
    }
}

#[test]
fn what_is_forgotten_for_good_while_a_model_reads_what_waits_does_not_come_back() {
    let (house, _) = with_model();
    house.told("SECRET is the password", Action::Added);
    observe(&house, vec![said("SECRET is the password"), said("I drink tea")]);
    let id = house.all()[0].id;
    let found = serde_json::json!({ "memories": [
        { "text": "SECRET is the password", "kind": "fact", "subject": "user", "quote": "SECRET is the password" },
        { "text": "The user drinks tea", "kind": "fact", "subject": "user", "quote": "I drink tea" },
    ] });
    let first = RefCell::new(Some((house.engine.clone(), id)));
    let model = Rc::new(Forgetting { first, answer: found.to_string() });
    let other = house.asking_too(uncalibrated(), model);
    assert!(observe(&other, Vec::new()).is_empty());
    assert!(!other.holds("SECRET") && other.holds("I drink tea"), "the other message still waits");
    let actions: Vec<Action> = observe(&other, Vec::new()).iter().map(|decision| decision.action).collect();
    assert_eq!(actions, [Action::Rejected, Action::Added]);
    assert_eq!(other.texts(), ["The user drinks tea"]);
    assert!(!other.holds("SECRET"));
}

#[test]
fn what_waits_for_a_model_holds_nothing_up_where_none_is_given() {
    let (house, _) = with_model();
    for n in 0..6 {
        assert!(observe(&house, vec![said(&format!("我有{n}只猫"))]).is_empty());
    }
    let bare = House::on(house.storage, None);
    observe(&bare, vec![said("我住在上海。")]);
    assert_eq!(bare.texts(), ["我住在上海。"]);
    assert!(bare.holds("我有5只猫"), "the others still wait for a model");
}
