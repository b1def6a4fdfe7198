//! The hash of a text's canonical summary, with its polarity and its numbers.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::text::align::{Words, words};
use crate::text::normalize::fold;
use crate::text::unit::Role;

/// The fingerprint of `text`, whose canonical summary is `summary`: 16 hexadecimal digits, the same on every platform and for ever.
///
/// Two fingerprints are equal where the summaries fold to one, both texts deny an even number of times or both an odd one, and the texts
/// have the same numbers, dates and units in the same order. So a model that gives two texts one summary does not make `5 mg` of `50 mg`.
///
/// ```
/// use palimpsest::fingerprint::fingerprint;
/// assert_eq!(fingerprint("Likes tea", "I like tea."), fingerprint("likes tea", "The user likes tea"));
/// assert_ne!(fingerprint("eats coriander", "用户吃香菜"), fingerprint("eats coriander", "用户不吃香菜"));
/// ```
#[must_use]
pub fn fingerprint(summary: &str, text: &str) -> String {
    fingerprint_of(summary, &words(text))
}

/// [`fingerprint`] of a text whose words were read before.
#[must_use]
pub fn fingerprint_of(summary: &str, units: &Words) -> String {
    let n_denials = units.iter().filter(|unit| unit.role == Role::Negation).count();
    let mut hasher = SipHasher13::new();
    hasher.write(fold(summary).as_bytes());
    hasher.write(&[0, u8::from(n_denials % 2 == 1)]);
    for number in units.iter().filter(|unit| matches!(unit.role, Role::Number | Role::Date | Role::Measure)) {
        hasher.write(number.stem.as_bytes());
        hasher.write(&[0]);
    }
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::summary;

    #[track_caller]
    fn check(one: &str, other: &str, equal: bool) {
        let of = |text: &str| fingerprint(&summary(text), text);
        assert_eq!(of(one) == of(other), equal, "{one} | {other}");
    }

    #[test]
    fn wordings_that_differ_in_tone_have_one_fingerprint() {
        check("用户非常喜欢简洁的界面", "用户喜欢简洁的界面！", true);
        check("The user really likes tea", "user likes tea.", true);
    }

    #[test]
    fn a_denial_a_number_and_a_name_change_it() {
        check("用户吃香菜", "用户不吃香菜", false);
        check("Invoice 1043 was paid", "Invoice 1044 was paid", false);
        check("用户住在成都", "妹妹在学钢琴", false);
        check("writes C", "writes C++", false);
    }

    #[test]
    fn one_summary_of_two_numbers_makes_two_fingerprints() {
        assert_ne!(fingerprint("takes pills", "takes 5 mg"), fingerprint("takes pills", "takes 50 mg"));
        assert_eq!(fingerprint("cats", "has three cats"), fingerprint("cats", "有3只猫"));
    }

    #[test]
    fn a_fingerprint_is_sixteen_digits() {
        assert_eq!(fingerprint("", "").len(), 16);
    }
}
