//! French.

pub(crate) mod diagnosis;
mod faults;
mod phrases;

use std::borrow::Cow;
use std::time::Duration;

pub(crate) use faults::{alternatives, board_fault, fen, leniency, move_text, setup_fault};
pub(crate) use phrases::draw_rule;

use crate::ending::Ends;
use crate::fault::{quoted, size};
use crate::{Count, Language, Loser, OfFault, WallsLeft, say};
use arbitro_referee::{Clock, Detail, Excess, Slip, Warning};
use arbitro_rules::notation::{BoardCause, Turn};
use arbitro_rules::{GameId, Player, Reason};

pub(crate) fn count(count: &Count) -> String {
    match count {
        Count::Matches(count @ (0 | 1)) => format!("{count} partie"),
        Count::Matches(count) => format!("{count} parties"),
        Count::Plies(count @ (0 | 1)) => format!("{count} coup"),
        Count::Plies(count) => format!("{count} coups"),
    }
}

pub(crate) fn walls_left(_: &WallsLeft) -> &'static str {
    "murs restants :"
}

/// How a match ended; of a loser, what it did.
pub(crate) fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoPieces => "n’a plus de pièces",
        Reason::NoMoves => "n’a pas de coup légal",
        Reason::Goal => "le but est atteint",
        Reason::MoveLimit => "la limite de coups est atteinte",
        Reason::Repetition => "la position s’est répétée",
        Reason::RuleDraw => "une règle de nulle du jeu",
        Reason::Rules => "selon les règles du jeu",
        Reason::IllegalMove => "a joué un coup illégal",
        Reason::Unchanged => "a laissé le plateau tel quel",
        Reason::InvalidBoard => "n’a pas écrit de plateau jouable",
        Reason::Timeout => "a mis trop de temps",
        Reason::Memory => "a utilisé trop de mémoire",
        Reason::Crash => "s’est planté",
        Reason::Exited => "s’est arrêté sans jouer",
        Reason::Output => "a trop écrit",
        Reason::Cheating => "a écrit ce qui n’est pas à lui",
        Reason::Void => "la machine a eu une panne",
        Reason::Agreed => "les joueurs se sont mis d’accord",
        Reason::Resigned => "a abandonné",
    }
}

pub(crate) fn label(ends: Ends, did: Cow<'static, str>) -> Cow<'static, str> {
    match ends {
        Ends::Forfeit => format!("forfait : {did}").into(),
        Ends::Drawn => format!("nulle : {did}").into(),
        Ends::Lost | Ends::Won => did,
        Ends::Void => "annulée".into(),
    }
}

pub(crate) fn won(winner: Player, why: &str) -> String {
    if why.is_empty() { format!("{winner} gagne") } else { format!("{winner} gagne : {why}") }
}

pub(crate) fn loser(loser: &Loser<'_>) -> String {
    match loser {
        Loser::Named(name) => (*name).to_owned(),
        Loser::Letter(player) => player.to_string(),
        Loser::Player(player) => self::player(*player),
    }
}

pub(crate) fn fault(detail: &Detail, of: &OfFault<'_>) -> String {
    match detail {
        Detail::Board(wrong) => of.wrong(wrong, Language::French),
        Detail::Late { allowed, clock, slip } => {
            late(*allowed, *clock) + &slipped(slip.as_ref(), of.ply)
        }
        Detail::Memory { limit } => format!("plus de {} de mémoire", size(*limit)),
        Detail::Killed { signal: number, denied, slip } => {
            let name = signal(*number).map_or_else(String::new, |name| format!(", {name}"));
            format!("il a été arrêté par le signal {number}{name}{}", called(denied.as_deref()))
                + &slipped(slip.as_ref(), of.ply)
        }
        Detail::WatcherKilled => {
            "le processus qui le surveille a été tué, chaque fois que la partie a été jouée".to_owned()
        }
        Detail::Exited { code, denied, slip } => {
            format!("il est sorti avec le code {code}{}", called(denied.as_deref()))
                + &slipped(slip.as_ref(), of.ply)
        }
        Detail::Output(Excess::File(most)) => format!("un fichier de plus de {}", size(*most)),
        Detail::Output(Excess::Printed(most)) => {
            format!("il a affiché plus de {} KiB", most >> 10)
        }
        Detail::Output(Excess::Folder) => "ses fichiers occupent toute la place qu’il y a".to_owned(),
        Detail::Output(Excess::Room) => {
            "ses fichiers n’ont laissé aucune place aux autres, chaque fois que la partie a été jouée".to_owned()
        }
        Detail::Ahead(board) => format!("board_{board}.txt a été écrit avant que ce soit son tour"),
        Detail::Occupied(board) => {
            format!("quelque chose du nom de board_{board}.txt a été créé dans son dossier")
        }
        Detail::NotItsOwn(board) => {
            format!("board_{board}.txt, qui n’est pas à lui, a été écrit")
        }
    }
}

fn late(allowed: Duration, clock: Clock) -> String {
    let seconds = allowed.as_secs_f64();
    match clock {
        Clock::Wall => format!("pas de plateau en {seconds} s"),
        Clock::Processor => format!("plus de {seconds} s de temps de processeur"),
    }
}

/// What it did instead of writing its board, after what it did.
fn slipped(slip: Option<&Slip>, ply: u64) -> String {
    slip.map_or_else(String::new, |it| format!(" ; {}", slip_of(it, ply)))
}

fn slip_of(slip: &Slip, ply: u64) -> String {
    let file = format!("board_{}.txt", ply.saturating_add(1));
    match slip {
        Slip::Elsewhere { wrote } => format!("il a écrit {wrote}, et non {file}"),
        Slip::Printed => format!("il a affiché un plateau, mais n’a pas écrit {file}"),
        Slip::Unclosed { is_empty: false } => format!("il a écrit {file}, mais ne l’a pas fermé"),
        Slip::Unclosed { is_empty: true } => {
            format!("il a créé {file}, mais n’y a rien écrit et ne l’a pas fermé")
        }
    }
}

/// Names the signals that usually come from the program itself.
fn signal(number: i32) -> Option<&'static str> {
    Some(match number {
        4 => "une instruction illégale",
        5 => "un point d’arrêt",
        6 => "abort : une assertion fausse ou une exception que personne n’a attrapée",
        7 => "une erreur de bus",
        8 => "une erreur de calcul, comme une division par zéro",
        9 => "kill",
        11 => "une erreur de segmentation",
        13 => "un tube rompu",
        14 => "un réveil",
        15 => "une demande d’arrêt",
        24 => "la limite de temps de processeur",
        31 => "un appel système qui n’existe pas ici",
        _ => return None,
    })
}

fn called(denied: Option<&str>) -> String {
    denied.map_or_else(String::new, |it| {
        format!(" ; il a appelé {it}, que les joueurs ne peuvent pas utiliser")
    })
}

pub(crate) fn more_faults(more: usize) -> String {
    format!("et {more} autres")
}

pub(crate) fn printed(line: &str) -> String {
    format!("il a affiché « {line} »")
}

pub(crate) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnusualStart => "board_1.txt n’est pas la position initiale habituelle".to_owned(),
        Warning::Tolerated { board, leniency } => {
            format!("board_{board}.txt a {}", say(leniency, Language::French))
        }
        Warning::Rewritten { board } => {
            format!("board_{board}.txt a été changé après avoir été jugé")
        }
        Warning::Ahead { board, answered } => format!(
            "board_{board}.txt a été écrit avant que board_{answered}.txt soit là : il faut l’écrire de nouveau"
        ),
        Warning::Left { player, count: 1, names } => {
            format!(
                "le joueur {} a laissé un fichier qui n’est pas un plateau : {}",
                player.number(),
                names.join(", ")
            )
        }
        Warning::Left { player, count, names } => format!(
            "le joueur {} a laissé {count} fichiers qui ne sont pas des plateaux : {}",
            player.number(),
            names.join(", ")
        ),
        Warning::Stray { name } => format!("{name} ne s’appelle pas board_N.txt et n’a pas été lu"),
        Warning::Missing { board, next } => format!(
            "board_{board}.txt manque, si bien que board_{next}.txt et la suite n’ont pas été jugés"
        ),
        Warning::AfterTheEnd { count: 1, next } => {
            format!("1 fichier de plus vient après la fin, board_{next}.txt ; il n’a pas été jugé")
        }
        Warning::AfterTheEnd { count, next } => format!(
            "{count} fichiers de plus viennent après la fin, à partir de board_{next}.txt ; ils n’ont pas été jugés"
        ),
    }
}

pub(crate) fn board_cause(cause: &BoardCause) -> Cow<'static, str> {
    match cause {
        BoardCause::ByteOrderMark => {
            "le fichier commence par une marque d’ordre des octets : enregistrez-le en UTF-8 sans elle".into()
        }
        BoardCause::Utf16 => "le fichier est du texte UTF-16 : enregistrez-le en UTF-8".into(),
        BoardCause::Binary => "le fichier est binaire : un plateau est du simple texte".into(),
        BoardCause::Html => "le fichier est du HTML : un plateau est du simple texte".into(),
        BoardCause::SeveralBoards => {
            "il y a plus d’un plateau dans le fichier : écrivez chacun dans un nouveau fichier".into()
        }
        BoardCause::Tabs => "il y a des tabulations dans le fichier : un plateau n’a que des espaces".into(),
        BoardCause::LineEnds => "les lignes finissent par des retours chariot, comme sous Windows ou sur un vieux Mac : finissez-les par un simple saut de ligne".into(),
        BoardCause::OtherGame(games) => board_of(games).into(),
        BoardCause::NoSeparators => {
            "il n’y a rien entre les cases : un espace en sépare deux".into()
        }
        BoardCause::Dots => {
            "les cases vides sont dessinées par des points : une case vide est un espace".into()
        }
        BoardCause::OtherSigns(signs) => format!(
            "des pièces ou des cases vides sont dessinées par {} : un plateau n’a que x X o O et des espaces",
            quoted(signs)
        )
        .into(),
        BoardCause::KingsAsMen => "les dames sont écrites comme des pions : elles sont X et O".into(),
        BoardCause::Turned(turns, games) => {
            let turns: Vec<&str> = turns.iter().map(|&it| turn(it)).collect();
            let turned = format!(
                "le plateau est {} : la rangée du haut est la première ligne, et chaque ligne commence par la colonne 0",
                turns.join(" ou ")
            );
            if games.is_empty() { turned.into() } else { format!("{turned} ; {}", board_of(games)).into() }
        }
    }
}

fn board_of(games: &[GameId]) -> String {
    format!("c’est un plateau de {} : dites-le par --game", GameId::list(games))
}

fn turn(turn: Turn) -> &'static str {
    match turn {
        Turn::UpsideDown => "retourné de haut en bas",
        Turn::Mirrored => "inversé de gauche à droite",
        Turn::Quarter => "tourné de 90 degrés",
        Turn::Half => "tourné de 180 degrés ou a x et o échangés",
        Turn::ByARow => "décalé d’une rangée",
        Turn::ByAColumn => "décalé d’une colonne",
    }
}

/// A player as the subject or object of a sentence.
pub(crate) fn player(player: Player) -> String {
    format!("le joueur {player}")
}

/// Boards of the game have one size.
pub(crate) fn one_size(game: GameId) -> String {
    format!("un plateau de {game} n’a qu’une taille et pas de murs : omettez size et walls")
}
