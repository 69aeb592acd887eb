//! Italian.

use std::borrow::Cow;

use arbitro_rules::Player;
use arbitro_words::{Language, counted, say};

use super::{KeyHelp, Text, code, did, played, value, variation};
use crate::search::SearchEvent;
use crate::shown::Evaluation;
use arbitro_records::WrongMove;

const HERE: Language = Language::Italian;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match *text {
        Text::TooSmall { columns, lines } => {
            format!("Una partita richiede {columns} colonne e {lines} righe; q esce.").into()
        }
        Text::Reading => "lettura in corso".into(),
        Text::MatchOf { number, count } => format!(" partita {number} di {count}").into(),
        Text::WallsLeft { x, o } => format!("muri rimasti: x {x}, o {o}").into(),
        Text::BoardBy { file, player } => {
            format!("{} del giocatore {player}", file.unwrap_or(NEXT_BOARD)).into()
        }
        Text::ItWouldHaveMade => "ne sarebbe venuto".into(),
        Text::Start { plies, turn } => {
            let turn = turn.map_or_else(String::new, |it| words(&Text::ToMove(it)).into_owned());
            format!("semimossa 0 di {plies}: l'inizio{turn}").into()
        }
        Text::Ply { ply, plies, mv } => {
            let played = played(mv, ", ne prende", ", diventa dama");
            format!("semimossa {ply} di {plies}: {played}").into()
        }
        Text::ReadingBoards { read, boards } => {
            format!("lettura: {read} tavolieri su {boards}").into()
        }
        Text::Playing { pace } => {
            format!("scorre, {:.2} s per semimossa", pace.as_secs_f64()).into()
        }
        Text::Note(note) => format!("nota: {note}").into(),
        Text::Evaluation { turn, found } => evaluation(turn, found).into(),
        Text::TypedPly(number) => format!("alla semimossa: {number}_").into(),
        Text::KeysBelow { has_list } => {
            let list = if has_list { "  Tab elenco" } else { "" };
            format!("? tasti  q esci  frecce passo  spazio scorri  c presa  f fine  e valuta{list}")
                .into()
        }
        Text::NoSuchPly { plies, is_growing } => {
            let so_far = if is_growing { " finora" } else { "" };
            format!("semimosse{so_far}: {plies}").into()
        }
        Text::NoSuchEvent { event, is_after } => {
            let event = match event {
                SearchEvent::Capture => "nessuna presa",
                SearchEvent::Crowning => "nessuna pedina diventa dama",
                SearchEvent::Wall => "nessun muro",
            };
            let side = if is_after { "dopo" } else { "prima di" };
            format!("{event} {side} questa semimossa").into()
        }
        Text::NoOtherMatch => "da quella parte non ci sono altre partite".into(),
        Text::Matches(count) => counted(count as u64, "partita", "partite").into(),
        Text::Searching(text) => format!("si cerca {text}").into(),
        Text::Found { found, count, text } => {
            format!("partite con {text}: {found} su {count}").into()
        }
        Text::KeysOfList => "su/giù scegli  Invio mostra  / cerca  Tab indietro  q esci".into(),
        Text::Keys => "Tasti".into(),
        Text::Key(it) => key(it).into(),
        Text::Signs => "[ ] l'ultima mossa, ( ) preso, < > l'errore, = # l'ultimo muro".into(),
        Text::AnyKey => "un tasto qualsiasi: indietro".into(),
        Text::CannotPlay(it) => {
            let (ply, player, text, why) = (it.ply, it.player, &it.text, say(&it.why, HERE));
            format!("semimossa {ply}: il giocatore {player} non può giocare {text}: {why}").into()
        }
        Text::Fault { fault, why } => {
            let why = why.map_or("il verbale non dice altro".into(), |it| say(&it.message(), HERE));
            format!("semimossa {}: {}: {why}{}", fault.ply, did(fault, HERE), code(fault)).into()
        }
        Text::NoteLabel => "nota".into(),
        Text::ToMove(player) => format!(", tocca al giocatore {player}").into(),
        Text::WouldHaveMade => "il tavoliere che ne sarebbe venuto:".into(),
        Text::Wrote { file, player } => {
            format!("{}, come l'ha scritto il giocatore {player}:", file.unwrap_or(NEXT_BOARD))
                .into()
        }
        Text::OneMatchOf(many) => {
            format!("--ply vale per una partita, e ce ne sono {many}: si sceglie con --match")
                .into()
        }
        Text::ListedMatches(count) => format!("{count} partite; --match ID ne mostra una").into(),
        Text::WrittenUpTo { id, wrong: WrongMove { ply, why, .. } } => {
            let why = say(why, HERE);
            format!("partita {id}: la semimossa {ply} è sbagliata, è scritta fin lì: {why}").into()
        }
        Text::Written { matches, files, folder } => {
            format!("{} in {files} file: {folder}", counted(matches, "partita", "partite")).into()
        }
        Text::OneMatch => "--ply vale per una partita: si sceglie con --match".into(),
        Text::PlyBar => "{bar:30} semimosse: {pos}/{len}, ancora {eta}".into(),
        Text::MatchBar => "{bar:30} partite: {pos}/{len}, ancora {eta}".into(),
        Text::Stopped { done, all } => format!("fermato; partite: {done} su {all}").into(),
        Text::JudgedBy { depth, table_pieces } => {
            let plies = counted(depth.into(), "semimossa", "semimosse");
            let tables = match table_pieces {
                0 => String::new(),
                most => format!(" e tabelle dei finali fino a {most} pezzi"),
            };
            format!("giudicata con una ricerca di {plies}{tables}: ? ha perso qualcosa, ?? molto")
                .into()
        }
        Text::MatchesHead => "partite".into(),
        Text::Heads => "  mosse  giudic  senza perdita  perso/mossa    errori".into(),
        Text::NothingLost => "nessuna mossa ha perso qualcosa che questa ricerca veda".into(),
        Text::Worst(it) => {
            let best = it.best.as_deref().unwrap_or_default();
            format!(
                "la peggiore: semimossa {}, il giocatore {} ha giocato {}{}; era meglio {best}: \
                 {} invece di {}",
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
            format!("il tavoliere prima, tocca al giocatore {player}, la mossa migliore segnata:")
                .into()
        }
    }
}

const NEXT_BOARD: &str = "il tavoliere seguente";

fn evaluation(turn: Option<Player>, found: Option<&Result<Evaluation, String>>) -> String {
    let who = turn.map_or_else(String::new, |it| format!("per il giocatore {it}"));
    match found {
        None if turn.is_none() => "valutazione: non c'è ancora una posizione".into(),
        None => format!("valutazione {who}: ci pensa"),
        Some(Ok(it)) => {
            let Evaluation { best, value, depth, .. } = it;
            let line = variation(it);
            format!("valutazione {who}: {value}, la migliore {best} (profondità {depth}): {line}")
        }
        Some(Err(why)) => format!("valutazione {who}: nessuna, {why}"),
    }
}

const fn key(key: KeyHelp) -> &'static str {
    match key {
        KeyHelp::Step => "una semimossa indietro, una avanti",
        KeyHelp::Page => "dieci semimosse",
        KeyHelp::Ends => "inizio, fine",
        KeyHelp::ToPly => "alla semimossa 12",
        KeyHelp::Play => "scorri, pausa",
        KeyHelp::Pace => "più veloce, più lento",
        KeyHelp::Capture => "presa seguente, precedente",
        KeyHelp::Crowning => "nuova dama seguente, precedente",
        KeyHelp::Wall => "muro seguente, precedente",
        KeyHelp::Fault => "la fine, e che cosa è andato storto",
        KeyHelp::Evaluation => "valutazione sì, no",
        KeyHelp::OtherMatch => "un'altra partita",
        KeyHelp::List => "tutte le partite; / cerca",
        KeyHelp::Turn => "gira il tavoliere",
        KeyHelp::Leave => "esci",
    }
}
