//! Pages of heads: upkeep puts what many records are found by into one row, so that a scope opens without reading each text.
//!
//! A page has the heads of the records after the page before it, up to its last one. A head holds for as long as its record's row has the checksum that it
//! names; where it does not, or where there is no page, the record is read from its row. So pages may be missing or old, and are written anew only where
//! enough of their records changed. What is removed for good leaves them at once: the pages that may hold it go in the same commit, and upkeep makes them again.

use crate::codec::{self, Head, HeadPage, RowKind, packed_record, record_rows};
use crate::error::MemoryError;
use crate::ports::Collection;
use crate::record::{RecordId, Scope};
use crate::sorted::{SortedMap, SortedSet};

use super::held::Marks;
use super::rows::Rows;
use super::state::ScopeState;
use super::txn::Txn;
use super::wordings::Found;
use super::{Engine, keys};

/// Records of a page, and bytes after which it takes no more: well below what one value may.
///
/// Source: a judgement; 512 records of a sentence are some 150 KB, and fewer than that many stand in no page.
const PAGE: usize = 512;
const PAGE_BYTES: usize = 384 * 1024;

/// The part of a page's records that may have changed before it is written anew: one in so many.
///
/// Source: a judgement; reading a record anew takes about ten times as long as its head, so opening takes a third longer at most.
const STALE: usize = 32;

/// Which records stand in pages with what they are found by.
#[derive(Clone, Default)]
pub(super) struct HeadPages {
    /// The last record of each page.
    pub(super) lasts: SortedSet<RecordId>,
    /// How often records of a page changed since it was written, by its last one.
    changes: SortedMap<RecordId, usize>,
    /// Rows of pages that the commit under way writes.
    pub(super) dirty: SortedMap<RecordId, Vec<u8>>,
}

impl HeadPages {
    /// Takes over which pages are stored.
    pub(super) fn take(&mut self, lasts: Vec<RecordId>) {
        self.lasts = lasts.into_iter().collect();
        let lasts = &self.lasts;
        self.changes.retain(|last, _| lasts.contains(last));
    }

    /// Notes that a record is another than its page says.
    pub(super) fn note_change(&mut self, id: RecordId) {
        if let Some(page) = self.page_of(id) {
            *self.changes.entry(page).or_default() += 1;
        }
    }

    /// The page that a record may stand in.
    fn page_of(&self, id: RecordId) -> Option<RecordId> {
        self.lasts.iter().copied().find(|last| id <= *last)
    }

    /// The last record before a page.
    fn before(&self, page: RecordId) -> Option<RecordId> {
        self.lasts.iter().copied().take_while(|last| *last < page).last()
    }

    fn drop_page(&mut self, page: RecordId) {
        self.lasts.remove(&page);
        self.changes.remove(&page);
    }
}

impl ScopeState {
    fn stage_heads(&mut self) -> &mut HeadPages {
        let before = &self.heads;
        self.staged.heads.get_or_insert_with(|| before.clone());
        &mut self.heads
    }

    /// Adds a record to a page, unless it is one of those that are always read from their rows.
    fn push_head(&self, page: &mut HeadPage, id: RecordId) {
        let Some(mut record) = self.roll.look(id).map(std::borrow::Cow::into_owned) else { return };
        // What waits for a better vector has no mark of it, and what takes several rows has no one checksum.
        let rows = record_rows("", &record).unwrap_or_default();
        let [(_, row)] = rows.as_slice() else { return };
        let Some((sum, false)) = codec::sum_of(row).map(|sum| (sum, record.reembed)) else { return };
        let Ok(packed) = packed_record(&mut record) else { return };
        let found = Found::of(&record);
        let wordings: Vec<u8> = found.wordings.iter().flat_map(|hash| hash.to_le_bytes()).collect();
        let letters = found.letters.map(|letters| letters.to_bytes()).unwrap_or_default();
        let head = Head {
            name: id.to_bytes(),
            sum,
            marks: Marks::of(&record).bits(),
            wordings: &wordings,
            letters: &letters,
            words: &[],
            packed: &packed,
        };
        page.push(&head, &found.terms);
    }
}

impl Txn<'_> {
    /// Where something is removed for good, the pages go that may hold a word of it: those of every record that changes now, and those in which a
    /// record is another by now, since they have what it said before.
    pub(super) fn drop_heads_of_erased(&mut self) {
        let staged = &self.state.staged().records;
        let erases = self.entries.iter().any(|entry| entry.erased)
            || staged.keys().any(|id| self.state.roll.marks(*id).is_none());
        if !erases || self.state.heads.lasts.is_empty() {
            return;
        }
        let heads = &self.state.heads;
        let mut pages: SortedSet<RecordId> = staged.keys().filter_map(|id| heads.page_of(*id)).collect();
        pages.extend(heads.changes.keys().copied());
        let heads = self.state.stage_heads();
        pages.into_iter().for_each(|page| heads.drop_page(page));
    }

    /// The rows of what changed about pages of heads.
    pub(super) fn head_rows(&self, rows: &mut Rows) -> Result<(), MemoryError> {
        let Some(before) = &self.state.staged().heads else { return Ok(()) };
        let (now, prefix) = (&self.state.heads, &self.state.prefix);
        for last in before.lasts.iter().filter(|last| !now.lasts.contains(*last)) {
            rows.delete(Collection::Vectors, keys::head_page(prefix, *last));
        }
        for (last, row) in &now.dirty {
            rows.put(Collection::Vectors, keys::head_page(prefix, *last), row.clone());
        }
        let lasts: Vec<RecordId> = now.lasts.iter().copied().collect();
        rows.encode(Collection::Meta, format!("{prefix}{}", keys::HEADS), RowKind::Headed, &lasts)
    }

    /// Stages one page: one of which enough changed, or else the next; whether there was one.
    fn fold_heads(&mut self, most_rows: usize) -> bool {
        let heads = &self.state.heads;
        let old = heads.changes.iter().find(|(_, n_changes)| most_rows.div_ceil(STALE) <= **n_changes);
        let old = old.map(|(last, _)| *last);
        let after = old.map_or_else(|| heads.lasts.iter().next_back().copied(), |last| heads.before(last));
        let ids = self.state.ids_after(after).take_while(|id| old.is_none_or(|last| *id <= last));
        let ids: Vec<RecordId> = ids.take(most_rows).collect();
        // A page that is not full would be written anew for each that comes.
        if old.is_none() && ids.len() < most_rows {
            return false;
        }
        let mut page = HeadPage::default();
        let mut last = None;
        for id in ids {
            self.state.push_head(&mut page, id);
            last = Some(id);
            if PAGE_BYTES < page.n_bytes() {
                break;
            }
        }
        // What is left of a page that became too long stays under its name, and comes next.
        let next = self.state.ids_after(last.or(after)).next();
        let heads = self.state.stage_heads();
        if let Some(old) = old.filter(|old| next.is_none_or(|next| *old < next)) {
            heads.drop_page(old);
        }
        if let Some(last) = last {
            heads.lasts.insert(last);
            heads.dirty.insert(last, page.into_row());
        }
        true
    }
}

impl Engine {
    /// Puts what the records of a scope are found by into pages, where that is new or another by now. Doing it twice changes nothing more.
    ///
    /// # Errors
    /// What the store answers; a part may be done then, and the next time goes on.
    pub(super) async fn fold_heads(&self, scope: &Scope) -> Result<(), MemoryError> {
        let most_rows = self.inner.page_rows.get().min(PAGE);
        while self.transact(scope, |_| Vec::new(), |txn, _| Ok(txn.fold_heads(most_rows))).await? {
            self.inner.clock.pause().await;
        }
        Ok(())
    }
}
