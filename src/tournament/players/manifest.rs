//! Parses manifests, and turns an engine that speaks Hub into a player.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};

use super::bundled::BUNDLED;
use crate::NoEntrant;
use arbitro_referee::{Answers, Contestant};
use arbitro_rules::GameId;
use arbitro_sandbox::{Limits, Processes};

/// Prefix in the command of a player that answers by lines.
const LINES: &str = "lines:";
/// Prefix in the command of a Hub engine.
const HUB: &str = "hub:";
const HUB_GAME: GameId = GameId::International;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "words")]
    pub(crate) command: Vec<String>,
    pub(crate) game: Option<String>,
    pub(crate) author: Option<String>,
    processes: Option<u64>,
    /// Folders elsewhere that it reads.
    #[serde(default)]
    pub(crate) needs: Vec<PathBuf>,
    hub: Option<HubTable>,
}

/// Manifest settings of a Hub engine, besides its command.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct HubTable {
    #[serde(default)]
    params: BTreeMap<String, ParamValue>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// A parameter's value. Hub knows only text, but a manifest may give a number or a boolean.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
enum ParamValue {
    Text(String),
    Flag(bool),
    Whole(i64),
    Real(f64),
}

impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamValue::Text(text) => f.write_str(text),
            ParamValue::Flag(flag) => flag.fmt(f),
            ParamValue::Whole(whole) => whole.fmt(f),
            ParamValue::Real(real) => real.fmt(f),
        }
    }
}

impl Manifest {
    /// Takes from its command how the player answers.
    pub(super) fn take_answers(&mut self) -> Result<Answers, NoEntrant> {
        let wrong = |what: &str| Err(NoEntrant::Manifest { what: what.to_owned() });
        let Some(first) = self.command.first_mut() else { return Ok(Answers::Files) };
        if let Some(program) = first.strip_prefix(LINES) {
            if program.is_empty() {
                return wrong("its command names no program after lines:");
            }
            *first = program.to_owned();
            return Ok(Answers::Lines);
        }
        let is_of_hand = |it: &String| it == "--lines" || it.starts_with("--lines=");
        if first == BUNDLED && self.command.iter().any(is_of_hand) {
            return wrong("play --lines is for matches by hand: write lines: before the command");
        }
        Ok(Answers::Files)
    }

    /// Returns whether the player starts other programs: its manifest says so, or it is a Hub
    /// engine, which runs beside the player that asks it.
    pub(crate) fn processes(&self) -> Result<Processes, NoEntrant> {
        let most = Limits::default().processes;
        let is_hub = self.command.first().is_some_and(|it| it.starts_with(HUB));
        match self.processes {
            Some(0) => Err(NoEntrant::Manifest {
                what: "processes is how many it needs, itself included: 1 or more".to_owned(),
            }),
            Some(needed) if needed > most => Err(NoEntrant::Manifest {
                what: format!("processes = {needed}: a player may have {most}"),
            }),
            Some(2..) => Ok(Processes::Several),
            Some(_) | None if is_hub => Ok(Processes::Several),
            Some(_) | None => Ok(Processes::Usual),
        }
    }

    /// The words of a Hub engine's command, if this is one and it plays this game; `None` for other
    /// players.
    pub(super) fn hub_command(&self, game: GameId) -> Result<Option<Vec<String>>, NoEntrant> {
        let wrong = |what: String| Err(NoEntrant::Manifest { what });
        let first = self.command.first().and_then(|it| it.strip_prefix(HUB));
        let Some(engine) = first else {
            if self.hub.is_some() {
                return wrong(format!(
                    "there is a table [hub], but its command does not begin with {HUB}"
                ));
            }
            return Ok(None);
        };
        if engine.is_empty() {
            return wrong(format!("its command names no engine after {HUB}"));
        }
        if let Some(says) = self.game.as_ref().filter(|game| *game != HUB_GAME.name()) {
            return wrong(format!("a hub engine plays {HUB_GAME}, not {says}"));
        }
        if game != HUB_GAME {
            let game = HUB_GAME.name().to_owned();
            return Err(NoEntrant::OtherGame { game });
        }
        let rest = self.command.iter().skip(1).cloned();
        Ok(Some(std::iter::once(engine.to_owned()).chain(rest).collect()))
    }

    /// Returns the player that drives this engine. The engine is its child, within the same limits.
    pub(super) fn around(
        &self,
        engine: Contestant,
        folder: &Path,
        bundled: &[OsString],
    ) -> Option<Contestant> {
        let (program, more) = bundled.split_first()?;
        let flag = |name: &str, value: &dyn AsRef<std::ffi::OsStr>| {
            let mut flag = OsString::from(format!("--hub-{name}="));
            flag.push(value);
            flag
        };
        let mut args = more.to_vec();
        args.push(flag("engine", &engine.program));
        args.push(flag("dir", &folder));
        args.extend(engine.args.iter().map(|arg| flag("arg", arg)));
        if let Some(table) = &self.hub {
            for (name, value) in &table.params {
                args.push(flag("param", &format!("{name}={value}")));
            }
            let depth = table.depth.map(|depth| format!("--depth={depth}"));
            let nodes = table.nodes.map(|node| format!("--nodes={node}"));
            args.extend([depth, nodes].into_iter().flatten().map(OsString::from));
        }
        let mut readable = engine.readable;
        // A player may start itself; other programs only if its manifest allows it.
        if engine.program != Path::new(program) && !readable.contains(&engine.program) {
            readable.push(engine.program);
        }
        Some(Contestant {
            program: program.into(),
            args,
            readable,
            variables: engine.variables,
            processes: engine.processes,
            answers: Answers::Files,
        })
    }
}

/// Parses a command: a list of words, or one line split at spaces.
fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Words;
    impl<'de> Visitor<'de> for Words {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of words, or words with spaces between")
        }

        fn visit_str<E: de::Error>(self, line: &str) -> Result<Vec<String>, E> {
            Ok(line.split_whitespace().map(str::to_owned).collect())
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<String>, A::Error> {
            Vec::deserialize(de::value::SeqAccessDeserializer::new(list))
        }
    }
    from.deserialize_any(Words)
}
