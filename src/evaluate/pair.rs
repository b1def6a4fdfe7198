//! How a record stands to an older one, by the rules that a write is judged by.

use super::contradiction;
use super::report::PairKind;
use crate::fingerprint::fingerprint;
use crate::gate::{Claim, Comparison, Verdict, compare_words};
use crate::record::{Finding, Guard, Record, Timestamp};
use crate::text::align::{Words, words};
use crate::text::key::careful_key;

/// How many of a record's newest details a text is aligned with; word for word it is compared with all of them.
///
/// Source: what a write does.
const ALIGNED_DETAILS: usize = 16;

/// A record, read for comparing.
pub struct Told<'a> {
    pub(super) record: &'a Record,
    pub(super) words: Words,
    key: String,
}

impl<'a> Told<'a> {
    /// Reads a record.
    #[must_use]
    pub fn of(record: &'a Record) -> Self {
        Self { record, words: words(&record.text), key: careful_key(&record.text) }
    }
}

/// How a record stands to an older one.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// In what it says what the older one says.
    pub duplicate: Option<PairKind>,
    /// In what it stands against the older one.
    pub contradiction: Option<PairKind>,
    /// The differences that forbid calling the two the same.
    pub guards: Vec<Finding>,
    /// Whether they differ by a denial alone.
    pub is_denial: bool,
    /// Whether a model may be asked what the two are to each other: nothing given keeps them apart.
    pub is_open: bool,
}

impl Standing {
    /// Whether the rules know: a duplicate, two values of a key, or a denial. A difference in one slot is only likely, and a model's word on
    /// it outranks the rule's.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        match self.contradiction {
            Some(PairKind::SameKey) => true,
            Some(_) => self.is_denial,
            None => self.duplicate.is_some(),
        }
    }

    /// Whether a model's "same" may count: words may be replaced by others, but no guard on numbers, denials and the like may speak.
    #[must_use]
    pub fn may_be_same(&self) -> bool {
        self.guards.iter().all(|finding| finding.guard == Guard::Object)
    }
}

/// How `later` stands to `earlier`. `cosine` (−1 to 1) is that of their vectors, where both have one, and `duplicate` the embedding model's
/// threshold.
#[must_use]
pub fn standing(later: &Told<'_>, earlier: &Told<'_>, cosine: Option<f64>, duplicate: f64, now: Timestamp) -> Standing {
    let is_allowed = Claim::from(later.record).allows(&Claim::from(earlier.record));
    let comparison = compare_words(&later.words, &earlier.words);
    let kind = if is_allowed { duplicate_kind(later, earlier, &comparison, cosine, duplicate) } else { None };
    let contradiction = if kind.is_none() { contradiction::between(later, earlier, &comparison, now) } else { None };
    Standing {
        duplicate: kind,
        contradiction,
        guards: comparison.guards,
        is_denial: comparison.is_denial,
        is_open: is_allowed || contradiction.is_some(),
    }
}

/// In what the two are one memory, the surest kind first, as a write looks for it.
fn duplicate_kind(
    later: &Told<'_>,
    earlier: &Told<'_>,
    comparison: &Comparison,
    cosine: Option<f64>,
    duplicate: f64,
) -> Option<PairKind> {
    let key = &later.key;
    if *key == earlier.key {
        // Tone words are no part of the key.
        let is_the_same = later.words.iter().map(|unit| &unit.text).eq(earlier.words.iter().map(|unit| &unit.text));
        Some(if is_the_same { PairKind::WordForWord } else { PairKind::SameWords })
    } else if comparison.by_words == Verdict::Duplicate && says_as_much(earlier, later) {
        Some(PairKind::SameWords)
    } else if comparison.by_words != Verdict::Apart || says_in_a_detail(later, earlier.record) {
        Some(PairKind::Covered)
    } else if comparison.guards.is_empty() && has_its_fingerprint(later.record, earlier.record) {
        Some(PairKind::Fingerprint)
    } else if comparison.verdict(cosine, duplicate) != Verdict::Apart {
        Some(PairKind::NearVector)
    } else {
        comparison.is_near.then_some(PairKind::Fingerprint)
    }
}

/// Whether the one says no less than the other, by its words.
fn says_as_much(one: &Told<'_>, other: &Told<'_>) -> bool {
    compare_words(&one.words, &other.words).by_words == Verdict::Duplicate
}

fn says_in_a_detail(later: &Told<'_>, earlier: &Record) -> bool {
    let mut newest = earlier.details.iter().rev().take(ALIGNED_DETAILS);
    earlier.details.iter().any(|detail| careful_key(&detail.text) == later.key)
        || newest.any(|detail| compare_words(&later.words, &words(&detail.text)).by_words == Verdict::Duplicate)
}

/// A record that an older version stored may have none.
fn has_its_fingerprint(later: &Record, earlier: &Record) -> bool {
    // Texts without a word have one summary, the empty one.
    !later.fingerprint.is_empty()
        && later.fingerprint == earlier.fingerprint
        && later.fingerprint != fingerprint("", "")
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::{Detail, Kind, Source};

    const NOW: Timestamp = Timestamp(1_750_000_000_000);

    #[track_caller]
    fn check_records(earlier: &Record, later: &Record, cosine: Option<f64>, expected: Option<PairKind>) {
        let found = standing(&Told::of(later), &Told::of(earlier), cosine, 0.9, NOW);
        assert_eq!(found.duplicate, expected, "{} | {}", earlier.text, later.text);
        assert!(found.duplicate.is_none() || found.contradiction.is_none());
    }

    #[track_caller]
    fn check(earlier: &str, later: &str, cosine: Option<f64>, expected: Option<PairKind>) {
        check_records(&record(1, earlier), &record(2, later), cosine, expected);
    }

    #[test]
    fn duplicates_fall_into_kinds() {
        check("用户住在成都。", "用户住在成都", None, Some(PairKind::WordForWord));
        check("User LIKES tea", "user likes tea", None, Some(PairKind::WordForWord));
        check("用户喜欢简洁的界面", "用户非常喜欢简洁的界面", None, Some(PairKind::SameWords));
        check("User likes tea", "User really likes tea", None, Some(PairKind::SameWords));
        check("用户下个月去日本", "用户下个月去日本，会去东京和京都", None, Some(PairKind::Covered));
        check("User moved to Lisbon, in 2024", "User moved to Lisbon", None, Some(PairKind::Covered));
        check("The backend runs on port 8090", "Backend is running at port 8090", None, Some(PairKind::Fingerprint));
        check("怎么设置闹钟的铃声", "闹钟的铃声怎么设置", None, None);
        check(
            "The backend runs on port 8090",
            "Backend is running at port 8090",
            Some(0.95),
            Some(PairKind::NearVector),
        );
        check("用户住在成都", "妹妹在学钢琴", Some(0.99), None);
        check("User takes 5 mg", "User takes 50 mg", Some(0.99), None);
    }

    #[test]
    fn rules_are_sure_of_a_mere_denial_and_not_of_one_in_a_sentence_that_says_more() {
        for (earlier, later, is_sure) in [
            ("User eats meat", "User doesn't eat meat", true),
            ("用户吃香菜", "用户不吃香菜", true),
            ("用户会游泳，爱去海边", "用户压根不会游泳，怕水", false),
            ("Dad has a licence, so he can drive us", "Dad has no licence, so he can't drive us", false),
        ] {
            let (earlier, later) = (record(1, earlier), record(2, later));
            let found = standing(&Told::of(&later), &Told::of(&earlier), None, 0.9, NOW);
            assert_eq!((found.contradiction, found.is_sure()), (Some(PairKind::Negation), is_sure), "{}", later.text);
        }
    }

    #[test]
    fn a_detail_counts_as_said() {
        let detail =
            Detail {
                text: "用户去东京看樱花".to_owned(), observed_at: Timestamp(0), source: Source::default()
            };
        let known = Record { details: vec![detail], ..record(1, "用户春天去日本旅行") };
        check_records(&known, &record(2, "用户去东京看樱花。"), None, Some(PairKind::Covered));
        check_records(&known, &record(2, "用户去东京看樱花呢"), None, Some(PairKind::Covered));
    }

    #[test]
    fn one_fingerprint_makes_one_memory_unless_a_guard_speaks() {
        let with =
            |number, text, fingerprint: &str| Record { fingerprint: fingerprint.to_owned(), ..record(number, text) };
        check_records(&with(1, "茶叶", "a"), &with(2, "喝茶", "a"), None, Some(PairKind::Fingerprint));
        check_records(&with(1, "User eats meat", "a"), &with(2, "User never eats meat", "a"), None, None);
        check_records(&with(1, "茶叶", ""), &with(2, "喝茶", ""), None, None);
    }

    #[test]
    fn what_is_given_keeps_two_texts_apart() {
        let guess = Record { kind: Some(Kind::Inference), ..record(1, "用户喜欢茶") };
        let told = Record { kind: Some(Kind::Fact), ..record(2, "用户喜欢茶") };
        check_records(&guess, &told, None, None);
        assert!(!standing(&Told::of(&told), &Told::of(&guess), None, 0.9, NOW).is_open);
    }

    #[test]
    fn a_models_same_counts_only_where_no_guard_but_another_word_speaks() {
        let may = |one: &str, other: &str| {
            standing(&Told::of(&record(2, one)), &Told::of(&record(1, other)), None, 0.9, NOW).may_be_same()
        };
        assert!(may("User adores coffee", "User is fond of coffee"));
        assert!(!may("User takes 5 mg", "User takes 50 mg"));
        assert!(!may("用户不吃肉", "用户吃肉"));
    }
}
