//! The contract on the stores that the host has, and the store that fails when told to.
#![cfg(not(target_arch = "wasm32"))]

use palimpsest::sorted::SortedMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures::executor::block_on;
use futures::future::FutureExt;
use palimpsest::ports::{Batch, Collection, ReadRequest, Rows, Storage, StorageError};
use palimpsest::storage::contract::{CHECKS, Opener, run};
use palimpsest::storage::faulty::{Fault, Faulty};
use palimpsest::storage::memory::MemoryStorage;

palimpsest::storage_contract!(memory, memory_opener);
palimpsest::storage_contract!(faulty_without_a_fault, faulty_opener);

/// Stores by name that live as long as the opener.
fn memory_opener() -> Rc<Opener> {
    let stores = RefCell::new(SortedMap::<String, MemoryStorage>::new());
    Rc::new(move |name| {
        let handle: Rc<dyn Storage> = Rc::new(stores.borrow_mut().entry(name).or_default().clone());
        Box::pin(async { Ok(handle) })
    })
}

fn faulty_opener() -> Rc<Opener> {
    let memory = memory_opener();
    Rc::new(move |name| {
        let inner = memory(name);
        Box::pin(async {
            let handle: Rc<dyn Storage> = Rc::new(Faulty::new(inner.await?));
            Ok(handle)
        })
    })
}

fn put(expected: u64, key: &str) -> Batch {
    let puts = vec![(Collection::Records, key.to_owned(), b"v".to_vec())];
    Batch { expected, next: expected + 1, puts, deletes: vec![] }
}

fn all() -> Vec<ReadRequest> {
    vec![ReadRequest { collection: Collection::Records, rows: Rows::Range { from: None, to: None, limit: None } }]
}

fn keys(store: &dyn Storage) -> Vec<String> {
    let snapshot = block_on(store.read(all())).unwrap_or_default();
    snapshot.rows.into_iter().flatten().map(|(key, _)| key).collect()
}

/// Sets a fault for the second of three commits and looks at what that one answers and what is stored afterwards.
#[track_caller]
fn check(fault: Fault, answer: Option<Result<(), StorageError>>, stored: &[&str]) {
    let memory = MemoryStorage::default();
    let faulty = Faulty::new(Rc::new(memory.clone()));
    faulty.fail_at(2, fault);
    assert_eq!(block_on(faulty.commit(put(0, "a"))), Ok(()));
    assert_eq!(faulty.commit(put(1, "b")).now_or_never(), answer);
    let revision = block_on(memory.read(vec![])).unwrap_or_default().revision;
    assert_eq!(block_on(faulty.commit(put(revision, "c"))), Ok(()));
    assert_eq!(keys(&memory), stored);
    assert_eq!((faulty.n_calls(), faulty.n_commits(), faulty.n_reads()), (3, 3, 0));
}

#[test]
fn a_refused_commit_is_not_written() {
    for error in [StorageError::Conflict, StorageError::Quota("full".into()), StorageError::Unavailable("gone".into())]
    {
        check(Fault::Refuse(error.clone()), Some(Err(error)), &["a", "c"]);
    }
}

#[test]
fn a_commit_whose_answer_is_lost_is_written() {
    let error = StorageError::Unavailable("gone".into());
    check(Fault::LoseAnswer(error.clone()), Some(Err(error)), &["a", "b", "c"]);
}

#[test]
fn a_hanging_commit_never_answers() {
    check(Fault::Hang, None, &["a", "c"]);
    check(Fault::HangAfter, None, &["a", "b", "c"]);
}

#[test]
fn a_commit_that_was_wrong_anyway_keeps_its_own_error() {
    let faulty = Faulty::new(Rc::new(MemoryStorage::default()));
    faulty.fail_next(Fault::LoseAnswer(StorageError::Unavailable("gone".into())));
    assert_eq!(block_on(faulty.commit(put(7, "a"))), Err(StorageError::Conflict));
}

#[test]
fn a_store_that_is_gone_stays_gone_until_it_is_healed() {
    let gone = StorageError::Unavailable("gone".into());
    let faulty = Faulty::new(Rc::new(MemoryStorage::default()));
    faulty.fail_from(2, Fault::Refuse(gone.clone()));
    assert_eq!(block_on(faulty.commit(put(0, "a"))), Ok(()));
    assert_eq!(block_on(faulty.read(all())), Err(gone.clone()));
    assert_eq!(block_on(faulty.commit(put(1, "b"))), Err(gone.clone()));
    assert_eq!(block_on(faulty.destroy()), Err(gone));
    faulty.heal();
    assert_eq!(keys(&faulty), ["a"]);
    assert_eq!((faulty.n_calls(), faulty.n_commits(), faulty.n_reads()), (5, 2, 2));
}

#[test]
fn the_contract_notices_a_store_that_breaks_it() {
    let broken = [
        Fault::Refuse(StorageError::Unavailable("gone".into())),
        Fault::LoseAnswer(StorageError::Quota("full".into())),
    ];
    for fault in broken {
        for check in CHECKS {
            let (memory, fault, is_first) = (memory_opener(), fault.clone(), Cell::new(true));
            let opener: Rc<Opener> = Rc::new(move |name| {
                // The first handle is the one with which `run` empties the store.
                let fault = if is_first.replace(false) { None } else { Some(fault.clone()) };
                let inner = memory(name);
                Box::pin(async {
                    let faulty = Faulty::new(inner.await?);
                    if let Some(fault) = fault {
                        faulty.fail_from(1, fault);
                    }
                    let handle: Rc<dyn Storage> = Rc::new(faulty);
                    Ok(handle)
                })
            });
            let answer = block_on(run(check.name, &opener, async |place| (check.run)(place).await));
            assert!(answer.is_err(), "{} passed on a store that fails", check.name);
        }
    }
}
