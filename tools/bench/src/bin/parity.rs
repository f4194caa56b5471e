//! Host and 6502 must agree: leaf counts, evaluations, and the whole tree of a search: move, score and node count.
//!
//! `parity build/64squares-test.prg`. One line for each group, one for each difference, and the sum at the end.

use bench::host;
use bench::image::Image;
use bench::setup::{BENCH, MATES, STANDARD, Setup, TACTICS, positions};
use clap::Parser;
use rayon::prelude::*;
use squares64::board::{make, moves, position};
use squares64::eval::{evaluate, pawns};
use squares64::search::iterate::list_root_moves;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares the compiled engine with the host build.
#[derive(Parser)]
struct Arguments {
    /// The program with its entry points for tests; the symbols are beside it.
    #[arg(default_value = "build/64squares-test.prg")]
    image: PathBuf,
    /// Compare this position alone, searched to every depth up to --depth.
    #[arg(long)]
    fen: Option<String>,
    #[arg(long, default_value_t = 5)]
    depth: u8,
    /// Compare so many positions of random games, searched to --depth, instead of the given ones.
    #[arg(long)]
    count: Option<u64>,
    /// Number of the first of them.
    #[arg(long, default_value_t = 0)]
    first: u64,
}

/// Position, depth and leaves, as published on the Chess Programming Wiki's "Perft Results".
const PERFT: [(&str, u8, u32); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        3,
        8_902,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        2,
        2_039,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2, 191),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        2,
        264,
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        2,
        1_486,
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        2,
        2_079,
    ),
];

const SHALLOW: u8 = 3;
const DEEP: u8 = 5;
const DEEP_POSITIONS: usize = 16;
const EVALUATIONS: usize = 1_000;

/// What a comparison gives: nothing, or the difference in words.
type Verdict = Result<(), String>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("parity: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Are there no differences?
fn run(arguments: &Arguments) -> Result<bool, String> {
    let image = Image::read(&arguments.image)?;
    host::use_table(image.table_pages()?);
    let mut tally = Tally::default();
    if let Some(fen) = &arguments.fen {
        let setup = Setup::parse(fen)?;
        for depth in 1..=arguments.depth {
            let verdict = compare_search(&image, &setup, depth);
            tally.add(&format!("search to depth {depth}"), &[verdict]);
        }
    } else if let Some(count) = arguments.count {
        let numbers = arguments.first..arguments.first + count;
        let setups: Vec<Setup> = numbers.map(random_position).collect();
        let verdicts = compare_searches(&image, &setups, arguments.depth);
        tally.add("searches of random positions", &verdicts);
    } else {
        compare_all(&image, &mut tally)?;
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(tally.failed == 0)
}

fn compare_all(image: &Image, tally: &mut Tally) -> Result<(), String> {
    let verdicts: Vec<_> = PERFT
        .par_iter()
        .map(|&(fen, depth, leaves)| compare_perft(image, fen, depth, leaves))
        .collect();
    tally.add("published leaf counts", &verdicts);
    let verdicts = compare_evaluations(image)?;
    tally.add("evaluations of random positions", &verdicts);
    let bench = positions(BENCH)?;
    let mut all = bench.clone();
    all.extend(positions(TACTICS)?);
    all.extend(positions(MATES)?);
    all.extend(positions(STANDARD)?);
    let verdicts = compare_searches(image, &all, SHALLOW);
    tally.add(&format!("searches to depth {SHALLOW}"), &verdicts);
    let deep = &bench[..DEEP_POSITIONS.min(bench.len())];
    let verdicts = compare_searches(image, deep, DEEP);
    tally.add(&format!("searches to depth {DEEP}"), &verdicts);
    Ok(())
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

impl Tally {
    fn add(&mut self, group: &str, verdicts: &[Verdict]) {
        let differences: Vec<_> = verdicts.iter().filter_map(|v| v.as_ref().err()).collect();
        let equal = verdicts.len() - differences.len();
        println!("{group}: {equal} of {} equal", verdicts.len());
        for difference in &differences {
            println!("  {difference}");
        }
        self.passed += equal;
        self.failed += differences.len();
    }
}

fn compare_perft(image: &Image, fen: &str, depth: u8, leaves: u32) -> Verdict {
    let (counted, _) = image.engine().perft(&Setup::parse(fen)?, depth)?;
    if counted == leaves {
        Ok(())
    } else {
        Err(format!(
            "{counted} leaves instead of {leaves} at depth {depth}: {fen}"
        ))
    }
}

fn compare_searches(image: &Image, setups: &[Setup], depth: u8) -> Vec<Verdict> {
    setups
        .par_iter()
        .map(|setup| compare_search(image, setup, depth))
        .collect()
}

fn compare_search(image: &Image, setup: &Setup, depth: u8) -> Verdict {
    let (target, _) = image.engine().search(setup, depth, 0)?;
    let host = host::search(setup, depth);
    if target == host {
        Ok(())
    } else {
        Err(format!(
            "depth {depth}: 6502 {target}, host {host}: {}",
            setup.fen
        ))
    }
}

/// Both sides see the same positions in the same order, so their caches agree too.
fn compare_evaluations(image: &Image) -> Result<Vec<Verdict>, String> {
    let _engine = squares64::engine::hold();
    pawns::clear();
    let mut target = image.engine();
    let mut walk = RandomGame::new();
    (0..EVALUATIONS)
        .map(|_| {
            let setup = walk.next_position();
            let on_target = target.evaluate(&setup)?;
            let on_host = evaluate::of_root();
            Ok(if on_target == on_host {
                Ok(())
            } else {
                Err(format!("6502 {on_target}, host {on_host}: {}", setup.fen))
            })
        })
        .collect()
}

/// The position that a number stands for: some moves into a random game of its own.
fn random_position(number: u64) -> Setup {
    let _engine = squares64::engine::hold();
    let seed = (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32;
    let mut walk = RandomGame::new();
    walk.state = seed | 1;
    let plies = 4 + u32::from(walk.random(100));
    let mut setup = walk.next_position();
    for _ in 1..plies {
        setup = walk.next_position();
    }
    setup
}

/// Random moves on the host's board; a new game after the last possible move or `LENGTH` moves.
struct RandomGame {
    state: u32,
    played: u32,
}

impl RandomGame {
    const LENGTH: u32 = 120;

    fn new() -> Self {
        position::start();
        Self {
            state: 0x6464_6464,
            played: 0,
        }
    }

    fn random(&mut self, below: u8) -> u8 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        (self.state % u32::from(below)) as u8
    }

    fn next_position(&mut self) -> Setup {
        let mut count = list_root_moves();
        if count == 0 || self.played == Self::LENGTH {
            *self = Self { played: 0, ..*self };
            position::start();
            count = list_root_moves();
        }
        let choice = self.random(count);
        make::play(moves::at(choice));
        self.played += 1;
        moves::clear();
        Setup::of_board()
    }
}
