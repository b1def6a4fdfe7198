//! English contractions.

/// The two words of a contraction. After a noun 's is a word of its own, since it may be an owner's.
pub(super) fn contraction(word: &str) -> Option<(String, String)> {
    if word == "cannot" {
        return Some(("can".into(), "not".into()));
    }
    let (head, tail) = word.rsplit_once('\'')?;
    let pair = |first: &str, second: &str| Some((first.to_owned(), second.to_owned()));
    match (head, tail) {
        ("can", "t") => pair("can", "not"),
        ("won", "t") => pair("will", "not"),
        ("shan", "t") => pair("shall", "not"),
        ("let", "s") => pair("let", "us"),
        (_, "t") => head.strip_suffix('n').filter(|verb| !verb.is_empty()).and_then(|verb| pair(verb, "not")),
        (_, "re") => pair(head, "are"),
        (_, "m") => pair(head, "am"),
        (_, "ve") => pair(head, "have"),
        (_, "ll") => pair(head, "will"),
        (_, "d") => pair(head, "'d"),
        (_, "s") => pair(head, "'s"),
        _ => None,
    }
}
