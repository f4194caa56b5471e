//! The network in floating point: values and slopes.

use super::samples::{SCALE, Sample, chance};
use squares64::eval::neurons::NEURONS;

pub const INPUTS: usize = 256;
/// Accumulators beyond this are pushed back while training, by so much.
const WIDE: f32 = 2.5;
const PUSH: f32 = 0.02;
/// Outside its range a neuron keeps a trickle of slope, or it could never come back.
const TRICKLE: f32 = 0.01;

/// Everything that is learned, or a slope of it.
#[derive(Clone)]
pub struct Numbers {
    /// By input, then by neuron.
    pub weights: Vec<[f32; NEURONS]>,
    pub biases: [f32; NEURONS],
    /// What a neuron at full counts: the same for all.
    pub output: f32,
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

    fn value(&self, sample: &Sample) -> ([[f32; NEURONS]; 2], f32) {
        let men = usize::from(sample.men);
        let views = [
            self.accumulators(&sample.own[..men]),
            self.accumulators(&sample.other[..men]),
        ];
        let lit = |sums: &[f32; NEURONS]| sums.iter().map(|sum| activation(*sum)).sum::<f32>();
        let network = self.output * (lit(&views[0]) - lit(&views[1]));
        let value = self.unit * sample.handcrafted / SCALE + network + self.tempo;
        (views, value)
    }

    /// Square of the error in winning chances.
    pub fn error(&self, sample: &Sample) -> f64 {
        let miss = chance(self.value(sample).1) - sample.chance;
        f64::from(miss * miss)
    }

    /// Adds this sample's part to the slope of the error, and returns the error.
    pub fn learn(&self, sample: &Sample, slope: &mut Numbers) -> f64 {
        let (views, value) = self.value(sample);
        let got = chance(value);
        let pull = 2.0 * sample.weight * (got - sample.chance) * got * (1.0 - got);
        slope.tempo += pull;
        slope.unit += pull * sample.handcrafted / SCALE;
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

/// Squared clipped ReLU.
fn activation(sum: f32) -> f32 {
    let lit = sum.clamp(0.0, 1.0);
    lit * lit
}
