//! Upkeep: what it does in every scope, when it is due, and how far the journal reaches back.

use palimpsest::record::{
    Action, Collision, ImportInput, JournalId, JournalPolicy, Maintained, Operation, Policy, RecordId, Schedule, Scope,
    Swept,
};

use crate::harness::{House, Manner, START, run, user};

const DAY: i64 = 86_400_000;

fn with_journal(entries: u32, days: f64) -> House {
    let policy = Policy { journal: JournalPolicy { entries, days }, ..Policy::default() };
    House::under(policy, None)
}

#[track_caller]
fn maintain(house: &House) -> Maintained {
    run(house.engine.maintain()).unwrap()
}

fn journal(house: &House) -> Vec<JournalId> {
    let entries = run(house.engine.journal(&Scope::default(), None, None)).unwrap();
    entries.into_iter().map(|entry| entry.id).collect()
}

/// Pins a record and takes the pin away, so many entries in all.
fn write_entries(house: &House, id: RecordId, n_entries: usize) {
    for nth in 0..n_entries {
        run(house.engine.pin(&Scope::default(), id, nth % 2 == 0)).unwrap();
    }
}

#[test]
fn upkeep_goes_through_every_scope_and_is_done_then() {
    let house = House::new();
    house.tell("用户住在成都");
    run(house.engine.remember(&user("u2"), "User drinks oolong tea".into())).unwrap();
    house.clock.now.set(START + 200 * DAY);
    // A handle that has loaded none of them.
    let other = house.second();
    other.clock.now.set(START + 200 * DAY);
    assert_eq!(run(other.engine.until_maintenance(Schedule::sweep(DAY))).unwrap(), 0);
    let swept = Swept { examined: 2, cooled: 2, ..Swept::default() };
    assert_eq!(maintain(&other), Maintained { scopes: 2, swept, settled: 0, trimmed: 0 });
    assert!(house.recalled("成都").is_empty(), "the first handle sees it");
    let due = START + 201 * DAY;
    for house in [&house, &other] {
        assert_eq!(run(house.engine.next_maintenance(Schedule::sweep(DAY))).unwrap().0, due);
    }
}

#[test]
fn what_is_due_is_done_once_and_a_handle_that_slept_catches_up() {
    let house = House::new();
    house.tell("用户住在成都");
    house.clock.now.set(START + 200 * DAY);
    let other = house.second();
    other.clock.now.set(START + 200 * DAY);
    assert!(run(house.engine.maintain_if_due(Schedule::sweep(DAY))));
    let after = house.bytes();
    for house in [&house, &other] {
        assert!(run(house.engine.maintain_if_due(Schedule::sweep(DAY))));
    }
    assert_eq!(house.bytes(), after, "a second one, and another handle's, do nothing");
    house.clock.now.set(START + 300 * DAY);
    assert_eq!(run(house.engine.until_maintenance(Schedule::sweep(DAY))).unwrap(), 0);
    assert!(run(house.engine.maintain_if_due(Schedule::sweep(DAY))));
    assert_eq!(run(house.engine.until_maintenance(Schedule::sweep(DAY))).unwrap(), u64::try_from(DAY).unwrap());
}

#[test]
fn upkeep_judges_what_waits_for_a_callback() {
    let house = House::with(Manner::Fail);
    for n in 0..20 {
        let text = format!("Locker {n} is painted in colour {}", n * 3);
        assert!(house.tell(&text).pending);
    }
    house.behave(Manner::Letters);
    assert_eq!(maintain(&house).settled, 20);
    assert!(house.all().iter().all(|record| !record.pending));
    assert_eq!(maintain(&house).settled, 0);
    house.behave(Manner::Fail);
    assert!(house.tell("用户住在成都").pending);
    assert_eq!(maintain(&house).settled, 0, "what fails goes on waiting");
}

#[test]
fn upkeep_has_the_model_judge_what_it_did_not_answer_before() {
    let (house, model) = House::with_model(Manner::Same, Policy::default());
    house.tell("用户喜欢喝茶");
    assert!(house.tell("用户最近开始学钢琴").pending);
    let n_calls = house.n_calls();
    maintain(&house);
    assert_eq!(house.n_calls(), n_calls, "what has its vector is not embedded again");
    let asked = |piece: &str| model.asked.borrow().iter().any(|(_, prompt)| prompt.contains(piece));
    assert!(asked("用户喜欢喝茶") && asked("用户最近开始学钢琴"));
}

#[test]
fn the_journal_keeps_so_many_entries_and_says_how_many_went() {
    let house = with_journal(10, 365.0);
    let id = house.tell("用户住在成都").id.unwrap();
    write_entries(&house, id, 29);
    let all = journal(&house);
    assert_eq!(all.len(), 30);
    assert_eq!(maintain(&house).trimmed, 20);
    assert_eq!(journal(&house), all[20..]);
    assert_eq!(maintain(&house).trimmed, 0);
    for house in [&house, &house.second()] {
        assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().journal_trimmed, 20);
        let err = run(house.engine.undo(&Scope::default(), Some(all[19]))).unwrap_err();
        assert_eq!(err.code(), "undo_expired");
        let unknown = JournalId::new(9_999, 0);
        assert_eq!(run(house.engine.undo(&Scope::default(), Some(unknown))).unwrap_err().code(), "not_found");
    }
    assert_eq!(run(house.engine.undo(&Scope::default(), None)).unwrap().undone, all[29]);
}

#[test]
fn an_archive_says_how_far_its_journal_was_taken_back() {
    let house = with_journal(2, 365.0);
    let first = {
        house.tell("用户住在成都");
        journal(&house)[0]
    };
    house.tell("User drinks oolong tea");
    house.tell("用户养了一只黑猫");
    assert_eq!(maintain(&house).trimmed, 1);
    let bytes = run(house.engine.export(&Scope::default())).unwrap();
    let fresh = House::new();
    let input = ImportInput { on_collision: Collision::Keep, other_scope: false };
    assert!(run(fresh.engine.import(&Scope::default(), &bytes, input)).unwrap().restored);
    for there in [&fresh, &fresh.second()] {
        assert_eq!(run(there.engine.export(&Scope::default())).unwrap(), bytes);
        assert_eq!(run(there.engine.stats(&Scope::default())).unwrap().journal_trimmed, 1);
        assert_eq!(run(there.engine.undo(&Scope::default(), Some(first))).unwrap_err().code(), "undo_expired");
    }
}

#[test]
fn beyond_the_horizon_restore_still_works() {
    let house = with_journal(1, 365.0);
    let id = house.tell("用户住在成都").id.unwrap();
    let target = palimpsest::record::ForgetTarget::Id(id);
    let forgotten = run(house.engine.forget(&Scope::default(), target, false)).unwrap().journal_id.unwrap();
    house.tell("User drinks oolong tea");
    assert_eq!(maintain(&house).trimmed, 2);
    assert_eq!(run(house.engine.undo(&Scope::default(), Some(forgotten))).unwrap_err().code(), "undo_expired");
    run(house.engine.restore(&Scope::default(), id)).unwrap();
    assert_eq!(house.recalled("成都"), ["用户住在成都"]);
}

#[test]
fn the_journal_keeps_no_entry_longer_than_so_many_days() {
    let house = with_journal(10_000, 30.0);
    house.tell("用户住在成都");
    house.clock.now.set(START + 20 * DAY);
    house.tell("User drinks oolong tea");
    house.clock.now.set(START + 40 * DAY);
    assert_eq!(maintain(&house).trimmed, 1);
    assert_eq!(journal(&house).len(), 1);
    house.clock.now.set(START);
    assert_eq!(maintain(&house).trimmed, 0, "a clock that was turned back takes nothing");
}

#[test]
fn a_long_journal_is_trimmed_page_by_page() {
    let house = with_journal(700, 365.0);
    let id = house.tell("用户住在成都").id.unwrap();
    write_entries(&house, id, 1_999);
    let all = journal(&house);
    assert_eq!((all.len(), maintain(&house).trimmed), (2_000, 1_300));
    assert_eq!(journal(&house), all[1_300..]);
}

#[test]
fn a_page_of_the_journal_is_read_in_order_whatever_its_size() {
    let house = House::new();
    let id = house.tell("用户住在成都").id.unwrap();
    // Entries of many rows: half a megabyte is one.
    let data = serde_json::json!({ "note": "x".repeat(900_000) });
    for _ in 0..2 {
        let patch = palimpsest::record::Patch { metadata: data.as_object().cloned(), ..Default::default() };
        run(house.engine.edit(&Scope::default(), id, patch)).unwrap();
        let patch = palimpsest::record::Patch { metadata: Some(serde_json::Map::new()), ..Default::default() };
        run(house.engine.edit(&Scope::default(), id, patch)).unwrap();
    }
    let all = journal(&house);
    assert_eq!(all.len(), 5);
    for limit in 1..=6 {
        for after in 0..=4 {
            let page = run(house.engine.journal(&Scope::default(), Some(all[after]), Some(limit))).unwrap();
            let ids: Vec<JournalId> = page.iter().map(|entry| entry.id).collect();
            let wanted: Vec<JournalId> = all[after + 1..].iter().copied().take(limit).collect();
            assert_eq!(ids, wanted, "{limit} after {after}");
        }
    }
}

#[test]
fn upkeep_that_fails_in_one_scope_goes_on_with_the_others_and_is_tried_again() {
    let house = House::new();
    house.tell("用户住在成都");
    run(house.engine.remember(&user("u2"), "User drinks oolong tea".into())).unwrap();
    let (part, key, _) = house.bytes().into_iter().find(|(part, ..)| part.name() == "records").unwrap();
    let revision = run(palimpsest::ports::Storage::read(&house.storage, Vec::new())).unwrap().revision;
    let batch = palimpsest::ports::Batch {
        expected: revision,
        next: revision + 1,
        puts: vec![(part, key, vec![1, 2, 3])],
        deletes: Vec::new(),
    };
    run(palimpsest::ports::Storage::commit(&house.storage, batch)).unwrap();
    let other = house.second();
    other.clock.now.set(START + 200 * DAY);
    assert!(!run(other.engine.maintain_if_due(Schedule::sweep(DAY))));
    assert_eq!(other.warnings(), ["store_damaged"]);
    assert_eq!(run(other.engine.until_maintenance(Schedule::sweep(DAY))).unwrap(), 0, "it is still due");
    let mut cold = 0;
    for scope in [Scope::default(), user("u2")] {
        cold += run(other.engine.stats(&scope)).map_or(0, |stats| stats.cold);
    }
    assert_eq!(cold, 1, "the whole one was swept");
}

#[test]
fn a_sweep_by_upkeep_can_be_undone() {
    let house = House::new();
    house.tell("用户住在成都");
    house.clock.now.set(START + 200 * DAY);
    maintain(&house);
    run(house.engine.undo(&Scope::default(), None)).unwrap();
    let entries = run(house.engine.journal(&Scope::default(), None, None)).unwrap();
    let operations: Vec<Operation> = entries.iter().map(|entry| entry.operation).collect();
    assert_eq!(operations[..2], [Operation::Write(Action::Added), Operation::Sweep]);
    assert_eq!(house.recalled("成都"), ["用户住在成都"]);
}
