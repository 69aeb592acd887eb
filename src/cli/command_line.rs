//! Parses command lines, with plain messages about numbers and addresses.

use std::error::Error as _;

use arbitro_rules::GameId;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Parser};

use crate::program_name::renamed;

/// Parses the arguments of this process. Exits after help, version or an error.
pub fn parse<C: Parser>() -> C {
    let mut command = with_manual(C::command());
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    parsed
        .and_then(|matches| C::from_arg_matches(&matches))
        .unwrap_or_else(|error| in_plain_words(error, &command).exit())
}

/// Renames a command as it was called, and adds to its help what works before anything else is parsed.
pub fn with_manual(command: Command) -> Command {
    let command = renamed(command);
    let name = command.get_name().to_owned();
    let mut help = command.get_after_help().cloned().unwrap_or_default();
    help.push_str(&format!(
        "\n\nAlso:\n  {name} --manual [DIR]\n      \
         the manual, or its pages in a folder\n  {name} --completions SHELL\n      \
         completions for bash, elvish, fish, powershell or zsh"
    ));
    command.after_help(help)
}

/// Replaces the parser's words about an invalid value by what to write instead.
pub fn in_plain_words(error: clap::Error, command: &Command) -> clap::Error {
    let plain = || {
        let (argument, value) =
            (error.get(ContextKind::InvalidArg)?, error.get(ContextKind::InvalidValue)?);
        let wanted = wanted(&error.source()?.to_string())?;
        Some(format!(
            "invalid value '{value}' for '{argument}': {wanted}\n\nFor more information, try '--help'.\n"
        ))
    };
    match error.kind() {
        ErrorKind::UnknownArgument => with_suggestion(error, command),
        ErrorKind::ValueValidation => {
            plain().map_or(error, |text| clap::Error::raw(ErrorKind::ValueValidation, text))
        }
        _ => error,
    }
}

/// Options that other programs call otherwise.
const OTHER_NAMES: [(&str, &str); 7] = [
    ("--timeout", "--move-time"),
    ("--time", "--move-time"),
    ("--concurrency", "--jobs"),
    ("--threads", "--jobs"),
    ("--rounds", "--games"),
    ("--limit", "--max-plies"),
    ("--max-moves", "--max-plies"),
];

/// Suggests `--game` for the bare name of a game, and an option for its name in other programs.
fn with_suggestion(mut error: clap::Error, command: &Command) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    if let Ok(game) = word.parse::<GameId>() {
        let tip = ContextValue::StyledStrs(vec![format!("write '--game {game}'").into()]);
        error.insert(ContextKind::Suggested, tip);
        return error;
    }
    let is_option = |name: &str| {
        let mut options = command.get_arguments().filter_map(|argument| argument.get_long());
        options.any(|it| name.strip_prefix("--") == Some(it))
    };
    let mut names = OTHER_NAMES.iter();
    if let Some((_, ours)) = names.find(|(other, ours)| word == other && is_option(ours)) {
        let tip = format!("the option is '{ours}': see --help");
        let tip = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tip);
    }
    error
}

/// Translates messages of `std` and of clap's ranges into what to write.
fn wanted(message: &str) -> Option<String> {
    if let Some((_, range)) = message.split_once(" is not in ") {
        return Some(match range.split_once("..") {
            Some((least, "")) => format!("write a whole number from {least} up"),
            Some((least, most)) => {
                let most = most.trim_start_matches('=');
                format!("write a whole number from {least} to {most}")
            }
            None => return None,
        });
    }
    let is_number = message.ends_with("digit found in string")
        || message.starts_with("number too ")
        || message.starts_with("cannot parse integer");
    if is_number {
        return Some("write a whole number".to_owned());
    }
    (message == "invalid IP address syntax")
        .then(|| "write an IP address, such as 127.0.0.1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[derive(Debug, Parser)]
    struct Some {
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
        depth: Option<u32>,
        #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
        least: Option<u32>,
        #[arg(long)]
        seed: Option<u64>,
        #[arg(long)]
        bind: Option<std::net::IpAddr>,
    }

    #[test]
    fn a_wrong_value_is_answered_with_what_to_write() {
        for (args, told) in [
            (["--depth", "61"], "a whole number from 1 to 60"),
            (["--depth", "x"], "a whole number"),
            (["--least", "1"], "a whole number from 2 to 4294967295"),
            (["--seed", "99999999999999999999"], "a whole number"),
            (["--bind", "x"], "an IP address, such as 127.0.0.1"),
        ] {
            let error =
                Some::try_parse_from(["some"].iter().chain(&args)).expect_err("it is wrong");
            let text = in_plain_words(error, &Some::command()).to_string();
            let [name, value] = args;
            let expected = format!("error: invalid value '{value}' for '{name} ");
            assert!(text.starts_with(&expected), "{text}");
            assert!(text.contains(&format!(": write {told}\n\nFor more")), "{text}");
        }
    }
}
