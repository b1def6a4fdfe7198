//! Times of day in both languages, however they are written.

use crate::text::quantity::test::{apart, check, stems};
use proptest::prelude::*;

#[test]
fn a_time_has_one_reading() {
    check(
        "half:pm clock:3:00",
        &["3 pm", "3pm", "3:00 pm", "3 p.m.", "15:00", "下午三点", "下午3点", "下午3:00", "下午三点钟", "3 PM"],
    );
    check(
        "half:pm clock:3:00",
        &["3 o'clock in the afternoon", "three in the afternoon", "下午15:00", "15点整", "午后三点"],
    );
    check(
        "half:pm clock:10:30",
        &["晚上十点半", "22:30", "10:30 pm", "half past ten at night", "晚上10:30", "夜里十点三十分", "晚间十点半"],
    );
    check(
        "half:am clock:9:15",
        &["9:15 a.m.", "a quarter past nine in the morning", "早上九点一刻", "上午九点十五分", "上午9点15", "09:15"],
    );
    check("half:am clock:8:45", &["8:45 am", "a quarter to nine in the morning", "早上八点三刻", "08:45"]);
    check("half:am clock:1:00", &["凌晨一点", "1 am", "01:00", "凌晨1点"]);
    check("half:pm clock:1:00", &["下午一点", "13:00", "1 pm", "one in the afternoon", "13点整"]);
    check("half:pm clock:12:00", &["noon", "12 pm", "中午十二点", "正午12点", "12:00 pm"]);
    check("half:am clock:12:00", &["12 am", "0:00", "00:00", "零点", "凌晨十二点"]);
    check("half:pm clock:12:30", &["12:30 pm", "中午十二点半"]);
    check("half:am clock:12:30", &["12:30 am", "0:30", "凌晨十二点半"]);
    check("half:am clock:7:05", &["早上七点零五", "早上七点零五分", "7:05 am", "07:05"]);
    check("half:pm clock:4:30", &["下午四点半", "16:30", "half past four in the afternoon", "4:30pm", "十六点三十分"]);
    check("half:am clock:6:20", &["twenty past six in the morning", "6:20 am", "清晨六点二十"]);
    check("night: clock:12:00", &["midnight", "24:00", "晚上十二点", "夜里12点"]);
    check("night: clock:1:00", &["半夜一点", "晚上1点", "1 o'clock at night"]);
    check("half:pm clock:10:00", &["每晚十点", "每晚22:00", "每晚10点"]);
}

#[test]
fn a_time_without_its_half_is_the_hour_alone() {
    check("clock:3:00", &["3 o'clock", "三点", "3点", "3:00", "三点钟", "three o'clock", "三点整", "at 3"]);
    check("clock:3:30", &["三点半", "3:30", "half past three", "3点30分", "三点三十", "3点半"]);
    check("clock:12:00", &["12:00", "十二点", "12 o'clock"]);
    check("clock:9:10", &["9:10", "九点十分", "9点10分", "ten past nine"]);
    check("clock:10:05:09", &["10:05:09"]);
}

#[test]
fn what_only_looks_like_a_time_is_none() {
    check("", &["一点也不累", "有一点累", "早上好", "上午的会", "half the team", "晚上散步"]);
    check("3:1", &["比分3:1"]);
    check("3.5", &["三点五倍", "3.5倍"]);
    check("3", &["有三点要求", "3点建议", "三点意见", "下午3个人"]);
    check("3 min", &["3 minutes", "三分钟"]);
    check("5", &["at 5 schools", "five cats"]);
    check("25:00", &["25:00"]);
}

#[test]
fn two_times_are_not_one() {
    apart(&["3 pm", "3 am", "4 pm", "3:30 pm", "3 o'clock"]);
    apart(&["早上七点", "晚上七点", "早上七点半", "七点", "早上八点"]);
    apart(&["9:10", "09:10", "21:10", "10:09"]);
    apart(&["周日0:00", "周日24:00", "周日凌晨一点", "周日晚上一点"]);
}

proptest! {
    #[test]
    fn a_time_is_read_back_from_every_writing(hour in 0_u64..24, minute in 0_u64..60) {
        let dial = if hour.is_multiple_of(12) { 12 } else { hour % 12 };
        let (half, part) = if hour < 12 { ("am", "凌晨") } else { ("pm", "下午") };
        let expected = [format!("half:{half}"), format!("clock:{dial}:{minute:02}")];
        for written in [format!("{dial}:{minute:02} {half}"), format!("{dial}:{minute:02}{half}"), format!("{part}{dial}点{minute:02}分")] {
            prop_assert_eq!(stems(&written), &expected, "{}", written);
        }
        if 0 < minute {
            prop_assert_eq!(stems(&format!("{part}{dial}:{minute:02}")), &expected);
        }
        if !(10..=12).contains(&hour) {
            prop_assert_eq!(stems(&format!("{hour:02}:{minute:02}")), &expected);
        }
    }
}
