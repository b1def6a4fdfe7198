//! Tiers after any sequence of calls.

use super::*;

/// What a random sequence does, each at a time of its own.
#[derive(Clone, Debug)]
enum Call {
    Tell(usize, u8),
    Recall(usize, bool),
    Edit(usize, u8),
    Pin(usize, bool),
    Forget(usize),
    Undo,
    Reopen,
    Sweep,
}

const SENTENCES: [&str; 8] = [
    "用户喜欢简洁的界面",
    "User drinks oolong tea",
    "The report is due on October 15th",
    "Ana manages Ben",
    "🐈 在窗台上",
    "房间 101 的租金是 5000 元",
    "用户对花生过敏",
    "Ben plays chess on Sundays",
];

fn call() -> impl Strategy<Value = Call> {
    let one = || 0..SENTENCES.len();
    prop_oneof![
        5 => (one(), 0..11_u8).prop_map(|(text, tenths)| Call::Tell(text, tenths)),
        3 => (one(), any::<bool>()).prop_map(|(text, cold)| Call::Recall(text, cold)),
        1 => (one(), 0..11_u8).prop_map(|(at, tenths)| Call::Edit(at, tenths)),
        1 => (one(), any::<bool>()).prop_map(|(at, on)| Call::Pin(at, on)),
        1 => one().prop_map(Call::Forget),
        1 => Just(Call::Undo),
        1 => Just(Call::Reopen),
        5 => Just(Call::Sweep),
    ]
}

fn carry_out(house: &mut House, call: &Call) {
    let scope = Scope::default();
    let pick = |at: usize| {
        let records = house.all();
        (!records.is_empty()).then(|| records[at % records.len()].id)
    };
    let share = |tenths: u8| Some(f64::from(tenths) / 10.0);
    match call {
        Call::Tell(text, tenths) => {
            let input = WriteInput { importance: share(*tenths), ..SENTENCES[*text].into() };
            run(house.engine.remember(&scope, input)).unwrap();
        }
        Call::Recall(text, include_cold) => {
            let input = RecallInput { include_cold: *include_cold, ..RecallInput::default() };
            run(house.engine.recall(&scope, SENTENCES[*text], input)).unwrap();
        }
        Call::Edit(at, tenths) => {
            if let Some(id) = pick(*at) {
                let patch = Patch { importance: share(*tenths), ..Patch::default() };
                run(house.engine.edit(&scope, id, patch)).unwrap();
            }
        }
        Call::Pin(at, on) => {
            if let Some(id) = pick(*at) {
                run(house.engine.pin(&scope, id, *on)).unwrap();
            }
        }
        Call::Forget(at) => {
            if let Some(id) = pick(*at) {
                run(house.engine.forget(&scope, ForgetTarget::Id(id), false)).unwrap();
            }
        }
        Call::Undo => {
            let _ = run(house.engine.undo(&scope, None));
        }
        Call::Reopen => {
            run(house.engine.flush()).unwrap();
            let now = house.clock.now.get();
            *house = House::on(house.storage.clone(), None);
            house.clock.now.set(now);
        }
        Call::Sweep => {
            sweep(house);
        }
    }
}

/// Without what a sweep itself leaves on a record.
fn but_for_stamps(records: Vec<Record>) -> Vec<(RecordId, String, Tier, Timestamp, bool)> {
    let shown = |record: Record| (record.id, record.text, record.tier, record.last_accessed_at, record.pinned);
    records.into_iter().map(shown).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_sweep_is_a_fixed_point_after_any_sequence_of_calls(
        calls in prop::collection::vec((call(), -30..120_i64), 1..30),
    ) {
        let mut house = House::new();
        for (call, days) in &calls {
            later(&house, *days);
            carry_out(&mut house, call);
        }
        run(house.engine.flush()).unwrap();
        let before = house.all();
        let texts = house.texts();
        let first = sweep(&house);
        if 0 < first.cooled + first.warmed + first.expired {
            run(house.engine.undo(&Scope::default(), None)).unwrap();
            prop_assert!(house.all() == before, "an undo gives the records back");
            prop_assert_eq!(sweep(&house), first, "and the next sweep finds what the first found");
        }
        prop_assert_eq!(house.texts(), texts, "a sweep hides nothing from a list of everything");
        let after = house.bytes();
        prop_assert_eq!(sweep(&house), Swept { examined: before.len(), ..Swept::default() });
        prop_assert_eq!(house.bytes(), after);
        let fresh = house.second();
        fresh.clock.now.set(house.clock.now.get());
        prop_assert_eq!(fresh.all(), house.all());
        prop_assert_eq!(sweep(&fresh), Swept { examined: before.len(), ..Swept::default() });
        for query in SENTENCES {
            prop_assert_eq!(fresh.recalled(query), house.recalled(query));
            prop_assert_eq!(recalled_cold(&fresh, query), recalled_cold(&house, query));
            // What is cold is found only where it is asked for.
            let hot: Vec<String> = house.all().into_iter().filter(|one| one.tier == Tier::Hot).map(|one| one.text).collect();
            prop_assert!(house.recalled(query).iter().all(|text| hot.contains(text)));
        }
    }

    #[test]
    fn sweeping_often_gives_what_sweeping_once_at_the_end_gives(
        calls in prop::collection::vec((call(), 0..60_i64), 1..25),
        jumps in prop::collection::vec(0..2_000_i64, 25),
    ) {
        let (mut often, mut once) = (House::new(), House::new());
        for ((call, days), jump) in calls.iter().zip(&jumps) {
            // What differs between the two by what was swept already: what a recall touches, and what an undo takes back.
            if matches!(call, Call::Recall(_, false) | Call::Undo | Call::Sweep) {
                continue;
            }
            for house in [&often, &once] {
                // What a recall touched is written seconds later, where a clock runs; what is recalled next depends on it.
                run(house.engine.flush()).unwrap();
                later(house, *days);
            }
            carry_out(&mut often, call);
            carry_out(&mut once, call);
            // The clock runs ahead for one sweep, and is set right.
            later(&often, *jump);
            sweep(&often);
            later(&often, -*jump);
            sweep(&often);
        }
        sweep(&often);
        sweep(&once);
        prop_assert_eq!(but_for_stamps(often.all()), but_for_stamps(once.all()));
    }
}
