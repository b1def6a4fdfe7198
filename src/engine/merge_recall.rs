//! Hits of one topic that come back as one.

use crate::record::{Hit, RecallInput, RecordId, Scope, note_detail};
use crate::topic::{self, Bond};

use super::Engine;

impl Engine {
    /// The topic that most of the best hits are of, where those come back as one.
    pub(super) fn shared(&self, best: &[Hit], input: &RecallInput) -> Option<(Scope, Bond)> {
        let policy = &self.inner.policy;
        let wants_versions = input.include_history || input.as_of.is_some();
        if !policy.strategies.merge || wants_versions {
            return None;
        }
        let now = self.inner.clock.now();
        let bond_of = |hit: &Hit| {
            let may = topic::may_merge(&hit.record, now);
            topic::bonds(&hit.record).into_iter().find(|bond| may && matches!(bond, Bond::Topic { .. }))
        };
        let bonds: Vec<Option<(Scope, Bond)>> =
            best.iter().map(|hit| Some((hit.scope.clone(), bond_of(hit)?))).collect();
        let count = |wanted: &(Scope, Bond)| bonds.iter().flatten().filter(|bond| *bond == wanted).count();
        let is_shared = |bond: &&(Scope, Bond)| {
            let n_shared = count(bond);
            best.len() < 2 * n_shared && topic::is_due(n_shared, n_shared, &policy.merge)
        };
        bonds.iter().flatten().find(is_shared).cloned()
    }

    /// Lets hits of a topic come back as one: the first of them, with the sentences of the others as its details. Nothing
    /// is written; the topic is remembered as due. Answers which other records were found so.
    pub(super) fn gather(&self, hits: &mut Vec<Hit>, (scope, bond): &(Scope, Bond)) -> Vec<(Scope, RecordId)> {
        let now = self.inner.clock.now();
        let is_of = |hit: &Hit| hit.scope == *scope && topic::may_merge(&hit.record, now) && bond.holds(&hit.record);
        let (mut same, others): (Vec<Hit>, Vec<Hit>) = std::mem::take(hits).into_iter().partition(is_of);
        if same.is_empty() {
            *hits = others;
            return Vec::new();
        }
        let mut first = same.remove(0);
        for hit in &same {
            for detail in std::iter::once(&hit.record.as_detail()).chain(&hit.record.details) {
                if first.record.text != detail.text {
                    note_detail(&mut first.record.details, detail.clone());
                }
            }
        }
        self.note_due(scope, [first.record.id]);
        let found = same.into_iter().map(|hit| (hit.scope, hit.record.id)).collect();
        let at = others.partition_point(|other| first.score < other.score);
        *hits = others;
        hits.insert(at, first);
        found
    }
}
