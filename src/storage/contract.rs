//! What every store must do, as checks that every store passes.
