//! Which records are wanted, and how, as it comes in.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use tsify::Tsify;
use wasm_bindgen::JsValue;

use super::number::{Share, Whole};
use super::time::Time;
use super::{fields, from_fields, journal_id, object, read, record_id, refuse_unbuilt};
use crate::error::MemoryError;
use crate::record::{self, ForgetTarget, JournalId, Kind, ListInput, RecallInput, Scope, Span, Status, Tier};
use crate::wasm::value::{invalid, text};

/// Most hits of a recall.
const MAX_HITS: u32 = 1_000;

/// Most records or journal entries of a page.
const MAX_PAGE: u32 = 100_000;

/// The parts of a filter that are not built yet.
const UNBUILT_FILTERS: [&str; 3] = ["and", "or", "not"];

/// A span of time: from inclusive, to exclusive.
#[derive(Debug, Deserialize, Tsify)]
#[serde(deny_unknown_fields)]
#[tsify(rename = "TimeSpan")]
pub(in crate::wasm) struct SpanInput {
    /// From when on.
    #[tsify(optional, type = "Time")]
    from: Option<Time>,
    /// Until before when.
    #[tsify(optional, type = "Time")]
    to: Option<Time>,
}

/// Which records are wanted: all that is given must hold.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(in crate::wasm) struct Filter {
    /// Any of these kinds.
    #[tsify(optional, type = "Kind[]")]
    kinds: Option<Vec<Kind>>,
    /// All of these tags.
    #[tsify(optional, type = "string[]")]
    tags: Option<Vec<String>>,
    /// This status; `active` when not given.
    #[tsify(optional, type = "Status")]
    status: Option<Status>,
    /// This tier.
    #[tsify(optional, type = "Tier")]
    tier: Option<Tier>,
    /// This topic.
    #[tsify(optional, type = "string")]
    topic: Option<String>,
    /// This key.
    #[tsify(optional, type = "string")]
    key: Option<String>,
    /// This subject.
    #[tsify(optional, type = "string")]
    subject: Option<String>,
    /// Each of these fields of the metadata equals this value.
    #[tsify(optional, type = "Record<string, string | number | boolean | null>")]
    metadata: Option<BTreeMap<String, Value>>,
    /// Observed within this span.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "TimeSpan")]
    observed: Option<SpanInput>,
}

impl Filter {
    fn into_record(self, what: &str) -> Result<record::Filter, MemoryError> {
        for (field, value) in self.metadata.iter().flatten() {
            if value.is_object() || value.is_array() {
                let problem = "operators and nested values are not available in this version; give a plain value";
                return Err(invalid(what, &format!("metadata.{field}"), problem));
            }
        }
        Ok(record::Filter {
            kinds: self.kinds,
            tags: self.tags,
            status: self.status,
            tier: self.tier,
            topic: self.topic,
            key: self.key,
            subject: self.subject,
            metadata: self.metadata,
            observed: self.observed.map(|span| Span { from: span.from.map(|at| at.0), to: span.to.map(|at| at.0) }),
        })
    }
}

/// How to recall.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct RecallOptions {
    /// At most so many hits, 1 to 1000; 5 when not given.
    #[tsify(optional, type = "number")]
    limit: Option<Whole<1, MAX_HITS>>,
    /// Only hits of at least this score, 0 to 1.
    #[tsify(optional, type = "number")]
    min_score: Option<Share>,
    /// The scopes to search; the handle's own when not given.
    #[tsify(optional, type = "Scope[]")]
    scopes: Option<Vec<Scope>>,
    /// Which records.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "Filter")]
    filter: Option<Filter>,
    /// Any of these kinds.
    #[tsify(optional, type = "Kind[]")]
    kinds: Option<Vec<Kind>>,
    /// All of these tags.
    #[tsify(optional, type = "string[]")]
    tags: Option<Vec<String>>,
    /// Cold ones too.
    #[tsify(optional, type = "boolean")]
    include_cold: Option<bool>,
    /// Whether each hit says how its score came about.
    #[tsify(optional, type = "boolean")]
    explain: Option<bool>,
    /// Whether a hit counts as a use, so that it fades later; it does when not given.
    #[tsify(optional, type = "boolean")]
    touch: Option<bool>,
}

/// How to recall, checked.
pub(in crate::wasm) fn recall_input(options: &JsValue) -> Result<RecallInput, MemoryError> {
    let what = "recall options";
    let mut given = fields(options, what)?;
    refuse_unbuilt(&mut given, &["includeHistory", "asOf"], what)?;
    if let Some(Value::Object(filter)) = given.get_mut("filter") {
        refuse_unbuilt(filter, &UNBUILT_FILTERS, "recall filter")?;
    }
    let options: RecallOptions = from_fields(given, what)?;
    let mut filter = options.filter.unwrap_or_default().into_record("recall filter")?;
    filter.kinds = match (filter.kinds, options.kinds) {
        (Some(mut some), Some(others)) => {
            some.retain(|kind| others.contains(kind));
            Some(some)
        }
        (some, others) => some.or(others),
    };
    if let Some(tags) = options.tags {
        filter.tags.get_or_insert_default().extend(tags);
    }
    for scope in options.scopes.iter().flatten() {
        check_scope(scope, what)?;
    }
    let standard = RecallInput::default();
    Ok(RecallInput {
        limit: options.limit.map_or(standard.limit, |limit| limit.0 as usize),
        min_score: options.min_score.map(|score| score.0),
        scopes: options.scopes,
        filter,
        include_cold: options.include_cold.unwrap_or(standard.include_cold),
        explain: options.explain.unwrap_or(standard.explain),
        touch: options.touch.unwrap_or(standard.touch),
    })
}

/// A page of records.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct ListPage {
    /// Only records after this one, in order of creation.
    #[tsify(optional, type = "string")]
    after: Option<String>,
    /// At most so many, 1 to 100000; all when not given.
    #[tsify(optional, type = "number")]
    limit: Option<Whole<1, MAX_PAGE>>,
}

/// What a list holds, checked: `includeCold` stands beside the filter's own fields.
pub(in crate::wasm) fn list_input(filter: &JsValue, page: &JsValue) -> Result<ListInput, MemoryError> {
    let what = "list filter";
    let mut given = fields(filter, what)?;
    refuse_unbuilt(&mut given, &UNBUILT_FILTERS, what)?;
    let include_cold = match given.remove("includeCold") {
        None => false,
        Some(Value::Bool(cold)) => cold,
        Some(other) => {
            return Err(invalid(what, "includeCold", &format!("true or false is needed; {other} was given")));
        }
    };
    let filter = from_fields::<Filter>(given, what)?.into_record(what)?;
    let page: ListPage = read(page, "list page")?;
    let after = page.after.as_deref().map(record_id).transpose()?;
    Ok(ListInput { filter, include_cold, after, limit: page.limit.map(|limit| limit.0 as usize) })
}

/// How to forget.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct ForgetOptions {
    /// Whether every trace is removed for good; otherwise records are hidden, and `restore` or `undo` brings them back.
    #[tsify(optional, type = "boolean")]
    hard: Option<bool>,
}

/// What to forget and whether for good, checked. A filter without a field would empty the scope by mistake.
pub(in crate::wasm) fn forget_target(target: &JsValue, options: &JsValue) -> Result<(ForgetTarget, bool), MemoryError> {
    let what = "forget";
    let options: ForgetOptions = read(options, "forget options")?;
    let hard = options.hard.unwrap_or_default();
    if target.is_string() {
        return Ok((ForgetTarget::Id(record_id(&text(target, what)?)?), hard));
    }
    if target.is_undefined() {
        return Err(invalid(what, "", "the id of a record or a filter is needed; undefined was given"));
    }
    let mut given: Map<String, Value> = fields(target, what)?;
    refuse_unbuilt(&mut given, &UNBUILT_FILTERS, what)?;
    given.retain(|name, value| name == "kinds" || !holds_of_all(value));
    if given.is_empty() {
        let problem = "an empty filter would forget the whole scope; if that is meant, say { status: 'active' }";
        return Err(invalid(what, "", problem));
    }
    let filter = from_fields::<Filter>(given, what)?.into_record(what)?;
    Ok((ForgetTarget::Filter(Box::new(filter)), hard))
}

/// Whether a field of a filter says nothing: no tag, no metadata, no end of a span.
fn holds_of_all(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(Value::is_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// A page of the journal.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct JournalPage {
    /// Only entries after this one.
    #[tsify(optional, type = "string")]
    after: Option<String>,
    /// At most so many, 1 to 100000; all when not given.
    #[tsify(optional, type = "number")]
    limit: Option<Whole<1, MAX_PAGE>>,
}

/// Which entries of the journal, checked.
pub(in crate::wasm) fn journal_page(page: &JsValue) -> Result<(Option<JournalId>, Option<usize>), MemoryError> {
    let page: JournalPage = read(page, "journal options")?;
    Ok((page.after.as_deref().map(journal_id).transpose()?, page.limit.map(|limit| limit.0 as usize)))
}

/// A scope, checked.
pub(in crate::wasm) fn scope(value: &JsValue, what: &str) -> Result<Scope, MemoryError> {
    let scope = read(value, what)?;
    check_scope(&scope, what)?;
    Ok(scope)
}

/// An empty name is a variable that was never set, and would mix the memories of everybody whose name is missing.
fn check_scope(scope: &Scope, what: &str) -> Result<(), MemoryError> {
    for (field, name) in [("userId", &scope.user_id), ("agentId", &scope.agent_id), ("runId", &scope.run_id)] {
        if name.as_ref().is_some_and(String::is_empty) {
            return Err(invalid(what, field, "an empty name; leave the field out for memories that belong to none"));
        }
    }
    Ok(())
}
