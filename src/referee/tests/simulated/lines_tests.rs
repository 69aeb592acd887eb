//! A trace made by hand for each branch of the second judge of players by lines, whose player 1 has 100 ms in its
//! first turn, 50 ms of them to start, and 50 ms in its next.

use std::rc::Rc;

use arbitro_rules::Player::X;
use arbitro_rules::Reason;

use super::hand::{Hand, hand};
use super::judge::{Branch, Ruling};
use super::trace::{Act, Died, Exceeded, Gave, Slip, Verdict, What};

/// A match of players by lines.
fn by_lines() -> Hand {
    let mut hand = hand();
    hand.trace.terms.by_lines = [true, true];
    hand
}

fn first_turn() -> Hand {
    by_lines().asks(0.0, 100)
}

impl Hand {
    /// The player to move is asked.
    fn asks(self, at: f64, ms: u64) -> Hand {
        let line = &self.line;
        let (player, ply) = (line.turn(), line.plies() + 1);
        let moves: String = line.moves().split_whitespace().map(|it| format!(" {it}")).collect();
        let names: Vec<String> = line.legal().iter().map(|key| line.step(*key).text).collect();
        let board = line.board(line.plies());
        let rows = board.lines().count();
        let text = format!("{ply} {ms}{moves}\n{}\n{rows}\n{board}\n", names.join(" "));
        let (number, board) = (ply as u64, Rc::from(text));
        self.at(at, What::Turn { player, number, board, given: Gave::Done })
    }

    fn name(&self) -> String {
        self.line.step(self.line.legal()[0]).text
    }

    /// The player to move prints.
    fn prints(self, at: f64, text: &str) -> Hand {
        let player = self.line.turn();
        self.does(at, player, Act::Prints { bytes: Rc::from(text.as_bytes()) })
    }

    /// The referee hears all that the player to move printed.
    fn hears(self, at: f64) -> Hand {
        let player = self.line.turn();
        self.at(at, What::RulesQuestions { player, left: 0 })
    }

    /// The player to move answers, and the referee hears it.
    fn says(self, at: f64) -> Hand {
        let text = format!("{}\n", self.name());
        let mut hand = self.prints(at, &text).hears(at);
        hand.line.play(hand.line.legal()[0]);
        hand
    }

    /// Player 1 loses, and this is told.
    fn loses_with(
        mut self,
        at: f64,
        ply: u64,
        reason: Reason,
        by: Branch,
        slip: impl Into<Option<Slip>>,
    ) {
        let slip = slip.into();
        let forfeit = Verdict::Forfeit { player: X, ply, reason, slip };
        assert_eq!(self.rules(at), (Ruling::Law(forfeit), Some(by)), "{}", self.trace);
    }
}

/// Player 1 is to answer its second block, and printed `ahead` since its first answer.
fn third_turn(ahead: &str) -> Hand {
    let mut hand = first_turn().says(10.0);
    if !ahead.is_empty() {
        hand = hand.does(11.0, X, Act::Prints { bytes: Rc::from(ahead.as_bytes()) });
    }
    hand.asks(11.0, 100).says(20.0).asks(20.0, 50)
}

const NOT_ASKED: &str = "next board was not given";

#[test]
fn a_line_counts_with_its_newline_and_with_blanks_around_it() {
    let name = first_turn().name();
    let counts = |hand: Hand| hand.hears(10.0).breaches(10.0, NOT_ASKED);
    counts(first_turn().prints(10.0, &format!(" \t{name} \r\n")));
    counts(first_turn().prints(5.0, &name[..3]).prints(10.0, &name[3..]).prints(10.0, "\n"));
    let half = first_turn().prints(5.0, &name).hears(5.0);
    half.breaches(10.0, "before the deadline");
    let unheard =
        first_turn().prints(10.0, &format!("{name}\n")).at(100.0, What::AsksStop { player: X });
    unheard.at(100.0, What::Stops { player: X }).breaches(100.0, "without the line");
    let waited = first_turn().prints(10.0, &format!("{name}\n")).hears(300.0);
    waited.breaches(300.0, "waited on");
}

#[test]
fn a_line_that_names_no_legal_move_or_is_over_64_kib_is_an_illegal_move() {
    let name = first_turn().name();
    let lost = |text: &str, by| {
        let hand = first_turn().prints(10.0, text).hears(10.0);
        hand.loses_with(10.0, 1, Reason::IllegalMove, by, None);
    };
    lost("\n", Branch::WrongLine);
    lost(&format!("move {name}\n"), Branch::WrongLine);
    lost(&"x".repeat(65_537), Branch::LongLine);
    lost(&format!("{name:65535}  \n"), Branch::LongLine);
    let most = first_turn().prints(10.0, &"x".repeat(65_536)).hears(10.0);
    most.breaches(10.0, "before the deadline");
}

#[test]
fn a_line_that_came_before_its_block_is_judged_at_its_turn() {
    let early = third_turn("no\n").hears(20.0);
    early.loses_with(20.0, 3, Reason::IllegalMove, Branch::EarlyLineWrong, Slip::Early);
    let half = third_turn("n").prints(21.0, "o\n").hears(21.0);
    half.loses_with(21.0, 3, Reason::IllegalMove, Branch::WrongLine, None);
    let name = third_turn("").name();
    third_turn(&format!("{name}\n")).hears(20.0).breaches(20.0, NOT_ASKED);
    // The next line is for the next block.
    third_turn(&format!("{name}\nno\n")).hears(20.0).breaches(20.0, NOT_ASKED);
}

#[test]
fn no_line_in_time_is_timeout_and_what_is_there_is_told() {
    let lost = |hand: Hand, slip| {
        hand.stop(100.0, X).loses_with(100.0, 1, Reason::Timeout, Branch::NoLine, slip);
    };
    lost(first_turn(), Slip::Silent);
    lost(first_turn().prints(5.0, "a"), Slip::Unfinished);
    let closed = || first_turn().does(5.0, X, Act::ClosesOutput);
    closed().breaches(6.0, "before the deadline");
    lost(closed(), Slip::Closed);
    let board = |hand: Hand| {
        let (number, file, content) = (2, 0, hand.legal());
        let acts =
            [Act::Creates { number, file }, Act::Writes { file, content }, Act::Closes { file }];
        acts.into_iter().fold(hand, |hand, act| hand.does(5.0, X, act))
    };
    lost(board(first_turn()), Slip::File);
    let ahead =
        board(first_turn().says(5.0)).asks(11.0, 100).says(20.0).asks(20.0, 50).stop(70.0, X);
    ahead.loses_with(70.0, 3, Reason::Timeout, Branch::NoLine, Slip::File);
}

#[test]
fn a_line_comes_before_the_death_of_its_player() {
    let name = first_turn().name();
    let dead = |hand: Hand| hand.dies(10.0, X, Died::Exited);
    dead(first_turn().prints(10.0, &format!("{name}\n"))).breaches(10.0, NOT_ASKED);
    let lost = |hand: Hand, slip: Option<Slip>| {
        dead(hand).loses_with(10.0, 1, Reason::Exited, Branch::Exited, slip);
    };
    lost(first_turn().prints(10.0, &name), Some(Slip::Unfinished));
    lost(first_turn().does(10.0, X, Act::ClosesOutput), None);
    let folder = Act::MakesFolder { number: 2 };
    lost(first_turn().does(10.0, X, folder), Some(Slip::File));
    // Of a death in the turn of its opponent, too.
    let early = first_turn().says(10.0);
    let early = early.does(11.0, X, Act::Prints { bytes: Rc::from(&b"no\n"[..]) });
    let early = early.dies(12.0, X, Died::Killed).asks(12.0, 100).says(20.0).asks(20.0, 50);
    let lost = early.hears(20.0);
    lost.loses_with(20.0, 3, Reason::IllegalMove, Branch::EarlyLineWrong, Slip::Early);
}

#[test]
fn what_it_used_comes_before_its_line() {
    let over = |limit| first_turn().at(5.0, What::Exceeds { player: X, limit }).says(10.0);
    let memory = over(Exceeded::Memory);
    memory.loses_with(10.0, 1, Reason::Memory, Branch::Memory, None);
    let folder = over(Exceeded::Folder);
    folder.loses_with(10.0, 1, Reason::Output, Branch::Folder, None);
    let name = first_turn().name();
    let most = name.len() as u64 + 3;
    let printed = |text: &str| {
        let mut hand = first_turn();
        hand.trace.terms.output_bytes = most;
        hand.prints(10.0, &format!("{name}\n{text}")).hears(10.0)
    };
    printed("..").breaches(10.0, NOT_ASKED);
    printed("...").loses_with(10.0, 1, Reason::Output, Branch::Output, None);
    let uses = |cores| What::Uses { player: X, cores };
    let computes = first_turn().at(0.0, uses(1)).at(70.1, uses(0));
    computes.says(71.0).loses_with(71.0, 1, Reason::Timeout, Branch::ProcessorTime, None);
}

#[test]
fn the_block_has_the_ply_the_time_the_moves_the_legal_names_and_the_board() {
    by_lines().asks(0.0, 99).breaches(0.0, "another board was given");
    let asked = |from: &str, to: &str| {
        let mut hand = first_turn();
        if let Some(What::Turn { board, .. }) = hand.trace.moments.last_mut().map(|it| &mut it.what)
        {
            *board = Rc::from(board.replacen(from, to, 1));
        }
        hand
    };
    asked("x", "x").breaches(0.0, "before the deadline");
    let name = first_turn().name();
    for (from, to) in
        [("1 ", "2 "), ("\n8\n", "\n7\n"), (&*name, "a"), ("x", "o"), ("100", "100 a")]
    {
        asked(from, to).breaches(0.0, "another board");
    }
}
