//! Ways by which a source makes g++ read another file.

/// Ways to have another file read, or asked for. Each works in at least one dialect.
pub(crate) const TRICKS: &[(&str, &[u8])] = &[
    ("plain", b"#include \"secret.h\"\n"),
    ("angled", b"#include <secret.h>\n"),
    (
        "at the end without a newline",
        b"int x;\n#include <secret.h>",
    ),
    ("spaces and tabs", b" \t# \t include \t <secret.h>  \n"),
    (
        "form feed and vertical tab",
        b"\x0c\x0b#include <secret.h>\n",
    ),
    ("zero bytes as white space", b"#\0include\0<secret.h>\n"),
    ("continued name", b"#inc\\\nlude <secret.h>\n"),
    ("continued with spaces", b"#inc\\ \t \nlude <secret.h>\n"),
    ("continued with a zero byte", b"#inc\\\0\nlude <secret.h>\n"),
    (
        "continued over CRLF",
        b"#\\\r\ninclude \\ \r\n<secret.h>\r\n",
    ),
    (
        "continued over every letter",
        b"\\\n#\\\ni\\\nn\\\nc\\\nl\\\nu\\\nd\\\ne\\\n<\\\nsecret.h>\n",
    ),
    (
        "old Mac line ends",
        b"int x;\r#include <secret.h>\rint y;\r",
    ),
    (
        "a comment that a Mac line end closes",
        b"// x \r#include <secret.h>\n",
    ),
    ("comments inside", b"/**/#/**/include/**/<secret.h>/**/\n"),
    (
        "a comment of two lines before",
        b"/* a\n b */ # include <secret.h>\n",
    ),
    (
        "a comment of two lines inside",
        b"#include /* a\n b */ <secret.h>\n",
    ),
    (
        "a comment that is continued",
        b"/\\\n* x *\\\n/ #include <secret.h>\n",
    ),
    ("digraph", b"%:include <secret.h>\n"),
    ("continued digraph", b"%\\\n:include <secret.h>\n"),
    ("trigraph", b"??=include <secret.h>\n"),
    ("trigraph that continues", b"#inc??/\nlude <secret.h>\n"),
    (
        "a string that only a trigraph continues",
        b"const char* s = \"??/\n#include <secret.h>\n\";\n",
    ),
    ("by a macro", b"#define NAME <secret.h>\n#include NAME\n"),
    (
        "by a macro with arguments",
        b"#define S(x) #x\n#include S(secret.h)\n",
    ),
    ("include_next", b"#include_next <secret.h>\n"),
    ("import", b"#import \"secret.h\"\n"),
    (
        "in a macro's arguments",
        b"#define F(x)\nF(\n#include <secret.h>\n)\n",
    ),
    (
        "under elif",
        b"#if 0\n#elif 1\n#include <secret.h>\n#endif\n",
    ),
    (
        "after an apostrophe in dead code",
        b"#if 0\ndon't\n#endif\n#include <secret.h>\n",
    ),
    (
        "after an unclosed string",
        b"const char* s = \"abc\n#include <secret.h>\n",
    ),
    (
        "after a string with a prefix and a suffix",
        b"auto s = u8\"x\"_s;\n#include <secret.h>\n",
    ),
    (
        "after a raw string",
        b"auto s = R\"(\n)\";\n#include <secret.h>\n",
    ),
    (
        "a raw string that is a suffix",
        b"auto s = \"x\"R\"(\n#include <secret.h>\n)\";\n",
    ),
    (
        "a raw string that is a number",
        b"auto s = 1R\"(\n#include <secret.h>\n)\";\n",
    ),
    (
        "a raw string behind a letter",
        "auto s = éR\"(\n#include <secret.h>\n)\";\n".as_bytes(),
    ),
    (
        "a raw string behind a dollar",
        b"auto s = $R\"(\n#include <secret.h>\n)\";\n",
    ),
    (
        "a raw string after a number's sign",
        b"auto s = 1.e+R\"(\n#include <secret.h>\n)\";\n",
    ),
    (
        "a raw string in a directive",
        b"#define A R\"(\n#include <secret.h>\n)\"\n",
    ),
    (
        "a raw string without a delimiter",
        b"auto s = R\"a b( /* \";\n#include <secret.h>\n/**/\n",
    ),
    (
        "a raw string that a macro makes one",
        b"#define R\nauto s = \"x\"R\"(/*)\";\n#include <secret.h>\n/* */\n",
    ),
    (
        "a comment in a header's name",
        b"#include <foo/*>\n#include <secret.h>\n/* */\n",
    ),
    (
        "a comment in a string's name",
        b"#include \"foo\\\" /*\n*/\n#include <secret.h>\n/* \" */\n",
    ),
    (
        "a comment in what is asked for",
        b"#define H __has_include\n#if H(<foo/*>)\n#endif\n#include <secret.h>\n/* */\n",
    ),
    (
        "a comment between digits",
        b"#define D(x)\nD(1'/*')\n#include <secret.h>\n/* */\n",
    ),
    (
        "a mark of the byte order",
        b"\xef\xbb\xbf#include <secret.h>\n",
    ),
    ("control-Z", b"int x;\n\x1a\n#include <secret.h>\n"),
    (
        "escaped letters in the directive",
        b"#\\u0069nclude <secret.h>\n",
    ),
    (
        "escaped letter in the middle",
        b"#inc\\u006Cude <secret.h>\n",
    ),
    (
        "behind player.hpp",
        b"#include \"player.hpp\"\n#include \"./secret.h\"\n",
    ),
];
