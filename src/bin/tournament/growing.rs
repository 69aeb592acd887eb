//! A tournament that grows: players join, return in a new version or leave, or play more matches.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

use arbitro_rules::GameId;
use arbitro_rules::plain_text::harmless;
use arbitro_tournament::{
    Entrant, Entrants, FolderSync, Growth, LeftOut, PlayerEntry, Remember, Results, TournamentFile,
};
use arbitro_words::{Listed, say};

use crate::options::RunOptions;
use crate::players::{self, PlayerStaging};
use crate::words::{self, CommandMessage, SyncLabel};

/// What is to change in a tournament.
pub(crate) struct PlannedGrowth {
    pub(crate) growth: Growth,
    /// The results so far.
    pub(crate) results: Results,
    /// Candidates that are left out already.
    pub(crate) left_out: Vec<LeftOut>,
}

/// Finds what is asked for, and refuses it before anything is played.
pub(crate) fn find(
    run: &RunOptions,
    out: &Path,
    file: &TournamentFile,
    game: GameId,
    stage: &mut PlayerStaging<'_>,
) -> Result<PlannedGrowth> {
    let RunOptions { growth: options, language, .. } = run;
    let language = *language;
    let results = Results::from_file(file.clone(), out, Remember::Sums)?;
    let mut replace = Vec::new();
    for wish in &options.replace {
        let (name, path) = named_path(wish, file).with_context(|| format!("--replace {wish}"))?;
        let found = players::all_of(stage.find(&[path], game)?, language)?;
        ensure!(
            found.len() == 1,
            "--replace {wish}: {}",
            say(&CommandMessage::OneExpected(found.len()), language)
        );
        replace.extend(found.into_iter().map(|entrant| (name.clone(), entrant)));
    }
    let mut growth = Growth {
        drop: options.drop.clone(),
        replace,
        add: players::all_of(stage.find(&options.add, game)?, language)?,
        more: options.more.unwrap_or(0),
        missed: options.missed.unwrap_or(0),
    };
    let mut left_out = Vec::new();
    if let Some(folder) = &options.sync {
        let sync = sync(run, folder, &results, game, stage)?;
        let Growth { drop, replace, add, .. } = sync.growth;
        growth = Growth { drop, replace, add, ..growth };
        if options.drop_missing {
            growth.drop.extend(sync.gone);
        } else if let ([_, ..], false) = (&sync.gone[..], growth.is_empty()) {
            // Newcomers could not meet them.
            bail!(
                "{}: {}",
                out.display(),
                say(&CommandMessage::Gone(Listed(&sync.gone)), language)
            );
        }
        left_out = sync.left_out;
    }
    let refused = |why| anyhow!("{}: {}", out.display(), say(&why, language));
    if let Some(all) = options.more_to {
        growth.more_to(all, &results).map_err(refused)?;
    }
    growth.settle(&results).map_err(refused)?;
    Ok(PlannedGrowth { growth, results, left_out })
}

/// Compares a tournament with a folder, and says what that changes.
fn sync(
    options: &RunOptions,
    folder: &Path,
    results: &Results,
    game: GameId,
    stage: &mut PlayerStaging<'_>,
) -> Result<FolderSync> {
    let place = folder.canonicalize().with_context(|| format!("--sync {}", folder.display()))?;
    let found = stage.find(std::slice::from_ref(&place), game)?;
    ensure!(
        !found.entrants.is_empty(),
        "--sync {}: {}",
        folder.display(),
        words::NO_PLAYER_THERE.of(options.language)
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
    options
        .tell(&CommandMessage::Unchanged { folder: folder.display(), players: sync.unchanged })?;
    for (what, names) in all.iter().filter(|(_, names)| !names.is_empty()) {
        let line = CommandMessage::Synced { what: *what, names: &names.join(", ") };
        writeln!(anstream::stderr(), "  {}", say(&line, options.language))?;
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

/// Appends the phases of what is left to the tournament's file, which is not written.
pub(crate) fn append(
    options: &RunOptions,
    PlannedGrowth { mut growth, results, .. }: PlannedGrowth,
    out: &Path,
    file: &mut TournamentFile,
    newcomers: &Entrants,
    is_there: &dyn Fn(&PlayerEntry) -> bool,
) -> Result<()> {
    players::tell_left_out(newcomers, || Ok(out.to_owned()), options.language)?;
    for name in growth.keep(&newcomers.entrants, &results, is_there) {
        options.tell(&CommandMessage::Stranded { name: &harmless(&name) })?;
    }
    if growth.repeats_games(file) {
        options.tell(&words::GAMES_REPEAT)?;
    }
    file.leave_out(&newcomers.left_out);
    if !growth.is_empty() {
        let grown = growth.append(&results, file);
        grown.map_err(|why| options.refusal(&why).context(out.display().to_string()))?;
    }
    Ok(())
}
