//! Moves by hand: a piece chosen and put down with cursor or joystick, or a move typed as `e2e4` or `Nf3`.
//!
//! Only legal moves reach the record; everything else is answered with the reason.

use super::canvas::{self, CYAN, YELLOW, at, ink};
use super::panel::{self, COLUMN, END, INPUT_ROW};
use super::text::Text;
use super::view::{self, CHOSEN, CURSOR, LAST_FROM, LAST_TO, MARKS};
use super::{app, computer, pgn_reader, slide, thinking};
use crate::board::attack::attacks;
use crate::board::legal::{for_each_legal, is_legal, is_possible};
use crate::board::make::is_castling;
use crate::board::moves::{Move, destination, promotion_bits};
use crate::board::notation::is_promotion;
use crate::board::piece::{
    BISHOP, BLACK, EMPTY, KING, KNIGHT, Kind, NO_PIECE, PAWN, QUEEN, ROOK, Side, WHITE, colour,
    is_own, kind,
};
use crate::board::position::{BOARD, SIDE, in_check, king_square};
use crate::board::square::{A8, E1, NONE, Square, file, from_index, row};
use crate::cells::{ByModule, Byte, Bytes, Cell, Table};
use crate::codes::key;
use crate::game::{clock, outcome, record, settings};
use crate::machine;

/// Sounds of the machine.
pub const SOUND_MOVE: u8 = 1;
pub const SOUND_CAPTURE: u8 = 2;
pub const SOUND_CHECK: u8 = 3;
pub const SOUND_END: u8 = 4;
pub const SOUND_REFUSED: u8 = 5;

/// The move being typed: its characters without `x`, `-` and `=`.
// SAFETY: what is typed is a move of two squares and a promotion at most, and then played or dropped.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "INPUT"))]
static TYPED: Bytes<6, ByModule> = unsafe { Bytes::by_module(0) };
static TYPED_LENGTH: Byte = Byte::new(0);
/// What they say of the piece: its kind, and the bits of its square that `TYPED_MASK` has.
static TYPED_KIND: Cell<Kind> = Cell::new(NO_PIECE);
static TYPED_FROM: Byte = Byte::new(0);
static TYPED_MASK: Byte = Byte::new(0);
const FILE_BITS: u8 = 0x07;
const ROW_BITS: u8 = 0x70;
/// A file whose rank is not typed yet, or `NO_FILE`.
static OPEN_FILE: Byte = Byte::new(NO_FILE);
const NO_FILE: u8 = 0xff;

/// A pawn's move that waits for its piece.
static WAITING_FROM: Cell<Square> = Cell::new(A8);
static WAITING_TO: Cell<Square> = Cell::new(A8);

/// A key on the board that is no command. Returns whether it meant something here.
pub fn key(key: u8) -> bool {
    match key {
        key::UP..=key::RIGHT => step(STEPS.get(key - key::UP)),
        _ if key::chooses(key) => {
            if !castles_short() {
                choose(MARKS.get(CURSOR));
            }
        }
        key::DELETE => erase(),
        _ => return type_character(key),
    }
    true
}

/// Up, down, left and right as seen on the screen: around the edge, so that the bits between file and row take the carry.
// SAFETY: the keys from `UP` to `RIGHT` are four.
static STEPS: Table<4, ByModule> = unsafe { Table::by_module([0x70, 0x10, 0x07, 0x01]) };

/// Moves the cursor; the first step only shows it.
#[inline(never)]
fn step(by: u8) {
    let sq = MARKS.get(CURSOR);
    let place = if sq == NONE {
        view::E2
    } else {
        destination(view::seen(sq).plus(by))
    };
    view::mark(CURSOR, view::seen(place));
}

#[inline(never)]
fn choose(sq: Square) {
    if sq == NONE {
        step(0);
        return;
    }
    if outcome::is_over() {
        return;
    }
    let chosen = MARKS.get(CHOSEN);
    if chosen == sq {
        put_down();
    } else if chosen == NONE || is_own(BOARD.get(sq), SIDE.get()) {
        pick_up(sq);
    } else {
        put_down();
        attempt(Move::new(chosen, sq));
    }
}

/// Chooses a piece and lights the squares it can go to.
#[inline(never)]
fn pick_up(sq: Square) {
    put_down();
    if let Some(why) = refusal_of_piece(sq) {
        refuse(why);
        return;
    }
    view::mark(CHOSEN, sq);
    for_each_legal(|mv| {
        if mv.from == sq {
            view::light(mv.destination(), YELLOW);
        }
    });
}

/// Nothing is chosen any more.
pub fn put_down() {
    view::mark(CHOSEN, NONE);
    view::unlight();
}

#[inline(never)]
fn refusal_of_piece(sq: Square) -> Option<Text> {
    let piece = BOARD.get(sq);
    if piece == EMPTY {
        Some(Text::NoPiece)
    } else if !is_own(piece, SIDE.get()) {
        Some(Text::NotYours)
    } else {
        None
    }
}

/// Says and sounds why not.
#[inline(never)]
fn refuse(why: Text) {
    panel::say(why);
    sound(SOUND_REFUSED);
}

/// Why a move is refused; the squares are on the board.
#[inline(never)]
fn refusal(mv: Move) -> Option<Text> {
    let Move { from, to } = mv;
    if let Some(why) = refusal_of_piece(from) {
        return Some(why);
    }
    if is_legal(mv) {
        return None;
    }
    let castling = kind(BOARD.get(from)) == KING && is_castling(from, to) && row(from) == row(to);
    Some(if in_check() {
        Text::KingInCheck
    } else if castling {
        Text::NoCastling
    } else if is_possible(mv) {
        Text::KingExposed
    } else {
        Text::CannotGo
    })
}

/// Makes the move, asks for the piece of a promotion, or says why not.
fn attempt(mv: Move) {
    if let Some(why) = refusal(mv) {
        refuse(why);
        return;
    }
    if is_promotion(mv) {
        WAITING_FROM.set(mv.from);
        WAITING_TO.set(mv.to);
        panel::say(Text::WhichPiece);
        app::STATE.set(app::PROMOTION);
        return;
    }
    by_hand(mv);
}

/// The answer to which piece a pawn becomes. RETURN and the button mean a queen, down, left and right the others, for who has a
/// joystick alone; anything else takes the move back.
#[inline(never)]
pub fn promote(key: u8) {
    app::STATE.set(app::BOARD);
    let kind = match key::lower(key) {
        b'q' | key::RETURN | key::FIRE => QUEEN,
        b'r' | key::DOWN => ROOK,
        b'b' | key::LEFT => BISHOP,
        b'n' | key::RIGHT => KNIGHT,
        // As in `e8=Q`.
        b'=' => {
            app::STATE.set(app::PROMOTION);
            return;
        }
        _ => {
            app::say_state();
            return;
        }
    };
    by_hand(Move::new(
        WAITING_FROM.get(),
        WAITING_TO.get().promoting(promotion_bits(kind)),
    ));
}

fn by_hand(mv: Move) {
    if pgn_reader::takes(mv) {
        return;
    }
    clock::human_moves();
    // A key ended the last search: that was long ago.
    thinking::PRESSED.set(key::NONE);
    computer::ENGAGED.set(1);
    make_move(mv);
}

/// A legal move of either player: record, sound, screen.
pub fn make_move(mv: Move) {
    put_down();
    // The characters of these marks are the sprite's.
    view::mark(LAST_FROM, NONE);
    view::mark(LAST_TO, NONE);
    let piece = view::shown(mv.from);
    if !record::play(mv) {
        return;
    }
    let ply = record::played() - 1;
    clock::moved(record::side(ply), ply);
    slide::show(piece, mv);
    outcome::judge();
    panel::note_opening();
    sound_of_move(ply);
    show_last_move();
    app::refresh();
}

#[inline(never)]
fn sound(number: u8) {
    if settings::SOUND.get() != 0 {
        machine::sound::play(number);
    }
}

fn sound_of_move(ply: i16) {
    sound(if outcome::is_over() {
        SOUND_END
    } else if record::checks(ply) {
        SOUND_CHECK
    } else if record::takes(ply) {
        SOUND_CAPTURE
    } else {
        SOUND_MOVE
    });
}

/// Marks the last move of the record, without drawing.
pub fn show_last_move() {
    let ply = record::played() - 1;
    let (from, to) = if ply < 0 {
        (NONE, NONE)
    } else {
        let mv = record::at(ply);
        (mv.from, mv.destination())
    };
    MARKS.set(LAST_FROM, from);
    MARKS.set(LAST_TO, to);
}

/// A character of a typed move; false when none goes on like that.
#[inline(never)]
pub fn type_character(character: u8) -> bool {
    let length = TYPED_LENGTH.get();
    if length == 0 {
        TYPED_KIND.set(PAWN);
        TYPED_MASK.set(0);
        OPEN_FILE.set(NO_FILE);
    }
    let open = OPEN_FILE.get();
    match character {
        b'x' | b'-' => return length != 0,
        b'a'..=b'h' => {
            if open != NO_FILE && !knows_of_origin(open, FILE_BITS) {
                return false;
            }
            OPEN_FILE.set(character - b'a');
        }
        b'1'..=b'8' => {
            let row = (b'8' - character) << 4;
            if open != NO_FILE {
                OPEN_FILE.set(NO_FILE);
                if type_square(Square::from_bits(row | open)) {
                    return true;
                }
            } else if length == 0 || !knows_of_origin(row, ROW_BITS) {
                return false;
            }
        }
        b'O' => {
            TYPED_KIND.set(KING);
            if length == 2 {
                castle(QUEEN_SIDE);
                return true;
            }
        }
        _ => {
            let mut kind = KING.bits();
            while kind > PAWN.bits() && record::LETTERS.get(kind) != character {
                kind -= 1;
            }
            if length != 0 || kind == PAWN.bits() {
                return false;
            }
            TYPED_KIND.set(Kind::from_bits(kind));
        }
    }
    TYPED.set(length, character);
    TYPED_LENGTH.set(length + 1);
    show_typed();
    true
}

/// Takes down file or row of the piece; false when something of its square was typed before.
#[inline(never)]
fn knows_of_origin(bits: u8, mask: u8) -> bool {
    let first = TYPED_MASK.get() == 0;
    TYPED_FROM.set(bits);
    TYPED_MASK.set(mask);
    first
}

/// A typed square is the piece's own if such a piece is there and nothing of its place was typed before; true when it is
/// where the piece goes, which completes the move.
fn type_square(sq: Square) -> bool {
    let piece = BOARD.get(sq);
    let typed = TYPED_KIND.get();
    if TYPED_MASK.get() == 0
        && is_own(piece, SIDE.get())
        && (TYPED_LENGTH.get() == 1 || typed == kind(piece))
    {
        knows_of_origin(sq.bits(), FILE_BITS | ROW_BITS);
        TYPED_KIND.set(kind(piece));
        return false;
    }
    complete_typed(sq);
    true
}

const KING_SIDE: u8 = 6;
const QUEEN_SIDE: u8 = 2;

/// What was typed ends here: castles if it is `O-O`.
#[inline(never)]
pub fn castles_short() -> bool {
    let is_short = TYPED_LENGTH.get() == 2 && TYPED.get(0) == b'O';
    if is_short {
        castle(KING_SIDE);
    }
    is_short
}

/// A king that goes two files from the one it castles from.
#[inline(never)]
fn castle(to_file: u8) {
    knows_of_origin(file(E1), FILE_BITS);
    let row = king_square(SIDE.get()).bits() & ROW_BITS;
    complete_typed(Square::from_bits(row | to_file));
}

/// The move to `dest` that was typed, if there is one. Where the piece's square was typed whole, what is wrong with the move
/// can be said.
#[inline(never)]
fn complete_typed(dest: Square) {
    let mut found = Square::from_bits(TYPED_FROM.get());
    let mut count = 0u8;
    let mut index = 0;
    while index < 64 {
        let from = from_index(index);
        if (from.bits() ^ TYPED_FROM.get()) & TYPED_MASK.get() == 0
            && kind(BOARD.get(from)) == TYPED_KIND.get()
            && is_legal(Move::new(from, dest))
        {
            found = from;
            count += 1;
        }
        index += 1;
    }
    if TYPED_MASK.get() == FILE_BITS | ROW_BITS {
        count = 1;
    }
    // One square that is neither a piece's nor where a pawn can go.
    let first_square = TYPED_LENGTH.get() == 1;
    forget_typed();
    put_down();
    if outcome::is_over() {
        return;
    }
    if count == 1 {
        attempt(Move::new(found, dest));
    } else {
        refuse(if count != 0 {
            Text::WhichOne
        } else if TYPED.get(0) == b'O' {
            Text::NoCastling
        } else if first_square {
            refusal_of_piece(dest).unwrap_or(Text::CannotGo)
        } else {
            Text::CannotGo
        });
    }
}

/// Takes the last character back: what is left is typed anew, because a character says something else as the first or the second.
fn erase() {
    let length = TYPED_LENGTH.get();
    if length == 0 {
        put_down();
        return;
    }
    forget_typed();
    let mut index = 0;
    while index != length - 1 {
        type_character(TYPED.get(index));
        index += 1;
    }
}

/// Forgets a move typed in part. If there is none, something else is said where it would stand.
#[inline(never)]
pub fn forget_typed() {
    if TYPED_LENGTH.get() != 0 {
        TYPED_LENGTH.set(0);
        if !outcome::is_over() {
            panel::clear_input();
        }
    }
}

/// What ended a game stands there.
fn show_typed() {
    if outcome::is_over() {
        return;
    }
    at(COLUMN, INPUT_ROW);
    ink(canvas::WHITE);
    canvas::text(Text::MoveInput);
    let mut index = 0;
    while index < TYPED_LENGTH.get() {
        canvas::ascii(TYPED.get(index));
        index += 1;
    }
    canvas::ascii(b'-');
    canvas::fill_to(END);
}

/// Lights every piece that attacks or defends the square under the cursor, each side's in a colour of its own, and counts them.
#[inline(never)]
pub fn show_attackers() {
    let target = MARKS.get(CURSOR);
    if target == NONE {
        return;
    }
    ATTACKERS.fill(0);
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        let piece = BOARD.get(sq);
        if sq != target && kind(piece) != NO_PIECE && attacks(sq, target) {
            let side = colour(piece);
            ATTACKERS.set(side.index(), ATTACKERS.get(side.index()) + 1);
            view::light(sq, if side == WHITE { YELLOW } else { CYAN });
        }
        index += 1;
    }
    panel::begin_message();
    count(WHITE);
    at(COLUMN, INPUT_ROW);
    count(BLACK);
}

/// Pieces that attack or defend a square, Black's and White's.
// SAFETY: sides are numbered 0 and 1.
static ATTACKERS: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };

/// `White 2`
#[inline(never)]
fn count(side: Side) {
    panel::side_name(side);
    canvas::ascii(b' ');
    canvas::small_number(ATTACKERS.get(side.index()));
    canvas::fill_to(END);
}
