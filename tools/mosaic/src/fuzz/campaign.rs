//! Many programs at once, one after the other on every processor.

use super::shape::Shape;
use super::trial::{Verdict, try_program};
use crate::error::Result;
use crate::front::Toolchain;
use rayon::prelude::*;
use std::ops::Range;

/// A program that failed.
#[derive(Debug)]
pub struct Failure {
    pub seed: u64,
    pub text: String,
    pub verdict: Verdict,
}

#[derive(Debug, Default)]
pub struct Outcome {
    /// Runs that agree.
    pub compared: u64,
    pub failures: Vec<Failure>,
}

/// Tries the programs of all `seeds`.
pub fn campaign(seeds: Range<u64>, toolchain: &Toolchain) -> Result<Outcome> {
    let trials: Result<Vec<Outcome>> = seeds
        .into_par_iter()
        .map(|seed| one(seed, toolchain))
        .collect();
    let mut total = Outcome::default();
    for outcome in trials? {
        total.compared += outcome.compared;
        total.failures.extend(outcome.failures);
    }
    Ok(total)
}

fn one(seed: u64, toolchain: &Toolchain) -> Result<Outcome> {
    let text = Shape::of(seed).program(seed, toolchain)?;
    Ok(match try_program(&text, seed)? {
        Verdict::Agrees(compared) => Outcome {
            compared,
            failures: Vec::new(),
        },
        verdict => Outcome {
            compared: 0,
            failures: vec![Failure {
                seed,
                text,
                verdict,
            }],
        },
    })
}
