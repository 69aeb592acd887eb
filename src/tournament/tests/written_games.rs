//! Tournaments of games that are not compiled in, read by what has no such game.

use std::fs;
use std::path::Path;

use arbitro_records::MatchGame;
use arbitro_rules::GameId;
use arbitro_testkit::folders::{
    Manners, made, players_in, read, records, rewrite, settings, write_folder,
};
use arbitro_testkit::toys::CONNECT_FOUR;
use arbitro_tournament::report::{PAGE, PDN, Width, ranking_text_in, write_all};
use arbitro_tournament::{
    Damage, Format, GAME, JOURNAL, NoEntrant, TOURNAMENT_FILE, Terms, TournamentError,
    TournamentFile, openings_from,
};
use arbitro_words::Language;

/// A round robin of Connect Four, all of it played. It is read as a folder of strangers: a name in a file
/// names no game of this process.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let players = [
        made("ann", None, Manners::Good),
        made("bob", None, Manners::Good),
        made("carl", None, Manners::Illegal),
    ];
    let settings = settings(CONNECT_FOUR.game(), Format::RoundRobin, 4);
    write_folder(folder.path(), &settings, &players, 1.0);
    folder
}

fn tournament_file(folder: &Path) -> String {
    fs::read_to_string(folder.join(TOURNAMENT_FILE)).unwrap()
}

#[test]
fn a_tournament_of_a_written_game_names_it_and_holds_its_look() {
    let folder = folder();
    let text = tournament_file(folder.path());
    assert!(text.contains("game = \"connect-four\""), "{text}");
    let file = TournamentFile::read(folder.path()).unwrap();
    let MatchGame::Recorded(game) = &file.settings.game else {
        panic!("{:?}", file.settings.game);
    };
    assert_eq!(Some(&game.look), CONNECT_FOUR.game().look());
    let named = settings(CONNECT_FOUR.game(), Format::RoundRobin, 4);
    assert_eq!(named.differences(&file.settings), [""; 0]);
    file.write(folder.path()).unwrap();
    assert_eq!(tournament_file(folder.path()), text);
}

#[test]
fn a_tournament_of_a_game_that_it_does_not_describe_is_refused() {
    let folder = folder();
    let text = tournament_file(folder.path());
    for (was, is, why) in [
        ("settings.rules", "settings.other", "there is no game \"connect-four\""),
        ("\"connect-four\"", "\"dama\"", "dama is a game of this program"),
        ("\"connect-four\"", "\"Connect Four\"", "\"Connect Four\" is not a game's name"),
        ("seed = ", "seeds = 1\nseed = ", "unknown field `seeds`"),
    ] {
        assert!(text.contains(was), "{text}");
        fs::write(folder.path().join(TOURNAMENT_FILE), text.replace(was, is)).unwrap();
        let refused = TournamentFile::read(folder.path()).unwrap_err().to_string();
        assert!(refused.contains(why), "{why}: {refused}");
    }
}

#[test]
fn nothing_of_a_written_game_is_played_without_its_rules() {
    let folder = folder();
    let mut settings = TournamentFile::read(folder.path()).unwrap().settings;
    let why = Terms::new(&settings).unwrap_err();
    assert!(matches!(&why, TournamentError::NoRules(game) if game == "connect-four"), "{why}");
    settings.game = CONNECT_FOUR.game().into();
    assert!(Terms::new(&settings).is_ok());
}

#[test]
fn a_tournament_of_a_written_game_is_ranked_and_reported_without_its_rules() {
    let folder = folder();
    let results = read(folder.path());
    assert_eq!((results.tally.matches(), results.problems.len()), (12, 0));
    let standings = results.standings();
    let ranking = ranking_text_in(&results, &standings, Width::All, None, Language::English);
    let first = ranking.lines().next().unwrap();
    assert_eq!(first, "connect-four, round-robin, 3 players, 12 matches, seed 7");
    let narrow = ranking_text_in(&results, &standings, Width::All, Some(40), Language::English);
    let table: Vec<&str> = narrow.lines().skip(1).take(4).collect();
    assert_eq!(table[0], "      player     points rating");
    assert!(table.iter().all(|it| it.chars().count() == table[0].len()), "{narrow}");
    write_all(folder.path(), &results, &standings, Language::English).unwrap();
    let rows = fs::read_to_string(folder.path().join("matches.csv")).unwrap();
    assert_eq!(rows.lines().count(), 13, "{rows}");
    assert!(!folder.path().join(PDN).exists());

    // The forfeits are drawn from their records: the board before, and what was written.
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    assert!(page.contains("<title>Round robin of connect-four</title>"));
    let boards = page.matches("<svg role=\"img\" viewBox=\"-.05 -.05 7.1 6.1\"").count();
    assert_eq!(boards, 2);
    assert!(page.contains("no move leads to this board; the nearest is"));
    assert!(page.contains("a disc of x: "));

    // Where the rules are kept, each command that the page prints names them.
    let checks = |page: &str| page.matches("verify match --game ").count();
    assert_eq!(checks(&page), 0);
    fs::create_dir(folder.path().join(GAME)).unwrap();
    write_all(folder.path(), &results, &standings, Language::English).unwrap();
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    let commands = page.matches("<code>verify match ").count();
    assert!(commands > 1 && checks(&page) == commands, "{commands}");
    let command = format!("verify match --game {0}/{GAME} {0}/{JOURNAL}", folder.path().display());
    assert!(page.contains(&command), "{command}");
}

#[test]
fn openings_of_a_written_game_are_names_of_moves() {
    let game = CONNECT_FOUR.game();
    let read = openings_from(game, &b"# in the middle\nd1 d2\n\na1 b1 a2 b2\n"[..]);
    assert_eq!(read.unwrap(), ["d1 d2", "a1 b1 a2 b2"]);
    for text in ["d1\n", "d7 d1\n", ".......\n"] {
        assert!(openings_from(game, text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn a_player_names_a_written_game_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["connect-four", "connect-four:9x9", "dama", "draughts"] {
        let place = folder.path().join(name);
        fs::create_dir(&place).unwrap();
        let manifest = format!("command = [\"sh\", \"player.sh\"]\ngame = \"{name}\"\n");
        fs::write(place.join("player.toml"), manifest).unwrap();
        fs::write(place.join("player.sh"), "").unwrap();
    }
    let found = players_in(folder.path(), CONNECT_FOUR.game(), &[]);
    let names: Vec<_> = found.entrants.iter().map(|entrant| &*entrant.name).collect();
    assert_eq!(names, ["connect-four"]);
    let is_other = |it: &NoEntrant| matches!(it, NoEntrant::OtherGame { .. });
    assert_eq!(found.left_out.iter().filter(|it| is_other(&it.why)).count(), 3);

    let found = players_in(&folder.path().join("connect-four"), GameId::Dama, &[]);
    assert!(matches!(found.left_out[0].why, NoEntrant::NoGame(_)), "{:?}", found.left_out);
}

#[test]
fn a_match_that_was_played_by_other_rules_does_not_count() {
    let folder = folder();
    let mut all = records(folder.path());
    all[2].rules.as_mut().unwrap().sha256 = "0".repeat(64);
    rewrite(folder.path(), &all);
    let results = read(folder.path());
    assert_eq!(results.tally.matches(), 11);
    let damages: Vec<_> = results.problems.iter().map(|it| (it.line, it.damage)).collect();
    assert_eq!(damages, [(3, Damage::OtherRules)]);
}
