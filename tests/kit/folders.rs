//! A tournament's folder made by hand: random games among made-up players, some of which misbehave.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arbitro_records::{MatchRecord, Named, RECORD_VERSION, RecordedFault, seal};
use arbitro_referee::{Detail, Fault};
use arbitro_rules::history::Both;
use arbitro_rules::judge::{Diagnose, Wrong, judge_file};
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::Staging;
use arbitro_tournament::{
    Entrants, Format, JOURNAL, LadderEvent, LeftOutEntry, MatchResult, Names, Next, Pairing,
    Pairings, PlayerEntry, Recorder, Remember, Results, Schedule, Share, TournamentFile,
    TournamentSettings, find_entrants, match_seed,
};
use rand::RngExt;
use rand::rngs::SmallRng;

use crate::games::seeded;

/// Behaviour of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    Good,
    /// Now and then it writes a board that no move leads to.
    Illegal,
    /// Or no board at all.
    Unreadable,
    /// Or nothing.
    Late,
    /// The machine spoils its first round.
    Unlucky,
}

pub struct Made {
    pub name: String,
    pub author: Option<String>,
    pub manners: Manners,
}

pub fn made(name: &str, author: Option<&str>, manners: Manners) -> Made {
    Made { name: name.to_owned(), author: author.map(str::to_owned), manners }
}

/// Finds players where programs have the caller's user id.
pub fn players_in(folder: &Path, game: GameId, bundled: &[OsString]) -> Entrants {
    let mut staging = Staging::new("arbitro-tests-players-", false);
    find_entrants(&[folder.to_owned()], game, bundled, &[], &mut staging).unwrap()
}

pub fn settings(game: GameId, format: Format, games: u32) -> TournamentSettings {
    TournamentSettings {
        game: game.into(),
        format,
        games,
        move_time: Duration::from_secs(1),
        memory: 100 << 20,
        max_plies: 100,
        seed: 7,
        best: Some(Share::FIFTEEN_PERCENT),
        ..TournamentSettings::usual(game)
    }
}

/// Writes a folder in which `share` of the matches have ended.
pub fn write_folder(folder: &Path, settings: &TournamentSettings, players: &[Made], share: f64) {
    fs::create_dir_all(folder).unwrap();
    let mut players: Vec<&Made> = players.iter().collect();
    players.sort_by(|a, b| a.name.cmp(&b.name));
    let file = tournament_file(settings, &players);
    file.write(folder).unwrap();
    let mut schedule = Schedule::new(settings, &file.names()).unwrap();
    let mut random = seeded(3);
    let mut journal = Vec::new();
    let most = (schedule.total().unwrap_or(u64::MAX) as f64 * share) as u64;
    let mut written = 0;
    while written < most
        && let Next::Match(pairing) = schedule.next_match()
    {
        let record = with_game!(settings.playable().unwrap(), G =>
            play::<G>(&mut random, &file, pairing, &players, settings),
            else _ => play_written(&mut random, &file, pairing, &players, settings));
        let counted = match record.winner.as_deref() {
            _ if record.reason.as_deref() == Some("void") => MatchResult::Void,
            Some("x") => MatchResult::Won(Player::X),
            Some(_) => MatchResult::Won(Player::O),
            None => MatchResult::Drawn,
        };
        schedule.note(pairing.id, pairing.x, pairing.o, counted);
        writeln!(journal, "{}", seal(&record.to_line())).unwrap();
        written += 1;
    }
    fs::write(folder.join(JOURNAL), journal).unwrap();
}

/// Makes a standing tournament of one that was played: the same players, matches and journal.
pub fn make_standing(folder: &Path, names: Option<Names>) {
    let TournamentFile { settings, players, .. } = read(folder).file;
    let settings = TournamentSettings { format: Format::Standing, names, ..settings };
    let mut file = tournament_file(&settings, &[]);
    file.pairings = Some(Pairings::default());
    file.write(folder).unwrap();
    let entry = |it: PlayerEntry| {
        let PlayerEntry { name: entry, sha256, author, needs, .. } = it;
        LadderEvent::Entry { entry, sha256, author, needs, rung: false }
    };
    let pairing = |it: MatchRecord| {
        let players = it.players.unwrap();
        LadderEvent::Pairing {
            pairing: it.id.unwrap().as_u64().unwrap(),
            x: players.x.name,
            o: players.o.name,
            opening: it.opening.unwrap(),
        }
    };
    let pairings = records(folder).into_iter().map(pairing);
    let events: Vec<LadderEvent> = players.into_iter().map(entry).chain(pairings).collect();
    Recorder::open(folder, &Pairings::default()).unwrap().append(&events).unwrap();
}

pub fn read(folder: &Path) -> Results {
    Results::read(folder, Remember::Places).unwrap()
}

/// Adds a record as the next line.
pub fn append(folder: &Path, record: &MatchRecord) {
    let journal = fs::OpenOptions::new().append(true).open(folder.join(JOURNAL));
    writeln!(journal.unwrap(), "{}", seal(&record.to_line())).unwrap();
}

pub fn records(folder: &Path) -> Vec<MatchRecord> {
    let text = fs::read_to_string(folder.join(JOURNAL)).unwrap();
    let records = text.lines().map(|line| MatchRecord::from_line(line).unwrap().1);
    records.collect()
}

/// Writes a changed list of records in the place of the journal.
pub fn rewrite(folder: &Path, records: &[MatchRecord]) {
    let lines = records.iter().map(|record| seal(&record.to_line()) + "\n");
    fs::write(folder.join(JOURNAL), lines.collect::<String>()).unwrap();
}

fn tournament_file(settings: &TournamentSettings, players: &[&Made]) -> TournamentFile {
    TournamentFile {
        arbitro: "0.2.0".to_owned(),
        program_sha256: None,
        parts: None,
        settings: settings.clone(),
        protection: [
            ("memory", "enforced: group_v2"),
            ("network", "enforced: seccomp_no_sockets"),
            ("processes", "absent: exempt_user"),
        ]
        .map(|(name, how)| (name.to_owned(), how.to_owned()))
        .into(),
        players: (1_u32..)
            .zip(players)
            .map(|(number, made)| PlayerEntry {
                name: made.name.clone(),
                sha256: format!("{:08x}{:056}", 0x9e37_79b9_u32.wrapping_mul(number), 0),
                author: made.author.clone(),
                place: PathBuf::from(format!("submissions/{number}")),
                needs: Vec::new(),
            })
            .collect(),
        phases: Vec::new(),
        pairings: None,
        left_out: vec![LeftOutEntry {
            place: "submissions/<i>late</i>".to_owned(),
            sha256: None,
            why: "player.toml: no command".to_owned(),
        }],
    }
}

/// The record of a match before its first ply, or that of one that the machine spoils.
fn begun(
    file: &TournamentFile,
    pairing: Pairing,
    players: &[&Made],
    settings: &TournamentSettings,
) -> Result<MatchRecord, Box<MatchRecord>> {
    let record = MatchRecord {
        v: RECORD_VERSION,
        id: Some(pairing.id.into()),
        round: Some(pairing.round),
        opening: Some(pairing.opening),
        game: settings.game.name().to_owned(),
        players: Some(Both { x: named(file, pairing.x), o: named(file, pairing.o) }),
        max_plies: Some(settings.max_plies.into()),
        seed: Some(match_seed(7, pairing.id)),
        ..MatchRecord::default()
    };
    let is_unlucky = |&entrant: &usize| players[entrant].manners == Manners::Unlucky;
    if pairing.round == 1 && [pairing.x, pairing.o].iter().any(is_unlucky) {
        return Err(Box::new(MatchRecord { reason: Some("void".into()), ..record }));
    }
    Ok(record)
}

/// Plays a game that is not compiled in.
fn play_written(
    random: &mut SmallRng,
    file: &TournamentFile,
    pairing: Pairing,
    players: &[&Made],
    settings: &TournamentSettings,
) -> MatchRecord {
    let game = settings.playable().unwrap();
    let mut line = open(game, Start::Usual, Some(settings.max_plies)).unwrap();
    let mut record = match begun(file, pairing, players, settings) {
        Ok(record) => record,
        Err(spoilt) => return *spoilt,
    };
    let MatchRecord { first, rules, .. } = MatchRecord::of_line(&*line);
    record.first = first;
    record.rules = rules;
    loop {
        let ply = line.plies() as u64 + 1;
        let turn = line.turn();
        if let Some(end) = line.end() {
            record.winner = end.winner().map(Into::into);
            record.reason = Some(end.reason().into());
            break;
        }
        let mover = if turn == Player::O { pairing.o } else { pairing.x };
        let mut legal = line.legal();
        let key = legal.swap_remove(random.random_range(0..legal.len()));
        record.ms.push(round(random.random::<f64>()));
        if players[mover].manners == Manners::Illegal && ply > 6 {
            // As if it had moved twice.
            let mut twice = line.fork(None);
            twice.play(key);
            if let Some(&key) = twice.legal().first() {
                twice.play(key);
            }
            let wrote = twice.board(twice.plies()).into_bytes();
            if let Err(wrong) = line.judge(&wrote, Strictness::Strict).verdict {
                record.fault = Some(illegal(turn, ply, wrote, wrong, game));
                record.reason = Some("illegal_move".into());
                record.winner = Some((!turn).into());
                break;
            }
        }
        line.play(key);
    }
    record.follow(&*line);
    record
}

fn illegal(player: Player, ply: u64, wrote: Vec<u8>, wrong: Wrong, game: GameId) -> RecordedFault {
    let fault = Fault {
        player,
        ply,
        file: format!("board_{}.txt", ply + 1).into(),
        detail: Detail::Board(wrong),
        wrote: Some(wrote),
        stray: None,
        printed: Vec::new(),
        activity: None,
    };
    RecordedFault::from_fault(&fault, game)
}

fn play<G: Diagnose>(
    random: &mut SmallRng,
    file: &TournamentFile,
    pairing: Pairing,
    players: &[&Made],
    settings: &TournamentSettings,
) -> MatchRecord {
    let entrants = [pairing.x, pairing.o];
    let mut position = G::start();
    let mut record = match begun(file, pairing, players, settings) {
        Ok(record) => record,
        Err(spoilt) => return *spoilt,
    };
    let mut moves = Vec::new();
    loop {
        let turn = position.turn();
        let seat = usize::from(turn == Player::O);
        let ply = moves.len() as u64 + 1;
        if let Some(end) = position.end() {
            record.winner = Some(end.winner().into());
            record.reason = Some(end.reason().into());
            break;
        }
        if moves.len() >= settings.max_plies as usize {
            record.reason = Some("move_limit".into());
            break;
        }
        let speed = 0.2 * (1.0 + entrants[seat] as f64 * 3.0);
        record.ms.push(round(speed * 30f64.powf(random.random::<f64>())));
        record.cpu_ms.push(round(speed * random.random::<f64>()));
        let manners = players[entrants[seat]].manners;
        if !matches!(manners, Manners::Good | Manners::Unlucky)
            && ply > 6
            && random.random_bool(0.03)
        {
            record.fault = Some(fault::<G>(&position, manners, ply, random));
            record.reason = record.fault.as_ref().map(|fault| fault.reason.as_str().into());
            record.winner = Some((!turn).into());
            break;
        }
        let legal = position.legal_moves();
        // The earlier in the list, the more captures.
        let best = legal.iter().max_by_key(|&&mv| G::places_of(mv).len()).copied();
        let is_greedy = random.random_bool((entrants[seat] % 9) as f64 / 10.0);
        let mv = best
            .filter(|_| is_greedy)
            .unwrap_or_else(|| legal[random.random_range(0..legal.len())]);
        moves.push(position.write_move(mv));
        position = position.after(mv);
    }
    record.plies = Some(moves.len() as u64);
    record.moves = moves.join(" ");
    let peak = |entrant: usize| Some(2048 + 3000 * entrant as u64 + pairing.id % 700);
    record.peak_kib = Some(Both { x: peak(pairing.x), o: peak(pairing.o) });
    record
}

fn round(time: f64) -> f64 {
    (time * 1e3).round() / 1e3
}

fn named(file: &TournamentFile, entrant: usize) -> Named {
    Named {
        name: file.players[entrant].name.clone(),
        sha256: Some(file.players[entrant].sha256.clone()),
    }
}

fn fault<G: Diagnose>(
    position: &G,
    manners: Manners,
    ply: u64,
    random: &mut SmallRng,
) -> RecordedFault {
    let turn = position.turn();
    let plain = RecordedFault {
        player: turn.to_string(),
        ply,
        file: Some(format!("board_{}.txt", ply + 1)),
        ..RecordedFault::default()
    };
    match manners {
        Manners::Illegal => {
            let wrote = G::write_board(&faulty_board(position, random));
            let (_, verdict) = judge_file(position, wrote.as_bytes(), Strictness::Strict);
            illegal(turn, ply, wrote.into_bytes(), verdict.unwrap_err(), G::ID)
        }
        Manners::Unreadable => RecordedFault {
            reason: "invalid_board".to_owned(),
            text: Some(format!(
                "board_{}.txt: line 1: found <b>bold</b> where a row should be",
                ply + 1
            )),
            wrote: Some(
                "<b>bold</b>\n\u{1b}[31m</pre></svg>\nSegmentation \"fault\" & more".to_owned(),
            ),
            ..plain
        },
        Manners::Late | Manners::Unlucky | Manners::Good => RecordedFault {
            reason: "timeout".to_owned(),
            text: Some(format!("board_{}.txt was not there after 1s", ply + 1)),
            ..plain
        },
    }
}

/// A playable board that no legal move leads to: as if a player had moved twice.
fn faulty_board<G: Diagnose>(position: &G, random: &mut SmallRng) -> G::Board {
    let after = |position: &G| -> Vec<G::Board> {
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| position.after(mv).board()).collect()
    };
    let legal = after(position);
    loop {
        let once = legal[random.random_range(0..legal.len())];
        let twice = after(&G::new(once, position.turn()));
        if twice.is_empty() {
            continue;
        }
        let board = twice[random.random_range(0..twice.len())];
        let text = G::write_board(&board);
        let playable = G::read_board(text.as_bytes(), Strictness::Strict).board.is_some();
        if playable && board != position.board() && !legal.contains(&board) {
            return board;
        }
    }
}
