//! Asking a model what messages say, and going on with those that waited for it.

use crate::annotate::{Language, language_of};
use crate::error::MemoryError;
use crate::llm::extract::{self, Spoken, accept};
use crate::ports::{LlmRequest, Task};
use crate::record::{Decision, Kind, Role, Scope, SourceKind, Timestamp};

use super::Engine;
use super::heard::{Heard, Hearing, Planned, source_of};
use super::keys;
use super::observe::WAITS;

/// How often a model may answer what can't be used of one batch before it is asked only from time to time.
const FREE_TRIES: u32 = 3;

/// How long it is then left alone, in milliseconds, doubled each time, a day at most.
///
/// Source: a judgement.
const WAIT_MS: i64 = 3_600_000;

impl Engine {
    /// What the model finds in messages: what is to be written, and what is rejected, each with its place among all and the reason.
    ///
    /// # Errors
    /// What the callback did, and [`MemoryError::BadAnswer`].
    pub(super) async fn extract(&self, heard: &Heard) -> Result<(Vec<Planned>, Vec<(usize, String)>), MemoryError> {
        let Some(llm) = self.inner.llm.as_ref() else { return Ok((Vec::new(), Vec::new())) };
        let answer = self.ask(llm.as_ref(), &request(heard)).await?;
        let bad = |err: extract::ExtractError| MemoryError::BadAnswer { task: "extract", cause: err.to_string() };
        let memories = extract::parse(&answer.text).map_err(bad)?;
        let zone = |at: Timestamp| self.inner.clock.local_offset_ms(at);
        let quotable: Vec<(usize, Spoken<'_>)> = heard
            .messages
            .iter()
            .enumerate()
            .filter(|(_, said)| heard.may_quote(said))
            .map(|(at, said)| (at, Spoken { content: &said.content, at: said.at }))
            .collect();
        let spoken: Vec<Spoken<'_>> = quotable.iter().map(|(_, said)| *said).collect();
        let (mut planned, mut rejected) = (Vec::new(), Vec::new());
        for (place, memory) in memories.iter().enumerate() {
            let found = match accept(memory, &spoken, &zone) {
                Ok(found) => found,
                Err(reason) => {
                    rejected.push((place, reason.to_string()));
                    continue;
                }
            };
            let at = quotable.get(found.message).map_or(0, |(at, _)| *at);
            let source = heard.messages.get(at).and_then(|said| source_of(said.role)).unwrap_or_default();
            planned.push(Planned {
                text: found.text,
                kind: Some(memory.kind),
                subject: found.subject,
                confidence: memory.confidence.map(|given| given.min(most_sure(source, memory.kind, heard.trust))),
                observed_at: found.observed_at,
                valid_until: found.valid_until,
                quote: found.quote,
                message: u32::try_from(at).unwrap_or(u32::MAX),
            });
        }
        Ok((planned, rejected))
    }

    /// Goes on with batches that wait, the oldest first; whether the model may be asked about others: no, where it failed or more of them wait.
    ///
    /// # Errors
    /// What the store answers.
    pub(super) async fn hear_waiting(
        &self,
        scope: &Scope,
        most: usize,
        done: &mut Vec<Decision>,
    ) -> Result<bool, MemoryError> {
        let now = self.inner.clock.now();
        let hearing = self.hearing(scope).await?;
        let has_model = self.has_model();
        // Without a model only what was found can be written; what waits for one holds nothing up.
        let is_due =
            |heard: &Heard| heard.planned.is_some() || has_model && heard.not_before.is_none_or(|at| at <= now);
        let due: Vec<(String, Heard)> = hearing.waiting.into_iter().filter(|(_, heard)| is_due(heard)).collect();
        let n_due = due.len();
        for (key, heard) in due.into_iter().take(most) {
            if self.inner.in_hand.borrow().contains(&key) {
                continue;
            }
            if heard.planned.is_some() {
                // Nobody is asked: an earlier call did not come to its end.
                self.write_extracted(scope, &key, &heard, Vec::new(), done).await?;
                continue;
            }
            match self.extract(&heard).await {
                Ok((planned, rejected)) => {
                    let heard = Heard { planned: Some(planned), ..heard };
                    if self.replace(scope, &key, &heard).await? {
                        self.write_extracted(scope, &key, &heard, rejected, done).await?;
                    }
                }
                Err(err @ MemoryError::BadAnswer { .. }) => {
                    self.warn(&err, WAITS);
                    let n_refused = heard.n_refused.saturating_add(1);
                    let not_before =
                        n_refused.checked_sub(FREE_TRIES).map(|n| Timestamp(now.0.saturating_add(WAIT_MS << n.min(4))));
                    self.replace(scope, &key, &Heard { n_refused, not_before, ..heard }).await?;
                }
                Err(err) => {
                    self.warn(&err, WAITS);
                    return Ok(false);
                }
            }
        }
        Ok(n_due <= most)
    }

    /// Stores a batch in place of what its key holds; whether it was still there as it was read, and nobody else has found anything in it. One that lost
    /// messages to a hard `forget` meanwhile stays as it is then, and is asked about anew.
    async fn replace(&self, scope: &Scope, key: &str, heard: &Heard) -> Result<bool, MemoryError> {
        self.transact(scope, keys::hearing, |txn, rows| {
            let there = Hearing::read(rows)?.waiting;
            let is_open = there.iter().any(|(other, before)| {
                other == key && before.planned.is_none() && before.messages.len() == heard.messages.len()
            });
            if is_open {
                txn.put_heard(Some(key), heard)?;
            }
            Ok(is_open)
        })
        .await
    }
}

fn request(heard: &Heard) -> LlmRequest {
    let lines: Vec<String> = (1..)
        .zip(&heard.messages)
        .map(|(number, said)| {
            let role = if said.role == Role::User { "user" } else { "assistant" };
            extract::line(number, said.at, role, &said.content)
        })
        .collect();
    let quotable = heard.messages.iter().filter(|said| heard.may_quote(said));
    let is_chinese = |content: &str| language_of(content) == Language::Zh;
    let (n_chinese, n_all) =
        quotable.fold((0, 0), |(zh, all), said| (zh + usize::from(is_chinese(&said.content)), all + 1));
    let language = if n_all < 2 * n_chinese { Language::Zh } else { Language::En };
    LlmRequest {
        task: Task::Extract,
        system: extract::system(language).to_owned(),
        prompt: lines.join("\n"),
        schema: extract::schema(),
    }
}

/// How sure a memory may be that a model read out of a source: no surer than what such a source says, and a guess no surer than a guess.
fn most_sure(source: SourceKind, kind: Kind, trust: Option<f64>) -> f64 {
    let by_kind = if kind == Kind::Inference { SourceKind::Inference.confidence() } else { 1.0 };
    (source.confidence() * trust.unwrap_or(1.0)).min(by_kind)
}
