//! What a write does.

use palimpsest::record::{Action, Event, Kind, Scope, Source, SourceKind, WriteInput};

use crate::harness::{House, Manner, add_all, run, user};

#[test]
fn the_same_words_are_one_memory_and_cost_no_callback() {
    for (first, again) in [
        ("Wolves and dogs share an ancestor.", "wolves and dogs share an ancestor"),
        ("用户喜欢简洁的界面", "用户非常喜欢简洁的界面。"),
        ("使用者喜歡簡潔的界面", "使用者喜欢简洁的界面"),
    ] {
        let house = House::with(Manner::Letters);
        house.told(first, Action::Added);
        let decision = house.told(again, Action::Duplicate);
        assert_eq!(decision.embed_calls, 0, "{again}");
        assert_eq!(house.n_calls(), 1);
        assert_eq!(house.texts(), [first]);
        assert!(house.holds(again), "the new wording is kept as a source");
    }
}

#[test]
fn what_differs_in_a_detail_is_never_dropped_or_fused_however_close_the_vectors() {
    for (first, other) in [
        ("The report is due on October 15th", "The report is due on October 16th"),
        ("报告十月十五号交", "报告十月十六号交"),
        ("用户吃香菜", "用户不吃香菜"),
        ("Ana manages Ben", "Ben manages Ana"),
        ("The limit is 10⁵ GB", "The limit is 105 GB"),
        ("User writes C at work", "User writes C++ at work"),
        ("用户的左膝做过手术", "用户的右膝做过手术"),
        ("Take 5 mg of the tablet at night", "Take 5 g of the tablet at night"),
    ] {
        for (first, other) in [(first, other), (other, first)] {
            let house = House::with(Manner::Same);
            house.told(first, Action::Added);
            let action = house.tell(other).action;
            assert!(matches!(action, Action::Added | Action::Superseded | Action::Conflict), "{other}: {action:?}");
            assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().vectors, 2);
        }
    }
}

#[test]
fn a_fuller_text_takes_the_place_of_the_shorter_which_stays_as_a_detail() {
    let house = House::new();
    let first = house.told("用户计划下个月去日本旅行", Action::Added);
    let fuller = "用户计划下个月去日本旅行，会去东京、大阪和京都";
    let second = house.told(fuller, Action::Updated);
    assert_eq!(first.id, second.id);
    let record = house.all().remove(0);
    assert_eq!(record.text, fuller);
    assert_eq!(record.details[0].text, "用户计划下个月去日本旅行");
    house.told("用户计划下个月去日本旅行", Action::Duplicate);
}

#[test]
fn a_duplicate_is_a_touch_that_loses_nothing() {
    let house = House::new();
    let scope = Scope::default();
    let first = WriteInput { importance: Some(0.3), tags: ["a".to_owned()].into(), .."User drinks oolong".into() };
    run(house.engine.remember(&scope, first)).unwrap();
    house.tick();
    let from_tool = Source { kind: SourceKind::Tool, message_id: Some("m7".to_owned()), ..Source::default() };
    let again = WriteInput {
        importance: Some(0.7),
        confidence: Some(0.95),
        tags: ["b".to_owned()].into(),
        source: Some(from_tool),
        topic: Some("drinks".to_owned()),
        ..WriteInput::from("user drinks oolong.")
    };
    run(house.engine.remember(&scope, again)).unwrap();
    let record = house.all().remove(0);
    assert_eq!((record.importance, record.confidence), (0.7, 0.95));
    assert_eq!(record.tags.len(), 2);
    assert_eq!(record.topic.as_deref(), Some("drinks"));
    assert_eq!(record.sources.len(), 2);
    assert!(record.created_at < record.last_accessed_at);
}

#[test]
fn saying_a_guess_twice_makes_it_no_surer() {
    let house = House::new();
    let guess = WriteInput {
        kind: Some(Kind::Inference),
        confidence: Some(0.5),
        .."User is probably an outdoor person".into()
    };
    run(house.engine.remember(&Scope::default(), guess.clone())).unwrap();
    let decision =
        run(house.engine.remember(&Scope::default(), WriteInput { confidence: Some(0.6), ..guess })).unwrap();
    assert_eq!(decision.action, Action::Duplicate);
    assert!(decision.record.is_some_and(|record| record.confidence <= 0.5));
}

#[test]
fn a_kind_key_or_subject_that_differs_forbids_a_duplicate_and_a_missing_one_does_not() {
    let house = House::new();
    let write = |kind, subject: Option<&str>| WriteInput {
        kind,
        subject: subject.map(str::to_owned),
        ..WriteInput::from("likes the piano")
    };
    let action = |input| run(house.engine.remember(&Scope::default(), input)).unwrap().action;
    assert_eq!(action(write(Some(Kind::Fact), Some("user"))), Action::Added);
    assert_eq!(action(write(Some(Kind::Inference), Some("user"))), Action::Added);
    assert_eq!(action(write(Some(Kind::Fact), Some("妹妹"))), Action::Added);
    assert_eq!(action(write(None, None)), Action::Duplicate);
    assert_eq!(house.texts().len(), 3);
}

#[test]
fn what_only_the_rules_find_of_a_text_keeps_it_apart_too() {
    for (habit, state) in [
        ("用户今天喝咖啡", "说实话，用户今天喝咖啡"),
        ("User drinks coffee today", "Honestly, user drinks coffee today"),
    ] {
        for (house, is_fresh) in [false, true]
            .into_iter()
            .flat_map(|is_fresh| [(House::new(), is_fresh), (House::with(Manner::Letters), is_fresh)])
        {
            let given = WriteInput { kind: Some(Kind::Fact), ..habit.into() };
            run(house.engine.remember(&Scope::default(), given)).unwrap();
            let decision = if is_fresh { house.second().tell(state) } else { house.tell(state) };
            assert_eq!((decision.action, decision.pending), (Action::Added, false), "{state}");
        }
    }
}

#[test]
fn everything_known_is_compared_not_the_latest_alone() {
    let house = House::new();
    let first = "The spare key hangs behind the boiler";
    house.told(first, Action::Added);
    let animals = ["otter", "heron", "badger", "lynx", "marten", "stoat", "kestrel", "newt"];
    for n in 0..120 {
        house.tell(&format!("Cage {n} holds one {} and weighs {} kg", animals[n % 8], n * 3));
    }
    house.told("the spare key hangs behind the boiler!", Action::Duplicate);
}

#[test]
fn a_text_without_meaning_is_refused_and_nothing_is_written() {
    let house = House::new();
    let before = house.bytes();
    let long = "字".repeat(6000);
    for (text, code) in
        [("", "invalid_input"), (" \n\t\u{3000}\u{200b}", "invalid_input"), (long.as_str(), "text_too_long")]
    {
        let err = run(house.engine.remember(&Scope::default(), text.into())).unwrap_err();
        assert_eq!(err.code(), code);
    }
    for input in [
        WriteInput { importance: Some(1.5), .."a".into() },
        WriteInput { confidence: Some(f64::NAN), .."a".into() },
        WriteInput { value: Some("tea".to_owned()), .."a".into() },
        WriteInput { subject: Some(" ".to_owned()), .."a".into() },
    ] {
        assert_eq!(run(house.engine.remember(&Scope::default(), input)).unwrap_err().code(), "invalid_input");
    }
    assert_eq!(house.bytes(), before);
}

#[test]
fn a_text_of_signs_alone_is_a_memory() {
    let house = House::new();
    house.told("🐈‍⬛", Action::Added);
    house.told("🐕", Action::Added);
    house.told("🐈‍⬛", Action::Duplicate);
}

#[test]
fn a_second_write_with_the_same_idempotency_key_is_answered_with_the_first() {
    let house = House::new();
    let scope = Scope::default();
    let write = |text: &str| WriteInput { idempotency_key: Some("call-7".to_owned()), ..text.into() };
    let first = run(house.engine.remember(&scope, write("User has two cats"))).unwrap();
    let before = house.bytes();
    let again = run(house.engine.remember(&scope, write("User has two cats"))).unwrap();
    assert_eq!((again.action, again.id, again.journal_ids), (Action::Added, first.id, first.journal_ids.clone()));
    assert_eq!(house.bytes(), before);
    let elsewhere = run(house.second().engine.remember(&scope, write("User has two cats"))).unwrap();
    assert_eq!(elsewhere.id, first.id, "also after opening anew");
    let other = run(house.engine.remember(&user("u2"), write("User has two cats"))).unwrap();
    assert_ne!(other.id, first.id, "a key belongs to its scope");
    assert!(
        !house
            .bytes()
            .iter()
            .any(|(_, key, value)| { key.contains("call-7") || value.windows(6).any(|window| window == b"call-7") })
    );
}

#[test]
fn many_at_once_are_decided_in_order_and_a_bad_item_is_named_before_anything_is_written() {
    let house = House::with(Manner::Letters);
    let texts: Vec<String> = (0..150).map(|n| format!("第{n}号房间朝向{}", ["东", "南", "西", "北"][n % 4])).collect();
    let inputs = |texts: &[String]| texts.iter().map(|text| text.as_str().into()).collect::<Vec<WriteInput>>();
    let decisions = run(house.engine.remember_all(&Scope::default(), inputs(&texts))).unwrap();
    assert!(decisions.iter().all(|decision| decision.action == Action::Added));
    assert_eq!(house.n_calls(), 3, "one call a chunk of 64");
    assert_eq!(decisions.iter().map(|decision| decision.embed_calls).sum::<u32>(), 3);
    assert_eq!(house.texts(), texts);
    let again = run(house.engine.remember_all(&Scope::default(), inputs(&texts))).unwrap();
    assert!(again.iter().all(|decision| decision.action == Action::Duplicate));
    let mut bad = inputs(&texts[..3]);
    bad.push("".into());
    let err = run(house.engine.remember_all(&user("u2"), bad)).unwrap_err();
    assert!(err.to_string().starts_with("item 3:"), "{err}");
    assert_eq!(run(house.engine.stats(&user("u2"))).unwrap().hot, 0);
}

#[test]
fn with_the_strategies_off_everything_is_added() {
    let house = House::under(add_all(), None);
    house.told("用户住在成都", Action::Added);
    house.told("用户住在成都", Action::Added);
    assert_eq!(house.texts().len(), 2);
}

#[test]
fn every_decision_is_told_with_its_evidence() {
    let house = House::new();
    house.tell("User is allergic to peanuts");
    let decision = house.tell("User is not allergic to peanuts");
    assert_eq!(decision.action, Action::Superseded);
    assert_eq!(decision.evidence.guards[0].guard, palimpsest::record::Guard::Negation);
    assert!(!decision.evidence.candidates.is_empty());
    let events = house.events.borrow();
    assert!(events.iter().any(|event| matches!(event, Event::Decision(told) if **told == decision)));
    assert!(
        events.iter().any(
            |event| matches!(event, Event::Changed { ids, .. } if decision.id.is_some_and(|id| ids.contains(&id)))
        )
    );
    drop(events);
    let journal = run(house.engine.journal(&Scope::default(), None, None)).unwrap();
    assert_eq!(journal.last().unwrap().evidence.as_ref(), Some(&decision.evidence));
}

#[test]
fn a_memory_that_is_told_again_and_again_does_not_swell_the_journal() {
    let house = House::new();
    let scope = Scope::default();
    let size = || house.bytes().iter().map(|(_, _, value)| value.len()).sum::<usize>();
    let tell = |n: usize| {
        let quote = Some(format!("I said it once more, on day {n}: tea, please"));
        let source = Source { quote, ..Source::default() };
        let input = WriteInput { source: Some(source), .."User likes green tea".into() };
        assert_eq!(
            run(house.engine.remember(&scope, input)).unwrap().action,
            if n == 0 { Action::Added } else { Action::Duplicate }
        );
    };
    (0..60).for_each(tell);
    let before = size();
    (60..120).for_each(tell);
    let grown = size() - before;
    assert!(grown < 2 * before, "{grown} bytes after {before}");
    assert_eq!(house.all()[0].sources.len(), 120);
    for _ in 0..60 {
        run(house.engine.undo(&scope, None)).unwrap();
    }
    assert_eq!(house.all()[0].sources.len(), 60);
}
