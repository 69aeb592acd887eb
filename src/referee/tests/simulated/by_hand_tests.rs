//! A trace made by hand for each branch of the second judge of matches by hand, whose players have 100 ms in
//! their first turns, 50 ms of them to start.

use arbitro_rules::Player::{O, X};
use arbitro_rules::Reason;

use super::hand::{Hand, bytes, hand_from};
use super::judge::Branch;
use super::trace::{Act, Gave, Heard, Read, What};

/// A match by hand whose first turn has begun.
fn by_hand() -> Hand {
    let mut hand = hand_from("W:W21,27,K30:B5,K3,10", 1);
    hand.trace.terms.by_hand = true;
    hand.turn(0.0, Gave::Done)
}

fn reads(hand: Hand, at: f64, read: Read) -> Hand {
    hand.at(at, What::Reads { player: X, number: 2, read })
}

#[test]
fn a_close_that_is_heard_decides_as_read_then() {
    let garbage = bytes(&"?".repeat(127));
    let heard = by_hand().writes(10.0, garbage.clone(), 0).heard(10.0, X, 2, &garbage);
    heard.loses(10.0, 1, Reason::InvalidBoard, Branch::WrongBoard);
    let waits = by_hand().writes(10.0, garbage, 0).tells(10.0, X, 2);
    waits.breaches(300.0, "waited on");
}

#[test]
fn what_stands_at_the_deadline_counts_unless_a_writer_is_known_to_hold_it_open() {
    let timeout = |hand: Hand, at, by| hand.loses(at, 1, Reason::Timeout, by);
    timeout(by_hand(), 100.0, Branch::TimedOut);
    by_hand().breaches(99.0, "before the deadline");
    by_hand().breaches(400.0, "after the deadline");
    let open = || by_hand().does(5.0, X, Act::Creates { number: 2, file: 0 });
    timeout(open(), 100.0, Branch::NeverClosed);
    let again = open().does(6.0, X, Act::Closes { file: 0 }).does(7.0, X, Act::Opens { file: 0 });
    timeout(again, 100.0, Branch::NeverClosed);
    let mut unknown = reads(open(), 100.0, Read::Bytes(bytes("")));
    unknown.trace.terms.knows_writers = false;
    unknown.loses(100.0, 1, Reason::InvalidBoard, Branch::TooShort);
    let folder = by_hand().does(5.0, X, Act::MakesFolder { number: 2 });
    folder.loses(100.0, 1, Reason::InvalidBoard, Branch::Unreadable);
    let link = by_hand().does(4.0, X, Act::Opens { file: 0 }).does(5.0, X, Act::Closes { file: 0 });
    let link = link.does(6.0, X, Act::Links { number: 2, file: 0 });
    link.loses(100.0, 1, Reason::InvalidBoard, Branch::TooShort);
    by_hand().writes(101.0, bytes("x"), 0).leaves_open(102.0, "after the deadline");
}

#[test]
fn a_board_closed_too_short_has_100_ms_more() {
    let mut hand = by_hand().writes(10.0, bytes("x"), 0).heard(10.0, X, 2, &bytes("x"));
    hand.trace.terms.move_time *= 9;
    hand.loses(110.0, 1, Reason::InvalidBoard, Branch::TooShort);
}

/// A match in which player 2 writes board 3 at 5 ms, and player 1 board 2 at 10 ms.
fn ahead() -> Hand {
    let mut hand = hand_from("W:W21,27,K30:B5,K3,10", 2);
    hand.trace.terms.by_hand = true;
    let file = 1;
    hand.turn(0.0, Gave::Done)
        .does(5.0, O, Act::Creates { number: 3, file })
        .does(5.0, O, Act::Writes { file, content: bytes(&"?".repeat(127)) })
        .does(5.0, O, Act::Closes { file })
        .tells(5.0, O, 3)
        .answer(10.0, 0)
        .turn(10.0, Gave::Done)
}

#[test]
fn a_board_that_was_written_ahead_must_be_written_again() {
    ahead().loses(110.0, 2, Reason::Timeout, Branch::NotWrittenAgain);
    let read = || Read::Bytes(bytes(&"?".repeat(127)));
    let again = |hand: Hand| {
        hand.does(20.0, O, Act::Opens { file: 1 })
            .does(20.0, O, Act::Closes { file: 1 })
            .tells(20.0, O, 3)
            .at(20.0, What::Reads { player: O, number: 3, read: read() })
    };
    again(ahead()).loses(20.0, 2, Reason::InvalidBoard, Branch::WrongBoard);
    let unheard = ahead().at(20.0, What::Reads { player: O, number: 3, read: read() });
    unheard.breaches(20.0, "before the deadline");
}

#[test]
fn where_events_were_lost_nobody_knows_what_was_ahead() {
    let mut hand = hand_from("W:W21,27,K30:B5,K3,10", 2);
    hand.trace.terms.by_hand = true;
    hand.turn(0.0, Gave::Done)
        .does(5.0, O, Act::Creates { number: 3, file: 1 })
        .does(5.0, O, Act::Closes { file: 1 })
        .at(5.0, What::Told { player: X, news: Heard::Overflow })
        .answer(10.0, 0)
        .turn(10.0, Gave::Done)
        .leaves_open(110.0, "in which order");
    // Also if they were lost after the board was called early.
    let overflow = What::Told { player: X, news: Heard::Overflow };
    ahead().at(15.0, overflow).leaves_open(110.0, "in which order");
}
