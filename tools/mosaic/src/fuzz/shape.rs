//! The same program in the shapes the compiler will meet: as written, tidied, and fully optimised by LLVM.

use super::generate::program;
use crate::error::Result;
use crate::front::{self, Toolchain};

/// What LLVM's optimiser did to a random program before mosaic reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// As the generator wrote it.
    Plain,
    /// Folded and joined, nothing inlined.
    Tidy,
    /// Optimised for speed, as `-O2` does.
    Fast,
    /// Optimised for size, as `-Os` does.
    Small,
}

impl Shape {
    /// Every seed has its shape.
    pub fn of(seed: u64) -> Shape {
        [Shape::Plain, Shape::Tidy, Shape::Fast, Shape::Small][(seed % 4) as usize]
    }

    fn passes(self) -> Option<&'static str> {
        match self {
            Shape::Plain => None,
            Shape::Tidy => Some("function(sroa,instcombine<no-verify-fixpoint>,gvn,simplifycfg)"),
            Shape::Fast => Some("default<O2>"),
            Shape::Small => Some("default<Os>"),
        }
    }

    /// The program of a seed in this shape.
    pub fn program(self, seed: u64, toolchain: &Toolchain) -> Result<String> {
        self.rework(program(seed), toolchain)
    }

    /// Any program in this shape.
    pub(super) fn rework(self, text: String, toolchain: &Toolchain) -> Result<String> {
        match self.passes() {
            None => Ok(text),
            Some(passes) => front::optimise_text(toolchain, &text, passes),
        }
    }
}
