//! What the clocks of a time zone show, by the host's own tables.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Date, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::record::Timestamp;
use crate::text::civil::days_from_civil;

/// Moments whose answer is remembered.
///
/// Source: one time in a text takes six of them, and a text that says "yesterday" twice asks about the same ones again; this is enough for two times.
const N_KNOWN: usize = 12;

/// A time zone; the runtime's where none was named.
pub(super) struct TimeZone {
    /// `Intl.DateTimeFormat.prototype.format` of the zone.
    format: Option<Function>,
    /// The last moments that were asked about, each with its answer.
    known: RefCell<[Option<(i64, i64)>; N_KNOWN]>,
    /// The place of the next one.
    next: Cell<usize>,
}

impl TimeZone {
    /// The runtime's own.
    pub(super) fn local() -> Self {
        Self { format: None, known: RefCell::default(), next: Cell::default() }
    }

    /// A zone by its IANA name; `None` where the runtime knows no such zone.
    pub(super) fn named(name: &str) -> Option<Self> {
        let options = Object::new();
        let fields = ["year", "month", "day", "hour", "minute", "second"].map(|field| (field, "numeric"));
        let others = [("timeZone", name), ("hourCycle", "h23"), ("calendar", "gregory"), ("numberingSystem", "latn")];
        for (field, value) in fields.into_iter().chain(others) {
            Reflect::set(&options, &JsValue::from(field), &JsValue::from(value)).ok()?;
        }
        let intl = Reflect::get(&js_sys::global(), &JsValue::from("Intl")).ok()?;
        let class: Function = Reflect::get(&intl, &JsValue::from("DateTimeFormat")).ok()?.dyn_into().ok()?;
        // It throws for a zone that it does not know.
        let formatter = Reflect::construct(&class, &Array::of2(&JsValue::from("en-US"), &options)).ok()?;
        let format: Function = Reflect::get(&formatter, &JsValue::from("format")).ok()?.dyn_into().ok()?;
        Some(Self { format: Some(format), known: RefCell::default(), next: Cell::default() })
    }

    /// What its clocks are ahead of UTC by, in milliseconds.
    pub(super) fn offset_ms(&self, at: Timestamp) -> i64 {
        let known = self.known.borrow().iter().flatten().find(|(moment, _)| *moment == at.0).copied();
        if let Some((_, offset)) = known {
            return offset;
        }
        let offset = self.offset(at).unwrap_or_default();
        let next = self.next.get() % N_KNOWN;
        self.known.borrow_mut()[next] = Some((at.0, offset));
        self.next.set(next + 1);
        offset
    }

    #[expect(clippy::cast_precision_loss, reason = "a time of JavaScript is exact in f64")]
    #[expect(clippy::cast_possible_truncation, reason = "minutes of an offset, less than a day's")]
    fn offset(&self, at: Timestamp) -> Option<i64> {
        let moment = at.0 as f64;
        let Some(format) = &self.format else {
            let minutes = Date::new(&JsValue::from(moment)).get_timezone_offset();
            return minutes.is_finite().then(|| -(minutes * 60_000.0) as i64);
        };
        // Month, day, year, hour, minute, second: "3/12/2025, 15:30:00".
        let shown = format.call1(&JsValue::UNDEFINED, &JsValue::from(moment)).ok()?.as_string()?;
        let numbers = shown.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
        let numbers: Vec<i64> = numbers.map(|digits| digits.parse().unwrap_or_default()).collect();
        let [month, day, year, hour, minute, second] = numbers[..] else { return None };
        let local = days_from_civil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
        Some(local * 1000 - at.0.div_euclid(1000) * 1000)
    }
}
