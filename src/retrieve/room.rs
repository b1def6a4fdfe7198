//! Room for tables that become long: an eighth more each time, and not as much again.

/// Makes room for one more, where there is none.
pub fn for_one_more<T>(table: &mut Vec<T>) {
    if table.len() == table.capacity() {
        table.reserve_exact(1 + table.len() / 8);
    }
}

/// Makes a table as long as this at least, with what is empty behind what it has.
pub fn lengthen<T: Clone + Default>(table: &mut Vec<T>, n_places: usize) {
    if table.capacity() < n_places {
        table.reserve_exact(n_places + n_places / 8 - table.len());
    }
    if table.len() < n_places {
        table.resize(n_places, T::default());
    }
}
