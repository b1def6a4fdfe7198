//! Tests of archives: what was put in comes out, and no other bytes are taken for one.

use proptest::prelude::*;

use super::samples::{any_record, entry, record};
use super::*;
use crate::embedding::Embedding;
use crate::record::{Record, RecordId, Scope};

fn scope() -> Scope {
    Scope { user_id: Some("安娜".to_owned()), ..Scope::default() }
}

/// The rows of a scope with these records, each with a vector, and a journal entry for each.
fn rows(records: &[Record]) -> [Vec<Row>; 4] {
    let mut records = records.to_vec();
    records.sort_by_key(|record| record.id);
    records.dedup_by_key(|record| record.id);
    let vector = Embedding::new(vec![0.6, 0.8]).unwrap();
    let others = vec![("i/0a".to_owned(), encode(RowKind::Idempotency, &7).unwrap())];
    let vectors = records.iter().map(|record| (record.id.to_key(), vector_row("模型", &vector))).collect();
    let entries = (1..).zip(&records).flat_map(|(n, record)| journal_rows("", &entry(n, record.clone())).unwrap());
    [records.iter().flat_map(|record| record_rows("", record).unwrap()).collect(), vectors, entries.collect(), others]
}

fn small() -> Vec<u8> {
    archive_bytes(&scope(), rows(&[record(1, "用户住在成都"), record(2, "likes tea")])).unwrap()
}

/// The checksum of these bytes, put in its place.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&bytes[..10], &bytes[18..]).to_le_bytes();
    bytes[10..18].copy_from_slice(&sum);
    bytes
}

#[track_caller]
fn check(bytes: &[u8], refusal: &str) {
    let err = archive_from_bytes(bytes).unwrap_err().to_string();
    assert!(err.contains(refusal), "{err}");
}

#[test]
fn an_archive_begins_as_documented() {
    let bytes = archive_bytes(&Scope::default(), Default::default()).unwrap();
    // One row: part 4, a key of 5 letters, a value of 13 bytes, an empty map in the row's own envelope.
    let name = encode(RowKind::Scope, &Scope::default()).unwrap();
    assert_eq!(name.len(), 13);
    let head = [&b"\xa7PLM\r\n\x1a\n"[..], &[1, 0]].concat();
    let body = [&[4, 5, 0][..], b"scope", &[13, 0, 0, 0], &name].concat();
    let sum = checksum(&head, &body).to_le_bytes();
    assert_eq!(bytes, [head, sum.to_vec(), body].concat());
    assert_eq!(archive_from_bytes(&bytes), Ok(Archive::default()));
}

#[test]
fn what_was_put_in_comes_out() {
    let archive = archive_from_bytes(&small()).unwrap();
    assert_eq!(archive.scope, scope());
    assert_eq!(archive.records, [record(1, "用户住在成都"), record(2, "likes tea")]);
    assert_eq!(archive.journal.len(), 2);
    let (model, vector) = &archive.vectors[&archive.records[1].id];
    assert_eq!((model.as_str(), vector.dimension()), ("模型", 2));
    assert_eq!(archive.others.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["i/0a"]);
}

#[test]
fn other_bytes_are_told_apart() {
    let bytes = small();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    check(&[], "no archive of Palimpsest");
    check(b"{\"memories\": []}", "no archive of Palimpsest");
    check(&with(0, 0x27), "no archive of Palimpsest");
    check(&with(8, 3), "format 3; this version of the library reads up to 2");
    check(&with(9, 1), "format 257");
    check(&with(8, 0), "checksum");
    check(&with(30, bytes[30] ^ 1), "checksum");
    check(&[&bytes[..], &[0]].concat(), "checksum");
    check(&bytes[..bytes.len() - 1], "checksum");
    for n_bytes in 1..18 {
        check(&bytes[..n_bytes], "cut off");
    }
}

#[test]
fn rows_under_a_right_checksum_are_looked_at_all_the_same() {
    let head = small()[..18].to_vec();
    let row = |part: u8, key: &str, value: &[u8]| {
        let key_bytes = u16::try_from(key.len()).unwrap().to_le_bytes();
        let value_bytes = u32::try_from(value.len()).unwrap().to_le_bytes();
        [&[part][..], &key_bytes, key.as_bytes(), &value_bytes, value].concat()
    };
    let name = encode(RowKind::Scope, &scope()).unwrap();
    let with = |rows: &[Vec<u8>]| summed([head.clone(), rows.concat()].concat());
    let form = "does not keep to the format";
    assert!(archive_from_bytes(&with(&[row(4, "scope", &name)])).is_ok());
    check(&with(&[]), "scope: the row is missing");
    check(&with(&[row(3, "a", &name), row(4, "scope", &name)]), form);
    check(&with(&[row(4, "scope", &name), row(4, "i/0a", &name)]), form);
    check(&with(&[row(4, "scope", &name), row(4, "scope", &name)]), form);
    check(&with(&[row(4, "城", &name), row(4, "scope", &name)]), form);
    check(&with(&[row(4, "scope", &name)[..20].to_vec()]), form);
    check(&with(&[row(4, "scope", &[])]), form);
    check(&with(&[row(0, "0a", &name), row(4, "scope", &name)]), "0a: the key is none that belongs here");
    let id = RecordId::v7(1, 2, 3).to_key();
    check(&with(&[row(0, &id, &name), row(4, "scope", &name)]), "another kind");
    check(&with(&[row(1, &id, &name), row(4, "scope", &name)]), "another kind");
    let vector = vector_row("m", &Embedding::new(vec![1.0]).unwrap());
    check(&with(&[row(1, "0a", &vector), row(4, "scope", &name)]), "no record's name");
    let mut newer = vector;
    newer[1] = 9;
    check(&with(&[row(1, &id, &newer), row(4, "scope", &name)]), "format 9; this version of the library reads up to 4");
}

#[test]
fn a_damaged_row_does_not_get_into_an_archive() {
    let mut rows = rows(&[record(1, "茶")]);
    rows[1][0].1[20] ^= 1;
    let err = archive_bytes(&scope(), rows).unwrap_err();
    assert!(matches!(&err, ArchiveError::Damaged(what) if what.contains("checksum")), "{err}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_records_come_back_and_give_the_same_bytes(records in prop::collection::vec(any_record(1), 0..6)) {
        let rows = rows(&records);
        let bytes = archive_bytes(&scope(), rows.clone()).unwrap();
        let archive = archive_from_bytes(&bytes).unwrap();
        let again: Vec<Row> = archive.records.iter().flat_map(|record| record_rows("", record).unwrap()).collect();
        prop_assert_eq!(&again, &rows[0]);
        prop_assert_eq!(archive_bytes(&archive.scope, rows).unwrap(), bytes);
    }

    #[test]
    fn a_byte_that_was_changed_anywhere_is_refused(at in any::<prop::sample::Index>(), change in 1_u8..) {
        let mut bytes = small();
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert!(archive_from_bytes(&bytes).is_err(), "at {}", at);
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(rest in prop::collection::vec(any::<u8>(), 0..80), begins in 0_usize..19) {
        let bytes = [small()[..begins].to_vec(), rest].concat();
        prop_assert!(archive_from_bytes(&bytes).is_err());
        if 18 <= bytes.len() {
            let _ = archive_from_bytes(&summed(bytes));
        }
    }
}
