//! Strategy 5, versions: which value of a key is current.

use crate::annotate::{self, Dispute, USER, language_of, same_value};
use crate::record::{JournalId, Record, Timestamp, Version};
use crate::sorted::sort_by;
use crate::text::normalize::fold;

/// By how much a newer value may be less sure than an older one, 0 to 1, before the user is asked.
///
/// Source: DESIGN section 3.
pub const LESS_SURE: f64 = 0.3;

/// How a value that is told stands to another value of the same thing.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Standing {
    /// It was observed later, so it is current.
    Newer,
    /// It was observed earlier, so it is history.
    Older,
    /// Time can't order the two, or the newer one is much less sure.
    Unclear,
}

/// How what `told` says stands to what `known` says of the same thing. Of two values the one observed later is current; where no time was
/// given, arrival orders them.
#[must_use]
pub fn standing(told: &Record, known: &Record) -> Standing {
    let (mine, other) = (told.last_observed(), known.last_observed());
    let is_newer = match (told.observed_given, known.observed_given) {
        (true, true) if mine == other => return Standing::Unclear,
        // What waited for its verdict may have been told, or the other again, since it arrived.
        (false, false) if told.stamp != JournalId::default() && told.tellings.len() + known.tellings.len() != 0 => {
            (other, known.id) <= (mine, told.id)
        }
        // Names are in order of arrival, also where the clock ran backwards.
        (false, false) => known.id < told.id,
        (true, _) | (_, true) => other <= mine,
    };
    let (newer, older) = if is_newer { (told, known) } else { (known, told) };
    // 0.9 − 0.6 is a little more than 0.3.
    if LESS_SURE + 1e-9 < older.confidence - newer.confidence {
        return Standing::Unclear;
    }
    if is_newer { Standing::Newer } else { Standing::Older }
}

/// Whom or what a record is about: the user, where nobody said.
#[must_use]
pub fn subject_of(record: &Record) -> &str {
    record.subject.as_deref().unwrap_or(USER)
}

/// Whether two records are about one person or thing, however that is written.
#[must_use]
pub fn is_of_one_subject(one: &Record, other: &Record) -> bool {
    annotate::canonical_subject(subject_of(one)) == annotate::canonical_subject(subject_of(other))
}

/// Whether two values are one, however they are written.
#[must_use]
pub fn is_same_value(one: &str, other: &str) -> bool {
    one == other || same_value(one, other)
}

/// What a record says now, and what it said before: one version for each time at which it was told.
pub fn versions_of(record: &Record) -> impl Iterator<Item = Version> {
    let now = as_version(record);
    let again = record.tellings.iter().map({
        let now = now.clone();
        move |at| Version { observed_at: *at, ..now.clone() }
    });
    record.history.iter().cloned().chain(std::iter::once(now)).chain(again)
}

/// A record's present writing, as a version.
#[must_use]
pub fn as_version(record: &Record) -> Version {
    Version {
        value: record.value.clone().unwrap_or_else(|| record.text.clone()),
        text: record.text.clone(),
        observed_at: record.observed_at,
        set_at: record.updated_at,
        confidence: record.confidence,
        source: record.sources.first().cloned().unwrap_or_default(),
    }
}

/// What to ask the user about two records of which only one can hold, in the language of the later one.
#[must_use]
pub fn question(older: &Record, newer: &Record) -> String {
    let values = older.value.as_deref().zip(newer.value.as_deref()).map(|(older, newer)| [older, newer]);
    let (key, subject) = (newer.key.as_deref(), newer.subject.as_deref());
    let texts = [older.text.as_str(), newer.text.as_str()];
    annotate::question(&Dispute { key, subject, values, texts }, language_of(&newer.text))
}

/// A history: the versions by when they held, then by when they were written; of neighbours with one value the first. Nothing that holds
/// another value is lost, and the order of arrival does not matter.
#[must_use]
pub fn history(mut versions: Vec<Version>) -> Vec<Version> {
    // Stable: of two that are alike in both times the one that came later stands later.
    sort_by(&mut versions, |one, other| order(one).cmp(&order(other)));
    versions.dedup_by(|later, earlier| match later.value == later.text {
        // Without a key the value is the whole text, of which no rule knows other spellings.
        true => later.value == earlier.value || fold(&later.value) == fold(&earlier.value),
        false => is_same_value(&later.value, &earlier.value),
    });
    versions
}

fn order(version: &Version) -> (Timestamp, Timestamp) {
    (version.observed_at, version.set_at)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use proptest::prelude::*;

    /// A record of a value, with its confidence and when it was told to hold, `None` where no time was given.
    fn told(value: &str, at: Option<i64>, arrived: i64, confidence: f64) -> Record {
        Record {
            value: Some(value.to_owned()),
            observed_at: Timestamp(at.unwrap_or(arrived)),
            observed_given: at.is_some(),
            updated_at: Timestamp(arrived),
            confidence,
            ..record(u64::try_from(arrived).unwrap(), value)
        }
    }

    #[track_caller]
    fn check(new: &Record, known: &Record, expected: Standing) {
        assert_eq!(standing(new, known), expected);
    }

    #[test]
    fn the_value_observed_later_is_current_and_without_times_arrival_decides() {
        let old = told("杭州", None, 5, 0.9);
        check(&told("上海", None, 9, 0.9), &old, Standing::Newer);
        // A clock that ran backwards does not turn what was told last into history.
        let backwards = Record { observed_at: Timestamp(3), ..told("上海", None, 9, 0.9) };
        check(&backwards, &old, Standing::Newer);
        check(&told("上海", Some(4), 9, 0.9), &old, Standing::Older);
        check(&told("上海", Some(5), 9, 0.9), &old, Standing::Newer);
        check(&told("tea", Some(7), 9, 0.9), &told("coffee", Some(6), 8, 0.9), Standing::Newer);
    }

    #[test]
    fn equal_times_and_a_newer_value_that_is_less_sure_are_unclear() {
        check(&told("Mac", Some(5), 9, 0.9), &told("Windows", Some(5), 5, 0.9), Standing::Unclear);
        check(&told("B", None, 9, 0.5), &told("A", None, 5, 0.9), Standing::Unclear);
        check(&told("B", None, 9, 0.6), &told("A", None, 5, 0.9), Standing::Newer);
        // The older one that comes late is much surer than the newer one.
        check(&told("A", Some(1), 9, 0.9), &told("B", Some(2), 5, 0.5), Standing::Unclear);
    }

    #[test]
    fn what_waited_for_its_verdict_is_older_than_what_was_told_again_since() {
        let again = Record { tellings: vec![Timestamp(9)], ..told("22:00", None, 5, 0.9) };
        let between = told("00:00", None, 7, 0.9);
        check(&Record { stamp: JournalId::new(3, 0), ..between.clone() }, &again, Standing::Older);
        check(&Record { stamp: JournalId::new(3, 0), ..again.clone() }, &between, Standing::Newer);
        // What arrives only now is the latest, whatever the clock says.
        check(&Record { stamp: JournalId::default(), ..between }, &again, Standing::Newer);
    }

    #[test]
    fn a_later_telling_counts() {
        let mut known = told("杭州", Some(1), 1, 0.9);
        known.tellings = vec![Timestamp(8)];
        check(&told("上海", Some(5), 9, 0.9), &known, Standing::Older);
    }

    #[test]
    fn there_and_back_again_are_three_versions() {
        let mut first = told("可乐", Some(1), 1, 0.9);
        first.tellings = vec![Timestamp(3)];
        let versions: Vec<Version> = versions_of(&first).chain(versions_of(&told("咖啡", Some(2), 2, 0.9))).collect();
        let values: Vec<String> = history(versions).into_iter().map(|version| version.value).collect();
        assert_eq!(values, ["可乐", "咖啡", "可乐"]);
    }

    proptest! {
        #[test]
        fn any_order_of_arrival_gives_the_same_history(
            // Two values of one time would be a conflict, and no history.
            value_at in prop::array::uniform5(0_u8..3), times in prop::collection::vec(0_u8..5, 0..12), again: u64,
        ) {
            let all: Vec<Version> = times
                .iter()
                .map(|time| {
                    let (at, value) = (i64::from(*time), value_at[usize::from(*time)].to_string());
                    as_version(&super::tests::told(&value, Some(at), at, 0.9))
                })
                .collect();
            let seen = |versions: Vec<Version>| {
                history(versions).into_iter().map(|version| (version.observed_at, version.value)).collect::<Vec<_>>()
            };
            let mut other = all.clone();
            let turn = usize::try_from(again % 13).unwrap_or_default() % all.len().max(1);
            other.rotate_left(turn);
            other.reverse();
            prop_assert_eq!(seen(all), seen(other));
        }
    }
}
