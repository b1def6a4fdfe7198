//! The one public error; JavaScript switches on its [`code`](MemoryError::code), and a code that shipped never changes.

use thiserror::Error;

use crate::record::JournalId;

/// Why a call was rejected. A rejected write wrote nothing, unless the variant says otherwise.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MemoryError {
    /// An argument is missing, of the wrong type, out of range, or unknown. Nothing was written.
    #[error("{0}")]
    InvalidInput(String),
    /// The text has more bytes than `policy.maxTextBytes`. Nothing was written.
    #[error("the text has {bytes} bytes of UTF-8; policy.maxTextBytes allows {limit}")]
    TextTooLong {
        /// What it has.
        bytes: usize,
        /// What is allowed.
        limit: usize,
    },
    /// The embedding callback answered something that is no vector, or too few, or of another dimension. A write that
    /// met this is stored without a vector and marked `pending`.
    #[error("{0}")]
    BadVector(String),
    /// No record or journal entry of this scope has that name. Nothing was written.
    #[error("this scope has no {what} {id}")]
    NotFound {
        /// `record` or `journal entry`.
        what: &'static str,
        /// The name that was asked for.
        id: String,
    },
    /// A later change stands in the way of an undo. Nothing was written.
    #[error("entry {entry} can't be undone: entry {blocked_by} changed the same record later")]
    UndoBlocked {
        /// The entry that was to be undone.
        entry: JournalId,
        /// The entry that stands in its way.
        blocked_by: JournalId,
    },
    /// What is needed for an undo is gone: a hard `forget` removed it, or it is beyond the journal's horizon. Nothing was written.
    #[error("entry {entry} can no longer be undone: {reason}")]
    UndoExpired {
        /// The entry that was to be undone.
        entry: String,
        /// What is gone.
        reason: &'static str,
    },
    /// The store was written by a newer version of the library. Nothing was read or written.
    #[error("the store has format {found}; this version of the library reads up to {known}")]
    StoreNewer {
        /// The store's format.
        found: u16,
        /// The newest that is known here.
        known: u16,
    },
    /// A stored value does not decode. Nothing was written, and the value is left as it is.
    #[error("the stored value {key} does not decode: {cause}")]
    StoreDamaged {
        /// Where it stands.
        key: String,
        /// What is wrong with it.
        cause: String,
    },
    /// The store can't be reached or refused the call. Whether a write under way was stored is unknown only where the message says so.
    #[error("the store is not available: {0}")]
    StoreUnavailable(String),
    /// The store is full. Nothing was written.
    #[error("the store is full: {0}")]
    Quota(String),
    /// Other handles kept changing the store. Nothing was written.
    #[error("other handles kept changing the store; gave up after {tries} tries")]
    Conflict {
        /// How often it was tried.
        tries: u32,
    },
    /// A callback took longer than its time. A write that met this is stored and marked `pending`.
    #[error("the {callback} callback did not answer within {ms} ms")]
    Timeout {
        /// `embed` or `llm`.
        callback: &'static str,
        /// The time it had.
        ms: u32,
    },
    /// The caller aborted. The words say what was written: nothing; or, where the store was writing, what may be stored all the same; or, between two
    /// commits of a call that makes several, what the earlier ones wrote.
    #[error("the call was aborted {0}")]
    Aborted(&'static str),
    /// The handle is closed. Nothing was written.
    #[error("this memory is closed; open it again with Memory.open")]
    Closed,
    /// The handle was closed under a call. What was written the words say, as of [`Self::Aborted`].
    #[error("this memory was closed {0}")]
    ClosedUnder(&'static str),
    /// The store says of itself that it is damaged. Nothing was written.
    #[error("the store is damaged: {0}")]
    StoreBroken(String),
    /// The bytes to be taken in are no whole archive. Nothing was written.
    #[error("{0}")]
    ArchiveDamaged(String),
    /// The archive to be taken in was written by a newer version of the library. Nothing was written.
    #[error("{0}")]
    ArchiveNewer(String),
    /// The archive is larger than one may be. Nothing was written.
    #[error("{0}")]
    TooLarge(String),
    /// The module was not initialised. Nothing was written.
    #[error("{0}")]
    NotInitialised(String),
    /// A callback rejected or threw. A write that met this is stored and marked `pending`.
    #[error("the {callback} callback failed: {message}")]
    CallbackFailed {
        /// `embed` or `llm`.
        callback: &'static str,
        /// What it said.
        message: String,
    },
    /// The model's answer was not what it was asked for. It was refused; a write that needed it is stored and waits.
    #[error("the llm callback's answer to {task:?} was refused: {cause}")]
    BadAnswer {
        /// What it was asked to do.
        task: &'static str,
        /// What was wrong.
        cause: String,
    },
    /// A reflection would use more tokens than `policy.reflect.maxTokensPerDay` allows. What is left stays due.
    #[error("policy.reflect.maxTokensPerDay allows {most} tokens a day in UTC, and they are used up")]
    TokenLimit {
        /// What is allowed.
        most: u64,
    },
    /// The model did not answer, and more messages wait for it than may. Those of this call are not kept: they are to be handed in again.
    #[error(
        "messages of {bytes} bytes would wait for the llm callback; {limit} are allowed: hand them in again once it answers"
    )]
    QueueFull {
        /// UTF-8 bytes that would wait.
        bytes: usize,
        /// What is allowed.
        limit: usize,
    },
    /// `rememberAll`, `observe`, `import` or a `merge` of a topic's groups stopped. The first `written` items are stored, the others are not.
    #[error("{cause}; the first {written} items were written")]
    Partial {
        /// How many items were written.
        written: usize,
        /// What stopped it; its code is this error's.
        cause: Box<Self>,
    },
}

impl MemoryError {
    /// The stable code that JavaScript switches on.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidInput(_) => "invalid_input",
            Self::TextTooLong { .. } => "text_too_long",
            Self::BadVector(_) => "bad_vector",
            Self::NotFound { .. } => "not_found",
            Self::UndoBlocked { .. } => "undo_blocked",
            Self::UndoExpired { .. } => "undo_expired",
            Self::StoreNewer { .. } | Self::ArchiveNewer(_) => "store_newer",
            Self::StoreDamaged { .. } | Self::StoreBroken(_) => "store_damaged",
            Self::StoreUnavailable(_) => "store_unavailable",
            Self::Quota(_) => "quota",
            Self::Conflict { .. } => "conflict",
            Self::Timeout { .. } => "timeout",
            Self::Aborted(_) => "aborted",
            Self::Closed | Self::ClosedUnder(_) => "closed",
            Self::ArchiveDamaged(_) => "archive_damaged",
            Self::TooLarge(_) => "too_large",
            Self::NotInitialised(_) => "not_initialised",
            Self::CallbackFailed { .. } => "callback_failed",
            Self::BadAnswer { .. } => "bad_answer",
            Self::TokenLimit { .. } => "token_limit",
            Self::QueueFull { .. } => "queue_full",
            Self::Partial { cause, .. } => cause.code(),
        }
    }
}
