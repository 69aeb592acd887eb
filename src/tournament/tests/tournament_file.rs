//! `tournament.toml` as it is written and read again.

use std::collections::BTreeSet;
use std::time::Duration;

use arbitro_rules::GameId;
use arbitro_testkit::folders::settings;
use arbitro_tournament::{
    FLAGS, Flag, Format, Openings, TOURNAMENT_FILE, TournamentError, TournamentFile,
    TournamentSettings,
};

fn file(settings: TournamentSettings) -> TournamentFile {
    let (arbitro, protection) = (String::new(), [].into());
    let (players, left_out, phases) = (Vec::new(), Vec::new(), Vec::new());
    TournamentFile {
        arbitro,
        program_sha256: None,
        parts: None,
        settings,
        protection,
        players,
        left_out,
        phases,
        pairings: None,
    }
}

#[test]
fn the_default_openings_of_matches_of_any_length_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    for max_plies in 1..=60 {
        for (games, is_test) in [(2, false), (4, false), (2, true), (4, true)] {
            let openings = Openings::usual(max_plies, games, is_test);
            let expected = match (max_plies / 14 * 2).min(6) {
                0 => Openings::None,
                plies if is_test => Openings::Random(plies),
                plies if games > 2 => Openings::StartThenRandom(plies),
                _ => Openings::None,
            };
            assert_eq!(openings, expected, "{max_plies} plies, {games} games");
            let usual = settings(GameId::Dama, Format::RoundRobin, games);
            let written = file(TournamentSettings { max_plies, openings, ..usual });
            written.write(folder.path()).unwrap();
            assert_eq!(TournamentFile::read(folder.path()).unwrap(), written);
        }
    }
}

#[test]
fn settings_that_would_be_refused_or_read_as_others_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let usual = settings(GameId::Dama, Format::RoundRobin, 4);
    let odd = Openings::StartThenRandom(1);
    for (settings, is_refused) in [
        (TournamentSettings { openings: odd, ..usual.clone() }, true),
        (TournamentSettings { move_time: Duration::ZERO, ..usual.clone() }, true),
        (TournamentSettings { memory: 1025, ..usual.clone() }, false),
    ] {
        let why = file(settings).write(folder.path()).unwrap_err();
        let TournamentError::NotReadBack(refused) = why else { panic!("{why}") };
        assert_eq!(refused.is_some(), is_refused, "{refused:?}");
        assert!(!folder.path().join(TOURNAMENT_FILE).exists());
    }
    file(usual).write(folder.path()).unwrap();
}

#[test]
fn settings_given_as_a_file_writes_them_replace_those_of_the_same_name() {
    let usual = TournamentSettings::usual(GameId::Dama);
    let given: toml::Table = "games = 4\nmove_time = \"3s\"\nformat = \"swiss\"".parse().unwrap();
    let expected = TournamentSettings {
        games: 4,
        move_time: Duration::from_secs(3),
        format: Format::Swiss,
        ..usual.clone()
    };
    assert_eq!(usual.clone().overlaid(&given).unwrap(), expected);
    assert_eq!(usual.clone().overlaid(&toml::Table::new()).unwrap(), usual);
}

#[test]
fn every_flag_is_a_setting_and_every_setting_but_positions_has_a_flag() {
    let all = TournamentSettings {
        rounds: Some(3),
        challenger: Some("ada".to_owned()),
        seeding: vec!["ada".to_owned()],
        cpu_time: Some(Duration::from_secs(1)),
        sprt: "0,10".parse().ok(),
        best: "15%".parse().ok(),
        ..TournamentSettings::usual(GameId::Dama)
    };
    let settings: BTreeSet<String> =
        toml::Table::try_from(all).unwrap().into_iter().map(|it| it.0).collect();
    assert_eq!(settings, FLAGS.iter().map(Flag::setting).collect());
}

#[test]
fn a_flag_takes_what_a_file_may_have_and_says_why_not() {
    let parse =
        |name: &str, text: &str| FLAGS.iter().find(|it| it.name == name).unwrap().parse(text);
    assert_eq!(parse("move-time", "2s"), Ok("2s".into()));
    assert_eq!(parse("challenger", "ada"), Ok("ada".into()));
    let why = parse("format", "league").unwrap_err();
    assert_eq!(why, "\"league\": it is round-robin, swiss, gauntlet or knockout");
    assert!(parse("points", "1").is_err() && parse("memory", "5").is_err());
}
