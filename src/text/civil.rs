//! The Gregorian calendar, before its introduction too: a day's number, and its date.

/// Year, month and day of a day that is counted from 1 January 1970.
///
/// Source: the idea is Howard Hinnant's, "chrono-compatible low-level date algorithms": the calendar repeats every 400 years, and in years that
/// begin in March the day that is sometimes missing is the last one.
#[must_use]
pub fn civil(days_since_1970: i64) -> (i64, i64, i64) {
    /// Days from 1 March of the year 0 to 1 January 1970.
    const TO_1970: i64 = 719_468;
    const DAYS_IN_400_YEARS: i64 = 146_097;
    /// The last of four has one day more, which is why a fourth one is never begun.
    const DAYS_IN_100_YEARS: i64 = 36_524;
    const DAYS_IN_4_YEARS: i64 = 1_461;
    /// From March on; February's may be one more.
    const MONTHS: [i64; 12] = [31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29];

    let days = days_since_1970 + TO_1970;
    let mut year = 400 * days.div_euclid(DAYS_IN_400_YEARS);
    let mut left = days.rem_euclid(DAYS_IN_400_YEARS);
    let centuries = (left / DAYS_IN_100_YEARS).min(3);
    left -= centuries * DAYS_IN_100_YEARS;
    let fours = left / DAYS_IN_4_YEARS;
    left -= fours * DAYS_IN_4_YEARS;
    let years = (left / 365).min(3);
    left -= years * 365;
    year += 100 * centuries + 4 * fours + years;
    let mut month = 3;
    for length in MONTHS {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    // January and February belong to the next year.
    if 12 < month { (year + 1, month - 12, left + 1) } else { (year, month, left + 1) }
}

/// The day, counted from 1 January 1970, of a date of the Gregorian calendar: [`civil`] turned round.
#[must_use]
pub fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    // From March on; January and February belong to the year before.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let days_before_month = (153 * month + 2) / 5;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + days_before_month + day - 1 - 719_468
}

/// The day of a date, counted from 1 January 1970; `None` where there is no such month, or the month has no such day.
#[must_use]
pub fn day_of_date(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let found = days_from_civil(year, month, day);
    // A day past the end of its month has another date.
    (civil(found) == (year, month, day)).then_some(found)
}

/// The date of a day that is counted from 1 January 1970, as `2025-06-20`.
#[must_use]
pub fn date_text(days_since_1970: i64) -> String {
    let (year, month, day) = civil(days_since_1970);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_the_date_that_counting_gives() {
        // From 1 January 1200 on, day by day.
        let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let mut day = -(1200..1970).map(|year| if is_leap(year) { 366 } else { 365 }).sum::<i64>();
        for year in 1200..2500 {
            let february = if is_leap(year) { 29 } else { 28 };
            for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                for date in 1..=length {
                    assert_eq!(civil(day), (year, month, date));
                    assert_eq!(days_from_civil(year, month, date), day);
                    assert_eq!(day_of_date(year, month, date), Some(day));
                    day += 1;
                }
                assert_eq!(day_of_date(year, month, 0), None);
                assert_eq!(day_of_date(year, month, length + 1), None);
            }
            assert_eq!(day_of_date(year, 0, 1), None);
            assert_eq!(day_of_date(year, 13, 1), None);
        }
    }

    #[test]
    fn a_date_is_written_with_four_two_and_two_digits() {
        for (day, text) in [(0, "1970-01-01"), (20_000, "2024-10-04"), (-719_528, "0000-01-01")] {
            assert_eq!(date_text(day), text);
        }
    }
}
