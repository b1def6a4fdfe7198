//! Times in both languages, in three zones, at three hours of a day; the zones' offsets are written down here and not computed by the rules.

use super::*;

const CHINESE: &str = include_str!("tests/chinese.txt");
const ENGLISH: &str = include_str!("tests/english.txt");

const HOUR: i64 = 3_600_000;

/// Milliseconds from 1970 to a moment that is written as `2025-03-12T15:30`, as if its zone were UTC. Days are counted one by one.
fn wall(written: &str) -> i64 {
    let (date, time) = written.split_once('T').unwrap_or((written, "00:00"));
    let fields: Vec<i64> = date.split('-').map(|field| field.parse().unwrap()).collect();
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut days: i64 = (1970..fields[0]).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let february = if is_leap(fields[0]) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    days += lengths.iter().zip(1..fields[1]).map(|(length, _)| length).sum::<i64>() + fields[2] - 1;
    let (hour, minute) = time.split_once(':').unwrap_or((time, "0"));
    days * 24 * HOUR + hour.parse::<i64>().unwrap() * HOUR + minute.parse::<i64>().unwrap() * 60_000
}

/// The nights on which New York puts its clocks forward and back, at two o'clock.
const NEW_YORK: [(&str, &str); 14] = [
    ("2015-03-08", "2015-11-01"),
    ("2016-03-13", "2016-11-06"),
    ("2017-03-12", "2017-11-05"),
    ("2018-03-11", "2018-11-04"),
    ("2019-03-10", "2019-11-03"),
    ("2020-03-08", "2020-11-01"),
    ("2021-03-14", "2021-11-07"),
    ("2022-03-13", "2022-11-06"),
    ("2023-03-12", "2023-11-05"),
    ("2024-03-10", "2024-11-03"),
    ("2025-03-09", "2025-11-02"),
    ("2026-03-08", "2026-11-01"),
    ("2027-03-14", "2027-11-07"),
    ("2028-03-12", "2028-11-05"),
];

#[derive(Clone, Copy, Debug)]
enum Place {
    Utc,
    Shanghai,
    NewYork,
}

impl Place {
    /// How far the clock there is ahead at a moment.
    fn offset(self, at: Timestamp) -> i64 {
        match self {
            Self::Utc => 0,
            Self::Shanghai => 8 * HOUR,
            Self::NewYork => {
                // Two o'clock is 07:00 in UTC before the change in spring, and 06:00 before that in autumn.
                let is_summer = NEW_YORK
                    .iter()
                    .any(|(spring, autumn)| wall(spring) + 7 * HOUR <= at.0 && at.0 < wall(autumn) + 6 * HOUR);
                if is_summer { -4 * HOUR } else { -5 * HOUR }
            }
        }
    }

    /// The moment when the clock there shows this; by the dates on which it changes, not by the offsets.
    fn moment(self, shown: &str) -> i64 {
        let shown = wall(shown);
        match self {
            Self::Utc => shown,
            Self::Shanghai => shown - 8 * HOUR,
            Self::NewYork => {
                let is_summer = NEW_YORK
                    .iter()
                    .any(|(spring, autumn)| wall(spring) + 2 * HOUR <= shown && shown < wall(autumn) + 2 * HOUR);
                shown + if is_summer { 4 } else { 5 } * HOUR
            }
        }
    }
}

const PLACES: [Place; 3] = [Place::Utc, Place::Shanghai, Place::NewYork];

/// What is wrong with a row, said at an hour of 12 March 2025 in a place.
fn fault(row: &str, place: Place, hour: &str) -> Option<String> {
    let now = Timestamp(place.moment(&format!("2025-03-12T{hour}")));
    let zone = |at: Timestamp| place.offset(at);
    let fields: Vec<&str> = row.split(" | ").collect();
    let found = find(fields[0], now, &zone);
    let shown: Vec<(&str, i64, i64)> =
        found.iter().map(|one| (&fields[0][one.span.clone()], one.from.0, one.to.0)).collect();
    let expected: Vec<(&str, i64, i64)> = match fields[..] {
        [_, expression, from, to] => vec![(expression, place.moment(from), place.moment(to))],
        _ => Vec::new(),
    };
    let asked = expected.first().map(|(_, from, to)| (Timestamp(*from), Timestamp(*to)));
    let is_right = shown == expected && range(fields[0], now, &zone) == asked;
    (!is_right).then(|| format!("{row}, {place:?}, {hour}: {shown:?}, wanted {expected:?}"))
}

#[track_caller]
fn check(row: &str, place: Place, hour: &str) {
    assert_eq!(fault(row, place, hour), None);
}

#[track_caller]
fn check_all(table: &str) -> usize {
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    let mut faults = Vec::new();
    for row in &rows {
        for place in PLACES {
            // For the first and the last it is another day in UTC.
            faults.extend(["00:30", "15:30", "23:30"].into_iter().filter_map(|hour| fault(row, place, hour)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    rows.iter().filter(|row| !row.ends_with('-')).count()
}

#[test]
fn chinese_times_are_found() {
    assert!(120 <= check_all(CHINESE));
}

#[test]
fn english_times_are_found() {
    assert!(120 <= check_all(ENGLISH));
}

/// What is told from the very minute, said on Wednesday, 12 March 2025 at 15:30.
#[test]
fn hours_and_minutes_are_counted_from_now() {
    for place in PLACES {
        for (text, expression, from, to) in [
            ("Called two hours ago", "two hours ago", "2025-03-12T13", "2025-03-12T14"),
            ("Leaves in half an hour", "in half an hour", "2025-03-12T16:00", "2025-03-12T16:01"),
            ("两小时前打过电话", "两小时前", "2025-03-12T13", "2025-03-12T14"),
            ("十分钟前到的", "十分钟前", "2025-03-12T15:20", "2025-03-12T15:21"),
            ("半小时后出门", "半小时后", "2025-03-12T16:00", "2025-03-12T16:01"),
            ("三个小时后开会", "三个小时后", "2025-03-12T18", "2025-03-12T19"),
        ] {
            check(&[text, expression, from, to].join(" | "), place, "15:30");
        }
    }
}

#[test]
fn the_other_days_of_a_week_count_from_its_monday() {
    let shanghai = |text: &str, said: &str| {
        let found = find(text, Timestamp(Place::Shanghai.moment(said)), &|at| Place::Shanghai.offset(at));
        found.first().map(|one| one.from.0)
    };
    for (text, said, expected) in [
        // Monday the 10th, Saturday the 15th, Sunday the 16th.
        ("上周日去爬山", "2025-03-10T09:00", Some("2025-03-09")),
        ("下周一上班", "2025-03-16T09:00", Some("2025-03-17")),
        ("上周五聚餐", "2025-03-15T09:00", Some("2025-03-07")),
        ("这周一开会", "2025-03-16T23:59", Some("2025-03-10")),
        ("Met him last Friday", "2025-03-15T09:00", Some("2025-03-14")),
        ("Starts next Monday", "2025-03-16T09:00", Some("2025-03-17")),
        ("Starts next Friday", "2025-03-15T09:00", Some("2025-03-21")),
        ("Hiked last weekend", "2025-03-16T09:00", Some("2025-03-08")),
        ("Hiked this weekend", "2025-03-16T09:00", Some("2025-03-15")),
        ("Hiked this weekend", "2025-03-17T09:00", None),
        ("周末去了海边", "2025-03-16T09:00", None),
        // New Year and leap days.
        ("昨天去了", "2025-01-01T00:10", Some("2024-12-31")),
        ("上个月去了", "2025-01-31T12:00", Some("2024-12-01")),
        ("Quit last month", "2024-03-31T12:00", Some("2024-02-01")),
        ("明天要去", "2024-02-28T12:00", Some("2024-02-29")),
        ("去年二月二十九号", "2025-03-01T12:00", Some("2024-02-29")),
        ("去年二月二十九号", "2024-03-01T12:00", None),
    ] {
        let expected = expected.map(|day| Place::Shanghai.moment(day));
        assert_eq!(shanghai(text, said), expected, "{text}, {said}");
    }
}

#[test]
fn a_day_on_which_the_clocks_change_has_its_own_length() {
    let day = |text: &str, said: &str| {
        let found = find(text, Timestamp(Place::NewYork.moment(said)), &|at| Place::NewYork.offset(at));
        (found[0].to.0 - found[0].from.0) / HOUR
    };
    assert_eq!(day("Slept yesterday", "2025-03-10T12:00"), 23);
    assert_eq!(day("Slept yesterday", "2025-11-03T12:00"), 25);
    assert_eq!(day("Slept yesterday", "2025-03-12T12:00"), 24);
    assert_eq!(day("Was away last week", "2025-03-12T12:00"), 7 * 24 - 1);
}

#[test]
fn several_times_are_found_in_their_order_and_a_query_asks_for_all_of_them() {
    let now = Timestamp(wall("2025-03-12T15:30"));
    let text = "上周三看了牙，明天复诊 and last May in Porto";
    let found = find(text, now, &|_| 0);
    let shown: Vec<&str> = found.iter().map(|one| &text[one.span.clone()]).collect();
    assert_eq!(shown, ["上周三", "明天", "last May"]);
    assert_eq!(range(text, now, &|_| 0), Some((Timestamp(wall("2024-05-01")), Timestamp(wall("2025-03-14")))));
    assert_eq!(range("喜欢喝茶", now, &|_| 0), None);
    // The day of another year is not today.
    let found = find("去年的今天结婚", now, &|_| 0);
    assert_eq!(found.iter().map(|one| one.span.end).collect::<Vec<_>>(), ["去年".len()]);
    // The hour is of the day that is told before it.
    let found = find("昨天和同事在下午三点开会", now, &|_| 0);
    assert_eq!(found.len(), 1);
}

#[test]
fn a_whole_date_does_not_depend_on_the_day() {
    let now = Timestamp(wall("2025-03-12T15:30"));
    for (text, is_relative) in [
        ("2024-05-01", false),
        ("15 October 2024", false),
        ("2024年5月", false),
        ("in 2019", false),
        ("去年五月", true),
        ("yesterday", true),
    ] {
        assert_eq!(find(text, now, &|_| 0)[0].is_relative, is_relative, "{text}");
    }
}

#[test]
fn no_text_and_no_moment_is_too_much() {
    for now in [i64::MIN, -9_000_000_000_000_000, 0, 8_640_000_000_000_000, i64::MAX] {
        for text in [
            "",
            "昨天",
            "999年前",
            "in 999 years",
            "9999年",
            "三百年后",
            "下下周日晚上十二点",
            "\u{0}昨天\u{202e}",
            "２０２４年１３月",
        ] {
            let _ = find(text, Timestamp(now), &|_| 14 * HOUR);
        }
    }
    let long = "昨天last Friday 3pm 10月".repeat(2_000);
    assert!(!find(&long, Timestamp(0), &|_| 0).is_empty());
}

/// As many bytes as one call may hand in: what took the square of the length would not come to its end.
#[test]
fn a_long_text_is_read_in_time_that_grows_with_its_length() {
    for part in ["1", "三", " ", "《", "昨天", "yesterday ", "。昨天 ", "1 ", "一 "] {
        let text = part.repeat(1_000_000 / part.len());
        let _ = range(&text, Timestamp(0), &|_| 0);
        // Much white space, and the same before it and behind.
        let text = [part, &" ".repeat(500_000), part].concat().repeat(2);
        let _ = range(&text, Timestamp(0), &|_| 0);
    }
}

#[test]
fn a_query_asks_its_zone_a_few_times_however_much_it_names() {
    let n_asked = std::cell::Cell::new(0);
    let zone = |_| {
        n_asked.set(n_asked.get() + 1);
        8 * HOUR
    };
    assert!(range(&"yesterday 上周 ".repeat(1000), Timestamp(wall("2025-03-12T15:30")), &zone).is_some());
    // Once for now, and four times for each end.
    assert!(n_asked.get() <= 9, "{}", n_asked.get());
}

/// Which moment a clock's time is, in a zone that changed from one offset to another, in hours, at a moment.
#[track_caller]
fn check_change((before, after): (i64, i64), changed: &str, shown: &[(&str, &str)]) {
    let zone = |at: Timestamp| if at.0 < wall(changed) { before * HOUR } else { after * HOUR };
    for (local, expected) in shown {
        assert_eq!(to_utc(wall(local), &zone), Timestamp(wall(expected)), "{local}");
    }
}

#[test]
fn an_hour_that_comes_twice_is_the_first_and_one_that_is_skipped_comes_after_the_change() {
    // New York, 2025. Source: tzdata, rule US.
    let spring = [
        ("01:59", "06:59"),
        ("02:00", "07:00"),
        ("02:30", "07:30"),
        ("02:59", "07:59"),
        ("03:00", "07:00"),
        ("04:00", "08:00"),
    ];
    let autumn = [("00:59", "04:59"), ("01:00", "05:00"), ("01:30", "05:30"), ("01:59", "05:59"), ("02:00", "07:00")];
    let on = |day: &str, rows: &[(&str, &str)]| -> Vec<(String, String)> {
        rows.iter().map(|(local, utc)| (format!("{day}T{local}"), format!("{day}T{utc}"))).collect()
    };
    let check_day = |offsets, changed: &str, rows: &[(String, String)]| {
        let rows: Vec<(&str, &str)> = rows.iter().map(|(local, utc)| (local.as_str(), utc.as_str())).collect();
        check_change(offsets, changed, &rows);
    };
    check_day((-5, -4), "2025-03-09T07:00", &on("2025-03-09", &spring));
    check_day((-4, -5), "2025-11-02T06:00", &on("2025-11-02", &autumn));
    // Shanghai, 1988. Source: tzdata, rule PRC: forward on 17 April and back on 11 September, each at two o'clock.
    let shown = [
        ("1988-04-17T01:59", "1988-04-16T17:59"),
        ("1988-04-17T02:00", "1988-04-16T18:00"),
        ("1988-04-17T02:30", "1988-04-16T18:30"),
        ("1988-04-17T03:00", "1988-04-16T18:00"),
        ("1988-04-17T12:00", "1988-04-17T03:00"),
    ];
    check_change((8, 9), "1988-04-16T18:00", &shown);
    let shown = [
        ("1988-09-11T00:59", "1988-09-10T15:59"),
        ("1988-09-11T01:00", "1988-09-10T16:00"),
        ("1988-09-11T01:30", "1988-09-10T16:30"),
        ("1988-09-11T02:00", "1988-09-10T18:00"),
        ("1988-09-12T00:00", "1988-09-11T16:00"),
    ];
    check_change((9, 8), "1988-09-10T17:00", &shown);
    // A whole day is skipped: Samoa, 30 December 2011.
    check_change(
        (-10, 14),
        "2011-12-30T10:00",
        &[("2011-12-29T23:00", "2011-12-30T09:00"), ("2011-12-31T00:00", "2011-12-30T10:00")],
    );
}
