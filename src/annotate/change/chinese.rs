//! Words of change in Chinese.

use std::ops::Range;

use super::Found;
use crate::annotate::attribute::is_organisation;
use crate::annotate::lists::group;
use crate::annotate::part::Part;
use crate::annotate::reading::Reading;

/// The changes that one clause tells of: the surest reading of it.
pub(super) fn changes(reading: &Reading, clause: &Range<usize>) -> Vec<Found> {
    let part = Part { reading, clause: clause.clone(), span: reading.span(clause) };
    let readings = [Part::swap, Part::turn, Part::left, Part::parted, Part::over, Part::ended, Part::no_more];
    readings.into_iter().find_map(|read| read(&part)).into_iter().collect()
}

impl Part<'_> {
    /// The first word of a group in the clause from `start` on; of those that begin there the longest.
    fn first(&self, name: &'static str, start: usize) -> Option<(&'static str, Range<usize>)> {
        let found = group(name).filter_map(|word| Some((word, self.find_from(word, start)?)));
        found.min_by_key(|(word, at)| (at.start, usize::MAX - word.len()))
    }

    /// A word of a group with which the clause ends.
    fn last(&self, name: &'static str) -> Option<(&'static str, Range<usize>)> {
        let text = self.text(self.span.clone()).trim_end_matches(['啦', ' ']);
        let word = group(name).filter(|word| text.ends_with(word)).max_by_key(|word| word.len())?;
        Some((word, self.span.start + text.len() - word.len()..self.span.end))
    }

    /// The units of a part of the text, without a 了 at its end.
    fn units(&self, span: Range<usize>) -> Range<usize> {
        let mut units = self.reading.within(&span);
        while units.start < units.end && matches!(self.reading.units[units.end - 1].text.as_str(), "了" | "啦") {
            units.end -= 1;
        }
        units
    }

    fn found(
        &self,
        about: Range<usize>,
        cues: &[&Range<usize>],
        old: Option<Range<usize>>,
        new: Option<Range<usize>>,
        cue: Option<&'static str>,
    ) -> Option<Found> {
        let (old, new) = (old.map(|old| self.units(old)), new.map(|new| self.units(new)));
        if old.as_ref().or(new.as_ref())?.is_empty() {
            return None;
        }
        let about = self.units(about);
        // A word of change may be a part of a listed one, so every unit that it touches counts.
        let cues: Vec<Range<usize>> = cues.iter().map(|span| self.reading.touched(span)).collect();
        let words = about.end.max(self.clause.start)..self.clause.end;
        Some(Found { clause: self.clause.clone(), words, about, old, new, cue, cues })
    }

    /// 从 A 换成 B, 由 A 改为 B, and 从 A 搬走.
    fn swap(&self) -> Option<Found> {
        let from = self.find_from("从", self.span.start).or_else(|| self.find_from("由", self.span.start))?;
        let (_, turn) = self.first("swap_zh", from.end)?;
        let is_named = !self.text(from.end..turn.start).trim().is_empty() && turn.end < self.span.end;
        is_named.then_some(())?;
        self.found(
            self.span.start..from.start,
            &[&from, &turn],
            Some(from.end..turn.start),
            Some(turn.end..self.span.end),
            None,
        )
    }

    /// X 换成 B.
    fn turn(&self) -> Option<Found> {
        let (_, turn) = self.first("turn_zh", self.span.start)?;
        let subject = self.span.start..turn.start;
        let new = turn.end..self.span.end;
        (!self.text(subject.clone()).trim().is_empty() && !new.is_empty()).then_some(())?;
        self.found(subject, &[&turn], None, Some(new), None)
    }

    /// 从 A 离职.
    fn left(&self) -> Option<Found> {
        let from = self.find_from("从", self.span.start)?;
        let (word, end) = self.last("from_zh")?;
        (from.end < end.start).then_some(())?;
        self.found(self.span.start..from.start, &[&from, &end], Some(from.end..end.start), None, Some(word))
    }

    /// 跟 A 分手.
    fn parted(&self) -> Option<Found> {
        let (word, end) = self.last("with_zh")?;
        let with = ["跟", "和", "与", "同"].into_iter().find_map(|with| self.find_from(with, self.span.start))?;
        (with.end < end.start).then_some(())?;
        self.found(self.span.start..with.start, &[&end], Some(with.end..end.start), None, Some(word))
    }

    /// 把 A 卖了, A 停了.
    fn over(&self) -> Option<Found> {
        let (word, end) = self.last("after_zh")?;
        match self.find_from("把", self.span.start).filter(|take| take.end < end.start) {
            Some(take) => {
                self.found(self.span.start..take.start, &[&take, &end], Some(take.end..end.start), None, Some(word))
            }
            None => self.found(
                self.span.start..self.span.start,
                &[&end],
                Some(self.span.start..end.start),
                None,
                Some(word),
            ),
        }
    }

    /// 不再 A, 放弃了 A.
    fn ended(&self) -> Option<Found> {
        let (word, end) = self.first("before_zh", self.span.start)?;
        let thing = self.text(end.end..self.span.end);
        // 离开了公司 is an event of every evening, 离开了美团 is none.
        let is_left = !word.starts_with("离开") || is_organisation(thing, thing.chars().count());
        is_left.then_some(())?;
        self.found(self.span.start..end.start, &[&end], Some(end.end..self.span.end), None, Some(word))
    }

    /// 不 A 了: 不吃药了.
    fn no_more(&self) -> Option<Found> {
        self.text(self.span.clone()).ends_with(['了', '啦']).then_some(())?;
        let denial = self.clause.clone().find(|at| self.reading.units[*at].text == "不")?;
        let denial = self.reading.units[denial].span.clone();
        self.found(self.span.start..denial.start, &[&denial], Some(denial.end..self.span.end), None, None)
    }
}
