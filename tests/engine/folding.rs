//! Vectors in pages, and out of memory: whatever the budget and wherever they stand, everything is found as it would be with all at hand.

use std::rc::Rc;

use palimpsest::codec::{Head, Heads, page_from_row, vector_from_row};
use palimpsest::embedding::Embedding;
use palimpsest::ports::{Collection, StorageError};
use palimpsest::record::{CalibratePolicy, ForgetTarget, Patch, Policy, RecordId, Scope};
use palimpsest::sorted::{SortedMap, SortedSet};
use palimpsest::storage::faulty::{Fault, Faulty};
use palimpsest::storage::memory::MemoryStorage;
use proptest::prelude::*;

use crate::harness::{House, Manner, letters, run};

/// Vectors of a page: few, so that there are many pages.
const PAGE: usize = 3;

#[derive(Clone, Debug)]
enum Call {
    Tell(usize),
    Other(usize),
    Edit(usize, usize),
    Forget(usize),
    Erase(usize),
    Restore(usize),
    Undo,
    Age,
    Maintain,
    Reembed,
    Reopen,
}

fn call() -> impl Strategy<Value = Call> {
    let one = || 0..40_usize;
    prop_oneof![
        8 => one().prop_map(Call::Tell),
        2 => one().prop_map(Call::Other),
        2 => (one(), one()).prop_map(|(at, text)| Call::Edit(at, text)),
        1 => one().prop_map(Call::Forget),
        2 => one().prop_map(Call::Erase),
        1 => one().prop_map(Call::Restore),
        1 => Just(Call::Undo),
        1 => Just(Call::Age),
        4 => Just(Call::Maintain),
        1 => Just(Call::Reembed),
        2 => Just(Call::Reopen),
    ]
}

/// Sentences about different things, half of them Chinese.
fn sentence(nth: usize) -> String {
    let things = ["tea", "rain", "chess", "Lisbon", "owls", "茶", "雨", "棋", "里斯本", "猫头鹰"];
    let thing = things[nth % things.len()];
    match nth / things.len() {
        0 => format!("Ana reads a book about {thing}"),
        1 => format!("Ben wrote to the office because of {thing}"),
        2 => format!("用户昨天梦见了{thing}"),
        _ => format!("妹妹在学校画了{thing}"),
    }
}

/// A store with the handle that is used and another that lags.
struct Pair {
    budget: Option<u64>,
    house: House,
    other: House,
    erased: SortedSet<RecordId>,
}

impl Pair {
    fn new(budget: Option<u64>) -> Self {
        let storage = MemoryStorage::default();
        let (house, other) = (open(&storage, budget), open(&storage, budget));
        Self { budget, house, other, erased: SortedSet::new() }
    }

    fn pick(&self, at: usize) -> Option<RecordId> {
        let records = self.house.all();
        (!records.is_empty()).then(|| records[at % records.len()].id)
    }

    fn carry_out(&mut self, call: &Call) {
        let scope = Scope::default();
        self.house.tick();
        self.other.clock.now.set(self.house.clock.now.get());
        let engine = &self.house.engine;
        match call {
            Call::Tell(text) => drop(run(engine.remember(&scope, sentence(*text).as_str().into())).unwrap()),
            Call::Other(text) => {
                drop(run(self.other.engine.remember(&scope, sentence(*text).as_str().into())).unwrap())
            }
            Call::Edit(at, text) => {
                if let Some(id) = self.pick(*at) {
                    let patch = Patch { text: Some(sentence(*text)), ..Patch::default() };
                    run(engine.edit(&scope, id, patch)).unwrap();
                }
            }
            Call::Forget(at) | Call::Erase(at) => {
                if let Some(id) = self.pick(*at) {
                    let hard = matches!(call, Call::Erase(_));
                    let forgotten = run(engine.forget(&scope, ForgetTarget::Id(id), hard)).unwrap();
                    self.erased.extend(forgotten.ids.into_iter().filter(|_| hard));
                }
            }
            Call::Restore(at) => {
                if let Some(id) = self.pick(*at) {
                    run(engine.restore(&scope, id)).unwrap();
                }
            }
            Call::Undo => drop(run(engine.undo(&scope, None))),
            Call::Age => {
                self.house.clock.now.set(self.house.clock.now.get() + 150 * 86_400_000);
                run(engine.sweep(&scope)).unwrap();
            }
            Call::Maintain => drop(run(engine.maintain()).unwrap()),
            Call::Reembed => drop(run(engine.reembed(&scope)).unwrap()),
            Call::Reopen => {
                let now = self.house.clock.now.get();
                self.house = open(&self.house.storage, self.budget);
                self.house.clock.now.set(now);
            }
        }
    }

    /// What is there and what is found, and that the cosines are those of the vectors that are stored.
    fn state(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let stored: SortedMap<String, Embedding> = vectors(&self.house).into_iter().collect();
        let records: Vec<_> =
            self.house.all().into_iter().map(|record| (record.id, record.text, record.tier, record.status)).collect();
        let mut found = Vec::new();
        for nth in [0, 13, 25, 38] {
            let query = sentence(nth);
            let numbers = Embedding::new(letters(&query)).unwrap();
            let hits = self.house.explained(&query);
            for (text, _, why) in &hits {
                let vector =
                    records.iter().find(|(_, other, ..)| text == other).and_then(|one| stored.get(&one.0.to_key()));
                let naive = vector.and_then(|vector| vector.cosine(&numbers)).map(f64::from);
                let cosine = why.as_ref().and_then(|why| why.cosine);
                assert!(
                    naive.zip(cosine).is_none_or(|(one, other)| (one - other).abs() < 1e-6),
                    "{text}: {naive:?}, {cosine:?}"
                );
                assert_eq!(naive.is_some(), cosine.is_some(), "{text}");
            }
            found.push(hits);
        }
        (records, found)
    }
}

fn open(storage: &MemoryStorage, budget: Option<u64>) -> House {
    let policy = Policy { calibrate: CalibratePolicy::Off, memory_budget: budget, ..Policy::default() };
    let house = House::over(Rc::new(storage.clone()), storage.clone(), Some(Manner::Letters), policy);
    if budget.is_some() {
        house.engine.fold_in_pages_of(PAGE);
    }
    house
}

/// The stored vectors, by their records' names.
fn vectors(house: &House) -> Vec<(String, Embedding)> {
    let rows = house.bytes().into_iter().filter(|(part, _, _)| *part == Collection::Vectors);
    rows.filter_map(|(_, key, value)| Some((key[33..].to_owned(), vector_from_row(&value).ok()?.1))).collect()
}

/// The records that stand in each page, and those that are marked.
fn pages(house: &House) -> (Vec<Vec<RecordId>>, Vec<String>) {
    let rows = house.bytes().into_iter().filter(|(part, _, _)| *part == Collection::Vectors).collect::<Vec<_>>();
    let page = |value: &[u8]| Some(page_from_row(value).ok()?.entries.into_iter().map(|(id, _)| id).collect());
    let marks = rows.iter().filter_map(|(_, key, _)| key[33..].strip_prefix("n/").map(str::to_owned)).collect();
    (rows.iter().filter_map(|(_, _, value)| page(value)).collect(), marks)
}

fn told(n_records: usize) -> House {
    let house = open(&MemoryStorage::default(), Some(0));
    for nth in 0..n_records {
        house.tell(&sentence(nth));
    }
    house
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn recall_under_a_tight_budget_equals_recall_without_one(calls in prop::collection::vec(call(), 1..40)) {
        let (mut ample, mut tight) = (Pair::new(None), Pair::new(Some(0)));
        for call in &calls {
            ample.carry_out(call);
            tight.carry_out(call);
            prop_assert_eq!(ample.state(), tight.state(), "{:?}", call);
            let fresh = open(&tight.house.storage, Some(0));
            prop_assert_eq!(fresh.all(), tight.house.all(), "opened from pages after {:?}", call);
            let (pages, marks) = pages(&tight.house);
            prop_assert!(pages.iter().flatten().all(|id| !tight.erased.contains(id)));
            prop_assert!(tight.erased.iter().all(|id| !marks.contains(&id.to_key())));
            for (_, _, row) in tight.house.bytes() {
                if let Some(heads) = Heads::read(&row) {
                    let is_erased = |head: &Head<'_>| tight.erased.iter().any(|id| id.to_bytes() == head.name);
                    prop_assert!(!heads.heads.iter().any(is_erased));
                }
            }
        }
        for budget in [None, Some(0)] {
            let now = tight.house.clock.now.get();
            tight.house = open(&tight.house.storage, budget);
            tight.house.clock.now.set(now);
            prop_assert_eq!(ample.state(), tight.state(), "opened with {:?}", budget);
        }
    }
}

#[test]
fn upkeep_folds_whole_pages_and_a_second_time_changes_nothing() {
    let house = told(8);
    assert_eq!(pages(&house), (Vec::new(), Vec::new()));
    run(house.engine.maintain()).unwrap();
    let ids: Vec<RecordId> = house.all().into_iter().map(|record| record.id).collect();
    assert_eq!(pages(&house), (vec![ids[..3].to_vec(), ids[3..6].to_vec()], Vec::new()), "two stand in none yet");
    let rows = |house: &House| {
        house.bytes().into_iter().filter(|(part, _, _)| *part == Collection::Vectors).collect::<Vec<_>>()
    };
    let before = rows(&house);
    run(house.engine.maintain()).unwrap();
    assert_eq!(rows(&house), before);
}

#[test]
fn only_the_page_of_a_vector_that_changed_is_written_anew() {
    let house = told(9);
    run(house.engine.maintain()).unwrap();
    let ids: Vec<RecordId> = house.all().into_iter().map(|record| record.id).collect();
    let before = house.bytes();
    let patch = Patch { text: Some(sentence(20)), ..Patch::default() };
    run(house.engine.edit(&Scope::default(), ids[4], patch)).unwrap();
    assert_eq!(pages(&house).1, [ids[4].to_key()], "a write costs its row and a mark");
    let is_page = |row: &&(Collection, String, Vec<u8>)| page_from_row(&row.2).is_ok();
    assert!(before.iter().filter(is_page).all(|row| house.bytes().contains(row)));
    run(house.engine.maintain()).unwrap();
    let after = house.bytes();
    let changed: Vec<&str> =
        after.iter().filter(is_page).filter(|row| !before.contains(row)).map(|row| &row.1[33..]).collect();
    assert_eq!(changed, [format!("p/{}", ids[5].to_key())]);
    assert_eq!(pages(&house).1, Vec::<String>::new());
}

#[test]
fn what_is_forgotten_for_good_leaves_its_page_in_the_same_commit() {
    let house = told(6);
    run(house.engine.maintain()).unwrap();
    let ids: Vec<RecordId> = house.all().into_iter().map(|record| record.id).collect();
    let vector = vectors(&house).into_iter().find(|(name, _)| *name == ids[1].to_key()).unwrap().1;
    let codes: Vec<u8> =
        palimpsest::embedding::Code::of(vector.values()).codes.iter().map(|code| code.cast_unsigned()).collect();
    let holds = |house: &House| {
        house.bytes().iter().any(|(_, _, value)| value.windows(codes.len()).any(|window| window == codes))
    };
    assert!(holds(&house));
    run(house.engine.forget(&Scope::default(), ForgetTarget::Id(ids[1]), true)).unwrap();
    assert!(!holds(&house));
    assert_eq!(pages(&house).0, [vec![ids[0], ids[2]], ids[3..6].to_vec()]);
}

#[test]
fn folding_that_is_broken_off_anywhere_loses_nothing() {
    let faults = [StorageError::Unavailable("broken".to_owned()), StorageError::Conflict];
    let faults = faults.into_iter().flat_map(|error| [Fault::Refuse(error.clone()), Fault::LoseAnswer(error)]);
    for fault in faults {
        let mut n_broken = 0;
        for n_calls in 1.. {
            let house = told(9);
            let expected = house.explained(&sentence(4));
            let faulty = Rc::new(Faulty::new(Rc::new(house.storage.clone())));
            let policy = Policy { calibrate: CalibratePolicy::Off, memory_budget: Some(0), ..Policy::default() };
            let broken = House::over(faulty.clone(), house.storage.clone(), Some(Manner::Letters), policy);
            broken.engine.fold_in_pages_of(PAGE);
            let n_before = faulty.n_calls();
            faulty.fail_at(n_before + n_calls, fault.clone());
            n_broken += usize::from(run(broken.engine.maintain()).is_err());
            let fresh = open(&house.storage, Some(0));
            fresh.clock.now.set(house.clock.now.get());
            assert_eq!(fresh.explained(&sentence(4)), expected, "{fault:?} at call {n_calls}");
            if faulty.n_calls() < n_before + n_calls {
                assert_eq!(pages(&house).0.len(), 3);
                break;
            }
        }
        assert!(0 < n_broken || matches!(fault, Fault::Refuse(StorageError::Conflict)), "{fault:?}");
    }
}

#[test]
fn an_archive_carries_no_pages_and_comes_back_with_every_vector() {
    let house = told(7);
    let scope = Scope::default();
    let plain = run(house.engine.export(&scope)).unwrap();
    run(house.engine.maintain()).unwrap();
    assert_eq!(run(house.engine.export(&scope)).unwrap().len(), plain.len());
    let second = open(&MemoryStorage::default(), Some(0));
    run(second.engine.import(&scope, &plain, palimpsest::record::ImportInput::default())).unwrap();
    second.clock.now.set(house.clock.now.get());
    run(second.engine.maintain()).unwrap();
    assert_eq!(second.explained(&sentence(3)), house.explained(&sentence(3)));
}
