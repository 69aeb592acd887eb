//! The simulated world as a stage of the referee.

use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Player;
use arbitro_rules::line::Line;

use super::folder::Entry;
use super::trace::{Died, Exceeded, Gave, Heard, Read, What};
use super::voice::Voice;
use super::world::{Flaw, World, index};
use crate::board_file::BoardFileError;
use crate::contest::{HostFailure, failed};
use crate::match_dir::FolderEvent;
use crate::slip::{Slip, SlipEvidence};
use crate::stage::{
    Abilities, BoardRead, Death, GiveResult, Limit, PrintedLine, Room, Stage, Tick, WakeEvents,
    Writer,
};

/// Events that one call tells.
const NEWS_AT_ONCE: usize = 3;
/// The interval in which a referee looks that is told nothing.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// A process may open no more files.
const TOO_MANY_FILES: i32 = 24;

impl World {
    /// By hand the referee writes a board into the folder, instead of what is there.
    pub(super) fn publish(&mut self, number: u64, board: &str) {
        let player = if number % 2 == 1 { Player::X } else { Player::O };
        self.folder(player).entries.remove(&number);
        self.folder(player).given.insert(number, Rc::from(board));
        self.tell(player, Heard::Closed(number));
        if number == 1 {
            self.board_bytes = board.len();
            self.body(player).unseen = Some(1);
        }
    }

    fn call(&mut self) -> Result<(), HostFailure> {
        if self.is_called() {
            let source = io::Error::from_raw_os_error(TOO_MANY_FILES);
            return Err(HostFailure::Io { what: "a simulated call", source });
        }
        Ok(())
    }
}

impl Stage for World {
    fn now(&self) -> Tick {
        self.now
    }

    fn can(&self, player: Player) -> Abilities {
        let is_contained = !self.terms.by_hand;
        let by_lines = self.terms.by_lines[index(player)];
        Abilities {
            stops: is_contained,
            knows_writer: is_contained && !by_lines,
            by_lines,
            measures: is_contained,
            cores: is_contained.then_some(self.terms.cores),
            must_look_at_folder: is_contained,
            memory_every: (is_contained && self.flaws.has_no_alarm).then_some(LOOK_EVERY),
            look_every: (self.flaws.tells_nothing && !by_lines).then_some(LOOK_EVERY),
        }
    }

    fn wait(&mut self, until: Tick) -> Result<WakeEvents, HostFailure> {
        self.call()?;
        World::wait(self, until);
        let mut woken = WakeEvents::default();
        if self.terms.by_hand {
            return Ok(woken);
        }
        for player in [Player::X, Player::O] {
            let at = index(player);
            let now = self.now;
            woken.news[at] = self.folder(player).ripe_news(now) > 0;
            let voice = self.body(player).voice.as_mut();
            woken.news[at] |=
                voice.is_some_and(|voice| voice.ripe.take_if(|ripe| *ripe <= now).is_some());
            woken.died[at] = self.take_death(player);
            woken.memory[at] = self.take_memory_alarm(player);
            if woken.died[at] {
                self.write(What::ToldDeath { player });
            }
        }
        Ok(woken)
    }

    fn news(
        &mut self,
        player: Player,
        tell: &mut dyn FnMut(FolderEvent),
    ) -> Result<bool, HostFailure> {
        self.call()?;
        if self.terms.by_lines[index(player)] {
            let (is_more, left) = self.hear(player).map_err(failed("a simulated pipe"))?;
            self.write(What::RulesQuestions { player, left });
            return Ok(is_more);
        }
        let now = self.now;
        for _ in 0..NEWS_AT_ONCE {
            let Some(heard) = self.folder(player).take_news(now) else { break };
            self.write(What::Told { player, news: heard });
            tell(match heard {
                Heard::Closed(number) => FolderEvent::Board(number),
                Heard::Begun(number) => FolderEvent::Begun(number),
                Heard::Overflow => FolderEvent::Overflow,
            });
        }
        let left = self.folder(player).ripe_news(now);
        self.write(What::RulesQuestions { player, left });
        Ok(left > 0)
    }

    fn list(&mut self, player: Player) -> Result<Vec<u64>, HostFailure> {
        self.call()?;
        Ok(self.folder(player).numbers())
    }

    fn give(&mut self, player: Player, boards: &[String]) -> Result<GiveResult, HostFailure> {
        self.call()?;
        let number = boards.len() as u64;
        let board: Rc<str> = Rc::from(boards.last().map_or("", String::as_str));
        let turn = |given| What::Turn { player, number, board: Rc::clone(&board), given };
        if self.terms.by_hand {
            self.write(turn(Gave::Done));
            return Ok(GiveResult::Done);
        }
        if !self.body(player).has_started {
            for (number, board) in (1..).zip(boards) {
                // Its folder shows the boards of its opponent and those of before.
                self.folder(player).given.insert(number, Rc::from(board.as_str()));
            }
            if let Some(slow) = self.flaw(Flaw::SlowStart) {
                let until = self.now + slow;
                self.pass_to(until);
            }
            self.body(player).has_started = true;
            self.lay(player, number, &board);
            self.write(turn(Gave::Done));
            return Ok(GiveResult::Started);
        }
        self.fill_by_others(player);
        let folder = self.folder(player);
        let (gave, given) = match folder.filled {
            _ if folder.entries.contains_key(&number) => (Gave::Occupied, GiveResult::Occupied),
            Some(true) => (Gave::FullByItself, GiveResult::Full),
            Some(false) => (Gave::FullByOthers, GiveResult::Full),
            None => (Gave::Done, GiveResult::Done),
        };
        if given == GiveResult::Done {
            self.lay(player, number, &board);
            self.tell(player, Heard::Closed(number));
        }
        self.write(turn(gave));
        Ok(given)
    }

    fn question(&mut self, player: Player, text: &str) -> Result<GiveResult, HostFailure> {
        self.call()?;
        let number = text.split(' ').next().and_then(|part| part.parse().ok()).unwrap_or(0);
        let is_new = !self.body(player).has_started;
        if is_new {
            if let Some(slow) = self.flaw(Flaw::SlowStart) {
                let until = self.now + slow;
                self.pass_to(until);
            }
            self.body(player).has_started = true;
            self.body(player).voice = Some(Voice::new().map_err(failed("a simulated pipe"))?);
        }
        let body = self.body(player);
        body.unseen = Some(number);
        if let Some(voice) = &mut body.voice {
            voice.learn(number, text);
            voice.lines.ask(text).map_err(failed("a simulated pipe"))?;
        }
        self.write(What::Turn { player, number, board: Rc::from(text), given: Gave::Done });
        Ok(if is_new { GiveResult::Started } else { GiveResult::Done })
    }

    fn answer_line(&mut self, player: Player) -> Result<Option<PrintedLine>, HostFailure> {
        self.call()?;
        Ok(self.body(player).voice.as_ref().and_then(|voice| voice.lines.answer_line()))
    }

    fn correct(&mut self, number: u64, text: &str) -> Result<(), HostFailure> {
        self.call()?;
        if self.terms.by_hand {
            self.publish(number, text);
        }
        Ok(())
    }

    fn run(&mut self, player: Player) -> Result<(), HostFailure> {
        self.call()?;
        self.let_run(player);
        Ok(())
    }

    fn stop(&mut self, player: Player) -> Result<(), HostFailure> {
        self.call()?;
        self.ask_stop(player);
        Ok(())
    }

    fn keep_stopped(&mut self, _player: Player) -> Result<(), HostFailure> {
        self.call()
    }

    fn has_stopped(&mut self, player: Player) -> Result<bool, HostFailure> {
        self.call()?;
        let body = self.body(player);
        Ok(body.is_stopped || body.death.is_some())
    }

    fn read(&mut self, player: Player, number: u64) -> Result<BoardRead, HostFailure> {
        self.call()?;
        let is_still = self.body(player).is_stopped || self.body(player).death.is_some();
        let folder = self.folder(player);
        let mut read = folder.read(number);
        let is_written = folder.file(number).is_some_and(|file| file.writers > 0) && !is_still;
        let is_file = folder.entries.get(&number) != Some(&Entry::NoFile);
        if let Read::Bytes(bytes) = &mut read
            && is_written
            && self.flaw(Flaw::TornRead).is_some()
        {
            *bytes = Rc::from(&bytes[..bytes.len() / 2]);
        }
        self.write(What::Reads { player, number, read: read.clone() });
        let path = PathBuf::from(format!("board_{number}.txt"));
        Ok(match read {
            Read::Bytes(bytes) => Ok(bytes.to_vec()),
            Read::Missing => Err(BoardFileError::Missing { path }),
            Read::Unreadable if is_file => {
                let source = io::ErrorKind::PermissionDenied.into();
                Err(BoardFileError::Io { path, source })
            }
            Read::Unreadable => Err(BoardFileError::NotAFile { path }),
        })
    }

    fn writer(&mut self, player: Player, number: u64) -> Result<Writer, HostFailure> {
        self.call()?;
        let (by_hand, knows_writers) = (self.terms.by_hand, self.terms.knows_writers);
        let folder = self.folder(player);
        let is_link = matches!(folder.entries.get(&number), Some(Entry::Link(_)));
        Ok(match folder.file(number) {
            None => Writer::Unknown,
            Some(_) if by_hand && !knows_writers => Writer::Unknown,
            // By hand a link is not told from a name.
            Some(_) if is_link && !by_hand => Writer::Nobody,
            Some(file) if file.writers == 0 => Writer::Nobody,
            Some(_) => Writer::One,
        })
    }

    fn is_dead(&mut self, player: Player) -> bool {
        let is_dead = self.body(player).death.is_some();
        if is_dead {
            self.write(What::ToldDeath { player });
        }
        is_dead
    }

    fn is_over(&mut self, player: Player, limit: Limit) -> Result<bool, HostFailure> {
        self.call()?;
        if let (Limit::Output(most), Some(voice)) = (limit, &self.body(player).voice)
            && voice.lines.printed().map_err(failed("a simulated pipe"))? > most
        {
            return Ok(true);
        }
        let limit = match limit {
            Limit::Memory => Exceeded::Memory,
            Limit::Folder | Limit::FolderNow => Exceeded::Folder,
            Limit::Output(_) => Exceeded::Output,
        };
        Ok(self.body(player).exceeded.contains(&limit))
    }

    fn room(&mut self, player: Player) -> Result<Room, HostFailure> {
        self.call()?;
        self.fill_by_others(player);
        Ok(match self.folder(player).filled {
            None => Room::Enough,
            Some(true) => Room::Taken,
            Some(false) => Room::Missing,
        })
    }

    fn used(&mut self, player: Player) -> Result<Duration, HostFailure> {
        self.call()?;
        Ok(self.body(player).used())
    }

    fn measure(&mut self, player: Player, _used: Duration, due: Tick) -> Result<(), HostFailure> {
        self.call()?;
        let from = due.min(self.now);
        self.body(player).measure_from(from);
        Ok(())
    }

    fn taken(&mut self, player: Player) -> Result<Duration, HostFailure> {
        self.call()?;
        // By hand nothing is measured.
        if self.terms.by_hand {
            return Ok(Duration::ZERO);
        }
        Ok(self.bodies[index(player)].taken(self.now))
    }

    fn death(&mut self, player: Player) -> Result<Death, HostFailure> {
        self.call()?;
        let death = self.body(player).death;
        Ok(match death {
            Some(Died::Exited) => Death::Exited(3),
            Some(Died::Killed) => Death::Killed(11),
            Some(Died::ByHost) => Death::WatcherKilled,
            None => panic!("the referee asked how a living player died"),
        })
    }

    fn slip(
        &mut self,
        player: Player,
        line: &dyn Line,
        _began: Tick,
    ) -> Result<Option<SlipEvidence>, HostFailure> {
        self.call()?;
        if self.terms.by_hand {
            return Ok(None);
        }
        let expected = line.plies() as u64 + 2;
        let wrote = !self.folder(player).numbers().is_empty();
        if let Some(voice) = &self.body(player).voice {
            return Ok(voice.lines.slip(|| wrote).map(SlipEvidence::from));
        }
        let folder = self.folder(player);
        if let Some(file) = folder.file(expected) {
            return Ok(Some(Slip::Unclosed { is_empty: file.content.is_empty() }.into()));
        }
        let mut later = folder.entries.range(expected + 1..).filter(|(_, it)| it.file().is_some());
        let wrote = later.next().map(|(number, _)| format!("board_{number}.txt"));
        Ok(wrote.map(|wrote| Slip::Elsewhere { wrote }.into()))
    }
}
