//! Messages that wait to be read go out with an archive, and are read where it is taken in.

use palimpsest::record::{Message, ObserveInput};

use super::*;
use crate::harness::{Model, uncalibrated};

fn observe(house: &House, texts: &[&str]) -> usize {
    house.tick();
    let said = |text: &&str| Message { content: (*text).to_owned(), ..Message::default() };
    let input = ObserveInput::from(texts.iter().map(said).collect::<Vec<_>>());
    run(house.engine.observe(&Scope::default(), input)).unwrap().len()
}

/// A house whose model does not answer, with two messages that wait.
fn waiting() -> House {
    let (house, _) = House::with_model(Manner::Letters, Policy::default());
    assert_eq!(observe(&house, &["我养了一只猫"]) + observe(&house, &["I play the violin"]), 0);
    house
}

fn answering(house: &House) -> (House, Rc<Model>) {
    let model = Rc::new(Model::default());
    for (text, quote) in [("用户养了一只猫", "我养了一只猫"), ("The user plays the violin", "I play the violin")]
    {
        let found =
            serde_json::json!({ "memories": [{ "text": text, "kind": "fact", "subject": "user", "quote": quote }] });
        model.answer(quote, &found.to_string());
    }
    (house.asking_too(uncalibrated(), model.clone()), model)
}

#[test]
fn what_waits_is_read_where_the_archive_is_taken_in() {
    let bytes = export(&waiting());
    for (input, is_empty) in [(KEEP, true), (KEEP, false), (JUDGE, false), (REPLACE, false)] {
        let house = House::with(Manner::Letters);
        if !is_empty {
            house.tell("was here before");
        }
        assert_eq!(import(&house, &bytes, input).restored, is_empty);
        assert!(house.holds("我养了一只猫") && house.holds("I play the violin"));
        let (reading, model) = answering(&house);
        // Handed in again it is the same message.
        assert_eq!(observe(&reading, &["我养了一只猫"]), 2);
        let n_before = usize::from(!is_empty);
        assert_eq!(reading.texts()[n_before..], ["用户养了一只猫", "The user plays the violin"]);
        assert_eq!(model.count(palimpsest::ports::Task::Extract), 2);
        // Nothing waits any more, and what was read is not read again.
        assert_eq!(import(&reading, &bytes, input), Imported::default());
        assert_eq!(observe(&reading, &["I play the violin"]), 0);
    }
}

#[test]
fn a_round_trip_of_what_waits_gives_the_same_bytes() {
    let house = waiting();
    house.tell("用户住在成都");
    let bytes = export(&house);
    let fresh = House::with(Manner::Letters);
    import(&fresh, &bytes, KEEP);
    assert_eq!(export(&fresh), bytes);
    assert_eq!(export(&fresh.second()), bytes);
}

#[test]
fn an_archive_with_messages_is_of_a_newer_format_and_one_without_is_not() {
    assert_eq!(export(&lived_in(None))[8..10], [1, 0]);
    assert_eq!(export(&waiting())[8..10], [2, 0]);
}

#[test]
fn messages_that_do_not_keep_to_the_format_are_refused() {
    let house = House::new();
    for key in ["o/", "o/00", "o/zzzzzzzzzzzzzzzz0000", "o/ffffffffffffffff0000"] {
        let row = palimpsest::codec::encode(palimpsest::codec::RowKind::Heard, &7).unwrap();
        let rows = [vec![], vec![], vec![], vec![(key.to_owned(), row)]];
        let bytes = palimpsest::codec::archive_bytes(&Scope::default(), rows).unwrap();
        assert_eq!(refused(&house, &bytes).code(), "archive_damaged", "{key}");
    }
}
