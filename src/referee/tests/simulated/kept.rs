//! Matches over which the referee and the judge once differed, as short as they can be told.

use std::time::Duration;

use arbitro_rules::GameId;
use arbitro_rules::notation::Strictness;

use super::script::{Content, Flaws, Match, Step, Text};
use super::trace::{Died, Terms, Verdict};
use super::world::World;
use super::{check, real, referee};

use Step::{
    Await, Close, Compute, Create, Die, Link, OpenAgain, OpenOther, Print, Remove, Rename, Sleep,
    Write,
};

const LEGAL: Step = Write(Content::Legal);
const SHORT: Step = Write(Content::Part(5));

const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// A match with 150 ms a move, in which player 1 does this and player 2 waits for ever.
fn alone(steps: &[Step]) -> Match {
    Match {
        terms: Terms {
            by_hand: false,
            knows_writers: true,
            game: GameId::Dama,
            start: "W:W21,27,K30:B5,K3,10".to_owned(),
            ply_limit: 4,
            strictness: Strictness::Tolerant,
            move_time: ms(150),
            start_time: Duration::ZERO,
            cpu_time: None,
            cores: 1,
            by_lines: [false, false],
            output_bytes: 1 << 20,
        },
        scripts: [steps.to_vec(), Vec::new()],
        others: [Vec::new(), Vec::new()],
        is_hasty: [false, false],
        flaws: Flaws::NONE,
    }
}

fn by_hand(first: &[Step], second: &[Step]) -> Match {
    let mut game = alone(first);
    game.terms.by_hand = true;
    game.scripts[1] = second.to_vec();
    game
}

/// The same, and player 1 answers by lines.
fn by_lines(first: &[Step], second: &[Step]) -> Match {
    let mut game = alone(first);
    game.terms.by_lines = [true, false];
    game.scripts[1] = second.to_vec();
    game
}

fn agrees(game: &Match) {
    if let Err(dispute) = check(game, &real) {
        panic!("{:?}\n{}", dispute.ruling, dispute.trace);
    }
}

#[test]
fn a_player_that_stops_late_at_the_end_of_its_grace_is_not_let_run_before_it_is_read() {
    let rewrites = [OpenAgain, Write(Content::Garbage), Sleep(ms(200)), LEGAL, Close];
    let short = [Await, Sleep(ms(50)), Create(0), SHORT, Close, Sleep(ms(115))];
    let mut game = alone(&[&short[..], &rewrites].concat());
    for late in [10, 30, 50] {
        for from in [100, 130, 151, 160] {
            game.flaws.late_stop = Some((1, ms(late)));
            game.others[0] = vec![(ms(from), ms(from + 40))];
            agrees(&game);
        }
    }
}

#[test]
fn a_tenth_missing_is_counted_beyond_eight_times_the_time() {
    let mut game = alone(&[Await]);
    for early in 3..30 {
        for beyond in 1..25 {
            let late = 1200 + beyond - early;
            game.others[0] = vec![(ms(5), ms(5 + early)), (ms(130), ms(130 + late))];
            agrees(&game);
        }
    }
}

#[test]
fn a_link_that_is_found_after_lost_events_has_100_ms_like_any_other() {
    let mut game = alone(&[Await, OpenOther, Link(0), LEGAL]);
    game.terms.move_time = ms(1500);
    let torn_read = Some((1, ms(0)));
    game.flaws = Flaws { queue: 0, torn_read, tells_creation: true, ..Flaws::NONE };
    agrees(&game);
}

#[test]
fn a_grace_moves_by_no_less_than_a_deadline_does() {
    let mut game = alone(&[Await, Sleep(ms(6)), Create(0), Close]);
    game.terms.move_time = ms(300);
    // Others have the core again just before it ends, and for long.
    game.others[0] = vec![(ms(20), ms(49)), (Duration::from_micros(134_999), ms(600))];
    agrees(&game);
}

#[test]
fn what_a_child_writes_after_its_parents_death_counts_until_it_ends_too() {
    let child = [Create(0), SHORT, Step::Fork, Die(Died::Exited), Sleep(ms(5)), LEGAL];
    agrees(&alone(&[&[Await][..], &child].concat()));
}

#[test]
fn by_hand_a_board_ahead_that_was_written_again_in_time_counts() {
    let again: [&[Step]; 3] = [
        &[Remove(0), Create(0), LEGAL, Close],
        &[Remove(0), OpenOther, LEGAL, Close, Link(0)],
        &[OpenAgain, LEGAL, Close],
    ];
    for again in again {
        // Player 2 writes board 3 before it sees board 2; player 1 closes that late.
        let second = [&[Create(0), SHORT, Close, Await, Sleep(ms(3))][..], again].concat();
        let first = [Await, Sleep(ms(1)), Create(0), LEGAL, Sleep(ms(9)), Close];
        let game = by_hand(&first, &second);
        for hasty in [false, true] {
            agrees(&Match { is_hasty: [false, hasty], ..game.clone() });
        }
        let end = referee(&mut World::new(&game), None);
        assert!(matches!(end, Verdict::Forfeit { ply: 3, .. }), "{end:?} after {again:?}");
    }
}

#[test]
fn by_hand_a_board_that_is_open_again_at_the_deadline_does_not_count() {
    let steps = [Await, Sleep(ms(80)), Create(0), SHORT, Close, Sleep(ms(5)), OpenAgain, LEGAL];
    agrees(&by_hand(&steps, &[]));
}

#[test]
fn by_hand_a_board_is_not_called_early_where_nothing_is_told() {
    let second = [OpenOther, Rename(0), Sleep(ms(20)), Remove(0), Sleep(ms(20)), Create(0), SHORT];
    let first = [Await, Sleep(ms(20)), Create(0), LEGAL];
    let mut game = by_hand(&first, &[&second[..], &[Close]].concat());
    (game.flaws.tells_nothing, game.terms.knows_writers) = (true, false);
    agrees(&game);
}

#[test]
fn by_hand_a_board_ahead_counts_at_the_deadline_if_its_rewriting_may_be_among_lost_events() {
    let first = [Await, Sleep(ms(10)), Create(0), LEGAL, Close, OpenOther, Rename(2)];
    // Board 3, before board 2 is there and once it is.
    let second = [Create(0), LEGAL, Close, Await, OpenAgain, LEGAL, Close];
    let mut game = by_hand(&first, &second);
    game.flaws.queue = 3;
    agrees(&game);
    let end = referee(&mut World::new(&game), None);
    assert!(matches!(end, Verdict::Forfeit { ply: 3, .. }), "{end:?}");
}

#[test]
fn a_whole_line_over_its_processor_time_is_not_told_to_be_unfinished() {
    let mut game = by_lines(&[Await, Compute(ms(151)), Print(Text::Legal)], &[]);
    game.flaws.late_timer = Some((1, ms(20)));
    agrees(&game);
}

#[test]
fn a_board_file_is_told_of_a_player_by_lines_that_ended() {
    agrees(&by_lines(&[Await, Create(0), Close, Die(Died::Exited)], &[]));
}

#[test]
fn a_line_that_blanks_make_too_long_is_no_answer() {
    agrees(&by_lines(&[Await, Print(Text::Broad(65_530)), Sleep(ms(1))], &[]));
    agrees(&by_lines(&[Await, Print(Text::Broad(65_600)), Sleep(ms(1))], &[]));
}

#[test]
fn a_line_of_which_a_half_came_before_its_block_is_not_early() {
    let first = [Await, Print(Text::Legal), Print(Text::Flood(3)), Await, Print(Text::Newline)];
    agrees(&by_lines(&first, &[Await, Sleep(ms(1)), Create(0), LEGAL, Close]));
}

#[test]
fn a_player_by_lines_that_died_over_its_processor_time_is_not_told_to_have_closed_its_output() {
    let mut game = by_lines(&[Await, Compute(ms(151)), Die(Died::Killed)], &[]);
    game.flaws.late_timer = Some((1, ms(20)));
    agrees(&game);
}
