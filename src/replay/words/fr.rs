//! French.

use std::borrow::Cow;

use arbitro_rules::Player;
use arbitro_words::{Language, say};

use super::{KeyHelp, Text, code, did, played, value, variation};
use crate::search::SearchEvent;
use crate::shown::Evaluation;
use arbitro_records::WrongMove;

const HERE: Language = Language::French;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match *text {
        Text::TooSmall { columns, lines } => {
            format!("Une partie demande {columns} colonnes et {lines} lignes ; q quitte.").into()
        }
        Text::Reading => "lecture en cours".into(),
        Text::MatchOf { number, count } => format!(" partie {number} sur {count}").into(),
        Text::WallsLeft { x, o } => format!("murs restants : x {x}, o {o}").into(),
        Text::BoardBy { file, player } => {
            format!("{} du joueur {player}", file.unwrap_or(NEXT_BOARD)).into()
        }
        Text::ItWouldHaveMade => "en serait venu".into(),
        Text::Start { plies, turn } => {
            let turn = turn.map_or_else(String::new, |it| words(&Text::ToMove(it)).into_owned());
            format!("coup 0 sur {plies} : le début{turn}").into()
        }
        Text::Ply { ply, plies, mv } => {
            let played = played(mv, ", en prend", ", devient dame");
            format!("coup {ply} sur {plies} : {played}").into()
        }
        Text::ReadingBoards { read, boards } => {
            format!("lecture : {read} plateaux sur {boards}").into()
        }
        Text::Playing { pace } => format!("défile, {:.2} s par coup", pace.as_secs_f64()).into(),
        Text::Note(note) => format!("remarque : {note}").into(),
        Text::Evaluation { turn, found } => evaluation(turn, found).into(),
        Text::TypedPly(number) => format!("au coup : {number}_").into(),
        Text::KeysBelow { has_list } => {
            let list = if has_list { "  Tab liste" } else { "" };
            format!("? touches  q quitte  flèches pas  espace lit  c prise  f fin  e évalue{list}")
                .into()
        }
        Text::NoSuchPly { plies, is_growing } => {
            let so_far = if is_growing { " jusqu’ici" } else { "" };
            format!("coups{so_far} : {plies}").into()
        }
        Text::NoSuchEvent { event, is_after } => {
            let event = match event {
                SearchEvent::Capture => "pas de prise",
                SearchEvent::Crowning => "pas de nouvelle dame",
                SearchEvent::Wall => "pas de mur",
            };
            let side = if is_after { "après" } else { "avant" };
            format!("{event} {side} ce coup").into()
        }
        Text::NoOtherMatch => "il n’y a pas d’autre partie de ce côté".into(),
        Text::Matches(count @ (0 | 1)) => format!("{count} partie").into(),
        Text::Matches(count) => format!("{count} parties").into(),
        Text::Searching(text) => format!("on cherche {text}").into(),
        Text::Found { found, count, text } => {
            format!("parties avec {text} : {found} sur {count}").into()
        }
        Text::KeysOfList => {
            "haut/bas choisit  Entrée montre  / cherche  Tab retour  q quitte".into()
        }
        Text::Keys => "Touches".into(),
        Text::Key(it) => key(it).into(),
        Text::Signs => "[ ] le dernier coup, ( ) pris, < > la faute, = # le dernier mur".into(),
        Text::AnyKey => "une touche : retour".into(),
        Text::CannotPlay(it) => {
            let (ply, player, text, why) = (it.ply, it.player, &it.text, say(&it.why, HERE));
            format!("coup {ply} : le joueur {player} ne peut pas jouer {text} : {why}").into()
        }
        Text::Fault { fault, why } => {
            let why = why.map_or("le procès-verbal n’en dit pas plus".into(), |it| {
                say(&it.message(), HERE)
            });
            format!("coup {} : {} : {why}{}", fault.ply, did(fault, HERE), code(fault)).into()
        }
        Text::NoteLabel => "remarque".into(),
        Text::ToMove(player) => format!(", au joueur {player} de jouer").into(),
        Text::WouldHaveMade => "le plateau qui en serait venu :".into(),
        Text::Wrote { file, player } => {
            format!("{}, tel que le joueur {player} l’a écrit :", file.unwrap_or(NEXT_BOARD)).into()
        }
        Text::OneMatchOf(many) => format!(
            "--ply vaut pour une seule partie, et il y en a {many} : dites laquelle par --match"
        )
        .into(),
        Text::ListedMatches(count) => format!("{count} parties ; --match ID en montre une").into(),
        Text::WrittenUpTo { id, wrong: WrongMove { ply, why, .. } } => {
            let why = say(why, HERE);
            format!("partie {id} : le coup {ply} est faux, elle est écrite jusque-là : {why}")
                .into()
        }
        Text::Written { matches, files, folder } => {
            let matches = counted(matches, "partie", "parties");
            let file = if files == 1 { "fichier" } else { "fichiers" };
            format!("{matches} dans {files} {file} : {folder}").into()
        }
        Text::OneMatch => "--ply vaut pour une seule partie : dites laquelle par --match".into(),
        Text::PlyBar => "{bar:30} coups : {pos}/{len}, encore {eta}".into(),
        Text::MatchBar => "{bar:30} parties : {pos}/{len}, encore {eta}".into(),
        Text::Stopped { done, all } => format!("arrêté ; parties : {done} sur {all}").into(),
        Text::JudgedBy { depth, table_pieces } => {
            let plies = counted(depth.into(), "coup", "coups");
            let tables = match table_pieces {
                0 => String::new(),
                most => format!(" et des tables de finales jusqu’à {most} pièces"),
            };
            format!("jugée par une recherche de {plies}{tables} : ? a perdu un peu, ?? beaucoup")
                .into()
        }
        Text::MatchesHead => "parties".into(),
        Text::Heads => "  coups   jugés  sans perte     perdu/coup      bévues".into(),
        Text::NothingLost => "aucun coup n’a rien perdu que cette recherche voie".into(),
        Text::Worst(it) => {
            let best = it.best.as_deref().unwrap_or_default();
            format!(
                "le pire : coup {}, le joueur {} a joué {}{} ; {best} valait mieux : \
                 {} au lieu de {}",
                it.ply,
                it.player,
                it.played,
                it.verdict.mark(),
                value(it.best_value, HERE),
                value(it.played_value, HERE)
            )
            .into()
        }
        Text::BoardBefore { player } => {
            format!("le plateau d’avant, au joueur {player} de jouer, le meilleur coup marqué :")
                .into()
        }
    }
}

const NEXT_BOARD: &str = "le plateau suivant";

/// In French none is singular.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count < 2 { one } else { many })
}

fn evaluation(turn: Option<Player>, found: Option<&Result<Evaluation, String>>) -> String {
    let who = turn.map_or_else(String::new, |it| format!("pour le joueur {it}"));
    match found {
        None if turn.is_none() => "évaluation : pas encore de position".into(),
        None => format!("évaluation {who} : en cours"),
        Some(Ok(it)) => {
            let Evaluation { best, value, depth, .. } = it;
            let line = variation(it);
            format!("évaluation {who} : {value}, le meilleur {best} (profondeur {depth}) : {line}")
        }
        Some(Err(why)) => format!("évaluation {who} : aucune, {why}"),
    }
}

const fn key(key: KeyHelp) -> &'static str {
    match key {
        KeyHelp::Step => "un coup en arrière, un en avant",
        KeyHelp::Page => "dix coups",
        KeyHelp::Ends => "début, fin",
        KeyHelp::ToPly => "au coup 12",
        KeyHelp::Play => "lire, pause",
        KeyHelp::Pace => "plus vite, moins vite",
        KeyHelp::Capture => "prise suivante, précédente",
        KeyHelp::Crowning => "nouvelle dame suivante, précédente",
        KeyHelp::Wall => "mur suivant, précédent",
        KeyHelp::Fault => "la fin, et ce qui n’a pas été",
        KeyHelp::Evaluation => "évaluation oui, non",
        KeyHelp::OtherMatch => "une autre partie",
        KeyHelp::List => "toutes les parties ; / cherche",
        KeyHelp::Turn => "tourner le plateau",
        KeyHelp::Leave => "quitter",
    }
}
