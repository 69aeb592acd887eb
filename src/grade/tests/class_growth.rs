//! A class in which students hand in again, late, or not at all any more.

use std::path::Path;

use arbitro_grade::contest::earlier;
use arbitro_grade::growth::grow;
use arbitro_records::Named;
use arbitro_rules::Player;
use arbitro_rules::history::Both;
use arbitro_testkit::journals::{name, record, settings, tournament};
use arbitro_tournament::{
    BY_CHANCE, Change, Entrant, MatchResult, Next, Remember, Results, bundled_entrant,
};

fn student(number: usize, sha256: &str) -> Entrant {
    let entrant = bundled_entrant(BY_CHANCE, &["play".into()]).unwrap();
    let place = format!("/{}/{sha256}", name(number)).into();
    Entrant { name: name(number), sha256: sha256.to_owned(), place, ..entrant }
}

/// Notes all matches that are open, which the player wins who came first.
fn play_all(folder: &Path) {
    let mut results = Results::read(folder, Remember::Places).unwrap();
    let mut journal = results.open_journal(folder).unwrap();
    while let Next::Match(it) = results.schedule.next_match() {
        let counted = MatchResult::Won(if it.x < it.o { Player::X } else { Player::O });
        let named = |place: usize| {
            let player = &results.file.players[place];
            Named { name: player.name.clone(), sha256: Some(player.sha256.clone()) }
        };
        let players = Some(Both { x: named(it.x), o: named(it.o) });
        let mut line = record(&it, counted);
        line.players = players;
        journal.append(&line).unwrap();
        results.schedule.note(it.id, it.x, it.o, counted);
    }
}

#[test]
fn a_class_goes_on_with_who_hands_in_again_or_late_and_without_who_left() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let terms = settings(&[]);
    let file = tournament(terms.clone(), 5);
    file.write(at).unwrap();
    play_all(at);
    let same: Vec<Entrant> = (0..5).map(|it| student(it, &it.to_string())).collect();
    assert_eq!(grow(at, &terms, &same), Some(file));

    let class = [
        student(0, "0"),
        student(1, "again"),
        student(3, "3"),
        student(4, "4"),
        student(5, "late"),
    ];
    let after = grow(at, &terms, &class).unwrap();
    let changes: Vec<&Change> = after.phases.iter().map(|phase| &phase.change).collect();
    let [left, again, late] = [name(2), format!("{}@2", name(1)), name(5)].map(|it| vec![it]);
    assert_eq!(changes, [&Change::Drop(left), &Change::Replace(again), &Change::Add(late)]);
    after.write(at).unwrap();
    play_all(at);
    // Among those who play now, by their numbers; who left comes back in a new version.
    let outcome = earlier(at).unwrap();
    let places: Vec<_> =
        outcome.places.iter().map(|(it, (_, place))| (&**it, place.place, place.of)).collect();
    let of = |number: usize| class[number].name.as_str();
    assert_eq!(places, [(of(0), 1, 5), (of(1), 4, 5), (of(2), 2, 5), (of(3), 3, 5), (of(4), 5, 5)]);
    assert_eq!(grow(at, &terms, &class), Some(after));
    let back = [&class[..], &[student(2, "back")]].concat();
    let phases = grow(at, &terms, &back).unwrap().phases;
    assert_eq!(phases[3].change, Change::Replace(vec![format!("{}@2", name(2))]));
}

#[test]
fn a_class_plays_anew_by_other_terms_in_swiss_or_if_nobody_is_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let same: Vec<Entrant> = (0..4).map(|it| student(it, &it.to_string())).collect();
    let swiss = settings(&[("format", "swiss".into()), ("rounds", 2.into())]);
    tournament(swiss.clone(), 4).write(at).unwrap();
    assert_eq!(grow(at, &swiss, &same), None);
    let terms = settings(&[]);
    tournament(terms.clone(), 4).write(at).unwrap();
    assert!(grow(at, &terms, &same).is_some());
    assert_eq!(grow(at, &settings(&[("games", 4.into())]), &same), None);
    let others: Vec<Entrant> = (0..4).map(|it| student(it, "other")).collect();
    assert_eq!(grow(at, &terms, &others), None);
    assert_eq!(grow(&at.join("none"), &terms, &same), None);
}
