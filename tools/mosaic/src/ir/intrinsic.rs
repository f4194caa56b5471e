//! LLVM's intrinsics that mean something to us, one row each: the names it goes by, the types it has, and what it computes.
//!
//! Reading (`parse`), checking (`verify`) and printing follow from the table. What is left for a new row is its meaning, which
//! stands in two places on purpose: `lower` makes code of it, `interpret` is the independent reference that random programs
//! compare with. Intrinsics that only inform the optimiser (assume, lifetimes, scopes, debug information) are dropped by the
//! parser and have no row.

/// How the type of the result follows from the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The type of the first argument.
    Same,
    /// `{ iN, i1 }` for a first argument of `N` bits.
    Checked,
    /// Two numbers are put in order: any integer of two bits or more.
    Order,
    /// Four arguments, of which the last says whether it is volatile, and no result.
    Memory,
    /// No result.
    Nothing,
}

/// Declares the intrinsics: names behind `llvm.`, shape, variant.
macro_rules! intrinsics {
    ($($(#[doc = $doc:literal])+ $variant:ident: $shape:ident, [$($name:literal),+];)*) => {
        /// An intrinsic that something is computed for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Intrinsic {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Intrinsic {
            /// How its types belong together.
            pub fn shape(self) -> Shape {
                match self {
                    $(Intrinsic::$variant => Shape::$shape,)*
                }
            }
        }

        /// By what follows `llvm.` in a full name, without the types it is made for.
        pub const NAMES: &[(&str, Intrinsic)] = &[$($(($name, Intrinsic::$variant),)+)*];
    };
}

intrinsics! {
    /// memcpy(dst, src, len, volatile); ranges do not overlap.
    MemCpy: Memory, ["memcpy"];
    /// memmove(dst, src, len, volatile); ranges may overlap.
    MemMove: Memory, ["memmove"];
    /// memset(dst, byte, len, volatile).
    MemSet: Memory, ["memset"];
    /// The greater of two unsigned numbers.
    UMax: Same, ["umax"];
    /// The smaller of two unsigned numbers.
    UMin: Same, ["umin"];
    /// The greater of two signed numbers.
    SMax: Same, ["smax"];
    /// The smaller of two signed numbers.
    SMin: Same, ["smin"];
    /// abs(value, int_min_is_poison).
    Abs: Same, ["abs"];
    /// fshl(high, low, amount): the high half of both shifted left, by the amount modulo the width.
    Fshl: Same, ["fshl"];
    /// fshr(high, low, amount): the low half of both shifted right, by the amount modulo the width.
    Fshr: Same, ["fshr"];
    /// Count of the set bits.
    Ctpop: Same, ["ctpop"];
    /// ctlz(value, zero_is_poison): count of the zeros at the top.
    Ctlz: Same, ["ctlz"];
    /// cttz(value, zero_is_poison): count of the zeros at the bottom.
    Cttz: Same, ["cttz"];
    /// The bytes in reverse order.
    Bswap: Same, ["bswap"];
    /// The bits in reverse order.
    BitReverse: Same, ["bitreverse"];
    /// Unsigned addition that stops at the greatest number.
    UAddSat: Same, ["uadd.sat"];
    /// Unsigned subtraction that stops at zero.
    USubSat: Same, ["usub.sat"];
    /// Signed addition that stops at the ends of the range.
    SAddSat: Same, ["sadd.sat"];
    /// Signed subtraction that stops at the ends of the range.
    SSubSat: Same, ["ssub.sat"];
    /// Unsigned left shift that stops at the greatest number.
    UShlSat: Same, ["ushl.sat"];
    /// Signed left shift that stops at the ends of the range.
    SShlSat: Same, ["sshl.sat"];
    /// Unsigned sum and whether it was too large.
    UAddOverflow: Checked, ["uadd.with.overflow"];
    /// Unsigned subtraction and whether it borrowed.
    USubOverflow: Checked, ["usub.with.overflow"];
    /// Unsigned product and whether it was too large.
    UMulOverflow: Checked, ["umul.with.overflow"];
    /// Signed sum and whether it left the range.
    SAddOverflow: Checked, ["sadd.with.overflow"];
    /// Signed difference and whether it left the range.
    SSubOverflow: Checked, ["ssub.with.overflow"];
    /// Signed product and whether it left the range.
    SMulOverflow: Checked, ["smul.with.overflow"];
    /// Three-way comparison of unsigned numbers: -1, 0, 1.
    UCmp: Order, ["ucmp"];
    /// The same of signed numbers.
    SCmp: Order, ["scmp"];
    /// The first argument: hints to the optimiser, and copies.
    Identity: Same, ["expect", "ssa.copy", "launder.invariant.group", "strip.invariant.group", "threadlocal.address", "annotation", "ptr.annotation"];
    /// ptrmask(pointer, mask): the bits of an address that the mask has.
    PtrMask: Same, ["ptrmask"];
    /// The end of the program.
    Trap: Nothing, ["trap", "ubsantrap"];
}

/// Is `name` this prefix alone, or the prefix with the types it is made for behind a dot?
pub fn goes_by(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The intrinsic that `llvm.NAME` is.
pub fn named(name: &str) -> Option<Intrinsic> {
    NAMES
        .iter()
        .find(|(prefix, _)| goes_by(name, prefix))
        .map(|(_, intrinsic)| *intrinsic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_and_without_their_types() {
        assert_eq!(named("umax.i8"), Some(Intrinsic::UMax));
        assert_eq!(named("uadd.sat.i16"), Some(Intrinsic::UAddSat));
        assert_eq!(named("trap"), Some(Intrinsic::Trap));
        assert_eq!(named("trapdoor"), None);
        assert_eq!(named("vector.reduce.add.v4i8"), None);
    }

    #[test]
    fn no_name_hides_another() {
        for (name, intrinsic) in NAMES {
            assert_eq!(named(name), Some(*intrinsic), "{name}");
        }
    }
}
