//! Messages of an archive that wait to be read: they wait here, too.

use crate::codec::{self, RowKind};
use crate::error::MemoryError;
use crate::ports::Row;
use crate::record::Message;
use crate::sorted::SortedSet;

use super::heard::{Heard, Hearing, MOST_WAITING_BYTES, Said, name_of, row_of};
use super::keys;
use super::txn::Txn;

/// A batch of an archive, with its key there.
pub(super) type Waiting = (String, Heard);

/// The batch that a row of an archive holds.
///
/// # Errors
/// In words.
pub(super) fn waiting_of(key: &str, row: &[u8], salt: &[u8; 16]) -> Result<Waiting, String> {
    revision_of(key).ok_or("it is no key of a batch of messages")?;
    let mut heard: Heard = codec::decode(RowKind::Heard, row).map_err(|err| err.to_string())?;
    if MOST_WAITING_BYTES < heard.n_bytes() {
        return Err("the messages are longer than what may wait".to_owned());
    }
    name(&mut heard, salt);
    Ok((key.to_owned(), heard))
}

/// The revision that a batch's key names.
fn revision_of(key: &str) -> Option<u64> {
    let name = key.strip_prefix(keys::HEARD).filter(|name| name.len() == 20 && name.is_ascii())?;
    u16::from_str_radix(&name[16..], 16).ok()?;
    u64::from_str_radix(&name[..16], 16).ok()
}

/// The newest revision that batches name.
pub(super) fn newest(waiting: &[Waiting]) -> u64 {
    waiting.iter().filter_map(|(key, _)| revision_of(key)).max().unwrap_or_default()
}

/// Gives messages the names that this store knows them by. Pieces of one message are told apart by their order.
fn name(heard: &mut Heard, salt: &[u8; 16]) {
    let mut names = SortedSet::new();
    for said in &mut heard.messages {
        let Said { role, content, id, at, at_given, .. } = said.clone();
        said.name = name_of(salt, &Message { role, content, id, at: at_given.then_some(at) });
        while !names.insert(said.name) {
            said.name = said.name.wrapping_add(1);
        }
    }
}

impl Txn<'_> {
    /// Stages batches under the keys that they have: the scope is empty.
    pub(super) fn restore_heard(&mut self, waiting: &[Waiting]) -> Result<(), MemoryError> {
        for (key, heard) in waiting {
            let key = format!("{}{key}", self.state.prefix);
            let row = row_of(&key, heard)?;
            self.meta.push((key, Some(row)));
        }
        self.note_restored(&Hearing::default(), waiting.iter().map(|(_, heard)| heard))
    }

    /// Stages batches behind those that are there, but for what was gone through here.
    pub(super) fn bring_heard(&mut self, waiting: &[Waiting], rows: &[Vec<Row>]) -> Result<(), MemoryError> {
        let hearing = Hearing::read(rows)?;
        let known = hearing.names();
        let is_new = |heard: &&Heard| heard.messages.iter().any(|said| !known.contains(&said.name));
        let new: Vec<&Heard> = waiting.iter().map(|(_, heard)| heard).filter(is_new).collect();
        for heard in &new {
            self.put_heard(None, heard)?;
        }
        self.note_restored(&hearing, new.into_iter())
    }

    fn note_restored<'b>(
        &mut self,
        before: &Hearing,
        batches: impl Iterator<Item = &'b Heard>,
    ) -> Result<(), MemoryError> {
        let names: Vec<u64> = batches.flat_map(|heard| heard.messages.iter().map(|said| said.name)).collect();
        if names.is_empty() { Ok(()) } else { self.note_heard(before, names.into_iter()) }
    }
}
