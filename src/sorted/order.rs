//! One sort for every type: std's, of places, so that it is compiled once.

use std::cmp::Ordering;

/// Sorts in place by an order, equals in the order that they had.
///
/// std's sort is 4 KB of wasm for each type and order that it is used with; this is a twentieth of that.
pub fn sort_by<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    for (at, from) in swaps(items.len(), &mut |one, other| order(&items[one], &items[other])) {
        items.swap(at, from);
    }
}

/// The swaps, in order, that sort so many elements. Not generic, so that there is one of it.
fn swaps(n_items: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    if (1..n_items).all(|at| order(at - 1, at).is_le()) {
        return swaps;
    }
    let mut places: Vec<usize> = (0..n_items).collect();
    places.sort_by(|one, other| order(*one, *other));
    // Each place now says which element belongs there; every cycle is walked once.
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            swaps.push((at, from));
            at = from;
        }
    }
    swaps
}
