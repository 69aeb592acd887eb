//! A tournament that grows: players join, return in a new version or leave, or play more matches.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;

use arbitro_cli::ending::without_error_number;
use arbitro_cli::game_arg::OpenGame;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::harmless;
use arbitro_tournament::{
    Entrant, Entrants, FolderSync, Growth, LeftOut, Machine, PlayerEntry, Points, Remember,
    Results, TournamentFile,
};
use arbitro_words::{Language, Listed, say};

use crate::players::{self, PlayerStaging};
use crate::words::{self, SyncLabel, Text};

pub(crate) const GROWTH: &str = "A tournament that grows";

/// What changes in a tournament that has begun.
#[derive(Debug, Args)]
pub(crate) struct GrowthOptions {
    /// Players who join: they meet all who play, and each other
    #[arg(long, help_heading = GROWTH, value_name = "PLAYER", num_args = 1.., requires = "resume")]
    add: Vec<PathBuf>,
    /// A new version of a player, which joins as NAME@2 and so on; the one before plays no more: its
    /// matches count, those still open are withdrawn
    #[arg(long, help_heading = GROWTH, value_name = "NAME=PLAYER", requires = "resume")]
    replace: Vec<String>,
    /// A player who plays no more: its matches count, those still open are withdrawn
    #[arg(long, help_heading = GROWTH, value_name = "NAME", requires = "resume")]
    drop: Vec<String>,
    /// Bring it in step with a folder: who is new there joins, who changed returns in a new version
    #[arg(long, help_heading = GROWTH, value_name = "FOLDER", requires = "resume", conflicts_with_all = ["add", "replace", "drop"])]
    sync: Option<PathBuf>,
    /// With --sync, those who are no longer in the folder play no more
    #[arg(long, help_heading = GROWTH, requires = "sync")]
    drop_missing: bool,
    /// More matches of each pair that plays, or in swiss more rounds
    #[arg(long, help_heading = GROWTH, value_name = "N", requires = "resume", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    more: Option<u32>,
    /// In swiss, the points of those who join for each round that they missed [default: 0]
    #[arg(long, help_heading = GROWTH, value_name = "POINTS", requires = "resume", value_parser = Points::parse_hundredths)]
    missed: Option<u32>,
}

impl GrowthOptions {
    pub(crate) fn is_empty(&self) -> bool {
        let GrowthOptions { add, replace, drop, sync, more, drop_missing: _, missed: _ } = self;
        let is_any = !add.is_empty() || !replace.is_empty() || !drop.is_empty();
        !is_any && sync.is_none() && more.is_none()
    }
}

/// What is to change, the results so far, and who is left out already.
pub(crate) type Wanted = (Growth, Results, Vec<LeftOut>);

/// Finds what is asked for, and refuses it before anything is played.
pub(crate) fn find(
    (options, more_to): (&GrowthOptions, Option<u32>),
    out: &Path,
    file: &TournamentFile,
    (game, stage): (GameId, &mut PlayerStaging),
    language: Language,
) -> Result<Wanted> {
    let results = Results::of(file.clone(), out, Remember::Sums)?;
    let mut replace = Vec::new();
    for wish in &options.replace {
        let (name, path) = named_path(wish, file).with_context(|| format!("--replace {wish}"))?;
        let found = players_in(&[path], game, stage, language)?;
        ensure!(
            found.len() == 1,
            "--replace {wish}: {}",
            say(&Text::OneExpected(found.len()), language)
        );
        replace.extend(found.into_iter().map(|it| (name.clone(), it)));
    }
    let mut growth = Growth {
        drop: options.drop.clone(),
        replace,
        add: players_in(&options.add, game, stage, language)?,
        more: options.more.unwrap_or(0),
        missed: options.missed.unwrap_or(0),
    };
    let mut left_out = Vec::new();
    if let Some(folder) = &options.sync {
        let sync = sync(folder, &results, (game, stage), language)?;
        let Growth { drop, replace, add, .. } = sync.growth;
        growth = Growth { drop, replace, add, ..growth };
        if options.drop_missing {
            growth.drop.extend(sync.gone);
        } else if let ([_, ..], false) = (&sync.gone[..], growth.is_empty()) {
            // Newcomers could not meet them.
            bail!("{}: {}", out.display(), say(&Text::Gone(Listed(&sync.gone)), language));
        }
        left_out = sync.left_out;
    }
    let refused = |why| anyhow!("{}: {}", out.display(), say(&why, language));
    if let Some(all) = more_to {
        growth.more_to(all, &results).map_err(refused)?;
    }
    growth.settle(&results).map_err(refused)?;
    Ok((growth, results, left_out))
}

/// Compares a tournament with a folder, and says what that changes.
fn sync(
    folder: &Path,
    results: &Results,
    (game, stage): (GameId, &mut PlayerStaging),
    language: Language,
) -> Result<FolderSync> {
    let place = folder.canonicalize().with_context(|| format!("--sync {}", folder.display()))?;
    let found = stage.find(std::slice::from_ref(&place), game)?;
    ensure!(
        !found.entrants.is_empty(),
        "--sync {}: {}",
        folder.display(),
        say(&words::NO_PLAYER_THERE, language)
    );
    let sync = FolderSync::new(results, &place, found);
    let names = |entrants: &[Entrant]| entrants.iter().map(|it| harmless(&it.name)).collect();
    let replaced = sync.growth.replace.iter().map(|(name, _)| harmless(name)).collect();
    let all: [(_, Vec<String>); 6] = [
        (SyncLabel::New, names(&sync.growth.add)),
        (SyncLabel::Changed, replaced),
        (SyncLabel::Broken, sync.growth.drop.clone()),
        (SyncLabel::Gone, sync.gone.clone()),
        (SyncLabel::Resting, sync.resting.clone()),
        (SyncLabel::LeftOutAgain, sync.left_out_again.clone()),
    ];
    let mut told = anstream::stderr().lock();
    let unchanged = Text::Unchanged { folder: folder.display(), players: sync.unchanged };
    writeln!(told, "tournament: {}", say(&unchanged, language))?;
    for (what, names) in all.iter().filter(|(_, names)| !names.is_empty()) {
        let line = Text::Synced { what: *what, names: &names.join(", ") };
        writeln!(told, "  {}", say(&line, language))?;
    }
    Ok(sync)
}

/// Splits `NAME=PLAYER`. A name may hold the sign, too.
fn named_path(wish: &str, file: &TournamentFile) -> Result<(String, PathBuf)> {
    let mut splits = wish.match_indices('=').map(|(at, _)| (&wish[..at], &wish[at + 1..]));
    let is_known = |&(name, _): &(&str, &str)| file.names().contains(&name);
    let split = splits.clone().find(is_known).or_else(|| splits.next());
    let (name, path) = split.context("NAME=PLAYER is expected")?;
    Ok((name.to_owned(), path.into()))
}

/// Finds the players in these places; one that is no player is refused.
fn players_in(
    paths: &[PathBuf],
    game: GameId,
    stage: &mut PlayerStaging,
    language: Language,
) -> Result<Vec<Entrant>> {
    let Entrants { entrants, left_out } = stage.find(paths, game)?;
    if let Some(LeftOut { path, why }) = left_out.first() {
        let path = harmless(&path.to_string_lossy());
        bail!("{path}: {}", harmless(&without_error_number(&say(why, language))));
    }
    Ok(entrants)
}

/// Lets newcomers play their trial matches, unless all are admitted.
pub(crate) fn try_newcomers(
    (growth, _, left_out): &mut Wanted,
    (file, stage): (&TournamentFile, &PlayerStaging),
    (opened, machine): (&OpenGame, &Machine),
    (no_smoke, is_quiet): (bool, bool),
    language: Language,
) -> Result<Entrants> {
    let newcomers: Vec<Entrant> = growth.newcomers().cloned().collect();
    let mut found = Entrants { entrants: newcomers, left_out: Vec::new() };
    if !found.entrants.is_empty() {
        found = stage.bring(found, opened, machine)?;
        if !no_smoke {
            players::try_out(
                &mut found,
                &file.settings,
                machine,
                stage.play(),
                is_quiet,
                language,
            )?;
        }
    }
    found.left_out.append(left_out);
    Ok(found)
}

/// Appends the phases of what is left to the tournament's file, which is not written.
pub(crate) fn append(
    (mut growth, results, _): Wanted,
    (out, file): (&Path, &mut TournamentFile),
    newcomers: &Entrants,
    is_there: &dyn Fn(&PlayerEntry) -> bool,
    language: Language,
) -> Result<()> {
    players::tell_left_out(newcomers, || Ok(out.to_owned()), language)?;
    for name in growth.keep(&newcomers.entrants, &results, is_there) {
        let stranded = Text::Stranded { name: &harmless(&name) };
        writeln!(anstream::stderr(), "tournament: {}", say(&stranded, language))?;
    }
    if growth.repeats_games(file) {
        writeln!(anstream::stderr(), "tournament: {}", words::GAMES_REPEAT.of(language))?;
    }
    file.leave_out(&newcomers.left_out);
    if !growth.is_empty() {
        let grown = growth.append(&results, file);
        grown.map_err(|why| anyhow!("{}: {}", out.display(), say(&why, language)))?;
    }
    Ok(())
}
