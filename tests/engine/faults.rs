//! A store that fails at any call: what was acknowledged is there, what was rejected is not, and the handle goes on.

use std::rc::Rc;

use palimpsest::codec;
use palimpsest::engine::{Engine, Options};
use palimpsest::error::MemoryError;
use palimpsest::ports::{Batch, Collection, Storage, StorageError};
use palimpsest::record::{ForgetTarget, Patch, Policy, Schedule, Scope};
use palimpsest::storage::faulty::{Fault, Faulty};
use palimpsest::storage::memory::MemoryStorage;

use crate::harness::{House, Manner, StoppedClock, run};

fn full() -> StorageError {
    StorageError::Quota("the disk is full".to_owned())
}

fn away() -> StorageError {
    StorageError::Unavailable("the connection is gone".to_owned())
}

/// Runs a day's calls while the `n`-th call of the store fails; answers which texts were acknowledged.
fn day(house: &House, faulty: &Faulty) -> Vec<&'static str> {
    let scope = Scope::default();
    let mut acknowledged = Vec::new();
    for text in ["用户住在成都", "User has a cat", "用户非常喜欢茶", "The office moved to Lisbon"] {
        house.tick();
        if run(house.engine.remember(&scope, text.into())).is_ok() {
            acknowledged.push(text);
        }
    }
    let mut forget = None;
    if let Ok(records) = run(house.engine.list(&scope, palimpsest::record::ListInput::default())) {
        for record in records {
            if record.text == "User has a cat" {
                let patch = Patch { importance: Some(0.9), ..Patch::default() };
                let _ = run(house.engine.edit(&scope, record.id, patch));
                let _ = run(house.engine.recall(&scope, "cat", palimpsest::record::RecallInput::default()));
                forget = Some(run(house.engine.forget(&scope, ForgetTarget::Id(record.id), false)).is_ok());
            }
        }
    }
    let _ = run(house.engine.undo(&scope, None));
    let _ = run(house.engine.flush());
    let _ = forget;
    faulty.heal();
    acknowledged
}

#[track_caller]
fn check_each_call(fault: &Fault) {
    for manner in [None, Some(Manner::Letters)] {
        // The first calls open the store; a day has fewer than sixty.
        for n in 3..60 {
            let storage = MemoryStorage::default();
            let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
            let house = House::over(Rc::clone(&faulty) as Rc<dyn Storage>, storage, manner.clone(), Policy::default());
            faulty.fail_at(n, fault.clone());
            let acknowledged = day(&house, &faulty);
            let fresh = House::on(house.storage.clone(), manner.clone());
            for text in &acknowledged {
                assert!(fresh.holds(text), "{fault:?} at call {n} lost {text}");
            }
            assert_eq!(house.all(), fresh.all(), "{fault:?} at call {n}: the handle and the store disagree");
            let mut texts = house.texts();
            texts.dedup();
            assert_eq!(texts.len(), house.texts().len(), "{fault:?} at call {n} doubled a record");
            house.tell("之后还能写");
            assert!(House::on(house.storage.clone(), manner.clone()).texts().contains(&"之后还能写".to_owned()));
        }
    }
}

#[test]
fn a_failure_at_any_call_loses_and_doubles_nothing() {
    check_each_call(&Fault::Refuse(away()));
    check_each_call(&Fault::Refuse(full()));
    check_each_call(&Fault::Refuse(StorageError::Conflict));
    check_each_call(&Fault::LoseAnswer(away()));
}

#[test]
fn upkeep_that_fails_at_any_call_is_done_by_the_next_one() {
    const DAY: i64 = 86_400_000;
    let scope = Scope::default();
    for fault in [Fault::Refuse(away()), Fault::Refuse(StorageError::Conflict), Fault::LoseAnswer(away())] {
        // Opening, three writes and upkeep are fewer than forty calls.
        for n in 3..40 {
            let storage = MemoryStorage::default();
            let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
            let journal = palimpsest::record::JournalPolicy { entries: 2, ..Default::default() };
            let policy = Policy { journal, ..Policy::default() };
            let house = House::over(Rc::clone(&faulty) as Rc<dyn Storage>, storage, None, policy);
            faulty.fail_at(n, fault.clone());
            let told = ["用户住在成都", "User has a cat", "The office moved to Lisbon"]
                .map(|text| run(house.engine.remember(&scope, text.into())).is_ok());
            house.clock.now.set(house.clock.now.get() + 200 * DAY);
            let _ = run(house.engine.maintain_if_due(Schedule::sweep(DAY)));
            faulty.heal();
            assert!(run(house.engine.maintain_if_due(Schedule::sweep(DAY))), "{fault:?} at call {n}");
            let records = house.all();
            assert!(told.into_iter().filter(|is_told| *is_told).count() <= records.len());
            assert!(
                records.iter().all(|record| record.tier == palimpsest::record::Tier::Cold),
                "{fault:?} at call {n}"
            );
            assert_eq!(House::on(house.storage.clone(), None).all(), records);
            let entries = run(house.engine.journal(&scope, None, None)).unwrap();
            assert!(entries.len() <= 2, "{fault:?} at call {n}: {} entries are left", entries.len());
            let stats = run(house.engine.stats(&scope)).unwrap();
            assert_eq!(stats.journal_trimmed + entries.len() as u64, records.len() as u64 + 1, "{fault:?} at call {n}");
        }
    }
}

#[test]
fn a_rejected_write_wrote_nothing_and_says_why() {
    let storage = MemoryStorage::default();
    let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
    let house = House::over(Rc::clone(&faulty) as Rc<dyn Storage>, storage, None, Policy::default());
    house.tell("User has a cat");
    let (bytes, records) = (house.bytes(), house.all());
    for (error, code) in [(full(), "quota"), (away(), "store_unavailable"), (StorageError::Conflict, "conflict")] {
        faulty.fail_from(faulty.n_calls() + 2, Fault::Refuse(error));
        let err = run(house.engine.remember(&Scope::default(), "用户住在成都".into())).unwrap_err();
        assert_eq!(err.code(), code);
        faulty.heal();
        assert_eq!((house.bytes(), house.all()), (bytes.clone(), records.clone()));
    }
}

#[test]
fn remembering_many_says_how_many_were_written() {
    let storage = MemoryStorage::default();
    let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
    let house = House::over(Rc::clone(&faulty) as Rc<dyn Storage>, storage, None, Policy::default());
    let inputs = (0..130).map(|n| format!("第{n}号钥匙开第{}扇门", n * 2).as_str().into()).collect();
    // Each chunk asks for the revision once and commits once.
    faulty.fail_from(faulty.n_calls() + 5, Fault::Refuse(full()));
    let err = run(house.engine.remember_all(&Scope::default(), inputs)).unwrap_err();
    faulty.heal();
    let MemoryError::Partial { written, .. } = &err else { panic!("{err}") };
    assert_eq!(err.code(), "quota");
    assert_eq!(house.texts().len(), *written);
    assert!(0 < *written && *written < 130);
}

fn open(storage: &MemoryStorage) -> Result<Engine, MemoryError> {
    run(Engine::open(Options {
        storage: Rc::new(storage.clone()),
        clock: Rc::new(StoppedClock::default()),
        embedder: None,
        llm: None,
        policy: Policy::default(),
        seed: 1,
        on_event: None,
    }))
}

#[test]
fn a_store_of_a_newer_format_or_a_damaged_one_is_left_as_it_is() {
    let house = House::new();
    house.tell("User has a cat");
    let rows = house.bytes();
    let revision = run(house.engine.stats(&Scope::default())).unwrap().revision;
    let spoil = |change: &dyn Fn(Collection, &str, &mut Vec<u8>)| {
        let storage = MemoryStorage::default();
        let mut puts = rows.clone();
        for (part, key, value) in &mut puts {
            change(*part, key, value);
        }
        run(storage.commit(Batch { expected: 0, next: revision, puts, deletes: Vec::new() })).unwrap();
        storage
    };
    let newer = spoil(&|_, key, value| {
        if key == "!format" {
            value[1..3].copy_from_slice(&(codec::FORMAT + 1).to_le_bytes());
        }
    });
    assert_eq!(open(&newer).err().map(|err| err.code()), Some("store_newer"));
    let torn = spoil(&|part, _, value| {
        if part == Collection::Records {
            let last = value.len() - 1;
            value[last] ^= 1;
        }
    });
    let engine = open(&torn).unwrap();
    for _ in 0..2 {
        assert_eq!(run(engine.stats(&Scope::default())).unwrap_err().code(), "store_damaged");
        assert_eq!(run(engine.remember(&Scope::default(), "new".into())).unwrap_err().code(), "store_damaged");
    }
    run(engine.remember(&crate::harness::user("u2"), "another scope goes on".into())).unwrap();
    let strange = spoil(&|_, key, value| {
        if key == "!format" {
            value.clear();
        }
    });
    assert_eq!(open(&strange).err().map(|err| err.code()), Some("store_damaged"));
}
