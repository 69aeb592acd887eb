//! The crates that stand alone: who uses one takes nothing of the house but the rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro_testkit::games::project;
use serde_json::Value;
use walkdir::WalkDir;

use crate::programs::program;
use crate::transcripts::{blocks, is_match};

/// Folders of `src` with a page of their own.
fn libraries() -> Vec<String> {
    let folders = fs::read_dir(project("src")).unwrap().map(|entry| entry.unwrap());
    let libraries = folders.filter(|folder| folder.path().join("README.md").exists());
    let mut names: Vec<_> = libraries.map(|it| it.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn page(library: &str) -> String {
    fs::read_to_string(project(&format!("src/{library}/README.md"))).unwrap()
}

fn packages() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"])
        .arg(project("Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Files of Rust below a folder, but those of its folder `tests`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != "tests");
    let files = files.map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

#[test]
fn no_test_stands_where_cargo_runs_none() {
    let mut untested = 0;
    for package in packages() {
        let targets = package["targets"].as_array().unwrap().iter();
        for target in targets.filter(|target| target["test"] == false) {
            let main = Path::new(target["src_path"].as_str().unwrap());
            let is_root =
                main.file_name().is_some_and(|name| name == "lib.rs" || name == "main.rs");
            let files = if is_root { sources(main.parent().unwrap()) } else { vec![main.into()] };
            for file in files {
                let text = fs::read_to_string(&file).unwrap();
                assert!(!text.contains("\n    #[test]\n"), "{}", file.display());
            }
            untested += 1;
        }
    }
    assert!(untested > 5, "{untested} targets");
}

#[test]
fn a_library_depends_on_no_crate_of_the_house_but_the_rules() {
    let packages = packages();
    // Those of tests, too: a library is tested alone.
    let of_ours = |package: &str| -> Vec<&str> {
        let package = packages.iter().find(|value| value["name"] == package);
        let dependencies = package.unwrap()["dependencies"].as_array().unwrap().iter();
        let names = dependencies.map(|dependency| dependency["name"].as_str().unwrap());
        names.filter(|name| name.starts_with("arbitro")).collect()
    };
    for library in libraries() {
        let package = format!("arbitro-{library}");
        let others = of_ours(&package).into_iter().filter(|it| *it != "arbitro-rules");
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&str>::new(), "{package}");
    }
    // And who uses them is seen to.
    assert!(of_ours("arbitro-records").contains(&"arbitro-pdn"));
    assert_eq!(libraries(), ["endgames", "hub", "matching", "pdn", "ratings"]);
}

#[test]
fn contributors_are_told_of_every_library() {
    let contributing = fs::read_to_string(project(".github/CONTRIBUTING.md")).unwrap();
    for library in libraries() {
        let link = format!("[`arbitro-{library}`](../src/{library}/README.md)");
        assert!(contributing.contains(&link), "{library}");
        let lines = page(&library).lines().count();
        assert!(lines <= 40, "{library}: {lines} lines");
        let code = fs::read_to_string(project(&format!("src/{library}/lib.rs"))).unwrap();
        // The page is the crate's documentation, so that its code is tested.
        for line in ["#![doc = include_str!(\"README.md\")]", "#![warn(missing_docs)]"] {
            assert!(code.contains(line), "{library}: {line}");
        }
    }
}

#[test]
fn the_example_of_each_library_prints_what_its_page_shows() {
    for library in libraries() {
        let page = page(&library);
        let blocks = blocks(&page);
        let shown = blocks.iter().find(|block| block.language == "console");
        let (command, expected) =
            shown.unwrap_or_else(|| panic!("{library}")).lines.split_first().unwrap();
        let before = format!("$ cargo run -q -p arbitro-{library} --example ");
        let (_, command) = command.split_once(&before[..]).unwrap_or_else(|| panic!("{command}"));
        let mut words = command.split_whitespace();
        let example = program(&format!("examples/{}", words.next().unwrap()));
        let printed = Command::new(example).args(words).current_dir(project("")).output().unwrap();
        assert!(printed.status.success(), "{library}: {printed:?}");
        let printed = String::from_utf8(printed.stdout).unwrap();
        let found: Vec<String> = printed.lines().map(str::to_owned).collect();
        assert!(is_match(expected, &found), "{library}: {printed}");
    }
}
