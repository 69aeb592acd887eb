//! Chooses a submission's `player.cpp`, alike for folders and zips.

use super::files::{File, FileKind};
use super::{Contents, Names};

/// Files that systems and tools leave behind.
const LITTER: [&str; 10] = [
    "__MACOSX",
    ".DS_Store",
    "Thumbs.db",
    "desktop.ini",
    ".git",
    ".svn",
    ".hg",
    ".vs",
    ".vscode",
    ".idea",
];

pub(super) fn is_litter(name: &str) -> bool {
    LITTER.contains(&name) || name.starts_with("._")
}

/// The one `player.cpp`, by its place in the list and with the names of all others; or what is found
/// instead.
pub(super) fn choose(files: &[File]) -> Result<(usize, Names), Contents> {
    let is_player = |file: &File| {
        let name = file.path.last();
        name.is_some_and(|name| name.eq_ignore_ascii_case("player.cpp"))
    };
    let of_use = |file: &File| !file.path.iter().any(|part| is_litter(part));
    let (players, others): (Vec<_>, Vec<_>) = (files.iter().enumerate())
        .filter(|(_, file)| of_use(file))
        .partition(|(_, file)| is_player(file));
    // Who leads astray is no candidate, unless there is none else.
    let (tricks, players): (Vec<_>, Vec<_>) =
        players.into_iter().partition(|(_, file)| file.kind == FileKind::Trick);
    let full = |(_, file): &(usize, &File)| file.path.join("/");
    let names = |files: &[(usize, &File)]| Names::new(files.iter().map(full).collect());
    match (&players[..], &tricks[..]) {
        ([], []) => Err(Contents::Missing { others: names(&others) }),
        ([], [(_, trick), ..]) => Err(Contents::PathTrick { path: trick.shown() }),
        ([(_, file)], _) if file.kind != FileKind::Plain => {
            Err(Contents::NotPlain { path: file.shown() })
        }
        ([(_, file)], _) if file.path.len() > file.above + 2 => {
            Err(Contents::TooDeep { path: file.shown() })
        }
        ([(at, _)], _) => Ok((*at, names(&[others, tricks].concat()))),
        (several, _) => Err(Contents::TooMany { paths: names(several) }),
    }
}
