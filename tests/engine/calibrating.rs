//! A model that is met for the first time is measured, once, and a write never suffers for it.

use std::rc::Rc;

use futures::future::join_all;
use palimpsest::calibrate::{NO_COSINE, Quantiles, Thresholds, UNMEASURED, cosines, measure, sentences, shipped};
use palimpsest::embedding::Embedding;
use palimpsest::lexical::embed;
use palimpsest::record::{Action, CalibratePolicy, GatePolicy, Policy, Scope};
use palimpsest::storage::memory::MemoryStorage;

use crate::harness::{House, Manner, add_all, run, user};

fn house(manner: Manner, policy: Policy, name: &'static str) -> House {
    on(MemoryStorage::default(), manner, policy, name)
}

fn on(storage: MemoryStorage, manner: Manner, policy: Policy, name: &'static str) -> House {
    House::named(Rc::new(storage.clone()), storage, Some((manner, name)), policy, None)
}

/// What the rule makes of the built-in embedder's vectors.
fn of_words() -> Thresholds {
    // Scaled again, as the engine does with what a callback answers.
    let vectors: Vec<_> = sentences().map(|text| Embedding::new(embed(text).values().to_vec()).unwrap()).collect();
    let (same, unrelated) = cosines(&vectors).unwrap();
    measure(&same, &unrelated, Quantiles::CHOSEN).unwrap().thresholds
}

#[test]
fn the_first_write_measures_the_model_and_every_later_handle_knows() {
    let first = house(Manner::Words, Policy::default(), "mine");
    assert_eq!(first.engine.thresholds(), UNMEASURED);
    let decision = first.told("用户养了一只猫叫年糕", Action::Added);
    assert_eq!((first.n_calls(), decision.embed_calls), (2, 2), "the text, and beside it the sentences");
    assert_eq!(first.n_progress("calibrate"), 1);
    assert_eq!(first.engine.thresholds(), of_words());
    assert_eq!(first.told("The roof is made of slate", Action::Added).embed_calls, 1);

    let second = on(first.storage.clone(), Manner::Words, Policy::default(), "mine");
    assert_eq!(second.engine.thresholds(), of_words());
    assert_eq!(second.told("Lunch is at noon", Action::Added).embed_calls, 1);
    let other = on(first.storage, Manner::Words, Policy::default(), "another");
    assert_eq!(other.engine.thresholds(), UNMEASURED, "thresholds belong to a model");
    let stats = run(other.engine.stats(&Scope::default())).unwrap();
    assert_eq!(Thresholds { duplicate: stats.duplicate, related: stats.related }, UNMEASURED);
}

#[track_caller]
fn check_not_measured(policy: Policy, name: &'static str, expected: f64) {
    let house = house(Manner::Words, policy, name);
    assert_eq!(house.tell("The roof is made of slate").embed_calls, 1);
    assert_eq!((house.n_calls(), house.n_progress("calibrate")), (1, 0));
    assert!((house.engine.thresholds().duplicate - expected).abs() < 1e-9);
}

#[test]
fn nothing_is_measured_where_it_would_decide_nothing() {
    let gate = GatePolicy { duplicate: Some(0.42), ..GatePolicy::default() };
    check_not_measured(Policy { gate, ..Policy::default() }, "mine", 0.42);
    check_not_measured(Policy { calibrate: CalibratePolicy::Off, ..Policy::default() }, "mine", 0.9);
    let e5 = shipped("multilingual-e5-small").unwrap().duplicate;
    check_not_measured(Policy::default(), "Xenova/multilingual-e5-small", e5);
    check_not_measured(Policy::default(), "unnamed", 0.9);
    check_not_measured(add_all(), "mine", 0.9);
}

#[test]
fn a_callback_that_does_not_know_the_sentences_costs_three_calls_and_no_write() {
    let house = house(Manner::Refuse("用户住在杭州".to_owned()), Policy::default(), "recorded");
    for (text, calls) in [
        ("The roof is made of slate", 2),
        ("用户养了一只猫叫年糕", 2),
        ("Lunch is at noon", 2),
        ("Der Zug fährt um acht", 1),
        ("用户每周读一篇论文", 1),
    ] {
        let decision = house.told(text, Action::Added);
        assert_eq!((decision.pending, decision.embed_calls), (false, calls), "{text}");
    }
    assert_eq!(house.warnings(), ["callback_failed"; 3]);
    assert_eq!(house.engine.thresholds(), UNMEASURED);
}

#[track_caller]
fn check_measured_later(manner: Manner, code: &str) {
    let house = house(manner.clone(), Policy::default(), "mine");
    house.clock.waits_end.set(matches!(manner, Manner::Hang));
    assert!(house.told("The roof is made of slate", Action::Added).pending);
    assert!(house.warnings().contains(&code), "{manner:?}: {:?}", house.warnings());
    assert_eq!(house.engine.thresholds(), UNMEASURED);
    house.clock.waits_end.set(false);
    house.behave(Manner::Words);
    house.told("用户养了一只猫叫年糕", Action::Added);
    assert_eq!(house.engine.thresholds(), of_words());
    assert!(house.all().iter().all(|record| !record.pending));
}

#[test]
fn a_callback_that_fails_hangs_or_answers_rubbish_is_measured_at_a_later_write() {
    check_measured_later(Manner::Fail, "callback_failed");
    check_measured_later(Manner::Hang, "timeout");
    check_measured_later(Manner::Answer(vec![]), "bad_vector");
    check_measured_later(Manner::Answer(vec![vec![f32::NAN; 64]; 65]), "bad_vector");
    check_measured_later(Manner::Answer(vec![vec![0.0; 64]; 65]), "bad_vector");
}

#[test]
fn a_model_that_tells_nothing_apart_is_reported_and_decides_nothing() {
    let house = house(Manner::Same, Policy::default(), "constant");
    // A pair that only a vector can confirm.
    house.told("怎么设置闹钟的铃声", Action::Added);
    assert!((house.engine.thresholds().duplicate - NO_COSINE).abs() < 1e-9);
    assert_eq!(house.warnings(), ["bad_vector"]);
    house.told("闹钟的铃声怎么设置", Action::Added);
}

#[test]
fn a_hundred_first_writes_at_once_measure_once() {
    let house = house(Manner::Words, Policy::default(), "mine");
    let scopes: Vec<Scope> = (0..100).map(|n| user(&n.to_string())).collect();
    let writes = scopes.iter().map(|scope| house.engine.remember(scope, "The roof is made of slate".into()));
    let decisions = run(join_all(writes));
    assert!(decisions.iter().all(|decision| decision.as_ref().is_ok_and(|one| one.action == Action::Added)));
    assert_eq!(house.n_progress("calibrate"), 1);
    assert_eq!(house.n_calls(), 101);
}

#[test]
fn measuring_can_be_forced_and_what_it_finds_outranks_what_ships() {
    let house = house(Manner::Words, Policy::default(), "all-MiniLM-L6-v2");
    let found = run(house.engine.calibrate(&Scope::default())).unwrap();
    assert_eq!((found.model.as_str(), found.measured.thresholds), ("all-MiniLM-L6-v2", of_words()));
    // 64 sentences and the probe, sixteen a call.
    assert_eq!((found.embed_calls, house.n_calls(), house.n_progress("calibrate")), (5, 5, 5));
    let second = on(house.storage, Manner::Words, Policy::default(), "all-MiniLM-L6-v2");
    assert_eq!(second.engine.thresholds(), of_words());
    assert!(run(second.engine.scopes()).unwrap().is_empty(), "nothing was written to the scope");

    second.behave(Manner::Fail);
    assert_eq!(run(second.engine.calibrate(&Scope::default())).unwrap_err().code(), "callback_failed");
    assert_eq!(second.engine.thresholds(), of_words());
}
