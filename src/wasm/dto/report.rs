//! What an evaluation is asked, and what it answers, as JavaScript sees it.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::error::MemoryError;
use crate::evaluate::{self, By, DiagnosisKind, EvaluateInput, JudgedBy, Of, PairKind, Question, Remedy};
use crate::record::{Scope, Strategy};
use crate::wasm::fields::Fields;

/// Most records of a sample, and most calls of the model for one.
const MAX_SAMPLE: u32 = 100_000;

/// How to evaluate, checked.
pub(in crate::wasm) fn evaluate_input(options: &JsValue) -> Result<EvaluateInput, MemoryError> {
    let mut given = Fields::of(options, "evaluate")?;
    let standard = EvaluateInput::default();
    let questions = given.objects("questions")?.unwrap_or_default();
    let input = EvaluateInput {
        questions: questions.into_iter().map(question).collect::<Result<_, _>>()?,
        sample: given.whole("sample", 0, MAX_SAMPLE)?.map_or(standard.sample, |sample| sample as usize),
        seed: given.integer("seed")?.unwrap_or(standard.seed),
        judge: given.flag("judge")?.unwrap_or(standard.judge),
        max_calls: given.whole("maxCalls", 0, MAX_SAMPLE)?.map(|calls| calls as usize),
    };
    given.done()?;
    Ok(input)
}

fn question(mut given: Fields) -> Result<Question, MemoryError> {
    let text = given.needed_text("text")?;
    let answers =
        given.texts("answers")?.ok_or_else(|| given.problem("answers", "a list of ids or texts is needed"))?;
    given.done()?;
    Ok(Question { text, answers })
}

/// How well a scope stands.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Report {
    /// When it was made.
    at: i64,
    /// Of what.
    #[tsify(type = "Scope")]
    scope: Scope,
    /// How many records there are.
    records: RecordCounts,
    /// Which of them were looked at.
    sample: Sample,
    /// Records that an older one makes needless.
    duplicates: Duplicates,
    /// Records that stand against an older one, those in a pending conflict left out.
    contradictions: Contradictions,
    /// How many of your questions are answered among the first hits; missing where you gave none.
    #[serde(skip_serializing_if = "Option::is_none")]
    recall: Option<Recall>,
    /// What the last writes (at most 1,024) of all handles of this `open` cost, whatever their scope; missing before the first. `rememberAll` counts each text, with an even share.
    #[serde(skip_serializing_if = "Option::is_none")]
    writes: Option<WriteCosts>,
    /// What your language model was asked for this report; missing where it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    judging: Option<Judging>,
    /// How what was found falls into kinds, and what to do.
    diagnosis: Vec<Diagnosis>,
    /// Whose word the rates rest on.
    #[tsify(type = "'rules' | 'rules and model'")]
    judged_by: JudgedBy,
    /// What a reader must know of the rates, in the language of the memory.
    note: String,
}

/// How many records the scope has.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct RecordCounts {
    /// Active ones, hot and cold.
    active: usize,
    /// Cold ones among them.
    cold: usize,
    /// Those among them that wait for a callback.
    pending: usize,
    /// Those among them with a conflict that the user is still to settle.
    in_conflict: usize,
}

/// Which records were looked at.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Sample {
    /// How many.
    n: usize,
    /// Of how many.
    of: usize,
    /// What drew them.
    seed: i64,
}

/// Records that an older one makes needless.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Duplicates {
    /// Their share, 0 to 1; missing where nothing was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    /// The lower end of the 95 % interval for the whole scope, 0 to 1.
    low: f64,
    /// Its upper end, 0 to 1.
    high: f64,
    /// Records that were looked at.
    n: usize,
    /// One pair for each that was found.
    pairs: Vec<Pair>,
}

/// Records that stand against an older one.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Contradictions {
    /// Their share, 0 to 1; missing where nothing was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    /// The lower end of the 95 % interval for the whole scope, 0 to 1.
    low: f64,
    /// Its upper end, 0 to 1.
    high: f64,
    /// Records that were looked at and are in no pending conflict.
    n: usize,
    /// One pair for each that was found.
    pairs: Vec<Pair>,
    /// Records of the scope in a pending conflict, counted apart.
    pending_conflicts: usize,
}

/// Two records, the older one first.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Pair {
    /// Which.
    #[tsify(type = "[string, string]")]
    ids: [String; 2],
    /// What they say.
    #[tsify(type = "[string, string]")]
    texts: [String; 2],
    /// In what they are alike, or stand against each other.
    #[tsify(type = "PairKind")]
    kind: PairKind,
    /// Who says so: the library's rules, or your language model.
    #[tsify(type = "'rules' | 'model'")]
    by: By,
    /// Cosine similarity, -1 to 1, where both have a vector.
    #[serde(skip_serializing_if = "Option::is_none")]
    cosine: Option<f64>,
}

/// How many of your questions are answered among the first hits.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Recall {
    /// Among the first so many.
    at: usize,
    /// The share of the questions, 0 to 1.
    rate: f64,
    /// The lower end of the 95 % interval, 0 to 1.
    low: f64,
    /// Its upper end, 0 to 1.
    high: f64,
    /// Questions that were asked.
    n: usize,
    /// The questions that are not answered.
    misses: Vec<Miss>,
}

/// A question that is not answered among the first hits.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Miss {
    /// The question.
    question: String,
    /// What would have answered it.
    answers: Vec<String>,
    /// Ids of the records that were found instead, best first.
    found: Vec<String>,
}

/// What the last writes cost.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct WriteCosts {
    /// How many they are.
    n: usize,
    /// Milliseconds of a write without its callbacks: computing, the store, and waiting for other writes.
    own_ms: Percentiles,
    /// Milliseconds for which a write waited for its callbacks, or for a turn to call them.
    callbacks_ms: Percentiles,
    /// Calls of the embedding callback, a write.
    embed_calls: f64,
    /// Calls of the language model, a write.
    llm_calls: f64,
    /// Tokens of the language model, a write, as far as you count them.
    tokens: Tokens,
}

/// The middle and the end of what something took.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Percentiles {
    /// Half of the cases took no longer.
    p50: f64,
    /// 95 of a hundred took no longer.
    p95: f64,
}

/// Tokens of the language model.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Tokens {
    /// That it read.
    input: f64,
    /// That it wrote.
    output: f64,
}

/// What your language model was asked for a report.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(in crate::wasm) struct Judging {
    /// Pairs that it was asked about.
    calls: usize,
    /// Those among them that it gave no usable answer to: it failed, took too long, or answered something else.
    not_judged: usize,
    /// Pairs that the rules can't tell and that it was not asked about, because of `maxCalls` or because it kept failing.
    not_asked: usize,
    /// What it took in all, as far as you count it.
    tokens: Tokens,
}

/// One kind of what was found, and what to do.
#[derive(Debug, Serialize, Tsify)]
pub(in crate::wasm) struct Diagnosis {
    /// What it is about.
    #[tsify(type = "'duplicates' | 'contradictions' | 'upkeep'")]
    of: Of,
    /// Which kind.
    #[tsify(type = "DiagnosisKind")]
    kind: DiagnosisKind,
    /// How many: pairs of the sample, or records of the scope where it is about upkeep.
    n: usize,
    /// The strategy that keeps such from coming about.
    #[tsify(type = "Strategy")]
    strategy: Strategy,
    /// The method that mends those that are there.
    #[tsify(type = "Remedy")]
    call: Remedy,
    /// The same for a person, in the language of the memory.
    advice: String,
}

impl From<evaluate::Report> for Report {
    fn from(report: evaluate::Report) -> Self {
        let (duplicates, contradictions) = (report.duplicates, report.contradictions);
        let pairs = |pairs: Vec<evaluate::Pair>| pairs.into_iter().map(Pair::from).collect();
        let records = report.records;
        Self {
            at: report.at.0,
            scope: report.scope,
            records: RecordCounts {
                active: records.active,
                cold: records.cold,
                pending: records.pending,
                in_conflict: records.in_conflict,
            },
            sample: Sample { n: report.sample.n, of: report.sample.of, seed: report.sample.seed },
            duplicates: Duplicates {
                rate: duplicates.rate,
                low: duplicates.low,
                high: duplicates.high,
                n: duplicates.n,
                pairs: pairs(report.duplicate_pairs),
            },
            contradictions: Contradictions {
                rate: contradictions.rate,
                low: contradictions.low,
                high: contradictions.high,
                n: contradictions.n,
                pairs: pairs(report.contradiction_pairs),
                pending_conflicts: report.pending_conflicts,
            },
            recall: report.recall.map(Recall::from),
            writes: report.writes.map(WriteCosts::from),
            judging: report.judging.map(Judging::from),
            diagnosis: report.diagnosis.into_iter().map(Diagnosis::from).collect(),
            judged_by: report.judged_by,
            note: report.note,
        }
    }
}

impl From<evaluate::Pair> for Pair {
    fn from(pair: evaluate::Pair) -> Self {
        let ids = pair.ids.map(|id| id.to_string());
        Self { ids, texts: pair.texts, kind: pair.kind, by: pair.by, cosine: pair.cosine }
    }
}

impl From<evaluate::Recall> for Recall {
    fn from(recall: evaluate::Recall) -> Self {
        let miss = |miss: evaluate::Miss| Miss {
            question: miss.question,
            answers: miss.answers,
            found: miss.found.iter().map(ToString::to_string).collect(),
        };
        Self {
            at: recall.at,
            // There is at least one question.
            rate: recall.rate.rate.unwrap_or_default(),
            low: recall.rate.low,
            high: recall.rate.high,
            n: recall.rate.n,
            misses: recall.misses.into_iter().map(miss).collect(),
        }
    }
}

impl From<evaluate::Writes> for WriteCosts {
    fn from(writes: evaluate::Writes) -> Self {
        let shown = |times: evaluate::Percentiles| Percentiles { p50: times.p50, p95: times.p95 };
        Self {
            n: writes.n,
            own_ms: shown(writes.own_ms),
            callbacks_ms: shown(writes.callbacks_ms),
            embed_calls: writes.embed_calls,
            llm_calls: writes.llm_calls,
            tokens: Tokens { input: writes.input_tokens, output: writes.output_tokens },
        }
    }
}

impl From<evaluate::Judging> for Judging {
    #[expect(clippy::cast_precision_loss, reason = "tokens of one report are far below 2⁵³")]
    fn from(judging: evaluate::Judging) -> Self {
        let tokens = Tokens { input: judging.input_tokens as f64, output: judging.output_tokens as f64 };
        Self { calls: judging.calls, not_judged: judging.not_judged, not_asked: judging.not_asked, tokens }
    }
}

impl From<evaluate::Diagnosis> for Diagnosis {
    fn from(line: evaluate::Diagnosis) -> Self {
        let (of, kind, n) = (line.of, line.kind, line.n);
        Self { of, kind, n, strategy: line.strategy, call: line.call, advice: line.advice }
    }
}
