//! Faults of board files and of move texts in French.

use super::french::le_joueur;
use super::phrases::{expected_in, length_hint_in, no_wall_in, unreadable_in};
use crate::Player;
use crate::language::Language;
use crate::notation::quoridor::wall_name;
use crate::notation::{BoardFault, Cell, LengthHint, Leniency, MoveTextError, SetupFault};
use crate::quoridor::Unplayable;

const FRENCH: Language = Language::French;

fn counted(number: usize, one: &str, many: &str) -> String {
    let what = if number < 2 { one } else { many };
    format!("{number} {what}")
}

/// Describes a move text that could not be read.
pub(super) fn move_text(error: &MoveTextError) -> String {
    let not_legal =
        |text: &str, turn: Player| format!("{text:?} n’est pas ici un coup légal du joueur {turn}");
    match error {
        MoveTextError::Syntax { text, column, expected } => {
            format!("{text:?}, colonne {column} : il faut {}", expected_in(*expected, FRENCH))
        }
        MoveTextError::NotLegal { text, turn, from_here } if from_here.is_empty() => {
            format!("{} : cette pièce n’a pas de coup légal", not_legal(text, *turn))
        }
        MoveTextError::NotLegal { text, turn, from_here } => {
            format!("{} ; de là, il peut jouer {}", not_legal(text, *turn), from_here.join(", "))
        }
        MoveTextError::NotPlaceable { text, turn, why } => {
            format!("{} : {}", not_legal(text, *turn), no_wall_in(*why, FRENCH))
        }
        MoveTextError::Ambiguous { text, could_be } => format!(
            "{text:?} peut être l’un de {} : écrivez par quelles cases il passe",
            could_be.join(", ")
        ),
    }
}

/// Describes a tolerated fault of a board file.
pub(super) fn leniency(leniency: Leniency) -> &'static str {
    match leniency {
        Leniency::FinalNewline => "un saut de ligne après la dernière ligne",
        Leniency::Crlf => "des fins de ligne de Windows (CRLF)",
    }
}

/// Describes a fault of a board file.
pub(super) fn fault(fault: &BoardFault) -> String {
    match fault {
        BoardFault::Unreadable { why } => {
            format!("{} ; un plateau est un simple fichier de texte", unreadable_in(*why, FRENCH))
        }
        BoardFault::EmptyFile { expected } => {
            format!("le fichier est vide ; un plateau a {expected} lignes")
        }
        BoardFault::TooLong { limit } => format!(
            "le fichier dépasse {limit} octets, ce que ne fait aucun plateau ; la suite n’a pas été lue"
        ),
        BoardFault::LineCount { found, expected, meaning } => format!(
            "il y a {}, il en faut {expected}, {}",
            counted(*found, "ligne", "lignes"),
            expected_in(*meaning, FRENCH)
        ),
        BoardFault::LineLength { line, found, expected } => format!(
            "ligne {line} : {}, il en faut {expected}{}",
            counted(*found, "caractère", "caractères"),
            length_hint_in(LengthHint::of(*found, *expected), FRENCH)
        ),
        BoardFault::BadSeparator { line, column, found } => format!(
            "ligne {line}, colonne {column} : il y a {}, il faut l’espace entre deux cases",
            found.quoted()
        ),
        BoardFault::UnknownCharacter { line, column, found, expected } => format!(
            "ligne {line}, colonne {column} : il y a {}, il faut {}",
            found.quoted(),
            expected_in(*expected, FRENCH)
        ),
        BoardFault::WallsLeft { line, player, found } => format!(
            "ligne {line} : il y a {found:?}, il faut {player} et les murs qui lui restent, comme \"{player} 10\""
        ),
        BoardFault::NotExact(what) => {
            format!("il y a {}, ce que --strict refuse", leniency(*what))
        }
        BoardFault::Setup { line, column, fault } => {
            let place = match (line, column) {
                (Some(line), Some(column)) => format!("ligne {line}, colonne {column} : "),
                _ => String::new(),
            };
            place + &setup_fault(*fault)
        }
    }
}

pub(super) fn setup_fault(fault: SetupFault) -> String {
    match fault {
        SetupFault::LightSquare { cell, .. } => match cell {
            Cell::Empty => "une case vide parmi les claires".to_owned(),
            Cell::Man(owner) => format!("un pion du joueur {owner} sur une case claire"),
            Cell::King(owner) => format!("une dame du joueur {owner} sur une case claire"),
        },
        SetupFault::UnpromotedMan { player, .. } => {
            format!("un pion du joueur {player} sur sa dernière rangée : il doit y être une dame")
        }
        SetupFault::TooManyPieces { player, found, allowed } => format!(
            "{} a {}, il peut y en avoir {allowed} au plus",
            le_joueur(player),
            counted(found, "pièce", "pièces")
        ),
        SetupFault::NoPieces => "il n’y a pas de pièces sur le plateau".to_owned(),
        SetupFault::Pawns { player, found: 0 } => {
            format!("{} n’a pas de pion, il doit en avoir un", le_joueur(player))
        }
        SetupFault::Pawns { player, found } => format!(
            "{} a {}, il doit en avoir un",
            le_joueur(player),
            counted(found, "pion", "pions")
        ),
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
            format!("les murs laissent {} sans chemin vers son but", le_joueur(player))
        }
        SetupFault::Quoridor(Unplayable::Size(size)) => {
            format!("un plateau de taille {size} : ce peut être 3, 5, 7, 9, 11, 13 ou 15")
        }
        SetupFault::Quoridor(Unplayable::Walls(walls)) => {
            format!("{walls} murs par joueur : c’est trop")
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
