//! An engine's answers.
//!
//! Moves stay text here: an answer does not name the position that decides whether they are legal.

use crate::line::Line;

/// Progress of a search; fields that the engine omits are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Score in men, for the side to move.
    pub score: Option<f64>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Seconds used.
    pub time: Option<f64>,
    /// Millions of positions per second.
    pub speed: Option<f64>,
    /// The principal variation, best move first.
    pub line: Vec<String>,
}

/// A parameter of an engine, as the engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamLine {
    /// Its name.
    pub name: String,
    /// Its current value.
    pub value: String,
    /// Its kind: bool, int, real, string or enum.
    pub kind: String,
    /// The allowed values of an enum.
    pub values: Vec<String>,
    /// The minimum and maximum of a number.
    pub bounds: Option<(String, String)>,
}

/// A parsed answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The engine's identity.
    Id {
        /// The engine.
        name: String,
        /// Its version.
        version: String,
    },
    /// A parameter that may be set.
    Param(ParamLine),
    /// The engine has identified itself and waits for parameters.
    Wait,
    /// The engine is ready to search.
    Ready,
    /// Progress of a search.
    Info(Info),
    /// The end of a search.
    Done {
        /// The engine's move; empty if it named none.
        mv: String,
        /// The opponent's move that it expects.
        ponder: Option<String>,
    },
    /// The reply to `ping`.
    Pong,
    /// The engine reports an error.
    Error {
        /// In its words.
        message: String,
    },
    /// An unknown answer, to be ignored.
    Other,
}

impl Answer {
    /// Parses a line. Never fails: unknown answers are ignored.
    pub fn read(line: &Line) -> Answer {
        let text = |name| line.value(name).unwrap_or_default().to_owned();
        match line.command.as_str() {
            "id" => Answer::Id { name: text("name"), version: text("version") },
            "param" => Answer::Param(ParamLine {
                name: text("name"),
                value: text("value"),
                kind: text("type"),
                values: text("values").split_whitespace().map(str::to_owned).collect(),
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
                ponder: line.value("ponder").filter(|value| !value.is_empty()).map(str::to_owned),
            },
            "pong" => Answer::Pong,
            "error" => Answer::Error { message: text("message") },
            _ => Answer::Other,
        }
    }

    /// Formats the answer as a line; `None` for [`Answer::Other`].
    pub fn line(&self) -> Option<Line> {
        Some(match self {
            Answer::Id { name, version } => {
                Line::new("id").with("name", name).with("version", version)
            }
            Answer::Param(param) => {
                let (min, max) = param.bounds.as_ref().map(|(min, max)| (min, max)).unzip();
                let values = (!param.values.is_empty()).then(|| param.values.join(" "));
                Line::new("param")
                    .with("name", &param.name)
                    .with("value", &param.value)
                    .with("type", &param.kind)
                    .with_some("min", min)
                    .with_some("max", max)
                    .with_some("values", values)
            }
            Answer::Wait => Line::new("wait"),
            Answer::Ready => Line::new("ready"),
            Answer::Info(info) => info.line(),
            Answer::Done { mv, ponder } => {
                Line::new("done").with("move", mv).with_some("ponder", ponder.as_ref())
            }
            Answer::Pong => Line::new("pong"),
            Answer::Error { message } => Line::new("error").with("message", message),
            Answer::Other => return None,
        })
    }
}

impl Info {
    fn line(&self) -> Line {
        let line = (!self.line.is_empty()).then(|| self.line.join(" "));
        Line::new("info")
            .with_some("depth", self.depth)
            .with_some("score", self.score.map(|score| format!("{score:.2}")))
            .with_some("nodes", self.nodes)
            .with_some("time", self.time.map(|time| format!("{time:.3}")))
            .with_some("nps", self.speed.map(|speed| format!("{speed:.2}")))
            .with_some("pv", line)
    }
}

fn parsed<T: std::str::FromStr>(line: &Line, name: &str) -> Option<T> {
    line.value(name)?.parse().ok()
}
