//! Random calls, held against the store in memory.

use fastrand::Rng;

use super::{Place, same};
use crate::ports::{Batch, Collection, ReadRequest, Rows, Storage, StorageError};
use crate::storage::memory::MemoryStorage;

/// How many rounds of a commit and a read are played; enough for each kind of request to meet each state of a key.
const N_ROUNDS: u32 = 60;

/// Whatever is written, removed and asked for, the answer is the one of an ordered map.
///
/// # Errors
/// What it answered instead, and in which round.
pub async fn random_calls_answer_as_a_map_in_memory(place: &Place) -> Result<(), String> {
    let (store, model) = (place.handle().await?, MemoryStorage::default());
    let mut rng = Rng::with_seed(7);
    let mut at = 0;
    for round in 0..N_ROUNDS {
        let expected = if rng.u8(..8) == 0 { at + 1 + rng.u64(..3) } else { at };
        let batch = batch(&mut rng, expected);
        let next = batch.next;
        let wanted = model.commit(batch.clone()).await;
        same(&format!("the commit of round {round}"), &store.commit(batch).await, &wanted)?;
        at = if wanted == Err(StorageError::Conflict) { at } else { next };
        let requests: Vec<ReadRequest> = (0..rng.usize(..6)).map(|_| request(&mut rng)).collect();
        let (found, wanted) = (store.read(requests.clone()).await, model.read(requests.clone()).await);
        same(&format!("the read of round {round}, {requests:?}"), &found, &wanted)?;
    }
    Ok(())
}

fn batch(rng: &mut Rng, expected: u64) -> Batch {
    let mut batch = Batch { expected, next: expected + 1 + rng.u64(..3), ..Batch::default() };
    for collection in Collection::ALL {
        for key in KEYS {
            match rng.u8(..10) {
                0..3 => {
                    let value = (0..rng.usize(..40)).map(|_| rng.u8(..)).collect();
                    batch.puts.push((collection, key.to_owned(), value));
                }
                3..5 => batch.deletes.push((collection, key.to_owned())),
                _ => {}
            }
        }
    }
    rng.shuffle(&mut batch.puts);
    batch
}

fn request(rng: &mut Rng) -> ReadRequest {
    let rows = if rng.bool() {
        Rows::Keys((0..rng.usize(..8)).map(|_| key(rng)).collect())
    } else {
        let (from, to) = (rng.bool().then(|| key(rng)), rng.bool().then(|| key(rng)));
        Rows::Range { from, to, limit: rng.bool().then(|| rng.u32(..10)) }
    };
    ReadRequest { collection: Collection::ALL[rng.usize(..Collection::ALL.len())], rows }
}

/// Keys that begin alike, and whose order differs from that of a dictionary.
const KEYS: [&str; 10] = ["!", "0", "A", "B0", "a", "a+", "a0", "aB", "a~", "b"];

fn key(rng: &mut Rng) -> String {
    KEYS[rng.usize(..KEYS.len())].to_owned()
}
