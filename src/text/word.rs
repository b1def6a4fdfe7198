//! A word of a text: its letters, which its copies share.

use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// Letters that do not change. A copy of them is no other string: a text's words are copied from reading to reading, some five times each.
#[derive(Clone, Eq, Ord, PartialEq, PartialOrd)]
pub struct Word(Rc<str>);

impl Word {
    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Word {
    fn from(letters: &str) -> Self {
        Self(letters.into())
    }
}

impl From<String> for Word {
    fn from(letters: String) -> Self {
        letters.as_str().into()
    }
}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Word {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(formatter)
    }
}
