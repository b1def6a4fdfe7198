//! Calls that are given up: what they hold is free again, and what they say of the store is true.

use std::cell::Cell;
use std::rc::Rc;

use futures::future::{Either, select};
use palimpsest::engine::{Abort, Engine};
use palimpsest::error::MemoryError;
use palimpsest::ports::Storage;
use palimpsest::record::{Collision, ImportInput, Policy, RecallInput, Scope};
use palimpsest::storage::faulty::{Fault, Faulty};
use palimpsest::storage::memory::MemoryStorage;

use crate::harness::{House, Manner, run, yield_once};

/// Runs a call as the edge does, and aborts it after it could go on so many times.
pub fn aborted<T, F>(engine: &Engine, after: u32, call: impl FnOnce(Engine) -> F) -> Result<T, MemoryError>
where
    F: Future<Output = Result<T, MemoryError>>,
{
    let abort = Rc::new(Abort::default());
    let engine = engine.abortable(Rc::clone(&abort));
    run(async {
        let call = Box::pin(call(engine.clone()));
        let given_up = Box::pin(engine.given_up());
        let aborting = async {
            for _ in 0..after {
                yield_once().await;
            }
            abort.abort();
        };
        let outcome = futures::join!(select(call, given_up), aborting).0;
        match outcome {
            Either::Left((answer, _)) => answer,
            Either::Right((why, unfinished)) => Err(engine.give_up(unfinished, why)),
        }
    })
}

fn faulty(manner: Option<Manner>) -> (House, Rc<Faulty>) {
    let storage = MemoryStorage::default();
    let faulty = Rc::new(Faulty::new(Rc::new(storage.clone())));
    (House::over(Rc::clone(&faulty) as Rc<dyn Storage>, storage, manner, Policy::default()), faulty)
}

#[test]
fn a_write_that_waits_for_a_callback_writes_nothing_and_lets_others_go_on() {
    let house = House::with(Manner::Letters);
    house.tell("was here before");
    let bytes = house.bytes();
    house.behave(Manner::Hang);
    let policy = Policy::default();
    // More than may run side by side: each gives its turn back.
    for _ in 0..=policy.concurrency {
        let err = aborted(&house.engine, 3, async |engine: Engine| {
            engine.remember(&Scope::default(), "住在上海".into()).await
        });
        let err = err.unwrap_err();
        assert_eq!(
            (err.code(), err.to_string().as_str()),
            ("aborted", "the call was aborted on its way; nothing was written")
        );
    }
    assert_eq!(house.bytes(), bytes);
    house.behave(Manner::Letters);
    house.tell("plays the violin");
    assert_eq!(house.texts(), ["was here before", "plays the violin"]);
}

#[test]
fn a_commit_on_its_way_is_said_to_be_and_the_handle_then_sees_what_is_stored() {
    for (fault, is_stored) in [(Fault::Hang, false), (Fault::HangAfter, true)] {
        let (house, faulty) = faulty(None);
        house.tell("was here before");
        // A write asks for the revision, and commits.
        faulty.fail_at(faulty.n_calls() + 2, fault.clone());
        let err = aborted(&house.engine, 3, async |engine: Engine| {
            engine.remember(&Scope::default(), "住在上海".into()).await
        });
        let err = err.unwrap_err();
        assert_eq!(err.code(), "aborted");
        assert!(err.to_string().contains("may be stored all the same"), "{err}");
        assert_eq!(house.texts().contains(&"住在上海".to_owned()), is_stored, "{fault:?}");
        assert_eq!(house.tell("住在上海").action == palimpsest::record::Action::Duplicate, is_stored);
        assert_eq!(house.texts(), House::on(house.storage.clone(), None).texts());
    }
}

#[test]
fn a_write_that_is_stored_is_answered_although_its_signal_came_meanwhile() {
    // What waited is judged after the write; here the model never answers, so the abort ends that.
    let (house, model) = House::with_model(Manner::Letters, Policy::default());
    house.tell("nobody annotates this");
    assert_eq!(house.all().iter().filter(|record| record.pending).count(), 1);
    model.annotate("likes tea", "fact", None);
    let n_asked = model.asked.borrow().len();
    for after in 0..40 {
        let text = "likes tea".to_owned();
        let before = house.texts();
        let answer = aborted(&house.engine, after, async |engine: Engine| {
            engine.remember(&Scope::default(), text.as_str().into()).await
        });
        let is_there = house.texts().contains(&text);
        assert_eq!(answer.is_ok(), is_there, "after {after}: {before:?}");
        if is_there {
            break;
        }
    }
    assert!(n_asked < model.asked.borrow().len());
    assert!(house.texts().contains(&"likes tea".to_owned()));
}

#[test]
fn writes_of_many_say_how_many_are_stored() {
    let (house, faulty) = faulty(None);
    let inputs = || (0..130).map(|n| format!("第{n}号钥匙开第{}扇门", n * 2).as_str().into()).collect();
    // Each chunk asks for the revision once and commits once; the store does not answer the third commit.
    faulty.fail_at(faulty.n_calls() + 7, Fault::Hang);
    let err = aborted(&house.engine, 30, async |engine: Engine| engine.remember_all(&Scope::default(), inputs()).await);
    let Err(MemoryError::Partial { written, cause }) = err else { panic!("{err:?}") };
    assert_eq!((cause.code(), written, house.texts().len()), ("aborted", 128, 128));
}

#[test]
fn an_import_is_all_there_or_not_at_all() {
    let brought = House::new();
    brought.tell("likes oolong tea");
    brought.tell("用户在学小提琴");
    let bytes = run(brought.engine.export(&Scope::default())).unwrap();
    let input = ImportInput { on_collision: Collision::Judge, other_scope: false };
    let house = House::with(Manner::Letters);
    house.tell("was here before");
    house.behave(Manner::Hang);
    let err = aborted(&house.engine, 9, async |engine: Engine| engine.import(&Scope::default(), &bytes, input).await);
    let Err(MemoryError::Partial { written, cause }) = err else { panic!("{err:?}") };
    assert_eq!((cause.code(), written), ("aborted", 2));
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().pending, 2);
    house.behave(Manner::Letters);
    house.tell("The next write has them judged");
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().pending, 0);
}

#[test]
fn a_recall_is_given_up_too() {
    let house = House::with(Manner::Letters);
    house.tell("likes oolong tea");
    house.behave(Manner::Hang);
    let err = aborted(&house.engine, 3, async |engine: Engine| {
        engine.recall(&Scope::default(), "tea", RecallInput::default()).await
    });
    assert_eq!(err.unwrap_err().code(), "aborted");
}

#[test]
fn closing_ends_what_the_store_does_not_answer() {
    let (house, faulty) = faulty(None);
    house.tell("was here before");
    faulty.fail_from(faulty.n_calls() + 2, Fault::Hang);
    let (engine, scope) = (house.engine.abortable(Rc::default()), Scope::default());
    let (hung, closed) = run(async {
        let write = Box::pin(engine.remember(&scope, "住在上海".into()));
        let write = select(write, Box::pin(engine.given_up()));
        let closing = async {
            yield_once().await;
            // The ten seconds are over at once.
            house.clock.waits_end.set(true);
            house.engine.close().await
        };
        futures::join!(write, closing)
    });
    let Either::Right((why, unfinished)) = hung else { panic!("the store never answers") };
    let err = engine.give_up(unfinished, why);
    assert_eq!(err.code(), "closed");
    assert!(err.to_string().contains("may be stored all the same"), "{err}");
    assert_eq!(closed.unwrap_err().code(), "store_unavailable");
    let err = run(house.engine.remember(&Scope::default(), "too late".into())).unwrap_err();
    assert_eq!((err.code(), run(house.engine.close()).is_ok()), ("closed", true));
}

#[test]
fn closing_waits_for_a_write_under_way() {
    let house = House::new();
    let n_done = Cell::new(0);
    run(async {
        let write = async {
            house.engine.remember(&Scope::default(), "住在上海".into()).await.unwrap();
            n_done.set(n_done.get() + 1);
        };
        let closing = async {
            house.engine.close().await.unwrap();
            assert_eq!(n_done.get(), 1);
        };
        futures::join!(write, closing);
    });
    assert!(House::on(house.storage, None).texts().contains(&"住在上海".to_owned()));
}

/// Aborts a call after every number of steps until it answers, and holds what it says against the bytes of the store.
#[track_caller]
fn says_what_is_so<T>(made: impl Fn() -> House, call: impl AsyncFn(Engine) -> Result<T, MemoryError>) {
    let mut n_some = 0;
    for after in 0..400 {
        let house = made();
        let before = house.bytes();
        let Err(err) = aborted(&house.engine, after, async |engine: Engine| call(engine).await) else {
            assert!(0 < n_some, "it was never given up between two commits");
            return;
        };
        assert_eq!(err.code(), "aborted");
        let is_same = house.bytes() == before;
        n_some += u32::from(!is_same);
        let said = err.to_string();
        assert_eq!(said.contains("nothing was written"), is_same, "after {after}: {said}");
        assert_eq!(said.contains("what the earlier ones wrote is stored"), !is_same, "after {after}: {said}");
    }
    unreachable!("it never answers");
}

#[test]
fn what_runs_in_several_commits_says_whether_one_of_them_is_stored() {
    let scope = Scope::default();
    let told = |policy: Policy| {
        let house = House::under(policy, Some(Manner::Letters));
        for n in 0..70 {
            house.tell(&format!("第{n}号钥匙开第{}扇门", n * 2));
        }
        house
    };
    let anew = || {
        let told = told(crate::harness::add_all());
        House::named(
            Rc::new(told.storage.clone()),
            told.storage,
            Some((Manner::Other, "other")),
            Policy::default(),
            None,
        )
    };
    says_what_is_so(anew, async |engine: Engine| engine.reembed(&scope).await);
    let waiting = || {
        let house = House::with(Manner::Fail);
        for n in 0..70 {
            house.tell(&format!("Key {n} opens door {}", n * 2));
        }
        house.behave(Manner::Letters);
        house
    };
    says_what_is_so(waiting, async |engine: Engine| engine.maintain().await);
}

#[test]
fn a_call_that_was_closed_under_between_two_commits_says_that_one_is_stored() {
    let house = House::with(Manner::Fail);
    for n in 0..70 {
        house.tell(&format!("Key {n} opens door {}", n * 2));
    }
    house.behave(Manner::Letters);
    let n_calls = house.n_calls();
    let engine = house.engine.abortable(Rc::default());
    let (upkeep, closed) = run(async {
        let closing = async {
            // The second call comes after the first one's commit.
            while house.n_calls() < n_calls + 2 {
                yield_once().await;
            }
            house.engine.close().await
        };
        futures::join!(engine.maintain(), closing)
    });
    closed.unwrap();
    let err = upkeep.unwrap_err();
    assert_eq!(err.code(), "closed");
    assert!(err.to_string().contains("what the earlier ones wrote is stored"), "{err}");
}
