//! A match in play between a person and the computer, or between two people.
//!
//! Nothing here waits or searches: the caller takes a [`SearchRequest`], runs it on any thread, and
//! brings the answer back. If the match has changed meanwhile, by an undo for instance, its version
//! differs and the answer is discarded.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::page_json::legal_json;
use super::program_moves::{copy, is_pass, is_written};
use super::{
    Answer, Denial, EndCause, Ending, IllegalMove, OfferEvaluation, Opening, SearchRequest, Trial,
    TriedMove, You, move_json,
};
use crate::words::ServeMessage;
use arbitro_engine::chooser::Level;
use arbitro_records::{MatchRecord, Named};
use arbitro_rules::history::Both;
use arbitro_rules::line::{Line, NoStart, open};
use arbitro_rules::{GameId, Player, card};
use arbitro_words::{Language, say};

/// The name of a person in a record.
pub(crate) const YOU: &str = "you";
/// From this value on the computer considers itself better and declines; a man is worth 100.
/// Smaller values are noise of the evaluation.
const ADVANTAGE: i32 = 20;
/// Before this ply the computer accepts a draw only in a position that it has as good as lost.
const EARLY: usize = 20;
/// Such a position for the computer: two men less, or three steps in Quoridor.
const LOST: i32 = -200;
const LOST_RACE: i32 = -300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offer {
    Draw,
    /// To take back the offerer's last move.
    Undo,
}

/// Offers and answers since the last ply, and whose offer it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Talk {
    Offered(Offer, Player),
    Declined(Offer, Player),
}

#[derive(Debug)]
pub struct OpenMatch {
    line: Box<dyn Line>,
    you: You,
    level: Level,
    seed: u64,
    version: u64,
    /// Time of each ply so far.
    spent: Vec<Duration>,
    /// Start of the current ply.
    since: Instant,
    limit: Option<Duration>,
    /// An end that no move brought about.
    stopped: Option<EndCause>,
    talk: Option<Talk>,
}

impl OpenMatch {
    pub fn new(opening: &Opening) -> Result<OpenMatch, NoStart> {
        let game = opening.game;
        Ok(OpenMatch {
            line: open(game, opening.position(), Some(card(game).ply_limit))?,
            you: opening.you,
            level: opening.level,
            seed: opening.seed,
            version: 1,
            spent: Vec::new(),
            since: Instant::now(),
            limit: opening.clock,
            stopped: None,
            talk: None,
        })
    }

    pub(crate) fn game(&self) -> GameId {
        self.line.game()
    }

    /// The version, which increases with every change.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the time until the flag of the side to move falls.
    pub(crate) fn flag_falls_in(&self) -> Option<Duration> {
        let limit = self.limit.filter(|_| !self.is_over())?;
        Some(limit.saturating_sub(self.used(self.line.turn())))
    }

    /// The time used by a side, including its running ply.
    fn used(&self, player: Player) -> Duration {
        let first = self.line.turn_at(0);
        let plies = self.spent.iter().enumerate();
        let mine = plies.filter(|(ply, _)| ply.is_multiple_of(2) == (first == player));
        let used: Duration = mine.map(|(_, &time)| time).sum();
        let is_running = self.line.turn() == player && !self.is_over();
        if is_running { used + self.since.elapsed() } else { used }
    }

    /// Ends the match if the side to move has used all its time.
    fn mind_the_clock(&mut self) {
        if self.flag_falls_in() == Some(Duration::ZERO) {
            let late = self.line.turn();
            self.spent_now();
            self.stopped = Some(EndCause::Late(late));
            self.version += 1;
        }
    }

    fn spent_now(&mut self) {
        self.spent.push(self.since.elapsed());
        self.since = Instant::now();
    }

    /// Returns the end of the match, if it is over.
    pub fn end(&self) -> Option<Ending> {
        match self.stopped {
            Some(how) => Some(Ending { game: self.line.game(), how, own: None, cells: Vec::new() }),
            None => Ending::from_line(&*self.line),
        }
    }

    fn is_over(&self) -> bool {
        self.stopped.is_some() || self.line.end().is_some() || self.line.broken().is_some()
    }

    pub(crate) fn is_computers_turn(&self) -> bool {
        !self.is_over() && !self.you.is_played_by_person(self.line.turn())
    }

    fn may_act(&self) -> Result<(), Denial> {
        if self.is_over() {
            return Err(Denial::Over);
        }
        if self.is_computers_turn() {
            return Err(Denial::NotYourTurn);
        }
        Ok(())
    }

    /// Plays the person's move as ply number `ply`, counted from 0.
    pub fn play(&mut self, ply: usize, text: &str) -> Result<(), Denial> {
        self.mind_the_clock();
        let played = self.line.plies();
        if ply != played {
            return Err(Denial::OldPly { asked: ply, played });
        }
        self.may_act()?;
        let mover = self.line.turn();
        self.make(text)?;
        self.moved(mover);
        Ok(())
    }

    /// The person's move as ply number `ply` where a program must be asked: the caller runs it on any thread,
    /// and brings the answer back.
    pub fn trial(&mut self, ply: usize, tried: TriedMove) -> Result<Trial, Denial> {
        self.mind_the_clock();
        let played = self.line.plies();
        if ply != played {
            return Err(Denial::OldPly { asked: ply, played });
        }
        self.may_act()?;
        Ok(Trial { version: self.version, line: copy(&*self.line), you: self.you, tried })
    }

    fn make(&mut self, text: &str) -> Result<(), Denial> {
        let made = self.line.read(text).map(|key| self.line.play(key));
        made.map_err(|error| {
            Denial::IllegalMove(Box::new(IllegalMove::explain(&*self.line, text, error)))
        })
    }

    /// Plays a move of either side that took this time before the match was opened here.
    pub fn replay(&mut self, text: &str, time: Duration) -> Result<(), Denial> {
        if self.is_over() {
            return Err(Denial::Over);
        }
        self.make(text)?;
        self.spent.push(time);
        Ok(())
    }

    /// Makes every version that was known elsewhere older than this match.
    pub fn succeed(&mut self, version: u64) {
        self.version = version.saturating_add(1);
    }

    /// Records that a ply was played: an offer lapses when the other side moves.
    fn moved(&mut self, mover: Player) {
        self.spent_now();
        self.talk = self.talk.filter(|&talk| talk == Talk::Offered(Offer::Draw, mover));
        self.version += 1;
    }

    /// The search for the computer's move, if it is the computer's turn.
    pub fn search_request(&self) -> Option<SearchRequest> {
        self.is_computers_turn().then(|| self.search_at(self.level))
    }

    fn search_at(&self, level: Level) -> SearchRequest {
        SearchRequest {
            version: self.version,
            line: copy(&*self.line),
            level,
            seed: self.seed,
            time_left: self.flag_falls_in(),
            you: self.you,
        }
    }

    /// Plays the chosen move; returns false if the match has changed since.
    pub fn answer(&mut self, answer: &mut Answer) -> bool {
        self.mind_the_clock();
        let stands = answer.version == self.version && !self.is_over();
        let mover = self.line.turn();
        let Some(key) = answer.key.filter(|_| stands) else {
            return false;
        };
        match answer.played.take() {
            Some(line) => self.line = line,
            None => self.line.play(key),
        }
        self.moved(mover);
        // Passes that were played for people took none of their time.
        self.spent.resize(self.line.plies(), Duration::ZERO);
        true
    }

    /// The record of the match so far, to store, check or step through.
    pub fn record(&self) -> MatchRecord {
        let plies = self.line.plies();
        let side = |player: Player| Named {
            name: if self.you.is_played_by_person(player) {
                YOU.to_owned()
            } else {
                self.level.name().to_owned()
            },
            sha256: None,
        };
        let end = self.end();
        MatchRecord {
            players: Some(Both { x: side(Player::X), o: side(Player::O) }),
            winner: end.as_ref().and_then(Ending::winner).map(Into::into),
            reason: end.as_ref().map(|end| end.reason().into()),
            seed: matches!(self.you, You::Side(_)).then_some(self.seed),
            ms: self.spent.iter().take(plies).map(|it| it.as_millis() as f64).collect(),
            ..MatchRecord::of_line(&*self.line)
        }
    }

    /// A search for a good move for the person.
    pub fn hint(&self) -> Result<SearchRequest, Denial> {
        self.may_act()?;
        Ok(self.search_at(Level::Extreme))
    }

    /// Converts a found hint, if the match has not changed since.
    pub fn hinted(&self, answer: &Answer) -> Option<Value> {
        let stands = answer.version == self.version;
        answer.key.filter(|_| stands).map(|key| move_json(self.line.step(key)))
    }

    /// Counts the plies an undo takes back: up to and including the person's last.
    fn plies_to_undo(&self) -> Option<usize> {
        let plies = self.line.plies();
        let first = self.line.turn_at(0);
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        (0..plies)
            .rev()
            .find(|&ply| {
                let is_for_them = is_written(self.game()) && is_pass(&*self.line, ply);
                self.you.is_played_by_person(mover(ply)) && !is_for_them
            })
            .map(|ply| plies - ply)
    }

    /// Returns the number of plies that may be taken back.
    fn may_undo(&self) -> Result<usize, Denial> {
        match self.stopped {
            Some(EndCause::Resigned(_)) => return Err(Denial::Resigned),
            Some(EndCause::Late(_)) => return Err(Denial::Late),
            Some(EndCause::Agreed { .. }) => return Err(Denial::Agreed),
            Some(EndCause::Rules(_) | EndCause::Broken) | None => {}
        }
        let plies = self.plies_to_undo().ok_or(Denial::NothingToUndo)?;
        match self.talk {
            Some(Talk::Offered(Offer::Undo, _)) => Err(Denial::OfferStands),
            Some(Talk::Declined(Offer::Undo, _)) => Err(Denial::Declined),
            _ => Ok(plies),
        }
    }

    /// Takes back the person's last move; between two people, offers it for the side that made the move.
    pub fn undo(&mut self) -> Result<(), Denial> {
        self.mind_the_clock();
        let plies = self.may_undo()?;
        if let You::Side(_) = self.you {
            self.take_back(plies);
        } else {
            let mover = self.line.turn_at(self.line.plies() - plies);
            self.talk = Some(Talk::Offered(Offer::Undo, mover));
            self.version += 1;
        }
        Ok(())
    }

    /// Takes back plies. A running search for the computer's move is discarded.
    fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            self.line.undo();
            self.spent.pop();
        }
        self.talk = None;
        self.since = Instant::now();
        self.version += 1;
    }

    /// Resigns for the person; of two people, for the one to move.
    pub fn resign(&mut self) -> Result<(), Denial> {
        self.mind_the_clock();
        if self.is_over() {
            return Err(Denial::Over);
        }
        let loser = match self.you {
            You::Side(player) => player,
            You::Both => self.line.turn(),
        };
        self.spent_now();
        self.stopped = Some(EndCause::Resigned(loser));
        self.version += 1;
        Ok(())
    }

    /// Checks that the side to move, a person, may offer a draw.
    fn may_offer(&self) -> Result<(), Denial> {
        self.may_act()?;
        match self.talk {
            Some(Talk::Offered(..)) => Err(Denial::OfferStands),
            Some(Talk::Declined(Offer::Draw, _)) => Err(Denial::Declined),
            Some(Talk::Declined(Offer::Undo, _)) | None => Ok(()),
        }
    }

    /// Offers a draw for the side to move. Between two people the offer stands until it is answered
    /// or the other side moves. Against the computer nothing changes yet: the returned position
    /// must be evaluated, and `answer_offer` takes the result.
    pub(crate) fn offer_draw(&mut self) -> Result<Option<SearchRequest>, Denial> {
        self.mind_the_clock();
        self.may_offer()?;
        if let You::Side(_) = self.you {
            return Ok(Some(self.search_at(self.level)));
        }
        self.talk = Some(Talk::Offered(Offer::Draw, self.line.turn()));
        self.version += 1;
        Ok(None)
    }

    /// Applies the computer's answer to an offer: it accepts unless it considers itself better.
    /// Returns false if the offer no longer stands.
    pub(crate) fn answer_offer(&mut self, evaluated: OfferEvaluation) -> bool {
        self.mind_the_clock();
        if evaluated.version != self.version || self.may_offer().is_err() {
            return false;
        }
        if self.is_draw_welcome(evaluated.value) {
            self.agree();
        } else {
            self.talk = Some(Talk::Declined(Offer::Draw, self.line.turn()));
            self.version += 1;
        }
        true
    }

    /// Returns true if the computer, which values the position so, accepts a draw.
    fn is_draw_welcome(&self, value: i32) -> bool {
        match (self.is_early(), self.line.game().is_draughts()) {
            (false, _) => value < ADVANTAGE,
            (true, true) => value <= LOST,
            (true, false) => value <= LOST_RACE,
        }
    }

    fn is_early(&self) -> bool {
        self.line.plies() < EARLY
    }

    fn agree(&mut self) {
        self.spent_now();
        self.talk = None;
        self.stopped = Some(EndCause::Agreed { with_computer: self.you != You::Both });
        self.version += 1;
    }

    /// The side whose offer stands. A draw is of no use after the end; an end by the rules can be taken back.
    fn offerer(&mut self, offer: Offer) -> Result<Player, Denial> {
        self.mind_the_clock();
        if self.stopped.is_some() || offer == Offer::Draw && self.is_over() {
            return Err(Denial::Over);
        }
        match self.talk {
            Some(Talk::Offered(standing, player)) if standing == offer => Ok(player),
            _ => Err(Denial::NoOffer),
        }
    }

    fn decline(&mut self, offer: Offer) -> Result<(), Denial> {
        self.talk = Some(Talk::Declined(offer, self.offerer(offer)?));
        self.version += 1;
        Ok(())
    }

    pub(crate) fn accept_draw(&mut self) -> Result<(), Denial> {
        self.offerer(Offer::Draw)?;
        self.agree();
        Ok(())
    }

    pub(crate) fn decline_draw(&mut self) -> Result<(), Denial> {
        self.decline(Offer::Draw)
    }

    pub(crate) fn accept_undo(&mut self) -> Result<(), Denial> {
        self.offerer(Offer::Undo)?;
        self.take_back(self.plies_to_undo().ok_or(Denial::NothingToUndo)?);
        Ok(())
    }

    pub(crate) fn decline_undo(&mut self) -> Result<(), Denial> {
        self.decline(Offer::Undo)
    }

    /// The sides whose offer stands, and whose offer was declined since the last ply.
    fn offer_sides(&self, offer: Offer) -> (Option<Player>, Option<Player>) {
        match self.talk {
            Some(Talk::Offered(it, player)) if it == offer => (Some(player), None),
            Some(Talk::Declined(it, player)) if it == offer => (None, Some(player)),
            _ => (None, None),
        }
    }

    fn undo_json(&self) -> Value {
        let (offer, declined) = match self.stopped {
            None => self.offer_sides(Offer::Undo),
            Some(_) => (None, None),
        };
        json!({ "offer": offer, "declined": declined })
    }

    fn draw_json(&self, language: Language) -> Value {
        let (offer, declined) =
            if self.is_over() { (None, None) } else { self.offer_sides(Offer::Draw) };
        let is_computers = declined.is_some() && self.you != You::Both;
        let why =
            if self.is_early() { ServeMessage::DeclinedEarly } else { ServeMessage::DeclinedAhead };
        json!({
            "offer": offer,
            "declined": declined,
            // The computer's reason for declining.
            "text": is_computers.then(|| say(&why, language)),
            "can_offer": self.may_offer().is_ok(),
        })
    }

    /// The state of the match in the page's JSON.
    pub fn state(&mut self, id: &str, language: Language) -> Value {
        self.mind_the_clock();
        let end = self.end();
        let line = &*self.line;
        let ply = line.plies();
        let is_computers_turn = self.is_computers_turn();
        let is_persons_turn = end.is_none() && !is_computers_turn;
        // A board that is no grid whose cells a move names.
        let is_text = is_written(line.game()) && card(line.game()).size == 0;
        let has_computer = self.you != You::Both;
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let steps = (0..ply).filter_map(|ply| line.step_at(ply)).zip(&self.spent).enumerate();
        let moves = steps.map(|(index, (step, &time))| {
            let mut json = move_json(step);
            json["ms"] = ms(time).into();
            if is_text {
                json["board"] = line.board(index + 1).into();
            }
            json
        });
        json!({
            "id": id,
            "game": line.game().name(),
            "you": self.you.name(),
            "level": has_computer.then(|| self.level.name()),
            "seed": has_computer.then_some(self.seed),
            "version": self.version,
            "ply": ply,
            "turn": end.is_none().then(|| line.turn()),
            "thinking": is_computers_turn,
            "board": line.board(ply),
            "start": line.board(0),
            "start_fen": line.start_fen(),
            "fen": line.fen(ply),
            "moves": moves.collect::<Vec<_>>(),
            "legal": if is_persons_turn { legal_json(line) } else { Vec::new() },
            "forced": is_persons_turn && line.is_forced(),
            "walls": line.walls_left(ply),
            "draw": self.draw_json(language),
            "end": end.map(|end| end.json(language)),
            // The time that each side used, and its limit for the whole match.
            "clock": {
                "x": ms(self.used(Player::X)),
                "o": ms(self.used(Player::O)),
                "limit_ms": self.limit.map(ms),
            },
            "can_undo": self.may_undo().is_ok(),
            "undo": self.undo_json(),
        })
    }
}
