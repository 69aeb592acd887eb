//! What texts must have, what a file is, and why a wall may not stand: short phrases within sentences.

use std::fmt;

use crate::Player;
use crate::language::Language;
use crate::notation::{Expected, LengthHint, NoWall, UnreadableFile};
use crate::quoridor::Direction;

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(expected_in(*self, Language::English))
    }
}

impl fmt::Display for UnreadableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(unreadable_in(*self, Language::English))
    }
}

impl fmt::Display for NoWall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(no_wall_in(*self, Language::English))
    }
}

impl fmt::Display for LengthHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(length_hint_in(*self, Language::English))
    }
}

/// Describes what a text must have in a place.
pub(super) fn expected_in(expected: Expected, language: Language) -> &'static str {
    match expected {
        Expected::BoardLines => language.pick(
            "one for each row of the board",
            "una per ogni riga del tavoliere",
            "une pour chaque rangée du plateau",
        ),
        Expected::QuoridorLines => language.pick(
            "those of the board, one for the walls x has left and one for those of o",
            "quelle del tavoliere, una per i muri rimasti a x e una per quelli di o",
            "celles du plateau, une pour les murs qui restent à x et une pour ceux de o",
        ),
        Expected::DraughtsCell => language.pick(
            "one of x X o O or a space",
            "uno fra x X o O, oppure uno spazio",
            "l’un de x X o O ou une espace",
        ),
        Expected::QuoridorCell => {
            language.pick("one of x o or .", "uno fra x o e .", "l’un de x o ou .")
        }
        Expected::HorizontalWallPart => language.pick(
            "- or a space: between two rows lie horizontal walls",
            "- oppure uno spazio: fra due righe stanno i muri orizzontali",
            "- ou une espace : entre deux rangées se trouvent les murs horizontaux",
        ),
        Expected::VerticalWallPart => language.pick(
            "| or a space: between two columns lie vertical walls",
            "| oppure uno spazio: fra due colonne stanno i muri verticali",
            "| ou une espace : entre deux colonnes se trouvent les murs verticaux",
        ),
        Expected::WallMiddle => language.pick(
            "- or | or a space",
            "- oppure | oppure uno spazio",
            "- ou | ou une espace",
        ),
        Expected::PawnOrWall => language.pick(
            "a square of the board, like e2, or a wall, like e3h",
            "una casella del tavoliere, come e2, o un muro, come e3h",
            "une case du plateau, comme e2, ou un mur, comme e3h",
        ),
        Expected::DarkSquare => language.pick(
            "a dark square of the board",
            "una casella scura del tavoliere",
            "une case foncée du plateau",
        ),
        Expected::SignOrEndOfMove => language.pick(
            "'-', 'x' or the end of the move",
            "'-', 'x' o la fine della mossa",
            "'-', 'x' ou la fin du coup",
        ),
        Expected::SignAndSquare => language.pick(
            "'-' or 'x' and a square",
            "'-' o 'x' e una casella",
            "'-' ou 'x' et une case",
        ),
        Expected::EndOfMove => {
            language.pick("the end of the move", "la fine della mossa", "la fin du coup")
        }
        Expected::Colour => language.pick("W or B", "W o B", "W ou B"),
        Expected::EndOfPosition => language.pick(
            "the end of the position",
            "la fine della posizione",
            "la fin de la position",
        ),
        Expected::ColonAndPieces => language.pick(
            "':' and a list of pieces",
            "':' e un elenco di pezzi",
            "':' et une liste de pièces",
        ),
        Expected::OtherColour => language.pick(
            "the other colour's pieces",
            "i pezzi dell'altro colore",
            "les pièces de l’autre couleur",
        ),
        Expected::EndOfRange => language.pick(
            "a number not below the range's first",
            "un numero non minore del primo dell'intervallo",
            "un nombre qui ne soit pas plus petit que le premier de l’intervalle",
        ),
        Expected::BoardSize => language.pick(
            "the size of the board, like 9",
            "la dimensione del tavoliere, come 9",
            "la taille du plateau, comme 9",
        ),
        Expected::QuoridorTurn => language.pick(
            "x or o, whose turn it is",
            "x oppure o, di chi è il turno",
            "x ou o, celui qui doit jouer",
        ),
        Expected::ColonAndNextPart => language.pick(
            "':' and the next part",
            "':' e la parte seguente",
            "':' et la partie suivante",
        ),
        Expected::PawnSquare => {
            language.pick("the square of a pawn", "la casella di un pedone", "la case d’un pion")
        }
        Expected::CommaAndWallsLeft => language.pick(
            "',' and the walls it has left",
            "',' e i muri che gli restano",
            "',' et les murs qui lui restent",
        ),
        Expected::ClosingQuote => {
            language.pick("the closing quote", "le virgolette di chiusura", "le guillemet fermant")
        }
        Expected::Number => language.pick("a number", "un numero", "un nombre"),
        Expected::Counter => {
            language.pick("H or F and a number", "H o F e un numero", "H ou F et un nombre")
        }
        Expected::WallsLeft => language.pick(
            "the walls it has left",
            "i muri che gli restano",
            "les murs qui lui restent",
        ),
        Expected::ColonAndWallsOrEnd => language.pick(
            "':' and walls, or the end of the position",
            "':' e i muri, oppure la fine della posizione",
            "':' et des murs, ou la fin de la position",
        ),
        Expected::Wall => language.pick(
            "a wall of the board, like e3h",
            "un muro del tavoliere, come e3h",
            "un mur du plateau, comme e3h",
        ),
        Expected::CommaOrEndOfPosition => language.pick(
            "',' or the end of the position",
            "',' o la fine della posizione",
            "',' ou la fin de la position",
        ),
    }
}

/// Says why a file is no board.
pub(super) fn unreadable_in(why: UnreadableFile, language: Language) -> &'static str {
    match why {
        UnreadableFile::Missing => {
            language.pick("there is no such file", "il file non c'è", "ce fichier n’existe pas")
        }
        UnreadableFile::NotAFile => language.pick(
            "not a regular file",
            "non è un file regolare",
            "ce n’est pas un fichier ordinaire",
        ),
        UnreadableFile::Io => {
            language.pick("it cannot be read", "non si può leggere", "il ne peut pas être lu")
        }
    }
}

/// Says why a wall may not stand there.
pub(super) fn no_wall_in(why: NoWall, language: Language) -> &'static str {
    match why {
        NoWall::Over => {
            language.pick("the match is over", "la partita è finita", "la partie est finie")
        }
        NoWall::NoneLeft => {
            language.pick("it has no walls left", "non ha più muri", "il n’a plus de murs")
        }
        NoWall::Cross => language.pick(
            "it would cross another wall",
            "incrocerebbe un altro muro",
            "il croiserait un autre mur",
        ),
        NoWall::PathBlocked(Player::X) => language.pick(
            "it would leave x no path to its goal",
            "lascerebbe il giocatore x senza un percorso verso la sua meta",
            "il laisserait le joueur x sans chemin vers son but",
        ),
        NoWall::PathBlocked(Player::O) => language.pick(
            "it would leave o no path to its goal",
            "lascerebbe il giocatore o senza un percorso verso la sua meta",
            "il laisserait le joueur o sans chemin vers son but",
        ),
        NoWall::Overlap(Direction::Horizontal) => language.pick(
            "it would overlap another wall of its row",
            "si sovrapporrebbe a un altro muro della sua riga",
            "il chevaucherait un autre mur de sa rangée",
        ),
        NoWall::Overlap(Direction::Vertical) => language.pick(
            "it would overlap another wall of its column",
            "si sovrapporrebbe a un altro muro della sua colonna",
            "il chevaucherait un autre mur de sa colonne",
        ),
    }
}

/// Says what a line of a wrong length may lack, to follow its length.
pub(super) fn length_hint_in(hint: LengthHint, language: Language) -> &'static str {
    match hint {
        LengthHint::Unknown => "",
        LengthHint::EmptyRow => language.pick(
            " (an empty row is all spaces)",
            " (una riga vuota è fatta di soli spazi)",
            " (une rangée vide n’est faite que d’espaces)",
        ),
        LengthHint::FinalSpaces => language.pick(
            " (spaces at the end of a line belong to it)",
            " (gli spazi in fondo a una riga ne fanno parte)",
            " (les espaces à la fin d’une ligne en font partie)",
        ),
        LengthHint::SpacesBetween => language.pick(
            " (one space between cells)",
            " (uno spazio fra una casella e l'altra)",
            " (une espace entre deux cases)",
        ),
    }
}
