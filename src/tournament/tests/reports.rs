//! Reports of a tournament's folder, for people and for other programs.

mod bars;
mod languages;
mod markup;
mod pdn;
mod standing;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use arbitro_records::MatchRecord;
use arbitro_rules::notation::{Notation, Setup};
use arbitro_rules::{GameId, Square};
use arbitro_testkit::folders::{
    Made, Manners, append, made, read, records, rewrite, settings, write_folder,
};
use arbitro_testkit::sizes::short_or_long;
use arbitro_tournament::report::{PAGE, PDN, write_all};
use arbitro_tournament::{Change, Format, JOURNAL, Phase};
use arbitro_words::Language;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use markup::{escaped, ids, links, tag_that_is_not_closed, text_of};
use pdn::games;
use sha2::{Digest, Sha256};

fn players() -> Vec<Made> {
    vec![
        made("minimax", Some("Ada <b>Hopper</b>"), Manners::Good),
        made("<script>alert(1)</script>", None, Manners::Illegal),
        made("\"&'", Some("\" onload=\"alert(1)"), Manners::Unreadable),
        made("hare", None, Manners::Late),
        made("turtle", None, Manners::Good),
    ]
}

/// A small round robin, all of it played.
fn folder(game: GameId) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(game, Format::RoundRobin, 4);
    write_folder(folder.path(), &settings, &players(), 1.0);
    folder
}

fn page(folder: &Path) -> String {
    let results = read(folder);
    write_all(folder, &results, &results.standings(), Language::English).unwrap();
    fs::read_to_string(folder.join(PAGE)).unwrap()
}

fn written_pdn(folder: &Path) -> String {
    page(folder);
    fs::read_to_string(folder.join(PDN)).unwrap()
}

#[test]
fn player_output_reaches_the_page_as_text_only() {
    let folder = folder(GameId::Dama);
    let page = page(folder.path());
    for hostile in
        ["<script>alert", "<b>Hopper", "<b>bold", "</pre></svg>\n", "<i>late", "onload=\"alert"]
    {
        assert!(!page.contains(hostile), "{hostile}");
    }
    for shown in [
        "<script>alert(1)</script>",
        "\"&'",
        "Ada <b>Hopper</b>",
        "\" onload=\"alert(1)",
        "<b>bold</b>",
        "submissions/<i>late</i>",
    ] {
        assert!(page.contains(&escaped(shown)), "{shown}");
    }
    assert_eq!(page.matches("<script>").count(), 1, "only ours");
    assert_eq!(page.matches("<script").count(), 2, "and matches, as data");
    let (_, matches) = page.split_once("id=\"matches\">").unwrap();
    let (matches, _) = matches.split_once("</script>").unwrap();
    assert!(!matches.contains('<') && serde_json::from_str::<serde_json::Value>(matches).is_ok());
    assert!(!page.contains('\u{1b}'), "no control characters");
}

#[test]
fn the_page_needs_no_network_and_its_policy_allows_our_script_alone() {
    let folder = folder(GameId::Italian);
    let page = page(folder.path());
    for outside in ["http:", "https:", " src=", "url(", "@import", "<link", "<iframe", "<img"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let script = page.split("<script>").nth(1).unwrap();
    let script = script.split("</script>").next().unwrap();
    let hash = BASE64_STANDARD.encode(Sha256::digest(script));
    let policy = format!(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\""
    );
    assert!(page.contains(&policy), "{policy}");
}

#[test]
fn every_player_has_a_section_and_every_link_leads_somewhere() {
    let folder = folder(GameId::Russian);
    let results = read(folder.path());
    let page = page(folder.path());
    let all_ids = ids(&page);
    let ids: BTreeSet<&str> = all_ids.iter().copied().collect();
    assert_eq!(all_ids.len(), ids.len(), "no name is given twice");
    let links = links(&page);
    for link in &links {
        // The script opens a match by its number.
        if link.strip_prefix("#match-").is_some_and(|it| it.parse::<u64>().is_ok()) {
            continue;
        }
        let target = link.strip_prefix('#');
        assert!(target.is_some_and(|target| ids.contains(target)), "{link}");
    }
    let standings = results.standings();
    for (number, standing) in (1..).zip(&standings.ranking) {
        let section = section(&page, number);
        let name = &results.file.players[standing.entrant].name;
        assert!(section.contains(&escaped(name)), "{name}");
        let (_, after) = section.split_once("Against each opponent").unwrap();
        assert!(!after.contains("class=\"forfeit\""), "{name}: losses come first");
        assert!(links.contains(&format!("#p{number}").as_str()));
    }
    assert_eq!(page.matches("<section class=\"player\"").count(), players().len());
    let top: Vec<bool> = standings.ranking.iter().map(|it| it.is_top).collect();
    assert_eq!(top, [true, false, false, false, false]);
    let ranking = page.split("id=\"ranking\"").nth(1).unwrap();
    let ranking = ranking.split("id=\"cross\"").next().unwrap();
    assert_eq!(ranking.matches("top 15 %</span>").count(), 1, "told in words");
}

#[test]
fn the_heading_names_the_day_of_the_last_match() {
    let folder = folder(GameId::Dama);
    let path = folder.path();
    let at = |seconds| std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    let journal = fs::File::options().append(true).open(path.join(JOURNAL)).unwrap();
    journal.set_modified(at(1_709_251_199)).unwrap();
    assert!(page(path).contains("<dt>Last match</dt><dd>2024-02-29</dd>"));
    for (seconds, day) in [
        (0, "1970-01-01"),
        (951_782_400, "2000-02-29"),
        (951_868_800, "2000-03-01"),
        (1_767_225_599, "2025-12-31"),
        (1_767_225_600, "2026-01-01"),
        (4_107_542_400, "2100-03-01"),
    ] {
        assert_eq!(arbitro_html::text::day(at(seconds)), day);
    }
}

/// The section of a player by its line in the ranking.
fn section(page: &str, number: usize) -> &str {
    let mut parts = page.split("<section class=\"player");
    let from = parts.nth(number).unwrap();
    from.split("<section id=\"about\"").next().unwrap()
}

#[test]
fn each_forfeit_is_told_with_its_sentence_its_boards_and_how_to_check_it() {
    let folder = folder(GameId::Dama);
    let path = folder.path();
    let forfeits: Vec<MatchRecord> =
        records(path).into_iter().filter(|record| record.fault.is_some()).collect();
    let kept = forfeits[0].id.as_ref().unwrap().as_u64().unwrap();
    fs::create_dir_all(path.join("faults").join(kept.to_string())).unwrap();
    let page = page(path);
    let cards: Vec<&str> = page
        .split("<article class=\"forfeit\"")
        .skip(1)
        .map(|part| part.split("</article>").next().unwrap())
        .collect();
    let mut reasons = BTreeSet::new();
    let mut told = BTreeSet::new();
    for record in &forfeits {
        let players = record.players.clone().unwrap();
        let fault = record.fault.as_ref().unwrap();
        let loser = if fault.player == "x" { players.x } else { players.o };
        // What a player did again, by the same rule, is told once.
        let kind = fault.diagnosis.clone().or_else(|| fault.text.clone());
        if !told.insert((loser.name, fault.reason.clone(), kind)) {
            let id = record.id.as_ref().unwrap().as_u64().unwrap();
            let is_named = |it: &&str| {
                text_of(it).contains(" times, first in match ")
                    && text_of(it).contains(&id.to_string())
            };
            assert!(cards.iter().any(is_named), "{id}");
            continue;
        }
        let id = record.id.as_ref().unwrap().as_u64().unwrap();
        let command = format!("verify match {}/{JOURNAL} --match {id}</code>", path.display());
        let card = *cards.iter().find(|card| card.contains(&command)).unwrap();
        let fault = record.fault.as_ref().unwrap();
        reasons.insert(fault.reason.clone());
        assert!(card.contains(&escaped(fault.text.as_ref().unwrap())), "{card}");
        assert!(text_of(card).contains(&format!("match {id}, round ")), "{card}");
        assert_eq!(
            card.contains(&format!("faults/{id}/")),
            id == kept,
            "only what is there is told of"
        );
        let before = position_at_the_end::<arbitro_rules::draughts::Dama>(record);
        let drawn = card.split("<svg").skip(1);
        let drawn: Vec<&str> = drawn.map(|drawn| drawn.split("</svg>").next().unwrap()).collect();
        let pieces =
            |svg: &str| svg.matches("href=\"#m").count() + svg.matches("href=\"#k").count();
        let expected = Setup::iter(&before).filter(|(_, it)| it.owner().is_some()).count();
        assert_eq!(pieces(drawn[0]), expected, "{card}");
        assert!(drawn[0].contains(&format!("<title>Board {}</title>", fault.ply)));
        let faulty = format!("<title>Faulty board {}</title>", fault.ply + 1);
        match fault.reason.as_str() {
            "illegal_move" => {
                assert!(drawn[1].contains(&faulty), "{card}");
                let marks = fault.squares.len();
                assert!(marks > 0);
                assert_eq!(drawn[1].matches("href=\"#hit\"").count(), marks, "{card}");
                assert!(drawn[1].contains("marked ("), "{card}");
            }
            "invalid_board" => {
                assert_eq!(drawn.len(), 1);
                assert!(card.contains("&lt;b&gt;bold"), "{card}");
            }
            _ => assert_eq!(drawn.len(), 1),
        }
    }
    assert_eq!(reasons.len(), 3, "{reasons:?}");
    assert_eq!(cards.len(), told.len(), "none is left out");
    assert!(told.len() < forfeits.len());
}

#[test]
fn a_command_can_be_copied_into_a_shell_whatever_the_folder_is_called() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("it's mine; rm");
    let settings = settings(GameId::Dama, Format::RoundRobin, 2);
    write_folder(&folder, &settings, &players(), 1.0);
    let quoted = format!("'{}/it'\\''s mine; rm/{JOURNAL}'", parent.path().display());
    let commands = page(&folder).matches(&format!("verify match {quoted} --match ")).count();
    assert!(commands > 0, "{quoted}");
}

/// The pieces after all moves of a record.
fn position_at_the_end<G: Notation<Setup = Setup>>(record: &MatchRecord) -> Setup {
    let mut position = G::start();
    for text in record.moves.split(' ').filter(|part| !part.is_empty()) {
        position = position.after(position.read_move(text, &mut Vec::new()).unwrap());
    }
    G::setup(&position.board())
}

#[test]
fn the_same_journal_gives_the_same_bytes() {
    let folder = folder(GameId::International);
    let (page_1, pdn_1) = (page(folder.path()), written_pdn(folder.path()));
    let (page_2, pdn_2) = (page(folder.path()), written_pdn(folder.path()));
    assert!(page_1 == page_2 && pdn_1 == pdn_2);
}

#[test]
fn times_and_memory_are_told_of_the_player_whose_they_are() {
    let folder = folder(GameId::Dama);
    let path = folder.path();
    let names: Vec<String> = read(path).file.players.iter().map(|it| it.name.clone()).collect();
    let place = |name: &str| names.iter().position(|it| it == name).unwrap() as u64 + 1;
    let mut all = records(path);
    let mut plies = vec![0; names.len()];
    for record in &mut all {
        let players = record.players.clone().unwrap();
        let places = [place(&players.x.name), place(&players.o.name)];
        for (ply, time) in record.ms.iter_mut().enumerate() {
            *time = 20.0 * places[ply % 2] as f64;
            plies[places[ply % 2] as usize - 1] += 1;
        }
        let peak = record.peak_kib.as_mut().unwrap();
        (peak.x, peak.o) = (Some(places[0] << 20), Some(places[1] << 20));
    }
    rewrite(path, &all);
    let page = page(path);
    let rows = page.split("id=\"effort\"").nth(1).unwrap().split("</section>").next().unwrap();
    for name in &names {
        let rows: Vec<&str> = rows.split("<tr>").filter(|it| it.contains(&escaped(name))).collect();
        let [row] = rows[..] else { panic!("{rows:?}") };
        let place = place(name);
        let longest = format!("<td class=\"n\" data-v=\"{0}\">{0}\u{a0}ms</td>", 20 * place);
        assert!(row.contains(&longest), "{longest}: {row}");
        assert!(row.contains(&format!(">{place}.00\u{a0}GiB</td>")), "{row}");
        let played = plies[place as usize - 1];
        assert!(row.contains(&format!("data-v=\"{played}\"")), "{played}: {row}");
        let median: f64 = row
            .split("<title>median ")
            .nth(1)
            .unwrap()
            .split('\u{a0}')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert!((median / (20 * place) as f64 - 1.0).abs() < 0.05, "{median}");
    }
}

#[test]
fn every_tag_is_closed_where_it_belongs() {
    for game in [GameId::Dama, GameId::English] {
        assert_eq!(tag_that_is_not_closed(&page(folder(game).path())), None);
    }
    assert_eq!(tag_that_is_not_closed("<p><b>so</p></b>"), Some("p".to_owned()));
    assert_eq!(tag_that_is_not_closed("<p><br>so"), Some("p".to_owned()));
}

#[test]
fn hundreds_of_players_are_a_page_that_opens() {
    let count = short_or_long(120, 300);
    let folder = tempfile::tempdir().unwrap();
    let manners = [Manners::Good, Manners::Illegal, Manners::Unreadable, Manners::Late];
    let players: Vec<Made> = (0..count)
        .map(|it| made(&format!("student {it:03}"), Some("an author"), manners[it % 4]))
        .collect();
    let mut settings = settings(GameId::Dama, Format::RoundRobin, 1);
    settings.max_plies = 16;
    write_folder(folder.path(), &settings, &players, 1.0);
    let page = page(folder.path());
    assert!(page.len() < 20 << 20, "{} bytes", page.len());
    assert_eq!(tag_that_is_not_closed(&page), None);
    assert_eq!(page.matches("<details>").count(), count, "sections are folded");
    let map = page.split("<svg class=\"heat\"").nth(1).unwrap();
    let map = map.split("</svg>").next().unwrap();
    assert!(map.len() < 2 << 20, "{} bytes", map.len());
    let most = most_of(&page, "<article");
    assert_eq!(most, 3, "forfeits of one player that are shown in full");
    assert!(page.contains("more, in <code>matches.csv</code>"));
    let cells: u64 = map.split('h').filter_map(run_length).sum();
    assert_eq!(cells, (count * count) as u64, "every cell is painted once");
}

#[test]
fn rows_of_a_small_heat_map_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let players: Vec<Made> =
        (0..23).map(|it| made(&format!("<b>{it}"), None, Manners::Good)).collect();
    let mut settings = settings(GameId::Dama, Format::RoundRobin, 1);
    settings.max_plies = 4;
    write_folder(folder.path(), &settings, &players, 1.0);
    let page = page(folder.path());
    let (_, map) = page.split_once("<svg class=\"heat named\"").unwrap();
    let (map, _) = map.split_once("</svg>").unwrap();
    let results = read(folder.path());
    for (place, row) in (1..).zip(results.standings().ranking) {
        let name = escaped(&results.file.players[row.entrant].name);
        assert!(map.contains(&format!(">{place} {name}</text>")), "{name}");
    }
}

/// The most that one player's section has of something.
fn most_of(page: &str, what: &str) -> usize {
    let sections = page.split("<section class=\"player").skip(1);
    sections.map(|section| section.matches(what).count()).max().unwrap()
}

/// The length of a stroke, if this is what follows an `h` of a path.
fn run_length(text: &str) -> Option<u64> {
    let end = text.find(|it: char| !it.is_ascii_digit())?;
    let is_path = text[end..].starts_with(['m', '"']);
    is_path.then(|| text[..end].parse().ok()).flatten()
}

#[test]
fn void_matches_are_reported_and_left_out_of_the_games() {
    let folder = folder(GameId::Dama);
    let path = folder.path();
    let mut all = records(path);
    let whole = written_pdn(path).matches("[Event ").count();
    assert_eq!(whole, all.len());
    assert!(!page(path).contains("so far"));
    all[0].reason = Some("void".into());
    all[0].winner = None;
    all[0].fault = None;
    all.pop();
    rewrite(path, &all);
    let mut journal = fs::read_to_string(path.join(JOURNAL)).unwrap();
    let end = journal.len() - 40;
    journal.replace_range(end..=end, "#");
    fs::write(path.join(JOURNAL), journal).unwrap();
    assert_eq!(written_pdn(path).matches("[Event ").count(), whole - 3);
    let page = page(path);
    assert!(
        page.contains("<h1 class=\"says\"><span class=\"so-far\">37 of 40 matches so far</span> ")
    );
    let page = text_of(&page);
    for told in [
        "1 match counts for no player",
        "1 line of the journal does not count",
        "its checksum does not match",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("groups"), "all are linked");
}

#[test]
fn matches_of_a_player_that_left_are_said_to_be_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(GameId::Dama, Format::RoundRobin, 4);
    write_folder(folder.path(), &settings, &players(), 0.5);
    assert!(!page(folder.path()).contains("withdrawn"));
    let mut file = read(folder.path()).file;
    let change = Change::Drop(vec!["hare".to_owned()]);
    file.phases.push(Phase { change, round: None, missed: 0 });
    file.write(folder.path()).unwrap();
    let withdrawn = read(folder.path()).schedule.withdrawn().len();
    let told = format!("<p>withdrawn, without points: {withdrawn} open matches of players");
    assert!(withdrawn > 1 && page(folder.path()).contains(&told), "{told}");
}

#[test]
fn a_void_match_that_later_rounds_left_behind_is_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut players = players();
    players[0].manners = Manners::Unlucky;
    let settings = settings(GameId::Dama, Format::Swiss, 2);
    write_folder(folder.path(), &settings, &players, 1.0);
    let all = records(folder.path());
    let is_void = |it: &&MatchRecord| it.reason.as_deref() == Some("void");
    let voids = all.iter().filter(is_void).count();
    assert!(voids > 0 && all.iter().any(|it| it.round > Some(1)));
    let pdn = written_pdn(folder.path());
    assert_eq!(games(&pdn).len(), all.len() - voids);
    let page = text_of(&page(folder.path()));
    assert!(page.contains(&format!("{voids} matches count for no player")), "{voids}");
    assert!(page.contains("Buchholz"), "what decides in this format");
}

#[test]
fn players_whom_no_match_links_are_said_to_be_incomparable() {
    let folder = folder(GameId::Dama);
    let names = |it: &MatchRecord| {
        let players = it.players.clone().unwrap();
        BTreeSet::from([players.x.name, players.o.name])
    };
    let pairs = [["hare", "turtle"], ["\"&'", "minimax"]];
    let pairs = pairs.map(|pair| BTreeSet::from(pair.map(str::to_owned)));
    let some: Vec<MatchRecord> =
        records(folder.path()).into_iter().filter(|it| pairs.contains(&names(it))).collect();
    rewrite(folder.path(), &some);
    let page = text_of(&page(folder.path()));
    assert!(page.contains("there are 2 groups"));
    assert!(page.contains(" matches so far"), "though nothing else is missing");
    assert!(page.contains("–no match"), "one has not played");
}

#[test]
fn an_end_of_an_interval_that_no_result_bounds_is_no_number() {
    let folder = folder(GameId::Dama);
    let mut all = records(folder.path());
    all.retain(|it| {
        let players = it.players.as_ref().unwrap();
        [&players.x.name, &players.o.name].contains(&&"hare".to_owned()) && it.winner.is_some()
    });
    all.truncate(1);
    rewrite(folder.path(), &all);
    let page = text_of(&page(folder.path()));
    assert!(page.contains(" or less"), "one has lost everything: {page}");
    assert!(!page.contains("+4000") && !page.contains('±'), "{page}");
    assert!(!page.contains("moving first was worth"), "of forfeits");
}

#[test]
fn a_journal_that_lies_is_shown_and_believed_nothing() {
    let folder = folder(GameId::Dama);
    let path = folder.path();
    let mut all = records(path);
    let lies: [fn(&mut MatchRecord); 7] = [
        |it| it.start = Some("W:Wnonsense".to_owned()),
        |it| it.moves = "(0,0)-(9,9) } [ {".to_owned(),
        |it| it.ms = vec![-1.0, 1e300, 0.0],
        |it| it.plies = Some(1 << 50),
        |it| it.reason = Some("<u>new</u>".into()),
        |it| it.start = Some("\"]\n[Result \"*".to_owned()),
        |it| {
            let peaks = it.peak_kib.as_mut().unwrap();
            peaks.x = Some(u64::MAX);
        },
    ];
    for (record, lie) in all.iter_mut().zip(lies) {
        lie(record);
    }
    let mut faults = all.iter_mut().skip(lies.len()).filter_map(|it| it.fault.as_mut());
    faults.next().unwrap().ply = u64::MAX;
    faults.next().unwrap().ply = 0;
    faults.next().unwrap().squares = vec![Square::new(25, 25); 1000];
    faults.next().unwrap().wrote = Some("x".repeat(100_000));
    faults.next().unwrap().text = Some("y ".repeat(100_000));
    faults.next().unwrap().wrote = Some("\n".repeat(10_000));
    rewrite(path, &all);
    let page = page(path);
    assert_eq!(tag_that_is_not_closed(&page), None);
    assert!(page.len() < 1 << 20, "{} bytes: what is long is shortened", page.len());
    for long in ["x", "y "] {
        assert!(!page.contains(&long.repeat(1000)), "{long:?} and so on");
    }
    assert!(!page.contains("<u>new"));
    assert!(page.contains("The moves of the record do not lead to this board."));
    let pdn = written_pdn(path);
    assert_eq!(games(&pdn).len(), all.len());
    assert!(pdn.contains("{what follows in the record is no move}"));
    assert_eq!(pdn.matches("\n[Result \"*").count(), 0, "a tag stays in its quotes");

    append(path, &all[0]);
    assert!(text_of(&self::page(path)).contains("in the journal more than once"));
}
