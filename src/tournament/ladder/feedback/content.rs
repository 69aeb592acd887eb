//! The news in blocks, which the text and the page show alike. Each is bounded and harmless.

use super::boards::FaultBoards;
use super::words::{self, Headline, LadderMessage};
use super::{
    FeedbackWriter, PLAYERS, PlayerFeedback, TRIAL, TRIAL_RECORD, Verdict, VersionFeedback,
};
use crate::growing::phases::version;
use crate::report::rules_flag;
use crate::run::evidence::escaped_file_name;
use crate::run::smoke::Smoke;
use crate::{Evidence, TrialFault};
use arbitro_records::MatchRecord;
use arbitro_rules::Player;
use arbitro_rules::plain_text::{lines, one_line, shell_word};
use arbitro_words::{Ending, Label, OfFault, say};

pub(super) const MAX_SENTENCE: usize = 400;
pub(super) const MAX_NAME: usize = 100;
/// Maximum lines and bytes of output that are shown.
const MAX_OUTPUT: (usize, usize) = (5, 4 << 10);
const MAX_OUTPUT_LINE: usize = 90;
/// Maximum matches that are told.
const MAX_LOST: usize = 3;

pub(super) enum Block<'a> {
    /// The verdict, or a sentence.
    Sentence(String),
    Heading(Label),
    /// A command that shows a match again.
    Command(String),
    Boards(FaultBoards),
    /// The same, where there is room for more.
    PageBoards(FaultBoards),
    /// The first lines that the player printed.
    Output(Vec<String>),
    Versions(&'a [VersionFeedback]),
}

impl FeedbackWriter<'_> {
    /// Makes the blocks of the news, the verdict first.
    pub(super) fn content<'a>(&self, news: &'a PlayerFeedback<'_>) -> Vec<Block<'a>> {
        let mut blocks = vec![Block::Sentence(self.headline(news))];
        match news.verdict {
            Verdict::Trial(Smoke::Fails { fault, record, evidence }) => {
                blocks.push(self.trial_fault(fault));
                blocks.push(Block::Command(self.trial_command(news.name, record)));
                blocks.push(self.sentence(&LadderMessage::Evidence(TRIAL)));
                blocks
                    .extend(FaultBoards::from_fault(&fault.fault, Some(record)).map(Block::Boards));
                blocks.extend(first_output(evidence, fault.side));
            }
            Verdict::Trial(Smoke::Falters(faults)) => {
                blocks.extend(faults.iter().map(|fault| self.trial_fault(fault)));
                let first = faults.iter().find_map(|it| FaultBoards::from_fault(&it.fault, None));
                blocks.extend(first.map(Block::Boards));
            }
            _ => {}
        }
        let place = news.place.map(|(rank, of)| LadderMessage::Place { rank, of });
        let standing = place.into_iter().chain(news.number.map(LadderMessage::Number));
        let standing: Vec<_> = standing.map(|standing| self.sentence(&standing)).collect();
        if !standing.is_empty() || !news.versions.is_empty() {
            blocks.push(Block::Heading(words::STANDING));
            blocks.extend(standing);
            blocks.push(Block::Versions(&news.versions));
        }
        if !news.lost.is_empty() {
            blocks.push(Block::Heading(words::LOST_BY_FORFEIT));
        }
        let lost = news.lost.iter().take(MAX_LOST);
        blocks.extend(lost.filter_map(|record| self.lost(news, record)).flatten());
        blocks
    }

    fn headline(&self, news: &PlayerFeedback<'_>) -> String {
        let name = &one_line(news.name, MAX_NAME);
        let on = news.plays.as_deref().map(numbered);
        let on = on.as_deref();
        let version = on.unwrap_or(name);
        let why = &match news.verdict {
            Verdict::Trial(Smoke::Untried(why)) => one_line(why, MAX_SENTENCE),
            Verdict::LeftOut(why) => one_line(&say(why, self.language), MAX_SENTENCE),
            _ => String::new(),
        };
        let headline = match news.verdict {
            Verdict::Trial(Smoke::Plays) => Headline::Plays { version, slow: false },
            Verdict::PlaysSlowly => Headline::Plays { version, slow: true },
            Verdict::Trial(Smoke::Falters(_)) => Headline::Falters { version },
            Verdict::Trial(Smoke::Fails { fault, .. }) => {
                Headline::Fails { name, side: fault.side.number(), on }
            }
            Verdict::Trial(Smoke::Untried(_)) => Headline::Untried { version, why },
            Verdict::LeftOut(_) => Headline::LeftOut { name, why, on },
            Verdict::Rests => Headline::Rests { name },
            Verdict::Waits => Headline::Tried { name, on },
        };
        say(&headline, self.language).into_owned()
    }

    fn sentence(&self, text: &LadderMessage<'_>) -> Block<'static> {
        Block::Sentence(one_line(&say(text, self.language), MAX_SENTENCE))
    }

    fn trial_fault(&self, fault: &TrialFault) -> Block<'static> {
        let (side, ply, what) = (fault.side.number(), fault.fault.ply, fault);
        self.sentence(&LadderMessage::Fault { side, ply, what })
    }

    /// The command that shows a failed trial again, beside the folder of the ladder.
    fn trial_command(&self, name: &str, record: &MatchRecord) -> String {
        let id = record.id.as_ref().map_or(0, |id| id.as_u64().unwrap_or_default());
        let named = self.named();
        let rules = rules_flag(self.out, &named, &self.settings.game);
        let record = named.join(PLAYERS).join(escaped_file_name(name)).join(TRIAL_RECORD);
        // Of a match that is asked for, `verify` shows the boards.
        format!("verify match{rules} {} --match {id}", shell_word(&record.to_string_lossy()))
    }

    fn lost(&self, news: &PlayerFeedback<'_>, record: &MatchRecord) -> Option<Vec<Block<'static>>> {
        let (fault, id) = (record.fault.as_ref()?, one_line(&record.id.as_ref()?.to_string(), 20));
        let side = if fault.player == "o" { Player::O } else { Player::X };
        let names = record.players.as_ref().filter(|_| news.number.is_none());
        let opponent = names.map(|it| if side == Player::X { &it.o.name } else { &it.x.name });
        let did = Ending::Sentence { reason: &fault.reason, loser: None };
        let why: Option<OfFault<'_>> = fault.message(self.settings.game.known());
        let (side, opponent) = (side.number(), opponent.map(|it| one_line(it, MAX_NAME)));
        let what = LadderMessage::Lost { id: &id, side, opponent, did, why };
        let named = self.named();
        let command = format!("replay {} --match {id}", shell_word(&named.to_string_lossy()));
        let boards = FaultBoards::from_fault(fault, Some(record)).map(Block::PageBoards);
        let first = [self.sentence(&what), Block::Command(command)];
        Some(first.into_iter().chain(boards).collect())
    }
}

/// The name of a version with its number, which the name of the first one leaves out.
pub(super) fn numbered(name: &str) -> String {
    let (first, number) = version(name);
    format!("{}@{number}", one_line(first, MAX_NAME))
}

/// The first lines that a player printed in its trial, if any.
fn first_output(evidence: &Evidence, side: Player) -> Option<Block<'static>> {
    let (most, bytes) = MAX_OUTPUT;
    let (shown, is_cut) = lines(&evidence.output[usize::from(side.number() - 1)], bytes);
    let mut all = shown.lines();
    let first = all.by_ref().take(most);
    let mut first: Vec<String> = first.map(|it| one_line(it, MAX_OUTPUT_LINE)).collect();
    first.extend((is_cut || all.next().is_some()).then(|| "…".to_owned()));
    (!first.is_empty()).then_some(Block::Output(first))
}
