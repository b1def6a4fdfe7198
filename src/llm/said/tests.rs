//! Tables of what a model may say of what it was shown.

use super::*;

/// The guard that an answer offends, and its words.
#[track_caller]
fn check(shown: &[&str], answer: &str, expected: Option<(Guard, &str)>) {
    let found = Shown::of(shown.iter().copied()).unsaid(answer);
    let found = found.as_ref().map(|finding| (finding.guard, finding.new.as_str()));
    assert_eq!(found, expected, "{answer}");
}

const TENNIS: &[&str] = &["User plays tennis on Saturdays", "User has a cat called Miso", "User does not eat meat"];
const TRAVEL: &[&str] = &["用户说下个月要去日本旅行", "用户计划去东京、大阪和京都", "用户想住温泉旅馆", "用户不吃香菜"];

#[test]
fn what_was_shown_may_be_said_in_other_words() {
    check(TENNIS, "Plays tennis on Saturdays and owns a cat named Miso; eats no meat", None);
    check(TENNIS, "Prefers a diet without meat", None);
    check(&["a fan of jazz", "plays the double bass"], "A jazz fan who plays the double bass", None);
    check(&["User has a cat called Miso", "User has a cat called Nori"], "User has cats called Miso and Nori", None);
    check(TRAVEL, "用户计划下个月去日本旅行，去东京、大阪和京都，想住温泉旅馆", None);
    check(&["用户喜欢深色模式", "用户希望界面能自动切换主题"], "用户偏好深色主题并希望自动切换", None);
    check(&["用户最近在准备面试", "用户投了前端岗位"], "用户正在准备前端岗位面试", None);
    check(&["用户在银行做前端开发"], "用户是一位银行前端工程师", None);
    check(&[], "", None);
}

#[test]
fn a_number_that_nobody_told_is_refused() {
    check(&["User has cats"], "User has three cats", Some((Guard::Number, "three")));
    check(&["User has 3 cats"], "User has three cats", None);
    check(&["房租每月4500元"], "房租每月四千五百块", None);
    check(&["房租每月4500元"], "房租每月4600元", Some((Guard::Number, "4600")));
    check(&["用户有猫"], "用户有两只猫", Some((Guard::Number, "两")));
    check(&["Invoice 1043 was paid"], "Invoice 1044 was paid", Some((Guard::Number, "1044")));
    check(&["The box holds 10⁵ parts"], "The box holds 105 parts", Some((Guard::Number, "105")));
}

#[test]
fn a_number_that_counts_another_unit_is_refused() {
    check(&["Takes 5 mg at night and 10 g at noon"], "Takes 5 mg at night", None);
    check(&["Takes 5 mg at night"], "Takes 5 g at night", Some((Guard::Unit, "5 g")));
    check(&["用户重50公斤"], "用户重50斤", Some((Guard::Unit, "50斤")));
}

#[test]
fn a_date_that_nobody_told_is_refused() {
    check(TENNIS, "User plays tennis on Sundays", Some((Guard::Date, "sundays")));
    check(&["The report is due on October 15th"], "The report is due on October 16th", Some((Guard::Date, "16th")));
    check(&["会议在下午三点"], "会议在15:00", None);
    check(&["报告三月十五号交"], "报告三月十六号交", Some((Guard::Date, "十六号")));
    check(&["用户周三要去取快递"], "用户周四要去取快递", Some((Guard::Date, "周四")));
}

#[test]
fn a_name_that_nobody_told_is_refused() {
    check(TENNIS, "User plays tennis with Kim", Some((Guard::Object, "kim")));
    check(TENNIS, "Kim plays tennis", Some((Guard::Object, "kim")));
    check(&["writes Rust at work"], "Writes C++ at work", Some((Guard::Object, "c++")));
    check(&["用户周六打网球"], "用户周六和王明打网球", Some((Guard::Object, "王明")));
    check(&["用户周六打网球"], "用户周六和小李打网球", Some((Guard::Object, "小李")));
    check(&["用户的医生很好"], "张医生很好", Some((Guard::Object, "张医")));
    check(&["用户住在南方"], "用户住在广州", Some((Guard::Object, "广州")));
    check(&["用户住在广州"], "用户住在廣州", None);
    check(&["用户认识一位外国朋友"], "用户的朋友是克里斯蒂娜", Some((Guard::Object, "克里斯蒂娜")));
    check(&["用户用笔记本电脑"], "用户用MacBook", Some((Guard::Object, "macbook")));
    check(&["用户喜欢看小说"], "用户喜欢看《三体》", Some((Guard::Object, "三体")));
    check(&["User reads novels on gpt-4"], "User reads novels on gpt-5", Some((Guard::Object, "gpt-5")));
}

#[test]
fn a_denial_that_nobody_told_is_refused() {
    check(TENNIS, "User does not play tennis", Some((Guard::Negation, "not play tennis")));
    check(&["User likes tea"], "User never drinks coffee", Some((Guard::Negation, "never drinks coffee")));
    check(&["用户喜欢香菜"], "用户不喜欢香菜", Some((Guard::Negation, "不喜欢香菜")));
    check(TRAVEL, "用户不吃香菜", None);
    check(TRAVEL, "用户不去日本", Some((Guard::Negation, "不去日本")));
}

#[test]
fn a_denial_that_was_told_may_not_be_left_out() {
    check(TENNIS, "User eats meat", Some((Guard::Negation, "user eats meat")));
    check(TRAVEL, "用户吃香菜", Some((Guard::Negation, "用户吃香菜")));
    check(&["用户不吃香菜", "用户现在吃香菜了"], "用户吃香菜", None);
}

#[test]
fn a_number_in_words_that_nobody_told_is_refused() {
    let number = |words| Some((Guard::Number, words));
    check(&["User earns money"], "User earns twice the money", number("twice"));
    check(&["User earns money"], "User doubled the money", number("doubled"));
    check(&["User runs the firm"], "User runs half the firm", number("half"));
    check(&["用户工资涨了"], "用户工资翻倍了", number("翻倍"));
    check(&["用户工资涨了"], "用户工资涨了一半", number("一半"));
    check(&["用户工资涨了"], "用户工资涨了三成", number("三成"));
    check(&["用户养猫"], "用户养了一打猫", number("了一打"));
    check(&["用户养貓"], "用戶養了十幾隻貓", number("十几"));
    check(&["User earns two salaries"], "User earns double", None);
    check(&["用户的工资涨了50%"], "用户的工资涨了一半", None);
}

#[test]
fn a_number_goes_with_what_it_counts() {
    check(&["User has 3 cats and 5 dogs"], "User has 5 cats", Some((Guard::Number, "5 cats")));
    check(&["用户有3只猫和5只狗"], "用户有5只猫", Some((Guard::Number, "5 猫")));
    check(&["User has 3 cats and 5 dogs"], "User has 5 dogs and 3 cats", None);
    check(&["User has 3 cats", "User has 4 cats"], "User has 4 cats", None);
    check(&["User has 3 big cats"], "User has 3 cats", None);
}

#[test]
fn a_time_in_words_that_nobody_told_is_refused() {
    let date = |words| Some((Guard::Date, words));
    check(&["User visits Lyon"], "User visits Lyon on weekends", date("weekends"));
    check(&["User visits Lyon"], "User visits Lyon daily", date("daily"));
    check(&["User visits Lyon"], "User visits Lyon in winter", date("winter"));
    check(&["用户去里昂"], "用户周末去里昂", date("周末"));
    check(&["用户去里昂"], "用户春节去里昂", date("春节"));
    check(&["用户去里昂"], "用户每天去里昂", date("每天"));
    check(&["I run each Saturday and Sunday"], "The user runs on weekends", None);
    check(&["我天天跑步"], "用户每天跑步", None);
}

#[test]
fn a_denial_in_other_words_than_not_that_nobody_told_is_refused() {
    let denial = |words| Some((Guard::Negation, words));
    check(&["User smokes"], "User stopped smoking", denial("stopped"));
    check(&["User smokes"], "User refuses to smoke", denial("refuses"));
    check(&["User smokes"], "User gave up smoking", denial("gave up"));
    check(&["用户抽烟"], "用户拒绝抽烟", denial("拒绝"));
    check(&["用户抽煙"], "用戶戒煙了", denial("戒烟"));
    check(&["I gave up meat"], "The user stopped eating meat", None);
    check(&["I don't drink coffee any more"], "The user stopped drinking coffee", None);
    check(&["我不吃香菜"], "用户避免吃香菜", None);
}

#[test]
fn an_ending_that_was_told_may_not_be_left_out() {
    check(&["User stopped smoking"], "User smokes", Some((Guard::Negation, "user smokes")));
    check(&["用户拒绝抽烟"], "用户抽烟", Some((Guard::Negation, "用户抽烟")));
    check(&["User gave up smoking"], "User smokes", Some((Guard::Negation, "user smokes")));
    check(&["User has given up coffee"], "User has coffee", Some((Guard::Negation, "user has coffee")));
    check(&["用户把烟戒了"], "用户抽烟", Some((Guard::Negation, "用户抽烟")));
    check(&["User gave the keys up front"], "User has the keys", None);
    check(&["用户戒了酒"], "用户喝酒", Some((Guard::Negation, "用户喝酒")));
    check(&["用户把咖啡戒了"], "用户喝咖啡", Some((Guard::Negation, "用户喝咖啡")));
    check(&["用户把烟戒了", "用户又抽烟了"], "用户抽烟", None);
    // Who told the verb may have told it of what was given up.
    check(&["用户戒过烟，又抽上了"], "用户抽烟", None);
    check(&["用户戒了酒", "用户养猫"], "用户养猫", None);
    check(&["User cannot swim"], "User swims", Some((Guard::Negation, "user swims")));
    check(&["用户没有猫"], "用户有猫", Some((Guard::Negation, "用户有猫")));
    check(&["User stopped smoking", "User smokes"], "User smokes", None);
    check(&["I can't wait to visit Porto"], "The user will visit Porto", None);
    check(&["没有猫但是有狗"], "用户有狗", None);
}

#[test]
fn the_opposite_of_what_was_told_is_refused() {
    check(&["User likes tea"], "User hates tea", Some((Guard::Direction, "hates")));
    check(&["用户喜欢茶"], "用户讨厌茶", Some((Guard::Direction, "讨厌")));
    check(&["用户反对加班"], "用户支持加班", Some((Guard::Direction, "支持")));
    check(&["I can't stand coriander"], "The user hates coriander", None);
    check(&["I love tea but hate coffee"], "The user hates coffee", None);
}

#[test]
fn an_address_or_another_script_that_nobody_told_is_refused() {
    let object = |words| Some((Guard::Object, words));
    check(&["User plays tennis"], "User plays tennis, see evil.example", object("evil.example"));
    check(&["User plays tennis"], "User plays tennis, mail bob@evil.com", object("bob@evil.com"));
    check(&["User plays tennis"], "User plays tennis with Ким", object("ким"));
    check(&["User plays tennis"], "User plays tennis with キム", object("キム"));
    check(&["Mail me at bob@x.com"], "The user's mail is bob@x.com", None);
    check(&["User plays tennis in the café"], "Plays tennis, e.g. in the café", None);
}

#[test]
fn a_name_that_begins_a_sentence_and_that_nobody_told_is_refused() {
    let object = |words| Some((Guard::Object, words));
    check(&["User works in a team of four"], "ana manages ben", object("ana"));
    check(&["User plays tennis"], "plays tennis. kim likes it", object("kim"));
    check(&["User will play tennis in summer"], "Will plays tennis in summer", object("will"));
    check(&["User may play tennis in summer"], "May plays tennis in summer", object("may"));
    check(&["用户周六打网球"], "王明周六打网球", object("王明"));
    check(&["用户周六打网球"], "用户周六打网球，李小龙也打", object("李小"));
    // What somebody told, in whatever place, and what is no name there.
    check(&["I work with ana"], "ana works in the team", None);
    check(&["My brother Will is a nurse", "He plays tennis"], "Will plays tennis", None);
    check(&["User will move to Porto"], "Will move to Porto", None);
    check(&["User plays tennis"], "user plays tennis", None);
    check(&["User drinks coffee"], "coffee keeps the user awake", None);
    check(&["用户的老板姓王"], "王老板是用户的老板", None);
    check(&["小李周六打网球"], "李周六打网球", None);
    check(&["用户住在南京"], "韩语是用户在学的", object("韩语"));
}

#[test]
fn how_often_is_told_too() {
    let date = |words| Some((Guard::Date, words));
    check(&["User runs 5 km a day"], "User runs 5 km a week", date("a week"));
    check(&["User runs 5 km every day"], "User runs 5 km per week", date("per week"));
    check(&["User runs 5 km a week"], "User runs 5 km a day", date("a day"));
    check(&["User pays 900 euros a month"], "User pays 900 euros a year", date("a year"));
    check(&["用户每天跑5公里"], "用户每周跑5公里", date("每周"));
    check(&["User runs 5 km every day"], "User runs 5 km a day", None);
    check(&["User plays tennis on Saturdays"], "User plays tennis once a week", None);
    check(&["User plays 2 sets on Saturdays"], "User plays 2 sets a week", None);
}

#[test]
fn being_married_and_not_being_it_are_opposites() {
    check(&["用户未婚"], "用户已婚", Some((Guard::Direction, "已婚")));
    check(&["用户已婚"], "用户未婚", Some((Guard::Direction, "未婚")));
    check(&["User is unmarried"], "User is married", Some((Guard::Direction, "married")));
    check(&["用户未婚", "用户上个月结婚了，已婚"], "用户已婚", None);
}
