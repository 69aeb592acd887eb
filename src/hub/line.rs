//! A line of the protocol: a command and its arguments, each with or without a value.

use std::fmt;

use thiserror::Error;

/// Maximum length of a line in bytes. A principal variation has some hundred bytes, the moves of a
/// whole match a few thousand.
pub const MAX_LINE_BYTES: usize = 16 << 10;
/// Maximum arguments of a line.
const MAX_ARGUMENTS: usize = 64;

/// A syntax error of a line. Columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum LineFault {
    #[error("longer than {MAX_LINE_BYTES} bytes")]
    Long,
    #[error("not UTF-8, or with control characters")]
    NotText,
    #[error("column {column}: the quotes are not closed")]
    OpenQuotes { column: usize },
    #[error("column {column}: expected a name")]
    NoName { column: usize },
    #[error("column {column}: expected a space after the quotes")]
    NoSpace { column: usize },
    #[error("more than {MAX_ARGUMENTS} arguments")]
    Many,
}

/// A command with its arguments, in their order.
///
/// # Examples
///
/// ```
/// use arbitro_hub::Line;
/// let line = Line::parse("param name=book value=\"\" type=string").unwrap().unwrap();
/// assert_eq!(line.command, "param");
/// assert_eq!(line.value("type"), Some("string"));
/// assert_eq!(line.to_string(), "param name=book value=\"\" type=string");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first word.
    pub command: String,
    /// The arguments, name and value; `None` for those without a value.
    pub arguments: Vec<(String, Option<String>)>,
}

impl Line {
    /// Creates a command without arguments.
    pub fn new(command: &str) -> Line {
        Line { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Line {
        self.arguments.push((name.to_owned(), Some(value.to_string())));
        self
    }

    /// Adds an argument, if it has a value.
    #[must_use]
    pub(crate) fn with_some(self, name: &str, value: Option<impl fmt::Display>) -> Line {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an argument without a value.
    #[must_use]
    pub(crate) fn with_flag(mut self, name: &str) -> Line {
        self.arguments.push((name.to_owned(), None));
        self
    }

    /// The value of an argument, empty if it has none. Of repeated arguments the first counts.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut found = self.arguments.iter().filter(|(it, _)| it == name);
        found.next().map(|(_, value)| value.as_deref().unwrap_or_default())
    }

    /// Parses a line without its line end; `None` if it is blank.
    pub fn parse(text: &str) -> Result<Option<Line>, LineFault> {
        if text.len() > MAX_LINE_BYTES {
            return Err(LineFault::Long);
        }
        if text.chars().any(|letter| letter.is_control() && letter != '\t') {
            return Err(LineFault::NotText);
        }
        let mut rest = Rest { text, at: 0 };
        rest.skip_blanks();
        if rest.is_at_end() {
            return Ok(None);
        }
        let mut line = Line::new(rest.name()?);
        loop {
            rest.skip_blanks();
            if rest.is_at_end() {
                return Ok(Some(line));
            }
            if line.arguments.len() == MAX_ARGUMENTS {
                return Err(LineFault::Many);
            }
            let name = rest.name()?.to_owned();
            rest.skip_blanks();
            let value = if rest.take('=') {
                rest.skip_blanks();
                Some(rest.value()?.to_owned())
            } else {
                None
            };
            line.arguments.push((name, value));
        }
    }

    /// Parses a line from bytes, which may be anything.
    pub fn read(bytes: &[u8]) -> Result<Option<Line>, LineFault> {
        if bytes.len() > MAX_LINE_BYTES {
            return Err(LineFault::Long);
        }
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Line::parse(std::str::from_utf8(bytes).map_err(|_| LineFault::NotText)?)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            write!(f, " {name}")?;
            if let Some(value) = value {
                f.write_str("=")?;
                write_value(f, value)?;
            }
        }
        Ok(())
    }
}

/// Writes a value, quoted if needed. The protocol cannot escape quotes or line ends inside quotes;
/// they are replaced by similar characters.
fn write_value(f: &mut fmt::Formatter<'_>, value: &str) -> fmt::Result {
    let is_special = |it: char| it.is_whitespace() || it.is_control() || it == '=' || it == '"';
    if !value.is_empty() && !value.contains(is_special) {
        return f.write_str(value);
    }
    let writable = |it: char| match it {
        '"' => '\'',
        it if it.is_control() && it != '\t' => ' ',
        it => it,
    };
    let value: String = value.chars().map(writable).collect();
    write!(f, "\"{value}\"")
}

/// The unread part of a line.
struct Rest<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Rest<'a> {
    fn left(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.left().trim_start().len();
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.left().starts_with(wanted);
        if is_there {
            self.at += wanted.len_utf8();
        }
        is_there
    }

    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let left = self.left();
        let taken = &left[..left.find(ends).unwrap_or(left.len())];
        self.at += taken.len();
        taken
    }

    fn name(&mut self) -> Result<&'a str, LineFault> {
        let column = self.column();
        let name = self.until(|letter| letter.is_whitespace() || letter == '=' || letter == '"');
        if name.is_empty() {
            return Err(LineFault::NoName { column });
        }
        Ok(name)
    }

    fn value(&mut self) -> Result<&'a str, LineFault> {
        let column = self.column();
        if !self.take('"') {
            let value = self.until(|letter| letter.is_whitespace() || letter == '"');
            return if value.is_empty() { Err(LineFault::NoName { column }) } else { Ok(value) };
        }
        let value = self.until(|letter| letter == '"');
        if !self.take('"') {
            return Err(LineFault::OpenQuotes { column });
        }
        if self.left().starts_with(|it: char| !it.is_whitespace()) {
            let column = self.column();
            return Err(LineFault::NoSpace { column });
        }
        Ok(value)
    }
}
