// A game for Arbitro, by its rules, in C++17. Copy this file into the game's folder, beside its game.toml.
//
//     #include "game.hpp"
//
//     struct Nim : game::Game {
//         game::Start start() override { return {"|||||"}; }
//         std::vector<game::Move> moves(const game::Position& p) override {
//             std::vector<game::Move> all;
//             for (size_t take = 1; take <= 3 && take < p.board.size(); take++)
//                 all.push_back({"take" + std::to_string(take), p.board.substr(take)});
//             return all;
//         }
//         std::optional<game::End> end(const game::Position& p) override {
//             if (p.board.size() > 1) return {};
//             return game::End{p.other, {{"en", "the last match is left"}}};
//         }
//     };
//
//     int main() { return Nim().run(); }
//
// A board is a text: its lines, the top one first, with newlines between. A state is what the board does not show.
// No answer may depend on anything but its position.

#pragma once

#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace game {

struct Start { std::string board, state = ""; };
struct Move { std::string name, board, state = ""; };
struct Position { std::string board, state; char turn, other; };
// A sentence for each language, at least "en".
using Sentence = std::map<std::string, std::string>;
// The winner is 'x', 'o' or 0; the cells, by name, show why.
struct End { char winner; Sentence why; std::vector<std::string> cells = {}; };

// A text as JSON.
inline std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (unsigned char it : text) {
        if (it == '\n') out += "\\n";
        else if (it < ' ') out += std::string("\\u00") + "0123456789abcdef"[it >> 4] + "0123456789abcdef"[it & 15];
        else { if (it == '"' || it == '\\') out += '\\'; out += static_cast<char>(it); }
    }
    return out + '"';
}

// The text with this key, which stands unescaped nowhere else in a question.
inline std::string value(const std::string& line, const std::string& key) {
    size_t at = line.find('"' + key + "\":\"");
    if (at == std::string::npos) return "";
    std::string out;
    for (at += key.size() + 4; at < line.size() && line[at] != '"'; at++) {
        if (line[at] != '\\' || at + 1 >= line.size()) { out += line[at]; continue; }
        char it = line[++at];
        if (it == 'u') { out += static_cast<char>(std::stoi(line.substr(at + 1, 4), nullptr, 16)); at += 4; }
        else out += it == 'n' ? '\n' : it == 't' ? '\t' : it == 'r' ? '\r' : it;
    }
    return out;
}

// A sentence under a key, and under the key with each other language.
inline std::string said(const std::string& key, const Sentence& texts) {
    std::string out;
    for (const auto& [code, text] : texts)
        out += (out.empty() ? "" : ",") + quoted(code == "en" ? key : key + "." + code) + ":" + quoted(text);
    return out;
}

struct Game {
    // The first board; x moves first.
    virtual Start start() = 0;
    virtual std::vector<Move> moves(const Position&) = 0;
    virtual std::optional<End> end(const Position&) { return {}; }
    // What of a state tells a repeated position, where `repetition` in game.toml counts them: all of it at first.
    virtual std::string repeats(const std::string& state) { return state; }
    // How good the position is for the player to move: for the bundled players.
    virtual std::optional<double> score(const Position&) { return {}; }
    // What is wrong with a board that no move leads to; empty if that is not known.
    virtual Sentence fault(const Position&, const std::string&) { return {}; }
    virtual ~Game() = default;

    // Answers questions until there are none.
    int run() {
        std::cout << "{\"v\":1}" << std::endl;
        for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << std::endl;
        return 0;
    }

    std::string answer(const std::string& line) {
        const std::string ask = value(line, "ask"), turn = value(line, "turn");
        if (ask == "start") {
            const Start first = start();
            const std::string repeated = repeats(first.state);
            std::string out = "{\"board\":" + quoted(first.board) + ",\"state\":" + quoted(first.state);
            if (repeated != first.state) out += ",\"repeats\":" + quoted(repeated);
            return out + "}";
        }
        const Position p{value(line, "board"), value(line, "state"), turn[0], turn == "x" ? 'o' : 'x'};
        if (ask == "fault") {
            const Sentence texts = fault(p, value(line, "wrote"));
            return texts.empty() ? "{\"unknown\":true}" : "{" + said("text", texts) + "}";
        }
        if (const auto over = end(p)) {
            std::string out = "{\"end\":{\"winner\":";
            out += over->winner ? quoted(std::string(1, over->winner)) : "null";
            out += "," + said("why", over->why) + ",\"cells\":[";
            for (const std::string& it : over->cells) out += (out.back() == '[' ? "" : ",") + quoted(it);
            return out + "]}}";
        }
        std::string out = "{\"moves\":[";
        for (const Move& it : moves(p)) {
            const std::string repeated = repeats(it.state);
            out += (out.back() == '[' ? "[" : ",[") + quoted(it.name) + "," + quoted(it.board) + "," + quoted(it.state);
            out += (repeated == it.state ? "" : "," + quoted(repeated)) + "]";
        }
        out += "]";
        if (const auto it = score(p)) out += ",\"score\":" + std::to_string(*it);
        return out + "}";
    }
};

}  // namespace game
