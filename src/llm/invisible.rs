//! Characters that show nothing: in data that stands in a prompt they could say what nobody sees, or turn the direction of what stands around them.

/// Characters of general category Cf and default-ignorable ones, line and paragraph separators among them, as ranges in order. Those of Cf that show
/// are left out: the signs that stand around Arabic, Syriac and Kaithi numbers. The blank Braille pattern is no format character, but shows as little.
///
/// Source: Unicode 16.0, `DerivedGeneralCategory.txt` and `DerivedCoreProperties.txt`.
const HIDDEN: [(char, char); 19] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a character shows nothing, between those that stand around it. A joiner between two letters of a script that joins, or between two signs of
/// an emoji, a variation selector behind a sign of an emoji or a Mongolian letter show by what they do to these, so long as there is one of them.
#[must_use]
pub fn is_hidden(before: Option<char>, letter: char, after: Option<char>) -> bool {
    if !is_listed(letter) {
        return false;
    }
    let shows = match letter {
        '\u{200c}' | '\u{200d}' => before.is_some_and(|it| joins(it) || it == '\u{fe0f}') && after.is_some_and(joins),
        // A digit in a keycap.
        '\u{fe0e}' | '\u{fe0f}' if after == Some('\u{20e3}') => true,
        '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(is_emoji),
        '\u{180b}'..='\u{180f}' => before.is_some_and(|it| ('\u{1820}'..='\u{18aa}').contains(&it)),
        _ => false,
    };
    !shows
}

fn is_listed(letter: char) -> bool {
    let at = HIDDEN.partition_point(|(_, last)| *last < letter);
    HIDDEN.get(at).is_some_and(|(first, _)| *first <= letter)
}

/// Whether a character is of a script in which a joiner changes how letters look, by blocks: Arabic to Syriac and N'Ko, those of India and those that
/// came of them, Mongolian, and their later extensions; or an emoji.
fn joins(letter: char) -> bool {
    let is_of_script = matches!(letter,
        '\u{600}'..='\u{7ff}' | '\u{840}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1a20}'..='\u{1cff}'
        | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}'
        | '\u{1e900}'..='\u{1e95f}');
    (is_of_script || is_emoji(letter)) && !is_listed(letter)
}

/// Whether a character may be, or be part of, an emoji, by blocks.
fn is_emoji(letter: char) -> bool {
    let is_of_block = matches!(letter,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2bff}' | '\u{3030}'
        | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}');
    is_of_block && !is_listed(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, n_hidden: usize) {
        let letters: Vec<char> = text.chars().collect();
        let at = |place: Option<usize>| place.and_then(|place| letters.get(place)).copied();
        let hidden = (0..letters.len())
            .filter(|&place| is_hidden(at(place.checked_sub(1)), letters[place], at(Some(place + 1))));
        assert_eq!(hidden.count(), n_hidden, "{text:?}");
    }

    #[test]
    fn the_list_is_in_order() {
        assert!(HIDDEN.iter().all(|(first, last)| first <= last));
        assert!(HIDDEN.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn what_shows_nothing_is_found() {
        check("用户\u{200e}住在\u{200f}上海\u{61c}", 3);
        check("a\u{ad}b\u{200b}c\u{2060}d\u{feff}e\u{34f}f\u{2800}g\u{3164}h", 7);
        check("\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}", 11);
        // Tag letters, also those of a flag; and what stands for bytes behind one sign.
        check("tea\u{e0001}\u{e0049}\u{e007f}", 3);
        check("🏴\u{e0067}\u{e0062}\u{e007f}", 3);
        check("茶\u{e0100}\u{e01ef}\u{fe00}", 3);
        check("☺\u{fe0f}\u{fe0f}\u{fe0e}", 2);
        check("a\u{200d}b用\u{200c}户\u{200d}", 3);
        check("\u{200d}💻👩\u{200d}", 2);
        check("👩\u{200d}\u{200d}💻", 2);
    }

    #[test]
    fn what_scripts_and_emoji_need_stays() {
        check("👩🏽\u{200d}💻 ❤\u{fe0f}\u{200d}🔥 👨\u{200d}👩\u{200d}👧 1\u{fe0f}\u{20e3} ©\u{fe0f}", 0);
        check("می\u{200c}خواهم क\u{94d}\u{200d}ष ක\u{dca}\u{200d}ර", 0);
        check("ᠨᠢᠭᠡ\u{180b} ᠬ\u{180e}ᠠ", 0);
        check("用户住在上海，养了一只猫。é ü ñ \u{3000}\u{a0}", 0);
        // These are of Cf, and show.
        check("\u{600}١\u{6dd}٢\u{8e2}\u{110bd}", 0);
    }
}
