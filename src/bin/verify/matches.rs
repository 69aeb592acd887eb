//! `verify match DIR_OR_RECORD...`: judges folders, records and PDN.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};

use arbitro_cli::called::called;
use arbitro_games::NamedFolder;
use arbitro_records::{Checked, Collection, Hints, JudgedMatch, Source, SourceKind, read_bytes};
use arbitro_records::{MatchRecord, Problem, RecordLines, Seal, ShownGame, check_record, seal_of};
use arbitro_referee::check::{FolderError, FolderReport, check_folder};
use arbitro_rules::line::NoStart;
use arbitro_rules::plain_text::{harmless, shell_word};
use arbitro_rules::{GameId, Player, Reason, card};
use arbitro_tournament::{GAME, JOURNAL, journal, journals_in};
use arbitro_words::{Label, say};

use crate::findings::Findings;
use crate::live::program_said;
use crate::output::{Output, Tone, english, shown};
use crate::pair::{explain_fault, fault_json};
use crate::seems::Seems;
use crate::shown_match::show;
use crate::words::{self, Text, ended, lost};
use arbitro_cli::exit::Exit;
use arbitro_sandbox::open_regular;

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Folders of board_N.txt files or of tournaments, files with one match record per line, or PDN
    #[arg(required = true, value_name = "DIR_OR_RECORD")]
    pub(crate) paths: Vec<PathBuf>,
    /// A draw after this many plies, in folders; a record states its own limit [default: the
    /// game's]
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<u32>,
    /// Only this match of a file with records: its moves, its last board and its faults
    #[arg(long = "match", value_name = "ID")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) strict: crate::StrictArgs,
    /// True if `--game` was given. Its default never judges PDN.
    #[arg(skip)]
    pub(crate) is_game_named: bool,
    /// True if a path may also be a board.
    #[arg(skip)]
    pub(crate) with_boards: bool,
}

/// Judges a folder or a file.
pub(crate) fn judge(
    game: GameId,
    path: &Path,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Output,
) -> Result<Exit> {
    let mut asked = json!({ "source": shown(path), "valid": null });
    let journals = journals_of(path);
    let kind = Source::kind_of_file(path).ok().flatten();
    let done = if !journals.is_empty() {
        journals.iter().try_fold(Exit::Yes, |exit, path| {
            let file = open(path)?;
            Ok(exit.max(records(game, path, file, args, tally, output)?))
        })
    } else if path.is_dir() {
        asked["game"] = json!(game);
        folder(game, path, args, tally, output)
    } else if kind == Some(SourceKind::Pdn) {
        let games = Source::open(path, &pdn_hints(game, args)).map_err(Into::into);
        games.and_then(|games| pdn(path, &games, args, tally, output))
    } else if kind == Some(SourceKind::Boards) {
        let path = path.to_string_lossy();
        let (word, path) = (shell_word(&path), harmless(&path));
        Err(anyhow!("{path}: a board, not a match: {} board {word}", called("verify")))
    } else {
        open(path).and_then(|file| records(game, path, file, args, tally, output))
    };
    output.answer_or_complaint(done, asked)
}

/// Judges records or PDN from standard input.
pub(crate) fn judge_bytes(
    game: GameId,
    bytes: Vec<u8>,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Output,
) -> Result<Exit> {
    let path = Path::new("-");
    let done = if Source::kind_of_bytes(&bytes) == Some(SourceKind::Pdn) {
        let games = read_bytes(bytes, &pdn_hints(game, args)).map_err(Into::into);
        games.and_then(|games| pdn(path, &games, args, tally, output))
    } else {
        records(game, path, &bytes[..], args, tally, output)
    };
    let asked = json!({ "source": shown(path), "valid": null });
    output.answer_or_complaint(done, asked)
}

/// The journals of a tournament's folder; those of parts that have played nothing are left out.
fn journals_of(folder: &Path) -> Vec<PathBuf> {
    let journals =
        journals_in(folder).unwrap_or_default().into_iter().map(|it| journal(folder, it));
    let mut journals: Vec<PathBuf> = journals.filter(|it| it.is_file()).collect();
    if journals.len() > 1 {
        journals.retain(|it| it.metadata().is_ok_and(|it| it.len() > 0));
    }
    journals
}

fn open(path: &Path) -> Result<File> {
    open_regular(path).with_context(|| format!("{}: cannot be opened", shown(path)))
}

/// PDN may not name its game; then it is the one given, or told by its moves.
fn pdn_hints(game: GameId, args: &MatchArgs) -> Hints {
    Hints { game: args.is_game_named.then_some(game), ..Hints::default() }
}

#[derive(Debug, Default)]
pub(crate) struct MatchTotals {
    matches: u64,
    plies: u64,
    wrong: u64,
    not_judged: u64,
    without_moves: u64,
}

impl MatchTotals {
    /// Prints totals, if there was more than one match.
    pub(crate) fn tell(self, output: &mut Output) -> Result<()> {
        let MatchTotals { matches, plies, wrong, not_judged, without_moves } = self;
        if matches + not_judged + without_moves <= 1 || output.json {
            return Ok(());
        }
        let totals = Text::Totals { matches, plies, wrong, not_judged, without_moves };
        Ok(output.tell(&totals)?)
    }

    fn count(&mut self, plies: u64, is_right: bool) -> Exit {
        self.matches += 1;
        self.plies += plies;
        if is_right {
            Exit::Yes
        } else {
            self.wrong += 1;
            Exit::No
        }
    }

    /// Counts what is no match that can be judged; returns true if it must not be printed.
    fn count_unread(&mut self, findings: &mut Findings) -> bool {
        self.not_judged += 1;
        !findings.count(false)
    }

    /// Counts an entry of PDN. Nothing is shown right by an entry without moves.
    fn count_checked(&mut self, checked: &Checked) -> Exit {
        match checked {
            Checked::Judged(judged) => self.count(judged.plies, judged.problem.is_none()),
            Checked::WithoutMoves { .. } => {
                self.without_moves += 1;
                Exit::Yes
            }
            Checked::NotJudged { .. } => {
                self.not_judged += 1;
                Exit::CouldNot
            }
        }
    }
}

fn folder(
    game: GameId,
    path: &Path,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Output,
) -> Result<Exit> {
    let ply_limit = args.max_plies.unwrap_or(card(game).ply_limit);
    let report = check_folder(game, path, args.strict.strictness(), Some(ply_limit))
        .map_err(with_the_cause)?;
    let plies = report.line.plies() as u64;
    let exit = output.settle(tally.count(plies, report.fault.is_none() && report.is_whole));
    if output.json {
        output.json(&folder_json(path, &report, exit))?;
    } else {
        print_folder(path, &report, output)?;
    }
    Ok(exit)
}

/// Adds to an error what is wrong with the first board.
fn with_the_cause(error: FolderError) -> anyhow::Error {
    match &error {
        FolderError::FirstBoard { path, why: why @ NoStart::Board { cause: Some(_), .. } } => {
            anyhow!("{}: {}", shown(path), english(why))
        }
        FolderError::FirstBoard { why, .. } => anyhow!("{error}: {}", english(why)),
        _ => error.into(),
    }
}

fn folder_json(path: &Path, report: &FolderReport, exit: Exit) -> Value {
    let game = report.line.game();
    json!({
        "source": shown(path),
        "game": game,
        "valid": exit == Exit::Yes,
        "plies": report.line.plies(),
        "winner": report.winner(),
        "reason": report.reason(),
        "fault": report.fault.as_ref().map(|it| fault_json(game, it)),
        "warnings": report.warnings.iter().map(english).collect::<Vec<_>>(),
    })
}

fn print_folder(path: &Path, report: &FolderReport, output: &mut Output) -> Result<()> {
    let subject = shown(path);
    let line = &*report.line;
    let plies = line.plies() as u64;
    match (&report.fault, report.reason()) {
        (Some(fault), _) => {
            let file = shown(Path::new(fault.file.file_name().unwrap_or_default()));
            let (player, ply) = (fault.player, fault.ply);
            let did = lost(player, fault.reason().name());
            let rest = Text::LostAt { winner: !player, file: Some(&file), ply };
            output.verdict(&subject, Tone::Bad, &did, &rest)?;
            if !output.quiet {
                explain_fault(line.game(), fault, &line.board(line.plies()), output)?;
            }
        }
        (None, reason) => {
            let (tone, word) = match report.is_whole {
                true => (Tone::Good, words::RIGHT),
                false => (Tone::Bad, words::INCOMPLETE),
            };
            let said = program_said(line, output);
            let how = match (reason, &said) {
                (Some(Reason::Rules), Some(why)) => Text::EndWhy { winner: report.winner(), why },
                (Some(reason), _) => Text::end(report.winner(), Some(reason.name())),
                (None, _) => Text::NotOver { turn: line.turn() },
            };
            output.verdict(&subject, tone, &word, &Text::Plies { plies, how: &how })?;
        }
    }
    if output.quiet {
        return Ok(());
    }
    for warning in &report.warnings {
        output.note(&say(warning, output.language))?;
    }
    Ok(())
}

/// Judges a record of the game that `--game` names by its rules, also if the record alone describes it.
fn with_rules(game: GameId, shown: ShownGame) -> ShownGame {
    let is_it = game.look().is_some() && shown.known().is_none() && shown.name() == game.name();
    if is_it { game.into() } else { shown }
}

/// The rules that a tournament keeps beside its journal, as `--game` takes them: it must name them itself, since
/// no results may start a program.
fn rules_beside(journal: &Path, game: &str) -> Option<String> {
    let folder = journal.with_file_name(GAME);
    let named = NamedFolder { folder, word: game.split_once(':').map(|(_, it)| it.to_owned()) };
    let is_there = journal.ends_with(JOURNAL) && named.folder.is_dir();
    let text = named.to_string();
    let slash = if NamedFolder::is_one(&text) { "" } else { "./" };
    is_there.then(|| format!("{slash}{}", shell_word(&text)))
}

fn records(
    game: GameId,
    path: &Path,
    file: impl Read,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Output,
) -> Result<Exit> {
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let cannot_be_read = || format!("{}: cannot be read", shown(path));
    let head = reader.fill_buf().with_context(cannot_be_read)?;
    if Source::kind_of_bytes(head) != Some(SourceKind::Records) {
        let seems = Text::NotRecords(Seems::of(head));
        return Ok(output.refuse(
            &shown(path),
            &seems,
            json!({ "source": shown(path), "valid": null }),
        )?);
    }
    let mut lines = RecordLines::new(reader);
    let mut findings = Findings::new(args, output);
    let mut exit = Exit::Yes;
    let mut is_empty = true;
    let is_asked_for = |record: &MatchRecord| match (&args.id, &record.id) {
        (Some(asked), Some(serde_json::Value::String(id))) => id == asked,
        (Some(asked), Some(id)) => asked.parse().is_ok_and(|asked: u64| id.as_u64() == Some(asked)),
        _ => false,
    };
    while let Some(line) = lines.advance().with_context(cannot_be_read)? {
        if line.bytes.trim_ascii().is_empty() && !line.is_too_long {
            continue;
        }
        let source = format!("{}:{}", shown(path), line.number);
        let read = match std::str::from_utf8(line.bytes) {
            _ if line.is_too_long => Err(anyhow!("not a match record: longer than any record")),
            Ok(text) => MatchRecord::from_line(text).map_err(Into::into),
            Err(_) => Err(anyhow!("not a match record: not UTF-8 text")),
        };
        // A line may be damaged while the requested match is on another.
        if args.id.is_some() && !read.as_ref().is_ok_and(|(_, record)| is_asked_for(record)) {
            continue;
        }
        is_empty = false;
        let done = read.with_context(|| source.clone()).and_then(|(shown, record)| {
            let game = with_rules(game, shown);
            let mut judged = check_record(game.clone(), &record);
            if seal_of(line.bytes.trim_ascii_end()) == Seal::Broken {
                judged.problem = Some(Problem::of_all(arbitro_records::Text::Damaged));
            }
            if game.known().is_none() && judged.problem.is_none() {
                tally.not_judged += 1;
                if findings.count(false) {
                    let copy = rules_beside(path, game.name());
                    let why = Text::RulesMissing { game: game.name(), copy: copy.as_deref() };
                    print_unjudged(&source, &json!(judged.id), words::NOT_JUDGED, &why, output)?;
                }
                if args.id.is_some() && !output.json {
                    show(&game, &record, output)?;
                }
                return Ok(output.settle(Exit::CouldNot));
            }
            if let Some(failed) = judged.problem.as_ref().filter(|it| it.is_of_the_host()) {
                bail!("{source}: {}", english(&failed.text));
            }
            let exit = output.settle(tally.count(judged.plies, judged.problem.is_none()));
            if findings.count(exit == Exit::Yes) {
                print_judged(&source, SourceKind::Records, &judged, output)?;
            }
            if args.id.is_some() && !output.json {
                show(&game, &record, output)?;
            }
            Ok(exit)
        });
        if done.is_err() && tally.count_unread(&mut findings) {
            exit = exit.max(output.settle(Exit::CouldNot));
            continue;
        }
        let asked = json!({ "source": source, "valid": null });
        exit = exit.max(output.answer_or_complaint(done, asked)?);
    }
    findings.tell(path, output)?;
    match &args.id {
        _ if !is_empty => Ok(exit),
        None => bail!("{}: there is no match record in it", shown(path)),
        Some(id) => bail!("{}: there is no match {id} in it", shown(path)),
    }
}

fn pdn(
    path: &Path,
    games: &Collection,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Output,
) -> Result<Exit> {
    for remark in games.remarks() {
        let remark = say(remark, output.language);
        crate::output::complain(&format!("{}: {remark}", shown(path)));
    }
    let indices = match &args.id {
        Some(id) => {
            let index = games.find(id)?;
            index..index + 1
        }
        None => 0..games.len(),
    };
    let mut exit = Exit::Yes;
    let mut has_moves = false;
    let mut findings = Findings::new(args, output);
    for index in indices {
        let source = format!("{}:{}", shown(path), index + 1);
        let done = games.check(index).with_context(|| shown(path)).and_then(|checked| {
            has_moves |= !matches!(checked, Checked::WithoutMoves { .. });
            let exit = output.settle(tally.count_checked(&checked));
            if findings.count(exit == Exit::Yes) {
                print_checked(&source, &checked, output)?;
            }
            Ok(exit)
        });
        has_moves |= done.is_err();
        if done.is_err() && tally.count_unread(&mut findings) {
            exit = exit.max(output.settle(Exit::CouldNot));
            continue;
        }
        let asked = json!({ "source": source, "valid": null });
        exit = exit.max(output.answer_or_complaint(done, asked)?);
    }
    findings.tell(path, output)?;
    // A yes needs something that was judged.
    if !has_moves {
        exit = exit.max(output.settle(Exit::CouldNot));
    }
    Ok(exit)
}

fn print_checked(source: &str, checked: &Checked, output: &mut Output) -> Result<()> {
    let (id, word, why) = match checked {
        Checked::Judged(judged) => return print_judged(source, SourceKind::Pdn, judged, output),
        Checked::WithoutMoves { id } => (id, words::WITHOUT_MOVES, Text::Unjudged(None)),
        Checked::NotJudged { id, why } => (id, words::NOT_JUDGED, Text::Unjudged(Some(why))),
    };
    print_unjudged(source, &json!(id), word, &why, output)
}

fn print_unjudged(
    source: &str,
    id: &Value,
    word: Label,
    why: &Text<'_>,
    output: &mut Output,
) -> Result<()> {
    if output.json {
        output.json(&json!({
            "source": source,
            "id": id,
            "valid": null,
            "verdict": english(&word),
            "text": english(why),
        }))?;
        return Ok(());
    }
    Ok(output.verdict(source, Tone::Note, &word, &Text::Because(why))?)
}

fn print_judged(
    source: &str,
    kind: SourceKind,
    judged: &JudgedMatch,
    output: &mut Output,
) -> Result<()> {
    let is_pdn = kind == SourceKind::Pdn;
    if output.json {
        let mut answer = serde_json::to_value(judged)?;
        answer["source"] = source.into();
        answer["valid"] = judged.problem.is_none().into();
        if is_pdn {
            answer["notes"] = judged.remarks.iter().map(ToString::to_string).collect();
        }
        // Several games fit and agree: none of them is the game.
        if !judged.others.is_empty() {
            answer["game"] = Value::Null;
            let others = judged.others.iter().map(|it| it.name());
            answer["games"] = std::iter::once(judged.game.name()).chain(others).collect();
        }
        return Ok(output.json(&answer)?);
    }
    match &judged.problem {
        Some(problem) => {
            output.verdict(source, Tone::Bad, &words::WRONG, &Text::problem(problem))?;
        }
        None => {
            let reason = judged.reason.as_deref();
            let winner = judged.winner.as_deref().and_then(Player::of_letter);
            let how = match reason {
                _ if winner.is_some() || judged.is_draw => Text::end(winner, reason),
                Some(reason) if !is_pdn => Text::NoWinner { why: ended(reason, None) },
                _ => Text::NoResult,
            };
            let rest = Text::Plies { plies: judged.plies, how: &how };
            output.verdict(source, Tone::Good, &words::RIGHT, &rest)?;
        }
    }
    for remark in &judged.remarks {
        output.note(&say(remark, output.language))?;
    }
    Ok(())
}
