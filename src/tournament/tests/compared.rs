//! Sentences about two players: the stronger one, and the decision of a sequential test, without a contradiction.

use std::fs;
use std::path::Path;

use arbitro_records::{MatchRecord, Named};
use arbitro_rules::Player;
use arbitro_rules::history::Both;
use arbitro_testkit::journals::{name, record, settings, tournament};
use arbitro_testkit::languages::foreign_words;
use arbitro_tournament::rating::Hypothesis;
use arbitro_tournament::report::{
    PAGE, Width, duel_text_in, ranking_text_in, test_text_in, write_all,
};
use arbitro_tournament::{
    Change, CountedMatch, MatchResult, Next, Pairing, Phase, PlayerEntry, Remember, Results,
    TournamentFile,
};
use arbitro_words::Language;

const LANGUAGES: [Language; 3] = [Language::English, Language::Italian, Language::French];

/// A sequential test of one of two players.
fn test_of(tested: usize, sprt: &str, games: u32) -> TournamentFile {
    let more =
        [("sprt", sprt.into()), ("games", games.into()), ("challenger", name(tested).into())];
    tournament(settings(&more), 2)
}

/// Replaces a player by its second version.
fn replaced(file: &TournamentFile, player: usize) -> TournamentFile {
    let mut file = file.clone();
    let name = format!("{}@2", name(player));
    let sha256 = "2".to_owned();
    file.players.push(PlayerEntry { name: name.clone(), sha256, ..file.players[player].clone() });
    file.phases.push(Phase { change: Change::Replace(vec![name]), round: None, missed: 0 });
    file
}

/// Plays on until the test, if there is one, or the tournament ends.
fn play(folder: &Path, file: &TournamentFile, result: impl Fn(&Pairing) -> MatchResult) -> Results {
    let mut results = Results::from_file(file.clone(), folder, Remember::Sums).unwrap();
    let mut journal = results.open_journal(folder).unwrap();
    let named = |it: usize| Named {
        name: file.players[it].name.clone(),
        sha256: Some(file.players[it].sha256.clone()),
    };
    while let Next::Match(it) = results.schedule.next_match() {
        let players = Some(Both { x: named(it.x), o: named(it.o) });
        journal.append(&MatchRecord { players, ..record(&it, result(&it)) }).unwrap();
        results.schedule.note(it.id, it.x, it.o, result(&it));
        let counts = CountedMatch {
            x: it.x,
            o: it.o,
            opening: Some(it.opening),
            counted: result(&it),
            forfeit: None,
            plies: 0,
            game: None,
        };
        if results.sprt.as_mut().is_some_and(|sprt| sprt.note(it.id, &counts).is_some()) {
            break;
        }
    }
    drop(journal);
    Results::from_file(file.clone(), folder, Remember::Places).unwrap()
}

/// The strength of the tested player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Stronger,
    Equal,
    Weaker,
}

/// The result of a match: the stronger one wins two of three pairs, and equals win as often as they lose.
fn result(strength: Strength, is_tested: impl Fn(usize) -> bool, it: &Pairing) -> MatchResult {
    let tested_is_x = is_tested(it.x);
    let turn = it.id.div_ceil(2) % 3;
    let tested_wins = match strength {
        _ if turn == 0 => return MatchResult::Drawn,
        Strength::Stronger => true,
        Strength::Weaker => false,
        Strength::Equal => tested_is_x,
    };
    MatchResult::Won(if tested_wins == tested_is_x { Player::X } else { Player::O })
}

/// Checks all that is told of a test, and returns the sentence.
fn told(folder: &Path, results: &Results, tested: &str, other: &str) -> String {
    let standings = results.standings();
    for language in LANGUAGES {
        let sentence = test_text_in(results, language).unwrap();
        let duel = duel_text_in(results, &standings, language).unwrap();
        assert_eq!(duel.lines().last(), Some(&*sentence));
        write_all(folder, results, &standings, language).unwrap();
        let page = fs::read_to_string(folder.join(PAGE)).unwrap();
        assert!(page.contains(&format!("{sentence}.</h1>")), "{sentence}");
        if language != Language::English {
            assert_eq!(foreign_words(&sentence, language), [""; 0], "{sentence}");
        } else {
            let ranking = ranking_text_in(results, &standings, Width::All, None, language);
            for text in [&ranking, &duel, &page] {
                for wrong in ["stronger one", "sure that"] {
                    assert!(!text.contains(wrong), "{wrong}: {sentence}");
                }
            }
        }
    }
    let sentence = test_text_in(results, Language::English).unwrap();
    assert!(sentence.starts_with(&format!("{tested} was tested against {other}: ")), "{sentence}");
    sentence
}

#[test]
fn a_sequential_test_is_about_its_challenger_and_nothing_told_of_it_contradicts_another() {
    for strength in [Strength::Stronger, Strength::Equal, Strength::Weaker] {
        for tested in [0, 1] {
            // Nobody is replaced, the tested player is, or the other one.
            for leaving in [None, Some(tested), Some(1 - tested)] {
                let what = format!("{strength:?}, tested {tested}, leaving {leaving:?}");
                let folder = tempfile::tempdir().unwrap();
                let mut file = test_of(tested, "0,40", 2000);
                let of = |file: &TournamentFile, strength| {
                    let is_tested = |it: usize| file.players[it].name.starts_with(&name(tested));
                    play(folder.path(), file, |it| result(strength, is_tested, it))
                };
                let mut results = of(&file, strength);
                let names = |it: usize| match leaving {
                    Some(leaving) if leaving == it => format!("{}@2", name(it)),
                    _ => name(it),
                };
                if let Some(player) = leaving {
                    assert!(results.is_complete(), "{what}");
                    file = replaced(&file, player);
                    results = of(&file, strength);
                }
                let sentence = told(folder.path(), &results, &names(tested), &names(1 - tested));
                let sprt = results.sprt.clone().unwrap();
                let (accepted, decided, estimate) = match strength {
                    Strength::Stronger => (Hypothesis::H1, "40 Elo rather than 0", "+"),
                    Strength::Equal => (Hypothesis::H0, "0 Elo rather than 40", "+0.0 Elo"),
                    Strength::Weaker => (Hypothesis::H0, "0 Elo rather than 40", "-"),
                };
                assert_eq!(sprt.decision(), Some(accepted), "{what}");
                assert!(
                    sentence.contains(&format!(": decided for {decided} (")),
                    "{what}: {sentence}"
                );
                assert!(sentence.contains(&format!("; estimate {estimate}")), "{what}: {sentence}");
                assert!(sentence.ends_with(", which a stopped test overstates on average"));
            }
        }
    }
}

#[test]
fn a_sequential_test_without_a_decision_claims_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = test_of(1, "-20,20", 12);
    let results = play(folder.path(), &file, |it| result(Strength::Equal, |it| it == 1, it));
    let sentence = told(folder.path(), &results, &name(1), &name(0));
    assert!(sentence.contains(": not decided between -20 and 20 Elo ("), "{sentence}");
    assert!(sentence.contains("; estimate +0.0 Elo, 95 % -"), "{sentence}");
    assert!(!sentence.contains("overstates"), "{sentence}");

    let empty = tempfile::tempdir().unwrap();
    let results = Results::from_file(file, empty.path(), Remember::Sums).unwrap();
    let sentence = test_text_in(&results, Language::English).unwrap();
    assert!(sentence.ends_with(
        "(sequential test, log-likelihood ratio 0.00, bounds -2.94 and 2.94, 0 pairs of matches)"
    ));
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
    assert_eq!((standings.ranking[0].entrant, standings.ranking[1].place), (0, Some(2)));
    write_all(folder.path(), &results, &standings, Language::English).unwrap();
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    assert!(page.contains("<h1 class=\"says\">p0000 won 2 of 6 and drew 4.</h1>"));
}
