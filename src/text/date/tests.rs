//! Dates in both languages, however they are written.

use crate::text::quantity::test::{apart, check, stems};
use proptest::prelude::*;

#[test]
fn a_day_has_one_reading() {
    check(
        "month:3 day:4",
        &["三月四号", "三月四日", "3月4日", "3月4号", "３月４日", "March 4", "4 March", "Mar 4th", "March 4th"],
    );
    check("month:3 day:4", &["the 4th of March", "March the 4th", "fourth of March", "March fourth", "03月04日"]);
    check("month:10 day:15", &["十月十五日", "10月15号", "October 15th", "15 October", "Oct 15", "15th October"]);
    check("month:12 day:31", &["十二月三十一日", "12月31日", "31 December", "Dec 31st", "December thirty-first"]);
    check("month:5 day:1", &["五月一日", "5月1号", "May 1", "1 May", "May first"]);
    check("month:11 day:22", &["十一月二十二号", "11月22日", "22nd of November", "Nov 22"]);
}

#[test]
fn a_day_of_a_year_has_one_reading() {
    check(
        "2025 month:3 day:4",
        &["2025-03-04", "2025/3/4", "2025.3.4", "2025年3月4日", "二〇二五年三月四日", "二零二五年3月4号"],
    );
    check(
        "2025 month:3 day:4",
        &["March 4, 2025", "4 March 2025", "March 4th 2025", "the 4th of March, 2025", "Mar 4 2025"],
    );
    check("1987 month:6", &["1987年6月", "一九八七年六月", "June 1987"]);
    check("1999 month:12 day:31", &["1999年12月31日", "1999-12-31", "31 Dec 1999"]);
}

#[test]
fn a_month_and_a_year_have_one_reading() {
    check("month:1", &["一月", "1月", "1月份", "一月份", "January", "in Jan"]);
    check("month:2", &["二月", "2月", "February", "since Feb"]);
    check("month:9", &["九月", "September", "in Sept", "in Sep"]);
    check("month:12", &["十二月", "12月", "December"]);
    check("month:5", &["五月", "in May", "by May"]);
    check("month:3", &["三月", "in March", "every March"]);
    check("2025", &["2025年", "二〇二五年", "二零二五年", "２０２５年", "in 2025", "2025", "year 2025"]);
    check("08", &["08年", "零八年", "〇八年"]);
    check("1984", &["一九八四年", "1984年", "since 1984"]);
}

#[test]
fn a_weekday_has_one_reading() {
    check("weekday:1", &["周一", "星期一", "礼拜一", "週一", "Monday", "on Mon"]);
    check("weekday:2", &["周二", "星期二", "Tuesday", "Tues", "Tue"]);
    check("weekday:3", &["周三", "礼拜三", "Wednesday", "every Wed"]);
    check("weekday:4", &["周四", "星期四", "Thursday", "Thurs.", "Thu"]);
    check("weekday:5", &["周五", "Friday", "on Fri"]);
    check("weekday:6", &["周六", "星期六", "Saturday", "on Sat"]);
    check("weekday:7", &["周日", "周天", "星期日", "星期天", "礼拜天", "Sunday", "every Sun"]);
    check("weekdays:1", &["Mondays", "on Mondays"]);
    check("weekday:1 weekday:5", &["周一到周五", "星期一至星期五", "Monday to Friday"]);
}

#[test]
fn a_day_told_from_today_has_one_reading() {
    check("now day:0", &["今天", "今日", "today"]);
    check("now day:1", &["明天", "明日", "tomorrow"]);
    check("now day:-1", &["昨天", "昨日", "yesterday"]);
    check("now day:2", &["后天", "後天", "the day after tomorrow"]);
    check("now week:1", &["下周", "下星期", "下个星期", "下礼拜", "next week"]);
    check("now week:-1", &["上周", "上个礼拜", "last week"]);
    check("now month:1", &["下个月", "下月", "next month"]);
    check("now year:1", &["明年", "next year"]);
    check("now year:-1", &["去年", "last year"]);
    check("now week:1 weekday:1", &["下周一", "下星期一", "下个星期一", "下礼拜一"]);
    check("now year:1 month:6", &["明年六月", "明年6月"]);
}

#[test]
fn a_day_of_the_month_has_one_reading() {
    check("day:15", &["每月15号", "每月十五日", "on the 15th"]);
    check("day:1", &["每月1号", "每月一号", "by the 1st"]);
    check("now month:1 day:3", &["下个月3号", "下月三日"]);
}

#[test]
fn what_only_looks_like_a_date_is_none() {
    check(
        "",
        &[
            "周一一",
            "may be late",
            "they march",
            "he sat down",
            "the sun",
            "mar the wood",
            "Jan called",
            "上月球",
            "以前天天跑步",
        ],
    );
    check("1 week 1", &["一周一次"]);
    check("5", &["only 5 may come", "at least 5 march there"]);
    check("2 month", &["两月", "两个月", "2 months"]);
    check("3 year", &["三年", "3年", "three years"]);
    check("3/4/2025", &["3/4/2025"]);
    check("03/04/2025", &["03/04/2025"]);
    check("2025", &["port 2025"]);
    check("1.10.2", &["1.10.2"]);
    check("2025-13-01", &["2025-13-01"]);
    check("4", &["4号楼", "四号楼"]);
    check("5th", &["the 5th floor", "第五层", "第5层"]);
}

#[test]
fn two_dates_are_not_one() {
    apart(&["二月", "两月", "三月", "12月", "十一月"]);
    apart(&["11月2日", "2月11日", "11月12日", "1月12日"]);
    apart(&["周一", "周二", "周日", "Mondays"]);
    apart(&["2025-03-04", "2025-04-03", "2024-03-04", "3/4/2025", "4/3/2025"]);
    apart(&["今天", "明天", "下周", "下个月", "明年", "下周一", "周一"]);
    apart(&["腊月二十", "腊月二十三"]);
}

proptest! {
    #[test]
    fn a_date_is_read_back_from_every_writing(year in 1900_u64..=2100, month in 1_u64..=12, day in 1_u64..=31) {
        let name = super::MONTHS[usize::try_from(month - 1).unwrap_or(0)];
        let expected = [year.to_string(), format!("month:{month}"), format!("day:{day}")];
        for written in [
            format!("{year}-{month:02}-{day:02}"),
            format!("{year}/{month}/{day}"),
            format!("{year}年{month}月{day}日"),
            format!("{year}年{month}月{day}号"),
            format!("{name} {day}, {year}"),
            format!("{day} {name} {year}"),
            format!("on {day} {name}, {year}"),
        ] {
            prop_assert_eq!(stems(&written), &expected, "{}", written);
            // What is read from the folded text is the same, and so it is from what was read before.
            prop_assert_eq!(stems(&crate::text::normalize::fold(&written)), &expected, "{}", written);
        }
    }
}
