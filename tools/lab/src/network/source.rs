//! The weights as a file of the program.

use super::quantised::Quantised;
use std::fmt::Write;

/// The text of `src/eval/neurons.rs`.
pub fn text(network: &Quantised, positions: usize) -> String {
    let mut text = format!(
        "//! What `lab train` learned from {positions} positions: the weights of `network`. Written by it, not by hand.\n\
         //!\n\
         //! A neuron has a page, sixteen rows of sixteen: the pawns and king of the other side, its other pieces, then the own ones.\n\n\
         pub const NEURONS: usize = {};\n\
         /// The accumulator at which a neuron is full.\n\
         pub const FULL: u8 = {};\n\
         /// Centipawns that a full neuron counts.\n\
         pub const PEAK: u8 = {};\n\
         pub const BIAS: [i8; NEURONS] = {:?};\n\n\
         #[rustfmt::skip]\n\
         pub const WEIGHTS: [[i8; 256]; NEURONS] = [\n",
        network.biases.len(),
        network.full,
        network.peak,
        network.biases
    );
    for weights in &network.weights {
        text.push_str("    [\n");
        for row in weights.chunks(16) {
            text.push_str("       ");
            for weight in row {
                let _ = write!(text, " {weight:3},");
            }
            text.push('\n');
        }
        text.push_str("    ],\n");
    }
    text.push_str("];\n");
    text
}
