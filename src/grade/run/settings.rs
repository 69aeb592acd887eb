//! Settings of a marking run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use crate::build;
use crate::marks::Weights;
use crate::similarity::Code;
use crate::task::Task;
use arbitro_cli::game_arg::OpenGame;
use arbitro_tournament as tournament;
use arbitro_words::Language;

#[derive(Clone, Debug)]
pub struct RunSettings {
    pub submissions: PathBuf,
    /// Submissions of past years, which are compared and nothing else.
    pub against: Vec<PathBuf>,
    /// Code that the course gave out, ignored by the comparison.
    pub base: Vec<(Code, Vec<u8>)>,
    pub worksheet: Option<PathBuf>,
    pub out: PathBuf,
    pub jobs: usize,
    pub only: Vec<String>,
    pub skip: Vec<Task>,
    pub weights: Weights,
    /// The file that the weights were read from.
    pub weights_text: String,
    /// Set for players of any game; nothing of them is built.
    pub players: Option<PlayersCourse>,
    pub build: build::Settings,
    /// Set when the header has `using namespace std;`.
    pub is_compat: bool,
    pub terms: tournament::TournamentSettings,
    /// Matches of each pair among the equals of whom not all have room where the bonus is.
    pub bonus_games: Option<u32>,
    pub ladder: Vec<String>,
    /// The program with arguments that plays for them.
    pub bundled: Vec<OsString>,
    /// Language of pages and sentences; evidence has none.
    pub language: Language,
}

#[derive(Clone, Debug)]
pub struct PlayersCourse {
    pub game: Arc<OpenGame>,
    /// The game as it was named.
    pub named: String,
    /// The folders elsewhere that players may read.
    pub needs: Vec<PathBuf>,
    /// The command of players that bring no player.toml.
    pub start: Vec<String>,
    /// Matches against chance; none are played where this is 0.
    pub matches: u32,
}

impl RunSettings {
    pub(super) fn is_asked(&self, number: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == number)
    }
}
