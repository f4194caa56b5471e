//! The lines that tell the other side how a search goes and what it found.

use crate::clock::Rate;
use crate::game::{Game, Move};
use crate::player::{Found, Progress};
use squares64::search::params::{MATE, MATE_BOUND};

/// What UCI calls no move.
const NO_MOVE: &str = "0000";

/// `info depth …`, with time and speed of the emulated machine.
pub fn progress(game: &Game, progress: &Progress, rate: Rate) -> String {
    let Progress {
        depth,
        nodes,
        cycles,
        table,
        ..
    } = progress;
    let score = score(progress.thought.score);
    let time = rate.milliseconds(*cycles);
    let nps = u64::from(*nodes) * rate.hertz / (*cycles).max(1);
    let mut text = format!("info depth {depth}");
    for (word, number) in [("seldepth", progress.deepest), ("multipv", progress.rank)] {
        if number != 0 {
            text += &format!(" {word} {number}");
        }
    }
    text += &format!(" score {score} nodes {nodes} nps {nps} hashfull {table} time {time}");
    if !progress.thought.line.is_empty() {
        text += " pv ";
        text += &game.spell(&progress.thought.line).join(" ");
    }
    text
}

/// `info currmove …`: the root move that is searched now.
pub fn root_move(game: &Game, mv: Move, number: u8) -> String {
    let name = game.spell(&[mv]).concat();
    format!("info currmove {name} currmovenumber {number}")
}

/// Centipawns, or moves to mate.
fn score(score: i16) -> String {
    if score >= MATE_BOUND {
        format!("mate {}", (MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        format!("mate {}", -((MATE + score) / 2))
    } else {
        format!("cp {score}")
    }
}

/// `bestmove …`, with the expected answer when the line has one.
pub fn best_move(game: &Game, found: &Found) -> String {
    let Some(best) = found.best else {
        return format!("bestmove {NO_MOVE}");
    };
    let line = &found.progress.thought.line;
    let known = if line.first() == Some(&best) {
        &line[..line.len().min(2)]
    } else {
        &[best]
    };
    match game.spell(known).as_slice() {
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        [best] => format!("bestmove {best}"),
        [] => unreachable!("a best move is known"),
    }
}

/// The answer when there is none.
pub fn no_move() -> String {
    format!("bestmove {NO_MOVE}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Start;
    use crate::player::Source;
    use crate::watch::Thought;

    fn game() -> Game {
        Game::read(&Start::Standard, &[""; 0]).expect("the initial position")
    }

    fn some_progress() -> Progress {
        Progress {
            depth: 4,
            deepest: 9,
            rank: 2,
            nodes: 500,
            cycles: 2 * Rate::PAL.hertz,
            thought: Thought {
                score: -31,
                line: vec![
                    Move::from_bytes([0x64, 0x44]),
                    Move::from_bytes([0x14, 0x34]),
                ],
            },
            table: 7,
        }
    }

    #[test]
    fn time_and_speed_are_the_machines() {
        let text = progress(&game(), &some_progress(), Rate::PAL);
        let expected = "info depth 4 seldepth 9 multipv 2 score cp -31 nodes 500 nps 250 hashfull 7 time 2000 pv e2e4 e7e5";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_root_move_is_told_with_its_number() {
        let mv = Move::from_bytes([0x64, 0x44]);
        let text = root_move(&game(), mv, 3);
        assert_eq!(text, "info currmove e2e4 currmovenumber 3");
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(score(MATE - 1), "mate 1");
        assert_eq!(score(MATE - 3), "mate 2");
        assert_eq!(score(-MATE), "mate 0");
        assert_eq!(score(2 - MATE), "mate -1");
        assert_eq!(score(MATE_BOUND - 1), format!("cp {}", MATE_BOUND - 1));
    }

    #[test]
    fn the_expected_answer_is_named_only_when_the_line_is_the_moves_own() {
        let mut found = Found {
            best: Some(Move::from_bytes([0x64, 0x44])),
            progress: some_progress(),
            source: Source::Search,
        };
        assert_eq!(best_move(&game(), &found), "bestmove e2e4 ponder e7e5");
        found.best = Some(Move::from_bytes([0x63, 0x43]));
        assert_eq!(best_move(&game(), &found), "bestmove d2d4");
        found.best = None;
        assert_eq!(best_move(&game(), &found), "bestmove 0000");
    }
}
