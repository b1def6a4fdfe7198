//! Callbacks that fail, hang or answer rubbish: what was told is kept, and judged later.

use palimpsest::record::{Action, Event, ListInput, Scope, Status};

use crate::harness::{House, Manner, run};

#[track_caller]
fn check_kept_and_waiting(manner: Manner, code: &str) {
    let house = House::with(Manner::Letters);
    house.told("The boiler was serviced in March", Action::Added);
    house.behave(manner.clone());
    house.clock.waits_end.set(matches!(manner, Manner::Hang));
    let decision = house.told("用户养了一只猫叫年糕", Action::Added);
    assert!(decision.pending && decision.record.unwrap().pending, "{manner:?}");
    assert!(house.warnings().contains(&code), "{manner:?}: {:?}", house.warnings());
    assert_eq!(house.recalled("年糕")[0], "用户养了一只猫叫年糕", "it is found by its words");
    house.told("用户养了一只猫叫年糕", Action::Duplicate);
    assert!(house.second().all()[1].pending, "it still waits after opening anew");
    house.clock.waits_end.set(false);
    house.behave(Manner::Letters);
    house.tell("The roof is made of slate");
    assert!(house.all().iter().all(|record| !record.pending), "{manner:?}");
    assert_eq!(run(house.engine.stats(&Scope::default())).unwrap().vectors, 3);
}

#[test]
fn a_memory_outlives_whatever_the_callback_does() {
    check_kept_and_waiting(Manner::Fail, "callback_failed");
    check_kept_and_waiting(Manner::Hang, "timeout");
    check_kept_and_waiting(Manner::Answer(vec![]), "bad_vector");
    check_kept_and_waiting(Manner::Answer(vec![vec![]]), "bad_vector");
    check_kept_and_waiting(Manner::Answer(vec![vec![f32::NAN; 64]]), "bad_vector");
    check_kept_and_waiting(Manner::Answer(vec![vec![f32::INFINITY; 64]]), "bad_vector");
    check_kept_and_waiting(Manner::Answer(vec![vec![0.0; 64]]), "bad_vector");
    check_kept_and_waiting(Manner::Answer(vec![vec![1.0; 63]]), "bad_vector");
    // One too many, for the text and the probe.
    check_kept_and_waiting(Manner::Answer(vec![vec![1.0; 64]; 3]), "bad_vector");
}

#[test]
fn what_waited_is_judged_at_the_next_write() {
    let house = House::with(Manner::Letters);
    let first = house.told("怎么设置闹钟的铃声", Action::Added);
    house.behave(Manner::Fail);
    let second = house.told("闹钟的铃声怎么设置", Action::Added);
    house.behave(Manner::Same);
    // Vectors of another dimension than the first one's are refused, so the callback answers as it did.
    house.behave(Manner::Answer(vec![
        first_letters("Lunch is at noon"),
        first_letters("怎么设置闹钟的铃声"),
        first_letters(palimpsest::calibrate::PROBE),
    ]));
    house.tell("Lunch is at noon");
    assert_eq!(house.texts(), ["怎么设置闹钟的铃声", "Lunch is at noon"]);
    let merged = ListInput {
        filter: palimpsest::record::Filter { status: Some(Status::Merged), ..Default::default() },
        ..ListInput::default()
    };
    let merged = run(house.engine.list(&Scope::default(), merged)).unwrap();
    assert_eq!((merged[0].id, merged[0].merged_into), (second.id.unwrap(), first.id));
}

fn first_letters(text: &str) -> Vec<f32> {
    let mut counts = vec![0.01_f32; 64];
    for letter in text.chars() {
        counts[letter as usize % 64] += 1.0;
    }
    counts
}

#[test]
fn a_text_that_the_callback_can_not_take_does_not_hold_up_the_others() {
    let house = House::with(Manner::Refuse("poison".to_owned()));
    assert!(house.told("poison", Action::Added).pending);
    assert!(!house.told("用户住在成都", Action::Added).pending);
    assert!(!house.told("The office moved to Lisbon", Action::Added).pending);
    assert_eq!(house.texts().len(), 3);
}

#[test]
fn a_failing_callback_leaves_recall_by_words() {
    let house = House::with(Manner::Letters);
    house.tell("用户每周读一篇论文");
    house.tell("The cat is called Miso");
    house.behave(Manner::Fail);
    assert_eq!(house.recalled("论文"), ["用户每周读一篇论文"]);
    assert_eq!(house.recalled("cat Miso"), ["The cat is called Miso"]);
    let warned = |event: &Event| matches!(event, Event::Warning { code: "callback_failed", .. });
    assert!(house.events.borrow().iter().any(warned));
}

#[test]
fn an_edit_survives_a_failing_callback() {
    let house = House::with(Manner::Letters);
    let id = house.tell("User lives in Lyon").id.unwrap();
    house.behave(Manner::Fail);
    let patch = palimpsest::record::Patch { text: Some("User lives in Nantes".to_owned()), ..Default::default() };
    let record = run(house.engine.edit(&Scope::default(), id, patch)).unwrap();
    assert!(record.pending);
    assert_eq!(record.history[0].text, "User lives in Lyon");
    assert_eq!(house.recalled("Nantes"), ["User lives in Nantes"]);
    house.behave(Manner::Letters);
    house.tell("用户的猫叫团子");
    assert!(!house.all()[0].pending);
}
