//! A clause as a piece of its folded text, for sentences that are read by their letters.

use std::ops::Range;

use super::reading::Reading;

/// A clause of a folded text; places in it are bytes of the whole text.
pub(super) struct Part<'text> {
    pub(super) reading: &'text Reading,
    /// Its units.
    pub(super) clause: Range<usize>,
    /// Its letters.
    pub(super) span: Range<usize>,
}

impl Part<'_> {
    pub(super) fn text(&self, span: Range<usize>) -> &str {
        &self.reading.folded[span]
    }

    /// Where `word` stands in the clause, from `start` on.
    pub(super) fn find_from(&self, word: &str, start: usize) -> Option<Range<usize>> {
        let at = start + self.text(start..self.span.end).find(word)?;
        Some(at..at + word.len())
    }
}
