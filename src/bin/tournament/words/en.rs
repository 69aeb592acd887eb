//! English.

use std::borrow::Cow;

use arbitro_cli::ending::without_error_number;
use arbitro_tournament::with_causes;
use arbitro_words::{Count, Language, counted, say};

use super::{Label, Left, StatusHead, Text, Wrong, left_time};

const HERE: Language = Language::English;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::DamagedLine { journal, line, damage } => format!("{journal}, line {line}: {damage}; it does not count"),
        Text::TornLine { journal, bytes } => format!("{journal}: the last line is torn ({bytes} bytes); it does not count"),
        Text::WrongLine { journal, line, wrong } => format!("{journal}, line {line}: {}", wrong_line(wrong)),
        Text::Replayed { matches, plies, wrong } => {
            let (matches, plies) = (say(&Count::Matches(*matches), HERE), say(&Count::Plies(*plies), HERE));
            match wrong {
                0 => format!("played again: {matches}, {plies}, all as they say"),
                wrong => format!("played again: {matches}, {plies}, {wrong} not as they say"),
            }
        }
        Text::AnalysisBar => return "{bar:30} matches: {pos}/{len}, {left} to go".into(),
        Text::AnalysisKept => return "the analysis so far is kept; the same command continues".into(),
        Text::Analysed { matches: 1 } => return "1 match analysed now".into(),
        Text::Analysed { matches } => format!("{matches} matches analysed now"),
        Text::UnusedAnalysis { path, line, problem } => format!("{path}, line {line}: {problem}; it is left out until it is analysed again"),
        Text::CopiesRemoved { folder, more: 0 } => format!("removed the copies of players left by a killed run: {folder}"),
        Text::CopiesRemoved { folder, more } => format!("removed the copies of players left by killed runs: {folder} and {more} more"),
        Text::TrialBar => return "trial matches, which do not count {wide_bar} {pos}/{len}".into(),
        Text::PlaysBadly { name, what } => format!("{name} plays, but not well: {}", what.join("; ")),
        Text::Falters { player, ply, what } => format!("as {player} (player {}), ply {ply}: {what}", player.number()),
        Text::Untried { name, why } => format!("{name} could not be tested, and takes part: {why}"),
        Text::NoPlayer { game } => format!("a tournament of {game} needs at least two players; none was found"),
        Text::OnePlayer { game } => format!("a tournament of {game} needs at least two players; one was found"),
        Text::WhyLeftOut(why) => without_error_number(&with_causes(why)),
        Text::LeftOut { path, why } => format!("left out: {path}: {why}"),
        Text::EvidenceKept { folder } => format!("  its boards and what it printed are in {folder}"),
        Text::PlaysOther { named, game } => format!("left out: {named}: it plays {game}"),
        Text::PlayOther { named, more: 0, game } => format!("left out: {named}: they play {game}"),
        Text::PlayOther { named, more, game } => format!("left out: {named} and {more} more: they play {game}"),
        Text::NeedsProcesses { name } => format!("{name} needs several processes, and here an untrusted player is limited to one process (`verify doctor` says more; --unsafe starts it anyway)"),
        Text::Untrusted { name } => format!("{name} is not a bundled player, or was changed, and untrusted players are not started here (`verify doctor` says more; --unsafe starts them anyway)"),
        Text::BundledPlay => return "the bundled players are trusted and play; `verify doctor` lists the promises that would not hold for untrusted players".into(),
        Text::UntrustedPlay => return "--unsafe: they play anyway, and can do everything that you can".into(),
        Text::OpeningsAfter { plies } => format!("from the second pair of matches on, games begin after {plies} random plies, the same for both colours (--openings none: all from the usual start)"),
        Text::FolderTaken { folder } => format!("{folder}: another tournament is being played into this folder"),
        Text::FolderUsed { folder } => format!("{folder}: it already contains a tournament; continue it with --resume, or name another folder"),
        Text::SharedCores { cores } => format!("several matches at once, of this run or another one, are played on core {cores}: each may make the other's players late; fewer --jobs avoid it"),
        Text::Bar { is_bounded: true } => return "{bar:30} matches: {pos}/{len}, {per_sec}, {left} to go, ahead: {wide_msg}".into(),
        Text::Bar { is_bounded: false } => return "{spinner} matches: {pos}, {per_sec}, ahead: {wide_msg}".into(),
        Text::Decided { last, llr } => format!("decided after {}, log-likelihood ratio {llr:.2}", say(&Count::Matches(*last), HERE)),
        Text::Progress { done, rate, left: Some(Left { matches, seconds }), leader } => format!("{done} of {}, {rate:.1} a second, {} to go, ahead: {leader}", say(&Count::Matches(*matches), HERE), left_time(*seconds)),
        Text::Progress { done, rate, left: None, leader } => format!("{}, {rate:.1} a second, ahead: {leader}", say(&Count::Matches(*done), HERE)),
        Text::FilesIn { folder, files } => format!("in {folder}: {files}"),
        Text::RunStopped { played, again } => format!("stopped after {}; continue with `{again}`", say(&Count::Matches(*played), HERE)),
        Text::Planned { game, format, players, seed } => format!("{game}, {format}, {players} players, seed {seed}"),
        Text::Dealt { rounds, matches, shards, largest } => {
            let round = rounds.map(|rounds| format!("round 1 of {rounds}: ")).unwrap_or_default();
            format!("{round}{} in {}, at most {largest} each", say(&Count::Matches(*matches), HERE), shards_of(*shards))
        }
        Text::NextSteps { out, last } => format!("next: `tournament work {out} --shard I`, I from 0 to {last}, on any machine; then `tournament merge {out}`"),
        Text::Shard { shard, of: Some(shards), what } => format!("shard {shard} of {shards}: {}", words(what)),
        Text::Shard { shard, of: None, what } => format!("shard {shard}: {}", words(what)),
        Text::OverBefore => return "the tournament was over before this round".into(),
        Text::NoMatchInIt => return "no match is in it".into(),
        Text::Done { done, matches, folder } => format!("{done} of {}, in {folder}", say(&Count::Matches(*matches), HERE)),
        Text::ShardStopped { again } => format!("stopped; continue with `{again}`"),
        Text::Void { void, again } => format!("void: {}, because the machine was too busy, or failed; to be played again with `{again}`", say(&Count::Matches(*void), HERE)),
        Text::NextRound { matches, round, rounds } => format!("{} so far; round {round} of {rounds} can be played", say(&Count::Matches(*matches), HERE)),
        Text::Flaw(flaw) => (*flaw).to_owned(),
        Text::MoreFlaws(more) => format!("and {more} more such"),
        Text::PlayAgain { command } => format!("  play it again: {command}"),
        Text::NotMerged { lacking, shards, list } => format!("nothing was merged: incomplete shards: {lacking} of {shards}: {list}"),
        Text::Status(StatusHead { game, format, players, round, shards, state }) => {
            let round = round.map(|[round, rounds]| format!("round {round} of {rounds}, ")).unwrap_or_default();
            format!("{game}, {format}, {players} players, {round}{}: {}", shards_of(*shards), label(*state))
        }
        Text::Label(it) => return label(*it).into(),
    }
    .into()
}

fn wrong_line(wrong: &Wrong<'_>) -> String {
    match wrong {
        Wrong::Damage(damage) => (*damage).to_owned(),
        Wrong::Match { id, ply: Some(ply), text } => format!("match {id}, ply {ply}: {text}"),
        Wrong::Match { id, ply: None, text } => format!("match {id}: {text}"),
    }
}

const fn label(label: Label) -> &'static str {
    match label {
        Label::Shard => "shard",
        Label::Matches => "matches",
        Label::Done => "done",
        Label::Open => "open",
        Label::Void => "void",
        Label::Damaged => "damaged",
        Label::Double => "double",
        Label::Running => "running",
        Label::Total => "total",
        Label::Finished => "finished",
        Label::Merging => "merging",
        Label::Playing => "playing",
    }
}

fn shards_of(shards: u32) -> String {
    counted(shards.into(), "shard", "shards")
}
