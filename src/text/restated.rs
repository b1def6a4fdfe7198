//! The one piece in which two Chinese statements differ that say the rest with their pieces at other places: a clause before another one, a topic before its sentence, the speaker named or not.
//!
//! It only ever makes two texts a version or a conflict. As a rule of what says the same it was wrong: 小王，我喜欢 is not 小王喜欢我, and 老板让我加班 not 老板加班.

mod piece;

use std::ops::Range;

use self::piece::{clause_at, falls_away, is_speaker, is_time};
use super::align::{Alignment, Side};
use super::grammar;
use super::letters::Boundary;
use super::lexicon::Flags;
use super::tokenize::Kind;
use super::unit::{Role, Unit};

/// Units of a text above which it is not read this way: what is told in so many words is seldom told again in others.
const MAX_UNITS: usize = 48;

impl Alignment {
    /// The one piece of each of two Chinese statements that the other has not, where they say the rest in whatever order and with whatever grammar: units of each,
    /// none on a side that has no such piece; with how many words both have.
    #[must_use]
    pub fn one_difference(&self) -> Option<(Range<usize>, Range<usize>, usize)> {
        let [new, stored] = [Side::New, Side::Stored].map(|side| self.units(side));
        if ![new, stored].into_iter().all(is_statement) {
            return None;
        }
        let reading = Pairing { new, stored, matched: self.matched() };
        let [mine, theirs] = [Side::New, Side::Stored].map(|side| run(&reading.left(side)));
        let (mine, theirs) = (mine?, theirs?);
        let says = |pair: &&(usize, usize)| new[pair.0].role == Role::Content && !grammar::is_light(&new[pair.0]);
        let n_shared = reading.matched.iter().filter(says).count();
        let differs = !mine.is_empty() || !theirs.is_empty();
        (differs && 2 <= n_shared && reading.is_in_order()).then_some((mine, theirs, n_shared))
    }

    /// The aligned words, and of those that are left over the ones that both texts have; ascending in the new text.
    fn matched(&self) -> Vec<(usize, usize)> {
        let (new, stored) = (self.units(Side::New), self.units(Side::Stored));
        // A clause that stands elsewhere is one clause still: its words are no other clause's.
        let mut pairs = turned_clauses(new, stored);
        if pairs.is_empty() {
            pairs = self.pairs().to_vec();
        }
        for (mine, unit) in new.iter().enumerate() {
            if pairs.iter().any(|pair| pair.0 == mine) {
                continue;
            }
            let is_free = |other: &usize| pairs.iter().all(|pair| pair.1 != *other);
            let other = (0..stored.len()).find(|other| unit.matches(&stored[*other]) && is_free(other));
            pairs.extend(other.map(|other| (mine, other)));
        }
        pairs.sort_unstable();
        pairs
    }
}

struct Pairing<'text> {
    new: &'text [Unit],
    stored: &'text [Unit],
    matched: Vec<(usize, usize)>,
}

impl Pairing<'_> {
    fn units(&self, side: Side) -> &[Unit] {
        match side {
            Side::New => self.new,
            Side::Stored => self.stored,
        }
    }

    fn is_matched(&self, side: Side, at: usize) -> bool {
        self.matched.iter().any(|pair| at == if side == Side::New { pair.0 } else { pair.1 })
    }

    /// What one side alone says.
    fn left(&self, side: Side) -> Vec<usize> {
        let counts = |side: Side| {
            let units = self.units(side);
            (0..units.len())
                .any(|at| !self.is_matched(side, at) && units[at].role == Role::Number && units[at].stem != "1")
        };
        let is_one = !counts(side.other());
        let units = self.units(side);
        (0..units.len()).filter(|at| !self.is_matched(side, *at) && !falls_away(units, *at, is_one)).collect()
    }

    /// Whether no word moved but those that may.
    fn is_in_order(&self) -> bool {
        let weighs =
            |pair: &&(usize, usize)| ![&self.new[pair.0], &self.stored[pair.1]].into_iter().any(grammar::is_light);
        let pairs: Vec<(usize, usize)> = self.matched.iter().filter(weighs).copied().collect();
        if pairs.windows(2).all(|pair| pair[0].1 < pair[1].1) {
            return true;
        }
        let clauses = [clauses_of(self.new), clauses_of(self.stored)];
        let binds = pairs.iter().all(|pair| self.keeps_its_word(&pairs, *pair));
        // Whoever acts on another is told by order alone.
        let acts = |units: &[Unit]| units.iter().any(|unit| ACTING.contains(&unit.text.as_str()));
        let may_front = !acts(self.new) && !acts(self.stored);
        let bound: Vec<(usize, usize)> = pairs.iter().filter(|pair| !is_speaker(&self.new[pair.0])).copied().collect();
        let turned: Vec<(usize, usize)> = bound.iter().map(|pair| (pair.1, pair.0)).collect();
        let is_whole = refines(&bound, &clauses[0], &clauses[1]) || refines(&turned, &clauses[1], &clauses[0]);
        let allowed = |one: (usize, usize), other: (usize, usize)| {
            let parted = (clauses[0][one.0] != clauses[0][other.0], clauses[1][one.1] != clauses[1][other.1]);
            let units = [one, other].map(|pair| &self.new[pair.0]);
            parted == (true, true)
                || units.into_iter().any(is_time)
                || may_front
                    && (units.into_iter().any(is_speaker)
                        || self.is_fronted(one, other)
                        || parted.0 != parted.1 && is_topic(&pairs, &clauses, one, other))
        };
        binds
            && is_whole
            && pairs
                .iter()
                .enumerate()
                .all(|(nth, one)| pairs[nth + 1..].iter().all(|other| one.1 < other.1 || allowed(*one, *other)))
    }

    /// Whether a denial, a number or a limit stands before the same word in both texts.
    fn keeps_its_word(&self, pairs: &[(usize, usize)], pair: (usize, usize)) -> bool {
        let unit = &self.new[pair.0];
        let binds = matches!(unit.role, Role::Negation | Role::Modality | Role::Number) || unit.flags.has(Flags::LIMIT);
        let next = pairs.iter().filter(|other| pair.0 < other.0).map(|other| other.1).next();
        let theirs = pairs.iter().filter(|other| pair.1 < other.1).map(|other| other.1).min();
        let before = pairs.iter().filter(|other| other.0 < pair.0).map(|other| other.1).next_back();
        let theirs_before = pairs.iter().filter(|other| other.1 < pair.1).map(|other| other.1).max();
        !binds
            || next == theirs && next.is_some()
            || unit.role != Role::Negation && before.is_some() && before == theirs_before
    }

    /// Whether one of two words is what the sentence speaks of, before its subject in one text and behind its verb in the other.
    fn is_fronted(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        self.matched.iter().filter(|pair| is_speaker(&self.new[pair.0])).any(|speaker| {
            one.0 < speaker.0 && speaker.0 < other.0 && speaker.1 < other.1
                || other.1 < speaker.1 && speaker.1 < one.1 && speaker.0 < one.0
        })
    }
}

/// What says who acts on whom.
const ACTING: [&str; 13] = ["把", "被", "让", "给", "比", "由", "使", "替", "对", "向", "教", "令", "将"];

/// Units that stand side by side, as a range; nothing where they do not.
fn run(units: &[usize]) -> Option<Range<usize>> {
    match (units.first(), units.last()) {
        (Some(first), Some(last)) => (last - first < units.len()).then(|| *first..last + 1),
        _ => Some(0..0),
    }
}

fn is_statement(units: &[Unit]) -> bool {
    let asks = |unit: &Unit| unit.text == "?" || unit.kind == Kind::Han && unit.flags.has(Flags::ASKING);
    let n_han = units.iter().filter(|unit| unit.kind == Kind::Han).count();
    units.len() <= MAX_UNITS && units.len() < 2 * n_han && !units.iter().any(asks)
}

/// The words of clauses that are the same in both texts and stand at other places in them.
fn turned_clauses(new: &[Unit], stored: &[Unit]) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    let mut is_turned = false;
    while at < new.len() {
        let mine = clause_at(new, at);
        at = mine.end;
        let mut start = 0;
        while start < stored.len() {
            let theirs = clause_at(stored, start);
            start = theirs.end;
            let said = |units: &[Unit], clause: Range<usize>| -> Vec<usize> {
                clause.filter(|at| units[*at].role != Role::Tone && !grammar::is_light(&units[*at])).collect()
            };
            let is_free = pairs.iter().all(|pair| !theirs.contains(&pair.1));
            let (mine, theirs) = (said(new, mine.clone()), said(stored, theirs));
            let is_one = 2 <= mine.len()
                && mine.len() == theirs.len()
                && mine.iter().zip(&theirs).all(|(mine, theirs)| new[*mine].matches(&stored[*theirs]));
            if is_one && is_free {
                is_turned |= pairs.last().is_some_and(|last| theirs[0] < last.1);
                pairs.extend(mine.into_iter().zip(theirs));
                break;
            }
        }
    }
    if is_turned { pairs } else { Vec::new() }
}

/// Which clause each unit is in.
fn clauses_of(units: &[Unit]) -> Vec<usize> {
    let mut nth = 0;
    let number = |unit: &Unit| {
        nth += usize::from(Boundary::Comma <= unit.boundary);
        nth
    };
    units.iter().map(number).collect()
}

/// Whether words of one clause of the first text are in one clause of the second.
fn refines(pairs: &[(usize, usize)], clauses: &[usize], others: &[usize]) -> bool {
    let agree = |one: &(usize, usize), other: &(usize, usize)| {
        clauses[one.0] != clauses[other.0] || others[one.1] == others[other.1]
    };
    pairs.iter().all(|one| pairs.iter().all(|other| agree(one, other)))
}

/// Whether, of two words that are in one clause of one text alone, the one is in a clause of the other text that stands last or first in it as a whole.
fn is_topic(pairs: &[(usize, usize)], clauses: &[Vec<usize>; 2], one: (usize, usize), other: (usize, usize)) -> bool {
    let is_parted_in_new = clauses[0][one.0] != clauses[0][other.0];
    let place = |pair: &(usize, usize)| if is_parted_in_new { *pair } else { (pair.1, pair.0) };
    let clauses = if is_parted_in_new { &clauses[0] } else { &clauses[1] };
    let (one, other) = (place(&one), place(&other));
    let moved: Vec<usize> =
        pairs.iter().map(place).filter(|pair| clauses[pair.0] == clauses[one.0]).map(|pair| pair.1).collect();
    let rest: Vec<usize> =
        pairs.iter().map(place).filter(|pair| clauses[pair.0] == clauses[other.0]).map(|pair| pair.1).collect();
    moved.iter().max() < rest.iter().min() || rest.iter().max() < moved.iter().min()
}

#[cfg(test)]
mod tests;
