//! Another model's vectors are never compared with the stored ones, and everything can be embedded anew.

use std::rc::Rc;

use futures::future::join;
use palimpsest::error::MemoryError;
use palimpsest::record::{Action, ForgetTarget, Record, Scope};
use palimpsest::storage::memory::MemoryStorage;

use crate::harness::{House, Manner, run, uncalibrated, user};

const TEXTS: [&str; 3] = ["用户养了一只猫叫年糕", "The roof is made of slate", "Lunch is at noon"];

fn scope() -> Scope {
    Scope::default()
}

/// A store with vectors of the letters' model.
fn written() -> House {
    let house = House::with(Manner::Letters);
    for text in TEXTS {
        house.told(text, Action::Added);
    }
    house
}

fn named(storage: &MemoryStorage, manner: Manner, name: &'static str) -> House {
    House::named(Rc::new(storage.clone()), storage.clone(), Some((manner, name)), uncalibrated(), None)
}

fn n_vectors(house: &House) -> usize {
    run(house.engine.stats(&scope())).unwrap().vectors
}

/// The cosines with which something is recalled.
fn cosines(house: &House, query: &str) -> Vec<Option<f64>> {
    house.explained(query).into_iter().map(|(_, _, why)| why.unwrap().cosine).collect()
}

#[track_caller]
fn check_noticed(manner: Manner, first: impl Fn(&House)) {
    let old = written();
    let new = House::on(old.storage, Some(manner));
    first(&new);
    assert_eq!(new.warnings(), ["bad_vector"]);
    assert_eq!(cosines(&new, "slate roof")[0], None, "found by its words");
    assert_eq!(new.recalled("slate roof")[0], TEXTS[1]);
    let decision = new.told("The cat is called Miso", Action::Added);
    assert!(decision.pending && decision.evidence.candidates.iter().all(|one| one.cosine.is_none()));
    assert_eq!(new.warnings().len(), 1, "said once");
    new.told(TEXTS[2], Action::Duplicate);
}

#[test]
fn another_model_under_the_same_name_is_noticed_at_the_first_call() {
    for manner in [Manner::Other, Manner::Same, Manner::Words] {
        check_noticed(manner.clone(), |house| {
            house.tell("Der Zug fährt um acht");
        });
        check_noticed(manner.clone(), |house| {
            house.recalled("Lunch");
        });
    }
}

#[test]
fn after_a_single_write_the_model_is_known_again_by_what_was_written() {
    let told_once = || {
        let house = House::with(Manner::Letters);
        house.told(TEXTS[1], Action::Added);
        house.storage
    };
    let same = House::on(told_once(), Some(Manner::Letters));
    assert_eq!(same.told(TEXTS[2], Action::Added).embed_calls, 1);
    assert!(same.warnings().is_empty());
    let other = House::on(told_once(), Some(Manner::Other));
    assert!(other.told(TEXTS[2], Action::Added).pending);
    assert_eq!(other.warnings(), ["bad_vector"]);
}

#[test]
fn the_same_model_is_known_again_without_a_further_call() {
    let old = written();
    let new = old.second();
    assert!(cosines(&new, "slate roof")[0].is_some());
    assert_eq!(new.told("Der Zug fährt um acht", Action::Added).embed_calls, 1);
    assert_eq!((new.n_calls(), new.warnings().len()), (2, 0));
}

#[test]
fn a_callback_that_does_not_know_the_probe_is_asked_without_it() {
    let probe = palimpsest::calibrate::PROBE.to_owned();
    let house = House::with(Manner::Refuse(probe));
    let more = ["Der Zug fährt um acht", "用户每周读一篇论文"];
    // The first call shows that the callback answers; the next three try the probe.
    for (text, calls) in TEXTS.into_iter().chain(more).zip([1, 2, 2, 2, 1]) {
        let decision = house.told(text, Action::Added);
        assert_eq!((decision.pending, decision.embed_calls), (false, calls), "{text}");
    }
}

#[test]
fn everything_is_embedded_anew_and_texts_stay_as_they_are() {
    let old = written();
    let elsewhere = run(old.engine.remember(&user("other"), TEXTS[1].into())).unwrap();
    let new = House::on(old.storage.clone(), Some(Manner::Other));
    let waiting = new.told("The cat is called Miso", Action::Added);
    let before = new.all();
    let done = run(new.engine.reembed(&scope())).unwrap();
    // The probe, and a call a scope.
    assert_eq!((done.records, done.embedded, done.failed, done.embed_calls), (5, 5, 0, 3));
    assert_eq!(new.n_progress("reembed"), 2);
    let texts = |records: &[Record]| records.iter().map(|record| record.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&new.all()), texts(&before));
    let then = new.all().into_iter().find(|record| Some(record.id) == waiting.id).unwrap();
    assert!(!then.pending, "what waited was decided");
    assert_eq!((n_vectors(&new), new.second().all()), (4, new.all()));
    assert_eq!(run(new.engine.get(&user("other"), elsewhere.id.unwrap())).unwrap().text, TEXTS[1]);
    for house in [&new, &new.second()] {
        assert!(cosines(house, "slate roof")[0].is_some());
        assert!(!house.told("Der Zug fährt um acht", house_action(house)).pending);
    }
    // A handle that still asks the older model is the stranger now.
    old.tell("用户每周读一篇论文");
    assert_eq!((old.warnings(), cosines(&old, "slate roof")[0]), (vec!["bad_vector"], None));
}

/// The first of two handles adds, the second finds it.
fn house_action(house: &House) -> Action {
    if house.texts().iter().any(|text| text.starts_with("Der Zug")) { Action::Duplicate } else { Action::Added }
}

#[test]
fn a_change_of_name_keeps_vectors_apart_until_everything_is_embedded_anew() {
    let old = written();
    let new = named(&old.storage, Manner::Other, "another");
    assert_eq!((n_vectors(&new), new.warnings().len()), (0, 0));
    assert!(
        new.told("Der Zug fährt um acht", Action::Added).evidence.candidates.iter().all(|one| one.cosine.is_none())
    );
    assert_eq!(run(new.engine.reembed(&scope())).unwrap().embedded, 4);
    assert_eq!(n_vectors(&new), 4);
    assert_eq!(n_vectors(&old), 0, "they are another model's");
}

#[test]
fn what_was_broken_off_goes_on_where_it_was() {
    let old = House::with(Manner::Letters);
    for n in 0..100 {
        old.tell(&format!("Locker {n} is painted in colour {}", n * 3));
    }
    let n_records = old.all().len();
    assert!(64 < n_records);
    let new = named(&old.storage, Manner::Until(3), "another");
    // The probe and two chunks of 32 are answered.
    let err = run(new.engine.reembed(&scope())).unwrap_err();
    assert!(matches!(err, MemoryError::CallbackFailed { .. }));
    let again = named(&old.storage, Manner::Letters, "another");
    assert_eq!(n_vectors(&again), 64);
    let done = run(again.engine.reembed(&scope())).unwrap();
    assert_eq!((done.records, done.embedded), (n_records, n_records - 64));
    assert_eq!((n_vectors(&again), again.texts()), (n_records, old.texts()));
    assert_eq!(run(again.engine.reembed(&scope())).unwrap().embedded, n_records, "once whole, all of it begins anew");
}

#[test]
fn a_text_that_the_callback_refuses_is_left_to_its_words() {
    let old = written();
    let new = named(&old.storage, Manner::Refuse(TEXTS[1].to_owned()), "another");
    let done = run(new.engine.reembed(&scope())).unwrap();
    assert_eq!((done.records, done.embedded, done.failed), (3, 2, 1));
    assert_eq!(new.recalled("slate roof")[0], TEXTS[1]);
}

#[test]
fn a_write_meanwhile_is_neither_lost_nor_mixed() {
    let old = written();
    let new = named(&old.storage, Manner::Other, "another");
    let scope = scope();
    let (done, decision) =
        run(join(new.engine.reembed(&scope), new.engine.remember(&scope, "The cat is called Miso".into())));
    assert!(done.is_ok() && decision.is_ok());
    assert_eq!((new.texts().len(), new.second().texts().len()), (4, 4));
    new.tell("Der Zug fährt um acht");
    assert_eq!(n_vectors(&new), 5);
}

#[test]
fn hidden_records_are_embedded_too() {
    let old = written();
    let id = old.all()[1].id;
    run(old.engine.forget(&scope(), ForgetTarget::Id(id), false)).unwrap();
    let new = named(&old.storage, Manner::Other, "another");
    assert_eq!(run(new.engine.reembed(&scope())).unwrap().embedded, 3);
    run(new.engine.restore(&scope(), id)).unwrap();
    assert!(cosines(&new, "slate roof")[0].is_some());
}

#[test]
fn a_text_that_an_undo_brings_back_gets_a_vector_of_its_own() {
    let old = House::with(Manner::Letters);
    old.told("用户计划下个月去日本旅行", Action::Added);
    old.told("用户计划下个月去日本旅行，会去东京、大阪和京都", Action::Updated);
    old.tell("Lunch is at noon");
    let new = named(&old.storage, Manner::Other, "another");
    run(new.engine.reembed(&scope())).unwrap();
    let entries = run(new.engine.journal(&scope(), None, None)).unwrap();
    run(new.engine.undo(&scope(), Some(entries[1].id))).unwrap();
    assert!(new.all()[0].reembed, "the vector is that of the fuller text");
    new.tell("The roof is made of slate");
    assert!(!new.all()[0].reembed);
}
