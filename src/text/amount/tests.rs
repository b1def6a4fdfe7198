//! Numbers in both languages, however they are written.

use crate::text::quantity::test::{apart, check, stems};
use proptest::prelude::*;

#[test]
fn a_number_has_one_reading() {
    check("3", &["3 cats", "three cats", "３ cats", "三只", "3只", "仨"]);
    check("2", &["two", "2", "两个", "二个", "俩", "俩孩子"]);
    check("1", &["1 sister", "one sister", "一个", "1个"]);
    check("21", &["twenty-one", "twenty one", "21", "二十一", "21个", "廿一个"]);
    check("55", &["fifty five", "fifty-five", "55", "五十五", "伍拾伍"]);
    check("120", &["a hundred and twenty", "one hundred twenty", "120", "一百二十", "一百二", "壹佰贰拾"]);
    check("12", &["a dozen eggs", "one dozen", "12 eggs", "twelve eggs", "十二个"]);
    check("24", &["two dozen", "24"]);
    check("6", &["half a dozen", "6", "六个"]);
    check("1000", &["1,000", "1000", "a thousand", "一千", "one thousand"]);
    check("3500", &["3,500", "三千五", "三千五百", "three thousand five hundred"]);
    check("12000", &["一万二", "1.2万", "12,000", "twelve thousand", "12 thousand"]);
    check("1500000", &["1.5 million", "150万", "一百五十万", "1,500,000"]);
    check("300000000", &["3亿", "三亿", "300 million", "0.3 billion"]);
    check("305", &["三百零五", "305", "three hundred and five"]);
    check("0.5 cup", &["½ cup", "half a cup", "1/2 cup", "0.5 cups"]);
    check("0.5", &["1/2 tablet", "half a tablet", "½ tablet"]);
    check("1/2", &["on 1/2", "比分1/2"]);
    check("0.5 h", &["half an hour", "半小时", "半个小时", "0.5小时"]);
    check("1.5 h", &["一个半小时", "1.5小时", "an hour and a half", "one and a half hours", "1½ hours"]);
    check("2.5 year", &["两年半", "2.5年", "two and a half years"]);
    check("5 kg", &["5.0 kg", "5 kg", "五公斤", "5公斤"]);
    check("1.72 m", &["一米七二", "1.72米", "1米72", "1.72 m"]);
    check("1.8 m", &["一米八", "1.8米", "1.80 m"]);
    check("3.5 斤", &["三斤半", "3.5斤", "三点五斤"]);
}

#[test]
fn a_rate_has_one_reading() {
    check("5%", &["5%", "5 %", "百分之五", "five percent", "5 percent", "5 per cent", "5.0%", "５％"]);
    check("3.1%", &["3.1%", "百分之三点一", "3.1 percent"]);
    check("1%", &["one percent", "1%", "百分之一"]);
    check("1/3", &["三分之一", "1/3"]);
    check("0.5", &["二分之一"]);
}

#[test]
fn an_ordinal_has_one_reading() {
    check("15th", &["15th", "fifteenth", "第十五", "第15"]);
    check("1th", &["the first floor", "第一层", "1st floor"]);
    check("2th", &["the second quarter", "第二季度", "the 2nd quarter"]);
    check("21th", &["twenty-first", "21st", "第二十一"]);
}

#[test]
fn a_range_has_one_reading() {
    check("3-5", &["3-5", "3 to 5", "three to five", "三到五个", "3到5个", "三至五个", "3~5", "3～5", "三五个"]);
    check("2-3 day", &["两三天", "2-3天", "two to three days", "二到三天"]);
    check("9 5", &["from 9 to 5"]);
    check("5-6", &["五六个"]);
}

#[test]
fn words_that_hold_a_letter_of_number_are_none() {
    check(
        "",
        &[
            "百度",
            "一般",
            "三亚",
            "十分好",
            "万一",
            "四川",
            "一下",
            "一起",
            "统一",
            "千万别去",
            "三星手机",
            "大陆",
            "收拾",
            "队伍",
        ],
    );
    check("", &["no one", "the one who", "one likes tea", "first of all", "几十万", "十几个人"]);
    check("100000", &["十万"]);
}

#[test]
fn two_numbers_are_not_one() {
    apart(&["10⁵", "105", "10 5", "10-5", "10/5"]);
    apart(&["version 1.10", "version 1.1", "version 1.1.0"]);
    apart(&["Python 2.0", "Python 2"]);
    apart(&["007", "7", "07"]);
    apart(&["五十六个", "五六个", "六个"]);
    apart(&["三百零五", "三百五", "三十五"]);
    apart(&["一万零二", "一万二"]);
    apart(&["15th", "15"]);
    apart(&["-5", "5", "5%", "5.5"]);
    apart(&["1,000", "1.000"]);
    apart(&["$1.5k", "$1.5", "$15k"]);
    apart(&["at ten to twelve", "at 10-12"]);
    apart(&["half a cup", "a cup", "two and a half cups"]);
    apart(&["五六个人", "五十六个人"]);
    apart(&["从三个到五个", "从五个到三个", "三到五个"]);
}

/// `value`, below a million, in English words.
fn in_english(value: u64) -> String {
    const SMALL: [&str; 20] = [
        "",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let at = |value: u64| usize::try_from(value).unwrap_or(0);
    let text = match value {
        0..20 => SMALL[at(value)].to_owned(),
        20..100 => format!("{} {}", TENS[at(value / 10)], SMALL[at(value % 10)]),
        100..1_000 => format!("{} hundred {}", SMALL[at(value / 100)], in_english(value % 100)),
        _ => format!("{} thousand {}", in_english(value / 1_000), in_english(value % 1_000)),
    };
    text.trim_end().to_owned()
}

proptest! {
    #[test]
    fn a_number_is_read_back_from_every_writing(value in 2_u64..1_000_000) {
        let grouped = if value < 1_000 { value.to_string() } else { format!("{},{:03}", value / 1_000, value % 1_000) };
        for written in [value.to_string(), grouped, in_english(value), format!("{value}个")] {
            let number = stems(&written);
            prop_assert_eq!(number, [value.to_string()], "{}", written);
        }
    }

    #[test]
    fn what_is_read_once_is_read_alike_from_the_folded_text(text in "(three|二十|5|½|\\$|万|个|mg|公斤| |点|半|March|月|日|周|一|pm|:30|%|第|到){0,8}") {
        prop_assert_eq!(stems(&crate::text::normalize::fold(&text)), stems(&text), "{}", text);
    }
}
