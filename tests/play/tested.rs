//! What is tested is what ships: `build/64squares-test.prg`, on which suites, parity and bench run, is the memory of the started
//! program, byte for byte, but for the region SUITES, where the tests' entry points lie over characters.

use c64::{Machine, Model, Power, Symbols};

/// What the program has when `main` is entered. The others have no first value (scratch of functions, what is reserved), or are code of
/// the start that changes itself and lies where the screen will be.
#[rustfmt::skip]
const FILLED: [&str; 12] = [
    "CODE", "RODATA", "DATA", "BSS", "ZPDATA", "ZPBSS", "HIGH", "ONCE", "LOGO", "CHARSET", "BEHIND_CHARSET", "VECTORS",
];
/// The region SUITES of `src/c64/layout.toml`.
const ENTRIES: std::ops::RangeInclusive<usize> = 0xf800..=0xff7f;
/// Code, constants and first values are more than these.
const LEAST_COMPARED: usize = 45_000;
/// Unpacking takes less than three million cycles.
const START_LIMIT: u64 = 10_000_000;

fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/build/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(&path)
}

/// Memory in the moment in which the start code enters `main`.
fn started() -> Machine {
    let mut machine = Machine::new(Model::Pal, Power::Noise(64));
    let labels = String::from_utf8(file("64squares.sym")).expect("text");
    machine.symbols = Symbols::parse(&labels).expect("symbols");
    machine.load_prg(&file("64squares.prg")).expect("a program");
    machine.start().expect("a BASIC line");
    let main = machine.address_of("main").expect("the entry");
    machine.run_to(main, START_LIMIT).expect("it starts");
    machine
}

/// Addresses of all code and data of the program, by the report of the build: address, bytes, cycles, share, segment, name.
fn addresses() -> Vec<usize> {
    let report = String::from_utf8(file("64squares.txt")).expect("text");
    let stretch = |line: &str| {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let [first, bytes, _, _, segment, ..] = fields[..] else {
            return None;
        };
        let first = usize::from_str_radix(first, 16).ok()?;
        let bytes: usize = bytes.parse().ok()?;
        FILLED.contains(&segment).then_some(first..first + bytes)
    };
    report.lines().filter_map(stretch).flatten().collect()
}

#[test]
fn the_tested_program_is_the_shipped_one() {
    let tested = file("64squares-test.prg");
    assert_eq!(tested[..2], [2, 0], "all of memory");
    let tested = [&[0, 0], &tested[2..]].concat();
    let machine = started();
    let program: Vec<usize> = addresses()
        .into_iter()
        .filter(|at| !ENTRIES.contains(at))
        .collect();
    assert!(program.len() > LEAST_COMPARED, "{}", program.len());
    let other: Vec<String> = program
        .into_iter()
        .filter(|at| tested[*at] != machine.ram()[*at])
        .map(|at| format!("{at:04x}"))
        .collect();
    assert!(other.is_empty(), "{} differ: {other:?}", other.len());
}

#[test]
fn the_shipped_program_names_no_entry_of_the_tests() {
    let names = |name: &str| String::from_utf8(file(name)).expect("text");
    let (shipped, tested) = (names("64squares.sym"), names("64squares-test.sym"));
    assert!(tested.contains(".label GenerateAllMoves=$f") && !shipped.contains("GenerateAllMoves"));
    assert!(shipped.lines().all(|label| tested.contains(label)));
}
