//! Strategy 6, reflection: when it is due and on what, which records are shown together, and which of a model's proposals are carried out.

mod batch;
mod due;
mod outlived;
mod plan;
mod refused;
mod sides;

pub use batch::{Linked, NEAREST_OLDER, batches};
pub use due::{due, is_pending, is_time, may_not_yet, retry_after, seen_after};
pub use plan::{Change, Plan, Rules, Seen, is_safe, most_deleted, plan};
pub use refused::{key, remember};
pub use sides::kept_apart;
