//! How to reflect, and what a reflection did.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::record::{self, StepKind};
use crate::wasm::fields::Fields;

/// What a reflection did. The first seven are counts.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Reflected {
    /// Records that were new or changed and that the model was shown.
    examined: usize,
    /// Merges.
    merged: usize,
    /// Records that were given another text; the older one is among their details.
    updated: usize,
    /// Records that were hidden; `undo` and `restore` bring them back.
    deleted: usize,
    /// Conflicts that were opened: two records that can't both hold, neither of which is hidden.
    conflicts: usize,
    /// Proposals that were refused.
    rejected: usize,
    /// Batches whose call failed, or whose answer could not be read; nothing of them was changed, and they stay due.
    failed: usize,
    /// Calls of the language-model callback.
    llm_calls: u32,
    /// Tokens read and written: those that the callback counted, else estimated.
    tokens: u64,
    /// What was refused, and why.
    refusals: Vec<Refusal>,
    /// What would be done; with `dryRun` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<PlannedStep>>,
    /// The journal entry, which `undo` takes back; missing where nothing was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    journal_id: Option<String>,
}

/// A proposal of the model's that was refused.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Refusal {
    /// The proposal, as the model gave it; the beginning of its JSON text where it runs on.
    #[tsify(type = "unknown")]
    op: serde_json::Value,
    /// Why.
    reason: String,
}

/// One change that a reflection would make.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct PlannedStep {
    /// What kind of change.
    #[tsify(type = "'merge' | 'update' | 'delete' | 'conflict'")]
    op: StepKind,
    /// Of which records, in order of creation.
    ids: Vec<String>,
    /// Their texts before.
    before: Vec<String>,
    /// The one text after; missing where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    /// Why, in the model's words, of what is to be deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The record that took the place of what is to be deleted, which becomes its history; missing where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The texts that go, each on a line behind `- `, and the one that comes, behind `+ `; those that stand against each other, behind `? `.
    diff: String,
}

impl From<record::Reflected> for Reflected {
    fn from(done: record::Reflected) -> Self {
        let step = |step: record::PlannedStep| PlannedStep {
            diff: step.diff(),
            op: step.kind,
            ids: step.ids.iter().map(ToString::to_string).collect(),
            before: step.before,
            after: step.after,
            reason: step.reason,
            by: step.by.map(|id| id.to_string()),
        };
        let refusal = |refusal: record::Refusal| Refusal { op: refusal.op, reason: refusal.reason };
        Self {
            examined: done.examined,
            merged: done.merged,
            updated: done.updated,
            deleted: done.deleted,
            conflicts: done.conflicts,
            rejected: done.rejected,
            failed: done.failed,
            llm_calls: done.llm_calls,
            tokens: done.tokens,
            refusals: done.refusals.into_iter().map(refusal).collect(),
            plan: done.plan.map(|steps| steps.into_iter().map(step).collect()),
            journal_id: done.journal_id.map(|id| id.to_string()),
        }
    }
}

/// How to reflect, checked.
pub(in crate::wasm) fn reflect_input(options: &JsValue) -> Result<record::ReflectInput, MemoryError> {
    let mut given = Fields::of(options, "reflect")?;
    let input = record::ReflectInput {
        force: given.flag("force")?.unwrap_or_default(),
        dry_run: given.flag("dryRun")?.unwrap_or_default(),
    };
    given.done()?;
    Ok(input)
}
