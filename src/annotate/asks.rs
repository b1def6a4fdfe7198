//! Which attribute a question asks for: it is told as a statement with a value put where the question has none, and read as any statement is.

use super::annotate;
use super::keys::{USER, canonical_key};
use crate::text::normalize::fold;

/// An attribute that is asked for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AskedKey {
    /// Whose it is; `user` for the user's own.
    pub subject: String,
    /// Its key; of one that carries its object, as `allergic:`, all before that where the object is what is asked for.
    pub key: String,
}

impl AskedKey {
    /// Whether a key is the one that is asked for, or one of its kind.
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        let key = canonical_key(key);
        if self.key.ends_with(':') { key.starts_with(&self.key) } else { key == self.key }
    }
}

/// What a question's words of asking stand for, the longer before the shorter, and a value that fits there.
///
/// Source: the interrogatives of Chinese grammar in both registers; the values are made up.
const CHINESE: [(&str, &str); 36] = [
    ("住哪里", "住在上海"),
    ("住哪儿", "住在上海"),
    ("住哪", "住在上海"),
    ("哪个城市", "上海"),
    ("哪座城市", "上海"),
    ("什么城市", "上海"),
    ("什么地方", "上海"),
    ("哪家公司", "小王公司"),
    ("哪个公司", "小王公司"),
    ("什么公司", "小王公司"),
    ("哪个单位", "小王公司"),
    ("什么名字", "小王"),
    ("什么时候", "3月5日"),
    ("几月几号", "3月5日"),
    ("哪一天", "3月5日"),
    ("多少岁", "30岁"),
    ("有多高", "身高170"),
    ("有多重", "体重60公斤"),
    ("多大了", "30岁"),
    ("哪里", "上海"),
    ("哪儿", "上海"),
    ("哪天", "3月5日"),
    ("几号", "3月5日"),
    ("何时", "3月5日"),
    ("几点", "10点"),
    ("几岁", "30岁"),
    ("多大", "30岁"),
    ("多高", "身高170"),
    ("多重", "体重60公斤"),
    ("多少", "170"),
    ("什么", "小王"),
    ("哪位", "小王"),
    ("谁", "小王"),
    ("啥", "小王"),
    ("哪个", "小王"),
    ("哪", "上海"),
];

/// Values of which one fits an attribute that is only named: a number, a date, a place or a name.
const VALUES: [&str; 3] = ["13800138000", "3月5日", "上海"];
const ENGLISH_VALUES: [&str; 4] = ["5551234567", "March 5", "Shanghai", "Anna"];

/// Chinese letters of the longest name of an attribute with its owner: 用户女儿的出生日期.
///
/// Source: a judgement; what is longer is a sentence.
const MOST_NAME_LETTERS: usize = 12;

/// Letters of the longest query that is read so.
///
/// Source: a judgement; what asks for one attribute is short, and a long text is no question.
const MOST_LETTERS: usize = 60;

/// The attribute that a query asks for, or names; `None` where it asks for something else.
///
/// ```
/// use palimpsest::annotate::asked_key;
/// let key = |query| asked_key(query).map(|asked| (asked.subject, asked.key));
/// assert_eq!(key("我住在哪里？"), Some(("user".to_owned(), "home_city".to_owned())));
/// assert_eq!(key("What's my wife's name?"), Some(("wife".to_owned(), "name".to_owned())));
/// assert_eq!(key("What am I allergic to?"), Some(("user".to_owned(), "allergic:".to_owned())));
/// assert_eq!(key("周末天气怎么样"), None);
/// ```
#[must_use]
pub fn asked_key(query: &str) -> Option<AskedKey> {
    if MOST_LETTERS < query.chars().count() {
        return None;
    }
    let question = query.trim_end_matches(|letter: char| "?？!！.。~ ".contains(letter));
    statements(question).into_iter().find_map(|(statement, value)| {
        let told = annotate(&statement);
        let key = canonical_key(told.key.as_deref()?);
        let subject = told.subject.unwrap_or_else(|| USER.to_owned());
        let value = fold(&value);
        if let Some(kind) = key.strip_suffix(value.as_str()).filter(|kind| kind.ends_with(':')) {
            return Some(AskedKey { subject, key: kind.to_owned() });
        }
        let is_value = told.value.is_some_and(|found| fold(&found).contains(&value) || value.contains(&fold(&found)));
        is_value.then_some(AskedKey { subject, key })
    })
}

/// A statement, and the value in it that a question has not.
type Put = (String, String);

fn put(statement: String, value: &str) -> Put {
    (statement, value.to_owned())
}

/// A question as statements.
fn statements(question: &str) -> Vec<Put> {
    if question.chars().all(|letter| letter < '\u{2e80}') {
        return english(&question.split_whitespace().collect::<Vec<_>>());
    }
    let question = fold(question);
    let Some((asking, value)) = CHINESE.into_iter().find(|(asking, _)| question.contains(asking)) else {
        // What only names an attribute names whose it is: 我的生日.
        let is_name = question.contains('的') && question.chars().count() <= MOST_NAME_LETTERS;
        return VALUES.iter().filter(|_| is_name).map(|value| put(format!("{question}是{value}"), value)).collect();
    };
    vec![put(question.replacen(asking, value, 1), value)]
}

/// A question word by word: what it asks with, an auxiliary, whom it is about, and the rest.
fn english(words: &[&str]) -> Vec<Put> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let named = |thing: &[&str]| -> Vec<Put> {
        ENGLISH_VALUES.iter().map(|value| put(format!("{} is {value}", thing.join(" ")), value)).collect()
    };
    match &*lower {
        [] => Vec::new(),
        ["how", "old", "am", "i"] => vec![put("I am 30 years old".to_owned(), "30")],
        ["how", "old", "is", ..] => vec![put(format!("{} is 30 years old", words[3..].join(" ")), "30")],
        ["how", "tall", "am", "i"] => vec![put("my height is 170".to_owned(), "170")],
        ["how", "tall", "is", ..] => vec![put(format!("{}'s height is 170", words[3..].join(" ")), "170")],
        ["what" | "who" | "when" | "which" | "where", "is" | "are" | "was", ..] => named(&words[2..]),
        ["what's" | "who's" | "when's" | "where's" | "what’s" | "who’s" | "when’s" | "where’s", ..] => {
            named(&words[1..])
        }
        // "What am I allergic to": the preposition that is left waits for its object.
        ["what" | "who", "am", "i", ..] => vec![put(format!("I am {} Anna", words[3..].join(" ")), "Anna")],
        [asking @ ("what" | "who" | "when" | "where"), auxiliary @ ("do" | "does" | "did"), rest @ ..] => {
            told(asking, auxiliary, rest, &words[2..])
        }
        // "My phone number": what only names an attribute names whose it is.
        ["my" | "our", ..] | ["the", "user's" | "user’s", ..] => named(words),
        [owner, ..] if owner.ends_with("'s") || owner.ends_with("’s") => named(words),
        [..] => Vec::new(),
    }
}

/// What is asked with an auxiliary, without it; `rest` is `words` in small letters.
fn told(asking: &str, auxiliary: &str, rest: &[&str], words: &[&str]) -> Vec<Put> {
    let n_who = match rest {
        ["the" | "my" | "our" | "his" | "her" | "their", _, ..] => 2,
        [..] => 1,
    };
    let (Some(who), Some(verb)) = (words.get(..n_who), words.get(n_who)) else { return Vec::new() };
    let agrees = if auxiliary == "does" { "s" } else { "" };
    let mut told = format!("{} {verb}{agrees}", who.join(" "));
    for word in words[n_who + 1..].iter().filter(|word| !matches!(**word, "now" | "currently" | "nowadays")) {
        told = format!("{told} {word}");
    }
    let with =
        |ends: &[(&str, &str)]| ends.iter().map(|(by, value)| put(format!("{told} {by}{value}"), value)).collect();
    match asking {
        "where" => with(&[("in ", "Shanghai"), ("at ", "Acme")]),
        "when" => with(&[("at ", "10 pm"), ("on ", "March 5")]),
        _ => with(&[("", "Anna")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &str, expected: Option<(&str, &str)>) {
        let found = asked_key(query);
        let found = found.as_ref().map(|asked| (asked.subject.as_str(), asked.key.as_str()));
        assert_eq!(found, expected, "{query}");
    }

    #[test]
    fn a_chinese_question_asks_for_an_attribute() {
        for query in ["我住在哪里？", "我住在哪个城市", "用户住在哪儿", "我住哪", "我現在住在哪裡", "我搬到哪里了"]
        {
            check(query, Some(("user", "home_city")));
        }
        check("我的手机号是多少？", Some(("user", "phone")));
        check("我的手机号", Some(("user", "phone")));
        check("我身高多少", Some(("user", "height")));
        check("我有多高", Some(("user", "height")));
        check("我在哪家公司上班", Some(("user", "employer")));
        check("我叫什么名字", Some(("user", "name")));
        check("我的生日是哪天", Some(("user", "birthday")));
        check("我妈妈的生日是几号", Some(("妈妈", "birthday")));
        check("我最喜欢的颜色是什么", Some(("user", "favourite:颜色")));
        check("我对什么过敏？", Some(("user", "allergic:")));
        check("项目的截止日期是什么时候", Some(("user", "deadline:项目")));
    }

    #[test]
    fn an_english_question_asks_for_an_attribute() {
        for query in ["Where do I live?", "where do i live now", "Where does the user live?"] {
            check(query, Some(("user", "home_city")));
        }
        check("Where does Ana live?", Some(("ana", "home_city")));
        check("What's my phone number?", Some(("user", "phone")));
        check("my phone number", Some(("user", "phone")));
        check("How tall am I?", Some(("user", "height")));
        check("How old is my sister?", Some(("sister", "age")));
        check("Where do I work?", Some(("user", "employer")));
        check("What is my name?", Some(("user", "name")));
        check("When is my birthday?", Some(("user", "birthday")));
        check("What's my wife's name?", Some(("wife", "name")));
        check("What is my favourite color?", Some(("user", "favourite:color")));
        check("What am I allergic to?", Some(("user", "allergic:")));
        check("When is the deadline of the Atlas project?", Some(("user", "deadline:atlas project")));
    }

    #[test]
    fn what_asks_for_no_attribute_asks_for_none() {
        for query in [
            "",
            "？",
            "周末天气怎么样",
            "How do I cook rice?",
            "what",
            "where do",
            "会议纪要",
            "Tell me about the trip",
            "a".repeat(99).as_str(),
        ] {
            check(query, None);
        }
    }

    #[test]
    fn a_key_of_the_kind_that_is_asked_for_is_one() {
        let asked = AskedKey { subject: "user".to_owned(), key: "allergic:".to_owned() };
        assert!(asked.is("allergic:peanuts") && !asked.is("likes:peanuts"));
        let asked = AskedKey { subject: "user".to_owned(), key: "home_city".to_owned() };
        assert!(asked.is("home_city") && !asked.is("hometown"));
    }
}
