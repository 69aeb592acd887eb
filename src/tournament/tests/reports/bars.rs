//! The bars of the ranking, on a scale that all rows share.

use arbitro_records::RecordedFault;
use arbitro_rules::GameId;
use arbitro_testkit::folders::{Manners, made, records, rewrite, settings, write_folder};
use arbitro_tournament::Format;

use super::page;

#[test]
fn who_forfeits_does_not_shorten_the_bars_of_who_plays_and_an_arrow_is_for_an_open_end() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b", "c", "d", "e", "late 1", "late 2", "late 3"];
    let manners = |name: &str| if name.len() == 1 { Manners::Good } else { Manners::Late };
    let players = names.map(|name| made(name, None, manners(name)));
    write_folder(folder.path(), &settings(GameId::Dama, Format::RoundRobin, 12), &players, 1.0);
    let mut all = records(folder.path());
    let fault = all.iter().find_map(|it| it.fault.clone()).unwrap();
    all.retain(|it| {
        let players = it.players.as_ref().unwrap();
        !(players.x.name.starts_with("late") && players.o.name.starts_with("late"))
    });
    let mut has_won = false;
    for record in &mut all {
        let players = record.players.clone().unwrap();
        let seats = [(players.x.name, "x", "o"), (players.o.name, "o", "x")];
        let late = seats.into_iter().find(|seat| seat.0.starts_with("late"));
        let Some((name, late, other)) = late else { continue };
        if name == "late 1" && !has_won {
            has_won = true;
            record.winner = Some(late.into());
            record.reason = Some("no_moves".into());
            record.fault = None;
        } else {
            record.winner = Some(other.into());
            record.reason = Some("timeout".into());
            record.fault = Some(RecordedFault { player: late.into(), ..fault.clone() });
        }
    }
    rewrite(folder.path(), &all);
    let page = page(folder.path());
    let (_, ranking) = page.split_once("id=\"ranking\"").unwrap();
    let (ranking, _) = ranking.split_once("id=\"cross\"").unwrap();
    let bars: Vec<&str> = ranking.split("class=\"mark\"").skip(1).collect();
    assert_eq!(bars.len(), names.len());
    for (place, bar) in bars.iter().enumerate() {
        let (_, line) = bar.split_once(" d=\"M").unwrap();
        let (line, _) = line.split_once('"').unwrap();
        let ends: Vec<f64> = line.split(['H', 'M', ' ']).filter_map(|it| it.parse().ok()).collect();
        assert_eq!(line.contains('L'), place > 5, "those without a point are open: {line}");
        assert!(ends[2] - ends[0] > if place < 5 { 30.0 } else { 4.0 }, "{line}");
    }
}
