//! Games of the compiled engine against itself at level 3, move by move under supervision.
//!
//! `games build/64squares-test.prg --games N`. Each side is a machine of its own and told every move. A game begins with a few random moves and ends as the rules say. Every move must be legal by the rules of
//! cozy-chess, within the budget and 2 % of it, and no call may fault.

use bench::image::{Engine, Image};
use bench::setup::Setup;
use clap::Parser;
use cozy_chess::{Board, BoardBuilder, Color, File, GameStatus, Move, Piece, Square};
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;
use squares64::board::moves::{destination, promotion_kind};
use squares64::board::piece::{BISHOP, KING, KNIGHT, Kind, PAWN, QUEEN, ROOK};
use squares64::board::square::Square as Square88;
use squares64::engine::{JIFFIES, PAL_HERTZ, jiffy};
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays supervised games of the compiled engine against itself.
#[derive(Parser)]
struct Arguments {
    /// The program with its entry points for tests; the symbols are beside it.
    #[arg(default_value = "build/64squares-test.prg")]
    image: PathBuf,
    #[arg(long, default_value_t = 4)]
    games: u64,
    /// Number of the first game: others have other openings.
    #[arg(long, default_value_t = 0)]
    first: u64,
    #[arg(long, default_value_t = 3)]
    level: u8,
    /// Moves of both sides after which a game counts as drawn.
    #[arg(long, default_value_t = 240)]
    plies: u32,
}

/// Cycles of a PAL machine in a sixtieth of a second.
const JIFFY: u64 = jiffy(PAL_HERTZ) as u64;
/// Random moves before the engine takes over.
const OPENING_PLIES: u32 = 6;
/// The largest part of the budget that a move may take.
const LATEST: f64 = 1.02;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("games: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let jiffies = JIFFIES.get(usize::from(arguments.level)).copied();
    let budget = jiffies.map_or(0, |jiffies| u64::from(jiffies) * JIFFY);
    if budget == 0 {
        return Err(format!("--level {}: 3 to 6 expected", arguments.level));
    }
    let bar = ProgressBar::new(arguments.games);
    let records: Vec<Result<Record, String>> = (0..arguments.games)
        .into_par_iter()
        .progress_with(bar)
        .map(|game| play(arguments, budget, arguments.first + game))
        .collect();
    let failed = records.iter().filter(|record| record.is_err()).count();
    for error in records.iter().filter_map(|record| record.as_ref().err()) {
        println!("{error}");
    }
    summarise(records.iter().flatten());
    println!("{} passed, {failed} failed", records.len() - failed);
    if failed == 0 {
        Ok(())
    } else {
        Err(format!("{failed} games went wrong"))
    }
}

/// What came of a game.
struct Record {
    outcome: &'static str,
    plies: u32,
    /// Largest part of the budget that a move took.
    latest: f64,
}

fn summarise<'a>(records: impl Iterator<Item = &'a Record> + Clone) {
    let count = |outcome| {
        records
            .clone()
            .filter(|record| record.outcome == outcome)
            .count()
    };
    let plies: u32 = records.clone().map(|record| record.plies).sum();
    let latest = records
        .clone()
        .map(|record| record.latest)
        .fold(0.0, f64::max);
    println!(
        "White won {}, Black won {}, drawn {}, cut short {}; {plies} moves, the longest took {:.2} % of its budget",
        count("White"),
        count("Black"),
        count("drawn"),
        count("cut short"),
        latest * 100.0
    );
}

fn play(arguments: &Arguments, budget: u64, seed: u64) -> Result<Record, String> {
    let named = |error| format!("game {seed}: {error}");
    let image = Image::read(&arguments.image).map_err(named)?;
    let mut players = [image.engine(), image.engine()];
    let mut game = Game::open(seed);
    let start = Setup::parse(&game.board.to_string()).map_err(named)?;
    for player in &mut players {
        player.begin_game(&start, arguments.level).map_err(named)?;
    }
    let mut latest: f64 = 0.0;
    loop {
        let outcome = game.outcome(arguments.plies);
        if let Some(outcome) = outcome {
            return Ok(Record {
                outcome,
                plies: game.plies,
                latest,
            });
        }
        let mover = usize::from(game.board.side_to_move() == Color::Black);
        let (mv, cycles) = choose(&mut players[mover]).map_err(named)?;
        latest = latest.max(cycles as f64 / budget as f64);
        let fen = game.board.to_string();
        if latest > LATEST {
            return Err(named(format!("{cycles} cycles of {budget}: {fen}")));
        }
        let legal = game.find(mv.0, mv.1);
        let legal =
            legal.ok_or_else(|| named(format!("{:02x} {:02x} is not legal: {fen}", mv.0, mv.1)))?;
        game.play(legal);
        for player in &mut players {
            player.play(mv.0, mv.1).map_err(named)?;
        }
    }
}

/// The engine's move as it writes it, and the cycles it took.
fn choose(player: &mut Engine) -> Result<((u8, u8), u64), String> {
    let (found, cycles) = player.choose()?;
    Ok((found.mv.bytes().into(), cycles))
}

/// The game as the referee sees it.
struct Game {
    board: Board,
    /// Hashes of all positions, for repetitions.
    past: Vec<u64>,
    plies: u32,
}

impl Game {
    /// The start position and a few random moves; other seeds, other openings.
    fn open(seed: u64) -> Game {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut board = Board::default();
        for _ in 0..OPENING_PLIES {
            let moves = legal_moves(&board);
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if let Some(&mv) = moves.get((state >> 20) as usize % moves.len().max(1)) {
                board.play(mv);
            }
        }
        if board.status() != GameStatus::Ongoing {
            board = Board::default();
        }
        // The counters begin with the game that is played.
        let mut builder = BoardBuilder::from_board(&board);
        builder.halfmove_clock = 0;
        builder.fullmove_number = 1;
        let board = builder.build().unwrap_or_default();
        Game {
            past: vec![board.hash()],
            board,
            plies: 0,
        }
    }

    fn outcome(&self, most: u32) -> Option<&'static str> {
        let now = self.board.hash();
        let seen = self.past.iter().filter(|&&hash| hash == now).count();
        match self.board.status() {
            GameStatus::Won if self.board.side_to_move() == Color::White => Some("Black"),
            GameStatus::Won => Some("White"),
            GameStatus::Drawn => Some("drawn"),
            GameStatus::Ongoing if seen >= 3 => Some("drawn"),
            GameStatus::Ongoing if self.plies >= most => Some("cut short"),
            GameStatus::Ongoing => None,
        }
    }

    fn play(&mut self, mv: Move) {
        self.board.play(mv);
        self.past.push(self.board.hash());
        self.plies += 1;
    }

    /// The legal move that the engine means. It castles by the king's step, cozy-chess onto the rook.
    fn find(&self, from: u8, to: u8) -> Option<Move> {
        let own = self.board.colors(self.board.side_to_move());
        let (from, dest) = (
            square(from),
            square(destination(Square88::from_bits(to)).bits()),
        );
        legal_moves(&self.board).into_iter().find(|mv| {
            let shown = match mv.to.file() {
                _ if !own.has(mv.to) => mv.to,
                file if file > mv.from.file() => Square::new(File::G, mv.from.rank()),
                _ => Square::new(File::C, mv.from.rank()),
            };
            let promotion = mv
                .promotion
                .is_none_or(|piece| kind(piece) == promotion_kind(Square88::from_bits(to)));
            mv.from == from && shown == dest && promotion
        })
    }
}

fn square(sq: u8) -> Square {
    Square::index(usize::from(7 - (sq >> 4 & 7)) * 8 + usize::from(sq & 7))
}

fn kind(piece: Piece) -> Kind {
    match piece {
        Piece::Pawn => PAWN,
        Piece::Knight => KNIGHT,
        Piece::Bishop => BISHOP,
        Piece::Rook => ROOK,
        Piece::Queen => QUEEN,
        Piece::King => KING,
    }
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list);
        false
    });
    moves
}
