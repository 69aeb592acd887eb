//! The terminal in raw mode on its alternate screen.

use std::io::{self, Write};
use std::panic;

use anyhow::{Context, Result};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;

/// Enters the alternate screen, without a cursor; lines that are too long do not wrap.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const LEAVE: &str = "\x1b[?7h\x1b[?1049l\x1b[?25h";
/// Exit code of a program of Rust that panicked.
const PANICKED: i32 = 101;
/// Size of a terminal that does not know its own.
const USUAL_SIZE: (usize, usize) = (80, 24);

/// The terminal while a picture is on it; restored on drop.
pub(crate) struct Screen {
    before: Termios,
    is_coloured: bool,
    /// The picture and the size of the window that it was drawn for.
    painted: Vec<String>,
    size: (usize, usize),
}

impl Screen {
    pub(crate) fn enter(is_coloured: bool) -> Result<Screen> {
        let before = tcgetattr(io::stdin()).context("taking the terminal")?;
        // Restore it before the panic message is printed, or the message would vanish with the
        // alternate screen. End then, whichever thread it was: the loop would wait for it.
        let (usual, restored) = (panic::take_hook(), before.clone());
        panic::set_hook(Box::new(move |info| {
            give_back(&restored);
            usual(info);
            std::process::exit(PANICKED);
        }));
        let mut screen = Screen { before, is_coloured, painted: Vec::new(), size: (0, 0) };
        screen.take()?;
        Ok(screen)
    }

    /// Takes over the terminal, also after another program used it; the next picture is painted
    /// whole.
    pub(crate) fn take(&mut self) -> Result<()> {
        let mut raw = self.before.clone();
        raw.make_raw();
        tcsetattr(io::stdin(), OptionalActions::Now, &raw).context("taking the terminal")?;
        self.painted.clear();
        send(ENTER).context("taking the terminal")
    }

    /// Restores the terminal and stops the process until the shell continues it.
    pub(crate) fn suspend(&mut self) -> Result<()> {
        give_back(&self.before);
        emulate_default_handler(SIGTSTP).context("stopping")?;
        self.take()
    }

    /// Columns and lines of the window.
    pub(crate) fn size(&self) -> (usize, usize) {
        match tcgetwinsize(io::stdout()) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => {
                (size.ws_col.into(), size.ws_row.into())
            }
            _ => USUAL_SIZE,
        }
    }

    /// Paints the lines that changed since the last picture.
    pub(crate) fn draw(&mut self, mut lines: Vec<String>, size: (usize, usize)) -> Result<()> {
        if !self.is_coloured {
            let plain = |it: &mut String| *it = anstream::adapter::strip_str(it).to_string();
            lines.iter_mut().for_each(plain);
        }
        lines.resize(size.1, String::new());
        let mut out = String::new();
        if self.size != size {
            out.push_str("\x1b[2J");
            self.painted.clear();
        }
        for (number, line) in lines.iter().enumerate() {
            if self.painted.get(number) != Some(line) {
                out.push_str(&format!("\x1b[{};1H\x1b[2K{line}", number + 1));
            }
        }
        (self.painted, self.size) = (lines, size);
        send(&out).context("painting")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back(&self.before);
    }
}

/// Restores the terminal. Errors are ignored: a terminal that accepts no output cannot be repaired.
fn give_back(before: &Termios) {
    let _ = send(LEAVE);
    let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
}

fn send(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
