//! Which records a model is shown together: what is due with its nearest others, so that what belongs together meets.

use crate::llm::prompt::MOST_SHOWN_BYTES;
use crate::record::RecordId;
use crate::sorted::{SortedMap, SortedSet};

/// Others that a due record is shown with, the nearest ones.
///
/// Source: a judgement; what a record repeats or replaces is among its nearest few, and more would fill a batch with what is not due.
pub const NEAREST_OLDER: usize = 8;

/// A record that is due, with the nearest of all others, the nearest first.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The due record.
    pub id: RecordId,
    /// The others; those that are due count too.
    pub near: Vec<RecordId>,
    /// Those of them that are close: what is close to the same belongs together.
    pub close: SortedSet<RecordId>,
}

/// The batches: each record that is due in one of them, with some of its nearest others, at most `most` in a batch, in order of creation.
///
/// Due records that are near each other, or near the same other, come together as far as they fit; what is left of a batch is filled with the next.
#[must_use]
pub fn batches(due: &[Linked], bytes: &SortedMap<RecordId, usize>, most: usize) -> Vec<Vec<RecordId>> {
    let size =
        |ids: &SortedSet<RecordId>| ids.iter().map(|id| bytes.get(id).copied().unwrap_or_default()).sum::<usize>();
    let fits = |ids: &SortedSet<RecordId>| ids.len() <= most.max(1) && size(ids) <= MOST_SHOWN_BYTES;
    let united = |one: &SortedSet<RecordId>, other: &SortedSet<RecordId>| one.iter().chain(other).copied().collect();
    let mut batches: Vec<SortedSet<RecordId>> = Vec::new();
    for group in groups(due) {
        let mut pieces: Vec<SortedSet<RecordId>> = Vec::new();
        for one in group {
            let alone = shown_with(one, due, &fits);
            let joined: Option<SortedSet<RecordId>> = pieces.last().map(|last| united(last, &alone)).filter(&fits);
            match (joined, pieces.last_mut()) {
                (Some(joined), Some(last)) => *last = joined,
                (_, _) => pieces.push(alone),
            }
        }
        for piece in pieces {
            let room = batches.iter_mut().find_map(|batch| {
                let joined: SortedSet<RecordId> = united(batch, &piece);
                fits(&joined).then_some((batch, joined))
            });
            match room {
                Some((batch, joined)) => *batch = joined,
                None => batches.push(piece),
            }
        }
    }
    batches.into_iter().map(|batch| batch.into_iter().collect()).collect()
}

/// A due record with the nearest of the others that are not due themselves, as far as they fit.
fn shown_with(one: &Linked, due: &[Linked], fits: &dyn Fn(&SortedSet<RecordId>) -> bool) -> SortedSet<RecordId> {
    let mut shown = SortedSet::from([one.id]);
    let is_due = |id: &RecordId| due.iter().any(|other| other.id == *id);
    for other in one.near.iter().filter(|id| !is_due(id)).take(NEAREST_OLDER) {
        let mut more = shown.clone();
        more.insert(*other);
        if fits(&more) {
            shown = more;
        }
    }
    shown
}

/// The due records in groups that hang together, those of the oldest first, and in each in order of creation.
fn groups(due: &[Linked]) -> Vec<Vec<&Linked>> {
    let mut group_of: SortedMap<RecordId, usize> = SortedMap::new();
    let mut members: Vec<Vec<RecordId>> = Vec::new();
    for one in due {
        let linked = std::iter::once(one.id).chain(one.close.iter().copied());
        let linked: Vec<RecordId> = linked.collect();
        let mut into = members.len();
        members.push(Vec::new());
        for id in linked {
            match group_of.get(&id).copied() {
                Some(group) if group != into => {
                    // The smaller list goes into the larger one.
                    let (from, to) =
                        if members[group].len() < members[into].len() { (group, into) } else { (into, group) };
                    let moved = std::mem::take(&mut members[from]);
                    for id in &moved {
                        group_of.insert(*id, to);
                    }
                    members[to].extend(moved);
                    into = to;
                }
                Some(_) => {}
                None => {
                    group_of.insert(id, into);
                    members[into].push(id);
                }
            }
        }
    }
    let mut found: SortedMap<RecordId, Vec<&Linked>> = SortedMap::new();
    let by_id: SortedMap<RecordId, &Linked> = due.iter().map(|one| (one.id, one)).collect();
    for group in members {
        let ids: SortedSet<RecordId> = group.into_iter().collect();
        let mine: Vec<&Linked> = ids.iter().filter_map(|id| by_id.get(id).copied()).collect();
        if let Some(first) = mine.first() {
            found.insert(first.id, mine);
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u64) -> RecordId {
        RecordId::v7(1, 0, n)
    }

    fn linked(n: u64, near: &[u64], close: &[u64]) -> Linked {
        Linked { id: id(n), near: near.iter().map(|n| id(*n)).collect(), close: close.iter().map(|n| id(*n)).collect() }
    }

    /// Due records, each with what is near it; the batches by the numbers of their records.
    #[track_caller]
    fn check(due: &[(u64, &[u64])], most: usize, expected: &[&[u64]]) {
        let linked: Vec<Linked> = due.iter().map(|(n, near)| linked(*n, near, near)).collect();
        let found = batches(&linked, &SortedMap::new(), most);
        let expected: Vec<Vec<RecordId>> =
            expected.iter().map(|batch| batch.iter().map(|n| id(*n)).collect()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_due_is_shown_with_its_nearest_others_in_order_of_creation() {
        check(&[], 100, &[]);
        check(&[(5, &[])], 100, &[&[5]]);
        check(&[(5, &[2, 9])], 100, &[&[2, 5, 9]]);
        check(&[(12, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])], 100, &[&[1, 2, 3, 4, 5, 6, 7, 8, 12]]);
        check(&[(9, &[]), (3, &[])], 100, &[&[3, 9]]);
    }

    #[test]
    fn what_belongs_together_meets_though_others_lie_between() {
        // 1 with 4 and 2 with 3, two a batch.
        check(&[(1, &[4]), (2, &[3]), (3, &[2]), (4, &[1])], 2, &[&[1, 4], &[2, 3]]);
        // By a third that is not due.
        check(&[(2, &[1]), (3, &[]), (4, &[]), (5, &[1])], 3, &[&[1, 2, 5], &[3, 4]]);
        // In a chain: 1-2, 3-4, then 2-3.
        check(&[(1, &[2]), (3, &[4]), (5, &[]), (2, &[3]), (4, &[])], 4, &[&[1, 2, 3, 4], &[5]]);
    }

    #[test]
    fn what_is_only_the_nearest_there_is_is_shown_and_brings_nothing_together() {
        let due = [linked(2, &[1], &[]), linked(3, &[], &[]), linked(4, &[1], &[])];
        assert_eq!(batches(&due, &SortedMap::new(), 3), [vec![id(1), id(2), id(3)], vec![id(1), id(4)]]);
    }

    #[test]
    fn a_batch_that_is_full_is_followed_by_another() {
        check(&[(1, &[2, 3]), (2, &[1]), (3, &[1])], 2, &[&[1, 2], &[3]]);
        check(&[(2, &[1]), (4, &[1])], 1, &[&[2], &[4]]);
        check(&[(2, &[])], 0, &[&[2]]);
        check(&[(3, &[1, 2])], 2, &[&[1, 3]]);
    }

    #[test]
    fn texts_that_are_long_together_are_shown_apart() {
        let linked = [linked(1, &[2], &[2]), linked(3, &[], &[])];
        let half = MOST_SHOWN_BYTES / 2;
        let bytes = [(id(1), half), (id(2), half + 1), (id(3), half)].into_iter().collect();
        assert_eq!(batches(&linked, &bytes, 100), [vec![id(1), id(3)]]);
        let bytes = [(id(1), half), (id(2), 1), (id(3), half)].into_iter().collect();
        assert_eq!(batches(&linked, &bytes, 100), [vec![id(1), id(2)], vec![id(3)]]);
    }
}
