//! The words of the protocol: one line from the other side becomes one command, or the reason why it is none.
//!
//! Nothing is looked up here: whether a position or an option makes sense is for others to say.

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { start: Start, moves: Vec<String> },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Standard,
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
    pub infinite: bool,
    pub ponder: bool,
    /// Parts of the command that have no effect here.
    pub ignored: Vec<&'static str>,
}

/// Reads one line. `None` is a line that asks for nothing.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let rest: Vec<&str> = words.collect();
    Ok(Some(match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => set_option(&rest)?,
        "position" => position(&rest)?,
        "go" => Command::Go(go(&rest)?),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        // Nothing to switch and nothing to register.
        "debug" | "register" => return Ok(None),
        other => return Err(format!("unknown command `{other}`")),
    }))
}

/// `name` and `value` may both be several words.
fn set_option(words: &[&str]) -> Result<Command, String> {
    let Some(("name", rest)) = words.split_first().map(|(&first, rest)| (first, rest)) else {
        return Err("setoption: `name` expected".into());
    };
    let split = rest.iter().position(|&word| word == "value");
    let (name, value) = rest.split_at(split.unwrap_or(rest.len()));
    if name.is_empty() {
        return Err("setoption: the name is missing".into());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.get(1..).unwrap_or_default().join(" "),
    })
}

fn position(words: &[&str]) -> Result<Command, String> {
    let split = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(split.unwrap_or(words.len()));
    let start = match start {
        ["startpos"] => Start::Standard,
        ["startpos", extra, ..] => {
            return Err(format!("position: `moves` expected, `{extra}` found"));
        }
        // Both counts are often left out.
        ["fen", fields @ ..] if fields.len() == 4 => {
            Start::Fen(format!("{} 0 1", fields.join(" ")))
        }
        ["fen", fields @ ..] => Start::Fen(fields.join(" ")),
        [other, ..] => {
            return Err(format!(
                "position: `startpos` or `fen` expected, `{other}` found"
            ));
        }
        [] => return Err("position: `startpos` or `fen` expected".into()),
    };
    let moves = moves.iter().skip(1).map(|word| word.to_string()).collect();
    Ok(Command::Position { start, moves })
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = || number(word, words.next());
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "movetime" => go.move_time = Some(number()?),
            "wtime" => go.left[0] = Some(number()?),
            "btime" => go.left[1] = Some(number()?),
            "winc" => go.increment[0] = number()?,
            "binc" => go.increment[1] = number()?,
            "movestogo" => go.moves_to_go = Some(number()?).filter(|&count| count > 0),
            "depth" => go.depth = Some(at_least_one(word, number()?)?),
            "nodes" => go.nodes = Some(at_least_one(word, number()?)?),
            // Both sides of a mate in n, and the proof of it.
            "mate" => go.depth = Some(at_least_one(word, number()?)?.saturating_mul(2)),
            "searchmoves" => {
                go.ignored.push("searchmoves");
                while words.next_if(|word| is_like_a_move(word)).is_some() {}
            }
            other => return Err(format!("go: unknown word `{other}`")),
        }
    }
    Ok(go)
}

/// The number behind a word. A clock that has run out may be given as a negative number: it counts as empty.
fn number(word: &str, text: Option<&str>) -> Result<u64, String> {
    let text = text.ok_or_else(|| format!("go {word}: a number expected"))?;
    let number: i64 = text
        .parse()
        .map_err(|_| format!("go {word}: a number expected, `{text}` found"))?;
    Ok(number.max(0).unsigned_abs())
}

fn at_least_one(word: &str, number: u64) -> Result<u64, String> {
    match number {
        0 => Err(format!("go {word}: at least 1 expected")),
        _ => Ok(number),
    }
}

fn is_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes[0].is_ascii_lowercase() && bytes[1].is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match parse(line) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_clock_is_read_for_both_sides() {
        let go = go_of("go wtime 60000 btime 59000 winc 1000 binc 900 movestogo 12");
        assert_eq!(go.left, [Some(60_000), Some(59_000)]);
        assert_eq!(go.increment, [1000, 900]);
        assert_eq!(go.moves_to_go, Some(12));
    }

    #[test]
    fn a_clock_that_has_run_out_is_empty() {
        assert_eq!(go_of("go wtime -20 btime 1").left, [Some(0), Some(1)]);
        assert_eq!(go_of("go movestogo 0").moves_to_go, None);
    }

    #[test]
    fn searchmoves_is_passed_over_with_its_moves() {
        let go = go_of("go searchmoves e2e4 a7a8q depth 3");
        assert_eq!((go.depth, go.ignored), (Some(3), vec!["searchmoves"]));
    }

    #[test]
    fn a_fen_ends_where_the_moves_begin() {
        let line = "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2 c1c2";
        let Ok(Some(Command::Position { start, moves })) = parse(line) else {
            panic!("not understood");
        };
        assert_eq!(start, Start::Fen("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()));
        assert_eq!(moves, ["a1a2", "c1c2"]);
    }

    #[test]
    fn a_fen_may_leave_out_its_counts() {
        let Ok(Some(Command::Position { start, .. })) =
            parse("position fen 8/8/8/8/8/8/8/K1k5 w - -")
        else {
            panic!("not understood");
        };
        assert_eq!(start, Start::Fen("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()));
    }

    #[test]
    fn names_and_values_of_options_may_be_several_words() {
        let expected = Command::SetOption {
            name: "Some Name".into(),
            value: "a b".into(),
        };
        let line = "setoption name Some Name value a b";
        assert_eq!(parse(line), Ok(Some(expected)));
    }

    #[test]
    fn each_malformed_line_has_its_reason() {
        for (line, reason) in [
            ("xyzzy", "unknown command `xyzzy`"),
            ("setoption", "setoption: `name` expected"),
            ("setoption name value 3", "setoption: the name is missing"),
            ("position", "position: `startpos` or `fen` expected"),
            (
                "position here",
                "position: `startpos` or `fen` expected, `here` found",
            ),
            (
                "position startpos e2e4",
                "position: `moves` expected, `e2e4` found",
            ),
            ("go depth", "go depth: a number expected"),
            (
                "go movetime soon",
                "go movetime: a number expected, `soon` found",
            ),
            ("go depth 0", "go depth: at least 1 expected"),
            ("go nodes -5", "go nodes: at least 1 expected"),
            ("go home", "go: unknown word `home`"),
        ] {
            assert_eq!(parse(line), Err(reason.to_string()), "{line}");
        }
    }

    #[test]
    fn an_empty_line_asks_for_nothing() {
        assert_eq!(parse("  \t "), Ok(None));
    }
}
