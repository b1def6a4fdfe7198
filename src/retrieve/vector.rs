//! Exact search by vector: over codes of eight bits, and what may be among the nearest looked at number by number.

use thiserror::Error;

use super::codes::{BLOCK, Block, Code, Query};
use super::nearest::Nearest;
use super::room;
use super::simd::dot;
use crate::embedding::Embedding;
use crate::sorted::sort_by;

/// A vector is of another dimension than those that are there.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("the vector has {found} numbers; those that are stored have {known}")]
pub struct OtherDimension {
    /// Numbers of the vector.
    pub found: usize,
    /// Numbers of those that are there.
    pub known: usize,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Slots, each with its cosine (−1 to 1), nearest first; of equals the smaller slot first.
    pub best: Vec<(u32, f32)>,
    /// Slots that are perhaps among the nearest and whose numbers are not in memory, the most promising first. While there are any, `best` is
    /// not settled: they have to be kept, by [`VectorIndex::keep`], and the search made again.
    pub missing: Vec<(u32, f32)>,
}

/// Stands in the table of rows for none.
const NO_ROW: u32 = u32::MAX;

/// Vectors under slots: small numbers that the caller gives out and uses again. A table as long as the largest is kept.
///
/// All vectors have one dimension, that of the first; an empty index has none. Their codes are always in memory; their numbers are as the
/// caller likes: a search answers the same either way, but for what it says is missing.
#[derive(Clone, Debug, Default)]
pub struct VectorIndex {
    dimension: usize,
    /// The codes, row by row; every block but the last is full.
    blocks: Vec<Block>,
    /// The numbers of each row, where they are in memory.
    exact: Vec<Option<Box<[f32]>>>,
    /// How many of them are.
    n_exact: usize,
    /// Whose vector stands in each row.
    slots: Vec<u32>,
    /// In which row a slot's vector stands.
    rows: Vec<u32>,
    /// The row that was let go of last.
    hand: usize,
}

impl VectorIndex {
    /// An empty index.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a slot's vector, in place of the one that it had.
    ///
    /// # Errors
    /// [`OtherDimension`]; the slot keeps what it had.
    pub fn insert(&mut self, slot: u32, embedding: &Embedding) -> Result<(), OtherDimension> {
        let values = embedding.values();
        self.insert_code(slot, &Code::of(values))?;
        self.keep(slot, values);
        Ok(())
    }

    /// Keeps a slot's codes, in place of those that it had; its numbers are then not in memory.
    ///
    /// # Errors
    /// [`OtherDimension`]; the slot keeps what it had.
    pub fn insert_code(&mut self, slot: u32, code: &Code) -> Result<(), OtherDimension> {
        let found = code.codes.len();
        if self.slots.is_empty() {
            self.dimension = found;
        } else if self.dimension != found {
            return Err(OtherDimension { found, known: self.dimension });
        }
        if let Some(row) = self.row(slot) {
            self.blocks[row / BLOCK].set(row % BLOCK, code);
            self.set_exact(row, None);
            return Ok(());
        }
        let row = self.slots.len();
        if self.rows.len() <= slot as usize {
            if self.rows.capacity() <= slot as usize {
                self.rows.reserve_exact(slot as usize + 1 + slot as usize / 8 - self.rows.len());
            }
            self.rows.resize(slot as usize + 1, NO_ROW);
        }
        if row.is_multiple_of(BLOCK) {
            self.blocks.push(Block::default());
        }
        self.blocks[row / BLOCK].push(code);
        self.rows[slot as usize] = u32::try_from(row).unwrap_or(NO_ROW);
        room::for_one_more(&mut self.slots);
        room::for_one_more(&mut self.exact);
        self.slots.push(slot);
        self.exact.push(None);
        Ok(())
    }

    /// Keeps the numbers of a slot that has a vector, as they were when it was inserted.
    pub fn keep(&mut self, slot: u32, values: &[f32]) {
        if let Some(row) = self.row(slot).filter(|_| values.len() == self.dimension) {
            self.set_exact(row, Some(values.into()));
        }
    }

    /// Lets go of vectors' numbers that take so many bytes at least, or of all; their codes stay. How many bytes they took.
    pub fn shed(&mut self, bytes: usize) -> usize {
        let each = 4 * self.dimension;
        let mut shed = 0;
        while shed < bytes && 0 < self.n_exact {
            // Round and round, so that none is let go of as soon as it was read.
            self.hand = if self.hand + 1 < self.slots.len() { self.hand + 1 } else { 0 };
            if self.exact[self.hand].is_some() {
                self.set_exact(self.hand, None);
                shed += each;
            }
        }
        shed
    }

    /// Forgets a slot's vector; whether it had one.
    pub fn remove(&mut self, slot: u32) -> bool {
        let Some(row) = self.row(slot) else { return false };
        self.set_exact(row, None);
        // The last row takes the place of the one that goes.
        let last = self.slots.len() - 1;
        if row != last {
            let code = self.blocks[last / BLOCK].get(last % BLOCK, self.dimension);
            self.blocks[row / BLOCK].set(row % BLOCK, &code);
        }
        self.exact.swap_remove(row);
        self.slots.swap_remove(row);
        if let Some(moved) = self.slots.get(row) {
            self.rows[*moved as usize] = u32::try_from(row).unwrap_or(NO_ROW);
        }
        self.rows[slot as usize] = NO_ROW;
        if let Some(block) = self.blocks.last_mut() {
            block.pop(self.dimension);
            if block.len() == 0 {
                self.blocks.pop();
            }
        }
        true
    }

    /// The numbers of a slot's vector, of length 1, where they are in memory.
    #[must_use]
    pub fn get(&self, slot: u32) -> Option<&[f32]> {
        self.row(slot).and_then(|row| self.exact[row].as_deref())
    }

    /// Whether a slot has a vector.
    #[must_use]
    pub fn has(&self, slot: u32) -> bool {
        self.row(slot).is_some()
    }

    /// The codes of a slot's vector.
    #[must_use]
    pub fn code(&self, slot: u32) -> Option<Code> {
        self.row(slot).map(|row| self.blocks[row / BLOCK].get(row % BLOCK, self.dimension))
    }

    /// How many vectors there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How many vectors have their numbers in memory.
    #[must_use]
    pub fn n_exact(&self) -> usize {
        self.n_exact
    }

    /// The slots, in no order that means anything.
    #[must_use]
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Numbers of each vector; `None` while there are none.
    #[must_use]
    pub fn dimension(&self) -> Option<usize> {
        (!self.is_empty()).then_some(self.dimension)
    }

    /// Bytes that the vectors take in memory, their codes and what numbers there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let codes: usize = self.blocks.iter().map(Block::bytes).sum();
        let tables = 4 * (self.slots.capacity() + self.rows.capacity());
        codes + tables + self.exact.capacity() * size_of::<Option<Box<[f32]>>>() + self.n_exact * 4 * self.dimension
    }

    /// The `k` slots nearest to `query` among those that `accept` admits. None, where `query` is of another dimension: there is no cosine then.
    ///
    /// `accept` is asked only about slots that are near enough to be among the answer, at most once each.
    #[must_use]
    pub fn top_k(&self, query: &Embedding, k: usize, mut accept: impl FnMut(u32) -> bool) -> Found {
        self.search(query, k, &mut accept)
    }

    /// [`Self::top_k`], compiled once.
    fn search(&self, query: &Embedding, k: usize, accept: &mut dyn FnMut(u32) -> bool) -> Found {
        if k == 0 || query.dimension() != self.dimension {
            return Found::default();
        }
        let of_query = Query::of(query.values());
        let mut bounds = vec![[0.0; BLOCK]; self.blocks.len()];
        for (block, bounds) in self.blocks.iter().zip(&mut bounds) {
            block.upper_bounds(&of_query, bounds);
        }
        let bounds = &mut bounds.as_flattened_mut()[..self.len()];
        // The most promising ones first: the others are then mostly passed over, and neither asked about nor looked at.
        let mut promising = Nearest::new(k);
        let mut least = f32::NEG_INFINITY;
        for (row, bound) in (0..).zip(&*bounds) {
            if least <= *bound {
                promising.offer(row, (*bound, 0.0), &mut |_| true);
                least = promising.least().unwrap_or(least);
            }
        }
        let mut look = Look { index: self, query, of_query, accept, nearest: Nearest::new(k), missing: Vec::new() };
        for (row, bound) in promising.into_sorted() {
            look.at(row as usize, bound);
            bounds[row as usize] = f32::NEG_INFINITY;
        }
        let mut least = look.least();
        for (row, bound) in bounds.iter().enumerate() {
            if least <= *bound && f32::NEG_INFINITY < *bound {
                look.at(row, *bound);
                least = look.least();
            }
        }
        let Look { nearest, mut missing, .. } = look;
        missing.retain(|(_, bound)| least <= *bound);
        sort_by(&mut missing, |one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        Found { best: nearest.into_sorted(), missing }
    }

    fn set_exact(&mut self, row: usize, values: Option<Box<[f32]>>) {
        self.n_exact += usize::from(values.is_some());
        self.n_exact -= usize::from(std::mem::replace(&mut self.exact[row], values).is_some());
    }

    fn row(&self, slot: u32) -> Option<usize> {
        self.rows.get(slot as usize).filter(|row| **row != NO_ROW).map(|row| *row as usize)
    }
}

/// A search under way.
struct Look<'a> {
    index: &'a VectorIndex,
    query: &'a Embedding,
    of_query: Query,
    accept: &'a mut dyn FnMut(u32) -> bool,
    nearest: Nearest,
    missing: Vec<(u32, f32)>,
}

impl Look<'_> {
    /// Looks at a row whose cosine is at most `bound`.
    fn at(&mut self, row: usize, bound: f32) {
        let slot = self.index.slots[row];
        if let Some(values) = &self.index.exact[row] {
            self.nearest.offer(slot, (dot(self.query.values(), values), 0.0), self.accept);
        } else if (self.accept)(slot) {
            self.missing.push((slot, bound));
            // It is at least so near, whatever its numbers are.
            let error = self.index.blocks[row / BLOCK].error(row % BLOCK);
            self.nearest.offer(slot, (bound - self.of_query.span(error), 0.0), &mut |_| true);
        }
    }

    /// The cosine that another has to reach.
    fn least(&self) -> f32 {
        self.nearest.least().unwrap_or(f32::NEG_INFINITY)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
