//! The shell: it carries out what the rules decide.

use std::rc::Rc;

use crate::error::MemoryError;
use crate::ports::{Clock, Embedder, LanguageModel, Storage};
use crate::record::{
    Decision, Event, ForgetTarget, Forgotten, Hit, JournalEntry, JournalId, ListInput, Patch, Policy, RecallInput,
    Record, RecordId, Scope, Stats, Undone, WriteInput,
};

/// What a store of memories is opened with.
pub struct Options {
    /// Where the bytes are kept.
    pub storage: Rc<dyn Storage>,
    /// What time it is.
    pub clock: Rc<dyn Clock>,
    /// Turns texts into vectors; the built-in lexical embedder when `None`.
    pub embedder: Option<Rc<dyn Embedder>>,
    /// Answers requests in words.
    pub llm: Option<Rc<dyn LanguageModel>>,
    /// What the caller set.
    pub policy: Policy,
    /// Where random bits come from: the caller's seed, or 64 bits of the runtime's randomness.
    pub seed: u64,
    /// Is told what happens.
    pub on_event: Option<Rc<dyn Fn(&Event)>>,
}

/// One handle on a store. Cloning it gives the same handle.
#[derive(Clone)]
pub struct Engine {}

#[expect(
    clippy::todo,
    clippy::unused_async,
    unused_variables,
    missing_docs,
    clippy::missing_errors_doc,
    reason = "signatures first"
)]
impl Engine {
    pub async fn open(options: Options) -> Result<Self, MemoryError> {
        todo!()
    }
    pub async fn remember(&self, scope: &Scope, input: WriteInput) -> Result<Decision, MemoryError> {
        todo!()
    }
    pub async fn remember_all(&self, scope: &Scope, inputs: Vec<WriteInput>) -> Result<Vec<Decision>, MemoryError> {
        todo!()
    }
    pub async fn recall(&self, scope: &Scope, query: &str, input: RecallInput) -> Result<Vec<Hit>, MemoryError> {
        todo!()
    }
    pub async fn get(&self, scope: &Scope, id: RecordId) -> Result<Record, MemoryError> {
        todo!()
    }
    pub async fn list(&self, scope: &Scope, input: ListInput) -> Result<Vec<Record>, MemoryError> {
        todo!()
    }
    pub async fn touch(&self, scope: &Scope, id: RecordId) -> Result<Record, MemoryError> {
        todo!()
    }
    pub async fn edit(&self, scope: &Scope, id: RecordId, patch: Patch) -> Result<Record, MemoryError> {
        todo!()
    }
    pub async fn pin(&self, scope: &Scope, id: RecordId, on: bool) -> Result<Record, MemoryError> {
        todo!()
    }
    pub async fn forget(&self, scope: &Scope, target: ForgetTarget, hard: bool) -> Result<Forgotten, MemoryError> {
        todo!()
    }
    pub async fn restore(&self, scope: &Scope, id: RecordId) -> Result<Record, MemoryError> {
        todo!()
    }
    pub async fn undo(&self, scope: &Scope, entry: Option<JournalId>) -> Result<Undone, MemoryError> {
        todo!()
    }
    /// Oldest first.
    pub async fn journal(
        &self,
        scope: &Scope,
        after: Option<JournalId>,
        limit: Option<usize>,
    ) -> Result<Vec<JournalEntry>, MemoryError> {
        todo!()
    }
    pub async fn stats(&self, scope: &Scope) -> Result<Stats, MemoryError> {
        todo!()
    }
    pub async fn scopes(&self) -> Result<Vec<Scope>, MemoryError> {
        todo!()
    }
    /// The score (0 to 1) that a record has faded to by now; for the edge, which shows it beside the record.
    pub fn score(&self, scope: &Scope, record: &Record) -> f64 {
        todo!()
    }
    /// Whether touches of recalls wait to be written.
    pub fn has_touches(&self) -> bool {
        todo!()
    }
    /// Writes the touches that recalls gathered.
    pub async fn flush(&self) -> Result<(), MemoryError> {
        todo!()
    }
    /// Writes what waits and lets go of the store. A second call does nothing.
    pub async fn close(&self) -> Result<(), MemoryError> {
        todo!()
    }
    /// Removes every row of every scope, and closes.
    pub async fn destroy(&self) -> Result<(), MemoryError> {
        todo!()
    }
}
