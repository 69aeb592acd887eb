//! Finds the players, tests them, and lists those left out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use arbitro_cli::bundled_folder::bundled_folder;
use arbitro_cli::ending::without_error_number;
use arbitro_cli::game_arg::OpenGame;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::{harmless, shell_word};
use arbitro_sandbox::{Keeper, Staging};
use arbitro_tournament::{
    BY_CHANCE, Entrant, Entrants, FailedTrial, LeftOut, Machine, NoEntrant, ScheduleError, Smoke,
    Terms, TournamentSettings, bundled_entrant, bundled_players, find_entrants, keep_left_out,
    smoke, try_starts,
};
use arbitro_words::{Language, Listed, say};

use crate::options::RunOptions;
use crate::words::{self, CommandMessage};

/// Prefix of the temporary folders with copies of players.
const STAGED_PLAYERS: &str = "arbitro-players-";

/// Makes programs readable in the sandbox: this one as the command `play`, and copies of players.
#[derive(Debug)]
pub(crate) struct PlayerStaging<'a> {
    options: &'a RunOptions,
    staging: Staging,
    play: [OsString; 2],
}

impl PlayerStaging<'_> {
    /// Creates it for a machine's sandbox. Its copies exist as long as it does.
    pub(crate) fn new<'a>(keeper: &Keeper, options: &'a RunOptions) -> Result<PlayerStaging<'a>> {
        let mut staging = Staging::new(STAGED_PLAYERS, keeper.guarantees().has_other_users());
        if let [folder, more @ ..] = staging.removed() {
            let folder = folder.display();
            options.tell(&CommandMessage::CopiesRemoved { folder, more: more.len() })?;
        }
        let here = std::env::current_exe().context("where this program is")?;
        let here = staging.bring(&here)?;
        let play = [here.into_os_string(), "play".into()];
        Ok(PlayerStaging { options, staging, play })
    }

    /// This program as the command `play`.
    pub(crate) fn play(&self) -> &[OsString] {
        &self.play
    }

    /// Finds players in folders, and takes executables as they are.
    pub(crate) fn find(&mut self, paths: &[PathBuf], game: GameId) -> Result<Entrants> {
        let needs = &self.options.machine.needs.needs;
        Ok(find_entrants(paths, game, &self.play, needs, &mut self.staging)?)
    }

    /// The players in the folder of bundled ones, or the built-in ones if there is no such folder.
    pub(crate) fn bundled(&mut self, game: GameId) -> Result<Entrants> {
        // The folder's players say that they play others.
        if let Some(folder) = bundled_folder("players").filter(|_| game.look().is_none()) {
            return self.find(&[folder], game);
        }
        let players = bundled_players(game).iter();
        let mut entrants: Vec<_> =
            players.filter_map(|player| bundled_entrant(*player, &self.play)).collect();
        entrants.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Entrants { entrants, left_out: Vec::new() })
    }

    /// Lets players read what they may, and starts each once. Those that cannot be started are left out.
    pub(crate) fn bring(
        &self,
        found: Entrants,
        game: &OpenGame,
        machine: &Machine,
    ) -> Result<Entrants> {
        let Entrants { entrants, mut left_out } = found;
        let players: Vec<_> = entrants.into_iter().map(|entrant| game.let_read(entrant)).collect();
        let tried = try_starts(&players, machine).context("players are started once")?;
        let mut entrants = Vec::new();
        for (player, cannot_start) in players.into_iter().zip(tried) {
            match cannot_start {
                None => entrants.push(player),
                Some(why) => {
                    left_out.push(LeftOut { path: shown_place(&player), why: why.into() });
                }
            }
        }
        Ok(Entrants { entrants, left_out })
    }

    /// Like [`bring`](PlayerStaging::bring), and lets them play their trial matches, unless all are admitted.
    pub(crate) fn tried(
        &self,
        found: Entrants,
        settings: &TournamentSettings,
        game: &OpenGame,
        machine: &Machine,
    ) -> Result<Entrants> {
        if found.entrants.is_empty() {
            return Ok(found);
        }
        let mut found = self.bring(found, game, machine)?;
        if !self.options.no_smoke {
            self.try_out(&mut found, settings, machine)?;
        }
        Ok(found)
    }

    /// Like [`bring`](PlayerStaging::bring), but a player that is left out is an error.
    pub(crate) fn bring_all(
        &self,
        entrants: Vec<Entrant>,
        game: &OpenGame,
        machine: &Machine,
    ) -> Result<Vec<Entrant>> {
        let found = Entrants { entrants, left_out: Vec::new() };
        all_of(self.bring(found, game, machine)?, self.options.language)
    }

    /// Lets every player play a few plies, and leaves out those that make no legal move.
    fn try_out(
        &self,
        found: &mut Entrants,
        settings: &TournamentSettings,
        machine: &Machine,
    ) -> Result<()> {
        let RunOptions { language, .. } = *self.options;
        // Other games have no player by chance.
        let opponent = match settings.game.look() {
            None => Some(bundled_entrant(BY_CHANCE, &self.play).context("the player by chance")?),
            Some(_) => None,
        };
        let terms = Terms::new(settings)?;
        let bar = if self.options.telling.quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(found.entrants.len() as u64)
        };
        bar.set_style(ProgressStyle::with_template(words::TRIAL_BAR.of(language))?);
        bar.tick();
        // From here on a signal ends this program at once.
        let never = AtomicBool::new(false);
        let show_progress = |done| bar.set_position(done as u64);
        let became =
            smoke(&found.entrants, opponent.as_ref(), &terms, machine, &never, &show_progress)
                .context("the trial matches, which do not count")?;
        bar.finish_and_clear();
        let entrants = std::mem::take(&mut found.entrants);
        for (entrant, became) in entrants.into_iter().zip(became) {
            match became {
                Smoke::Plays => {}
                Smoke::Falters(faults) => {
                    let faults = faults.iter().map(|fault| {
                        let (player, ply) = (fault.side, fault.fault.ply);
                        let number = player.number();
                        say(
                            &CommandMessage::Falters {
                                player,
                                number,
                                ply,
                                what: &say(fault, language),
                            },
                            language,
                        )
                    });
                    let what: Vec<_> = faults.map(|fault| harmless(&fault)).collect();
                    let badly =
                        CommandMessage::PlaysBadly { name: &entrant.name, what: Listed(&what) };
                    self.options.tell(&badly)?;
                }
                Smoke::Untried(why) => {
                    self.options
                        .tell(&CommandMessage::Untried { name: &entrant.name, why: &why })?;
                }
                Smoke::Fails { fault, evidence, .. } => {
                    let path = shown_place(&entrant);
                    let Entrant { name, sha256, .. } = entrant;
                    let trial = FailedTrial { name, sha256, fault: *fault, evidence: *evidence };
                    let why = NoEntrant::Smoke(Box::new(trial));
                    found.left_out.push(LeftOut { path, why });
                    continue;
                }
            }
            found.entrants.push(entrant);
        }
        Ok(())
    }
}

/// Returns the players that were found; one that is left out is an error.
pub(crate) fn all_of(found: Entrants, language: Language) -> Result<Vec<Entrant>> {
    if let Some(LeftOut { path, why }) = found.left_out.first() {
        let path = harmless(&path.to_string_lossy());
        bail!("{path}: {}", harmless(&without_error_number(&say(why, language))));
    }
    Ok(found.entrants)
}

/// Path of a player, or its name if it is bundled.
pub(crate) fn shown_place(player: &Entrant) -> PathBuf {
    if player.place.as_os_str().is_empty() {
        player.name.clone().into()
    } else {
        player.place.clone()
    }
}

/// Returns the player that a sequential test is about: the one that stands in the first of the places named.
pub(crate) fn first_named(
    first: Option<&Path>,
    found: &Entrants,
    options: &RunOptions,
) -> Result<Option<String>> {
    let [one, other] = &found.entrants[..] else {
        return match found.entrants.len() {
            // Refused where fewer are.
            0 | 1 => Ok(None),
            more => Err(ScheduleError::NotTwo(more).into()),
        };
    };
    let first = first.and_then(|it| it.canonicalize().ok());
    let is_there = |it: &Entrant| first.as_ref().is_some_and(|first| it.place.starts_with(first));
    match (is_there(one), is_there(other)) {
        (true, false) => Ok(Some(one.name.clone())),
        (false, true) => Ok(Some(other.name.clone())),
        (true, true) | (false, false) => {
            let [one, other] = [one, other].map(|entrant| harmless(&entrant.name));
            let (one, other) = (shell_word(&one), shell_word(&other));
            Err(options.refusal(&CommandMessage::WhoIsTested { one: &one, other: &other }))
        }
    }
}

/// Refuses a tournament with fewer than two players.
pub(crate) fn require_two(entrants: &[Entrant], game: GameId, options: &RunOptions) -> Result<()> {
    let greedy = bundled_folder("players").map(|bundled_folder| bundled_folder.join("greedy"));
    let why = match entrants.len() {
        0 => CommandMessage::NoPlayer { game },
        1 => CommandMessage::OnePlayer { game, greedy: greedy.as_deref().map(Path::display) },
        _ => return Ok(()),
    };
    Err(options.refusal(&why))
}

/// Maximum players of other games that are named.
const MAX_NAMED: usize = 6;

/// Lists the candidates left out and why, one a line, those that play another game together. Keeps the
/// evidence of trial matches in the tournament's folder, which is made if there is some.
pub(crate) fn tell_left_out(
    found: &Entrants,
    out: impl FnOnce() -> Result<PathBuf>,
    language: Language,
) -> Result<()> {
    let is_kept = |it: &LeftOut| matches!(it.why, NoEntrant::Smoke(_));
    let evidence = if found.left_out.iter().any(is_kept) {
        let out = out()?;
        keep_left_out(&out, &found.left_out).with_context(|| format!("{}", out.display()))?
    } else {
        Vec::new()
    };
    let mut evidence = evidence.into_iter();
    let mut complaints = anstream::stderr().lock();
    let mut others: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for LeftOut { path, why } in &found.left_out {
        let folder = evidence.next().flatten();
        let path = harmless(&path.to_string_lossy());
        if let NoEntrant::OtherGame { game } = why {
            others.entry(game).or_default().push(path);
            continue;
        }
        // The text may come from a manifest.
        let why = &harmless(&without_error_number(&say(why, language)));
        writeln!(complaints, "{}", say(&CommandMessage::LeftOut { path: &path, why }, language))?;
        if let Some(folder) = folder {
            let folder = folder.display();
            writeln!(complaints, "{}", say(&CommandMessage::EvidenceKept { folder }, language))?;
        }
    }
    for (game, paths) in others {
        let named = &paths[..paths.len().min(MAX_NAMED)].join(", ");
        let game = &harmless(game);
        let text = match paths.len() {
            1 => CommandMessage::PlaysOther { named, game },
            all => CommandMessage::PlayOther { named, more: all.saturating_sub(MAX_NAMED), game },
        };
        writeln!(complaints, "{}", say(&text, language))?;
    }
    Ok(())
}
