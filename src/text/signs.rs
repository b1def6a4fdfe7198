//! Signs at the beginning or the end of a name that belong to it: `--force`, `O-`, `int*`, `../src`, 5'.

/// Letters that a name before a minus sign has at most: `HIV-`. A longer one is half a compound.
const MAX_MARKED: usize = 4;

/// Letters that an option of one dash has at most: `-xvf`.
const MAX_SHORT_OPTION: usize = 3;

/// A folded text's letters, with where each stands.
pub(super) type Letters<'text> = &'text [(usize, char)];

fn at(letters: Letters, nth: usize) -> Option<char> {
    letters.get(nth).map(|letter| letter.1)
}

fn before(letters: Letters, nth: usize) -> Option<char> {
    nth.checked_sub(1).and_then(|nth| at(letters, nth))
}

/// Whether a word may begin at `nth`: at the beginning, after a space, a bracket or a quotation mark.
fn opens(letters: Letters, nth: usize) -> bool {
    before(letters, nth).is_none_or(|before| {
        before == ' ' || matches!(before, '(' | '[' | '{' | '"' | '\'' | '`' | '「' | '“' | '=' | ':')
    })
}

/// The name of the option that begins with the dash at `nth`: where it begins, and where it ends.
pub(super) fn option(letters: Letters, nth: usize) -> Option<(usize, usize)> {
    let is_long = at(letters, nth + 1) == Some('-');
    let start = nth + 1 + usize::from(is_long);
    // An emoticon is none: ":-p".
    if !opens(letters, nth) || before(letters, nth) == Some(':') || !at(letters, start)?.is_ascii_alphabetic() {
        return None;
    }
    let belongs = |nth: usize| {
        at(letters, nth).is_some_and(|letter| letter.is_ascii_alphanumeric() || is_long && matches!(letter, '-' | '_'))
    };
    let mut end = (start..).find(|nth| !belongs(*nth))?;
    while matches!(before(letters, end), Some('-' | '_')) {
        end -= 1;
    }
    (is_long || end - start <= MAX_SHORT_OPTION).then_some((start, end))
}

/// Where the path ends that begins at `nth`: `../src`, `./`, `~/notes`, `/usr/bin`.
pub(super) fn path(letters: Letters, nth: usize) -> Option<usize> {
    if !opens(letters, nth) {
        return None;
    }
    let root = match (at(letters, nth)?, at(letters, nth + 1), at(letters, nth + 2)) {
        ('.', Some('.'), Some('/')) => nth + 3,
        ('.' | '~', Some('/'), _) => nth + 2,
        ('/', Some(next), _) if next.is_ascii_alphanumeric() => nth + 1,
        _ => return None,
    };
    let belongs = |nth: usize| {
        at(letters, nth).is_some_and(|letter| {
            letter.is_ascii_graphic() && !matches!(letter, '"' | '\'' | '<' | '>' | '`' | ',' | ';' | '(' | ')')
        })
    };
    let mut end = (root..).find(|nth| !belongs(*nth))?;
    while root < end && before(letters, end).is_some_and(|last| matches!(last, '.' | ':' | '!' | '?' | ']' | '}')) {
        end -= 1;
    }
    Some(end)
}

/// Where the signs end that belong to the word `start..end` before them: `O-`, `T[]`, `int*`. A star that closes emphasis does not.
pub(super) fn tail(letters: Letters, start: usize, end: usize) -> usize {
    let is_word = |nth: usize| at(letters, nth).is_some_and(char::is_alphanumeric);
    let is_name = letters[start..end].iter().all(|letter| letter.1.is_ascii_alphabetic());
    match at(letters, end) {
        Some('-') if is_name && end - start <= MAX_MARKED => {
            let goes_on = is_word(end + 1) && !at(letters, end + 1).is_some_and(super::letters::is_han)
                || matches!(at(letters, end + 1), Some('-' | '>'));
            if goes_on { end } else { end + 1 }
        }
        Some('[') => {
            let pairs = (end..)
                .step_by(2)
                .take_while(|nth| at(letters, *nth) == Some('[') && at(letters, nth + 1) == Some(']'));
            end + 2 * pairs.count()
        }
        Some('*') => {
            let n_stars = (end..).take_while(|nth| at(letters, *nth) == Some('*')).count();
            let n_before = letters[..start].iter().filter(|letter| letter.1 == '*').count();
            if n_before == 0 && !is_word(end + n_stars) { end + n_stars } else { end }
        }
        _ => end,
    }
}

/// Where the signs of a secret end that the word `..end` ends: `hunter2!`.
pub(super) fn secret_tail(letters: Letters, end: usize) -> usize {
    let signs = (end..).take_while(|nth| {
        matches!(at(letters, *nth), Some('!' | '?' | '#' | '$' | '%' | '&' | '*' | '+' | '=' | '~' | '^' | '@'))
    });
    end + signs.count()
}

/// Whether the quotation mark at `nth` is no quotation mark but feet, minutes or inches: after a digit, and closing nothing.
pub(super) fn is_prime(letters: Letters, nth: usize) -> bool {
    let Some(mark) = at(letters, nth) else { return false };
    let is_after_digit = before(letters, nth).is_some_and(|before| before.is_ascii_digit());
    if !matches!(mark, '\'' | '"') || !is_after_digit || at(letters, nth + 1).is_some_and(char::is_alphabetic) {
        return false;
    }
    let last = (0..nth).rev().find(|quote| at(letters, *quote) == Some(mark));
    last.is_none_or(|quote| !opens(letters, quote))
}
