//! How the words are stored, where deriving does not say it.
//!
//! What is stored is CBOR (RFC 8949). A struct is a map from its fields' numbers, `#[n(…)]`, without the fields that are at
//! their default; an enum is its variant's number. A number that shipped is never given to another field or variant. A reader
//! passes over fields that it does not know, so a later version may add some.

use minicbor::decode::{Decoder, Error};

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
