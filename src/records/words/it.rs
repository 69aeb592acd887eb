//! Italian.

use std::borrow::Cow;

use arbitro_rules::Player;
use arbitro_words::{Count, Diagnosed, Language, Loser, say};

use super::{Text, heading, how, lead, listed, numbered, turn, who, why};
use crate::analysis::{NotKept, Value};
use crate::pdn::{ForeignGame, Habit, NamedGame};
use crate::{Conclusion, Title};

const HERE: Language = Language::Italian;

pub(super) fn words(text: &Text) -> Cow<'static, str> {
    match text {
        Text::BoardTwice { number } => format!(
            "c'è più di un board_{number}.txt; \
             conta il primo"
        )
        .into(),
        Text::ReadAsOneOf { game, names } => format!(
            "letta come {game}; dal primo tavoliere può essere una qualsiasi fra {names}: \
             si sceglie con --game"
        )
        .into(),
        Text::FirstBoardIs { first } => format!(
            "il primo tavoliere è board_{first}.txt: ciò che è stato giocato \
             prima non è qui"
        )
        .into(),
        Text::WinnerWithoutReason => "indica un vincitore ma non un motivo".into(),
        Text::FaultWithoutReason => "indica una colpa ma non un motivo".into(),
        Text::NoSuchReason { reason } => format!("il motivo {reason:?} non esiste").into(),
        Text::OtherReason { reason, end } => format!(
            "dichiara {reason}, la sua ultima \
             posizione è {end}"
        )
        .into(),
        Text::OverAlready { reason, end } => format!(
            "dichiara {reason}, ma la partita era già \
             finita: {end}"
        )
        .into(),
        Text::NotOver { reason } => format!(
            "dichiara {reason}, ma nella sua ultima posizione la partita \
             non è finita"
        )
        .into(),
        Text::LimitOfNothing => "dichiara move_limit, ma non è stato giocato nulla".into(),
        Text::NoWinnerNamed { reason } => format!(
            "dichiara {reason}, per cui uno dei giocatori vince, ma non indica \
             un vincitore"
        )
        .into(),
        Text::FaultOfNobody { reason } => format!(
            "dichiara {reason}, che non è colpa di nessun giocatore, eppure \
             indica una colpa"
        )
        .into(),
        Text::NoSuchOffender { player } => format!(
            "il giocatore della sua colpa è {player:?}; può essere \
             x oppure o"
        )
        .into(),
        Text::NotItsTurn { offender, charged } => format!(
            "la sua colpa è del giocatore {offender}, ma il turno era del \
             giocatore {charged}"
        )
        .into(),
        Text::OtherFault { reason, found } => format!(
            "dichiara {reason}, la sua colpa \
             è {found:?}"
        )
        .into(),
        Text::FaultElsewhere { ply, next } => format!(
            "la sua colpa è alla semimossa {ply}, quella dopo le sue mosse \
             è la {next}"
        )
        .into(),
        Text::NoSuchWinner { text } => format!(
            "il suo vincitore è {text:?}; può essere x, o \
             oppure null"
        )
        .into(),
        Text::OtherPlies { claimed, plies } => {
            format!("dichiara {}, le sue mosse sono {plies}", counted(*claimed)).into()
        }
        Text::PastLimit { limit, plies } => {
            format!("il suo limite è di {}, eppure ne ha {}", counted(*limit), counted(*plies))
                .into()
        }
        Text::OtherWinner { reason, winner, expected } => format!(
            "dichiara che per {reason} ha vinto {}, \
             è stato {}",
            name(*winner),
            name(*expected)
        )
        .into(),
        Text::OtherLimit { plies, limit } => format!(
            "dichiara move_limit dopo {}, il suo \
             limite è {limit}",
            counted(*plies)
        )
        .into(),
        Text::Line { number } => format!("riga {number}").into(),
        Text::LongLine => "più lunga di qualsiasi verbale; è stata tralasciata".into(),
        Text::NoRecord => "non è un verbale; è stata tralasciata".into(),
        Text::BrokenOff => "si interrompe prima della fine".into(),
        Text::NoPdn { game: NamedGame::Ours(game) } => format!("non esiste PDN di {game}").into(),
        Text::NoPdn { game: NamedGame::Words(name) } => {
            format!("il suo gioco qui non c'è: {name}").into()
        }
        Text::NoPdn { game: NamedGame::Type(number) } => {
            format!("il suo gioco qui non c'è: {}", numbered(*number, foreign)).into()
        }
        Text::NoMoves => "ciò che segue i suoi tag non sono mosse".into(),
        Text::NoneFits { furthest } => {
            let none = "nessun tag dice che gioco è, e nessun gioco qui va bene per le sue mosse; \
                si dice con --game";
            furthest.as_ref().map_or(none.into(), |(game, ply, text, why)| {
                let why = words(why);
                format!("{none}: {game} va bene fino alla semimossa {ply}, {text:?}: {why}").into()
            })
        }
        Text::Fit { games } => format!(
            "nessun tag dice che gioco è; le sue mosse vanno bene per {}",
            listed(games, "e")
        )
        .into(),
        Text::VerdictsDiffer { games } => format!(
            "nessun tag dice che gioco è; le sue mosse vanno bene per {}, con verdetti \
             diversi: si dice con --game",
            listed(games, "e")
        )
        .into(),
        Text::NoGameType { game } => format!(
            "nessun GameType dice che gioco è; è letta \
             come {game}"
        )
        .into(),
        Text::OtherGameType { value, game } => format!(
            "il suo GameType è {value}, è letta \
             come {game}"
        )
        .into(),
        Text::NoStart(why) => format!("il suo inizio: {}", say(why, HERE)).into(),
        Text::Illegal { game, diagnosis } => say(&Diagnosed { game: *game, diagnosis }, HERE),
        Text::NoMove(why) => say(why, HERE),
        Text::Habit(it) => habit(it).into(),
        Text::PassedDraw { ply, reason } => format!(
            "secondo le regole era patta dopo la semimossa {ply} ({reason}), ma la \
             partita continua"
        )
        .into(),
        Text::NotAllowedEnd { claimed } => format!(
            "la sua Termination è {claimed}, ma il risultato o l'ultima posizione non lo \
             permettono"
        )
        .into(),
        Text::NotTheEnd { claimed } => format!(
            "la sua Termination è {claimed}, ma l'ultima \
             posizione non lo è"
        )
        .into(),
        Text::OtherResult { winner_there, reason } => format!(
            "dall'ultima posizione ha vinto il giocatore {winner_there} ({reason}), il \
             risultato dice altro"
        )
        .into(),
        Text::WasOver { reason } => format!(
            "la partita era finita prima ({reason}), eppure \
             seguono mosse"
        )
        .into(),
        Text::MoreRemarks { more } => format!("e altre {more} osservazioni come queste").into(),
        Text::WasOverAtPly { reason } => format!(
            "la partita era finita prima di questa semimossa ({reason}), eppure \
             seguono mosse"
        )
        .into(),
        Text::Damaged => "la sua somma di controllo non torna: non è ciò che era \
             stato scritto"
            .into(),
        Text::Warning(it) => say(it, HERE),
        Text::Recorded(text) => text.clone().into(),
        Text::MoreFolders { more } => format!(
            "altre {more} cartelle non sono \
             state esaminate"
        )
        .into(),
        Text::ByteOrderMark => "un byte order mark all'inizio".into(),
        Text::SingleBoard => "un solo tavoliere, mostrato come una partita senza mosse".into(),
        Text::LongGame => "più lunga di qualsiasi partita; è stata tagliata".into(),
        Text::Game { number } => format!("partita {number}").into(),
        Text::NoGame => "ciò che segue non è una partita; è stato tralasciato".into(),
        Text::AfterGame { last } => format!("dopo la partita {last}").into(),
        Text::Men { player } => format!("pedine {player}").into(),
        Text::Kings { player } => format!("dame {player}").into(),
        Text::Marked => "segnate".into(),
        Text::Pawns { player, pawns, walls } => format!(
            "{player} in {pawns}, muri \
             rimasti {walls}"
        )
        .into(),
        Text::WallsAbove => "muri sopra".into(),
        Text::WallsRight => "muri a destra di".into(),
    }
}

const fn foreign(game: ForeignGame) -> &'static str {
    match game {
        ForeignGame::Chess => "scacchi",
        ForeignGame::Pool => "pool checkers",
        ForeignGame::Canadian => "dama canadese",
        ForeignGame::Portuguese => "dama portoghese",
        ForeignGame::Turkish => "dama turca",
        ForeignGame::Frisian => "dama frisona",
        ForeignGame::Spantsiretti => "dama spantsireti",
        ForeignGame::Othello => "Othello",
        ForeignGame::Breakthrough => "dama breakthrough",
        ForeignGame::Frysk => "Frysk!",
        ForeignGame::Antidraughts => "antidraughts",
    }
}

pub(super) fn title(title: &Title) -> String {
    heading(title, "contro", "turno di gioco")
}

pub(super) fn conclusion(&Conclusion(shown): &Conclusion<'_>) -> String {
    let plies = say(&Count::Plies(shown.moves.len() as u64), HERE);
    if let Some(wrong) = &shown.wrong {
        return format!(
            "Si può seguire per {plies}: {} alla semimossa {} è sbagliata, {}.",
            wrong.text,
            wrong.ply,
            why(wrong, HERE)
        );
    }
    let who = |player| who(shown, player, "il giocatore ");
    match (shown.winner, shown.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = who(!winner);
            let how = how(reason, Some(&loser), HERE);
            format!("Vince {} dopo {plies}: {how}.", who(winner))
        }
        (Some(winner), None) => format!("Vince {} dopo {plies}.", who(winner)),
        (None, Some(reason)) => {
            if reason == "void" {
                return format!("La partita non conta: la macchina si è guastata dopo {plies}.");
            }
            let how = how(reason, None, HERE);
            format!("Patta dopo {plies}: {how}.")
        }
        (None, None) if shown.is_draw => format!("Patta dopo {plies}."),
        (None, None) => {
            let turn = turn(shown);
            format!("Si ferma dopo {plies}, tocca al giocatore {turn}.")
        }
    }
}

pub(super) fn habit(habit: &Habit) -> &'static str {
    match habit {
        Habit::Variations => "le varianti sono tralasciate",
        Habit::Nags => "i segni delle mosse ($1, !, ?, +, *) e le virgole sono tralasciati",
        Habit::Points => "il suo risultato è contato in punti diversi da 2-0, 1-1 e 0-2",
        Habit::BareNumbers => "numeri di mossa senza punto",
        Habit::Spaced => "spazi dentro una mossa",
        Habit::NoSign => "caselle di una mossa senza '-' o 'x' in mezzo",
        Habit::ColumnAlone => "la casella da cui viene un pezzo è indicata dalla sola colonna",
        Habit::JumpByJump => "una presa è scritta come più mosse",
        Habit::FancySigns => "segni delle mosse che non sono ASCII",
        Habit::Coordinates => "caselle scritte come (riga,colonna)",
        Habit::OpenBrace => {
            "un commento non è mai chiuso; è stato terminato dove ricominciano i tag, o alla fine"
        }
        Habit::Unbalanced => "le parentesi delle varianti non tornano",
        Habit::LooseTags => "a un tag mancano virgolette o una parentesi",
        Habit::TagTwice => "un tag compare due volte; conta il primo",
        Habit::Junk => "sono state tralasciate parole che non sono né mosse né altro",
        Habit::Latin1 => "byte che non sono UTF-8 sono stati letti come Latin-1",
        Habit::WrongNumbers => "i numeri di mossa non corrispondono alle mosse",
        Habit::TwoResults => "il tag Result e la fine delle mosse sono diversi; conta il tag",
        Habit::NoResult => "dopo le mosse non c'è un risultato",
        Habit::SetUp => "FEN e SetUp non sono coerenti fra loro",
        Habit::FenFields => {
            "FEN indica quante mosse sono state fatte (:H0:F1), un dato che non è usato"
        }
        Habit::AfterResult => "dopo il risultato segue qualcosa",
        Habit::QuietCapture => "mosse che non prendono niente sono scritte come prese",
        Habit::Cp850 => "byte che non sono UTF-8 sono stati letti secondo la codepage 850",
        Habit::Ambiguous => {
            "un testo che può indicare più prese è stato letto come la prima adatta alle \
                 mosse seguenti"
        }
    }
}

pub(super) fn not_kept(why: &NotKept) -> Cow<'static, str> {
    match why {
        NotKept::Seal => words(&Text::Damaged),
        NotKept::Form => "non è un'analisi che questo programma sappia leggere".into(),
    }
}

fn counted(plies: u64) -> Cow<'static, str> {
    say(&Count::Plies(plies), HERE)
}

fn name(player: Option<Player>) -> Cow<'static, str> {
    player.map_or("nessuno".into(), |it| say(&Loser::Player(it), HERE))
}

pub(super) fn value(value: &Value) -> String {
    let plies = |count: u32| say(&Count::Plies(count.into()), Language::Italian);
    match *value {
        Value::Score(score) => lead(score),
        Value::WinIn(count) => format!("vince in {}", plies(count)),
        Value::LossIn(count) => format!("perde in {}", plies(count)),
        Value::ExactWin(count) => format!("vince in {} (tabella)", plies(count)),
        Value::ExactDraw => "patta (tabella)".to_owned(),
        Value::ExactLoss(count) => format!("perde in {} (tabella)", plies(count)),
    }
}
