//! Ways through the code of a block: which truths a way depends on, what they decide, and how the worlds at the end of
//! two ways become one.

use super::formulas::{Id, Node, Truth, Values};
use super::machine_state::State;

/// Truths that hold or do not hold on a way, in the order they were asked for.
pub type Facts = Vec<(Id, bool)>;

/// What the facts say about a truth.
pub fn decide(facts: &Facts, truth: Truth, values: &Values) -> Option<bool> {
    if let Some(known) = values.as_known(truth) {
        return Some(known);
    }
    let direct = facts.iter().find(|(id, _)| *id == truth.id);
    let known = direct.map(|(_, known)| *known).or_else(|| {
        let (byte, wanted) = range(truth.id, values)?;
        let mut possible = [true; 256];
        for (id, holds) in facts {
            if let Some((other, set)) = range(*id, values)
                && other == byte
            {
                for (value, possible) in possible.iter_mut().enumerate() {
                    *possible &= set[value] == *holds;
                }
            }
        }
        let all = |what: bool| (0..256).all(|value| !possible[value] || wanted[value] == what);
        match (all(true), all(false)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    });
    known.map(|known| known != truth.not)
}

/// A truth about one byte and a constant: the byte, and for which of its values it holds.
fn range(id: Id, values: &Values) -> Option<(Id, [bool; 256])> {
    let set = |byte: Id, holds: &dyn Fn(u8) -> bool| {
        let (base, step) = values.base_and_step(byte);
        let holds = std::array::from_fn(|value| holds((value as u8).wrapping_add(step)));
        (base, holds)
    };
    match values.node(id) {
        Node::Equal(byte, constant) => {
            let constant = values.as_constant(*constant)?;
            Some(set(*byte, &|value| value == constant))
        }
        Node::AtLeast(byte, constant) => {
            let constant = values.as_constant(*constant)?;
            Some(set(*byte, &|value| value >= constant))
        }
        Node::Negative(byte) => Some(set(*byte, &|value| value >= 0x80)),
        _ => None,
    }
}

/// The worlds of several ways as one, and the ways it stands for.
pub fn merge(arrivals: Vec<(Vec<Facts>, State)>, values: &mut Values) -> (Vec<Facts>, State) {
    let mut ways: Vec<(Facts, usize)> = Vec::new();
    let mut states = Vec::new();
    for (facts, state) in arrivals {
        ways.extend(facts.into_iter().map(|facts| (facts, states.len())));
        states.push(state);
    }
    if states.len() == 1 {
        let state = states.remove(0);
        return (ways.into_iter().map(|(facts, _)| facts).collect(), state);
    }
    let start = common_start(&ways);
    let mut merger = Merger {
        states: &states,
        values,
        start: start.len(),
        complete: true,
    };
    let all: Vec<&(Facts, usize)> = ways.iter().collect();
    let state = merger.merge(&all, 0);
    let facts = if merger.complete {
        vec![start]
    } else {
        ways.into_iter().map(|(facts, _)| facts).collect()
    };
    (facts, state)
}

fn common_start(ways: &[(Facts, usize)]) -> Facts {
    let first = &ways[0].0;
    let shared = |at: &usize| {
        ways.iter()
            .all(|(facts, _)| facts.get(*at) == first.get(*at))
    };
    let length = (0..first.len()).take_while(shared).count();
    first[..length].to_vec()
}

struct Merger<'a> {
    states: &'a [State],
    values: &'a mut Values,
    /// Length of what all ways have in common.
    start: usize,
    /// Together the ways are all there are behind their common start.
    complete: bool,
}

impl Merger<'_> {
    fn merge(&mut self, ways: &[&(Facts, usize)], depth: usize) -> State {
        if let [only] = ways {
            self.complete &= only.0.len() == depth;
            return self.states[only.1].clone();
        }
        let asked = ways[0].0.get(depth).map(|(id, _)| *id);
        let same = ways
            .iter()
            .all(|way| way.0.get(depth).map(|(id, _)| *id) == asked);
        let Some(asked) = asked.filter(|_| same) else {
            // Ways that no common question tells apart.
            self.complete = false;
            let first = self.states[ways[0].1].clone();
            return ways[1..].iter().fold(first, |merged, way| {
                let mut choose = |values: &mut Values, a: Id, b: Id| {
                    if a == b { a } else { values.fresh() }
                };
                let mut choose_truth = |values: &mut Values, a: Truth, b: Truth| {
                    if a == b { a } else { values.fresh_truth() }
                };
                merged.merged(
                    &self.states[way.1],
                    self.values,
                    &mut choose,
                    &mut choose_truth,
                )
            });
        };
        let (yes, no): (Vec<_>, Vec<_>) = ways.iter().partition(|way| way.0[depth].1);
        match (yes.is_empty(), no.is_empty()) {
            (false, false) => {
                let (yes, no) = (self.merge(&yes, depth + 1), self.merge(&no, depth + 1));
                let truth = Truth {
                    id: asked,
                    not: false,
                };
                let mut choose = |values: &mut Values, a: Id, b: Id| values.choice(truth, a, b);
                let mut choose_truth =
                    |values: &mut Values, a: Truth, b: Truth| values.choice_of_truths(truth, a, b);
                yes.merged(&no, self.values, &mut choose, &mut choose_truth)
            }
            // The common start, or a side that went elsewhere.
            _ => {
                self.complete &= depth < self.start;
                self.merge(ways, depth + 1)
            }
        }
    }
}
