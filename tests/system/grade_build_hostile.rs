//! Sources made to attack the build: none exceeds its limits, reads foreign files, or leaves anything
//! behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use arbitro_grade::build::{Build, BuildFault, Outcome, Settings};
use arbitro_grade::source::clean;
use arbitro_sandbox::{Guarantees, MemoryBy, ToolEnd};

use crate::grade_build::{HEADER, Place, has_compiler, player, put, short};
use crate::programs::open_folder;
use crate::source_tricks::TRICKS;
use crate::tool_runs::guarantees;
use arbitro_testkit::sizes::{sample, short_or_long};

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
        ("itself", "#include \"player.cpp\"\n#include \"player.cpp\"\n".to_owned()),
        (
            "assembler",
            "asm(\".rept 2000000000\\n.rept 2000000000\\nnop\\n.endr\\n.endr\");".to_owned(),
        ),
    ]
}

#[test]
fn compiling_for_ever_ends_in_time() {
    if !has_compiler() {
        return;
    }
    // Processor time, of which a busy machine takes no more.
    let settings = Settings {
        rest: Duration::from_secs(20),
        cpu: Duration::from_millis(500),
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
    for (name, source) in sample(endless(), 2) {
        let start = Instant::now();
        let evidence = place.evidence(&source);
        let Outcome::NotBuilt(why) = evidence.outcome else {
            panic!("{name}: {evidence:?}");
        };
        println!("{name}: {why:?} after {:?}", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(30), "{name}: {:?}", start.elapsed());
        let is_limit = matches!(why, BuildFault::OutOfTime | BuildFault::OutOfMemory);
        let gives_up = matches!(name, "itself" | "brackets");
        assert!(is_limit || gives_up, "{name}: {evidence:?}");
    }
    // What ended them is the limit: with another it goes on. A fast machine needs memory for that.
    let longer = Settings { cpu: 2 * settings.cpu, memory_bytes: 4 << 30, ..settings.clone() };
    let start = Instant::now();
    let computing = &endless()[2].1;
    let evidence = Place::open(longer, guarantees()).evidence(computing);
    assert_eq!(evidence.outcome, Outcome::NotBuilt(BuildFault::OutOfTime));
    assert!(start.elapsed() > 3 * settings.cpu, "{:?}", start.elapsed());
}

#[test]
fn compiling_into_too_much_memory_or_too_large_files_is_ended() {
    if !has_compiler() {
        return;
    }
    let all = guarantees();
    let memory =
        Settings { rest: Duration::from_secs(20), cpu: Duration::from_secs(20), ..short() };
    let mut place = Place::open(memory, all);
    let recursion =
        "template<int N> struct R { int a[N + 1]; R<N + 1> next; };\nR<0> r;".to_owned();
    for (name, source, whys) in [
        (
            "device",
            "#include \"/dev/zero\"".to_owned(),
            &[BuildFault::OutOfMemory, BuildFault::CompileError][..],
        ),
        (
            "incbin",
            "asm(\".incbin \\\"/dev/zero\\\"\");".to_owned(),
            &[BuildFault::OutOfMemory, BuildFault::CompileError, BuildFault::TooLarge],
        ),
        (
            "zeros",
            "asm(\".fill 1 << 40, 1, 1\");".to_owned(),
            &[BuildFault::OutOfMemory, BuildFault::TooLarge, BuildFault::CompileError],
        ),
        (
            "array",
            "char a[6L << 30] = {1};".to_owned(),
            &[BuildFault::TooLarge, BuildFault::OutOfMemory],
        ),
        ("recursion", recursion, &[BuildFault::CompileError, BuildFault::OutOfMemory]),
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
    println!("growing: {:?} in {} ms", evidence.outcome, evidence.compiling.millis);
    let narrow = Settings {
        memory_bytes: 70 << 20,
        rest: Duration::from_secs(60),
        cpu: Duration::from_secs(60),
        ..Settings::default()
    };
    // By a limit of all its processes, and of each.
    for guarantees in [all, Guarantees { memory: MemoryBy::Looks, ..all }] {
        let narrowly = Place::open(narrow.clone(), guarantees).evidence(&grow);
        assert_eq!(narrowly.outcome, Outcome::NotBuilt(BuildFault::OutOfMemory), "{narrowly:?}");
    }
    assert_eq!(evidence.outcome, Outcome::Built, "so it was the limit: {evidence:?}");
}

/// A secret outside, as open as a file can be.
fn secret() -> (tempfile::TempDir, PathBuf) {
    let folder = open_folder(0o777);
    let path = folder.path().join("secret");
    fs::write(&path, "\"a_secret_of_somebody_else\"\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    // Newer than any source, which a pragma can ask about.
    let tomorrow = SystemTime::now() + Duration::from_secs(86_400);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(tomorrow).unwrap();
    (folder, path)
}

#[test]
fn no_source_can_read_a_file_that_is_not_the_systems_or_its_own() {
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
        let is_in =
            |program: &Vec<u8>| program.windows(words.len()).any(|it| it == words.as_bytes());
        let programs = build.programs.as_ref();
        evidence.contains(words) || programs.is_some_and(|programs| is_in(&programs.player))
    };
    for (name, source) in [
        ("include", format!("#include \"{secret}\"")),
        ("system include", format!("#include <{secret}>")),
        ("macro", format!("#define THERE \"{secret}\"\n#include THERE")),
        ("in place", player(&format!("const char* volatile it =\n#include \"{secret}\"\n;"), "")),
        ("continued", format!("#inc\\\nlude \"{secret}\"")),
        ("trigraph", format!("%:include \"{secret}\"")),
        ("embedded", player(&format!("asm(\".incbin \\\"{secret}\\\"\");"), "")),
        ("assembled", format!("asm(\".include \\\"{secret}\\\"\");")),
        ("import", format!("#import \"{secret}\"")),
        ("above", format!("#include \"../../../../../../..{secret}\"")),
    ] {
        let words = "a_secret_of_somebody_else";
        assert!(!reads(&place.build(&source), words), "{name}");
        let build = open.build(&source);
        let is_told = build.evidence.foreign == [secret];
        assert!(reads(&build, words) || is_told, "{name} is denied by something else");
    }
    // Whether it is there is not told either.
    for (name, ask) in [
        ("has_include", format!("#if __has_include(\"{secret}\")\n#error a_yes\n#endif")),
        ("dependency", format!("#pragma GCC dependency \"{secret}\" a_yes")),
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
        assert!(reads(&open.build(&incbin), words), "{path} is denied by something else");
    }
    for path in ["/etc/shadow", "/root", "/proc/1/environ", "/proc/1/mem"] {
        let incbin = player(&format!("asm(\".incbin \\\"{path}\\\"\");"), "");
        let evidence = place.evidence(&incbin);
        assert_eq!(evidence.outcome, Outcome::NotBuilt(BuildFault::CompileError), "{path}");
    }
}

#[test]
fn one_submission_leaves_nothing_for_the_next() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    assert_eq!(place.evidence(&player("", "")).outcome, Outcome::Built);
    for left in ["program", "ours.o", "play.cpp", "driver.cpp", "../output", "../../etc/passwd"] {
        let evidence = place.evidence(&player(&format!("asm(\".incbin \\\"{left}\\\"\");"), ""));
        assert_eq!(evidence.outcome, Outcome::NotBuilt(BuildFault::CompileError), "{left}");
    }
}

#[test]
fn what_runs_before_main_runs_in_the_sandbox_too() {
    if !has_compiler() {
        return;
    }
    let mut place = Place::usual();
    let (_elsewhere, secret) = secret();
    let before = format!(
        "#include <cstdio>\n#include <cstdlib>\nvoid put(const char* name) {{ std::FILE* file = std::fopen(name, \"w\"); if (file) std::fputs(\"mine\", file); }}\n\
         struct Early {{ Early() {{ put(\"{}\"); put(\"left\"); std::exit(9); }} }} early;",
        secret.display()
    );
    let build = place.build(&player(&before, ""));
    assert_eq!(build.evidence.outcome, Outcome::Built);
    assert!(fs::read_to_string(&secret).unwrap().contains("secret"), "building runs nothing");
    let (_folder, [play, _]) = put(build.programs.as_ref().unwrap());
    let returned = place.run(&play, "");
    assert_eq!(returned.ending, ToolEnd::Exited(9));
    assert_eq!(returned.output, b"", "main never came");
    assert_eq!(returned.strays, ["left"]);
    assert!(fs::read_to_string(&secret).unwrap().contains("secret"));
}

#[test]
fn whatever_hides_an_include_is_told_with_the_file_that_was_read() {
    if !has_compiler() {
        return;
    }
    let dialects = ["-std=gnu++17", "-std=c++14", "-std=gnu++20"];
    let mut places = dialects.map(|dialect| {
        let flags = ["-O0", dialect].map(str::to_owned).to_vec();
        let settings = Settings { flags, ..Settings::default() };
        Place::open(settings, guarantees())
    });
    // A file of the system that the header does not read, and what shows that it was read all the same.
    let header = "regex.h";
    let shows = "\n#ifdef _REGEX_H\n#warning it was read\n#endif\n";
    let (mut cut, mut told, mut worked) = (0, 0, 0);
    let tricks = sample(TRICKS, 4);
    for (name, trick) in &tricks {
        let trick = String::from_utf8_lossy(trick).replace("secret.h", header);
        let source = format!("{trick}{shows}{}", player("", ""));
        let clean = clean(source.as_bytes()).unwrap().text;
        for (place, dialect) in places.iter_mut().zip(dialects) {
            if dialect != dialects[0] && !trick.contains("??") && !trick.contains('R') {
                continue;
            }
            let before = place.build_bytes(source.as_bytes()).evidence;
            let is_clean = clean == source.as_bytes();
            let after = if is_clean { before.clone() } else { place.build_bytes(&clean).evidence };
            // What the preprocessor gives up on gets no list, and no program either.
            let broken = Outcome::NotBuilt(BuildFault::CompileError);
            for evidence in [&before, &after] {
                let is_read = evidence.compiling.diagnostics.contains("#warning it was read");
                let is_told = evidence.foreign.iter().any(|it| it.ends_with(header));
                assert!(
                    is_told || !is_read || evidence.outcome == broken,
                    "{name}, {dialect}: {evidence:?}"
                );
                assert_eq!(
                    is_told,
                    evidence.outcome == Outcome::NotBuilt(BuildFault::ForeignFile),
                    "{name}: {evidence:?}"
                );
            }
            worked += u32::from(!before.foreign.is_empty());
            cut += u32::from(!before.foreign.is_empty() && after.foreign.is_empty());
            told += u32::from(!after.foreign.is_empty());
        }
    }
    println!("{} tricks: {worked} worked, {cut} were cut, {told} were told", tricks.len());
    let (enough_cut, enough_told) = short_or_long((5, 2), (10, 5));
    assert!(cut > enough_cut && told > enough_told);
}

#[test]
fn what_the_header_reads_may_be_read_again_and_looking_for_faults_is_no_fault() {
    if !has_compiler() {
        return;
    }
    // Strings are read from more files while a program is debugged.
    let header = format!("#include <string>\n{HEADER}");
    let mut place = Place::with_header(&header, Settings::default(), guarantees());
    for before in [
        "#include <cstdlib>\n#include <cstdio>",
        "#define _GLIBCXX_DEBUG",
        "#if __has_include(<regex>)\n#endif",
    ] {
        let evidence = place.evidence(&player(before, ""));
        assert_eq!(evidence.outcome, Outcome::Built, "{evidence:?}");
        assert!(evidence.foreign.is_empty());
    }
    let evidence = place.evidence(&player("#define NAME <regex>\n#include NAME", ""));
    assert_eq!(evidence.outcome, Outcome::NotBuilt(BuildFault::ForeignFile));
    assert!(evidence.foreign[0].ends_with("/regex"), "{:?}", evidence.foreign);
}
