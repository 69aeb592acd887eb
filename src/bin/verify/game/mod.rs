//! `verify game`: looks for mistakes in the game of a folder, by playing it at random.

pub(crate) mod counts;
mod lessons;
mod survey;
mod symmetry;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;

use arbitro_cli::exit::Exit;
use arbitro_cli::game_arg::open_folder;
use arbitro_games::{Game, GameError, NamedFolder, Setting};
use arbitro_rules::line::{Start, open};
use arbitro_rules::plain_text::shell_word;

use crate::printer::{Printer, Tone, complaint};
use crate::words::{self, Finding, VerifyMessage};
use arbitro_words::Decimals;
use survey::Survey;

/// Leaves after which no deeper perft is counted.
const PERFT_LEAVES: u64 = 2_000;
const MAX_PERFT_DEPTH: u32 = 10;

#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game's folder, or FOLDER:WORD
    #[arg(value_name = "FOLDER")]
    folder: NamedFolder,
    /// Random matches at most
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    matches: u64,
    /// Seconds for them at most
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Players whose round robin must fit into an evening of 3 hours, two matches at a time
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(2..=1000))]
    players: u64,
    /// Write drafts of lessons from these matches into a folder: an end of each kind, for you to judge and keep
    #[arg(long, value_name = "DIR", conflicts_with = "moves")]
    lessons: Option<PathBuf>,
    /// Look at this match alone, such as one that a finding names
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

/// A finding, and the moves that lead to it.
pub(super) struct LocatedFinding {
    finding: Finding,
    moves: Option<String>,
    /// True if the rules may be right all the same.
    is_note: bool,
}

impl From<Finding> for LocatedFinding {
    fn from(finding: Finding) -> LocatedFinding {
        LocatedFinding { finding, moves: None, is_note: false }
    }
}

pub(crate) fn run(args: &GameArgs, setting: &Setting, output: &mut Printer) -> Result<Exit> {
    let (began, all) = (Instant::now(), Duration::from_secs(args.seconds));
    let game = match open_folder(&args.folder, setting, output.language) {
        Ok(game) => game,
        Err(GameError::Program { words, by_hand }) => {
            print_findings(args, &[Finding::Broken { words, by_hand }.into()], output)?;
            return Ok(output.record(Exit::No));
        }
        Err(error) => return Err(error.into()),
    };
    let opening = began.elapsed();
    let mut survey = Survey::new(&game);
    match &args.moves {
        Some(moves) => survey.follow(moves).map_err(|error| complaint(&error))?,
        None => {
            // Most of the time is for new matches.
            let bar = progress(args, output);
            // Another process is started for the answers that are asked again.
            let until = began + all.mul_f64(0.75) - opening;
            let until = until.max(began + opening + all.mul_f64(0.25));
            survey.play(args.matches, until, &|count| bar.set_position(count));
            survey.ask_again(&args.folder, setting, began + all.mul_f64(0.9))?;
            bar.finish_and_clear();
        }
    }
    // Where the program fails at the start, nothing else is known.
    if args.moves.is_none() && survey.counts.matches > 0 {
        let lessons = lessons::check(&game, survey.is_broken(), &mut survey.found)?;
        if let Some(folder) = &args.lessons {
            let written = lessons::write_drafts(game.id, &survey, folder)?;
            let folder = &folder.display().to_string();
            let note = output.say(&VerifyMessage::Drafts { written, folder }).into_owned();
            output.note(&note)?;
        }
        survey.look_at_speed(args.players);
        if !lessons.name_a_winner {
            survey.look_at_last_movers();
        }
        if output.json || !output.quiet {
            print_survey(&game, &survey, began + all, output)?;
            // Those of a library would have to be of one of its games.
            if !lessons.are_there && args.folder.word.is_none() {
                advise(args, output)?;
            }
        }
    }
    let found = survey.findings(args.moves.is_some());
    print_findings(args, &found, output)?;
    Ok(output.record(if found.iter().all(|it| it.is_note) { Exit::Yes } else { Exit::No }))
}

fn print_survey(
    game: &Game,
    survey: &Survey<'_>,
    until: Instant,
    output: &mut Printer,
) -> Result<()> {
    let perft = perft(game, until);
    let counts = &survey.counts;
    if output.json {
        let ends: Vec<_> = survey.ends.iter().map(|((winner, why), seen)| {
            json!({ "winner": winner.map(|winner| winner.letter()), "why": why, "matches": seen.matches, "moves": seen.moves })
        }).collect();
        let (low, high) = counts.interval_of_x();
        output.json(&json!({
            "game": game.id, "matches": counts.matches, "plies": counts.plies, "won_by_x": counts.won[0],
            "won_by_o": counts.won[1], "interval_of_x": [low, high], "most_moves": counts.most_moves, "limited": counts.limited,
            "ms_a_ply": counts.ms_a_ply(), "perft": perft, "ends": ends,
        }))?;
        return Ok(());
    }
    let choices = Decimals(counts.moves as f64 / counts.plies.max(1) as f64);
    let ms = Decimals(counts.ms_a_ply());
    output.tell(&VerifyMessage::Surveyed { game: game.id, counts: *counts, choices, ms })?;
    let (low, high) = counts.interval_of_x();
    let ([wins, losses], matches) = (counts.won, counts.matches);
    let draws = matches.saturating_sub(wins + losses);
    output.tell(&VerifyMessage::FirstWins { wins, losses, draws, matches, low, high })?;
    for ((winner, why), seen) in &survey.ends {
        output.tell(&VerifyMessage::EndSeen { matches: seen.matches, winner: *winner, why })?;
        output.tell(&VerifyMessage::After { moves: &seen.moves })?;
        for row in seen.board.lines() {
            output.line(&format!("    {row}"))?;
        }
    }
    if counts.limited > 0 {
        let limit = arbitro_rules::card(game.id).ply_limit;
        output.tell(&VerifyMessage::LimitSeen { limited: counts.limited, limit })?;
    }
    output.line(&format!("perft: {}", perft.join(", ")))?;
    Ok(())
}

/// Positions by depth, to be compared with published numbers: as deep as they are likely to be counted in time.
fn perft(game: &Game, until: Instant) -> Vec<String> {
    let (mut counts, mut fewer) = (Vec::new(), 1);
    for depth in 1..=MAX_PERFT_DEPTH {
        let line = open(game.id, Start::Usual, None).ok();
        let began = Instant::now();
        let Some(Ok(leaves)) = line.map(|mut it| it.leaves(depth)) else { break };
        counts.push(leaves.to_string());
        let next = began.elapsed().mul_f64(leaves as f64 / fewer as f64);
        if leaves == 0 || leaves > PERFT_LEAVES || Instant::now() + next > until {
            break;
        }
        fewer = leaves;
    }
    counts
}

/// The progress of random matches, for who looks at a terminal.
fn progress(args: &GameArgs, output: &Printer) -> ProgressBar {
    let bar = ProgressBar::new(args.matches);
    if output.quiet || output.json {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// The folder as the command line has it.
fn named(args: &GameArgs) -> String {
    let NamedFolder { folder, word } = &args.folder;
    let named: PathBuf = match word {
        Some(word) => format!("{}:{word}", folder.display()).into(),
        None => folder.clone(),
    };
    shell_word(&named.to_string_lossy()).into_owned()
}

/// Tells what lessons are good for.
fn advise(args: &GameArgs, output: &mut Printer) -> Result<()> {
    let text = words::NO_LESSONS.of(output.language);
    if output.json {
        output.json(&json!({ "game": named(args), "advice": "NoLessons", "text": text }))?;
    } else {
        output.note(text)?;
    }
    Ok(())
}

fn print_findings(args: &GameArgs, found: &[LocatedFinding], output: &mut Printer) -> Result<()> {
    let named = named(args);
    for LocatedFinding { finding, moves, is_note } in found {
        let text = output.say(finding).into_owned();
        if output.json {
            output.json(
                &json!({ "game": &named, "finding": finding.code(), "note": is_note, "text": text, "moves": moves }),
            )?;
            continue;
        }
        if *is_note {
            output.note(&format!("{named}: {text}"))?;
            continue;
        }
        let subject = format!("{named}:");
        output.remark(
            &subject,
            Tone::Bad,
            words::WRONG.of(output.language),
            &format!(": {text}"),
        )?;
        if let Some(moves) = moves {
            // `--game` knows a folder by its slash.
            let slash = if NamedFolder::is_one(&named) { "" } else { "./" };
            output.tell(&VerifyMessage::SeeAgain { folder: &format!("{slash}{named}"), moves })?;
        }
    }
    if found.iter().all(|it| it.is_note) && !output.json {
        output.verdict(
            &named,
            Tone::Good,
            &words::RIGHT,
            &VerifyMessage::NothingFound { is_quiet: output.quiet },
        )?;
    }
    Ok(())
}
