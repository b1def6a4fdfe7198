//! Which records stand on one side of an open conflict, and so may become one before the user settles it.

use crate::record::{Record, RecordId};
use crate::sorted::SortedSet;

/// Of records the first one that a conflict, an open one or one of those `asked` now, keeps from being merged with the others; `None` where nothing stands
/// against any of them, or one thing stands against all and none of them against another.
#[must_use]
pub fn kept_apart(records: &[&Record], asked: &[(RecordId, RecordId)]) -> Option<RecordId> {
    let against = |record: &&Record| {
        let mut against = record.opponents.clone();
        for (one, other) in asked {
            if *one == record.id {
                against.insert(*other);
            } else if *other == record.id {
                against.insert(*one);
            }
        }
        (record.id, against)
    };
    let sides: Vec<(RecordId, SortedSet<RecordId>)> = records.iter().map(against).collect();
    let (first, against) = sides.iter().find(|(_, against)| !against.is_empty())?;
    let is_common = |id: &RecordId| sides.iter().all(|(_, other)| other.contains(id));
    let are_opposed = sides.iter().any(|(_, other)| sides.iter().any(|(id, _)| other.contains(id)));
    (are_opposed || !against.iter().any(is_common)).then_some(*first)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;

    /// Each with what stands against it, from before, or asked now.
    #[track_caller]
    fn check(sides: &[(u64, &[u64])], expected: Option<u64>) {
        let id = |n: u64| record(n, "").id;
        let against = |(n, against): &(u64, &[u64])| Record {
            opponents: against.iter().map(|n| id(*n)).collect(),
            ..record(*n, "")
        };
        let before: Vec<Record> = sides.iter().map(against).collect();
        assert_eq!(kept_apart(&before.iter().collect::<Vec<_>>(), &[]), expected.map(id));
        let now: Vec<Record> =
            sides.iter().map(|(n, _)| Record { opponents: SortedSet::new(), ..record(*n, "") }).collect();
        let asked: Vec<_> =
            sides.iter().flat_map(|(n, against)| against.iter().map(|m| (id(*n.min(m)), id(*n.max(m))))).collect();
        assert_eq!(kept_apart(&now.iter().collect::<Vec<_>>(), &asked), expected.map(id));
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
