//! Findings in submissions, as evidence.

use arbitro_rules::plain_text::one_line;
use serde::{Deserialize, Serialize};

/// Length of a name in reports, and number of names.
pub(super) const MAX_NAME_CHARS: usize = 80;
const MAX_NAMES: usize = 12;

/// Contents of a submission. Names are truncated and printable.
#[arbitro_table::texts("words")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contents {
    // Other files are ignored.
    Player { path: String, bytes: u64, others: Names },
    // A player's folder.
    Folder { files: usize, bytes: u64 },
    Missing { others: Names },
    TooMany { paths: Names },
    TooDeep { path: String },
    // A link, a pipe or a device by that name.
    NotPlain { path: String },
    PathTrick { path: String },
    // It, or the whole zip, is larger than is read.
    TooLarge { path: String, most: u64 },
    TooManyFiles { most: usize },
    Encrypted { path: String },
    // The zip is none, or broken, or packed in an unusual way.
    DamagedZip { why: String },
    // Several entries have this number: which of them counts is not for us to say.
    SameNumber,
}

/// Some names, the first few of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    pub first: Vec<String>,
    pub more: usize,
}

impl Names {
    pub(super) fn new(mut names: Vec<String>) -> Names {
        names.sort_unstable();
        let more = names.len().saturating_sub(MAX_NAMES);
        names.truncate(MAX_NAMES);
        let first = names.iter().map(|name| one_line(name, MAX_NAME_CHARS));
        Names { first: first.collect(), more }
    }
}

#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyLeftOut {
    NoNumber,
    NeitherFolderNorZip,
}
