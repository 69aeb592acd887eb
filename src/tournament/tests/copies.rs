//! Games that were played more than once, and openings that keep players from it.

use std::collections::BTreeMap;

use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation as _;
use arbitro_rules::{Game as _, Player};
use arbitro_tournament::rating::Meetings;
use arbitro_tournament::{
    Copies, Counted, Next, Openings, Outcome, Schedule, Settings, SprtWatch, Tally, Terms,
    game_hash,
};

/// A match that player 1 won.
fn won(x: usize, opening: u64, moves: &str) -> Outcome {
    Outcome {
        x,
        o: 1 - x,
        opening: Some(opening),
        counted: Counted::Won(Player::X),
        forfeit: None,
        plies: 3,
        game: Some(game_hash(None, moves, Some("x"))),
    }
}

/// Twenty pairs of the same two games, and a last pair of which one game is new.
fn copied() -> Vec<Outcome> {
    let pair = |opening| [won(0, opening, "a1 b2"), won(1, opening, "a1 c3")];
    let mut all: Vec<Outcome> = (1..=20).flat_map(pair).collect();
    all.extend([won(0, 21, "a1 b2"), won(1, 21, "a1 d4")]);
    all
}

#[test]
fn copies_count_for_points_but_once_for_ratings() {
    let mut outcomes = copied();
    for _ in 0..2 {
        let mut tally = Tally::new(2);
        outcomes.iter().for_each(|it| tally.add(it));
        assert_eq!((tally.matches(), tally.count(0).wins), (42, 21));
        assert_eq!(tally.between(0, 1), [21, 0, 21]);
        let distinct = Meetings {
            a_first: [1, 0, 0],
            a_second: [0, 0, 2],
            pairs: [0, 0, 2, 0, 0],
        };
        assert_eq!(tally.meetings(0, 1), Some(&distinct));
        let most = Copies {
            low: 0,
            high: 1,
            matches: 42,
            games: 3,
        };
        assert_eq!(tally.copies(), Some((most, 0)));
        // The order in which matches ended changes nothing.
        outcomes.reverse();
    }
}

#[test]
fn other_roles_starts_winners_and_unknown_moves_are_no_copies() {
    let game = game_hash(Some("W:Wa1:Bc3"), "a1 b2", Some("x"));
    assert_ne!(game, game_hash(None, "a1 b2", Some("x")));
    assert_ne!(game, game_hash(Some("W:Wa1:Bc3"), "a1 b2", None));
    let unknown = Outcome {
        game: None,
        ..won(0, 1, "")
    };
    let mut tally = Tally::new(2);
    for outcome in [won(0, 1, "a1 b2"), won(1, 1, "a1 b2"), unknown, unknown] {
        tally.add(&outcome);
    }
    assert_eq!(tally.copies(), None);
}

#[test]
fn a_sequential_test_takes_no_copies_for_evidence() {
    let mut watch = SprtWatch::new("0,10".parse().unwrap());
    for (id, outcome) in (1..).zip(copied()) {
        assert_eq!(watch.note(id, &outcome), None);
    }
    assert_eq!(watch.pairs(), [0, 0, 2, 0, 0]);
}

#[test]
fn after_the_first_pair_matches_begin_at_drawn_positions() {
    let openings: Openings = "start+random:6".parse().unwrap();
    assert_eq!(openings.to_string(), "start+random:6");
    for wrong in ["start", "start+", "start+none", "start+random:5"] {
        assert!(wrong.parse::<Openings>().is_err(), "{wrong}");
    }
    for format in ["round-robin", "gauntlet", "knockout", "swiss"] {
        let settings = Settings {
            format: format.parse().unwrap(),
            games: 6,
            openings,
            ..Settings::usual::<Dama>()
        };
        let terms = Terms::<Dama>::new(&settings).unwrap();
        let mut schedule = Schedule::new(&settings, &["a", "b", "c", "d"]).unwrap();
        let (mut met, mut starts) = (BTreeMap::new(), BTreeMap::<u64, Vec<String>>::new());
        while let Next::Match(it) = schedule.next_match() {
            let start = terms.of(&it).start.write_fen();
            // Every duel is tied: a knockout plays it on, and not from the usual start again.
            schedule.note(it.id, it.x, it.o, Counted::Drawn);
            let before = met.entry([it.x.min(it.o), it.x.max(it.o)]).or_insert(0);
            let is_usual = start == Dama::start().write_fen();
            assert_eq!(is_usual, *before < 2, "{format} {it:?}");
            *before += 1;
            starts.entry(it.opening).or_default().push(start);
        }
        for both in starts.values() {
            assert!(
                matches!(&both[..], [one, other] if one == other),
                "{format}"
            );
        }
    }
}
