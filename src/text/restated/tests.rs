//! Statements told again in another order, and those that another order makes others.

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
        ],
    );
}

#[test]
fn one_may_say_more_in_another_order() {
    check(
        Coverage::NewCovered,
        &[("榴莲我是不吃的", "我不吃榴莲，嫌味道太重"), ("表妹下学期要去里昂", "表妹下学期去里昂，正发愁住宿")],
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
