//! Codes that the machine and the interface agree on: keys, and the characters of the screen with their drawings.

pub mod art;
pub mod charset;
pub mod key;
