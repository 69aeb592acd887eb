//! Quality of play in the analysed matches: the share of moves that kept the value, and the worst
//! moves, drawn with better ones.

use std::cmp::Reverse;

use maud::{Markup, html};

use super::View;
use super::words::{self, Named, Phrase};
use crate::rating::Z_95;
use crate::report::counted::JournalMatch;
use arbitro_html::text::{self, Grouped};
use arbitro_records::analysis::{PlayQuality, Summary, Worst, places_of_move};
use arbitro_rules::history::Both;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::Picture;
use arbitro_rules::{GameId, Player};
use arbitro_words::Decimals;

/// Maximum worst moves drawn; with more, the page would open slowly.
const MAX_DRAWN: usize = 24;

/// Totals over analysed matches.
#[derive(Debug, Default)]
pub(super) struct Play {
    matches: u64,
    players: Vec<PlayOf>,
    /// The distinct search depths and maximum table pieces.
    terms: Vec<(u32, u8)>,
    /// The worst moves, worst first.
    worst: Vec<WorstOf>,
    /// Matches in which some move lost something.
    with_worst: u64,
}

/// Quality of one player's play.
#[derive(Clone, Copy, Debug, Default)]
struct PlayOf {
    matches: u64,
    sum: PlayQuality,
    /// Sums over matches of squares and products, for the variance between matches: kept squared,
    /// kept times judged, judged squared.
    squares: [f64; 3],
}

/// The worst move of a match.
#[derive(Debug)]
struct WorstOf {
    id: u64,
    players: Both<usize>,
    worst: Worst,
}

impl WorstOf {
    /// Sort key, greater for worse moves; on a tie, for the match with the lower number.
    fn badness(&self) -> (bool, u64, Reverse<u64>) {
        let lost = (self.worst.lost * 1e6) as u64;
        (self.worst.changed_result, lost, Reverse(self.id))
    }
}

impl Play {
    pub(super) fn of_players(players: usize) -> Play {
        Play { players: vec![PlayOf::default(); players], ..Play::default() }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.matches == 0
    }

    /// Adds a match whose line has not changed since it was analysed.
    pub(super) fn add(&mut self, played: &JournalMatch, summary: Summary) {
        self.matches += 1;
        let terms = (summary.depth, summary.table_pieces);
        if !self.terms.contains(&terms) {
            self.terms.push(terms);
        }
        for (entrant, conduct) in [(played.x, &summary.players.x), (played.o, &summary.players.o)] {
            if let Some(of_it) = self.players.get_mut(entrant) {
                of_it.add(conduct);
            }
        }
        let Some(worst) = summary.worst else { return };
        self.with_worst += 1;
        self.worst.push(WorstOf {
            id: summary.id,
            players: Both { x: played.x, o: played.o },
            worst,
        });
        if self.worst.len() >= 4 * MAX_DRAWN {
            self.keep_the_worst();
        }
    }

    pub(super) fn keep_the_worst(&mut self) {
        self.worst.sort_by_key(|it| Reverse(it.badness()));
        self.worst.truncate(MAX_DRAWN);
    }
}

impl PlayOf {
    fn add(&mut self, conduct: &PlayQuality) {
        self.matches += 1;
        self.sum.add_all(conduct);
        let (kept, judged) = (conduct.kept as f64, conduct.judged as f64);
        self.squares[0] += kept * kept;
        self.squares[1] += kept * judged;
        self.squares[2] += judged * judged;
    }

    /// The 95 % interval of the share of kept moves. Moves of one match resemble each other, so
    /// they count as fewer independent ones: as many as explain the variance between matches. Never
    /// as more, because few matches may agree by chance.
    fn interval(&self) -> Option<(f64, f64)> {
        let share = self.sum.share()?;
        let judged = self.sum.judged as f64;
        let matches = self.matches as f64;
        let of_one = share * (1.0 - share) / judged;
        let [kept_squared, product, judged_squared] = self.squares;
        let spread = kept_squared - 2.0 * share * product + share * share * judged_squared;
        let among = matches / (matches - 1.0).max(1.0) * spread.max(0.0) / (judged * judged);
        let alike = if of_one > 0.0 && self.matches > 1 { (among / of_one).max(1.0) } else { 1.0 };
        // Wilson's interval, which stays within 0 and 1 and has a width even if nothing was lost.
        let count = judged / alike;
        let z = Z_95 * Z_95;
        let middle = (share + z / (2.0 * count)) / (1.0 + z / count);
        let inside = share * (1.0 - share) / count + z / (4.0 * count * count);
        let half = Z_95 * inside.sqrt() / (1.0 + z / count);
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }
}

impl View<'_> {
    pub(super) fn play(&self) -> Markup {
        let play = &self.gathered.play;
        if play.is_empty() {
            return Markup::default();
        }
        html! {
            section id="play" aria-labelledby="play-h" {
                h2 id="play-h" { (self.say(&words::PLAY)) }
                p {
                    (self.say(&Phrase::Compared { by: &words::searches(&play.terms, self.language), matches: Grouped(play.matches), all: Grouped(self.results.tally.matches()) }))
                }
                p .soft { (self.say(&words::HOW_JUDGED)) }
                div .box .fit tabindex="0" role="group" aria-labelledby="play-h" {
                    table .sort {
                        caption { (self.say(&words::PLAY_CAPTION)) }
                        thead { tr {
                            th scope="col" .n .spare { (self.say(&words::PLACE)) }
                            th scope="col" { (self.say(&words::PLAYER)) }
                            th scope="col" .n .spare { (self.say(&words::MATCHES)) }
                            th scope="col" .n .spare { (self.say(&words::JUDGED)) }
                            th scope="col" .n { (self.say(&words::KEPT)) }
                            th scope="col" .n .spare { "95 %" }
                            th scope="col" .n .spare { (self.say(&words::LOST_PER_MOVE)) }
                            th scope="col" .n { (self.say(&words::BLUNDERS)) }
                            th scope="col" .n .spare { (self.say(&words::EXACT)) }
                        } }
                        tbody {
                            @for standing in &self.standings.ranking {
                                @if let Some(of_it) = play.players.get(standing.entrant) {
                                    tr {
                                        td .n .spare data-v=(standing.place_or_last()) { @if let Some(place) = standing.place { (place) } }
                                        th scope="row" .name { (self.link(standing.entrant)) }
                                        (self.play_row(of_it))
                                    }
                                }
                            }
                        }
                    }
                }
                @if !play.worst.is_empty() {
                    h3 { (self.say(&words::WORST_MOVES)) }
                    p {
                        (self.say(&words::HOW_WORST_ARE_SHOWN))
                        @let more = play.with_worst.saturating_sub(play.worst.len() as u64);
                        @if more > 0 {
                            (self.say(&Phrase::Undrawn(Grouped(more))))
                            code { "replay --analyse" } (self.say(&words::SHOWS_THEM))
                        }
                    }
                    @for worst in &play.worst { (self.worst_move(worst)) }
                }
            }
        }
    }

    fn worst_move(&self, of: &WorstOf) -> Markup {
        let WorstOf { id, players, worst } = of;
        let player = if worst.player == "o" { Player::O } else { Player::X };
        let (who, against) = match player {
            Player::X => (players.x, players.o),
            Player::O => (players.o, players.x),
        };
        let game = self.settings().game.known();
        let board = game.and_then(|game| drawn(game, &worst.fen));
        let marks = game.map(|game| places_of_move(game, &worst.fen, &worst.better));
        let marks = marks.unwrap_or_default();
        let title = self.say(&Phrase::MatchBefore { id: *id, ply: worst.ply });
        html! {
            article .forfeit {
                p {
                    strong { (self.say(&Phrase::MatchPly { id: *id, ply: worst.ply })) }
                    (self.link(who)) (self.say(&Phrase::SideAgainst(Named::Side(player)))) (self.link(against))
                    (self.say(&words::PLAYED_MOVE))
                    strong { (text::line(&worst.played, 40)) } (self.say(&words::MOVE_SEPARATOR))
                    strong { (text::line(&worst.better, 40)) }
                    (self.say(&Phrase::Better { better: worst.better_value, played: worst.played_value }))
                }
                div .boards {
                    @match board {
                        Some(board) => figure {
                            figcaption { (self.say(&Phrase::ToMove(Named::Side(player)))) }
                            (self.drawing.board(&board, &marks, &title))
                        }
                        None => p .soft { (self.say(&words::NOT_DRAWABLE)) }
                    }
                }
            }
        }
    }

    fn play_row(&self, of_it: &PlayOf) -> Markup {
        let sum = &of_it.sum;
        let per_mille = |it: f64| (it * 1e3).round() / 1e3;
        let share = sum.share();
        let interval = of_it.interval().map_or_else(
            || "–".to_owned(),
            |(low, high)| {
                let (low, high) = (Decimals(low * 100.0), Decimals(high * 100.0));
                self.say(&Phrase::Interval { low, high }).into_owned()
            },
        );
        let lost = sum.mean_lost();
        html! {
            td .n .spare data-v=(of_it.matches) { (text::count(of_it.matches)) }
            td .n .spare data-v=(sum.judged) { (text::count(sum.judged)) }
            td .n data-v=(share.map_or(-1.0, per_mille)) { (text::share(sum.kept, sum.judged)) }
            td .n .spare data-v=(share.map_or(-1.0, per_mille)) { (interval) }
            td .n .spare data-v=(lost.map_or(-1.0, per_mille)) {
                @match lost { Some(lost) => (format!("{lost:.3}")), None => "–" }
            }
            td .n data-v=(sum.blunders) { (text::count(sum.blunders)) }
            td .n .spare data-v=(sum.exact) { (text::share(sum.exact, sum.judged)) }
        }
    }
}

fn drawn(game: GameId, fen: &str) -> Option<Picture> {
    let board = open(game, Start::Fen(fen), None).ok()?.board(0);
    Some(Picture::of_board(game, &board))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(matches: &[(u64, u64)]) -> PlayOf {
        let mut all = PlayOf::default();
        for &(kept, judged) in matches {
            all.add(&PlayQuality { moves: judged, judged, kept, ..PlayQuality::default() });
        }
        all
    }

    fn width(of_it: &PlayOf) -> f64 {
        let (low, high) = of_it.interval().unwrap_or_default();
        high - low
    }

    #[test]
    fn matches_that_differ_say_less_than_matches_that_agree() {
        let alike = played(&[(15, 20); 8]);
        let apart = played(&[(20, 20), (10, 20)].repeat(4));
        assert_eq!(alike.sum.share(), apart.sum.share());
        assert!(width(&apart) > 1.5 * width(&alike));
    }

    #[test]
    fn a_player_who_lost_nothing_yet_is_not_sure_never_to() {
        let (low, high) = played(&[(10, 10), (12, 12)]).interval().unwrap_or_default();
        assert!(low > 0.8 && low < 0.9 && high == 1.0, "{low} {high}");
        assert_eq!(played(&[(0, 0)]).interval(), None);
    }
}
