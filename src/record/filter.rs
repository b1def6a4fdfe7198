//! Which records a reader wants.

use crate::sorted::SortedMap;

use super::condition::Condition;
use super::{Kind, Record, Status, Tier, Timestamp};

/// A span of time: from inclusive, to exclusive.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Span {
    /// From when on.
    pub from: Option<Timestamp>,
    /// Until before when.
    pub to: Option<Timestamp>,
}

/// Which records a reader wants: all that is given must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Any of these kinds.
    pub kinds: Option<Vec<Kind>>,
    /// All of these tags.
    pub tags: Option<Vec<String>>,
    /// This status; `Active` when nothing is given.
    pub status: Option<Status>,
    /// This tier.
    pub tier: Option<Tier>,
    /// This topic.
    pub topic: Option<String>,
    /// This key.
    pub key: Option<String>,
    /// This subject.
    pub subject: Option<String>,
    /// Of each of these fields of the metadata all of these conditions hold.
    pub metadata: Option<SortedMap<String, Vec<Condition>>>,
    /// Observed within this span.
    pub observed: Option<Span>,
    /// Each of these wants it too.
    pub and: Vec<Self>,
    /// One of these at least wants it, where there are any.
    pub or: Option<Vec<Self>>,
    /// This one does not want it.
    pub not: Option<Box<Self>>,
}

impl Filter {
    /// The filter that wants any of these kinds and all of these tags besides what it wants already.
    #[must_use]
    pub fn narrowed(mut self, kinds: Option<Vec<Kind>>, tags: Option<Vec<String>>) -> Self {
        self.kinds = match (self.kinds, kinds) {
            (Some(mut some), Some(others)) => {
                some.retain(|kind| others.contains(kind));
                Some(some)
            }
            (some, others) => some.or(others),
        };
        if let Some(tags) = tags {
            self.tags.get_or_insert_default().extend(tags);
        }
        self
    }

    /// Whether a record is wanted.
    #[must_use]
    pub fn admits(&self, record: &Record) -> bool {
        (self.names_status() || record.status == Status::default()) && self.admits_but_for_status(record)
    }

    /// Whether it says which status is wanted, itself or a filter in it; where none does, only what is active is.
    #[must_use]
    pub fn names_status(&self) -> bool {
        self.status.is_some() || self.parts().any(Self::names_status)
    }

    /// Whether it says which tier is wanted, itself or a filter in it.
    #[must_use]
    pub fn names_tier(&self) -> bool {
        self.tier.is_some() || self.parts().any(Self::names_tier)
    }

    /// The filters in it.
    fn parts(&self) -> impl Iterator<Item = &Self> {
        self.and.iter().chain(self.or.iter().flatten()).chain(self.not.as_deref())
    }

    /// Whether every active record is wanted, as far as can be told without looking into other filters in it.
    #[must_use]
    pub fn wants_all(&self) -> bool {
        self.and.is_empty() && self.or.is_none() && self.not.is_none() && self.says_nothing()
    }

    /// Whether nothing in it leaves a record out: no tag, no field of the metadata, no end of a span; of parts that must all hold only such ones, of
    /// several of which one is enough one such; none that is not to hold but one that can't. Even a status is something that is said.
    ///
    /// An `or` of no filters admits nothing; alone it counts as nothing said, since who gives it has left it empty by mistake.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        // Field by field, so that a new one must be looked at here.
        let Self { kinds, tags, status, tier, topic, key, subject, metadata, observed, and, or, not } = self;
        let names = [topic, key, subject];
        kinds.is_none()
            && tags.as_ref().is_none_or(Vec::is_empty)
            && status.is_none()
            && tier.is_none()
            && names.into_iter().all(Option::is_none)
            && metadata.as_ref().is_none_or(SortedMap::is_empty)
            && observed.is_none_or(|span| span == Span::default())
            && and.iter().all(Self::says_nothing)
            && or.as_ref().is_none_or(|any| any.is_empty() || any.iter().any(Self::says_nothing))
            && not.as_ref().is_none_or(|part| part.admits_none())
    }

    /// Whether by its shape no record can be wanted: any of no kinds, or of no filters; or one that leaves everything in is not to hold.
    fn admits_none(&self) -> bool {
        self.kinds.as_ref().is_some_and(Vec::is_empty)
            || self.and.iter().any(Self::admits_none)
            || self.or.as_ref().is_some_and(|any| any.iter().all(Self::admits_none))
            || self.not.as_ref().is_some_and(|part| part.says_nothing())
    }

    /// Whether a record is wanted, whatever its status where none is named.
    #[must_use]
    pub fn admits_but_for_status(&self, record: &Record) -> bool {
        let same = |wanted: &Option<String>, found: &Option<String>| wanted.is_none() || wanted == found;
        let within = |span: &Span| {
            span.from.is_none_or(|from| from <= record.observed_at) && span.to.is_none_or(|to| record.observed_at < to)
        };
        let holds = |(field, conditions): (&String, &Vec<Condition>)| {
            conditions.iter().all(|condition| condition.holds(record.metadata.get(field)))
        };
        let admits = |part: &Self| part.admits_but_for_status(record);
        self.status.is_none_or(|status| status == record.status)
            && self.tier.is_none_or(|tier| tier == record.tier)
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&record.kind()))
            && self.tags.as_ref().is_none_or(|tags| tags.iter().all(|tag| record.tags.contains(tag)))
            && same(&self.topic, &record.topic)
            && same(&self.key, &record.key)
            && same(&self.subject, &record.subject)
            && self.metadata.as_ref().is_none_or(|fields| fields.iter().all(holds))
            && self.observed.as_ref().is_none_or(within)
            && self.and.iter().all(admits)
            && self.or.as_ref().is_none_or(|any| any.iter().any(admits))
            && !self.not.as_deref().is_some_and(admits)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn a_narrowed_filter_wants_what_both_want() {
        use Kind::{Fact, Inference, State};
        for (kinds, others, expected) in [
            (None, None, None),
            (Some(vec![Fact]), None, Some(vec![Fact])),
            (None, Some(vec![Fact]), Some(vec![Fact])),
            (Some(vec![Fact, State]), Some(vec![State, Inference]), Some(vec![State])),
            (Some(vec![Fact]), Some(vec![State]), Some(vec![])),
        ] {
            let narrowed = Filter { kinds, ..Filter::default() }.narrowed(others, None);
            assert_eq!(narrowed, Filter { kinds: expected, ..Filter::default() });
        }
        let tags = |tags: &[&str]| Some(tags.iter().map(|&tag| tag.to_owned()).collect::<Vec<_>>());
        for (own, others, expected) in [
            (None, None, None),
            (tags(&["a"]), None, tags(&["a"])),
            (None, tags(&["b"]), tags(&["b"])),
            (tags(&["a"]), tags(&["b"]), tags(&["a", "b"])),
        ] {
            let narrowed = Filter { tags: own, ..Filter::default() }.narrowed(None, others);
            assert_eq!(narrowed, Filter { tags: expected, ..Filter::default() });
        }
    }

    fn tagged(tag: &str) -> Filter {
        Filter { tags: Some(vec![tag.to_owned()]), ..Filter::default() }
    }

    #[track_caller]
    fn check_says_nothing(filter: Filter, expected: bool) {
        assert_eq!(filter.says_nothing(), expected, "{filter:?}");
        let both = Filter { kinds: Some(vec![Kind::Fact]), ..filter };
        assert!(!both.says_nothing(), "a kind is something: {both:?}");
    }

    #[test]
    fn a_filter_says_nothing_where_nothing_in_it_leaves_a_record_out() {
        let any = Filter::default;
        let or = |parts: Vec<Filter>| Filter { or: Some(parts), ..any() };
        let and = |parts: Vec<Filter>| Filter { and: parts, ..any() };
        check_says_nothing(any(), true);
        check_says_nothing(Filter { tags: Some(vec![]), observed: Some(Span::default()), ..any() }, true);
        check_says_nothing(and(vec![any(), or(vec![tagged("茶"), any()])]), true);
        check_says_nothing(or(vec![]), true);
        check_says_nothing(tagged("茶"), false);
        check_says_nothing(or(vec![tagged("a"), tagged("b")]), false);
        check_says_nothing(and(vec![any(), tagged("a")]), false);
        let not = |part: Filter| Filter { not: Some(Box::new(part)), ..any() };
        check_says_nothing(not(any()), false);
        check_says_nothing(not(tagged("a")), false);
        for none in
            [or(vec![]), Filter { kinds: Some(vec![]), ..tagged("a") }, not(any()), and(vec![tagged("a"), or(vec![])])]
        {
            check_says_nothing(not(none), true);
        }
        check_says_nothing(Filter { status: Some(Status::Active), ..any() }, false);
        check_says_nothing(Filter { tier: Some(Tier::Cold), ..any() }, false);
        check_says_nothing(Filter { topic: Some("琴".to_owned()), ..any() }, false);
        check_says_nothing(Filter { kinds: Some(vec![]), ..any() }, false);
        let until = Span { from: None, to: Some(Timestamp(0)) };
        check_says_nothing(Filter { observed: Some(until), ..any() }, false);
        let data = [("n".to_owned(), vec![Condition::Eq(serde_json::Value::Null)])];
        check_says_nothing(Filter { metadata: Some(data.into_iter().collect()), ..any() }, false);
    }

    #[test]
    fn a_filter_that_names_a_status_or_a_tier_anywhere_decides_it_itself() {
        let of = |status| Filter { status: Some(status), ..Filter::default() };
        let cold = Filter { tier: Some(Tier::Cold), ..Filter::default() };
        for (filter, names_status, names_tier) in [
            (Filter::default(), false, false),
            (Filter { or: Some(vec![of(Status::Deleted), Filter::default()]), ..Filter::default() }, true, false),
            (Filter { not: Some(Box::new(of(Status::Active))), ..Filter::default() }, true, false),
            (Filter { and: vec![Filter { and: vec![cold], ..Filter::default() }], ..Filter::default() }, false, true),
        ] {
            assert_eq!((filter.names_status(), filter.names_tier()), (names_status, names_tier), "{filter:?}");
        }
        let active = crate::codec::samples::record(1, "茶");
        let deleted = Record { status: Status::Deleted, ..active.clone() };
        let not_active = Filter { not: Some(Box::new(of(Status::Active))), ..Filter::default() };
        assert!(!not_active.admits(&active) && not_active.admits(&deleted));
        assert!(Filter::default().admits(&active) && !Filter::default().admits(&deleted));
        let none = Filter { or: Some(Vec::new()), ..Filter::default() };
        assert!(!none.admits(&active), "of no filters none wants it");
        let neither = Filter { not: Some(Box::new(tagged("a"))), and: vec![tagged("b")], ..Filter::default() };
        for (tags, expected) in [(&["b"][..], true), (&["a", "b"], false), (&[], false)] {
            let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            assert_eq!(neither.admits(&Record { tags, ..active.clone() }), expected);
        }
    }
}
