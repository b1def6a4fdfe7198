//! What the caller sets of the policy, as it comes in; what is left out keeps its default.

use js_sys::Reflect;
use serde::Deserialize;
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::record::{
    CalibratePolicy, DecayPolicy, GatePolicy, JournalPolicy, JudgeWhen, MergePolicy, Policy, Preset, Rates,
    ReflectPolicy, Strategies, Timeouts,
};
use crate::wasm::fields::{COSINE, Fields, POSITIVE, RATE, SHARE};

/// The longest time that a JavaScript timer can wait, in milliseconds: 2³¹ − 1.
const MAX_TIMER: u32 = 0x7fff_ffff;

/// Most bytes of one text: half of the 1 MiB that one stored value may have, so that a text's record always fits.
const MAX_TEXT: u32 = 524_288;

/// Most callbacks side by side: more would only queue in the host.
const MAX_CONCURRENCY: u32 = 64;

/// Most records of one topic that are merged, or of one batch that is reflected on.
const MAX_BATCH: u32 = 1_000;

/// Bytes of memory that vectors may take in a worker, where the caller does not say: half of what an edge worker has.
///
/// Source: DESIGN; a Durable Object has 128 MB, with the module, the records and the host's own in it.
const WORKER_BUDGET: u64 = 64 * 1024 * 1024;

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Calibrate {
    Auto,
    Off,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Judge {
    Inline,
    Background,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum DecayFor {
    Assistant,
    Support,
}

/// The policy, checked.
pub(in crate::wasm) fn policy(value: &JsValue) -> Result<Policy, MemoryError> {
    let mut set = Fields::of(value, "policy")?;
    let standard = Policy::default();
    let policy = Policy {
        strategies: strategies(set.object_or_empty("strategies")?)?,
        gate: gate(set.object_or_empty("gate")?)?,
        calibrate: set.word("calibrate")?.map_or(standard.calibrate, |when| match when {
            Calibrate::Auto => CalibratePolicy::Auto,
            Calibrate::Off => CalibratePolicy::Off,
        }),
        judge: set.word("judge")?.map_or(standard.judge, |when| match when {
            Judge::Inline => JudgeWhen::Inline,
            Judge::Background => JudgeWhen::Background,
        }),
        merge: merge(set.object_or_empty("merge")?, standard.merge)?,
        decay: decay(set.object_or_empty("decay")?)?,
        reflect: reflect(set.object_or_empty("reflect")?)?,
        journal: journal(set.object_or_empty("journal")?, standard.journal)?,
        timeouts: timeouts(set.object_or_empty("timeouts")?, standard.timeouts)?,
        concurrency: set.whole("concurrency", 1, MAX_CONCURRENCY)?.map_or(standard.concurrency, |n| n as usize),
        max_text_bytes: set.whole("maxTextBytes", 1, MAX_TEXT)?.map_or(standard.max_text_bytes, |n| n as usize),
        memory_budget: set.count("memoryBudget")?.or_else(budget_of_worker),
    };
    set.done()?;
    Ok(policy)
}

/// A worker's budget, where this is one; elsewhere the engine's own.
fn budget_of_worker() -> Option<u64> {
    let is_worker = Reflect::has(&js_sys::global(), &JsValue::from_str("WorkerGlobalScope")).unwrap_or(false);
    is_worker.then_some(WORKER_BUDGET)
}

fn strategies(mut set: Fields) -> Result<Strategies, MemoryError> {
    let standard = Strategies::default();
    let strategies = Strategies {
        gate: set.flag("gate")?.unwrap_or(standard.gate),
        fingerprint: set.flag("fingerprint")?.unwrap_or(standard.fingerprint),
        merge: set.flag("merge")?.unwrap_or(standard.merge),
        decay: set.flag("decay")?.unwrap_or(standard.decay),
        versions: set.flag("versions")?.unwrap_or(standard.versions),
        reflect: set.flag("reflect")?.unwrap_or(standard.reflect),
    };
    set.done()?;
    Ok(strategies)
}

fn gate(mut set: Fields) -> Result<GatePolicy, MemoryError> {
    let standard = GatePolicy::default();
    let gate = GatePolicy {
        duplicate: set.number("duplicate", COSINE)?.or(standard.duplicate),
        related: set.number("related", COSINE)?.or(standard.related),
        char: set.number("char", SHARE)?.unwrap_or(standard.char),
    };
    set.done()?;
    Ok(gate)
}

fn merge(mut set: Fields, standard: MergePolicy) -> Result<MergePolicy, MemoryError> {
    let merge = MergePolicy {
        at: set.whole("at", 2, MAX_BATCH)?.map_or(standard.at, |at| at as usize),
        cluster: set.flag("cluster")?.unwrap_or(standard.cluster),
    };
    set.done()?;
    Ok(merge)
}

fn decay(mut set: Fields) -> Result<DecayPolicy, MemoryError> {
    let standard = DecayPolicy::default();
    let mut rates = set.object_or_empty("rates")?;
    let decay = DecayPolicy {
        preset: set.word("preset")?.map_or(standard.preset, |preset| match preset {
            DecayFor::Assistant => Preset::Assistant,
            DecayFor::Support => Preset::Support,
        }),
        rate: set.number("rate", RATE)?.or(standard.rate),
        rates: Rates {
            fact: rates.number("fact", RATE)?.or(standard.rates.fact),
            state: rates.number("state", RATE)?.or(standard.rates.state),
            inference: rates.number("inference", RATE)?.or(standard.rates.inference),
        },
        cold_below: set.number("coldBelow", SHARE)?.unwrap_or(standard.cold_below),
        keep_hot_above: set.number("keepHotAbove", SHARE)?.unwrap_or(standard.keep_hot_above),
    };
    rates.done()?;
    set.done()?;
    Ok(decay)
}

fn reflect(mut set: Fields) -> Result<ReflectPolicy, MemoryError> {
    let standard = ReflectPolicy::default();
    let reflect = ReflectPolicy {
        every_turns: set.whole("everyTurns", 1, u32::MAX)?.unwrap_or(standard.every_turns),
        every_hours: set.number("everyHours", POSITIVE)?.unwrap_or(standard.every_hours),
        batch: set.whole("batch", 1, MAX_BATCH)?.map_or(standard.batch, |records| records as usize),
        max_deleted_share: set.number("maxDeletedShare", SHARE)?.unwrap_or(standard.max_deleted_share),
        max_tokens_per_day: set.count("maxTokensPerDay")?.or(standard.max_tokens_per_day),
    };
    set.done()?;
    Ok(reflect)
}

fn journal(mut set: Fields, standard: JournalPolicy) -> Result<JournalPolicy, MemoryError> {
    let journal = JournalPolicy {
        entries: set.whole("entries", 1, u32::MAX)?.unwrap_or(standard.entries),
        days: set.number("days", POSITIVE)?.unwrap_or(standard.days),
    };
    set.done()?;
    Ok(journal)
}

fn timeouts(mut set: Fields, standard: Timeouts) -> Result<Timeouts, MemoryError> {
    let timeouts = Timeouts {
        embed_ms: set.whole("embedMs", 1, MAX_TIMER)?.unwrap_or(standard.embed_ms),
        llm_ms: set.whole("llmMs", 1, MAX_TIMER)?.unwrap_or(standard.llm_ms),
    };
    set.done()?;
    Ok(timeouts)
}
