//! Opening a scope: in which order its records are read, by pages of heads and, where there are none, in slices of rows, and the pages of their codes with them.

use crate::codec::{CodecError, page_from_row, record_range};
use crate::error::MemoryError;
use crate::ports::{Collection, ReadRequest, Row, Rows};
use crate::record::RecordId;

use super::heads::Page;
use super::keys;
use super::state::ScopeState;
use super::store::damaged;

/// Pages of heads that one read asks for, about half a megabyte, and of codes, less than one: memory of wasm that was needed once is never given back.
const PAGES_AT_ONCE: usize = 4;
const CODES_AT_ONCE: usize = 2;

/// Rows that are to be read, from a key on and up to a record's.
struct Slice {
    from: Option<String>,
    last: Option<RecordId>,
    /// The record whose rows they are, which are there.
    of: Option<RecordId>,
    /// Rows that one read asks for.
    at_once: u32,
}

/// What is left to be read of a scope's records.
pub(super) struct Reading {
    pages: Vec<Page>,
    /// Pages that are read, or asked for by rows.
    n_read: usize,
    /// How many are asked for in the present read; none where a slice is.
    n_asked: usize,
    /// Rows that are read before the next page, the last one first.
    slices: Vec<Slice>,
    at_once: u32,
    /// The pages of codes that are left, the last one first.
    codes: Vec<RecordId>,
    /// How many of them are asked for in the present read.
    n_codes: usize,
}

impl Reading {
    /// All records, and their codes where these are the model's own; the first slice, where there are no pages, asks for fewer rows than the later ones.
    pub(super) fn of(state: &ScopeState, own: &str, first: u32, at_once: u32) -> Self {
        let codes = state.folded.lasts.iter().rev().copied().filter(|_| state.folded.model == own).collect();
        let pages = state.heads.pages.clone();
        let mut reading = Self { pages, n_read: 0, n_asked: 0, slices: Vec::new(), at_once, codes, n_codes: 0 };
        if reading.has_no_pages() {
            reading.slices.push(Slice { from: None, last: None, of: None, at_once: first });
            reading.n_read = 1;
        }
        reading
    }

    pub(super) fn has_no_pages(&self) -> bool {
        self.pages.is_empty()
    }

    /// What is to be read next; `None` when all is. Last come codes, of records that are there: what is read of a record later would drop its vector.
    pub(super) fn next(&mut self, state: &ScopeState) -> Option<Vec<ReadRequest>> {
        let prefix = &state.prefix;
        let rows = self.next_rows(prefix);
        let (is_over, newest) = (rows.is_none(), state.newest());
        let mut requests = rows.unwrap_or_default();
        if self.slices.iter().all(|slice| slice.of.is_none()) {
            let is_there = |last: &&RecordId| is_over || newest.is_some_and(|newest| **last <= newest);
            let codes = self.codes.iter().rev().take(CODES_AT_ONCE).take_while(is_there);
            let keys: Vec<String> = codes.map(|last| keys::code_page(prefix, *last)).collect();
            if !keys.is_empty() {
                self.n_codes = keys.len();
                requests.push(ReadRequest { collection: Collection::Vectors, rows: Rows::Keys(keys) });
            }
        }
        (!requests.is_empty()).then_some(requests)
    }

    fn next_rows(&mut self, prefix: &str) -> Option<Vec<ReadRequest>> {
        if self.slices.is_empty() {
            let pages = self.pages.get(self.n_read..)?;
            let whole = pages.iter().take(PAGES_AT_ONCE).take_while(|page| page.is_worth_reading());
            let requests: Vec<ReadRequest> =
                whole.flat_map(|page| keys::heads(prefix, page.last, &page.changed)).collect();
            self.n_asked = requests.len() / 2;
            if 0 < self.n_asked {
                return Some(requests);
            }
            self.ask_for_rows(prefix);
        }
        let slice = self.slices.last()?;
        Some(vec![keys::records_from(prefix, slice.from.clone(), slice.last, Some(slice.at_once))])
    }

    /// Lets the rows of the next page be read, or those behind all pages.
    fn ask_for_rows(&mut self, prefix: &str) {
        let before = self.n_read.checked_sub(1).and_then(|before| self.pages.get(before));
        let from = before.map(|before| record_range(prefix, before.last).1);
        let last = self.pages.get(self.n_read).map(|page| page.last);
        self.slices.push(Slice { from, last, of: None, at_once: self.at_once });
        self.n_read += 1;
    }

    /// Takes over what was read.
    pub(super) fn take(&mut self, state: &mut ScopeState, mut lists: Vec<Vec<Row>>) -> Result<(), MemoryError> {
        let codes = if self.n_codes == 0 { None } else { lists.pop() };
        self.take_records(state, lists)?;
        let mut rows = codes.unwrap_or_default().into_iter();
        for _ in 0..std::mem::take(&mut self.n_codes) {
            let Some(last) = self.codes.pop() else { break };
            let wanted = keys::code_page(&state.prefix, last);
            let page = match rows.next().filter(|(key, _)| *key == wanted) {
                Some((_, bytes)) => page_from_row(&bytes),
                None => Err(CodecError::Missing),
            };
            for (id, code) in page.map_err(|err| damaged(wanted, &err))?.entries {
                state.load_code(id, &code);
            }
        }
        Ok(())
    }

    fn take_records(&mut self, state: &mut ScopeState, lists: Vec<Vec<Row>>) -> Result<(), MemoryError> {
        let mut lists = lists.into_iter();
        let mut take = || lists.next().unwrap_or_default();
        if let Some(slice) = self.slices.pop() {
            return self.take_slice(state, slice, take());
        }
        for _ in 0..std::mem::take(&mut self.n_asked) {
            let Some(page) = self.pages.get(self.n_read) else { break };
            let Some(left) = state.load_heads(page, take().pop(), take())? else {
                // What follows it has to come behind it.
                self.ask_for_rows(&state.prefix);
                break;
            };
            self.n_read += 1;
            for id in left {
                let from = Some(record_range(&state.prefix, id).0);
                self.slices.push(Slice { from, last: Some(id), of: Some(id), at_once: self.at_once });
            }
        }
        Ok(())
    }

    fn take_slice(&mut self, state: &mut ScopeState, slice: Slice, mut rows: Vec<Row>) -> Result<(), MemoryError> {
        if let Some(id) = slice.of.filter(|_| rows.is_empty()) {
            return Err(damaged(id.to_key(), &CodecError::Missing));
        }
        if slice.at_once as usize <= rows.len() {
            // What the next slice begins with: the last record may go on there.
            let is_head = |(key, _): &Row| key.len() == state.prefix.len() + 32;
            let Some(next) = rows.iter().rposition(is_head).filter(|at| 0 < *at) else {
                // A record of more rows than that.
                let at_once = slice.at_once.saturating_mul(8);
                self.slices.push(Slice { at_once, ..slice });
                return Ok(());
            };
            let (from, at_once) = (Some(rows[next].0.clone()), slice.at_once.max(self.at_once));
            rows.truncate(next);
            self.slices.push(Slice { from, at_once, of: None, ..slice });
        }
        state.load_rows(rows)
    }
}
