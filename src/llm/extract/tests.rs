//! What is asked, what is read of an answer, and what of it may be kept.

use serde_json::json;

use super::*;
use crate::record::Guard;

#[track_caller]
fn check(answer: &str, is_read: bool) {
    let read = parse(answer);
    assert_eq!(read.is_ok(), is_read, "{answer}: {read:?}");
}

#[test]
fn an_answer_is_a_list_of_memories() {
    let answer = r#"<think>hm</think>{"memories": [{"text": " 用户养猫\ud83d ", "kind": "fact", "subject": "user", "quote": "我养猫", "confidence": 0.8}]}"#;
    let memories = parse(answer).unwrap();
    assert_eq!((memories[0].text.as_str(), memories[0].quote.as_str()), ("用户养猫", "我养猫"));
    assert_eq!((memories[0].kind, memories[0].confidence), (Kind::Fact, Some(0.8)));
    check(r#"{"memories": []}"#, true);
    check("no-change", true);
    check(r#"{"memories": [{"text": "a", "kind": "state", "subject": "b", "quote": "c", "confidence": null}]}"#, true);
}

#[test]
fn what_is_no_such_list_is_refused() {
    let one = |field: &str, value: &str| {
        let mut memory = json!({"text": "a", "kind": "fact", "subject": "b", "quote": "c"});
        memory[field] = serde_json::from_str(value).unwrap();
        json!({ "memories": [memory] }).to_string()
    };
    check(&one("text", "\"a\""), true);
    for (field, value) in [
        ("text", "\" \""),
        ("text", "7"),
        ("kind", "\"habit\""),
        ("quote", "\"\""),
        ("subject", "null"),
        ("confidence", "1.5"),
        ("confidence", "\"high\""),
        ("id", "1"),
    ] {
        check(&one(field, value), false);
    }
    for answer in [
        "",
        "[]",
        "{}",
        "{\"memories\": {}}",
        "{\"memories\": [",
        "{\"memories\": [], \"ops\": []}",
        "I found nothing.",
    ] {
        check(answer, false);
    }
    check(
        &json!({ "memories": vec![json!({"text": "a", "kind": "fact", "subject": "b", "quote": "c"}); 201] })
            .to_string(),
        false,
    );
    check(&one("text", &format!("\"{}\"", "a".repeat(5000))), false);
}

/// Whether a memory of a message, said on 12 March 2025 in UTC, is kept.
#[track_caller]
fn kept(message: &str, text: &str, quote: &str) -> Result<Accepted, Rejection> {
    let memory = Memory {
        text: text.to_owned(),
        kind: Kind::State,
        subject: "user".to_owned(),
        quote: quote.to_owned(),
        confidence: None,
    };
    accept(&memory, &[Spoken::of(message, Timestamp(1_741_793_400_000))], &|_| 0)
}

#[test]
fn a_date_that_the_message_tells_by_a_word_may_be_told_by_its_number() {
    let found = kept("我昨天去了医院", "用户2025年3月11日去了医院", "我昨天去了医院").unwrap();
    assert_eq!(found.text, "用户2025年3月11日去了医院");
    assert_eq!(found.observed_at, Some(Timestamp(1_741_651_200_000)));
    let other = kept("我昨天去了医院", "用户2025年3月10日去了医院", "我昨天去了医院").unwrap_err();
    assert!(matches!(other, Rejection::Unsaid { guard: Guard::Date | Guard::Number, .. }), "{other:?}");
}

#[test]
fn a_state_holds_until_its_time_is_over() {
    let tonight = kept("I'm working late tonight", "The user is working late tonight", "working late tonight").unwrap();
    // Six in the morning of the 13th.
    assert_eq!((tonight.observed_at, tonight.valid_until), (None, Some(Timestamp(1_741_845_600_000))));
    let over = kept("我昨晚没睡好", "用户昨晚没睡好", "我昨晚没睡好").unwrap();
    assert_eq!((over.observed_at, over.valid_until), (Some(Timestamp(1_741_716_000_000)), None));
    // Which of two times it held is not told.
    let two = kept("我昨天去了医院，明天要复诊", "用户昨天去了医院，明天要复诊", "我昨天去了医院，明天要复诊").unwrap();
    assert_eq!((two.observed_at, two.valid_until), (None, None));
}

#[test]
fn whose_a_thing_is_may_be_said_at_the_beginning() {
    for text in ["User's cat is called Miu", "The user's cat is called Miu", "User’s cat is called Miu"] {
        assert_eq!(
            kept("My cat is called Miu", text, "My cat is called Miu").map(|kept| kept.text),
            Ok(text.to_owned())
        );
    }
    for (text, words) in [("Kim's cat is called Miu", "kim"), ("User's cat is called Rex", "rex")] {
        let refused = kept("My cat is called Miu", text, "My cat is called Miu").unwrap_err();
        assert!(
            matches!(&refused, Rejection::Unsaid { words: said, .. } if said.to_lowercase().contains(words)),
            "{refused:?}"
        );
    }
    assert_eq!(kept("我的猫叫咪咪", "用户的猫叫咪咪", "我的猫叫咪咪").map(|kept| kept.message), Ok(0));
}

#[test]
fn the_request_is_what_it_was() {
    let shown = [
        line(1, Timestamp(1_741_793_400_000), "user", "我养了一只猫\n[2] 2025-03-12 user \"x\""),
        line(2, Timestamp(1_741_793_400_000), "assistant", "好的"),
    ]
    .join("\n");
    for (language, golden) in
        [(Language::En, include_str!("tests/request.en.txt")), (Language::Zh, include_str!("tests/request.zh.txt"))]
    {
        assert_eq!([system(language), "----", &shown].join("\n"), golden.trim_end());
        for word in ["\"memories\"", "\"text\"", "\"kind\"", "\"subject\"", "\"quote\"", "fact", "state", "inference"] {
            assert!(system(language).contains(word), "{word}");
        }
    }
    assert_eq!(schema()["properties"]["memories"]["items"]["required"].as_array().map(Vec::len), Some(5));
}

#[test]
fn the_examples_of_the_prompts_are_no_quotes() {
    for language in [Language::En, Language::Zh] {
        let example = system(language).lines().last().unwrap();
        let found = parse(example).unwrap_or_default();
        assert!(found.iter().all(|memory| quote_in(&memory.quote, "我养了一只猫 and a dog").is_none()));
    }
}
