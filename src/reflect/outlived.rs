//! Which record took the place of one that a model would hide: then the older one is history, and questions about the past find it.

use crate::annotate::{Told, canonical_key};
use crate::record::{Record, RecordId};
use crate::sorted::sort_by;
use crate::version::{self, Standing, is_same_value};

use super::plan::{Seen, numbered};

/// The record that took the place of `old`: the one that a model names by its number, else the first after it of which a rule says so; `None` where
/// nothing did.
///
/// # Errors
/// When the record that the model names can't have taken that place.
pub(super) fn outlived_by(old: &Record, named: Option<u32>, seen: &[Seen]) -> Result<Option<RecordId>, String> {
    let Some(number) = named else { return Ok(by_rule(old, seen)) };
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

/// The first of the later records that has another value of the same key, ends what the older one says, or says it with another value.
fn by_rule(old: &Record, seen: &[Seen]) -> Option<RecordId> {
    let older = Told::of(&old.text);
    let is_later =
        |new: &&Record| new.id != old.id && is_of_one_thing(old, new) && version::standing(new, old) == Standing::Newer;
    let takes_its_place = |new: &&Record| {
        let newer = Told::of(&new.text);
        is_rival(old, new) || newer.retires(&older).is_some() || newer.slot(&older).is_some()
    };
    let mut later: Vec<&Record> = seen.iter().map(|one| &one.record).filter(is_later).collect();
    let order = |record: &Record| (record.last_observed(), record.id);
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
