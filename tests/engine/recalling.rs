//! Recall: what else is known of a record than its meaning and its words.

use palimpsest::record::{Kind, Policy, RecallInput, Scope, Timestamp, WriteInput};
use palimpsest::storage::memory::MemoryStorage;
use std::rc::Rc;

use crate::harness::{House, Manner, run, user};

const DAY: i64 = 86_400_000;

/// A house in which every write is a record of its own.
fn add_all() -> House {
    let mut policy = Policy::default();
    policy.strategies.gate = false;
    policy.strategies.fingerprint = false;
    policy.strategies.versions = false;
    policy.strategies.merge = false;
    let storage = MemoryStorage::default();
    House::over(Rc::new(storage.clone()), storage, None, policy)
}

fn remember(house: &House, input: WriteInput) {
    run(house.engine.remember(&Scope::default(), input)).unwrap();
}

#[track_caller]
fn first(house: &House, query: &str, expected: &str) {
    assert_eq!(house.recalled(query)[0], expected, "{query}: {:#?}", house.explained(query));
}

#[test]
fn several_scopes_are_asked_with_one_vector() {
    let house = House::with(Manner::Words);
    for name in ["u1", "u2", "u3"] {
        run(house.engine.remember(&user(name), "User drinks oolong tea".into())).unwrap();
    }
    let before = house.n_calls();
    let scopes = Some(["u1", "u2", "u3"].map(user).to_vec());
    let input = RecallInput { scopes, ..RecallInput::default() };
    assert_eq!(run(house.engine.recall(&Scope::default(), "oolong tea", input)).unwrap().len(), 3);
    assert_eq!(house.n_calls(), before + 1);
    let nowhere = RecallInput { scopes: Some(Vec::new()), ..RecallInput::default() };
    assert!(run(house.engine.recall(&Scope::default(), "green tea", nowhere)).unwrap().is_empty());
    assert_eq!(house.n_calls(), before + 1);
}

#[test]
fn hits_that_say_the_same_are_one_and_others_take_their_places() {
    for texts in [
        ["User drinks oolong tea every day", "The user drinks oolong tea every day.", "User buys oolong tea in Wuyi"],
        ["用户每天喝乌龙茶", "用户每天喝乌龙茶。", "用户在武夷买乌龙茶"],
    ] {
        let house = add_all();
        for text in texts {
            house.tick();
            house.tell(text);
        }
        let query = texts[0];
        assert_eq!(house.texts().len(), 3);
        let hits = house.explained(query);
        assert_eq!(hits.len(), 2, "{hits:#?}");
        assert_eq!(hits[0].2.unwrap().folded, 1);
        assert_eq!(hits[1].0, texts[2]);
        let all = RecallInput { include_history: true, ..RecallInput::default() };
        assert_eq!(run(house.engine.recall(&Scope::default(), query, all)).unwrap().len(), 3);
    }
    // A guard keeps them apart.
    let house = add_all();
    for text in ["User takes 5 mg at night", "User takes 10 mg at night", "User does not take 5 mg at night"] {
        house.tell(text);
    }
    assert_eq!(house.recalled("User takes 5 mg at night").len(), 3);
}

#[test]
fn a_hit_in_an_open_conflict_brings_the_other_side_in() {
    for (texts, others, query, values) in [
        (
            ["User lives in Porto", "User lives in Braga"],
            ["Porto is a port", "Porto has trams"],
            "Porto",
            ["Porto", "Braga"],
        ),
        (["用户住在杭州", "用户住在成都"], ["杭州有西湖", "杭州产龙井"], "杭州", ["杭州", "成都"]),
    ] {
        let house = House::new();
        let at = Some(house.clock.now.get());
        for (text, value) in texts.into_iter().zip(values) {
            house.value(text, "home_city", value, at);
        }
        others.into_iter().for_each(|text| drop(house.tell(text)));
        let input = RecallInput { limit: 4, explain: true, ..RecallInput::default() };
        let hits = run(house.engine.recall(&Scope::default(), query, input)).unwrap();
        let place = hits.iter().position(|hit| hit.text == texts[0]).unwrap();
        assert_eq!(hits[place + 1].text, texts[1], "{hits:#?}");
        assert!(0.0 < hits[place + 1].why.unwrap().conflict);
        assert!((hits[place].score - hits[place + 1].score).abs() < 1e-9);
        let one = RecallInput { limit: 1, ..RecallInput::default() };
        assert_eq!(run(house.engine.recall(&Scope::default(), query, one)).unwrap().len(), 1);
    }
}

#[test]
fn who_and_when_a_query_names_and_what_was_only_guessed_order_equals() {
    let house = add_all();
    let now = house.clock.now.get();
    let told = |text: &str, days: i64| WriteInput { observed_at: Some(Timestamp(now - days * DAY)), ..text.into() };
    remember(&house, WriteInput { subject: Some("ana".to_owned()), ..told("went to Lisbon by train", 100) });
    remember(&house, WriteInput { subject: Some("ben".to_owned()), ..told("went to Madrid by train", 200) });
    first(&house, "Where did Ben go by train?", "went to Madrid by train");
    first(&house, "Where did Ana go by train?", "went to Lisbon by train");
    remember(&house, WriteInput { subject: Some("妈妈".to_owned()), ..told("去过三亚过冬", 300) });
    remember(&house, WriteInput { subject: Some("爸爸".to_owned()), ..told("去过昆明过冬", 400) });
    first(&house, "爸爸去过哪里过冬", "去过昆明过冬");
    first(&house, "媽媽去過哪裡過冬", "去过三亚过冬");
    remember(&house, told("had soup for lunch", 1));
    remember(&house, told("had rice for lunch", 500));
    first(&house, "What was for lunch yesterday?", "had soup for lunch");
    remember(&house, told("午饭吃了面", 1));
    remember(&house, told("午饭吃了粥", 600));
    first(&house, "昨天午饭吃了什么", "午饭吃了面");
    remember(&house, WriteInput { kind: Some(Kind::Inference), ..told("plays a violin at home", 700) });
    remember(&house, told("plays a cello at home", 800));
    first(&house, "what is played at home", "plays a cello at home");
}
