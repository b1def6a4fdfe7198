//! Pairs of texts, and the slot in which they differ.

use proptest::prelude::*;

use super::{Slot, SlotKind, slot};

#[track_caller]
fn check(kind: SlotKind, rows: &[(&str, &str, &str, &str)]) {
    // A date's value may have its unit in it: 21 or 21号.
    let fits = |row: &(&str, &str, &str, &str)| {
        slot(row.0, row.1)
            .is_some_and(|slot| slot.kind == kind && slot.new.contains(row.2) && slot.stored.contains(row.3))
    };
    let wrong: Vec<_> = rows.iter().filter(|row| !fits(row)).map(|row| (row, slot(row.0, row.1))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[track_caller]
fn none(pairs: &[(&str, &str)]) {
    let wrong: Vec<_> = pairs.iter().filter_map(|(new, stored)| Some((new, slot(new, stored)?))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_amount_is_one() {
    check(
        SlotKind::Amount,
        &[
            ("User's rent is $1,540 a month", "User's rent is $1,450 a month", "1,540", "1,450"),
            ("Take 10 mg of the tablet at night", "Take 5 mg of the tablet at night", "10", "5"),
            ("The limit is 15 GB", "The limit is 1.5 GB", "15", "1.5"),
            ("The backend runs on port 8091", "The backend runs on port 8090", "8091", "8090"),
            ("User has four cats", "User has three cats", "four", "three"),
            ("用户的房贷每月还6800元", "用户的房贷每月还8600元", "6800", "8600"),
            ("他有四只猫", "他有三只猫", "四", "三"),
            ("用户每周去两次健身房", "用户每周去三次健身房", "两", "三"),
            ("宽带套餐每月129元，合约两年", "宽带套餐每月99元，合约两年", "129", "99"),
            ("会议室在21楼东侧", "会议室在12楼东侧", "21", "12"),
        ],
    );
}

#[test]
fn a_date_is_one() {
    check(
        SlotKind::Date,
        &[
            ("The report is due on October 16th", "The report is due on October 15th", "16th", "15th"),
            ("The lease runs out at the end of July", "The lease runs out at the end of June", "july", "june"),
            ("The flight to Oslo leaves on Thursday", "The flight to Oslo leaves on Tuesday", "thursday", "tuesday"),
            ("妹妹的婚礼是5月21号，在老家办", "妹妹的婚礼是5月20号，在老家办", "21", "20"),
            ("我的驾照2029年到期", "我的驾照2027年到期", "2029", "2027"),
            ("论文截稿时间是周一中午", "论文截稿时间是周日中午", "一", "日"),
        ],
    );
}

#[test]
fn a_date_is_one_in_any_writing() {
    check(
        SlotKind::Date,
        &[
            (
                "Next dentist appointment: 24 March, half past nine",
                "Next dentist appointment: 14 March, half past nine",
                "24",
                "14",
            ),
            ("The rent was raised in 2018", "The rent was raised in 2016", "2018", "2016"),
            ("Rubbish is collected on Fridays", "Rubbish is collected on Wednesdays", "fridays", "wednesdays"),
            ("面试定在周五上午", "面试定在周三上午", "五", "三"),
            ("用户下周五去体检", "用户下周三去体检", "五", "三"),
        ],
    );
    none(&[
        ("用户周三打羽毛球", "用户周一打羽毛球"),
        ("User has a lesson at eleven", "User has a lesson at nine"),
        ("User visited Prague in 2019", "User visited Prague in 2015"),
        ("高一(5)班的家长会在周四", "高一(3)班的家长会在周四"),
    ]);
}

#[test]
fn a_degree_is_one_of_two_opposites() {
    check(
        SlotKind::Degree,
        &[
            (
                "Test coverage of the billing module is low",
                "Test coverage of the billing module is high",
                "low",
                "high",
            ),
            ("The balcony of the studio faces south", "The balcony of the studio faces north", "south", "north"),
            ("外甥的数学在年级里垫底", "外甥的数学在年级里拔尖", "垫底", "拔尖"),
            ("用户只要特辣锅底", "用户只要微辣锅底", "特", "微"),
        ],
    );
}

#[test]
fn a_name_is_one_only_in_a_frame_of_one() {
    check(
        SlotKind::Name,
        &[
            ("User lives in Bremen", "User lives in Hamburg", "bremen", "hamburg"),
            ("用户住在上海", "用户住在杭州", "上海", "杭州"),
            ("The user's husband is called Stefan", "The user's husband is called Tomasz", "stefan", "tomasz"),
            ("用户的太太叫周茜", "用户的太太叫周倩", "茜", "倩"),
            ("小女儿就读于育英小学", "小女儿就读于育才小学", "英", "才"),
            ("丈夫在中兴做射频工程师", "丈夫在华为做射频工程师", "中兴", "华为"),
            ("公司算法组的组长是贺敏", "公司算法组的组长是林薇", "贺敏", "林薇"),
            ("User was born in Nairobi", "User was born in Mombasa", "nairobi", "mombasa"),
            ("My landlord is a Mr. Dimov", "My landlord is a Mr. Petrov", "dimov", "petrov"),
        ],
    );
}

#[test]
fn a_denial_is_one_whatever_follows_it() {
    check(
        SlotKind::Denial,
        &[
            ("User doesn't eat meat", "User eats meat", "not", ""),
            ("Dad has no licence, so he can't drive us", "Dad has a licence, so he can drive us", "no", ""),
            ("Nobody on the team smokes", "Everybody on the team smokes", "nobody", "everybody"),
            ("Neither of the twins wears braces", "Both of the twins wear braces", "neither", "both"),
            ("The landlord doesn't let tenants keep pets", "The landlord lets tenants keep pets", "not", ""),
            ("User didn't finish the degree", "User finished the degree", "not", ""),
            ("The room comes unfurnished with no desk", "The room comes unfurnished with a desk", "no", ""),
            ("用户压根不会游泳，怕水", "用户会游泳，爱去海边", "不", ""),
            ("小区到现在都没装电梯", "小区去年装了电梯", "没", ""),
            ("弟弟还没结婚，住在苏州", "弟弟结婚了，住在苏州", "没", ""),
            ("用户从没去过西藏", "用户去过西藏", "从没", ""),
        ],
    );
    none(&[
        ("User doesn't eat meat on Fridays", "User eats meat"),
        ("用户晚上不吃海鲜", "用户吃海鲜"),
        ("Anyone may enter, unless the lamp is not lit", "Anyone may enter, unless the lamp is lit"),
        ("用户不吃香菜", "用户吃芹菜"),
        ("Bob says the user does not eat meat", "Bob says the user eats meat"),
    ]);
}

#[test]
fn who_does_it_to_whom_is_one_unless_both_may_be_so() {
    check(
        SlotKind::Role,
        &[
            ("Ben manages Ana", "Ana manages Ben", "ben", "ana"),
            ("Priya reports to the user", "The user reports to Priya", "priya", "user"),
            ("The dog chases the cat", "The cat chases the dog", "dog", "cat"),
            (
                "Every evening her wife cooks and the user washes up",
                "Every evening the user cooks and her wife washes up",
                "wife",
                "user",
            ),
            (
                "The user's brother is taller than her sister",
                "The user's sister is taller than her brother",
                "brother",
                "sister",
            ),
            ("老李打败了老张", "老张打败了老李", "李", "张"),
            ("用户借给姐姐两万块", "姐姐借给用户两万块", "用户", "姐姐"),
            ("妹妹比用户高", "用户比妹妹高", "妹妹", "用户"),
            ("乙公司收购了甲公司", "甲公司收购了乙公司", "乙", "甲"),
        ],
    );
    none(&[
        ("Ben and Ana work together", "Ana and Ben work together"),
        ("Ben likes Ana", "Ana likes Ben"),
        ("Ben married Ana", "Ana married Ben"),
        ("User flew from Rome to Oslo", "User flew from Oslo to Rome"),
        ("On Mondays the user swims", "The user swims on Mondays"),
        ("小刘和小陈一起上班", "小陈和小刘一起上班"),
        ("小王认识用户", "用户认识小王"),
        ("我担心妈妈", "妈妈担心我"),
        ("小李骗过我", "我骗过小李"),
        ("我欠房东钱", "房东欠我钱"),
        ("邻居送了用户一盆花", "用户送了邻居一盆花"),
        ("狗怕鹅", "鹅怕狗"),
        ("用户从北京飞到上海", "用户从上海飞到北京"),
    ]);
}

#[test]
fn sides_and_degrees_are_one_where_they_tell_of_the_thing_and_not_which_it_is() {
    check(
        SlotKind::Degree,
        &[
            (
                "The user sleeps on the right side of the bed",
                "The user sleeps on the left side of the bed",
                "right",
                "left",
            ),
            ("The new flat is far from the station", "The new flat is close to the station", "far from", "close to"),
            ("User hates horror films", "User loves horror films", "hates", "loves"),
            ("The shop is closed on Sundays", "The shop is open on Sundays", "closed", "open"),
            ("新单位离家很远，要倒两趟车", "新单位离家很近，走路就到", "远", "近"),
            ("用户讨厌喝热水", "用户喜欢喝热水", "讨厌", "喜欢"),
            ("我偶尔喝咖啡", "我每天喝咖啡", "偶尔", "每天"),
            ("坐车时用户总要坐在最后排", "坐车时用户总要坐在最前排", "后", "前"),
        ],
    );
    none(&[
        ("User's younger brother is a nurse", "User's older brother is a nurse"),
        ("The right drawer holds knives", "The left drawer holds forks"),
        ("User bought a small lamp", "User bought a big lamp"),
        ("用户的右膝做过手术", "用户的左膝做过手术"),
        ("小儿子上小学", "大儿子上初中"),
        ("用户喜欢冰奶茶", "用户喜欢热奶茶"),
    ]);
}

#[test]
fn the_order_of_the_words_and_the_verb_of_the_frame_may_differ() {
    check(
        SlotKind::Amount,
        &[
            ("Their flat is 86 square metres in size", "Their flat measures 68 square metres", "86", "68"),
            ("The team consists of eight people", "There are nine people in the team", "eight", "nine"),
        ],
    );
    check(
        SlotKind::Date,
        &[(
            "User, the youngest of five, was born in 1978",
            "User was born in 1987, the youngest of five",
            "1978",
            "1987",
        )],
    );
}

#[test]
fn a_name_is_one_where_the_form_of_the_sentence_says_so() {
    check(
        SlotKind::Name,
        &[
            ("The user's favourite author is Atwood", "The user's favourite author is Le Guin", "atwood", "le guin"),
            ("Ben runs the Lisbon office", "Ana runs the Lisbon office", "ben", "ana"),
            ("The project is led by Ben", "The project is led by Ana", "ben", "ana"),
            ("The database is MySQL", "The database is Postgres", "mysql", "postgres"),
            ("The wedding will be in Siena", "The wedding will be in Florence", "siena", "florence"),
            ("手机用的是华为", "手机用的是小米", "华为", "小米"),
            ("项目由小刘负责", "项目由小陈负责", "刘", "陈"),
            ("我的车是本田", "我的车是丰田", "本", "丰"),
            ("婚礼在大理办", "婚礼在三亚办", "大理", "三亚"),
        ],
    );
    check(
        SlotKind::Name,
        &[
            ("User's car, a Mazda, is in the yard", "User's car, a Skoda, is in the yard", "mazda", "skoda"),
            ("The frontend is written in React", "The frontend is written in Svelte", "react", "svelte"),
            ("The godfather of the user's son is Piotr", "The godfather of the user's son is Marek", "piotr", "marek"),
        ],
    );
    none(&[
        ("The web app must run in Safari", "The web app must run in Firefox"),
        ("The guest, a Mr. Berg, is late", "A guest, a Mr. Quist, is late"),
        ("用户的爱好是爬山", "用户的爱好是钓鱼"),
        ("The user's son is Max", "The user's son is Tom"),
        ("User works with Ben", "User works with Ana"),
        ("Ben owns a kayak", "Ana owns a kayak"),
        ("Ben runs a bakery", "Ana runs a bakery"),
    ]);
}

#[test]
fn what_tells_which_thing_is_meant_is_no_slot() {
    none(&[
        ("Invoice 1044 was paid by card", "Invoice 1043 was paid by card"),
        ("The meeting is in room 14", "The meeting is in room 12"),
        ("PR #89 is waiting for review", "PR #88 is waiting for review"),
        ("Chapter 5 of the thesis is finished", "Chapter 3 of the thesis is finished"),
        ("Port 9090 on the home server is taken", "Port 8080 on the home server is taken"),
        ("Flight 312 is late", "Flight 311 is late"),
        ("用户读到了第4章", "用户读到了第3章"),
        ("工单3397转给运维处理", "工单3391转给运维处理"),
        ("车停在C区38号", "车停在C区37号"),
        ("尾号0916的那张卡绑了支付宝", "尾号0619的那张卡绑了支付宝"),
        ("二单元的电梯周一检修", "一单元的电梯周一检修"),
        ("周四来的访客吃素", "周三来的访客吃素"),
        ("四月的房租是5000元", "三月的房租是5000元"),
        ("The 4 pm meeting is in Oslo", "The 3 pm meeting is in Oslo"),
        ("The bathroom needs a coat of paint", "The kitchen needs a coat of paint"),
    ]);
}

#[test]
fn what_can_hold_of_many_things_is_no_slot() {
    none(&[
        ("User speaks English", "User speaks Catalan"),
        ("用户会说闽南话", "用户会说粤语"),
        ("User likes coffee", "User likes tea"),
        ("User has been to Iceland", "User has been to Morocco"),
        ("The user is allergic to bee stings", "The user is allergic to kiwi fruit"),
        ("妈妈每天早上吃一粒鱼油", "妈妈每天早上吃一粒钙片"),
        ("User owns a Volvo", "User owns a Ford"),
        ("User bought a desk", "User bought a lamp"),
        ("One of the user's three brothers lives in Perth", "One of the user's three brothers lives in Toronto"),
        ("User has a cat called Nori", "User has a cat called Miso"),
        ("用户的女儿叫知秋", "用户的女儿叫知夏"),
        ("一个同事住在上海", "一个同事住在杭州"),
        ("User plays badminton on Saturdays", "User plays badminton on Tuesdays"),
        ("用户每周四去游泳", "用户每周二去游泳"),
        ("User lives in Berlin", "User lives in Germany"),
    ]);
}

#[test]
fn what_took_place_or_is_not_told_is_no_slot() {
    none(&[
        ("User walked 8 km", "User walked 5 km"),
        ("User took part in 5", "User took part in 3"),
        ("昨天背了二十个单词", "昨天背了十二个单词"),
        ("用户今天走了8公里", "用户今天走了5公里"),
        ("User probably lives in Bremen", "User probably lives in Hamburg"),
        ("Bob says the rent is 500 euros", "Bob says the rent is 600 euros"),
        ("Is the rent 500 euros?", "Is the rent 600 euros?"),
        ("用户可能住在上海", "用户可能住在杭州"),
    ]);
}

#[test]
fn what_both_may_feel_or_do_and_what_was_done_and_undone_is_no_slot() {
    none(&[
        ("I miss tea when I have coffee", "I miss coffee when I have tea"),
        ("User hates Graz when she is in Linz", "User hates Linz when she is in Graz"),
        ("Ivo recommended a barber to Tess", "A barber recommended Ivo to Tess"),
        ("Ivo found his flat through Tess", "Tess found her flat through Ivo"),
        ("I locked the shed in May", "I unlocked the shed in May"),
        ("The user's card ends in 0412", "The user's card ends in 04/12"),
    ]);
}

#[test]
fn whose_it_is_and_a_second_difference_leave_no_slot() {
    none(&[
        ("妹妹住在杭州", "用户住在杭州"),
        ("妹妹住在上海", "用户住在杭州"),
        ("User's sister lives in Bremen", "User lives in Hamburg"),
        ("User lives in Bremen with a parrot", "User lives in Hamburg with a cat"),
        ("The user's rent is 500 euros", "The user's salary is 500 euros"),
        ("User does not have 3 cats", "User has 4 cats"),
        ("用户的体重是75公斤", "用户的身高是175厘米"),
        ("User lives in Bremen", "User lives in Bremen"),
        ("", "User lives in Bremen"),
    ]);
}

proptest! {
    #[test]
    fn the_two_texts_may_change_places(
        new in "(User |lives in |Bremen |is |5 |mg |on |Monday |not |left |Ana |no |, |用户|不|左|喜欢|住在|上海|是|三|只|猫|月|号|，|的|\\PC){0,9}",
        stored in "(User |lives in |Porto |is |6 |mg |on |Friday |never |right |Ana |a |, |用户|没|右|讨厌|住在|杭州|是|四|只|猫|月|号|，|的|\\PC){0,9}",
    ) {
        let mirrored = slot(&stored, &new).map(|slot| Slot { kind: slot.kind, new: slot.stored, stored: slot.new });
        prop_assert_eq!(slot(&new, &stored), mirrored);
        prop_assert_eq!(slot(&new, &new), None);
    }
}

#[test]
fn one_topic_in_other_words_has_one_value() {
    let kinds = [
        ("The flat on the corner is quiet", "The flat on the corner is very noisy", Some(SlotKind::Degree)),
        ("User's kitchen is tiny", "The user has a spacious kitchen", Some(SlotKind::Degree)),
        ("User's gym allows dogs", "Dogs are not permitted in the user's gym", Some(SlotKind::Denial)),
        ("The lease of the flat ends in May", "The flat's lease runs out in July", Some(SlotKind::Date)),
        ("My older sister is a nurse", "My younger sister is a nurse", None),
        ("User has a big dog", "User has a small dog", None),
        ("User eats nuts", "User does not eat nuts at work", None),
        ("The 4 pm meeting is in Oslo", "The meeting in Oslo is at 5 pm", None),
        ("According to Ana the flat is quiet", "The flat is noisy", None),
    ];
    for (stored, new, expected) in kinds {
        assert_eq!(slot(new, stored).map(|slot| slot.kind), expected, "{new} | {stored}");
        assert_eq!(slot(stored, new).map(|slot| slot.kind), expected, "{stored} | {new}");
    }
}
