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
        new in "(User |lives in |Bremen |is |5 |mg |on |Monday |用户|住在|上海|是|三|只|猫|月|号|，|的|\\PC){0,9}",
        stored in "(User |lives in |Porto |is |6 |mg |on |Friday |用户|住在|杭州|是|四|只|猫|月|号|，|的|\\PC){0,9}",
    ) {
        let mirrored = slot(&stored, &new).map(|slot| Slot { kind: slot.kind, new: slot.stored, stored: slot.new });
        prop_assert_eq!(slot(&new, &stored), mirrored);
        prop_assert_eq!(slot(&new, &new), None);
    }
}
