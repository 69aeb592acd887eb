//! `scripts/desktop`: the entry in the desktop's menu.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arbitro_testkit::games::project;
use arbitro_testkit::programs::copy_program;
use walkdir::WalkDir;

/// A home with another program's entry, and the folder of a `serve` whose path needs every quoting.
struct Home {
    folder: tempfile::TempDir,
    bin: PathBuf,
}

const OTHERS: &str = "[Desktop Entry]\nType=Application\nName=Other\nExec=other\n";

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("a b $HOME `id` \"c\" 50%f\\d");
        fs::create_dir_all(&bin).unwrap();
        copy_program(Path::new(env!("CARGO_BIN_EXE_serve")), &bin.join("serve"));
        fs::create_dir_all(folder.path().join("data/applications")).unwrap();
        let home = Home { folder, bin };
        fs::write(home.data("applications/other.desktop"), OTHERS).unwrap();
        home
    }

    fn data(&self, path: &str) -> PathBuf {
        self.folder.path().join("data").join(path)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(project("scripts/desktop"));
        command
            .args(args)
            .env("HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.data(""))
            .env("BIN", &self.bin);
        command
    }

    /// Lists the files in the home's data folder.
    fn tree(&self) -> BTreeSet<PathBuf> {
        let entries = WalkDir::new(self.data("")).into_iter();
        entries.map(|entry| entry.unwrap().into_path()).collect()
    }
}

/// The exit code and both streams.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// The program and the arguments of an entry, read as its specification says.
fn exec(entry: &str) -> Vec<String> {
    let line = entry.lines().find_map(|line| line.strip_prefix("Exec="));
    // The escapes of a text come first, then those inside the quotes, then the field codes.
    let text = line.unwrap().replace("\\\\", "\\");
    let (quoted, rest) = text[1..].rsplit_once('"').unwrap();
    let mut program = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => program.extend(characters.next()),
            '%' => {
                let code = characters.next();
                assert_eq!(code, Some('%'), "a field code in {quoted}");
                program.push('%');
            }
            '"' | '`' | '$' => panic!("{character} stands bare in {quoted}"),
            other => program.push(other),
        }
    }
    let parts = rest.split_whitespace().map(str::to_owned);
    std::iter::once(program.replace("%%", "%")).chain(parts).collect()
}

#[test]
fn the_desktop_entry_starts_serve_at_the_italian_board_and_is_taken_out_again() {
    let home = Home::new();
    let before = home.tree();
    for _ in 0..2 {
        let (code, said) = run(&mut home.command(&[]));
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("next: ") && said.contains("--remove"), "{said}");
    }
    let file = home.data("applications/arbitro.desktop");
    let entry = fs::read_to_string(&file).unwrap();
    let program = home.bin.canonicalize().unwrap().join("serve");
    assert_eq!(exec(&entry), [program.to_str().unwrap(), "--open", "italian"]);
    assert!(entry.contains("\nIcon=arbitro\n") && entry.contains("\nTerminal=false\n"));
    let icon = fs::read(home.data("icons/hicolor/scalable/apps/arbitro.svg")).unwrap();
    assert_eq!(icon, fs::read(project("src/serve/assets/icon.svg")).unwrap());
    match Command::new("desktop-file-validate").arg(&file).output() {
        Ok(validated) => assert!(validated.status.success(), "{validated:?}"),
        Err(_) => println!("not validated: there is no desktop-file-validate"),
    }
    let (code, said) = run(&mut home.command(&["--remove"]));
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(home.tree(), before);
    let other = fs::read_to_string(home.data("applications/other.desktop")).unwrap();
    assert_eq!(other, OTHERS);
    let (code, said) = run(&mut home.command(&["--remove"]));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("nothing is installed"), "{said}");
}

#[test]
fn foreign_files_beside_the_desktop_entry_stay() {
    let home = Home::new();
    assert_eq!(run(&mut home.command(&[])).0, Some(0));
    let other = home.data("icons/hicolor/scalable/apps/other.svg");
    fs::write(&other, "<svg/>").unwrap();
    assert_eq!(run(&mut home.command(&["--remove"])).0, Some(0));
    assert!(other.is_file());
    // An entry of the same name that another program wrote.
    let entry = home.data("applications/arbitro.desktop");
    fs::write(&entry, OTHERS).unwrap();
    for args in [&[][..], &["--remove"]] {
        let (code, said) = run(&mut home.command(args));
        assert_eq!(code, Some(2), "{said}");
        assert_eq!(fs::read_to_string(&entry).unwrap(), OTHERS);
    }
}

#[test]
fn the_desktop_entry_needs_a_serve_and_says_where_it_looked() {
    let home = Home::new();
    let empty = home.data("applications");
    for bin in [empty.as_path(), Path::new("/no/such/folder")] {
        let (code, said) = run(home.command(&[]).env("BIN", bin));
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(bin.to_str().unwrap()), "{said}");
    }
    // Another program of that name.
    fs::write(home.bin.join("serve"), "#!/bin/sh\necho files\n").unwrap();
    let (code, said) = run(&mut home.command(&[]));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("not the one of this project"), "{said}");
    let (code, said) = run(&mut home.command(&["--install"]));
    assert_eq!((code, said.contains("usage: ")), (Some(2), true), "{said}");
}

#[test]
fn the_desktop_entry_goes_to_the_home_when_the_data_folder_is_no_whole_path() {
    let home = Home::new();
    let relative = |command: &mut Command| {
        command.env("XDG_DATA_HOME", "data");
        run(command)
    };
    assert_eq!(relative(&mut home.command(&[])).0, Some(0));
    let entry = home.folder.path().join(".local/share/applications/arbitro.desktop");
    assert!(entry.is_file());
    assert_eq!(relative(&mut home.command(&["--remove"])).0, Some(0));
    assert!(!entry.exists());
}
