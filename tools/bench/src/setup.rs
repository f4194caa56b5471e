//! A position as both engines take it: the bytes of the board and the state beside it.
//!
//! It is read from FEN by the host engine, so a `Setup` is always a position that can be played from.

use squares64::board::fen::{self, Fen};
use squares64::board::piece::Side;
use squares64::board::ply::ROOT;
use squares64::board::position::{BOARD, CLOCK, EN_PASSANT, RIGHTS, SIDE};

pub const BENCH: &str = include_str!("../../../tests/data/bench.epd");
pub const TACTICS: &str = include_str!("../../../tests/data/tactics.epd");
pub const MATES: &str = include_str!("../../../tests/data/mates.epd");
/// Positions of random games among them: castling, en passant and promotion at hand.
pub const STANDARD: &str = include_str!("../../../tests/data/standard-positions.txt");

#[derive(Clone)]
pub struct Setup {
    pub fen: String,
    pub board: [u8; 128],
    pub side: Side,
    pub rights: u8,
    pub en_passant: u8,
    pub clock: u8,
}

impl Setup {
    pub fn parse(text: &str) -> Result<Setup, String> {
        let _engine = squares64::engine::hold();
        fen::load(text).map_err(|error| format!("{error}: \"{text}\""))?;
        Ok(Setup {
            fen: text.to_string(),
            ..Setup::of_board()
        })
    }

    /// The position on the host's board, at ply 0. The caller holds the host.
    pub fn of_board() -> Setup {
        Setup {
            fen: Fen(1).to_string(),
            board: std::array::from_fn(|sq| BOARD.get(sq as u8).bits()),
            side: SIDE.get(),
            rights: RIGHTS.get(ROOT),
            en_passant: EN_PASSANT.get(ROOT).bits(),
            clock: CLOCK.get(ROOT),
        }
    }

    /// Puts it on the host's board. The caller holds the host.
    pub fn load(&self) {
        fen::load(&self.fen).expect("a setup was read from a sound FEN");
    }
}

/// The positions of an EPD text: FEN up to the first semicolon, `#` begins a comment line.
pub fn positions(epd: &str) -> Result<Vec<Setup>, String> {
    epd.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| Setup::parse(line.split(';').next().unwrap_or_default().trim()))
        .collect()
}

#[cfg(test)]
mod tests {
    use squares64::board::piece::BLACK;

    use super::*;

    #[test]
    fn the_data_files_hold_positions_enough_for_parity() {
        let count = |epd| positions(epd).expect("sound positions").len();
        assert!(count(BENCH) >= 24, "{}", count(BENCH));
        assert!(count(BENCH) + count(TACTICS) >= 60);
    }

    #[test]
    fn a_setup_keeps_castling_en_passant_and_clock() {
        let setup = Setup::parse("4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 9").expect("sound");
        assert_eq!((setup.side, setup.rights), (BLACK, 4));
        assert_eq!((setup.en_passant, setup.clock), (0x54, 0));
    }

    #[test]
    fn a_position_that_is_not_sound_is_named() {
        let error = positions("# comment\n8/8/8/8/8/8/8/8 w - - 0 1 ; none\n").err();
        assert!(error.is_some_and(|text| text.contains("8/8/8/8/8/8/8/8 w")));
    }
}
