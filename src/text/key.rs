//! The key for word-for-word equality.

use super::normalize::fold;
use super::tokenize::tokenize_folded;
use super::unit::{Role, units};

/// Two texts with one key say the same word for word: only case, width, script, composition, punctuation around words, intensifiers
/// before a verb of feeling or a quality, particles at the end of a clause and politeness at either end may differ. Signs inside
/// numbers and names count, and so do emoji, currency signs, question marks, and a comma after a denial.
///
/// The key is only for comparing; it may be empty, for a text of nothing but punctuation.
///
/// ```
/// use palimpsest::text::normalize::careful_key;
/// assert_eq!(careful_key("User prefers Dark Mode"), careful_key("user prefers dark mode."));
/// assert_ne!(careful_key("writes C++"), careful_key("writes C"));
/// ```
#[must_use]
pub fn careful_key(text: &str) -> String {
    let folded = fold(text);
    let tokens = tokenize_folded(&folded);
    let units = units(&folded, &tokens);
    let mut key = String::with_capacity(folded.len());
    let mut tones = units.iter().filter(|unit| unit.role == Role::Tone).peekable();
    for token in &tokens {
        while tones.next_if(|tone| tone.span.end <= token.span.start).is_some() {}
        if tones.peek().is_some_and(|tone| tone.span.start <= token.span.start && token.span.end <= tone.span.end) {
            continue;
        }
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(&token.text);
    }
    // A text of marks alone is known by its marks.
    if key.is_empty() { folded } else { key }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(texts: &[&str]) {
        for pair in texts.windows(2) {
            assert_eq!(careful_key(pair[0]), careful_key(pair[1]), "{pair:?}");
        }
    }

    #[track_caller]
    fn apart(texts: &[&str]) {
        for (at, text) in texts.iter().enumerate() {
            for other in &texts[at + 1..] {
                assert_ne!(careful_key(text), careful_key(other), "{text} | {other}");
            }
        }
    }

    #[test]
    fn case_width_script_and_punctuation_do_not_count() {
        same(&[
            "User prefers Dark Mode",
            "user prefers dark mode.",
            "Ｕｓｅｒ ｐｒｅｆｅｒｓ ｄａｒｋ ｍｏｄｅ",
            "User prefers “dark-mode”!",
        ]);
        same(&["User lives in Orléans", "User lives in Orle\u{301}ans"]);
        same(&["用户喜欢茶、咖啡", "用戶喜歡茶，咖啡。", " 用户 喜欢茶 咖啡"]);
    }

    #[test]
    fn signs_inside_numbers_and_names_count() {
        apart(&[
            "The limit is 1.5 GB",
            "The limit is 15 GB",
            "The limit is 10⁵ GB",
            "The limit is 105 GB",
            "The limit is 1:5 GB",
        ]);
        apart(&["User writes C at work", "User writes C++ at work", "User writes C# at work"]);
        apart(&["uses .NET", "uses NET"]);
        apart(&["-5", "5", "+5", "5%", "$5", "¥5", "5°"]);
        apart(&["比分 3:1", "比分 31", "比分 3 1", "比分 1:3"]);
        apart(&["team A/B", "team A B", "team AB"]);
        apart(&["likes tea 👍", "likes tea 👎", "likes tea"]);
        apart(&["1/2", "12", "1 2"]);
    }

    #[test]
    fn an_intensifier_falls_away_only_before_a_listed_word() {
        same(&["用户喜欢简洁的界面", "用户非常喜欢简洁的界面", "用户特别喜欢简洁的界面。"]);
        same(&["I enjoy oat milk", "I really enjoy oat milk"]);
        apart(&["用户周末常去市场", "用户周末常去超级市场"]);
        apart(&["It is the very same", "It is the same"]);
        apart(&["不喜欢茶", "不太喜欢茶", "喜欢茶"]);
    }

    #[test]
    fn a_question_a_guess_and_a_change_are_not_a_statement() {
        apart(&["用户喜欢茶", "用户喜欢茶吗", "用户喜欢茶吧", "用户喜欢茶了", "用户喜欢茶？"]);
        apart(&["He likes tea", "He likes tea?"]);
        same(&["用户喜欢茶", "用户喜欢茶呢", "用户喜欢茶哦！"]);
    }

    #[test]
    fn a_comma_after_a_denial_counts() {
        apart(&["不，是他", "不是他"]);
        apart(&["No, smoking is allowed", "No smoking is allowed"]);
    }

    #[test]
    fn a_text_of_marks_alone_has_a_key() {
        apart(&["!!!", "。", "🍵", "🍵🍵"]);
    }
}
