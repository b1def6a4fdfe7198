//! `judge: 'background'` leaves what `'inline'` does, once it is idle.
//!
//! What may differ is what tells of the way there: ids, journal entries and stamps, and whether a text that was told again stands as a further telling
//! of its record or as a record of its own. So what is compared is what is known, what was known and when it was told, and what is asked.

use std::cell::Cell;
use std::rc::Rc;

use palimpsest::error::MemoryError;
use palimpsest::ports::{LanguageModel, LlmAnswer, LlmRequest, LocalFuture, Task};
use palimpsest::record::{JudgeWhen, ListInput, Policy, Record, Scope, Status};
use palimpsest::sorted::{SortedMap, SortedSet};
use palimpsest::storage::memory::MemoryStorage;
use proptest::prelude::*;
use serde_json::json;

use crate::harness::{House, Manner, run, uncalibrated};

/// A key and its value.
type Value = Option<(&'static str, &'static str)>;

/// A text, its kind, and the value of a key that a model finds in it.
const TEXTS: [(&str, &str, Value); 12] = [
    ("我一般十点睡", "fact", Some(("bedtime", "22:00"))),
    ("现在我习惯十二点睡", "fact", Some(("bedtime", "00:00"))),
    ("我昨晚三点才睡", "state", Some(("bedtime", "03:00"))),
    ("Lisbon is home for the user", "fact", Some(("home_city", "Lisbon"))),
    ("Porto is where the user lives", "fact", Some(("home_city", "Porto"))),
    ("用户每天跑五公里", "fact", None),
    ("用户每天跑十公里", "fact", None),
    ("The office is on the third floor", "fact", None),
    ("The office is on the fourth floor", "fact", None),
    ("用户养了一只猫", "fact", None),
    ("用户喜欢喝咖啡", "fact", Some(("likes:coffee", "loves"))),
    ("用户不喜欢喝咖啡", "fact", Some(("likes:coffee", "dislikes"))),
];

/// What a later text is to an earlier one, by their places in [`TEXTS`]; all others are unrelated.
const RELATIONS: [(usize, usize, &str); 3] = [(6, 5, "replaces"), (5, 6, "replaces"), (8, 7, "contradicts")];

/// Answers by these tables, and counts what it was asked to judge.
#[derive(Default)]
struct Tables(Cell<usize>);

impl LanguageModel for Tables {
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>> {
        let places: Vec<usize> = request.prompt.lines().filter_map(place).collect();
        let answer = match (request.task, &places[..]) {
            (Task::Annotate, [at]) => {
                let (text, kind, value) = TEXTS[*at];
                let (key, value) = value.unzip();
                let summary: String = text.chars().take(20).collect();
                json!({ "summary": summary, "kind": kind, "subject": "user", "key": key, "value": value, "topic": null, "validUntil": null })
            }
            (Task::Judge, [earlier, later]) => {
                self.0.set(self.0.get() + 1);
                let found = RELATIONS.iter().find(|(new, old, _)| (new, old) == (later, earlier));
                json!({ "reasoning": "", "relation": found.map_or("unrelated", |(_, _, relation)| relation) })
            }
            (task, places) => unreachable!("{task:?} of {places:?}"),
        };
        Box::pin(async move {
            crate::harness::yield_once().await;
            Ok(LlmAnswer { text: answer.to_string(), usage: None })
        })
    }
}

fn place(line: &str) -> Option<usize> {
    let quoted: String = serde_json::from_str(&line[line.find('"')?..]).ok()?;
    TEXTS.iter().position(|(text, _, _)| *text == quoted)
}

/// What is done: a text is told, or what waits is judged.
#[derive(Clone, Copy, Debug)]
enum Step {
    Tell(usize),
    Settle,
}

fn played(judge: JudgeWhen, steps: &[Step]) -> (House, usize) {
    let policy = Policy { judge, ..uncalibrated() };
    let storage = MemoryStorage::default();
    let model = Rc::new(Tables::default());
    let llm: Rc<dyn LanguageModel> = model.clone();
    let house = House::asking(Rc::new(storage.clone()), storage, Some(Manner::Letters), policy, Some(llm));
    for step in steps {
        match step {
            Step::Tell(at) => drop(house.tell(TEXTS[*at].0)),
            Step::Settle => run(house.engine.settle(&Scope::default())).unwrap(),
        }
    }
    run(house.engine.settle(&Scope::default())).unwrap();
    (house, model.0.get())
}

fn of_status(house: &House, status: Status) -> Vec<Record> {
    let mut input = ListInput { include_cold: true, ..ListInput::default() };
    input.filter.status = Some(status);
    run(house.engine.list(&Scope::default(), input)).unwrap()
}

/// What is known: each text with what is known of it, and the texts that it stands against.
fn known(house: &House) -> Vec<String> {
    let records = house.all();
    let texts: SortedMap<_, _> = records.iter().map(|record| (record.id, record.text.clone())).collect();
    let shown = |record: &Record| {
        let against: SortedSet<&String> = record.opponents.iter().filter_map(|id| texts.get(id)).collect();
        let of = (&record.text, record.kind, &record.key, &record.value, &record.subject, &record.fingerprint);
        let told = (record.last_observed(), record.confidence, record.importance, record.pending, against);
        format!("{of:?} {told:?}")
    };
    let mut shown: Vec<String> = records.iter().map(shown).collect();
    shown.sort();
    shown
}

/// What was known and is no longer.
fn outlived(house: &House) -> SortedSet<String> {
    let active = house.texts();
    let before = of_status(house, Status::Superseded).into_iter().map(|record| record.text);
    before.filter(|text| !active.contains(text)).collect()
}

/// Each value of a key, with when it was told.
fn told(house: &House, key: &str) -> Vec<(String, i64)> {
    let history = run(house.engine.history_of_key(&Scope::default(), key, None)).unwrap();
    history.versions.into_iter().map(|version| (version.value, version.observed_at.0)).collect()
}

#[track_caller]
fn check(steps: &[Step]) {
    let [(inline, _), (background, _)] = [JudgeWhen::Inline, JudgeWhen::Background].map(|when| played(when, steps));
    assert_eq!(known(&background), known(&inline), "{steps:?}");
    assert_eq!(outlived(&background), outlived(&inline), "{steps:?}");
    for key in ["bedtime", "home_city", "likes:coffee"] {
        assert_eq!(told(&background, key), told(&inline, key), "{key}: {steps:?}");
    }
    let is_open = |record: &Record| record.pending;
    assert!(!of_status(&background, Status::Superseded).iter().any(is_open), "{steps:?}");
    let bytes = background.bytes();
    run(background.engine.settle(&Scope::default())).unwrap();
    assert!(background.bytes() == bytes, "what is idle stays as it is");
}

#[test]
fn a_value_that_comes_back_and_goes_again_has_the_same_history() {
    for (one, other) in [(0, 1), (3, 4), (5, 6), (10, 11)] {
        let [one, other] = [Step::Tell(one), Step::Tell(other)];
        check(&[one, other, one]);
        check(&[one, other, one, other]);
        check(&[one, one, other]);
        check(&[one, other, Step::Settle, one]);
        check(&[one, Step::Settle, other, one, Step::Settle, other]);
    }
}

#[test]
fn what_waits_is_judged_against_what_was_told_before_it_only() {
    for (one, other) in [(5, 6), (7, 8)] {
        let steps = [Step::Tell(one), Step::Tell(other)];
        let asked = [JudgeWhen::Inline, JudgeWhen::Background].map(|when| played(when, &steps).1);
        assert_eq!(asked, [1, 1]);
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![6 => (0..TEXTS.len()).prop_map(Step::Tell), 1 => Just(Step::Settle)];
    prop::collection::vec(step, 1..10)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_told_the_background_comes_to_the_same(steps in steps()) {
        check(&steps);
    }
}
