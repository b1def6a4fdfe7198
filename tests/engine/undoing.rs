//! Every entry of the journal can be taken back.

use palimpsest::record::{Action, ForgetTarget, Operation, Patch, Record, Scope, WriteInput};

use crate::harness::{House, Manner, run};

/// Does something, takes it back, and looks whether the active records are as they were.
#[track_caller]
fn check(told: &[&str], act: impl Fn(&House)) {
    for house in [House::new(), House::with(Manner::Letters)] {
        for text in told {
            house.tell(text);
        }
        let before = house.all();
        act(&house);
        let after = house.all();
        assert_ne!(before, after);
        let undone = run(house.engine.undo(&Scope::default(), None)).unwrap();
        assert_eq!(house.all(), before);
        assert_eq!(house.second().all(), before, "also in the store");
        run(house.engine.undo(&Scope::default(), Some(undone.journal_id))).unwrap();
        let mut again = house.all();
        again.iter_mut().zip(&after).for_each(|(record, then)| {
            // Doing it again is a change of its own, at its own time.
            (record.stamp, record.updated_at) = (then.stamp, then.updated_at);
        });
        assert_eq!(again, after, "the undo can be undone");
    }
}

fn first_id(house: &House) -> palimpsest::record::RecordId {
    house.all()[0].id
}

#[test]
fn each_kind_of_change_is_taken_back_exactly() {
    let scope = Scope::default();
    check(&["用户住在成都"], |house| {
        house.told("The office moved to Lisbon", Action::Added);
    });
    check(&["用户住在成都"], |house| {
        house.told("用户住在成都！", Action::Duplicate);
    });
    check(&["用户计划下个月去日本旅行"], |house| {
        house.told("用户计划下个月去日本旅行，会去东京、大阪和京都", Action::Updated);
    });
    check(&["User has a cat"], |house| {
        let patch =
            Patch { text: Some("User has a dog".to_owned()), topic: Some(Some("pets".to_owned())), ..Patch::default() };
        run(house.engine.edit(&scope, first_id(house), patch)).unwrap();
    });
    check(&["User has a cat"], |house| {
        run(house.engine.pin(&scope, first_id(house), true)).unwrap();
    });
    check(&["User has a cat", "用户有一只狗"], |house| {
        let everything = ForgetTarget::Filter(Box::default());
        assert_eq!(run(house.engine.forget(&scope, everything, false)).unwrap().ids.len(), 2);
    });
}

#[test]
fn undo_without_a_name_steps_back_and_stops_at_the_beginning() {
    let house = House::new();
    for text in ["一", "二", "三"] {
        house.tell(text);
    }
    for left in [2, 1, 0] {
        run(house.engine.undo(&Scope::default(), None)).unwrap();
        assert_eq!(house.texts().len(), left);
    }
    assert_eq!(run(house.engine.undo(&Scope::default(), None)).unwrap_err().code(), "not_found");
    assert!(house.holds("二"), "a text that was told is hidden, not lost");
}

#[test]
fn what_was_taken_back_from_a_conflict_stands_against_nothing_when_it_is_brought_back() {
    for (city, other, texts) in [
        ("上海", "北京", ["用户住在上海", "用户住在北京"]),
        ("Lisbon", "Porto", ["User lives in Lisbon", "User lives in Porto"]),
    ] {
        let house = House::new();
        house.value(texts[0], "home_city", city, Some(5));
        let disputed = house.value(texts[1], "home_city", other, Some(5));
        assert_eq!(disputed.action, Action::Conflict);
        let undone = run(house.engine.undo(&Scope::default(), None)).unwrap();
        run(house.engine.restore(&Scope::default(), disputed.id.unwrap())).unwrap();
        assert_eq!(house.texts(), [texts[1]], "what a person brings back is current");
        assert!(run(house.engine.conflicts(&Scope::default())).unwrap().is_empty());
        run(house.engine.undo(&Scope::default(), None)).unwrap();
        run(house.engine.undo(&Scope::default(), Some(undone.journal_id))).unwrap();
        assert_eq!(run(house.engine.conflicts(&Scope::default())).unwrap().len(), 1, "the undo can be undone");
    }
}

#[test]
fn undo_reaches_past_many_revisions_of_other_scopes() {
    let house = House::new();
    house.tell("用户住在成都");
    for n in 0..100 {
        let input: WriteInput = format!("Locker {n} is painted in colour {}", n * 3).as_str().into();
        run(house.engine.remember(&crate::harness::user("u2"), input)).unwrap();
    }
    run(house.engine.undo(&Scope::default(), None)).unwrap();
    assert!(house.texts().is_empty());
}

#[test]
fn an_undo_that_a_later_change_forbids_names_what_stands_in_its_way() {
    let house = House::new();
    let added = house.tell("User has a cat").journal_ids[0];
    let touched = house.told("user has a cat!", Action::Duplicate).journal_ids[0];
    let err = run(house.engine.undo(&Scope::default(), Some(added))).unwrap_err();
    assert_eq!(err.code(), "undo_blocked");
    assert!(err.to_string().contains(&touched.to_string()), "{err}");
    run(house.engine.undo(&Scope::default(), Some(touched))).unwrap();
    run(house.engine.undo(&Scope::default(), Some(added))).unwrap();
    assert!(house.texts().is_empty());
    let err = run(house.engine.undo(&Scope::default(), Some(added))).unwrap_err();
    assert_eq!(err.code(), "undo_blocked", "it is undone already");
}

#[test]
fn an_unknown_entry_or_one_of_another_scope_is_not_found() {
    let house = House::new();
    let entry = house.tell("User has a cat").journal_ids[0];
    let other = crate::harness::user("u2");
    for (scope, id) in [(&other, entry), (&Scope::default(), palimpsest::record::JournalId::new(999, 0))] {
        assert_eq!(run(house.engine.undo(scope, Some(id))).unwrap_err().code(), "not_found");
    }
}

#[test]
fn restore_brings_a_forgotten_record_back_and_the_journal_says_all_of_it() {
    let house = House::new();
    let scope = Scope::default();
    let id = house.tell("User has a cat").id.unwrap();
    run(house.engine.forget(&scope, ForgetTarget::Id(id), false)).unwrap();
    assert!(house.recalled("cat").is_empty());
    house.told("User has a cat", Action::Added);
    let restored: Record = run(house.engine.restore(&scope, id)).unwrap();
    assert_eq!(restored.id, id);
    assert_eq!(house.texts(), ["User has a cat"; 2]);
    assert_eq!(house.recalled("cat"), ["User has a cat"], "two hits that say the same are one");
    let journal = run(house.engine.journal(&scope, None, None)).unwrap();
    let operations: Vec<Operation> = journal.iter().map(|entry| entry.operation).collect();
    let written = Operation::Write(Action::Added);
    assert_eq!(operations, [written, Operation::Forget, written, Operation::Restore]);
    let page = run(house.engine.journal(&scope, Some(journal[0].id), Some(2))).unwrap();
    assert_eq!(page, journal[1..3]);
}

#[test]
fn a_change_that_changes_nothing_is_no_entry() {
    let house = House::new();
    let id = house.tell("User has a cat").id.unwrap();
    let before = house.bytes();
    run(house.engine.pin(&Scope::default(), id, false)).unwrap();
    run(house.engine.restore(&Scope::default(), id)).unwrap();
    run(house.engine.edit(&Scope::default(), id, Patch::default())).unwrap();
    assert_eq!(house.bytes(), before);
}

#[test]
fn undo_without_a_name_passes_over_what_a_hard_forget_left_nothing_of() {
    for texts in [["User has a cat", "User has a dog"], ["用户养猫", "用户养狗"]] {
        let house = House::new();
        let scope = Scope::default();
        let [kept, gone] = texts.map(|text| house.tell(text));
        run(house.engine.forget(&scope, ForgetTarget::Id(gone.id.unwrap()), true)).unwrap();
        let undone = run(house.engine.undo(&scope, None)).unwrap();
        assert_eq!((undone.undone, undone.ids), (kept.journal_ids[0], vec![kept.id.unwrap()]));
        assert!(house.texts().is_empty());
        let err = run(house.engine.undo(&scope, None)).unwrap_err();
        assert_eq!(err.code(), "undo_expired", "what is left says why it can't be");
        assert!(err.to_string().contains("hard forget"), "{err}");
    }
}

#[test]
fn undo_without_a_name_says_that_everything_lies_beyond_the_horizon() {
    let journal = palimpsest::record::JournalPolicy { days: 1.0, ..Default::default() };
    let house = House::under(palimpsest::record::Policy { journal, ..crate::harness::uncalibrated() }, None);
    house.tell("用户住在成都");
    house.clock.now.set(house.clock.now.get() + 3 * 86_400_000);
    run(house.engine.maintain()).unwrap();
    assert!(run(house.engine.journal(&Scope::default(), None, None)).unwrap().is_empty());
    let err = run(house.engine.undo(&Scope::default(), None)).unwrap_err();
    assert_eq!(err.code(), "undo_expired");
    assert!(err.to_string().contains("horizon"), "{err}");
}
