//! What the other side may choose, with names, defaults and ranges as UCI declares them.

use crate::clock::Rate;

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
        }
    }
}

/// The declarations; thinking on the opponent's time needs nothing but that the other side knows it is possible.
pub const DECLARATIONS: [&str; 7] = [
    "option name Clock type string default PAL",
    "option name Realtime type check default false",
    "option name Level type spin default 7 min 1 max 7",
    "option name Book type check default true",
    "option name Seed type spin default 0 min 0 max 65535",
    "option name Target type combo default 6502 var 6502 var native",
    "option name Ponder type check default false",
];

impl Options {
    /// Changes one option; nothing changes when the name or the value is wrong.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let fault = |reason: String| format!("option {name}: {reason}");
        match name.to_ascii_lowercase().as_str() {
            "clock" => self.clock = Rate::parse(value).map_err(fault)?,
            "realtime" => self.realtime = check(value).map_err(fault)?,
            "level" => self.level = spin(value, 1, 7).map_err(fault)? as u8,
            "book" => self.book = check(value).map_err(fault)?,
            "seed" => self.seed = spin(value, 0, u16::MAX).map_err(fault)?,
            "target" => self.target = target(value).map_err(fault)?,
            "ponder" => drop(check(value).map_err(fault)?),
            _ => return Err(format!("no option `{name}`")),
        }
        Ok(())
    }
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
        for line in DECLARATIONS {
            let words: Vec<&str> = line.split_whitespace().collect();
            let place = words.iter().position(|&word| word == "default");
            let value = words[place.expect("a default") + 1];
            assert_eq!(Options::default().set(words[2], value), Ok(()), "{line}");
        }
    }

    #[test]
    fn names_do_not_depend_on_case() {
        let mut options = Options::default();
        assert_eq!(options.set("level", "3"), Ok(()));
        assert_eq!(options.set("REALTIME", "True"), Ok(()));
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
            ("Hash", "16", "no option `Hash`"),
        ] {
            assert_eq!(options.set(name, value), Err(reason.to_string()));
        }
        assert_eq!((options.level, options.seed), (7, 0));
    }
}
