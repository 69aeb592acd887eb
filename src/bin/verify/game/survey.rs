//! Random matches, and what is wrong with their boards, moves and ends.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use anyhow::Result;
use arbitro_engine::chooser::{StrategyKind, Time};
use arbitro_games::{Game, GameError, NamedFolder, ProgramLine, SameBoard, Setting};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Action, Key, Line, NoStart, Start, Step, open};
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{Look, Player, SignOwner};

use super::LocatedFinding;
use super::counts::Counts;
use super::symmetry::Mirror;
use crate::words::Finding;

/// Matches that are asked for again, of another process and in another order.
const ASKED_AGAIN: usize = 20;
/// Decided matches from which on a player that never wins is a finding.
const MIN_DECIDED: u64 = 60;
/// Matches of a kind from which on it is told that the last move lost them all.
const MIN_LOST: u64 = 10;
/// Changed cells from which on moves are of one kind.
const MAX_CHANGED: usize = 32;
/// Hours of an evening, and matches that are played at a time.
const EVENING_HOURS: u64 = 3;
/// A way to end, as it was first seen.
pub(super) struct EndSeen {
    pub(super) matches: u64,
    pub(super) moves: String,
    pub(super) board: String,
}

/// A move as it was last seen.
pub(super) struct MoveSeen {
    pub(super) board: String,
    pub(super) name: String,
}

/// A match, to be asked again: of each position its board, the names of its moves, and the one played.
type Asked = Vec<(String, Vec<String>, Option<String>)>;

/// The matches so far.
pub(super) struct Survey<'a> {
    game: &'a Game,
    look: &'a Look,
    limit: u32,
    /// When random matches end.
    until: Option<Instant>,
    /// True if a position had a part that its board does not show.
    has_state: bool,
    mirrors: Vec<Mirror>,
    size: Option<(usize, usize)>,
    signs: BTreeSet<char>,
    asked: Vec<Asked>,
    pub(super) found: Vec<LocatedFinding>,
    pub(super) counts: Counts,
    pub(super) ends: BTreeMap<(Option<Player>, String), EndSeen>,
    /// Moves by the number of cells that they change, and by player.
    pub(super) moves: BTreeMap<(usize, Player), MoveSeen>,
    /// Of each kind of decided end, the matches that the player won who moved last, and that it lost.
    last_movers: BTreeMap<String, [u64; 2]>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(game: &'a Game) -> Survey<'a> {
        let look = game.id.look().expect("a game of a folder has one");
        let mut survey = Survey {
            game,
            look,
            limit: arbitro_rules::card(game.id).ply_limit,
            until: None,
            has_state: false,
            mirrors: Vec::new(),
            size: None,
            signs: BTreeSet::new(),
            asked: Vec::new(),
            found: Vec::new(),
            counts: Counts::default(),
            ends: BTreeMap::new(),
            moves: BTreeMap::new(),
            last_movers: BTreeMap::new(),
        };
        for &symmetry in game.symmetries() {
            let Some(line) = survey.usual() else { break };
            match Mirror::new(game, look, symmetry, &line.board(0)) {
                Some(mirror) => survey.mirrors.push(mirror),
                None => survey.found.push(Finding::NoSymmetry.into()),
            }
        }
        survey
    }

    /// A match at the start. A program that fails there is a finding.
    fn usual(&mut self) -> Option<Box<dyn Line>> {
        let opened = open(self.game.id, Start::Usual, Some(self.limit));
        if let Err(NoStart::Broken(words)) = &opened {
            let (words, by_hand) = (words.clone(), Some(self.game.by_hand(None)));
            self.note_after(Finding::Broken { words, by_hand }, String::new());
        }
        opened.ok()
    }

    /// Adds a finding about the last position of a match, if there was none of its kind.
    fn note(&mut self, finding: Finding, line: &dyn Line) {
        self.note_after(finding, line.moves());
    }

    /// The shortest match of a kind is told.
    fn note_after(&mut self, finding: Finding, moves: String) {
        let is_note = match finding {
            // A game without signs draws its boards as text, and its state may be the moves so far.
            Finding::Size { .. } | Finding::Ragged | Finding::Space | Finding::Hidden { .. } => {
                self.look.signs.is_empty()
            }
            Finding::StateOfColours | Finding::StateOfStart | Finding::TwoNames { .. } => true,
            _ => false,
        };
        let found = LocatedFinding { moves: Some(moves), is_note, ..finding.into() };
        let plies =
            |it: &LocatedFinding| it.moves.as_ref().map_or(0, |it| it.split_whitespace().count());
        match self.found.iter_mut().find(|it| it.finding.code() == found.finding.code()) {
            None => self.found.push(found),
            Some(known) if plies(&found) < plies(known) => *known = found,
            Some(_) => {}
        }
    }

    /// Returns true if the program fails.
    pub(super) fn is_broken(&self) -> bool {
        self.found.iter().any(|it| matches!(it.finding, Finding::Broken { .. }))
    }

    /// Plays random matches, and tells of each.
    pub(super) fn play(&mut self, most: u64, until: Instant, played: &dyn Fn(u64)) {
        self.until = Some(until);
        for number in 0..most {
            // The first match begins in any case, so that rules too slow for one are told.
            if number > 0 && Instant::now() >= until || self.is_broken() {
                break;
            }
            let Some(line) = self.usual() else { break };
            let mut random = StrategyKind::Random.in_any_game(number, None);
            let mut choose = |line: &mut dyn Line| {
                // Rules so slow that not even the first match ends are a finding, too.
                if number == 0 && Instant::now() >= until {
                    return None;
                }
                random.as_mut()?.choose(line, Time::until(until))
            };
            self.one_match(line, &mut choose);
            played(number + 1);
        }
    }

    /// Plays these moves.
    pub(super) fn follow(&mut self, moves: &str) -> Result<(), MoveTextError> {
        let Some(mut line) = self.usual() else { return Ok(()) };
        let mut keys = Vec::new();
        for name in moves.split_whitespace() {
            let key = line.read(name)?;
            keys.push(key);
            line.play(key);
        }
        let mut keys = keys.into_iter();
        if let Some(line) = self.usual() {
            self.one_match(line, &mut |_| keys.next());
        }
        Ok(())
    }

    fn one_match(
        &mut self,
        mut line: Box<dyn Line>,
        choose: &mut dyn FnMut(&mut dyn Line) -> Option<Key>,
    ) {
        let mut asked = Asked::new();
        let mut score = None;
        let began = Instant::now();
        loop {
            self.look_at(&*line);
            if line.broken().is_some() || line.end().is_some() {
                break;
            }
            let legal = line.legal();
            self.counts.moves += legal.len() as u64;
            self.counts.most_moves = self.counts.most_moves.max(legal.len() as u64);
            if self.asked.len() < ASKED_AGAIN {
                let names = legal.iter().map(|key| line.step(*key).text).collect();
                asked.push((line.board(line.plies()), names, None));
            }
            score = line.estimate().map(|estimate| (line.turn(), estimate));
            self.look_at_moves(&*line, &legal);
            let Some(key) = choose(&mut *line) else { break };
            let Step { text: name, player, action } = line.step(key);
            if let Action::Cells(changed) = action {
                let seen = MoveSeen { board: line.board(line.plies()), name: name.clone() };
                self.moves.insert((changed.len().min(MAX_CHANGED), player), seen);
            }
            if let Some(latest) = asked.last_mut() {
                latest.2 = Some(name);
            }
            line.play(key);
        }
        self.note_score(score, &*line);
        self.counts.micros += began.elapsed().as_micros();
        self.counts.matches += 1;
        self.counts.plies += line.plies() as u64;
        if self.asked.len() < ASKED_AGAIN {
            self.asked.push(asked);
        }
        self.note_end(&*line);
        self.mirror(&*line);
    }

    /// Looks at the board of a position that has just been entered.
    fn look_at(&mut self, line: &dyn Line) {
        if let Some(words) = line.broken() {
            let by_hand = Some(self.game.by_hand(written(line)));
            self.note(Finding::Broken { words: words.to_owned(), by_hand }, line);
            return;
        }
        self.has_state |= written(line).is_some_and(|written| !written.state().is_empty());
        let board = line.board(line.plies());
        let rows: Vec<&str> = board.split('\n').collect();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let (first_width, first_rows) = *self.size.get_or_insert((width, rows.len()));
        if (width, rows.len()) != (first_width, first_rows) {
            let finding = Finding::Size { first_width, first_rows, width, rows: rows.len() };
            self.note(finding, line);
        }
        if let Some(SameBoard { first, second, differ }) =
            written(line).and_then(ProgramLine::same_board).cloned()
        {
            let finding = if differ {
                Finding::Hidden { first, second }
            } else {
                Finding::TwoNames { first, second }
            };
            self.note(finding, line);
        }
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            self.note(Finding::Ragged, line);
        }
        if !self.look.signs.contains_key(&' ') && rows.iter().any(|row| row.ends_with(' ')) {
            self.note(Finding::Space, line);
        }
        for sign in self.look.cells(&board).into_iter().flatten().flatten() {
            if !self.look.signs.is_empty() && !self.look.signs.contains_key(&sign) {
                self.note(Finding::Sign { sign: sign.to_string() }, line);
            }
            self.signs.insert(sign);
        }
    }

    /// Looks at whose signs the moves of a position change.
    fn look_at_moves(&mut self, line: &dyn Line, legal: &[Key]) {
        let owner = |sign: char| self.look.signs.get(&sign).and_then(|sign| sign.is.player());
        let has = |owner: SignOwner| self.look.signs.values().any(|sign| sign.is == owner);
        if !has(SignOwner::X) || !has(SignOwner::O) {
            return;
        }
        let (board, mover) = (line.board(line.plies()), line.turn());
        let Some(before) = self.look.cells(&board) else { return };
        let mut found = None;
        for &key in legal {
            let step = line.step(key);
            let Action::Cells(changed) = &step.action else { continue };
            let was = |row: u8, column: u8| {
                before.get(usize::from(row)).and_then(|it| it.get(usize::from(column)))
            };
            let is_movers = changed.iter().any(|&(place, sign)| {
                let was = was(place.row, place.column).and_then(|&was| owner(was));
                owner(sign) == Some(mover) || was == Some(mover)
            });
            let is_for_other = changed.iter().any(|&(_, sign)| owner(sign) == Some(!mover));
            if !changed.is_empty() && (!is_movers || is_for_other) {
                found = Some(Finding::Mover { mover, name: step.text });
                break;
            }
        }
        if let Some(finding) = found {
            self.note(finding, line);
        }
    }

    /// Compares the time of the rules with an evening of a class.
    pub(super) fn look_at_speed(&mut self, players: u64) {
        let hours = self.counts.hours(players);
        if hours > EVENING_HOURS as f64 {
            let hours = hours.ceil() as u64;
            self.found.push(Finding::Slow { players, hours, most: EVENING_HOURS }.into());
        }
    }

    /// Asks about ends that the player who moved last never won: most games are won by a move.
    pub(super) fn look_at_last_movers(&mut self) {
        let mut ends = self.last_movers.iter().map(|(why, counts)| (why, *counts));
        if let Some((why, [_, lost])) = ends.find(|(_, [won, lost])| *won == 0 && *lost >= MIN_LOST)
        {
            let finding = Finding::LastMover { why: why.clone(), lost };
            self.found.push(LocatedFinding { is_note: true, ..finding.into() });
        }
    }

    /// Counts if who won had the better score at the end.
    fn note_score(&mut self, score: Option<(Player, i32)>, line: &dyn Line) {
        let (Some(end @ LineEnd::Rules(_)), Some((player, score))) = (line.end(), score) else {
            return;
        };
        if let Some(winner) = end.winner().filter(|_| score != 0) {
            self.counts.scored[usize::from((score > 0) != (winner == player))] += 1;
        }
    }

    fn note_end(&mut self, line: &dyn Line) {
        let Some(end) = line.end() else { return };
        if let LineEnd::MoveLimit(_) = end {
            self.counts.limited += 1;
            return;
        }
        let winner = end.winner();
        let why = line.why().map_or("repetition", |why| &why.english);
        if let Some(winner) = winner {
            self.counts.won[usize::from(winner == Player::O)] += 1;
        }
        if line.plies() == 0 {
            self.note(Finding::AtOnce, line);
        }
        // Ends that differ in numbers alone, such as points, are one kind.
        let kind = without_numbers(why);
        if let Some(winner) = winner {
            let lost = usize::from(winner == line.turn());
            self.last_movers.entry(kind.clone()).or_default()[lost] += 1;
        }
        let seen = self.ends.entry((winner, kind)).or_insert_with(|| EndSeen {
            matches: 0,
            moves: line.moves(),
            board: line.board(line.plies()),
        });
        seen.matches += 1;
    }

    /// Compares the positions of a match with their mirror images.
    fn mirror(&mut self, line: &dyn Line) {
        if line.broken().is_some() {
            return;
        }
        let mut mirrors = std::mem::take(&mut self.mirrors);
        for mirror in &mut mirrors {
            if let Some((ply, finding)) = mirror.compare(line, self.has_state, self.until) {
                self.note_after(finding, line.fen(ply));
            }
        }
        self.mirrors = mirrors;
    }

    /// Asks for the first matches once more, the last one first, in a process that knows nothing.
    pub(super) fn ask_again(
        &mut self,
        folder: &NamedFolder,
        setting: &Setting,
        until: Instant,
    ) -> Result<(), GameError> {
        let _again = arbitro_games::open(folder, setting)?;
        for asked in std::mem::take(&mut self.asked).into_iter().rev() {
            let Some(mut line) = self.usual() else { break };
            for (board, names, played) in asked {
                if Instant::now() >= until {
                    return Ok(());
                }
                let again = line.legal().into_iter().map(|key| line.step(key).text);
                let again: Vec<String> = again.collect();
                if line.board(line.plies()) != board || again != names {
                    let mut odd = again.iter().find(|it| !names.contains(it));
                    odd = odd.or(names.iter().find(|name| !again.contains(name)));
                    self.note(Finding::Differs { name: odd.cloned() }, &*line);
                    break;
                }
                let key = played.and_then(|name| line.read(&name).ok());
                let Some(key) = key else { break };
                line.play(key);
            }
        }
        Ok(())
    }

    /// All findings. Of a single match nothing is said about all matches.
    pub(super) fn findings(&mut self, is_single: bool) -> Vec<LocatedFinding> {
        let is_broken = self.is_broken();
        let mut found = std::mem::take(&mut self.found);
        let Counts { matches, limited, won: [x, o], .. } = self.counts;
        if is_single || is_broken {
            return found;
        }
        if 2 * limited > matches {
            found.push(Finding::Endless { limited, matches, limit: self.limit }.into());
        }
        for (never, other, wins) in [(Player::X, Player::O, o), (Player::O, Player::X, x)] {
            let of_never = if never == Player::X { x } else { o };
            if of_never == 0 && wins >= MIN_DECIDED {
                found.push(Finding::NeverWins { never, other, wins }.into());
            }
        }
        let [better, worse] = self.counts.scored;
        if worse > better && better + worse >= MIN_DECIDED {
            found.push(Finding::Score { better, worse }.into());
        }
        let unseen = self.look.signs.keys().filter(|key| !self.signs.contains(key));
        found.extend(unseen.map(|unseen| Finding::Unseen { sign: unseen.to_string() }.into()));
        found
    }
}

fn written(line: &dyn Line) -> Option<&ProgramLine> {
    line.as_any().downcast_ref()
}

/// A sentence with a sign in place of each number.
fn without_numbers(text: &str) -> String {
    let signs = text.chars().map(|letter| if letter.is_ascii_digit() { '#' } else { letter });
    let mut signs: Vec<char> = signs.collect();
    signs.dedup_by(|one, other| *one == '#' && *other == '#');
    signs.into_iter().collect()
}
