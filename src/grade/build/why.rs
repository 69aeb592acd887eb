//! Build failures, classified by the compiler's exit and diagnostics.

use arbitro_sandbox::{ToolEnd, ToolOutput};
use serde::{Deserialize, Serialize};

#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildFault {
    CompileError,
    /// A hidden include makes the compiler read another file than `player.hpp`.
    ForeignFile,
    Undefined,
    OwnMain,
    LinkError,
    OutOfTime,
    OutOfMemory,
    TooLarge,
    CompilerBroke,
}

#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Built,
    NotBuilt(BuildFault),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Compiler,
    Linker,
}

/// Returns the reason that a build failed, from the tools' own words. A submission could make the
/// compiler print them too, and would only gain another name for its failure.
pub(super) fn why(tool: Tool, returned: &ToolOutput) -> BuildFault {
    let text = String::from_utf8_lossy(&returned.complaints);
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match (&returned.ending, tool) {
        (ToolEnd::OutOfTime, _) => BuildFault::OutOfTime,
        (ToolEnd::OutOfMemory, _) => BuildFault::OutOfMemory,
        _ if !returned.refused.is_empty() || says(&SIZE_MESSAGES) => BuildFault::TooLarge,
        _ if says(&MEMORY_MESSAGES) => BuildFault::OutOfMemory,
        _ if says(&CRASH_MESSAGES) => BuildFault::CompilerBroke,
        (ToolEnd::Killed(_), _) => BuildFault::CompilerBroke,
        (_, Tool::Compiler) => BuildFault::CompileError,
        _ if says(&["multiple definition of `main'"]) => BuildFault::OwnMain,
        _ if says(&["undefined reference to"]) => BuildFault::Undefined,
        (_, Tool::Linker) => BuildFault::LinkError,
    }
}

const SIZE_MESSAGES: [&str; 5] = [
    "File size limit exceeded signal terminated",
    "No space left on device",
    "File too large",
    "relocation truncated to fit",
    "file format not recognized; treating as linker script: file truncated",
];

const MEMORY_MESSAGES: [&str; 3] =
    ["virtual memory exhausted", "out of memory allocating", "memory exhausted"];

const CRASH_MESSAGES: [&str; 2] = ["internal compiler error", "signal terminated program"];

/// Counts warnings in diagnostics: lines with a location followed by `warning`.
pub(super) fn warnings(diagnostics: &[u8]) -> usize {
    let text = String::from_utf8_lossy(diagnostics);
    let is_warning = |line: &&str| {
        line.split_once(": warning: ")
            .is_some_and(|(place, _)| !place.is_empty() && !place.contains(' '))
    };
    text.lines().filter(is_warning).count()
}
