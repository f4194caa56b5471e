//! The terms of the evaluation, each declared once: its name, its numbers and their range, and how often each of them counts
//! for a side.
//!
//! Host only, and slow and obvious on purpose: it looks at a board of letters and knows nothing of piece lists, sums and
//! caches. `tests/eval.rs` adds the numbers up as the engine rounds them and compares; the lab fits them (`lab tune`) and prints
//! them (`lab eval`). What is no sum of terms is left to others: the tempo bonus, the network, and the known endings.

use super::{squares, weights};

/// What a number may be: a bonus or a penalty by its name is not negative.
pub type Range = (f64, f64);
const VALUE: Range = (0.0, 2000.0);
const SQUARE: Range = (-127.0, 127.0);
/// A piece may cross its whole table in one move, see `squares`.
const PIECE_SQUARE: Range = (-63.0, 63.0);
const BYTE: Range = (0.0, 255.0);
/// Together they must fit in a byte, see `king` and `pawns`.
const SMALL: Range = (0.0, 80.0);

/// A constant of the evaluation: its numbers have the places from `first` on in the list of all.
pub struct Term {
    pub name: &'static str,
    /// The module of `eval` that declares it.
    pub module: &'static str,
    pub first: usize,
    pub count: usize,
    pub range: Range,
}

/// A constant that is a number or a list of them.
trait Numbers {
    const COUNT: usize;
    fn all(&self) -> Vec<i32>;
}

impl Numbers for u8 {
    const COUNT: usize = 1;

    fn all(&self) -> Vec<i32> {
        vec![i32::from(*self)]
    }
}

impl<T: Copy + Into<i32>, const N: usize> Numbers for [T; N] {
    const COUNT: usize = N;

    fn all(&self) -> Vec<i32> {
        self.iter().map(|&number| number.into()).collect()
    }
}

const fn count_of<T: Numbers>(_: &T) -> usize {
    T::COUNT
}

/// Declares the terms, a row each: name, module, range of its numbers. Here the name stands for the place of the first.
macro_rules! terms {
    ($($name:ident: $module:ident, $range:expr;)*) => {
        pub const TERMS: &[Term] = &[$(Term {
            name: stringify!($name),
            module: stringify!($module),
            first: $name,
            count: count_of(&$module::$name),
            range: $range,
        }),*];
        places!(0; $($name $module,)*);

        /// All numbers as the engine has them, each at its place.
        pub fn numbers() -> Vec<i32> {
            [$($module::$name.all()),*].concat()
        }
    };
}

/// Each term's first place, behind the numbers of the one before it.
macro_rules! places {
    ($place:expr;) => {
        pub const COUNT: usize = $place;
    };
    ($place:expr; $name:ident $module:ident, $($rest:tt)*) => {
        pub const $name: usize = $place;
        places!($name + count_of(&$module::$name); $($rest)*);
    };
}

// The square tables of a phase follow one another by kind, pawn first.
terms! {
    MIDDLE_VALUE:           weights, VALUE;
    END_VALUE:              weights, VALUE;
    PAWN_MIDDLE:            squares, SQUARE;
    KNIGHT_MIDDLE:          squares, PIECE_SQUARE;
    BISHOP_MIDDLE:          squares, PIECE_SQUARE;
    ROOK_MIDDLE:            squares, PIECE_SQUARE;
    QUEEN_MIDDLE:           squares, PIECE_SQUARE;
    KING_MIDDLE:            squares, SQUARE;
    PAWN_END:               squares, SQUARE;
    KNIGHT_END:             squares, PIECE_SQUARE;
    BISHOP_END:             squares, PIECE_SQUARE;
    ROOK_END:               squares, PIECE_SQUARE;
    QUEEN_END:              squares, PIECE_SQUARE;
    KING_END:               squares, SQUARE;
    DOUBLED_PAWN:           weights, (0.0, 20.0);
    ISOLATED_PAWN:          weights, (0.0, 16.0);
    PASSED_MIDDLE:          weights, BYTE;
    PASSED_END:             weights, BYTE;
    OWN_KING_TO_PASSED:     weights, SMALL;
    KING_TO_ENEMY_PASSED:   weights, SMALL;
    ROOK_ON_OPEN_FILE:      weights, SQUARE;
    ROOK_ON_HALF_OPEN_FILE: weights, SQUARE;
    CASTLED_KING:           weights, SMALL;
    SHIELD_PAWN:            weights, SMALL;
    KING_ON_OPEN_FILE:      weights, SMALL;
    KING_ON_HALF_OPEN_FILE: weights, SMALL;
    OPEN_FILE_BY_KING:      weights, SMALL;
    HALF_OPEN_FILE_BY_KING: weights, SMALL;
    CENTRE_KING:            weights, SMALL;
}

/// What counts are given to: a sum as the engine rounds it, or a list of how often each number counts.
pub trait Tally: Sized {
    /// A number that counts the same in every phase; penalties count negative.
    fn add(&mut self, place: usize, times: i32);

    /// Two numbers, the middlegame's and the ending's, which are interpolated by the phase.
    fn add_both(&mut self, middle: usize, end: usize, times: i32);

    /// A number of the ending, of which less is left the more of the middlegame there is.
    fn add_end(&mut self, place: usize, times: i32);

    /// All that a piece counts for its square, in a byte: between `-limit` and `limit`.
    fn square(&mut self, _limit: i32, count: impl FnOnce(&mut Self)) {
        count(self);
    }

    /// What a king is drawn by: numbers of the ending, and how many steps it is nearer than four.
    fn king_steps(&mut self, steps: &[(usize, i32)]) {
        for &(place, nearer) in steps {
            self.add_end(place, nearer);
        }
    }
}

/// The men on the board, rank 8 first; letters as in FEN, '.' for an empty square. Everything is asked from the side whose
/// letters are upper case, so that one set of rules serves both colours.
#[derive(Clone)]
pub struct Men([[char; 8]; 8]);

impl Men {
    /// From the letter on each square by row, rank 8 first, and file.
    pub fn new(letter: impl Fn(u8, u8) -> char) -> Self {
        let mut board = [['.'; 8]; 8];
        for (row, line) in (0..).zip(&mut board) {
            for (file, place) in (0..).zip(line) {
                *place = letter(row, file);
            }
        }
        Self(board)
    }

    /// The board turned round with the colours exchanged.
    pub fn flipped(&self) -> Self {
        let mut board = self.0;
        board.reverse();
        for letter in board.iter_mut().flatten() {
            *letter = if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            };
        }
        Self(board)
    }

    /// Row, file and letter of every square.
    pub fn squares(&self) -> impl Iterator<Item = (i32, i32, char)> + '_ {
        let lines = (0..).zip(&self.0);
        lines.flat_map(|(row, line)| {
            (0..)
                .zip(line)
                .map(move |(file, &letter)| (row, file, letter))
        })
    }

    /// The square of the first such man.
    pub fn find(&self, wanted: char) -> Option<(i32, i32)> {
        self.squares()
            .find(|&(_, _, letter)| letter == wanted)
            .map(|(row, file, _)| (row, file))
    }

    /// How many men have one of these letters?
    pub fn count(&self, wanted: &str) -> i32 {
        self.squares()
            .filter(|&(_, _, letter)| wanted.contains(letter))
            .count() as i32
    }

    /// How many men with this letter stand on a file? None on a file beside the board.
    pub fn on_file(&self, file: i32, letter: char) -> i32 {
        let on_file = |(_, f, l): &(i32, i32, char)| (*f, *l) == (file, letter);
        self.squares().filter(on_file).count() as i32
    }

    /// Own pawns with no enemy pawn before them, on their file or beside it. Their row is how many steps they have to go.
    fn passed_pawns(&self) -> Vec<(i32, i32)> {
        let men = |wanted| {
            self.squares()
                .filter(move |&(_, _, letter)| letter == wanted)
        };
        men('P')
            .filter(|&(row, file, _)| !men('p').any(|(r, f, _)| r < row && (f - file).abs() <= 1))
            .map(|(row, file, _)| (row, file))
            .collect()
    }
}

/// King moves between two squares.
pub fn steps(from: (i32, i32), to: (i32, i32)) -> i32 {
    (from.0 - to.0).abs().max((from.1 - to.1).abs())
}

/// Counts every term for the side whose letters are upper case. In endgames the kings are out of danger.
pub fn count(men: &Men, is_endgame: bool, tally: &mut impl Tally) {
    pieces(men, tally);
    pawns(men, tally);
    if !is_endgame {
        king(men, tally);
    }
}

fn pieces(men: &Men, tally: &mut impl Tally) {
    for (row, file, letter) in men.squares() {
        let Some(kind) = "PNBRQK".find(letter) else {
            continue;
        };
        tally.add_both(MIDDLE_VALUE + 1 + kind, END_VALUE + 1 + kind, 1);
        let drawn = 32 * kind + (row * 4 + file.min(7 - file)) as usize;
        let limit = if "PK".contains(letter) { 127 } else { 63 };
        tally.square(limit, |tally| {
            tally.add_both(PAWN_MIDDLE + drawn, PAWN_END + drawn, 1);
            match letter {
                'R' => rook(men, file, tally),
                'K' => king_among_passed(men, (row, file), tally),
                _ => {}
            }
        });
    }
}

fn rook(men: &Men, file: i32, tally: &mut impl Tally) {
    let first = match (men.on_file(file, 'P'), men.on_file(file, 'p')) {
        (0, 0) => ROOK_ON_OPEN_FILE,
        (0, _) => ROOK_ON_HALF_OPEN_FILE,
        _ => return,
    };
    tally.add_both(first, first + 1, 1);
}

/// The king wants to be near the squares before passed pawns of either side.
fn king_among_passed(men: &Men, king: (i32, i32), tally: &mut impl Tally) {
    let own = men.passed_pawns().into_iter().map(|(to_go, file)| {
        let stop = (to_go - 1, file);
        (OWN_KING_TO_PASSED + to_go as usize, 4 - steps(king, stop))
    });
    let enemy = men.flipped().passed_pawns();
    let enemy = enemy.into_iter().map(|(to_go, file)| {
        let stop = (7 - (to_go - 1), file);
        (KING_TO_ENEMY_PASSED + to_go as usize, 4 - steps(king, stop))
    });
    tally.king_steps(&own.chain(enemy).collect::<Vec<_>>());
}

fn pawns(men: &Men, tally: &mut impl Tally) {
    for file in 0..8 {
        let count = men.on_file(file, 'P');
        if count > 1 {
            tally.add(DOUBLED_PAWN, 1 - count);
        }
        if count > 0 && men.on_file(file - 1, 'P') + men.on_file(file + 1, 'P') == 0 {
            tally.add(ISOLATED_PAWN, -count);
        }
    }
    for (to_go, _) in men.passed_pawns() {
        let to_go = to_go as usize;
        tally.add_both(PASSED_MIDDLE + to_go, PASSED_END + to_go, 1);
    }
}

fn king(men: &Men, tally: &mut impl Tally) {
    let Some((row, file)) = men.find('K') else {
        return;
    };
    if row == 7 && [0, 1, 2, 6, 7].contains(&file) {
        tally.add(CASTLED_KING, 1);
        let shield =
            |&(r, f, letter): &(i32, i32, char)| r == 6 && (f - file).abs() <= 1 && letter == 'P';
        tally.add(SHIELD_PAWN, men.squares().filter(shield).count() as i32);
    }
    if men.count("qQ") == 0 {
        return;
    }
    for near in (file - 1..=file + 1).filter(|near| (0..8).contains(near)) {
        let pawns = (men.on_file(near, 'P'), men.on_file(near, 'p'));
        let place = match (pawns, near == file) {
            ((0, 0), true) => KING_ON_OPEN_FILE,
            ((0, 0), false) => OPEN_FILE_BY_KING,
            ((0, _), true) => KING_ON_HALF_OPEN_FILE,
            ((0, _), false) => HALF_OPEN_FILE_BY_KING,
            _ => continue,
        };
        tally.add(place, -1);
    }
    if [3, 4].contains(&file) {
        tally.add(CENTRE_KING, -1);
    }
}
