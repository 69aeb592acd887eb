//! `verify match DIR_OR_RECORD...`: judges folders, records and PDN.

use std::path::Path;

use anyhow::{Result, anyhow};
use serde_json::{Value, json};

use arbitro_cli::program_name::program_command;
use arbitro_games::NamedFolder;
use arbitro_records::{
    ContentGuess, Hints, Matches, RecordsError, ReplayedMatch, Source, SourceKind, Unjudged,
    matches_of_bytes,
};
use arbitro_referee::check::FolderError;
use arbitro_rules::plain_text::{harmless, shell_word};
use arbitro_rules::{GameId, card};
use arbitro_tournament::{GAME, JOURNAL};
use arbitro_words::say;

use crate::findings::{Findings, MatchTotals};
use crate::match_args::MatchArgs;
use crate::match_display::show;
use crate::match_verdict::{id_of, print_judged};
use crate::printer::{Printer, Tone, complain, english, shown};
use crate::words::{self, VerifyMessage};
use arbitro_cli::exit::Exit;

/// Judges a folder or a file.
pub(crate) fn judge(
    game: GameId,
    path: &Path,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Printer,
) -> Result<Exit> {
    let matches = Source::matches(path, &hints(game, args));
    judge_all(path, matches, args, tally, output)
}

/// Judges records or PDN from standard input.
pub(crate) fn judge_bytes(
    game: GameId,
    bytes: Vec<u8>,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Printer,
) -> Result<Exit> {
    let path = Path::new("-");
    let matches = matches_of_bytes(&shown(path), bytes, &hints(game, args));
    judge_all(path, matches, args, tally, output)
}

/// PDN may not name its game; then it is the one given, or told by its moves.
fn hints(game: GameId, args: &MatchArgs) -> Hints {
    Hints {
        game: args.is_game_named.then_some(game),
        game_of_boards: Some(game),
        max_plies: Some(args.max_plies.unwrap_or(card(game).ply_limit)),
        strictness: args.strict.strictness(),
    }
}

fn judge_all(
    path: &Path,
    matches: Result<Matches, RecordsError>,
    args: &MatchArgs,
    tally: &mut MatchTotals,
    output: &mut Printer,
) -> Result<Exit> {
    let asked = json!({ "source": shown(path), "valid": null });
    let matches = match matches {
        Ok(matches) if matches.kind() == SourceKind::Boards && !path.is_dir() => {
            let path = path.to_string_lossy();
            let (word, path) = (shell_word(&path), harmless(&path));
            let error =
                anyhow!("{path}: a board, not a match: {} board {word}", program_command("verify"));
            return output.answer_or_complaint(Err(error), asked);
        }
        Ok(matches) => matches,
        Err(RecordsError::Unknown { seems, .. }) => {
            return Ok(output.refuse(&shown(path), &VerifyMessage::NotRecords(seems), asked)?);
        }
        Err(RecordsError::Empty { .. }) => {
            return Ok(output.refuse(
                &shown(path),
                &VerifyMessage::NotRecords(ContentGuess::Empty),
                asked,
            )?);
        }
        Err(error) => return output.answer_or_complaint(Err(error.into()), asked),
    };
    for remark in matches.remarks() {
        complain(&format!("{}: {}", shown(path), say(remark, output.language)));
    }
    let kind = matches.kind();
    let findings = Findings::new(kind, args, output);
    let (exit, is_empty) = (Exit::Yes, true);
    let mut judging = Judging { path, kind, args, tally, findings, output, exit, is_empty };
    let done = matches.each(args.id.as_deref(), |place, seen| judging.one(place, seen));
    let Judging { findings, exit, is_empty, .. } = judging;
    findings.tell(path, output)?;
    match done {
        Err(error) => {
            let error = error.context(shown(path));
            let exit_of_this = output.answer_or_complaint(Err(error), asked)?;
            Ok(exit.max(exit_of_this))
        }
        // A yes needs something that was judged.
        Ok(()) if is_empty && kind == SourceKind::Pdn => Ok(output.record(Exit::CouldNot)),
        Ok(()) if is_empty => Ok(output.refuse(
            &shown(path),
            &VerifyMessage::NotRecords(ContentGuess::Empty),
            asked,
        )?),
        Ok(()) => Ok(exit),
    }
}

/// The matches of one source, while they are judged.
struct Judging<'a> {
    path: &'a Path,
    kind: SourceKind,
    args: &'a MatchArgs,
    tally: &'a mut MatchTotals,
    findings: Findings,
    output: &'a mut Printer,
    exit: Exit,
    /// True if there was nothing that may be judged.
    is_empty: bool,
}

impl Judging<'_> {
    fn one(&mut self, place: &str, seen: Result<ReplayedMatch, RecordsError>) -> Result<()> {
        let source = harmless(place);
        let exit = match seen {
            Ok(seen) if self.kind == SourceKind::Boards && seen.first_board > 1 => {
                self.unread(&source, FolderError::no_first_board(self.path).into())
            }
            Ok(seen) if seen.wrong.as_ref().is_some_and(|it| it.is_of_the_host()) => {
                let words = seen.wrong.as_ref().map(|it| english(&it.why)).unwrap_or_default();
                self.unread(&source, anyhow!("{source}: {words}"))
            }
            Ok(seen) => self.seen(&source, &seen),
            Err(RecordsError::NotJudged { id, why, has_moves, .. }) => {
                let why = if has_moves { Unjudged::Because(*why) } else { Unjudged::WithoutMoves };
                self.unjudged(&source, &json!(id), "", &why)
            }
            Err(error) => self.unread(&source, error.into()),
        }?;
        self.exit = self.exit.max(exit);
        Ok(())
    }

    /// Counts what is no match that can be judged.
    fn unread(&mut self, source: &str, error: anyhow::Error) -> Result<Exit> {
        self.is_empty = false;
        self.tally.not_judged += 1;
        if !self.findings.count(false) {
            return Ok(self.output.record(Exit::CouldNot));
        }
        self.output.answer_or_complaint(Err(error), json!({ "source": source, "valid": null }))
    }

    fn seen(&mut self, source: &str, seen: &ReplayedMatch) -> Result<Exit> {
        let is_right =
            seen.wrong.is_none() && (self.kind != SourceKind::Boards || seen.fault.is_none());
        let exit = match &seen.unjudged {
            Some(why) if is_right => {
                self.unjudged(source, &id_of(self.kind, seen), seen.game.name(), why)?
            }
            _ => {
                self.is_empty = false;
                let exit = self.output.record(self.tally.count(seen.plies() as u64, is_right));
                if self.findings.count(is_right) {
                    print_judged(self.kind, source, seen, is_right, self.output)?;
                }
                exit
            }
        };
        if self.args.id.is_some() && !self.output.json {
            show(seen, self.output)?;
        }
        Ok(exit)
    }

    fn unjudged(&mut self, source: &str, id: &Value, game: &str, why: &Unjudged) -> Result<Exit> {
        let lacks_rules = *why == Unjudged::NoRules;
        let command = lacks_rules.then(|| self.command(source, game)).flatten();
        let (word, text, exit) = match why {
            Unjudged::WithoutMoves => {
                (words::WITHOUT_MOVES, VerifyMessage::Unjudged(None), Exit::Yes)
            }
            Unjudged::NoRules => {
                let text = VerifyMessage::RulesMissing { game, command: command.as_deref() };
                (words::NOT_JUDGED, text, Exit::CouldNot)
            }
            Unjudged::Because(why) => {
                (words::NOT_JUDGED, VerifyMessage::Unjudged(Some(why)), Exit::CouldNot)
            }
        };
        if exit == Exit::Yes {
            self.tally.without_moves += 1;
        } else {
            self.is_empty = false;
            self.tally.not_judged += 1;
        }
        let output = &mut *self.output;
        if !self.findings.count(exit == Exit::Yes) {
            return Ok(output.record(exit));
        }
        if output.json {
            output.json(&json!({
                "source": source,
                "id": id,
                "valid": null,
                "verdict": english(&word),
                "text": english(&text),
            }))?;
        } else {
            output.verdict(source, Tone::Note, &word, &VerifyMessage::Because(&text))?;
        }
        Ok(output.record(exit))
    }

    /// The command that judges by the rules that a tournament keeps beside its journal: it must name them itself,
    /// since no results may start a program.
    fn command(&self, source: &str, game: &str) -> Option<String> {
        let (journal, _) = source.rsplit_once(':')?;
        let folder = Path::new(journal).with_file_name(GAME);
        let is_there = Path::new(journal).ends_with(JOURNAL) && folder.is_dir();
        let word = game.split_once(':').map(|(_, it)| it.to_owned());
        let text = NamedFolder { folder, word }.to_string();
        let slash = if NamedFolder::is_one(&text) { "" } else { "./" };
        let path = self.path.to_string_lossy();
        let (program, game, path) =
            (program_command("verify"), shell_word(&text), shell_word(&path));
        is_there.then(|| format!("{program} match --game {slash}{game} {path}"))
    }
}
