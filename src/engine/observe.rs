//! Observing: memories are found in messages, by a model or by rule, and written like any other.

use crate::annotate::{kind_of, statements};
use crate::error::MemoryError;
use crate::llm::extract::dated;
use crate::llm::pasted::without_context;
use crate::ports::ReadRequest;
use crate::record::{
    Action, Decision, Event, Evidence, Kind, ObserveInput, Scope, Source, Strategy, Timestamp, WriteInput,
};

use super::abort::Counted;
use super::heard::{Found, Heard, Hearing, MOST_WAITING_BYTES, Planned, Said, name_of, row_of, source_of};
use super::write::{Write, check_name, check_share};
use super::{Engine, keys};

/// UTF-8 bytes of messages that a model is asked about at once; a longer message is cut in pieces.
///
/// Source: a judgement; about 4,000 tokens, which a small model reads well.
const MOST_BYTES: usize = 12_000;

/// Messages that a model is asked about at once.
///
/// Source: a judgement; of more short ones a small model passes over some.
const MOST_MESSAGES: usize = 40;

/// UTF-8 bytes that the messages of one call may have.
///
/// Source: a judgement; as many as may wait in a scope, [`MOST_WAITING_BYTES`].
const MOST_BYTES_OF_CALL: usize = 1_000_000;

/// Waiting batches that a call of `observe` asks a model about before its own.
///
/// Source: a judgement; a call then takes a few times as long at most.
const WAITING_ALONG: usize = 4;

/// What a decision says of a memory that a rule found.
const BY_RULE: &str = "no llm was given: the rules read it as a statement about the user";

impl Engine {
    /// Finds memories in messages and writes them, each as [`Self::remember`] does; what a model found that no message says is rejected, with a reason.
    /// Messages that were gone through before are passed over. Where the model fails they wait in the store, and are asked about before those of
    /// the next call, or at upkeep. Without a model, what the rules recognise as a statement about the user is written.
    ///
    /// # Errors
    /// [`MemoryError::InvalidInput`], [`MemoryError::QueueFull`] where the model fails and too much waits already, and what the store answers;
    /// [`MemoryError::Partial`] says how many decisions were made before.
    pub async fn observe(&self, scope: &Scope, input: ObserveInput) -> Result<Vec<Decision>, MemoryError> {
        check(&input)?;
        self.ready(scope).await?;
        self.note_turn(scope);
        let mut done = Counted::new(self);
        match self.observe_into(scope, input, &mut done.items).await {
            Ok(()) => Ok(std::mem::take(&mut done.items)),
            Err(cause) if done.items.is_empty() => Err(cause),
            Err(cause) => Err(MemoryError::Partial { written: done.items.len(), cause: Box::new(cause) }),
        }
    }

    async fn observe_into(
        &self,
        scope: &Scope,
        input: ObserveInput,
        done: &mut Vec<Decision>,
    ) -> Result<(), MemoryError> {
        let is_answering = self.hear_waiting(scope, WAITING_ALONG, done).await?;
        let batches = self.batches(scope, input).await?;
        let mut batches = batches.into_iter();
        while let Some(heard) = batches.next() {
            let asked = if is_answering { self.found_in(&heard).await } else { Err(None) };
            match asked {
                Ok(mut found) => {
                    let planned = Some(std::mem::take(&mut found.planned));
                    let heard = Heard { planned, is_by_rule: !self.has_model(), ..heard };
                    if let Some(key) = self.keep_found(scope, &heard).await? {
                        let _in_hand = self.take_in_hand(&key);
                        self.write_extracted(scope, &key, &heard, found, done).await?;
                    }
                }
                Err(Some(err @ MemoryError::BadAnswer { .. })) => {
                    self.warn(&err, WAITS);
                    self.wait(scope, vec![Heard { n_refused: 1, ..heard }]).await?;
                }
                // The others would fail too, and they are read in their order.
                Err(err) => {
                    if let Some(err) = &err {
                        self.warn(err, WAITS);
                    }
                    return self.wait(scope, std::iter::once(heard).chain(batches).collect()).await;
                }
            }
        }
        self.all_is_written();
        Ok(())
    }

    /// The messages that were not gone through before, in batches; such that hold nothing that may be quoted are left out.
    async fn batches(&self, scope: &Scope, input: ObserveInput) -> Result<Vec<Heard>, MemoryError> {
        let hearing = self.hearing(scope).await?;
        let mut known = hearing.names();
        let now = self.inner.clock.now();
        let salt = self.inner.store.borrow().salt;
        let blank = Heard { sources: input.sources, trust: input.trust, ..Heard::default() };
        let mut batches = Vec::new();
        let mut batch = blank.clone();
        for message in input.messages {
            let name = name_of(&salt, &message);
            let content = without_context(&message.content);
            if source_of(message.role).is_none() || content.is_empty() {
                continue;
            }
            let (role, id) = (message.role, message.id);
            let (at, at_given) = (message.at.unwrap_or(now), message.at.is_some());
            for (nth, piece) in (0..).zip(pieces(&content)) {
                // Each piece is known by itself, so that none is lost where a later one could not be read.
                let name = name.wrapping_add(nth);
                if !known.insert(name) {
                    continue;
                }
                if MOST_BYTES < batch.n_bytes() + piece.len() || batch.messages.len() == MOST_MESSAGES {
                    batches.push(std::mem::replace(&mut batch, blank.clone()));
                }
                let content = piece.to_owned();
                batch.messages.push(Said { role, content, id: id.clone(), at, at_given, name });
            }
        }
        batches.push(batch);
        batches.retain(|batch| batch.messages.iter().any(|said| batch.may_quote(said)));
        Ok(batches)
    }

    /// What is found in a batch, by the model or by rule. `Err(None)` is never answered.
    async fn found_in(&self, heard: &Heard) -> Result<Found, Option<MemoryError>> {
        if self.has_model() {
            self.extract(heard).await.map_err(Some)
        } else {
            Ok(Found { planned: self.by_rule(heard), ..Found::default() })
        }
    }

    /// The statements about the user that rules recognise.
    fn by_rule(&self, heard: &Heard) -> Vec<Planned> {
        let zone = |at: Timestamp| self.inner.clock.local_offset_ms(at);
        let mut planned = Vec::new();
        for (message, said) in (0_u32..).zip(&heard.messages).filter(|(_, said)| heard.may_quote(said)) {
            for sentence in statements(&said.content) {
                let found = dated(sentence, said.at, &zone);
                // A message that says one thing a thousand times says it once.
                let mut of_message = planned.iter().rev().take_while(|one: &&Planned| one.message == message);
                if of_message.any(|one| one.text == found.text) {
                    continue;
                }
                let (observed_at, valid_until) = found.held(said.at, kind_of(sentence) == Some(Kind::State));
                planned.push(Planned {
                    text: found.text,
                    observed_at,
                    valid_until,
                    quote: sentence.to_owned(),
                    message,
                    ..Planned::default()
                });
            }
        }
        planned
    }

    /// Stores what is to be written before it is, so that a crash in between neither loses nor doubles it. `None` where another handle went through
    /// the messages meanwhile.
    async fn keep_found(&self, scope: &Scope, heard: &Heard) -> Result<Option<String>, MemoryError> {
        self.transact(scope, keys::hearing, |txn, rows| {
            let hearing = Hearing::read(rows)?;
            let known = hearing.names();
            if heard.messages.iter().all(|said| known.contains(&said.name)) {
                return Ok(None);
            }
            txn.note_heard(&hearing, heard.messages.iter().map(|said| said.name))?;
            if heard.planned.as_ref().is_some_and(Vec::is_empty) {
                return Ok(Some(String::new()));
            }
            txn.put_heard(None, heard).map(Some)
        })
        .await
    }

    /// Writes what was found, and forgets the batch. What was written before a crash is known by its idempotency key.
    pub(super) async fn write_extracted(
        &self,
        scope: &Scope,
        key: &str,
        heard: &Heard,
        found: Found,
        done: &mut Vec<Decision>,
    ) -> Result<(), MemoryError> {
        let planned = heard.planned.as_deref().unwrap_or_default();
        // What was found, in its order: why it is rejected, or nothing where it is written.
        let mut reasons = vec![None; planned.len() + found.rejected.len()];
        for (place, reason) in found.rejected {
            if let Some(slot) = reasons.get_mut(place) {
                *slot = Some(reason);
            }
        }
        let mut writes = Vec::new();
        let open = reasons.iter_mut().filter(|reason| reason.is_none());
        for (nth, (slot, one)) in open.zip(planned).enumerate() {
            match Write::check(input_of(heard, one, format!("observe/{key}/{nth}")), &self.inner.policy) {
                Ok(write) => writes.push(write),
                Err(err) => *slot = Some(err.to_string()),
            }
        }
        let start = done.len();
        while done.len() - start < writes.len() {
            let removals = self.with(scope, |state| state.removals);
            if !self.stands(scope, key, heard).await? {
                return Ok(());
            }
            let left = &mut writes[done.len() - start..];
            left.iter_mut().for_each(|write| write.found_at = Some(removals));
            self.write(scope, left, done, false).await?;
        }
        if heard.is_by_rule {
            done[start..].iter_mut().for_each(|decision| decision.reason = Some(BY_RULE.to_owned()));
        }
        for (place, reason) in reasons.into_iter().enumerate() {
            let Some(reason) = reason else { continue };
            let decision = rejection(scope, reason);
            self.emit(&Event::Decision(Box::new(decision.clone())));
            done.insert((start + place).min(done.len()), decision);
        }
        if let Some(first) = done.get_mut(start) {
            first.llm_calls += found.llm_calls;
        }
        if !key.is_empty() {
            self.transact(
                scope,
                |_| Vec::new(),
                |txn, _| {
                    txn.drop_heard(key);
                    Ok(())
                },
            )
            .await?;
        }
        Ok(())
    }

    /// Whether a batch is stored as it was read: a hard `forget` changes it, and what is left of it is then written by the next call; another handle may
    /// have gone through it.
    async fn stands(&self, scope: &Scope, key: &str, heard: &Heard) -> Result<bool, MemoryError> {
        let prefix = self.with(scope, |state| state.prefix.clone());
        let rows = self.read(keys::hearing(&prefix)).await?.rows;
        let row = row_of(key, heard)?;
        Ok(rows.first().is_some_and(|rows| rows.iter().any(|(other, stored)| other == key && *stored == row)))
    }

    /// Lets batches wait for the model.
    async fn wait(&self, scope: &Scope, batches: Vec<Heard>) -> Result<(), MemoryError> {
        self.transact(scope, keys::hearing, |txn, rows| {
            let hearing = Hearing::read(rows)?;
            let known = hearing.names();
            let is_new = |heard: &&Heard| heard.messages.iter().any(|said| !known.contains(&said.name));
            let new: Vec<&Heard> = batches.iter().filter(is_new).collect();
            let bytes = hearing.n_bytes() + new.iter().map(|heard| heard.n_bytes()).sum::<usize>();
            if MOST_WAITING_BYTES < bytes {
                return Err(MemoryError::QueueFull { bytes, limit: MOST_WAITING_BYTES });
            }
            for heard in &new {
                txn.put_heard(None, heard)?;
            }
            if new.is_empty() {
                return Ok(());
            }
            txn.note_heard(&hearing, new.iter().flat_map(|heard| heard.messages.iter().map(|said| said.name)))
        })
        .await
    }

    /// What the scope keeps of messages.
    pub(super) async fn hearing(&self, scope: &Scope) -> Result<Hearing, MemoryError> {
        let prefix = self.with(scope, |state| state.prefix.clone());
        let requests: Vec<ReadRequest> = keys::hearing(&prefix);
        Hearing::read(&self.read(requests).await?.rows)
    }
}

/// What a warning says of messages that a model did not read.
pub(super) const WAITS: &str = "the messages wait in the store, and are read at the next call or at upkeep";

fn check(input: &ObserveInput) -> Result<(), MemoryError> {
    check_share("trust", input.trust)?;
    if !input.has_sources() {
        return Err(MemoryError::InvalidInput("sources: one or both of user and assistant are needed".to_owned()));
    }
    for (at, message) in input.messages.iter().enumerate() {
        check_name("id", message.id.as_deref()).map_err(|err| {
            let words = err.to_string();
            MemoryError::InvalidInput(format!("message {at}: {words}"))
        })?;
    }
    let bytes: usize = input.messages.iter().map(|message| message.content.len()).sum();
    if MOST_BYTES_OF_CALL < bytes {
        let words = format!("the messages have {bytes} bytes of UTF-8; {MOST_BYTES_OF_CALL} are allowed in one call");
        return Err(MemoryError::InvalidInput(words));
    }
    Ok(())
}

/// A content in pieces that are short enough to be asked about, cut where a sentence ends where one does.
fn pieces(content: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = content;
    while MOST_BYTES < rest.len() {
        let most = (0..=MOST_BYTES).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let end = rest[..most].rfind(['\n', '。', '！', '？', '!', '?']).filter(|end| MOST_BYTES / 2 < *end);
        let end = end.and_then(|end| Some(end + rest[end..].chars().next()?.len_utf8())).unwrap_or(most);
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces.push(rest);
    pieces
}

fn input_of(heard: &Heard, one: &Planned, key: String) -> WriteInput {
    let said = usize::try_from(one.message).ok().and_then(|at| heard.messages.get(at)).cloned().unwrap_or_default();
    let source = Source {
        kind: source_of(said.role).unwrap_or_default(),
        quote: Some(one.quote.clone()),
        message_id: said.id,
        at: Some(said.at),
        trust: heard.trust,
    };
    WriteInput {
        text: one.text.clone(),
        kind: one.kind,
        subject: one.subject.clone(),
        confidence: one.confidence,
        observed_at: one.observed_at.or(said.at_given.then_some(said.at)),
        valid_until: one.valid_until,
        source: Some(source),
        idempotency_key: Some(key),
        ..WriteInput::default()
    }
}

fn rejection(scope: &Scope, reason: String) -> Decision {
    Decision {
        action: Action::Rejected,
        id: None,
        record: None,
        scope: scope.clone(),
        strategy: Strategy::Gate,
        evidence: Evidence::default(),
        pending: false,
        embed_calls: 0,
        llm_calls: 0,
        journal_ids: Vec::new(),
        reason: Some(reason),
    }
}
