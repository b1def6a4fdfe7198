//! Words of change in English.

use std::ops::Range;

use super::Found;
use crate::annotate::attribute::city_at;
use crate::annotate::lists::{group, has};
use crate::annotate::reading::{Reading, stems_at};
use crate::text::list::listed;
use crate::text::stem::Form;
use crate::text::unit::Unit;

/// The changes that one clause tells of: the surest reading of it.
pub(super) fn changes(reading: &Reading, clause: &Range<usize>) -> Vec<Found> {
    let part = Part { reading, units: &reading.units, clause: clause.clone() };
    let readings = [
        Part::swap,
        Part::replaced,
        Part::exchange,
        Part::any_more,
        Part::over,
        Part::ended,
        Part::used_to,
        Part::instead,
    ];
    readings.into_iter().find_map(|read| read(&part)).into_iter().collect()
}

struct Part<'text> {
    reading: &'text Reading,
    units: &'text [Unit],
    clause: Range<usize>,
}

impl Part<'_> {
    fn find(&self, word: &str, start: usize) -> Option<usize> {
        (start..self.clause.end).find(|at| self.units[*at].text == word)
    }

    /// The first unit of the clause that is the past of a verb of a group.
    fn past(&self, name: &'static str) -> Option<usize> {
        self.clause.clone().find(|at| {
            let unit = &self.units[*at];
            unit.form == Form::Past && has(name, &unit.stem)
        })
    }

    /// The end of `start..` where an adverbial follows: "from now on", "because".
    fn end(&self, start: usize) -> usize {
        let stops = |at: &usize| listed("because|since|after|so|and|as|when|now", &self.units[*at].text);
        (start..self.clause.end).find(stops).unwrap_or(self.clause.end)
    }

    /// What stands before `at` after the last "and", without the auxiliaries at its end.
    fn about(&self, at: usize) -> Range<usize> {
        let helps = |unit: &Unit| matches!(unit.stem.as_str(), "have" | "is" | "be" | "do") || unit.text == "just";
        let mut end = at;
        while self.clause.start < end && helps(&self.units[end - 1]) {
            end -= 1;
        }
        let start = (self.clause.start..end).rev().find(|at| self.units[*at].text == "and");
        start.map_or(self.clause.start, |and| and + 1)..end
    }

    fn found(
        &self,
        about: Range<usize>,
        cue: Range<usize>,
        old: Option<Range<usize>>,
        new: Option<Range<usize>>,
        word: Option<&'static str>,
    ) -> Option<Found> {
        let is_empty = |range: &Option<Range<usize>>| range.as_ref().is_none_or(Range::is_empty);
        if is_empty(&old) && is_empty(&new) {
            return None;
        }
        let words = cue.start.min(old.as_ref().map_or(cue.start, |old| old.start))..self.clause.end;
        Some(Found {
            clause: self.clause.clone(),
            words,
            about,
            old: old.filter(|old| !old.is_empty()),
            new: new.filter(|new| !new.is_empty()),
            cue: word,
            cues: vec![cue],
        })
    }

    /// "switched (X) from A to B".
    fn swap(&self) -> Option<Found> {
        let verb = self.past("swap_en")?;
        let from = self.find("from", verb + 1)?;
        let to = self.find("to", from + 1)?;
        (from <= verb + 5 && from + 1 < to).then_some(())?;
        // "changed the editor from A to B" is about the editor.
        let about = if verb + 1 < from { verb + 1..from } else { self.about(verb) };
        self.found(about, verb..verb + 1, Some(from + 1..to), Some(to + 1..self.end(to + 1)), None)
    }

    /// "exchanged A for B", "replaced A with B", "traded A in for B".
    fn exchange(&self) -> Option<Found> {
        let verb = self.past("for_en")?;
        let turn = (verb + 1..self.clause.end)
            .find(|at| matches!(self.units[*at].text.as_str(), "for" | "with" | "by"))
            .filter(|turn| verb + 1 < *turn)?;
        let old_end = if self.units[turn - 1].text == "in" { turn - 1 } else { turn };
        let new = turn + 1..self.end(turn + 1);
        self.found(self.about(verb), verb..verb + 1, Some(verb + 1..old_end), Some(new), None)
    }

    /// "B has replaced A".
    fn replaced(&self) -> Option<Found> {
        let verb = self.clause.clone().find(|at| {
            let unit = &self.units[*at];
            unit.form == Form::Past && matches!(unit.stem.as_str(), "replace" | "succeed" | "supersede" | "displace")
        })?;
        let new = self.about(verb);
        let is_passive = self.units[new.end..verb].iter().any(|unit| matches!(unit.stem.as_str(), "is" | "be"));
        let names_who = new.clone().any(|at| has("user", &self.units[at].text));
        let cut = (verb + 1..self.clause.end).find(|at| listed("for|as|in|at|on|with|by", &self.units[*at].text));
        let takes = cut.is_some_and(|cut| matches!(self.units[cut].text.as_str(), "with" | "by"));
        (!is_passive && !names_who && !takes).then_some(())?;
        let old = verb + 1..cut.unwrap_or(self.end(verb + 1));
        self.found(new.start..new.start, verb..verb + 1, Some(old), Some(new), None)
    }

    /// "does not A anymore".
    fn any_more(&self) -> Option<Found> {
        let phrases = ["anymore", "any more", "any longer"];
        let (at, end) = self
            .clause
            .clone()
            .find_map(|at| phrases.into_iter().find_map(|phrase| Some((at, at + stems_at(self.units, at, phrase)?))))?;
        let no = (self.clause.start..at).rev().find(|at| matches!(self.units[*at].text.as_str(), "not" | "never"))?;
        let about = self.about(no);
        self.found(about, no..end, Some(no + 1..at), None, None)
    }

    /// "A has been sold".
    fn over(&self) -> Option<Found> {
        let verb = self.clause.clone().find(|at| {
            let unit = &self.units[*at];
            let is_listed = group("after_en")
                .filter_map(|phrase| phrase.strip_prefix("be "))
                .any(|verb| verb.split(' ').next() == Some(unit.stem.as_str()));
            let is_passive = self.clause.start < *at && matches!(self.units[at - 1].stem.as_str(), "is" | "be");
            is_listed && is_passive && (unit.form == Form::Past || unit.text == "over")
        })?;
        let word = group("goes_with_en")
            .flat_map(|list| list.split('|'))
            .filter_map(|entry| entry.split('=').next())
            .find(|word| *word == self.units[verb].stem.as_str());
        let old = self.about(verb);
        self.found(old.start..old.start, verb..verb + 1, Some(old), None, word)
    }

    /// "no longer A", "gave up A".
    fn ended(&self) -> Option<Found> {
        let (at, end, phrase) = self.clause.clone().find_map(|at| {
            let phrases = group("before_en");
            let found = phrases.filter_map(|phrase| Some((at + stems_at(self.units, at, phrase)?, phrase)));
            let (end, phrase) = found.max_by_key(|found| found.0)?;
            let is_told = phrase == "no longer" || self.units[at].form == Form::Past;
            is_told.then_some((at, end, phrase))
        })?;
        let place = |at: &usize| listed("to|on|at|for|in|off|by", &self.units[*at].text);
        // "sold A to B", "gave up A on advice"; after "no longer" a place is a part of what ended.
        let cut = (end + 1..self.clause.end).find(place).filter(|_| phrase != "no longer");
        let old = end..self.end(end).min(cut.unwrap_or(self.clause.end));
        // "stopped for a coffee" ends nothing, "stopped to rest" begins.
        let is_named = self.units.get(end).is_some_and(|next| !listed("for|at|by|in|to|than|off|it|and", &next.text));
        (is_named && self.is_final(at, phrase, &old, cut.is_some())).then_some(())?;
        let cue = (phrase != "no longer").then_some(phrase);
        self.found(self.about(at), at..end, Some(old), None, cue)
    }

    /// Whether a word that also tells of an hour or a way ends something for good here.
    fn is_final(&self, at: usize, phrase: &str, old: &Range<usize>, is_cut: bool) -> bool {
        match phrase {
            // "left the office", "left Berlin on Monday", "the left knee".
            "leave" => {
                let is_name = old.clone().all(|at| self.reading.is_capital(at)) && !old.is_empty();
                let is_city = city_at(&self.reading.folded[self.units[old.start].span.start..]).is_some();
                let is_body = old.clone().any(|at| has("left_en", &self.units[at].text));
                self.clause.start < at && (is_name && !is_city || is_body)
            }
            // "dropped the kids at school".
            "drop" => !is_cut,
            "close" => old.clone().any(|at| has("account", &self.units[at].text)),
            _ => true,
        }
    }

    /// "used to A", not "is used to".
    fn used_to(&self) -> Option<Found> {
        let at = self.find("used to", self.clause.start)?;
        let is_usage = at == self.clause.start || !matches!(self.units[at - 1].stem.as_str(), "is" | "be" | "get");
        let is_verb = self.units.get(at + 1).is_some_and(|verb| verb.form == Form::Plain);
        (is_usage && is_verb).then_some(())?;
        self.found(self.about(at), at..at + 1, Some(at + 1..self.end(at + 1)), None, None)
    }

    /// "from now on B, instead of A".
    fn instead(&self) -> Option<Found> {
        let at = self.find("instead of", self.clause.start)?;
        let is_news = (0..self.clause.end).any(|at| {
            matches!(self.units[at].text.as_str(), "now" | "nowadays")
                || stems_at(self.units, at, "these day").is_some()
        });
        is_news.then_some(())?;
        let about = 0..0;
        self.found(about, at..at + 1, Some(at + 1..self.end(at + 1)), Some(self.clause.start..at), None)
    }
}
