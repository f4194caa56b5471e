//! Keys at random.

use super::*;

#[test]
fn two_hundred_thousand_random_keys_never_leave_an_illegal_position() {
    let _board = board();
    let mut state = 0x2545_f491_u32;
    let common = b"abcdefgh12345678\r\r\r";
    for step in 0..200_000 {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let key = match state >> 28 {
            0..=9 => common[(state >> 8) as usize % common.len()],
            10..=12 => key::UP + (state >> 8) as u8 % 5,
            13 => (state >> 8) as u8 & 0x7f,
            14 => key::HOME + (state >> 8) as u8 % 6,
            _ => key::NONE,
        };
        machine::clock::TENTHS.set((step / 50 % 600) as i16);
        app::turn(key);
        if app::STATE.get() == app::BOARD && step % 16 == 0 {
            let now = fen();
            assert!(
                squares64::board::fen::load(&now).is_ok(),
                "step {step}: {now}"
            );
            record::restore();
            assert_eq!(fen(), now, "step {step}: the record leads to the position");
        }
    }
}
