//! Strategy 3, merging: which records belong together.

use std::collections::BTreeSet;

use crate::record::{Record, RecordId};

/// How many topics the active records have, each counted once.
#[must_use]
pub fn count<'a>(records: impl IntoIterator<Item = &'a Record>) -> usize {
    let topics: BTreeSet<&str> =
        records.into_iter().filter(|record| record.is_known()).filter_map(|record| record.topic.as_deref()).collect();
    topics.len()
}

/// The active records of a topic, in order of creation.
#[must_use]
pub fn members<'a>(records: impl IntoIterator<Item = &'a Record>, topic: &str) -> Vec<RecordId> {
    let of_topic = records.into_iter().filter(|record| record.is_known() && record.topic.as_deref() == Some(topic));
    let mut ids: Vec<RecordId> = of_topic.map(|record| record.id).collect();
    ids.sort_unstable();
    ids
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::record;
    use crate::record::Status;

    #[test]
    fn only_active_records_have_topics_that_count() {
        let of = |number: u64, topic: Option<&str>| Record { topic: topic.map(str::to_owned), ..record(number, "x") };
        let gone = Record { status: Status::Merged, ..of(5, Some("工作")) };
        let records = [of(3, Some("饮食")), of(1, Some("饮食")), of(2, Some("travel")), of(4, None), gone];
        assert_eq!(count(&records), 2);
        assert_eq!(members(&records, "饮食"), [records[1].id, records[0].id]);
        assert_eq!(members(&records, "工作"), []);
        assert_eq!(count([]), 0);
    }
}
