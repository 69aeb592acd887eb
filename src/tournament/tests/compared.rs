//! Sentences about two players: who is the stronger one.

use std::fs;
use std::path::Path;

use arbitro_rules::Player;
use arbitro_testkit::journals::{record, settings, tournament};
use arbitro_tournament::report::{PAGE, duel_text_in, write_all};
use arbitro_tournament::{Journal, MatchResult, Next, Pairing, Remember, Results, TournamentFile};
use arbitro_words::Language;

/// Plays a tournament to its end.
fn play(folder: &Path, file: &TournamentFile, result: impl Fn(&Pairing) -> MatchResult) -> Results {
    let mut results = Results::of(file.clone(), folder, Remember::Sums).unwrap();
    let mut journal = Journal::open(folder, results.end).unwrap();
    while let Next::Match(it) = results.schedule.next_match() {
        journal.append(&record(&it, result(&it))).unwrap();
        results.schedule.note(it.id, it.x, it.o, result(&it));
    }
    drop(journal);
    Results::of(file.clone(), folder, Remember::Places).unwrap()
}

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Stronger,
    Equal,
    Weaker,
}

/// The result of a match: the stronger one wins two of three pairs, and equals win as often as they lose.
fn result(strength: Strength, is_ours: impl Fn(usize) -> bool, it: &Pairing) -> MatchResult {
    let is_x = is_ours(it.x);
    let turn = it.id.div_ceil(2) % 3;
    let wins = match strength {
        _ if turn == 0 => return MatchResult::Drawn,
        Strength::Stronger => true,
        Strength::Weaker => false,
        Strength::Equal => is_x,
    };
    MatchResult::Won(if wins == is_x { Player::X } else { Player::O })
}

#[test]
fn the_likelier_of_two_players_is_called_the_stronger_one_and_none_of_equals_is() {
    for (strength, told_in_terminal) in [
        (Strength::Stronger, "p0000 is the stronger one with 9"),
        (Strength::Equal, "neither is the stronger one so far"),
        (Strength::Weaker, "p0001 is the stronger one with 9"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = tournament(settings(&[("games", 12.into())]), 2);
        let results = play(folder.path(), &file, |it| result(strength, |it| it == 0, it));
        let standings = results.standings();
        let duel = duel_text_in(&results, &standings, Language::English).unwrap();
        assert!(duel.contains(told_in_terminal), "{duel}");
        write_all(folder.path(), &results, &standings, Language::English).unwrap();
        let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
        assert_eq!(page.contains("sure that it is stronger"), strength != Strength::Equal);
    }
}

#[test]
fn the_first_by_a_tie_break_is_not_called_stronger_than_its_equal() {
    let folder = tempfile::tempdir().unwrap();
    let file = tournament(settings(&[]), 4);
    // 0 and 1 have as many points, 0 the better ones.
    let wins = |it: &Pairing| match (it.x.min(it.o), it.x.max(it.o)) {
        (0, 2) => Some(0),
        (1, 3) => Some(1),
        (2, 3) => Some(2),
        _ => None,
    };
    let results = play(folder.path(), &file, |it| match wins(it) {
        Some(winner) => MatchResult::Won(if it.x == winner { Player::X } else { Player::O }),
        None => MatchResult::Drawn,
    });
    let standings = results.standings();
    assert_eq!((standings.ranking[0].entrant, standings.ranking[1].place), (0, 2));
    write_all(folder.path(), &results, &standings, Language::English).unwrap();
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    assert!(page.contains("<p class=\"verdict\">p0000 won 2 of 6 and drew 4.</p>"));
}
