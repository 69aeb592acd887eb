//! The kit of `players/cpp`, as the programs here carry it with them: what a `player.cpp` is built
//! against, and the sample that students may start from.

/// `player.hpp`, the course's interface.
pub const HEADER: &str = include_str!("../../players/cpp/player.hpp");

/// `play.cpp`, which makes a player of matches from it.
pub const PLAY: &str = include_str!("../../players/cpp/play.cpp");

pub(crate) const SAMPLE: &str = include_str!("../../players/cpp/player.cpp");

/// The compiler's flag with which the header says `using namespace std;`.
pub(crate) const COMPAT: &str = "-DARBITRO_COMPAT";
