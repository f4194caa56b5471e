//! The numbers of the evaluation as games tune them, on the host only: each weight by its own name, and each square table by two
//! slopes, along the ranks and along the files, because 384 squares are too many for games to tell apart.
//!
//! A change fills everything anew that was made from the constants: the cells of `numbers`, and the tables of `prepare`, `king`,
//! `squares` and `network`. With no number changed they hold what the program has.

use super::squares::{ENDS, Half, MIDDLES};
use super::terms::{self, TERMS};
use super::{king, network, neurons, numbers, prepare, squares, weights};
use crate::tunable::Tunable;
use std::sync::{LazyLock, Mutex};

/// By name: range, a change that games can feel, and the indices of a list that count in some position.
struct Weight {
    name: &'static str,
    range: (i16, i16),
    step: f64,
    indices: std::ops::Range<usize>,
}

const fn weight(
    name: &'static str,
    range: (i16, i16),
    step: f64,
    indices: std::ops::Range<usize>,
) -> Weight {
    Weight {
        name,
        range,
        step,
        indices,
    }
}

/// The kinds that have a value, and the steps that a passed pawn can have to go.
const VALUED: std::ops::Range<usize> = 1..6;
const STEPS: std::ops::Range<usize> = 1..7;
const ONE: std::ops::Range<usize> = 0..1;
const BOTH_PHASES: std::ops::Range<usize> = 0..2;

/// Ranges that must fit a byte together do: what a king lacks, a king's shield, and the penalties of eight pawns.
const WEIGHTS: [Weight; 17] = [
    weight("MIDDLE_VALUE", (40, 1400), 20.0, VALUED),
    weight("END_VALUE", (40, 1400), 20.0, VALUED),
    weight("DOUBLED_PAWN", (0, 20), 4.0, ONE),
    weight("ISOLATED_PAWN", (0, 16), 4.0, ONE),
    weight("PASSED_MIDDLE", (0, 200), 10.0, STEPS),
    weight("PASSED_END", (0, 255), 16.0, STEPS),
    weight("OWN_KING_TO_PASSED", (0, 60), 5.0, STEPS),
    weight("KING_TO_ENEMY_PASSED", (0, 60), 5.0, STEPS),
    weight("ROOK_ON_OPEN_FILE", (-40, 100), 10.0, BOTH_PHASES),
    weight("ROOK_ON_HALF_OPEN_FILE", (-40, 80), 10.0, BOTH_PHASES),
    weight("CASTLED_KING", (0, 60), 8.0, ONE),
    weight("SHIELD_PAWN", (0, 60), 5.0, ONE),
    weight("KING_ON_OPEN_FILE", (0, 85), 12.0, ONE),
    weight("KING_ON_HALF_OPEN_FILE", (0, 85), 10.0, ONE),
    weight("OPEN_FILE_BY_KING", (0, 50), 8.0, ONE),
    weight("HALF_OPEN_FILE_BY_KING", (0, 50), 6.0, ONE),
    weight("CENTRE_KING", (0, 70), 10.0, ONE),
];

const KINDS: [&str; 6] = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"];
const PHASES: [&str; 2] = ["MIDDLE", "END"];
const SLOPES: [&str; 2] = ["FORWARD", "CENTRAL"];
/// A table's slopes: so many centipawns more at one edge, and as many less at the other.
const STEEPEST: i16 = 30;
const SLOPE_STEP: f64 = 5.0;

/// What is tried in place of the constants.
struct Tried {
    /// The terms' numbers, each at its place.
    terms: Vec<i16>,
    /// By phase, kind and `SLOPES`.
    slopes: [[[i16; 2]; 6]; 2],
    tempo: i16,
    peak: i16,
}

static TRIED: LazyLock<Mutex<Tried>> = LazyLock::new(|| Mutex::new(Tried::nothing()));

/// A number within `Tried`.
type Access = fn(&mut Tried, usize) -> &mut i16;

/// All of them.
pub fn tunables() -> Vec<Tunable> {
    let mut all: Vec<Tunable> = WEIGHTS.iter().flat_map(tunables_of).collect();
    all.extend(slopes());
    let tempo: Access = |tried, _| &mut tried.tempo;
    all.push(tunable("TEMPO".into(), (1, 60), 5.0, tempo, 0));
    let peak: Access = |tried, _| &mut tried.peak;
    all.push(tunable("NETWORK_PEAK".into(), (4, 252), 15.0, peak, 0));
    all
}

/// The numbers of a term, those of a list by their index.
fn tunables_of(weight: &Weight) -> Vec<Tunable> {
    let term = TERMS
        .iter()
        .find(|term| term.name == weight.name)
        .expect("a term");
    let access: Access = |tried, place| &mut tried.terms[place];
    let number = |index: usize| {
        let name = match term.count {
            1 => term.name.to_string(),
            _ => format!("{}_{index}", term.name),
        };
        tunable(name, weight.range, weight.step, access, term.first + index)
    };
    weight.indices.clone().map(number).collect()
}

/// The slopes of every table, phase by phase.
fn slopes() -> Vec<Tunable> {
    let access: Access = |tried, place| &mut tried.slopes[place / 12][place / 2 % 6][place % 2];
    let slope = |place: usize| {
        let (phase, kind, slope) = (PHASES[place / 12], KINDS[place / 2 % 6], SLOPES[place % 2]);
        let name = format!("{kind}_{phase}_{slope}");
        tunable(name, (-STEEPEST, STEEPEST), SLOPE_STEP, access, place)
    };
    (0..PHASES.len() * KINDS.len() * SLOPES.len())
        .map(slope)
        .collect()
}

/// A number at its place within `Tried`.
fn tunable(
    name: String,
    (least, most): (i16, i16),
    step: f64,
    access: Access,
    place: usize,
) -> Tunable {
    let programs = *access(&mut Tried::nothing(), place);
    let read = move || *access(&mut TRIED.lock().expect("no holder panics"), place);
    let write = move |value| {
        let mut tried = TRIED.lock().expect("no holder panics");
        *access(&mut tried, place) = value;
        tried.fill();
    };
    Tunable::new(name, [programs, least, most], step, read, write)
}

/// The terms' numbers as they are tried, each at its place, slopes and all.
pub fn numbers() -> Vec<i16> {
    let tried = TRIED.lock().expect("no holder panics");
    let mut all = tried.terms.clone();
    for (phase, first) in [terms::PAWN_MIDDLE, terms::PAWN_END]
        .into_iter()
        .enumerate()
    {
        let tables = tried.tables(phase).concat();
        for (number, square) in all[first..].iter_mut().zip(tables) {
            *number = i16::from(square);
        }
    }
    all
}

impl Tried {
    /// The program's own numbers.
    fn nothing() -> Tried {
        Tried {
            terms: terms::numbers().into_iter().map(|n| n as i16).collect(),
            slopes: [[[0; 2]; 6]; 2],
            tempo: weights::TEMPO,
            peak: i16::from(neurons::PEAK),
        }
    }

    fn list<const N: usize>(&self, place: usize) -> [i16; N] {
        self.terms[place..place + N].try_into().expect("so many")
    }

    fn bytes<const N: usize>(&self, place: usize) -> [u8; N] {
        self.list(place).map(|number| number as u8)
    }

    /// The square tables of a phase with their slopes, within what the evaluation can hold.
    fn tables(&self, phase: usize) -> [Half; 6] {
        let tables = [&MIDDLES, &ENDS][phase];
        std::array::from_fn(|kind| {
            let [forward, central] = self.slopes[phase][kind];
            let limit = if (1..5).contains(&kind) { 63 } else { 127 };
            std::array::from_fn(|place| {
                let (row, file) = (place as i16 / 4, place as i16 % 4);
                if kind == 0 && (row == 0 || row == 7) {
                    return 0;
                }
                let more =
                    rounded(forward * (7 - 2 * row), 7) + rounded(central * (2 * file - 3), 3);
                (i16::from(tables[kind][place]) + more).clamp(-limit, limit) as i8
            })
        })
    }

    /// Puts everything where the evaluation reads it.
    fn fill(&self) {
        let byte = |place: usize| self.terms[place] as u8;
        let both = |place: usize| self.list(place).map(|number: i16| number as i8);
        numbers::TEMPO.set(self.tempo);
        numbers::DOUBLED_PAWN.set(byte(terms::DOUBLED_PAWN));
        numbers::ISOLATED_PAWN.set(byte(terms::ISOLATED_PAWN));
        numbers::ROOK_ON_OPEN_FILE.set(both(terms::ROOK_ON_OPEN_FILE));
        numbers::ROOK_ON_HALF_OPEN_FILE.set(both(terms::ROOK_ON_HALF_OPEN_FILE));
        numbers::KING_ON_OPEN_FILE.set(byte(terms::KING_ON_OPEN_FILE));
        numbers::KING_ON_HALF_OPEN_FILE.set(byte(terms::KING_ON_HALF_OPEN_FILE));
        numbers::CENTRE_KING.set(byte(terms::CENTRE_KING));
        king::retune(&king::Tried {
            open_file_by_king: byte(terms::OPEN_FILE_BY_KING),
            half_open_file_by_king: byte(terms::HALF_OPEN_FILE_BY_KING),
            castled_king: byte(terms::CASTLED_KING),
            shield_pawn: byte(terms::SHIELD_PAWN),
        });
        network::retune(self.peak as u8);
        squares::retune(&self.tables(0), &self.tables(1));
        // What is mixed must be near enough: values within a signed byte, and a passed pawn worth no less in the ending.
        let middle: [i16; 7] = self.list(terms::MIDDLE_VALUE);
        let mut end: [i16; 7] = self.list(terms::END_VALUE);
        for (end, middle) in end.iter_mut().zip(middle) {
            *end = (*end).clamp(middle - 127, middle + 127);
        }
        let passed_end: [u8; 8] = self.bytes(terms::PASSED_END);
        let mut passed_middle: [u8; 8] = self.bytes(terms::PASSED_MIDDLE);
        for (middle, end) in passed_middle.iter_mut().zip(passed_end) {
            *middle = (*middle).min(end);
        }
        prepare::retune(
            [&middle, &end],
            [&passed_middle, &passed_end],
            self.bytes(terms::OWN_KING_TO_PASSED),
            self.bytes(terms::KING_TO_ENEMY_PASSED),
        );
    }
}

/// The nearest whole number; halves away from 0, so that a slope and its opposite are each other's mirror image.
fn rounded(number: i16, divisor: i16) -> i16 {
    (2 * number + number.signum() * divisor) / (2 * divisor)
}
