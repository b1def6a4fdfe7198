use palimpsest::annotate::*;
use palimpsest::gate::compare;
#[derive(serde::Deserialize)]
struct P {
    a: String,
    b: String,
    label: String,
}
#[test]
fn scratch() {
    for set in ["en-breaking-nli", "en-sick", "zh-ocnli", "zh-lcqmc", "zh-paws", "en-mrpc"] {
        let text = std::fs::read_to_string(format!("/work/shared/data/{set}.jsonl")).unwrap();
        let (mut n, mut hit) =
            (std::collections::BTreeMap::<String, usize>::new(), std::collections::BTreeMap::<String, usize>::new());
        for line in text.lines() {
            let p: P = serde_json::from_str(line).unwrap();
            *n.entry(p.label.clone()).or_default() += 1;
            let (old, new) = (annotate(&p.a), annotate(&p.b));
            if old.kind.unwrap_or(palimpsest::record::Kind::Fact) != new.kind.unwrap_or(palimpsest::record::Kind::Fact)
            {
                continue;
            }
            let guards = compare(&p.b, &p.a).guards;
            let found = (!guards.is_empty()).then(|| slot(&p.b, &p.a)).flatten();
            let ends = retires(&p.b, &p.a).is_some();
            if found.is_some() || ends {
                *hit.entry(p.label.clone()).or_default() += 1;
                if let Some(s) = &found {
                    *hit.entry(format!("{} {:?}", p.label, s.kind)).or_default() += 1;
                }
                if std::env::var("SHOW").is_ok() {
                    println!("{set} {} {found:?} {ends}\n   {}\n   {}", p.label, p.a, p.b);
                }
            } else if std::env::var("MISS").is_ok_and(|m| m == set) && p.label == "contradiction" {
                println!(
                    "miss {:?}\n   {}\n   {}",
                    guards.iter().map(|g| (g.guard, g.stored.as_str(), g.new.as_str())).collect::<Vec<_>>(),
                    p.a,
                    p.b
                );
            }
        }
        println!("== {set} {n:?} {hit:?}");
    }
}
