//! Test positions in EPD: four fields of a position, then operations, each ended by a semicolon.
//!
//! A position asks for a best move (`bm`), for a move to be avoided (`am`) or for a mate (`dm`); `id` names it and `c0`
//! says where it is from. Everything is checked while reading: a position that cannot be, a move that is not legal in it,
//! an operation that is not ended. Other operations are let through unread.

use cozy_chess::util::{display_uci_move, parse_san_move};
use cozy_chess::{Board, Move};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub id: String,
    pub source: String,
    /// With the two counters that EPD leaves out.
    pub fen: String,
    /// Any of these, in UCI notation; none when it does not matter.
    pub best: Vec<String>,
    /// None of these.
    pub avoid: Vec<String>,
    /// Mate in so many moves at most.
    pub mate: Option<u32>,
    /// What is asked for, as the file writes it.
    pub task: String,
}

/// The problems of a text; an error names the line.
pub fn read(text: &str) -> Result<Vec<Problem>, String> {
    let problems: Vec<Problem> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(index, line)| read_line(line).map_err(|e| format!("line {}: {e}", index + 1)))
        .collect::<Result<_, _>>()?;
    if problems.is_empty() {
        return Err("no positions".into());
    }
    Ok(problems)
}

fn read_line(line: &str) -> Result<Problem, String> {
    let (fields, operations) = split_fields(line)?;
    let fen = format!("{fields} 0 1");
    let board = Board::from_fen(&fen, false)
        .map_err(|error| format!("\"{fields}\" is no position: {error}"))?;
    let mut problem = Problem {
        id: String::new(),
        source: String::new(),
        fen,
        best: Vec::new(),
        avoid: Vec::new(),
        mate: None,
        task: String::new(),
    };
    let mut tasks = Vec::new();
    for operation in split_operations(operations)? {
        let (code, operand) = operation
            .split_once(char::is_whitespace)
            .unwrap_or((operation.as_str(), ""));
        let operand = operand.trim();
        match code {
            "bm" => problem.best = moves(&board, operand)?,
            "am" => problem.avoid = moves(&board, operand)?,
            "dm" => problem.mate = Some(mate(operand)?),
            "id" => problem.id = unquoted(operand)?,
            "c0" => problem.source = unquoted(operand)?,
            _ => {}
        }
        if ["bm", "am", "dm"].contains(&code) {
            tasks.push(operation.clone());
        }
    }
    if tasks.is_empty() {
        return Err("nothing is asked for: `bm`, `am` or `dm` expected".into());
    }
    problem.task = tasks.join(", ");
    Ok(problem)
}

/// The four fields of the position, and the rest.
fn split_fields(line: &str) -> Result<(String, &str), String> {
    let mut rest = line.trim();
    let mut fields = Vec::new();
    while fields.len() < 4 {
        let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if field.is_empty() {
            let found = fields.len();
            return Err(format!("four fields of a position expected, {found} found"));
        }
        fields.push(field);
        rest = after.trim_start();
    }
    Ok((fields.join(" "), rest))
}

/// Semicolons end an operation, except inside quotation marks.
fn split_operations(text: &str) -> Result<Vec<String>, String> {
    let mut operations = Vec::new();
    let mut current = String::new();
    let mut quoted = false;
    for c in text.chars() {
        quoted ^= c == '"';
        if c == ';' && !quoted {
            operations.push(std::mem::take(&mut current).trim().to_string());
        } else {
            current.push(c);
        }
    }
    if !current.trim().is_empty() {
        return Err(format!("`{}` is not ended by a semicolon", current.trim()));
    }
    operations.retain(|operation| !operation.is_empty());
    Ok(operations)
}

fn moves(board: &Board, operand: &str) -> Result<Vec<String>, String> {
    let moves: Vec<String> = operand
        .split_whitespace()
        .map(|word| {
            let mv: Move = parse_san_move(board, word)
                .map_err(|_| format!("`{word}` is no legal move of the position"))?;
            Ok(display_uci_move(board, mv).to_string())
        })
        .collect::<Result<_, String>>()?;
    if moves.is_empty() {
        return Err("`bm` and `am` need a move".into());
    }
    Ok(moves)
}

fn mate(operand: &str) -> Result<u32, String> {
    match operand.parse() {
        Ok(moves @ 1..=99) => Ok(moves),
        _ => Err(format!("`dm {operand}`: a number of moves expected")),
    }
}

fn unquoted(operand: &str) -> Result<String, String> {
    operand
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .filter(|rest| !rest.contains('"'))
        .map(str::to_string)
        .ok_or_else(|| format!("`{operand}`: text in quotation marks expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = include_str!("../../../tests/data/suite.epd");

    #[test]
    fn the_suite_has_more_than_sixty_positions_with_names_and_sources() {
        let problems = read(SUITE).expect("sound");
        assert!(problems.len() >= 60, "{}", problems.len());
        assert!(
            problems
                .iter()
                .all(|p| !p.id.is_empty() && !p.source.is_empty())
        );
        let ids: std::collections::HashSet<_> = problems.iter().map(|p| &p.id).collect();
        assert_eq!(ids.len(), problems.len());
    }

    #[test]
    fn operations_are_read_into_the_problem() {
        let line = "7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7; am c7 Kh7; id \"R; 1\"; c0 \"Reti\"; acd 5;";
        let problem = &read(line).expect("sound")[0];
        assert_eq!(problem.fen, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
        assert_eq!(problem.best, ["h8g7"]);
        assert_eq!(problem.avoid, ["c6c7", "h8h7"]);
        assert_eq!(
            (problem.id.as_str(), problem.source.as_str()),
            ("R; 1", "Reti")
        );
        assert_eq!(problem.task, "bm Kg7, am c7 Kh7");
    }

    #[test]
    fn castling_is_written_as_the_engines_write_it() {
        let problem = &read("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;").expect("sound")[0];
        assert_eq!(problem.best, ["e1g1"]);
    }

    #[test]
    fn every_way_of_being_malformed_is_refused_with_its_line() {
        for (line, reason) in [
            ("7K/8/k1P5/7p/8/8/8/8 w -", "four fields"),
            ("9/8/8/8/8/8/8/8 w - - bm e4;", "no position"),
            ("8/8/8/8/8/8/8/8 w - - bm e4;", "no position"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7", "semicolon"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - bm Qg7;", "`Qg7`"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - bm;", "need a move"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - dm soon;", "`dm soon`"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - dm 0;", "`dm 0`"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7; id Reti;", "quotation"),
            ("7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7; id \"Reti;", "semicolon"),
            (
                "7K/8/k1P5/7p/8/8/8/8 w - - id \"Reti\";",
                "nothing is asked",
            ),
        ] {
            let error = read(&format!("# head\n{line}\n")).expect_err(line);
            assert!(error.starts_with("line 2: "), "{error}");
            assert!(error.contains(reason), "{line}: {error}");
        }
        assert_eq!(read("# nothing\n"), Err("no positions".into()));
    }
}
