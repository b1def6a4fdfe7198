//! Texts that look alike and say two things, by the kinds of words in which they differ.

use super::{apart, part_by_vector, same_by_vector, same_by_words};

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
