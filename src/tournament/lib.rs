//! Plays tournaments: many matches, their journal, a ranking, and reports.
//!
//! | module | purpose | never |
//! |---|---|---|
//! | [`rating`] | ratings and their uncertainty from counts of results | uses names, files, chance |
//! | [`report`] | reports for people, made from a tournament's folder | changes a result, runs anything |
//!
//! - [`find_entrants`] finds the players; they are untrusted and run only in the sandbox.
//! - [`TournamentSettings`] hold everything that decides which matches are played; [`TournamentFile`] stores
//!   them.
//! - [`Schedule`] pairs the players; [`run()`]'s workers pull its matches one by one.
//! - Each of several machines can play a [`Part`] of the matches; the last one [`join()`]s their results.
//! - The journal holds one sealed line for each finished match and is the only truth: [`Results`]
//!   reads it, [`Tally`] sums it up, [`Standings`] ranks the players.
//!
//! The same settings and players give the same results, whatever the number of workers, and however
//! often the run was killed and resumed.

pub mod report;

mod error;
mod folder;
mod growing;
mod journal;
mod ladder;
mod players;
mod ranking;
mod results;
mod run;
mod schedule;
mod settings;
mod store;
mod words;

/// Ratings and their uncertainty from counts of results.
pub use arbitro_ratings as rating;
pub use arbitro_records::{JOURNAL, journal, journals_in, parts_in};
pub use arbitro_sandbox::CannotStart;
pub use error::TournamentError;
pub use folder::TOURNAMENT_FILE;
pub use growing::growth::{CannotGrow, Growth};
pub use growing::phases::{Change, Phase, Stay, first_version, predecessor};
pub use growing::sync::FolderSync;
pub use journal::{
    DAMAGED, Damage, Journal, JournalEnd, JournalLine, Spot, read_journal_line, read_journals,
};
pub use ladder::{
    Arrival, Duel, Inbox, LadderEvent, Matchmaker, PAIRINGS, Pairings, Recorder, StagedPlayer,
    Stand, VERSIONS, Versions, ask_for, feedback_page, stand,
};
pub use players::bundled::{BY_CHANCE, BundledPlayer, bundled_players};
pub use players::entrant::{Entrant, MANIFEST};
pub use players::entrants::{EntrantTerms, Entrants, bundled_entrant, find_entrants};
pub use players::needed::Needed;
pub use players::no_entrant::{FailedTrial, LeftOut, NameFault, NeedFault, NoEntrant};
pub use ranking::standings::{Standing, Standings, TieBreaks, standings};
pub use ranking::tally::{Copies, Count, CountedMatch, FORFEITS, Tally, game_hash};
pub use results::{MatchOutcome, Problem, Remember, Results};
pub use run::event::TournamentEvent;
pub use run::evidence::{LEFT_OUT, escaped_file_name, has_only_left_out, keep_left_out};
pub use run::forfeit::{Alone, Evidence, TrialFault};
pub use run::join::{OpenPart, join, open_elsewhere};
pub use run::live::{LIVE, LiveFolder, live_file, live_match, live_matches};
pub use run::lock::{Holder, RunLock, is_played};
pub use run::machine::Machine;
pub use run::play_match::{PlayedMatch, Table};
pub use run::play_tournament::{RunEnd, run};
pub use run::smoke::{Smoke, smoke, try_starts};
pub use run::sprt_watch::SprtWatch;
pub use run::terms::{Terms, match_seed};
pub use schedule::error::ScheduleError;
pub use schedule::openings::{openings_from, read_openings};
pub use schedule::pairing::{MatchResult, Pairing};
pub use schedule::{
    Float, Next, PairingCard, Part, Schedule, SwissRound, max_rounds, pair_round, sure_rounds,
};
pub use settings::flags::{FLAGS, Flag, Form, OF_STANDING};
pub use settings::kept_game::{GAME, keep_game};
pub use settings::share::Share;
pub use settings::size::parse_size;
pub use settings::tournament_file::{LeftOutEntry, PlayerEntry, TournamentFile, with_causes};
pub use settings::tournament_settings::{
    Colours, Format, Names, Openings, Points, TournamentSettings,
};
pub use store::store;
