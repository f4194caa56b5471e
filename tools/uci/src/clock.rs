//! Time: the emulated processor's clock, and how much of it a move may take.
//!
//! Everything inside the bridge is counted in cycles of the emulated machine; milliseconds are what the other side speaks
//! of. Invariant of a [`Budget`]: `soft <= hard`, and `hard` never exceeds the time that the other side gives.

use crate::command::Go;
use c64::Model;
use squares64::engine::{JIFFIES, NTSC_HERTZ, PAL_HERTZ};

/// How fast the emulated machine runs, and which machine it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    pub hertz: u64,
    pub model: Model,
}

/// Names that stand for a clock.
pub const PRESETS: [(&str, Rate); 4] = [
    ("PAL", Rate::new(PAL_HERTZ as u64, Model::Pal)),
    ("NTSC", Rate::new(NTSC_HERTZ as u64, Model::Ntsc)),
    ("SuperCPU", Rate::new(20_000_000, Model::Pal)),
    ("Ultimate", Rate::new(48_000_000, Model::Pal)),
];

/// Clocks that may be asked for, in kilohertz.
const SLOWEST: u64 = 100;
const FASTEST: u64 = 1_000_000;

impl Rate {
    pub const PAL: Rate = PRESETS[0].1;

    const fn new(hertz: u64, model: Model) -> Rate {
        Rate { hertz, model }
    }

    /// A preset's name, or a number of kilohertz.
    pub fn parse(text: &str) -> Result<Rate, String> {
        let named = |&&(name, _): &&(&str, Rate)| name.eq_ignore_ascii_case(text);
        if let Some(&(_, rate)) = PRESETS.iter().find(named) {
            return Ok(rate);
        }
        match text.parse() {
            Ok(kilohertz @ SLOWEST..=FASTEST) => Ok(Rate::new(kilohertz * 1000, Model::Pal)),
            _ => Err(format!(
                "PAL, NTSC, SuperCPU, Ultimate or {SLOWEST} to {FASTEST} kHz expected, `{text}` found"
            )),
        }
    }

    pub fn cycles(self, milliseconds: u64) -> u64 {
        let cycles = u128::from(milliseconds) * u128::from(self.hertz) / 1000;
        u64::try_from(cycles).unwrap_or(u64::MAX)
    }

    pub fn milliseconds(self, cycles: u64) -> u64 {
        (u128::from(cycles) * 1000 / u128::from(self.hertz)) as u64
    }
}

/// Cycles of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The program is told to stop here; it does so within a few nodes once it has finished its first iteration.
    pub soft: u64,
    /// Here its best move so far is the answer.
    pub hard: u64,
}

/// The program looks at its clock every few nodes and needs a moment to come back from the tree: so many cycles.
const GUARD: u64 = 30_000;
/// Whose time a search takes when nothing says how long it may think.
const DEFAULT_LEVEL: u8 = 5;
/// Moves that the time left must do for when the other side does not say.
const MOVES_AHEAD: u64 = 30;

impl Budget {
    /// At most so many cycles.
    pub fn within(cycles: u64) -> Budget {
        Budget {
            soft: cycles - GUARD.min(cycles / 4),
            hard: cycles,
        }
    }

    /// A share of the time that is left, in cycles.
    fn share(left: u64, increment: u64, moves_to_go: Option<u64>) -> Budget {
        let usable = left - GUARD.min(left / 4);
        let moves = moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        // The last move before the control may take nearly all; a game has a tail, whatever was expected.
        let most = if moves_to_go == Some(1) {
            usable - usable / 8
        } else {
            usable / 2
        };
        let share = usable / moves + increment / 4 * 3;
        Budget {
            soft: share.min(most),
            hard: usable,
        }
    }

    fn at_most(self, other: Option<Budget>) -> Budget {
        let Some(other) = other else { return self };
        Budget {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }
}

/// The budget of a move for White (0) or Black (1); `None` is no limit of time. A level with a time of its own never
/// takes longer; a depth, a number of nodes and `infinite` are taken literally.
pub fn budget(go: &Go, side: usize, level: u8, rate: Rate) -> Option<Budget> {
    let given = if let Some(time) = go.move_time {
        Some(Budget::within(rate.cycles(time)))
    } else {
        go.left[side].map(|left| {
            Budget::share(
                rate.cycles(left),
                rate.cycles(go.increment[side]),
                go.moves_to_go,
            )
        })
    };
    let literal = go.infinite || go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    match given {
        Some(_) if go.infinite => None,
        Some(given) => Some(given.at_most(level_budget(level, rate))),
        None if literal => None,
        // The limit may be what was not understood: the search must end all the same.
        None if go.unclear && !go.ponder => {
            level_budget(level, rate).or(level_budget(DEFAULT_LEVEL, rate))
        }
        None => level_budget(level, rate),
    }
}

/// The time of a level, as the program itself takes it: nobody waits with a clock of their own, so nothing is taken from
/// it by force.
fn level_budget(level: u8, rate: Rate) -> Option<Budget> {
    let jiffies = *JIFFIES.get(usize::from(level))?;
    if jiffies == 0 {
        return None;
    }
    let soft = rate.cycles(u64::from(jiffies) * 1000 / 60);
    Some(Budget {
        soft,
        hard: u64::MAX,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNLIMITED: u8 = 7;

    #[test]
    fn a_preset_and_a_number_of_kilohertz_name_a_clock() {
        assert_eq!(Rate::parse("pal"), Ok(Rate::PAL));
        assert_eq!(Rate::parse("NTSC").map(|rate| rate.model), Ok(Model::Ntsc));
        assert_eq!(Rate::parse("2000").map(|rate| rate.hertz), Ok(2_000_000));
        for text in ["", "fast", "99", "1000001", "-3"] {
            assert!(Rate::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn time_and_cycles_convert_both_ways() {
        assert_eq!(Rate::PAL.cycles(25_000), 24_631_200);
        assert_eq!(Rate::PAL.milliseconds(24_631_200), 25_000);
        assert_eq!(Rate::PAL.cycles(u64::MAX), u64::MAX);
    }

    #[test]
    fn a_move_time_is_never_exceeded() {
        for time in [0, 1, 50, 200, 25_000, 3_600_000] {
            let go = Go {
                move_time: Some(time),
                ..Go::default()
            };
            let budget = budget(&go, 0, UNLIMITED, Rate::PAL).expect("a limit");
            assert!(budget.soft <= budget.hard, "{time}");
            assert!(budget.hard <= Rate::PAL.cycles(time), "{time}");
        }
    }

    #[test]
    fn a_whole_game_fits_its_clock() {
        for (start, increment, moves_to_go) in [
            (300_000, 0, None),
            (60_000, 1000, None),
            (1000, 0, None),
            (120_000, 0, Some(40)),
            (10_000, 5000, None),
        ] {
            let mut left: u64 = start;
            for played in 0..400 {
                let to_go = moves_to_go.map(|count| count - played % count);
                if to_go == moves_to_go && moves_to_go.is_some() && played > 0 {
                    left += start;
                }
                let go = Go {
                    left: [None, Some(left)],
                    increment: [0, increment],
                    moves_to_go: to_go,
                    ..Go::default()
                };
                let budget = budget(&go, 1, UNLIMITED, Rate::PAL).expect("a limit");
                assert!(budget.soft <= budget.hard, "{left} ms left: {budget:?}");
                assert!(budget.hard <= Rate::PAL.cycles(left), "{left} ms left");
                left = left - Rate::PAL.milliseconds(budget.soft) + increment;
            }
        }
    }

    #[test]
    fn a_level_is_the_most_that_a_move_takes() {
        let three_seconds = Rate::PAL.cycles(3000);
        let soft = |go: &Go| budget(go, 0, 3, Rate::PAL).map(|budget| budget.soft);
        assert_eq!(soft(&Go::default()), Some(three_seconds));
        let hour = Go {
            left: [Some(3_600_000), None],
            ..Go::default()
        };
        assert_eq!(soft(&hour), Some(three_seconds));
        let hurry = Go {
            move_time: Some(500),
            ..Go::default()
        };
        assert!(soft(&hurry) < Some(three_seconds / 5));
    }

    #[test]
    fn depth_nodes_and_infinite_have_no_limit_of_time() {
        let literal = [
            Go {
                depth: Some(4),
                ..Go::default()
            },
            Go {
                nodes: Some(100),
                ..Go::default()
            },
            Go {
                infinite: true,
                ..Go::default()
            },
        ];
        for go in literal {
            assert_eq!(budget(&go, 0, 3, Rate::PAL), None, "{go:?}");
        }
        assert_eq!(budget(&Go::default(), 0, UNLIMITED, Rate::PAL), None);
    }
}
