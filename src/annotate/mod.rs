//! What a rule can tell of a text without a model: its summary, its kind, the attribute it gives a value for, what it ends.
//!
//! Precision goes before reach. A rule that is silent leaves the question to the model or leaves both texts stored; one that is wrong hides a memory.

mod asks;
mod attribute;
mod change;
mod keys;
mod kind;
mod lists;
mod part;
mod question;
mod reading;
mod slot;
mod statement;
mod subject;
mod summary;
mod told;

use crate::record::{Kind, Timestamp};
use crate::text::align::{Words, words};
use reading::Reading;

pub use asks::{AskedKey, asked_key};
pub use attribute::{city, same_value};
pub use change::{Change, Retirement, change, retires};
pub use keys::{USER, canonical_key, canonical_subject, is_one_valued, is_stance, key_names, label};
pub use kind::kind_of;
pub use question::{Dispute, question};
pub use slot::{Slot, SlotKind, slot};
pub use statement::statements;
pub use summary::{Language, SUMMARY_LETTERS, language_of, language_of_most, shortened, summary, summary_of};
pub use told::Told;

/// What is known of a text beside its words.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Annotation {
    /// Its canonical summary, of at most [`SUMMARY_LETTERS`] letters.
    pub summary: String,
    /// How long it holds, where that is told.
    pub kind: Option<Kind>,
    /// Whose attribute `key` is, by its canonical name; [`USER`] for the user.
    pub subject: Option<String>,
    /// The one-valued attribute that it gives a value for.
    pub key: Option<String>,
    /// That value, as the text has it; of a stance "loves" or "hates", "yes" or "no".
    pub value: Option<String>,
    /// What it belongs to; a rule knows none.
    pub topic: Option<String>,
    /// When it ceases to hold; a rule knows none.
    pub valid_until: Option<Timestamp>,
}

/// The annotation of `text` by rule.
///
/// Only what is told for good gives a key a value: no passing state, no guess, no plan, no denial but that of a stance, nothing past, asked, conditional, or
/// said by another.
///
/// ```
/// use palimpsest::annotate::annotate;
/// let city = annotate("用户的妹妹住在杭州");
/// assert_eq!((city.subject.as_deref(), city.key.as_deref(), city.value.as_deref()), (Some("妹妹"), Some("home_city"), Some("杭州")));
/// let hates = annotate("I hate Sichuan food");
/// assert_eq!((hates.key.as_deref(), hates.value.as_deref()), (Some("likes:sichuan food"), Some("hates")));
/// assert_eq!(annotate("用户打算搬到成都").key, None);
/// ```
#[must_use]
pub fn annotate(text: &str) -> Annotation {
    annotation(&Reading::of(text), &words(text))
}

fn annotation(reading: &Reading, words: &Words) -> Annotation {
    let kind = kind::of(reading);
    let attribute = match kind {
        Some(Kind::State | Kind::Inference) => None,
        Some(Kind::Fact) | None => attribute::attribute(reading),
    };
    let (subject, key, value) =
        attribute.map_or((None, None, None), |found| (Some(found.subject), Some(found.key), Some(found.value)));
    Annotation { summary: summary_of(reading.text(), words), kind, subject, key, value, topic: None, valid_until: None }
}
