//! Rust source without its comments, strings and character literals.

/// `text` with comments, strings and character literals blanked; line breaks stay.
pub(crate) fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = skipped(rest, code.chars().next_back()).unwrap_or(0);
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    code
}

/// How many bytes at the start of `rest` are a comment, a string or a character; `before` is what stands before it.
fn skipped(rest: &str, before: Option<char>) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(end_of_block_comment(rest));
    }
    let in_name = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if !in_name && let Some(raw) = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r')) {
        let hashes = raw.bytes().take_while(|byte| *byte == b'#').count();
        if raw[hashes..].starts_with('"') {
            let open = rest.len() - raw.len() + hashes + 1;
            let close = format!("\"{}", "#".repeat(hashes));
            return Some(rest[open..].find(&close).map_or(rest.len(), |at| open + at + close.len()));
        }
    }
    if rest.starts_with('"') {
        return Some(end_of_quote(rest, '"'));
    }
    // A lifetime has no closing quote after its first character.
    let mut letters = rest.strip_prefix('\'')?.chars();
    let is_character = letters.next()? == '\\' || letters.next() == Some('\'');
    is_character.then(|| end_of_quote(rest, '\''))
}

fn end_of_block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

fn end_of_quote(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}
