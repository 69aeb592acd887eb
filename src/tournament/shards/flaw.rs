//! Flaws that prevent joining journals: place, kind and remedy.

use super::super::journal::Damage;
use arbitro_rules::language::Said;
use arbitro_rules::said;

/// A flaw of a shard's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    pub round: u32,
    /// The shard to play again, which only plays missing matches.
    pub shard: u32,
    pub kind: FlawKind,
}

/// The kind of a flaw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// Some matches have not finished.
    Missing {
        matches: u64,
        /// The first of them.
        first: u64,
        /// Number of void matches among them.
        void: u64,
        /// True if a process is playing the shard.
        is_running: bool,
    },
    /// A line cannot count.
    Damaged {
        /// Number of the line.
        line: u64,
        damage: Damage,
    },
    /// A match occurs more than once.
    Double {
        id: u64,
        /// True if all copies agree, apart from times.
        agrees: bool,
    },
    /// A match belongs to another shard.
    Stray {
        id: u64,
        /// Number of its line.
        line: u64,
        /// The shard it belongs to.
        home: u32,
        /// True if the copy there agrees, apart from times; `None` if there is no copy.
        agrees: Option<bool>,
    },
}

impl FlawKind {
    /// Describes the flaw.
    pub fn said(&self) -> Said {
        match self {
            FlawKind::Missing { matches, first, void, is_running } => {
                let which = match matches {
                    1 => said!(
                        "match {first} is missing",
                        "manca la partita {first}",
                        "la partie {first} manque"
                    ),
                    _ => said!(
                        "{matches} matches are missing, the first is {first}",
                        "mancano {matches} partite, la prima è la {first}",
                        "{matches} parties manquent, la première est la {first}"
                    ),
                };
                let void = match void {
                    0 => Said::same(""),
                    1 => said!(
                        "; 1 was void, because the machine was too busy, or failed",
                        "; 1 è stata annullata, la macchina era troppo occupata, o ha fallito",
                        " ; 1 a été annulée, la machine était trop occupée, ou a failli"
                    ),
                    _ => said!(
                        "; {void} were void, because the machine was too busy, or failed",
                        "; {void} sono state annullate, la macchina era troppo occupata, o ha fallito",
                        " ; {void} ont été annulées, la machine était trop occupée, ou a failli"
                    ),
                };
                let running = if *is_running {
                    said!(
                        "; it is being played now",
                        "; qualcuno la sta giocando ora",
                        " ; elle se joue en ce moment"
                    )
                } else {
                    Said::same("")
                };
                Said::joined(&[which, void, running], "")
            }
            FlawKind::Damaged { line, damage } => Said::joined(
                &[said!("line {line}", "riga {line}", "ligne {line}"), damage.said()],
                ": ",
            ),
            FlawKind::Double { id, agrees } => {
                let there = said!(
                    "match {id} is there more than once",
                    "la partita {id} c'è più di una volta",
                    "la partie {id} s’y trouve plus d’une fois"
                );
                Said::joined(&[there, said_the_same(*agrees)], ", ")
            }
            FlawKind::Stray { id, line, home, agrees } => {
                let stray = said!(
                    "line {line}: match {id} belongs to shard {home}",
                    "riga {line}: la partita {id} appartiene alla parte {home}",
                    "ligne {line} : la partie {id} appartient à la part {home}"
                );
                let there = match agrees {
                    Some(agrees) => Said::joined(
                        &[
                            said!("where it is too", "dove c'è anche", "où elle est aussi"),
                            said_the_same(*agrees),
                        ],
                        ", ",
                    ),
                    None => said!("where it is missing", "dove manca", "où elle manque"),
                };
                Said::joined(&[stray, there], ", ")
            }
        }
    }
}

/// Says if the copies agree.
fn said_the_same(agrees: bool) -> Said {
    if agrees {
        said!("with the same result", "con lo stesso risultato", "avec le même résultat")
    } else {
        said!("with different results", "con risultati diversi", "avec des résultats différents")
    }
}
