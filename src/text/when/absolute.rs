//! Dates in digits alone, the year first: 2024-05-01, 2024/5/1, 2024.5.1, 2024-05.

use super::calendar::{YEARS, date, days, month};
use super::scan::{Read, Scan};

/// The date at a letter. Where the day or the month may come first, as in 3/4/2025, nothing is read.
pub(super) fn read(scan: &Scan, at: usize) -> Option<Read> {
    let is_start = !at.checked_sub(1).is_some_and(|before| {
        scan.letter(before).is_some_and(|letter| letter.is_ascii_alphanumeric() || "-/.".contains(letter))
    });
    let (year, end) = scan.digits(at, 4).filter(|(year, end)| is_start && *end == at + 4 && YEARS.contains(year))?;
    let sign = scan.letter(end).filter(|sign| "-/.".contains(*sign))?;
    let (nth_month, end) = scan.digits(end + 1, 2)?;
    let is_over = |end: usize| !scan.letter(end).is_some_and(|letter| letter.is_ascii_digit());
    if scan.letter(end) == Some(sign)
        && let Some((day, end)) = scan.digits(end + 1, 2)
    {
        let day = date(year, nth_month, day)
            .filter(|_| scan.letter(end) != Some(sign) || !scan.is_any(end + 1, "0123456789"));
        return Some(Read::whole(end, day.map(|day| days(day, 1))));
    }
    let is_month = sign == '-' && end - at == 7 && (1..=12).contains(&nth_month) && is_over(end);
    is_month.then(|| Read::whole(end, Some(month(year, nth_month))))
}
