//! Descriptions of faulty board files and move texts in a language. The English is the errors' own
//! text.

use super::{french_faults, il_giocatore};
use crate::Player;
use crate::draughts::DrawRule;
use crate::language::Language;
use crate::notation::quoridor::wall_name;
use crate::notation::{
    BoardFault, Cell, FenError, Leniency, MAX_TOLD_FAULTS, MoveTextError, SetupFault, length_hint,
};
use crate::quoridor::Unplayable;

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
        FenError::Syntax {
            column,
            found,
            expected,
        } => {
            let expected = phrase(expected, language);
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
                    format!(
                        "non è una posizione giocabile: {}",
                        listed(&italian_setup_fault)
                    )
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
        MoveTextError::Syntax {
            text,
            column,
            expected,
        } => format!("{text:?}, colonna {column}: ci vuole {}", fixed(expected)),
        MoveTextError::NotLegal {
            text,
            turn,
            from_here,
        } if from_here.is_empty() => {
            format!("{}: quel pezzo non ha mosse legali", not_legal(text, *turn))
        }
        MoveTextError::NotLegal {
            text,
            turn,
            from_here,
        } => format!(
            "{}; da lì può giocare {}",
            not_legal(text, *turn),
            from_here.join(", ")
        ),
        MoveTextError::NotPlaceable { text, turn, why } => {
            format!("{}: {}", not_legal(text, *turn), fixed(why))
        }
        MoveTextError::Ambiguous { text, could_be } => format!(
            "{text:?} può essere una qualsiasi di {}: va scritto per quali caselle passa",
            could_be.join(", ")
        ),
    }
}

/// Fixed phrases in errors of boards, moves and positions, and in draw rules, with their Italian
/// and French.
const FIXED: [[&str; 3]; 37] = [
    [
        "one for each row of the board",
        "una per ogni riga del tavoliere",
        "une pour chaque rangée du plateau",
    ],
    [
        "those of the board, one for the walls x has left and one for those of o",
        "quelle del tavoliere, una per i muri rimasti a x e una per quelli di o",
        "celles du plateau, une pour les murs qui restent à x et une pour ceux de o",
    ],
    [
        "one of x X o O or a space",
        "uno fra x X o O, oppure uno spazio",
        "l’un de x X o O ou une espace",
    ],
    ["one of x o or .", "uno fra x o e .", "l’un de x o ou ."],
    [
        "- or a space: between two rows lie horizontal walls",
        "- oppure uno spazio: fra due righe stanno i muri orizzontali",
        "- ou une espace : entre deux rangées se trouvent les murs horizontaux",
    ],
    [
        "| or a space: between two columns lie vertical walls",
        "| oppure uno spazio: fra due colonne stanno i muri verticali",
        "| ou une espace : entre deux colonnes se trouvent les murs verticaux",
    ],
    [
        "- or | or a space",
        "- oppure | oppure uno spazio",
        "- ou | ou une espace",
    ],
    [
        "there is no such file",
        "il file non c'è",
        "ce fichier n’existe pas",
    ],
    [
        "not a regular file",
        "non è un file regolare",
        "ce n’est pas un fichier ordinaire",
    ],
    [
        "it cannot be read",
        "non si può leggere",
        "il ne peut pas être lu",
    ],
    [
        " (an empty row is all spaces)",
        " (una riga vuota è fatta di soli spazi)",
        " (une rangée vide n’est faite que d’espaces)",
    ],
    [
        " (spaces at the end of a line belong to it)",
        " (gli spazi in fondo a una riga ne fanno parte)",
        " (les espaces à la fin d’une ligne en font partie)",
    ],
    [
        " (one space between cells)",
        " (uno spazio fra una casella e l'altra)",
        " (une espace entre deux cases)",
    ],
    [
        "the match is over",
        "la partita è finita",
        "la partie est finie",
    ],
    [
        "it has no walls left",
        "non ha più muri",
        "il n’a plus de murs",
    ],
    [
        "it would cross another wall",
        "incrocerebbe un altro muro",
        "il croiserait un autre mur",
    ],
    [
        "it would leave x no path to its goal",
        "lascerebbe il giocatore x senza un percorso verso la sua meta",
        "il laisserait le joueur x sans chemin vers son but",
    ],
    [
        "it would leave o no path to its goal",
        "lascerebbe il giocatore o senza un percorso verso la sua meta",
        "il laisserait le joueur o sans chemin vers son but",
    ],
    [
        "it would overlap another wall of its row",
        "si sovrapporrebbe a un altro muro della sua riga",
        "il chevaucherait un autre mur de sa rangée",
    ],
    [
        "it would overlap another wall of its column",
        "si sovrapporrebbe a un altro muro della sua colonna",
        "il chevaucherait un autre mur de sa colonne",
    ],
    [
        "a square of the board, like e2, or a wall, like e3h",
        "una casella del tavoliere, come e2, o un muro, come e3h",
        "une case du plateau, comme e2, ou un mur, comme e3h",
    ],
    [
        "a dark square of the board",
        "una casella scura del tavoliere",
        "une case foncée du plateau",
    ],
    [
        "'-', 'x' or the end of the move",
        "'-', 'x' o la fine della mossa",
        "'-', 'x' ou la fin du coup",
    ],
    [
        "'-' or 'x' and a square",
        "'-' o 'x' e una casella",
        "'-' ou 'x' et une case",
    ],
    [
        "the end of the move",
        "la fine della mossa",
        "la fin du coup",
    ],
    ["W or B", "W o B", "W ou B"],
    [
        "the end of the position",
        "la fine della posizione",
        "la fin de la position",
    ],
    [
        "':' and a list of pieces",
        "':' e un elenco di pezzi",
        "':' et une liste de pièces",
    ],
    [
        "the other colour's pieces",
        "i pezzi dell'altro colore",
        "les pièces de l’autre couleur",
    ],
    [
        "a number not below the range's first",
        "un numero non minore del primo dell'intervallo",
        "un nombre qui ne soit pas plus petit que le premier de l’intervalle",
    ],
    [
        "x or o, whose turn it is",
        "x oppure o, di chi è il turno",
        "x ou o, celui qui doit jouer",
    ],
    [
        "':' and the next part",
        "':' e la parte seguente",
        "':' et la partie suivante",
    ],
    [
        "the square of a pawn",
        "la casella di un pedone",
        "la case d’un pion",
    ],
    [
        "',' and the walls it has left",
        "',' e i muri che gli restano",
        "',' et les murs qui lui restent",
    ],
    [
        "':' and walls, or the end of the position",
        "':' e i muri, oppure la fine della posizione",
        "':' et des murs, ou la fin de la position",
    ],
    [
        "a wall of the board, like e3h",
        "un muro del tavoliere, come e3h",
        "un mur du plateau, comme e3h",
    ],
    [
        "',' or the end of the position",
        "',' o la fine della posizione",
        "',' ou la fin de la position",
    ],
];

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

/// Translates a fixed phrase; an unknown one stays English.
pub(super) fn phrase(english: &str, language: Language) -> &str {
    let known = FIXED.iter().find(|[known, ..]| *known == english);
    known.map_or(english, |[english, italian, french]| {
        language.pick(english, italian, french)
    })
}

fn fixed(english: &str) -> &str {
    phrase(english, Language::Italian)
}

fn counted(number: usize, one: &str, many: &str) -> String {
    let what = if number == 1 { one } else { many };
    format!("{number} {what}")
}

fn italian_fault(fault: &BoardFault) -> String {
    match fault {
        BoardFault::Unreadable { why } => {
            format!("{}; un tavoliere è un semplice file di testo", fixed(why))
        }
        BoardFault::EmptyFile { expected } => {
            format!("il file è vuoto; un tavoliere ha {expected} righe")
        }
        BoardFault::TooLong { limit } => format!(
            "il file è più lungo di {limit} byte, come nessun tavoliere; oltre non è stato letto"
        ),
        BoardFault::LineCount {
            found,
            expected,
            meaning,
        } => format!(
            "{}, ce ne vogliono {expected}, {}",
            match found {
                1 => "c'è 1 riga".to_owned(),
                number => format!("ci sono {number} righe"),
            },
            fixed(meaning)
        ),
        BoardFault::LineLength {
            line,
            found,
            expected,
        } => format!(
            "riga {line}: {}, ce ne vogliono {expected}{}",
            counted(*found, "carattere", "caratteri"),
            fixed(length_hint(*found, *expected))
        ),
        BoardFault::BadSeparator {
            line,
            column,
            found,
        } => format!(
            "riga {line}, colonna {column}: c'è {}, ci vuole lo spazio fra due caselle",
            found.quoted()
        ),
        BoardFault::UnknownCharacter {
            line,
            column,
            found,
            expected,
        } => format!(
            "riga {line}, colonna {column}: c'è {}, ci vuole {}",
            found.quoted(),
            fixed(expected)
        ),
        BoardFault::WallsLeft {
            line,
            player,
            found,
        } => format!(
            "riga {line}: c'è {found:?}, ci vuole {player} e i muri che gli restano, come \"{player} 10\""
        ),
        BoardFault::NotExact(leniency) => format!(
            "c'è {}, che --strict non ammette",
            match leniency {
                Leniency::FinalNewline => "un a capo dopo l'ultima riga",
                Leniency::Crlf => "il fine riga di Windows (CRLF)",
            }
        ),
        BoardFault::Setup {
            line,
            column,
            fault,
        } => {
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
        SetupFault::TooManyPieces {
            player,
            found,
            allowed,
        } => format!(
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
        SetupFault::WallOverlap { first, second } => format!(
            "i muri {} e {} si sovrappongono",
            wall_name(first),
            wall_name(second)
        ),
        SetupFault::WallCross { wall } => {
            format!("un altro muro incrocia il muro {}", wall_name(wall))
        }
        SetupFault::PathBlocked { player }
        | SetupFault::Quoridor(Unplayable::PathBlocked(player)) => format!(
            "i muri lasciano {} senza un percorso verso la sua meta",
            il_giocatore(player)
        ),
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
