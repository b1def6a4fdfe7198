//! Archives: what goes out of a scope, and what becomes of it in another store.

mod colliding;
mod waiting;

use std::rc::Rc;

use palimpsest::error::MemoryError;
use palimpsest::ports::{Storage, StorageError};
use palimpsest::record::{
    Action, Collision, ForgetTarget, ImportInput, Imported, ListInput, Operation, Patch, Policy, Record, Scope, Status,
    Timestamp, WriteInput,
};
use palimpsest::storage::faulty::{Fault, Faulty};
use palimpsest::storage::memory::MemoryStorage;
use proptest::prelude::*;

use crate::harness::{House, Manner, START, run, user};

const KEEP: ImportInput = ImportInput { on_collision: Collision::Keep, other_scope: false };
const REPLACE: ImportInput = ImportInput { on_collision: Collision::Replace, other_scope: false };
const JUDGE: ImportInput = ImportInput { on_collision: Collision::Judge, other_scope: false };

#[track_caller]
fn export(house: &House) -> Vec<u8> {
    run(house.engine.export(&Scope::default())).expect("exports")
}

#[track_caller]
fn import(house: &House, bytes: &[u8], input: ImportInput) -> Imported {
    house.tick();
    run(house.engine.import(&Scope::default(), bytes, input)).expect("imports")
}

#[track_caller]
fn refused(house: &House, bytes: &[u8]) -> MemoryError {
    let before = house.bytes();
    let err = run(house.engine.import(&Scope::default(), bytes, JUDGE)).expect_err("is refused");
    assert_eq!(house.bytes(), before, "nothing was written");
    err
}

/// A store of another machine: with the same seed, a week later gives other ids.
fn elsewhere(manner: Option<Manner>) -> House {
    let house = House::on(MemoryStorage::default(), manner);
    house.clock.now.set(START + 7 * 86_400_000);
    house
}

/// A store that has something of everything.
fn lived_in(manner: Option<Manner>) -> House {
    let house = elsewhere(manner);
    house.tell("用户住在成都");
    house.value("User lives in Porto", "home_city", "Porto", Some(1_000));
    house.value("User lives in Lisbon", "home_city", "Lisbon", Some(2_000));
    let cat = house.tell("User has a cat");
    house.tell("User has a cat!");
    house.tick();
    let patch = Patch { importance: Some(0.9), text: Some("User has a black cat".to_owned()), ..Patch::default() };
    run(house.engine.edit(&Scope::default(), cat.id.unwrap(), patch)).unwrap();
    let gone = house.tell("The meeting is on Monday");
    run(house.engine.forget(&Scope::default(), ForgetTarget::Id(gone.id.unwrap()), false)).unwrap();
    house.value("The office is in Bonn", "office", "Bonn", Some(5_000));
    house.value("The office is in Kiel", "office", "Kiel", Some(5_000));
    let input = WriteInput { idempotency_key: Some("message 7".to_owned()), ..WriteInput::from("喜欢乌龙茶") };
    run(house.engine.remember(&Scope::default(), input)).unwrap();
    house
}

fn everything(house: &House) -> Vec<Record> {
    [Status::Active, Status::Superseded, Status::Merged, Status::Deleted]
        .into_iter()
        .flat_map(|status| {
            let filter = palimpsest::record::Filter { status: Some(status), ..Default::default() };
            let input = ListInput { filter, include_cold: true, ..ListInput::default() };
            run(house.engine.list(&Scope::default(), input)).unwrap()
        })
        .collect()
}

#[test]
fn a_round_trip_gives_the_same_bytes_records_and_journal() {
    for manner in [None, Some(Manner::Letters)] {
        let house = lived_in(manner.clone());
        let bytes = export(&house);
        let fresh = House::on(MemoryStorage::default(), manner.clone());
        let imported = import(&fresh, &bytes, KEEP);
        let n_entries = run(house.engine.journal(&Scope::default(), None, None)).unwrap().len();
        let wanted = Imported { restored: true, added: 8, journal_entries: n_entries, ..Imported::default() };
        assert_eq!(imported, wanted);
        // Into a store of another salt and another revision, whose handle reads it anew too.
        assert_ne!(house.bytes(), fresh.bytes());
        for there in [&fresh, &fresh.second()] {
            assert_eq!(export(there), bytes);
            assert_eq!(everything(there), everything(&house));
            let journal = |house: &House| run(house.engine.journal(&Scope::default(), None, None)).unwrap();
            assert_eq!(journal(there), journal(&house));
            assert_eq!(there.history("home_city"), ["Porto", "Lisbon", "成都"]);
            assert_eq!(run(there.engine.conflicts(&Scope::default())).unwrap().len(), 1);
        }
    }
}

#[test]
fn what_was_restored_goes_on_as_before() {
    let house = lived_in(None);
    let fresh = House::new();
    fresh.tell("在别处先写的");
    run(fresh.engine.forget(&Scope::default(), ForgetTarget::Filter(Default::default()), true)).unwrap();
    // Even what was removed for good leaves an entry in the journal, so this scope is not empty.
    assert!(!import(&fresh, &export(&house), KEEP).restored);

    let fresh = House::new();
    fresh.clock.now.set(house.clock.now.get());
    run(fresh.engine.remember(&user("u2"), "another scope".into())).unwrap();
    assert!(import(&fresh, &export(&house), KEEP).restored);
    // The answered key is known, and the newest entry is taken back.
    let input = WriteInput { idempotency_key: Some("message 7".to_owned()), ..WriteInput::from("something else") };
    let again = run(fresh.engine.remember(&Scope::default(), input)).unwrap();
    assert_eq!(again.record.map(|record| record.text), Some("喜欢乌龙茶".to_owned()));
    let undone = run(fresh.engine.undo(&Scope::default(), None)).unwrap();
    assert!(!fresh.texts().contains(&"喜欢乌龙茶".to_owned()));
    assert!(undone.undone < undone.journal_id, "new names follow those that came along");
    fresh.told("User has a black cat", Action::Duplicate);
    assert_eq!(fresh.second().texts(), fresh.texts());
}

#[test]
fn an_empty_scope_goes_out_and_comes_in() {
    let house = House::new();
    let bytes = export(&house);
    assert_eq!(import(&House::new(), &bytes, JUDGE), Imported { restored: true, ..Imported::default() });
}

#[test]
fn other_scopes_stay_out() {
    let house = House::new();
    house.tell("Ana's own");
    run(house.engine.remember(&user("ben"), "Ben's own".into())).unwrap();
    let bytes = export(&house);
    assert!(!bytes.windows(3).any(|window| window == b"Ben"));
    let fresh = House::new();
    let err = run(fresh.engine.import(&user("ben"), &bytes, KEEP)).unwrap_err();
    assert_eq!((err.code(), fresh.holds("Ana's own")), ("invalid_input", false));
    let moved = ImportInput { other_scope: true, ..KEEP };
    assert_eq!(run(fresh.engine.import(&user("ben"), &bytes, moved)).unwrap().added, 1);
    assert!(fresh.texts().is_empty());
    assert_eq!(run(fresh.engine.list(&user("ben"), ListInput::default())).unwrap().len(), 1);
    assert_eq!(run(fresh.engine.scopes()).unwrap(), [user("ben")]);
}

#[test]
fn what_is_no_archive_is_refused_and_nothing_is_written() {
    let bytes = export(&lived_in(None));
    let house = House::new();
    house.tell("was here before");
    assert_eq!(refused(&house, &[]).code(), "invalid_input");
    assert_eq!(refused(&house, b"PK\x03\x04 a zip file").code(), "invalid_input");
    assert_eq!(refused(&house, &bytes[..bytes.len() / 2]).code(), "archive_damaged");
    assert_eq!(refused(&house, &bytes[..12]).code(), "archive_damaged");
    let mut newer = bytes;
    newer[8] = 9;
    let err = refused(&house, &newer);
    assert_eq!(err.code(), "store_newer");
    assert!(err.to_string().contains("the archive has format 9"), "{err}");
}

#[test]
fn an_archive_that_keeps_to_the_format_and_holds_what_no_memory_can_is_refused() {
    let spoil = |change: &dyn Fn(&mut Record)| {
        let mut record = lived_in(None).all().remove(0);
        change(&mut record);
        let rows = [palimpsest::codec::record_rows("", &record).unwrap(), vec![], vec![], vec![]];
        palimpsest::codec::archive_bytes(&Scope::default(), rows).unwrap()
    };
    let house = House::new();
    for (change, code, words) in [
        (
            &(|record: &mut Record| record.importance = f64::NAN) as &dyn Fn(&mut Record),
            "archive_damaged",
            "importance",
        ),
        (&|record: &mut Record| record.confidence = 7.0, "archive_damaged", "confidence"),
        (&|record: &mut Record| record.text = " \u{200b}".to_owned(), "archive_damaged", "blank"),
        (&|record: &mut Record| record.text = "长".repeat(20_000), "text_too_long", "60000"),
        (
            &|record: &mut Record| record.id = palimpsest::record::RecordId::v7(i64::MAX, 0, 0),
            "archive_damaged",
            "future",
        ),
        (
            &|record: &mut Record| record.stamp = palimpsest::record::JournalId::new(1 << 47, 0),
            "archive_damaged",
            "no room",
        ),
    ] {
        let err = refused(&house, &spoil(change));
        assert_eq!(err.code(), code, "{err}");
        assert!(err.to_string().contains(words), "{err}");
    }
    assert_eq!(import(&house, &spoil(&|_| ()), KEEP).added, 1);
}

#[test]
fn vectors_of_another_model_are_not_mixed_and_their_records_wait_for_new_ones() {
    let brought = elsewhere(None);
    brought.tell("likes oolong tea");
    brought.tell("用户在学小提琴");
    let house = House::with(Manner::Letters);
    let imported = import(&house, &export(&brought), KEEP);
    assert_eq!((imported.restored, imported.reembed), (true, 2));
    assert_eq!((run(house.engine.stats(&Scope::default())).unwrap().vectors, house.n_calls()), (0, 0));
    assert_eq!(house.recalled("oolong"), ["likes oolong tea"], "words find it meanwhile");
    house.tell("The next write takes them along");
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().vectors, 3);

    let house = House::with(Manner::Letters);
    house.tell("was here before");
    let imported = import(&house, &export(&brought), JUDGE);
    assert_eq!((imported.judged, imported.pending, house.n_calls()), (2, 0, 2));
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().vectors, 3);
}

#[test]
fn a_callback_that_fails_leaves_what_is_judged_waiting() {
    let brought = elsewhere(None);
    brought.tell("likes oolong tea");
    let house = House::with(Manner::Letters);
    house.tell("was here before");
    house.behave(Manner::Fail);
    let imported = import(&house, &export(&brought), JUDGE);
    assert_eq!((imported.added, imported.judged, imported.pending), (1, 1, 1));
    house.behave(Manner::Letters);
    house.tell("The next write has it judged");
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().pending, 0);
}

#[test]
fn a_failure_at_any_call_leaves_all_of_it_or_nothing() {
    let bytes = export(&lived_in(None));
    for rule in [KEEP, REPLACE, JUDGE] {
        for fault in
            [Fault::Refuse(StorageError::Unavailable("gone".to_owned())), Fault::Refuse(StorageError::Conflict)]
        {
            for n in 1..12 {
                let storage = MemoryStorage::default();
                let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
                let port = Rc::clone(&faulty) as Rc<dyn Storage>;
                let house = House::over(port, storage, None, Policy::default());
                house.tell("was here before");
                faulty.fail_at(faulty.n_calls() + n, fault.clone());
                let outcome = run(house.engine.import(&Scope::default(), &bytes, rule));
                faulty.heal();
                let fresh = House::on(house.storage.clone(), None);
                let n_records = everything(&fresh).len();
                match outcome {
                    Ok(imported) => assert_eq!(n_records, 9, "{rule:?}, call {n}, {fault:?}: {imported:?}"),
                    // All are in, and those that were not judged wait.
                    Err(MemoryError::Partial { written, .. }) => assert_eq!((written, n_records), (8, 9)),
                    Err(_) => assert_eq!(n_records, 1, "{rule:?}, call {n}"),
                }
                assert_eq!(house.all(), fresh.all());
            }
        }
    }
}

#[test]
fn two_handles_see_an_import_of_thousands() {
    let brought = elsewhere(None);
    let inputs = (0..2_500).map(|n| format!("第{n}号钥匙开第{}扇门", n * 2).as_str().into()).collect();
    run(brought.engine.remember_all(&Scope::default(), inputs)).unwrap();
    let there = House::new();
    there.tell("was here before");
    let second = there.second();
    assert_eq!(second.texts().len(), 1);
    // More keys change than a list of changes names.
    assert_eq!(import(&there, &export(&brought), KEEP).added, 2_500);
    assert_eq!(second.texts().len(), 2_501);
    assert!(there.bytes().iter().all(|(_, _, value)| value.len() <= 1 << 20));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_store_comes_back_byte_for_byte(steps in prop::collection::vec((0_u8..6, 0_usize..12), 0..30), has_callback: bool) {
        let house = House::on(MemoryStorage::default(), has_callback.then_some(Manner::Letters));
        let scope = Scope::default();
        for (step, at) in steps {
            house.tick();
            let all = house.all();
            let picked = all.get(at % all.len().max(1)).map(|record| record.id);
            match (step, picked) {
                (0 | 1, _) | (_, None) => { house.tell(&format!("第{at}把钥匙开{}扇门", at % 5)); }
                (2, _) => { house.value(&format!("lives in town {at}"), "home_city", &at.to_string(), None); }
                (3, Some(id)) => {
                    let patch = Patch { text: Some(format!("edited {at}")), ..Patch::default() };
                    run(house.engine.edit(&scope, id, patch)).unwrap();
                }
                (4, Some(id)) => { run(house.engine.forget(&scope, ForgetTarget::Id(id), at % 2 == 0)).unwrap(); }
                (_, Some(_)) => { let _ = run(house.engine.undo(&scope, None)); }
            }
        }
        let bytes = export(&house);
        let fresh = House::on(MemoryStorage::default(), has_callback.then_some(Manner::Letters));
        prop_assert!(import(&fresh, &bytes, JUDGE).restored);
        prop_assert_eq!(&export(&fresh), &bytes);
        prop_assert_eq!(everything(&fresh), everything(&house));
        // Twice changes nothing more.
        let again = import(&fresh, &bytes, JUDGE);
        prop_assert!(again.restored || (again.added, again.journal_id) == (0, None));
        prop_assert_eq!(export(&fresh), bytes);
    }
}
