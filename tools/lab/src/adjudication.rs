//! Games that are decided are not played to the end.
//!
//! Both players must agree: a game is resigned when for `RESIGN_MOVES` moves of each side in a row both said that the same
//! side is ahead by at least `RESIGN_SCORE`, and drawn when from move `DRAW_FROM_MOVE` on both said for `DRAW_MOVES` moves
//! each that neither is ahead by more than `DRAW_SCORE`. A game that reaches `LONGEST` plies is drawn. A move without a
//! score starts the count again.

use crate::thought::Thought;
use cozy_chess::Color;

pub const RESIGN_SCORE: i32 = 800;
pub const RESIGN_MOVES: usize = 4;
pub const DRAW_SCORE: i32 = 15;
pub const DRAW_MOVES: usize = 8;
pub const DRAW_FROM_MOVE: usize = 40;
pub const LONGEST: usize = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The side that is lost gives up.
    Resigned(Color),
    Level,
    TooLong,
}

/// Looks at a game after a move. `plies` counts all moves, `thoughts` are those the players chose themselves, White's or
/// Black's first as `first` says.
pub fn judge(plies: usize, first: Color, thoughts: &[Thought]) -> Option<Judgement> {
    let views = white_views(first, thoughts);
    let last = |count: usize| views.len().checked_sub(count).map(|from| &views[from..]);
    if let Some(window) = last(2 * RESIGN_MOVES) {
        if all(window, |score| score >= RESIGN_SCORE) {
            return Some(Judgement::Resigned(Color::Black));
        }
        if all(window, |score| score <= -RESIGN_SCORE) {
            return Some(Judgement::Resigned(Color::White));
        }
    }
    if plies >= 2 * DRAW_FROM_MOVE
        && last(2 * DRAW_MOVES).is_some_and(|window| all(window, |score| score.abs() <= DRAW_SCORE))
    {
        return Some(Judgement::Level);
    }
    (plies >= LONGEST).then_some(Judgement::TooLong)
}

fn all(window: &[Option<i32>], test: impl Fn(i32) -> bool) -> bool {
    window.iter().all(|score| score.is_some_and(&test))
}

/// Scores as White sees them.
fn white_views(first: Color, thoughts: &[Thought]) -> Vec<Option<i32>> {
    let mut sign = if first == Color::White { 1 } else { -1 };
    thoughts
        .iter()
        .map(|thought| {
            let view = thought.score.map(|score| sign * score);
            sign = -sign;
            view
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thoughts with these scores, each for its mover.
    fn thoughts(scores: &[Option<i32>]) -> Vec<Thought> {
        let thought = |score: &Option<i32>| Thought {
            score: *score,
            ..Thought::default()
        };
        scores.iter().map(thought).collect()
    }

    fn alternating(score: i32, plies: usize) -> Vec<Thought> {
        let mover = |ply| Some(if ply % 2 == 0 { score } else { -score });
        thoughts(&(0..plies).map(mover).collect::<Vec<_>>())
    }

    #[test]
    fn a_game_both_call_lost_is_resigned_after_four_moves_each() {
        assert_eq!(judge(20, Color::White, &alternating(900, 7)), None);
        let resigned = judge(20, Color::White, &alternating(900, 8));
        assert_eq!(resigned, Some(Judgement::Resigned(Color::Black)));
        let resigned = judge(20, Color::Black, &alternating(900, 8));
        assert_eq!(resigned, Some(Judgement::Resigned(Color::White)));
    }

    #[test]
    fn one_side_alone_cannot_resign_or_claim() {
        let disagree: Vec<_> = (0..8).map(|_| Some(900)).collect();
        assert_eq!(judge(20, Color::White, &thoughts(&disagree)), None);
        let mut silent = alternating(900, 8);
        silent[5].score = None;
        assert_eq!(judge(20, Color::White, &silent), None);
    }

    #[test]
    fn a_level_game_is_drawn_from_move_forty_on_and_not_before() {
        let level = alternating(15, 16);
        assert_eq!(judge(79, Color::White, &level), None);
        assert_eq!(judge(80, Color::White, &level), Some(Judgement::Level));
        assert_eq!(judge(80, Color::White, &alternating(16, 16)), None);
    }

    #[test]
    fn the_longest_game_is_drawn() {
        let uneven = alternating(200, 20);
        assert_eq!(judge(399, Color::White, &uneven), None);
        assert_eq!(judge(400, Color::White, &uneven), Some(Judgement::TooLong));
    }
}
