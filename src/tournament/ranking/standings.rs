//! The ranking: points, tie-breaks, and ratings with their uncertainty.

use std::cmp::Reverse;

use super::tally::{Count, Tally};
use crate::rating::{Rating, Ratings, rate};
use crate::schedule::Schedule;
use crate::settings::tournament_settings::{Format, Points, TournamentSettings};

#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Index in the list of entrants.
    pub entrant: usize,
    /// Rank, from 1; complete ties share a rank. None of one that plays no more, or joined and has not played.
    pub place: Option<usize>,
    /// True for the best, if the settings say what share of the players that is.
    pub is_top: bool,
    /// True if it plays no more.
    pub has_left: bool,
    /// Points in hundredths.
    pub points: u64,
    pub count: Count,
    /// Rounds without an opponent, each worth a won round.
    pub byes: u32,
    /// Rounds of a knockout that it survived.
    pub survived: Option<u32>,
    pub tie_breaks: TieBreaks,
    pub rating: Rating,
    /// Probability that it is stronger than the next in the ranking; `None` for the last, and if
    /// the two cannot be compared.
    pub superiority: Option<f64>,
}

impl Standing {
    /// Its rank, or one below all others.
    pub fn place_or_last(&self) -> usize {
        self.place.unwrap_or(usize::MAX)
    }
}

/// Tie-breaks between equal points; more is better in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TieBreaks {
    /// Points in the matches among those with equal points, in hundredths.
    pub head_to_head: u64,
    /// Points of beaten opponents, plus half of those of opponents it drew with; in hundredths,
    /// doubled.
    pub sonneborn_berger: u64,
    /// Points of its opponents, each counted once; in hundredths.
    pub buchholz: u64,
}

/// The ranking and what belongs to it as a whole.
#[derive(Debug)]
pub struct Standings {
    /// The ranking, best first.
    pub ranking: Vec<Standing>,
    /// True if ratings decide, because players have played different numbers of matches.
    pub is_by_rating: bool,
    pub ratings: Ratings,
}

/// Computes the ranking of a tournament.
pub fn standings(settings: &TournamentSettings, schedule: &Schedule, tally: &Tally) -> Standings {
    let entrants = tally.entrants();
    let points: Vec<u64> =
        (0..entrants).map(|entrant| points(settings, schedule, tally, entrant)).collect();
    let ratings = rate(entrants, tally.met());
    let mut ranking: Vec<Standing> = (0..entrants)
        .map(|entrant| Standing {
            entrant,
            place: None,
            is_top: false,
            has_left: schedule.has_left(entrant),
            points: points[entrant],
            count: *tally.count(entrant),
            byes: schedule.byes(entrant),
            survived: schedule.survived(entrant),
            tie_breaks: tie_breaks(settings.points, tally, &points, entrant),
            rating: ratings.entrants[entrant],
            superiority: None,
        })
        .collect();
    let is_by_rating = schedule.is_uneven();
    let has_place = |it: &Standing| !it.has_left && (!is_by_rating || it.count.played() > 0);
    let order = |it: &Standing| {
        (!has_place(it), is_by_rating.then(|| by_rating(it)), order(settings.format, it))
    };
    // Names say nothing about strength, but give a fixed order.
    ranking.sort_by_key(|it| (order(it), it.entrant));
    for place in 0..entrants {
        let is_shared = place > 0 && order(&ranking[place - 1]) == order(&ranking[place]);
        let here = if is_shared { ranking[place - 1].place } else { Some(place + 1) };
        ranking[place].place = here.filter(|_| has_place(&ranking[place]));
        let next = ranking.get(place + 1).filter(|it| has_place(it)).map(|it| it.entrant);
        let here = ranking[place].entrant;
        ranking[place].superiority = next.and_then(|next| ratings.superiority(here, next));
    }
    mark_best(settings, &mut ranking);
    Standings { ranking, is_by_rating, ratings }
}

/// Marks the best of those who play, and all that share the last of these ranks.
fn mark_best(settings: &TournamentSettings, ranking: &mut [Standing]) {
    let playing = ranking.iter().filter(|it| !it.has_left).count();
    let most = settings.best.map_or(0, |share| share.of(playing));
    let (mut seen, mut ahead, mut place) = (0, 0, None);
    for standing in ranking.iter_mut().filter(|it| !it.has_left) {
        if standing.place > place {
            (ahead, place) = (seen, standing.place);
        }
        seen += 1;
        standing.is_top = ahead < most && standing.count.played() > 0;
    }
}

/// Sort key of a ranking by rating, smallest first. Ratings of different groups are unrelated.
fn by_rating(standing: &Standing) -> (bool, usize, Reverse<i64>) {
    // In thousandths of an Elo; a difference below is none.
    let rating = (standing.rating.rating * 1000.0).round() as i64;
    (standing.count.played() == 0, standing.rating.group, Reverse(rating))
}

/// Points of an entrant, in hundredths.
pub(crate) fn points(
    settings: &TournamentSettings,
    schedule: &Schedule,
    tally: &Tally,
    entrant: usize,
) -> u64 {
    let Count { wins, draws, losses, .. } = *tally.count(entrant);
    let byes = u64::from(schedule.byes(entrant));
    let of_a_bye = u64::from(settings.points.win) * u64::from(settings.games);
    settings.points.worth([wins, draws, losses]) + byes * of_a_bye + schedule.missed_points(entrant)
}

fn tie_breaks(points: Points, tally: &Tally, of_all: &[u64], entrant: usize) -> TieBreaks {
    let mut breaks = TieBreaks::default();
    for other in (0..tally.entrants()).filter(|&it| it != entrant) {
        let results = tally.between(entrant, other);
        let [wins, draws, losses] = results.map(u64::from);
        if wins + draws + losses == 0 {
            continue;
        }
        if of_all[other] == of_all[entrant] {
            breaks.head_to_head += points.worth(results);
        }
        breaks.sonneborn_berger += of_all[other] * (2 * wins + draws);
        breaks.buchholz += of_all[other];
    }
    breaks
}

/// Sort key of the ranking, smallest first.
fn order(format: Format, standing: &Standing) -> (Reverse<u64>, [Reverse<u64>; 5]) {
    let TieBreaks { head_to_head, sonneborn_berger, buchholz } = standing.tie_breaks;
    let wins = u64::from(standing.count.wins);
    let (first, rest) = match format {
        Format::RoundRobin | Format::Standing => {
            (standing.points, [head_to_head, sonneborn_berger, wins, 0, 0])
        }
        Format::Swiss => (standing.points, [buchholz, sonneborn_berger, head_to_head, wins, 0]),
        Format::Knockout => (
            u64::from(standing.survived.unwrap_or(0)),
            [share(standing), standing.points, wins, 0, 0],
        ),
        // Points per match, because one player has played many times as much as the others.
        Format::Gauntlet => (share(standing), [standing.points, wins, 0, 0, 0]),
    };
    (Reverse(first), rest.map(Reverse))
}

/// Points per match, in millionths of a hundredth.
fn share(standing: &Standing) -> u64 {
    let played = u64::from(standing.count.played()).max(1);
    standing.points * 1_000_000 / played
}
