//! The letters of a text as bytes.

use super::{Letters, MOST_IN_HALF, N_BUCKETS};

impl Letters {
    /// As bytes: one more than there are letters (`u32`, little-endian), the buckets two to a byte, and of each larger one its number and its count.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.n_letters_and_one.get().to_le_bytes().to_vec();
        bytes.extend(self.halves);
        bytes.extend(self.larger.iter().flat_map(|(bucket, count)| [*bucket, *count]));
        bytes
    }

    /// What [`Self::to_bytes`] gave; `None` of other bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (n_letters, bytes) = bytes.split_first_chunk()?;
        let (halves, bytes) = bytes.split_first_chunk::<{ N_BUCKETS / 2 }>()?;
        let n_letters_and_one = u32::from_le_bytes(*n_letters).try_into().ok()?;
        let (larger, left) = bytes.as_chunks::<2>();
        let larger: Box<[(u8, u8)]> = larger.iter().map(|[bucket, count]| (*bucket, *count)).collect();
        let is_whole = left.is_empty() && larger.iter().all(|(_, count)| MOST_IN_HALF < *count);
        is_whole.then_some(Self { n_letters_and_one, halves: *halves, larger })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back_from_their_bytes() {
        for text in ["", "tea", "用户喜欢绿茶", &"ab茶".repeat(300)] {
            let letters = Letters::of(text);
            assert_eq!(Letters::from_bytes(&letters.to_bytes()), Some(letters), "{text}");
        }
        for bytes in [&[][..], &[0; 36], &[1; 37], &[1; 35], &[1; 38]] {
            assert_eq!(Letters::from_bytes(bytes), None);
        }
    }
}
