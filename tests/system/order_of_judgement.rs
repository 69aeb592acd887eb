//! The order of judgement: of several things that lose a match in one turn, the first of the contract's
//! list is the reason.

use arbitro_referee::MatchEnd;

use crate::last_words::{SHELL, moved, player};
use crate::needs::needs;
use crate::programs::open_folder;
use crate::tricks::{arena, usual};

/// Does something in the first turn, and the reason why it loses. None waits for a limit: the simulation does.
const TURNS: [(&str, &str, &str); 9] = [
    // What is not its own comes before death, time and board.
    ("a given board is replaced, then it dies", "forge; exit 3", "cheating"),
    ("a given board is replaced, then it answers", "forge; answer; wait_on", "cheating"),
    // What it used comes before that.
    ("too much is printed, a board replaced, then it dies", "flood; forge; exit 3", "output"),
    ("too much is printed, then a bad board", "flood; echo bad > board_2.txt; exit 3", "output"),
    // Then its board comes before its death.
    ("a bad board, then it dies", "echo bad > board_2.txt; exit 3", "invalid_board"),
    (
        "the board unchanged, then it dies",
        "cp board_1.txt x; mv x board_2.txt; exit 3",
        "unchanged",
    ),
    ("a board that may not be read", "umask 777; answer; umask 22; wait_on", "invalid_board"),
    ("a folder by the name of the board", "mkdir board_2.txt; exit 3", "invalid_board"),
    // Then death.
    ("it dies", "exit 3", "exited"),
];

const MORE: &str = "
forge() { echo forged > x; mv -f x board_1.txt; }
answer() { move > x; mv x board_2.txt; }
flood() { head -c 2M /dev/full; }
";

#[test]
fn the_first_of_several_reasons_is_the_one() {
    needs!(containment);
    let mut arena = arena();
    let contest = usual();
    for (does, turn, reason) in TURNS {
        let folder = open_folder(0o755);
        let shell = SHELL.replace("@BOARD@", &moved()) + MORE + turn;
        let Some(player) = player(folder.path(), "sh", &shell) else {
            return;
        };
        let report =
            arena.play(&*crate::tricks::start(), &contest, [&player, &player], &mut |_, _| Ok(()));
        let MatchEnd::Forfeit(forfeit) = report.unwrap().outcome else {
            panic!("{does}: it plays on");
        };
        assert_eq!(
            forfeit.reason().name(),
            reason,
            "{does}: {}",
            crate::tricks::sentence(&forfeit)
        );
        assert_eq!(forfeit.ply, 1, "{does}");
    }
}

#[test]
fn a_player_that_has_answered_and_dies_is_charged_in_its_own_next_turn() {
    needs!(containment);
    let mut arena = arena();
    let contest = usual();
    let folder = open_folder(0o755);
    let shell = SHELL.replace("@BOARD@", &moved()) + MORE + "answer; exit 3";
    let Some(player) = player(folder.path(), "sh", &shell) else {
        return;
    };
    let greedy = crate::tricks::programs().join("honest");
    let honest = arbitro_referee::Contestant {
        program: greedy,
        args: Vec::new(),
        readable: Vec::new(),
        ..player.clone()
    };
    let report =
        arena.play(&*crate::tricks::start(), &contest, [&player, &honest], &mut |_, _| Ok(()));
    let MatchEnd::Forfeit(forfeit) = report.unwrap().outcome else {
        panic!("it plays on");
    };
    assert_eq!(
        (forfeit.reason().name(), forfeit.ply),
        ("exited", 3),
        "{}",
        crate::tricks::sentence(&forfeit)
    );
}

#[test]
fn a_player_is_at_home_in_its_folder_and_what_a_runtime_keeps_there_is_no_extra_file() {
    needs!(containment);
    let mut arena = arena();
    let keeps = "[ \"$HOME\" = \"$PWD\" ] || exit 9; mkdir .cache; echo x > .cache/x; ";
    for (more, told) in [("", 0), ("echo x > notes; ", 1), ("echo x > .profile; ", 1)] {
        let folder = open_folder(0o755);
        let turn = format!("{keeps}{more}exit 3");
        let shell = SHELL.replace("@BOARD@", &moved()) + MORE + &turn;
        let Some(player) = player(folder.path(), "sh", &shell) else {
            return;
        };
        let report =
            arena.play(&*crate::tricks::start(), &usual(), [&player, &player], &mut |_, _| Ok(()));
        let report = report.unwrap();
        let MatchEnd::Forfeit(forfeit) = &report.outcome else {
            panic!("it plays on");
        };
        assert_eq!(crate::tricks::sentence(forfeit), "it exited with code 3", "{more}");
        assert_eq!(report.warnings.len(), told, "{more}: {:?}", report.warnings);
    }
}
