//! Finds the line that tells why a program died, in what it printed: the message of an exception or a
//! failed assertion, below which runtimes print a stack or advice.

use arbitro_rules::plain_text::{harmless, one_line};

/// Maximum letters of a line that are kept, with an ellipsis.
const MAX_LETTERS: usize = 200;

/// Returns the last line that is neither a stack frame nor a runtime's footer, and the one before it.
/// Control characters are escaped.
///
/// # Examples
///
/// ```
/// use arbitro_referee::last_words;
/// let printed = b"hello\nthread 'main' panicked at p.rs:1:2:\nno move\nnote: run with `RUST_BACKTRACE=1` ...\n";
/// assert_eq!(last_words(printed), ["no move", "thread 'main' panicked at p.rs:1:2:"]);
/// ```
pub fn last_words(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut tells = telling(&lines);
    tells.reverse();
    tells
        .into_iter()
        .take(2)
        .map(|line| one_line(&harmless(line.trim_start()), MAX_LETTERS - 1))
        .collect()
}

/// The block of lines that a scan is in; no line of it tells anything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    /// Source lines below a frame of Python.
    PythonSource,
    /// A goroutine's stack, up to an empty line.
    Goroutine,
    /// What AddressSanitizer prints of the memory around.
    ShadowBytes,
    /// The fields of a JavaScript error, up to a brace.
    Fields,
    /// Node's stacks of native code, up to the end.
    NativeStack,
}

/// Returns the lines that are no frames, headings of stacks or footers.
fn telling<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let mut block = Block::None;
    let mut comments = 0;
    let mut tells: Vec<(usize, &str)> = Vec::new();
    for (at, &line) in lines.iter().enumerate() {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        block = match block {
            Block::PythonSource if indent >= 4 && !bare.starts_with("File \"") => continue,
            Block::Goroutine if !bare.is_empty() => continue,
            Block::ShadowBytes if !line.starts_with("==") => continue,
            Block::Fields if line != "}" => continue,
            Block::NativeStack => continue,
            Block::Fields => {
                block = Block::None;
                continue;
            }
            _ => begun(line),
        };
        // HotSpot's report: its first two lines tell what happened.
        comments = match bare.strip_prefix('#') {
            Some(rest) if !rest.trim().is_empty() => comments + 1,
            Some(_) => comments,
            None => 0,
        };
        if is_caret(bare) {
            // It points into the source line above, and that stands below a place.
            while let Some(&(above, text)) = tells.last()
                && above + 2 >= at
                && (above + 1 == at || is_place(text))
            {
                tells.pop();
            }
        } else if block == Block::None && comments <= 2 && !is_silent(bare, indent) {
            tells.push((at, line));
        }
    }
    tells.into_iter().map(|(_, line)| line).collect()
}

/// Returns the block that a line begins.
fn begun(line: &str) -> Block {
    let bare = line.trim_start();
    if bare.starts_with("File \"") && line != bare {
        Block::PythonSource
    } else if bare.starts_with("goroutine ") && bare.ends_with("]:") {
        Block::Goroutine
    } else if bare.starts_with("Shadow bytes around") {
        Block::ShadowBytes
    } else if is_frame(bare) && bare.ends_with('{') {
        Block::Fields
    } else if bare.starts_with("----- Native stack trace") {
        Block::NativeStack
    } else {
        Block::None
    }
}

/// Returns true for a line of carets below a source line.
fn is_caret(bare: &str) -> bool {
    !bare.is_empty() && bare.chars().all(|it| matches!(it, '^' | '~' | ' '))
}

/// Returns true for a file with a line number and nothing else.
fn is_place(text: &str) -> bool {
    let number = text.rsplit(':').next().unwrap_or_default();
    text.contains(':') && !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
}

/// Returns true for a frame, a heading or a footer that stands for itself.
fn is_silent(bare: &str, indent: usize) -> bool {
    bare.is_empty()
        || indent > 0 && is_frame(bare)
        || is_numbered(bare)
        || bare.chars().all(|it| matches!(it, '=' | '-' | '+' | '#' | '*' | ' '))
        || HEADINGS.iter().any(|it| bare.starts_with(it))
        || FOOTERS.iter().any(|it| bare.starts_with(it))
        || bare.starts_with("==")
            && (bare.ends_with("==ABORTING") || bare.ends_with("Register values:"))
}

/// Java, JavaScript and C# begin frames with `at`, Ruby with `from`.
fn is_frame(bare: &str) -> bool {
    bare.starts_with("at ")
        || bare.starts_with("from ")
        || bare.starts_with("... ") && bare.ends_with(" more")
}

/// Returns true for a numbered frame: `#3 0x55d0 in main` of a sanitizer, `12: core::panicking` of Rust, `3:
/// 0xb8d0a3 node::Abort()` of Node.
fn is_numbered(bare: &str) -> bool {
    let rest = bare.trim_start_matches('#').trim_start_matches(|it: char| it.is_ascii_digit());
    rest.len() < bare.trim_start_matches('#').len()
        && (bare.starts_with('#') && rest.starts_with(' ') || rest.starts_with(": "))
}

/// Beginnings of lines above a stack.
const HEADINGS: [&str; 10] = [
    "Traceback (most recent call last):",
    "During handling of the above exception",
    "The above exception was the direct cause",
    "Current thread 0x",
    "Thread 0x",
    "stack backtrace:",
    "Require stack:",
    "- /",
    "----- JavaScript stack trace",
    "<--- ",
];

/// Beginnings of lines that runtimes print below a message.
const FOOTERS: [&str; 12] = [
    "note: run with `RUST_BACKTRACE",
    "note: Some details are omitted",
    "Node.js v",
    "[Previous line repeated",
    "Extension modules:",
    "[signal ",
    "exit status ",
    "NOTE: ",
    "HINT: ",
    "Hint: ",
    "Exiting",
    "Aborted (core dumped)",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn first(printed: &str) -> String {
        last_words(printed.as_bytes()).swap_remove(0)
    }

    #[test]
    fn the_line_that_tells_is_found_in_every_language() {
        for (printed, tells) in [
            (
                "hello\nTraceback (most recent call last):\n  File \"/p/player.py\", line 3, in <module>\n    \
                 print(1 / 0)\n          ~~^~~\nZeroDivisionError: division by zero\n",
                "ZeroDivisionError: division by zero",
            ),
            (
                "  File \"/p/player.py\", line 3\n    if x\n        ^\nSyntaxError: expected ':'\n",
                "SyntaxError: expected ':'",
            ),
            (
                "Traceback (most recent call last):\n  File \"p.py\", line 2, in f\n    f()\n  [Previous line \
                 repeated 996 more times]\nRecursionError: maximum recursion depth exceeded\n",
                "RecursionError: maximum recursion depth exceeded",
            ),
            (
                "player.sh: line 3: nosuch: command not found\n",
                "player.sh: line 3: nosuch: command not found",
            ),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector\n",
                "what():  vector",
            ),
            (
                "play: player.cpp:12: int main(): Assertion `x == 1' failed.\n",
                "play: player.cpp:12: int main(): Assertion `x == 1' failed.",
            ),
            (
                "=================\n==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\nREAD of \
                 size 4 at 0x1 thread T0\n    #0 0x55d0 in main /p/player.cpp:5\n    #1 0x7f in \
                 __libc_start_main\n\nSUMMARY: AddressSanitizer: heap-use-after-free player.cpp:5 in \
                 main\nShadow bytes around the buggy address:\n  0x0c: fa fa\n=>0x0d: fa\n  Addressable:  \
                 00\n==7==ABORTING\n",
                "SUMMARY: AddressSanitizer: heap-use-after-free player.cpp:5 in main",
            ),
            (
                "Exception in thread \"main\" java.lang.RuntimeException: no move\n\tat \
                 Player.main(Player.java:5)\nCaused by: java.lang.IllegalStateException: no board\n\tat \
                 Player.load(Player.java:9)\n\t... 1 more\n",
                "Caused by: java.lang.IllegalStateException: no board",
            ),
            (
                "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  SIGSEGV (0xb) \
                 at pc=0x7f\n#\n# JRE version: 17\n# Problematic frame:\n# C  [libc.so]\n#\n",
                "#  SIGSEGV (0xb) at pc=0x7f",
            ),
            (
                "/p/player.js:3\n    throw new Error('no move');\n    ^\n\nError: no move\n    at \
                 Object.<anonymous> (/p/player.js:3:7)\n    at node:internal/main\n\nNode.js v20.1.0\n",
                "Error: no move",
            ),
            (
                "node:internal/modules/cjs/loader:1\n  throw err;\n  ^\n\nError: Cannot find module \
                 'chess'\nRequire stack:\n- /p/player.js\n    at Module._load (x) {\n  code: \
                 'MODULE_NOT_FOUND',\n  requireStack: [ '/p/player.js' ]\n}\n\nNode.js v20.1.0\n",
                "Error: Cannot find module 'chess'",
            ),
            (
                "FATAL ERROR: Reached heap limit\n----- Native stack trace -----\n\n 1: 0xb8 node::Abort() \
                 [node]\n 2: 0xb9\n",
                "FATAL ERROR: Reached heap limit",
            ),
            (
                "thread 'main' panicked at src/main.rs:2:5:\nno move\nstack backtrace:\n   0: std::x\n          \
                    at /rustc/x\nnote: Some details are omitted, run with `RUST_BACKTRACE=full`\n",
                "no move",
            ),
            (
                "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 \
                 [running]:\nmain.main()\n\t/p/player.go:5 +0x1d\nexit status 2\n",
                "panic: runtime error: index out of range [5] with length 3",
            ),
            (
                "player.rb:2:in `/': divided by 0 (ZeroDivisionError)\n\tfrom player.rb:2:in `<main>'\n",
                "player.rb:2:in `/': divided by 0 (ZeroDivisionError)",
            ),
            ("my last move: 12-16\n", "my last move: 12-16"),
        ] {
            assert_eq!(first(printed), tells, "{printed}");
        }
    }

    #[test]
    fn the_line_before_the_one_that_tells_is_kept_too() {
        let printed = "terminate called after throwing an instance of 'int'\n  what():  7\n";
        let both = ["what():  7", "terminate called after throwing an instance of 'int'"];
        assert_eq!(last_words(printed.as_bytes()), both);
        let printed = "/p/player.js:3\n    throw 1;\n    ^\n\nError: no move\n    at x (y)\n";
        assert_eq!(last_words(printed.as_bytes()), ["Error: no move"]);
        assert_eq!(last_words(b"\n \n"), [""; 0]);
    }

    #[test]
    fn a_line_is_short_and_escaped() {
        let printed = [b"\x1b[31mred\xff\n".as_slice(), &[b'a'; 1 << 16]].concat();
        let [last, before] = &last_words(&printed)[..] else {
            panic!("two lines");
        };
        assert_eq!(last.chars().count(), MAX_LETTERS);
        assert_eq!(before, "\\u{1b}[31mred\u{fffd}");
    }
}
