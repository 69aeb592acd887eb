//! English.

use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::ToolEnd;
use arbitro_words::{Faults, Language, say};

use super::{MAX_STRAY, Question, Quote, Shown, Stop, of_dama};

pub(super) fn shown(shown: &Shown) -> String {
    match shown {
        Shown::Same(text) => text.clone(),
        Shown::ProgramEnd => "the end of the program".into(),
        Shown::EveryCheck => "every check".into(),
        Shown::Seedings => "the calls to srand() so far".into(),
        Shown::EverySquare(code) => format!("{code} for every row r and column c"),
        Shown::ToBeJudged => "to be judged".into(),
        Shown::ToBeRun => "to be run".into(),
        Shown::AnyAnswer => "an answer".into(),
        Shown::CleanExit => "a clean exit".into(),
        Shown::NoOtherFile => "no other file".into(),
        Shown::NoOtherAnswers => "no results except those of the methods called".into(),
        Shown::OutputUpTo(bytes) => format!("at most {bytes} bytes in a check"),
        Shown::AtMost(most) => format!("at most {most}"),
        Shown::Object(slot) => format!("an object p{slot}"),
        Shown::Refusal => "throws missing_file or invalid_board".into(),
        Shown::NoExceptionOrRefusal => {
            "no exception, or throws missing_file or invalid_board".into()
        }
        Shown::Holding { file, quote: held } => format!("{file} holds {}", quote(held)),
        Shown::SameBoard { player, board } => {
            format!("player {player} is blocked, so the same board again:\n{board}")
        }
        Shown::LegalMove { player, example, board } => {
            format!("a legal move of player {player}, for example {example}, from:\n{board}")
        }
        Shown::NoException => "no exception".into(),
        Shown::Throws(what) => format!("throws {what}"),
        Shown::ThrowsUnknown => "throws a player_exception of unknown type".into(),
        Shown::ThrowsOther(None) => "throws another exception".into(),
        Shown::ThrowsOther(Some(what)) => format!("throws another exception: {what}"),
        Shown::Quoted(quoted) => quote(quoted),
        Shown::ScriptIsWrong => "none: the script is wrong".into(),
        Shown::NotJudged { method } => format!("not judged: {method} is wrong, see there"),
        Shown::NotRun(Stop::FirstHangs { check }) => {
            format!("it was not run: not even {check} ends")
        }
        Shown::NotRun(Stop::TooMuchLost { seconds }) => {
            format!("it was not run: checks that did not end took more than {seconds} s")
        }
        Shown::Forged(line) => format!("a line not from the checking program: {}", quote(line)),
        Shown::Ended { ending, cpu, hung } => match (ending, hung) {
            (ToolEnd::Killed(number), _) => {
                format!("it was killed by signal {number} ({})", signal(*number))
            }
            (ToolEnd::OutOfTime, None) => {
                format!("it did not end within {} s", cpu.as_secs_f64())
            }
            (ToolEnd::OutOfTime, Some(times)) => format!(
                "it did not end within {} s, a shorter limit because {times} earlier checks of this method did not end",
                cpu.as_secs_f64()
            ),
            (ToolEnd::OutOfMemory, _) => "it used more memory than a player may".into(),
            (ToolEnd::Exited(code), _) => format!("the program exited with code {code}"),
            (ToolEnd::NeverBegan(why), _) => format!("it cannot be run: {why}"),
        },
        Shown::Strays { quote, check, others } => {
            format!("{}; look at what it is for", first(quote, check, *others))
        }
        Shown::Forgeries { quote, check, others } => first(quote, check, *others),
        Shown::Floods { checks, first } => {
            format!("more in {checks} checks, the first of them {first}")
        }
        Shown::NoFile { file } => {
            format!("{file} is missing, or not a regular file of a few KiB")
        }
        Shown::Holds { quote: held, lengths: [got, expected], differs_at } => format!(
            "it holds {}, {got} bytes instead of {expected}; byte {differs_at} is the first that differs",
            quote(held)
        ),
        Shown::AfterMove { reader, thrown } => {
            format!("{reader} after the move: {}", self::shown(thrown))
        }
        Shown::NotWritten { file } => format!("store_board after the move wrote no {file}"),
        Shown::NoBoard { faults, quote: held } => {
            let faults = say(&Faults(faults), Language::English);
            format!("no valid board ({faults}): {}", quote(held))
        }
        Shown::OtherBoard(board) => format!("another board:\n{board}"),
        Shown::Illegal { why, board } => {
            format!("{}:\n{board}", say(&of_dama(why), Language::English))
        }
    }
}

fn first(what: &Quote, check: &str, others: usize) -> String {
    let what = one_line(&quote(what), MAX_STRAY);
    match others {
        0 => format!("{what} in the check {check}"),
        _ => format!("{what} in the check {check}, and {others} more in other checks"),
    }
}

fn quote(Quote { text, cut }: &Quote) -> String {
    match cut {
        None => format!("\"{text}\""),
        Some(all) => format!("\"{text}\" ... ({all} bytes)"),
    }
}

pub(super) fn question(question: &Question) -> String {
    match question {
        Question::Check(text) => text.english.into(),
        Question::NoOtherFiles => "no files are written except those asked for".into(),
        Question::LittleOutput => "little is printed: too much output loses a match".into(),
        Question::NoForgery => "only the checking program reports results".into(),
        Question::EveryMethod => "every method".into(),
        Question::Unknown(id) => id.clone(),
    }
}

pub(super) const fn signal(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL, an illegal instruction: often a missing return",
        6 => "SIGABRT: an uncaught exception, a failed assert, or a double free",
        7 => "SIGBUS, an invalid address",
        8 => "SIGFPE: often a division by zero",
        9 => "SIGKILL",
        11 => "SIGSEGV, an invalid memory access; or endless recursion",
        25 => "SIGXFSZ, a file too large",
        31 => "SIGSYS, a forbidden system call",
        _ => "a signal",
    }
}
