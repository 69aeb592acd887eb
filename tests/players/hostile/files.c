/* Hostile players: files. Boards that are no boards, boards out of turn, and hands in other
 * people's folders. RUN ONLY INSIDE THE SANDBOX: some of these fill the disk. Started as
 * `files TRICK N`; see trick.h for conventions.
 */
#include "trick.h"

#include <sys/file.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/xattr.h>

#define MIB ((size_t)1 << 20)

/* The board that it is to write now. */
static Name mine(void) { return board_name(game.number + 1); }

/* ---- Things that are no plain files, in the board's place ---- */

static void link_board_to(const char *path) {
    if (symlink(path, mine().text) == 0) end_turn();
}

static void board_symlink_passwd(void) { link_board_to("/etc/passwd"); }
static void board_symlink_zero(void) { link_board_to("/dev/zero"); }
static void board_symlink_proc(void) { link_board_to("/proc/self/environ"); }
static void board_symlink_fd(void) { link_board_to("/proc/self/fd/0"); }
static void board_symlink_loop(void) { link_board_to(mine().text); }
static void board_symlink_dangling(void) { link_board_to("nowhere"); }

static void board_symlink_valid(void) {
    write_file("elsewhere", game.move, BOARD_BYTES);
    link_board_to("elsewhere");
}

static void board_symlink_older(void) { link_board_to(board_name(game.number).text); }
static void board_symlink_target(void) { link_board_to(target()); }

static void board_hard_link(void) {
    write_file("elsewhere", game.move, BOARD_BYTES);
    if (link("elsewhere", mine().text) == 0) end_turn();
}

/* Writes the board without a name, then gives it one; returns the open file, or -1. */
static int link_tmpfile(void) {
    const int file = open(".", O_TMPFILE | O_WRONLY, 0666);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || !write_all(file, game.move, BOARD_BYTES)) return -1;
    return linkat(AT_FDCWD, path, AT_FDCWD, mine().text, AT_SYMLINK_FOLLOW) == 0 ? file : -1;
}

static void board_from_tmpfile(void) {
    const int file = link_tmpfile();
    if (file < 0) return;
    close(file);
    end_turn();
}

static void board_from_open_tmpfile(void) {
    if (link_tmpfile() >= 0) end_turn();
}

static void board_never_closed(void) {
    const int file = open(mine().text, O_WRONLY | O_CREAT, 0666);
    if (file >= 0 && write_all(file, game.move, BOARD_BYTES)) end_turn();
}

static void board_hard_link_passwd(void) {
    if (link("/etc/passwd", mine().text) == 0) end_turn();
}

static void board_fifo(void) {
    if (mkfifo(mine().text, 0666) == 0) end_turn();
}

static void feed_fifo(void) {
    for (;;) {
        const int file = open(mine().text, O_WRONLY);
        if (file < 0) _exit(1);
        write_all(file, game.move, BOARD_BYTES);
        sleep_ms(1000);
        close(file);
    }
}

static void board_fifo_fed(void) {
    signal(SIGPIPE, SIG_IGN);
    if (mkfifo(mine().text, 0666) != 0) return;
    start_child(feed_fifo);
    end_turn();
}

static void board_directory(void) {
    if (mkdir(mine().text, 0777) == 0) end_turn();
}

static void board_device(void) {
    if (mknod(mine().text, S_IFCHR | 0666, makedev(1, 5)) == 0) end_turn();
}

static void board_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, mine().text);
    const int file = socket(AF_UNIX, SOCK_STREAM, 0);
    if (file >= 0 && bind(file, (struct sockaddr *)&address, sizeof address) == 0) end_turn();
}

static void board_unreadable(void) {
    const int file = open("answer.new", O_WRONLY | O_CREAT, 0);
    if (file < 0) return;
    write_all(file, game.move, BOARD_BYTES);
    close(file);
    if (rename("answer.new", mine().text) == 0) end_turn();
}

/* Whoever opens a leased file waits until the lease is given back: 45 s by default. */
static void board_leased(void) {
    signal(SIGIO, SIG_IGN);
    const int file = open("leased", O_RDWR | O_CREAT, 0666);
    if (file < 0 || !write_all(file, game.move, BOARD_BYTES)) return;
    fcntl(file, F_SETLEASE, F_WRLCK);
    if (rename("leased", mine().text) == 0) end_turn();
}

/* ---- Boards that are too much ---- */

static void board_sparse(void) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    const int file = open(mine().text, O_WRONLY | O_CREAT, 0666);
    if (file < 0) return;
    write_all(file, game.move, BOARD_BYTES);
    if (ftruncate(file, 100000000000) != 0 && ftruncate(file, (off_t)limit.rlim_cur) != 0)
        perror("ftruncate");
    close(file);
    end_turn();
}

static void pour(const char *name, size_t bytes) {
    static char block[MIB];
    memset(block, ' ', sizeof block);
    const int file = open(name, O_WRONLY | O_CREAT, 0666);
    if (file < 0) return;
    for (size_t done = 0; done < bytes && write_all(file, block, sizeof block);)
        done += sizeof block;
    close(file);
}

static void board_one_gb(void) {
    signal(SIGXFSZ, SIG_IGN);
    pour(mine().text, 1000 * MIB);
    end_turn();
}

/* As above, but takes the signal that a too large file brings. */
static void exceed_file_size(void) { pour("large", 1000 * MIB); }

static void many_files(void) {
    for (int i = 0; i < 10000; i++) {
        char name[32];
        snprintf(name, sizeof name, "small_%d", i);
        if (!write_file(name, "x", 1)) return;
    }
}

/* 100 GiB in files of 10 MiB, or whatever there is. */
static void fill_the_disk(void) {
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 10240; i++) {
        char name[32];
        struct stat status;
        snprintf(name, sizeof name, "large_%d", i);
        pour(name, 10 * MIB);
        if (stat(name, &status) != 0 || status.st_size == 0) return;
    }
}

/* Its answer is written before. */
static void leave_no_room(void) {
    write_file("answer.new", game.move, BOARD_BYTES);
    fill_the_disk();
    if (rename("answer.new", mine().text) == 0) end_turn();
}

/* Space that no file shows: they are deleted, and open or mapped. */
static void fill_unseen(bool maps) {
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 200; i++) {
        pour("unseen", 10 * MIB);
        const int file = open("unseen", O_RDONLY);
        unlink("unseen");
        if (file < 0) return;
        if (!maps) continue;
        mmap(NULL, 10 * MIB, PROT_READ, MAP_SHARED, file, 0);
        close(file);
    }
}

static void fill_the_disk_unseen(void) { fill_unseen(false); }
static void fill_the_disk_mapped(void) { fill_unseen(true); }

static void deep_folders(void) {
    const int home = open(".", O_RDONLY | O_DIRECTORY);
    for (int depth = 0; depth < 1000; depth++)
        if (mkdir("a_folder_in_a_folder", 0777) != 0 || chdir("a_folder_in_a_folder") != 0) break;
    if (home < 0 || fchdir(home) != 0) _exit(1);
    close(home);
}

/* Goes into folders in each other until their path is longer than the kernel takes. */
static void go_deep(void) {
    char name[201];
    memset(name, 'd', sizeof name - 1);
    name[sizeof name - 1] = 0;
    for (int depth = 0; depth < 30; depth++)
        if (mkdir(name, 0777) != 0 || chdir(name) != 0) break;
}

static void deep_and_full(void (*fill)(void)) {
    const int home = open(".", O_RDONLY | O_DIRECTORY);
    go_deep();
    fill();
    if (home < 0 || fchdir(home) != 0) _exit(1);
    close(home);
}

static void pour_much(void) {
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof name, "large_%d", i);
        pour(name, 10 * MIB);
    }
}

static void deep_bytes(void) { deep_and_full(pour_much); }
static void deep_files(void) { deep_and_full(many_files); }

/* More folders than files are allowed, five times a thousand in each other: Landlock walks up from each, so
   that as many in one row would take its time. */
static void deep_folders_too_many(void) {
    const int home = open(".", O_RDONLY | O_DIRECTORY);
    char name[] = "0";
    for (int row = 0; row < 5; row++) {
        name[0] = '0' + row;
        for (int depth = 0; depth < 1000; depth++)
            if (mkdir(name, 0777) != 0 || chdir(name) != 0) break;
        if (home < 0 || fchdir(home) != 0) _exit(1);
    }
    close(home);
}

static void locked_folder(void) {
    if (mkdir("locked", 0700) != 0 || !write_file("locked/inside", "x", 1)) return;
    chmod("locked", 0);
    /* Where chmod only pretends, one that was never open. */
    if (access("locked", R_OK) == 0) mkdir("locked_from_the_start", 0);
}

/* More events than the kernel keeps for a watcher that looks away (16384 by default). */
static void event_flood(void) {
    write_file("flip", "x", 1);
    for (int i = 0; i < 9000; i++) {
        rename("flip", "flop");
        rename("flop", "flip");
    }
}

/* ---- The right board in odd ways, boards at the wrong time ---- */

static void half_then_rest(void) {
    const int half = BOARD_BYTES / 2;
    write_file(mine().text, game.move, (size_t)half);
    sleep_ms(30);
    const int file = open(mine().text, O_WRONLY | O_APPEND);
    if (file < 0) return;
    write_all(file, game.move + half, (size_t)(BOARD_BYTES - half));
    close(file);
    end_turn();
}

static void write_in_place(void) {
    write_board(game.number + 1, game.move);
    end_turn();
}

static void final_newline(void) {
    char text[BOARD_BYTES + 2];
    snprintf(text, sizeof text, "%s\n", game.move);
    answer(text);
}

static void crlf(void) {
    char text[2 * BOARD_BYTES], *to = text;
    for (const char *at = game.move; *at; at++) {
        if (*at == '\n') *to++ = '\r';
        *to++ = *at;
    }
    *to = '\0';
    answer(text);
}

static void change_judged_board(void) {
    write_board(game.number - 1, game.board);
    write_board(game.number - 1, "not a board any more");
}

static void change_after_answer(void) {
    answer(game.move);
    sleep_ms(50);
    write_board(game.number - 1, "not a board any more");
}

static void delete_older_boards(void) {
    for (int number = 1; number <= game.number; number++) unlink(board_name(number).text);
}

static void delete_after_answer(void) {
    answer(game.move);
    unlink(board_name(game.number - 1).text);
}

static void overwrite_opponents_board(void) { write_board(game.number, game.move); }
static void put_back(const char *text) {
    unlink(board_name(game.number).text);
    write_board(game.number, text);
}

static void replace_earlier_board(void) {
    const Name name = board_name(game.number - 2);
    unlink(name.text);
    write_file(name.text, game.move, BOARD_BYTES);
}

static void replace_opponents_board(void) { put_back(game.move); }
static void put_back_opponents_board(void) { put_back(game.board); }
static void write_opponents_next_board(void) { write_board(game.number + 2, game.move); }
static void write_ahead(void) { write_board(game.number + 3, game.move); }

static void write_many_at_once(void) {
    for (int ahead = 2; ahead <= 40; ahead++) write_board(game.number + ahead, game.move);
    write_board(game.number + 1, game.move);
    end_turn();
}

/* Numbers that are the board's to whoever counts in 32 or 64 bits, or reads digits freely. */
static void wrapping_number(void) {
    char name[64];
    const int number = game.number + 1;
    write_board(((long)1 << 32) + number, game.board);
    snprintf(name, sizeof name, "board_184467440737095516%d.txt", 16 + number);
    write_file(name, game.board, BOARD_BYTES);
    const char *const prefixes[] = {"board_0", "board_+", "board_ ", "Board_"};
    for (size_t i = 0; i < COUNT(prefixes); i++) {
        snprintf(name, sizeof name, "%s%d.txt", prefixes[i], number);
        write_file(name, game.board, BOARD_BYTES);
    }
}

/* The right answer at its place, and at once something else there. */
static void rename_then_write_again(void) {
    const Name name = mine();
    answer(game.move);
    write_file(name.text, game.board, BOARD_BYTES);
}

static void swap_boards(void) {
    for (;;) {
        write_file("swap", game.move, BOARD_BYTES);
        rename("swap", mine().text);
        write_file("swap", "no board", 8);
        rename("swap", mine().text);
    }
}

static void swap_for_ever(void) {
    start_child(swap_boards);
    end_turn();
}

/* A plain file when it is looked at, a link when it is opened. */
static void swap_links(void) {
    for (;;) {
        write_file("swap", game.move, BOARD_BYTES);
        rename("swap", mine().text);
        if (symlink("/etc/passwd", "swap") == 0) rename("swap", mine().text);
    }
}

static void swap_with_symlink(void) {
    start_child(swap_links);
    end_turn();
}

static volatile char *mapped_board;

static void change_mapped_board(void) {
    for (;;) {
        mapped_board[0] = 'z';
        mapped_board[0] = game.move[0];
    }
}

/* The file stands still, its bytes do not, and no event tells. */
static void flip_byte_for_ever(void) {
    write_file("mapped", game.move, BOARD_BYTES);
    const int file = open("mapped", O_RDWR);
    if (file < 0) return;
    mapped_board = mmap(NULL, BOARD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped_board == MAP_FAILED) return;
    start_child(change_mapped_board);
    if (rename("mapped", mine().text) == 0) end_turn();
}

/* ---- Boards that are wrong ---- */

static void half_only(void) {
    write_file(mine().text, game.move, BOARD_BYTES / 2);
    end_turn();
}

static void empty(void) { answer(""); }

static void wrong_line_count(void) {
    game.move[BOARD_BYTES - 2 * SIDE] = '\0';
    answer(game.move);
}

static void too_many_lines(void) {
    char text[BOARD_BYTES + 2 * SIDE + 1];
    snprintf(text, sizeof text, "%s\n               ", game.move);
    answer(text);
}

static void trailing_spaces(void) {
    char text[BOARD_BYTES + 8];
    snprintf(text, sizeof text, "%s   ", game.move);
    answer(text);
}

/* Own men on empty dark squares away from the edges, until there are 13. */
static void thirteen_men(void) {
    int men = 0;
    for (const char *at = game.move; *at; at++) men += tolower(*at) == own_man();
    for (int row = 1; row < SIDE - 1; row++)
        for (int column = 0; column < SIDE; column++) {
            char *square = cell(game.move, row, column);
            if ((row + column) % 2 == 0 || *square != ' ' || men >= 13) continue;
            *square = own_man();
            men++;
        }
    answer(game.move);
}

/* The first own piece moves one square to the side. */
static void light_square(void) {
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            char *square = cell(game.move, row, column);
            if (tolower(*square) != own_man()) continue;
            *cell(game.move, row, column > 0 ? column - 1 : column + 1) = *square;
            *square = ' ';
            answer(game.move);
            return;
        }
}

static void replace_first_own(char by) {
    *strchr(game.move, own_man()) = by;
    answer(game.move);
}

static void unknown_character(void) { replace_first_own('z'); }
static void crown_itself(void) { replace_first_own((char)toupper(own_man())); }
static void unchanged(void) { answer(game.board); }

static void take_opponents_man(void) {
    *strchr(game.move, own_man() == 'x' ? 'o' : 'x') = ' ';
    answer(game.move);
}

/* ---- Odd names, traps for a careless referee ---- */

static void path_tricks(void) {
    char longest[256];
    memset(longest, 'n', 255);
    longest[255] = '\0';
    const char *const names[] = {
        "board_4.txt\n",        "board_4.txt ",       " board_4.txt",     "\nboard_4.txt",
        "board_4.txt\\..\\x",   "board_-4.txt",       "board_.txt",       "board_4.txt.txt",
        "board_4.txt\033[2J",   "board_\xff\xfe.txt", "board_4\xcc\x81.txt", "board_\xd9\xa4.txt",
        "...",                  "-rf",                "*",                "$(reboot)",
        "<b>board_4.txt</b>",   "=1+1,\"x\"",         "board_4.txt%00",   "player.toml",
        "matches.jsonl",        "tournament.toml",    ".board_4.txt.swp", longest,
    };
    for (size_t i = 0; i < COUNT(names); i++) write_file(names[i], game.move, BOARD_BYTES);
    mkdir("board_2", 0777);
    mkdir("board_2.txt ", 0777);
    write_file("board_2.txt /x", "x", 1);
}

static void symlink_if_free(const char *path, const char *name) {
    if (symlink(path, name) != 0) dprintf(STDERR_FILENO, "no link %s\n", name);
}

/* Links where a referee may put its next files. A careless one writes through them; that is for the
 * test to see, not for the player. Its own next board's place is for the honest answer. */
static void symlink_where_referee_writes(void) {
    const char *const hidden[] = {".", "", ".", "", ""};
    const char *const endings[] = {".new", ".new", ".tmp", ".tmp", "~"};
    const char *path = target();
    for (int number = game.number + 1; number <= game.number + 6; number++) {
        for (size_t i = 0; i < COUNT(endings); i++) {
            char name[64];
            snprintf(name, sizeof name, "%sboard_%d.txt%s", hidden[i], number, endings[i]);
            symlink_if_free(path, name);
        }
        if (number > game.number + 1) symlink_if_free(path, board_name(number).text);
    }
}

/* Folders, with something in them, where a referee may put its next files. */
static void folder_where_referee_writes(void) {
    for (int number = game.number + 2; number <= game.number + 4; number += 2) {
        char name[64], inside[80];
        snprintf(name, sizeof name, ".board_%d.txt.new", number);
        mkdir(name, 0777);
        snprintf(inside, sizeof inside, "%s/x", name);
        write_file(inside, "x", 1);
    }
    mkdir(board_name(game.number + 2).text, 0777);
}

/* A pipe there makes a careless writer wait for a reader. */
static void fifo_where_referee_writes(void) {
    for (int number = game.number + 1; number <= game.number + 4; number++) {
        char name[64];
        snprintf(name, sizeof name, ".board_%d.txt.new", number);
        mkfifo(name, 0666);
    }
}

static void forbid_own_folder(void) {
    chmod(".", 0);
    const int folder = open(".", O_RDONLY | O_DIRECTORY);
    if (folder >= 0) fchmod(folder, 0);
    sleep_ms(1);
}

static void lock_own_folder(void) {
    const int folder = open(".", O_RDONLY | O_DIRECTORY);
    if (folder >= 0) flock(folder, LOCK_EX | LOCK_NB); /* kept open, and with it the lock */
    const int board = open(board_name(game.number).text, O_RDONLY);
    if (board >= 0) flock(board, LOCK_EX | LOCK_NB);
}

static void lease_older_boards(void) {
    signal(SIGIO, SIG_IGN);
    for (int number = 1; number <= game.number; number++) {
        const int file = open(board_name(number).text, O_RDONLY);
        if (file >= 0) fcntl(file, F_SETLEASE, F_WRLCK);
    }
}

static bool move_own_folder(void) {
    char here[4096], there[4200];
    if (!getcwd(here, sizeof here)) return false;
    snprintf(there, sizeof there, "%s-moved", here);
    return rename(here, there) == 0;
}

static bool delete_own_folder(void) {
    char here[4096];
    if (!getcwd(here, sizeof here)) return false;
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder && (entry = readdir(folder));) unlink(entry->d_name);
    if (folder) closedir(folder);
    return rmdir(here) == 0;
}

/* ---- Other people's files ---- */

static bool read_target(void) { return can_read(target()); }

static bool list_folder(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return false;
    bool found = false;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) found = true;
    closedir(folder);
    return found;
}

static bool list_target(void) { return list_folder(target()); }

static bool stat_target(void) {
    struct stat status;
    return stat(target(), &status) == 0;
}

static bool write_target(void) {
    const int file = open(target(), O_WRONLY | O_APPEND);
    return file >= 0 && write_all(file, "forged\n", 7);
}

static bool truncate_target(void) { return truncate(target(), 0) == 0; }
static bool delete_target(void) { return unlink(target()) == 0; }
static bool take_target(void) { return rename(target(), "taken") == 0; }

static bool replace_target(void) {
    return write_file("forged", "forged\n", 7) && rename("forged", target()) == 0;
}

static bool hard_link_target(void) { return link(target(), "linked") == 0; }
static int open_to_all(const char *path) { return chmod(path, 0777); }
static int take_over(const char *path) { return chown(path, getuid(), getgid()); }
static int touch(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0); }
static bool chmod_target(void) { return changes(target(), open_to_all); }
static bool chown_target(void) { return changes(target(), take_over); }
static bool touch_target(void) { return changes(target(), touch); }
static bool label_target(void) { return setxattr(target(), "user.forged", "x", 1, 0) == 0; }

static bool lease_target(void) {
    const int file = open(target(), O_RDONLY);
    return file >= 0 && (fcntl(file, F_SETLEASE, F_RDLCK) == 0 ||
                         fcntl(file, F_NOTIFY, DN_MODIFY) == 0);
}

static bool read_target_by_link(void) {
    return symlink(target(), "link") == 0 && can_read("link");
}

static bool write_target_by_link(void) {
    if (symlink(target(), "link") != 0) return false;
    const int file = open("link", O_WRONLY | O_APPEND);
    return file >= 0 && write_all(file, "forged\n", 7);
}

/* The same file by way of a process's root or a descriptor on the root folder. */
static bool read_target_through_proc(void) {
    const char *const roots[] = {"/proc/1/root", "/proc/self/root", "/proc/thread-self/root",
                                 "/proc/self/cwd/../../../../../../../.."};
    char path[4200];
    snprintf(path, sizeof path, "/proc/%ld/root%s", (long)getppid(), target());
    if (can_read(path)) return true;
    for (size_t i = 0; i < COUNT(roots); i++) {
        snprintf(path, sizeof path, "%s%s", roots[i], target());
        if (can_read(path)) return true;
    }
    return false;
}

static bool read_target_by_open_path(void) {
    char path[64], byte;
    const int place = open(target(), O_PATH | O_CLOEXEC);
    if (place < 0) return false;
    snprintf(path, sizeof path, "/proc/self/fd/%d", place);
    const int file = open(path, O_RDONLY);
    return file >= 0 && read(file, &byte, 1) == 1;
}

/* Board files of whoever has the folder next to its own. */
static bool read_neighbours(void) {
    DIR *above = opendir("..");
    if (!above) return false;
    char here[4096];
    const char *own = getcwd(here, sizeof here) ? strrchr(here, '/') + 1 : "";
    bool found = false;
    for (struct dirent *entry; (entry = readdir(above));) {
        char path[320];
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, own) == 0) continue;
        snprintf(path, sizeof path, "../%s", entry->d_name);
        if (list_folder(path) || can_read(path)) found = true;
    }
    closedir(above);
    return found;
}

static bool create(const char *path) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) return false;
    close(file);
    unlink(path);
    return true;
}

static bool write_above(void) { return create("../arbitro-hostile"); }

static bool write_tmp(void) {
    return create("/tmp/arbitro-hostile") || create("/var/tmp/arbitro-hostile") ||
           create("/dev/shm/arbitro-hostile") || create("/run/arbitro-hostile");
}

static bool read_environment_of(const char *process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/environ", process);
    return can_read(path);
}

static bool read_environment_of_parent(void) {
    char parent[16];
    snprintf(parent, sizeof parent, "%ld", (long)getppid());
    return read_environment_of(parent) || read_environment_of("1");
}

/* Every process that can be seen but itself. */
static bool read_environment_of_anyone(void) {
    DIR *folder = opendir("/proc");
    if (!folder) return false;
    bool succeeded = false;
    for (struct dirent *entry; (entry = readdir(folder));) {
        const long pid = atol(entry->d_name);
        if (pid > 0 && pid != getpid() && read_environment_of(entry->d_name)) succeeded = true;
    }
    closedir(folder);
    return succeeded;
}

extern char **environ;

/* What a player is told is a short list; all else is the user's. */
static bool find_foreign_variables(void) {
    const char *const known[] = {"ARBITRO_", "ATTACK_", "PATH=", "LANG=", "LC_", "TZ=",
                                 "PYTHONUNBUFFERED=", "TMPDIR="};
    char here[4096];
    const char *const home = getenv("HOME");
    if (home && (!getcwd(here, sizeof here) || strcmp(home, here) != 0)) return true;
    for (char **variable = environ; *variable; variable++) {
        bool is_known = strncmp(*variable, "HOME=", 5) == 0;
        for (size_t i = 0; i < COUNT(known); i++)
            if (strncmp(*variable, known[i], strlen(known[i])) == 0) is_known = true;
        if (!is_known) return true;
    }
    return false;
}

/* By now it has closed whatever it opened. */
static bool find_inherited_descriptors(void) {
    for (int file = 3; file < 4096; file++)
        if (fcntl(file, F_GETFD) >= 0) return true;
    return false;
}

static bool read_home(void) {
    const char *const files[] = {"/root/.bashrc", "/root/.profile", "/root/.bash_history",
                                 "/root/.ssh/id_ed25519"};
    for (size_t i = 0; i < COUNT(files); i++)
        if (can_read(files[i])) return true;
    return list_folder("/root") || list_folder("/home");
}

static bool read_shadow(void) { return can_read("/etc/shadow"); }

/* A note that a later match of the same player would find. 42 when it is there already. */
static bool leave_files_for_next_match(void) {
    static const char *const places[] = {"note", "/tmp/arbitro-note", "/var/tmp/arbitro-note",
                                         "/dev/shm/arbitro-note"};
    char beside[4200] = "", program[4096] = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) > 0)
        snprintf(beside, sizeof beside, "%s.note", program);
    bool found = access(beside, F_OK) == 0;
    for (size_t i = 0; i < COUNT(places); i++) found = found || access(places[i], F_OK) == 0;
    if (!found) {
        write_file(beside, "note", 4);
        for (size_t i = 0; i < COUNT(places); i++) write_file(places[i], "note", 4);
    }
    return found;
}

static bool change_own_program(void) {
    char program[4096] = "";
    if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0) return false;
    /* A running program cannot be written, but replaced, renamed or given other rights. */
    char other[4200];
    snprintf(other, sizeof other, "%s.moved", program);
    if (rename(program, other) == 0) return rename(other, program) == 0;
    return changes(program, open_to_all);
}

static bool copy_runs(void) {
    const int from = open("/proc/self/exe", O_RDONLY);
    const int to = open("copy", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);
    char block[65536];
    for (ssize_t length; from >= 0 && to >= 0 && (length = read(from, block, sizeof block)) > 0;)
        write_all(to, block, (size_t)length);
    close(from);
    close(to);
    execl("./copy", "./copy", "prove-execution", "1", NULL);
    return false;
}

static bool run_own_copy(void) { return child_says_yes(copy_runs); }

static void prove_execution(void) { _exit(SUCCEEDED); }

static const Trick TRICKS[] = {
    LOSES("board-symlink-passwd", board_symlink_passwd, "its board is a symlink to /etc/passwd",
          "`invalid_board`; no byte of it in the record"),
    LOSES("board-symlink-valid", board_symlink_valid, "a symlink to a valid board of its own",
          "`invalid_board`"),
    LOSES("board-symlink-older", board_symlink_older, "a symlink to the board that it answers",
          "`invalid_board`"),
    LOSES("board-symlink-target", board_symlink_target, "a symlink to ATTACK_TARGET",
          "`invalid_board`; no byte of it in the record"),
    LOSES("board-symlink-zero", board_symlink_zero, "a symlink to /dev/zero", "`invalid_board`"),
    LOSES("board-symlink-proc", board_symlink_proc, "a symlink to /proc/self/environ",
          "`invalid_board`; no byte of it in the record"),
    LOSES("board-symlink-fd", board_symlink_fd, "a symlink to /proc/self/fd/0",
          "`invalid_board`"),
    LOSES("board-symlink-loop", board_symlink_loop, "a symlink to itself", "`invalid_board`"),
    LOSES("board-symlink-dangling", board_symlink_dangling, "a symlink to nothing",
          "`invalid_board`"),
    LOSES("board-hard-link", board_hard_link, "a hard link to a valid board of its own",
          "plays on: it is a plain file"),
    LOSES("board-hard-link-passwd", board_hard_link_passwd, "a hard link to /etc/passwd",
          "plays on (the link is denied), or `invalid_board`"),
    LOSES("board-fifo", board_fifo, "a FIFO that nobody writes", "`invalid_board`, at once"),
    LOSES("board-fifo-fed", board_fifo_fed, "a FIFO that a child feeds with a valid board",
          "`invalid_board`, at once"),
    LOSES("board-directory", board_directory, "a folder", "`invalid_board`"),
    LOSES("board-device", board_device, "a device node (like /dev/zero)",
          "plays on (mknod is denied), or `invalid_board`"),
    LOSES("board-socket", board_socket, "a unix socket",
          "plays on (the socket is denied), or `invalid_board`"),
    LOSES("board-unreadable", board_unreadable, "a valid board with mode 000", "`invalid_board`"),
    ALLOWED_LATER("board-from-tmpfile", board_from_tmpfile,
                  "a valid board written without a name, then linked into place",
                  "plays on"),
    ALLOWED_LATER("board-from-open-tmpfile", board_from_open_tmpfile,
                  "the same, and the file stays open for writing", "plays on"),
    LOSES("board-never-closed", board_never_closed, "a valid board that stays open for writing",
          "`timeout`"),
    ALLOWED_LATER("board-leased", board_leased, "a valid board with a write lease on it",
                  "plays on, or `invalid_board`; the referee does not wait 45 s"),
    LOSES("board-sparse-100gb", board_sparse,
          "a valid board made 100 GB (or the largest allowed) of hole", "`invalid_board`"),
    LOSES("board-one-gb", board_one_gb, "1 GB of spaces, or what is allowed",
          "`invalid_board`; the referee's memory stays flat"),
    LOSES("exceed-file-size", exceed_file_size, "a file of 1 GB, with SIGXFSZ at its default",
          "`crash` (or `output`)"),
    LOSES("ten-thousand-files", many_files, "10,000 small files, then answers",
          "`output`, or plays on with one warning; all gone after the match"),
    LOSES("fill-the-disk", fill_the_disk, "files of 10 MiB up to 100 GiB, then answers",
          "`output`"),
    LOSES("leave-no-room", leave_no_room,
          "answers, with all the room taken that its opponent's board would need", "`output`"),
    LOSES("fill-the-disk-unseen", fill_the_disk_unseen, "2 GiB in deleted, open files",
          "`output`, or plays on; all gone after the match"),
    LOSES("fill-the-disk-mapped", fill_the_disk_mapped, "2 GiB in deleted, mapped files",
          "`output`, or plays on; all gone after the match"),
    LOSES("deep-bytes", deep_bytes,
          "200 MiB below folders whose path is longer than PATH_MAX, then answers", "`output`"),
    LOSES("deep-files", deep_files, "10,000 small files there, then answers",
          "`output`, or plays on with one warning; all gone after the match"),
    LOSES("too-deep-folders", deep_folders_too_many,
          "five times 1,000 folders in each other, then answers",
          "`output`, or plays on with one warning; all gone after the match"),
    ALLOWED_LATER("deep-folders", deep_folders, "1000 folders in each other",
                  "plays on; all gone after the match"),
    ALLOWED_LATER("locked-folder", locked_folder, "a folder with mode 000",
                  "plays on; gone after the match"),
    ALLOWED_LATER("event-flood", event_flood, "18,000 renames, more than a watch's queue",
                  "plays on"),
    ALLOWED_LATER("half-then-rest", half_then_rest, "half a board, closed; the rest after 30 ms",
                  "plays on"),
    ALLOWED_LATER("write-in-place", write_in_place, "writes in place", "plays on"),
    ALLOWED_LATER("final-newline", final_newline, "a final newline", "plays on, tolerated"),
    ALLOWED_LATER("crlf", crlf, "CRLF line ends", "plays on, tolerated"),
    ALLOWED_LATER("change-judged-board", change_judged_board, "rewrites its own earlier board",
                  "plays on, with a warning; the record has what was judged"),
    ALLOWED_LATER("change-after-answer", change_after_answer,
                  "rewrites its board 50 ms after it wrote it",
                  "plays on, with a warning; the record has what was judged"),
    ALLOWED_LATER("delete-older-boards", delete_older_boards, "deletes every board so far",
                  "plays on, with a warning"),
    ALLOWED_LATER("delete-after-answer", delete_after_answer, "deletes its board at once",
                  "plays on, or `timeout`; never `void`"),
    LOSES("overwrite-opponents-board", overwrite_opponents_board,
          "rewrites the opponent's board, then answers", "`cheating`"),
    LOSES("replace-opponents-board", replace_opponents_board,
          "puts another board where the opponent's was, then answers", "`cheating`"),
    LOSES("replace-earlier-board", replace_earlier_board,
          "puts another board where the one that it was given before was, then answers",
          "`cheating`"),
    ALLOWED_LATER("put-back-opponents-board", put_back_opponents_board,
                  "takes the opponent's board away and puts the same there again, then answers",
                  "plays on"),
    LOSES("write-opponents-next-board", write_opponents_next_board,
          "writes the opponent's next board, then answers", "`cheating`"),
    LOSES("write-ahead", write_ahead, "writes its board after next, then answers", "`cheating`"),
    LOSES("write-many-at-once", write_many_at_once, "writes 40 boards at once", "`cheating`"),
    LOSES("wrapping-number", wrapping_number,
          "boards numbered 2^32 + N, 2^64 + N and in odd ways, then answers",
          "`cheating`, or plays on with a warning; never taken for board N"),
    ALLOWED_LATER("rename-then-write-again", rename_then_write_again,
                  "answers, and at once writes the unchanged board there",
                  "plays on with a warning, or `unchanged`; the record has what was judged"),
    LOSES("swap-for-ever", swap_for_ever, "a child swaps a valid board and rubbish for ever",
          "`invalid_board`, or plays on; the record has what was judged"),
    LOSES("swap-with-symlink", swap_with_symlink,
          "a child swaps a valid board and a symlink to /etc/passwd for ever",
          "`invalid_board`, or plays on; no byte of it in the record"),
    LOSES("flip-byte-for-ever", flip_byte_for_ever,
          "a child changes a byte of the mapped board for ever",
          "`invalid_board`, or plays on; the record has what was judged"),
    LOSES("half-only", half_only, "half a board", "`invalid_board` after 100 ms"),
    LOSES("empty", empty, "an empty board", "`invalid_board` after 100 ms"),
    LOSES("wrong-line-count", wrong_line_count, "7 lines", "`invalid_board`"),
    LOSES("too-many-lines", too_many_lines, "9 lines", "`invalid_board`"),
    LOSES("trailing-spaces", trailing_spaces, "spaces after the last line", "`invalid_board`"),
    LOSES("thirteen-men", thirteen_men, "13 men", "`invalid_board`"),
    LOSES("light-square", light_square, "a piece on a light square", "`invalid_board`"),
    LOSES("unknown-character", unknown_character, "a `z`", "`invalid_board`"),
    LOSES("crown-itself", crown_itself, "a man becomes a king where it stands",
          "`illegal_move`"),
    LOSES("unchanged", unchanged, "the board as it was", "`unchanged`"),
    LOSES("take-opponents-man", take_opponents_man, "one man of the opponent vanishes besides",
          "`illegal_move`"),
    ALLOWED_LATER("path-tricks", path_tricks, "files with names made to confuse",
                  "plays on, with warnings, escaped"),
    ALLOWED_LATER("symlink-where-referee-writes", symlink_where_referee_writes,
                  "symlinks to ATTACK_TARGET at names that a referee may write next",
                  "plays on, or `cheating`; ATTACK_TARGET unharmed; never `void`"),
    ALLOWED_LATER("folder-where-referee-writes", folder_where_referee_writes,
                  "folders there", "plays on, or `cheating`; never `void`"),
    ALLOWED_LATER("fifo-where-referee-writes", fifo_where_referee_writes, "FIFOs there",
                  "plays on, or `cheating`; the referee does not wait; never `void`"),
    ALLOWED_LATER("forbid-own-folder", forbid_own_folder, "chmod 000 on its own folder",
                  "plays on (nothing changes); never `void`"),
    ALLOWED_LATER("lock-own-folder", lock_own_folder, "flock on its folder and a board",
                  "plays on"),
    ALLOWED_LATER("lease-older-boards", lease_older_boards, "leases on all boards so far",
                  "plays on; the referee does not wait 45 s"),
    TRIES("move-own-folder", move_own_folder, "renames its own folder", "plays on"),
    TRIES("delete-own-folder", delete_own_folder, "empties and removes its own folder",
          "plays on, with a warning; never `void`"),
    TRIES("read-target", read_target, "reads a byte of file ATTACK_TARGET", "plays on"),
    TRIES("list-target", list_target, "lists folder ATTACK_TARGET", "plays on"),
    TRIES("stat-target", stat_target, "stat of ATTACK_TARGET",
          "42 is known to be left open by Landlock (scripts/sandbox.md)"),
    TRIES("write-target", write_target, "appends to file ATTACK_TARGET", "plays on"),
    TRIES("truncate-target", truncate_target, "empties file ATTACK_TARGET", "plays on"),
    TRIES("delete-target", delete_target, "deletes file ATTACK_TARGET", "plays on"),
    TRIES("take-target", take_target, "moves ATTACK_TARGET here", "plays on"),
    TRIES("replace-target", replace_target, "renames a file of its own to ATTACK_TARGET",
          "plays on"),
    TRIES("hard-link-target", hard_link_target, "links ATTACK_TARGET here", "plays on"),
    TRIES("chmod-target", chmod_target, "mode 777 for ATTACK_TARGET", "plays on"),
    TRIES("chown-target", chown_target, "makes ATTACK_TARGET its own", "plays on"),
    TRIES("touch-target", touch_target, "changes the times of ATTACK_TARGET", "plays on"),
    TRIES("label-target", label_target, "an extended attribute on ATTACK_TARGET", "plays on"),
    TRIES("lease-target", lease_target, "a lease on, or news of, ATTACK_TARGET", "plays on"),
    TRIES("read-target-by-link", read_target_by_link, "reads ATTACK_TARGET by a symlink",
          "plays on"),
    TRIES("write-target-by-link", write_target_by_link, "appends to ATTACK_TARGET by a symlink",
          "plays on"),
    TRIES("read-target-through-proc", read_target_through_proc,
          "reads ATTACK_TARGET (absolute) by /proc/PID/root", "plays on"),
    TRIES("read-target-by-open-path", read_target_by_open_path,
          "reads ATTACK_TARGET by O_PATH and /proc/self/fd", "plays on"),
    TRIES("read-neighbours", read_neighbours, "reads folders next to its own", "plays on"),
    TRIES("write-above", write_above, "creates ../arbitro-hostile", "plays on"),
    TRIES("write-tmp", write_tmp, "creates a file in /tmp, /var/tmp, /dev/shm or /run",
          "plays on"),
    TRIES("read-environment-of-parent", read_environment_of_parent,
          "a byte of the environment of its parent or process 1", "plays on"),
    TRIES("read-environment-of-anyone", read_environment_of_anyone,
          "a byte of the environment of any other process", "plays on"),
    TRIES("foreign-variables", find_foreign_variables,
          "42 with a variable that is not ARBITRO_*, ATTACK_*, PATH, LANG, LC_*, TZ, PYTHONUNBUFFERED, TMPDIR, or HOME, its folder",
          "plays on"),
    TRIES("inherited-descriptors", find_inherited_descriptors, "42 with an open file above 2",
          "plays on"),
    TRIES("read-home", read_home, "files in /root, entries of /root or /home", "plays on"),
    TRIES("read-shadow", read_shadow, "a byte of /etc/shadow", "plays on"),
    TRIES("leave-files-for-next-match", leave_files_for_next_match,
          "leaves notes in five places; 42 when one is there already",
          "plays on, in its second match too"),
    TRIES("change-own-program", change_own_program, "renames or chmods its own program",
          "plays on"),
    TRIES("run-own-copy", run_own_copy, "writes a program in its folder and runs it",
          "plays on"),
    LOSES_AT_START("prove-execution", prove_execution, "(used by run-own-copy: exits with 42)",
                   "no test of its own"),
};

int main(int argc, char **argv) {
    return trick_main("files.c", TRICKS, COUNT(TRICKS), argc, argv);
}
