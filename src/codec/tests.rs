//! Tests of rows: whatever happens to their bytes is noticed, and what was put in comes out.

use crate::sorted::SortedMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::samples::{any_record, entry, record, source, value};
use super::*;
use crate::record::{JournalEntry, Record, Source};

/// What no value in a store may exceed.
const VALUE_LIMIT: usize = 1024 * 1024;

/// A caller's data by itself.
#[derive(Debug, Decode, Encode, PartialEq)]
#[cbor(transparent)]
struct Data(#[cbor(n(0), with = "crate::record::metadata")] serde_json::Map<String, Value>);

impl Data {
    fn new(value: Value) -> Self {
        Self(std::iter::once(("数据".to_owned(), value)).collect())
    }
}

#[track_caller]
fn check_record(record: &Record) -> Vec<Row> {
    let rows = record_rows("s/", record).unwrap();
    assert!(rows.iter().all(|(_, value)| value.len() <= VALUE_LIMIT));
    assert!(rows.is_sorted(), "keys ascend");
    let (from, to) = record_range("s/", record.id);
    assert!(rows.iter().all(|(key, _)| from <= *key && *key < to), "all rows stand in the record's range");
    assert_eq!(record_from_rows("s/", rows.clone()).as_ref(), Ok(record));
    rows
}

#[test]
fn a_row_has_the_documented_bytes() {
    // The checksum comes from another writing of SipHash-2-4, held to the algorithm's published vector.
    let row = [0xa7, 1, 0, 5, 0xa1, 0xa8, 0x85, 0x95, 0x95, 0x84, 0x37, 0xf9, 0xa1, 0x61, b'n', 7];
    assert_eq!(encode(RowKind::Format, &SortedMap::from([("n", 7)])), Ok(row.to_vec()));
}

#[test]
fn what_is_no_row_is_told_apart() {
    let row = encode(RowKind::Scope, &"用户").unwrap();
    let with = |index: usize, byte: u8| {
        let mut row = row.clone();
        row[index] = byte;
        decode::<String>(RowKind::Scope, &row)
    };
    assert_eq!(decode(RowKind::Scope, &row), Ok("用户".to_owned()));
    assert_eq!(decode::<String>(RowKind::Scope, &row[..11]), Err(CodecError::TooShort));
    assert_eq!(decode::<String>(RowKind::Changes, &row), Err(CodecError::WrongKind));
    assert_eq!(with(0, 0x7b), Err(CodecError::NotOurs));
    assert_eq!(with(1, 0), Err(CodecError::NotOurs));
    assert_eq!(with(1, 5), Err(CodecError::Newer { found: 5 }));
    assert_eq!(with(2, 1), Err(CodecError::Newer { found: 257 }));
    assert_eq!(with(3, RowKind::Changes as u8), Err(CodecError::Checksum));
    assert!(matches!(decode::<u64>(RowKind::Scope, &row), Err(CodecError::Malformed(_))));
    let longer = seal(RowKind::Scope, &[pack(&"用户").unwrap(), vec![0]].concat());
    assert!(matches!(decode::<String>(RowKind::Scope, &longer), Err(CodecError::Malformed(_))));
}

#[test]
fn a_payload_that_claims_more_than_it_has_is_refused() {
    // An array, a map, a text, bytes and a tag; of 2³² − 1 and 2⁶⁴ − 1 each, and without a length, under a right checksum.
    for major in [0x80, 0xa0, 0x60, 0x40, 0xc0_u8] {
        for start in [vec![major | 0x1a; 1], vec![major | 0x1b; 1], vec![major | 0x1f; 1]] {
            let claim = [start, vec![0xff; 8]].concat();
            let row = seal(RowKind::Record, &claim);
            assert!(decode::<Vec<u64>>(RowKind::Record, &row).is_err());
            assert!(decode::<Data>(RowKind::Record, &row).is_err());
            assert!(decode::<Record>(RowKind::Record, &row).is_err());
            // As a caller's data, in 2,000 lists, and in a field that is not known.
            for before in [vec![0xa1, 0x60], [vec![0xa1, 0x60], vec![0x81; 2_000]].concat(), vec![0xa1, 0x18, 0xc8]] {
                let row = seal(RowKind::Record, &[before, claim.clone()].concat());
                assert!(decode::<Data>(RowKind::Record, &row).is_err());
                assert!(decode::<Record>(RowKind::Record, &row).is_err());
            }
        }
    }
}

#[test]
fn data_that_is_nested_too_deep_to_be_read_is_not_written() {
    let nest = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    let with = |levels: usize| {
        let mut record = record(1, "深");
        record.metadata.insert("deep".to_owned(), nest(levels));
        record
    };
    check_record(&with(100));
    assert!(journal_rows("", &entry(1, with(100))).is_ok());
    assert!(matches!(record_rows("s/", &with(200)), Err(CodecError::Malformed(_))));
    assert!(matches!(journal_rows("", &entry(1, with(200))), Err(CodecError::Malformed(_))));
}

#[test]
fn a_short_record_is_one_row() {
    let rows = check_record(&record(7, "用户住在上海"));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].0, format!("s/{}", record(7, "").id.to_key()));
}

#[test]
fn one_more_source_changes_the_last_page_alone() {
    let mut long = record(1, "每天喝茶");
    long.sources = (0..5_000).map(|number| source(&format!("第{number}次说每天喝茶，早上也喝，晚上也喝"))).collect();
    let before = check_record(&long);
    assert!(4 < before.len());
    long.sources.push(source("又说了一次"));
    let after = check_record(&long);
    let changed = changes(&before, after.clone());
    let keys = changed.puts.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>();
    assert_eq!(keys, [after[after.len() - 1].0.as_str()]);
    assert_eq!(changed.deletes, Vec::<String>::new());
}

#[test]
fn a_text_of_a_mebibyte_with_data_of_another_is_kept() {
    let mut large = record(1, &"长".repeat(VALUE_LIMIT / 3));
    large.metadata.insert("全文".to_owned(), Value::from("x".repeat(VALUE_LIMIT)));
    large.sources = vec![source(&"话".repeat(VALUE_LIMIT / 3)), source("短")];
    check_record(&large);
    let entry = entry(1, large);
    let rows = journal_rows("j/", &entry).unwrap();
    assert!(rows.iter().all(|(_, value)| value.len() <= VALUE_LIMIT));
    assert!(3 < rows.len());
    assert_eq!(journal_from_rows("j/", rows), Ok(vec![entry]));
}

#[test]
fn a_missing_or_foreign_row_is_named() {
    let mut long = record(1, "茶");
    long.sources = (0..9_000).map(|number| source(&format!("第{number}次说每天喝茶"))).collect();
    let rows = record_rows("s/", &long).unwrap();
    for index in 0..rows.len() {
        let mut rest = rows.clone();
        let (key, _) = rest.remove(index);
        let (named, cause) = records_from_rows("s/", rest).unwrap_err();
        if index == 0 {
            assert!(matches!(cause, CodecError::Malformed(_)), "a page without its head");
        } else {
            assert_eq!((named, cause), (key, CodecError::Missing));
        }
    }
    let surplus = [rows.clone(), vec![(format!("{}+3fff", rows[0].0), rows[1].1.clone())]].concat();
    assert!(matches!(records_from_rows("s/", surplus), Err((key, _)) if key.ends_with("+3fff")));
    assert!(records_from_rows("t/", rows.clone()).is_err(), "another scope's rows");
    let other = record_rows("s/", &record(2, "咖啡")).unwrap();
    assert!(record_from_rows("s/", vec![rows[0].clone()]).is_err());
    assert!(record_from_rows("s/", [rows, other.clone()].concat()).is_err());
    assert_eq!(record_from_rows("s/", Vec::new()), Err(("s/".to_owned(), CodecError::Missing)));
    let swapped = vec![(other[0].0.clone(), record_rows("s/", &record(1, "茶")).unwrap()[0].1.clone())];
    assert!(matches!(record_from_rows("s/", swapped), Err((_, CodecError::Malformed(_)))));
}

#[test]
fn a_scan_gives_all_records_in_order() {
    let mut long = record(2, "长");
    long.sources = (0..9_000).map(|number| source(&format!("第{number}次"))).collect();
    let records = [record(1, "短"), long, record(3, "")];
    let rows = records.iter().flat_map(|record| record_rows("s/", record).unwrap()).collect();
    assert_eq!(records_from_rows("s/", rows), Ok(records.to_vec()));
    assert_eq!(records_from_rows("s/", Vec::new()), Ok(Vec::new()));
}

#[test]
fn a_scan_gives_all_journal_entries_in_order() {
    let entries = [entry(1, record(1, "短")), entry(2, record(2, &"长".repeat(VALUE_LIMIT))), entry(3, record(3, "x"))];
    let rows: Vec<Row> = entries.iter().flat_map(|entry| journal_rows("j/", entry).unwrap()).collect();
    assert!(rows.is_sorted());
    assert_eq!(journal_from_rows("j/", rows.clone()), Ok(entries.to_vec()));
    for index in [2, 3] {
        let mut rest = rows.clone();
        let (key, _) = rest.remove(index);
        assert_eq!(journal_from_rows("j/", rest), Err((key, CodecError::Missing)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_record_comes_back_as_it_was(record in any_record(1)) {
        check_record(&record);
    }

    #[test]
    fn data_of_a_caller_comes_back_as_it_was(value in value()) {
        let data = Data::new(value);
        let row = encode(RowKind::Record, &data).unwrap();
        prop_assert_eq!(decode::<Data>(RowKind::Record, &row), Ok(data));
    }

    #[test]
    fn a_flipped_byte_is_noticed(record in any_record(1), place: prop::sample::Index, flip in 1..=255_u8) {
        let (key, mut row) = record_rows("", &record).unwrap().remove(0);
        let place = place.index(row.len());
        row[place] ^= flip;
        prop_assert!(record_from_rows("", vec![(key, row)]).is_err());
    }

    #[test]
    fn a_row_that_is_cut_short_or_longer_is_noticed(record in any_record(1), place: prop::sample::Index) {
        let (key, row) = record_rows("", &record).unwrap().remove(0);
        let cut = row[..place.index(row.len())].to_vec();
        prop_assert!(record_from_rows("", vec![(key.clone(), cut)]).is_err());
        prop_assert!(record_from_rows("", vec![(key, [row, vec![0]].concat())]).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let key = record(1, "").id.to_key();
        prop_assert!(decode::<Record>(RowKind::Record, &bytes).is_err());
        prop_assert!(vector_from_row(&bytes).is_err());
        // Under a right header the payload itself has to hold.
        prop_assert!(decode::<Record>(RowKind::Record, &seal(RowKind::Record, &bytes)).is_err());
        let _ = decode::<Data>(RowKind::Record, &seal(RowKind::Record, &bytes));
        let _ = decode::<Vec<Source>>(RowKind::Record, &seal(RowKind::Record, &bytes));
        let _ = vector_from_row(&seal(RowKind::Vector, &bytes));
        prop_assert!(record_from_rows("", vec![(key.clone(), seal(RowKind::Record, &bytes))]).is_err());
        let row = (key[..16].to_owned(), seal(RowKind::Journal, &bytes));
        prop_assert!(journal_from_rows("", vec![row]).is_err());
        prop_assert!(records_from_rows("", vec![(String::from_utf8_lossy(&bytes).into_owned(), bytes)]).is_err());
    }

    #[test]
    fn a_record_with_a_changed_payload_never_panics(record in any_record(1), place: prop::sample::Index, byte: u8) {
        let mut payload = pack(&record).unwrap();
        let place = place.index(payload.len());
        payload[place] = byte;
        let _ = unpack::<Record>(&payload);
        let mut payload = pack(&entry(1, record)).unwrap();
        payload[place] = byte;
        let _ = unpack::<JournalEntry>(&payload);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_long_record_comes_back_as_it_was(record in any_record(400)) {
        check_record(&record);
    }
}
