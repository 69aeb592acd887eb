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

mod bundled;
mod decimal;
mod entrant;
mod entrants;
mod error;
mod event;
mod evidence;
mod flags;
mod growth;
mod interpreted;
mod join;
mod journal;
mod kept_game;
mod ladder;
mod live;
mod lock;
mod manifest;
mod names;
mod needed;
mod openings;
mod phases;
mod places;
mod results;
mod run;
mod schedule;
mod seed;
mod settings;
mod share;
mod size;
mod smoke;
mod sprt_watch;
mod standings;
mod store;
mod sync;
mod table;
mod tally;
mod terms;
mod tournament_file;
mod words;
mod worker;

/// Ratings and their uncertainty from counts of results.
pub use arbitro_ratings as rating;
pub use arbitro_records::{JOURNAL, journal, journals_in, parts_in};
pub use arbitro_sandbox::CannotStart;
pub use bundled::{BY_CHANCE, BundledPlayer, bundled_players};
pub use entrant::{Entrant, FailedTrial, LeftOut, MANIFEST, NameFault, NoEntrant};
pub use entrants::{Entrants, bundled_entrant, find_entrants};
pub use error::TournamentError;
pub use event::TournamentEvent;
pub use evidence::{LEFT_OUT, escaped_file_name, has_only_left_out, keep_left_out};
pub use flags::{FLAGS, Flag, Form, OF_STANDING};
pub use growth::{CannotGrow, Growth};
pub use join::{OpenPart, join, open_elsewhere};
pub use journal::{
    DAMAGED, Damage, Journal, JournalEnd, JournalLine, Spot, read_journal_line, read_journals,
};
pub use kept_game::{GAME, keep_game};
pub use ladder::{
    Arrival, Duel, Event, Inbox, Kept, Matchmaker, PAIRINGS, Pairings, Recorder, Seated, Seating,
    Stand, VERSIONS, Versions, ask_for, stand, told_page,
};
pub use live::{LIVE, LiveFolder, live_file, live_match, live_matches};
pub use lock::{Holder, RunLock, is_played};
pub use needed::{NeedFault, Needed};
pub use openings::{openings_from, read_openings};
pub use phases::{Change, Phase, Stay, first_version, predecessor};
pub use results::{MatchOutcome, Problem, Remember, Results};
pub use run::{Finished, run};
pub use schedule::{
    Card, Float, MatchResult, Next, Pairing, Part, Schedule, ScheduleError, SwissRound, max_rounds,
    pair_round, sure_rounds,
};
pub use settings::{Colours, Format, Names, Openings, Points, TournamentSettings};
pub use share::Share;
pub use size::parse_size;
pub use smoke::{Alone, Smoke, TrialFault, smoke, try_starts};
pub use sprt_watch::SprtWatch;
pub use standings::{Standing, Standings, TieBreaks, standings};
pub use store::store;
pub use sync::FolderSync;
pub use table::{Evidence, Played, Table};
pub use tally::{Copies, Count, CountedMatch, FORFEITS, Tally, game_hash};
pub use terms::{Terms, match_seed};
pub use tournament_file::{
    LeftOutEntry, PlayerEntry, TOURNAMENT_FILE, TournamentFile, with_causes,
};
pub use worker::Machine;
