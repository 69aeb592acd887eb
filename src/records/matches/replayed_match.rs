//! A match as it was played, judged, with what its source says of it.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::match_game::MatchGame;
use super::played_moves::PlayedMoves;
use super::remark::Remark;
use crate::record::claimed::Claimed;
use crate::record::fault::RecordedFault;
use crate::record::match_record::MatchRecord;
use crate::words::{Illegal, RecordMessage};
use arbitro_rules::history::Both;
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::line::Line;
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{GameId, Player, Reason, Square, named_cell};
use arbitro_words::{Ending, Language, OfFault, say};

/// Maximum cells that show why a match ended.
const MAX_WHY_CELLS: usize = 64;

/// A match in a list. As a message it is a heading: the names of its players, or else its id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Identifier from the source, or else the match's number in it, from 1.
    pub id: String,
    pub game: Option<MatchGame>,
    /// Names of the players, where known.
    pub names: Both<Option<String>>,
    pub round: Option<String>,
    pub winner: Option<Player>,
    /// True if the match is known to be a draw. Without a winner it may also be unfinished or void.
    pub is_draw: bool,
    /// Reason for the end, if known.
    pub reason: Option<Claimed<Reason>>,
    /// Number of plies according to the source; for boards, one less than the number of board
    /// files.
    pub plies: Option<u64>,
}

/// A match, judged.
#[derive(Debug)]
pub struct ReplayedMatch {
    pub summary: Summary,
    /// The claim of its source, as a record with moves in the game's own notation.
    pub claim: MatchRecord,
    pub game: MatchGame,
    /// All that could be played.
    pub played: PlayedMoves,
    /// Number of the first board: 1, unless the first boards are missing.
    pub first_board: u64,
    /// The first thing that the source gets wrong.
    pub wrong: Option<Wrong>,
    /// The reason why the match is neither confirmed nor wrong.
    pub unjudged: Option<Unjudged>,
    /// The fault that lost the match, from the record or from the boards.
    pub fault: Option<RecordedFault>,
    /// Other games that fit the moves and agree in the verdict, if no tag names the game.
    pub others: Vec<GameId>,
    pub pdn: PdnNotes,
    /// Warnings, tolerated format errors and omissions.
    pub remarks: Vec<Remark>,
}

/// The parts of PDN beside a match; empty for other sources.
#[derive(Clone, Debug, Default)]
pub struct PdnNotes {
    /// The tags in order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: String,
    /// The annotator's comments after each move.
    pub comments: Vec<String>,
}

/// Something false in a match: a move or a result that its source gets wrong, or a claim that its moves do not
/// bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The ply concerned, from 1; `None` for the match as a whole.
    pub ply: Option<u64>,
    /// The move or the result as written, shortened; `None` for a claim.
    pub written: Option<String>,
    pub why: RecordMessage,
    /// The code of the diagnosis, if there is one.
    pub diagnosis: Option<&'static str>,
    /// The squares concerned.
    pub squares: Vec<Square>,
    /// The board that the move would have made, if it can be drawn as a board file.
    pub board: Option<String>,
}

/// The reason why a match is not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// There is nothing to judge, as in a problem.
    WithoutMoves,
    /// Its rules are not at hand.
    NoRules,
    Because(RecordMessage),
}

impl Summary {
    /// Summarises the result for a list.
    pub fn result(&self) -> Ending<'_> {
        Ending::Result { winner: self.winner, reason: self.reason.as_deref() }
    }

    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "title": say(self, Language::English),
            "game": self.game,
            "players": self.names,
            "winner": self.winner,
            "reason": self.reason,
            "plies": self.plies,
        })
    }
}

impl Wrong {
    /// Something false of the match as a whole.
    pub(crate) fn of_all(why: RecordMessage) -> Wrong {
        Wrong { ply: None, written: None, why, diagnosis: None, squares: Vec::new(), board: None }
    }

    /// A text that stands where the next move should, and is none.
    pub(crate) fn next(line: &dyn Line, text: &str, why: RecordMessage) -> Wrong {
        let (ply, written) = (line.plies() as u64 + 1, text.chars().take(60).collect());
        Wrong { ply: Some(ply), written: Some(written), ..Wrong::of_all(why) }
    }

    /// Explains a text that is not a legal move here.
    pub(crate) fn illegal(line: &dyn Line, text: &str, error: MoveTextError) -> Wrong {
        let attempt = line.attempt(text, error);
        let diagnosis = attempt.diagnosis.as_ref();
        let (code, squares) =
            (diagnosis.map(|diagnosis| diagnosis.code.name()), diagnosis.map(Diagnosis::places));
        let why = match attempt.diagnosis {
            Some(it) => {
                RecordMessage::Illegal(Illegal { game: line.game(), diagnosis: Box::new(it) })
            }
            None => RecordMessage::NoMove(attempt.error),
        };
        Wrong {
            diagnosis: code,
            squares: squares.unwrap_or_default(),
            board: attempt.board,
            ..Wrong::next(line, text, why)
        }
    }

    /// Returns true if the match is not to blame: the program that knows the rules failed.
    pub fn is_of_the_host(&self) -> bool {
        matches!(self.why, RecordMessage::Broken(_))
    }

    /// The text as written, unless the explanation repeats it.
    pub fn quoted(&self) -> Option<&str> {
        self.written.as_deref().filter(|_| !matches!(self.why, RecordMessage::NoMove(_)))
    }
}

impl ReplayedMatch {
    /// Number of plies that could be played.
    pub fn plies(&self) -> usize {
        self.played.plies()
    }

    pub fn board_number(&self, plies: usize) -> u64 {
        self.first_board + plies as u64
    }

    /// The player to move at the end.
    pub fn turn(&self) -> Player {
        self.played.turn(self.plies())
    }

    /// The move or the result that cannot be followed: the match ends before it.
    pub fn wrong_move(&self) -> Option<&Wrong> {
        self.wrong.as_ref().filter(|wrong| wrong.written.is_some())
    }

    /// Returns the notes on the match: a false claim, then the remarks.
    pub fn notes(&self) -> impl Iterator<Item = Cow<'_, Remark>> {
        let claim = self.wrong.as_ref().filter(|wrong| wrong.written.is_none());
        let claim = claim.map(|claim| Cow::Owned(Remark::on_all(claim.why.clone())));
        claim.into_iter().chain(self.remarks.iter().map(Cow::Borrowed))
    }

    /// The deed that lost it, if the source tells.
    pub fn why_lost(&self) -> Option<OfFault<'_>> {
        self.fault.as_ref()?.message(self.game.known())
    }

    /// Returns true if a fault or a wrong move follows the last board, as one step more.
    pub fn has_fault(&self) -> bool {
        self.fault.is_some() || self.wrong_move().is_some()
    }

    /// The squares of the fault or of the wrong move that ended the match; where none are named, the cells
    /// that differ on the board that was written.
    pub fn fault_squares(&self) -> Vec<Square> {
        let fault = self.fault.iter().flat_map(|it| &it.squares);
        let wrong = self.wrong_move().into_iter().flat_map(|it| &it.squares);
        let named: Vec<Square> = fault.chain(wrong).copied().collect();
        match (self.game.look(), self.fault_board()) {
            (Some(look), Some(board)) if named.is_empty() => {
                let changes = look.changes(&self.played.board(self.plies()), board);
                changes.into_iter().map(|change| change.0).collect()
            }
            _ => named,
        }
    }

    /// The illegal board that a player wrote or that its move would have made.
    pub fn fault_board(&self) -> Option<&str> {
        let would = self.wrong_move().and_then(|wrong_move| wrong_move.board.as_deref());
        would.or_else(|| self.fault.as_ref()?.wrote.as_deref())
    }

    /// The sentence about the fault or the wrong move, if the source says more than its reason.
    pub fn fault_text(&self, language: Language) -> Option<Cow<'static, str>> {
        match self.wrong_move() {
            Some(wrong) => Some(say(&wrong.why, language)),
            None => self.why_lost().map(|why_lost| say(&why_lost, language)),
        }
    }

    /// The cells that show why it ended, as the record names them.
    pub fn why_cells(&self) -> Vec<Square> {
        self.claim.cells.iter().take(MAX_WHY_CELLS).filter_map(|cell| named_cell(cell)).collect()
    }

    /// The squares to mark after so many plies: at the end those that show why, else where the last move began and
    /// ended.
    pub fn marks(&self, plies: usize) -> Vec<Square> {
        let shown = if plies == self.plies() { self.why_cells() } else { Vec::new() };
        if !shown.is_empty() {
            return shown;
        }
        let led = plies.checked_sub(1).and_then(|checked_sub| self.played.step(checked_sub));
        led.map(|led| led.action.ends()).unwrap_or_default()
    }

    /// The annotator's comment after a move, by its ply from 0.
    pub fn comment(&self, ply: usize) -> Option<&str> {
        self.pdn.comments.get(ply).map(String::as_str).filter(|it| !it.is_empty())
    }

    /// Leaves out the plies after `plies`. The match did not end there, whatever happened later.
    pub fn cut(&mut self, plies: usize) {
        if plies >= self.plies() {
            return;
        }
        self.played.cut(plies);
        (self.fault, self.wrong) = (None, None);
        let summary = &mut self.summary;
        (summary.winner, summary.reason, summary.is_draw) = (None, None, false);
        summary.plies = Some(plies as u64);
        self.pdn.tags.retain(|(name, _)| name != "Termination");
        for (_, value) in self.pdn.tags.iter_mut().filter(|tag| tag.0 == "Result") {
            "*".clone_into(value);
        }
        let claim = &mut self.claim;
        let moves: Vec<&str> = claim.moves.split_whitespace().take(plies).collect();
        claim.moves = moves.join(" ");
        claim.boards.truncate(plies);
        claim.plies = Some(plies as u64);
        (claim.winner, claim.reason, claim.fault, claim.why) = (None, None, None, None);
        claim.cells.clear();
        claim.ms.truncate(plies);
        claim.cpu_ms.truncate(plies);
    }
}
