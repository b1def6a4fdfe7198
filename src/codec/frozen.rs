//! Tests that the numbers of fields and variants stay what they are: what was stored once stays readable.

use std::convert::Infallible;

use minicbor::encode::Error;
use serde_json::json;

use super::samples::{entry, record};
use super::*;
use crate::record::{
    Action, Candidate, Detail, Evidence, Finding, Guard, Horizon, Image, JournalEntry, JournalId, Kept, Kind,
    Operation, Record, RecordId, Reflection, Relation, Scope, Source, SourceKind, Status, Strategy, Tier, Timestamp,
    VectorImage, Version,
};

type Out = Encoder<Vec<u8>>;
type Written<'a> = Result<&'a mut Out, Error<Infallible>>;

/// Holds a value against its bytes, written by hand, in both directions.
#[track_caller]
fn check<T>(value: &T, write: impl FnOnce(&mut Out) -> Result<(), Error<Infallible>>)
where
    T: Encode<()> + for<'bytes> Decode<'bytes, ()> + PartialEq + std::fmt::Debug,
{
    let mut out = Encoder::new(Vec::new());
    write(&mut out).unwrap();
    let bytes = out.into_writer();
    assert_eq!(pack(value).unwrap(), bytes);
    assert_eq!(unpack::<T>(&bytes).as_ref(), Ok(value));
    if Decoder::new(&bytes).map().is_ok() {
        let later = with_more(&bytes, 2, |out| {
            out.u8(200)?.array(2)?.null()?.map(1)?.str("色")?.f64(0.5)?;
            out.u16(300)?.bytes(&[1, 2])?.ok()
        });
        assert_eq!(unpack::<T>(&later).as_ref(), Ok(value), "with fields that are not known yet");
    }
}

/// The bytes of a map, with as many fields more in front.
fn with_more(bytes: &[u8], n_more: u64, write: impl FnOnce(&mut Out) -> Result<(), Error<Infallible>>) -> Vec<u8> {
    let mut reader = Decoder::new(bytes);
    let n_fields = reader.map().unwrap().unwrap();
    let mut out = Encoder::new(Vec::new());
    out.map(n_fields + n_more).unwrap();
    write(&mut out).unwrap();
    [out.into_writer(), bytes[reader.position()..].to_vec()].concat()
}

fn full_source() -> Source {
    Source {
        kind: SourceKind::Document,
        quote: Some("茶".to_owned()),
        message_id: Some("m".to_owned()),
        at: Some(Timestamp(-7)),
        trust: Some(0.25),
    }
}

fn write_source(out: &mut Out) -> Written<'_> {
    out.map(5)?.u8(0)?.u8(3)?.u8(1)?.str("茶")?.u8(2)?.str("m")?.u8(3)?.i8(-7)?.u8(4)?.f64(0.25)
}

fn version() -> Version {
    Version {
        value: "新".to_owned(),
        text: "v".to_owned(),
        observed_at: Timestamp(1),
        set_at: Timestamp(2),
        confidence: 0.3,
        source: full_source(),
    }
}

fn write_version(out: &mut Out) -> Written<'_> {
    out.map(6)?.u8(0)?.str("新")?.u8(1)?.str("v")?.u8(2)?.u8(1)?.u8(3)?.u8(2)?.u8(4)?.f64(0.3)?.u8(5)?;
    write_source(out)
}

/// A record that has everything.
fn full_record() -> Record {
    Record {
        id: RecordId::v7(1, 2, 3),
        stamp: JournalId::new(4, 5),
        kind: Some(Kind::State),
        text: "用户".to_owned(),
        details: vec![Detail { text: "d".to_owned(), observed_at: Timestamp(9), source: full_source() }],
        subject: Some("s".to_owned()),
        topic: Some("t".to_owned()),
        facts: [("f".to_owned(), vec![version()])].into(),
        key: Some("k".to_owned()),
        value: Some("v".to_owned()),
        history: vec![version()],
        opponents: [RecordId::v7(6, 7, 8)].into(),
        importance: 0.5,
        confidence: 0.75,
        created_at: Timestamp(10),
        updated_at: Timestamp(11),
        observed_at: Timestamp(12),
        observed_given: true,
        last_accessed_at: Timestamp(13),
        valid_until: Some(Timestamp(14)),
        tier: Tier::Cold,
        status: Status::Deleted,
        merged_into: Some(RecordId::v7(6, 7, 8)),
        tags: ["标".to_owned()].into(),
        metadata: json!({"n": [1]}).as_object().cloned().unwrap(),
        relations: [Relation { relation: "r".to_owned(), id: RecordId::v7(6, 7, 8) }].into(),
        sources: vec![full_source()],
        fingerprint: "0f".to_owned(),
        pinned: true,
        pending: true,
        reembed: true,
        superseded_by: Some(RecordId::v7(6, 7, 8)),
        settled: [RecordId::v7(6, 7, 8)].into(),
        tellings: vec![Timestamp(15)],
        merged: true,
        changed: JournalId::new(0, 16),
        confirmed: true,
    }
}

/// RFC 9562: 48 bits of time, the version and a counter, the variant and what is random.
const ID: [u8; 16] = [0, 0, 0, 0, 0, 1, 0x70, 2, 0x80, 0, 0, 0, 0, 0, 0, 3];
const OTHER: [u8; 16] = [0, 0, 0, 0, 0, 6, 0x70, 7, 0x80, 0, 0, 0, 0, 0, 0, 8];

fn write_record(out: &mut Out) -> Result<(), Error<Infallible>> {
    out.map(37)?.u8(0)?.bytes(&ID)?.u8(1)?.u64((4 << 16) + 5)?.u8(2)?.u8(1)?.u8(3)?.str("用户")?;
    write_source(out.u8(4)?.array(1)?.map(3)?.u8(0)?.str("d")?.u8(1)?.u8(9)?.u8(2)?)?;
    out.u8(5)?.str("s")?.u8(6)?.str("t")?;
    write_version(out.u8(7)?.map(1)?.str("f")?.array(1)?)?;
    out.u8(8)?.str("k")?.u8(9)?.str("v")?;
    write_version(out.u8(10)?.array(1)?)?;
    out.u8(11)?.array(1)?.bytes(&OTHER)?.u8(12)?.f64(0.5)?.u8(13)?.f64(0.75)?;
    out.u8(14)?.u8(10)?.u8(15)?.u8(11)?.u8(16)?.u8(12)?.u8(17)?.bool(true)?.u8(18)?.u8(13)?.u8(19)?.u8(14)?;
    out.u8(20)?.u8(1)?.u8(21)?.u8(3)?.u8(22)?.bytes(&OTHER)?.u8(23)?.array(1)?.str("标")?;
    out.u8(24)?.map(1)?.str("n")?.array(1)?.u8(1)?;
    out.u8(25)?.array(1)?.map(2)?.u8(0)?.str("r")?.u8(1)?.bytes(&OTHER)?;
    write_source(out.u8(26)?.array(1)?)?;
    out.u8(27)?.str("0f")?.u8(28)?.bool(true)?.u8(29)?.bool(true)?.u8(30)?.bool(true)?;
    out.u8(31)?.bytes(&OTHER)?.u8(32)?.array(1)?.bytes(&OTHER)?.u8(33)?.array(1)?.u8(15)?.u8(34)?.bool(true)?;
    out.u8(35)?.u8(16)?.u8(36)?.bool(true)?.ok()
}

#[test]
fn a_record_keeps_the_numbers_of_its_fields() {
    check(&full_record(), write_record);
    check(&full_source(), |out| write_source(out).map(|_| ()));
    check(&version(), |out| write_version(out).map(|_| ()));
    let scope =
        Scope { user_id: Some("用户".to_owned()), agent_id: Some("a".to_owned()), run_id: Some("r".to_owned()) };
    check(&scope, |out| out.map(3)?.u8(0)?.str("用户")?.u8(1)?.str("a")?.u8(2)?.str("r")?.ok());
}

#[test]
fn what_is_at_its_default_is_not_written() {
    check(&Source::default(), |out| out.map(0)?.ok());
    check(&Scope::default(), |out| out.map(0)?.ok());
    check(&Evidence::default(), |out| out.map(0)?.ok());
    let time = |out: &mut Out| out.u64(1_750_000_000_000)?.ok();
    check(&record(1, "茶"), |out| {
        // 1,750,000,000,000 is 0x1977420dc00.
        let id = [0x01, 0x97, 0x74, 0x20, 0xdc, 0x00, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, 1];
        out.map(9)?.u8(0)?.bytes(&id)?.u8(1)?.u64(1 << 16)?.u8(3)?.str("茶")?.u8(12)?.f64(0.5)?.u8(13)?.f64(0.9)?;
        for number in [14, 15, 16, 18] {
            time(out.u8(number)?)?;
        }
        Ok(())
    });
}

#[test]
fn a_journal_entry_keeps_the_numbers_of_its_fields() {
    let finding = Finding { guard: Guard::Date, new: "周一".to_owned(), stored: "周二".to_owned() };
    let write_finding = |out: &mut Out| out.map(3)?.u8(0)?.u8(2)?.u8(1)?.str("周一")?.u8(2)?.str("周二")?.ok();
    let candidate =
        Candidate { id: RecordId::v7(6, 7, 8), char: Some(0.5), cosine: Some(-0.5), guards: vec![finding.clone()] };
    let evidence = Evidence {
        exact: Some(false),
        char: Some(0.125),
        cosine: Some(0.25),
        fingerprint: Some("f".to_owned()),
        guards: vec![finding],
        candidates: vec![candidate],
        question: Some("哪个？".to_owned()),
    };
    let vector = VectorImage { model: "m".to_owned(), values: vec![1.0, f32::MIN_POSITIVE] };
    let image = Image {
        id: RecordId::v7(1, 2, 3),
        before: Some(full_record()),
        vector: Some(vector),
        after: JournalId::new(0, 9),
        kept: Kept::default(),
    };
    let full = JournalEntry {
        id: JournalId::new(0, 9),
        at: Timestamp(6),
        operation: Operation::Write(Action::Superseded),
        strategy: Some(Strategy::Versions),
        evidence: Some(evidence),
        images: vec![image],
        erased: true,
    };
    check(&full, |out| {
        out.map(7)?.u8(0)?.u8(9)?.u8(1)?.u8(6)?.u8(2)?.array(2)?.u8(0)?.array(1)?.u8(4)?.u8(3)?.u8(4)?;
        out.u8(4)?.map(7)?.u8(0)?.bool(false)?.u8(1)?.f64(0.125)?.u8(2)?.f64(0.25)?.u8(3)?.str("f")?;
        write_finding(out.u8(4)?.array(1)?)?;
        out.u8(5)?.array(1)?.map(4)?.u8(0)?.bytes(&OTHER)?.u8(1)?.f64(0.5)?.u8(2)?.f64(-0.5)?;
        write_finding(out.u8(3)?.array(1)?)?;
        out.u8(6)?.str("哪个？")?;
        write_record(out.u8(5)?.array(1)?.map(4)?.u8(0)?.bytes(&ID)?.u8(1)?)?;
        out.u8(2)?.map(2)?.u8(0)?.str("m")?.u8(1)?.bytes(&[0, 0, 0x80, 0x3f, 0, 0, 0x80, 0])?;
        out.u8(3)?.u8(9)?.u8(6)?.bool(true)?.ok()
    });
    let bare = JournalEntry { operation: Operation::Edit, images: Vec::new(), ..entry(1, record(1, "")) };
    check(&bare, |out| out.map(3)?.u8(0)?.u64(1 << 16)?.u8(1)?.u8(5)?.u8(2)?.array(2)?.u8(2)?.array(0)?.ok());
}

#[test]
fn a_variant_keeps_its_number_and_an_unknown_number_is_refused() {
    #[track_caller]
    fn check_all<T>(variants: &[T])
    where
        T: Encode<()> + for<'bytes> Decode<'bytes, ()> + PartialEq + std::fmt::Debug,
    {
        for (variant, number) in variants.iter().zip(0..) {
            check(variant, |out| out.u8(number)?.ok());
        }
        let n_variants = u8::try_from(variants.len()).unwrap();
        assert!(matches!(unpack::<T>(&[n_variants]), Err(CodecError::Malformed(_))), "{n_variants} is one more");
    }
    check_all(&[Kind::Fact, Kind::State, Kind::Inference]);
    check_all(&[Tier::Hot, Tier::Cold]);
    check_all(&[Status::Active, Status::Superseded, Status::Merged, Status::Deleted]);
    check_all(&[
        SourceKind::User,
        SourceKind::Assistant,
        SourceKind::Tool,
        SourceKind::Document,
        SourceKind::Inference,
    ]);
    check_all(&[
        Action::Added,
        Action::Duplicate,
        Action::Updated,
        Action::Merged,
        Action::Superseded,
        Action::Conflict,
        Action::Rejected,
    ]);
    use Strategy as By;
    check_all(&[By::Gate, By::Fingerprint, By::Merge, By::Decay, By::Versions, By::Reflect]);
    check_all(&[
        Guard::Negation,
        Guard::Number,
        Guard::Date,
        Guard::Unit,
        Guard::Object,
        Guard::Direction,
        Guard::Role,
        Guard::Modality,
    ]);
    let undone = JournalId::new(0, 3);
    check(&Operation::Judge(Action::Added), |out| out.array(2)?.u8(1)?.array(1)?.u8(0)?.ok());
    check(&Operation::Undo(undone), |out| out.array(2)?.u8(7)?.array(1)?.u8(3)?.ok());
    let without = [Operation::Edit, Operation::Pin, Operation::Link, Operation::Forget, Operation::Restore];
    for (operation, number) in without.into_iter().zip(2..) {
        check(&operation, |out| out.array(2)?.u8(number)?.array(0)?.ok());
    }
    let later = [(Operation::Resolve, 8), (Operation::Sweep, 12), (Operation::Import, 16), (Operation::Reflect, 17)];
    for (operation, number) in later {
        check(&operation, |out| out.array(2)?.u8(number)?.array(0)?.ok());
    }
    assert!(matches!(unpack::<Operation>(&[0x82, 9, 0x80]), Err(CodecError::Malformed(_))));
}

#[test]
fn a_journals_horizon_keeps_its_numbers() {
    let horizon = Horizon { last: JournalId::new(0, 9), trimmed: 7 };
    check(&horizon, |out| out.map(2)?.u8(0)?.u8(9)?.u8(1)?.u8(7)?.ok());
    assert_eq!((RowKind::Upkeep as u8, RowKind::Horizon as u8), (12, 13));
}

#[test]
fn what_reflections_went_through_keeps_its_numbers() {
    let full = Reflection {
        last: Some(Timestamp(1)),
        turns: 2,
        seen: JournalId::new(0, 3),
        seen_id: Some(RecordId::v7(6, 7, 8)),
        own: vec![JournalId::new(0, 4)],
        left: [RecordId::v7(6, 7, 8)].into(),
        failures: 5,
        retry_at: Some(Timestamp(6)),
        day: 7,
        tokens: 8,
        refused: vec![9],
        found: [RecordId::v7(6, 7, 8)].into(),
    };
    check(&full, |out| {
        out.map(12)?.u8(0)?.u8(1)?.u8(1)?.u8(2)?.u8(2)?.u8(3)?.u8(3)?.bytes(&OTHER)?.u8(4)?.array(1)?.u8(4)?;
        out.u8(5)?.array(1)?.bytes(&OTHER)?.u8(6)?.u8(5)?.u8(7)?.u8(6)?.u8(8)?.u8(7)?.u8(9)?.u8(8)?;
        out.u8(10)?.array(1)?.u8(9)?.u8(11)?.array(1)?.bytes(&OTHER)?.ok()
    });
    assert_eq!(RowKind::Reflection as u8, 17);
}

#[test]
fn an_unknown_variant_within_an_optional_field_is_not_taken_for_none() {
    #[track_caller]
    fn check_refused<T>(value: &T, write: impl FnOnce(&mut Out) -> Result<(), Error<Infallible>>)
    where
        T: Encode<()> + for<'bytes> Decode<'bytes, ()> + std::fmt::Debug,
    {
        let bytes = with_more(&pack(value).unwrap(), 1, write);
        let refusal = unpack::<T>(&bytes).unwrap_err().to_string();
        assert!(refusal.contains("no variant 99"), "{refusal}");
    }
    let record = record(1, "茶");
    check_refused(&record, |out| out.u8(2)?.u8(99)?.ok());
    check_refused(&record, |out| out.u8(21)?.u8(99)?.ok());
    check_refused(&record, |out| out.u8(26)?.array(1)?.map(1)?.u8(0)?.u8(99)?.ok());
    let entry = entry(1, record);
    check_refused(&entry, |out| out.u8(3)?.u8(99)?.ok());
    check_refused(&entry, |out| out.u8(4)?.map(1)?.u8(4)?.array(1)?.map(1)?.u8(0)?.u8(99)?.ok());
}

#[test]
fn a_kind_of_row_keeps_its_number_and_the_oldest_format_that_has_it() {
    let formats = [
        (RowKind::Record, 1, 1),
        (RowKind::Overflow, 2, 1),
        (RowKind::Vector, 3, 1),
        (RowKind::Journal, 4, 1),
        (RowKind::Format, 5, 1),
        (RowKind::Scope, 6, 1),
        (RowKind::Changes, 7, 1),
        (RowKind::Idempotency, 8, 1),
        (RowKind::Cached, 9, 1),
        (RowKind::Model, 10, 1),
        (RowKind::Upkeep, 12, 1),
        (RowKind::Horizon, 13, 1),
        (RowKind::CodePage, 14, 2),
        (RowKind::Folded, 15, 2),
        (RowKind::Marker, 16, 2),
        (RowKind::Reflection, 17, 1),
        (RowKind::Heard, 18, 1),
        (RowKind::Observed, 19, 1),
        // 20 was the page of heads of format 3.
        (RowKind::OldHeaded, 21, 3),
        (RowKind::HeadPage, 22, 4),
        (RowKind::Headed, 23, 4),
        (RowKind::Outdated, 24, 4),
    ];
    for (kind, number, format) in formats {
        assert_eq!(seal(kind, b"")[..4], [MAGIC, format, 0, number], "{kind:?}");
    }
}
