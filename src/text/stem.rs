//! A light inflection rule for English: plurals, third persons, pasts and participles; nothing that changes a word's class.

use std::sync::OnceLock;

use super::list::{lines, list};
use super::word_map::WordMap;

const PAST: &str = list!("words/irregular_past.txt");
const PLAIN: &str = list!("words/irregular_plain.txt");

/// What an ending says beside the word.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Form {
    /// The word itself, its plural or its third person.
    #[default]
    Plain,
    /// A past or a past participle. It ends what the plain form says, so the two are never the same word.
    Past,
    /// A participle or a gerund in -ing.
    Ing,
}

/// The plain form of an English word in lower case, and what its ending said. A word of another script is its own stem.
///
/// ```
/// use palimpsest::text::stem::{Form, stem};
/// assert_eq!(stem("cities"), ("city".into(), Form::Plain));
/// assert_eq!(stem("running"), ("run".into(), Form::Ing));
/// assert_eq!(stem("ran"), ("run".into(), Form::Past));
/// ```
#[must_use]
pub fn stem(word: &str) -> (String, Form) {
    if word.len() < 3 && !matches!(word, "am") || !word.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return (word.to_owned(), Form::Plain);
    }
    static IRREGULAR: OnceLock<WordMap<Option<(&'static str, Form)>>> = OnceLock::new();
    if let Some(Some((plain, form))) = IRREGULAR.get_or_init(irregular).get(word) {
        return ((*plain).to_owned(), *form);
    }
    if let Some(root) = word.strip_suffix("ing").filter(|root| is_root(root)) {
        return (rebuilt(root), Form::Ing);
    }
    if let Some(root) = word.strip_suffix("ied").filter(|root| is_root(root) || 2 <= root.len()) {
        return (format!("{root}y"), Form::Past);
    }
    if let Some(root) = word.strip_suffix("ed").filter(|root| is_root(root) && !root.ends_with('e')) {
        return (rebuilt(root), Form::Past);
    }
    (singular(word), Form::Plain)
}

fn irregular() -> WordMap<Option<(&'static str, Form)>> {
    let mut map: WordMap<Option<(&str, Form)>> = WordMap::default();
    for (table, form) in [(PLAIN, Form::Plain), (PAST, Form::Past)] {
        for line in lines(table) {
            let mut words = line.split_ascii_whitespace();
            let Some(plain) = words.next() else { continue };
            map.of(plain).get_or_insert((plain, Form::Plain));
            // A verb whose past is written like its plain form counts as past: "he read" is not "he reads".
            for other in words {
                *map.of(other) = Some((plain, form));
            }
        }
    }
    map
}

fn singular(word: &str) -> String {
    if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") || word.ends_with("ics") {
        return word.to_owned();
    }
    match word.strip_suffix("ies") {
        Some(root) if 2 <= root.len() => return format!("{root}y"),
        Some(root) => return format!("{root}ie"),
        None => {}
    }
    if let Some(root) = word.strip_suffix("es")
        && ["ss", "x", "ch", "sh", "zz", "o"].iter().any(|end| root.ends_with(end))
        && 2 < root.len()
    {
        return root.to_owned();
    }
    word.strip_suffix('s').filter(|root| 2 < root.len()).unwrap_or(word).to_owned()
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Whether something is left that a verb could be.
fn is_root(root: &str) -> bool {
    1 < root.len() && root.bytes().any(|letter| is_vowel(letter) || letter == b'y')
}

/// The plain form of a verb that has lost -ed or -ing: without a doubled letter, with the e that it had.
fn rebuilt(root: &str) -> String {
    let letters = root.as_bytes();
    let [.., before, last] = letters else { return root.to_owned() };
    let n_vowels = count_syllables(letters);
    if before == last && !is_vowel(*last) {
        let kept = matches!(last, b's' | b'z' | b'f') || *last == b'l' && n_vowels < 2;
        return root[..root.len() - usize::from(!kept)].to_owned();
    }
    let third = letters.len().checked_sub(3).map(|at| letters[at]);
    let e = if is_vowel(*before) {
        let digraph = third.is_some_and(is_vowel)
            && !(third == Some(b'u') && letters.len() > 3 && letters[letters.len() - 4] == b'q');
        after_vowel(*before, *last, digraph, n_vowels)
    } else {
        after_consonant(third, *before, *last)
    };
    if e { format!("{root}e") } else { root.to_owned() }
}

/// Groups of vowels, y after a consonant among them.
fn count_syllables(letters: &[u8]) -> usize {
    let vowel = |at: usize| is_vowel(letters[at]) || letters[at] == b'y' && 0 < at;
    (0..letters.len()).filter(|&at| vowel(at) && (at == 0 || !vowel(at - 1))).count()
}

/// Whether a root that ends in a vowel and `last` had an e: of one syllable always, else by its ending.
fn after_vowel(before: u8, last: u8, digraph: bool, n_syllables: usize) -> bool {
    match last {
        b'w' | b'x' | b'y' => false,
        b'v' | b'c' | b'z' | b'u' => true,
        b's' | b'g' => !(digraph && last == b'g'),
        _ if is_vowel(last) => last == b'u',
        _ if digraph => false,
        _ if n_syllables < 2 => true,
        b't' => matches!(before, b'a' | b'u'),
        b'd' => before != b'e',
        b'r' => matches!(before, b'a' | b'i' | b'u'),
        b'n' | b'm' => matches!(before, b'i' | b'u') || before == b'o' && last == b'm',
        b'l' => matches!(before, b'i' | b'u'),
        _ => before == b'a',
    }
}

/// Whether a root that ends in a consonant and `last` had an e.
fn after_consonant(third: Option<u8>, before: u8, last: u8) -> bool {
    match last {
        b'v' | b'c' | b'u' => true,
        b'l' => !matches!(before, b'r' | b'w'),
        b's' => matches!(before, b'n' | b'r' | b'l' | b'p'),
        b'g' => matches!(before, b'd' | b'r') || before == b'n' && third == Some(b'a'),
        b'z' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: Form, pairs: &[(&str, &str)]) {
        for (word, plain) in pairs {
            assert_eq!(stem(word), ((*plain).to_owned(), form), "{word}");
        }
    }

    #[test]
    fn plurals_and_third_persons_lose_their_ending() {
        check(
            Form::Plain,
            &[
                ("cities", "city"),
                ("boxes", "box"),
                ("watches", "watch"),
                ("uses", "use"),
                ("houses", "house"),
                ("goes", "go"),
                ("manages", "manage"),
                ("children", "child"),
                ("has", "have"),
                ("ships", "ship"),
                ("heroes", "hero"),
                ("ties", "tie"),
                ("classes", "class"),
                ("notes", "note"),
                ("days", "day"),
                ("studies", "study"),
            ],
        );
    }

    #[test]
    fn what_only_looks_like_an_ending_stays() {
        check(
            Form::Plain,
            &[
                ("bus", "bus"),
                ("this", "this"),
                ("glass", "glass"),
                ("news", "news"),
                ("always", "always"),
                ("during", "during"),
                ("morning", "morning"),
                ("king", "king"),
                ("spring", "spring"),
                ("need", "need"),
                ("red", "red"),
                ("speed", "speed"),
                ("hundred", "hundred"),
                ("analysis", "analysis"),
                ("physics", "physics"),
                ("gas", "gas"),
                ("us", "us"),
                ("thing", "thing"),
            ],
        );
    }

    #[test]
    fn participles_find_their_verb() {
        check(
            Form::Ing,
            &[
                ("running", "run"),
                ("making", "make"),
                ("hoping", "hope"),
                ("hopping", "hop"),
                ("moving", "move"),
                ("managing", "manage"),
                ("playing", "play"),
                ("working", "work"),
                ("eating", "eat"),
                ("updating", "update"),
                ("changing", "change"),
                ("singing", "sing"),
                ("visiting", "visit"),
                ("using", "use"),
                ("going", "go"),
                ("calling", "call"),
                ("handling", "handle"),
                ("training", "train"),
                ("writing", "write"),
                ("learning", "learn"),
                ("living", "live"),
                ("dancing", "dance"),
            ],
        );
    }

    #[test]
    fn a_past_is_told_apart_from_its_verb() {
        check(
            Form::Past,
            &[
                ("ran", "run"),
                ("worked", "work"),
                ("planned", "plan"),
                ("moved", "move"),
                ("studied", "study"),
                ("was", "is"),
                ("were", "is"),
                ("went", "go"),
                ("stopped", "stop"),
                ("used", "use"),
                ("decided", "decide"),
                ("joined", "join"),
                ("said", "say"),
                ("read", "read"),
                ("created", "create"),
                ("liked", "like"),
                ("named", "name"),
                ("passed", "pass"),
            ],
        );
        assert_eq!(stem("are"), ("is".to_owned(), Form::Plain));
        assert_eq!(stem("am"), ("is".to_owned(), Form::Plain));
    }

    #[test]
    fn a_word_of_another_script_is_its_own_stem() {
        check(Form::Plain, &[("喜欢", "喜欢"), ("cafés", "cafés"), ("часы", "часы"), ("gpt-4s", "gpt-4s")]);
    }
}
