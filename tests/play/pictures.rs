//! The pictures of `docs/img` are those of the program: one that is older than its screen fails.

#[path = "../../tools/c64/src/bin/screenshot/shots.rs"]
mod shots;

use crate::player::Player;
use c64::{Frame, Model};

/// Black in a picture.
const BLACK: [u8; 3] = [0, 0, 0];

/// What another speed of the program changes: at the title which colours move where, in the panel what the clocks show and what the
/// computer found.
fn is_fleeting(name: &str, column: usize, row: usize) -> bool {
    let clocks = matches!(row, 0 | 1 | 3 | 4) && column >= 25;
    let found = matches!(row, 17..=23) && column >= 25;
    match name {
        "opening" | "middlegame" | "end" => clocks,
        "thinking" => clocks || found,
        _ => false,
    }
}

/// The pixels that have to be as they were. Of the title only which are black.
fn lasting(name: &str, pixels: &[u8]) -> Vec<[u8; 3]> {
    let (left, top) = c64::screen::display_origin(Model::Pal);
    let pixels = pixels.chunks(3).enumerate();
    let shown = pixels.map(|(place, pixel)| {
        let (x, y) = (place % Frame::WIDTH, place / Frame::WIDTH);
        let pixel = [pixel[0], pixel[1], pixel[2]];
        let is_title = matches!(name, "title" | "bold");
        match (x.checked_sub(left), y.checked_sub(top)) {
            (Some(x), Some(y)) if is_fleeting(name, x / 8, y / 8) => BLACK,
            _ if is_title && pixel != BLACK => [255; 3],
            _ => pixel,
        }
    });
    shown.collect()
}

fn stored(name: &str) -> Vec<u8> {
    let path = format!("{}/docs/img/{name}.png", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    let mut reader = decoder.read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("its pixels");
    pixels.truncate(info.buffer_size());
    pixels
}

#[test]
fn no_picture_is_older_than_its_screen_and_each_is_shown() {
    let manual = include_str!("../../docs/manual.md");
    let readme = include_str!("../../README.md");
    let mut older = Vec::new();
    let mut taken = 0;
    shots::take_all(&Player::program(), &mut |name, picture| {
        taken += 1;
        if lasting(name, &stored(name)) != lasting(name, &picture.rgb()) {
            older.push(name.to_string());
        }
        let shown = manual.contains(&format!("(img/{name}.png)"));
        let shown = shown || readme.contains(&format!("(docs/img/{name}.png)"));
        assert!(shown, "nobody shows {name}");
        Ok(())
    })
    .expect("every screen");
    assert!(
        older.is_empty(),
        "{older:?} are older than their screens: make screenshot"
    );
    assert_eq!(taken, 12);
}
