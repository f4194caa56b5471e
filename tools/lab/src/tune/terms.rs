//! The numbers that are tuned, and how often each counts in a position.

use super::source;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// Files with their constants.
pub const WEIGHTS: &str = "src/eval/weights.rs";
pub const TABLES: &str = "src/eval/squares.rs";

/// What a constant's type and name allow: a bonus or a penalty by its name is not negative.
type Range = (f64, f64);
const VALUE: Range = (0.0, 2000.0);
const SQUARE: Range = (-127.0, 127.0);
/// A piece may cross its whole table in one move, see `src/eval/squares.rs`.
const PIECE_SQUARE: Range = (-63.0, 63.0);
const BYTE: Range = (0.0, 255.0);
/// Together they must fit in a byte, see `src/eval/king.rs` and `pawns.rs`.
const SMALL: Range = (0.0, 80.0);

/// A constant of the evaluation: its numbers have the places from `first` on in the list of all.
pub struct Constant {
    pub name: &'static str,
    file: &'static str,
    first: usize,
    count: usize,
    range: Range,
}

/// Declares the constants, a row each: name, file, how many numbers, their range. The name also stands for the first place.
macro_rules! constants {
    ($($name:ident: $file:expr, $count:expr, $range:expr;)*) => {
        const CONSTANTS: &[Constant] = &[$(Constant {
            name: stringify!($name),
            file: $file,
            first: $name,
            count: $count,
            range: $range,
        }),*];
        places!(0; $($name $count,)*);
    };
}

/// Each constant's first place, behind the numbers of the one before it.
macro_rules! places {
    ($place:expr;) => {
        pub const COUNT: usize = $place;
    };
    ($place:expr; $name:ident $count:expr, $($rest:tt)*) => {
        const $name: usize = $place;
        places!($name + $count; $($rest)*);
    };
}

// Square tables have 32 numbers, and follow one another by kind, pawn first.
constants! {
    MIDDLE_VALUE:           WEIGHTS,  7, VALUE;
    END_VALUE:              WEIGHTS,  7, VALUE;
    PAWN_MIDDLE:            TABLES, 32, SQUARE;
    KNIGHT_MIDDLE:          TABLES, 32, PIECE_SQUARE;
    BISHOP_MIDDLE:          TABLES, 32, PIECE_SQUARE;
    ROOK_MIDDLE:            TABLES, 32, PIECE_SQUARE;
    QUEEN_MIDDLE:           TABLES, 32, PIECE_SQUARE;
    KING_MIDDLE:            TABLES, 32, SQUARE;
    PAWN_END:               TABLES, 32, SQUARE;
    KNIGHT_END:             TABLES, 32, PIECE_SQUARE;
    BISHOP_END:             TABLES, 32, PIECE_SQUARE;
    ROOK_END:               TABLES, 32, PIECE_SQUARE;
    QUEEN_END:              TABLES, 32, PIECE_SQUARE;
    KING_END:               TABLES, 32, SQUARE;
    DOUBLED_PAWN:           WEIGHTS,  1, (0.0, 20.0);
    ISOLATED_PAWN:          WEIGHTS,  1, (0.0, 16.0);
    PASSED_MIDDLE:          WEIGHTS,  8, BYTE;
    PASSED_END:             WEIGHTS,  8, BYTE;
    OWN_KING_TO_PASSED:     WEIGHTS,  8, SMALL;
    KING_TO_ENEMY_PASSED:   WEIGHTS,  8, SMALL;
    ROOK_ON_OPEN_FILE:      WEIGHTS,  2, SQUARE;
    ROOK_ON_HALF_OPEN_FILE: WEIGHTS,  2, SQUARE;
    CASTLED_KING:           WEIGHTS,  1, SMALL;
    SHIELD_PAWN:            WEIGHTS,  1, SMALL;
    KING_ON_OPEN_FILE:      WEIGHTS,  1, SMALL;
    KING_ON_HALF_OPEN_FILE: WEIGHTS,  1, SMALL;
    OPEN_FILE_BY_KING:      WEIGHTS,  1, SMALL;
    HALF_OPEN_FILE_BY_KING: WEIGHTS,  1, SMALL;
    CENTRE_KING:            WEIGHTS,  1, SMALL;
}

const MIDDLE_SQUARES: usize = PAWN_MIDDLE;
const END_SQUARES: usize = PAWN_END;
/// The number that all others are measured by, and that stays.
pub const PAWN_VALUE: usize = MIDDLE_VALUE + 1;

/// The text of both files.
pub struct Files {
    pub weights: String,
    pub tables: String,
}

impl Files {
    fn text(&mut self, file: &str) -> &mut String {
        if file == WEIGHTS {
            &mut self.weights
        } else {
            &mut self.tables
        }
    }

    /// All numbers, in the order of the list.
    pub fn numbers(&mut self) -> Result<Vec<f64>, String> {
        let mut all = vec![0.0; COUNT];
        for &Constant {
            name,
            file,
            first,
            count,
            ..
        } in CONSTANTS
        {
            let found = source::numbers(self.text(file), name)
                .map_err(|error| format!("{file}: {error}"))?;
            if found.len() != count {
                return Err(format!(
                    "{file}: {name} has {} numbers, not {count}",
                    found.len()
                ));
            }
            for (place, number) in all[first..].iter_mut().zip(found) {
                *place = f64::from(number);
            }
        }
        Ok(all)
    }

    /// Puts numbers in, as near as their ranges allow.
    pub fn put(&mut self, numbers: &[f64]) -> Result<(), String> {
        let mut numbers = numbers.to_vec();
        confine(&mut numbers);
        for &Constant {
            name,
            file,
            first,
            count,
            ..
        } in CONSTANTS
        {
            let rounded: Vec<i32> = numbers[first..first + count]
                .iter()
                .map(|number| number.round() as i32)
                .collect();
            let text = self.text(file);
            *text = source::replaced(text, name, &rounded)?;
        }
        Ok(())
    }
}

/// Brings numbers into their ranges. What `src/eval/prepare.rs` mixes must be near enough: a piece's two values differ by a
/// signed byte, and a passed pawn is worth no less in the ending than in the middlegame.
pub fn confine(numbers: &mut [f64]) {
    for constant in CONSTANTS {
        let (low, high) = constant.range;
        for number in &mut numbers[constant.first..constant.first + constant.count] {
            *number = number.clamp(low, high);
        }
    }
    for kind in 1..7 {
        let middle = numbers[MIDDLE_VALUE + kind];
        let end = &mut numbers[END_VALUE + kind];
        *end = end.clamp(middle - 127.0, middle + 127.0);
    }
    for to_go in 0..8 {
        let end = numbers[PASSED_END + to_go];
        let middle = &mut numbers[PASSED_MIDDLE + to_go];
        *middle = middle.min(end);
    }
}

/// How far the game has gone, by the engine's own count.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The middlegame's part, 0 to 1.
    pub middle: f32,
    /// Are the kings out of danger?
    pub is_endgame: bool,
}

/// How often each number counts, White's less Black's.
pub fn counts(board: &Board, stage: Stage) -> Vec<(u16, f32)> {
    let black = counts_of(board, stage, Color::Black);
    let mut sums = counts_of(board, stage, Color::White);
    for (sum, black) in sums.iter_mut().zip(black) {
        *sum -= black;
    }
    let met = sums.iter().enumerate().filter(|(_, sum)| **sum != 0.0);
    met.map(|(index, sum)| (index as u16, *sum)).collect()
}

/// How often each number counts for one side.
fn counts_of(board: &Board, stage: Stage, side: Color) -> Vec<f32> {
    let mut tally = Tally {
        sums: vec![0.0; COUNT],
        middle: stage.middle,
    };
    pieces(board, side, &mut tally);
    pawns(board, side, &mut tally);
    if !stage.is_endgame {
        king(board, side, &mut tally);
    }
    tally.sums
}

/// What each constant is worth to one side in centipawns: its numbers, each as often as it counts.
pub fn worth(
    board: &Board,
    stage: Stage,
    side: Color,
    numbers: &[f64],
) -> Vec<(&'static str, f64)> {
    let counts = counts_of(board, stage, side);
    let worth = |constant: &Constant| {
        let places = constant.first..constant.first + constant.count;
        places
            .map(|place| numbers[place] * f64::from(counts[place]))
            .sum()
    };
    CONSTANTS
        .iter()
        .map(|constant| (constant.name, worth(constant)))
        .collect()
}

/// Counts of one side.
struct Tally {
    sums: Vec<f32>,
    middle: f32,
}

impl Tally {
    /// A number that counts the same in every phase; penalties count negative.
    fn add(&mut self, place: usize, count: i32) {
        self.sums[place] += count as f32;
    }

    fn add_middle(&mut self, place: usize, count: i32) {
        self.sums[place] += count as f32 * self.middle;
    }

    fn add_end(&mut self, place: usize, count: i32) {
        self.sums[place] += count as f32 * (1.0 - self.middle);
    }

    /// Two numbers that are mixed by the phase.
    fn add_both(&mut self, middle: usize, end: usize, count: i32) {
        self.add_middle(middle, count);
        self.add_end(end, count);
    }
}

fn pieces(board: &Board, side: Color, tally: &mut Tally) {
    for (kind, piece) in Piece::ALL.into_iter().enumerate() {
        let men = board.colored_pieces(side, piece);
        for square in men {
            let drawn = 32 * kind + drawn(square, side);
            tally.add_both(MIDDLE_SQUARES + drawn, END_SQUARES + drawn, 1);
            if piece == Piece::Rook {
                rook_file(board, side, square.file(), tally);
            }
        }
        let count = men.len() as i32;
        if piece != Piece::King {
            tally.add_both(MIDDLE_VALUE + 1 + kind, END_VALUE + 1 + kind, count);
        }
    }
}

fn rook_file(board: &Board, side: Color, file: File, tally: &mut Tally) {
    let pawns = board.pieces(Piece::Pawn) & file.bitboard();
    let first = if pawns.is_empty() {
        ROOK_ON_OPEN_FILE
    } else if (pawns & board.colors(side)).is_empty() {
        ROOK_ON_HALF_OPEN_FILE
    } else {
        return;
    };
    tally.add_both(first, first + 1, 1);
}

/// King moves between two squares.
fn steps(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// A square's place in half a table drawn with rank 8 on top, as its side sees the board.
fn drawn(square: Square, side: Color) -> usize {
    let rank = square.rank().relative_to(side) as usize;
    let file = square.file() as usize;
    (7 - rank) * 4 + file.min(7 - file)
}

fn beside(file: File) -> BitBoard {
    file.adjacent()
}

fn pawns(board: &Board, side: Color, tally: &mut Tally) {
    let own = board.colored_pieces(side, Piece::Pawn);
    let other = board.colored_pieces(!side, Piece::Pawn);
    for file in File::ALL {
        let here = own & file.bitboard();
        let count = here.len() as i32;
        if count > 1 {
            tally.add(DOUBLED_PAWN, 1 - count);
        }
        if (own & beside(file)).is_empty() && count > 0 {
            tally.add(ISOLATED_PAWN, -count);
        }
        for pawn in here {
            let rank = pawn.rank().relative_to(side);
            let guards = other & (file.bitboard() | beside(file));
            let is_passed = guards
                .into_iter()
                .all(|guard| guard.rank().relative_to(side) <= rank);
            if is_passed {
                passed(board, side, pawn, tally);
            }
        }
    }
}

fn passed(board: &Board, side: Color, pawn: Square, tally: &mut Tally) {
    let rank = pawn.rank().relative_to(side) as usize;
    let to_go = 7 - rank;
    tally.add_both(PASSED_MIDDLE + to_go, PASSED_END + to_go, 1);
    let stop = Square::new(pawn.file(), Rank::index(rank + 1).relative_to(side));
    let own = 4 - steps(board.king(side), stop);
    let other = 4 - steps(board.king(!side), stop);
    tally.add_end(OWN_KING_TO_PASSED + to_go, own);
    tally.add_end(KING_TO_ENEMY_PASSED + to_go, -other);
}

fn king(board: &Board, side: Color, tally: &mut Tally) {
    let king = board.king(side);
    let own = board.colored_pieces(side, Piece::Pawn);
    let is_home = king.rank() == Rank::First.relative_to(side);
    let is_castled = !matches!(king.file(), File::D | File::E | File::F);
    if is_home && is_castled {
        tally.add(CASTLED_KING, 1);
        let before = Rank::Second.relative_to(side).bitboard();
        let near = king.file().bitboard() | beside(king.file());
        tally.add(SHIELD_PAWN, (own & before & near).len() as i32);
    }
    if board.pieces(Piece::Queen).is_empty() {
        return;
    }
    for file in File::ALL {
        let is_own = file == king.file();
        let here = file.bitboard();
        if !is_own && (beside(king.file()) & here).is_empty() || !(own & here).is_empty() {
            continue;
        }
        let is_open = (board.pieces(Piece::Pawn) & here).is_empty();
        let place = match (is_own, is_open) {
            (true, true) => KING_ON_OPEN_FILE,
            (true, false) => KING_ON_HALF_OPEN_FILE,
            (false, true) => OPEN_FILE_BY_KING,
            (false, false) => HALF_OPEN_FILE_BY_KING,
        };
        tally.add(place, -1);
    }
    if matches!(king.file(), File::D | File::E) {
        tally.add(CENTRE_KING, -1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use squares64::board::fen;
    use squares64::eval::{evaluate, prepare};

    fn files() -> Files {
        Files {
            weights: include_str!("../../../../src/eval/weights.rs").to_string(),
            tables: include_str!("../../../../src/eval/squares.rs").to_string(),
        }
    }

    fn count_of(fen: &str, is_endgame: bool, index: usize) -> f32 {
        let middle = if is_endgame { 0.0 } else { 1.0 };
        let stage = Stage { middle, is_endgame };
        let counts = counts(&fen.parse().expect("sound"), stage);
        let found = counts
            .iter()
            .find(|(place, _)| usize::from(*place) == index);
        found.map_or(0.0, |(_, count)| *count)
    }

    #[test]
    fn pawns_count_as_doubled_isolated_and_passed() {
        // White: a2 and a3 doubled and alone, h6 passed and alone. Black: b7 alone, d5 and e5 passed.
        let fen = "4k3/1p6/7P/3pp3/8/P7/P7/4K3 w - - 0 1";
        assert_eq!(count_of(fen, true, DOUBLED_PAWN), -1.0);
        assert_eq!(count_of(fen, true, ISOLATED_PAWN), -3.0 + 1.0);
        assert_eq!(count_of(fen, true, PASSED_END + 2), 1.0);
        assert_eq!(count_of(fen, true, PASSED_END + 4), -2.0);
        assert_eq!(count_of(fen, true, MIDDLE_VALUE + 1), 0.0);
        // From e1 to h7 six steps, from e8 to h7 three.
        assert_eq!(count_of(fen, true, OWN_KING_TO_PASSED + 2), -2.0);
        assert_eq!(count_of(fen, true, KING_TO_ENEMY_PASSED + 2), -1.0);
    }

    #[test]
    fn kings_count_in_the_middlegame_only() {
        // White castled behind three pawns, the e-file open; Black's king on e8, the d-file open beside it.
        let fen = "rnbqkb1r/ppp1pppp/8/8/8/8/PPP2PPP/RNBQ1RK1 w kq - 0 1";
        assert_eq!(count_of(fen, false, CASTLED_KING), 1.0);
        assert_eq!(count_of(fen, false, SHIELD_PAWN), 3.0);
        assert_eq!(count_of(fen, false, CENTRE_KING), 1.0);
        assert_eq!(count_of(fen, false, OPEN_FILE_BY_KING), 1.0);
        assert_eq!(count_of(fen, true, CASTLED_KING), 0.0);
        let (g1, e8) = (7 * 4 + 1, 7 * 4 + 3);
        assert_eq!(count_of(fen, false, MIDDLE_SQUARES + 160 + g1), 1.0);
        assert_eq!(count_of(fen, false, MIDDLE_SQUARES + 160 + e8), -1.0);
        assert_eq!(count_of(fen, true, END_SQUARES + 160 + g1), 1.0);
    }

    /// The engine rounds each mixed number down and bounds squares, so the two differ by a little.
    #[test]
    fn numbers_times_counts_are_the_engines_evaluation() {
        let _engine = squares64::engine::hold();
        let numbers = files().numbers().expect("the engine's constants");
        for text in [
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 1",
            "r4rk1/1pp2pp1/p2q1n1p/3p4/3P4/P1NQP3/1P3PPP/2R2RK1 w - - 0 1",
            "8/5pk1/4p1p1/1P2P2p/5P1P/3r2P1/R5K1/8 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            fen::load(text).expect(text);
            let engine = f64::from(evaluate::of_root());
            let stage = Stage {
                middle: f32::from(prepare::PHASE.get()) / 16.0,
                is_endgame: evaluate::is_endgame(),
            };
            let counted = counts(&text.parse().expect("sound"), stage);
            let sum: f64 = counted
                .iter()
                .map(|(index, count)| numbers[usize::from(*index)] * f64::from(*count))
                .sum();
            assert!((engine - sum).abs() < 12.0, "{text}: {engine} {sum}");
        }
    }

    #[test]
    fn numbers_put_into_the_files_are_read_back() {
        let mut copy = files();
        let mut numbers = copy.numbers().expect("the engine's constants");
        numbers[MIDDLE_SQUARES + 77] = -12.4;
        numbers[ISOLATED_PAWN] = -3.0;
        let (rook, far) = (MIDDLE_VALUE + 4, END_VALUE + 4);
        numbers[far] = numbers[rook] + 150.0;
        copy.put(&numbers).expect("the same places");
        numbers[MIDDLE_SQUARES + 77] = -12.0;
        numbers[ISOLATED_PAWN] = 0.0;
        numbers[far] = numbers[rook] + 127.0;
        assert_eq!(copy.numbers(), Ok(numbers));
    }
}
