//! What several handles on one store must do, and what is left of one that was closed.

use futures_util::future::{join, join_all};

use super::{Place, batch, by_range, commit, read, revision, row, rows, same};
use crate::ports::{Collection, StorageError};

/// A commit of one handle is in the next read of the other.
///
/// # Errors
/// What it did instead, as for every check.
pub async fn two_handles_see_what_the_other_wrote(place: &Place) -> Result<(), String> {
    let (left, right) = (place.handle().await?, place.handle().await?);
    commit(&*left, batch(0, 1, &[("a", b"left")], &[])).await?;
    same("the other's revision", &revision(&*right).await?, &1)?;
    commit(&*right, batch(1, 2, &[("b", b"right")], &["a"])).await?;
    let found = rows(&*left, by_range(Collection::Records, None, None, None)).await?;
    same("the first one's rows", &found, &vec![row("b", b"right")])?;
    let late = left.commit(batch(1, 2, &[("c", b"late")], &[])).await;
    same("a commit of the one that lags", &late, &Err(StorageError::Conflict))
}

/// Of two commits that expect the same revision one is written, whole; the other is a conflict.
///
/// # Errors
/// What it did instead.
pub async fn of_two_commits_on_one_revision_one_wins(place: &Place) -> Result<(), String> {
    let (left, right) = (place.handle().await?, place.handle().await?);
    for round in 0..5 {
        let race = |value: &'static [u8]| batch(round, round + 1, &[("a", value), ("b", value)], &[]);
        let both = join(left.commit(race(b"left")), right.commit(race(b"right"))).await;
        let winner: &[u8] = match both {
            (Ok(()), Err(StorageError::Conflict)) => b"left",
            (Err(StorageError::Conflict), Ok(())) => b"right",
            (left, right) => return Err(format!("one had to win and one to lose: {left:?}, {right:?}")),
        };
        let found = rows(&*left, by_range(Collection::Records, None, None, None)).await?;
        same("the rows", &found, &vec![row("a", winner), row("b", winner)])?;
        same("the revision", &revision(&*right).await?, &(round + 1))?;
    }
    Ok(())
}

/// Many writers at once, each of whom reads and tries again after a conflict, lose nothing.
///
/// # Errors
/// What it did instead.
pub async fn of_many_commits_at_once_none_is_lost(place: &Place) -> Result<(), String> {
    const N_WRITERS: u64 = 12;
    let handles = [place.handle().await?, place.handle().await?];
    let write = async |n: u64| {
        let [even, odd] = &handles;
        let store = if n.is_multiple_of(2) { even } else { odd };
        let key = format!("k{n:02}");
        // Each conflict means that another writer was served, so this many tries suffice.
        for _ in 0..N_WRITERS {
            let at = revision(&**store).await?;
            match store.commit(batch(at, at + 1, &[(&key, b"v")], &[])).await {
                Ok(()) => return Ok(()),
                Err(StorageError::Conflict) => {}
                Err(other) => return Err(format!("the commit of {key} failed: {other}")),
            }
        }
        Err(format!("{key} met more conflicts than there are writers"))
    };
    join_all((0..N_WRITERS).map(write)).await.into_iter().collect::<Result<(), String>>()?;
    let snapshot = read(&*place.handle().await?, &[by_range(Collection::Records, None, None, None)]).await?;
    let wanted: Vec<_> = (0..N_WRITERS).map(|n| row(&format!("k{n:02}"), b"v")).collect();
    same("the rows", &snapshot.rows, &vec![wanted])?;
    same("the revision", &snapshot.revision, &N_WRITERS)
}

/// Closing does not lose what was committed, and a new handle finds it.
///
/// # Errors
/// What it did instead.
pub async fn what_was_written_outlives_the_handle(place: &Place) -> Result<(), String> {
    let first = place.handle().await?;
    commit(&*first, batch(0, 3, &[("a", b"kept"), ("b", b"kept")], &[])).await?;
    first.close().await;
    drop(first);
    let second = place.handle().await?;
    let snapshot = read(&*second, &[by_range(Collection::Records, None, None, None)]).await?;
    same("the rows", &snapshot.rows, &vec![vec![row("a", b"kept"), row("b", b"kept")]])?;
    same("the revision", &snapshot.revision, &3)?;
    commit(&*second, batch(3, 4, &[], &["a"])).await
}

/// After `close` every call is refused, at once and in words; closing again does nothing.
///
/// # Errors
/// What it did instead.
pub async fn a_closed_handle_refuses(place: &Place) -> Result<(), String> {
    let store = place.handle().await?;
    commit(&*store, batch(0, 1, &[("a", b"1")], &[])).await?;
    store.close().await;
    store.close().await;
    let refused = |what: &str, answer: Result<(), StorageError>| match answer {
        Err(StorageError::Unavailable(words)) if !words.is_empty() => Ok(()),
        other => Err(format!("{what} after close: wanted Unavailable with words, found {other:?}")),
    };
    refused("a read", store.read(vec![]).await.map(|_| ()))?;
    refused("a commit", store.commit(batch(1, 2, &[("a", b"2")], &[])).await)?;
    let found = rows(&*place.handle().await?, by_range(Collection::Records, None, None, None)).await?;
    same("the rows afterwards", &found, &vec![row("a", b"1")])
}

/// A handle is closed alone.
///
/// # Errors
/// What it did instead.
pub async fn closing_one_handle_leaves_the_other(place: &Place) -> Result<(), String> {
    let (left, right) = (place.handle().await?, place.handle().await?);
    commit(&*left, batch(0, 1, &[("a", b"1")], &[])).await?;
    left.close().await;
    commit(&*right, batch(1, 2, &[("b", b"2")], &[])).await?;
    let found = rows(&*right, by_range(Collection::Records, None, None, None)).await?;
    same("the rows", &found, &vec![row("a", b"1"), row("b", b"2")])
}
