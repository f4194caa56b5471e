//! Block placement: the order of a routine's blocks in memory, chosen by what its jumps and branches cost.
//!
//! A branch costs two cycles where it falls through and three where it is taken, a jump three, and a branch to a label out of
//! reach is one around a jump. What that comes to depends on the order alone, so it is counted exactly, by the estimated
//! frequency of each edge. Starting from the order at hand, stretches of blocks move to where they make the whole routine
//! cheapest, as long as one does. So the block that closes a long loop comes to stand above its head, and the
//! cases of a switch within reach of it.

use super::branches::drop_unused_labels;
use super::hits::Hits;
use crate::asm::effects::ZeroPage;
use crate::asm::flow::{Exit, Flow, is_branch, next_label, target};
use crate::asm::frequency::Frequency;
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand};

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 1] = ["place-blocks"];

/// Most blocks that move together, beside those up to the next place that nothing runs past.
const LONGEST_STRETCH: usize = 6;
/// Bytes that a branch has in reserve before it counts as out of reach: others grow between it and its label.
const MARGIN: i64 = 5;
/// What a cycle counts beside a byte where code is to be fast.
const CYCLE: f64 = 32.0;
/// The same where it is to be small: it decides between orders of equal length.
const SMALL_CYCLE: f64 = 1.0 / 16.0;
/// Least gain that is worth a move, so that rounding never is.
const GAIN: f64 = 0.001;

/// Blocks priced at most for one routine, which bounds the time that a very long one takes.
const MOST_PRICED: usize = 10_000_000;

/// Bytes of a jump and a branch.
const JUMP: i64 = 3;
const BRANCH: i64 = 2;

/// Puts the blocks in a cheaper order, if there is one; tells whether it did.
///
/// Needs: addresses chosen, so that lengths are final. Leaves: the same meaning; branches may be out of reach.
pub fn run(lines: &mut Vec<Line>, zero_page: &ZeroPage, small: bool, hits: &mut Hits) -> bool {
    if !hits.allows(NAMES[0]) {
        return false;
    }
    let Some(routine) = Blocks::of(lines, zero_page, small) else {
        return false;
    };
    let order = routine.improve();
    let moved = !order.is_sorted();
    if moved {
        *lines = routine.write(&order, next_label(lines));
        drop_unused_labels(lines);
        hits.count(NAMES[0]);
    }
    moved
}

/// How a block ends, whatever stands behind it.
#[derive(Debug, Clone)]
enum End {
    /// The routine is left.
    Leave,
    /// One successor.
    Goes(usize),
    /// Two, and the chance of the first.
    Splits(Mnemonic, usize, usize, f64),
}

/// A block without the jump or branch at its end.
struct Block {
    lines: Vec<Line>,
    bytes: i64,
    end: End,
    /// What a cycle of it counts beside a byte.
    weight: f64,
}

struct Blocks(Vec<Block>);

/// The price of the jumps and branches at the end of a block, in cycles each time, and their length.
struct Price {
    cycles: f64,
    bytes: i64,
    /// The branch is the other way round.
    inverted: bool,
}

impl Blocks {
    /// The blocks of a routine, unless it holds data, which has its place, or ends nowhere.
    fn of(lines: &[Line], zero_page: &ZeroPage, small: bool) -> Option<Blocks> {
        let flow = Flow::new(lines);
        let frequency = Frequency::of(lines, &flow);
        let mut blocks = Vec::new();
        for (number, block) in flow.blocks.iter().enumerate() {
            let mut own = lines[block.lines.clone()].to_vec();
            if own.iter().any(|line| matches!(line, Line::Data(_))) {
                return None;
            }
            let goes = |inst: &Inst| is_branch(inst.op) || inst.op == Mnemonic::Jmp;
            let last = match own.last() {
                Some(Line::Inst(inst)) if target(inst).is_some() && goes(inst) => Some(inst.op),
                _ => None,
            };
            let end = match (block.next.as_slice(), &block.exit) {
                ([], Exit::Return | Exit::Tail(_)) => End::Leave,
                ([], Exit::Unknown) if ends_in_interrupt_or_break(&own) => End::Leave,
                (&[next], Exit::Inside) => End::Goes(next),
                (&[falls, goes], Exit::Inside) => {
                    End::Splits(last?, goes, falls, frequency.chances[number][1])
                }
                _ => return None,
            };
            if last.is_some() {
                own.pop();
            }
            let bytes = own.iter().map(|line| match line {
                Line::Inst(inst) => i64::from(inst.bytes(zero_page)),
                _ => 0,
            });
            blocks.push(Block {
                bytes: bytes.sum(),
                lines: own,
                end,
                weight: if small {
                    SMALL_CYCLE
                } else {
                    frequency.blocks[number] * CYCLE
                },
            });
        }
        Some(Blocks(blocks))
    }

    /// What the end of a block costs in front of `next`; `far` says which blocks are out of its reach.
    fn price(&self, block: usize, next: Option<usize>, far: impl Fn(usize) -> bool) -> Price {
        let plain = |cycles: f64, bytes: i64| Price {
            cycles,
            bytes,
            inverted: false,
        };
        match self.0[block].end {
            End::Leave => plain(0.0, 0),
            End::Goes(to) if next == Some(to) => plain(0.0, 0),
            End::Goes(_) => plain(3.0, JUMP),
            End::Splits(_, then, other, chance) => {
                // To one side by the branch, to the other by falling through or by a jump behind it.
                let by = |to: usize, rest: usize, chance: f64, inverted: bool| {
                    let (taken, not_taken, wide) = if far(to) {
                        (5.0, 3.0, JUMP)
                    } else {
                        (3.0, 2.0, 0)
                    };
                    let (jump, jump_bytes) = if next == Some(rest) {
                        (0.0, 0)
                    } else {
                        (3.0, JUMP)
                    };
                    Price {
                        cycles: chance * taken + (1.0 - chance) * (not_taken + jump),
                        bytes: BRANCH + wide + jump_bytes,
                        inverted,
                    }
                };
                let straight = by(then, other, chance, false);
                let inverted = by(other, then, 1.0 - chance, true);
                if self.total(block, &inverted) < self.total(block, &straight) {
                    inverted
                } else {
                    straight
                }
            }
        }
    }

    fn total(&self, block: usize, price: &Price) -> f64 {
        price.cycles * self.0[block].weight + price.bytes as f64
    }

    /// What the end of a block costs in front of `next` if everything is within reach.
    fn near(&self, block: usize, next: Option<usize>) -> f64 {
        self.total(block, &self.price(block, next, |_| false))
    }

    /// What all jumps and branches of an order would cost if everything were within reach.
    fn cost_nearby(&self, order: &[usize]) -> f64 {
        let next = order.iter().copied().map(Some).skip(1).chain([None]);
        let ends = order.iter().zip(next);
        ends.map(|(block, next)| self.near(*block, next)).sum()
    }

    /// What all jumps and branches of an order cost.
    fn cost(&self, order: &[usize]) -> f64 {
        let mut starts = vec![0; order.len()];
        let mut ends = vec![0; order.len()];
        let mut at = 0;
        for (place, &block) in order.iter().enumerate() {
            starts[block] = at;
            let next = order.get(place + 1).copied();
            at += self.0[block].bytes + self.price(block, next, |_| false).bytes;
            ends[block] = at;
        }
        let reach = -128 + MARGIN..=127 - MARGIN;
        let costs = order.iter().enumerate().map(|(place, &block)| {
            let far = |to: usize| !reach.contains(&(starts[to] - ends[block]));
            let price = self.price(block, order.get(place + 1).copied(), far);
            self.total(block, &price)
        });
        costs.sum()
    }

    /// Moves stretches of blocks as long as that makes the routine cheaper. The first block stays first.
    fn improve(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        let mut cost = self.cost(&order);
        let mut out_of_reach = cost - self.cost_nearby(&order);
        let mut priced = 0;
        loop {
            let before = cost;
            for start in 1..order.len() {
                for end in self.stretches(&order, start) {
                    for to in (1..start).chain(end + 1..=order.len()) {
                        // No more can be gained than if all were within reach afterwards.
                        let most = self.gain_nearby(&order, start, end, to) + out_of_reach;
                        priced += 1;
                        if most < GAIN {
                            continue;
                        }
                        priced += order.len();
                        if priced > MOST_PRICED {
                            return order;
                        }
                        let moved = with_moved(&order, start, end, to);
                        let new = self.cost(&moved);
                        if new < cost - GAIN {
                            (order, cost) = (moved, new);
                            out_of_reach = cost - self.cost_nearby(&order);
                        }
                    }
                }
            }
            if cost >= before - GAIN {
                return order;
            }
        }
    }

    /// Where stretches that begin at `start` may end.
    fn stretches(&self, order: &[usize], start: usize) -> Vec<usize> {
        let short = start + 1..=(start + LONGEST_STRETCH).min(order.len());
        let mut ends: Vec<usize> = short.collect();
        let closed = |end: &usize| {
            let next = order.get(*end).copied();
            self.runs_on(order[*end - 1]) != next || next.is_none()
        };
        let far = start + LONGEST_STRETCH + 1..=order.len();
        ends.extend(far.filter(closed).take(LONGEST_STRETCH));
        ends
    }

    /// The block that a block would like to stand behind it.
    fn runs_on(&self, block: usize) -> Option<usize> {
        match self.0[block].end {
            End::Leave => None,
            End::Goes(to) | End::Splits(_, _, to, _) => Some(to),
        }
    }

    /// What is gained by moving a stretch, where it is taken out and put in, if everything is within reach.
    fn gain_nearby(&self, order: &[usize], start: usize, end: usize, to: usize) -> f64 {
        let at = |place: usize| order.get(place).copied();
        let (first, last) = (order[start], order[end - 1]);
        let (above, below) = (order[start - 1], at(end));
        let (new_above, new_below) = (order[to - 1], at(to));
        self.near(above, Some(first)) + self.near(last, below) + self.near(new_above, new_below)
            - self.near(above, below)
            - self.near(new_above, Some(first))
            - self.near(last, new_below)
    }

    /// The lines in an order, with the jumps and branches that it needs.
    fn write(&self, order: &[usize], fresh: u32) -> Vec<Line> {
        let label = |block: usize| Label(fresh + block as u32);
        let go = |op: Mnemonic, to: usize| Line::Inst(Inst::new(op, Operand::Label(label(to))));
        let mut lines = Vec::new();
        for (place, &number) in order.iter().enumerate() {
            let block = &self.0[number];
            let next = order.get(place + 1).copied();
            lines.push(Line::Label(label(number)));
            lines.extend(block.lines.iter().cloned());
            let rest = match block.end {
                End::Leave => None,
                End::Goes(to) => Some(to),
                End::Splits(op, then, other, _) => {
                    let price = self.price(number, next, |_| false);
                    let inverse = op.inverse().expect("a branch");
                    let (op, to, rest) = if price.inverted {
                        (inverse, other, then)
                    } else {
                        (op, then, other)
                    };
                    lines.push(go(op, to));
                    Some(rest)
                }
            };
            if let Some(rest) = rest.filter(|rest| next != Some(*rest)) {
                lines.push(go(Mnemonic::Jmp, rest));
            }
        }
        lines
    }
}

fn ends_in_interrupt_or_break(lines: &[Line]) -> bool {
    matches!(lines.last(), Some(Line::Inst(inst)) if matches!(inst.op, Mnemonic::Rti | Mnemonic::Brk))
}

/// The order with the blocks from `start` to `end` moved to stand before the block at `to`.
fn with_moved(order: &[usize], start: usize, end: usize, to: usize) -> Vec<usize> {
    let stretch = &order[start..end];
    if to < start {
        [&order[..to], stretch, &order[to..start], &order[end..]].concat()
    } else {
        [&order[..start], &order[end..to], stretch, &order[to..]].concat()
    }
}
