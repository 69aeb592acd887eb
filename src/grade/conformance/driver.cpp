// driver SCRIPT ANSWERS: does with a Player what a script says, and writes one line for each of its lines.
//
// Linked with a student's player.cpp. Answers go to a file of their own, each in one piece as soon as it is known:
// whatever the student's code prints is no answer, and after a crash all answers before it are there.
#include "player.hpp"

#include <exception>
#include <fcntl.h>
#include <unistd.h>

namespace {

const int SLOTS = 16;
Player* players[SLOTS];
long seedings = 0;
int answers = -1;

struct bad_script {};

void say(std::string line) {
    line += '\n';
    size_t sent = 0;
    while (sent < line.size()) {
        const ssize_t more = ::write(answers, line.data() + sent, line.size() - sent);
        if (more <= 0) _exit(3);
        sent += static_cast<size_t>(more);
    }
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
        return "throws a player_exception of no known kind";
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

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::ifstream script(argv[1]);
    answers = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (!script || answers < 0) return 2;
    std::string line;
    while (std::getline(script, line)) say(answer(line));
    say("end");
    return 0;
}
