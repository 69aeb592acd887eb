//! One thing done with a `Player`: as a line of the driver's script, in words, and as C++.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::words::CheckMessage;

/// Number of a `Player` object in a script.
pub type Slot = u8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `Player pN(number)`, or without a number.
    New(Slot, Option<i32>),
    Copy(Slot, Slot),
    Assign(Slot, Slot),
    Delete(Slot),
    /// `load_board`, of a file that is a board or is not.
    Load(Slot, String),
    /// `load_board` of a file that the course's text leaves open: it may be taken or refused.
    LoadEither(Slot, String),
    /// `store_board`, to a file and from so many boards back.
    Store(Slot, String, Option<i32>),
    Init(Slot, String),
    Move(Slot),
    /// `store_board` right after a move: what was played.
    Played(Slot, String),
    /// The same by `operator()` on every square.
    PlayedSquares(Slot),
    ValidMove(Slot),
    Pop(Slot),
    Wins(Slot, Option<i32>),
    Loses(Slot, Option<i32>),
    Recurrence(Slot),
    /// `operator()` with row, column and offset.
    Cell(Slot, i32, i32, Option<i32>),
    /// `operator()` on every square of the board so far back.
    Board(Slot, i32),
    /// The same by `store_board`, to a file: its squares are looked at, and not each byte.
    StoredBoard(Slot, String, i32),
    /// There are so many boards: `operator()` or another method throws for a board beyond them.
    Length(Slot, i32),
    /// Anything is thrown, whatever it is.
    Refuses(Box<Step>),
    /// A long file of that name is written, by the driver itself: to be overwritten.
    Spoil(String),
    /// Checks that the random numbers were seeded at most this often.
    Seedings(u32),
}

/// The parts of a step: the driver's line and the C++ are made of these alone.
#[derive(Default)]
struct Call<'a> {
    /// The first word of the driver's line.
    word: &'static str,
    method: Option<Method>,
    slot: Option<Slot>,
    file: Option<&'a str>,
    numbers: Vec<i32>,
}

impl Step {
    fn call(&self) -> Call<'_> {
        let with = |file, word, method, slot: &Slot, numbers: &[i32]| Call {
            word,
            method: Some(method),
            slot: Some(*slot),
            file,
            numbers: numbers.to_vec(),
        };
        let of = |word, method, slot, numbers: &[i32]| with(None, word, method, slot, numbers);
        match self {
            Step::New(slot, number) => of("new", method::CONSTRUCTOR, slot, number.as_slice()),
            Step::Copy(slot, from) => of("copy", method::COPY, slot, &[i32::from(*from)]),
            Step::Assign(slot, from) => of("assign", method::ASSIGN, slot, &[i32::from(*from)]),
            Step::Delete(slot) => of("delete", method::DESTRUCTOR, slot, &[]),
            Step::Load(slot, file) | Step::LoadEither(slot, file) => {
                with(Some(file), "load", method::LOAD, slot, &[])
            }
            Step::Store(slot, file, offset) => {
                with(Some(file), "store", method::STORE, slot, offset.as_slice())
            }
            Step::Played(slot, file) => with(Some(file), "store", method::STORE, slot, &[]),
            Step::StoredBoard(slot, file, back) => {
                with(Some(file), "store", method::STORE, slot, &[*back])
            }
            Step::Init(slot, file) => with(Some(file), "init", method::INIT, slot, &[]),
            Step::Move(slot) => of("move", method::MOVE, slot, &[]),
            Step::ValidMove(slot) => of("valid_move", method::VALID, slot, &[]),
            Step::Pop(slot) => of("pop", method::POP, slot, &[]),
            Step::Wins(slot, number) => of("wins", method::WINS, slot, number.as_slice()),
            Step::Loses(slot, number) => of("loses", method::LOSES, slot, number.as_slice()),
            Step::Recurrence(slot) => of("recurrence", method::RECURRENCE, slot, &[]),
            Step::Cell(slot, row, column, offset) => {
                let numbers = [&[*row, *column], offset.as_slice()].concat();
                of("cell", method::CELL, slot, &numbers)
            }
            Step::Board(slot, offset) => of("board", method::CELL, slot, &[*offset]),
            Step::PlayedSquares(slot) => of("board", method::CELL, slot, &[0]),
            Step::Length(slot, boards) => of("cell", method::CELL, slot, &[0, 1, *boards]),
            Step::Refuses(step) => step.call(),
            Step::Spoil(file) => Call { word: "spoil", file: Some(file), ..Call::default() },
            Step::Seedings(_) => Call { word: "seedings", ..Call::default() },
        }
    }

    pub fn line(&self) -> String {
        let call = self.call();
        let slot = call.slot.map(|slot| slot.to_string());
        let numbers = call.numbers.iter().map(i32::to_string);
        let args = call.file.map(str::to_owned).into_iter().chain(numbers);
        let words = [call.word.to_owned()].into_iter().chain(slot).chain(args);
        Vec::from_iter(words).join(" ")
    }

    /// The same as an expression of C++, the objects being pointers.
    pub fn code(&self) -> String {
        let call = self.call();
        let file = call.file.map(|file| format!("\"{file}\""));
        let numbers = call.numbers.iter().map(i32::to_string);
        let args = Vec::from_iter(file.into_iter().chain(numbers)).join(", ");
        let slot = call.slot.unwrap_or_default();
        match self.without_refusal() {
            Step::New(..) => format!("p{slot} = new Player({args})"),
            Step::Copy(_, from) => format!("p{slot} = new Player(*p{from})"),
            Step::Assign(_, from) => format!("*p{slot} = *p{from}"),
            Step::Delete(_) => format!("delete p{slot}"),
            Step::Cell(..) | Step::Length(..) => format!("(*p{slot})({args})"),
            Step::Board(..) | Step::PlayedSquares(_) => {
                let offset = call.numbers.first().copied().unwrap_or_default();
                format!("{} for every row r and column c", on_squares(slot, offset))
            }
            Step::Spoil(_) => format!("std::ofstream({args}) << std::string(600, '?')"),
            Step::Seedings(_) => "seedings".to_owned(),
            _ => format!("p{slot}->{}({args})", call.method.unwrap_or_default()),
        }
    }

    pub fn message(&self) -> CheckMessage {
        match self {
            Step::Seedings(_) => CheckMessage::Seedings,
            Step::Played(slot, _) | Step::PlayedSquares(slot) => {
                CheckMessage::Same(format!("p{slot}->move()"))
            }
            Step::Refuses(step) => step.message(),
            Step::Board(slot, offset) => CheckMessage::EverySquare(on_squares(*slot, *offset)),
            _ => CheckMessage::Same(self.code()),
        }
    }

    pub const fn is_move(&self) -> bool {
        matches!(self, Step::Move(_))
    }

    /// Returns true for a step that makes a player, or changes its boards.
    pub(crate) const fn changes_boards(&self) -> bool {
        matches!(
            self,
            Step::New(..)
                | Step::Copy(..)
                | Step::Assign(..)
                | Step::Load(..)
                | Step::LoadEither(..)
                | Step::Move(_)
                | Step::Pop(_)
        )
    }

    pub fn slot(&self) -> Option<Slot> {
        self.call().slot
    }

    pub(super) const fn is_load(&self) -> bool {
        matches!(self, Step::Load(..) | Step::LoadEither(..))
    }

    /// The same with other names for its files. A folder keeps its name.
    pub(crate) fn with_files(&self, name: impl Fn(&str) -> String) -> Step {
        let mut step = self.clone();
        match &mut step {
            Step::Load(_, file)
            | Step::LoadEither(_, file)
            | Step::Store(_, file, _)
            | Step::Init(_, file)
            | Step::Played(_, file)
            | Step::StoredBoard(_, file, _)
            | Step::Spoil(file)
                if file != "." =>
            {
                *file = name(file);
            }
            _ => {}
        }
        step
    }

    pub(super) fn without_refusal(&self) -> &Step {
        match self {
            Step::Refuses(step) => step,
            _ => self,
        }
    }

    pub fn written(&self) -> Option<&str> {
        let call = self.call();
        let writes = [Some(method::STORE), Some(method::INIT)].contains(&call.method);
        call.file.filter(|_| writes)
    }

    /// Statements of C++ that do it and print what comes of it.
    fn printed(&self) -> String {
        const SQUARE: &str = "        std::cout << \"xoXOe\"";
        let code = self.code();
        match self {
            Step::Board(slot, offset) => squares(*slot, *offset),
            Step::PlayedSquares(slot) => squares(*slot, 0),
            Step::Assign(to, _) => format!(
                "        std::cout << (&({code}) == p{to} ? \"no exception\" : \"another player\") << std::endl;\n"
            ),
            Step::Cell(..) | Step::Length(..) => format!("{SQUARE}[{code}] << std::endl;\n"),
            Step::ValidMove(_)
            | Step::Wins(..)
            | Step::Loses(..)
            | Step::Recurrence(_)
            | Step::Seedings(_) => {
                format!("        std::cout << {code} << std::endl;\n")
            }
            Step::Refuses(step) => step.printed(),
            _ => {
                let prints = self.written().map(|file| format!("        print(\"{file}\");\n"));
                let prints = prints.unwrap_or_default();
                format!(
                    "        {code};\n{prints}        std::cout << \"no exception\" << std::endl;\n"
                )
            }
        }
    }

    /// The method that answers, as checks name it; none where none of a student's does.
    pub fn method(&self) -> Option<Method> {
        self.call().method
    }
}

/// A method of the class, as the header writes it.
pub type Method = &'static str;

pub(super) mod method {
    pub(crate) const CONSTRUCTOR: &str = "Player(int player_nr)";
    pub(crate) const DESTRUCTOR: &str = "~Player()";
    pub(crate) const COPY: &str = "Player(const Player&)";
    pub(crate) const ASSIGN: &str = "operator=";
    pub(crate) const CELL: &str = "operator()";
    pub(crate) const LOAD: &str = "load_board";
    pub(crate) const STORE: &str = "store_board";
    pub(crate) const INIT: &str = "init_board";
    pub(crate) const MOVE: &str = "move";
    pub(crate) const VALID: &str = "valid_move";
    pub(crate) const POP: &str = "pop";
    pub(crate) const WINS: &str = "wins";
    pub(crate) const LOSES: &str = "loses";
    pub(crate) const RECURRENCE: &str = "recurrence";
}

/// Prelude of every reproducing program.
const SHOW: &str = include_str!("show.cpp");

pub(crate) fn slots(steps: &[Step]) -> BTreeSet<Slot> {
    steps.iter().filter_map(Step::slot).collect()
}

/// A program that does the same by hand: it writes its input files and prints what each step returns.
pub fn program(steps: &[Step], files: &[(String, Vec<u8>)]) -> String {
    let mut text = String::from(SHOW);
    if steps.iter().any(|step| step.written().is_some()) {
        text.push_str(
            "void print(const char* file) {\n    std::ifstream in(file);\n    \
             if (in) std::cout << in.rdbuf() << std::endl;\n    \
             else std::cout << \"there is no \" << file << std::endl;\n}\n\n",
        );
    }
    if steps.iter().any(|step| matches!(step, Step::Seedings(_))) {
        text.push_str(
            "long seedings = 0;\n\n\
             // Stands before the library's own.\n\
             extern \"C\" void srand(unsigned seed) noexcept {\n    ++seedings;\n    srandom(seed);\n}\n\n",
        );
    }
    text.push_str("int main() {\n    std::cout << std::boolalpha;\n");
    let is_used = |name: &str| steps.iter().any(|step| step.call().file == Some(name));
    for (name, bytes) in files.iter().filter(|(name, _)| is_used(name)) {
        let (unit, times) = repeated(bytes);
        let unit = format!("std::string({}, {})", literal(unit), unit.len());
        let _ = match times {
            1 => writeln!(text, "    std::ofstream(\"{name}\") << {unit};"),
            _ => writeln!(
                text,
                "    {{\n        std::ofstream out(\"{name}\");\n        \
                 for (int i = 0; i < {times}; ++i) out << {unit};\n    }}"
            ),
        };
    }
    for slot in slots(steps) {
        let _ = writeln!(text, "    Player* p{slot} = 0;");
    }
    for step in steps {
        let what = literal(step.code().as_bytes());
        let _ = writeln!(text, "    show({what}, [&] {{\n{}    }});", step.printed());
    }
    text.push_str("}\n");
    text
}

fn repeated(bytes: &[u8]) -> (&[u8], usize) {
    const LONG: usize = 2000;
    const UNIT: usize = 2;
    let unit = &bytes[..bytes.len().min(UNIT)];
    let is_repeated = bytes.len() > LONG
        && bytes.len().is_multiple_of(UNIT)
        && bytes.chunks(UNIT).all(|chunk| chunk == unit);
    if is_repeated { (unit, bytes.len() / UNIT) } else { (bytes, 1) }
}

fn on_squares(slot: Slot, offset: i32) -> String {
    format!("(*p{slot})(r, c, {offset})")
}

fn squares(slot: Slot, offset: i32) -> String {
    format!(
        "        for (int r = 7; r >= 0; --r) {{\n            \
         for (int c = 0; c < 8; ++c) std::cout << \"xoXO.\"[(*p{slot})(r, c, {offset})];\n            \
         std::cout << std::endl;\n        }}\n"
    )
}

fn literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b' '..=b'~' => text.push(char::from(byte)),
            // Octal, because a hexadecimal escape would swallow the letters after it.
            other => {
                let _ = write!(text, "\\{other:03o}");
            }
        }
    }
    text.push('"');
    text
}
