//! The emulated machine.
