//! The records of a scope: each under a slot, and their names in order.
//!
//! Records that are looked at are unpacked and stay so until there are many of them; so a store of few is never packed at all.

use std::borrow::Cow;
use std::cell::RefCell;

use crate::record::{Record, RecordId};
use crate::retrieve::room;

use super::held::{Held, Marks};

/// Records that may lie unpacked, at most: some 600 bytes each.
///
/// Source: a judgement; a recall looks at some hundred, and a write at fewer. Where assertions are on it is a few, so that every test
/// packs and unpacks.
const MOST_OPEN: usize = if cfg!(debug_assertions) { 4 } else { 512 };

/// The records of a scope by slot: a small number that a record's vector and words are kept under, too.
#[derive(Default)]
pub(super) struct Roll {
    /// By slot.
    ids: Vec<RecordId>,
    /// By slot; a record whose vector is staged before it has a slot already.
    held: Vec<Option<Held>>,
    /// The slots that are given out, in the order of their names.
    // A plain list: a slot takes four bytes in it, and one that comes or goes in the middle moves what stands behind it, 400 KB of 100,000.
    order: Vec<u32>,
    free: Vec<u32>,
    /// The slots whose records were unpacked.
    opened: RefCell<Vec<u32>>,
}

impl Roll {
    /// Where a name stands, or would.
    fn find(&self, id: RecordId) -> Result<usize, usize> {
        match self.order.last() {
            // Names ascend in time, so what is new mostly comes last.
            Some(last) if self.id(*last) < id => Err(self.order.len()),
            Some(_) => self.order.binary_search_by(|slot| self.id(*slot).cmp(&id)),
            None => Err(0),
        }
    }

    /// The slot of a name, where it has one.
    pub(super) fn slot(&self, id: RecordId) -> Option<u32> {
        self.find(id).ok().map(|place| self.order[place])
    }

    /// The slot of a name; a new one, where it has none.
    pub(super) fn slot_or_new(&mut self, id: RecordId) -> u32 {
        let place = match self.find(id) {
            Ok(place) => return self.order[place],
            Err(place) => place,
        };
        let slot = self.free.pop().unwrap_or_else(|| {
            room::for_one_more(&mut self.ids);
            room::for_one_more(&mut self.held);
            self.ids.push(id);
            self.held.push(None);
            u32::try_from(self.ids.len() - 1).unwrap_or(u32::MAX)
        });
        self.ids[slot as usize] = id;
        room::for_one_more(&mut self.order);
        self.order.insert(place, slot);
        slot
    }

    /// Takes a name's slot back; which one it was.
    pub(super) fn free(&mut self, id: RecordId) -> Option<u32> {
        let slot = self.order.remove(self.find(id).ok()?);
        self.held[slot as usize] = None;
        self.free.push(slot);
        Some(slot)
    }

    /// How many names have a slot.
    pub(super) fn n_records(&self) -> usize {
        self.order.len()
    }

    /// The name that a slot was given to.
    pub(super) fn id(&self, slot: u32) -> RecordId {
        self.ids[slot as usize]
    }

    fn held(&self, id: RecordId) -> Option<&Held> {
        self.held[self.slot(id)? as usize].as_ref()
    }

    /// What is known of a record without unpacking it; `None` where there is no such record.
    pub(super) fn marks(&self, id: RecordId) -> Option<Marks> {
        self.held(id).map(|held| held.marks)
    }

    /// As [`Self::marks`], by slot.
    pub(super) fn marks_at(&self, slot: u32) -> Option<Marks> {
        self.held[slot as usize].as_ref().map(|held| held.marks)
    }

    /// A record, which is unpacked for that.
    pub(super) fn get(&self, id: RecordId) -> Option<&Record> {
        self.slot(id).and_then(|slot| self.get_at(slot))
    }

    /// As [`Self::get`], by slot.
    pub(super) fn get_at(&self, slot: u32) -> Option<&Record> {
        let held = self.held[slot as usize].as_ref()?;
        if held.as_open().is_none() {
            self.opened.borrow_mut().push(slot);
        }
        held.record(self.id(slot))
    }

    /// A record that is one of many to be passed over: where it is packed, and there are many, it stays so.
    pub(super) fn look(&self, id: RecordId) -> Option<Cow<'_, Record>> {
        if self.order.len() <= MOST_OPEN {
            return self.get(id).map(Cow::Borrowed);
        }
        let held = self.held(id)?;
        match held.as_open() {
            Some(record) => Some(Cow::Borrowed(record)),
            None => held.unpacked(id).map(Cow::Owned),
        }
    }

    /// A record, to be changed in what is none of its marks.
    pub(super) fn get_mut(&mut self, id: RecordId) -> Option<&mut Record> {
        let slot = self.slot(id)?;
        let held = self.held[slot as usize].as_mut()?;
        if held.as_open().is_none() {
            self.opened.get_mut().push(slot);
        }
        held.record_mut(id)
    }

    /// Holds a record under its slot.
    pub(super) fn put(&mut self, record: Box<Record>) {
        let slot = self.slot_or_new(record.id);
        self.held[slot as usize] = Some(Held::of(record));
        self.opened.get_mut().push(slot);
    }

    /// Holds a record that is packed already under its slot.
    pub(super) fn put_packed(&mut self, slot: u32, marks: Marks, packed: &[u8]) {
        self.held[slot as usize] = Some(Held::packed(marks, packed));
    }

    /// Takes a record out; its slot stays.
    pub(super) fn take(&mut self, id: RecordId) -> Option<Record> {
        let slot = self.slot(id)?;
        self.held[slot as usize].take()?.into_record(id)
    }

    /// The names of all records after one, in order, each with what is known of it.
    pub(super) fn names(&self, after: Option<RecordId>) -> impl DoubleEndedIterator<Item = (RecordId, Marks)> {
        let from = after.map_or(0, |id| self.find(id).map_or_else(|place| place, |place| place + 1));
        self.order[from..].iter().filter_map(|slot| Some((self.id(*slot), self.held[*slot as usize].as_ref()?.marks)))
    }

    /// Whether more records lie unpacked than may for long.
    pub(super) fn is_crowded(&self) -> bool {
        MOST_OPEN < self.opened.borrow().len()
    }

    /// Packs what was unpacked, where that is much.
    pub(super) fn let_go(&mut self) {
        if self.is_crowded() {
            for slot in self.opened.take() {
                if let Some(held) = &mut self.held[slot as usize] {
                    held.close();
                }
            }
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::codec::samples::{record, source};
    use crate::record::{Status, Timestamp};
    use crate::sorted::SortedMap;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Step {
        Put(u8, Status),
        Take(u8),
        Use(u8, i64),
        Look(u8),
        LetGo,
    }

    fn step() -> impl Strategy<Value = Step> {
        let status = prop_oneof![Just(Status::Active), Just(Status::Merged), Just(Status::Deleted)];
        prop_oneof![
            3 => (0_u8..20, status).prop_map(|(number, status)| Step::Put(number, status)),
            1 => (0_u8..20).prop_map(Step::Take),
            1 => (0_u8..20, any::<i64>()).prop_map(|(number, at)| Step::Use(number, at)),
            1 => (0_u8..20).prop_map(Step::Look),
            1 => Just(Step::LetGo),
        ]
    }

    fn made(number: u8, status: Status) -> Record {
        let text = format!("用户养了{number}只猫");
        Record { status, sources: vec![source(&text), source("cats")], ..record(number.into(), &text) }
    }

    proptest! {
        #[test]
        fn it_holds_what_a_map_holds(steps in prop::collection::vec(step(), 0..60), after in 0_u8..20) {
            let id = |number: u8| record(number.into(), "").id;
            let (mut roll, mut map) = (Roll::default(), SortedMap::new());
            for step in steps {
                match step {
                    Step::Put(number, status) => {
                        let record = made(number, status);
                        prop_assert_eq!(roll.take(record.id), map.insert(record.id, record.clone()));
                        roll.put(Box::new(record));
                    }
                    Step::Take(number) => {
                        prop_assert_eq!(roll.take(id(number)), map.remove(&id(number)));
                        roll.free(id(number));
                        prop_assert_eq!(roll.slot(id(number)), None);
                    }
                    Step::Use(number, at) => {
                        for record in [roll.get_mut(id(number)), map.get_mut(&id(number))].into_iter().flatten() {
                            record.last_accessed_at = Timestamp(at);
                        }
                    }
                    Step::Look(number) => {
                        prop_assert_eq!(roll.look(id(number)).map(Cow::into_owned), map.get(&id(number)).cloned());
                        prop_assert_eq!(roll.get(id(number)), map.get(&id(number)));
                    }
                    Step::LetGo => roll.let_go(),
                }
            }
            let named: Vec<(RecordId, Marks)> = map.iter().map(|(id, record)| (*id, Marks::of(record))).collect();
            prop_assert_eq!(&roll.names(None).collect::<Vec<_>>(), &named);
            let later: Vec<(RecordId, Marks)> = named.into_iter().filter(|(named, _)| id(after) < *named).collect();
            prop_assert_eq!(roll.names(Some(id(after))).rev().collect::<Vec<_>>(), later.into_iter().rev().collect::<Vec<_>>());
            for (id, record) in &map {
                prop_assert_eq!(roll.look(*id).map(Cow::into_owned), Some(record.clone()));
                prop_assert_eq!(roll.marks(*id).map(Marks::is_hot), Some(record.status != Status::Deleted));
                prop_assert_eq!(roll.slot(*id).map(|slot| roll.id(slot)), Some(*id));
            }
        }
    }
}
