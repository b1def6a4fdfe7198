//! Tables of what a merged record keeps, and of what it lets go of.

use super::*;
use crate::codec::samples::{record, source};
use crate::record::{Relation, Source, SourceKind};

fn told(number: u64, text: &str) -> Record {
    Record { sources: vec![source(text)], topic: Some("住处".to_owned()), ..record(number, text) }
}

fn merge(parts: &[&Record], into: Option<&Record>, text: &str, facts: &[(&str, &str)]) -> Record {
    let facts = facts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let said = (text.to_owned(), facts);
    merged(Members { parts, into }, said, None, (record(99, "").id, Timestamp(7))).unwrap()
}

fn texts(record: &Record) -> Vec<&str> {
    record.details.iter().map(|detail| detail.text.as_str()).collect()
}

fn values<'a>(record: &'a Record, name: &str) -> Vec<&'a str> {
    record.facts.get(name).into_iter().flatten().map(|version| version.value.as_str()).collect()
}

#[test]
fn every_sentence_of_every_part_becomes_a_detail_once() {
    let mut one = told(1, "住在上海");
    one.details = vec![told(5, "住在上海静安区").as_detail()];
    let (two, three) = (told(2, "rents a flat"), told(3, "住在上海"));
    let all = merge(&[&one, &two, &three], None, "在上海租房", &[]);
    assert_eq!(texts(&all), ["住在上海静安区", "住在上海", "rents a flat"]);
    assert_eq!((all.text.as_str(), all.topic.as_deref(), all.merged), ("在上海租房", Some("住处"), true));
    // A fourth piece: the merged record's own text was told by nobody.
    let again = merge(&[&told(4, "要搬家")], Some(&all), "在上海租房，要搬家", &[]);
    assert_eq!((again.id, texts(&again).len()), (all.id, 4));
    assert!(!texts(&again).contains(&"在上海租房"));
}

#[test]
fn what_is_known_beside_the_sentences_is_united() {
    let one = Record {
        tags: ["a".to_owned()].into(),
        importance: 0.2,
        confidence: 0.5,
        observed_at: Timestamp(3),
        relations: [Relation { relation: "r".to_owned(), id: record(2, "").id }].into(),
        metadata: serde_json::json!({"n": 1}).as_object().cloned().unwrap(),
        ..told(1, "x")
    };
    let two = Record {
        tags: ["b".to_owned()].into(),
        importance: 0.7,
        observed_at: Timestamp(1),
        tellings: vec![Timestamp(9)],
        relations: [Relation { relation: "of".to_owned(), id: record(8, "").id }].into(),
        metadata: serde_json::json!({"n": 2, "m": 3}).as_object().cloned().unwrap(),
        ..told(2, "y")
    };
    let all = merge(&[&one, &two], None, "x and y", &[]);
    assert_eq!(all.tags.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((all.observed_at, all.last_observed()), (Timestamp(1), Timestamp(9)));
    assert_eq!(serde_json::to_string(&all.metadata).unwrap(), r#"{"m":3,"n":1}"#);
    assert_eq!(all.relations.iter().map(|link| link.id).collect::<Vec<_>>(), [record(8, "").id], "no loop");
    assert!((all.importance - 0.7).abs() < 1e-9);
    assert!((all.confidence - 0.5).abs() < 1e-9, "one source does not confirm itself");
    let other = Record { sources: vec![Source { kind: SourceKind::Document, ..source("y") }], ..two };
    assert!((merge(&[&one, &other], None, "x", &[]).confidence - 0.9).abs() < 1e-9);
}

#[test]
fn a_changed_fact_is_a_new_version_and_an_unchanged_one_is_none() {
    let first = merge(&[&told(1, "likes dark mode"), &told(2, "uses Vim")], None, "t", &[("editor", "Vim")]);
    assert_eq!(values(&first, "editor"), ["Vim"]);
    assert_eq!(first.facts["editor"][0].text, "uses Vim");
    let same = merge(&[&told(3, "uses Vim daily")], Some(&first), "t", &[("editor", "vim")]);
    assert_eq!(values(&same, "editor"), ["Vim"]);
    let changed = merge(&[&told(3, "switched to Emacs")], Some(&first), "t", &[("editor", "Emacs")]);
    assert_eq!(values(&changed, "editor"), ["Vim", "Emacs"]);
    let silent = merge(&[&told(3, "has a cat")], Some(&first), "t", &[]);
    assert_eq!(values(&silent, "editor"), ["Vim"], "a fact that the model leaves out stays");
}

#[test]
fn keyed_records_give_facts_by_rule_and_a_shared_key_stays_the_records_own() {
    let keyed = |number, text, key: &str, value: &str| Record {
        key: Some(key.to_owned()),
        value: Some(value.to_owned()),
        ..told(number, text)
    };
    let (city, flat) = (keyed(1, "住在上海", "home_city", "上海"), keyed(2, "电话是138", "phone", "138"));
    let mixed = merge(&[&city, &flat], None, "t", &[]);
    assert_eq!((values(&mixed, "home_city"), values(&mixed, "phone")), (vec!["上海"], vec!["138"]));
    assert_eq!((mixed.key, mixed.value), (None, None));
    let again = keyed(3, "家在上海", "home_city", "Shanghai");
    let shared = merge(&[&city, &again], None, "t", &[]);
    assert_eq!((shared.key.as_deref(), shared.value.as_deref()), (Some("home_city"), Some("上海")));
    let joined = merge(&[&flat], Some(&shared), "t", &[]);
    assert_eq!(joined.key, None, "it is no longer of one key");
}

#[test]
fn a_part_that_leaves_takes_its_sentences_and_values_along() {
    let (one, two) = (told(1, "likes tea"), told(2, "owns a gaiwan"));
    let mut all = merge(&[&one, &two], None, "likes tea, owns a gaiwan", &[("drink", "tea"), ("owns", "gaiwan")]);
    part_with(&mut all, &one, &[&two]);
    assert!(reword(&mut all));
    assert_eq!((texts(&all), all.text.as_str()), (vec!["owns a gaiwan"], "owns a gaiwan"));
    assert_eq!(all.facts.keys().collect::<Vec<_>>(), ["owns"]);
    part_with(&mut all, &two, &[]);
    assert!(all.details.is_empty() && !reword(&mut all));
}

#[test]
fn a_value_that_was_outlived_is_a_version_and_no_longer_said() {
    let keyed = |number, text, value: &str| Record {
        key: Some("home_city".to_owned()),
        value: Some(value.to_owned()),
        ..told(number, text)
    };
    let (old, other) = (keyed(1, "住在上海", "上海"), told(2, "租了一套房"));
    let mut all = merge(&[&old, &other], None, "住在上海，租房", &[]);
    outlive(&mut all, &old, &[&other], &keyed(3, "搬到北京了", "北京"));
    assert!(reword(&mut all));
    assert_eq!(values(&all, "home_city"), ["上海", "北京"]);
    assert_eq!((texts(&all), all.text.as_str()), (vec!["租了一套房"], "租了一套房"));
}

#[test]
fn by_rule_the_most_central_sentence_is_the_text() {
    let parts = [told(1, "goes to concerts"), told(2, "likes jazz and concerts"), told(3, "plays jazz")];
    let parts: Vec<&Record> = parts.iter().collect();
    assert_eq!(by_rule(Members { parts: &parts, into: None }), "likes jazz and concerts");
}
