//! What a `player.cpp` is built against, as the programs here carry it with them: the files of
//! `players/cpp`. The sample player there is nobody's to build against, and is not here.

/// `player.hpp`, the course's interface.
pub const HEADER: &str = include_str!("../../players/cpp/player.hpp");

/// `play.cpp`, which makes a player of matches from it.
pub const PLAY: &str = include_str!("../../players/cpp/play.cpp");
