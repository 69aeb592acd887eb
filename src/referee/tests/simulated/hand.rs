//! A trace made by hand, for the tests of the second judge.

use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Player, Reason};

use super::judge::{Branch, Ruling, verdict};
use super::trace::{Act, Died, Gave, Heard, Moment, Read, Slip, Terms, Trace, Verdict, What};

use Player::{O, X};

/// A trace in the making.
pub(super) struct Hand {
    pub(super) trace: Trace,
    pub(super) line: Box<dyn Line>,
}

const QUIET: &str = "W:W21,27,K30:B5,K3,10";

pub(super) fn ms(at: f64) -> Duration {
    Duration::from_secs_f64(at / 1e3)
}

pub(super) fn hand() -> Hand {
    hand_from(QUIET, 40)
}

pub(super) fn hand_from(start: &str, ply_limit: u32) -> Hand {
    let terms = Terms {
        by_hand: false,
        knows_writers: true,
        game: GameId::Dama,
        start: start.to_owned(),
        ply_limit,
        strictness: Strictness::Tolerant,
        move_time: ms(50.0),
        start_time: ms(50.0),
        cpu_time: Some(ms(20.0)),
        cores: 1,
        by_lines: [false, false],
        output_bytes: 1 << 20,
    };
    let line = open(terms.game, Start::Fen(start), Some(ply_limit)).unwrap();
    Hand { trace: Trace { terms, moments: Vec::new() }, line }
}

impl Hand {
    pub(super) fn at(mut self, at: f64, what: What) -> Hand {
        self.trace.moments.push(Moment { at: ms(at), what });
        self
    }

    /// The player to move is given its board.
    pub(super) fn turn(self, at: f64, given: Gave) -> Hand {
        let board = Rc::from(self.line.board(self.line.plies()));
        let (player, number) = (self.line.turn(), self.line.plies() as u64 + 1);
        self.at(at, What::Turn { player, number, board, given })
    }

    pub(super) fn does(self, at: f64, player: Player, act: Act) -> Hand {
        self.at(at, What::Does { player, act })
    }

    /// A legal answer to the board that was given.
    pub(super) fn legal(&self) -> Rc<[u8]> {
        let mut after = self.line.fork(None);
        after.play(after.legal()[0]);
        Rc::from(after.board(after.plies()).as_bytes())
    }

    /// The player to move answers, and the referee hears and reads it.
    pub(super) fn answer(mut self, at: f64, file: usize) -> Hand {
        let (player, content) = (self.line.turn(), self.legal());
        let number = self.line.plies() as u64 + 2;
        self = self.writes(at, content.clone(), file).heard(at, player, number, &content);
        self.line.play(self.line.legal()[0]);
        self
    }

    /// The player to move writes its answer in place and closes it.
    pub(super) fn writes(self, at: f64, content: Rc<[u8]>, file: usize) -> Hand {
        let (player, number) = (self.line.turn(), self.line.plies() as u64 + 2);
        self.does(at, player, Act::Creates { number, file })
            .does(at, player, Act::Writes { file, content })
            .does(at, player, Act::Closes { file })
    }

    pub(super) fn tells(self, at: f64, player: Player, number: u64) -> Hand {
        self.at(at, What::Told { player, news: Heard::Closed(number) })
    }

    pub(super) fn heard(self, at: f64, player: Player, number: u64, bytes: &Rc<[u8]>) -> Hand {
        let read = Read::Bytes(bytes.clone());
        self.tells(at, player, number).at(at, What::Reads { player, number, read })
    }

    /// The player is stopped, and nothing is left to tell.
    pub(super) fn stop(self, at: f64, player: Player) -> Hand {
        self.at(at, What::AsksStop { player }).stopped(at, player)
    }

    pub(super) fn stopped(self, at: f64, player: Player) -> Hand {
        self.at(at, What::Stops { player }).at(at, What::RulesQuestions { player, left: 0 })
    }

    pub(super) fn dies(self, at: f64, player: Player, death: Died) -> Hand {
        self.at(at, What::Dies { player, death })
            .at(at, What::ToldDeath { player })
            .at(at, What::RulesQuestions { player, left: 0 })
    }

    /// The match ends, and the judge says this.
    pub(super) fn rules(&mut self, at: f64) -> (Ruling, Option<Branch>) {
        let what = What::Decides(Verdict::Void);
        self.trace.moments.push(Moment { at: ms(at), what });
        let judged = verdict(&self.trace);
        (judged.ruling, judged.branches.last().copied())
    }

    pub(super) fn loses(mut self, at: f64, ply: u64, reason: Reason, by: Branch) {
        let player = if ply % 2 == 1 { X } else { O };
        let forfeit = Verdict::Forfeit { player, ply, reason, slip: None };
        assert_eq!(self.rules(at), (Ruling::Law(forfeit), Some(by)), "{}", self.trace);
    }

    /// The first player loses its first turn, and the board that it wrote instead is told.
    pub(super) fn slips(mut self, at: f64, reason: Reason, by: Branch) {
        let forfeit = Verdict::Forfeit { player: X, ply: 1, reason, slip: Some(Slip::Elsewhere) };
        assert_eq!(self.rules(at), (Ruling::Law(forfeit), Some(by)), "{}", self.trace);
    }

    pub(super) fn ends_void(mut self, at: f64, by: Branch) {
        assert_eq!(self.rules(at), (Ruling::Law(Verdict::Void), Some(by)), "{}", self.trace);
    }

    pub(super) fn breaches(mut self, at: f64, words: &str) {
        let (ruling, _) = self.rules(at);
        assert!(
            matches!(ruling, Ruling::Breach(why) if why.contains(words)),
            "{ruling:?}\n{}",
            self.trace
        );
    }

    pub(super) fn leaves_open(mut self, at: f64, words: &str) {
        let (ruling, _) = self.rules(at);
        assert!(
            matches!(ruling, Ruling::Silent(why) if why.contains(words)),
            "{ruling:?}\n{}",
            self.trace
        );
    }
}

pub(super) fn bytes(text: &str) -> Rc<[u8]> {
    Rc::from(text.as_bytes())
}
