//! The cases: which program, on which machine, with which keys held, and which of its results to show.

use crate::emulator::Hands;
use c64::{Joystick, Key, Model};

/// A number of a program's results that is worth a column: its name, address and length in bytes.
pub type Figure = (&'static str, u16, usize);

/// Programs that count cycles do it downwards from all ones, at this address.
pub const CYCLES: Figure = ("cycles", 0x0340, 4);

/// One comparison.
pub struct Case {
    pub name: &'static str,
    pub program: &'static str,
    pub model: Model,
    pub defines: &'static [(&'static str, u8)],
    pub figures: &'static [Figure],
    pub hands: Hands,
    pub keys: &'static [Key],
    pub sticks: [Joystick; 2],
    /// The program reads the SID.
    pub sound: bool,
    /// Compare the picture, too: as it stands, or as interrupts go on making it.
    pub picture: Picture,
}

/// Whether and how the picture counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    Ignored,
    Still,
    Live,
}

const NOBODY: Joystick = Joystick {
    up: false,
    down: false,
    left: false,
    right: false,
    fire: false,
};

const EMPTY: Case = Case {
    name: "",
    program: "",
    model: Model::Pal,
    defines: &[],
    figures: &[CYCLES],
    hands: Hands {
        keys: &[],
        sticks: [0; 2],
    },
    keys: &[],
    sticks: [NOBODY; 2],
    sound: false,
    picture: Picture::Ignored,
};

const DARK: &[(&str, u8)] = &[("SCREEN", 0), ("SPRITES", 0)];
const DARK_SPRITES: &[(&str, u8)] = &[("SCREEN", 0), ("SPRITES", 1)];
const LIT: &[(&str, u8)] = &[("SCREEN", 1), ("SPRITES", 0)];
const LIT_SPRITES: &[(&str, u8)] = &[("SCREEN", 1), ("SPRITES", 1)];

const INTERRUPTS: &[Figure] = &[
    ("IRQs entered", 0x0404, 2),
    ("IRQs left", 0x0406, 2),
    ("raster IRQs", 0x040A, 1),
    ("NMIs", 0x0408, 2),
    ("loops done", 0x0400, 3),
];

const KEYBOARD: &[Figure] = &[
    ("columns 0-3", 0x0400, 4),
    ("columns 4-7", 0x0404, 4),
    ("port lines", 0x0420, 2),
];

/// Mode and scroll of each picture; bit 3 of the scroll: 40 columns and 25 rows.
#[rustfmt::skip]
const PICTURES: &[(&str, &[(&str, u8)])] = &[
    ("picture, standard",     &[("MODE", 0), ("SCROLL", 0b1011)]),
    ("picture, scrolled",     &[("MODE", 0), ("SCROLL", 0b0110)]),
    ("picture, multicolour",  &[("MODE", 1), ("SCROLL", 0b1011)]),
    ("picture, extended",     &[("MODE", 2), ("SCROLL", 0b1011)]),
    ("picture, bitmap",       &[("MODE", 3), ("SCROLL", 0b1011)]),
    ("picture, multi bitmap", &[("MODE", 4), ("SCROLL", 0b1011)]),
];

/// All comparisons.
#[rustfmt::skip]
pub fn all() -> Vec<Case> {
    let pal_and_ntsc = |case: &dyn Fn(Model) -> Case| [Model::Pal, Model::Ntsc].map(case);
    let raster = |name, defines| move |model| Case { name, program: "raster", model, defines, ..EMPTY };
    [
        pal_and_ntsc(&|model| Case { name: "CIA timers", program: "timers", model, ..EMPTY }).into(),
        pal_and_ntsc(&raster("screen off", DARK)).into(),
        pal_and_ntsc(&raster("screen on", LIT)).into(),
        pal_and_ntsc(&raster("screen off, sprites", DARK_SPRITES)).into(),
        pal_and_ntsc(&raster("screen on, sprites", LIT_SPRITES)).into(),
        pal_and_ntsc(&|model| Case { name: "interrupts", program: "interrupts", model, figures: INTERRUPTS, ..EMPTY }).into(),
        pal_and_ntsc(&|model| Case { name: "eight banks", program: "banks", model, ..EMPTY }).into(),
        pal_and_ntsc(&|model| Case { name: "voice 3", program: "voice", model, sound: true, ..EMPTY }).into(),
        vec![
            Case {
                name: "keys A, S, Q",
                program: "keyboard",
                figures: KEYBOARD,
                defines: &[("AWAITED", !0b0110_0100), ("MASK", 0xFF)],
                hands: Hands { keys: &["a", "s", "q"], sticks: [0; 2] },
                keys: &[Key::A, Key::S, Key::Q],
                ..EMPTY
            },
            Case {
                name: "both joysticks",
                program: "keyboard",
                figures: KEYBOARD,
                defines: &[("AWAITED", 0b0_1110), ("MASK", 0b1_1111)],
                hands: Hands { keys: &[], sticks: [0b1_0001, 0b0_0110] },
                sticks: [
                    Joystick { up: true, fire: true, ..NOBODY },
                    Joystick { down: true, left: true, ..NOBODY },
                ],
                ..EMPTY
            },
        ],
        PICTURES.iter().flat_map(|&(name, defines)| {
            pal_and_ntsc(&|model| Case { name, program: "picture", model, defines, figures: &[], picture: Picture::Still, ..EMPTY })
        }).collect(),
        pal_and_ntsc(&|model| Case { name: "picture, split", program: "splits", model, figures: &[], picture: Picture::Live, ..EMPTY }).into(),
    ]
    .into_iter()
    .flat_map(|cases: Vec<Case>| cases)
    .collect()
}
