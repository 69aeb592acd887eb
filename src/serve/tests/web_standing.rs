//! Standing tournaments over HTTP.

use std::path::Path;

use arbitro_rules::GameId;
use arbitro_testkit::folders::{Manners, made, make_standing, read, settings, write_folder};
use arbitro_tournament::{Event, Format, Names, Recorder};

use crate::web_tournaments::{Ear, only, serve};
use arbitro_serve::Limits;

/// A ladder of three players, of which one has a second version.
fn ladder(folder: &Path, names: Option<Names>) {
    let players = [
        made("ada", Some("Lovelace"), Manners::Good),
        made("ada@2", Some("Lovelace"), Manners::Good),
        made("bruno", None, Manners::Good),
        made("cheater", None, Manners::Illegal),
    ];
    write_folder(folder, &settings(GameId::Italian, Format::RoundRobin, 4), &players, 1.0);
    make_standing(folder, names);
}

/// Lets versions come.
fn enter(folder: &Path, names: &[&str]) {
    let pairings = read(folder).file.pairings.unwrap();
    let entry = |entry: &&str| {
        let (entry, sha256, author) = ((*entry).to_owned(), "1".repeat(64), None);
        Event::Entry { entry, sha256, author, needs: Vec::new(), rung: false }
    };
    let events: Vec<Event> = names.iter().map(entry).collect();
    Recorder::open(folder, &pairings).unwrap().append(&events).unwrap();
}

#[test]
fn a_version_is_seen_before_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    ladder(folder.path(), None);
    let server = serve(folder.path(), Limits::default());
    let id = only(server.address());
    let mut ear = Ear::at(server.address(), &id);
    ear.until("event: standings");
    ear.until("\"players\":[\"ada\",\"ada@2\",\"bruno\",\"cheater\"]");
    enter(folder.path(), &["dora", "bruno@2"]);
    ear.until("event: standings");
    ear.until("\"entrants\":4,");
    ear.until("\"players\":[\"ada\",\"ada@2\",\"bruno\",\"cheater\",\"dora\",\"bruno@2\"]");
}
