//! Measures a program without limits: a trusted one, one that its caller starts without protection, or a tool, whose
//! processes have limits of their own.

use std::io;
use std::time::Duration;

use rustix::process::Signal;

use super::processes::Place;
use super::{Account, Meter};

#[derive(Debug)]
pub(crate) struct Plain {
    place: Place,
    cpu: Duration,
    peak: u64,
}

impl Plain {
    pub(crate) fn new(place: Place) -> Plain {
        Plain { place, cpu: Duration::ZERO, peak: 0 }
    }
}

impl Meter for Plain {
    fn place(&self) -> &Place {
        &self.place
    }

    /// That of its first process; after its end by itself also of the others that were waited for.
    fn cpu(&mut self) -> io::Result<Duration> {
        self.cpu = self.cpu.max(self.place.cpu()?.unwrap_or_default());
        Ok(self.cpu)
    }

    fn living(&self) -> io::Result<Option<usize>> {
        Ok(None)
    }

    fn is_over_memory(&mut self) -> io::Result<bool> {
        Ok(false)
    }

    /// That of its first process; after its end by itself of its largest.
    fn peak(&self) -> io::Result<u64> {
        Ok(self.peak.max(self.place.peak()?))
    }

    fn freeze(&mut self, is_frozen: bool) -> io::Result<()> {
        self.place.signal_group(if is_frozen { Signal::STOP } else { Signal::CONT })
    }

    fn look_every(&self) -> Option<Duration> {
        None
    }

    fn ended(&mut self, account: Account) {
        self.cpu = self.cpu.max(account.cpu);
        self.peak = account.resident;
    }
}
