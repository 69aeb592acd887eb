//! Answers of an engine.
//!
//! Moves stay text here: whether they are legal depends on a position, which an answer does not name.

use super::line::Line;

/// The state of a running search. Fields that the engine leaves out are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// In men, for the side to move.
    pub score: Option<f64>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Seconds.
    pub time: Option<f64>,
    /// Millions of positions a second.
    pub speed: Option<f64>,
    /// The expected moves, the first the one it would play.
    pub line: Vec<String>,
}

/// A parameter that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamLine {
    pub name: String,
    /// The value until another is set.
    pub value: String,
    /// Its kind: bool, int, real, string or enum.
    pub kind: String,
    /// Of an enum, what it may be.
    pub values: Vec<String>,
    /// The smallest and largest number.
    pub bounds: Option<(String, String)>,
}

/// An answer, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The engine's identity.
    Id {
        name: String,
        version: String,
    },
    Param(ParamLine),
    /// It has said who it is and waits for parameters.
    Wait,
    /// It can search.
    Ready,
    /// Progress of a search.
    Info(Info),
    /// The end of a search.
    Done {
        /// Its move; empty where it named none.
        mv: String,
        /// The other's move that it expects.
        ponder: Option<String>,
    },
    /// It is there.
    Pong,
    /// It complains.
    Error {
        /// Of what.
        message: String,
    },
    /// Something else, which is to be passed over.
    Other,
}

impl Answer {
    /// Parses a line. Never fails: unknown answers are ignored.
    pub fn read(line: &Line) -> Answer {
        let text = |name| line.value(name).unwrap_or_default().to_owned();
        match line.command.as_str() {
            "id" => Answer::Id {
                name: text("name"),
                version: text("version"),
            },
            "param" => Answer::Param(ParamLine {
                name: text("name"),
                value: text("value"),
                kind: text("type"),
                values: text("values")
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect(),
                bounds: line
                    .value("min")
                    .zip(line.value("max"))
                    .map(|(min, max)| (min.to_owned(), max.to_owned())),
            }),
            "wait" => Answer::Wait,
            "ready" => Answer::Ready,
            "info" => Answer::Info(Info {
                depth: parsed(line, "depth"),
                score: parsed(line, "score"),
                nodes: parsed(line, "nodes"),
                time: parsed(line, "time"),
                speed: parsed(line, "nps"),
                line: text("pv").split_whitespace().map(str::to_owned).collect(),
            }),
            "done" => Answer::Done {
                mv: text("move"),
                ponder: line
                    .value("ponder")
                    .filter(|it| !it.is_empty())
                    .map(str::to_owned),
            },
            "pong" => Answer::Pong,
            "error" => Answer::Error {
                message: text("message"),
            },
            _ => Answer::Other,
        }
    }

    /// The answer as a line; `None` for what has no meaning.
    pub fn line(&self) -> Option<Line> {
        Some(match self {
            Answer::Id { name, version } => {
                Line::new("id").with("name", name).with("version", version)
            }
            Answer::Param(param) => {
                let mut line = Line::new("param")
                    .with("name", &param.name)
                    .with("value", &param.value)
                    .with("type", &param.kind);
                if let Some((min, max)) = &param.bounds {
                    line = line.with("min", min).with("max", max);
                }
                if !param.values.is_empty() {
                    line = line.with("values", param.values.join(" "));
                }
                line
            }
            Answer::Wait => Line::new("wait"),
            Answer::Ready => Line::new("ready"),
            Answer::Info(info) => info.line(),
            Answer::Done { mv, ponder } => {
                let line = Line::new("done").with("move", mv);
                match ponder {
                    Some(ponder) => line.with("ponder", ponder),
                    None => line,
                }
            }
            Answer::Pong => Line::new("pong"),
            Answer::Error { message } => Line::new("error").with("message", message),
            Answer::Other => return None,
        })
    }
}

impl Info {
    fn line(&self) -> Line {
        let mut line = Line::new("info");
        if let Some(depth) = self.depth {
            line = line.with("depth", depth);
        }
        if let Some(score) = self.score {
            line = line.with("score", format_args!("{score:.2}"));
        }
        if let Some(nodes) = self.nodes {
            line = line.with("nodes", nodes);
        }
        if let Some(time) = self.time {
            line = line.with("time", format_args!("{time:.3}"));
        }
        if let Some(speed) = self.speed {
            line = line.with("nps", format_args!("{speed:.2}"));
        }
        if !self.line.is_empty() {
            line = line.with("pv", self.line.join(" "));
        }
        line
    }
}

fn parsed<T: std::str::FromStr>(line: &Line, name: &str) -> Option<T> {
    line.value(name)?.parse().ok()
}
