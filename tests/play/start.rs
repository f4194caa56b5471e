//! What is seen from RUN to the title: the screen as it was, black, the title, and nothing else.

use crate::player::Player;
use c64::{Frame, Machine, Model, Power};

const WIDTH: usize = 320;
const HEIGHT: usize = 200;
/// Every other frame of five seconds; the program unpacks itself in less than three.
const PICTURES: usize = 125;

/// Which pixels of the display, without its border, are not black: the title's colours move, its shapes do not.
fn display(frame: &Frame) -> Vec<bool> {
    let (left, top) = frame.display();
    (0..WIDTH * HEIGHT)
        .map(|index| frame.pixel(left + index % WIDTH, top + index / WIDTH) != 0)
        .collect()
}

fn pictures(model: Model) -> Vec<Vec<bool>> {
    let mut machine = Machine::new(model, Power::Noise(5));
    machine
        .load_prg(&Player::program())
        .expect("a program file");
    machine.start().expect("a line of BASIC");
    (0..PICTURES)
        .map(|_| display(&machine.next_frame().expect("no fault")))
        .collect()
}

#[test]
fn no_random_characters_are_seen_before_the_title() {
    for model in [Model::Pal, Model::Ntsc] {
        let pictures = pictures(model);
        let (before, title) = (&pictures[0], &pictures[PICTURES - 1]);
        assert!(title.contains(&true));
        let black = pictures
            .iter()
            .position(|picture| !picture.contains(&true))
            .expect("a black screen");
        let shown = pictures.iter().position(|picture| picture == title);
        let shown = shown.expect("the title");
        for (number, picture) in pictures.iter().enumerate() {
            let expected = if number < black {
                before
            } else if number < shown {
                &pictures[black]
            } else {
                title
            };
            assert!(picture == expected, "{model:?}: picture {number}");
        }
    }
}
