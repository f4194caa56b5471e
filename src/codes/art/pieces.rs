//! The six pieces, drawn: pawn, knight, bishop, rook, queen, king. A dot is the square, `#` the outline, `o` the body.
//!
//! A square is 24 by 24 pixels, and a multicolour pixel is two wide: twelve columns of 24 rows. The outermost column and
//! the two outermost rows stay free for the frame of a marked square.

/// Rows of a drawing; each holds the six pieces with a space between.
pub type Drawing = [&'static [u8; 77]; 24];

#[rustfmt::skip]
pub const ROWS: Drawing = [
    b"............ ............ ............ ............ ............ ............",
    b"............ ............ ............ ............ ............ ............",
    b"............ .....#.#.... .....##..... ............ .....##..... ....####....",
    b"............ ....#o#o#... ....#oo#.... .##.####.##. .##.#oo#.##. ..###oo###..",
    b".....##..... ....#oooo#.. .....##..... .#o##oo##o#. .##..##..##. ..#oooooo#..",
    b"....#oo#.... ...#oooooo#. ....#oo#.... .#oooooooo#. .#o#.##.#o#. ..###oo###..",
    b"...#oooo#... ...#o#oooo#. ...#oo#o#... .#oooooooo#. .#o##oo##o#. ....#oo#....",
    b"...#oooo#... ..#ooooooo#. ..#oo#ooo#.. ..########.. .#oo#oo#oo#. ..###oo###..",
    b"...#oooo#... ..#ooooooo#. ..#oo#ooo#.. ..#oooooo#.. .#oo#oo#oo#. .#ooo##ooo#.",
    b"...#oooo#... .#oooooooo#. ..#oooooo#.. ..#oooooo#.. .#oooooooo#. .#oooooooo#.",
    b"....#oo#.... .#oo##oooo#. ..#oooooo#.. ..#oooooo#.. ..#oooooo#.. .#oooooooo#.",
    b"...######... .#o#.#oooo#. ...#oooo#... ..#oooooo#.. ..#oooooo#.. .#oooooooo#.",
    b"...#oooo#... ..#..#oooo#. ....#oo#.... ..#oooooo#.. ..#oooooo#.. ..#oooooo#..",
    b"....#oo#.... ....#ooooo#. ...######... ..#oooooo#.. ...#oooo#... ..#oooooo#..",
    b"....#oo#.... ....#oooo#.. ...#oooo#... ..#oooooo#.. ...######... ...#oooo#...",
    b"....#oo#.... ...#ooooo#.. ....#oo#.... ..#oooooo#.. ...#oooo#... ...######...",
    b"...#oooo#... ...#ooooo#.. ....#oo#.... ..########.. ....#oo#.... ....#oo#....",
    b"...#oooo#... ..#ooooo#... ...#oooo#... ..#oooooo#.. ...#oooo#... ...#oooo#...",
    b"..#oooooo#.. ..#oooooo#.. ..#oooooo#.. .#oooooooo#. ..#oooooo#.. ..#oooooo#..",
    b"..########.. .##########. .##########. .##########. .##########. .##########.",
    b".#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#.",
    b".##########. .##########. .##########. .##########. .##########. .##########.",
    b"............ ............ ............ ............ ............ ............",
    b"............ ............ ............ ............ ............ ............",
];

/// Columns of one piece and its space.
pub const PITCH: usize = 13;
