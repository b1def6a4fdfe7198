//! Opening a scope from its pages of heads: of each record whose row is the one that its head was read from, nothing is read anew.

use crate::codec::{self, Head, Heads, sum_of, take_number, unpacked_record};
use crate::error::MemoryError;
use crate::ports::Row;
use crate::record::RecordId;
use crate::retrieve::bm25::Listed;
use crate::text::similarity::Letters;

use super::held::Marks;
use super::keys;
use super::state::ScopeState;
use super::store::damaged;

impl ScopeState {
    /// Takes over records' rows: by the heads of their page where these hold, and else by what the rows say.
    pub(super) fn load_rows(&mut self, rows: Vec<Row>, page: Option<Row>) -> Result<(), MemoryError> {
        let prefix = self.prefix.clone();
        let mut heads = page.as_ref().and_then(|(_, row)| Heads::read(row));
        let mut listed = [Listed::default(), Listed::default()];
        let mut rest = Vec::new();
        for (key, row) in rows {
            let id = keys::record_of(&prefix, &key).filter(|_| key.len() == prefix.len() + 32);
            if let Some(id) = id {
                // In order, whatever its record is read from: of equals the smaller slot is found first.
                let _ = self.slot(id);
                if let Some(heads) = &mut heads
                    && let Some(head) = heads.find(id)
                    && Some(head.sum) == sum_of(&row)
                    && codec::is_record(&row)
                    && self.load_head(id, &head, &heads.words, &mut listed)
                {
                    continue;
                }
            }
            rest.push((key, row));
        }
        let rest = codec::records_from_rows(&prefix, rest).map_err(|(key, err)| damaged(key, &err))?;
        for record in rest {
            self.load(record.id, Some(record));
        }
        Ok(())
    }

    /// Takes over a record by its head; whether that was possible.
    fn load_head(&mut self, id: RecordId, head: &Head<'_>, words: &[&str], listed: &mut [Listed; 2]) -> bool {
        let marks = Marks::from_bits(head.marks);
        let letters = Letters::from_bytes(head.letters);
        if letters.is_none() && !head.letters.is_empty() {
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
