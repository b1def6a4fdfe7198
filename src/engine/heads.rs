//! Pages of heads: upkeep puts what many records are found by into one row, with the records themselves, so that a scope opens without reading each of theirs.
//!
//! A page has the records after the page before it, up to its last one. Each commit that leaves a record in there other than its page says lists it, in a row
//! beside the page, until upkeep writes the page anew; so what a page says of a record that is not listed holds, and its own row is not read. Where there is no
//! page, or none that this version reads, the records are read from their rows. What is removed for good leaves the pages at once: those that may hold it go in
//! the same commit, and upkeep makes them again.

use crate::codec::{Head, HeadPage, RowKind, packed_record};
use crate::error::MemoryError;
use crate::ports::Collection;
use crate::record::RecordId;
use crate::sorted::SortedSet;

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

/// Bytes of a record, packed, from which on it is read from its rows: its words may take three times as many.
///
/// Source: a judgement; with it a page stays below 700 KB.
const MOST_PACKED: usize = 64 * 1024;

/// The part of a page's records that may have changed before it is written anew: one in so many.
///
/// Source: a judgement; reading a record anew takes about ten times as long as its head, so opening takes a third longer at most.
const STALE: usize = 32;

/// What there is of a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stored {
    /// Its row, of which all holds that is not listed as changed.
    Whole,
    /// A row that can't be used: another version's, or damaged. It goes with the next change of pages.
    Unread,
    /// Nothing: it is to be made again.
    Gone,
}

/// A page, as it is known in memory.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Its last record.
    pub(super) last: RecordId,
    stored: Stored,
    /// Its records that are others than it says.
    pub(super) changed: SortedSet<RecordId>,
}

impl Page {
    /// Whether it can be read.
    pub(super) fn is_whole(&self) -> bool {
        self.stored == Stored::Whole
    }

    /// Whether it is read for less than the rows of its records would be: a row by its key takes as long as four of a range.
    pub(super) fn is_worth_reading(&self) -> bool {
        self.is_whole() && self.changed.len() < PAGE / 4
    }

    /// Nothing is left of it but its place.
    fn drop(&mut self) {
        self.stored = Stored::Gone;
        self.changed = SortedSet::new();
    }
}

/// Which records stand in pages with what they are found by.
#[derive(Clone, Default)]
pub(super) struct HeadPages {
    /// In order.
    pub(super) pages: Vec<Page>,
    /// The page that the commit under way writes, by its last record.
    dirty: Option<(RecordId, Vec<u8>)>,
}

impl HeadPages {
    /// Pages as they are stored; what changed of them is told later. Those of an older format are not read.
    pub(super) fn of(stored: &Pages, is_old: bool) -> Self {
        let page = |last: &RecordId| {
            let there = if is_old { Stored::Unread } else { Stored::Whole };
            let stored = if stored.gone.contains(last) { Stored::Gone } else { there };
            Page { last: *last, stored, changed: SortedSet::new() }
        };
        Self { pages: stored.lasts.iter().map(page).collect(), dirty: None }
    }

    fn to_stored(&self) -> Pages {
        let lasts = |pages: &mut dyn Iterator<Item = &Page>| pages.map(|page| page.last).collect();
        let gone = lasts(&mut self.pages.iter().filter(|page| page.stored == Stored::Gone));
        Pages { lasts: lasts(&mut self.pages.iter()), gone, ..Pages::default() }
    }

    /// Nothing changed of any page, until it is told.
    pub(super) fn forget_changed(&mut self) {
        self.pages.iter_mut().for_each(|page| page.changed = SortedSet::new());
    }

    /// Takes over what changed of a page, by its last record. Where that is not known the page can't be read.
    pub(super) fn take_changed(&mut self, last: RecordId, listed: Option<Pages>) {
        if let Some(page) = self.pages.iter_mut().find(|page| page.last == last) {
            match listed {
                Some(listed) => page.changed = listed.lasts.into_iter().collect(),
                None => page.stored = Stored::Unread,
            }
        }
    }

    /// The commit is durable.
    pub(super) fn settle(&mut self) {
        self.dirty = None;
    }

    fn find(&self, last: RecordId) -> Option<&Page> {
        self.pages.iter().find(|page| page.last == last)
    }

    /// The place of the page that a record may stand in; behind all where there is none.
    fn page_of(&self, id: RecordId) -> usize {
        self.pages.partition_point(|page| page.last < id)
    }

    /// Whether a record is to be listed as changed.
    fn is_to_mark(&self, id: RecordId) -> bool {
        let is_now_written = |page: &Page| self.dirty.as_ref().is_some_and(|(last, _)| *last == page.last);
        self.pages
            .get(self.page_of(id))
            .is_some_and(|page| page.stored != Stored::Gone && !page.changed.contains(&id) && !is_now_written(page))
    }
}

impl ScopeState {
    fn stage_heads(&mut self) -> &mut HeadPages {
        if self.staged.heads.is_none() {
            self.staged.heads = Some(self.heads.clone());
            self.heads.pages.iter_mut().filter(|page| page.stored == Stored::Unread).for_each(Page::drop);
        }
        &mut self.heads
    }

    /// Adds a record to a page.
    fn push_head(&self, page: &mut HeadPage, id: RecordId) {
        let Some(mut record) = self.roll.look(id).map(std::borrow::Cow::into_owned) else { return };
        let mut head = Head { name: id.to_bytes(), ..Head::default() };
        let packed = packed_record(&mut record).ok().filter(|packed| packed.len() < MOST_PACKED);
        let Some(packed) = packed else { return page.push(&head, &[]) };
        let found = Found::of(&record);
        let letters = found.letters.map(|letters| letters.to_bytes()).unwrap_or_default();
        head.marks = Marks::of(&record).bits();
        (head.wordings, head.letters, head.packed) = (&found.wordings, &letters, &packed);
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
        for (place, page) in self.state.stage_heads().pages.iter_mut().enumerate() {
            if !page.changed.is_empty() || places.contains(&place) {
                page.drop();
            }
        }
    }

    /// Lists records whose rows change as others than their pages say.
    pub(super) fn mark_heads(&mut self, changed: &[RecordId]) {
        if !changed.iter().any(|id| self.state.heads.is_to_mark(*id)) {
            return;
        }
        let heads = self.state.stage_heads();
        for id in changed.iter().copied() {
            let place = heads.page_of(id);
            if heads.is_to_mark(id)
                && let Some(page) = heads.pages.get_mut(place)
            {
                page.changed.insert(id);
            }
        }
    }

    /// The rows of what changed about pages of heads.
    pub(super) fn head_rows(&self, rows: &mut Rows) -> Result<(), MemoryError> {
        let Some(before) = &self.state.staged().heads else { return Ok(()) };
        let (now, prefix) = (&self.state.heads, &self.state.prefix);
        for old in &before.pages {
            let page = now.find(old.last);
            if old.stored != Stored::Gone && page.is_none_or(|page| page.stored == Stored::Gone) {
                rows.delete(Collection::Vectors, keys::head_page(prefix, old.last));
            }
            // What changed of one that can't be read may stand there, too.
            let is_listed = !old.changed.is_empty() || old.stored == Stored::Unread;
            if is_listed && page.is_none_or(|page| page.changed.is_empty()) {
                rows.delete(Collection::Vectors, keys::outdated(prefix, old.last));
            }
        }
        if let Some((last, row)) = &now.dirty {
            rows.put(Collection::Vectors, keys::head_page(prefix, *last), row.clone());
        }
        for page in now.pages.iter().filter(|page| !page.changed.is_empty()) {
            if before.find(page.last).is_none_or(|old| old.changed != page.changed) {
                let changed = Pages { lasts: page.changed.iter().copied().collect(), ..Pages::default() };
                rows.encode(Collection::Vectors, keys::outdated(prefix, page.last), RowKind::Outdated, &changed)?;
            }
        }
        let (before, now) = (before.to_stored(), now.to_stored());
        if before == now {
            return Ok(());
        }
        rows.encode(Collection::Meta, format!("{prefix}{}", keys::HEADS), RowKind::Headed, &now)
    }

    /// Stages one page: one of which enough changed, or else the next; whether there was one.
    pub(super) fn fold_heads(&mut self, most_rows: usize) -> bool {
        let most_rows = most_rows.min(PAGE);
        let pages = &self.state.heads.pages;
        let is_stale = |page: &Page| !page.is_whole() || most_rows.div_ceil(STALE) <= page.changed.len();
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
        if let Some(old) = old {
            // What is left of a page that became too long stays under its name, and comes next.
            heads.pages[place].drop();
            if next.is_none_or(|next| old < next) {
                heads.pages.remove(place);
            }
        }
        if let Some(last) = last {
            heads.pages.insert(place, Page { last, stored: Stored::Whole, changed: SortedSet::new() });
            heads.dirty = Some((last, page.into_row()));
        }
        true
    }
}
