//! Decimal arithmetic as the NMOS chip does it, with the flags it sets on the way.
//!
//! The chip adds both digits before it corrects them: zero comes from the binary sum, sign and overflow from a sum whose low
//! digit alone is corrected. A subtraction leaves all flags of the binary one. Digits above 9 follow the same steps, so every
//! pair of bytes has one result. See Bruce Clark, "Decimal Mode in NMOS 6500 series", appendix A.

/// What an instruction leaves in the accumulator and the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) result: u8,
    pub(crate) carry: bool,
    pub(crate) zero: bool,
    pub(crate) overflow: bool,
    pub(crate) negative: bool,
}

/// `ADC` with the decimal flag set.
pub(crate) fn add(a: u8, value: u8, carry: bool) -> Sum {
    let low = (a & 0x0F) + (value & 0x0F) + u8::from(carry);
    let low = if low > 9 {
        (low + 6) & 0x0F | 0x10
    } else {
        low
    };
    let sum = u16::from(low) + u16::from(a & 0xF0) + u16::from(value & 0xF0);
    let seen = sum as u8;
    let carries = sum >= 0xA0;
    Sum {
        result: if carries {
            seen.wrapping_add(0x60)
        } else {
            seen
        },
        carry: carries,
        zero: a.wrapping_add(value).wrapping_add(u8::from(carry)) == 0,
        overflow: (a ^ seen) & !(a ^ value) & 0x80 != 0,
        negative: seen & 0x80 != 0,
    }
}

/// `SBC` with the decimal flag set.
pub(crate) fn subtract(a: u8, value: u8, carry: bool) -> Sum {
    let borrow = i16::from(!carry);
    let binary = i16::from(a) - i16::from(value) - borrow;
    let seen = binary as u8;
    let low = i16::from(a & 0x0F) - i16::from(value & 0x0F) - borrow;
    let low = if low < 0 {
        ((low - 6) & 0x0F) - 0x10
    } else {
        low
    };
    let high = i16::from(a & 0xF0) - i16::from(value & 0xF0) + low;
    Sum {
        result: if high < 0 { high - 0x60 } else { high } as u8,
        carry: binary >= 0,
        zero: seen == 0,
        overflow: (a ^ seen) & (a ^ value) & 0x80 != 0,
        negative: seen & 0x80 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Result, and the letters of the flags that are set.
    fn shown(sum: Sum) -> (u8, String) {
        let flags = [
            ('N', sum.negative),
            ('V', sum.overflow),
            ('Z', sum.zero),
            ('C', sum.carry),
        ];
        let set = flags.iter().filter(|flag| flag.1).map(|flag| flag.0);
        (sum.result, set.collect())
    }

    #[test]
    fn two_digits_are_added_and_subtracted() {
        let packed = |number: u32| (number / 10 * 16 + number % 10) as u8;
        for (a, b, carry) in (0..20_000).map(|case| (case % 100, case / 100 % 100, case / 10_000)) {
            let sum = add(packed(a), packed(b), carry == 1);
            let expected = a + b + carry;
            assert_eq!(
                (sum.result, sum.carry),
                (packed(expected % 100), expected > 99)
            );
            let difference = subtract(packed(a), packed(b), carry == 1);
            let expected = 99 + a + carry - b;
            assert_eq!(
                (difference.result, difference.carry),
                (packed(expected % 100), expected > 99)
            );
        }
    }

    #[test]
    fn the_flags_are_those_of_the_steps_in_between() {
        assert_eq!(shown(add(0x99, 0x01, false)), (0x00, "NC".into()));
        assert_eq!(shown(add(0x79, 0x00, true)), (0x80, "NV".into()));
        assert_eq!(shown(add(0x80, 0x80, false)), (0x60, "VZC".into()));
        assert_eq!(shown(subtract(0x00, 0x80, true)), (0x20, "NV".into()));
        assert_eq!(shown(subtract(0x00, 0x01, true)), (0x99, "N".into()));
        assert_eq!(shown(subtract(0x12, 0x12, true)), (0x00, "ZC".into()));
    }
}
