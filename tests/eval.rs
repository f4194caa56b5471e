//! The evaluation against a slow, obvious twin that knows nothing of lists, sums or caches.

mod engine;

use squares64::board::legal::for_each_legal;
use squares64::board::make::{make, play, unmake};
use squares64::board::piece::{NO_PIECE, is_white, kind};
use squares64::board::position::{BOARD, PLY, SUM};
use squares64::board::{fen, position, values};
use squares64::eval::evaluate::{evaluate, for_mover, of_root};
use squares64::eval::prepare::prepare;
use squares64::eval::squares::{
    BISHOP_END, BISHOP_MIDDLE, KING_END, KING_MIDDLE, KNIGHT_END, KNIGHT_MIDDLE, PAWN_END,
    PAWN_MIDDLE, QUEEN_END, QUEEN_MIDDLE, ROOK_END, ROOK_MIDDLE,
};
use squares64::eval::weights;

/// Rank 8 first; letters as in FEN, '.' for an empty square. Everything is asked from the side whose letters are upper
/// case, so that one set of rules serves both colours.
#[derive(Clone)]
struct Slow([[char; 8]; 8]);

impl Slow {
    fn from_engine() -> Self {
        let mut board = [['.'; 8]; 8];
        for (row, line) in (0..).zip(&mut board) {
            for (file, place) in (0..).zip(line) {
                let piece = BOARD.get(row * 16 + file);
                let letter = char::from(b".PNBRQK"[usize::from(kind(piece))]);
                *place = if is_white(piece) {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                };
            }
        }
        Self(board)
    }

    /// The board turned round with the colours exchanged.
    fn flipped(&self) -> Self {
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

    fn squares(&self) -> impl Iterator<Item = (usize, usize, char)> + '_ {
        (0..64).map(|index| (index / 8, index % 8, self.0[index / 8][index % 8]))
    }

    fn at(&self, row: i32, file: i32) -> char {
        let inside = (0..8).contains(&row) && (0..8).contains(&file);
        if inside {
            self.0[row as usize][file as usize]
        } else {
            '.'
        }
    }

    fn find(&self, wanted: char) -> Option<(i32, i32)> {
        self.squares()
            .find(|&(_, _, letter)| letter == wanted)
            .map(|(row, file, _)| (row as i32, file as i32))
    }

    fn count(&self, wanted: &str) -> i32 {
        self.squares()
            .filter(|&(_, _, letter)| wanted.contains(letter))
            .count() as i32
    }

    fn total_units(&self) -> i32 {
        self.count("Pp") + 3 * self.count("NBnb") + 5 * self.count("Rr") + 9 * self.count("Qq")
    }

    fn is_endgame(&self) -> bool {
        self.total_units() < 26
    }

    /// Sixteenths of the middlegame that are left.
    fn phase(&self) -> i32 {
        ((self.total_units() - self.count("Pp") + 2) / 4).min(16)
    }

    /// Between ending and middlegame. The difference is halved four times, and each half that the phase has is rounded
    /// down.
    fn mix(&self, middle: impl Into<i32>, end: impl Into<i32>) -> i32 {
        let (middle, end) = (middle.into(), end.into());
        let apart = (middle - end).abs();
        let part = (0..=4)
            .filter(|halving| self.phase() & (16 >> halving) != 0)
            .map(|halving| apart >> halving)
            .sum::<i32>();
        end + part * (middle - end).signum()
    }

    fn mix_pair(&self, [middle, end]: [i8; 2]) -> i32 {
        self.mix(middle, end)
    }

    fn material_and_squares(&self) -> i32 {
        self.squares()
            .filter(|(_, _, letter)| letter.is_ascii_uppercase())
            .map(|(row, file, letter)| {
                let (kind, middle, end, limit) = match letter {
                    'P' => (1, PAWN_MIDDLE, PAWN_END, 127),
                    'N' => (2, KNIGHT_MIDDLE, KNIGHT_END, 63),
                    'B' => (3, BISHOP_MIDDLE, BISHOP_END, 63),
                    'R' => (4, ROOK_MIDDLE, ROOK_END, 63),
                    'Q' => (5, QUEEN_MIDDLE, QUEEN_END, 63),
                    _ => (6, KING_MIDDLE, KING_END, 127),
                };
                let drawn = row * 4 + file.min(7 - file);
                let square = self.mix(middle[drawn], end[drawn]);
                let square = square + self.of_this_game(letter, row as i32, file as i32);
                self.mix(weights::MIDDLE_VALUE[kind], weights::END_VALUE[kind])
                    + square.clamp(-limit, limit)
            })
            .sum()
    }

    /// What pawns and kings add to a piece's square.
    fn of_this_game(&self, letter: char, row: i32, file: i32) -> i32 {
        match letter {
            'R' => self.rook_on(file),
            'K' => self.to_passed(row, file),
            _ => 0,
        }
    }

    /// What a king gains by each step nearer to the squares before passed pawns.
    fn to_passed(&self, row: i32, file: i32) -> i32 {
        let own = self.passed_pawns().into_iter().map(|(r, f)| {
            let each = self.mix(0, weights::OWN_KING_TO_PASSED[r as usize]);
            (each, r - 1, f)
        });
        let other = self.flipped().passed_pawns().into_iter().map(|(r, f)| {
            let each = self.mix(0, weights::KING_TO_ENEMY_PASSED[r as usize]);
            (each, 7 - (r - 1), f)
        });
        let stops: Vec<_> = own.chain(other).collect();
        let bound =
            |halvings: i32| stops.iter().map(|(each, ..)| each >> halvings).sum::<i32>() <= 60;
        let halvings = (0..)
            .find(|&halvings| bound(halvings))
            .expect("in the end all are 0");
        let gain = stops.iter().map(|&(each, r, f)| {
            let steps = (row - r).abs().max((file - f).abs());
            (each >> halvings) * (4 - steps)
        });
        gain.sum::<i32>().clamp(-127, 127)
    }

    fn rook_on(&self, file: i32) -> i32 {
        match (self.pawns_on_file(file, 'P'), self.pawns_on_file(file, 'p')) {
            (0, 0) => self.mix_pair(weights::ROOK_ON_OPEN_FILE),
            (0, _) => self.mix_pair(weights::ROOK_ON_HALF_OPEN_FILE),
            _ => 0,
        }
    }

    fn passed_pawns(&self) -> Vec<(i32, i32)> {
        let is_stopped = |row: i32, file: i32| {
            (0..row)
                .flat_map(|ahead| [file - 1, file, file + 1].map(|beside| self.at(ahead, beside)))
                .any(|letter| letter == 'p')
        };
        self.squares()
            .filter(|&(_, _, letter)| letter == 'P')
            .map(|(row, file, _)| (row as i32, file as i32))
            .filter(|&(row, file)| !is_stopped(row, file))
            .collect()
    }

    fn pawns_on_file(&self, file: i32, letter: char) -> i32 {
        (0..8).filter(|&row| self.at(row, file) == letter).count() as i32
    }

    fn pawn_structure(&self) -> i32 {
        let mut score = 0;
        for file in 0..8 {
            score -= i32::from(weights::DOUBLED_PAWN) * (self.pawns_on_file(file, 'P') - 1).max(0);
        }
        for (_, file, _) in self.squares().filter(|&(_, _, letter)| letter == 'P') {
            let file = file as i32;
            if self.pawns_on_file(file - 1, 'P') + self.pawns_on_file(file + 1, 'P') == 0 {
                score -= i32::from(weights::ISOLATED_PAWN);
            }
        }
        for (row, _) in self.passed_pawns() {
            let row = row as usize;
            score += self.mix(weights::PASSED_MIDDLE[row], weights::PASSED_END[row]);
        }
        score
    }

    fn king_safety(&self) -> i32 {
        let Some((row, file)) = self.find('K') else {
            return 0;
        };
        let mut score = 0;
        if row == 7 && [0, 1, 2, 6, 7].contains(&file) {
            score += i32::from(weights::CASTLED_KING);
            score += i32::from(weights::SHIELD_PAWN)
                * (file - 1..=file + 1)
                    .filter(|&f| self.at(6, f) == 'P')
                    .count() as i32;
        }
        if self.count("qQ") == 0 {
            return score;
        }
        for near in (file - 1..=file + 1).filter(|near| (0..8).contains(near)) {
            let pawns = (self.pawns_on_file(near, 'P'), self.pawns_on_file(near, 'p'));
            score -= i32::from(match (pawns, near == file) {
                ((0, 0), true) => weights::KING_ON_OPEN_FILE,
                ((0, 0), false) => weights::OPEN_FILE_BY_KING,
                ((0, _), true) => weights::KING_ON_HALF_OPEN_FILE,
                ((0, _), false) => weights::HALF_OPEN_FILE_BY_KING,
                _ => 0,
            });
        }
        if [3, 4].contains(&file) {
            score -= i32::from(weights::CENTRE_KING);
        }
        score
    }

    fn evaluate(&self) -> i32 {
        let other = self.flipped();
        let mut score = self.material_and_squares() - other.material_and_squares();
        score += self.pawn_structure() - other.pawn_structure();
        if !self.is_endgame() {
            return score + self.king_safety() - other.king_safety();
        }
        if self.count("NBRQnbrq") > 4 {
            return score;
        }
        let (strong, weak) = (self.count("PNBRQ") > 0, self.count("pnbrq") > 0);
        if strong && !weak {
            self.against_bare_king(score)
        } else if weak && !strong {
            -other.against_bare_king(-score)
        } else if (score > 0 && self.count("P") == 0 || score < 0 && self.count("p") == 0)
            && score.abs() < 400
        {
            score / 8
        } else {
            score
        }
    }

    /// The upper-case side has something, the other only its king.
    fn against_bare_king(&self, score: i32) -> i32 {
        let (Some(strong), Some(weak)) = (self.find('K'), self.find('k')) else {
            return score;
        };
        let pieces = self.count("NBRQ");
        let bishop = self.find('B');
        let apart = (strong.0 - weak.0).abs().max((strong.1 - weak.1).abs());
        let off = |coordinate: i32| [3, 2, 1, 0, 0, 1, 2, 3][coordinate as usize];
        let drive = 20 * (off(weak.0) + off(weak.1)) + 12 * (8 - apart);
        if self.count("P") == 0 {
            return match (pieces, self.count("N"), self.count("B"), bishop) {
                (1, 1, _, _) | (1, _, 1, _) | (2, 2, _, _) => 0,
                (2, 1, 1, Some((row, file))) => {
                    let light = (row + file) % 2 == 0;
                    let off_diagonal = if light {
                        weak.0 + weak.1 - 7
                    } else {
                        weak.0 - weak.1
                    };
                    i32::from(weights::BISHOP_AND_KNIGHT)
                        + i32::from(weights::DRIVE_TO_CORNER) * off_diagonal.abs()
                        + i32::from(weights::CORNER_KING_CLOSER) * (8 - apart)
                }
                _ => score + drive,
            };
        }
        let corner_file = (0..8)
            .filter(|&file| self.pawns_on_file(file, 'P') > 0)
            .collect::<Vec<_>>();
        if let [file @ (0 | 7)] = corner_file[..] {
            let guarded = weak.0 <= 1 && (weak.1 - file).abs() <= 1;
            let wrong = bishop.is_none_or(|(r, f)| (r + f + file) % 2 == 1);
            if guarded && pieces == self.count("B") && pieces <= 1 && wrong {
                return 0;
            }
        }
        if pieces > 0 { score + drive } else { score }
    }
}

/// A small deterministic generator: the positions are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

fn assert_twins_agree() {
    let slow = Slow::from_engine();
    assert_eq!(i32::from(of_root()), slow.evaluate(), "{}", fen::Fen(1));
    assert_eq!(
        slow.flipped().evaluate(),
        -slow.evaluate(),
        "{}",
        fen::Fen(1)
    );
}

#[test]
fn the_evaluation_equals_its_slow_twin_on_a_hundred_thousand_positions_of_random_games() {
    let _engine = engine::lock();
    let mut dice = Dice(0xc64_c64_c64);
    let mut positions = 0;
    while positions < 100_000 {
        position::start();
        for _ in 0..300 {
            let mut moves = Vec::new();
            for_each_legal(|mv| moves.push(mv));
            if moves.is_empty() {
                break;
            }
            let captures: Vec<_> = moves
                .iter()
                .filter(|mv| kind(BOARD.get(mv.destination())) != NO_PIECE)
                .collect();
            // Every third move captures when it can, so that the games reach endings.
            let mv = if !captures.is_empty() && dice.roll(3) == 0 {
                *captures[dice.roll(captures.len())]
            } else {
                moves[dice.roll(moves.len())]
            };
            play(mv);
            assert_twins_agree();
            positions += 1;
        }
    }
}

#[test]
fn the_twins_agree_on_known_endings() {
    let _engine = engine::lock();
    for text in [
        "8/8/8/3k4/8/8/8/2BNK3 w - - 0 1",
        "8/8/8/3k4/8/8/8/3NKB2 w - - 0 1",
        "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1",
        "8/8/8/3k4/8/8/8/2Q1K3 w - - 0 1",
        "8/8/8/3K4/8/8/8/2r1k3 w - - 0 1",
        "k7/8/P7/8/8/8/8/2B1K3 w - - 0 1",
        "k7/8/P7/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/p7/8/8/K1b5 w - - 0 1",
        "1k6/8/7P/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1",
        "4k1r1/8/8/8/8/8/3B4/4K1R1 w - - 0 1",
        "4kb2/8/8/8/8/8/8/3RK3 w - - 0 1",
        "8/PPP3k1/8/8/8/8/1K3ppp/8 w - - 0 1",
        "8/1PPP2k1/P7/8/8/2K5/4p3/8 w - - 0 1",
    ] {
        fen::load(text).expect(text);
        assert_twins_agree();
    }
}

fn evaluate_fen(text: &str) -> i16 {
    fen::load(text).expect(text);
    of_root()
}

#[test]
fn the_start_position_is_level() {
    let _engine = engine::lock();
    position::start();
    assert_eq!(of_root(), 0);
}

/// The views of the two movers cancel but for the tempo, which both of them count for themselves.
#[test]
fn having_the_move_is_worth_a_tempo_before_the_endgame_and_nothing_in_it() {
    let _engine = engine::lock();
    let for_mover_of = |text: &str| {
        fen::load(text).expect(text);
        prepare();
        for_mover()
    };
    let both_views = |white_to_move: &str| {
        for_mover_of(white_to_move) + for_mover_of(&white_to_move.replace(" w ", " b "))
    };
    let middlegame = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1";
    assert_eq!(both_views(middlegame), 2 * weights::TEMPO);
    const { assert!(weights::TEMPO > 0) };
    assert_eq!(both_views("4k3/pp3p2/8/3r4/8/8/PP3P2/3RK3 w - - 0 1"), 0);
}

#[test]
fn a_mirrored_position_has_the_negated_score() {
    let _engine = engine::lock();
    for (text, mirrored) in [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
        ),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1",
        ),
    ] {
        let score = evaluate_fen(text);
        assert_ne!(score, 0);
        assert_eq!(score, -evaluate_fen(mirrored));
    }
}

#[test]
fn a_bishop_of_the_wrong_colour_does_not_win_with_a_rook_pawn() {
    let _engine = engine::lock();
    assert_eq!(evaluate_fen("k7/8/P7/8/8/8/8/2B1K3 w - - 0 1"), 0);
    assert!(evaluate_fen("k7/8/P7/8/8/8/8/4KB2 w - - 0 1") > 300);
}

#[test]
fn a_bare_king_is_worth_most_to_the_other_side_in_a_corner() {
    let _engine = engine::lock();
    let corner = evaluate_fen("k7/8/2K5/8/8/8/8/7R w - - 0 1");
    let centre = evaluate_fen("8/8/2K5/8/4k3/8/8/7R w - - 0 1");
    assert!(corner > centre + 50, "{corner} {centre}");
}

#[test]
fn what_the_root_prepared_is_kept_up_to_date_by_make_and_unmake() {
    let _engine = engine::lock();
    let mut dice = Dice(0x5eed_5eed);
    for _ in 0..200 {
        position::start();
        for _ in 0..60 {
            let mut moves = Vec::new();
            for_each_legal(|mv| moves.push(mv));
            if moves.is_empty() {
                break;
            }
            let before = of_root();
            for &mv in &moves {
                make(mv);
                let sum = SUM.get(PLY.get());
                assert_eq!(sum, values::total(), "{} {mv:?}", fen::Fen(1));
                unmake();
            }
            assert_eq!(evaluate(), before);
            let mv = moves[dice.roll(moves.len())];
            play(mv);
        }
    }
}

/// Many passed pawns draw the kings strongly: a step of theirs must still be counted exactly.
#[test]
fn kings_among_passed_pawns_keep_the_sum_exact() {
    let _engine = engine::lock();
    for text in [
        "8/PPP3k1/8/8/8/8/1K3ppp/8 w - - 0 1",
        "8/1PPP2k1/P7/8/8/2K5/4p3/8 w - - 0 1",
        "8/PPPPPPPP/8/3K4/8/3k4/8/8 w - - 0 1",
        "8/8/3K4/8/3k4/8/pppppppp/8 b - - 0 1",
    ] {
        fen::load(text).expect(text);
        of_root();
        for_each_legal(|mv| {
            make(mv);
            assert_eq!(SUM.get(PLY.get()), values::total(), "{text} {mv:?}");
            unmake();
        });
    }
}
