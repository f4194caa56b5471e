//! Screens that wait for a key: the list of keys.

use super::text::Text;
use super::{app, canvas};

pub fn help() {
    show(app::HELP, Text::HelpScreen);
    canvas::text(Text::HelpPrompt);
}

/// A screen of its own.
#[inline(never)]
pub fn show(state: u8, text: Text) {
    app::STATE.set(state);
    canvas::clear();
    canvas::text(text);
}
