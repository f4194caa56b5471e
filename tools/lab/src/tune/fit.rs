//! The fit: numbers for which the evaluation's winning chances come nearest to the labels'.
//!
//! Least squares between two logistic curves, by gradient steps with momentum on all cores. How many of Stockfish's
//! centipawns one of ours is worth is found first; then one number, the pawn's value, stays as the unit of the others.
//! Every number is held to its present value by a weak spring, so that what the positions do not speak of stays. A tenth of
//! the positions is kept out and only measured.

use rayon::prelude::*;

/// Stockfish's centipawns at which a side wins some 73 %.
const SCALE: f64 = 200.0;
const STEPS: usize = 400;
const STEP: f64 = 1.0;
/// Strength of the spring to the present value, against that of one position: the more positions, the less it holds.
const SPRING: f64 = 3e-4;

pub struct Sample {
    /// The engine's own value under the present numbers.
    pub value: f64,
    pub counts: Vec<(u16, f32)>,
    pub label: f64,
}

pub struct Fit {
    pub numbers: Vec<f64>,
    /// Mean square error of the samples kept out, before and after.
    pub error_before: f64,
    pub error_after: f64,
}

fn chance(centipawns: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / SCALE).exp())
}

/// The evaluation with every number changed by so much.
struct Model {
    unit: f64,
    change: Vec<f64>,
}

impl Model {
    fn chance(&self, sample: &Sample) -> f64 {
        let moved = sample
            .counts
            .iter()
            .map(|(index, count)| self.change[usize::from(*index)] * f64::from(*count));
        chance(self.unit * (sample.value + moved.sum::<f64>()))
    }

    fn error(&self, samples: &[Sample]) -> f64 {
        let square = |sample: &Sample| (self.chance(sample) - chance(sample.label)).powi(2);
        samples.par_iter().map(square).sum::<f64>() / samples.len().max(1) as f64
    }

    fn slope(&self, samples: &[Sample]) -> Vec<f64> {
        let zero = || vec![0.0; self.change.len()];
        let sum = samples
            .par_iter()
            .fold(zero, |mut slope, sample| {
                let got = self.chance(sample);
                let pull = 2.0 * (got - chance(sample.label)) * got * (1.0 - got);
                for (index, count) in &sample.counts {
                    slope[usize::from(*index)] += pull * self.unit / SCALE * f64::from(*count);
                }
                slope
            })
            .reduce(zero, |mut one, other| {
                one.iter_mut().zip(other).for_each(|(a, b)| *a += b);
                one
            });
        let count = samples.len().max(1) as f64;
        let with_spring = |(slope, moved): (&f64, &f64)| (slope + SPRING * moved) / count;
        sum.iter().zip(&self.change).map(with_spring).collect()
    }

    /// The unit for which the numbers as they are fit best.
    fn set_unit(&mut self, samples: &[Sample]) {
        let mut least = f64::INFINITY;
        let mut best = 1.0;
        for twentieths in 4..=80 {
            self.unit = f64::from(twentieths) / 20.0;
            let error = self.error(samples);
            if error < least {
                (least, best) = (error, self.unit);
            }
        }
        self.unit = best;
    }
}

/// `fixed` is the number that stays; `tick` is called once for each of the steps.
pub fn fit(samples: &[Sample], present: &[f64], fixed: usize, mut tick: impl FnMut()) -> Fit {
    let (test, train) = samples.split_at(samples.len() / 10);
    let mut model = Model {
        unit: 1.0,
        change: vec![0.0; present.len()],
    };
    model.set_unit(train);
    let error_before = model.error(test);
    let mut speed = vec![0.0; present.len()];
    let mut power = vec![0.0; present.len()];
    for step in 1..=STEPS {
        let slope = model.slope(train);
        // Steps shrink to a tenth at the end, so that the numbers settle.
        let length = STEP * (1.0 - 0.9 * step as f64 / STEPS as f64);
        for index in (0..present.len()).filter(|index| *index != fixed) {
            speed[index] = 0.9 * speed[index] + 0.1 * slope[index];
            power[index] = 0.99 * power[index] + 0.01 * slope[index].powi(2);
            let steady = speed[index] / (1.0 - 0.9f64.powi(step as i32));
            let size = (power[index] / (1.0 - 0.99f64.powi(step as i32))).sqrt();
            model.change[index] -= length * steady / (size + 1e-7);
        }
        tick();
    }
    Fit {
        error_before,
        error_after: model.error(test),
        numbers: present
            .iter()
            .zip(&model.change)
            .map(|(a, b)| a + b)
            .collect(),
    }
}

pub const fn steps() -> u64 {
    STEPS as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels are made with 40, 25 and 100 in twice our centipawns; the fit starts from 10, 25, 7 and 100.
    fn samples() -> Vec<Sample> {
        (0..8000)
            .map(|n| {
                let [first, second, pawns] = [n % 5 - 2, n % 7 - 3, n % 3 - 1].map(f64::from);
                Sample {
                    value: 10.0 * first + 25.0 * second + 100.0 * pawns,
                    counts: vec![(0, first as f32), (1, second as f32), (3, pawns as f32)],
                    label: 2.0 * (40.0 * first + 25.0 * second + 100.0 * pawns),
                }
            })
            .collect()
    }

    #[test]
    fn a_number_that_is_wrong_is_found_and_those_that_never_count_or_are_fixed_stay() {
        let mut ticks = 0;
        let fit = fit(&samples(), &[10.0, 25.0, 7.0, 100.0], 3, || ticks += 1);
        assert!((fit.numbers[0] - 40.0).abs() < 4.0, "{:?}", fit.numbers);
        assert!((fit.numbers[1] - 25.0).abs() < 4.0, "{:?}", fit.numbers);
        assert_eq!(fit.numbers[2..], [7.0, 100.0]);
        assert!(fit.error_after < fit.error_before / 10.0);
        assert_eq!(ticks, steps());
    }
}
