//! Attributes with sentences of their own in English: stances, languages, allergies, hours, ages.

use super::Part;
use crate::annotate::attribute::Candidate;
use crate::annotate::attribute::sentences::Shape;
use crate::annotate::keys::{USER, relation};
use crate::annotate::lists::has;
use crate::annotate::reading::{is_number, stems_at};
use crate::annotate::subject::Subject;
use crate::text::stem::Form;
use crate::text::unit::{Unit, joined};

impl Part<'_> {
    /// "S's favourite X is V".
    pub(super) fn favourite(&self) -> Option<Candidate> {
        let at = self.clause.clone().find(|at| matches!(self.text_at(*at), "favourite" | "favorite"))?;
        let is = (at + 1..self.clause.end)
            .find(|at| self.text_at(*at) == "is")
            .filter(|is| (at + 2..at + 4).contains(is))?;
        let owner = match self.text_at(at.wrapping_sub(1)) {
            "my" | "our" if at == self.clause.start + 1 => Subject::Named(USER.to_owned()),
            "'s" => self.subject(at - 1)?,
            _ if at == self.clause.start => Subject::Unnamed,
            _ => return None,
        };
        let thing: Vec<&Unit> = self.units[at + 1..is].iter().collect();
        let value = is + 1..self.clause.end;
        let is_short = (1..=4).contains(&value.len())
            && !self.rest(is + 1).iter().any(|unit| matches!(unit.text.as_str(), "and" | "or" | "to" | "when"));
        is_short
            .then(|| self.candidate(owner, format!("favourite:{}", joined(&thing)), self.written(&value), at..is + 1))
    }

    /// "S likes O", "S does not like O".
    pub(super) fn stance(&self) -> Option<Candidate> {
        let is_verb = |at: &usize| {
            let unit = &self.units[*at];
            unit.form == Form::Plain && (has("loves_en", &unit.stem) || has("hates_en", &unit.stem))
        };
        let at = self.clause.clone().find(is_verb)?;
        let is_denied = self.clause.start + 1 < at
            && self.text_at(at - 1) == "not"
            && matches!(self.text_at(at - 2), "do" | "does");
        let before = if is_denied { at - 2 } else { at };
        // The preposition: "is like", "looks like".
        let is_preposition = self.clause.start < before
            && matches!(
                self.units[before - 1].stem.as_str(),
                "is" | "be" | "look" | "feel" | "sound" | "taste" | "smell" | "seem"
            );
        let subject = self.subject(before).filter(|_| !is_preposition)?;
        // "I like" and "likes", but not the preposition and not "Like many …".
        let is_finite = subject != Subject::Unnamed || self.units[at].text != self.units[at].stem || is_denied;
        let object = self.rest(at + 1);
        let stops = [
            "to", "that", "when", "if", "and", "or", "but", "because", "with", "for", "by", "more", "being", "how",
            "what", "the", "her", "his", "it", "than", "as", "him",
        ];
        let is_thing =
            (1..=4).contains(&object.len()) && !object.iter().any(|unit| stops.contains(&unit.text.as_str()));
        (is_finite && is_thing).then_some(())?;
        let loves = has("loves_en", &self.units[at].stem) != is_denied;
        let object: Vec<&Unit> = object.iter().collect();
        Some(self.candidate(
            subject,
            format!("likes:{}", joined(&object)),
            if loves { "loves" } else { "hates" },
            before..at + 1,
        ))
    }

    /// "S speaks (fluent) O", "S does not speak O".
    pub(super) fn spoken(&self) -> Option<Candidate> {
        let at =
            self.clause.clone().find(|at| self.units[*at].stem == "speak" && self.units[*at].form == Form::Plain)?;
        let is_denied = self.clause.start + 1 < at
            && self.text_at(at - 1) == "not"
            && matches!(self.text_at(at - 2), "do" | "does");
        let before = if is_denied { at - 2 } else { at };
        let adverbs = ["fluent", "a", "little", "some", "good", "native", "basic", "any"];
        let start = (at + 1..self.clause.end)
            .find(|at| !adverbs.contains(&self.text_at(*at)) && self.text_at(*at) != "a little")?;
        let value = self.value(Shape::Language, start).filter(|value| value.len() == 1)?;
        let is_alone = !matches!(self.text_at(value.end), "and" | "or" | "at" | "with");
        let subject = self.subject(before)?;
        let language = self.units[value.start].text.clone();
        is_alone.then(|| {
            self.candidate(
                subject,
                format!("speaks:{}", language.as_str()),
                if is_denied { "no" } else { "yes" },
                before..start,
            )
        })
    }

    /// "S is (not) allergic to O", "S has an O allergy".
    pub(super) fn allergy(&self) -> Option<Candidate> {
        if let Some((at, end)) = self.noun("is allergic to").or_else(|| self.noun("is not allergic to")) {
            let object: Vec<&Unit> = self.rest(end).iter().collect();
            let is_thing = (1..=3).contains(&object.len())
                && !object.iter().any(|unit| matches!(unit.text.as_str(), "and" | "or" | "both" | "it"));
            let value = if self.text_at(at + 1) == "not" { "no" } else { "yes" };
            is_thing.then_some(())?;
            return Some(self.candidate(self.subject(at)?, format!("allergic:{}", joined(&object)), value, at..end));
        }
        let at = self.clause.clone().find(|at| self.text_at(*at) == "allergy")?;
        let has =
            (self.clause.start..at).find(|at| self.units[*at].stem == "have" && self.units[*at].form == Form::Plain)?;
        let start = has + 1 + usize::from(matches!(self.text_at(has + 1), "a" | "an"));
        let object: Vec<&Unit> = self.units[start..at].iter().collect();
        let fits = (1..=2).contains(&object.len()) && at + 1 == self.clause.end;
        fits.then_some(())?;
        Some(self.candidate(self.subject(has)?, format!("allergic:{}", plural(&joined(&object))), "yes", has..at + 1))
    }

    /// "S is a vegetarian".
    pub(super) fn diet(&self) -> Option<Candidate> {
        let diets = ["vegetarian", "vegan", "pescatarian", "teetotal"];
        let at =
            self.clause.clone().find(|at| diets.contains(&self.text_at(*at))).filter(|at| at + 1 == self.clause.end)?;
        let is = (self.clause.start..at)
            .rev()
            .take(3)
            .find(|at| self.units[*at].stem == "is" && self.units[*at].form == Form::Plain)?;
        let is_plain = (is + 1..at).all(|at| matches!(self.text_at(at), "a" | "an" | "usually" | "now" | "strict"));
        is_plain.then_some(())?;
        Some(self.candidate(self.subject(is)?, "diet", self.written(&(at..at + 1)), is..at + 1))
    }

    /// "S goes to bed at V", "S gets up at V".
    pub(super) fn hour(&self) -> Option<Candidate> {
        let frames = [("go to bed at", "bedtime"), ("get up at", "wake_time"), ("wake up at", "wake_time")];
        let (at, end, key) = frames.into_iter().find_map(|(frame, key)| {
            let (at, end) = self.noun(frame)?;
            (self.units[at].form == Form::Plain).then_some((at, end, key))
        })?;
        let time = self.rest(end);
        // Which half of the day may stand on either side of the hour.
        let is_hour = |unit: &Unit| is_number(unit) || matches!(unit.text.as_str(), "noon" | "midnight");
        let is_half = |unit: &Unit| has("half_en", &unit.text);
        let fits = time.iter().filter(|unit| is_hour(unit)).count() == 1
            && time.iter().all(|unit| is_hour(unit) || is_half(unit));
        fits.then_some(())?;
        Some(self.candidate(self.subject(at)?, key, self.written(&(end..self.clause.end)), at..end))
    }

    /// "S is 34 years old".
    pub(super) fn age(&self) -> Option<Candidate> {
        let at = self.clause.clone().find(|at| stems_at(self.units, *at, "year old").is_some())?;
        let number = at.checked_sub(1).filter(|at| self.clause.contains(at) && is_number(&self.units[*at]))?;
        let is =
            number.checked_sub(1).filter(|at| self.clause.contains(at) && matches!(self.text_at(*at), "is" | "am"))?;
        let subject = self.subject(is)?;
        let is_someone = matches!(&subject, Subject::Named(name) if name == USER || relation(name).is_some());
        (is_someone && at + 2 == self.clause.end)
            .then(|| self.candidate(subject, "age", self.written(&(number..number + 1)), is..at + 2))
    }
}

/// "a peanut allergy" is one to peanuts.
fn plural(thing: &str) -> String {
    if thing.ends_with('s') || !thing.is_ascii() { thing.to_owned() } else { format!("{thing}s") }
}
