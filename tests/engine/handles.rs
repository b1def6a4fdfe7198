//! At once is as good as in turn, from one handle and from two.

use futures::executor::LocalPool;
use futures::future::join_all;
use futures::task::LocalSpawnExt;
use palimpsest::record::{Action, Event, ForgetTarget, Origin, RecallInput, Scope};

use crate::harness::{House, Manner, run};

/// Runs the writes side by side, each as far as it gets before the next goes on.
fn together(writes: Vec<(palimpsest::engine::Engine, String)>) -> Vec<Action> {
    let mut pool = LocalPool::new();
    let spawner = pool.spawner();
    let handles: Vec<_> = writes
        .into_iter()
        .map(|(engine, text)| {
            let write = async move { engine.remember(&Scope::default(), text.as_str().into()).await };
            spawner.spawn_local_with_handle(write).expect("spawns")
        })
        .collect();
    pool.run_until(join_all(handles)).into_iter().map(|decision| decision.expect("is written").action).collect()
}

#[track_caller]
fn check_one_record(manner: Option<Manner>, handles: usize) {
    let first = House::on(palimpsest::storage::memory::MemoryStorage::default(), manner);
    let houses: Vec<House> = std::iter::once(first).chain(Vec::new()).collect();
    let mut houses = houses;
    for _ in 1..handles {
        houses.push(houses[0].second());
    }
    let writes = (0..100).map(|n| (houses[n % handles].engine.clone(), "I really enjoy oat milk".to_owned())).collect();
    let actions = together(writes);
    assert_eq!(actions.iter().filter(|action| **action == Action::Added).count(), 1);
    assert_eq!(actions.iter().filter(|action| **action == Action::Duplicate).count(), 99);
    for house in &houses {
        assert_eq!(house.texts(), ["I really enjoy oat milk"]);
    }
}

#[test]
fn a_hundred_simultaneous_writes_of_one_text_leave_one_record() {
    check_one_record(None, 1);
    check_one_record(Some(Manner::Letters), 1);
    check_one_record(None, 2);
    check_one_record(Some(Manner::Letters), 2);
}

#[test]
fn a_hundred_writes_from_each_of_two_handles_lose_none() {
    let one = House::with(Manner::Letters);
    let other = one.second();
    let mut texts: Vec<String> =
        (0..200).map(|n| format!("第{n}号柜子里放着{}", ["书", "茶", "琴", "伞", "灯"][n % 5])).collect();
    let writes =
        texts.iter().enumerate().map(|(n, text)| ([&one, &other][n % 2].engine.clone(), text.clone())).collect();
    assert!(together(writes).iter().all(|action| *action == Action::Added));
    texts.sort();
    for house in [&one, &other, &one.second()] {
        let mut found = house.texts();
        found.sort();
        assert_eq!(found, texts);
    }
}

#[test]
fn a_handle_never_recalls_what_another_has_forgotten_and_sees_what_it_wrote() {
    let one = House::new();
    let other = one.second();
    let id = one.tell("The safe's code is under the lamp").id.unwrap();
    assert_eq!(other.recalled("safe code"), ["The safe's code is under the lamp"]);
    run(one.engine.forget(&Scope::default(), ForgetTarget::Id(id), true)).unwrap();
    assert!(other.recalled("safe code").is_empty());
    assert!(run(other.engine.get(&Scope::default(), id)).is_err());
    let foreign = |event: &Event| matches!(event, Event::Changed { origin: Origin::Other, .. });
    assert!(other.events.borrow().iter().any(foreign));
}

#[test]
fn a_handle_that_lags_too_far_reads_everything_anew() {
    let one = House::new();
    let other = one.second();
    other.tell("The first thing");
    for n in 0..600 {
        one.tell(&format!("Locker {n} belongs to team {}", n * 7));
    }
    assert_eq!(other.texts().len(), 601);
    other.told("Locker 5 belongs to team 35", Action::Duplicate);
}

#[test]
fn a_store_that_another_handle_destroyed_is_found_empty_and_can_be_used() {
    let one = House::new();
    let other = one.second();
    one.tell("用户住在成都");
    assert_eq!(other.texts().len(), 1);
    run(one.engine.destroy()).unwrap();
    assert!(other.texts().is_empty());
    other.told("用户住在成都", Action::Added);
    assert_eq!(run(one.engine.stats(&Scope::default())).unwrap_err().code(), "closed");
}

#[test]
fn a_closed_handle_says_so_and_touches_are_written_before() {
    let house = House::new();
    house.tell("User trains for a marathon");
    house.clock.now.set(house.clock.now.get() + 86_400_000);
    run(house.engine.recall(&Scope::default(), "marathon", RecallInput::default())).unwrap();
    assert!(house.engine.has_touches());
    run(house.engine.close()).unwrap();
    run(house.engine.close()).unwrap();
    assert_eq!(run(house.engine.remember(&Scope::default(), "x".into())).unwrap_err().code(), "closed");
    let again = house.second();
    assert_eq!(again.all()[0].last_accessed_at.0, house.clock.now.get());
}
