//! When a reflection is due, and how much of it at a time.

use super::*;

#[test]
fn twenty_turns_or_a_day_make_it_due_and_turns_outlast_the_handle() {
    let (house, model) = house();
    let scope = Scope::default();
    assert!((0..50).all(|_| !run(house.engine.end_turn(&scope)).unwrap()), "there is nothing to reflect on");
    tell(&house, &model, CATS[0]);
    assert!((0..12).all(|_| !run(house.engine.end_turn(&scope)).unwrap()));
    run(house.engine.flush()).unwrap();
    let other = house.asking_too(Policy::default(), model.clone());
    assert!((0..7).all(|_| !run(other.engine.end_turn(&scope)).unwrap()));
    assert!(run(other.engine.end_turn(&scope)).unwrap(), "the twentieth");
    script(&model, "[1]", "no-change");
    run(other.engine.reflect_if_due(&scope, None));
    assert_eq!(model.count(Task::Reflect), 1);
    // The first handle counts from there.
    assert!(!run(house.engine.end_turn(&scope)).unwrap());
    run(house.engine.reflect_if_due(&scope, None));
    tell(&house, &model, CATS[1]);
    assert!(!run(house.engine.end_turn(&scope)).unwrap());
    house.clock.now.set(house.clock.now.get() + DAY);
    assert!(run(house.engine.end_turn(&scope)).unwrap(), "a day later");
    script(&model, "[2]", "no-change");
    run(house.engine.maintain()).unwrap();
    assert_eq!(model.count(Task::Reflect), 2, "upkeep does it");
    assert!(!run(house.engine.end_turn(&scope)).unwrap());
}

#[test]
fn an_interval_of_its_own_reflects_between_two_rounds_of_upkeep() {
    let (house, model) = house();
    let schedule = Schedule { sweep_ms: Some(DAY), reflect_ms: Some(10 * MINUTE) };
    assert!(run(house.engine.maintain_if_due(schedule)));
    let wait = |house: &House| run(house.engine.until_maintenance(schedule)).unwrap();
    assert_eq!(wait(&house), 600_000);
    tell(&house, &model, CATS[0]);
    script(&model, "[1]", "no-change");
    house.clock.now.set(house.clock.now.get() + 10 * MINUTE);
    assert_eq!(wait(&house), 0);
    assert!(run(house.engine.maintain_if_due(schedule)));
    assert_eq!((model.count(Task::Reflect), wait(&house)), (1, 600_000));
    house.clock.now.set(house.clock.now.get() + 10 * MINUTE);
    assert!(run(house.engine.maintain_if_due(schedule)));
    assert_eq!(model.count(Task::Reflect), 1, "nothing is new");
}

#[test]
fn the_tokens_of_a_day_are_kept_over_a_restart_and_begin_anew_on_the_next() {
    let reflect_policy = ReflectPolicy { max_tokens_per_day: Some(1), ..ReflectPolicy::default() };
    let (house, model) = house_with(Policy { reflect: reflect_policy, ..Policy::default() });
    tell(&house, &model, CATS[0]);
    script(&model, "[1]", "no-change");
    let done = forced(&house);
    assert_eq!((done.llm_calls, done.examined, done.tokens), (0, 0, 0));
    assert!(house.warnings().contains(&"token_limit"));
    // Room for one call of some four hundred tokens and not for two.
    let open = |most: u64, now: i64| {
        let reflect = ReflectPolicy { max_tokens_per_day: Some(most), ..ReflectPolicy::default() };
        let policy = Policy { reflect, ..Policy::default() };
        let opened = house.asking_too(policy, model.clone());
        opened.clock.now.set(now);
        opened
    };
    let now = house.clock.now.get();
    let used = forced(&open(100_000, now)).tokens;
    assert!((200..2000).contains(&used), "{used}");
    tell(&house, &model, CATS[1]);
    script(&model, "[2]", "no-change");
    assert_eq!(forced(&open(used + 1, now)).llm_calls, 0, "{used} were used today");
    assert_eq!(reflect(&open(used + 1, now)).llm_calls, 0);
    let tomorrow = (now.div_euclid(DAY) + 1) * DAY;
    assert!(run(open(2 * used, tomorrow).engine.end_turn(&Scope::default())).unwrap(), "due as soon as it may be");
    assert_eq!(reflect(&open(2 * used, tomorrow)).llm_calls, 1);
}

#[test]
fn many_records_are_shown_in_batches_and_no_more_than_a_run_takes() {
    let reflect_policy = ReflectPolicy { batch: 3, ..ReflectPolicy::default() };
    let (house, model) = house_with(Policy { reflect: reflect_policy, ..Policy::default() });
    for n in 0..35 {
        tell(&house, &model, &format!("Locker {n} is painted in colour {}", n * 3));
    }
    script(&model, "[1]", "no-change");
    let mut examined = 0;
    for _ in 0..20 {
        let done = reflect(&house);
        assert!(done.llm_calls <= 10, "{}", done.llm_calls);
        examined += done.examined;
        if done.llm_calls == 0 {
            break;
        }
    }
    assert_eq!(examined, 35);
    let asked = model.asked.borrow();
    let prompts = asked.iter().filter(|(task, _)| *task == Task::Reflect);
    assert!(prompts.into_iter().all(|(_, prompt)| prompt.lines().count() <= 3));
}
