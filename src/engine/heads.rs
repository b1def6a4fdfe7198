//! Pages of heads: upkeep puts what many records are found by into one row, so that a scope opens without reading each text.
//!
//! A page has the heads of the records after the page before it, up to its last one. A head holds for as long as its record's row has the checksum that it
//! names; where it does not, or where there is no page, the record is read from its row. So pages may be missing or old, and are written anew only where
//! enough of their records changed. What is removed for good leaves them at once: the pages that may hold it go in the same commit, and upkeep makes them again.

use crate::codec::{self, Head, HeadPage, RowKind, packed_record, record_rows};
use crate::error::MemoryError;
use crate::ports::Collection;
use crate::record::RecordId;

use super::fold::Pages;
use super::held::Marks;
use super::keys;
use super::rows::Rows;
use super::state::ScopeState;
use super::txn::Txn;
use super::wordings::Found;

/// Records of a page, and bytes after which it takes no more: well below what one value may.
///
/// Source: a judgement; 512 records of a sentence are some 150 KB, and fewer than that many stand in no page.
const PAGE: usize = 512;
const PAGE_BYTES: usize = 384 * 1024;

/// The part of a page's records that may have changed before it is written anew: one in so many.
///
/// Source: a judgement; reading a record anew takes about ten times as long as its head, so opening takes a third longer at most.
const STALE: usize = 32;

/// A page, as it is known in memory.
#[derive(Clone, Copy)]
struct Page {
    /// Its last record.
    last: RecordId,
    /// How often its records changed since it was written.
    n_changes: usize,
    /// Whether a page before it is gone, so that the records of that are to be taken into it.
    has_gap: bool,
}

/// Which records stand in pages with what they are found by.
#[derive(Clone, Default)]
pub(super) struct HeadPages {
    /// In order.
    pages: Vec<Page>,
    /// The page that the commit under way writes, by its last record.
    dirty: Option<(RecordId, Vec<u8>)>,
}

impl HeadPages {
    /// Takes over which pages are stored.
    pub(super) fn take(&mut self, lasts: &[RecordId]) {
        let known = std::mem::take(&mut self.pages);
        let page = |last: &RecordId| {
            let known = known.iter().find(|page| page.last == *last).copied();
            known.unwrap_or(Page { last: *last, n_changes: 0, has_gap: false })
        };
        self.pages = lasts.iter().map(page).collect();
    }

    /// The last record of each page.
    pub(super) fn lasts(&self) -> Vec<RecordId> {
        self.pages.iter().map(|page| page.last).collect()
    }

    /// Notes that a record is another than its page says.
    pub(super) fn note_change(&mut self, id: RecordId) {
        let at = self.page_of(id);
        if let Some(page) = self.pages.get_mut(at) {
            page.n_changes += 1;
        }
    }

    /// The commit is durable.
    pub(super) fn settle(&mut self) {
        self.dirty = None;
    }

    /// The place of the page that a record may stand in; behind all where there is none.
    fn page_of(&self, id: RecordId) -> usize {
        self.pages.iter().take_while(|page| page.last < id).count()
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
        let letters = found.letters.map(|letters| letters.to_bytes()).unwrap_or_default();
        let head = Head {
            name: id.to_bytes(),
            sum,
            marks: Marks::of(&record).bits(),
            wordings: &found.wordings,
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
        if !erases || self.state.heads.pages.is_empty() {
            return;
        }
        let places: Vec<usize> = staged.keys().map(|id| self.state.heads.page_of(*id)).collect();
        let heads = self.state.stage_heads();
        for place in (0..heads.pages.len()).rev() {
            if 0 < heads.pages[place].n_changes || places.contains(&place) {
                heads.pages.remove(place);
                if let Some(next) = heads.pages.get_mut(place) {
                    next.has_gap = true;
                }
            }
        }
    }

    /// The rows of what changed about pages of heads.
    pub(super) fn head_rows(&self, rows: &mut Rows) -> Result<(), MemoryError> {
        let Some(before) = &self.state.staged().heads else { return Ok(()) };
        let (now, prefix) = (&self.state.heads, &self.state.prefix);
        let lasts = now.lasts();
        for last in before.lasts().into_iter().filter(|last| !lasts.contains(last)) {
            rows.delete(Collection::Vectors, keys::head_page(prefix, last));
        }
        if let Some((last, row)) = &now.dirty {
            rows.put(Collection::Vectors, keys::head_page(prefix, *last), row.clone());
        }
        let pages = Pages { model: String::new(), lasts };
        rows.encode(Collection::Meta, format!("{prefix}{}", keys::HEADS), RowKind::Headed, &pages)
    }

    /// Stages one page: one of which enough changed, or else the next; whether there was one.
    pub(super) fn fold_heads(&mut self, most_rows: usize) -> bool {
        let most_rows = most_rows.min(PAGE);
        let pages = &self.state.heads.pages;
        let is_stale = |page: &Page| page.has_gap || most_rows.div_ceil(STALE) <= page.n_changes;
        let place = pages.iter().position(is_stale).unwrap_or(pages.len());
        let old = pages.get(place).map(|page| page.last);
        let after = place.checked_sub(1).map(|before| pages[before].last);
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
        let next = self.state.ids_after(last.or(after)).next();
        let heads = self.state.stage_heads();
        // What is left of a page that became too long stays under its name, and comes next.
        if old.is_some_and(|old| next.is_none_or(|next| old < next)) {
            heads.pages.remove(place);
        }
        if let Some(last) = last {
            heads.pages.insert(place, Page { last, n_changes: 0, has_gap: false });
            heads.dirty = Some((last, page.into_row()));
        }
        true
    }
}
