//! The letters of known records' texts, by slot.

use crate::text::similarity::Letters;

/// Slots of one block. Blocks, and not one list, so that a longer table copies nothing and leaves no room behind that is as large as it was.
const BLOCK: usize = 256;

/// The letters of known records' folded texts, by slot.
#[derive(Default)]
pub(super) struct LetterTable {
    /// Every block but the last is full.
    blocks: Vec<Vec<Option<Letters>>>,
}

impl LetterTable {
    /// Keeps a text's letters.
    pub(super) fn set(&mut self, slot: u32, letters: Letters) {
        let (block, place) = places(slot);
        while self.blocks.len() <= block {
            if let Some(last) = self.blocks.last_mut() {
                last.resize(BLOCK, None);
            }
            self.blocks.push(Vec::new());
        }
        let block = &mut self.blocks[block];
        if block.len() <= place {
            block.resize(place + 1, None);
        }
        block[place] = Some(letters);
    }

    /// Takes a slot's letters out.
    pub(super) fn take(&mut self, slot: u32) -> Option<Letters> {
        let (block, place) = places(slot);
        self.blocks.get_mut(block)?.get_mut(place)?.take()
    }

    /// Whether a slot has letters.
    pub(super) fn has(&self, slot: u32) -> bool {
        let (block, place) = places(slot);
        self.blocks.get(block).and_then(|block| block.get(place)).is_some_and(Option::is_some)
    }

    /// The letters of texts that may be like another from a share (0 to 1) of matching letters on, each with its slot, ascending, and what the share is at
    /// most; of texts of at most `most` letters.
    pub(super) fn bounds(&self, letters: &Letters, floor: f64, most: u32) -> Vec<(u32, f64)> {
        let (least, longest) = letters.lengths(floor);
        let most = most.min(longest);
        let (mut found, mut slot) = (Vec::new(), 0);
        // Most are passed over by their lengths alone.
        for block in &self.blocks {
            for theirs in block {
                if let Some(theirs) = theirs
                    && least <= theirs.n_letters()
                    && theirs.n_letters() <= most
                    && let Some(bound) = letters.bound_at_least(theirs, floor)
                {
                    found.push((slot, bound));
                }
                slot += 1;
            }
        }
        found
    }
}

fn places(slot: u32) -> (usize, usize) {
    (slot as usize / BLOCK, slot as usize % BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_far_apart_have_their_letters_and_those_between_none() {
        let mut table = LetterTable::default();
        for (slot, text) in [(700, "tea"), (3, "茶"), (255, ""), (3, "tea")] {
            table.set(slot, Letters::of(text));
        }
        // All three letters of three, none of none.
        assert_eq!(table.bounds(&Letters::of("tea"), 0.0, 1024), [(3, 1.0), (255, 0.0), (700, 1.0)]);
        assert_eq!(table.bounds(&Letters::of("tea"), 0.5, 1024), [(3, 1.0), (700, 1.0)]);
        assert_eq!(table.bounds(&Letters::of("tea"), 0.0, 2), [(255, 0.0)]);
        assert_eq!(table.bounds(&Letters::of(""), 0.9, 1024), [(255, 1.0)]);
        assert!(table.has(700) && !table.has(699) && !table.has(701) && !table.has(9_000));
        assert_eq!((table.take(700), table.take(9_000)), (Some(Letters::of("tea")), None));
        assert!(!table.has(700));
    }
}
