//! The report of a standing tournament, which is never over.

use std::fs;

use arbitro_rules::GameId;
use arbitro_testkit::folders::{Manners, made, make_standing, read, settings, write_folder};
use arbitro_tournament::report::{PAGE, write_all};
use arbitro_tournament::{Format, Names};
use arbitro_words::Language;

use super::page;

#[test]
fn a_standing_tournament_says_that_it_goes_on_and_lists_only_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let players = ["ada", "ada@2", "bruno"].map(|it| made(it, None, Manners::Good));
    write_folder(at, &settings(GameId::Dama, Format::RoundRobin, 8), &players, 1.0);
    let before = page(at);
    make_standing(at, Some(Names::Hidden));
    let (results, after) = (read(at), page(at));
    let standings = results.standings();
    let first = &standings.ranking[0];
    let name = &results.file.players[first.entrant].name;
    // One of the three versions rests.
    let heading = format!("<h1 class=\"says\">24 matches so far, 2 players: {name} won ");
    assert!(after.contains(&heading), "{after}");
    assert!(after.contains("<dt>Players</dt><dd>2</dd>"));
    assert!(after.contains("Standing tournament of dama"));
    for setting in ["Matches of each pair", "Colours", "Points for a win, a draw, a loss", "Format"]
    {
        let setting = format!("<dt>{setting}</dt>");
        assert!(before.contains(&setting) && !after.contains(&setting), "{setting}");
    }
    for setting in ["Game", "Openings", "Time for a move", "Memory", "Draw after", "Seed"] {
        assert!(after.contains(&format!("<dt>{setting}</dt>")), "{setting}");
    }
    let promise = "as long as nobody stops when it suits them";
    assert!(after.contains(promise) && !before.contains(promise));
    // The last of the best is the first of two.
    let sure = format!(">cut-off, {:.1} % sure<", 100.0 * first.superiority.unwrap());
    assert!(after.contains(&sure) && before.contains(">cut-off<"), "{sure}");
    for (language, goes_on) in [
        (Language::Italian, "24 partite finora, 2 giocatori: "),
        (Language::French, "24 parties jusqu’ici, 2 joueurs\u{a0}: "),
    ] {
        write_all(at, &results, &standings, language).unwrap();
        assert!(fs::read_to_string(at.join(PAGE)).unwrap().contains(goes_on), "{goes_on}");
    }
}
