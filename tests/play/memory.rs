//! The room that is left in the machine, by the report of the build (`build/64squares.txt`).

/// What must stay free where code and variables lie, for the change that has to be made in a hurry.
const LEAST: u32 = 256;

fn report() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/build/64squares.txt");
    std::fs::read_to_string(path).expect("the report of `make prg`")
}

/// The chip looks for the logo's characters there, whatever else is in the title's memory.
#[test]
fn the_characters_of_the_logo_are_where_the_chip_looks() {
    let report = report();
    let line = report.lines().find(|line| line.ends_with(" Logo"));
    let address = line.and_then(|line| line.split_ascii_whitespace().next());
    assert_eq!(address, Some("cc00"));
}

#[test]
fn the_program_leaves_256_bytes() {
    let report = report();
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
