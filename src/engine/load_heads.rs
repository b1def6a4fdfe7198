//! Opening a scope from its pages of heads: of each record that is as its page says, nothing else is read.

use crate::codec::{self, Head, Heads, take_number, unpacked_record};
use crate::error::MemoryError;
use crate::ports::Row;
use crate::record::{Record, RecordId};
use crate::retrieve::bm25::Listed;
use crate::text::similarity::Letters;

use super::heads::Page;
use super::held::Marks;
use super::state::ScopeState;
use super::store::damaged;

impl ScopeState {
    /// Takes over records' rows.
    pub(super) fn load_rows(&mut self, rows: Vec<Row>) -> Result<(), MemoryError> {
        for record in self.records_of(rows)? {
            self.load(record.id, Some(record));
        }
        Ok(())
    }

    fn records_of(&self, rows: Vec<Row>) -> Result<Vec<Record>, MemoryError> {
        codec::records_from_rows(&self.prefix, rows).map_err(|(key, err)| damaged(key, &err))
    }

    /// Takes over a page of heads; `rows` are the first rows of the records that changed since. Answers which records are to be read from all their rows, or `None`
    /// where the page can't be read, and nothing was taken over.
    pub(super) fn load_heads(
        &mut self,
        page: &Page,
        row: Option<Row>,
        mut rows: Vec<Row>,
    ) -> Result<Option<Vec<RecordId>>, MemoryError> {
        let Some(heads) = row.as_ref().and_then(|(_, row)| Heads::read(row)) else {
            self.heads.take_changed(page.last, None);
            return Ok(None);
        };
        let mut listed = [Listed::default(), Listed::default()];
        rows.retain(|(_, row)| codec::is_whole_record(row));
        let mut whole = self.records_of(rows)?.into_iter().peekable();
        let mut changed = page.changed.iter().copied().peekable();
        let mut left = Vec::new();
        let mut heads_left = heads.heads.iter().peekable();
        loop {
            let head = heads_left.peek().map(|head| RecordId::from_bytes(head.name));
            // In order, whatever its record is read from: of equals the smaller slot is found first.
            let is_changed = |id: &RecordId| head.is_none_or(|head| *id <= head);
            if let Some(id) = changed.next_if(is_changed) {
                heads_left.next_if(|_| head == Some(id));
                match whole.next_if(|record| record.id == id) {
                    Some(record) => self.load(id, Some(record)),
                    None => left.push(id),
                }
            } else if let Some(head) = heads_left.next() {
                let id = RecordId::from_bytes(head.name);
                if !self.load_head(id, head, &heads.words, &mut listed) {
                    left.push(id);
                }
            } else {
                return Ok(Some(left));
            }
            if let Some(id) = left.last() {
                let _ = self.slot(*id);
            }
        }
    }

    /// Takes over a record by its head; whether that was possible.
    fn load_head(&mut self, id: RecordId, head: &Head<'_>, words: &[&str], listed: &mut [Listed; 2]) -> bool {
        let marks = Marks::from_bits(head.marks);
        let letters = Letters::from_bytes(head.letters);
        if head.packed.is_empty() || letters.is_none() && !head.letters.is_empty() {
            return false;
        }
        if marks.is_tied() {
            let Ok(record) = unpacked_record(id, head.packed) else { return false };
            self.tie(id, None, Some(&record));
        }
        self.generation += 1;
        let slot = self.slot(id);
        self.keep_wordings(slot, head.wordings, letters);
        if !head.words.is_empty() {
            let mut places = head.words;
            self.index.set_listed(
                (slot, marks.is_hot()),
                &mut std::iter::from_fn(|| take_number(&mut places)),
                words,
                listed,
            );
        }
        self.roll.put_packed(slot, marks, head.packed);
        true
    }
}
