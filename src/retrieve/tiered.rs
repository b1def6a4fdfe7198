//! Two indexes beside each other: of what a plain recall may find, and of what is only looked at when it is asked for.
//!
//! The first stays as small as what is hot, however much was cooled, replaced or hidden; a search of it passes over nothing, and what was cooled no
//! longer moves the scores of what was not. Where both are searched, words weigh by the records of both.

use super::bm25::{Listed, WordIndex};
use super::codes::Code;
use super::vector::{Found, OtherDimension, VectorIndex};
use crate::embedding::Embedding;
use crate::sorted::sort_by;
use crate::text::asked::Asked;

/// How far a search reaches.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reach {
    /// What a plain recall may find.
    Hot,
    /// Everything.
    All,
}

/// Words and vectors of records, under slots, those of hot records apart.
#[derive(Clone, Debug, Default)]
pub struct TieredIndex {
    hot: Part,
    rest: Part,
}

#[derive(Clone, Debug, Default)]
struct Part {
    words: WordIndex,
    vectors: VectorIndex,
}

impl TieredIndex {
    /// Keeps a slot's words, in place of those that it had.
    pub fn set_words(&mut self, slot: u32, is_hot: bool, terms: &[String]) {
        let (to, from) = self.parts(is_hot);
        from.words.remove(slot);
        to.words.insert(slot, terms);
    }

    /// As [`Self::set_words`] of a slot that has none yet, by the words' places in a list; `listed` is of that list, for what is hot and for the rest.
    pub fn set_listed(
        &mut self,
        (slot, is_hot): (u32, bool),
        places: &mut dyn Iterator<Item = u32>,
        words: &[&str],
        listed: &mut [Listed; 2],
    ) {
        let (to, _) = self.parts(is_hot);
        to.words.insert_listed(slot, places, words, &mut listed[usize::from(is_hot)]);
    }

    /// As [`WordIndex::put_off_weights`].
    pub fn put_off_weights(&mut self) {
        self.hot.words.put_off_weights();
        self.rest.words.put_off_weights();
    }

    /// As [`WordIndex::weigh_all`].
    pub fn weigh_all(&mut self) {
        self.hot.words.weigh_all();
        self.rest.words.weigh_all();
    }

    /// Forgets a slot's words.
    pub fn remove_words(&mut self, slot: u32) {
        self.hot.words.remove(slot);
        self.rest.words.remove(slot);
    }

    /// Keeps a slot's vector, in place of the one that it had, wherever that stood.
    ///
    /// # Errors
    /// [`OtherDimension`]; the slot keeps what it had.
    pub fn set_vector(&mut self, slot: u32, embedding: &Embedding, is_hot: bool) -> Result<(), OtherDimension> {
        self.check(embedding.dimension())?;
        let (to, from) = self.parts(is_hot);
        to.vectors.insert(slot, embedding)?;
        from.vectors.remove(slot);
        Ok(())
    }

    /// Forgets a slot's vector.
    pub fn remove_vector(&mut self, slot: u32) {
        self.hot.vectors.remove(slot);
        self.rest.vectors.remove(slot);
    }

    /// Keeps the codes of a slot's vector, in place of what it had, wherever that stood.
    ///
    /// # Errors
    /// [`OtherDimension`]; the slot keeps what it had.
    pub fn set_code(&mut self, slot: u32, code: &Code, is_hot: bool) -> Result<(), OtherDimension> {
        self.check(code.codes.len())?;
        let (to, from) = self.parts(is_hot);
        to.vectors.insert_code(slot, code)?;
        from.vectors.remove(slot);
        Ok(())
    }

    /// Moves a slot's vector to where it belongs.
    pub fn move_vector(&mut self, slot: u32, is_hot: bool) {
        let (to, from) = self.parts(is_hot);
        let Some(code) = from.vectors.code(slot) else { return };
        // Both have one dimension, so it fits.
        if to.vectors.insert_code(slot, &code).is_ok() {
            if let Some(values) = from.vectors.get(slot) {
                to.vectors.keep(slot, values);
            }
            from.vectors.remove(slot);
        }
    }

    /// A slot's vector, of length 1, where its numbers are in memory.
    #[must_use]
    pub fn vector(&self, slot: u32) -> Option<&[f32]> {
        self.hot.vectors.get(slot).or_else(|| self.rest.vectors.get(slot))
    }

    /// Whether a slot has a vector.
    #[must_use]
    pub fn has_vector(&self, slot: u32) -> bool {
        self.hot.vectors.has(slot) || self.rest.vectors.has(slot)
    }

    /// The codes of a slot's vector.
    #[must_use]
    pub fn code(&self, slot: u32) -> Option<Code> {
        self.hot.vectors.code(slot).or_else(|| self.rest.vectors.code(slot))
    }

    /// Keeps the numbers of a slot that has a vector, as they were when it was set.
    pub fn keep_vector(&mut self, slot: u32, values: &[f32]) {
        self.hot.vectors.keep(slot, values);
        self.rest.vectors.keep(slot, values);
    }

    /// Bytes that the vectors take in memory.
    #[must_use]
    pub fn vector_bytes(&self) -> usize {
        self.hot.vectors.bytes() + self.rest.vectors.bytes()
    }

    /// As [`VectorIndex::shed`], those first that a plain recall does not look at.
    pub fn shed(&mut self, bytes: usize) -> usize {
        let shed = self.rest.vectors.shed(bytes);
        shed + self.hot.vectors.shed(bytes.saturating_sub(shed))
    }

    /// How many vectors there are.
    #[must_use]
    pub fn n_vectors(&self) -> usize {
        self.hot.vectors.len() + self.rest.vectors.len()
    }

    /// Numbers of each vector; `None` while there are none.
    #[must_use]
    pub fn dimension(&self) -> Option<usize> {
        self.hot.vectors.dimension().or_else(|| self.rest.vectors.dimension())
    }

    /// As [`VectorIndex::top_k`].
    #[must_use]
    pub fn nearest(&self, query: &Embedding, k: usize, reach: Reach, mut accept: impl FnMut(u32) -> bool) -> Found {
        let mut found = self.hot.vectors.top_k(query, k, &mut accept);
        if reach == Reach::All {
            let rest = self.rest.vectors.top_k(query, k, &mut accept);
            found.best.extend(rest.best);
            found.best = best(found.best, k);
            found.missing.extend(rest.missing);
        }
        found
    }

    /// As [`WordIndex::search`].
    #[must_use]
    pub fn search(
        &self,
        query: &[Asked],
        k: usize,
        reach: Reach,
        mut accept: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let (hot, rest) = (&self.hot.words, &self.rest.words);
        if reach == Reach::Hot {
            return hot.search(query, k, accept);
        }
        let mut found = hot.search_beside(rest, query, k, &mut accept);
        found.extend(rest.search_beside(hot, query, k, &mut accept));
        best(found, k)
    }

    /// The scores that [`Self::search`] gives to these slots; 0 to one that it does not reach.
    #[must_use]
    pub fn scores_of(&self, query: &[Asked], reach: Reach, slots: &[u32]) -> Vec<f32> {
        let (hot, rest) = (&self.hot.words, &self.rest.words);
        if reach == Reach::Hot {
            return hot.scores_of(None, query, slots);
        }
        let mut scores = hot.scores_of(Some(rest), query, slots);
        // A slot stands in one of the two.
        scores.iter_mut().zip(rest.scores_of(Some(hot), query, slots)).for_each(|(score, other)| *score += other);
        scores
    }

    /// The share, 0 to 1, of the distinct words of the record that has fewer of them which the other has too; of records in one of the two indexes.
    #[must_use]
    pub fn shared(&self, one: u32, other: u32) -> f64 {
        self.hot.words.shared(one, other).max(self.rest.words.shared(one, other))
    }

    /// As [`WordIndex::overlapping`], of either index.
    #[must_use]
    pub fn overlapping(
        &self,
        terms: &[String],
        (k, floor): (usize, f32),
        mut accept: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let mut found = self.hot.words.overlapping(terms, (k, floor), &mut accept);
        found.extend(self.rest.words.overlapping(terms, (k, floor), &mut accept));
        found
    }

    /// Whether a vector of so many numbers may stand beside those that are there, in either part.
    fn check(&self, found: usize) -> Result<(), OtherDimension> {
        match self.dimension() {
            Some(known) if known != found => Err(OtherDimension { found, known }),
            Some(_) | None => Ok(()),
        }
    }

    /// The part that a slot belongs to, and the other one.
    fn parts(&mut self, is_hot: bool) -> (&mut Part, &mut Part) {
        if is_hot { (&mut self.hot, &mut self.rest) } else { (&mut self.rest, &mut self.hot) }
    }
}

/// The `k` with the largest scores, of equals the smaller slots.
fn best(mut found: Vec<(u32, f32)>, k: usize) -> Vec<(u32, f32)> {
    sort_by(&mut found, |one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    found.truncate(k);
    found
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn asking(text: &str) -> Vec<Asked> {
        words(text).into_iter().map(|term| Asked { term, percent: 100 }).collect()
    }

    fn vector(values: [f32; 2]) -> Embedding {
        Embedding::new(values.to_vec()).unwrap()
    }

    fn slots(found: &[(u32, f32)]) -> Vec<u32> {
        found.iter().map(|(slot, _)| *slot).collect()
    }

    /// How many vectors and how many records with words a plain recall looks at.
    fn n_hot(index: &TieredIndex) -> (usize, usize) {
        (index.hot.vectors.len(), index.hot.words.len())
    }

    #[test]
    fn what_is_not_hot_is_found_only_where_everything_is_looked_at() {
        let mut index = TieredIndex::default();
        for (slot, is_hot) in [(0, true), (1, false), (2, true)] {
            index.set_words(slot, is_hot, &words("green tea"));
            index.set_vector(slot, &vector([1.0, slot as f32]), true).unwrap();
            index.move_vector(slot, is_hot);
        }
        let query = vector([1.0, 0.0]);
        let all = |_: u32| true;
        assert_eq!(slots(&index.nearest(&query, 9, Reach::Hot, all).best), [0, 2]);
        assert_eq!(slots(&index.nearest(&query, 9, Reach::All, all).best), [0, 1, 2]);
        assert_eq!(slots(&index.nearest(&query, 2, Reach::All, all).best), [0, 1]);
        assert_eq!(slots(&index.search(&asking("tea"), 9, Reach::Hot, all)), [0, 2]);
        assert_eq!(slots(&index.search(&asking("tea"), 9, Reach::All, all)).len(), 3);
        assert_eq!(index.overlapping(&words("green tea"), (9, 0.0), all).len(), 3);
        assert_eq!((index.n_vectors(), n_hot(&index)), (3, (2, 2)));
    }

    #[test]
    fn where_everything_is_looked_at_a_word_weighs_the_same_wherever_it_stands() {
        let mut index = TieredIndex::default();
        for (slot, text) in (0..).zip(["green tea", "black tea", "green wall", "white wall"]) {
            index.set_words(slot, slot % 2 == 0, &words(text));
        }
        // Each word of the four texts but "white" and "black" stands in two of them.
        let found = index.search(&asking("tea wall"), 9, Reach::All, |_| true);
        let scores: Vec<f32> = found.iter().map(|(_, score)| *score).collect();
        assert_eq!(slots(&found), [0, 1, 2, 3]);
        assert!(scores.iter().all(|score| (score - scores[0]).abs() < 1e-6), "{scores:?}");
        assert_eq!(index.scores_of(&asking("tea wall"), Reach::All, &slots(&found)), scores);
        let of_hot: Vec<(u32, f32)> = index.search(&asking("tea"), 9, Reach::Hot, |_| true);
        assert_eq!(slots(&of_hot), [0]);
        assert_eq!(index.scores_of(&asking("tea"), Reach::Hot, &[0, 1]), [of_hot[0].1, 0.0]);
    }

    #[test]
    fn a_slot_moves_with_its_words_and_its_vector_and_stands_nowhere_twice() {
        let mut index = TieredIndex::default();
        index.set_words(0, true, &words("green tea"));
        index.set_vector(0, &vector([1.0, 0.0]), true).unwrap();
        index.set_words(0, false, &words("green tea"));
        index.move_vector(0, false);
        assert_eq!((index.n_vectors(), n_hot(&index)), (1, (0, 0)));
        assert_eq!(index.vector(0), Some(&[1.0, 0.0][..]));
        index.set_vector(0, &vector([0.0, 1.0]), false).unwrap();
        assert_eq!((index.n_vectors(), n_hot(&index)), (1, (0, 0)));
        index.set_vector(0, &vector([0.0, 1.0]), true).unwrap();
        assert_eq!((index.n_vectors(), n_hot(&index)), (1, (1, 0)), "it moves with its vector");
        index.move_vector(0, true);
        assert_eq!(n_hot(&index), (1, 0));
        index.remove_vector(0);
        index.remove_words(0);
        assert_eq!((index.n_vectors(), index.dimension()), (0, None));
    }

    #[test]
    fn a_vector_of_another_dimension_is_refused_wherever_the_others_stand() {
        let mut index = TieredIndex::default();
        index.set_vector(0, &vector([1.0, 0.0]), true).unwrap();
        index.move_vector(0, false);
        let longer = Embedding::new(vec![1.0, 0.0, 0.0]).unwrap();
        assert_eq!(index.set_vector(1, &longer, true), Err(OtherDimension { found: 3, known: 2 }));
        index.remove_vector(0);
        assert_eq!(index.set_vector(1, &longer, true), Ok(()));
    }
}
