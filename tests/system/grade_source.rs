//! Cleaning what a student handed in: g++ itself says that nothing is left to read, and nothing
//! else has changed.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use arbitro_grade::source::{Cleaned, MOST_BYTES, Remarkable, Removed, Unusable, What, clean};
use proptest::prelude::*;

use crate::live_match::tool;
use crate::source_tricks::{QUESTIONS, TRICKS};

/// Dialects that read the same bytes differently; the first two are what a course uses.
const DIALECTS: [&[&str]; 4] = [
    &["-std=gnu++17"],
    &["-std=gnu++14"],
    &["-std=c++14"],
    &["-std=gnu++20", "-trigraphs"],
];

/// A folder with the file that must not be read, and an empty `player.hpp`.
fn bait() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // The headers of the library have macros that paste; this stands for one that is not known.
    let header = "#pragma once\n#define OF_THE_LIBRARY(a, b) a ## b\n";
    fs::write(folder.path().join("player.hpp"), header).unwrap();
    let secret = folder.path().join("secret.h");
    fs::write(&secret, "SEEN\n").unwrap();
    let later = SystemTime::now() + Duration::from_secs(3600);
    fs::File::options()
        .write(true)
        .open(secret)
        .unwrap()
        .set_modified(later)
        .unwrap();
    folder
}

/// The files that g++ would read for sources, by its own list, be they there or not.
fn read_files(compiler: &str, folder: &Path, dialect: &[&str], sources: &[&[u8]]) -> Vec<String> {
    let mut command = Command::new(compiler);
    command
        .args(dialect)
        .args(["-I.", "-w", "-M", "-MG"])
        .current_dir(folder);
    for (number, source) in sources.iter().enumerate() {
        let name = format!("{number}.cpp");
        fs::write(folder.join(&name), source).unwrap();
        command.arg(name);
    }
    let output = command.output().unwrap();
    let is_expected = |name: &str| {
        name.ends_with(".o:")
            || name.ends_with(".cpp")
            || name == "\\"
            || name == "player.hpp"
            || name.ends_with("stdc-predef.h")
    };
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    listed
        .split_whitespace()
        .filter(|it| !is_expected(it))
        .map(str::to_owned)
        .collect()
}

/// Returns true if g++ looks at the file, be it only at its age.
fn is_seen(compiler: &str, folder: &Path, dialect: &[&str], source: &[u8]) -> bool {
    fs::write(folder.join("asks.cpp"), source).unwrap();
    let output = Command::new(compiler)
        .args(dialect)
        .args(["-I.", "-E", "-P", "asks.cpp"])
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    text.lines().any(|it| it == "SEEN")
        || complaints.contains("older than")
        || complaints.contains("used outside of preprocessing")
}

fn cleaned(source: &[u8]) -> Cleaned {
    let cleaned = clean(source).unwrap();
    let line_ends = |text: &[u8]| -> Vec<(usize, u8)> {
        let is_end = |it: &(usize, &u8)| matches!(it.1, b'\n' | b'\r');
        text.iter()
            .enumerate()
            .filter(is_end)
            .map(|(at, end)| (at, *end))
            .collect()
    };
    assert_eq!(
        line_ends(&cleaned.text),
        line_ends(source),
        "{}",
        source.escape_ascii()
    );
    assert_eq!(cleaned.text.len(), source.len());
    cleaned
}

fn text(source: &str) -> String {
    String::from_utf8(cleaned(source.as_bytes()).text).unwrap()
}

fn removed(source: &str) -> Vec<(usize, What, String)> {
    let told = cleaned(source.as_bytes()).findings.removed;
    let parts = |it: Removed| (it.line, it.what, it.text);
    told.into_iter().map(parts).collect()
}

#[test]
fn every_way_to_read_another_file_works_before_cleaning_and_none_after() {
    let Some(compiler) = tool("g++") else { return };
    let folder = bait();
    for (name, source) in TRICKS {
        let clean = cleaned(source).text;
        let mut worked = false;
        for dialect in DIALECTS {
            let before = read_files(compiler, folder.path(), dialect, &[source]);
            worked |= before.iter().any(|it| it.ends_with("secret.h"));
            let after = read_files(compiler, folder.path(), dialect, &[&clean]);
            assert!(
                after.is_empty(),
                "{name}, {dialect:?}: {after:?} from {}",
                clean.escape_ascii()
            );
        }
        assert!(worked, "{name} is no trick");
    }
}

#[test]
fn every_way_to_ask_for_a_file_works_before_cleaning_and_none_after() {
    let Some(compiler) = tool("g++") else { return };
    let folder = bait();
    for (name, source) in QUESTIONS {
        let clean = cleaned(source.as_bytes()).text;
        let dialect = DIALECTS[0];
        assert!(
            is_seen(compiler, folder.path(), dialect, source.as_bytes()),
            "{name} is no question"
        );
        assert!(
            !is_seen(compiler, folder.path(), dialect, &clean),
            "{name}: {}",
            clean.escape_ascii()
        );
    }
}

#[test]
fn no_message_quotes_another_file() {
    let Some(compiler) = tool("g++") else { return };
    let folder = bait();
    for source in [
        "# 1 \"secret.h\"\nfoo bar;\n",
        "#line 1 \"secret.h\"\nfoo bar;\n",
    ] {
        let quotes = |source: &[u8]| {
            fs::write(folder.path().join("line.cpp"), source).unwrap();
            let output = Command::new(compiler)
                .args(["-fsyntax-only", "line.cpp"])
                .current_dir(folder.path())
                .output()
                .unwrap();
            String::from_utf8_lossy(&output.stderr).contains("SEEN")
        };
        assert!(quotes(source.as_bytes()), "{source}");
        assert!(!quotes(&cleaned(source.as_bytes()).text), "{source}");
        assert_eq!(removed(source)[0].1, What::LineMarker);
    }
}

/// Pieces to mix: everything that opens, closes, joins or hides something.
const PIECES: &[&str] = &[
    "#include \"secret.h\"\n",
    "\n#include <secret.h>\n",
    "\n# include MACRO\n",
    "#",
    "%:",
    "??=",
    "include",
    " <secret.h>",
    "\"secret.h\"",
    "\n",
    "\r",
    "\r\n",
    "\\\n",
    "\\ \n",
    "\\\r",
    "??/\n",
    "??/",
    "\\",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "/",
    "*",
    "R\"(",
    ")\"",
    "R\"x(",
    ")x\"",
    "u8R\"",
    "LR\"a b(",
    "R",
    "u8",
    "x",
    "1",
    "0x1p",
    "+",
    "1'",
    "'1",
    "é",
    "\\u00e9",
    "$",
    "_s",
    "<",
    ">",
    "#define A ",
    "#define R\n",
    "#if 0\n",
    "\n#endif\n",
    "\n#else\n",
    "#if A",
    "#error don't",
    "(",
    ")",
    ",",
    " ",
    "\t",
    "\0",
    "\x0c",
    "\u{feff}",
    "#pragma x ",
    "#define __has_include ",
    "A(",
    "\n#undef R\n",
];

fn mix() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES);
    prop::collection::vec(piece, 1..24).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn no_mix_of_tricks_reads_another_file(mixes in prop::collection::vec(mix(), 16)) {
        let Some(compiler) = tool("g++") else { return Ok(()) };
        let folder = bait();
        let clean: Vec<Vec<u8>> = mixes.iter().map(|it| cleaned(it.as_bytes()).text).collect();
        let sources: Vec<&[u8]> = clean.iter().map(Vec::as_slice).collect();
        for dialect in DIALECTS {
            let read = read_files(compiler, folder.path(), dialect, &sources);
            prop_assert!(read.is_empty(), "{dialect:?}: {read:?}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_fail(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        cleaned(&bytes);
    }

    #[test]
    fn cleaning_twice_is_cleaning_once(source in mix()) {
        let once = cleaned(source.as_bytes()).text;
        let twice = cleaned(&once);
        prop_assert_eq!(&twice.text, &once);
        prop_assert_eq!(twice.findings.removed, Vec::new());
    }
}

#[test]
fn player_hpp_stays_however_it_is_written() {
    for line in [
        "#include \"player.hpp\"",
        "#include <player.hpp>",
        "  #  include/**/\"player.hpp\" // mine",
        "%:include \"play\\\ner.hpp\"",
        "#include \"player.hpp\";",
    ] {
        assert_eq!(text(line), line);
        assert!(removed(line).is_empty());
    }
}

#[test]
fn what_was_removed_is_told_with_its_line_and_the_rest_keeps_its_place() {
    let source = "#include \"player.hpp\"\r\n#include <vector> // list\r\n\r\nint x; #define\n#inc\\\nlude <map>\n\
        #pragma GCC optimize(\"O3\")\n_Pragma(\"GCC unroll 4\") int y;\n#line 7 \"other.cpp\"\n#if __has_include(<optional>)\n#endif\n";
    let expected = [
        (2, What::Include, "#include <vector> // list".to_owned()),
        (5, What::Include, "#inc\\ lude <map>".to_owned()),
        (7, What::Pragma, "#pragma GCC optimize(\"O3\")".to_owned()),
        (8, What::Pragma, "_Pragma(\"GCC unroll 4\")".to_owned()),
        (9, What::LineMarker, "#line 7 \"other.cpp\"".to_owned()),
        (10, What::Asks, "__has_include(<optional>)".to_owned()),
    ];
    assert_eq!(removed(source), expected);
    let left: Vec<String> = text(source)
        .lines()
        .map(|it| it.trim_end().to_owned())
        .collect();
    let blank = String::new;
    let expected = [
        "#include \"player.hpp\"".to_owned(),
        blank(),
        blank(),
        "int x; #define".to_owned(),
        blank(),
        blank(),
        blank(),
        format!("{} int y;", " ".repeat(23)),
        blank(),
        "#if 0".to_owned(),
        "#endif".to_owned(),
    ];
    assert_eq!(left, expected);
}

#[test]
fn honest_code_is_not_touched() {
    for source in [
        "auto s = R\"(\n#include <vector>\n#pragma once\n)\";\n",
        "auto s = R\"x(\n)\"\n#include <vector>\n)x\" + u8R\"(\n#include <map>\n)\";\n",
        "// #include <vector>\n/*\n#include <map>\n*/\n",
        "const char* s = \"\\\n#include <vector>\\n\";\n",
        "int million = 1'000'000; char c = '\"'; // don't\n",
        "#if defined(__GNUC__) && __GNUC__ > 4 && !defined __has_include\n#endif\n#ifdef __has_include\n#endif\n",
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define JOIN(a, b) a##b\n#undef MAX\n#error no\n",
        "#define DEBUG 0\n#if DEBUG > 0 || (DEBUG == 7)\n#elif DEBUG\n#else\n#endif\n",
        "for (auto [_, value] : pairs) sum += value;\n",
        "int import = 1; import = 2;\n#\n#unknown is told by g++\n",
    ] {
        assert_eq!(text(source), source);
        assert!(removed(source).is_empty());
    }
    for name in ["linked", "vectors", "bits", "classes", "strings", "random"] {
        let path = arbitro_testkit::games::project(&format!("src/grade/tests/likeness/{name}.cpp"));
        let source = fs::read_to_string(path).unwrap();
        let kept: Vec<&str> = source
            .lines()
            .map(|it| if it.starts_with("#include <") { "" } else { it })
            .collect();
        let cleaned = text(&source);
        let left: Vec<&str> = cleaned
            .lines()
            .map(|it| if it.trim().is_empty() { "" } else { it })
            .collect();
        assert_eq!(left, kept, "{name}");
    }
}

#[test]
fn what_is_remarkable_is_remarked() {
    let source = "int x = 3;\nstatic std::vector<int> list;\nint main(int argc, char** argv) {\n  asm(\"nop\");\n  \
        static std::string inner;\n}\n__attribute__((constructor)) void early() {}\nasm(\"top\");\n\
        [[gnu::constructor]] void soon() {}\nint y = roll();\nPlayer::Player(int n) : pimpl(new Impl) {}\n\
        namespace n { int main() { return 1; } }\nextern Board other;\nconst char* name = \"x\";\nint f(int);\n\
        __attribute__((section(\".preinit_array\"))) void (*const first)() = soon;\n\
        __attribute__((section(\".mine\"))) int z = 3;\n";
    let remarks = cleaned(source.as_bytes()).findings.remarks;
    let told: Vec<(usize, Remarkable)> = remarks.iter().map(|it| (it.line, it.what)).collect();
    let expected = [
        (2, Remarkable::GlobalObject),
        (3, Remarkable::OwnMain),
        (4, Remarkable::Assembler),
        (7, Remarkable::RunsByItself),
        (8, Remarkable::Assembler),
        (9, Remarkable::RunsByItself),
        (10, Remarkable::GlobalObject),
        (16, Remarkable::RunsByItself),
    ];
    assert_eq!(told, expected, "{remarks:?}");
}

#[test]
fn many_remarks_of_one_kind_are_counted_and_hide_no_other() {
    let source = "int y = roll();\n".repeat(300) + "asm(\".incbin\");\n";
    let findings = cleaned(source.as_bytes()).findings;
    let (last, objects) = findings.remarks.split_last().unwrap();
    assert_eq!((last.line, last.what), (301, Remarkable::Assembler));
    assert_eq!((objects.len(), findings.more_remarks), (100, 200));
    assert!(objects.iter().all(|it| it.what == Remarkable::GlobalObject));
}

#[test]
fn what_is_too_large_is_refused_and_what_is_hopeless_takes_little_time() {
    let large = vec![b' '; MOST_BYTES + 1];
    assert_eq!(
        clean(&large),
        Err(Unusable::TooLarge {
            bytes: MOST_BYTES + 1
        })
    );
    let long = [
        // Each of these was once looked through to the end of the line, or of the file.
        ("#define A ", "R\"()\" "),
        ("", "#define A _Pragma(R\"(\n"),
        ("", "_Pragma\n#R\"(\n"),
    ]
    .map(|(head, piece)| (head, piece, 1 << 20));
    let short = [
        "{",
        "((",
        "a<",
        "#if (",
        "\"",
        "R\"(",
        "#define A R\"(\n",
        "/*",
        "\\\n",
        "?\x3f/\n",
        "#include <x>\n",
        "#if <<>\n",
        "x = y ? [",
        "\u{0}",
        "template<class T> ",
        "do if(1)",
        "_Pragma(",
        "#define a##b\n",
        "é",
    ]
    .map(|piece| ("", piece, 1 << 18));
    for (head, piece, bytes) in short.into_iter().chain(long) {
        let source = format!("{head}{}", piece.repeat(bytes / piece.len()));
        let start = std::time::Instant::now();
        let result = clean(source.as_bytes());
        let told = result.map(|it| it.findings.is_parsed);
        println!("{:?} {piece:?} {told:?}", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(30), "{piece:?}");
    }
}

#[test]
fn what_is_shown_of_a_file_is_short_and_printable() {
    let source = format!("#include <\x1b[31m\u{202e}{}>\n", "a".repeat(5000)).repeat(300);
    let findings = cleaned(source.as_bytes()).findings;
    assert_eq!((findings.removed.len(), findings.more_removed), (200, 100));
    let shown = &findings.removed[0].text;
    assert!(
        shown.chars().count() <= 161 && !shown.contains(['\x1b', '\u{202e}']),
        "{shown}"
    );
}
