//! A hard forget removes every trace.

mod quoted;
mod wholes;

use palimpsest::record::{ForgetTarget, Patch, RecallInput, Relation, Scope, WriteInput};

use crate::harness::{House, Manner, run};

#[track_caller]
fn erase(house: &House, text: &str) {
    let id = house.all().into_iter().find(|record| record.text == text).expect("is there").id;
    house.erase(id);
}

#[test]
fn no_byte_of_it_stays_in_records_journal_or_evidence() {
    for manner in [None, Some(Manner::Letters)] {
        let house = House::on(palimpsest::storage::memory::MemoryStorage::default(), manner);
        house.tell("User wants dark mode in the editor");
        house.tell("User wants dark mode in the terminal");
        house.tell("User wants dark mode in the browser");
        house.tell("user really wants dark mode in the terminal!");
        run(house.engine.recall(&Scope::default(), "terminal", RecallInput::default())).unwrap();
        erase(&house, "User wants dark mode in the terminal");
        assert!(!house.holds("terminal"));
        assert_eq!(house.texts(), ["User wants dark mode in the editor", "User wants dark mode in the browser"]);
        run(house.engine.flush()).unwrap();
        assert!(!house.holds("terminal"));
        assert_eq!(house.second().texts().len(), 2);
    }
}

#[test]
fn older_writings_go_along() {
    let house = House::new();
    let id = house.tell("用户住在杭州西湖边").id.unwrap();
    let patch = Patch { text: Some("用户住在上海".to_owned()), ..Patch::default() };
    run(house.engine.edit(&Scope::default(), id, patch)).unwrap();
    assert!(house.holds("西湖"));
    erase(&house, "用户住在上海");
    assert!(!house.holds("西湖") && !house.holds("上海"));
    assert!(house.bytes().iter().all(|(_, key, _)| !key.contains(&id.to_key())));
}

#[test]
fn its_entries_can_no_longer_be_undone_and_say_so() {
    let house = House::new();
    let entry = house.tell("用户住在成都").journal_ids[0];
    erase(&house, "用户住在成都");
    let err = run(house.engine.undo(&Scope::default(), Some(entry))).unwrap_err();
    assert_eq!(err.code(), "undo_expired");
    assert_eq!(run(house.engine.undo(&Scope::default(), None)).unwrap_err().code(), "undo_expired");
    let id = house.tell("用户住在成都").id.unwrap();
    assert_eq!(house.texts(), ["用户住在成都"]);
    assert_eq!(run(house.engine.restore(&Scope::default(), id)).unwrap().id, id);
}

#[test]
fn links_to_it_go_and_what_answered_its_write_too() {
    let house = House::new();
    let scope = Scope::default();
    let write = WriteInput { idempotency_key: Some("k".to_owned()), .."User has a cat called Miso".into() };
    let cat = run(house.engine.remember(&scope, write.clone())).unwrap().id.unwrap();
    let link = Relation { relation: "owner".to_owned(), id: cat };
    let owner = WriteInput { relations: [link].into(), .."Ana feeds the cat at noon".into() };
    run(house.engine.remember(&scope, owner.clone())).unwrap();
    erase(&house, "User has a cat called Miso");
    assert!(house.all()[0].relations.is_empty());
    let again = run(house.engine.remember(&scope, write)).unwrap();
    assert_ne!(again.id, Some(cat));
    assert_eq!(
        run(house.engine.remember(&scope, owner)).unwrap_err().code(),
        "not_found",
        "a link to nothing is refused"
    );
}

#[test]
fn an_undo_brings_no_link_back_to_what_is_gone() {
    let house = House::new();
    let scope = Scope::default();
    let cat = house.tell("用户养了一只叫豆包的猫").id.unwrap();
    let owner = house.tell("Ana feeds it at noon").id.unwrap();
    run(house.engine.link(&scope, owner, "feeds", cat)).unwrap();
    let patch = Patch { importance: Some(0.9), ..Patch::default() };
    run(house.engine.edit(&scope, owner, patch)).unwrap();
    let edit = run(house.engine.journal(&scope, None, None)).unwrap().last().unwrap().id;
    erase(&house, "用户养了一只叫豆包的猫");
    run(house.engine.undo(&scope, Some(edit))).unwrap();
    let record = run(house.engine.get(&scope, owner)).unwrap();
    assert_eq!((record.importance, record.relations.len()), (0.5, 0));
}

#[test]
fn a_merged_record_that_was_taken_back_keeps_nothing_of_what_is_gone() {
    for [text, other, third] in
        [["User's PIN is 4711", "User has a dog", "User plays chess"], ["用户的密码是4711", "用户养狗", "用户下棋"]]
    {
        let house = House::new();
        let scope = Scope::default();
        let ids = [text, other, third].map(|text| house.tell(text).id.unwrap());
        let merge = |ids: &[palimpsest::record::RecordId]| {
            let target = palimpsest::record::MergeTarget::Ids(ids.iter().copied().collect());
            run(house.engine.merge(&scope, &target)).unwrap()[0].id.unwrap()
        };
        let whole = merge(&ids);
        run(house.engine.undo(&scope, None)).unwrap();
        erase(&house, text);
        assert!(!house.holds("4711"));
        run(house.engine.restore(&scope, whole)).unwrap();
        assert!(house.all().iter().all(|record| record.wordings().all(|said| !said.contains("4711"))));
    }
}

#[test]
fn a_duplicate_that_had_waited_goes_with_the_record_that_it_went_into() {
    let house = House::with(Manner::Same);
    house.tell("The backend runs on port 8090");
    house.behave(Manner::Fail);
    house.tell("Backend is running at port 8090");
    house.behave(Manner::Same);
    house.tell("Backend is running at port 8090 on Sundays, says the manual");
    erase(&house, "The backend runs on port 8090");
    assert!(!house.holds("Backend is running at port 8090\u{0}") && !house.holds("The backend runs"));
}

#[test]
fn forgetting_by_filter_takes_what_it_admits_and_nothing_else() {
    let house = House::new();
    let scope = Scope::default();
    for (text, topic) in [("likes oolong", "tea"), ("owns a gaiwan", "tea"), ("plays the cello", "music")] {
        run(house.engine.remember(&scope, WriteInput { topic: Some(topic.to_owned()), ..text.into() })).unwrap();
    }
    let filter = palimpsest::record::Filter { topic: Some("tea".to_owned()), ..Default::default() };
    let forgotten = run(house.engine.forget(&scope, ForgetTarget::Filter(Box::new(filter)), true)).unwrap();
    assert_eq!(forgotten.ids.len(), 2);
    assert_eq!(house.texts(), ["plays the cello"]);
    assert!(!house.holds("gaiwan"));
}
