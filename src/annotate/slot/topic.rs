//! English texts about one thing in other words and another order, of which one value differs: an amount, a date, one of two opposites, a denial.

use super::common::{are_of_two_kinds, is_deed, may_tell};
use super::difference::Pair;
use super::{Slot, SlotKind};
use crate::annotate::lists::has;
use crate::annotate::reading::{Reading, is_inflected, mark};
use crate::text::lexicon::Flags;
use crate::text::list::listed;
use crate::text::opposite::are_opposite_units;
use crate::text::stem::Form;
use crate::text::tokenize::Kind;
use crate::text::unit::{Ending, Role, Unit, joined};

/// Words of a text in which a topic is looked for, at most.
///
/// Source: a judgement; a longer text is of more than one thing.
const MAX_WORDS: usize = 40;

/// What a text is about: places of its words.
#[derive(Clone, Debug)]
pub(super) struct Topic {
    /// Words that say what the text is about.
    rest: Vec<usize>,
    denials: Vec<usize>,
    numbers: Vec<usize>,
    dates: Vec<usize>,
}

/// What one of the two texts is about; `rest` are the words that stand in this text alone.
struct Side<'text> {
    words: &'text [Unit],
    topic: Topic,
}

/// The value in which two texts of one topic differ.
pub(super) fn slot(pair: &Pair) -> Option<Slot> {
    let (new, stored) = (pair.new_cores.words(pair.new), pair.stored_cores.words(pair.stored));
    let (mine, theirs) = (pair.new_cores.topic(pair.new)?, pair.stored_cores.topic(pair.stored)?);
    if owner(new) != owner(stored) {
        return None;
    }
    let side = |words, topic: &Topic| Side { words, topic: topic.clone() };
    let (mut mine, mut theirs) = (side(new, mine), side(stored, theirs));
    let (mut n_shared, mut n_strong) = (0, 0);
    mine.topic.rest.retain(|at| {
        let place = theirs.topic.rest.iter().position(|other| stored[*other].stem == new[*at].stem);
        n_shared += usize::from(place.is_some());
        n_strong += usize::from(place.is_some() && !is_faint(&new[*at]));
        place.map(|place| theirs.topic.rest.remove(place)).is_none()
    });
    if n_strong == 0 {
        return None;
    }
    mine.topic.rest.retain(|at| !is_faint(&new[*at]));
    theirs.topic.rest.retain(|at| !is_faint(&stored[*at]));
    let found = denial(&mine, &theirs, n_shared)
        .or_else(|| degree(&mine, &theirs, n_shared))
        .or_else(|| amount(&mine, &theirs, n_shared))
        .or_else(|| date(&mine, &theirs, n_shared))?;
    Some(Slot { kind: found.0, new: text(new, &found.1), stored: text(stored, &found.2) })
}

/// What kind of value differs, and where it stands in the two texts.
type Found = (SlotKind, Vec<usize>, Vec<usize>);

fn text(words: &[Unit], places: &[usize]) -> String {
    joined(&places.iter().map(|at| &words[*at]).collect::<Vec<_>>())
}

/// The first person or thing that a text names: two texts of others are of other things.
fn owner(words: &[Unit]) -> &str {
    let names = |unit: &&Unit| listed("user|user's|he|she|his|her|they|their", &unit.stem);
    match words.iter().find(names).map_or("", |unit| unit.stem.as_str()) {
        "user" | "user's" => "user",
        other => other,
    }
}

impl Topic {
    /// What a text is about; `None` where it is not English, too long, or tells what passes, is over, planned, said by another, or of any of its kind.
    pub(super) fn of(reading: &Reading, words: &[Unit]) -> Option<Self> {
        let is_english = words.len() <= MAX_WORDS && words.iter().all(|unit| unit.kind != Kind::Han);
        let is_of_some = || words.iter().any(|unit| has("indefinite_topic", &unit.text));
        let is_passing =
            || ["state", "past", "plan", "said"].into_iter().any(|name| mark(&reading.units, name).is_some());
        if !is_english || is_of_some() || is_passing() {
            return None;
        }
        let places = |holds: &dyn Fn(&Unit) -> bool| (0..words.len()).filter(|at| holds(&words[*at])).collect();
        Some(Self {
            rest: places(&tells),
            denials: places(&|unit| unit.role == Role::Negation),
            numbers: places(&|unit| unit.role == Role::Number),
            dates: places(&|unit| unit.role == Role::Date),
        })
    }
}

impl Side<'_> {
    fn of_what(&self) -> usize {
        self.topic.rest.len()
    }

    /// Whether the text is of something in particular: owned, or "the" one there is.
    fn is_definite(&self) -> bool {
        self.words.iter().take(4).any(|unit| {
            matches!(unit.text.as_str(), "the" | "our" | "my") && unit.stem != "user"
                || unit.stem == "user's"
                || unit.text == "'s"
        })
    }

    fn is_past(&self) -> bool {
        self.words.iter().any(|unit| unit.form == Form::Past && unit.role != Role::Tone)
    }

    fn happens_once(&self) -> bool {
        !self.is_past() || self.words.iter().any(|unit| has("once_en", &unit.stem))
    }

    /// Whether the value at `at` is said of the subject, and does not tell which one is meant: "the 4 pm meeting".
    fn is_told(&self, at: usize) -> bool {
        let is_verb = |unit: &Unit| {
            matches!(unit.role, Role::Modality | Role::Tense)
                || unit.stem == "is"
                || unit.ending == Ending::Agrees
                || unit.form == Form::Past
                || is_inflected(unit) && unit.text.ends_with('s')
        };
        self.words[..at].iter().skip(1).any(is_verb)
            || at == 0 && self.words.get(1).is_some_and(|next| next.stem == "is")
    }

    fn is_done(&self, at: usize) -> bool {
        is_deed(&self.words[at], self.words[..at].last())
    }

    /// Whether the word at `at` is said of the subject, behind a verb, and of no "a" thing that is owned.
    fn is_said(&self, at: usize) -> bool {
        let before = &self.words[..at];
        let is_verb = |unit: &Unit| {
            listed("is|have|get|run|feel|sound", &unit.stem)
                || unit.ending == Ending::Agrees
                || unit.form == Form::Past
                || unit.role == Role::Modality
                || unit.flags.has(Flags::FEELING)
        };
        let is_of_any = before.iter().rev().take(2).any(|unit| matches!(unit.text.as_str(), "a" | "an"));
        let is_of_being = before.iter().any(|unit| unit.stem == "is");
        (is_verb(&self.words[at]) || before.iter().skip(1).any(is_verb)) && (!is_of_any || is_of_being)
    }
}

/// Whether a word says what a text is about.
fn tells(unit: &Unit) -> bool {
    let is_verb = listed("begin|start|end|finish|allow|need|plan|stop", &unit.stem);
    (unit.role == Role::Content || unit.role == Role::Modality && is_verb) && may_tell(unit) && unit.text != ","
}

/// The numbers and dates of a text.
fn values(side: &Side) -> String {
    text(side.words, &[side.topic.numbers.as_slice(), side.topic.dates.as_slice()].concat())
}

/// Whether a word says little of what a text is about.
fn is_faint(unit: &Unit) -> bool {
    has("faint", &unit.stem)
}

/// One text denies what the other says; it may say no more than the other, for a detail narrows a denial.
fn denial(mine: &Side, theirs: &Side, n_shared: usize) -> Option<Found> {
    let (denying, other) = match (mine.topic.denials.len() % 2, theirs.topic.denials.len() % 2) {
        (1, 0) => (mine, theirs),
        (0, 1) => (theirs, mine),
        _ => return None,
    };
    let is_free = |side: &Side| !side.words.iter().any(|unit| has("scope", &unit.text) || unit.flags.has(Flags::LIMIT));
    let same_values = values(mine) == values(theirs) && denying.topic.dates.is_empty();
    let is_short = theirs.of_what() + mine.of_what() == 0 && mine.words.len().max(theirs.words.len()) <= 7;
    let fits = (2 <= n_shared || is_short)
        && denying.of_what() == 0
        && other.of_what() <= 1
        && other.topic.denials.is_empty()
        && same_values
        && is_free(denying)
        && is_free(other);
    fits.then(|| (SlotKind::Denial, mine.topic.denials.clone(), theirs.topic.denials.clone()))
}

/// Both say of one thing where it stands on a scale, and it can't stand at both places.
fn degree(mine: &Side, theirs: &Side, n_shared: usize) -> Option<Found> {
    if n_shared == 0
        || !mine.topic.denials.is_empty()
        || !theirs.topic.denials.is_empty()
        || 3 < mine.of_what() + theirs.of_what()
    {
        return None;
    }
    let pairs = mine.topic.rest.iter().flat_map(|at| theirs.topic.rest.iter().map(move |other| (*at, *other)));
    let is_opposed = |(at, other): &(usize, usize)| {
        let (one, two) = (&mine.words[*at], &theirs.words[*other]);
        let are_done = mine.is_done(*at) && theirs.is_done(*other);
        are_opposite_units(&[one], &[two])
            && !are_done
            && !has("side", &one.text)
            && (mine.is_said(*at) || theirs.is_said(*other))
    };
    let (at, other) = pairs.into_iter().find(is_opposed)?;
    let is_whole = values(mine) == values(theirs) && (mine.of_what() + theirs.of_what() <= 2 || 2 <= n_shared);
    (is_whole && mine.is_past() == theirs.is_past()).then(|| (SlotKind::Degree, vec![at], vec![other]))
}

/// Both have one number, of one unit, that tells how much.
fn amount(mine: &Side, theirs: &Side, n_shared: usize) -> Option<Found> {
    let one = |side: &Side| match side.topic.numbers.as_slice() {
        [at] => Some(*at),
        _ => None,
    };
    let (at, other) = (one(mine)?, one(theirs)?);
    let measure = |side: &Side, at: usize| {
        side.words.get(at + 1).filter(|unit| unit.role == Role::Measure).map(|unit| unit.stem.clone())
    };
    let tells_which = |side: &Side, at: usize| {
        at.checked_sub(1).is_none_or(|before| has("identifier_en", &side.words[before].stem))
            || side.words[at].text.ends_with(['t', 'd', 'h'])
                && side.words[at].text.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let fits = is_of_one_topic(mine, theirs, n_shared)
        && !are_of_two_kinds(&mine.words[at..=at], &theirs.words[other..=other])
        && mine.words[at].stem != theirs.words[other].stem
        && measure(mine, at) == measure(theirs, other)
        && mine.is_told(at)
        && theirs.is_told(other)
        && !tells_which(mine, at)
        && !tells_which(theirs, other)
        && mine.topic.dates.len() == theirs.topic.dates.len();
    fits.then(|| (SlotKind::Amount, vec![at], vec![other]))
}

/// Both say when, and not the same.
fn date(mine: &Side, theirs: &Side, n_shared: usize) -> Option<Found> {
    let part =
        |unit: &Unit| unit.stem.split_once(':').map_or("year", |(part, _)| part).trim_end_matches('s').to_owned();
    let pairs = mine.topic.dates.iter().flat_map(|at| theirs.topic.dates.iter().map(move |other| (*at, *other)));
    let differs = |(at, other): &(usize, usize)| {
        let (one, two) = (&mine.words[*at], &theirs.words[*other]);
        part(one) == part(two) && one.stem != two.stem
    };
    let has_one = |side: &Side| {
        let mut parts: Vec<String> = side.topic.dates.iter().map(|at| part(&side.words[*at])).collect();
        parts.sort_unstable();
        parts.windows(2).all(|pair| pair[0] != pair[1])
    };
    let (at, other) = pairs.into_iter().find(differs)?;
    let fits = is_of_one_topic(mine, theirs, n_shared)
        && mine.is_told(at)
        && theirs.is_told(other)
        && has_one(mine)
        && has_one(theirs)
        && mine.topic.numbers.len() == theirs.topic.numbers.len();
    fits.then(|| (SlotKind::Date, vec![at], vec![other]))
}

/// Whether both are of one thing in particular, which has one such value.
fn is_of_one_topic(mine: &Side, theirs: &Side, n_shared: usize) -> bool {
    let (few, many) = (mine.of_what().min(theirs.of_what()), mine.of_what().max(theirs.of_what()));
    let is_near = few == 0 && (many <= 1 || many == 2 && 3 <= n_shared);
    let same_denial = mine.topic.denials.is_empty() && theirs.topic.denials.is_empty();
    2 <= n_shared
        && is_near
        && same_denial
        && mine.is_definite()
        && theirs.is_definite()
        && mine.happens_once()
        && theirs.happens_once()
}
