//! How the words are stored, where deriving does not say it.
//!
//! What is stored is CBOR (RFC 8949). A struct is a map from its fields' numbers, `#[n(…)]`, without the fields that are at
//! their default; an enum is its variant's number. A number that shipped is never given to another field or variant. A reader
//! passes over fields that it does not know, so a later version may add some.

use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};

use super::{Action, Guard, Operation, Strategy};

/// Stores an enum as the number of its variant; a number that no variant has is refused.
///
/// The derived code of an optional field would take an unknown variant for "not given", anywhere within the field, and go on
/// reading at the wrong place: it counts on the variant's number being followed by its fields.
macro_rules! numbered {
    ($name:ident: $($variant:ident = $number:literal),+) => {
        impl<Ctx> minicbor::Encode<Ctx> for $name {
            fn encode<W: minicbor::encode::Write>(
                &self,
                out: &mut minicbor::Encoder<W>,
                _: &mut Ctx,
            ) -> Result<(), minicbor::encode::Error<W::Error>> {
                out.u8(match self { $(Self::$variant => $number),+ })?.ok()
            }
        }

        impl<'bytes, Ctx> minicbor::Decode<'bytes, Ctx> for $name {
            fn decode(reader: &mut minicbor::Decoder<'bytes>, _: &mut Ctx) -> Result<Self, minicbor::decode::Error> {
                match reader.u8()? {
                    $($number => Ok(Self::$variant),)+
                    other => Err($crate::record::stored::unknown(reader, stringify!($name), other)),
                }
            }
        }
    };
}
pub(crate) use numbered;

/// Reads a struct that `derive(Encode)` stores: its fields by their numbers. What was not stored is at its default, unless it is
/// `required`; fields of other numbers are passed over.
///
/// The code that `derive(Decode)` makes of the same holds each field apart until all are read: it was 18 KB of wasm for a
/// record alone, and this is a fifth.
macro_rules! decoded {
    ($name:ident: $($number:literal $field:ident $(: $required:ident)? $(= $with:path)?),+ $(,)?) => {
        impl<'bytes, Ctx> minicbor::Decode<'bytes, Ctx> for $name {
            fn decode(reader: &mut minicbor::Decoder<'bytes>, context: &mut Ctx) -> Result<Self, minicbor::decode::Error> {
                let mut read = Self { $($field: $crate::record::stored::Blank::blank()),+ };
                let required = 0 $(| $crate::record::stored::decoded!(@bit $number $($required)?))+;
                $crate::record::stored::fields(reader, required, &mut |number, reader| {
                    match number {
                        $($number => read.$field = $crate::record::stored::decoded!(@read reader context $($with)?),)+
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?;
                Ok(read)
            }
        }
    };
    (@bit $number:literal required) => { 1_u64 << $number };
    (@bit $number:literal) => { 0_u64 };
    (@read $reader:ident $context:ident $with:path) => {{ use $with as with; with::decode($reader, $context)? }};
    (@read $reader:ident $context:ident) => { $reader.decode_with($context)? };
}
pub(crate) use decoded;

/// What a field holds before it is read. A required one never keeps it.
pub(crate) trait Blank {
    fn blank() -> Self;
}

impl<T: Default> Blank for T {
    fn blank() -> Self {
        T::default()
    }
}

impl Blank for Action {
    fn blank() -> Self {
        Self::Added
    }
}

impl Blank for Strategy {
    fn blank() -> Self {
        Self::Gate
    }
}

impl Blank for Guard {
    fn blank() -> Self {
        Self::Negation
    }
}

impl Blank for Operation {
    fn blank() -> Self {
        Self::Edit
    }
}

/// Takes one field from what is stored; whether it has that number.
type Take<'a, 'bytes> = dyn FnMut(u32, &mut Decoder<'bytes>) -> Result<bool, Error> + 'a;

/// Walks the fields of a stored struct. It is not generic, so that there is one of it.
pub(crate) fn fields<'bytes>(
    reader: &mut Decoder<'bytes>,
    required: u64,
    take: &mut Take<'_, 'bytes>,
) -> Result<(), Error> {
    let mut left = reader.map()?;
    let mut missing = required;
    loop {
        match &mut left {
            Some(0) => break,
            Some(left) => *left -= 1,
            None if reader.datatype()? == Type::Break => {
                reader.skip()?;
                break;
            }
            None => {}
        }
        let number = reader.u32()?;
        if take(number, reader)? {
            missing &= !(1 << number);
        } else {
            reader.skip()?;
        }
    }
    if missing == 0 { Ok(()) } else { Err(Error::missing_value(missing.trailing_zeros().into()).at(reader.position())) }
}

/// The error for a number that no variant has.
#[cold]
pub(super) fn unknown(reader: &Decoder<'_>, name: &str, number: u8) -> Error {
    Error::message(format!("{name} has no variant {number}")).at(reader.position())
}

/// Whether a value need not be stored.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A vector's numbers as bytes, little-endian, bit for bit.
pub(super) mod floats {
    use minicbor::encode::{self, Encoder, Write};

    use super::{Decoder, Error};

    pub(in crate::record) fn encode<Ctx, W: Write>(
        values: &[f32],
        out: &mut Encoder<W>,
        _: &mut Ctx,
    ) -> Result<(), encode::Error<W::Error>> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        out.bytes(&bytes)?.ok()
    }

    pub(in crate::record) fn decode<Ctx>(reader: &mut Decoder<'_>, _: &mut Ctx) -> Result<Vec<f32>, Error> {
        let (numbers, left) = reader.bytes()?.as_chunks::<4>();
        if left.is_empty() {
            return Ok(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect());
        }
        Err(Error::message("the vector ends inside a number").at(reader.position()))
    }
}
