//! Sentences, and the attribute that they give a value for.

use proptest::prelude::*;

use crate::annotate::annotate;

#[track_caller]
fn check(rows: &[(&str, &str, &str, &str)]) {
    let found = rows.iter().map(|row| {
        let found = annotate(row.0);
        (row.0.to_owned(), [found.subject, found.key, found.value].map(Option::unwrap_or_default))
    });
    let expected = |row: &(&str, &str, &str, &str)| (row.0.to_owned(), [row.1, row.2, row.3].map(str::to_owned));
    let wrong: Vec<_> = found.zip(rows.iter().map(expected)).filter(|(found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[track_caller]
fn silent(texts: &[&str]) {
    let found = texts.iter().map(|text| (*text, annotate(text)));
    let wrong: Vec<_> = found.filter(|(_, found)| found.key.is_some() || found.value.is_some()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_home_is_a_city_and_whose_it_is_counts() {
    check(&[
        ("用户住在杭州", "user", "home_city", "杭州"),
        ("我现在住在上海，离公司很近", "user", "home_city", "上海"),
        ("用户目前住在西安曲江", "user", "home_city", "西安"),
        ("用户的妹妹住在杭州", "妹妹", "home_city", "杭州"),
        ("用户上周从西安搬到了重庆，住在江北", "user", "home_city", "重庆"),
        ("现居深圳南山，全家四口", "user", "home_city", "深圳"),
        ("阿哲常住广州", "阿哲", "home_city", "广州"),
        ("The user lives in Porto", "user", "home_city", "Porto"),
        ("User's eldest sister lives in Bergen.", "eldest sister", "home_city", "Bergen"),
        ("I moved from Lisbon to New York last year", "", "", ""),
        ("I moved from Lisbon to New York", "user", "home_city", "New York"),
        ("My brother is based in Toronto", "brother", "home_city", "Toronto"),
        ("Annika lives in Portland, Oregon, and designs hiking boots.", "annika", "home_city", "Portland"),
        ("User lives in 北京", "user", "home_city", "北京"),
    ]);
    silent(&[
        "用户住在一起的室友很吵",
        "用户住在北京大学附近",
        "用户住在南京路",
        "用户住在十七楼",
        "一个同事住在上海",
        "用户和妹妹住在杭州",
        "他住在上海",
        "One of the user's brothers lives in Toronto",
        "The user lives in Paris and London",
        "User lives in a terraced house",
        "He lives in Porto",
        "User lives in fear",
    ]);
}

#[test]
fn an_employer_is_a_name() {
    check(&[
        ("用户在美团做产品经理，负责外卖配送", "user", "employer", "美团"),
        ("丈夫在华为做射频工程师，经常加班到十点", "丈夫", "employer", "华为"),
        ("用户在长沙市三医院上班，护士这行干到第六年了", "user", "employer", "长沙市三医院"),
        ("用户正式入职广州康宁医院。", "user", "employer", "广州康宁医院"),
        ("I work at Initech", "user", "employer", "Initech"),
        ("I just joined Globex", "user", "employer", "Globex"),
        ("My husband works for Siemens in Erlangen", "husband", "employer", "Siemens"),
    ]);
    silent(&[
        "用户在家上班",
        "用户在上海工作",
        "用户在一家公司上班",
        "用户在家做饭",
        "用户在医院工作",
        "User works at the hospital",
        "User works at night",
        "I joined a gym",
    ]);
}

#[test]
fn a_name_is_that_of_someone_of_whom_one_has_one() {
    check(&[
        ("用户的太太叫周倩", "妻子", "name", "周倩"),
        ("用户名叫林晓", "user", "name", "林晓"),
        ("The user's husband is called Tomasz and is nine years her senior.", "husband", "name", "Tomasz"),
        ("My name is Ana", "user", "name", "Ana"),
    ]);
    silent(&[
        "用户的女儿叫知夏",
        "组里来了个实习生叫范晨，做测试",
        "用户的猫叫豆包",
        "User has a cat called Miso",
        "User's daughter is called Ines",
        "用户叫外卖",
        "A friend of the user is called Tom",
    ]);
}

#[test]
fn numbers_and_dates_have_their_shape() {
    check(&[
        ("爷爷今年86岁，身体还硬朗", "爷爷", "age", "86"),
        ("用户28岁，老家湖南邵阳，家里的独生女。", "user", "age", "28"),
        ("User is 34 years old", "user", "age", "34"),
        ("用户的生日是11月2日", "user", "birthday", "11月2日"),
        ("老陈的生日是3月7日，他喜欢收到书", "老陈", "birthday", "3月7日"),
        ("My birthday is on May 3", "user", "birthday", "May 3"),
        ("量过了，用户的身高是175厘米", "user", "height", "175厘米"),
        ("量过了，用户的体重是75公斤", "user", "weight", "75公斤"),
        ("房租每月1800元，押一付三", "user", "rent", "1800元"),
        ("User's rent is $1,450 a month, heating included.", "user", "rent", "$1,450 a month"),
        ("用户的血型是AB型", "user", "blood_type", "AB型"),
        ("User's blood type is O", "user", "blood_type", "O"),
        ("用户的电话是13800001111", "user", "phone", "13800001111"),
        ("My email is ana@example.org", "user", "email", "ana@example.org"),
        ("The price of the annual plan is $90", "user", "price:annual plan", "$90"),
        ("拾帧的订阅价是18元", "user", "price:拾帧", "18元"),
        ("毕业论文的截止日期是5月20日", "user", "deadline:毕业论文", "5月20日"),
        ("我一般十点睡", "user", "bedtime", "十点"),
        ("User goes to bed at 10 pm", "user", "bedtime", "10 pm"),
    ]);
    silent(&[
        "家里的橘猫叫年糕，八岁",
        "房租每月五号交，转给房东本人",
        "The beagle is eleven kilos in weight.",
        "User goes to bed at 10 pm on weekdays.",
        "我昨晚加班到凌晨三点才睡",
        "豆包最近称重5.4公斤，医生嫌它胖",
        "用户的身高比妹妹高",
        "User's rent is too high",
        "用户周末十点睡",
    ]);
}

#[test]
fn a_stance_has_its_object_in_the_key() {
    check(&[
        ("用户喜欢喝茶", "user", "likes:茶", "loves"),
        ("用户非常喜欢简洁的界面", "user", "likes:简洁的界面", "loves"),
        ("用户讨厌香菜", "user", "likes:香菜", "hates"),
        ("用户不喜欢香菜", "user", "likes:香菜", "hates"),
        ("妹妹爱吃辣", "妹妹", "likes:辣", "loves"),
        ("I love Sichuan food", "user", "likes:sichuan food", "loves"),
        ("I hate Sichuan food", "user", "likes:sichuan food", "hates"),
        ("User doesn't like tea", "user", "likes:tea", "hates"),
        ("Likes green tea", "user", "likes:green tea", "loves"),
        ("用户会说粤语，是跟外婆学的", "user", "speaks:粤语", "yes"),
        ("用户不会说粤语", "user", "speaks:粤语", "no"),
        ("User speaks fluent Catalan, picked up from a nanny.", "user", "speaks:catalan", "yes"),
        ("User does not speak Polish", "user", "speaks:polish", "no"),
        ("用户对花生过敏，聚餐点菜前要先问清楚", "", "", ""),
        ("用户对花生过敏", "user", "allergic:花生", "yes"),
        ("用户对虾不过敏", "user", "allergic:虾", "no"),
        ("用户吃虾会过敏", "user", "allergic:虾", "yes"),
        ("The user is allergic to kiwi fruit.", "user", "allergic:kiwi fruit", "yes"),
        ("User has a peanut allergy", "user", "allergic:peanuts", "yes"),
        ("用户是素食者", "user", "diet", "素食"),
        ("I am usually vegetarian", "user", "diet", "vegetarian"),
        ("用户最喜欢的颜色是蓝色", "user", "favourite:颜色", "蓝色"),
        ("User's favourite colour is teal", "user", "favourite:colour", "teal"),
        ("The user's mother tongue is Tamil.", "user", "native_language", "Tamil"),
    ]);
    silent(&[
        "用户不是不喜欢茶",
        "用户不太喜欢茶",
        "不爱吃的菜有苦瓜",
        "用户喜欢爬山，不喜欢逛商场",
        "User would like tea",
        "User looks like his father",
        "User feels like a break",
        "User likes tea and coffee",
        "会说话的鹦鹉",
        "The weather is like summer",
    ]);
}

#[test]
fn what_is_not_told_for_good_has_no_key() {
    silent(&[
        "用户打算搬到成都",
        "用户可能住在上海",
        "用户以前住在上海",
        "用户不住在上海",
        "用户住在上海吗",
        "如果用户住在上海，就去看展",
        "小王说用户住在上海",
        "用户住在上海，但下个月搬走",
        "用户不再住在上海",
        "用户曾在华为做射频工程师",
        "用户今天住在上海",
        "Bob thinks the user lives in Paris",
        "The user lived in Paris",
        "The user used to live in Paris",
        "User would love to live in Lisbon",
        "The user probably lives in Glasgow, going by the trains he looks up.",
        "The user doesn't live in Paris",
        "The user no longer lives in Paris",
        "Does the user live in Paris?",
        "The user lives in Paris, but not for long",
        "User wishes she spoke Italian",
        "If I worked at Initech",
        "User lives in Paris until June",
    ]);
}

proptest! {
    #[test]
    fn any_text_can_be_annotated(text in "(\\PC|住在|上海|在|工作|叫|岁|喜欢|不|的|是|过敏|对|lives in |likes |is called |'s |Ana |[0-9]|，|, ){0,20}") {
        let found = annotate(&text);
        prop_assert_eq!(found.key.is_some(), found.value.is_some());
        prop_assert_eq!(found.key.is_some(), found.subject.is_some());
        prop_assert!(found.value.is_none_or(|value| !value.trim().is_empty()));
    }
}
