//! 64 Squares: a chess program for the Commodore 64.
#![cfg_attr(not(test), no_std)]
