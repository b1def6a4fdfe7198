//! Keys: names of what has one value at a time, and one name for each subject.

use std::sync::OnceLock;

use super::lists::{KEYS, RELATIONS, group};
use super::summary::Language;
use crate::text::list::lines;
use crate::text::normalize::fold;
use crate::text::word_map::WordMap;

/// The subject that stands for the user.
pub const USER: &str = "user";

/// Whether `key` names something that has one value at a time: a key of the list, a listed one with its object (`deadline:report`), or a stance
/// (`likes:tea`), which has one value too.
///
/// ```
/// use palimpsest::annotate::is_one_valued;
/// assert!(is_one_valued("home_city") && is_one_valued("speaks:catalan"));
/// assert!(!is_one_valued("hobby") && !is_one_valued("speaks:"));
/// ```
#[must_use]
pub fn is_one_valued(key: &str) -> bool {
    entries().any(|entry| match key.split_once(':') {
        Some((head, object)) => entry.key.strip_suffix(':') == Some(head) && !object.trim().is_empty(),
        None => entry.key == key,
    })
}

/// One name for a key however it is written: in snake case, a listed synonym under its listed name, its object folded.
///
/// ```
/// use palimpsest::annotate::canonical_key;
/// assert_eq!(canonical_key("Home City"), "home_city");
/// assert_eq!(canonical_key("favorite: Colour"), "favourite:colour");
/// assert_eq!(canonical_key("Mia's title"), "mia's_title");
/// ```
#[must_use]
pub fn canonical_key(key: &str) -> String {
    let folded = fold(key);
    let (head, object) = match folded.split_once(':') {
        Some((head, object)) => (head.trim(), Some(object.trim())),
        None => (folded.as_str(), None),
    };
    let head: String = head.chars().map(|letter| if matches!(letter, ' ' | '-') { '_' } else { letter }).collect();
    let head = named(&head, object.is_some()).unwrap_or(&head);
    match object {
        Some(object) => format!("{head}:{object}"),
        None => head.to_owned(),
    }
}

/// The key of the list that a name in snake case means, without its colon.
fn named(name: &str, has_object: bool) -> Option<&'static str> {
    type Names = WordMap<Option<&'static str>>;
    static NAMES: OnceLock<[Names; 2]> = OnceLock::new();
    let read = || {
        let mut names = [Names::default(), Names::default()];
        for entry in entries() {
            let key = entry.key.trim_end_matches(':');
            let names = &mut names[usize::from(entry.key.ends_with(':'))];
            for name in entry.others().chain([key]) {
                names.of(name).get_or_insert(key);
            }
        }
        names
    };
    NAMES.get_or_init(read)[usize::from(has_object)].get(name).copied().flatten()
}

/// One name for a subject: [`USER`] for the user in any wording, a relation under one name and without its owner, all else folded.
///
/// ```
/// use palimpsest::annotate::canonical_subject;
/// assert_eq!(canonical_subject("the User"), "user");
/// assert_eq!(canonical_subject("用户的母亲"), "妈妈");
/// assert_eq!(canonical_subject("my mum"), "mother");
/// ```
#[must_use]
pub fn canonical_subject(subject: &str) -> String {
    let folded = fold(subject);
    let bare = folded.strip_prefix("the ").unwrap_or(&folded);
    if group("user").any(|word| word == bare) {
        return USER.to_owned();
    }
    let owned = ["user's ", "my ", "our "].into_iter().find_map(|owner| bare.strip_prefix(owner));
    let owned = owned.or_else(|| group("owner").find_map(|owner| bare.strip_prefix(owner)));
    if let Some(owned) = owned {
        return relation(owned).map_or_else(|| owned.to_owned(), |relation| relation.name.to_owned());
    }
    // 我妈, 用户妹妹: without an owner's word only before a relation.
    let near = ["用户", "我", "咱"].into_iter().find_map(|owner| relation(bare.strip_prefix(owner)?));
    near.or_else(|| relation(bare)).map_or_else(|| bare.to_owned(), |relation| relation.name.to_owned())
}

/// Someone whom a user has.
#[derive(Clone, Copy, Default)]
pub(super) struct Relation {
    pub(super) name: &'static str,
    /// One has one of them.
    pub(super) is_sole: bool,
}

/// The relation that `word` names.
pub(super) fn relation(word: &str) -> Option<Relation> {
    static RELATED: OnceLock<WordMap<Relation>> = OnceLock::new();
    let read = || {
        let mut related = WordMap::default();
        for line in lines(RELATIONS) {
            let (head, others) = line.split_once(": ").unwrap_or((line, ""));
            let Some((how, name)) = head.split_once(' ') else { continue };
            for word in others.split(", ").chain([name]).filter(|word| !word.is_empty()) {
                *related.of(word) = Relation { name, is_sole: how == "sole" };
            }
        }
        related
    };
    RELATED.get_or_init(read).get(word).copied()
}

/// What a key is called in a language, its object in its place; `None` for a key that is in no list.
#[must_use]
pub fn label(key: &str, language: Language) -> Option<String> {
    let (head, object) = key.split_once(':').map_or((key, None), |(head, object)| (head, Some(object)));
    let entry = entries()
        .find(|entry| entry.key.trim_end_matches(':') == head && entry.key.ends_with(':') == object.is_some())?;
    let label = match language {
        Language::Zh => entry.chinese,
        Language::En => entry.english,
    };
    Some(label.replace("{}", object.unwrap_or_default()))
}

/// Whether the value of `key` is a stance to its object, which says nothing by itself.
#[must_use]
pub fn is_stance(key: &str) -> bool {
    key.split_once(':')
        .is_some_and(|(head, _)| matches!(head, "likes" | "speaks" | "allergic" | "uses" | "owns" | "learns"))
}

/// The keys of the list, those that take an object with a colon behind.
pub fn key_names() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.key)
}

struct Entry {
    key: &'static str,
    chinese: &'static str,
    english: &'static str,
    others: &'static str,
}

impl Entry {
    fn others(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.others.split(", ")
    }
}

fn entries() -> impl Iterator<Item = Entry> {
    lines(KEYS).filter_map(|line| {
        let mut parts = line.split(" | ");
        Some(Entry { key: parts.next()?, chinese: parts.next()?, english: parts.next()?, others: parts.next()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_two_labels_and_keeps_its_own_name() {
        assert_eq!(entries().count(), lines(KEYS).count());
        for entry in entries() {
            let key = if entry.key.ends_with(':') { format!("{}tea", entry.key) } else { entry.key.to_owned() };
            assert!(is_one_valued(&key), "{key}");
            assert_eq!(canonical_key(&key), key);
            for language in [Language::Zh, Language::En] {
                let label = label(&key, language).unwrap();
                assert_eq!(label.contains("tea"), key.contains("tea"), "{label}");
            }
        }
    }

    #[test]
    fn a_key_has_one_name_however_it_is_written() {
        for (key, expected) in [
            ("city", "home_city"),
            ("Home-City", "home_city"),
            ("居住地", "home_city"),
            ("sleep time", "bedtime"),
            ("loves:Green Tea", "likes:green tea"),
            ("allergy:Peanuts", "allergic:peanuts"),
            ("due:Report", "deadline:report"),
            ("likes", "likes"),
            ("favourite_os", "favourite_os"),
            ("", ""),
        ] {
            assert_eq!(canonical_key(key), expected, "{key}");
        }
    }

    #[test]
    fn a_subject_has_one_name_however_it_is_written() {
        for (subject, expected) in [
            ("user", "user"),
            ("User", "user"),
            ("The user", "user"),
            ("用户", "user"),
            ("用戶", "user"),
            ("我", "user"),
            ("I", "user"),
            ("me", "user"),
            ("妹妹", "妹妹"),
            ("用户的妹妹", "妹妹"),
            ("我妹妹", "妹妹"),
            ("我妈", "妈妈"),
            ("用户的老婆", "妻子"),
            ("my sister", "sister"),
            ("The user's mom", "mother"),
            ("user's eldest sister", "eldest sister"),
            ("Ana", "ana"),
            ("我们公司", "我们公司"),
            ("", ""),
        ] {
            assert_eq!(canonical_subject(subject), expected, "{subject}");
        }
    }
}
