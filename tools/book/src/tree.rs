//! Positions to the packed tree that `src/game/book.rs` reads.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | `n`, the number of different moves of the repertoire |
//! | `n` each | their squares from and to, 0x88, Black's mirrored, the most frequent move first |
//! | then | the tree, a string of bits, the highest of each byte first |
//!
//! The bits begin with the node of the initial position. A node is its head and, for each child, the move that leads there
//! and the child's node. Heads:
//!
//! | bits | meaning |
//! |---|---|
//! | `0` | one child, the book plays the move |
//! | `10` | no child |
//! | `110` | one child, the book never plays the move but knows answers to it |
//! | `111`, 0 as a number | the node stands elsewhere: 12 bits tell at which byte of the tree |
//! | `111`, `k` as a number | `k + 1` children, then their weights of four bits |
//!
//! A number is as many ones as there are smaller ranges, a zero, and the place in its range in binary. The first range
//! has one bit in heads and two bits in moves, and each has one bit more than the last.
//! A move is its rank among those of the `n` moves whose `from` has a man of the side to move and whose `to` has none.
//!
//! A position has one node, whatever orders of moves lead to it; other moves to it end in a node without children. Large
//! subtrees stand elsewhere, so that the program can pass over a branch without reading all of it.

use crate::positions::{Placement, Position, Repertoire, after, placement};
use cozy_chess::{Board, Color, File, Move, Rank, Square};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Room for the book in the program.
pub const MAX_BYTES: usize = 3 * 1024;
/// Places for the weights of a position's moves while the program chooses one of them (`src/game/book.rs`).
const MAX_BRANCHES: usize = 64;

const RANK_BITS: u32 = 2;
const COUNT_BITS: u32 = 1;
const WEIGHT_BITS: u32 = 4;
const LINK_BITS: u32 = 12;
/// Turns the squares of Black's moves into White's.
const MIRROR: u8 = 0x70;
/// A subtree of more bits than this stands elsewhere.
const LARGE: usize = 300;

/// A move as squares of the engine, seen from the side that makes it.
type Pair = (u8, u8);

/// A move of the tree: weight 0 if the book does not play it, and the node it leads to.
struct Branch {
    pair: Pair,
    weight: u8,
    node: Node,
}

/// A position and the moves that the repertoire has there.
struct Node {
    board: Board,
    branches: Vec<Branch>,
}

/// The moves that the repertoire has in each position, played or only met.
type Moves<'a> = BTreeMap<Placement, BTreeMap<&'a str, Move>>;

pub fn pack(repertoire: &Repertoire) -> Result<Vec<u8>, String> {
    let root = Node::root(repertoire);
    root.check_that_men_tell_positions_apart()?;
    root.check_that_moves_have_room()?;
    let pairs = root.pairs();
    let count = u8::try_from(pairs.len()).map_err(|_| "the repertoire has over 255 moves")?;
    let mut writer = Writer {
        pairs: &pairs,
        aside: Vec::new(),
    };
    let root = writer.node(&root);
    let tree = join(root, writer.aside)?;
    let mut packed = vec![count];
    packed.extend(pairs.iter().map(|pair| pair.0));
    packed.extend(pairs.iter().map(|pair| pair.1));
    packed.extend(tree);
    match packed.len() {
        0..=MAX_BYTES => Ok(packed),
        bytes => Err(format!(
            "the packed book has {bytes} bytes, {} too many",
            bytes - MAX_BYTES
        )),
    }
}

impl Node {
    fn root(repertoire: &Repertoire) -> Self {
        let mut moves = Moves::new();
        for step in repertoire.paths.iter().flatten() {
            let here = moves.entry(placement(&step.board)).or_default();
            here.insert(&step.san, step.mv);
        }
        let parents = shortest_paths(&moves);
        Self::build(&Board::default(), repertoire, &moves, &parents)
    }

    fn build(board: &Board, repertoire: &Repertoire, moves: &Moves, parents: &Parents) -> Self {
        let here = placement(board);
        let Position { choices, .. } = &repertoire.positions[&here];
        let mut branches = Vec::new();
        for (&san, &mv) in moves.get(&here).into_iter().flatten() {
            let next = after(board, mv);
            let weight = choices.get(san).map_or(0, |choice| choice.weight);
            let node = if parents.get(&placement(&next)) == Some(&(here.clone(), san)) {
                Self::build(&next, repertoire, moves, parents)
            } else {
                Self {
                    board: next,
                    branches: Vec::new(),
                }
            };
            if weight > 0 || !node.branches.is_empty() {
                let pair = pair(board, mv);
                branches.push(Branch { pair, weight, node });
            }
        }
        // The likeliest first, as the program draws them.
        branches.sort_by_key(|branch| Reverse(branch.weight));
        Self {
            board: board.clone(),
            branches,
        }
    }

    fn for_each_branch<'a>(&'a self, act: &mut impl FnMut(&'a Branch)) {
        for branch in &self.branches {
            act(branch);
            branch.node.for_each_branch(act);
        }
    }

    /// All moves, the most frequent first.
    fn pairs(&self) -> Vec<Pair> {
        let mut counts = BTreeMap::<Pair, u32>::new();
        self.for_each_branch(&mut |branch| *counts.entry(branch.pair).or_default() += 1);
        let mut pairs: Vec<Pair> = counts.keys().copied().collect();
        pairs.sort_by_key(|pair| Reverse(counts[pair]));
        pairs
    }

    /// The program compares neither castling rights nor en passant.
    fn check_that_men_tell_positions_apart(&self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        let mut twice = None;
        self.for_each_branch(&mut |Branch { node, .. }| {
            let text = placement(&node.board).0;
            let men_and_side: Vec<_> = text.split(' ').take(2).map(str::to_string).collect();
            if !node.branches.is_empty() && !seen.insert(men_and_side) {
                twice = Some(text);
            }
        });
        twice.map_or(Ok(()), |text| {
            Err(format!(
                "{text} differs from another position in rights only"
            ))
        })
    }

    fn check_that_moves_have_room(&self) -> Result<(), String> {
        let count = self.branches.len();
        if count > MAX_BRANCHES {
            return Err(format!(
                "{} has {count} moves, the program has room for {MAX_BRANCHES}",
                placement(&self.board).0
            ));
        }
        let mut branches = self.branches.iter();
        branches.try_for_each(|branch| branch.node.check_that_moves_have_room())
    }
}

/// By position: the position before it and the move from there that its node hangs on.
type Parents<'a> = BTreeMap<Placement, (Placement, &'a str)>;

fn shortest_paths<'a>(moves: &Moves<'a>) -> Parents<'a> {
    let start = Board::default();
    let mut parents = Parents::new();
    let mut seen = BTreeSet::from([placement(&start)]);
    let mut boards = VecDeque::from([start]);
    while let Some(board) = boards.pop_front() {
        let here = placement(&board);
        for (&san, &mv) in moves.get(&here).into_iter().flatten() {
            let next = after(&board, mv);
            if seen.insert(placement(&next)) {
                parents.insert(placement(&next), (here.clone(), san));
                boards.push_back(next);
            }
        }
    }
    parents
}

/// What a node is written as.
#[derive(Clone, Copy)]
enum Item {
    Bit(bool),
    /// The place of this subtree, in 12 bits.
    PlaceOf(usize),
}

fn width(items: &[Item]) -> usize {
    let bits = items.iter().map(|item| match item {
        Item::Bit(_) => 1,
        Item::PlaceOf(_) => LINK_BITS as usize,
    });
    bits.sum()
}

/// The `width` low bits of a value, the highest first.
fn bits(value: usize, width: u32) -> impl Iterator<Item = bool> {
    (0..width).rev().map(move |bit| value >> bit & 1 != 0)
}

/// A number whose first range has `width` bits.
fn number(value: usize, mut width: u32) -> Vec<Item> {
    let mut items = Vec::new();
    let mut place = value;
    while place >= 1 << width {
        items.push(Item::Bit(true));
        place -= 1 << width;
        width += 1;
    }
    items.push(Item::Bit(false));
    items.extend(bits(place, width).map(Item::Bit));
    items
}

/// Writes nodes, and puts large subtrees aside.
struct Writer<'a> {
    pairs: &'a [Pair],
    aside: Vec<Vec<Item>>,
}

impl Writer<'_> {
    fn node(&mut self, node: &Node) -> Vec<Item> {
        let mut items = head(node);
        for branch in &node.branches {
            let rank = self.rank(&node.board, branch.pair);
            items.extend(number(rank, RANK_BITS));
            let child = self.node(&branch.node);
            if width(&child) > LARGE {
                items.extend([Item::Bit(true); 3]);
                items.extend(number(0, COUNT_BITS));
                items.push(Item::PlaceOf(self.aside.len()));
                self.aside.push(child);
            } else {
                items.extend(child);
            }
        }
        items
    }

    fn rank(&self, board: &Board, pair: Pair) -> usize {
        let side = board.side_to_move();
        let has_man = |sq: u8| board.colors(side).has(library_square(sq, side));
        let before = self.pairs.iter().take_while(|&&other| other != pair);
        before
            .filter(|&&(from, to)| has_man(from) && !has_man(to))
            .count()
    }
}

fn head(node: &Node) -> Vec<Item> {
    let [zero, one] = [false, true].map(Item::Bit);
    match node.branches.as_slice() {
        [] => vec![one, zero],
        [only] if only.weight > 0 => vec![zero],
        [_] => vec![one, one, zero],
        several => {
            let mut items = vec![one; 3];
            items.extend(number(several.len() - 1, COUNT_BITS));
            let weights = several.iter().map(|branch| usize::from(branch.weight));
            items.extend(weights.flat_map(|weight| bits(weight, WEIGHT_BITS).map(Item::Bit)));
            items
        }
    }
}

/// The subtrees one after another, each from a byte of its own on, the root's first.
fn join(root: Vec<Item>, aside: Vec<Vec<Item>>) -> Result<Vec<u8>, String> {
    let mut places = Vec::new();
    let mut next = width(&root).div_ceil(8);
    for subtree in &aside {
        places.push(next);
        next += width(subtree).div_ceil(8);
    }
    if next > 1 << LINK_BITS {
        return Err(format!(
            "the packed tree has {next} bytes, too many for a link"
        ));
    }
    let mut bytes = Vec::new();
    for subtree in std::iter::once(root).chain(aside) {
        let resolved: Vec<bool> = subtree
            .into_iter()
            .flat_map(|item| match item {
                Item::Bit(bit) => vec![bit],
                Item::PlaceOf(subtree) => bits(places[subtree], LINK_BITS).collect(),
            })
            .collect();
        bytes.extend(resolved.chunks(8).map(|chunk| {
            let set = chunk.iter().enumerate().filter(|(_, bit)| **bit);
            set.fold(0, |byte, (place, _)| byte | 0x80 >> place)
        }));
    }
    Ok(bytes)
}

/// The move in the engine's squares. The library writes castling as king takes rook, the engine as a step of two files.
pub fn squares(board: &Board, mv: Move) -> (u8, u8) {
    let castles = board.colors(board.side_to_move()).has(mv.to);
    let to = match (castles, mv.to.file()) {
        (false, _) => mv.to,
        (true, File::A) => Square::new(File::C, mv.to.rank()),
        (true, _) => Square::new(File::G, mv.to.rank()),
    };
    (square(mv.from), square(to))
}

/// Row 0 of the engine's board is rank 8.
fn square(square: Square) -> u8 {
    let row = square.rank().relative_to(Color::Black) as u8;
    row * 16 + square.file() as u8
}

/// The same move of White, if Black makes it.
fn pair(board: &Board, mv: Move) -> Pair {
    let (from, to) = squares(board, mv);
    match board.side_to_move() {
        Color::White => (from, to),
        Color::Black => (from ^ MIRROR, to ^ MIRROR),
    }
}

/// A square of a pair, as the library counts.
fn library_square(sq: u8, side: Color) -> Square {
    let rank = Rank::index(usize::from(sq >> 4)).relative_to(!side);
    Square::new(File::index(usize::from(sq & 7)), rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_moves(count: usize) -> Node {
        let leaf = || Branch {
            pair: (0, 0),
            weight: 1,
            node: Node {
                board: Board::default(),
                branches: Vec::new(),
            },
        };
        Node {
            board: Board::default(),
            branches: (0..count).map(|_| leaf()).collect(),
        }
    }

    #[test]
    fn a_position_has_no_more_moves_than_the_program_has_room_for() {
        assert_eq!(with_moves(64).check_that_moves_have_room(), Ok(()));
        let refusal = with_moves(65).check_that_moves_have_room().unwrap_err();
        assert!(refusal.ends_with("has 65 moves, the program has room for 64"));
    }
}
