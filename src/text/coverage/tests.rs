//! Pairs of texts, and which says what the other says.

use super::*;
use crate::text::align::align;
use crate::text::key::careful_key;
use proptest::prelude::*;

/// `strict` and `loose` of the first text against the second; and of the second against the first, mirrored.
#[track_caller]
fn check(new: &str, stored: &str, strict: Coverage, loose: Coverage) {
    let (there, back) = (align(new, stored), align(stored, new));
    assert_eq!((there.coverage_strict(), there.coverage_loose()), (strict, loose), "{new} | {stored}");
    assert_eq!((back.coverage_strict(), back.coverage_loose()), (mirror(strict), mirror(loose)), "{stored} | {new}");
}

fn mirror(coverage: Coverage) -> Coverage {
    match coverage {
        Coverage::NewCovered => Coverage::StoredCovered,
        Coverage::StoredCovered => Coverage::NewCovered,
        Coverage::Same => Coverage::Same,
        Coverage::Apart => Coverage::Apart,
    }
}

#[track_caller]
fn apart(pairs: &[(&str, &str)]) {
    for (new, stored) in pairs {
        check(new, stored, Coverage::Apart, Coverage::Apart);
    }
}

#[track_caller]
fn same(pairs: &[(&str, &str)]) {
    for (new, stored) in pairs {
        check(new, stored, Coverage::Same, Coverage::Same);
    }
}

#[track_caller]
fn same_by_grammar(pairs: &[(&str, &str)]) {
    for (new, stored) in pairs {
        check(new, stored, Coverage::Apart, Coverage::Same);
    }
}

/// The first text of each pair is covered by the second.
#[track_caller]
fn covered(pairs: &[(&str, &str)]) {
    for (new, stored) in pairs {
        check(new, stored, Coverage::NewCovered, Coverage::NewCovered);
    }
}

#[test]
fn tone_words_particles_and_inflection_say_nothing_new() {
    same(&[
        ("用户喜欢简洁的界面", "用户非常喜欢简洁的界面"),
        ("用户特别喜欢简洁的界面。", "用户非常喜欢简洁的界面"),
        ("用户喜欢茶呢", "用户真的喜欢茶"),
        ("用戶喜歡茶", "用户喜欢茶哦"),
        ("I enjoy oat milk", "I really enjoy oat milk!"),
        ("User likes green tea", "user like green tea"),
        ("The project uses Rust", "the project uses rust"),
        ("She doesn't eat pork", "She does not eat pork"),
        ("He has three cats", "He has 3 cats"),
        ("他有三只猫", "他有3只猫"),
        ("Please call him Bob", "call him Bob"),
    ]);
}

#[test]
fn another_writing_of_a_number_a_date_or_a_unit_says_nothing_new() {
    same(&[
        ("三月四号交报告", "3月4日交报告"),
        ("周一开会", "星期一开会"),
        ("User has twenty-one cousins", "User has 21 cousins"),
        ("The desk costs $20", "The desk costs 20 dollars"),
        ("User goes to bed at 10 pm on weekdays", "User goes to bed at 22:00 on weekdays"),
        ("爷爷每晚22:00准时睡觉", "爷爷每晚十点准时睡觉"),
        ("房租每月4500元", "房租每月四千五百块"),
        ("坐地铁上班，单程四十分钟", "坐地铁上班，单程40分钟"),
        ("房贷利率3.1%，分三十年还清", "房贷利率百分之三点一，分30年还清"),
        ("The class is on March 4, 2025", "The class is on 4 March 2025"),
        ("Take 5 mg at night", "Take 5 milligrams at night"),
        ("用户每天早上七点半跑步", "用户每天早上7:30跑步"),
    ]);
    apart(&[
        ("二月去日本", "两月去日本"),
        ("User has 5 friends", "User has 5% friends"),
        ("会议在周一", "会议在周二"),
        ("一周一次", "一周两次"),
    ]);
}

#[test]
fn grammar_says_nothing_new_where_vectors_agree() {
    same_by_grammar(&[
        ("The backend runs on port 8090", "Backend is running at port 8090"),
        ("用户喜欢我的猫", "用户喜欢我猫"),
        ("User has a dog", "User has the dog"),
        ("User likes green tea", "Likes green tea"),
        ("User likes swimming", "User likes swims"),
        ("用户喜欢绿茶", "喜欢绿茶"),
        ("他跑的很快", "他跑得很快"),
    ]);
}

#[test]
fn a_detail_set_off_is_covered() {
    covered(&[
        (
            "The user's team ships every second Thursday",
            "The user's team ships every second Thursday, after the design review, from the Lisbon office",
        ),
        ("用户计划下个月去日本旅行", "用户计划下个月去日本旅行，会去东京、大阪和京都"),
        ("用户去过东京、京都", "用户去过东京、大阪、京都"),
        ("Ana works at Initech", "Ana works at Initech, with her brother"),
        ("Ana works at Initech", "Ana works at Initech. She likes it."),
        ("Ana likes tea", "Ana, a nurse, likes tea"),
        ("The team ships code", "The team ships code from the Lisbon office"),
        ("用户跑步", "用户每天早上跑步"),
        ("用户三点开会", "用户下午三点开会"),
        ("用户在学钢琴", "用户在学钢琴，和妹妹一起"),
    ]);
}

#[test]
fn a_denial_is_never_covered() {
    apart(&[
        ("Deploying to production is allowed", "Deploying to production is not allowed"),
        ("用户吃香菜", "用户不吃香菜"),
        ("User eats meat", "User never eats meat"),
        ("User takes sugar", "User takes no sugar"),
        ("User likes tea", "User likes tea, not coffee"),
        ("用户喜欢茶", "用户喜欢茶，不喜欢咖啡"),
        ("不，是他", "不是他"),
        ("User does not really like tea", "User does not like tea"),
        ("用户不太喜欢茶", "用户不喜欢茶"),
    ]);
}

#[test]
fn a_frame_changes_how_a_sentence_is_meant() {
    apart(&[
        ("Bob thinks the user lives in Paris", "The user lives in Paris"),
        ("Bob thinks that the user lives in Paris", "The user lives in Paris"),
        ("If it rains, the user runs", "The user runs"),
        ("The user runs, if it rains", "The user runs"),
        ("据小王说，用户住在上海", "用户住在上海"),
        ("用户住在上海，小王说", "用户住在上海"),
        ("用户可能住在上海", "用户住在上海"),
        ("用户打算搬到成都", "用户搬到了成都"),
        ("用户打算搬到成都", "用户搬到成都"),
        ("如果下雨，用户跑步", "用户跑步"),
        ("User might like tea", "User likes tea"),
        ("User used to smoke", "User smokes"),
        ("用户喜欢茶吗", "用户喜欢茶"),
        ("User likes tea?", "User likes tea"),
        ("用户喜欢茶吧", "用户喜欢茶"),
        ("User works at Initech, according to Bob", "User works at Initech"),
        ("The trip is on Friday (cancelled)", "The trip is on Friday"),
    ]);
}

#[test]
fn how_many_and_how_often_count() {
    apart(&[
        ("All tests pass", "Some tests pass"),
        ("Tests pass", "All tests pass"),
        ("用户的朋友都喜欢茶", "用户的朋友喜欢茶"),
        ("有些同事喜欢茶", "同事喜欢茶"),
        ("User drinks only tea", "User drinks tea"),
        ("用户只喝茶", "用户喝茶"),
        ("用户常喝茶", "用户喝茶"),
        ("用户常喜欢茶", "用户非常喜欢茶"),
        ("User has a cat", "User has cats"),
        ("The user's sister lives in Rome", "The user's sisters live in Rome"),
        ("The cat is black", "The cats are black"),
        ("用户有一点累", "用户有1点累"),
        ("User has a few friends", "User has few friends"),
    ]);
}

#[test]
fn time_and_aspect_count() {
    apart(&[
        ("I work at Initech", "I worked at Initech"),
        ("The server is down", "The server was down"),
        ("He will pay", "He did pay"),
        ("用户以前住在上海", "用户现在住在上海"),
        ("用户以前住在上海", "用户住在上海"),
        ("用户搬到成都", "用户搬到了成都"),
        ("User ran the tests", "User runs the tests"),
        ("User is called Bob", "User called Bob"),
        ("User read the book", "User reads the book"),
        ("She's left", "She is left"),
        ("The meeting is at 5 pm", "The meeting is at 5 am"),
        ("User eats meat, as a child", "User eats meat"),
        ("User is vegan, in the past", "User is vegan"),
        ("Ana, when drunk, likes tea", "Ana likes tea"),
        ("用户对花生过敏，小时候", "用户对花生过敏"),
    ]);
}

#[test]
fn a_substituted_word_is_never_covered() {
    apart(&[
        ("用户的左膝做过手术", "用户的右膝做过手术"),
        ("Take 5 mg of the tablet at night", "Take 5 g of the tablet at night"),
        ("Invoice 1043 was paid by card", "Invoice 1044 was paid by card"),
        ("The train goes from Rome", "The train goes to Rome"),
        ("Call before lunch", "Call after lunch"),
        ("用户对花生过敏", "用户对虾过敏"),
        ("User speaks Catalan", "User speaks English"),
        ("The limit is 1.5 GB", "The limit is 15 GB"),
        ("User writes C at work", "User writes C++ at work"),
        ("The report is due on October 15th", "The report is due on October 16th"),
        ("The book is on the box", "The book is in the box"),
    ]);
}

#[test]
fn swapped_roles_are_apart() {
    apart(&[
        ("Ana manages Ben", "Ben manages Ana"),
        ("北京到上海", "上海到北京"),
        ("用户比妹妹高", "妹妹比用户高"),
        ("from 9 to 5", "from 5 to 9"),
        ("The dog bit the man", "The man bit the dog"),
    ]);
}

#[test]
fn what_changes_the_name_is_no_detail() {
    apart(&[
        ("User likes tea", "User likes tea cups"),
        ("User likes tea", "User likes green tea"),
        ("用户周末常去市场", "用户周末常去超级市场"),
        ("User visits his sister", "User visits his sister's friend"),
        ("用户认识妹妹", "用户认识妹妹的朋友"),
        ("User lives in Paris", "User lives in Paris, Texas"),
        ("The team ships code", "The team from Lisbon ships code"),
        ("User likes rock", "User likes rock and roll"),
        ("The flag is black", "The flag is black and white"),
        ("用户喜欢喝茶", "用户喜欢喝茶的杯子"),
        ("The user interface is simple", "Interface is simple"),
    ]);
}

#[test]
fn what_may_belong_to_the_word_before_it_is_no_detail() {
    apart(&[
        ("User is good", "User is good at chess"),
        ("User looks", "User looks after Ben"),
        ("The backend runs on port 8090", "The backend runs on port 8090 in staging"),
        ("User is allergic to milk", "User is allergic to milk from goats"),
        ("User does not drink coffee", "User does not drink coffee in the evening"),
        ("用户不喝咖啡", "用户晚上不喝咖啡"),
        ("Only Ana ships code", "Only Ana ships code, from the Lisbon office"),
        ("User takes 5 mg", "User takes 5 mg, 10 mg at night"),
        ("Ana likes tea", "Ana, Ben and Carl like tea"),
    ]);
}

#[test]
fn texts_with_nothing_in_common_are_apart() {
    apart(&[("", "tea"), ("the", "the a"), ("I work at Initech", "I just joined Globex"), ("。", "!")]);
}

#[track_caller]
fn check_denial(new: &str, stored: &str, expected: bool) {
    assert_eq!(align(new, stored).is_denial(), expected, "{new} | {stored}");
    assert_eq!(align(stored, new).is_denial(), expected, "{stored} | {new}");
}

#[test]
fn a_denial_of_the_other_text_is_known() {
    check_denial("Deploying to production is allowed", "Deploying to production is not allowed", true);
    check_denial("用户吃香菜", "用户不吃香菜", true);
    check_denial("User eats meat", "User does not eat meat", true);
    check_denial("User has a sister", "User has no sister", true);
    check_denial("用户去了北京", "用户没去北京", true);
    check_denial("用户吃香菜", "用户不吃葱", false);
    check_denial("用户吃香菜", "用户吃香菜", false);
    check_denial("用户不吃香菜", "用户从不吃香菜", false);
    check_denial("用户喜欢茶", "用户不得不喜欢茶", false);
}

#[test]
fn what_was_read_too_kindly_once_stays_apart() {
    for (one, other) in [
        ("来了五六个人", "来了五十六个人"),
        ("他七八岁", "他七十八岁"),
        ("请小王吃饭", "小王吃饭"),
        ("he never says thanks", "he never says"),
        ("蛇可怕", "蛇怕"),
        ("我找真爱", "我找爱"),
        ("a pretty small girl lives here", "a small girl lives here"),
        ("I met William at the station", "I met Williams at the station"),
        ("I called my brother", "I called my brothers"),
        ("User likes green tea", "user likes green teas"),
        ("我不见了", "我的不见了"),
        ("I am an A student", "I am a student"),
        ("我喜欢喝茶", "我喜欢喝茶，这是谎话"),
        ("我住在海边", "我住在海边，从前"),
    ] {
        for (new, stored) in [(one, other), (other, one)] {
            let alignment = align(new, stored);
            assert_eq!(alignment.coverage_strict(), Coverage::Apart, "{new} | {stored}");
            assert_eq!(alignment.coverage_loose(), Coverage::Apart, "{new} | {stored}");
            assert_ne!(careful_key(new), careful_key(stored), "{new} | {stored}");
        }
    }
}

proptest! {
    #[test]
    fn coverage_is_mirrored(
        new in "(tea |likes |liked |not |the |5 |in |might |ana |, |不|茶|很|喜欢|，|可能|每天|用户|了){0,9}",
        stored in "(tea |likes |liked |not |the |5 |in |might |ana |, |不|茶|很|喜欢|，|可能|每天|用户|了){0,9}",
    ) {
        let (there, back) = (align(&new, &stored), align(&stored, &new));
        prop_assert_eq!(there.coverage_strict(), mirror(back.coverage_strict()));
        prop_assert_eq!(there.coverage_loose(), mirror(back.coverage_loose()));
    }
}
