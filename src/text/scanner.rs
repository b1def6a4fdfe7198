//! Cuts a folded text into its words, letter by letter.

use std::cell::Cell;
use std::ops::Range;

use super::case::secret;
use super::contraction::contraction;
use super::letters::{Boundary, Class, boundary, class};
use super::lexicon::{Flags, Lexicon};
use super::stem::{Form, stem};
use super::tokenize::{Kind, Token};
use super::word::Word;
use super::{number, number_words, signs};

/// The words of a folded text, in order.
pub(super) fn scan(folded: &str) -> Vec<Token> {
    let letters: Vec<(usize, char)> = folded.char_indices().collect();
    let mut scanner = Scanner {
        folded,
        letters,
        tokens: Vec::with_capacity(folded.len() / 4),
        boundary: Boundary::None,
        lexicon: Lexicon::shared(),
        n_without_secret: Cell::new(0),
    };
    scanner.scan();
    scanner.tokens
}

struct Scanner<'text> {
    folded: &'text str,
    letters: Vec<(usize, char)>,
    tokens: Vec<Token>,
    boundary: Boundary,
    lexicon: &'static Lexicon,
    /// So many of the first tokens announce no secret.
    n_without_secret: Cell<usize>,
}

impl Scanner<'_> {
    fn scan(&mut self) {
        let mut at = 0;
        while let Some(letter) = self.at(at) {
            at = match class(letter) {
                Class::Quote if signs::is_prime(&self.letters, at) => {
                    self.push(at..at + 1, Kind::Sign);
                    at + 1
                }
                Class::Space | Class::Quote => at + 1,
                Class::Sign | Class::Punctuation if let Some(end) = self.path(at) => {
                    self.push(at..end, Kind::Word);
                    end
                }
                Class::Han => self.han(at),
                Class::Hiragana | Class::Katakana => self.kana(at),
                Class::Letter | Class::Digit => self.word(at),
                Class::Sign => {
                    self.push(at..at + 1, Kind::Sign);
                    at + 1
                }
                Class::Punctuation => self.punctuation(at, letter),
            };
        }
        self.expand_is();
        // A question word already asks.
        if self.tokens.iter().any(|token| token.text == "?") && self.asks() {
            self.tokens.retain(|token| token.text != "?");
        }
    }

    /// After a pronoun 's is "is", but before a past ("she's left"), where it may be "has".
    fn expand_is(&mut self) {
        for at in 1..self.tokens.len() {
            let is_past = self.tokens.get(at + 1).is_none_or(|next| next.form == Form::Past);
            let takes_is = |word: &str| {
                matches!(word, "it" | "he" | "she" | "that" | "there" | "here" | "what" | "who" | "where" | "how")
            };
            if self.tokens[at].text == "'s" && takes_is(&self.tokens[at - 1].text) && !is_past {
                self.tokens[at].text = "is".into();
                self.tokens[at].stem = "is".into();
            }
        }
    }

    fn at(&self, at: usize) -> Option<char> {
        self.letters.get(at).map(|letter| letter.1)
    }

    fn class_at(&self, at: usize) -> Option<Class> {
        self.at(at).map(class)
    }

    fn before(&self, at: usize) -> Option<char> {
        at.checked_sub(1).and_then(|at| self.at(at))
    }

    fn is_alphanumeric(&self, at: usize) -> bool {
        matches!(self.class_at(at), Some(Class::Letter | Class::Digit))
    }

    fn is_digit(&self, at: usize) -> bool {
        self.class_at(at) == Some(Class::Digit)
    }

    fn bytes(&self, letters: &Range<usize>) -> Range<usize> {
        let byte = |at: usize| self.letters.get(at).map_or(self.folded.len(), |letter| letter.0);
        byte(letters.start)..byte(letters.end)
    }

    fn push(&mut self, letters: Range<usize>, kind: Kind) {
        let span = self.bytes(&letters);
        let text = Word::from(&self.folded[span.clone()]);
        let (stem, form) = match kind {
            Kind::Number => (number::plain(&text), Form::Plain),
            Kind::Word => stem(&text),
            Kind::Han | Kind::Sign => {
                let stem = text.clone();
                self.push_token(Token { text, stem, form: Form::Plain, kind, boundary: Boundary::None, span });
                return;
            }
        };
        let stem = if text == *stem { text.clone() } else { stem.into() };
        self.push_token(Token { text, stem, form, kind, boundary: Boundary::None, span });
    }

    fn push_token(&mut self, mut token: Token) {
        token.boundary = std::mem::take(&mut self.boundary);
        if token.text == "am" && self.tokens.last().is_some_and(|last| last.kind == Kind::Number) {
            // In the morning, no form of "be".
            token.stem.clone_from(&token.text);
        }
        if token.kind == Kind::Word
            && self.lexicon.flags(&token.text).has(Flags::QUANTITY)
            && let Some(value) = number_words::single(&token.text)
        {
            token.stem = value.to_string().into();
            token.kind = Kind::Number;
        }
        // "No, it is" is not "no it is", and 不，是 is not 不是.
        let denied = |last: &Token| self.lexicon.denies(last, self.folded);
        if Boundary::List < token.boundary && self.tokens.last().is_some_and(denied) {
            let at = token.span.start;
            self.tokens.push(Token {
                text: ",".into(),
                stem: ",".into(),
                form: Form::Plain,
                kind: Kind::Sign,
                boundary: Boundary::None,
                span: at..at,
            });
        }
        self.tokens.push(token);
    }

    fn punctuation(&mut self, at: usize, letter: char) -> usize {
        let is_joined = self.before(at).is_some_and(|before| matches!(class(before), Class::Letter | Class::Digit));
        match letter {
            '.' if !is_joined && self.is_alphanumeric(at + 1) && self.before(at) != Some('.') => return self.word(at),
            '-' if !is_joined && self.is_digit(at + 1) => return self.word(at),
            '-' if !is_joined && let Some(end) = self.option(at) => {
                self.push(at..end, Kind::Word);
                return end;
            }
            '?' if self.tokens.last().is_some_and(|last| last.text != "?") => self.push(at..at + 1, Kind::Sign),
            '/' => self.push(at..at + 1, Kind::Sign),
            '-' if !is_joined && self.at(at + 1) == Some(' ') => self.boundary = self.boundary.max(Boundary::Comma),
            '—' | '―' => self.boundary = self.boundary.max(Boundary::Comma),
            _ => {}
        }
        self.boundary = self.boundary.max(boundary(letter));
        at + 1
    }

    /// One Han letter, or a number of several.
    fn han(&mut self, at: usize) -> usize {
        let end = self.end_of_numeral(at);
        let value = if self.is_counted(at, end) { number::chinese(&self.folded[self.bytes(&(at..end))]) } else { None };
        let Some(value) = value else {
            self.push(at..at + 1, Kind::Han);
            return at + 1;
        };
        self.push(at..end, Kind::Number);
        if let Some(token) = self.tokens.last_mut() {
            token.stem = value.to_string().into();
        }
        end
    }

    fn end_of_numeral(&self, at: usize) -> usize {
        (at..).find(|at| !self.at(*at).is_some_and(number::is_numeral)).unwrap_or(at)
    }

    /// Whether the letters of number in `at..end` are a number here: before a measure word, after 第 and 百分之, before 到 and such a number,
    /// or with a digit and a power of ten. Most single letters are parts of words: 一般, 三亚, 万一.
    fn is_counted(&self, at: usize, end: usize) -> bool {
        // Days of the week are names: 星期三, 周三. 几十 and 十几 are no one number.
        let is_weekday = matches!(self.before(at), Some('期' | '周' | '拜'))
            && !at.checked_sub(2).and_then(|at| self.at(at)).is_some_and(number::is_numeral)
            && !matches!(self.at(end), Some('次' | '个' | '回' | '趟' | '遍' | '顿' | '节'));
        if at == end || is_weekday || matches!(self.before(at), Some('几' | '数')) || self.at(end) == Some('几') {
            return false;
        }
        let letters = || self.letters[at..end].iter().map(|letter| letter.1);
        if letters().all(number::is_formal)
            && (end == at + 1 || !letters().any(|letter| number::power(letter).is_some()))
        {
            return false;
        }
        // 一点 is "a bit" more often than an hour.
        if self.lexicon.is_measure(&self.rest(end)) {
            return !(self.at(at) == Some('一') && self.at(end) == Some('点') && end == at + 1);
        }
        let has_tens = end != at + 1 && self.at(at).is_some_and(|first| number::tens(first).is_some());
        let has_digit_and_power = (self.at(at) == Some('十')
            || letters().any(|letter| number::digit(letter).is_some()))
            && end != at + 1
            && letters().any(|letter| number::power(letter).is_some());
        let is_led = self.before(at) == Some('第')
            || self.before(at) == Some('之') && at.checked_sub(2).and_then(|at| self.at(at)) == Some('分');
        let reaches = || {
            let next = self.end_of_numeral(end + 1);
            end + 1 < next && self.lexicon.is_measure(&self.rest(next))
        };
        has_tens || has_digit_and_power || is_led || matches!(self.at(end), Some('到' | '至')) && reaches()
    }

    /// The next two letters from `at`, where Han.
    fn rest(&self, at: usize) -> String {
        self.letters
            .iter()
            .skip(at)
            .take(2)
            .map(|letter| letter.1)
            .take_while(|letter| class(*letter) == Class::Han)
            .collect()
    }

    fn kana(&mut self, at: usize) -> usize {
        let script = self.class_at(at);
        let mut end = at + 1;
        while self.class_at(end) == script || self.at(end) == Some('ー') {
            end += 1;
        }
        self.push(at..end, Kind::Word);
        end
    }

    /// A word, a name or a number that begins at `at`, perhaps with a sign.
    fn word(&mut self, at: usize) -> usize {
        let mut end = at + 1;
        while self.continues(at, end) {
            end += 1;
        }
        if self.at(end) == Some(':') && self.at(end + 1) == Some('/') && self.at(end + 2) == Some('/') {
            return self.address(at, end);
        }
        let text = &self.folded[self.bytes(&(at..end))];
        if text.starts_with(|first: char| class(first) == Class::Digit || first == '-')
            || text.starts_with('.') && self.is_digit(at + 1)
        {
            return self.number(at, end);
        }
        match contraction(text) {
            Some((first, second)) => {
                let span = self.bytes(&(at..end));
                for part in [first, second] {
                    let (stem, form) = stem(&part);
                    let span = span.clone();
                    let (text, stem) = (part.into(), stem.into());
                    self.push_token(Token { text, stem, form, kind: Kind::Word, boundary: Boundary::None, span });
                }
            }
            None => {
                end = self.marked(at, end);
                self.push(at..end, Kind::Word);
            }
        }
        end
    }

    /// Where the name `at..end` ends with its signs; a listed word has none: "not- …".
    fn marked(&self, at: usize, end: usize) -> usize {
        let marked = signs::tail(&self.letters, at, end);
        if marked != end {
            return if self.is_listed(at..end) { end } else { marked };
        }
        let has_digit = (at..end).any(|at| self.is_digit(at));
        let tail = if has_digit { signs::secret_tail(&self.letters, end) } else { end };
        if tail != end && self.has_secret() { tail } else { end }
    }

    /// Whether a word so far announces a secret. Each is asked once, but for the last, which may still grow.
    fn has_secret(&self) -> bool {
        let is_found = secret(self.folded, &self.tokens, self.n_without_secret.get()).is_some();
        if !is_found {
            self.n_without_secret.set(self.tokens.len().saturating_sub(1));
        }
        is_found
    }

    fn is_listed(&self, letters: Range<usize>) -> bool {
        1 < letters.len() && self.lexicon.flags(&self.folded[self.bytes(&letters)]).has(Flags::ANY)
    }

    /// Where the option ends that begins at `at`; after a dash a listed word is a word: "--not".
    fn option(&self, at: usize) -> Option<usize> {
        signs::option(&self.letters, at).filter(|(start, end)| !self.is_listed(*start..*end)).map(|(_, end)| end)
    }

    /// Where the path ends that begins at `at`; "/or" is none.
    fn path(&self, at: usize) -> Option<usize> {
        matches!(self.at(at), Some('.' | '/' | '~')).then_some(())?;
        signs::path(&self.letters, at).filter(|end| !self.is_listed(at + 1..*end))
    }

    /// Whether the letter at `at` belongs to the word before it, which began at `start`.
    fn continues(&self, start: usize, at: usize) -> bool {
        let Some(letter) = self.at(at) else { return false };
        let after_digit = self.is_digit(at - 1);
        let after_letter = self.class_at(at - 1) == Some(Class::Letter);
        let before_word = self.is_alphanumeric(at + 1);
        match letter {
            '\'' => after_letter && self.class_at(at + 1) == Some(Class::Letter),
            '.' | '_' | '@' | '&' | '/' => (after_digit || after_letter) && before_word,
            ':' | ',' => after_digit && self.is_digit(at + 1),
            '^' => {
                (after_digit || after_letter) && (before_word || self.at(at + 1) == Some('-') && self.is_digit(at + 2))
            }
            '-' => (after_digit || after_letter || self.at(at - 1) == Some('^')) && self.is_digit(at + 1),
            '+' => after_digit || after_letter || self.at(at - 1) == Some('+'),
            '#' => after_letter && !before_word,
            '%' | '‰' => after_digit,
            _ => match class(letter) {
                Class::Letter | Class::Digit => !matches!(self.at(at - 1), Some('%' | '‰')) || at == start,
                Class::Han
                | Class::Hiragana
                | Class::Katakana
                | Class::Space
                | Class::Quote
                | Class::Punctuation
                | Class::Sign => false,
            },
        }
    }

    /// A number in `at..end`, with the unit that is written on to it as a word of its own.
    fn number(&mut self, at: usize, end: usize) -> usize {
        let digits_end = (at..end).find(|&at| self.class_at(at) == Some(Class::Letter)).unwrap_or(end);
        if digits_end == end {
            let percent = self.at(end) == Some(' ') && self.at(end + 1) == Some('%');
            self.push(at..end, Kind::Number);
            if let (true, Some(token)) = (percent, self.tokens.last_mut()) {
                for part in [&mut token.text, &mut token.stem] {
                    let mut longer = part.as_str().to_owned();
                    longer.push('%');
                    *part = longer.into();
                }
            }
            return if percent { end + 2 } else { end };
        }
        let unit = &self.folded[self.bytes(&(digits_end..end))];
        if matches!(unit, "st" | "nd" | "rd" | "th") {
            self.push(at..end, Kind::Number);
        } else if unit
            .trim_end_matches(['2', '3'])
            .chars()
            .all(|letter| class(letter) == Class::Letter || matches!(letter, '/' | '^'))
            && (unit.contains('^') || !unit.ends_with(['2', '3']))
            && self.is_digit(digits_end - 1)
        {
            self.push(at..digits_end, Kind::Number);
            self.push(digits_end..end, Kind::Word);
        } else {
            self.push(at..end, Kind::Word);
        }
        end
    }

    /// An address with a scheme, up to a space, a Han letter or a closing mark.
    fn address(&mut self, at: usize, mut end: usize) -> usize {
        while self
            .at(end)
            .is_some_and(|letter| letter.is_ascii_graphic() && !matches!(letter, '"' | '\'' | '<' | '>' | '`'))
        {
            end += 1;
        }
        while self.before(end).is_some_and(|last| matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}')) {
            end -= 1;
        }
        self.push(at..end, Kind::Word);
        end
    }

    /// Whether a word asks by itself: a question word anywhere in Chinese, at the beginning in English.
    fn asks(&self) -> bool {
        let han = |token: &Token| self.lexicon.asks(&self.folded[token.span.start..]) && token.kind == Kind::Han;
        self.tokens.iter().any(han)
            || self.tokens.first().is_some_and(|first| self.lexicon.flags(&first.text).has(Flags::ASKING))
    }
}
