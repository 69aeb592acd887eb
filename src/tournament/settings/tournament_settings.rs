//! Everything that decides the result of a tournament, and nothing else: two runs with the same
//! settings and players give the same results, on any number of cores.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use strum::{Display, EnumString};

use super::decimal::{read_decimal, write_hundredths};
use super::share::Share;
use super::size::{parse_size, write_size};
use crate::error::TournamentError;
use crate::rating::Sprt;
use arbitro_records::{MatchGame, game_and_rules};
use arbitro_referee::Contest;
use arbitro_referee::duration::{parse_duration, write_duration};
use arbitro_rules::{GameId, InvalidValue, card};

/// Settings of a tournament. In a file, every value is written as on the command line.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// The game; in a file its name, and the `rules` of one that is not compiled in.
    #[serde(flatten, with = "game_and_rules")]
    pub game: MatchGame,
    pub format: Format,
    /// Matches of each pair that meets.
    pub games: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Name of the player who plays against all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenger: Option<String>,
    /// Names in order of strength, best first, for a bracket or the first round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeding: Vec<String>,
    /// The method of choosing player 1.
    pub colours: Colours,
    pub openings: Openings,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Points for a win, a draw and a loss.
    pub points: Points,
    #[serde(with = "time")]
    pub move_time: Duration,
    /// Additional time for each player's first answer.
    #[serde(with = "time")]
    pub start_time: Duration,
    /// The processor time for a move.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_time")]
    pub cpu_time: Option<Duration>,
    /// Memory limit in bytes for a player and everything it starts.
    #[serde(with = "memory")]
    pub memory: u64,
    /// A draw after this many plies.
    pub max_plies: u32,
    pub seed: u64,
    /// A sequential test: two engines play until one of two hypotheses about their difference is
    /// accepted.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "sprt_as_text")]
    pub sprt: Option<Sprt>,
    /// The share of the players that the ranking marks as its best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Share>,
    /// How those who look on see the players, if not by their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
}

impl TournamentSettings {
    /// The default settings of a game: a double round-robin.
    pub fn usual(game: GameId) -> TournamentSettings {
        let contest = Contest::usual(game);
        TournamentSettings {
            game: game.into(),
            format: Format::RoundRobin,
            games: 2,
            rounds: None,
            challenger: None,
            seeding: Vec::new(),
            colours: Colours::Balanced,
            openings: Openings::None,
            positions: Vec::new(),
            points: Points::DEFAULT,
            move_time: contest.move_time,
            start_time: contest.start_time,
            cpu_time: contest.cpu_time,
            memory: contest.limits.memory_bytes,
            max_plies: card(game).ply_limit,
            seed: 1,
            sprt: None,
            best: None,
            names: None,
        }
    }

    /// Returns these settings of the same game, with those in place that `given` writes as a file does.
    pub fn overlaid(self, given: &impl Serialize) -> Result<TournamentSettings, TournamentError> {
        let mut table = toml::Table::try_from(&self)?;
        table.extend(toml::Table::try_from(given)?);
        Ok(TournamentSettings { game: self.game, ..table.try_into()? })
    }

    pub fn playable(&self) -> Result<GameId, TournamentError> {
        self.game.known().ok_or_else(|| TournamentError::NoRules(self.game.name().to_owned()))
    }

    /// The tournament's name, as PDN writes it: what tells it from others.
    pub fn event(&self) -> String {
        let TournamentSettings { game, format, seed, .. } = self;
        format!("{game}, {format}, seed {seed}")
    }

    /// Returns true if players without chance only repeat their games, where a pair plays so many.
    pub fn repeats_games(&self, games: u32) -> bool {
        // Both colours once.
        self.openings == Openings::None && games > 2
    }

    /// Lists the settings that differ, with both values.
    pub fn differences(&self, other: &TournamentSettings) -> Vec<String> {
        let fields =
            |settings: &TournamentSettings| toml::Table::try_from(settings).unwrap_or_default();
        let (mine, others) = (fields(self), fields(other));
        let names: std::collections::BTreeSet<&String> = mine.keys().chain(others.keys()).collect();
        let written = |value: Option<&toml::Value>| {
            value.map_or_else(|| "not given".to_owned(), ToString::to_string)
        };
        names
            .into_iter()
            .filter(|name| mine.get(*name) != others.get(*name))
            .map(|name| {
                let (mine, others) = (written(mine.get(name)), written(others.get(name)));
                format!("{name} is {others}, here {mine}")
            })
            .collect()
    }
}

/// Pairing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = InvalidValue, parse_err_fn = unknown_format)]
pub enum Format {
    /// All play all.
    RoundRobin,
    /// In each round, players meet opponents with about as many points.
    Swiss,
    /// One player meets all others.
    Gauntlet,
    /// The loser of a duel is eliminated.
    Knockout,
    /// Whoever is there plays until it is stopped; each match is paired by what is known by then.
    Standing,
}

/// How players are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = InvalidValue, parse_err_fn = unknown_names)]
pub enum Names {
    /// By numbers, which each player alone is told.
    Hidden,
}

/// The method of choosing player 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = InvalidValue, parse_err_fn = unknown_colours)]
pub enum Colours {
    /// Each player equally often, as nearly as possible.
    Balanced,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The game's standard start.
    None,
    /// A position after this many random plies.
    Random(u32),
    /// The standard start for the first pair of matches of two players, and positions after this
    /// many random plies for the others: deterministic players would only repeat the first pair.
    StartThenRandom(u32),
    /// The positions of a list, in turn.
    List,
}

fn unknown(found: &str, expected: &str) -> InvalidValue {
    InvalidValue::new(found, |found| format!("{found:?}: it is {expected}"))
}

fn unknown_format(text: &str) -> InvalidValue {
    unknown(text, "round-robin, swiss, gauntlet or knockout")
}

fn unknown_names(text: &str) -> InvalidValue {
    unknown(text, "hidden")
}

fn unknown_colours(text: &str) -> InvalidValue {
    unknown(text, "balanced or random")
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::None => f.write_str("none"),
            Openings::Random(plies) => write!(f, "random:{plies}"),
            Openings::StartThenRandom(plies) => write!(f, "{START_THEN}random:{plies}"),
            Openings::List => f.write_str("list"),
        }
    }
}

/// Maximum random plies: after more, few positions are worth playing.
const MAX_RANDOM_PLIES: u32 = 40;

/// Random plies of the default openings, unless matches are short.
const DEFAULT_RANDOM_PLIES: u32 = 6;

impl Openings {
    /// The default openings of `games` matches of a pair. A sequential test never needs the standard start.
    pub fn usual(max_plies: u32, games: u32, is_test: bool) -> Openings {
        let plies = Openings::limited(DEFAULT_RANDOM_PLIES, max_plies);
        match plies {
            0 => Openings::None,
            _ if is_test => Openings::Random(plies),
            _ if games > 2 => Openings::StartThenRandom(plies),
            _ => Openings::None,
        }
    }

    /// Openings that give players who repeat their games with these other ones, if there are any.
    pub fn more_varied(self, max_plies: u32) -> Option<Openings> {
        let (plies, wanted) = match self {
            Openings::None | Openings::List => (0, DEFAULT_RANDOM_PLIES),
            Openings::Random(plies) | Openings::StartThenRandom(plies) => {
                (plies, plies.saturating_mul(2).clamp(DEFAULT_RANDOM_PLIES, MAX_RANDOM_PLIES))
            }
        };
        let wanted = Openings::limited(wanted, max_plies);
        (wanted > plies).then_some(Openings::Random(wanted))
    }

    /// Random plies: at most a seventh of a match, and an even number, because player 1 moves on board 1.
    fn limited(plies: u32, max_plies: u32) -> u32 {
        (max_plies / 7).min(plies) / 2 * 2
    }
}

/// Prefix for random plies when the first pair of matches begins at the standard start.
const START_THEN: &str = "start+";

impl FromStr for Openings {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Openings, InvalidValue> {
        let (is_after_start, random) = match text.strip_prefix(START_THEN) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let plies = random.strip_prefix("random:").map(str::parse::<u32>);
        match (text, plies) {
            ("none", _) => Ok(Openings::None),
            ("list", _) => Ok(Openings::List),
            // Player 1 is always to move on board 1.
            (_, Some(Ok(plies))) if plies % 2 == 0 && plies <= MAX_RANDOM_PLIES => {
                Ok(if is_after_start {
                    Openings::StartThenRandom(plies)
                } else {
                    Openings::Random(plies)
                })
            }
            _ => Err(unknown(
                text,
                "none, a file, or random:K or start+random:K with an even K up to 40 (player 1 moves on board 1)",
            )),
        }
    }
}

/// Points for a win, a draw and a loss, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
}

impl Points {
    pub const DEFAULT: Points = Points { win: 100, draw: 50, loss: 0 };

    /// Reads points such as `0.5`, in hundredths.
    pub fn parse_hundredths(text: &str) -> Result<u32, InvalidValue> {
        hundredths(text).ok_or_else(|| unknown(text, "a number of points such as 0.5"))
    }

    /// Sums the points of wins, draws and losses, in hundredths.
    pub fn worth(self, [wins, draws, losses]: [u32; 3]) -> u64 {
        [(wins, self.win), (draws, self.draw), (losses, self.loss)]
            .iter()
            .map(|&(matches, points)| u64::from(matches) * u64::from(points))
            .sum()
    }

    /// Formats hundredths with as many decimals as these points can have.
    pub fn write(self, hundredths: u64) -> String {
        let all = [self.win, self.draw, self.loss];
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        if all.iter().all(|it| it % 100 == 0) {
            whole.to_string()
        } else if all.iter().all(|it| it % 10 == 0) {
            format!("{whole}.{}", rest / 10)
        } else {
            format!("{whole}.{rest:02}")
        }
    }
}

/// Maximum points for a match; it keeps sums far from overflow.
const MAX_POINTS: u32 = 1000;

fn invalid_points(text: &str) -> InvalidValue {
    InvalidValue::new(text, |_| {
        format!(
            "points are three numbers up to {MAX_POINTS}, for a win, a draw and a loss, none better than the one before it, such as 1,0.5,0 or 3,1,0"
        )
    })
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Points { win, draw, loss } = *self;
        let [win, draw, loss] = [win, draw, loss].map(|it| write_hundredths(it.into()));
        write!(f, "{win},{draw},{loss}")
    }
}

/// Reads points, in hundredths.
fn hundredths(text: &str) -> Option<u32> {
    read_decimal(text, 2).filter(|read_decimal| read_decimal / 100 <= MAX_POINTS)
}

impl FromStr for Points {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Points, InvalidValue> {
        let parts: Vec<u32> = text
            .split(',')
            .map(|part| hundredths(part.trim()))
            .collect::<Option<_>>()
            .ok_or_else(|| invalid_points(text))?;
        match parts[..] {
            [win, draw, loss] if win > loss && win >= draw && draw >= loss => {
                Ok(Points { win, draw, loss })
            }
            _ => Err(invalid_points(text)),
        }
    }
}

/// Lets a file have these values as the command line has them.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Format, Names, Colours, Openings, Points, Share);

/// Lets a file have a value of a type of another crate as the command line has it.
macro_rules! as_text_of {
    ($name:ident, $type:ty, $write:expr, $read:expr) => {
        mod $name {
            use super::*;

            pub(super) fn serialize<S: Serializer>(
                value: &$type,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$write(*value))
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                $read(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

as_text_of!(time, Duration, write_duration, parse_duration);
as_text_of!(memory, u64, write_size, parse_size);
as_text_of!(
    optional_time,
    Option<Duration>,
    |time: Option<Duration>| time.map(write_duration).unwrap_or_default(),
    |text: &str| parse_duration(text).map(Some)
);
as_text_of!(
    sprt_as_text,
    Option<Sprt>,
    |test: Option<Sprt>| test.map(|test| test.to_string()).unwrap_or_default(),
    |text: &str| text.parse().map(Some)
);
