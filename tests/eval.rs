//! The evaluation against a slow, obvious one that knows nothing of lists, sums or caches: the terms of `eval::terms`, added up
//! exactly.

mod engine;

use squares64::board::legal::for_each_legal;
use squares64::board::make::{make, play, unmake};
use squares64::board::piece::{NO_PIECE, is_white, kind};
use squares64::board::position::{BOARD, PLY, SUM};
use squares64::board::{fen, position, values};
use squares64::eval::evaluate::{evaluate, for_mover, of_root};
use squares64::eval::prepare::prepare;
use squares64::eval::terms::{self, Men, Tally};
use squares64::eval::weights;

/// The numbers of all terms, added up as the engine rounds them for a position of this phase.
struct Exact {
    numbers: Vec<i32>,
    phase: i32,
    sum: i32,
}

impl Exact {
    /// Between ending and middlegame. The difference is halved four times, and each half that the phase has is rounded
    /// down.
    fn mix(&self, middle: i32, end: i32) -> i32 {
        let apart = (middle - end).abs();
        let part = (0..=4)
            .filter(|halving| self.phase & (16 >> halving) != 0)
            .map(|halving| apart >> halving)
            .sum::<i32>();
        end + part * (middle - end).signum()
    }
}

impl Tally for Exact {
    fn add(&mut self, place: usize, times: i32) {
        self.sum += times * self.numbers[place];
    }

    fn add_both(&mut self, middle: usize, end: usize, times: i32) {
        self.sum += times * self.mix(self.numbers[middle], self.numbers[end]);
    }

    fn add_end(&mut self, place: usize, times: i32) {
        self.sum += times * self.mix(0, self.numbers[place]);
    }

    fn square(&mut self, limit: i32, count: impl FnOnce(&mut Self)) {
        let before = std::mem::take(&mut self.sum);
        count(self);
        self.sum = before + self.sum.clamp(-limit, limit);
    }

    /// Each step's worth is halved until all of them together are within bounds.
    fn king_steps(&mut self, steps: &[(usize, i32)]) {
        let worth = |place| self.mix(0, self.numbers[place]);
        let halved = |halvings: i32| {
            steps
                .iter()
                .map(move |&(place, _)| worth(place) >> halvings)
        };
        let halvings = (0..)
            .find(|&halvings| halved(halvings).sum::<i32>() <= 60)
            .expect("in the end all are 0");
        let gain = halved(halvings)
            .zip(steps)
            .map(|(each, (_, nearer))| each * nearer);
        self.sum += gain.sum::<i32>().clamp(-127, 127);
    }
}

/// The whole evaluation: the terms, and what is known of endings.
#[derive(Clone)]
struct Slow(Men);

impl Slow {
    fn from_engine() -> Self {
        Self(Men::new(|row, file| {
            let piece = BOARD.get(row * 16 + file);
            let letter = char::from(b".PNBRQK"[usize::from(kind(piece))]);
            if is_white(piece) {
                letter
            } else {
                letter.to_ascii_lowercase()
            }
        }))
    }

    fn flipped(&self) -> Self {
        Self(self.0.flipped())
    }

    fn find(&self, wanted: char) -> Option<(i32, i32)> {
        self.0.find(wanted)
    }

    fn count(&self, wanted: &str) -> i32 {
        self.0.count(wanted)
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

    /// The terms of the side whose letters are upper case.
    fn terms(&self) -> i32 {
        let mut exact = Exact {
            numbers: terms::numbers(),
            phase: self.phase(),
            sum: 0,
        };
        terms::count(&self.0, self.is_endgame(), &mut exact);
        exact.sum
    }

    fn evaluate(&self) -> i32 {
        let other = self.flipped();
        let score = self.terms() - other.terms();
        if !self.is_endgame() || self.count("NBRQnbrq") > 4 {
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
        let apart = terms::steps(strong, weak);
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
            .filter(|&file| self.0.on_file(file, 'P') > 0)
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

fn assert_slow_one_agrees() {
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
fn the_evaluation_equals_the_slow_one_on_a_hundred_thousand_positions_of_random_games() {
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
            assert_slow_one_agrees();
            positions += 1;
        }
    }
}

#[test]
fn known_endings_equal_those_of_the_slow_evaluation() {
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
        assert_slow_one_agrees();
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
