//! Exit codes of long-running binaries: success, broken pipe or error.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use crate::closed_pipe::is_closed_pipe;
use crate::program_name::with_program_names;

/// Returns the exit code and prints the error, if there is one. A broken pipe is not an error.
pub fn exit_code(name: &str, done: Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        let text = message(&error);
        let _ = writeln!(anstream::stderr(), "{name}: {text}");
        ExitCode::from(2)
    })
}

/// Formats an error with its causes for people; commands in it are called as this program was.
pub fn message(error: &anyhow::Error) -> String {
    with_program_names(&without_error_number(&chain(error))).into_owned()
}

/// Joins an error's causes, each once: some errors have their cause in their own sentence.
fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Removes Rust's numbers from system errors, like `(os error 2)`.
pub fn without_error_number(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::chain;
    use anyhow::anyhow;

    #[test]
    fn a_cause_that_a_sentence_ends_with_is_not_told_again() {
        let error =
            anyhow!("no room").context("a.txt cannot be written: no room").context("match 1");
        assert_eq!(chain(&error), "match 1: a.txt cannot be written: no room");
        assert_eq!(chain(&anyhow!("no room").context("a.txt")), "a.txt: no room");
    }
}
