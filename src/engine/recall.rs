//! Reading: recall, get, list, and what there is.

use std::borrow::Cow;

use crate::codec::{self, RowKind};
use crate::decay;
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Rows};
use crate::record::{Hit, ListInput, RecallInput, Record, RecordId, Scope, Stats, Tier, Timestamp, View};
use crate::sorted::{SortedSet, sort_by};
use crate::topic;

use super::held::Marks;
use super::rank::{Question, Ranked, held_at};
use super::store::damaged;
use super::{Engine, keys};

/// The scopes that are asked, each once: the handle's own, where none are named.
pub(super) fn scopes_of(own: &Scope, input: &RecallInput) -> SortedSet<Scope> {
    input.scopes.as_ref().map_or_else(|| SortedSet::from([own.clone()]), |scopes| scopes.iter().cloned().collect())
}

impl Engine {
    /// The records that answer a query best, best first: by vector and by words, and by what else is known of them.
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
        let scopes: Vec<Scope> = scopes_of(scope, &input).into_iter().collect();
        let Some(first) = scopes.first() else { return Ok(Vec::new()) };
        let vector = self.query_vector(first, query).await;
        // After the callback, so that nothing is recalled that another handle forgot while it ran.
        for scope in &scopes {
            self.ready(scope).await?;
        }
        let question = Question::new(query, vector.as_ref(), &input, self.inner.clock.as_ref());
        let ranked = self.rank(&scopes, &question).await?;
        let (mut hits, gathered) = match input.as_of {
            Some(at) => {
                let hits = self.hits(&scopes, &question, &ranked, usize::MAX);
                (self.all_held_at(&scopes, hits, at), Vec::new())
            }
            None => self.hits_together(&scopes, &question, &ranked),
        };
        hits.truncate(input.limit);
        if input.touch {
            let shown = hits.iter().map(|hit| (hit.scope.clone(), hit.record.id));
            self.note_touches(shown.chain(gathered));
        }
        Ok(hits)
    }

    /// The hits, those of one topic as one where most of the best are of it; only then are more copied than are wanted.
    fn hits_together(
        &self,
        scopes: &[Scope],
        question: &Question<'_>,
        ranked: &[Ranked],
    ) -> (Vec<Hit>, Vec<(Scope, RecordId)>) {
        let input = question.input();
        let mut hits = self.hits(scopes, question, ranked, input.limit);
        let Some(shared) = self.shared(&hits, input) else { return (hits, Vec::new()) };
        hits = self.hits(scopes, question, ranked, usize::MAX);
        let gathered = self.gather(&mut hits, &shared);
        (hits, gathered)
    }

    fn all_held_at(&self, scopes: &[Scope], hits: Vec<Hit>, at: Timestamp) -> Vec<Hit> {
        let mut held = Vec::new();
        let mut rest = hits;
        for scope in scopes {
            let (of_scope, others) = rest.into_iter().partition(|hit| hit.scope == *scope);
            rest = others;
            held.extend(self.with(scope, |state| held_at(state, of_scope, at)));
        }
        sort_by(&mut held, |one, other| other.score.total_cmp(&one.score).then(other.record.id.cmp(&one.record.id)));
        held
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
        let every_tier = input.include_cold || input.filter.names_tier() || input.filter.names_status();
        let wanted = |record: &Record| (every_tier || record.tier == Tier::Hot) && input.filter.admits(record);
        let limit = input.limit.unwrap_or(usize::MAX);
        Ok(self.with(scope, |state| {
            let found = state.all_stored(input.after).filter(|record| wanted(record)).take(limit);
            found.map(Cow::into_owned).collect()
        }))
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
                topics: topic::list(state.stored_marked(Marks::TOPICAL)).len(),
                vectors: state.n_vectors(),
                dimension: state.dimension(),
                embed_model,
                duplicate: thresholds.duplicate,
                related: thresholds.related,
                journal_trimmed: state.horizon.trimmed,
                revision,
                ..Stats::default()
            };
            for (_, marks) in state.marks_stored(None) {
                let is_known = marks.has(Marks::KNOWN);
                stats.hot += usize::from(is_known && !marks.has(Marks::COLD));
                stats.cold += usize::from(is_known && marks.has(Marks::COLD));
                stats.superseded += usize::from(marks.has(Marks::SUPERSEDED));
                stats.merged += usize::from(marks.has(Marks::MERGED));
                stats.deleted += usize::from(marks.has(Marks::DELETED));
                stats.pending += usize::from(is_known && marks.has(Marks::PENDING));
                stats.conflicts += usize::from(is_known && marks.has(Marks::DISPUTED));
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
