//! The symbol table, read from KickAssembler's `.sym` text: one `.label NAME=VALUE` a line, perhaps
//! inside `.namespace NAME {`. Names are unique and case-sensitive. Lines that are no labels are skipped
//! in silence, as in the original runner; only what makes that runner stop is an error here.

use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Default)]
pub struct SymbolTable {
    values: BTreeMap<String, i32>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct SymbolError {
    /// From 1.
    pub line: usize,
    pub fault: SymbolFault,
}

#[derive(Debug, PartialEq, Eq)]
pub enum SymbolFault {
    Duplicate(String),
    BadValue(String, String),
}

impl fmt::Display for SymbolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        match &self.fault {
            SymbolFault::Duplicate(name) => {
                write!(f, "line {line}: symbol '{name}' is defined twice")
            }
            SymbolFault::BadValue(name, value) => write!(
                f,
                "line {line}: symbol '{name}' has the value '{value}', which is no number"
            ),
        }
    }
}

impl SymbolTable {
    pub fn parse(text: &str) -> Result<Self, SymbolError> {
        let mut table = Self::default();
        let mut namespace: Option<&str> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_start();
            if line.starts_with(".label") {
                let label = label(line);
                let Some((name, value)) = label else { continue };
                let name = match namespace {
                    Some(space) => format!("{space}.{name}"),
                    None => name.to_string(),
                };
                table.define(name, value).map_err(|fault| SymbolError {
                    line: index + 1,
                    fault,
                })?;
            } else {
                namespace = namespace_name(line);
            }
        }
        Ok(table)
    }

    fn define(&mut self, name: String, text: &str) -> Result<(), SymbolFault> {
        let Some(value) = number(text) else {
            return Err(SymbolFault::BadValue(name, text.to_string()));
        };
        match self.values.insert(name.clone(), value) {
            Some(_) => Err(SymbolFault::Duplicate(name)),
            None => Ok(()),
        }
    }

    pub fn get(&self, name: &str) -> Option<i32> {
        self.values.get(name).copied()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Some symbol with exactly this value.
    pub fn name_of(&self, value: i32) -> Option<&str> {
        let found = self.values.iter().find(|(_, held)| **held == value);
        found.map(|(name, _)| name.as_str())
    }

    /// An address in words: the nearest symbol at or below it and the distance.
    pub fn describe(&self, address: u16) -> String {
        let below = self
            .values
            .iter()
            .filter(|(_, value)| **value <= address.into());
        let nearest = below.max_by_key(|(_, value)| **value);
        match nearest {
            Some((name, value)) if *value == i32::from(address) => {
                format!("${address:04X} ({name})")
            }
            Some((name, value)) => {
                format!("${address:04X} ({name} + {})", i32::from(address) - value)
            }
            None => format!("${address:04X}"),
        }
    }
}

/// Name and value text of `.label NAME=VALUE`; what follows the value is ignored.
fn label(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(".label")?;
    let trimmed = rest.trim_start();
    if trimmed.len() == rest.len() {
        return None;
    }
    let (name, rest) = split_run(trimmed, |c| c.is_ascii_alphanumeric() || c == '_');
    let (value, _) = split_run(rest.strip_prefix('=')?, |c| {
        c.is_ascii_hexdigit() || c == '$'
    });
    (!name.is_empty() && !value.is_empty()).then_some((name, value))
}

fn namespace_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(".namespace ")?;
    let (name, _) = split_run(rest, |c| c.is_ascii_alphanumeric() || c == '_');
    (!name.is_empty()).then_some(name)
}

fn split_run(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !fits(c)).unwrap_or(text.len()))
}

fn number(text: &str) -> Option<i32> {
    match text.strip_prefix('$') {
        Some(hex) => u32::from_str_radix(hex, 16).ok().map(u32::cast_signed),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> SymbolTable {
        SymbolTable::parse(text).expect("a table")
    }

    #[test]
    fn labels_and_namespaces_give_plain_and_dotted_names() {
        let symbols = table(
            ".label Board=$4000\n.label MoveLimit=218\n.namespace search {\n  .label Depth=$02\n  .label Nodes=$fb\n}\n.label Entry=$0810\n",
        );
        let names: Vec<&str> = symbols.names().collect();
        assert_eq!(
            names,
            [
                "Board",
                "Entry",
                "MoveLimit",
                "search.Depth",
                "search.Nodes"
            ]
        );
        assert_eq!(symbols.get("MoveLimit"), Some(218));
        assert_eq!(symbols.get("search.Nodes"), Some(0xFB));
        assert_eq!(symbols.get("board"), None, "names are case-sensitive");
    }

    #[test]
    fn forms_that_are_no_labels_are_skipped() {
        let symbols = table(
            ".label Foo = $10\n.label a.b=$10\n.label M=%101\n.const K=$1\nal C:0810 .Entry\n.label\n.labelX=$1\n",
        );
        assert_eq!(symbols.names().count(), 0);
    }

    #[test]
    fn a_c_style_hex_value_is_read_as_the_zero_before_its_x() {
        assert_eq!(table(".label H=0x20").get("H"), Some(0));
    }

    #[test]
    fn text_after_the_value_is_ignored() {
        assert_eq!(table(".label H=$20 ; thirty-two").get("H"), Some(0x20));
    }

    #[test]
    fn namespaces_do_not_nest() {
        let symbols = table(".namespace a {\n.namespace b {\n.label X1=$1\n}\n.label Y1=$2\n}");
        assert_eq!(symbols.get("b.X1"), Some(1));
        assert_eq!(symbols.get("Y1"), Some(2));
    }

    #[test]
    fn an_address_is_described_by_the_nearest_symbol_below() {
        let symbols = table(".label Loop=$0810\n.label Done=$0820\n.label Size=5");
        assert_eq!(symbols.describe(0x0820), "$0820 (Done)");
        assert_eq!(symbols.describe(0x081F), "$081F (Loop + 15)");
        assert_eq!(table("").describe(0x0820), "$0820");
    }
}
