//! The numbers that are tuned, and how often each counts in a position.

use super::source;
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// Files with their constants, and where each constant's numbers begin in the list of all.
pub const WEIGHTS: &str = "src/eval/weights.rs";
pub const TABLES: &str = "src/eval/material.rs";

const VALUES: usize = 0;
const SQUARES: usize = VALUES + 7;
const KING_ENDGAME: usize = SQUARES + 6 * 64;
const DOUBLED: usize = KING_ENDGAME + 64;
const ISOLATED: usize = DOUBLED + 1;
const PASSED: usize = ISOLATED + 1;
const CASTLED: usize = PASSED + 8;
const SHIELD: usize = CASTLED + 1;
const OPEN_FILE: usize = SHIELD + 1;
const CENTRE: usize = OPEN_FILE + 1;
pub const COUNT: usize = CENTRE + 1;
/// The number that all others are measured by, and that stays.
pub const PAWN_VALUE: usize = VALUES + 1;

/// Constant, its file, its first number, how many.
const CONSTANTS: [(&str, &str, usize, usize); 15] = [
    ("PIECE_VALUE", WEIGHTS, VALUES, 7),
    ("PAWN_SQUARES", TABLES, SQUARES, 64),
    ("KNIGHT_SQUARES", TABLES, SQUARES + 64, 64),
    ("BISHOP_SQUARES", TABLES, SQUARES + 128, 64),
    ("ROOK_SQUARES", TABLES, SQUARES + 192, 64),
    ("QUEEN_SQUARES", TABLES, SQUARES + 256, 64),
    ("KING_SQUARES", TABLES, SQUARES + 320, 64),
    ("KING_ENDGAME_SQUARES", TABLES, KING_ENDGAME, 64),
    ("DOUBLED_PAWN", WEIGHTS, DOUBLED, 1),
    ("ISOLATED_PAWN", WEIGHTS, ISOLATED, 1),
    ("PASSED_PAWN", WEIGHTS, PASSED, 8),
    ("CASTLED_KING", WEIGHTS, CASTLED, 1),
    ("SHIELD_PAWN", WEIGHTS, SHIELD, 1),
    ("OPEN_FILE_BY_KING", WEIGHTS, OPEN_FILE, 1),
    ("CENTRE_KING", WEIGHTS, CENTRE, 1),
];

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
        for (name, file, first, count) in CONSTANTS {
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

    /// Puts numbers in, as near as their types allow: what is a bonus or a penalty by its name is not negative.
    pub fn put(&mut self, numbers: &[f64]) -> Result<(), String> {
        for (name, file, first, count) in CONSTANTS {
            let (low, high) = match file {
                TABLES => (-127.0, 127.0),
                _ if name == "PIECE_VALUE" => (0.0, 2000.0),
                _ => (0.0, 120.0),
            };
            let rounded: Vec<i32> = numbers[first..first + count]
                .iter()
                .map(|number| number.clamp(low, high).round() as i32)
                .collect();
            let text = self.text(file);
            *text = source::replaced(text, name, &rounded)?;
        }
        Ok(())
    }
}

/// How often each number counts, White's less Black's.
pub fn counts(board: &Board, is_endgame: bool) -> Vec<(u16, f32)> {
    let mut sums = vec![0i16; COUNT];
    for (side, sign) in [(Color::White, 1), (Color::Black, -1)] {
        for place in of_side(board, side, is_endgame) {
            sums[place.0] += sign * place.1;
        }
    }
    let met = sums.iter().enumerate().filter(|(_, sum)| **sum != 0);
    met.map(|(index, sum)| (index as u16, f32::from(*sum)))
        .collect()
}

/// A number's place in the list and how often it counts; penalties count negative.
fn of_side(board: &Board, side: Color, is_endgame: bool) -> Vec<(usize, i16)> {
    let mut met = Vec::new();
    for (kind, piece) in Piece::ALL.into_iter().enumerate() {
        for square in board.colored_pieces(side, piece) {
            let drawn = drawn(square, side);
            if piece == Piece::King {
                let table = if is_endgame {
                    KING_ENDGAME
                } else {
                    SQUARES + 320
                };
                met.push((table + drawn, 1));
            } else {
                met.push((VALUES + 1 + kind, 1));
                met.push((SQUARES + 64 * kind + drawn, 1));
            }
        }
    }
    pawns(board, side, &mut met);
    if !is_endgame {
        king(board, side, &mut met);
    }
    met
}

/// A square's place in a table drawn with rank 8 on top, as its side sees the board.
fn drawn(square: Square, side: Color) -> usize {
    let rank = square.rank().relative_to(side) as usize;
    (7 - rank) * 8 + square.file() as usize
}

fn beside(file: File) -> BitBoard {
    file.adjacent()
}

fn pawns(board: &Board, side: Color, met: &mut Vec<(usize, i16)>) {
    let own = board.colored_pieces(side, Piece::Pawn);
    let other = board.colored_pieces(!side, Piece::Pawn);
    for file in File::ALL {
        let here = own & file.bitboard();
        let count = here.len() as i16;
        if count > 1 {
            met.push((DOUBLED, 1 - count));
        }
        if (own & beside(file)).is_empty() && count > 0 {
            met.push((ISOLATED, -count));
        }
        for pawn in here {
            let rank = pawn.rank().relative_to(side);
            let guards = other & (file.bitboard() | beside(file));
            let is_passed = guards
                .into_iter()
                .all(|guard| guard.rank().relative_to(side) <= rank);
            if is_passed {
                met.push((PASSED + 7 - rank as usize, 1));
            }
        }
    }
}

fn king(board: &Board, side: Color, met: &mut Vec<(usize, i16)>) {
    let king = board.king(side);
    let is_home = king.rank() == Rank::First.relative_to(side);
    let is_castled = !matches!(king.file(), File::D | File::E | File::F);
    if is_home && is_castled {
        met.push((CASTLED, 1));
        let before = Rank::Second.relative_to(side).bitboard();
        let near = king.file().bitboard() | beside(king.file());
        let shield = board.colored_pieces(side, Piece::Pawn) & before & near;
        met.push((SHIELD, shield.len() as i16));
    }
    for file in File::ALL {
        let is_open = (board.pieces(Piece::Pawn) & file.bitboard()).is_empty();
        if is_open && beside(king.file()) & file.bitboard() == file.bitboard() {
            met.push((OPEN_FILE, -1));
        }
    }
    if matches!(king.file(), File::D | File::E) && !board.pieces(Piece::Queen).is_empty() {
        met.push((CENTRE, -1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        Files {
            weights: include_str!("../../../../src/eval/weights.rs").to_string(),
            tables: include_str!("../../../../src/eval/material.rs").to_string(),
        }
    }

    fn count_of(fen: &str, is_endgame: bool, index: usize) -> f32 {
        let counts = counts(&fen.parse().expect("sound"), is_endgame);
        let found = counts
            .iter()
            .find(|(place, _)| usize::from(*place) == index);
        found.map_or(0.0, |(_, count)| *count)
    }

    #[test]
    fn pawns_count_as_doubled_isolated_and_passed() {
        // White: a2 and a3 doubled and alone, h6 passed and alone. Black: b7 alone, d5 and e5 passed.
        let fen = "4k3/1p6/7P/3pp3/8/P7/P7/4K3 w - - 0 1";
        assert_eq!(count_of(fen, true, DOUBLED), -1.0);
        assert_eq!(count_of(fen, true, ISOLATED), -3.0 + 1.0);
        assert_eq!(count_of(fen, true, PASSED + 2), 1.0);
        assert_eq!(count_of(fen, true, PASSED + 4), -2.0);
        assert_eq!(count_of(fen, true, VALUES + 1), 0.0);
    }

    #[test]
    fn kings_count_in_the_middlegame_only() {
        // White castled behind three pawns; Black's king on e8, the d-file open beside it.
        let fen = "rnbqkb1r/ppp1pppp/8/8/8/8/PPP2PPP/RNBQ1RK1 w kq - 0 1";
        assert_eq!(count_of(fen, false, CASTLED), 1.0);
        assert_eq!(count_of(fen, false, SHIELD), 3.0);
        assert_eq!(count_of(fen, false, CENTRE), 1.0);
        assert_eq!(count_of(fen, false, OPEN_FILE), 1.0);
        assert_eq!(count_of(fen, true, CASTLED), 0.0);
        let (g1, e8) = (7 * 8 + 6, 7 * 8 + 4);
        assert_eq!(count_of(fen, false, SQUARES + 320 + g1), 1.0);
        assert_eq!(count_of(fen, false, SQUARES + 320 + e8), -1.0);
        assert_eq!(count_of(fen, true, KING_ENDGAME + g1), 1.0);
    }

    #[test]
    fn numbers_put_into_the_files_are_read_back() {
        let mut copy = files();
        let mut numbers = copy.numbers().expect("the engine's constants");
        numbers[SQUARES + 77] = -12.4;
        numbers[ISOLATED] = -3.0;
        copy.put(&numbers).expect("the same places");
        numbers[SQUARES + 77] = -12.0;
        numbers[ISOLATED] = 0.0;
        assert_eq!(copy.numbers(), Ok(numbers));
    }
}
