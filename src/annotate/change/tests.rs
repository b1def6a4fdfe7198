//! Sentences of change, and what they retire.

use proptest::prelude::*;

use super::{change, retires};

#[track_caller]
fn check(rows: &[(&str, Option<&str>, Option<&str>)]) {
    let wrong = rows.iter().filter(|(text, old, new)| {
        change(text).is_none_or(|found| {
            (found.old.as_deref(), found.new.as_deref()) != (*old, *new) || found.is_ending() != new.is_none()
        })
    });
    let wrong: Vec<_> = wrong.map(|row| (row.0, change(row.0))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[track_caller]
fn none(texts: &[&str]) {
    let wrong: Vec<_> = texts.iter().filter_map(|text| change(text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rows of what is told and what was stored.
#[track_caller]
fn retired(pairs: &[(&str, &str)]) {
    let wrong: Vec<_> = pairs.iter().filter(|(new, stored)| retires(new, stored).is_none()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[track_caller]
fn kept(pairs: &[(&str, &str)]) {
    let wrong: Vec<_> = pairs.iter().filter_map(|(new, stored)| Some((stored, retires(new, stored)?))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_replacement_names_the_old_and_the_new() {
    check(&[
        ("项目数据库从 PostgreSQL 换成了 MySQL", Some("postgresql"), Some("mysql")),
        ("团队后端主力语言由Java换成了Kotlin", Some("java"), Some("kotlin")),
        ("接孩子的日子从周五改为周四", Some("周五"), Some("周四")),
        ("用户上周从西安搬到了重庆", Some("西安"), Some("重庆")),
        ("编辑器换成了Neovim，配置抄的LazyVim", None, Some("neovim")),
        ("The team has migrated from Slack to Mattermost", Some("slack"), Some("mattermost")),
        ("My mother moved from Cádiz to Valencia", Some("cádiz"), Some("valencia")),
        ("Traded the old Ford in for a 2016 Ram 1500", Some("the old ford"), Some("a 2016 ram 1500")),
        ("Goes by Sasha from now on instead of Alexandra", Some("alexandra"), Some("goes by sasha from now on")),
    ]);
}

#[test]
fn a_hint_is_less_than_a_change() {
    let hints = |text: &str| crate::annotate::Told::of(text).hints_at_change();
    for text in [
        "例会挪周四下午了",
        "豆包换牌子了",
        "用戶改喝茶",
        "The asking price was lowered",
        "Back on QuickBooks, of all things",
        "He no longer swims",
    ] {
        assert!(hints(text), "{text}");
    }
    for text in [
        "用户每天喝茶",
        "用户住在杭州的西湖边",
        "Takes the bus to work",
        "His background is in law",
        "Lives in Snowdonia",
    ] {
        assert!(!hints(text), "{text}");
    }
}

#[test]
fn an_ending_names_what_ended() {
    check(&[
        ("用户不再喝咖啡", Some("喝咖啡"), None),
        ("用户戒了咖啡", Some("咖啡"), None),
        ("用户已经放弃学 Python 了", Some("学 python"), None),
        ("用户把威尔仕那张健身卡退了", Some("威尔仕那张健身卡"), None),
        ("用户不吃早饭了", Some("吃早饭"), None),
        ("用户从美团离职", Some("美团"), None),
        ("表哥跟女朋友分手", Some("女朋友"), None),
        ("二甲双胍停了", Some("二甲双胍"), None),
        ("User no longer goes to spin class", Some("goes to spin class"), None),
        ("User gave up coffee", Some("coffee"), None),
        ("User doesn't smoke anymore", Some("smoke"), None),
        ("The old Volvo has been scrapped", Some("the old volvo"), None),
        ("User quit smoking", Some("smoking"), None),
        ("User used to play chess", Some("play chess"), None),
    ]);
}

#[test]
fn what_is_planned_guessed_denied_asked_or_said_is_no_change() {
    none(&[
        "用户打算戒咖啡",
        "用户想放弃学 Python",
        "用户没有放弃学 Python",
        "用户可能从美团离职了",
        "用户放弃学 Python 了吗",
        "如果用户戒了咖啡，就换成茶",
        "小王说用户不再喝咖啡",
        "用户差点放弃学 Python",
        "用户还没从美团离职",
        "User plans to quit smoking",
        "User will no longer go to spin class",
        "User may have given up coffee",
        "User has not given up coffee",
        "Has the user given up coffee?",
        "Bob says the user gave up coffee",
        "User wants to sell the car",
        "The drive takes no longer than an hour",
        "My father stopped for a coffee on the drive here",
        "User is used to commuting across the fjord",
        "用户受不了香菜",
        "The user stopped to rest",
        "The left knee hurts",
        "龙舟水下个不停",
    ]);
}

#[test]
fn a_change_retires_what_it_names() {
    retired(&[
        ("项目数据库从 PostgreSQL 换成了 MySQL", "项目数据库用的是 PostgreSQL"),
        ("用户已经放弃学 Python 了", "用户最近在学 Python"),
        ("妈妈不再去江边跳广场舞了，膝盖吃不消", "妈妈每晚去江边跳广场舞"),
        ("用户戒了咖啡", "用户每天喝咖啡"),
        ("用户不再喝咖啡了", "用户每天喝两杯黑咖啡"),
        ("用户从美团离职，到小红书做产品经理了", "用户在美团做产品经理，负责外卖配送"),
        ("表哥跟女朋友分手，已经搬出来自己住", "表哥和女朋友住在一起"),
        ("如今的房东换成了一位律师", "现在的房东是姓冯的老太太"),
        ("User no longer goes to spin class on Mondays.", "User goes to spin class on Mondays."),
        ("User gave up coffee", "User drinks coffee every morning"),
        ("The user has given up coffee", "I drink coffee"),
        ("The team has migrated from Slack to Mattermost", "The team chats on Slack"),
        ("My mother has moved from Cádiz to Valencia", "My mother lives on her own in Cádiz."),
        ("User sold the motorbike", "User rides a motorbike to work"),
        ("User quit smoking", "User smokes"),
        ("User left Globex", "User works at Globex"),
        ("用户离开了美团", "用户在美团做产品经理"),
        ("用户上周把电动车卖掉了", "用户骑电动车上下班"),
        ("User doesn't eat meat anymore", "User eats meat"),
        ("用户已经戒烟了", "用户每天抽一包烟"),
        ("User has left the chess club", "User is a member of the chess club"),
        ("User's mother has given up driving", "User's mother drives"),
        ("The standup was moved from nine to ten", "The standup is at nine"),
        ("User cancelled Netflix last month", "User subscribes to Netflix"),
        ("User has shaved off the beard and means to stay clean-shaven", "User wears a beard"),
        ("The team has migrated from Slack to Mattermost", "The team chats on Slack, freelancers included"),
    ]);
}

#[test]
fn a_change_of_another_or_of_a_part_retires_nothing() {
    kept(&[
        ("妹妹戒了咖啡", "用户每天喝咖啡"),
        ("用户的妹妹戒了咖啡", "用户每天喝咖啡"),
        ("用户戒了咖啡", "妹妹每天喝咖啡"),
        ("我妈不再喝咖啡", "用户每天喝咖啡"),
        ("用户打算戒咖啡", "用户每天喝咖啡"),
        ("用户没有放弃学 Python", "用户最近在学 Python"),
        ("用户晚上不喝咖啡了", "用户每天喝咖啡"),
        ("用户不再喝冰咖啡", "用户每天喝咖啡"),
        ("用户戒了咖啡", "用户对咖啡过敏"),
        ("用户戒了咖啡", "用户喝咖啡和茶"),
        ("用户戒了咖啡", "用户昨晚喝了咖啡"),
        ("用户戒了咖啡", "用户不喝咖啡"),
        ("用户戒了咖啡", "用户可能每天喝咖啡"),
        ("用户戒了咖啡", "用户戒了咖啡"),
        ("用户从西安搬到了重庆", "用户从西安搬到重庆"),
        ("User left the office", "User works in the office"),
        ("用户把旧车卖了", "要不是女儿劝，用户去年就把老房子卖了"),
        ("User's sister gave up coffee", "User drinks coffee"),
        ("User gave up coffee", "User's sister drinks coffee"),
        ("Ana gave up coffee", "User drinks coffee"),
        ("User no longer drinks coffee in the evening", "User drinks coffee every day"),
        ("User gave up coffee", "User is allergic to coffee"),
        ("User gave up coffee", "User drinks coffee and tea"),
        ("User gave up coffee", "User drank coffee"),
        ("User might have given up coffee", "User drinks coffee"),
        ("User wants to give up coffee", "User drinks coffee"),
        ("User stopped for a coffee", "User drinks coffee"),
        ("User sold the car", "User washed the car"),
        ("The drive to the cabin takes no longer than an hour.", "The user drives to the cabin in winter."),
        ("My father stopped for a coffee on the drive here.", "My father drinks coffee"),
        ("User left the office at six", "User works in the office"),
        ("User left Berlin on Monday", "User works in Berlin"),
        ("The left knee hurts", "The knee is fine"),
        ("User dropped the kids at school", "User takes the kids to school"),
        ("User closed the shop at six", "The shop is in Randolph"),
        ("User broke up with Ana", "Ana is a lawyer"),
        ("User sold the car", "The car is red"),
        ("Ana no longer drinks coffee", "User and Ana drink coffee"),
        ("User goes to work by bus today instead of by bike", "User goes to work by bike"),
        ("妹妹不再喝咖啡", "用户和妹妹喝咖啡"),
        ("妹妹不再买咖啡豆", "用户给妹妹买咖啡豆"),
        ("用户六点离开了公司", "用户在公司上班"),
        ("用户今天不骑车了", "用户平时骑车上班"),
        ("用户跟女朋友分手了", "用户的女朋友是律师"),
        ("龙舟水下个不停", "用户每天看龙舟水"),
        ("User moved from Lisbon to Porto", "User visited Lisbon"),
        ("User moved from Lisbon to Porto", "User's brother lives in Lisbon"),
    ]);
}

proptest! {
    #[test]
    fn any_two_texts_can_be_held_against_each_other(
        new in "(\\PC|从|换成了|不再|戒了|放弃|了|不|用户|咖啡|no longer |gave up |from |to |moved |，|, |coffee ){0,14}",
        stored in "(\\PC|喝|用户|咖啡|是|的|drinks |coffee |User |and ){0,10}",
    ) {
        let found = retires(&new, &stored);
        prop_assert!(found.is_none_or(|found| !found.named.is_empty() && !found.words.is_empty()));
        prop_assert!(retires(&new, &new).is_none_or(|found| found.new.is_none()));
    }
}
