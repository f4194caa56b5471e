//! The words of textual LLVM IR. Line ends and comments carry no meaning in IR, so a token keeps only its kind
//! and its line; what a word means in its place is left to the parser.

use crate::error::{Error, Result};
use std::borrow::Cow;

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'t> {
    /// `%name`
    Local(Cow<'t, str>),
    /// `@name`
    Global(Cow<'t, str>),
    /// `!7`, `!range`; a lone `!` has an empty name.
    Metadata(Cow<'t, str>),
    /// `#7`, or `#dbg_value` of a debug record.
    Group(&'t str),
    /// `$name`
    Comdat(Cow<'t, str>),
    /// `name:` at the head of a block.
    Label(Cow<'t, str>),
    /// Keywords, types, attributes; `...` too.
    Word(&'t str),
    /// Decimal, perhaps negative.
    Integer(&'t str),
    /// A number with a point, an exponent or a `0x` prefix: floating point.
    Float(&'t str),
    /// `"..."`, unescaped.
    Text(Vec<u8>),
    /// `c"..."`, unescaped.
    Bytes(Vec<u8>),
    /// A character that stands for itself.
    Punctuation(char),
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    /// What it is.
    pub kind: Kind<'t>,
    /// Its line, counted from 1.
    pub line: u32,
}

/// All tokens of `text`, closed by one [`Kind::End`].
pub fn lex(text: &str) -> Result<Vec<Token<'_>>> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
    };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        lexer.skip_blanks();
        let line = lexer.line;
        let kind = lexer.next()?;
        let end = kind == Kind::End;
        tokens.push(Token { kind, line });
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

/// Characters of unquoted names and of keywords.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

impl<'t> Lexer<'t> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    while bytes.get(self.at).is_some_and(|&byte| byte != b'\n') {
                        self.at += 1;
                    }
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn next(&mut self) -> Result<Kind<'t>> {
        if self.at >= self.text.len() {
            return Ok(Kind::End);
        }
        match self.peek() {
            b'%' => self.sigil().map(Kind::Local),
            b'@' => self.sigil().map(Kind::Global),
            b'$' => {
                let name = self.sigil()?;
                Ok(self.label_or(name, Kind::Comdat))
            }
            b'!' => self.sigil().map(Kind::Metadata),
            b'#' => {
                self.at += 1;
                Ok(Kind::Group(self.name()))
            }
            b'"' => {
                let text = self.quoted()?;
                if self.peek() == b':' {
                    self.at += 1;
                    return Ok(Kind::Label(Cow::Owned(
                        String::from_utf8_lossy(&text).into_owned(),
                    )));
                }
                Ok(Kind::Text(text))
            }
            b'c' if self.text.as_bytes().get(self.at + 1) == Some(&b'"') => {
                self.at += 1;
                self.quoted().map(Kind::Bytes)
            }
            byte if is_name(byte) => {
                let name = self.word();
                Ok(self.label_or(Cow::Borrowed(name), |_| word_or_number(name)))
            }
            byte @ (b'=' | b',' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b'*'
            | b'|' | b':' | b'^') => {
                self.at += 1;
                Ok(Kind::Punctuation(byte as char))
            }
            _ => {
                let character = self.text[self.at..].chars().next().unwrap_or(' ');
                Err(Error::at(
                    self.line,
                    format!("unexpected character `{character}`"),
                ))
            }
        }
    }

    /// A colon right behind a name makes it the label of a block.
    fn label_or(
        &mut self,
        name: Cow<'t, str>,
        otherwise: impl Fn(Cow<'t, str>) -> Kind<'t>,
    ) -> Kind<'t> {
        if self.peek() == b':' {
            self.at += 1;
            Kind::Label(name)
        } else {
            otherwise(name)
        }
    }

    fn name(&mut self) -> &'t str {
        let start = self.at;
        while is_name(self.peek()) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// A name, or a number: that may have a sign behind its exponent.
    fn word(&mut self) -> &'t str {
        let start = self.at;
        let mut word = self.name();
        let is_number = word
            .trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit());
        if is_number && word.ends_with('e') && self.peek() == b'+' {
            self.at += 1;
            self.name();
            word = &self.text[start..self.at];
        }
        word
    }

    /// The name behind a sigil, quoted or plain.
    fn sigil(&mut self) -> Result<Cow<'t, str>> {
        self.at += 1;
        if self.peek() == b'"' {
            let text = self.quoted()?;
            return Ok(Cow::Owned(String::from_utf8_lossy(&text).into_owned()));
        }
        Ok(Cow::Borrowed(self.name()))
    }

    /// The bytes between quotes; `\xx` is a hexadecimal byte, `\\` a backslash.
    fn quoted(&mut self) -> Result<Vec<u8>> {
        let bytes = self.text.as_bytes();
        let unclosed = || Error::at(self.line, "a string is not closed");
        let mut text = Vec::new();
        let mut at = self.at + 1;
        loop {
            match *bytes.get(at).ok_or_else(unclosed)? {
                b'"' => break,
                b'\\' if bytes.get(at + 1) == Some(&b'\\') => {
                    text.push(b'\\');
                    at += 2;
                }
                b'\\' => {
                    let digits = self.text.get(at + 1..at + 3).ok_or_else(unclosed)?;
                    let byte = u8::from_str_radix(digits, 16)
                        .map_err(|_| Error::at(self.line, format!("`\\{digits}` is not a byte")))?;
                    text.push(byte);
                    at += 3;
                }
                byte => {
                    text.push(byte);
                    at += 1;
                }
            }
        }
        self.at = at + 1;
        Ok(text)
    }
}

fn word_or_number(name: &str) -> Kind<'_> {
    let digits = name.strip_prefix('-').unwrap_or(name);
    if digits.is_empty() || !digits.as_bytes()[0].is_ascii_digit() {
        Kind::Word(name)
    } else if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Kind::Integer(name)
    } else {
        Kind::Float(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        lex(text)
            .unwrap()
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    #[test]
    fn sigils_separate_values_symbols_metadata_and_labels() {
        assert_eq!(
            kinds("%a @b !7 #3 bb.1: 5:"),
            [
                Kind::Local("a".into()),
                Kind::Global("b".into()),
                Kind::Metadata("7".into()),
                Kind::Group("3"),
                Kind::Label("bb.1".into()),
                Kind::Label("5".into()),
                Kind::End,
            ]
        );
    }

    #[test]
    fn escapes_in_strings_are_bytes() {
        assert_eq!(
            kinds(r#"c"\DFa\\\22""#),
            [Kind::Bytes(b"\xDFa\\\"".to_vec()), Kind::End]
        );
        assert_eq!(kinds(r#"@"a b""#), [Kind::Global("a b".into()), Kind::End]);
    }

    #[test]
    fn comments_end_with_their_line_and_lines_are_counted() {
        let tokens = lex("add ; one\n-12 1.0").unwrap();
        assert_eq!(
            tokens[0],
            Token {
                kind: Kind::Word("add"),
                line: 1
            }
        );
        assert_eq!(
            tokens[1],
            Token {
                kind: Kind::Integer("-12"),
                line: 2
            }
        );
        assert_eq!(
            tokens[2],
            Token {
                kind: Kind::Float("1.0"),
                line: 2
            }
        );
    }

    #[test]
    fn an_open_string_is_refused_with_its_line() {
        assert_eq!(lex("\n\"abc").unwrap_err().line, 2);
    }
}
