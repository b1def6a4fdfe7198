//! Vectors of a scope: their codes are always in memory, their numbers while the budget lasts; else they are read when they are looked at.
//!
//! What looks at vectors may run several times: where it meets one whose numbers are not in memory it notes that, its answer is thrown away,
//! the numbers are read in one call, and it runs again. So the answer is the same whatever the budget is.

use crate::codec::{self, CodecError};
use crate::embedding::Embedding;
use crate::error::MemoryError;
use crate::ports::{Batch, Row};
use crate::record::{RecordId, Scope};
use crate::retrieve::codes::Code;
use crate::retrieve::simd::dot;
use crate::retrieve::tiered::Reach;
use crate::sorted::SortedSet;

use super::held::Marks;
use super::state::ScopeState;
use super::store::damaged;
use super::transact::Decide;
use super::{Engine, keys};

/// Bytes of memory that vectors may take, where neither the caller nor the runtime says otherwise.
///
/// Source: DESIGN's default outside workers.
const BUDGET: u64 = 256 * 1024 * 1024;

/// Vectors that one search has read at a time. A search needs some forty; only of vectors that are nearly all the same it needs more than
/// this, and then it looks several times.
const MOST_WANTED: usize = 512;

/// What running a change's decision came to.
pub(super) enum Decided {
    /// What is to be committed; `None` where nothing changes.
    Batch(Option<Batch>),
    /// It looked at vectors that have to be read first.
    Wants(SortedSet<RecordId>),
}

/// A vector as it was: its codes, and its numbers where they were in memory.
pub(super) struct Before {
    code: Code,
    values: Option<Vec<f32>>,
}

impl ScopeState {
    /// The vector of a record, in the present embedding model. Where its numbers are not in memory there is none yet, and it is noted.
    pub(super) fn vector(&self, id: RecordId) -> Option<&[f32]> {
        self.vector_at(self.roll.slot(id)?)
    }

    /// As [`Self::vector`], by slot.
    pub(super) fn vector_at(&self, slot: u32) -> Option<&[f32]> {
        let found = self.index.vector(slot);
        if found.is_none() && self.index.has_vector(slot) {
            self.wanted.borrow_mut().insert(self.id(slot));
        }
        found
    }

    /// As [`Self::vector`], to keep.
    pub(super) fn embedding(&self, id: RecordId) -> Option<Embedding> {
        self.vector(id).and_then(|values| Embedding::from_unit(values.to_vec()).ok())
    }

    /// Whether a record has a vector in the present embedding model.
    pub(super) fn has_vector(&self, id: RecordId) -> bool {
        self.roll.slot(id).is_some_and(|slot| self.index.has_vector(slot))
    }

    /// The `k` slots nearest to a vector among those that `admits` admits, each with its cosine, nearest first. What has to be looked at first is
    /// noted.
    pub(super) fn nearest(
        &self,
        vector: &Embedding,
        k: usize,
        reach: Reach,
        admits: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let found = self.index.nearest(vector, k, reach, admits);
        if !found.missing.is_empty() {
            let missing = found.missing.iter().take(MOST_WANTED.max(k));
            self.wanted.borrow_mut().extend(missing.map(|(slot, _)| self.id(*slot)));
        }
        found.best
    }

    /// The cosine, −1 to 1, of a vector and a record's.
    pub(super) fn cosine_of(&self, vector: &Embedding, id: RecordId) -> Option<f64> {
        self.cosine_at(vector, self.roll.slot(id)?)
    }

    /// As [`Self::cosine_of`], by slot.
    pub(super) fn cosine_at(&self, vector: &Embedding, slot: u32) -> Option<f64> {
        let stored = self.vector_at(slot)?;
        (stored.len() == vector.dimension()).then(|| f64::from(dot(stored, vector.values())))
    }

    /// The records whose vectors have to be read before what was looked at holds.
    pub(super) fn take_wanted(&self) -> SortedSet<RecordId> {
        self.wanted.take()
    }

    /// Stages a record's vector: `None` removes it.
    ///
    /// # Errors
    /// [`MemoryError::BadVector`] when the scope's other vectors have another dimension; nothing is staged.
    pub(super) fn stage_vector(&mut self, id: RecordId, after: Option<&Embedding>) -> Result<(), MemoryError> {
        let slot = self.roll.slot(id);
        let code = slot.and_then(|slot| self.index.code(slot));
        let values = slot.and_then(|slot| self.index.vector(slot)).map(<[f32]>::to_vec);
        self.replace_vector(id, after)?;
        self.mark(id);
        self.staged.vectors.entry(id).or_insert(code.map(|code| Before { code, values }));
        Ok(())
    }

    /// Takes a record's vector back to what it was.
    pub(super) fn restore_vector(&mut self, id: RecordId, before: Option<&Before>) {
        let _ = self.replace_vector(id, None);
        let Some(Before { code, values }) = before else { return };
        self.set_code(id, code);
        if let (Some(slot), Some(values)) = (self.roll.slot(id), values) {
            self.index.keep_vector(slot, values);
        }
    }

    /// Takes over what the store says of a record's vector.
    pub(super) fn load_vector(&mut self, id: RecordId, vector: &Embedding) {
        if self.roll.marks(id).is_some() {
            // A vector of another dimension is another model's; the record is then found by its words.
            let _ = self.replace_vector(id, Some(vector));
        }
    }

    /// Takes over the codes of a record's vector.
    pub(super) fn load_code(&mut self, id: RecordId, code: &Code) {
        if self.roll.marks(id).is_some() {
            self.set_code(id, code);
        }
    }

    pub(super) fn replace_vector(&mut self, id: RecordId, vector: Option<&Embedding>) -> Result<(), MemoryError> {
        let Some(vector) = vector else {
            if let Some(slot) = self.roll.slot(id) {
                self.index.remove_vector(slot);
            }
            return Ok(());
        };
        let (slot, is_hot) = self.place_of(id);
        self.index.set_vector(slot, vector, is_hot).map_err(|err| MemoryError::BadVector(err.to_string()))
    }

    fn set_code(&mut self, id: RecordId, code: &Code) {
        let (slot, is_hot) = self.place_of(id);
        // One of another dimension is another model's.
        let _ = self.index.set_code(slot, code, is_hot);
    }

    /// Where a vector of a record stands. A new record, whose vector is staged first, is hot until it is indexed.
    fn place_of(&mut self, id: RecordId) -> (u32, bool) {
        let is_hot = self.roll.marks(id).is_none_or(Marks::is_hot);
        (self.slot(id), is_hot)
    }
}

impl Engine {
    /// Looks at a scope and its vectors. `look` may run several times, each time on the scope as it then is.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`] where a vector is.
    pub(super) async fn with_vectors<T>(
        &self,
        scope: &Scope,
        mut look: impl FnMut(&ScopeState) -> T,
    ) -> Result<T, MemoryError> {
        let mut answer = None;
        self.settle_vectors(std::slice::from_ref(scope), &mut || answer = Some(self.peek(scope, &mut look))).await?;
        answer.ok_or_else(|| MemoryError::StoreUnavailable("nothing was looked at".to_owned()))
    }

    /// Runs what looks at vectors of some scopes, by [`Engine::peek`], until all that it looks at are in memory.
    ///
    /// # Errors
    /// As [`Self::with_vectors`].
    pub(super) async fn settle_vectors(&self, scopes: &[Scope], look: &mut dyn FnMut()) -> Result<(), MemoryError> {
        self.fit_vectors();
        loop {
            look();
            let mut is_settled = true;
            for scope in scopes {
                let wanted = self.peek(scope, ScopeState::take_wanted);
                if wanted.is_empty() {
                    continue;
                }
                is_settled = false;
                if !self.read_vectors(scope, wanted).await? {
                    // Another handle wrote meanwhile.
                    self.ready(scope).await?;
                }
            }
            if is_settled {
                return Ok(());
            }
        }
    }

    /// Runs `decide` until every vector that it looks at is in memory, and says what is to be committed; `None` where another handle wrote
    /// meanwhile. An error leaves nothing staged.
    pub(super) async fn decided_on_vectors(
        &self,
        scope: &Scope,
        rows: &[Vec<Row>],
        decide: &mut Decide<'_>,
    ) -> Result<Option<Option<Batch>>, MemoryError> {
        loop {
            match self.decided(scope, rows, decide)? {
                Decided::Batch(batch) => return Ok(Some(batch)),
                Decided::Wants(ids) => {
                    if !self.read_vectors(scope, ids).await? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Reads vectors in one call; whether the store is still as it is in memory. Where it is not, nothing is kept.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`] for a row that is damaged or missing.
    pub(super) async fn read_vectors(&self, scope: &Scope, wanted: SortedSet<RecordId>) -> Result<bool, MemoryError> {
        let prefix = self.with(scope, |state| state.prefix.clone());
        let mut snapshot = self.read(vec![keys::vectors(&prefix, &wanted)]).await?;
        let mut store = self.inner.store.borrow_mut();
        let revision = store.revision;
        let Some(state) = store.scopes.get_mut(scope).filter(|_| revision == snapshot.revision) else {
            return Ok(false);
        };
        let rows = snapshot.rows.remove(0);
        for id in wanted {
            let key = keys::vector(&prefix, id);
            let row = rows.binary_search_by(|(there, _)| there.cmp(&key));
            let read = row.map_err(|_| CodecError::Missing).and_then(|at| codec::vector_from_row(&rows[at].1));
            let (_, embedding) = read.map_err(|err| damaged(key, &err))?;
            if let Some(slot) = state.roll.slot(id) {
                state.index.keep_vector(slot, embedding.values());
            }
        }
        Ok(true)
    }

    /// Lets go of the numbers of a scope that is not loaded yet, as far as they are beyond the budget.
    pub(super) fn fit_loading(&self, state: &mut ScopeState) {
        let budget = usize::try_from(self.inner.policy.memory_budget.unwrap_or(BUDGET)).unwrap_or(usize::MAX);
        let excess = state.index.vector_bytes().saturating_sub(budget);
        state.index.shed(excess);
    }

    /// Lets go of vectors' numbers until what is in memory fits the budget, or only codes are left.
    pub(super) fn fit_vectors(&self) {
        let budget = usize::try_from(self.inner.policy.memory_budget.unwrap_or(BUDGET)).unwrap_or(usize::MAX);
        let mut store = self.inner.store.borrow_mut();
        let total: usize = store.scopes.values().map(|state| state.index.vector_bytes()).sum();
        let mut excess = total.saturating_sub(budget);
        for state in store.scopes.values_mut() {
            // What a commit under way writes is nowhere else yet.
            state.roll.let_go();
            if 0 < excess && state.staged().vectors.is_empty() {
                excess = excess.saturating_sub(state.index.shed(excess));
            }
        }
    }
}
