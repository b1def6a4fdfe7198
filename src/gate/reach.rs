//! Wordings of one memory that differ in more than tone: synonyms, spellings, order, and what only adds.

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
fn whose_it_is_and_who_it_was_is_no_detail() {
    apart(&[
        ("我叫王丽", "我女儿叫王丽"),
        ("车送去修了", "爸爸的车送去修了"),
        ("孩子放假了", "孩子学校放假了"),
        ("医生说血压高", "医生说爸爸血压高"),
        ("公司关门了", "公司食堂关门了"),
        ("我开老板的车上班", "我开车上班"),
        ("她是我老板", "她是我前老板"),
        ("我当了总监", "我当了副总监"),
        ("奶奶给自己买了表", "奶奶给老伴买了表"),
        ("衣服是自己洗的", "衣服是保姆洗的"),
    ]);
}

#[test]
fn what_did_not_happen_and_what_is_another_place_is_no_detail() {
    apart(&[
        ("昨天我见到了周杰伦", "昨天我梦见见到了周杰伦"),
        ("我结婚了", "我在游戏里结婚了"),
        ("我考研了", "我考研失败了"),
        ("他住南京", "他住南京东路"),
        ("我想妈妈", "我想妈妈来北京"),
        ("爷爷死了", "爷爷死了老伴"),
        ("我买了手机", "我买了手机壳"),
        ("我写论文", "我写完论文"),
        ("我借小王钱", "我借给小王钱"),
    ]);
}

#[test]
fn small_chinese_words_say_something_in_a_statement() {
    apart(&[
        ("钥匙在车里", "钥匙在车上"),
        ("店在商场里", "店在商场外面"),
        ("妈妈来上海了", "妈妈去上海了"),
        ("他会做饭", "他做饭"),
        ("我会游泳", "我能游泳"),
        ("就他没来", "他没来"),
        ("我才吃一碗", "我吃一碗"),
        ("我不喜欢这家店", "我不喜欢那家店"),
        ("我教三班", "我教三个班"),
        ("王丽的老板", "王丽是老板"),
        ("我有公司", "我在公司"),
        ("这是老板的", "这是老板"),
        ("我认识的医生不抽烟", "我认识医生不抽烟"),
        ("我没有时间，只有钱", "我没有钱，只有时间"),
        ("他不怎么说话", "他怎么也不说话"),
        ("这可不是我的车", "这可不是我的车嘛"),
    ]);
}

#[test]
fn words_that_are_alike_in_some_sentences_are_two() {
    apart(&[
        ("我没工作", "我没上班"),
        ("她在上班", "她在工作"),
        ("弟弟爱生病", "弟弟喜欢生病"),
        ("我爱她", "我喜欢她"),
        ("我想孩子", "我想要孩子"),
        ("我丢了电话", "我丢了手机号"),
        ("票在我这", "车票在我这"),
        ("下雨的话不去", "下雨的时候不去"),
        ("我亲自去签字", "我自己去签字"),
        ("她血压偏高", "她有高血压"),
        ("我平日不喝酒", "我平时不喝酒"),
    ]);
    same_by_words(&[("舅舅在银行上班", "舅舅在银行工作"), ("我爱爬山", "我喜欢爬山"), ("他吃虾会过敏", "他吃虾过敏")]);
}

#[test]
fn chinese_details_of_place_time_and_kind_are_known() {
    part_by_vector(&[
        ("舅舅租房", "舅舅在公司附近租房"),
        ("我周末做饭", "我周末在家做饭"),
        ("我在杭州买房", "我在杭州西湖区买房"),
        ("我睡前泡脚", "我睡前用热水泡脚"),
        ("我写了个工具", "我写了个命令行记账工具"),
    ]);
    same_by_vector(&[
        ("手机的屏幕碎了", "手机屏幕碎了"),
        ("用户是住在南京的", "用户住在南京"),
        ("我去买菜", "我买菜"),
        ("邻居有个弟弟", "邻居有弟弟"),
    ]);
}

#[test]
fn words_of_two_senses_are_no_synonyms() {
    apart(&[
        ("Mum prefers cards by mail", "Mum prefers cards by email"),
        ("Our cycle takes an hour", "Our bike takes an hour"),
        ("The user's pupils are large", "The user's students are large"),
        ("My uncle was a vet", "My uncle was a veterinarian"),
        ("Grandpa had a bad fall", "Grandpa had a bad autumn"),
        ("The garden is too big", "The garden is also big"),
        ("I ran around the lake", "I ran about the lake"),
        ("Ivo got the drill back", "Ivo returned the drill"),
        ("User lies in the van", "User sleeps in the van"),
        ("My wife was mad in May", "My wife was angry in May"),
    ]);
    same_by_words(&[("The user wants to give up sugaring tea", "The user wants to stop sugaring tea")]);
}

#[test]
fn an_article_tells_one_thing_from_another() {
    apart(&[
        ("User keeps house in Split", "User keeps a house in Split"),
        ("Quite a few tenants own dogs", "Quite few tenants own dogs"),
        ("My nephew is in prison", "My nephew is in the prison"),
        ("User took place in the play", "User took the place in the play"),
        ("Uncle Jo is a patient with children", "Uncle Jo is patient with children"),
    ]);
    same_by_vector(&[("The parrot is old", "Parrot is old"), ("User sold a canoe", "User sold the canoe")]);
}

#[test]
fn a_form_of_a_verb_says_when_and_how() {
    apart(&[
        ("User used to sleep late", "User is used to sleeping late"),
        ("I bake bread on Sundays", "I'm baking bread on Sundays"),
        ("My niece stopped to sing", "My niece stopped singing"),
        ("User remembers to feed the hens", "User remembers feeding the hens"),
        ("We fast in March", "We are fast in March"),
    ]);
    same_by_vector(&[
        ("Leo is living in Ghent", "Leo lives in Ghent"),
        ("The job is running on Redis", "The job runs on Redis"),
    ]);
}

#[test]
fn an_aside_that_judges_or_hedges_says_something() {
    apart(&[
        ("Luckily, the barn was sold", "Sadly, the barn was sold"),
        ("Happily, Ivo is back", "Unfortunately, Ivo is back"),
        ("My aunt is a healer", "My aunt is a healer, so to speak"),
        ("Ring me at noon", "Feel free to ring me at noon"),
        ("The user's niece answers", "The user's niece answers honestly"),
        ("The user said they are moving", "User is moving"),
    ]);
}

#[test]
fn what_changes_who_whose_or_what_is_no_detail() {
    apart(&[
        ("User's cousin is a chef", "User's cousin is a pastry chef's chef"),
        ("Mia is the mayor of Brno", "Mia is the deputy mayor of Brno"),
        ("Our son has a pig", "Our son has a guinea pig"),
        ("The user owns the gun", "The user owns the toy gun"),
        ("User is deaf in old age", "User is partially deaf in old age"),
        ("I give injections at work", "I give injections to horses at work"),
        ("User ordered a ramp", "User ordered a ramp for his tenant"),
        ("My cousin is devoted", "My cousin is devoted to her work"),
        ("My sister is hooked", "My sister is hooked on chess"),
        ("User dreams of Tess", "User dreams Tess"),
        ("User hates that dog", "User hates the dog"),
        ("The user's clerk is at work", "The user's clerk is in work"),
    ]);
    part_by_vector(&[("The user's aunt is a teacher", "The user's aunt is a physics teacher")]);
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
