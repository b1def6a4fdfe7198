//! The four things that the outside supplies: clock, embedder, language model, storage.

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

use crate::error::MemoryError;
use crate::record::Timestamp;

/// A future of the one thread that everything here runs on. Dropping it cancels what it waits for.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Tells the time and waits.
pub trait Clock {
    /// The time, as the host sees it; it may run backwards.
    fn now(&self) -> Timestamp;

    /// Resolves after `millis` milliseconds of real time.
    fn sleep(&self, millis: u32) -> LocalFuture<'static, ()>;

    /// Milliseconds, with fractions, since some moment: for measuring how long something took. It never runs backwards where the host
    /// can tell; nothing that is stored may depend on it.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are exact in f64 for 285,000 years")]
    fn monotonic(&self) -> f64 {
        self.now().0 as f64
    }

    /// What the clocks of the handle's time zone are ahead of UTC by at a moment, in milliseconds.
    fn local_offset_ms(&self, _at: Timestamp) -> i64 {
        0
    }

    /// Lets the host do what waits, before a long computation goes on.
    fn pause(&self) -> LocalFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// The name of an embedding model whose caller gives none.
pub const UNNAMED: &str = "unnamed";

/// What an embedding is for; some models treat the two differently.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// A text that is stored.
    Document,
    /// A text that is searched for.
    Query,
}

/// Turns texts into vectors.
pub trait Embedder {
    /// The model's name, stored with every vector.
    fn model(&self) -> &str;

    /// Whether a call costs the host something; the built-in one costs nothing and can't fail.
    fn is_callback(&self) -> bool;

    /// One vector a text, in order. The numbers are the host's: unchecked, of any length.
    ///
    /// # Errors
    /// [`MemoryError::CallbackFailed`] when it threw, [`MemoryError::BadVector`] when its answer is no list of vectors.
    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        purpose: Purpose,
    ) -> LocalFuture<'a, Result<Vec<Vec<f32>>, MemoryError>>;
}

/// What a language model is asked to do.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Task {
    /// Summarise a text and say what it is about.
    Annotate,
    /// Say how two texts stand to each other.
    Judge,
    /// Write one text from several.
    Merge,
    /// Go over the records and propose changes.
    Reflect,
    /// Find memories in messages.
    Extract,
}

/// One request to a language model.
#[derive(Clone, Debug, PartialEq)]
pub struct LlmRequest {
    /// What it is asked to do.
    pub task: Task,
    /// The instruction.
    pub system: String,
    /// The material, quoted.
    pub prompt: String,
    /// The JSON schema of the answer.
    pub schema: serde_json::Value,
}

/// What a language model answered: untrusted text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LlmAnswer {
    /// The text.
    pub text: String,
    /// Tokens read and written, where the host counts them.
    pub usage: Option<(u64, u64)>,
}

/// Answers requests in words.
pub trait LanguageModel {
    /// One answer to one request.
    ///
    /// # Errors
    /// [`MemoryError::CallbackFailed`] when it threw or answered neither text nor object.
    fn ask<'a>(&'a self, request: &'a LlmRequest) -> LocalFuture<'a, Result<LlmAnswer, MemoryError>>;
}

/// A part of the store.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Collection {
    /// Records, and the rows that a long one overflows into.
    Records,
    /// Vectors.
    Vectors,
    /// The journal.
    Journal,
    /// What may be lost without harm.
    Cache,
    /// The format, the scopes, and which keys each revision changed.
    Meta,
}

impl Collection {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [Self::Records, Self::Vectors, Self::Journal, Self::Cache, Self::Meta];

    /// Its name in every store.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Vectors => "vectors",
            Self::Journal => "journal",
            Self::Cache => "cache",
            Self::Meta => "meta",
        }
    }
}

/// Which rows of a collection are wanted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Rows {
    /// Those of these keys that are there, ascending by key.
    Keys(Vec<String>),
    /// Those from `from` (inclusive) to `to` (exclusive), ascending by key, at most `limit`.
    Range {
        /// From this key on; all from the first where it is `None`.
        from: Option<String>,
        /// Until before this key; to the last where it is `None`.
        to: Option<String>,
        /// At most so many.
        limit: Option<u32>,
    },
}

/// One request of a read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReadRequest {
    /// From where.
    pub collection: Collection,
    /// What.
    pub rows: Rows,
}

/// A key and its value.
pub type Row = (String, Vec<u8>);

/// One consistent view of the store.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Snapshot {
    /// The store's revision; 0 when it is empty.
    pub revision: u64,
    /// For each request its rows, in the order of the requests.
    pub rows: Vec<Vec<Row>>,
}

/// A change of the store: all of it or nothing.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Batch {
    /// The revision that the store must have.
    pub expected: u64,
    /// The revision that it will have.
    pub next: u64,
    /// Rows to write; each key stands at most once in `puts` and `deletes` together.
    pub puts: Vec<(Collection, String, Vec<u8>)>,
    /// Rows to remove; a missing one is no error.
    pub deletes: Vec<(Collection, String)>,
}

/// Why the store did not do as told.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum StorageError {
    /// The stored revision is not the expected one. Nothing was written.
    #[error("the store has another revision than expected")]
    Conflict,
    /// The store is full. Nothing was written.
    #[error("{0}")]
    Quota(String),
    /// The store can't be reached, or refused the call. A commit that met this was not applied, as far as the store knows.
    #[error("{0}")]
    Unavailable(String),
    /// The store says of itself that it is damaged. Nothing was written.
    #[error("{0}")]
    Damaged(String),
    /// The store was laid out by a newer version of the library. Nothing was read or written.
    #[error("the store has layout {found}; this version of the library knows up to {known}")]
    Newer {
        /// The store's layout.
        found: u16,
        /// The newest that is known here.
        known: u16,
    },
}

/// Keeps bytes.
pub trait Storage {
    /// One consistent snapshot: for each request its rows, and the store's revision.
    ///
    /// # Errors
    /// [`StorageError::Unavailable`].
    fn read(&self, requests: Vec<ReadRequest>) -> LocalFuture<'_, Result<Snapshot, StorageError>>;

    /// Applies the whole batch or none of it, durably, before it returns.
    ///
    /// # Errors
    /// [`StorageError::Conflict`] if the stored revision is not `batch.expected`; nothing was written.
    fn commit(&self, batch: Batch) -> LocalFuture<'_, Result<(), StorageError>>;

    /// Lets go of the store.
    fn close(&self) -> LocalFuture<'_, ()>;

    /// Removes the store itself, after its rows are gone, where the backend has something left to remove.
    fn destroy(&self) -> LocalFuture<'_, Result<(), StorageError>> {
        Box::pin(async { Ok(()) })
    }
}
