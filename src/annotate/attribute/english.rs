//! Attributes in English sentences.

use std::ops::Range;

use super::chinese::owned_key;
use super::{Candidate, Sentences, sentences, value};
use crate::annotate::keys::{USER, relation};
use crate::annotate::lists::has;
use crate::annotate::reading::{Reading, stems_at};
use crate::annotate::subject::{self, Subject};
use crate::text::stem::Form;
use crate::text::unit::{Role, Unit, joined};

/// The attribute that a clause gives a value for.
pub(super) fn read(reading: &Reading, clause: &Range<usize>) -> Option<Candidate> {
    let part = Part { reading, units: &reading.units, clause: clause.clone() };
    let readings = [Part::favourite, Part::stance, Part::spoken, Part::allergy, Part::diet, Part::hour, Part::age];
    readings.into_iter().find_map(|read| read(&part)).or_else(|| part.listed())
}

struct Part<'text> {
    reading: &'text Reading<'text>,
    units: &'text [Unit],
    clause: Range<usize>,
}

impl Part<'_> {
    /// The units from `at` to the end of the clause.
    fn rest(&self, at: usize) -> &[Unit] {
        &self.units[at.min(self.clause.end)..self.clause.end]
    }

    fn text_at(&self, at: usize) -> &str {
        self.clause.contains(&at).then(|| self.units[at].text.as_str()).unwrap_or_default()
    }

    fn subject(&self, at: usize) -> Option<Subject> {
        subject::english(self.reading, self.clause.start..at)
    }

    fn value(&self, shape: &str, at: usize) -> Option<Range<usize>> {
        let n_units = value::english(shape, self.rest(at), &self.reading.folded, |nth| self.reading.is_capital(at + nth))?;
        Some(at..at + n_units)
    }

    fn written(&self, units: &Range<usize>) -> String {
        self.reading.written(&self.reading.span(units))
    }

    fn candidate(&self, subject: Subject, key: impl Into<String>, value: impl Into<String>, frame: Range<usize>) -> Candidate {
        let is_event = self.units[frame.clone()].iter().any(|unit| unit.form == Form::Past);
        Candidate { clause: self.clause.clone(), frame: vec![frame], is_event, subject, key: key.into(), value: value.into() }
    }

    /// The sentences of the list.
    fn listed(&self) -> Option<Candidate> {
        let plain = sentences("en").find_map(|line| line.before.iter().find_map(|frame| self.framed(frame, line)));
        plain.or_else(|| {
            sentences("en-noun").find_map(|line| {
                line.before.iter().find_map(|noun| self.owned(noun, line).or_else(|| self.of(noun, line)))
            })
        })
    }

    /// "S lives in V": the words of `frame` in their plain forms, of which one with "+" must be past.
    fn framed(&self, frame: &str, line: &Sentences) -> Option<Candidate> {
        let n_words = frame.split(' ').count();
        let at = self.clause.clone().find(|at| self.is_frame(frame, *at))?;
        let value = match line.shape {
            "single" | "married" => at..at,
            shape => self.value(shape, self.value_start(at, n_words))?,
        };
        let is_ended = line.after.is_empty() || line.after.contains(&self.text_at(value.end));
        let subject = self.subject(at)?;
        let key = owned_key(line.key, line.whose, &subject)?;
        let text = if value.is_empty() { line.shape.to_owned() } else { self.written(&value) };
        is_ended.then(|| self.candidate(subject, key, text, at..at + n_words))
    }

    fn is_frame(&self, frame: &str, at: usize) -> bool {
        let is_longer = frame.contains(' ');
        frame.split(' ').enumerate().all(|(nth, word)| {
            // "moved from U to V" has more between.
            let is_parted = nth == 1 && word == "to" && self.text_at(at + 1) == "from";
            is_parted || self.rest(at).get(nth).is_some_and(|unit| {
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
            Some(_) if line.whose == "object" => self.subject(at)?,
            Some(_) => return None,
        };
        is_copula.then_some(())?;
        let value = self.value(line.shape, end + usize::from(self.text_at(end + 1) == "on") + 1)?;
        self.attributed(owner, line.key, line.whose, &value, at..end + 1)
    }

    /// "The price of X is V".
    fn of(&self, noun: &str, line: &Sentences) -> Option<Candidate> {
        let (at, end) = self.noun(noun)?;
        (self.text_at(end) == "of" || self.text_at(end) == "for").then_some(())?;
        let is = (end + 1..self.clause.end).find(|at| self.text_at(*at) == "is")?;
        let owner = subject::english(self.reading, end + 1..is)?;
        let is_bare = self.clause.start == at || self.clause.start + 1 == at && self.text_at(self.clause.start) == "the";
        let value = self.value(line.shape, is + 1)?;
        let whose = if line.whose == "object" { "object" } else { "named" };
        is_bare.then(|| self.attributed(owner, line.key, whose, &value, at..is + 1))?
    }

    fn attributed(&self, owner: Subject, key: &str, whose: &str, value: &Range<usize>, frame: Range<usize>) -> Option<Candidate> {
        let key = owned_key(key, whose, &owner)?;
        let subject = if whose == "object" { Subject::Named(USER.to_owned()) } else { owner };
        Some(self.candidate(subject, key, self.written(value), frame))
    }

    /// Where a noun stands, from its first word to behind its last.
    fn noun(&self, noun: &str) -> Option<(usize, usize)> {
        self.clause.clone().find_map(|at| Some((at, at + stems_at(self.units, at, noun)?)))
    }

    /// "S's favourite X is V".
    fn favourite(&self) -> Option<Candidate> {
        let at = self.clause.clone().find(|at| matches!(self.text_at(*at), "favourite" | "favorite"))?;
        let is = (at + 1..self.clause.end).find(|at| self.text_at(*at) == "is").filter(|is| (at + 2..at + 4).contains(is))?;
        let owner = match self.text_at(at.wrapping_sub(1)) {
            "my" | "our" if at == self.clause.start + 1 => Subject::Named(USER.to_owned()),
            "'s" => self.subject(at - 1)?,
            _ if at == self.clause.start => Subject::Unnamed,
            _ => return None,
        };
        let thing: Vec<&Unit> = self.units[at + 1..is].iter().collect();
        let value = is + 1..self.clause.end;
        let is_short = (1..=4).contains(&value.len()) && !self.rest(is + 1).iter().any(|unit| matches!(unit.text.as_str(), "and" | "or" | "to" | "when"));
        is_short.then(|| self.candidate(owner, format!("favourite:{}", joined(&thing)), self.written(&value), at..is + 1))
    }

    /// "S likes O", "S does not like O".
    fn stance(&self) -> Option<Candidate> {
        let is_verb = |at: &usize| {
            let unit = &self.units[*at];
            unit.form == Form::Plain && (has("loves_en", &unit.stem) || has("hates_en", &unit.stem))
        };
        let at = self.clause.clone().find(is_verb)?;
        let is_denied = self.clause.start + 1 < at && self.text_at(at - 1) == "not" && matches!(self.text_at(at - 2), "do" | "does");
        let before = if is_denied { at - 2 } else { at };
        let subject = self.subject(before)?;
        // "I like" and "likes", but not the preposition and not "Like many …".
        let is_finite = subject != Subject::Unnamed || self.units[at].text != self.units[at].stem || is_denied;
        let object = self.rest(at + 1);
        let stops = ["to", "that", "when", "if", "and", "or", "but", "because", "with", "for", "by", "more", "being", "how", "what", "the", "her", "his", "it", "than", "as", "him"];
        let is_thing = (1..=4).contains(&object.len()) && !object.iter().any(|unit| stops.contains(&unit.text.as_str()));
        (is_finite && is_thing).then_some(())?;
        let loves = has("loves_en", &self.units[at].stem) != is_denied;
        let object: Vec<&Unit> = object.iter().collect();
        Some(self.candidate(subject, format!("likes:{}", joined(&object)), if loves { "loves" } else { "hates" }, before..at + 1))
    }

    /// "S speaks (fluent) O", "S does not speak O".
    fn spoken(&self) -> Option<Candidate> {
        let at = self.clause.clone().find(|at| self.units[*at].stem == "speak" && self.units[*at].form == Form::Plain)?;
        let is_denied = self.clause.start + 1 < at && self.text_at(at - 1) == "not" && matches!(self.text_at(at - 2), "do" | "does");
        let before = if is_denied { at - 2 } else { at };
        let adverbs = ["fluent", "a", "little", "some", "good", "native", "basic", "any"];
        let start = (at + 1..self.clause.end).find(|at| !adverbs.contains(&self.text_at(*at)) && self.text_at(*at) != "a little")?;
        let value = self.value("language", start).filter(|value| value.len() == 1)?;
        let is_alone = !matches!(self.text_at(value.end), "and" | "or" | "at" | "with");
        let subject = self.subject(before)?;
        let language = self.units[value.start].text.clone();
        is_alone.then(|| self.candidate(subject, format!("speaks:{language}"), if is_denied { "no" } else { "yes" }, before..start))
    }

    /// "S is (not) allergic to O", "S has an O allergy".
    fn allergy(&self) -> Option<Candidate> {
        if let Some((at, end)) = self.noun("is allergic to").or_else(|| self.noun("is not allergic to")) {
            let object: Vec<&Unit> = self.rest(end).iter().collect();
            let is_thing = (1..=3).contains(&object.len()) && !object.iter().any(|unit| matches!(unit.text.as_str(), "and" | "or" | "both" | "it"));
            let value = if self.text_at(at + 1) == "not" { "no" } else { "yes" };
            is_thing.then_some(())?;
            return Some(self.candidate(self.subject(at)?, format!("allergic:{}", joined(&object)), value, at..end));
        }
        let at = self.clause.clone().find(|at| self.text_at(*at) == "allergy")?;
        let has = (self.clause.start..at).find(|at| self.units[*at].stem == "have" && self.units[*at].form == Form::Plain)?;
        let start = has + 1 + usize::from(matches!(self.text_at(has + 1), "a" | "an"));
        let object: Vec<&Unit> = self.units[start..at].iter().collect();
        let fits = (1..=2).contains(&object.len()) && at + 1 == self.clause.end;
        fits.then_some(())?;
        Some(self.candidate(self.subject(has)?, format!("allergic:{}", plural(&joined(&object))), "yes", has..at + 1))
    }

    /// "S is a vegetarian".
    fn diet(&self) -> Option<Candidate> {
        let diets = ["vegetarian", "vegan", "pescatarian", "teetotal"];
        let at = self.clause.clone().find(|at| diets.contains(&self.text_at(*at))).filter(|at| at + 1 == self.clause.end)?;
        let is = (self.clause.start..at).rev().take(3).find(|at| self.units[*at].stem == "is" && self.units[*at].form == Form::Plain)?;
        let is_plain = (is + 1..at).all(|at| matches!(self.text_at(at), "a" | "an" | "usually" | "now" | "strict"));
        is_plain.then_some(())?;
        Some(self.candidate(self.subject(is)?, "diet", self.written(&(at..at + 1)), is..at + 1))
    }

    /// "S goes to bed at V", "S gets up at V".
    fn hour(&self) -> Option<Candidate> {
        let frames = [("go to bed at", "bedtime"), ("get up at", "wake_time"), ("wake up at", "wake_time")];
        let (at, end, key) = frames.into_iter().find_map(|(frame, key)| {
            let (at, end) = self.noun(frame)?;
            (self.units[at].form == Form::Plain).then_some((at, end, key))
        })?;
        let time = self.rest(end);
        let fits = time.first().is_some_and(|first| first.role == Role::Number || matches!(first.text.as_str(), "noon" | "midnight"))
            && time.iter().skip(1).all(|unit| matches!(unit.text.as_str(), "am" | "pm" | "a.m" | "p.m" | "o'clock"));
        fits.then_some(())?;
        Some(self.candidate(self.subject(at)?, key, self.written(&(end..self.clause.end)), at..end))
    }

    /// "S is 34 years old".
    fn age(&self) -> Option<Candidate> {
        let at = self.clause.clone().find(|at| stems_at(self.units, *at, "year old").is_some())?;
        let number = at.checked_sub(1).filter(|at| self.clause.contains(at) && self.units[*at].role == Role::Number)?;
        let is = number.checked_sub(1).filter(|at| self.clause.contains(at) && matches!(self.text_at(*at), "is" | "am"))?;
        let subject = self.subject(is)?;
        let is_someone = matches!(&subject, Subject::Named(name) if name == USER || relation(name).is_some());
        (is_someone && at + 2 == self.clause.end).then(|| self.candidate(subject, "age", self.written(&(number..number + 1)), is..at + 2))
    }
}

/// "a peanut allergy" is one to peanuts.
fn plural(thing: &str) -> String {
    if thing.ends_with('s') || !thing.is_ascii() { thing.to_owned() } else { format!("{thing}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::lists::group;

    #[test]
    fn lists_have_the_groups_that_are_asked_for() {
        for name in ["loves_en", "hates_en", "adverb_en", "nobody_en"] {
            assert!(group(name).next().is_some(), "{name}");
        }
    }
}
