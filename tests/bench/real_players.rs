//! Players for benches: compiled from `tests/players`, with a match that they know by heart.

use std::path::Path;
use std::process::Command;

use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;

/// Compiles a player; `include` has the headers that it wants.
pub(crate) fn compile(compiler: &str, args: &[&str], source: &str, include: &Path, program: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players").join(source);
    let status = Command::new(compiler)
        .args(args)
        .arg("-I")
        .args([include, Path::new("-o"), program, &source])
        .status()
        .unwrap_or_else(|error| panic!("{compiler} is needed, see scripts/setup: {error}"));
    assert!(status.success());
}

/// The boards of a match of so many plies that no rule ends before, as `instant.c` includes them.
pub(crate) fn boards_header(plies: u32) -> String {
    let mut seed = 1u64;
    loop {
        let mut line = History::new(Dama::start(), Some(plies));
        while line.end().is_none() {
            let moves = line.position().legal_moves();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            line.play(moves[(seed >> 33) as usize % moves.len()]);
        }
        if line.plies() == plies as usize {
            let positions = line.positions().iter();
            let text = |it: &Dama| format!("{:?},\n", Dama::write_board(&it.board()));
            let boards: String = positions.map(text).collect();
            return format!("static const char *const boards[] = {{\n{boards}}};\n");
        }
    }
}
