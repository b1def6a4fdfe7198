//! Maps and sets in what is stored (CBOR) and in what goes over the edge (serde).

use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};
use serde::{Serialize, Serializer};

use super::{SortedMap, SortedSet};

impl<C, K: Encode<C>, V: Encode<C>> Encode<C> for SortedMap<K, V> {
    fn encode<W: encode::Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.map(self.len() as u64)?;
        for (key, value) in self {
            key.encode(e, context)?;
            value.encode(e, context)?;
        }
        Ok(())
    }
}

impl<'b, C, K: Decode<'b, C> + Ord, V: Decode<'b, C>> Decode<'b, C> for SortedMap<K, V> {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        d.map_iter_with(context)?.collect()
    }
}

impl<C, T: Encode<C>> Encode<C> for SortedSet<T> {
    fn encode<W: encode::Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.array(self.len() as u64)?;
        for item in self {
            item.encode(e, context)?;
        }
        Ok(())
    }
}

impl<'b, C, T: Decode<'b, C> + Ord> Decode<'b, C> for SortedSet<T> {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        d.array_iter_with(context)?.collect()
    }
}

impl<K: Serialize, V: Serialize> Serialize for SortedMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<T: Serialize> Serialize for SortedSet<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}
