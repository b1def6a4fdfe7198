//! A caller's data, as it is stored: JSON as CBOR, whole numbers and fractions apart and exact.

use minicbor::data::Type;
use minicbor::decode::{self, Decoder};
use minicbor::encode::{self, Encoder, Write};
use serde_json::{Map, Number, Value};

/// How deep lists and maps may stand in each other in a caller's data, the outermost map included.
///
/// Source: `serde_json` reads 128 levels of text; a level costs less than 1 KB of stack, of which a wasm module has 1 MB.
pub const MAX_NESTING: usize = 128;

const TOO_DEEP: &str = "the data is nested too deep";

/// Writes a map.
pub(crate) fn encode<Ctx, W: Write>(
    fields: &Map<String, Value>,
    out: &mut Encoder<W>,
    _: &mut Ctx,
) -> Result<(), encode::Error<W::Error>> {
    write_fields(fields, MAX_NESTING, out)
}

/// Reads a map that [`encode`] wrote.
pub(crate) fn decode<Ctx>(reader: &mut Decoder<'_>, _: &mut Ctx) -> Result<Map<String, Value>, decode::Error> {
    read_fields(reader, MAX_NESTING)
}

/// Writes a value that may hold `levels` more.
fn write<W: Write>(value: &Value, levels: usize, out: &mut Encoder<W>) -> Result<(), encode::Error<W::Error>> {
    match value {
        Value::Null => out.null()?.ok(),
        Value::Bool(truth) => out.bool(*truth)?.ok(),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(whole), _, _) => out.u64(whole)?.ok(),
            (None, Some(whole), _) => out.i64(whole)?.ok(),
            (None, None, fraction) => out.f64(fraction.unwrap_or_default())?.ok(),
        },
        Value::String(text) => out.str(text)?.ok(),
        Value::Array(items) => {
            let levels = levels.checked_sub(1).ok_or_else(|| encode::Error::message(TOO_DEEP))?;
            out.array(items.len() as u64)?;
            items.iter().try_for_each(|item| write(item, levels, out))
        }
        Value::Object(fields) => write_fields(fields, levels, out),
    }
}

fn write_fields<W: Write>(
    fields: &Map<String, Value>,
    levels: usize,
    out: &mut Encoder<W>,
) -> Result<(), encode::Error<W::Error>> {
    let levels = levels.checked_sub(1).ok_or_else(|| encode::Error::message(TOO_DEEP))?;
    out.map(fields.len() as u64)?;
    fields.iter().try_for_each(|(name, value)| {
        out.str(name)?;
        write(value, levels, out)
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "JSON has none of the other types that CBOR has")]
fn read(reader: &mut Decoder<'_>, levels: usize) -> Result<Value, decode::Error> {
    match reader.datatype()? {
        Type::Null => reader.null().map(|()| Value::Null),
        Type::Bool => reader.bool().map(Value::Bool),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => reader.u64().map(Value::from),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => reader.i64().map(Value::from),
        Type::F64 => {
            let number = Number::from_f64(reader.f64()?);
            number.map(Value::Number).ok_or_else(|| wrong(reader, "the number is not finite"))
        }
        Type::String => reader.str().map(Value::from),
        Type::Array => {
            let levels = levels.checked_sub(1).ok_or_else(|| wrong(reader, TOO_DEEP))?;
            let mut items = Vec::new();
            for _ in 0..reader.array()?.unwrap_or_default() {
                items.push(read(reader, levels)?);
            }
            Ok(Value::Array(items))
        }
        Type::Map => read_fields(reader, levels).map(Value::Object),
        other => Err(decode::Error::type_mismatch(other).at(reader.position())),
    }
}

fn read_fields(reader: &mut Decoder<'_>, levels: usize) -> Result<Map<String, Value>, decode::Error> {
    let levels = levels.checked_sub(1).ok_or_else(|| wrong(reader, TOO_DEEP))?;
    let Some(n_fields) = reader.map()? else { return Err(wrong(reader, "the map does not say how long it is")) };
    let mut fields = Map::new();
    for _ in 0..n_fields {
        let name = reader.str()?.to_owned();
        fields.insert(name, read(reader, levels)?);
    }
    Ok(fields)
}

#[cold]
fn wrong(reader: &Decoder<'_>, problem: &str) -> decode::Error {
    decode::Error::message(problem).at(reader.position())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(data: &Value) -> Result<Vec<u8>, encode::Error<std::convert::Infallible>> {
        let mut out = Encoder::new(Vec::new());
        encode(data.as_object().expect("a map"), &mut out, &mut ()).map(|()| out.into_writer())
    }

    fn read_back(bytes: &[u8]) -> Result<Value, decode::Error> {
        decode(&mut Decoder::new(bytes), &mut ()).map(Value::Object)
    }

    /// So many lists in each other, in a map.
    fn nested(n_lists: usize) -> Value {
        json!({ "深": (0..n_lists).fold(json!(1), |inner, _| json!([inner])) })
    }

    #[track_caller]
    fn check(data: &Value, bytes: &[u8]) {
        assert_eq!(written(data).unwrap(), bytes);
        assert_eq!(read_back(bytes).unwrap(), *data);
    }

    #[test]
    fn data_has_the_bytes_of_the_standard() {
        // RFC 8949, appendix A.
        check(&json!({}), &[0xa0]);
        check(&json!({"a": 1, "b": [2, 3]}), &[0xa2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x82, 0x02, 0x03]);
        check(&json!({"水": -1}), &[0xa1, 0x63, 0xe6, 0xb0, 0xb4, 0x20]);
        check(&json!({"a": null, "b": true, "c": {}}), &[0xa3, 0x61, 0x61, 0xf6, 0x61, 0x62, 0xf5, 0x61, 0x63, 0xa0]);
        let exact = [&[0xa1, 0x60, 0xfb][..], &1.1_f64.to_be_bytes()].concat();
        check(&json!({"": 1.1}), &exact);
    }

    #[test]
    fn a_whole_number_and_a_fraction_of_the_same_value_stay_apart() {
        for number in [json!(5), json!(5.0), json!(-0.0), json!(u64::MAX), json!(i64::MIN), json!(f64::MIN_POSITIVE)] {
            let data = json!({ "n": number });
            let found = read_back(&written(&data).unwrap()).unwrap();
            assert_eq!(found.to_string(), data.to_string());
        }
    }

    #[test]
    fn data_may_be_nested_up_to_the_limit_and_no_deeper() {
        let deepest = nested(MAX_NESTING - 1);
        let bytes = written(&deepest).unwrap();
        assert_eq!(read_back(&bytes).unwrap(), deepest);
        assert!(written(&nested(MAX_NESTING)).is_err());
        // The same bytes with a list more around the innermost value.
        let deeper = [&bytes[..bytes.len() - 1], &[0x81, 0x01]].concat();
        assert!(read_back(&deeper).unwrap_err().to_string().contains(TOO_DEEP));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let infinite = f64::INFINITY.to_be_bytes();
        // Bytes, half a float, a float, undefined, a tag, a simple value, a list and a text that do not say how long they are, a
        // whole number below all of i64, and a number that is not finite.
        for value in [
            &[0x41, 0x00][..],
            &[0xf9, 0x00, 0x00],
            &[0xfa, 0x00, 0x00, 0x00, 0x00],
            &[0xf7],
            &[0xc0, 0x00],
            &[0xe0],
            &[0x9f, 0xff],
            &[0x7f, 0xff],
            &[0x3b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[&[0xfb][..], &infinite].concat(),
        ] {
            assert!(read_back(&[&[0xa1, 0x60], value].concat()).is_err(), "{value:x?}");
        }
        assert!(read_back(&[0xbf, 0xff]).is_err(), "a map that does not say how long it is");
        assert!(read_back(&[0xa1, 0x00, 0x00]).is_err(), "a name that is no text");
    }
}
