//! The value of a number, however it is written.

/// The value of an English word of number from two on; "one" is a pronoun as often as a number.
#[must_use]
pub fn english(word: &str) -> Option<&'static str> {
    Some(match word {
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "fifteen" => "15",
        "twenty" => "20",
        "thirty" => "30",
        "forty" => "40",
        "fifty" => "50",
        _ => return None,
    })
}

/// Whether `letter` is a Chinese letter of number.
#[must_use]
pub fn is_numeral(letter: char) -> bool {
    digit(letter).is_some() || power(letter).is_some()
}

/// The value of Chinese letters of number, 0 to 99,999,999; `None` where they make none, or begin with a power as 百度 does.
///
/// ```
/// use palimpsest::text::number::chinese;
/// assert_eq!(chinese("三百零五"), Some(305));
/// assert_eq!(chinese("十五"), Some(15));
/// assert_eq!(chinese("二〇二五"), Some(2025));
/// ```
#[must_use]
pub fn chinese(letters: &str) -> Option<u32> {
    let first = letters.chars().next()?;
    if letters.chars().count() > 8 || power(first).is_some_and(|power| power != 10) {
        return None;
    }
    if letters.chars().all(|letter| digit(letter).is_some()) {
        // Two digits side by side are "about five or six": 五六个, 七八岁; only with a nought, or as three and more, are they places.
        if letters.chars().count() == 2 && letters.chars().all(|letter| digit(letter) != Some(0)) {
            return None;
        }
        return letters
            .chars()
            .filter_map(digit)
            .try_fold(0_u32, |value, digit| value.checked_mul(10)?.checked_add(digit));
    }
    let (mut whole, mut section, mut last) = (0_u32, 0_u32, None);
    for letter in letters.chars() {
        match (digit(letter), power(letter)) {
            (Some(0), _) if last.is_none() => {}
            (Some(digit), _) if last.is_none() => last = Some(digit),
            (None, Some(10_000)) if whole == 0 => {
                whole = section.checked_add(last.take().unwrap_or(0))?.checked_mul(10_000)?;
                section = 0;
            }
            (None, Some(power)) if power < 10_000 => {
                section = section.checked_add(last.take().unwrap_or(1).checked_mul(power)?)?;
            }
            _ => return None,
        }
    }
    whole.checked_add(section)?.checked_add(last.unwrap_or(0))
}

/// A number's digits in one spelling: no commas between thousands, a zero before a leading point.
#[must_use]
pub fn plain(written: &str) -> String {
    let groups: Vec<&str> = written.split(',').collect();
    let is_grouped = 1 < groups.len()
        && groups[0].trim_start_matches('-').len() <= 3
        && groups.iter().enumerate().all(|(at, group)| {
            let whole = if at + 1 == groups.len() { group.split(['.', '%']).next().unwrap_or("") } else { group };
            at == 0 && !whole.is_empty() || whole.len() == 3 && whole.bytes().all(|digit| digit.is_ascii_digit())
        });
    let joined = if is_grouped { groups.concat() } else { written.to_owned() };
    if joined.starts_with('.') { format!("0{joined}") } else { joined }
}

fn digit(letter: char) -> Option<u32> {
    Some(match letter {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

fn power(letter: char) -> Option<u32> {
    Some(match letter {
        '十' => 10,
        '百' => 100,
        '千' => 1_000,
        '万' => 10_000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_letters_of_number_have_their_value() {
        for (letters, value) in [
            ("三", Some(3)),
            ("两", Some(2)),
            ("十", Some(10)),
            ("二十", Some(20)),
            ("三十五", Some(35)),
            ("一百二十", Some(120)),
            ("一千零一", Some(1_001)),
            ("三万五千", Some(35_000)),
            ("二〇二五", Some(2_025)),
            ("百", None),
            ("", None),
            ("三百四百五三", None),
        ] {
            assert_eq!(chinese(letters), value, "{letters}");
        }
    }

    #[test]
    fn only_commas_between_thousands_go() {
        for (written, expected) in [
            ("1,000", "1000"),
            ("12,345,678.9", "12345678.9"),
            ("-1,000", "-1000"),
            ("2019,2020", "2019,2020"),
            ("3,5", "3,5"),
            ("1.5", "1.5"),
            (".5", "0.5"),
        ] {
            assert_eq!(plain(written), expected, "{written}");
        }
    }
}
