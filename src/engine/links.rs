//! Links between records: those that a person makes, and those that follow a record into another.

use std::borrow::Cow;

use crate::error::MemoryError;
use crate::record::{Operation, Record, RecordId, Relation, Scope, Status};

use super::Engine;
use super::held::Marks;
use super::txn::{Txn, VectorChange};
use super::write::check_name;

impl Engine {
    /// Links a record to another of the scope, by what the other is to it, in the caller's words. A record that went into another is linked as that
    /// one. A link that is there already changes nothing.
    ///
    /// # Errors
    /// [`MemoryError::NotFound`] for a name that is none of this scope's, [`MemoryError::InvalidInput`] for a blank relation, a record that was
    /// forgotten or outlived, and a record and itself.
    pub async fn link(
        &self,
        scope: &Scope,
        id: RecordId,
        relation: &str,
        other: RecordId,
    ) -> Result<Record, MemoryError> {
        check_name("relation", Some(relation))?;
        self.ready(scope).await?;
        self.transact(
            scope,
            |_| Vec::new(),
            |txn, _| {
                let (from, to) = (txn.linkable(id)?, txn.linkable(other)?.id);
                if from.id == to {
                    return Err(MemoryError::InvalidInput("a record can't be linked to itself".to_owned()));
                }
                let mut linked = from.clone();
                if linked.relations.insert(Relation { relation: relation.to_owned(), id: to }) {
                    txn.put(linked, VectorChange::Keep)?;
                    txn.log(Operation::Link, None, None);
                }
                txn.state.record(from.id).cloned().ok_or_else(|| unknown(id))
            },
        )
        .await
    }
}

impl Txn<'_> {
    /// The active record that a name stands for.
    fn linkable(&self, id: RecordId) -> Result<Record, MemoryError> {
        let record = self.state.record(id).ok_or_else(|| unknown(id))?;
        let record = self.state.whole_of(record).unwrap_or(record);
        if record.status != Status::Active {
            return Err(MemoryError::InvalidInput(format!("{id} is not active; only active records are linked")));
        }
        Ok(record.clone())
    }

    /// Lets the links of active records to records that went into another lead to that one.
    pub(super) fn move_links(&mut self, gone: &[RecordId], to: RecordId) -> Result<(), MemoryError> {
        let leads = |record: &Record| record.relations.iter().any(|link| gone.contains(&link.id));
        let linked: Vec<Record> = self
            .state
            .records_marked(Marks::LINKED)
            .filter(|record| record.is_known() && record.id != to && !gone.contains(&record.id))
            .filter(|record| leads(record))
            .map(Cow::into_owned)
            .collect();
        for mut record in linked {
            let moved = std::mem::take(&mut record.relations).into_iter().map(|mut link| {
                if gone.contains(&link.id) {
                    link.id = to;
                }
                link
            });
            record.relations = moved.filter(|link| link.id != record.id).collect();
            self.put(record, VectorChange::Keep)?;
        }
        Ok(())
    }
}

fn unknown(id: RecordId) -> MemoryError {
    MemoryError::NotFound { what: "record", id: id.to_string() }
}
