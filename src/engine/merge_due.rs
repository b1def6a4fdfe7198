//! Which records of a scope are to be merged, and what a model is shown of them.

use crate::sorted::{SortedMap, SortedSet, sort_by};
use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher24};

use crate::calibrate::Thresholds;
use crate::embedding::Embedding;
use crate::record::{JournalId, MergePolicy, Record, RecordId, Timestamp};
use crate::text::similarity::containment;
use crate::text::tokenize::terms;
use crate::topic::{self, Bond, Linked};

use super::state::ScopeState;

/// Records that one merge takes in; more of a topic wait for the next one.
///
/// Source: a judgement; a prompt of as many lines is short enough for a small model.
const MOST_PARTS: usize = 32;

/// Sentences of a merged record that a model is shown again, the newest ones.
const SHOWN_DETAILS: usize = 24;

/// UTF-8 bytes of the sentences that a model is shown.
///
/// Source: a judgement; some ten thousand tokens.
const MOST_SHOWN_BYTES: usize = 32 * 1024;

/// Rows in which a scope keeps which merges were refused or undone, each of those that share a row taking the last one's place.
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
        let older = whole.map(sentences).unwrap_or_default();
        let mut lines = older.split_at(older.len().saturating_sub(SHOWN_DETAILS)).1.to_vec();
        let n_older = lines.len();
        lines.extend(self.parts.iter().filter_map(|id| state.record(*id)).flat_map(sentences));
        let bytes = |lines: &[Record]| lines.iter().map(|line| line.text.len()).sum::<usize>();
        let most_left_out = (0..=n_older).find(|n_left| bytes(&lines[*n_left..]) <= MOST_SHOWN_BYTES)?;
        Some(lines.split_off(most_left_out))
    }
}

/// The sentences that a record was told by, each as a record with nothing else.
fn sentences(record: &Record) -> Vec<Record> {
    let line = |text: &str, observed_at| Record {
        text: text.to_owned(),
        details: Vec::new(),
        history: Vec::new(),
        sources: Vec::new(),
        facts: SortedMap::new(),
        metadata: serde_json::Map::new(),
        observed_at,
        ..light(record)
    };
    let mut lines: Vec<Record> = record.details.iter().map(|detail| line(&detail.text, detail.observed_at)).collect();
    if !record.merged {
        lines.push(line(&record.text, record.observed_at));
    }
    lines
}

/// A record without what piles up on it.
fn light(record: &Record) -> Record {
    let mut copy = record.clone();
    copy.details = Vec::new();
    copy
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
            let is_apart = |other: &&Record| other.settled.contains(&record.id) || record.settled.contains(&other.id);
            if !taken.iter().any(is_apart) {
                taken.push(record);
            }
        }
        let n_pieces = taken.iter().map(|record| self.state.n_pieces(record)).sum();
        topic::is_due(taken.len(), n_pieces, self.policy).then(|| Due::of(taken, MOST_PARTS))
    }

    /// The records that hang together with one by vector and by words.
    fn cluster(&self, seed: &Record) -> Vec<&'a Record> {
        let related = self.thresholds.related;
        let (mut seen, mut next) = (SortedSet::from([seed.id]), vec![seed.id]);
        let mut links: Vec<Linked> = Vec::new();
        while let Some(id) = next.pop().filter(|_| seen.len() <= MOST_PARTS) {
            let Some(one) = self.state.record(id) else { continue };
            let vector = self.state.vector(id).and_then(|values| Embedding::from_unit(values.to_vec()).ok());
            let Some(vector) = vector else { continue };
            let mine = terms(&one.text);
            for other in self.state.near_by_vector(&vector, related, Some(id)) {
                let Some(record) = self.state.record(other).filter(|other| is_alike(one, other)) else { continue };
                let theirs = terms(&record.text);
                let words = containment(&mine, &theirs).max(containment(&theirs, &mine));
                let cosine = self.state.cosine_of(&vector, other).unwrap_or(-1.0);
                links.push(Linked { one: id, other, cosine, words });
                if seen.insert(other) {
                    next.push(other);
                }
            }
        }
        let found = topic::clusters(&links, related).into_iter().find(|cluster| cluster.contains(&seed.id));
        found.into_iter().flatten().filter_map(|id| self.state.record(id)).collect()
    }
}

/// Whether two records are of one subject and one kind, without which nothing is merged.
fn is_alike(one: &Record, other: &Record) -> bool {
    let subject = |record: &Record| crate::annotate::canonical_subject(crate::version::subject_of(record));
    one.kind() == other.kind() && subject(one) == subject(other)
}

impl ScopeState {
    /// How many sentences a record stands for that were told apart: of a merged one its parts.
    fn n_pieces(&self, record: &Record) -> usize {
        if record.merged { self.parts_of(record.id).len().max(1) } else { 1 }
    }
}
