//! Decides in a standing tournament: who enters, who meets whom, and what is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::news::{Verdict, refused_before};
use super::queue::{Candidate, Job, Queue};
use super::stand::{LOOK_EVERY, Message, News, Stand};
use super::telling::Telling;
use super::{Duel, Event, Matchmaker, Pairings, Recorder, Seated, VERSIONS, Versions, requests};
use crate::error::{TournamentError, failed};
use crate::growing::phases::first_version;
use crate::journal::{Journal, read_journals};
use crate::players::entrant::Entrant;
use crate::players::no_entrant::NoEntrant;
use crate::ranking::standings::Standings;
use crate::results::Results;
use crate::run::event::TournamentEvent;
use crate::run::play_match::Played;
use crate::run::play_tournament::Finished;
use crate::run::smoke::Smoke;
use crate::schedule::Next;
use crate::schedule::pairing::Pairing;
use arbitro_records::MatchRecord;
use arbitro_referee::Detail;

/// Minimum interval between two looks at all ratings, which take a tenth of the time at most.
const RATE_EVERY: Duration = Duration::from_secs(1);
const RATING_SHARE: u32 = 10;
/// Matches that wait for each worker: few, since the next ones are paired by more results.
const QUEUED: usize = 1;

pub(super) struct Desk<'a> {
    how: &'a Stand<'a>,
    results: Results,
    standings: Standings,
    journal: Journal,
    recorder: Recorder,
    matchmaker: Matchmaker,
    /// For each player that the matchmaker knows, true if it rests.
    rests: Vec<bool>,
    /// Pairings that the matchmaker knows.
    begun: u64,
    seats: BTreeMap<usize, Arc<Seated>>,
    versions: &'a Mutex<Versions>,
    queue: &'a Queue,
    /// Players that were too slow in a trial.
    late: BTreeSet<String>,
    rate_at: Instant,
    telling: Telling,
    tell: &'a mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
}

impl<'a> Desk<'a> {
    pub(super) fn open(
        how: &'a Stand<'a>,
        results: Results,
        versions: &'a Mutex<Versions>,
        queue: &'a Queue,
        tell: &'a mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
    ) -> Result<Desk<'a>, TournamentError> {
        let settings = &results.file.settings;
        let journal = results.open_journal(how.out).map_err(TournamentError::Journal)?;
        let recorder = Recorder::open(how.out, pairings_of(&results));
        let mut desk = Desk {
            how,
            standings: results.standings(),
            journal,
            recorder: recorder.map_err(TournamentError::Pairings)?,
            matchmaker: Matchmaker::new(settings.seed),
            rests: Vec::new(),
            begun: 0,
            seats: BTreeMap::new(),
            versions,
            queue,
            late: BTreeSet::new(),
            rate_at: Instant::now(),
            telling: Telling::new(how.out, settings, how.language),
            results,
            tell,
        };
        desk.follow();
        desk.remember().map_err(TournamentError::Results)?;
        desk.take_rungs()?;
        desk.matchmaker.learn(&desk.standings.ratings);
        Ok(desk)
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
        let Desk { results, matchmaker, rests, begun, .. } = self;
        let pairings = pairings_of(results);
        for (place, &now) in pairings.rests.iter().enumerate() {
            let before = rests.get(place).copied().unwrap_or_else(|| {
                matchmaker.enter();
                false
            });
            match (before, now) {
                (false, true) => matchmaker.rest(place),
                (true, false) => matchmaker.wake(place),
                _ => {}
            }
        }
        rests.clone_from(&pairings.rests);
        let known = usize::try_from(*begun).unwrap_or(usize::MAX);
        for pairing in pairings.matches.iter().skip(known).flatten() {
            let &Pairing { id, x, o, opening, .. } = pairing;
            matchmaker.begin(id, Duel { x, o, opening });
        }
        *begun = pairings.matches.len() as u64;
    }

    /// Tells the matchmaker what earlier runs have played, and recalls the latest lost matches.
    fn remember(&mut self) -> io::Result<()> {
        let Desk { results, matchmaker, telling, how, .. } = self;
        read_journals(how.out, |line| {
            let record = line.record().ok();
            let id = record.as_ref().and_then(|it| it.id.as_ref()?.as_u64());
            if let (Some(record), Some(id)) = (record, id)
                && results.schedule.listed(id).is_some()
                && !results.open_voids.contains_key(&id)
            {
                matchmaker.end(id, times(&record));
                telling.note(record);
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
            let kept = self.versions().take(folder, &name, &self.how.seating)?.map_err(refused)?;
            let Some(kept) = kept else { return Err(refused(NoEntrant::Nothing)) };
            let seated = self.seated(&kept.sha256, &name)?.map_err(refused)?;
            self.enter(&name, seated, true)?;
        }
        Ok(())
    }

    fn versions(&self) -> std::sync::MutexGuard<'a, Versions> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the player with these bytes ready to play.
    fn seated(
        &self,
        sha256: &str,
        name: &str,
    ) -> Result<Result<Seated, NoEntrant>, TournamentError> {
        let seated = self.versions().seat(sha256, name, &self.how.seating)?;
        Ok(seated.and_then(|mut it| {
            it.entrant = (self.how.prepare)(std::mem::take(&mut it.entrant))?;
            Ok(it)
        }))
    }

    /// Writes these lines down, and takes them over.
    fn record(&mut self, events: &[Event]) -> Result<(), TournamentError> {
        self.recorder.append(events).map_err(TournamentError::Pairings)?;
        self.results.read_pairings(self.how.out).map_err(TournamentError::Pairings)?;
        self.follow();
        Ok(())
    }

    /// Decides until it is stopped.
    pub(super) fn run(&mut self, news: &Receiver<Message>) -> Result<Finished, TournamentError> {
        self.say(&TournamentEvent::Began {
            players: self.pairings().in_use().count(),
            matches: None,
            done: self.results.tally.matches(),
            jobs: self.how.machine.jobs,
        })?;
        let is_over = || self.how.until.is_some_and(|it| SystemTime::now() >= it);
        while !self.how.stop.load(Ordering::Relaxed) && !is_over() {
            self.pair()?;
            match news.recv_timeout(LOOK_EVERY) {
                Ok(first) => {
                    for message in std::iter::once(first).chain(news.try_iter()) {
                        self.hear(message?)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.journal.sync_if_due().map_err(TournamentError::Journal)?;
            self.put_back()?;
            self.rate()?;
            let Desk { telling, results, standings, .. } = self;
            telling.refresh(results, standings);
        }
        self.journal.sync().map_err(TournamentError::Journal)?;
        Ok(Finished::Stopped)
    }

    /// Keeps the workers busy: first with what an earlier run left open.
    fn pair(&mut self) -> Result<(), TournamentError> {
        let wanted = (self.how.machine.jobs * QUEUED).saturating_sub(self.queue.matches());
        for _ in 0..wanted {
            match self.results.schedule.next_match() {
                Next::Match(pairing) => self.hand_out(pairing)?,
                Next::Wait | Next::Done => break,
            }
        }
        let wanted = (self.how.machine.jobs * QUEUED).saturating_sub(self.queue.matches());
        let mut events = Vec::new();
        for number in (self.pairings().next_number()..).take(wanted) {
            let Some(duel) = self.matchmaker.next(number) else { break };
            let Duel { x, o, opening } = duel;
            events.push(Event::Pairing {
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

    fn hand_out(&mut self, pairing: Pairing) -> Result<(), TournamentError> {
        let mut seats = Vec::new();
        for place in [pairing.x, pairing.o] {
            let Some(seated) = self.seat(place)? else {
                // Its bytes are gone. What is not played takes no time.
                self.matchmaker.end(pairing.id, [Duration::ZERO; 2]);
                return Ok(());
            };
            seats.push(seated);
        }
        let [x, o] = &seats[..] else { return Ok(()) };
        self.queue.add(Job::Match(pairing, [Arc::clone(x), Arc::clone(o)]));
        Ok(())
    }

    /// The version at a place, ready to play. One that cannot be any more rests.
    fn seat(&mut self, place: usize) -> Result<Option<Arc<Seated>>, TournamentError> {
        if let Some(seated) = self.seats.get(&place) {
            return Ok(Some(Arc::clone(seated)));
        }
        let player = &self.results.file.players[place];
        let (name, sha256) = (player.name.clone(), player.sha256.clone());
        match self.seated(&sha256, &name)? {
            Ok(seated) => {
                let seated = Arc::new(seated);
                self.seats.insert(place, Arc::clone(&seated));
                Ok(Some(seated))
            }
            Err(why) => {
                if !self.pairings().rests[place] {
                    self.record(&[Event::Rest { version: name.clone() }])?;
                    self.tell_verdict(first_version(&name), Verdict::LeftOut(why));
                }
                Ok(None)
            }
        }
    }

    fn hear(&mut self, news: News) -> Result<(), TournamentError> {
        let (name, verdict) = match news {
            News::Played(played) => return self.take(&played),
            News::Tried(candidate, smoke) => {
                let name = candidate.name.clone();
                let Some(verdict) = self.judge(candidate, smoke)? else { return Ok(()) };
                (name, verdict)
            }
            News::NotStarted(Candidate { name, seated, .. }, why) => {
                let original = self.how.inbox.join(&name);
                (name, Verdict::LeftOut(moved(why, &seated.entrant, &original)))
            }
            News::Arrived { name, found } => {
                let verdict = match found {
                    Ok(sha256) => self.arrive(&name, &sha256)?,
                    Err(why) => Some(Verdict::LeftOut(why)),
                };
                let Some(verdict) = verdict else { return Ok(()) };
                (name, verdict)
            }
            News::Gone(name) => {
                self.rest(&name)?;
                (name, Verdict::Rests)
            }
        };
        self.tell_verdict(&name, verdict);
        Ok(())
    }

    /// Takes a match that was played.
    fn take(&mut self, played: &Played) -> Result<(), TournamentError> {
        self.journal.append(&played.record).map_err(TournamentError::Journal)?;
        if !self.journal.is_in_place() {
            return Err(TournamentError::Moved(self.journal.path().to_owned()));
        }
        let Pairing { id, round, x, o, .. } = played.pairing;
        self.results.note(id, &played.counts);
        let record = &played.record;
        self.matchmaker.end(id, times(record));
        self.telling.note(record.clone());
        let players = &self.results.file.players;
        let leader = self.standings.ranking.first().map_or(x, |it| it.entrant);
        let event = TournamentEvent::Match {
            id,
            round,
            x: &players[x].name,
            o: &players[o].name,
            winner: record.winner.as_deref(),
            reason: record.reason.as_deref().unwrap_or("void"),
            text: record.fault.as_ref().and_then(|it| it.text.as_deref()),
            plies: played.counts.plies,
            done: self.results.tally.matches(),
            matches: None,
            leader: &players[leader].name,
        };
        (self.tell)(&event).map_err(TournamentError::Telling)
    }

    /// Considers the bytes that a folder has now. `None` if what was told of them still holds.
    fn arrive(&mut self, name: &str, sha256: &str) -> Result<Option<Verdict>, TournamentError> {
        let players = &self.results.file.players;
        let pairings = self.pairings();
        let has = |it: &usize| players[*it].sha256 == sha256;
        if pairings.place(name).is_some_and(|it| pairings.is_rung[it]) {
            return Ok(Some(Verdict::LeftOut(NoEntrant::Twice)));
        }
        if pairings.arrived(name).as_ref().is_some_and(has) {
            // What came meanwhile was no player, or this is the beginning.
            return Ok(Some(Verdict::Plays { slow: false }));
        }
        if let Some(place) = pairings.versions(name).into_iter().find(has) {
            let version = players[place].name.clone();
            self.record(&[Event::Return { version, asked: false }])?;
            return Ok(Some(Verdict::Plays { slow: false }));
        }
        // An earlier run has tried them.
        if refused_before(self.how.out, name).is_some_and(|it| it == sha256) {
            return Ok(None);
        }
        match self.seated(sha256, name)? {
            Ok(seated) => {
                let candidate = Candidate { name: name.to_owned(), seated, is_slow: false };
                self.queue.try_out(candidate, |name| self.late.contains(name));
                Ok(Some(Verdict::Tried))
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
        let is_late =
            |fault: &crate::TrialFault| matches!(fault.fault.detail, Some(Detail::Late { .. }));
        let was_late = match &smoke {
            Smoke::Fails { fault, .. } => is_late(fault),
            Smoke::Falters(faults) => faults.iter().any(is_late),
            Smoke::Plays | Smoke::Untried(_) => false,
        };
        let Candidate { name, seated, is_slow } = candidate;
        if was_late {
            self.late.insert(name.clone());
            if !is_slow {
                self.queue.add(Job::Trial(Box::new(Candidate { name, seated, is_slow: true })));
                return Ok(None);
            }
        } else if !is_slow {
            self.late.remove(&name);
        }
        let verdict = match smoke {
            Smoke::Plays => Verdict::Plays { slow: is_slow },
            Smoke::Falters(faults) => Verdict::Falters(faults),
            Smoke::Untried(why) => Verdict::Untried(why),
            Smoke::Fails { fault, record, evidence } => {
                return Ok(Some(Verdict::Fails { fault, record, evidence }));
            }
        };
        self.enter(&name, seated, false)?;
        Ok(Some(verdict))
    }

    /// Lets a version in.
    fn enter(&mut self, name: &str, mut seated: Seated, rung: bool) -> Result<(), TournamentError> {
        let entry = self.pairings().next_version(name);
        seated.entrant.name.clone_from(&entry);
        let Entrant { sha256, author, needs, .. } = seated.entrant.clone();
        let place = self.results.file.players.len();
        self.record(&[Event::Entry { entry: entry.clone(), sha256, author, needs, rung }])?;
        self.seats.insert(place, Arc::new(seated));
        self.say(&TournamentEvent::Entered { player: &entry })?;
        self.make_room()
    }

    /// Removes the bytes of versions that nobody needs, if there are too many.
    fn make_room(&mut self) -> Result<(), TournamentError> {
        let Desk { results, seats, .. } = self;
        let pairings = pairings_of(results);
        seats.retain(|&it, seated| !pairings.rests[it] || Arc::strong_count(seated) > 1);
        let open = results.schedule.open_matches().flat_map(|it| [it.x, it.o]);
        let used = pairings.in_use().chain(open);
        let used = used.map(|it| results.file.players[it].sha256.clone()).collect();
        self.versions().make_room(&used).map_err(failed(&self.how.out.join(VERSIONS)))?;
        Ok(())
    }

    /// Lets a player rest whose folder is gone.
    fn rest(&mut self, name: &str) -> Result<(), TournamentError> {
        let playing = self.pairings().versions(name).into_iter();
        let playing: Vec<usize> = playing.filter(|&it| !self.pairings().rests[it]).collect();
        for place in playing {
            let version = self.name(place).to_owned();
            self.record(&[Event::Rest { version: version.clone() }])?;
            self.say(&TournamentEvent::Rests { player: &version })?;
        }
        Ok(())
    }

    /// Puts back the versions that are asked for.
    fn put_back(&mut self) -> Result<(), TournamentError> {
        let players = &self.results.file.players;
        let asked = requests::asked(self.how.out, players.iter().map(|it| &*it.name));
        let asked: Vec<_> = asked.into_iter().map(|(it, file)| (it.to_owned(), file)).collect();
        for (version, file) in asked {
            let place = self.pairings().place(&version);
            let is_kept = |it: usize| self.versions().has(&self.results.file.players[it].sha256);
            if place.is_some_and(is_kept) {
                let event = Event::Return { version: version.clone(), asked: true };
                self.record(&[event])?;
                self.say(&TournamentEvent::Entered { player: &version })?;
                self.tell_verdict(first_version(&version), Verdict::Plays { slow: false });
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

    fn tell_verdict(&mut self, name: &str, verdict: Verdict) {
        let Desk { telling, results, standings, .. } = self;
        telling.judge(name, verdict, (results, standings));
    }
}

/// Names the original where the copy of a player cannot be started.
fn moved(why: NoEntrant, entrant: &Entrant, original: &Path) -> NoEntrant {
    let NoEntrant::CannotStart(why) = why else { return why };
    let contestant = &entrant.contestant;
    let held = contestant.readable.first().unwrap_or(&contestant.program);
    why.moved(held, original).into()
}

pub(super) fn pairings_of(results: &Results) -> &Pairings {
    static NONE: std::sync::LazyLock<Pairings> = std::sync::LazyLock::new(Pairings::default);
    results.file.pairings.as_ref().unwrap_or(&NONE)
}

/// The time that both players took in a match.
fn times(record: &MatchRecord) -> [Duration; 2] {
    let mut times = [0.0; 2];
    record.ms.iter().enumerate().for_each(|(ply, ms)| times[ply % 2] += ms);
    times.map(|ms| Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default())
}
