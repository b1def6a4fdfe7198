//! Merging: at the write, by hand, later, and what becomes of a merged record and its parts.

mod clusters;
mod emptied;
mod found;
mod parts;
mod with_a_model;

use palimpsest::error::MemoryError;
use palimpsest::ports::Task;
use palimpsest::record::{
    Action, Decision, ForgetTarget, JudgeWhen, Kind, ListInput, MergePolicy, MergeTarget, Patch, Policy, RecallInput,
    Record, RecordId, Relation, Scope, Status, Strategy, Tier, WriteInput,
};

use crate::harness::{House, Manner, add_all, run};

fn scope() -> Scope {
    Scope::default()
}

/// Writes a text of a topic.
#[track_caller]
fn tell(house: &House, topic: &str, text: &str) -> Decision {
    house.tick();
    run(house.engine.remember(&scope(), WriteInput { topic: Some(topic.to_owned()), ..text.into() })).unwrap()
}

/// Writes a value of a key, of a topic.
#[track_caller]
fn value(house: &House, topic: &str, text: &str, (key, value): (&str, &str)) -> Decision {
    house.tick();
    let input = WriteInput {
        topic: Some(topic.to_owned()),
        key: Some(key.to_owned()),
        value: Some(value.to_owned()),
        ..text.into()
    };
    run(house.engine.remember(&scope(), input)).unwrap()
}

fn get(house: &House, id: RecordId) -> Record {
    run(house.engine.get(&scope(), id)).unwrap()
}

fn details(record: &Record) -> Vec<&str> {
    record.details.iter().map(|detail| detail.text.as_str()).collect()
}

fn forget(house: &House, id: RecordId, hard: bool) {
    run(house.engine.forget(&scope(), ForgetTarget::Id(id), hard)).unwrap();
}

const MUSIC: [&str; 3] = ["a fan of jazz", "plays the double bass", "goes to a concert every month"];
const TRAVEL: [&str; 3] = ["用户说下个月要去日本旅行", "用户计划去东京、大阪和京都", "用户想住温泉旅馆"];

/// Three pieces of a topic, merged by rule: the names of the three, and of what they became.
fn merged(house: &House, topic: &str, texts: &[&str; 3]) -> ([RecordId; 3], RecordId) {
    let told = texts.map(|text| tell(house, topic, text));
    assert_eq!(told.each_ref().map(|decision| decision.action), [Action::Added, Action::Added, Action::Merged]);
    let merged = told[2].id.unwrap();
    let parts = run(house.engine.list(&scope(), in_status(Status::Merged))).unwrap();
    let ids: Vec<RecordId> = parts.iter().filter(|part| part.merged_into == Some(merged)).map(|part| part.id).collect();
    (ids.try_into().unwrap(), merged)
}

fn in_status(status: Status) -> ListInput {
    let mut input = ListInput { include_cold: true, ..ListInput::default() };
    input.filter.status = Some(status);
    input
}

#[test]
fn three_pieces_of_a_topic_become_one_and_a_fourth_joins_it() {
    for (topic, texts, more) in [("music", MUSIC, "owns a trumpet"), ("旅行", TRAVEL, "用户要带妈妈一起去")]
    {
        let house = House::new();
        let (parts, id) = merged(&house, topic, &texts);
        let record = get(&house, id);
        assert_eq!(details(&record), texts);
        assert!(texts.contains(&record.text.as_str()), "by rule one of the sentences is the text");
        for part in parts {
            let part = get(&house, part);
            assert_eq!((part.status, part.merged_into), (Status::Merged, Some(id)));
        }
        let joined = tell(&house, topic, more);
        assert_eq!((joined.action, joined.id, joined.strategy), (Action::Merged, Some(id), Strategy::Merge));
        assert_eq!(joined.journal_ids.len(), 2, "the write, and the merge as an entry of its own");
        assert_eq!(details(&get(&house, id)).len(), 4);
        assert_eq!(house.texts().len(), 1);
        assert_eq!(house.second().all(), house.all());
    }
}

#[test]
fn what_was_told_stays_known_word_for_word_and_is_found() {
    let house = House::new();
    let (_, id) = merged(&house, "旅行", &TRAVEL);
    for text in TRAVEL {
        let again = house.told(text, Action::Duplicate);
        assert_eq!(again.id, Some(id));
    }
    assert_eq!(house.texts().len(), 1);
    assert_eq!(house.recalled("温泉").len(), 1);
    house.told("用户不想住温泉旅馆", Action::Superseded);
}

#[test]
fn below_the_number_of_pieces_and_with_the_strategy_off_nothing_is_merged() {
    let at = |at| Policy { merge: MergePolicy { at, cluster: false }, ..Policy::default() };
    let mut off = Policy::default();
    off.strategies.merge = false;
    for (policy, expected) in [(at(4), 3), (off, 3), (at(2), 1), (at(0), 1)] {
        let house = House::under(policy, None);
        for text in MUSIC {
            tell(&house, "music", text);
        }
        assert_eq!(house.all().len(), expected);
    }
}

#[test]
fn one_subject_or_other_kinds_and_subjects_are_not_one_topic() {
    let house = House::new();
    for text in ["User likes tea", "User likes jazz", "User likes cats", "用户喜欢茶叶", "用户喜欢爵士乐", "用户喜欢狗"]
    {
        house.told(text, Action::Added);
    }
    let kinds = [Kind::Fact, Kind::State, Kind::Inference];
    for (kind, text) in kinds.into_iter().zip(MUSIC) {
        let input = WriteInput { topic: Some("music".to_owned()), kind: Some(kind), ..text.into() };
        assert_eq!(run(house.engine.remember(&scope(), input)).unwrap().action, Action::Added);
    }
    for (subject, text) in ["妹妹", "妈妈", "用户"].into_iter().zip(TRAVEL) {
        let input = WriteInput { topic: Some("旅行".to_owned()), subject: Some(subject.to_owned()), ..text.into() };
        assert_eq!(run(house.engine.remember(&scope(), input)).unwrap().action, Action::Added);
    }
}

#[test]
fn pinned_disputed_and_passing_records_are_not_merged_away() {
    let house = House::new();
    let first = tell(&house, "music", MUSIC[0]).id.unwrap();
    run(house.engine.pin(&scope(), first, true)).unwrap();
    let until = WriteInput {
        topic: Some("music".to_owned()),
        valid_until: Some(palimpsest::record::Timestamp(i64::MAX)),
        ..MUSIC[1].into()
    };
    run(house.engine.remember(&scope(), until)).unwrap();
    assert_eq!(tell(&house, "music", MUSIC[2]).action, Action::Added);
    assert_eq!(tell(&house, "music", "owns a trumpet").action, Action::Added);
    let with = |text: &str, value: &str| {
        let (key, value) = (Some("phone_os".to_owned()), Some(value.to_owned()));
        let at = Some(palimpsest::record::Timestamp(5));
        WriteInput { topic: Some("手机".to_owned()), key, value, observed_at: at, ..text.into() }
    };
    run(house.engine.remember(&scope(), with("手机是安卓", "安卓"))).unwrap();
    assert_eq!(run(house.engine.remember(&scope(), with("手机是苹果", "苹果"))).unwrap().action, Action::Conflict);
    assert_eq!(tell(&house, "手机", "手机屏幕碎了").action, Action::Added);
    assert_eq!(run(house.engine.conflicts(&scope())).unwrap().len(), 1);
}

#[test]
fn by_hand_only_what_runs_out_at_one_time_is_merged() {
    let house = House::new();
    let until = |text: &str, day: Option<i64>| {
        let valid_until = day.map(|day| palimpsest::record::Timestamp(crate::harness::START + day * 86_400_000));
        let input = WriteInput { topic: Some("stay".to_owned()), kind: Some(Kind::State), valid_until, ..text.into() };
        run(house.engine.remember(&scope(), input)).unwrap().id.unwrap()
    };
    let [one, other, third] =
        [until("用户住在上海", Some(1)), until("Eats at the canteen", Some(1)), until("Owns a bicycle", Some(9))];
    let merge = |ids: &[RecordId]| run(house.engine.merge(&scope(), &MergeTarget::Ids(ids.iter().copied().collect())));
    let refused = |ids: &[RecordId]| merge(ids).unwrap_err().to_string();
    assert!(refused(&[one, third]).contains("run out at different times"));
    let err = run(house.engine.merge(&scope(), &MergeTarget::Topic("stay".to_owned()))).unwrap_err();
    assert_eq!(err.code(), "invalid_input");
    house.clock.now.set(house.clock.now.get() + 2 * 86_400_000);
    assert!(refused(&[one, other]).contains("has run out"));
    let [one, other] = [until("用户在大阪", Some(5)), until("Works from a cafe", Some(5))];
    let whole = merge(&[one, other]).unwrap()[0].id.unwrap();
    assert_eq!(get(&house, whole).valid_until, get(&house, one).valid_until);
}

#[test]
fn a_part_that_is_brought_back_is_recalled_also_where_its_whole_was_cold() {
    let house = House::new();
    let ([first, ..], whole) = merged(&house, "music", &MUSIC);
    house.clock.now.set(house.clock.now.get() + 300 * 86_400_000);
    run(house.engine.sweep(&scope())).unwrap();
    assert_eq!(get(&house, whole).tier, Tier::Cold);
    run(house.engine.restore(&scope(), first)).unwrap();
    assert_eq!(get(&house, first).tier, Tier::Hot);
    assert!(house.texts().contains(&MUSIC[0].to_owned()));
}

#[test]
fn a_merge_is_taken_back_exactly_and_is_not_made_again_by_itself() {
    for house in [House::new(), House::with(Manner::Letters)] {
        tell(&house, "music", MUSIC[0]);
        tell(&house, "music", MUSIC[1]);
        let third = tell(&house, "music", MUSIC[2]);
        assert_eq!(third.action, Action::Merged);
        let entries = run(house.engine.journal(&scope(), None, None)).unwrap();
        let before: Vec<Record> =
            entries.last().unwrap().images.iter().filter_map(|image| image.before.clone()).collect();
        assert_eq!(before.len(), 3);
        let err = run(house.engine.undo(&scope(), Some(third.journal_ids[0]))).unwrap_err();
        assert!(matches!(err, MemoryError::UndoBlocked { blocked_by, .. } if blocked_by == third.journal_ids[1]));
        run(house.engine.undo(&scope(), None)).unwrap();
        assert_eq!(house.texts(), MUSIC);
        assert_eq!(house.second().all(), house.all());
        let recalled = house.recalled("jazz bass concert");
        assert!(!recalled.is_empty());
        assert_eq!(run(house.engine.merge_due(&scope())).unwrap(), 0, "a person took it apart");
        run(house.engine.undo(&scope(), None)).unwrap();
        assert_eq!(house.texts(), MUSIC[..2]);
    }
}

#[test]
fn a_fourth_piece_is_taken_out_again_before_the_first_three() {
    let house = House::new();
    let (_, id) = merged(&house, "music", &MUSIC);
    let entry = run(house.engine.journal(&scope(), None, None)).unwrap().last().unwrap().id;
    let before = get(&house, id);
    let fourth = tell(&house, "music", "owns a trumpet");
    let err = run(house.engine.undo(&scope(), Some(entry))).unwrap_err();
    assert!(matches!(err, MemoryError::UndoBlocked { blocked_by, .. } if blocked_by == fourth.journal_ids[1]));
    run(house.engine.undo(&scope(), Some(fourth.journal_ids[1]))).unwrap();
    assert_eq!(get(&house, id), before);
    assert_eq!(house.texts(), [before.text.as_str(), "owns a trumpet"]);
    run(house.engine.undo(&scope(), Some(entry))).unwrap();
    assert_eq!(house.texts().len(), 4);
}

#[test]
fn links_follow_into_the_merged_record_in_both_directions() {
    let house = House::new();
    let other = house.tell("The band meets in a cellar").id.unwrap();
    let first = tell(&house, "music", MUSIC[0]).id.unwrap();
    let second = tell(&house, "music", MUSIC[1]).id.unwrap();
    run(house.engine.link(&scope(), first, "of", other)).unwrap();
    run(house.engine.link(&scope(), other, "has", first)).unwrap();
    run(house.engine.link(&scope(), other, "has", second)).unwrap();
    run(house.engine.link(&scope(), first, "with", second)).unwrap();
    let merged = tell(&house, "music", MUSIC[2]).id.unwrap();
    let link = |relation: &str, id| Relation { relation: relation.to_owned(), id };
    assert_eq!(get(&house, merged).relations, [link("of", other)].into(), "no loop");
    assert_eq!(get(&house, other).relations, [link("has", merged)].into(), "no double");
    // A name that went into another is linked as that one.
    let kept = house.tell("Rehearsals are loud").id.unwrap();
    run(house.engine.link(&scope(), kept, "about", first)).unwrap();
    assert_eq!(get(&house, kept).relations, [link("about", merged)].into());
    for (id, other) in [(first, merged), (kept, kept)] {
        assert_eq!(run(house.engine.link(&scope(), id, "x", other)).unwrap_err().code(), "invalid_input");
    }
    assert_eq!(run(house.engine.link(&scope(), kept, " ", other)).unwrap_err().code(), "invalid_input");
    let stranger = RecordId::v7(1, 2, 3);
    assert_eq!(run(house.engine.link(&scope(), kept, "x", stranger)).unwrap_err().code(), "not_found");
    run(house.engine.undo(&scope(), None)).unwrap();
    assert!(get(&house, kept).relations.is_empty());
}

#[test]
fn merging_by_hand_takes_names_or_a_topic() {
    let house = House::new();
    let one = house.tell("User has a cat called Miso").id.unwrap();
    let two = house.tell("The vet is on Main Street").id.unwrap();
    let ids = |ids: &[RecordId]| MergeTarget::Ids(ids.iter().copied().collect());
    let decisions = run(house.engine.merge(&scope(), &ids(&[one, two]))).unwrap();
    assert_eq!(house.texts().len(), 1);
    let whole = decisions[0].id.unwrap();
    assert_eq!(details(&get(&house, whole)).len(), 2);
    run(house.engine.pin(&scope(), whole, true)).unwrap();
    let three = tell(&house, "cats", "Miso is grey").id.unwrap();
    run(house.engine.merge(&scope(), &ids(&[one, three]))).unwrap();
    assert_eq!(details(&get(&house, whole)).len(), 3, "a part stands for the record that it went into");
    let refused = |target: &MergeTarget| run(house.engine.merge(&scope(), target)).unwrap_err().code();
    assert_eq!(refused(&ids(&[one, two])), "invalid_input", "they are one already");
    assert_eq!(refused(&ids(&[])), "invalid_input");
    assert_eq!(refused(&ids(&[one, RecordId::v7(1, 1, 1)])), "not_found");
    assert_eq!(refused(&MergeTarget::Topic("dogs".to_owned())), "not_found");
    assert_eq!(refused(&MergeTarget::Topic("Cats".to_owned())), "invalid_input", "there is but one");
    tell(&house, "旅行", TRAVEL[0]);
    tell(&house, "旅行", TRAVEL[1]);
    let decisions = run(house.engine.merge(&scope(), &MergeTarget::Topic("旅行".to_owned()))).unwrap();
    assert_eq!(decisions.len(), 1);
    let topics = run(house.engine.topics(&scope())).unwrap();
    let shown: Vec<(&str, usize)> = topics.iter().map(|topic| (topic.topic.as_str(), topic.ids.len())).collect();
    assert_eq!(shown, [("cats", 1), ("旅行", 1)]);
    run(house.engine.undo(&scope(), None)).unwrap();
    assert_eq!(run(house.engine.topics(&scope())).unwrap()[1].ids.len(), 2);
}

#[test]
fn hits_of_one_topic_come_back_as_one_and_are_merged_later() {
    let mut off = Policy::default();
    off.strategies.merge = false;
    let told = House::under(off, None);
    for text in MUSIC {
        tell(&told, "music", text);
    }
    told.tell("The printer is out of paper");
    let storage = told.storage.clone();
    let house = House::over(std::rc::Rc::new(storage.clone()), storage, None, Policy::default());
    house.clock.now.set(told.clock.now.get() + 1);
    let before = house.bytes();
    let input = RecallInput { touch: false, ..RecallInput::default() };
    let query = "jazz, the double bass, a concert every month";
    let hits = run(house.engine.recall(&scope(), query, input)).unwrap();
    let of_topic: Vec<_> = hits.iter().filter(|hit| hit.record.topic.is_some()).collect();
    assert_eq!(of_topic.len(), 1);
    assert!(MUSIC.iter().all(|text| {
        of_topic[0].text == *text || of_topic[0].record.details.iter().any(|detail| detail.text == *text)
    }));
    assert_eq!(house.bytes(), before, "without a write");
    assert!(house.engine.has_merges_due(&scope()));
    assert_eq!(run(house.engine.merge_due(&scope())).unwrap(), 3);
    assert_eq!(house.all().len(), 2);
    assert!(!house.engine.has_merges_due(&scope()));
}

#[test]
fn clusters_are_merged_only_where_that_is_asked_for() {
    let texts = ["The garden has old roses", "Old roses grow in the garden now", "The roses in the old garden are red"];
    for (cluster, expected) in [(false, 3), (true, 1)] {
        let policy = Policy {
            merge: MergePolicy { at: 3, cluster },
            gate: palimpsest::record::GatePolicy { related: Some(0.3), duplicate: Some(0.999), char: 0.99 },
            ..Policy::default()
        };
        let house = House::under(policy, None);
        for text in texts {
            house.tell(text);
        }
        assert_eq!(house.all().len(), expected, "{:?}", house.texts());
    }
}

#[test]
fn an_idempotency_key_answers_with_what_the_write_came_to() {
    let house = House::new();
    tell(&house, "music", MUSIC[0]);
    tell(&house, "music", MUSIC[1]);
    let write = || {
        let (topic, key) = (Some("music".to_owned()), Some("k1".to_owned()));
        let input = WriteInput { topic, idempotency_key: key, ..MUSIC[2].into() };
        run(house.engine.remember(&scope(), input)).unwrap()
    };
    let (first, again) = (write(), write());
    assert_eq!((first.action, first.id), (Action::Merged, again.id));
    assert_eq!((again.action, again.journal_ids), (Action::Merged, first.journal_ids));
    assert_eq!(house.all().len(), 1);
}

#[test]
fn many_writes_at_once_and_in_one_list_are_merged_as_in_turn() {
    let house = House::with(Manner::Letters);
    let input = |text: &str| WriteInput { topic: Some("music".to_owned()), ..text.into() };
    let texts = [MUSIC[0], MUSIC[1], MUSIC[2], "owns a trumpet", "hums at work"];
    let scope = scope();
    let writes = texts.map(|text| house.engine.remember(&scope, input(text)));
    let done = run(futures::future::join_all(writes));
    assert!(done.iter().all(Result::is_ok));
    run(house.engine.merge_due(&scope)).unwrap();
    assert_eq!(house.all().len(), 1, "{:?}", house.texts());
    let list = House::new();
    let decisions = run(list.engine.remember_all(&scope, texts.map(input).to_vec())).unwrap();
    assert_eq!(decisions.last().map(|decision| decision.action), Some(Action::Merged));
    assert_eq!(list.all().len(), 1);
    assert!(texts.iter().all(|text| details(&list.all()[0]).contains(text)));
}

#[test]
fn a_long_topic_keeps_every_sentence() {
    // What is held against what takes long for texts of this length, and is not what is looked at.
    let policy = Policy { max_text_bytes: 200_000, ..add_all() };
    let house = House::under(policy, None);
    let scope = scope();
    let n_pieces = 12;
    for n in 0..n_pieces {
        let long = char::from_u32(0x3b1 + n).unwrap().to_string().repeat(60_000);
        tell(&house, "笔记", &format!("第{n}页 {long}"));
    }
    run(house.engine.merge(&scope, &MergeTarget::Topic("笔记".to_owned()))).unwrap();
    let all = house.all();
    let n_pieces = n_pieces as usize;
    assert_eq!((all.len(), all[0].details.len()), (1, n_pieces));
    assert!(house.bytes().iter().all(|(_, _, value)| value.len() <= 1 << 20), "no value exceeds 1 MiB");
    assert_eq!(house.second().all(), all);
    assert_eq!(run(house.engine.stats(&scope)).unwrap().merged, n_pieces);
}
