//! What a reflection puts to the user, since two records can't both hold.

use super::*;

const TOLD: [&str; 3] = ["Never touches alcohol", "Drinks a glass of wine with dinner", "Plays the cello"];
const CONFLICT: &str = r#"{"ops": [{"op": "conflict", "ids": [2, 1]}]}"#;

fn told() -> (House, Rc<Model>, Vec<palimpsest::record::RecordId>) {
    let (house, model) = house();
    let ids = TOLD.iter().map(|text| tell(&house, &model, text)).collect();
    (house, model, ids)
}

#[test]
fn a_contradiction_is_put_to_the_user_and_hides_nothing() {
    let (house, model, ids) = told();
    let before = plain(&house);
    script(&model, "[3]", CONFLICT);
    house.events.borrow_mut().clear();
    let done = reflect(&house);
    assert_eq!((done.conflicts, done.deleted, done.rejected), (1, 0, 0), "{:?}", done.refusals);
    assert_eq!(house.texts(), TOLD);
    let open = run(house.engine.conflicts(&Scope::default())).unwrap();
    let sides: Vec<_> = open.iter().flat_map(|conflict| conflict.versions.iter().map(|(id, _)| *id)).collect();
    assert_eq!(sides, ids[..2]);
    let is_told = |event: &Event| matches!(event, Event::Conflict { conflict, .. } if conflict.id == ids[0]);
    assert_eq!(house.events.borrow().iter().filter(|event| is_told(event)).count(), 1);
    let asks = |event: &Event| matches!(event, Event::Decision(told) if told.action == Action::Conflict && told.evidence.question.is_some());
    assert!(house.events.borrow().iter().any(asks));
    assert_eq!(forced(&house), Reflected::default(), "it is not its own next input");
    run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
    assert_eq!(plain(&house), before);
    assert!(run(house.engine.conflicts(&Scope::default())).unwrap().is_empty());
}

#[test]
fn what_was_taken_back_or_settled_is_not_asked_again() {
    let (house, model, ids) = told();
    script(&model, "[3]", CONFLICT);
    let done = reflect(&house);
    run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
    tell(&house, &model, "用户住在大连");
    script(&model, "[1]", CONFLICT);
    let again = reflect(&house);
    assert_eq!((again.conflicts, again.rejected), (0, 1));
    assert!(again.refusals[0].reason.starts_with("it was refused or taken back"), "{:?}", again.refusals);

    let (house, model, _) = told();
    script(&model, "[3]", CONFLICT);
    reflect(&house);
    run(house.engine.resolve(&Scope::default(), ids[0], palimpsest::record::Resolution::KeepBoth)).unwrap();
    tell(&house, &model, "用户住在大连");
    script(&model, "[1]", CONFLICT);
    assert_eq!(reflect(&house).conflicts, 0, "a person said that both hold");
}

#[test]
fn a_dry_run_shows_both_sides() {
    let (house, model, ids) = told();
    script(&model, "[3]", CONFLICT);
    let bytes = house.bytes();
    let dry = reflect_with(&house, ReflectInput { dry_run: true, force: false });
    let plan = dry.plan.unwrap();
    let diff = "? Never touches alcohol\n? Drinks a glass of wine with dinner";
    assert_eq!((plan.len(), plan[0].diff().as_str(), &plan[0].ids[..]), (1, diff, &ids[..2]));
    assert!(house.bytes() == bytes);
}
