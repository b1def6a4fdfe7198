//! Names and random bits: drawn from one seed, so that the same calls leave the same bytes.

use crate::record::{RecordId, Timestamp};

/// Draws names and random bits.
#[derive(Clone)]
pub(super) struct Names {
    random: fastrand::Rng,
    millis: i64,
    counter: u16,
}

impl Names {
    pub(super) fn seeded(seed: u64) -> Self {
        Self { random: fastrand::Rng::with_seed(seed), millis: 0, counter: 0 }
    }

    /// A name that sorts after every one that was drawn or followed, also when the clock runs backwards.
    pub(super) fn draw(&mut self, now: Timestamp) -> RecordId {
        if self.millis < now.0 {
            (self.millis, self.counter) = (now.0, 0);
        } else if self.counter < 0x0fff {
            self.counter += 1;
        } else {
            (self.millis, self.counter) = (self.millis + 1, 0);
        }
        RecordId::v7(self.millis, self.counter, self.random.u64(..))
    }

    /// Later names sort after this one.
    pub(super) fn follow(&mut self, newest: RecordId) {
        (self.millis, self.counter) = (self.millis, self.counter).max((newest.millis(), newest.counter()));
    }

    pub(super) fn bytes(&mut self) -> [u8; 16] {
        let mut bytes = [0; 16];
        self.random.fill(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_rise_when_the_clock_stands_or_runs_backwards() {
        let mut names = Names::seeded(1);
        let drawn: Vec<RecordId> = (0..10_000).map(|n| names.draw(Timestamp(1_000 - n / 100))).collect();
        assert!(drawn.is_sorted_by(|one, other| one < other));
        names.follow(RecordId::v7(5_000, 9, 0));
        assert!(RecordId::v7(5_000, 9, u64::MAX) < names.draw(Timestamp(0)));
    }

    #[test]
    fn one_seed_draws_the_same_names() {
        let draw = |seed| Names::seeded(seed).draw(Timestamp(7));
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
    }
}
