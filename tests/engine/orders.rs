//! In whatever order and manner memories arrive, the same is left; and every action can be taken back exactly.

use std::rc::Rc;

use palimpsest::record::{
    Action, Decision, Filter, ForgetTarget, JudgeWhen, ListInput, Patch, Policy, Record, RecordId, Resolution, Scope,
    Status, Timestamp, WriteInput,
};
use proptest::prelude::*;

use crate::harness::{House, Manner, Model, run};

fn scope() -> Scope {
    Scope::default()
}

/// Every record, the hidden ones too, in order of creation.
fn everything(house: &House) -> Vec<Record> {
    let of = |status| {
        let filter = Filter { status: Some(status), ..Filter::default() };
        run(house.engine.list(&scope(), ListInput { include_cold: true, filter, ..ListInput::default() })).unwrap()
    };
    let mut records: Vec<Record> =
        [Status::Active, Status::Superseded, Status::Merged, Status::Deleted].into_iter().flat_map(of).collect();
    records.sort_by_key(|record| record.id);
    records
}

/// Values of a key, with the wordings that each is told in.
const VALUES: [(&str, [&str; 2]); 4] = [
    ("杭州", ["用户住在杭州", "住在杭州"]),
    ("上海", ["用户住在上海", "住在上海"]),
    ("Porto", ["Lives in Porto", "lives in Porto!"]),
    ("Faro", ["Lives in Faro", "lives in Faro!"]),
];

/// What is left of values told with their times: the current one, and each version with its time, value and text.
type Left = (Option<String>, Vec<(Timestamp, String, String)>, usize);

fn left_of(told: &[(i64, usize, usize)], by: impl Fn(&House, Vec<WriteInput>)) -> Left {
    let house = House::new();
    let input = |(at, value, wording): &(i64, usize, usize)| WriteInput {
        key: Some("home_city".to_owned()),
        value: Some(VALUES[*value].0.to_owned()),
        observed_at: Some(Timestamp(*at)),
        ..VALUES[*value].1[*wording].into()
    };
    by(&house, told.iter().map(input).collect());
    let history = run(house.engine.history_of_key(&scope(), "home_city", None)).unwrap();
    let current = history.current.map(|version| version.value);
    let versions = history.versions.into_iter().map(|version| (version.observed_at, version.value, version.text));
    (current, versions.collect(), house.texts().len())
}

fn one_by_one(house: &House, inputs: Vec<WriteInput>) {
    for input in inputs {
        house.tick();
        run(house.engine.remember(&scope(), input)).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_arrival_leaves_the_same_values_texts_and_order(
        values in prop::collection::vec(0_usize..4, 1..7),
        order in prop::collection::vec(any::<u32>(), 7),
    ) {
        let told: Vec<(i64, usize, usize)> = (1..).map(|at| at * 100).zip(values).map(|(at, value)| (at, value, 0)).collect();
        let mut shuffled = told.clone();
        shuffled.sort_by_key(|(at, _, _)| order[usize::try_from(at / 100 - 1).unwrap()]);
        let in_order = left_of(&told, one_by_one);
        prop_assert_eq!(&left_of(&shuffled, one_by_one), &in_order);
        // Values that follow themselves are one version, so the history is what was told without repetitions.
        let mut expected: Vec<&str> = told.iter().map(|(_, value, _)| VALUES[*value].0).collect();
        expected.dedup();
        prop_assert_eq!(in_order.1.iter().map(|(_, value, _)| value.as_str()).collect::<Vec<_>>(), expected);
        prop_assert_eq!(in_order.2, 1);
        let at_once = left_of(&shuffled, |house, inputs| {
            run(house.engine.remember_all(&scope(), inputs)).unwrap();
        });
        prop_assert_eq!(at_once, in_order);
    }

    #[test]
    fn whatever_their_wording_the_values_their_order_and_the_current_one_are_the_same(
        told in prop::collection::vec((0_usize..4, 0_usize..2), 1..7),
        order in prop::collection::vec(any::<u32>(), 7),
    ) {
        let told: Vec<(i64, usize, usize)> = (1..).map(|at| at * 100).zip(told).map(|(at, (value, wording))| (at, value, wording)).collect();
        let mut shuffled = told.clone();
        shuffled.sort_by_key(|(at, _, _)| order[usize::try_from(at / 100 - 1).unwrap()]);
        let without_texts = |left: Left| (left.0, left.1.into_iter().map(|(at, value, _)| (at, value)).collect::<Vec<_>>(), left.2);
        prop_assert_eq!(without_texts(left_of(&shuffled, one_by_one)), without_texts(left_of(&told, one_by_one)));
    }
}

/// Does something, takes it back, and looks whether every record, the hidden ones too, is as it was. What the act created is hidden.
#[track_caller]
fn check_taken_back(prepare: impl Fn(&House), act: impl Fn(&House)) {
    for house in [House::new(), House::with(Manner::Letters)] {
        prepare(&house);
        let before = everything(&house);
        act(&house);
        assert_ne!(everything(&house), before);
        run(house.engine.undo(&scope(), None)).unwrap();
        for now in [everything(&house), everything(&house.second())] {
            let (known, new): (Vec<Record>, Vec<Record>) =
                now.into_iter().partition(|record| before.iter().any(|one| one.id == record.id));
            assert_eq!(known, before);
            assert!(new.iter().all(|record| record.status == Status::Deleted), "{new:?}");
        }
    }
}

fn told(house: &House, text: &str, action: Action) -> RecordId {
    house.told(text, action).id.unwrap()
}

/// Two values that time can't order.
fn dispute(house: &House) -> Decision {
    house.value("用户住在杭州", "home_city", "杭州", Some(100));
    let decision = house.value("用户住在上海", "home_city", "上海", Some(100));
    assert_eq!(decision.action, Action::Conflict);
    decision
}

#[test]
fn each_action_of_a_write_is_taken_back_exactly() {
    let city = |house: &House| {
        house.value("用户住在杭州", "home_city", "杭州", Some(100));
    };
    check_taken_back(city, |house| {
        told(house, "The office moved to Lisbon", Action::Added);
    });
    check_taken_back(city, |house| {
        told(house, "用户住在杭州！", Action::Duplicate);
    });
    let plan = |house: &House| {
        told(house, "用户计划下个月去日本旅行", Action::Added);
    };
    check_taken_back(plan, |house| {
        told(house, "用户计划下个月去日本旅行，会去东京、大阪和京都", Action::Updated);
    });
    check_taken_back(city, |house| {
        assert_eq!(house.value("用户住在上海", "home_city", "上海", Some(200)).action, Action::Superseded);
    });
    // Told late, it takes its place in the past.
    check_taken_back(city, |house| {
        assert_eq!(house.value("Lived in Faro then", "home_city", "Faro", Some(50)).action, Action::Superseded);
    });
    check_taken_back(city, |house| {
        assert_eq!(house.value("用户住在上海", "home_city", "上海", Some(100)).action, Action::Conflict);
    });
    check_taken_back(
        |house| {
            told(house, "用户吃香菜", Action::Added);
        },
        |house| {
            told(house, "用户不吃香菜", Action::Superseded);
        },
    );
}

#[test]
fn each_settlement_of_a_conflict_is_taken_back_exactly() {
    let resolutions = [
        Resolution::Choose("上海".to_owned()),
        Resolution::Choose("杭州".to_owned()),
        Resolution::Value("Faro".to_owned()),
        Resolution::KeepBoth,
    ];
    for resolution in resolutions {
        check_taken_back(
            |house| drop(dispute(house)),
            |house| {
                let conflict = run(house.engine.conflicts(&scope())).unwrap().remove(0);
                run(house.engine.resolve(&scope(), conflict.id, resolution.clone())).unwrap();
            },
        );
    }
}

#[test]
fn each_change_by_a_person_is_taken_back_exactly() {
    let cat = |house: &House| {
        told(house, "User has a cat", Action::Added);
    };
    let first = |house: &House| everything(house)[0].id;
    check_taken_back(cat, |house| {
        let patch = Patch { text: Some("User has a dog".to_owned()), ..Patch::default() };
        run(house.engine.edit(&scope(), first(house), patch)).unwrap();
    });
    check_taken_back(cat, |house| drop(run(house.engine.pin(&scope(), first(house), true)).unwrap()));
    check_taken_back(cat, |house| {
        drop(run(house.engine.forget(&scope(), ForgetTarget::Id(first(house)), false)).unwrap())
    });
    let forgotten = |house: &House| {
        cat(house);
        run(house.engine.forget(&scope(), ForgetTarget::Id(first(house)), false)).unwrap();
    };
    check_taken_back(forgotten, |house| drop(run(house.engine.restore(&scope(), first(house))).unwrap()));
    // A superseded value that is brought back takes the place of the one that followed it.
    let followed = |house: &House| {
        house.value("用户住在杭州", "home_city", "杭州", Some(100));
        house.value("用户住在上海", "home_city", "上海", Some(200));
    };
    check_taken_back(followed, |house| drop(run(house.engine.restore(&scope(), first(house))).unwrap()));
}

/// A text, with the kind, key and value that a scripted model finds in it.
type Scripted = (&'static str, &'static str, Option<(&'static str, &'static str)>);

/// Of one key, of none, and in two wordings.
const SCRIPTED: [Scripted; 7] = [
    ("我一般十点睡", "fact", Some(("bedtime", "22:00"))),
    ("现在我习惯十二点睡", "fact", Some(("bedtime", "00:00"))),
    ("我昨晚三点才睡", "state", Some(("bedtime", "03:00"))),
    ("用户养了一只猫", "fact", None),
    ("Grew up in Faro", "fact", Some(("birthplace", "Faro"))),
    ("Plays the cello", "fact", None),
    ("plays the cello!", "fact", None),
];

fn scripted(judge: JudgeWhen) -> (House, Rc<Model>) {
    let (house, model) = House::with_model(Manner::Letters, Policy { judge, ..Policy::default() });
    for (text, kind, key) in SCRIPTED {
        model.annotate(text, kind, key);
    }
    model.answer("relation", r#"{"reasoning": "they speak of two things", "relation": "unrelated"}"#);
    (house, model)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn in_the_background_the_same_is_left_once_everything_is_judged(texts in prop::collection::vec(0..SCRIPTED.len(), 1..10)) {
        let left = |judge| {
            let (house, _) = scripted(judge);
            for text in &texts {
                house.tell(SCRIPTED[*text].0);
            }
            run(house.engine.settle(&scope())).unwrap();
            // A value that is told again is a record of its own where the value between was known in time; the history says the same.
            let shown = |record: Record| (record.text, record.kind, record.key, record.value, record.pending);
            let mut current: Vec<_> = house.all().into_iter().map(shown).collect();
            current.sort();
            let mut told: Vec<String> = everything(&house).into_iter().map(|record| record.text).collect();
            told.sort();
            told.dedup();
            (current, told, house.history("bedtime"))
        };
        prop_assert_eq!(left(JudgeWhen::Background), left(JudgeWhen::Inline));
    }
}
