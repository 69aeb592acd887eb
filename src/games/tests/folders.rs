//! Mistakes in a game's folder.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use arbitro_games::{Game, GameError, NamedFolder, Setting};
use arbitro_rules::line::{self, NoStart, Start};
use arbitro_testkit::needs;
use arbitro_testkit::programs::{open_folder, open_to_all};

use crate::{answering, folder_with, open_at, setting};

const PLAYABLE: &str = "def moves(board, state, turn):\n return {'moves': [['m', board + '.']]}";

/// Returns the sentence about a `game.toml` with these lines.
fn told(toml: &str) -> String {
    let folder = folder_with("wrong", toml, "");
    let told = open_at(folder.path()).unwrap_err().to_string();
    told.replace(&format!("{}/game.toml", folder.path().display()), "F")
}

#[test]
fn each_mistake_in_a_game_toml_is_told_with_its_line_and_key() {
    for (toml, expected) in [
        ("max_plies = 0", "F, line 4, max_plies: "),
        ("max_plies = \"many\"", "F, line 4, max_plies: "),
        ("repetition = 1", "F, line 4, repetition: a position is drawn when it has stood 2 times"),
        ("spaced = 3", "F, line 4, spaced: "),
        ("speed = 3", "F, line 4, speed: unknown field `speed`"),
        ("title.it = \"T\"", "F, line 4, title.it: "),
        ("symmetric = \"up\"", "F, line 4, symmetric: symmetric is \"left-right\", \"half-turn\""),
        ("needs = \"x\"", "F, line 4, needs: "),
        (
            "[signs]\n\"ab\" = { is = \"x\" }",
            "F, line 5, \"ab\": a sign is one printable character",
        ),
        ("[signs]\nx = { is = \"me\" }", "F, line 5, x: unknown variant `me`"),
        ("needs = [\"nowhere\"]", "F, needs: there is no folder nowhere"),
        ("[[[", "F, line 4: "),
    ] {
        let told = told(toml);
        assert!(told.starts_with(expected), "{toml}: {told}");
    }
    assert!(told("title.it = \"T\"").ends_with("write the key in quotes, \"title.it\""));
    let other = |from: &str, to: &str| {
        let folder = folder_with("wrong", "", "");
        let path = folder.path().join("game.toml");
        fs::write(&path, fs::read_to_string(&path).unwrap().replace(from, to)).unwrap();
        open_at(folder.path()).unwrap_err().to_string()
    };
    for (from, to, expected) in [
        ("wrong", "dama", "line 1, name: dama is a game of this program"),
        ("wrong", "a:b", "line 1, name: \"a:b\": a word after a colon is given with --game"),
        ("\"T\"", "\"\"", "line 2, title: a title has 1 to 80 printable characters"),
        ("\"python3 rules.py\"", "[]", "line 3, command: the command is empty"),
        ("\"python3 rules.py\"", "7", "line 3, command: a command is a list of words"),
        (
            "python3",
            "./../sh",
            "command: \"./../sh\" is neither ./NAME in the folder nor a program",
        ),
        ("python3", "no-such-program", "command: \"no-such-program\" is neither"),
    ] {
        let told = other(from, to);
        assert!(told.contains(expected), "{to}: {told}");
    }
}

#[test]
fn all_that_a_game_toml_lacks_is_told_at_once_with_one_that_works() {
    needs!(programs);
    let folder = folder_with("short", "", &answering(PLAYABLE));
    let path = folder.path().join("game.toml");
    let told = |toml: &str| {
        fs::write(&path, toml).unwrap();
        open_at(folder.path()).unwrap_err().to_string()
    };
    let all = told("max_plies = 4\n");
    assert!(all.contains("game.toml: it lacks name, title, command; the shortest"), "{all}");
    assert!(told("name = \"a\"\ncommand = \"b\"\n").contains("it lacks title;"));
    let within = told("name = \"a\"\ntitle = \"T\"\ncommand = \"b\"\n[signs]\nx = {}\n");
    assert!(within.contains("line 5: missing field `is`"), "{within}");
    let (_, shortest) = all.split_once(":\n").unwrap();
    fs::write(&path, shortest).unwrap();
    assert!(open_at(folder.path()).is_ok());
}

#[test]
fn a_game_toml_that_is_huge_or_deep_is_refused_at_once() {
    let folder = folder_with("huge", "", "");
    let path = folder.path().join("game.toml");
    fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let told = open_at(folder.path()).unwrap_err().to_string();
    assert!(told.ends_with("game.toml is longer than 65536 bytes"), "{told}");
    let deep = format!("signs = {}", "[".repeat(60_000));
    assert!(told_of(&deep).contains("line 4"), "{}", told_of(&deep));
    fs::remove_file(&path).unwrap();
    let told = open_at(folder.path()).unwrap_err().to_string();
    assert!(told.contains("there is no game.toml"), "{told}");
    let nowhere = folder.path().join("nowhere");
    let told = open_at(&nowhere).unwrap_err().to_string();
    assert!(told.starts_with(&format!("{}: there is no such folder", nowhere.display())), "{told}");
    fs::write(&nowhere, "").unwrap();
    let told = open_at(&nowhere).unwrap_err().to_string();
    assert!(
        told.starts_with(&format!("{} is a file; a game is a folder", nowhere.display())),
        "{told}"
    );
}

fn told_of(toml: &str) -> String {
    told(toml)
}

#[test]
fn a_link_out_of_the_folder_is_refused_and_one_inside_is_followed() {
    needs!(programs);
    let folder = folder_with("linked", "", "exec(open(__file__.replace('rules', 'link')).read())");
    fs::write(folder.path().join("real.py"), answering(PLAYABLE)).unwrap();
    symlink("real.py", folder.path().join("link.py")).unwrap();
    assert!(open_at(folder.path()).is_ok());
    fs::create_dir_all(folder.path().join("in/deep")).unwrap();
    // A link to a folder is one step by name, and leads anywhere.
    symlink(".", folder.path().join("d")).unwrap();
    symlink("../..", folder.path().join("in/deep/top")).unwrap();
    for target in [
        "/etc/passwd",
        "../../x",
        "./../../x",
        "../d/../../x",
        "../d/d/d/d/../../../../../../../../etc/passwd",
        "deep/top/../x",
        "deep/top/in/deep/top/d/../../etc/passwd",
        "../in/deep/../../../x",
        "/proc/self/root/etc/passwd",
        "deep/../../..",
    ] {
        let link = folder.path().join("in/out");
        symlink(target, &link).unwrap();
        let told = open_at(folder.path()).unwrap_err().to_string();
        assert!(told.contains("leads out of its game's folder"), "{target}: {told}");
        fs::remove_file(link).unwrap();
    }
    for target in ["deep/top/real.py", "../d/in/deep/../../real.py", "nowhere", "deep/none/x"] {
        let link = folder.path().join("in/inside");
        symlink(target, &link).unwrap();
        assert!(open_at(folder.path()).is_ok(), "{target}");
        fs::remove_file(link).unwrap();
    }
    symlink("round", folder.path().join("round")).unwrap();
    assert!(matches!(open_at(folder.path()).unwrap_err(), GameError::Io { .. }));
}

#[test]
fn a_text_that_is_swapped_for_a_link_while_the_game_is_opened_is_never_one_from_elsewhere() {
    needs!(programs);
    let whole = open_folder(0o755);
    let folder = folder_with("swapped", "", &answering(PLAYABLE));
    let [name, beside, real] = ["rules.md", "beside", "real"].map(|it| folder.path().join(it));
    let secret = whole.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    fs::write(&real, "real").unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                // The folder may be read between these, and the name be missing from it.
                let _ = symlink(&secret, &beside);
                let _ = fs::rename(&beside, &name);
                let _ = fs::hard_link(&real, &beside);
                let _ = fs::rename(&beside, &name);
            }
        });
        for _ in 0..10 {
            if let Ok(game) = open_at(folder.path()) {
                let text = game.rules_text("en").unwrap();
                assert!(text.is_none_or(|text| text == "real"));
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn the_game_of_another_user_reads_elsewhere_only_what_is_allowed() {
    needs!(programs);
    needs!(containment);
    let needed = open_folder(0o755);
    fs::write(needed.path().join("book"), "").unwrap();
    open_to_all(needed.path());
    let toml = format!("needs = [{:?}]", needed.path());
    let folder = folder_with("needy", &toml, &answering(NEEDY));
    assert!(open_at(folder.path()).is_ok());
    if chown(folder.path().join("rules.py"), Some(12_345), None).is_err() {
        return;
    }
    let told = open_at(folder.path()).unwrap_err().to_string();
    let asked = needed.path().canonicalize().unwrap().display().to_string();
    assert!(told.contains("rules.py belongs to another user"), "{told}");
    assert!(told.ends_with(&format!("--needs {asked} allows it")), "{told}");
    let named = NamedFolder { folder: folder.path().to_owned(), word: None };
    let with = |needs: &str| {
        let setting = Setting { needs: vec![needs.into()], ..setting() };
        arbitro_games::open(&named, &setting)
    };
    assert!(with("/usr").is_err() && with(&asked).is_ok());
}

#[test]
fn a_kept_copy_says_only_where_what_its_game_toml_names_was() {
    needs!(programs);
    let (library, secret) = (open_folder(0o755), open_folder(0o755));
    let (library, secret) = (library.path().join("library"), secret.path().to_owned());
    fs::create_dir(&library).unwrap();
    fs::write(library.join("book"), "").unwrap();
    open_to_all(&library);
    let folder = folder_with("kept", "needs = [\"../library\"]", &answering(NEEDY));
    let named = NamedFolder { folder: folder.path().to_owned(), word: None };
    let kept = |place: &Path| {
        fs::write(folder.path().join(".needs"), format!("{}\n", place.display())).unwrap();
        arbitro_games::open(&named, &Setting { is_kept: true, ..setting() })
    };
    let game = kept(&library).unwrap();
    let line = line::open(game.id, Start::Usual, None).unwrap();
    assert_eq!(line.step(line.legal()[0]).text, "book");
    assert!(matches!(kept(&secret).unwrap_err(), GameError::Missing { .. }));
}

#[test]
fn what_runtimes_leave_behind_changes_no_hash_and_everything_else_does() {
    needs!(programs);
    let folder = folder_with("hashed", "", &answering(PLAYABLE));
    let sha256 = || open_at(folder.path()).unwrap().id.look().unwrap().sha256.clone();
    let first = sha256();
    fs::create_dir(folder.path().join("__pycache__")).unwrap();
    for name in ["__pycache__/a", "old.pyc", ".hidden"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    assert_eq!(sha256(), first);
    fs::write(folder.path().join("data"), "x").unwrap();
    assert_ne!(sha256(), first);
}

#[test]
fn a_folder_of_another_user_is_refused_where_nothing_contains_it() {
    needs!(programs);
    let folder = folder_with("strange", "", &answering(PLAYABLE));
    if chown(folder.path().join("rules.py"), Some(12_345), None).is_err() {
        return;
    }
    let mut setting = crate::setting();
    let guarantees = arbitro_sandbox::Guarantees::probe(setting.executable.as_deref()).unwrap();
    // As on a machine that gives no filter of system calls.
    setting.guarantees = Some(arbitro_sandbox::Guarantees { seccomp: false, ..guarantees });
    let named = folder.path().display().to_string().parse().unwrap();
    let told = arbitro_games::open(&named, &setting).unwrap_err().to_string();
    assert!(told.contains("rules.py belongs to another user: this machine cannot"), "{told}");
    chown(folder.path().join("rules.py"), Some(0), None).unwrap();
    assert!(arbitro_games::open(&named, &setting).is_ok());
}

#[test]
fn a_closed_game_has_no_rules_any_more() {
    needs!(programs);
    let folder = folder_with("closed", "", &answering(PLAYABLE));
    let game = open_at(folder.path()).unwrap();
    let mut line = arbitro_rules::line::open(game.id, Start::Usual, None).unwrap();
    let (id, copy) = (game.id, game.folder().to_owned());
    assert!(copy.is_dir());
    drop(game);
    assert!(!copy.exists());
    line.play(line.legal()[0]);
    assert!(line.broken().unwrap().ends_with("the game is closed"), "{:?}", line.broken());
    let opened = arbitro_rules::line::open(id, Start::Usual, None);
    assert_eq!(opened.unwrap_err(), NoStart::NoRules);
}

#[test]
fn a_program_can_change_nothing_and_reads_what_it_needs() {
    needs!(programs);
    needs!(containment);
    let needed = crate::open_folder(0o755);
    let book = needed.path().join("book");
    fs::write(&book, "needed").unwrap();
    fs::set_permissions(&book, Permissions::from_mode(0o644)).unwrap();
    let program = "\ndef moves(board, state, turn):\n\
        \x20here = os.path.dirname(os.path.abspath(__file__))\n\
        \x20def can(act):\n  try: act(); return 'y'\n  except OSError: return 'n'\n\
        \x20acts = [lambda: open(here + '/rules.py', 'w'), lambda: open(here + '/new', 'w'),\n\
        \x20 lambda: open(NEEDED + '/book'), lambda: open(NEEDED + '/book', 'w'), lambda: open('own', 'w')]\n\
        \x20return {'moves': [['m', ''.join(map(can, acts))]]}";
    let program = program.replace("NEEDED", &format!("{:?}", needed.path()));
    let toml = format!("needs = [{:?}]", needed.path());
    let folder = folder_with("reader", &toml, &answering(&program));
    let game = open_at(folder.path()).unwrap();
    let mut line = arbitro_rules::line::open(game.id, Start::Usual, None).unwrap();
    line.play(line.legal()[0]);
    assert_eq!(line.board(1), "nnyny");
}

/// A program that plays the names of the files in a folder that it needs.
const NEEDY: &str = "import os\nneeded = os.environ['ARBITRO_NEEDS']\n\
                     def moves(board, state, turn):\n return {'moves': [[it, board + '.'] for it in os.listdir(needed)]}";

#[test]
fn a_folder_that_is_needed_is_named_from_the_game_not_from_its_copy() {
    let whole = open_folder(0o755);
    let (library, game) = (whole.path().join("library"), whole.path().join("game"));
    fs::create_dir(&library).unwrap();
    fs::create_dir(&game).unwrap();
    fs::write(library.join("book"), "").unwrap();
    open_to_all(&library);
    let toml = "name = \"needy\"\ntitle = \"T\"\ncommand = \"python3 rules.py\"\nneeds = [\"../library\"]\n";
    fs::write(game.join("game.toml"), toml).unwrap();
    fs::write(game.join("rules.py"), answering(NEEDY)).unwrap();
    let first = open_at(&game).unwrap();
    let moves = |game: &Game| {
        let line = line::open(game.id, Start::Usual, None).unwrap();
        line.legal().into_iter().map(|it| line.step(it).text).collect::<Vec<_>>()
    };
    assert_eq!(moves(&first), ["book"]);
    // As a tournament keeps it, far from the library.
    let copy = open_folder(0o755);
    for name in ["game.toml", "rules.py", ".needs"] {
        fs::copy(first.folder().join(name), copy.path().join(name)).unwrap();
    }
    let named = NamedFolder { folder: copy.path().to_owned(), word: None };
    let second = arbitro_games::open(&named, &Setting { is_kept: true, ..setting() }).unwrap();
    assert_eq!((second.id, moves(&second)), (first.id, vec!["book".to_owned()]));
    // A folder that its user names has only what its game.toml names.
    let secret = open_folder(0o755);
    fs::write(game.join(".needs"), format!("{}\n", secret.path().display())).unwrap();
    assert_eq!(moves(&open_at(&game).unwrap()), ["book"]);
}

#[test]
fn a_folder_that_is_missing_is_told_with_what_to_type() {
    let toml = "needs = [\"~/no such folder\"]\ninstall = \"pip install luck\"";
    let folder = folder_with("poor", toml, &answering(PLAYABLE));
    let told = open_at(folder.path()).unwrap_err().to_string();
    let end = "needs: there is no folder ~/no such folder: type pip install luck";
    assert!(told.ends_with(end), "{told}");
}

#[test]
fn a_folder_without_the_expected_hash_is_not_started() {
    let folder = folder_with("changed", "", &answering(PLAYABLE));
    let named = NamedFolder { folder: folder.path().to_owned(), word: None };
    let with_hash = |sha256: &str| {
        arbitro_games::open(&named, &Setting { sha256: Some(sha256.to_owned()), ..setting() })
    };
    let game = open_at(folder.path()).unwrap();
    let hash = game.id.look().unwrap().sha256.clone();
    assert_eq!(with_hash(&hash).unwrap().id, game.id);
    fs::write(folder.path().join("rules.py"), "raise SystemExit('it was run')").unwrap();
    let told = with_hash(&hash).unwrap_err();
    assert!(matches!(&told, GameError::Changed(path) if *path == folder.path()), "{told}");
}
