//! The room that is left in the machine, by the report of the build (`build/64squares.txt`).

/// What must stay free where code and variables lie, for the change that has to be made in a hurry.
const LEAST: u32 = 256;

#[test]
fn the_program_leaves_256_bytes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/build/64squares.txt");
    let report = std::fs::read_to_string(path).expect("the report of `make prg`");
    let line = report
        .lines()
        .find(|line| line.starts_with("region MAIN "))
        .expect("a line for the region MAIN");
    let free = line
        .strip_suffix(" free")
        .and_then(|rest| rest.split_ascii_whitespace().last())
        .and_then(|number| number.parse::<u32>().ok());
    assert!(free.expect(line) >= LEAST, "{line}");
}
