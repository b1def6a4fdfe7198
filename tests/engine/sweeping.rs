//! Sweeps: what fades is kept cold, what is used comes back, and how often it was swept does not matter.

mod properties;

use palimpsest::record::{
    Action, Event, ForgetTarget, Kind, ListInput, Operation, Patch, Policy, RecallInput, Record, RecordId, Scope,
    Swept, Tier, Timestamp, WriteInput,
};
use proptest::prelude::*;

use crate::harness::{House, Manner, START, run};

const DAY: i64 = 86_400_000;

fn later(house: &House, days: i64) {
    house.clock.now.set(house.clock.now.get() + days * DAY);
}

#[track_caller]
fn sweep(house: &House) -> Swept {
    run(house.engine.sweep(&Scope::default())).unwrap()
}

/// Sweeps and looks at what was cooled, warmed and expired.
#[track_caller]
fn swept(house: &House, cooled: usize, warmed: usize, expired: usize) {
    let found = sweep(house);
    assert_eq!((found.cooled, found.warmed, found.expired), (cooled, warmed, expired));
}

#[track_caller]
fn recalled_cold(house: &House, query: &str) -> Vec<String> {
    let input = RecallInput { include_cold: true, touch: false, ..RecallInput::default() };
    let hits = run(house.engine.recall(&Scope::default(), query, input)).unwrap();
    hits.into_iter().map(|hit| hit.text).collect()
}

fn tell(house: &House, input: WriteInput) -> RecordId {
    house.tick();
    run(house.engine.remember(&Scope::default(), input)).unwrap().id.unwrap()
}

#[test]
fn what_is_not_used_is_kept_cold_and_found_where_cold_ones_are_asked_for() {
    for house in [House::new(), House::with(Manner::Letters)] {
        for text in ["User drinks oolong tea", "用户养了一只黑猫"] {
            house.tell(text);
        }
        // 0.5 · exp(−0.02 · 115) = 0.0501, and a day later it is 0.0491.
        later(&house, 115);
        swept(&house, 0, 0, 0);
        later(&house, 1);
        swept(&house, 2, 0, 0);
        for house in [&house, &house.second()] {
            house.clock.now.set(START + 117 * DAY);
            assert!(house.recalled("oolong tea").is_empty() && house.recalled("黑猫").is_empty());
            assert_eq!(recalled_cold(house, "oolong tea")[0], "User drinks oolong tea");
            assert_eq!(recalled_cold(house, "黑猫")[0], "用户养了一只黑猫");
            let listed = run(house.engine.list(&Scope::default(), ListInput::default())).unwrap();
            assert!(listed.is_empty());
            let stats = run(house.engine.stats(&Scope::default())).unwrap();
            assert_eq!((stats.hot, stats.cold, stats.vectors), (0, 2, 2), "vectors are kept");
        }
    }
}

#[test]
fn what_is_cold_is_known_and_being_told_again_makes_it_hot() {
    for house in [House::new(), House::with(Manner::Letters)] {
        let id = house.tell("用户住在成都").id;
        later(&house, 200);
        swept(&house, 1, 0, 0);
        assert_eq!(house.told("用户住在成都！", Action::Duplicate).id, id);
        assert_eq!(house.recalled("成都"), ["用户住在成都"]);
        swept(&house, 0, 0, 0);
    }
}

#[test]
fn what_was_recalled_while_cold_is_warmed_at_the_next_sweep() {
    let house = House::new();
    let id = house.tell("User drinks oolong tea").id.unwrap();
    later(&house, 200);
    swept(&house, 1, 0, 0);
    let input = RecallInput { include_cold: true, ..RecallInput::default() };
    run(house.engine.recall(&Scope::default(), "oolong", input)).unwrap();
    assert!(house.recalled("oolong").is_empty());
    swept(&house, 0, 1, 0);
    assert_eq!(house.recalled("oolong"), ["User drinks oolong tea"]);
    later(&house, 200);
    swept(&house, 1, 0, 0);
    run(house.engine.touch(&Scope::default(), id)).unwrap();
    swept(&house, 0, 1, 0);
}

#[test]
fn what_is_pinned_or_important_stays_hot_and_a_pin_warms() {
    let house = House::new();
    tell(&house, WriteInput { importance: Some(0.8), .."用户对青霉素过敏".into() });
    let tea = tell(&house, WriteInput { pinned: true, .."User drinks oolong tea".into() });
    let cat = tell(&house, WriteInput { importance: Some(0.79), .."User has a cat".into() });
    later(&house, 5000);
    swept(&house, 1, 0, 0);
    assert_eq!(house.recalled("青霉素"), ["用户对青霉素过敏"]);
    run(house.engine.pin(&Scope::default(), cat, true)).unwrap();
    run(house.engine.pin(&Scope::default(), tea, false)).unwrap();
    swept(&house, 1, 1, 0);
}

#[test]
fn kinds_and_runs_fade_at_their_own_rates() {
    let house = House::new();
    for kind in [Kind::Fact, Kind::State, Kind::Inference] {
        let text = format!("{kind:?} of another kind than the others");
        tell(&house, WriteInput { kind: Some(kind), ..text.as_str().into() });
    }
    // ln(10) / 0.08 = 28.8 days, ln(10) / 0.05 = 46.1.
    later(&house, 29);
    swept(&house, 1, 0, 0);
    later(&house, 18);
    swept(&house, 1, 0, 0);
    let scope = Scope { run_id: Some("7".to_owned()), ..Scope::default() };
    run(house.engine.remember(&scope, "User drinks oolong tea".into())).unwrap();
    later(&house, 29);
    assert_eq!(run(house.engine.sweep(&scope)).unwrap().cooled, 1);
}

#[test]
fn what_has_run_out_is_not_recalled_as_current_and_is_kept_as_history() {
    let house = House::new();
    let until = Some(Timestamp(START + 3 * DAY));
    tell(&house, WriteInput { valid_until: until, importance: Some(0.9), .."用户这周住在大阪".into() });
    let scope = Scope::default();
    let past = |input: RecallInput| {
        let hits = run(house.engine.recall(&scope, "大阪", RecallInput { touch: false, ..input })).unwrap();
        hits.into_iter().map(|hit| (hit.text, hit.version.is_some())).collect::<Vec<_>>()
    };
    let history = || RecallInput { include_history: true, ..RecallInput::default() };
    let at = |day: i64| RecallInput { as_of: Some(Timestamp(START + day * DAY)), ..RecallInput::default() };
    for is_swept in [false, true] {
        house.clock.now.set(START + 4 * DAY);
        if is_swept {
            swept(&house, 0, 0, 1);
            swept(&house, 0, 0, 0);
        }
        assert!(house.recalled("大阪").is_empty() && recalled_cold(&house, "大阪").is_empty());
        assert_eq!(past(history()), [("用户这周住在大阪".to_owned(), true)]);
        assert_eq!(past(at(2)), [("用户这周住在大阪".to_owned(), false)]);
        assert!(past(at(3)).is_empty());
    }
    // Told again without an end it holds again.
    house.told("用户这周住在大阪", Action::Duplicate);
    assert_eq!(house.recalled("大阪"), ["用户这周住在大阪"]);
    swept(&house, 0, 0, 0);
}

#[test]
fn a_key_whose_value_has_run_out_has_a_history_and_no_current_value() {
    let house = House::new();
    let input = WriteInput {
        key: Some("home_city".to_owned()),
        value: Some("Osaka".to_owned()),
        valid_until: Some(Timestamp(START + 3 * DAY)),
        ..WriteInput::from("Lives in Osaka")
    };
    tell(&house, input);
    later(&house, 4);
    for _ in 0..2 {
        let history = run(house.engine.history_of_key(&Scope::default(), "home_city", None)).unwrap();
        assert_eq!((history.current, history.versions.len()), (None, 1));
        sweep(&house);
    }
    house.value("Lives in Kyoto", "home_city", "Kyoto", None);
    assert_eq!(house.history("home_city"), ["Osaka", "Kyoto"]);
}

#[test]
fn a_sweep_is_journaled_and_told_of_and_is_taken_back_exactly() {
    for house in [House::new(), House::with(Manner::Letters)] {
        let id = house.tell("User drinks oolong tea").id.unwrap();
        house.tell("用户养了一只黑猫");
        later(&house, 200);
        let before = house.all();
        swept(&house, 2, 0, 0);
        let cooled = house.events.borrow().iter().find_map(|event| match event {
            Event::Cooled { ids, .. } => Some(ids.clone()),
            Event::Decision(_)
            | Event::Changed { .. }
            | Event::Conflict { .. }
            | Event::Progress { .. }
            | Event::Warning { .. } => None,
        });
        assert_eq!(cooled.map(|ids| (ids.len(), ids[0])), Some((2, id)));
        let journal = run(house.engine.journal(&Scope::default(), None, None)).unwrap();
        let last = journal.last().unwrap();
        assert_eq!(
            (last.operation, last.strategy, last.images.len()),
            (Operation::Sweep, Some(palimpsest::record::Strategy::Decay), 2)
        );
        run(house.engine.undo(&Scope::default(), Some(last.id))).unwrap();
        assert_eq!(house.all(), before);
        assert_eq!(house.second().all(), before, "also in the store");
        assert_eq!(house.recalled("oolong tea")[0], "User drinks oolong tea");
        swept(&house, 2, 0, 0);
    }
}

#[test]
fn a_second_sweep_and_one_of_nothing_write_nothing() {
    let house = House::new();
    house.tell("User drinks oolong tea");
    let before = house.bytes();
    swept(&house, 0, 0, 0);
    assert_eq!(house.bytes(), before);
    later(&house, 200);
    swept(&house, 1, 0, 0);
    let after = house.bytes();
    swept(&house, 0, 0, 0);
    assert_eq!(house.bytes(), after);
}

#[test]
fn a_large_sweep_is_several_commits() {
    let house = House::new();
    let told: Vec<WriteInput> =
        (0..300).map(|n| format!("Locker {n} is painted in colour {}", n * 3).as_str().into()).collect();
    run(house.engine.remember_all(&Scope::default(), told)).unwrap();
    later(&house, 200);
    assert_eq!(sweep(&house), Swept { examined: 300, cooled: 300, warmed: 0, expired: 0 });
    let journal = run(house.engine.journal(&Scope::default(), None, None)).unwrap();
    let sweeps: Vec<usize> =
        journal.iter().filter(|entry| entry.operation == Operation::Sweep).map(|entry| entry.images.len()).collect();
    assert_eq!(sweeps, [256, 44]);
}

#[test]
fn with_the_strategy_off_nothing_fades() {
    let mut policy = Policy::default();
    policy.strategies.decay = false;
    let house = House::under(policy, None);
    house.tell("User drinks oolong tea");
    later(&house, 5000);
    swept(&house, 0, 0, 0);
    let (_, _, why) = house.explained("oolong tea").remove(0);
    assert!((why.unwrap().decay - 1.0).abs() < 1e-12);
}
