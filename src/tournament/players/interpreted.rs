//! The file that a command gives to an interpreter: a player whose file is not there is told so before anything
//! starts, not by what the interpreter says of a path in the sandbox.

use std::path::Path;

use arbitro_rules::nearest;
use arbitro_rules::plain_text::one_line;

use super::entrant::MANIFEST;
use super::no_entrant::NoEntrant;

/// Interpreters whose first argument that is no option is a file.
const INTERPRETERS: [&str; 13] = [
    "python", "pypy", "node", "ruby", "perl", "php", "lua", "luajit", "bash", "sh", "dash",
    "Rscript", "julia",
];
const JAVA: &str = "java";
/// Files that are looked at for the one that was meant.
const MAX_FILES: usize = 1000;
/// Letters of the file's name that are shown.
const MAX_NAME: usize = 80;
/// Options of Java's that name a file.
const JAR: &str = "-jar";

/// Checks that the file that an interpreter is to run is in the player's folder.
pub(super) fn check_file(folder: &Path, command: &[String]) -> Result<(), NoEntrant> {
    let Some((first, rest)) = command.split_first() else { return Ok(()) };
    let interpreter = first.rsplit('/').next().unwrap_or(first);
    let Some(file) = file_of(interpreter, rest) else { return Ok(()) };
    if file.starts_with('/') || folder.join(&file).exists() {
        return Ok(());
    }
    let names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .take(MAX_FILES)
        .filter_map(|it| it.file_name().into_string().ok())
        .filter(|it| it != MANIFEST)
        .collect();
    let nearest = nearest(&file, names.iter().map(String::as_str)).map(str::to_owned);
    let file = one_line(&file, MAX_NAME);
    Err(NoEntrant::NoFile { file, interpreter: interpreter.to_owned(), nearest })
}

/// The file, if the command names one as most do: options that take words of their own are not known here.
fn file_of(interpreter: &str, rest: &[String]) -> Option<String> {
    let bare = interpreter.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
    // Java takes files of arguments so, and Node.js may leave a file's ending away.
    let is_other = |it: &str| {
        it.starts_with(['-', '@']) || bare == "node" && Path::new(it).extension().is_none()
    };
    match rest {
        [jar, file, ..] if bare == JAVA && jar == JAR => Some(file.clone()),
        [class, ..] if bare == JAVA && !is_other(class) => {
            let is_source = Path::new(class).extension().is_some_and(|name| name == "java");
            let file = if is_source {
                class.clone()
            } else {
                format!("{}.class", class.replace('.', "/"))
            };
            Some(file)
        }
        [file, ..] if INTERPRETERS.contains(&bare) && !is_other(file) => Some(file.clone()),
        [flag, file, ..] if bare == "python" && flag == "-u" && !file.starts_with('-') => {
            Some(file.clone())
        }
        _ => None,
    }
}
