//! Strategy 3, merging: which records belong together, when they are merged, and what comes of it.

mod central;
mod group;
mod plan;

pub use central::central;
pub use group::{Bond, bonds, folded, is_due, is_of, may_merge, name_of};
pub use plan::{Members, by_rule, merged, outlive, part_with, reword};

use std::ops::Deref;

use crate::sorted::SortedMap;

use crate::record::{Record, Topic};

/// The topics of the active records, by their folded names, each with its records in order of creation. A topic is called as its newest record
/// calls it.
#[must_use]
pub fn list<R: Deref<Target = Record>>(records: impl IntoIterator<Item = R>) -> Vec<Topic> {
    let mut topics: SortedMap<String, Topic> = SortedMap::new();
    for record in records.into_iter().filter(|record| record.is_known()) {
        let (Some(name), Some(topic)) = (name_of(&record), &record.topic) else { continue };
        let listed = topics.entry(name).or_default();
        let place = listed.ids.partition_point(|id| *id < record.id);
        if place == listed.ids.len() {
            listed.topic.clone_from(topic);
        }
        listed.ids.insert(place, record.id);
        listed.updated_at = listed.updated_at.max(record.updated_at);
    }
    topics.into_values().collect()
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::{RecordId, Status};

    #[test]
    fn only_active_records_have_topics_that_count() {
        let of = |number: u64, topic: Option<&str>| Record { topic: topic.map(str::to_owned), ..record(number, "x") };
        let gone = Record { status: Status::Merged, ..of(5, Some("工作")) };
        let records = [of(3, Some("饮食")), of(1, Some("飲食 ")), of(2, Some("travel")), of(4, None), gone];
        let listed = list(&records);
        let shown: Vec<(&str, &[RecordId])> =
            listed.iter().map(|topic| (topic.topic.as_str(), topic.ids.as_slice())).collect();
        assert_eq!(shown, [("travel", &[records[2].id][..]), ("饮食", &[records[1].id, records[0].id])]);
        assert!(list::<&Record>([]).is_empty());
    }
}
