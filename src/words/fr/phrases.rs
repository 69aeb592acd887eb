//! Phrases within sentences, in French.

use crate::fault::LengthHint;
use arbitro_rules::Player;
use arbitro_rules::draughts::DrawRule;
use arbitro_rules::notation::{Expected, NoWall, UnreadableFile};
use arbitro_rules::quoridor::Direction;

pub(crate) fn expected(it: Expected) -> &'static str {
    match it {
        Expected::BoardLines => "une pour chaque rangée du plateau",
        Expected::QuoridorLines => {
            "celles du plateau, une pour les murs qui restent à x et une pour ceux de o"
        }
        Expected::DraughtsCell => "l’un de x X o O ou une espace",
        Expected::QuoridorCell => "l’un de x o ou .",
        Expected::HorizontalWallPart => {
            "- ou une espace : entre deux rangées se trouvent les murs horizontaux"
        }
        Expected::VerticalWallPart => {
            "| ou une espace : entre deux colonnes se trouvent les murs verticaux"
        }
        Expected::Printable => "un caractère ASCII imprimable",
        Expected::WallMiddle => "- ou | ou une espace",
        Expected::PawnOrWall => "une case du plateau, comme e2, ou un mur, comme e3h",
        Expected::DarkSquare => "une case foncée du plateau",
        Expected::SignOrEndOfMove => "'-', 'x' ou la fin du coup",
        Expected::SignAndSquare => "'-' ou 'x' et une case",
        Expected::EndOfMove => "la fin du coup",
        Expected::Colour => "W ou B",
        Expected::EndOfPosition => "la fin de la position",
        Expected::ColonAndPieces => "':' et une liste de pièces",
        Expected::OtherColour => "les pièces de l’autre couleur",
        Expected::EndOfRange => {
            "un nombre qui ne soit pas plus petit que le premier de l’intervalle"
        }
        Expected::BoardSize => "la taille du plateau, comme 9",
        Expected::QuoridorTurn => "x ou o, celui qui doit jouer",
        Expected::ColonAndNextPart => "':' et la partie suivante",
        Expected::PawnSquare => "la case d’un pion",
        Expected::CommaAndWallsLeft => "',' et les murs qui lui restent",
        Expected::ClosingQuote => "le guillemet fermant",
        Expected::Number => "un nombre",
        Expected::Counter => "H ou F et un nombre",
        Expected::WallsLeft => "les murs qui lui restent",
        Expected::ColonAndWallsOrEnd => "':' et des murs, ou la fin de la position",
        Expected::Wall => "un mur du plateau, comme e3h",
        Expected::CommaOrEndOfPosition => "',' ou la fin de la position",
    }
}

pub(crate) fn unreadable(it: UnreadableFile) -> &'static str {
    match it {
        UnreadableFile::Missing => "ce fichier n’existe pas",
        UnreadableFile::NotAFile => "ce n’est pas un fichier ordinaire",
        UnreadableFile::Io => "il ne peut pas être lu",
    }
}

pub(crate) fn no_wall(it: NoWall) -> &'static str {
    match it {
        NoWall::Over => "la partie est finie",
        NoWall::NoneLeft => "il n’a plus de murs",
        NoWall::Standing => "le même mur est déjà là",
        NoWall::Cross => "il croiserait un autre mur",
        NoWall::PathBlocked(Player::X) => "il laisserait le joueur x sans chemin vers son but",
        NoWall::PathBlocked(Player::O) => "il laisserait le joueur o sans chemin vers son but",
        NoWall::Overlap(Direction::Horizontal) => "il chevaucherait un autre mur de sa rangée",
        NoWall::Overlap(Direction::Vertical) => "il chevaucherait un autre mur de sa colonne",
    }
}

pub(crate) fn length_hint(it: LengthHint) -> &'static str {
    match it {
        LengthHint::Unknown => "",
        LengthHint::EmptyRow => " (une rangée vide n’est faite que d’espaces)",
        LengthHint::FinalSpaces => " (les espaces à la fin d’une ligne en font partie)",
        LengthHint::SpacesBetween => " (une espace entre deux cases)",
    }
}

pub(crate) fn draw_rule(rule: &DrawRule) -> &'static str {
    match rule {
        DrawRule::OnlyKings => "trop longtemps seules des dames ont bougé, sans prise",
        DrawRule::KingAgainstTwo => "trop longtemps une dame contre deux pièces ou moins",
        DrawRule::KingAgainstThree => "trop longtemps une dame contre trois pièces",
        DrawRule::KingsAgainstOne => "trop longtemps trois dames ou plus contre une",
        DrawRule::Unchanged => "trop longtemps sans prise ni nouvelle dame",
    }
}
