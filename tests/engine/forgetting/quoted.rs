//! What is forgotten is quoted nowhere: as the source of an older writing, or as what a later text differed in.

use super::*;

const TEXTS: [[&str; 4]; 2] = [
    [
        "User keeps a parrot named Zqsecret",
        "User plays the violin",
        "User grew up near the harbour",
        "User likes stamps",
    ],
    ["用户养了一只叫啾啾密的鹦鹉", "用户拉小提琴", "用户在港口边长大", "用户收集邮票"],
];
const SECRET: [&str; 2] = ["Zqsecret", "啾啾密"];

#[test]
fn the_source_of_a_merged_records_older_writing_does_not_quote_it() {
    for (texts, secret) in TEXTS.into_iter().zip(SECRET) {
        let house = House::new();
        let ids = texts.map(|text| house.tell(text).id.unwrap());
        let whole = house.merge(&ids);
        house.edit(whole, "User lives a full life");
        house.edit(whole, "User lives a very full life");
        assert!(house.holds(secret));
        house.erase(ids[0]);
        assert!(!house.holds(secret), "{secret}");
        assert!(texts[1..].iter().all(|text| house.holds(text)), "the others stay");
    }
}

#[test]
fn an_entry_does_not_say_what_a_later_text_differed_in() {
    let told = [
        ["User owns a Zqsecret car", "User owns a Toyota car", "User prefers trains to anything else"],
        ["用户有一辆啾啾密汽车", "用户有一辆丰田汽车", "用户出门只坐火车"],
    ];
    for ([text, later, edited], others) in told.into_iter().zip(TEXTS) {
        let house = House::new();
        let ids = [text, others[1], others[2]].map(|text| house.tell(text).id.unwrap());
        let whole = house.merge(&ids);
        run(house.engine.undo(&Scope::default(), None)).unwrap();
        run(house.engine.restore(&Scope::default(), whole)).unwrap();
        house.edit(ids[0], edited);
        house.tick();
        house.tell(later);
        house.erase(ids[0]);
        for secret in ["Zqsecret", "zqsecret", "啾啾密"] {
            assert!(!house.holds(secret), "{secret}");
        }
    }
}
