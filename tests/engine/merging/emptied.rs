//! Merged records whose parts all went elsewhere, and parts that were taken out and are then removed for good.

use super::*;

fn restore(house: &House, id: RecordId) {
    house.tick();
    run(house.engine.restore(&scope(), id)).unwrap();
}

#[test]
fn one_that_says_nothing_any_more_is_hidden_and_says_something_when_it_is_brought_back() {
    for (topic, texts) in [("music", MUSIC), ("旅行", TRAVEL)] {
        let house = House::new();
        let (parts, whole) = merged(&house, topic, &texts);
        let before = (get(&house, whole), house.all());
        parts.iter().for_each(|part| restore(&house, *part));
        let hidden = get(&house, whole);
        assert_eq!((hidden.status, details(&hidden)), (Status::Deleted, vec![texts[2]]));
        assert_eq!(house.texts(), texts);
        restore(&house, whole);
        assert_eq!((get(&house, whole).status, details(&get(&house, whole))), (Status::Active, vec![texts[2]]));
        // Back through all four of them.
        (0..4).for_each(|_| drop(run(house.engine.undo(&scope(), None)).unwrap()));
        assert_eq!((get(&house, whole), house.all()), before);
    }
}

#[test]
fn one_whose_last_value_was_outlived_says_it_again_when_it_is_brought_back() {
    let house = House::new();
    let texts = ["用户不想住温泉旅馆", "用户说下个月要去日本旅行"];
    let [one, other] = texts.map(|text| house.tell(text).id.unwrap());
    let merged = run(house.engine.merge(&scope(), &MergeTarget::Ids([one, other].into()))).unwrap();
    let whole = merged[0].id.unwrap();
    forget(&house, other, true);
    house.told("用户想住温泉旅馆", Action::Superseded);
    assert_eq!(get(&house, whole).status, Status::Superseded);
    restore(&house, whole);
    assert_eq!(details(&get(&house, whole)), [texts[0]]);
}

#[test]
fn what_was_taken_out_and_is_removed_for_good_stays_in_no_merged_record() {
    for n_out in 1..=3 {
        for house in [House::new(), House::with(Manner::Letters)] {
            let (parts, whole) = merged(&house, "旅行", &TRAVEL);
            parts[..n_out].iter().rev().for_each(|part| restore(&house, *part));
            forget(&house, parts[0], true);
            assert!(!house.holds(TRAVEL[0]), "{n_out} taken out");
            for (part, text) in parts.iter().zip(TRAVEL).skip(1) {
                assert_eq!(get(&house, *part).text, text);
            }
            let is_left = run(house.engine.get(&scope(), whole)).is_ok();
            assert_eq!(is_left, n_out < 3, "what the whole says is what its other parts say");
        }
    }
}

#[test]
fn a_sentence_that_another_part_says_too_stays_when_one_part_is_removed_for_good() {
    let house = House::under(add_all(), None);
    let ids = [MUSIC[0], MUSIC[0], MUSIC[1]].map(|text| tell(&house, "music", text).id.unwrap());
    let merged = run(house.engine.merge(&scope(), &MergeTarget::Ids(ids[..2].iter().copied().collect()))).unwrap();
    let whole = merged[0].id.unwrap();
    forget(&house, ids[0], true);
    assert_eq!(details(&get(&house, whole)), [MUSIC[0]]);
    assert_eq!(get(&house, ids[1]).merged_into, Some(whole));
}
