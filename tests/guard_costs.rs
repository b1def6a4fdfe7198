//! What each guard saves and what it costs by itself: on the golden pairs that may be used for tuning and, where they lie beside the project, on the public sets.
//!
//! `PALIMPSEST_PUBLIC_DATA=FOLDER cargo test --test guard_costs -- --nocapture` prints the table of `tests/eval/README-pairs.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use palimpsest::record::Guard;
use palimpsest::text::align::align;
use palimpsest::text::guard::guards;
use serde::Deserialize;

#[derive(Deserialize)]
struct Pair {
    id: Option<String>,
    a: String,
    b: String,
    label: String,
}

#[derive(Deserialize)]
struct Aside {
    pairs: BTreeSet<String>,
}

/// Pairs of which only one guard spoke.
#[derive(Clone, Copy, Default)]
struct Alone {
    /// Of pairs that belong apart.
    saves: usize,
    /// Of pairs that say the same.
    costs: usize,
}

const GUARDS: [Guard; 8] = [
    Guard::Negation,
    Guard::Number,
    Guard::Date,
    Guard::Unit,
    Guard::Object,
    Guard::Direction,
    Guard::Role,
    Guard::Modality,
];

fn count(pairs: &[Pair]) -> BTreeMap<Guard, Alone> {
    let mut counts: BTreeMap<Guard, Alone> = GUARDS.into_iter().map(|guard| (guard, Alone::default())).collect();
    for pair in pairs {
        let spoke: BTreeSet<Guard> =
            guards(&align(&pair.b, &pair.a)).into_iter().map(|finding| finding.guard).collect();
        let [guard] = spoke.iter().copied().collect::<Vec<_>>()[..] else { continue };
        let are_same = matches!(pair.label.as_str(), "same" | "more" | "less");
        // What is entailed may say less or other things: it is neither the same nor apart.
        if pair.label == "entailment" {
            continue;
        }
        let alone = counts.entry(guard).or_default();
        if are_same {
            alone.costs += 1;
        } else {
            alone.saves += 1;
        }
    }
    counts
}

fn read(path: &Path) -> Vec<Pair> {
    let text = fs::read_to_string(path).expect("a set of pairs can be read");
    text.lines().map(|line| serde_json::from_str(line).expect("a pair a line")).collect()
}

fn tuned() -> Vec<Pair> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let aside = fs::read_to_string(golden.join("aside.json")).expect("the list of what is set aside");
    let aside: Aside = serde_json::from_str(&aside).expect("the list of what is set aside");
    let pairs = ["pairs.zh.jsonl", "pairs.en.jsonl"].into_iter().flat_map(|file| read(&golden.join(file)));
    pairs.filter(|pair| pair.id.as_ref().is_none_or(|id| !aside.pairs.contains(id))).collect()
}

/// Other words may say the same, and so may another way of meaning it; another number, date, side or order may not.
#[test]
fn no_guard_of_a_value_speaks_alone_where_golden_pairs_say_the_same() {
    let mut sets = vec![("golden, tuned".to_owned(), tuned())];
    if let Some(folder) = std::env::var_os("PALIMPSEST_PUBLIC_DATA").map(PathBuf::from) {
        for set in ["zh-lcqmc", "zh-paws", "zh-ocnli", "en-mrpc", "en-sick", "en-breaking-nli"] {
            sets.push((set.to_owned(), read(&folder.join(format!("{set}.jsonl")))));
        }
    }
    println!("| set | pairs apart / same | {} |", GUARDS.map(|guard| format!("{guard:?}").to_lowercase()).join(" | "));
    println!("| --- | --- |{}", " --- |".repeat(GUARDS.len()));
    for (name, pairs) in &sets {
        let are_same = |pair: &&Pair| matches!(pair.label.as_str(), "same" | "more" | "less");
        let n_same = pairs.iter().filter(are_same).count();
        let n_entailed = pairs.iter().filter(|pair| pair.label == "entailment").count();
        let counts = count(pairs);
        let cells = counts.values().map(|alone| format!("{} / {}", alone.saves, alone.costs));
        let n_apart = pairs.len() - n_same - n_entailed;
        println!("| {name} | {n_apart} / {n_same} | {} |", cells.collect::<Vec<_>>().join(" | "));
        if name == "golden, tuned" {
            let of_values = |guard: &Guard| !matches!(guard, Guard::Object | Guard::Modality);
            for (guard, alone) in counts.into_iter().filter(|(guard, _)| of_values(guard)) {
                assert_eq!(alone.costs, 0, "{guard:?}");
            }
        }
    }
}
