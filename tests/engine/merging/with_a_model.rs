//! What a model writes of a topic, and what becomes of an answer that it may not give.

use super::*;

fn annotated(model: &crate::harness::Model, text: &str, topic: &str) {
    let answer = serde_json::json!({
        "summary": text.chars().take(20).collect::<String>(), "kind": "fact", "subject": "user", "key": null,
        "value": null, "topic": topic, "validUntil": null,
    });
    model.answer(&format!("[1] 2025-06-15 fact \"{text}\""), &answer.to_string());
}

fn house(texts: &[&str], topic: &str) -> (House, std::rc::Rc<crate::harness::Model>) {
    let (house, model) = House::with_model(Manner::Letters, Policy::default());
    for text in texts {
        annotated(&model, text, topic);
    }
    (house, model)
}

fn answer(model: &crate::harness::Model, texts: &[&str], text: &str, facts: serde_json::Value) {
    let lines: Vec<String> = (1..).zip(texts).map(|(n, text)| format!("[{n}] 2025-06-15 fact \"{text}\"")).collect();
    let topic = "音乐";
    let said = serde_json::json!({ "topic": topic, "text": text, "facts": facts }).to_string();
    model.answer(&lines.join("\n"), &said);
}

#[test]
fn the_model_writes_text_and_facts_and_the_details_are_kept() {
    let (house, model) = house(&MUSIC, "music");
    answer(&model, &MUSIC, "A jazz fan who plays the double bass", serde_json::json!({ "instrument": "double bass" }));
    let decision = MUSIC.map(|text| house.tell(text))[2].clone();
    assert_eq!((decision.action, decision.llm_calls), (Action::Merged, 2));
    let record = decision.record.unwrap();
    assert_eq!(
        (record.text.as_str(), record.topic.as_deref()),
        ("A jazz fan who plays the double bass", Some("music"))
    );
    assert_eq!(details(&record), MUSIC);
    assert_eq!(record.facts["instrument"][0].text, MUSIC[1]);
    assert!(record.reembed);
    assert_eq!(house.n_calls(), 3, "its vector is asked for with the next one");
    annotated(&model, "The printer is out of paper", "office");
    house.tell("The printer is out of paper");
    assert_eq!(house.n_calls(), 4);
    assert!(!get(&house, record.id).reembed);
}

#[test]
fn a_wrong_answer_leaves_them_separate_and_is_not_asked_for_again() {
    for wrong in ["A jazz fan from Paris", "Plays 3 instruments", "Does not like jazz"] {
        let (house, model) = house(&MUSIC, "music");
        answer(&model, &MUSIC, wrong, serde_json::json!({}));
        for text in MUSIC {
            house.told(text, Action::Added);
        }
        assert_eq!(house.warnings(), ["bad_answer"], "{wrong}");
        assert_eq!(model.count(Task::Merge), 1);
        run(house.engine.recall(&scope(), "jazz bass concert", RecallInput::default())).unwrap();
        assert_eq!(run(house.engine.merge_due(&scope())).unwrap(), 0);
        assert_eq!(model.count(Task::Merge), 1, "not asked again for the same records");
        let id = house.all()[0].id;
        run(house.engine.pin(&scope(), id, true)).unwrap();
        run(house.engine.pin(&scope(), id, false)).unwrap();
        model.answer(
            "a fan of jazz\"\n[2]",
            &serde_json::json!({"topic": "music", "text": "A jazz fan", "facts": {}}).to_string(),
        );
        run(house.engine.recall(&scope(), "jazz bass concert", RecallInput::default())).unwrap();
        assert_eq!(run(house.engine.merge_due(&scope())).unwrap(), 3, "one of them changed since");
    }
}

#[test]
fn a_model_that_fails_is_asked_later_and_nothing_is_lost() {
    let (house, model) = house(&MUSIC, "music");
    for text in MUSIC {
        // The prompt of the merge begins as that of the first annotation does.
        model.answers.borrow_mut().retain(|(piece, _)| !piece.contains(MUSIC[0]) || text == MUSIC[0]);
        house.told(text, Action::Added);
    }
    assert_eq!(house.warnings(), ["callback_failed"]);
    assert!(house.engine.has_merges_due(&scope()));
    answer(&model, &MUSIC, "A jazz fan", serde_json::json!({}));
    assert_eq!(run(house.engine.merge_due(&scope())).unwrap(), 3);
    assert_eq!(house.texts(), ["A jazz fan"]);
    assert_eq!(run(house.engine.merge_due(&scope())).unwrap(), 0);
}

#[test]
fn in_the_background_it_waits_for_the_verdicts() {
    let policy = Policy { judge: JudgeWhen::Background, ..Policy::default() };
    let (house, model) = House::with_model(Manner::Letters, policy);
    for text in MUSIC {
        annotated(&model, text, "music");
        house.told(text, Action::Added);
    }
    answer(&model, &MUSIC, "A jazz fan", serde_json::json!({}));
    assert_eq!(model.count(Task::Merge), 0);
    run(house.engine.settle(&scope())).unwrap();
    assert_eq!(house.texts(), ["A jazz fan"]);
}

#[test]
fn by_hand_a_wrong_answer_is_an_error() {
    let (house, model) = house(&MUSIC[..2], "music");
    let ids = [MUSIC[0], MUSIC[1]].map(|text| house.tell(text).id.unwrap());
    let target = MergeTarget::Ids(ids.into());
    model.answers.borrow_mut().clear();
    assert_eq!(run(house.engine.merge(&scope(), &target)).unwrap_err().code(), "callback_failed");
    answer(&model, &MUSIC[..2], "Plays 3 instruments", serde_json::json!({}));
    assert_eq!(run(house.engine.merge(&scope(), &target)).unwrap_err().code(), "bad_answer");
    answer(&model, &MUSIC[..2], "Plays jazz on the double bass", serde_json::json!({}));
    run(house.engine.merge(&scope(), &target)).unwrap();
    assert_eq!(house.texts(), ["Plays jazz on the double bass"]);
}

#[test]
fn the_model_names_a_topic_where_the_records_have_none() {
    let (house, model) = House::with_model(Manner::Letters, Policy::default());
    let texts = ["用户弹钢琴", "用户听古典乐"];
    let ids = texts.map(|text| {
        model.annotate(text, "fact", None);
        house.tell(text).id.unwrap()
    });
    answer(&model, &texts, "用户弹钢琴，听古典乐", serde_json::json!({ "乐器": "钢琴" }));
    run(house.engine.merge(&scope(), &MergeTarget::Ids(ids.into()))).unwrap();
    assert_eq!(house.all()[0].topic.as_deref(), Some("音乐"));
    assert_eq!(house.all()[0].facts["乐器"][0].value, "钢琴");
}

#[test]
fn a_topic_of_several_groups_says_how_many_are_merged_where_the_model_fails_in_between() {
    for (topic, first, second) in [
        ("music", ["plays the cello", "sings in a choir"], ["plays the drums", "sings at home"]),
        ("音乐", ["拉大提琴", "在合唱团唱歌"], ["打鼓", "在家唱歌"]),
    ] {
        let (house, model) = House::with_model(Manner::Letters, add_all());
        for (subject, texts) in [("Ana", first), ("Ben", second)] {
            for text in texts {
                house.tick();
                let (subject, topic) = (Some(subject.to_owned()), Some(topic.to_owned()));
                run(house.engine.remember(&scope(), WriteInput { subject, topic, ..text.into() })).unwrap();
            }
        }
        answer(&model, &first, first[0], serde_json::json!({}));
        let target = MergeTarget::Topic(topic.to_owned());
        let err = run(house.engine.merge(&scope(), &target)).unwrap_err();
        let MemoryError::Partial { written, cause } = &err else { panic!("{err:?}") };
        assert_eq!((*written, cause.code(), err.code()), (1, "callback_failed", "callback_failed"));
        assert_eq!(house.all().len(), 3, "{:?}", house.texts());
    }
}
