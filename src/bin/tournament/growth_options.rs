//! Options that let a tournament grow.

use std::path::PathBuf;

use clap::Args;

use arbitro_tournament::Points;

const GROWTH: &str = "A tournament that grows";

/// What changes in a tournament that has begun.
#[derive(Debug, Default, Args)]
pub(crate) struct GrowthOptions {
    /// Players who join: they meet all who play, and each other
    #[arg(long, help_heading = GROWTH, value_name = "PLAYER", num_args = 1.., requires = "resume")]
    pub(crate) add: Vec<PathBuf>,
    /// A new version of a player, which joins as NAME@2 and so on; the one before plays no more: its
    /// matches count, those still open are withdrawn
    #[arg(long, help_heading = GROWTH, value_name = "NAME=PLAYER", requires = "resume")]
    pub(crate) replace: Vec<String>,
    /// A player who plays no more: its matches count, those still open are withdrawn
    #[arg(long, help_heading = GROWTH, value_name = "NAME", requires = "resume")]
    pub(crate) drop: Vec<String>,
    /// Bring it in step with a folder: who is new there joins, who changed returns in a new version
    #[arg(long, help_heading = GROWTH, value_name = "FOLDER", requires = "resume", conflicts_with_all = ["add", "replace", "drop"])]
    pub(crate) sync: Option<PathBuf>,
    /// With --sync, those who are no longer in the folder play no more
    #[arg(long, help_heading = GROWTH, requires = "sync")]
    pub(crate) drop_missing: bool,
    /// More matches of each pair that plays, or in swiss more rounds
    #[arg(long, help_heading = GROWTH, value_name = "N", requires = "resume", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) more: Option<u32>,
    /// In swiss, the points of those who join for each round that they missed [default: 0]
    #[arg(long, help_heading = GROWTH, value_name = "POINTS", requires = "resume", value_parser = Points::parse_hundredths)]
    pub(crate) missed: Option<u32>,
    /// Matches of each pair that plays in all, or in swiss rounds: like --more, but may be said again
    #[arg(long, help_heading = GROWTH, value_name = "N", requires = "resume", conflicts_with = "more", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) more_to: Option<u32>,
}

impl GrowthOptions {
    pub(crate) fn is_empty(&self) -> bool {
        let GrowthOptions { add, replace, drop, sync, more, more_to, drop_missing: _, missed: _ } =
            self;
        let is_any = !add.is_empty() || !replace.is_empty() || !drop.is_empty();
        !is_any && sync.is_none() && more.is_none() && more_to.is_none()
    }
}
