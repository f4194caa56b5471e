//! The rules against an independent implementation, and the cases that a perft does not name.

mod engine;

use cozy_chess::{Board, Piece, Square};
use squares64::board::by_square::SLOT;
use squares64::board::legal::for_each_legal;
use squares64::board::make::{is_castling, make, play, unmake};
use squares64::board::moves::{self, Move, SCORE, TOP};
use squares64::board::pawns::{PAWN_ROWS, catch_up};
use squares64::board::perft::perft;
use squares64::board::piece::{
    BLACK, EMPTY, KING, KNIGHT, Kind, NO_PIECE, PAWN, Side, WHITE, kind, piece,
};
use squares64::board::ply::{MAX_PLY, ROOT};
use squares64::board::position::{
    BOARD, CHECKER, CLOCK, EN_PASSANT, LIST, LIST_END, MATERIAL, NON_PAWNS, PAWNS, PLY, QUEENS,
    RIGHTS, SIDE, SLOTS, SUM, in_check, king_slot, king_square,
};
use squares64::board::square::{NONE, Square as Square88, file, from_index, row};
use squares64::board::{columns, draw, fen, generate, hash, legal, notation, position};
use squares64::game::record;

/// A small deterministic generator: the games are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

fn our_moves() -> Vec<Move> {
    let mut moves = Vec::new();
    for_each_legal(|mv| moves.push(mv));
    moves
}

fn square_of(sq: Square88) -> Square {
    Square::index(usize::from((7 - row(sq)) * 8 + file(sq)))
}

/// Our move in the other library's terms: its castling is "king takes rook".
fn translate(board: &Board, mv: Move) -> cozy_chess::Move {
    let (from, dest) = (mv.from, mv.destination());
    let (start, mut end) = (square_of(from), square_of(dest));
    let piece = board.piece_on(start).expect("a piece moves");
    if piece == Piece::King && is_castling(from, dest) {
        let rook_file = if dest > from { 7 } else { 0 };
        end = Square::index(usize::from((7 - row(from)) * 8 + rook_file));
    }
    let promotion = (piece == Piece::Pawn && matches!(row(dest), 0 | 7)).then(|| {
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
            [usize::from(mv.promotion_kind().bits() - 2)]
    });
    cozy_chess::Move {
        from: start,
        to: end,
        promotion,
    }
}

/// Everything that unmake must restore.
fn snapshot() -> Vec<u8> {
    let ply = PLY.get();
    catch_up();
    let mut all: Vec<u8> = (0..=255).map(|sq| BOARD.get(sq).bits()).collect();
    all.extend((0..2 * SLOTS).map(|slot| LIST.get(slot).bits()));
    all.extend(
        (0..64)
            .map(from_index)
            .filter(|&sq| kind(BOARD.get(sq)) != NO_PIECE)
            .map(|sq| SLOT.get(sq)),
    );
    all.extend([
        ply.number(),
        SIDE.get().bit(),
        RIGHTS.get(ply),
        CLOCK.get(ply),
    ]);
    all.extend([EN_PASSANT.get(ply).bits(), CHECKER.get(ply).bits()]);
    all.push(QUEENS.get());
    all.extend([0, 1].map(|side| PAWNS.get(side)));
    all.extend([0, 1].map(|side| NON_PAWNS.get(side)));
    all.extend(SUM.get(ply).to_le_bytes());
    all.push(MATERIAL.get());
    all.extend((0..16).map(|row| PAWN_ROWS.get(row)));
    all.extend(hash::key().to_le_bytes());
    all.extend(hash::PAWN_KEY.each_ref().map(|byte| byte.get()));
    all
}

/// Incremental state equals the state derived from the board alone.
fn assert_equals_rebuilt() {
    let incremental = (
        SUM.get(ROOT),
        MATERIAL.get(),
        QUEENS.get(),
        hash::key(),
        CHECKER.get(ROOT),
    );
    let pawn_key = hash::PAWN_KEY.each_ref().map(|byte| byte.get());
    let counts = [0, 1].map(|side| (PAWNS.get(side), NON_PAWNS.get(side)));
    let rows: Vec<u8> = (0..16).map(|row| PAWN_ROWS.get(row)).collect();
    let ends = [0, 1].map(|side| LIST_END.get(side));
    position::rebuild();
    assert!((0..16).map(|row| PAWN_ROWS.get(row)).eq(rows));
    assert_eq!(ends, [0, 1].map(|side| LIST_END.get(side)));
    assert_eq!(
        counts,
        [0, 1].map(|side| (PAWNS.get(side), NON_PAWNS.get(side)))
    );
    let rebuilt = (SUM.get(ROOT), MATERIAL.get(), QUEENS.get(), hash::key());
    assert_eq!(
        (incremental.0, incremental.1, incremental.2, incremental.3),
        rebuilt
    );
    assert_eq!(pawn_key, hash::PAWN_KEY.each_ref().map(|byte| byte.get()));
    assert_eq!(incremental.4 == NONE, CHECKER.get(ROOT) == NONE);
}

fn sorted(mut moves: Vec<cozy_chess::Move>) -> Vec<String> {
    moves.sort_by_key(|mv| {
        (
            mv.from as u8,
            mv.to as u8,
            mv.promotion.map(|piece| piece as u8),
        )
    });
    moves.iter().map(ToString::to_string).collect()
}

fn play_random_game(dice: &mut Dice) {
    let mut board = Board::default();
    position::start();
    for _ in 0..160 {
        let ours = our_moves();
        let mut theirs = Vec::new();
        board.generate_moves(|moves| {
            theirs.extend(moves);
            false
        });
        let translated = ours.iter().map(|&mv| translate(&board, mv)).collect();
        assert_eq!(sorted(translated), sorted(theirs), "{}", fen::Fen(1));
        assert_eq!(in_check(), !board.checkers().is_empty());
        let before = snapshot();
        for &mv in &ours {
            make(mv);
            hash::push();
            unmake();
            hash::pop();
            assert_eq!(snapshot(), before, "{} after {mv:?}", fen::Fen(1));
        }
        if ours.is_empty() {
            return;
        }
        let mv = ours[dice.roll(ours.len())];
        board.play(translate(&board, mv));
        play(mv);
        assert_equals_rebuilt();
    }
}

#[test]
fn two_thousand_random_games_have_the_moves_of_cozy_chess() {
    let _engine = engine::lock();
    let mut dice = Dice(0x6464_6464);
    for _ in 0..2000 {
        play_random_game(&mut dice);
    }
}

fn count_leaves(board: &Board, depth: u8) -> u32 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += if depth == 1 {
                1
            } else {
                count_leaves(&next, depth - 1)
            };
        }
        false
    });
    leaves
}

#[test]
fn shallow_trees_have_the_leaves_of_cozy_chess() {
    let _engine = engine::lock();
    for (text, depth) in [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
        ),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 2),
    ] {
        load(text);
        let board = text.parse().expect(text);
        assert_eq!(perft(depth), count_leaves(&board, depth), "{text}");
    }
}

/// Each king has two squares and nothing else can move, so every tree has one leaf, however deep.
#[test]
fn a_tree_is_as_deep_as_the_arrays_by_ply_and_no_deeper() {
    let _engine = engine::lock();
    load("4b2k/3pPp1p/3P1P1P/8/8/3p1p1p/3PpP1P/4B2K w - - 0 1");
    let before = snapshot();
    for depth in [1, 2, 7, MAX_PLY, 255] {
        assert_eq!(perft(depth), 1, "depth {depth}");
        assert_eq!(snapshot(), before);
    }
}

/// The first page goes to the far end of the game's record, as long as the game has not come that far.
#[test]
fn two_pages_of_moves_are_put_aside_and_come_back_in_turn() {
    let _engine = engine::lock();
    columns::KNOWN.set(columns::ROOM - 256);
    moves::clear();
    let mv = |page: u8, place: u8| Move::from_bytes([place, place ^ page]);
    let fill = |page| (0..200).for_each(|place| moves::push(mv(page, place), page));
    for page in [1, 2] {
        fill(page);
        assert!(moves::reserve());
    }
    fill(3);
    assert!(!moves::reserve(), "there is room for two");
    for page in [2, 1] {
        moves::release();
        assert_eq!(TOP.get(), 200);
        for place in 0..200 {
            assert_eq!(moves::at(place), mv(page, place));
            assert_eq!(SCORE.get(place), page);
        }
    }
    columns::KNOWN.set(columns::ROOM - 255);
    assert!(!moves::reserve(), "the record would be overwritten");
    columns::KNOWN.set(0);
    moves::clear();
}

/// Remembered moves of other positions: exactly the legal ones are accepted.
#[test]
fn a_move_from_elsewhere_is_legal_exactly_when_it_is_generated() {
    let _engine = engine::lock();
    let mut dice = Dice(0x1234_5678);
    for _ in 0..60 {
        position::start();
        for _ in 0..80 {
            let moves = our_moves();
            for from in 0..=255 {
                for to in [
                    dice.roll(256) as u8,
                    dice.roll(256) as u8,
                    dice.roll(256) as u8 & 0x77,
                ] {
                    let mv = Move::from_bytes([from, to]);
                    let legal = legal::is_legal(mv);
                    assert_eq!(legal, moves.contains(&mv), "{mv:?} {}", fen::Fen(1));
                }
            }
            for &mv in &moves {
                assert!(legal::is_legal(mv), "{mv:?} {}", fen::Fen(1));
                assert_eq!(Move::from_bytes(mv.bytes()), mv, "as it lies in memory");
            }
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.roll(moves.len())];
            play(mv);
        }
    }
}

fn load(text: &str) {
    fen::load(text).expect("a correct FEN");
}

fn play_line(line: &str) {
    for text in line.split_ascii_whitespace() {
        let mv = notation::parse_coordinates(text.as_bytes()).expect(text);
        play(mv);
    }
}

#[test]
fn en_passant_that_uncovers_the_king_along_the_rank_is_illegal() {
    let _engine = engine::lock();
    load("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
    assert!(notation::parse_coordinates(b"e4d3").is_none());
    load("8/8/8/8/k2Pp3/8/7Q/3K4 b - d3 0 1");
    assert!(notation::parse_coordinates(b"e4d3").is_some());
}

#[test]
fn a_position_is_a_draw_when_it_occurs_for_the_third_time() {
    let _engine = engine::lock();
    position::start();
    play_line("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert!(!draw::is_threefold());
    play_line("f6g8");
    assert!(draw::is_threefold());
    play_line("e2e4");
    assert!(!draw::is_threefold());
}

#[test]
fn losing_a_castling_right_makes_another_position() {
    let _engine = engine::lock();
    load("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play_line("h1g1 h8g8 g1h1 g8h8 a1b1 a8b8 b1a1 b8a8");
    assert_eq!(draw::repetitions(9), 0);
    play_line("h1g1 h8g8 g1h1 g8h8");
    assert_eq!(draw::repetitions(9), 1);
}

#[test]
fn a_new_position_has_no_history() {
    let _engine = engine::lock();
    load("4k3/8/8/8/8/8/8/R3K3 w - - 40 60");
    play_line("a1a2 e8e7 a2a1 e7e8");
    assert_eq!(draw::repetitions(9), 1);
    load("4k3/8/8/8/8/8/8/R3K3 w - - 40 60");
    assert_eq!(draw::repetitions(9), 0);
}

#[test]
fn a_position_keeps_nothing_of_the_one_before_it() {
    let _engine = engine::lock();
    let position = "4k3/8/8/8/3n4/8/8/4K2R w K - 3 30";
    load("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    load(position);
    let alone = snapshot();
    for before in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "qqqqkqqq/qqn5/8/8/3Q4/8/QQQ5/QQQQKQNR b - - 0 1",
    ] {
        load(before);
        load(position);
        assert_eq!(snapshot(), alone, "after {before}");
    }
}

/// Pieces may be put onto the board and taken off it one by one, even the kings, until `rebuild` derives the rest.
#[test]
fn rebuilding_leaves_nothing_of_pieces_that_are_gone() {
    let _engine = engine::lock();
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    load(bare);
    let expected = snapshot();
    load("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let clear_where = |is_gone: fn(Kind) -> bool| {
        for sq in (0..64).map(from_index) {
            if is_gone(kind(BOARD.get(sq))) {
                BOARD.set(sq, EMPTY);
            }
        }
        position::rebuild();
    };
    clear_where(|kind| kind != KING);
    assert_eq!(snapshot(), expected);
    let kings = [WHITE, BLACK].map(king_square);
    clear_where(|_| true);
    assert_eq!([WHITE, BLACK].map(king_square), kings, "kept as they were");
}

/// On a board without its king a piece may stand where the king stood: it is listed once, and the list still ends.
#[test]
fn a_piece_on_the_square_of_a_king_that_is_gone_is_no_king() {
    let _engine = engine::lock();
    // Kings on e1 and e8, prey on d3 and d6.
    for (king, prey, side) in [(0x74, 0x53, WHITE), (0x04, 0x23, BLACK)] {
        load("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let (king, prey) = (Square88::from_bits(king), Square88::from_bits(prey));
        BOARD.set(king, piece(side, KNIGHT));
        BOARD.set(prey, piece(side.other(), PAWN));
        SIDE.set(side);
        position::rebuild();
        moves::clear();
        generate::captures();
        assert_eq!(TOP.get(), 1);
        assert_eq!(moves::at(0), Move::new(king, prey));
    }
    position::start();
}

/// While a position is set up, a side may have more pieces than its list has slots; they must not run into the other's.
#[test]
fn pieces_beyond_the_list_of_their_side_are_left_out_of_it() {
    let _engine = engine::lock();
    for side in [WHITE, BLACK] {
        load("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        for sq in (16..48).map(from_index) {
            BOARD.set(sq, piece(side, KNIGHT));
        }
        position::rebuild();
        let listed = |side: Side| {
            let first = king_slot(side);
            (first..first + SLOTS).map(|slot| BOARD.get(LIST.get(slot)))
        };
        assert_eq!(listed(side).next(), Some(piece(side, KING)));
        assert!(listed(side).skip(1).eq([piece(side, KNIGHT); 15]));
        assert_eq!(listed(side.other()).next(), Some(piece(side.other(), KING)));
        let first_free = LIST.get(king_slot(side.other()) + 1);
        assert_eq!(first_free, NONE);
        assert_eq!(LIST_END.get(side.index()), king_slot(side) + SLOTS);
    }
    position::start();
}

/// The clock may run past the fifty moves; the ring of keys is shorter than that, and its own place is no repetition.
#[test]
fn a_long_clock_finds_no_repetition_where_there_is_none() {
    let _engine = engine::lock();
    load("4k3/8/8/8/8/8/8/R3K3 w - - 140 90");
    assert_eq!(draw::repetitions(9), 0);
    play_line("a1a2 e8e7 a2a1 e7e8");
    assert_eq!(draw::repetitions(9), 1);
}

#[test]
fn repetitions_are_counted_as_far_as_asked() {
    let _engine = engine::lock();
    position::start();
    for _ in 0..4 {
        play_line("g1f3 g8f6 f3g1 f6g8");
    }
    assert_eq!([1, 2, 3, 9].map(draw::repetitions), [1, 2, 3, 4]);
    play_line("g1f3 g8f6 f3g1");
    assert_eq!(draw::repetitions(9), 4);
    play_line("h7h6 g1f3 h6h5 f3g1");
    assert_eq!(draw::repetitions(9), 0);
}

#[test]
fn a_hundred_quiet_plies_are_a_draw() {
    let _engine = engine::lock();
    load("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80");
    play_line("a1a2");
    assert!(!draw::is_fifty_moves());
    play_line("e8e7");
    assert!(draw::is_fifty_moves());
    play_line("e2e4");
    assert!(!draw::is_fifty_moves());
}

#[test]
fn too_little_material_is_dead_and_a_little_more_is_not() {
    let _engine = engine::lock();
    for (text, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/3BK3 w - - 0 1", false),
        ("4kb2/5b2/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4kb2/4b3/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4kb2/8/3b4/8/8/8/8/2B1K3 w - - 0 1", true),
        ("4k1b1/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false),
    ] {
        load(text);
        assert_eq!(draw::is_dead(), dead, "{text}");
    }
}

#[test]
fn mate_and_stalemate_have_no_moves() {
    let _engine = engine::lock();
    load("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert!(in_check() && our_moves().is_empty());
    load("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(!in_check() && our_moves().is_empty());
}

#[test]
fn moves_are_written_in_standard_algebraic_notation() {
    let _engine = engine::lock();
    for (text, coordinates, san) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "g1f3",
            "Nf3",
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
        ("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1", "e5d6", "exd6"),
        ("4k3/8/8/8/8/8/2N1N3/4K3 w - - 0 1", "c2d4", "Ncd4"),
        ("4k3/8/2N5/8/8/8/2N5/4K3 w - - 0 1", "c2d4", "N2d4"),
        ("8/7k/8/Q3Q3/8/8/2K5/Q7 w - - 0 1", "a5c3", "Qa5c3"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"),
        ("4k3/8/8/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5", "Rxd5"),
    ] {
        load(text);
        let mv = notation::parse_coordinates(coordinates.as_bytes()).expect(text);
        record::spell_now(mv);
        assert_eq!(record::spelled().collect::<String>(), san, "{text}");
        assert_eq!(notation::coordinates(mv).as_bytes(), coordinates.as_bytes());
    }
}

#[test]
fn coordinates_that_are_no_legal_move_are_refused() {
    let _engine = engine::lock();
    position::start();
    for text in [
        "e2e5", "e7e5", "e2", "e2e4q", "", "i2i4", "e0e4", "e2e4e5", "a1a1", "e2e$", "e2u4",
    ] {
        assert!(
            notation::parse_coordinates(text.as_bytes()).is_none(),
            "{text}"
        );
    }
    load("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8qq"] {
        let parsed = notation::parse_coordinates(text.as_bytes());
        assert!(parsed.is_none(), "{text}");
    }
}

#[test]
fn coordinates_are_read_in_either_case_and_name_the_promotion() {
    let _engine = engine::lock();
    load("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8n"] {
        let mv = notation::parse_coordinates(text.as_bytes()).expect(text);
        assert_eq!(notation::coordinates(mv).as_bytes(), text.as_bytes());
        let shouted = text.to_ascii_uppercase();
        assert_eq!(
            notation::parse_coordinates(shouted.as_bytes()),
            Some(mv),
            "{shouted}"
        );
    }
}
