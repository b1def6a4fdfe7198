//! What an evaluation is asked, and what it answers.

use serde::{Deserialize, Serialize};

use super::interval::{share, wilson, wilson_of};
use crate::record::{RecordId, Scope, Strategy, Timestamp};

/// How to evaluate.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateInput {
    /// What is to be found again.
    pub questions: Vec<Question>,
    /// Records that are looked at, each held against the whole scope.
    pub sample: usize,
    /// Which records those are.
    pub seed: i64,
    /// Whether the language model is asked where the rules can't tell.
    pub judge: bool,
    /// Most calls of the language model; as many as `sample` when `None`.
    pub max_calls: Option<usize>,
}

impl Default for EvaluateInput {
    /// Source of the sample: DESIGN section 4. The seed is always the same, so that two reports look at the same records.
    fn default() -> Self {
        Self { questions: Vec::new(), sample: 100, seed: 0, judge: true, max_calls: None }
    }
}

/// A question, and what answers it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// The question, as a recall is asked.
    pub text: String,
    /// Any of these answers it: a record's id, or words that stand in a record's text or details exactly so.
    pub answers: Vec<String>,
}

/// A rate that was seen, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// 0 to 1; `None` where there was nothing to look at.
    pub rate: Option<f64>,
    /// The interval's lower end, 0 to 1.
    pub low: f64,
    /// Its upper end, 0 to 1.
    pub high: f64,
    /// Cases that were looked at.
    pub n: usize,
}

impl Rate {
    /// Seen as `hits` of `n` records that were drawn from `of`.
    #[must_use]
    pub fn of_store(hits: usize, n: usize, of: usize) -> Self {
        Self::new(hits, n, wilson_of(hits, n, of))
    }

    /// Seen as `hits` of `n` cases, of which there could be any number.
    #[must_use]
    pub fn of_cases(hits: usize, n: usize) -> Self {
        Self::new(hits, n, wilson(hits, n))
    }

    fn new(hits: usize, n: usize, (low, high): (f64, f64)) -> Self {
        Self { rate: (0 < n).then(|| share(hits, n)), low, high, n }
    }
}

/// In what two records are alike, or stand against each other; duplicates from the surest on.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PairKind {
    /// A duplicate: the same text, but for case, width and outer punctuation.
    WordForWord,
    /// A duplicate: the same words, but for tone and inflection.
    SameWords,
    /// A duplicate: one of the two says all that the other says.
    Covered,
    /// A duplicate: the same fingerprint.
    Fingerprint,
    /// A duplicate: near vectors, and only grammar differs.
    NearVector,
    /// A contradiction: two values of one key.
    SameKey,
    /// A contradiction: one denies what the other says.
    Negation,
    /// A contradiction: another amount in the same sentence.
    Number,
    /// A contradiction: another date or time in the same sentence.
    Date,
    /// A contradiction: another degree or quality in the same sentence.
    Degree,
    /// A contradiction: another name of something that one can have one of.
    Name,
    /// Either: the language model says so.
    ByModel,
}

impl PairKind {
    /// All of them, in order.
    pub const ALL: [Self; 12] = [
        Self::WordForWord,
        Self::SameWords,
        Self::Covered,
        Self::Fingerprint,
        Self::NearVector,
        Self::SameKey,
        Self::Negation,
        Self::Number,
        Self::Date,
        Self::Degree,
        Self::Name,
        Self::ByModel,
    ];
}

/// Who says that two records are alike, or stand against each other.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The library's rules.
    Rules,
    /// The caller's language model.
    Model,
}

/// Two records, the older one first.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Which.
    pub ids: [RecordId; 2],
    /// What they say.
    pub texts: [String; 2],
    /// In what they are alike, or stand against each other.
    pub kind: PairKind,
    /// Who says so.
    pub by: By,
    /// Cosine similarity, −1 to 1, where both have a vector.
    pub cosine: Option<f64>,
}

/// How many records the scope has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Active ones, hot and cold.
    pub active: usize,
    /// Cold ones among them.
    pub cold: usize,
    /// Those among them that wait for a callback.
    pub pending: usize,
    /// Those among them with a conflict that the user is still to settle.
    pub in_conflict: usize,
}

/// Which records were looked at.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Sample {
    /// How many.
    pub n: usize,
    /// Of how many.
    pub of: usize,
    /// What drew them.
    pub seed: i64,
}

/// How many of the questions are answered among the first hits.
#[derive(Clone, Debug, PartialEq)]
pub struct Recall {
    /// Among the first so many.
    pub at: usize,
    /// The share of the questions.
    pub rate: Rate,
    /// The questions that are not answered.
    pub misses: Vec<Miss>,
}

/// A question that is not answered among the first hits.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The question.
    pub question: String,
    /// What would have answered it.
    pub answers: Vec<String>,
    /// What was found instead, best first.
    pub found: Vec<RecordId>,
}

/// The middle and the end of what something took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Percentiles {
    /// Half of the cases took no longer.
    pub p50: f64,
    /// 95 of a hundred took no longer.
    pub p95: f64,
}

/// What the handle's last writes cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writes {
    /// How many they are.
    pub n: usize,
    /// Milliseconds of each write without its callbacks.
    pub own_ms: Percentiles,
    /// Milliseconds for which its callbacks were waited for.
    pub callbacks_ms: Percentiles,
    /// Calls of the embedding callback a write.
    pub embed_calls: f64,
    /// Calls of the language model a write.
    pub llm_calls: f64,
    /// Tokens that the language model read, a write, where the host counts them.
    pub input_tokens: f64,
    /// Tokens that it wrote, a write.
    pub output_tokens: f64,
}

/// What the language model was asked for this report.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Judging {
    /// Pairs that it was asked about.
    pub calls: usize,
    /// Pairs of those that it gave no usable answer to: it failed, took too long or answered something else.
    pub not_judged: usize,
    /// Pairs that the rules can't tell and that were not put to it, because `max_calls` was reached or it kept failing.
    pub not_asked: usize,
    /// Tokens that it read, where the host counts them.
    pub input_tokens: u64,
    /// Tokens that it wrote.
    pub output_tokens: u64,
}

/// What a line of the diagnosis is about.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// Records that say what an older one says.
    Duplicates,
    /// Records that stand against an older one.
    Contradictions,
    /// What waits, and settings.
    Upkeep,
}

/// What a line of the diagnosis counts.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagnosisKind {
    /// See [`PairKind`].
    WordForWord,
    /// See [`PairKind`].
    SameWords,
    /// See [`PairKind`].
    Covered,
    /// See [`PairKind`].
    Fingerprint,
    /// See [`PairKind`].
    NearVector,
    /// See [`PairKind`].
    SameKey,
    /// See [`PairKind`].
    Negation,
    /// See [`PairKind`].
    Number,
    /// See [`PairKind`].
    Date,
    /// See [`PairKind`].
    Degree,
    /// See [`PairKind`].
    Name,
    /// See [`PairKind`].
    ByModel,
    /// Duplicates by the model's word whose vectors are related and stay below the threshold.
    BelowThreshold,
    /// Records with a conflict that the user is still to settle.
    PendingConflict,
    /// Records that wait for a callback.
    Pending,
}

/// The call that mends what a line of the diagnosis counts.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Of the record that is not to be kept.
    Forget,
    /// Of both ids.
    Merge,
    /// Of the conflict.
    Resolve,
    /// Once.
    Calibrate,
    /// Any further write judges what waits.
    Remember,
}

/// One kind of what was found, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// What it is about.
    pub of: Of,
    /// Which kind.
    pub kind: DiagnosisKind,
    /// How many: pairs of the sample, or records of the scope where it is about upkeep.
    pub n: usize,
    /// The strategy that keeps such from coming about.
    pub strategy: Strategy,
    /// The call that mends those that are there.
    pub call: Remedy,
    /// The same for a person, in the language of the memory.
    pub advice: String,
}

/// Whose word the rates rest on.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum JudgedBy {
    /// The library's rules alone.
    #[serde(rename = "rules")]
    Rules,
    /// Where they can't tell, the caller's language model's.
    #[serde(rename = "rules and model")]
    RulesAndModel,
}

/// How well a scope stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// When it was made.
    pub at: Timestamp,
    /// Of what.
    pub scope: Scope,
    /// How many records there are.
    pub records: Counts,
    /// Which of them were looked at.
    pub sample: Sample,
    /// The share of records that an older one makes needless.
    pub duplicates: Rate,
    /// One pair for each of them.
    pub duplicate_pairs: Vec<Pair>,
    /// The share of records that stand against an older one, without those in a pending conflict.
    pub contradictions: Rate,
    /// One pair for each of them.
    pub contradiction_pairs: Vec<Pair>,
    /// Records in a pending conflict.
    pub pending_conflicts: usize,
    /// Where questions were given.
    pub recall: Option<Recall>,
    /// Once this handle wrote something.
    pub writes: Option<Writes>,
    /// Where the language model was asked.
    pub judging: Option<Judging>,
    /// How what was found falls into kinds, and what to do.
    pub diagnosis: Vec<Diagnosis>,
    /// Whose word the rates rest on.
    pub judged_by: JudgedBy,
    /// What a reader must know of the rates, in the language of the memory.
    pub note: String,
}
