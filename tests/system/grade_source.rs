//! Cleaning what a student handed in: what people write as includes and pragmas goes, and nothing else has
//! changed. That hidden spellings gain nothing is shown where submissions are built.

use std::fs;
use std::time::Duration;

use arbitro_grade::source::{Cleaned, Directive, MAX_BYTES, Remarkable, Removed, Unusable, clean};
use proptest::prelude::*;

fn cleaned(source: &[u8]) -> Cleaned {
    let cleaned = clean(source).unwrap();
    let line_ends = |text: &[u8]| -> Vec<(usize, u8)> {
        let is_end = |it: &(usize, &u8)| matches!(it.1, b'\n' | b'\r');
        text.iter().enumerate().filter(is_end).map(|(at, end)| (at, *end)).collect()
    };
    assert_eq!(line_ends(&cleaned.text), line_ends(source), "{}", source.escape_ascii());
    assert_eq!(cleaned.text.len(), source.len());
    cleaned
}

fn text(source: &str) -> String {
    String::from_utf8(cleaned(source.as_bytes()).text).unwrap()
}

fn removed(source: &str) -> Vec<(usize, Directive, String)> {
    let told = cleaned(source.as_bytes()).findings.removed;
    let parts = |it: Removed| (it.line, it.what, it.text);
    told.into_iter().map(parts).collect()
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
    prop::collection::vec(piece, 1..24).prop_map(|vec| vec.concat())
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
        "#import \"player.hpp\"",
    ] {
        assert_eq!(text(line), line);
        assert!(removed(line).is_empty());
    }
}

#[test]
fn what_was_removed_is_told_with_its_line_and_the_rest_keeps_its_place() {
    let source = "#include \"player.hpp\"\r\n#include <vector> // list\r\n\r\nint x; #define\n#inc\\\nlude <map>\n\
        #pragma GCC optimize(\"O3\")\n_Pragma(\"GCC unroll 4\") int y;\n#line 7 \"other.cpp\"\n\
        # 3 \"x\"\n/* list */ %:include /* and\n so on */\nint z; /*\n#include <set>\n*/\n";
    let expected = [
        (2, Directive::Include, "#include <vector> // list".to_owned()),
        (5, Directive::Include, "#inc\\ lude <map>".to_owned()),
        (7, Directive::Pragma, "#pragma GCC optimize(\"O3\")".to_owned()),
        (8, Directive::Pragma, "_Pragma(\"GCC unroll 4\")".to_owned()),
        (9, Directive::LineMarker, "#line 7 \"other.cpp\"".to_owned()),
        (10, Directive::LineMarker, "# 3 \"x\"".to_owned()),
        (11, Directive::Include, "%:include".to_owned()),
    ];
    assert_eq!(removed(source), expected);
    let left: Vec<String> = text(source).lines().map(|line| line.trim_end().to_owned()).collect();
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
        blank(),
        format!("/* list */{}/* and", " ".repeat(11)),
        " so on */".to_owned(),
        "int z; /*".to_owned(),
        "#include <set>".to_owned(),
        "*/".to_owned(),
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
        let kept: Vec<&str> =
            source.lines().map(|it| if it.starts_with("#include <") { "" } else { it }).collect();
        let cleaned = text(&source);
        let left: Vec<&str> =
            cleaned.lines().map(|line| if line.trim().is_empty() { "" } else { line }).collect();
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
    assert!(objects.iter().all(|object| object.what == Remarkable::GlobalObject));
}

#[test]
fn what_is_too_large_is_refused_and_what_is_hopeless_takes_little_time() {
    let large = vec![b' '; MAX_BYTES + 1];
    assert_eq!(clean(&large), Err(Unusable::TooLarge { bytes: MAX_BYTES + 1 }));
    let long = [
        // A reader that looks to the end of the line, or of the file, for each of these takes very long.
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
    .map(|piece| ("", piece, 1 << 17));
    for (head, piece, bytes) in short.into_iter().chain(long) {
        let source = format!("{head}{}", piece.repeat(bytes / piece.len()));
        let start = std::time::Instant::now();
        let result = clean(source.as_bytes());
        let told = result.map(|result| result.findings.is_parsed);
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
    assert!(shown.chars().count() <= 161 && !shown.contains(['\x1b', '\u{202e}']), "{shown}");
}
