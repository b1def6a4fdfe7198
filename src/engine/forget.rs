//! Forgetting: softly, which hides and can be undone, and for good, which removes every trace.

use std::borrow::Cow;

use crate::sorted::SortedSet;

use crate::codec;
use crate::error::MemoryError;
use crate::ports::{Collection, Row};
use crate::record::{ForgetTarget, Forgotten, Image, JournalEntry, Operation, Record, RecordId, Scope, Source, Status};

use super::held::Marks;
use super::merge_parts::{rebuild, wholes_of};
use super::store::damaged;
use super::txn::{Txn, VectorChange};
use super::{Engine, keys};

impl Engine {
    /// Forgets a record, or all that a filter admits. Softly (`hard` false) it hides them, and `undo` or `restore` brings them back. For
    /// good it removes every trace: rows, vectors, journal images, answered keys; a record that such a record went into no longer
    /// says its sentences, and records that went into it go along.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`] for the name of a record that this scope does not have.
    pub async fn forget(&self, scope: &Scope, target: ForgetTarget, hard: bool) -> Result<Forgotten, MemoryError> {
        self.ready(scope).await?;
        let reads = |prefix: &str| match hard {
            true => [(Collection::Journal, ""), (Collection::Cache, ""), (Collection::Meta, keys::HEARD)]
                .map(|(part, start)| keys::under(part, &format!("{prefix}{start}")))
                .to_vec(),
            false => Vec::new(),
        };
        let forgotten = self
            .transact(scope, reads, |txn, rows| {
                let ids = wanted(txn, &target)?;
                let (forgotten, sentences) = match (ids.is_empty(), hard) {
                    (true, _) => (Forgotten::default(), SortedSet::new()),
                    (false, true) => erase(txn, ids, rows)?,
                    (false, false) => (hide(txn, ids)?, SortedSet::new()),
                };
                if hard {
                    // Who has everything forgotten means what still waits to be read, too.
                    let is_empty = txn.state.records_marked(Marks::KNOWN).next().is_none();
                    let is_all = matches!(target, ForgetTarget::Filter(_)) && is_empty;
                    txn.forget_heard(rows.get(2).map(Vec::as_slice).unwrap_or_default(), &sentences, is_all)?;
                }
                Ok(forgotten)
            })
            .await?;
        if hard {
            self.inner.queries.borrow_mut().clear();
        }
        Ok(forgotten)
    }
}

fn wanted(txn: &Txn<'_>, target: &ForgetTarget) -> Result<SortedSet<RecordId>, MemoryError> {
    match target {
        ForgetTarget::Id(id) if txn.state.record(*id).is_none() => {
            Err(MemoryError::NotFound { what: "record", id: id.to_string() })
        }
        ForgetTarget::Id(id) => Ok(SortedSet::from([*id])),
        ForgetTarget::Filter(filter) => {
            Ok(txn.state.records().filter(|record| filter.admits(record)).map(|record| record.id).collect())
        }
    }
}

fn hide(txn: &mut Txn<'_>, ids: SortedSet<RecordId>) -> Result<Forgotten, MemoryError> {
    let mut hidden = Vec::new();
    for id in ids {
        if txn.state.record(id).is_none_or(|record| record.status == Status::Deleted) {
            continue;
        }
        // Nobody is asked which of one holds.
        txn.make_peace(id)?;
        let Some(record) = txn.state.record(id).cloned() else { continue };
        // What hides a part is said by the merged record no longer.
        txn.shed(&record)?;
        txn.put(Record { status: Status::Deleted, ..record }, VectorChange::Keep)?;
        hidden.push(id);
    }
    let journal_id = (!hidden.is_empty()).then(|| txn.log(Operation::Forget, None, None));
    Ok(Forgotten { ids: hidden, journal_id })
}

/// Removes records for good; with the sentences that went with them.
fn erase(
    txn: &mut Txn<'_>,
    ids: SortedSet<RecordId>,
    rows: &[Vec<Row>],
) -> Result<(Forgotten, SortedSet<String>), MemoryError> {
    let ids = with_copies(txn, with_what_went_into(txn, ids));
    let (ids, sentences) = with_empty_wholes(txn, ids);
    let mut held = clean_others(txn, &ids, &sentences)?;
    let stored = rows.first().cloned().unwrap_or_default();
    let entries = codec::journal_from_rows(&txn.state.prefix, stored).map_err(|(key, err)| damaged(key, &err))?;
    // A merged record that a removed one was once part of may have said it in words of a model's.
    for entry in entries.iter().filter(|entry| entry.images.iter().any(|image| ids.contains(&image.id))) {
        let was_merged = |id: &RecordId| txn.state.record(*id).is_some_and(|record| record.merged);
        held.extend(entry.images.iter().map(|image| image.id).filter(was_merged));
    }
    let stored = rows.first().map(Vec::as_slice).unwrap_or_default();
    for entry in entries {
        if let Some(cleaned) = clean_entry(&entry, &ids, &held, &sentences) {
            let start = format!("{}{}", txn.state.prefix, entry.id);
            let before = stored.iter().filter(|(key, _)| key.starts_with(&start)).cloned().collect();
            txn.rewrite(before, cleaned);
        }
    }
    for id in &ids {
        txn.remove(*id)?;
    }
    // What a model said of a text may repeat it.
    txn.drop_answers(rows.iter().skip(1).take(1).flatten().map(|(key, _)| key.clone()));
    let journal_id = Some(txn.log_erasure(Operation::Forget));
    Ok((Forgotten { ids: ids.into_iter().collect(), journal_id }, sentences))
}

/// Records that went into one that is removed were shown as part of it, and its older values as its history, so they go along.
fn with_what_went_into(txn: &Txn<'_>, mut ids: SortedSet<RecordId>) -> SortedSet<RecordId> {
    loop {
        let more: Vec<RecordId> = txn
            .state
            .records_marked(Marks::SUPERSEDED.or(Marks::MERGED))
            .filter(|record| went_into(record).is_some_and(|into| ids.contains(&into)))
            .map(|record| record.id)
            .filter(|id| !ids.contains(id))
            .collect();
        if more.is_empty() {
            return ids;
        }
        ids.extend(more);
    }
}

/// The record that a hidden one was shown as part of, or as the history of.
fn went_into(record: &Record) -> Option<RecordId> {
    match record.status {
        Status::Merged => record.merged_into,
        Status::Superseded => record.superseded_by,
        Status::Active | Status::Deleted => None,
    }
}

/// Records that were forgotten or undone before and say nothing but what these were told go along: nobody sees that there is one.
fn with_copies(txn: &Txn<'_>, mut ids: SortedSet<RecordId>) -> SortedSet<RecordId> {
    let told = ids.iter().filter_map(|id| txn.state.record(*id)).filter(|record| !record.merged);
    let said: SortedSet<String> = told.flat_map(|record| record.wordings().map(str::to_owned)).collect();
    let hidden = txn.state.records_marked(Marks::DELETED).filter(|record| !record.merged);
    let copies: Vec<RecordId> =
        hidden.filter(|copy| copy.wordings().all(|text| said.contains(text))).map(|copy| copy.id).collect();
    ids.extend(copies);
    ids
}

/// Merged records that would say nothing without these go along; and every sentence of them all.
fn with_empty_wholes(txn: &Txn<'_>, mut ids: SortedSet<RecordId>) -> (SortedSet<RecordId>, SortedSet<String>) {
    loop {
        let removed = ids.iter().filter_map(|id| txn.state.record(*id));
        let sentences: SortedSet<String> = removed.flat_map(sentences_of).collect();
        let is_empty = |whole: &&Record| {
            let stays = said_by_rest(txn, whole.id, &ids);
            let is_gone = |text: &String| sentences.contains(text) && !stays.contains(text);
            whole.merged && whole.details.iter().all(|detail| is_gone(&detail.text))
        };
        let wholes = held_by(txn, &ids, &sentences);
        let empty: Vec<RecordId> =
            wholes.into_iter().filter_map(|id| txn.state.record(id)).filter(is_empty).map(|whole| whole.id).collect();
        if empty.is_empty() {
            return (ids, sentences);
        }
        ids.extend(empty);
    }
}

/// The records that hold what these say: what they went into, and merged ones that say it still, since a part that went elsewhere no longer names what
/// it left.
fn held_by(txn: &Txn<'_>, ids: &SortedSet<RecordId>, sentences: &SortedSet<String>) -> SortedSet<RecordId> {
    let mut held = wholes_of(txn, ids);
    let left = txn.state.records_marked(Marks::WHOLE).filter(|record| !ids.contains(&record.id));
    held.extend(left.filter(|one| sentences_of(one).any(|said| sentences.contains(&said))).map(|one| one.id));
    held
}

/// What the parts of a merged record say that are not removed.
fn said_by_rest(txn: &Txn<'_>, whole: RecordId, ids: &SortedSet<RecordId>) -> SortedSet<String> {
    let rest = txn.state.parts_of(whole).into_iter().filter(|part| !ids.contains(&part.id));
    rest.flat_map(|part| part.wordings().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn sentences_of(record: &Record) -> impl Iterator<Item = String> {
    std::iter::once(record.text.clone())
        .chain(record.details.iter().map(|detail| detail.text.clone()))
        .chain(record.history.iter().map(|version| version.text.clone()))
        .chain(record.sources.iter().filter_map(|source| source.quote.clone()))
        .chain(record.facts.values().flatten().map(|version| version.text.clone()))
        .chain(inner_sources(record).filter_map(|source| source.quote.clone()))
}

/// The sources of what a record says and said.
fn inner_sources(record: &Record) -> impl Iterator<Item = &Source> {
    let versions = record.history.iter().chain(record.facts.values().flatten()).map(|version| &version.source);
    record.details.iter().map(|detail| &detail.source).chain(versions)
}

/// Takes sentences out of what a record's parts are quoted with.
fn unquote(record: &mut Record, sentences: &SortedSet<String>) {
    let versions =
        record.history.iter_mut().chain(record.facts.values_mut().flatten()).map(|version| &mut version.source);
    for source in record.details.iter_mut().map(|detail| &mut detail.source).chain(versions) {
        source.quote.take_if(|quote| sentences.contains(quote));
    }
}

/// Links to removed records go, and so do their sentences where a removed record had gone into another.
///
/// Answers the records that held such sentences.
fn clean_others(
    txn: &mut Txn<'_>,
    ids: &SortedSet<RecordId>,
    sentences: &SortedSet<String>,
) -> Result<SortedSet<RecordId>, MemoryError> {
    let held = held_by(txn, ids, sentences);
    let removed: Vec<Record> = ids.iter().filter_map(|id| txn.state.record(*id).cloned()).collect();
    let others: Vec<Record> = txn
        .state
        .records()
        .filter(|record| !ids.contains(&record.id))
        .filter(|record| held.contains(&record.id) || names_any(record, ids))
        .map(Cow::into_owned)
        .collect();
    for mut record in others {
        unlink(&mut record, ids);
        if !held.contains(&record.id) {
            txn.put_unlogged(record, VectorChange::Keep)?;
            continue;
        }
        let stays = said_by_rest(txn, record.id, ids);
        let sentences = sentences.iter().filter(|text| !stays.contains(*text)).cloned().collect();
        strip(&mut record, &sentences);
        if !record.merged {
            unquote(&mut record, &sentences);
            txn.put_unlogged(record, VectorChange::Keep)?;
            continue;
        }
        let parts = txn.state.parts_of(record.id).into_iter();
        let others: Vec<Record> = parts.filter(|part| !ids.contains(&part.id)).cloned().collect();
        rebuild(&mut record, &removed, &others, &sentences);
        // Last: facts are made anew of what the other parts say.
        unquote(&mut record, &sentences);
        let near: Vec<RecordId> = others.iter().map(|other| other.id).collect();
        txn.put_rebuilt(record, &near)?;
    }
    Ok(held)
}

/// Whether a record is linked with one of these, stands or stood against it, or went into it, or was followed by it, once.
fn names_any(record: &Record, ids: &SortedSet<RecordId>) -> bool {
    let named = record.relations.iter().map(|link| &link.id).chain(&record.opponents).chain(&record.settled);
    let mut named = named.chain(&record.merged_into).chain(&record.superseded_by);
    named.any(|id| ids.contains(id))
}

fn unlink(record: &mut Record, ids: &SortedSet<RecordId>) {
    record.merged_into = record.merged_into.filter(|id| !ids.contains(id));
    record.superseded_by = record.superseded_by.filter(|id| !ids.contains(id));
    record.relations.retain(|link| !ids.contains(&link.id));
    record.opponents.retain(|id| !ids.contains(id));
    record.settled.retain(|id| !ids.contains(id));
}

/// Takes sentences out of a record; where its text is one of them, its newest other sentence becomes the text.
fn strip(record: &mut Record, sentences: &SortedSet<String>) {
    record.details.retain(|detail| !sentences.contains(&detail.text));
    record.history.retain(|version| !sentences.contains(&version.text));
    record.sources.retain(|source| source.quote.as_ref().is_none_or(|quote| !sentences.contains(quote)));
    if !record.merged
        && sentences.contains(&record.text)
        && let Some(detail) = record.details.pop()
    {
        record.text = detail.text;
        record.reembed = true;
        record.fingerprint = super::probe::Probe::of(&record.text).fingerprint();
    }
}

/// The entry without what it says of removed records; `None` when it says nothing of them.
fn clean_entry(
    entry: &JournalEntry,
    ids: &SortedSet<RecordId>,
    held: &SortedSet<RecordId>,
    sentences: &SortedSet<String>,
) -> Option<JournalEntry> {
    let says = |record: &Record| sentences_of(record).any(|sentence| sentences.contains(&sentence));
    let is_lost = |before: &Record| says(before) || went_into(before).is_some_and(|into| ids.contains(&into));
    // An image of a record that lost sentences leaves out what was before them, so it is no longer whole either.
    let gone = |image: &Image| {
        ids.contains(&image.id) || held.contains(&image.id) || image.before.as_ref().is_some_and(is_lost)
    };
    let touched = entry.images.iter().any(gone);
    // What differs from a record is named in its words.
    let shows = |id: &RecordId| ids.contains(id) || held.contains(id);
    let named = entry.evidence.as_ref().is_some_and(|evidence| evidence.candidates.iter().any(|one| shows(&one.id)));
    let linked = entry.images.iter().filter_map(|image| image.before.as_ref()).any(|before| names_any(before, ids));
    if !touched && !named && !linked {
        return None;
    }
    let evidence = entry.evidence.clone().filter(|_| !touched && !named);
    let mut cleaned = JournalEntry { evidence, ..entry.clone() };
    // What undo gives back is linked with nothing that is gone.
    cleaned.images.iter_mut().filter_map(|image| image.before.as_mut()).for_each(|before| unlink(before, ids));
    if touched {
        cleaned.images.retain(|image| !gone(image));
        cleaned.erased = true;
    }
    Some(cleaned)
}
