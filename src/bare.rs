//! The machine of the engine's own image: no chips, only bytes that a suite sets and reads.

/// A clock that advances by `ClockStep` at each look.
pub mod clock {
    use crate::cells::Long;

    #[unsafe(export_name = "EngineClock")]
    static NOW: Long = Long::new(0);
    #[unsafe(export_name = "ClockStep")]
    static STEP: Long = Long::new(0);

    #[inline(never)]
    pub fn cycles() -> u32 {
        NOW.set(NOW.get().wrapping_add(STEP.get()));
        NOW.get()
    }
}

/// A suite asks for the move by setting `MoveNowRequest`.
pub mod stop {
    use crate::cells::Byte;

    #[unsafe(export_name = "MoveNowRequest")]
    static REQUEST: Byte = Byte::new(0);

    pub fn is_requested() -> bool {
        REQUEST.get() != 0
    }
}
