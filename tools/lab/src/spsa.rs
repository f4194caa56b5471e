//! Simultaneous perturbation stochastic approximation (Spall): many numbers are tuned together by games.
//!
//! In each step a few pairs of games are played. For each pair all numbers are moved at once, each by its own distance up
//! or down as a coin falls; one player has them moved that way, the other the opposite way. Whatever moved towards the
//! winner follows it a little. Single steps are noise, but what helps is pushed the same way again and again. Distance and
//! gain shrink with time by Spall's usual exponents. Everything that is drawn follows from the seed, the step and the pair,
//! so a run can be broken off and goes on as if it had not been.

use crate::opening::SplitMix;
use serde::{Deserialize, Serialize};

/// Exponents of the gain and of the distance.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Part of the run that the gain is held down for at its start.
const STABILITY: f64 = 0.1;
/// What a won pair moves a number by at the end of the run, as a part of its distance: chance alone then moves a number by half
/// its distance in 8,000 pairs, while a difference of five Elo between its two sides moves it by all of it.
const LAST_GAIN: f64 = 0.006;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    pub name: String,
    /// Where it began.
    pub start: i16,
    pub least: i16,
    pub most: i16,
    /// The distance at the end of the run.
    pub distance: f64,
    pub value: f64,
}

impl Number {
    fn within(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.least), f64::from(self.most))
    }

    /// The value to play with.
    pub fn rounded(&self) -> i16 {
        self.value.round() as i16
    }
}

/// A run: its numbers and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    pub seed: u64,
    /// Of the whole run.
    pub steps: usize,
    /// Pairs of games in each step.
    pub pairs: usize,
    pub done: usize,
    pub numbers: Vec<Number>,
}

/// What the two players of a pair have in place of the numbers.
pub type Moved = [Vec<i16>; 2];

impl Spsa {
    fn distance(&self, number: &Number) -> f64 {
        let left = self.steps as f64 / (self.done + 1) as f64;
        number.distance * left.powf(GAMMA)
    }

    fn gain(&self) -> f64 {
        let steps = self.steps as f64;
        let last = (1.0 + STABILITY) * steps;
        let now = STABILITY * steps + (self.done + 1) as f64;
        LAST_GAIN * (last / now).powf(ALPHA)
    }

    fn random(&self, pair: usize) -> SplitMix {
        let place = (self.done * self.pairs + pair) as u64;
        SplitMix(self.seed << 40 ^ place << 8)
    }

    /// +1 or -1 for each number.
    fn directions(&self, random: &mut SplitMix) -> Vec<f64> {
        let coin = |_| if random.below(2) == 0 { -1.0 } else { 1.0 };
        self.numbers.iter().map(coin).collect()
    }

    /// What the players of a pair of this step have. Whole numbers: what is between two is rounded by chance, so that on
    /// average it is what it should be.
    pub fn moved(&self, pair: usize) -> Moved {
        let mut random = self.random(pair);
        let directions = self.directions(&mut random);
        [1.0, -1.0].map(|sign| {
            let each = self.numbers.iter().zip(&directions);
            each.map(|(number, direction)| {
                let exact = number.value + sign * direction * self.distance(number);
                let dice = random.below(1 << 16) as f64 / 65_536.0;
                number.within((exact + dice).floor()) as i16
            })
            .collect()
        })
    }

    /// Ends the step. A score is the first player's mean in its pair, 0 to 1.
    pub fn learn(&mut self, scores: &[f64]) {
        let mut pushes = vec![0.0; self.numbers.len()];
        for (pair, score) in scores.iter().enumerate() {
            let directions = self.directions(&mut self.random(pair));
            for (push, direction) in pushes.iter_mut().zip(directions) {
                *push += (2.0 * score - 1.0) * direction;
            }
        }
        let gain = self.gain();
        for (place, push) in pushes.into_iter().enumerate() {
            let change = gain * push * self.distance(&self.numbers[place]);
            let number = &mut self.numbers[place];
            number.value = number.within(number.value + change);
        }
        self.done += 1;
    }

    pub fn is_over(&self) -> bool {
        self.done >= self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: i16) -> Spsa {
        let number = |name: &str| Number {
            name: name.to_string(),
            start,
            least: 0,
            most: 200,
            distance: 10.0,
            value: f64::from(start),
        };
        Spsa {
            seed: 1,
            steps: 2_000,
            pairs: 4,
            done: 0,
            numbers: vec![number("A"), number("B")],
        }
    }

    /// A game that is the better the nearer A is to 120 and B to 60.
    fn quality(values: &[i16]) -> f64 {
        let off = |value: i16, best: f64| (f64::from(value) - best).powi(2);
        -(off(values[0], 120.0) + off(values[1], 60.0)) / 2_000.0
    }

    #[test]
    fn the_numbers_find_the_values_that_win() {
        let mut run = run(90);
        let mut chance = SplitMix(7);
        while !run.is_over() {
            let scores: Vec<f64> = (0..run.pairs)
                .map(|pair| {
                    let [first, second] = run.moved(pair);
                    let expected = 1.0 / (1.0 + (quality(&second) - quality(&first)).exp());
                    let dice = chance.below(1 << 16) as f64 / 65_536.0;
                    f64::from(u8::from(dice < expected))
                })
                .collect();
            run.learn(&scores);
        }
        let [a, b] = [0, 1].map(|place| run.numbers[place].value);
        assert!(
            (a - 120.0).abs() < 12.0 && (b - 60.0).abs() < 12.0,
            "{a} {b}"
        );
    }

    #[test]
    fn players_are_moved_apart_around_the_value_and_within_its_range() {
        let run_in = run(100);
        for pair in 0..run_in.pairs {
            let [first, second] = run_in.moved(pair);
            for (one, other) in first.iter().zip(&second) {
                assert!((one + other - 200).abs() <= 1 && one != other);
            }
        }
        let edge = run(0);
        let moved = edge.moved(0).concat();
        assert!(moved.iter().all(|value| (0..=200).contains(value)));
    }

    #[test]
    fn a_step_repeats_itself_and_a_draw_changes_nothing() {
        let mut run = run(100);
        assert_eq!(run.moved(2), run.moved(2));
        assert_ne!(run.moved(0), run.moved(1));
        let before = run.numbers.clone();
        run.learn(&[0.5; 4]);
        assert_eq!((run.done, run.numbers), (1, before));
    }
}
