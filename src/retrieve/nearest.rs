//! The best few of many.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The best `k` of the slots that are offered: larger scores first, of equals those with a larger second score, then smaller slots.
pub(super) struct Nearest {
    k: usize,
    /// The worst on top.
    kept: BinaryHeap<Scored>,
}

impl Nearest {
    pub(super) fn new(k: usize) -> Self {
        Self { k, kept: BinaryHeap::new() }
    }

    /// Takes a slot in when its scores are among the best `k` so far and `accept` admits it.
    pub(super) fn offer(&mut self, slot: u32, scores: (f32, f32), accept: &mut dyn FnMut(u32) -> bool) {
        // Minus zero and zero are one score.
        let offered = Scored { score: scores.0 + 0.0, second: scores.1 + 0.0, slot };
        let is_full = self.k <= self.kept.len();
        if is_full && self.kept.peek().is_none_or(|worst| *worst <= offered) {
            return;
        }
        if accept(slot) {
            if is_full {
                self.kept.pop();
            }
            self.kept.push(offered);
        }
    }

    /// The score that another has to reach, once there are `k`.
    pub(super) fn least(&self) -> Option<f32> {
        if self.kept.len() < self.k { None } else { self.kept.peek().map(|worst| worst.score) }
    }

    /// Slots with their scores, best first.
    pub(super) fn into_sorted(self) -> Vec<(u32, f32)> {
        self.kept.into_sorted_vec().into_iter().map(|scored| (scored.slot, scored.score)).collect()
    }
}

/// A slot with its scores; the better one is the smaller.
#[derive(Clone, Copy)]
struct Scored {
    score: f32,
    second: f32,
    slot: u32,
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        let scores = other.score.total_cmp(&self.score).then(other.second.total_cmp(&self.second));
        scores.then(self.slot.cmp(&other.slot))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Scored {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Scored {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(k: usize, offered: &[(u32, f32, f32)], expected: &[u32]) {
        let mut nearest = Nearest::new(k);
        let mut asked = Vec::new();
        for (slot, score, second) in offered {
            nearest.offer(*slot, (*score, *second), &mut |slot| {
                asked.push(slot);
                slot != 0
            });
        }
        assert_eq!(nearest.into_sorted().into_iter().map(|(slot, _)| slot).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn larger_scores_come_first_then_larger_second_scores_then_smaller_slots() {
        check(3, &[(4, 0.5, 0.1), (3, 0.5, 0.2), (2, 0.9, 0.0), (1, 0.5, 0.1), (0, 1.0, 1.0)], &[2, 3, 1]);
        check(2, &[(1, -0.0, 0.0), (2, 0.0, 0.0)], &[1, 2]);
        check(0, &[(1, 1.0, 0.0)], &[]);
        check(5, &[], &[]);
    }
}
