//! How well a store stands: rates with their intervals.
