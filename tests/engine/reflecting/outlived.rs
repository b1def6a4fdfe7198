//! What a reflection hides since another record took its place.

use palimpsest::record::{RecallInput, RecordId};

use super::*;

#[test]
fn what_another_record_outlived_is_its_history_and_questions_about_the_past_find_it() {
    let (house, model) = house();
    let scope = Scope::default();
    let old = tell(&house, &model, "用户周二学日语");
    let past = tell(&house, &model, "Needs milk for the party");
    house.clock.now.set(house.clock.now.get() + 60 * MINUTE);
    let new = tell(&house, &model, "上课的日子挪了，周四晚上才有");
    let ops = r#"{"ops": [{"op": "delete", "id": 1, "reason": "挪了", "by": 3}]}"#;
    script(&model, "[3]", ops);
    let before = plain(&house);
    let dry = reflect_with(&house, ReflectInput { dry_run: true, force: false }).plan.unwrap();
    assert_eq!((dry[0].ids.as_slice(), dry[0].by), ([old].as_slice(), Some(new)));
    let done = reflect(&house);
    assert_eq!((done.deleted, done.rejected), (1, 0), "{:?}", done.refusals);
    let record = run(house.engine.get(&scope, old)).unwrap();
    assert_eq!((record.status, record.superseded_by), (Status::Superseded, Some(new)));
    let found = |include_history: bool| {
        let input = RecallInput { include_history, touch: false, ..RecallInput::default() };
        let hits = run(house.engine.recall(&scope, "周二学日语", input)).unwrap();
        hits.into_iter().map(|hit| hit.record.id).collect::<Vec<_>>()
    };
    assert!(found(true).contains(&old) && !found(false).contains(&old));
    let history = house.engine.view(&scope, &run(house.engine.get(&scope, new)).unwrap()).history;
    assert_eq!(history.iter().map(|version| version.text.as_str()).collect::<Vec<_>>(), ["用户周二学日语"]);
    run(house.engine.undo(&scope, done.journal_id)).unwrap();
    assert_eq!(plain(&house), before);
    // What was taken back is not proposed again; what nothing outlived is hidden as before.
    script(&model, "[3]", &ops.replace("]}", r#", {"op": "delete", "id": 2, "reason": "past"}]}"#));
    tell(&house, &model, "Sings bass in a choir");
    let again = reflect(&house);
    assert_eq!((again.deleted, again.rejected), (1, 1), "{:?}", again.refusals);
    assert_eq!(run(house.engine.get(&scope, past)).unwrap().status, Status::Deleted);
}

/// Two records that others outlived, and a run that had room to hide the first.
fn hidden_by_half(house: &House, model: &Model) -> ([RecordId; 2], Reflected) {
    let old = [tell(house, model, "用户周二学日语"), tell(house, model, "Has the piano lesson on Mondays")];
    house.clock.now.set(house.clock.now.get() + 60 * MINUTE);
    tell(house, model, "上课的日子挪了，周四晚上才有");
    tell(house, model, "Wednesday is when the piano teacher comes");
    // Of four that are shown one may be hidden.
    let first = r#"{"op": "delete", "id": 1, "reason": "挪了", "by": 3}"#;
    let second = r#"{"op": "delete", "id": 2, "reason": "moved", "by": 4}"#;
    script(model, "[4]", &format!(r#"{{"ops": [{first}, {second}]}}"#));
    let done = reflect(house);
    assert_eq!((done.deleted, done.rejected), (1, 1), "{:?}", done.refusals);
    (old, done)
}

#[test]
fn what_a_run_had_no_room_to_hide_is_looked_at_again_by_the_next_and_by_no_other() {
    let (house, model) = house();
    let scope = Scope::default();
    let (old, _) = hidden_by_half(&house, &model);
    // It is due by itself, with its nearest; so is nothing else.
    script(&model, "[3]", r#"{"ops": [{"op": "delete", "id": 1, "reason": "moved", "by": 3}]}"#);
    let again = reflect(&house);
    assert_eq!((again.examined, again.deleted, again.rejected), (1, 1, 0), "{:?}", again.refusals);
    for id in old {
        assert_eq!(run(house.engine.get(&scope, id)).unwrap().status, Status::Superseded);
    }
    assert_eq!(reflect(&house).llm_calls, 0);
}

#[test]
fn what_a_run_had_no_room_to_hide_is_not_looked_at_again_once_the_run_was_taken_back() {
    let (house, model) = house();
    let (_, done) = hidden_by_half(&house, &model);
    run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
    assert_eq!(forced(&house).llm_calls, 0);
}

#[test]
fn what_nothing_outlived_is_not_looked_at_again_where_there_was_no_room_for_it() {
    let (house, model) = house();
    for text in ["用户周二学日语", "Needs milk for the party", "Sings bass in a choir"] {
        tell(&house, &model, text);
    }
    let delete = |id: u32| format!(r#"{{"op": "delete", "id": {id}, "reason": "past"}}"#);
    script(&model, "[3]", &format!(r#"{{"ops": [{}, {}]}}"#, delete(1), delete(2)));
    let done = reflect(&house);
    assert_eq!((done.deleted, done.rejected), (1, 1), "{:?}", done.refusals);
    assert_eq!(reflect(&house).llm_calls, 0);
}
