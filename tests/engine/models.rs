//! A language model annotates and judges: few calls, nothing lost whatever it answers.

use palimpsest::ports::Task;
use palimpsest::record::{Action, JudgeWhen, Kind, Policy, Scope, WriteInput};

use crate::harness::{House, Manner, run};

fn house() -> (House, std::rc::Rc<crate::harness::Model>) {
    House::with_model(Manner::Letters, Policy::default())
}

#[test]
fn a_new_text_is_annotated_once_and_a_known_one_not_at_all() {
    let (house, model) = house();
    model.annotate("我一般十点睡", "fact", Some(("bedtime", "22:00")));
    let decision = house.told("我一般十点睡", Action::Added);
    assert_eq!(decision.llm_calls, 1);
    let record = decision.record.unwrap();
    assert_eq!((record.kind, record.key.as_deref()), (Some(Kind::Fact), Some("bedtime")));
    assert!(!record.pending);
    assert_eq!(house.told("我一般十点睡", Action::Duplicate).llm_calls, 0);
    assert_eq!(model.count(Task::Annotate), 1);
}

#[test]
fn a_key_that_the_model_finds_makes_a_version_and_a_passing_state_none() {
    let (house, model) = house();
    model.annotate("我一般十点睡", "fact", Some(("bedtime", "22:00")));
    model.annotate("我昨晚三点才睡", "state", Some(("bedtime", "03:00")));
    model.annotate("现在我习惯十二点睡", "fact", Some(("bedtime", "00:00")));
    house.told("我一般十点睡", Action::Added);
    house.told("我昨晚三点才睡", Action::Added);
    house.told("现在我习惯十二点睡", Action::Superseded);
    assert_eq!(house.history("bedtime"), ["22:00", "00:00"]);
}

#[test]
fn what_the_model_said_is_kept_for_the_next_time() {
    let (house, model) = house();
    model.annotate("Likes green tea", "fact", None);
    let first = house.told("Likes green tea", Action::Added);
    run(house.engine.undo(&Scope::default(), Some(first.journal_ids[0]))).unwrap();
    let again = house.told("Likes green tea", Action::Added);
    assert_eq!((again.llm_calls, model.count(Task::Annotate)), (0, 1));
    run(house.engine.forget(&Scope::default(), palimpsest::record::ForgetTarget::Id(again.id.unwrap()), true)).unwrap();
    assert!(!house.holds("green tea"), "no cache keeps what was removed for good, and no copy that was undone");
    let undone = palimpsest::record::ForgetTarget::Id(first.id.unwrap());
    let err = run(house.engine.forget(&Scope::default(), undone, true)).unwrap_err();
    assert_eq!(err.code(), "not_found", "it went along");
}

#[test]
fn a_model_that_fails_or_answers_rubbish_loses_nothing_and_is_asked_again() {
    for (rubbish, code) in [
        (None, "callback_failed"),
        (Some("I think it is tea."), "bad_answer"),
        (Some(r#"{"kind": "fact"}"#), "bad_answer"),
    ] {
        let (house, model) = house();
        if let Some(rubbish) = rubbish {
            model.answer("Likes green tea", rubbish);
        }
        let decision = house.told("Likes green tea", Action::Added);
        assert!(decision.pending);
        assert!(house.warnings().contains(&code), "{:?}", house.warnings());
        house.told("Likes green tea", Action::Duplicate);
        model.annotate("Likes green tea", "fact", Some(("likes:tea", "loves")));
        model.annotate("Owns a boat", "fact", None);
        house.told("Owns a boat", Action::Added);
        let all = house.all();
        assert!(all.iter().all(|record| !record.pending), "it was judged with the next write");
        assert_eq!(all[0].key.as_deref(), Some("likes:tea"));
    }
}

#[test]
fn whatever_a_model_says_what_differs_in_a_number_is_not_the_same() {
    for relation in ["same", "refines"] {
        let (house, model) = house();
        for text in ["用户每天跑五公里", "用户每天跑十公里"] {
            model.annotate(text, "fact", None);
        }
        // What stands in front is looked at first.
        model.answer("[2]", &format!(r#"{{"reasoning": "r", "relation": "{relation}"}}"#));
        house.told("用户每天跑五公里", Action::Added);
        let decision = house.tell("用户每天跑十公里");
        assert_eq!(model.count(Task::Judge), 1);
        assert!(!matches!(decision.action, Action::Duplicate | Action::Updated), "{:?}", decision.action);
        assert_eq!(house.texts().len(), 2);
    }
}

/// Whether a model is asked what a text is to one before it, of a cosine between `related` and `duplicate`, or from `duplicate` on.
#[track_caller]
fn check_asked(first: &str, second: &str, cosine: f32, expected: bool) {
    let (house, model) = house();
    for text in [first, second] {
        model.annotate(text, "fact", None);
    }
    model.answer("[2]", r#"{"reasoning": "r", "relation": "replaces"}"#);
    let lies_at = |x: f32| {
        let vector = vec![x, (1.0 - x * x).sqrt()];
        house.embedder.as_ref().unwrap().manner.replace(Manner::Answer(vec![vector]));
    };
    lies_at(1.0);
    house.told(first, Action::Added);
    lies_at(cosine);
    let decision = house.tell(second);
    assert_eq!(decision.action == Action::Superseded, expected, "{first} / {second}: {decision:?}");
    assert_eq!(model.count(Task::Judge), usize::from(expected), "{first} / {second}");
}

#[test]
fn of_texts_that_a_guard_keeps_apart_a_model_is_asked_where_one_may_replace_the_other() {
    // Threshold 0.75 for what is related, 0.9 for a duplicate.
    for (first, second) in [
        ("猫粮喂的是三文鱼味的渴望", "医生说豆包得吃处方粮，又换了牌子"),
        ("Nellie bills by the day", "For Nellie it is by the hour again"),
    ] {
        check_asked(first, second, 0.8, true);
        check_asked(first, second, 0.7, false);
    }
    // No word hints at a change, but a number differs.
    for (first, second) in [
        ("听讲座的有五十人，没人睡着", "讲座那天来了三十个听众"),
        ("About fifty people came to the talk", "Thirty listeners were in that audience"),
    ] {
        check_asked(first, second, 0.95, true);
        check_asked(first, second, 0.8, false);
    }
    // One memory in other words, or two: a model could only say what it may not decide.
    for (first, second) in
        [("用户喜欢在公园里散步", "他爱去湖边溜达"), ("Marlene bakes rye bread", "Her loaves are of dark flour")]
    {
        check_asked(first, second, 0.95, false);
    }
}

#[test]
fn in_the_background_a_write_waits_for_no_model_and_comes_to_the_same() {
    let texts = ["我一般十点睡", "现在我习惯十二点睡", "用户养了一只猫"];
    let script = |model: &crate::harness::Model| {
        model.annotate(texts[0], "fact", Some(("bedtime", "22:00")));
        model.annotate(texts[1], "fact", Some(("bedtime", "00:00")));
        model.annotate(texts[2], "fact", None);
    };
    let policy = Policy { judge: JudgeWhen::Background, ..Policy::default() };
    let (background, model) = House::with_model(Manner::Letters, policy);
    script(&model);
    for text in texts {
        assert!(background.told(text, Action::Added).pending);
    }
    assert_eq!(model.asked.borrow().len(), 0);
    run(background.engine.settle(&Scope::default())).unwrap();
    let (inline, model) = house();
    script(&model);
    texts.iter().for_each(|text| drop(inline.tell(text)));
    let seen = |house: &House| {
        let shown = |record: palimpsest::record::Record| (record.text, record.key, record.value, record.pending);
        house.all().into_iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(seen(&background), seen(&inline));
    assert_eq!(background.history("bedtime"), inline.history("bedtime"));
}

#[test]
fn several_writes_are_annotated_side_by_side() {
    let (house, model) = house();
    let texts = ["Owns a boat", "Grew up in Faro", "Plays the cello"];
    texts.iter().for_each(|text| model.annotate(text, "fact", None));
    let inputs: Vec<WriteInput> = texts.into_iter().map(WriteInput::from).collect();
    let decisions = run(house.engine.remember_all(&Scope::default(), inputs)).unwrap();
    assert_eq!(decisions.iter().map(|decision| decision.llm_calls).sum::<u32>(), 3);
    assert_eq!((house.n_calls(), model.count(Task::Annotate)), (1, 3));
}
