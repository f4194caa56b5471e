//! `UCI_Elo`: how to play as well as a rating asks.
//!
//! The anchors are players that were rated by games (docs/uci.md says how): the program's search with a number of nodes for each
//! move, and below one iteration of it a mixture with the moves of level 2. Between two numbers of nodes the rating
//! grows with their logarithm, between two mixtures with the share of searched moves.

/// What plays a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    Level(u8),
    Nodes(u64),
}

/// A player that was rated.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Player {
    /// Searches one iteration for this share of its moves and plays the others as level 2.
    Mixed(f64),
    Nodes(u64),
}

/// The search ends after its first iteration.
const ONE_ITERATION: u64 = 1;
const OTHERWISE: Mode = Mode::Level(2);

/// Ratings on the scale of docs/strength.md, weakest first; all mixtures before the first number of nodes.
const ANCHORS: [(u16, Player); 10] = [
    (554, Player::Mixed(0.84)),
    (671, Player::Mixed(0.9)),
    (862, Player::Nodes(1)),
    (877, Player::Nodes(100)),
    (986, Player::Nodes(200)),
    (1201, Player::Nodes(400)),
    (1354, Player::Nodes(700)),
    (1524, Player::Nodes(1_200)),
    (1709, Player::Nodes(2_000)),
    (1905, Player::Nodes(5_000)),
];

pub const WEAKEST: u16 = 600;
pub const STRONGEST: u16 = ANCHORS[ANCHORS.len() - 1].0;

/// What plays the move of a game with this seed after so many half moves.
pub fn mode(elo: u16, seed: u16, half_moves: usize) -> Mode {
    let above = ANCHORS.iter().position(|&(rating, _)| rating >= elo);
    let above = above.unwrap_or(ANCHORS.len() - 1).max(1);
    let ((low, weaker), (high, stronger)) = (ANCHORS[above - 1], ANCHORS[above]);
    let part = f64::from(elo.clamp(low, high) - low) / f64::from(high - low);
    let between = |few: f64, many: f64| few + part * (many - few);
    match (weaker, stronger) {
        (Player::Nodes(few), Player::Nodes(many)) => {
            let nodes = between((few as f64).ln(), (many as f64).ln()).exp();
            Mode::Nodes(nodes.round() as u64)
        }
        _ if chance(seed, half_moves) < between(weaker.share(), stronger.share()) => {
            Mode::Nodes(ONE_ITERATION)
        }
        _ => OTHERWISE,
    }
}

impl Player {
    /// Of the moves that are searched.
    fn share(self) -> f64 {
        match self {
            Player::Mixed(share) => share,
            Player::Nodes(_) => 1.0,
        }
    }
}

/// A number from 0 to below 1, the same for the same game and move: splitmix64's mixing of the bits.
fn chance(seed: u16, half_moves: usize) -> f64 {
    let mut bits = u64::from(seed) << 32 | half_moves as u64;
    bits = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_plays_as_it_was_rated() {
        for (rating, player) in ANCHORS {
            let moves = (0..1000).map(|half_moves| mode(rating, 7, half_moves));
            match player {
                Player::Nodes(nodes) => {
                    assert!(moves.into_iter().all(|mode| mode == Mode::Nodes(nodes)))
                }
                Player::Mixed(share) => {
                    let searched = moves.filter(|mode| *mode != OTHERWISE).count() as f64;
                    assert!(
                        (searched / 1000.0 - share).abs() < 0.05,
                        "{rating}: {searched}"
                    );
                }
            }
        }
        assert_eq!(mode(0, 1, 0), mode(ANCHORS[0].0, 1, 0));
        assert_eq!(mode(4000, 1, 0), mode(STRONGEST, 1, 0));
        assert!(ANCHORS.is_sorted_by(|a, b| a.0 < b.0) && ANCHORS[0].0 <= WEAKEST);
    }

    #[test]
    fn more_rating_is_never_less_search() {
        let searched = |elo| -> u64 {
            let nodes = |half_moves| match mode(elo, 1, half_moves) {
                Mode::Nodes(nodes) => nodes,
                Mode::Level(_) => 0,
            };
            (0..100).map(nodes).sum()
        };
        assert!((WEAKEST..STRONGEST).all(|elo| searched(elo) <= searched(elo + 1)));
    }
}
