//! The settings by name: a flag of the command line, and a line of the report.

use serde_json::{Value, json};

use super::tournament_settings::TournamentSettings;
use crate::error::TournamentError;
use crate::report::page::words as of_page;
use arbitro_rules::GameId;
use arbitro_words::Label;

/// A setting, as it is typed and as the report names it.
#[derive(Debug)]
pub struct Flag {
    /// Without its dashes in front; [`setting`](Flag::setting) is its name in a file.
    pub name: &'static str,
    /// The word for its value in the help.
    pub value: &'static str,
    /// The heading above it in the help.
    pub heading: &'static str,
    pub form: Form,
    pub help: &'static str,
    pub(crate) label: Label,
}

/// The values that may be typed.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A value that a file may hold.
    Text,
    Word(&'static [&'static str]),
    /// A number between these.
    Number(i64, i64),
    /// Something that is read first: the game, a file of names, or one of positions.
    Game,
    Names,
    Positions,
}

use Form::{Game, Names, Number, Positions, Text, Word};

const MATCHES: &str = "Matches";
const LIMITS: &str = "Limits of a player";

/// All flags that decide what is played, in the order of the help and of the report.
#[rustfmt::skip]
pub static FLAGS: [Flag; 17] = [
    Flag { name: "game", value: "GAME", heading: MATCHES, form: Game, label: of_page::GAME,
        help: "The game, or the folder of another, such as ./connect-four [default: dama]" },
    Flag { name: "format", value: "FORMAT", heading: MATCHES, form: Word(&["round-robin", "swiss", "gauntlet", "knockout"]), label: of_page::FORMAT_HEAD,
        help: "The pairing system: round-robin, swiss, gauntlet or knockout [default: round-robin]" },
    Flag { name: "games", value: "N", heading: MATCHES, form: Number(1, 1_000_000), label: of_page::MATCHES_OF_PAIR,
        help: "Matches of each pair that meets [default: 2; with --sprt, at most 10000]" },
    Flag { name: "rounds", value: "N", heading: MATCHES, form: Number(1, 1000), label: of_page::ROUNDS,
        help: "Rounds of a Swiss tournament [default: enough to separate the best players]" },
    Flag { name: "challenger", value: "NAME", heading: MATCHES, form: Text, label: of_page::CHALLENGER,
        help: "The name of the player who meets all others in a gauntlet [default: the first name], or whom --sprt tests [default: the first player named]" },
    Flag { name: "seeding", value: "FILE", heading: MATCHES, form: Names, label: of_page::SEEDING,
        help: "Bracket places, or ranks in the first round: a CSV file with a column \"name\", best first, such as standings.csv [default: random]" },
    Flag { name: "colours", value: "HOW", heading: MATCHES, form: Word(&["balanced", "random"]), label: of_page::COLOURS,
        help: "How player 1 is chosen: balanced, or random for each match [default: balanced]" },
    Flag { name: "openings", value: "FILE|random:K", heading: MATCHES, form: Positions, label: of_page::OPENINGS,
        help: "Where matches begin: none (the standard start), random:K after K random plies, start+random:K the same except for the first pair of matches, or a file with one FEN per line, or with boards [default: none; with --games above 2, and with stand, start+random:6; with --sprt, random:6; fewer plies where matches are short, none below 14 plies]" },
    Flag { name: "points", value: "W,D,L", heading: MATCHES, form: Text, label: of_page::POINTS_FOR_RESULTS,
        help: "Points for a win, a draw and a loss [default: 1,0.5,0]" },
    Flag { name: "move-time", value: "TIME", heading: LIMITS, form: Text, label: of_page::MOVE_TIME,
        help: "The time for a move [default: 10s]" },
    Flag { name: "start-time", value: "TIME", heading: LIMITS, form: Text, label: of_page::START_TIME,
        help: "Additional time for each player's first answer [default: 5s]" },
    Flag { name: "cpu-time", value: "TIME", heading: LIMITS, form: Text, label: of_page::CPU_LIMIT,
        help: "The processor time for a move [default: no separate limit]" },
    Flag { name: "memory", value: "SIZE", heading: LIMITS, form: Text, label: of_page::MEMORY,
        help: "The memory of a player and everything it starts [default: 100MiB]" },
    Flag { name: "max-plies", value: "N", heading: LIMITS, form: Number(1, 1_000_000), label: of_page::DRAW_AFTER,
        help: "A draw after this many plies [default: the game's]" },
    Flag { name: "seed", value: "S", heading: MATCHES, form: Number(0, (1 << 53) - 1), label: of_page::SEED,
        help: "The seed of all random choices [default: 1]" },
    Flag { name: "sprt", value: "ELO0,ELO1", heading: MATCHES, form: Text, label: of_page::SEQUENTIAL_TEST,
        help: "Sequential test of the first player named against the other: they play until one of two Elo differences is accepted, such as 0,10" },
    Flag { name: "best", value: "SHARE", heading: MATCHES, form: Text, label: of_page::MARKED_BEST,
        help: "Mark the best of the ranking: this share of the players, such as 15%, and at least one [default: nobody]" },
];

/// The flags of a standing tournament: its matches are paired while it is played.
pub const OF_STANDING: [&str; 9] = [
    "game",
    "openings",
    "move-time",
    "start-time",
    "cpu-time",
    "memory",
    "max-plies",
    "seed",
    "best",
];

impl Flag {
    /// Its name in a file of settings.
    pub fn setting(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Checks a text as that of a file is checked, and returns what the file has.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let usual = TournamentSettings::usual(GameId::Dama);
        match usual.overlaid(&json!({ self.setting(): text })) {
            Ok(_) => Ok(text.into()),
            Err(TournamentError::Toml(why)) => Err(why.message().to_owned()),
            Err(why) => Err(why.to_string()),
        }
    }
}
