//! What a recall found to be one topic: any handle's upkeep merges it.

use super::*;

/// Three pieces of a topic, and something else, told to a handle that merges nothing; and a handle that does.
fn apart(topic: &str, texts: &[&str; 3]) -> House {
    let mut off = Policy::default();
    off.strategies.merge = false;
    let told = House::under(off, None);
    for text in texts {
        tell(&told, topic, text);
    }
    told.tell("The printer is out of paper");
    let (storage, now) = (told.storage.clone(), told.clock.now.get());
    later(&House::over(std::rc::Rc::new(storage.clone()), storage, None, Policy::default()), now)
}

/// A further handle on the same store, at a later time.
fn later(house: &House, now: i64) -> House {
    let storage = house.storage.clone();
    let other = House::over(std::rc::Rc::new(storage.clone()), storage, None, Policy::default());
    other.clock.now.set(now + 1000);
    other
}

fn recall(house: &House, query: &str) {
    run(house.engine.recall(&scope(), query, RecallInput::default())).unwrap();
}

const FOUND: [(&str, [&str; 3], &str); 2] = [
    ("music", MUSIC, "jazz, the double bass, a concert every month"),
    ("旅行", TRAVEL, "去日本旅行，东京、大阪和京都，住温泉旅馆"),
];

#[test]
fn any_handles_upkeep_merges_what_a_recall_of_another_found() {
    for (topic, texts, query) in FOUND {
        let house = apart(topic, &texts);
        let before = house.bytes();
        recall(&house, query);
        assert_eq!(house.bytes(), before, "a recall itself writes nothing");
        run(house.engine.flush()).unwrap();
        let other = later(&house, house.clock.now.get());
        assert!(run(other.engine.topics(&scope())).is_ok() && other.engine.has_merges_due(&scope()));
        run(other.engine.maintain()).unwrap();
        assert_eq!(other.all().len(), 2, "{:?}", other.texts());
        assert_eq!(house.all().len(), 2);
        assert!(!other.engine.has_merges_due(&scope()));
        // What is merged is not looked at again.
        let bytes = other.bytes();
        run(other.engine.merge_due(&scope())).unwrap();
        run(house.engine.merge_due(&scope())).unwrap();
        assert!(house.bytes() == bytes);
    }
}

#[test]
fn closing_keeps_what_a_recall_found() {
    let house = apart(FOUND[0].0, &FOUND[0].1);
    recall(&house, FOUND[0].2);
    run(house.engine.close()).unwrap();
    let other = later(&house, house.clock.now.get());
    run(other.engine.maintain()).unwrap();
    assert_eq!(other.all().len(), 2);
}

#[test]
fn what_was_found_and_forgotten_for_good_is_named_nowhere() {
    let house = apart(FOUND[1].0, &FOUND[1].1);
    recall(&house, FOUND[1].2);
    run(house.engine.flush()).unwrap();
    for record in house.all() {
        forget(&house, record.id, true);
    }
    let other = later(&house, house.clock.now.get());
    assert!(other.all().is_empty() && !other.engine.has_merges_due(&scope()));
}
