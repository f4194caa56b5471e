//! `UCI_Elo`: how to play as well as a rating asks.
//!
//! The anchors are players that were rated by games (docs/uci.md says how): the program's levels 1 and 2, and its full
//! search with a number of nodes for each move. Between two numbers of nodes the rating grows with their logarithm;
//! between a level and its neighbour chance decides for each move which of the two plays it.

/// What plays a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    Level(u8),
    Nodes(u64),
}

/// Ratings on the scale of docs/strength.md, weakest first.
const ANCHORS: [(u16, Mode); 7] = [
    (600, Mode::Level(1)),
    (800, Mode::Level(2)),
    (1000, Mode::Nodes(1)),
    (1200, Mode::Nodes(200)),
    (1425, Mode::Nodes(590)),
    (1726, Mode::Nodes(1970)),
    (1849, Mode::Nodes(4930)),
];

pub const WEAKEST: u16 = ANCHORS[0].0;
pub const STRONGEST: u16 = ANCHORS[ANCHORS.len() - 1].0;

/// What plays the move of a game with this seed after so many half moves.
pub fn mode(elo: u16, seed: u16, half_moves: usize) -> Mode {
    let above = ANCHORS.iter().position(|&(rating, _)| rating >= elo);
    let above = above.unwrap_or(ANCHORS.len() - 1).max(1);
    let ((low, weaker), (high, stronger)) = (ANCHORS[above - 1], ANCHORS[above]);
    let share = f64::from(elo.clamp(low, high) - low) / f64::from(high - low);
    match (weaker, stronger) {
        (Mode::Nodes(few), Mode::Nodes(many)) => {
            let (few, many) = ((few as f64).ln(), (many as f64).ln());
            Mode::Nodes((few + share * (many - few)).exp().round() as u64)
        }
        _ if chance(seed, half_moves) < share => stronger,
        _ => weaker,
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
        for (rating, expected) in ANCHORS {
            for half_moves in 0..50 {
                assert_eq!(mode(rating, 1, half_moves), expected, "{rating}");
            }
        }
        assert_eq!(mode(0, 1, 0), mode(WEAKEST, 1, 0));
        assert_eq!(mode(4000, 1, 0), mode(STRONGEST, 1, 0));
    }

    #[test]
    fn more_rating_is_never_fewer_nodes() {
        let nodes = |elo| match mode(elo, 1, 0) {
            Mode::Nodes(nodes) => nodes,
            Mode::Level(_) => 0,
        };
        let first = ANCHORS
            .iter()
            .find(|anchor| matches!(anchor.1, Mode::Nodes(_)));
        let (first, _) = first.expect("an anchor with nodes");
        assert!((*first..STRONGEST).all(|elo| nodes(elo) <= nodes(elo + 1)));
    }

    #[test]
    fn between_two_levels_chance_decides_for_each_move() {
        let (low, high) = (ANCHORS[0].0, ANCHORS[1].0);
        let middle = low + (high - low) / 4;
        let plays = |half_moves| mode(middle, 7, half_moves) == ANCHORS[1].1;
        let strong = (0..1000).filter(|&half_moves| plays(half_moves)).count();
        assert!((200..300).contains(&strong), "{strong}");
    }
}
