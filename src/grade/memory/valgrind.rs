//! Parser of valgrind's XML report, which may be cut off by a killed program.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Allocation;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Error {
    unique: String,
    pub(super) kind: String,
    what: String,
    xwhat: Leak,
    /// The meaning of the further stacks.
    auxwhat: Vec<String>,
    /// Stack of the fault, then for some faults the stack of the allocation.
    #[serde(rename = "stack")]
    stacks: Vec<Stack>,
    #[serde(skip)]
    pub(super) times: u64,
}

/// Valgrind's description of a leak, used instead of `what`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Leak {
    text: String,
    leakedbytes: u64,
    leakedblocks: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Stack {
    #[serde(rename = "frame")]
    frames: Vec<Frame>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Frame {
    #[serde(rename = "fn")]
    function: String,
    file: String,
    pub(super) line: u64,
}

impl Error {
    /// The frames in a file of this name, from the first stack that has any.
    pub(super) fn lines_in(&self, file: &str) -> Vec<&Frame> {
        let is_in = |place: &&Frame| place.file.rsplit('/').next() == Some(file);
        let lines = self.stacks.iter();
        let mut lines = lines.map(|it| it.frames.iter().filter(is_in).collect::<Vec<_>>());
        lines.find(|it| !it.is_empty()).unwrap_or_default()
    }

    /// Returns true if nothing but a null pointer, or one that is a little off it, was followed.
    pub(super) fn is_of_null(&self) -> bool {
        // The first page is never there.
        const PAGE: u64 = 4096;
        let address = |text: &String| {
            let digits = text.strip_prefix("Address 0x")?.split(' ').next()?;
            u64::from_str_radix(digits, 16).ok()
        };
        self.auxwhat.iter().filter_map(address).any(|it| it < PAGE)
    }

    /// Returns the allocation of a leak's blocks: as an array, by a container, or one by one, of so many bytes each.
    pub(super) fn allocation(&self) -> Allocation {
        let frames = || self.stacks.iter().take(1).flat_map(|stack| &stack.frames);
        if frames().any(|frame| frame.function.contains("allocator")) {
            return Allocation::Container;
        }
        if frames().next().is_some_and(|frame| frame.function.starts_with("operator new(")) {
            let direct =
                self.xwhat.text.split_once('(').and_then(|(_, it)| it.split_once(" direct"));
            let direct = direct.and_then(|(it, _)| it.replace(',', "").parse().ok());
            let blocks = self.xwhat.leakedblocks.max(1);
            return Allocation::Single(direct.unwrap_or(self.xwhat.leakedbytes) / blocks);
        }
        Allocation::Array
    }

    /// The line of this file where the memory was freed, or else came from.
    pub(super) fn cause_in(&self, file: &str) -> Option<u64> {
        let mut lines = self.stacks.iter().skip(1).flat_map(|stack| stack.frames.iter());
        lines.find(|frame| frame.file.rsplit('/').next() == Some(file)).map(|it| it.line)
    }

    pub(super) fn is_of_freed(&self) -> bool {
        self.auxwhat.iter().any(|it| it.contains(" free'd"))
    }

    /// The description, without the number of the loss record.
    pub(super) fn what(&self) -> String {
        let what = format!("{}{}", self.what, self.xwhat.text);
        cut(what.split(" in loss record").next().unwrap_or_default())
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.xwhat.leakedbytes
    }
}

impl Frame {
    /// The function, with strings by the name that people give them.
    pub(super) fn function(&self) -> String {
        const STRING: &str =
            "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
        cut(&self.function.replace(STRING, "std::string"))
    }
}

/// Names of templates can be endless.
fn cut(text: &str) -> String {
    const MAX_TEXT: usize = 300;
    text.chars().take(MAX_TEXT).collect()
}

#[derive(Debug, Default)]
pub(super) struct ParsedReport {
    pub(super) has_begun: bool,
    pub(super) errors: Vec<Error>,
}

#[derive(Debug, Deserialize)]
struct Count {
    count: u64,
    unique: String,
}

pub(super) fn read(bytes: &[u8]) -> ParsedReport {
    let text = String::from_utf8_lossy(bytes);
    let counts: Vec<Count> = elements(&text, "pair");
    let counts: HashMap<String, u64> = counts.into_iter().map(|it| (it.unique, it.count)).collect();
    let mut errors: Vec<Error> = elements(&text, "error");
    for error in &mut errors {
        error.times = counts.get(&error.unique).copied().unwrap_or(1).max(1);
    }
    ParsedReport { has_begun: text.contains("<valgrindoutput>"), errors }
}

/// The whole elements of this name, each read by itself, because a report may end anywhere.
fn elements<T: DeserializeOwned>(text: &str, name: &str) -> Vec<T> {
    let (start, end) = (format!("<{name}>"), format!("</{name}>"));
    let bodies = text.split(&start).skip(1).filter_map(|it| Some(it.split_once(&end)?.0));
    let all = bodies.filter_map(|body| quick_xml::de::from_str(&format!("<it>{body}</it>")).ok());
    all.collect()
}
