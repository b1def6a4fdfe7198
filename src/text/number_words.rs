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

const SMALL: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
    eighteen nineteen";

const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";

const ORDINALS: &str = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth \
    sixteenth seventeenth eighteenth nineteenth twentieth";

/// Which of `words`, from nought on, `text` is.
fn position(text: &str, words: &str) -> Option<u64> {
    (0..).zip(words.split_ascii_whitespace()).find_map(|(nth, word)| (word == text).then_some(nth))
}

fn word(text: &str) -> Option<Word> {
    match text {
        "hundred" => return Some(Word::Power(2)),
        "thousand" => return Some(Word::Power(3)),
        "million" => return Some(Word::Power(6)),
        "billion" => return Some(Word::Power(9)),
        "dozen" => return Some(Word::Dozen),
        _ => {}
    }
    if let Some(value) = position(text, SMALL) {
        return Some(if value < 10 { Word::Digit(value) } else { Word::Teen(value) });
    }
    position(text, TENS).map(|nth| Word::Tens(20 + nth * 10))
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
    if text == "thirtieth" { Some(30) } else { position(text, ORDINALS).map(|nth| nth + 1) }
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
    }
}
