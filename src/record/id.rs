//! Names of records and of journal entries.

use std::fmt;
use std::str::FromStr;

use minicbor::bytes::ByteArray;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};
use uuid::Uuid;

use super::stored::Blank;

/// A record's name: a UUIDv7, so that names in order are records in order of creation.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct RecordId(Uuid);

impl RecordId {
    /// Makes a UUIDv7 (RFC 9562, method 1): 48 bits of time, a 12-bit counter for names of one millisecond, 62 random bits.
    ///
    /// `millis` outside 0 to 2⁴⁸ − 1 counts as the nearest of the two; of `counter` the lowest 12 bits count.
    #[must_use]
    pub fn v7(millis: i64, counter: u16, random: u64) -> Self {
        let millis = u64::try_from(millis.clamp(0, (1 << 48) - 1)).unwrap_or_default();
        let high = (millis << 16) | 0x7000 | u64::from(counter & 0x0fff);
        let low = (random & 0x3fff_ffff_ffff_ffff) | 0x8000_0000_0000_0000;
        Self(Uuid::from_u64_pair(high, low))
    }

    /// The time that it was made with, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn millis(self) -> i64 {
        i64::try_from(self.0.as_u64_pair().0 >> 16).unwrap_or_default()
    }

    /// The counter that it was made with, below 4,096.
    #[must_use]
    pub fn counter(self) -> u16 {
        u16::try_from(self.0.as_u64_pair().0 & 0x0fff).unwrap_or_default()
    }

    /// The name in 16 bytes, in which names are in order too.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        *self.0.as_bytes()
    }

    /// The name that [`Self::to_bytes`] gave.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }

    /// The name in 32 hexadecimal digits, as storage keys hold it.
    #[must_use]
    pub fn to_key(self) -> String {
        self.0.simple().to_string()
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(out)
    }
}

impl FromStr for RecordId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::parse_str(text).map(Self)
    }
}

impl<Ctx> Encode<Ctx> for RecordId {
    fn encode<W: encode::Write>(&self, out: &mut Encoder<W>, _: &mut Ctx) -> Result<(), encode::Error<W::Error>> {
        out.bytes(self.0.as_bytes())?.ok()
    }
}

impl<'bytes, Ctx> Decode<'bytes, Ctx> for RecordId {
    fn decode(reader: &mut Decoder<'bytes>, _: &mut Ctx) -> Result<Self, decode::Error> {
        reader.decode::<ByteArray<16>>().map(|bytes| Self(Uuid::from_bytes(*bytes)))
    }
}

impl Blank for RecordId {
    fn blank() -> Self {
        Self(Uuid::nil())
    }
}

/// A journal entry's name: the revision that its commit made, and its place in that commit; in order of writing.
#[derive(Clone, Copy, Debug, Decode, Default, Encode, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[cbor(transparent)]
pub struct JournalId(#[n(0)] u64);

impl JournalId {
    /// The `index`-th entry of the commit that made `revision`.
    #[must_use]
    pub fn new(revision: u64, index: u16) -> Self {
        Self((revision << 16) | u64::from(index))
    }

    /// The revision that its commit made.
    #[must_use]
    pub fn revision(self) -> u64 {
        self.0 >> 16
    }

    /// The name that sorts right after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for JournalId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

impl FromStr for JournalId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_by_time_then_counter_and_survive_their_text() {
        let mut names =
            vec![RecordId::v7(2, 0, 0), RecordId::v7(1, 7, 0), RecordId::v7(1, 3, u64::MAX), RecordId::v7(-5, 0, 9)];
        names.sort_unstable();
        assert_eq!(
            names,
            [RecordId::v7(0, 0, 9), RecordId::v7(1, 3, u64::MAX), RecordId::v7(1, 7, 0), RecordId::v7(2, 0, 0)]
        );
        for name in names {
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(&name.to_string()[14..15], "7", "version");
        }
    }

    #[test]
    fn journal_names_sort_by_revision_then_place() {
        assert!(JournalId::new(1, u16::MAX) < JournalId::new(2, 0));
        assert_eq!(JournalId::new(3, 4).to_string(), "0000000000030004");
        assert_eq!("0000000000030004".parse(), Ok(JournalId::new(3, 4)));
        assert_eq!(JournalId::new(3, 4).revision(), 3);
    }
}
