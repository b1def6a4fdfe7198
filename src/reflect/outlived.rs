//! Which record took the place of one that a model would hide: then the older one is history, and questions about the past find it.

use crate::annotate::{Told, canonical_key};
use crate::gate::{self, Verdict};
use crate::record::{Record, RecordId, Timestamp};
use crate::sorted::sort_by;
use crate::text::similarity::containment;
use crate::text::tokenize::terms;
use crate::version::{self, Standing, is_same_value};

use super::plan::{Seen, is_safe, numbered};

/// Share of a part's words, 0 to 1, below which a text that has no more of them leaves it out: one that has more says it in fewer words.
///
/// Source: a judgement; the words of a frame, "User has", are shared with what says something else.
const LEFT_OUT: f64 = 0.5;

/// The record that took the place of `old`: the one that a model names by its number, else the first after it of which a rule says so; `None` where
/// nothing did.
///
/// # Errors
/// When the record that the model names can't have taken that place.
pub(super) fn outlived_by(old: &Record, named: Option<u32>, seen: &[Seen]) -> Result<Option<RecordId>, String> {
    let Some(number) = named else { return Ok(by_rule(old, seen.iter().map(|one| &one.record))) };
    let new = &numbered(number, seen)?.record;
    if new.id == old.id {
        return Err("a record does not take its own place".to_owned());
    }
    if !is_of_one_thing(old, new) {
        return Err(format!("record {number} is of another kind, or about someone or something else"));
    }
    match version::standing(new, old) {
        Standing::Newer => Ok(Some(new.id)),
        Standing::Older => Err(format!("record {number} was told to hold earlier")),
        Standing::Unclear => {
            Err(format!("neither time nor how sure they are says that record {number} is the one that holds"))
        }
    }
}

/// The parts of a merged record that it said and a new text leaves out, each with what took its place: what a rule finds, else what a model names by its
/// number, which may be the record itself. A part whose place nothing took stays, whatever the text says.
///
/// # Errors
/// When what the model names can't have taken the place of any of them.
pub(super) fn outlived_parts(
    whole: &Seen,
    text: &str,
    named: Option<u32>,
    seen: &[Seen],
) -> Result<Vec<(RecordId, RecordId)>, String> {
    let (before, after) = ((whole.record.text.as_str(), terms(&whole.record.text)), (text, terms(text)));
    let share = |part: &Record, words: &[String]| containment(&terms(&part.text), words);
    let says = |(text, words): &(&str, Vec<String>), part: &Record, least: f64| {
        least <= share(part, words) || gate::compare(&part.text, text).by_vector == Verdict::Duplicate
    };
    let (stay, left_out): (Vec<&Record>, Vec<&Record>) =
        whole.parts.iter().partition(|part| says(&after, part, 1.0) || !says(&before, part, LEFT_OUT));
    let named = named.map(|number| numbered(number, seen)).transpose()?;
    let others = || seen.iter().map(|one| &one.record).filter(|other| other.id != whole.record.id);
    let outlived = left_out.into_iter().filter(|part| is_safe(part).is_none()).filter_map(|part| {
        let by_name = || match named.filter(|_| share(part, &after.1) < LEFT_OUT)? {
            one if one.record.id == whole.record.id => latest(part, &stay),
            one => latest(part, &[&one.record]),
        };
        let by = by_rule(part, stay.iter().copied().chain(others())).or_else(by_name)?;
        Some((part.id, by))
    });
    let outlived: Vec<(RecordId, RecordId)> = outlived.collect();
    if named.is_some() && outlived.is_empty() {
        return Err("what it names took the place of nothing that the text leaves out".to_owned());
    }
    Ok(outlived)
}

/// The latest of some records that came after another and is of the same thing.
fn latest(old: &Record, records: &[&Record]) -> Option<RecordId> {
    let later = records.iter().filter(|new| is_later(new, old));
    later.max_by_key(|record| order(record)).map(|record| record.id)
}

/// In which order records came.
fn order(record: &Record) -> (Timestamp, RecordId) {
    (record.last_observed(), record.id)
}

fn is_later(new: &Record, old: &Record) -> bool {
    new.id != old.id && is_of_one_thing(old, new) && version::standing(new, old) == Standing::Newer
}

/// The first of the later records that has another value of the same key, ends what the older one says, or says it with another value.
fn by_rule<'a>(old: &Record, records: impl Iterator<Item = &'a Record>) -> Option<RecordId> {
    let older = Told::of(&old.text);
    let takes_its_place = |new: &&Record| {
        let newer = Told::of(&new.text);
        is_rival(old, new) || newer.retires(&older).is_some() || newer.slot(&older).is_some()
    };
    let mut later: Vec<&Record> = records.filter(|new| is_later(new, old)).collect();
    sort_by(&mut later, |one, other| order(one).cmp(&order(other)));
    later.into_iter().find(takes_its_place).map(|new| new.id)
}

fn is_of_one_thing(one: &Record, other: &Record) -> bool {
    one.kind() == other.kind() && version::is_of_one_subject(one, other)
}

/// Whether two records hold different values of one key.
pub(super) fn is_rival(one: &Record, other: &Record) -> bool {
    let key = |record: &Record| record.key.as_deref().map(canonical_key);
    let is_one_key = key(one).is_some() && key(one) == key(other);
    let same = one.value.as_deref().zip(other.value.as_deref()).is_none_or(|(one, other)| is_same_value(one, other));
    is_one_key && !same
}
