//! Finds the lines that tell why a program died, in what it printed: the type and the message of an
//! exception or a failed assertion, below which runtimes print a stack or advice.

use std::ops::Range;

use arbitro_rules::plain_text::{harmless, one_line};

/// Maximum letters of a text that is kept, with an ellipsis.
const MAX_LETTERS: usize = 200;

/// Maximum lines of one message. What a program printed before it died may follow, from a buffer.
const MAX_MESSAGE: usize = 4;

/// Lines at the end among which a message counts. One further up is of an exception that the program
/// survived.
const MAX_AFTER: usize = 12;

/// Returns the whole message of the last exception, and the last line that is neither a stack frame nor
/// a runtime's footer and the one before it, as far as they are not of that message. Control characters
/// are escaped, and so are the newlines of a message.
///
/// # Examples
///
/// ```
/// use arbitro_referee::last_words;
/// let printed = b"hello\nthread 'main' panicked at p.rs:1:2:\nno move\nnote: run with `RUST_BACKTRACE=1` ...\n";
/// assert_eq!(last_words(printed), ["thread 'main' panicked at p.rs:1:2:\\nno move"]);
/// ```
pub fn last_words(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let tells = telling(&lines);
    let message = message(&tells, &lines);
    let whole = tells[message.clone()].iter().map(|tell| tell.text.trim_start());
    let whole = whole.collect::<Vec<_>>().join("\n");
    let last_two = tells.len().saturating_sub(2)..tells.len();
    let rest = last_two.rev().filter(|it| !message.contains(it));
    let rest = rest.map(|rest| tells[rest].text.trim_start().to_owned());
    let texts = Some(whole).filter(|it| !it.is_empty()).into_iter().chain(rest);
    texts.map(|it| one_line(&harmless(&it), MAX_LETTERS - 1)).collect()
}

/// Returns true if the output ends with the message of an exception.
pub(crate) fn tells_exception(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    !message(&telling(&lines), &lines).is_empty()
}

/// Words of exceptions that tell that an input has ended.
const ENDS_OF_INPUT: [&str; 6] = [
    "EOFError",
    "NoSuchElementException",
    "EndOfStream",
    "UnexpectedEof",
    "end of file",
    "panic: EOF",
];

/// Returns true if the output ends with an exception because an input has ended.
pub(crate) fn tells_end_of_input(output: &[u8]) -> bool {
    last_words(output).iter().any(|it| ENDS_OF_INPUT.iter().any(|end| it.contains(end)))
}

/// A line that is no frame, heading of a stack or footer.
#[derive(Clone, Copy)]
struct TellingLine<'a> {
    /// Its place among all lines.
    at: usize,
    text: &'a str,
    /// True if it begins the message of an exception.
    is_head: bool,
}

/// Returns the lines of the last exception's message, an empty range if there is none.
fn message(tells: &[TellingLine<'_>], lines: &[&str]) -> Range<usize> {
    let Some(head) = tells.iter().rposition(|tell| tell.is_head) else {
        return 0..0;
    };
    if tells.len() - head > MAX_AFTER {
        return 0..0;
    }
    // A frame or a footer ends it.
    let follows = |pair: &[TellingLine<'_>]| {
        lines[pair[0].at + 1..pair[1].at].iter().all(|line| line.is_empty())
    };
    let more = tells[head..].windows(2).take(MAX_MESSAGE - 1).take_while(|it| follows(it)).count();
    head..head + more + 1
}

/// The block of lines that a scan is in; no line of it tells anything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    /// Source lines below a frame of Python.
    PythonSource,
    /// A goroutine's stack, up to an empty line.
    Goroutine,
    /// AddressSanitizer's picture of the memory around.
    ShadowBytes,
    /// The fields of a JavaScript error, up to a brace.
    Fields,
    /// Node's stacks of native code, up to the end.
    NativeStack,
}

/// Returns the lines that are no frames, headings of stacks or footers.
fn telling<'a>(lines: &[&'a str]) -> Vec<TellingLine<'a>> {
    let mut block = Block::None;
    let mut comments = 0;
    let mut tells: Vec<TellingLine<'_>> = Vec::new();
    for (at, &line) in lines.iter().enumerate() {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let is_below_python = block == Block::PythonSource;
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
            while let Some(&TellingLine { at: above, text, .. }) = tells.last()
                && above + 2 >= at
                && (above + 1 == at || is_place(text))
            {
                tells.pop();
            }
        } else if block == Block::None && comments <= 2 && !is_silent(bare, indent) {
            tells.push(TellingLine { at, text: line, is_head: is_below_python || is_head(bare) });
        }
    }
    tells
}

/// Returns true for the beginning of an exception's message, whose next lines may belong to it.
fn is_head(bare: &str) -> bool {
    HEADS.iter().any(|it| bare.starts_with(it))
        || bare.starts_with("thread '") && bare.contains("panicked at")
        || is_error_name(bare)
}

/// Returns true for a line such as `TypeError: board is null` or `java.io.IOException`.
fn is_error_name(bare: &str) -> bool {
    let bare = bare.strip_prefix("Uncaught ").unwrap_or(bare);
    let is_of_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '$');
    let end = bare.find(|letter| !is_of_name(letter)).unwrap_or(bare.len());
    let (name, rest) = bare.split_at(end);
    (name.ends_with("Error") || name.ends_with("Exception"))
        && (rest.is_empty() || rest.starts_with(": ") || rest.starts_with(" ["))
}

/// Beginnings of messages in C++, Java, Go and C#.
const HEADS: [&str; 6] = [
    "terminate called",
    "libc++abi: terminating",
    "Exception in thread ",
    "Caused by: ",
    "panic: ",
    "Unhandled exception",
];

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
    !bare.is_empty() && bare.chars().all(|letter| matches!(letter, '^' | '~' | ' '))
}

/// Returns true for a file with a line number and nothing else.
fn is_place(text: &str) -> bool {
    let number = text.rsplit(':').next().unwrap_or_default();
    text.contains(':') && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for a frame, a heading or a footer that stands for itself.
fn is_silent(bare: &str, indent: usize) -> bool {
    bare.is_empty()
        || indent > 0 && is_frame(bare)
        || is_numbered(bare)
        || bare.chars().all(|letter| matches!(letter, '=' | '-' | '+' | '#' | '*' | ' '))
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
/// 0xb8d0a3 node::Abort()` of Node, `frame #3: _start` of torch.
fn is_numbered(bare: &str) -> bool {
    let bare = bare.strip_prefix("frame #").unwrap_or(bare);
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
const FOOTERS: [&str; 13] = [
    "(Use `node --trace-uncaught",
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
                "terminate called after throwing an instance of 'std::out_of_range'\\nwhat():  vector",
            ),
            (
                "terminate called after throwing an instance of 'std::runtime_error'\n  what():  cannot open \
                 board\nboard_2.txt is missing\n",
                "terminate called after throwing an instance of 'std::runtime_error'\\nwhat():  cannot open \
                 board\\nboard_2.txt is missing",
            ),
            (
                "Traceback (most recent call last):\n  File \"p.py\", line 1, in <module>\n    raise \
                 Wrong('a\\nb')\n__main__.Wrong: cannot open board\n  board_2.txt is missing\n",
                "__main__.Wrong: cannot open board\\nboard_2.txt is missing",
            ),
            (
                "Traceback (most recent call last):\n  File \"p.py\", line 2, in <module>\n    \
                 boards[1]\n    ~~~~~~^^^\nKeyError: 1\n\nDuring handling of the above exception, another \
                 exception occurred:\n\nTraceback (most recent call last):\n  File \"p.py\", line 4, in \
                 <module>\n    raise ValueError('no board\\nat all')\nValueError: no board\nat all\n",
                "ValueError: no board\\nat all",
            ),
            (
                "Exception in thread \"main\" java.lang.IllegalStateException: cannot open \
                 board\nboard_2.txt is missing\n\tat Player.main(Player.java:3)\n",
                "Exception in thread \"main\" java.lang.IllegalStateException: cannot open \
                 board\\nboard_2.txt is missing",
            ),
            (
                "/p/player.js:3\n    throw new TypeError('cannot open board\\nit is gone');\n    \
                 ^\n\nTypeError: cannot open board\nit is gone\n    at Object.<anonymous> \
                 (/p/player.js:3:7)\n\nNode.js v20.1.0\n",
                "TypeError: cannot open board\\nit is gone",
            ),
            (
                "/p/player.js:1\nthrow 'no board'\n^\nno board\n(Use `node --trace-uncaught ...` to show \
                 where the exception was thrown)\n\nNode.js v20.1.0\n",
                "no board",
            ),
            (
                "thread 'main' panicked at src/main.rs:2:5:\ncannot open board\nit is gone\nnote: run with \
                 `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                "thread 'main' panicked at src/main.rs:2:5:\\ncannot open board\\nit is gone",
            ),
            (
                "thinking\ncannot open board_2.txt: No such file or directory at player.pl line 3.\n",
                "cannot open board_2.txt: No such file or directory at player.pl line 3.",
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
                "terminate called after throwing an instance of 'c10::Error'\n  what():  no cpuinfo\nframe #0: \
                 <unknown function> + 0x4c062 (0x7f in libc10.so)\nframe #1: _start + 0x21 (0x62 in p)\n",
                "terminate called after throwing an instance of 'c10::Error'\\nwhat():  no cpuinfo",
            ),
            (
                "thread 'main' panicked at src/main.rs:2:5:\nno move\nstack backtrace:\n   0: std::x\n          \
                    at /rustc/x\nnote: Some details are omitted, run with `RUST_BACKTRACE=full`\n",
                "thread 'main' panicked at src/main.rs:2:5:\\nno move",
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
        let printed = "cannot open board\ngiving up\n";
        assert_eq!(last_words(printed.as_bytes()), ["giving up", "cannot open board"]);
        let printed = "Exception in thread \"main\" a.B: c\n\tat P.m(P.java:5)\nCaused by: d.E: f\n\tat \
                       P.n(P.java:9)\n";
        let both = ["Caused by: d.E: f", "Exception in thread \"main\" a.B: c"];
        assert_eq!(last_words(printed.as_bytes()), both);
        let printed = "/p/player.js:3\n    throw 1;\n    ^\n\nError: no move\n    at x (y)\n";
        assert_eq!(last_words(printed.as_bytes()), ["Error: no move"]);
        assert_eq!(last_words(b"\n \n"), [""; 0]);
    }

    #[test]
    fn what_follows_a_message_from_a_buffer_is_kept_beside_it() {
        let thinking = |lines: usize| format!("ValueError: no\n{}", "thinking\n".repeat(lines));
        let message = "ValueError: no\\nthinking\\nthinking\\nthinking";
        let words = last_words(thinking(9).as_bytes());
        assert_eq!(words, [message, "thinking", "thinking"]);
        assert_eq!(last_words(thinking(50).as_bytes()), ["thinking", "thinking"]);
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
