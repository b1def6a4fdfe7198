//! How an attempt on the database can fail, and what IndexedDB's exceptions mean.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use crate::ports::StorageError;

/// What is left to do for someone whose runtime has no IndexedDB, or forbids it.
pub(super) const CHOICES: &str =
    "pass storage: 'memory' to keep memories only while this handle is open, or a StorageAdapter";

/// Why an attempt did not succeed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Nothing was written, and another attempt would end the same.
    Refused(StorageError),
    /// The connection or the transaction broke off before anything was asked to be written.
    Lost(String),
    /// The transaction broke off while it was to be written; whether it was is not known.
    Unknown(String),
}

impl From<Failure> for StorageError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) => error,
            Failure::Lost(words) => Self::Unavailable(words),
            Failure::Unknown(words) => Self::Unavailable(format!("{words}; whether the write was stored is not known")),
        }
    }
}

impl Failure {
    /// What a request meant that threw, or whose transaction was aborted, before anything was written.
    pub(super) fn before_writing(exception: &JsValue) -> Self {
        match storage_error(exception) {
            StorageError::Unavailable(words) => Self::Lost(words),
            error @ (StorageError::Quota(_)
            | StorageError::Conflict
            | StorageError::Damaged(_)
            | StorageError::Newer { .. }) => Self::Refused(error),
        }
    }

    /// What it means that a transaction was aborted after puts or deletes had been asked for.
    pub(super) fn while_writing(exception: &JsValue) -> Self {
        match storage_error(exception) {
            StorageError::Unavailable(words) => Self::Unknown(words),
            error @ (StorageError::Quota(_)
            | StorageError::Conflict
            | StorageError::Damaged(_)
            | StorageError::Newer { .. }) => Self::Refused(error),
        }
    }
}

/// What an exception of IndexedDB means: [`StorageError::Quota`] for a full store, else [`StorageError::Unavailable`].
#[must_use]
pub fn storage_error(exception: &JsValue) -> StorageError {
    let words = describe(exception);
    if name(exception).is_some_and(|name| name == "QuotaExceededError" || name == "NS_ERROR_DOM_INDEXEDDB_QUOTA_ERR") {
        return StorageError::Quota(words);
    }
    StorageError::Unavailable(words)
}

/// The name of an exception, such as `VersionError`.
pub(super) fn name(exception: &JsValue) -> Option<String> {
    Reflect::get(exception, &"name".into()).ok()?.as_string()
}

/// An exception in words.
pub(super) fn describe(exception: &JsValue) -> String {
    let message = Reflect::get(exception, &"message".into()).ok().and_then(|message| message.as_string());
    match (name(exception), message.filter(|message| !message.is_empty())) {
        (Some(name), Some(message)) => format!("IndexedDB says {name}: {message}"),
        (Some(name), None) => format!("IndexedDB says {name}"),
        (None, Some(message)) => format!("IndexedDB says: {message}"),
        (None, None) => "IndexedDB broke off and did not say why".to_owned(),
    }
}
