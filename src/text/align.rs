//! Which words of one text stand in the other, in order, and what is left over.

use std::ops::Range;
use std::rc::Rc;

use super::english;
use super::normalize::{Folded, fold_cased};
use super::order;
use super::synonym;
use super::tokenize::{Token, tokenize_folded};
use super::tone;
use super::unit::{Unit, units_cased};

/// Cells of the table of common words, above which two texts count as having nothing in common; 2 MiB.
///
/// Source: two texts of 1,000 words, near this bound, take about 9 ms.
const MAX_CELLS: usize = 1 << 20;

/// The words of a text, read once and shared by its alignments.
pub type Words = Rc<[Unit]>;

/// Reads the words of `text`, to be aligned: those of one meaning as one word, what only colours it as tone, a time that opens a sentence at its end.
#[must_use]
pub fn words(text: &str) -> Words {
    words_of(units_of(text))
}

/// [`words`] of a text whose units were read already.
pub(super) fn words_of(mut units: Vec<Unit>) -> Words {
    tone::mark(&mut units);
    english::plain(&mut units);
    synonym::unify(&mut units);
    order::arrange(&mut units);
    units.into()
}

/// Reads the words of `text` one by one, as they stand: where a denial counts that a phrase of one meaning would swallow, "does not like" for "dislikes".
#[must_use]
pub fn words_as_written(text: &str) -> Words {
    let mut units = units_of(text);
    tone::mark(&mut units);
    units.into()
}

/// `units` with those of one meaning as one word.
#[must_use]
pub fn unified(mut units: Vec<Unit>) -> Vec<Unit> {
    synonym::unify(&mut units);
    units
}

fn units_of(text: &str) -> Vec<Unit> {
    Parted::of(text).units()
}

/// A text, folded and parted into tokens: what all of its readings begin with.
#[derive(Debug)]
pub struct Parted {
    pub(super) folded: Folded,
    pub(super) tokens: Vec<Token>,
}

impl Parted {
    /// Folds and parts `text`.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let folded = fold_cased(text);
        let tokens = tokenize_folded(&folded.text);
        Self { folded, tokens }
    }

    /// The folded text.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded.text
    }

    /// Its tokens.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Its [`words`].
    #[must_use]
    pub fn words(&self) -> Words {
        words_of(self.units())
    }

    pub(super) fn units(&self) -> Vec<Unit> {
        units_cased(self.folded.cased(), &self.tokens)
    }
}

/// One of the two texts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Side {
    /// The text that is being written.
    New,
    /// The text that is known.
    Stored,
}

impl Side {
    /// The other text.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::New => Self::Stored,
            Self::Stored => Self::New,
        }
    }
}

/// Words between two aligned ones, or at an end, on each side; at least one side has some.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Gap {
    /// Which units of the new text.
    pub new: Range<usize>,
    /// Which units of the stored text.
    pub stored: Range<usize>,
}

/// Where a piece that is left over stands in its text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Position {
    /// Before every aligned word.
    Leading,
    /// Between two of them.
    Inner,
    /// After all of them.
    Trailing,
}

/// Two texts, word for word.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Alignment {
    new: Words,
    stored: Words,
    pairs: Vec<(usize, usize)>,
    gaps: Vec<Gap>,
}

/// Aligns the words of two texts in order. A word that stands at another place is left over on both sides.
///
/// Words are compared by stem, and pasts are only like pasts. Chinese words of the lists are whole, others are compared letter by letter.
/// `align(a, b)` and `align(b, a)` are mirror images.
#[must_use]
pub fn align(new: &str, stored: &str) -> Alignment {
    align_words(&words(new), &words(stored))
}

/// [`align`] of texts whose words were read before.
#[must_use]
pub fn align_words(new: &Words, stored: &Words) -> Alignment {
    let (new, stored) = (Rc::clone(new), Rc::clone(stored));
    // Of several alignments with as many pairs one is taken; so that it does not depend on which text is new, the lesser goes first.
    let is_swapped = stored.iter().map(|unit| &unit.text).lt(new.iter().map(|unit| &unit.text));
    let mut pairs = if is_swapped { common(&stored, &new) } else { common(&new, &stored) };
    if is_swapped {
        for pair in &mut pairs {
            *pair = (pair.1, pair.0);
        }
    }
    let gaps = gaps(&pairs, new.len(), stored.len());
    Alignment { new, stored, pairs, gaps }
}

impl Alignment {
    /// The words of one text.
    #[must_use]
    pub fn units(&self, side: Side) -> &[Unit] {
        match side {
            Side::New => &self.new,
            Side::Stored => &self.stored,
        }
    }

    /// The aligned words: indexes into the new text's and the stored text's, ascending.
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// What is left over, in order.
    #[must_use]
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The words that are left over in `gap` on one side.
    #[must_use]
    pub fn left_over(&self, gap: &Gap, side: Side) -> &[Unit] {
        &self.units(side)[self.range(gap, side)]
    }

    /// Which units of one side are in `gap`.
    pub(super) fn range(&self, gap: &Gap, side: Side) -> Range<usize> {
        match side {
            Side::New => gap.new.clone(),
            Side::Stored => gap.stored.clone(),
        }
    }

    /// The aligned words of one side.
    pub(super) fn aligned(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.pairs.iter().map(move |pair| match side {
            Side::New => &self.new[pair.0],
            Side::Stored => &self.stored[pair.1],
        })
    }

    /// The word that follows `gap` on one side, where the texts align again.
    pub(super) fn after(&self, gap: &Gap, side: Side) -> Option<&Unit> {
        self.units(side).get(self.range(gap, side).end)
    }

    /// Where `gap` stands.
    #[must_use]
    pub fn position(&self, gap: &Gap) -> Position {
        match (self.pairs.first(), self.pairs.last()) {
            (Some(first), _) if gap.new.end <= first.0 && gap.stored.end <= first.1 => Position::Leading,
            (_, Some(last)) if last.0 < gap.new.start || last.1 < gap.stored.start => Position::Trailing,
            (Some(_), Some(_)) => Position::Inner,
            (None, _) | (_, None) => Position::Leading,
        }
    }
}

/// A longest common subsequence, as pairs of indexes, ascending.
fn common(a: &[Unit], b: &[Unit]) -> Vec<(usize, usize)> {
    let n_before = a.iter().zip(b).take_while(|(mine, theirs)| mine.matches(theirs)).count();
    let (a_rest, b_rest) = (&a[n_before..], &b[n_before..]);
    let n_after =
        a_rest.iter().rev().zip(b_rest.iter().rev()).take_while(|(mine, theirs)| mine.matches(theirs)).count();
    let (a_rest, b_rest) = (&a_rest[..a_rest.len() - n_after], &b_rest[..b_rest.len() - n_after]);
    let mut pairs: Vec<(usize, usize)> = (0..n_before).map(|at| (at, at)).collect();
    pairs.extend(middle(a_rest, b_rest).into_iter().map(|(at, other)| (n_before + at, n_before + other)));
    pairs.extend((1..=n_after).rev().map(|back| (a.len() - back, b.len() - back)));
    pairs
}

fn middle(a: &[Unit], b: &[Unit]) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    if a.is_empty() || b.is_empty() || MAX_CELLS / (a.len() + 1) < width {
        return Vec::new();
    }
    // `longest[at * width + other]`: words common to what begins at `at` and what begins at `other`. At most 2^20 cells, so 16 bits do.
    let longest = &mut *vec![0_u16; (a.len() + 1) * width];
    let marks: Vec<usize> = b.iter().map(Unit::mark).collect();
    for at in (0..a.len()).rev() {
        let (above, below) = longest.split_at_mut((at + 1) * width);
        let (row, mine, mark, is_of_time) = (&mut above[at * width..], &a[at], a[at].mark(), a[at].is_of_time());
        for (other, theirs) in b.iter().enumerate().rev() {
            // Most words differ in their marks already.
            let is_same = (mark == marks[other] || is_of_time) && mine.matches(theirs);
            row[other] = if is_same { below[other + 1].saturating_add(1) } else { below[other].max(row[other + 1]) };
        }
    }
    let (mut at, mut other, mut pairs) = (0, 0, Vec::new());
    while at < a.len() && other < b.len() {
        if a[at].matches(&b[other]) {
            pairs.push((at, other));
            at += 1;
            other += 1;
        } else if longest[at * width + other + 1] <= longest[(at + 1) * width + other] {
            at += 1;
        } else {
            other += 1;
        }
    }
    pairs
}

fn gaps(pairs: &[(usize, usize)], n_new: usize, n_stored: usize) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let (mut new, mut stored) = (0, 0);
    for (new_next, stored_next) in pairs.iter().copied().chain([(n_new, n_stored)]) {
        if new < new_next || stored < stored_next {
            gaps.push(Gap { new: new..new_next, stored: stored..stored_next });
        }
        (new, stored) = (new_next + 1, stored_next + 1);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(new: &str, stored: &str, expected: &[(&str, &str)]) {
        let alignment = align(new, stored);
        let text = |gap: &Gap, side| {
            alignment.left_over(gap, side).iter().map(|unit| unit.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let gaps: Vec<(String, String)> =
            alignment.gaps().iter().map(|gap| (text(gap, Side::New), text(gap, Side::Stored))).collect();
        let gaps: Vec<(&str, &str)> = gaps.iter().map(|gap| (gap.0.as_str(), gap.1.as_str())).collect();
        assert_eq!(gaps, expected, "{new} | {stored}");
    }

    #[test]
    fn what_is_left_over_stands_face_to_face() {
        check(
            "The backend runs on port 8090",
            "Backend is running at port 8090",
            &[("the", ""), ("", "is"), ("on", "at")],
        );
        check("用户的左膝做过手术", "用户的右膝做过手术", &[("左", "右")]);
        check("用户非常喜欢茶", "用户喜欢茶", &[("非常", "")]);
        check("I work at Initech", "I worked at Initech", &[("work at", "worked at")]);
        check("three cats", "3 cats", &[]);
        check("三个月", "3个月", &[]);
    }

    #[test]
    fn a_listed_word_is_whole() {
        check("用户非常喜欢茶", "用户常喜欢茶", &[("非常", "常")]);
        check("用户特别喜欢茶", "用户别喜欢茶", &[("特别", "别")]);
    }

    #[test]
    fn a_word_at_another_place_is_left_over_on_both_sides() {
        let alignment = align("Ana manages Ben", "Ben manages Ana");
        assert_eq!(alignment.pairs().len(), 1);
        let alignment = align("北京到上海", "上海到北京");
        assert!(
            alignment.gaps().iter().any(|gap| !gap.new.is_empty())
                && alignment.gaps().iter().any(|gap| !gap.stored.is_empty())
        );
    }

    proptest! {
        #[test]
        fn the_mirror_image_of_an_alignment_is_that_of_the_texts_changed(
            new in "[abc不很爱 ]{0,14}", stored in "[abc不很爱 ]{0,14}",
        ) {
            let (there, back) = (align(&new, &stored), align(&stored, &new));
            let mirrored: Vec<(usize, usize)> = back.pairs().iter().map(|pair| (pair.1, pair.0)).collect();
            prop_assert_eq!(there.pairs(), mirrored);
            prop_assert_eq!(there.units(Side::New), back.units(Side::Stored));
        }

        #[test]
        fn pairs_ascend_and_match(new in "\\PC{0,30}", stored in "\\PC{0,30}") {
            let alignment = align(&new, &stored);
            for pair in alignment.pairs().windows(2) {
                prop_assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
            }
            for (new, stored) in alignment.pairs() {
                prop_assert!(alignment.units(Side::New)[*new].matches(&alignment.units(Side::Stored)[*stored]));
            }
        }
    }
}
