//! A match of a game whose rules a program knows.
//!
//! The line is a stack of nodes, each with its moves, of which a [`Key`] is an index, and its end. The program
//! is asked as a node is entered; what it answered decides everything else. Only the last nodes keep their moves.

use std::any::Any;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use arbitro_rules::history::{Both, LineEnd};
use arbitro_rules::judge::{Code, Diagnosis, Wrong};
use arbitro_rules::line::{Action, Attempt, Judgement, Key, Line, NoStart, Start, Step};
use arbitro_rules::notation::{
    BoardFault, Leniency, Model, MoveTextError, Strictness, read_text, text_cause,
};
use arbitro_rules::{GameId, Look, Player, Square, Titles, nearest_names};

use crate::answer::{self, Answer, Move, SameBoard};
use crate::question::{Question, QuestionHash, hash};
use crate::rules::Rules;

/// Names that are told instead of one that no legal move has.
const MAX_NEAREST: usize = 3;
/// Maximum cells that tell what is wrong with a board.
const MAX_CELLS: usize = 8;
/// Maximum bytes of the answers that a match remembers, besides that of its last position.
const MAX_BYTES: usize = 8 << 20;

/// A match of a written game.
#[derive(Debug)]
pub struct ProgramLine {
    rules: Arc<Rules>,
    game: GameId,
    look: &'static Look,
    /// Names of the moves that lead to the start, if it is not the usual one.
    opening: Vec<String>,
    /// Positions so far, the start first.
    nodes: Vec<Node>,
    ply_limit: Option<u32>,
    /// Questions that were asked twice in this match.
    doubted: HashSet<QuestionHash>,
}

/// A position with the program's answer.
#[derive(Clone, Debug)]
struct Node {
    board: String,
    state: String,
    turn: Player,
    /// The position as repetition compares it.
    repeated: QuestionHash,
    /// The answer, or the program's last words; `None` of a position so far back that it was forgotten. That of the
    /// last position is known.
    answer: Option<Result<Arc<Answer>, String>>,
    /// The number of times that the position has stood, this time included.
    recurrence: u32,
    /// The name of the move that led here; empty at the start.
    name: String,
}

impl Node {
    fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()?.as_deref().ok()
    }

    fn moves(&self) -> &[Move] {
        self.answer().map_or(&[], Answer::moves)
    }
}

impl ProgramLine {
    pub(crate) fn open(
        rules: Arc<Rules>,
        game: GameId,
        start: Start<'_>,
        ply_limit: Option<u32>,
    ) -> Result<ProgramLine, NoStart> {
        let look = game.look().ok_or(NoStart::NoRules)?;
        let (opening, doubted) = (Vec::new(), HashSet::new());
        let mut line =
            ProgramLine { rules, game, look, opening, nodes: Vec::new(), ply_limit, doubted };
        match start {
            Start::Usual | Start::Sized { size: None, walls: None } => line.enter_start()?,
            Start::Sized { .. } => return Err(NoStart::OneSize(game)),
            Start::Fen(names) => {
                line.enter_start()?;
                line.skip(names)?;
            }
            Start::Board { bytes, turn, strictness } => {
                let (board, _) = read(bytes, strictness)
                    .map_err(|fault| NoStart::Board { faults: vec![fault], cause: None })?;
                let (usual, _) = line.rules.start().map_err(NoStart::Broken)?;
                // Of any other position nothing is known but its board.
                let is_usual = usual.board == board && turn == Player::X;
                let usual = is_usual.then(|| usual.clone());
                let (state, repeats) = usual.map(|it| (it.state, it.repeats)).unwrap_or_default();
                line.enter(Move { name: String::new(), board, state, repeats }, turn);
            }
        }
        match line.broken() {
            Some(words) => Err(NoStart::Broken(words.to_owned())),
            None => Ok(line),
        }
    }

    fn enter_start(&mut self) -> Result<(), NoStart> {
        let (answer::Start { board, state, repeats }, _) =
            self.rules.start().map_err(NoStart::Broken)?.clone();
        self.enter(Move { name: String::new(), board, state, repeats }, Player::X);
        Ok(())
    }

    /// Plays the moves that lead to the start, which are no plies of the match.
    fn skip(&mut self, names: &str) -> Result<(), NoStart> {
        for name in names.split_ascii_whitespace() {
            let key = self.read(name).map_err(NoStart::Moves)?;
            self.play(key);
            if let Some(words) = self.broken() {
                return Err(NoStart::Broken(words.to_owned()));
            }
        }
        self.opening = self.nodes.drain(..self.nodes.len() - 1).map(|node| node.name).collect();
        let start = &mut self.nodes[0];
        self.opening.push(std::mem::take(&mut start.name));
        self.opening.retain(|it| !it.is_empty());
        start.recurrence = 1;
        Ok(())
    }

    /// Enters a position: asks the program for its moves or its end.
    fn enter(&mut self, to: Move, turn: Player) {
        let Move { name, board, state, repeats } = to;
        let line = moves_question(&board, &state, turn);
        let answer = Some(self.rules.moves(&line, &mut self.doubted));
        let repeated = repeats.map(|repeat| hash(&moves_question(&board, &repeat, turn)));
        let repeated = repeated.unwrap_or_else(|| hash(&line));
        let times = self.nodes.iter().filter(|node| node.repeated == repeated).count();
        let recurrence = u32::try_from(times).unwrap_or(u32::MAX).saturating_add(1);
        self.nodes.push(Node { board, state, turn, repeated, answer, recurrence, name });
        self.forget();
    }

    /// Asks again for the answer of the last position, if it was forgotten.
    fn remember(&mut self) {
        if self.node().answer.is_none() {
            let answer = self.rules.moves(&self.question(), &mut self.doubted);
            self.nodes.last_mut().expect("a line has a start").answer = Some(answer);
        }
    }

    /// Drops answers of positions far back, which can be asked for again: a match may be long, and its answers large.
    fn forget(&mut self) {
        let mut bytes = 0;
        for node in self.nodes.iter_mut().rev().skip(1) {
            if node.answer.is_none() {
                break;
            }
            bytes += node.answer().map_or(0, Answer::bytes);
            if bytes > MAX_BYTES {
                node.answer = None;
            }
        }
    }

    /// The question for the moves of the last position.
    pub(crate) fn question(&self) -> String {
        let Node { board, state, turn, .. } = self.node();
        moves_question(board, state, *turn)
    }

    fn node(&self) -> &Node {
        self.nodes.last().expect("a line has a start")
    }

    fn at(&self, ply: usize) -> &Node {
        self.nodes.get(ply).unwrap_or(self.node())
    }

    /// The program's estimate for the player to move, if it gives one.
    pub fn score(&self) -> Option<f64> {
        match self.node().answer() {
            Some(&Answer::Moves { score, .. }) => score,
            Some(Answer::End { .. }) | None => None,
        }
    }

    /// Two moves here that lead to one board.
    pub fn same_board(&self) -> Option<&SameBoard> {
        match self.node().answer() {
            Some(Answer::Moves { same_board, .. }) => same_board.as_ref(),
            Some(Answer::End { .. }) | None => None,
        }
    }

    pub(crate) fn rules(&self) -> (Arc<Rules>, GameId) {
        (Arc::clone(&self.rules), self.game)
    }

    /// The part of the position that the board does not show.
    pub fn state(&self) -> &str {
        &self.node().state
    }

    /// The legal move of this name.
    fn named(&self, name: &str) -> Option<usize> {
        self.node().moves().iter().position(|mv| mv.name == name)
    }

    fn action(&self, before: &str, after: &str) -> Action {
        Action::Cells(self.look.changes(before, after))
    }

    /// The boards here: the last one and those that moves lead to.
    fn boards(&self) -> impl Iterator<Item = &str> + Clone {
        let node = self.node();
        [&*node.board].into_iter().chain(node.moves().iter().map(|mv| &*mv.board))
    }

    /// Explains a text that is drawn otherwise than the boards here.
    fn misdrawn(&self, wrote: &str) -> Option<Wrong> {
        let node = self.node();
        if let Some(Answer::End { .. }) = node.answer() {
            return None;
        }
        let diagnosis = Box::new(Diagnosis::new(Code::NoSuchMove, node.turn));
        let is_reached = |board: &str| node.moves().iter().any(|mv| mv.board == board);
        if let Some(cause) = Model::turns(wrote, &node.board, is_reached) {
            return Some(Wrong::Turned { cause, diagnosis });
        }
        let model = Model::from_boards(self.look, self.boards())?;
        // Of signs that have no name its program may say more.
        let faults = if model.is_named() { model.faults(wrote) } else { model.shape_faults(wrote) };
        let cause = model.cause(wrote);
        (!faults.is_empty()).then_some(Wrong::Misshapen { faults, cause, diagnosis })
    }

    /// Explains a board that no move leads to: by the program if it knows, and by the nearest move.
    fn diagnose(&self, wrote: &str) -> Diagnosis {
        let Node { board, state, turn, .. } = self.node();
        if let Some(Answer::End { .. }) = self.node().answer() {
            return Diagnosis::new(Code::GameOver, *turn);
        }
        if self.must_pass() {
            return Diagnosis::new(Code::MustPass, *turn);
        }
        let differ = |it: &Move| -> Vec<Square> {
            self.look.changes(wrote, &it.board).into_iter().map(|change| change.0).collect()
        };
        // Of two that differ on as many cells, the one on which these lie together.
        let by_nearness = |it: &&Move| (distance(&it.board, wrote), extent(&differ(it)));
        let nearest = self.node().moves().iter().min_by_key(by_nearness);
        // What differs on many cells was not meant to be that move.
        let nearest = nearest.filter(|nearest| distance(&nearest.board, wrote) <= MAX_CELLS);
        let others = nearest.map(differ).unwrap_or_default();
        let question = Question::Fault {
            board: board.into(),
            state: state.into(),
            turn: *turn,
            wrote: wrote.into(),
        };
        let by_the_program = self.rules.fault(&question).map(Box::new);
        let code = if by_the_program.is_some() { Code::ByTheProgram } else { Code::NoSuchMove };
        let instead = nearest.map(|nearest| nearest.name.clone());
        Diagnosis { others, instead, by_the_program, ..Diagnosis::new(code, *turn) }
    }
}

pub(crate) fn moves_question(board: &str, state: &str, turn: Player) -> String {
    Question::Moves { board: board.into(), state: state.into(), turn }.line()
}

/// A score of this much is a point of a search.
const SCORE_UNIT: f64 = 0.001;

/// Reads a board file. How many lines were expected of an empty one is not known here.
fn read(bytes: &[u8], strictness: Strictness) -> Result<(String, Vec<Leniency>), BoardFault> {
    read_text(bytes, 1, strictness)
}

/// The number of bytes that differ.
fn distance(one: &str, other: &str) -> usize {
    let differ = one.bytes().zip(other.bytes()).filter(|(one, other)| one != other).count();
    differ + one.len().abs_diff(other.len())
}

/// Rows and columns between the outermost of some cells.
fn extent(cells: &[Square]) -> u8 {
    let span = |side: fn(&Square) -> u8| {
        let sides = cells.iter().map(side);
        sides.clone().max().unwrap_or(0) - sides.min().unwrap_or(0)
    };
    span(|it| it.row) + span(|it| it.column)
}

impl Line for ProgramLine {
    fn game(&self) -> GameId {
        self.game
    }

    fn turn(&self) -> Player {
        self.node().turn
    }

    fn plies(&self) -> usize {
        self.nodes.len() - 1
    }

    fn end(&self) -> Option<LineEnd> {
        let node = self.node();
        if let Some(&Answer::End { winner, .. }) = node.answer() {
            return Some(LineEnd::Rules(winner));
        }
        if self.rules.repetition.is_some_and(|most| node.recurrence >= most) {
            return Some(LineEnd::Repetition(node.recurrence));
        }
        let limit = self.ply_limit.filter(|&most| self.plies() >= most as usize);
        limit.map(LineEnd::MoveLimit)
    }

    fn why(&self) -> Option<&Titles> {
        match self.node().answer() {
            Some(Answer::End { why, .. }) => Some(why),
            Some(Answer::Moves { .. }) | None => None,
        }
    }

    fn why_cells(&self) -> &[Square] {
        match self.node().answer() {
            Some(Answer::End { cells, .. }) => cells,
            Some(Answer::Moves { .. }) | None => &[],
        }
    }

    fn broken(&self) -> Option<&str> {
        self.node().answer.as_ref()?.as_ref().err().map(String::as_str)
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn must_pass(&self) -> bool {
        let node = self.node();
        matches!(node.moves(), [only] if only.board == node.board)
    }

    fn judge(&self, bytes: &[u8], strictness: Strictness) -> Judgement {
        let (wrote, tolerated) =
            match read_text(bytes, self.node().board.lines().count(), strictness) {
                Ok(read) => read,
                Err(fault) => {
                    let (faults, cause) = (vec![fault], text_cause(bytes));
                    let verdict = Err(Wrong::Invalid { faults, cause, diagnosis: None });
                    return Judgement { tolerated: Vec::new(), verdict };
                }
            };
        let node = self.node();
        let reached = node.moves().iter().position(|mv| mv.board == wrote);
        let reached = reached.or_else(|| self.named(&wrote));
        let verdict = match reached {
            Some(index) => Ok(key(index)),
            None if wrote == node.board => {
                let diagnosis = Diagnosis::new(Code::Unchanged, node.turn);
                Err(Wrong::Unchanged(Box::new(diagnosis)))
            }
            None => Err(self
                .misdrawn(&wrote)
                .unwrap_or_else(|| Wrong::Illegal(Box::new(self.diagnose(&wrote))))),
        };
        Judgement { tolerated, verdict }
    }

    fn is_name(&self, bytes: &[u8]) -> bool {
        self.exact(bytes).is_some_and(|exact| self.named(&exact).is_some())
    }

    fn least(&self) -> usize {
        self.node().moves().iter().map(|mv| mv.board.len()).min().unwrap_or(1)
    }

    fn exact(&self, bytes: &[u8]) -> Option<String> {
        read(bytes, Strictness::Tolerant).ok().map(|it| it.0)
    }

    fn is_another_board(&self, bytes: &[u8]) -> bool {
        let Some(text) = self.exact(bytes) else { return false };
        let model = || Model::from_boards(self.look, self.boards()).filter(Model::is_named);
        self.node().moves().iter().any(|mv| mv.board == text)
            || text != self.node().board && model().is_some_and(|it| it.faults(&text).is_empty())
    }

    fn read(&mut self, text: &str) -> Result<Key, MoveTextError> {
        let node = self.node();
        self.named(text).map(key).ok_or_else(|| {
            let names = node.moves().iter().map(|mv| &*mv.name);
            let nearest = nearest_names(text, names, MAX_NEAREST).join(", ");
            let nearest = Some(nearest).filter(|it| !it.is_empty());
            MoveTextError::NoSuchName { text: text.to_owned(), turn: node.turn, nearest }
        })
    }

    fn begins(&self, _: &str) -> bool {
        false
    }

    fn attempt(&self, _: &str, error: MoveTextError) -> Attempt {
        Attempt { error, diagnosis: None, board: None }
    }

    fn play(&mut self, key: Key) {
        let node = self.node();
        let Some(to) = node.moves().get(index(key)).cloned() else {
            return;
        };
        self.enter(to, !node.turn);
    }

    fn undo(&mut self) -> bool {
        let is_possible = self.nodes.len() > 1;
        if is_possible {
            self.nodes.pop();
            self.remember();
        }
        is_possible
    }

    fn step(&self, key: Key) -> Step {
        let node = self.node();
        let mv = &node.moves()[index(key)];
        let action = self.action(&node.board, &mv.board);
        Step { text: mv.name.clone(), player: node.turn, action }
    }

    fn estimate(&self) -> Option<i32> {
        // The cast saturates.
        self.score().map(|score| (score / SCORE_UNIT) as i32)
    }

    fn legal(&self) -> Vec<Key> {
        (0..self.node().moves().len()).map(key).collect()
    }

    fn successors(&mut self) -> BTreeSet<String> {
        self.node().moves().iter().map(|mv| mv.board.clone()).collect()
    }

    fn step_at(&self, ply: usize) -> Option<Step> {
        let (before, after) = self.nodes.get(ply).zip(self.nodes.get(ply + 1))?;
        let action = self.action(&before.board, &after.board);
        Some(Step { text: after.name.clone(), player: before.turn, action })
    }

    fn moves(&self) -> String {
        self.nodes[1..].iter().map(|node| &*node.name).collect::<Vec<_>>().join(" ")
    }

    fn board(&self, ply: usize) -> String {
        self.at(ply).board.clone()
    }

    fn fen(&self, ply: usize) -> String {
        let played = self.nodes.iter().skip(1).take(ply).map(|node| &node.name);
        let all = self.opening.iter().chain(played).map(String::as_str);
        all.collect::<Vec<_>>().join(" ")
    }

    fn turn_at(&self, ply: usize) -> Player {
        self.at(ply).turn
    }

    fn walls_left(&self, _: usize) -> Option<Both<u8>> {
        None
    }

    fn start_fen(&self) -> Option<String> {
        (!self.opening.is_empty()).then(|| self.opening.join(" "))
    }

    fn fork(&self, ply_limit: Option<u32>) -> Box<dyn Line> {
        Box::new(ProgramLine {
            rules: Arc::clone(&self.rules),
            opening: self.opening.clone(),
            nodes: self.nodes.clone(),
            ply_limit,
            // It is a match of its own.
            doubted: HashSet::new(),
            ..*self
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

const fn key(index: usize) -> Key {
    Key([index as u64, 0])
}

const fn index(Key([index, _]): Key) -> usize {
    index as usize
}
