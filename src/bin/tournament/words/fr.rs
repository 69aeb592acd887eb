//! French.

use std::borrow::Cow;

use arbitro_cli::ending::without_error_number;
use arbitro_tournament::{CannotStart, MANIFEST, NoEntrant, with_causes};
use arbitro_words::{Count, Language, say};

use super::{Label, Left, StatusHead, Text, Wrong, left_time};

const HERE: Language = Language::French;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::DamagedLine { journal, line, damage } => format!("{journal}, ligne {line} : {damage} ; elle ne compte pas"),
        Text::TornLine { journal, bytes } => format!("{journal} : la dernière ligne est coupée ({bytes} octets) ; elle ne compte pas"),
        Text::WrongLine { journal, line, wrong } => format!("{journal}, ligne {line} : {}", wrong_line(wrong)),
        Text::Replayed { matches, plies, wrong } => {
            let (matches, plies) = (say(&Count::Matches(*matches), HERE), say(&Count::Plies(*plies), HERE));
            match wrong {
                0 => format!("rejoué : {matches}, {plies}, tout est comme écrit"),
                wrong => format!("rejoué : {matches}, {plies}, {wrong} pas comme écrit"),
            }
        }
        Text::AnalysisBar => return "{bar:30} parties : {pos}/{len}, encore {left}".into(),
        Text::AnalysisKept => return "l’analyse faite jusqu’ici est conservée ; la même commande reprend de là".into(),
        Text::Analysed { matches: 1 } => return "1 partie analysée maintenant".into(),
        Text::Analysed { matches } => format!("{matches} parties analysées maintenant"),
        Text::UnusedAnalysis { path, line, problem } => format!("{path}, ligne {line} : {problem} ; elle est écartée jusqu’à une nouvelle analyse"),
        Text::CopiesRemoved { folder, more: 0 } => format!("copies de joueurs supprimées, laissées par un tournoi interrompu : {folder}"),
        Text::CopiesRemoved { folder, more } => format!("copies de joueurs supprimées, laissées par des tournois interrompus : {folder} et {more} de plus"),
        Text::TrialBar => return "parties d’essai, qui ne comptent pas {wide_bar} {pos}/{len}".into(),
        Text::PlaysBadly { name, what } => format!("{name} joue, mais pas bien : {}", what.join(" ; ")),
        Text::Falters { player, ply, what } => format!("comme {player} (joueur {}), demi-coup {ply} : {what}", player.number()),
        Text::Untried { name, why } => format!("{name} n’a pas été essayé, et participe : {why}"),
        Text::NoPlayer { game } => format!("un tournoi de {game} demande au moins deux joueurs, on n’en a trouvé aucun"),
        Text::OnePlayer { game } => format!("un tournoi de {game} demande au moins deux joueurs, on n’en a trouvé qu’un"),
        Text::WhyLeftOut(why) => without_error_number(&left_out(why)),
        Text::LeftOut { path, why } => format!("écarté : {path} : {why}"),
        Text::EvidenceKept { folder } => format!("  ses plateaux et ce qu’il a affiché sont dans {folder}"),
        Text::PlaysOther { named, game } => format!("écarté : {named} : il joue à {game}"),
        Text::PlayOther { named, more: 0, game } => format!("écartés : {named} : ils jouent à {game}"),
        Text::PlayOther { named, more, game } => format!("écartés : {named} et {more} de plus : ils jouent à {game}"),
        Text::NeedsProcesses { name } => format!("{name} a besoin de plusieurs processus, et ici un joueur non fiable est limité à un seul processus (`verify doctor` en dit plus ; --unsafe le lance quand même)"),
        Text::Untrusted { name } => format!("{name} n’est pas un joueur fourni, ou a été modifié, et les joueurs non fiables ne sont pas lancés ici (`verify doctor` en dit plus ; --unsafe les lance quand même)"),
        Text::BundledPlay => return "les joueurs fournis sont fiables et jouent ; `verify doctor` dit quelles promesses ne tiendraient pas pour des joueurs non fiables".into(),
        Text::UntrustedPlay => return "--unsafe : ils jouent quand même, et peuvent tout ce que peut celui qui les lance".into(),
        Text::OpeningsAfter { plies } => format!("à partir de la deuxième paire de parties, on commence après {plies} coups tirés au sort, les mêmes pour les deux couleurs (--openings none : toujours depuis la position initiale)"),
        Text::FolderTaken { folder } => format!("{folder} : un autre tournoi se joue dans ce dossier"),
        Text::FolderUsed { folder } => format!("{folder} : il contient déjà un tournoi ; reprenez-le par --resume, ou nommez un autre dossier"),
        Text::SharedCores { cores } => format!("plusieurs parties à la fois, de ce tournoi ou d’un autre, se jouent sur le cœur {cores} : l’une peut mettre les joueurs de l’autre en retard ; moins de --jobs l’évitent"),
        Text::Bar { is_bounded: true } => return "{bar:30} parties : {pos}/{len}, {per_sec}, encore {left}, en tête : {wide_msg}".into(),
        Text::Bar { is_bounded: false } => return "{spinner} parties : {pos}, {per_sec}, en tête : {wide_msg}".into(),
        Text::Decided { last, llr } => format!("décidé après {}, rapport de log-vraisemblance {llr:.2}", say(&Count::Matches(*last), HERE)),
        Text::Progress { done, rate, left: Some(Left { matches, seconds }), leader } => format!("parties : {done} sur {matches}, {rate:.1} par seconde, encore {}, en tête : {leader}", left_time(*seconds)),
        Text::Progress { done, rate, left: None, leader } => format!("parties : {done}, {rate:.1} par seconde, en tête : {leader}"),
        Text::FilesIn { folder, files } => format!("dans {folder} : {files}"),
        Text::RunStopped { played, again } => format!("arrêté après {} ; reprise par `{again}`", say(&Count::Matches(*played), HERE)),
        Text::Planned { game, format, players, seed } => format!("{game}, {format}, {players} joueurs, graine {seed}"),
        Text::Dealt { rounds, matches, shards, largest } => {
            let round = rounds.map(|rounds| format!("ronde 1 sur {rounds} : ")).unwrap_or_default();
            format!("{round}{} en {shards} parts, {largest} au plus dans chacune", say(&Count::Matches(*matches), HERE))
        }
        Text::NextSteps { out, last } => format!("ensuite : `tournament work {out} --shard I`, I de 0 à {last}, sur n’importe quelle machine ; puis `tournament merge {out}`"),
        Text::Shard { shard, of: Some(shards), what } => format!("part {shard} sur {shards} : {}", words(what)),
        Text::Shard { shard, of: None, what } => format!("part {shard} : {}", words(what)),
        Text::OverBefore => return "le tournoi était fini avant cette ronde".into(),
        Text::NoMatchInIt => return "elle ne contient aucune partie".into(),
        Text::Done { done, matches, folder } => format!("parties : {done} sur {matches}, dans {folder}"),
        Text::ShardStopped { again } => format!("arrêté ; reprise par `{again}`"),
        Text::Void { void, again } => format!("parties annulées : {void}, la machine était trop occupée, ou a failli ; à rejouer par `{again}`"),
        Text::NextRound { matches, round, rounds } => format!("jusqu’ici {} ; la ronde {round} sur {rounds} peut se jouer", say(&Count::Matches(*matches), HERE)),
        Text::Flaw(flaw) => (*flaw).to_owned(),
        Text::MoreFlaws(more) => format!("et {more} de plus du même genre"),
        Text::PlayAgain { command } => format!("  à rejouer par : {command}"),
        Text::NotMerged { lacking, shards, list } => format!("rien n’a été réuni ; parts incomplètes : {lacking} sur {shards} : {list}"),
        Text::Status(StatusHead { game, format, players, round, shards, state }) => {
            let round = round.map(|[round, rounds]| format!("ronde {round} sur {rounds}, ")).unwrap_or_default();
            format!("{game}, {format}, {players} joueurs, {round}{shards} parts : {}", label(*state))
        }
        Text::Label(it) => return label(*it).into(),
    }
    .into()
}

fn wrong_line(wrong: &Wrong<'_>) -> String {
    match wrong {
        Wrong::Damage(damage) => (*damage).to_owned(),
        Wrong::Match { id, ply: Some(ply), text } => format!("partie {id}, coup {ply} : {text}"),
        Wrong::Match { id, ply: None, text } => format!("partie {id} : {text}"),
    }
}

const fn label(label: Label) -> &'static str {
    match label {
        Label::Shard => "part",
        Label::Matches => "parties",
        Label::Done => "finies",
        Label::Open => "ouvertes",
        Label::Void => "annulées",
        Label::Damaged => "abîmées",
        Label::Double => "doubles",
        Label::Running | Label::Playing => "en cours",
        Label::Total => "total",
        Label::Finished => "fini",
        Label::Merging => "à réunir",
    }
}

fn left_out(why: &NoEntrant) -> String {
    match why {
        NoEntrant::Io(error) => format!("il ne peut pas être lu : {error}"),
        NoEntrant::Missing => "aucun fichier ni dossier ne porte ce nom".to_owned(),
        NoEntrant::Manifest { what } => format!("son {MANIFEST} est faux : {what}"),
        NoEntrant::OtherGame { game } => format!("il joue à {game}"),
        NoEntrant::NoGame(error) => format!("son {MANIFEST} : {error}"),
        NoEntrant::NoCommand { command } => format!("sa commande n’existe pas : {command}"),
        NoEntrant::NotBuilt { command } => format!(
            "sa commande n’existe pas : {command} ; il a un Makefile : lancez make dans son dossier"
        ),
        NoEntrant::NotItsOwn { command } => {
            format!("sa commande n’est ni dans son dossier ni du système : {command}")
        }
        NoEntrant::CannotStart(why) => cannot_start(why),
        NoEntrant::Link => "c’est un lien qui mène hors de son dossier".to_owned(),
        NoEntrant::NotCopied { what } => format!("il ne peut pas être copié : {what}"),
        NoEntrant::Smoke(trial) => {
            format!("il n’a joué aucun coup légal : {}", say(&trial.fault, Language::French))
        }
        NoEntrant::Twice => "nommé deux fois, il ne joue qu’une fois".to_owned(),
        NoEntrant::Nothing => format!("il n’y a ni {MANIFEST} ni fichier exécutable"),
        NoEntrant::TooBig => {
            "il est trop grand : plus de 1 GiB, ou plus de 20 000 fichiers".to_owned()
        }
        // The error itself states the limit.
        NoEntrant::LongCommand => with_causes(why),
    }
}

fn cannot_start(why: &CannotStart) -> String {
    let why = match why {
        CannotStart::NotExecutable(file) => {
            let file = file.display();
            format!("{file} n’est pas exécutable : chmod +x {file}")
        }
        CannotStart::Unreadable(file) => {
            let file = file.display();
            format!("{file} ne peut pas être lu : chmod a+r {file}")
        }
        CannotStart::NoExec(file) => format!(
            "{} est sur un système de fichiers monté en noexec : déplacez-le dans un autre dossier",
            file.display()
        ),
        CannotStart::Empty(file) => {
            format!("{} est vide : mettez-y le programme", file.display())
        }
        CannotStart::NoInterpreter { file, interpreter } => format!(
            "la première ligne de {} demande {interpreter}, qui n’est pas installé : installez-le, ou nommez-en un autre",
            file.display()
        ),
        CannotStart::CarriageReturn(file) => {
            let file = file.display();
            format!(
                "la première ligne de {file} finit par un retour chariot de Windows : sed -i 's/\\r$//' {file}"
            )
        }
        CannotStart::NoProgram(file) => format!(
            "{} n’est ni un programme de ce système ni un script qui nomme son interpréteur : mettez en première ligne #!/bin/sh, ou ce qui le lance",
            file.display()
        ),
        CannotStart::OtherMachine { file, built_for } => format!(
            "{} est compilé pour {built_for}, cette machine est {} : compilez-le ici",
            file.display(),
            std::env::consts::ARCH
        ),
        CannotStart::NoLoader { file, loader } => format!(
            "{} a besoin du chargeur {loader}, qui n’est pas installé : compilez-le ici, ou en statique",
            file.display()
        ),
        CannotStart::Refused { file, why } => format!(
            "le bac à sable ne peut pas lancer {} : {why} ; les programmes et leurs interpréteurs doivent être dans le dossier du joueur ou dans ceux du système",
            file.display()
        ),
    };
    format!("il ne peut pas être lancé : {why}")
}
