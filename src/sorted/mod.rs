//! Ordered maps and sets as sorted lists: small in the wasm file, where each instance of std's tree costs 7 KB.
//!
//! They are for what is small or grows at its end, such as records by their ids, which ascend: an insertion or a removal in the middle
//! moves what stands behind it. A key that is known is overwritten in place, wherever it stands. Names and meanings are those of `BTreeMap`
//! and `BTreeSet`.

mod map;
mod order;
mod set;
mod stored;

pub use map::SortedMap;
pub use order::sort_by;
pub use set::SortedSet;

#[cfg(test)]
mod tests;
