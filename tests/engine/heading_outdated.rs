//! What pages of heads do not say any more: it is listed by whoever changes it, whatever another handle does and wherever a call breaks off.

use std::rc::Rc;

use palimpsest::codec::{self, Heads, RowKind};
use palimpsest::ports::{Collection, StorageError};
use palimpsest::record::{CalibratePolicy, Collision, ForgetTarget, ImportInput, Policy, RecallInput, RecordId, Scope};
use palimpsest::storage::faulty::{Fault, Faulty};
use palimpsest::storage::memory::MemoryStorage;

use crate::harness::{House, Manner, add_all, run};
use crate::heading::{PAGE, TEXTS, found, ids, kept, lie, pages, reopened, write};

/// The rows that list what changed, and of how many records each.
fn lists(house: &House) -> Vec<(String, Vec<u8>)> {
    let rows = house.bytes().into_iter();
    let rows = rows.filter(|(part, key, _)| *part == Collection::Vectors && key[33..].starts_with("h/"));
    rows.map(|(_, key, value)| (key, value)).collect()
}

/// That a new handle reads what this one has in memory, in records and in what is found.
#[track_caller]
fn check(house: &House) {
    let fresh = reopened(house);
    assert_eq!(fresh.all(), house.all());
    assert_eq!(found(&fresh), found(house));
}

/// Spoils the row of a record in the store.
fn damage(house: &House, id: RecordId) {
    let key_of = |key: &str| key.ends_with(&id.to_key());
    let rows = house.bytes();
    let (_, key, row) = rows.iter().find(|(part, key, _)| *part == Collection::Records && key_of(key)).unwrap();
    let mut row = row.clone();
    *row.last_mut().unwrap() ^= 1;
    let revision = run(palimpsest::ports::Storage::read(&house.storage, Vec::new())).unwrap().revision;
    let puts = vec![(Collection::Records, key.clone(), row)];
    let batch = palimpsest::ports::Batch { expected: revision, next: revision + 1, puts, deletes: Vec::new() };
    run(palimpsest::ports::Storage::commit(&house.storage, batch)).unwrap();
}

#[test]
fn what_another_handle_changes_after_its_page_was_written_anew_is_listed_again() {
    let house = kept();
    let all = ids(&house);
    let other = reopened(&house);
    other.edit(all[1], "用户昨天梦见了雪豹");
    assert_eq!(lists(&house).len(), 1);
    run(house.engine.maintain()).unwrap();
    assert_eq!(lists(&house), [], "the page is written anew");
    // Its handle has not heard of that yet, and knows the record as listed.
    other.edit(all[1], "用户昨天梦见了白鹤");
    assert_eq!(lists(&house).len(), 1);
    check(&other);
    check(&house);
}

#[test]
fn a_second_change_of_a_record_costs_its_row_alone() {
    let house = kept();
    let all = ids(&house);
    house.edit(all[4], "Cleo plays go on Sundays");
    let before = lists(&house);
    house.edit(all[4], "Cleo plays cards on Sundays");
    house.edit(all[6], "Dora sold her blue bicycle");
    assert_eq!(lists(&house), before, "the last one stands in no page");
    house.edit(all[3], "妹妹在学校画了波尔图");
    let after = lists(&house);
    assert!(after.len() == 1 && after[0].0 == before[0].0 && after != before);
    check(&house);
}

#[test]
fn a_use_alone_is_listed_too() {
    let house = kept();
    house.tick();
    run(house.engine.recall(&Scope::default(), TEXTS[0], RecallInput::default())).unwrap();
    run(house.engine.sweep(&Scope::default())).unwrap();
    assert!(house.all().iter().any(|record| record.created_at < record.last_accessed_at));
    assert!(!lists(&house).is_empty());
    check(&house);
}

#[test]
fn what_is_taken_back_forgotten_or_replaced_is_read_as_it_then_is() {
    let house = kept();
    let all = ids(&house);
    let archive = run(house.engine.export(&Scope::default())).unwrap();
    house.edit(all[0], "Ana reads a book about falcons");
    check(&house);
    run(house.engine.undo(&Scope::default(), None)).unwrap();
    check(&house);
    run(house.engine.forget(&Scope::default(), ForgetTarget::Id(all[3]), false)).unwrap();
    check(&house);
    run(house.engine.maintain()).unwrap();
    check(&house);
    run(house.engine.restore(&Scope::default(), all[3])).unwrap();
    check(&house);
    let replace = ImportInput { on_collision: Collision::Replace, ..ImportInput::default() };
    run(house.engine.import(&Scope::default(), &archive, replace)).unwrap();
    check(&house);
}

#[test]
fn calls_that_are_broken_off_anywhere_leave_no_page_that_says_what_is_not() {
    let faults = [StorageError::Unavailable("broken".to_owned()), StorageError::Conflict];
    let faults = faults.into_iter().flat_map(|error| [Fault::Refuse(error.clone()), Fault::LoseAnswer(error)]);
    for fault in faults {
        for n_calls in 1.. {
            let house = kept();
            let all = ids(&house);
            let faulty = Rc::new(Faulty::new(Rc::new(house.storage.clone())));
            let policy = Policy { calibrate: CalibratePolicy::Off, ..Policy::default() };
            let broken = House::over(faulty.clone(), house.storage.clone(), Some(Manner::Letters), policy);
            broken.engine.fold_in_pages_of(PAGE);
            let n_before = faulty.n_calls();
            faulty.fail_at(n_before + n_calls, fault.clone());
            let scope = Scope::default();
            let patch = |text: &str| palimpsest::record::Patch { text: Some(text.to_owned()), ..Default::default() };
            for at in [1, 4, 1] {
                drop(run(broken.engine.edit(&scope, all[at], patch("Cleo plays go"))));
                drop(run(broken.engine.maintain()));
                drop(run(broken.engine.edit(&scope, all[at], patch("一只白鹤"))));
            }
            check(&house);
            drop(run(broken.engine.forget(&scope, ForgetTarget::Id(all[4]), true)));
            check(&house);
            if n_before + n_calls <= faulty.n_calls() {
                check(&broken);
            }
            if faulty.n_calls() < n_before + n_calls {
                break;
            }
        }
    }
}

#[test]
fn the_row_of_a_record_is_needed_only_where_its_page_does_not_say_it() {
    let stats = |house: &House| run(house.engine.stats(&Scope::default())).map(|_| ()).map_err(|err| err.code());
    let house = kept();
    let (all, expected) = (ids(&house), house.all());
    damage(&house, all[1]);
    assert_eq!(reopened(&house).all(), expected);
    let fresh = reopened(&house);
    fresh.edit(all[0], "Ana reads a book about falcons");
    check(&fresh);
    write(&house, Vec::new(), vec![pages(&house)[0].0.clone()]);
    assert_eq!(stats(&reopened(&house)), Err("store_damaged"), "its page is lost");

    let house = kept();
    house.edit(ids(&house)[1], "用户昨天梦见了雪豹");
    damage(&house, ids(&house)[1]);
    assert_eq!(stats(&reopened(&house)), Err("store_damaged"), "it changed since");
}

#[test]
fn where_the_list_of_what_changed_is_damaged_the_rows_are_read() {
    let house = kept();
    house.edit(ids(&house)[1], "用户昨天梦见了雪豹");
    lie(&house);
    let damaged = lists(&house).into_iter().map(|(key, row)| (key, row[..row.len() - 1].to_vec())).collect();
    write(&house, damaged, Vec::new());
    check(&house);
    let fresh = reopened(&house);
    run(fresh.engine.maintain()).unwrap();
    assert_eq!(lists(&house), []);
    check(&fresh);
    assert_eq!(pages(&house).len(), 2);
}

/// Pages as format 3 had them: the row that says which there are, and one that holds what a record said once.
#[derive(minicbor::Encode)]
#[cbor(map)]
struct OldPages {
    #[n(0)]
    model: String,
    #[n(1)]
    lasts: Vec<RecordId>,
}

#[test]
fn a_store_of_format_3_is_read_by_its_rows_until_upkeep_and_keeps_nothing_that_is_removed() {
    for erases in [false, true] {
        let house = kept();
        let all = ids(&house);
        let named = pages(&house).into_iter().map(|(key, _)| key);
        let old = named.map(|key| (key, codec::encode(RowKind::OldHeaded, &"about falcons").unwrap())).collect();
        write(&house, old, Vec::new());
        let lasts = vec![all[2], all[5]];
        let index = codec::encode(RowKind::OldHeaded, &OldPages { model: String::new(), lasts }).unwrap();
        let rows = house.bytes();
        let is_index = |key: &str| key.ends_with("/heads");
        let key = rows.iter().find(|(part, key, _)| *part == Collection::Meta && is_index(key)).unwrap().1.clone();
        let revision = run(house.engine.stats(&Scope::default())).unwrap().revision;
        let puts = vec![(Collection::Meta, key.clone(), index.clone())];
        let batch = palimpsest::ports::Batch { expected: revision, next: revision + 1, puts, deletes: Vec::new() };
        run(palimpsest::ports::Storage::commit(&house.storage, batch)).unwrap();
        assert_eq!(index[1..3], [3, 0]);
        let fresh = reopened(&house);
        check(&fresh);
        assert!(house.holds("falcons"));
        if erases {
            fresh.erase(all[6]);
            assert!(!house.holds("falcons"), "who knows whose words an old page has");
        }
        run(fresh.engine.maintain()).unwrap();
        assert!(!house.holds("falcons"));
        assert_eq!(pages(&house).len(), 2);
        let rows = house.bytes();
        let now = &rows.iter().find(|(_, other, _)| *other == key).unwrap().2;
        assert_eq!(now[1..3], [4, 0], "an older version says that the store is newer");
        check(&fresh);
    }
}

#[test]
fn a_page_stays_below_what_one_value_may_have_and_leaves_the_longest_records_to_their_rows() {
    let policy = Policy { calibrate: CalibratePolicy::Off, max_text_bytes: 1 << 20, ..add_all() };
    let storage = MemoryStorage::default();
    let open = || {
        let house = House::over(Rc::new(storage.clone()), storage.clone(), Some(Manner::Letters), policy.clone());
        house.engine.fold_in_pages_of(6);
        house
    };
    let house = open();
    // Letters of Chinese in an order that repeats late: each two neighbours are another word.
    let text = |nth: u32, n_letters: u32| -> String {
        let letter = |at: u32| {
            char::from_u32(0x4e00 + at.wrapping_mul(7919).wrapping_add(nth.wrapping_mul(at.wrapping_mul(at))) % 20_000)
        };
        (0..n_letters).filter_map(letter).collect()
    };
    for nth in 0..24 {
        let n_letters = if nth % 8 == 3 { 60_000 } else { 10_000 };
        house.tell(&text(nth, n_letters));
    }
    run(house.engine.maintain()).unwrap();
    let stored = pages(&house);
    let lengths: Vec<usize> = stored.iter().map(|(_, row)| row.len()).collect();
    assert!(3 < lengths.len() && lengths.iter().all(|length| *length < 1 << 20), "{lengths:?}");
    let bare: usize = stored
        .iter()
        .map(|(_, row)| Heads::read(row).unwrap().heads.iter().filter(|head| head.packed.is_empty()).count())
        .sum();
    assert!(1 < bare, "of the first 18, which stand in pages for sure, two are as long");
    let fresh = open();
    assert_eq!(fresh.all(), house.all());
    let query = text(3, 40);
    let cosines = |house: &House| -> Vec<_> {
        let hits = house.explained(&query).into_iter();
        hits.map(|(text, _, why)| (text.len(), why.and_then(|why| why.cosine))).collect()
    };
    assert_eq!(cosines(&fresh), cosines(&house), "their vectors come from pages all the same");
    let long = ids(&house)[3];
    house.edit(long, &text(99, 70_000));
    house.edit(ids(&house)[4], &text(98, 70_000));
    assert_eq!(open().all(), house.all());
}
