//! Statements told again in another order, and those that another order makes others.

use proptest::prelude::*;

use super::Coverage;
use crate::text::align::align;

#[track_caller]
fn check(expected: Coverage, pairs: &[(&str, &str)]) {
    let mirror = match expected {
        Coverage::NewCovered => Coverage::StoredCovered,
        Coverage::StoredCovered => Coverage::NewCovered,
        Coverage::Same | Coverage::Apart => expected,
    };
    for (new, stored) in pairs {
        assert_eq!(align(new, stored).restated(), expected, "{new} | {stored}");
        assert_eq!(align(stored, new).restated(), mirror, "{stored} | {new}");
    }
}

#[test]
fn clauses_topics_and_times_may_stand_elsewhere() {
    check(
        Coverage::Same,
        &[
            ("我不跑步，因为膝盖受过伤", "膝盖受过伤，所以不跑步"),
            ("周杰伦，用户是喜欢听的", "用户喜欢听周杰伦"),
            ("榴莲我是不吃的", "我不吃榴莲"),
            ("去青海的车票，订好啦", "订了去青海的车票"),
            ("拜托啦，别推荐牛肉，我对牛肉过敏的", "我对牛肉过敏，别推荐牛肉"),
            ("每周三晚上用户是有钢琴课的", "用户每周三晚上有钢琴课"),
            ("家里养了两只鹦鹉", "我家养了两只鹦鹉"),
            ("我开的车是红色的", "我的车是红色的"),
            ("晚餐的话，我在公司吃", "晚餐我在公司吃"),
            ("打电话叫我小周，别叫我周总", "别叫我周总，打电话叫我小周"),
            ("下午我是不喝咖啡的，因为晚上容易失眠", "我晚上容易失眠，下午不喝咖啡"),
        ],
    );
}

#[test]
fn one_may_say_more_in_another_order() {
    check(
        Coverage::NewCovered,
        &[
            ("房租每月要交四千", "房租还剩两年，每月交四千"),
            ("榴莲我是不吃的", "我不吃榴莲，嫌味道太重"),
            ("表妹下学期要去里昂", "表妹下学期去里昂，正发愁住宿"),
        ],
    );
}

#[test]
fn who_does_what_to_whom_stays() {
    check(
        Coverage::Apart,
        &[
            ("小李教我弹吉他", "我教小李弹吉他"),
            ("小李把我推荐给老板", "我把小李推荐给老板"),
            ("小李喜欢喝茶", "我喜欢喝茶"),
            ("妈妈喜欢喝茶", "喜欢喝茶"),
            ("喜欢猫，讨厌狗", "喜欢狗，讨厌猫"),
            ("不喜欢猫，喜欢狗", "喜欢猫，不喜欢狗"),
            ("养了两只猫，三只狗", "养了三只猫，两只狗"),
            ("养了三只猫", "养了一只猫"),
            ("我喜欢喝茶吗", "我喜欢喝茶"),
            ("从北京飞到上海出差", "从上海飞到北京出差"),
            ("妹妹的朋友在学画画", "妹妹在学画画"),
        ],
    );
}

#[test]
fn one_piece_may_differ_where_the_rest_is_told_in_another_order() {
    let differs = |one: &str, other: &str| {
        let alignment = align(one, other);
        alignment.one_difference().map(|(mine, theirs, _)| (mine.len(), theirs.len()))
    };
    assert_eq!(differs("榴莲我是不吃的", "我吃榴莲"), Some((1, 0)));
    // 喜欢听 is one word, 讨厌听 two.
    assert_eq!(differs("周杰伦，用户是喜欢听的", "用户讨厌听周杰伦"), Some((1, 2)));
    assert_eq!(differs("小李教我弹吉他", "我教小李弹吉他"), None);
}

proptest! {
    #[test]
    fn it_does_not_matter_which_text_is_new(
        new in "[我用户妈不两三猫狗喜欢，的了]{0,12}", stored in "[我用户妈不两三猫狗喜欢，的了]{0,12}",
    ) {
        let mirror = match align(&stored, &new).restated() {
            Coverage::NewCovered => Coverage::StoredCovered,
            Coverage::StoredCovered => Coverage::NewCovered,
            same @ (Coverage::Same | Coverage::Apart) => same,
        };
        prop_assert_eq!(align(&new, &stored).restated(), mirror);
        let turned = align(&stored, &new).one_difference().map(|(mine, theirs, n_shared)| (theirs, mine, n_shared));
        prop_assert_eq!(align(&new, &stored).one_difference(), turned);
    }
}
