//! The title: its tune and the switch for it, the ways to leave it, and that nothing of it is left afterwards.

use crate::player::{Player, SLIDE};
use c64::{Joystick, Key, Model, Power};
use squares64::codes::charset;
use std::collections::BTreeSet;

/// Where the title lies, and the transposition table afterwards.
const TITLE_MEMORY: std::ops::Range<usize> = 0xc000..0xd000;
/// First registers of the three voices, and those for a voice's control and for the volume.
const VOICES: [u8; 3] = [0, 7, 14];
const CONTROL: u8 = 4;
const GATE: u8 = 1;
const VOLUME: u8 = 24;
const PAPER: u16 = 0xd021;
/// An instruction that halts the processor, which is a fault of the emulated machine.
const JAM: u8 = 0x02;

fn at_title(model: Model) -> Player {
    let mut player = Player::start(model, Power::Noise(7));
    // Its words are there before its colours.
    player.frames(40);
    player
}

/// What is written to the sound chip within so many frames: registers and values.
fn sounds(player: &mut Player, frames: u64) -> Vec<(u8, u8)> {
    player.machine().keep_sound();
    player.frames(frames);
    let writes = player.machine().take_sound();
    writes
        .iter()
        .map(|write| (write.register, write.value))
        .collect()
}

/// Notes that a voice starts.
fn notes(sounds: &[(u8, u8)], voice: u8) -> usize {
    let starts = |&(register, value): &(u8, u8)| register == voice + CONTROL && value & GATE != 0;
    sounds.iter().filter(|sound| starts(sound)).count()
}

#[test]
fn a_tune_in_three_voices_takes_the_same_time_everywhere() {
    for (model, frames) in [(Model::Pal, 500), (Model::Ntsc, 600)] {
        let mut player = at_title(model);
        let heard = sounds(&mut player, frames);
        let [melody, chords, bass] = VOICES.map(|voice| notes(&heard, voice));
        assert!((25..=35).contains(&melody), "{model:?}: {melody}");
        assert!((123..=127).contains(&chords), "{model:?}: {chords}");
        assert!((22..=25).contains(&bass), "{model:?}: {bass}");
        let pitches = heard.iter().filter(|(register, _)| *register == 1);
        let pitches: BTreeSet<u8> = pitches.map(|(_, value)| *value).collect();
        assert!(pitches.len() > 5, "{model:?}: {pitches:?}");
    }
}

/// The pieces' characters on light and on dark squares.
fn pieces(player: &mut Player) -> [Vec<u8>; 2] {
    const CHARACTERS: usize = 0xf800;
    let ram = player.machine().ram();
    [charset::LIGHT_PIECES, charset::DARK_PIECES].map(|first| {
        let start = CHARACTERS + 8 * usize::from(first);
        ram[start..start + charset::PIECES].to_vec()
    })
}

#[test]
fn p_exchanges_the_pieces_which_stay_for_the_games() {
    let mut player = at_title(Model::Pal);
    let first = pieces(&mut player);
    player.text("p");
    player.frames(5);
    let bold = pieces(&mut player);
    assert_eq!(bold[0], charset::BOLD_PIECES);
    for (light, dark) in bold[0].iter().zip(&bold[1]) {
        assert_eq!(charset::darkened(*light), *dark);
    }
    player.text("p");
    player.frames(5);
    assert!(pieces(&mut player) == first, "and back");
    player.text("p");
    player.key(Key::Space);
    player.wait("Your move");
    player.moves("e2e4");
    assert!(pieces(&mut player) == bold);
}

#[test]
fn a_move_sounds_in_two_voices_a_fifth_apart() {
    let mut player = Player::two_humans();
    player.text("d2d");
    player.machine().keep_sound();
    player.text("4");
    player.frames(SLIDE);
    let writes = player.machine().take_sound();
    let heard: Vec<(u8, u8)> = writes
        .iter()
        .map(|write| (write.register, write.value))
        .collect();
    let last = |register: u8| {
        let written = heard.iter().rev().find(|write| write.0 == register);
        written.expect("a note").1
    };
    assert_eq!([0, 7].map(|voice| notes(&heard, voice)), [1, 1]);
    assert_eq!(last(8), last(1) + last(1) / 2);
    assert_eq!((last(4), last(5), last(6)), (last(11), last(12), last(13)));
}

#[test]
fn m_switches_the_tune_and_stays_at_the_title() {
    let mut player = at_title(Model::Pal);
    for (shown, volume) in [("music on", 0), ("music off", 15)] {
        player.machine().keep_sound();
        player.text("m");
        player.wait(shown);
        let writes = player.machine().take_sound();
        let last = writes.iter().rfind(|write| write.register == VOLUME);
        assert_eq!(last.map(|write| write.value), Some(volume));
        assert!(player.screen().contains("Press a key"));
    }
}

#[test]
fn a_key_or_a_button_ends_title_and_tune_at_once() {
    let fire = Joystick {
        fire: true,
        ..Joystick::default()
    };
    for port in [None, Some(1), Some(2)] {
        let mut player = at_title(Model::Pal);
        player.seconds(3);
        player.machine().keep_sound();
        match port {
            Some(port) => player.person.move_stick(port, fire).expect("no fault"),
            None => player.key(Key::Return),
        }
        player.wait("Your move");
        let writes = player.machine().take_sound();
        for voice in VOICES {
            let control = writes
                .iter()
                .rfind(|write| write.register == voice + CONTROL);
            assert_eq!(control.expect("silence").value & GATE, 0, "{port:?}");
        }
        assert!(sounds(&mut player, 100).is_empty(), "{port:?}");
        player.assert_position(None, "");
    }
}

#[test]
fn the_letters_of_the_logo_have_moving_colours() {
    let mut player = at_title(Model::Pal);
    let mut pictures = BTreeSet::new();
    for _ in 0..4 {
        player.frames(5);
        let frame = player.machine().next_frame().expect("no fault");
        let (left, top) = frame.display();
        // A line through the middle of the first letter, and one beside it.
        let column = |x: usize| (16..56).map(move |y| (x, y));
        let colours: Vec<u8> = column(12)
            .map(|(x, y)| frame.pixel(left + x, top + y))
            .collect();
        assert!(column(2).all(|(x, y)| frame.pixel(left + x, top + y) == 0));
        assert!(
            colours.iter().collect::<BTreeSet<_>>().len() > 4,
            "{colours:?}"
        );
        // A picture of the machine as it stands has them, too.
        let still = player.machine().screenshot();
        let seen = column(12).map(|(x, y)| still.pixel(left + x, top + y));
        assert!(seen.collect::<BTreeSet<_>>().len() > 4);
        pictures.insert(colours);
    }
    assert_eq!(pictures.len(), 4);
}

/// A bar that began within the visible part of a line would have a ragged left end.
#[test]
fn colours_change_between_the_lines() {
    for (model, line) in [(Model::Pal, 63), (Model::Ntsc, 65)] {
        let mut player = at_title(model);
        player.seconds(1);
        let machine = player.machine();
        let end = machine.cycles() + 4 * model.frame_cycles();
        let mut colour = machine.peek(PAPER);
        let mut changes = 0;
        while machine.cycles() < end {
            machine.step().expect("no fault");
            if machine.peek(PAPER) != colour {
                colour = machine.peek(PAPER);
                changes += 1;
                let cycle = (machine.cycles() - 1) % line;
                assert!(!(15..52).contains(&cycle), "{model:?}: {cycle}");
            }
        }
        assert!(changes > 40, "{model:?}: {changes}");
    }
}

#[test]
fn nothing_enters_the_title_after_it_was_left() {
    let mut player = Player::on_board();
    let clear = player.machine().ram()[TITLE_MEMORY].chunks_exact(8);
    assert!(
        clear.into_iter().all(|entry| entry[2] == 0),
        "the table is empty"
    );
    player.machine().ram_mut()[TITLE_MEMORY].fill(JAM);
    player.choose_players(2);
    player.moves("e2e4 e7e5");
    player.text("nn");
    player.wait_message("White to move");
    player.text("?");
    player.wait("While it thinks");
    player.key(Key::Space);
    player.wait_message("White to move");
    player.text("i");
    player.wait("Try ");
    player.text("n");
    player.frames(100);
    player.assert_legal();
}

/// Name, last note and moves of each famous game, from the file they are packed from.
fn famous_games() -> Vec<(String, String, String)> {
    let text = include_str!("../../book/famous.games");
    let mut games: Vec<(String, String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((_, head)) = line.split_once(": ").filter(|_| line.contains(" | ")) {
            let name = head.split(" | ").next().unwrap_or_default();
            games.push((name.to_owned(), String::new(), String::new()));
        } else if let Some((_, note, moves)) = games.last_mut() {
            match line.strip_prefix("= ") {
                Some(text) => *note = text.split(" / ").next().unwrap_or_default().to_owned(),
                None => *moves += &format!("{line} "),
            }
        }
    }
    games
}

#[test]
fn left_alone_it_plays_famous_games_to_their_ends() {
    let games = famous_games();
    assert!(games.len() >= 5);
    for model in [Model::Pal, Model::Ntsc] {
        let mut player = at_title(model);
        player.seconds(19);
        assert!(
            player.screen().contains("Press a key"),
            "the tune is not over"
        );
        let games = if model == Model::Pal {
            &games[..]
        } else {
            &games[..1]
        };
        for (name, note, moves) in games {
            player.wait(name);
            player.wait_message(note);
            player.assert_position(None, moves);
            assert!(player.screen().contains(name), "{}", player.screen());
        }
        if model == Model::Pal {
            player.wait("Press a key");
        }
    }
}

#[test]
fn a_key_leads_from_a_famous_game_to_the_title_and_on_to_a_game() {
    let mut player = at_title(Model::Pal);
    player.wait("Opera Game");
    player.seconds(8);
    assert!(player.screen().contains("Check!") || player.screen().contains(" to move"));
    player.key(Key::Space);
    player.wait("Press a key");
    assert!(
        notes(&sounds(&mut player, 50), VOICES[0]) > 0,
        "the tune begins again"
    );
    player.key(Key::Space);
    player.wait("Your move");
    player.assert_position(None, "");
    assert!(player.screen().contains("3 Easy"));
    player.text("e2e4");
    player.wait_message("Your move");
    player.assert_legal();
}
