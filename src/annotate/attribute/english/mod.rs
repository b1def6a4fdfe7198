//! Attributes in English sentences.

mod own;
mod value;

use std::ops::Range;

use super::Candidate;
use super::sentences::{Grammar, Sentences, Shape, Whose, sentences};
use crate::annotate::keys::USER;
use crate::annotate::reading::{Reading, stems_at};
use crate::annotate::subject::{self, Subject};
use crate::text::stem::Form;
use crate::text::unit::Unit;

/// Words after a frame that are looked at for its value; no value has as many.
const MAX_LOOKED_AT: usize = 12;

/// The attribute that a clause gives a value for.
pub(super) fn read(reading: &Reading, clause: &Range<usize>) -> Option<Candidate> {
    let part = Part { reading, units: &reading.units, clause: clause.clone() };
    let readings = [Part::favourite, Part::stance, Part::spoken, Part::allergy, Part::diet, Part::hour, Part::age];
    readings.into_iter().find_map(|read| read(&part)).or_else(|| part.listed())
}

struct Part<'text> {
    reading: &'text Reading,
    units: &'text [Unit],
    clause: Range<usize>,
}

impl Part<'_> {
    /// The units from `at` to the end of the clause.
    fn rest(&self, at: usize) -> &[Unit] {
        &self.units[at.min(self.clause.end)..self.clause.end]
    }

    fn text_at(&self, at: usize) -> &str {
        if self.clause.contains(&at) { &self.units[at].text } else { "" }
    }

    fn subject(&self, at: usize) -> Option<Subject> {
        subject::english(self.reading, self.clause.start..at)
    }

    /// The units from `at` on that are a value of `shape`.
    fn value(&self, shape: Shape, at: usize) -> Option<Range<usize>> {
        let units = self.rest(at);
        let units = &units[..units.len().min(MAX_LOOKED_AT)];
        let capitals = (0..units.len()).map(|nth| self.reading.is_capital(at + nth)).collect();
        let n_units = value::After { folded: &self.reading.folded, units, capitals }.value(shape)?;
        Some(at..at + n_units)
    }

    fn written(&self, units: &Range<usize>) -> String {
        self.reading.written(&self.reading.span(units))
    }

    fn candidate(
        &self,
        subject: Subject,
        key: impl Into<String>,
        value: impl Into<String>,
        frame: Range<usize>,
    ) -> Candidate {
        let is_event = self.units[frame.clone()].iter().any(|unit| unit.form == Form::Past);
        Candidate {
            clause: self.clause.clone(),
            frame: vec![frame],
            is_event,
            subject,
            key: key.into(),
            value: value.into(),
        }
    }

    /// The sentences of the list.
    fn listed(&self) -> Option<Candidate> {
        let plain =
            sentences(Grammar::English).find_map(|line| line.before.iter().find_map(|frame| self.framed(frame, line)));
        plain.or_else(|| {
            sentences(Grammar::EnglishNoun).find_map(|line| {
                line.before.iter().find_map(|noun| self.owned(noun, line).or_else(|| self.of(noun, line)))
            })
        })
    }

    /// "S lives in V": the words of `frame` in their plain forms, of which one with "+" must be past.
    fn framed(&self, frame: &str, line: &Sentences) -> Option<Candidate> {
        let n_words = frame.split(' ').count();
        let at = self.clause.clone().find(|at| self.is_frame(frame, *at))?;
        let value = match line.shape.stated() {
            Some(_) => at..at,
            None => self.value(line.shape, self.value_start(at, n_words))?,
        };
        let is_ended = line.after.is_empty() || line.after.contains(&self.text_at(value.end));
        let (subject, key) = line.owned(self.subject(at)?)?;
        let text = line.shape.stated().map_or_else(|| self.written(&value), str::to_owned);
        is_ended.then(|| self.candidate(subject, key, text, at..at + n_words))
    }

    fn is_frame(&self, frame: &str, at: usize) -> bool {
        let is_longer = frame.contains(' ');
        frame.split(' ').enumerate().all(|(nth, word)| {
            // "moved from U to V" has more between.
            let is_parted = nth == 1 && word == "to" && self.text_at(at + 1) == "from";
            is_parted
                || self.rest(at).get(nth).is_some_and(|unit| {
                    let (stem, wants_past) = word.strip_suffix('+').map_or((word, false), |stem| (stem, true));
                    let stem = if stem == "be" { "is" } else { stem };
                    let is_form = match unit.form {
                        // A participle after "is".
                        Form::Past => wants_past || nth != 0 && is_longer || unit.text == unit.stem,
                        Form::Plain => !wants_past,
                        Form::Ing => false,
                    };
                    (unit.stem == stem || unit.text == stem) && is_form
                })
        })
    }

    /// Where the value begins after a frame of `n_words`: "moved to V", "moved from U to V".
    fn value_start(&self, at: usize, n_words: usize) -> usize {
        let to = (at + 1..self.clause.end.min(at + 7)).find(|at| self.text_at(*at) == "to");
        match to.filter(|_| self.text_at(at + 1) == "from") {
            Some(to) => to + 1,
            None => at + n_words,
        }
    }

    /// "S's birthday is V", "my birthday is V", "rent is V".
    fn owned(&self, noun: &str, line: &Sentences) -> Option<Candidate> {
        let (at, end) = self.noun(noun)?;
        let is_copula = matches!(self.text_at(end), "is" | "are");
        let before = self.clause.start..at;
        let owner = match before.clone().next_back().map(|last| self.text_at(last)) {
            None => Subject::Unnamed,
            Some("my" | "our") if before.len() == 1 => Subject::Named(USER.to_owned()),
            Some("the") if before.len() == 1 => Subject::Unnamed,
            Some("'s") => self.subject(at - 1)?,
            // "the report deadline is".
            Some(_) if line.whose == Whose::Thing => self.subject(at)?,
            Some(_) => return None,
        };
        is_copula.then_some(())?;
        let value = self.value(line.shape, end + usize::from(self.text_at(end + 1) == "on") + 1)?;
        let (subject, key) = line.owned(owner)?;
        Some(self.candidate(subject, key, self.written(&value), at..end + 1))
    }

    /// "The price of X is V".
    fn of(&self, noun: &str, line: &Sentences) -> Option<Candidate> {
        let (at, end) = self.noun(noun)?;
        (self.text_at(end) == "of" || self.text_at(end) == "for").then_some(())?;
        let is = (end + 1..self.clause.end).find(|at| self.text_at(*at) == "is")?;
        let owner = subject::english(self.reading, end + 1..is)?;
        let is_bare =
            self.clause.start == at || self.clause.start + 1 == at && self.text_at(self.clause.start) == "the";
        let value = self.value(line.shape, is + 1)?;
        let (subject, key) = line.owned(owner).filter(|_| is_bare)?;
        Some(self.candidate(subject, key, self.written(&value), at..is + 1))
    }

    /// Where a noun stands, from its first word to behind its last.
    fn noun(&self, noun: &str) -> Option<(usize, usize)> {
        self.clause.clone().find_map(|at| Some((at, at + stems_at(self.units, at, noun)?)))
    }
}

#[cfg(test)]
mod tests {
    use crate::annotate::lists::group;

    #[test]
    fn lists_have_the_groups_that_are_asked_for() {
        for name in ["loves_en", "hates_en", "adverb_en", "nobody_en"] {
            assert!(group(name).next().is_some(), "{name}");
        }
    }
}
