//! Keys and cycles as text, so that a browser and a native machine can be given the very same run.
//!
//! | line | what |
//! |---|---|
//! | `run CYCLES` | the machine runs |
//! | `press KEY`, `release KEY` | a key by its name in `c64::Key` |
//! | `search LEVEL MOVES…` | a search of the bridge after these moves, in a machine of its own |
//!
//! The answer has a line for each: the cycle reached, or move, cycles, nodes and depth of a search.

use crate::console::Console;
use c64::keyboard::KEYS;
use c64::{Key, Model};
use std::sync::Arc;
use uci::clock::{self, Rate};
use uci::command::{Go, Start};
use uci::emulated::Emulated;
use uci::game::Game;
use uci::image::Image;
use uci::player::{Order, Player, Trouble};
use uci::signals::Signals;

/// Runs a script; the reason names the line that cannot be understood.
pub fn run(console: &mut Console, labels: &str, script: &str) -> Result<String, String> {
    let mut answer = String::new();
    for (index, line) in script.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let named = |reason: String| format!("line {}, `{line}`: {reason}", index + 1);
        let said = match words.as_slice() {
            [] => continue,
            ["run", cycles] => cycles
                .parse()
                .map_err(|_| "not a number of cycles".to_string())
                .and_then(|cycles| console.run(cycles)),
            ["press", name] => key(name).map(|key| console.machine.press(key)),
            ["release", name] => key(name).map(|key| console.machine.release(key)),
            ["search", level, moves @ ..] => {
                answer += &search(console.prg(), labels, level, moves).map_err(named)?;
                continue;
            }
            _ => Err("not a command".to_string()),
        };
        said.map_err(named)?;
        answer += &format!("{}\n", console.machine.cycles());
    }
    Ok(answer)
}

fn key(name: &str) -> Result<Key, String> {
    KEYS.into_iter()
        .find(|key| format!("{key:?}") == name)
        .ok_or_else(|| format!("no key `{name}`"))
}

fn search(prg: &[u8], labels: &str, level: &str, moves: &[&str]) -> Result<String, String> {
    let level: u8 = level.parse().map_err(|_| "not a level".to_string())?;
    let image = Image::new("64squares.prg".to_string(), prg.to_vec(), labels)?;
    let game = Game::read(&Start::Standard, moves)?;
    let order = Order {
        level,
        budget: clock::budget(&Go::default(), game.side(), level, Rate::PAL),
        ..Order::unlimited(1)
    };
    let mut player = Emulated::new(Arc::new(image), Model::Pal);
    let found = player
        .think(&game, &order, &Signals::default(), &mut |_| {})
        .map_err(|trouble| match trouble {
            Trouble::Fault(fault) => fault,
            Trouble::GivenUp => "given up".to_string(),
        })?;
    let best = found.best.map(|best| game.spell(&[best]).concat());
    let progress = found.progress;
    Ok(format!(
        "{} cycles {} nodes {} depth {}\n",
        best.unwrap_or_default(),
        progress.cycles,
        progress.nodes,
        progress.depth
    ))
}
