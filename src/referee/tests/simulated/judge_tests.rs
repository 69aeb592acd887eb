//! A trace made by hand for each branch of the second judge. Player 1 plays its first turn, in which it has
//! 100 ms, 50 ms of them to start; a match of three turns has 100 ms in the first two and 50 ms in the third.

use std::rc::Rc;

use arbitro_rules::{Player, Reason};

use super::hand::{Hand, bytes, hand, hand_from, ms};
use super::judge::{Branch, Ruling, verdict};
use super::trace::{Act, Died, Exceeded, Gave, Heard, Read, Verdict, What};

use Player::{O, X};

const FEW: &str = "W:W22:B18";

/// A match in which both have answered, and player 1 is to answer with board 4.
fn third_turn() -> Hand {
    hand().turn(0.0, Gave::Done).answer(10.0, 0).turn(10.0, Gave::Done).answer(20.0, 0)
}

fn first_turn() -> Hand {
    hand().turn(0.0, Gave::Done)
}

fn created(number: u64) -> Act {
    Act::Creates { number, file: 7 }
}

// As its turn begins.

#[test]
fn a_board_written_ahead_is_cheating_whether_the_board_was_given_or_not() {
    let ahead = || third_turn().does(15.0, X, created(4)).tells(15.0, X, 4);
    ahead().turn(20.0, Gave::Done).loses(20.0, 3, Reason::Cheating, Branch::Ahead);
    ahead().loses(20.0, 3, Reason::Cheating, Branch::Ahead);
    let later = third_turn().does(15.0, X, created(8)).tells(15.0, X, 8);
    let later = later.turn(20.0, Gave::Occupied);
    later.loses(20.0, 3, Reason::Cheating, Branch::Ahead);
}

#[test]
fn a_board_ahead_that_was_taken_away_again_is_nothing() {
    third_turn()
        .does(15.0, X, created(4))
        .does(16.0, X, Act::Removes { number: 4 })
        .turn(20.0, Gave::Done)
        .stop(70.0, X)
        .loses(70.0, 3, Reason::Timeout, Branch::TimedOut);
}

#[test]
fn a_board_ahead_in_the_first_turn_is_a_slip() {
    let early = hand().writes(0.0, hand().legal(), 0).turn(1.0, Gave::Done).stop(101.0, X);
    early.loses(101.0, 1, Reason::Timeout, Branch::SlipInFirstTurn);
}

#[test]
fn something_where_the_board_must_go_is_cheating() {
    third_turn().does(15.0, X, Act::MakesFolder { number: 3 }).turn(20.0, Gave::Occupied).loses(
        20.0,
        3,
        Reason::Cheating,
        Branch::Occupied,
    );
}

#[test]
fn a_folder_filled_by_its_player_is_output_and_filled_by_others_void() {
    third_turn().turn(20.0, Gave::FullByItself).loses(
        20.0,
        3,
        Reason::Output,
        Branch::FullByItself,
    );
    third_turn().turn(20.0, Gave::FullByOthers).ends_void(20.0, Branch::FullByOthers);
}

// What it used.

#[test]
fn what_it_used_comes_before_its_board_and_in_the_order_of_the_law() {
    let over = |hand: Hand, limit| hand.at(5.0, What::Exceeds { player: X, limit });
    let heard = |hand: Hand| hand.answer(10.0, 0);
    let (memory, output, folder) = (Exceeded::Memory, Exceeded::Output, Exceeded::Folder);
    let lost = |hand: Hand, reason, by| heard(hand).loses(10.0, 1, reason, by);
    lost(over(over(first_turn(), output), memory), Reason::Memory, Branch::Memory);
    lost(over(over(first_turn(), folder), output), Reason::Output, Branch::Output);
    lost(over(first_turn(), folder), Reason::Output, Branch::Folder);
    let forged = first_turn()
        .does(5.0, X, Act::Forges { number: 1 })
        .at(5.0, What::Told { player: X, news: Heard::Closed(1) });
    lost(forged, Reason::Cheating, Branch::Forged);
}

#[test]
fn processor_time_over_its_limit_is_timeout_at_once() {
    let uses = |cores| What::Uses { player: X, cores };
    // 20 ms, and 50 ms to start.
    let at = |end| first_turn().at(0.0, uses(1)).at(end, uses(0));
    at(70.1).loses(71.0, 1, Reason::Timeout, Branch::ProcessorTime);
    at(70.0).breaches(71.0, "before the deadline");
    let third = third_turn().at(20.0, uses(1)).turn(30.0, Gave::Done);
    // What it used in the turn of its opponent counts.
    third.loses(40.1, 3, Reason::Timeout, Branch::ProcessorTime);
}

#[test]
fn what_it_used_after_it_was_read_is_for_its_next_turn_or_this_one() {
    first_turn()
        .answer(10.0, 0)
        .at(11.0, What::Exceeds { player: X, limit: Exceeded::Memory })
        .leaves_open(12.0, "while the referee judged");
    third_turn()
        .at(15.0, What::Exceeds { player: X, limit: Exceeded::Memory })
        .turn(20.0, Gave::Done)
        .loses(20.0, 3, Reason::Memory, Branch::Memory);
}

#[test]
fn what_it_did_in_the_turn_of_its_opponent_is_never_charged_if_the_match_ends() {
    let mut hand = hand_from("W:W22,K32:B18,K4", 2)
        .turn(0.0, Gave::Done)
        .answer(10.0, 0)
        .at(12.0, What::Exceeds { player: X, limit: Exceeded::Memory })
        .dies(13.0, X, Died::Killed);
    hand = hand.turn(13.0, Gave::Done).answer(20.0, 0);
    let ruling = Ruling::Law(Verdict::Rules { winner: None, reason: Reason::MoveLimit });
    // Player 1 dies while its turn is being judged.
    assert!(matches!(hand.rules(20.0).0, Ruling::Silent(_)));
    let mut hand = hand_from("W:W22,K32:B18,K4", 2)
        .turn(0.0, Gave::Done)
        .answer(10.0, 0)
        .turn(10.0, Gave::Done)
        .at(12.0, What::Exceeds { player: X, limit: Exceeded::Memory })
        .dies(13.0, X, Died::Killed)
        .answer(20.0, 0);
    assert_eq!(hand.rules(20.0), (ruling, Some(Branch::EndOfRules)));
}

// Its board.

#[test]
fn a_board_that_is_closed_renamed_or_linked_counts_when_it_is_heard_or_read() {
    let goes_on = |hand: Hand| {
        hand.breaches(10.0, "next board was not given");
    };
    goes_on(first_turn().answer(10.0, 0));
    let legal = first_turn().legal();
    let temporary = || {
        first_turn().does(3.0, X, Act::Opens { file: 0 }).does(
            4.0,
            X,
            Act::Writes { file: 0, content: legal.clone() },
        )
    };
    let named = |act| temporary().does(9.0, X, act);
    goes_on(named(Act::Renames { number: 2, file: 0 }).heard(10.0, X, 2, &legal));
    // No event tells of a link, and the file is still held open.
    let read = Read::Bytes(legal.clone());
    let linked = named(Act::Links { number: 2, file: 0 });
    goes_on(linked.at(10.0, What::Reads { player: X, number: 2, read }));
}

#[test]
fn a_board_wins_by_the_rules() {
    let hand = hand_from(FEW, 40).turn(0.0, Gave::Done);
    // Of its moves the last is the capture.
    let mut after = hand.line.fork(None);
    after.play(*after.legal().last().unwrap());
    let board = bytes(&after.board(1));
    let mut hand = hand.writes(10.0, board.clone(), 0).heard(10.0, X, 2, &board);
    let rules = Verdict::Rules { winner: Some(X), reason: Reason::NoPieces };
    assert_eq!(hand.rules(10.0), (Ruling::Law(rules), Some(Branch::EndOfRules)));
}

#[test]
fn a_wrong_board_loses_by_what_is_wrong() {
    let lost = |content: Rc<[u8]>, reason| {
        let hand = first_turn().writes(10.0, content.clone(), 0).heard(10.0, X, 2, &content);
        hand.loses(10.0, 1, reason, Branch::WrongBoard);
    };
    let before = first_turn().line.board(0);
    lost(bytes(&before), Reason::Unchanged);
    lost(bytes(&before.replace('x', "X")), Reason::IllegalMove);
    lost(bytes(&before.replace('x', "?")), Reason::InvalidBoard);
}

#[test]
fn what_is_no_plain_file_or_may_not_be_read_is_an_invalid_board() {
    let unreadable = || What::Reads { player: X, number: 2, read: Read::Unreadable };
    let folder = first_turn().does(5.0, X, Act::MakesFolder { number: 2 });
    folder.at(10.0, unreadable()).loses(10.0, 1, Reason::InvalidBoard, Branch::Unreadable);
    let folder = first_turn().does(5.0, X, Act::MakesFolder { number: 2 });
    folder.stop(100.0, X).loses(100.0, 1, Reason::InvalidBoard, Branch::Unreadable);
    let legal = first_turn().legal();
    first_turn()
        .writes(5.0, legal, 0)
        .does(5.0, X, Act::Hides { file: 0 })
        .tells(10.0, X, 2)
        .at(10.0, unreadable())
        .loses(10.0, 1, Reason::InvalidBoard, Branch::Unreadable);
}

/// A match with a second a move in which player 1 closed its answer too short.
fn too_short() -> Hand {
    let mut hand = hand();
    hand.trace.terms.move_time = ms(950.0);
    let short = bytes("x");
    hand.turn(0.0, Gave::Done).writes(10.0, short.clone(), 0).heard(10.0, X, 2, &short)
}

#[test]
fn a_board_closed_too_short_has_100_ms_more() {
    let lost = |hand: Hand, at| hand.loses(at, 1, Reason::InvalidBoard, Branch::TooShort);
    lost(too_short().stop(110.0, X), 110.0);
    too_short().stop(109.9, X).breaches(110.0, "before the deadline");
    too_short().breaches(110.0, "before the player was stopped");
    too_short().stop(470.0, X).breaches(470.0, "after the grace");
    // But within the move's time, and not when it has died.
    let hand = || first_turn().writes(70.0, bytes("x"), 0).heard(70.0, X, 2, &bytes("x"));
    lost(hand().stop(100.0, X), 100.0);
    lost(hand().dies(72.0, X, Died::Exited), 72.0);
    // A link too.
    let link = first_turn()
        .does(8.0, X, Act::Opens { file: 0 })
        .does(9.0, X, Act::Links { number: 2, file: 0 })
        .at(9.0, What::Reads { player: X, number: 2, read: Read::Bytes(bytes("")) });
    lost(link.stop(109.0, X), 109.0);
}

#[test]
fn a_board_that_is_closed_twice_counts_the_second_time() {
    let legal = too_short().legal();
    let twice = || {
        too_short().does(50.0, X, Act::Opens { file: 0 }).does(
            60.0,
            X,
            Act::Writes { file: 0, content: legal.clone() },
        )
    };
    let closed = || twice().does(70.0, X, Act::Closes { file: 0 });
    closed().heard(70.0, X, 2, &legal).breaches(70.0, "next board was not given");
    // Also if only the end of the grace finds it.
    let mut hand = closed().stop(110.0, X);
    hand.line.play(hand.line.legal()[0]);
    let mut hand = hand.turn(110.0, Gave::Done).stop(1110.0, O);
    let (player, ply, reason) = (O, 2, Reason::Timeout);
    let forfeit = Verdict::Forfeit { player, ply, reason, slip: None };
    assert_eq!(hand.rules(1110.0).0, Ruling::Law(forfeit));
    let branches = verdict(&hand.trace).branches;
    assert_eq!(branches, [Branch::CountedAtGrace, Branch::TimedOut]);
    twice().stop(110.0, X).leaves_open(110.0, "opened again");
    // It was taken away: its time goes on.
    too_short()
        .does(50.0, X, Act::Removes { number: 2 })
        .stop(110.0, X)
        .breaches(110.0, "before the deadline");
}

#[test]
fn a_board_that_is_made_and_still_open_never_counts() {
    let open = || {
        first_turn().does(5.0, X, created(2)).does(
            6.0,
            X,
            Act::Writes { file: 7, content: first_turn().legal() },
        )
    };
    open().stop(100.0, X).loses(100.0, 1, Reason::Timeout, Branch::NeverClosed);
    let read = Read::Bytes(first_turn().legal());
    let looked = open().at(10.0, What::Reads { player: X, number: 2, read });
    looked.breaches(10.0, "before the deadline");
}

#[test]
fn a_board_closed_after_the_deadline_counts_until_the_stop_takes_effect() {
    let asked = || first_turn().at(100.0, What::AsksStop { player: X });
    let closed = |hand: Hand| hand.writes(101.0, first_turn().legal(), 0);
    closed(asked()).stopped(103.0, X).breaches(103.0, "next board was not given");
    closed(first_turn()).stop(103.0, X).breaches(103.0, "next board was not given");
}

#[test]
fn a_board_that_is_not_this_turns_is_a_slip() {
    let wrote = || first_turn().does(5.0, X, created(4)).does(5.0, X, Act::Closes { file: 7 });
    wrote().stop(100.0, X).slips(100.0, Reason::Timeout, Branch::TimedOut);
    for (death, reason, by) in [
        (Died::Exited, Reason::Exited, Branch::Exited),
        (Died::Killed, Reason::Crash, Branch::Crashed),
    ] {
        wrote().dies(10.0, X, death).slips(10.0, reason, by);
    }
}

#[test]
fn a_board_that_changes_after_it_was_linked_may_count_either_way() {
    let legal = first_turn().legal();
    let linked = |before: &Rc<[u8]>, after: &Rc<[u8]>| {
        first_turn()
            .does(5.0, X, Act::Opens { file: 0 })
            .does(5.0, X, Act::Writes { file: 0, content: before.clone() })
            .does(6.0, X, Act::Links { number: 2, file: 0 })
            .does(7.0, X, Act::Writes { file: 0, content: after.clone() })
            .at(8.0, What::Reads { player: X, number: 2, read: Read::Bytes(after.clone()) })
    };
    linked(&legal, &bytes("x")).stop(108.0, X).leaves_open(108.0, "after it was linked");
    // One that was too short has 100 ms more.
    linked(&bytes("x"), &legal).breaches(8.0, "next board was not given");
}

// Its death.

#[test]
fn a_death_without_a_board_is_the_reason_and_before_time() {
    let lost = |death, reason, by| first_turn().dies(20.0, X, death).loses(20.0, 1, reason, by);
    lost(Died::Exited, Reason::Exited, Branch::Exited);
    lost(Died::Killed, Reason::Crash, Branch::Crashed);
    first_turn().dies(20.0, X, Died::ByHost).ends_void(20.0, Branch::KilledByHost);
    let late = first_turn().stop(100.0, X).dies(100.0, X, Died::Exited);
    late.loses(100.0, 1, Reason::Exited, Branch::Exited);
}

#[test]
fn a_board_of_a_player_that_then_died_counts() {
    let closed = || first_turn().writes(20.0, first_turn().legal(), 0);
    closed().dies(20.0, X, Died::Exited).breaches(20.0, "next board was not given");
    closed().dies(20.0, X, Died::ByHost).leaves_open(20.0, "it answered, and the host killed it");
}

#[test]
fn a_death_in_the_turn_of_the_opponent_is_charged_in_the_next() {
    let died = third_turn().dies(15.0, X, Died::Killed);
    died.turn(20.0, Gave::Done).loses(20.0, 3, Reason::Crash, Branch::Crashed);
}

#[test]
fn a_death_just_before_the_deadline_is_a_death_told_or_not() {
    first_turn().at(99.0, What::Dies { player: X, death: Died::Exited }).stop(100.0, X).loses(
        100.0,
        1,
        Reason::Exited,
        Branch::Exited,
    );
}

#[test]
fn others_that_fill_its_folder_make_void_what_had_no_room() {
    let fills = |hand: Hand| hand.at(10.0, What::OthersFill { player: X });
    fills(too_short()).stop(110.0, X).ends_void(110.0, Branch::FullByOthers);
    let dead = fills(hand().turn(0.0, Gave::Done)).dies(20.0, X, Died::Exited);
    dead.ends_void(20.0, Branch::FullByOthers);
    let late = fills(hand().turn(0.0, Gave::Done)).stop(100.0, X);
    late.ends_void(100.0, Branch::FullByOthers);
}

// Time.

#[test]
fn the_deadline_is_the_moves_time_and_in_the_first_answer_the_start_time_on_top() {
    let lost = |hand: Hand, at, ply| hand.loses(at, ply, Reason::Timeout, Branch::TimedOut);
    lost(first_turn().stop(100.0, X), 100.0, 1);
    first_turn().stop(99.9, X).breaches(100.0, "before the deadline");
    lost(third_turn().turn(20.0, Gave::Done).stop(70.0, X), 70.0, 3);
    third_turn().turn(20.0, Gave::Done).stop(69.9, X).breaches(70.0, "before the deadline");
}

/// A first turn in which others have the core between two moments.
fn taken(from: f64, to: f64) -> Hand {
    let others = |have| What::Others { player: X, have };
    first_turn().at(from, others(true)).at(to, others(false))
}

#[test]
fn the_deadline_moves_by_what_others_took() {
    let lost = |hand: Hand, at| hand.loses(at, 1, Reason::Timeout, Branch::TimedOut);
    lost(taken(10.0, 60.0).stop(150.0, X), 150.0);
    // Less than a tenth is ignored.
    lost(taken(10.0, 60.0).stop(141.0, X), 141.0);
    taken(10.0, 60.0).stop(140.0, X).breaches(140.0, "before the deadline");
    taken(10.0, 60.0).stop(401.0, X).breaches(401.0, "after the deadline");
}

#[test]
fn more_than_eight_times_the_allowed_time_is_void_if_a_hundredth_is_missing() {
    taken(1.0, 816.0).stop(900.0, X).ends_void(900.0, Branch::TakenByOthers);
    let less = taken(1.0, 801.9).stop(900.0, X);
    less.loses(900.0, 1, Reason::Timeout, Branch::TimedOut);
    taken(1.0, 804.0).stop(900.0, X).leaves_open(900.0, "measure so well");
    taken(1.0, 816.0).stop(1000.0, X).leaves_open(1000.0, "a timer rang late");
    // Its death comes before.
    let dead = taken(1.0, 811.0).dies(900.0, X, Died::Exited);
    dead.loses(900.0, 1, Reason::Exited, Branch::Exited);
}

// The host, and what the referee may not do.

#[test]
fn a_failure_of_the_host_is_void_whenever_it_happens() {
    let fails = first_turn().at(5.0, What::Exceeds { player: X, limit: Exceeded::Memory });
    fails.at(6.0, What::HostFails).ends_void(6.0, Branch::HostFailed);
}

#[test]
fn the_referee_decides_only_once_a_player_is_stopped_and_all_news_is_heard() {
    let asked = || first_turn().at(100.0, What::AsksStop { player: X });
    asked().breaches(100.0, "before the player was stopped");
    asked()
        .at(100.0, What::Stops { player: X })
        .at(100.0, What::RulesQuestions { player: X, left: 1 })
        .breaches(100.0, "heard all news");
    let unread = first_turn()
        .writes(5.0, first_turn().legal(), 0)
        .at(5.0, What::Told { player: X, news: Heard::Closed(2) });
    unread.breaches(6.0, "without reading");
}

#[test]
fn the_referee_does_not_wait_on() {
    let late = first_turn()
        .writes(5.0, first_turn().legal(), 0)
        .at(5.0, What::Told { player: X, news: Heard::Closed(2) });
    late.at(256.0, What::AsksStop { player: X }).breaches(256.0, "after a board counted");
    first_turn().dies(5.0, X, Died::Exited).breaches(256.0, "after a death");
    first_turn().stop(351.0, X).breaches(351.0, "after the deadline");
    let delays = first_turn().at(100.0, What::Delays { by: ms(20.0) }).stop(351.0, X);
    delays.loses(351.0, 1, Reason::Timeout, Branch::TimedOut);
}

#[test]
fn the_next_board_is_the_answer_in_its_exact_form() {
    let wrong = hand().turn(0.0, Gave::Done).answer(10.0, 0);
    let board = Rc::from("x");
    wrong
        .at(10.0, What::Turn { player: O, number: 2, board, given: Gave::Done })
        .breaches(10.0, "another board was given");
}

#[test]
fn a_forged_board_of_which_the_host_told_nothing_may_be_either() {
    let untold = first_turn().does(5.0, X, Act::Forges { number: 1 });
    untold.stop(100.0, X).leaves_open(100.0, "untold");
}

#[test]
fn a_board_renamed_while_open_counts_unless_the_host_told_nobody() {
    let renamed = || {
        first_turn()
            .does(5.0, X, Act::Opens { file: 0 })
            .does(6.0, X, Act::Writes { file: 0, content: first_turn().legal() })
            .does(7.0, X, Act::Renames { number: 2, file: 0 })
    };
    renamed().stop(100.0, X).leaves_open(100.0, "renamed while open");
    let told = renamed().at(100.0, What::Told { player: X, news: Heard::Closed(2) });
    told.stop(100.0, X).breaches(100.0, "next board was not given");
}

#[test]
fn what_it_used_and_the_host_that_killed_it_may_be_either() {
    first_turn()
        .at(5.0, What::Exceeds { player: X, limit: Exceeded::Memory })
        .dies(5.0, X, Died::ByHost)
        .leaves_open(5.0, "used too much, and the host killed it");
}

#[test]
fn a_board_heard_late_is_judged_as_it_was_read() {
    let legal = first_turn().legal();
    let short = first_turn()
        .writes(10.0, bytes("x"), 0)
        .does(11.0, X, Act::Opens { file: 0 })
        .does(12.0, X, Act::Writes { file: 0, content: legal.clone() });
    // It is open again, but a close was heard.
    short.heard(15.0, X, 2, &legal).breaches(15.0, "next board was not given");
}
