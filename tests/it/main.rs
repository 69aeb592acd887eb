//! The integration tests, one binary: each further file in `tests/` would be one more link step.

mod board_text;
mod boards_data;
mod draw_rules;
mod fen_and_moves;
mod games;
mod history;
mod judging;
mod layers;
mod perft;
//#[path = "../reference/mod.rs"]
//mod reference;
mod verify_cli;
