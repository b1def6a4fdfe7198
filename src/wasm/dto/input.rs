//! What is to be written, as it comes in.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};
use tsify::Tsify;
use wasm_bindgen::JsValue;

use super::number::Share;
use super::time::Time;
use super::{fields, from_fields, given, object, record_id};
use crate::error::MemoryError;
use crate::record::{Kind, Patch, Relation, Source, SourceKind, WriteInput};
use crate::wasm::value::invalid;

/// A memory to be written. Only the text is needed.
#[derive(Debug, Deserialize, Tsify)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(in crate::wasm) struct RememberInput {
    /// What is to be remembered, word for word.
    text: String,
    /// How long it holds; a `fact` where neither you nor a rule says.
    #[tsify(optional, type = "Kind")]
    kind: Option<Kind>,
    /// The attribute of the subject that the text gives a value for, like `home_city`.
    #[tsify(optional, type = "string")]
    key: Option<String>,
    /// The key's value.
    #[tsify(optional, type = "string")]
    value: Option<String>,
    /// Whom or what it is about.
    #[tsify(optional, type = "string")]
    subject: Option<String>,
    /// What it belongs to.
    #[tsify(optional, type = "string")]
    topic: Option<String>,
    /// 0 to 1; 0.5 when not given.
    #[tsify(optional, type = "number")]
    importance: Option<Share>,
    /// 0 to 1; when not given 0.9 for what the user said, 0.7 from assistant, tool or document, 0.5 for an inference.
    #[tsify(optional, type = "number")]
    confidence: Option<Share>,
    /// Labels of yours.
    #[tsify(optional, type = "string[]")]
    tags: Option<BTreeSet<String>>,
    /// Data of yours: plain JSON, at most 32 levels deep.
    #[tsify(optional, type = "JsonObject")]
    metadata: Option<Map<String, Value>>,
    /// Links to other records of the scope.
    #[tsify(optional, type = "Relation[]")]
    relations: Option<Vec<RelationInput>>,
    /// Who said it; the user when not given.
    #[tsify(optional, type = "SourceInput")]
    #[serde(default, deserialize_with = "object")]
    source: Option<SourceInput>,
    /// When it held, as told; now when not given.
    #[tsify(optional, type = "Time")]
    observed_at: Option<Time>,
    /// From when on it no longer holds.
    #[tsify(optional, type = "Time")]
    valid_until: Option<Time>,
    /// Never cooled, merged away or deleted by anything automatic.
    #[tsify(optional, type = "boolean")]
    pinned: Option<bool>,
    /// A second write with the same key is answered with the first one's decision.
    #[tsify(optional, type = "string")]
    idempotency_key: Option<String>,
}

/// A link, before its name is checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RelationInput {
    relation: String,
    id: String,
}

/// Who said it, and where that can be read again.
#[derive(Debug, Deserialize, Tsify)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SourceInput {
    /// Who said it; the user when not given.
    #[tsify(optional, type = "SourceKind")]
    kind: Option<SourceKind>,
    /// The words that were said.
    #[tsify(optional, type = "string")]
    quote: Option<String>,
    /// The message that said them, by your name for it.
    #[tsify(optional, type = "string")]
    message_id: Option<String>,
    /// When they were said.
    #[tsify(optional, type = "Time")]
    at: Option<Time>,
    /// How far the source is trusted, 0 to 1.
    #[tsify(optional, type = "number")]
    trust: Option<Share>,
}

impl From<SourceInput> for Source {
    fn from(input: SourceInput) -> Self {
        Self {
            kind: input.kind.unwrap_or_default(),
            quote: input.quote,
            message_id: input.message_id,
            at: input.at.map(|time| time.0),
            trust: input.trust.map(|share| share.0),
        }
    }
}

impl RememberInput {
    /// What the engine is asked to write.
    pub(in crate::wasm) fn into_write(self) -> Result<WriteInput, MemoryError> {
        let link = |link: RelationInput| Ok(Relation { relation: link.relation, id: record_id(&link.id)? });
        Ok(WriteInput {
            text: self.text,
            kind: self.kind,
            key: self.key,
            value: self.value,
            subject: self.subject,
            topic: self.topic,
            importance: self.importance.map(|share| share.0),
            confidence: self.confidence.map(|share| share.0),
            tags: self.tags.unwrap_or_default(),
            metadata: self.metadata.unwrap_or_default(),
            relations: self.relations.unwrap_or_default().into_iter().map(link).collect::<Result<_, MemoryError>>()?,
            source: self.source.map(Source::from),
            observed_at: self.observed_at.map(|time| time.0),
            valid_until: self.valid_until.map(|time| time.0),
            pinned: self.pinned.unwrap_or_default(),
            idempotency_key: self.idempotency_key,
        })
    }
}

/// What a person changes of a record. What is left out stays; `null` clears.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[tsify(rename = "Patch")]
struct PatchInput {
    /// The text.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "string")]
    text: Option<String>,
    /// How long it holds.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "Kind")]
    kind: Option<Kind>,
    /// The attribute.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "string | null")]
    key: Option<Option<String>>,
    /// The key's value.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "string | null")]
    value: Option<Option<String>>,
    /// Whom or what it is about.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "string | null")]
    subject: Option<Option<String>>,
    /// What it belongs to.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "string | null")]
    topic: Option<Option<String>>,
    /// 0 to 1.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "number")]
    importance: Option<Share>,
    /// 0 to 1.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "number")]
    confidence: Option<Share>,
    /// All labels; they take the place of the old ones.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "string[]")]
    tags: Option<BTreeSet<String>>,
    /// All data; it takes the place of the old.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "JsonObject")]
    metadata: Option<Map<String, Value>>,
    /// When it held, as told.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "Time")]
    observed_at: Option<Time>,
    /// From when on it no longer holds.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "Time | null")]
    valid_until: Option<Option<Time>>,
    /// Whether it is pinned.
    #[serde(deserialize_with = "given")]
    #[tsify(optional, type = "boolean")]
    pinned: Option<bool>,
}

/// A patch, checked. One that changes nothing is a mistake, so it is refused.
pub(in crate::wasm) fn patch(value: &JsValue) -> Result<Patch, MemoryError> {
    let what = "edit";
    let given = fields(value, what)?;
    if given.is_empty() {
        return Err(invalid(what, "", "the patch names no field to change"));
    }
    from_fields::<PatchInput>(given, what).map(Patch::from)
}

impl From<PatchInput> for Patch {
    fn from(input: PatchInput) -> Self {
        Self {
            text: input.text,
            kind: input.kind,
            key: input.key,
            value: input.value,
            subject: input.subject,
            topic: input.topic,
            importance: input.importance.map(|share| share.0),
            confidence: input.confidence.map(|share| share.0),
            tags: input.tags,
            metadata: input.metadata,
            observed_at: input.observed_at.map(|time| time.0),
            valid_until: input.valid_until.map(|until| until.map(|time| time.0)),
            pinned: input.pinned,
        }
    }
}
