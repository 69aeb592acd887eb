//! Who takes part: found, told who does not, tried out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use arbitro::judge::Diagnose;
use arbitro::language::{Language, Said};
use arbitro::plain_text::harmless;
use arbitro::rules::GameId;
use arbitro::said;
use arbitro::tournament::{
    BY_CHANCE, Entrant, Entrants, LeftOut, MANIFEST, Machine, NoEntrant, Settings, Smoke, Terms,
    bundled_entrant, bundled_players, find_entrants, smoke, with_causes,
};

/// This program as the command `play`.
pub(crate) fn play() -> Result<[OsString; 2]> {
    let here = std::env::current_exe().context("where this program is")?;
    Ok([here.into_os_string(), "play".into()])
}

/// The players in folders.
pub(crate) fn found(paths: &[PathBuf], game: GameId) -> Result<Entrants> {
    Ok(find_entrants(paths, game, &play()?))
}

/// The players in `players`, and this program's own where there is no such folder.
pub(crate) fn bundled(game: GameId) -> Result<Entrants> {
    let folder = Path::new("players");
    if folder.is_dir() {
        return found(&[folder.to_owned()], game);
    }
    let play = play()?;
    let players = bundled_players(game).iter();
    let mut entrants: Vec<_> = players
        .filter_map(|it| bundled_entrant(*it, &play))
        .collect();
    entrants.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Entrants {
        entrants,
        left_out: Vec::new(),
    })
}

/// Lets everybody play a few plies, and leaves out who makes no legal move.
pub(crate) fn try_out<G: Diagnose>(
    found: &mut Entrants,
    settings: &Settings,
    machine: &Machine,
    is_quiet: bool,
    language: Language,
) -> Result<()> {
    let opponent = bundled_entrant(BY_CHANCE, &play()?).context("the player by chance")?;
    let terms = Terms::<G>::new(settings)?;
    let bar = if is_quiet {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(found.entrants.len() as u64)
    };
    let style = language.pick(
        "first matches, which count for nothing {wide_bar} {pos}/{len}",
        "prime partite, che non contano {wide_bar} {pos}/{len}",
    );
    bar.set_style(ProgressStyle::with_template(style)?);
    bar.tick();
    // Whoever ends this program now ends it at once.
    let never = AtomicBool::new(false);
    let told = |done| bar.set_position(done as u64);
    let became = smoke(&found.entrants, &opponent, &terms, machine, &never, &told)
        .context("the first matches, which count for nothing")?;
    bar.finish_and_clear();
    let mut complaints = anstream::stderr().lock();
    let entrants = std::mem::take(&mut found.entrants);
    for (entrant, became) in entrants.into_iter().zip(became) {
        match became {
            Smoke::Plays => found.entrants.push(entrant),
            Smoke::Falters(what) => {
                let name = &entrant.name;
                let what = harmless(&what);
                let told = said!(
                    "{name} plays, but not well: {what}",
                    "{name} gioca, ma non bene: {what}"
                );
                writeln!(complaints, "tournament: {}", told.in_language(language))?;
                found.entrants.push(entrant);
            }
            Smoke::Untried => {
                let name = &entrant.name;
                let told = said!(
                    "{name} was not tried out, the machine was too busy: it takes part",
                    "{name} non è stato provato, la macchina era troppo occupata: partecipa"
                );
                writeln!(complaints, "tournament: {}", told.in_language(language))?;
                found.entrants.push(entrant);
            }
            Smoke::Fails { what, .. } => found.left_out.push(LeftOut {
                path: if entrant.place.as_os_str().is_empty() {
                    entrant.name.into()
                } else {
                    entrant.place
                },
                why: NoEntrant::Smoke { what },
            }),
        }
    }
    Ok(())
}

/// Refuses a tournament of fewer than two.
pub(crate) fn are_enough(entrants: &[Entrant], game: GameId, language: Language) -> Result<()> {
    let why = match entrants.len() {
        0 => said!(
            "a tournament of {game} needs at least two players, none was found",
            "per un torneo di {game} servono almeno due giocatori, non ne è stato trovato nessuno"
        ),
        1 => said!(
            "a tournament of {game} needs at least two players, one was found",
            "per un torneo di {game} servono almeno due giocatori, ne è stato trovato uno"
        ),
        _ => return Ok(()),
    };
    bail!("{}", why.in_language(language))
}

/// So many players of another game are named.
const NAMED: usize = 6;

/// Says who does not take part, and why: each in a line, those that play another game together.
pub(crate) fn tell_left_out(found: &Entrants, language: Language) -> io::Result<()> {
    let mut complaints = anstream::stderr().lock();
    let mut others: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for LeftOut { path, why } in &found.left_out {
        let path = harmless(&path.to_string_lossy());
        if let NoEntrant::OtherGame { game } = why {
            others.entry(game).or_default().push(path);
            continue;
        }
        // It may say what a manifest says.
        let why = harmless(why_left_out(why).in_language(language));
        let told = said!("left out: {path}: {why}", "escluso: {path}: {why}");
        writeln!(complaints, "{}", told.in_language(language))?;
    }
    for (game, paths) in others {
        let named = paths[..paths.len().min(NAMED)].join(", ");
        let game = harmless(game);
        let told = match paths.len() {
            1 => said!(
                "left out: {named}: it plays {game}",
                "escluso: {named}: gioca a {game}"
            ),
            2..=NAMED => said!(
                "left out: {named}: they play {game}",
                "esclusi: {named}: giocano a {game}"
            ),
            all => {
                let more = all - NAMED;
                said!(
                    "left out: {named} and {more} more: they play {game}",
                    "esclusi: {named} e altri {more}: giocano a {game}"
                )
            }
        };
        writeln!(complaints, "{}", told.in_language(language))?;
    }
    Ok(())
}

/// Why somebody does not take part. What a manifest, the system or a first match says of it is as it
/// is in either language.
fn why_left_out(why: &NoEntrant) -> Said {
    let italian = match why {
        NoEntrant::Io(error) => format!("non si può leggere: {error}"),
        NoEntrant::Walk(error) => format!("non si può guardare all'interno: {error}"),
        NoEntrant::Manifest { what } => format!("il suo {MANIFEST} è sbagliato: {what}"),
        NoEntrant::OtherGame { game } => format!("gioca a {game}"),
        NoEntrant::NoGame(error) => format!("il suo {MANIFEST}: {error}"),
        NoEntrant::NoCommand { command } => format!("il suo comando non c'è: {command}"),
        NoEntrant::NotBuilt { command } => {
            format!("il suo comando non c'è: {command}; ha un Makefile: eseguire make lì dentro")
        }
        NoEntrant::NotItsOwn { command } => {
            format!("il suo comando non è né nella sua cartella né del sistema: {command}")
        }
        NoEntrant::Link => "è un link che porta fuori dalla sua cartella".to_owned(),
        NoEntrant::NotCopied { what } => format!("non si può copiare: {what}"),
        NoEntrant::Smoke { what } => format!("non ha fatto nessuna mossa legale: {what}"),
        NoEntrant::Nothing => format!("non ci sono né {MANIFEST} né un file eseguibile"),
        NoEntrant::TooBig => "è troppo grande: più di 1 GiB, o più di 20 000 file".to_owned(),
        // How long it may be, the error says itself.
        NoEntrant::LongCommand => with_causes(why),
    };
    Said::new(with_causes(why), italian)
}
