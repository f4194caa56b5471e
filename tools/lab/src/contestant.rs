//! Who can play: named on the command line, started as processes.
//!
//! `stockfish:1500` is Stockfish with its strength limited to that `UCI_Elo`, `gnuchess:3` and `fairymax:4` look that many
//! plies ahead, `c64:5` is this program at level 5, `host:5000` the same engine on the host with 5,000 nodes a move,
//! `elo:900` that engine with its strength limited to that `UCI_Elo`. Only Stockfish's limited strengths have a rating by
//! name; the others get one from their games against those.

use crate::cecp::Cecp;
use crate::library::Library;
use crate::thought::Thought;
use crate::uci::Uci;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Nodes for each move of Stockfish. With limited strength it chooses its move at an early iteration (the sixth at 1900),
/// so more would change nothing; a count of nodes is the same on every machine.
pub const STOCKFISH_NODES: u32 = 20_000;
/// The range of Stockfish 15.1's `UCI_Elo`.
const STOCKFISH_RATINGS: std::ops::RangeInclusive<u32> = 1350..=2850;
/// C64 seconds a move by level; the first two have no clock and answer in a moment, which must not be longer than this.
const LEVEL_SECONDS: [u64; 8] = [0, 10, 10, 3, 10, 25, 180, 0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contestant {
    Stockfish { rating: u32 },
    GnuChess { depth: u32 },
    FairyMax { depth: u32 },
    C64 { level: u32 },
    Host { nodes: u32 },
    Limited { rating: u32 },
}

impl Contestant {
    /// The rating its name gives it.
    pub fn nominal(&self) -> Option<f64> {
        match self {
            Contestant::Stockfish { rating } => Some(f64::from(*rating)),
            _ => None,
        }
    }

    /// Whether it is this program, which plays differently in another version.
    pub fn is_ours(&self) -> bool {
        match self {
            Contestant::C64 { .. } | Contestant::Host { .. } | Contestant::Limited { .. } => true,
            Contestant::Stockfish { .. }
            | Contestant::GnuChess { .. }
            | Contestant::FairyMax { .. } => false,
        }
    }

    /// Milliseconds by its own clock that a move may take; only the C64's clock is judged.
    pub fn budget(&self) -> Option<u64> {
        match self {
            Contestant::C64 { level } => Some(LEVEL_SECONDS[*level as usize] * 1000),
            _ => None,
        }
    }

    /// What its moves are limited by, in its protocol's words.
    pub fn limit(&self) -> String {
        match self {
            Contestant::Stockfish { .. } => format!("nodes {STOCKFISH_NODES}"),
            Contestant::GnuChess { depth } => format!("depth {depth}"),
            Contestant::FairyMax { depth } => format!("sd {depth}"),
            // A bare `go` lets the bridge take what the level or the rating asks for.
            Contestant::C64 { .. } | Contestant::Limited { .. } => String::new(),
            Contestant::Host { nodes } => format!("nodes {nodes}"),
        }
    }

    pub fn parse(text: &str) -> Result<Contestant, String> {
        let known = "stockfish:RATING, gnuchess:DEPTH, fairymax:DEPTH, c64:LEVEL, host:NODES and \
                     elo:RATING are known opponents";
        let (name, number) = text
            .split_once(':')
            .ok_or(format!("opponent `{text}`: {known}"))?;
        let number: u32 = number
            .parse()
            .map_err(|_| format!("opponent `{text}`: `{number}` is not a number"))?;
        let within = |range: std::ops::RangeInclusive<u32>| {
            if range.contains(&number) {
                Ok(number)
            } else {
                let (low, high) = (range.start(), range.end());
                Err(format!("opponent `{text}`: {low} to {high} expected"))
            }
        };
        match name {
            "stockfish" => Ok(Contestant::Stockfish {
                rating: within(STOCKFISH_RATINGS)?,
            }),
            "gnuchess" => Ok(Contestant::GnuChess {
                depth: within(1..=12)?,
            }),
            "fairymax" => Ok(Contestant::FairyMax {
                depth: within(1..=12)?,
            }),
            "c64" => Ok(Contestant::C64 {
                level: within(1..=6)?,
            }),
            "host" => Ok(Contestant::Host {
                nodes: within(1..=1_000_000)?,
            }),
            // The bridge says which ratings it has when it starts.
            "elo" => Ok(Contestant::Limited { rating: number }),
            _ => Err(format!("opponent `{text}`: {known}")),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Contestant::Stockfish { rating } => write!(f, "stockfish:{rating}"),
            Contestant::GnuChess { depth } => write!(f, "gnuchess:{depth}"),
            Contestant::FairyMax { depth } => write!(f, "fairymax:{depth}"),
            Contestant::C64 { level } => write!(f, "c64:{level}"),
            Contestant::Host { nodes } => write!(f, "host:{nodes}"),
            Contestant::Limited { rating } => write!(f, "elo:{rating}"),
        }
    }
}

/// What this machine has for starting engines.
#[derive(Clone)]
pub struct Hall {
    /// The UCI bridge that plays the C64.
    pub bridge: PathBuf,
    /// The program that it plays, with its symbols beside it.
    pub image: PathBuf,
    /// Longest wall-clock time of an answer.
    pub patience: Duration,
}

impl Contestant {
    /// How to start it here.
    pub fn seat(&self, hall: &Hall) -> Seat {
        let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect();
        let text = |path: &Path| path.display().to_string();
        let mut seat = Seat {
            command: Vec::new(),
            protocol: Protocol::Uci,
            options: Vec::new(),
            limit: self.limit(),
            budget: self.budget(),
            takes_seed: false,
            patience: hall.patience,
        };
        match self {
            Contestant::Stockfish { rating } => {
                seat.command = words(&["stockfish"]);
                seat.set("Threads", "1");
                seat.set("UCI_LimitStrength", "true");
                seat.set("UCI_Elo", rating);
            }
            Contestant::GnuChess { .. } => {
                seat.command = words(&["gnuchess", "--uci"]);
                seat.set("OwnBook", "false");
            }
            Contestant::FairyMax { .. } => {
                seat.command = words(&["fairymax"]);
                seat.protocol = Protocol::Cecp;
            }
            Contestant::C64 { level } => {
                seat.command = words(&[&text(&hall.bridge), "--prg", &text(&hall.image)]);
                seat.set("Level", level);
                seat.set("Book", "false");
                seat.takes_seed = true;
            }
            Contestant::Host { .. } | Contestant::Limited { .. } => {
                seat.command = words(&[&text(&hall.bridge), "--prg", &text(&hall.image)]);
                seat.set("Target", "native");
                seat.set("Book", "false");
                seat.takes_seed = true;
                if let Contestant::Limited { rating } = self {
                    seat.set("UCI_LimitStrength", "true");
                    seat.set("UCI_Elo", rating);
                }
            }
        }
        seat
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Uci,
    Cecp,
    /// No protocol: a shared library within this process, with so many nodes a move; options are its tunable numbers.
    Library {
        nodes: u32,
    },
}

/// Everything needed to start a player and to judge its time.
#[derive(Clone)]
pub struct Seat {
    pub command: Vec<String>,
    pub protocol: Protocol,
    pub options: Vec<(String, String)>,
    pub limit: String,
    /// Milliseconds by its own clock that a move may take.
    pub budget: Option<u64>,
    /// Has an option `Seed` for what it leaves to chance.
    pub takes_seed: bool,
    pub patience: Duration,
}

impl Seat {
    fn set(&mut self, option: &str, value: impl ToString) {
        self.options.push((option.to_string(), value.to_string()));
    }

    /// A build of the engine as a library, with some of its numbers changed.
    pub fn library(file: &Path, nodes: u32, numbers: &[(String, i16)]) -> Seat {
        let options = numbers
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        Seat {
            command: vec![file.display().to_string()],
            protocol: Protocol::Library { nodes },
            options,
            limit: format!("nodes {nodes}"),
            budget: None,
            takes_seed: false,
            patience: Duration::MAX,
        }
    }

    pub fn start(&self) -> Result<Player, String> {
        match self.protocol {
            Protocol::Uci => Uci::start(&self.command, &self.options, &self.limit, self.patience)
                .map(Player::Uci),
            Protocol::Cecp => {
                Cecp::start(&self.command, &self.limit, self.patience).map(Player::Cecp)
            }
            Protocol::Library { nodes } => self.load(nodes).map(Player::Library),
        }
    }

    /// The first word of the command is the file.
    fn load(&self, nodes: u32) -> Result<Library, String> {
        let file = self.command.first().ok_or("a library without a file")?;
        let mut library = Library::load(Path::new(file), nodes)?;
        for (name, value) in &self.options {
            let number = value.parse();
            library.set(name, number.map_err(|_| format!("{name}: `{value}`"))?)?;
        }
        Ok(library)
    }

    pub fn new_game(&self, player: &mut Player, seed: u32) -> Result<(), String> {
        match player {
            Player::Uci(player) => {
                if self.takes_seed {
                    player.set_option("Seed", &seed.to_string())?;
                }
                player.new_game()
            }
            Player::Cecp(player) => player.new_game(),
            Player::Library(player) => {
                player.new_game();
                Ok(())
            }
        }
    }
}

/// A started engine.
pub enum Player {
    Uci(Uci),
    Cecp(Cecp),
    Library(Library),
}

impl Player {
    /// As the engine calls itself.
    pub fn name(&self) -> &str {
        match self {
            Player::Uci(player) => &player.name,
            Player::Cecp(player) => &player.name,
            Player::Library(player) => &player.name,
        }
    }

    pub fn think(&mut self, start: &str, moves: &[String]) -> Result<Thought, String> {
        match self {
            Player::Uci(player) => player.think(start, moves),
            Player::Cecp(player) => player.think(start, moves),
            Player::Library(player) => player.think(start, moves),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_written_as_they_are_read() {
        for text in [
            "stockfish:1500",
            "gnuchess:3",
            "fairymax:4",
            "c64:5",
            "host:5000",
            "elo:900",
        ] {
            let who = Contestant::parse(text).expect("a known opponent");
            assert_eq!(who.to_string(), text);
        }
    }

    #[test]
    fn an_unknown_opponent_is_refused_by_name() {
        let error = |text| Contestant::parse(text).expect_err("not an opponent");
        assert!(error("deepblue:1").contains("deepblue"));
        assert!(error("stockfish").contains("stockfish"));
        assert!(error("stockfish:900").contains("1350 to 2850"));
        assert!(error("gnuchess:deep").contains("`deep`"));
    }

    #[test]
    fn results_of_this_program_belong_to_its_version() {
        let ours = |text| Contestant::parse(text).expect("known").is_ours();
        assert_eq!(["c64:5", "host:100", "elo:900"].map(ours), [true; 3]);
        assert_eq!(
            ["stockfish:1500", "gnuchess:2", "fairymax:4"].map(ours),
            [false; 3]
        );
    }

    #[test]
    fn only_the_c64_has_a_clock_to_keep() {
        let budget = |text| Contestant::parse(text).expect("known").budget();
        assert_eq!(budget("c64:5"), Some(25_000));
        assert_eq!(budget("stockfish:1500"), None);
    }
}
