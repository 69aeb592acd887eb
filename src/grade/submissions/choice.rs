//! Chooses a submission's `player.cpp`, alike for folders and zips.

use std::path::PathBuf;

use super::{Contents, MAX_NAME_CHARS, Names};
use arbitro_rules::plain_text::one_line;

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

/// A file of a submission. Folders are none.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) path: Vec<String>,
    /// Number of leading folders that belong to the path of the zip it is in.
    pub(super) above: usize,
    pub(super) kind: FileKind,
    pub(super) place: Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Plain,
    NotPlain,
    /// A plain file whose path leads out of a zip.
    Trick,
}

#[derive(Clone, Debug)]
pub(super) enum Location {
    /// In the folder of the class, by its path there.
    Disk { class: PathBuf, inner: PathBuf },
    /// By the number of an open zip, and the place in it.
    Zipped(usize, usize),
}

impl File {
    pub(super) fn printable_path(&self) -> String {
        one_line(&self.path.join("/"), MAX_NAME_CHARS)
    }

    pub(super) fn is_zip(&self) -> bool {
        self.kind == FileKind::Plain && self.has_end(".zip")
    }

    fn has_end(&self, end: &str) -> bool {
        let name = self.path.last().map_or("", String::as_str);
        let at = name.len().checked_sub(end.len());
        at.and_then(|at| name.get(at..)).is_some_and(|it| it.eq_ignore_ascii_case(end))
    }
}

pub(super) fn is_litter(name: &str) -> bool {
    LITTER.contains(&name) || name.starts_with("._")
}

/// The one `player.cpp` by index, and the names of the others; or why there is none.
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
        ([], [(_, trick), ..]) => Err(Contents::PathTrick { path: trick.printable_path() }),
        ([(_, file)], _) if file.kind != FileKind::Plain => {
            Err(Contents::NotPlain { path: file.printable_path() })
        }
        ([(_, file)], _) if file.path.len() > file.above + 2 => {
            Err(Contents::TooDeep { path: file.printable_path() })
        }
        ([(at, _)], _) => Ok((*at, names(&[others, tricks].concat()))),
        (several, _) => Err(Contents::TooMany { paths: names(several) }),
    }
}
