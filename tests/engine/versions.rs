//! Versions and conflicts: one current value a key, and nothing that was told is lost.

use palimpsest::error::MemoryError;
use palimpsest::record::{
    Action, Event, ForgetTarget, Patch, RecallInput, Resolution, Scope, Source, SourceKind, Status, Timestamp,
    WriteInput,
};
use proptest::prelude::*;

use crate::harness::{House, run};

fn scope() -> Scope {
    Scope::default()
}

#[test]
fn a_newer_value_takes_the_place_of_the_older_which_is_history() {
    for (key, old, new) in [
        ("home_city", ("用户住在杭州", "杭州"), ("用户住在上海", "上海")),
        ("drink", ("Drinks tea", "tea"), ("Drinks coffee", "coffee")),
    ] {
        let house = House::new();
        let first = house.value(old.0, key, old.1, None);
        let second = house.value(new.0, key, new.1, None);
        assert_eq!(second.action, Action::Superseded);
        assert_eq!(house.texts(), [new.0]);
        assert_eq!(house.history(key), [old.1, new.1]);
        let hidden = run(house.engine.get(&scope(), first.id.unwrap())).unwrap();
        assert_eq!((hidden.status, hidden.superseded_by), (Status::Superseded, second.id));
    }
}

#[test]
fn what_is_told_late_takes_its_place_in_the_past() {
    let house = House::new();
    house.value("Lives in Faro", "home_city", "Faro", Some(300));
    let late = house.value("Lived in Porto then", "home_city", "Porto", Some(100));
    assert_eq!((late.action, late.record.unwrap().status), (Action::Superseded, Status::Superseded));
    house.value("Lived in Lisbon then", "home_city", "Lisbon", Some(200));
    assert_eq!(house.history("home_city"), ["Porto", "Lisbon", "Faro"]);
    assert_eq!(house.texts(), ["Lives in Faro"]);
}

#[test]
fn a_value_that_was_told_again_outlives_one_of_in_between() {
    let house = House::new();
    house.value("用户爱喝可乐", "favourite:drink", "可乐", Some(100));
    assert_eq!(house.value("用户爱喝可乐", "favourite:drink", "可乐", Some(300)).action, Action::Duplicate);
    house.value("用户爱喝咖啡", "favourite:drink", "咖啡", Some(200));
    assert_eq!(house.history("favourite:drink"), ["可乐", "咖啡", "可乐"]);
    assert_eq!(house.texts(), ["用户爱喝可乐"]);
}

#[test]
fn an_aligned_denial_replaces_what_it_denies() {
    for (text, denial) in
        [("用户吃香菜", "用户不吃香菜"), ("Deploying on Fridays is allowed", "Deploying on Fridays is not allowed")]
    {
        let house = House::new();
        house.told(text, Action::Added);
        house.told(denial, Action::Superseded);
        assert_eq!(house.texts(), [denial]);
        house.told(text, Action::Superseded);
        assert_eq!(house.texts(), [text]);
    }
}

#[test]
fn two_values_of_one_time_are_a_conflict_that_the_user_settles() {
    let house = House::new();
    let first = house.value("用户喜欢 Windows", "favourite:os", "Windows", Some(100));
    let second = house.value("用户喜欢 Mac", "favourite:os", "Mac", Some(100));
    assert_eq!(second.action, Action::Conflict);
    assert!(second.evidence.question.is_some());
    assert!(house.events.borrow().iter().any(|event| matches!(event, Event::Conflict { .. })));
    let conflicts = run(house.engine.conflicts(&scope())).unwrap();
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].versions.iter().map(|(id, _)| Some(*id)).collect::<Vec<_>>(), [first.id, second.id]);
    assert_eq!(house.texts().len(), 2, "both are kept");
    let id = conflicts[0].id;
    let refused = run(house.engine.resolve(&scope(), id, Resolution::Choose("Linux".to_owned())));
    assert_eq!(refused.unwrap_err().code(), "invalid_input");
    let resolved = run(house.engine.resolve(&scope(), id, Resolution::Choose("Mac".to_owned()))).unwrap();
    assert_eq!(resolved.ids, [second.id.unwrap()]);
    assert_eq!(house.texts(), ["用户喜欢 Mac"]);
    assert_eq!(house.history("favourite:os"), ["Windows", "Mac"]);
    assert!(run(house.engine.conflicts(&scope())).unwrap().is_empty());
    assert_eq!(run(house.engine.resolve(&scope(), id, Resolution::KeepBoth)).unwrap_err().code(), "not_found");
    run(house.engine.undo(&scope(), Some(resolved.journal_id))).unwrap();
    assert_eq!(run(house.engine.conflicts(&scope())).unwrap().len(), 1, "it is open again");
}

#[test]
fn a_conflict_ends_when_one_side_is_forgotten_and_is_open_again_when_that_is_undone() {
    let house = House::new();
    house.value("用户喜欢 Windows", "favourite:os", "Windows", Some(100));
    let second = house.value("用户喜欢 Mac", "favourite:os", "Mac", Some(100)).id.unwrap();
    let before = house.all();
    run(house.engine.forget(&scope(), ForgetTarget::Id(second), false)).unwrap();
    assert!(run(house.engine.conflicts(&scope())).unwrap().is_empty());
    assert!(!house.all()[0].conflict_pending());
    run(house.engine.undo(&scope(), None)).unwrap();
    assert_eq!(run(house.engine.conflicts(&scope())).unwrap().len(), 1);
    assert_eq!(house.all(), before);
}

#[test]
fn another_value_or_both_settle_a_conflict_too() {
    let told = |house: &House| {
        house.value("Prefers Vim", "favourite:editor", "Vim", Some(100));
        house.value("Prefers Emacs", "favourite:editor", "Emacs", Some(100));
        run(house.engine.conflicts(&scope())).unwrap()[0].id
    };
    let house = House::new();
    let id = told(&house);
    run(house.engine.resolve(&scope(), id, Resolution::Value("Helix".to_owned()))).unwrap();
    assert_eq!(house.texts(), ["Prefers Helix"]);
    assert_eq!(house.history("favourite:editor").last().map(String::as_str), Some("Helix"));
    let house = House::new();
    let id = told(&house);
    run(house.engine.resolve(&scope(), id, Resolution::KeepBoth)).unwrap();
    assert_eq!(house.texts(), ["Prefers Vim", "Prefers Emacs"]);
    assert!(run(house.engine.conflicts(&scope())).unwrap().is_empty());
}

#[test]
fn a_correction_lowers_the_trust_of_the_source_that_was_wrong() {
    let house = House::new();
    let document = |text: &str, key: Option<(&str, &str)>| WriteInput {
        key: key.map(|(key, _)| key.to_owned()),
        value: key.map(|(_, value)| value.to_owned()),
        observed_at: Some(Timestamp(100)),
        source: Some(Source { kind: SourceKind::Document, message_id: Some("cv.pdf".to_owned()), ..Source::default() }),
        ..text.into()
    };
    let write = |input| run(house.engine.remember(&scope(), input)).unwrap();
    write(document("User works at Initech", Some(("employer", "Initech"))));
    let other = write(document("User plays the cello on Sundays", None));
    house.value("User works at Globex", "employer", "Globex", Some(100));
    let conflict = run(house.engine.conflicts(&scope())).unwrap()[0].id;
    let resolved = run(house.engine.resolve(&scope(), conflict, Resolution::Choose("Globex".to_owned()))).unwrap();
    assert_eq!(resolved.doubtful, [other.id.unwrap()]);
    let doubted = run(house.engine.get(&scope(), other.id.unwrap())).unwrap();
    assert_eq!(doubted.sources[0].trust, Some(0.5));
}

#[test]
fn what_held_at_a_time_is_recalled_and_older_versions_where_they_are_asked_for() {
    let house = House::new();
    house.value("用户住在杭州", "home_city", "杭州", Some(100));
    house.value("用户住在上海", "home_city", "上海", Some(200));
    let recall = |input: RecallInput| {
        let hits = run(house.engine.recall(&scope(), "用户住在哪个城市", input)).unwrap();
        hits.into_iter().map(|hit| (hit.text, hit.version.is_some())).collect::<Vec<_>>()
    };
    assert_eq!(recall(RecallInput::default()), [("用户住在上海".to_owned(), false)]);
    let all = recall(RecallInput { include_history: true, ..RecallInput::default() });
    assert!(all.contains(&("用户住在杭州".to_owned(), true)) && all.contains(&("用户住在上海".to_owned(), false)));
    let at = |time| recall(RecallInput { as_of: Some(Timestamp(time)), ..RecallInput::default() });
    assert_eq!(at(150), [("用户住在杭州".to_owned(), true)]);
    assert_eq!(at(250), [("用户住在上海".to_owned(), false)]);
    assert_eq!(at(50), []);
}

#[test]
fn a_person_s_edit_or_restore_leaves_one_current_value() {
    let house = House::new();
    let first = house.value("Lives in Porto", "home_city", "Porto", None);
    let second = house.value("Lives in Faro", "home_city", "Faro", None);
    run(house.engine.restore(&scope(), first.id.unwrap())).unwrap();
    assert_eq!(house.texts(), ["Lives in Porto"]);
    let other = house.told("Has a boat", Action::Added);
    let patch =
        Patch { key: Some(Some("home_city".to_owned())), value: Some(Some("a boat".to_owned())), ..Patch::default() };
    run(house.engine.edit(&scope(), other.id.unwrap(), patch)).unwrap();
    assert_eq!(house.texts(), ["Has a boat"]);
    assert_eq!(run(house.engine.get(&scope(), second.id.unwrap())).unwrap().status, Status::Superseded);
}

#[test]
fn an_undo_that_would_leave_two_current_values_is_refused() {
    let house = House::new();
    let first = house.value("Lives in Porto", "home_city", "Porto", None);
    let forgotten = run(house.engine.forget(&scope(), ForgetTarget::Id(first.id.unwrap()), false)).unwrap();
    house.value("Lives in Faro", "home_city", "Faro", None);
    let refused = run(house.engine.undo(&scope(), forgotten.journal_id)).unwrap_err();
    assert!(matches!(refused, MemoryError::UndoBlocked { .. }), "{refused}");
    assert_eq!(house.texts(), ["Lives in Faro"]);
}

#[test]
fn a_forgotten_value_takes_its_history_along() {
    let house = House::new();
    house.value("Lives in Zanzibar City", "home_city", "Zanzibar", None);
    let second = house.value("Lives in Faro", "home_city", "Faro", None);
    run(house.engine.forget(&scope(), ForgetTarget::Id(second.id.unwrap()), true)).unwrap();
    assert!(!house.holds("Zanzibar") && !house.holds("Faro"));
}

#[test]
fn another_subject_kind_or_key_is_another_thing() {
    let house = House::new();
    house.value("用户住在杭州", "home_city", "杭州", None);
    let of = |text: &str, subject: &str| WriteInput {
        key: Some("home_city".to_owned()),
        value: Some("上海".to_owned()),
        subject: Some(subject.to_owned()),
        ..text.into()
    };
    let sister = run(house.engine.remember(&scope(), of("妹妹住在上海", "妹妹"))).unwrap();
    assert_eq!(sister.action, Action::Added);
    let guess =
        WriteInput { kind: Some(palimpsest::record::Kind::Inference), ..of("用户也许住在上海", "用户") };
    assert_eq!(run(house.engine.remember(&scope(), guess)).unwrap().action, Action::Added);
    assert_eq!(house.history("home_city"), ["杭州"]);
    assert_eq!(run(house.engine.remember(&scope(), of("用户住在上海", "用户"))).unwrap().action, Action::Superseded);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_arrival_leaves_the_same_history(
        values in prop::collection::vec(0_u8..4, 1..7),
        order in prop::collection::vec(any::<u32>(), 7),
    ) {
        let text = |value: u8| ["住在杭州", "住在上海", "Lives in Porto", "Lives in Faro"][usize::from(value)];
        let told: Vec<(i64, u8)> = (1..).map(|at| at * 100).zip(values).collect();
        let histories = |told: &[(i64, u8)]| {
            let house = House::new();
            for (at, value) in told {
                house.value(text(*value), "home_city", &value.to_string(), Some(*at));
            }
            let history = run(house.engine.history_of_key(&scope(), "home_city", None)).unwrap();
            let current = history.current.map(|version| version.value);
            let versions: Vec<_> = history.versions.into_iter().map(|version| (version.observed_at, version.value)).collect();
            (current, versions, house.texts().len())
        };
        let mut shuffled = told.clone();
        shuffled.sort_by_key(|(at, _)| order[usize::try_from(at / 100 - 1).unwrap()]);
        let (one, other) = (histories(&told), histories(&shuffled));
        prop_assert_eq!(&one, &other);
        prop_assert_eq!(one.2, 1, "one current value");
    }
}
