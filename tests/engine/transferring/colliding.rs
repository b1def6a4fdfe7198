//! Records that are there already when an archive comes in.

use super::*;

/// Two stores that parted: the first said more of the cat and has a new memory, the second edited the cat and forgot the tea.
fn parted() -> (House, House) {
    let one = House::new();
    let cat = one.tell("User has a cat").id.unwrap();
    let tea = one.tell("likes oolong tea").id.unwrap();
    let other = House::new();
    import(&other, &export(&one), KEEP);
    other.clock.now.set(one.clock.now.get());
    let named = |house: &House, text: &str| {
        house.tick();
        let patch = Patch { text: Some(text.to_owned()), ..Patch::default() };
        run(house.engine.edit(&Scope::default(), cat, patch)).unwrap();
    };
    named(&one, "User has a cat called Miso");
    one.tell("用户在学小提琴");
    named(&other, "User has a cat called Nori");
    other.tick();
    run(other.engine.forget(&Scope::default(), ForgetTarget::Id(tea), false)).unwrap();
    (one, other)
}

#[test]
fn keep_leaves_what_is_there() {
    let (one, other) = parted();
    let imported = import(&other, &export(&one), KEEP);
    assert_eq!((imported.added, imported.kept, imported.replaced, imported.restored), (1, 2, 0, false));
    assert_eq!(other.texts(), ["User has a cat called Nori", "用户在学小提琴"]);
    let journal = run(other.engine.journal(&Scope::default(), None, None)).unwrap();
    let last = journal.last().unwrap();
    assert_eq!((last.operation, Some(last.id), last.images.len()), (Operation::Import, imported.journal_id, 1));
    run(other.engine.undo(&Scope::default(), None)).unwrap();
    assert_eq!(other.texts(), ["User has a cat called Nori"]);
    let again = import(&other, &export(&one), KEEP);
    assert_eq!((again.added, again.kept, again.journal_id), (0, 3, None), "what an undo hid is there, and stays");
}

#[test]
fn replace_takes_the_archives_and_undo_gives_back_what_was_there() {
    let (one, other) = parted();
    let before = everything(&other);
    let imported = import(&other, &export(&one), REPLACE);
    assert_eq!((imported.added, imported.kept, imported.replaced), (1, 0, 2));
    assert_eq!(other.texts(), ["User has a cat called Miso", "likes oolong tea", "用户在学小提琴"]);
    assert_eq!(other.recalled("Miso").first().map(String::as_str), Some("User has a cat called Miso"));
    assert!(other.holds("User has a cat called Nori"), "nothing told is lost");
    run(other.engine.undo(&Scope::default(), imported.journal_id)).unwrap();
    let after: Vec<Record> = everything(&other).into_iter().filter(|record| record.text != "用户在学小提琴").collect();
    assert_eq!(after, before);
    assert_eq!(other.second().texts(), other.texts());
}

#[test]
fn judge_decides_each_like_a_write_and_loses_nothing() {
    let there = House::new();
    there.value("User lives in Lisbon", "home_city", "Lisbon", Some(9_000));
    there.tell("用户喜欢简洁的界面");
    let brought = elsewhere(None);
    brought.value("User lives in Porto", "home_city", "Porto", Some(1_000));
    let input = WriteInput {
        tags: ["design".to_owned()].into(),
        observed_at: Some(Timestamp(500)),
        ..WriteInput::from("用户非常喜欢简洁的界面")
    };
    run(brought.engine.remember(&Scope::default(), input)).unwrap();
    brought.tell("用户在学小提琴");
    let imported = import(&there, &export(&brought), JUDGE);
    assert_eq!((imported.added, imported.judged, imported.pending, imported.kept), (3, 3, 0, 0));
    // The older city is history, the taste is one record that knows both wordings and the tag, the violin is new.
    assert_eq!(there.history("home_city"), ["Porto", "Lisbon"]);
    assert_eq!(there.texts(), ["User lives in Lisbon", "用户喜欢简洁的界面", "用户在学小提琴"]);
    let taste = there.all().remove(1);
    assert!(taste.tags.contains("design"));
    assert!(taste.sources.iter().any(|source| source.quote.as_deref() == Some("用户非常喜欢简洁的界面")));
    let journal = run(there.engine.journal(&Scope::default(), None, None)).unwrap();
    let judged = journal.iter().filter(|entry| matches!(entry.operation, Operation::Judge(_))).count();
    assert_eq!(judged, 3);
    assert_eq!(there.second().texts(), there.texts());
}

#[test]
fn judge_holds_two_tellings_of_one_id_against_each_other() {
    let (one, other) = parted();
    let imported = import(&other, &export(&one), JUDGE);
    // The forgotten tea stays forgotten; the other cat and the violin are judged.
    assert_eq!((imported.judged, imported.kept, imported.pending), (2, 1, 0));
    let texts = other.texts();
    assert!(texts.contains(&"用户在学小提琴".to_owned()));
    assert!(!texts.contains(&"likes oolong tea".to_owned()));
    for text in ["User has a cat called Miso", "User has a cat called Nori"] {
        assert!(other.holds(text));
    }
}

#[test]
fn values_of_one_key_are_ordered_by_time_whatever_the_rule() {
    for rule in [KEEP, REPLACE, JUDGE] {
        let there = House::new();
        there.value("User lives in Porto", "home_city", "Porto", Some(1_000));
        let brought = elsewhere(None);
        brought.value("User lives in Lisbon", "home_city", "Lisbon", Some(2_000));
        import(&there, &export(&brought), rule);
        assert_eq!(there.texts(), ["User lives in Lisbon"], "{rule:?}");
        assert_eq!(there.history("home_city"), ["Porto", "Lisbon"]);
        let there = House::new();
        there.value("User lives in Porto", "home_city", "Porto", Some(2_000));
        import(&there, &export(&brought), rule);
        assert_eq!(run(there.engine.conflicts(&Scope::default())).unwrap().len(), 1, "{rule:?}: the times are equal");
    }
}

#[test]
fn a_conflict_has_two_sides_after_an_import_too() {
    for rule in [KEEP, REPLACE, JUDGE] {
        let brought = lived_in(None);
        let there = House::new();
        there.tell("was here before");
        import(&there, &export(&brought), rule);
        let conflicts = run(there.engine.conflicts(&Scope::default())).unwrap();
        assert_eq!(conflicts.len(), 1, "{rule:?}");
        let sides: Vec<Record> = there.all().into_iter().filter(Record::conflict_pending).collect();
        assert_eq!(sides.len(), 2);
        assert!(sides[0].opponents.contains(&sides[1].id) && sides[1].opponents.contains(&sides[0].id));
    }
}
