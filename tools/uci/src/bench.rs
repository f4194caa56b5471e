//! `uci64 bench`: fixed positions to a fixed depth on the emulated machine; always the same nodes.
//!
//! The last line, `N nodes N nps`, is what testing frameworks as OpenBench read: the nodes tell one version of the search from
//! another, the nodes a second, by the host's clock, how fast this host emulates.

use crate::command::Start;
use crate::emulated::Emulated;
use crate::game::Game;
use crate::image::Image;
use crate::player::{Order, Player, Trouble};
use crate::signals::Signals;
use c64::Model;
use c64::profile::Report;
use std::sync::Arc;
use std::time::Instant;

const POSITIONS: &str = include_str!("../../../tests/data/bench.epd");
pub const DEPTH: u8 = 4;

/// What a run counted.
pub struct Sum {
    pub nodes: u64,
    pub cycles: u64,
    /// Of the host.
    pub seconds: f64,
}

/// Searches every position to a depth with the machine's own count of cycles by function; starting up is part of it.
pub fn profile(image: Arc<Image>, depth: u8) -> Result<(Sum, Report), String> {
    let mut player = Emulated::new(image, Model::Pal);
    player.start_profile()?;
    let sum = run_on(&mut player, depth, |_, _| {})?;
    let report = player.take_profile().ok_or("no profile")?;
    Ok((sum, report))
}

/// Searches every position to a depth; `each` is told as they are done.
pub fn run(image: Arc<Image>, depth: u8, each: impl FnMut(&str, u32)) -> Result<Sum, String> {
    run_on(&mut Emulated::new(image, Model::Pal), depth, each)
}

fn run_on(
    player: &mut Emulated,
    depth: u8,
    mut each: impl FnMut(&str, u32),
) -> Result<Sum, String> {
    let began = Instant::now();
    let mut sum = Sum {
        nodes: 0,
        cycles: 0,
        seconds: 0.0,
    };
    let order = Order {
        depth: Some(depth),
        ..Order::unlimited(1)
    };
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let fens = lines
        .filter_map(|line| line.split(';').next())
        .map(str::trim);
    for fen in fens.filter(|fen| !fen.is_empty()) {
        let game = Game::read(&Start::Fen(fen.into()), &[""; 0])?;
        let found = player.think(&game, &order, &Signals::default(), &mut |_| {});
        let progress = found
            .map_err(|trouble| match trouble {
                Trouble::Fault(reason) => reason,
                Trouble::GivenUp => "given up".into(),
            })?
            .progress;
        sum.nodes += u64::from(progress.nodes);
        sum.cycles += progress.cycles;
        each(fen, progress.nodes);
    }
    sum.seconds = began.elapsed().as_secs_f64();
    Ok(sum)
}
