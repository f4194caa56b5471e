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
