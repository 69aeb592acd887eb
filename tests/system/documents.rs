//! The pages for users: their commands print what the pages show, and their figures are the programs'.
//!
//! How commands are run and outputs compared: `transcripts.rs`. Blocks that are only read are counted
//! here, so that no command is missed.

mod pictures;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro_grade::contest::MAX_IN_ROUND_ROBIN;
use arbitro_grade::similarity;
use arbitro_rules::notation::BOARD_FILE_LIMIT;
use arbitro_rules::{Game, GameId, with_game};
use arbitro_sandbox::Limits;
use arbitro_testkit::games::project;

use crate::needs::{needs, skip};
use crate::programs::program;
use crate::transcripts::{self, Session, TranscriptKind, blocks, is_match};

/// Runs a document. `only_read` is how many of its blocks are not run; `needs` are programs that it
/// starts and that not every machine has.
#[track_caller]
fn check(document: &str, only_read: usize, needs: &[&str]) {
    let text = fs::read_to_string(project(document)).unwrap();
    let blocks = blocks(&text);
    let is_run = |block: &&transcripts::Block| block.language == "console" || block.file.is_some();
    let not_run = blocks.iter().filter(|block| !is_run(block)).count();
    assert_eq!(not_run, only_read, "{document}: blocks that are only read");
    let is_missing = |program: &&&str| {
        let found = Command::new("bash").args(["-c", &format!("command -v {program}")]).output();
        !found.unwrap().status.success()
    };
    let missing: Vec<&&str> = needs.iter().filter(is_missing).collect();
    if !missing.is_empty() {
        assert!(
            std::env::var_os("CI").is_none(),
            "in CI {missing:?} must be there: scripts/setup installs it"
        );
        skip(&format!("no {missing:?} (scripts/setup)"));
        return;
    }
    transcripts::check(document, TranscriptKind::Document);
}

#[test]
fn the_teachers_tutorial_works_as_written() {
    needs!(containment);
    check("players/tutorials/teachers-evening.md", TEACHER_ONLY_READ, &["g++", "python3"]);
}

#[test]
fn the_students_tutorial_works_as_written() {
    needs!(containment);
    check(
        "players/tutorials/students-afternoon.md",
        STUDENT_ONLY_READ,
        &["g++", "make", "python3", "rustc"],
    );
}

#[test]
fn the_engine_authors_tutorial_works_as_written() {
    needs!(containment);
    check("players/tutorials/engine-authors-week.md", AUTHOR_ONLY_READ, &["python3"]);
}

#[test]
fn the_tutorial_of_a_game_of_ones_own_works_as_written() {
    needs!(containment);
    check("players/tutorials/game-of-your-own.md", GAME_ONLY_READ, &["python3"]);
}

#[test]
fn the_readme_says_what_happens() {
    needs!(containment);
    check("README.md", README_ONLY_READ, &["g++", "python3"]);
}

/// `cargo run --release` is `tournament`.
#[test]
fn the_readmes_first_command_prints_its_ranking() {
    let text = fs::read_to_string(project("README.md")).unwrap();
    let blocks = blocks(&text);
    let shown = blocks.iter().find(|block| block.language == "text").unwrap();
    let [said, _] = Session::begin().run("tournament --quiet", TranscriptKind::Transcript);
    let found: Vec<String> = said.lines().map(str::to_owned).collect();
    assert!(is_match(&shown.lines, &found), "{said}");
}

#[test]
fn the_page_of_tournaments_says_what_happens() {
    needs!(containment);
    check("players/tournaments.md", TOURNAMENTS_ONLY_READ, &[]);
}

#[test]
fn the_page_of_grading_says_what_happens() {
    needs!(containment);
    check("players/grading.md", GRADING_ONLY_READ, &["g++"]);
}

#[test]
fn the_page_of_replay_says_what_happens() {
    needs!(containment);
    check("boards/replaying.md", REPLAYING_ONLY_READ, &[]);
}

/// The pages whose commands start no untrusted program: they run everywhere.
#[test]
fn pages_about_boards_and_the_browser_say_what_happens() {
    check("boards/verifying.md", 0, &[]);
    check("boards/endgames.md", ENDGAMES_ONLY_READ, &[]);
    check("players/serving.md", SERVING_ONLY_READ, &[]);
    check("players/hub.md", HUB_ONLY_READ, &[]);
}

#[test]
fn the_tutorial_of_a_terms_ladder_works_as_written() {
    needs!(containment);
    check("players/tutorials/terms-ladder.md", LADDER_ONLY_READ, &["python3", "git"]);
}

/// Blocks of each document that are only read: what takes minutes, two terminals or a cluster, and files.
const TEACHER_ONLY_READ: usize = 1;
const STUDENT_ONLY_READ: usize = 1;
const AUTHOR_ONLY_READ: usize = 3;
const GAME_ONLY_READ: usize = 1;
const LADDER_ONLY_READ: usize = 2;
const README_ONLY_READ: usize = 3;
const TOURNAMENTS_ONLY_READ: usize = 3;
const GRADING_ONLY_READ: usize = 4;
const REPLAYING_ONLY_READ: usize = 2;
const ENDGAMES_ONLY_READ: usize = 1;
const HUB_ONLY_READ: usize = 2;
const SERVING_ONLY_READ: usize = 1;

/// Documents without commands that are run, and how many blocks of each are only read.
const ONLY_READ: [(&str, usize); 19] = [
    ("players/README.md", 4),
    ("players/strength.md", 1),
    ("players/playing.md", 0),
    ("players/alternatives.md", 0),
    ("boards/README.md", 1),
    ("boards/games.md", 0),
    ("boards/originals.md", 0),
    ("boards/games/README.md", 2),
    ("boards/games/connect-four/rules.md", 0),
    ("boards/games/connect-four/rules.it.md", 0),
    ("boards/games/connect-four/rules.fr.md", 0),
    ("boards/formats.md", 1),
    ("scripts/README.md", 2),
    ("scripts/sandbox.md", 0),
    ("scripts/windows-and-mac.md", 0),
    ("scripts/slurm/README.md", 3),
    (".github/CONTRIBUTING.md", 1),
    (".github/CHANGELOG.md", 0),
    (".github/SECURITY.md", 0),
];

#[test]
fn every_other_document_shows_no_command_as_run() {
    for document in documents() {
        let path = path_in_project(&document);
        if path.starts_with("boards/rules/") {
            let text = fs::read_to_string(&document).unwrap();
            assert!(blocks(&text).is_empty(), "{path} shows a command");
            continue;
        }
        let is_known = include_str!("documents.rs").contains(&format!("\"{path}\""));
        assert!(is_known, "{path}: neither run nor counted here");
    }
    for (document, only_read) in ONLY_READ {
        let text = fs::read_to_string(project(document)).unwrap();
        let blocks = blocks(&text);
        assert_eq!(blocks.len(), only_read, "{document}");
        let runs = blocks.iter().any(|block| block.language == "console");
        assert!(!runs, "{document}: a console block that no test runs");
    }
}

/// Every document of the project.
fn documents() -> Vec<PathBuf> {
    let folders = [
        ".github",
        "boards",
        "boards/rules",
        "players",
        "players/tutorials",
        "scripts",
        "scripts/slurm",
    ];
    let in_folders = folders.iter().flat_map(|folder| fs::read_dir(project(folder)).unwrap());
    let paths = in_folders.map(|folder| folder.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    texts.chain([project("README.md")]).collect()
}

fn path_in_project(document: &Path) -> String {
    let path = document.strip_prefix(project(".")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the targets of a document's links: paths beside it, perhaps with a heading.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|target| target.split(')').next());
    targets.filter(|target| !target.starts_with("http"))
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn whatever_a_document_links_to_is_there() {
    let mut found = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for target in links(&text) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match path {
                "" => document.clone(),
                path => document.parent().unwrap().join(path),
            };
            assert!(file.exists(), "{}: {target}", document.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&file).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(headings.any(|it| it == heading), "{}: {target}", document.display());
            }
            found += 1;
        }
    }
    assert!(found > 40, "{found} links found");
}

/// Endings of source files, scripts and pages.
const SOURCES: [&str; 13] =
    ["rs", "c", "h", "hpp", "cpp", "java", "py", "sh", "js", "css", "md", "yml", "jar"];

/// Files that readers make while they follow a page, and names that stand for many.
const READERS_OWN: [&str; 7] = [
    "mine/first/player.py",
    "mine/third/player.rs",
    "rules/GAME.md",
    "cylinder/rules.py",
    "cylinder/rules.md",
    "class/ada/ada.py",
    "class/ben/ben.py",
];

/// The files of the project's folders, each by its path in the project.
fn project_files() -> Vec<String> {
    let folders = [".github", "boards", "players", "scripts", "src", "tests"];
    let entries = folders.iter().flat_map(|folder| walkdir::WalkDir::new(project(folder)));
    let entries = entries.map(Result::unwrap).filter(|it| it.file_type().is_file());
    let mut files: Vec<String> = entries.map(|entry| path_in_project(entry.path())).collect();
    files.push("README.md".to_owned());
    files
}

/// Returns the words in backticks outside blocks that name a file of the project: a path from one of its
/// folders, or a name that ends like a source file's.
fn named_files(text: &str) -> Vec<(&str, bool)> {
    let outside = text.split("\n```").step_by(2).flat_map(str::lines);
    let quoted = outside.flat_map(|line| line.split('`').skip(1).step_by(2));
    let words = quoted.flat_map(str::split_whitespace);
    let is_of_path = |it: char| it.is_ascii_alphanumeric() || "_./-".contains(it);
    let plain = words.filter(|word| word.chars().all(is_of_path));
    let named = plain.map(|word| {
        let folder = word.split_once('/').map_or("", |split_once| split_once.0);
        (word, ["src", "tests", "scripts", "players", "boards"].contains(&folder))
    });
    let is_source = |word: &str| word.rsplit_once('.').is_some_and(|it| SOURCES.contains(&it.1));
    named.filter(|(word, is_whole)| *is_whole || is_source(word)).collect()
}

#[test]
fn files_that_a_document_names_are_there() {
    let files = project_files();
    let is_there = |(name, is_whole): &(&str, bool)| match is_whole {
        true => project(name).exists(),
        false => files.iter().any(|file| format!("/{file}").ends_with(&format!("/{name}"))),
    };
    let mut found = 0;
    for document in files.iter().filter(|file| file.ends_with(".md")) {
        let text = fs::read_to_string(project(document)).unwrap();
        let mut named = named_files(&text);
        found += named.len();
        named.retain(|it| !is_there(it) && !READERS_OWN.contains(&it.0));
        assert!(named.is_empty(), "{document} names files that are not there: {named:?}");
    }
    assert!(found > 100, "{found} files named");
    let text = "`src/no/room.rs --all`, `gone.rs`, `tests/*.rs` and `free.txt`\n```sh\n`lost.py`\n```\n`play.cpp`";
    assert_eq!(
        named_files(text),
        [("src/no/room.rs", true), ("gone.rs", false), ("play.cpp", false)]
    );
    assert!(!is_there(&("src/no/room.rs", true)) && !is_there(&("gone.rs", false)));
}

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(project("README.md")).unwrap();
    let (lines, words) = (text.lines().count(), text.split_whitespace().count());
    assert!(lines <= 150, "{lines} lines");
    assert!(words < 1400, "{words} words");
}

#[test]
fn the_readme_or_the_page_of_games_links_to_every_document() {
    let text = fs::read_to_string(project("README.md")).unwrap();
    let games = fs::read_to_string(project("boards/games.md")).unwrap();
    for document in documents() {
        let path = path_in_project(&document);
        let is_linked = links(&text).any(|link| link.split('#').next() == Some(&path));
        let is_rules = links(&games).any(|it| path.strip_prefix("boards/") == Some(it));
        let is_deeper = is_rules || DEEPER.contains(&path.as_str());
        assert!(path == "README.md" || is_linked || is_deeper, "{path}");
    }
    for path in DEEPER {
        let (folder, name) = path.rsplit_once('/').unwrap();
        let index = format!("{folder}/README.md");
        let text = fs::read_to_string(project(&index)).unwrap();
        assert!(links(&text).any(|link| link == name), "{index}: {name}");
    }
}

/// Pages that the README does not link, because a page of their folder does.
const DEEPER: [&str; 1] = ["boards/originals.md"];

/// The names of all tests in the sources, and of the transcripts, all of which are run.
fn tests() -> BTreeSet<String> {
    let folders = ["src", "tests"].map(project);
    let entries = folders.iter().flat_map(walkdir::WalkDir::new);
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let sources = paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let transcripts = fs::read_dir(project("tests/system/transcripts")).unwrap();
    let transcripts = transcripts.map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: BTreeSet<String> = transcripts.map(|it| format!("transcripts/{it}")).collect();
    for source in sources {
        let text = fs::read_to_string(source).unwrap();
        for (_, after) in text.match_indices("#[test]").map(|(at, _)| text.split_at(at)) {
            // Other attributes may stand between.
            let lines = after.lines().skip(1).map(str::trim_start);
            let mut lines = lines.skip_while(|it| it.starts_with('#') || it.starts_with("//"));
            let name = lines.next().and_then(|it| it.strip_prefix("fn ")?.split('(').next());
            names.extend(name.map(str::to_owned));
        }
    }
    names
}

/// Lists the gaps in a table of promises: empty cells, and named tests that do not exist.
fn missing_of(rows: &[Vec<String>], tests: &BTreeSet<String>) -> Vec<String> {
    let mut missing = Vec::new();
    for row in rows {
        if row.len() != 3 || row.iter().any(String::is_empty) {
            missing.push(format!("{row:?}"));
            continue;
        }
        for name in row[2].split(", ") {
            let bare = name.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
            if !bare.is_some_and(|bare| tests.contains(bare)) {
                missing.push(name.to_owned());
            }
        }
    }
    missing
}

#[test]
fn every_promise_of_the_original_systems_has_a_place_and_a_test() {
    let tests = tests();
    let mut rows = rows("boards/originals.md");
    rows.retain(|row| row[0] != "promise");
    assert!(rows.len() > 60, "{} promises", rows.len());
    assert_eq!(missing_of(&rows, &tests), Vec::<String>::new());
    let this = "`every_promise_of_the_original_systems_has_a_place_and_a_test`";
    for (cells, is_whole) in [
        (["it works", "here", this], true),
        (["it works", "", this], false),
        (["it works", "here", ""], false),
        (["it works", "here", "`no_such_test`"], false),
        (["it works", "here", "`missing_of`"], false),
    ] {
        let row = cells.map(str::to_owned).to_vec();
        assert_eq!(missing_of(&[row], &tests).is_empty(), is_whole, "{cells:?}");
    }
}

/// Returns the words in a document that follow `before`, each up to the next space.
#[track_caller]
fn named_after(document: &str, before: &str) -> Vec<String> {
    let text = fs::read_to_string(project(document)).unwrap();
    let after = text.split(before).skip(1);
    let words = after.filter_map(|it| it.split_whitespace().next());
    let found: Vec<String> = words.map(|it| it.trim_matches(['"', ',', '.']).to_owned()).collect();
    assert!(!found.is_empty(), "{document}: {before:?} is missing");
    found
}

#[test]
fn the_oldest_rust_is_the_same_everywhere() {
    let promised = named_after("Cargo.toml", "\nrust-version = ");
    assert_eq!(promised.len(), 1, "{promised:?}");
    for (document, before) in [
        ("README.md", "Rust "),
        (".github/CONTRIBUTING.md", "Rust "),
        (".github/workflows/test.yml", "rustup toolchain install "),
        (".github/workflows/test.yml", "cargo +"),
    ] {
        let found = named_after(document, before);
        let is_version = |it: &&String| it.starts_with(|first: char| first.is_ascii_digit());
        let versions: Vec<&String> = found.iter().filter(is_version).collect();
        assert_eq!(versions, [&promised[0]], "{document}: {before:?}");
    }
}

#[test]
fn actions_of_the_workflows_are_pinned() {
    let workflows = ["test", "release"].map(|it| format!(".github/workflows/{it}.yml"));
    for action in workflows.iter().flat_map(|workflow| named_after(workflow, "uses: ")) {
        let version = action.split_once("@v").map_or("", |split_once| split_once.1);
        assert_eq!(version.split('.').count(), 3, "{action}");
    }
}

/// The cells of a document's lines that are rows of a table.
fn rows(document: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(project(document)).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.trim_matches('|').split(" | "));
    cells.map(|it| it.map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn tables_of_games_name_all_of_them_with_their_limits() {
    let rows = rows("boards/games.md");
    for game in GameId::ALL {
        // It leads to the rules.
        let leads = format!("[`{game}`](");
        let row = rows.iter().find(|row| row[0].starts_with(&leads));
        let row = row.unwrap_or_else(|| panic!("{game}"));
        let plies = with_game!(game, G => <G as Game>::PLY_LIMIT);
        assert!(row.contains(&format!("{plies} plies")), "{row:?}");
    }
    let changes = fs::read_to_string(project(".github/CHANGELOG.md")).unwrap();
    assert!(changes.contains("thirteen games") && GameId::ALL.len() == 13);
}

#[test]
fn limits_in_the_documents_are_those_of_the_programs() {
    let help = Command::new(program("tournament")).args(["run", "--help"]).output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    for usual in ["[default: 10s]", "[default: 5s]", "[default: 100MiB]"] {
        assert!(help.contains(usual), "{usual}");
    }
    let sandbox = Limits::default();
    let files = format!(
        "wrote a file over {} MiB, or filled its {} MiB ({} files)",
        sandbox.file_bytes >> 20,
        sandbox.folder_bytes >> 20,
        sandbox.folder_files
    );
    let memory = format!("used more than {} MiB", sandbox.memory_bytes >> 20);
    let board = format!("read up to {BOARD_FILE_LIMIT} bytes");
    let player = format!("{} MiB of memory including child processes", sandbox.memory_bytes >> 20);
    let weights = include_str!("../../src/grade/marks/grade.toml");
    let weights: toml::Table = toml::from_str(weights).unwrap();
    let bonus = format!("({} points unless", weights["points"]["bonus"]);
    let settings = similarity::SimilaritySettings::default();
    let common = format!(
        "In a class of {} or more, code shared by over {:.0} % of the class",
        settings.common_from,
        100.0 * similarity::COMMON_SHARE
    );
    let contest = format!("a Swiss tournament above {MAX_IN_ROUND_ROBIN}.");
    for (document, says) in [
        ("scripts/sandbox.md", files.as_str()),
        ("scripts/sandbox.md", memory.as_str()),
        ("scripts/sandbox.md", "(10 s; the first answer of each player has 5 s more)"),
        ("boards/verifying.md", board.as_str()),
        ("players/README.md", player.as_str()),
        ("players/README.md", "the first move has 5 s more"),
        ("players/grading.md", bonus.as_str()),
        ("players/grading.md", contest.as_str()),
        ("players/grading.md", common.as_str()),
    ] {
        let text = fs::read_to_string(project(document)).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(says), "{document}: {says}");
    }
}

#[test]
fn ci_runs_the_long_form_of_each_test_that_has_one() {
    let script = fs::read_to_string(project(".ci/run")).unwrap().replace("\\\n", " ");
    let commands = script.lines().filter_map(|line| line.strip_prefix("long "));
    let words: Vec<&str> = commands.flat_map(str::split_whitespace).collect();
    let mut found = 0;
    for root in ["src", "tests/system", "tests/browser"] {
        for entry in walkdir::WalkDir::new(project(root)) {
            let path = entry.unwrap().into_path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            // The kit's, or those of a library that takes its file.
            let after = |it: &str| Some(text.split_once(&format!("use {it}::sizes::"))?.1);
            let Some(names) = after("arbitro_testkit").or_else(|| after("crate")) else {
                continue;
            };
            let (names, _) = names.split_once(';').unwrap();
            if names == "setting" {
                continue;
            }
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_named = words.iter().any(|word| word.split("::").any(|part| part == name));
            assert!(is_named, "{name} has a long form that .ci/run does not name");
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn every_file_of_tests_that_runs_in_other_places_is_there() {
    let script = fs::read_to_string(project("scripts/places")).unwrap();
    let (_, after) = script.split_once("\ncontained=(").unwrap();
    let (names, _) = after.split_once(')').unwrap();
    for name in names.split_whitespace() {
        assert!(project(&format!("tests/system/{name}.rs")).is_file(), "{name}");
    }
}

#[test]
fn every_file_of_tests_that_looks_at_the_clock_is_listed_with_its_reason() {
    let page = fs::read_to_string(project(".github/CONTRIBUTING.md")).unwrap();
    let (_, listed) = page.split_once("## Tests that look at the clock").unwrap();
    let is_of_tests = |path: &str| path.starts_with("tests/") || path.contains("/tests/");
    let mut found = 0;
    for root in ["src", "tests"] {
        for entry in walkdir::WalkDir::new(project(root)) {
            let entry = entry.unwrap();
            let path = path_in_project(entry.path());
            let is_bench = path.starts_with("tests/bench/");
            if !path.ends_with(".rs") || !is_of_tests(&path) || is_bench {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            let looks = text.contains(concat!(".elapsed", "()"));
            assert_eq!(looks, listed.contains(&format!("`{path}`")), "{path}");
            found += usize::from(looks);
        }
    }
    assert!(found > 10, "{found}");
}
