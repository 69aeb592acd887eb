//! Knows what every player of a standing tournament is to be told, and lets a thread of its own write it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::news::{NewsPaper, PlayerNews, Verdict, VersionNews};
use crate::growing::phases::first_version;
use crate::ranking::standings::{Standing, Standings};
use crate::rating::{ELO_LIMIT, Rating};
use crate::results::Results;
use crate::settings::tournament_settings::TournamentSettings;
use arbitro_records::MatchRecord;
use arbitro_words::Language;

/// Lost matches that a player is told of.
const MAX_LOST: usize = 3;
/// Players who are told how they stand, at a time, and the interval to the next ones.
const AT_A_TIME: usize = 10;
const REFRESH_EVERY: Duration = Duration::from_secs(1);

/// The rating of who came since the last look at all.
const UNKNOWN: Rating =
    Rating { rating: 0.0, low: -ELO_LIMIT, high: ELO_LIMIT, group: 0, matches: 0 };

/// The page of a player, to be written.
struct Page {
    name: String,
    number: Option<usize>,
    verdict: Arc<Verdict>,
    plays: Option<String>,
    versions: Vec<VersionNews>,
    place: Option<(usize, usize)>,
    lost: Vec<MatchRecord>,
}

pub(super) struct Telling {
    verdicts: BTreeMap<String, Arc<Verdict>>,
    /// By name, the newest matches lost by forfeit.
    lost: BTreeMap<String, VecDeque<MatchRecord>>,
    /// Players who have played since they were told.
    stale: BTreeSet<String>,
    refresh_at: Instant,
    to_writer: Option<Sender<Box<Page>>>,
    writer: Option<JoinHandle<()>>,
}

impl Telling {
    pub(super) fn new(out: &Path, settings: &TournamentSettings, language: Language) -> Telling {
        let (to_writer, pages) = mpsc::channel();
        let (out, settings) = (out.to_owned(), settings.clone());
        let writer = thread::spawn(move || {
            write(&pages, &NewsPaper { out: &out, settings: &settings, language });
        });
        Telling {
            verdicts: BTreeMap::new(),
            lost: BTreeMap::new(),
            stale: BTreeSet::new(),
            refresh_at: Instant::now(),
            to_writer: Some(to_writer),
            writer: Some(writer),
        }
    }

    /// Notes a match that was played.
    pub(super) fn note(&mut self, record: MatchRecord) {
        let Some(players) = &record.players else { return };
        for player in [&players.x, &players.o] {
            self.stale.insert(first_version(&player.name).to_owned());
        }
        let loser =
            record.fault.as_ref().map(|it| if it.player == "x" { &players.x } else { &players.o });
        if let Some(loser) = loser {
            let lost = self.lost.entry(first_version(&loser.name).to_owned()).or_default();
            lost.push_front(record);
            lost.truncate(MAX_LOST);
        }
    }

    /// Tells a player at once what came of its newest bytes.
    pub(super) fn judge(&mut self, name: &str, verdict: Verdict, so_far: (&Results, &Standings)) {
        self.verdicts.insert(name.to_owned(), Arc::new(verdict));
        self.send(name, so_far);
    }

    /// Tells some of those who have played how they stand.
    pub(super) fn refresh(&mut self, results: &Results, standings: &Standings) {
        if Instant::now() < self.refresh_at {
            return;
        }
        self.refresh_at = Instant::now() + REFRESH_EVERY;
        for _ in 0..AT_A_TIME {
            let Some(name) = self.stale.pop_first() else { return };
            self.send(&name, (results, standings));
        }
    }

    fn send(&self, name: &str, (results, standings): (&Results, &Standings)) {
        let (Some(verdict), Some(pairings)) = (self.verdicts.get(name), &results.file.pairings)
        else {
            return;
        };
        let places = pairings.versions(name);
        let standing = |place: usize| standings.ranking.iter().find(|it| it.entrant == place);
        let version = |&place: &usize| {
            let player = &results.file.players[place];
            let rating = standing(place).map_or(UNKNOWN, |it| it.rating);
            let (name, sha256) = (player.name.clone(), player.sha256.clone());
            VersionNews { name, sha256, count: *results.tally.count(place), rating }
        };
        let playing = places.iter().copied().find(|&it| !pairings.rests[it]);
        let ranked = standings.ranking.iter().filter_map(|it| it.place).count();
        let rank = |it: &Standing| it.place.map(|place| (place, ranked));
        let page = Page {
            name: name.to_owned(),
            number: results.number(name).filter(|_| results.hides_names()),
            verdict: Arc::clone(verdict),
            plays: playing.map(|it| results.file.players[it].name.clone()),
            versions: places.iter().map(version).collect(),
            place: playing.and_then(standing).and_then(rank),
            lost: self.lost.get(name).into_iter().flatten().cloned().collect(),
        };
        // A writer that has died has told why.
        let _ = self.to_writer.as_ref().map(|it| it.send(Box::new(page)));
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        // What is known is still written.
        self.to_writer = None;
        let _ = self.writer.take().map(JoinHandle::join);
    }
}

/// Writes what comes, of each player the newest.
fn write(pages: &Receiver<Box<Page>>, paper: &NewsPaper<'_>) {
    while let Ok(first) = pages.recv() {
        let all: BTreeMap<String, Box<Page>> = std::iter::once(first)
            .chain(pages.try_iter())
            .map(|it| (it.name.clone(), it))
            .collect();
        for page in all.into_values() {
            let Page { name, number, verdict, plays, versions, place, lost } = *page;
            let (name, verdict) = (&*name, &*verdict);
            // Nothing that is played depends on it: the next news may be written again.
            let _ =
                paper.write(&PlayerNews { name, number, verdict, plays, versions, place, lost });
        }
    }
}
