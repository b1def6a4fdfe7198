//! The parts of a merged record: their values, disputes, edits and ends.

use super::*;

/// Two cities, what says that a home is there, and what else is told of a home.
const HOMES: [(&str, &str, [&str; 4]); 2] = [
    ("上海", "北京", ["用户住在上海", "用户住在北京", "用户租了一套房", "用户家里有个院子"]),
    ("Lisbon", "Porto", ["User lives in Lisbon", "User lives in Porto", "rents a flat", "has a garden"]),
];

#[test]
fn a_keys_value_stays_one_when_its_record_is_a_part() {
    for (first, second, texts) in HOMES {
        let house = House::new();
        tell(&house, "home", texts[2]);
        let old = value(&house, "home", texts[0], ("home_city", first)).id.unwrap();
        let whole = tell(&house, "home", texts[3]).id.unwrap();
        assert_eq!(get(&house, old).merged_into, Some(whole));
        assert_eq!(get(&house, whole).facts["home_city"][0].value, first);
        assert_eq!(house.history("home_city"), [first]);
        let newer = house.value(texts[1], "home_city", second, None);
        assert_eq!(newer.action, Action::Superseded);
        assert_eq!(get(&house, old).status, Status::Superseded);
        let record = get(&house, whole);
        let values: Vec<&str> = record.facts["home_city"].iter().map(|version| version.value.as_str()).collect();
        assert_eq!(values, [first, second], "a changed fact is a new version");
        assert_eq!(details(&record), [texts[2], texts[3]]);
        assert_ne!(record.text, texts[0]);
        assert_eq!(house.history("home_city"), [first, second]);
        // It may come back.
        house.tick();
        assert_eq!(house.value(texts[0], "home_city", first, None).action, Action::Superseded);
        assert_eq!(house.history("home_city"), [first, second, first]);
    }
}

#[test]
fn who_brings_a_merged_record_back_says_the_values_of_its_parts_and_an_undo_does_not() {
    for (first, second, texts) in HOMES {
        let house = House::new();
        tell(&house, "home", texts[2]);
        let part = value(&house, "home", texts[0], ("home_city", first)).id.unwrap();
        let whole = tell(&house, "home", texts[3]).id.unwrap();
        let forgotten = run(house.engine.forget(&scope(), ForgetTarget::Id(whole), false)).unwrap();
        let since = house.value(texts[1], "home_city", second, None);
        assert_eq!(since.action, Action::Added);
        let err = run(house.engine.undo(&scope(), forgotten.journal_id)).unwrap_err();
        assert_eq!(err.code(), "undo_blocked");
        run(house.engine.restore(&scope(), whole)).unwrap();
        let outlived = get(&house, since.id.unwrap());
        assert_eq!((outlived.status, outlived.superseded_by), (Status::Superseded, Some(part)));
        run(house.engine.undo(&scope(), None)).unwrap();
        assert_eq!(house.texts(), [texts[1]]);
    }
}

#[test]
fn a_dispute_takes_the_part_that_it_is_about_out_again() {
    let house = House::new();
    tell(&house, "home", "rents a flat");
    let old = {
        let (key, value) = (Some("home_city".to_owned()), Some("Lisbon".to_owned()));
        let at = Some(palimpsest::record::Timestamp(5));
        let topic = Some("home".to_owned());
        let input = WriteInput { topic, key, value, observed_at: at, ..WriteInput::from("User lives in Lisbon") };
        run(house.engine.remember(&scope(), input)).unwrap().id.unwrap()
    };
    let whole = tell(&house, "home", "has a garden").id.unwrap();
    let newer = house.value("User lives in Porto", "home_city", "Porto", Some(5));
    assert_eq!(newer.action, Action::Conflict);
    assert_eq!((get(&house, old).status, get(&house, old).opponents.len()), (Status::Active, 1));
    assert_eq!(details(&get(&house, whole)), ["rents a flat", "has a garden"]);
    run(house.engine.undo(&scope(), None)).unwrap();
    assert_eq!(get(&house, old).merged_into, Some(whole));
}

#[test]
fn a_part_that_is_forgotten_restored_or_edited_changes_the_whole() {
    let house = House::new();
    let (parts, id) = merged(&house, "music", &MUSIC);
    let before = (get(&house, id), house.all());
    forget(&house, parts[0], false);
    assert_eq!(details(&get(&house, id)), MUSIC[1..]);
    assert!(house.recalled("jazz").iter().all(|text| !text.contains("jazz")));
    run(house.engine.undo(&scope(), None)).unwrap();
    assert_eq!((get(&house, id), house.all()), before);
    run(house.engine.restore(&scope(), parts[0])).unwrap();
    assert_eq!(house.texts().len(), 2);
    assert_eq!(details(&get(&house, id)), MUSIC[1..]);
    assert_eq!(tell(&house, "music", "owns a trumpet").id, Some(id), "what a person took out stays apart");
    assert_eq!(get(&house, parts[0]).status, Status::Active);
    let patch = Patch { text: Some("plays the cello".to_owned()), ..Patch::default() };
    run(house.engine.edit(&scope(), parts[1], patch)).unwrap();
    assert_eq!(details(&get(&house, id)), [MUSIC[2], "owns a trumpet", "plays the cello"]);
    assert!(house.holds(MUSIC[1]), "what it said before is history");
    run(house.engine.pin(&scope(), parts[1], true)).unwrap();
    assert!(get(&house, id).pinned);
}

#[test]
fn what_a_person_writes_over_a_merged_text_is_kept_when_it_is_written_anew() {
    let house = House::new();
    let (parts, id) = merged(&house, "music", &MUSIC);
    let patch = Patch { text: Some("lives for music".to_owned()), ..Patch::default() };
    run(house.engine.edit(&scope(), id, patch)).unwrap();
    forget(&house, parts[2], false);
    let record = get(&house, id);
    assert_eq!(
        (record.text.as_str(), details(&record)),
        ("lives for music", vec![MUSIC[0], MUSIC[1], "lives for music"])
    );
    forget(&house, id, false);
    assert!(house.texts().is_empty());
    run(house.engine.restore(&scope(), id)).unwrap();
    assert_eq!(house.texts(), ["lives for music"]);
}

#[test]
fn forgetting_a_part_for_good_removes_every_trace_of_it_from_the_whole() {
    for house in [House::new(), House::with(Manner::Letters)] {
        let (parts, id) = merged(&house, "旅行", &TRAVEL);
        forget(&house, parts[1], true);
        for word in ["东京", "大阪", "京都"] {
            assert!(!house.holds(word), "{word} is still there");
        }
        assert_eq!(details(&get(&house, id)), [TRAVEL[0], TRAVEL[2]]);
        let entry = run(house.engine.journal(&scope(), None, None)).unwrap()[3].id;
        assert_eq!(run(house.engine.undo(&scope(), Some(entry))).unwrap_err().code(), "undo_expired");
        forget(&house, parts[0], true);
        forget(&house, parts[2], true);
        assert!(house.all().is_empty() && !house.holds("温泉"));
        let (_, id) = merged(&house, "music", &MUSIC);
        forget(&house, id, true);
        assert!(MUSIC.iter().all(|text| !house.holds(text)), "a merged record takes its parts along");
    }
}
