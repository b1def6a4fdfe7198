//! What a read must answer.

use super::{Place, batch, by_keys, by_range, commit, everything, read, revision, row, rows, same};
use crate::ports::{Batch, Collection, ReadRequest, Rows};

/// A store in which nothing was ever written has revision 0.
///
/// # Errors
/// What it did instead, as for every check.
pub async fn an_empty_store_has_revision_zero_and_no_rows(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let mut requests = everything();
    requests.push(by_keys(Collection::Records, &["a", "b"]));
    let snapshot = read(&*store, &requests).await?;
    same("the revision", &snapshot.revision, &0)?;
    same("the rows", &snapshot.rows, &vec![Vec::new(); requests.len()])
}

/// A read by keys.
///
/// # Errors
/// What it did instead.
pub async fn keys_give_the_rows_that_are_there_ascending_and_once(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b"1"), ("b", b"2"), ("c", b"3")], &[])).await?;
    let cases: [(&[&str], Vec<_>); 4] = [
        (&["c", "a", "missing", "c", "a"], vec![row("a", b"1"), row("c", b"3")]),
        (&["missing"], vec![]),
        (&[], vec![]),
        (&["aa", "b", "A"], vec![row("b", b"2")]),
    ];
    for (keys, wanted) in cases {
        same(&format!("the rows of {keys:?}"), &rows(&*store, by_keys(Collection::Records, keys)).await?, &wanted)?;
    }
    let forty: Vec<String> = (0..40).map(|n| format!("k{n:02}")).collect();
    let puts = forty.iter().map(|key| (Collection::Vectors, key.clone(), key.clone().into_bytes())).collect();
    commit(&*store, Batch { expected: 1, next: 2, puts, deletes: vec![] }).await?;
    let request =
        ReadRequest { collection: Collection::Vectors, rows: Rows::Keys(forty.iter().rev().cloned().collect()) };
    let wanted = forty.into_iter().map(|key| (key.clone(), key.into_bytes())).collect();
    same("forty keys in one request", &rows(&*store, request).await?, &wanted)
}

/// `from` is inclusive, `to` exclusive, and each may be left out.
///
/// # Errors
/// What it did instead.
pub async fn a_range_has_its_first_key_and_not_its_last(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b""), ("b", b""), ("c", b""), ("d", b"")], &[])).await?;
    let cases: [(Option<&str>, Option<&str>, &str); 9] = [
        (None, None, "abcd"),
        (Some("b"), None, "bcd"),
        (None, Some("c"), "ab"),
        (Some("b"), Some("d"), "bc"),
        (Some("a0"), Some("c0"), "bc"),
        (Some(""), Some("z"), "abcd"),
        (Some("e"), None, ""),
        (None, Some("a"), ""),
        (None, Some(""), ""),
    ];
    for (from, to, wanted) in cases {
        let found = rows(&*store, by_range(Collection::Records, from, to, None)).await?;
        let found: String = found.into_iter().map(|(key, _)| key).collect();
        same(&format!("the keys from {from:?} to {to:?}"), &found, &wanted.to_owned())?;
    }
    Ok(())
}

/// A range that ends where it begins, or before, is empty and no error.
///
/// # Errors
/// What it did instead.
pub async fn an_empty_range_has_no_rows(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b""), ("b", b""), ("c", b"")], &[])).await?;
    for (from, to) in [("b", "b"), ("c", "a"), ("z", "a"), ("aa", "ab")] {
        let found = rows(&*store, by_range(Collection::Records, Some(from), Some(to), None)).await?;
        same(&format!("the rows from {from} to {to}"), &found, &vec![])?;
    }
    Ok(())
}

/// `limit` counts rows; 0 is none, and more than there are is all.
///
/// # Errors
/// What it did instead.
pub async fn a_limit_takes_the_first_rows(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b"1"), ("b", b"2"), ("c", b"3")], &[])).await?;
    for (from, to, limit, wanted) in [
        (None, None, 0, ""),
        (None, None, 1, "a"),
        (None, None, 3, "abc"),
        (None, None, u32::MAX, "abc"),
        (Some("b"), None, 1, "b"),
        (Some("b"), None, 0, ""),
        (Some("a"), Some("c"), 5, "ab"),
    ] {
        let found = rows(&*store, by_range(Collection::Records, from, to, Some(limit))).await?;
        let found: String = found.into_iter().map(|(key, _)| key).collect();
        same(&format!("the first {limit} keys from {from:?} to {to:?}"), &found, &wanted.to_owned())?;
    }
    Ok(())
}

/// Several requests are answered in their order; one collection may be asked twice, and one in between that is empty.
///
/// # Errors
/// What it did instead.
pub async fn requests_are_answered_in_their_order(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let mut first = batch(0, 1, &[("a", b"1"), ("b", b"2")], &[]);
    first.puts.push((Collection::Meta, "m".to_owned(), b"3".to_vec()));
    commit(&*store, first).await?;
    let snapshot = read(
        &*store,
        &[
            by_range(Collection::Meta, None, None, None),
            by_keys(Collection::Records, &["b"]),
            by_range(Collection::Journal, None, None, Some(9)),
            by_range(Collection::Records, None, None, None),
            by_keys(Collection::Records, &[]),
            by_keys(Collection::Records, &["b", "a"]),
        ],
    )
    .await?;
    let (a, b, m) = (row("a", b"1"), row("b", b"2"), row("m", b"3"));
    let wanted = vec![vec![m], vec![b.clone()], vec![], vec![a.clone(), b.clone()], vec![], vec![a, b]];
    same("the answers", &snapshot.rows, &wanted)?;
    same("the revision", &snapshot.revision, &1)?;
    same("the revision without a request", &revision(&*store).await?, &1)
}

/// Keys are compared byte by byte, in every way of reading.
///
/// # Errors
/// What it did instead.
pub async fn keys_are_in_the_order_of_ascii(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let ascending =
        ["!", "+", "10", "2", "A", "B", "_", "a", "a!", "a+", "a-", "a0", "aB", "a_", "aa", "ab", "a|", "a~", "b"];
    let puts: Vec<(&str, &[u8])> = ascending.iter().rev().map(|&key| (key, b"v".as_slice())).collect();
    commit(&*store, batch(0, 1, &puts, &[])).await?;
    let keys = |rows: Vec<(String, _)>| rows.into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    let all = keys(rows(&*store, by_range(Collection::Records, None, None, None)).await?);
    same("all keys", &all, &ascending.map(str::to_owned).to_vec())?;
    let named: Vec<&str> = ascending.iter().rev().copied().collect();
    let named = keys(rows(&*store, by_keys(Collection::Records, &named)).await?);
    same("the keys by name", &named, &all)?;
    let within = keys(rows(&*store, by_range(Collection::Records, Some("a+"), Some("a~"), None)).await?);
    same(
        "the keys from a+ to a~",
        &within,
        &["a+", "a-", "a0", "aB", "a_", "aa", "ab", "a|"].map(str::to_owned).to_vec(),
    )
}

/// Collections do not share keys.
///
/// # Errors
/// What it did instead.
pub async fn one_key_in_two_collections_is_two_rows(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let puts = Collection::ALL.map(|collection| (collection, "k".to_owned(), collection.name().as_bytes().to_vec()));
    commit(&*store, Batch { expected: 0, next: 1, puts: puts.to_vec(), deletes: vec![] }).await?;
    let deletes = vec![(Collection::Vectors, "k".to_owned())];
    commit(&*store, Batch { expected: 1, next: 2, puts: vec![], deletes }).await?;
    let wanted = Collection::ALL.map(|collection| match collection {
        Collection::Vectors => vec![],
        Collection::Records | Collection::Journal | Collection::Cache | Collection::Meta => {
            vec![row("k", collection.name().as_bytes())]
        }
    });
    same("the rows", &read(&*store, &everything()).await?.rows, &wanted.to_vec())
}

/// What was read does not change with a later commit.
///
/// # Errors
/// What it did instead.
pub async fn a_snapshot_stays_as_it_was(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b"old"), ("b", b"old")], &[])).await?;
    let before = read(&*store, &everything()).await?;
    let copy = before.clone();
    commit(&*store, batch(1, 2, &[("a", b"new")], &["b"])).await?;
    same("the earlier snapshot", &before, &copy)?;
    let after = rows(&*store, by_range(Collection::Records, None, None, None)).await?;
    same("the rows afterwards", &after, &vec![row("a", b"new")])
}
