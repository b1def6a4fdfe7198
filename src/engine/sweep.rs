//! Carrying a sweep out: what faded is cooled, what was used is warmed, what ran out is put away.

use crate::decay::{self, Move};
use crate::error::MemoryError;
use crate::record::{Event, Operation, Record, RecordId, Scope, Strategy, Swept, Tier, Timestamp};

use super::Engine;
use super::held::Marks;
use super::txn::{Txn, VectorChange};

/// Records that one commit moves, and one journal entry takes back: few enough that a page draws between two of them.
const AT_ONCE: usize = 256;

impl Engine {
    /// Cools the records of a scope that have faded, and those whose time has run out; warms those that were used since. Each commit is a journal
    /// entry, and can be undone; the next sweep then finds what it found before. Doing it twice changes nothing more.
    ///
    /// # Errors
    /// What the store answers; a part may be done then, and the next sweep goes on.
    pub async fn sweep(&self, scope: &Scope) -> Result<Swept, MemoryError> {
        self.ready(scope).await?;
        // What recalls touched counts, so it is written first.
        self.transact(scope, |_| Vec::new(), |_, _| Ok(())).await?;
        let now = self.inner.clock.now();
        let (n_examined, due) = self.with(scope, |state| {
            let known = state.stored_marked(Marks::KNOWN);
            let mut n_examined = 0;
            let due = known.inspect(|_| n_examined += 1).filter(|record| self.plan(scope, record, now).is_some());
            let due: Vec<RecordId> = due.map(|record| record.id).collect();
            (n_examined, due)
        });
        let mut swept = Swept { examined: n_examined, ..Swept::default() };
        for (nth, ids) in due.chunks(AT_ONCE).enumerate() {
            if 0 < nth {
                self.inner.clock.pause().await;
            }
            let moved = self.transact(scope, |_| Vec::new(), |txn, _| self.move_records(txn, ids, now)).await?;
            let count = |wanted: Move| moved.iter().filter(|(_, way)| *way == wanted).count();
            swept.cooled += count(Move::Cool);
            swept.warmed += count(Move::Warm);
            swept.expired += count(Move::Expire);
            let cooled = moved.iter().filter(|(_, way)| *way != Move::Warm);
            let ids: Vec<RecordId> = cooled.map(|(id, _)| *id).collect();
            if !ids.is_empty() {
                self.emit(&Event::Cooled { scope: scope.clone(), ids });
            }
        }
        Ok(swept)
    }

    fn plan(&self, scope: &Scope, record: &Record, now: Timestamp) -> Option<Move> {
        let policy = &self.inner.policy;
        decay::plan(record, scope.run_id.is_some(), &policy.decay, policy.strategies.decay, now)
    }

    /// Stages the moves of some records, each planned anew: it may have been used, or another handle may have swept it.
    fn move_records(
        &self,
        txn: &mut Txn<'_>,
        ids: &[RecordId],
        now: Timestamp,
    ) -> Result<Vec<(RecordId, Move)>, MemoryError> {
        let mut moved = Vec::new();
        for id in ids {
            let Some(record) = txn.state.record(*id) else { continue };
            let Some(way) = self.plan(txn.scope, record, now) else { continue };
            let tier = match way {
                Move::Cool | Move::Expire => Tier::Cold,
                Move::Warm => Tier::Hot,
            };
            let record = Record { tier, ..record.clone() };
            // A merged record is found by its parts too, so they go where it goes.
            let parts: Vec<Record> = txn.state.parts_of(*id).into_iter().cloned().collect();
            for part in parts {
                txn.put(Record { tier, ..part }, VectorChange::Keep)?;
            }
            txn.put(record, VectorChange::Keep)?;
            moved.push((*id, way));
        }
        if !moved.is_empty() {
            txn.log(Operation::Sweep, Some(Strategy::Decay), None);
        }
        Ok(moved)
    }
}
