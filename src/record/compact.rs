//! A record that takes no more memory than it needs.

use super::Record;

impl Record {
    /// Gives back the room that its text and lists have and do not use: a list that is read item by item has room for four, and most records
    /// have one source.
    pub fn compact(&mut self) {
        self.text.shrink_to_fit();
        self.sources.shrink_to_fit();
        self.details.shrink_to_fit();
        self.history.shrink_to_fit();
        self.tellings.shrink_to_fit();
    }
}
