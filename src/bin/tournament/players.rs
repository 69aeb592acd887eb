//! Finds the players, tests them, and lists those left out.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use arbitro_cli::ending::without_error_number;
use arbitro_rules::GameId;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::plain_text::harmless;
use arbitro_rules::said;
use arbitro_sandbox::{Guarantees, Staging};
use arbitro_tournament::{
    BY_CHANCE, CannotStart, Entrant, Entrants, FailedTrial, LeftOut, MANIFEST, Machine, NoEntrant,
    STAGED_PLAYERS, Smoke, Terms, TournamentSettings, bring_player, bundled_entrant,
    bundled_players, find_entrants, keep_left_out, smoke, try_starts, with_causes,
};

/// Makes programs readable in the sandbox: this one as the command `play`, and copies of players.
#[derive(Debug)]
pub(crate) struct PlayerStaging {
    staging: Staging,
    play: [OsString; 2],
}

impl PlayerStaging {
    /// Creates it for a machine's sandbox. Its copies exist as long as it does.
    pub(crate) fn new(guarantees: &Guarantees, language: Language) -> Result<PlayerStaging> {
        let mut staging = Staging::new(STAGED_PLAYERS, guarantees.has_other_users());
        if let [folder, more @ ..] = staging.removed() {
            let (folder, more) = (folder.display(), more.len());
            let told = match more {
                0 => said!(
                    "removed the copies of players left by a killed run: {folder}",
                    "rimosse le copie di giocatori lasciate da un torneo interrotto: {folder}",
                    "copies de joueurs supprimées, laissées par un tournoi interrompu : {folder}"
                ),
                _ => said!(
                    "removed the copies of players left by killed runs: {folder} and {more} more",
                    "rimosse le copie di giocatori lasciate da tornei interrotti: {folder} e altre {more}",
                    "copies de joueurs supprimées, laissées par des tournois interrompus : {folder} et {more} autres"
                ),
            };
            let told = told.in_language(language);
            writeln!(anstream::stderr(), "tournament: {told}")?;
        }
        let here = std::env::current_exe().context("where this program is")?;
        let here = staging.bring(&here)?;
        let play = [here.into_os_string(), "play".into()];
        Ok(PlayerStaging { staging, play })
    }

    /// This program as the command `play`.
    pub(crate) fn play(&self) -> &[OsString] {
        &self.play
    }

    /// Copies players to where the sandbox can read them, and starts each once. Those that cannot be
    /// started are left out.
    pub(crate) fn bring(
        &mut self,
        found: Entrants,
        game: GameId,
        machine: &Machine,
    ) -> Result<Entrants> {
        let Entrants { entrants, mut left_out } = found;
        let mut within_reach = Vec::new();
        for player in entrants {
            let path = player.place.clone();
            match bring_player(&mut self.staging, player, game, &self.play)? {
                Ok(player) => within_reach.push(player),
                Err(why) => left_out.push(LeftOut { path, why }),
            }
        }
        let tried = try_starts(&within_reach, machine).context("players are started once")?;
        let mut entrants = Vec::new();
        for (player, cannot_start) in within_reach.into_iter().zip(tried) {
            match cannot_start {
                None => entrants.push(player),
                Some(why) => left_out.push(LeftOut { path: shown_place(&player), why: why.into() }),
            }
        }
        Ok(Entrants { entrants, left_out })
    }

    /// Like [`bring`](PlayerStaging::bring), but a player that is left out is an error.
    pub(crate) fn bring_all(
        &mut self,
        entrants: Vec<Entrant>,
        game: GameId,
        machine: &Machine,
        language: Language,
    ) -> Result<Vec<Entrant>> {
        let found = Entrants { entrants, left_out: Vec::new() };
        let found = self.bring(found, game, machine)?;
        if let Some(LeftOut { path, why }) = found.left_out.first() {
            let path = harmless(&path.to_string_lossy());
            let why = harmless(why_left_out(why).in_language(language));
            bail!("{path}: {why}");
        }
        Ok(found.entrants)
    }
}

/// Path of a player, or its name if it is bundled.
fn shown_place(player: &Entrant) -> PathBuf {
    if player.place.as_os_str().is_empty() {
        player.name.clone().into()
    } else {
        player.place.clone()
    }
}

/// Folders of bundled players: of a checkout or an unpacked archive that is entered; else of where
/// this program is, beside it in an archive, or as a package installs both.
fn bundled_folder() -> Option<PathBuf> {
    let here = std::env::current_exe().unwrap_or_default();
    let here = here.parent().unwrap_or(Path::new(""));
    let mut folders =
        [PathBuf::from("players"), here.join("players"), here.join("../../share/arbitro/players")]
            .into_iter();
    let folder = folders.find(|it| it.is_dir())?;
    // Paths are printed: without the dots, where that is possible.
    Some(match folder.is_absolute() {
        true => folder.canonicalize().unwrap_or(folder),
        false => folder,
    })
}

/// The players in the folder of bundled ones, or the built-in ones if there is no such folder.
pub(crate) fn bundled(game: GameId, play: &[OsString]) -> Result<Entrants> {
    if let Some(folder) = bundled_folder() {
        return Ok(find_entrants(&[folder], game, play));
    }
    let players = bundled_players(game).iter();
    let mut entrants: Vec<_> = players.filter_map(|it| bundled_entrant(*it, play)).collect();
    entrants.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Entrants { entrants, left_out: Vec::new() })
}

/// Lets every player play a few plies, and leaves out those that make no legal move.
pub(crate) fn try_out<G: Diagnose>(
    found: &mut Entrants,
    settings: &TournamentSettings,
    machine: &Machine,
    play: &[OsString],
    is_quiet: bool,
    language: Language,
) -> Result<()> {
    let opponent = bundled_entrant(BY_CHANCE, play).context("the player by chance")?;
    let terms = Terms::<G>::new(settings)?;
    let bar = if is_quiet {
        ProgressBar::hidden()
    } else {
        ProgressBar::new(found.entrants.len() as u64)
    };
    let style = language.pick(
        "trial matches, which do not count {wide_bar} {pos}/{len}",
        "partite di prova, che non contano {wide_bar} {pos}/{len}",
        "parties d’essai, qui ne comptent pas {wide_bar} {pos}/{len}",
    );
    bar.set_style(ProgressStyle::with_template(style)?);
    bar.tick();
    // From here on a signal ends this program at once.
    let never = AtomicBool::new(false);
    let told = |done| bar.set_position(done as u64);
    let became = smoke(&found.entrants, &opponent, &terms, machine, &never, &told)
        .context("the trial matches, which do not count")?;
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
                    "{name} gioca, ma non bene: {what}",
                    "{name} joue, mais pas bien : {what}"
                );
                writeln!(complaints, "tournament: {}", told.in_language(language))?;
                found.entrants.push(entrant);
            }
            Smoke::Untried(why) => {
                let name = &entrant.name;
                let told = said!(
                    "{name} could not be tested, and takes part: {why}",
                    "{name} non è stato provato, e partecipa: {why}",
                    "{name} n’a pas été essayé, et participe : {why}"
                );
                writeln!(complaints, "tournament: {}", told.in_language(language))?;
                found.entrants.push(entrant);
            }
            Smoke::Fails { what, evidence, .. } => found.left_out.push(LeftOut {
                path: shown_place(&entrant),
                why: NoEntrant::Smoke(Box::new(FailedTrial {
                    name: entrant.name,
                    what,
                    evidence: *evidence,
                })),
            }),
        }
    }
    Ok(())
}

/// Refuses a tournament with fewer than two players.
pub(crate) fn are_enough(entrants: &[Entrant], game: GameId, language: Language) -> Result<()> {
    let why = match entrants.len() {
        0 => said!(
            "a tournament of {game} needs at least two players; none was found",
            "per un torneo di {game} servono almeno due giocatori, non ne è stato trovato nessuno",
            "un tournoi de {game} demande au moins deux joueurs, on n’en a trouvé aucun"
        ),
        1 => said!(
            "a tournament of {game} needs at least two players; one was found",
            "per un torneo di {game} servono almeno due giocatori, ne è stato trovato uno",
            "un tournoi de {game} demande au moins deux joueurs, on n’en a trouvé qu’un"
        ),
        _ => return Ok(()),
    };
    bail!("{}", why.in_language(language))
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
    let kept = if found.left_out.iter().any(is_kept) {
        let out = out()?;
        keep_left_out(&out, &found.left_out).with_context(|| format!("{}", out.display()))?
    } else {
        Vec::new()
    };
    let mut kept = kept.into_iter();
    let mut complaints = anstream::stderr().lock();
    let mut others: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for LeftOut { path, why } in &found.left_out {
        let folder = kept.next().flatten();
        let path = harmless(&path.to_string_lossy());
        if let NoEntrant::OtherGame { game } = why {
            others.entry(game).or_default().push(path);
            continue;
        }
        // The text may come from a manifest.
        let why = harmless(why_left_out(why).in_language(language));
        let told =
            said!("left out: {path}: {why}", "escluso: {path}: {why}", "écarté : {path} : {why}");
        writeln!(complaints, "{}", told.in_language(language))?;
        if let Some(folder) = folder {
            let folder = folder.display();
            let told = said!(
                "  its boards and what it printed are in {folder}",
                "  i suoi tavolieri e ciò che ha stampato sono in {folder}",
                "  ses plateaux et ce qu’il a affiché sont dans {folder}"
            );
            writeln!(complaints, "{}", told.in_language(language))?;
        }
    }
    for (game, paths) in others {
        let named = paths[..paths.len().min(MAX_NAMED)].join(", ");
        let game = harmless(game);
        let told = match paths.len() {
            1 => said!(
                "left out: {named}: it plays {game}",
                "escluso: {named}: gioca a {game}",
                "écarté : {named} : il joue à {game}"
            ),
            2..=MAX_NAMED => said!(
                "left out: {named}: they play {game}",
                "esclusi: {named}: giocano a {game}",
                "écartés : {named} : ils jouent à {game}"
            ),
            all => {
                let more = all - MAX_NAMED;
                said!(
                    "left out: {named} and {more} more: they play {game}",
                    "esclusi: {named} e altri {more}: giocano a {game}",
                    "écartés : {named} et {more} autres : ils jouent à {game}"
                )
            }
        };
        writeln!(complaints, "{}", told.in_language(language))?;
    }
    Ok(())
}

/// Explains why a player is left out. Texts from a manifest, the system or a first match are not
/// translated.
fn why_left_out(why: &NoEntrant) -> Said {
    let italian = match why {
        NoEntrant::Io(error) => format!("non si può leggere: {error}"),
        NoEntrant::Missing => "non c'è nessun file o cartella con questo nome".to_owned(),
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
        NoEntrant::CannotStart(why) => cannot_start_in_italian(why),
        NoEntrant::Link => "è un link che porta fuori dalla sua cartella".to_owned(),
        NoEntrant::NotCopied { what } => format!("non si può copiare: {what}"),
        NoEntrant::Smoke(trial) => {
            format!("non ha fatto nessuna mossa legale: {}", trial.what)
        }
        NoEntrant::Nothing => format!("non ci sono né {MANIFEST} né un file eseguibile"),
        NoEntrant::Twice => "è indicato due volte, e gioca una volta sola".to_owned(),
        NoEntrant::TooBig => "è troppo grande: più di 1 GiB, o più di 20 000 file".to_owned(),
        // The error itself states the limit.
        NoEntrant::LongCommand => with_causes(why),
    };
    Said::new(
        without_error_number(&with_causes(why)),
        without_error_number(&italian),
        without_error_number(&left_out_in_french(why)),
    )
}

fn left_out_in_french(why: &NoEntrant) -> String {
    match why {
        NoEntrant::Io(error) => format!("il ne peut pas être lu : {error}"),
        NoEntrant::Missing => "aucun fichier ni dossier ne porte ce nom".to_owned(),
        NoEntrant::Manifest { what } => format!("son {MANIFEST} est faux : {what}"),
        NoEntrant::OtherGame { game } => format!("il joue à {game}"),
        NoEntrant::NoGame(error) => format!("son {MANIFEST} : {error}"),
        NoEntrant::NoCommand { command } => format!("sa commande n’existe pas : {command}"),
        NoEntrant::NotBuilt { command } => format!(
            "sa commande n’existe pas : {command} ; il a un Makefile : lancez make dans son dossier"
        ),
        NoEntrant::NotItsOwn { command } => {
            format!("sa commande n’est ni dans son dossier ni du système : {command}")
        }
        NoEntrant::CannotStart(why) => cannot_start_in_french(why),
        NoEntrant::Link => "c’est un lien qui mène hors de son dossier".to_owned(),
        NoEntrant::NotCopied { what } => format!("il ne peut pas être copié : {what}"),
        NoEntrant::Smoke(trial) => format!("il n’a joué aucun coup légal : {}", trial.what),
        NoEntrant::Twice => "nommé deux fois, il ne joue qu’une fois".to_owned(),
        NoEntrant::Nothing => format!("il n’y a ni {MANIFEST} ni fichier exécutable"),
        NoEntrant::TooBig => {
            "il est trop grand : plus de 1 GiB, ou plus de 20 000 fichiers".to_owned()
        }
        // The error itself states the limit.
        NoEntrant::LongCommand => with_causes(why),
    }
}

fn cannot_start_in_french(why: &CannotStart) -> String {
    let why = match why {
        CannotStart::NotExecutable(file) => {
            let file = file.display();
            format!("{file} n’est pas exécutable : chmod +x {file}")
        }
        CannotStart::Unreadable(file) => {
            let file = file.display();
            format!("{file} ne peut pas être lu : chmod a+r {file}")
        }
        CannotStart::NoExec(file) => format!(
            "{} est sur un système de fichiers monté en noexec : déplacez-le dans un autre dossier",
            file.display()
        ),
        CannotStart::Empty(file) => {
            format!("{} est vide : mettez-y le programme", file.display())
        }
        CannotStart::NoInterpreter { file, interpreter } => format!(
            "la première ligne de {} demande {interpreter}, qui n’est pas installé : installez-le, ou nommez-en un autre",
            file.display()
        ),
        CannotStart::CarriageReturn(file) => {
            let file = file.display();
            format!(
                "la première ligne de {file} finit par un retour chariot de Windows : sed -i 's/\\r$//' {file}"
            )
        }
        CannotStart::NoProgram(file) => format!(
            "{} n’est ni un programme de ce système ni un script qui nomme son interpréteur : mettez en première ligne #!/bin/sh, ou ce qui le lance",
            file.display()
        ),
        CannotStart::OtherMachine { file, built_for } => format!(
            "{} est compilé pour {built_for}, cette machine est {} : compilez-le ici",
            file.display(),
            std::env::consts::ARCH
        ),
        CannotStart::NoLoader { file, loader } => format!(
            "{} a besoin du chargeur {loader}, qui n’est pas installé : compilez-le ici, ou en statique",
            file.display()
        ),
        CannotStart::Refused { file, why } => format!(
            "le bac à sable ne peut pas lancer {} : {why} ; les programmes et leurs interpréteurs doivent être dans le dossier du joueur ou dans ceux du système",
            file.display()
        ),
    };
    format!("il ne peut pas être lancé : {why}")
}

fn cannot_start_in_italian(why: &CannotStart) -> String {
    let why = match why {
        CannotStart::NotExecutable(file) => {
            let file = file.display();
            format!("{file} non è eseguibile: chmod +x {file}")
        }
        CannotStart::Unreadable(file) => {
            let file = file.display();
            format!("{file} non si può leggere: chmod a+r {file}")
        }
        CannotStart::NoExec(file) => format!(
            "{} sta su un file system montato con noexec: va spostato in un'altra cartella",
            file.display()
        ),
        CannotStart::Empty(file) => {
            format!("{} è vuoto: il programma va messo lì", file.display())
        }
        CannotStart::NoInterpreter { file, interpreter } => format!(
            "la prima riga di {} chiede {interpreter}, che non è installato: va installato, oppure la riga ne nomini un altro",
            file.display()
        ),
        CannotStart::CarriageReturn(file) => {
            let file = file.display();
            format!(
                "la prima riga di {file} finisce con un ritorno a capo di Windows: sed -i 's/\\r$//' {file}"
            )
        }
        CannotStart::NoProgram(file) => format!(
            "{} non è né un programma di questo sistema né uno script che nomina il suo interprete: la prima riga sia #!/bin/sh, o ciò che lo esegue",
            file.display()
        ),
        CannotStart::OtherMachine { file, built_for } => format!(
            "{} è compilato per {built_for}, questa macchina è {}: va compilato qui",
            file.display(),
            std::env::consts::ARCH
        ),
        CannotStart::NoLoader { file, loader } => format!(
            "a {} serve il loader {loader}, che non è installato: va compilato qui, o in modo statico",
            file.display()
        ),
        CannotStart::Refused { file, why } => format!(
            "la sandbox non può avviare {}: {why}; i programmi e i loro interpreti devono stare nella cartella del giocatore o in quelle del sistema",
            file.display()
        ),
    };
    format!("non si può avviare: {why}")
}
