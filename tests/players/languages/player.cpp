// Streams, files, threads, clocks, random numbers, other programs.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <random>
#include <thread>
#include <unistd.h>

int main(int argc, char **) {
    std::random_device random;
    auto best = std::async(std::launch::async, [&] { return random() % 10; });
    std::thread waits([] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
    best.get();
    waits.join();
    { std::ofstream("answer.new") << "board\n"; }
    std::filesystem::rename("answer.new", "answer");
    for (const auto &entry : std::filesystem::directory_iterator(".")) std::cerr << entry.path() << '\n';
    std::ifstream answer("answer");
    std::string word;
    answer >> word;
    std::ofstream("copy") << answer.rdbuf();
    std::remove("copy");
    std::FILE *scratch = std::fopen("scratch", "w+");
    if (!scratch || std::fputs("line\n", scratch) < 0 || std::fclose(scratch) != 0) return 1;
    std::free(std::malloc(64 << 20));
    alarm(5);
    // An argument asks for one process alone.
    if (argc == 1 && std::system("true") != 0) return 2;
    if (word != "board") return 3;
    std::cout << "played" << std::endl;
}
