//! The simulated world as a stage of the referee.

use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Player;
use arbitro_rules::line::Line;

use super::trace::{Died, Exceeded, Gave, Heard, Read, What};
use super::world::{Entry, Flaw, World, index};
use crate::board_file::BoardFileError;
use crate::contest::HostFailure;
use crate::match_dir::News;
use crate::slip::Slip;
use crate::stage::{Can, Death, Given, Limit, Room, Seen, Stage, Tick, Woken, Writer};

/// Events that one call tells.
const NEWS_AT_ONCE: usize = 3;
/// The interval in which a referee looks that is told nothing.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// A process may open no more files.
const TOO_MANY_FILES: i32 = 24;

impl World {
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

    fn can(&self, _player: Player) -> Can {
        Can {
            stops: true,
            knows_writer: true,
            measures: true,
            cores: Some(self.terms.cores),
            counts_exactly: self.terms.counts_exactly,
            must_look_at_folder: true,
            sample_every: self.flaws.has_no_alarm.then_some(LOOK_EVERY),
            look_every: self.flaws.tells_nothing.then_some(LOOK_EVERY),
        }
    }

    fn wait(&mut self, until: Tick) -> Result<Woken, HostFailure> {
        self.call()?;
        World::wait(self, until);
        let mut woken = Woken::default();
        for player in [Player::X, Player::O] {
            let at = index(player);
            woken.news[at] = self.ripe_news(player) > 0;
            woken.died[at] = self.take_death(player);
            woken.memory[at] = self.take_memory_alarm(player);
            if woken.died[at] {
                self.write(What::ToldDeath { player });
            }
        }
        Ok(woken)
    }

    fn news(&mut self, player: Player, tell: &mut dyn FnMut(News)) -> Result<bool, HostFailure> {
        self.call()?;
        for _ in 0..NEWS_AT_ONCE {
            let Some(heard) = self.take_news(player) else { break };
            self.write(What::Told { player, news: heard });
            tell(match heard {
                Heard::Closed(number) => News::Board(number),
                Heard::Begun(number) => News::Begun(number),
                Heard::Overflow => News::Overflow,
            });
        }
        let left = self.ripe_news(player);
        self.write(What::Asked { player, left });
        Ok(left > 0)
    }

    fn list(&mut self, player: Player) -> Result<Vec<u64>, HostFailure> {
        self.call()?;
        let body = self.body(player);
        let mut numbers: Vec<u64> = body.given.keys().chain(body.entries.keys()).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn give(&mut self, player: Player, boards: &[String]) -> Result<Given, HostFailure> {
        self.call()?;
        let number = boards.len() as u64;
        let board: Rc<str> = Rc::from(boards.last().map_or("", String::as_str));
        let fills = self.flaws.fills_at == Some(number);
        let body = self.body(player);
        if !body.has_started {
            for (number, board) in (1..).zip(boards) {
                // Its folder shows the boards of its opponent and those of before.
                body.given.insert(number, Rc::from(board.as_str()));
            }
            if let Some(slow) = self.flaw(Flaw::SlowStart) {
                let until = self.now + slow;
                self.pass_to(until);
            }
            self.body(player).has_started = true;
            self.lay(player, number, &board);
            self.write(What::Turn { player, number, board, given: Gave::Done });
            return Ok(Given::Started);
        }
        if fills && body.filled.is_none() {
            body.filled = Some(false);
        }
        let (gave, given) = match body.filled {
            _ if body.entries.contains_key(&number) => (Gave::Occupied, Given::Occupied),
            Some(true) => (Gave::FullByItself, Given::Full),
            Some(false) => (Gave::FullByOthers, Given::Full),
            None => (Gave::Done, Given::Done),
        };
        if given == Given::Done {
            self.lay(player, number, &board);
            self.tell(player, Heard::Closed(number));
        }
        self.write(What::Turn { player, number, board, given: gave });
        Ok(given)
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

    fn read(&mut self, player: Player, number: u64) -> Result<Seen, HostFailure> {
        self.call()?;
        let path = || PathBuf::from(format!("board_{number}.txt"));
        let body = self.body(player);
        let mut read = match body.entries.get(&number) {
            None => match body.given.get(&number) {
                Some(_) if body.forged.contains(&number) => Ok(Rc::from(&b"forged"[..])),
                Some(board) => Ok(Rc::from(board.as_bytes())),
                None => Err(BoardFileError::Missing { path: path() }),
            },
            Some(Entry::NoFile) => Err(BoardFileError::NotAFile { path: path() }),
            Some(Entry::File(file) | Entry::Link(file)) => match &body.files[*file] {
                file if file.is_readable => Ok(Rc::clone(&file.content)),
                _ => {
                    let source = io::ErrorKind::PermissionDenied.into();
                    Err(BoardFileError::Io { path: path(), source })
                }
            },
        };
        let is_written = match body.entries.get(&number) {
            Some(Entry::File(file) | Entry::Link(file)) => {
                body.files[*file].writers > 0 && !body.is_stopped && body.death.is_none()
            }
            Some(Entry::NoFile) | None => false,
        };
        if let Ok(bytes) = &mut read
            && is_written
            && self.flaw(Flaw::TornRead).is_some()
        {
            *bytes = Rc::from(&bytes[..bytes.len() / 2]);
        }
        let seen = match &read {
            Ok(bytes) => Read::Bytes(Rc::clone(bytes)),
            Err(BoardFileError::Missing { .. }) => Read::Missing,
            Err(_) => Read::Unreadable,
        };
        self.write(What::Reads { player, number, read: seen });
        Ok(read.map(|bytes| bytes.to_vec()))
    }

    fn writer(&mut self, player: Player, number: u64) -> Result<Writer, HostFailure> {
        self.call()?;
        let body = self.body(player);
        Ok(match body.entries.get(&number) {
            Some(Entry::Link(_)) => Writer::Nobody,
            Some(Entry::File(file)) if body.files[*file].writers == 0 => Writer::Nobody,
            Some(Entry::File(_)) => Writer::One,
            Some(Entry::NoFile) | None => Writer::Unknown,
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
        let limit = match limit {
            Limit::Memory => Exceeded::Memory,
            Limit::Folder | Limit::FolderNow => Exceeded::Folder,
            Limit::Output(_) => Exceeded::Output,
        };
        Ok(self.body(player).exceeded.contains(&limit))
    }

    fn room(&mut self, player: Player) -> Result<Room, HostFailure> {
        self.call()?;
        Ok(match self.body(player).filled {
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
        Ok(self.bodies[index(player)].taken(self.now))
    }

    fn death(&mut self, player: Player) -> Result<Death, HostFailure> {
        self.call()?;
        self.end_children(player);
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
        _player: Player,
        _line: &dyn Line,
        _began: Tick,
    ) -> Result<Option<Slip>, HostFailure> {
        self.call()?;
        Ok(None)
    }
}
