//! What every store must do, as checks that every store passes.
//!
//! Joining is one line of a test file: [`storage_contract!`](crate::storage_contract) with a name and a function that
//! gives an [`Opener`]. It makes a test of each check, on the host and in the browser.

mod handles;
mod random;
mod reading;
mod writing;

use std::rc::Rc;

use crate::ports::{Batch, Collection, LocalFuture, ReadRequest, Row, Rows, Snapshot, Storage, StorageError};

pub use handles::*;
pub use random::*;
pub use reading::*;
pub use writing::*;

/// Opens a handle on the store of that name; one that is not there yet is made, empty.
pub type Opener = dyn Fn(String) -> LocalFuture<'static, Result<Rc<dyn Storage>, StorageError>>;

/// Where a check works: one store, of which it opens as many handles as it needs.
pub struct Place {
    name: String,
    open: Rc<Opener>,
}

/// One thing that every store must do.
#[derive(Clone, Copy)]
pub struct Check {
    /// The thing, as a sentence with underscores.
    pub name: &'static str,
    /// Looks whether it does; the error says in words what it did instead.
    pub run: for<'a> fn(&'a Place) -> LocalFuture<'a, Result<(), String>>,
}

/// Hands the list of checks to another macro. It stands here once, so that no store can leave one out.
#[doc(hidden)]
#[macro_export]
macro_rules! storage_contract_checks {
    ($give:ident!($($with:tt)*)) => {
        $crate::$give! {
            $($with)*;
            an_empty_store_has_revision_zero_and_no_rows
            keys_give_the_rows_that_are_there_ascending_and_once
            a_range_has_its_first_key_and_not_its_last
            an_empty_range_has_no_rows
            a_limit_takes_the_first_rows
            requests_are_answered_in_their_order
            keys_are_in_the_order_of_ascii
            one_key_in_two_collections_is_two_rows
            a_snapshot_stays_as_it_was
            a_commit_writes_overwrites_and_removes
            removing_what_is_not_there_is_no_error
            the_revision_after_a_commit_is_the_next
            the_largest_revision_is_kept
            a_wrong_revision_writes_nothing
            a_commit_over_all_collections_is_whole
            values_keep_every_byte
            a_thousand_rows_go_into_one_commit
            random_calls_answer_as_a_map_in_memory
            two_handles_see_what_the_other_wrote
            of_two_commits_on_one_revision_one_wins
            of_many_commits_at_once_none_is_lost
            what_was_written_outlives_the_handle
            a_closed_handle_refuses
            closing_one_handle_leaves_the_other
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! storage_contract_list {
    (; $($check:ident)*) => {
        /// Every check, in the order of the list.
        pub const CHECKS: &[$crate::storage::contract::Check] = &[$(
            $crate::storage::contract::Check { name: stringify!($check), run: |place| Box::pin($check(place)) }
        ),*];
    };
}

crate::storage_contract_checks!(storage_contract_list!());

/// Makes a test of each check: `storage_contract!(name, opener)`, where `opener` is a function that gives an
/// `Rc<`[`Opener`]`>`, a new one for each test.
///
/// The test file needs `futures` (with `executor`) on the host, and `wasm-bindgen-test` on wasm32.
#[macro_export]
macro_rules! storage_contract {
    ($name:ident, $opener:ident) => {
        mod $name {
            $crate::storage_contract_checks!(storage_contract_tests!($name, $opener));
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! storage_contract_tests {
    ($name:ident, $opener:ident; $($check:ident)*) => { $(
        #[cfg(not(target_arch = "wasm32"))]
        #[test]
        fn $check() -> Result<(), String> {
            ::futures::executor::block_on($crate::storage::contract::run(
                concat!("contract ", stringify!($name), " ", stringify!($check)), &super::$opener(),
                async |place| $crate::storage::contract::$check(place).await,
            ))
        }
        #[cfg(target_arch = "wasm32")]
        #[::wasm_bindgen_test::wasm_bindgen_test]
        async fn $check() -> Result<(), String> {
            $crate::storage::contract::run(
                concat!("contract ", stringify!($name), " ", stringify!($check)), &super::$opener(),
                async |place| $crate::storage::contract::$check(place).await,
            ).await
        }
    )* };
}

/// Runs one check on the store of that name, which is empty before and removed afterwards.
///
/// # Errors
/// What the store did instead, in words.
pub async fn run(
    name: &str,
    open: &Rc<Opener>,
    check: impl AsyncFnOnce(&Place) -> Result<(), String>,
) -> Result<(), String> {
    let place = Place { name: name.to_owned(), open: Rc::clone(open) };
    place.clear().await?;
    check(&place).await?;
    place.clear().await
}

impl Place {
    async fn clear(&self) -> Result<(), String> {
        self.handle().await?.destroy().await.map_err(|err| format!("destroy failed: {err}"))
    }

    /// A new handle on the store.
    async fn handle(&self) -> Result<Rc<dyn Storage>, String> {
        (self.open)(self.name.clone()).await.map_err(|err| format!("a handle did not open: {err}"))
    }
}

/// Fails with words unless both are the same.
fn same<T: std::fmt::Debug + PartialEq>(what: &str, found: &T, wanted: &T) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    let cut = |value: &T| format!("{value:?}").chars().take(300).collect::<String>();
    Err(format!("{what}: wanted {}, found {}", cut(wanted), cut(found)))
}

async fn read(store: &dyn Storage, requests: &[ReadRequest]) -> Result<Snapshot, String> {
    let snapshot = store.read(requests.to_vec()).await.map_err(|err| format!("a read failed: {err}"))?;
    same("the number of answers", &snapshot.rows.len(), &requests.len())?;
    Ok(snapshot)
}

/// The answer to one request.
async fn rows(store: &dyn Storage, request: ReadRequest) -> Result<Vec<Row>, String> {
    let snapshot = read(store, &[request]).await?;
    Ok(snapshot.rows.into_iter().flatten().collect())
}

async fn revision(store: &dyn Storage) -> Result<u64, String> {
    Ok(read(store, &[]).await?.revision)
}

async fn commit(store: &dyn Storage, batch: Batch) -> Result<(), String> {
    let (expected, next) = (batch.expected, batch.next);
    store.commit(batch).await.map_err(|err| format!("the commit from revision {expected} to {next} failed: {err}"))
}

fn by_keys(collection: Collection, keys: &[&str]) -> ReadRequest {
    ReadRequest { collection, rows: Rows::Keys(keys.iter().map(|&key| key.to_owned()).collect()) }
}

fn by_range(collection: Collection, from: Option<&str>, to: Option<&str>, limit: Option<u32>) -> ReadRequest {
    ReadRequest { collection, rows: Rows::Range { from: from.map(str::to_owned), to: to.map(str::to_owned), limit } }
}

/// Everything in every collection.
fn everything() -> Vec<ReadRequest> {
    Collection::ALL.into_iter().map(|collection| by_range(collection, None, None, None)).collect()
}

fn row(key: &str, value: &[u8]) -> Row {
    (key.to_owned(), value.to_vec())
}

/// A batch that writes `puts` into the records and removes `deletes` from them.
fn batch(expected: u64, next: u64, puts: &[(&str, &[u8])], deletes: &[&str]) -> Batch {
    Batch {
        expected,
        next,
        puts: puts.iter().map(|(key, value)| (Collection::Records, (*key).to_owned(), value.to_vec())).collect(),
        deletes: deletes.iter().map(|key| (Collection::Records, (*key).to_owned())).collect(),
    }
}
