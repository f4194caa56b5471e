//! Keeps the accumulators' reach within a byte while training: what `eval::network::reach` proves of the bytes must be nearly
//! true of the numbers before, or taking weights back afterwards would spoil them.

use super::model::{INPUTS, Numbers};
use squares64::board::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use squares64::eval::network::{BLOCKS, block_input};
use squares64::eval::neurons::NEURONS;

/// How hard a neuron beyond the bound is pushed back, for each 1.0.
const PUSH: f32 = 0.003;

/// Inputs of one side's pawns.
const PAWNS: std::ops::Range<usize> = 8..56;
/// Knights, bishops, rooks and queens of a side at the start.
const AT_START: [f32; 4] = [2.0, 2.0, 2.0, 1.0];
/// Those of a side that are pawns or have been.
const PROMOTABLE: usize = 8;

/// Adds to the slope what brings each neuron's reach back within `edge`.
pub fn push(numbers: &Numbers, edge: f32, slope: &mut Numbers) {
    for neuron in 0..NEURONS {
        for sign in [1.0, -1.0] {
            let mut reach = sign * numbers.biases[neuron];
            let mut reached = Vec::with_capacity(64);
            for own in [0, INPUTS / 2] {
                let weight = |input: usize| sign * numbers.weights[own + input][neuron];
                worst(&weight, |input, count| {
                    reach += count * weight(input);
                    reached.push((own + input, count));
                });
            }
            if reach > edge {
                for (input, count) in reached {
                    slope.weights[input][neuron] += sign * PUSH * (reach - edge) * count;
                }
            }
        }
    }
}

/// The places of one side's men that add the most, and how many men stand there.
fn worst(weight: &impl Fn(usize) -> f32, mut stand: impl FnMut(usize, f32)) {
    let best = |inputs: &mut dyn Iterator<Item = usize>| {
        inputs
            .max_by(|a, b| weight(*a).total_cmp(&weight(*b)))
            .expect("inputs")
    };
    let best_of = |kind| best(&mut (0..BLOCKS).map(|block| usize::from(block_input(kind, block))));
    stand(best_of(KING), 1.0);
    let kind_best = [KNIGHT, BISHOP, ROOK, QUEEN].map(best_of);
    for (input, count) in kind_best.into_iter().zip(AT_START) {
        if weight(input) > 0.0 {
            stand(input, count);
        }
    }
    let promoted = best(&mut kind_best.into_iter());
    let mut pawns: Vec<usize> = PAWNS.collect();
    pawns.select_nth_unstable_by(PROMOTABLE, |a, b| weight(*b).total_cmp(&weight(*a)));
    for pawn in &pawns[..PROMOTABLE] {
        let better = if weight(*pawn) > weight(promoted) {
            *pawn
        } else {
            promoted
        };
        if weight(better) > 0.0 {
            stand(better, 1.0);
        }
    }
}
