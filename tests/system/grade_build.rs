//! Building what students hand in, in the sandbox: what compiles becomes programs, what does not is
//! told why, and whatever a source makes the compiler do, it gets nothing that is not its own and takes
//! no more than its limits.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use arbitro_grade::build::{
    Build, BuildFault, Evidence, Outcome, Programs, Settings, Sources, Workshop,
};
use arbitro_sandbox::{Guarantees, Keeper, Limits, ToolEnd, ToolOutput, ToolRun};

use crate::needs::{containment, skip};
use crate::programs::open_folder;
use crate::tool_runs::{guarantees, keeper_with};

pub(crate) const HEADER: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
class Player {
public:
    Player(int player_nr = 1);
    void move();
private:
    int nr;
};
"#;

const PLAY: &str = r#"
#include "player.hpp"
int main() { Player player(2); player.move(); std::puts("played"); }
"#;

const DRIVER: &str = r#"
#include "player.hpp"
int main(int argc, char**) { Player player; if (argc > 1) player.move(); std::puts("checked"); }
"#;

/// A player that compiles, with more source around it.
pub(crate) fn player(before: &str, body: &str) -> String {
    format!(
        "{before}\n#include \"player.hpp\"\nPlayer::Player(int player_nr) : nr(player_nr) {{}}\nvoid Player::move() {{ {body} }}\n"
    )
}

/// Returns true if the tests can run. Without a compiler it prints a line and returns `false`; in CI
/// the compiler must be there.
pub(crate) fn has_compiler() -> bool {
    let is_there = Command::new("g++").arg("--version").output().is_ok();
    assert!(
        is_there || std::env::var_os("CI").is_none(),
        "in CI g++ must be there: scripts/setup installs it"
    );
    if !is_there {
        skip("no g++ (scripts/setup)");
    }
    is_there && containment()
}

/// A workshop and the keeper of its tools.
pub(crate) struct Place {
    pub(crate) workshop: Arc<Workshop>,
    pub(crate) keeper: Keeper,
}

impl Place {
    pub(crate) fn open(settings: Settings, guarantees: Guarantees) -> Place {
        Place::with_header(HEADER, settings, guarantees)
    }

    pub(crate) fn with_header(header: &str, settings: Settings, guarantees: Guarantees) -> Place {
        // What is ours comes out the same wherever it is compiled: once for each settings.
        static OPENED: Mutex<BTreeMap<String, Arc<OnceLock<Arc<Workshop>>>>> =
            Mutex::new(BTreeMap::new());
        let mut keeper = keeper_with(guarantees);
        let opened = {
            let mut all = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(format!("{settings:?} {header}")).or_default())
        };
        let workshop = opened.get_or_init(|| {
            let [header, play, driver] = [header, PLAY, DRIVER].map(str::as_bytes);
            let sources = Sources { header, play, driver };
            Arc::new(Workshop::open(settings, &sources, &mut keeper).unwrap())
        });
        Place { workshop: Arc::clone(workshop), keeper }
    }

    pub(crate) fn usual() -> Place {
        Place::open(Settings::default(), guarantees())
    }

    pub(crate) fn build(&mut self, source: &str) -> Build {
        self.build_bytes(source.as_bytes())
    }

    pub(crate) fn build_bytes(&mut self, source: &[u8]) -> Build {
        self.workshop.build(source, &mut self.keeper).unwrap()
    }

    pub(crate) fn evidence(&mut self, source: &str) -> Evidence {
        self.build(source).evidence
    }

    pub(crate) fn run(&mut self, program: &Path, argument: &str) -> ToolOutput {
        let tool_run = ToolRun {
            program: program.to_owned(),
            args: vec![argument.into()],
            readable: Vec::new(),
            variables: Vec::new(),
            files: Vec::new(),
            limits: Limits::default(),
            rest: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            wanted: Vec::new(),
            wanted_bytes: 0,
            output_bytes: 4096,
        };
        tool_run.run(&mut self.keeper).unwrap()
    }
}

/// Puts the programs in a folder that all users can reach.
pub(crate) fn put(programs: &Programs) -> (tempfile::TempDir, [PathBuf; 2]) {
    let folder = open_folder(0o755);
    let paths = programs.put_into(folder.path()).unwrap();
    (folder, paths)
}

pub(crate) fn short() -> Settings {
    Settings {
        rest: Duration::from_secs(1),
        cpu: Duration::from_secs(1),
        memory_bytes: 400 << 20,
        ..Settings::default()
    }
}

#[test]
fn a_source_that_gives_no_cause_for_a_warning_is_compiled_once() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let silent = player("", "nr = 3;");
    let build = place.build(&silent);
    let evidence = build.evidence;
    // Of one step: two would hardly have taken the same time.
    assert_eq!(evidence.warnings.as_ref(), Some(&evidence.compiling));
    assert_eq!(evidence.compiling.diagnostics, "");
    // Being asked for warnings changes nothing of what comes out.
    let plainly = place.workshop.build_driver(silent.as_bytes(), &mut place.keeper);
    let driver = build.programs.unwrap().driver;
    assert!(plainly.unwrap().unwrap() == driver);
    let warned = place.evidence(&player("", "int unused;"));
    assert_ne!(warned.warnings, Some(warned.compiling));
}

#[test]
fn a_good_source_becomes_two_programs_that_run() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let source = player("", "int unused;");
    let build = place.build(&source);
    let evidence = &build.evidence;
    assert_eq!(evidence.outcome, Outcome::Built, "{evidence:?}");
    assert!(evidence.compiler.contains("g++"), "{}", evidence.compiler);
    assert_eq!(evidence.flags, ["-Ofast"]);
    assert_eq!(evidence.compiling.diagnostics, "");
    let warnings = evidence.warnings.as_ref().unwrap();
    assert_eq!(warnings.warnings, 1, "{warnings:?}");
    assert!(
        warnings
            .diagnostics
            .starts_with("player.cpp: In member function 'void Player::move()':\nplayer.cpp:4:"),
        "{}",
        warnings.diagnostics
    );
    assert!(warnings.diagnostics.contains("[-Wunused-variable]"));
    let programs = build.programs.as_ref().unwrap();
    let (_folder, [play, driver]) = put(programs);
    for (program, output) in [(play, "played\n"), (driver, "checked\n")] {
        let returned = place.run(&program, "");
        assert_eq!(returned.ending, ToolEnd::Exited(0));
        assert_eq!(returned.output, output.as_bytes());
    }
    // The same source gives the same programs, the same evidence but for times, and in JSON as well.
    let again = place.build(&source);
    assert_eq!(again.programs, build.programs);
    let text = serde_json::to_string(evidence).unwrap();
    assert_eq!(&serde_json::from_str::<Evidence>(&text).unwrap(), evidence);
}

#[test]
fn the_flags_are_those_that_were_set() {
    if !has_compiler() {
        return;
    }
    let source = player("#ifndef ASKED\n#error not asked\n#endif", "");
    assert_eq!(
        Place::usual().evidence(&source).outcome,
        Outcome::NotBuilt(BuildFault::CompileError)
    );
    let settings = Settings {
        flags: ["-O1", "-DASKED=1", "-std=c++14"].map(str::to_owned).to_vec(),
        ..Settings::default()
    };
    let mut place = Place::open(settings, guarantees());
    assert_eq!(place.evidence(&source).outcome, Outcome::Built);
}

#[test]
fn what_does_not_become_a_program_is_told_why() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    for (source, why, said) in [
        (String::new(), BuildFault::Undefined, "undefined reference to `Player::Player(int)'"),
        ("int f( {".to_owned(), BuildFault::CompileError, "player.cpp:1:9: error: expected"),
        (
            "#include \"player.hpp\"\nPlayer::Player(int) {}".to_owned(),
            BuildFault::Undefined,
            "undefined reference to `Player::move()'",
        ),
        (player("int main() {}", ""), BuildFault::OwnMain, "multiple definition of `main'"),
        (
            player("extern \"C\" void _start() {}", ""),
            BuildFault::LinkError,
            "multiple definition of `_start'",
        ),
        (
            "asm(\"no_such_instruction\");".to_owned(),
            BuildFault::CompileError,
            "no such instruction",
        ),
        (
            "#include \"nowhere.hpp\"".to_owned(),
            BuildFault::CompileError,
            "nowhere.hpp: No such file",
        ),
        ("\0\u{1b}[31m\u{202e}".to_owned(), BuildFault::CompileError, "error"),
    ] {
        let build = place.build(&source);
        let evidence = &build.evidence;
        assert_eq!(evidence.outcome, Outcome::NotBuilt(why), "{source}: {evidence:?}");
        assert!(build.programs.is_none());
        let step = evidence.linking.as_ref().unwrap_or(&evidence.compiling);
        assert!(step.diagnostics.contains(said), "{source}: {}", step.diagnostics);
        let is_shown = |letter: char| letter == '\n' || letter == '\t' || !letter.is_control();
        assert!(step.diagnostics.chars().all(is_shown), "{step:?}");
        assert_eq!(
            place.build(&source).evidence.compiling.diagnostics,
            evidence.compiling.diagnostics
        );
    }
}

#[test]
fn a_flood_of_errors_or_warnings_is_cut() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let errors = place.evidence(&"int x = nothing;\n".repeat(50_000));
    assert_eq!(errors.outcome, Outcome::NotBuilt(BuildFault::CompileError));
    assert!(errors.compiling.diagnostics.len() <= 17 << 10);
    let said = &errors.compiling.diagnostics;
    assert_eq!(said.matches(": error: ").count(), 100, "{said}");
    let warnings = place.evidence(&player(&"#warning again\n".repeat(4_000), ""));
    assert_eq!(warnings.outcome, Outcome::Built);
    let step = &warnings.compiling;
    assert!(
        step.is_cut && step.warnings > 1000 && step.diagnostics.len() <= 17 << 10,
        "{}",
        step.warnings
    );
    // One endless line.
    let long = place.evidence(&format!("#error {}", "x".repeat(3 << 20)));
    assert_eq!(long.outcome, Outcome::NotBuilt(BuildFault::CompileError));
    assert!(long.compiling.is_cut && long.compiling.diagnostics.len() <= 17 << 10);
}

#[test]
fn the_driver_alone_is_built_where_nothing_else_is_wanted() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let Place { workshop, keeper } = &mut place;
    let driver = workshop.build_driver(player("", "").as_bytes(), keeper);
    let driver = driver.unwrap().unwrap();
    let whole = place.build(&player("", "")).programs.unwrap();
    assert!(driver == whole.driver && driver != whole.player);
    let Place { workshop, keeper } = &mut place;
    let broken = workshop.build_driver(b"#include \"player.hpp\"\nint x", keeper);
    assert_eq!(broken.unwrap(), Err(BuildFault::CompileError));
    let half = b"#include \"player.hpp\"\nPlayer::Player(int) {}";
    let half = workshop.build_driver(half, keeper);
    assert_eq!(half.unwrap(), Err(BuildFault::Undefined));
}

#[test]
fn what_is_ours_begins_before_anything_of_a_student() {
    if !has_compiler() {
        return;
    }
    let first = |letter: char| {
        format!(
            "#include <unistd.h>\nstatic void early(int, char**, char**) {{ if (write(1, \"{letter}\", 1)) {{}} }}\n\
             __attribute__((section(\".preinit_array\"), used)) static void (*const at)(int, char**, char**) = early;\n"
        )
    };
    let mut keeper = keeper_with(guarantees());
    let driver = first('a') + DRIVER;
    let sources =
        Sources { header: HEADER.as_bytes(), play: PLAY.as_bytes(), driver: driver.as_bytes() };
    let workshop = Workshop::open(Settings::default(), &sources, &mut keeper).unwrap();
    let mut place = Place { workshop: Arc::new(workshop), keeper };
    let programs = place.build(&player(&first('b'), "")).programs.unwrap();
    let (_folder, [_, driver]) = put(&programs);
    let returned = place.run(&driver, "1");
    assert_eq!(returned.output, b"abchecked\n", "{returned:?}");
}

#[test]
fn warnings_that_were_not_all_told_are_not_taken_for_none() {
    if !has_compiler() {
        return;
    }
    // A compiler that breaks when it is asked for warnings.
    let folder = open_folder(0o755);
    let compiler = folder.path().join("g++");
    let script = "#!/bin/sh\ncase \"$*\" in *-Wall*) exit 1;; *) exec /usr/bin/g++ \"$@\";; esac\n";
    fs::write(&compiler, script).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let settings = Settings {
        compiler: Some(compiler.clone()),
        readable: vec![compiler],
        ..Settings::default()
    };
    let mut place = Place::open(settings, guarantees());
    let evidence = place.evidence(&player("", "int unused;"));
    assert_eq!(evidence.outcome, Outcome::Built);
    assert_eq!(evidence.warnings, None);
}

#[test]
fn without_a_compiler_it_says_what_cannot_be_done_and_how_to_get_one() {
    let mut keeper = keeper_with(guarantees());
    let sources =
        Sources { header: HEADER.as_bytes(), play: PLAY.as_bytes(), driver: DRIVER.as_bytes() };
    let settings = Settings { compiler: Some("/nowhere/g++".into()), ..Settings::default() };
    let refused = Workshop::open(settings, &sources, &mut keeper).unwrap_err();
    assert!(refused.to_string().contains("apt-get install g++"), "{refused}");
    if !has_compiler() {
        return;
    }
    let broken = Sources { play: b"int main() { return nothing; }", ..sources };
    let refused = Workshop::open(Settings::default(), &broken, &mut keeper).unwrap_err();
    let refused = refused.to_string();
    assert!(
        refused.starts_with("play.cpp of the kit cannot be built: it does not compile; "),
        "{refused}"
    );
    assert!(refused.contains("'nothing' was not declared"), "{refused}");
}
