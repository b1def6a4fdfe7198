//! Two texts of the same words in which two of them changed places: who does what to whom.

use super::difference::Pair;
use super::{Slot, SlotKind, is_chinese};
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{is_inflected, is_number, stems_at};
use crate::text::letters::{Boundary, is_han};
use crate::text::lexicon::Flags;
use crate::text::unit::{Role, Unit, joined};

/// Words of one who changed places, at most: more is a clause.
const MAX_WORDS: usize = 8;

/// Words of a text in which an exchange is looked for, at most.
const MAX_TEXT: usize = 64;

/// What stands at each other's place, where the one text becomes the other when two pieces change places, wherever they stand, and only one of the two can be
/// so: "Ana manages Ben", 猫欺负狗. What two do to each other or together says the same, or both may be so: "Ana likes Ben", "tea and coffee", 北京到上海.
pub(super) fn slot(pair: &Pair) -> Option<Slot> {
    let cores = pair.cores();
    let (new, stored) = (cores.0.words(), cores.1.words());
    if new.len() != stored.len() || MAX_TEXT < new.len() || !has_the_same(new, stored) {
        return None;
    }
    let start = new.iter().zip(stored).position(|(mine, theirs)| !mine.matches(theirs))?;
    let lengths = || (1..=MAX_WORDS).flat_map(|mine| (1..=MAX_WORDS).map(move |theirs| (mine, theirs)));
    lengths().find_map(|(n_mine, n_theirs)| {
        let mine = new.get(start..start + n_mine)?;
        let theirs = stored.get(start..start + n_theirs)?;
        let is_exchange = stands_in(theirs, &new[start + n_mine..])
            && are_names(mine, theirs)
            && exchanged(&new[start..], mine, theirs).is_some_and(|turned| is_equal(&turned, &stored[start..]))
            && is_of_one_side(&new[start..], mine, theirs)
            && !is_mutual(new)
            && (!new.iter().all(is_chinese) || says_which(new) || are_of_two_clauses(&new[start..], theirs));
        let text = |units: &[Unit]| joined(&units.iter().collect::<Vec<_>>());
        is_exchange.then(|| Slot { kind: SlotKind::Role, new: text(mine), stored: text(theirs) })
    })
}

/// Whether both, which have as many words, have the same ones, in whatever order.
fn has_the_same(one: &[Unit], other: &[Unit]) -> bool {
    let count = |units: &[Unit], stem: &str| units.iter().filter(|unit| unit.stem == stem).count();
    one.iter().all(|unit| count(one, &unit.stem) == count(other, &unit.stem))
}

fn is_equal(one: &[&Unit], other: &[Unit]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(mine, theirs)| mine.matches(theirs))
}

fn begins_with(units: &[Unit], piece: &[Unit]) -> bool {
    piece.len() <= units.len() && units.iter().zip(piece).all(|(unit, word)| unit.stem == word.stem)
}

fn stands_in(piece: &[Unit], units: &[Unit]) -> bool {
    (0..units.len()).any(|at| begins_with(&units[at..], piece))
}

/// `units` with `one` and `other` at each other's places, wherever they stand.
fn exchanged<'text>(units: &'text [Unit], one: &'text [Unit], other: &'text [Unit]) -> Option<Vec<&'text Unit>> {
    let (mut turned, mut at) = (Vec::with_capacity(units.len()), 0);
    while at < units.len() {
        let (piece, skipped) = if begins_with(&units[at..], one) {
            (other, one.len())
        } else if begins_with(&units[at..], other) {
            (one, other.len())
        } else {
            (&units[at..=at], 1)
        };
        turned.extend(piece);
        at += skipped;
        (turned.len() <= 2 * MAX_TEXT).then_some(())?;
    }
    Some(turned)
}

/// Whether both pieces may name someone or something: no time, no amount, no place with its preposition, no verb of the lists.
fn are_names(mine: &[Unit], theirs: &[Unit]) -> bool {
    let names = |units: &[Unit]| {
        let is_part = |unit: &Unit| {
            matches!(unit.role, Role::Content) && !is_number(unit) && !unit.flags.has(Flags::TIME.or(Flags::FEELING))
                || matches!(unit.role, Role::Function)
        };
        let opens = units.first().is_some_and(|unit| unit.flags.has(Flags::PLACE) || has("joining", &unit.text));
        let closes = units.last().is_some_and(|unit| has("and", &unit.text));
        let n_letters: usize = units.iter().map(|unit| unit.text.chars().count()).sum();
        let is_long = units.iter().all(|unit| unit.text.chars().all(is_han)) && MAX_WORDS < n_letters;
        units.iter().all(is_part) && !opens && !closes && !is_long
    };
    names(mine) && names(theirs)
}

/// Whether a Chinese sentence says by its form which of the two it was: 是猫欺负狗, 丈夫比妻子大. Who gave, owes, saved or fears whom may be told both ways.
fn says_which(units: &[Unit]) -> bool {
    let is_which = |at: usize| group("which").any(|word| stems_at(units, at, word).is_some());
    (0..units.len()).any(|at| units[at].role == Role::Negation || is_which(at))
}

/// Whether `piece` stands in a later clause than the beginning of `units`.
fn are_of_two_clauses(units: &[Unit], piece: &[Unit]) -> bool {
    let end = (0..units.len()).find(|at| begins_with(&units[*at..], piece)).unwrap_or(0);
    units[..=end].iter().skip(1).any(|unit| unit.boundary != Boundary::None)
}

/// Whether what stands between the two tells what the one does to the other, so that it can't be so both ways.
fn is_of_one_side(units: &[Unit], mine: &[Unit], theirs: &[Unit]) -> bool {
    let end = (mine.len()..units.len()).find(|at| begins_with(&units[*at..], theirs)).unwrap_or(units.len());
    let between = &units[mine.len()..end];
    let says = between.iter().any(|unit| !has("and", &unit.text));
    // From one to the other: of two ways both are ways.
    let is_way = between.iter().any(|unit| has("way", &unit.text)) && !between.iter().any(is_inflected);
    let reaches = end < units.len();
    reaches && says && !is_way
}

/// Whether a word tells what may be so both ways, at one time or another.
fn is_mutual(units: &[Unit]) -> bool {
    units.iter().any(|unit| has("mutual", &unit.stem) || has("mutual", &unit.text))
        || (0..units.len()).any(|at| group("mutual").any(|word| word.len() > 3 && stems_at(units, at, word).is_some()))
}
