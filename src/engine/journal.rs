//! The journal: read in pages, and taken back to its horizon.

use crate::codec;
use crate::error::MemoryError;
use crate::ports::{ReadRequest, Row, Rows};
use crate::record::{Horizon, JournalEntry, JournalId, MS_PER_DAY, Scope, Timestamp};

use super::store::damaged;
use super::txn::Txn;
use super::{Engine, keys};

/// Rows that one read of the journal asks for. An entry is mostly one row, of about a kilobyte.
const ROWS_AT_ONCE: u32 = 512;

impl Engine {
    /// Journal entries of the scope after `after`, oldest first, at most `limit`.
    ///
    /// # Errors
    /// What the store answers, and [`MemoryError::StoreDamaged`].
    pub async fn journal(
        &self,
        scope: &Scope,
        after: Option<JournalId>,
        limit: Option<usize>,
    ) -> Result<Vec<JournalEntry>, MemoryError> {
        self.ready(scope).await?;
        let from = after.map_or_else(JournalId::default, JournalId::next);
        self.entries_from(scope, from, limit.unwrap_or(usize::MAX)).await
    }

    /// The first `limit` entries from `from` on, oldest first; no more rows are read than these need.
    pub(super) async fn entries_from(
        &self,
        scope: &Scope,
        from: JournalId,
        limit: usize,
    ) -> Result<Vec<JournalEntry>, MemoryError> {
        let prefix = self.with(scope, |state| state.prefix.clone());
        let mut entries = Vec::new();
        let mut from = Some(from);
        while let Some(start) = from
            && entries.len() < limit
        {
            let missing = u32::try_from(limit - entries.len()).unwrap_or(u32::MAX);
            let (rows, next) = self.page(&prefix, start, missing.clamp(1, ROWS_AT_ONCE)).await?;
            entries.extend(codec::journal_from_rows(&prefix, rows).map_err(|(key, err)| damaged(key, &err))?);
            from = next;
        }
        entries.truncate(limit);
        Ok(entries)
    }

    /// The rows of some whole entries from `from` on, and where the next ones begin, if there may be any.
    async fn page(
        &self,
        prefix: &str,
        from: JournalId,
        n_entries: u32,
    ) -> Result<(Vec<Row>, Option<JournalId>), MemoryError> {
        let mut limit = n_entries;
        loop {
            // One row more shows that the entry before it is whole.
            limit = limit.saturating_add(1);
            let mut rows = self.read(vec![limited(prefix, from, limit)]).await?.rows.remove(0);
            if rows.len() < limit as usize {
                return Ok((rows, None));
            }
            let n_whole = codec::whole_entries(prefix, &rows);
            if 0 < n_whole {
                let next = rows.get(n_whole).and_then(|(key, _)| key.strip_prefix(prefix)?.parse().ok());
                rows.truncate(n_whole);
                return Ok((rows, next));
            }
            // An entry of more rows than that.
            limit = limit.saturating_mul(8);
        }
    }

    /// Removes the entries beyond the horizon that `policy.journal` states, and says how many they were.
    ///
    /// # Errors
    /// What the store answers; a part of them may be gone then.
    pub(super) async fn trim_journal(&self, scope: &Scope) -> Result<usize, MemoryError> {
        self.ready(scope).await?;
        let policy = self.inner.policy.journal;
        let n_entries = self.count_entries(scope).await?;
        let mut n_surplus = n_entries.saturating_sub(policy.entries as usize);
        let oldest = days_before(self.inner.clock.now(), policy.days);
        let mut n_trimmed = 0;
        loop {
            let reads = |prefix: &str| vec![limited(prefix, JournalId::default(), ROWS_AT_ONCE)];
            let trim = |txn: &mut Txn<'_>, rows: &[Vec<Row>]| {
                let rows = rows.first().map(Vec::as_slice).unwrap_or_default();
                let is_all = rows.len() < ROWS_AT_ONCE as usize;
                let n_whole = if is_all { rows.len() } else { codec::whole_entries(&txn.state.prefix, rows) };
                trim_page(txn, &rows[..n_whole], n_surplus, oldest)
            };
            let n_gone = self.transact(scope, reads, trim).await?;
            if n_gone == 0 {
                return Ok(n_trimmed);
            }
            n_trimmed += n_gone;
            n_surplus = n_surplus.saturating_sub(n_gone);
            self.inner.clock.pause().await;
        }
    }

    /// How many entries there are. Only keys are looked at, a page at a time, so that no more than a page is held.
    async fn count_entries(&self, scope: &Scope) -> Result<usize, MemoryError> {
        let prefix = self.with(scope, |state| state.prefix.clone());
        let mut n_entries = 0;
        let mut from = Some(JournalId::default());
        while let Some(start) = from {
            let (rows, next) = self.page(&prefix, start, ROWS_AT_ONCE).await?;
            n_entries += rows.iter().filter(|(key, _)| entry_of(&prefix, key).is_some()).count();
            from = next;
        }
        Ok(n_entries)
    }
}

/// Stages that the oldest of some whole entries are gone: so many as are too many, and those that are older than `oldest`. Answers how many they
/// are.
fn trim_page(txn: &mut Txn<'_>, rows: &[Row], n_surplus: usize, oldest: Timestamp) -> Result<usize, MemoryError> {
    let prefix = txn.state.prefix.clone();
    let entries = codec::journal_from_rows(&prefix, rows.to_vec()).map_err(|(key, err)| damaged(key, &err))?;
    // In order of writing; behind the first one that stays all stay, so that what is left has no gaps.
    let is_beyond = |(nth, entry): &(usize, &JournalEntry)| *nth < n_surplus || entry.at < oldest;
    let gone: Vec<JournalId> = entries.iter().enumerate().take_while(is_beyond).map(|(_, entry)| entry.id).collect();
    let Some(last) = gone.last().copied() else { return Ok(0) };
    let n_rows = rows.iter().take_while(|(key, _)| entry_of(&prefix, key).is_none_or(|id| id <= last)).count();
    let horizon = Horizon { last, trimmed: txn.state.horizon.trimmed + gone.len() as u64 };
    txn.trim(rows[..n_rows].iter().map(|(key, _)| key.clone()).collect(), horizon);
    Ok(gone.len())
}

/// The entry whose head stands under a key.
fn entry_of(prefix: &str, key: &str) -> Option<JournalId> {
    key.strip_prefix(prefix).filter(|name| name.len() == 16).and_then(|name| name.parse().ok())
}

fn limited(prefix: &str, from: JournalId, most: u32) -> ReadRequest {
    let mut request = keys::entries_from(prefix, from);
    if let Rows::Range { limit, .. } = &mut request.rows {
        *limit = Some(most);
    }
    request
}

/// The time so many days before another; days that are no number, or too many, reach back to the beginning.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float that is too large for the type becomes its largest number"
)]
fn days_before(now: Timestamp, days: f64) -> Timestamp {
    let millis = if days.is_nan() { f64::MAX } else { days.max(0.0) * MS_PER_DAY };
    Timestamp(now.0.saturating_sub(millis as i64))
}
