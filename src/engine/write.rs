//! A write as it was given, checked, and how it becomes a record or goes into one.

use crate::error::MemoryError;
use crate::record::{
    Kind, Policy, Record, RecordId, Source, SourceKind, Status, Tier, Timestamp, WriteInput, note_detail,
};

use super::probe::Probe;

/// Importance, 0 to 1, of a memory whose caller gives none. Source: DESIGN section 3.
const IMPORTANCE: f64 = 0.5;

/// A write as it was given, checked.
pub(super) struct Write {
    pub(super) input: WriteInput,
    pub(super) probe: Probe,
    /// The scope's removals before it was found in messages: after another one it is not written.
    pub(super) found_at: Option<u64>,
}

impl Write {
    /// # Errors
    /// [`MemoryError::InvalidInput`] and [`MemoryError::TextTooLong`].
    pub(super) fn check(input: WriteInput, policy: &Policy) -> Result<Self, MemoryError> {
        check_text(&input.text, policy)?;
        check_share("importance", input.importance)?;
        check_share("confidence", input.confidence)?;
        check_share("source.trust", input.source.as_ref().and_then(|source| source.trust))?;
        if input.value.is_some() && input.key.is_none() {
            return Err(MemoryError::InvalidInput("a value needs a key that it is the value of".to_owned()));
        }
        let named =
            [("key", &input.key), ("value", &input.value), ("subject", &input.subject), ("topic", &input.topic)];
        for (field, given) in named {
            check_name(field, given.as_deref())?;
        }
        check_name("idempotencyKey", input.idempotency_key.as_deref())?;
        let probe = Probe::of(&input.text);
        Ok(Self { input, probe, found_at: None })
    }

    fn source(&self) -> Source {
        let given = self.input.source.clone().unwrap_or_else(|| Source {
            kind: if self.input.kind == Some(Kind::Inference) { SourceKind::Inference } else { SourceKind::User },
            ..Source::default()
        });
        Source { quote: given.quote.or_else(|| Some(self.input.text.clone())), ..given }
    }

    /// 0 to 1: as given; else by who said it, a guess being no surer than an inference.
    fn confidence(&self) -> f64 {
        let source = self.source();
        self.input.confidence.unwrap_or(source.kind.confidence_in(self.input.kind, source.trust))
    }

    /// The record that this write becomes when it is a memory of its own.
    pub(super) fn record(&self, id: RecordId, now: Timestamp) -> Record {
        let input = &self.input;
        Record {
            id,
            stamp: crate::record::JournalId::default(),
            kind: input.kind,
            text: input.text.clone(),
            details: Vec::new(),
            subject: input.subject.clone(),
            topic: input.topic.clone(),
            facts: crate::sorted::SortedMap::new(),
            key: input.key.clone(),
            value: input.value.clone(),
            history: Vec::new(),
            opponents: crate::sorted::SortedSet::new(),
            importance: input.importance.unwrap_or(IMPORTANCE),
            confidence: self.confidence(),
            created_at: now,
            updated_at: now,
            observed_at: input.observed_at.unwrap_or(now),
            observed_given: input.observed_at.is_some(),
            last_accessed_at: now,
            valid_until: input.valid_until,
            tier: Tier::Hot,
            status: Status::Active,
            merged_into: None,
            tags: input.tags.clone(),
            metadata: input.metadata.clone(),
            relations: input.relations.clone(),
            sources: vec![self.source()],
            fingerprint: self.probe.fingerprint(),
            pinned: input.pinned,
            pending: false,
            reembed: false,
            superseded_by: None,
            settled: crate::sorted::SortedSet::new(),
            tellings: Vec::new(),
            merged: false,
            changed: crate::record::JournalId::default(),
            confirmed: false,
        }
    }
}

/// Lets a record take in another of the same memory: nothing that either knows goes, and the decay clock starts anew.
pub(super) fn take_in(known: &mut Record, told: &Record, now: Timestamp) {
    known.unite(told);
    known.last_accessed_at = known.last_accessed_at.max(now);
    known.kind = known.kind.or(told.kind);
    fill(&mut known.subject, &told.subject);
    fill(&mut known.topic, &told.topic);
    if known.key.is_none() || known.key == told.key {
        fill(&mut known.key, &told.key);
        fill(&mut known.value, &told.value);
    }
    known.tier = Tier::Hot;
    known.valid_until = match (known.valid_until, told.valid_until) {
        // What had run out holds again, for as long as is told now.
        (Some(old), new) if old <= now => new,
        (Some(old), Some(new)) => Some(old.max(new)),
        (old, new) => old.or(new),
    };
    for detail in std::iter::once(&told.as_detail()).chain(&told.details) {
        if !says(known, &detail.text) {
            known.details.push(detail.clone());
        }
    }
    known.history.extend(told.history.iter().cloned());
}

/// Lets a record say what a fuller text says; its older text becomes a detail.
pub(super) fn rewrite(known: &mut Record, told: &Record) {
    let older = known.as_detail();
    known.text.clone_from(&told.text);
    known.fingerprint.clone_from(&told.fingerprint);
    // The fuller text may have stood among the details already.
    known.details.retain(|detail| detail.text != told.text);
    note_detail(&mut known.details, older);
}

/// Whether a wording stands in a record or in a quote of its sources, word for word.
fn says(record: &Record, wording: &str) -> bool {
    record.wordings().any(|known| known == wording)
        || record.sources.iter().any(|source| source.quote.as_deref() == Some(wording))
}

fn fill(known: &mut Option<String>, told: &Option<String>) {
    if known.is_none() {
        known.clone_from(told);
    }
}

/// # Errors
/// [`MemoryError::InvalidInput`] for a text without a letter or sign, [`MemoryError::TextTooLong`].
pub(super) fn check_text(text: &str, policy: &Policy) -> Result<(), MemoryError> {
    if text.chars().all(is_blank) {
        return Err(MemoryError::InvalidInput(
            "the text is empty or blank; a memory needs at least one visible sign".to_owned(),
        ));
    }
    let (bytes, limit) = (text.len(), policy.max_text_bytes);
    if limit < bytes {
        return Err(MemoryError::TextTooLong { bytes, limit });
    }
    Ok(())
}

/// White space, control characters, and characters that show nothing.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' | '\u{3164}')
}

/// # Errors
/// [`MemoryError::InvalidInput`] for a number outside 0 to 1.
pub(super) fn check_share(field: &str, given: Option<f64>) -> Result<(), MemoryError> {
    match given {
        Some(number) if !(0.0..=1.0).contains(&number) => {
            Err(MemoryError::InvalidInput(format!("{field} is {number}; it goes from 0 to 1")))
        }
        _ => Ok(()),
    }
}

/// UTF-8 bytes that a name (key, value, subject, topic, idempotency key) may have: far more than any name, and little enough that
/// a record's row stays small.
const MOST_NAME_BYTES: usize = 4096;

/// # Errors
/// [`MemoryError::InvalidInput`] for a blank or overlong name.
pub(super) fn check_name(field: &str, given: Option<&str>) -> Result<(), MemoryError> {
    match given {
        Some(name) if name.chars().all(is_blank) => {
            Err(MemoryError::InvalidInput(format!("{field} is blank; leave it out instead")))
        }
        Some(name) if MOST_NAME_BYTES < name.len() => Err(MemoryError::InvalidInput(format!(
            "{field} has {} bytes of UTF-8; at most {MOST_NAME_BYTES} are allowed",
            name.len()
        ))),
        _ => Ok(()),
    }
}
