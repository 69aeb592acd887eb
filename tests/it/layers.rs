//! What code in `src/` does without. Which crate uses which, Cargo keeps.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::games::project;

/// What a room must not even mention: the absences that the design promises.
const MUST_NOT_SAY: &[(&str, &[&str])] = &[
    (
        "rules/rules",
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
        "rules/notation",
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
        "rules/history",
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
        "rules/judge",
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
        "engine/search",
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
        "engine/endgames",
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
        "records/analysis",
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
        "referee/check",
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
        "records/records",
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
        "tournament/report",
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

#[test]
fn rooms_do_not_mention_what_they_promise_to_do_without() {
    for (room, words) in MUST_NOT_SAY {
        let room = project("src").join(room);
        // Its program and its tests promise nothing.
        let beside = [room.join("bin"), room.join("tests")];
        for file in rust_files(&room) {
            if beside.iter().any(|it| file.starts_with(it)) {
                continue;
            }
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
