//! The problems on the disk: the solver finds the mate that is promised, and none that is shorter.

use super::*;
use squares64::board::fen;
use squares64::engine::solve_mate;
use squares64::machine::Unwatched;

const PROBLEMS: &str = include_str!("../../tools/c64/disk/problems.epd");

#[test]
fn every_problem_on_the_disk_has_its_mate() {
    let _board = board();
    STOP_REQUEST.set(0);
    let problems = PROBLEMS.lines().filter(|line| !line.starts_with('#'));
    let moves: Vec<u8> = problems
        .map(|problem| {
            let (position, moves) = problem.split_once(" ; ").expect("FEN ; moves");
            let moves: u8 = moves.parse().expect("a number");
            fen::load(position).expect(position);
            assert_eq!(solve_mate::<Unwatched>(moves - 1), None, "{position}");
            assert_eq!(solve_mate::<Unwatched>(moves), Some(moves), "{position}");
            moves
        })
        .collect();
    // As the manual says.
    assert_eq!(moves, [2, 2, 2, 2, 3, 3, 3, 3, 4, 4]);
}

#[test]
fn a_mate_search_that_a_key_ends_says_so_and_forgets_an_older_mate() {
    let _board = board();
    STOP_REQUEST.set(0);
    let in_two = PROBLEMS.lines().find(|line| line.ends_with("; 2"));
    let position = in_two.expect("a mate in two").split(" ; ").next();
    fen::load(position.expect("a FEN")).expect("a position");
    keys("m");
    assert!(message().starts_with("Mate by "), "{}", message());
    // From the beginning there is none, but nobody waits for that.
    keys("nn");
    machine::keys::NEXT.set(b' ');
    keys("m");
    assert_eq!(message(), "Stopped");
    assert!(!panel(18).starts_with("Mate in "), "{}", panel(18));
    machine::keys::NEXT.set(0);
}
