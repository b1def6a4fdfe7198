//! Records that went into one that itself went into another: what is forgotten is said at no depth.

use palimpsest::record::{Record, RecordId, Status};

use super::*;

const TEXTS: [[&str; 5]; 2] = [
    ["User's PIN is 4711", "User has a dog", "User plays chess", "User likes oolong", "User owns a bike"],
    ["用户的密码是4711", "用户养狗", "用户下棋", "用户爱喝乌龙茶", "用户有一辆自行车"],
];

/// Tells five sentences and merges the first two into one record, which goes into another beside the next two.
struct Nested {
    house: House,
    told: [RecordId; 5],
    inner: RecordId,
    outer: RecordId,
}

impl Nested {
    fn of(texts: [&str; 5], house: House) -> Self {
        let told = texts.map(|text| house.tell(text).id.unwrap());
        let outer = house.merge(&[told[2], told[3]]);
        let inner = house.merge(&[told[0], told[1]]);
        assert_eq!(house.merge(&[outer, inner]), outer);
        let nested = Self { house, told, inner, outer };
        assert_eq!((nested.get(inner).status, nested.get(inner).merged_into), (Status::Merged, Some(outer)));
        nested
    }

    fn get(&self, id: RecordId) -> Record {
        run(self.house.engine.get(&Scope::default(), id)).unwrap()
    }

    fn restore(&self, id: RecordId) {
        self.house.tick();
        run(self.house.engine.restore(&Scope::default(), id)).unwrap();
    }

    fn forget(&self, id: RecordId, hard: bool) {
        self.house.tick();
        run(self.house.engine.forget(&Scope::default(), ForgetTarget::Id(id), hard)).unwrap();
    }

    fn says(&self, id: RecordId) -> Vec<String> {
        let record = self.get(id);
        record.details.into_iter().map(|detail| detail.text).collect()
    }
}

/// Does something with the nested records of each language and manner of embedding.
fn each(act: impl Fn(&Nested, [&str; 5])) {
    for texts in TEXTS {
        for house in [House::new(), House::with(Manner::Letters)] {
            act(&Nested::of(texts, house), texts);
        }
    }
}

#[test]
fn what_is_forgotten_for_good_stands_in_no_whole_however_deep() {
    each(|nested, texts| {
        nested.forget(nested.told[0], true);
        assert!(!nested.house.holds("4711"));
        nested.restore(nested.inner);
        assert_eq!(nested.says(nested.inner), [texts[1]]);
    });
}

#[test]
fn a_part_that_went_elsewhere_leaves_the_whole_that_it_came_from() {
    each(|nested, _| {
        nested.restore(nested.told[0]);
        nested.house.merge(&[nested.told[0], nested.told[4]]);
        nested.restore(nested.inner);
        nested.forget(nested.told[0], true);
        assert!(!nested.house.holds("4711"));
    });
}

#[test]
fn an_inner_whole_that_is_brought_back_says_nothing_that_was_forgotten() {
    each(|nested, texts| {
        nested.forget(nested.told[0], false);
        assert_eq!(nested.says(nested.outer), [texts[2], texts[3], texts[1]]);
        nested.restore(nested.inner);
        assert_eq!(nested.says(nested.inner), [texts[1]]);
        nested.forget(nested.told[0], true);
        assert!(!nested.house.holds("4711"));
    });
}

#[test]
fn a_whole_that_is_taken_out_takes_what_it_says_along() {
    each(|nested, texts| {
        let before = (nested.get(nested.inner), nested.get(nested.outer));
        nested.restore(nested.inner);
        assert_eq!(nested.says(nested.inner), texts[..2]);
        assert_eq!(nested.says(nested.outer), texts[2..4]);
        run(nested.house.engine.undo(&Scope::default(), None)).unwrap();
        assert_eq!((nested.get(nested.inner), nested.get(nested.outer)), before);
    });
}

#[test]
fn a_part_that_is_edited_is_said_anew_at_every_depth() {
    each(|nested, texts| {
        let text = texts[0].replace("4711", "0815");
        let patch = Patch { text: Some(text.clone()), ..Patch::default() };
        run(nested.house.engine.edit(&Scope::default(), nested.told[0], patch)).unwrap();
        for id in [nested.inner, nested.outer] {
            assert!(nested.says(id).contains(&text) && !nested.says(id).contains(&texts[0].to_owned()), "{id}");
        }
    });
}

#[test]
fn a_copy_that_was_forgotten_before_goes_along() {
    for [text, other, ..] in TEXTS {
        let house = House::new();
        let first = house.tell(text).id.unwrap();
        run(house.engine.forget(&Scope::default(), ForgetTarget::Id(first), false)).unwrap();
        house.told(text, palimpsest::record::Action::Added);
        house.tell(other);
        erase(&house, text);
        assert!(!house.holds("4711"));
        assert_eq!(house.texts(), [other]);
    }
}

#[test]
fn nothing_names_a_whole_that_is_gone() {
    each(|nested, texts| {
        nested.restore(nested.told[0]);
        nested.forget(nested.told[1], false);
        for whole in [nested.outer, nested.inner] {
            if nested.house.all().iter().any(|record| record.id == whole) {
                nested.forget(whole, true);
            }
        }
        assert_eq!(nested.house.texts(), [texts[4], texts[0]].map(str::to_owned).into_iter().rev().collect::<Vec<_>>());
        assert_eq!(nested.get(nested.told[0]).merged_into, None);
        let id = nested.told[1];
        assert_eq!(run(nested.house.engine.get(&Scope::default(), id)).map(|record| record.merged_into), Ok(None));
    });
}
