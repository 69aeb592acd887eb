//! A match in play between a person and the computer, or between two people.
//!
//! Nothing here waits or searches: the caller takes a [`SearchRequest`], runs it on any thread, and
//! brings the answer back. If the match has changed meanwhile, by an undo for instance, its version
//! differs and the answer is discarded.

use std::fmt;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::match_state::Played;
use super::table::Evaluation;
use super::table::{ChooseMove, Illegal, Table, table};
use super::{
    ClockShown, DrawShown, Ending, MatchState, MoveShown, Opening, RefusedOpening, You, letter,
};
use arbitro_player::Level;
use arbitro_rules::Player;
use arbitro_rules::history::{MatchRecord, Named, Players, RECORD_VERSION};
use arbitro_rules::language::{Language, Said};

/// A refused action in a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Denied {
    /// The move is not legal.
    #[error("{}", .0.text.in_language(Language::English))]
    Illegal(Illegal),
    /// The request was meant for another ply.
    #[error("ply {asked} was meant, but {played} plies have been played: read the match again")]
    OldPly {
        /// Ply that the request assumed.
        asked: usize,
        /// Plies played so far.
        played: usize,
    },
    /// The computer is to move.
    #[error("it is the computer's turn: wait for its move")]
    NotYourTurn,
    /// The match is over.
    #[error("the match is over: begin a new one, or take a move back")]
    Over,
    /// The person has no move to take back.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// A resignation cannot be taken back.
    #[error("the match was ended by a resignation: that cannot be taken back")]
    Resigned,
    /// A fallen flag cannot be taken back.
    #[error("the match was ended by the clock: that cannot be taken back")]
    Late,
    /// An agreement cannot be taken back.
    #[error("the match was ended by an agreement: that cannot be taken back")]
    Agreed,
    /// An offer already stands.
    #[error("a draw is offered already: accept it, decline it, or move")]
    OfferStands,
    /// The offer was declined; another one needs a move first.
    #[error("the offer was declined: make a move before the next one")]
    Declined,
    /// There is no offer to answer.
    #[error("no draw is offered: there is nothing to answer")]
    NoOffer,
}

impl Denied {
    /// Explains it in every language.
    pub fn said(&self) -> Said {
        let [italian, french] = match self {
            Denied::Illegal(illegal) => return illegal.text.clone(),
            Denied::OldPly { asked, played } => [
                format!(
                    "si intendeva la semimossa {asked}, ma ne sono state giocate {played}: la partita va riletta"
                ),
                format!(
                    "il s’agissait du coup {asked}, mais {played} ont été joués : relisez la partie"
                ),
            ],
            Denied::NotYourTurn => [
                "tocca al computer: se ne aspetta la mossa",
                "c’est à l’ordinateur de jouer : attendez son coup",
            ]
            .map(str::to_owned),
            Denied::Over => [
                "la partita è finita: se ne può iniziare una nuova, o annullare una mossa",
                "la partie est finie : commencez-en une nouvelle, ou annulez un coup",
            ]
            .map(str::to_owned),
            Denied::NothingToUndo => [
                "non c'è una mossa propria da annullare",
                "vous n’avez pas de coup à annuler",
            ]
            .map(str::to_owned),
            Denied::Resigned => [
                "la partita è stata chiusa da un abbandono: la mossa non si può annullare",
                "la partie a fini par un abandon : le coup ne peut pas être annulé",
            ]
            .map(str::to_owned),
            Denied::Late => [
                "la partita è stata chiusa dal tempo scaduto: la mossa non si può annullare",
                "la partie a fini au temps : le coup ne peut pas être annulé",
            ]
            .map(str::to_owned),
            Denied::Agreed => [
                "la partita è stata chiusa da un accordo: la mossa non si può annullare",
                "la partie a fini par un accord : le coup ne peut pas être annulé",
            ]
            .map(str::to_owned),
            Denied::OfferStands => [
                "la patta è già proposta: si può accettare, rifiutare o muovere",
                "la nulle est déjà proposée : acceptez, refusez ou jouez",
            ]
            .map(str::to_owned),
            Denied::Declined => [
                "la proposta è stata rifiutata: prima della prossima serve una mossa",
                "la proposition a été refusée : jouez un coup avant la suivante",
            ]
            .map(str::to_owned),
            Denied::NoOffer => [
                "nessuna patta è proposta: non c'è nulla a cui rispondere",
                "aucune nulle n’est proposée : il n’y a rien à répondre",
            ]
            .map(str::to_owned),
        };
        Said::new(self.to_string(), italian, french)
    }
}

/// A search for the computer's move.
pub struct SearchRequest {
    version: u64,
    choice: ChooseMove,
    level: Level,
    time_left: Option<Duration>,
}

impl fmt::Debug for SearchRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchRequest")
            .field("version", &self.version)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

/// The chosen move, and the version of the match that it is for.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    version: u64,
    index: usize,
}

impl SearchRequest {
    /// The level at which to choose the move.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns true if searching takes less time than handing the work to another thread.
    pub fn is_quick(&self) -> bool {
        self.level < Level::Hard
    }

    /// Chooses a move in about this time, or less if the clock is short.
    pub fn run(self, time: Duration) -> Answer {
        let time = match self.time_left {
            // The remaining time must suffice for a few more moves.
            Some(left) => time.min(left / 20),
            None => time,
        };
        Answer {
            version: self.version,
            index: (self.choice)(time),
        }
    }
}

/// A draw offer that the computer answers by its evaluation of the position.
pub struct Proposal {
    version: u64,
    evaluation: Evaluation,
}

impl fmt::Debug for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proposal")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// The value of the position in which a draw was offered, and the version of the match.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    version: u64,
    /// The value for the computer; positive is good.
    value: i32,
}

impl Proposal {
    /// Evaluates the position.
    pub fn weigh(self) -> Weighed {
        Weighed {
            version: self.version,
            // The side to move is the person, who offers.
            value: -(self.evaluation)(),
        }
    }
}

/// From this value on the computer considers itself better and declines; a man is worth 100.
/// Smaller values are noise of the evaluation.
const ADVANTAGE: i32 = 20;

/// An end that no move brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    Resigned(Player),
    Late(Player),
    Agreed,
}

/// Draw offers and answers since the last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawTalk {
    /// This side has offered a draw.
    Offered(Player),
    /// This side's offer was declined.
    Declined(Player),
}

/// A match in play.
pub struct OpenMatch {
    table: Box<dyn Table>,
    you: You,
    level: Level,
    seed: u64,
    version: u64,
    /// Time of each ply so far.
    spent: Vec<Duration>,
    /// Start of the current ply.
    since: Instant,
    limit: Option<Duration>,
    stopped: Option<Stopped>,
    talk: Option<DrawTalk>,
}

impl fmt::Debug for OpenMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenMatch")
            .field("game", &self.table.game())
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

impl OpenMatch {
    /// Starts a match.
    ///
    /// # Errors
    ///
    /// When it cannot begin on the requested board.
    pub fn new(opening: &Opening) -> Result<OpenMatch, RefusedOpening> {
        Ok(OpenMatch {
            table: table(opening)?,
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

    /// The version, which increases with every change.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the time until the flag of the side to move falls.
    pub fn flag_falls_in(&self) -> Option<Duration> {
        let limit = self.limit.filter(|_| self.end().is_none())?;
        Some(limit.saturating_sub(self.used(self.table.turn())))
    }

    /// The time used by a side, including its running ply.
    fn used(&self, player: Player) -> Duration {
        let first = self.table.first();
        let plies = self.spent.iter().enumerate();
        let mine = plies.filter(|(ply, _)| ply.is_multiple_of(2) == (first == player));
        let used: Duration = mine.map(|(_, &time)| time).sum();
        let is_running =
            self.table.turn() == player && self.table.end().is_none() && self.stopped.is_none();
        if is_running {
            used + self.since.elapsed()
        } else {
            used
        }
    }

    /// Ends the match if the side to move has used all its time.
    pub fn mind_the_clock(&mut self) {
        if self.flag_falls_in() == Some(Duration::ZERO) {
            let late = self.table.turn();
            self.spent_now();
            self.stopped = Some(Stopped::Late(late));
            self.version += 1;
        }
    }

    fn spent_now(&mut self) {
        self.spent.push(self.since.elapsed());
        self.since = Instant::now();
    }

    /// Returns the end of the match, if it is over.
    pub fn end(&self) -> Option<Ending> {
        let game = self.table.game();
        match self.stopped {
            Some(Stopped::Resigned(player)) => Some(Ending::resigned(game, player)),
            Some(Stopped::Late(player)) => Some(Ending::late(game, player)),
            Some(Stopped::Agreed) => Some(Ending::agreed(self.you != You::Both)),
            None => Some(Ending::by_rules(game, self.table.end()?)),
        }
    }

    fn is_over(&self) -> bool {
        self.stopped.is_some() || self.table.end().is_some()
    }

    pub fn is_computers_turn(&self) -> bool {
        !self.is_over() && !self.you.is_played_by_person(self.table.turn())
    }

    fn may_act(&self) -> Result<(), Denied> {
        if self.is_over() {
            return Err(Denied::Over);
        }
        if self.is_computers_turn() {
            return Err(Denied::NotYourTurn);
        }
        Ok(())
    }

    /// Plays the person's move as ply number `ply`, counted from 0.
    ///
    /// # Errors
    ///
    /// When it is not legal, or not possible now.
    pub fn play(&mut self, ply: usize, text: &str) -> Result<(), Denied> {
        self.mind_the_clock();
        let played = self.table.plies();
        if ply != played {
            return Err(Denied::OldPly { asked: ply, played });
        }
        self.may_act()?;
        let mover = self.table.turn();
        self.table.play(text).map_err(Denied::Illegal)?;
        self.moved(mover);
        Ok(())
    }

    /// Records that a ply was played: an offer lapses when the other side moves.
    fn moved(&mut self, mover: Player) {
        self.spent_now();
        self.talk = self.talk.filter(|&it| it == DrawTalk::Offered(mover));
        self.version += 1;
    }

    /// The search for the computer's move, if it is the computer's turn.
    pub fn errand(&self) -> Option<SearchRequest> {
        self.is_computers_turn().then(|| self.errand_at(self.level))
    }

    fn errand_at(&self, level: Level) -> SearchRequest {
        SearchRequest {
            version: self.version,
            choice: self.table.choice(level, self.seed),
            level,
            time_left: self.flag_falls_in(),
        }
    }

    /// Plays the chosen move; returns false if the match has changed since.
    pub fn answer(&mut self, answer: Answer) -> bool {
        self.mind_the_clock();
        let stands = answer.version == self.version && self.is_computers_turn();
        let mover = self.table.turn();
        if !stands || !self.table.play_nth(answer.index) {
            return false;
        }
        self.moved(mover);
        true
    }

    /// The record of the match so far, to store, check or step through.
    pub fn record(&self) -> MatchRecord {
        let standing = self.table.standing();
        let texts: Vec<String> = standing.moves.into_iter().map(|it| it.text).collect();
        let side = |player: Player| Named {
            name: if self.you.is_played_by_person(player) {
                "you".to_owned()
            } else {
                self.level.name().to_owned()
            },
            sha256: None,
        };
        let end = self.end();
        MatchRecord {
            v: RECORD_VERSION,
            game: self.table.game().name().to_owned(),
            players: Some(Players {
                x: side(Player::X),
                o: side(Player::O),
            }),
            start: standing.start_fen,
            plies: Some(texts.len() as u64),
            moves: texts.join(" "),
            winner: end.as_ref().and_then(|it| it.winner).map(str::to_owned),
            reason: end.map(|it| it.reason.to_owned()),
            ms: self
                .spent
                .iter()
                .take(texts.len())
                .map(|it| it.as_millis() as f64)
                .collect(),
            ..MatchRecord::default()
        }
    }

    /// A search for a good move for the person.
    ///
    /// # Errors
    ///
    /// When the person is not to move.
    pub fn hint(&self) -> Result<SearchRequest, Denied> {
        self.may_act()?;
        Ok(self.errand_at(Level::Extreme))
    }

    /// Converts a found hint, if the match has not changed since.
    pub fn hinted(&self, answer: Answer) -> Option<MoveShown> {
        let stands = answer.version == self.version;
        stands
            .then(|| self.table.legal().into_iter().nth(answer.index))
            .flatten()
    }

    /// Counts the plies an undo takes back: up to and including the person's last.
    fn plies_to_undo(&self) -> Option<usize> {
        let plies = self.table.plies();
        let first = self.table.first();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        (0..plies)
            .rev()
            .find(|&ply| self.you.is_played_by_person(mover(ply)))
            .map(|ply| plies - ply)
    }

    /// Takes back everything from the person's last move on. A running search for the computer's
    /// move is discarded.
    ///
    /// # Errors
    ///
    /// When there is nothing to take back.
    pub fn undo(&mut self) -> Result<(), Denied> {
        self.mind_the_clock();
        match self.stopped {
            Some(Stopped::Resigned(_)) => return Err(Denied::Resigned),
            Some(Stopped::Late(_)) => return Err(Denied::Late),
            Some(Stopped::Agreed) => return Err(Denied::Agreed),
            None => {}
        }
        let plies = self.plies_to_undo().ok_or(Denied::NothingToUndo)?;
        for _ in 0..plies {
            self.table.undo();
            self.spent.pop();
        }
        self.talk = None;
        self.since = Instant::now();
        self.version += 1;
        Ok(())
    }

    /// Resigns for the person; of two people, for the one to move.
    ///
    /// # Errors
    ///
    /// When the match is over.
    pub fn resign(&mut self) -> Result<(), Denied> {
        self.mind_the_clock();
        if self.is_over() {
            return Err(Denied::Over);
        }
        let loser = match self.you {
            You::Side(player) => player,
            You::Both => self.table.turn(),
        };
        self.spent_now();
        self.stopped = Some(Stopped::Resigned(loser));
        self.version += 1;
        Ok(())
    }

    /// Checks that the side to move, a person, may offer a draw.
    fn may_offer(&self) -> Result<(), Denied> {
        self.may_act()?;
        match self.talk {
            Some(DrawTalk::Offered(_)) => Err(Denied::OfferStands),
            Some(DrawTalk::Declined(_)) => Err(Denied::Declined),
            None => Ok(()),
        }
    }

    /// Offers a draw for the side to move. Between two people the offer stands until it is answered
    /// or the other side moves. Against the computer nothing changes yet: the returned position
    /// must be evaluated, and [`OpenMatch::answer_offer`] takes the result.
    ///
    /// # Errors
    ///
    /// When no draw can be offered now.
    pub fn offer_draw(&mut self) -> Result<Option<Proposal>, Denied> {
        self.mind_the_clock();
        self.may_offer()?;
        if let You::Side(_) = self.you {
            return Ok(Some(Proposal {
                version: self.version,
                evaluation: self.table.evaluation(),
            }));
        }
        self.talk = Some(DrawTalk::Offered(self.table.turn()));
        self.version += 1;
        Ok(None)
    }

    /// Applies the computer's answer to an offer: it accepts unless it considers itself better.
    /// Returns false if the offer no longer stands.
    pub fn answer_offer(&mut self, weighed: Weighed) -> bool {
        self.mind_the_clock();
        if weighed.version != self.version || self.may_offer().is_err() {
            return false;
        }
        if weighed.value < ADVANTAGE {
            self.agree();
        } else {
            self.talk = Some(DrawTalk::Declined(self.table.turn()));
            self.version += 1;
        }
        true
    }

    fn agree(&mut self) {
        self.spent_now();
        self.talk = None;
        self.stopped = Some(Stopped::Agreed);
        self.version += 1;
    }

    /// The side whose offer stands.
    fn offerer(&self) -> Result<Player, Denied> {
        if self.is_over() {
            return Err(Denied::Over);
        }
        match self.talk {
            Some(DrawTalk::Offered(player)) => Ok(player),
            Some(DrawTalk::Declined(_)) | None => Err(Denied::NoOffer),
        }
    }

    /// Accepts the offered draw.
    ///
    /// # Errors
    ///
    /// When none is offered.
    pub fn accept_draw(&mut self) -> Result<(), Denied> {
        self.mind_the_clock();
        self.offerer()?;
        self.agree();
        Ok(())
    }

    /// Declines the offered draw.
    ///
    /// # Errors
    ///
    /// When none is offered.
    pub fn decline_draw(&mut self) -> Result<(), Denied> {
        self.mind_the_clock();
        self.talk = Some(DrawTalk::Declined(self.offerer()?));
        self.version += 1;
        Ok(())
    }

    fn draw_shown(&self, language: Language) -> DrawShown {
        let (offer, declined) = match self.talk.filter(|_| !self.is_over()) {
            Some(DrawTalk::Offered(player)) => (Some(letter(player)), None),
            Some(DrawTalk::Declined(player)) => (None, Some(letter(player))),
            None => (None, None),
        };
        let is_computers = declined.is_some() && self.you != You::Both;
        DrawShown {
            offer,
            declined,
            text: is_computers.then_some(language.pick(
                "The computer declines: it thinks itself better.",
                "Il computer rifiuta: si ritiene in vantaggio.",
                "L’ordinateur refuse : il s’estime en avantage.",
            )),
            can_offer: self.may_offer().is_ok(),
        }
    }

    /// The state to send to the page.
    pub fn state(&mut self, id: String, language: Language) -> MatchState {
        self.mind_the_clock();
        let end = self.end();
        let standing = self.table.standing();
        let is_computers_turn = self.is_computers_turn();
        let is_persons_turn = end.is_none() && !is_computers_turn;
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        MatchState {
            id,
            game: self.table.game().name(),
            you: self.you.name(),
            level: match self.you {
                You::Side(_) => Some(self.level.name()),
                You::Both => None,
            },
            version: self.version,
            ply: self.table.plies(),
            turn: end.is_none().then(|| letter(self.table.turn())),
            thinking: is_computers_turn,
            board: standing.board,
            start: standing.start,
            fen: standing.fen,
            moves: standing
                .moves
                .into_iter()
                .zip(&self.spent)
                .map(|(played, &time)| Played {
                    played,
                    ms: ms(time),
                })
                .collect(),
            legal: if is_persons_turn {
                self.table.legal()
            } else {
                Vec::new()
            },
            forced: is_persons_turn && standing.forced,
            walls: standing.walls,
            draw: self.draw_shown(language),
            end: end.map(|it| it.shown(language)),
            clock: ClockShown {
                x: ms(self.used(Player::X)),
                o: ms(self.used(Player::O)),
                limit_ms: self.limit.map(ms),
            },
            can_undo: self.stopped.is_none() && self.plies_to_undo().is_some(),
        }
    }
}
