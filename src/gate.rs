//! Strategy 1, the write gate: is this text known?

use crate::record::{Finding, Guard, Kind, Record, WriteInput};
use crate::text::align::{Words, align_words, words};
use crate::text::coverage::Coverage;
use crate::text::guard::{are_free_loose, guards};

/// What a text claims to be, as far as it was given or found. A difference forbids a duplicate before anything is compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Claim<'a> {
    /// How long it holds.
    pub kind: Option<Kind>,
    /// The attribute that it gives a value for.
    pub key: Option<&'a str>,
    /// The attribute's value.
    pub value: Option<&'a str>,
    /// Whom or what it is about.
    pub subject: Option<&'a str>,
}

impl<'a> From<&'a WriteInput> for Claim<'a> {
    fn from(input: &'a WriteInput) -> Self {
        Self {
            kind: input.kind,
            key: input.key.as_deref(),
            value: input.value.as_deref(),
            subject: input.subject.as_deref(),
        }
    }
}

impl<'a> From<&'a Record> for Claim<'a> {
    fn from(record: &'a Record) -> Self {
        Self {
            kind: record.kind,
            key: record.key.as_deref(),
            value: record.value.as_deref(),
            subject: record.subject.as_deref(),
        }
    }
}

impl Claim<'_> {
    /// Whether the two may be one memory. What one side lacks forbids nothing.
    #[must_use]
    pub fn allows(&self, other: &Self) -> bool {
        let agree = |mine: Option<&str>, theirs: Option<&str>| mine.is_none() || theirs.is_none() || mine == theirs;
        (self.kind.is_none() || other.kind.is_none() || self.kind == other.kind)
            && self.may_have_the_key_of(other)
            && agree(self.subject, other.subject)
            // Values can only differ where they are values of one key.
            && (self.key.is_none() || other.key.is_none() || agree(self.value, other.value))
    }
}

/// Whether two keys are of one kind of thing, and their objects are one in other words: 空调, 冷气.
fn is_one_key((one, other): (&str, &str)) -> bool {
    let parted = one.split_once(':').zip(other.split_once(':'));
    parted.is_some_and(|((mine, object), (theirs, other))| {
        let (object, other) = (words(object), words(other));
        mine == theirs
            && object.len() == other.len()
            && object.iter().zip(&*other).all(|(one, other)| one.matches(other))
    })
}

impl Claim<'_> {
    /// Whether the two may speak of the same thing, of whose values one may replace the other: of one kind, subject and key. An ending retires what
    /// it names whatever its kind, but a guess and what was told are never held against each other.
    #[must_use]
    pub fn is_of_one_thing(&self, other: &Self) -> bool {
        let agree = |mine: Option<&str>, theirs: Option<&str>| mine.is_none() || theirs.is_none() || mine == theirs;
        let is_guess = |claim: &Self| claim.kind == Some(Kind::Inference);
        is_guess(self) == is_guess(other) && self.may_have_the_key_of(other) && agree(self.subject, other.subject)
    }

    /// Whether both have one key, or a side has none.
    fn may_have_the_key_of(&self, other: &Self) -> bool {
        self.key.zip(other.key).is_none_or(|keys| keys.0 == keys.1 || is_one_key(keys))
    }
}

/// How a new text stands to a stored one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// The stored text says it already.
    Duplicate,
    /// It says all that the stored text says, and more.
    Updated,
    /// Neither, as far as this rule can tell.
    Apart,
}

impl From<Coverage> for Verdict {
    fn from(coverage: Coverage) -> Self {
        match coverage {
            Coverage::Same | Coverage::NewCovered => Self::Duplicate,
            Coverage::StoredCovered => Self::Updated,
            Coverage::Apart => Self::Apart,
        }
    }
}

/// What a comparison of two texts found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Comparison {
    /// What the words alone say: all but tone words and inflection aligned.
    pub by_words: Verdict,
    /// What the words say once the vectors are close: function words may differ too.
    pub by_vector: Verdict,
    /// The differences that forbid calling the two the same.
    pub guards: Vec<Finding>,
    /// Whether their fingerprints are nearly equal: one covers the other, and most of the longer one is aligned. A second opinion where the vector is not enough.
    pub is_near: bool,
    /// Whether they differ by a denial alone: one says what the other denies.
    pub is_denial: bool,
}

impl Comparison {
    /// The verdict, given the cosine (−1 to 1) of the two texts where both have a vector, and the cosine from which two texts
    /// may be one memory.
    #[must_use]
    pub fn verdict(&self, cosine: Option<f64>, duplicate: f64) -> Verdict {
        match (self.by_words, cosine) {
            (Verdict::Apart, Some(cosine)) if duplicate <= cosine => self.by_vector,
            (verdict, _) => verdict,
        }
    }
}

/// Compares a new text with a stored one. A guard leaves them apart, however close they are.
///
/// ```
/// use palimpsest::gate::{Verdict, compare};
/// assert_eq!(compare("用户非常喜欢简洁的界面", "用户喜欢简洁的界面").by_words, Verdict::Duplicate);
/// assert_eq!(compare("用户不喜欢简洁的界面", "用户喜欢简洁的界面").by_words, Verdict::Apart);
/// ```
#[must_use]
pub fn compare(new: &str, stored: &str) -> Comparison {
    compare_words(&words(new), &words(stored))
}

/// [`compare`] of texts whose words were read before.
#[must_use]
pub fn compare_words(new: &Words, stored: &Words) -> Comparison {
    let alignment = align_words(new, stored);
    let guards = guards(&alignment);
    let loose = if are_free_loose(&alignment, &guards) { alignment.coverage_loose() } else { Coverage::Apart };
    let is_near = loose != Coverage::Apart && alignment.is_near();
    let is_reordered = loose == Coverage::Apart && alignment.is_same_in_another_order();
    let by_vector = if is_reordered { Verdict::Duplicate } else { loose.into() };
    if !guards.is_empty() {
        // What only adds is no difference where all the rest is said by both.
        let guards = if by_vector == Verdict::Apart { guards } else { Vec::new() };
        let is_denial = !guards.is_empty()
            && guards.iter().all(|finding| finding.guard == Guard::Negation)
            && alignment.is_denial();
        return Comparison { by_words: Verdict::Apart, by_vector, guards, is_near, is_denial };
    }
    Comparison { by_words: alignment.coverage_strict().into(), by_vector, guards, is_near, is_denial: false }
}

#[cfg(test)]
mod reach;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mine: Claim<'_>, theirs: Claim<'_>, allowed: bool) {
        assert_eq!(mine.allows(&theirs), allowed, "{mine:?} and {theirs:?}");
        assert_eq!(theirs.allows(&mine), allowed, "{theirs:?} and {mine:?}");
    }

    #[test]
    fn what_one_side_lacks_forbids_nothing_and_a_difference_forbids() {
        let habit = Claim { kind: Some(Kind::Fact), ..Claim::default() };
        let guess = Claim { kind: Some(Kind::Inference), ..Claim::default() };
        let city = Claim { key: Some("home_city"), value: Some("杭州"), ..Claim::default() };
        let newer = Claim { key: Some("home_city"), value: Some("上海"), ..Claim::default() };
        let mine = Claim { subject: Some("user"), ..Claim::default() };
        let hers = Claim { subject: Some("妹妹"), ..Claim::default() };
        check(habit, Claim::default(), true);
        check(habit, guess, false);
        check(city, newer, false);
        check(city, habit, true);
        check(mine, hers, false);
        check(mine, city, true);
    }

    #[test]
    fn a_close_vector_helps_only_where_the_words_allow_it() {
        let prepositions = compare("Backend is running at port 8090", "The backend runs on port 8090");
        assert_eq!(prepositions.verdict(None, 0.9), Verdict::Apart);
        assert_eq!(prepositions.verdict(Some(0.94), 0.9), Verdict::Duplicate);
        let other_day = compare("报告十六号交", "报告十五号交");
        assert_eq!(other_day.verdict(Some(0.999), 0.9), Verdict::Apart);
    }
}
