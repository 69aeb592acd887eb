//! Prints the legal moves of a position, as engines write them:
//! `cargo run -p arbitro-hub --example legal_moves POSITION`.

use arbitro_hub::{read_hub_position, write_hub_move};
use arbitro_rules::Game;

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = std::env::args().nth(1).ok_or("usage: legal_moves POSITION")?;
    for mv in read_hub_position(&position)?.legal_moves() {
        println!("{}", write_hub_move(mv));
    }
    Ok(())
}
