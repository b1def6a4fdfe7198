//! Whether a model's own text keeps to what it was shown: no number, name, date or denial that nobody told.
//!
//! A text that keeps to it may still be wrong; one that does not is refused. Where a rule can't tell, it refuses: the records then stay as
//! they are, and nothing is lost.

mod names;
mod subject;
mod telling;

use crate::sorted::SortedSet;

use crate::record::{Finding, Guard};
use crate::text::align::{Words, align_words, words_as_written};
use crate::text::letters::Boundary;
use crate::text::lexicon::{Flags, Lexicon};
use crate::text::normalize::fold;
use crate::text::unit::{Role, Unit, joined};

/// Words after a denial that may be what it denies: 没有养过猫, "does not really like the tea".
///
/// Source: a judgement; what is denied stands near its denial in both languages.
const DENIED: usize = 4;

/// What was shown to a model, read once.
pub struct Shown {
    sentences: Vec<Words>,
    stems: SortedSet<String>,
    /// The texts, folded, one after another.
    folded: String,
}

impl Shown {
    /// Reads the texts that were shown.
    #[must_use]
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut shown = Self { sentences: Vec::new(), stems: SortedSet::new(), folded: String::new() };
        for text in texts {
            let words = words_as_written(text);
            for unit in words.iter() {
                shown.stems.insert(unit.stem.to_lowercase());
            }
            shown.sentences.push(words);
            shown.folded.push_str(&fold(text));
            shown.folded.push('\n');
        }
        shown
    }

    /// The first thing that `answer` says and none of the texts does, as the guard that it offends, with its words in `new`.
    ///
    /// ```
    /// use palimpsest::llm::said::Shown;
    /// use palimpsest::record::Guard;
    /// let shown = Shown::of(["User plays tennis on Saturdays"]);
    /// assert_eq!(shown.unsaid("Plays tennis on Saturdays"), None);
    /// assert_eq!(shown.unsaid("User plays tennis on Sundays").unwrap().guard, Guard::Date);
    /// assert_eq!(shown.unsaid("User plays tennis with Kim").unwrap().guard, Guard::Object);
    /// ```
    #[must_use]
    pub fn unsaid(&self, answer: &str) -> Option<Finding> {
        let units = words_as_written(answer);
        let folded = fold(answer);
        self.quantity(&units)
            .or_else(|| self.denial(&units))
            .or_else(|| self.telling(&folded, &units))
            .or_else(|| self.lost_ending(&units))
            .or_else(|| self.opposite(&units))
            .or_else(|| names::unsaid(answer, &self.stems, &self.folded))
            .or_else(|| subject::unsaid(answer, &self.stems, &self.folded))
            .or_else(|| telling::script(&folded, &self.folded))
    }

    /// A number, a date or a counted unit that no text has.
    fn quantity(&self, units: &[Unit]) -> Option<Finding> {
        units.iter().enumerate().find_map(|(at, unit)| {
            let next = units.get(at + 1);
            match unit.role {
                Role::Number if is_article(unit, next) => None,
                Role::Number => {
                    let measure = next.filter(|next| next.role == Role::Measure);
                    let is_told = self.has(|other| {
                        let (first, after) = (other.first()?, other.get(1));
                        let same = first.role == Role::Number && first.stem == unit.stem;
                        let counts =
                            measure.is_none_or(|measure| after.is_some_and(|after| after.stem == measure.stem));
                        (same && counts).then_some(())
                    });
                    if is_told {
                        return self.miscounted(units, at);
                    }
                    let known = self.has(|other| (other.first()?.stem == unit.stem).then_some(()));
                    Some(match measure {
                        Some(measure) if known => finding(Guard::Unit, &[unit, measure]),
                        Some(_) | None => finding(Guard::Number, &[unit]),
                    })
                }
                Role::Date => (!self.stems.contains(&unit.stem.to_lowercase())).then(|| finding(Guard::Date, &[unit])),
                // 三两: a unit whose number is told with another one was found with the number.
                Role::Content
                | Role::Tone
                | Role::Function
                | Role::Negation
                | Role::Modality
                | Role::Tense
                | Role::Measure => None,
            }
        })
    }

    /// A number of things of which the texts tell only other numbers: 5 cats of "3 cats and 5 dogs".
    fn miscounted(&self, units: &[Unit], at: usize) -> Option<Finding> {
        let thing = counted(units, at)?;
        let told = || {
            self.sentences
                .iter()
                .flat_map(|told| (0..told.len()).filter_map(|at| Some((&told[at], counted(told, at)?))))
        };
        let of_thing = || told().filter(|(_, other)| other.stem == thing.stem);
        let is_other = of_thing().next().is_some() && of_thing().all(|(number, _)| number.stem != units[at].stem);
        is_other.then(|| finding(Guard::Number, &[&units[at], thing]))
    }

    /// Whether a place in one of the texts is so.
    fn has(&self, is_so: impl Fn(&[Unit]) -> Option<()>) -> bool {
        self.sentences.iter().any(|units| (0..units.len()).any(|at| is_so(&units[at..]).is_some()))
    }

    /// A denial of something that no text denies, or something told that a text denies and none tells.
    fn denial(&self, units: &[Unit]) -> Option<Finding> {
        for (at, unit) in units.iter().enumerate().filter(|(_, unit)| unit.role == Role::Negation) {
            let denied = after_denial(units, at);
            let is_told = self.sentences.iter().any(|other| {
                let denials = other.iter().enumerate().filter(|(_, unit)| unit.role == Role::Negation);
                denials.into_iter().any(|(there, _)| {
                    let told = after_denial(other, there);
                    denied.is_empty() || denied.iter().any(|unit| told.iter().any(|other| other.stem == unit.stem))
                })
            });
            if !is_told {
                let shown: Vec<&Unit> = std::iter::once(unit).chain(denied).collect();
                return Some(finding(Guard::Negation, &shown));
            }
        }
        clauses(units).find_map(|clause| self.lost_denial(clause))
    }

    /// A clause that tells what a text denies, where no text tells it.
    fn lost_denial(&self, clause: &[Unit]) -> Option<Finding> {
        let clause: Words = clause.into();
        if is_denying(&clause) || !clause.iter().any(|unit| unit.role == Role::Content) {
            return None;
        }
        let others = || self.sentences.iter().flat_map(|units| clauses(units));
        let denied = others().any(|other| is_denying(other) && align_words(&clause, &other.into()).is_denial());
        if !denied {
            return None;
        }
        let stems: Vec<&str> = content(&clause).map(|unit| unit.stem.as_str()).collect();
        let is_told = others()
            .any(|other| !is_denying(other) && stems.iter().all(|stem| content(other).any(|unit| unit.stem == *stem)));
        (!is_told).then(|| finding(Guard::Negation, &clause.iter().collect::<Vec<_>>()))
    }
}

/// The thing that a number counts: the word behind it and its measure.
fn counted(units: &[Unit], at: usize) -> Option<&Unit> {
    if units[at].role != Role::Number {
        return None;
    }
    let is_measure = |unit: &&Unit| unit.role == Role::Measure || unit.flags.has(Flags::MEASURE);
    let mut rest = units[at + 1..].iter().skip_while(is_measure);
    rest.next().filter(|unit| unit.role == Role::Content && unit.boundary < Boundary::Comma)
}

/// 一 before a word that counts things is an article in a summary: 一位工程师.
fn is_article(unit: &Unit, next: Option<&Unit>) -> bool {
    unit.text == "一" && next.is_some_and(|next| matches!(next.text.as_str(), "个" | "位" | "名" | "种" | "些"))
}

/// Whether something in it is denied by a "not".
fn is_denying(units: &[Unit]) -> bool {
    units.iter().any(|unit| unit.role == Role::Negation)
}

/// The words that a denial may deny: the next few of its clause that say something.
fn after_denial(units: &[Unit], at: usize) -> Vec<&Unit> {
    let rest = units.iter().skip(at + 1).take_while(|unit| unit.boundary < Boundary::Comma);
    rest.filter(|unit| says(unit)).take(DENIED).collect()
}

fn says(unit: &Unit) -> bool {
    matches!(unit.role, Role::Content | Role::Number | Role::Date | Role::Measure) && !unit.flags.has(Flags::SUBJECT)
}

fn content(units: &[Unit]) -> impl Iterator<Item = &Unit> {
    units.iter().filter(|unit| says(unit))
}

/// The clauses of a text: what stands between two commas or stops.
fn clauses(units: &[Unit]) -> impl Iterator<Item = &[Unit]> {
    units.chunk_by(|_, next| next.boundary < Boundary::Comma)
}

fn finding(guard: Guard, units: &[&Unit]) -> Finding {
    Finding { guard, new: joined(units), stored: String::new() }
}

/// Whether a word stands in one of the lists of words that are no names.
fn is_listed(word: &str) -> bool {
    Lexicon::shared().flags(word).has(Flags::ANY)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
