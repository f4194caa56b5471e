//! When there is something new to tell of a search, and to which depth it belongs.
//!
//! The program shows its best line at any moment, the iteration that runs and the last one that was finished. A line that
//! changed belongs to the one that runs; one that did not, to the last that was finished.

use crate::game::Move;

/// What can be seen of a search at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    pub running: u8,
    pub completed: u8,
    pub thought: Thought,
}

/// The best line and its score in centipawns, good for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    pub score: i16,
    pub line: Vec<Move>,
}

#[derive(Debug, Default)]
pub struct Watch {
    completed: u8,
    /// The thought that the last finished iteration ended with.
    settled: Thought,
    /// What was told last.
    told: (u8, Thought),
    seen: Sight,
}

impl Watch {
    /// Looks at a search that may be in the middle of writing: only what two looks agree on counts. Returns the depth
    /// when there is something to tell.
    pub fn look(&mut self, sight: Sight) -> Option<u8> {
        if sight == self.seen {
            return self.note(&sight);
        }
        self.seen = sight;
        None
    }

    /// Takes note of what is certain. Returns the depth when there is something to tell.
    pub fn note(&mut self, sight: &Sight) -> Option<u8> {
        let depth = self.depth(sight);
        if sight.thought.line.is_empty() || (depth == self.told.0 && sight.thought == self.told.1) {
            return None;
        }
        self.told = (depth, sight.thought.clone());
        Some(depth)
    }

    /// The depth to which a thought belongs.
    pub fn depth(&mut self, sight: &Sight) -> u8 {
        if sight.completed > self.completed {
            self.completed = sight.completed;
            self.settled = sight.thought.clone();
        }
        if sight.thought == self.settled {
            sight.completed
        } else {
            sight.running
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(running: u8, completed: u8, score: i16) -> Sight {
        let line = vec![Move::from_bytes([0x64, 0x44])];
        Sight {
            running,
            completed,
            thought: Thought { score, line },
        }
    }

    #[test]
    fn a_new_thought_belongs_to_the_iteration_that_runs() {
        let mut watch = Watch::default();
        assert_eq!(watch.note(&sight(1, 0, 10)), Some(1));
        assert_eq!(watch.note(&sight(1, 1, 10)), None);
        assert_eq!(watch.note(&sight(2, 1, 25)), Some(2));
    }

    #[test]
    fn a_thought_that_stays_is_told_again_when_the_next_iteration_has_confirmed_it() {
        let mut watch = Watch::default();
        assert_eq!(watch.note(&sight(1, 1, 10)), Some(1));
        assert_eq!(watch.note(&sight(2, 1, 10)), None);
        assert_eq!(watch.note(&sight(2, 2, 10)), Some(2));
    }

    #[test]
    fn an_iteration_cut_short_without_news_does_not_count() {
        let mut watch = Watch::default();
        watch.note(&sight(3, 3, 10));
        assert_eq!(watch.depth(&sight(4, 3, 10)), 3);
        assert_eq!(watch.depth(&sight(4, 3, 11)), 4);
    }

    #[test]
    fn what_only_one_look_saw_is_not_told() {
        let mut watch = Watch::default();
        assert_eq!(watch.look(sight(1, 0, 10)), None);
        assert_eq!(watch.look(sight(1, 0, 30)), None);
        assert_eq!(watch.look(sight(1, 0, 30)), Some(1));
    }

    #[test]
    fn a_search_without_a_line_has_nothing_to_tell() {
        assert_eq!(Watch::default().note(&Sight::default()), None);
    }
}
