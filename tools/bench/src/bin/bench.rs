//! What the engine costs on the 6502, in cycles: its parts, and the search of the bench positions.
//!
//! `bench build/64squares-test.prg [--seconds N | --depth N]`. The screen is dark, so no chip takes cycles
//! away; `uci64 bench` measures the program as people see it, on which the VIC-II takes some 5 % of them.

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
    /// The program with its entry points for tests; the symbols are beside it.
    #[arg(default_value = "build/64squares-test.prg")]
    image: PathBuf,
    /// Seconds of a PAL machine for each search.
    #[arg(long, default_value_t = 25)]
    seconds: u32,
    /// Plies of each search instead, as `uci64 bench` searches the program.
    #[arg(long)]
    depth: Option<u8>,
}

/// Nearer to a game than the four plies of `uci64 bench`: in 25 seconds the mean position gets five and a third.
const USUAL_DEPTH: u8 = 5;
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
    print_lateness(&image, &setups)?;
    print_to_depth(&image, &setups, USUAL_DEPTH)
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

/// What the program takes for a node as people see it, with the screen dark, and without its interface. The same depth is the same tree,
/// whose nodes can be compared; those of another depth cost more or less.
fn print_to_depth(image: &Image, setups: &[Setup], depth: u8) -> Result<(), String> {
    let search = |is_shown: bool| -> Result<(u64, Sums), String> {
        let searches: Vec<(u32, Sums)> = setups
            .par_iter()
            .map(|setup| {
                let mut engine = image.engine();
                if is_shown {
                    engine.show()?;
                }
                let (found, cycles, interface) = engine.search_and_share(setup, depth)?;
                Ok((found.nodes, Sums { cycles, interface }))
            })
            .collect::<Result<_, String>>()?;
        let nodes = searches.iter().map(|(nodes, _)| u64::from(*nodes)).sum();
        let sums = searches.iter().map(|(_, sums)| sums);
        let cycles = sums.clone().map(|sums| sums.cycles).sum();
        let interface = sums.map(|sums| sums.interface).sum();
        Ok((nodes, Sums { cycles, interface }))
    };
    let (nodes, shown) = search(true)?;
    let (_, dark) = search(false)?;
    let alone = dark.cycles - dark.interface;
    let more = (shown.cycles as f64 / alone as f64 - 1.0) * 100.0;
    println!("search to depth {depth}: {nodes} nodes, cycles a node");
    println!("with the screen on   {:>6}", shown.cycles / nodes.max(1));
    println!("with a dark screen   {:>6}", dark.cycles / nodes.max(1));
    println!("without interface    {:>6}", alone / nodes.max(1));
    println!("screen and interface {more:>6.2} % more than the engine in them");
    Ok(())
}

struct Sums {
    cycles: u64,
    interface: u64,
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
