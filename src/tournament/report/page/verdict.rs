//! The verdict in words: who won, how sure that is, and who lost by forfeit.

use super::View;
use super::words::{ReportMessage, forfeit};
use crate::Standing;
use crate::report::test_text_in;
use arbitro_html::text::{self, Grouped};
use arbitro_words::Decimals;

/// Names in a sentence; more are counted.
const MAX_NAMED: usize = 3;

impl View<'_> {
    /// The sentences, of which the first is the heading; none before a match has ended.
    pub(super) fn verdict(&self) -> Vec<String> {
        if self.results.tally.matches() == 0 {
            return Vec::new();
        }
        let test = test_text_in(self.results, self.language).map(|test_text| test_text + ".");
        test.into_iter().chain([self.so_far()]).chain(self.who_forfeited()).collect()
    }

    /// Who won or, in a standing tournament, who leads after how much.
    fn so_far(&self) -> String {
        let (leads, players) = (&self.who_won(), self.results.players());
        let matches = Grouped(self.results.tally.matches());
        if self.results.schedule.is_standing() {
            self.say(&ReportMessage::GoesOn { matches, players, leads }).into_owned()
        } else {
            leads.clone()
        }
    }

    fn who_won(&self) -> String {
        let ranking = &self.standings.ranking;
        let first: Vec<&Standing> = ranking.iter().take_while(|it| it.place == Some(1)).collect();
        let [first] = first[..] else {
            let (names, more) = self.named(first.iter().map(|it| self.name_of(it)));
            return self.say(&ReportMessage::FirstTogether { names: &names, more }).into_owned();
        };
        let count = first.count;
        let next = ranking.get(1).map(|standing| self.name_of(standing));
        // A sequential test ends by its results: no likelihood is what it seems.
        let sure = first.superiority.filter(|_| self.results.sprt.is_none());
        // Of equals neither is the stronger one.
        let sure = sure.map(|sure| 100.0 * sure).filter(|sure| sure.round() as u8 != 50);
        let sure = sure.map(Decimals).zip(next.as_deref());
        let sure = sure.map_or_else(String::new, |(sure, next)| {
            self.say(&ReportMessage::SureOf { sure, next }).into_owned()
        });
        let won = ReportMessage::Won {
            name: &self.name_of(first),
            won: count.wins,
            drawn: count.draws,
            played: count.played(),
            sure: &sure,
        };
        self.say(&won).into_owned()
    }

    fn who_forfeited(&self) -> Option<String> {
        let forfeits = |it: &Standing| it.count.forfeited();
        let mut losers: Vec<&Standing> = self.standings.ranking.iter().collect();
        losers.retain(|loser| forfeits(loser) > 0);
        // The ranking's order among equals.
        losers.sort_by_key(|loser| std::cmp::Reverse(forfeits(loser)));
        let lost: u32 = losers.iter().map(|loser| forfeits(loser)).sum();
        let (who, more) = self.named(losers.iter().map(|loser| {
            let how = self.main_cause(loser).unwrap_or_default();
            format!("{} {} ({how})", self.name_of(loser), forfeits(loser))
        }));
        let matches = Grouped(self.results.tally.matches());
        let sentence = ReportMessage::EndedByForfeit { lost, matches, who: &who, more };
        (lost > 0).then(|| self.say(&sentence).into_owned())
    }

    /// The most frequent cause of a player's forfeits.
    pub(super) fn main_cause(&self, standing: &Standing) -> Option<String> {
        let (word, _) = standing.count.causes().max_by_key(|(_, times)| *times)?;
        Some(forfeit(word, self.language))
    }

    fn name_of(&self, standing: &Standing) -> String {
        text::line(self.raw_name(standing.entrant), 60)
    }

    /// The first of these in a row, and how many there are besides.
    fn named(&self, all: impl ExactSizeIterator<Item = String>) -> (String, usize) {
        let more = all.len().saturating_sub(MAX_NAMED);
        (all.take(MAX_NAMED).collect::<Vec<_>>().join(", "), more)
    }
}
