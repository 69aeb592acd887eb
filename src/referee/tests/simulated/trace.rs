//! The trace of a match: what truly happened, and when, whether the referee was told or not.

use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::notation::Strictness;
use arbitro_rules::plain_text::one_line;
use arbitro_rules::{GameId, Player, Reason};

/// The terms of a match.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// Both write into one folder, and were started by hand.
    pub(super) by_hand: bool,
    /// By hand: the system says who has a file open.
    pub(super) knows_writers: bool,
    pub(super) game: GameId,
    /// The first position, in the game's notation.
    pub(super) start: String,
    pub(super) ply_limit: u32,
    pub(super) strictness: Strictness,
    pub(super) move_time: Duration,
    pub(super) start_time: Duration,
    pub(super) cpu_time: Option<Duration>,
    /// The cores that each player may use.
    pub(super) cores: u32,
    /// The players that answer by lines.
    pub(super) by_lines: [bool; 2],
    /// The most that one of these may print.
    pub(super) output_bytes: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) terms: Terms,
    /// In the order of time. The last is a [`What::Decides`].
    pub(super) moments: Vec<Moment>,
}

#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) at: Duration,
    pub(super) what: What,
}

/// Something that happened. Without a player it concerns both.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// The referee put a board into a player's folder, or asked a player by lines in these words: the turn and its
    /// clock begin.
    Turn { player: Player, number: u64, board: Rc<str>, given: Gave },
    /// A player did something in its folder.
    Does { player: Player, act: Act },
    /// From now on it uses this many cores.
    Uses { player: Player, cores: u32 },
    /// From now on it is over a limit.
    Exceeds { player: Player, limit: Exceeded },
    /// From now on the files of others leave no room in its folder.
    OthersFill { player: Player },
    /// From now on others have its core, or no longer.
    Others { player: Player, have: bool },
    /// Its program and its children have ended. All that they held open was closed before.
    Dies { player: Player, death: Died },
    /// The referee heard of something in a player's folder.
    Told { player: Player, news: Heard },
    /// The referee heard of a death.
    ToldDeath { player: Player },
    /// The referee asked for news; this many events were ripe and were left.
    RulesQuestions { player: Player, left: usize },
    /// The referee read a board.
    Reads { player: Player, number: u64, read: Read },
    /// The referee asked for a player to be stopped.
    AsksStop { player: Player },
    /// A stop took effect.
    Stops { player: Player },
    /// The referee let a player run.
    Runs { player: Player },
    /// The host delayed the referee, or withheld something from it, for so long.
    Delays { by: Duration },
    /// The host could not do what the referee asked for.
    HostFails,
    /// The referee ended the match.
    Decides(Verdict),
}

/// The fate of a board that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gave {
    Done,
    Occupied,
    FullByItself,
    FullByOthers,
}

/// An act in a player's folder. Files are numbered in the order of their making; one that has no board's
/// name is opened and written just so.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Makes a file under a board's name and holds it open for writing.
    Creates {
        number: u64,
        file: usize,
    },
    /// Opens a file for writing, perhaps a new one under another name. A child may do it, too.
    Opens {
        file: usize,
    },
    /// Writes; these are the contents afterwards.
    Writes {
        file: usize,
        content: Rc<[u8]>,
    },
    Closes {
        file: usize,
    },
    Renames {
        number: u64,
        file: usize,
    },
    Links {
        number: u64,
        file: usize,
    },
    /// Makes something that is no plain file.
    MakesFolder {
        number: u64,
    },
    /// Takes its own permission to read a file.
    Hides {
        file: usize,
    },
    Removes {
        number: u64,
    },
    /// Writes into a board that it was given, or puts something in its place.
    Forges {
        number: u64,
    },
    /// Prints to its standard output, by which it answers.
    Prints {
        bytes: Rc<[u8]>,
    },
    ClosesOutput,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exceeded {
    Memory,
    Output,
    Folder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Died {
    Exited,
    Killed,
    /// The host could not start it, or something outside killed it.
    ByHost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A board was closed after writing, or renamed into place.
    Closed(u64),
    /// A board was created.
    Begun(u64),
    /// Events were lost.
    Overflow,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Bytes(Rc<[u8]>),
    Missing,
    /// No plain file, or no permission.
    Unreadable,
}

/// The facts told of a player that lost, besides the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slip {
    /// It wrote a board of a number still to come, without the answer.
    Elsewhere,
    // By lines.
    Unfinished,
    Closed,
    Silent,
    /// It wrote a board file.
    File,
    /// Its wrong line came before its block.
    Early,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Rules { winner: Option<Player>, reason: Reason },
    Forfeit { player: Player, ply: u64, reason: Reason, slip: Option<Slip> },
    Void,
}

impl fmt::Display for Trace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Terms { game, start, ply_limit, move_time, start_time, cpu_time, .. } = &self.terms;
        let Terms { by_lines, output_bytes, .. } = &self.terms;
        writeln!(out, "{game} from {start}, {ply_limit} plies at most")?;
        writeln!(
            out,
            "{move_time:?} a move, {start_time:?} to start, {cpu_time:?} on the processor"
        )?;
        if by_lines.contains(&true) {
            writeln!(out, "by lines: {by_lines:?}, {output_bytes} bytes at most")?;
        }
        // Of many vain questions for news in sequence the last is enough.
        let is_vain = |it: &Moment| matches!(it.what, What::RulesQuestions { left: 0, .. });
        for (at, moment) in self.moments.iter().enumerate() {
            if is_vain(moment) && self.moments.get(at + 1).is_some_and(is_vain) {
                continue;
            }
            let ms = moment.at.as_secs_f64() * 1e3;
            writeln!(out, "{ms:14.6} ms  {}", moment.what)?;
        }
        Ok(())
    }
}

impl fmt::Display for What {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Turn { player, number, given, .. } => {
                write!(out, "referee  gives {player} board {number}: {given:?}")
            }
            What::Does { player, act } => write!(out, "{player}          {act}"),
            What::Uses { player, cores } => write!(out, "{player}          uses {cores} cores"),
            What::Exceeds { player, limit } => write!(out, "{player}          exceeds {limit:?}"),
            What::OthersFill { player } => write!(out, "others   fill the folder of {player}"),
            What::Others { player, have: true } => {
                write!(out, "others   take the core of {player}")
            }
            What::Others { player, have: false } => {
                write!(out, "others   leave the core of {player}")
            }
            What::Dies { player, death } => write!(out, "{player}          dies: {death:?}"),
            What::Told { player, news } => write!(out, "referee  hears of {player}: {news:?}"),
            What::ToldDeath { player } => write!(out, "referee  hears of the death of {player}"),
            What::RulesQuestions { player, left } => {
                write!(out, "referee  asked for news of {player}; {left} left")
            }
            What::Reads { player, number, read: Read::Bytes(bytes) } => {
                write!(out, "referee  reads board {number} of {player}: {} bytes", bytes.len())
            }
            What::Reads { player, number, read } => {
                write!(out, "referee  reads board {number} of {player}: {read:?}")
            }
            What::AsksStop { player } => write!(out, "referee  asks {player} to stop"),
            What::Stops { player } => write!(out, "{player}          is stopped"),
            What::Runs { player } => write!(out, "referee  lets {player} run"),
            What::Delays { by } => write!(out, "host     delays by {by:?}"),
            What::HostFails => write!(out, "host     fails"),
            What::Decides(verdict) => write!(out, "referee  decides: {verdict:?}"),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Creates { number, file } => write!(out, "creates board {number} (file {file})"),
            Act::Opens { file } => write!(out, "opens file {file}"),
            Act::Writes { file, content } => {
                write!(out, "writes file {file}, now {} bytes", content.len())
            }
            Act::Closes { file } => write!(out, "closes file {file}"),
            Act::Renames { number, file } => write!(out, "renames file {file} to board {number}"),
            Act::Links { number, file } => write!(out, "links file {file} as board {number}"),
            Act::MakesFolder { number } => write!(out, "makes a folder named board {number}"),
            Act::Hides { file } => write!(out, "makes file {file} unreadable"),
            Act::Removes { number } => write!(out, "removes board {number}"),
            Act::Prints { bytes } => {
                let text = String::from_utf8_lossy(bytes);
                write!(out, "prints {} bytes: {}", bytes.len(), one_line(&text, 40))
            }
            Act::ClosesOutput => write!(out, "closes its output"),
            Act::Forges { number } => write!(out, "writes into board {number}, which it was given"),
        }
    }
}
