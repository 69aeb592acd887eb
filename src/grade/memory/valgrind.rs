//! Parser of valgrind's XML report, which may be cut off by a killed program.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

#[derive(Debug, Clone, Default)]
pub(super) struct Error {
    unique: String,
    pub(super) kind: String,
    pub(super) what: String,
    pub(super) bytes: u64,
    pub(super) times: u64,
    /// Stack of the fault, then for some faults the stack of the allocation.
    stacks: Vec<Vec<Frame>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) function: String,
    file: String,
    pub(super) line: u64,
}

impl Error {
    /// The frames in a file of this name, from the first stack that has any.
    pub(super) fn lines_in(&self, file: &str) -> Vec<Frame> {
        let is_in = |place: &&Frame| {
            let name = place.file.rsplit('/').next().unwrap_or("");
            name == file
        };
        self.stacks
            .iter()
            .map(|stack| stack.iter().filter(is_in).cloned().collect::<Vec<_>>())
            .find(|lines| !lines.is_empty())
            .unwrap_or_default()
    }
}

#[derive(Debug, Default)]
pub(super) struct ParsedReport {
    pub(super) has_begun: bool,
    pub(super) errors: Vec<Error>,
}

/// Longer texts are cut: names of templates can be endless.
const MAX_TEXT: usize = 300;

pub(super) fn read(bytes: &[u8]) -> ParsedReport {
    let mut reader = Reader::from_reader(bytes);
    let mut reading = ParsedReport::default();
    let mut counts = BTreeMap::new();
    let mut pair = (String::new(), 0);
    let mut path: Vec<String> = Vec::new();
    let mut error = Error::default();
    let mut text = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
                match name.as_str() {
                    "valgrindoutput" => reading.has_begun = true,
                    "error" => error = Error::default(),
                    "stack" => error.stacks.push(Vec::new()),
                    "frame" => {
                        if let Some(stack) = error.stacks.last_mut() {
                            stack.push(Frame::default());
                        }
                    }
                    "pair" => pair = (String::new(), 0),
                    _ => {}
                }
                path.push(name);
                text.clear();
            }
            Ok(Event::Text(part)) => {
                if let Ok(part) = part.decode() {
                    text.push_str(&part);
                }
            }
            Ok(Event::GeneralRef(part)) => text.push_str(&resolved(&part)),
            Ok(Event::End(_)) => {
                let name = path.pop().unwrap_or_default();
                let parent = path.last().map_or("", String::as_str);
                close(&name, parent, text.trim(), &mut error, &mut pair);
                match (name.as_str(), parent) {
                    ("error", _) => reading.errors.push(std::mem::take(&mut error)),
                    ("pair", "errorcounts") => {
                        counts.insert(std::mem::take(&mut pair.0), pair.1);
                    }
                    _ => {}
                }
                text.clear();
            }
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    for error in &mut reading.errors {
        error.times = counts.get(&error.unique).copied().unwrap_or(1).max(1);
    }
    reading
}

/// Takes the text of an element that ends here.
fn close(name: &str, parent: &str, text: &str, error: &mut Error, pair: &mut (String, u64)) {
    let cut = || text.chars().take(MAX_TEXT).collect::<String>();
    let number = || text.parse().unwrap_or(0);
    match (name, parent) {
        ("unique", "error") => error.unique = cut(),
        ("unique", "pair") => pair.0 = cut(),
        ("count", "pair") => pair.1 = number(),
        ("kind", "error") => error.kind = cut(),
        ("what", "error") | ("text", "xwhat") => error.what = cut(),
        ("leakedbytes", "xwhat") => error.bytes = number(),
        ("fn" | "file" | "line", "frame") => {
            if let Some(place) = error.stacks.last_mut().and_then(|stack| stack.last_mut()) {
                match name {
                    "fn" => place.function = short(text).chars().take(MAX_TEXT).collect(),
                    "file" => place.file = cut(),
                    _ => place.line = number(),
                }
            }
        }
        _ => {}
    }
}

/// Strings by the name that people give them.
fn short(function: &str) -> String {
    function.replace(
        "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
        "std::string",
    )
}

/// `&lt;` and its like.
fn resolved(part: &BytesRef) -> String {
    if let Ok(Some(letter)) = part.resolve_char_ref() {
        return letter.to_string();
    }
    match part.decode().as_deref() {
        Ok("lt") => "<",
        Ok("gt") => ">",
        Ok("amp") => "&",
        Ok("quot") => "\"",
        Ok("apos") => "'",
        _ => "?",
    }
    .to_owned()
}
