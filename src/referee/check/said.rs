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
use arbitro_rules::notation::{Notation, Strictness};
use arbitro_rules::said;

/// Explains a recorded fault; `None` if the record has none. `before` is the position in which the
/// ply was to be played, if the record's moves lead there.
pub fn fault_said<G: Diagnose>(before: Option<&G>, fault: &RecordedFault) -> Option<Said> {
    let text = fault.text.as_deref()?;
    let is_it = |said: &Said| said.in_language(Language::English) == text;
    let again = before.zip(fault.wrote.as_deref());
    let of_the_board = again.and_then(|(before, wrote)| judged_again(before, wrote, &is_it));
    Some(of_the_board.unwrap_or_else(|| forfeit_said(text)))
}

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
            FaultReason::of(verdict, &reading).err()
        })
        .flat_map(|reason| [reason.said_first::<G>(), reason.said::<G>()])
        .find(is_it)
}

/// Text before and after the variable part of each sentence, in each language.
const FORMS: [[[&str; 2]; 3]; 8] = [
    [
        ["no board within ", ""],
        ["nessun tavoliere entro ", ""],
        ["pas de plateau en ", ""],
    ],
    [
        ["more than ", " of processor time"],
        ["più di ", " di tempo di processore"],
        ["plus de ", " de temps de processeur"],
    ],
    [
        ["more than ", " of memory"],
        ["più di ", " di memoria"],
        ["plus de ", " de mémoire"],
    ],
    [
        ["it exited with code ", ""],
        ["è uscito con il codice ", ""],
        ["il est sorti avec le code ", ""],
    ],
    [
        ["a file of more than ", ""],
        ["un file di più di ", ""],
        ["un fichier de plus de ", ""],
    ],
    [
        ["it printed more than ", ""],
        ["ha stampato più di ", ""],
        ["il a affiché plus de ", ""],
    ],
    [
        ["it cannot be started: ", ""],
        ["non si può avviare: ", ""],
        ["il ne peut pas être lancé : ", ""],
    ],
    [
        ["board_", ".txt was written before its turn"],
        [
            "board_",
            ".txt è stato scritto prima che fosse il suo turno",
        ],
        ["board_", ".txt a été écrit avant que ce soit son tour"],
    ],
];

/// Names of the signals that usually come from the program itself, in each language.
const SIGNALS: [[&str; 3]; 12] = [
    [
        "an illegal instruction",
        "un'istruzione illegale",
        "une instruction illégale",
    ],
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
    [
        "a segmentation fault",
        "un errore di segmentazione",
        "une erreur de segmentation",
    ],
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

/// Text before and after the name of a denied system call.
pub(crate) const DENIED_CALL: [&str; 2] = ["; it called ", ", which players may not use"];

/// Translates the referee's sentence about a forfeit other than a faulty board.
pub fn forfeit_said(text: &str) -> Said {
    let [before, after] = DENIED_CALL;
    let parts = text
        .strip_suffix(after)
        .and_then(|it| it.split_once(before));
    if let Some((cause, call)) = parts {
        let denied = said!(
            "it called {call}, which players may not use",
            "ha chiamato {call}, che i giocatori non possono usare",
            "il a appelé {call}, que les joueurs ne peuvent pas utiliser"
        );
        return Said::joined(&[forfeit_said(cause), denied], "; ");
    }
    known(text).unwrap_or_else(|| Said::same(text))
}

fn known(text: &str) -> Option<Said> {
    if text == "its folder is full" {
        return Some(Said::new(
            text,
            "i suoi file occupano tutto lo spazio che c'è",
            "ses fichiers occupent toute la place qu’il y a",
        ));
    }
    if let Some(signal) = text.strip_prefix("it was killed by signal ") {
        let (number, name) = signal
            .split_once(", ")
            .map_or((signal, None), |(number, name)| (number, Some(name)));
        let known = SIGNALS.iter().find(|[known, ..]| name == Some(*known));
        return Some(of_each(|language| {
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
        }));
    }
    if let Some((ahead, answered)) = text
        .strip_suffix(" was there")
        .and_then(|it| it.split_once(" was written before "))
    {
        return Some(said!(
            "{ahead} was written before {answered} was there",
            "{ahead} è stato scritto prima che ci fosse {answered}",
            "{ahead} a été écrit avant que {answered} soit là"
        ));
    }
    FORMS.iter().find_map(|&[english, italian, french]| {
        let part = text.strip_prefix(english[0])?.strip_suffix(english[1])?;
        Some(of_each(|language| {
            let [before, behind] = language.pick(english, italian, french);
            format!("{before}{part}{behind}")
        }))
    })
}
