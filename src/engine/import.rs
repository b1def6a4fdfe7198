//! Import: an archive is read whole, and taken in by one commit, so that a failure leaves all of it or nothing.
//!
//! An empty scope becomes what the archive's was, journal and all. Into any other the archive's records are brought one by one under one
//! journal entry, which `undo` takes back; the archive's own journal stays out, since its names may be taken. Vectors of another embedding
//! model are left out, and their records wait for new ones.

use crate::sorted::SortedSet;

use crate::codec::{self, Archive, RowKind, archive_from_bytes};
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::{Collection, Rows};
use crate::record::{Collision, Horizon, ImportInput, Imported, JournalId, Operation, Record, RecordId, Scope};
use crate::version::{self, Standing};

use super::abort::Counted;
use super::answered::Answered;
use super::export::refused;
use super::import_heard::{self, Waiting, waiting_of};
use super::txn::{Txn, VectorChange};
use super::write::{check_share, check_text};
use super::{Engine, keys};

/// Records that are given vectors by one call of the embedding callback, and decided by one commit where no model is asked.
const CHUNK: usize = 64;

/// Milliseconds since 1970 that an id may bear, and revisions that an archive may have reached: beyond them the scope's next names would
/// run out of room.
///
/// Source: half of the 48 bits that each of them has.
const MOST: u64 = 1 << 47;

/// What an archive's other rows say.
#[derive(Default)]
struct Others {
    answered: Vec<(String, Answered)>,
    horizon: Horizon,
    /// Messages that wait to be read.
    waiting: Vec<Waiting>,
}

impl Engine {
    /// Takes an archive in.
    ///
    /// # Errors
    /// [`MemoryError::InvalidInput`], [`MemoryError::ArchiveDamaged`], [`MemoryError::ArchiveNewer`], [`MemoryError::TooLarge`], and what the
    /// store answers: nothing was written. [`MemoryError::Partial`] where records were taken in and the store failed while they were judged:
    /// those that are not judged wait.
    pub async fn import(&self, scope: &Scope, bytes: &[u8], input: ImportInput) -> Result<Imported, MemoryError> {
        self.check_open()?;
        let archive = archive_from_bytes(bytes).map_err(|err| refused(&err))?;
        let others = self.check_archive(scope, &archive, input)?;
        self.ready(scope).await?;
        let reads = |prefix: &str| {
            let mut any = keys::under(Collection::Journal, prefix);
            if let Rows::Range { limit, .. } = &mut any.rows {
                *limit = Some(1);
            }
            std::iter::once(any).chain(keys::hearing(prefix)).collect()
        };
        let (mut imported, to_judge) = self
            .transact(scope, reads, |txn, rows| {
                let is_empty = txn.state.ids_after(None).next().is_none()
                    && txn.state.answers.is_empty()
                    && txn.state.horizon == Horizon::default();
                if is_empty && rows.iter().take(2).all(Vec::is_empty) {
                    return restore(txn, &archive, &others).map(|imported| (imported, Vec::new()));
                }
                txn.bring_heard(&others.waiting, rows.get(1..).unwrap_or_default())?;
                self.bring(txn, &archive, input.on_collision)
            })
            .await?;
        let mut written = Counted::new(self);
        written.items = vec![(); archive.records.len()];
        let judged = self.judge_imported(scope, &to_judge).await;
        let waits = |record: &Record| record.is_known() && record.pending;
        imported.pending =
            self.with(scope, |state| to_judge.iter().filter(|id| state.record(**id).is_some_and(waits)).count());
        match judged {
            Ok(()) => Ok(imported),
            Err(cause) => Err(MemoryError::Partial { written: written.items.len(), cause: Box::new(cause) }),
        }
    }

    /// What the scope's other rows say, once everything in the archive is what a store may hold.
    fn check_archive(&self, scope: &Scope, archive: &Archive, input: ImportInput) -> Result<Others, MemoryError> {
        if archive.scope != *scope && !input.other_scope {
            return Err(MemoryError::InvalidInput(
                "the archive is of another scope; open a handle with its scope, or say `otherScope: true`".to_owned(),
            ));
        }
        let damaged = |what: String| MemoryError::ArchiveDamaged(format!("the archive is damaged: {what}"));
        for record in &archive.records {
            let id = record.id;
            let checked = check_text(&record.text, &self.inner.policy)
                .and_then(|()| check_share("importance", Some(record.importance)))
                .and_then(|()| check_share("confidence", Some(record.confidence)));
            if let Err(MemoryError::InvalidInput(words)) = checked {
                return Err(damaged(format!("record {id}: {words}")));
            }
            checked?;
            if MOST <= u64::try_from(id.millis()).unwrap_or(u64::MAX) {
                return Err(damaged(format!("record {id} bears a time in the far future")));
            }
        }
        let mut others = Others::default();
        let salt = self.inner.store.borrow().salt;
        for (key, row) in &archive.others {
            let malformed = |err: codec::CodecError| damaged(format!("{key}: {err}"));
            if key == keys::HORIZON {
                others.horizon = codec::decode(RowKind::Horizon, row).map_err(malformed)?;
                continue;
            }
            if key.starts_with(keys::HEARD) {
                let waiting = waiting_of(key, row, &salt).map_err(|words| damaged(format!("{key}: {words}")))?;
                others.waiting.push(waiting);
                continue;
            }
            let name =
                key.strip_prefix(keys::ANSWERED).ok_or_else(|| damaged(format!("{key} is no key of a scope")))?;
            let answered = codec::decode(RowKind::Idempotency, row).map_err(malformed)?;
            others.answered.push((name.to_owned(), answered));
        }
        if MOST <= newest_revision(archive, &others) {
            return Err(damaged("its journal has no room left".to_owned()));
        }
        Ok(others)
    }

    /// Stages an archive's records beside those that are there; answers the ids of those that are to be decided like writes.
    fn bring(
        &self,
        txn: &mut Txn<'_>,
        archive: &Archive,
        rule: Collision,
    ) -> Result<(Imported, Vec<RecordId>), MemoryError> {
        let mut imported = Imported::default();
        let (mut brought, mut to_judge) = (Vec::new(), Vec::new());
        for record in &archive.records {
            let (mut record, vector) = fitted(txn, record, archive);
            let known = txn.state.record(record.id).cloned();
            let is_judged = rule == Collision::Judge && record.is_known();
            match known {
                Some(known) if is_same(&known, &record) => {
                    imported.kept += 1;
                    continue;
                }
                Some(known) if rule == Collision::Replace => {
                    txn.make_peace(known.id)?;
                    let change = vector.map_or(VectorChange::Remove, VectorChange::Set);
                    let (stamp, changed) = (txn.entry_id(), JournalId::default());
                    txn.put_as(Record { stamp, changed, ..record.clone() }, change)?;
                    imported.replaced += 1;
                    brought.push(record.id);
                    continue;
                }
                // One telling of a memory, and another: both are told here.
                Some(known) if is_judged && known.is_known() => record.id = txn.names.draw(txn.now),
                Some(_) => {
                    imported.kept += 1;
                    continue;
                }
                None => {}
            }
            if is_judged {
                record.pending = true;
                record.opponents.clear();
                to_judge.push(record.id);
            } else {
                brought.push(record.id);
            }
            imported.added += 1;
            imported.reembed += usize::from(record.reembed);
            txn.put_new(record, vector.map_or(VectorChange::Keep, VectorChange::Set))?;
        }
        for id in brought {
            mend(txn, id)?;
            if self.inner.policy.strategies.versions {
                order(txn, id)?;
            }
        }
        imported.judged = to_judge.len();
        if 0 < imported.added + imported.replaced {
            imported.journal_id = Some(txn.log(Operation::Import, None, None));
        }
        if let Some(newest) = txn.state.newest() {
            txn.names.follow(newest);
        }
        Ok((imported, to_judge))
    }

    /// Decides records that were taken in, each as if it were written now: as far as the callbacks answer; the others wait.
    async fn judge_imported(&self, scope: &Scope, ids: &[RecordId]) -> Result<(), MemoryError> {
        loop {
            let lacking: Vec<(RecordId, String)> = self.with(scope, |state| {
                let lacks = |id: &&RecordId| !state.has_vector(**id);
                let text = |id: &RecordId| Some((*id, state.record(*id)?.text.clone()));
                ids.iter().filter(lacks).filter_map(text).take(CHUNK).collect()
            });
            let texts: Vec<String> = lacking.iter().map(|(_, text)| text.clone()).collect();
            if texts.is_empty() {
                break;
            }
            if self.is_other_model() {
                break;
            }
            let model = self.inner.model.borrow().tag();
            let permit = self.permit().await;
            let vectors = self.embedded(scope, &texts, &[], &mut 0).await;
            drop(permit);
            if vectors.is_empty() || self.is_other_model() {
                break;
            }
            let given = lacking.iter().zip(&vectors);
            self.transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    // Another handle may have begun anew meanwhile.
                    for ((id, text), vector) in given.clone().filter(|_| model == txn.model()).collect::<Vec<_>>() {
                        if let Some(record) = txn.state.record(*id).filter(|record| record.text == *text).cloned() {
                            txn.put_unlogged(Record { reembed: false, ..record }, VectorChange::Set(vector))?;
                        }
                    }
                    Ok(())
                },
            )
            .await?;
        }
        let ready: Vec<RecordId> =
            self.with(scope, |state| ids.iter().filter(|id| state.has_vector(**id)).copied().collect());
        for some in ready.chunks(if self.has_model() { 1 } else { CHUNK }) {
            if !self.judge_some(scope, some).await? {
                break;
            }
        }
        Ok(())
    }
}

/// Stages all of an archive in a scope that is empty: nothing is renamed, so that an export gives the same bytes.
fn restore(txn: &mut Txn<'_>, archive: &Archive, others: &Others) -> Result<Imported, MemoryError> {
    txn.reach(newest_revision(archive, others));
    let mut imported = Imported {
        restored: true,
        added: archive.records.len(),
        journal_entries: archive.journal.len(),
        ..Imported::default()
    };
    for record in &archive.records {
        let (record, vector) = fitted(txn, record, archive);
        imported.reembed += usize::from(record.reembed);
        txn.names.follow(record.id);
        txn.put_unlogged(record, vector.map_or(VectorChange::Keep, VectorChange::Set))?;
    }
    for entry in &archive.journal {
        txn.rewrite(Vec::new(), entry.clone());
    }
    for (name, answered) in &others.answered {
        txn.state.answers.stage(name.clone(), answered.clone());
    }
    if others.horizon != Horizon::default() {
        txn.trim(Vec::new(), others.horizon);
    }
    txn.restore_heard(&others.waiting)?;
    Ok(imported)
}

/// The newest revision that anything in an archive names.
fn newest_revision(archive: &Archive, others: &Others) -> u64 {
    let entries = archive.journal.iter().map(|entry| entry.id).chain([others.horizon.last]);
    let named = entries.chain(archive.records.iter().map(|record| record.stamp));
    named.map(JournalId::revision).chain([import_heard::newest(&others.waiting)]).max().unwrap_or_default()
}

/// A record of the archive with its vector, where that is of the present model; else it waits for one.
fn fitted<'a>(txn: &Txn<'_>, record: &Record, archive: &'a Archive) -> (Record, Option<&'a Embedding>) {
    let stored = archive.vectors.get(&record.id);
    let dimension = txn.state.dimension();
    let fits = |(model, vector): &&(String, Embedding)| {
        model == txn.model() && dimension.is_none_or(|known| known == vector.dimension())
    };
    let vector = stored.filter(fits).map(|(_, vector)| vector);
    let reembed = record.reembed || stored.is_some() && vector.is_none();
    (Record { reembed, ..record.clone() }, vector)
}

/// Whether two states of a record say the same, whenever and by whichever entry they came about.
fn is_same(known: &Record, other: &Record) -> bool {
    let known = known.clone();
    let last_accessed_at = other.last_accessed_at;
    let Record { stamp, changed, updated_at, reembed, pending, .. } = *other;
    Record { stamp, changed, updated_at, reembed, pending, last_accessed_at, ..known } == *other
}

/// Conflicts have two sides: one whose other side is not there ends, and one that is there is told to both.
fn mend(txn: &mut Txn<'_>, id: RecordId) -> Result<(), MemoryError> {
    let Some(mut record) = txn.state.record(id).cloned() else { return Ok(()) };
    let opponents = std::mem::take(&mut record.opponents);
    if opponents.is_empty() {
        return Ok(());
    }
    let is_known = |id: &RecordId| txn.state.record(*id).is_some_and(Record::is_known);
    let there: SortedSet<RecordId> =
        opponents.into_iter().filter(|other| record.is_known() && is_known(other)).collect();
    record.opponents.clone_from(&there);
    txn.put_as(Record { stamp: txn.entry_id(), ..record }, VectorChange::Keep)?;
    for other in there {
        if txn.state.record(other).is_some_and(|other| !other.opponents.contains(&id)) {
            txn.oppose(id, other)?;
        }
    }
    Ok(())
}

/// Of two values of a key time tells which is current; where it can't, the user is asked.
fn order(txn: &mut Txn<'_>, id: RecordId) -> Result<(), MemoryError> {
    while let Some((record, rival)) = txn.state.record(id).cloned().zip(txn.rival(id)) {
        match version::standing(&record, &rival) {
            Standing::Newer if !txn.state.is_pinned(&rival) => txn.supersede(rival.id, id)?,
            Standing::Older if !txn.state.is_pinned(&record) => txn.supersede(id, rival.id)?,
            Standing::Newer | Standing::Older | Standing::Unclear => txn.oppose(id, rival.id)?,
        }
    }
    Ok(())
}
