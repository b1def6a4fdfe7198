//! Random sequences of calls: nothing told is lost, and what is in memory is what is stored.

use palimpsest::sorted::SortedSet;

use palimpsest::record::{ForgetTarget, Patch, RecordId, Scope};
use proptest::prelude::*;

use crate::harness::{House, Manner, run};

#[derive(Clone, Debug)]
enum Call {
    Tell(usize),
    Edit(usize, usize),
    Forget(usize),
    Restore(usize),
    Undo,
    Pin(usize),
    Reopen,
    Behave(bool),
}

/// Sentences that repeat, cover and contradict each other.
const SENTENCES: [&str; 14] = [
    "用户喜欢简洁的界面",
    "用户非常喜欢简洁的界面",
    "用户不喜欢简洁的界面",
    "用户喜歡簡潔的界面。",
    "User drinks oolong tea",
    "user really drinks oolong tea!",
    "User drinks oolong tea, at noon",
    "User drinks black tea",
    "The report is due on October 15th",
    "The report is due on October 16th",
    "Ana manages Ben",
    "Ben manages Ana",
    "🐈 在窗台上",
    "room 101 costs 10⁵ yen",
];

fn call() -> impl Strategy<Value = Call> {
    let one = || 0..SENTENCES.len();
    prop_oneof![
        8 => one().prop_map(Call::Tell),
        1 => (one(), one()).prop_map(|(at, text)| Call::Edit(at, text)),
        2 => one().prop_map(Call::Forget),
        1 => one().prop_map(Call::Restore),
        2 => Just(Call::Undo),
        1 => one().prop_map(Call::Pin),
        1 => Just(Call::Reopen),
        1 => any::<bool>().prop_map(Call::Behave),
    ]
}

fn pick(house: &House, at: usize) -> Option<RecordId> {
    let records = house.all();
    (!records.is_empty()).then(|| records[at % records.len()].id)
}

fn carry_out(house: &mut House, call: &Call, told: &mut SortedSet<&'static str>) {
    let scope = Scope::default();
    house.tick();
    match call {
        Call::Tell(text) => {
            run(house.engine.remember(&scope, SENTENCES[*text].into())).unwrap();
            told.insert(SENTENCES[*text]);
        }
        Call::Edit(at, text) => {
            if let Some(id) = pick(house, *at) {
                let patch = Patch { text: Some(SENTENCES[*text].to_owned()), ..Patch::default() };
                run(house.engine.edit(&scope, id, patch)).unwrap();
            }
        }
        Call::Forget(at) => {
            if let Some(id) = pick(house, *at) {
                run(house.engine.forget(&scope, ForgetTarget::Id(id), false)).unwrap();
            }
        }
        Call::Restore(at) => {
            if let Some(id) = pick(house, *at) {
                run(house.engine.restore(&scope, id)).unwrap();
            }
        }
        Call::Undo => {
            let _ = run(house.engine.undo(&scope, None));
        }
        Call::Pin(at) => {
            if let Some(id) = pick(house, *at) {
                run(house.engine.pin(&scope, id, true)).unwrap();
            }
        }
        Call::Reopen => {
            let manner = house.embedder.as_ref().map(|embedder| embedder.manner.borrow().clone());
            *house = House::on(house.storage.clone(), manner);
        }
        Call::Behave(well) => {
            if house.embedder.is_some() {
                house.behave(if *well { Manner::Letters } else { Manner::Fail });
            }
        }
    }
}

fn check(house: &mut House, calls: &[Call]) {
    let mut told = SortedSet::new();
    for call in calls {
        carry_out(house, call, &mut told);
    }
    for text in told {
        assert!(house.holds(text), "{text} is lost");
    }
    let fresh = house.second();
    fresh.clock.now.set(house.clock.now.get());
    assert_eq!(house.all(), fresh.all());
    for query in ["界面", "oolong tea", "October 15th", "who manages Ben"] {
        let (mine, theirs) = (house.explained(query), fresh.explained(query));
        assert_eq!(mine, theirs, "{query}");
    }
    for text in SENTENCES {
        let (mine, theirs) = (house.tell(text), fresh.tell(text));
        // The two handles take turns, so the second one always finds the text.
        assert!(mine.id.is_some() && theirs.action == palimpsest::record::Action::Duplicate, "{text}: {theirs:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn nothing_told_is_lost_and_memory_agrees_with_the_store(calls in prop::collection::vec(call(), 1..40)) {
        check(&mut House::new(), &calls);
        check(&mut House::with(Manner::Letters), &calls);
    }

    #[test]
    fn undoing_everything_leaves_nothing_active(texts in prop::collection::vec(0..SENTENCES.len(), 1..20)) {
        let house = House::new();
        for text in &texts {
            house.tell(SENTENCES[*text]);
        }
        for _ in &texts {
            run(house.engine.undo(&Scope::default(), None)).unwrap();
        }
        prop_assert!(house.all().is_empty());
    }
}
