//! Games that were played more than once, and openings that keep players from it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use arbitro_records::{MatchRecord, Named, RECORD_VERSION};
use arbitro_rules::GameId;
use arbitro_rules::draughts::Dama;
use arbitro_rules::history::Both;
use arbitro_rules::notation::Notation as _;
use arbitro_rules::{Game as _, Player};
use arbitro_tournament::rating::Meetings;
use arbitro_tournament::report::{Width, duel_text_in, ranking_text_in, write_standings};
use arbitro_tournament::{
    Copies, CountedMatch, Journal, JournalEnd, MatchResult, Next, Openings, PlayerEntry, Remember,
    Results, Schedule, SprtWatch, Tally, Terms, TournamentFile, TournamentSettings, game_hash,
};
use arbitro_words::Language;

/// A match that player 1 won.
fn won(x: usize, opening: u64, moves: &str) -> CountedMatch {
    CountedMatch {
        x,
        o: 1 - x,
        opening: Some(opening),
        counted: MatchResult::Won(Player::X),
        forfeit: None,
        plies: 3,
        game: Some(game_hash(None, moves, Some("x"))),
    }
}

/// Twenty pairs of the same two games, and a last pair of which one game is new.
fn copied() -> Vec<CountedMatch> {
    let pair = |opening| [won(0, opening, "a1 b2"), won(1, opening, "a1 c3")];
    let mut all: Vec<CountedMatch> = (1..=20).flat_map(pair).collect();
    all.extend([won(0, 21, "a1 b2"), won(1, 21, "a1 d4")]);
    all
}

#[test]
fn copies_count_for_points_but_once_for_ratings() {
    let mut outcomes = copied();
    for _ in 0..2 {
        let mut tally = Tally::new(2);
        outcomes.iter().for_each(|outcome| tally.add(outcome));
        assert_eq!((tally.matches(), tally.count(0).wins), (42, 21));
        assert_eq!(tally.between(0, 1), [21, 0, 21]);
        let distinct = Meetings { a_first: [1, 0, 0], a_second: [0, 0, 2], pairs: [0, 0, 2, 0, 0] };
        assert_eq!(tally.meetings(0, 1), Some(&distinct));
        let most = Copies { low: 0, high: 1, matches: 42, games: 3 };
        assert_eq!(tally.copies(), Some((most, 0)));
        // The order in which matches ended changes nothing.
        outcomes.reverse();
    }
}

#[test]
fn a_journal_with_copies_is_told_with_the_mend_and_rated_by_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| Named { name: name.to_owned(), sha256: Some(String::new()) };
    let player = |name: &str| PlayerEntry {
        name: name.to_owned(),
        sha256: String::new(),
        author: None,
        place: PathBuf::new(),
        needs: Vec::new(),
    };
    let file = TournamentFile {
        arbitro: String::new(),
        program_sha256: None,
        parts: None,
        settings: TournamentSettings { games: 40, ..TournamentSettings::usual(GameId::Dama) },
        protection: BTreeMap::new(),
        players: vec![player("a"), player("b")],
        left_out: Vec::new(),
        phases: Vec::new(),
        pairings: None,
    };
    file.write(folder.path()).unwrap();
    let mut journal = Journal::open(folder.path(), 0, JournalEnd::default()).unwrap();
    let mut schedule = Schedule::new(&file.settings, &file.names()).unwrap();
    // As player 1 a wins, and as player 2 it draws.
    while let Next::Match(it) = schedule.next_match() {
        let [x, o] = if it.x == 0 { ["a", "b"] } else { ["b", "a"] };
        let record = MatchRecord {
            v: RECORD_VERSION,
            id: Some(it.id.into()),
            opening: Some(it.opening),
            game: "dama".to_owned(),
            players: Some(Both { x: named(x), o: named(o) }),
            moves: "21-17".to_owned(),
            winner: (x == "a").then(|| "x".into()),
            reason: Some("move_limit".into()),
            ..MatchRecord::default()
        };
        journal.append(&record).unwrap();
    }
    let results = Results::read(folder.path(), Remember::Sums).unwrap();
    let standings = results.standings();
    assert_eq!((standings.ranking[0].points, standings.ranking[0].rating.matches), (3000, 2));
    write_standings(folder.path(), &results, &standings).unwrap();
    let table = std::fs::read_to_string(folder.path().join("standings.csv")).unwrap();
    let first: Vec<&str> = table.lines().take(2).filter_map(|it| it.rsplit(',').nth(1)).collect();
    assert_eq!(first, ["distinct_games", "2"], "{table}");
    let text = ranking_text_in(&results, &standings, Width::All, None, Language::English);
    let told = "copies: a and b played 2 different games in 40 matches; ratings count each game once, \
                --openings random:6 gives different ones\n";
    assert!(text.contains(told), "{text}");
    // The line of two says what the table says: 95 and -95.
    let rating = standings.ratings.entrants[0].rating;
    let duel = duel_text_in(&results, &standings, Language::English).unwrap();
    assert!(duel.contains(&format!("Elo {:+.1}, 95 %", 2.0 * rating)), "{duel}");
    assert!((2.0 * rating - 400.0 * 3_f64.log10()).abs() < 1e-6);
}

#[test]
fn other_roles_starts_winners_and_unknown_moves_are_no_copies() {
    let game = game_hash(Some("W:Wa1:Bc3"), "a1 b2", Some("x"));
    assert_ne!(game, game_hash(None, "a1 b2", Some("x")));
    assert_ne!(game, game_hash(Some("W:Wa1:Bc3"), "a1 b2", None));
    let unknown = CountedMatch { game: None, ..won(0, 1, "") };
    let mut tally = Tally::new(2);
    for outcome in [won(0, 1, "a1 b2"), won(1, 1, "a1 b2"), unknown, unknown] {
        tally.add(&outcome);
    }
    assert_eq!(tally.copies(), None);
}

#[test]
fn a_sequential_test_takes_no_copies_for_evidence() {
    let mut watch = SprtWatch::new("0,10".parse().unwrap(), vec![0]);
    for (id, outcome) in (1..).zip(copied()) {
        assert_eq!(watch.note(id, &outcome), None);
    }
    assert_eq!(watch.pairs(), [0, 0, 2, 0, 0]);
}

#[test]
fn a_sequential_test_ends_undecided_when_20_pairs_in_a_row_repeat_earlier_ones() {
    let mut watch = SprtWatch::new("0,10".parse().unwrap(), vec![0]);
    // Two new pairs, each repeated 19 times, and again the last one.
    let pair = |opening: u64| {
        let other = if opening <= 20 { "a1 c3" } else { "a1 d4" };
        [won(0, opening, "a1 b2"), won(1, opening, other)]
    };
    let mut ended = Vec::new();
    let mut all: Vec<_> = (1..).zip((1..=41).flat_map(pair)).collect();
    // Matches count in the order of their numbers, however they come in.
    all.reverse();
    for (id, outcome) in all {
        ended.extend(watch.note(id, &outcome));
    }
    assert_eq!((ended, watch.pairs()), (vec![82], [0, 0, 2, 0, 0]));
    assert!(watch.has_ended() && watch.repeats() && watch.decision().is_none());
}

#[test]
fn openings_that_are_advised_are_others_than_those_in_use() {
    let advised = |openings: &str, max_plies| {
        let openings: Openings = openings.parse().unwrap();
        openings.more_varied(max_plies).map(|more_varied| more_varied.to_string())
    };
    for openings in ["none", "list", "random:2", "start+random:2"] {
        assert_eq!(advised(openings, 300).as_deref(), Some("random:6"), "{openings}");
    }
    assert_eq!(advised("none", 40).as_deref(), Some("random:4"));
    assert_eq!(advised("start+random:6", 300).as_deref(), Some("random:12"));
    for (openings, max_plies) in [("none", 13), ("random:6", 42), ("random:40", 300)] {
        assert_eq!(advised(openings, max_plies), None, "{openings}");
    }
}

#[test]
fn after_the_first_pair_matches_begin_at_drawn_positions() {
    let openings: Openings = "start+random:6".parse().unwrap();
    assert_eq!(openings.to_string(), "start+random:6");
    for wrong in ["start", "start+", "start+none", "start+random:5"] {
        assert!(wrong.parse::<Openings>().is_err(), "{wrong}");
    }
    for format in ["round-robin", "gauntlet", "knockout", "swiss"] {
        let settings = TournamentSettings {
            format: format.parse().unwrap(),
            games: 6,
            openings,
            ..TournamentSettings::usual(GameId::Dama)
        };
        let terms = Terms::new(&settings).unwrap();
        let mut schedule = Schedule::new(&settings, &["a", "b", "c", "d"]).unwrap();
        let (mut met, mut starts) = (BTreeMap::new(), BTreeMap::<u64, Vec<String>>::new());
        while let Next::Match(it) = schedule.next_match() {
            let start = terms.for_pairing(&it).0.fen(0);
            // Every duel is tied: a knockout plays it on, and not from the usual start again.
            schedule.note(it.id, it.x, it.o, MatchResult::Drawn);
            let before = met.entry([it.x.min(it.o), it.x.max(it.o)]).or_insert(0);
            let is_usual = start == Dama::start().write_fen();
            assert_eq!(is_usual, *before < 2, "{format} {it:?}");
            *before += 1;
            starts.entry(it.opening).or_default().push(start);
        }
        for both in starts.values() {
            assert!(matches!(&both[..], [one, other] if one == other), "{format}");
        }
    }
}
