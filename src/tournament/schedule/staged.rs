//! Formats whose pairings depend on results: each stage is paired when the previous one is over.

use std::ops::Range;

use super::knockout::Bracket;
use super::swiss::{Card, Float, SwissRound, pair_round};
use super::{MatchResult, Next, Pairing};
use crate::seed::{Purpose, derive};
use crate::settings::{Points, TournamentSettings};
use arbitro_rules::Player;

/// The stages so far, and the state that decides the next.
#[derive(Debug)]
pub(super) struct Staged {
    games: u64,
    seed: u64,
    points: Points,
    director: Director,
    stages: Vec<Stage>,
    is_over: bool,
    /// Matches of players who left before they were played.
    withdrawn: Vec<Pairing>,
}

/// What changes in a round of a Swiss tournament and those after it.
#[derive(Debug)]
pub(super) struct RoundChange {
    pub(super) round: u32,
    /// Points of those who come, for each round that they missed, in hundredths.
    pub(super) missed: u32,
    pub(super) come: Vec<usize>,
    pub(super) leave: Vec<usize>,
    pub(super) more: u32,
}

#[derive(Debug)]
enum Director {
    Swiss(Swiss),
    Knockout(Bracket),
}

#[derive(Debug)]
struct Swiss {
    /// The entrant of each rank.
    ranks: Vec<usize>,
    /// Pairing cards by rank.
    cards: Vec<Card>,
    /// The ranks that are paired.
    playing: Vec<bool>,
    rounds: u32,
    changes: Vec<RoundChange>,
    /// Number of changes that have happened.
    changed: usize,
}

/// Duels that can be played in parallel, each of equally many matches.
#[derive(Debug)]
struct Stage {
    round: u32,
    /// Number of its first match, and of its first opening.
    first: u64,
    first_opening: u64,
    games: u64,
    /// Pairs of matches of each duel in earlier stages, if a tied duel is continued.
    pairs_before: u64,
    /// The duels; player 1 of the first match comes first.
    duels: Vec<[usize; 2]>,
    /// The duels whose open matches are withdrawn once the results are noted.
    is_left: Vec<bool>,
    /// Points of both players in hundredths.
    scores: Vec<[u64; 2]>,
    has_ended: Vec<bool>,
    /// All matches before this index have been handed out or have finished.
    given: usize,
}

impl Stage {
    fn is_over(&self) -> bool {
        let mut open = (0..self.has_ended.len()).filter(|&it| !self.has_ended[it]);
        open.all(|it| self.is_left[self.place(it).0])
    }

    /// Ends the open matches of players who have left, and returns them.
    fn withdraw(&mut self) -> Vec<Pairing> {
        let is_withdrawn = |it: &usize| !self.has_ended[*it] && self.is_left[self.place(*it).0];
        let open: Vec<usize> = (0..self.has_ended.len()).filter(is_withdrawn).collect();
        open.iter().for_each(|&it| self.has_ended[it] = true);
        open.into_iter().map(|it| self.pairing(it)).collect()
    }

    fn end(&self) -> u64 {
        self.first + self.has_ended.len() as u64
    }

    /// Maps an index in the stage to a duel and a match in it.
    fn place(&self, place: usize) -> (usize, u64) {
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        (place / games, (place % games) as u64)
    }

    fn pairing(&self, place: usize) -> Pairing {
        let (duel, game) = self.place(place);
        let [first, second] = self.duels[duel];
        let [x, o] = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        Pairing {
            id: self.first + place as u64,
            round: self.round,
            x,
            o,
            opening: self.first_opening + duel as u64 * self.games.div_ceil(2) + game / 2,
            pair: self.pairs_before + game / 2,
        }
    }
}

impl Staged {
    /// A Swiss tournament of entrants in order of rank.
    pub(super) fn swiss(
        settings: &TournamentSettings,
        ranks: Vec<usize>,
        rounds: u32,
        changes: Vec<RoundChange>,
    ) -> Staged {
        let more: u32 = changes.iter().map(|it| it.more).fold(0, u32::saturating_add);
        let director = Director::Swiss(Swiss {
            cards: vec![Card::default(); ranks.len()],
            playing: vec![true; ranks.len()],
            ranks,
            rounds: rounds.saturating_add(more),
            changes,
            changed: 0,
        });
        Staged::new(settings, settings.points, director)
    }

    /// A knockout of entrants in order of seeding.
    pub(super) fn knockout(settings: &TournamentSettings, seeding: &[usize]) -> Staged {
        let director = Director::Knockout(Bracket::new(seeding));
        Staged::new(settings, Bracket::points(), director)
    }

    fn new(settings: &TournamentSettings, points: Points, director: Director) -> Staged {
        Staged {
            games: u64::from(settings.games.max(1)),
            seed: settings.seed,
            points,
            director,
            stages: Vec::new(),
            is_over: false,
            withdrawn: Vec::new(),
        }
    }

    pub(super) fn total(&self) -> Option<u64> {
        match &self.director {
            Director::Swiss(swiss) => {
                let (round, known) =
                    self.stages.last().map_or((0, 0), |it| (it.round, it.end() - 1));
                let later = if self.is_over { 0 } else { swiss.boards_after(round) };
                Some(known + later * self.games)
            }
            Director::Knockout(_) => None,
        }
    }

    pub(super) fn next_match(&mut self) -> Next {
        loop {
            if self.is_over {
                return Next::Done;
            }
            if let Some(stage) = self.stages.last_mut() {
                while stage.has_ended.get(stage.given) == Some(&true) {
                    stage.given += 1;
                }
                if stage.given < stage.has_ended.len() {
                    stage.given += 1;
                    return Next::Match(stage.pairing(stage.given - 1));
                }
                if !stage.is_over() {
                    return Next::Wait;
                }
            }
            self.open_stage();
        }
    }

    /// The match with a number, if it is known by now.
    pub(super) fn pairing(&mut self, id: u64) -> Option<Pairing> {
        loop {
            let known = self.stages.last().map_or(1, Stage::end);
            if id < known {
                break;
            }
            let may_open = self.stages.last().is_none_or(Stage::is_over);
            if !may_open || self.is_over {
                return None;
            }
            self.open_stage();
        }
        let stage = self.stage_of(id)?;
        let place = usize::try_from(id - stage.first).ok()?;
        Some(stage.pairing(place))
    }

    /// The match with a number, from the stages opened so far.
    pub(super) fn listed(&self, id: u64) -> Option<Pairing> {
        let at = self.stages.partition_point(|stage| stage.end() <= id);
        let stage = self.stages.get(at)?;
        let place = usize::try_from(id.checked_sub(stage.first)?).ok()?;
        Some(stage.pairing(place))
    }

    /// The matches of every known stage.
    pub(super) fn known_stages(&mut self) -> Vec<Range<u64>> {
        // Opens the first stage, if none is open.
        self.pairing(1);
        let stages = self.stages.iter();
        stages.map(|stage| stage.first..stage.end()).collect()
    }

    /// Maximum number of stages.
    pub(super) fn max_stages(&self) -> u32 {
        match &self.director {
            Director::Swiss(swiss) => swiss.rounds,
            Director::Knockout(bracket) => bracket.max_stages(),
        }
    }

    fn stage_of(&mut self, id: u64) -> Option<&mut Stage> {
        let mut stages = self.stages.iter_mut();
        stages.find(|stage| (stage.first..stage.end()).contains(&id))
    }

    /// Returns true if a match belongs to a stage that had to end before `later` was known.
    pub(super) fn is_before(&mut self, id: u64, later: u64) -> bool {
        // Opens its stage, if possible.
        self.pairing(id).is_some() && self.stage_of(id).is_some_and(|stage| later >= stage.end())
    }

    /// Returns true if a match with this number may become known.
    pub(super) fn can_occur(&mut self, id: u64) -> bool {
        self.pairing(id).is_none()
            && !self.is_over
            && id >= self.stages.last().map_or(1, Stage::end)
    }

    /// Returns true if a match has ended.
    pub(super) fn has_ended(&mut self, id: u64) -> bool {
        let stage = self.stage_of(id);
        stage.is_some_and(|stage| {
            let place = usize::try_from(id - stage.first).ok();
            place.and_then(|it| stage.has_ended.get(it)) == Some(&true)
        })
    }

    /// Adds a result; returns true if it was awaited.
    pub(super) fn note(&mut self, pairing: &Pairing, counted: MatchResult) -> bool {
        let [of_x, of_o] = counted.worth(self.points);
        let Some(stage) = self.stage_of(pairing.id) else {
            return false;
        };
        let Ok(place) = usize::try_from(pairing.id - stage.first) else {
            return false;
        };
        if std::mem::replace(&mut stage.has_ended[place], true) {
            return false;
        }
        let (duel, _) = stage.place(place);
        let is_turned = stage.duels[duel][0] != pairing.x;
        let [first, second] = if is_turned { [of_o, of_x] } else { [of_x, of_o] };
        stage.scores[duel][0] += first;
        stage.scores[duel][1] += second;
        // Of players who have left, more results may come.
        if stage.has_ended.iter().all(|&it| it) {
            self.open_stage();
        }
        true
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends the open matches of players who have left, and returns all such.
    pub(super) fn withdraw(&mut self) -> Vec<Pairing> {
        self.pairing(1);
        while !self.is_over && self.stages.last().is_some_and(Stage::is_over) {
            self.open_stage();
        }
        let last = self.stages.last_mut().map(Stage::withdraw).unwrap_or_default();
        self.withdrawn.extend(last);
        std::mem::take(&mut self.withdrawn)
    }

    /// Number of the phase of a round, from 1.
    pub(super) fn phase_of(&self, round: u32) -> usize {
        match &self.director {
            Director::Swiss(swiss) => {
                1 + swiss.changes.iter().filter(|it| it.round <= round).count()
            }
            Director::Knockout(_) => 1,
        }
    }

    pub(super) fn missed_points(&self, entrant: usize) -> u64 {
        let Director::Swiss(swiss) = &self.director else {
            return 0;
        };
        let late = swiss.changes.iter().take(swiss.changed);
        let late = late.filter(|it| it.come.contains(&entrant));
        late.map(|it| it.missed_points()).sum()
    }

    pub(super) fn byes(&self, entrant: usize) -> u32 {
        match &self.director {
            Director::Swiss(swiss) => {
                let rank = swiss.ranks.iter().position(|&it| it == entrant);
                let card = rank.and_then(|rank| swiss.cards.get(rank));
                u32::from(card.is_some_and(|card| card.had_bye))
            }
            Director::Knockout(_) => 0,
        }
    }

    pub(super) fn survived(&self, entrant: usize) -> Option<u32> {
        match &self.director {
            Director::Swiss(_) => None,
            Director::Knockout(bracket) => bracket.survived(entrant),
        }
    }

    /// Pairs the next stage from the results so far, or ends the tournament.
    fn open_stage(&mut self) {
        let left = self.stages.last_mut().map(Stage::withdraw).unwrap_or_default();
        self.withdrawn.extend(left);
        let last = self.stages.last();
        let results: Vec<_> = last
            .map(|stage| {
                let duels = stage.duels.iter().copied();
                duels.zip(stage.scores.iter().copied()).collect()
            })
            .unwrap_or_default();
        let (first, first_opening) = last.map_or((1, 1), |stage| {
            let openings = stage.duels.len() as u64 * stage.games.div_ceil(2);
            (stage.end(), stage.first_opening + openings)
        });
        let (last_round, last_pairs) = last
            .map_or((0, 0), |stage| (stage.round, stage.pairs_before + stage.games.div_ceil(2)));
        let round = last_round;
        let (round, duels) = match &mut self.director {
            Director::Swiss(swiss) => {
                if round >= swiss.rounds {
                    self.is_over = true;
                    swiss.take(&results, self.games);
                    return;
                }
                swiss.take(&results, self.games);
                swiss.change(round + 1);
                let bye_points = u64::from(self.points.win) * self.games;
                let duels = swiss.pair(self.seed, bye_points);
                (round + 1, duels)
            }
            Director::Knockout(bracket) => {
                if !results.is_empty() {
                    bracket.take(&results);
                }
                let draw = |(duel, [a, b]): (usize, [usize; 2])| {
                    let place = first + duel as u64;
                    let is_turned = derive(self.seed, Purpose::Colours, place) & 1 == 1;
                    if is_turned { [b, a] } else { [a, b] }
                };
                let duels = bracket.duels().into_iter().enumerate().map(draw);
                (bracket.round(), Some(duels.collect::<Vec<_>>()))
            }
        };
        let Some(duels) = duels.filter(|duels| !duels.is_empty()) else {
            self.is_over = true;
            return;
        };
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        self.stages.push(Stage {
            round,
            first,
            first_opening,
            games: self.games,
            pairs_before: if round == last_round { last_pairs } else { 0 },
            scores: vec![[0; 2]; duels.len()],
            is_left: duels.iter().map(|duel| self.director.leaves(*duel)).collect(),
            has_ended: vec![false; duels.len().saturating_mul(games)],
            duels,
            given: 0,
        });
    }
}

impl Director {
    /// Returns true if one of two players leaves later.
    fn leaves(&self, duel: [usize; 2]) -> bool {
        match self {
            Director::Swiss(swiss) => {
                let later = swiss.changes.iter().skip(swiss.changed);
                later.flat_map(|it| &it.leave).any(|it| duel.contains(it))
            }
            Director::Knockout(_) => false,
        }
    }
}

impl RoundChange {
    fn missed_points(&self) -> u64 {
        u64::from(self.missed) * u64::from(self.round.saturating_sub(1))
    }
}

impl Swiss {
    /// Counts the boards of all rounds after this one.
    fn boards_after(&self, mut round: u32) -> u64 {
        let mut playing = self.playing.iter().filter(|&&it| it).count();
        let mut boards = 0;
        for change in self.changes.iter().skip(self.changed) {
            let last = change.round.saturating_sub(1).clamp(round, self.rounds);
            boards += u64::from(last - round) * (playing as u64 / 2);
            round = last;
            playing = (playing + change.come.len()).saturating_sub(change.leave.len());
        }
        boards + u64::from(self.rounds - round) * (playing as u64 / 2)
    }

    /// Lets players come and leave before a round.
    fn change(&mut self, round: u32) {
        while let Some(change) = self.changes.get(self.changed).filter(|it| it.round <= round) {
            for entrant in &change.leave {
                if let Some(rank) = self.ranks.iter().position(|it| it == entrant) {
                    self.playing[rank] = false;
                }
            }
            let points = u32::try_from(change.missed_points()).unwrap_or(u32::MAX);
            for &entrant in &change.come {
                self.ranks.push(entrant);
                self.playing.push(true);
                self.cards.push(Card { points, ..Card::default() });
            }
            self.changed += 1;
        }
    }

    /// Pairs those who play, by their ranks.
    fn pair_playing(&self, seed: u64) -> Option<SwissRound> {
        let ranks: Vec<usize> = (0..self.ranks.len()).filter(|&it| self.playing[it]).collect();
        // An opponent who left gets an index out of range.
        let seat = |rank: &usize| ranks.binary_search(rank).unwrap_or(usize::MAX);
        let card = |&rank: &usize| {
            let card = &self.cards[rank];
            Card { opponents: card.opponents.iter().map(seat).collect(), ..card.clone() }
        };
        let cards: Vec<Card> = ranks.iter().map(card).collect();
        let round = pair_round(&cards, derive(seed, Purpose::Draw, 1))?;
        Some(SwissRound {
            pairs: round.pairs.iter().map(|pair| pair.map(|it| ranks[it])).collect(),
            bye: round.bye.map(|it| ranks[it]),
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
        let entrants = self.ranks.iter().max().map_or(0, |it| it + 1);
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
