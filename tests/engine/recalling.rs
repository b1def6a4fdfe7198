//! Recall: what else is known of a record than its meaning and its words.

use palimpsest::record::{Kind, RecallInput, Record, Scope, Timestamp, WriteInput};

use crate::harness::{House, Manner, add_all, run, user};

const DAY: i64 = 86_400_000;

/// A house in which every write is a record of its own.
fn apart() -> House {
    House::under(add_all(), None)
}

fn remember(house: &House, input: WriteInput) {
    run(house.engine.remember(&Scope::default(), input)).unwrap();
}

/// What is recalled first. Of equals that is what was told last.
#[track_caller]
fn first(house: &House, query: &str) -> Record {
    let input = RecallInput { touch: false, ..RecallInput::default() };
    run(house.engine.recall(&Scope::default(), query, input)).unwrap().remove(0).record
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
fn what_holds_the_attribute_that_a_question_asks_for_comes_first_in_whatever_words() {
    for (told, query) in [
        ("我搬到上海了", "我住在哪里？"),
        ("I have moved to Shanghai", "Where do I live?"),
        ("我老婆叫刘敏", "我老婆叫什么名字"),
        ("My wife's name is Wendy", "What's my wife's name?"),
        ("我对花生过敏", "我对什么过敏"),
        ("I work at Siemens", "Where do I work?"),
    ] {
        let house = House::with(Manner::Words);
        let others = [
            "我住的小区里有很多猫",
            "The place where I live has a garden",
            "我女儿叫什么都行",
            "What my wife likes is tea",
        ];
        for text in others.into_iter().chain([told]).chain(["我常去公园跑步", "I often work at night"]) {
            house.tick();
            house.tell(text);
        }
        assert_eq!(first(&house, query).text, told, "{query}");
        let why = house.explained(query).remove(0).2.unwrap();
        assert!(0.0 < why.key);
    }
}

#[test]
fn hits_that_say_the_same_are_one_and_others_take_their_places() {
    for texts in [
        ["User drinks oolong tea every day", "The user drinks oolong tea every day.", "User buys oolong tea in Wuyi"],
        ["用户每天喝乌龙茶", "用户每天喝乌龙茶。", "用户在武夷买乌龙茶"],
    ] {
        let house = apart();
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
    let house = apart();
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
    for (text, subjects, queries) in [
        ("went to Lisbon by train", ["ben", "ana"], ["Where did Ben go by train?", "Where did Ana go by train?"]),
        ("去过三亚过冬", ["妈妈", "爸爸"], ["媽媽去過哪裡過冬", "爸爸去过哪里过冬"]),
    ] {
        let house = apart();
        for subject in subjects {
            remember(&house, WriteInput { subject: Some(subject.to_owned()), ..text.into() });
        }
        for (subject, query) in subjects.into_iter().zip(queries) {
            assert_eq!(first(&house, query).subject.as_deref(), Some(subject), "{query}");
        }
    }
    for (text, query) in [("had soup for lunch", "What was for lunch yesterday?"), ("午饭吃了面", "昨天午饭吃了什么")]
    {
        let house = apart();
        let now = house.clock.now.get();
        for days in [1, 500] {
            let at = Timestamp(now - days * DAY);
            remember(&house, WriteInput { observed_at: Some(at), ..text.into() });
        }
        assert_eq!(first(&house, query).observed_at, Timestamp(now - DAY), "{query}");
    }
    let house = apart();
    for kind in [Kind::Fact, Kind::Inference] {
        remember(&house, WriteInput { kind: Some(kind), ..WriteInput::from("plays a cello at home") });
    }
    assert_eq!(first(&house, "what is played at home").kind(), Kind::Fact);
}
