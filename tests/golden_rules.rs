//! What the rules of `annotate` find in the golden pairs that may be used for tuning; the set-aside ones are not read.
//!
//! `cargo test --test golden_rules -- --nocapture` prints the counts, and with `PALIMPSEST_SHOW=1` every finding.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use palimpsest::annotate::{Annotation, annotate, kind_of, retires, same_value, slot};
use palimpsest::record::Kind;
use serde::Deserialize;

#[derive(Deserialize)]
struct Pair {
    id: String,
    kind: String,
    a: String,
    b: String,
    label: String,
}

#[derive(Deserialize)]
struct Aside {
    pairs: BTreeSet<String>,
}

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    fs::read_to_string(path).expect("a golden file can be read")
}

fn tuned() -> Vec<Pair> {
    let aside: Aside = serde_json::from_str(&read("aside.json")).expect("the list of what is set aside");
    let lines = ["pairs.zh.jsonl", "pairs.en.jsonl"].map(read).join("");
    let pairs = lines.lines().map(|line| serde_json::from_str::<Pair>(line).expect("a pair a line"));
    pairs.filter(|pair| !aside.pairs.contains(&pair.id)).collect()
}

/// What the rules say of one pair: a key with two values, a slot, a retirement.
fn findings(stored: &str, told: &str, old: &Annotation, new: &Annotation) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let same_key = old.key.is_some() && old.key == new.key && old.subject == new.subject;
    if let (true, Some(one), Some(other)) = (same_key, &old.value, &new.value)
        && !same_value(one, other)
    {
        found.push(("key", format!("{:?} of {:?}: {one} | {other}", old.key, old.subject)));
    }
    if let Some(slot) = slot(told, stored) {
        found.push(("slot", format!("{:?}: {} | {}", slot.kind, slot.stored, slot.new)));
    }
    if let Some(end) = retires(told, stored) {
        found.push(("retires", format!("{} ends {}", end.words, end.named)));
    }
    found
}

/// Contradictions of 147 that keys, slots and words of change must find.
///
/// Source: 136 were found when the rules were written; some room for rewordings.
const MIN_FOUND: usize = 125;

/// Of what label, in which rule, how many pairs are found; beside it all pairs of the label.
#[test]
fn no_rule_holds_two_memories_against_each_other_that_are_both_true() {
    let shows = std::env::var_os("PALIMPSEST_SHOW").is_some();
    let mut counts: BTreeMap<(String, String), BTreeMap<&str, usize>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for pair in tuned() {
        let of_kind = counts.entry((pair.label.clone(), pair.kind.clone())).or_default();
        *of_kind.entry("pairs").or_default() += 1;
        let found = findings(&pair.a, &pair.b, &annotate(&pair.a), &annotate(&pair.b));
        *of_kind.entry("any").or_default() += usize::from(!found.is_empty());
        if shows && pair.label == "contradicts" && found.is_empty() {
            println!("none {} {} | {}", pair.id, pair.a, pair.b);
        }
        for (rule, words) in found {
            *of_kind.entry(rule).or_default() += 1;
            if shows {
                println!("{rule} {} {words}", pair.id);
            }
            if pair.label != "contradicts" {
                wrong.push(format!("{rule} {} {words}\n    {}\n    {}", pair.id, pair.a, pair.b));
            }
        }
    }
    for ((label, kind), count) in &counts {
        println!("{label} {kind}: {count:?}");
    }
    let n_found: usize =
        counts.iter().filter(|((label, _), _)| label == "contradicts").map(|(_, count)| count["any"]).sum();
    assert!(MIN_FOUND <= n_found, "{n_found} contradictions are found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// An exception is a state, a guess an inference, and what is no guess is not taken for one.
#[test]
fn the_kinds_of_exceptions_and_guesses_are_told() {
    let mut counts: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for pair in tuned() {
        for text in [&pair.a, &pair.b] {
            let kind = kind_of(text);
            *counts.entry(pair.kind.clone()).or_default().entry(format!("{kind:?}")).or_default() += 1;
            let is_wrong = match kind {
                Some(Kind::Inference) => pair.kind != "guess",
                Some(Kind::State) => pair.kind == "change",
                Some(Kind::Fact) | None => false,
            };
            if is_wrong {
                wrong.push(format!("{} {kind:?} {text}", pair.id));
            }
        }
    }
    for (kind, count) in &counts {
        println!("{kind}: {count:?}");
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[derive(Deserialize)]
struct Write {
    n: usize,
    text: String,
    rel: String,
    of: Option<usize>,
    slot: Option<String>,
}

#[derive(Deserialize)]
struct People {
    people: BTreeSet<String>,
}

/// What the stream counts as news and is an ending as well: who has sold the scooter rides it no more, who has given up smoking smokes no more.
const TRUE_ALL_THE_SAME: &[&str] = &["小牛电动车卖掉了 ends 小牛电动车", "烟已经戒掉了 ends 烟"];

/// Everyone's writes, each held against all earlier ones: what is found must be a change that the stream tells of.
#[test]
fn in_a_life_told_in_order_only_what_changed_is_found() {
    let aside: People = serde_json::from_str(&read("aside.json")).expect("the list of who is set aside");
    let people = ["zh", "en"].into_iter().flat_map(|language| (1..=5).map(move |n| format!("{language}-{n}")));
    let shows = std::env::var_os("PALIMPSEST_SHOW").is_some();
    let mut wrong = Vec::new();
    let (mut right, mut kinds) = (BTreeMap::<String, usize>::new(), BTreeMap::<String, usize>::new());
    for person in people.filter(|person| !aside.people.contains(person)) {
        let file = read(&format!("stream/{person}.jsonl"));
        let writes: Vec<Write> = file.lines().map(|line| serde_json::from_str(line).expect("a write a line")).collect();
        let known: Vec<Annotation> = writes.iter().map(|write| annotate(&write.text)).collect();
        for (new, noted) in writes.iter().zip(&known) {
            *kinds.entry(format!("{} {:?}", new.rel, noted.kind)).or_default() += 1;
            *kinds.entry(format!("with a key: {}", noted.key.is_some())).or_default() += 1;
            for (stored, old) in writes.iter().zip(&known).take_while(|(stored, _)| stored.n < new.n) {
                let found = findings(&stored.text, &new.text, old, noted);
                let replaces = matches!(new.rel.as_str(), "replaces" | "back" | "ends" | "contradicts");
                let is_change = replaces && new.of == Some(stored.n) || new.slot.is_some() && new.slot == stored.slot;
                if shows && found.is_empty() && replaces && new.of == Some(stored.n) {
                    println!("missed {} | {}", stored.text, new.text);
                }
                for (rule, words) in found {
                    if is_change {
                        *right.entry(rule.to_owned()).or_default() += 1;
                    }
                    let line = format!("{rule} {person} {words}\n    {}\n    {}", stored.text, new.text);
                    if shows {
                        println!("{}{line}", if is_change { "right " } else { "wrong " });
                    }
                    if !is_change && !TRUE_ALL_THE_SAME.contains(&words.as_str()) {
                        wrong.push(line);
                    }
                }
            }
        }
    }
    println!("right {right:?}");
    for (kind, count) in kinds {
        println!("{kind}: {count}");
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
