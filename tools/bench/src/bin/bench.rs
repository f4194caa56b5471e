//! What the engine costs on the 6502, in cycles: its parts, and the search of the bench positions.
//!
//! `bench build/engine.prg [--seconds N | --depth N]`. No chip takes cycles away here; on a C64 with the screen on, the VIC-II takes some 5 % of them.

use bench::host;
use bench::image::{Engine, Image};
use bench::setup::{BENCH, Setup, positions};
use clap::Parser;
use rayon::prelude::*;
use squares64::engine::PAL_HERTZ;
use squares64::search::params::MAX_DEPTH;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints cycles of the compiled engine.
#[derive(Parser)]
struct Arguments {
    /// The engine's image; its symbols are beside it.
    #[arg(default_value = "build/engine.prg")]
    image: PathBuf,
    /// Seconds of a PAL machine for each search.
    #[arg(long, default_value_t = 25)]
    seconds: u32,
    /// Plies of each search instead, as `uci64 bench` searches the program.
    #[arg(long)]
    depth: Option<u8>,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.seconds == 0 || arguments.seconds > u32::MAX / PAL_HERTZ {
        let most = u32::MAX / PAL_HERTZ;
        return Err(format!(
            "--seconds {}: 1 to {most} expected",
            arguments.seconds
        ));
    }
    let image = Image::read(&arguments.image)?;
    let setups = positions(BENCH)?;
    if let Some(depth) = arguments.depth {
        return print_to_depth(&image, &setups, depth);
    }
    print_parts(&image, &setups)?;
    print_perft(&image)?;
    print_searches(&image, &setups, arguments.seconds * PAL_HERTZ)?;
    print_lateness(&image, &setups)
}

/// Cycles of something done `count` times.
#[derive(Clone, Copy, Default)]
struct Cost {
    cycles: u64,
    count: u64,
}

impl Cost {
    fn add(&mut self, cycles: u64, count: u64) {
        self.cycles += cycles;
        self.count += count;
    }

    fn print(self, name: &str) {
        let each = self.cycles as f64 / self.count.max(1) as f64;
        println!("{name:<38}{each:>9.1} cycles  (mean of {})", self.count);
    }
}

#[derive(Default)]
struct Parts {
    generation: Cost,
    make_unmake: Cost,
    attack: Cost,
    evaluation: Cost,
    cached_evaluation: Cost,
    preparation: Cost,
}

fn print_parts(image: &Image, setups: &[Setup]) -> Result<(), String> {
    let mut parts = Parts::default();
    for setup in setups {
        measure(&mut image.engine(), setup, &mut parts)?;
    }
    parts.generation.print("legal move generated");
    parts.make_unmake.print("make and unmake");
    parts.attack.print("attack test of a square");
    parts.evaluation.print("evaluation, nothing cached");
    parts.cached_evaluation.print("evaluation, pawns cached");
    parts.preparation.print("values prepared at the root");
    Ok(())
}

/// Every routine first takes the board over; what that costs is measured alone and left out.
fn measure(engine: &mut Engine, setup: &Setup, parts: &mut Parts) -> Result<(), String> {
    engine.set(setup)?;
    engine.call("ComputeZobristHash")?;
    let take_over = engine.call("ComputeZobristHash")?;
    let prepared = engine.call("EvaluatePosition")? - take_over;
    parts.cached_evaluation.add(engine.call("EvaluateNode")?, 1);
    engine.call("ClearPawnCache")?;
    let evaluation = engine.call("EvaluateNode")?;
    parts.evaluation.add(evaluation, 1);
    parts.preparation.add(prepared - evaluation, 1);
    let generation = engine.call("GenerateAllMoves")? - take_over;
    let count = engine.peek("MoveCount")?;
    parts.generation.add(generation, u64::from(count));
    for index in 0..count {
        engine.poke("BestMoveFrom", engine.peek_at("MoveListFrom", index)?)?;
        engine.poke("BestMoveTo", engine.peek_at("MoveListTo", index)?)?;
        let cycles = engine.call("MakeMove")? + engine.call("UnmakeMove")?;
        parts.make_unmake.add(cycles, 1);
    }
    engine.poke("AttackSide", setup.side.other().bit())?;
    for sq in (0..0x78).filter(|sq| sq & 0x88 == 0) {
        engine.poke("AttackSquare", sq)?;
        let cycles = engine.call("TestAttack")?;
        parts.attack.add(cycles, 1);
    }
    Ok(())
}

fn print_perft(image: &Image) -> Result<(), String> {
    let (leaves, cycles) = image.engine().perft(&Setup::parse(START)?, 3)?;
    let each = cycles as f64 / f64::from(leaves);
    println!("perft 3 of the start, for each leaf   {each:>9.1} cycles  ({leaves} leaves)");
    Ok(())
}

struct Row {
    name: String,
    depth: u8,
    nodes: u32,
    cycles: u64,
    stack: u8,
}

/// The figure to compare the program's with: another depth is another tree, whose nodes cost more or less.
fn print_to_depth(image: &Image, setups: &[Setup], depth: u8) -> Result<(), String> {
    let searches: Vec<(u32, u64)> = setups
        .par_iter()
        .map(|setup| {
            let (found, cycles) = image.engine().search(setup, depth, 0)?;
            Ok((found.nodes, cycles))
        })
        .collect::<Result<_, String>>()?;
    let nodes: u64 = searches.iter().map(|&(nodes, _)| u64::from(nodes)).sum();
    let cycles: u64 = searches.iter().map(|&(_, cycles)| cycles).sum();
    println!(
        "search to depth {depth}: {nodes} nodes, {cycles} cycles, {} a node",
        cycles / nodes.max(1)
    );
    Ok(())
}

fn print_searches(image: &Image, setups: &[Setup], budget: u32) -> Result<(), String> {
    println!(
        "\nsearch within {:.1} million cycles",
        f64::from(budget) / 1e6
    );
    println!(" depth   nodes      cycles  a node  move   position");
    let rows: Vec<Row> = setups
        .par_iter()
        .map(|setup| search(image, setup, budget))
        .collect::<Result<_, _>>()?;
    for (row, setup) in rows.iter().zip(setups) {
        print_row(row, setup);
    }
    let nodes: u64 = rows.iter().map(|row| u64::from(row.nodes)).sum();
    let cycles: u64 = rows.iter().map(|row| row.cycles).sum();
    let depths: u32 = rows.iter().map(|row| u32::from(row.depth)).sum();
    let mean = f64::from(depths) / rows.len().max(1) as f64;
    let each = cycles / nodes.max(1);
    println!("{mean:>6.2}{nodes:>8}{cycles:>12}{each:>8}  total, and the mean of the depths");
    let latest = latest(&rows, budget);
    println!("latest end: {latest:+.2} % of the budget");
    let stack = rows.iter().map(|row| row.stack).max().unwrap_or(0);
    println!("deepest stack: {stack} of 256 bytes");
    Ok(())
}

/// How far the search that ended last was beyond its budget, in percent.
fn latest(rows: &[Row], budget: u32) -> f64 {
    let last = rows.iter().map(|row| row.cycles).max().unwrap_or(0);
    (last as f64 / f64::from(budget) - 1.0) * 100.0
}

/// The same for the shortest budget of the levels, where lateness counts most.
fn print_lateness(image: &Image, setups: &[Setup]) -> Result<(), String> {
    let budget = 3 * PAL_HERTZ;
    let rows: Vec<Row> = setups
        .par_iter()
        .map(|setup| search(image, setup, budget))
        .collect::<Result<_, _>>()?;
    let latest = latest(&rows, budget);
    println!("latest end within 3 seconds: {latest:+.2} % of the budget");
    Ok(())
}

fn print_row(row: &Row, setup: &Setup) {
    let each = row.cycles / u64::from(row.nodes.max(1));
    println!(
        "{:>6}{:>8}{:>12}{each:>8}  {:<5}  {}",
        row.depth, row.nodes, row.cycles, row.name, setup.fen
    );
}

fn search(image: &Image, setup: &Setup, budget: u32) -> Result<Row, String> {
    let mut engine = image.engine();
    let (found, cycles) = engine.search(setup, MAX_DEPTH, budget)?;
    // A move's name depends on the piece that moves.
    let name = {
        let _engine = squares64::engine::hold();
        setup.load();
        host::move_name(found.mv)
    };
    Ok(Row {
        name,
        depth: engine.peek("CompletedDepth")?,
        nodes: found.nodes,
        cycles,
        stack: engine.stack_used(),
    })
}
