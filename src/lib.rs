//! Palimpsest keeps an AI agent's memories clean, where the agent runs.
//!
//! This page is the layers' page: a module may use those above it in this list, never those below; `tests/layers.rs` guards that.
//!
//! | layer | modules |
//! | --- | --- |
//! | 1 words | [`record`], [`embedding`], [`error`], [`sorted`] |
//! | 2 text and bytes | [`text`], [`lexical`], [`fingerprint`], [`cache`], [`codec`] |
//! | 3 rules, pure | [`annotate`], [`gate`], [`version`], [`topic`], [`decay`], [`reflect`], [`calibrate`], [`retrieve`], [`llm`], [`evaluate`] |
//! | 4 ports | [`ports`] |
//! | 5 shell, async | [`engine`], [`storage`] |
//! | 6 edge | `wasm`, on wasm32 alone |

pub mod annotate;
pub mod cache;
pub mod calibrate;
pub mod codec;
pub mod decay;
pub mod embedding;
pub mod engine;
pub mod error;
pub mod evaluate;
pub mod fingerprint;
pub mod gate;
pub mod lexical;
pub mod llm;
pub mod ports;
pub mod record;
pub mod reflect;
pub mod retrieve;
pub mod sorted;
pub mod storage;
pub mod text;
pub mod topic;
pub mod version;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
