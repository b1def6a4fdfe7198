//! What the word lists say, by word: one table for all of them, so that hashing is compiled once.

use rustc_hash::FxHashMap;

/// Values by word.
#[derive(Debug)]
pub struct WordMap<T> {
    places: Places,
    values: Vec<T>,
}

impl<T> Default for WordMap<T> {
    fn default() -> Self {
        Self { places: Places::default(), values: Vec::new() }
    }
}

/// The place of each word, in the order in which they came.
#[derive(Debug, Default)]
struct Places {
    // FxHash: looked up by word only, never walked.
    by_word: FxHashMap<&'static str, u32>,
}

impl Places {
    /// Not generic, so that there is one of it.
    #[inline(never)]
    fn find(&self, word: &str) -> Option<usize> {
        self.by_word.get(word).map(|place| *place as usize)
    }

    /// Gives a new word the place `next`.
    #[inline(never)]
    fn insert(&mut self, word: &'static str, next: usize) {
        // No list has four thousand million words.
        self.by_word.insert(word, u32::try_from(next).unwrap_or(u32::MAX));
    }
}

impl<T: Default> WordMap<T> {
    /// The value of a word.
    #[must_use]
    pub fn get(&self, word: &str) -> Option<&T> {
        self.values.get(self.places.find(word)?)
    }

    /// Whether there is a value of a word.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.places.find(word).is_some()
    }

    /// The value of a word, to be changed; the default where there was none.
    pub fn of(&mut self, word: &'static str) -> &mut T {
        let place = self.places.find(word).filter(|place| *place < self.values.len()).unwrap_or_else(|| {
            self.values.push(T::default());
            self.places.insert(word, self.values.len() - 1);
            self.values.len() - 1
        });
        &mut self.values[place]
    }
}

impl WordMap<()> {
    /// The set of some words.
    pub fn set(words: &mut dyn Iterator<Item = &'static str>) -> Self {
        let mut set = Self::default();
        for word in words {
            set.of(word);
        }
        set
    }
}

/// The first letter of a word, as a text.
#[must_use]
pub fn first_letter(word: &str) -> Option<&str> {
    word.chars().next().map(|letter| &word[..letter.len_utf8()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_keeps_its_value_and_a_new_one_begins_with_the_default() {
        let mut map: WordMap<Vec<u8>> = WordMap::default();
        for (word, value) in [("茶", 1), ("tea", 2), ("茶", 3)] {
            map.of(word).push(value);
        }
        assert_eq!((map.get("茶"), map.get("tea"), map.get("Tea")), (Some(&vec![1, 3]), Some(&vec![2]), None));
        assert!(map.has("tea") && !map.has(""));
    }

    #[test]
    fn a_set_has_its_words() {
        let set = WordMap::set(&mut ["茶", "tea", "茶"].into_iter());
        assert!(set.has("茶") && set.has("tea") && !set.has("te"));
    }
}
