//! What `import` is told and what it answers.

use super::JournalId;

/// What becomes of a record of an archive where the scope has one of that id that says something else.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Collision {
    /// What is there stays as it is.
    #[default]
    Keep,
    /// The archive's takes its place.
    Replace,
    /// Every active record of the archive is decided like a write.
    Judge,
}

/// How an archive is taken in.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ImportInput {
    /// What becomes of a record whose id the scope has already.
    pub on_collision: Collision,
    /// Whether the archive may be of another scope.
    pub other_scope: bool,
}

/// What became of an archive.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Imported {
    /// Whether the scope was empty, so that it is now what the archive's was, with its journal.
    pub restored: bool,
    /// Records that the scope did not have.
    pub added: usize,
    /// Records that took the place of one of their id.
    pub replaced: usize,
    /// Records that were left out: the scope has them, or has one of their id that stays.
    pub kept: usize,
    /// Of those that were added, records that were decided like a write.
    pub judged: usize,
    /// Of those, records that wait for an answer of a callback.
    pub pending: usize,
    /// Records whose vector is of another embedding model, or missing, so that they wait for one.
    pub reembed: usize,
    /// Journal entries that came along; none where the scope was not empty.
    pub journal_entries: usize,
    /// The entry that `undo` takes it back by; `None` where the scope was empty, or nothing changed.
    pub journal_id: Option<JournalId>,
}
