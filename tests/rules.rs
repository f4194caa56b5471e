//! The rules against an independent implementation, and the cases that a perft does not name.

mod engine;

use cozy_chess::{Board, Piece, Square};
use squares64::board::by_square::SLOT;
use squares64::board::legal::for_each_legal;
use squares64::board::make::{make, play, unmake};
use squares64::board::moves::Move;
use squares64::board::pawns::{PAWN_ROWS, catch_up};
use squares64::board::piece::kind;
use squares64::board::position::{
    BOARD, CHECKER, CLOCK, EN_PASSANT, LIST, LIST_END, MATERIAL, NON_PAWNS, PAWNS, PLY, QUEENS,
    RIGHTS, SIDE, SLOTS, SUM, in_check,
};
use squares64::board::square::{file, from_index, row};
use squares64::board::{draw, fen, hash, legal, notation, position};
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

fn square_of(sq: u8) -> Square {
    Square::index(usize::from((7 - row(sq)) * 8 + file(sq)))
}

/// Our move in the other library's terms: its castling is "king takes rook".
fn translate(board: &Board, mv: Move) -> cozy_chess::Move {
    let (from, dest) = (mv.from, mv.destination());
    let (start, mut end) = (square_of(from), square_of(dest));
    let piece = board.piece_on(start).expect("a piece moves");
    if piece == Piece::King && from.wrapping_sub(mv.to) & 3 == 2 {
        let rook_file = if dest > from { 7 } else { 0 };
        end = Square::index(usize::from((7 - row(from)) * 8 + rook_file));
    }
    let promotion = (piece == Piece::Pawn && matches!(row(dest), 0 | 7)).then(|| {
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
            [usize::from(mv.promotion_kind() - 2)]
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
    all.extend((0..2 * SLOTS).map(|slot| LIST.get(slot)));
    all.extend(
        (0..64)
            .map(from_index)
            .filter(|&sq| kind(BOARD.get(sq)) != 0)
            .map(|sq| SLOT.get(sq)),
    );
    all.extend([ply, SIDE.get().bit(), RIGHTS.get(ply), EN_PASSANT.get(ply)]);
    all.extend([CLOCK.get(ply), CHECKER.get(ply), QUEENS.get()]);
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
        SUM.get(0),
        MATERIAL.get(),
        QUEENS.get(),
        hash::key(),
        CHECKER.get(0),
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
    let rebuilt = (SUM.get(0), MATERIAL.get(), QUEENS.get(), hash::key());
    assert_eq!(
        (incremental.0, incremental.1, incremental.2, incremental.3),
        rebuilt
    );
    assert_eq!(pawn_key, hash::PAWN_KEY.each_ref().map(|byte| byte.get()));
    assert_eq!(incremental.4 == 0xff, CHECKER.get(0) == 0xff);
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
                    let mv = Move::new(from, to);
                    let legal = legal::is_legal(mv);
                    assert_eq!(legal, moves.contains(&mv), "{mv:?} {}", fen::Fen(1));
                }
            }
            for &mv in &moves {
                assert!(legal::is_legal(mv), "{mv:?} {}", fen::Fen(1));
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
        "e2e5", "e7e5", "e2", "e2e4q", "", "i2i4", "e0e4", "e2e4e5", "a1a1",
    ] {
        assert!(
            notation::parse_coordinates(text.as_bytes()).is_none(),
            "{text}"
        );
    }
    load("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(notation::parse_coordinates(b"a7a8").is_none());
    assert!(notation::parse_coordinates(b"a7a8k").is_none());
}
