//! The word lists.

use std::sync::OnceLock;

use super::letters::Boundary;
use super::list::{lines, list};
use super::tokenize::{Kind, Token};
use super::word_map::WordMap;

/// The lists that a word stands in.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Flags(u32);

impl Flags {
    /// Says how strongly, before a feeling or a quality.
    pub const TONE: Self = Self(1);
    /// Says how strongly, before a feeling alone.
    pub const TONE_OF_FEELING: Self = Self(1 << 1);
    /// A verb of liking, wanting, knowing.
    pub const FEELING: Self = Self(1 << 2);
    /// An adjective that has degrees.
    pub const QUALITY: Self = Self(1 << 3);
    /// A particle that colours the end of a clause.
    pub const PARTICLE: Self = Self(1 << 4);
    /// Politeness.
    pub const POLITE: Self = Self(1 << 5);
    /// Denies.
    pub const NEGATION: Self = Self(1 << 6);
    /// Changes how the sentence is meant.
    pub const MODALITY: Self = Self(1 << 7);
    /// Sets the time or the aspect of a verb.
    pub const TENSE: Self = Self(1 << 8);
    /// Under it, more words may say less.
    pub const LIMIT: Self = Self(1 << 9);
    /// Grammar.
    pub const FUNCTION: Self = Self(1 << 10);
    /// Opens a detail.
    pub const OPENER: Self = Self(1 << 11);
    /// Opens a place, a time or company.
    pub const PLACE: Self = Self(1 << 12);
    /// A Chinese adverbial of time.
    pub const TIME: Self = Self(1 << 13);
    /// Whom most memories are about.
    pub const SUBJECT: Self = Self(1 << 14);
    /// Makes a question.
    pub const ASKING: Self = Self(1 << 15);
    /// Counts things.
    pub const MEASURE: Self = Self(1 << 16);
    /// Only looks like words of the other lists.
    pub(super) const PLAIN: Self = Self(1 << 17);

    /// May begin a quantity.
    pub(super) const QUANTITY: Self = Self(1 << 19);
    /// Every list that says what a word does.
    pub const ANY: Self = Self((1 << 18) - 1);

    /// The first word of an entry of several.
    const BEGINS_PHRASE: Self = Self(1 << 18);
    /// From which bit the length of the longest entry is kept that begins with a letter, in letters.
    const LENGTH_SHIFT: u32 = 24;

    /// Whether one of the lists in `any` has the word.
    #[must_use]
    pub fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    fn longest(self) -> usize {
        (self.0 >> Self::LENGTH_SHIFT) as usize
    }

    fn lengthen(&mut self, n_letters: usize) {
        if let Ok(length) = u8::try_from(n_letters.max(self.longest())) {
            self.0 = self.0 & !(u32::MAX << Self::LENGTH_SHIFT) | u32::from(length) << Self::LENGTH_SHIFT;
        }
    }

    /// Both sets of lists.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

const LISTS: [(Flags, &str); 19] = [
    (Flags::TONE, list!("words/tone.txt")),
    (Flags::TONE_OF_FEELING, list!("words/tone_feelings.txt")),
    (Flags::FEELING, list!("words/feelings.txt")),
    (Flags::QUALITY, list!("words/qualities.txt")),
    (Flags::PARTICLE, list!("words/particles.txt")),
    (Flags::POLITE, list!("words/polite.txt")),
    (Flags::NEGATION, list!("words/negation.txt")),
    (Flags::MODALITY, list!("words/modality.txt")),
    (Flags::TENSE, list!("words/tense.txt")),
    (Flags::LIMIT, list!("words/limits.txt")),
    (Flags::FUNCTION, list!("words/function.txt")),
    (Flags::OPENER, list!("words/openers.txt")),
    (Flags::PLACE, list!("words/places.txt")),
    (Flags::TIME, list!("words/times.txt")),
    (Flags::SUBJECT, list!("words/subjects.txt")),
    (Flags::ASKING, list!("words/asking.txt")),
    (Flags::MEASURE, list!("words/measures.txt")),
    (Flags::PLAIN, list!("words/plain.txt")),
    (Flags::QUANTITY, list!("words/quantities.txt")),
];

/// All lists, by word.
pub struct Lexicon {
    words: WordMap<Flags>,
    /// Entries of several words.
    phrases: Vec<(Vec<&'static str>, Flags)>,
}

impl Lexicon {
    /// The lists, read once.
    #[must_use]
    pub fn shared() -> &'static Self {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(Self::read)
    }

    fn read() -> Self {
        let mut words: WordMap<Flags> = WordMap::default();
        let mut phrases = Vec::new();
        for (flag, list) in LISTS {
            for line in lines(list) {
                let first_letter = line.char_indices().nth(1).map_or(line, |(end, _)| &line[..end]);
                let first_word = line.split(' ').next().unwrap_or(line);
                if first_word == line {
                    words.of(line).0 |= flag.0;
                    words.of(first_letter).lengthen(line.chars().count());
                } else {
                    words.of(first_word).0 |= Flags::BEGINS_PHRASE.0;
                    phrases.push((line.split(' ').collect(), flag));
                }
            }
        }
        Self { words, phrases }
    }

    /// The lists that have `word`.
    #[must_use]
    pub fn flags(&self, word: &str) -> Flags {
        self.words.get(word).copied().unwrap_or_default()
    }

    /// Whether `letters`, one or two of them, begin with a Chinese measure word.
    #[must_use]
    pub fn is_measure(&self, letters: &str) -> bool {
        prefixes(letters, 2).any(|prefix| self.flags(prefix).has(Flags::MEASURE))
    }

    /// Whether `text` begins with a Chinese question word.
    #[must_use]
    pub fn asks(&self, text: &str) -> bool {
        prefixes(text, 3).any(|prefix| self.flags(prefix).has(Flags::ASKING))
    }

    /// Whether `token` of `folded` ends a word that denies.
    #[must_use]
    pub fn denies(&self, token: &Token, folded: &str) -> bool {
        let pair = folded[..token.span.end].char_indices().nth_back(1).map(|(start, _)| &folded[start..token.span.end]);
        let words = [Some(token.text.as_str()), pair.filter(|_| token.kind == Kind::Han)];
        words.into_iter().flatten().any(|word| self.flags(word).has(Flags::NEGATION))
    }

    /// How many tokens from `at` make one listed word, and its lists; one token and none where there is no such word.
    pub(super) fn longest(&self, folded: &str, tokens: &[Token], at: usize) -> (usize, Flags) {
        let token = &tokens[at];
        if token.kind == Kind::Han {
            let longest = self.flags(&token.text).longest();
            let mut n_letters = 1;
            while n_letters < longest
                && tokens.get(at + n_letters).is_some_and(|next| {
                    next.kind == Kind::Han && next.span.start == tokens[at + n_letters - 1].span.end
                })
            {
                n_letters += 1;
            }
            for n_letters in (1..=n_letters).rev() {
                let end = tokens[at + n_letters - 1].span.end;
                if let Some(flags) = self.words.get(&folded[token.span.start..end]) {
                    return (n_letters, *flags);
                }
            }
            return (1, Flags::default());
        }
        let begins =
            |words: &[&str]| {
                let rest = &tokens[at..];
                words.len() <= rest.len()
                    && words.iter().zip(rest).enumerate().all(|(nth, (word, token))| {
                        token.text == **word && (nth == 0 || token.boundary == Boundary::None)
                    })
            };
        let flags = self.flags(&token.text);
        if flags.has(Flags::BEGINS_PHRASE) {
            let fitting = self.phrases.iter().filter(|phrase| begins(&phrase.0));
            if let Some((words, flags)) = fitting.max_by_key(|phrase| phrase.0.len()) {
                return (words.len(), *flags);
            }
        }
        (1, if flags.has(Flags::ANY) { flags } else { self.flags(&token.stem) })
    }
}

/// The first one to `longest` letters of `text`, longest first.
fn prefixes(text: &str, longest: usize) -> impl Iterator<Item = &str> {
    (1..=longest).rev().filter_map(|n_letters| {
        let (start, last) = text.char_indices().nth(n_letters - 1)?;
        Some(&text[..start + last.len_utf8()])
    })
}
