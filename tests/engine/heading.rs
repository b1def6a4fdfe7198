//! Pages of heads: a store opens from them as it opens from its rows, whatever became of the pages, and they keep nothing that was removed.

use std::rc::Rc;

use palimpsest::codec::{Head, HeadPage, Heads, packed_record};
use palimpsest::ports::{Batch, Collection, Storage};
use palimpsest::record::{CalibratePolicy, Policy, Record, RecordId, Scope};
use palimpsest::storage::memory::MemoryStorage;
use palimpsest::text::similarity::Letters;

use crate::harness::{House, Manner, run};

/// Records of a page: few, so that there are many pages.
pub const PAGE: usize = 3;

pub const TEXTS: [&str; 7] = [
    "Ana reads a book about tea",
    "用户昨天梦见了猫头鹰",
    "Ben wrote to the office because of rain",
    "妹妹在学校画了里斯本",
    "Cleo plays chess on Sundays",
    "爷爷在阳台种了绿萝",
    "Dora sold her red bicycle",
];

pub fn open(storage: &MemoryStorage) -> House {
    let policy = Policy { calibrate: CalibratePolicy::Off, ..Policy::default() };
    let house = House::over(Rc::new(storage.clone()), storage.clone(), Some(Manner::Letters), policy);
    house.engine.fold_in_pages_of(PAGE);
    house
}

pub fn reopened(house: &House) -> House {
    let fresh = open(&house.storage);
    fresh.clock.now.set(house.clock.now.get());
    fresh
}

/// A store of all texts after upkeep, with the records of the first six in two pages.
pub fn kept() -> House {
    let house = open(&MemoryStorage::default());
    for text in TEXTS {
        house.tell(text);
    }
    run(house.engine.maintain()).unwrap();
    assert_eq!(pages(&house).len(), 2);
    house
}

/// The pages of heads, with their keys.
pub fn pages(house: &House) -> Vec<(String, Vec<u8>)> {
    let rows = house.bytes().into_iter().filter(|(_, _, value)| Heads::read(value).is_some());
    rows.map(|(_, key, value)| (key, value)).collect()
}

pub fn ids(house: &House) -> Vec<RecordId> {
    house.all().into_iter().map(|record| record.id).collect()
}

/// All that is found, and what a text that is there already comes to.
pub fn found(house: &House) -> (Vec<Record>, Vec<Vec<String>>) {
    let queries = TEXTS.iter().chain(&["tea and chess", "里斯本的猫头鹰", "green bicycle"]);
    let hits = queries.map(|query| house.explained(query).into_iter().map(|hit| format!("{hit:?}")).collect());
    (house.all(), hits.collect())
}

/// Puts rows into a store, or takes them away, beside all handles.
pub fn write(house: &House, puts: Vec<(String, Vec<u8>)>, deletes: Vec<String>) {
    let revision = run(house.storage.read(Vec::new())).unwrap().revision;
    let puts = puts.into_iter().map(|(key, value)| (Collection::Vectors, key, value)).collect();
    let deletes = deletes.into_iter().map(|key| (Collection::Vectors, key)).collect();
    run(house.storage.commit(Batch { expected: revision, next: revision + 1, puts, deletes })).unwrap();
}

/// Whether a page has a record.
pub fn has(row: &[u8], id: RecordId) -> bool {
    Heads::read(row).unwrap().heads.iter().any(|head| head.name == id.to_bytes())
}

#[test]
fn a_store_opens_from_its_pages_as_from_its_rows_and_knows_every_wording() {
    let house = kept();
    let expected = found(&house);
    let fresh = reopened(&house);
    assert_eq!(found(&fresh), expected);
    for text in TEXTS {
        fresh.told(text, palimpsest::record::Action::Duplicate);
    }
}

#[test]
fn upkeep_a_second_time_writes_no_page_and_no_row() {
    let house = kept();
    let before = pages(&house);
    let revision = run(house.engine.stats(&Scope::default())).unwrap().revision;
    run(house.engine.sweep(&Scope::default())).unwrap();
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().revision, revision);
    run(reopened(&house).engine.maintain()).unwrap();
    assert_eq!(pages(&house), before);
}

/// Puts a page in the place of the first one that says another text of its second record, and nothing of the others.
pub fn lie(house: &House) {
    let mut record = house.all().swap_remove(1);
    record.text = "an owl".to_owned();
    let letters = Letters::of(&record.text).to_bytes();
    let packed = packed_record(&mut record).unwrap();
    let head =
        Head { name: record.id.to_bytes(), marks: 1, wordings: &[], letters: &letters, words: &[], packed: &packed };
    let mut page = HeadPage::default();
    page.push(&head, &["owl".to_owned()]);
    write(house, vec![(pages(house)[0].0.clone(), page.into_row())], Vec::new());
}

#[test]
fn a_head_is_read_where_nothing_changed_since_and_the_row_where_something_did() {
    for is_same in [true, false] {
        let house = kept();
        if !is_same {
            house.edit(ids(&house)[1], "用户昨天梦见了雪豹");
        }
        lie(&house);
        let texts: Vec<String> = reopened(&house).all().into_iter().map(|record| record.text).collect();
        assert_eq!(texts.contains(&"an owl".to_owned()), is_same);
        assert_eq!(texts.contains(&"用户昨天梦见了雪豹".to_owned()), !is_same);
    }
}

#[test]
fn pages_that_are_lost_or_damaged_change_nothing_and_upkeep_makes_them_again() {
    let house = kept();
    let (expected, whole) = (found(&house), pages(&house));
    let damaged: Vec<_> = whole
        .iter()
        .map(|(key, row)| (key.clone(), [&row[..row.len() / 2], &[7], &row[row.len() / 2 + 1..]].concat()))
        .collect();
    for (puts, deletes) in [(damaged, Vec::new()), (Vec::new(), whole.iter().map(|(key, _)| key.clone()).collect())] {
        write(&house, puts, deletes);
        assert_eq!(pages(&house), []);
        let fresh = reopened(&house);
        assert_eq!(found(&fresh), expected);
        run(fresh.engine.maintain()).unwrap();
        assert_eq!(pages(&house), whole);
    }
}

#[test]
fn what_changed_since_is_read_anew_and_only_its_page_is_written_again() {
    let house = kept();
    let before = pages(&house);
    house.edit(ids(&house)[1], "用户昨天梦见了雪豹");
    assert_eq!(pages(&house), before, "a write costs its own row alone");
    let (fresh, expected) = (reopened(&house), found(&house));
    assert_eq!(found(&fresh), expected);
    run(fresh.engine.maintain()).unwrap();
    let after = pages(&house);
    assert!(after[0].0 == before[0].0 && after[0].1 != before[0].1 && after[1] == before[1]);
    assert_eq!(found(&reopened(&house)), expected);
}

#[test]
fn what_is_removed_for_good_stands_in_no_page_any_more() {
    let house = kept();
    let all = ids(&house);
    assert!(house.holds("猫头鹰"));
    house.erase(all[1]);
    assert!(!house.holds("猫头鹰"));
    assert_eq!(pages(&house).len(), 1, "the page that had it is gone");
    run(house.engine.maintain()).unwrap();
    let found_in: Vec<bool> = all.iter().map(|id| pages(&house).iter().any(|(_, row)| has(row, *id))).collect();
    assert_eq!(found_in, [true, false, true, true, true, true, false], "upkeep takes the rest of it into pages again");
    assert_eq!(found(&reopened(&house)), found(&house));
}

#[test]
fn what_a_record_said_before_goes_with_it_also_from_a_page_that_another_handle_made() {
    let house = kept();
    let lagging = open(&house.storage);
    lagging.clock.now.set(house.clock.now.get());
    lagging.all();
    house.edit(ids(&house)[0], "Ana reads a book about falcons");
    run(house.engine.maintain()).unwrap();
    house.edit(ids(&house)[0], "Ana reads no book");
    assert!(house.holds("falcons"));
    let all = ids(&house);
    lagging.erase(all[0]);
    assert!(!house.holds("falcons") && !house.holds("about tea"));
    assert_eq!(found(&reopened(&house)), found(&house));
}

#[test]
fn a_page_that_says_what_another_record_said_goes_where_that_is_removed() {
    let house = kept();
    let all = ids(&house);
    house.edit(all[4], "Cleo told a secret about falcons");
    run(house.engine.maintain()).unwrap();
    house.edit(all[4], "Cleo plays chess on Sundays again");
    house.erase(all[0]);
    assert!(pages(&house).iter().all(|(_, row)| !String::from_utf8_lossy(row).contains("falcons")));
}
