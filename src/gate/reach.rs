//! Wordings of one memory that differ in more than tone: synonyms, spellings, order, and what only adds.

mod alike;

use proptest::prelude::*;

use super::{Coverage, Verdict, compare};
use crate::text::align::align;

#[track_caller]
fn check(new: &str, stored: &str, by_words: Verdict, by_vector: Verdict) {
    let found = compare(new, stored);
    assert_eq!((found.by_words, found.by_vector), (by_words, by_vector), "{new} | {stored}: {:?}", found.guards);
}

/// Each pair is one memory by its words alone, whichever was told first.
#[track_caller]
fn same_by_words(pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        check(one, other, Verdict::Duplicate, Verdict::Duplicate);
        check(other, one, Verdict::Duplicate, Verdict::Duplicate);
    }
}

/// The first text of each pair says a part of what the second says, as vectors confirm.
#[track_caller]
fn part_by_vector(pairs: &[(&str, &str)]) {
    for (part, whole) in pairs {
        check(part, whole, Verdict::Apart, Verdict::Duplicate);
        check(whole, part, Verdict::Apart, Verdict::Updated);
    }
}

/// Each pair is one memory where vectors agree.
#[track_caller]
fn same_by_vector(pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        check(one, other, Verdict::Apart, Verdict::Duplicate);
        check(other, one, Verdict::Apart, Verdict::Duplicate);
    }
}

#[track_caller]
fn apart(pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        check(one, other, Verdict::Apart, Verdict::Apart);
        check(other, one, Verdict::Apart, Verdict::Apart);
    }
}

#[test]
fn asides_and_softeners_say_nothing() {
    same_by_words(&[
        ("Honestly, user hates queues", "user hates queues"),
        ("The deploy script is, alas, broken", "The deploy script is broken"),
        ("User never ever eats fish", "User never eats fish"),
        ("Could you write in German, please?", "Write in German"),
        ("说实话，用户住在大连", "用户住在大连"),
        ("手机屏幕居然碎了", "手机屏幕碎了"),
        ("姑姑天天都去菜场", "姑姑天天去菜场"),
        ("弟弟九岁啦", "弟弟九岁"),
        ("做的饭可好吃啦", "做的饭很好吃"),
        ("麻烦用繁体回答，千万别用表情", "请用繁体回答，别用表情"),
        ("姐姐已经订了票", "姐姐订了票"),
        ("Remember to send it as PDF", "Send it as PDF"),
    ]);
}

#[test]
fn what_only_looks_like_an_aside_says_something() {
    apart(&[
        ("请小王吃饭", "小王吃饭"),
        ("He is right", "He is"),
        ("对花生过敏", "花生过敏吗"),
        ("朋友都不喝酒", "朋友喝酒"),
        ("他明天可以来", "他明天来"),
    ]);
}

#[test]
fn synonyms_and_spellings_are_one_word() {
    same_by_words(&[
        ("The user purchased a truck", "The user bought a lorry"),
        ("My favourite colour is grey", "User's favorite color is gray"),
        ("I reside in Porto", "The user lives in Porto"),
        ("User visited New York City", "User visited NYC"),
        ("我爷爷每天喝酒", "我祖父天天饮酒"),
        ("用户的爱人是医生", "我的老婆是大夫"),
        ("妹妹養了兩隻貓", "妹妹养了两只猫"),
        ("押一付三", "押1付3"),
        ("奶奶住在三层", "奶奶住在三楼"),
        ("用户完全不吃辣", "用户不吃辣"),
        ("上周加班累死了", "上周加班累"),
        ("回答短一点，好吗？", "回答短一点"),
        ("弟弟骑电瓶车去图书馆", "弟弟骑电动车去图书馆"),
    ]);
}

#[test]
fn a_time_may_stand_at_either_end() {
    same_by_words(&[
        ("In spring the user bought a car", "The user bought a car in spring"),
        ("Every Sunday, my mother calls me", "My mother calls me every Sunday"),
        ("周末用户去爬山", "用户周末去爬山"),
    ]);
    apart(&[("Monday to Friday the shop is open", "Friday to Monday the shop is open")]);
}

#[test]
fn who_acts_and_who_is_meant_is_told_apart_in_whatever_order() {
    apart(&[
        ("小王是我的领导", "我是小王的领导"),
        ("我是小明的爸爸", "小明是我的爸爸"),
        ("小王是我推荐的", "我是小王推荐的"),
        ("小王，我喜欢", "小王喜欢我"),
        ("我照顾的人是妈妈", "照顾我的人是妈妈"),
        ("老板让我加班", "老板加班"),
        ("小王帮我还房贷", "小王还房贷"),
        ("咖啡，我不喝；茶，我喝", "咖啡，我喝；茶，我不喝"),
        ("I have a hard bed", "I have a difficult bed"),
        ("I like football, not soccer", "I like soccer, not football"),
        ("I collect stamps", "I pick up stamps"),
        ("I swear a lot", "I a lot"),
    ]);
}

#[test]
fn english_sentences_of_one_form_are_one() {
    same_by_words(&[
        ("When it snows, the user works at home", "The user works at home when it snows"),
        ("After 9 pm the user doesn't drink coffee", "The user does not drink any coffee after 9 pm"),
        ("It was in 2018 that the user moved to Lyon", "The user moved to Lyon in 2018"),
        ("The user's been learning Dutch since May", "Since May the user has been learning Dutch"),
        ("User said that she sleeps badly", "User sleeps badly"),
        ("Ana, the user's cousin, is a nurse", "User's cousin Ana is a nurse"),
        ("The user did finish the course", "The user finished the course"),
        ("User plays chess every Friday", "User plays chess on Fridays"),
        ("The fence was painted by Grandpa", "Grandpa painted the fence"),
        ("Grandpa turns the radio off", "Grandpa switches off the radio"),
        ("No, seriously, the user owns a boat", "The user owns a boat"),
        ("The user is unable to drive", "The user can't drive"),
        ("User has a nut allergy", "User is allergic to nuts"),
        ("Tom works as a plumber", "Tom is a plumber"),
    ]);
    apart(&[
        ("The fence was painted by Grandpa", "The fence painted Grandpa"),
        ("User plays chess every Friday", "User plays chess on Friday"),
        ("User said that Ana sleeps badly", "User sleeps badly"),
        ("User's broken leg hurts", "User has broken a leg"),
        ("User does yoga", "User yoga"),
    ]);
}

#[test]
fn what_only_adds_is_known_inside_a_clause_too() {
    part_by_vector(&[
        ("The user's wife is a teacher", "The user's wife is a chemistry teacher at a school in Graz"),
        ("Our lease runs out in May", "Our lease, signed in 2020, runs out in May"),
        ("The team moved into an office", "After a fire, the team moved into an office"),
        ("The server runs Debian", "The server runs Debian 12"),
        ("The cat owns the sofa", "The cat owns the sofa and sleeps on it"),
        ("我在医院当护士", "我在一家三甲医院的急诊科当护士"),
        ("叔叔把车卖了", "叔叔上个月把开了十年的车卖给了邻居"),
        ("女儿在学小提琴", "女儿在学小提琴，打算明年考级"),
    ]);
}

#[test]
fn what_makes_another_thing_of_it_does_not_only_add() {
    apart(&[
        ("User likes tea", "User likes green tea"),
        ("User eats meat", "User eats no meat"),
        ("User doesn't eat at work", "User doesn't eat nuts at work"),
        ("用户认识妹妹", "用户认识妹妹的朋友"),
        ("用户不喝咖啡", "用户晚上不喝咖啡"),
        ("用户对牛奶过敏", "用户对羊牛奶过敏"),
        ("画蛇添足是什么意思", "画蛇添足的足是什么意思"),
    ]);
}

#[test]
fn a_question_may_be_asked_in_another_order() {
    same_by_vector(&[
        ("怎么设置闹钟的铃声", "闹钟的铃声怎么设置"),
        ("什么牌子的牙膏好", "牙膏哪个牌子的好"),
        ("数学和物理哪个难", "物理和数学哪个难"),
    ]);
    apart(&[
        ("广州到武汉的票多少钱", "武汉到广州的票多少钱"),
        ("姐姐喜欢妹妹吗", "妹妹喜欢姐姐吗"),
        ("孕妇能喝茶吗", "孕妇不能喝茶吗"),
    ]);
}

#[test]
fn a_copula_may_be_turned_round_and_a_verb_may_not() {
    same_by_vector(&[("Ana is the user's sister", "The user's sister is Ana"), ("小周是我的上司", "我的上司是小周")]);
    apart(&[("Ana helps the user's sister", "The user's sister helps Ana"), ("小周帮我的上司", "我的上司帮小周")]);
}

#[test]
fn near_texts_need_no_vector() {
    for (new, stored, expected) in [
        ("每天喝美式加冰", "喝美式", true),
        ("The user has a dog", "User has the dog", true),
        ("怎么设置闹钟的铃声", "闹钟的铃声怎么设置", false),
        ("喝茶", "喝咖啡", false),
    ] {
        assert_eq!(compare(new, stored).is_near, expected, "{new} | {stored}");
        assert_eq!(compare(stored, new).is_near, expected, "{stored} | {new}");
    }
}

const WORDS: &str = "(tea |likes |buys |purchases |the |a |in |every |sunday |ana |user |my |and |, |really |honestly, |茶|喜欢|爱|，|每天|用户|我|老婆|太太|了|都|真的|的|在|和|吗|怎么){1,9}";

/// What differs between the decision of two texts and that of the same two exchanged, if anything.
fn is_mirrored(new: &str, stored: &str) -> Result<(), TestCaseError> {
    let (there, back) = (compare(new, stored), compare(stored, new));
    let mirror = |coverage| match coverage {
        Coverage::NewCovered => Coverage::StoredCovered,
        Coverage::StoredCovered => Coverage::NewCovered,
        Coverage::Same | Coverage::Apart => coverage,
    };
    let (one, other) = (align(new, stored), align(stored, new));
    prop_assert_eq!(one.coverage_loose(), mirror(other.coverage_loose()));
    prop_assert_eq!(there.is_near, back.is_near);
    prop_assert_eq!(there.by_vector == Verdict::Apart, back.by_vector == Verdict::Apart);
    prop_assert_eq!(there.by_words == Verdict::Apart, back.by_words == Verdict::Apart);
    Ok(())
}

#[test]
fn a_word_read_by_its_neighbours_mirrors_too() -> Result<(), TestCaseError> {
    is_mirrored("every 了", "老婆every sunday 了")?;
    is_mirrored("honestly, tea a", "a tea")?;
    is_mirrored("说真的，茶 我", "我茶")
}

proptest! {
    #[test]
    fn the_decision_is_mirrored(new in WORDS, stored in WORDS) {
        is_mirrored(&new, &stored)?;
    }

    #[test]
    fn a_text_is_known_to_itself(text in WORDS) {
        let found = compare(&text, &text);
        prop_assert!(found.guards.is_empty());
    }

    #[test]
    fn another_number_or_polarity_is_never_a_duplicate(
        before in "(user |my sister |buys |really |用户|老婆|每天|真的|喜欢|，){1,5}",
        after in "(tea|cats|in spring|, honestly|杯茶|只猫|，和妹妹一起){1,2}",
        one in 2_u32..40, other in 2_u32..40,
    ) {
        prop_assume!(one != other);
        let text = |middle: &str| format!("{before} {middle} {after}");
        for (new, stored) in [
            (text(&one.to_string()), text(&other.to_string())),
            (text("eats"), text("does not eat")),
            (text("吃"), text("不吃")),
            (text("有"), text("没有")),
        ] {
            let found = compare(&new, &stored);
            prop_assert_eq!((found.by_words, found.by_vector), (Verdict::Apart, Verdict::Apart), "{} | {}", new, stored);
        }
    }
}
