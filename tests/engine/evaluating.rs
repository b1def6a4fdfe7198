//! Evaluating: rates with intervals that hold the truth, pairs and what to do, and never a byte written.

use palimpsest::evaluate::{EvaluateInput, JudgedBy, PairKind, Question, Report};
use palimpsest::ports::{Batch, Collection, ReadRequest, Rows, Storage};
use palimpsest::record::{Action, Policy, Record, Scope, Status, Tier, WriteInput};
use palimpsest::storage::memory::MemoryStorage;

use crate::evaluating_model::{Model, house as asking};
use crate::harness::{House, Manner, add_all, run};

/// A house without a model.
fn house(policy: Policy) -> House {
    House::under(policy, None)
}

#[track_caller]
pub fn evaluated(house: &House, input: &EvaluateInput) -> Report {
    run(house.engine.evaluate(&Scope::default(), input)).expect("evaluates")
}

pub fn sample(sample: usize, seed: i64) -> EvaluateInput {
    EvaluateInput { sample, seed, ..EvaluateInput::default() }
}

/// 830 memories in two languages, and 170 that repeat one of them.
pub fn a_thousand() -> Vec<String> {
    const PEOPLE: [&str; 10] = ["Ana", "Ben", "Carla", "Dmitri", "Elif", "Farah", "Goran", "Hana", "Ivo", "Jun"];
    const THINGS: [&str; 42] = [
        "kayak",
        "piano",
        "loom",
        "drone",
        "telescope",
        "caravan",
        "beehive",
        "harp",
        "kiln",
        "tandem",
        "sauna",
        "canoe",
        "violin",
        "printer",
        "greenhouse",
        "trampoline",
        "typewriter",
        "lathe",
        "unicycle",
        "globe",
        "hammock",
        "compass",
        "samovar",
        "accordion",
        "microscope",
        "sewing machine",
        "surfboard",
        "barometer",
        "metronome",
        "wheelbarrow",
        "snowboard",
        "chessboard",
        "dinghy",
        "gramophone",
        "juicer",
        "banjo",
        "cello",
        "lantern",
        "tripod",
        "anvil",
        "toboggan",
        "periscope",
    ];
    let verbs = ["owns a", "is selling her old"];
    let told = verbs.iter().flat_map(|verb| {
        PEOPLE.iter().flat_map(move |one| THINGS.iter().map(move |thing| format!("{one} {verb} {thing}")))
    });
    let told: Vec<String> = told.take(830).collect();
    let mut all = Vec::new();
    for (nth, text) in told.iter().enumerate() {
        all.push(text.clone());
        // 170 of 830 are told once more, in another spelling.
        if nth * 170 / 830 < (nth + 1) * 170 / 830 {
            all.push(if nth % 2 == 0 { format!("{text}!") } else { text.to_uppercase() });
        }
    }
    all
}

#[test]
fn a_true_seventeen_percent_lies_within_the_interval() {
    let house = house(add_all());
    let told: Vec<WriteInput> = a_thousand().iter().map(|text| text.as_str().into()).collect();
    assert_eq!(told.len(), 1_000);
    run(house.engine.remember_all(&Scope::default(), told)).unwrap();
    let whole = evaluated(&house, &sample(1_000, 1));
    assert_eq!((whole.duplicates.rate, whole.duplicates.low, whole.duplicates.high), (Some(0.17), 0.17, 0.17));
    assert_eq!(whole.duplicate_pairs.len(), 170);
    assert_eq!(whole.contradictions.rate, Some(0.0), "{:?}", whole.contradiction_pairs.first());
    let holds = |seed: &i64| {
        let report = evaluated(&house, &sample(100, *seed));
        assert_eq!((report.sample.n, report.sample.of), (100, 1_000));
        report.duplicates.low <= 0.17 && 0.17 <= report.duplicates.high
    };
    assert!(holds(&1));
    assert!(18 <= (0..20).filter(holds).count(), "nineteen of twenty intervals hold the truth");
    let line = &whole.diagnosis[0];
    assert!(line.n == 170 && line.advice.contains("policy.strategies.gate"), "{line:?}");
    assert_eq!(whole.judged_by, JudgedBy::Rules);
    assert!(whole.note.contains("own rules"));
}

#[test]
fn it_reads_and_never_writes() {
    let (house, told) = asking(add_all(), Some(Model::Say(r#"{"reasoning": "", "relation": "same"}"#)));
    for text in
        ["用户住在成都", "用户住在上海", "用户喜欢茶", "User likes tea", "User is fond of tea", "User likes tea!"]
    {
        house.tell(text);
    }
    let before = (house.bytes(), run(house.engine.stats(&Scope::default())).unwrap().revision);
    let events = house.events.borrow().len();
    let questions = vec![Question { text: "茶".to_owned(), answers: vec!["用户喜欢茶".to_owned()] }];
    let report = evaluated(&house, &EvaluateInput { questions, ..EvaluateInput::default() });
    assert!(!report.duplicate_pairs.is_empty() && report.recall.is_some() && !told.asked.borrow().is_empty());
    run(house.engine.flush()).unwrap();
    assert_eq!((house.bytes(), run(house.engine.stats(&Scope::default())).unwrap().revision), before);
    assert!(!house.engine.has_touches());
    assert_eq!(house.events.borrow().len(), events, "nobody is told of a change");
}

#[test]
fn it_finds_what_a_write_would_have_taken_in_and_nothing_else() {
    let texts = [
        "The backend runs on port 8090",
        "Backend is running at port 8090",
        "The backend runs on port 8091",
        "用户非常喜欢简洁的界面",
        "用户喜欢简洁的界面。",
        "用户不喜欢简洁的界面",
        "用户计划下个月去日本旅行",
        "用户计划下个月去日本旅行，会去东京、大阪和京都",
        "User plays tennis",
        "User plays tennis on Sundays",
        "User plays tennis, mostly on Sundays",
        "用户的左膝做过手术",
        "用户的右膝做过手术",
        "User really likes tea",
        "user likes tea",
        "Ana manages Ben",
        "Ben manages Ana",
        "用戶喜歡茶",
        "用户喜欢茶",
    ];
    for manner in [None, Some(Manner::Letters), Some(Manner::Same)] {
        for (nth, later) in texts.iter().enumerate() {
            for earlier in &texts[..nth] {
                let judged = House::on(MemoryStorage::default(), manner.clone());
                judged.tell(earlier);
                let action = judged.tell(later).action;
                let kept = House::under(add_all(), manner.clone());
                kept.tell(earlier);
                kept.tell(later);
                let found = evaluated(&kept, &EvaluateInput::default()).duplicate_pairs;
                let is_taken_in = matches!(action, Action::Duplicate | Action::Updated);
                assert_eq!(is_taken_in, !found.is_empty(), "{earlier} | {later}: {action:?}, {found:?}");
            }
        }
    }
}

/// Rewrites records in the store, as another handle of a later version could have.
fn alter(house: &House, change: impl Fn(&mut Record)) {
    let records =
        ReadRequest { collection: Collection::Records, rows: Rows::Range { from: None, to: None, limit: None } };
    let snapshot = run(house.storage.read(vec![records])).unwrap();
    let rows = snapshot.rows[0].clone();
    let (prefix, _) = rows[0].0.split_at(rows[0].0.find('/').unwrap() + 1);
    let mut puts = Vec::new();
    for mut record in palimpsest::codec::records_from_rows(prefix, rows.clone()).unwrap() {
        change(&mut record);
        let rows = palimpsest::codec::record_rows(prefix, &record).unwrap();
        puts.extend(rows.into_iter().map(|(key, value)| (Collection::Records, key, value)));
    }
    let (expected, next) = (snapshot.revision, snapshot.revision + 1);
    run(house.storage.commit(Batch { expected, next, puts, deletes: Vec::new() })).unwrap();
}

#[test]
fn records_in_a_pending_conflict_are_counted_apart_and_cold_ones_are_looked_at() {
    let house = house(add_all());
    for text in
        ["用户住在成都", "用户住在上海", "User eats meat", "User never eats meat", "用户养了一只猫", "用户养了一只猫。"]
    {
        house.tell(text);
    }
    let before = evaluated(&house, &EvaluateInput::default());
    let kinds: Vec<PairKind> = before.contradiction_pairs.iter().map(|pair| pair.kind).collect();
    assert_eq!((kinds, before.contradictions.n), (vec![PairKind::Name, PairKind::Negation], 6));
    alter(&house, |record| {
        if record.text.contains("住在") {
            record.opponents = [record.id].into();
        }
        if record.text.contains('猫') {
            record.tier = Tier::Cold;
        }
    });
    let after = evaluated(&house, &EvaluateInput::default());
    assert_eq!((after.records.active, after.records.cold, after.records.in_conflict), (6, 2, 2));
    let kinds: Vec<PairKind> = after.contradiction_pairs.iter().map(|pair| pair.kind).collect();
    assert_eq!((kinds, after.contradictions.n, after.pending_conflicts), (vec![PairKind::Negation], 4, 2));
    assert_eq!((after.contradictions.rate, after.duplicates.n), (Some(0.25), 6));
    assert_eq!(after.duplicate_pairs.len(), 1, "a cold record is looked at too");
    assert!(after.diagnosis.iter().any(|line| line.advice.contains("resolve(conflictId)") && line.n == 2));
    assert!(after.note.contains("规则"), "most of the memory is Chinese");
}

#[test]
fn two_values_of_a_key_are_found_whatever_the_texts_say() {
    let house = house(add_all());
    for (text, value) in [("住在成都", "成都"), ("moved, and now pays taxes in Porto", "Porto")] {
        let (key, value) = (Some("home_city".to_owned()), Some(value.to_owned()));
        run(house.engine.remember(&Scope::default(), WriteInput { key, value, ..text.into() })).unwrap();
        house.tick();
    }
    let report = evaluated(&house, &EvaluateInput::default());
    assert_eq!(report.contradiction_pairs[0].kind, PairKind::SameKey);
    assert_eq!(report.contradiction_pairs[0].texts[0], "住在成都", "the older one comes first");
}

#[test]
fn a_question_is_answered_by_a_record_by_the_one_it_went_into_or_by_words() {
    let house = house(Policy::default());
    let cat = house.tell("用户的猫叫团子").id.unwrap();
    let tea = house.tell("User drinks oolong tea").id.unwrap();
    let older = house.tell("The user has tea each morning").id.unwrap();
    alter(&house, |record| {
        if record.id == older {
            (record.status, record.merged_into) = (Status::Merged, Some(tea));
        }
    });
    let question = |text: &str, answer: &str| Question { text: text.to_owned(), answers: vec![answer.to_owned()] };
    let questions = vec![
        question("猫叫什么", &cat.to_string()),
        question("which tea", "oolong"),
        question("which tea", &older.to_string()),
        question("which tea", "jasmine"),
    ];
    let recall = evaluated(&house, &EvaluateInput { questions, ..EvaluateInput::default() }).recall.unwrap();
    assert_eq!((recall.at, recall.rate.n, recall.rate.rate), (5, 4, Some(0.75)));
    assert!(recall.rate.low < 0.75 && 0.75 < recall.rate.high);
    assert_eq!(recall.misses.len(), 1);
    assert!(recall.misses[0].answers == ["jasmine"] && recall.misses[0].found.contains(&tea));
    for (text, answers) in [(" ", vec!["tea"]), ("tea", vec![]), ("tea", vec![" "])] {
        let answers = answers.into_iter().map(str::to_owned).collect();
        let input =
            EvaluateInput { questions: vec![Question { text: text.to_owned(), answers }], ..EvaluateInput::default() };
        assert_eq!(run(house.engine.evaluate(&Scope::default(), &input)).unwrap_err().code(), "invalid_input");
    }
}

#[test]
fn an_empty_store_and_an_empty_sample_say_nothing_and_one_seed_says_the_same() {
    let house = house(add_all());
    let empty = evaluated(&house, &EvaluateInput::default());
    assert_eq!((empty.sample.n, empty.sample.of, empty.duplicates.rate), (0, 0, None));
    assert_eq!((empty.contradictions.low, empty.contradictions.high, empty.diagnosis.len()), (0.0, 1.0, 0));
    assert!(empty.writes.is_none() && empty.recall.is_none());
    for n in 0..12 {
        house.tell(&format!("用户的第{n}个抽屉里有{}", ["书", "伞", "灯"][n % 3]));
        house.tell("用户喜欢茶");
    }
    let none = evaluated(&house, &sample(0, 1));
    assert_eq!((none.duplicates.n, none.duplicates.rate, none.duplicates.high), (0, None, 1.0));
    assert_eq!(evaluated(&house, &sample(1_000, 1)).sample.n, 24);
    assert_eq!(evaluated(&house, &sample(5, 9)), evaluated(&house, &sample(5, 9)));
    assert_ne!(evaluated(&house, &sample(5, 9)), evaluated(&house, &sample(5, 10)));
}

#[test]
fn many_copies_of_one_text_are_each_found() {
    let house = house(add_all());
    for n in 0..60 {
        house.tell(&format!("The user {} tea", ["likes", "really likes", "LIKES"][n % 3]));
    }
    let report = evaluated(&house, &EvaluateInput::default());
    assert_eq!(report.duplicate_pairs.len(), 59, "all but the first");
}

#[test]
fn what_writes_took_is_told_apart_from_what_callbacks_took() {
    let own = House::new();
    own.tell("用户喜欢茶");
    let writes = evaluated(&own, &EvaluateInput::default()).writes.unwrap();
    assert_eq!((writes.n, writes.callbacks_ms.p95, writes.embed_calls), (1, 0.0, 0.0));
    assert!(0.0 < writes.own_ms.p50);
    let house = House::with(Manner::Letters);
    let bytes = |house: &House| house.bytes().len();
    house.tell("用户喜欢茶");
    house.told("用户喜欢茶。", Action::Duplicate);
    let before = bytes(&house);
    let writes = evaluated(&house, &EvaluateInput::default()).writes.unwrap();
    assert_eq!((writes.n, writes.embed_calls, writes.llm_calls), (2, 0.5, 0.0));
    // The clock goes on by one at each look: a turn is waited for at every write, an answer at the first.
    assert_eq!((writes.callbacks_ms.p50, writes.callbacks_ms.p95), (1.0, 2.0));
    assert_eq!(bytes(&house), before);
}
