//! English.

use super::{Label, Phrase, listed, spaced};
use crate::Format;
use crate::rating::Hypothesis;
use arbitro_html::text::{count, counted, memory, share, time};
use arbitro_rules::Player;
use arbitro_words::{Language, say};

pub(super) const fn label(label: &Label) -> &'static str {
    match *label {
        Label::Side(player) => side(player),
        Label::Format(Format::RoundRobin) => "Round robin",
        Label::Format(Format::Swiss) => "Swiss system",
        Label::Format(Format::Gauntlet) => "Gauntlet",
        Label::Format(Format::Knockout) => "Knockout",
        Label::Report => "Tournament report",
        Label::Players => "Players",
        Label::Matches => "Matches",
        Label::Plies => "Plies",
        Label::LostByForfeit => "Lost by forfeit",
        Label::Seed => "Seed",
        Label::State => "State",
        Label::Complete => "complete",
        Label::Incomplete => "incomplete",
        Label::NotComplete => "Not complete. ",
        Label::Void => "Void. ",
        Label::Repeated => "Repeated. ",
        Label::Torn => "Torn. ",
        Label::LastLineTorn => {
            "The last line of the journal was not written to its end, and does not count."
        }
        Label::NotShown => "Not shown. ",
        Label::Damaged => "Damaged. ",
        Label::SequentialTestOf => "Sequential test of ",
        Label::ToRanking => "To the ranking",
        Label::Sections => "Sections",
        Label::Ranking => "Ranking",
        Label::CrossTable => "Cross table",
        Label::Endings => "Endings",
        Label::Effort => "Time and memory",
        Label::Play => "Play",
        Label::Settings => "Settings",
        Label::MadeFrom => "Made from ",
        Label::CheckedWith => {
            ", which holds every match, move by move, and with which all of this can be checked: "
        }
        Label::BestFirst => "The players, best first",
        Label::Place => "Place",
        Label::Player => "Player",
        Label::Points => "Points",
        Label::Played | Label::PlayedAs => "Played",
        Label::Won => "Won",
        Label::Drawn => "Drawn",
        Label::Lost => "Lost",
        Label::Forfeits => "Forfeits",
        Label::Group => "Group",
        Label::RatingInterval => "95 % interval",
        Label::AboveNext => "Above next",
        Label::NotComparable => "Not all are comparable. ",
        Label::NoMatch => "no match",
        Label::AllPoints => "points",
        Label::RoundsSurvived => "rounds survived",
        Label::PointsPerMatch => "points for each match",
        Label::Direct => "Direct",
        Label::Sb => "SB",
        Label::Buchholz => "Buchholz",
        Label::RoundsHead | Label::Rounds => "Rounds",
        Label::PerMatch => "Per match",
        Label::HeadToHead => "direct results: points in the matches among those with equal points",
        Label::SonnebornBerger => {
            "Sonneborn-Berger (SB): the points of those it beat and half of those it drew with"
        }
        Label::BuchholzMeaning => "Buchholz: the points of those it met",
        Label::HowToRead => {
            "Each row is a player and says what it did against the player of each column; rows \
             and columns are in the order of the ranking. "
        }
        Label::CellsAre => {
            "Written as matches won, drawn and lost, or for a single match as its points."
        }
        Label::NumbersIn => "The numbers behind it are in ",
        Label::RowAgainstColumn => "Results of the row's player against the column's",
        Label::Itself => "itself",
        Label::AllLost => "all lost",
        Label::AllWon => "all won; in the middle an even score",
        Label::HowEnded => "How matches ended",
        Label::NoneEnded => "No match has ended yet.",
        Label::Reasons => "Reasons",
        Label::MatchesByReason => "Matches by the reason why they ended",
        Label::Reason => "Reason",
        Label::Share => "Share",
        Label::Chart => "Chart",
        Label::OtherReason => "another reason",
        Label::MovingFirst => "Moving first",
        Label::HowLong => "How long they were",
        Label::LengthsHistogram => "Histogram of lengths",
        Label::HowExact => {
            "Times are exact to 5 %, the longest exactly; memory is the peak of a player and \
             everything it started"
        }
        Label::Median => "Median",
        Label::Longest => "Longest",
        Label::TimesChart => "Chart of times",
        Label::CpuTime => "CPU, 95 %",
        Label::Memory => "Memory",
        Label::HowJudged => {
            "Values are men ahead, in Quoridor steps. Positions were judged without their \
             history: repetitions and the move limit were not considered. A search of fixed depth \
             can be wrong."
        }
        Label::PlayCaption => {
            "Kept moves, with a 95 % interval; the part of a match lost in a move, on average"
        }
        Label::Judged => "Judged moves",
        Label::Kept => "Kept",
        Label::LostPerMove => "Lost a move",
        Label::Blunders => "Blunders",
        Label::Exact => "Exact",
        Label::WorstMoves => "The worst moves",
        Label::HowWorstAreShown => {
            "The worst move of a match, the worst matches first; the squares of the better move \
             are marked."
        }
        Label::ShowsThem => " shows them.",
        Label::PlayedMove => ", played ",
        Label::MoveSeparator => "; ",
        Label::NotDrawable => "The position cannot be drawn.",
        Label::HowPlayersAreShown => {
            "What each player did against the others, and how it lost. In drawings, x has the \
             light pieces and moves up, o has the dark ones; kings wear a crown; squares that a \
             diagnosis is about have a thick frame."
        }
        Label::By => "by ",
        Label::MetNone => "It has not met anybody yet.",
        Label::AgainstEach => "Against each opponent",
        Label::Against => " against",
        Label::AgainstWhomIn => "Against whom is in ",
        Label::Losses => "Losses",
        Label::OtherLosses => "Other losses",
        Label::LostMatches => "Lost matches",
        Label::Match => "Match",
        Label::Round => "Round",
        Label::Opponent => "Opponent",
        Label::RecordSaysNoMore => "The record does not say more.",
        Label::NotReplayable => "The moves of the record do not lead to this board.",
        Label::CheckIt => "Check it: ",
        Label::EvidenceIn => " · evidence in ",
        Label::Written => "What was written",
        Label::ForfeitLead => "forfeit: ",
        Label::SettingsAndPlayers => "Settings and players",
        Label::LeftOut => "Left out",
        Label::Protection => "What protected the matches",
        Label::BegunBy => "Begun by",
        Label::Seeding => "Seeding",
        Label::MoreOpeningsIn => "And more, in ",
        Label::Programs => "Programs",
        Label::HowProgramsAreListed => {
            "Those who took part, in the order of names; the fingerprint is the beginning of the \
             SHA-256 of what was run"
        }
        Label::Name => "Name",
        Label::Author => "Author",
        Label::Fingerprint => "Fingerprint",
        Label::FoundIn => "Found in",
        Label::Bundled => "comes with Arbitro",
        Label::Game => "Game",
        Label::FormatHead => "Format",
        Label::MatchesOfPair => "Matches of each pair",
        Label::Challenger => "Challenger",
        Label::Colours => "Colours",
        Label::Openings => "Openings",
        Label::PointsForResults => "Points for a win, a draw, a loss",
        Label::MoveTime => "Time for a move",
        Label::StartTime => "On top for each first answer",
        Label::CpuLimit => "Processor time for a move",
        Label::NoCpuLimit => "not limited by itself",
        Label::DrawAfter => "Draw after",
        Label::SequentialTest => "Sequential test",
        Label::MarkedBest => "Marked as the best",
    }
}

pub(super) fn phrase(phrase: &Phrase<'_>) -> String {
    match *phrase {
        Phrase::Title { format, game } => format!("{} of {game}", label(&Label::Format(format))),
        Phrase::StillOpen(Some(open)) => {
            let open = counted(open, "match is still open", "matches are still open");
            format!("{open}: the ranking may change.")
        }
        Phrase::StillOpen(None) => "Matches are still open: the ranking may change.".to_owned(),
        Phrase::Voids(voids) => {
            let voids = counted(voids, "match counts", "matches count");
            format!("{voids} for no player: the machine was at fault.")
        }
        Phrase::RepeatedMatches(matches) => {
            let matches = counted(matches, "match is", "matches are");
            format!("{matches} in the journal more than once: the first counts.")
        }
        Phrase::Unreadable(1) => "1 match counts, but its record cannot be read as a whole.".into(),
        Phrase::Unreadable(matches) => {
            let matches = count(matches);
            format!("{matches} matches count, but their records cannot be read as a whole.")
        }
        Phrase::DamagedLines(1) => "1 line of the journal does not count:".to_owned(),
        Phrase::DamagedLines(lines) => {
            format!("{} lines of the journal do not count:", count(lines))
        }
        Phrase::DamagedLine { line, damage } => {
            format!("line {line}: {}", say(&damage, Language::English))
        }
        Phrase::MoreLines(more) => format!("and {more} more"),
        Phrase::Sequential { llr, decision } => {
            let decision = match decision {
                Some(Hypothesis::H0) => "decided for the smaller difference.",
                Some(Hypothesis::H1) => "decided for the larger difference.",
                None => "not decided yet.",
            };
            format!(" Elo: log-likelihood ratio {llr:.2}, {decision}")
        }
        Phrase::SortedBy { first, then, points } => {
            let then = then.iter().map(|it| format!(", then by {}", label(it)));
            format!(
                "Sorted by {}{}, then by matches won. \
                 Points for a win, a draw and a loss: {}.",
                label(&first),
                then.collect::<String>(),
                spaced(points)
            )
        }
        Phrase::Top(share) => format!("top {} %", share.in_percent()),
        Phrase::HowRated { best, has_groups } => format!(
            "{}Elo is relative to the mean of all players{}, \
             with its 95 % interval. “Above next” is how likely it is that a player is stronger \
             than the one below, chance taken into account.",
            best.map_or_else(String::new, |share| format!(
                "The best {} % are marked. ",
                share.in_percent()
            )),
            if has_groups { " of the same group" } else { "" }
        ),
        Phrase::Unlinked { groups } => format!(
            "The matches played so far do not link all players: there are {groups} groups, \
             and ratings of different groups have nothing to do with each other."
        ),
        Phrase::WithByes(byes) => format!("with {}", counted(byes, "bye", "byes")),
        Phrase::HeatMap(players) => {
            format!("Results of {players} players against each other, best first")
        }
        Phrase::FirstMove([0, 0, 0]) => "Every match ended by a forfeit. ".to_owned(),
        Phrase::FirstMove([first, drawn, second]) => {
            let all = first + drawn + second;
            format!(
                "Of the matches without a forfeit x (player 1) won {} ({}), \
                 o (player 2) won {} ({}); drawn: {} ({}). ",
                matches(first),
                share(first, all),
                count(second),
                share(second, all),
                count(drawn),
                share(drawn, all)
            )
        }
        Phrase::DrawShare(share) => {
            let share = share * 100.0;
            format!(" Between equals, {share:.0} % of the matches are to be expected to be draws.")
        }
        Phrase::LengthsChart { most } => format!(
            "Histogram of the lengths of matches in plies; \
             the most frequent class has {}",
            matches(most)
        ),
        Phrase::LengthsAxis { width: 1 } => "plies".to_owned(),
        Phrase::LengthsAxis { width } => format!("plies, {width} to a column"),
        Phrase::Lengths { mean, limit } => format!(
            "Matches by their length. On average a match had {mean:.1} plies; \
             after {limit} it is a draw."
        ),
        Phrase::HowTimed { limit, start } => format!(
            "Wall-clock time of each ply, over all plies of a player. The dot is the median, \
             the thick line ends at the time that 95 % of the plies keep within, the thin one at \
             the longest; the dashed line is the limit of {}. The first answer of each player in \
             a match has {} on top.",
            time(limit),
            time(start)
        ),
        Phrase::Times(times) => {
            let [half, most, longest] = times.map(time);
            format!("median {half}, 95 % {most}, longest {longest}")
        }
        Phrase::OfMemory(kib) => format!("of {}", memory(kib)),
        Phrase::ShareOfLimit { kib, limit_kib } => {
            format!("{} of the limit", share(kib, limit_kib))
        }
        Phrase::Compared { terms, matches: analysed, all } => {
            let terms: Vec<String> = terms.iter().map(search).collect();
            format!(
                "Each move was compared with the best one that {} found. It kept the value of the \
                 position, or lost a part of a match: a man in a level position is about a \
                 quarter. A move that loses a fifth or more, or turns a certain result into a \
                 worse one, is a blunder. Where there was only one move, or all was lost already, \
                 nothing is judged. {} of {} are analysed.",
                terms.join(" or "),
                matches(analysed),
                count(all)
            )
        }
        Phrase::Interval { low, high } => format!("{low:.1} to {high:.1} %"),
        Phrase::Undrawn(more) => {
            format!(" Those of {} are not drawn: ", counted(more, "more match", "more matches"))
        }
        Phrase::MatchBefore { id, ply } => format!("Match {id} before ply {ply}"),
        Phrase::MatchPly { id, ply } => format!("Match {id}, ply {ply}: "),
        Phrase::SideAgainst(player) => format!(", {}, against ", side(player)),
        Phrase::Better { better, played } => {
            let [better, played] = [better, played].map(|it| say(&it, Language::English));
            format!(" was better: {better} instead of {played}.")
        }
        Phrase::ToMove(player) => format!("{} to move", side(player)),
        Phrase::PointsAndMatches { points, matches: played } => {
            format!("{points} points · {} · ", matches(played))
        }
        Phrase::AsPlayer1(matches) => format!("{matches} as x"),
        Phrase::Players(players) => counted(players, "player", "players"),
        Phrase::OwnDoing { lost, how } => {
            format!("It lost {} by its own doing: {how}.", matches(lost))
        }
        Phrase::InFull(shown) => format!(" Those of {shown} in full:"),
        Phrase::MoreLosses(more) => format!("And {} more, in ", count(more)),
        Phrase::ForfeitIn { id, round, ply, player } => {
            let round = round.map(|it| format!(", round {it}")).unwrap_or_default();
            format!("· match {id}{round}, ply {ply}, as {} against ", side(player))
        }
        Phrase::Repeated { first, again } => {
            let times = again.len() + 1;
            let (named, more) = listed(again);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            format!("{times} times, first in match {first}; again in {named}{more}")
        }
        Phrase::Board(number) => format!("Board {number}"),
        Phrase::BoardBefore { ply, player } => {
            format!("Board {ply}, before: {} to move", side(player))
        }
        Phrase::FaultyBoard(number) => format!("Faulty board {number}"),
        Phrase::NotWritten(number) => format!("Board {number} was not written, or not kept."),
        Phrase::AsWritten(number) => format!("Board {number}, as it was written"),
        Phrase::Undrawable(number) => {
            format!("Board {number}, as it was written: no board that can be drawn")
        }
        Phrase::MoreSeeded(more) => format!(", and {more} more"),
        Phrase::Openings(openings) => counted(openings, "opening", "openings"),
        Phrase::MaxPlies(plies) => counted(plies.into(), "ply", "plies"),
    }
}

fn search(&(depth, pieces): &(u32, u8)) -> String {
    let plies = counted(depth.into(), "ply", "plies");
    match pieces {
        0 => format!("a search of {plies}"),
        most => format!("a search of {plies}, with endgame tables up to {most} pieces,"),
    }
}

fn matches(number: u64) -> String {
    counted(number, "match", "matches")
}

const fn side(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}
