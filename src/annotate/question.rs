//! The question for a conflict, in the language of the memory.

use super::keys::{USER, is_stance, label};
use super::summary::Language;
use crate::text::letters::{Class, class};

/// Letters of a value or a text that a question quotes at most; the rest is an ellipsis.
///
/// Source: two of them fit into one message that a person reads at a glance.
const MAX_QUOTED: usize = 80;

/// Two values, or two texts, that can't both hold.
#[derive(Clone, Copy, Debug)]
pub struct Dispute<'a> {
    /// The attribute, if it is known.
    pub key: Option<&'a str>,
    /// Whose it is; the user's where it is not known.
    pub subject: Option<&'a str>,
    /// Its two values, the older one first, if both are known.
    pub values: Option<[&'a str; 2]>,
    /// The two texts, the older one first.
    pub texts: [&'a str; 2],
}

/// The question to put to the user. What it quotes stands on one line, in quotes that it can't leave.
///
/// ```
/// use palimpsest::annotate::{Dispute, Language, question};
/// let texts = ["用户住在杭州", "用户住在上海"];
/// let city = Dispute { key: Some("home_city"), subject: None, values: Some(["杭州", "上海"]), texts };
/// assert_eq!(question(&city, Language::Zh), "你的居住城市现在是「杭州」还是「上海」？");
/// let plain = Dispute { key: None, subject: None, values: None, texts: ["Tea at 4", "Tea at 5"] };
/// assert_eq!(question(&plain, Language::En), "“Tea at 4” or “Tea at 5”: which one is right now?");
/// ```
#[must_use]
pub fn question(dispute: &Dispute<'_>, language: Language) -> String {
    let label = dispute.key.filter(|key| !is_stance(key)).and_then(|key| label(&quiet(key), language));
    let owner = dispute.subject.filter(|subject| *subject != USER).map(quiet);
    match (label, dispute.values, language) {
        (Some(label), Some([older, newer]), Language::Zh) => {
            let owner = owner.unwrap_or_else(|| "你".to_owned());
            format!("{owner}的{label}现在是{}还是{}？", quoted(older, language), quoted(newer, language))
        }
        (Some(label), Some([older, newer]), Language::En) => {
            let owner = owner.map_or_else(|| "your".to_owned(), |owner| format!("{owner}'s"));
            format!("Which is {owner} {label} now: {} or {}?", quoted(older, language), quoted(newer, language))
        }
        (_, _, Language::Zh) => {
            let [older, newer] = dispute.texts.map(|text| quoted(text, language));
            format!("{older}和{newer}，现在哪一个是对的？")
        }
        (_, _, Language::En) => {
            let [older, newer] = dispute.texts.map(|text| quoted(text, language));
            format!("{older} or {newer}: which one is right now?")
        }
    }
}

/// A text in quotes, on one line, without the marks that would end them.
fn quoted(text: &str, language: Language) -> String {
    let (open, close) = match language {
        Language::Zh => ('「', '」'),
        Language::En => ('“', '”'),
    };
    let inner: String =
        quiet(text).chars().map(|letter| if letter == open || letter == close { '\'' } else { letter }).collect();
    format!("{open}{inner}{close}")
}

/// A text on one line, without control characters and what turns the direction of writing, and not too long.
fn quiet(text: &str) -> String {
    let turns =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut line = String::new();
    for letter in text.trim().chars() {
        if letter.is_control() || letter.is_whitespace() || matches!(class(letter), Class::Space) {
            if !line.ends_with(' ') {
                line.push(' ');
            }
        } else if !turns(letter) {
            line.push(letter);
        }
    }
    if MAX_QUOTED < line.chars().count() {
        line = line.chars().take(MAX_QUOTED - 1).collect();
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dispute<'a>(key: Option<&'a str>, subject: Option<&'a str>, values: [&'a str; 2]) -> Dispute<'a> {
        Dispute { key, subject, values: Some(values), texts: ["one text", "another"] }
    }

    #[track_caller]
    fn check(dispute: &Dispute<'_>, chinese: &str, english: &str) {
        assert_eq!(question(dispute, Language::Zh), chinese);
        assert_eq!(question(dispute, Language::En), english);
    }

    #[test]
    fn a_known_key_is_asked_for_by_its_name() {
        check(
            &dispute(Some("blood_type"), Some("妹妹"), ["A", "B"]),
            "妹妹的血型现在是「A」还是「B」？",
            "Which is 妹妹's blood type now: “A” or “B”?",
        );
        check(
            &dispute(Some("deadline:report"), Some("user"), ["May 3", "May 4"]),
            "你的report的截止时间现在是「May 3」还是「May 4」？",
            "Which is your deadline of report now: “May 3” or “May 4”?",
        );
    }

    #[test]
    fn a_stance_or_an_unknown_key_is_asked_for_by_the_texts() {
        for key in [Some("likes:tea"), Some("mia_title"), None] {
            check(
                &dispute(key, None, ["loves", "hates"]),
                "「one text」和「another」，现在哪一个是对的？",
                "“one text” or “another”: which one is right now?",
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_quoted_stays_in_its_quotes(text in "(.|[「」“”\\x00-\\x1f\u{202e}\u{2028}]){0,120}") {
            let dispute = Dispute { key: None, subject: None, values: None, texts: [&text, &text] };
            for (language, quotes) in [(Language::Zh, ['「', '」']), (Language::En, ['“', '”'])] {
                let asked = question(&dispute, language);
                prop_assert_eq!(asked.chars().filter(|letter| quotes.contains(letter)).count(), 4);
                prop_assert!(!asked.contains(|letter: char| letter.is_control()));
                prop_assert!(asked.chars().count() < 2 * MAX_QUOTED + 60);
            }
        }
    }
}
