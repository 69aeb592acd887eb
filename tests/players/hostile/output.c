/* Hostile players: output. They flood, and write what a terminal, a CSV or a page might obey.
 * RUN ONLY INSIDE THE SANDBOX. Started as `output TRICK N`; see trick.h for conventions.
 */
#include "trick.h"

#include <sys/ioctl.h>

#define MIB ((size_t)1 << 20)
#define BYTES(text) (text), sizeof(text) - 1

enum { OUT = STDOUT_FILENO, ERR = STDERR_FILENO };

/* For ever, or until nothing more is taken: then it waits. */
static void flood(int file, bool with_newlines) {
    static char block[65536];
    memset(block, 'x', sizeof block);
    for (size_t at = 79; with_newlines && at < sizeof block; at += 80) block[at] = '\n';
    while (write_all(file, block, sizeof block)) {}
    sleep_for_ever();
}

static void flood_stdout(void) { flood(OUT, true); }
static void flood_stderr(void) { flood(ERR, true); }
static void flood_stdout_one_line(void) { flood(OUT, false); }
static void flood_stderr_one_line(void) { flood(ERR, false); }

static void flood_both(void) {
    start_child(flood_stdout);
    flood(ERR, true);
}

/* The child floods, the player plays: its moves alone give no reason to end it. */
static void flood_and_play(void) { start_child(flood_stderr); }

/* Much, and cut away again. */
static void cut_short(void) {
    static char block[MIB];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 12; i++) {
        write_all(OUT, block, sizeof block);
        if (ftruncate(OUT, 0) != 0 && ftruncate(ERR, 0) != 0) perror("ftruncate");
    }
}

static void write_1_gib(void) {
    static char block[MIB];
    memset(block, '\n', sizeof block);
    for (int i = 0; i < 512; i++)
        if (!write_all(OUT, block, MIB) || !write_all(ERR, block, MIB)) return;
}

static void write_100_kib(void) {
    for (int i = 0; i < 1024; i++) {
        char line[128];
        const int length = snprintf(line, sizeof line, "%-99d\n", i);
        write_all(ERR, line, (size_t)length);
    }
}

static void both(const char *bytes, size_t length) {
    write_all(OUT, bytes, length);
    write_all(ERR, bytes, length);
}

static void say_nul(void) { both(BYTES("before\0after\0\0\0\n")); }

/* Clear, title, colour left on, cursor up, other character set, clipboard, answer back, link. */
static void say_escapes(void) {
    both(BYTES("\033[2J\033[H\033]0;title\007\033[31m\033[5A\033(0\033]52;c;aGVsbG8=\007\033[c\033[6n"
               "\033]8;;http://127.0.0.1/\033\\link\033]8;;\033\\\033[?1049h\033[?25l\x9b" "2J\a\b\b\n"));
}

static void say_invalid_utf8(void) {
    both(BYTES("\xff\xfe\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe2\x82 \x80 end\n"));
}

/* Right to left override, zero width, line separator, byte order mark. */
static void say_odd_unicode(void) {
    both(BYTES("\xef\xbb\xbf" "a\xe2\x80\xae" "cba\xe2\x80\x8b\xe2\x80\xa8\xc2\x85" "end\n"));
}

static void say_html(void) {
    both(BYTES("</pre></script><script>alert(1)</script><img src=x onerror=alert(2)>&lt;\"'`${7}\n"));
}

static void say_csv(void) {
    both(BYTES("=1+1\n+1\n-1\n@SUM(1)\n\t=1\n\"=1\",\";\n,,,\r\nx\ry\n"));
}

/* A result of its own making, in the referee's words. */
static void say_json(void) {
    both(BYTES("\n{\"v\":1,\"winner\":\"x\",\"reason\":\"no_pieces\",\"plies\":1}\n"
               "\"}],\"winner\":\"x\"\nexited 0\nkilled 9\n"));
}

static void say_long_line(void) {
    static char line[MIB];
    memset(line, 'x', sizeof line);
    both(line, sizeof line);
    both(BYTES("\nafter the long line\n"));
}

static void say_everything(void) {
    say_nul();
    say_escapes();
    say_invalid_utf8();
    say_odd_unicode();
    say_html();
    say_csv();
    say_json();
}

/* Only who loses is quoted. */
static void say_everything_and_exit(void) {
    say_everything();
    _exit(3);
}

/* These bytes in the place of the honest board's second line. */
static void spoil_board(const char *bytes, size_t length) {
    char board[BOARD_BYTES + 1];
    memcpy(board, game.move, sizeof board);
    memcpy(board + 2 * SIDE, bytes, length);
    write_file(board_name(game.number + 1).text, board, BOARD_BYTES);
    end_turn();
}

static void say_long_line_and_spoil_board(void) {
    say_long_line();
    spoil_board(BYTES("z"));
}

static void board_nul(void) { spoil_board(BYTES("\0\0x")); }
static void board_escapes(void) { spoil_board(BYTES("\033[2J\033]0;t\a")); }
static void board_invalid_utf8(void) { spoil_board(BYTES("\xff\xfe\xc0\xaf\x80")); }
static void board_unicode(void) { spoil_board(BYTES("\xe2\x80\xae\xd1\x85 \xef\xbb\xbf")); }
static void board_html(void) { spoil_board(BYTES("<b>\"&'</b>")); }
static void board_csv(void) { spoil_board(BYTES("=1+1,\";\r")); }

static void close_own_streams(void) {
    for (int file = 0; file <= 2; file++) close(file);
}

static bool read_stdin(void) {
    char byte;
    return read(STDIN_FILENO, &byte, 1) == 1;
}

/* The flag belongs to the open file, which may be the referee's too. */
static void change_streams(void) {
    for (int file = 0; file <= 2; file++) fcntl(file, F_SETFL, O_NONBLOCK | O_APPEND | O_ASYNC);
}

/* A log that is a file can be emptied, or made to look a terabyte long. */
static void seek_in_streams(void) {
    for (int file = 1; file <= 2; file++) {
        if (ftruncate(file, 0) == 0) write_all(file, BYTES("forged\n"));
        if (lseek(file, (off_t)1 << 40, SEEK_SET) > 0) write_all(file, BYTES("far away\n"));
    }
}

/* Types into the terminal that the referee was started from. */
static bool type_into_terminal(void) {
    const int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK);
    const int files[] = {terminal, 0, 1, 2};
    for (size_t i = 0; i < COUNT(files); i++)
        if (files[i] >= 0 && ioctl(files[i], TIOCSTI, " ") == 0) return true;
    return false;
}

static bool write_to_terminal(void) {
    const int terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK);
    return terminal >= 0 && write_all(terminal, BYTES("a player was here\r\n"));
}

static const Trick TRICKS[] = {
    LOSES("flood-stdout", flood_stdout, "lines on stdout for ever",
          "`output` (`timeout` where output is thrown away)"),
    LOSES("flood-stderr", flood_stderr, "lines on stderr for ever",
          "`output` (`timeout` where output is thrown away)"),
    LOSES("flood-stdout-one-line", flood_stdout_one_line, "one endless line on stdout",
          "`output` (`timeout` where output is thrown away)"),
    LOSES("flood-stderr-one-line", flood_stderr_one_line, "one endless line on stderr",
          "`output` (`timeout` where output is thrown away)"),
    LOSES("flood-both", flood_both, "lines on both for ever",
          "`output` (`timeout` where output is thrown away)"),
    LOSES("flood-and-play", flood_and_play, "a child floods stderr, it plays on",
          "`output`; plays on where output is thrown away; the referee's memory stays flat"),
    LOSES("cut-short", cut_short, "12 MiB on stdout, each cut away again, then answers",
          "`output`"),
    LOSES("one-gib", write_1_gib, "1 GiB of newlines on stdout and stderr, then answers",
          "`output`; plays on where output is thrown away; the referee's memory stays flat"),
    ALLOWED("hundred-kib", write_100_kib, "100 KiB on stderr, line by line", "plays on"),
    ALLOWED("long-line", say_long_line, "a line of 1 MiB on both", "plays on, cut short"),
    LOSES("long-line-and-wrong-board", say_long_line_and_spoil_board,
          "the same, and a `z` in its board", "`output`, which is judged before the board"),
    ALLOWED("nul", say_nul, "NUL bytes on both", "plays on"),
    ALLOWED("escapes", say_escapes, "terminal escape sequences on both", "plays on, escaped"),
    ALLOWED("invalid-utf8", say_invalid_utf8, "invalid UTF-8 on both", "plays on"),
    ALLOWED("odd-unicode", say_odd_unicode, "overrides, zero width, separators on both",
            "plays on, escaped"),
    ALLOWED("html", say_html, "HTML and scripts on both", "plays on, escaped in the report"),
    ALLOWED("csv", say_csv, "formulas, quotes and carriage returns on both",
            "plays on, harmless in CSV"),
    ALLOWED("json", say_json, "a forged result and forged words of the supervisor on both",
            "plays on; nothing is believed"),
    LOSES("everything-and-exit", say_everything_and_exit,
          "all of the above, then exits with 3, so that its stderr is kept", "`exited`"),
    LOSES("board-nul", board_nul, "NUL bytes in its board", "`invalid_board`"),
    LOSES("board-escapes", board_escapes, "escape sequences in its board",
          "`invalid_board`, shown escaped"),
    LOSES("board-invalid-utf8", board_invalid_utf8, "invalid UTF-8 in its board",
          "`invalid_board`"),
    LOSES("board-unicode", board_unicode, "an override, a Cyrillic x, a byte order mark",
          "`invalid_board`, shown escaped"),
    LOSES("board-html", board_html, "HTML in its board", "`invalid_board`, escaped in the report"),
    LOSES("board-csv", board_csv, "a formula, a quote, a carriage return in its board",
          "`invalid_board`, harmless in CSV"),
    ALLOWED("close-own-streams", close_own_streams, "closes stdin, stdout and stderr",
            "plays on"),
    TRIES("read-stdin", read_stdin, "reads stdin; 42 with a byte",
          "plays on (`timeout` if stdin is an open pipe)"),
    ALLOWED("change-streams", change_streams, "sets O_NONBLOCK, O_APPEND, O_ASYNC on its streams",
            "plays on; the referee's own are unharmed"),
    ALLOWED("seek-in-streams", seek_in_streams,
            "empties stdout and stderr if they are files, then writes at 1 TiB",
            "plays on; the kept stderr is small"),
    TRIES("type-into-terminal", type_into_terminal, "TIOCSTI on /dev/tty and its streams",
          "plays on"),
    TRIES("write-to-terminal", write_to_terminal, "a line to /dev/tty", "plays on"),
};

int main(int argc, char **argv) {
    return trick_main("output.c", TRICKS, COUNT(TRICKS), argc, argv);
}
