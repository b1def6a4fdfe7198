//! Opening a scope from its pages of heads: of each record whose row is the one that its head was read from, nothing is read anew.

use crate::codec::{self, Head, Heads, sum_of, take_number, unpacked_record};
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row, Rows};
use crate::record::RecordId;
use crate::retrieve::bm25::Listed;
use crate::text::similarity::Letters;

use super::held::Marks;
use super::load::Loading;
use super::state::ScopeState;
use super::{Engine, keys};

impl Engine {
    /// Takes the records into memory that stand in pages of heads, page by page. Whether nothing changed meanwhile; `from` is then where the rest begins.
    pub(super) async fn load_heads(
        &self,
        loading: &mut Loading<'_>,
        own: &str,
        from: &mut Option<String>,
        n_records: &mut usize,
    ) -> Result<bool, MemoryError> {
        let prefix = loading.state.prefix.clone();
        let lasts: Vec<RecordId> = loading.state.heads.lasts.iter().copied().collect();
        for last in lasts {
            let mut records = keys::records_from(&prefix, from.take(), None);
            let (_, end) = codec::record_range(&prefix, last);
            if let Rows::Range { to, .. } = &mut records.rows {
                *to = Some(end.clone());
            }
            *from = Some(end);
            let page = Rows::Keys(vec![keys::head_page(&prefix, last)]);
            let page = ReadRequest { collection: Collection::Vectors, rows: page };
            let Some(mut rows) = self.slices(loading, vec![records, page]).await? else { return Ok(false) };
            let page = rows.pop().and_then(|mut rows| rows.pop());
            let rows = rows.pop().unwrap_or_default();
            *n_records += rows.len();
            loading.state.load_paged(rows, page)?;
            self.note_opening(loading, *n_records).await;
            if !self.load_pages(loading, own, Some(last)).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl ScopeState {
    /// Takes over records' rows: by their heads where these hold, and else by what the rows say.
    fn load_paged(&mut self, rows: Vec<Row>, page: Option<Row>) -> Result<(), MemoryError> {
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
        self.load_rows(rest)
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
        let hashes = head.wordings.as_chunks::<4>().0;
        self.keep_wordings(slot, hashes.iter().map(|hash| u32::from_le_bytes(*hash)), letters);
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
