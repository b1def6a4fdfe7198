//! What a reflection puts to the user, since two records can't both hold.

use super::*;

use palimpsest::record::{Conflict, RecordId, Refusal, Resolution};

const TOLD: [&str; 3] = ["Never touches alcohol", "Drinks a glass of wine with dinner", "Plays the cello"];
const CONFLICT: &str = r#"{"ops": [{"op": "conflict", "ids": [2, 1]}]}"#;

fn told() -> (House, Rc<Model>, Vec<RecordId>) {
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
    run(house.engine.resolve(&Scope::default(), ids[0], Resolution::KeepBoth)).unwrap();
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

/// Two tellings of one side, and the other side; then what a merge of the first two says.
const SIDES: [[&str; 4]; 2] = [
    [
        "Never touches alcohol",
        "Doesn't drink at all",
        "Drinks a glass of wine with dinner",
        "Never drinks alcohol at all",
    ],
    ["用户从不喝酒", "用户滴酒不沾", "用户晚饭时喝一杯红酒", "用户从不喝酒，滴酒不沾"],
];

fn merge_of(sentences: &[&str; 4], before: &str) -> String {
    format!(r#"{{"ops": [{before}{{"op": "merge", "ids": [1, 2], "text": "{}"}}]}}"#, sentences[3])
}

fn conflict_of(one: u32, other: u32) -> String {
    format!(r#"{{"op": "conflict", "ids": [{one}, {other}]}}, "#)
}

fn only_conflict(house: &House) -> Conflict {
    let mut open = run(house.engine.conflicts(&Scope::default())).unwrap();
    assert_eq!(open.len(), 1);
    open.remove(0)
}

fn sides_of(conflict: &Conflict) -> Vec<RecordId> {
    conflict.versions.iter().map(|(id, _)| *id).collect()
}

/// Both tellings of a side, put to the user and merged in one reflection.
fn merged_side(sentences: &[&str; 4]) -> (House, Vec<RecordId>, Vec<Record>, Reflected) {
    let (house, model) = house();
    let ids: Vec<RecordId> = sentences[..3].iter().map(|text| tell(&house, &model, text)).collect();
    let before = plain(&house);
    script(&model, "[3]", &merge_of(sentences, &[conflict_of(1, 3), conflict_of(2, 3)].concat()));
    let done = reflect(&house);
    assert_eq!((done.conflicts, done.merged, done.rejected), (2, 1, 0), "{:?}", done.refusals);
    (house, ids, before, done)
}

#[test]
fn what_says_the_same_on_one_side_becomes_one_record_that_takes_the_sides_place() {
    for sentences in &SIDES {
        let (house, ids, before, done) = merged_side(sentences);
        assert_eq!(house.texts(), [sentences[2], sentences[3]]);
        let conflict = only_conflict(&house);
        let whole = conflict.versions[0].0;
        assert_eq!(sides_of(&conflict), [whole, ids[2]], "the side that was told first is asked for first");
        assert!(conflict.question.contains(sentences[3]) && conflict.question.contains(sentences[2]));
        run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
        assert_eq!(plain(&house), before);
        assert!(run(house.engine.conflicts(&Scope::default())).unwrap().is_empty());
    }
}

#[test]
fn a_merged_side_is_chosen_by_itself_or_by_what_it_was_merged_of() {
    for sentences in &SIDES {
        for (nth, left) in [(0, sentences[3]), (1, sentences[3]), (2, sentences[2])] {
            let (house, ids, _, _) = merged_side(sentences);
            let choice = Resolution::Choose(ids[nth].to_string());
            let resolved = run(house.engine.resolve(&Scope::default(), ids[0], choice)).unwrap();
            assert_eq!((house.texts(), resolved.superseded.len()), (vec![left.to_owned()], 1));
            run(house.engine.undo(&Scope::default(), None)).unwrap();
            run(house.engine.resolve(&Scope::default(), only_conflict(&house).id, Resolution::KeepBoth)).unwrap();
            assert_eq!(house.texts(), [sentences[2], sentences[3]]);
        }
    }
}

#[test]
fn a_side_is_merged_later_too_and_undo_gives_the_conflict_back() {
    for sentences in &SIDES {
        let (house, model) = house();
        let ids: Vec<RecordId> = sentences[..3].iter().map(|text| tell(&house, &model, text)).collect();
        let ask = [conflict_of(1, 3), conflict_of(2, 3)].concat();
        script(&model, "[3]", &format!(r#"{{"ops": [{}]}}"#, ask.trim_end_matches(", ")));
        reflect(&house);
        let (before, asked) = (plain(&house), only_conflict(&house));
        tell(&house, &model, "Plays the cello");
        script(&model, "[4]", &merge_of(sentences, ""));
        let done = reflect(&house);
        assert_eq!((done.merged, done.rejected), (1, 0), "{:?}", done.refusals);
        assert_eq!(sides_of(&only_conflict(&house)).last(), Some(&ids[2]));
        run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
        assert_eq!(only_conflict(&house), asked);
        assert_eq!(plain(&house)[..3], before);
    }
}

#[test]
fn opponents_and_what_the_conflict_does_not_name_are_not_merged() {
    for sentences in &SIDES {
        for ask in [conflict_of(1, 2), conflict_of(1, 3)] {
            let (house, model) = house();
            for text in &sentences[..3] {
                tell(&house, &model, text);
            }
            script(&model, "[3]", &merge_of(sentences, &ask));
            let done = reflect(&house);
            assert_eq!((done.merged, done.rejected), (0, 1));
            let all = house.all();
            assert!(all.len() == 3 && all.iter().all(|record| !record.merged));
        }
    }
}

#[test]
fn a_part_that_is_taken_out_of_a_side_stands_on_it_still() {
    for sentences in &SIDES {
        let (house, ids, _, _) = merged_side(sentences);
        run(house.engine.restore(&Scope::default(), ids[1])).unwrap();
        let sides = sides_of(&only_conflict(&house));
        assert!(sides.len() == 3 && sides.contains(&ids[1]) && sides.contains(&ids[2]), "{sides:?}");
    }
}

#[test]
fn a_side_that_was_taken_back_with_its_conflict_is_proposed_in_vain() {
    for sentences in &SIDES {
        let (house, model) = house();
        for text in &sentences[..3] {
            tell(&house, &model, text);
        }
        let answer = merge_of(sentences, &[conflict_of(1, 3), conflict_of(2, 3)].concat());
        script(&model, "[3]", &answer);
        let done = reflect(&house);
        assert_eq!((done.conflicts, done.merged), (2, 1));
        run(house.engine.undo(&Scope::default(), done.journal_id)).unwrap();
        tell(&house, &model, "Plays the cello");
        script(&model, "[4]", &answer);
        let again = reflect(&house);
        let is_remembered = |refused: &Refusal| refused.reason.starts_with("it was refused or taken back");
        assert_eq!((again.conflicts, again.merged, again.rejected), (0, 0, 3));
        assert!(again.refusals.iter().all(is_remembered), "{:?}", again.refusals);
    }
}
