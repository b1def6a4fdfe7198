//! Hits that say nothing beside a better one.

use crate::gate::{Claim, Verdict, compare};
use crate::record::Record;

use super::state::ScopeState;

/// The share of the words of the shorter record that the other has too, 0 to 1, from which two are held against each other word by word.
///
/// Source: a judgement; a record that says what another says but for tone shares nearly all of its words.
const SHARED: f64 = 0.7;

/// Whether a record says nothing that a better hit does not say: it has its fingerprint, or is covered by it word for word, and no guard speaks.
pub(super) fn says_nothing_beside(
    state: &ScopeState,
    (record, slot): (&Record, u32),
    (better, better_slot): (&Record, u32),
) -> bool {
    let is_same_claim = !record.fingerprint.is_empty() && record.fingerprint == better.fingerprint;
    if record.pinned
        || record.conflict_pending()
        || !Claim::from(record).allows(&Claim::from(better))
        || !is_same_claim && state.index.shared(slot, better_slot) < SHARED
    {
        return false;
    }
    let compared = compare(&record.text, &better.text);
    compared.guards.is_empty() && (is_same_claim || compared.by_words == Verdict::Duplicate)
}
