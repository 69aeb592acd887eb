// g++ -Ofast -g main.cpp player.cpp && ./a.out
#include "player.hpp"

// Does one thing, and prints what comes of it.
template <class Step> void show(const char* what, Step step) {
    std::cout << "\n" << what << std::endl;
    try {
        step();
    } catch (const player_exception& thrown) {
        const char* names[] = {"index_out_of_bounds", "missing_file", "invalid_board"};
        if (thrown.t >= 0 && thrown.t <= 2) std::cout << "throws " << names[thrown.t] << std::endl;
        else std::cout << "throws a player_exception of unknown type" << std::endl;
    } catch (const std::exception& thrown) {
        std::cout << "throws another exception: " << thrown.what() << std::endl;
    } catch (...) {
        std::cout << "throws another exception" << std::endl;
    }
}

