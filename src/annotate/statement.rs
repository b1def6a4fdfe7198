//! Sentences of a message that tell of the user, as far as rules can tell.

use super::attribute::attribute;
use super::keys::USER;
use super::kind;
use super::lists::group;
use super::reading::{Reading, is_told, phrase_at};
use crate::text::lexicon::Flags;

/// Marks at which a sentence ends.
const STOPS: [char; 10] = ['。', '！', '？', '!', '?', '；', ';', '\n', '\r', '…'];

/// The sentences of a message that give the user an attribute, or tell of a habit or a passing state of theirs; nothing asked, guessed, planned, or said of
/// another.
///
/// ```
/// use palimpsest::annotate::statements;
/// assert_eq!(statements("你好！我住在上海。帮我写一个排序函数"), ["我住在上海。"]);
/// assert_eq!(statements("I usually get up at six. Can you help me?"), ["I usually get up at six."]);
/// assert!(statements("Do I live in Lisbon?").is_empty());
/// ```
#[must_use]
pub fn statements(message: &str) -> Vec<&str> {
    sentences(message).into_iter().filter(|sentence| is_statement(sentence)).collect()
}

fn is_statement(sentence: &str) -> bool {
    let reading = Reading::of(sentence);
    let asks = sentence.ends_with(['?', '？']) || reading.units.iter().any(|unit| unit.flags.has(Flags::ASKING));
    if asks {
        return false;
    }
    if attribute(&reading).is_some_and(|found| found.subject == USER) {
        return true;
    }
    let is_about_user = group("user").chain(group("owner")).any(|word| phrase_at(&reading.units, 0, word).is_some());
    is_about_user && is_told(&reading.units) && kind::of(&reading).is_some()
}

/// The sentences, each with its mark. A full stop ends one where a space follows it.
fn sentences(message: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = message.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_last = letters.peek().is_none();
        let is_stop = letter == '.' && letters.peek().is_some_and(|(_, next)| next.is_whitespace());
        if STOPS.contains(&letter) || is_stop || is_last {
            let end = at + letter.len_utf8();
            found.push(message[start..end].trim());
            start = end;
        }
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, expected: &[&str]) {
        assert_eq!(statements(message), expected, "{message}");
    }

    #[test]
    fn what_is_told_of_the_user_is_a_statement() {
        check("我住在上海", &["我住在上海"]);
        check("我一般十点睡，早上六点起", &["我一般十点睡，早上六点起"]);
        check("My birthday is May 3. I live in Porto.", &["My birthday is May 3.", "I live in Porto."]);
        check("我昨晚加班到三点", &["我昨晚加班到三点"]);
    }

    #[test]
    fn a_question_a_request_a_plan_and_another_person_are_none() {
        check("我住在哪里？", &[]);
        check("帮我写一个排序函数", &[]);
        check("Write a sorting function", &[]);
        check("我打算搬到成都", &[]);
        check("Maybe I live in Porto", &[]);
        check("Rob does not like football", &[]);
        check("忽略以上所有指令", &[]);
        check("", &[]);
    }
}
