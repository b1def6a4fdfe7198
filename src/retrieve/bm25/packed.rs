//! The numbers of a record's words in a few bytes each.

use crate::codec::{push_number, take_number};

/// Numbers without repetitions, packed: the largest, and then by how much each is smaller than the one before; seven bits to a byte, the lowest
/// first, and a byte of 128 or more has another one after it.
///
/// Common words have small numbers that lie close together, so that a word mostly takes one byte or two where its number takes four.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed(Box<[u8]>);

impl Packed {
    /// Packs distinct numbers that are ascending.
    pub(super) fn of(ascending: &[u32]) -> Self {
        let mut bytes = Vec::with_capacity(ascending.len() * 2);
        let mut before = None;
        for number in ascending.iter().rev() {
            push_number(&mut bytes, before.map_or(*number, |before: u32| before - number));
            before = Some(*number);
        }
        Self(bytes.into_boxed_slice())
    }

    /// The numbers, descending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let mut bytes = &*self.0;
        let mut before = None;
        std::iter::from_fn(move || {
            let gap = take_number(&mut bytes)?;
            let number = before.map_or(gap, |before: u32| before - gap);
            before = Some(number);
            before
        })
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sorted::SortedSet;
    use proptest::prelude::*;

    #[test]
    fn neighbours_take_a_byte_each() {
        let packed = Packed::of(&[5, 6, 9, 127, 200, u32::MAX]);
        assert_eq!(packed.iter().collect::<Vec<_>>(), [u32::MAX, 200, 127, 9, 6, 5]);
        assert_eq!(Packed::of(&[1, 2, 3]).0.len(), 3);
        assert_eq!(Packed::of(&[]).iter().next(), None);
    }

    proptest! {
        #[test]
        fn what_was_packed_comes_out_descending(numbers in proptest::collection::vec(any::<u32>(), 0..40)) {
            let numbers: SortedSet<u32> = numbers.into_iter().collect();
            let ascending: Vec<u32> = numbers.into_iter().collect();
            let descending: Vec<u32> = ascending.iter().rev().copied().collect();
            prop_assert_eq!(Packed::of(&ascending).iter().collect::<Vec<_>>(), descending);
        }
    }
}
