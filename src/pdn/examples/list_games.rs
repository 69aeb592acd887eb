//! Lists the games of a PDN file: `cargo run -p arbitro-pdn --example list_games FILE`.

use std::fs::File;
use std::io;

use arbitro_pdn::{Game, Habit, Reader, tag_value};

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> io::Result<()> {
    let path = std::env::args_os().nth(1);
    let path = path.ok_or_else(|| io::Error::other("usage: list_games FILE"))?;
    let mut games = Reader::new(File::open(path)?);
    while let Some(raw) = games.advance()? {
        let game = Game::new(raw.bytes);
        let tag = |name| game.tag_value(name).map_or("?".into(), |it| tag_value(it).0);
        let habits: Vec<Habit> = game.habits.iter().collect();
        println!(
            "byte {}: {} - {}, {} moves, {:?}, {habits:?}",
            raw.offset,
            tag("White"),
            tag("Black"),
            game.moves,
            game.result,
        );
    }
    Ok(())
}
