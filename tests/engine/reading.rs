//! Reading: scopes, tiers, filters, age.

use palimpsest::record::{Filter, Kind, ListInput, Policy, RecallInput, Scope, WriteInput};

use crate::harness::{House, run, user};

#[test]
fn scopes_never_mix() {
    let house = House::new();
    let (one, two) = (user("u1"), user("u2"));
    let mine = run(house.engine.remember(&one, "Lives in the United States".into())).unwrap();
    let theirs = run(house.engine.remember(&two, "Lives in France".into())).unwrap();
    let hits = run(house.engine.recall(&one, "Where does the user live?", RecallInput::default())).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.text.as_str()).collect::<Vec<_>>(), ["Lives in the United States"]);
    let both = RecallInput { scopes: Some(vec![one.clone(), two.clone(), one.clone()]), ..RecallInput::default() };
    assert_eq!(run(house.engine.recall(&Scope::default(), "lives", both)).unwrap().len(), 2);
    for (scope, id) in [(&one, theirs.id.unwrap()), (&two, mine.id.unwrap()), (&Scope::default(), mine.id.unwrap())] {
        assert_eq!(run(house.engine.get(scope, id)).unwrap_err().code(), "not_found");
        assert_eq!(run(house.engine.touch(scope, id)).unwrap_err().code(), "not_found");
        assert_eq!(run(house.engine.pin(scope, id, true)).unwrap_err().code(), "not_found");
    }
    assert_eq!(run(house.engine.scopes()).unwrap(), [one, two]);
    assert!(!house.bytes().iter().any(|(_, key, _)| key.contains("u1")));
}

#[test]
fn both_languages_are_found_by_their_words() {
    let house = House::new();
    for text in [
        "人工智能技术发展很快，用户每周读一篇论文",
        "用户的猫叫团子",
        "用户用 Rust 写了一个爬虫",
        "用户每天复盘，cron 备份在凌晨",
        "User is allergic to penicillin",
    ] {
        house.tell(text);
    }
    for (query, wanted) in [
        ("人工智能", "人工智能"),
        ("每日复盘 cron 备份", "cron"),
        ("爬虫", "Rust"),
        ("貓", "团子"),
        ("Is there a medicine the user is allergic to?", "penicillin"),
    ] {
        let first = &house.recalled(query)[0];
        assert!(first.contains(wanted), "{query}: {first}");
    }
}

#[test]
fn what_is_no_longer_valid_is_not_recalled_and_age_orders_equals_only() {
    let house = House::new();
    let day = 86_400_000;
    let until = palimpsest::record::Timestamp(house.clock.now.get() + day);
    let state =
        WriteInput { kind: Some(Kind::State), valid_until: Some(until), .."User is at the dentist today".into() };
    run(house.engine.remember(&Scope::default(), state)).unwrap();
    house.tell("User is allergic to penicillin");
    assert_eq!(house.recalled("dentist")[0], "User is at the dentist today");
    house.clock.now.set(house.clock.now.get() + 400 * day);
    assert!(!house.recalled("dentist").iter().any(|text| text.contains("dentist")));
    house.tell("User plays tennis with a friend from school");
    assert_eq!(house.recalled("is the user allergic to penicillin")[0], "User is allergic to penicillin");
}

#[test]
fn a_recall_is_a_touch_unless_it_is_told_not_to_be() {
    let house = House::new();
    house.tell("User trains for a marathon");
    let recall = |touch| {
        house.tick();
        run(house.engine.recall(&Scope::default(), "marathon", RecallInput { touch, ..RecallInput::default() }))
            .unwrap();
        run(house.engine.flush()).unwrap();
        (house.all()[0].last_accessed_at.0, house.clock.now.get())
    };
    let (last, now) = recall(false);
    assert!(last < now);
    let (last, now) = recall(true);
    assert_eq!(last, now);
    assert!(!house.engine.has_touches());
    assert_eq!(run(house.engine.journal(&Scope::default(), None, None)).unwrap().len(), 1, "a touch is no entry");
}

#[test]
fn filters_and_pages_hold() {
    // Merging would make each topic one record.
    let mut policy = Policy::default();
    policy.strategies.merge = false;
    let house = House::under(policy, None);
    for n in 0..10 {
        let input = WriteInput {
            kind: Some(if n % 2 == 0 { Kind::Fact } else { Kind::State }),
            tags: [format!("t{}", n % 3)].into(),
            topic: Some(["茶", "琴"][n % 2].to_owned()),
            ..WriteInput::from(format!("{n} 号抽屉里有{}", ["书", "伞", "灯", "笔", "表"][n % 5]).as_str())
        };
        run(house.engine.remember(&Scope::default(), input)).unwrap();
    }
    let list = |input| run(house.engine.list(&Scope::default(), input)).unwrap();
    let facts = Filter { kinds: Some(vec![Kind::Fact]), tags: Some(vec!["t0".to_owned()]), ..Filter::default() };
    assert_eq!(list(ListInput { filter: facts.clone(), ..ListInput::default() }).len(), 2);
    let page = list(ListInput { limit: Some(4), ..ListInput::default() });
    let next = list(ListInput { limit: Some(4), after: Some(page[3].id), ..ListInput::default() });
    assert_eq!((page.len(), next.len()), (4, 4));
    assert!(page[3].id < next[0].id);
    let recall = RecallInput { filter: facts, limit: 10, ..RecallInput::default() };
    assert!(run(house.engine.recall(&Scope::default(), "抽屉", recall)).unwrap().len() <= 2);
    let stats = run(house.engine.stats(&Scope::default())).unwrap();
    assert_eq!((stats.hot, stats.topics, stats.vectors), (10, 2, 10));
}

#[test]
fn explain_gives_each_factor_and_min_score_cuts() {
    let house = House::new();
    house.tell("User drinks oolong tea");
    house.tell("The car is a blue hatchback");
    let explained = RecallInput { explain: true, ..RecallInput::default() };
    let hit = run(house.engine.recall(&Scope::default(), "oolong tea", explained)).unwrap().remove(0);
    let why = hit.why.unwrap();
    assert!(0.0 < why.words && why.words <= 1.0 && why.cosine.is_some() && 0.1 <= why.decay);
    // Nothing else went into the score.
    let relevance = (1.0 - why.weight) * why.cosine.unwrap() + why.weight * why.words;
    assert!((why.relevance - relevance).abs() < 1e-12);
    let factors =
        why.centre + why.session + why.age + why.confidence + why.kind + why.subject + why.time + why.conflict;
    assert!((hit.score - (relevance + factors)).abs() < 1e-12);
    let cut = RecallInput { min_score: Some(hit.score), ..RecallInput::default() };
    assert_eq!(run(house.engine.recall(&Scope::default(), "oolong tea", cut)).unwrap().len(), 1);
    for bad in ["", " \u{3000}"] {
        let err = run(house.engine.recall(&Scope::default(), bad, RecallInput::default())).unwrap_err();
        assert_eq!(err.code(), "invalid_input");
    }
}

#[test]
fn one_handle_and_the_same_calls_leave_the_same_bytes() {
    let written = || {
        let house = House::under(Policy::default(), None);
        for text in
            ["用户住在成都", "用户非常喜欢茶", "用户喜欢茶", "User plays tennis", "User plays tennis on Sundays"]
        {
            house.tell(text);
            house.recalled("茶");
        }
        run(house.engine.undo(&Scope::default(), None)).unwrap();
        house.bytes()
    };
    assert_eq!(written(), written());
}

#[test]
fn a_clock_that_runs_backwards_loses_nothing_and_keeps_the_order() {
    let house = House::new();
    for (n, text) in ["一月去北京", "User owns a kayak", "三月学游泳"].into_iter().enumerate() {
        house.clock.now.set(1_000_000 - 400_000 * i64::try_from(n).unwrap());
        run(house.engine.remember(&Scope::default(), text.into())).unwrap();
    }
    assert_eq!(house.texts(), ["一月去北京", "User owns a kayak", "三月学游泳"]);
    assert_eq!(house.recalled("kayak")[0], "User owns a kayak");
}
