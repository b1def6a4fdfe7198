//! Which records a reader wants.

use crate::sorted::SortedMap;

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
    /// Each of these fields of the metadata equals this value.
    pub metadata: Option<SortedMap<String, serde_json::Value>>,
    /// Observed within this span.
    pub observed: Option<Span>,
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
        record.status == self.status.unwrap_or_default() && self.admits_but_for_status(record)
    }

    /// Whether a record is wanted, whatever its status.
    #[must_use]
    pub fn admits_but_for_status(&self, record: &Record) -> bool {
        let same = |wanted: &Option<String>, found: &Option<String>| wanted.is_none() || wanted == found;
        let within = |span: &Span| {
            span.from.is_none_or(|from| from <= record.observed_at) && span.to.is_none_or(|to| record.observed_at < to)
        };
        self.tier.is_none_or(|tier| tier == record.tier)
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&record.kind()))
            && self.tags.as_ref().is_none_or(|tags| tags.iter().all(|tag| record.tags.contains(tag)))
            && same(&self.topic, &record.topic)
            && same(&self.key, &record.key)
            && same(&self.subject, &record.subject)
            && self
                .metadata
                .as_ref()
                .is_none_or(|fields| fields.iter().all(|(field, value)| record.metadata.get(field) == Some(value)))
            && self.observed.as_ref().is_none_or(within)
    }
}

#[cfg(test)]
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
}
