//! The words of the protocol: one line from the other side becomes at most one command.
//!
//! As UCI asks, a word that is not understood is skipped and the rest of the line is read; [`Parsed::notes`] says what was
//! skipped. Nothing is looked up here: whether a position or an option makes sense is for others to say.

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    /// The reason when the line names no position.
    Position(Result<Placement, String>),
    Go(Go),
    Stop,
    PonderHit,
    Debug(bool),
    Quit,
}

/// What a line says, and what in it was skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    pub command: Option<Command>,
    pub notes: Vec<String>,
}

/// A start and the moves made from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub start: Start,
    pub moves: Vec<String>,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Standard,
    /// A FEN, or an EPD line.
    Fen(String),
}

/// How long to think, as the other side says it; times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub move_time: Option<u64>,
    /// Time left, White's first.
    pub left: [Option<u64>; 2],
    pub increment: [u64; 2],
    pub moves_to_go: Option<u64>,
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    /// A mate in so many moves is wanted.
    pub mate: Option<u64>,
    /// The moves to choose from; empty is all of them.
    pub search_moves: Vec<String>,
    pub infinite: bool,
    pub ponder: bool,
    /// Something in the line was not understood: it may have been the limit.
    pub unclear: bool,
}

impl Go {
    /// Does the line say when the search ends?
    pub fn has_limit(&self) -> bool {
        let limits = [
            self.move_time,
            self.left[0],
            self.left[1],
            self.depth,
            self.nodes,
            self.mate,
        ];
        limits.iter().any(Option::is_some)
    }
}

/// Reads one line.
pub fn parse(line: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    for (index, &word) in words.iter().enumerate() {
        let rest = &words[index + 1..];
        let notes = &mut parsed.notes;
        parsed.command = match word {
            "uci" => Some(Command::Uci),
            "isready" => Some(Command::IsReady),
            "ucinewgame" => Some(Command::NewGame),
            "setoption" => set_option(rest, notes),
            "position" => Some(Command::Position(position(rest))),
            "go" => Some(Command::Go(go(rest, notes))),
            "stop" => Some(Command::Stop),
            "ponderhit" => Some(Command::PonderHit),
            "debug" => debug(rest, notes),
            "quit" => Some(Command::Quit),
            // There is nothing to register.
            "register" => None,
            other => {
                notes.push(format!("unknown command `{other}`"));
                continue;
            }
        };
        break;
    }
    parsed
}

fn debug(words: &[&str], notes: &mut Vec<String>) -> Option<Command> {
    match words {
        ["on", ..] => Some(Command::Debug(true)),
        ["off", ..] => Some(Command::Debug(false)),
        _ => {
            notes.push("debug: `on` or `off` expected".into());
            None
        }
    }
}

/// `name` and `value` may both be several words.
fn set_option(words: &[&str], notes: &mut Vec<String>) -> Option<Command> {
    let mut fault = |reason: &str| notes.push(format!("setoption: {reason}"));
    let Some(place) = words.iter().position(|&word| word == "name") else {
        fault("`name` expected");
        return None;
    };
    let rest = &words[place + 1..];
    let split = rest.iter().position(|&word| word == "value");
    let (name, value) = rest.split_at(split.unwrap_or(rest.len()));
    if name.is_empty() {
        fault("the name is missing");
        return None;
    }
    Some(Command::SetOption {
        name: name.join(" "),
        value: value.get(1..).unwrap_or_default().join(" "),
    })
}

/// Nothing is skipped here: a move or a field left out would be another position.
fn position(words: &[&str]) -> Result<Placement, String> {
    let split = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(split.unwrap_or(words.len()));
    let start = match start {
        ["startpos"] => Start::Standard,
        ["startpos", extra, ..] => {
            return Err(format!("`moves` expected, `{extra}` found"));
        }
        ["fen" | "epd", fields @ ..] => Start::Fen(fields.join(" ")),
        // Pieces without a word before them.
        [pieces, ..] if pieces.contains('/') => Start::Fen(start.join(" ")),
        [other, ..] => return Err(format!("`startpos` or `fen` expected, `{other}` found")),
        [] => return Err("`startpos` or `fen` expected".into()),
    };
    let moves = moves.iter().skip(1).map(|word| word.to_string()).collect();
    Ok(Placement { start, moves })
}

fn go(words: &[&str], notes: &mut Vec<String>) -> Go {
    let mut go = Go::default();
    let skipped = notes.len();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| is_like_a_move(word)) {
                    go.search_moves.push(mv.to_string());
                }
            }
            _ if !is_limit(word) => notes.push(format!("go: unknown word `{word}`")),
            _ => match words.peek().map(|&text| (text, number(text))) {
                Some((_, Some(number))) => {
                    words.next();
                    set_limit(&mut go, word, number);
                }
                Some((text, None)) => {
                    // A value that is none is no word of its own either.
                    words.next_if(|&text| !is_word_of_go(text));
                    notes.push(format!("go {word}: a number expected, `{text}` found"));
                }
                None => notes.push(format!("go {word}: a number expected")),
            },
        }
    }
    go.unclear = notes.len() > skipped;
    go
}

fn is_limit(word: &str) -> bool {
    matches!(
        word,
        "movetime" | "wtime" | "btime" | "winc" | "binc" | "movestogo" | "depth" | "nodes" | "mate"
    )
}

fn is_word_of_go(word: &str) -> bool {
    is_limit(word) || matches!(word, "infinite" | "ponder" | "searchmoves")
}

fn set_limit(go: &mut Go, word: &str, number: u64) {
    let at_least_one = Some(number.max(1));
    match word {
        "movetime" => go.move_time = Some(number),
        "wtime" => go.left[0] = Some(number),
        "btime" => go.left[1] = Some(number),
        "winc" => go.increment[0] = number,
        "binc" => go.increment[1] = number,
        "movestogo" => go.moves_to_go = Some(number).filter(|&count| count > 0),
        "depth" => go.depth = at_least_one,
        "nodes" => go.nodes = at_least_one,
        "mate" => go.mate = at_least_one,
        _ => unreachable!("only limits come here"),
    }
}

/// A whole number. One that is too large counts as the largest; a clock that has run out may be given as a negative
/// number and counts as empty.
fn number(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let sound = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = if negative {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    };
    sound.then_some(value)
}

fn is_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes[0].is_ascii_lowercase() && bytes[1].is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limits and how many things were skipped.
    fn go_and_notes(line: &str) -> (Go, usize) {
        let parsed = parse(line);
        match parsed.command {
            Some(Command::Go(go)) => (go, parsed.notes.len()),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn go_of(line: &str) -> Go {
        go_and_notes(line).0
    }

    fn placement(line: &str) -> Result<Placement, String> {
        match parse(line).command {
            Some(Command::Position(placement)) => placement,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_clock_is_read_for_both_sides() {
        let go = go_of("go wtime 60000 btime 59000 winc 1000 binc 900 movestogo 12");
        assert_eq!(go.left, [Some(60_000), Some(59_000)]);
        assert_eq!(go.increment, [1000, 900]);
        assert_eq!(go.moves_to_go, Some(12));
        assert!(!go.unclear);
    }

    #[test]
    fn a_clock_that_has_run_out_is_empty() {
        assert_eq!(go_of("go wtime -20 btime 1").left, [Some(0), Some(1)]);
        assert_eq!(go_of("go movestogo 0").moves_to_go, None);
    }

    #[test]
    fn numbers_that_are_too_large_or_too_small_saturate() {
        let huge = "99999999999999999999999999";
        assert_eq!(go_of(&format!("go nodes {huge}")).nodes, Some(u64::MAX));
        assert_eq!(
            go_of(&format!("go wtime -{huge} btime +7")).left,
            [Some(0), Some(7)]
        );
        assert_eq!(go_of("go depth 0").depth, Some(1));
        assert_eq!(go_of("go nodes -5").nodes, Some(1));
        assert_eq!(go_of("go mate 0").mate, Some(1));
    }

    #[test]
    fn searchmoves_end_where_the_next_word_begins() {
        let go = go_of("go searchmoves e2e4 a7a8q depth 3");
        assert_eq!(go.search_moves, ["e2e4", "a7a8q"]);
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn unknown_words_of_go_are_skipped_and_the_rest_is_read() {
        for (line, notes) in [
            ("go quickly depth 3", 1),
            ("go depth 3 please perft", 2),
            ("go movetime soon depth 3", 1),
            ("go movetime depth 3", 1),
            ("go movetime 1.5 depth 3", 1),
            ("go wtime btime depth 3", 2),
        ] {
            let (go, skipped) = go_and_notes(line);
            assert_eq!((go.depth, skipped), (Some(3), notes), "{line}");
            assert!(go.unclear && go.move_time.is_none(), "{line}");
        }
    }

    #[test]
    fn words_before_a_command_are_skipped() {
        let parsed = parse("joho debug on");
        assert_eq!(parsed.command, Some(Command::Debug(true)));
        assert_eq!(parsed.notes, ["unknown command `joho`"]);
        assert_eq!(parse("well then isready").command, Some(Command::IsReady));
    }

    #[test]
    fn a_fen_ends_where_the_moves_begin() {
        let line = "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2 c1c2";
        let found = placement(line).expect("understood");
        assert_eq!(
            found.start,
            Start::Fen("8/8/8/8/8/8/8/K1k5 w - - 0 1".into())
        );
        assert_eq!(found.moves, ["a1a2", "c1c2"]);
    }

    #[test]
    fn pieces_need_no_word_before_them() {
        let fields = "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;";
        for word in ["fen ", "epd ", ""] {
            let found = placement(&format!("position {word}{fields}")).expect("understood");
            assert_eq!(found.start, Start::Fen(fields.into()), "{word}");
        }
    }

    #[test]
    fn names_and_values_of_options_may_be_several_words() {
        let expected = Command::SetOption {
            name: "Some Name".into(),
            value: "a b".into(),
        };
        let line = "setoption name Some Name value a b";
        assert_eq!(parse(line).command, Some(expected));
    }

    #[test]
    fn each_malformed_line_has_its_reason() {
        for (line, reason) in [
            ("xyzzy", "unknown command `xyzzy`"),
            ("setoption", "setoption: `name` expected"),
            ("setoption name value 3", "setoption: the name is missing"),
            ("debug", "debug: `on` or `off` expected"),
            ("go depth", "go depth: a number expected"),
            (
                "go movetime soon",
                "go movetime: a number expected, `soon` found",
            ),
            ("go home", "go: unknown word `home`"),
        ] {
            assert_eq!(parse(line).notes, [reason], "{line}");
        }
        for (line, reason) in [
            ("position", "`startpos` or `fen` expected"),
            (
                "position here",
                "`startpos` or `fen` expected, `here` found",
            ),
            ("position startpos e2e4", "`moves` expected, `e2e4` found"),
        ] {
            assert_eq!(placement(line), Err(reason.to_string()), "{line}");
        }
    }

    #[test]
    fn an_empty_line_asks_for_nothing() {
        assert_eq!(parse("  \t "), Parsed::default());
    }
}
