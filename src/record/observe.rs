//! Messages of a conversation, as a caller hands them in.

use super::stored::numbered;
use super::{SourceKind, Timestamp};

/// Who sent a message.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Role {
    /// The user.
    #[default]
    User,
    /// The assistant.
    Assistant,
    /// The prompt, or a tool's output: never a source.
    Other,
}

numbered!(Role: User = 0, Assistant = 1, Other = 2);

/// One message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// Who sent it.
    pub role: Role,
    /// What it says.
    pub content: String,
    /// The caller's name for it.
    pub id: Option<String>,
    /// When it was sent; now when not given.
    pub at: Option<Timestamp>,
}

/// Messages to be gone through.
#[derive(Clone, Debug, PartialEq)]
pub struct ObserveInput {
    /// The messages, in their order.
    pub messages: Vec<Message>,
    /// Whose words count; of others nothing is taken.
    pub sources: Vec<SourceKind>,
    /// How far they are trusted, 0 to 1.
    pub trust: Option<f64>,
}

impl From<Vec<Message>> for ObserveInput {
    fn from(messages: Vec<Message>) -> Self {
        Self { messages, sources: vec![SourceKind::User], trust: None }
    }
}
