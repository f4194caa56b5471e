//! The six pieces once more, bolder: whole shapes on broad feet, for whoever sits far away. The order, and what stays free, are as in
//! `pieces`.

use super::pieces::Drawing;

#[rustfmt::skip]
pub const ROWS: Drawing = [
    b"............ ............ ............ ............ ............ ............",
    b"............ ............ ............ ............ ............ ............",
    b"............ ......##.... .....##..... .###.##.###. .##..##..##. ....####....",
    b"............ .....#o##... ....#oo#.... .#o#.##.#o#. .##..##..##. ....#oo#....",
    b"....####.... ....#oooo#.. .....##..... .#o######o#. .##..##..##. ..###oo###..",
    b"...#oooo#... ...#oooooo#. ....####.... .#oooooooo#. .##.#oo#.##. ..#oooooo#..",
    b"..#oooooo#.. ..#o#ooooo#. ...#oo#o#... .#oooooooo#. .#o##oo##o#. ..###oo###..",
    b"..#oooooo#.. .#oooooooo#. ..#oo##oo#.. .##########. .#oo#oo#oo#. ....#oo#....",
    b"..#oooooo#.. .#oooooooo#. .#oo##oooo#. ..#oooooo#.. .#oooooooo#. .####oo####.",
    b"...#oooo#... .#ooo#oooo#. .#oo#ooooo#. ..#oooooo#.. .#oooooooo#. .#oo#oo#oo#.",
    b"..########.. .#oo##oooo#. .#oooooooo#. ..#oooooo#.. .#oooooooo#. .#ooo##ooo#.",
    b"..#oooooo#.. ..##.#oooo#. .#oooooooo#. ..#oooooo#.. ..#oooooo#.. .#oooooooo#.",
    b"...#oooo#... ....#ooooo#. ..#oooooo#.. ..#oooooo#.. ..#oooooo#.. ..#oooooo#..",
    b"...#oooo#... ...#oooooo#. ...#oooo#... ..#oooooo#.. ..########.. ..#oooooo#..",
    b"...#oooo#... ..#ooooooo#. ..########.. ..#oooooo#.. ..#oooooo#.. ..########..",
    b"..#oooooo#.. ..#ooooooo#. ..#oooooo#.. ..#oooooo#.. ..########.. ..#oooooo#..",
    b"..#oooooo#.. .##########. ..########.. .##########. ..#oooooo#.. ..########..",
    b".#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#.",
    b".#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#.",
    b".#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#. .#oooooooo#.",
    b".##########. .##########. .##########. .##########. .##########. .##########.",
    b".##########. .##########. .##########. .##########. .##########. .##########.",
    b"............ ............ ............ ............ ............ ............",
    b"............ ............ ............ ............ ............ ............",
];
