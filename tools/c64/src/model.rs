//! The two television standards: every figure that differs between a PAL and an NTSC machine.

/// Which C64 it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// 6569 video chip, 50 Hz.
    Pal,
    /// 6567R8 video chip, 60 Hz.
    Ntsc,
}

impl Model {
    /// Cycles a second.
    pub const fn clock_hz(self) -> u64 {
        match self {
            Model::Pal => 985_248,
            Model::Ntsc => 1_022_727,
        }
    }

    /// Raster lines of a frame.
    pub const fn lines(self) -> u16 {
        match self {
            Model::Pal => 312,
            Model::Ntsc => 263,
        }
    }

    /// Cycles of a raster line.
    pub const fn cycles_per_line(self) -> u64 {
        match self {
            Model::Pal => 63,
            Model::Ntsc => 65,
        }
    }

    /// Cycles of a frame.
    pub const fn frame_cycles(self) -> u64 {
        self.lines() as u64 * self.cycles_per_line()
    }

    /// The mains frequency that drives the time-of-day clocks.
    pub const fn mains_hz(self) -> u64 {
        match self {
            Model::Pal => 50,
            Model::Ntsc => 60,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_the_known_number_of_cycles() {
        assert_eq!(Model::Pal.frame_cycles(), 19_656);
        assert_eq!(Model::Ntsc.frame_cycles(), 17_095);
    }
}
