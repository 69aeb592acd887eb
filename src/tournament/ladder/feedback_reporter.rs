//! Writes the feedback of every player of a standing tournament: the verdict on its files, and its standing.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::time::{Duration, Instant};

use super::feedback::{FeedbackWriter, PlayerFeedback, Verdict, VersionFeedback};
use crate::growing::phases::first_version;
use crate::ranking::standings::{Standing, Standings};
use crate::rating::{ELO_LIMIT, Rating};
use crate::results::Results;
use crate::settings::tournament_settings::TournamentSettings;
use arbitro_records::MatchRecord;
use arbitro_words::Language;

/// Lost matches in a player's feedback.
const MAX_LOST: usize = 3;
/// Players whose feedback is written at a time, and the least interval between two such batches. Writing takes a tenth
/// of the time at most.
const AT_A_TIME: usize = 10;
const REFRESH_EVERY: Duration = Duration::from_secs(1);
const REST: u32 = 10;

/// The rating of a player that is newer than the standings.
const UNKNOWN: Rating =
    Rating { rating: 0.0, low: -ELO_LIMIT, high: ELO_LIMIT, group: 0, matches: 0 };

pub(super) struct FeedbackReporter<'a> {
    paper: FeedbackWriter<'a>,
    verdicts: BTreeMap<String, Verdict>,
    /// By name, the newest matches lost by forfeit.
    lost: BTreeMap<String, VecDeque<MatchRecord>>,
    /// Players that have played since their feedback was written.
    stale: BTreeSet<String>,
    refresh_at: Instant,
}

impl<'a> FeedbackReporter<'a> {
    pub(super) fn new(
        out: &'a Path,
        settings: TournamentSettings,
        language: Language,
    ) -> FeedbackReporter<'a> {
        FeedbackReporter {
            paper: FeedbackWriter { out, settings, language },
            verdicts: BTreeMap::new(),
            lost: BTreeMap::new(),
            stale: BTreeSet::new(),
            refresh_at: Instant::now(),
        }
    }

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

    /// Reports the verdict on a player's newest files at once.
    pub(super) fn judge(
        &mut self,
        name: &str,
        verdict: Verdict,
        results: &Results,
        standings: &Standings,
    ) {
        self.verdicts.insert(name.to_owned(), verdict);
        self.write(name, results, standings);
    }

    pub(super) fn refresh(&mut self, results: &Results, standings: &Standings) {
        let now = Instant::now();
        if now < self.refresh_at {
            return;
        }
        for _ in 0..AT_A_TIME {
            let Some(name) = self.stale.pop_first() else { break };
            self.write(&name, results, standings);
        }
        self.refresh_at = now + REFRESH_EVERY.max(now.elapsed() * REST);
    }

    fn write(&self, name: &str, results: &Results, standings: &Standings) {
        let (Some(verdict), Some(pairings)) = (self.verdicts.get(name), &results.file.pairings)
        else {
            return;
        };
        let places = pairings.versions(name);
        let standing = |place: usize| standings.ranking.iter().find(|it| it.entrant == place);
        let version = |&place: &usize| {
            let player = &results.file.players[place];
            let rating = standing(place).map_or(UNKNOWN, |standing| standing.rating);
            let (name, sha256) = (player.name.clone(), player.sha256.clone());
            VersionFeedback { name, sha256, count: *results.tally.count(place), rating }
        };
        let playing = places.iter().copied().find(|&place| !pairings.rests[place]);
        let ranked = standings.ranking.iter().filter_map(|it| it.place).count();
        let rank = |it: &Standing| it.place.map(|place| (place, ranked));
        // Nothing that is played depends on it: the next news may be written again.
        let _ = self.paper.write(&PlayerFeedback {
            name,
            number: results.number(name).filter(|_| results.hides_names()),
            verdict,
            plays: playing.map(|playing| results.file.players[playing].name.clone()),
            versions: places.iter().map(version).collect(),
            place: playing.and_then(standing).and_then(rank),
            lost: self.lost.get(name).into_iter().flatten().cloned().collect(),
        });
    }
}
