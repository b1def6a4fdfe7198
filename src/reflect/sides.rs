//! Which records stand on one side of an open conflict, and so may become one before the user settles it.

use crate::record::{Record, RecordId};
use crate::sorted::SortedSet;

/// Of records, each with what stands against it, the first one that a conflict keeps from being merged with the others; `None` where nothing stands
/// against any of them, or one thing stands against all and none of them against another.
#[must_use]
pub fn kept_apart(sides: &[(RecordId, SortedSet<RecordId>)]) -> Option<RecordId> {
    let (first, against) = sides.iter().find(|(_, against)| !against.is_empty())?;
    let is_common = |id: &RecordId| sides.iter().all(|(_, other)| other.contains(id));
    let are_opposed = sides.iter().any(|(_, other)| sides.iter().any(|(id, _)| other.contains(id)));
    (are_opposed || !against.iter().any(is_common)).then_some(*first)
}

/// The record that a conflict, an open one or one that is `asked` now, keeps from being merged with the others.
pub(super) fn disputed(records: &[&Record], asked: &[(RecordId, RecordId)]) -> Option<RecordId> {
    let against = |record: &&Record| {
        let now = asked.iter().filter_map(|(one, other)| match record.id {
            id if id == *one => Some(*other),
            id if id == *other => Some(*one),
            _ => None,
        });
        (record.id, record.opponents.iter().copied().chain(now).collect())
    };
    let sides: Vec<(RecordId, SortedSet<RecordId>)> = records.iter().map(against).collect();
    kept_apart(&sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sides: &[(u64, &[u64])], expected: Option<u64>) {
        let id = |n: u64| RecordId::v7(1, 0, n);
        let sides: Vec<_> =
            sides.iter().map(|(n, against)| (id(*n), against.iter().map(|n| id(*n)).collect())).collect();
        assert_eq!(kept_apart(&sides), expected.map(id));
    }

    #[test]
    fn what_one_thing_stands_against_is_on_one_side() {
        check(&[(1, &[]), (2, &[])], None);
        check(&[(1, &[9]), (2, &[9])], None);
        check(&[(1, &[8, 9]), (2, &[9]), (3, &[7, 9])], None);
    }

    #[test]
    fn opponents_and_what_nothing_stands_against_are_not() {
        check(&[(1, &[2]), (2, &[1])], Some(1));
        check(&[(1, &[2, 9]), (2, &[1, 9])], Some(1));
        check(&[(1, &[]), (2, &[9])], Some(2));
        check(&[(1, &[8]), (2, &[9])], Some(1));
        check(&[(1, &[8, 9]), (2, &[9]), (3, &[8])], Some(1));
    }
}
