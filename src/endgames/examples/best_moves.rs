//! Solves an ending of up to three pieces, and prints what each move is worth, the best first:
//! `cargo run -p arbitro-endgames --example best_moves W:WK32,K22:BK1`.

use arbitro_endgames::{ExactValue, Solved, exact_moves};
use arbitro_rules::draughts::{English, sets};
use arbitro_rules::notation::Notation;

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1).ok_or("usage: best_moves FEN, in English draughts")?;
    let position = English::read_fen(&fen).map_err(|error| format!("{error:?}"))?;
    let solved = Solved::<sets::English>::up_to(3)?;
    let valued = exact_moves(&mut &solved, &position).ok_or("more than three pieces")?;
    for (mv, value) in valued {
        let value = match value {
            ExactValue::Win(plies) => format!("wins in {plies} plies"),
            ExactValue::Draw => "draws".to_owned(),
            ExactValue::Loss(plies) => format!("loses in {plies} plies"),
        };
        println!("{} {value}", position.write_move(mv));
    }
    Ok(())
}
