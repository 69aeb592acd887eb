//! Collects the page's data about single matches in one pass over the journal. Memory grows with
//! the players, not with the matches.

use std::collections::BTreeMap;

use super::forfeit::{Forfeit, Loss, forfeit};
use super::walk::{Rank, Walks};
use crate::report::counted::JournalMatch;
use arbitro_html::histogram::{Lengths, Times};
use arbitro_records::{Claimed, MatchRecord};
use arbitro_rules::Player;
use arbitro_rules::history::Both;
use arbitro_words::{Language, reasons};

#[derive(Debug, Default)]
pub(in crate::report) struct MatchTotals {
    pub(super) players: Vec<PlayerTotals>,
    /// Reasons for ends, by their index in [`reasons`]; unknown ones come last.
    pub(super) endings: BTreeMap<usize, u64>,
    pub(super) lengths: Lengths,
    /// Matches won by player 1, drawn, won by player 2.
    pub(super) first: [u64; 3],
    /// Matches that the page walks through.
    pub(super) walks: Walks,
    /// Matches that count but cannot be read.
    pub(super) unreadable: u64,
    bounds: Bounds,
}

#[derive(Debug, Default)]
pub(super) struct PlayerTotals {
    /// Wall-clock milliseconds of each ply.
    pub(super) wall: Times,
    /// Processor milliseconds of each ply.
    pub(super) cpu: Times,
    pub(super) peak_kib: Option<u64>,
    /// Forfeits to show in full.
    pub(super) forfeits: Vec<Forfeit>,
    /// Matches lost, forfeits included.
    lost: usize,
    pub(super) losses: Vec<Loss>,
    /// Number of further losses.
    pub(super) more: u64,
}

/// Maximum losses kept for each player.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    forfeits: usize,
    losses: usize,
}

impl Bounds {
    /// Chosen so that a browser opens the page without delay.
    const fn for_players(players: usize) -> Bounds {
        let (forfeits, losses) = match players {
            0..=100 => (12, 60),
            101..=500 => (3, 15),
            _ => (1, 6),
        };
        Bounds { forfeits, losses }
    }
}

impl MatchTotals {
    /// Nothing yet, of so many players.
    pub(in crate::report) fn new(players: usize, language: Language) -> MatchTotals {
        MatchTotals {
            players: std::iter::repeat_with(PlayerTotals::default).take(players).collect(),
            bounds: Bounds::for_players(players),
            walks: Walks::new(language),
            ..MatchTotals::default()
        }
    }

    /// Returns all of it; so many matches could not be read.
    pub(in crate::report) fn finished(self, unreadable: u64) -> MatchTotals {
        MatchTotals { unreadable, ..self }
    }

    pub(in crate::report) fn add(&mut self, played: &JournalMatch) {
        let record = &played.record;
        let word = record.reason.as_deref().unwrap_or_default();
        let known = reasons().position(|known| known.name() == word);
        *self.endings.entry(known.unwrap_or_else(|| reasons().count())).or_default() += 1;
        self.lengths.add(record.plies.unwrap_or(0));
        let winner = record.winner.as_ref().and_then(Claimed::known);
        // Who forfeits says nothing about colours.
        if record.fault.is_none() {
            self.first[match winner {
                Some(Player::X) => 0,
                None => 1,
                Some(Player::O) => 2,
            }] += 1;
        }
        self.add_effort(played);
        let (colour, loser, opponent) = match winner {
            Some(Player::X) => (Player::O, played.o, played.x),
            Some(Player::O) => (Player::X, played.x, played.o),
            None => return self.walks.add(Rank::Draw, played.id, record),
        };
        let loss = Loss {
            id: played.id,
            round: record.round,
            opponent,
            colour,
            reason: word.to_owned(),
            plies: record.plies.unwrap_or(0),
        };
        let Some(conduct) = self.players.get_mut(loser) else {
            return;
        };
        let fault = record.fault.as_ref();
        let fault = fault.filter(|fault| fault.player == colour.to_string());
        conduct.lost += 1;
        let rank = Rank::Loss(conduct.lost);
        if let Some(fault) = fault {
            let mut known = conduct.forfeits.iter_mut();
            if let Some(known) = known.find(|it| it.is_like(fault)) {
                known.again.push(loss.id);
                return self.walks.add(rank, loss.id, record);
            }
            if conduct.forfeits.len() < self.bounds.forfeits {
                self.walks.add(Rank::Forfeit(conduct.forfeits.len()), loss.id, record);
                conduct.forfeits.push(forfeit(loss, record, fault));
                return;
            }
        }
        self.walks.add(rank, loss.id, record);
        if conduct.losses.len() < self.bounds.losses {
            conduct.losses.push(loss);
        } else {
            conduct.more += 1;
        }
    }

    fn add_effort(&mut self, played: &JournalMatch) {
        let JournalMatch { x, o, record, .. } = played;
        let MatchRecord { ms, cpu_ms, .. } = record;
        let Both { x: x_kib, o: o_kib } = record.peak_kib.unwrap_or_default();
        for (place, entrant, peak_kib) in [(0, *x, x_kib), (1, *o, o_kib)] {
            let Some(conduct) = self.players.get_mut(entrant) else {
                continue;
            };
            // Player 1 and player 2 take turns, and player 1 begins.
            for &time in ms.iter().skip(place).step_by(2) {
                conduct.wall.add(time);
            }
            for &time in cpu_ms.iter().skip(place).step_by(2) {
                conduct.cpu.add(time);
            }
            conduct.peak_kib = conduct.peak_kib.max(peak_kib);
        }
    }
}
