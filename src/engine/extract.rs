//! Asking a model what messages say, and going on with those that waited for it.

use crate::annotate::language_of_most;
use crate::error::MemoryError;
use crate::llm::extract::{self, Spoken, accept};
use crate::ports::{LlmRequest, Task};
use crate::record::{Decision, HOUR_MS, Role, Scope, Timestamp};

use super::Engine;
use super::heard::{Found, Heard, Hearing, Planned, Said, source_of};
use super::keys;
use super::observe::WAITS;

/// How often a model may answer what can't be used of one batch before it is asked only from time to time.
///
/// Source: a judgement; a model that is asked again often answers better once, and seldom the fourth time.
const FREE_TRIES: u32 = 3;

/// How long it is then left alone, in milliseconds, doubled each time, as often as [`MOST_DOUBLINGS`].
///
/// Source: a judgement.
const WAIT_MS: i64 = HOUR_MS;

/// How often that time is doubled: sixteen hours are the longest.
///
/// Source: a judgement; what waits is tried again within a day.
const MOST_DOUBLINGS: u32 = 4;

impl Engine {
    /// What the model finds in messages.
    ///
    /// # Errors
    /// What the callback did, and [`MemoryError::BadAnswer`].
    pub(super) async fn extract(&self, heard: &Heard) -> Result<Found, MemoryError> {
        let mut done = Found::default();
        let Some(llm) = self.inner.llm.as_ref() else { return Ok(done) };
        let answer = self.ask(llm.as_ref(), &request(heard)).await?;
        done.llm_calls += 1;
        let bad = |err: extract::ExtractError| MemoryError::BadAnswer { task: "extract", cause: err.to_string() };
        let memories = extract::parse(&answer.text).map_err(bad)?;
        let zone = |at: Timestamp| self.inner.clock.local_offset_ms(at);
        let quotable: Vec<(u32, &Said)> =
            (0..).zip(&heard.messages).filter(|(_, said)| heard.may_quote(said)).collect();
        let spoken: Vec<Spoken<'_>> = quotable.iter().map(|(_, said)| Spoken::of(&said.content, said.at)).collect();
        for (place, memory) in memories.iter().enumerate() {
            let found = accept(memory, &spoken, &zone).map_err(|reason| reason.to_string());
            let (found, (message, said)) = match found {
                Ok(found) => {
                    let Some(quoted) = quotable.get(found.message) else { continue };
                    (found, *quoted)
                }
                Err(reason) => {
                    done.rejected.push((place, reason));
                    continue;
                }
            };
            let most = source_of(said.role).unwrap_or_default().confidence_in(Some(memory.kind), heard.trust);
            done.planned.push(Planned {
                text: found.text,
                kind: Some(memory.kind),
                subject: found.subject,
                confidence: memory.confidence.map(|given| given.min(most)),
                observed_at: found.observed_at,
                valid_until: found.valid_until,
                quote: found.quote,
                message,
            });
        }
        Ok(done)
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
            // Another call may have begun on it, while this one waited for the model too.
            let Some(_in_hand) = self.take_in_hand(&key) else { continue };
            if heard.planned.is_some() {
                // Nobody is asked: an earlier call did not come to its end.
                self.write_extracted(scope, &key, &heard, Found::default(), done).await?;
                continue;
            }
            match self.extract(&heard).await {
                Ok(mut found) => {
                    let planned = Some(std::mem::take(&mut found.planned));
                    let heard = Heard { planned, is_by_rule: false, ..heard };
                    if self.replace(scope, &key, &heard).await? {
                        self.write_extracted(scope, &key, &heard, found, done).await?;
                    }
                }
                Err(err @ MemoryError::BadAnswer { .. }) => {
                    self.warn(&err, WAITS);
                    let n_refused = heard.n_refused.saturating_add(1);
                    let not_before = n_refused
                        .checked_sub(FREE_TRIES)
                        .map(|n| Timestamp(now.0.saturating_add(WAIT_MS << n.min(MOST_DOUBLINGS))));
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
    let language = language_of_most(&mut quotable.map(|said| said.content.as_str()));
    LlmRequest {
        task: Task::Extract,
        system: extract::system(language).to_owned(),
        prompt: lines.join("\n"),
        schema: extract::schema(),
    }
}
