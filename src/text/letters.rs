//! Classes of letters: which belong together in a word, and which part two clauses.

/// Where one letter stands among the scripts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Class {
    /// A Han letter.
    Han,
    /// A letter of the hiragana.
    Hiragana,
    /// A letter of the katakana.
    Katakana,
    /// A decimal digit of any script.
    Digit,
    /// A letter of any other script, or what is written on one.
    Letter,
    /// White space.
    Space,
    /// A quotation mark: neither a word nor a boundary.
    Quote,
    /// Punctuation.
    Punctuation,
    /// Any other sign: it says something, as `%`, `$` and emoji do.
    Sign,
}

/// The class of `letter`.
#[must_use]
pub fn class(letter: char) -> Class {
    match letter {
        'a'..='z' | 'A'..='Z' => Class::Letter,
        '0'..='9' => Class::Digit,
        ' ' | '\t'..='\r' => Class::Space,
        '"' | '\'' | '`' | '「' | '」' | '『' | '』' | '«' | '»' | '‹' | '›' => Class::Quote,
        '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '-' | '_' | '/' | '\\' | '|' | '*'
        | '…' => Class::Punctuation,
        _ if letter.is_ascii() => Class::Sign,
        _ => beyond_ascii(letter),
    }
}

/// Whether `letter` is a Han letter.
#[must_use]
pub fn is_han(letter: char) -> bool {
    matches!(letter, '\u{4e00}'..='\u{9fff}' | '々' | '〇' | '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn beyond_ascii(letter: char) -> Class {
    match letter {
        _ if is_han(letter) => Class::Han,
        '\u{3041}'..='\u{309f}' => Class::Hiragana,
        'ー' | '\u{30a1}'..='\u{30fa}' | '\u{30fd}'..='\u{30ff}' => Class::Katakana,
        '、' | '。' | '·' | '・' | '〈'..='】' | '〔'..='〛' | '〝'..='〟' | '¡' | '¿' | '\u{2010}'..='\u{2027}' => {
            Class::Punctuation
        }
        // Joiners and combining marks are part of the letter before them.
        '\u{200c}' | '\u{200d}' | '\u{300}'..='\u{36f}' => Class::Letter,
        _ if letter.is_whitespace() => Class::Space,
        _ if letter.is_alphabetic() => Class::Letter,
        _ if letter.is_numeric() => Class::Digit,
        // Vowel signs of Indic and other scripts are marks; the general punctuation and symbol blocks are not.
        '\u{483}'..='\u{1fff}' => Class::Letter,
        _ => Class::Sign,
    }
}

/// How strongly the text breaks before a word.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum Boundary {
    /// Not at all.
    #[default]
    None,
    /// A mark between things of one list, 、.
    List,
    /// A comma, a colon, a bracket, a dash.
    Comma,
    /// The end of a sentence.
    Stop,
}

/// How strongly `letter` parts what stands on its two sides.
#[must_use]
pub fn boundary(letter: char) -> Boundary {
    match letter {
        '、' => Boundary::List,
        ',' | ':' | '(' | ')' | '[' | ']' | '{' | '}' | '〈'..='】' | '〔'..='〟' | '…' | '|' => Boundary::Comma,
        '.' | '。' | ';' | '!' | '?' => Boundary::Stop,
        _ => Boundary::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_many_scripts_are_letters_and_emoji_are_signs() {
        for (letter, expected) in [
            ('a', Class::Letter),
            ('é', Class::Letter),
            ('ж', Class::Letter),
            ('한', Class::Letter),
            ('ा', Class::Letter),
            ('漢', Class::Han),
            ('か', Class::Hiragana),
            ('カ', Class::Katakana),
            ('٣', Class::Digit),
            ('🍵', Class::Sign),
            ('%', Class::Sign),
            ('¥', Class::Sign),
            ('°', Class::Sign),
            ('。', Class::Punctuation),
            ('「', Class::Quote),
            ('—', Class::Punctuation),
        ] {
            assert_eq!(class(letter), expected, "{letter}");
        }
    }
}
