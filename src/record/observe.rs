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

impl Role {
    /// The role of a name that the messages of language models have; `None` where it is none of them.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            "system" | "developer" | "tool" | "function" | "data" => Some(Self::Other),
            _ => None,
        }
    }

    /// Whether a message of this role may have no content: a call of a tool has none.
    #[must_use]
    pub fn may_be_silent(self) -> bool {
        self != Self::User
    }
}

/// What a part of a message's content is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PartKind {
    /// A text.
    Text,
    /// Something else: an image, a call of a tool.
    Other,
}

impl PartKind {
    /// What a part with such a `type` is; `None` where it may be a text that is not known as one, and would be passed over without a word.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "text" | "input_text" | "output_text" => Some(Self::Text),
            _ if name.ends_with("text") => None,
            _ => Some(Self::Other),
        }
    }
}

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

impl ObserveInput {
    /// Whether the sources can be such: one or both of the user and the assistant.
    #[must_use]
    pub fn has_sources(&self) -> bool {
        let may_count = |source: &SourceKind| matches!(source, SourceKind::User | SourceKind::Assistant);
        !self.sources.is_empty() && self.sources.iter().all(may_count)
    }
}

impl From<Vec<Message>> for ObserveInput {
    fn from(messages: Vec<Message>) -> Self {
        Self { messages, sources: vec![SourceKind::User], trust: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_parts_have_the_names_that_language_models_give_them() {
        for (name, role) in [
            ("user", Some(Role::User)),
            ("assistant", Some(Role::Assistant)),
            ("system", Some(Role::Other)),
            ("tool", Some(Role::Other)),
            ("me", None),
            ("User", None),
            ("", None),
        ] {
            assert_eq!(Role::named(name), role, "{name}");
        }
        for (name, kind) in [
            ("text", Some(PartKind::Text)),
            ("output_text", Some(PartKind::Text)),
            ("image_url", Some(PartKind::Other)),
            ("tool-call", Some(PartKind::Other)),
            ("rich_text", None),
        ] {
            assert_eq!(PartKind::named(name), kind, "{name}");
        }
    }
}
