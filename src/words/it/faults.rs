//! Faults of board files and of texts, in Italian.

use super::phrases::{self, length_hint, no_wall, unreadable};
use crate::fault::{Alternatives, LengthHint};
use arbitro_rules::Player;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{BoardFault, Cell, FenError, Leniency, MoveTextError, SetupFault};
use arbitro_rules::quoridor::Unplayable;

pub(crate) fn move_text(error: &MoveTextError) -> String {
    let not_legal = |text: &str, turn: Player| {
        format!("{text:?} non è qui una mossa legale del giocatore {turn}")
    };
    match error {
        MoveTextError::Syntax { text, column, expected } => {
            format!("{text:?}, colonna {column}: ci vuole {}", phrases::expected(*expected))
        }
        MoveTextError::NotLegal { text, turn, from_here } => {
            not_legal(text, *turn) + &alternatives(&Alternatives(from_here))
        }
        MoveTextError::NoPiece { name, .. } => format!("in {name} non c'è nessun pezzo"),
        MoveTextError::NotPlaceable { text, turn, why } => {
            format!("{}: {}", not_legal(text, *turn), no_wall(*why))
        }
        MoveTextError::Ambiguous { text, could_be } => format!(
            "{text:?} può essere una qualsiasi di {}: va scritto per quali caselle passa",
            could_be.join(", ")
        ),
    }
}

pub(crate) fn alternatives(moves: &Alternatives<'_>) -> String {
    match moves.0 {
        [] => ": quel pezzo non ha mosse legali".to_owned(),
        moves => format!("; da lì può giocare {}", moves.join(", ")),
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    let what = if number == 1 { one } else { many };
    format!("{number} {what}")
}

pub(crate) fn board_fault(fault: &BoardFault) -> String {
    match fault {
        BoardFault::Unreadable { why } => {
            format!("{}; un tavoliere è un semplice file di testo", unreadable(*why))
        }
        BoardFault::EmptyFile { expected } => {
            format!("il file è vuoto; un tavoliere ha {expected} righe")
        }
        BoardFault::TooLong { limit } => format!(
            "il file è più lungo di {limit} byte, come nessun tavoliere; oltre non è stato letto"
        ),
        BoardFault::LineCount { found, expected, meaning } => format!(
            "{}, ce ne vogliono {expected}, {}",
            match found {
                1 => "c'è 1 riga".to_owned(),
                number => format!("ci sono {number} righe"),
            },
            phrases::expected(*meaning)
        ),
        BoardFault::LineLength { line, found, expected } => format!(
            "riga {line}: {}, ce ne vogliono {expected}{}",
            counted(*found, "carattere", "caratteri"),
            length_hint(LengthHint::of(*found, *expected))
        ),
        BoardFault::BadSeparator { line, column, found } => format!(
            "riga {line}, colonna {column}: c'è {}, ci vuole lo spazio fra due caselle",
            found.quoted()
        ),
        BoardFault::UnknownCharacter { line, column, found, expected } => format!(
            "riga {line}, colonna {column}: c'è {}, ci vuole {}",
            found.quoted(),
            phrases::expected(*expected)
        ),
        BoardFault::WallsLeft { line, player, found } => format!(
            "riga {line}: c'è {found:?}, ci vuole {player} e i muri che gli restano, come \"{player} 10\""
        ),
        BoardFault::NotExact(leniency) => format!(
            "c'è {}, che --strict non ammette",
            match leniency {
                Leniency::FinalNewline => "un a capo dopo l'ultima riga",
                Leniency::Crlf => "il fine riga di Windows (CRLF)",
            }
        ),
        BoardFault::Setup { line, column, fault } => {
            let place = match (line, column) {
                (Some(line), Some(column)) => format!("riga {line}, colonna {column}: "),
                _ => String::new(),
            };
            place + &setup_fault(fault)
        }
    }
}

pub(crate) fn setup_fault(fault: &SetupFault) -> String {
    match *fault {
        SetupFault::LightSquare { cell, .. } => match cell {
            Cell::Empty => "una casella vuota fra quelle chiare".to_owned(),
            Cell::Man(owner) => {
                format!("una pedina del giocatore {owner} su una casella chiara")
            }
            Cell::King(owner) => {
                format!("una dama del giocatore {owner} su una casella chiara")
            }
        },
        SetupFault::UnpromotedMan { player, .. } => format!(
            "una pedina del giocatore {player} sulla sua ultima riga: lì deve essere una dama"
        ),
        SetupFault::TooManyPieces { player, found, allowed } => format!(
            "{} ha {}, al massimo possono essere {allowed}",
            super::player(player),
            counted(found, "pezzo", "pezzi")
        ),
        SetupFault::NoPieces => "sul tavoliere non ci sono pezzi".to_owned(),
        SetupFault::Pawns { player, found: 0 } => {
            format!("{} non ha un pedone, deve averne uno", super::player(player))
        }
        SetupFault::Pawns { player, found } => {
            format!(
                "{} ha {}, deve averne uno",
                super::player(player),
                counted(found, "pedone", "pedoni")
            )
        }
        SetupFault::BrokenWall { wall } => format!(
            "il muro {} ha qui il suo centro, ma non tutte e due le sue metà",
            wall_name(wall)
        ),
        SetupFault::StrayHalf => "mezzo muro, senza un centro accanto".to_owned(),
        SetupFault::WallOverlap { first, second } => {
            format!("i muri {} e {} si sovrappongono", wall_name(first), wall_name(second))
        }
        SetupFault::WallCross { wall } => {
            format!("un altro muro incrocia il muro {}", wall_name(wall))
        }
        SetupFault::PathBlocked { player }
        | SetupFault::Quoridor(Unplayable::PathBlocked(player)) => {
            format!("i muri lasciano {} senza un percorso verso la sua meta", super::player(player))
        }
        SetupFault::Quoridor(Unplayable::Size(size)) => {
            format!("un tavoliere di dimensione {size}: può essere 3, 5, 7, 9, 11, 13 o 15")
        }
        SetupFault::Quoridor(Unplayable::Walls(walls)) => {
            format!("{walls} muri per giocatore: sono troppi")
        }
        SetupFault::Quoridor(Unplayable::OffBoard) => "qualcosa sta fuori dal tavoliere".to_owned(),
        SetupFault::Quoridor(Unplayable::SharedSquare) => {
            "tutti e due i pedoni stanno sulla stessa casella".to_owned()
        }
        SetupFault::Quoridor(Unplayable::Overlap) => "due muri si sovrappongono".to_owned(),
        SetupFault::Quoridor(Unplayable::Cross) => "due muri si incrociano".to_owned(),
        SetupFault::Quoridor(Unplayable::BothAtGoal) => {
            "tutti e due i pedoni hanno raggiunto la loro meta".to_owned()
        }
    }
}

/// What was tolerated in a board file.
pub(crate) fn leniency(leniency: &Leniency) -> &'static str {
    match leniency {
        Leniency::FinalNewline => "un a capo dopo l'ultima riga",
        Leniency::Crlf => "i fine riga di Windows (CRLF)",
    }
}

/// A position's text that could not be read.
pub(crate) fn fen(error: &FenError) -> String {
    match error {
        FenError::Syntax { column, found, expected: wanted } => {
            let expected = phrases::expected(*wanted);
            format!("colonna {column}: c'è {found:?}, ci vuole {expected}")
        }
        FenError::Twice { column, square } => {
            format!("colonna {column}: la casella {square} è indicata due volte")
        }
        FenError::Unplayable(faults) => {
            let all: Vec<String> = faults.iter().map(setup_fault).collect();
            let all = all.join("; ");
            format!("non è una posizione giocabile: {all}")
        }
    }
}
