//! Players of a simulated world that answer by lines: real pipes, which the referee's own code reads.

use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Player;
use rustix::io::Errno;
use rustix::pipe::fcntl_setpipe_size;

use super::script::Text;
use super::trace::Act;
use super::world::{Busy, Flaw, World};
use crate::stage::Lines;

/// Bytes that a player reads at once.
const AT_ONCE: usize = 4096;

/// The pipes of a player.
#[derive(Debug)]
pub(super) struct Voice {
    /// The referee's ends.
    pub(super) lines: Lines,
    input: Option<OwnedFd>,
    output: Option<OwnedFd>,
    /// The text that it prints once there is room.
    rest: Vec<u8>,
    /// The time when the referee can hear that it printed.
    pub(super) ripe: Option<Duration>,
    /// The names of two moves of its latest block: what it would answer, and another.
    names: [String; 2],
}

impl Voice {
    pub(super) fn new() -> io::Result<Voice> {
        let (lines, [input, output]) = Lines::open()?;
        rustix::io::ioctl_fionbio(&input, true)?;
        rustix::io::ioctl_fionbio(&output, true)?;
        // So small that a player which reads nothing fills it.
        fcntl_setpipe_size(&input, AT_ONCE)?;
        let (input, output) = (Some(input), Some(output));
        Ok(Voice { lines, input, output, rest: Vec::new(), ripe: None, names: Default::default() })
    }

    /// Learns from a block which moves are legal, whether it reads it or not.
    pub(super) fn learn(&mut self, ply: u64, block: &str) {
        let names: Vec<&str> =
            block.lines().nth(1).map_or_else(Vec::new, |line| line.split(' ').collect());
        // Any will do, and the same in each rerun.
        let at = ply as usize * 7;
        let name = |at: usize| names.get(at % names.len().max(1)).copied().unwrap_or_default();
        self.names = [at, at + 1].map(|at| name(at).to_owned());
    }

    pub(super) fn has_more(&self) -> bool {
        !self.rest.is_empty()
    }

    pub(super) fn read_all(&mut self) {
        let mut bytes = [0; AT_ONCE];
        while self.input.as_ref().is_some_and(|it| rustix::io::read(it, &mut bytes).is_ok()) {}
    }

    /// Its program is gone.
    pub(super) fn end(&mut self) {
        (self.input, self.output) = (None, None);
        self.rest.clear();
    }

    fn text(&self, text: Text) -> Vec<u8> {
        let [name, other] = &self.names;
        let half = name.len() / 2;
        let text = match text {
            Text::Legal => format!("{name}\n"),
            Text::Padded => format!(" \t{name} \r\n"),
            Text::Broad(blanks) => format!("{name}{}\n", " ".repeat(blanks as usize)),
            Text::Head => name[..half].to_owned(),
            Text::Tail => format!("{}\n", &name[half..]),
            Text::Name => name.clone(),
            Text::Newline => "\n".to_owned(),
            Text::Guess => format!("{other}\n"),
            Text::Wrong => format!("move {name}\n"),
            Text::Flood(bytes) => "x".repeat(bytes as usize),
        };
        text.into_bytes()
    }

    /// Prints as much as there is room for.
    fn push(&mut self) -> Vec<u8> {
        let Some(output) = &self.output else {
            self.rest.clear();
            return Vec::new();
        };
        let mut printed = Vec::new();
        while !self.rest.is_empty() {
            match rustix::io::write(output, &self.rest) {
                Ok(length) => printed.extend(self.rest.drain(..length)),
                Err(errno) => {
                    assert_eq!(errno, Errno::AGAIN);
                    break;
                }
            }
        }
        printed
    }
}

impl World {
    pub(super) fn print(&mut self, player: Player, text: Text) {
        let Some(voice) = &mut self.body(player).voice else { return };
        voice.rest = voice.text(text);
        self.print_on(player);
    }

    /// Prints what is left, as far as there is room.
    pub(super) fn print_on(&mut self, player: Player) {
        let body = self.body(player);
        let Some(voice) = &mut body.voice else { return };
        let printed = voice.push();
        if voice.has_more() {
            body.busy = Busy::Blocked;
        }
        if !printed.is_empty() {
            self.does(player, Act::Prints { bytes: Rc::from(printed) });
            self.tell_of_output(player);
        }
    }

    pub(super) fn close_output(&mut self, player: Player) {
        let Some(voice) = &mut self.body(player).voice else { return };
        if voice.output.take().is_some() {
            self.does(player, Act::ClosesOutput);
            self.tell_of_output(player);
        }
    }

    fn tell_of_output(&mut self, player: Player) {
        let late = self.flaw(Flaw::LateNews).unwrap_or_default();
        let ripe = self.now + late;
        if let Some(voice) = &mut self.body(player).voice {
            voice.ripe.get_or_insert(ripe);
        }
    }

    /// The referee reads a player's output; returns true if there may be more, and the bytes that are left.
    pub(super) fn hear(&mut self, player: Player) -> io::Result<(bool, usize)> {
        let most = self.terms.output_bytes;
        let body = self.body(player);
        let Some(voice) = &mut body.voice else { return Ok((false, 0)) };
        voice.lines.send()?;
        let is_more = voice.lines.hear(most + 1)?;
        if body.busy == Busy::Blocked && is_more {
            body.busy = Busy::No;
        }
        let left = rustix::io::ioctl_fionread(voice.lines.ends().0)?;
        Ok((is_more, left as usize))
    }
}
