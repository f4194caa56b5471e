//! The program file that the tests play: `build/64squares.prg`, or the one that `UCI64_PRG` names.

use std::path::PathBuf;
use uci::image::Image;

pub fn image() -> Image {
    let named = std::env::var_os("UCI64_PRG").map(PathBuf::from);
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../build/64squares.prg");
    let path = named.unwrap_or_else(|| built.into());
    Image::read(&path).unwrap_or_else(|reason| panic!("{reason}; make prg"))
}
