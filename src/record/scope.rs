//! Whose memories they are.

use super::stored::decoded;
use minicbor::Encode;
use serde::{Deserialize, Serialize};

/// Whose memories they are. Two scopes that differ in any field never mix; the empty scope is one like any other.
#[derive(Clone, Debug, Default, Deserialize, Encode, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cbor(map)]
pub struct Scope {
    /// The person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[n(0)]
    pub user_id: Option<String>,
    /// The agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[n(1)]
    pub agent_id: Option<String>,
    /// One run of the agent; what belongs to a run decays as a passing state does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[n(2)]
    pub run_id: Option<String>,
}

decoded!(Scope:
    0 user_id,
    1 agent_id,
    2 run_id,
);
