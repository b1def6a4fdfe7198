//! What a commit must do.

use super::{Place, batch, by_keys, by_range, commit, everything, read, revision, row, rows, same};
use crate::ports::{Batch, Collection, StorageError};

/// Puts, overwriting puts and deletes, in one batch.
///
/// # Errors
/// What it did instead, as for every check.
pub async fn a_commit_writes_overwrites_and_removes(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b"1"), ("b", b"2"), ("c", b"3")], &[])).await?;
    commit(&*store, batch(1, 2, &[("b", b"longer than before"), ("d", b"4")], &["a"])).await?;
    let found = rows(&*store, by_range(Collection::Records, None, None, None)).await?;
    same("the rows", &found, &vec![row("b", b"longer than before"), row("c", b"3"), row("d", b"4")])?;
    commit(&*store, batch(2, 3, &[("a", b"again")], &["b", "c", "d"])).await?;
    let found = rows(&*store, by_range(Collection::Records, None, None, None)).await?;
    same("the rows after a removed one came back", &found, &vec![row("a", b"again")])
}

/// A delete of a key that is not there.
///
/// # Errors
/// What it did instead.
pub async fn removing_what_is_not_there_is_no_error(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[], &["missing"])).await?;
    commit(&*store, batch(1, 2, &[("a", b"1")], &["missing"])).await?;
    let found = rows(&*store, by_range(Collection::Records, None, None, None)).await?;
    same("the rows", &found, &vec![row("a", b"1")])
}

/// The revision is the caller's number, also where it skips some, and where the batch is otherwise empty.
///
/// # Errors
/// What it did instead.
pub async fn the_revision_after_a_commit_is_the_next(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    for (expected, next) in [(0, 1), (1, 2), (2, 40)] {
        commit(&*store, batch(expected, next, &[("a", b"1")], &[])).await?;
        same("the revision", &revision(&*store).await?, &next)?;
    }
    commit(&*store, batch(40, 41, &[], &[])).await?;
    same("the revision after an empty batch", &revision(&*store).await?, &41)
}

/// Revisions reach to 2⁵³ − 1, the largest whole number of JavaScript.
///
/// # Errors
/// What it did instead.
pub async fn the_largest_revision_is_kept(place: &Place) -> Result<(), String> {
    const LARGEST: u64 = (1 << 53) - 1;
    let store = place.handle().await?;
    commit(&*store, batch(0, LARGEST - 1, &[], &[])).await?;
    commit(&*store, batch(LARGEST - 1, LARGEST, &[("a", b"1")], &[])).await?;
    same("the revision", &revision(&*store).await?, &LARGEST)
}

/// A commit on another revision than the stored one is a conflict and leaves every collection as it was.
///
/// # Errors
/// What it did instead.
pub async fn a_wrong_revision_writes_nothing(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let write = |value: &[u8]| Collection::ALL.map(|collection| (collection, "a".to_owned(), value.to_vec())).to_vec();
    let remove = || Collection::ALL.map(|collection| (collection, "a".to_owned())).to_vec();
    for expected in [1, 7] {
        let early = Batch { expected, next: 8, puts: write(b"early"), deletes: vec![] };
        same("a commit on an empty store", &store.commit(early).await, &Err(StorageError::Conflict))?;
    }
    same("the empty store's rows", &read(&*store, &everything()).await?.rows, &vec![vec![]; Collection::ALL.len()])?;
    same("the empty store's revision", &revision(&*store).await?, &0)?;

    commit(&*store, Batch { expected: 0, next: 5, puts: write(b"first"), deletes: vec![] }).await?;
    let before = read(&*store, &everything()).await?;
    for expected in [0, 4, 6] {
        let put = Batch { expected, next: 6, puts: write(b"late"), deletes: vec![] };
        same("a commit that writes", &store.commit(put).await, &Err(StorageError::Conflict))?;
        let delete = Batch { expected, next: 6, puts: vec![], deletes: remove() };
        same("a commit that removes", &store.commit(delete).await, &Err(StorageError::Conflict))?;
    }
    same("the store afterwards", &read(&*store, &everything()).await?, &before)?;
    commit(&*store, batch(5, 6, &[("b", b"2")], &[])).await
}

/// What one batch writes into several collections is there together.
///
/// # Errors
/// What it did instead.
pub async fn a_commit_over_all_collections_is_whole(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    for n in 0..3_u8 {
        let key = format!("k{n}");
        let put = |collection| (collection, key.clone(), vec![n]);
        let deletes = Collection::ALL.map(|collection| (collection, format!("k{}", n.wrapping_sub(1)))).to_vec();
        let puts = Collection::ALL.map(put).to_vec();
        commit(&*store, Batch { expected: n.into(), next: u64::from(n) + 1, puts, deletes }).await?;
        let snapshot = read(&*store, &everything()).await?;
        same("the rows", &snapshot.rows, &vec![vec![(key.clone(), vec![n])]; Collection::ALL.len()])?;
        same("the revision", &snapshot.revision, &(u64::from(n) + 1))?;
    }
    Ok(())
}

/// Values of no byte, of every byte, and of 1 MiB, the largest that the port promises.
///
/// # Errors
/// What it did instead.
pub async fn values_keep_every_byte(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let every: Vec<u8> = (0..=u8::MAX).collect();
    let large: Vec<u8> = every.iter().copied().cycle().take(1 << 20).collect();
    let wanted = vec![row("empty", b""), row("every", &every), row("large", &large), row("zeros", &[0; 9])];
    let puts: Vec<(&str, &[u8])> = wanted.iter().map(|(key, value)| (key.as_str(), value.as_slice())).collect();
    commit(&*store, batch(0, 1, &puts, &[])).await?;
    let by_name = by_keys(Collection::Records, &["large", "zeros", "empty", "every"]);
    for (way, request) in [("by keys", by_name), ("by range", by_range(Collection::Records, None, None, None))] {
        let found = rows(&*store, request).await?;
        let lengths = |rows: &[(String, Vec<u8>)]| rows.iter().map(|(_, value)| value.len()).collect::<Vec<_>>();
        same(&format!("the lengths {way}"), &lengths(&found), &lengths(&wanted))?;
        if found != wanted {
            return Err(format!("the values {way} have other bytes than were written"));
        }
    }
    Ok(())
}

/// A batch of a thousand rows, and one that removes most of them.
///
/// # Errors
/// What it did instead.
pub async fn a_thousand_rows_go_into_one_commit(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    let keys: Vec<String> = (0..1000).map(|n| format!("k{n:04}")).collect();
    let puts = keys.iter().rev().map(|key| (Collection::Vectors, key.clone(), key.repeat(30).into_bytes())).collect();
    commit(&*store, Batch { expected: 0, next: 1, puts, deletes: vec![] }).await?;
    let found = rows(&*store, by_range(Collection::Vectors, None, None, None)).await?;
    let wanted = keys.iter().map(|key| (key.clone(), key.repeat(30).into_bytes())).collect();
    same("the rows", &found, &wanted)?;
    let deletes = keys.iter().skip(1).map(|key| (Collection::Vectors, key.clone())).collect();
    commit(&*store, Batch { expected: 1, next: 2, puts: vec![], deletes }).await?;
    let found = rows(&*store, by_range(Collection::Vectors, None, None, None)).await?;
    same("what is left", &found, &wanted.into_iter().take(1).collect())
}
