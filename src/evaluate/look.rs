//! What was found of one record of the sample, by the rules, and then by the model.

use std::cmp::Ordering;

use super::pair::Standing;
use super::report::{By, Pair, PairKind};
use crate::llm::judge::Relation;
use crate::record::{Record, RecordId};

/// Older records that the model may be asked about, for each record of the sample.
///
/// Source: a judgement; what a text repeats or replaces is hardly ever further down among its nearest.
const MOST_OPEN: usize = 3;

/// An older record, and how the record stands to it.
pub struct Candidate<'a> {
    /// The older record.
    pub earlier: &'a Record,
    /// Cosine similarity, −1 to 1, where both have a vector.
    pub cosine: Option<f64>,
    /// How the record stands to it.
    pub standing: Standing,
}

impl Candidate<'_> {
    /// The nearer one first, of equals the older one.
    fn order(&self, other: &Self) -> Ordering {
        let cosine = |one: &Self| one.cosine.unwrap_or(-1.0);
        cosine(other).total_cmp(&cosine(self)).then(self.earlier.id.cmp(&other.earlier.id))
    }
}

/// A pair that the rules can't tell, or not for sure.
#[derive(Clone, Debug)]
pub struct Open {
    /// The older record.
    pub earlier: Record,
    /// Cosine similarity, −1 to 1, where both have a vector.
    pub cosine: Option<f64>,
    /// In which slot the two differ, where that is all.
    pub slot: Option<PairKind>,
    may_be_same: bool,
}

/// What was found of one record.
#[derive(Clone, Debug)]
pub struct Look {
    /// The record.
    pub later: Record,
    /// With which older record it is one memory.
    pub duplicate: Option<Pair>,
    /// Which older record it stands against.
    pub contradiction: Option<Pair>,
    /// What the model may be asked, the nearest first.
    pub open: Vec<Open>,
}

impl Look {
    /// What the rules find. Of several older records the surest kind counts, then the nearest, then the oldest.
    #[must_use]
    pub fn of(later: &Record, mut candidates: Vec<Candidate<'_>>) -> Self {
        let surest = |kind: fn(&Standing) -> Option<PairKind>| {
            let found = candidates.iter().filter_map(|one| Some((kind(&one.standing)?, one)));
            let first = found.min_by(|(kind, one), (others, other)| kind.cmp(others).then(one.order(other)));
            first.map(|(kind, one)| pair(one.earlier, later, kind, By::Rules, one.cosine))
        };
        let duplicate = surest(|standing| standing.duplicate);
        let contradiction = surest(|standing| standing.contradiction).filter(|_| !later.conflict_pending());
        let mut open = Vec::new();
        if !candidates.iter().any(|one| one.standing.is_sure()) {
            candidates.retain(|one| one.standing.is_open);
            // The few first ones are picked: to sort them all would take more code than it saves time.
            while open.len() < MOST_OPEN
                && let Some((place, first)) = candidates.iter().enumerate().min_by(|(_, one), (_, other)| {
                    let has_slot = |one: &Candidate<'_>| one.standing.contradiction.is_some();
                    has_slot(other).cmp(&has_slot(one)).then(one.order(other))
                })
            {
                open.push(Open {
                    earlier: first.earlier.clone(),
                    cosine: first.cosine,
                    slot: first.standing.contradiction,
                    may_be_same: first.standing.may_be_same(),
                });
                candidates.swap_remove(place);
            }
        }
        Self { later: later.clone(), duplicate, contradiction, open }
    }

    /// Takes the model's word on one of the open pairs. What was found with a nearer one stays.
    pub fn settle(&mut self, open: &Open, relation: Relation) {
        let told = |kind| Some(pair(&open.earlier, &self.later, kind, By::Model, open.cosine));
        let is_this = |found: &Pair| found.by == By::Rules && found.ids[0] == open.earlier.id;
        match relation {
            // However sure the model is: another number, or a denial, is another memory.
            Relation::Same | Relation::Refines if !open.may_be_same => {}
            Relation::Same | Relation::Refines => {
                if self.duplicate.is_none() {
                    self.duplicate = told(PairKind::ByModel);
                }
                self.contradiction.take_if(|found| is_this(found));
            }
            Relation::Replaces | Relation::Contradicts if self.later.conflict_pending() => {}
            Relation::Replaces | Relation::Contradicts => {
                if self.contradiction.as_ref().is_none_or(is_this) {
                    self.contradiction = told(open.slot.unwrap_or(PairKind::ByModel));
                }
            }
            Relation::Unrelated => {
                self.contradiction.take_if(|found| is_this(found));
            }
        }
    }
}

fn pair(earlier: &Record, later: &Record, kind: PairKind, by: By, cosine: Option<f64>) -> Pair {
    let ids: [RecordId; 2] = [earlier.id, later.id];
    Pair { ids, texts: [earlier.text.clone(), later.text.clone()], kind, by, cosine }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::evaluate::pair::{Told, standing};
    use crate::record::Timestamp;

    /// A look at a text beside older ones, each with a cosine.
    fn look(later: &str, earlier: &[(&str, f64)]) -> Look {
        let (records, later): (Vec<(Record, f64)>, Record) = (
            (1..).zip(earlier).map(|(number, (text, cosine))| (record(number, text), *cosine)).collect(),
            record(99, later),
        );
        let candidate = |(earlier, cosine)| Candidate {
            earlier,
            cosine: Some(cosine),
            standing: standing(&Told::of(&later), &Told::of(earlier), Some(cosine), 0.9, Timestamp(0)),
        };
        Look::of(&later, records.iter().map(|(earlier, cosine)| candidate((earlier, *cosine))).collect())
    }

    #[track_caller]
    fn check(found: Option<&Pair>, expected: Option<(PairKind, By, &str)>) {
        assert_eq!(found.map(|pair| (pair.kind, pair.by, pair.texts[0].as_str())), expected);
    }

    #[test]
    fn the_surest_kind_counts_then_the_nearest_then_the_oldest() {
        let found = look("用户喜欢茶", &[("用户非常喜欢茶", 0.99), ("用户喜欢茶。", 0.9), ("用户喜欢茶！", 0.9)]);
        check(found.duplicate.as_ref(), Some((PairKind::WordForWord, By::Rules, "用户喜欢茶。")));
        assert!(found.open.is_empty(), "what is known is not asked");
    }

    #[test]
    fn the_model_is_asked_about_slots_first_then_about_the_nearest() {
        let others = [("User rides a bike", 0.8), ("User lives in Lyon", 0.6), ("User walks", 0.7), ("User runs", 0.5)];
        let found = look("User lives in Nantes", &others);
        let asked: Vec<&str> = found.open.iter().map(|open| open.earlier.text.as_str()).collect();
        assert_eq!(asked, ["User lives in Lyon", "User rides a bike", "User walks"]);
    }

    #[test]
    fn the_models_word_outranks_a_slot_and_never_a_guard() {
        let settled = |relation| {
            let mut found = look("User lives in Nantes", &[("User lives in Lyon", 0.8)]);
            check(found.contradiction.as_ref(), Some((PairKind::Name, By::Rules, "User lives in Lyon")));
            let open = found.open[0].clone();
            found.settle(&open, relation);
            (found.duplicate.map(|pair| pair.kind), found.contradiction.map(|pair| (pair.kind, pair.by)))
        };
        assert_eq!(settled(Relation::Replaces), (None, Some((PairKind::Name, By::Model))));
        assert_eq!(settled(Relation::Unrelated), (None, None));
        assert_eq!(settled(Relation::Same), (Some(PairKind::ByModel), None));
        let mut found = look("用户的房租是4200元", &[("用户的房租是4500元", 0.8)]);
        let open = found.open[0].clone();
        found.settle(&open, Relation::Same);
        check(found.duplicate.as_ref(), None);
        check(found.contradiction.as_ref(), Some((PairKind::Number, By::Rules, "用户的房租是4500元")));
    }

    #[test]
    fn what_is_in_a_pending_conflict_is_no_contradiction() {
        let later = Record { opponents: [record(1, "").id].into(), ..record(2, "用户住在上海") };
        let earlier = record(1, "用户住在成都");
        let standing = standing(&Told::of(&later), &Told::of(&earlier), None, 0.9, Timestamp(0));
        let mut found = Look::of(&later, vec![Candidate { earlier: &earlier, cosine: None, standing }]);
        check(found.contradiction.as_ref(), None);
        let open = found.open[0].clone();
        found.settle(&open, Relation::Contradicts);
        check(found.contradiction.as_ref(), None);
    }
}
