//! Formats whose pairings depend on results: each stage is paired when the previous one is over.

use super::knockout::Bracket;
use super::seed::{Purpose, derive};
use super::stage::{Duels, Stage, Units};
use super::swiss::{Float, PairingCard, SwissRound, pair_round};
use crate::growing::phases::{Lineup, Phase};
use crate::settings::tournament_settings::{Points, TournamentSettings};
use arbitro_rules::Player;

/// What decides the next stage.
#[derive(Debug)]
pub(super) struct Rounds {
    games: u64,
    seed: u64,
    pub(super) points: Points,
    format: Format,
    /// True once no stage follows the last one.
    pub(super) is_over: bool,
}

#[derive(Debug)]
enum Format {
    Swiss(Swiss),
    Knockout(Bracket),
}

#[derive(Debug)]
struct Swiss {
    /// The entrant of each rank.
    ranks: Vec<usize>,
    cards: Vec<PairingCard>,
    /// The ranks that are paired.
    playing: Vec<bool>,
    rounds: u32,
    changes: Vec<Change>,
    /// Number of changes that have happened.
    changed: usize,
}

#[derive(Debug)]
struct Change {
    round: u32,
    /// Points of those who come, for each round that they missed, in hundredths.
    missed: u32,
    lineup: Lineup,
}

impl Rounds {
    /// A Swiss tournament of entrants in order of rank.
    pub(super) fn swiss(
        settings: &TournamentSettings,
        ranks: Vec<usize>,
        rounds: u32,
        phases: &[Phase],
        lineups: &[Lineup],
    ) -> Rounds {
        let later = phases.iter().zip(lineups.iter().skip(1));
        let changes = later.map(|(phase, lineup)| Change {
            round: phase.round.unwrap_or(1),
            missed: phase.missed,
            lineup: lineup.clone(),
        });
        let more = lineups.iter().skip(1).map(|lineup| lineup.more).fold(0, u32::saturating_add);
        let swiss = Swiss {
            cards: vec![PairingCard::default(); ranks.len()],
            playing: vec![true; ranks.len()],
            ranks,
            rounds: rounds.saturating_add(more),
            changes: changes.collect(),
            changed: 0,
        };
        Rounds::new(settings, settings.points, Format::Swiss(swiss))
    }

    pub(super) fn knockout(settings: &TournamentSettings, seeding: &[usize]) -> Rounds {
        Rounds::new(settings, Bracket::points(), Format::Knockout(Bracket::new(seeding)))
    }

    fn new(settings: &TournamentSettings, points: Points, format: Format) -> Rounds {
        let games = u64::from(settings.games.max(1));
        Rounds { games, seed: settings.seed, points, format, is_over: false }
    }

    /// Counts the matches in all, given the last stage, where known.
    pub(super) fn total(&self, last: Option<&Stage>) -> Option<u64> {
        let Format::Swiss(swiss) = &self.format else { return None };
        let duels = last.and_then(Stage::duels);
        let later =
            if self.is_over { 0 } else { swiss.boards_after(duels.map_or(0, |duels| duels.round)) };
        Some(last.map_or(0, |it| it.last) + later * self.games)
    }

    pub(super) fn max_stages(&self) -> u32 {
        match &self.format {
            Format::Swiss(swiss) => swiss.rounds,
            Format::Knockout(bracket) => bracket.max_stages(),
        }
    }

    /// Number of the phase of a round, from 1.
    pub(super) fn phase_of(&self, round: u32) -> usize {
        match &self.format {
            Format::Swiss(swiss) => 1 + swiss.changes.iter().filter(|it| it.round <= round).count(),
            Format::Knockout(_) => 1,
        }
    }

    pub(super) fn missed_points(&self, entrant: usize) -> u64 {
        let Format::Swiss(swiss) = &self.format else {
            return 0;
        };
        let late = swiss.changes.iter().take(swiss.changed);
        let late = late.filter(|late| late.come().contains(&entrant));
        late.map(Change::missed_points).sum()
    }

    pub(super) fn byes(&self, entrant: usize) -> u32 {
        match &self.format {
            Format::Swiss(swiss) => {
                let rank = swiss.ranks.iter().position(|&rank| rank == entrant);
                let card = rank.and_then(|rank| swiss.cards.get(rank));
                u32::from(card.is_some_and(|card| card.had_bye))
            }
            Format::Knockout(_) => 0,
        }
    }

    pub(super) fn survived(&self, entrant: usize) -> Option<u32> {
        match &self.format {
            Format::Swiss(_) => None,
            Format::Knockout(bracket) => bracket.survived(entrant),
        }
    }

    /// Pairs the next stage from the results of the last one; `None` if there is none.
    pub(super) fn next(&mut self, last: Option<&Stage>) -> Option<Stage> {
        let next = self.paired(last);
        self.is_over = next.is_none();
        next
    }

    fn paired(&mut self, last: Option<&Stage>) -> Option<Stage> {
        let first = last.map_or(1, |it| it.last + 1);
        let last = last.and_then(Stage::duels);
        let last_round = last.map_or(0, |it| it.round);
        let results: Vec<_> = last.map(Duels::results).unwrap_or_default();
        let (round, pairs) = match &mut self.format {
            Format::Swiss(swiss) => {
                swiss.take(&results, self.games);
                if last_round >= swiss.rounds {
                    return None;
                }
                swiss.change(last_round + 1);
                let bye_points = u64::from(self.points.win) * self.games;
                (last_round + 1, swiss.pair(self.seed, bye_points)?)
            }
            Format::Knockout(bracket) => {
                if !results.is_empty() {
                    bracket.take(&results);
                }
                let draw = |(duel, [a, b]): (usize, [usize; 2])| {
                    let place = first + duel as u64;
                    let is_turned = derive(self.seed, Purpose::Colours, place) & 1 == 1;
                    if is_turned { [b, a] } else { [a, b] }
                };
                (bracket.round(), bracket.duels().into_iter().enumerate().map(draw).collect())
            }
        };
        if pairs.is_empty() {
            return None;
        }
        let duels = Duels {
            round,
            first_opening: last.map_or(1, Duels::next_opening),
            games: self.games,
            pairs_before: last.filter(|duels| duels.round == round).map_or(0, Duels::next_pair),
            scores: vec![[0; 2]; pairs.len()],
            pairs,
        };
        let matches = duels.pairs.len() as u64 * self.games;
        Some(Stage::new(first, first + matches - 1, Units::Duels(duels)))
    }
}

impl Change {
    fn come(&self) -> &[usize] {
        &self.lineup.players[self.lineup.old..]
    }

    fn missed_points(&self) -> u64 {
        u64::from(self.missed) * u64::from(self.round.saturating_sub(1))
    }
}

impl Swiss {
    fn boards_after(&self, mut round: u32) -> u64 {
        let mut playing = self.playing.iter().filter(|&&it| it).count();
        let mut boards = 0;
        for change in self.changes.iter().skip(self.changed) {
            let last = change.round.saturating_sub(1).clamp(round, self.rounds);
            boards += u64::from(last - round) * (playing as u64 / 2);
            round = last;
            playing = (playing + change.come().len()).saturating_sub(change.lineup.left.len());
        }
        boards + u64::from(self.rounds - round) * (playing as u64 / 2)
    }

    /// Lets players come and leave before a round.
    fn change(&mut self, round: u32) {
        while let Some(change) = self.changes.get(self.changed).filter(|it| it.round <= round) {
            for entrant in &change.lineup.left {
                if let Some(rank) = self.ranks.iter().position(|rank| rank == entrant) {
                    self.playing[rank] = false;
                }
            }
            let points = u32::try_from(change.missed_points()).unwrap_or(u32::MAX);
            for &entrant in change.come() {
                self.ranks.push(entrant);
                self.playing.push(true);
                self.cards.push(PairingCard { points, ..PairingCard::default() });
            }
            self.changed += 1;
        }
    }

    fn pair_playing(&self, seed: u64) -> Option<SwissRound> {
        let ranks: Vec<usize> = (0..self.ranks.len()).filter(|&it| self.playing[it]).collect();
        // An opponent who left gets an index out of range.
        let seat = |rank: &usize| ranks.binary_search(rank).unwrap_or(usize::MAX);
        let card = |&rank: &usize| {
            let card = &self.cards[rank];
            PairingCard { opponents: card.opponents.iter().map(seat).collect(), ..card.clone() }
        };
        let cards: Vec<PairingCard> = ranks.iter().map(card).collect();
        let round = pair_round(&cards, derive(seed, Purpose::Draw, 1))?;
        Some(SwissRound {
            pairs: round.pairs.iter().map(|pair| pair.map(|pair| ranks[pair])).collect(),
            bye: round.bye.map(|bye| ranks[bye]),
        })
    }

    /// Pairs the next round; `None` if no pairing without repetition exists.
    fn pair(&mut self, seed: u64, bye_points: u64) -> Option<Vec<[usize; 2]>> {
        let round = self.pair_playing(seed)?;
        let points: Vec<u32> = self.cards.iter().map(|card| card.points).collect();
        for &[x, o] in &round.pairs {
            for (one, other) in [(x, o), (o, x)] {
                let float = match points[one].cmp(&points[other]) {
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Less => Float::Up,
                    std::cmp::Ordering::Equal => Float::None,
                };
                self.cards[one].floats.push(float);
                self.cards[one].opponents.push(other);
            }
        }
        if let Some(bye) = round.bye {
            let card = &mut self.cards[bye];
            card.had_bye = true;
            // Points of rounds without a match count as a downfloat, as with FIDE.
            card.floats.push(Float::Down);
            let more = u32::try_from(bye_points).unwrap_or(u32::MAX);
            card.points = card.points.saturating_add(more);
        }
        let of_rank = |pair: &[usize; 2]| pair.map(|rank| self.ranks[rank]);
        Some(round.pairs.iter().map(of_rank).collect())
    }

    /// Adds the points and colours of a finished round.
    fn take(&mut self, results: &[([usize; 2], [u64; 2])], games: u64) {
        let entrants = self.ranks.iter().max().map_or(0, |rank| rank + 1);
        let mut rank_of = vec![0; entrants];
        for (rank, &entrant) in self.ranks.iter().enumerate() {
            rank_of[entrant] = rank;
        }
        for &(pair, scores) in results {
            for (side, (entrant, points)) in pair.into_iter().zip(scores).enumerate() {
                let card = &mut self.cards[rank_of[entrant]];
                let points = u32::try_from(points).unwrap_or(u32::MAX);
                card.points = card.points.saturating_add(points);
                // With an even number of matches both players had both colours equally often.
                if games % 2 == 1 {
                    card.colours.push(if side == 0 { Player::X } else { Player::O });
                }
            }
        }
    }
}
