//! Reflection: what the model is shown, what of its answer is carried out, and that a bad answer does nothing.

mod disputed;
mod due;
mod meanwhile;
mod outlived;

use std::cell::Cell;
use std::rc::Rc;

use palimpsest::error::MemoryError;
use palimpsest::ports::{LanguageModel, LlmAnswer, LlmRequest, LocalFuture, Task};
use palimpsest::record::{
    Action, Event, ForgetTarget, Operation, Patch, Policy, Record, ReflectInput, ReflectPolicy, Reflected, Schedule,
    Scope, Status, Strategies, Strategy,
};

use palimpsest::storage::memory::MemoryStorage;

use crate::harness::{House, Manner, Model, run, yield_once};

const DAY: i64 = 86_400_000;
const MINUTE: i64 = 60_000;

/// A house whose model finds nothing to annotate, so that each text is judged.
fn house_with(policy: Policy) -> (House, Rc<Model>) {
    let (house, model) = House::with_model(Manner::Words, policy);
    (house, model)
}

fn house() -> (House, Rc<Model>) {
    house_with(Policy::default())
}

fn tell(house: &House, model: &Model, text: &str) -> palimpsest::record::RecordId {
    let answer = serde_json::json!({
        "summary": text.chars().take(20).collect::<String>(), "kind": "fact", "subject": "user",
        "key": null, "value": null, "topic": null, "validUntil": null,
    });
    model.answer(&format!("[1] 2025-06-15 fact \"{text}\""), &answer.to_string());
    house.told(text, Action::Added).id.unwrap()
}

fn tell_of_cats(house: &House, model: &Model) {
    for text in CATS {
        tell(house, model, text);
    }
}

/// Answers the next reflection that shows this.
fn script(model: &Model, piece: &str, answer: &str) {
    model.answers.borrow_mut().retain(|(_, known)| !known.contains("ops") && known != "no-change");
    model.answer(piece, answer);
}

#[track_caller]
fn reflect_with(house: &House, input: ReflectInput) -> Reflected {
    house.tick();
    run(house.engine.reflect(&Scope::default(), input)).unwrap()
}

#[track_caller]
fn reflect(house: &House) -> Reflected {
    reflect_with(house, ReflectInput::default())
}

fn forced(house: &House) -> Reflected {
    reflect_with(house, ReflectInput { force: true, dry_run: false })
}

/// What a model was shown at its last reflection.
fn last_prompt(model: &Model) -> String {
    let asked = model.asked.borrow();
    asked.iter().rev().find(|(task, _)| *task == Task::Reflect).map(|(_, prompt)| prompt.clone()).unwrap_or_default()
}

/// The active records, but for what is no part of what they say.
fn plain(house: &House) -> Vec<Record> {
    house.all().into_iter().map(|record| Record { reembed: false, ..record }).collect()
}

const CATS: [&str; 2] = ["User has a cat called Miso", "The second cat is called Nori"];
const MERGE: &str = r#"{"ops": [{"op": "merge", "ids": [1, 2], "text": "User has cats called Miso and Nori"}]}"#;

#[test]
fn what_passes_is_one_entry_and_one_undo_gives_everything_back() {
    let (house, model) = house();
    let ids: Vec<_> = CATS.iter().map(|text| tell(&house, &model, text)).collect();
    let parcel = tell(&house, &model, "用户周三要去取快递");
    let boat = tell(&house, &model, "Owns a small boat");
    let before = plain(&house);
    script(
        &model,
        "[4]",
        r#"{"ops": [
            {"op": "merge", "ids": [1, 2], "text": "User has cats called Miso and Nori"},
            {"op": "delete", "id": 3, "reason": "已过期"},
            {"op": "update", "id": 4, "text": "User owns a small boat"},
            {"op": "delete", "id": 9, "reason": "x"}
        ]}"#,
    );
    house.events.borrow_mut().clear();
    let done = reflect(&house);
    assert_eq!((done.examined, done.merged, done.updated, done.deleted), (4, 1, 1, 1));
    let changed = |event: &Event| if let Event::Changed { ids, .. } = event { Some(ids.clone()) } else { None };
    let changed: Vec<_> = house.events.borrow().iter().filter_map(changed).collect();
    let whole = house.all()[1].id;
    assert_eq!(changed, [vec![ids[0], ids[1], parcel, boat, whole]], "what is hidden is named too");
    assert_eq!((done.rejected, done.failed, done.llm_calls), (1, 0, 1));
    assert_eq!(done.refusals[0].reason, "there is no record 9; 4 were shown");
    assert_eq!(done.refusals[0].op["id"], 9);
    let all = house.all();
    let texts: Vec<&str> = all.iter().map(|record| record.text.as_str()).collect();
    assert_eq!(texts, ["User owns a small boat", "User has cats called Miso and Nori"]);
    assert_eq!((all[0].id, all[0].details[0].text.as_str()), (boat, "Owns a small boat"));
    let details: Vec<&str> = all[1].details.iter().map(|detail| detail.text.as_str()).collect();
    assert_eq!(details, CATS);
    let hidden = run(house.engine.get(&Scope::default(), parcel)).unwrap();
    assert_eq!(hidden.status, Status::Deleted);
    let journal = run(house.engine.journal(&Scope::default(), None, None)).unwrap();
    let last = journal.last().unwrap();
    assert_eq!(
        (last.operation, last.strategy, Some(last.id)),
        (Operation::Reflect, Some(Strategy::Reflect), done.journal_id)
    );
    let told: Vec<Action> = house
        .events
        .borrow()
        .iter()
        .filter_map(|event| match event {
            Event::Decision(decision) if decision.strategy == Strategy::Reflect => Some(decision.action),
            Event::Decision(_)
            | Event::Changed { .. }
            | Event::Conflict { .. }
            | Event::Progress { .. }
            | Event::Cooled { .. }
            | Event::Warning { .. } => None,
        })
        .collect();
    assert_eq!(told, [Action::Merged, Action::Updated]);
    assert_eq!(house.n_progress("reflect"), 2);
    let undone = run(house.engine.undo(&Scope::default(), None)).unwrap();
    assert_eq!(Some(undone.undone), done.journal_id);
    assert_eq!(plain(&house), before);
    assert_eq!(run(house.engine.get(&Scope::default(), ids[0])).unwrap().status, Status::Active);
}

#[test]
fn what_an_update_leaves_out_of_a_merged_record_is_the_history_of_what_took_its_place() {
    let (house, model) = house();
    let ids: Vec<_> =
        ["User has a cat called Miso", "User's home is Porto"].map(|text| tell(&house, &model, text)).into();
    script(
        &model,
        "[2]",
        r#"{"ops": [{"op": "merge", "ids": [1, 2], "text": "User has a cat called Miso, and a home: Porto"}]}"#,
    );
    assert_eq!(reflect(&house).merged, 1);
    let lyon = tell(&house, &model, "These days Lyon is where the furniture stands");
    let before = plain(&house);
    let answer = r#"{"ops": [{"op": "update", "id": 1, "text": "User has a cat called Miso", "by": 2}]}"#;
    script(&model, "furniture", answer);
    let done = forced(&house);
    assert_eq!((done.updated, done.rejected), (1, 0), "{:?}", done.refusals);
    let whole = house.all().into_iter().find(|record| record.merged).unwrap();
    let details: Vec<&str> = whole.details.iter().map(|detail| detail.text.as_str()).collect();
    assert_eq!((whole.text.as_str(), details), (CATS[0], vec![CATS[0]]));
    let porto = run(house.engine.get(&Scope::default(), ids[1])).unwrap();
    assert_eq!((porto.status, porto.superseded_by), (Status::Superseded, Some(lyon)));
    run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
    assert_eq!(plain(&house), before);
}

#[test]
fn what_a_person_took_back_is_not_due_and_is_not_done_again_while_it_stays_as_it_is() {
    let (house, model) = house();
    tell_of_cats(&house, &model);
    let before = plain(&house);
    script(&model, "[2]", MERGE);
    assert_eq!(reflect(&house).merged, 1);
    run(house.engine.undo(&Scope::default(), None)).unwrap();
    assert_eq!(forced(&house), Reflected::default());
    tell(&house, &model, "Plays the double bass in a small band");
    script(&model, "[1]", MERGE);
    let again = reflect(&house);
    let cats = "[1] 2025-06-15 fact \"User has a cat called Miso\"\n[2] 2025-06-15 fact \"The second";
    assert!(last_prompt(&model).starts_with(cats));
    assert_eq!((again.merged, again.rejected), (0, 1));
    assert!(again.refusals[0].reason.starts_with("it was refused or taken back"), "{:?}", again.refusals);
    assert_eq!(plain(&house)[..2], before[..]);
}

#[test]
fn an_unchanged_store_makes_no_call_and_no_change_and_its_own_output_is_not_its_next_input() {
    let (house, model) = house();
    tell_of_cats(&house, &model);
    script(&model, "[2]", MERGE);
    assert_eq!(reflect(&house).merged, 1);
    let (bytes, n_calls) = (house.bytes(), model.asked.borrow().len());
    for _ in 0..2 {
        assert_eq!(forced(&house), Reflected::default());
    }
    assert_eq!((house.bytes() == bytes, model.asked.borrow().len()), (true, n_calls));
    // Nor after what only touches: a pin, a sweep, being recalled, being told again.
    let id = house.all()[0].id;
    run(house.engine.pin(&Scope::default(), id, true)).unwrap();
    run(house.engine.pin(&Scope::default(), id, false)).unwrap();
    house.tell(CATS[0]);
    house.clock.now.set(house.clock.now.get() + 200 * DAY);
    run(house.engine.sweep(&Scope::default())).unwrap();
    assert_eq!(forced(&house), Reflected::default());
    // A further handle knows it too.
    let second = house.asking_too(Policy::default(), Rc::new(Model::default()));
    second.clock.now.set(house.clock.now.get());
    assert_eq!(forced(&second), Reflected::default());
}

#[test]
fn what_is_new_is_shown_with_its_nearest_older_ones_in_order_of_creation() {
    let (house, model) = house();
    tell(&house, &model, "User drinks oolong tea in the morning");
    tell(&house, &model, "用户养了一只黑猫");
    script(&model, "[2]", "no-change");
    assert_eq!(reflect(&house).examined, 2);
    tell(&house, &model, "User drinks oolong tea at work, too");
    script(&model, "oolong", "no-change");
    let done = reflect(&house);
    assert_eq!((done.examined, done.llm_calls), (1, 1));
    let prompt = last_prompt(&model);
    let lines: Vec<&str> = prompt.lines().collect();
    assert_eq!(lines[0], "[1] 2025-06-15 fact \"User drinks oolong tea in the morning\"");
    assert_eq!(
        *lines.last().unwrap(),
        format!("[{}] 2025-06-15 fact \"User drinks oolong tea at work, too\"", lines.len())
    );
    // What a person changes is due anew.
    let cat = house.all()[1].id;
    let patch = Patch { text: Some("用户养了一只大黑猫".to_owned()), ..Patch::default() };
    run(house.engine.edit(&Scope::default(), cat, patch)).unwrap();
    script(&model, "大黑猫", r#"{"ops": [{"op": "delete", "id": 2, "reason": "x"}]}"#);
    let done = reflect(&house);
    assert!(last_prompt(&model).contains("[2] 2025-06-15 fact \"用户养了一只大黑猫\""));
    assert_eq!((done.examined, done.deleted, done.rejected), (1, 0, 1), "what a person wrote is safe");
    assert_eq!(house.all().len(), 3);
}

#[test]
fn what_a_person_wrote_chose_or_brought_back_is_safe() {
    let (house, model) = house();
    let scope = Scope::default();
    let edited = tell(&house, &model, "Owns a small boat");
    let restored = tell(&house, &model, "用户养了一只黑猫");
    let pinned = tell(&house, &model, "Grew up in Faro");
    let free = tell(&house, &model, "Plays the cello");
    let patch = Patch { text: Some("Owns a large boat".to_owned()), ..Patch::default() };
    run(house.engine.edit(&scope, edited, patch)).unwrap();
    run(house.engine.forget(&scope, ForgetTarget::Id(restored), false)).unwrap();
    run(house.engine.restore(&scope, restored)).unwrap();
    run(house.engine.pin(&scope, pinned, true)).unwrap();
    let all: Vec<String> = (1..=4).map(|n| format!(r#"{{"op": "delete", "id": {n}, "reason": "x"}}"#)).collect();
    script(&model, "[4]", &format!(r#"{{"ops": [{}]}}"#, all.join(", ")));
    let done = reflect(&house);
    let refused: Vec<_> = done.refusals.iter().map(|refusal| refusal.op["id"].as_u64()).collect();
    assert_eq!((done.deleted, refused), (1, vec![Some(1), Some(2), Some(3)]), "{:?}", done.refusals);
    let texts = ["Owns a large boat", "用户养了一只黑猫", "Grew up in Faro"];
    assert_eq!(house.texts(), texts);
    let ids: Vec<_> = house.all().into_iter().map(|record| record.id).collect();
    assert_eq!(ids, [edited, restored, pinned]);
    assert_eq!(run(house.engine.get(&scope, free)).unwrap().status, Status::Deleted);
}

#[test]
fn a_dry_run_says_what_would_be_done_and_writes_nothing() {
    let (house, model) = house();
    tell_of_cats(&house, &model);
    script(&model, "[2]", MERGE);
    let bytes = house.bytes();
    let dry = reflect_with(&house, ReflectInput { dry_run: true, force: false });
    assert_eq!((dry.examined, dry.merged, dry.journal_id), (2, 1, None));
    let plan = dry.plan.unwrap();
    let diff = "- User has a cat called Miso\n- The second cat is called Nori\n+ User has cats called Miso and Nori";
    assert_eq!((plan.len(), plan[0].diff().as_str()), (1, diff));
    assert!(house.bytes() == bytes);
    assert_eq!(reflect(&house).merged, 1, "it is still due");
    let nothing = reflect_with(&house, ReflectInput { dry_run: true, force: false });
    assert_eq!(nothing.plan, Some(Vec::new()));
}

#[test]
fn a_model_that_fails_or_answers_rubbish_changes_nothing_and_is_asked_again_ever_later() {
    for rubbish in [None, Some("I would merge 1 and 2."), Some(r#"{"ops": [{"op": "merge", "ids": [1"#)] {
        let (house, model) = house();
        tell_of_cats(&house, &model);
        let answer = |text: Option<&str>| {
            model.answers.borrow_mut().retain(|(piece, _)| piece != "[2]");
            text.into_iter().for_each(|text| model.answer("[2]", text));
        };
        answer(rubbish);
        let before = plain(&house);
        let done = reflect(&house);
        assert_eq!((done.failed, done.examined, done.llm_calls, done.rejected), (1, 0, 1, 0));
        assert!(0 < done.tokens);
        assert_eq!(plain(&house), before);
        // Not before a minute, then two; over a restart too.
        for wait in [1, 2, 4] {
            let at = house.clock.now.get();
            house.clock.now.set(at + wait * MINUTE - 1001);
            assert_eq!(reflect(&house), Reflected::default(), "it is waited {wait} minutes");
            let again = house.asking_too(Policy::default(), model.clone());
            again.clock.now.set(house.clock.now.get());
            assert!(!run(again.engine.end_turn(&Scope::default())).unwrap());
            assert!(!run(house.engine.end_turn(&Scope::default())).unwrap());
            house.clock.now.set(at + wait * MINUTE - 1000);
            again.clock.now.set(at + wait * MINUTE);
            assert_eq!(reflect(&house).failed, 1);
        }
        assert_eq!(forced(&house).failed, 1, "who asks for it gets it");
        answer(Some("no-change"));
        let done = forced(&house);
        assert_eq!((done.failed, done.examined), (0, 2));
        assert_eq!(reflect(&house), Reflected::default());
    }
}

#[test]
fn without_a_model_and_where_it_is_off_nothing_reflects_by_itself() {
    let house = House::new();
    house.tell(CATS[0]);
    assert_eq!(forced(&house), Reflected::default());
    for _ in 0..30 {
        assert!(!run(house.engine.end_turn(&Scope::default())).unwrap());
    }
    let strategies = Strategies { reflect: false, ..Strategies::default() };
    let (house, model) = house_with(Policy { strategies, ..Policy::default() });
    tell(&house, &model, CATS[0]);
    for _ in 0..30 {
        assert!(!run(house.engine.end_turn(&Scope::default())).unwrap());
    }
    house.clock.now.set(house.clock.now.get() + 2 * DAY);
    run(house.engine.maintain()).unwrap();
    assert_eq!(model.count(Task::Reflect), 0);
    script(&model, "[1]", "no-change");
    assert_eq!(reflect(&house).examined, 1, "by hand it does");
}

#[test]
fn a_refused_proposal_is_refused_again_and_makes_nothing_due() {
    let (house, model) = house();
    tell_of_cats(&house, &model);
    let bad = r#"{"ops": [{"op": "update", "id": 1, "text": "User has 3 cats, one called Miso"}]}"#;
    script(&model, "[2]", bad);
    assert_eq!(reflect(&house).rejected, 1);
    assert_eq!(forced(&house), Reflected::default());
    tell(&house, &model, "User has a cat tree by the window");
    script(&model, "[3]", bad);
    let done = reflect(&house);
    assert_eq!(done.examined, 1);
    assert!(done.refusals[0].reason.starts_with("it was refused"), "{:?}", done.refusals);
}

#[test]
fn scopes_are_reflected_on_apart() {
    let (house, model) = house();
    tell(&house, &model, CATS[0]);
    let other = crate::harness::user("ana");
    run(house.engine.remember(&other, CATS[1].into())).unwrap();
    script(&model, "Miso", "no-change");
    assert_eq!(reflect(&house).examined, 1);
    assert!(!last_prompt(&model).contains("Nori"));
    script(&model, "Nori", "no-change");
    assert_eq!(run(house.engine.reflect(&other, ReflectInput::default())).unwrap().examined, 1);
}

#[test]
fn what_waits_for_a_verdict_gets_it_first() {
    let (house, model) = house();
    assert!(house.tell("用户养了一只黑猫").pending);
    model.annotate("用户养了一只黑猫", "fact", Some(("pet", "cat")));
    script(&model, "[1] 2025-06-15 fact \"用户养了一只黑猫\"", "no-change");
    model.annotate("用户养了一只黑猫", "fact", None);
    reflect(&house);
    assert!(house.all().iter().all(|record| !record.pending));
}

#[test]
fn a_hard_forget_leaves_no_trace_of_what_a_reflection_wrote() {
    let (house, model) = house();
    let ids: Vec<_> = CATS.iter().map(|text| tell(&house, &model, text)).collect();
    script(&model, "[2]", MERGE);
    reflect(&house);
    run(house.engine.forget(&Scope::default(), ForgetTarget::Id(ids[0]), true)).unwrap();
    assert!(!house.holds("Miso") && house.holds("Nori"));
    assert_eq!(house.texts(), [CATS[1]]);
    assert_eq!(forced(&house).failed, 0);
}

#[test]
fn a_closed_handle_reflects_on_nothing() {
    let (house, model) = house();
    tell_of_cats(&house, &model);
    script(&model, "[2]", MERGE);
    run(house.engine.close()).unwrap();
    let err = run(house.engine.reflect(&Scope::default(), ReflectInput::default())).unwrap_err();
    assert_eq!(err.code(), "closed");
}
