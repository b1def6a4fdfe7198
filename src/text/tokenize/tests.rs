//! Texts, and the words that they are cut into.

use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let tokens: Vec<String> = tokenize(text).into_iter().map(|token| token.text.as_str().to_owned()).collect();
    assert_eq!(tokens, expected, "{text}");
}

#[track_caller]
fn check_kind(text: &str, expected: &[(&str, &str, Kind)]) {
    let tokens = tokenize(text);
    let found: Vec<(&str, &str, Kind)> =
        tokens.iter().map(|token| (token.text.as_str(), token.stem.as_str(), token.kind)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn numbers_keep_their_inner_signs() {
    check("1.5 GB, 9:10, 2025-06-20 and 10⁵", &["1.5", "gb", "9:10", "2025-06-20", "and", "10^5"]);
    check("-5 to 5", &["-5", "to", "5"]);
    check("5mg 5 mg 60km/h 15th", &["5", "mg", "5", "mg", "60", "km/h", "15th"]);
    check("50 % 50%", &["50%", "50%"]);
    check("$5 ¥5 20°C", &["$", "5", "¥", "5", "20", "°", "c"]);
    check("气温-5度，比分3：1", &["气", "温", "-5", "度", "比", "分", "3:1"]);
    check("a 10-year plan", &["a", "10", "year", "plan"]);
}

#[test]
fn a_number_has_one_spelling() {
    check_kind("1,000", &[("1,000", "1000", Kind::Number)]);
    check_kind("three", &[("three", "3", Kind::Number)]);
    check_kind("三个", &[("三", "3", Kind::Number), ("个", "个", Kind::Han)]);
    check_kind("一点", &[("一", "一", Kind::Han), ("点", "点", Kind::Han)]);
    check_kind("三星", &[("三", "三", Kind::Han), ("星", "星", Kind::Han)]);
    check_kind("周三点", &[("周", "周", Kind::Han), ("三", "三", Kind::Han), ("点", "点", Kind::Han)]);
}

#[test]
fn names_keep_their_inner_signs() {
    check("C, C++, C# and .NET", &["c", "c++", "c#", "and", ".net"]);
    check("node.js, gpt-4, R&D, A/B, a_b", &["node.js", "gpt-4", "r&d", "a/b", "a_b"]);
    check("mail a@b.com, see https://x.y/z?q=1.", &["mail", "a@b.com", "see", "https://x.y/z?q=1"]);
    check("用C++写", &["用", "c++", "写"]);
    check("dark-mode 👍🏽", &["dark", "mode", "👍", "🏽"]);
}

#[test]
fn contractions_are_two_words() {
    check("doesn't can't won't cannot", &["does", "not", "can", "not", "will", "not", "can", "not"]);
    check("the user’s team; it's late", &["the", "user", "'s", "team", "it", "is", "late"]);
    check("I'm they're I'll", &["i", "am", "they", "are", "i", "will"]);
    check("she's left", &["she", "'s", "left"]);
    check("the users' team", &["the", "users", "team"]);
    check("N't", &["n't"]);
}

#[test]
fn other_scripts_have_words() {
    check("カメラを買う", &["カメラ", "を", "買", "う"].map(|word| if word == "買" { "买" } else { word }));
    check("кофе 커피 café", &["кофе", "커피", "café"]);
}

#[test]
fn a_question_is_not_a_statement() {
    check("He likes tea?", &["he", "likes", "tea", "?"]);
    check("喜欢茶？", &["喜", "欢", "茶", "?"]);
    check("喜欢茶吗？", &["喜", "欢", "茶", "吗"]);
    check("What does he like?", &["what", "does", "he", "like"]);
}

#[test]
fn a_comma_after_a_denial_counts() {
    check("不，是他", &["不", ",", "是", "他"]);
    check("No, smoking is fine", &["no", ",", "smoking", "is", "fine"]);
    check("他没有。", &["他", "没", "有"]);
}

#[test]
fn boundaries_stand_before_the_word_that_follows() {
    let boundaries: Vec<Boundary> = tokenize("a, b. c、d - e").into_iter().map(|token| token.boundary).collect();
    assert_eq!(boundaries, [Boundary::None, Boundary::Comma, Boundary::Stop, Boundary::List, Boundary::Comma]);
}

#[test]
fn terms_are_stems_numbers_and_pairs_of_letters() {
    assert_eq!(terms("The user's cats ran"), ["user", "cat", "run"]);
    assert_eq!(terms("学钢琴 2024"), ["学", "钢", "学钢", "琴", "钢琴", "2024"]);
    assert_eq!(terms("喝，茶"), ["喝", "茶"]);
    assert_eq!(terms("git push --force"), ["git", "push", "--force", "force"]);
}

proptest! {
    #[test]
    fn spans_are_in_order_and_inside_the_text(text in "\\PC{0,60}") {
        let folded = fold(&text);
        let mut end = 0;
        for token in tokenize_folded(&folded) {
            prop_assert!(folded.get(token.span.clone()).is_some());
            prop_assert!(end <= token.span.start || token.kind == Kind::Word);
            prop_assert!(!token.text.is_empty());
            end = token.span.end;
        }
    }
}
