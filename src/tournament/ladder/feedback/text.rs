//! `told.txt`: at most 60 lines of 100 characters, for a terminal. Boards and commands are as wide as they are.

use super::content::{Block, numbered};
use super::words::{self, LadderMessage};
use super::{FeedbackWriter, VersionFeedback};
use crate::report::Interval;
use arbitro_html::text;
use arbitro_words::{Count, say};

const MAX_LINES: usize = 60;
const WIDTH: usize = 100;
/// Versions that are listed; the older ones are counted.
const MAX_VERSIONS: usize = 4;
const INDENT: &str = "  ";

impl FeedbackWriter<'_> {
    /// Writes the news as text.
    pub(super) fn text(&self, article: &[Block<'_>]) -> String {
        let mut lines: Vec<String> = Vec::new();
        for block in article {
            if matches!(block, Block::Heading(_) | Block::Boards(_) | Block::Output(_)) {
                lines.push(String::new());
            }
            lines.extend(self.lines(block));
        }
        lines.iter().take(MAX_LINES).flat_map(|it| [it, "\n"]).collect()
    }

    fn lines(&self, block: &Block<'_>) -> Vec<String> {
        match block {
            Block::Sentence(text) => wrapped(text),
            Block::Heading(name) => vec![name.of(self.language).to_owned()],
            Block::Command(command) => {
                vec![format!("{INDENT}{} {command}", words::AGAIN.of(self.language))]
            }
            Block::Boards(boards) => boards.lines(&self.settings.game, self.language),
            Block::PageBoards(_) => Vec::new(),
            Block::Output(lines) => {
                let printed = lines.iter().map(|it| format!("{INDENT}{it}"));
                [words::OUTPUT.of(self.language).to_owned()].into_iter().chain(printed).collect()
            }
            Block::Versions(versions) => {
                let newest = versions.iter().rev().take(MAX_VERSIONS);
                let newest = newest.flat_map(|it| wrapped(&self.version_line(it)));
                let older = versions.len().checked_sub(MAX_VERSIONS).filter(|it| *it > 0);
                newest
                    .chain(older.map(|it| say(&LadderMessage::Older(it), self.language).into()))
                    .collect()
            }
        }
    }

    /// Says how a version does.
    fn version_line(
        &self,
        VersionFeedback { name, count, rating, .. }: &VersionFeedback,
    ) -> String {
        let name = &numbered(name);
        let rated = LadderMessage::Version {
            name,
            elo: &text::elo(rating.rating),
            reach: &Interval::between(rating.low, rating.high, text::elo),
            games: Count::Matches(count.played().into()),
            score: &text::score([count.wins, count.draws, count.losses]),
            forfeits: count.forfeited(),
        };
        let line = if rating.matches == 0 { LadderMessage::Unrated { name } } else { rated };
        say(&line, self.language).into_owned()
    }
}

/// Breaks a line at its blanks, and a word that is longer than a line anywhere. Later lines are indented.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for (at, piece) in letters.chunks(WIDTH - INDENT.len()).enumerate() {
            let length = lines.last().map_or(0, |it| it.chars().count());
            match lines.last_mut() {
                Some(line) if at == 0 && length + 1 + piece.len() <= WIDTH => {
                    line.extend((length > 0).then_some(' '));
                    line.extend(piece);
                }
                _ => lines.push(INDENT.chars().chain(piece.iter().copied()).collect()),
            }
        }
    }
    lines
}
