//! Attributes in Chinese sentences.

mod own;
mod value;

use std::ops::Range;

use super::Candidate;
use super::sentences::{Grammar, Sentences, Shape, sentences};
use crate::annotate::lists::group;
use crate::annotate::part::Part;
use crate::annotate::reading::Reading;
use crate::annotate::subject::{self, Subject};
use crate::text::letters::is_han;

/// The attribute that a clause gives a value for.
pub(super) fn read(reading: &Reading, clause: &Range<usize>) -> Option<Candidate> {
    let part = Part { reading, clause: clause.clone(), span: reading.span(clause) };
    if !part.text(part.span.clone()).contains(is_han) {
        return None;
    }
    let readings = [Part::favourite, Part::stance, Part::spoken, Part::allergy, Part::diet, Part::hour, Part::age];
    readings.into_iter().find_map(|read| read(&part)).or_else(|| part.listed())
}

impl Part<'_> {
    fn find(&self, word: &str) -> Option<Range<usize>> {
        self.find_from(word, self.span.start)
    }

    fn before(&self, at: &Range<usize>) -> &str {
        self.text(self.span.start..at.start).trim()
    }

    fn after(&self, at: &Range<usize>) -> &str {
        self.text(at.end..self.span.end).trim_end_matches(['了', '啦', ' ']).trim_start()
    }

    fn candidate(
        &self,
        subject: Subject,
        key: impl Into<String>,
        value: impl Into<String>,
        frame: &Range<usize>,
    ) -> Candidate {
        let (key, value) = (key.into(), value.into());
        let is_event = matches!(key.as_str(), "birthplace")
            || ["搬", "入职", "跳槽"].iter().any(|word| self.text(frame.clone()).contains(word));
        Candidate {
            clause: self.clause.clone(),
            frame: vec![self.reading.touched(frame)],
            is_event,
            subject,
            key,
            value,
        }
    }

    /// The sentences of the list.
    fn listed(&self) -> Option<Candidate> {
        let plain = sentences(Grammar::Chinese)
            .find_map(|line| line.before.iter().find_map(|frame| self.framed(&self.find(frame)?, line)));
        plain.or_else(|| {
            sentences(Grammar::ChineseNoun)
                .find_map(|line| line.before.iter().find_map(|noun| self.framed(&self.joined(noun)?, line)))
        })
    }

    /// A noun with 的 before it and 是 after it, where they stand there: 的生日是, 生日.
    fn joined(&self, noun: &str) -> Option<Range<usize>> {
        let mut at = self.find(noun)?;
        if self.text(self.span.start..at.start).ends_with('的') {
            at.start -= "的".len();
        }
        for is in ["是", "为"] {
            if self.text(at.end..self.span.end).starts_with(is) {
                at.end += is.len();
            }
        }
        Some(at)
    }

    /// The attribute of `line`, what stands before its value being at `at`.
    fn framed(&self, at: &Range<usize>, line: &Sentences) -> Option<Candidate> {
        let rest = self.text(at.end..self.span.end);
        let start = at.end + rest.len() - rest.trim_start().len();
        let tail = line.after.iter().find_map(|tail| {
            let found = start + self.text(start..self.span.end).find(*tail)?;
            Some(found..found + tail.len())
        });
        let end = if line.after.is_empty() { self.span.end } else { tail.as_ref()?.start };
        let rest = tail.map_or("", |tail| self.text(tail.end..self.span.end)).trim_matches(['了', '呢', '啦', ' ']);
        // What follows 读书 may take it back; what follows 上班 is a detail.
        let is_detail = if line.shape == Shape::Workplace {
            group("role").any(|role| rest.ends_with(role))
        } else {
            rest.is_empty() || line.shape == Shape::Organisation
        };
        let length = value::value(line.shape, self.text(start..end)).filter(|_| is_detail)?;
        let (subject, key) = line.owned(subject::chinese(self.before(at))?)?;
        let written = || self.reading.written(&(start..start + length));
        let value = line.shape.stated().map_or_else(written, str::to_owned);
        Some(self.candidate(subject, key, value, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::lists::has;

    #[test]
    fn lists_have_the_groups_that_are_asked_for() {
        for name in ["role", "street", "generic_org", "tasting", "loves", "hates", "adverb", "nobody"] {
            assert!(group(name).next().is_some(), "{name}");
        }
        assert!(has("role", "经理"));
    }
}
