//! A page of heads: many records as they lie in memory, each with what it is found by, so that a store of many opens without reading their rows.
//!
//! The payload is a list of pieces, each behind its length; a length is a number of seven bits to a byte, the lowest first, and a byte of 128 or more has
//! another one after it.
//!
//! 1. The version that made the page. What another version would read in a text is not known, so it passes over the page.
//! 2. The words of the page, each a piece, and their end: an empty piece.
//! 3. For each record, in order: its name (16 bytes) and its marks (2 bytes, little-endian) as one piece; the hashes of its wordings (4 bytes each,
//!    little-endian); its [`Letters`](crate::text::similarity::Letters); the places of its words among those of the page, as numbers, one for each time that it
//!    says one; the record, [packed](super::packed_record), or nothing where it is to be read from its rows.
//!
//! What it says can be made again from the records' rows.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{RowKind, open, seal};

/// Who reads texts as this version does.
const MADE_BY: &str = env!("CARGO_PKG_VERSION");

/// Bytes of a name.
const NAME_BYTES: usize = 16;

/// A record of a page.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Head<'a> {
    /// The bytes of its name.
    pub name: [u8; NAME_BYTES],
    /// What is known of it at a glance.
    pub marks: u16,
    /// Hashes of its wordings, four bytes each.
    pub wordings: &'a [u8],
    /// Its letters; none where it is not known.
    pub letters: &'a [u8],
    /// The places of its words, as [`take_number`] takes them.
    pub words: &'a [u8],
    /// The record itself; nothing where it is to be read from its rows.
    pub packed: &'a [u8],
}

/// A page that is being made.
#[derive(Default)]
pub struct HeadPage {
    /// Read by key alone, so its order can't be seen.
    places: FxHashMap<Rc<str>, u32>,
    words: Vec<u8>,
    heads: Vec<u8>,
}

/// A page that was read.
pub struct Heads<'a> {
    /// Its words.
    pub words: Vec<&'a str>,
    /// Its records, in order.
    pub heads: Vec<Head<'a>>,
}

impl HeadPage {
    /// Adds a record, behind all that were added, with its words.
    pub fn push(&mut self, head: &Head<'_>, words: &[String]) {
        let mut said = Vec::with_capacity(words.len() * 2);
        for word in words {
            let known = self.places.get(word.as_str()).copied();
            let place = known.unwrap_or_else(|| {
                let next = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
                push_piece(&mut self.words, word.as_bytes());
                self.places.insert(Rc::from(word.as_str()), next);
                next
            });
            push_number(&mut said, place);
        }
        let fixed = [&head.name[..], &head.marks.to_le_bytes()].concat();
        for piece in [&fixed, head.wordings, head.letters, &said, head.packed] {
            push_piece(&mut self.heads, piece);
        }
    }

    /// Bytes that it takes, about.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.words.len() + self.heads.len()
    }

    /// Its row.
    #[must_use]
    pub fn into_row(self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(self.n_bytes() + MADE_BY.len() + 2);
        push_piece(&mut payload, MADE_BY.as_bytes());
        payload.extend(self.words);
        payload.push(0);
        payload.extend(self.heads);
        seal(RowKind::HeadPage, &payload)
    }
}

impl<'a> Heads<'a> {
    /// Reads a page. `None` where it is damaged or another version's: then it is as if there were none.
    #[must_use]
    pub fn read(row: &'a [u8]) -> Option<Self> {
        let mut rest = open(RowKind::HeadPage, row).ok()?;
        let (mut words, mut heads) = (Vec::new(), Vec::new());
        if take_piece(&mut rest)? != MADE_BY.as_bytes() {
            return None;
        }
        loop {
            let word = take_piece(&mut rest)?;
            if word.is_empty() {
                break;
            }
            words.push(str::from_utf8(word).ok()?);
        }
        while !rest.is_empty() {
            heads.push(take_head(&mut rest)?);
        }
        Some(Self { words, heads })
    }
}

/// Appends a number.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while 128 <= number {
        bytes.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    bytes.push((number & 127) as u8);
}

/// Takes the next number; `None` where there is none.
pub fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 127).checked_shl(shift)?;
        shift += 7;
        if *byte < 128 {
            return Some(number);
        }
    }
}

fn push_piece(bytes: &mut Vec<u8>, piece: &[u8]) {
    push_number(bytes, u32::try_from(piece.len()).unwrap_or(u32::MAX));
    bytes.extend(piece);
}

fn take_piece<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_number(bytes)?;
    let (piece, rest) = bytes.split_at_checked(length as usize)?;
    *bytes = rest;
    Some(piece)
}

fn take_head<'a>(bytes: &mut &'a [u8]) -> Option<Head<'a>> {
    let fixed = take_piece(bytes)?;
    let (name, fixed) = fixed.split_first_chunk()?;
    let marks = u16::from_le_bytes(*fixed.first_chunk()?);
    let mut piece = || take_piece(bytes);
    Some(Head { name: *name, marks, wordings: piece()?, letters: piece()?, words: piece()?, packed: piece()? })
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::HEADER_BYTES;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_page_has_the_documented_payload() {
        let name = [7; 16];
        let head = Head { name, marks: 0x0201, wordings: &[1, 2, 3, 4], letters: &[9], words: &[], packed: &[5, 6] };
        let mut page = HeadPage::default();
        page.push(&head, &words("tea 茶 tea"));
        let row = page.into_row();
        let version = MADE_BY.as_bytes();
        let length = u8::try_from(version.len()).unwrap();
        let payload = [
            &[length][..],
            version,
            b"\x03tea\x03\xe8\x8c\xb6\x00",
            &[18],
            &name,
            &[1, 2, 4, 1, 2, 3, 4, 1, 9, 3, 0, 1, 0, 2, 5, 6],
        ]
        .concat();
        assert_eq!(open(RowKind::HeadPage, &row), Ok(payload.as_slice()));
        assert_eq!(&row[1..3], [4, 0], "an older version says that the store is newer");
    }

    #[test]
    fn records_come_back_in_order_with_their_words() {
        let packed = [1, 2];
        let mut page = HeadPage::default();
        let heads =
            [2, 5].map(|number| Head { name: [number; 16], marks: number.into(), packed: &packed, ..Head::default() });
        heads.iter().zip(["green tea", "tea"]).for_each(|(head, text)| page.push(head, &words(text)));
        page.push(&Head { name: [6; 16], ..Head::default() }, &[]);
        let row = page.into_row();
        let read = Heads::read(&row).unwrap();
        assert_eq!(read.words, ["green", "tea"]);
        let said: Vec<_> = read.heads.iter().map(|head| (head.name[0], head.marks, head.words, head.packed)).collect();
        assert_eq!(said, [(2, 2, &[0, 1][..], &packed[..]), (5, 5, &[1], &packed), (6, 0, &[], &[])]);
    }

    #[test]
    fn a_page_of_another_version_or_kind_is_none() {
        let row = HeadPage::default().into_row();
        assert!(Heads::read(&row).is_some());
        assert!(Heads::read(&seal(RowKind::HeadPage, b"\x039.9\0")).is_none());
        assert!(Heads::read(&seal(RowKind::Record, &row[HEADER_BYTES..])).is_none());
        let whole = [&row[HEADER_BYTES..], &[18], &[7; 18], &[0; 4]].concat();
        assert!(Heads::read(&seal(RowKind::HeadPage, &whole)).is_some());
        let cut = &whole[..whole.len() - 1];
        assert!(Heads::read(&seal(RowKind::HeadPage, cut)).is_none(), "a page that ends within a record is none");
        assert!(Heads::read(&row[..row.len() - 1]).is_none());
    }

    proptest! {
        #[test]
        fn numbers_come_back_one_after_another(numbers in prop::collection::vec(any::<u32>(), 0..20)) {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|number| push_number(&mut bytes, *number));
            let mut rest = bytes.as_slice();
            let taken: Vec<u32> = std::iter::from_fn(|| take_number(&mut rest)).collect();
            prop_assert_eq!(taken, numbers);
        }

        #[test]
        fn any_bytes_are_read_or_passed_over_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut start = Vec::new();
            push_piece(&mut start, MADE_BY.as_bytes());
            let row = seal(RowKind::HeadPage, &[start, bytes].concat());
            let _ = Heads::read(&row);
        }
    }
}
