//! Positions that someone sets up: what is wrong with one is named, and what castling needs is looked for.

mod engine;

use squares64::board::piece::{
    BISHOP, BLACK, EMPTY, KING, KNIGHT, PAWN, Piece, QUEEN, ROOK, WHITE, piece,
};
use squares64::board::ply::ROOT;
use squares64::board::position::{self, BOARD, RIGHTS, SIDE};
use squares64::board::square::{E1, E8, Square, from_index};
use squares64::board::validity::{
    KING_COUNT, NOT_HOME, OTHER_IN_CHECK, PAWN_ROW, RIGHT, TOO_MANY, check, possible_rights,
};

/// Both kings at home, and these pieces.
fn set_up(pieces: &[(Square, Piece)]) {
    position::clear();
    BOARD.set(E1, piece(WHITE, KING));
    BOARD.set(E8, piece(BLACK, KING));
    for &(sq, piece) in pieces {
        BOARD.set(sq, piece);
    }
}

fn verdict(pieces: &[(Square, Piece)]) -> u8 {
    set_up(pieces);
    check()
}

/// The first `count` squares of the second and third row from the top, all of them with this piece.
fn many(piece: Piece, count: u8) -> Vec<(Square, Piece)> {
    (8..8 + count)
        .map(|index| (from_index(index), piece))
        .collect()
}

#[test]
fn each_side_has_one_king() {
    let _engine = engine::lock();
    assert_eq!(verdict(&[]), RIGHT);
    for side in [WHITE, BLACK] {
        assert_eq!(
            verdict(&[(Square::from_bits(0x40), piece(side, KING))]),
            KING_COUNT
        );
    }
    for home in [E1, E8] {
        assert_eq!(verdict(&[(home, piece(WHITE, PAWN))]), KING_COUNT);
    }
}

#[test]
fn no_pawn_stands_on_either_last_row() {
    let _engine = engine::lock();
    for side in [WHITE, BLACK] {
        for sq in [0x00, 0x07, 0x70, 0x77, 0x03, 0x75].map(Square::from_bits) {
            assert_eq!(verdict(&[(sq, piece(side, PAWN))]), PAWN_ROW, "{sq:?}");
        }
        assert_eq!(
            verdict(&[(Square::from_bits(0x20), piece(side, PAWN))]),
            RIGHT
        );
    }
}

/// Every piece beyond those of the start took a pawn's place.
#[test]
fn pawns_and_promoted_pieces_are_eight_at_most() {
    let _engine = engine::lock();
    for (kind, most) in [
        (PAWN, 8),
        (KNIGHT, 10),
        (BISHOP, 10),
        (ROOK, 10),
        (QUEEN, 9),
    ] {
        for (count, too_many) in [(most, false), (most + 1, true)] {
            set_up(&many(piece(BLACK, kind), count));
            SIDE.set(BLACK);
            assert_eq!(check() == TOO_MANY, too_many, "{count} of {kind:?}");
        }
    }
    let mut pieces = many(piece(WHITE, PAWN), 7);
    pieces.extend([0x40, 0x42, 0x44].map(|sq| (Square::from_bits(sq), piece(WHITE, KNIGHT))));
    assert_ne!(verdict(&pieces), TOO_MANY);
    pieces.push((Square::from_bits(0x46), piece(WHITE, KNIGHT)));
    assert_eq!(verdict(&pieces), TOO_MANY);
}

#[test]
fn the_side_that_has_moved_is_not_in_check() {
    let _engine = engine::lock();
    let rook = [(Square::from_bits(0x44), piece(WHITE, ROOK))];
    assert_eq!(verdict(&rook), OTHER_IN_CHECK);
    set_up(&rook);
    SIDE.set(BLACK);
    assert_eq!(check(), RIGHT);
}

#[test]
fn castling_needs_king_and_rook_at_home() {
    let _engine = engine::lock();
    let corners = [
        (0x77, WHITE, 1),
        (0x70, WHITE, 2),
        (0x07, BLACK, 4),
        (0x00, BLACK, 8),
    ];
    for present in 0..16 {
        let rooks: Vec<_> = corners
            .iter()
            .filter(|corner| present & corner.2 != 0)
            .map(|&(sq, side, _)| (Square::from_bits(sq), piece(side, ROOK)))
            .collect();
        for rights in 0..16 {
            set_up(&rooks);
            RIGHTS.set(ROOT, rights);
            assert_eq!(possible_rights(), present);
            let wrong = if rights & !present != 0 {
                NOT_HOME
            } else {
                RIGHT
            };
            assert_eq!(check(), wrong, "rooks {present:#x}, rights {rights:#x}");
        }
    }
    set_up(&corners.map(|(sq, side, _)| (Square::from_bits(sq), piece(side, ROOK))));
    BOARD.set(E1, EMPTY);
    BOARD.set(Square::from_bits(0x64), piece(WHITE, KING));
    assert_eq!(possible_rights(), 12);
}
