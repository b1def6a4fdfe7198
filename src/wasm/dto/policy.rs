//! What the caller sets of the policy, as it comes in; what is left out keeps its default.

use serde::Deserialize;
use tsify::Tsify;

use super::number::{Cosine, Count, Positive, Rate, Share, Whole};
use super::object;
use crate::record::{
    CalibratePolicy, DecayPolicy, GatePolicy, JudgeWhen, MergePolicy, Policy, Rates, ReflectPolicy, Strategies,
    Timeouts,
};

/// The longest time that a JavaScript timer can wait, in milliseconds: 2³¹ − 1.
const MAX_TIMER: u32 = 0x7fff_ffff;

/// Most bytes of one text: half of the 1 MiB that one stored value may have, so that a text's record always fits.
const MAX_TEXT: u32 = 524_288;

/// What you set of the policy; what is left out keeps its default.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(in crate::wasm) struct PolicyOptions {
    /// Which strategies are on; all are when not given.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "StrategiesOptions")]
    strategies: Option<StrategiesOptions>,
    /// The write gate's thresholds.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "GateOptions")]
    gate: Option<GateOptions>,
    /// Whether an unknown embedding model is measured at the first write; `auto` when not given.
    #[tsify(optional, type = "'auto' | 'off'")]
    calibrate: Option<Calibrate>,
    /// Whether a write waits for the language model (`inline`, when not given) or resolves once the rules have decided.
    #[tsify(optional, type = "'inline' | 'background'")]
    judge: Option<Judge>,
    /// When fragments are merged.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "MergeOptions")]
    merge: Option<MergeOptions>,
    /// How fast what is not used fades.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "DecayOptions")]
    decay: Option<DecayOptions>,
    /// When a model reflects, and on how much.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "ReflectOptions")]
    reflect: Option<ReflectOptions>,
    /// How long a callback may take.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "TimeoutOptions")]
    timeouts: Option<TimeoutOptions>,
    /// Callbacks that may run side by side, 1 to 64; 4 when not given.
    #[tsify(optional, type = "number")]
    concurrency: Option<Whole<1, 64>>,
    /// UTF-8 bytes that a text may have, 1 to 524288; 16384 when not given.
    #[tsify(optional, type = "number")]
    max_text_bytes: Option<Whole<1, MAX_TEXT>>,
    /// Bytes of memory that the index may take; the runtime's default when not given.
    #[tsify(optional, type = "number")]
    memory_budget: Option<Count>,
}

/// Which strategies are on; all are when not given.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct StrategiesOptions {
    /// The write gate.
    #[tsify(optional, type = "boolean")]
    gate: Option<bool>,
    /// Semantic fingerprints.
    #[tsify(optional, type = "boolean")]
    fingerprint: Option<bool>,
    /// Merging of fragments.
    #[tsify(optional, type = "boolean")]
    merge: Option<bool>,
    /// Time decay and the cold tier.
    #[tsify(optional, type = "boolean")]
    decay: Option<bool>,
    /// Keys, versions and conflicts.
    #[tsify(optional, type = "boolean")]
    versions: Option<bool>,
    /// Reflection by a model.
    #[tsify(optional, type = "boolean")]
    reflect: Option<bool>,
}

/// The write gate's thresholds.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct GateOptions {
    /// Cosine from which two texts may be one memory; the embedding model's own when not given.
    #[tsify(optional, type = "number")]
    duplicate: Option<Cosine>,
    /// Cosine from which a record is looked at as a candidate; the embedding model's own when not given.
    #[tsify(optional, type = "number")]
    related: Option<Cosine>,
    /// Share of matching characters, 0 to 1, from which two texts may be one memory; 0.9 when not given.
    #[tsify(optional, type = "number")]
    char: Option<Share>,
}

/// When fragments are merged.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct MergeOptions {
    /// Separate records of one topic from which they are merged, 2 to 1000; 3 when not given.
    #[tsify(optional, type = "number")]
    at: Option<Whole<2, 1_000>>,
    /// Whether clusters of vectors and words count as topics; they don't when not given.
    #[tsify(optional, type = "boolean")]
    cluster: Option<bool>,
}

/// How fast what is not used fades.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct DecayOptions {
    /// One rate a day for all kinds, from 0 on.
    #[tsify(optional, type = "number")]
    rate: Option<Rate>,
    /// A rate a day for each kind; outranks `rate`.
    #[serde(deserialize_with = "object")]
    #[tsify(optional, type = "RateOptions")]
    rates: Option<RateOptions>,
    /// Score (0 to 1) below which a record is cooled at the next sweep; 0.05 when not given.
    #[tsify(optional, type = "number")]
    cold_below: Option<Share>,
    /// Importance (0 to 1) from which a record is never cooled; 0.8 when not given.
    #[tsify(optional, type = "number")]
    keep_hot_above: Option<Share>,
}

/// A rate a day for each kind, from 0 on.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
struct RateOptions {
    /// Of facts; 0.02 when not given.
    #[tsify(optional, type = "number")]
    fact: Option<Rate>,
    /// Of states; 0.08 when not given.
    #[tsify(optional, type = "number")]
    state: Option<Rate>,
    /// Of inferences; 0.05 when not given.
    #[tsify(optional, type = "number")]
    inference: Option<Rate>,
}

/// When a model reflects, and on how much.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct ReflectOptions {
    /// Turns after which it does, from 1 on; 20 when not given.
    #[tsify(optional, type = "number")]
    every_turns: Option<Whole<1, MAX_TIMER>>,
    /// Hours after which it does; 24 when not given.
    #[tsify(optional, type = "number")]
    every_hours: Option<Positive>,
    /// Records it is shown at a time, 1 to 1000; 100 when not given.
    #[tsify(optional, type = "number")]
    batch: Option<Whole<1, 1_000>>,
    /// Share of a batch, 0 to 1, that it may have deleted in one run; 0.2 when not given.
    #[tsify(optional, type = "number")]
    max_deleted_share: Option<Share>,
    /// Tokens that it may use a day; without a limit when not given.
    #[tsify(optional, type = "number")]
    max_tokens_per_day: Option<Count>,
}

/// How long a callback may take, in milliseconds.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct TimeoutOptions {
    /// The embedding callback; 10000 when not given.
    #[tsify(optional, type = "number")]
    embed_ms: Option<Whole<1, MAX_TIMER>>,
    /// The language-model callback; 30000 when not given.
    #[tsify(optional, type = "number")]
    llm_ms: Option<Whole<1, MAX_TIMER>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Calibrate {
    Auto,
    Off,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Judge {
    Inline,
    Background,
}

impl From<PolicyOptions> for Policy {
    fn from(set: PolicyOptions) -> Self {
        let standard = Self::default();
        let merge = set.merge.unwrap_or_default();
        let timeouts = set.timeouts.unwrap_or_default();
        Self {
            strategies: set.strategies.unwrap_or_default().into(),
            gate: set.gate.unwrap_or_default().into(),
            calibrate: set.calibrate.map_or(standard.calibrate, |when| match when {
                Calibrate::Auto => CalibratePolicy::Auto,
                Calibrate::Off => CalibratePolicy::Off,
            }),
            judge: set.judge.map_or(standard.judge, |when| match when {
                Judge::Inline => JudgeWhen::Inline,
                Judge::Background => JudgeWhen::Background,
            }),
            merge: MergePolicy {
                at: merge.at.map_or(standard.merge.at, |at| at.0 as usize),
                cluster: merge.cluster.unwrap_or(standard.merge.cluster),
            },
            decay: set.decay.unwrap_or_default().into(),
            reflect: set.reflect.unwrap_or_default().into(),
            timeouts: Timeouts {
                embed_ms: timeouts.embed_ms.map_or(standard.timeouts.embed_ms, |ms| ms.0),
                llm_ms: timeouts.llm_ms.map_or(standard.timeouts.llm_ms, |ms| ms.0),
            },
            concurrency: set.concurrency.map_or(standard.concurrency, |n| n.0 as usize),
            max_text_bytes: set.max_text_bytes.map_or(standard.max_text_bytes, |bytes| bytes.0 as usize),
            memory_budget: set.memory_budget.map(|bytes| bytes.0).or(standard.memory_budget),
        }
    }
}

impl From<StrategiesOptions> for Strategies {
    fn from(set: StrategiesOptions) -> Self {
        let standard = Self::default();
        Self {
            gate: set.gate.unwrap_or(standard.gate),
            fingerprint: set.fingerprint.unwrap_or(standard.fingerprint),
            merge: set.merge.unwrap_or(standard.merge),
            decay: set.decay.unwrap_or(standard.decay),
            versions: set.versions.unwrap_or(standard.versions),
            reflect: set.reflect.unwrap_or(standard.reflect),
        }
    }
}

impl From<GateOptions> for GatePolicy {
    fn from(set: GateOptions) -> Self {
        let standard = Self::default();
        Self {
            duplicate: set.duplicate.map(|cosine| cosine.0).or(standard.duplicate),
            related: set.related.map(|cosine| cosine.0).or(standard.related),
            char: set.char.map_or(standard.char, |share| share.0),
        }
    }
}

impl From<DecayOptions> for DecayPolicy {
    fn from(set: DecayOptions) -> Self {
        let standard = Self::default();
        let rates = set.rates.unwrap_or_default();
        let rate = |given: Option<Rate>| given.map(|rate| rate.0);
        Self {
            rate: rate(set.rate).or(standard.rate),
            rates: Rates {
                fact: rate(rates.fact).or(standard.rates.fact),
                state: rate(rates.state).or(standard.rates.state),
                inference: rate(rates.inference).or(standard.rates.inference),
            },
            cold_below: set.cold_below.map_or(standard.cold_below, |share| share.0),
            keep_hot_above: set.keep_hot_above.map_or(standard.keep_hot_above, |share| share.0),
        }
    }
}

impl From<ReflectOptions> for ReflectPolicy {
    fn from(set: ReflectOptions) -> Self {
        let standard = Self::default();
        Self {
            every_turns: set.every_turns.map_or(standard.every_turns, |turns| turns.0),
            every_hours: set.every_hours.map_or(standard.every_hours, |hours| hours.0),
            batch: set.batch.map_or(standard.batch, |records| records.0 as usize),
            max_deleted_share: set.max_deleted_share.map_or(standard.max_deleted_share, |share| share.0),
            max_tokens_per_day: set.max_tokens_per_day.map(|tokens| tokens.0).or(standard.max_tokens_per_day),
        }
    }
}
