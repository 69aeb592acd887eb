//! Plays a record.

use super::claims::{ReplayedMoves, false_claim};
use super::error::RecordsError;
use super::played::{moves, positions, wrong_move};
use super::playthrough::{PlayedMove, Playthrough, Position, Title, WrongMove};
use super::remark::Remark;
use super::replayed::{Unplayable, false_claim_of, replay};
use crate::words::Text;
use crate::{MatchRecord, ShownGame};
use arbitro_rules::history::Both;
use arbitro_rules::line::{Action, Line};
use arbitro_rules::{Player, Reason};

impl Playthrough {
    /// Plays a record.
    /// A wrong move is not an error: the match is shown up to it.
    pub fn of_record(record: MatchRecord) -> Result<Playthrough, RecordsError> {
        let place = "the record".to_owned();
        let game = record.shown_game().map_err(|source| RecordsError::Record { place, source })?;
        let id = id_of(record.id.as_ref(), 1);
        play_record(game, record, id, "the record", Vec::new())
    }

    /// Plays a record on a match that is opened at its start, also of a game that is not compiled in.
    pub fn of_line(line: &mut dyn Line, record: MatchRecord) -> Playthrough {
        let id = id_of(record.id.as_ref(), 1);
        play_on(line, record, id, Vec::new())
    }
}

/// Returns the identifier of a record.
pub(super) fn id_of(record: Option<&serde_json::Value>, number: usize) -> String {
    match record {
        Some(serde_json::Value::String(text)) => text.chars().take(60).collect(),
        Some(value @ serde_json::Value::Number(_)) => value.to_string(),
        _ => number.to_string(),
    }
}

/// The players' names, if known.
fn names(record: &MatchRecord) -> Both<Option<String>> {
    record.players.as_ref().map_or_else(Both::default, |it| Both {
        x: Some(it.x.name.clone()),
        o: Some(it.o.name.clone()),
    })
}

/// Plays a record. A record without an id gets the given one.
pub(super) fn play_record(
    game: ShownGame,
    record: MatchRecord,
    id: String,
    place: &str,
    remarks: Vec<Remark>,
) -> Result<Playthrough, RecordsError> {
    let ShownGame::Known(game) = game else {
        return Ok(carried(game, record, id, remarks));
    };
    let mut line = record.open(game).map_err(|why| RecordsError::Start {
        place: place.to_owned(),
        fen: record.start.iter().flat_map(|it| it.chars()).take(60).collect(),
        why,
    })?;
    Ok(play_on(&mut *line, record, id, remarks))
}

fn play_on(
    line: &mut dyn Line,
    record: MatchRecord,
    id: String,
    mut remarks: Vec<Remark>,
) -> Playthrough {
    let wrong = replay(line, &record.moves).map(|(text, why)| match why {
        Unplayable::Over(end) => {
            WrongMove::after_the_end(line.plies() as u64 + 1, line.turn(), text, end.reason())
        }
        Unplayable::NotLegal(error) => wrong_move(line, text, error),
        Unplayable::Broken(words) => {
            WrongMove::new(line.plies() as u64 + 1, line.turn(), text, Text::Broken(words))
        }
    });
    if wrong.is_none() {
        remarks.extend(false_claim_of(&record, line).map(Remark::on_all));
    }
    let game = line.game();
    let shown = Plies {
        wrong,
        // Player 1 writes the odd boards.
        first_board: u64::from(line.turn_at(0).number()),
        positions: positions(line),
        moves: moves(line),
    };
    playthrough(game.into(), record, id, shown, remarks)
}

/// Shows a match of a game that only its record describes, whose boards were checked.
fn carried(
    game: ShownGame,
    record: MatchRecord,
    id: String,
    mut remarks: Vec<Remark>,
) -> Playthrough {
    let first = record.first.clone().unwrap_or_default();
    let boards: Vec<String> = record.boards.boards(&first).collect();
    let texts = record.moves.split_ascii_whitespace();
    let befores = std::iter::once(&first).chain(&boards);
    let changes = |before: &str, after: &str| {
        game.look().map(|it| it.changes(before, after)).unwrap_or_default()
    };
    let moves =
        texts.zip(befores.zip(&boards)).zip(1..).map(|((text, (before, after)), number)| {
            let player = Player::to_move_on(number);
            let action = Action::Cells(changes(before, after));
            PlayedMove { text: text.to_owned(), player, action, ms: None, comment: None }
        });
    let moves: Vec<PlayedMove> = moves.collect();
    let replayed = ReplayedMoves::without_rules(&record, moves.len() as u64);
    remarks.extend(false_claim(&record, &replayed).map(Remark::on_all));
    let position = |(board, number)| Position {
        board,
        fen: String::new(),
        walls_left: None,
        turn: Player::to_move_on(number),
    };
    let positions = std::iter::once(first).chain(boards).zip(1..).map(position).collect();
    let shown = Plies { wrong: None, first_board: 1, positions, moves };
    playthrough(game, record, id, shown, remarks)
}

/// The plies of a match, before what its record says of it.
struct Plies {
    wrong: Option<WrongMove>,
    first_board: u64,
    positions: Vec<Position>,
    moves: Vec<PlayedMove>,
}

fn playthrough(
    game: ShownGame,
    record: MatchRecord,
    id: String,
    Plies { wrong, first_board, positions, mut moves }: Plies,
    mut remarks: Vec<Remark>,
) -> Playthrough {
    for (mv, &ms) in moves.iter_mut().zip(&record.ms) {
        mv.ms = Some(ms);
    }
    // Recorded warnings are shown as they were recorded.
    let kept = record.warnings.iter().cloned();
    remarks.extend(kept.map(|it| Remark::on_all(Text::Recorded(it))));
    let names = names(&record);
    let winner = record.winner.as_deref().and_then(Player::of_letter);
    let round = record.round.map(|it| it.to_string());
    Playthrough {
        title: Title { game: Some(game.clone()), id: id.clone(), names: names.clone(), round },
        id,
        names,
        winner,
        is_draw: is_draw(winner, record.reason.as_deref()),
        reason: record.reason.clone(),
        game,
        fault: record.fault.clone(),
        wrong,
        first_board,
        positions,
        moves,
        remarks,
        tags: Vec::new(),
        comment: None,
        record,
    }
}

impl WrongMove {
    /// Describes a move after the end of a match.
    pub(super) fn after_the_end(ply: u64, player: Player, text: &str, reason: Reason) -> WrongMove {
        let why = Text::WasOver { reason: reason.name() };
        WrongMove::new(ply, player, text, why)
    }

    /// Describes a move that has no board of its own.
    fn new(ply: u64, player: Player, text: &str, why: Text) -> WrongMove {
        WrongMove {
            ply,
            player,
            text: text.chars().take(60).collect(),
            why,
            diagnosis: None,
            squares: Vec::new(),
            board: None,
        }
    }
}

/// Returns true if the record says that the match ended, counts and had no winner.
pub(super) fn is_draw(winner: Option<Player>, reason: Option<&str>) -> bool {
    winner.is_none() && reason.is_some_and(|it| it != "void")
}
