//! The opening book: position on the board -> move, from the packed tree (`opening.rs`).
//!
//! The tree holds moves from the initial position; a position is found by playing them on a board of the book's own
//! until that board has the men of the game's. So every order of moves finds it, and so does a position that was set
//! up. No king or rook comes back to its first square in the repertoire, so a game that has lost a right its men still
//! allow is another position. En passant is not compared: a move is used only if it is legal. Branches that lead away from
//! the position are skipped: a man that stands on its first square in the game does not leave it here, and a node may
//! have only a few more wrong squares than the best one before it (`SLACK`); tests prove that every position of the
//! repertoire is still found.
//! The format is described in `tools/book/src/tree.rs`; `make book` writes the file.
//!
//! The pool of moves is empty while nobody searches, and is the book's memory meanwhile.

use crate::board::legal::is_legal;
use crate::board::make::{castling_rook, is_castling};
use crate::board::moves::{self, Move, NO_MOVE};
use crate::board::piece::{EMPTY, KING, PAWN, Piece, Side, WHITE, is_own, kind};
use crate::board::position::{BOARD, PLY, RIGHTS, SIDE, for_each_initial};
use crate::board::square::{Square, from_index};
use crate::board::validity;
use crate::cells::{ByModule, Byte, Bytes, Cell, Cells};
use crate::chance;
use crate::opening::{PAIR_FROM, PAIR_TO, TREE};

/// Turns a square of White's into Black's.
const MIRROR: u8 = 0x70;
/// Men come back to these squares of the first two ranks in the repertoire.
const B8: Square = Square::from_bits(0x01);
const D8: Square = Square::from_bits(0x03);
const F1: Square = Square::from_bits(0x75);
/// How many more squares than at the best node before it may be wrong at a node.
const SLACK: u8 = 4;
/// More squares than this differ from the initial position in no position of the book.
const MOST_WRONG: u8 = 32;

// Golomb codes: the bits of the shortest numbers.
const RANK_BITS: u8 = 2;
const COUNT_BITS: u8 = 1;
/// In place of a number of children: the node stands elsewhere in the tree.
const LINK: u8 = 0xff;
const LINK_BITS: u8 = 12;
const WEIGHT_BITS: u8 = 4;
/// The bit buffer before its first byte: nothing but the mark that ends it.
const EMPTY_BUFFER: u8 = 0x80;

/// May the book be asked for moves? 0 switches it off.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BookEnabled"))]
pub static ENABLED: Byte = Byte::new(1);
/// The move that `lookup` chose.
static BOOK_FROM: Cell<Square> = Cell::new(NO_MOVE);
static BOOK_TO: Cell<Square> = Cell::new(NO_MOVE);

/// The next byte of the tree, and the bits of the last one that are not read yet, above a mark.
static PAGE: Byte = Byte::new(0);
static OFFSET: Byte = Byte::new(0);
static BUFFER: Byte = Byte::new(EMPTY_BUFFER);

/// The book's board, in the pool's first page.
static MEN: Men = Men;

struct Men;

impl Men {
    #[inline(always)]
    fn get(&self, sq: Square) -> Piece {
        Piece::from_bits(moves::LISTED_FROM.get(sq).bits())
    }

    #[inline(always)]
    fn set(&self, sq: Square, man: Piece) {
        moves::LISTED_FROM.set(sq, Square::from_bits(man.bits()));
    }

    fn fill(&self, man: Piece) {
        moves::LISTED_FROM.fill(Square::from_bits(man.bits()));
    }
}

/// Squares of the book's board that differ from the game's.
static WRONG: Byte = Byte::new(0);
/// What was changed on the book's board, to be taken back: squares, and from `OLD` on what stood there.
// SAFETY: a move changes at most four squares, and the packer refuses lines of more than 31 moves: fewer than `OLD`.
static CHANGES: &Cells<Square, 256, ByModule> = unsafe { moves::LISTED_TO.lent() };
const OLD: usize = 128;
static CHANGED: Byte = Byte::new(0);

/// By ply, in the pool's last page.
// SAFETY: the packer refuses lines of more than 31 moves and positions of more than 64 (`tools/book`, `MAX_PLIES` and `MAX_BRANCHES`), so
// no place is beyond its column below, the last of which ends with the page.
static PLIES: &Bytes<256, ByModule> = unsafe { moves::SCORE.lent() };
/// Children that are still to be looked at.
const LEFT: usize = 0;
/// `CHANGED` before the move made there.
const MARK: usize = 32;
/// The fewest wrong squares so far.
const LEAST: usize = 64;
// Where reading goes on after a node that stands elsewhere; the buffer is 0 for one that does not.
const BACK_PAGE: usize = 96;
const BACK_OFFSET: usize = 128;
const BACK_BUFFER: usize = 160;
/// The weights of the children of the node that was read last.
const WEIGHTS: usize = 192;

/// The move that `lookup` chose.
#[inline(always)]
pub fn chosen() -> Move {
    Move::new(BOOK_FROM.get(), BOOK_TO.get())
}

/// Chooses a move for the position on the board by weight and chance, and keeps it for `chosen`. False when the
/// book is off or has no legal move here.
pub fn lookup() -> bool {
    if ENABLED.get() == 0 || RIGHTS.get(PLY.get()) != validity::possible_rights() {
        return false;
    }
    let children = find();
    let mut total = 0;
    let mut child = 0;
    while child < children {
        total += PLIES.get_from(WEIGHTS, child);
        child += 1;
    }
    if total == 0 {
        return false;
    }
    choose(chance::below(total));
    is_legal(chosen())
}

/// Reads the move of the child whose share of the weights holds the number `ticket`, counted from 0.
fn choose(ticket: u8) {
    let mut before = 0;
    let mut child = 0;
    let mut passed = PLIES.get_from(WEIGHTS, 0);
    while ticket >= passed {
        child += 1;
        passed += PLIES.get_from(WEIGHTS, child);
    }
    while before < child {
        number(RANK_BITS);
        skip();
        before += 1;
    }
    read_move(SIDE.get());
}

/// Reads on to the node of the game's position and gives the number of its children, 0 when there is no such node.
fn find() -> u8 {
    begin();
    let mut ply = 0;
    let mut side = WHITE;
    if WRONG.get() > MOST_WRONG {
        return 0;
    }
    loop {
        let children = enter(ply);
        // A node without children may stand where another order of moves meets the one that has them.
        if children != 0 && WRONG.get() == 0 && side == SIDE.get() {
            return children;
        }
        PLIES.set_from(LEFT, ply, children);
        loop {
            while PLIES.get_from(LEFT, ply) == 0 {
                leave(ply);
                if ply == 0 {
                    return 0;
                }
                ply -= 1;
                side = side.other();
                take_back(PLIES.get_from(MARK, ply));
            }
            PLIES.set_from(LEFT, ply, PLIES.get_from(LEFT, ply) - 1);
            PLIES.set_from(MARK, ply, CHANGED.get());
            read_move(side);
            if approaches(ply, side) {
                break;
            }
            take_back(PLIES.get_from(MARK, ply));
            skip();
        }
        ply += 1;
        side = side.other();
    }
}

/// Makes the move that was just read. May the game's position lie behind it?
fn approaches(ply: u8, side: Side) -> bool {
    let Move { from, to } = chosen();
    let man = MEN.get(from);
    let home = if side == WHITE { 0x60 } else { 0 };
    if BOARD.get(from) == man && from.bits() & 0x60 == home && !matches!(from, B8 | D8 | F1) {
        return false;
    }
    if kind(man) == PAWN && (from.bits() ^ to.bits()) & 7 != 0 && MEN.get(to) == EMPTY {
        put(to.en_passant_partner(), EMPTY);
    }
    shift(from, to);
    if kind(man) == KING && is_castling(from, to) {
        let (rook_from, rook_to) = castling_rook(to);
        shift(rook_from, rook_to);
    }
    let least = PLIES.get_from(LEAST, ply);
    let wrong = WRONG.get();
    PLIES.set_from(LEAST, ply + 1, if wrong < least { wrong } else { least });
    wrong <= least + SLACK
}

fn shift(from: Square, to: Square) {
    put(to, MEN.get(from));
    put(from, EMPTY);
}

/// The initial position on the book's board, the tree at its root.
fn begin() {
    MEN.fill(EMPTY);
    for_each_initial(|sq, man| MEN.set(sq, man));
    let mut wrong = 0;
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        if MEN.get(sq) != BOARD.get(sq) {
            wrong += 1;
        }
        index += 1;
    }
    WRONG.set(wrong);
    PLIES.set_from(LEAST, 0, wrong);
    CHANGED.set(0);
    PAGE.set(0);
    OFFSET.set(0);
    BUFFER.set(EMPTY_BUFFER);
}

/// Puts a man, or nothing, on the book's board.
#[inline(never)]
fn put(sq: Square, man: Piece) {
    let (old, wanted) = (MEN.get(sq), BOARD.get(sq));
    MEN.set(sq, man);
    let changed = CHANGED.get();
    CHANGES.set(changed, sq);
    CHANGES.set_from(OLD, changed, Square::from_bits(old.bits()));
    CHANGED.set(changed + 1);
    let mut wrong = WRONG.get();
    if old != wanted {
        wrong -= 1;
    }
    if man != wanted {
        wrong += 1;
    }
    WRONG.set(wrong);
}

fn take_back(mark: u8) {
    while CHANGED.get() != mark {
        let last = CHANGED.get() - 1;
        CHANGED.set(last);
        put(
            CHANGES.get(last),
            Piece::from_bits(CHANGES.get_from(OLD, last).bits()),
        );
        CHANGED.set(last);
    }
}

/// Reads a move: its rank among the moves of the repertoire that `side` has the men for.
fn read_move(side: Side) {
    let mut left = number(RANK_BITS);
    let mirror = if side == WHITE { 0 } else { MIRROR };
    let mut pair = 0;
    loop {
        let from = Square::from_bits(PAIR_FROM.get(pair) ^ mirror);
        let to = Square::from_bits(PAIR_TO.get(pair) ^ mirror);
        if is_own(MEN.get(from), side) && !is_own(MEN.get(to), side) {
            if left == 0 {
                BOOK_FROM.set(from);
                BOOK_TO.set(to);
                return;
            }
            left -= 1;
        }
        pair += 1;
    }
}

/// Reads the head of a node, wherever it stands: the number of its children.
fn enter(ply: u8) -> u8 {
    let children = head();
    PLIES.set_from(BACK_BUFFER, ply, 0);
    if children != LINK {
        return children;
    }
    let page = bits(4);
    let offset = bits(8);
    PLIES.set_from(BACK_PAGE, ply, PAGE.get());
    PLIES.set_from(BACK_OFFSET, ply, OFFSET.get());
    PLIES.set_from(BACK_BUFFER, ply, BUFFER.get());
    PAGE.set(page);
    OFFSET.set(offset);
    BUFFER.set(EMPTY_BUFFER);
    head()
}

/// Goes on behind a node that stood elsewhere.
fn leave(ply: u8) {
    let buffer = PLIES.get_from(BACK_BUFFER, ply);
    if buffer != 0 {
        PAGE.set(PLIES.get_from(BACK_PAGE, ply));
        OFFSET.set(PLIES.get_from(BACK_OFFSET, ply));
        BUFFER.set(buffer);
    }
}

/// Passes over a node and all below it.
fn skip() {
    let mut nodes = 1;
    loop {
        let children = head();
        if children == LINK {
            bits(LINK_BITS);
        } else {
            nodes += children;
        }
        nodes -= 1;
        if nodes == 0 {
            return;
        }
        number(RANK_BITS);
    }
}

/// Reads the head of a node: the number of its children and their weights, or `LINK`.
fn head() -> u8 {
    let mut weight = 1;
    if bit() {
        if !bit() {
            return 0;
        }
        weight = 0;
        if bit() {
            return several();
        }
    }
    PLIES.set_from(WEIGHTS, 0, weight);
    1
}

fn several() -> u8 {
    let children = number(COUNT_BITS);
    if children == 0 {
        return LINK;
    }
    let mut child = 0;
    while child <= children {
        PLIES.set_from(WEIGHTS, child, bits(WEIGHT_BITS));
        child += 1;
    }
    child
}

/// Reads a number in a Golomb code whose ranges double: as many ones as there are smaller ranges, a zero, and the place
/// in the range. The first range has `width` bits.
fn number(width: u8) -> u8 {
    let mut width = width;
    let mut first = 0;
    while bit() {
        first += 1 << width;
        width += 1;
    }
    first + bits(width)
}

/// Reads up to 12 bits, the highest first, and gives the last eight of them.
fn bits(count: u8) -> u8 {
    let mut left = count;
    let mut value = 0;
    while left != 0 {
        value = value << 1 | u8::from(bit());
        left -= 1;
    }
    value
}

#[inline(never)]
fn bit() -> bool {
    let mut buffer = BUFFER.get();
    let mut mark = 0;
    if buffer == EMPTY_BUFFER {
        let offset = OFFSET.get();
        buffer = TREE.get_in_page(PAGE.get(), offset);
        mark = 1;
        OFFSET.set(offset.wrapping_add(1));
        if offset == 0xff {
            PAGE.set(PAGE.get() + 1);
        }
    }
    BUFFER.set(buffer << 1 | mark);
    buffer >= 0x80
}
