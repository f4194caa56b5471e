//! The network in floating point: values and slopes.

use super::samples::{SCALE, Sample, chance};
use crate::tune::terms;
use squares64::eval::neurons::NEURONS;
use squares64::eval::prepare;

pub const INPUTS: usize = 256;
/// Accumulators beyond this are pushed back while training, by so much.
const WIDE: f32 = 2.5;
const PUSH: f32 = 0.02;
/// Outside its range a neuron keeps a trickle of slope, or it could never come back.
const TRICKLE: f32 = 0.01;

/// Centipawns that a step of 1 in a number of the handcrafted evaluation stands for, and how many for each count.
const TERM_UNIT: f32 = 100.0;
const TERM_COUNT: f32 = TERM_UNIT / prepare::ALL_OF_IT as f32;

/// How much the error of the handcrafted evaluation alone counts beside that of both together. Far from the window the search
/// does without the network, so the one must not lean on the other.
const ALONE: f32 = 0.5;

/// Everything that is learned, or a slope of it.
#[derive(Clone)]
pub struct Numbers {
    /// By input, then by neuron.
    pub weights: Vec<[f32; NEURONS]>,
    pub biases: [f32; NEURONS],
    /// What a neuron at full counts: the same for all.
    pub output: f32,
    /// By number of the handcrafted evaluation: how much it changes, in hundreds of centipawns.
    pub terms: Vec<f32>,
    /// What one of our centipawns is worth in the opinion's.
    pub unit: f32,
    /// What having the move is worth more than the handcrafted evaluation says. Learned so that nothing else learns it, and
    /// left out of the program.
    pub tempo: f32,
}

impl Numbers {
    pub fn zero() -> Numbers {
        Numbers {
            weights: vec![[0.0; NEURONS]; INPUTS],
            biases: [0.0; NEURONS],
            output: 0.0,
            terms: vec![0.0; terms::COUNT],
            unit: 0.0,
            tempo: 0.0,
        }
    }

    /// Every number, in a fixed order.
    pub fn all(&mut self) -> impl Iterator<Item = &mut f32> {
        self.weights
            .iter_mut()
            .flatten()
            .chain(&mut self.biases)
            .chain(&mut self.terms)
            .chain([&mut self.output, &mut self.unit, &mut self.tempo])
    }

    pub fn add(&mut self, mut other: Numbers) {
        for (sum, part) in self.all().zip(other.all()) {
            *sum += *part;
        }
    }

    pub fn accumulators(&self, inputs: &[u8]) -> [f32; NEURONS] {
        let mut sums = self.biases;
        for input in inputs {
            let weights = &self.weights[usize::from(*input)];
            for neuron in 0..NEURONS {
                sums[neuron] += weights[neuron];
            }
        }
        sums
    }

    /// Our centipawns without the network, with the numbers changed as learned.
    pub fn handcrafted(&self, sample: &Sample) -> f32 {
        let change = |(place, count): &(u16, i16)| {
            self.terms[usize::from(*place)] * f32::from(*count) * TERM_COUNT
        };
        sample.handcrafted + sample.counts.iter().map(change).sum::<f32>()
    }

    /// The numbers of the handcrafted evaluation in centipawns, from what they are at present.
    pub fn changed(&self, present: &[f64]) -> Vec<f64> {
        let change = self.terms.iter().map(|term| f64::from(term * TERM_UNIT));
        present.iter().zip(change).map(|(a, b)| a + b).collect()
    }

    /// Takes these numbers over.
    pub fn change_to(&mut self, present: &[f64], numbers: &[f64]) {
        for (place, term) in self.terms.iter_mut().enumerate() {
            *term = (numbers[place] - present[place]) as f32 / TERM_UNIT;
        }
    }

    fn value(&self, sample: &Sample) -> Value {
        let men = usize::from(sample.men);
        let views = [
            self.accumulators(&sample.own[..men]),
            self.accumulators(&sample.other[..men]),
        ];
        let lit = |sums: &[f32; NEURONS]| sums.iter().map(|sum| activation(*sum)).sum::<f32>();
        let network = self.output * (lit(&views[0]) - lit(&views[1]));
        let handcrafted = self.handcrafted(sample);
        Value {
            views,
            handcrafted,
            value: self.unit * handcrafted / SCALE + network + self.tempo,
        }
    }

    /// Square of the error in winning chances.
    pub fn error(&self, sample: &Sample) -> f64 {
        let miss = chance(self.value(sample).value) - sample.chance;
        f64::from(miss * miss)
    }

    /// Adds this sample's part to the slope of the error, and returns the error.
    pub fn learn(&self, sample: &Sample, slope: &mut Numbers) -> f64 {
        let Value {
            views,
            handcrafted,
            value,
        } = self.value(sample);
        let got = chance(value);
        let pull = 2.0 * sample.weight * (got - sample.chance) * got * (1.0 - got);
        slope.tempo += pull;
        slope.unit += pull * handcrafted / SCALE;
        let alone = chance(self.unit * handcrafted / SCALE + self.tempo);
        let pull_alone = 2.0 * sample.weight * (alone - sample.chance) * alone * (1.0 - alone);
        let pull_terms = (pull + ALONE * pull_alone) * self.unit / SCALE * TERM_COUNT;
        for (place, count) in &sample.counts {
            slope.terms[usize::from(*place)] += pull_terms * f32::from(*count);
        }
        let men = usize::from(sample.men);
        let sides = [(&sample.own, 1.0), (&sample.other, -1.0)];
        for ((inputs, sign), sums) in sides.into_iter().zip(&views) {
            let mut pulls = [0.0; NEURONS];
            for neuron in 0..NEURONS {
                let sum = sums[neuron];
                slope.output += sign * pull * activation(sum);
                let steep = if sum > 0.0 && sum < 1.0 {
                    2.0 * sum
                } else {
                    TRICKLE
                };
                pulls[neuron] =
                    sign * pull * self.output * steep + PUSH * (sum - sum.clamp(-WIDE, WIDE));
                slope.biases[neuron] += pulls[neuron];
            }
            for input in &inputs[..men] {
                let weights = &mut slope.weights[usize::from(*input)];
                for neuron in 0..NEURONS {
                    weights[neuron] += pulls[neuron];
                }
            }
        }
        let miss = got - sample.chance;
        f64::from(miss * miss)
    }
}

/// What a sample is judged to be worth, and what of.
struct Value {
    views: [[f32; NEURONS]; 2],
    handcrafted: f32,
    /// In steps of the logistic curve.
    value: f32,
}

/// Squared clipped ReLU.
fn activation(sum: f32) -> f32 {
    let lit = sum.clamp(0.0, 1.0);
    lit * lit
}
