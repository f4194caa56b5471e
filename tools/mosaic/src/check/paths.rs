//! Paths through the code of a block: which truths a path depends on, what they decide, and how the states at the end of
//! two paths become one.

use super::formulas::{Id, Node, Truth, Values};
use super::machine_state::State;

/// Truths that hold or do not hold on a path, in the order they were asked for.
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

/// The states of several paths as one, and the paths it stands for.
pub fn merge(arrivals: Vec<(Vec<Facts>, State)>, values: &mut Values) -> (Vec<Facts>, State) {
    let mut paths: Vec<(Facts, usize)> = Vec::new();
    let mut states = Vec::new();
    for (facts, state) in arrivals {
        paths.extend(facts.into_iter().map(|facts| (facts, states.len())));
        states.push(state);
    }
    if states.len() == 1 {
        let state = states.remove(0);
        return (paths.into_iter().map(|(facts, _)| facts).collect(), state);
    }
    let start = common_start(&paths);
    let mut merger = Merger {
        states: &states,
        values,
        start: start.len(),
        complete: true,
    };
    let all: Vec<&(Facts, usize)> = paths.iter().collect();
    let state = merger.merge(&all, 0);
    let facts = if merger.complete {
        vec![start]
    } else {
        paths.into_iter().map(|(facts, _)| facts).collect()
    };
    (facts, state)
}

fn common_start(paths: &[(Facts, usize)]) -> Facts {
    let first = &paths[0].0;
    let shared = |at: &usize| {
        paths
            .iter()
            .all(|(facts, _)| facts.get(*at) == first.get(*at))
    };
    let length = (0..first.len()).take_while(shared).count();
    first[..length].to_vec()
}

struct Merger<'a> {
    states: &'a [State],
    values: &'a mut Values,
    /// Length of what all paths have in common.
    start: usize,
    /// Together the paths are all there are behind their common start.
    complete: bool,
}

impl Merger<'_> {
    fn merge(&mut self, paths: &[&(Facts, usize)], depth: usize) -> State {
        if let [only] = paths {
            self.complete &= only.0.len() == depth;
            return self.states[only.1].clone();
        }
        let asked = paths[0].0.get(depth).map(|(id, _)| *id);
        let same = paths
            .iter()
            .all(|path| path.0.get(depth).map(|(id, _)| *id) == asked);
        let Some(asked) = asked.filter(|_| same) else {
            // Paths that no common question tells apart.
            self.complete = false;
            let first = self.states[paths[0].1].clone();
            return paths[1..].iter().fold(first, |merged, path| {
                let mut choose = |values: &mut Values, a: Id, b: Id| {
                    if a == b { a } else { values.fresh() }
                };
                let mut choose_truth = |values: &mut Values, a: Truth, b: Truth| {
                    if a == b { a } else { values.fresh_truth() }
                };
                merged.merged(
                    &self.states[path.1],
                    self.values,
                    &mut choose,
                    &mut choose_truth,
                )
            });
        };
        let (yes, no): (Vec<_>, Vec<_>) = paths.iter().partition(|path| path.0[depth].1);
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
                self.merge(paths, depth + 1)
            }
        }
    }
}
