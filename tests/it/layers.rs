//! Who may use whom in `src/`. Inside one crate the compiler does not forbid an upward `use`; this does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::games::project;

/// Each room and the rooms it may name besides itself. A new entry is a design decision.
const MAY_USE: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("notation", &["rules", "language"]),
    ("history", &["rules", "notation"]),
    ("judge", &["rules", "notation", "language"]),
    ("sandbox", &[]),
    ("exchange", &["notation"]),
    (
        "check",
        &[
            "rules",
            "notation",
            "history",
            "judge",
            "exchange",
            "language",
            "plain_text",
        ],
    ),
    ("search", &["rules"]),
    ("endgames", &["rules", "search"]),
    (
        "analysis",
        &[
            "rules", "notation", "history", "records", "search", "endgames", "language",
        ],
    ),
    (
        "player",
        &[
            "rules", "notation", "history", "exchange", "search", "endgames",
        ],
    ),
    (
        "hub",
        &["rules", "notation", "exchange", "search", "player"],
    ),
    (
        "referee",
        &[
            "rules",
            "notation",
            "history",
            "judge",
            "exchange",
            "check",
            "sandbox",
            "language",
            "plain_text",
        ],
    ),
    (
        "tournament",
        &[
            "rules", "notation", "history", "judge", "sandbox", "referee", "rating", "language",
        ],
    ),
    ("rating", &[]),
    (
        "records",
        &[
            "rules", "notation", "history", "judge", "exchange", "check", "duration", "size",
            "language",
        ],
    ),
    (
        "screen",
        &["rules", "notation", "records", "language", "plain_text"],
    ),
    (
        "report",
        &[
            "rules",
            "notation",
            "history",
            "judge",
            "tournament",
            "rating",
            "records",
            "analysis",
            "duration",
            "size",
            "language",
            "plain_text",
        ],
    ),
    (
        "grade",
        &[
            "rules",
            "notation",
            "history",
            "judge",
            "sandbox",
            "exchange",
            "check",
            "referee",
            "rating",
            "records",
            "tournament",
            "report",
            "duration",
            "size",
            "language",
            "plain_text",
        ],
    ),
    (
        "web",
        &[
            "rules",
            "notation",
            "history",
            "judge",
            "exchange",
            "records",
            "search",
            "endgames",
            "player",
            "rating",
            "tournament",
            "report",
            "duration",
            "size",
            "language",
            "plain_text",
        ],
    ),
];

/// What a room must not even mention: the absences that the design promises.
const MUST_NOT_SAY: &[(&str, &[&str])] = &[
    (
        "rules",
        &[
            "std::fs",
            "std::io",
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
            "HashMap",
        ],
    ),
    (
        "notation",
        &[
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
        ],
    ),
    (
        "history",
        &[
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
        ],
    ),
    (
        "judge",
        &[
            "std::fs",
            "std::io",
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
        ],
    ),
    (
        "search",
        &[
            "std::fs",
            "std::io",
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
        ],
    ),
    (
        "endgames",
        &[
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
            "HashMap",
        ],
    ),
    (
        "analysis",
        &[
            "std::fs",
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
            "HashMap",
        ],
    ),
    (
        "check",
        &[
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
        ],
    ),
    (
        "records",
        &[
            "std::time",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
            "println!",
            "HashMap",
        ],
    ),
    (
        "screen",
        &[
            "std::fs",
            "std::io",
            "std::net",
            "std::env",
            "std::process",
            "std::thread",
            "Instant",
            "SystemTime",
            "crossterm",
            "rand::",
            "println!",
            "HashMap",
        ],
    ),
    (
        "report",
        &[
            "Instant",
            "SystemTime",
            "std::net",
            "std::env",
            "std::process",
            "rand::",
        ],
    ),
    (
        "web",
        &[
            "std::env",
            "std::process",
            "println!",
            "fs::write",
            "File::create",
        ],
    ),
];

/// What only the web may mention: nobody else waits on sockets.
const ONLY_THE_WEB_SAYS: &[&str] = &["tokio", "axum", "hyper"];

/// Code without its comment lines.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn rust_files(folder: &Path) -> impl Iterator<Item = std::path::PathBuf> {
    WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|it| it == "rs"))
}

/// The rooms that a text names as `crate::room`.
fn named_rooms(code: &str) -> BTreeSet<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rooms = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let first_words = group.split('}').next().unwrap_or("").split(',');
            rooms.extend(first_words.map(|part| {
                part.trim()
                    .split(|it| !is_word(it))
                    .next()
                    .unwrap_or("")
                    .to_owned()
            }));
        } else {
            rooms.insert(
                rest.split(|it| !is_word(it))
                    .next()
                    .unwrap_or("")
                    .to_owned(),
            );
        }
    }
    rooms
}

fn rooms_in_src() -> BTreeSet<String> {
    fs::read_dir(project("src"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| name != "bin")
        .collect()
}

fn trespasses(room: &str, code: &str) -> Vec<String> {
    let allowed = MAY_USE
        .iter()
        .find(|(name, _)| *name == room)
        .map_or(&[][..], |(_, uses)| uses);
    let rooms = rooms_in_src();
    named_rooms(code)
        .into_iter()
        .filter(|named| {
            rooms.contains(named) && named != room && !allowed.contains(&named.as_str())
        })
        .collect()
}

#[test]
fn rooms_use_only_the_rooms_below_them() {
    let listed: BTreeSet<String> = MAY_USE.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(
        rooms_in_src(),
        listed,
        "every room in src/ has its row, and every row its room"
    );
    for room in &listed {
        for file in rust_files(&project("src").join(room)) {
            let trespasses = trespasses(room, &code(&file));
            assert!(
                trespasses.is_empty(),
                "{} must not use {trespasses:?}",
                file.display()
            );
        }
    }
}

#[test]
fn an_upward_use_is_noticed_however_it_is_written() {
    assert_eq!(trespasses("rules", "use crate::judge::Code;"), ["judge"]);
    assert_eq!(
        trespasses("rules", "use crate::{game::Game, judge::Code};"),
        ["judge"]
    );
    assert_eq!(
        trespasses("rules", "let it = crate::check::check_folder;"),
        ["check"]
    );
    assert!(trespasses("judge", "use crate::rules::Game; use crate::judge::Code;").is_empty());
}

#[test]
fn rooms_do_not_mention_what_they_promise_to_do_without() {
    for (room, words) in MUST_NOT_SAY {
        for file in rust_files(&project("src").join(room)) {
            let code = code(&file);
            for word in *words {
                assert!(!code.contains(word), "{} mentions {word}", file.display());
            }
        }
    }
}

#[test]
fn sockets_and_their_runtime_are_in_the_web_alone() {
    for file in rust_files(&project("src")) {
        let is_web = file.starts_with(project("src/web"));
        let code = code(&file);
        for word in ONLY_THE_WEB_SAYS {
            assert!(
                is_web || !code.contains(word),
                "{} mentions {word}",
                file.display()
            );
        }
    }
}

#[test]
fn unsafe_code_is_in_the_sandbox_alone() {
    for file in rust_files(&project("src")) {
        let is_allowed = file.starts_with(project("src/sandbox"));
        let code = code(&file);
        let is_there = ["{", "fn", "impl", "extern", "trait"]
            .iter()
            .any(|what| code.contains(&format!("unsafe {what}")));
        assert!(is_allowed || !is_there, "{}", file.display());
    }
}
