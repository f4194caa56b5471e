//! The engine is one state per process: a test holds this lock while it uses it.

pub use squares64::engine::hold as lock;
