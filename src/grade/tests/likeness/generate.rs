//! Programs of any length that look like those of students, each from its own number: functions of
//! loops, conditions, assignments and calls, in habits that differ from program to program.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

struct Author {
    random: SmallRng,
    /// Frequency of each kind of statement, in per cent.
    habits: [u32; 8],
    text: String,
    lines: usize,
}

const NAMES: [&str; 12] = [
    "row", "column", "board", "piece", "count", "best", "depth", "value", "next", "side", "index",
    "found",
];

impl Author {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.random.random_range(0..from.len())]
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.text.push_str(&"    ".repeat(indent));
        self.text.push_str(text);
        self.text.push('\n');
        self.lines += 1;
    }

    fn value(&mut self, depth: usize) -> String {
        let kind = if depth == 0 {
            self.random.random_range(0..3)
        } else {
            self.random.random_range(0..9)
        };
        match kind {
            0 => self.random.random_range(0..100_u32).to_string(),
            1 | 2 => self.pick(&NAMES).to_owned(),
            3 => format!("{}[{}]", self.pick(&NAMES), self.value(depth - 1)),
            4 => format!(
                "{}({}, {})",
                self.pick(&NAMES),
                self.value(depth - 1),
                self.value(depth - 1)
            ),
            5 => format!("{}.{}()", self.pick(&NAMES), self.pick(&["size", "at", "begin", "top"])),
            6 => format!("pimpl->{}", self.pick(&NAMES)),
            _ => {
                let sign = self.pick(&["+", "-", "*", "/", "%", "&", "|"]);
                format!("{} {sign} {}", self.value(depth - 1), self.value(depth - 1))
            }
        }
    }

    fn condition(&mut self) -> String {
        let sign = self.pick(&["<", ">", "==", "!=", "<=", ">="]);
        let one = format!("{} {sign} {}", self.value(1), self.value(1));
        if self.random.random_range(0..4) == 0 {
            format!("{one} {} {}", self.pick(&["&&", "||"]), self.value(1))
        } else {
            one
        }
    }

    fn block(&mut self, indent: usize) {
        for _ in 0..self.random.random_range(1..6) {
            self.statement(indent);
        }
    }

    fn statement(&mut self, indent: usize) {
        let chance = self.random.random_range(0..self.habits.iter().sum());
        let mut sum = 0;
        let is_past = |it: &u32| {
            sum += it;
            sum > chance
        };
        let kind = self.habits.iter().position(is_past).unwrap();
        let (name, value) = (self.pick(&NAMES), self.value(2));
        match kind {
            0 => self.line(indent, &format!("int {name} = {value};")),
            1 => {
                let sign = self.pick(&["=", "+=", "-=", "|="]);
                self.line(indent, &format!("{name} {sign} {value};"));
            }
            2 => self.line(indent, &format!("{name}({value}); // {value}")),
            3 if indent < 5 => {
                let end = self.value(0);
                self.line(indent, &format!("for (int {name} = 0; {name} < {end}; {name}++) {{"));
                self.block(indent + 1);
                self.line(indent, "}");
            }
            4 if indent < 5 => {
                let condition = self.condition();
                self.line(indent, &format!("if ({condition}) {{"));
                self.block(indent + 1);
                if self.random.random_range(0..3) == 0 {
                    self.line(indent, "} else {");
                    self.block(indent + 1);
                }
                self.line(indent, "}");
            }
            5 if indent < 5 => {
                let condition = self.condition();
                self.line(indent, &format!("while ({condition}) {{"));
                self.block(indent + 1);
                self.line(indent, "}");
            }
            6 => {
                let condition = self.condition();
                self.line(indent, &format!("if ({condition}) return {value};"));
            }
            _ => self.line(indent, &format!("{name}[{value}] = '{}';", self.text.len() % 10)),
        }
    }
}

/// The program of a number, of about so many lines.
pub(crate) fn program(seed: u64, lines: usize) -> String {
    let mut random = SmallRng::seed_from_u64(seed);
    let habits = std::array::from_fn(|_| random.random_range(2..20));
    let mut author = Author { random, habits, text: String::new(), lines: 0 };
    author.line(0, "#include \"player.hpp\"");
    while author.lines < lines {
        let kind = author.pick(&["int", "void", "static bool", "double"]);
        let (name, one, two) = (author.pick(&NAMES), author.pick(&NAMES), author.pick(&NAMES));
        let head = match author.random.random_range(0..3) {
            0 => format!("{kind} {name}_{}(int {one}, const Board& {two}) {{", author.lines),
            1 => format!("{kind} Player::Impl::{name}({kind} {one}) const {{"),
            _ => format!("{kind} {name}(std::vector<int>& {one}, int {two}, int depth) {{"),
        };
        author.line(0, &head);
        for _ in 0..3 {
            author.block(1);
        }
        author.line(0, "}");
        author.line(0, "");
    }
    author.text
}
