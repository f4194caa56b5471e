//! The parts of the campaign: what each tries, how much of it is wanted, and the command that tries a batch.

/// A command beside this program that takes `--first` and `--count`.
pub struct Part {
    pub name: &'static str,
    /// What is counted.
    pub unit: &'static str,
    pub what: &'static str,
    /// How many are wanted in all.
    pub goal: u64,
    /// How many one command tries: a minute's work or less.
    pub batch: u64,
    /// Program and arguments before `--first N --count N`.
    pub command: &'static [&'static str],
    /// The paths whose contents decide what comes of a case: what was tried counts until one of them changes.
    pub depends: &'static [&'static [&'static str]],
}

/// Everything is built with these.
const TOOLCHAIN: &[&str] = &["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];
/// The processor in flat memory, on which compiled routines run.
const PROCESSOR: &[&str] = &[
    "tools/c64/src/burst.rs",
    "tools/c64/src/core.rs",
    "tools/c64/src/decimal.rs",
    "tools/c64/src/flat.rs",
    "tools/c64/src/power.rs",
];
const MACHINE: &[&str] = &["tools/c64/src"];
const COMPILER: &[&str] = &[
    "tools/mosaic/Cargo.toml",
    "tools/mosaic/alloc",
    "tools/mosaic/layouts",
    "tools/mosaic/runtime",
    "tools/mosaic/src",
    "tools/mosaic/targets",
];
/// The program, with how the Makefile compiles it.
const PROGRAM: &[&str] = &[".cargo", "Makefile", "book", "src", "tools/book/src"];

// A million random programs in all: `programs` and `large` together.

pub const PARTS: &[Part] = &[
    Part {
        name: "games",
        unit: "games",
        what: "the program on the emulated machine, levels 1 to 5, from power-on noise, against itself and other engines: \
               legal moves, no crash, no move 2 % over its time",
        goal: 10_000,
        batch: 10,
        command: &["lab", "soak"],
        depends: &[
            TOOLCHAIN,
            MACHINE,
            COMPILER,
            PROGRAM,
            &["tools/lab/src", "tools/uci/src"],
        ],
    },
    Part {
        name: "keys",
        unit: "events",
        what: "random keys, sticks, a mouse, RESTORE and disk faults, 1,000 events after each power-on with noise of its own: no crash, the \
               board always comes back with a legal position",
        goal: 1_000_000,
        batch: 10_000,
        command: &["campaign", "keys"],
        depends: &[
            TOOLCHAIN,
            MACHINE,
            COMPILER,
            PROGRAM,
            &["tools/campaign/src/dice.rs", "tools/campaign/src/keys.rs"],
        ],
    },
    Part {
        name: "programs",
        unit: "programs",
        what: "random IR compiled by mosaic against its interpreter, four inputs each, the allocation checked: small programs, a few \
               statements and at most one function more",
        goal: 950_000,
        batch: 4_000,
        command: &["mosaic-fuzz", "small"],
        depends: &[TOOLCHAIN, PROCESSOR, COMPILER],
    },
    Part {
        name: "large",
        unit: "programs",
        what: "the same with programs of up to 500 lines: recursion, tables of functions, loops, wide numbers",
        goal: 50_000,
        batch: 250,
        command: &["mosaic-fuzz"],
        depends: &[TOOLCHAIN, PROCESSOR, COMPILER],
    },
    Part {
        name: "rust",
        unit: "crates",
        what: "crates of 30 random Rust functions, host against 6502",
        goal: 1_000,
        batch: 2,
        command: &["mosaic-fuzz", "rust"],
        depends: &[TOOLCHAIN, PROCESSOR, COMPILER],
    },
    Part {
        name: "input",
        unit: "inputs",
        what: "mutated FEN, EPD, UCI, PGN, IR, layouts, suites, book lines and saved games: an error or an answer, no panic",
        goal: 100_000,
        batch: 5_000,
        command: &["campaign", "input"],
        depends: &[
            TOOLCHAIN,
            MACHINE,
            COMPILER,
            PROGRAM,
            &[
                "tools/campaign/src/dice.rs",
                "tools/campaign/src/input.rs",
                "tools/campaign/src/keys.rs",
                "tools/campaign/src/saved.rs",
                "tools/lab/src",
                "tools/sim6502/src",
                "tools/uci/src",
            ],
        ],
    },
    Part {
        name: "positions",
        unit: "positions",
        what: "positions of random games searched to depth 4 by the host build and by the 6502: same move, score and nodes",
        goal: 100_000,
        batch: 200,
        command: &["parity", "build/64squares-test.prg", "--depth", "4"],
        depends: &[
            TOOLCHAIN,
            PROCESSOR,
            COMPILER,
            PROGRAM,
            &["tools/bench/src"],
        ],
    },
    Part {
        name: "machine",
        unit: "programs",
        what: "random programs for processor, VIC-II and CIA, at least 10,000 cycles each, in VICE and in the emulated machine: \
               memory and cycles equal",
        goal: 1_000,
        batch: 24,
        command: &["vice-check", "random"],
        depends: &[TOOLCHAIN, MACHINE, &["tools/c64/vice"]],
    },
];

pub fn find(name: &str) -> Result<&'static Part, String> {
    PARTS.iter().find(|part| part.name == name).ok_or_else(|| {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        format!("part `{name}`: one of {} expected", names.join(", "))
    })
}
