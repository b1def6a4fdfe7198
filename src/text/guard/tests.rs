//! Pairs of texts, and the differences that forbid to call them one.

use super::*;
use crate::text::align::align;
use proptest::prelude::*;

#[track_caller]
fn shown(new: &str, stored: &str, expected: (&str, &str)) {
    let found = guards(&align(new, stored));
    assert_eq!((found[0].new.as_str(), found[0].stored.as_str()), expected, "{new} | {stored}");
}

#[track_caller]
fn check(new: &str, stored: &str, expected: &[Guard]) {
    let found: Vec<Guard> = guards(&align(new, stored)).into_iter().map(|finding| finding.guard).collect();
    assert_eq!(found, expected, "{new} | {stored}");
}

#[test]
fn a_denial_on_one_side_is_a_difference() {
    check("Deploying to production is allowed", "Deploying to production is not allowed", &[Guard::Negation]);
    check("用户吃香菜", "用户不吃香菜", &[Guard::Negation]);
    check("User eats meat", "User never eats meat", &[Guard::Negation]);
    check("User doesn't eat meat", "User eats meat", &[Guard::Negation]);
    check("他没有车", "他有车", &[Guard::Negation]);
}

#[test]
fn words_that_hold_a_denial_and_do_not_deny_are_none() {
    check("用户不得不去上海", "用户去上海", &[]);
    check("茶不错", "茶好", &[Guard::Object]);
    check("Do not forget to call Ana", "Call Ana", &[]);
    check("她不是不喜欢茶", "她喜欢茶", &[Guard::Modality]);
}

#[test]
fn a_number_that_differs_is_a_difference() {
    check("Invoice 1043 was paid by card", "Invoice 1044 was paid by card", &[Guard::Number]);
    check("The limit is 1.5 GB", "The limit is 15 GB", &[Guard::Number]);
    check("The limit is 10⁵ GB", "The limit is 105 GB", &[Guard::Number]);
    check("他有三只猫", "他有四只猫", &[Guard::Number]);
    check("他有三只猫", "他有3只猫", &[]);
    check("takes two pills", "takes three pills", &[Guard::Number]);
}

#[test]
fn a_date_that_differs_is_a_difference() {
    check("The report is due on October 15th", "The report is due on October 16th", &[Guard::Date]);
    check("The lease runs out at the end of June", "The lease runs out at the end of July", &[Guard::Date]);
    check("The flight leaves on Tuesday", "The flight leaves on Thursday", &[Guard::Date]);
    check("The meeting is at 5 pm", "The meeting is at 5 am", &[Guard::Date]);
    check("The recital is on Saturday, 4 pm", "The recital is on Saturday, 5:30 pm", &[Guard::Date]);
    check("User was born in 1987", "User was born in 1978", &[Guard::Date]);
    check("用户的生日是11月2日", "用户的生日是2月11日", &[Guard::Date]);
    check("妹妹的婚礼是5月20号", "妹妹的婚礼是5月21号", &[Guard::Date]);
    check("每天下午四点半放学", "每天下午五点放学", &[Guard::Date]);
    check("驾照2027年到期", "驾照2029年到期", &[Guard::Date]);
    check("截稿时间是周日中午十二点", "截稿时间是周一中午十二点", &[Guard::Date]);
    check("用户明天去北京", "用户后天去北京", &[Guard::Date]);
    check("会议九点开始", "会议十点半开始", &[Guard::Date]);
    check("The train leaves at 9", "The train leaves at 10:30", &[Guard::Date]);
}

#[test]
fn a_finding_shows_the_words_that_differ() {
    shown("净身高一米七二", "净身高一米七五", ("一米七二", "一米七五"));
    shown("用户的生日是11月2日", "用户的生日是2月11日", ("11月2日", "2月11日"));
    shown("The desk costs $20", "The desk costs 30 euros", ("20", "30"));
    shown("The call is at 15:00", "The call is at 4 am", ("15:00", "4 am"));
    shown("He left on March 4, 2025", "He left on 5 May 2024", ("march 4 2025", "5 may 2024"));
}

#[test]
fn a_date_in_another_writing_is_none() {
    check("三月四号交报告", "3月4日交报告", &[]);
    check("周一开会", "星期一开会", &[]);
    check("The rent is due on March 4", "The rent is due on 4 March", &[]);
    check("会议在下午三点", "会议在15:00", &[]);
}

#[test]
fn a_date_that_may_be_the_other_is_none() {
    check("会议在三点", "会议在下午三点", &[]);
    check("The meeting is on Monday", "The meeting is tomorrow", &[]);
    check("The trip is on March 4", "The trip is on March 4, 2025", &[]);
}

#[test]
fn a_unit_that_differs_is_a_difference() {
    check("Take 5 mg at night", "Take 5 g at night", &[Guard::Unit]);
    check("User weighs 50 kg", "User weighs 50 lb", &[Guard::Unit]);
    check("用户重50公斤", "用户重50斤", &[Guard::Unit]);
    check("房租4500美元", "房租4500元", &[Guard::Unit]);
    check("The laptop has 16 GB of memory", "The laptop has 16 MB of memory", &[Guard::Unit]);
    check("The link has 16 GB", "The link has 16 Gb", &[Guard::Unit]);
    check("水温20℃", "水温20℉", &[Guard::Unit]);
    check("治疗持续三周", "治疗持续三天", &[Guard::Unit]);
    check("Take 5 mg at night", "Take 10 g at night", &[Guard::Number, Guard::Unit]);
    check("Take 5 mg at night", "Take 5 milligrams at night", &[]);
    check("每天三片", "每天三粒", &[Guard::Object]);
    check("Take 5 mg at night", "Take 5 pills at night", &[Guard::Object]);
}

#[test]
fn a_number_in_another_writing_is_none() {
    check("The desk costs $20", "The desk costs 20 dollars", &[]);
    check("User has twenty-one cousins", "User has 21 cousins", &[]);
    check("房租每月4500元", "房租每月四千五百块", &[]);
    check("利率3.1%", "利率百分之三点一", &[]);
}

#[test]
fn a_number_that_only_a_detail_has_is_none() {
    check("User moved to Lisbon", "User moved to Lisbon, in 2024", &[]);
    check("用户搬到里斯本", "用户搬到里斯本，在2024年", &[]);
}

#[test]
fn another_thing_is_a_difference() {
    check("User speaks Catalan", "User speaks English", &[Guard::Object]);
    check("User writes C++ at work", "User writes C# at work", &[Guard::Object]);
    check("The car is from Italy", "The car is in Italy", &[Guard::Object]);
}

#[test]
fn another_side_an_antonym_and_another_degree_are_a_difference() {
    check("用户的左膝做过手术", "用户的右膝做过手术", &[Guard::Direction]);
    check("Her hearing is worse in the deep south", "Her hearing is worse in the deep north", &[Guard::Direction]);
    check("The flat is cheap", "The flat is expensive", &[Guard::Direction]);
    check("User loves tea", "User hates tea", &[Guard::Direction]);
    check("用户喜欢喝茶", "用户讨厌喝茶", &[Guard::Direction]);
    check("公司在河的上游", "公司在河的下游", &[Guard::Direction]);
    check("房租增加了", "房租减少了", &[Guard::Direction]);
    check("用户吃微辣的火锅", "用户吃特辣的火锅", &[Guard::Direction]);
    check("User sometimes drinks tea", "User always drinks tea", &[Guard::Direction, Guard::Modality]);
    check("The shop is very busy", "The shop is busy", &[]);
}

#[test]
fn another_way_of_meaning_it_is_a_difference() {
    check("用户可能住在上海", "用户住在上海", &[Guard::Modality]);
    check("User might like tea", "User likes tea", &[Guard::Modality]);
    check("I work at Initech", "I worked at Initech", &[Guard::Modality]);
    check("用户打算搬到成都", "用户搬到了成都", &[Guard::Modality]);
    check("User likes tea?", "User likes tea", &[Guard::Modality]);
    check("All tests pass", "Some tests pass", &[Guard::Direction, Guard::Modality]);
}

#[test]
fn who_does_what_to_whom_is_a_difference() {
    check("Ana manages Ben", "Ben manages Ana", &[Guard::Role]);
    check("北京到上海", "上海到北京", &[Guard::Role]);
}

#[test]
fn wordings_of_one_fact_differ_in_nothing() {
    check("The backend runs on port 8090", "Backend is running at port 8090", &[]);
    check("用户喜欢简洁的界面", "用户非常喜欢简洁的界面", &[]);
    check("用户计划下个月去日本旅行，会去东京、大阪和京都", "用户计划下个月去日本旅行", &[]);
}

proptest! {
    #[test]
    fn the_two_texts_may_change_places(
        new in "(tea |likes |liked |not |no |5 |6 |mg |pm |March |Monday |2025 |\\$|might |ana |不|没有|茶|很|喜欢|，|可能|三|只|月|四号|点|下午|公斤|周一|了){0,9}",
        stored in "(tea |likes |liked |not |no |5 |6 |g |am |May |Monday |2024 |\\$|might |ana |不|没有|茶|很|喜欢|，|可能|三|只|月|五号|点|上午|斤|周二|了){0,9}",
    ) {
        let mirrored: Vec<Finding> = guards(&align(&stored, &new))
            .into_iter()
            .map(|finding| Finding { guard: finding.guard, new: finding.stored, stored: finding.new })
            .collect();
        prop_assert_eq!(guards(&align(&new, &stored)), mirrored);
        prop_assert!(guards(&align(&new, &new)).is_empty());
    }

    #[test]
    fn no_two_texts_of_other_numbers_or_another_polarity_are_free_of_guards(
        who in "(User|The shop|用户|店里)", verb in "( has | takes | closes at |有|每天)", mine in 2_u32..9999, theirs in 2_u32..9999,
        what in "( units| things|个|件)",
    ) {
        prop_assume!(mine != theirs);
        let text = |denial: &str, number: u32| format!("{who}{denial}{verb}{number}{what}");
        let are_free = |one: String, other: String| guards(&align(&one, &other)).is_empty();
        prop_assert!(!are_free(text("", mine), text("", theirs)));
        prop_assert!(!are_free(text(" not", mine), text("", mine)));
        prop_assert!(!are_free(text("没", mine), text("", mine)));
    }
}
