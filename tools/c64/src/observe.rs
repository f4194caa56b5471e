//! Those who watch a run: a profile, a trace, a map of the memory touched, or nobody. The machine runs at full speed only with nobody.

use crate::access::AccessMap;
use crate::core::Registers;
use crate::profile::Profile;
use crate::trace::Trace;

/// One instruction executed, or one interrupt served.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub before: Registers,
    pub after: Registers,
    /// The bytes at the program counter before the step.
    pub code: [u8; 3],
    /// The address in memory that the instruction works on, if somebody wants to know.
    pub operand: Option<u16>,
    /// The cycles before and after.
    pub start: u64,
    pub end: u64,
    /// An interrupt was served instead of an instruction.
    pub interrupt: bool,
}

/// The watchers of a machine.
#[derive(Default)]
pub(crate) struct Observers {
    pub(crate) profile: Option<Box<Profile>>,
    pub(crate) trace: Option<Box<Trace>>,
    pub(crate) access: Option<Box<AccessMap>>,
}

impl Observers {
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.profile.is_some() || self.trace.is_some() || self.access.is_some()
    }

    pub(crate) fn observe(&mut self, step: Step) {
        if let Some(profile) = &mut self.profile {
            profile.record(step);
        }
        if let Some(trace) = &mut self.trace {
            trace.record(step);
        }
        if let Some(access) = &mut self.access {
            access.record(step);
        }
    }
}
