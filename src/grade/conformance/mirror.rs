//! The right answers: every step of a script done with our own memory of boards beside the student's.
//!
//! Nothing here is typed by hand: expected values come from the rooms `history` and `judge`. Where the
//! course's text leaves freedom the student's choice is followed. What is played by `move` is the
//! student's too: it is judged, and then remembered.

use std::collections::{BTreeMap, BTreeSet};

use super::in_words::{explained, holds, plain, quoted};
use super::step::{Slot, Step};
use super::words::CheckMessage;
use arbitro_player::{Memory, MemoryError};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::judge::judge;
use arbitro_rules::notation::{Cell, Notation, Strictness};

type Board = <Dama as Game>::Board;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) expected: CheckMessage,
    pub(super) got: CheckMessage,
}

fn mismatch(expected: CheckMessage, got: CheckMessage) -> Box<Mismatch> {
    Box::new(Mismatch { expected, got })
}

/// Our own objects, one for each of the student's.
#[derive(Debug)]
pub(super) struct Mirror<'a> {
    memories: BTreeMap<Slot, Memory<Dama>>,
    /// The files of the check, and those that the student's code has written by the end of it.
    given: &'a [(String, Vec<u8>)],
    left: &'a BTreeMap<String, Vec<u8>>,
    /// The board that each written file must hold in the end, with the last step that wrote it.
    must_hold: BTreeMap<String, (usize, String)>,
    /// The boards that were played, by the files they came back in.
    played: BTreeMap<String, Board>,
    /// The board before the last move and whose move it was.
    before_move: BTreeMap<Slot, Board>,
    /// The objects whose latest board is one that our rules refuse and theirs took.
    lenient: BTreeSet<Slot>,
    /// Set when a board was refused that may be: the remaining steps mean nothing.
    pub(super) is_over: bool,
}

const INDEX: &str = "throws index_out_of_bounds";
const REFUSALS: [&str; 2] = ["throws missing_file", "throws invalid_board"];

impl<'a> Mirror<'a> {
    pub(super) fn new(
        given: &'a [(String, Vec<u8>)],
        left: &'a BTreeMap<String, Vec<u8>>,
    ) -> Mirror<'a> {
        Mirror {
            memories: BTreeMap::new(),
            given,
            left,
            must_hold: BTreeMap::new(),
            played: BTreeMap::new(),
            before_move: BTreeMap::new(),
            lenient: BTreeSet::new(),
            is_over: false,
        }
    }

    /// Does a step, and says what was wrong with the student's answer to it.
    pub(super) fn follow(
        &mut self,
        index: usize,
        step: &Step,
        answer: &str,
    ) -> Result<(), Box<Mismatch>> {
        let done = || "done".to_owned();
        // What is thrown is an answer too.
        let expected = match step {
            Step::New(slot, number) => {
                Memory::new(number.unwrap_or(1).into()).map_err(thrown).map(|memory| {
                    self.memories.insert(*slot, memory);
                    done()
                })
            }
            Step::Copy(to, from) | Step::Assign(to, from) => {
                if let Some(memory) = self.memories.get(from).cloned() {
                    self.memories.insert(*to, memory);
                }
                Ok(done())
            }
            Step::Delete(slot) => {
                self.memories.remove(slot);
                Ok(done())
            }
            Step::Load(slot, file) => return self.load(*slot, file, answer, false),
            Step::LoadEither(slot, file) => return self.load(*slot, file, answer, true),
            Step::Store(slot, file, offset) => self.back(*slot, offset.unwrap_or(0)).map(|board| {
                let text = Dama::write_board(&board);
                self.must_hold.insert(file.clone(), (index, text));
                done()
            }),
            Step::Init(_, file) => {
                let text = Dama::write_board(&Dama::start().board());
                self.must_hold.insert(file.clone(), (index, text));
                Ok(done())
            }
            Step::Move(slot) => self.back(*slot, 0).map(|board| {
                self.before_move.insert(*slot, board);
                done()
            }),
            Step::Played(slot, file) => {
                let bytes = (answer == "done").then(|| self.left.get(file)).flatten();
                return self.played(*slot, Some(file), answer, bytes.map_or(&[], Vec::as_slice));
            }
            Step::PlayedSquares(slot) => {
                let text = text_of_squares(answer).unwrap_or_default();
                return self.played(*slot, None, answer, text.as_bytes());
            }
            Step::Pop(slot) => answer_of(self.memory(*slot)?.pop().map(|()| "done")),
            // No legal move leads to a board that is none.
            Step::ValidMove(slot) if self.lenient.contains(slot) => Ok("false".to_owned()),
            Step::ValidMove(slot) => answer_of(self.memory(*slot)?.valid_move()),
            Step::Wins(slot, None) => answer_of(self.memory(*slot)?.wins_self()),
            Step::Wins(slot, Some(number)) => answer_of(self.memory(*slot)?.wins((*number).into())),
            Step::Loses(slot, None) => answer_of(self.memory(*slot)?.loses_self()),
            Step::Loses(slot, Some(number)) => {
                answer_of(self.memory(*slot)?.loses((*number).into()))
            }
            Step::Recurrence(slot) => answer_of(self.memory(*slot)?.recurrence()),
            Step::Cell(slot, row, column, offset) => match usize::try_from(offset.unwrap_or(0)) {
                Ok(offset) => {
                    let (row, column) = (i64::from(*row), i64::from(*column));
                    answer_of(self.memory(*slot)?.piece(row, column, offset).map(letter))
                }
                Err(_) => Err(INDEX.to_owned()),
            },
            Step::Board(slot, offset) => self.back(*slot, *offset).map(|back| squares(&back)),
            Step::StoredBoard(slot, file, offset) => {
                return self.follow_stored(*slot, file, *offset, answer);
            }
            Step::Refuses(_) if answer.starts_with("throws") => return Ok(()),
            Step::Length(..) | Step::Refuses(_) => Err(INDEX.to_owned()),
            Step::Spoil(_) => Ok(done()),
            Step::Seedings(most) => {
                return match answer.parse::<u32>() {
                    Ok(seedings) if seedings <= *most => Ok(()),
                    _ => Err(mismatch(
                        CheckMessage::AtMost(*most),
                        CheckMessage::Same(answer.to_owned()),
                    )),
                };
            }
        };
        let expected = expected.unwrap_or_else(|thrown| thrown);
        if answer == expected {
            return Ok(());
        }
        Err(mismatch(explained(step, &expected), explained(step, answer)))
    }

    /// The first file that does not hold what it must, by the step that wrote it.
    pub(super) fn files(&self) -> Result<(), (usize, Box<Mismatch>)> {
        let mut written: Vec<_> = self.must_hold.iter().collect();
        written.sort_by_key(|(_, (index, _))| *index);
        for (name, (index, text)) in written {
            match self.left.get(name) {
                Some(bytes) if bytes == text.as_bytes() => {}
                found => {
                    let quote = quoted(text.as_bytes());
                    let expected = CheckMessage::Holding { file: name.clone(), quote };
                    let got = match found {
                        None => CheckMessage::NoFile { file: name.clone() },
                        Some(bytes) => holds(bytes, text.as_bytes()),
                    };
                    return Err((*index, mismatch(expected, got)));
                }
            }
        }
        Ok(())
    }

    /// A board as `store_board` shows it, where that is not what is asked.
    fn follow_stored(
        &self,
        slot: Slot,
        file: &str,
        offset: i32,
        answer: &str,
    ) -> Result<(), Box<Mismatch>> {
        let expected = self.back(slot, offset).map(|board| squares(&board));
        let got = if answer == "done" {
            let bytes = self.left.get(file).map_or(&[][..], Vec::as_slice);
            squares_of_file(bytes).ok_or_else(|| CheckMessage::Quoted(quoted(bytes)))
        } else {
            Err(plain(answer))
        };
        let by_cells = Step::Board(slot, offset);
        let explain = |squares: &str| explained(&by_cells, squares);
        match (expected, got) {
            (Ok(expected), Ok(got)) if expected == got => Ok(()),
            (Ok(expected), got) => Err(mismatch(
                explain(&expected),
                got.map_or_else(|other| other, |got| explain(&got)),
            )),
            (Err(error), _) if error == answer => Ok(()),
            (Err(error), got) => {
                Err(mismatch(plain(&error), got.map_or_else(|other| other, |got| explain(&got))))
            }
        }
    }

    fn memory(&mut self, slot: Slot) -> Result<&mut Memory<Dama>, Box<Mismatch>> {
        // A script that is wrong itself must not look like a student's fault; a test runs them all.
        self.memories
            .get_mut(&slot)
            .ok_or_else(|| mismatch(CheckMessage::Object(slot), CheckMessage::ScriptIsWrong))
    }

    fn back(&self, slot: Slot, offset: i32) -> Result<Board, String> {
        let memory = self.memories.get(&slot).ok_or("no object")?;
        let offset = usize::try_from(offset).map_err(|_| INDEX)?;
        memory.board(offset).copied().map_err(thrown)
    }

    fn load(
        &mut self,
        slot: Slot,
        file: &str,
        answer: &str,
        either: bool,
    ) -> Result<(), Box<Mismatch>> {
        let is_refused = REFUSALS.contains(&answer);
        // What the script itself wrote is read as it must be; a fault in it is told in its own place.
        let written = self.must_hold.get(file).map(|(_, text)| text.as_bytes());
        let given = || self.given.iter().find(|(name, _)| name == file);
        let bytes = written.or_else(|| given().map(|(_, bytes)| &bytes[..]));
        let read = bytes.and_then(|bytes| Dama::read_board(bytes, Strictness::Tolerant).board);
        let board = self.played.get(file).copied().or(read);
        match board {
            _ if either && is_refused => {
                self.is_over = true;
                Ok(())
            }
            None if is_refused => Ok(()),
            // Our memory cannot hold such a board; only valid_move is asked about it afterwards.
            None if either && answer == "done" => {
                self.lenient.insert(slot);
                Ok(())
            }
            Some(board) if answer == "done" => {
                self.lenient.remove(&slot);
                self.memory(slot)?.push(board);
                Ok(())
            }
            _ => Err(mismatch(
                match (board, either) {
                    (Some(_), false) => plain("done"),
                    (None, false) => CheckMessage::Refusal,
                    (_, true) => CheckMessage::NoExceptionOrRefusal,
                },
                plain(answer),
            )),
        }
    }

    fn played(
        &mut self,
        slot: Slot,
        file: Option<&String>,
        answer: &str,
        bytes: &[u8],
    ) -> Result<(), Box<Mismatch>> {
        let Some(before) = self.before_move.remove(&slot) else {
            return Ok(());
        };
        let turn = self.memory(slot)?.player();
        let position = Dama::new(before, turn);
        let legal = position.legal_moves();
        let player = turn.number();
        let board = Dama::write_board(&before);
        let expected = match legal.first() {
            None => CheckMessage::SameBoard { player, board },
            Some(&mv) => {
                CheckMessage::LegalMove { player, example: position.write_move(mv), board }
            }
        };
        let wrong = |got: CheckMessage| mismatch(expected.clone(), got);
        if answer.starts_with("throws") {
            let reader = file.map_or("operator()", |_| "store_board");
            let (reader, thrown) = (reader.to_owned(), Box::new(plain(answer)));
            return Err(wrong(CheckMessage::AfterMove { reader, thrown }));
        }
        if let Some(file) = file.filter(|file| !self.left.contains_key(*file)) {
            return Err(wrong(CheckMessage::NotWritten { file: file.clone() }));
        }
        let reading = Dama::read_board(bytes, Strictness::Tolerant);
        let Some(after) = reading.board else {
            return Err(wrong(CheckMessage::NoBoard {
                faults: reading.faults,
                quote: quoted(bytes),
            }));
        };
        let board = Dama::write_board(&after);
        if legal.is_empty() {
            if after != before {
                return Err(wrong(CheckMessage::OtherBoard(board)));
            }
        } else if let Err(diagnosis) = judge(&position, &after, &mut Vec::new()) {
            return Err(wrong(CheckMessage::Illegal { why: Box::new(diagnosis), board }));
        }
        if let Some(file) = file {
            self.played.insert(file.clone(), after);
        }
        self.memory(slot)?.push(after);
        Ok(())
    }
}

fn answer_of<T: ToString>(result: Result<T, MemoryError>) -> Result<String, String> {
    result.map(|result| result.to_string()).map_err(thrown)
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` passes")]
fn thrown(error: MemoryError) -> String {
    match error {
        MemoryError::IndexOutOfBounds(_) => INDEX,
        MemoryError::MissingFile { .. } => REFUSALS[0],
        MemoryError::InvalidBoard { .. } => REFUSALS[1],
    }
    .to_owned()
}

fn letter(cell: Cell) -> String {
    match cell.letter() {
        ' ' => ".".to_owned(),
        other => other.to_string(),
    }
}

/// All squares as the driver writes them, the top row first.
pub(super) fn squares(board: &Board) -> String {
    let setup = Dama::setup(board);
    let rows = setup.cells[..setup.size].iter().rev();
    rows.flat_map(|row| &row[..setup.size]).map(|&cell| letter(cell)).collect()
}

/// The squares in a board file of a student's, whatever they are, if it has eight rows of eight.
pub(super) fn squares_of_file(bytes: &[u8]) -> Option<String> {
    let rows: Vec<&str> = std::str::from_utf8(bytes).ok()?.lines().collect();
    let is_row = |row: &&str| row.is_ascii() && row.len() == 15;
    (rows.len() == 8 && rows.iter().all(is_row)).then(|| {
        let cells = rows.iter().flat_map(|row| row.chars().step_by(2));
        cells.map(|cell| if cell == ' ' { '.' } else { cell }).collect()
    })
}

/// The text of a board file with squares as the driver writes them.
fn text_of_squares(squares: &str) -> Option<String> {
    let cells: Vec<String> =
        squares.chars().map(|it| (if it == '.' { ' ' } else { it }).to_string()).collect();
    let rows: Vec<String> = cells.chunks(8).map(|row| row.join(" ")).collect();
    (cells.len() == 64).then(|| rows.join("\n"))
}
