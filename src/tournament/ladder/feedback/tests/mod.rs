//! What players are told, of each verdict, in each language, whatever they wrote.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::*;
use crate::{Alone, Evidence, TrialFault};
use arbitro_records::{Named, RecordedFault, Seal, seal_of};
use arbitro_referee::{Detail, Fault};
use arbitro_rules::draughts::Dama;
use arbitro_rules::history::Both;
use arbitro_rules::judge::judge_file;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::{Notation, Strictness};
use arbitro_rules::{Game, GameId, Player};

/// A ladder's folder.
struct Ladder {
    folder: TempDir,
    settings: TournamentSettings,
    language: Language,
}

impl Ladder {
    fn new() -> Ladder {
        let settings = TournamentSettings::usual(GameId::Dama);
        Ladder { folder: tempfile::tempdir().unwrap(), settings, language: Language::English }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("class ladder")
    }

    fn tell(&self, news: &PlayerFeedback<'_>) -> Told {
        let paper = FeedbackWriter {
            out: &self.out(),
            settings: self.settings.clone(),
            language: self.language,
        };
        paper.write(news).unwrap();
        let folder = self.out().join(PLAYERS).join(escaped_file_name(news.name));
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let results = serde_json::from_str(&read(RESULTS)).unwrap();
        Told { text: read(TOLD), page: read(PAGE), results, folder }
    }
}

/// What a player's folder has.
struct Told {
    text: String,
    page: String,
    results: Value,
    folder: PathBuf,
}

impl Told {
    fn first_line(&self) -> &str {
        self.text.lines().next().unwrap()
    }

    fn points(&self) -> (u64, u64) {
        let number = |name: &str| self.results[name].as_u64().unwrap();
        (number("score"), number("max_score"))
    }

    fn has_trial(&self) -> (bool, bool) {
        (self.folder.join(TRIAL_RECORD).exists(), self.folder.join(TRIAL).exists())
    }
}

fn news(verdict: &Verdict) -> PlayerFeedback<'_> {
    PlayerFeedback {
        name: "ada",
        number: None,
        verdict,
        plays: Some("ada".to_owned()),
        versions: Vec::new(),
        place: None,
        lost: Vec::new(),
    }
}

fn version(name: &str, forfeits: u32, matches: u64) -> VersionFeedback {
    let mut count = Count { wins: 10, draws: 5, losses: 15, as_player_1: 15, ..Count::default() };
    count.forfeits[0] = forfeits;
    let rating = Rating { rating: 12.0, low: -50.4, high: 70.2, group: 0, matches };
    VersionFeedback { name: name.to_owned(), sha256: "0123456789abcdef".repeat(4), count, rating }
}

/// The fault of a first move that wrote this file.
fn wrote(file: &str, player: Player) -> RecordedFault {
    let (_, judged) = judge_file(&Dama::start(), file.as_bytes(), Strictness::Tolerant);
    let fault = Fault {
        player,
        ply: 1,
        file: "board_2.txt".into(),
        detail: Detail::Board(judged.unwrap_err()),
        wrote: Some(file.as_bytes().to_vec()),
        stray: None,
        printed: Vec::new(),
        activity: None,
    };
    RecordedFault::from_fault(&fault, GameId::Dama)
}

/// The start with a man of player 1 gone.
fn without_a_man() -> String {
    Dama::write_board(&Dama::start().board()).replacen('x', " ", 1)
}

fn in_trial(fault: RecordedFault) -> TrialFault {
    let side = if fault.player == "o" { Player::O } else { Player::X };
    TrialFault { game: GameId::Dama, side, fault, alone: Alone::Not, is_bare: false }
}

fn match_of(names: [&str; 2], id: u64, fault: RecordedFault) -> MatchRecord {
    let [x, o] = names.map(|it| Named { name: it.to_owned(), sha256: None });
    MatchRecord {
        id: Some(id.into()),
        players: Some(Both { x, o }),
        reason: Some("illegal_move".into()),
        winner: Some(Player::O.into()),
        fault: Some(fault),
        ..MatchRecord::of_line(&*open(GameId::Dama, Start::Usual, None).unwrap())
    }
}

/// A trial that failed: what the player wrote and printed.
fn fails(file: &str, printed: &[u8]) -> Verdict {
    let fault = wrote(file, Player::X);
    let record = match_of(["ada@2", "by chance"], 0, fault.clone());
    let evidence = Evidence {
        before: (1, Dama::write_board(&Dama::start().board())),
        wrong_file: Some(file.as_bytes().to_vec()),
        output: [printed.to_vec(), b"the opponent's".to_vec()],
        ..Evidence::default()
    };
    let fault = Box::new(in_trial(fault));
    Verdict::Trial(Smoke::Fails { fault, record: Box::new(record), evidence: Box::new(evidence) })
}

#[test]
fn the_first_line_says_the_verdict_and_which_version_plays() {
    let falters =
        Verdict::Trial(Smoke::Falters(vec![in_trial(wrote(&without_a_man(), Player::O))]));
    let gone = "there is no such file or folder";
    let verdicts = [
        (Verdict::Trial(Smoke::Plays), "ada@1 plays".to_owned(), (3, 3)),
        (falters, "ada@1 plays, but forfeited in its trial".to_owned(), (2, 3)),
        (
            fails(&without_a_man(), b""),
            "ada: these files do not play: it made no legal move as player 1; ada@1 plays on"
                .to_owned(),
            (1, 3),
        ),
        (
            Verdict::Trial(Smoke::Untried("the disk is full".to_owned())),
            "ada@1 plays untried: the machine failed, not the player: the disk is full".to_owned(),
            (0, 0),
        ),
        (
            Verdict::LeftOut(NoEntrant::Missing),
            format!("ada: these files do not play: {gone}; ada@1 plays on"),
            (0, 3),
        ),
        (Verdict::Rests, "ada rests: its folder is gone".to_owned(), (0, 0)),
        (
            Verdict::Waits,
            "ada: these files are being tried; ada@1 plays on until then".to_owned(),
            (0, 0),
        ),
    ];
    let ladder = Ladder::new();
    for (verdict, first_line, points) in &verdicts {
        let told = ladder.tell(&news(verdict));
        assert_eq!(told.first_line(), first_line);
        assert_eq!(told.points(), *points, "{first_line}");
        assert_eq!(told.results["output"], told.text);
        assert!(
            told.page.contains(&format!("<h1 class=\"says\">{first_line}</h1>")),
            "{first_line}"
        );
    }
    let newer = PlayerFeedback { plays: Some("ada@2".to_owned()), ..news(&verdicts[0].0) };
    assert_eq!(ladder.tell(&newer).first_line(), "ada@2 plays");
    let told = ladder.tell(&news(&verdicts[1].0));
    let status = [0, 1, 2].map(|it| told.results["tests"][it]["status"].as_str().unwrap());
    assert_eq!(status, ["passed", "passed", "failed"], "it forfeited as player 2");
    let slow = Verdict::PlaysSlowly;
    assert!(ladder.tell(&news(&slow)).first_line().contains("more than 2 s"));
    let unplayed = PlayerFeedback { plays: None, ..news(&verdicts[4].0) };
    let first_line = format!("ada: these files do not play: {gone}; no version of it plays");
    assert_eq!(ladder.tell(&unplayed).first_line(), first_line);
}

#[test]
fn a_failed_trial_is_explained_with_both_boards_and_can_be_seen_again() {
    let ladder = Ladder::new();
    let verdict = fails(&without_a_man(), b"line 1\nline 2\n3\n4\n5\n6\n");
    let told = ladder.tell(&news(&verdict));
    for said in [
        "As player 1, ply 1: it made an illegal move: ",
        "board_1.txt, which it was given:",
        "board_2.txt, as it wrote it:",
        "It printed:\n  line 1\n  line 2\n  3\n  4\n  5\n  …\n",
        "Show it again: verify match 'class ladder/players/ada/trial.jsonl' --match 0\n",
        "trial/\n",
    ] {
        assert!(told.text.contains(said), "{said}\n{}", told.text);
    }
    assert!(told.text.contains('['), "the square is marked: {}", told.text);
    assert_eq!(told.page.matches("<figure>").count(), 2);
    assert!(told.page.contains("#hit"), "the square is marked");
    assert!(told.page.contains("verify match 'class ladder/players/ada/trial.jsonl' --match 0"));
    let line = fs::read_to_string(told.folder.join(TRIAL_RECORD)).unwrap();
    assert_eq!(seal_of(line.trim_end().as_bytes()), Seal::Whole);
    let seen =
        arbitro_records::Source::matches(&told.folder.join(TRIAL_RECORD), &Default::default());
    let mut boards = Vec::new();
    let each = seen.unwrap().each(None, |_, seen| {
        boards.push(seen.unwrap().board_before_fault());
        Ok::<(), arbitro_records::RecordsError>(())
    });
    each.unwrap();
    assert_eq!(boards.len(), 1);
    assert!(boards[0].is_some());
    let evidence = |name: &str| fs::read_to_string(told.folder.join(TRIAL).join(name)).unwrap();
    assert_eq!(evidence("board_2.txt"), without_a_man());
    assert!(evidence("player_1.output.txt").starts_with("line 1\n"));
}

#[test]
fn a_version_that_plays_leaves_nothing_of_the_trial_that_failed() {
    let ladder = Ladder::new();
    let verdict = fails(&without_a_man(), b"");
    assert_eq!(ladder.tell(&news(&verdict)).has_trial(), (true, true));
    let told = ladder.tell(&news(&Verdict::Trial(Smoke::Plays)));
    assert_eq!(told.has_trial(), (false, false));
    assert_eq!(told.text, "ada@1 plays\n");
    let other = fails("nothing", b"");
    ladder.tell(&news(&verdict));
    let told = ladder.tell(&news(&other));
    assert_eq!(fs::read_to_string(told.folder.join("trial/board_2.txt")).unwrap(), "nothing");
}

#[test]
fn the_place_the_versions_and_the_newest_forfeits_are_told() {
    let ladder = Ladder::new();
    let fault = wrote(&without_a_man(), Player::X);
    let lost = (1..=4).map(|id| match_of(["ada@1", "bob <b>"], 230 + id, fault.clone()));
    let versions = (1..=6).map(|it| {
        version(
            ["ada", "ada@2", "ada@3", "ada@4", "ada@5", "ada@6"][it as usize - 1],
            it - 1,
            u64::from(it % 6),
        )
    });
    let verdict = Verdict::Trial(Smoke::Plays);
    let open = PlayerFeedback {
        place: Some((3, 17)),
        versions: versions.collect(),
        lost: lost.collect(),
        ..news(&verdict)
    };
    let told = ladder.tell(&open);
    for said in [
        "On the ladder\nRank 3 of 17\nada@6: no match yet\n",
        "ada@5: Elo +12 (−50 to +70), 30 matches: +10\u{a0}=5\u{a0}−15, 4 lost by forfeit\n",
        "and 2 older versions\n",
        "Match 231, as player 1 against bob <b>: made an illegal move: ",
        "Show it again: replay 'class ladder' --match 231\n",
    ] {
        assert!(told.text.contains(said), "{said}\n{}", told.text);
    }
    assert!(!told.text.contains("Match 234"), "three are enough");
    assert_eq!(told.page.matches("<figure>").count(), 6, "both boards of each match");
    assert_eq!(told.page.matches("</tr>").count(), 7, "all versions");
    assert!(told.page.contains("ada@1") && told.page.contains("ada@6"));
    let hidden = ladder.tell(&PlayerFeedback { number: Some(7), ..open });
    assert!(hidden.text.contains("On the page of the ladder it is player 7\n"), "{}", hidden.text);
    for shown in [hidden.text, hidden.page, hidden.results.to_string()] {
        assert!(!shown.contains("bob"), "{shown}");
    }
}

/// Files that lead out of the folder, markup, commands for a terminal, and a great deal of it.
const HOSTILE: &str = "</pre><script>alert(1)</script>\u{1b}[2J\u{202e}\u{7}\"'&\r";

#[test]
fn what_a_player_says_is_shown_as_bounded_text() {
    let ladder = Ladder::new();
    let much = HOSTILE.repeat((1 << 20) / HOSTILE.len());
    let lines = format!("{HOSTILE}\n").repeat(20_000);
    let mut fault = wrote(HOSTILE, Player::X);
    (fault.text, fault.said) = (Some(much.clone()), vec![much.clone()]);
    (fault.detail, fault.wrote) = (None, Some(lines.clone()));
    let Verdict::Trial(Smoke::Fails { mut record, evidence, .. }) = fails(HOSTILE, much.as_bytes())
    else {
        unreachable!()
    };
    record.fault = Some(fault.clone());
    let with = |printed: &str| Evidence {
        output: [printed.as_bytes().to_vec(), Vec::new()],
        ..(*evidence).clone()
    };
    let verdicts = [&much, &lines].map(|printed| {
        Verdict::Trial(Smoke::Fails {
            fault: Box::new(in_trial(fault.clone())),
            record: record.clone(),
            evidence: Box::new(with(printed)),
        })
    });
    let left_out = Verdict::LeftOut(NoEntrant::Manifest { what: much.clone() });
    let untried = Verdict::Trial(Smoke::Untried(much.clone()));
    for verdict in verdicts.iter().chain([&left_out, &untried]) {
        let lost = vec![match_of([HOSTILE, HOSTILE], 231, fault.clone()); 3];
        let versions = (0..9).map(|_| version(HOSTILE, 1, 1)).collect();
        let plays = Some(much.clone());
        let told = ladder.tell(&PlayerFeedback { lost, versions, plays, ..news(verdict) });
        assert!(told.text.lines().count() <= 60, "{}", told.text.lines().count());
        for line in told.text.lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
        assert!(told.page.len() < 200_000 && told.results.to_string().len() < 30_000);
        for shown in [&told.text, &told.page] {
            let is_hidden = |it: char| it != '\n' && it.is_control() || it == '\u{202e}';
            assert!(!shown.contains(is_hidden), "{shown}");
        }
        assert!(!told.page.contains("<script"), "the page has none");
    }
}

#[test]
fn the_boards_of_every_game_stand_side_by_side() {
    for game in GameId::ALL {
        let line = open(game, Start::Usual, None).unwrap();
        let fault = RecordedFault {
            player: "x".to_owned(),
            ply: 1,
            reason: "unchanged".to_owned(),
            wrote: Some(line.board(0)),
            ..RecordedFault::default()
        };
        let record = MatchRecord { fault: Some(fault.clone()), ..MatchRecord::of_line(&*line) };
        let boards = boards::FaultBoards::from_fault(&fault, Some(&record)).unwrap();
        let lines = boards.lines(&game.into(), Language::English);
        assert!(lines[0].contains("board_1.txt") && lines[0].contains("board_2.txt"));
        assert!((8..=22).contains(&lines.len()), "{game}: {lines:#?}");
        assert!(lines.iter().all(|it| it.chars().count() <= 100), "{game}: {lines:#?}");
    }
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let ladder = Ladder::new();
    let verdict = Verdict::Rests;
    let elsewhere = ladder.folder.path().join("elsewhere");
    let names = ["../../elsewhere", elsewhere.to_str().unwrap(), ".hidden", "a/b", ".."];
    for name in names.into_iter().chain([&*"long ".repeat(50)]) {
        let told = ladder.tell(&PlayerFeedback { name, ..news(&verdict) });
        assert_eq!(told.folder.parent(), Some(&*ladder.out().join(PLAYERS)));
    }
    let inside = |it: &Path| fs::read_dir(it).unwrap().count();
    assert_eq!(inside(ladder.folder.path()), 1);
    assert_eq!(inside(&ladder.out()), 1);
    assert_eq!(inside(&ladder.out().join(PLAYERS)), 6);
}

#[test]
fn unchanged_news_is_not_written_again() {
    let ladder = Ladder::new();
    let verdict = fails(&without_a_man(), b"said");
    let changed = |told: &Told| {
        let names = [TOLD, PAGE, RESULTS, TRIAL_RECORD, "trial/player_1.output.txt"];
        names.map(|name| fs::metadata(told.folder.join(name)).unwrap().modified().unwrap())
    };
    let first = changed(&ladder.tell(&news(&verdict)));
    assert_eq!(changed(&ladder.tell(&news(&verdict))), first);
    let place = Some((1, 2));
    let again = changed(&ladder.tell(&PlayerFeedback { place, ..news(&verdict) }));
    assert!(again[..3].iter().zip(&first).all(|(again, first)| again != first));
    assert_eq!(again[3..], first[3..], "the trial is the same");
}

#[test]
fn each_language_has_words_of_its_own() {
    let verdict = fails(&without_a_man(), b"said");
    let lost = vec![match_of(["ada@1", "bob"], 231, wrote(&without_a_man(), Player::X))];
    let versions = vec![version("ada", 2, 30)];
    let mut ladder = Ladder::new();
    let mut news = PlayerFeedback { lost, versions, place: Some((1, 2)), ..news(&verdict) };
    news.number = Some(3);
    let mut all = Vec::new();
    for language in Language::ALL {
        ladder.language = language;
        let told = ladder.tell(&news);
        assert!(told.page.contains(&format!("<html lang=\"{}\">", language.code())));
        all.push(told);
    }
    let lines = all[0].text.lines().map(str::trim);
    let is_said = |it: &&str| it.contains(' ') && it.chars().any(|it| it.is_ascii_lowercase());
    let is_board = |it: &&str| !it.starts_with(|first: char| first.is_ascii_digit());
    for line in lines.filter(is_said).filter(is_board).filter(|it| !it.starts_with("+")) {
        for other in &all[1..] {
            assert!(!other.text.lines().any(|it| it.trim() == line), "{line}");
        }
    }
}
