//! What `verify match` is asked.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Folders of board_N.txt files or of tournaments, files with one match record per line, or PDN
    #[arg(required = true, value_name = "DIR_OR_RECORD")]
    pub(crate) paths: Vec<PathBuf>,
    /// A draw after this many plies, in folders; a record states its own limit [default: the
    /// game's]
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<u32>,
    /// Only this match of a file with records: its moves, its last board and its faults
    #[arg(long = "match", value_name = "ID")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) strict: crate::StrictArgs,
    /// True if `--game` was given. Its default never judges PDN.
    #[arg(skip)]
    pub(crate) is_game_named: bool,
    /// True if a path may also be a board.
    #[arg(skip)]
    pub(crate) with_boards: bool,
}
