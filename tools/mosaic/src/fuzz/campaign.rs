//! Many programs at once, one after the other on every processor.

use super::bundle::{BUNDLE, bundle};
use super::shape::Shape;
use super::trial::{Verdict, try_program};
use crate::error::Result;
use crate::front::Toolchain;
use rayon::prelude::*;
use std::ops::Range;

/// A program that failed.
#[derive(Debug)]
pub struct Failure {
    /// The seed that makes the program again.
    pub seed: u64,
    /// What LLVM made of it first.
    pub shape: Shape,
    /// Its IR.
    pub text: String,
    /// What went wrong.
    pub verdict: Verdict,
}

/// What a number of random programs gave.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Runs that agree.
    pub compared: u64,
    /// Programs that the compiled code or the compiler got wrong.
    pub failures: Vec<Failure>,
}

/// Tries the programs of all `seeds`.
pub fn campaign(seeds: Range<u64>, toolchain: &Toolchain) -> Result<Outcome> {
    let trials = seeds.into_par_iter().map(|seed| {
        let shape = Shape::of(seed);
        one(seed, shape, shape.program(seed, toolchain)?)
    });
    total(trials.collect())
}

/// Tries the small programs of all `seeds`, [`BUNDLE`] of them in a module.
pub fn small_campaign(seeds: Range<u64>, toolchain: &Toolchain) -> Result<Outcome> {
    let starts: Vec<u64> = seeds.clone().step_by(BUNDLE as usize).collect();
    let trials = starts.into_par_iter().map(|start| {
        let text = bundle(start..seeds.end.min(start + BUNDLE));
        let shape = Shape::of(start / BUNDLE);
        one(start, shape, shape.rework(text, toolchain)?)
    });
    total(trials.collect())
}

fn total(trials: Result<Vec<Outcome>>) -> Result<Outcome> {
    let mut total = Outcome::default();
    for outcome in trials? {
        total.compared += outcome.compared;
        total.failures.extend(outcome.failures);
    }
    Ok(total)
}

fn one(seed: u64, shape: Shape, text: String) -> Result<Outcome> {
    Ok(match try_program(&text, seed)? {
        Verdict::Agrees(compared) => Outcome {
            compared,
            failures: Vec::new(),
        },
        verdict => Outcome {
            compared: 0,
            failures: vec![Failure {
                seed,
                shape,
                text,
                verdict,
            }],
        },
    })
}
