//! The sequential probability ratio test: is a change worth at least `elo1`, or no more than `elo0`?
//!
//! The log-likelihood ratio is the usual approximation for games with draws: scores are taken as normal with the spread
//! that was seen. The test ends when the ratio leaves the bounds, which the two error rates set.

use crate::rating::{Sample, score_of};

#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub elo0: f64,
    pub elo1: f64,
    /// Chance of taking a change that is worth `elo0`.
    pub alpha: f64,
    /// Chance of refusing one that is worth `elo1`.
    pub beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Better,
    NotBetter,
    Open,
}

impl Test {
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// 0 while the results have no spread, for then nothing can be said.
    pub fn ratio(&self, sample: Sample) -> f64 {
        if sample.variance == 0.0 {
            return 0.0;
        }
        let (s0, s1) = (score_of(self.elo0), score_of(self.elo1));
        let distance = (s1 - s0) * (2.0 * sample.mean - s0 - s1);
        f64::from(sample.count) * distance / (2.0 * sample.variance)
    }

    pub fn verdict(&self, sample: Sample) -> Verdict {
        let (low, high) = self.bounds();
        match self.ratio(sample) {
            ratio if ratio >= high => Verdict::Better,
            ratio if ratio <= low => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Tally;

    const USUAL: Test = Test {
        elo0: 0.0,
        elo1: 20.0,
        alpha: 0.05,
        beta: 0.05,
    };

    fn tally(wins: u32, draws: u32, losses: u32) -> Sample {
        let tally = Tally {
            wins,
            draws,
            losses,
        };
        tally.sample()
    }

    #[test]
    fn the_bounds_of_five_percent_errors_are_2_94() {
        let (low, high) = USUAL.bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
    }

    #[test]
    fn the_ratio_has_the_value_worked_out_by_hand() {
        // mean 0.55, variance 0.1925, s1 = 0.52875: 200 × 0.02875 × (1.1 − 1.02875) / 0.385.
        let ratio = USUAL.ratio(tally(88, 44, 68));
        assert!((ratio - 1.0641).abs() < 1e-3, "{ratio}");
        // An even score speaks for the hypothesis of no gain.
        assert!(USUAL.ratio(tally(50, 0, 50)) < 0.0);
    }

    #[test]
    fn long_matches_are_decided_either_way_and_short_ones_are_not() {
        assert_eq!(USUAL.verdict(tally(600, 300, 450)), Verdict::Better);
        assert_eq!(USUAL.verdict(tally(450, 300, 600)), Verdict::NotBetter);
        assert_eq!(USUAL.verdict(tally(12, 3, 10)), Verdict::Open);
        assert_eq!(USUAL.verdict(tally(5, 0, 0)), Verdict::Open);
    }
}
