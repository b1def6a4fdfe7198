//! What an evaluation's findings come from, and what mends them.

use super::report::{By, Counts, Diagnosis, DiagnosisKind, JudgedBy, Of, Pair, PairKind, Remedy};
use crate::annotate::Language;
use crate::record::{Strategies, Strategy};

/// What a diagnosis rests on.
pub struct Findings<'a> {
    /// Pairs of duplicates.
    pub duplicates: &'a [Pair],
    /// Pairs that stand against each other.
    pub contradictions: &'a [Pair],
    /// How many records the scope has.
    pub records: Counts,
    /// Which strategies are on.
    pub strategies: Strategies,
    /// Cosines, −1 to 1: from which two texts are looked at, and from which they may be one memory.
    pub cosines: (f64, f64),
    /// The language of the memory.
    pub language: Language,
}

/// One line a kind, in the order of [`PairKind`] for duplicates, then for contradictions, then for upkeep.
#[must_use]
pub fn diagnose(findings: &Findings<'_>) -> Vec<Diagnosis> {
    let mut lines = Vec::new();
    for (of, pairs) in [(Of::Duplicates, findings.duplicates), (Of::Contradictions, findings.contradictions)] {
        let n_of = |kind: PairKind| pairs.iter().filter(|pair| pair.kind == kind).count();
        let kinds = PairKind::ALL.into_iter().map(|kind| (kind, n_of(kind))).filter(|(_, n)| 0 < *n);
        lines.extend(kinds.map(|(kind, n)| line(of, kind_of(kind), n, findings)));
    }
    let (related, duplicate) = findings.cosines;
    let is_below = |pair: &&Pair| {
        pair.by == By::Model && pair.cosine.is_some_and(|cosine| related <= cosine && cosine < duplicate)
    };
    let upkeep = [
        (DiagnosisKind::BelowThreshold, findings.duplicates.iter().filter(is_below).count()),
        (DiagnosisKind::PendingConflict, findings.records.in_conflict),
        (DiagnosisKind::Pending, findings.records.pending),
    ];
    let upkeep = upkeep.into_iter().filter(|(_, n)| 0 < *n);
    lines.extend(upkeep.map(|(kind, n)| line(Of::Upkeep, kind, n, findings)));
    lines
}

/// What a reader must know of the rates.
#[must_use]
pub fn note(judged_by: JudgedBy, language: Language) -> &'static str {
    match (judged_by, language) {
        (JudgedBy::Rules, Language::En) => {
            "No record is labelled: the rates are judged by the library's own rules, and what these can't tell is not counted."
        }
        (JudgedBy::RulesAndModel, Language::En) => {
            "No record is labelled: the rates are judged by the library's own rules and, where these can't tell, by your model."
        }
        (JudgedBy::Rules, Language::Zh) => "记忆没有标注：这些比率由本库自己的规则判定，规则判断不了的不计入。",
        (JudgedBy::RulesAndModel, Language::Zh) => {
            "记忆没有标注：这些比率由本库自己的规则判定，规则判断不了的由你的模型判定。"
        }
    }
}

fn kind_of(kind: PairKind) -> DiagnosisKind {
    match kind {
        PairKind::WordForWord => DiagnosisKind::WordForWord,
        PairKind::SameWords => DiagnosisKind::SameWords,
        PairKind::Covered => DiagnosisKind::Covered,
        PairKind::Fingerprint => DiagnosisKind::Fingerprint,
        PairKind::NearVector => DiagnosisKind::NearVector,
        PairKind::SameKey => DiagnosisKind::SameKey,
        PairKind::Negation => DiagnosisKind::Negation,
        PairKind::Number => DiagnosisKind::Number,
        PairKind::Date => DiagnosisKind::Date,
        PairKind::Degree => DiagnosisKind::Degree,
        PairKind::Name => DiagnosisKind::Name,
        PairKind::ByModel => DiagnosisKind::ByModel,
    }
}

fn line(of: Of, kind: DiagnosisKind, n: usize, findings: &Findings<'_>) -> Diagnosis {
    let (strategy, call) = remedy(of, kind);
    let mut advice = match findings.language {
        Language::En => advice_en(of, kind),
        Language::Zh => advice_zh(of, kind),
    }
    .to_owned();
    if !is_on(strategy, &findings.strategies) && of != Of::Upkeep {
        let name = name(strategy);
        advice.push_str(&match findings.language {
            Language::En => {
                format!(" Set policy.strategies.{name}, which is off here, to keep such from coming about.")
            }
            Language::Zh => format!("这里的 policy.strategies.{name} 没有打开，打开后不会再产生。"),
        });
    }
    Diagnosis { of, kind, n, strategy, call, advice }
}

/// What keeps such from coming about, and the call that mends those that are there.
fn remedy(of: Of, kind: DiagnosisKind) -> (Strategy, Remedy) {
    match kind {
        DiagnosisKind::WordForWord | DiagnosisKind::SameWords => (Strategy::Gate, Remedy::Forget),
        DiagnosisKind::Covered | DiagnosisKind::NearVector => (Strategy::Gate, Remedy::Merge),
        DiagnosisKind::Fingerprint => (Strategy::Fingerprint, Remedy::Merge),
        DiagnosisKind::ByModel if of == Of::Duplicates => (Strategy::Fingerprint, Remedy::Merge),
        DiagnosisKind::SameKey
        | DiagnosisKind::Negation
        | DiagnosisKind::Number
        | DiagnosisKind::Date
        | DiagnosisKind::Degree
        | DiagnosisKind::Name
        | DiagnosisKind::ByModel => (Strategy::Versions, Remedy::Forget),
        DiagnosisKind::BelowThreshold => (Strategy::Gate, Remedy::Calibrate),
        DiagnosisKind::PendingConflict => (Strategy::Versions, Remedy::Resolve),
        DiagnosisKind::Pending => (Strategy::Gate, Remedy::Remember),
    }
}

fn is_on(strategy: Strategy, strategies: &Strategies) -> bool {
    match strategy {
        Strategy::Gate => strategies.gate,
        Strategy::Fingerprint => strategies.fingerprint,
        Strategy::Merge => strategies.merge,
        Strategy::Decay => strategies.decay,
        Strategy::Versions => strategies.versions,
        Strategy::Reflect => strategies.reflect,
    }
}

fn name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Gate => "gate",
        Strategy::Fingerprint => "fingerprint",
        Strategy::Merge => "merge",
        Strategy::Decay => "decay",
        Strategy::Versions => "versions",
        Strategy::Reflect => "reflect",
    }
}

fn advice_en(of: Of, kind: DiagnosisKind) -> &'static str {
    match kind {
        DiagnosisKind::WordForWord => "The same text stands there again: forget(id) of the newer record loses nothing.",
        DiagnosisKind::SameWords => "Only tone and inflection differ: forget(id) of the newer record loses nothing.",
        DiagnosisKind::Covered => "One of the two says all that the other says: merge(ids) keeps the fuller text.",
        DiagnosisKind::Fingerprint => "Both have one summary: merge(ids) makes one record of them.",
        DiagnosisKind::NearVector => "Near in meaning, and only grammar differs: merge(ids) makes one record of them.",
        DiagnosisKind::ByModel if of == Of::Duplicates => {
            "The model says that both are one memory in other words: merge(ids) makes one record of them."
        }
        DiagnosisKind::SameKey => "Two values of one key are both current: forget(id) of the one that no longer holds.",
        DiagnosisKind::Negation => "One denies what the other says: forget(id) of the one that does not hold.",
        DiagnosisKind::Number => "The amounts differ: forget(id) of the one that does not hold.",
        DiagnosisKind::Date => "The dates or times differ: forget(id) of the one that does not hold.",
        DiagnosisKind::Degree => "The degrees differ: forget(id) of the one that does not hold.",
        DiagnosisKind::Name => "Two names of what there is one of: forget(id) of the one that no longer holds.",
        DiagnosisKind::ByModel => "The model says that both can't hold: forget(id) of the one that does not.",
        DiagnosisKind::BelowThreshold => {
            "The threshold of near vectors lies above what your embedding model gives such pairs: calibrate() measures it."
        }
        DiagnosisKind::PendingConflict => "The user is to be asked which value holds: resolve(conflictId).",
        DiagnosisKind::Pending => "A callback's answer is missing: the next write judges what waits.",
    }
}

fn advice_zh(of: Of, kind: DiagnosisKind) -> &'static str {
    match kind {
        DiagnosisKind::WordForWord => "同样的文字存了两次：对较新的一条调用 forget(id)，不会丢失内容。",
        DiagnosisKind::SameWords => "只有语气和词形不同：对较新的一条调用 forget(id)，不会丢失内容。",
        DiagnosisKind::Covered => "一条说的另一条都说了：merge(ids) 会保留更完整的文字。",
        DiagnosisKind::Fingerprint => "两条的摘要相同：merge(ids) 会把它们合为一条。",
        DiagnosisKind::NearVector => "意思相近，只有语法不同：merge(ids) 会把它们合为一条。",
        DiagnosisKind::ByModel if of == Of::Duplicates => "模型认为两条只是说法不同：merge(ids) 会把它们合为一条。",
        DiagnosisKind::SameKey => "同一个键有两个当前值：对不再成立的一条调用 forget(id)。",
        DiagnosisKind::Negation => "一条否定了另一条：对不成立的一条调用 forget(id)。",
        DiagnosisKind::Number => "数量不同：对不成立的一条调用 forget(id)。",
        DiagnosisKind::Date => "日期或时间不同：对不成立的一条调用 forget(id)。",
        DiagnosisKind::Degree => "程度不同：对不成立的一条调用 forget(id)。",
        DiagnosisKind::Name => "只能有一个的东西有了两个名字：对不再成立的一条调用 forget(id)。",
        DiagnosisKind::ByModel => "模型认为两条不能同时成立：对不成立的一条调用 forget(id)。",
        DiagnosisKind::BelowThreshold => "相似度阈值高于你的嵌入模型给这些记忆的数值：calibrate() 会重新测定。",
        DiagnosisKind::PendingConflict => "要问用户哪个值成立：resolve(conflictId)。",
        DiagnosisKind::Pending => "回调的回答还没有到：下一次写入会补上判断。",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordId;

    fn pair(kind: PairKind, by: By, cosine: Option<f64>) -> Pair {
        let ids = [RecordId::v7(1, 0, 1), RecordId::v7(1, 0, 2)];
        Pair { ids, texts: [String::new(), String::new()], kind, by, cosine }
    }

    fn findings<'a>(duplicates: &'a [Pair], contradictions: &'a [Pair], language: Language) -> Findings<'a> {
        let (records, strategies) = (Counts::default(), Strategies::default());
        Findings { duplicates, contradictions, records, strategies, cosines: (0.75, 0.9), language }
    }

    #[test]
    fn each_kind_has_one_line_with_its_count_and_its_call() {
        let same = pair(PairKind::WordForWord, By::Rules, None);
        let told = pair(PairKind::ByModel, By::Model, Some(0.8));
        let (duplicates, contradictions) = ([told.clone(), same.clone(), same], [told]);
        let lines = diagnose(&findings(&duplicates, &contradictions, Language::En));
        let short: Vec<_> = lines.iter().map(|line| (line.of, line.kind, line.n, line.call)).collect();
        assert_eq!(
            short,
            [
                (Of::Duplicates, DiagnosisKind::WordForWord, 2, Remedy::Forget),
                (Of::Duplicates, DiagnosisKind::ByModel, 1, Remedy::Merge),
                (Of::Contradictions, DiagnosisKind::ByModel, 1, Remedy::Forget),
                (Of::Upkeep, DiagnosisKind::BelowThreshold, 1, Remedy::Calibrate),
            ]
        );
    }

    #[test]
    fn a_strategy_that_is_off_is_named_in_both_languages() {
        let pairs = [pair(PairKind::Negation, By::Rules, None)];
        for language in [Language::En, Language::Zh] {
            let on = findings(&[], &pairs, language);
            let off = Findings {
                strategies: Strategies { versions: false, ..on.strategies },
                ..findings(&[], &pairs, language)
            };
            assert!(!diagnose(&on)[0].advice.contains("policy"));
            assert!(diagnose(&off)[0].advice.contains("policy.strategies.versions"));
        }
    }

    #[test]
    fn what_waits_and_what_is_to_be_asked_is_counted_and_a_clean_store_has_no_line() {
        let records = Counts { active: 9, cold: 1, pending: 2, in_conflict: 4 };
        let lines = diagnose(&Findings { records, ..findings(&[], &[], Language::Zh) });
        let short: Vec<_> = lines.iter().map(|line| (line.kind, line.n)).collect();
        assert_eq!(short, [(DiagnosisKind::PendingConflict, 4), (DiagnosisKind::Pending, 2)]);
        assert_eq!(diagnose(&findings(&[], &[], Language::En)), []);
    }
}
