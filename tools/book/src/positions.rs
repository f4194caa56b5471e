//! Openings to positions: every line played out, equal positions merged, each with its weighted moves and its name.
//!
//! Invariant: every move of a `Position` is legal in it, has a weight from 1 to 15, and there are at most three.
//! Two positions are equal by the rules of repetition: same men, same side, same castling, same en passant captures.
//! The board here is the `cozy-chess` library, so that the engine's own rules are not their own judge.

use crate::fault::{Fault, Place, Ply};
use crate::lines::{Line, Opening};
use cozy_chess::util::{display_san_move, parse_san_move};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use std::collections::{BTreeMap, BTreeSet};

/// Most moves a position may choose from.
pub const MAX_CHOICES: usize = 3;
/// The weight of a move that nobody weighted.
pub const DEFAULT_WEIGHT: u8 = 4;

/// A position as text: the first four fields of its FEN, with an en passant square only where a pawn could capture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement(pub String);

#[derive(Debug)]
pub struct Position {
    pub board: Board,
    /// By the SAN of the move.
    pub choices: BTreeMap<String, Choice>,
    /// Index into the openings.
    pub name: Option<usize>,
}

#[derive(Debug, Clone)]
pub struct Choice {
    pub mv: Move,
    pub weight: u8,
    /// Where the repertoire first has the move.
    pub place: Place,
    pub ply: Ply,
}

/// All positions of a repertoire, the start position and the ends of the lines included.
pub struct Repertoire {
    pub openings: Vec<Opening>,
    pub positions: BTreeMap<Placement, Position>,
    /// Move lists from the start position, one for each written line.
    pub paths: Vec<Vec<Step>>,
}

/// One move of one line: the board before it, and what the author wrote.
#[derive(Clone, Debug)]
pub struct Step {
    pub board: Board,
    pub mv: Move,
    pub san: String,
    written: Option<u8>,
    pub place: Place,
    pub ply: Ply,
}

pub fn placement(board: &Board) -> Placement {
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').take(4).collect();
    if board
        .en_passant()
        .is_some_and(|file| !can_capture(board, file))
    {
        fields[3] = "-";
    }
    Placement(fields.join(" "))
}

/// Does a pawn of the side to move stand beside the pawn that just made a double step?
fn can_capture(board: &Board, file: File) -> bool {
    let side = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(side));
    let origins = cozy_chess::get_pawn_attacks(target, !side);
    !(origins & board.colored_pieces(side, Piece::Pawn)).is_empty()
}

pub fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play(mv);
    next
}

impl Repertoire {
    /// Plays everything out, or tells all that is wrong with it.
    pub fn new(openings: Vec<Opening>) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut paths = Vec::new();
        let mut sides = Vec::new();
        let mut stems = Vec::new();
        for opening in &openings {
            stems.push(paths.len());
            paths.extend(play(opening, &mut faults));
            sides.resize(paths.len(), opening.side);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let weights = weights(&paths, &mut faults);
        let mut repertoire = Self {
            openings,
            positions: BTreeMap::new(),
            paths,
        };
        repertoire.enter_positions();
        for (path, side) in sides.into_iter().enumerate() {
            repertoire.enter_choices(path, side, &weights);
        }
        faults.extend(repertoire.crowded());
        for (opening, stem) in stems.into_iter().enumerate() {
            faults.extend(repertoire.enter_name(opening, stem).err());
        }
        if faults.is_empty() {
            Ok(repertoire)
        } else {
            Err(faults)
        }
    }

    fn enter_positions(&mut self) {
        for path in &self.paths {
            for step in path {
                for board in [step.board.clone(), after(&step.board, step.mv)] {
                    self.positions.entry(placement(&board)).or_insert(Position {
                        board,
                        choices: BTreeMap::new(),
                        name: None,
                    });
                }
            }
        }
    }

    /// Enters the moves that the book would play on one path. A side that has played a move of weight 0 is somebody
    /// else: what it does later on this path is met, not chosen, unless a weight says otherwise.
    fn enter_choices(&mut self, path: usize, only: Option<Color>, weights: &Weights) {
        let mut is_ours =
            [Color::White, Color::Black].map(|side| only.is_none_or(|only| only == side));
        for step in &self.paths[path] {
            let placement = placement(&step.board);
            let ours = &mut is_ours[step.board.side_to_move() as usize];
            let weight = match weights.get(&(placement.clone(), step.san.clone())) {
                Some((weight, _)) => *weight,
                None if *ours => DEFAULT_WEIGHT,
                None => 0,
            };
            *ours &= weight > 0;
            let position = self.positions.get_mut(&placement).expect("entered before");
            if weight > 0 {
                let Step {
                    mv, ref place, ply, ..
                } = *step;
                let choice = Choice {
                    mv,
                    weight,
                    place: place.clone(),
                    ply,
                };
                position.choices.entry(step.san.clone()).or_insert(choice);
            }
        }
    }

    fn crowded(&self) -> impl Iterator<Item = Fault> {
        let crowded = self
            .positions
            .values()
            .filter(|position| position.choices.len() > MAX_CHOICES);
        crowded.filter_map(|position| {
            let last = position
                .choices
                .values()
                .max_by_key(|choice| &choice.place)?;
            let moves: Vec<_> = position.choices.keys().map(String::as_str).collect();
            let reason = format!(
                "is one of more than {MAX_CHOICES} moves: {}",
                moves.join(", ")
            );
            Some(Fault::at_move(&last.place, last.ply, reason))
        })
    }

    fn enter_name(&mut self, opening: usize, stem: usize) -> Result<(), Fault> {
        let last = self.paths[stem].last().expect("a line has moves");
        let end = placement(&after(&last.board, last.mv));
        let position = self.positions.get_mut(&end).expect("entered before");
        if let Some(other) = position.name {
            let other = &self.openings[other].place;
            return Err(Fault::new(
                &last.place,
                format!("{other} has named this position already"),
            ));
        }
        position.name = Some(opening);
        Ok(())
    }
}

/// Explicit weights by position and move, with the place of the first writing.
type Weights = BTreeMap<(Placement, String), (u8, Place)>;

fn weights(paths: &[Vec<Step>], faults: &mut Vec<Fault>) -> Weights {
    let mut weights = Weights::new();
    let mut seen = BTreeSet::new();
    for step in paths.iter().flatten() {
        let Some(weight) = step.written else { continue };
        let (first, place) = weights
            .entry((placement(&step.board), step.san.clone()))
            .or_insert((weight, step.place.clone()));
        if *first != weight && seen.insert((&step.place, step.ply)) {
            let reason = format!(
                "{} has weight {weight} here and {first} at {place}",
                step.san
            );
            faults.push(Fault::at_move(&step.place, step.ply, reason));
        }
    }
    weights
}

/// Plays out the lines of an opening, each from the start position. A line stops at its first fault; what hangs under
/// it beyond that point stops with it, without a fault of its own.
fn play(opening: &Opening, faults: &mut Vec<Fault>) -> Vec<Vec<Step>> {
    let mut paths: Vec<Vec<Step>> = Vec::new();
    for line in &opening.lines {
        let trunk = line.parent.map_or(&[][..], |parent| &paths[parent]);
        let mut path: Vec<Step> = trunk.iter().take(line.first.0).cloned().collect();
        if path.len() == line.first.0 {
            faults.extend(play_line(line, &mut path).err());
        }
        paths.push(path);
    }
    paths
}

fn play_line(line: &Line, path: &mut Vec<Step>) -> Result<(), Fault> {
    for written in &line.moves {
        let board = path
            .last()
            .map_or(Board::default(), |step| after(&step.board, step.mv));
        let ply = Ply(path.len());
        let mv = legal(&line.place, ply, &board, &written.san)?;
        let (san, place) = (written.san.clone(), line.place.clone());
        path.push(Step {
            board,
            mv,
            san,
            written: written.weight,
            place,
            ply,
        });
    }
    Ok(())
}

/// The move, if it is legal, no promotion, and written as the standard wants it.
fn legal(place: &Place, ply: Ply, board: &Board, san: &str) -> Result<Move, Fault> {
    let mv = parse_san_move(board, san)
        .map_err(|_| Fault::at_move(place, ply, format!("{san} is not a legal move here")))?;
    let standard = display_san_move(board, mv).to_string();
    if standard != san {
        return Err(Fault::at_move(
            place,
            ply,
            format!("{san} should be written {standard}"),
        ));
    }
    if mv.promotion.is_some() {
        return Err(Fault::at_move(
            place,
            ply,
            format!("{san}: a book move cannot promote"),
        ));
    }
    Ok(mv)
}
