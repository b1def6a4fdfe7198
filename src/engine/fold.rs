//! Pages of codes: upkeep folds the vectors of many records into one row, from which a scope opens.
//!
//! A page has the codes of every vector after the page before it, up to its last record's. New records stand behind the last page, so a
//! write of one costs its row alone; the vector of one that stands in a page is marked when it changes, and read by itself until upkeep writes the
//! page anew. Where a record is removed for good its page is written anew at once.

use minicbor::Encode;

use crate::codec::{self, CodePage, RowKind};
use crate::error::MemoryError;
use crate::ports::Collection;
use crate::record::stored::decoded;
use crate::record::{RecordId, Scope};
use crate::sorted::SortedSet;

use super::rows::Rows;
use super::state::ScopeState;
use super::txn::Txn;
use super::{Engine, keys};

/// Vectors of a page, and bytes that it may take: well below what one value may.
///
/// Source: a judgement; a page of 1,024 vectors of 384 numbers is 418 KB, so 100,000 vectors are a hundred rows.
pub(super) const PAGE: usize = 1024;
const PAGE_BYTES: usize = 512 * 1024;

/// Pages that one commit writes: few enough that a page of the host's draws between two of them.
const AT_ONCE: usize = 8;

/// Which vectors' codes stand in pages.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Folded {
    /// The model whose codes they are.
    pub(super) model: String,
    /// The last record of each page.
    pub(super) lasts: SortedSet<RecordId>,
    /// Records in pages whose vector is another by now.
    pub(super) marked: SortedSet<RecordId>,
    /// Pages that the commit under way writes.
    pub(super) dirty: SortedSet<RecordId>,
}

/// Which pages of codes or of heads a scope has, or which records of a page are others by now, as it is stored.
#[derive(Default, Encode, Eq, PartialEq)]
#[cbor(map)]
pub(super) struct Pages {
    /// The model whose codes they are.
    #[n(0)]
    pub(super) model: String,
    /// The last record of each page, in order; or each record that is another.
    #[n(1)]
    pub(super) lasts: Vec<RecordId>,
    /// Those of the pages of heads that are to be made again, and have no row till then.
    #[cbor(n(2), skip_if = "Vec::is_empty")]
    pub(super) gone: Vec<RecordId>,
}

decoded!(Pages:
    0 model: required,
    1 lasts: required,
    2 gone,
);

impl Folded {
    pub(super) fn of(pages: Pages) -> Self {
        Self { model: pages.model, lasts: pages.lasts.into_iter().collect(), ..Self::default() }
    }

    /// The last record of all pages; there is none where there are no pages.
    pub(super) fn last(&self) -> Option<RecordId> {
        self.lasts.iter().next_back().copied()
    }

    /// How many vectors there are in pages, about.
    pub(super) fn n_vectors(&self) -> usize {
        self.lasts.iter().len() * PAGE
    }

    /// The page that a record's vector stands in, if it has one.
    fn page_of(&self, id: RecordId) -> Option<RecordId> {
        self.lasts.iter().copied().find(|last| id <= *last)
    }

    /// The last record before a page.
    fn before(&self, page: RecordId) -> Option<RecordId> {
        self.lasts.iter().copied().take_while(|last| *last < page).last()
    }
}

impl ScopeState {
    /// Stages that the vector of a record is another than its page says.
    pub(super) fn mark(&mut self, id: RecordId) {
        if self.folded.last().is_some_and(|last| id <= last) && !self.folded.marked.contains(&id) {
            self.stage_folded().marked.insert(id);
        }
    }

    /// Stages that a record's codes leave its page.
    pub(super) fn erase_from_page(&mut self, id: RecordId) {
        if let Some(page) = self.folded.page_of(id) {
            let folded = self.stage_folded();
            folded.marked.remove(&id);
            folded.dirty.insert(page);
        }
    }

    pub(super) fn stage_folded(&mut self) -> &mut Folded {
        let before = &self.folded;
        self.staged.folded.get_or_insert_with(|| before.clone());
        &mut self.folded
    }

    /// Records after one and up to another that have a vector, in order.
    fn with_vectors_between(
        &self,
        after: Option<RecordId>,
        to: Option<RecordId>,
    ) -> impl Iterator<Item = RecordId> + '_ {
        self.ids_after(after).take_while(move |id| to.is_none_or(|to| *id <= to)).filter(|id| self.has_vector(*id))
    }

    fn page(&self, last: RecordId) -> CodePage {
        let code = |id: RecordId| Some((id, self.index.code(self.roll.slot(id)?)?));
        let entries = self.with_vectors_between(self.folded.before(last), Some(last)).filter_map(code).collect();
        CodePage { model: self.folded.model.clone(), entries }
    }
}

impl Txn<'_> {
    /// Pages go that this change leaves no place for.
    pub(super) fn drop_pages(&mut self) {
        self.drop_foreign_pages();
        self.drop_heads_of_erased();
    }

    /// Pages of another model go with the first vector of this one.
    fn drop_foreign_pages(&mut self) {
        if !self.state.staged().vectors.is_empty() && self.has_foreign_pages() {
            *self.state.stage_folded() = Folded::default();
        }
    }

    fn has_foreign_pages(&self) -> bool {
        !self.state.folded.lasts.is_empty() && self.state.folded.model != self.model
    }

    /// The rows of what changed about pages.
    pub(super) fn page_rows(&self, rows: &mut Rows) -> Result<(), MemoryError> {
        let Some(before) = &self.state.staged().folded else { return Ok(()) };
        let (now, prefix) = (&self.state.folded, &self.state.prefix);
        for id in before.marked.iter().filter(|id| !now.marked.contains(*id)) {
            rows.delete(Collection::Vectors, keys::marker(prefix, *id));
        }
        for id in now.marked.iter().filter(|id| !before.marked.contains(*id)) {
            rows.put(Collection::Vectors, keys::marker(prefix, *id), codec::marker_row());
        }
        for last in before.lasts.iter().filter(|last| !now.lasts.contains(*last)) {
            rows.delete(Collection::Vectors, keys::code_page(prefix, *last));
        }
        for last in now.dirty.iter().filter(|last| now.lasts.contains(*last)) {
            rows.put(Collection::Vectors, keys::code_page(prefix, *last), codec::page_row(&self.state.page(*last)));
        }
        if before.lasts == now.lasts && before.model == now.model {
            return Ok(());
        }
        let key = format!("{prefix}{}", keys::FOLDED);
        if now.lasts.is_empty() {
            rows.delete(Collection::Vectors, key);
            return Ok(());
        }
        let lasts = now.lasts.iter().copied().collect();
        let pages = Pages { model: now.model.clone(), lasts, gone: Vec::new() };
        rows.encode(Collection::Vectors, key, RowKind::Folded, &pages)
    }

    /// Stages pages, as many as one commit may write; whether there may be more to do.
    fn fold(&mut self, most_rows: usize) -> bool {
        let Some(dimension) = self.state.dimension() else { return false };
        if self.has_foreign_pages() {
            *self.state.stage_folded() = Folded::default();
        }
        let n_rows = (PAGE_BYTES / (dimension + 24)).clamp(1, most_rows);
        let mut n_pages = 0;
        while n_pages < AT_ONCE
            && let Some(page) = self.state.folded.marked.iter().next().and_then(|id| self.state.folded.page_of(*id))
        {
            n_pages += self.fold_anew(page, n_rows);
        }
        let last = self.state.folded.last();
        let most = (AT_ONCE.saturating_sub(n_pages)) * n_rows;
        let tail: Vec<RecordId> = self.state.with_vectors_between(last, None).take(most).collect();
        // A page that is not full would be written anew for each that comes.
        for ids in tail.chunks_exact(n_rows) {
            let Some(last) = ids.last().copied() else { continue };
            let model = self.model.to_owned();
            let folded = self.state.stage_folded();
            folded.model = model;
            folded.lasts.insert(last);
            folded.dirty.insert(last);
            n_pages += 1;
        }
        AT_ONCE <= n_pages
    }

    /// Stages a page whose vectors changed, as several where it has become too long; how many they are.
    fn fold_anew(&mut self, page: RecordId, n_rows: usize) -> usize {
        let before = self.state.folded.before(page);
        let ids: Vec<RecordId> = self.state.with_vectors_between(before, Some(page)).collect();
        let folded = self.state.stage_folded();
        folded.marked.retain(|id| page < *id || before.is_some_and(|before| *id <= before));
        folded.lasts.remove(&page);
        let pages = ids.chunks(n_rows);
        let n_pages = pages.len();
        for last in pages.filter_map(|ids| ids.last()) {
            folded.lasts.insert(*last);
            folded.dirty.insert(*last);
        }
        n_pages.max(1)
    }
}

impl Engine {
    /// Lets pages have no more than so many vectors: for tests, which have few.
    #[doc(hidden)]
    pub fn fold_in_pages_of(&self, n_rows: usize) {
        self.inner.page_rows.set(n_rows.max(1));
    }

    /// Folds the vectors of a scope into pages, those that came and those that changed, and then what its records are found by. Doing it twice changes nothing more.
    ///
    /// # Errors
    /// What the store answers; a part may be done then, and the next time goes on.
    pub(super) async fn fold(&self, scope: &Scope) -> Result<(), MemoryError> {
        let most_rows = self.inner.page_rows.get();
        while self
            .transact(scope, |_| Vec::new(), |txn, _| Ok(txn.fold(most_rows) || txn.fold_heads(most_rows)))
            .await?
        {
            self.inner.clock.pause().await;
        }
        Ok(())
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::HEADER_BYTES;

    /// Holds what is read of a row, and what is written anew, against the bytes after its header.
    #[track_caller]
    fn check(kind: RowKind, payload: &[u8], pages: &Pages) {
        let row = codec::encode(kind, pages).unwrap();
        assert_eq!(&row[HEADER_BYTES..], payload);
        assert!(codec::decode::<Pages>(kind, &row).unwrap() == *pages);
    }

    #[test]
    fn which_pages_there_are_keeps_its_numbers() {
        let id = |byte: u8| RecordId::from_bytes([byte; 16]);
        let cbor_id = |byte: u8| [&[0x50][..], &[byte; 16]].concat();
        let plain = Pages { model: "m".to_owned(), lasts: vec![id(7)], gone: Vec::new() };
        let payload = [&[0xa2, 0, 0x61, b'm', 1, 0x81][..], &cbor_id(7)].concat();
        // As formats 2 and 3 have them, too.
        for kind in [RowKind::Folded, RowKind::OldHeaded, RowKind::Headed, RowKind::Outdated] {
            check(kind, &payload, &plain);
        }
        let two = Pages { model: String::new(), lasts: vec![id(7), id(8)], gone: vec![id(8)] };
        let payload = [&[0xa3, 0, 0x60, 1, 0x82][..], &cbor_id(7), &cbor_id(8), &[2, 0x81], &cbor_id(8)].concat();
        check(RowKind::Headed, &payload, &two);
    }
}
