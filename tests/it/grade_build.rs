//! Building what students hand in, in the sandbox: what compiles becomes programs, what does not is
//! told why, and whatever a source makes the compiler do, it gets nothing that is not its own and takes
//! no more than its limits.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use arbitro::grade::build::{
    Build, BuildError, Evidence, Outcome, Programs, Settings, Sources, Why, Workshop,
};
use arbitro::grade::errand::{self, Ending, Errand, Returned};
use arbitro::sandbox::{Guarantees, Keeper, Limits};

use crate::games::quiet_machine;
use crate::grade_errand::{guarantees, keeper_with};

const HEADER: &str = r#"
#include <iostream>
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
int main() { Player player(2); player.move(); std::cout << "played\n"; }
"#;

const DRIVER: &str = r#"
#include "player.hpp"
int main(int argc, char**) { Player player; if (argc > 1) player.move(); std::cout << "checked\n"; }
"#;

/// A player that compiles, with more source around it.
fn player(before: &str, body: &str) -> String {
    format!(
        "{before}\n#include \"player.hpp\"\nPlayer::Player(int player_nr) : nr(player_nr) {{}}\nvoid Player::move() {{ {body} }}\n"
    )
}

/// Whether the tests can run: `false`, with a line that says so, without a compiler; in CI it must be
/// there.
fn has_compiler() -> bool {
    let is_there = Command::new("g++").arg("--version").output().is_ok();
    assert!(
        is_there || std::env::var_os("CI").is_none(),
        "in CI g++ must be there: scripts/setup installs it"
    );
    if !is_there {
        println!("skipped: no g++; on Debian: apt-get install g++");
    }
    is_there
}

/// A workshop and the keeper of its tools.
struct Place {
    workshop: Workshop,
    keeper: Keeper,
}

impl Place {
    fn open(settings: Settings, guarantees: Guarantees) -> Place {
        let mut keeper = keeper_with(guarantees);
        let sources = Sources {
            header: HEADER.as_bytes(),
            play: PLAY.as_bytes(),
            driver: DRIVER.as_bytes(),
        };
        let workshop = Workshop::open(settings, &sources, &mut keeper).unwrap();
        Place { workshop, keeper }
    }

    fn usual() -> Place {
        Place::open(Settings::default(), guarantees())
    }

    fn build(&mut self, source: &str) -> Build {
        let build = self.workshop.build(source.as_bytes(), &mut self.keeper);
        build.unwrap()
    }

    fn evidence(&mut self, source: &str) -> Evidence {
        self.build(source).evidence
    }

    fn run(&mut self, program: &Path, argument: &str) -> Returned {
        let errand = Errand {
            program: program.to_owned(),
            args: vec![argument.into()],
            readable: Vec::new(),
            variables: Vec::new(),
            files: Vec::new(),
            limits: Limits::default(),
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(10),
            wanted: Vec::new(),
            wanted_bytes: 0,
            output_bytes: 4096,
        };
        errand::run(&errand, &mut self.keeper).unwrap()
    }
}

/// The programs in a folder that everybody can reach.
fn put(programs: &Programs) -> (tempfile::TempDir, [PathBuf; 2]) {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let paths = programs.put_into(folder.path()).unwrap();
    (folder, paths)
}

fn short() -> Settings {
    Settings {
        wall: Duration::from_secs(2),
        cpu: Duration::from_secs(2),
        memory_bytes: 400 << 20,
        ..Settings::default()
    }
}

#[test]
fn a_good_source_becomes_two_programs_that_run() {
    let _turn = quiet_machine();
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
        assert_eq!(returned.ending, Ending::Exited(0));
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
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let source = player("#ifndef ASKED\n#error not asked\n#endif", "");
    assert_eq!(
        Place::usual().evidence(&source).outcome,
        Outcome::NotBuilt(Why::CompileError)
    );
    let settings = Settings {
        flags: ["-O1", "-DASKED=1", "-std=c++14"]
            .map(str::to_owned)
            .to_vec(),
        ..Settings::default()
    };
    let mut place = Place::open(settings, guarantees());
    assert_eq!(place.evidence(&source).outcome, Outcome::Built);
}

#[test]
fn what_does_not_become_a_program_is_told_why() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    for (source, why, said) in [
        (
            String::new(),
            Why::Undefined,
            "undefined reference to `Player::Player(int)'",
        ),
        (
            "int f( {".to_owned(),
            Why::CompileError,
            "player.cpp:1:9: error: expected",
        ),
        (
            "#include \"player.hpp\"\nPlayer::Player(int) {}".to_owned(),
            Why::Undefined,
            "undefined reference to `Player::move()'",
        ),
        (
            player("int main() {}", ""),
            Why::OwnMain,
            "multiple definition of `main'",
        ),
        (
            player("extern \"C\" void _start() {}", ""),
            Why::LinkError,
            "multiple definition of `_start'",
        ),
        (
            "asm(\"no_such_instruction\");".to_owned(),
            Why::CompileError,
            "no such instruction",
        ),
        (
            "#include \"nowhere.hpp\"".to_owned(),
            Why::CompileError,
            "nowhere.hpp: No such file",
        ),
        (
            "\0\u{1b}[31m\u{202e}".to_owned(),
            Why::CompileError,
            "error",
        ),
    ] {
        let build = place.build(&source);
        let evidence = &build.evidence;
        assert_eq!(
            evidence.outcome,
            Outcome::NotBuilt(why),
            "{source}: {evidence:?}"
        );
        assert!(build.programs.is_none());
        let step = evidence.linking.as_ref().unwrap_or(&evidence.compiling);
        assert!(
            step.diagnostics.contains(said),
            "{source}: {}",
            step.diagnostics
        );
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
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let errors = place.evidence(&"int x = nothing;\n".repeat(50_000));
    assert_eq!(errors.outcome, Outcome::NotBuilt(Why::CompileError));
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
    assert_eq!(long.outcome, Outcome::NotBuilt(Why::CompileError));
    assert!(long.compiling.is_cut && long.compiling.diagnostics.len() <= 17 << 10);
}

/// Sources whose compiling has no end.
fn endless() -> Vec<(&'static str, String)> {
    let templates = "template<int N, int D> struct T { static const int v = T<N, D - 1>::v + T<N + (1 << D), D - 1>::v; };
template<int N> struct T<N, 0> { static const int v = N; };
int much = T<0, 25>::v;";
    let computing = "constexpr long f(int n) { long s = 0; for (long i = 0; i < 1L << 60; ++i) s += n ^ i; return s; }\nconstexpr long much = f(3);";
    let mut doubling = "#define A0 x +\n".to_owned();
    for n in 1..40 {
        doubling += &format!("#define A{n} A{} A{}\n", n - 1, n - 1);
    }
    let brackets = format!("int x = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    vec![
        ("brackets", brackets),
        ("templates", templates.to_owned()),
        ("constexpr", computing.to_owned()),
        ("macros", doubling + "int x, y = A39 0;"),
        (
            "itself",
            "#include \"player.cpp\"\n#include \"player.cpp\"\n".to_owned(),
        ),
        (
            "assembler",
            "asm(\".rept 2000000000\\n.rept 2000000000\\nnop\\n.endr\\n.endr\");".to_owned(),
        ),
    ]
}

#[test]
fn compiling_for_ever_ends_in_time() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let settings = Settings {
        flags: [
            "-Ofast",
            "-fconstexpr-ops-limit=9000000000000000000",
            "-fconstexpr-loop-limit=2147483647",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..short()
    };
    let mut place = Place::open(settings.clone(), guarantees());
    for (name, source) in endless() {
        let start = Instant::now();
        let evidence = place.evidence(&source);
        let Outcome::NotBuilt(why) = evidence.outcome else {
            panic!("{name}: {evidence:?}");
        };
        println!("{name}: {why:?} after {:?}", start.elapsed());
        assert!(
            start.elapsed() < Duration::from_secs(6),
            "{name}: {:?}",
            start.elapsed()
        );
        let is_limit = matches!(why, Why::OutOfTime | Why::OutOfMemory);
        let gives_up = matches!(name, "itself" | "brackets");
        assert!(is_limit || gives_up, "{name}: {evidence:?}");
    }
    // What ended them is the limit: with another it goes on.
    let longer = Settings {
        wall: Duration::from_secs(5),
        cpu: Duration::from_secs(5),
        ..settings
    };
    let start = Instant::now();
    let computing = &endless()[2].1;
    let evidence = Place::open(longer, guarantees()).evidence(computing);
    assert_eq!(evidence.outcome, Outcome::NotBuilt(Why::OutOfTime));
    assert!(start.elapsed() > Duration::from_secs(4));
}

#[test]
fn compiling_into_too_much_memory_or_too_large_files_is_ended() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let all = guarantees();
    let memory = Settings {
        wall: Duration::from_secs(20),
        cpu: Duration::from_secs(20),
        ..short()
    };
    let mut place = Place::open(memory, all);
    let recursion =
        "template<int N> struct R { int a[N + 1]; R<N + 1> next; };\nR<0> r;".to_owned();
    for (name, source, whys) in [
        (
            "device",
            "#include \"/dev/zero\"".to_owned(),
            &[Why::OutOfMemory, Why::CompileError][..],
        ),
        (
            "incbin",
            "asm(\".incbin \\\"/dev/zero\\\"\");".to_owned(),
            &[Why::OutOfMemory, Why::CompileError, Why::TooLarge],
        ),
        (
            "zeros",
            "asm(\".fill 1 << 40, 1, 1\");".to_owned(),
            &[Why::OutOfMemory, Why::TooLarge, Why::CompileError],
        ),
        (
            "array",
            "char a[6L << 30] = {1};".to_owned(),
            &[Why::TooLarge, Why::OutOfMemory],
        ),
        (
            "recursion",
            recursion,
            &[Why::CompileError, Why::OutOfMemory],
        ),
    ] {
        let evidence = place.evidence(&source);
        let Outcome::NotBuilt(why) = evidence.outcome else {
            panic!("{name}: {evidence:?}");
        };
        println!("{name}: {why:?} in {} ms", evidence.compiling.millis);
        assert!(whys.contains(&why), "{name}: {evidence:?}");
    }
    // Memory that grows by itself, with a limit and with a wider one.
    let grow = player("template<int N> struct G { static const char* f() { static char a[N % 7 + 1] = {1}; return a; } };
template<int A, int B> struct P { static int f() { return P<A, (A + B) / 2>::f() + P<(A + B) / 2, B>::f(); } };
template<int A> struct P<A, A> { static int f() { return *G<A>::f(); } };
template<int A, int B, bool = (B - A > 1)> struct Q { static int f() { return Q<A, (A + B) / 2>::f() + Q<(A + B) / 2, B>::f(); } };
template<int A, int B> struct Q<A, B, false> { static int f() { return *G<A>::f(); } };
int go() { return Q<0, 1500>::f(); }", "");
    let evidence = place.evidence(&grow);
    println!(
        "growing: {:?} in {} ms",
        evidence.outcome, evidence.compiling.millis
    );
    let narrow = Settings {
        memory_bytes: 70 << 20,
        wall: Duration::from_secs(60),
        cpu: Duration::from_secs(60),
        ..Settings::default()
    };
    let narrowly = Place::open(narrow, all).evidence(&grow);
    assert_eq!(
        narrowly.outcome,
        Outcome::NotBuilt(Why::OutOfMemory),
        "{narrowly:?}"
    );
    assert_eq!(
        evidence.outcome,
        Outcome::Built,
        "so it was the limit: {evidence:?}"
    );
}

/// A secret outside, as open as a file can be.
fn secret() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, "\"a_secret_of_somebody_else\"\n").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    // Newer than any source, which a pragma can ask about.
    let tomorrow = SystemTime::now() + Duration::from_secs(86_400);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(tomorrow).unwrap();
    (folder, path)
}

#[test]
fn no_source_can_read_a_file_that_is_not_the_systems_or_its_own() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let all = guarantees();
    let mut place = Place::open(Settings::default(), all);
    let mut open = Place::open(Settings::default(), Guarantees { landlock: 0, ..all });
    let (_folder, secret) = secret();
    let secret = secret.to_str().unwrap();
    let reads = |build: &Build, words: &str| {
        let evidence = serde_json::to_string(&build.evidence).unwrap();
        let is_in = |program: &Vec<u8>| {
            program
                .windows(words.len())
                .any(|it| it == words.as_bytes())
        };
        let programs = build.programs.as_ref();
        evidence.contains(words) || programs.is_some_and(|it| is_in(&it.player))
    };
    for (name, source) in [
        ("include", format!("#include \"{secret}\"")),
        ("system include", format!("#include <{secret}>")),
        (
            "macro",
            format!("#define THERE \"{secret}\"\n#include THERE"),
        ),
        (
            "in place",
            player(
                &format!("const char* volatile it =\n#include \"{secret}\"\n;"),
                "",
            ),
        ),
        ("continued", format!("#inc\\\nlude \"{secret}\"")),
        ("trigraph", format!("%:include \"{secret}\"")),
        (
            "embedded",
            player(&format!("asm(\".incbin \\\"{secret}\\\"\");"), ""),
        ),
        ("assembled", format!("asm(\".include \\\"{secret}\\\"\");")),
        ("import", format!("#import \"{secret}\"")),
        (
            "above",
            format!("#include \"../../../../../../..{secret}\""),
        ),
    ] {
        let words = "a_secret_of_somebody_else";
        assert!(!reads(&place.build(&source), words), "{name}");
        assert!(
            reads(&open.build(&source), words),
            "{name} is denied by something else"
        );
    }
    // Whether it is there is not told either.
    for (name, ask) in [
        (
            "has_include",
            format!("#if __has_include(\"{secret}\")\n#error a_yes\n#endif"),
        ),
        (
            "dependency",
            format!("#pragma GCC dependency \"{secret}\" a_yes"),
        ),
    ] {
        let told = |build: Build| build.evidence.compiling.diagnostics.contains("a_yes");
        assert!(!told(place.build(&ask)), "{name}");
        assert!(told(open.build(&ask)), "{name} is denied by something else");
    }
    // Names of people, and what is root's.
    for path in ["/etc/passwd", "/etc/group", "/etc/hostname"] {
        let words = fs::read_to_string(path).unwrap_or_default();
        let Some(words) = words.lines().next().filter(|words| words.len() > 3) else {
            continue;
        };
        let include = format!("#include \"{path}\"");
        assert!(!reads(&place.build(&include), words), "{path}");
        let incbin = player(&format!("asm(\".incbin \\\"{path}\\\"\");"), "");
        assert!(!reads(&place.build(&incbin), words), "{path}");
        assert!(
            reads(&open.build(&incbin), words),
            "{path} is denied by something else"
        );
    }
    for path in ["/etc/shadow", "/root", "/proc/1/environ", "/proc/1/mem"] {
        let incbin = player(&format!("asm(\".incbin \\\"{path}\\\"\");"), "");
        let evidence = place.evidence(&incbin);
        assert_eq!(
            evidence.outcome,
            Outcome::NotBuilt(Why::CompileError),
            "{path}"
        );
    }
}

#[test]
fn one_submission_leaves_nothing_for_the_next() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    assert_eq!(place.evidence(&player("", "")).outcome, Outcome::Built);
    for left in [
        "program",
        "ours.o",
        "play.cpp",
        "driver.cpp",
        "../output",
        "../../etc/passwd",
    ] {
        let evidence = place.evidence(&player(&format!("asm(\".incbin \\\"{left}\\\"\");"), ""));
        assert_eq!(
            evidence.outcome,
            Outcome::NotBuilt(Why::CompileError),
            "{left}"
        );
    }
}

#[test]
fn what_runs_before_main_runs_in_the_sandbox_too() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let (_elsewhere, secret) = secret();
    let before = format!(
        "#include <fstream>\n#include <cstdlib>\nstruct Early {{ Early() {{ std::ofstream(\"{}\") << \"mine\"; std::ofstream(\"left\") << 1; std::exit(9); }} }} early;",
        secret.display()
    );
    let build = place.build(&player(&before, ""));
    assert_eq!(build.evidence.outcome, Outcome::Built);
    assert!(
        fs::read_to_string(&secret).unwrap().contains("secret"),
        "building runs nothing"
    );
    let (_folder, [play, _]) = put(build.programs.as_ref().unwrap());
    let returned = place.run(&play, "");
    assert_eq!(returned.ending, Ending::Exited(9));
    assert_eq!(returned.output, b"", "main never came");
    assert_eq!(returned.strays, ["left"]);
    assert!(fs::read_to_string(&secret).unwrap().contains("secret"));
}

#[test]
fn the_driver_alone_is_built_where_nothing_else_is_wanted() {
    let _turn = quiet_machine();
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
    assert_eq!(broken.unwrap(), Err(Why::CompileError));
    let half = b"#include \"player.hpp\"\nPlayer::Player(int) {}";
    let half = workshop.build_driver(half, keeper);
    assert_eq!(half.unwrap(), Err(Why::Undefined));
}

#[test]
fn what_is_ours_begins_before_anything_of_a_student() {
    let _turn = quiet_machine();
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
    let sources = Sources {
        header: HEADER.as_bytes(),
        play: PLAY.as_bytes(),
        driver: driver.as_bytes(),
    };
    let workshop = Workshop::open(Settings::default(), &sources, &mut keeper).unwrap();
    let mut place = Place { workshop, keeper };
    let programs = place.build(&player(&first('b'), "")).programs.unwrap();
    let (_folder, [_, driver]) = put(&programs);
    let returned = place.run(&driver, "1");
    assert_eq!(returned.output, b"abchecked\n", "{returned:?}");
}

#[test]
fn warnings_that_were_not_all_told_are_not_taken_for_none() {
    let _turn = quiet_machine();
    if !has_compiler() {
        return;
    }
    // A compiler that breaks when it is asked for warnings.
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
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
    let _turn = quiet_machine();
    let mut keeper = keeper_with(guarantees());
    let sources = Sources {
        header: HEADER.as_bytes(),
        play: PLAY.as_bytes(),
        driver: DRIVER.as_bytes(),
    };
    let settings = Settings {
        compiler: Some("/nowhere/g++".into()),
        ..Settings::default()
    };
    let refused = Workshop::open(settings, &sources, &mut keeper).unwrap_err();
    assert!(
        refused.to_string().contains("apt-get install g++"),
        "{refused}"
    );
    assert!(
        BuildError::NoCompiler
            .to_string()
            .contains("apt-get install g++")
    );
    if !has_compiler() {
        return;
    }
    let broken = Sources {
        play: b"int main() { return nothing; }",
        ..sources
    };
    match Workshop::open(Settings::default(), &broken, &mut keeper) {
        Err(BuildError::Ours {
            name, diagnostics, ..
        }) => {
            assert_eq!(name, "play.cpp");
            assert!(
                diagnostics.contains("'nothing' was not declared"),
                "{diagnostics}"
            );
        }
        other => panic!("{other:?}"),
    }
}
