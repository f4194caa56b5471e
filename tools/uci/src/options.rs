//! What the other side may choose, with names, defaults and ranges as UCI declares them.

use crate::clock::Rate;
use crate::strength::{STRONGEST, WEAKEST};

/// Which build of the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The program in the emulated machine.
    Program,
    /// The same crate, compiled for the host.
    Native,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub clock: Rate,
    pub realtime: bool,
    pub level: u8,
    pub book: bool,
    /// 0 is another one for each game.
    pub seed: u16,
    pub target: Target,
    /// What the machine's memory holds when it is switched on.
    pub noise: u16,
    /// How many of the best moves are shown with their lines.
    pub lines: usize,
    pub limit_strength: bool,
    pub elo: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            clock: Rate::PAL,
            realtime: false,
            level: 7,
            book: true,
            seed: 0,
            target: Target::Program,
            noise: 64,
            lines: 1,
            limit_strength: false,
            elo: STRONGEST,
        }
    }
}

/// What setting an option asks of the session besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    /// Everything that was remembered is to be forgotten.
    ClearHash,
    /// The value was sound and changes nothing, because of this.
    Fixed(&'static str),
}

const MOST_LINES: u16 = 218;
/// UCI counts in megabytes; the least it can say is more than the machine has.
const HASH_IS_FIXED: &str = "the program's transposition table has 8 KB, whatever is asked";
pub const ABOUT: &str = "64 Squares, a chess program for the Commodore 64, in the emulated machine; all times are the \
                         machine's. Transposition table: 8 KB.";

/// The declarations; thinking on the opponent's time needs nothing but that the other side knows it is possible.
pub fn declarations() -> Vec<String> {
    let spin = |name: &str, default: u16, least: u16, most: u16| {
        format!("{name} type spin default {default} min {least} max {most}")
    };
    let lines = [
        "Clock type string default PAL".to_string(),
        "Realtime type check default false".to_string(),
        spin("Level", 7, 1, 7),
        "Book type check default true".to_string(),
        spin("Seed", 0, 0, u16::MAX),
        "Target type combo default 6502 var 6502 var native".to_string(),
        spin("Noise", 64, 0, u16::MAX),
        "Ponder type check default false".to_string(),
        spin("MultiPV", 1, 1, MOST_LINES),
        spin("Hash", 1, 1, 1),
        "Clear Hash type button".to_string(),
        spin("Threads", 1, 1, 1),
        "UCI_LimitStrength type check default false".to_string(),
        spin("UCI_Elo", STRONGEST, WEAKEST, STRONGEST),
        format!("UCI_EngineAbout type string default {ABOUT}"),
    ];
    lines.map(|line| format!("option name {line}")).into()
}

impl Options {
    /// Changes one option; nothing changes when the name or the value is wrong.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let fault = |reason: String| format!("option {name}: {reason}");
        match name.to_ascii_lowercase().as_str() {
            "clock" => self.clock = Rate::parse(value).map_err(fault)?,
            "realtime" => self.realtime = check(value).map_err(fault)?,
            "level" => self.level = spin(value, 1, 7).map_err(fault)? as u8,
            "book" => self.book = check(value).map_err(fault)?,
            "seed" => self.seed = spin(value, 0, u16::MAX).map_err(fault)?,
            "noise" => self.noise = spin(value, 0, u16::MAX).map_err(fault)?,
            "target" => self.target = target(value).map_err(fault)?,
            "ponder" => drop(check(value).map_err(fault)?),
            "multipv" => self.lines = usize::from(spin(value, 1, MOST_LINES).map_err(fault)?),
            "uci_limitstrength" => self.limit_strength = check(value).map_err(fault)?,
            "uci_elo" => self.elo = spin(value, WEAKEST, STRONGEST).map_err(fault)?,
            "clear hash" => return Ok(Effect::ClearHash),
            "uci_engineabout" => {}
            // Chess programs set both without asking.
            "hash" if is_number(value) && value != "1" => return Ok(Effect::Fixed(HASH_IS_FIXED)),
            "threads" if is_number(value) && value != "1" => {
                return Ok(Effect::Fixed("the machine has one processor"));
            }
            "hash" | "threads" => drop(spin(value, 1, 1).map_err(fault)?),
            _ => return Err(format!("no option `{name}`")),
        }
        Ok(Effect::None)
    }
}

fn is_number(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
}

fn check(value: &str) -> Result<bool, String> {
    value
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| format!("true or false expected, `{value}` found"))
}

fn spin(value: &str, least: u16, most: u16) -> Result<u16, String> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{least} to {most} expected, `{value}` found")),
    }
}

fn target(value: &str) -> Result<Target, String> {
    match value.to_ascii_lowercase().as_str() {
        "6502" => Ok(Target::Program),
        "native" => Ok(Target::Native),
        _ => Err(format!("6502 or native expected, `{value}` found")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_option_takes_its_default() {
        for line in declarations() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let place = |word| words.iter().position(|&other| other == word);
            let name = words[2..place("type").expect("a type")].join(" ");
            let value =
                place("default").map_or(String::new(), |place| words[place + 1].to_string());
            assert!(Options::default().set(&name, &value).is_ok(), "{line}");
        }
    }

    #[test]
    fn what_the_machine_does_not_have_is_said() {
        let mut options = Options::default();
        assert_eq!(options.set("Hash", "16"), Ok(Effect::Fixed(HASH_IS_FIXED)));
        assert_eq!(options.set("Clear Hash", ""), Ok(Effect::ClearHash));
        assert!(matches!(options.set("Threads", "4"), Ok(Effect::Fixed(_))));
        assert_eq!(options.set("MultiPV", "3"), Ok(Effect::None));
        assert_eq!(options.lines, 3);
    }

    #[test]
    fn names_do_not_depend_on_case() {
        let mut options = Options::default();
        assert_eq!(options.set("level", "3"), Ok(Effect::None));
        assert_eq!(options.set("REALTIME", "True"), Ok(Effect::None));
        assert_eq!((options.level, options.realtime), (3, true));
    }

    #[test]
    fn a_wrong_value_has_its_reason_and_changes_nothing() {
        let mut options = Options::default();
        for (name, value, reason) in [
            ("Level", "9", "option Level: 1 to 7 expected, `9` found"),
            ("Level", "", "option Level: 1 to 7 expected, `` found"),
            (
                "Book",
                "maybe",
                "option Book: true or false expected, `maybe` found",
            ),
            (
                "Seed",
                "70000",
                "option Seed: 0 to 65535 expected, `70000` found",
            ),
            (
                "Target",
                "z80",
                "option Target: 6502 or native expected, `z80` found",
            ),
            ("Hash", "big", "option Hash: 1 to 1 expected, `big` found"),
            ("Contempt", "16", "no option `Contempt`"),
        ] {
            assert_eq!(options.set(name, value), Err(reason.to_string()));
        }
        assert_eq!((options.level, options.seed), (7, 0));
    }
}
