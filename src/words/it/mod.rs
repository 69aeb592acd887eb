//! Italian.

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
        Count::Matches(1) => "1 partita".to_owned(),
        Count::Matches(count) => format!("{count} partite"),
        Count::Plies(1) => "1 semimossa".to_owned(),
        Count::Plies(count) => format!("{count} semimosse"),
    }
}

pub(crate) fn walls_left(_: &WallsLeft) -> &'static str {
    "muri rimasti:"
}

/// How a match ended; of a loser, what it did.
pub(crate) fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoPieces => "non ha più pezzi",
        Reason::NoMoves => "non ha mosse legali",
        Reason::Goal => "la meta è raggiunta",
        Reason::MoveLimit => "il limite di semimosse è raggiunto",
        Reason::Repetition => "la posizione si è ripetuta",
        Reason::RuleDraw => "una regola di patta del gioco",
        Reason::Rules => "secondo le regole del gioco",
        Reason::IllegalMove => "ha fatto una mossa illegale",
        Reason::Unchanged => "ha lasciato il tavoliere com'era",
        Reason::InvalidBoard => "non ha scritto un tavoliere valido",
        Reason::Timeout => "ci ha messo troppo",
        Reason::Memory => "ha usato troppa memoria",
        Reason::Crash => "è andato in crash",
        Reason::Exited => "è uscito senza muovere",
        Reason::Output => "ha scritto troppo",
        Reason::Cheating => "ha scritto ciò che non è suo",
        Reason::Void => "la macchina si è guastata",
        Reason::Agreed => "i giocatori si sono accordati",
        Reason::Resigned => "ha abbandonato",
    }
}

pub(crate) fn label(ends: Ends, did: Cow<'static, str>) -> Cow<'static, str> {
    match ends {
        Ends::Forfeit => format!("forfait: {did}").into(),
        Ends::Drawn => format!("patta: {did}").into(),
        Ends::Lost | Ends::Won => did,
        Ends::Void => "annullata".into(),
    }
}

pub(crate) fn won(winner: Player, why: &str) -> String {
    if why.is_empty() { format!("vince {winner}") } else { format!("vince {winner}: {why}") }
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
        Detail::Board(wrong) => of.wrong(wrong, Language::Italian),
        Detail::Late { allowed, clock, slip } => {
            late(*allowed, *clock) + &slipped(slip.as_ref(), of.ply)
        }
        Detail::Memory { limit } => format!("più di {} di memoria", size(*limit)),
        Detail::Killed { signal: number, denied, slip } => {
            let name = signal(*number).map_or_else(String::new, |name| format!(", {name}"));
            format!("è stato interrotto dal segnale {number}{name}{}", called(denied.as_deref()))
                + &slipped(slip.as_ref(), of.ply)
        }
        Detail::WatcherKilled => {
            "il processo che lo sorveglia è stato ucciso, ogni volta che la partita è stata giocata".to_owned()
        }
        Detail::Exited { code, denied, slip } => {
            format!("è uscito con il codice {code}{}", called(denied.as_deref()))
                + &slipped(slip.as_ref(), of.ply)
        }
        Detail::Output(Excess::File(most)) => format!("un file di più di {}", size(*most)),
        Detail::Output(Excess::Printed(most)) => {
            format!("ha stampato più di {} KiB", most >> 10)
        }
        Detail::Output(Excess::Folder) => "i suoi file occupano tutto lo spazio che c'è".to_owned(),
        Detail::Output(Excess::Room) => {
            "i suoi file non hanno lasciato spazio agli altri, ogni volta che la partita è stata giocata".to_owned()
        }
        Detail::Ahead(board) => format!("board_{board}.txt è stato scritto prima che fosse il suo turno"),
        Detail::Occupied(board) => {
            format!("nella sua cartella è stato creato qualcosa di nome board_{board}.txt")
        }
        Detail::NotItsOwn(board) => {
            format!("è stato scritto board_{board}.txt, che non è suo")
        }
    }
}

fn late(allowed: Duration, clock: Clock) -> String {
    let seconds = allowed.as_secs_f64();
    match clock {
        Clock::Wall => format!("nessun tavoliere entro {seconds} s"),
        Clock::Processor => format!("più di {seconds} s di tempo di processore"),
    }
}

/// What it did instead of writing its board, after what it did.
fn slipped(slip: Option<&Slip>, ply: u64) -> String {
    slip.map_or_else(String::new, |it| format!("; {}", slip_of(it, ply)))
}

fn slip_of(slip: &Slip, ply: u64) -> String {
    let file = format!("board_{}.txt", ply.saturating_add(1));
    match slip {
        Slip::Elsewhere { wrote } => format!("ha scritto {wrote}, non {file}"),
        Slip::Printed => format!("ha stampato un tavoliere, ma non ha scritto {file}"),
        Slip::Unclosed { is_empty: false } => format!("ha scritto {file}, ma non l'ha chiuso"),
        Slip::Unclosed { is_empty: true } => {
            format!("ha creato {file}, ma non ci ha scritto niente e non l'ha chiuso")
        }
    }
}

/// Names the signals that usually come from the program itself.
fn signal(number: i32) -> Option<&'static str> {
    Some(match number {
        4 => "un'istruzione illegale",
        5 => "una trappola",
        6 => "abort: un'asserzione fallita o un'eccezione che nessuno ha catturato",
        7 => "un errore di bus",
        8 => "un errore aritmetico, come una divisione per zero",
        9 => "kill",
        11 => "un errore di segmentazione",
        13 => "una pipe interrotta",
        14 => "una sveglia",
        15 => "terminazione",
        24 => "il limite di tempo di processore",
        31 => "una chiamata di sistema che qui non esiste",
        _ => return None,
    })
}

fn called(denied: Option<&str>) -> String {
    denied.map_or_else(String::new, |it| {
        format!("; ha chiamato {it}, che i giocatori non possono usare")
    })
}

pub(crate) fn more_faults(more: usize) -> String {
    format!("e altri {more}")
}

pub(crate) fn printed(line: &str) -> String {
    format!("ha stampato \"{line}\"")
}

pub(crate) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnusualStart => "board_1.txt non è l'inizio consueto".to_owned(),
        Warning::Tolerated { board, leniency } => {
            format!("board_{board}.txt ha {}", say(leniency, Language::Italian))
        }
        Warning::Rewritten { board } => {
            format!("board_{board}.txt è stato cambiato dopo essere stato giudicato")
        }
        Warning::Ahead { board, answered } => format!(
            "board_{board}.txt è stato scritto prima che ci fosse board_{answered}.txt: va scritto di nuovo"
        ),
        Warning::Left { player, count: 1, names } => {
            format!(
                "il giocatore {} ha lasciato un file che non è un tavoliere: {}",
                player.number(),
                names.join(", ")
            )
        }
        Warning::Left { player, count, names } => format!(
            "il giocatore {} ha lasciato {count} file che non sono tavolieri: {}",
            player.number(),
            names.join(", ")
        ),
        Warning::Stray { name } => format!("{name} non si chiama board_N.txt e non è stato letto"),
        Warning::Missing { board, next } => format!(
            "manca board_{board}.txt, perciò board_{next}.txt e ciò che segue non sono stati giudicati"
        ),
        Warning::AfterTheEnd { count: 1, next } => {
            format!("dopo la fine c'è ancora un file, board_{next}.txt; non è stato giudicato")
        }
        Warning::AfterTheEnd { count, next } => format!(
            "dopo la fine ci sono altri {count} file, a partire da board_{next}.txt; non sono stati giudicati"
        ),
    }
}

pub(crate) fn board_cause(cause: &BoardCause) -> Cow<'static, str> {
    match cause {
        BoardCause::ByteOrderMark => {
            "il file comincia con un byte order mark: va salvato come UTF-8 senza BOM".into()
        }
        BoardCause::Utf16 => "il file è testo UTF-16: va salvato come UTF-8".into(),
        BoardCause::Binary => "il file è binario: un tavoliere è semplice testo".into(),
        BoardCause::Html => "il file è HTML: un tavoliere è semplice testo".into(),
        BoardCause::SeveralBoards => {
            "nel file c'è più di un tavoliere: ognuno va scritto in un file nuovo".into()
        }
        BoardCause::Tabs => "nel file ci sono tabulazioni: un tavoliere ha solo spazi".into(),
        BoardCause::LineEnds => "le righe finiscono con ritorni a capo di Windows o di un vecchio Mac: vanno chiuse con il solo newline".into(),
        BoardCause::OtherGame(games) => board_of(games).into(),
        BoardCause::NoSeparators => {
            "fra le caselle non c'è niente: ci vuole uno spazio fra due caselle".into()
        }
        BoardCause::Dots => {
            "le caselle vuote sono disegnate con punti: una casella vuota è uno spazio".into()
        }
        BoardCause::OtherSigns(signs) => format!(
            "pezzi o caselle vuote sono disegnati con {}: un tavoliere ha solo x X o O e spazi",
            quoted(signs)
        )
        .into(),
        BoardCause::KingsAsMen => "le dame sono scritte come pedine: sono X e O".into(),
        BoardCause::Turned(turns, games) => {
            let turns: Vec<&str> = turns.iter().map(|&it| turn(it)).collect();
            let turned = format!(
                "il tavoliere è {}: la riga più alta è la prima, e ogni riga comincia dalla colonna 0",
                turns.join(" o ")
            );
            if games.is_empty() { turned.into() } else { format!("{turned}; {}", board_of(games)).into() }
        }
    }
}

fn board_of(games: &[GameId]) -> String {
    format!("è un tavoliere di {}: va detto con --game", GameId::list(games))
}

fn turn(turn: Turn) -> &'static str {
    match turn {
        Turn::UpsideDown => "capovolto",
        Turn::Mirrored => "specchiato da sinistra a destra",
        Turn::Quarter => "girato di 90 gradi",
        Turn::Half => "girato di 180 gradi o ha x e o scambiati",
        Turn::ByARow => "spostato di una riga",
        Turn::ByAColumn => "spostato di una colonna",
    }
}

/// A player as the subject or object of a sentence.
pub(crate) fn player(player: Player) -> String {
    format!("il giocatore {player}")
}

/// Boards of the game have one size.
pub(crate) fn one_size(game: GameId) -> String {
    format!(
        "un tavoliere di {game} ha una sola dimensione e niente muri: size e walls vanno omessi"
    )
}
