//! `tournament.toml` as it is written and read again.

use std::time::Duration;

use arbitro_rules::GameId;
use arbitro_testkit::folders::settings;
use arbitro_tournament::{
    Format, Openings, TOURNAMENT_FILE, TournamentError, TournamentFile, TournamentSettings,
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
