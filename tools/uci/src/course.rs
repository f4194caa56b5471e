//! How an order becomes searches: the book, the mate solver with a search behind it, several best lines, or one search.
//!
//! Several lines (`MultiPV`) are found depth by depth: the best move first, then the best of the others, and so on. Every
//! search is given what is left of the time and of the nodes, and counts on from those before it.

use crate::clock::Budget;
use crate::game::{Game, Move};
use crate::player::{Found, News, Order, Player, Progress, Report, SOLVER, Trouble};
use crate::signals::Signals;
use squares64::search::mate::LONGEST;
use squares64::search::params::{MATE, MATE_BOUND, MAX_DEPTH};

/// Cycles that the first iteration of a search takes, about: with less left none is begun.
const SHORTEST_SEARCH: u64 = 200_000;
/// When there is no mate in the moves asked for, a search this deep finds the move to play.
const DEPTH_WITHOUT_MATE: u8 = 4;

pub fn think<P: Player + ?Sized>(
    player: &mut P,
    game: &Game,
    order: &Order,
    signals: &Signals,
    report: &mut Report,
) -> Result<Found, Trouble> {
    if order.book
        && !order.ponder
        && let Some(found) = player.look_up(game, order.seed)?
    {
        return Ok(found);
    }
    if order.mate.is_none() && order.lines <= 1 {
        return player.search(game, order, signals, report);
    }
    let mut course = Course {
        player,
        game,
        order,
        signals,
        cycles: 0,
        nodes: 0,
        clock_from: (!order.ponder).then_some(0),
    };
    match order.mate {
        Some(moves) => course.solve(moves, report),
        None => course.lines(report),
    }
}

/// Several searches that share one order.
struct Course<'a, P: Player + ?Sized> {
    player: &'a mut P,
    game: &'a Game,
    order: &'a Order,
    signals: &'a Signals,
    /// Cycles and nodes of the searches so far.
    cycles: u64,
    nodes: u32,
    /// The cycle from which the clock runs; none while pondering.
    clock_from: Option<u64>,
}

impl<P: Player + ?Sized> Course<'_, P> {
    /// Looks for the mate; without one, a search has to find a move.
    fn solve(&mut self, moves: u8, report: &mut Report) -> Result<Found, Trouble> {
        let solver = Order {
            level: SOLVER,
            depth: Some(moves.min(LONGEST)),
            ..self.order.clone()
        };
        let mut found = self.search(&solver, &mut |_| {})?;
        if found.best.is_some() {
            found.progress.depth = (MATE - found.progress.thought.score) as u8;
            return Ok(found);
        }
        let depth = match moves {
            0..=LONGEST => DEPTH_WITHOUT_MATE,
            _ => moves.saturating_mul(2),
        };
        let search = Order {
            depth: Some(self.order.depth.unwrap_or(depth).min(depth)),
            ..self.order.clone()
        };
        self.search(&search, report)
    }

    /// The best lines, depth by depth. A depth that was cut short counts for nothing, unless it is the first.
    fn lines(&mut self, report: &mut Report) -> Result<Found, Trouble> {
        let mut moves = if self.order.moves.is_empty() {
            self.game.legal_moves()
        } else {
            self.order.moves.clone()
        };
        let deepest = self.order.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut best: Option<Found> = None;
        for depth in 1..=deepest {
            let lines = self.iteration(depth, &moves)?;
            let wanted = self.order.lines.min(moves.len());
            if lines.len() < wanted && best.is_some() {
                break;
            }
            for line in &lines {
                report(News::Line(&line.progress));
            }
            best = lines.first().cloned().or(best);
            bring_to_front(&mut moves, &lines);
            if self.is_over() {
                break;
            }
        }
        let mut best = best.ok_or_else(|| Trouble::Fault("no line was found".into()))?;
        best.progress.cycles = self.cycles;
        best.progress.nodes = self.nodes;
        Ok(best)
    }

    /// The best moves of one depth, best first; fewer when the time is up.
    fn iteration(&mut self, depth: u8, moves: &[Move]) -> Result<Vec<Found>, Trouble> {
        let mut left = moves.to_vec();
        let mut lines: Vec<Found> = Vec::new();
        while lines.len() < self.order.lines && !left.is_empty() {
            let order = Order {
                depth: Some(depth),
                moves: left.clone(),
                ..self.order.clone()
            };
            let found = self.search(&order, &mut |_| {})?;
            let Some(best) = found.best else { break };
            // A mate that is proved needs no more depth, nor does an only move.
            let is_mate = found.progress.thought.score.abs() >= MATE_BOUND;
            let is_done = found.progress.depth >= depth || is_mate || left.len() == 1;
            if depth > 1 && !is_done {
                break;
            }
            left.retain(|&mv| mv != best);
            lines.push(found);
            if self.is_over() {
                break;
            }
        }
        // A later search may have found that its move is better after all.
        lines.sort_by_key(|found| std::cmp::Reverse(found.progress.thought.score));
        for (rank, line) in (1..).zip(&mut lines) {
            line.progress.rank = rank;
            line.progress.depth = depth;
        }
        Ok(lines)
    }

    /// One search with what is left, counted on.
    fn search(&mut self, order: &Order, report: &mut Report) -> Result<Found, Trouble> {
        let (cycles, nodes) = (self.cycles, self.nodes);
        let order = Order {
            ponder: self.clock_from.is_none(),
            budget: self.budget_left(),
            nodes: self.nodes_left(),
            ..order.clone()
        };
        let count_on = |progress: &Progress| Progress {
            cycles: progress.cycles + cycles,
            nodes: progress.nodes + nodes,
            ..progress.clone()
        };
        let mut counted = |news: News| match news {
            News::Line(progress) => report(News::Line(&count_on(progress))),
            News::Root { .. } => report(news),
        };
        let mut found = self
            .player
            .search(self.game, &order, self.signals, &mut counted)?;
        found.progress = count_on(&found.progress);
        self.cycles = found.progress.cycles;
        self.nodes = found.progress.nodes;
        if self.signals.said().ponder_hit {
            self.clock_from.get_or_insert(cycles);
        }
        Ok(found)
    }

    fn budget_left(&self) -> Option<Budget> {
        let used = self.clock_from.map_or(0, |start| self.cycles - start);
        self.order.budget.map(|budget| Budget {
            soft: budget.soft.saturating_sub(used),
            hard: budget.hard.saturating_sub(used),
        })
    }

    fn nodes_left(&self) -> Option<u64> {
        let left = |limit: u64| limit.saturating_sub(u64::from(self.nodes)).max(1);
        self.order.nodes.map(left)
    }

    /// Was the search that just ended the last?
    fn is_over(&self) -> bool {
        let said = self.signals.said();
        let late = self.clock_from.is_some()
            && self
                .budget_left()
                .is_some_and(|left| left.soft < SHORTEST_SEARCH);
        let counted = self
            .order
            .nodes
            .is_some_and(|limit| u64::from(self.nodes) >= limit);
        said.stop || said.give_up || late || counted
    }
}

/// The moves that were best are searched first at the next depth.
fn bring_to_front(moves: &mut Vec<Move>, lines: &[Found]) {
    let mut order: Vec<Move> = lines.iter().filter_map(|line| line.best).collect();
    let rest = moves.iter().filter(|mv| !order.contains(mv)).copied();
    let rest: Vec<Move> = rest.collect();
    order.extend(rest);
    *moves = order;
}
