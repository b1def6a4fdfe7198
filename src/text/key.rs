//! The key for word-for-word equality.

use super::case::Case;
use super::normalize::{Folded, fold_cased};
use super::tokenize::{Token, tokenize_folded};
use super::unit::{Role, Unit, units_cased};

/// Two texts with one key say the same word for word: only case, width, script, composition, punctuation around words, intensifiers
/// before a verb of feeling or a quality, particles at the end of a clause and politeness at either end may differ. Signs inside
/// numbers and names count, and so do emoji, currency signs, question marks, and a comma after a denial. Capitals count in secrets,
/// codes, paths, units (`Gb`) and a few names (`US`).
///
/// Two texts that differ in no more than these have one key too: a comma elsewhere ("let's eat, grandma"), a mark of exclamation after
/// a number, and surnames that share a simplified letter (范, 範).
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
    let folded = fold_cased(text);
    let tokens = tokenize_folded(&folded.text);
    key_of(&folded, &tokens, &units_cased(folded.cased(), &tokens))
}

/// [`careful_key`] of a text that was read already.
pub(super) fn key_of(folded: &Folded, tokens: &[Token], units: &[Unit]) -> String {
    let case = Case::of(folded.cased());
    let mut key = String::with_capacity(folded.text.len());
    let mut tones = units.iter().filter(|unit| unit.role == Role::Tone).peekable();
    for (at, token) in tokens.iter().enumerate() {
        while tones.next_if(|tone| tone.span.end <= token.span.start).is_some() {}
        if tones.peek().is_some_and(|tone| tone.span.start <= token.span.start && token.span.end <= tone.span.end) {
            continue;
        }
        if !key.is_empty() {
            key.push(' ');
        }
        match case.kept(tokens, at) {
            Some(written) => key.push_str(&written),
            None => key.push_str(&token.text),
        }
    }
    // A text of marks alone is known by its marks.
    if key.is_empty() { folded.text.clone() } else { key }
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
    fn signs_at_the_end_or_the_beginning_of_a_name_count() {
        apart(&["blood type O-", "blood type O", "blood type O+"]);
        apart(&["血型是A-", "血型是A", "血型是A+"]);
        apart(&["User is HIV-", "User is HIV"]);
        apart(&["git push --force", "git push force", "git push -f", "git push f"]);
        apart(&["用 --force 推送", "用 force 推送"]);
        apart(&["The board is 5' long", "The board is 5\" long", "The board is 5 long"]);
        apart(&["returns T[]", "returns T", "returns T[][]"]);
        apart(&["returns int*", "returns int", "returns int**"]);
        apart(&["see ../src", "see ./src", "see /src", "see src"]);
        apart(&["路径是 ../", "路径是 ./"]);
        apart(&["The password is hunter2!", "The password is hunter2"]);
        apart(&["密码是hunter2!", "密码是hunter2"]);
        apart(&["log₂8", "log28", "log8"]);
        apart(&["二月去", "两月去"]);
        apart(&["大衣是毛呢", "大衣是毛"]);
    }

    #[test]
    fn marks_that_only_set_words_off_do_not_count() {
        same(&["User likes tea - especially green tea", "User likes tea, especially green tea"]);
        same(&["User likes *green* tea", "User likes **green** tea", "User likes green tea"]);
        same(&["The room is \"5\"", "The room is '5'", "The room is 5"]);
        same(&["a well-known name", "a well known name"]);
        same(&["tea --not coffee", "tea, not coffee"]);
        same(&["用户喜欢“绿茶”", "用户喜欢绿茶"]);
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
