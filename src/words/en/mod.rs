//! English.

pub(crate) mod diagnosis;
mod faults;
mod phrases;

use std::borrow::Cow;
use std::time::Duration;

pub(crate) use faults::{alternatives, board_fault, fen, leniency, move_text, setup_fault};
pub(crate) use phrases::draw_rule;

use crate::ending::Ends;
use crate::fault::{quoted, size};
use crate::{Count, Language, Loser, OfFault, WallsLeft, say};
use arbitro_referee::{Clock, Detail, Excess, Slip, Warning};
use arbitro_rules::notation::{BoardCause, Turn};
use arbitro_rules::{GameId, Player, Reason};

pub(crate) fn count(count: &Count) -> String {
    match count {
        Count::Matches(1) => "1 match".to_owned(),
        Count::Matches(count) => format!("{count} matches"),
        Count::Plies(1) => "1 ply".to_owned(),
        Count::Plies(count) => format!("{count} plies"),
    }
}

pub(crate) fn walls_left(_: &WallsLeft) -> &'static str {
    "walls left:"
}

/// How a match ended; of a loser, what it did.
pub(crate) fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoPieces => "has no pieces left",
        Reason::NoMoves => "has no legal move",
        Reason::Goal => "the goal is reached",
        Reason::MoveLimit => "the move limit is reached",
        Reason::Repetition => "the position was repeated",
        Reason::RuleDraw => "a draw rule of the game",
        Reason::Rules => "by the rules of the game",
        Reason::IllegalMove => "made an illegal move",
        Reason::Unchanged => "left the board as it was",
        Reason::InvalidBoard => "wrote no playable board",
        Reason::Timeout => "took too long",
        Reason::Memory => "used too much memory",
        Reason::Crash => "crashed",
        Reason::Exited => "ended without a move",
        Reason::Output => "wrote too much",
        Reason::Cheating => "wrote what is not its own",
        Reason::Void => "the host failed",
        Reason::Agreed => "the players agreed",
        Reason::Resigned => "resigned",
    }
}

pub(crate) fn label(ends: Ends, did: Cow<'static, str>) -> Cow<'static, str> {
    match ends {
        Ends::Forfeit => format!("forfeit: {did}").into(),
        Ends::Drawn => format!("draw: {did}").into(),
        Ends::Lost | Ends::Won => did,
        Ends::Void => "void".into(),
    }
}

pub(crate) fn won(winner: Player, why: &str) -> String {
    if why.is_empty() { format!("{winner} wins") } else { format!("{winner} wins: {why}") }
}

pub(crate) fn loser(loser: &Loser<'_>) -> String {
    match loser {
        Loser::Named(name) => (*name).to_owned(),
        Loser::Letter(player) | Loser::Player(player) => player.to_string(),
    }
}

pub(crate) fn fault(detail: &Detail, of: &OfFault<'_>) -> String {
    match detail {
        Detail::Board(wrong) => of.wrong(wrong, Language::English),
        Detail::Late { allowed, clock, slip } => {
            late(*allowed, *clock) + &slipped(slip.as_ref(), of.ply)
        }
        Detail::Memory { limit } => format!("more than {} of memory", size(*limit)),
        Detail::Killed { signal: number, denied, slip } => {
            let name = signal(*number).map_or_else(String::new, |name| format!(", {name}"));
            format!("it was killed by signal {number}{name}{}", called(denied.as_deref()))
                + &slipped(slip.as_ref(), of.ply)
        }
        Detail::WatcherKilled => {
            "the process that watches over it was killed, whenever the match was played".to_owned()
        }
        Detail::Exited { code, denied, slip } => {
            format!("it exited with code {code}{}", called(denied.as_deref()))
                + &slipped(slip.as_ref(), of.ply)
        }
        Detail::Output(Excess::File(most)) => format!("a file of more than {}", size(*most)),
        Detail::Output(Excess::Printed(most)) => {
            format!("it printed more than {} KiB", most >> 10)
        }
        Detail::Output(Excess::Folder) => "its folder is full".to_owned(),
        Detail::Output(Excess::Room) => {
            "its files left no room for others, whenever the match was played".to_owned()
        }
        Detail::Ahead(board) => format!("board_{board}.txt was written before its turn"),
        Detail::Occupied(board) => {
            format!("something by the name of board_{board}.txt was made in its folder")
        }
        Detail::NotItsOwn(board) => {
            format!("board_{board}.txt, which is not its own, was written")
        }
    }
}

fn late(allowed: Duration, clock: Clock) -> String {
    let seconds = allowed.as_secs_f64();
    match clock {
        Clock::Wall => format!("no board within {seconds} s"),
        Clock::Processor => format!("more than {seconds} s of processor time"),
    }
}

/// What it did instead of writing its board, after what it did.
fn slipped(slip: Option<&Slip>, ply: u64) -> String {
    slip.map_or_else(String::new, |it| format!("; {}", slip_of(it, ply)))
}

fn slip_of(slip: &Slip, ply: u64) -> String {
    let file = format!("board_{}.txt", ply.saturating_add(1));
    match slip {
        Slip::Elsewhere { wrote } => format!("it wrote {wrote}, not {file}"),
        Slip::Printed => format!("it printed a board, but did not write {file}"),
        Slip::Unclosed { is_empty: false } => format!("it wrote {file}, but did not close it"),
        Slip::Unclosed { is_empty: true } => {
            format!("it created {file}, but wrote nothing and did not close it")
        }
    }
}

/// Names the signals that usually come from the program itself.
fn signal(number: i32) -> Option<&'static str> {
    Some(match number {
        4 => "an illegal instruction",
        5 => "a trap",
        6 => "abort: a failed assertion or an uncaught exception",
        7 => "a bus error",
        8 => "an arithmetic error such as division by zero",
        9 => "kill",
        11 => "a segmentation fault",
        13 => "a broken pipe",
        14 => "an alarm clock",
        15 => "termination",
        24 => "the processor time limit",
        31 => "a system call that does not exist here",
        _ => return None,
    })
}

fn called(denied: Option<&str>) -> String {
    denied.map_or_else(String::new, |it| format!("; it called {it}, which players may not use"))
}

pub(crate) fn more_faults(more: usize) -> String {
    format!("and {more} more")
}

pub(crate) fn printed(line: &str) -> String {
    format!("it printed \"{line}\"")
}

pub(crate) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnusualStart => "board_1.txt is not the usual start".to_owned(),
        Warning::Tolerated { board, leniency } => {
            format!("board_{board}.txt has {}", say(leniency, Language::English))
        }
        Warning::Rewritten { board } => {
            format!("board_{board}.txt was changed after it was judged")
        }
        Warning::Ahead { board, answered } => format!(
            "board_{board}.txt was written before board_{answered}.txt was there: it must be written again"
        ),
        Warning::Left { player, count: 1, names } => {
            format!(
                "player {} left a file that is not a board: {}",
                player.number(),
                names.join(", ")
            )
        }
        Warning::Left { player, count, names } => format!(
            "player {} left {count} files that are not boards: {}",
            player.number(),
            names.join(", ")
        ),
        Warning::Stray { name } => format!("{name} is not named board_N.txt and was not read"),
        Warning::Missing { board, next } => format!(
            "board_{board}.txt is missing, so board_{next}.txt and what follows was not judged"
        ),
        Warning::AfterTheEnd { count: 1, next } => {
            format!("1 more board file comes after the end, board_{next}.txt; it was not judged")
        }
        Warning::AfterTheEnd { count, next } => format!(
            "{count} more board files come after the end, from board_{next}.txt on; they were not judged"
        ),
    }
}

pub(crate) fn board_cause(cause: &BoardCause) -> Cow<'static, str> {
    match cause {
        BoardCause::ByteOrderMark => {
            "the file begins with a byte order mark: save it as UTF-8 without one".into()
        }
        BoardCause::Utf16 => "the file is UTF-16 text: save it as UTF-8".into(),
        BoardCause::Binary => "the file is binary: a board is plain text".into(),
        BoardCause::Html => "the file is HTML: a board is plain text".into(),
        BoardCause::SeveralBoards => {
            "the file holds more than one board: write each into a new file".into()
        }
        BoardCause::Tabs => "there are tabs in the file: a board has only spaces".into(),
        BoardCause::LineEnds => "the lines end with carriage returns, as on Windows or an old Mac: end them with a newline alone".into(),
        BoardCause::OtherGame(games) => board_of(games).into(),
        BoardCause::NoSeparators => {
            "there is nothing between the cells: one space separates two".into()
        }
        BoardCause::Dots => "empty squares are drawn as dots: an empty square is a space".into(),
        BoardCause::OtherSigns(signs) => format!(
            "pieces or empty squares are drawn as {}: a board has only x X o O and spaces",
            quoted(signs)
        )
        .into(),
        BoardCause::KingsAsMen => "kings are written as men: they are X and O".into(),
        BoardCause::Turned(turns, games) => {
            let turns: Vec<&str> = turns.iter().map(|&it| turn(it)).collect();
            let turned = format!(
                "the board is {}: the top row is the first line, and column 0 begins each line",
                turns.join(" or ")
            );
            if games.is_empty() { turned.into() } else { format!("{turned}; {}", board_of(games)).into() }
        }
    }
}

fn board_of(games: &[GameId]) -> String {
    format!("it is a board of {}: say so with --game", GameId::list(games))
}

fn turn(turn: Turn) -> &'static str {
    match turn {
        Turn::UpsideDown => "upside down",
        Turn::Mirrored => "mirrored left to right",
        Turn::Quarter => "turned by 90 degrees",
        Turn::Half => "turned by 180 degrees or has x and o exchanged",
        Turn::ByARow => "shifted by a row",
        Turn::ByAColumn => "shifted by a column",
    }
}

/// Boards of the game have one size.
pub(crate) fn one_size(game: GameId) -> String {
    format!("a board of {game} has one size and no walls: leave size and walls out")
}
