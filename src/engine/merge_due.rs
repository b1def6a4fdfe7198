//! Which records of a scope are to be merged, and what a model is shown of them.

use crate::sorted::{SortedMap, SortedSet, sort_by};
use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher24};

use crate::annotate::canonical_subject;
use crate::calibrate::Thresholds;
use crate::embedding::Embedding;
use crate::llm::prompt::MOST_SHOWN_BYTES;
use crate::record::{JournalId, MergePolicy, Record, RecordId, Timestamp};
use crate::text::similarity::containment;
use crate::text::tokenize::terms;
use crate::topic::{self, Bond};
use crate::version::subject_of;

use super::state::ScopeState;

/// Records that one merge takes in; more of a topic wait for the next one.
///
/// Source: a judgement; a prompt of as many lines is short enough for a small model.
const MOST_PARTS: usize = 32;

/// Share of words, 0 to 1, that two records of one cluster have in common, in the better direction: vectors alone find what is written
/// alike, not what belongs together.
///
/// Source: a judgement; two sentences about one thing name it, and of a short sentence that is a third.
const SHARED_WORDS: f64 = 0.34;

/// Sentences of a merged record that a model is shown again, the newest ones.
///
/// Source: a judgement; beside as many new lines as one merge takes in a small model still reads them all, and its own facts stay in the
/// record whether it is shown their sentences or not.
const SHOWN_DETAILS: usize = 24;

/// Rows in which a scope keeps which merges were refused or undone, each of those that share a row taking the last one's place.
///
/// Source: a judgement; ten kilobytes at most, and a refusal that lost its row costs one more call.
const REFUSED_ROWS: u128 = 256;

/// Records that are to be merged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Due {
    /// The merged record that takes the others in, where there is one.
    pub(super) into: Option<RecordId>,
    /// The others, in order of creation.
    pub(super) parts: Vec<RecordId>,
    /// The state that each of them is in.
    stamps: SortedMap<RecordId, JournalId>,
}

impl Due {
    /// Of these records, of which there are two or more; the oldest merged one takes the others in, at most so many of them.
    pub(super) fn of(mut records: Vec<&Record>, most_parts: usize) -> Self {
        sort_by(&mut records, |one, other| one.id.cmp(&other.id));
        let into = records.iter().find(|record| record.merged).map(|record| record.id);
        let mut parts: Vec<RecordId> = records.iter().map(|record| record.id).filter(|id| Some(*id) != into).collect();
        parts.truncate(most_parts);
        let is_taken = |record: &&&Record| Some(record.id) == into || parts.contains(&record.id);
        let stamps = records.iter().filter(is_taken).map(|record| (record.id, record.stamp)).collect();
        Self { into, parts, stamps }
    }

    /// Every record of it.
    pub(super) fn ids(&self) -> impl Iterator<Item = RecordId> {
        self.stamps.keys().copied()
    }

    /// Whether all of them are as they were.
    pub(super) fn is_unchanged(&self, state: &ScopeState) -> bool {
        let same = |(id, stamp): (&RecordId, &JournalId)| {
            state.record(*id).is_some_and(|record| record.is_known() && record.stamp == *stamp)
        };
        self.stamps.iter().all(same)
    }

    /// A hash of the records in this state.
    fn hash(&self) -> u128 {
        let mut hasher = SipHasher24::new();
        for (id, stamp) in &self.stamps {
            hasher.write(id.to_key().as_bytes());
            hasher.write(stamp.to_string().as_bytes());
        }
        hasher.finish128().as_u128()
    }

    /// The row of the cache in which it is noted that these records, in this state, are not to be merged; and the whole hash that is noted.
    pub(super) fn refusal(&self, prefix: &str) -> (String, [u8; 16]) {
        let of = self.hash();
        (format!("{prefix}m{:02x}", of % REFUSED_ROWS), of.to_be_bytes())
    }

    /// The sentences that a model is shown, each as a record of its own, those of the merged record first; `None` where they are too long.
    pub(super) fn shown(&self, state: &ScopeState) -> Option<Vec<Record>> {
        let whole = self.into.and_then(|id| state.record(id));
        let mut lines = whole.map(|whole| sentences(whole, SHOWN_DETAILS)).unwrap_or_default();
        let n_older = lines.len();
        lines.extend(self.parts.iter().filter_map(|id| state.record(*id)).flat_map(|part| sentences(part, usize::MAX)));
        let bytes = |lines: &[Record]| lines.iter().map(|line| line.text.len()).sum::<usize>();
        let most_left_out = (0..=n_older).find(|n_left| bytes(&lines[*n_left..]) <= MOST_SHOWN_BYTES)?;
        Some(lines.split_off(most_left_out))
    }
}

/// The sentences that a record was told by, of its details the last `most_details`, each as a record with nothing that piles up on one.
fn sentences(record: &Record, most_details: usize) -> Vec<Record> {
    let bare = Record {
        text: String::new(),
        details: Vec::new(),
        history: Vec::new(),
        sources: Vec::new(),
        facts: SortedMap::new(),
        metadata: serde_json::Map::new(),
        ..record.clone()
    };
    let line = |text: &str, observed_at| Record { text: text.to_owned(), observed_at, ..bare.clone() };
    let shown = record.details.iter().skip(record.details.len().saturating_sub(most_details));
    let mut lines: Vec<Record> = shown.map(|detail| line(&detail.text, detail.observed_at)).collect();
    if !record.merged {
        lines.push(line(&record.text, record.observed_at));
    }
    lines
}

/// Finds what is to be merged.
pub(super) struct Finder<'a> {
    pub(super) state: &'a ScopeState,
    pub(super) policy: &'a MergePolicy,
    pub(super) thresholds: Thresholds,
    pub(super) now: Timestamp,
}

impl<'a> Finder<'a> {
    /// What is to be merged with a record: what has its topic, else what has its key, else its cluster where clusters count.
    pub(super) fn due_with(&self, seed: RecordId) -> Option<Due> {
        let record = self.state.record(seed).map(|record| self.state.whole_of(record).unwrap_or(record))?;
        if !topic::may_merge(record, self.now) {
            return None;
        }
        let by_bond = topic::bonds(record).into_iter().find_map(|bond| {
            let held = self.candidates(&bond).into_iter().filter(|other| bond.holds(other)).collect();
            self.due_of(record, held)
        });
        by_bond.or_else(|| if self.policy.cluster { self.due_of(record, self.cluster(record)) } else { None })
    }

    fn candidates(&self, bond: &Bond) -> Vec<&'a Record> {
        match bond {
            Bond::Topic { name, .. } => self.state.of_topic(name).collect(),
            Bond::Key { key, subject, .. } => {
                self.state.holding(subject, key).filter(|record| record.is_known()).collect()
            }
        }
    }

    /// The records of those that may be merged with one, where there are enough.
    fn due_of(&self, seed: &'a Record, mut held: Vec<&'a Record>) -> Option<Due> {
        held.retain(|other| other.id != seed.id && topic::may_merge(other, self.now));
        // Merged ones first: what a person took out of one stays apart from it, and does not keep the others from it.
        sort_by(&mut held, |one, other| (!one.merged, one.id).cmp(&(!other.merged, other.id)));
        let mut taken = vec![seed];
        for record in held {
            if !taken.iter().any(|other| other.is_apart_from(record)) {
                taken.push(record);
            }
        }
        let n_pieces = taken.iter().map(|record| self.state.n_pieces(record)).sum();
        topic::is_due(taken.len(), n_pieces, self.policy).then(|| Due::of(taken, MOST_PARTS))
    }

    /// The records that hang together with one: each is near another of them by vector, and has a third of the words. A merged record hangs together
    /// with what its parts do, so that it makes no difference which of them were merged first.
    fn cluster(&self, seed: &Record) -> Vec<&'a Record> {
        let (subject, kind) = (canonical_subject(subject_of(seed)), seed.kind());
        let (mut found, mut next) = (SortedSet::from([seed.id]), vec![seed.id]);
        while let Some(id) = next.pop().filter(|_| found.len() <= MOST_PARTS) {
            let Some(one) = self.state.record(id) else { continue };
            let parts = if one.merged { self.state.parts_of(id) } else { vec![one] };
            for other in parts.into_iter().flat_map(|part| self.beside(part)) {
                let other = self.state.whole_of(other).unwrap_or(other);
                if other.is_known() && topic::is_of(other, &subject, kind) && found.insert(other.id) {
                    next.push(other.id);
                }
            }
        }
        found.into_iter().filter_map(|id| self.state.record(id)).collect()
    }

    /// What is near to a record by vector, and has a third of the words.
    fn beside(&self, one: &Record) -> Vec<&'a Record> {
        let vector = self.state.vector(one.id).and_then(|values| Embedding::from_unit(values.to_vec()).ok());
        let Some(vector) = vector else { return Vec::new() };
        let mine = terms(&one.text);
        let is_beside = |other: &&Record| {
            let theirs = terms(&other.text);
            SHARED_WORDS <= containment(&mine, &theirs).max(containment(&theirs, &mine))
        };
        let near = self.state.near_told(&vector, self.thresholds.related, one.id);
        near.into_iter().filter_map(|id| self.state.record(id)).filter(is_beside).collect()
    }
}

impl ScopeState {
    /// How many sentences a record stands for that were told apart: of a merged one its parts.
    pub(super) fn n_pieces(&self, record: &Record) -> usize {
        if record.merged { self.parts_of(record.id).len().max(1) } else { 1 }
    }
}
