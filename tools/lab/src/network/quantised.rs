//! The network as the program has it: weights, biases and accumulators of one byte, one table from accumulator to centipawns.

use super::model::{INPUTS, Numbers};
use super::samples::{SCALE, Sample, chance};
use squares64::eval::network::reach;
use squares64::eval::neurons::{BIAS, FULL, NEURONS, PEAK, WEIGHTS};

/// Centipawns that a neuron's part of the correction is a multiple of.
const UNIT: f32 = 4.0;
/// How much of what the labels ask for games want: tuned by `lab spsa` together with the weights of the evaluation.
const SHARE: f32 = 0.73;
/// What an accumulator can hold.
const LEAST: i16 = i8::MIN as i16;
const MOST: i16 = i8::MAX as i16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantised {
    pub weights: [[i8; INPUTS]; NEURONS],
    pub biases: [i8; NEURONS],
    /// What an accumulator of 1.0 is in the program's units. The more, the finer the weights; the fewer, the further the
    /// accumulators reach before they would wrap.
    pub full: u8,
    /// Centipawns of a neuron at full.
    pub peak: u8,
}

impl Quantised {
    /// The nearest network of bytes, with weights taken back where an accumulator could wrap. Also how many were.
    pub fn of(numbers: &Numbers, full: u8) -> Result<(Quantised, u32), String> {
        let byte = |number: f32| (number * f32::from(full)).round().clamp(-127.0, 127.0) as i8;
        let peak = numbers.output * SCALE / numbers.unit * SHARE;
        if !(UNIT..=252.0).contains(&peak) {
            return Err(format!(
                "a neuron counts {peak:.1} centipawns, 4 to 252 expected"
            ));
        }
        let mut network = Quantised {
            weights: [[0; INPUTS]; NEURONS],
            biases: numbers.biases.map(byte),
            full,
            peak: (peak / UNIT).round() as u8 * UNIT as u8,
        };
        let mut taken_back = 0;
        for neuron in 0..NEURONS {
            for input in 0..INPUTS {
                network.weights[neuron][input] = byte(numbers.weights[input][neuron]);
            }
            taken_back += network.confine(neuron);
        }
        Ok((network, taken_back))
    }

    /// The network that the program has.
    pub fn present() -> Quantised {
        Quantised {
            weights: WEIGHTS,
            biases: BIAS,
            full: FULL,
            peak: PEAK,
        }
    }

    /// A network that says nothing: the handcrafted evaluation alone.
    pub fn silent() -> Quantised {
        Quantised {
            weights: [[0; INPUTS]; NEURONS],
            biases: [0; NEURONS],
            full: 1,
            peak: 0,
        }
    }

    /// Takes the largest weights back, one unit at a time, until the accumulator cannot wrap.
    fn confine(&mut self, neuron: usize) -> u32 {
        let weights = &mut self.weights[neuron];
        let mut steps = 0;
        loop {
            let (least, most) = reach(weights, self.biases[neuron]);
            let (beyond, step) = if most > MOST {
                (weights.iter().max(), -1)
            } else if least < LEAST {
                (weights.iter().min(), 1)
            } else {
                return steps;
            };
            let beyond = *beyond.expect("there are weights");
            for weight in weights.iter_mut().filter(|weight| **weight == beyond) {
                *weight += step;
                steps += 1;
            }
        }
    }

    /// As `eval::network` has it.
    fn activation(&self, sum: i16) -> i32 {
        let full = i32::from(self.full);
        let lit = i32::from(sum).clamp(0, full);
        let most = UNIT as i32 * full * full;
        (2 * i32::from(self.peak) * lit * lit + most) / (2 * most) * UNIT as i32
    }

    fn accumulator(&self, neuron: usize, inputs: &[u8]) -> i16 {
        let weight = |input: &u8| i16::from(self.weights[neuron][usize::from(*input)]);
        i16::from(self.biases[neuron]) + inputs.iter().map(weight).sum::<i16>()
    }

    /// Centipawns for the side to move.
    pub fn correction(&self, sample: &Sample) -> i32 {
        let men = usize::from(sample.men);
        let lit = |inputs: &[u8]| -> i32 {
            let sums = (0..NEURONS).map(|neuron| self.accumulator(neuron, inputs));
            sums.map(|sum| self.activation(sum)).sum()
        };
        lit(&sample.own[..men]) - lit(&sample.other[..men])
    }

    /// Square of the error in winning chances, with unit, tempo and handcrafted numbers as they were learned.
    pub fn error(&self, sample: &Sample, numbers: &Numbers) -> f64 {
        let centipawns = numbers.handcrafted(sample) + self.correction(sample) as f32;
        let value = numbers.unit * centipawns / SCALE + numbers.tempo;
        let miss = chance(value) - sample.chance;
        f64::from(miss * miss)
    }

    /// The least and the most that any accumulator holds in these positions.
    pub fn range(&self, samples: &[Sample]) -> (i16, i16) {
        let mut range = (0, 0);
        for sample in samples {
            for inputs in [&sample.own, &sample.other] {
                for neuron in 0..NEURONS {
                    let sum = self.accumulator(neuron, &inputs[..usize::from(sample.men)]);
                    range = (range.0.min(sum), range.1.max(sum));
                }
            }
        }
        range
    }
}
