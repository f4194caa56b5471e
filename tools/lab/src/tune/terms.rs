//! The numbers that are tuned: where they stand, what they may be, and how often each counts in a position. The terms
//! themselves are declared in the engine's `eval::terms`.

use super::source;
use cozy_chess::{Board, Color, File, Rank, Square};
use squares64::eval::terms::{
    END_VALUE, MIDDLE_VALUE, Men, PASSED_END, PASSED_MIDDLE, TERMS, Tally, Term, count,
};

pub use squares64::eval::terms::COUNT;

/// Files with their constants.
pub const WEIGHTS: &str = "src/eval/weights.rs";
pub const TABLES: &str = "src/eval/squares.rs";

/// The number that all others are measured by, and that stays.
pub const PAWN_VALUE: usize = MIDDLE_VALUE + 1;

/// The text of both files.
pub struct Files {
    pub weights: String,
    pub tables: String,
}

impl Files {
    /// The text of the file in which a term is declared, and its path.
    fn of(&mut self, term: &Term) -> (&mut String, &'static str) {
        match term.module {
            "weights" => (&mut self.weights, WEIGHTS),
            "squares" => (&mut self.tables, TABLES),
            module => panic!("{} is declared in `{module}`", term.name),
        }
    }

    /// All numbers, in the order of the list.
    pub fn numbers(&mut self) -> Result<Vec<f64>, String> {
        let mut all = vec![0.0; COUNT];
        for term in TERMS {
            let (text, file) = self.of(term);
            let found =
                source::numbers(text, term.name).map_err(|error| format!("{file}: {error}"))?;
            if found.len() != term.count {
                return Err(format!(
                    "{file}: {} has {} numbers, not {}",
                    term.name,
                    found.len(),
                    term.count
                ));
            }
            for (place, number) in all[term.first..].iter_mut().zip(found) {
                *place = f64::from(number);
            }
        }
        Ok(all)
    }

    /// Puts numbers in, as near as their ranges allow.
    pub fn put(&mut self, numbers: &[f64]) -> Result<(), String> {
        let mut numbers = numbers.to_vec();
        confine(&mut numbers);
        for term in TERMS {
            let rounded: Vec<i32> = numbers[term.first..term.first + term.count]
                .iter()
                .map(|number| number.round() as i32)
                .collect();
            let (text, _) = self.of(term);
            *text = source::replaced(text, term.name, &rounded)?;
        }
        Ok(())
    }
}

/// Brings numbers into their ranges. What `src/eval/prepare.rs` mixes must be near enough: a piece's two values differ by a
/// signed byte, and a passed pawn is worth no less in the ending than in the middlegame.
pub fn confine(numbers: &mut [f64]) {
    for term in TERMS {
        let (low, high) = term.range;
        for number in &mut numbers[term.first..term.first + term.count] {
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
    let mut tally = Counts {
        sums: vec![0.0; COUNT],
        middle: stage.middle,
    };
    let men = men(board);
    let men = if side == Color::White {
        men
    } else {
        men.flipped()
    };
    count(&men, stage.is_endgame, &mut tally);
    tally.sums
}

fn men(board: &Board) -> Men {
    Men::new(|row, file| {
        let square = Square::new(File::index(file.into()), Rank::index(7 - usize::from(row)));
        let letter = board.piece_on(square).map_or('.', char::from);
        if board.color_on(square) == Some(Color::White) {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    })
}

/// What each term is worth to one side in centipawns: its numbers, each as often as it counts.
pub fn worth(
    board: &Board,
    stage: Stage,
    side: Color,
    numbers: &[f64],
) -> Vec<(&'static str, f64)> {
    let counts = counts_of(board, stage, side);
    let worth = |term: &Term| {
        let places = term.first..term.first + term.count;
        places
            .map(|place| numbers[place] * f64::from(counts[place]))
            .sum()
    };
    TERMS.iter().map(|term| (term.name, worth(term))).collect()
}

/// How often each number counts, interpolated by the phase and not bounded.
struct Counts {
    sums: Vec<f32>,
    middle: f32,
}

impl Tally for Counts {
    fn add(&mut self, place: usize, times: i32) {
        self.sums[place] += times as f32;
    }

    fn add_both(&mut self, middle: usize, end: usize, times: i32) {
        self.sums[middle] += times as f32 * self.middle;
        self.add_end(end, times);
    }

    fn add_end(&mut self, place: usize, times: i32) {
        self.sums[place] += times as f32 * (1.0 - self.middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use squares64::board::fen;
    use squares64::eval::terms::{
        CASTLED_KING, CENTRE_KING, DOUBLED_PAWN, ISOLATED_PAWN, KING_END, KING_MIDDLE,
        KING_TO_ENEMY_PASSED, OPEN_FILE_BY_KING, OWN_KING_TO_PASSED, PAWN_MIDDLE, SHIELD_PAWN,
    };
    use squares64::eval::{evaluate, prepare, terms};

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
        assert_eq!(count_of(fen, false, KING_MIDDLE + g1), 1.0);
        assert_eq!(count_of(fen, false, KING_MIDDLE + e8), -1.0);
        assert_eq!(count_of(fen, true, KING_END + g1), 1.0);
    }

    #[test]
    fn the_numbers_in_the_files_are_the_engines() {
        let numbers = files().numbers().expect("the engine's constants");
        let engine: Vec<f64> = terms::numbers().into_iter().map(f64::from).collect();
        assert_eq!(numbers, engine);
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
        numbers[PAWN_MIDDLE + 77] = -12.4;
        numbers[ISOLATED_PAWN] = -3.0;
        let (rook, far) = (MIDDLE_VALUE + 4, END_VALUE + 4);
        numbers[far] = numbers[rook] + 150.0;
        copy.put(&numbers).expect("the same places");
        numbers[PAWN_MIDDLE + 77] = -12.0;
        numbers[ISOLATED_PAWN] = 0.0;
        numbers[far] = numbers[rook] + 127.0;
        assert_eq!(copy.numbers(), Ok(numbers));
    }
}
