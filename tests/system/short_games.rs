//! Tournaments of matches so short that random plies would be most of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_testkit::games::project;

use crate::needs::needs;
use crate::programs::{open_folder, open_to_all, program};
use crate::tournament_program::{succeeds, tournament};
use crate::written_tournament::write_game;

/// Copies two bundled players, and Connect Four that ends after so many plies, into a folder.
fn prepare(at: &Path, max_plies: u32) {
    for name in ["random", "greedy"] {
        let place = at.join("players").join(name);
        fs::create_dir_all(&place).unwrap();
        let manifest = project("players").join(name).join("player.toml");
        fs::copy(manifest, place.join("player.toml")).unwrap();
        open_to_all(&place);
    }
    write_game(at, "");
    let file = at.join("four/game.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("max_plies = 42", &format!("max_plies = {max_plies}"))).unwrap();
}

/// Plays a tournament, reads it with every command, and lets it grow. Returns the run's complaints.
fn played_and_read(at: &Path, out: &str, more: &[&str]) -> String {
    let run = tournament(at, &[&["run", "players", "--no-smoke", "--out", out], more].concat());
    succeeds(&run);
    for args in [
        &["standings", out][..],
        &["run", "--resume", "-q", "--out", out],
        &["run", "--resume", "-q", "--out", out, "--more", "2"],
        &["report", out],
    ] {
        succeeds(&tournament(at, args));
    }
    let mut verify = Command::new(program("verify"));
    let game = more.iter().position(|it| *it == "--game").map(|it| more[it..=it + 1].to_vec());
    let args = [&["match"][..], &game.unwrap_or_default(), &[out]].concat();
    succeeds(&verify.args(args).env("LC_ALL", "C").current_dir(at).output().unwrap());
    String::from_utf8(run.stderr).unwrap()
}

#[test]
fn a_tournament_of_a_game_of_any_length_is_read_again() {
    needs!(containment);
    for (max_plies, games, language, told) in [
        (1, "4", "it", "le partite di al massimo 1 semimosse non hanno aperture a caso"),
        (9, "4", "en", "matches of at most 9 plies have no random openings"),
        (13, "3", "fr", "les parties d’au plus 13 demi-coups n’ont pas d’ouvertures"),
        (13, "2", "en", ""),
        (21, "4", "en", "games begin after 2 random plies"),
        (41, "4", "en", "games begin after 4 random plies"),
    ] {
        let folder = open_folder(0o755);
        prepare(folder.path(), max_plies);
        let more = ["--game", "./four", "--games", games, "--lang", language];
        let errors = played_and_read(folder.path(), "out", &more);
        let openings = errors.lines().any(|line| line.contains("--openings"));
        assert_eq!(openings, !told.is_empty(), "{errors}");
        assert!(errors.contains(told), "{max_plies} plies: {errors}");
    }
}

#[test]
fn the_openings_of_a_short_match_follow_from_its_own_limit() {
    needs!(containment);
    let folder = open_folder(0o755);
    prepare(folder.path(), 42);
    for (max_plies, told) in [("13", "no random openings"), ("20", "after 2 random plies")] {
        let more = ["--games", "4", "--max-plies", max_plies];
        let errors = played_and_read(folder.path(), max_plies, &more);
        assert!(errors.contains(told), "{errors}");
    }
    let chosen = ["--games", "4", "--max-plies", "9", "--openings", "none"];
    let errors = played_and_read(folder.path(), "chosen", &chosen);
    assert!(!errors.contains("openings"), "{errors}");
}
