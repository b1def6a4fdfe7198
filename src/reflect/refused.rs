//! What was refused is remembered, until one of its records changes.

use std::hash::Hasher;

use siphasher::sip::SipHasher24;

use crate::record::{Record, StepKind};

/// Refusals that a scope remembers; beyond them the oldest are forgotten, and may be proposed and refused once more.
///
/// Source: a judgement; two kilobytes.
const REMEMBERED: usize = 256;

/// A proposal's name: a hash, under the store's salt, of the kind of change, of its records in the state that they are in, and of its text; with
/// `None` of all proposals of that kind for these records.
#[must_use]
pub fn key(salt: &[u8; 16], kind: StepKind, records: &[&Record], text: Option<&str>) -> u64 {
    let mut hasher = SipHasher24::new_with_key(salt);
    hasher.write_u8(match kind {
        StepKind::Merge => 0,
        StepKind::Update => 1,
        StepKind::Delete => 2,
        StepKind::Conflict => 3,
    });
    let mut named: Vec<String> =
        records.iter().map(|record| [record.id.to_key(), record.said_since().to_string()].concat()).collect();
    crate::sorted::sort_by(&mut named, Ord::cmp);
    hasher.write_u64(named.len() as u64);
    for one in &named {
        hasher.write(one.as_bytes());
    }
    if let Some(text) = text {
        hasher.write_u8(1);
        hasher.write(text.as_bytes());
    }
    hasher.finish()
}

/// Notes names of refused proposals.
pub fn remember(refused: &mut Vec<u64>, keys: impl IntoIterator<Item = u64>) {
    for key in keys {
        refused.retain(|known| *known != key);
        refused.push(key);
    }
    refused.drain(..refused.len().saturating_sub(REMEMBERED));
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::JournalId;

    #[test]
    fn a_proposal_is_known_by_its_kind_its_records_their_state_and_its_text() {
        let (one, two) = (record(1, "a"), record(2, "b"));
        let salt = [7; 16];
        let merge = key(&salt, StepKind::Merge, &[&one, &two], Some("x"));
        assert_eq!(merge, key(&salt, StepKind::Merge, &[&two, &one], Some("x")), "in any order");
        let changed = Record { stamp: JournalId::new(9, 0), ..two.clone() };
        let touched = Record { changed: two.stamp, ..changed.clone() };
        assert_eq!(merge, key(&salt, StepKind::Merge, &[&one, &touched], Some("x")));
        for other in [
            key(&salt, StepKind::Delete, &[&one, &two], Some("x")),
            key(&salt, StepKind::Merge, &[&one, &changed], Some("x")),
            key(&salt, StepKind::Merge, &[&one], Some("x")),
            key(&salt, StepKind::Merge, &[&one, &two], Some("y")),
            key(&salt, StepKind::Merge, &[&one, &two], None),
            key(&[8; 16], StepKind::Merge, &[&one, &two], Some("x")),
        ] {
            assert_ne!(merge, other);
        }
    }

    #[test]
    fn the_oldest_are_forgotten_and_none_stands_twice() {
        let mut refused = Vec::new();
        remember(&mut refused, 0..300);
        assert_eq!((refused.len(), refused[0]), (256, 44));
        remember(&mut refused, [44, 44]);
        assert_eq!((refused.len(), refused[0], refused[255]), (256, 45, 44));
    }
}
