//! Explains a recorded fault in the reader's language.
//!
//! A record keeps one English sentence, which programs read. It cannot be translated word for word.
//! If the faulty board was kept, it is judged again; when the English result equals the recorded
//! sentence, the result in the other language is used. The referee's other sentences are recognised
//! by their form. Sentences of other programs or versions are shown unchanged.

use super::fault::FaultReason;
use super::pair::{Mover, check_pair};
use arbitro_rules::history::{MatchRecord, RecordedFault};
use arbitro_rules::judge::Diagnose;
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::notation::{Notation, Strictness, board_cause};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::said;

/// Explains a recorded fault; `None` if the record has none. `before` is the position in which the
/// ply was to be played, if the record's moves lead there.
pub fn fault_said<G: Diagnose>(before: Option<&G>, fault: &RecordedFault) -> Option<Said> {
    let text = fault.text.as_deref()?;
    let is_it = |said: &Said| said.in_language(Language::English) == text;
    let again = before.zip(fault.wrote.as_deref());
    let of_the_board = again.and_then(|(before, wrote)| judged_again(before, wrote, &is_it));
    let fault_said = of_the_board.unwrap_or_else(|| forfeit_said(text));
    Some(match fault.said.first() {
        Some(line) => Said::joined(&[fault_said, last_words_said(line)], "; "),
        None => fault_said,
    })
}

/// Quotes the line that tells why a player died. A record is a file like any other: the line may say
/// anything.
fn last_words_said(line: &str) -> Said {
    let line = one_line(line, MAX_QUOTED);
    said!("it printed \"{line}\"", "ha stampato \"{line}\"", "il a affiché « {line} »")
}

/// Maximum letters of a quoted line.
const MAX_QUOTED: usize = 200;

/// Returns the position in which a fault was made, if the record's moves lead there.
pub fn position_before<G: Notation>(record: &MatchRecord, fault: &RecordedFault) -> Option<G> {
    let mut position = match &record.start {
        Some(fen) => G::read_fen(fen).ok()?,
        None => G::start(),
    };
    let before = usize::try_from(fault.ply).ok()?.checked_sub(1)?;
    let mut moves = record.moves.split_whitespace();
    let mut scratch = Vec::new();
    for text in moves.by_ref().take(before) {
        position = position.after(position.read_move(text, &mut scratch).ok()?);
    }
    // A fault follows directly after the last move.
    let has_come_there = record.moves.split_whitespace().count() == before;
    has_come_there.then_some(position)
}

fn judged_again<G: Diagnose>(
    before: &G,
    wrote: &str,
    is_it: &impl Fn(&Said) -> bool,
) -> Option<Said> {
    [Strictness::Tolerant, Strictness::Strict]
        .into_iter()
        .filter_map(|strictness| {
            let reading = G::read_board(wrote.as_bytes(), strictness);
            let mover = Mover::Given(before.turn());
            let verdict = check_pair::<G>(&before.board(), &reading, mover).verdict;
            FaultReason::of(verdict, &reading, board_cause(wrote.as_bytes(), &reading)).err()
        })
        .flat_map(|reason| {
            let first = reason.first_fault_said();
            [reason.said_first::<G>(), reason.said::<G>(), first]
        })
        .find(is_it)
}

/// Sentences and their variable parts, in each language.
const FORMS: [[&str; 3]; 17] = [
    ["no board within {}", "nessun tavoliere entro {}", "pas de plateau en {}"],
    [
        "more than {} of processor time",
        "più di {} di tempo di processore",
        "plus de {} de temps de processeur",
    ],
    ["more than {} of memory", "più di {} di memoria", "plus de {} de mémoire"],
    ["it exited with code {}", "è uscito con il codice {}", "il est sorti avec le code {}"],
    ["a file of more than {}", "un file di più di {}", "un fichier de plus de {}"],
    ["it printed more than {}", "ha stampato più di {}", "il a affiché plus de {}"],
    ["it cannot be started: {}", "non si può avviare: {}", "il ne peut pas être lancé : {}"],
    [
        "{} was written before its turn",
        "{} è stato scritto prima che fosse il suo turno",
        "{} a été écrit avant que ce soit son tour",
    ],
    [
        "{} was written before {} was there",
        "{} è stato scritto prima che ci fosse {}",
        "{} a été écrit avant que {} soit là",
    ],
    [
        "its folder is full",
        "i suoi file occupano tutto lo spazio che c'è",
        "ses fichiers occupent toute la place qu’il y a",
    ],
    [
        "its files left no room for others, whenever the match was played",
        "i suoi file non hanno lasciato spazio agli altri, ogni volta che la partita è stata giocata",
        "ses fichiers n’ont laissé aucune place aux autres, chaque fois que la partie a été jouée",
    ],
    [
        "the process that watches over it was killed, whenever the match was played",
        "il processo che lo sorveglia è stato ucciso, ogni volta che la partita è stata giocata",
        "le processus qui le surveille a été tué, chaque fois que la partie a été jouée",
    ],
    [
        "it called {}, which players may not use",
        "ha chiamato {}, che i giocatori non possono usare",
        "il a appelé {}, que les joueurs ne peuvent pas utiliser",
    ],
    ["it wrote {}, not {}", "ha scritto {}, non {}", "il a écrit {}, et non {}"],
    [
        "it printed a board, but did not write {}",
        "ha stampato un tavoliere, ma non ha scritto {}",
        "il a affiché un plateau, mais n’a pas écrit {}",
    ],
    [
        "it wrote {}, but did not close it",
        "ha scritto {}, ma non l'ha chiuso",
        "il a écrit {}, mais ne l’a pas fermé",
    ],
    [
        "it created {}, but wrote nothing and did not close it",
        "ha creato {}, ma non ci ha scritto niente e non l'ha chiuso",
        "il a créé {}, mais n’y a rien écrit et ne l’a pas fermé",
    ],
];

/// Names of the signals that usually come from the program itself, in each language.
const SIGNALS: [[&str; 3]; 12] = [
    ["an illegal instruction", "un'istruzione illegale", "une instruction illégale"],
    ["a trap", "una trappola", "un point d’arrêt"],
    [
        "abort: a failed assertion or an uncaught exception",
        "abort: un'asserzione fallita o un'eccezione che nessuno ha catturato",
        "abort : une assertion fausse ou une exception que personne n’a attrapée",
    ],
    ["a bus error", "un errore di bus", "une erreur de bus"],
    [
        "an arithmetic error such as division by zero",
        "un errore aritmetico, come una divisione per zero",
        "une erreur de calcul, comme une division par zéro",
    ],
    ["kill", "kill", "kill"],
    ["a segmentation fault", "un errore di segmentazione", "une erreur de segmentation"],
    ["a broken pipe", "una pipe interrotta", "un tube rompu"],
    ["an alarm clock", "una sveglia", "un réveil"],
    ["termination", "terminazione", "une demande d’arrêt"],
    [
        "the processor time limit",
        "il limite di tempo di processore",
        "la limite de temps de processeur",
    ],
    [
        "a system call that does not exist here",
        "una chiamata di sistema che qui non esiste",
        "un appel système qui n’existe pas ici",
    ],
];

/// Translates the referee's sentence about a forfeit other than a faulty board.
pub fn forfeit_said(text: &str) -> Said {
    let parts: Option<Vec<Said>> = text.split("; ").map(known).collect();
    parts.map_or_else(|| Said::same(text), |parts| Said::joined(&parts, "; "))
}

fn known(text: &str) -> Option<Said> {
    killed(text).or_else(|| {
        FORMS.iter().find_map(|&[english, italian, french]| {
            let parts = variable_parts(english, text)?;
            Some(of_each(|language| {
                let mut form = language.pick(english, italian, french).split("{}");
                let mut said = form.next().unwrap_or_default().to_owned();
                for (part, literal) in parts.iter().zip(form) {
                    said.push_str(part);
                    said.push_str(literal);
                }
                said
            }))
        })
    })
}

/// Translates how a signal ended a player.
fn killed(text: &str) -> Option<Said> {
    let signal = text.strip_prefix("it was killed by signal ")?;
    let (number, name) =
        signal.split_once(", ").map_or((signal, None), |(number, name)| (number, Some(name)));
    let known = SIGNALS.iter().find(|[known, ..]| name == Some(*known));
    Some(of_each(|language| {
        let name = known.map_or(name, |&[english, italian, french]| {
            Some(language.pick(english, italian, french))
        });
        let name = name.map_or_else(String::new, |it| format!(", {it}"));
        let ended = language.pick(
            "it was killed by signal",
            "è stato interrotto dal segnale",
            "il a été arrêté par le signal",
        );
        format!("{ended} {number}{name}")
    }))
}

/// Returns the parts of a sentence that stand for each `{}` of its form; `None` if it has another form.
fn variable_parts<'a>(form: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut literals = form.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    let mut literals = literals.peekable();
    while let Some(literal) = literals.next() {
        let (part, behind) = match literals.peek() {
            Some(_) => rest.split_once(literal)?,
            None => (rest.strip_suffix(literal)?, ""),
        };
        parts.push(part);
        rest = behind;
    }
    rest.is_empty().then_some(parts)
}
