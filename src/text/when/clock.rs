//! Hours of a day: parts of it, and what a clock shows.

use super::Grain;
use super::calendar::{Stretch, days, hours};
use crate::record::{DAY_MS, HOUR_MS, MINUTE_MS};

/// A part of a day: its hours, the first and the first after it; from 24 on they are of the next day.
pub(super) type Part = (i64, i64);

pub(super) const MORNING: Part = (5, 12);
pub(super) const NOON: Part = (11, 14);
pub(super) const AFTERNOON: Part = (12, 18);
pub(super) const DUSK: Part = (17, 20);
pub(super) const EVENING: Part = (18, 24);
/// Until the next morning.
pub(super) const NIGHT: Part = (18, 30);
/// Of "am".
pub(super) const FORENOON: Part = (0, 12);
/// Of "pm".
pub(super) const HALF_DAY: Part = (12, 24);
/// 凌晨.
pub(super) const SMALL_HOURS: Part = (0, 6);

/// What a clock shows: the hour as it is told, and the minute where it is.
pub(super) type Shown = (i64, Option<i64>);

/// A day, a part of it, or a time of it. An hour that may be of either half of the day is left out.
pub(super) fn within(day: i64, part: Option<Part>, shown: Option<Shown>) -> Stretch {
    let exact = shown.and_then(|(hour, minute)| Some((hour_of(hour, part)?, minute)));
    match (exact, part) {
        (Some((hour, None)), _) => hours(day, hour, hour + 1),
        (Some((hour, Some(minute))), _) => {
            let from = day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS;
            Stretch { from, to: from + MINUTE_MS, grain: Grain::Minute }
        }
        (None, Some((from, to))) => hours(day, from, to),
        (None, None) => days(day, 1),
    }
}

/// Whether a time is told to the hour.
pub(super) fn is_exact(shown: Shown, part: Option<Part>) -> bool {
    hour_of(shown.0, part).is_some()
}

/// The hour, of 24 and on into the next day, that is told of a part of the day.
fn hour_of(hour: i64, part: Option<Part>) -> Option<i64> {
    let Some(part) = part else { return (13..24).contains(&hour).then_some(hour) };
    let found = match (part, hour) {
        (_, 13..=23) | (FORENOON, 0..=11) => hour,
        (SMALL_HOURS, 12) => 0,
        (HALF_DAY, 12) => 12,
        (NIGHT | EVENING, 12) => 24,
        (NIGHT, 1..=4) => 24 + hour,
        (NOON, 1..=2) | (AFTERNOON, 1..=11) | (DUSK | NIGHT | EVENING, 5..=11) => 12 + hour,
        (SMALL_HOURS | MORNING | NOON | AFTERNOON, _) => hour,
        _ => return None,
    };
    (part.0 <= found && found < part.1
        || matches!((part, found), (MORNING, 4) | (NIGHT | EVENING, 17 | 24) | (DUSK, 16)))
    .then_some(found)
}
