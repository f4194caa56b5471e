//! Training: Adam over shuffled batches, all of it repeatable: the seed is fixed and sums are made in a fixed order however
//! many threads there are.
//!
//! Weights are rounded to the program's units while training goes on, a random half of them first: those that are still
//! free make up for the error of those that are not.

use super::bound;
use super::model::{INPUTS, Numbers};
use super::random::Random;
use super::samples::Sample;
use crate::tune::terms::{PAWN_VALUE, confine};
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
/// Strength of the spring that holds the numbers of the handcrafted evaluation to their present values: what a square that
/// one sample in a thousand has can hold against.
const SPRING: f32 = 2e-6;
/// The largest weight, so that one fits into a byte.
const WIDEST: f32 = 1.9;

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
    /// The numbers of the handcrafted evaluation, if they are to be fitted too.
    pub present: Option<&'a [f64]>,
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
                self.hold_terms(&numbers, &mut slope);
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
                if let Some(present) = self.present {
                    let mut terms = numbers.changed(present);
                    confine(&mut terms);
                    numbers.change_to(present, &terms);
                }
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

    /// Leaves the slope of the handcrafted numbers only if they are fitted: all but one, by which the others are measured.
    fn hold_terms(&self, numbers: &Numbers, slope: &mut Numbers) {
        for (slope, term) in slope.terms.iter_mut().zip(&numbers.terms) {
            *slope += SPRING * term;
        }
        slope.terms[PAWN_VALUE] = 0.0;
        if self.present.is_none() {
            slope.terms.fill(0.0);
        }
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

#[cfg(test)]
mod tests {
    use super::super::quantised::Quantised;
    use super::super::samples::{SCALE, chance};
    use super::*;
    use crate::tune::terms::COUNT;
    use squares64::eval::network::reach;

    /// Any number of the handcrafted evaluation but the one that stays.
    const TERM: usize = PAWN_VALUE + 1;

    /// Positions of two men of either side. The opinion finds `TERM` worth 40 more than we do, and 80 for a pair of places
    /// that neither place is worth alone.
    fn samples() -> Vec<Sample> {
        (0..4096usize)
            .map(|number| {
                let count = [-1i16, 0, 1][number % 3];
                let handcrafted = ((number * 7) % 11) as f32 * 20.0 - 100.0;
                let places = |side: usize| {
                    [
                        8 + (number >> side & 1) as u8,
                        10 + (number >> (side + 1) & 1) as u8,
                    ]
                };
                let pair = |places: [u8; 2]| if places == [9, 11] { 80.0 } else { 0.0 };
                let (own, other) = (places(0), places(4));
                let opinion = handcrafted + 40.0 * f32::from(count) + pair(own) - pair(other);
                let mut sample = Sample {
                    own: [0; 32],
                    other: [0; 32],
                    men: 2,
                    is_level: true,
                    handcrafted,
                    counts: Box::new([(TERM as u16, 16 * count)]),
                    chance: chance(opinion / SCALE),
                    weight: 1.0,
                };
                sample.own[..2].copy_from_slice(&own);
                sample.other[..2].copy_from_slice(&other);
                sample
            })
            .collect()
    }

    fn trained(samples: &[Sample], present: Option<&[f64]>) -> Numbers {
        let training = Training {
            samples,
            held_out: &samples[..100],
            epochs: 400,
            seed: 1,
            full: 24,
            present,
        };
        training.run(|_| ())
    }

    #[test]
    fn what_the_handcrafted_numbers_cannot_say_is_learned_within_the_bound_and_repeatably() {
        let samples = samples();
        let numbers = trained(&samples, None);
        assert!(numbers.terms.iter().all(|term| *term == 0.0));
        let (network, _) = Quantised::of(&numbers, 24).expect("a usual peak");
        assert_eq!(
            Quantised::of(&trained(&samples, None), 24).map(|found| found.0),
            Ok(network.clone())
        );
        let error = |network: &Quantised| {
            mean_error(&samples, |_| true, |sample| network.error(sample, &numbers))
        };
        assert!(error(&network) < 0.5 * error(&Quantised::silent()));
        for (weights, bias) in network.weights.iter().zip(network.biases) {
            let (least, most) = reach(weights, bias);
            assert!(least >= -128 && most <= 127, "{least} {most}");
        }
    }

    #[test]
    fn a_handcrafted_number_that_is_wrong_is_found_beside_the_network() {
        let samples = samples();
        let present = vec![200.0; COUNT];
        let numbers = trained(&samples, Some(&present)).changed(&present);
        assert!((numbers[TERM] - 240.0).abs() < 8.0, "{}", numbers[TERM]);
        assert_eq!(numbers[PAWN_VALUE], 200.0);
    }
}
