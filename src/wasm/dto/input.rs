//! What is to be written, as it comes in.

use wasm_bindgen::JsValue;

use super::record_id;
use crate::error::MemoryError;
use crate::record::{Patch, Relation, Source, WriteInput};
use crate::wasm::fields::{Fields, SHARE};
use crate::wasm::value::{describe, invalid, text};

/// A memory to be written, checked: a text alone, or a `RememberInput`.
pub(in crate::wasm) fn write_input(input: &JsValue, what: &str) -> Result<WriteInput, MemoryError> {
    if input.is_string() {
        return Ok(WriteInput { text: text(input, what)?, ..WriteInput::default() });
    }
    if !input.is_object() || input.is_array() {
        let words = format!("a text, or an object with one, is needed; {} was given", describe(input));
        return Err(invalid(what, "", &words));
    }
    let mut given = Fields::of(input, what)?;
    let input = WriteInput {
        text: given.needed_text("text")?,
        kind: given.word("kind")?,
        key: given.text("key")?,
        value: given.text("value")?,
        subject: given.text("subject")?,
        topic: given.text("topic")?,
        importance: given.number("importance", SHARE)?,
        confidence: given.number("confidence", SHARE)?,
        tags: given.texts("tags")?.unwrap_or_default(),
        metadata: given.data("metadata")?.unwrap_or_default(),
        relations: given.objects("relations")?.into_iter().flatten().map(relation).collect::<Result<_, _>>()?,
        source: given.object("source")?.map(source).transpose()?,
        observed_at: given.time("observedAt")?,
        valid_until: given.time("validUntil")?,
        pinned: given.flag("pinned")?.unwrap_or_default(),
        idempotency_key: given.text("idempotencyKey")?,
    };
    given.done()?;
    Ok(input)
}

fn relation(mut given: Fields) -> Result<Relation, MemoryError> {
    let (relation, id) = (given.needed_text("relation")?, given.needed_text("id")?);
    given.done()?;
    Ok(Relation { relation, id: record_id(&id)? })
}

fn source(mut given: Fields) -> Result<Source, MemoryError> {
    let source = Source {
        kind: given.word("kind")?.unwrap_or_default(),
        quote: given.text("quote")?,
        message_id: given.text("messageId")?,
        at: given.time("at")?,
        trust: given.number("trust", SHARE)?,
    };
    given.done()?;
    Ok(source)
}

/// A patch, checked. One that changes nothing is a mistake, so it is refused.
pub(in crate::wasm) fn patch(value: &JsValue) -> Result<Patch, MemoryError> {
    let mut given = Fields::of(value, "edit")?;
    if given.is_empty() {
        return Err(given.problem("", "the patch names no field to change"));
    }
    let clearable = Patch {
        key: given.or_null("key", Fields::text)?,
        value: given.or_null("value", Fields::text)?,
        subject: given.or_null("subject", Fields::text)?,
        topic: given.or_null("topic", Fields::text)?,
        valid_until: given.or_null("validUntil", Fields::time)?,
        ..Patch::default()
    };
    given.refuse_nulls()?;
    let patch = Patch {
        text: given.text("text")?,
        kind: given.word("kind")?,
        importance: given.number("importance", SHARE)?,
        confidence: given.number("confidence", SHARE)?,
        tags: given.texts("tags")?,
        metadata: given.data("metadata")?,
        observed_at: given.time("observedAt")?,
        pinned: given.flag("pinned")?,
        ..clearable
    };
    given.done()?;
    Ok(patch)
}
