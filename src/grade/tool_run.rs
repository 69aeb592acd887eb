//! Tool runs of programs that are not trusted.

use std::path::Path;
use std::time::Duration;

use arbitro_sandbox::{Limits, ToolRun};

/// Bytes that a program may print in one check; a match that prints more is lost.
pub(crate) const MAX_OUTPUT: usize = 1 << 20;

/// A tool run without arguments, files or time.
pub(crate) fn bare_tool_run(program: &Path, limits: Limits) -> ToolRun {
    ToolRun {
        program: program.to_owned(),
        args: Vec::new(),
        readable: Vec::new(),
        variables: vec![
            ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
        ],
        files: Vec::new(),
        limits,
        rest: Duration::ZERO,
        cpu: Duration::ZERO,
        wanted: Vec::new(),
        wanted_bytes: 0,
        output_bytes: MAX_OUTPUT,
    }
}
