// play N: plays a match as player N (1 or 2) in the current folder, with the Player of player.cpp.
//
// Waits for board_N.txt, writes board_{N+1}.txt, waits for board_{N+2}.txt, and so on. The kernel tells when a
// board is there, so waiting costs nothing. Nothing says that the match is over: it is ended by being killed.
//
// It asks of a Player what the course's own program asks, and no more: load_board, move and store_board in turn, with
// the names of the boards as they are.
#include "player.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace {

// The course's program sleeps this long between seeing a board and loading it, in milliseconds.
const int SETTLE_MS = 100;
const int FOREVER = -1;

std::string board_name(int number) { return "board_" + std::to_string(number) + ".txt"; }

class Folder {
public:
    Folder() : notices(inotify_init1(IN_CLOEXEC)) {
        if (notices < 0 || inotify_add_watch(notices, ".", IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
            std::perror("play: this folder cannot be watched");
            std::exit(2);
        }
    }

    // Waits until a file of this name was closed after writing, or renamed to it, or until the time is over.
    void wait_for(const std::string& name, int milliseconds) {
        while (!told_of(name)) {
            pollfd wanted = {notices, POLLIN, 0};
            const int ready = poll(&wanted, 1, milliseconds);
            if (ready == 0) return;
            const ssize_t got = ready < 0 ? -1 : read(notices, buffer, sizeof buffer);
            if (got < 0 && errno != EINTR) {
                std::perror("play: cannot wait for boards");
                std::exit(2);
            }
            at = 0;
            length = got < 0 ? 0 : static_cast<size_t>(got);
        }
    }

private:
    // Takes the notices that have come, up to the first of this file.
    bool told_of(const std::string& name) {
        while (at < length) {
            inotify_event event;
            std::memcpy(&event, buffer + at, sizeof event);
            const char* who = buffer + at + sizeof event;
            at += sizeof event + event.len;
            // After an overflow nobody knows what was told: better look once too often.
            if ((event.mask & IN_Q_OVERFLOW) || (event.len && name == who)) return true;
        }
        return false;
    }

    int notices;
    char buffer[4096];
    size_t at = 0, length = 0;
};

// A board that was there before the folder was watched may still be being written: then a notice comes, or the time
// that the course's program leaves for it is over.
void load(Player& player, Folder& folder, const std::string& name) {
    int patience = std::ifstream(name).good() ? SETTLE_MS : FOREVER;
    for (;; patience = FOREVER) {
        folder.wait_for(name, patience);
        if (!std::ifstream(name).good()) continue;
        try {
            player.load_board(name);
            return;
        } catch (const player_exception& wrong) {
            std::cerr << "play: " << name << " cannot be loaded yet: " << wrong.msg << '\n';
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    const std::string number = argc == 2 ? argv[1] : "";
    if (number != "1" && number != "2") {
        std::cerr << "usage: play N, in the folder of the match; N is 1 or 2\n";
        return 2;
    }
    try {
        const int first = number == "1" ? 1 : 2;
        Folder folder;
        Player player(first);
        for (int board = first;; board += 2) {
            load(player, folder, board_name(board));
            player.move();
            player.store_board(board_name(board + 1));
        }
    } catch (const player_exception& wrong) {
        std::cerr << "play: the player threw an exception: " << wrong.msg << '\n';
        return 1;
    }
}
