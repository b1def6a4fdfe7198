//! Conflicts and history: which values stand against each other, and what held before.

use std::borrow::Cow;

use crate::sorted::{SortedSet, sort_by};

use crate::annotate::USER;
use crate::error::MemoryError;
use crate::record::{
    Action, Conflict, Decision, Event, History, Kind, Operation, Record, RecordId, Resolution, Resolved, Scope, Source,
    SourceKind, Status, Strategy, Timestamp,
};
use crate::version::{self, as_version};

use super::Engine;
use super::held::Marks;
use super::state::ScopeState;
use super::txn::{Txn, VectorChange};

/// Trust of a source once it was wrong, as a share of what it was.
///
/// Source: a judgement; a source that is wrong twice counts a quarter.
const TRUST_AFTER_AN_ERROR: f64 = 0.5;

impl Engine {
    /// The conflicts that the user is still to settle, oldest first, each with the question to ask.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn conflicts(&self, scope: &Scope) -> Result<Vec<Conflict>, MemoryError> {
        self.ready(scope).await?;
        Ok(self.with(scope, open_conflicts))
    }

    /// What is known of a key of a subject, of the user where none is named: of the fact with that key, else the state, else the inference.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn history_of_key(
        &self,
        scope: &Scope,
        key: &str,
        subject: Option<&str>,
    ) -> Result<History, MemoryError> {
        self.ready(scope).await?;
        let subject = subject.unwrap_or(USER);
        let now = self.inner.clock.now();
        Ok(self.with(scope, |state| {
            let of_kind = |kind: Kind| {
                let holding = state.holding(subject, key).filter(|record| record.kind() == kind);
                holding.max_by_key(|record| (record.last_observed(), record.id))
            };
            let record = [Kind::Fact, Kind::State, Kind::Inference].into_iter().find_map(of_kind);
            record.map(|record| history_of(state, record, now)).unwrap_or_default()
        }))
    }

    /// What a record says and said before. Of one whose place was taken, what its successor says.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`].
    pub async fn history_of_record(&self, scope: &Scope, id: RecordId) -> Result<History, MemoryError> {
        self.ready(scope).await?;
        let now = self.inner.clock.now();
        self.with(scope, |state| state.stored(id).map(|record| history_of(state, state.successor(record), now)))
            .ok_or_else(|| MemoryError::NotFound { what: "record", id: id.to_string() })
    }

    /// Tells the host of the conflict that a write came to.
    pub(super) fn tell_of_conflict(&self, scope: &Scope, decision: &Decision) {
        let Some(id) = decision.id.filter(|_| decision.action == Action::Conflict) else { return };
        let found = self.with(scope, |state| conflict(state, &members(state, id)));
        if let Some(conflict) = found {
            self.emit(&Event::Conflict { scope: scope.clone(), conflict: Box::new(conflict) });
        }
    }

    /// Settles a conflict as the user says. A source that was wrong is trusted less from then on.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`] for a conflict that is not open, [`MemoryError::InvalidInput`] for a choice that is none of its values.
    pub async fn resolve(
        &self,
        scope: &Scope,
        conflict: RecordId,
        resolution: Resolution,
    ) -> Result<Resolved, MemoryError> {
        self.ready(scope).await?;
        self.transact(scope, |_| Vec::new(), |txn, _| settle(txn, conflict, &resolution)).await
    }
}

/// The conflicts of a scope: records that stand against each other, near and far, are one conflict.
fn open_conflicts(state: &ScopeState) -> Vec<Conflict> {
    let mut seen = SortedSet::new();
    let mut conflicts = Vec::new();
    for record in state.stored_marked(Marks::DISPUTED).filter(|record| record.is_known()) {
        if seen.contains(&record.id) {
            continue;
        }
        let members = members(state, record.id);
        seen.extend(members.iter().copied());
        conflicts.extend(conflict(state, &members));
    }
    conflicts
}

/// The records of a conflict that `id` is part of, in order of creation.
fn members(state: &ScopeState, id: RecordId) -> SortedSet<RecordId> {
    let mut found = SortedSet::new();
    let mut next = vec![id];
    while let Some(id) = next.pop() {
        if let Some(record) = state.stored(id).filter(|record| record.is_known())
            && found.insert(id)
        {
            next.extend(&record.opponents);
        }
    }
    found
}

/// What to ask the user about a record that is part of an open conflict.
pub(super) fn question_of(state: &ScopeState, record: &Record) -> Option<String> {
    let is_open = record.is_known() && record.conflict_pending();
    let found = is_open.then(|| conflict(state, &members(state, record.id)))?;
    found.map(|conflict| conflict.question)
}

fn conflict(state: &ScopeState, members: &SortedSet<RecordId>) -> Option<Conflict> {
    let mut records: Vec<&Record> = members.iter().filter_map(|id| state.stored(*id)).collect();
    sort_by(&mut records, |one, other| first_told(state, one).cmp(&first_told(state, other)));
    let [first, .., last] = records.as_slice() else { return None };
    Some(Conflict {
        id: first.id,
        key: first.key.clone(),
        subject: first.subject.clone(),
        versions: records.iter().map(|record| (record.id, as_version(record))).collect(),
        question: version::question(first, last),
    })
}

/// The record by which one was first told: of a merged one its oldest part, so that the question stays what it was when a side became one record.
fn first_told(state: &ScopeState, record: &Record) -> RecordId {
    state.parts_of(record.id).first().map_or(record.id, |part| part.id)
}

fn history_of(state: &ScopeState, record: &Record, now: Timestamp) -> History {
    let versions = state.history(record);
    let current =
        (state.is_held(record) && record.valid_until.is_none_or(|until| now < until)).then(|| as_version(record));
    History { current, versions }
}

fn settle(txn: &mut Txn<'_>, conflict: RecordId, resolution: &Resolution) -> Result<Resolved, MemoryError> {
    // Named by a record that went into another since, it is the same conflict.
    let conflict = txn.state.whole_or_self(conflict).unwrap_or(conflict);
    let is_open = txn.state.record(conflict).is_some_and(|record| record.is_known() && record.conflict_pending());
    if !is_open {
        return Err(MemoryError::NotFound { what: "conflict", id: conflict.to_string() });
    }
    let members = members(txn.state, conflict);
    let records: Vec<Record> = members.iter().filter_map(|id| txn.state.record(*id).cloned()).collect();
    let said = |record: &Record| record.value.clone().unwrap_or_else(|| record.text.clone());
    let not_a_choice = |what: &str| {
        let values = records.iter().map(|record| format!("{:?}", said(record))).collect::<Vec<_>>().join(", ");
        MemoryError::InvalidInput(format!("{what} is no choice of this conflict; it has {values}"))
    };
    let chosen = match resolution {
        Resolution::KeepBoth => {
            for record in &records {
                let others = members.iter().copied().filter(|id| *id != record.id);
                let mut settled = record.settled.clone();
                settled.extend(others);
                let opponents = SortedSet::new();
                txn.put(Record { settled, opponents, confirmed: true, ..record.clone() }, VectorChange::Keep)?;
            }
            let journal_id = txn.log(Operation::Resolve, Some(Strategy::Versions), None);
            let ids = members.into_iter().collect();
            return Ok(Resolved { ids, superseded: Vec::new(), doubtful: Vec::new(), journal_id });
        }
        Resolution::Choose(choice) => {
            let is_it = |record: &Record| record.id.to_string() == *choice;
            let is_named = |record: &&Record| is_it(record) || txn.state.parts_of(record.id).into_iter().any(is_it);
            let says = |record: &&Record| version::is_same_value(&said(record), choice) || record.text == *choice;
            let found = records.iter().find(is_named).or_else(|| records.iter().find(says));
            found.cloned().ok_or_else(|| not_a_choice(&format!("{choice:?}")))?
        }
        Resolution::Value(value) => another_value(txn, &records, value),
    };
    let now = txn.now;
    let id = chosen.id;
    let doubtful = distrust(txn, &records, id)?;
    txn.put(confirmed(chosen, now), VectorChange::Keep)?;
    let superseded: Vec<RecordId> = members.into_iter().filter(|other| *other != id).collect();
    for other in &superseded {
        txn.supersede(*other, id)?;
    }
    let journal_id = txn.log(Operation::Resolve, Some(Strategy::Versions), None);
    Ok(Resolved { ids: vec![id], superseded, doubtful, journal_id })
}

/// A record that says what the user said in place of all the values of a conflict.
fn another_value(txn: &mut Txn<'_>, records: &[Record], value: &str) -> Record {
    let like = &records[0];
    let text = match &like.value {
        Some(old) if like.text.contains(old.as_str()) => like.text.replacen(old.as_str(), value, 1),
        _ => value.to_owned(),
    };
    let source = Source { quote: Some(value.to_owned()), at: Some(txn.now), ..Source::default() };
    let fingerprint = super::probe::Probe::of(&text).fingerprint();
    Record {
        id: txn.names.draw(txn.now),
        text,
        details: Vec::new(),
        facts: crate::sorted::SortedMap::new(),
        value: like.key.as_ref().map(|_| value.to_owned()),
        history: Vec::new(),
        opponents: SortedSet::new(),
        settled: SortedSet::new(),
        tellings: Vec::new(),
        created_at: txn.now,
        sources: vec![source],
        fingerprint,
        pending: true,
        pinned: false,
        ..like.clone()
    }
}

/// A record as the user confirmed it just now.
fn confirmed(record: Record, now: Timestamp) -> Record {
    let mut record = Record { confirmed: true, ..record };
    if now != record.observed_at {
        record.tellings.push(now);
        sort_by(&mut record.tellings, Ord::cmp);
    }
    record.confidence = record.confidence.max(SourceKind::User.confidence());
    record.last_accessed_at = record.last_accessed_at.max(now);
    record
}

/// Halves the trust of the sources that alone said what was wrong, and finds what else stands on them alone.
fn distrust(txn: &mut Txn<'_>, records: &[Record], right: RecordId) -> Result<Vec<RecordId>, MemoryError> {
    let confirmed: Vec<_> =
        records.iter().filter(|record| record.id == right).flat_map(|record| &record.sources).collect();
    let wrong: Vec<_> = records
        .iter()
        .filter(|record| record.id != right)
        .flat_map(|record| &record.sources)
        // The user may change their mind, and is no wrong source for that.
        .filter(|source| source.kind != SourceKind::User)
        .filter(|source| confirmed.iter().all(|other| !is_one_source(other, source)))
        .cloned()
        .collect();
    let is_wrong = |source: &Source| wrong.iter().any(|other| is_one_source(source, other));
    let touched: Vec<Record> = txn
        .state
        .records_marked(Marks::KNOWN)
        .filter(|record| record.status == Status::Active && record.id != right && record.sources.iter().any(is_wrong))
        .map(Cow::into_owned)
        .collect();
    let mut doubtful = Vec::new();
    for mut record in touched {
        if record.sources.iter().all(is_wrong) && records.iter().all(|other| other.id != record.id) {
            doubtful.push(record.id);
        }
        for source in record.sources.iter_mut().filter(|source| is_wrong(source)) {
            source.trust = Some(source.trust.unwrap_or(1.0) * TRUST_AFTER_AN_ERROR);
        }
        txn.put(record, VectorChange::Keep)?;
    }
    Ok(doubtful)
}

/// Whether two entries name one source: of one kind, and the same message or document. One without a name is no other's.
fn is_one_source(one: &Source, other: &Source) -> bool {
    one.kind == other.kind && one.message_id.is_some() && one.message_id == other.message_id
}
