//! Where capitals count: in secrets, codes, paths, some units, and names that are also common words.

use std::cell::OnceCell;

use super::cursor::is_one_of;
use super::letters::is_han;
use super::lexicon::{Flags, Lexicon};
use super::measure;
use super::normalize::Cased;
use super::tokenize::{Kind, Token};

/// Names in capitals that are other words in small letters. Capitals elsewhere are emphasis, or a habit: NEVER, API.
const NAMES: &[&str] = &["us", "it", "who", "aids", "led", "sat", "act", "pet", "ice"];

/// Changes from a small letter to a capital that a word with digits has to have, so that it is a code and no name: `iPhone15` has one.
const MIN_CHANGES: usize = 2;

/// Chinese words that announce a secret.
const SECRETS: &[&str] = &["密码", "口令", "密钥", "令牌", "暗号", "验证码", "激活码", "邀请码", "账号", "用户名"];

/// The capitals of a text.
pub(super) struct Case<'text> {
    cased: Cased<'text>,
    /// Where a word says that a secret follows, in bytes; looked for when a capital asks.
    secret: OnceCell<Option<usize>>,
    /// Nothing but capitals: they say nothing.
    is_shouted: bool,
}

impl<'text> Case<'text> {
    /// The capitals of a text.
    pub(super) fn of(cased: Cased<'text>) -> Self {
        let n_capitals = cased.n_capitals(&(0..cased.text.len()));
        if n_capitals == 0 {
            return Self { cased, secret: OnceCell::new(), is_shouted: true };
        }
        let n_letters = cased.text.bytes().filter(u8::is_ascii_alphabetic).count();
        let is_shouted = n_letters <= n_capitals && !cased.text.contains(is_han);
        Self { cased, secret: OnceCell::new(), is_shouted }
    }

    /// The word at `at` with its capitals, where they count.
    pub(super) fn kept(&self, tokens: &[Token], at: usize) -> Option<String> {
        let token = tokens.get(at)?;
        let n_capitals = if self.is_shouted { 0 } else { self.cased.n_capitals(&token.span) };
        if n_capitals == 0 || token.kind != Kind::Word || token.span.len() != token.text.len() {
            return None;
        }
        let is_name = || token.text.len() == n_capitals && NAMES.contains(&token.text.as_str());
        let is_unit = || {
            let after_number = at.checked_sub(1).is_some_and(|before| tokens[before].kind == Kind::Number);
            after_number && measure::by_case(&self.cased.written(&token.span)).is_some()
        };
        if is_name() || is_unit() {
            return Some(self.cased.written(&token.span));
        }
        if Lexicon::shared().flags(&token.text).has(Flags::ANY) {
            return None;
        }
        // -f is not -F.
        let path = if token.text.starts_with('-') { Some(0) } else { path(&token.text) };
        let secret = *self.secret.get_or_init(|| secret(self.cased.text, tokens, 0));
        if secret.is_some_and(|secret| secret < token.span.start) || self.is_code(token) {
            return Some(self.cased.written(&token.span));
        }
        let path = path?;
        let start = token.span.start + path;
        Some(format!("{}{}", &token.text[..path], self.cased.written(&(start..token.span.end))))
    }

    /// Whether a word with digits changes between small letters and capitals too often for a name: `dQw4w9WgXcQ`.
    fn is_code(&self, token: &Token) -> bool {
        if !token.text.bytes().any(|letter| letter.is_ascii_digit()) {
            return false;
        }
        let written = self.cased.written(&token.span);
        let changes =
            written.as_bytes().windows(2).filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
        MIN_CHANGES <= changes.count()
    }
}

/// Where the part of an address or a path begins in which capitals count: after the host, or at once.
fn path(text: &str) -> Option<usize> {
    if let Some(host) = text.find("://").map(|at| at + 3) {
        return text[host..].find('/').map(|at| host + at);
    }
    (text.starts_with(['/', '.', '~']) && text.contains('/') || 2 <= text.matches('/').count()).then_some(0)
}

/// Where the first word, from the token `from` on, begins that announces a secret.
pub(super) fn secret(folded: &str, tokens: &[Token], from: usize) -> Option<usize> {
    let announces = |at: &usize| match tokens[*at].kind {
        Kind::Word => match tokens[*at].text.as_str() {
            "password" | "passwords" | "passcode" | "passphrase" | "passwd" | "token" | "username" => true,
            // Not the key contact, nor a secret garden.
            "key" => at.checked_sub(1).is_some_and(|before| {
                let before = tokens[before].text.as_str();
                is_one_of(before, "api license licence access secret private product wifi")
            }),
            _ => false,
        },
        Kind::Han => SECRETS.iter().any(|word| folded[tokens[*at].span.start..].starts_with(word)),
        Kind::Number | Kind::Sign => false,
    };
    (from..tokens.len()).find(announces).map(|at| tokens[at].span.start)
}

#[cfg(test)]
mod tests {
    use crate::text::align::align;
    use crate::text::coverage::Coverage;
    use crate::text::key::careful_key;

    #[track_caller]
    fn check(one: &str, other: &str, is_same: bool) {
        assert_eq!(careful_key(one) == careful_key(other), is_same, "{one} | {other}");
        assert_eq!(align(one, other).coverage_strict() == Coverage::Same, is_same, "{one} | {other}");
    }

    #[test]
    fn capitals_are_a_habit_elsewhere() {
        check("User prefers Dark Mode", "user prefers dark mode.", true);
        check("NEVER push to main", "Never push to main", true);
        check("The project uses the API of OpenAI", "the project uses the api of openai", true);
        check("User has an iPhone15", "User has an iphone15", true);
        check("THE USER WORKS WITH US", "the user works with us", true);
        check("用户在用 GPT-4", "用户在用 gpt-4", true);
        check("TAKE 5 MG AT NIGHT", "Take 5 mg at night", true);
        check("The laptop has 16 GB", "the laptop has 16 gb", true);
    }

    #[test]
    fn capitals_tell_names_units_and_codes_apart() {
        check("User works in the US", "User works in the us", false);
        check("用户在 US 工作", "用户在 us 工作", false);
        check("The link has 16 GB", "The link has 16 Gb", false);
        check("网速是100 Mb", "网速是100 MB", false);
        check("The phone has 5G", "The phone has 5g", false);
        check("The video is dQw4w9WgXcQ", "The video is dqw4w9wgxcq", false);
        check("视频编号是 dQw4w9WgXcQ", "视频编号是 dQw4w9WgXcq", false);
    }

    #[test]
    fn capitals_count_in_secrets_and_paths() {
        check("The password is Hunter2", "The password is hunter2", false);
        check("密码是 Hunter2", "密码是 hunter2", false);
        check("Password rules are strict", "password rules are strict", true);
        check("The key contact is Ana", "the key contact is ana", true);
        check("The API key is abC", "The API key is abc", false);
        check("See https://x.y/A", "See https://x.y/a", false);
        check("See https://X.y/a", "See https://x.y/a", true);
        check("文件在 /home/Ana/a.txt", "文件在 /home/ana/a.txt", false);
        check("Use grep -F", "Use grep -f", false);
    }
}
