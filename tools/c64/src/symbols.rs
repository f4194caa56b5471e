//! Symbols of a program: names and addresses, from a `.sym` file in KickAssembler's format.
//!
//! A line is `.label NAME=$hex`; names inside `.namespace NAME { … }` become `NAME.label`. Two names may
//! share an address; a name given twice with two values is an error, because a test would pick one at random.

use std::collections::BTreeMap;
use std::fmt;

/// Names to addresses, and back to the nearest name.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    by_name: BTreeMap<String, u16>,
    by_address: BTreeMap<u16, String>,
}

/// A line of a `.sym` file that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolError {
    /// Its number, counted from 1.
    pub line: usize,
    /// The line itself.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for SymbolError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}: `{}`", self.line, self.problem, self.text)
    }
}

impl std::error::Error for SymbolError {}

impl Symbols {
    /// Reads the text of a `.sym` file.
    pub fn parse(text: &str) -> Result<Symbols, SymbolError> {
        let mut symbols = Symbols::default();
        let mut namespaces: Vec<String> = Vec::new();
        for (index, raw) in text.lines().enumerate() {
            let line = raw.split("//").next().unwrap_or("").trim();
            let error = |problem: String| SymbolError {
                line: index + 1,
                text: raw.trim().to_string(),
                problem,
            };
            if line.is_empty() {
                continue;
            } else if line == "}" {
                if namespaces.pop().is_none() {
                    return Err(error("no namespace is open".into()));
                }
            } else if let Some(rest) = line.strip_prefix(".namespace") {
                namespaces.push(rest.trim_end_matches('{').trim().to_string());
            } else if let Some(rest) = line.strip_prefix(".label") {
                let (name, address) = parse_label(rest).map_err(error)?;
                let mut path = namespaces.clone();
                path.push(name);
                symbols.insert(&path.join("."), address).map_err(error)?;
            } else {
                return Err(error("neither .label nor .namespace".into()));
            }
        }
        Ok(symbols)
    }

    /// Adds one name. An address keeps the first name it got as the one it is shown by.
    pub fn insert(&mut self, name: &str, address: u16) -> Result<(), String> {
        match self.by_name.insert(name.to_string(), address) {
            Some(old) if old != address => {
                Err(format!("{name} is ${old:04x} and ${address:04x} at once"))
            }
            _ => {
                self.by_address
                    .entry(address)
                    .or_insert_with(|| name.to_string());
                Ok(())
            }
        }
    }

    /// The address of `name`.
    pub fn address(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// The nearest name at or below `address`, and how far above it `address` lies.
    pub fn nearest(&self, address: u16) -> Option<(&str, u16)> {
        let (&start, name) = self.by_address.range(..=address).next_back()?;
        Some((name, address - start))
    }

    /// `address` in words: `name`, `name+5` or `$c000`.
    pub fn describe(&self, address: u16) -> String {
        match self.nearest(address) {
            Some((name, 0)) => name.to_string(),
            Some((name, offset)) => format!("{name}+{offset}"),
            None => format!("${address:04x}"),
        }
    }

    /// Every address that has a name, in ascending order, with the name it is shown by.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &str)> {
        self.by_address
            .iter()
            .map(|(&address, name)| (address, name.as_str()))
    }

    /// Whether there is no symbol at all.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }
}

/// `NAME=$hex`, also with a decimal or a `%binary` number.
fn parse_label(text: &str) -> Result<(String, u16), String> {
    let (name, value) = text.split_once('=').ok_or("no `=` in the label")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err("a label without a name".into());
    }
    let number = match value.split_at_checked(1) {
        Some(("$", digits)) => u16::from_str_radix(digits, 16),
        Some(("%", digits)) => u16::from_str_radix(digits, 2),
        _ => value.parse(),
    };
    let number = number.map_err(|_| format!("`{value}` is no address between $0000 and $ffff"))?;
    Ok((name.to_string(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_by_name_and_by_address() {
        let symbols =
            Symbols::parse(".label Board88=$7000\n.label Perft=$0a10 // routine\n").unwrap();
        assert_eq!(symbols.address("Board88"), Some(0x7000));
        assert_eq!(symbols.nearest(0x0A13), Some(("Perft", 3)));
        assert_eq!(symbols.describe(0x7000), "Board88");
        assert_eq!(symbols.describe(0x0005), "$0005");
    }

    #[test]
    fn a_namespace_prefixes_its_labels() {
        let text = ".namespace search {\n  .label depth = $20\n}\n.label depth=$30\n";
        let symbols = Symbols::parse(text).unwrap();
        assert_eq!(symbols.address("search.depth"), Some(0x20));
        assert_eq!(symbols.address("depth"), Some(0x30));
    }

    #[test]
    fn two_values_for_one_name_are_an_error_with_its_line() {
        let error = Symbols::parse(".label a=$1000\n.label a=$2000\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert_eq!(
            error.to_string(),
            "line 2: a is $1000 and $2000 at once: `.label a=$2000`"
        );
    }

    #[test]
    fn a_line_that_is_no_label_is_an_error() {
        for text in ["label a=$1000", ".label a", ".label a=$12345", "}"] {
            assert_eq!(Symbols::parse(text).unwrap_err().line, 1, "{text}");
        }
    }

    #[test]
    fn an_address_is_shown_by_the_first_name_it_got() {
        let symbols = Symbols::parse(".label first=$10\n.label second=$10\n").unwrap();
        assert_eq!(symbols.address("second"), Some(0x10));
        assert_eq!(symbols.describe(0x10), "first");
    }
}
