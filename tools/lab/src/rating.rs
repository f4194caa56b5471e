//! Elo from results: differences with their 95 % interval, and a rating against several opponents at once.
//!
//! The interval is that of the mean score by its own spread (wins, draws and losses as they came), turned into Elo; where
//! a bound of the score reaches 0 or 1 the Elo has no bound there.

/// z of a two-sided 95 % interval.
const Z95: f64 = 1.959_963_985;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Mean score of a game, 0 to 1.
    pub fn mean(self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Spread of a single game's score around the mean, squared.
    pub fn variance(self) -> f64 {
        let games = f64::from(self.games().max(1));
        let squares = (f64::from(self.wins) + f64::from(self.draws) / 4.0) / games;
        (squares - self.mean().powi(2)).max(0.0)
    }

    pub fn difference(self) -> Interval {
        self.sample().difference()
    }

    pub fn sample(self) -> Sample {
        Sample {
            count: self.games(),
            mean: self.mean(),
            variance: self.variance(),
        }
    }
}

/// Pairs of games from one start with colours exchanged, by their points: 0, a half, 1, one and a half, 2. The two games
/// of a pair depend on each other, through the start, so the pairs are what chance draws: their spread is the one to go by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Of the mean score of a pair's games, 0 to 1.
    pub fn sample(self) -> Sample {
        let count: u32 = self.0.iter().sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let terms = self.0.iter().enumerate();
            let sum: f64 = terms
                .map(|(half_points, &pairs)| value(half_points as f64 / 4.0) * f64::from(pairs))
                .sum();
            sum / f64::from(count.max(1))
        };
        let mean = mean_of(&|score| score);
        Sample {
            count,
            mean,
            variance: mean_of(&|score| (score - mean).powi(2)),
        }
    }

    pub fn difference(self) -> Interval {
        self.sample().difference()
    }
}

/// Scores between 0 and 1 that were drawn independently: how many, their mean and their spread squared.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub count: u32,
    pub mean: f64,
    pub variance: f64,
}

impl Sample {
    pub fn difference(self) -> Interval {
        let error = Z95 * (self.variance / f64::from(self.count.max(1))).sqrt();
        Interval {
            low: elo_of(self.mean - error),
            middle: elo_of(self.mean),
            high: elo_of(self.mean + error),
        }
    }
}

/// Elo, with its 95 % bounds; infinite where nothing bounds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub middle: f64,
    pub high: f64,
}

/// The rating difference that gives this mean score.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The mean score that a rating difference gives.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The most likely rating of a player with these results against opponents of these ratings: the one whose expected
/// points are the points made. The interval follows from the spread of the results.
pub fn against(results: &[(f64, Tally)]) -> Interval {
    let games: f64 = results.iter().map(|(_, t)| f64::from(t.games())).sum();
    let points: f64 = results
        .iter()
        .map(|(_, tally)| tally.mean() * f64::from(tally.games()))
        .sum();
    let variance: f64 = results
        .iter()
        .map(|(_, tally)| tally.variance() * f64::from(tally.games()))
        .sum();
    let error = Z95 * variance.sqrt();
    let rating = |points: f64| rating_for(points, games, results);
    Interval {
        low: rating(points - error),
        middle: rating(points),
        high: rating(points + error),
    }
}

/// Expected points grow with the rating, so halving finds the one.
fn rating_for(points: f64, games: f64, results: &[(f64, Tally)]) -> f64 {
    if points <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if points >= games {
        return f64::INFINITY;
    }
    let expected = |rating: f64| -> f64 {
        let part = |(opponent, tally): &(f64, Tally)| {
            score_of(rating - opponent) * f64::from(tally.games())
        };
        results.iter().map(part).sum()
    };
    let (mut low, mut high) = (-4000.0, 8000.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if expected(middle) < points {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally {
            wins,
            draws,
            losses,
        }
    }

    fn rounded(interval: Interval) -> [i32; 3] {
        [interval.low, interval.middle, interval.high].map(|elo| elo.round() as i32)
    }

    #[test]
    fn scores_and_elo_are_each_others_inverse_and_have_the_textbook_values() {
        assert_eq!(elo_of(0.75).round(), 191.0);
        assert_eq!(elo_of(0.5), 0.0);
        assert!((score_of(200.0) - 0.7597).abs() < 1e-4);
        assert!((elo_of(score_of(-123.0)) + 123.0).abs() < 1e-9);
    }

    #[test]
    fn differences_and_bounds_agree_with_figures_worked_out_by_hand() {
        // 68 games: mean 0.45, se = sqrt((26 + 9/4) / 68 - 0.4485²) / sqrt(68) = 0.0564.
        assert_eq!(rounded(tally(26, 9, 33).difference()), [-116, -36, 41]);
        // 100 games, 60 %, no draws: se = sqrt(0.6 × 0.4 / 100) = 0.049, so 0.504 to 0.696.
        assert_eq!(rounded(tally(60, 0, 40).difference()), [3, 70, 144]);
    }

    #[test]
    fn pairs_have_the_interval_worked_out_by_hand() {
        // 500 pairs: mean 0.53, variance 0.0953, se = 0.0138, so 0.503 to 0.557.
        let pairs = Pairs([69, 61, 204, 73, 93]);
        assert_eq!(rounded(pairs.difference()), [2, 21, 40]);
        // Openings that one colour wins tell nothing, and make nobody less sure.
        let even = Pairs([0, 0, 100, 0, 0]);
        assert_eq!(rounded(even.difference()), [0, 0, 0]);
    }

    #[test]
    fn a_clean_score_has_no_bounds_on_its_far_side() {
        assert_eq!(tally(10, 0, 0).difference().middle, f64::INFINITY);
        assert_eq!(tally(0, 0, 3).difference().middle, f64::NEG_INFINITY);
        assert_eq!(tally(1, 0, 0).difference().high, f64::INFINITY);
    }

    #[test]
    fn against_one_opponent_the_rating_is_the_opponents_and_the_difference() {
        let result = tally(26, 5, 13);
        let difference = result.difference();
        let rating = against(&[(1500.0, result)]);
        assert!((rating.middle - 1500.0 - difference.middle).abs() < 1e-6);
        assert!((rating.low - 1500.0 - difference.low).abs() < 1e-6);
    }

    #[test]
    fn against_two_opponents_the_rating_lies_between_and_is_surer() {
        let one = tally(20, 10, 10);
        let two = tally(10, 10, 20);
        let both = against(&[(1500.0, one), (1700.0, two)]);
        assert!((both.middle - 1600.0).abs() < 1e-6);
        let alone = against(&[(1500.0, one)]);
        assert!(both.high - both.low < alone.high - alone.low);
    }
}
