//! Plays a PDN game.

use super::collection::Checked;
use super::ending::ending;
use super::error::{RecordsError, shown};
use super::pdn::{Game, Habit, Habits, PdnOutcome, decoded, game_of_type, game_type, tag_value};
use super::pdn_moves::PdnReading;
use super::played::{moves, positions};
use super::playthrough::{PlayedMove, Playthrough, WrongMove};
use super::record::title;
use super::remark::Remark;
use super::shown::ShowableGame;
use super::source::Hints;
use arbitro_rules::draughts::{FirstColour, draughts_rules};
use arbitro_rules::history::{Both, Line, LineEnd, MatchRecord, Named, Players, RECORD_VERSION};
use arbitro_rules::judge::words::reasons;
use arbitro_rules::language::Said;
use arbitro_rules::notation::Notation;
use arbitro_rules::said;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

/// Determines the game of a PDN: from our own tag, from GameType, or from the caller's hint.
pub(super) fn game_of(pdn: &Game<'_>, hints: &Hints, place: &str) -> Result<GameId, RecordsError> {
    let ours = pdn
        .tag_value("ArbitroGame")
        .and_then(|it| decoded(it).0.parse::<GameId>().ok());
    let by_type = pdn.tag_value("GameType").and_then(game_of_type);
    let game = ours.or(by_type).or(hints.game);
    game.filter(|it| it.is_draughts())
        .ok_or_else(|| RecordsError::WhichGame {
            place: place.to_owned(),
            found: match pdn.tag_value("GameType") {
                None => "there is no such tag".to_owned(),
                Some(value) => format!("it is {:?}, which no game here has", shown(value, 30)),
            },
        })
}

/// Returns the value of a tag, unless it means unknown.
pub(super) fn known(pdn: &Game<'_>, name: &str) -> Option<String> {
    let (value, _) = tag_value(pdn.tag_value(name)?);
    let value = value.trim();
    (!value.is_empty() && value != "?" && value != "-").then(|| value.to_owned())
}

/// The names of x and o: player 1 is White or Black, depending on the game.
pub(super) fn names(pdn: &Game<'_>, game: GameId) -> Both<Option<String>> {
    let (white, black) = (known(pdn, "White"), known(pdn, "Black"));
    if player_1_is_white(game) {
        Both { x: white, o: black }
    } else {
        Both { x: black, o: white }
    }
}

/// Returns true if player 1 is White; for draughts, the rule table says so.
pub(super) fn player_1_is_white(game: GameId) -> bool {
    draughts_rules(game).is_none_or(|rules| rules.first_colour == FirstColour::White)
}

/// The outcome by the Result tag, or else by the result after the moves.
pub(super) fn outcome(pdn: &Game<'_>) -> Option<PdnOutcome> {
    let tagged = pdn
        .tag_value("Result")
        .and_then(|it| PdnOutcome::of(it.trim_ascii()));
    tagged
        .filter(|it| *it != PdnOutcome::Open)
        .or(pdn.result)
        .or(tagged)
}

pub(super) fn winner(outcome: Option<PdnOutcome>, game: GameId) -> Option<Player> {
    let white = if player_1_is_white(game) {
        Player::X
    } else {
        Player::O
    };
    match outcome? {
        PdnOutcome::White => Some(white),
        PdnOutcome::Black => Some(!white),
        PdnOutcome::Draw | PdnOutcome::BothLost | PdnOutcome::Open => None,
    }
}

/// Other programs' words for a draw by agreement, in lower case.
const AGREED: [&str; 5] = [
    "agreement",
    "by agreement",
    "draw agreed",
    "draw by agreement",
    "mutual agreement",
];
/// Other programs' words for a resignation, in lower case.
const RESIGNED: [&str; 4] = ["resign", "resigns", "resignation", "by resignation"];

/// Returns the reason that Termination gives, in the contract's words or in other programs' words for
/// `agreed` and `resigned`. `void` decides no match, but is written like a reason.
pub(super) fn reason(pdn: &Game<'_>) -> Option<&'static str> {
    let value = pdn.tag_value("Termination")?;
    let is = |word: &str| value.trim_ascii().eq_ignore_ascii_case(word.as_bytes());
    let mut words = reasons().chain(["void"]);
    words
        .find(|it| it.as_bytes() == value)
        .or_else(|| AGREED.into_iter().any(is).then_some("agreed"))
        .or_else(|| RESIGNED.into_iter().any(is).then_some("resigned"))
}

/// Returns true if Termination leaves the cause open: it is missing, or says that nothing unusual
/// happened. Other programs write a loss on time or an adjudication there.
fn is_normal(pdn: &Game<'_>) -> bool {
    known(pdn, "Termination").is_none_or(|it| it.eq_ignore_ascii_case("normal"))
}

/// The reason for an end that the rules do not explain: a draw was agreed, a win was a resignation.
fn by_people(outcome: Option<PdnOutcome>) -> Option<&'static str> {
    match outcome? {
        PdnOutcome::White | PdnOutcome::Black => Some("resigned"),
        PdnOutcome::Draw => Some("agreed"),
        PdnOutcome::BothLost | PdnOutcome::Open => None,
    }
}

/// Plays a game of PDN.
pub(super) fn play_pdn(
    pdn: &Game<'_>,
    hints: &Hints,
    id: String,
    place: &str,
) -> Result<Playthrough, RecordsError> {
    let game = game_of(pdn, hints, place)?;
    with_game!(game, G => play::<G>(pdn, id, place))
}

/// The moves of a PDN game, before positions to show are built.
struct Played<G: ShowableGame> {
    line: Line<G>,
    wrong: Option<WrongMove>,
    winner: Option<Player>,
    is_draw: bool,
    reason: Option<&'static str>,
    remarks: Vec<Remark>,
    tags: Vec<(String, String)>,
    preface: String,
    comments: Vec<String>,
}

fn played<G: ShowableGame>(pdn: &Game<'_>, place: &str) -> Result<Played<G>, RecordsError> {
    let mut habits = pdn.habits;
    let start = start::<G>(pdn, &mut habits, place)?;
    let reading = PdnReading::<G>::of(pdn, start, habits);
    let mut habits = reading.habits;
    let tags: Vec<(String, String)> = pdn
        .tags
        .iter()
        .map(|(name, value)| {
            let (value, is_latin) = tag_value(value);
            if is_latin {
                habits.add(Habit::Latin1);
            }
            (decoded(name).0.into_owned(), value.into_owned())
        })
        .collect();
    if let (Some(tag), Some(end)) = (pdn.tag_value("Result"), pdn.result)
        && PdnOutcome::of(tag.trim_ascii()).is_some_and(|it| it != end)
    {
        habits.add(Habit::TwoResults);
    }
    if pdn.result.is_none() && pdn.moves > 0 {
        habits.add(Habit::NoResult);
    }
    let mut remarks: Vec<Remark> = habits.iter().map(|it| Remark::on_all(it.text())).collect();
    remarks.extend(type_remark::<G>(pdn));
    if let Some((ply, end)) = reading.passed {
        let reason = end.reason();
        remarks.push(Remark::on_all(said!(
            "by the rules it was a draw after ply {ply} ({reason}), but the game continues",
            "secondo le regole era patta dopo la semimossa {ply} ({reason}), ma la partita continua",
            "d’après les règles, c’était nulle après le coup {ply} ({reason}), mais la partie continue"
        )));
    }
    let outcome = outcome(pdn);
    let winner = winner(outcome, G::ID);
    let mut reason = reason(pdn);
    let end = reading.line.end().filter(|_| reading.wrong.is_none());
    if let Some(claimed @ ("agreed" | "resigned")) = reason
        && (end.is_some() || by_people(outcome) != Some(claimed))
    {
        reason = None;
        remarks.push(Remark::on_all(said!(
            "its Termination is {claimed}, which its result or its last position does not allow",
            "la sua Termination è {claimed}, ma il risultato o l'ultima posizione non lo permettono", "sa Termination est {claimed}, ce que son résultat ou sa dernière position ne permet pas"
        )));
    }
    if let Some(LineEnd::Position(end)) = end {
        if winner == Some(end.winner()) {
            reason = reason.or(Some(end.reason()));
        } else {
            let (winner, reason) = (end.winner(), end.reason());
            remarks.push(Remark::on_all(said!(
                "{winner} has won by the last position ({reason}), the result says otherwise",
                "dall'ultima posizione ha vinto il giocatore {winner} ({reason}), il risultato dice altro", "d’après la dernière position, le joueur {winner} a gagné ({reason}), le résultat dit autre chose"
            )));
        }
    } else if let (Some(end), Some(PdnOutcome::Draw)) = (end, outcome) {
        reason = reason.or(Some(end.reason()));
    }
    let is_by_the_position = |it: &&str| matches!(*it, "no_pieces" | "no_moves" | "goal");
    if let Some(claimed) = reason.filter(is_by_the_position)
        && reading.wrong.is_none()
        && end.map(LineEnd::reason) != Some(claimed)
    {
        reason = None;
        remarks.push(Remark::on_all(said!(
            "its Termination is {claimed}, which the last position is not",
            "la sua Termination è {claimed}, ma l'ultima posizione non lo è",
            "sa Termination est {claimed}, ce que la dernière position n’est pas"
        )));
    }
    // A game without moves was not resigned but never started.
    let is_open = end.is_none() && reading.wrong.is_none() && reading.passed.is_none();
    if is_open && reading.line.plies() > 0 && is_normal(pdn) {
        reason = reason.or(by_people(outcome));
    }
    Ok(Played {
        line: reading.line,
        wrong: reading.wrong,
        winner,
        is_draw: outcome == Some(PdnOutcome::Draw),
        reason,
        remarks,
        tags,
        preface: reading.preface,
        comments: reading.comments,
    })
}

/// Checks the moves of a PDN game without building positions to show.
pub(super) fn check_pdn(
    pdn: &Game<'_>,
    hints: &Hints,
    id: String,
    place: &str,
) -> Result<Checked, RecordsError> {
    let game = game_of(pdn, hints, place)?;
    with_game!(game, G => {
        let played = played::<G>(pdn, place)?;
        Ok(Checked {
            id,
            game,
            plies: played.line.plies() as u64,
            winner: played.winner,
            is_draw: played.is_draw,
            reason: played.reason.map(str::to_owned),
            wrong: played.wrong,
            remarks: played.remarks,
        })
    })
}

fn play<G: ShowableGame>(
    pdn: &Game<'_>,
    id: String,
    place: &str,
) -> Result<Playthrough, RecordsError> {
    let Played {
        line,
        wrong,
        winner,
        is_draw,
        reason,
        remarks,
        tags,
        preface,
        comments,
    } = played::<G>(pdn, place)?;
    let names = names(pdn, G::ID);
    let round = known(pdn, "Round");
    let mut moves = moves(&line);
    for (mv, comment) in moves.iter_mut().zip(comments) {
        mv.comment = (!comment.is_empty()).then_some(comment);
    }
    let record = recorded::<G>(pdn, &id, &names, winner, reason, &line, &moves);
    let positions = positions(&line);
    let first = positions.first().map_or(Player::X, |it| it.turn);
    let mut shown = Playthrough {
        title: title(G::ID, &id, &names, round.as_deref()),
        id,
        game: G::ID,
        names,
        winner,
        is_draw,
        reason: reason.map(str::to_owned),
        fault: None,
        fault_said: None,
        wrong,
        first_board: u64::from(first.number()),
        positions,
        moves,
        ending: Said::same(""),
        remarks,
        tags,
        comment: (!preface.is_empty()).then_some(preface),
        record,
    };
    shown.ending = ending(&shown);
    Ok(shown)
}

fn recorded<G: ShowableGame>(
    pdn: &Game<'_>,
    id: &str,
    names: &Both<Option<String>>,
    winner: Option<Player>,
    reason: Option<&str>,
    line: &Line<G>,
    moves: &[PlayedMove],
) -> MatchRecord {
    let start = line.positions().first().copied().unwrap_or_else(G::start);
    let texts: Vec<&str> = moves.iter().map(|it| &*it.text).collect();
    let players = (names.x.is_some() || names.o.is_some()).then(|| {
        let named = |name: &Option<String>| Named {
            name: name.clone().unwrap_or_else(|| "?".to_owned()),
            sha256: None,
        };
        Players {
            x: named(&names.x),
            o: named(&names.o),
        }
    });
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(id.parse::<u64>().map_or_else(|_| id.into(), Into::into)),
        round: known(pdn, "Round").and_then(|it| it.parse().ok()),
        game: G::ID.name().to_owned(),
        players,
        start: (start != G::start()).then(|| start.write_fen()),
        moves: texts.join(" "),
        plies: Some(moves.len() as u64),
        winner: winner.map(|it| it.to_string()).filter(|_| reason.is_some()),
        reason: reason.map(str::to_owned),
        ..MatchRecord::default()
    }
}

/// Returns a remark if the GameType tag contradicts the detected game.
fn type_remark<G: Notation>(pdn: &Game<'_>) -> Option<Remark> {
    let Some(value) = pdn.tag_value("GameType") else {
        let is_ours = pdn.tag_value("ArbitroGame").is_some();
        let game = G::ID;
        let text = || {
            said!(
                "no GameType says which game it is; it is read as {game}",
                "nessun GameType dice che gioco è; è letta come {game}",
                "aucun GameType ne dit quel est le jeu ; elle est lue comme {game}"
            )
        };
        return (!is_ours).then(|| Remark::on_all(text()));
    };
    let (value, _) = decoded(value);
    let ours = game_type(G::ID);
    let number = value.split(',').next().unwrap_or_default().trim();
    (ours != Some(number)).then(|| {
        let value: String = value.chars().take(30).collect();
        let game = G::ID;
        Remark::on_all(said!(
            "its GameType is {value}, it is read as {game}",
            "il suo GameType è {value}, è letta come {game}",
            "son GameType est {value}, elle est lue comme {game}"
        ))
    })
}

fn start<G: Notation>(pdn: &Game<'_>, habits: &mut Habits, place: &str) -> Result<G, RecordsError> {
    let set_up = pdn.tag_value("SetUp").map(<[u8]>::trim_ascii);
    let Some(raw) = pdn
        .tag_value("FEN")
        .filter(|it| !it.trim_ascii().is_empty())
    else {
        if set_up.is_some_and(|it| it != b"0") {
            habits.add(Habit::SetUp);
        }
        return Ok(G::start());
    };
    if set_up != Some(b"1") {
        habits.add(Habit::SetUp);
    }
    let (value, _) = tag_value(raw);
    let fen = without_counters(&value);
    if fen.len() != value.len() {
        habits.add(Habit::FenFields);
    }
    G::read_fen(fen).map_err(|source| RecordsError::Start {
        place: place.to_owned(),
        fen: value.chars().take(60).collect(),
        source,
    })
}

/// Removes the move counters `:H0:F1` behind a FEN's pieces.
fn without_counters(fen: &str) -> &str {
    let mut fen = fen.trim_end();
    while let Some((before, last)) = fen.rsplit_once(':') {
        let is_counter = last.starts_with(['H', 'F'])
            && last.len() > 1
            && last[1..].bytes().all(|it| it.is_ascii_digit());
        if !is_counter {
            break;
        }
        fen = before;
    }
    fen
}
