//! What the session tells a search while it runs: stop, ponder no more, give up; and that the search has answered.
//!
//! The search looks at them every few milliseconds of the host; where it has nothing to do but wait, it sleeps here
//! and is woken.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What was said so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The best move is wanted now.
    pub stop: bool,
    /// The expected move was played: from now on the clock runs.
    pub ponder_hit: bool,
    /// Nobody wants a move any more.
    pub give_up: bool,
    /// By the search itself: its answer is about to be written, the thread will end in a moment.
    pub answered: bool,
}

#[derive(Debug, Default)]
pub struct Signals {
    said: Mutex<Said>,
    changed: Condvar,
}

impl Signals {
    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn said(&self) -> Said {
        *self.lock()
    }

    /// Says one thing more and wakes whoever waits.
    pub fn say(&self, what: impl FnOnce(&mut Said)) {
        what(&mut self.lock());
        self.changed.notify_all();
    }

    /// Sleeps until something is said that `enough` is content with.
    pub fn wait(&self, enough: impl Fn(Said) -> bool) -> Said {
        let said = self.lock();
        let waited = self.changed.wait_while(said, |said| !enough(*said));
        *waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until a moment, or until anything new is said.
    pub fn sleep_until(&self, moment: Instant) {
        let before = self.lock();
        let known = *before;
        let left = moment.saturating_duration_since(Instant::now());
        let nothing_new = |said: &mut Said| *said == known;
        // Whether time or a word ended the sleep: the caller looks again either way.
        drop(self.changed.wait_timeout_while(before, left, nothing_new));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn whoever_waits_is_woken_by_the_word_it_waits_for() {
        let signals = Arc::new(Signals::default());
        let waiting = {
            let signals = Arc::clone(&signals);
            std::thread::spawn(move || signals.wait(|said| said.stop))
        };
        signals.say(|said| said.ponder_hit = true);
        signals.say(|said| said.stop = true);
        let said = waiting.join().expect("no panic");
        assert!(said.stop && !said.give_up);
    }

    #[test]
    fn nothing_is_said_at_first() {
        assert_eq!(Signals::default().said(), Said::default());
    }
}
