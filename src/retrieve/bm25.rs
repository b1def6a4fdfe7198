//! The words of records, and how much each weighs.
//!
//! A word that d of n records have weighs ln((n + 1) / (d + ½)), which is the usual form of the inverse document frequency that is
//! never negative. Weights are whole numbers, so that adding them up gives the same in any order: the same records give the
//! same answers whatever order they came in.

mod overlap;
mod packed;
mod posting;
mod search;

use std::rc::Rc;

use crate::sorted::sort_by;
use crate::text::asked::Asked;

use rustc_hash::FxHashMap;

use super::room;
use packed::Packed;
use posting::{MOST_COUNT, Posting};

/// Weights are whole numbers, in this part of a natural logarithm's unit.
const WEIGHT_SCALE: f64 = 1_048_576.0;

/// The steps in which records add up their words' logarithms: an eighth of a natural logarithm's unit.
///
/// Source: a judgement. The weight of ten words is then bounded to within one and a quarter; smaller steps cost more to keep.
const LEVEL: u32 = 1 << 17;

/// Room for rounding where a bound in double precision is held against a score in single precision.
const ROUNDING: f64 = 1e-6;

/// The words of records, under slots: small numbers that the caller gives out and uses again. A table as long as the largest is kept.
#[derive(Clone, Debug, Default)]
pub struct WordIndex {
    /// A word's number. The map's order is never looked at; its hasher is a fixed one.
    numbers: FxHashMap<Rc<str>, u32>,
    /// By number.
    words: Vec<Word>,
    /// ln(d + ½) of each word, by number; beside the words, so that a record's weight is read from one small table.
    logs: Vec<i32>,
    /// Numbers that stand for no word at present.
    free: Vec<u32>,
    /// The numbers of a record's distinct words; by slot.
    records: Vec<Packed>,
    /// How many they are; by slot.
    n_distinct: Vec<u32>,
    /// The [`level`]s of a record's distinct words, added up: with how many there are it bounds what they weigh, so that most records are passed
    /// over without unpacking their words; by slot.
    levels: Vec<u32>,
    /// How many words a record has, repeated ones included; by slot.
    lengths: Vec<u32>,
    /// How often a record has a word, where that is more than a posting holds; by slot and number. Read by key alone, so its order can't be seen.
    many: FxHashMap<(u32, u32), u32>,
    /// Records that have a word.
    n_records: usize,
    /// All lengths together.
    n_words: u64,
    /// Whether `logs` and `levels` are left to [`Self::weigh_all`].
    is_unweighed: bool,
}

/// Numbers of words that are asked for by their places in a list, each looked up once.
#[derive(Clone, Debug, Default)]
pub struct Listed(Vec<Option<u32>>);

#[derive(Clone, Debug)]
struct Word {
    text: Rc<str>,
    /// Ascending by slot.
    postings: Vec<Posting>,
}

/// A word of a query, or of a text that is held against the records.
struct Found<'a> {
    /// `None` where no record has it.
    number: Option<u32>,
    weight: u64,
    postings: &'a [Posting],
}

impl WordIndex {
    /// An empty index.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many records it holds; one without a word is as good as none.
    #[must_use]
    pub fn len(&self) -> usize {
        self.n_records
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.n_records == 0
    }

    /// Leaves the weights until [`Self::weigh_all`], for many records at once; nothing may be looked for meanwhile.
    pub fn put_off_weights(&mut self) {
        self.is_unweighed = true;
    }

    /// Weighs all words and all records.
    pub fn weigh_all(&mut self) {
        self.is_unweighed = false;
        self.logs = self.words.iter().map(|word| log_of(word.postings.len())).collect();
        let logs = &*self.logs;
        for (levels, words) in self.levels.iter_mut().zip(&self.records) {
            *levels = words.iter().map(|number| level(logs[number as usize])).sum();
        }
    }

    /// Keeps a record's words, in place of those that its slot had.
    pub fn insert(&mut self, slot: u32, terms: &[String]) {
        let numbers = terms.iter().map(|term| self.number(term)).collect();
        self.insert_numbers(slot, numbers);
    }

    /// As [`Self::insert`], of words by their places in a list; other places are passed over. As long as nothing is removed, `listed` knows what was looked up.
    pub fn insert_listed(
        &mut self,
        slot: u32,
        places: &mut dyn Iterator<Item = u32>,
        words: &[&str],
        listed: &mut Listed,
    ) {
        listed.0.resize(words.len(), None);
        let mut numbers = Vec::new();
        for place in places {
            let place = place as usize;
            if let Some((word, known)) = words.get(place).zip(listed.0.get_mut(place)) {
                numbers.push(*known.get_or_insert_with(|| self.number(word)));
            }
        }
        self.insert_numbers(slot, numbers);
    }

    fn insert_numbers(&mut self, slot: u32, mut numbers: Vec<u32>) {
        let place = slot as usize;
        room::lengthen(&mut self.records, place + 1);
        room::lengthen(&mut self.lengths, place + 1);
        room::lengthen(&mut self.n_distinct, place + 1);
        room::lengthen(&mut self.levels, place + 1);
        sort_by(&mut numbers, Ord::cmp);
        let length = whole(numbers.len());
        for same in numbers.chunk_by(u32::eq) {
            self.set_posting(same[0], slot, whole(same.len()));
        }
        numbers.dedup();
        self.n_distinct[place] = whole(numbers.len());
        let older = std::mem::replace(&mut self.records[place], Packed::of(&numbers));
        for number in older.iter() {
            if numbers.binary_search(&number).is_err() {
                self.remove_posting(number, slot);
            }
        }
        let older_length = std::mem::replace(&mut self.lengths[place], length);
        self.n_words = self.n_words + u64::from(length) - u64::from(older_length);
        self.n_records = self.n_records + usize::from(0 < length) - usize::from(0 < older_length);
    }

    /// Forgets a record's words, and each word that no other record has.
    pub fn remove(&mut self, slot: u32) {
        if (slot as usize) < self.records.len() {
            self.insert(slot, &[]);
        }
    }

    /// The number of a word; a new one, where it has none.
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let word = Word { text: Rc::from(text), postings: Vec::new() };
        let number = self.free.pop().unwrap_or_else(|| whole(self.words.len()));
        self.numbers.insert(Rc::clone(&word.text), number);
        if let Some(unused) = self.words.get_mut(number as usize) {
            *unused = word;
        } else {
            self.words.push(word);
            self.logs.push(0);
        }
        number
    }

    fn set_posting(&mut self, number: u32, slot: u32, count: u32) {
        if MOST_COUNT <= count {
            self.many.insert((slot, number), count);
        } else if !self.many.is_empty() {
            self.many.remove(&(slot, number));
        }
        let posting = Posting::new(slot, count);
        let postings = &mut self.words[number as usize].postings;
        // While a store is opened, each record's slot is the largest so far.
        let is_last = postings.last().is_none_or(|last| last.slot() < slot);
        let found =
            if is_last { Err(postings.len()) } else { postings.binary_search_by_key(&slot, |known| known.slot()) };
        match found {
            Ok(place) => postings[place] = posting,
            Err(place) => {
                room::for_one_more(postings);
                postings.insert(place, posting);
                if !self.is_unweighed {
                    self.levels[slot as usize] += level(self.logs[number as usize]);
                    self.count(number);
                }
            }
        }
    }

    fn remove_posting(&mut self, number: u32, slot: u32) {
        self.many.remove(&(slot, number));
        let word = &mut self.words[number as usize];
        if let Ok(place) = word.postings.binary_search_by_key(&slot, |known| known.slot()) {
            word.postings.remove(place);
            if word.postings.is_empty() {
                self.numbers.remove(&word.text);
                *word = Word { text: Rc::from(""), postings: Vec::new() };
                self.free.push(number);
            }
            if !self.is_unweighed {
                self.levels[slot as usize] -= level(self.logs[number as usize]);
                self.count(number);
            }
        }
    }

    /// Notes that more or fewer records have a word than before.
    fn count(&mut self, number: u32) {
        let postings = &self.words[number as usize].postings;
        let log = log_of(postings.len());
        let before = std::mem::replace(&mut self.logs[number as usize], log);
        // A word that d records have reaches the next level with about d ÷ 8 more: so each word of each record is gone through some ten times in all.
        let (before, now) = (level(before), level(log));
        if before != now {
            for posting in postings {
                let levels = &mut self.levels[posting.slot() as usize];
                *levels = *levels - before + now;
            }
        }
    }

    /// Distinct words, each with what it counts in percent: rare ones first, of equals in their order; weighed by the records of `beside` too.
    fn look_up(&self, words: &[(&str, u16)], beside: Option<&Self>) -> Vec<Found<'_>> {
        let mut distinct: Vec<(&str, usize)> = words.iter().map(|(term, _)| *term).zip(0..).collect();
        sort_by(&mut distinct, Ord::cmp);
        distinct.dedup_by_key(|(term, _)| *term);
        sort_by(&mut distinct, |one, other| one.1.cmp(&other.1));
        let n_records = self.n_records + beside.map_or(0, Self::len);
        let all = scaled_log(n_records as f64 + 1.0);
        let found = distinct.into_iter().map(|(term, place)| {
            let number = self.numbers.get(term).copied();
            let postings = number.map_or(&[][..], |number| &self.words[number as usize].postings);
            let n_others = beside.map_or(0, |beside| beside.postings(term).len());
            let weight = weight(all, log_of(postings.len() + n_others));
            Found { number, weight: weight * u64::from(words[place].1) / 100, postings }
        });
        let mut found: Vec<Found<'_>> = found.collect();
        sort_by(&mut found, |one, other| one.postings.len().cmp(&other.postings.len()));
        found
    }

    fn postings(&self, term: &str) -> &[Posting] {
        self.numbers.get(term).map_or(&[], |number| &self.words[*number as usize].postings)
    }

    /// How often a record has a word.
    fn times(&self, word: &Found<'_>, posting: Posting) -> u32 {
        if posting.count() < MOST_COUNT {
            return posting.count();
        }
        word.number.and_then(|number| self.many.get(&(posting.slot(), number)).copied()).unwrap_or(MOST_COUNT)
    }

    /// ln(n + 1), scaled.
    fn log_of_all(&self) -> i32 {
        scaled_log(self.n_records as f64 + 1.0)
    }
}

/// ln(d + ½), scaled.
fn log_of(n_postings: usize) -> i32 {
    scaled_log(n_postings as f64 + 0.5)
}

#[expect(clippy::cast_possible_truncation, reason = "a logarithm of a count, scaled, is below 2²⁶")]
fn scaled_log(value: f64) -> i32 {
    (value.ln() * WEIGHT_SCALE).round() as i32
}

/// A scaled logarithm in steps of [`LEVEL`], rounded up; that of a word which no record has is 0.
fn level(log: i32) -> u32 {
    log.max(0).unsigned_abs().div_ceil(LEVEL)
}

/// A word's weight, scaled. The most common word weighs something still.
fn weight(log_of_all: i32, log: i32) -> u64 {
    u64::from((log_of_all - log).max(1).unsigned_abs())
}

/// A scaled weight as a logarithm.
fn unscaled(weight: u64) -> f64 {
    weight as f64 / WEIGHT_SCALE
}

/// A score as it is given out.
#[expect(clippy::cast_possible_truncation, reason = "a score keeps the seven digits that it needs")]
fn single(score: f64) -> f32 {
    score as f32
}

/// A count as it is kept.
fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
