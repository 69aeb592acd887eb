//! English.

use std::borrow::Cow;

use arbitro_rules::Player;
use arbitro_words::{Language, counted, say};

use super::{KeyHelp, Text, code, did, played, value, variation};
use crate::search::SearchEvent;
use crate::shown::Evaluation;
use arbitro_records::WrongMove;

const HERE: Language = Language::English;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match *text {
        Text::TooSmall { columns, lines } => {
            format!("A match needs {columns} columns and {lines} lines; q leaves.").into()
        }
        Text::Reading => "reading".into(),
        Text::MatchOf { number, count } => format!(" match {number} of {count}").into(),
        Text::WallsLeft { x, o } => format!("walls left: x {x}, o {o}").into(),
        Text::BoardBy { file, player } => {
            format!("{} by {player}", file.unwrap_or(NEXT_BOARD)).into()
        }
        Text::ItWouldHaveMade => "it would have made".into(),
        Text::Start { plies, turn } => {
            let turn = turn.map_or_else(String::new, |it| words(&Text::ToMove(it)).into_owned());
            format!("ply 0 of {plies}: the start{turn}").into()
        }
        Text::Ply { ply, plies, mv } => {
            format!("ply {ply} of {plies}: {}", played(mv, ", takes", ", crowned")).into()
        }
        Text::ReadingBoards { read, boards } => {
            format!("reading: {read} of {boards} boards").into()
        }
        Text::Playing { pace } => format!("playing, {:.2} s a ply", pace.as_secs_f64()).into(),
        Text::Note(note) => format!("note: {note}").into(),
        Text::Evaluation { turn, found } => evaluation(turn, found).into(),
        Text::TypedPly(number) => format!("to ply: {number}_").into(),
        Text::KeysBelow { has_list } => {
            let list = if has_list { "  Tab list" } else { "" };
            format!(
                "? keys  q leave  left/right step  space play  c capture  f end  e evaluate{list}"
            )
            .into()
        }
        Text::NoSuchPly { plies, is_growing } => {
            let so_far = if is_growing { " so far" } else { "" };
            format!(
                "there {} {}{so_far}",
                if plies == 1 { "is" } else { "are" },
                counted(plies as u64, "ply", "plies")
            )
            .into()
        }
        Text::NoSuchEvent { event, is_after } => {
            let event = match event {
                SearchEvent::Capture => "capture",
                SearchEvent::Crowning => "crowning",
                SearchEvent::Wall => "wall",
            };
            let side = if is_after { "after" } else { "before" };
            format!("no {event} {side} this ply").into()
        }
        Text::NoOtherMatch => "there is no other match that way".into(),
        Text::Matches(count) => counted(count as u64, "match", "matches").into(),
        Text::Searching(text) => format!("searching for {text}").into(),
        Text::Found { found, count, text } => match count {
            1 => format!("{found} of 1 match has {text}").into(),
            _ => format!("{found} of {count} matches have {text}").into(),
        },
        Text::KeysOfList => "up/down choose  Enter show  / search  Tab back  q leave".into(),
        Text::Keys => "Keys".into(),
        Text::Key(it) => key(it).into(),
        Text::Signs => "[ ] the last move, ( ) taken, < > the fault, = # the last wall".into(),
        Text::AnyKey => "any key: back".into(),
        Text::CannotPlay(it) => {
            let why = say(&it.why, HERE);
            format!("ply {}: {} cannot play {}: {why}", it.ply, it.player, it.text).into()
        }
        Text::Fault { fault, why } => {
            let why =
                why.map_or("the record does not say more".into(), |it| say(&it.message(), HERE));
            format!("ply {}: {}: {why}{}", fault.ply, did(fault, HERE), code(fault)).into()
        }
        Text::NoteLabel => "note".into(),
        Text::ToMove(player) => format!(", {player} to move").into(),
        Text::WouldHaveMade => "the board it would have made:".into(),
        Text::Wrote { file, player } => {
            format!("{}, as {player} wrote it:", file.unwrap_or(NEXT_BOARD)).into()
        }
        Text::OneMatchOf(many) => {
            format!("--ply is for one match; there are {many}: say which with --match").into()
        }
        Text::ListedMatches(count) => {
            format!("{}; --match ID shows one", counted(count, "match", "matches")).into()
        }
        Text::WrittenUpTo { id, wrong: WrongMove { ply, why, .. } } => {
            let why = say(why, HERE);
            format!("match {id}: ply {ply} is wrong, it is written up to there: {why}").into()
        }
        Text::Written { matches, files, folder } => {
            let matches = counted(matches, "match", "matches");
            format!("{matches} in {}: {folder}", counted(files, "file", "files")).into()
        }
        Text::OneMatch => "--ply is for one match: say which with --match".into(),
        Text::PlyBar => "{bar:30} plies: {pos}/{len}, {eta} to go".into(),
        Text::MatchBar => "{bar:30} matches: {pos}/{len}, {eta} to go".into(),
        Text::Stopped { done, all } => {
            format!("stopped after {done} of {}", counted(all as u64, "match", "matches")).into()
        }
        Text::JudgedBy { depth, table_pieces } => {
            let plies = counted(depth.into(), "ply", "plies");
            let tables = match table_pieces {
                0 => String::new(),
                most => format!(" and endgame tables up to {most} pieces"),
            };
            format!("judged by a search of {plies}{tables}: ? lost something, ?? lost much").into()
        }
        Text::MatchesHead => "matches".into(),
        Text::Heads => "  moves  judged   kept          lost a move  blunders".into(),
        Text::NothingLost => "no move lost anything that this search can see".into(),
        Text::Worst(it) => {
            let best = it.best.as_deref().unwrap_or_default();
            format!(
                "worst: ply {}, {} played {}{}; {best} was better: {} instead of {}",
                it.ply,
                it.player,
                it.played,
                it.verdict.mark(),
                value(it.best_value, HERE),
                value(it.played_value, HERE)
            )
            .into()
        }
        Text::BoardBefore { player } => {
            format!("the board before it, {player} to move, the better move marked:").into()
        }
    }
}

const NEXT_BOARD: &str = "the next board";

fn evaluation(turn: Option<Player>, found: Option<&Result<Evaluation, String>>) -> String {
    let who = turn.map_or_else(String::new, |it| format!("for {it}"));
    match found {
        None if turn.is_none() => "evaluation: there is no position yet".into(),
        None => format!("evaluation {who}: thinking"),
        Some(Ok(it)) => {
            let Evaluation { best, value, depth, .. } = it;
            let line = variation(it);
            format!("evaluation {who}: {value}, best {best} (depth {depth}): {line}")
        }
        Some(Err(why)) => format!("evaluation {who}: none, {why}"),
    }
}

const fn key(key: KeyHelp) -> &'static str {
    match key {
        KeyHelp::Step => "a ply back, a ply on",
        KeyHelp::Page => "ten plies",
        KeyHelp::Ends => "start, end",
        KeyHelp::ToPly => "to ply 12",
        KeyHelp::Play => "play, pause",
        KeyHelp::Pace => "faster, slower",
        KeyHelp::Capture => "next, previous capture",
        KeyHelp::Crowning => "next, previous crowning",
        KeyHelp::Wall => "next, previous wall",
        KeyHelp::Fault => "the end, and what went wrong",
        KeyHelp::Evaluation => "evaluation on, off",
        KeyHelp::OtherMatch => "another match",
        KeyHelp::List => "all matches; / searches",
        KeyHelp::Turn => "turn the board",
        KeyHelp::Leave => "leave",
    }
}
