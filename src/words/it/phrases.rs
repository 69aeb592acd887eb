//! Phrases within sentences, in Italian.

use crate::fault::LengthHint;
use arbitro_rules::Player;
use arbitro_rules::draughts::DrawRule;
use arbitro_rules::notation::{Expected, NoWall, UnreadableFile};
use arbitro_rules::quoridor::Direction;

pub(crate) fn expected(it: Expected) -> &'static str {
    match it {
        Expected::BoardLines => "una per ogni riga del tavoliere",
        Expected::QuoridorLines => {
            "quelle del tavoliere, una per i muri rimasti a x e una per quelli di o"
        }
        Expected::DraughtsCell => "uno fra x X o O, oppure uno spazio",
        Expected::QuoridorCell => "uno fra x o e .",
        Expected::HorizontalWallPart => {
            "- oppure uno spazio: fra due righe stanno i muri orizzontali"
        }
        Expected::VerticalWallPart => {
            "| oppure uno spazio: fra due colonne stanno i muri verticali"
        }
        Expected::Printable => "un carattere ASCII stampabile",
        Expected::WallMiddle => "- oppure | oppure uno spazio",
        Expected::PawnOrWall => "una casella del tavoliere, come e2, o un muro, come e3h",
        Expected::DarkSquare => "una casella scura del tavoliere",
        Expected::SignOrEndOfMove => "'-', 'x' o la fine della mossa",
        Expected::SignAndSquare => "'-' o 'x' e una casella",
        Expected::EndOfMove => "la fine della mossa",
        Expected::Colour => "W o B",
        Expected::EndOfPosition => "la fine della posizione",
        Expected::ColonAndPieces => "':' e un elenco di pezzi",
        Expected::OtherColour => "i pezzi dell'altro colore",
        Expected::EndOfRange => "un numero non minore del primo dell'intervallo",
        Expected::BoardSize => "la dimensione del tavoliere, come 9",
        Expected::QuoridorTurn => "x oppure o, di chi è il turno",
        Expected::ColonAndNextPart => "':' e la parte seguente",
        Expected::PawnSquare => "la casella di un pedone",
        Expected::CommaAndWallsLeft => "',' e i muri che gli restano",
        Expected::ClosingQuote => "le virgolette di chiusura",
        Expected::Number => "un numero",
        Expected::Counter => "H o F e un numero",
        Expected::WallsLeft => "i muri che gli restano",
        Expected::ColonAndWallsOrEnd => "':' e i muri, oppure la fine della posizione",
        Expected::Wall => "un muro del tavoliere, come e3h",
        Expected::CommaOrEndOfPosition => "',' o la fine della posizione",
    }
}

pub(crate) fn unreadable(it: UnreadableFile) -> &'static str {
    match it {
        UnreadableFile::Missing => "il file non c'è",
        UnreadableFile::NotAFile => "non è un file regolare",
        UnreadableFile::Io => "non si può leggere",
    }
}

pub(crate) fn no_wall(it: NoWall) -> &'static str {
    match it {
        NoWall::Over => "la partita è finita",
        NoWall::NoneLeft => "non ha più muri",
        NoWall::Standing => "lo stesso muro è già lì",
        NoWall::Cross => "incrocerebbe un altro muro",
        NoWall::PathBlocked(Player::X) => {
            "lascerebbe il giocatore x senza un percorso verso la sua meta"
        }
        NoWall::PathBlocked(Player::O) => {
            "lascerebbe il giocatore o senza un percorso verso la sua meta"
        }
        NoWall::Overlap(Direction::Horizontal) => {
            "si sovrapporrebbe a un altro muro della sua riga"
        }
        NoWall::Overlap(Direction::Vertical) => {
            "si sovrapporrebbe a un altro muro della sua colonna"
        }
    }
}

pub(crate) fn length_hint(it: LengthHint) -> &'static str {
    match it {
        LengthHint::Unknown => "",
        LengthHint::EmptyRow => " (una riga vuota è fatta di soli spazi)",
        LengthHint::FinalSpaces => " (gli spazi in fondo a una riga ne fanno parte)",
        LengthHint::SpacesBetween => " (uno spazio fra una casella e l'altra)",
    }
}

pub(crate) fn draw_rule(rule: &DrawRule) -> &'static str {
    match rule {
        DrawRule::OnlyKings => "troppo a lungo si sono mosse solo dame, senza prese",
        DrawRule::KingAgainstTwo => "troppo a lungo una dama contro due pezzi o meno",
        DrawRule::KingAgainstThree => "troppo a lungo una dama contro tre pezzi",
        DrawRule::KingsAgainstOne => "troppo a lungo tre dame o più contro una",
        DrawRule::Unchanged => "troppo a lungo senza prese né dame nuove",
    }
}
