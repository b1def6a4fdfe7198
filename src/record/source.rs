//! Where a memory comes from, and what it hangs together with.

use minicbor::Encode;
use serde::{Deserialize, Serialize};

use super::stored::{decoded, is_default, numbered};
use super::{Kind, RecordId, Timestamp};

/// Who said it.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// The user.
    #[default]
    User,
    /// The assistant.
    Assistant,
    /// A tool that the assistant called.
    Tool,
    /// A document that was read.
    Document,
    /// Nobody: it was concluded.
    Inference,
}

numbered!(SourceKind: User = 0, Assistant = 1, Tool = 2, Document = 3, Inference = 4);

impl SourceKind {
    /// The confidence (0 to 1) of what such a source says, where the caller gives none.
    ///
    /// Source: DESIGN section 3: 0.9 told by the user, 0.7 from assistant, tool or document, 0.5 for an inference.
    #[must_use]
    pub fn confidence(self) -> f64 {
        match self {
            Self::User => 0.9,
            Self::Assistant | Self::Tool | Self::Document => 0.7,
            Self::Inference => 0.5,
        }
    }

    /// How sure (0 to 1) a memory of a kind is by such a source, trusted so far: a guess is no surer than an inference.
    #[must_use]
    pub fn confidence_in(self, kind: Option<Kind>, trust: Option<f64>) -> f64 {
        let guess = if kind == Some(Kind::Inference) { Self::Inference.confidence() } else { 1.0 };
        (self.confidence() * trust.unwrap_or(1.0)).min(guess)
    }
}

/// Who said it, and where that can be read again.
#[derive(Clone, Debug, Default, Encode, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cbor(map)]
pub struct Source {
    /// Who said it.
    #[cbor(n(0), skip_if = "is_default")]
    pub kind: SourceKind,
    /// The words that were said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[n(1)]
    pub quote: Option<String>,
    /// The message that said them, by the caller's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[n(2)]
    pub message_id: Option<String>,
    /// When they were said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[n(3)]
    pub at: Option<Timestamp>,
    /// How far the source is trusted, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[n(4)]
    pub trust: Option<f64>,
}

decoded!(Source:
    0 kind,
    1 quote,
    2 message_id,
    3 at,
    4 trust,
);

/// A sentence that went into a record whose text no longer says it.
#[derive(Clone, Debug, Encode, PartialEq)]
#[cbor(map)]
pub struct Detail {
    /// The sentence, word for word.
    #[n(0)]
    pub text: String,
    /// When it held, as told.
    #[n(1)]
    pub observed_at: Timestamp,
    /// Who said it.
    #[n(2)]
    pub source: Source,
}

decoded!(Detail:
    0 text: required,
    1 observed_at: required,
    2 source: required,
);

/// A named link from one record to another.
#[derive(Clone, Debug, Encode, Eq, Ord, PartialEq, PartialOrd)]
#[cbor(map)]
pub struct Relation {
    /// What the other is to this one, in the caller's words.
    #[n(0)]
    pub relation: String,
    /// The other record.
    #[n(1)]
    pub id: RecordId,
}

decoded!(Relation:
    0 relation: required,
    1 id: required,
);
