use palimpsest::annotate::*;
#[test]
fn rows() {
    let text = std::fs::read_to_string("/tmp/noticed/rows.txt").unwrap();
    for line in text.lines().filter(|l| !l.is_empty()) {
        let mut it = line.split(" | ");
        let (want, a, b) = (it.next().unwrap(), it.next().unwrap(), it.next().unwrap());
        let (o, n) = (annotate(a), annotate(b));
        let key = o.key.is_some() && o.key == n.key && o.subject == n.subject && o.value != n.value;
        let kind = o.kind.unwrap_or(palimpsest::record::Kind::Fact) == n.kind.unwrap_or(palimpsest::record::Kind::Fact);
        let s = slot(b, a);
        let r = retires(b, a);
        let got = key || (kind && s.is_some() && !palimpsest::gate::compare(b, a).guards.is_empty()) || r.is_some();
        if got != (want == "+") {
            println!("   {:?}", palimpsest::gate::compare(b, a).guards);
            println!("WRONG {want} {key} {kind} {:?} {:?} {a} | {b}", s, r.map(|r| r.words));
        }
    }
}
