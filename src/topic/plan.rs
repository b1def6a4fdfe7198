//! What a merged record is, and what becomes of it when one of its parts changes or goes.

use crate::sorted::SortedMap;

use super::central::central;
use crate::record::{Detail, Record, RecordId, Status, Tier, Timestamp, Version, note_detail};
use crate::text::normalize::fold;
use crate::version::{as_version, is_same_value};

/// The records that are merged, in order of creation, and the merged one that they go into, where there is one.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    /// Those that go in.
    pub parts: &'a [&'a Record],
    /// The one that takes them in.
    pub into: Option<&'a Record>,
}

impl<'a> Members<'a> {
    fn all(&self) -> impl Iterator<Item = &'a Record> {
        self.into.into_iter().chain(self.parts.iter().copied())
    }

    /// Every sentence of theirs, each once, in order.
    fn details(&self) -> Vec<Detail> {
        let mut details: Vec<Detail> = Vec::new();
        for record in self.all() {
            // A merged record's own text was told by nobody, unless it stands among its details.
            let own = (!record.merged).then(|| record.as_detail());
            for detail in record.details.iter().cloned().chain(own) {
                note_detail(&mut details, detail);
            }
        }
        details
    }
}

/// What records say together without a model: the most central of their sentences.
#[must_use]
pub fn by_rule(members: Members<'_>) -> String {
    most_central(&members.details()).unwrap_or_default()
}

/// The record that records become: everything that any of them knows, with a main text and named values. The text's fingerprint, its vector and
/// its links are the caller's.
#[must_use]
pub fn merged(
    members: Members<'_>,
    (text, facts): (String, SortedMap<String, String>),
    topic: Option<String>,
    (id, now): (RecordId, Timestamp),
) -> Option<Record> {
    let first = members.all().next()?;
    let mut record = Record {
        id: members.into.map_or(id, |into| into.id),
        text,
        details: members.details(),
        topic: members.all().find_map(|one| one.topic.clone()).or(topic),
        created_at: members.into.map_or(now, |into| into.created_at),
        updated_at: now,
        status: Status::Active,
        merged_into: None,
        superseded_by: None,
        merged: true,
        pending: false,
        key: None,
        value: None,
        ..first.clone()
    };
    if members.into.is_none() {
        (record.history, record.facts) = (Vec::new(), SortedMap::new());
    }
    let shared = |name: fn(&Record) -> Option<&String>| {
        let given = name(first)?;
        members.all().all(|one| name(one) == Some(given)).then(|| given.clone())
    };
    record.subject = shared(|one| one.subject.as_ref());
    // A key that all of them give a value for is the merged record's own; other keys stay those of its parts.
    let is_of_one_value =
        |value: &String| members.all().all(|one| one.value.as_deref().is_some_and(|other| is_same_value(other, value)));
    if let (Some(key), Some(value)) = (shared(|one| one.key.as_ref()), first.value.clone().filter(is_of_one_value)) {
        (record.key, record.value) = (Some(key), Some(value));
    }
    for one in members.all().skip(1) {
        record.unite(one);
        record.settled.extend(one.settled.iter().copied());
        if one.tier == Tier::Hot {
            record.tier = Tier::Hot;
        }
    }
    span(&mut record, members);
    let ids: Vec<RecordId> = members.all().map(|one| one.id).chain([record.id]).collect();
    record.relations.retain(|link| !ids.contains(&link.id));
    record.settled.retain(|id| !ids.contains(id));
    note_facts(&mut record, members, &facts, now);
    Some(record)
}

/// Lets the observed interval and the last use span all.
fn span(record: &mut Record, members: Members<'_>) {
    let first = members.all().map(|one| one.observed_at).min().unwrap_or(record.observed_at);
    let last = members.all().map(Record::last_observed).max().unwrap_or(first);
    record.observed_at = first;
    record.tellings = if first < last { vec![last] } else { Vec::new() };
    record.observed_given = members.all().any(|one| one.observed_given);
    record.last_accessed_at = members.all().map(|one| one.last_accessed_at).max().unwrap_or(record.last_accessed_at);
    let until: Option<Vec<Timestamp>> = members.all().map(|one| one.valid_until).collect();
    record.valid_until = until.and_then(|until| until.into_iter().max());
}

/// Notes named values, and those of keyed records under their keys. A value that changed is a new version; one that no other fact has is a
/// new fact.
fn note_facts(record: &mut Record, members: Members<'_>, facts: &SortedMap<String, String>, now: Timestamp) {
    let parts = || members.parts.iter().rev().copied();
    for (name, value) in facts {
        let says = |one: &&Record| fold(&one.text).contains(&fold(value));
        let sayer = parts().find(says).or_else(|| parts().next());
        if let Some(sayer) = sayer {
            note(&mut record.facts, name, Version { value: value.clone(), set_at: now, ..as_version(sayer) });
        }
    }
    for one in members.parts.iter().filter(|one| !one.merged) {
        let (Some(key), Some(value)) = (&one.key, &one.value) else { continue };
        let has_value = |versions: &Vec<Version>| {
            versions.last().is_some_and(|last| is_same_value(&last.value, value) && last.text == one.text)
        };
        if !record.facts.values().any(has_value) {
            note(&mut record.facts, key, as_version(one));
        }
    }
}

fn note(facts: &mut SortedMap<String, Vec<Version>>, name: &str, version: Version) {
    let versions = facts.entry(name.to_owned()).or_default();
    if versions.last().is_none_or(|last| !is_same_value(&last.value, &version.value)) {
        versions.push(version);
    }
}

/// Takes the sentences of a part out of a merged record, and the values that it alone gave: the part says them itself from then on, or nobody
/// does. `others` are the parts that stay. The text may still say them, until [`reword`].
pub fn part_with(record: &mut Record, part: &Record, others: &[&Record]) {
    let gone = shed(record, part, others);
    for versions in record.facts.values_mut() {
        versions.retain(|version| !gone.contains(&version.text.as_str()));
    }
    record.facts.retain(|_, versions| !versions.is_empty());
}

/// Notes in a merged record that a part's value was outlived by another record's: the sentence is history, and the value's fact has a new version.
/// The text may still say the older one, until [`reword`].
pub fn outlive(record: &mut Record, part: &Record, others: &[&Record], by: &Record) {
    shed(record, part, others);
    for versions in record.facts.values_mut() {
        let is_of_part = |last: &Version| last.text == part.text;
        if versions.last().is_some_and(is_of_part) {
            versions.push(as_version(by));
        }
    }
}

/// Takes a part's sentences that no other part says out of a merged record's details; which they are.
fn shed<'a>(record: &mut Record, part: &'a Record, others: &[&Record]) -> Vec<&'a str> {
    let stays = |text: &str| others.iter().any(|other| other.wordings().any(|known| known == text));
    let gone: Vec<&str> = part.wordings().filter(|text| !stays(text)).collect();
    record.details.retain(|detail| !gone.contains(&detail.text.as_str()));
    gone
}

/// Gives a merged record whose text may say what it no longer holds the most central of its sentences as text; whether there is one.
pub fn reword(record: &mut Record) -> bool {
    if record.details.iter().any(|detail| detail.text == record.text) {
        return true;
    }
    let Some(text) = most_central(&record.details) else { return false };
    record.text = text;
    true
}

fn most_central(details: &[Detail]) -> Option<String> {
    let sentences: Vec<&str> = details.iter().map(|detail| detail.text.as_str()).collect();
    central(&sentences).map(|at| sentences[at].to_owned())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
