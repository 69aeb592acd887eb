//! A match, in the form that the page steps through.

use std::collections::BTreeMap;

use serde::Serialize;

use super::play::{GameShown, MoveShown, YOU, spot};
use super::words::Side;
use arbitro_records::{Claimed, Named, NamedConclusion, Seen};
use arbitro_rules::history::Both;
use arbitro_rules::plain_text::marked_line;
use arbitro_rules::{GameId, Look, MAX_TITLE, Player, Reason, Shape, Sign, SignOwner};
use arbitro_words::{Ending, Language, Loser, own_text, say};

/// A whole match in the page's form.
#[derive(Debug, Serialize)]
pub(super) struct SteppedMatch {
    game: String,
    /// The look of its boards, if the page does not have the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<LookTold>,
    title: String,
    /// True if it is being played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) live: bool,
    /// Time since the latest move of such a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) since_ms: Option<u64>,
    players: Both<String>,
    /// The side of the person who played it on this page against the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<Player>,
    winner: Option<Player>,
    /// True for a draw. Without a winner a match may also be unfinished or void.
    draw: bool,
    reason: Option<Claimed<Reason>>,
    fault: Option<FaultTold>,
    /// The cells that show why it ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<[u8; 2]>,
    /// The end, in a sentence.
    text: String,
    positions: Vec<PositionTold>,
    moves: Vec<MoveTold>,
    remarks: Vec<String>,
}

/// The fault of a player or of the source.
#[derive(Debug, Serialize)]
struct FaultTold {
    player: String,
    ply: u64,
    file: Option<String>,
    reason: String,
    diagnosis: Option<String>,
    /// The reason, in words.
    why: String,
    text: String,
    squares: Vec<[u8; 2]>,
    /// The text written in place of a board, if known.
    board: Option<String>,
}

/// The look of a game that is not compiled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct LookTold {
    title: String,
    /// Columns and rows of its boards; 0 if they are shown as text.
    columns: usize,
    rows: usize,
    spaced: bool,
    signs: BTreeMap<char, SignTold>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct SignTold {
    is: SignOwner,
    picture: Option<Shape>,
    title: Option<String>,
}

impl LookTold {
    pub(super) fn of(
        look: &Look,
        boards: impl IntoIterator<Item = impl AsRef<str>>,
        language: Language,
    ) -> LookTold {
        let size = |board: &str| {
            let cells = look.cells(board)?;
            Some((cells.first()?.len(), cells.len()))
        };
        let mut sizes = boards.into_iter().map(|it| size(it.as_ref()));
        let first = sizes.next().flatten();
        // A board that grows is no grid to point at.
        let (columns, rows) = first.filter(|_| sizes.all(|it| it == first)).unwrap_or_default();
        let sign = |(&sign, it): (&char, &Sign)| {
            let title = it.title.as_ref().map(|it| marked_line(own_text(it, language), MAX_TITLE));
            (sign, SignTold { is: it.is, picture: it.shape, title })
        };
        LookTold {
            title: marked_line(own_text(&look.title, language), MAX_TITLE),
            columns,
            rows,
            spaced: look.spaced,
            signs: look.signs.iter().map(sign).collect(),
        }
    }
}

impl LookTold {
    /// Tells the catalogue's entry of the game what it does not know without the look.
    pub(super) fn tell_size_and_title(&self, game: &mut GameShown) {
        (game.columns, game.rows) = (self.columns, self.rows);
        // One program may play many games, and has one title for all.
        let word = game.id.split_once(':').map(|(_, word)| format!(": {word}"));
        game.name = (self.title.clone() + &word.unwrap_or_default()).into();
    }
}

#[derive(Debug, Serialize)]
struct PositionTold {
    board: String,
    fen: String,
    turn: Player,
    #[serde(skip_serializing_if = "Option::is_none")]
    walls: Option<Both<u8>>,
}

#[derive(Debug, Serialize)]
struct MoveTold {
    #[serde(flatten)]
    shown: MoveShown,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// Maximum bytes of a match played for the page, some ten thousand plies. Each of them becomes a
/// board and a line of text.
pub(super) const MAX_BYTES: u64 = 256 << 10;

impl SteppedMatch {
    /// Names are those of the record; without one, the page names the side.
    pub(super) fn of(match_: &Seen, language: Language) -> SteppedMatch {
        let fault = fault(match_, language);
        let people = played_here(match_);
        // A match that was played here is told by its colours, as it was while it was played.
        let called = |name: &Option<String>, player| match name {
            Some(name) if people.is_empty() => name.clone(),
            _ => say(&Side { game: match_.game.known(), player }, language).into_owned(),
        };
        let names = &match_.summary.names;
        let (x, o) = (called(&names.x, Player::X), called(&names.o, Player::O));
        let text = say(&NamedConclusion(match_, Both { x: &x, o: &o }), language).into_owned();
        let remarks = match_.notes().map(|it| say(&*it, language).into_owned()).collect();
        let played = &match_.played;
        let boards = (0..=played.plies()).map(|ply| played.board(ply));
        let position = |ply| PositionTold {
            board: played.board(ply).into_owned(),
            fen: played.fen(ply),
            turn: played.turn(ply),
            walls: played.walls_left(ply),
        };
        let moves = played.steps().enumerate().map(|(ply, step)| MoveTold {
            shown: step.into(),
            ms: match_.claim.ms.get(ply).copied(),
            comment: match_.comment(ply).map(str::to_owned),
        });
        let summary = &match_.summary;
        SteppedMatch {
            game: match_.game.to_string(),
            look: match_.game.look().map(|look| LookTold::of(look, boards, language)),
            title: say(summary, language).into_owned(),
            live: false,
            since_ms: None,
            players: Both {
                x: summary.names.x.clone().unwrap_or_default(),
                o: summary.names.o.clone().unwrap_or_default(),
            },
            you: if let [you] = people[..] { Some(you) } else { None },
            winner: summary.winner,
            draw: summary.is_draw,
            reason: summary.reason.clone(),
            fault,
            cells: match_.why_cells().into_iter().map(spot).collect(),
            text,
            positions: (0..=played.plies()).map(position).collect(),
            moves: moves.collect(),
            remarks,
        }
    }
}

/// The sides that people played on this page.
fn played_here(match_: &Seen) -> Vec<Player> {
    // Players of tournaments have a hash.
    let is_here = |it: &Named| it.name == YOU && it.sha256.is_none();
    let Some(Both { x, o }) = &match_.claim.players else {
        return Vec::new();
    };
    let sides = [(Player::X, x), (Player::O, o)].into_iter();
    sides.filter(|(_, it)| is_here(it)).map(|(side, _)| side).collect()
}

fn fault(match_: &Seen, language: Language) -> Option<FaultTold> {
    let squares = match_.fault_squares().into_iter().map(spot).collect();
    let text = match_.fault_text(language).unwrap_or_default().into_owned();
    let board = match_.fault_board().map(str::to_owned);
    if let Some(wrong) = match_.wrong_move() {
        let player = match_.turn().to_string();
        return Some(FaultTold {
            ply: match_.plies() as u64 + 1,
            file: None,
            reason: "illegal_move".to_owned(),
            diagnosis: wrong.diagnosis.map(str::to_owned),
            why: why(match_.game.known(), &player, "illegal_move", language),
            text,
            squares,
            board,
            player,
        });
    }
    let fault = match_.fault.as_ref()?;
    Some(FaultTold {
        player: fault.player.clone(),
        ply: fault.ply,
        file: fault.file.clone(),
        reason: fault.reason.clone(),
        diagnosis: fault.diagnosis.clone(),
        why: why(match_.game.known(), &fault.player, &fault.reason, language),
        text,
        squares,
        board,
    })
}

fn why(game: Option<GameId>, player: &str, reason: &str, language: Language) -> String {
    let player = Player::of_letter(player);
    let side = player.map(|player| say(&Side { game, player }, language));
    let loser = side.as_deref().map(Loser::Named);
    say(&Ending::Sentence { reason, loser }, language).into_owned()
}
