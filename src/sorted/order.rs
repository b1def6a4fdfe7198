//! One sort for every type: std's, of places, so that it is compiled once.

use std::cmp::Ordering;

/// Sorts in place by an order, equals in the order that they had.
///
/// std's sort is 4 KB of wasm for each type and order that it is used with; this is a tenth of that.
pub fn sort_by<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    if items.is_sorted_by(|one, other| order(one, other).is_le()) {
        return;
    }
    let mut places: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut places, &mut |one, other| order(&items[one], &items[other]));
    // Each place now says which element belongs there; every cycle is walked once.
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Not generic, so that there is one of it.
fn sort_places(places: &mut [usize], order: &mut dyn FnMut(usize, usize) -> Ordering) {
    places.sort_by(|one, other| order(*one, *other));
}
