//! Reading: recall, get, list, and what there is.

use crate::codec::{self, RowKind};
use crate::decay;
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Rows};
use crate::record::{Hit, ListInput, RecallInput, Record, RecordId, Scope, Stats, Status, Tier, Timestamp, View, Why};
use crate::retrieve::fuse;
use crate::retrieve::tiered::Reach;
use crate::sorted::{SortedMap, SortedSet, sort_by};
use crate::text::tokenize::terms;
use crate::topic;
use crate::version::as_version;

use super::state::ScopeState;
use super::store::damaged;
use super::{Engine, keys};

/// The scopes that are asked, each once: the handle's own, where none are named.
pub(super) fn scopes_of(own: &Scope, input: &RecallInput) -> SortedSet<Scope> {
    input.scopes.as_ref().map_or_else(|| SortedSet::from([own.clone()]), |scopes| scopes.iter().cloned().collect())
}

/// Candidates that a recall ranks for each hit that is wanted: age can move a hit by a tenth of its score, and so past this many.
const RANKED: usize = 8;

impl Engine {
    /// The records that answer a query best, best first: by vector and by words, fresh before stale among equals.
    ///
    /// # Errors
    /// [`MemoryError::InvalidInput`] for a blank query or a score that is no number, and what the store answers. A callback that fails
    /// is no error: the records are then found by their words.
    pub async fn recall(&self, scope: &Scope, query: &str, input: RecallInput) -> Result<Vec<Hit>, MemoryError> {
        self.check_open()?;
        if query.trim().is_empty() {
            return Err(MemoryError::InvalidInput("the query is empty or blank".to_owned()));
        }
        if input.min_score.is_some_and(|score| !score.is_finite()) {
            return Err(MemoryError::InvalidInput("minScore is no finite number".to_owned()));
        }
        let words = terms(query);
        let mut hits = Vec::new();
        for scope in &scopes_of(scope, &input) {
            let vector = self.query_vector(scope, query).await;
            // After the callback, so that nothing is recalled that another handle forgot while it ran.
            self.ready(scope).await?;
            let ranked = |state: &ScopeState| self.ranked(scope, state, &words, vector.as_ref(), &input);
            hits.extend(self.with_vectors(scope, ranked).await?);
        }
        sort_by(&mut hits, |one, other| other.score.total_cmp(&one.score).then(other.record.id.cmp(&one.record.id)));
        let gathered = self.gather(&mut hits, &input);
        hits.truncate(input.limit);
        if input.touch {
            let shown = hits.iter().map(|hit| (hit.scope.clone(), hit.record.id));
            self.note_touches(shown.chain(gathered));
        }
        Ok(hits)
    }

    fn ranked(
        &self,
        scope: &Scope,
        state: &ScopeState,
        words: &[String],
        vector: Option<&crate::embedding::Embedding>,
        input: &RecallInput,
    ) -> Vec<Hit> {
        let now = self.inner.clock.now();
        let wants_history = input.include_history || input.as_of.is_some();
        let wants_cold = input.include_cold || input.filter.tier == Some(Tier::Cold);
        let wanted = |record: &Record| {
            let is_history = wants_history && is_past(record, now);
            // What has run out by now may have held then.
            let holds = record.is_current(input.as_of.unwrap_or(now)) || is_history;
            holds
                && (wants_cold || record.tier == Tier::Hot || is_history)
                && (input.filter.admits(record)
                    || is_history && input.filter.status.is_none() && input.filter.admits_but_for_status(record))
        };
        let vector = vector.filter(|vector| state.dimension() == Some(vector.dimension()));
        let reach = if wants_cold || wants_history { Reach::All } else { Reach::Hot };
        let found = state.search(words, vector, (input.limit.saturating_mul(RANKED), reach), wanted);
        let hit = |(id, cosine, words)| {
            let record = state.stored(id)?.clone();
            let relevance = fuse::relevance(cosine, words);
            let decay = match self.inner.policy.strategies.decay {
                true => decay::ranking_factor(&record, scope.run_id.is_some(), &self.inner.policy.decay, now),
                false => 1.0,
            };
            let score = fuse::rank(relevance, decay);
            let enough = 0.0 < score && input.min_score.is_none_or(|least| least <= score);
            let why = input.explain.then_some(Why { cosine, words, relevance, decay });
            let version = is_past(&record, input.as_of.unwrap_or(now)).then(|| as_version(&record));
            enough.then(|| Hit { text: record.text.clone(), score, record, scope: scope.clone(), version, why })
        };
        let hits = found.into_iter().filter_map(hit);
        match input.as_of {
            Some(at) => held_at(state, hits, at),
            None => hits.collect(),
        }
    }

    /// Notes that records were used; the next commit writes it.
    pub(super) fn note_touches(&self, used: impl Iterator<Item = (Scope, RecordId)>) {
        let now = self.inner.clock.now();
        let mut store = self.inner.store.borrow_mut();
        for (scope, id) in used {
            let last = store.touches.entry(scope).or_default().entry(id).or_insert(now);
            *last = now.max(*last);
        }
    }

    /// One record of the scope, whatever its status.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`], also for a record of another scope.
    pub async fn get(&self, scope: &Scope, id: RecordId) -> Result<Record, MemoryError> {
        self.ready(scope).await?;
        self.with(scope, |state| state.stored(id).cloned())
            .ok_or_else(|| MemoryError::NotFound { what: "record", id: id.to_string() })
    }

    /// Records in order of creation: hot active ones, unless the filter or `include_cold` says otherwise.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn list(&self, scope: &Scope, input: ListInput) -> Result<Vec<Record>, MemoryError> {
        self.ready(scope).await?;
        let every_tier = input.include_cold || input.filter.tier.is_some() || input.filter.status.is_some();
        let wanted = |record: &&Record| (every_tier || record.tier == Tier::Hot) && input.filter.admits(record);
        let limit = input.limit.unwrap_or(usize::MAX);
        Ok(self.with(scope, |state| state.all_stored(input.after).filter(wanted).take(limit).cloned().collect()))
    }

    /// What the scope holds.
    ///
    /// # Errors
    /// What the store answers.
    pub async fn stats(&self, scope: &Scope) -> Result<Stats, MemoryError> {
        self.ready(scope).await?;
        let revision = self.inner.store.borrow().revision;
        let embed_model = self.inner.embedder.model().to_owned();
        let thresholds = self.thresholds();
        Ok(self.with(scope, |state| {
            let mut stats = Stats {
                topics: topic::list(state.all_stored(None)).len(),
                vectors: state.n_vectors(),
                dimension: state.dimension(),
                embed_model,
                duplicate: thresholds.duplicate,
                related: thresholds.related,
                journal_trimmed: state.horizon.trimmed,
                revision,
                ..Stats::default()
            };
            for record in state.all_stored(None) {
                match (record.status, record.tier) {
                    (Status::Active, Tier::Hot) => stats.hot += 1,
                    (Status::Active, Tier::Cold) => stats.cold += 1,
                    (Status::Superseded, _) => stats.superseded += 1,
                    (Status::Merged, _) => stats.merged += 1,
                    (Status::Deleted, _) => stats.deleted += 1,
                }
                stats.pending += usize::from(record.is_known() && record.pending);
                stats.conflicts += usize::from(record.is_known() && record.conflict_pending());
            }
            stats
        }))
    }

    /// Every scope that was written to.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`].
    pub async fn scopes(&self) -> Result<Vec<Scope>, MemoryError> {
        self.check_open()?;
        // '0' is the first character that a scope's prefix may begin with.
        let from = Some("0".to_owned());
        let request = ReadRequest { collection: Collection::Meta, rows: Rows::Range { from, to: None, limit: None } };
        let snapshot = self.read(vec![request]).await?;
        let suffix = format!("/{}", keys::SCOPE);
        let mut scopes: Vec<Scope> = snapshot.rows[0]
            .iter()
            .filter(|(key, _)| key.ends_with(&suffix))
            .map(|(key, bytes)| codec::decode(RowKind::Scope, bytes).map_err(|err| damaged(key, &err)))
            .collect::<Result<_, _>>()?;
        sort_by(&mut scopes, Ord::cmp);
        Ok(scopes)
    }

    /// The score, 0 to 1, that a record has faded to by now.
    #[must_use]
    pub fn score(&self, scope: &Scope, record: &Record) -> f64 {
        decay::score(record, scope.run_id.is_some(), &self.inner.policy.decay, self.inner.clock.now())
    }

    /// What is shown with a record and is not kept in it.
    #[must_use]
    pub fn view(&self, scope: &Scope, record: &Record) -> View {
        View { score: self.score(scope, record), history: self.with(scope, |state| state.earlier(record)) }
    }
}

/// Whether it held once: another's value took its place, or its time has run out.
fn is_past(record: &Record, now: Timestamp) -> bool {
    record.status == Status::Superseded || record.is_known() && !record.is_current(now)
}

/// What held at a time: of each history that was found the version of that time, with the best score of its versions.
fn held_at(state: &ScopeState, hits: impl Iterator<Item = Hit>, at: Timestamp) -> Vec<Hit> {
    let mut best: SortedMap<RecordId, Hit> = SortedMap::new();
    for hit in hits {
        let root = state.successor(&hit.record).id;
        match best.get_mut(&root) {
            Some(known) if hit.score <= known.score => {}
            Some(known) => *known = hit,
            None => {
                best.insert(root, hit);
            }
        }
    }
    let then = |(root, hit): (RecordId, Hit)| {
        let root = state.stored(root)?;
        let version = state.history(root).into_iter().rfind(|version| version.observed_at <= at)?;
        let is_now = version.text == root.text;
        let sayer = state.sayer(root, &version).unwrap_or(root).clone();
        // It may have run out before another took its place.
        if sayer.valid_until.is_some_and(|until| until <= at) {
            return None;
        }
        Some(Hit { text: version.text.clone(), record: sayer, version: (!is_now).then_some(version), ..hit })
    };
    best.into_iter().filter_map(then).collect()
}
