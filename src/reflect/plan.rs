//! Which of a model's proposals are carried out: each is checked against what was shown, and one that is refused refuses no other.

use crate::gate::{self, Verdict};
use crate::llm::answer::MOST_TEXT_BYTES;
use crate::llm::reflect::{Op, Proposal};
use crate::llm::said::Shown;
use crate::record::{Record, RecordId, Refusal, StepKind};
use crate::sorted::{SortedMap, SortedSet};
use crate::text::key::careful_key;
use crate::text::similarity::containment;
use crate::text::tokenize::terms;
use crate::version::is_of_one_subject;

use super::outlived::{is_rival, outlived_by, outlived_parts};
use super::refused::key;
use super::sides::kept_apart;

/// Share of a text's words, 0 to 1, that its records have: one that speaks of something else sums nothing up.
///
/// Source: a judgement; a summary in other words still has a third of the words, and an instruction that slipped in has none.
const SHARED_WORDS: f64 = 0.25;

/// Why what was refused before is refused again.
const REMEMBERED: &str = "it was refused or taken back before, and none of its records has changed since";

/// Why what is put to the user stays as it is.
const DISPUTED: &str = "is in an open conflict, which the user settles";

/// Conflicts that one run may open.
///
/// Source: a judgement; as many questions as a person answers at one sitting.
const MOST_CONFLICTS: usize = 5;

/// A record as it was shown.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The record.
    pub record: Record,
    /// What was told apart and it was merged of; empty where it was told as it is.
    pub parts: Vec<Record>,
}

impl Seen {
    /// How many sentences it stands for that were told apart.
    #[must_use]
    pub fn n_pieces(&self) -> usize {
        self.parts.len().max(1)
    }

    /// What was told: the parts of a merged record, else itself; what stands in a conflict as a whole stands there as a whole again.
    fn told(&self) -> &[Record] {
        if self.record.merged && !self.record.conflict_pending() {
            &self.parts
        } else {
            std::slice::from_ref(&self.record)
        }
    }
}

/// What proposals are held against besides the records.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// What names of refusals are hashed under.
    pub salt: &'a [u8; 16],
    /// Names of what was refused before.
    pub refused: &'a [u64],
    /// UTF-8 bytes that a text may have.
    pub max_text_bytes: usize,
}

/// A change that is to be made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// What kind.
    pub kind: StepKind,
    /// The records, in order of creation.
    pub ids: Vec<RecordId>,
    /// What they say then; empty where they say nothing.
    pub text: String,
    /// Why, in the model's words.
    pub reason: Option<String>,
    /// Of a deletion the record, and of an update of a merged record the parts that it leaves out, each with the record that took its place, whose history
    /// it then is; of a conflict the two records or parts that stand against each other.
    pub pairs: Vec<(RecordId, RecordId)>,
    /// The proposal as the model gave it, for a later refusal.
    pub raw: serde_json::Value,
}

impl Change {
    /// What it makes history of, each with the record that took its place.
    #[must_use]
    pub fn outlived(&self) -> &[(RecordId, RecordId)] {
        if self.kind == StepKind::Conflict { &[] } else { &self.pairs }
    }

    /// The two records that it holds against each other, where neither of them stands there by a part.
    fn between(&self) -> Option<(RecordId, RecordId)> {
        let named = |(one, other): &&(RecordId, RecordId)| self.ids.contains(one) && self.ids.contains(other);
        self.pairs.first().filter(|_| self.kind == StepKind::Conflict).filter(named).copied()
    }
}

/// What is to be done, and what is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// What is to be done; no record stands in two changes.
    pub changes: Vec<Change>,
    /// What is refused.
    pub refusals: Vec<Refusal>,
    /// Names of those refusals that are to be remembered.
    pub to_remember: Vec<u64>,
    /// Records that another took the place of, and that this run had no room to hide any more: the next one looks at them again.
    pub to_repeat: Vec<RecordId>,
}

/// Sentences that one run may hide when batches of at most so many are shown: the share, 0 to 1, of the largest batch, and one at least, unless
/// the share is 0.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a batch has far fewer than 2^53 sentences, and a float that does not fit becomes the nearest number that does"
)]
pub fn most_deleted(largest_batch: usize, share: f64) -> usize {
    if 0.0 < share { ((share.min(1.0) * largest_batch as f64) as usize).max(1) } else { 0 }
}

/// Why nothing automatic but time may touch a record; `None` where it may.
#[must_use]
pub fn is_safe(record: &Record) -> Option<&'static str> {
    let is_disputed = || record.conflict_pending().then_some(DISPUTED);
    is_held_on_to(record).or_else(is_disputed)
}

/// Why what a person holds on to is put to nobody.
fn is_held_on_to(record: &Record) -> Option<&'static str> {
    let is_confirmed = || record.confirmed.then_some("was written or chosen by a person");
    record.pinned.then_some("is pinned").or_else(is_confirmed)
}

impl StepKind {
    /// Why it may not be done to a record by itself; `None` where it may. What is put to the user already may be put beside more, and be merged with what
    /// [stands on its side](super::kept_apart).
    #[must_use]
    pub fn refused_for(self, record: &Record) -> Option<&'static str> {
        match self {
            Self::Conflict | Self::Merge => is_held_on_to(record),
            Self::Update | Self::Delete => is_safe(record),
        }
    }
}

/// Checks proposals in order against the records that were shown, by their numbers from 1 on, and adds them to what is planned already: a record may be
/// shown in two batches, and the first operation that names it stands, but for conflicts beside each other and a merge of what
/// stands on one side of them. `room` is how many sentences may still be hidden in this run; only what is planned takes of it.
pub fn plan(plan: &mut Plan, proposals: Vec<Proposal>, seen: &[Seen], rules: Rules<'_>, room: &mut usize) {
    for Proposal { raw, op } in proposals {
        let asks = |change: &&Change| change.kind == StepKind::Conflict;
        // A record may stand against several others, and become one with what stands against the same.
        let is_other = |change: &&Change| match op {
            Ok(Op::Conflict { .. }) => !asks(change),
            Ok(Op::Merge { .. }) => change.between().is_none(),
            Ok(Op::Update { .. } | Op::Delete { .. }) | Err(_) => true,
        };
        let others = plan.changes.iter().filter(is_other);
        let taken: SortedSet<RecordId> = others.flat_map(|change| change.ids.iter().copied()).collect();
        let n_conflicts = plan.changes.iter().filter(asks).count();
        let asked: Vec<(RecordId, RecordId)> = plan.changes.iter().filter_map(Change::between).collect();
        let left = Left { to_hide: *room, to_ask: MOST_CONFLICTS.saturating_sub(n_conflicts) };
        let outcome = op.map_err(Refused::from).and_then(|op| checked(op, seen, rules, &taken, &asked, left));
        match outcome {
            Ok((change, n_hidden)) => {
                *room -= n_hidden;
                plan.changes.push(Change { raw, ..change });
            }
            Err(Refused { reason, name, waits }) => {
                // A run that hides nothing leaves nothing for another: each one that is repeated has less to do.
                let hides = |change: &Change| change.kind == StepKind::Delete || !change.outlived().is_empty();
                plan.to_repeat.extend(waits.filter(|_| plan.changes.iter().any(hides)));
                plan.refusals.push(Refusal { op: raw, reason });
                plan.to_remember.extend(name);
            }
        }
    }
}

/// Why a proposal is refused.
#[derive(Default)]
struct Refused {
    reason: String,
    /// Its name, where that is to be remembered.
    name: Option<u64>,
    /// The record that another run has room for.
    waits: Option<RecordId>,
}

impl From<String> for Refused {
    fn from(reason: String) -> Self {
        Self { reason, ..Self::default() }
    }
}

/// What one run may still do.
#[derive(Clone, Copy)]
struct Left {
    /// Sentences that it may hide.
    to_hide: usize,
    /// Conflicts that it may open.
    to_ask: usize,
}

/// The change that a proposal comes to, and how many sentences it hides.
fn checked(
    op: Op,
    seen: &[Seen],
    rules: Rules<'_>,
    taken: &SortedSet<RecordId>,
    asked: &[(RecordId, RecordId)],
    left: Left,
) -> Result<(Change, usize), Refused> {
    let (kind, numbers, text, reason, by) = match op {
        Op::Merge { ids, text } => (StepKind::Merge, ids, text.trim().to_owned(), None, None),
        Op::Update { id, text, by } => (StepKind::Update, vec![id], text.trim().to_owned(), None, by),
        Op::Delete { id, reason, by } => (StepKind::Delete, vec![id], String::new(), Some(reason), by),
        Op::Conflict { ids } => (StepKind::Conflict, ids, String::new(), None, None),
    };
    let about = named(&numbers, seen, taken)?;
    let records: Vec<&Record> = about.values().map(|one| &one.record).collect();
    let said = kind.writes().then_some(text.as_str());
    let name = key(rules.salt, kind, &records, said);
    let known = [name, key(rules.salt, kind, &records, None)];
    if known.iter().any(|name| rules.refused.contains(name)) {
        return Err(Refused::from(REMEMBERED.to_owned()));
    }
    let safe = about.values().find_map(|one| kind.refused_for(&one.record).map(|why| (one.record.id, why)));
    let safe =
        safe.or_else(|| kept_apart(&records, asked).filter(|_| kind == StepKind::Merge).map(|id| (id, DISPUTED)));
    if let Some((id, why)) = safe {
        let number = seen.iter().position(|one| one.record.id == id).unwrap_or_default() + 1;
        return Err(Refused { reason: format!("record {number} {why}"), name: Some(name), waits: None });
    }
    if kind == StepKind::Conflict && left.to_ask == 0 {
        return Err(Refused::from("the user would be asked more than one reflection may".to_owned()));
    }
    let ids: Vec<RecordId> = records.iter().map(|record| record.id).collect();
    let mut change = Change { kind, ids, text, reason, pairs: Vec::new(), raw: serde_json::Value::Null };
    let text = &change.text;
    let checked = match kind {
        StepKind::Merge => check_together(&records).and_then(|()| check_said(text, &records, rules)),
        StepKind::Update => check_said(text, &records, rules)
            .and_then(|()| check_new(text, records[0]))
            .and_then(|()| outlived_parts(about[&records[0].id], text, by, seen))
            .map(|pairs| change.pairs = pairs),
        StepKind::Delete => {
            outlived_by(records[0], by, seen).map(|by| change.pairs.extend(by.map(|by| (records[0].id, by))))
        }
        StepKind::Conflict => opposed(&about, rules).map(|pair| change.pairs = vec![pair]),
    };
    checked.map_err(|reason| Refused { reason, name: Some(name), waits: None })?;
    let n_hidden = match kind {
        StepKind::Delete => about.values().map(|one| one.n_pieces()).sum(),
        StepKind::Update => change.pairs.len(),
        StepKind::Merge | StepKind::Conflict => 0,
    };
    if left.to_hide < n_hidden {
        let reason = "more would be deleted than one reflection may".to_owned();
        let waits = (!change.outlived().is_empty()).then(|| records[0].id);
        return Err(Refused { reason, name: None, waits });
    }
    Ok((change, n_hidden))
}

/// The record that was shown under a number, from 1 on.
pub(super) fn numbered(number: u32, seen: &[Seen]) -> Result<&Seen, String> {
    let place = (number as usize).checked_sub(1);
    place
        .and_then(|place| seen.get(place))
        .ok_or_else(|| format!("there is no record {number}; {} were shown", seen.len()))
}

/// The records that numbers name, by id.
fn named<'a>(
    numbers: &[u32],
    seen: &'a [Seen],
    taken: &SortedSet<RecordId>,
) -> Result<SortedMap<RecordId, &'a Seen>, String> {
    let mut about = SortedMap::new();
    for number in numbers {
        let one = numbered(*number, seen)?;
        if taken.contains(&one.record.id) {
            return Err(format!("record {number} stands in an earlier operation"));
        }
        if about.insert(one.record.id, one).is_some() {
            return Err(format!("record {number} stands in it twice"));
        }
    }
    Ok(about)
}

/// Whether two records may be merged or held against each other at all.
fn check_of_one_thing(one: &Record, other: &Record) -> Result<(), String> {
    let reason = if one.kind() != other.kind() {
        "a fact, a state and an inference are kept apart"
    } else if !is_of_one_subject(one, other) {
        "the records are about different people or things"
    } else if one.is_apart_from(other) {
        "a person said that two of the records stand side by side"
    } else {
        return Ok(());
    };
    Err(reason.to_owned())
}

/// Whether records may become one.
fn check_together(records: &[&Record]) -> Result<(), String> {
    match records.len() {
        0 => return Err("it names no record".to_owned()),
        1 => return Err("two or more records are needed".to_owned()),
        _ => {}
    }
    for (nth, one) in records.iter().enumerate() {
        if one.valid_until.is_some() {
            return Err("one of the records runs out by itself".to_owned());
        }
        for other in &records[..nth] {
            check_of_one_thing(one, other)?;
            if is_rival(one, other) {
                return Err("two of the records hold different values of one key".to_owned());
            }
        }
    }
    Ok(())
}

/// Which two records may stand against each other: the words of both are read, as a model calls many things a contradiction. Of a merged record that
/// part stands that has most words in common with the other.
fn opposed<'a>(about: &SortedMap<RecordId, &'a Seen>, rules: Rules<'_>) -> Result<(RecordId, RecordId), String> {
    let mut both = about.values();
    let (Some(one), Some(other), None) = (both.next(), both.next(), both.next()) else {
        return Err("two records are needed".to_owned());
    };
    check_of_one_thing(&one.record, &other.record)?;
    let told = |one: &'a Seen| -> Vec<(&'a Record, Vec<String>)> {
        one.told().iter().map(|record| (record, terms(&record.text))).collect()
    };
    let (mine, theirs) = (told(one), told(other));
    let pairs = mine.iter().flat_map(|one| theirs.iter().map(move |other| (one, other)));
    let shared = pairs
        .map(|((one, mine), (other, theirs))| (containment(mine, theirs).max(containment(theirs, mine)), *one, *other));
    let nearest = shared.max_by(|one, other| one.0.total_cmp(&other.0));
    let (_, one, other) = nearest.ok_or("a merged record has no parts")?;
    check_of_one_thing(one, other)?;
    if one.opponents.contains(&other.id) || other.opponents.contains(&one.id) {
        return Err("the user is asked which of the records holds already".to_owned());
    }
    if gate::compare(&one.text, &other.text).by_vector != Verdict::Apart {
        return Err("one of the records says what the other says".to_owned());
    }
    let (earlier, later) = if one.id < other.id { (one, other) } else { (other, one) };
    if rules.refused.contains(&key(rules.salt, StepKind::Conflict, &[earlier, later], None)) {
        return Err(REMEMBERED.to_owned());
    }
    Ok((earlier.id, later.id))
}

/// Whether a text says only what its records say.
fn check_said(text: &str, records: &[&Record], rules: Rules<'_>) -> Result<(), String> {
    if text.chars().all(|letter| !letter.is_alphanumeric()) {
        return Err("the text is blank".to_owned());
    }
    if MOST_TEXT_BYTES.min(rules.max_text_bytes) < text.len() {
        return Err("the text runs on".to_owned());
    }
    let wordings = || records.iter().flat_map(|record| record.wordings());
    if let Some(finding) = Shown::of(wordings()).unsaid(text) {
        return Err(format!("the text says {:?} ({:?}), which its records do not say", finding.new, finding.guard));
    }
    let told: Vec<String> = wordings().flat_map(terms).collect();
    if containment(&terms(text), &told) < SHARED_WORDS {
        return Err("the text speaks of something else than its records".to_owned());
    }
    Ok(())
}

fn check_new(text: &str, record: &Record) -> Result<(), String> {
    if careful_key(text) == careful_key(&record.text) {
        return Err("the record says that already".to_owned());
    }
    Ok(())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
