//! A record that has a word, and how often.

/// Bits of a posting that hold the count; the others hold the slot.
const COUNT_BITS: u32 = 4;

/// The largest count that a posting holds by itself.
pub(super) const MOST_COUNT: u32 = (1 << COUNT_BITS) - 1;

/// A slot below 2²⁸, and how often its record has the word: at least 1, and [`MOST_COUNT`] where it is that or more. Four bytes, since there is
/// one for each word of each record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posting(u32);

impl Posting {
    pub(super) fn new(slot: u32, count: u32) -> Self {
        Self(slot << COUNT_BITS | count.min(MOST_COUNT))
    }

    pub(super) fn slot(self) -> u32 {
        self.0 >> COUNT_BITS
    }

    /// How often, up to [`MOST_COUNT`].
    pub(super) fn count(self) -> u32 {
        self.0 & MOST_COUNT
    }
}
