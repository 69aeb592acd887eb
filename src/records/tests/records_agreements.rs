//! Matches that people ended: a draw by agreement and a resignation keep their result in every form.

use arbitro_records::{Export, Form, Hints, ReplayedMatch, Source, read_bytes, write_pdn};
use arbitro_records::{MatchRecord, RECORD_VERSION};
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use rand::RngExt;

use arbitro_testkit::games::seeded;
use arbitro_words::{Language, say};

/// Ends by agreement: the record's winner and reason.
const ENDINGS: [(Option<&str>, &str); 3] =
    [(None, "agreed"), (Some("x"), "resigned"), (Some("o"), "resigned")];

/// A match of so many random plies that people ended.
fn ended_by_people<G: Notation>(
    plies: usize,
    (winner, reason): (Option<&str>, &str),
) -> MatchRecord {
    let mut random = seeded(plies as u64);
    let mut line = History::<G>::new(G::start(), None);
    let mut texts = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..plies {
        line.position().legal_moves_into(&mut moves);
        let mv = moves[random.random_range(0..moves.len())];
        texts.push(line.position().write_move(mv));
        line.play(mv);
        assert!(line.end().is_none(), "the rules end it first");
    }
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(plies.into()),
        game: G::ID.name().to_owned(),
        moves: texts.join(" "),
        plies: Some(plies as u64),
        winner: winner.map(Into::into),
        reason: Some(reason.into()),
        ..MatchRecord::default()
    }
}

/// The only match of a file.
fn only(bytes: Vec<u8>) -> ReplayedMatch {
    let read = read_bytes(bytes, &Hints::default()).unwrap();
    assert_eq!(read.len(), 1);
    read.see(0).unwrap()
}

fn as_pdn(shown: &ReplayedMatch) -> String {
    let mut file = Vec::new();
    write_pdn(&mut file, shown, None).unwrap();
    String::from_utf8(file).unwrap()
}

fn assert_same(back: &ReplayedMatch, record: &MatchRecord, form: &str) {
    let about = format!("{form} of {} {:?}", record.game, record.reason);
    assert_eq!(back.summary.winner.map(Into::into), record.winner, "{about}");
    assert_eq!(back.summary.reason, record.reason, "{about}");
    assert_eq!(back.summary.is_draw, record.winner.is_none(), "{about}");
    assert_eq!(back.claim.moves, record.moves, "{about}");
    assert_eq!(back.claim.winner, record.winner, "{about}");
    assert_eq!(back.claim.reason, record.reason, "{about}");
    assert_eq!(back.remarks, [], "{about}");
}

#[test]
fn agreements_and_resignations_come_back_from_json_and_pdn_in_every_game() {
    for game in GameId::ALL {
        for ending in ENDINGS {
            for plies in [0, 1, 6, 7] {
                let record = with_game!(game, G => ended_by_people::<G>(plies, ending));
                let first = only(record.to_line().into_bytes());
                assert_same(&first, &record, "a line");
                let folder = tempfile::tempdir().unwrap();
                let mut export = Export::new(folder.path(), Form::Json, false).unwrap();
                export.add(&first).unwrap();
                export.finish().unwrap();
                let journal = Source::open(folder.path(), &Hints::default()).unwrap();
                let journal = journal.see(0).unwrap();
                assert_same(&journal, &record, "JSON");
                if !game.is_draughts() {
                    continue;
                }
                let text = as_pdn(&journal);
                let back = only(text.clone().into_bytes());
                assert_same(&back, &record, "PDN");
                assert_eq!(as_pdn(&back), text, "{game}");
                // And through JSON once more, with the claims checked.
                let again = only(back.claim.to_line().into_bytes());
                assert_same(&again, &record, "JSON of PDN");
            }
        }
    }
}

#[test]
fn pdn_says_the_result_and_the_reason() {
    for game in [GameId::Italian, GameId::English] {
        for ending in ENDINGS {
            let record = with_game!(game, G => ended_by_people::<G>(4, ending));
            let text = as_pdn(&only(record.to_line().into_bytes()));
            let result = match ending.0 {
                None => "1/2-1/2",
                Some("x") => "1-0",
                Some(_) => "0-1",
            };
            assert!(text.contains(&format!("[Result \"{result}\"]")), "{text}");
            let termination = format!("[Termination \"{}\"]", ending.1);
            assert!(text.contains(&termination), "{text}");
        }
    }
}

#[test]
fn a_record_of_people_is_right_and_its_ending_is_a_sentence() {
    for (ending, sentences) in [
        (
            ENDINGS[0],
            [
                "A draw after 6 plies: the players agreed.",
                "Patta dopo 6 semimosse: i giocatori si sono accordati.",
                "Nulle après 6 coups : les joueurs se sont mis d’accord.",
            ],
        ),
        (
            ENDINGS[1],
            [
                "x wins after 6 plies: o resigned.",
                "Vince il giocatore x dopo 6 semimosse: il giocatore o ha abbandonato.",
                "Le joueur x gagne après 6 coups : le joueur o a abandonné.",
            ],
        ),
    ] {
        let record = ended_by_people::<arbitro_rules::draughts::Guide>(6, ending);
        let shown = only(record.to_line().into_bytes());
        assert_eq!((shown.plies(), &shown.wrong), (6, &None));
        assert_eq!(Language::ALL.map(|it| shown.conclusion(it)), sentences);
    }
}

#[test]
fn results_that_players_cannot_agree_on_are_wrong() {
    type Guide = arbitro_rules::draughts::Guide;
    let problem = |record: &MatchRecord| {
        let wrong = only(record.to_line().into_bytes()).wrong;
        wrong.map(|wrong| say(&wrong.why, Language::English).into_owned())
    };
    for (ending, told) in [
        ((Some("x"), "agreed"), "it claims that x won by agreed, but it was nobody"),
        ((None, "resigned"), "it claims resigned, by which one player wins, but names no winner"),
    ] {
        let record = ended_by_people::<Guide>(3, ending);
        assert_eq!(problem(&record).as_deref(), Some(told));
    }
    // The rules had ended it already.
    for ending in ENDINGS {
        let record = MatchRecord {
            start: Some("W:W18:B".to_owned()),
            ..ended_by_people::<Guide>(0, ending)
        };
        let told = problem(&record).unwrap();
        assert!(told.ends_with("but the match was over already: no_pieces"), "{told}");
    }
}

/// A PDN game of Italian draughts with one tag more.
fn foreign(tag: &str, moves: &str, result: &str) -> ReplayedMatch {
    let text = format!("[GameType \"22\"]\n[Result \"{result}\"]\n{tag}\n{moves} {result}\n");
    only(text.into_bytes())
}

#[test]
fn a_result_that_no_rule_gives_was_agreed_or_resigned() {
    let moves = "1. 22-18 12-15";
    for tag in
        ["", "[Termination \"?\"]\n", "[Termination \"normal\"]\n", "[Termination \"Normal\"]\n"]
    {
        for (result, winner, reason) in [
            ("1-0", Some(Player::X), Some("resigned")),
            ("0-1", Some(Player::O), Some("resigned")),
            ("2-0", Some(Player::X), Some("resigned")),
            ("1/2-1/2", None, Some("agreed")),
            ("1-1", None, Some("agreed")),
            ("0-0", None, None),
            ("*", None, None),
        ] {
            let shown = foreign(tag, moves, result);
            let found = (shown.summary.winner, shown.summary.reason.as_deref());
            assert_eq!(found, (winner, reason), "{tag}{result}");
            assert_eq!(shown.summary.is_draw, reason == Some("agreed"), "{tag}{result}");
        }
    }
}

#[test]
fn a_result_with_another_possible_cause_has_no_reason() {
    for (tag, moves) in [
        ("[Termination \"time forfeit\"]\n", "1. 22-18 12-15"),
        ("[Termination \"adjudication\"]\n", "1. 22-18 12-15"),
        // Never begun.
        ("", ""),
        // It cannot be followed to its end.
        ("", "1. 22-18 12-15 2. 22-18"),
    ] {
        for result in ["1-0", "1/2-1/2"] {
            let shown = foreign(tag, moves, result);
            assert_eq!(shown.summary.reason, None, "{tag}{moves} {result}");
        }
    }
}

#[test]
fn other_programs_words_for_both_are_understood() {
    for (word, result, reason) in [
        ("Draw agreed", "1/2-1/2", "agreed"),
        ("by agreement", "1/2-1/2", "agreed"),
        ("Resignation", "0-1", "resigned"),
        ("resigns", "1-0", "resigned"),
    ] {
        let tag = format!("[Termination \"{word}\"]\n");
        let shown = foreign(&tag, "1. 22-18 12-15", result);
        assert_eq!(shown.summary.reason.as_deref(), Some(reason), "{word}");
        assert_eq!(shown.remarks, [], "{word}");
    }
}

#[test]
fn a_termination_that_the_result_contradicts_is_told() {
    for (word, result) in [("agreed", "1-0"), ("resigned", "1/2-1/2"), ("resigned", "*")] {
        let tag = format!("[Termination \"{word}\"]\n");
        let shown = foreign(&tag, "1. 22-18 12-15", result);
        assert_eq!(shown.summary.reason, None, "{word} {result}");
        let told = shown.remarks[0].to_string();
        assert!(told.contains(&format!("its Termination is {word}")), "{told}");
    }
    // The rules ended it: their reason counts.
    let text = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W7,15:B2\"]\n[Termination \"resigned\"]\n\n1. 2x11x18 0-1\n";
    let shown = only(text.as_bytes().to_vec());
    assert_eq!(shown.summary.reason.as_deref(), Some("no_pieces"));
    assert_eq!(shown.remarks.len(), 1, "{:?}", shown.remarks);
}
