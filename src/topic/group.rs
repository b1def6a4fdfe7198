//! Which records belong together: those of one topic, and those of one key; of one subject and one kind each.

use crate::annotate::{canonical_key, canonical_subject};
use crate::record::{Kind, MergePolicy, Record, Tier, Timestamp};
use crate::text::normalize::fold;
use crate::version::{is_same_value, subject_of};

/// What holds records together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Bond {
    /// One topic.
    Topic {
        /// Its folded name.
        name: String,
        /// The subject's one name.
        subject: String,
        /// A habit, a passing state and a guess are never merged into each other.
        kind: Kind,
    },
    /// One key, with one value.
    Key {
        /// Its one name.
        key: String,
        /// The value.
        value: String,
        /// The subject's one name.
        subject: String,
        /// As for a topic.
        kind: Kind,
    },
}

impl Bond {
    /// Whether it holds a record.
    #[must_use]
    pub fn holds(&self, record: &Record) -> bool {
        match self {
            Self::Topic { name, subject, kind } => {
                is_of(record, subject, *kind) && name_of(record).as_ref() == Some(name)
            }
            Self::Key { key, value, subject, kind } => {
                is_of(record, subject, *kind)
                    && record.key.as_deref().is_some_and(|given| canonical_key(given) == *key)
                    && record.value.as_deref().is_some_and(|given| is_same_value(given, value))
            }
        }
    }
}

/// Whether a record is of a subject, by the subject's one name, and of a kind: without that nothing is merged.
#[must_use]
pub fn is_of(record: &Record, subject: &str, kind: Kind) -> bool {
    record.kind() == kind && canonical_subject(subject_of(record)) == subject
}

/// What a record may be held together with others by, the topic first. A subject or a stance alone holds nothing together: three things that one
/// likes are not one topic.
#[must_use]
pub fn bonds(record: &Record) -> Vec<Bond> {
    let (subject, kind) = (canonical_subject(subject_of(record)), record.kind());
    let of_topic = name_of(record).map(|name| Bond::Topic { name, subject: subject.clone(), kind });
    let of_key = record.key.as_deref().zip(record.value.clone());
    let of_key = of_key.map(|(key, value)| Bond::Key { key: canonical_key(key), value, subject, kind });
    of_topic.into_iter().chain(of_key).collect()
}

/// Whether a record may be merged by itself: known and hot, or a merged one already; judged, not pinned, in no open conflict, and not one that runs
/// out by itself.
#[must_use]
pub fn may_merge(record: &Record, now: Timestamp) -> bool {
    record.is_current(now)
        && (record.tier == Tier::Hot || record.merged)
        && record.valid_until.is_none()
        && !record.pinned
        && !record.pending
        && !record.conflict_pending()
}

/// Whether records are to be merged: there are two or more, and `n_pieces` sentences that were told apart, those of merged records counted
/// one by one, reach `policy.at`.
#[must_use]
pub fn is_due(n_records: usize, n_pieces: usize, policy: &MergePolicy) -> bool {
    1 < n_records && policy.at.max(2) <= n_pieces
}

/// The one name of a record's topic.
#[must_use]
pub fn name_of(record: &Record) -> Option<String> {
    record.topic.as_deref().map(folded).filter(|name| !name.is_empty())
}

/// The one name of a topic, however it is written.
#[must_use]
pub fn folded(topic: &str) -> String {
    fold(topic).trim().to_owned()
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;

    fn told(topic: Option<&str>, subject: Option<&str>, key: Option<(&str, &str)>) -> Record {
        let owned = |text: &str| text.to_owned();
        Record {
            topic: topic.map(owned),
            subject: subject.map(owned),
            key: key.map(|(key, _)| owned(key)),
            value: key.map(|(_, value)| owned(value)),
            ..record(1, "x")
        }
    }

    #[track_caller]
    fn check(one: &Record, other: &Record, expected: bool) {
        for (one, other) in [(one, other), (other, one)] {
            let is_bound = bonds(one).iter().any(|bond| bond.holds(other));
            assert_eq!(is_bound, expected, "{one:?} and {other:?}");
        }
    }

    #[test]
    fn one_topic_holds_records_together_however_it_is_written() {
        check(&told(Some("饮食"), None, None), &told(Some("飲食"), Some("用户"), None), true);
        check(&told(Some("Music"), None, None), &told(Some(" music "), None, None), true);
        check(&told(Some("music"), None, None), &told(Some("travel"), None, None), false);
        check(&told(Some(" "), None, None), &told(Some(" "), None, None), false);
        check(&told(None, None, None), &told(None, None, None), false);
    }

    #[test]
    fn one_key_with_one_value_does_so_too() {
        let city = |value| told(None, None, Some(("home_city", value)));
        check(&city("杭州"), &city("Hangzhou"), true);
        check(&city("杭州"), &city("上海"), false);
        check(&city("杭州"), &told(None, Some("妹妹"), Some(("home_city", "杭州"))), false);
    }

    #[test]
    fn a_subject_or_a_stance_alone_does_not() {
        let likes = |what: &str| told(None, Some("user"), Some((&format!("likes:{what}"), "loves")));
        check(&likes("tea"), &likes("jazz"), false);
        check(&likes("茶"), &likes("爵士乐"), false);
        check(&told(None, Some("user"), None), &told(None, Some("user"), None), false);
    }

    #[test]
    fn other_subjects_and_kinds_stay_apart() {
        let food = told(Some("饮食"), None, None);
        check(&food, &told(Some("饮食"), Some("妹妹"), None), false);
        check(&food, &Record { kind: Some(Kind::Inference), ..food.clone() }, false);
        check(&food, &Record { kind: Some(Kind::State), ..food.clone() }, false);
        check(&food, &Record { kind: Some(Kind::Fact), ..food.clone() }, true);
    }

    #[test]
    fn what_is_pinned_disputed_pending_passing_or_cold_is_not_merged_by_itself() {
        let now = Timestamp(1_750_000_000_000);
        let plain = record(1, "x");
        assert!(may_merge(&plain, now));
        for other in [
            Record { pinned: true, ..plain.clone() },
            Record { pending: true, ..plain.clone() },
            Record { opponents: [plain.id].into(), ..plain.clone() },
            Record { valid_until: Some(Timestamp(i64::MAX)), ..plain.clone() },
            Record { tier: Tier::Cold, ..plain.clone() },
            Record { status: crate::record::Status::Superseded, ..plain.clone() },
        ] {
            assert!(!may_merge(&other, now), "{other:?}");
        }
        assert!(may_merge(&Record { tier: Tier::Cold, merged: true, ..plain }, now));
    }

    #[test]
    fn three_pieces_are_due_and_a_fourth_joins_at_once() {
        let policy = MergePolicy { at: 3, cluster: false };
        for (n_records, n_pieces, expected) in [(2, 2, false), (3, 3, true), (2, 4, true), (1, 3, false), (0, 0, false)]
        {
            assert_eq!(is_due(n_records, n_pieces, &policy), expected, "{n_records} {n_pieces}");
        }
        let at_once = MergePolicy { at: 0, ..policy };
        assert!(!is_due(1, 1, &at_once) && is_due(2, 2, &at_once));
        assert!(!is_due(9, 9, &MergePolicy { at: usize::MAX, ..policy }));
    }
}
