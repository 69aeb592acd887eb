//! Sentences on the contents of submissions.

use super::{Contents, Names};
use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;

impl Names {
    pub fn said(&self) -> Said {
        let names = self.first.join(", ");
        match (&self.first[..], self.more) {
            ([], _) => Said::in_two("nothing", "niente"),
            (_, 0) => Said::same(names),
            (_, 1) => said!("{names} and 1 more", "{names} e 1 altro"),
            (_, more) => said!("{names} and {more} more", "{names} e altri {more}"),
        }
    }
}

impl Contents {
    pub fn said(&self) -> Said {
        match self {
            Contents::Player { path, bytes, .. } => {
                said!("{path}, {bytes} bytes", "{path}, {bytes} byte")
            }
            Contents::Missing { others } => others.said().after([
                "there is no player.cpp; there is ",
                "manca player.cpp; nella consegna c'è: ",
            ]),
            Contents::TooMany { paths } => paths
                .said()
                .after(["there is more than one player.cpp: ", "c'è più di un player.cpp: "]),
            Contents::TooDeep { path } => said!(
                "player.cpp is too deep, at {path}: it belongs at the top, or in one folder",
                "player.cpp è in una cartella troppo interna, {path}: deve stare al primo livello o in una sola cartella",
            ),
            Contents::NotPlain { path } => {
                said!("{path} is not a regular file", "{path} non è un file ordinario",)
            }
            Contents::PathTrick { path } => said!(
                "{path} leads out of the zip",
                "{path} è un percorso che porta fuori dallo zip",
            ),
            Contents::TooLarge { path, most } => said!(
                "{path} is larger than {most} bytes, the most that is read",
                "{path} supera {most} byte, il massimo che viene letto",
            ),
            Contents::TooManyFiles { most } => {
                said!("there are more than {most} files", "ci sono più di {most} file",)
            }
            Contents::Encrypted { path } => {
                said!("{path} needs a password", "{path} è protetto da una password",)
            }
            Contents::DamagedZip { why } => {
                said!("the zip cannot be read: {why}", "lo zip non si può leggere: {why}",)
            }
            Contents::SameNumber => Said::in_two(
                "there is more than one entry with this number",
                "ci sono più consegne con questa matricola",
            ),
        }
    }
}
