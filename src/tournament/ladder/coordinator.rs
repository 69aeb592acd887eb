//! Decides in a standing tournament: who enters, who meets whom, and what is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::feedback::{Verdict, refused_before};
use super::feedback_reporter::FeedbackReporter;
use super::queue::{Candidate, Job, try_out};
use super::stand::{Report, Reported, Stand};
use super::{
    Duel, LadderEvent, Matchmaker, Pairings, Recorder, StagedPlayer, VERSIONS, Versions,
    put_back_requests,
};
use crate::error::{TournamentError, failed};
use crate::growing::phases::first_version;
use crate::journal::{Journal, read_journals};
use crate::players::entrant::Entrant;
use crate::players::no_entrant::NoEntrant;
use crate::ranking::standings::Standings;
use crate::results::Results;
use crate::run::event::TournamentEvent;
use crate::run::job_queue::JobQueue;
use crate::run::play_match::PlayedMatch;
use crate::run::play_tournament::{LOOK_EVERY, RunEnd, in_place};
use crate::run::smoke::Smoke;
use crate::schedule::Next;
use crate::schedule::pairing::Pairing;
use crate::settings::tournament_file::PlayerEntry;
use arbitro_records::MatchRecord;

/// Minimum interval between two looks at all ratings, which take a tenth of the time at most.
const RATE_EVERY: Duration = Duration::from_secs(1);
const RATING_SHARE: u32 = 10;
/// Matches that wait for each worker: few, since the next ones are paired by more results.
const QUEUED: usize = 1;

pub(super) struct Coordinator<'a> {
    how: &'a Stand<'a>,
    results: Results,
    standings: Standings,
    journal: Journal,
    recorder: Recorder,
    matchmaker: Matchmaker,
    /// Pairings that the matchmaker knows.
    begun: u64,
    staged: BTreeMap<usize, Arc<StagedPlayer>>,
    versions: &'a Mutex<Versions<'a>>,
    queue: &'a JobQueue<Job>,
    /// Players that were too slow in a trial.
    late: BTreeSet<String>,
    rate_at: Instant,
    feedback: FeedbackReporter<'a>,
    tell: &'a mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
}

impl Drop for Coordinator<'_> {
    fn drop(&mut self) {
        // Also if it panics: the workers wait for jobs.
        self.queue.close();
    }
}

impl<'a> Coordinator<'a> {
    pub(super) fn open(
        how: &'a Stand<'a>,
        results: Results,
        versions: &'a Mutex<Versions<'a>>,
        queue: &'a JobQueue<Job>,
        tell: &'a mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
    ) -> Result<Coordinator<'a>, TournamentError> {
        let settings = &results.file.settings;
        let journal = results.open_journal(how.out).map_err(TournamentError::Journal)?;
        let recorder = Recorder::open(how.out, pairings_of(&results));
        let mut coordinator = Coordinator {
            how,
            standings: results.standings(),
            journal,
            recorder: recorder.map_err(TournamentError::Pairings)?,
            matchmaker: Matchmaker::new(settings.seed),
            begun: 0,
            staged: BTreeMap::new(),
            versions,
            queue,
            late: BTreeSet::new(),
            rate_at: Instant::now(),
            feedback: FeedbackReporter::new(how.out, settings.clone(), how.language),
            results,
            tell,
        };
        coordinator.follow();
        coordinator.remember().map_err(TournamentError::Results)?;
        coordinator.take_rungs()?;
        coordinator.matchmaker.learn(&coordinator.standings.ratings);
        Ok(coordinator)
    }

    fn pairings(&self) -> &Pairings {
        pairings_of(&self.results)
    }

    fn name(&self, place: usize) -> &str {
        &self.results.file.players[place].name
    }

    fn say(&mut self, event: &TournamentEvent<'_>) -> Result<(), TournamentError> {
        (self.tell)(event).map_err(TournamentError::Telling)
    }

    /// Tells the matchmaker what is new in the file of pairings.
    fn follow(&mut self) {
        let pairings = pairings_of(&self.results);
        self.matchmaker.set_resting(&pairings.rests);
        let known = usize::try_from(self.begun).unwrap_or(usize::MAX);
        for pairing in pairings.matches.iter().skip(known).flatten() {
            let &Pairing { id, x, o, opening, .. } = pairing;
            self.matchmaker.begin(id, Duel { x, o, opening });
        }
        self.begun = pairings.matches.len() as u64;
    }

    /// Tells the matchmaker what earlier runs have played, and recalls the latest lost matches.
    fn remember(&mut self) -> io::Result<()> {
        let Coordinator { results, matchmaker, feedback, how, .. } = self;
        read_journals(how.out, |line| {
            let record = line.record().ok();
            let id = record.as_ref().and_then(|record| record.id.as_ref()?.as_u64());
            if let (Some(record), Some(id)) = (record, id)
                && results.schedule.listed(id).is_some()
                && !results.open_voids.contains_key(&id)
            {
                matchmaker.end(id, times(&record));
                feedback.note(record);
            }
            Ok::<(), io::Error>(())
        })?;
        Ok(())
    }

    /// Copies the rungs that are not there yet.
    fn take_rungs(&mut self) -> Result<(), TournamentError> {
        for rung in self.how.rungs {
            let name = rung.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if self.pairings().place(&name).is_some() {
                continue;
            }
            let refused = |why| TournamentError::Rung { name: name.clone(), why: Box::new(why) };
            let folder = rung.parent().unwrap_or(rung);
            let taken = self.versions().take(folder, &name)?.map_err(refused)?;
            let Some(sha256) = taken else { return Err(refused(NoEntrant::Nothing)) };
            let player = self.stage(&sha256, &name)?.map_err(refused)?;
            self.enter(&name, player, true)?;
        }
        Ok(())
    }

    fn versions(&self) -> MutexGuard<'a, Versions<'a>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the player with these bytes ready to play.
    fn stage(
        &self,
        sha256: &str,
        name: &str,
    ) -> Result<Result<StagedPlayer, NoEntrant>, TournamentError> {
        let staged = self.versions().stage(sha256, name)?;
        Ok(staged.and_then(|mut it| {
            it.entrant = (self.how.prepare)(std::mem::take(&mut it.entrant))?;
            Ok(it)
        }))
    }

    /// Writes these lines down, and takes them over.
    fn record(&mut self, events: &[LadderEvent]) -> Result<(), TournamentError> {
        self.recorder.append(events).map_err(TournamentError::Pairings)?;
        self.results.read_pairings(self.how.out).map_err(TournamentError::Pairings)?;
        self.follow();
        Ok(())
    }

    /// Decides until it is stopped.
    pub(super) fn run(&mut self, reported: &Receiver<Reported>) -> Result<RunEnd, TournamentError> {
        self.say(&TournamentEvent::Began {
            players: self.pairings().in_use().count(),
            matches: None,
            done: self.results.tally.matches(),
            jobs: self.how.machine.jobs,
        })?;
        let is_over = || self.how.until.is_some_and(|until| SystemTime::now() >= until);
        while !self.how.stop.load(Ordering::Relaxed) && !is_over() {
            self.pair()?;
            match reported.recv_timeout(LOOK_EVERY) {
                Ok(first) => {
                    for report in std::iter::once(first).chain(reported.try_iter()) {
                        self.hear(report?)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.journal.sync_if_due().map_err(TournamentError::Journal)?;
            self.put_back()?;
            self.rate()?;
            let Coordinator { feedback, results, standings, .. } = self;
            feedback.refresh(results, standings);
        }
        self.journal.sync().map_err(TournamentError::Journal)?;
        Ok(RunEnd::Stopped)
    }

    /// Keeps the workers busy: first with what an earlier run left open.
    fn pair(&mut self) -> Result<(), TournamentError> {
        for _ in 0..self.wanted() {
            match self.results.schedule.next_match() {
                Next::Match(pairing) => self.hand_out(pairing)?,
                Next::Wait | Next::Done => break,
            }
        }
        let mut events = Vec::new();
        for number in (self.pairings().next_number()..).take(self.wanted()) {
            let Some(duel) = self.matchmaker.next(number) else { break };
            let Duel { x, o, opening } = duel;
            events.push(LadderEvent::Pairing {
                pairing: number,
                x: self.name(x).to_owned(),
                o: self.name(o).to_owned(),
                opening,
            });
            self.matchmaker.begin(number, duel);
            self.begun = number;
        }
        if !events.is_empty() {
            self.record(&events)?;
            while let Next::Match(pairing) = self.results.schedule.next_match() {
                self.hand_out(pairing)?;
            }
        }
        Ok(())
    }

    /// Matches that are missing in the queue.
    fn wanted(&self) -> usize {
        let queued = self.queue.count(|queue| queue.first_trial().is_none());
        (self.how.machine.jobs * QUEUED).saturating_sub(queued)
    }

    fn hand_out(&mut self, pairing: Pairing) -> Result<(), TournamentError> {
        if let (Some(x), Some(o)) = (self.staged(pairing.x)?, self.staged(pairing.o)?) {
            self.queue.change(|jobs| jobs.push_back(Job::Match(pairing, [x, o])));
        } else {
            // The bytes of one are gone. What is not played takes no time.
            self.matchmaker.end(pairing.id, [Duration::ZERO; 2]);
        }
        Ok(())
    }

    /// The version at a place, ready to play. One that cannot be any more rests.
    fn staged(&mut self, place: usize) -> Result<Option<Arc<StagedPlayer>>, TournamentError> {
        if let Some(player) = self.staged.get(&place) {
            return Ok(Some(Arc::clone(player)));
        }
        let PlayerEntry { name, sha256, .. } = self.results.file.players[place].clone();
        match self.stage(&sha256, &name)? {
            Ok(player) => {
                let player = Arc::new(player);
                self.staged.insert(place, Arc::clone(&player));
                Ok(Some(player))
            }
            Err(why) => {
                if !self.pairings().rests[place] {
                    self.record(&[LadderEvent::Rest { version: name.clone() }])?;
                    self.report_verdict(first_version(&name), Verdict::LeftOut(why));
                }
                Ok(None)
            }
        }
    }

    fn hear(&mut self, report: Report) -> Result<(), TournamentError> {
        let (name, verdict) = match report {
            Report::Played(played) => return self.take(&played),
            Report::Tried(candidate, smoke) => {
                let name = candidate.name.clone();
                (name, self.judge(*candidate, smoke)?)
            }
            Report::NotStarted(name, why) => (name, Some(Verdict::LeftOut(why.into()))),
            Report::Arrived { name, found: Ok(sha256) } => {
                let verdict = self.arrive(&name, &sha256)?;
                (name, verdict)
            }
            Report::Arrived { name, found: Err(why) } => (name, Some(Verdict::LeftOut(why))),
            Report::Gone(name) => {
                self.rest(&name)?;
                (name, Some(Verdict::Rests))
            }
        };
        if let Some(verdict) = verdict {
            self.report_verdict(&name, verdict);
        }
        Ok(())
    }

    fn take(&mut self, played: &PlayedMatch) -> Result<(), TournamentError> {
        let record = &played.record;
        self.journal.append(record).map_err(TournamentError::Journal)?;
        in_place(&self.journal)?;
        self.results.note(played.pairing.id, &played.counts);
        self.matchmaker.end(played.pairing.id, times(record));
        self.feedback.note(record.clone());
        let leader = self.standings.ranking.first().map_or(played.pairing.x, |it| it.entrant);
        let done = self.results.tally.matches();
        let event = TournamentEvent::of_match(played, &self.results, done, leader);
        (self.tell)(&event).map_err(TournamentError::Telling)
    }

    /// Considers the bytes that a folder has now. `None` if what was told of them still holds.
    fn arrive(&mut self, name: &str, sha256: &str) -> Result<Option<Verdict>, TournamentError> {
        let players = &self.results.file.players;
        let pairings = self.pairings();
        let has = |it: &usize| players[*it].sha256 == sha256;
        if pairings.place(name).is_some_and(|place| pairings.rungs.contains(&place)) {
            return Ok(Some(Verdict::LeftOut(NoEntrant::Twice)));
        }
        if pairings.arrived(name).as_ref().is_some_and(has) {
            // What came meanwhile was no player, or this is the beginning.
            return Ok(Some(Verdict::Trial(Smoke::Plays)));
        }
        if let Some(place) = pairings.versions(name).into_iter().find(has) {
            let version = players[place].name.clone();
            self.record(&[LadderEvent::Return { version, asked: false }])?;
            return Ok(Some(Verdict::Trial(Smoke::Plays)));
        }
        // An earlier run has tried them.
        if refused_before(self.how.out, name).is_some_and(|it| it == sha256) {
            return Ok(None);
        }
        match self.stage(sha256, name)? {
            Ok(mut player) => {
                // What is to be mended lies there.
                player.entrant.place = self.how.inbox.join(name);
                let candidate = Candidate { name: name.to_owned(), player, is_slow: false };
                try_out(self.queue, candidate, |name| self.late.contains(name));
                Ok(Some(Verdict::Waits))
            }
            Err(why) => Ok(Some(Verdict::LeftOut(why))),
        }
    }

    /// Lets a candidate in, or not, after its trial.
    fn judge(
        &mut self,
        candidate: Candidate,
        smoke: Smoke,
    ) -> Result<Option<Verdict>, TournamentError> {
        let Candidate { name, player, is_slow } = candidate;
        if smoke.was_late() {
            self.late.insert(name.clone());
            if !is_slow {
                let again = Candidate { name, player, is_slow: true };
                self.queue.change(|jobs| jobs.push_back(Job::Trial(Box::new(again))));
                return Ok(None);
            }
        } else if !is_slow {
            self.late.remove(&name);
        }
        if !matches!(smoke, Smoke::Fails { .. }) {
            self.enter(&name, player, false)?;
        }
        Ok(Some(match smoke {
            Smoke::Plays if is_slow => Verdict::PlaysSlowly,
            smoke => Verdict::Trial(smoke),
        }))
    }

    /// Lets a version in.
    fn enter(
        &mut self,
        name: &str,
        mut player: StagedPlayer,
        rung: bool,
    ) -> Result<(), TournamentError> {
        let entry = self.pairings().next_version(name);
        player.entrant.name.clone_from(&entry);
        let Entrant { sha256, author, needs, .. } = player.entrant.clone();
        let place = self.results.file.players.len();
        self.record(&[LadderEvent::Entry { entry: entry.clone(), sha256, author, needs, rung }])?;
        self.staged.insert(place, Arc::new(player));
        self.say(&TournamentEvent::Entered { player: &entry })?;
        self.make_room()
    }

    /// Removes the bytes of versions that nobody needs, if there are too many.
    fn make_room(&mut self) -> Result<(), TournamentError> {
        let Coordinator { results, staged, .. } = self;
        let pairings = pairings_of(results);
        staged.retain(|&it, player| !pairings.rests[it] || Arc::strong_count(player) > 1);
        let open = results.schedule.open_matches().flat_map(|it| [it.x, it.o]);
        let used = pairings.in_use().chain(open);
        let used = used.map(|used| results.file.players[used].sha256.clone()).collect();
        self.versions().make_room(&used).map_err(failed(&self.how.out.join(VERSIONS)))?;
        Ok(())
    }

    /// Lets a player rest whose folder is gone.
    fn rest(&mut self, name: &str) -> Result<(), TournamentError> {
        let playing = self.pairings().versions(name).into_iter();
        let playing: Vec<usize> = playing.filter(|&it| !self.pairings().rests[it]).collect();
        for place in playing {
            let version = self.name(place).to_owned();
            self.record(&[LadderEvent::Rest { version: version.clone() }])?;
            self.say(&TournamentEvent::Rests { player: &version })?;
        }
        Ok(())
    }

    /// Puts back the versions that are asked for.
    fn put_back(&mut self) -> Result<(), TournamentError> {
        let players = &self.results.file.players;
        let asked = put_back_requests::asked(self.how.out, players.iter().map(|it| &*it.name));
        let asked: Vec<_> = asked.into_iter().map(|(it, file)| (it.to_owned(), file)).collect();
        for (version, file) in asked {
            let place = self.pairings().place(&version);
            let is_kept = |it: usize| self.versions().has(&self.results.file.players[it].sha256);
            if place.is_some_and(is_kept) {
                let event = LadderEvent::Return { version: version.clone(), asked: true };
                self.record(&[event])?;
                self.say(&TournamentEvent::Entered { player: &version })?;
                self.report_verdict(first_version(&version), Verdict::Trial(Smoke::Plays));
            }
            fs::remove_file(&file).map_err(failed(&file))?;
        }
        Ok(())
    }

    /// Computes all ratings anew, if that is due.
    fn rate(&mut self) -> Result<(), TournamentError> {
        let now = Instant::now();
        if now < self.rate_at {
            return Ok(());
        }
        self.standings = self.results.standings();
        self.matchmaker.learn(&self.standings.ratings);
        (self.tell)(&TournamentEvent::Results(&self.results)).map_err(TournamentError::Telling)?;
        self.rate_at = now + RATE_EVERY.max(now.elapsed() * RATING_SHARE);
        Ok(())
    }

    fn report_verdict(&mut self, name: &str, verdict: Verdict) {
        let Coordinator { feedback, results, standings, .. } = self;
        feedback.judge(name, verdict, results, standings);
    }
}

pub(super) fn pairings_of(results: &Results) -> &Pairings {
    static NONE: LazyLock<Pairings> = LazyLock::new(Pairings::default);
    results.file.pairings.as_ref().unwrap_or(&NONE)
}

/// The time that both players took in a match.
fn times(record: &MatchRecord) -> [Duration; 2] {
    let mut times = [0.0; 2];
    record.ms.iter().enumerate().for_each(|(ply, ms)| times[ply % 2] += ms);
    times.map(|ms| Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default())
}
