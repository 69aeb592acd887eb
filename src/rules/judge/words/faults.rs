//! Descriptions of faulty board files and move texts in a language. The English is the errors' own
//! text.

use super::phrases::{expected_in, length_hint_in, no_wall_in, unreadable_in};
use super::{french_faults, il_giocatore};
use crate::Player;
use crate::draughts::DrawRule;
use crate::language::Language;
use crate::notation::quoridor::wall_name;
use crate::notation::{
    BoardFault, Cell, FenError, LengthHint, Leniency, MAX_TOLD_FAULTS, MoveTextError, SetupFault,
};
use crate::quoridor::Unplayable;

const ITALIAN: Language = Language::Italian;

/// Describes a fault of a board file.
pub fn fault_in(fault: &BoardFault, language: Language) -> String {
    match language {
        Language::English => fault.to_string(),
        Language::Italian => italian_fault(fault),
        Language::French => french_faults::fault(fault),
    }
}

/// Describes several faults in one sentence, at most the first few.
pub fn faults_in(faults: &[BoardFault], language: Language) -> String {
    let told = faults.iter().take(MAX_TOLD_FAULTS);
    let mut told: Vec<String> = told.map(|it| fault_in(it, language)).collect();
    let more = faults.len() - told.len();
    if more > 0 {
        told.push(language.pick(
            format!("and {more} more"),
            format!("e altri {more}"),
            format!("et {more} autres"),
        ));
    }
    told.join("; ")
}

/// Describes a tolerated fault of a board file.
pub fn leniency_in(leniency: Leniency, language: Language) -> String {
    match (language, leniency) {
        (Language::English, _) => leniency.to_string(),
        (Language::Italian, Leniency::FinalNewline) => "un a capo dopo l'ultima riga".to_owned(),
        (Language::Italian, Leniency::Crlf) => "i fine riga di Windows (CRLF)".to_owned(),
        (Language::French, _) => french_faults::leniency(leniency).to_owned(),
    }
}

/// Describes a position text that could not be read.
pub fn fen_text_in(error: &FenError, language: Language) -> String {
    match error {
        FenError::Syntax { column, found, expected } => {
            let expected = expected_in(*expected, language);
            language.pick(
                error.to_string(),
                format!("colonna {column}: c'è {found:?}, ci vuole {expected}"),
                format!("colonne {column} : il y a {found:?}, il faut {expected}"),
            )
        }
        FenError::Twice { column, square } => language.pick(
            error.to_string(),
            format!("colonna {column}: la casella {square} è indicata due volte"),
            format!("colonne {column} : la case {square} est nommée deux fois"),
        ),
        FenError::Unplayable(faults) => {
            let listed = |write: &dyn Fn(SetupFault) -> String| {
                let all: Vec<String> = faults.iter().map(|&it| write(it)).collect();
                all.join("; ")
            };
            match language {
                Language::English => error.to_string(),
                Language::Italian => {
                    format!("non è una posizione giocabile: {}", listed(&italian_setup_fault))
                }
                Language::French => format!(
                    "ce n’est pas une position jouable : {}",
                    listed(&french_faults::setup_fault)
                ),
            }
        }
    }
}

/// Describes a move text that could not be read.
pub fn move_text_in(error: &MoveTextError, language: Language) -> String {
    match language {
        Language::English => error.to_string(),
        Language::Italian => italian_move_text(error),
        Language::French => french_faults::move_text(error),
    }
}

fn italian_move_text(error: &MoveTextError) -> String {
    let not_legal = |text: &str, turn: Player| {
        format!("{text:?} non è qui una mossa legale del giocatore {turn}")
    };
    match error {
        MoveTextError::Syntax { text, column, expected } => {
            format!("{text:?}, colonna {column}: ci vuole {}", expected_in(*expected, ITALIAN))
        }
        MoveTextError::NotLegal { text, turn, from_here } if from_here.is_empty() => {
            format!("{}: quel pezzo non ha mosse legali", not_legal(text, *turn))
        }
        MoveTextError::NotLegal { text, turn, from_here } => {
            format!("{}; da lì può giocare {}", not_legal(text, *turn), from_here.join(", "))
        }
        MoveTextError::NotPlaceable { text, turn, why } => {
            format!("{}: {}", not_legal(text, *turn), no_wall_in(*why, ITALIAN))
        }
        MoveTextError::Ambiguous { text, could_be } => format!(
            "{text:?} può essere una qualsiasi di {}: va scritto per quali caselle passa",
            could_be.join(", ")
        ),
    }
}

/// Describes the draw rule that ended a match.
pub fn draw_rule_in(rule: DrawRule, language: Language) -> &'static str {
    match rule {
        DrawRule::OnlyKings => language.pick(
            "only kings moved, and nothing was taken, for too long",
            "troppo a lungo si sono mosse solo dame, senza prese",
            "trop longtemps seules des dames ont bougé, sans prise",
        ),
        DrawRule::KingAgainstTwo => language.pick(
            "one king against two pieces or fewer for too long",
            "troppo a lungo una dama contro due pezzi o meno",
            "trop longtemps une dame contre deux pièces ou moins",
        ),
        DrawRule::KingAgainstThree => language.pick(
            "one king against three pieces for too long",
            "troppo a lungo una dama contro tre pezzi",
            "trop longtemps une dame contre trois pièces",
        ),
        DrawRule::KingsAgainstOne => language.pick(
            "three kings or more against one for too long",
            "troppo a lungo tre dame o più contro una",
            "trop longtemps trois dames ou plus contre une",
        ),
        DrawRule::Unchanged => language.pick(
            "nothing was taken or crowned for too long",
            "troppo a lungo senza prese né dame nuove",
            "trop longtemps sans prise ni nouvelle dame",
        ),
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    let what = if number == 1 { one } else { many };
    format!("{number} {what}")
}

fn italian_fault(fault: &BoardFault) -> String {
    match fault {
        BoardFault::Unreadable { why } => {
            format!("{}; un tavoliere è un semplice file di testo", unreadable_in(*why, ITALIAN))
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
            expected_in(*meaning, ITALIAN)
        ),
        BoardFault::LineLength { line, found, expected } => format!(
            "riga {line}: {}, ce ne vogliono {expected}{}",
            counted(*found, "carattere", "caratteri"),
            length_hint_in(LengthHint::of(*found, *expected), ITALIAN)
        ),
        BoardFault::BadSeparator { line, column, found } => format!(
            "riga {line}, colonna {column}: c'è {}, ci vuole lo spazio fra due caselle",
            found.quoted()
        ),
        BoardFault::UnknownCharacter { line, column, found, expected } => format!(
            "riga {line}, colonna {column}: c'è {}, ci vuole {}",
            found.quoted(),
            expected_in(*expected, ITALIAN)
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
            place + &italian_setup_fault(*fault)
        }
    }
}

fn italian_setup_fault(fault: SetupFault) -> String {
    match fault {
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
            il_giocatore(player),
            counted(found, "pezzo", "pezzi")
        ),
        SetupFault::NoPieces => "sul tavoliere non ci sono pezzi".to_owned(),
        SetupFault::Pawns { player, found: 0 } => {
            format!("{} non ha un pedone, deve averne uno", il_giocatore(player))
        }
        SetupFault::Pawns { player, found } => format!(
            "{} ha {}, deve averne uno",
            il_giocatore(player),
            counted(found, "pedone", "pedoni")
        ),
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
            format!("i muri lasciano {} senza un percorso verso la sua meta", il_giocatore(player))
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
