//! What is read out of an answer, and what is refused.

use proptest::prelude::*;
use serde_json::json;

use super::*;

#[track_caller]
fn check(answer: &str, expected: Value) {
    assert_eq!(json_value(answer), Ok(expected), "{answer}");
}

#[track_caller]
fn check_refused(answer: &str, expected: AnswerError) {
    assert_eq!(json_value(answer), Err(expected), "{answer}");
}

#[track_caller]
fn check_malformed(answer: &str) {
    assert!(matches!(json_value(answer), Err(AnswerError::Malformed(_))), "{answer}: {:?}", json_value(answer));
}

#[test]
fn a_value_is_found_in_what_stands_around_it() {
    check(r#"{"relation": "same"}"#, json!({"relation": "same"}));
    check(r#"  [{"id": 1}]  "#, json!([{"id": 1}]));
    check("\u{feff}```json\n{\"a\": 1}\n```", json!({"a": 1}));
    check("好的，结果如下：\n```\n{\"关系\": \"相同\"}\n```\n希望有帮助。", json!({"关系": "相同"}));
    check("<think>{\"a\": 1} or [2]?</think>{\"a\": 3}", json!({"a": 3}));
    check("\n <think>嗯……</think>\n\n{\"a\": [1, 2.5, -3, null, true]}", json!({"a": [1, 2.5, -3, null, true]}));
    check("Records [1] and [3] say the same (see {x}): {\"a\": 1} – so [1] goes [note].", json!({"a": 1}));
    check("[1, 2 and 3] are {equal}, {1: 2}, [[wiki]], [null and void]: {\"a\": {}}", json!({"a": {}}));
    check("记录【1】和[3]相同：{\"id\": [1, 3]}", json!({"id": [1, 3]}));
    check("The ids are [1, 2].", json!([1, 2]));
    check("{}", json!({}));
    check("[]", json!([]));
    check(r#"{"text": "a } ] { [ \" \\"}"#, json!({"text": "a } ] { [ \" \\"}));
    check(r#"{"text": "</think>"}"#, json!({"text": "</think>"}));
}

#[test]
fn the_bare_word_counts_on_a_line_of_its_own() {
    for answer in [
        "no-change",
        "  no-change\n",
        "\"no-change\"",
        "```\nno-change\n```",
        "<think>{\"ops\": []}?</think>\nno-change",
        "Records [1] and [2] differ.\n\nno-change",
        "没有重复，也没有矛盾。\r\nno-change\r\n",
    ] {
        check(answer, json!("no-change"));
    }
    check_refused("I would not answer no-change here.", AnswerError::NoValue);
    check_refused("No-Change", AnswerError::NoValue);
    check_refused("no-change\n{\"ops\": []}", AnswerError::SeveralValues);
    check(r#"{"ops": "no-change"}"#, json!({"ops": "no-change"}));
}

#[test]
fn half_a_surrogate_pair_becomes_the_replacement_character() {
    check(r#"{"a": "x\ud83dy", "b": "\ud83d\ude00"}"#, json!({"a": "x\u{fffd}y", "b": "😀"}));
    check(r#"{"\udc00键": "\\ud83d"}"#, json!({"\u{fffd}键": "\\ud83d"}));
    check("C:\\ {\"a\": \"\\ud800\"}", json!({"a": "\u{fffd}"}));
    check_refused(r#"{"\ud800": 1, "\ud801": 2}"#, AnswerError::DuplicateKey("\u{fffd}".to_owned()));
}

#[test]
fn no_value_and_several_values_are_refused() {
    for answer in ["", "  ", "yes", "42", "\"same\"", "null", "相同", "{", "[", "{x}", "[3", "<think></think>"] {
        check_refused(answer, AnswerError::NoValue);
    }
    check_refused(r#"{"a": 1} {"a": 1}"#, AnswerError::SeveralValues);
    check_refused(r#"{"a": 1} or rather {"a": 2}"#, AnswerError::SeveralValues);
    check_refused(r#"[{"a": 1}] [{"a": 2}]"#, AnswerError::SeveralValues);
    check_refused("<think>I see {\"a\": 1}", AnswerError::Unfinished);
}

#[test]
fn a_part_of_a_broken_answer_is_no_answer() {
    // Each holds a whole {"op": "delete", "id": 3} that must not be taken for the answer.
    check_malformed(r#"{"ops": [{"op": "delete", "id": 3}"#);
    check_malformed(r#"{"ops": [{"op": "delete", "id": 3},]}"#);
    check_malformed(r#"[{"op": "delete", "id": 3}"#);
    check_malformed(r#"[{"op": "delete", "id": 3}, oops, {"op": "delete", "id": 4}]"#);
    check_malformed(r#"{"reasoning": "he said "no"", "then": {"op": "delete", "id": 3}}"#);
    check_malformed(r#"{"a": 1} and {"b": oops}"#);
}

#[test]
fn nothing_else_is_repaired() {
    check_refused("{'a': 1}", AnswerError::NoValue);
    check_refused("{a: 1}", AnswerError::NoValue);
    check_malformed("{\"a\": 1,}");
    check_malformed("{\"a\": True}");
    check_malformed("{\"a\": NaN}");
    check_malformed("{\"a\": 1e999}");
    check_malformed("{\"a\": 1 // one\n}");
    check_malformed("{\"a\": \"two\nlines\"}");
    check_malformed("{\"a\": \"\\x41\"}");
    check_malformed("{“a”: 1, \"b\": 2}".replace("{“a”: 1, ", "{\"a\": “1”, ").as_str());
}

#[test]
fn a_repeated_or_forbidden_name_is_refused_at_any_depth() {
    check_refused(r#"{"id": 1, "id": 2}"#, AnswerError::DuplicateKey("id".to_owned()));
    check_refused(r#"{"ops": [{"编号": 1, "x": 0, "\u7f16\u53f7": 2}]}"#, AnswerError::DuplicateKey("编号".to_owned()));
    check(r#"[{"id": 1}, {"id": 2}]"#, json!([{"id": 1}, {"id": 2}]));
    for key in ["__proto__", "constructor", "prototype"] {
        check_refused(&format!(r#"{{"a": [{{"{key}": 1}}]}}"#), AnswerError::ForbiddenKey(key.to_owned()));
    }
    check_refused(r#"{"\u005f_proto__": {}}"#, AnswerError::ForbiddenKey("__proto__".to_owned()));
    check(r#"{"a": "__proto__"}"#, json!({"a": "__proto__"}));
}

#[test]
fn an_answer_that_is_too_long_or_too_deep_is_refused() {
    let nest = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(json_value(&nest(MAX_ANSWER_DEPTH)).is_ok());
    check_refused(&nest(MAX_ANSWER_DEPTH + 1), AnswerError::TooDeep);
    check_refused(&"[".repeat(MAX_ANSWER_BYTES), AnswerError::TooDeep);
    check_refused(&"{\"a\":".repeat(100_000), AnswerError::TooDeep);
    assert!(json_value(&format!("{{}}{}", " ".repeat(MAX_ANSWER_BYTES - 2))).is_ok());
    check_refused(&" ".repeat(MAX_ANSWER_BYTES + 1), AnswerError::TooLong { bytes: MAX_ANSWER_BYTES + 1 });
}

#[test]
fn text_that_is_made_to_be_read_again_and_again_is_read_in_time() {
    for unit in ["[x", "{x", "[1 ", "[a\"\\\"", "[1],", "[[1],", "[1,\"[", "\\ud800", "{\"", "[null,"] {
        let _ = json_value(&unit.repeat(MAX_ANSWER_BYTES / 8 / unit.len()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(answer in ".{0,200}") {
        let _ = json_value(&answer);
    }

    #[test]
    fn any_pieces_of_json_are_read_or_refused_without_a_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "{", "}", "[", "]", ":", ",", "\"", "\\", "\\ud83d", "\\u", "no-change", "\n", "<think>", "</think>", "1",
                "\"a\"", "\"键\"", "null", " ", "中文", "__proto__", "😀", "e9", "-",
            ]),
            0..40,
        ),
    ) {
        let answer = pieces.concat();
        if let Ok(value) = json_value(&answer) {
            // What was accepted is read the same when it stands alone.
            prop_assert_eq!(json_value(&value.to_string()), Ok(value));
        }
    }

    #[test]
    fn an_object_in_prose_is_read_as_it_was_written(
        value in crate::codec::samples::value(),
        before in "[^{\\[<]{0,20}",
        after in "[^{\\[]{0,20}",
    ) {
        let object = json!({"value": value});
        let lines = before.lines().chain(after.lines());
        prop_assume!(lines.map(str::trim).all(|line| line != "no-change" && line != "`no-change`"));
        let is_allowed = !object.to_string().contains("proto") && !object.to_string().contains("constructor");
        prop_assume!(is_allowed);
        // Not compared with `object` itself, for reading a fraction may change its last digit.
        let expected: Value = serde_json::from_str(&object.to_string()).unwrap();
        prop_assert_eq!(json_value(&format!("{before}{object}{after}")), Ok(expected));
    }
}
