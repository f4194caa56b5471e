//! What a training learned, as a picture: the error by epoch, if it is given, and each neuron as twelve boards, one for every
//! kind of piece of either side. Red squares light the neuron, blue ones darken it; the view's own side plays up the board.

use super::quantised::Quantised;
use super::training::Epoch;
use squares64::board::piece::{self, BLACK, PAWN, WHITE, piece};
use squares64::board::square::from_index;
use squares64::eval::network::input;
use std::fmt::Write;

const SQUARE: usize = 6;
const BOARD: usize = 8 * SQUARE;
const GAP: usize = 6;
const LEFT: usize = 30;
/// What stands above the boards: their names, and below the upper edge the curve.
const NAMES: usize = 30;
const CURVE: usize = 120;
const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
/// From the strongest to the weakest, of weights that darken and of those that light.
const BLUE: [&str; 4] = ["#2166ac", "#67a9cf", "#a9cfe5", "#dceaf2"];
const RED: [&str; 4] = ["#b2182b", "#ef8a62", "#f7b799", "#fbe3d6"];
const CURVE_HEIGHT: f64 = 80.0;

pub fn svg(network: &Quantised, curve: &[Epoch]) -> String {
    let width = LEFT + 12 * (BOARD + GAP) + 2 * GAP;
    let top = NAMES + if curve.is_empty() { 0 } else { CURVE };
    let height = top + network.biases.len() * (BOARD + GAP) + GAP;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"10\" fill=\"#333333\">\n<title>The neurons</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    if !curve.is_empty() {
        draw_curve(&mut text, curve, (width - 2 * LEFT) as f64);
    }
    for board in 0..12 {
        let side = if board < 6 { "own" } else { "enemy" };
        let x = board_left(board) + BOARD / 2;
        label(&mut text, x, top - 16, side);
        label(&mut text, x, top - 5, KINDS[board % 6]);
    }
    for neuron in 0..network.biases.len() {
        let y = top + neuron * (BOARD + GAP);
        label(
            &mut text,
            LEFT / 2,
            y + BOARD / 2,
            &(neuron + 1).to_string(),
        );
        draw_neuron(&mut text, &network.weights[neuron], y);
    }
    text.push_str("</svg>\n");
    text
}

fn board_left(board: usize) -> usize {
    LEFT + board * (BOARD + GAP) + if board < 6 { 0 } else { GAP }
}

fn label(text: &mut String, x: usize, y: usize, what: &str) {
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{what}</text>"
    );
}

/// The error of level positions that were held out, from the highest to the lowest.
fn draw_curve(text: &mut String, curve: &[Epoch], width: f64) {
    let levels = || curve.iter().map(|epoch| epoch.level);
    let (least, most) = levels().fold((f64::MAX, f64::MIN), |(least, most), level| {
        (least.min(level), most.max(level))
    });
    let across = width / (curve.len().max(2) - 1) as f64;
    let _ = write!(text, "<polyline fill=\"none\" stroke=\"#4040a0\" points=\"");
    for (epoch, level) in levels().enumerate() {
        let part = (most - level) / (most - least).max(f64::EPSILON);
        let x = LEFT as f64 + epoch as f64 * across;
        let _ = write!(text, "{x:.1},{:.1} ", 30.0 + part * CURVE_HEIGHT);
    }
    let _ = writeln!(
        text,
        "\"/>\n<text x=\"{LEFT}\" y=\"20\">error of level positions held out: {most:.5} after the first epoch, \
         {least:.5} at best, {} epochs</text>",
        curve.len()
    );
}

/// The twelve boards of a neuron, one path for each shade.
fn draw_neuron(text: &mut String, weights: &[i8; 256], top: usize) {
    let strongest = weights.iter().map(|weight| weight.unsigned_abs()).max();
    let strongest = f32::from(strongest.unwrap_or(1).max(1));
    let mut shades = [const { String::new() }; 8];
    for board in 0..12 {
        let left = board_left(board);
        let kind = piece::KINDS[board % 6];
        // Pawns have squares of their own, the others blocks of two by two.
        let (rows, size) = if kind == PAWN { (1..7, 1) } else { (0..8, 2) };
        let side = if board < 6 { WHITE } else { BLACK };
        for row in rows.step_by(size) {
            for file in (0..8).step_by(size) {
                let square = from_index((8 * row + file) as u8);
                let weight = weights[usize::from(input(piece(side, kind), square))];
                if let Some(shade) = shade(f32::from(weight) / strongest) {
                    let (x, y) = (left + file * SQUARE, top + row * SQUARE);
                    let edge = size * SQUARE;
                    let _ = write!(shades[shade], "M{x} {y}h{edge}v{edge}h-{edge}");
                }
            }
        }
        let _ = writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"#999999\"/>"
        );
    }
    for (colour, path) in BLUE.iter().chain(&RED).zip(shades) {
        if !path.is_empty() {
            let _ = writeln!(text, "<path fill=\"{colour}\" d=\"{path}\"/>");
        }
    }
}

/// The place of the shade among `BLUE` and `RED`; weak weights are left white.
fn shade(part: f32) -> Option<usize> {
    let step = [0.5, 0.3, 0.18, 0.08]
        .iter()
        .position(|least| part.abs() >= *least)?;
    Some(if part < 0.0 { step } else { step + BLUE.len() })
}

const _: () = assert!(piece::KINDS.len() == KINDS.len());

#[cfg(test)]
mod tests {
    use super::*;

    /// An enemy king on the back rank lights the first neuron: the block of four squares at the top left of the last board.
    #[test]
    fn a_weight_is_drawn_on_its_squares() {
        let mut network = Quantised::silent();
        let place = input(piece(BLACK, piece::KING), from_index(0));
        network.weights[0][usize::from(place)] = 20;
        let text = svg(&network, &[]);
        let left = board_left(11);
        let path = format!("\"M{left} {NAMES}h12v12h-12\"");
        assert!(text.contains(RED[0]) && text.contains(&path), "{text}");
        assert_eq!(text.matches("<path").count(), 1);
    }

    #[test]
    fn the_picture_of_the_documents_is_that_of_the_programs_network() {
        let picture = include_str!("../../../../docs/img/neurons.svg");
        let is_fresh = picture == svg(&Quantised::present(), &[]);
        assert!(is_fresh, "`lab neurons` draws docs/img/neurons.svg anew");
    }
}
