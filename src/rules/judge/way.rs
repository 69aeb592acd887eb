//! Searches the routes of a piece under rules that may be relaxed.
//!
//! The kernel is compiled for real rules. A diagnosis asks about rules that do not exist ("if men
//! could capture backwards, would this be a move?"), so this search works on rows and columns and
//! takes permissions as data. It is slow, and only runs for a wrong board.

use std::collections::HashSet;

use crate::Player;
use crate::draughts::{Chain, Crowning, KingReach, MenCapture, Rules};
use crate::notation::{Cell, Place, Setup};

/// Maximum stations that a search visits. Boards can be constructed to have millions, and the
/// diagnoses that a person would find need few.
const MAX_STATIONS: usize = 20_000;

/// A diagonal direction, in rows and columns.
type Step = (isize, isize);

const STEPS: [Step; 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

fn moved(place: Place, step: Step, size: usize) -> Option<Place> {
    let row = place
        .row
        .checked_add_signed(step.0)
        .filter(|&row| row < size)?;
    let column = place
        .column
        .checked_add_signed(step.1)
        .filter(|&column| column < size)?;
    Some(Place::new(row, column))
}

/// The direction from one place to another and the number of steps, if they share a diagonal.
pub(super) fn diagonal(from: Place, to: Place) -> Option<(Step, usize)> {
    let rows = to.row as isize - from.row as isize;
    let columns = to.column as isize - from.column as isize;
    (rows != 0 && rows.abs() == columns.abs())
        .then(|| ((rows.signum(), columns.signum()), rows.unsigned_abs()))
}

/// Rows to the front of a player's men.
pub(super) const fn forward(player: Player) -> isize {
    match player {
        Player::X => 1,
        Player::O => -1,
    }
}

/// The captures that a piece is allowed, apart from priority among them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permissions {
    pub(super) men_capture_backwards: bool,
    pub(super) men_take_kings: bool,
    pub(super) several: bool,
}

impl Permissions {
    pub(super) fn of(rules: &Rules) -> Permissions {
        Permissions {
            men_capture_backwards: rules.men_capture == MenCapture::AllWays,
            men_take_kings: rules.men_take_kings,
            several: rules.chain == Chain::Whole,
        }
    }
}

/// A capturing piece on a board, and everything it might capture.
#[derive(Debug)]
pub(super) struct Capturer<'a> {
    pub(super) board: &'a Setup,
    pub(super) rules: &'a Rules,
    pub(super) permissions: Permissions,
    pub(super) from: Place,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Station {
    pub(super) at: Place,
    pub(super) is_king: bool,
    /// Sorted.
    pub(super) taken: Vec<Place>,
}

impl Capturer<'_> {
    fn piece(&self) -> Cell {
        self.board.at(self.from)
    }

    fn is_free(&self, place: Place) -> bool {
        place == self.from || self.board.at(place) == Cell::Empty
    }

    pub(super) fn start(&self) -> Station {
        Station {
            at: self.from,
            is_king: self.piece().is_king(),
            taken: Vec::new(),
        }
    }

    /// The stations after one more capture.
    pub(super) fn next(&self, station: &Station) -> Vec<Station> {
        let mut next = Vec::new();
        let Some(owner) = self.piece().owner() else {
            return next;
        };
        if !station.taken.is_empty() && !self.permissions.several {
            return next;
        }
        let size = self.rules.size;
        let last_row = self.rules.last_row(owner);
        for step in STEPS {
            if !station.is_king
                && !self.permissions.men_capture_backwards
                && step.0 != forward(owner)
            {
                continue;
            }
            let flies = station.is_king && self.rules.kings == KingReach::Flying;
            let mut ahead = moved(station.at, step, size);
            while flies && ahead.is_some_and(|place| self.is_free(place)) {
                ahead = ahead.and_then(|place| moved(place, step, size));
            }
            let Some(over) = ahead else { continue };
            let prey = self.board.at(over);
            if prey.owner() != Some(!owner)
                || station.taken.contains(&over)
                || (prey.is_king() && !station.is_king && !self.permissions.men_take_kings)
            {
                continue;
            }
            let mut landing = moved(over, step, size).filter(|&place| self.is_free(place));
            while let Some(at) = landing {
                let mut taken = station.taken.clone();
                taken.push(over);
                taken.sort_unstable();
                let crowned = self.rules.crowning == Crowning::GoesOn && at.row == last_row;
                next.push(Station {
                    at,
                    is_king: station.is_king || crowned,
                    taken,
                });
                if !flies {
                    break;
                }
                landing = moved(at, step, size).filter(|&place| self.is_free(place));
            }
        }
        next
    }

    /// All stations that the piece can reach from its square by capturing only what `can_take`
    /// allows, each once, in a fixed order.
    fn stations(&self, can_take: &dyn Fn(Place) -> bool) -> Vec<Station> {
        self.stations_from(self.start(), can_take)
    }

    /// All stations that can be reached from `start`.
    pub(super) fn stations_from(
        &self,
        start: Station,
        can_take: &dyn Fn(Place) -> bool,
    ) -> Vec<Station> {
        let found = self.search(start, can_take);
        found.into_iter().map(|(station, _)| station).collect()
    }

    /// The stations, each with the index of its predecessor; the first is its own.
    fn search(&self, start: Station, can_take: &dyn Fn(Place) -> bool) -> Vec<(Station, usize)> {
        let mut known = HashSet::new();
        let mut found = vec![(start, 0)];
        let mut done = 0;
        while done < found.len() && found.len() < MAX_STATIONS {
            for next in self.next(&found[done].0) {
                if next.taken.iter().all(|&place| can_take(place)) && known.insert(next.clone()) {
                    found.push((next, done));
                }
            }
            done += 1;
        }
        found
    }

    /// The pieces among `taken` (ascending) that a man captures backwards on its way to `to`;
    /// `None` if no route captures exactly these.
    pub(super) fn taken_backwards(&self, to: Place, taken: &[Place]) -> Option<Vec<Place>> {
        let found = self.search(self.start(), &|place| taken.contains(&place));
        let arrives = |(it, _): &(Station, usize)| it.at == to && it.taken == taken;
        let mut index = found.iter().position(arrives)?;
        let forward = forward(self.piece().owner()?);
        let mut backwards = Vec::new();
        while index > 0 {
            let (next, before_it) = &found[index];
            let (here, _) = &found[*before_it];
            let is_forward = (next.at.row > here.at.row) == (forward > 0);
            if !here.is_king && !is_forward {
                backwards.extend(next.taken.iter().filter(|it| !here.taken.contains(it)));
            }
            index = *before_it;
        }
        backwards.sort_unstable();
        Some(backwards)
    }

    /// The captures of this piece that end on `to`, as captured sets: at most one turn's, but
    /// including unfinished ones and ones of too low a priority.
    pub(super) fn takings(&self, to: Place, can_take: &dyn Fn(Place) -> bool) -> Vec<Vec<Place>> {
        let stations = self.stations(can_take).into_iter();
        stations
            .filter(|station| station.at == to && !station.taken.is_empty())
            .map(|station| station.taken)
            .collect()
    }

    /// A station on `to` with exactly `taken` captured.
    pub(super) fn station_with(&self, to: Place, taken: &[Place]) -> Option<Station> {
        self.stations(&|place| taken.contains(&place))
            .into_iter()
            .find(|station| station.at == to && station.taken == taken && !taken.is_empty())
    }
}
