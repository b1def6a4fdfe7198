//! Messages that were handed in, as the store keeps them: those that wait for a model, what was found in others, and which were gone through.

use std::hash::Hasher;

use minicbor::Encode;
use siphasher::sip::SipHasher24;

use crate::codec::{self, RowKind};
use crate::error::MemoryError;
use crate::ports::Row;
use crate::record::stored::decoded;
use crate::record::{Kind, Message, Role, SourceKind, Timestamp};
use crate::sorted::SortedSet;

use super::store::damaged;
use super::txn::Txn;
use super::{Engine, Inner, keys};

/// Messages of a scope that it is remembered of that they were gone through; the oldest go first.
///
/// Source: a judgement; a conversation that is handed in whole at each turn is seldom longer.
pub(super) const MOST_KNOWN: usize = 4096;

/// UTF-8 bytes of messages that may wait in a scope for a model that does not answer.
///
/// Source: a judgement; a book's worth of conversation.
pub(super) const MOST_WAITING_BYTES: usize = 1_000_000;

/// One message.
#[derive(Clone, Debug, Default, Encode)]
#[cbor(map)]
pub(super) struct Said {
    #[n(0)]
    pub(super) role: Role,
    /// What it says, without what `context` rendered.
    #[n(1)]
    pub(super) content: String,
    #[n(2)]
    pub(super) id: Option<String>,
    #[n(3)]
    pub(super) at: Timestamp,
    /// Whether the caller gave the time.
    #[n(4)]
    pub(super) at_given: bool,
    /// A hash by which the message is known again.
    #[n(5)]
    pub(super) name: u64,
}

decoded!(Said:
    0 role: required,
    1 content: required,
    2 id,
    3 at: required,
    4 at_given: required,
    5 name: required,
);

/// A memory that was found in messages and is to be written.
#[derive(Clone, Debug, Default, Encode)]
#[cbor(map)]
pub(super) struct Planned {
    #[n(0)]
    pub(super) text: String,
    #[n(1)]
    pub(super) kind: Option<Kind>,
    #[n(2)]
    pub(super) subject: Option<String>,
    #[n(3)]
    pub(super) confidence: Option<f64>,
    #[n(4)]
    pub(super) observed_at: Option<Timestamp>,
    #[n(5)]
    pub(super) valid_until: Option<Timestamp>,
    #[n(6)]
    pub(super) quote: String,
    /// The message's place in its batch.
    #[n(7)]
    pub(super) message: u32,
}

decoded!(Planned:
    0 text: required,
    1 kind,
    2 subject,
    3 confidence,
    4 observed_at,
    5 valid_until,
    6 quote: required,
    7 message: required,
);

/// Messages that a model is asked about together.
#[derive(Clone, Debug, Default, Encode)]
#[cbor(map)]
pub(super) struct Heard {
    #[n(0)]
    pub(super) messages: Vec<Said>,
    #[n(1)]
    pub(super) sources: Vec<SourceKind>,
    #[n(2)]
    pub(super) trust: Option<f64>,
    /// What was found in them; `None` while they wait for a model.
    #[n(3)]
    pub(super) planned: Option<Vec<Planned>>,
    /// How often a model answered what could not be used.
    #[n(4)]
    pub(super) n_refused: u32,
    /// Before when it is not asked again.
    #[n(5)]
    pub(super) not_before: Option<Timestamp>,
    /// Whether rules found what was found, and no model.
    #[n(6)]
    pub(super) is_by_rule: bool,
}

decoded!(Heard:
    0 messages: required,
    1 sources: required,
    2 trust,
    3 planned,
    4 n_refused: required,
    5 not_before,
    6 is_by_rule,
);

/// What was found in messages.
#[derive(Default)]
pub(super) struct Found {
    pub(super) planned: Vec<Planned>,
    /// What of it was rejected: the place among all, and the reason.
    pub(super) rejected: Vec<(usize, String)>,
    /// Calls of the model that it took.
    pub(super) llm_calls: u32,
}

/// The messages that were gone through, the oldest first.
#[derive(Clone, Debug, Default, Encode)]
#[cbor(map)]
struct Known {
    #[n(0)]
    names: Vec<u64>,
}

decoded!(Known:
    0 names: required,
);

/// What a scope keeps of messages.
#[derive(Default)]
pub(super) struct Hearing {
    /// Batches with their keys, the oldest first.
    pub(super) waiting: Vec<(String, Heard)>,
    known: Vec<u64>,
}

impl Hearing {
    /// Reads it from its rows: the batches, and the list of what was gone through.
    pub(super) fn read(rows: &[Vec<Row>]) -> Result<Self, MemoryError> {
        let batches = rows.first().map(Vec::as_slice).unwrap_or_default();
        let decode = |(key, bytes): &Row| Ok((key.clone(), batch_of(key, bytes)?));
        let waiting = batches.iter().map(decode).collect::<Result<_, MemoryError>>()?;
        let known = match rows.get(1).and_then(|rows| rows.first()) {
            Some((key, bytes)) => {
                let known: Known = codec::decode(RowKind::Observed, bytes).map_err(|err| damaged(key, &err))?;
                known.names
            }
            None => Vec::new(),
        };
        Ok(Self { waiting, known })
    }

    /// Every message that need not be looked at again.
    pub(super) fn names(&self) -> SortedSet<u64> {
        let waiting = self.waiting.iter().flat_map(|(_, heard)| heard.messages.iter().map(|said| said.name));
        self.known.iter().copied().chain(waiting).collect()
    }

    /// UTF-8 bytes of the messages that wait.
    pub(super) fn n_bytes(&self) -> usize {
        self.waiting.iter().map(|(_, heard)| heard.n_bytes()).sum()
    }
}

impl Heard {
    pub(super) fn n_bytes(&self) -> usize {
        self.messages.iter().map(|said| said.content.len()).sum()
    }

    /// Whether a message may be quoted.
    pub(super) fn may_quote(&self, said: &Said) -> bool {
        source_of(said.role).is_some_and(|source| self.sources.contains(&source))
    }
}

/// The batch that a row holds.
pub(super) fn batch_of(key: &str, row: &[u8]) -> Result<Heard, MemoryError> {
    codec::decode(RowKind::Heard, row).map_err(|err| damaged(key, &err))
}

/// The row of a batch.
pub(super) fn row_of(key: &str, heard: &Heard) -> Result<Vec<u8>, MemoryError> {
    codec::encode(RowKind::Heard, heard).map_err(|err| damaged(key, &err))
}

/// Whose words a message holds; of a prompt and a tool's output, nobody's.
pub(super) fn source_of(role: Role) -> Option<SourceKind> {
    match role {
        Role::User => Some(SourceKind::User),
        Role::Assistant => Some(SourceKind::Assistant),
        Role::Other => None,
    }
}

/// The name by which a message is known again: its sender and its id; without an id what it says, and when, where its time was given.
pub(super) fn name_of(salt: &[u8; 16], message: &Message) -> u64 {
    let mut hasher = SipHasher24::new_with_key(salt);
    hasher.write_u8(message.role as u8);
    match (&message.id, message.at) {
        (Some(id), _) => {
            hasher.write_u8(1);
            hasher.write(id.as_bytes());
        }
        (None, Some(at)) => {
            hasher.write_u8(0);
            hasher.write_i64(at.0);
            hasher.write(message.content.as_bytes());
        }
        (None, None) => {
            hasher.write_u8(2);
            hasher.write(message.content.as_bytes());
        }
    }
    hasher.finish()
}

/// Stands while a call is at work on a batch, so that no other one of the handle begins on it.
pub(super) struct InHand<'a> {
    inner: &'a Inner,
    key: String,
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        if let Ok(mut in_hand) = self.inner.in_hand.try_borrow_mut() {
            in_hand.remove(&self.key);
        }
    }
}

impl Engine {
    /// Takes a batch in hand; `None` where another call has it.
    pub(super) fn take_in_hand(&self, key: &str) -> Option<InHand<'_>> {
        let is_free = self.inner.in_hand.borrow_mut().insert(key.to_owned());
        is_free.then(|| InHand { inner: &self.inner, key: key.to_owned() })
    }
}

impl Txn<'_> {
    /// Stages a batch under a key of its own, or under the one that it has.
    pub(super) fn put_heard(&mut self, key: Option<&str>, heard: &Heard) -> Result<String, MemoryError> {
        let next = format!("{}{}{:016x}{:04x}", self.state.prefix, keys::HEARD, self.next, self.meta.len());
        let key = key.map_or(next, str::to_owned);
        let row = row_of(&key, heard)?;
        self.meta.push((key.clone(), Some(row)));
        Ok(key)
    }

    /// Stages that a batch is done.
    pub(super) fn drop_heard(&mut self, key: &str) {
        self.meta.push((key.to_owned(), None));
    }

    /// Stages that messages were gone through.
    pub(super) fn note_heard(&mut self, before: &Hearing, names: impl Iterator<Item = u64>) -> Result<(), MemoryError> {
        let mut known = Known { names: before.known.clone() };
        known.names.extend(names);
        let too_many = known.names.len().saturating_sub(MOST_KNOWN);
        known.names.drain(..too_many);
        let key = format!("{}{}", self.state.prefix, keys::OBSERVED);
        let row = codec::encode(RowKind::Observed, &known).map_err(|err| damaged(&key, &err))?;
        self.meta.push((key, Some(row)));
        Ok(())
    }

    /// Stages that messages which hold one of these sentences no longer wait, nor what was found in them; with `all`, that none does.
    pub(super) fn forget_heard(
        &mut self,
        rows: &[Row],
        sentences: &SortedSet<String>,
        all: bool,
    ) -> Result<(), MemoryError> {
        let hearing = Hearing::read(&[rows.to_vec()])?;
        let holds =
            |text: &str| sentences.iter().any(|sentence| !sentence.is_empty() && text.contains(sentence.as_str()));
        for (key, mut heard) in hearing.waiting {
            let n_before = heard.messages.len();
            if let Some(planned) = heard.planned.as_mut().filter(|_| !all) {
                let n_planned = planned.len();
                planned.retain(|one| !holds(&one.text) && !holds(&one.quote));
                let is_clean = planned.len() == n_planned && heard.messages.iter().all(|said| !holds(&said.content));
                if is_clean {
                    continue;
                }
                // Under another key, since places have changed, and those by which what was written is known go with the key.
                self.drop_heard(&key);
                if !planned.is_empty() {
                    heard.messages.iter_mut().filter(|said| holds(&said.content)).for_each(|said| said.content.clear());
                    self.put_heard(None, &heard)?;
                }
                continue;
            }
            heard.messages.retain(|said| !holds(&said.content));
            if all || heard.messages.is_empty() {
                self.drop_heard(&key);
            } else if heard.messages.len() < n_before {
                self.put_heard(Some(&key), &heard)?;
            }
        }
        Ok(())
    }
}
