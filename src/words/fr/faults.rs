//! Faults of board files and of texts, in French.

use super::phrases::{self, length_hint, no_wall, unreadable};
use crate::fault::{Alternatives, LengthHint};
use arbitro_rules::Player;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{BoardFault, Cell, FenError, Leniency, MoveTextError, SetupFault};
use arbitro_rules::quoridor::Unplayable;

fn counted(number: usize, one: &str, many: &str) -> String {
    let what = if number < 2 { one } else { many };
    format!("{number} {what}")
}

/// Describes a move text that could not be read.
pub(crate) fn move_text(error: &MoveTextError) -> String {
    let not_legal =
        |text: &str, turn: Player| format!("{text:?} n’est pas ici un coup légal du joueur {turn}");
    match error {
        MoveTextError::Syntax { text, column, expected } => {
            format!("{text:?}, colonne {column} : il faut {}", phrases::expected(*expected))
        }
        MoveTextError::NotLegal { text, turn, from_here } => {
            not_legal(text, *turn) + &alternatives(&Alternatives(from_here))
        }
        MoveTextError::NoPiece { name, .. } => format!("il n’y a pas de pièce en {name}"),
        MoveTextError::NotPlaceable { text, turn, why } => {
            format!("{} : {}", not_legal(text, *turn), no_wall(*why))
        }
        MoveTextError::Ambiguous { text, could_be } => format!(
            "{text:?} peut être l’un de {} : écrivez par quelles cases il passe",
            could_be.join(", ")
        ),
    }
}

pub(crate) fn alternatives(moves: &Alternatives<'_>) -> String {
    match moves.0 {
        [] => " : cette pièce n’a pas de coup légal".to_owned(),
        moves => format!(" ; de là, il peut jouer {}", moves.join(", ")),
    }
}

/// Describes a tolerated fault of a board file.
pub(crate) fn leniency(leniency: &Leniency) -> &'static str {
    match leniency {
        Leniency::FinalNewline => "un saut de ligne après la dernière ligne",
        Leniency::Crlf => "des fins de ligne de Windows (CRLF)",
    }
}

/// Describes a fault of a board file.
pub(crate) fn board_fault(fault: &BoardFault) -> String {
    match fault {
        BoardFault::Unreadable { why } => {
            format!("{} ; un plateau est un simple fichier de texte", unreadable(*why))
        }
        BoardFault::EmptyFile { expected } => {
            format!("le fichier est vide ; un plateau a {expected} lignes")
        }
        BoardFault::TooLong { limit } => format!(
            "le fichier dépasse {limit} octets, ce que ne fait aucun plateau ; la suite n’a pas été lue"
        ),
        BoardFault::LineCount { found, expected, meaning } => format!(
            "il y a {}, il en faut {expected}, {}",
            counted(*found, "ligne", "lignes"),
            phrases::expected(*meaning)
        ),
        BoardFault::LineLength { line, found, expected } => format!(
            "ligne {line} : {}, il en faut {expected}{}",
            counted(*found, "caractère", "caractères"),
            length_hint(LengthHint::of(*found, *expected))
        ),
        BoardFault::BadSeparator { line, column, found } => format!(
            "ligne {line}, colonne {column} : il y a {}, il faut l’espace entre deux cases",
            found.quoted()
        ),
        BoardFault::UnknownCharacter { line, column, found, expected } => format!(
            "ligne {line}, colonne {column} : il y a {}, il faut {}",
            found.quoted(),
            phrases::expected(*expected)
        ),
        BoardFault::WallsLeft { line, player, found } => format!(
            "ligne {line} : il y a {found:?}, il faut {player} et les murs qui lui restent, comme \"{player} 10\""
        ),
        BoardFault::NotExact(what) => {
            format!("il y a {}, ce que --strict refuse", leniency(what))
        }
        BoardFault::Setup { line, column, fault } => {
            let place = match (line, column) {
                (Some(line), Some(column)) => format!("ligne {line}, colonne {column} : "),
                _ => String::new(),
            };
            place + &setup_fault(fault)
        }
    }
}

pub(crate) fn setup_fault(fault: &SetupFault) -> String {
    match *fault {
        SetupFault::LightSquare { cell, .. } => match cell {
            Cell::Empty => "une case vide parmi les claires".to_owned(),
            Cell::Man(owner) => format!("un pion du joueur {owner} sur une case claire"),
            Cell::King(owner) => format!("une dame du joueur {owner} sur une case claire"),
        },
        SetupFault::UnpromotedMan { player, .. } => {
            format!("un pion du joueur {player} sur sa dernière rangée : il doit y être une dame")
        }
        SetupFault::TooManyPieces { player, found, allowed } => format!(
            "{} a {}, il peut y en avoir {allowed} au plus",
            super::player(player),
            counted(found, "pièce", "pièces")
        ),
        SetupFault::NoPieces => "il n’y a pas de pièces sur le plateau".to_owned(),
        SetupFault::Pawns { player, found: 0 } => {
            format!("{} n’a pas de pion, il doit en avoir un", super::player(player))
        }
        SetupFault::Pawns { player, found } => {
            format!(
                "{} a {}, il doit en avoir un",
                super::player(player),
                counted(found, "pion", "pions")
            )
        }
        SetupFault::BrokenWall { wall } => {
            format!("le mur {} a ici son milieu, mais pas ses deux moitiés", wall_name(wall))
        }
        SetupFault::StrayHalf => "un demi-mur, sans milieu à côté".to_owned(),
        SetupFault::WallOverlap { first, second } => {
            format!("les murs {} et {} se chevauchent", wall_name(first), wall_name(second))
        }
        SetupFault::WallCross { wall } => {
            format!("un autre mur croise le mur {}", wall_name(wall))
        }
        SetupFault::PathBlocked { player }
        | SetupFault::Quoridor(Unplayable::PathBlocked(player)) => {
            format!("les murs laissent {} sans chemin vers son but", super::player(player))
        }
        SetupFault::Quoridor(Unplayable::Size(size)) => {
            format!("un plateau de taille {size} : ce peut être 3, 5, 7, 9, 11, 13 ou 15")
        }
        SetupFault::Quoridor(Unplayable::Walls(walls)) => {
            format!("{walls} murs par joueur : c’est trop")
        }
        SetupFault::Quoridor(Unplayable::OffBoard) => {
            "quelque chose est hors du plateau".to_owned()
        }
        SetupFault::Quoridor(Unplayable::SharedSquare) => {
            "les deux pions sont sur la même case".to_owned()
        }
        SetupFault::Quoridor(Unplayable::Overlap) => "deux murs se chevauchent".to_owned(),
        SetupFault::Quoridor(Unplayable::Cross) => "deux murs se croisent".to_owned(),
        SetupFault::Quoridor(Unplayable::BothAtGoal) => {
            "les deux pions ont atteint leur but".to_owned()
        }
    }
}

/// A position's text that could not be read.
pub(crate) fn fen(error: &FenError) -> String {
    match error {
        FenError::Syntax { column, found, expected: wanted } => {
            let expected = phrases::expected(*wanted);
            format!("colonne {column} : il y a {found:?}, il faut {expected}")
        }
        FenError::Twice { column, square } => {
            format!("colonne {column} : la case {square} est nommée deux fois")
        }
        FenError::Unplayable(faults) => {
            let all: Vec<String> = faults.iter().map(setup_fault).collect();
            let all = all.join("; ");
            format!("ce n’est pas une position jouable : {all}")
        }
    }
}
