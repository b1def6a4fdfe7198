//! Strategy 5, versions: which value of a key is current.

use crate::record::{Timestamp, Version};

/// Puts a version where it belongs in a history: by when it held, then by when it was written. News that comes late takes its
/// place in the past; nothing is lost.
pub fn place(history: &mut Vec<Version>, version: Version) {
    history.push(version);
    // Stable: of two that are alike in both times the one that came later stands later.
    history.sort_by_key(order);
}

/// The value that holds: the one that was observed last; of several such the one that was written last.
#[must_use]
pub fn current(history: &[Version]) -> Option<&Version> {
    history.iter().max_by_key(|version| order(version))
}

fn order(version: &Version) -> (Timestamp, Timestamp) {
    (version.observed_at, version.set_at)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::record::Source;
    use proptest::prelude::*;

    fn version(value: &str, observed: i64, set: i64) -> Version {
        Version {
            value: value.to_owned(),
            text: String::new(),
            observed_at: Timestamp(observed),
            set_at: Timestamp(set),
            confidence: 0.9,
            source: Source::default(),
        }
    }

    #[track_caller]
    fn check(told: &[(&str, i64, i64)], oldest_first: &[&str]) {
        let mut history = Vec::new();
        for (value, observed, set) in told {
            place(&mut history, version(value, *observed, *set));
        }
        assert_eq!(history.iter().map(|version| version.value.as_str()).collect::<Vec<_>>(), oldest_first);
        assert_eq!(current(&history), history.last());
    }

    #[test]
    fn the_value_observed_last_is_current_whenever_it_was_told() {
        check(&[], &[]);
        check(&[("北京", 1, 1), ("上海", 2, 2)], &["北京", "上海"]);
        check(&[("Lisbon", 5, 1), ("Porto", 3, 2), ("Faro", 4, 3)], &["Porto", "Faro", "Lisbon"]);
        check(&[("上海", 2, 1), ("北京", 2, 2)], &["上海", "北京"]);
        check(&[("tea", 2, 2), ("coffee", 2, 2)], &["tea", "coffee"]);
    }

    proptest! {
        #[test]
        fn any_order_of_arrival_gives_the_same_history(
            told in prop::collection::vec((0_i64..5, 0_i64..5), 0..12).prop_shuffle(),
            again: u64,
        ) {
            // A name that follows from the times, so that versions alike in both are alike altogether.
            let all: Vec<Version> =
                told.iter().map(|(observed, set)| version(&format!("{observed}/{set}"), *observed, *set)).collect();
            let mut other = all.clone();
            let turn = usize::try_from(again % 13).unwrap_or_default() % all.len().max(1);
            other.rotate_left(turn);
            other.reverse();
            let build = |versions: &[Version]| {
                let mut history = Vec::new();
                versions.iter().for_each(|version| place(&mut history, version.clone()));
                history
            };
            let history = build(&all);
            prop_assert_eq!(&history, &build(&other));
            prop_assert_eq!(history.len(), told.len());
            prop_assert!(history.is_sorted_by_key(order));
            prop_assert_eq!(current(&all), history.last());
        }
    }
}
