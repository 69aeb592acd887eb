//! French.

use std::borrow::Cow;

use arbitro_engine::search::ExactValue;
use arbitro_records::Problem;
use arbitro_words::{Language, Loser, say};

use super::{Text, did, ended, listed};
use crate::attack::Attack;
use crate::seems::Seems;

const HERE: Language = Language::French;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match *text {
        Text::NextSteps { play, within } => format!(
            "verify: ceci arbitre une partie ; lancez ses joueurs en moins de {within:?}, dans ce dossier, dans deux autres terminaux :
  {play} 1
  {play} 2
Pour un tournoi entier des joueurs fournis : Ctrl-C ici, puis `tournament`.
Tous les autres usages : `verify --help`."
        )
        .into(),
        Text::FirstBoard { first, file } => {
            format!("{first} est là ; on attend que x (le joueur 1) écrive {file}").into()
        }
        Text::PlayersGoOn => {
            "les joueurs écrivent encore des plateaux ici : arrêtez-les, par Ctrl-C ou kill".into()
        }
        Text::NoteLabel => "remarque".into(),
        Text::MoreFaults(more) => format!("  et {more} de plus (--all montre tout)").into(),
        Text::RulesInEnglish => "les règles n’existent qu’en anglais".into(),
        Text::MoreFindings(more) => format!("  et {more} de plus avec une erreur (--all les montre)").into(),
        Text::Valid => "valide".into(),
        Text::Invalid => "non valide".into(),
        Text::BoardOf(game) => format!(" comme plateau de {game}").into(),
        Text::FaultyBoardOf { game, faults } => {
            let faults = counted(faults as u64, "défaut", "défauts");
            format!(" comme plateau de {game}, {faults}").into()
        }
        Text::Legal => "légal".into(),
        Text::Plays { player, played } => format!(", le joueur {player} joue {played}").into(),
        Text::PlaysIn { player, played, took } => {
            format!(", le joueur {player} joue {played} ({} ms)", took.as_millis()).into()
        }
        Text::Illegal => "illégal".into(),
        Text::IllegalFor { player, why } => {
            let code = why.diagnosis.code.name();
            format!(" pour le joueur {player} : {} ({code})", say(&why, HERE)).into()
        }
        Text::InvalidBoard => "plateau non valide".into(),
        Text::AfterTheMove => " après le coup".into(),
        Text::Right => "correcte".into(),
        Text::Wrong => "fausse".into(),
        Text::Incomplete => "incomplète".into(),
        Text::NotJudged => "non jugée".into(),
        Text::WithoutMoves => "sans coups".into(),
        Text::Unjudged(None) => "rien à juger".into(),
        Text::Unjudged(Some(why)) => say(why, HERE),
        Text::Because(why) => format!(" : {}", words(why)).into(),
        Text::Plies { plies, how } => {
            format!(", {}, {}", counted(plies, "coup", "coups"), words(how)).into()
        }
        Text::Problem(Problem { ply: Some(ply), written: Some(written), text }) => {
            format!(" au coup {ply} : {written:?} : {}", say(text, HERE)).into()
        }
        Text::Problem(Problem { ply: Some(ply), written: None, text }) => {
            format!(" au coup {ply} : {}", say(text, HERE)).into()
        }
        Text::Problem(Problem { ply: None, text, .. }) => format!(": {}", say(text, HERE)).into(),
        Text::ResultLabel => "résultat".into(),
        Text::Outcome(Some(winner)) => format!("le joueur {winner} gagne").into(),
        Text::Outcome(None) | Text::Exact(ExactValue::Draw) => "nulle".into(),
        Text::Reason { winner, reason: Some(reason) } => ended(reason, winner, HERE),
        Text::Reason { reason: None, .. } => "d’après le résultat".into(),
        Text::End { winner, reason } => {
            format!("{} : {}", words(&Text::Outcome(winner)), words(&Text::Reason { winner, reason }))
                .into()
        }
        Text::NoWinner { reason } => {
            format!("personne ne gagne : {}", ended(reason, None, HERE)).into()
        }
        Text::NoResult => "aucun résultat annoncé".into(),
        Text::NotOver { turn } => format!("pas finie, au joueur {turn} de jouer").into(),
        Text::Lost { player, reason } => {
            did(Loser::Player(player), reason, HERE)
        }
        Text::LostAt { player, file, ply } => {
            let file = file.map_or_else(String::new, |it| format!(" ({it})"));
            format!("{file} au coup {ply} : le joueur {} gagne", !player).into()
        }
        Text::ValidOf { right, matches } => format!(", {right} sur {matches} valides").into(),
        Text::BoardTotals { valid, boards } => {
            match valid {
                0 | 1 => format!("{valid} plateau valide sur {boards}"),
                _ => format!("{valid} plateaux valides sur {boards}"),
            }
            .into()
        }
        Text::Totals { matches, plies, wrong, not_judged, without_moves } => {
            let matches = counted(matches, "partie", "parties");
            let plies = counted(plies, "coup", "coups");
            let mut total = format!("{matches}, {plies}, {wrong} avec une erreur");
            if not_judged > 0 {
                total += &format!(" ; {not_judged} non jugées");
            }
            if without_moves > 0 {
                total += &format!(" ; {without_moves} sans coups");
            }
            total.into()
        }
        Text::NotRecords(it) => format!("il ne contient aucune partie enregistrée : {}", seems(it)).into(),
        Text::NoBoards => "il ne contient aucun plateau".into(),
        Text::Tolerated(it) => format!("toléré : {}", say(&it, HERE)).into(),
        Text::Corrected(it) => format!("toléré, et corrigé : {}", say(&it, HERE)).into(),
        Text::FaultsInBrackets => "le plateau, les défauts entre crochets :".into(),
        Text::Before => "avant :".into(),
        Text::After => "après :".into(),
        Text::Wrote { file, player } => {
            format!("{}, tel que le joueur {player} l’a écrit :", file.unwrap_or(ITS_FILE)).into()
        }
        Text::Players { x, o } => format!("  x : {x}, o : {o}").into(),
        Text::Fault { player, reason, why } => {
            let did = did(Loser::Named(player), reason, HERE);
            format!("  {did} : {}", say(&why, HERE)).into()
        }
        Text::WroteNoBoard { file, player } => {
            let file = file.unwrap_or(ITS_FILE);
            format!("  {file}, tel que le joueur {player} l’a écrit, n’est pas un plateau :").into()
        }
        Text::Exact(ExactValue::Win(plies)) => format!("gain en {plies}").into(),
        Text::Exact(ExactValue::Loss(plies)) => format!("perte en {plies}").into(),
        Text::Leaves { count, depth, seconds, millions } => {
            let leaves = if count == 1 { "feuille" } else { "feuilles" };
            format!(
                "{count} {leaves} à la profondeur {depth}, {seconds:.3} s, {millions:.1} M coups/s"
            )
            .into()
        }
        Text::ChannelsLabel => "canaux".into(),
        Text::Narrowed => "réduits".into(),
        Text::Channels => " : un programme voit combien de mémoire et de place il reste à la machine, et combien elle est occupée".into(),
        Text::AttackLabel => "attaque".into(),
        Text::Attack(it) => attack(it).into(),
        Text::Attacker(it) => format!(" : un programme {}", attack(it)).into(),
        Text::Denied => "empêchée".into(),
        Text::Succeeded => "réussie".into(),
        Text::SucceededAsAllowed => "réussie, comme une promesse approximative le permet".into(),
        Text::Strangers => "les programmes d’inconnus".into(),
        Text::MayRun => "peuvent être lancés ici".into(),
        Text::MayRunWithGaps => "peuvent être lancés ici, avec des lacunes".into(),
        Text::MayNotRun => "ne peuvent pas être lancés ici".into(),
        Text::Gaps([]) => "".into(),
        Text::Gaps(gaps) => format!(" : {}", listed(gaps, HERE)).into(),
    }
}

const ITS_FILE: &str = "son fichier";

/// In French none is singular.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count < 2 { one } else { many })
}

const fn seems(seems: Seems) -> &'static str {
    match seems {
        Seems::Empty => "il est vide",
        Seems::Boards => {
            "ce sont sans doute des plateaux : chacun va dans son propre fichier, board_1.txt, board_2.txt et ainsi de suite"
        }
        Seems::Utf16 => "c’est du texte UTF-16 : il faut l’enregistrer en UTF-8",
        Seems::Archive => "c’est une archive : il faut d’abord l’extraire",
        Seems::Binary => "il est binaire",
        Seems::Text => "c’est sans doute un texte d’un autre genre",
    }
}

/// Says what a program does.
const fn attack(attack: Attack) -> &'static str {
    match attack {
        Attack::None => "ne fait rien de mal",
        Attack::ReadElsewhere => "lit un fichier qui n’est pas à lui",
        Attack::WriteElsewhere => "écrit un fichier hors de son dossier",
        Attack::ChangeModeElsewhere => "change les droits d’un fichier qui n’est pas à lui",
        Attack::RunOwnFile => "lance un programme qu’il a écrit lui-même",
        Attack::TcpSocket => "ouvre une prise TCP",
        Attack::UdpSocket => "ouvre une prise UDP",
        Attack::UnixSocket => "ouvre une prise dans son dossier",
        Attack::SeeProcess => "trouve un autre processus",
        Attack::SignalProcess => "envoie un signal à un autre processus",
        Attack::ManyProcesses => "lance 200 processus",
        Attack::ManyThreads => "lance 200 fils",
        Attack::HugeFile => "écrit un fichier de 1 GiB",
        Attack::ManyFiles => "remplit son dossier de 100 MiB",
        Attack::MuchMemory => "utilise 300 MiB de mémoire sans être remarqué",
        Attack::MuchMemoryInMany => "utilise 300 MiB dans dix processus sans être remarqué",
        Attack::PageTables => "utilise 48 MiB sur 32 en tables de pages sans être remarqué",
        Attack::Mappings => {
            "utilise 48 MiB sur 32 pour la liste de ses projections sans être remarqué"
        }
        Attack::Queues => "utilise 48 MiB sur 32 en files d’inotify sans être remarqué",
        Attack::Pipes => "utilise 48 MiB sur 32 en tubes sans être remarqué",
        Attack::Sockets => "utilise 48 MiB sur 32 en octets non lus de sockets sans être remarqué",
        Attack::Epolls => "utilise 48 MiB sur 32 en entrées d’epoll sans être remarqué",
        Attack::NewNamespace => "crée un espace de noms, le premier pas pour devenir root",
        Attack::LockFile => {
            "fait un appel système dont aucun joueur n’a besoin : il verrouille un fichier"
        }
        Attack::HideTime => "calcule dans un processus à part qui ne lui est pas compté",
        Attack::ComputeWhileFrozen => "calcule pendant qu’il est gelé",
        Attack::Survive => "laisse un processus derrière lui",
        Attack::Compute => "calcule un moment",
        Attack::HoldMemory => "utilise de la mémoire un moment",
        Attack::HoldMappings => "garde des projections un moment",
        Attack::HoldEpolls => "garde des entrées d’epoll un moment",
    }
}
