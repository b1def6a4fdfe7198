//! Where two texts differ: as a whole in one place, in their first clause that differs, or in one place whatever the order of the words.

use std::ops::Range;

use super::common::{Core, may_tell, n_aligned};
use super::looked_for::Cores;
use crate::annotate::lists::has;
use crate::annotate::reading::{Reading, says};
use crate::text::align::Side;
use crate::text::tokenize::Kind;
use crate::text::unit::{Role, Unit};

/// Two texts, read.
pub(super) struct Pair<'text> {
    pub(super) new: &'text Reading,
    pub(super) stored: &'text Reading,
    pub(super) new_cores: &'text Cores,
    pub(super) stored_cores: &'text Cores,
}

/// A place where two texts differ, as ranges of their units; on one side it may be empty.
pub(super) type Gap = (Range<usize>, Range<usize>);

/// The places in which two texts differ.
pub(super) struct Difference {
    pub(super) gaps: Vec<Gap>,
    /// Words that say something and are alike in both, up to where they are compared.
    pub(super) n_aligned: usize,
    /// Whether the words stand in the same order.
    pub(super) is_ordered: bool,
}

impl<'text> Pair<'text> {
    /// What both texts are compared by, as a whole.
    pub(super) fn cores(&self) -> (&'text Core, &'text Core) {
        (self.new_cores.whole(self.new), self.stored_cores.whole(self.stored))
    }

    /// The whole texts' difference, then their first clauses' that differ, then that without regard to order, and of English words in one form.
    pub(super) fn differences(&self) -> impl Iterator<Item = Difference> {
        [Self::whole, Self::clause, Self::unordered, Self::plain].into_iter().filter_map(|find| find(self))
    }

    fn whole(&self) -> Option<Difference> {
        let (new, stored) = self.cores();
        Some(between(new, stored))
    }

    /// The difference of the first clauses that differ. What follows them belongs to them: reasons, and what comes of it.
    fn clause(&self) -> Option<Difference> {
        let (new, stored) = (self.new_cores.clauses(self.new), self.stored_cores.clauses(self.stored));
        if new.len() < 2 && stored.len() < 2 {
            return None;
        }
        let mut n_before = 0;
        for (mine, theirs) in new.iter().zip(stored) {
            let mut found = between(mine.core(self.new), theirs.core(self.stored));
            if !found.gaps.is_empty() {
                found.n_aligned += n_before;
                return Some(found);
            }
            n_before += found.n_aligned;
        }
        None
    }

    /// As [`Self::unordered`], of English words in one form: where the one says "lives" and the other "has a home", or one is passive.
    fn plain(&self) -> Option<Difference> {
        let (new, stored) = (self.new_cores.words(self.new), self.stored_cores.words(self.stored));
        let mut theirs = telling(stored);
        let (mut n_aligned, mut left) = (0, Vec::new());
        for at in telling(new) {
            match theirs.iter().position(|other| stored[*other].matches(&new[at])) {
                Some(place) => {
                    theirs.remove(place);
                    n_aligned += 1;
                }
                None => left.push(at),
            }
        }
        let gap = (piece(self.new, new, &left)?, piece(self.stored, stored, &theirs)?);
        (2 <= n_aligned).then_some(Difference { gaps: vec![gap], n_aligned, is_ordered: true })
    }

    /// The one place that differs when words are compared without regard to their order, and frames without "is" and "have".
    fn unordered(&self) -> Option<Difference> {
        let (new, stored) = self.cores();
        let mut theirs = weighty(stored);
        let (mut n_aligned, mut left): (_, Vec<usize>) = (0, Vec::new());
        for at in weighty(new) {
            let unit = &new.words()[at];
            match theirs.iter().position(|other| stored.words()[*other].matches(unit)) {
                Some(place) => {
                    theirs.remove(place);
                    n_aligned += 1;
                }
                // Two places.
                None if left.last().is_some_and(|last| last + 1 < at) => return None,
                None => left.push(at),
            }
        }
        let range = |core: &Core, words: &[usize]| {
            let (first, last) = (*words.first()?, *words.last()?);
            (last - first < words.len()).then(|| core.within(&(first..last + 1)))
        };
        let gap = (range(new, &left)?, range(stored, &theirs)?);
        Some(Difference { gaps: vec![gap], n_aligned, is_ordered: false })
    }
}

/// The English words of a text that tell what it is about: no grammar, no owner, no frame. None where another script is written.
fn telling(words: &[Unit]) -> Vec<usize> {
    let stands_for = ["it", "that", "which", "who", "we", "they", "he", "she", "with", "from", "by"];
    let tells =
        |unit: &Unit| unit.role != Role::Function && may_tell(unit) && !stands_for.contains(&unit.stem.as_str());
    if words.iter().any(|unit| unit.kind == Kind::Han) {
        return Vec::new();
    }
    (0..words.len()).filter(|at| tells(&words[*at])).collect()
}

/// Where some words of a text stand in its reading, if they stand together there.
fn piece(reading: &Reading, words: &[Unit], left: &[usize]) -> Option<Range<usize>> {
    let spans = || left.iter().map(|at| &words[*at].span);
    let span = spans().map(|span| span.start).min()?..spans().map(|span| span.end).max()?;
    let tells = telling(words);
    let are_together = tells.iter().all(|at| {
        let other = &words[*at].span;
        left.contains(at) || other.end <= span.start || span.end <= other.start
    });
    are_together.then(|| reading.touched(&span))
}

/// The words of a text that say something, but for verbs and nouns of which a frame is made.
fn weighty(core: &Core) -> Vec<usize> {
    let weighs = |unit: &Unit| {
        let is_filler = has("frame", &unit.stem) || has("filler", &unit.text);
        says(unit) && !is_filler || matches!(unit.role, Role::Negation | Role::Modality) && !has("filler", &unit.text)
    };
    (0..core.words().len()).filter(|at| weighs(&core.words()[*at])).collect()
}

fn between(new: &Core, stored: &Core) -> Difference {
    let alignment = new.align(stored);
    let gaps = alignment.gaps().iter().filter(|gap| {
        let is_said = |side| {
            let says = |unit: &Unit| !has("empty", &unit.text) && !has("filler", &unit.text);
            alignment.left_over(gap, side).iter().any(says)
        };
        is_said(Side::New) || is_said(Side::Stored)
    });
    let gaps = gaps.map(|gap| (new.within(&gap.new), stored.within(&gap.stored))).collect();
    Difference { gaps, n_aligned: n_aligned(&alignment), is_ordered: true }
}
