//! Many matches, their journal, a ranking, and reports of them.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`rating`] | strengths from counts of results, and how sure they are | names, files, chance |
//! | [`report`] | what people look at, made from a tournament's folder | change a result, run anything |
//!
//! - [`find_entrants`] finds who takes part; players are strangers, started in the sandbox only.
//! - [`Settings`] are everything that decides what is played; [`TournamentFile`] keeps them.
//! - [`Schedule`] says who meets whom, pulled match by match by [`run()`]'s workers.
//! - [`Planned`] freezes a tournament for many machines, each of which plays a [`ShardPart`]; [`merge`] joins
//!   what they played.
//! - The journal holds one sealed line per finished match and is the only truth: [`Results`] reads
//!   it, [`Tally`] sums it up, [`Standings`] rank.
//!
//! The same settings and players give the same results, whatever the number of workers, and however
//! often everything was killed and begun again.

pub mod rating;
pub mod report;

mod bundled;
mod copying;
mod entrants;
mod event;
mod evidence;
mod fingerprint;
mod journal;
mod manifest;
mod names;
mod openings;
mod places;
mod results;
mod run;
mod schedule;
mod seed;
mod settings;
mod shards;
mod smoke;
mod sprt_watch;
mod staging;
mod standings;
mod store;
mod table;
mod tally;
mod terms;
mod tournament_file;
mod worker;

pub use arbitro_sandbox::CannotStart;
pub use bundled::{BY_CHANCE, BundledPlayer, bundled_players};
pub use entrants::{
    Entrant, Entrants, LeftOut, MANIFEST, NoEntrant, bundled_entrant, find_entrants,
};
pub use event::Event;
pub use journal::{
    Brief, DAMAGED, Damage, End, JOURNAL, Journal, Line, read_journal, read_journal_line,
};
pub use openings::{OpeningsError, openings_from, read_openings};
pub use results::{Problem, Remember, Results, ResultsError, Told};
pub use run::{Finished, RunError, run};
pub use schedule::{
    Card, Counted, Dealing, Float, Next, Pairing, Schedule, ScheduleError, ShardPart, SwissRound,
    best_matching, greatest_weight, most_rounds, pair_round,
};
pub use settings::{Colours, Format, Openings, Points, Settings};
pub use shards::{
    Flaw, FlawKind, Merged, Opened, PLAN_FILE, Plan, Planned, ShardStatus, ShardWork, ShardsError,
    Status, copied_players, copy_players, merge, status,
};
pub use smoke::{Smoke, smoke, try_starts};
pub use sprt_watch::SprtWatch;
pub use staging::{Staging, StagingError, scratch_within_reach};
pub use standings::{Standing, Standings, TieBreaks, standings};
pub use store::store;
pub use table::{Evidence, Played, play_match};
pub use tally::{Copies, Count, CountedMatch, FORFEITS, Tally, game_hash};
pub use terms::Terms;
pub use tournament_file::{
    LeftOutEntry, PlayerEntry, TOURNAMENT_FILE, TournamentFile, TournamentFileError, with_causes,
};
pub use worker::Machine;
