//! Asking the language-model callback: with a time-out, few at a time.

use futures_util::future::{Either, select};

use crate::annotate::language_of;
use crate::error::MemoryError;
use crate::llm::judge;
use crate::ports::{LanguageModel, LlmAnswer, LlmRequest, Task};
use crate::record::Record;

use super::Engine;

/// Asks how a later record stands to an earlier one.
pub(super) fn judge_request(earlier: &Record, later: &Record) -> LlmRequest {
    LlmRequest {
        task: Task::Judge,
        system: judge::system(language_of(&later.text)).to_owned(),
        prompt: judge::prompt(earlier, later),
        schema: judge::schema(),
    }
}

impl Engine {
    /// One answer to one request, once it has its turn among the callbacks.
    ///
    /// # Errors
    /// [`MemoryError::Timeout`] and [`MemoryError::CallbackFailed`].
    pub(super) async fn ask(&self, llm: &dyn LanguageModel, request: &LlmRequest) -> Result<LlmAnswer, MemoryError> {
        let _permit = self.inner.permits.acquire().await;
        let ms = self.inner.policy.timeouts.llm_ms;
        match select(llm.ask(request), self.inner.clock.sleep(ms)).await {
            Either::Left((answer, _)) => answer,
            // The call is dropped here, which aborts its signal.
            Either::Right(_) => Err(MemoryError::Timeout { callback: "llm", ms }),
        }
    }
}
