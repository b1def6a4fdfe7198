//! Messages that are gone through while a store fails, another call does the same, or the call is given up.

use super::*;

/// A conversation in which each call of the store fails in turn: what was acknowledged is in the end stored, once.
#[track_caller]
fn check_each_call(fault: &Fault) {
    let (mut n_acknowledged, mut n_rejected) = (0, 0);
    for nth in 1.. {
        let storage = MemoryStorage::default();
        let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
        let model = Rc::new(Model::default());
        let found = serde_json::json!({ "memories": [
            { "text": "The user has a cat", "kind": "fact", "subject": "user", "quote": "I have a cat" },
            { "text": "The user plays the violin", "kind": "fact", "subject": "user", "quote": "I play the violin" },
        ] });
        model.answer("violin", &found.to_string());
        let port = Rc::clone(&faulty) as Rc<dyn Storage>;
        let house = House::asking(port, storage, None, uncalibrated(), Some(model.clone()));
        let call = faulty.n_calls() + nth;
        faulty.fail_at(call, fault.clone());
        let messages = || vec![Message { id: Some("m1".to_owned()), ..said("I have a cat. I play the violin.") }];
        let is_acknowledged = try_observe(&house, messages()).is_ok();
        let is_met = call <= faulty.n_calls();
        faulty.heal();
        // The caller of a call that failed hands the messages in again; that of one that did not need not.
        let fresh = house.asking_too(uncalibrated(), model);
        let again = if is_acknowledged { Vec::new() } else { messages() };
        observe(&fresh, again);
        let mut texts = fresh.texts();
        texts.sort();
        assert_eq!(texts, ["The user has a cat", "The user plays the violin"], "{fault:?} at call {nth}");
        if !is_met {
            assert!(is_acknowledged, "nothing failed");
            break;
        }
        *(if is_acknowledged { &mut n_acknowledged } else { &mut n_rejected }) += 1;
    }
    // To take the messages in, to read them, and to write what they say takes a read and a commit each, at least.
    assert!(6 <= n_acknowledged + n_rejected, "{n_acknowledged} acknowledged, {n_rejected} rejected");
}

#[test]
fn a_store_that_fails_at_any_call_loses_and_doubles_nothing() {
    check_each_call(&Fault::Refuse(StorageError::Unavailable("gone".to_owned())));
    check_each_call(&Fault::Refuse(StorageError::Conflict));
    check_each_call(&Fault::LoseAnswer(StorageError::Unavailable("gone".to_owned())));
}

#[test]
fn two_handles_and_two_calls_at_once_store_a_message_once() {
    let (house, model) = with_model();
    model.answer("violin", &memory("The user plays the violin", "I play the violin"));
    let other = house.asking_too(uncalibrated(), model);
    let messages = || ObserveInput::from(vec![Message { id: Some("m".to_owned()), ..said("I play the violin") }]);
    let scope = Scope::default();
    let call = |house: &House| {
        let engine = house.engine.clone();
        let scope = scope.clone();
        async move { engine.observe(&scope, messages()).await.unwrap() }
    };
    let (one, two, three) = run(async { futures::join!(call(&house), call(&house), call(&other)) });
    assert_eq!(house.texts(), ["The user plays the violin"]);
    let n_added = [one, two, three].iter().flatten().filter(|decision| decision.action == Action::Added).count();
    assert!(1 <= n_added);
    assert_eq!(run(house.engine.journal(&scope, None, None)).unwrap().len(), 1);
}

#[test]
fn a_call_that_is_given_up_anywhere_loses_and_doubles_nothing() {
    let (mut n_given_up, mut n_answered) = (0, 0);
    for after in 0..30 {
        let (house, model) = with_model();
        model.answer("violin", &memory("The user plays the violin", "I play the violin"));
        house.told("was here before", Action::Added);
        let answer = aborted(&house.engine, after, async |engine: Engine| {
            engine.observe(&Scope::default(), vec![said("I play the violin")].into()).await
        });
        match answer {
            Ok(_) => n_answered += 1,
            Err(err) => {
                assert_eq!(err.code(), "aborted");
                n_given_up += 1;
            }
        }
        observe(&house, vec![said("I play the violin")]);
        assert_eq!(house.texts(), ["was here before", "The user plays the violin"], "after {after}");
    }
    assert!(0 < n_given_up && 0 < n_answered, "{n_given_up} given up, {n_answered} answered");
}
