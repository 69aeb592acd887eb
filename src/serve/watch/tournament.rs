//! A tournament's folder: read on request, and updated when its journal has grown.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use thiserror::Error;

use super::follower::{Follower, Subscription};
use super::overview::{Head, MatchPage, MatchRow, Overview, State, name, running_json};
use arbitro_records::{Claimed, MatchRecord, RecordHead};
use arbitro_rules::Player;
use arbitro_sandbox::Beneath;
use arbitro_tournament::{
    CountedMatch, MatchOutcome, MatchResult, PAIRINGS, Remember, Results, Spot, Standings,
    TOURNAMENT_FILE, TournamentError, feedback_page, is_played, journal, journals_in, live_file,
    live_match, live_matches, read_journal_line, report,
};
use arbitro_words::{Ending, Language, say};

/// Maximum matches shown that are being played.
const MAX_RUNNING: usize = 50;

/// Maximum matches shown with their board.
const MAX_BOARDS: usize = 12;

/// Maximum size of a report, or of what a player is told.
const MAX_PAGE_BYTES: u64 = 16 << 20;

/// An error that prevents showing a tournament.
#[derive(Debug, Error)]
pub enum WatchError {
    #[error("the tournament cannot be read")]
    Results(#[from] TournamentError),
    #[error("the journal cannot be read")]
    Io(#[from] io::Error),
}

/// A client's selection of matches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFilter {
    /// Matches to skip; the newest come first.
    pub from: usize,
    /// Maximum number of matches.
    pub count: usize,
    /// Only matches of this player.
    pub player: Option<String>,
    /// Only matches that ended by forfeit.
    pub faults: bool,
}

/// A tournament that can be watched.
#[derive(Debug)]
pub struct Tournament {
    id: String,
    folder: PathBuf,
    read: Mutex<Option<JournalReading>>,
    head: Mutex<Option<CachedHead>>,
    follower: Follower,
}

/// The entry in the list, and what it takes to carry it on.
#[derive(Debug)]
struct CachedHead {
    stamp: Stamp,
    head: Head,
    /// The sums so far, as long as matches are added.
    sums: Option<Results>,
}

/// The results read, and the state of the files at that time.
#[derive(Debug)]
struct JournalReading {
    stamp: Stamp,
    results: Results,
    overview: Arc<Overview>,
    /// Time it took to read, which limits how often it is read again.
    effort: Duration,
}

/// Recognises changed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    settings: Option<SystemTime>,
    /// Bytes of all journals, and when one was last written.
    journals: Option<(u64, SystemTime)>,
    /// Bytes of the pairings of a standing tournament, which tell of players before they play.
    pairings: Option<u64>,
}

impl Stamp {
    fn read(folder: &Path) -> Stamp {
        let data = |file: &str| fs::metadata(folder.join(file)).ok();
        let journals = journals_in(folder).unwrap_or_default().into_iter().map(|number| {
            let data = fs::metadata(journal(folder, number)).ok()?;
            Some((data.len(), data.modified().ok()?))
        });
        Stamp {
            settings: data(TOURNAMENT_FILE).and_then(|data| data.modified().ok()),
            journals: journals
                .into_iter()
                .flatten()
                .reduce(|all, it| (all.0 + it.0, all.1.max(it.1))),
            pairings: data(PAIRINGS).map(|data| data.len()),
        }
    }
}

impl Tournament {
    pub(super) fn new(id: String, folder: PathBuf) -> Tournament {
        Tournament {
            id,
            folder,
            read: Mutex::default(),
            head: Mutex::default(),
            follower: Follower::default(),
        }
    }

    /// Returns its entry in the list. Keeps no match of the journal in memory.
    pub fn head(&self) -> Result<Head, WatchError> {
        let stamp = Stamp::read(&self.folder);
        let mut cache = self.head.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = &*cache
            && cached.stamp == stamp
        {
            let is_complete = cached.head.state == State::Ended;
            return Ok(Head { state: self.state(is_complete), ..cached.head.clone() });
        }
        let known = cache.take().and_then(|it| Some((it.stamp, it.sums?)));
        let results = self.results(known, stamp, Remember::Sums)?;
        let head = self.head_of(&results, &results.standings(), stamp);
        let sums = (head.state == State::Running).then_some(results);
        *cache = Some(CachedHead { stamp, head: head.clone(), sums });
        Ok(head)
    }

    /// Returns the standings and progress.
    pub fn overview(&self) -> Result<Arc<Overview>, WatchError> {
        self.with_reading(|reading| Arc::clone(&reading.overview))
    }

    /// Returns the selected matches: a player's losses first, the newest of them on top.
    pub fn matches(&self, wanted: &MatchFilter) -> Result<MatchPage, WatchError> {
        let (total, page) = self.with_reading(|reading| page_of(&reading.results, wanted))?;
        Ok(MatchPage { total, matches: self.rows(page)? })
    }

    /// The rows of at most `most` matches after the first `known` of the journal.
    pub(super) fn rows_after(
        &self,
        known: usize,
        most: usize,
    ) -> Result<(usize, Vec<MatchRow>), WatchError> {
        let (there, new) = self.with_reading(|reading| {
            let outcomes = &reading.results.outcomes;
            let from = known.max(outcomes.len().saturating_sub(most));
            let new = outcomes.get(from..).unwrap_or_default();
            (outcomes.len(), listed(&reading.results, new.iter()))
        })?;
        Ok((there, self.rows(new)?))
    }

    /// The matches that are being played, as far as they are shown.
    pub fn running(&self) -> Vec<Value> {
        if self.state(false) != State::Running {
            return Vec::new();
        }
        // First: their players are known by then.
        let running = live_matches(&self.folder, MAX_RUNNING);
        let running = self.with_reading(|JournalReading { results, .. }| {
            let has_ended = |running: &Value| {
                results.outcomes.iter().any(|ended| running["match"] == *ended.id.to_string())
            };
            let running = running.into_iter().enumerate().filter_map(|(place, mut record)| {
                show_names(results, &mut record);
                running_json(&record, place < MAX_BOARDS)
            });
            running.filter(|running| !has_ended(running)).collect()
        });
        running.unwrap_or_default()
    }

    /// Time since the latest move of a match that is being played.
    pub(crate) fn since_last_move(&self, number: u64) -> Option<Duration> {
        let written = fs::metadata(live_file(&self.folder, number)?).ok()?;
        written.modified().ok()?.elapsed().ok()
    }

    /// The record of one match, which may not have ended.
    pub fn record(&self, number: u64) -> Result<Option<MatchRecord>, WatchError> {
        let spot = self.with_reading(|reading| {
            let found = reading.results.outcomes.iter().find(|outcome| outcome.id == number);
            found.map(|it| it.spot)
        })?;
        let mut record = None;
        if let Some(spot) = spot {
            read_journal_line(&self.folder, spot, |line| record = line.record().ok())?;
        } else if self.state(false) == State::Running {
            record = live_match(&self.folder, number);
        }
        if let Some(record) = &mut record {
            self.with_reading(|reading| show_names(&reading.results, record))?;
        }
        Ok(record)
    }

    /// Returns whether there is a report to open.
    pub fn has_report(&self) -> bool {
        let about = fs::symlink_metadata(self.folder.join(report::PAGE));
        about.is_ok_and(|about| about.is_file()) && self.shows_names()
    }

    /// Reads its report, if that is a file of a size that a page can have. A report has all names.
    pub fn report(&self) -> Option<Vec<u8>> {
        self.page(Path::new(report::PAGE))
    }

    /// Reads the page of a player of a standing tournament.
    pub fn player_page(&self, player: usize) -> Option<Vec<u8>> {
        let path = self.with_reading(|JournalReading { results, .. }| {
            let player = results.file.players.get(player)?;
            results.schedule.is_standing().then(|| feedback_page(&player.name))
        });
        self.page(&path.ok()??)
    }

    /// Reads a page in its folder, which names players.
    fn page(&self, path: &Path) -> Option<Vec<u8>> {
        if !self.shows_names() {
            return None;
        }
        // What a link out of the folder leads to is not this tournament's.
        let file = Beneath::open(&self.folder).ok()?.file(path).ok()?;
        let mut bytes = Vec::new();
        file.take(MAX_PAGE_BYTES + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= MAX_PAGE_BYTES).then_some(bytes)
    }

    fn shows_names(&self) -> bool {
        self.with_reading(|it| !it.results.hides_names()).unwrap_or(false)
    }

    /// Starts watching; changes come until the receiver is dropped.
    pub fn watch(self: &Arc<Tournament>) -> Result<Subscription, WatchError> {
        self.follower.join(self)
    }

    pub(super) const fn follower(&self) -> &Follower {
        &self.follower
    }

    /// Returns the time it took to read the news.
    pub(super) fn effort(&self) -> Duration {
        self.lock().as_ref().map_or_else(Default::default, |it| it.effort)
    }

    fn lock(&self) -> MutexGuard<'_, Option<JournalReading>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses the results as they are now.
    fn with_reading<T>(&self, read: impl FnOnce(&JournalReading) -> T) -> Result<T, WatchError> {
        let mut reading = self.lock();
        let stamp = Stamp::read(&self.folder);
        let current = match reading.take() {
            Some(reading) if reading.stamp == stamp => {
                let state = self.state(reading.overview.head.state == State::Ended);
                if state == reading.overview.head.state {
                    reading
                } else {
                    let mut overview = Overview::clone(&reading.overview);
                    overview.head.state = state;
                    JournalReading { overview: Arc::new(overview), ..reading }
                }
            }
            earlier => {
                let began = Instant::now();
                let earlier = earlier.map(|it| ((it.stamp, it.results), it.overview));
                let (known, old_overview) = earlier.unzip();
                let results = self.results(known, stamp, Remember::Outcomes)?;
                let standings = results.standings();
                let head = self.head_of(&results, &standings, stamp);
                let overview = Overview::new(&self.folder, head, &results, &standings);
                // A pairing alone changes nothing that is shown: who watches is not told again.
                let overview =
                    old_overview.filter(|it| **it == overview).unwrap_or_else(|| overview.into());
                JournalReading { stamp, results, overview, effort: began.elapsed() }
            }
        };
        Ok(read(reading.insert(current)))
    }

    /// Reads the results, or what came since they were known. Names that are hidden are in none of them.
    fn results(
        &self,
        known: Option<(Stamp, Results)>,
        stamp: Stamp,
        remember: Remember,
    ) -> Result<Results, WatchError> {
        let mut read_on = None;
        if let Some((before, mut results)) = known
            && before.settings == stamp.settings
            && results.read_on(&self.folder)?
        {
            read_on = Some(results);
        }
        let mut results = match read_on {
            Some(results) => results,
            None => Results::read(&self.folder, remember)?,
        };
        results.hide_names();
        Ok(results)
    }

    fn head_of(&self, results: &Results, standings: &Standings, stamp: Stamp) -> Head {
        let folder = self.folder.file_name().unwrap_or_default();
        let is_begun = results.tally.matches() > 0;
        let mut firsts = standings.ranking.iter().filter(|it| is_begun && it.place == Some(1));
        let first = firsts.next().filter(|_| firsts.next().is_none());
        let changed = stamp.journals.and_then(|(_, it)| it.duration_since(UNIX_EPOCH).ok());
        Head {
            id: self.id.clone(),
            name: name(&folder.to_string_lossy()),
            game: results.file.settings.game.name().to_owned(),
            entrants: results.players(),
            played: results.tally.matches(),
            total: results.schedule.total(),
            state: self.state(results.is_complete()),
            first: first.map(|it| name(&results.file.players[it.entrant].name)),
            changed: changed.and_then(|changed| u64::try_from(changed.as_millis()).ok()),
        }
    }

    fn state(&self, is_complete: bool) -> State {
        if is_complete {
            State::Ended
        } else if is_played(&self.folder).unwrap_or(false) {
            State::Running
        } else {
            State::Stopped
        }
    }

    fn rows(&self, listed: Vec<ListedMatch>) -> Result<Vec<MatchRow>, WatchError> {
        let mut rows = Vec::with_capacity(listed.len());
        for (spot, players) in listed {
            read_journal_line(&self.folder, spot, |line| {
                rows.extend(line.head().ok().and_then(|head| row(&head, players)));
            })?;
        }
        Ok(rows)
    }
}

/// The place of a match's line, and the names of its players.
type ListedMatch = (Spot, [String; 2]);

fn listed<'a>(
    results: &Results,
    matches: impl Iterator<Item = &'a MatchOutcome>,
) -> Vec<ListedMatch> {
    let shown_name = |player: usize| name(&results.file.players[player].name);
    matches.map(|it| (it.spot, [it.outcome.x, it.outcome.o].map(shown_name))).collect()
}

/// The number of the matches that are wanted, and the part of them that is.
fn page_of(results: &Results, wanted: &MatchFilter) -> (usize, Vec<ListedMatch>) {
    let mut players = results.file.players.iter();
    let player = wanted.player.as_ref().map(|it| players.position(|at| name(&at.name) == *it));
    // No match is one of an unknown player.
    let Some(player) = player.map_or(Some(None), |player| player.map(Some)) else {
        return (0, Vec::new());
    };
    let is_wanted = |ended: &&MatchOutcome| {
        let outcome = &ended.outcome;
        player.is_none_or(|player| outcome.x == player || outcome.o == player)
            && (!wanted.faults || outcome.forfeit.is_some())
    };
    let is_lost = |CountedMatch { x, o, counted, .. }: &CountedMatch| match counted {
        MatchResult::Won(Player::X) => player == Some(*o),
        MatchResult::Won(Player::O) => player == Some(*x),
        _ => false,
    };
    let mut all: Vec<&MatchOutcome> = results.outcomes.iter().rev().filter(is_wanted).collect();
    all.sort_by_key(|match_outcome| !is_lost(&match_outcome.outcome));
    let total = all.len();
    let page = all.into_iter().skip(wanted.from).take(wanted.count);
    (total, listed(results, page))
}

/// Puts the names into a record that those who look on see.
fn show_names(results: &Results, record: &mut MatchRecord) {
    for player in record.players.iter_mut().flat_map(|player| [&mut player.x, &mut player.o]) {
        player.name = results.shown_name(&player.name).into_owned();
    }
}

fn row(head: &RecordHead<'_>, [x, o]: [String; 2]) -> Option<MatchRow> {
    let reason = name(head.reason.as_deref().unwrap_or_default());
    Some(MatchRow {
        number: head.id.as_ref()?.to_string(),
        x,
        o,
        winner: head.winner.as_ref().and_then(Claimed::known),
        why: say(&Ending::Label(&reason), Language::English).into_owned(),
        reason,
        plies: head.plies.unwrap_or(0),
        fault: head.fault.is_some(),
    })
}
