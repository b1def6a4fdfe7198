//! Records of every shape, for the tests of their bytes.

use proptest::prelude::*;
use serde_json::Value;

use crate::record::{
    Detail, Image, JournalEntry, JournalId, Kept, Kind, Operation, Record, RecordId, Relation, Source, SourceKind,
    Status, Tier, Timestamp, Version,
};

/// The record with this number and text, and nothing else of note.
pub(crate) fn record(number: u64, text: &str) -> Record {
    Record {
        id: RecordId::v7(1_750_000_000_000, 0, number),
        stamp: JournalId::new(number, 0),
        kind: None,
        text: text.to_owned(),
        details: Vec::new(),
        subject: None,
        topic: None,
        facts: crate::sorted::SortedMap::new(),
        key: None,
        value: None,
        history: Vec::new(),
        opponents: crate::sorted::SortedSet::new(),
        importance: 0.5,
        confidence: 0.9,
        created_at: Timestamp(1_750_000_000_000),
        updated_at: Timestamp(1_750_000_000_000),
        observed_at: Timestamp(1_750_000_000_000),
        observed_given: false,
        last_accessed_at: Timestamp(1_750_000_000_000),
        valid_until: None,
        tier: Tier::Hot,
        status: Status::Active,
        merged_into: None,
        tags: crate::sorted::SortedSet::new(),
        metadata: serde_json::Map::new(),
        relations: crate::sorted::SortedSet::new(),
        sources: Vec::new(),
        fingerprint: String::new(),
        pinned: false,
        pending: false,
        reembed: false,
        superseded_by: None,
        settled: crate::sorted::SortedSet::new(),
        tellings: Vec::new(),
        merged: false,
        changed: JournalId::default(),
        confirmed: false,
    }
}

/// What a user said.
pub(crate) fn source(quote: &str) -> Source {
    Source { quote: Some(quote.to_owned()), ..Source::default() }
}

/// An entry that changed this record.
pub(super) fn entry(revision: u64, before: Record) -> JournalEntry {
    let image = Image {
        id: before.id,
        before: Some(before),
        vector: None,
        after: JournalId::new(revision, 0),
        kept: Kept::default(),
    };
    JournalEntry {
        id: JournalId::new(revision, 0),
        at: Timestamp(5),
        operation: Operation::Edit,
        strategy: None,
        evidence: None,
        images: vec![image],
        erased: false,
    }
}

/// Any text, Chinese and control characters among it.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![".{0,40}", "[一-龥]{0,20}", "[\\x00-\\x1f\"\\\\]{0,5}"]
}

/// Any data of a caller's.
pub(crate) fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(text(), inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn any_source() -> impl Strategy<Value = Source> {
    (prop::option::of(text()), prop::option::of(any::<i64>()), prop::option::of(0.0..1.0)).prop_map(
        |(quote, at, trust)| Source {
            kind: SourceKind::Document,
            quote,
            message_id: None,
            at: at.map(Timestamp),
            trust,
        },
    )
}

fn any_version() -> impl Strategy<Value = Version> {
    (text(), text(), any::<i64>(), any_source()).prop_map(|(value, text, at, source)| Version {
        value,
        text,
        observed_at: Timestamp(at),
        set_at: Timestamp(at),
        confidence: 0.3,
        source,
    })
}

/// Any record. Its lists are `repeat` times as long as they would be.
pub(crate) fn any_record(repeat: usize) -> impl Strategy<Value = Record> {
    let own = (any::<u64>(), text(), prop::option::of(text()), any::<i64>(), 0.0..1.0);
    let few = || 0_usize..4;
    let lists = (
        prop::collection::vec(any_version(), few()),
        prop::collection::vec(any_source(), few()),
        prop::collection::btree_map(text(), prop::collection::vec(any_version(), few()), few()),
        prop::collection::btree_map(text(), value(), few()),
        prop::collection::btree_set(text(), few()),
    );
    (own, lists).prop_map(move |((number, text, topic, at, importance), (history, sources, facts, metadata, tags))| {
        let detail = |version: &Version| Detail {
            text: version.text.clone(),
            observed_at: version.observed_at,
            source: version.source.clone(),
        };
        let details = times(&history.iter().map(detail).collect::<Vec<_>>(), repeat);
        let relations =
            tags.iter().map(|tag| Relation { relation: tag.clone(), id: RecordId::v7(1, 0, number) }).collect();
        Record {
            kind: Some(Kind::Inference),
            details,
            topic,
            facts: facts.into_iter().collect(),
            history: times(&history, repeat),
            importance,
            observed_at: Timestamp(at),
            status: Status::Merged,
            merged_into: Some(RecordId::v7(2, 0, number)),
            tags: tags.into_iter().collect(),
            metadata: metadata.into_iter().collect(),
            relations,
            sources: times(&sources, repeat),
            ..record(number, &text)
        }
    })
}

fn times<T: Clone>(items: &[T], repeat: usize) -> Vec<T> {
    (0..repeat).flat_map(|_| items.to_vec()).collect()
}
