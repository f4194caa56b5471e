//! Training: Adam over shuffled batches, all of it repeatable: the seed is fixed and sums are made in a fixed order however
//! many threads there are.
//!
//! Weights are rounded to the program's units while training goes on, a random half of them first: those that are still
//! free make up for the error of those that are not.

use super::bound;
use super::model::{INPUTS, Numbers};
use super::samples::Sample;
use rayon::prelude::*;
use squares64::eval::neurons::NEURONS;

const BATCH: usize = 2048;
/// Samples that one thread sums up at a time.
const PART: usize = 256;
const STEP: f32 = 0.004;
/// The step grows to its full size over so many batches.
const WARM_UP: f32 = 200.0;
/// …and falls to this part of it.
const LEAST_STEP: f32 = 0.05;
/// Units that the accumulators of any position may be from 0: a little less than what a byte holds, for the rounding.
const REACH: f32 = 124.0;
/// When weights are rounded: past this part of the training, this part of them.
const ROUNDING: [(f32, f32); 5] = [
    (0.45, 0.5),
    (0.6, 0.75),
    (0.7, 0.88),
    (0.8, 0.95),
    (0.9, 1.0),
];
/// The largest weight, so that one fits into a byte.
const WIDEST: f32 = 1.9;

/// A small generator of random numbers (xorshift), so that a run can be repeated anywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn step(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.step() >> 16) as usize % count
    }

    /// Between -1 and 1.
    pub fn signed(&mut self) -> f32 {
        (self.step() >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    }

    pub fn chance(&mut self, part: f32) -> bool {
        self.signed() < 2.0 * part - 1.0
    }
}

struct Adam {
    mean: Vec<f32>,
    spread: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, numbers: &mut Numbers, slope: &mut Numbers, step: f32) {
        self.steps += 1;
        let mean_so_far = 1.0 - 0.9f32.powi(self.steps);
        let spread_so_far = 1.0 - 0.999f32.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.spread);
        for ((number, slope), (mean, spread)) in numbers.all().zip(slope.all()).zip(moments) {
            *mean = 0.9 * *mean + 0.1 * *slope;
            *spread = 0.999 * *spread + 0.001 * *slope * *slope;
            let size = (*spread / spread_so_far).sqrt() + 1e-8;
            *number -= step * (*mean / mean_so_far) / size;
        }
    }
}

/// What is known after an epoch.
pub struct Epoch {
    /// Mean square errors of the samples learned from (while they were), and of those held out.
    pub learned: f64,
    pub held_out: f64,
    /// The same of those held out that are nearly level.
    pub level: f64,
}

pub struct Training<'a> {
    pub samples: &'a [Sample],
    pub held_out: &'a [Sample],
    pub epochs: usize,
    pub seed: u64,
    /// Units of the program for 1.0.
    pub full: u8,
}

impl Training<'_> {
    /// Trains from chance; `each` hears of every epoch.
    pub fn run(&self, mut each: impl FnMut(Epoch)) -> Numbers {
        let mut random = Random::new(self.seed);
        let mut numbers = start(&mut random);
        let count = numbers.all().count();
        let mut adam = Adam {
            mean: vec![0.0; count],
            spread: vec![0.0; count],
            steps: 0,
        };
        let edge = REACH / f32::from(self.full);
        let mut order: Vec<u32> = (0..self.samples.len() as u32).collect();
        let batches = self.epochs * order.len().div_ceil(BATCH);
        let mut frozen = Frozen::new(&mut random, self.full);
        for epoch in 0..self.epochs {
            frozen.grow(&mut numbers, epoch as f32 / self.epochs as f32);
            for place in (1..order.len()).rev() {
                order.swap(place, random.below(place + 1));
            }
            let mut learned = 0.0;
            for batch in order.chunks(BATCH) {
                let (error, mut slope) = self.slope(&numbers, batch);
                learned += error;
                bound::push(&numbers, edge, &mut slope);
                let done = adam.steps as f32 / batches as f32;
                let cosine = 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
                let warm = (adam.steps as f32 / WARM_UP).min(1.0);
                adam.step(
                    &mut numbers,
                    &mut slope,
                    STEP * warm * cosine.max(LEAST_STEP),
                );
                for weight in numbers.weights.iter_mut().flatten() {
                    *weight = weight.clamp(-WIDEST, WIDEST);
                }
                frozen.hold(&mut numbers);
            }
            each(Epoch {
                learned: learned / order.len() as f64,
                held_out: mean_error(self.held_out, |_| true, |sample| numbers.error(sample)),
                level: mean_error(
                    self.held_out,
                    |s| s.is_level,
                    |sample| numbers.error(sample),
                ),
            });
        }
        numbers
    }

    /// Sum of the errors and mean slope over a batch.
    fn slope(&self, numbers: &Numbers, batch: &[u32]) -> (f64, Numbers) {
        let parts: Vec<(f64, Numbers)> = batch
            .par_chunks(PART)
            .map(|part| {
                let mut slope = Numbers::zero();
                let mut error = 0.0;
                for index in part {
                    error += numbers.learn(&self.samples[*index as usize], &mut slope);
                }
                (error, slope)
            })
            .collect();
        let mut error = 0.0;
        let mut slope = Numbers::zero();
        for part in parts {
            error += part.0;
            slope.add(part.1);
        }
        for number in slope.all() {
            *number /= batch.len() as f32;
        }
        (error, slope)
    }
}

/// Mean over the samples that are asked about.
pub fn mean_error(
    samples: &[Sample],
    counts: impl Fn(&Sample) -> bool + Sync,
    error: impl Fn(&Sample) -> f64 + Sync,
) -> f64 {
    let asked: Vec<&Sample> = samples.iter().filter(|sample| counts(sample)).collect();
    asked.iter().map(|sample| error(sample)).sum::<f64>() / asked.len().max(1) as f64
}

fn start(random: &mut Random) -> Numbers {
    let mut numbers = Numbers::zero();
    for weight in numbers.weights.iter_mut().flatten() {
        *weight = 0.12 * random.signed();
    }
    for bias in &mut numbers.biases {
        *bias = 0.4 + 0.1 * random.signed();
    }
    numbers.output = 0.42;
    numbers.unit = 1.0;
    numbers
}

/// Weights and biases that have their final value.
struct Frozen {
    /// Indices into the weights by input and neuron, those to be frozen first in front.
    order: Vec<usize>,
    count: usize,
    full: f32,
    values: Vec<f32>,
}

impl Frozen {
    fn new(random: &mut Random, full: u8) -> Frozen {
        let mut order: Vec<usize> = (0..INPUTS * NEURONS).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place + 1));
        }
        Frozen {
            order,
            count: 0,
            full: f32::from(full),
            values: Vec::new(),
        }
    }

    fn round(&self, number: f32) -> f32 {
        (number * self.full).round() / self.full
    }

    /// Rounds what is due at this part of the training.
    fn grow(&mut self, numbers: &mut Numbers, done: f32) {
        let due = ROUNDING.iter().rfind(|(from, _)| done >= *from);
        let part = due.map_or(0.0, |(_, part)| *part);
        self.count = (part * self.order.len() as f32) as usize;
        for index in &self.order[self.values.len()..self.count] {
            let value = self.round(numbers.weights[index / NEURONS][index % NEURONS]);
            self.values.push(value);
        }
        if self.count == self.order.len() {
            numbers.biases = numbers.biases.map(|bias| self.round(bias));
        }
    }

    /// Puts the frozen weights back to their values.
    fn hold(&self, numbers: &mut Numbers) {
        for (index, value) in self.order.iter().zip(&self.values) {
            numbers.weights[index / NEURONS][index % NEURONS] = *value;
        }
    }
}
