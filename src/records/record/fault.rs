//! Faults in records, as data that can be formatted in any language.

use serde::{Deserialize, Deserializer, Serialize};

use arbitro_referee::{Activity, Detail, Fault, Wrong};
use arbitro_rules::{GameId, Square};
use arbitro_words::{Language, OfFault, say};

/// A player's fault as the record states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedFault {
    /// `"x"` or `"o"`.
    pub player: String,
    /// The ply that it would have been.
    pub ply: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The reason in the contract's word.
    pub reason: String,
    /// Code of the diagnosis of an illegal move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<String>,
    /// Row and column of the squares it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<Square>,
    /// The fault, in an English sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The same as data. That of a newer version, which is not understood, is none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "if_understood")]
    pub detail: Option<Detail>,
    /// The part of its output that tells why the player gave no board: the message of its exception, then its
    /// last lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
    /// The use that a late player made of its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<Activity>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrote: Option<String>,
}

fn if_understood<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Detail>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).ok())
}

impl RecordedFault {
    pub fn from_fault(fault: &Fault, game: GameId) -> RecordedFault {
        let wrong = fault.detail.wrong();
        RecordedFault {
            player: fault.player.to_string(),
            ply: fault.ply,
            file: fault.file.file_name().map(|name| name.to_string_lossy().into_owned()),
            reason: fault.reason().name().to_owned(),
            diagnosis: wrong.and_then(Wrong::diagnosis).map(|it| it.code.name().to_owned()),
            squares: wrong.map(Wrong::places).unwrap_or_default(),
            text: Some(say(&OfFault::from_fault(fault, game), Language::English).into_owned()),
            detail: Some(fault.detail.clone()),
            said: fault.printed.clone(),
            activity: fault.activity,
            wrote: fault.wrote.as_ref().map(|wrote| String::from_utf8_lossy(wrote).into_owned()),
        }
    }

    /// Returns the message about it; `None` if the record does not say what it was. Without a game, which names the
    /// squares, they are named as cells.
    pub fn message(&self, game: impl Into<Option<GameId>>) -> Option<OfFault<'_>> {
        let detail = match &self.detail {
            Some(detail) => Ok(detail),
            None => Err(self.text.as_deref()?),
        };
        let printed = self.said.first().map(|it| &**it);
        let activity = self.activity;
        Some(OfFault { game: game.into(), ply: self.ply, detail, activity, printed })
    }
}
