// driver SCRIPT 1|2: does with a Player what a script says, and writes one line for each of its lines to that
// descriptor.
//
// Linked with a student's player.cpp, before it. Each line of a script begins with a word that nobody can guess, and
// only a line with that word is an answer. Before any code of the student's runs, its constructors of static objects
// too, the script is read and gone, the words are where nothing can read them, and the descriptor has another number:
// what the student prints goes elsewhere. None of this goes by functions that the student could write anew. Each
// answer is written in one piece as soon as it is known: after a crash all answers before it are there.
#include "player.hpp"

#include <exception>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

const int SLOTS = 16;
Player* players[SLOTS];
long seedings = 0;

const size_t WORD = 16;
const size_t ROOM = 1 << 20;
const size_t LONGEST = 512;
// The words of all lines, and what they say, both only from begin() on.
char* words = 0;
char* commands = 0;
size_t next_word = 0;
int answers = -1;
// A copy that a student's fork() made of this process answers nothing.
long own_process = 0;

struct bad_script {};

long kernel(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
#if defined(__x86_64__)
    long result = number;
    register long fourth __asm__("r10") = d;
    register long fifth __asm__("r8") = e;
    register long sixth __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
#else
    return syscall(number, a, b, c, d, e, f);
#endif
}

long at(const void* place) { return reinterpret_cast<long>(place); }

void leave(int code) {
    for (;;) kernel(SYS_exit_group, code);
}

char* room() {
    const long place = kernel(SYS_mmap, 0, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place <= 0) leave(2);
    return reinterpret_cast<char*>(place);
}

// Runs before everything else in the program.
void begin(int argc, char** argv, char**) {
    if (argc != 3) leave(2);
    own_process = kernel(SYS_getpid);
    char* all = room();
    words = room();
    commands = room();
    const long script = kernel(SYS_openat, AT_FDCWD, at(argv[1]), O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    for (long more = 1; more > 0; size += static_cast<size_t>(more)) {
        more = kernel(SYS_read, script, at(all + size), static_cast<long>(ROOM - 1 - size));
        if (more < 0 || size + static_cast<size_t>(more) >= ROOM - 1) leave(2);
    }
    kernel(SYS_close, script);
    if (kernel(SYS_unlinkat, AT_FDCWD, at(argv[1]), 0) != 0) leave(2);
    size_t of_words = 0, of_commands = 0, column = 0, somewhere = 0;
    for (size_t i = 0; i < size; ++i, ++column) {
        if (column < WORD) {
            words[of_words++] = all[i];
            somewhere = somewhere * 7 + static_cast<unsigned char>(all[i]);
        } else {
            commands[of_commands++] = all[i];
        }
        if (all[i] == '\n') column = static_cast<size_t>(-1);
    }
    kernel(SYS_munmap, at(all), ROOM);
    const long given = argv[2][0] - '0';
    answers = static_cast<int>(kernel(SYS_fcntl, given, F_DUPFD_CLOEXEC, 64 + static_cast<long>(somewhere % 128)));
    // What the student prints goes to the other of the two, or nowhere, where that is somebody else's too.
    const long elsewhere = given == 2 ? 1 : kernel(SYS_openat, AT_FDCWD, at("/dev/null"), O_WRONLY | O_CLOEXEC);
    if (answers < 0 || elsewhere < 0) leave(2);
    for (long descriptor = 1; descriptor <= 2; ++descriptor)
        if (descriptor != elsewhere && kernel(SYS_dup3, elsewhere, descriptor, 0) < 0) leave(2);
    if (elsewhere > 2) kernel(SYS_close, elsewhere);
    kernel(SYS_mprotect, at(words), ROOM, PROT_NONE);
}

__attribute__((section(".preinit_array"), used)) void (*const first)(int, char**, char**) = begin;

void say(const char* text, size_t size) {
    char line[WORD + LONGEST + 2];
    if (kernel(SYS_getpid) != own_process) leave(0);
    if (size > LONGEST) size = LONGEST;
    kernel(SYS_mprotect, at(words), ROOM, PROT_READ);
    for (size_t i = 0; i < WORD; ++i) line[i] = words[next_word + i];
    kernel(SYS_mprotect, at(words), ROOM, PROT_NONE);
    next_word += WORD;
    line[WORD] = ' ';
    for (size_t i = 0; i < size; ++i) line[WORD + 1 + i] = text[i];
    size += WORD + 2;
    line[size - 1] = '\n';
    size_t sent = 0;
    while (sent < size) {
        const long more = kernel(SYS_write, answers, at(line + sent), static_cast<long>(size - sent));
        if (more <= 0) leave(3);
        sent += static_cast<size_t>(more);
    }
    for (size_t i = 0; i < WORD; ++i) static_cast<volatile char*>(line)[i] = 0;
}

std::string one_line(std::string text) {
    if (text.size() > 200) text.resize(200);
    for (size_t i = 0; i < text.size(); ++i)
        if (text[i] < ' ' || text[i] > '~') text[i] = '?';
    return text;
}

Player*& slot(std::istream& in) {
    int number = -1;
    if (!(in >> number) || number < 0 || number >= SLOTS) throw bad_script();
    return players[number];
}

Player& player(std::istream& in) {
    Player* there = slot(in);
    if (!there) throw bad_script();
    return *there;
}

std::string word(std::istream& in) {
    std::string text;
    if (!(in >> text)) throw bad_script();
    return text;
}

bool number(std::istream& in, int& value) { return static_cast<bool>(in >> value); }

int needed(std::istream& in) {
    int value = 0;
    if (!number(in, value)) throw bad_script();
    return value;
}

std::string letter(Player::piece piece) {
    switch (piece) {
    case Player::x: return "x";
    case Player::o: return "o";
    case Player::X: return "X";
    case Player::O: return "O";
    case Player::e: return ".";
    }
    return "?";
}

std::string yes_or_no(bool value) { return value ? "true" : "false"; }

std::string counted(long value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

// A student's code runs only here; what is read from the script is read before.
std::string done(const std::string& what, std::istream& in) {
    int value = 0;
    if (what == "new") {
        Player*& here = slot(in);
        here = number(in, value) ? new Player(value) : new Player();
        return "done";
    }
    if (what == "copy") {
        Player*& here = slot(in);
        const Player& from = player(in);
        here = new Player(from);
        return "done";
    }
    if (what == "assign") {
        Player& to = player(in);
        const Player& from = player(in);
        return &(to = from) == &to ? "done" : "another player";
    }
    if (what == "delete") {
        Player*& here = slot(in);
        Player* there = here;
        here = 0;
        delete there;
        return "done";
    }
    if (what == "seedings") return counted(seedings);
    if (what == "spoil") {
        std::ofstream(word(in).c_str()) << std::string(600, '?');
        return "done";
    }
    Player& it = player(in);
    const Player& constant = it;
    if (what == "load") {
        it.load_board(word(in));
        return "done";
    }
    if (what == "store") {
        const std::string file = word(in);
        if (number(in, value)) constant.store_board(file, value);
        else constant.store_board(file);
        return "done";
    }
    if (what == "init") {
        constant.init_board(word(in));
        return "done";
    }
    if (what == "move") {
        it.move();
        return "done";
    }
    if (what == "pop") {
        it.pop();
        return "done";
    }
    if (what == "valid_move") return yes_or_no(constant.valid_move());
    if (what == "wins") return yes_or_no(number(in, value) ? constant.wins(value) : constant.wins());
    if (what == "loses") return yes_or_no(number(in, value) ? constant.loses(value) : constant.loses());
    if (what == "recurrence") return counted(constant.recurrence());
    if (what == "cell") {
        const int r = needed(in), c = needed(in);
        return letter(number(in, value) ? constant(r, c, value) : constant(r, c));
    }
    if (what == "board") {
        const int offset = needed(in);
        std::string all;
        for (int r = 7; r >= 0; --r)
            for (int c = 0; c < 8; ++c) all += letter(constant(r, c, offset));
        return all;
    }
    throw bad_script();
}

std::string answer(const std::string& line) {
    std::istringstream in(line);
    std::string what;
    in >> what;
    try {
        return done(what, in);
    } catch (const bad_script&) {
        return "not understood";
    } catch (const player_exception& thrown) {
        switch (thrown.t) {
        case player_exception::index_out_of_bounds: return "throws index_out_of_bounds";
        case player_exception::missing_file: return "throws missing_file";
        case player_exception::invalid_board: return "throws invalid_board";
        }
        return "throws a player_exception of unknown type";
    } catch (const std::exception& thrown) {
        return "throws another exception: " + one_line(thrown.what());
    } catch (...) {
        return "throws another exception";
    }
}

} // namespace

// Stands before the library's own, to learn how often a player seeds; the numbers stay what they would be.
extern "C" void srand(unsigned seed) noexcept {
    ++seedings;
    srandom(seed);
}

namespace {

// Does what most players do, so that valgrind need not translate it anew in each copy of this process.
void warm_up() {
    std::ofstream("/dev/null") << "a" << 'b' << 1 << std::string() << std::endl;
    std::ifstream in("/proc/self/stat");
    std::string line;
    char letter;
    int number;
    std::getline(in, line);
    in.clear();
    in.seekg(0);
    in >> number >> line >> letter;
    try {
        throw player_exception();
    } catch (const player_exception&) {
    }
}

// Copies that did not end within their processor time; after so many, no more are begun.
const int MOST_ENDLESS = 2;
int endless = 0;
bool is_warm = false;

// Lets a copy of this process do the lines from "try SECONDS" up to "tried", and waits for it. In the copy it
// returns at once.
void try_apart(std::istream& script, long seconds) {
    say("done", 4);
    if (!is_warm) warm_up();
    is_warm = true;
    const long copy = endless < MOST_ENDLESS ? kernel(SYS_clone, 17) : -1;
    if (copy == 0) {
        own_process = kernel(SYS_getpid);
        const unsigned long limit[2] = {static_cast<unsigned long>(seconds), static_cast<unsigned long>(seconds) + 1};
        kernel(SYS_prlimit64, 0, 0, at(limit), 0);
        return;
    }
    std::string line;
    while (std::getline(script, line) && line != " tried") next_word += WORD;
    int status = 0;
    if (copy < 0) {
        say("skipped", 7);
        return;
    }
    while (kernel(SYS_wait4, copy, at(&status), 0, 0) == -4) {}
    const int signal = status & 0x7f;
    // SIGXCPU, or SIGKILL where that is not heard.
    if (signal == 24 || signal == 9) ++endless;
    const std::string ended = signal ? "killed " + counted(signal) : "exited " + counted(status >> 8 & 0xff);
    say(ended.data(), ended.size());
}

} // namespace

int main() {
    std::istringstream script(commands);
    std::string line;
    while (std::getline(script, line)) {
        if (line.compare(0, 5, " try ") == 0) {
            try_apart(script, std::atol(line.c_str() + 5));
            continue;
        }
        if (line == " tried") std::exit(0);
        const std::string said = line == " end" ? "end" : answer(line);
        say(said.data(), said.size());
    }
    return 0;
}
