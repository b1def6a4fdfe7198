//! English words of number, alone and together.

use super::number::Value;

/// What an English word of number does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Word {
    /// 0 to 9.
    Digit(u64),
    /// 10 to 19.
    Teen(u64),
    /// 20, 30 to 90.
    Tens(u64),
    /// How many noughts it adds.
    Power(u32),
    Dozen,
}

fn word(text: &str) -> Option<Word> {
    Some(match text {
        "zero" => Word::Digit(0),
        "one" => Word::Digit(1),
        "two" => Word::Digit(2),
        "three" => Word::Digit(3),
        "four" => Word::Digit(4),
        "five" => Word::Digit(5),
        "six" => Word::Digit(6),
        "seven" => Word::Digit(7),
        "eight" => Word::Digit(8),
        "nine" => Word::Digit(9),
        "ten" => Word::Teen(10),
        "eleven" => Word::Teen(11),
        "twelve" => Word::Teen(12),
        "thirteen" => Word::Teen(13),
        "fourteen" => Word::Teen(14),
        "fifteen" => Word::Teen(15),
        "sixteen" => Word::Teen(16),
        "seventeen" => Word::Teen(17),
        "eighteen" => Word::Teen(18),
        "nineteen" => Word::Teen(19),
        "twenty" => Word::Tens(20),
        "thirty" => Word::Tens(30),
        "forty" => Word::Tens(40),
        "fifty" => Word::Tens(50),
        "sixty" => Word::Tens(60),
        "seventy" => Word::Tens(70),
        "eighty" => Word::Tens(80),
        "ninety" => Word::Tens(90),
        "hundred" => Word::Power(2),
        "thousand" => Word::Power(3),
        "million" => Word::Power(6),
        "billion" => Word::Power(9),
        "dozen" => Word::Dozen,
        _ => return None,
    })
}

/// The value of an English word of number from two to ninety-nine, or nought; "one" is a pronoun as often as a number.
#[must_use]
pub fn single(text: &str) -> Option<u64> {
    match word(text)? {
        Word::Digit(1) | Word::Power(_) | Word::Dozen => None,
        Word::Digit(value) | Word::Teen(value) | Word::Tens(value) => Some(value),
    }
}

/// The value of an English ordinal in one word.
#[must_use]
pub fn ordinal(text: &str) -> Option<u64> {
    Some(match text {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fifth" => 5,
        "eighth" => 8,
        "ninth" => 9,
        "twelfth" => 12,
        "twentieth" => 20,
        "thirtieth" => 30,
        _ => match word(text.strip_suffix("th")?)? {
            Word::Digit(value @ (4 | 6 | 7)) | Word::Teen(value @ (10 | 11 | 13..=19)) => value,
            Word::Digit(_) | Word::Teen(_) | Word::Tens(_) | Word::Power(_) | Word::Dozen => return None,
        },
    })
}

/// The value of an English ordinal of two words: twenty-first.
#[must_use]
pub fn tens_and_ordinal(tens: &str, last: &str) -> Option<u64> {
    let Word::Tens(tens) = word(tens)? else { return None };
    ordinal(last).filter(|digit| *digit < 10).map(|digit| tens + digit)
}

/// The value of the words of number from the first on, and how many words they are. `at` gives the words, and none past a boundary.
///
/// Digits may begin one (`1.5 million`); one and a only before a power (`a hundred`). Two numbers side by side stay two.
#[must_use]
pub fn together<'text>(at: impl Fn(usize) -> Option<&'text str>) -> Option<(Value, usize)> {
    let word_at = |nth: usize| at(nth).and_then(word);
    let first = at(0)?;
    if let Some(value) = Value::parse(first) {
        return match word_at(1)? {
            Word::Power(n_zeros) => Some((value.times_power(n_zeros)?, 2)),
            Word::Dozen => Some((value.times(12)?, 2)),
            Word::Digit(_) | Word::Teen(_) | Word::Tens(_) => None,
        };
    }
    let is_led = matches!(word_at(1), Some(Word::Power(_) | Word::Dozen));
    let (mut group, mut end) = match first {
        "a" | "an" | "one" if !is_led => return None,
        "a" | "an" => (1, 1),
        _ => below_hundred(&word_at, 0)?,
    };
    let (mut total, mut greatest) = (0_u64, u32::MAX);
    while let Some(power) = word_at(end) {
        let zeros = match power {
            Word::Dozen if total == 0 && greatest == u32::MAX => {
                return Some((Value::whole(group).times(12)?, end + 1));
            }
            Word::Power(zeros) if zeros < greatest => zeros,
            Word::Digit(_) | Word::Teen(_) | Word::Tens(_) | Word::Power(_) | Word::Dozen => break,
        };
        end += 1;
        if zeros == 2 && 0 < group && group < 100 {
            group *= 100;
        } else if zeros == 2 {
            return None;
        } else {
            total = total.checked_add(group.checked_mul(10_u64.pow(zeros))?)?;
            (group, greatest) = (0, zeros);
        }
        let and = usize::from(at(end) == Some("and"));
        if let Some((more, next)) = below_hundred(&word_at, end + and) {
            (group, end) = (group + more, next);
        }
    }
    Some((Value::whole(total.checked_add(group)?), end))
}

/// One to ninety-nine from word `nth` on, and where it ends.
fn below_hundred(word_at: &impl Fn(usize) -> Option<Word>, nth: usize) -> Option<(u64, usize)> {
    match (word_at(nth)?, word_at(nth + 1)) {
        (Word::Tens(tens), Some(Word::Digit(digit @ 1..))) => Some((tens + digit, nth + 2)),
        (Word::Tens(value) | Word::Teen(value) | Word::Digit(value @ 1..), _) => Some((value, nth + 1)),
        (Word::Digit(_) | Word::Power(_) | Word::Dozen, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_number_make_one_value() {
        for (text, expected) in [
            ("twenty one", Some(("21", 2))),
            ("fifty five cats", Some(("55", 2))),
            ("a hundred and twenty", Some(("120", 4))),
            ("two hundred fifty thousand", Some(("250000", 4))),
            ("three thousand two hundred and five", Some(("3205", 6))),
            ("one million two hundred thousand", Some(("1200000", 5))),
            ("a dozen", Some(("12", 2))),
            ("two dozen", Some(("24", 2))),
            ("1.5 million", Some(("1500000", 2))),
            ("5 hundred", Some(("500", 2))),
            ("two three", Some(("2", 1))),
            ("twenty twenty", Some(("20", 1))),
            ("two and three", Some(("2", 1))),
            ("one", None),
            ("a cat", None),
            ("hundred", None),
            ("5 cats", None),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let found = together(|nth| words.get(nth).copied());
            let found = found.map(|(value, n_words)| (value.to_string(), n_words));
            assert_eq!(found.as_ref().map(|(value, n_words)| (value.as_str(), *n_words)), expected, "{text}");
        }
    }

    #[test]
    fn ordinals_have_their_value() {
        for (text, expected) in [
            ("first", Some(1)),
            ("fourth", Some(4)),
            ("fifth", Some(5)),
            ("twelfth", Some(12)),
            ("fifteenth", Some(15)),
            ("eighteenth", Some(18)),
            ("thirtieth", Some(30)),
            ("with", None),
            ("twelveth", None),
        ] {
            assert_eq!(ordinal(text), expected, "{text}");
        }
        for (tens, last, expected) in [
            ("twenty", "first", Some(21)),
            ("ninety", "fourth", Some(94)),
            ("twenty", "tenth", None),
            ("twenty", "one", None),
            ("ten", "first", None),
            ("twelve", "third", None),
            ("", "first", None),
        ] {
            assert_eq!(tens_and_ordinal(tens, last), expected, "{tens} {last}");
        }
    }
}
