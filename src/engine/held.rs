//! A record in memory: packed while nobody looks at it, with marks by which most questions are answered without unpacking it.

use std::cell::OnceCell;

use crate::codec::{packed_record, unpacked_record};
use crate::record::{Record, RecordId, Status, Tier};

/// What is known of a record while it is packed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Marks(u16);

impl Marks {
    /// It is active, hot or cold.
    pub(super) const KNOWN: Self = Self(1);
    /// A newer value took its place.
    pub(super) const SUPERSEDED: Self = Self(1 << 1);
    /// It went into another record.
    pub(super) const MERGED: Self = Self(1 << 2);
    /// It was forgotten or undone.
    pub(super) const DELETED: Self = Self(1 << 3);
    /// It was cooled.
    pub(super) const COLD: Self = Self(1 << 4);
    /// A callback's answer is missing.
    pub(super) const PENDING: Self = Self(1 << 5);
    /// It stands against another.
    pub(super) const DISPUTED: Self = Self(1 << 6);
    /// Nothing automatic touches it.
    pub(super) const PINNED: Self = Self(1 << 7);
    /// It has a key.
    pub(super) const KEYED: Self = Self(1 << 8);
    /// It has a topic.
    pub(super) const TOPICAL: Self = Self(1 << 9);
    /// It has links to other records.
    pub(super) const LINKED: Self = Self(1 << 10);
    /// Other records went into it.
    pub(super) const WHOLE: Self = Self(1 << 11);
    /// It ceases to hold some day.
    pub(super) const ENDS: Self = Self(1 << 12);

    /// It waits for a better vector.
    const REEMBED: Self = Self(1 << 13);

    /// The marks of records that other records are found by, or that wait for something.
    const TIED: Self =
        Self(Self::KEYED.0 | Self::TOPICAL.0 | Self::PENDING.0 | Self::SUPERSEDED.0 | Self::MERGED.0 | Self::REEMBED.0);

    pub(super) fn of(record: &Record) -> Self {
        let status = match record.status {
            Status::Active => Self::KNOWN,
            Status::Superseded => Self::SUPERSEDED,
            Status::Merged => Self::MERGED,
            Status::Deleted => Self::DELETED,
        };
        let marks = [
            (record.tier == Tier::Cold, Self::COLD),
            (record.pending, Self::PENDING),
            (record.conflict_pending(), Self::DISPUTED),
            (record.pinned, Self::PINNED),
            (record.key.is_some(), Self::KEYED),
            (record.topic.is_some(), Self::TOPICAL),
            (!record.relations.is_empty(), Self::LINKED),
            (record.merged, Self::WHOLE),
            (record.valid_until.is_some(), Self::ENDS),
            (record.reembed, Self::REEMBED),
        ];
        marks.into_iter().filter(|(is_so, _)| *is_so).fold(status, |all, (_, mark)| Self(all.0 | mark.0))
    }

    /// Both marks.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// As they are stored in pages of heads, whose version changes with what they mean.
    pub(super) fn bits(self) -> u16 {
        self.0
    }

    /// The marks of [`Self::bits`].
    pub(super) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether a record is to be unpacked for what else is found by it.
    pub(super) fn is_tied(self) -> bool {
        self.has(Self::TIED)
    }

    /// Whether it has a mark, or one of several.
    pub(super) fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    /// Whether a plain recall may find it, or a merged record by it.
    pub(super) fn is_hot(self) -> bool {
        (self.has(Self::KNOWN) || self.has(Self::MERGED)) && !self.has(Self::COLD)
    }
}

/// A record in memory.
pub(super) struct Held {
    pub(super) marks: Marks,
    /// Empty where it was never packed, or has changed since.
    packed: Box<[u8]>,
    open: OnceCell<Box<Record>>,
}

impl Held {
    /// Holds a record, unpacked for the time being.
    pub(super) fn of(record: Box<Record>) -> Self {
        Self { marks: Marks::of(&record), packed: Box::default(), open: OnceCell::from(record) }
    }

    /// Holds a record that is packed already.
    pub(super) fn packed(marks: Marks, packed: &[u8]) -> Self {
        Self { marks, packed: packed.into(), open: OnceCell::new() }
    }

    /// The record, if it is unpacked.
    pub(super) fn as_open(&self) -> Option<&Record> {
        self.open.get().map(Box::as_ref)
    }

    /// The record, unpacked for as long as it is held or until it is closed.
    pub(super) fn record(&self, id: RecordId) -> Option<&Record> {
        if self.open.get().is_none() {
            let record = self.unpacked(id)?;
            let _ = self.open.set(Box::new(record));
        }
        self.as_open()
    }

    /// The record, to be changed in what is no mark.
    pub(super) fn record_mut(&mut self, id: RecordId) -> Option<&mut Record> {
        self.record(id)?;
        self.packed = Box::default();
        self.open.get_mut().map(Box::as_mut)
    }

    /// The record by itself.
    pub(super) fn into_record(mut self, id: RecordId) -> Option<Record> {
        match self.open.take() {
            Some(record) => Some(*record),
            None => self.unpacked(id),
        }
    }

    /// The record, which is packed, unpacked beside what is held.
    pub(super) fn unpacked(&self, id: RecordId) -> Option<Record> {
        unpacked_record(id, &self.packed).ok()
    }

    /// Packs the record. One that can't be packed, which no store takes either, stays as it is.
    pub(super) fn close(&mut self) {
        if self.packed.is_empty()
            && let Some(Ok(packed)) = self.open.get_mut().map(|record| packed_record(record))
        {
            self.packed = packed;
        }
        if !self.packed.is_empty() {
            self.open.take();
        }
    }
}
