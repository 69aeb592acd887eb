//! The text below the board: ply, fault, evaluation, remarks.

use ratatui::style::Style;

use super::harmless::harmless_start;
use super::shown::Evaluation;
use super::viewer::Viewer;
use arbitro_records::{PlayedMove, Playthrough};
use arbitro_rules::language::{Language, Said};
use arbitro_rules::plain_text::harmless;
use arbitro_rules::said;
use arbitro_words::{Ending, Loser, say};

/// Maximum moves shown of a principal variation.
const MAX_MOVES: usize = 8;
/// Maximum remarks; no window has room for more.
const MAX_REMARKS: usize = 30;

/// The status line about the ply, shortened to `room` columns.
pub(super) fn status(viewer: &Viewer, room: usize) -> String {
    let shown = &viewer.shown;
    let (ply, plies) = (viewer.ply, shown.moves().len());
    let board = shown.board_number(ply);
    let mut parts = Vec::new();
    match ply.checked_sub(1).and_then(|it| shown.moves().get(it)) {
        Some(mv) => {
            let played = played(viewer, mv);
            parts.push(viewer.say(&said!(
                "ply {ply} of {plies}: {played}",
                "semimossa {ply} di {plies}: {played}",
                "coup {ply} sur {plies} : {played}"
            )));
        }
        None => {
            let turn = shown.positions().first().map(|it| it.turn);
            let to_move = |language: Language| match (language, turn) {
                (_, None) => String::new(),
                (Language::English, Some(turn)) => format!(", {turn} to move"),
                (Language::Italian, Some(turn)) => format!(", tocca al giocatore {turn}"),
                (Language::French, Some(turn)) => format!(", au joueur {turn} de jouer"),
            };
            parts.push(match viewer.language {
                Language::English => {
                    format!("ply 0 of {plies}: the start{}", to_move(Language::English))
                }
                Language::Italian => {
                    format!("semimossa 0 di {plies}: l'inizio{}", to_move(Language::Italian))
                }
                Language::French => {
                    format!("coup 0 sur {plies} : le début{}", to_move(Language::French))
                }
            });
        }
    }
    if let super::shown::BoardView::ViewPart(part) = shown {
        let read = shown.positions().len();
        let boards = part.boards;
        parts.push(viewer.say(&said!(
            "reading: {read} of {boards} boards",
            "lettura: {read} tavolieri su {boards}",
            "lecture : {read} plateaux sur {boards}"
        )));
    }
    if let Some(pace) = viewer.pace() {
        let pace = pace.as_secs_f64();
        parts.push(viewer.say(&said!(
            "playing, {pace:.2} s a ply",
            "scorre, {pace:.2} s per semimossa",
            "défile, {pace:.2} s par coup"
        )));
    }
    parts.push(format!("board_{board}.txt"));
    let mut line = String::new();
    for part in parts {
        if line.is_empty() {
            line = part;
        } else if line.len() + part.len() + 2 <= room {
            line = format!("{line}; {part}");
        }
    }
    line
}

fn played(viewer: &Viewer, mv: &PlayedMove) -> String {
    let mut text = format!("{} {}", mv.player, harmless(&mv.text));
    match mv.taken.len() {
        0 => {}
        taken => text.push_str(&viewer.say(&said!(
            ", takes {taken}",
            ", ne prende {taken}",
            ", en prend {taken}"
        ))),
    }
    if mv.crowned {
        text.push_str(&viewer.say(&said!(", crowned", ", diventa dama", ", devient dame")));
    }
    if let Some(ms) = mv.ms {
        text.push_str(&format!(", {ms:.0} ms"));
    }
    text
}

/// Returns the other texts, the most important first.
pub(super) fn texts(viewer: &Viewer) -> Vec<(String, Style)> {
    let paint = viewer.paint;
    let mut texts = Vec::new();
    let whole = viewer.shown.whole();
    let is_at_end = viewer.ply == viewer.shown.moves().len();
    if let Some(whole) = whole.filter(|_| is_at_end) {
        texts.extend(fault(viewer, whole).into_iter().map(|it| (it, paint.bad())));
        if whole.wrong.is_none() {
            texts.push((harmless(whole.ending.in_language(viewer.language)), Style::new()));
        }
    }
    if viewer.asks_opinions {
        texts.push((opinion(viewer), paint.opinion()));
    }
    let comment = match viewer.ply.checked_sub(1) {
        Some(last) => viewer.shown.moves().get(last).and_then(|it| it.comment.as_ref()),
        None => whole.and_then(|it| it.comment.as_ref()),
    };
    texts.extend(comment.map(|it| (harmless_start(it), Style::new())));
    if let Some(whole) = whole.filter(|_| !is_at_end) {
        texts.push((harmless(whole.ending.in_language(viewer.language)), paint.quiet()));
    }
    let remarks = whole.into_iter().flat_map(|it| &it.remarks);
    let remarks = remarks.map(|it| it.in_language(viewer.language));
    for remark in viewer.remarks.iter().cloned().chain(remarks).take(MAX_REMARKS) {
        let remark = harmless_start(&remark);
        let note = viewer.say(&said!("note: {remark}", "nota: {remark}", "remarque : {remark}"));
        texts.push((note, paint.quiet()));
    }
    texts
}

/// Explains the fault that ended the match.
fn fault(viewer: &Viewer, whole: &Playthrough) -> Vec<String> {
    let mut texts = Vec::new();
    if let Some(wrong) = &whole.wrong {
        let (ply, player, text) = (wrong.ply, wrong.player, harmless(&wrong.text));
        let why = harmless_start(wrong.why.in_language(viewer.language));
        texts.push(viewer.say(&said!(
            "ply {ply}: {player} cannot play {text}: {why}",
            "semimossa {ply}: il giocatore {player} non può giocare {text}: {why}",
            "coup {ply} : le joueur {player} ne peut pas jouer {text} : {why}"
        )));
    }
    if let Some(fault) = &whole.fault {
        let code = fault.diagnosis.as_ref();
        let code = code.map_or_else(String::new, |it| format!(" ({it})"));
        let text = match &whole.explained {
            Some(explained) => say(&explained.message(), viewer.language).into_owned(),
            None => viewer.say(&said!(
                "the record does not say more",
                "il verbale non dice altro",
                "le procès-verbal n’en dit pas plus"
            )),
        };
        let (ply, player) = (fault.ply, &fault.player);
        let ended = Ending::Sentence { reason: &fault.reason, loser: Some(Loser::Named(player)) };
        let ended = say(&ended, viewer.language);
        texts.push(harmless_start(&viewer.say(&said!(
            "ply {ply}: {ended}: {text}{code}",
            "semimossa {ply}: {ended}: {text}{code}",
            "coup {ply} : {ended} : {text}{code}"
        ))));
    }
    texts
}

fn opinion(viewer: &Viewer) -> String {
    let turn = viewer.shown.positions().get(viewer.ply).map(|it| it.turn);
    let say = |said: Said| viewer.say(&said);
    let who = turn.map_or_else(String::new, |it| {
        say(said!("for {it}", "per il giocatore {it}", "pour le joueur {it}"))
    });
    match viewer.opinions.get(&viewer.ply).map(|it| &it.1) {
        None if turn.is_none() => say(said!(
            "evaluation: there is no position yet",
            "valutazione: non c'è ancora una posizione",
            "évaluation : pas encore de position"
        )),
        None => say(said!(
            "evaluation {who}: thinking",
            "valutazione {who}: ci pensa",
            "évaluation {who} : en cours"
        )),
        Some(Ok(told)) => {
            let line: Vec<&str> = told.line.iter().take(MAX_MOVES).map(|it| &**it).collect();
            let line = line.join(" ");
            let Evaluation { best, value, depth, .. } = told;
            harmless(&say(said!(
                "evaluation {who}: {value}, best {best} (depth {depth}): {line}",
                "valutazione {who}: {value}, la migliore {best} (profondità {depth}): {line}",
                "évaluation {who} : {value}, le meilleur {best} (profondeur {depth}) : {line}"
            )))
        }
        Some(Err(why)) => {
            let why = harmless(why);
            say(said!(
                "evaluation {who}: none, {why}",
                "valutazione {who}: nessuna, {why}",
                "évaluation {who} : aucune, {why}"
            ))
        }
    }
}

/// The last line: typed input, a reply, or the list of keys.
pub(super) fn keys(viewer: &Viewer) -> String {
    if let Some(number) = &viewer.number {
        return viewer.say(&said!(
            "to ply: {number}_",
            "alla semimossa: {number}_",
            "au coup : {number}_"
        ));
    }
    if let Some(answer) = &viewer.answer {
        return answer.clone();
    }
    let others = match (viewer.list.count() > 1, viewer.language) {
        (false, _) => "",
        (true, Language::English) => "  Tab list",
        (true, Language::Italian) => "  Tab elenco",
        (true, Language::French) => "  Tab liste",
    };
    viewer.say(&said!(
        "? keys  q leave  left/right step  space play  c capture  f end  e evaluate{others}",
        "? tasti  q esci  frecce passo  spazio scorri  c presa  f fine  e valuta{others}",
        "? touches  q quitte  flèches pas  espace lit  c prise  f fin  e évalue{others}"
    ))
}
