//! Filters hold before the best are chosen: a recall with one finds what a recall of everything leaves after filtering by hand.

use palimpsest::record::{Condition, Filter, Kind, RecallInput, Record, Scope, Span, Timestamp, WriteInput};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::harness::{House, add_all, run};

const START: i64 = 1_750_000_000_000;
const TAGS: [&str; 3] = ["a", "b", "茶"];

/// Records that share a word, and differ in all that a filter may ask for.
fn house() -> House {
    let house = House::under(add_all(), None);
    for n in 0..24_usize {
        let name = ["绿茶", "tea", "咖啡"][n % 3];
        let metadata = json!({ "n": (n % 7), "name": name, "list": [(n % 2), "x"] });
        let mut input = WriteInput {
            kind: Some([Kind::Fact, Kind::State, Kind::Inference][n % 3]),
            tags: TAGS
                .iter()
                .enumerate()
                .filter(|(at, _)| n >> at & 1 == 1)
                .map(|(_, tag)| (*tag).to_owned())
                .collect(),
            topic: (n % 4 == 0).then(|| "琴".to_owned()),
            observed_at: Some(Timestamp(START + 1_000 * i64::try_from(n).unwrap())),
            ..format!("抽屉 {} 号里有 drawer{n}", n * 17).as_str().into()
        };
        // Some have no data at all.
        if n % 5 != 0 {
            input.metadata = metadata.as_object().unwrap().clone();
        }
        run(house.engine.remember(&Scope::default(), input)).unwrap();
    }
    house
}

fn recalled(house: &House, filter: Filter, limit: usize) -> Vec<Record> {
    let input = RecallInput { filter, limit, touch: false, ..RecallInput::default() };
    let hits = run(house.engine.recall(&Scope::default(), "抽屉 drawer", input)).unwrap();
    hits.into_iter().map(|hit| hit.record).collect()
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0..7_i64).prop_map(Value::from),
        prop::sample::select(vec!["绿茶", "tea", "x"]).prop_map(Value::from),
        Just(Value::Null)
    ]
}

fn conditions() -> impl Strategy<Value = Condition> {
    let lists = prop::collection::vec(values(), 0..3);
    (0..9_usize, values(), lists).prop_map(|(operator, value, list)| match operator {
        0 => Condition::Eq(value),
        1 => Condition::Ne(value),
        2 => Condition::Gt(value),
        3 => Condition::Gte(value),
        4 => Condition::Lt(value),
        5 => Condition::Lte(value),
        6 => Condition::In(list),
        7 => Condition::Nin(list),
        _ => Condition::Contains(value),
    })
}

fn filters() -> impl Strategy<Value = Filter> {
    let fields = prop::collection::vec((prop::sample::select(vec!["n", "name", "list", "none"]), conditions()), 0..2);
    let kinds = prop::option::of(prop::sample::subsequence(vec![Kind::Fact, Kind::State, Kind::Inference], 1..3));
    let tags = prop::option::of(prop::sample::subsequence(TAGS.to_vec(), 0..2));
    let plain = (fields, kinds, tags, prop::option::of(0..24_i64), any::<bool>()).prop_map(
        |(fields, kinds, tags, from, is_of_topic)| Filter {
            kinds,
            tags: tags.map(|tags| tags.into_iter().map(str::to_owned).collect()),
            topic: (is_of_topic && from.is_none()).then(|| "琴".to_owned()),
            metadata: (!fields.is_empty())
                .then(|| fields.into_iter().map(|(field, condition)| (field.to_owned(), vec![condition])).collect()),
            observed: from.map(|from| Span {
                from: Some(Timestamp(START + 1_000 * from)),
                to: Some(Timestamp(START + 1_000 * (from + 9))),
            }),
            ..Filter::default()
        },
    );
    plain.prop_recursive(2, 8, 2, |inner| {
        let several = prop::collection::vec(inner.clone(), 1..3);
        (inner.clone(), several.clone(), prop::option::of(several), prop::option::of(inner))
            .prop_map(|(plain, and, or, not)| Filter { and, or, not: not.map(Box::new), ..plain })
    })
}

/// What the interface says of a condition, written once more and in another way.
fn holds(condition: &Condition, found: Option<&Value>) -> bool {
    let number = |value: &Value| value.as_i64();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let compare = |value: &Value, wanted: &[i8]| {
        let Some(found) = found else { return false };
        let order = match (number(found).zip(number(value)), text(found).zip(text(value))) {
            (Some((found, value)), _) => found.cmp(&value),
            (_, Some((found, value))) => found.cmp(&value),
            _ => return false,
        };
        wanted.contains(&(order as i8))
    };
    match condition {
        Condition::Eq(value) => found == Some(value),
        Condition::Ne(value) => found != Some(value),
        Condition::Gt(value) => compare(value, &[1]),
        Condition::Gte(value) => compare(value, &[0, 1]),
        Condition::Lt(value) => compare(value, &[-1]),
        Condition::Lte(value) => compare(value, &[-1, 0]),
        Condition::In(list) => found.is_some_and(|found| list.contains(found)),
        Condition::Nin(list) => !found.is_some_and(|found| list.contains(found)),
        Condition::Contains(value) => match found {
            Some(Value::Array(items)) => items.contains(value),
            Some(Value::String(found)) => value.as_str().is_some_and(|part| found.contains(part)),
            _ => false,
        },
    }
}

fn wanted(filter: &Filter, record: &Record) -> bool {
    if filter.kinds.as_ref().is_some_and(|kinds| !kinds.contains(&record.kind())) {
        return false;
    }
    if filter.tags.iter().flatten().any(|tag| !record.tags.contains(tag)) {
        return false;
    }
    if filter.topic.is_some() && filter.topic != record.topic {
        return false;
    }
    for (field, conditions) in filter.metadata.iter().flat_map(|fields| fields.iter()) {
        if conditions.iter().any(|condition| !holds(condition, record.metadata.get(field))) {
            return false;
        }
    }
    if let Some(span) = filter.observed
        && (record.observed_at < span.from.unwrap() || span.to.unwrap() <= record.observed_at)
    {
        return false;
    }
    filter.and.iter().all(|part| wanted(part, record))
        && filter.or.as_ref().is_none_or(|parts| parts.iter().any(|part| wanted(part, record)))
        && !filter.not.as_ref().is_some_and(|part| wanted(part, record))
}

#[test]
fn a_filtered_recall_finds_what_filtering_by_hand_leaves() {
    let house = house();
    let all = recalled(&house, Filter::default(), 1_000);
    assert_eq!(all.len(), 24);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let cases = (filters(), 1..30_usize);
    let result = runner.run(&cases, |(filter, limit)| {
        let found: Vec<_> = recalled(&house, filter.clone(), limit).iter().map(|record| record.id).collect();
        let mut by_hand: Vec<_> = all.iter().filter(|record| wanted(&filter, record)).map(|record| record.id).collect();
        // As many as are wanted, whatever stands before them in a recall of everything; the scores of fewer candidates may order them anew.
        prop_assert_eq!(found.len(), by_hand.len().min(limit));
        prop_assert!(found.iter().all(|id| by_hand.contains(id)));
        if by_hand.len() <= limit {
            let mut found = found;
            found.sort();
            by_hand.sort();
            prop_assert_eq!(found, by_hand);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
}
