//! Which records are wanted, and how, as it comes in.

use wasm_bindgen::JsValue;

use super::filter::filter_of;
use super::{journal_id, record_id};
use crate::error::MemoryError;
use crate::record::{ContextInput, ForgetTarget, JournalId, ListInput, RecallInput, RecordId, Scope};
use crate::wasm::fields::{Fields, SHARE};
use crate::wasm::value::{invalid, text};

/// Most hits of a recall.
const MAX_HITS: u32 = 1_000;

/// Most tokens of a context.
const MAX_TOKENS: u32 = 1_000_000;

/// Most records or journal entries of a page.
const MAX_PAGE: u32 = 100_000;

/// UTF-8 bytes of each name in a scope: far more than any name, and little enough to stand in every event.
const MOST_SCOPE_BYTES: usize = 1_024;

/// How to recall, checked.
pub(in crate::wasm) fn recall_input(options: &JsValue) -> Result<RecallInput, MemoryError> {
    recall_of(Fields::of(options, "recall options")?, RecallInput::default())
}

/// How to make a context, checked.
pub(in crate::wasm) fn context_input(options: &JsValue) -> Result<ContextInput, MemoryError> {
    let mut given = Fields::of(options, "context options")?;
    let standard = ContextInput::default();
    let max_tokens = given.whole("maxTokens", 1, MAX_TOKENS)?.map_or(standard.max_tokens, |tokens| tokens as usize);
    Ok(ContextInput { recall: recall_of(given, standard.recall)?, max_tokens })
}

fn recall_of(mut given: Fields, standard: RecallInput) -> Result<RecallInput, MemoryError> {
    let filter = given.object("filter")?.map(filter_of).transpose()?.unwrap_or_default();
    let filter = filter.narrowed(given.words("kinds")?, given.texts("tags")?);
    let scopes = given.objects("scopes")?;
    let input = RecallInput {
        limit: given.whole("limit", 1, MAX_HITS)?.map_or(standard.limit, |limit| limit as usize),
        min_score: given.number("minScore", SHARE)?,
        scopes: scopes.map(|scopes| scopes.into_iter().map(scope_of).collect()).transpose()?,
        filter,
        include_cold: given.flag("includeCold")?.unwrap_or(standard.include_cold),
        include_history: given.flag("includeHistory")?.unwrap_or(standard.include_history),
        as_of: given.time("asOf")?,
        explain: given.flag("explain")?.unwrap_or(standard.explain),
        touch: given.flag("touch")?.unwrap_or(standard.touch),
    };
    given.done()?;
    Ok(input)
}

/// What a list holds, checked: `includeCold` stands beside the filter's own fields.
pub(in crate::wasm) fn list_input(filter: &JsValue, page: &JsValue) -> Result<ListInput, MemoryError> {
    let mut given = Fields::of(filter, "list filter")?;
    let include_cold = given.flag("includeCold")?.unwrap_or_default();
    let filter = filter_of(given)?;
    let mut page = Fields::of(page, "list page")?;
    let (after, limit) = (page.text("after")?, page.whole("limit", 1, MAX_PAGE)?);
    page.done()?;
    let after = after.as_deref().map(record_id).transpose()?;
    Ok(ListInput { filter, include_cold, after, limit: limit.map(|limit| limit as usize) })
}

/// What to forget and whether for good, checked. A filter that says nothing would empty the scope by mistake.
pub(in crate::wasm) fn forget_target(target: &JsValue, options: &JsValue) -> Result<(ForgetTarget, bool), MemoryError> {
    let what = "forget";
    let mut options = Fields::of(options, "forget options")?;
    let is_hard = options.flag("hard")?.unwrap_or_default();
    options.done()?;
    if target.is_string() {
        return Ok((ForgetTarget::Id(record_id(&text(target, what)?)?), is_hard));
    }
    if target.is_undefined() {
        return Err(invalid(what, "", "the id of a record or a filter is needed; undefined was given"));
    }
    let filter = filter_of(Fields::of(target, what)?)?;
    if filter.says_nothing() {
        let problem = "an empty filter would forget the whole scope; if that is meant, say { status: 'active' }";
        return Err(invalid(what, "", problem));
    }
    Ok((ForgetTarget::Filter(Box::new(filter)), is_hard))
}

/// Which entries of the journal, checked.
pub(in crate::wasm) fn journal_page(page: &JsValue) -> Result<(Option<JournalId>, Option<usize>), MemoryError> {
    let mut page = Fields::of(page, "journal options")?;
    let (after, limit) = (page.text("after")?, page.whole("limit", 1, MAX_PAGE)?);
    page.done()?;
    Ok((after.as_deref().map(journal_id).transpose()?, limit.map(|limit| limit as usize)))
}

/// Of what a history is wanted, checked: a record, or a key of a subject.
pub(in crate::wasm) fn history_of(of: &JsValue, options: &JsValue) -> Result<HistoryOf, MemoryError> {
    let name = text(of, "history")?;
    let mut options = Fields::of(options, "history options")?;
    let subject = options.text("subject")?;
    options.done()?;
    if name.trim().is_empty() {
        return Err(invalid("history", "", "the key is blank"));
    }
    Ok(match name.parse() {
        Ok(id) => HistoryOf::Record(id),
        Err(_) => HistoryOf::Key { key: name, subject },
    })
}

/// Of what a history is wanted.
pub(in crate::wasm) enum HistoryOf {
    /// Of a record.
    Record(RecordId),
    /// Of a key.
    Key {
        /// The key.
        key: String,
        /// Whom or what it is an attribute of.
        subject: Option<String>,
    },
}

/// A scope, checked.
pub(in crate::wasm) fn scope(value: &JsValue, what: &str) -> Result<Scope, MemoryError> {
    scope_of(Fields::of(value, what)?)
}

/// An empty name is a variable that was never set, and would mix the memories of everybody whose name is missing.
fn scope_of(mut given: Fields) -> Result<Scope, MemoryError> {
    let mut name_of = |field: &'static str| match given.text(field)? {
        Some(name) if name.is_empty() => {
            Err(given.problem(field, "an empty name; leave the field out for memories that belong to none"))
        }
        Some(name) if MOST_SCOPE_BYTES < name.len() => {
            Err(given.problem(field, "a name of more than 1,024 bytes of UTF-8"))
        }
        name => Ok(name),
    };
    let scope = Scope { user_id: name_of("userId")?, agent_id: name_of("agentId")?, run_id: name_of("runId")? };
    given.done()?;
    Ok(scope)
}
