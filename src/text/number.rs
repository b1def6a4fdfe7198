//! The value of a number, however it is written.

/// Digits that a value has at most, its point counted; a longer one is a code, and stays as it is written.
const MAX_DIGITS: usize = 15;

/// A decimal number, not negative, exact: what it counts times 10 to the power of minus `n_decimals`.
///
/// ```
/// use palimpsest::text::number::Value;
/// let value = Value::parse("1.50").and_then(|value| value.times_power(4));
/// assert_eq!(value.map(|value| value.to_string()).as_deref(), Some("15000"));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Value {
    units: u64,
    n_decimals: u32,
}

impl Value {
    /// One half.
    pub const HALF: Self = Self { units: 5, n_decimals: 1 };

    /// A whole number.
    #[must_use]
    pub fn whole(units: u64) -> Self {
        Self { units, n_decimals: 0 }
    }

    /// The value of ASCII digits with at most one point; of nothing else, and of no code such as `007`.
    #[must_use]
    pub fn parse(digits: &str) -> Option<Self> {
        let bytes = digits.as_bytes();
        if MAX_DIGITS < bytes.len() || !bytes.first()?.is_ascii_digit() || !bytes.last()?.is_ascii_digit() {
            return None;
        }
        if let [b'0', next, ..] = bytes
            && *next != b'.'
        {
            return None;
        }
        let (mut units, mut n_decimals, mut has_point) = (0_u64, 0, false);
        for byte in bytes {
            match byte {
                b'0'..=b'9' => {
                    units = units * 10 + u64::from(byte - b'0');
                    n_decimals += u32::from(has_point);
                }
                b'.' if !has_point => has_point = true,
                _ => return None,
            }
        }
        Some(Self { units, n_decimals })
    }

    /// This many times 10 to the power of `n_zeros`.
    #[must_use]
    pub fn times_power(self, n_zeros: u32) -> Option<Self> {
        let fewer = self.n_decimals.min(n_zeros);
        let units = self.units.checked_mul(10_u64.checked_pow(n_zeros - fewer)?)?;
        Some(Self { units, n_decimals: self.n_decimals - fewer })
    }

    /// The two together.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let n_decimals = self.n_decimals.max(other.n_decimals);
        let of = |value: Self| value.units.checked_mul(10_u64.checked_pow(n_decimals - value.n_decimals)?);
        Some(Self { units: of(self)?.checked_add(of(other)?)?, n_decimals })
    }

    /// The product of a number and a whole one.
    #[must_use]
    pub fn times(self, other: u64) -> Option<Self> {
        Some(Self { units: self.units.checked_mul(other)?, ..self })
    }

    /// The whole number that it is.
    #[must_use]
    pub fn as_whole(self) -> Option<u64> {
        (self.n_decimals == 0).then_some(self.units)
    }
}

impl std::fmt::Display for Value {
    /// The digits, with no noughts that say nothing.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mut units, mut n_decimals) = (self.units, self.n_decimals);
        while 0 < n_decimals && units.is_multiple_of(10) {
            (units, n_decimals) = (units / 10, n_decimals - 1);
        }
        if n_decimals == 0 {
            return write!(f, "{units}");
        }
        let power = 10_u64.pow(n_decimals);
        write!(f, "{}.{:0width$}", units / power, units % power, width = n_decimals as usize)
    }
}

/// Whether `letter` is a Chinese letter of number. The formal ones (壹) are surnames and words too, so they are numbers only in company.
#[must_use]
pub fn is_numeral(letter: char) -> bool {
    digit(letter).is_some() || power(letter).is_some() || tens(letter).is_some()
}

/// What one letter says in two: 廿三 is 二十三.
#[must_use]
pub fn tens(letter: char) -> Option<&'static str> {
    match letter {
        '廿' => Some("二十"),
        '卅' => Some("三十"),
        _ => None,
    }
}

/// The digit of a Chinese letter of number.
#[must_use]
pub fn digit(letter: char) -> Option<u64> {
    Some(match letter {
        '零' | '〇' => 0,
        '一' | '壹' => 1,
        '二' | '两' | '贰' => 2,
        '三' | '叁' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}

/// How many noughts a Chinese letter of number adds.
#[must_use]
pub fn power(letter: char) -> Option<u32> {
    Some(match letter {
        '十' | '拾' => 1,
        '百' | '佰' => 2,
        '千' | '仟' => 3,
        '万' => 4,
        '亿' => 8,
        _ => return None,
    })
}

/// Whether `letters` are written in the formal way, as on a cheque.
#[must_use]
pub fn is_formal(letter: char) -> bool {
    matches!(letter, '壹' | '贰' | '叁' | '肆' | '伍' | '陆' | '柒' | '捌' | '玖' | '拾' | '佰' | '仟')
}

/// The value of Chinese letters of number; `None` where they make none, or begin with a power as 百度 does.
///
/// ```
/// use palimpsest::text::number::chinese;
/// assert_eq!(chinese("三百零五"), Some(305));
/// assert_eq!(chinese("十五"), Some(15));
/// assert_eq!(chinese("一万二"), Some(12_000));
/// assert_eq!(chinese("二〇二五"), Some(2_025));
/// ```
#[must_use]
pub fn chinese(letters: &str) -> Option<u64> {
    let first = letters.chars().next()?;
    if let Some(tens) = tens(first) {
        return chinese(&format!("{tens}{}", &letters[first.len_utf8()..]));
    }
    let n_letters = letters.chars().count();
    if MAX_DIGITS < n_letters || power(first).is_some_and(|power| power != 1) {
        return None;
    }
    if letters.chars().all(|letter| digit(letter).is_some()) {
        // Two digits side by side are "about five or six": 五六个, 七八岁; only with a nought, or as three and more, are they places.
        if n_letters == 2 && letters.chars().all(|letter| digit(letter) != Some(0)) {
            return None;
        }
        return letters
            .chars()
            .filter_map(digit)
            .try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(digit));
    }
    placed(letters, &POWERS)
}

/// Chinese powers, greatest first, with how many noughts they add.
const POWERS: [(&[char], u32); 5] =
    [(&['亿'], 8), (&['万'], 4), (&['千', '仟'], 3), (&['百', '佰'], 2), (&['十', '拾'], 1)];

/// The value of letters whose greatest power is among `powers`.
fn placed(letters: &str, powers: &[(&[char], u32)]) -> Option<u64> {
    let Some(((marks, n_zeros), lower)) = powers.split_first() else {
        let mut letters = letters.chars();
        return letters.next().and_then(digit).filter(|_| letters.next().is_none());
    };
    let Some(at) = letters.find(*marks) else { return placed(letters, lower) };
    let (above, mut below) = (&letters[..at], letters[at..].chars());
    below.next();
    let below = below.as_str();
    let above = if above.is_empty() { (*n_zeros == 1).then_some(1)? } else { placed(above, lower)? };
    let rest = below.trim_start_matches(['零', '〇']);
    let mut letters = rest.chars();
    let below = match (letters.next().and_then(digit), letters.next()) {
        // 一万二 is 12,000; 一万零二 is 10,002.
        (Some(digit), None) if rest == below => digit.checked_mul(10_u64.pow(n_zeros - 1))?,
        _ if below.is_empty() => 0,
        _ => placed(rest, lower)?,
    };
    above.checked_mul(10_u64.pow(*n_zeros))?.checked_add(below)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chinese_letters_of_number_have_their_value() {
        for (letters, value) in [
            ("三", Some(3)),
            ("两", Some(2)),
            ("十", Some(10)),
            ("二十", Some(20)),
            ("三十五", Some(35)),
            ("一百二十", Some(120)),
            ("一百一", Some(110)),
            ("二百五", Some(250)),
            ("三千五", Some(3_500)),
            ("一千零一", Some(1_001)),
            ("一万二", Some(12_000)),
            ("一万零二", Some(10_002)),
            ("三万五千", Some(35_000)),
            ("一百二十万", Some(1_200_000)),
            ("三亿五千万", Some(350_000_000)),
            ("一万亿", Some(1_000_000_000_000)),
            ("壹佰贰拾叁", Some(123)),
            ("二〇二五", Some(2_025)),
            ("廿三", Some(23)),
            ("百", None),
            ("万一", None),
            ("三五", None),
            ("", None),
            ("三百零", None),
            ("三百四百五三", None),
            ("三万五万", None),
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

    #[test]
    fn a_value_is_exact() {
        let of = |digits: &str| Value::parse(digits).map(|value| value.to_string());
        for (digits, expected) in [
            ("5.0", Some("5")),
            ("1.50", Some("1.5")),
            ("0.05", Some("0.05")),
            ("100", Some("100")),
            ("007", None),
            ("1.2.3", None),
            ("5.", None),
            ("12345678901234567890", None),
        ] {
            assert_eq!(of(digits).as_deref(), expected, "{digits}");
        }
        let value = Value::parse("1.25").and_then(|value| value.times_power(1)?.plus(Value::HALF)?.times(2));
        assert_eq!(value.map(|value| value.to_string()).as_deref(), Some("26"));
    }

    /// `value`, below 100,000,000, in Chinese letters as it is read out.
    fn in_chinese(value: u64) -> String {
        let four = |value: u64| {
            let mut text = String::new();
            for (n_zeros, power) in [(3, "千"), (2, "百"), (1, "十"), (0, "")] {
                let digit = value / 10_u64.pow(n_zeros) % 10;
                if digit == 0 {
                    let more = !value.is_multiple_of(10_u64.pow(n_zeros));
                    if more && !text.is_empty() && !text.ends_with('零') {
                        text.push('零');
                    }
                } else {
                    text.extend("零一二三四五六七八九".chars().nth(usize::try_from(digit).unwrap_or(0)));
                    text.push_str(power);
                }
            }
            text
        };
        let (above, below) = (value / 10_000, value % 10_000);
        match (above, below) {
            (0, _) => four(below),
            (_, 0) => format!("{}万", four(above)),
            (_, 1..1_000) => format!("{}万零{}", four(above), four(below)),
            _ => format!("{}万{}", four(above), four(below)),
        }
    }

    proptest! {
        #[test]
        fn what_is_written_in_full_is_read_back(value in 1_u64..100_000_000) {
            let letters = in_chinese(value);
            prop_assert_eq!(chinese(&letters), Some(value), "{}", letters);
        }
    }
}
