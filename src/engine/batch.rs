//! What a change writes, as rows.

use crate::codec::{self, RowKind};
use crate::error::MemoryError;
use crate::ports::{Batch, Collection};
use crate::record::{Record, RecordId};

use super::keys;
use super::rows::Rows;
use super::store::damaged;
use super::txn::Txn;

impl Txn<'_> {
    /// What the commit writes; `None` when there is nothing to write.
    pub(super) fn batch(&mut self) -> Result<Option<Batch>, MemoryError> {
        self.drop_pages();
        let mut rows = Rows::default();
        let changed = self.record_rows(&mut rows)?;
        self.mark_heads(&changed);
        let prefix = &self.state.prefix;
        for id in self.state.staged().vectors.keys() {
            let key = keys::vector(prefix, *id);
            match self.state.embedding(*id) {
                Some(embedding) => rows.put(Collection::Vectors, key, codec::vector_row(self.model, &embedding)),
                // What has codes was not removed.
                None if self.state.has_vector(*id) => {}
                None => rows.delete(Collection::Vectors, key),
            }
        }
        self.page_rows(&mut rows).and_then(|()| self.head_rows(&mut rows))?;
        let rewritten = self.rewritten.iter().map(|(before, entry)| (before.as_slice(), entry));
        for (before, entry) in rewritten.chain(self.entries.iter().map(|entry| (&[][..], entry))) {
            let after = codec::journal_rows(prefix, entry).map_err(|err| damaged(entry.id.to_string(), &err))?;
            rows.replace(Collection::Journal, before, after);
        }
        for (name, answered) in self.state.answers.changes() {
            let key = format!("{prefix}{}{name}", keys::ANSWERED);
            match answered {
                Some(answered) => rows.encode(Collection::Meta, key, RowKind::Idempotency, answered)?,
                None => rows.delete(Collection::Meta, key),
            }
        }
        if let Some((keys, horizon)) = &self.trimmed {
            keys.iter().for_each(|key| rows.delete(Collection::Journal, key.clone()));
            rows.encode(Collection::Meta, format!("{prefix}{}", keys::HORIZON), RowKind::Horizon, horizon)?;
        }
        for (key, row) in &self.meta {
            match row {
                Some(row) => rows.put(Collection::Meta, key.clone(), row.clone()),
                None => rows.delete(Collection::Meta, key.clone()),
            }
        }
        let is_of_scope = !rows.is_empty();
        for (key, row) in &self.noted {
            rows.put(Collection::Cache, key.clone(), row.clone());
        }
        if self.state.staged().reflection.as_ref().is_some_and(|before| *before != self.state.reflection) {
            let key = format!("{prefix}{}", keys::REFLECTION);
            rows.encode(Collection::Meta, key, RowKind::Reflection, &self.state.reflection)?;
        }
        if let Some((key, row)) = &self.model_row {
            rows.put(Collection::Meta, key.clone(), row.clone());
        }
        if rows.is_empty() {
            return Ok(None);
        }
        if is_of_scope && !self.state.registered {
            rows.encode(Collection::Meta, format!("{prefix}{}", keys::SCOPE), RowKind::Scope, self.scope)?;
        }
        rows.puts.extend(self.cached.iter().map(|(key, row)| (Collection::Cache, key.clone(), row.clone())));
        rows.deletes.extend(self.uncached.iter().map(|key| (Collection::Cache, key.clone())));
        rows.into_batch(self.expected, self.next).map(Some)
    }

    /// The rows of records that changed; of which there are any.
    fn record_rows(&self, rows: &mut Rows) -> Result<Vec<RecordId>, MemoryError> {
        let mut changed = Vec::new();
        let prefix = &self.state.prefix;
        for (id, before) in &self.state.staged().records {
            let encode = |record: &Record| codec::record_rows(prefix, record).map_err(|err| damaged(id.to_key(), &err));
            let before = before.as_ref().map(encode).transpose()?.unwrap_or_default();
            let after = self.state.record(*id).map(encode).transpose()?.unwrap_or_default();
            if rows.replace(Collection::Records, &before, after) {
                changed.push(*id);
            }
        }
        Ok(changed)
    }
}
