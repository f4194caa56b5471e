//! Endings the plain sum misjudges: driving a bare king to mate, and advantages that do not win.
//! Asked only when little material is left, so it may look at the piece lists.

use super::weights::{
    BISHOP_AND_KNIGHT, CORNER_KING_CLOSER, DRIVE_KING_CLOSER, DRIVE_TO_CORNER, DRIVE_TO_EDGE,
    NO_WIN_SHIFT, PAWNLESS_EDGE,
};
use crate::board::piece::{BISHOP, BLACK, KNIGHT, PAWN, Side, WHITE, kind};
use crate::board::position::{BOARD, LIST, LIST_END, NON_PAWNS, PAWNS, king_slot, king_square};
use crate::board::square::{FILE_BIT, NONE, Square, file, row};
use crate::cells::{ByModule, Table};

/// By row or file: steps from the two middle ones.
// SAFETY: a row and a file have three bits.
static OFF_CENTRE: Table<8, ByModule> = unsafe { Table::by_module([3, 2, 1, 0, 0, 1, 2, 3]) };

/// The score with what is known about the ending; positive for White, as given.
pub fn adjust(score: i16) -> i16 {
    let white_bare = is_bare(WHITE);
    let black_bare = is_bare(BLACK);
    if black_bare && !white_bare {
        return against_bare_king(score, WHITE);
    }
    if white_bare && !black_bare {
        return -against_bare_king(-score, BLACK);
    }
    if score > 0 && cannot_win(WHITE, score) {
        return score >> NO_WIN_SHIFT;
    }
    if score < 0 && cannot_win(BLACK, -score) {
        return -(-score >> NO_WIN_SHIFT);
    }
    score
}

fn is_bare(side: Side) -> bool {
    NON_PAWNS.get(side) | PAWNS.get(side) == 0
}

/// A pawnless side needs more than a minor piece of advantage.
fn cannot_win(side: Side, lead: i16) -> bool {
    PAWNS.get(side) == 0 && lead < PAWNLESS_EDGE
}

/// `score` from the stronger side's view.
fn against_bare_king(score: i16, strong: Side) -> i16 {
    let men = Men::of(strong);
    if PAWNS.get(strong) == 0 {
        return match (NON_PAWNS.get(strong), men.knights, men.bishops) {
            (1, 1, _) | (1, _, 1) | (2, 2, _) => 0,
            (2, 1, 1) => BISHOP_AND_KNIGHT + drive_to_corner(strong, men.bishop_square),
            _ => score + drive_to_edge(strong),
        };
    }
    if NON_PAWNS.get(strong) == men.bishops && is_wrong_corner(strong, &men) {
        return 0;
    }
    if NON_PAWNS.get(strong) > 0 {
        score + drive_to_edge(strong)
    } else {
        score
    }
}

/// What the stronger side has, as far as the rules here ask.
struct Men {
    knights: u8,
    bishops: u8,
    bishop_square: Square,
    /// Bits of the files with pawns on them.
    pawn_files: u8,
}

impl Men {
    fn of(side: Side) -> Self {
        let mut men = Self {
            knights: 0,
            bishops: 0,
            bishop_square: NONE,
            pawn_files: 0,
        };
        let mut slot = king_slot(side) + 1;
        let end = LIST_END.get(side);
        while slot != end {
            let sq = LIST.get(slot);
            if sq != NONE {
                match kind(BOARD.get(sq)) {
                    PAWN => men.pawn_files |= FILE_BIT.get(file(sq)),
                    KNIGHT => men.knights += 1,
                    BISHOP => {
                        men.bishops += 1;
                        men.bishop_square = sq;
                    }
                    _ => {}
                }
            }
            slot += 1;
        }
        men
    }
}

/// Is the square light? a8 is, and so is every square whose row and file are both even or both odd.
fn is_light(sq: Square) -> bool {
    (row(sq) ^ file(sq)) & 1 == 0
}

/// Rook pawns of one file, at most one bishop, not of the promotion corner's colour, and the bare king holds the corner.
fn is_wrong_corner(strong: Side, men: &Men) -> bool {
    let corner_file = match men.pawn_files {
        0x01 => 0,
        0x80 => 7,
        _ => return false,
    };
    let corner = Square::from_bits(if strong == WHITE {
        corner_file
    } else {
        0x70 | corner_file
    });
    let holds = distance(king_square(strong.other()), corner) <= 1;
    holds
        && (men.bishops == 0 || men.bishops == 1 && is_light(men.bishop_square) != is_light(corner))
}

fn drive_to_edge(strong: Side) -> i16 {
    let weak_king = king_square(strong.other());
    let off = OFF_CENTRE.get(row(weak_king)) + OFF_CENTRE.get(file(weak_king));
    times(off, DRIVE_TO_EDGE) + closeness(DRIVE_KING_CLOSER)
}

/// Bishop and knight mate only in a corner of the bishop's colour: what counts is how far the bare king is from the long
/// diagonal of the other colour.
fn drive_to_corner(strong: Side, bishop: Square) -> i16 {
    let weak_king = king_square(strong.other());
    let (row, file) = (row(weak_king), file(weak_king));
    let off_diagonal = if is_light(bishop) {
        (row + file).abs_diff(7)
    } else {
        row.abs_diff(file)
    };
    times(off_diagonal, DRIVE_TO_CORNER) + closeness(CORNER_KING_CLOSER)
}

fn closeness(weight: u8) -> i16 {
    let apart = distance(king_square(WHITE), king_square(BLACK));
    times(8 - apart, weight)
}

/// King moves between two squares.
pub fn distance(a: Square, b: Square) -> u8 {
    row(a).abs_diff(row(b)).max(file(a).abs_diff(file(b)))
}

/// A product of two small numbers by addition: this file must not pull in a multiplication routine.
fn times(count: u8, weight: u8) -> i16 {
    let mut product = 0;
    let mut left = count;
    while left > 0 {
        product += i16::from(weight);
        left -= 1;
    }
    product
}
