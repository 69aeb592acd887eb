//! Italian.

use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::ToolEnd;
use arbitro_words::{Faults, Language, say};

use super::{MAX_STRAY, Question, Quote, Shown, Stop, of_dama};

pub(super) fn shown(shown: &Shown) -> String {
    match shown {
        Shown::Same(text) => text.clone(),
        Shown::ProgramEnd => "la fine del programma".into(),
        Shown::EveryCheck => "tutte le verifiche".into(),
        Shown::Seedings => "le chiamate di srand() finora".into(),
        Shown::EverySquare(code) => format!("{code} per ogni riga r e colonna c"),
        Shown::ToBeJudged => "che venga giudicata".into(),
        Shown::ToBeRun => "che venga eseguita".into(),
        Shown::AnyAnswer => "una risposta".into(),
        Shown::CleanExit => "una fine senza intoppi".into(),
        Shown::NoOtherFile => "nessun altro file".into(),
        Shown::NoOtherAnswers => "nessuna risposta oltre a quelle dei metodi chiamati".into(),
        Shown::OutputUpTo(bytes) => format!("al più {bytes} byte per verifica"),
        Shown::AtMost(most) => format!("al più {most}"),
        Shown::Object(slot) => format!("un oggetto p{slot}"),
        Shown::Refusal => "lancia missing_file o invalid_board".into(),
        Shown::NoExceptionOrRefusal => {
            "nessuna eccezione, oppure lancia missing_file o invalid_board".into()
        }
        Shown::Holding { file, quote: held } => format!("{file} contiene {}", quote(held)),
        Shown::SameBoard { player, board } => format!(
            "il giocatore {player} è bloccato, quindi di nuovo lo stesso tavoliere:\n{board}"
        ),
        Shown::LegalMove { player, example, board } => {
            format!("una mossa legale del giocatore {player}, per esempio {example}, da:\n{board}")
        }
        Shown::NoException => "nessuna eccezione".into(),
        Shown::Throws(what) => format!("lancia {what}"),
        Shown::ThrowsUnknown => "lancia una player_exception di tipo sconosciuto".into(),
        Shown::ThrowsOther(None) => "lancia un'altra eccezione".into(),
        Shown::ThrowsOther(Some(what)) => format!("lancia un'altra eccezione: {what}"),
        Shown::Quoted(quoted) => quote(quoted),
        Shown::ScriptIsWrong => "nessuno: lo script è sbagliato".into(),
        Shown::NotJudged { method } => {
            format!("non giudicata: {method} è sbagliato, si veda lì")
        }
        Shown::NotRun(Stop::FirstHangs { check }) => {
            format!("non lo è stata, perché non termina nemmeno {check}")
        }
        Shown::NotRun(Stop::TooMuchLost { seconds }) => format!(
            "non lo è stata, perché le verifiche che non sono terminate hanno richiesto più di {seconds} s"
        ),
        Shown::Forged(line) => {
            format!("una riga che non era del programma di verifica: {}", quote(line))
        }
        Shown::Ended { ending, cpu, hung } => match (ending, hung) {
            (ToolEnd::Killed(number), _) => {
                format!("è stato interrotto dal segnale {number} ({})", signal(*number))
            }
            (ToolEnd::OutOfTime, None) => {
                format!("non è terminato entro {} s", cpu.as_secs_f64())
            }
            (ToolEnd::OutOfTime, Some(times)) => format!(
                "non è terminato entro {} s; non ne ha avuto di più, perché {times} verifiche di questo metodo prima di questa non sono terminate",
                cpu.as_secs_f64()
            ),
            (ToolEnd::OutOfMemory, _) => {
                "ha usato più memoria di quanta ne possa avere un giocatore".into()
            }
            (ToolEnd::Exited(code), _) => {
                format!("l'intero programma è uscito con codice {code}")
            }
            (ToolEnd::NeverBegan(why), _) => format!("non si può eseguire: {why}"),
        },
        Shown::Strays { quote, check, others } => {
            format!("{}; va guardato a che cosa serve", first(quote, check, *others))
        }
        Shown::Forgeries { quote, check, others } => first(quote, check, *others),
        Shown::Floods { checks, first } => {
            let verifiche = if *checks == 1 { "verifica" } else { "verifiche" };
            format!("di più in {checks} {verifiche}, a cominciare da {first}")
        }
        Shown::NoFile { file } => {
            format!("{file} non c'è, o non è un file ordinario di pochi KiB")
        }
        Shown::Holds { quote: held, lengths: [got, expected], differs_at } => format!(
            "contiene {}, {got} byte invece di {expected}; il primo che differisce è il byte {differs_at}",
            quote(held)
        ),
        Shown::AfterMove { reader, thrown } => {
            format!("{reader} dopo la mossa: {}", self::shown(thrown))
        }
        Shown::NotWritten { file } => {
            format!("store_board dopo la mossa non ha scritto {file}")
        }
        Shown::NoBoard { faults, quote: held } => {
            let faults = say(&Faults(faults), Language::Italian);
            format!("nessun tavoliere valido ({faults}): {}", quote(held))
        }
        Shown::OtherBoard(board) => format!("un altro tavoliere:\n{board}"),
        Shown::Illegal { why, board } => {
            format!("{}:\n{board}", say(&of_dama(why), Language::Italian))
        }
    }
}

fn first(what: &Quote, check: &str, others: usize) -> String {
    let what = one_line(&quote(what), MAX_STRAY);
    match others {
        0 => format!("{what} nella verifica {check}"),
        1 => format!("{what} nella verifica {check}, e un'altra volta in altre verifiche"),
        _ => format!("{what} nella verifica {check}, e altre {others} volte in altre verifiche"),
    }
}

fn quote(Quote { text, cut }: &Quote) -> String {
    match cut {
        None => format!("\"{text}\""),
        Some(all) => format!("\"{text}\" ... ({all} byte)"),
    }
}

pub(super) fn question(question: &Question) -> String {
    match question {
        Question::Check(text) => text.italian.into(),
        Question::NoOtherFiles => "non si scrivono altri file oltre a quelli richiesti".into(),
        Question::LittleOutput => {
            "si stampa poco: con un fiume di output una partita è persa".into()
        }
        Question::NoForgery => "nessuno risponde al posto del programma di verifica".into(),
        Question::EveryMethod => "tutti i metodi".into(),
        Question::Unknown(id) => id.clone(),
    }
}

pub(super) const fn signal(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL, un'istruzione che non esiste: spesso una funzione senza il suo return",
        6 => {
            "SIGABRT: un'eccezione che nessuno ha catturato, un assert fallito, o memoria liberata due volte"
        }
        7 => "SIGBUS, memoria che non c'è",
        8 => "SIGFPE: spesso una divisione per zero",
        9 => "SIGKILL",
        11 => "SIGSEGV, memoria che non è del programma; o chiamate senza fine",
        25 => "SIGXFSZ, un file diventato troppo grande",
        31 => "SIGSYS, una chiamata di sistema che i giocatori non possono fare",
        _ => "un segnale",
    }
}
