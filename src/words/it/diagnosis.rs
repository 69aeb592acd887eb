//! Diagnoses in Italian.
//!
//! One word for one thing, here and in everything else that Arbitro says in Italian:
//!
//! | English | Italian |
//! |---|---|
//! | man, king | pedina (f), dama (f) |
//! | piece, pawn, wall | pezzo, pedone, muro |
//! | board | tavoliere (m), of draughts and of Quoridor alike; of a file: board_N.txt |
//! | square, light, dark | casella, chiara, scura |
//! | row, last row | riga, ultima riga |
//! | to capture, a capture | prendere, presa |
//! | to jump over | saltare |
//! | to be crowned | diventare dama |
//! | goal (Quoridor) | meta |
//! | player 1, x | giocatore 1, il giocatore x: never the bare letter in a sentence, where `o` is a word |
//! | match, move, ply, turn | partita, mossa, semimossa, turno |
//! | legal, illegal | legale, illegale |
//! | wins, loses, draw | vince, perde, patta |
//! | forfeit | forfait |
//! | fault of a board file; of a player | difetto; colpa |
//! | blunder; kept | errore grave; senza perdita |
//! | crash, cheating, void | crash, imbroglio, annullata |
//! | move limit | limite di semimosse |
//! | tournament, ranking, report | torneo, classifica, resoconto |
//! | round robin, Swiss, knockout, gauntlet | girone all'italiana, sistema svizzero, eliminazione diretta, uno contro tutti |
//! | challenger, opponent | sfidante, avversario |
//! | round, bye | turno di gioco, riposo |
//! | crosstable | tabella incrociata |
//! | journal, record | registro, verbale |
//! | shard (of a planned tournament) | parte (f); the flag stays `--shard` |
//! | engine, search | motore, ricerca |
//! | opening, endgame table | apertura, tabella dei finali |

use super::player;
use crate::diagnosed::Spoken;
use arbitro_rules::judge::{Code, Diagnosis, Piece};

/// A diagnosis to put into Italian.
pub(crate) struct Italian<'a>(pub(crate) Spoken<'a>);

impl Italian<'_> {
    /// The piece without an article.
    fn piece(&self) -> &'static str {
        match self.0.diagnosis.piece {
            Some(Piece::Man) => "pedina",
            Some(Piece::King) => "dama",
            Some(Piece::Pawn) => "pedone",
            None => "pezzo",
        }
    }

    fn is_feminine(&self) -> bool {
        matches!(self.0.diagnosis.piece, Some(Piece::Man | Piece::King))
    }

    /// Chooses a word by the gender of the piece.
    fn gender(&self, feminine: &'static str, masculine: &'static str) -> &'static str {
        if self.is_feminine() { feminine } else { masculine }
    }

    fn the_piece(&self) -> String {
        format!("{} {}", self.gender("la", "il"), self.piece())
    }

    /// Formats the square the piece came from, with its preposition.
    fn on_from(&self) -> String {
        let from = self.0.diagnosis.from.map(self.0.name);
        from.map_or_else(|| "sulla sua casella".to_owned(), |it| format!("in {it}"))
    }

    /// Formats the square it went to, with its preposition.
    fn to(&self) -> String {
        let to = self.0.diagnosis.to.map(self.0.name);
        to.map_or_else(|| "in un'altra casella".to_owned(), |it| format!("in {it}"))
    }

    fn went(&self) -> String {
        format!(
            "{} {} è {} {}",
            self.the_piece(),
            self.on_from(),
            self.gender("andata", "andato"),
            self.to()
        )
    }

    /// The other squares, with their preposition.
    fn on_others(&self) -> String {
        let others = self.0.others("e");
        others.map_or_else(|| "in alcune caselle".to_owned(), |it| format!("in {it}"))
    }

    /// Chooses a word for one or several other squares.
    fn number(&self, one: &'static str, many: &'static str) -> &'static str {
        match self.0.diagnosis.others.len() {
            1 => one,
            _ => many,
        }
    }

    fn pieces_on_others(&self) -> String {
        format!("{} {}", self.number("il pezzo", "i pezzi"), self.on_others())
    }

    fn pieces_on_others_are_gone(&self) -> String {
        let are_gone = self.number("è scomparso", "sono scomparsi");
        format!("{} {are_gone}", self.pieces_on_others())
    }

    /// The walls, as the subject or object of a sentence.
    fn walls(&self) -> String {
        match self.0.diagnosis.walls() {
            [] => "un muro".to_owned(),
            [wall] => format!("il muro {wall}"),
            [rest @ .., last] => format!("i muri {} e {last}", rest.join(", ")),
        }
    }

    /// Chooses a word for one or several walls.
    fn number_of_walls(&self, one: &'static str, many: &'static str) -> &'static str {
        match self.0.diagnosis.walls().len() {
            0 | 1 => one,
            _ => many,
        }
    }

    fn instead(&self) -> String {
        self.0.instead("per esempio")
    }

    /// Sentences about Quoridor; `None` for other codes, and for shared codes when they are about
    /// draughts pieces.
    fn of_walls_and_pawns(&self) -> Option<String> {
        let Diagnosis { code, mover, .. } = self.0.diagnosis;
        let (went, walls, on_others) = (self.went(), self.walls(), self.on_others());
        let mover = player(*mover);
        let has_walls = !self.0.diagnosis.walls().is_empty();
        let is_pawn = self.0.diagnosis.piece == Some(Piece::Pawn);
        Some(match code {
            Code::WallOverlap => match self.0.diagnosis.walls() {
                [placed, there] => format!(
                    "il muro {placed} si sovrappone al muro {there}; i muri possono solo toccarsi"
                ),
                _ => format!("{walls} si sovrappone a un altro; i muri possono solo toccarsi"),
            },
            Code::WallCross => match self.0.diagnosis.walls() {
                [placed, there] => format!(
                    "il muro {placed} incrocia il muro {there}; i muri possono solo toccarsi"
                ),
                _ => format!("{walls} ne incrocia un altro; i muri possono solo toccarsi"),
            },
            Code::WallBroken if has_walls => format!(
                "{walls} non {}; un muro si disegna con il suo centro e le sue due metà",
                self.number_of_walls("è intero", "sono interi")
            ),
            Code::WallBroken => format!(
                "{on_others} c'è mezzo muro senza il suo centro; un muro si disegna con il suo centro e le sue due metà"
            ),
            Code::PathBlocked => format!(
                "{walls} {} il pedone {on_others} senza un percorso verso la sua meta; ogni pedone deve averne uno",
                self.number_of_walls("lascia", "lasciano")
            ),
            Code::NoWallsLeft => format!("{mover} ha messo {walls}, ma non aveva più muri"),
            Code::ThroughWall => format!("{went} attraverso un muro; i muri fermano ogni passo"),
            Code::JumpBlocked => match &self.0.diagnosis.instead {
                Some(straight) => format!(
                    "{went}, di fianco al pedone {on_others}, ma nulla ferma il salto diritto in {straight}; un salto può deviare solo dove qualcosa lo ferma"
                ),
                None => {
                    format!("{went} saltando il pedone {on_others}, ma un muro ferma quel salto")
                }
            },
            Code::TwoActions if self.0.diagnosis.from.is_some() => format!(
                "{went} e {walls} {}; un turno è un passo o un muro, non tutti e due",
                self.number_of_walls("è nuovo", "sono nuovi")
            ),
            Code::TwoActions => format!(
                "{walls} {}; in un turno si può mettere un solo muro",
                self.number_of_walls("è nuovo", "sono nuovi")
            ),
            Code::WallsMiscounted => match self.0.diagnosis.miscount() {
                Some(miscount) => format!(
                    "{} dovrebbe avere ancora {} dopo questo turno, il tavoliere dice {}; solo un muro che viene messo ne toglie uno a chi lo mette",
                    player(miscount.player),
                    match miscount.expected {
                        1 => "1 muro".to_owned(),
                        number => format!("{number} muri"),
                    },
                    miscount.found
                ),
                None => "i muri rimasti non sono quelli che questo turno lascia".to_owned(),
            },
            Code::OtherSize => {
                "il tavoliere ha un'altra dimensione; la dimensione di un tavoliere non cambia mai"
                    .to_owned()
            }
            Code::GameOver => format!(
                "il pedone {on_others} aveva raggiunto la sua meta; la partita era finita prima di questo turno"
            ),
            Code::MovedOpponent if has_walls => format!(
                "{walls} {} fra quelli del giocatore {}; {mover} può mettere solo i propri",
                self.number_of_walls("era", "erano"),
                !self.0.diagnosis.mover
            ),
            Code::Vanished if has_walls => format!(
                "{walls} {}; i muri restano dove sono",
                self.number_of_walls("è scomparso", "sono scomparsi")
            ),
            Code::Vanished if is_pawn => {
                format!("il pedone {on_others} è scomparso; i pedoni non si prendono mai")
            }
            Code::Occupied if is_pawn => format!(
                "{went}, dove sta l'altro pedone; lo si può saltare, ma non andare sulla sua casella"
            ),
            Code::WrongDistance if is_pawn => format!(
                "{went}; un pedone va di una casella in su, in giù, a sinistra o a destra, oppure salta l'altro pedone se gli sta accanto"
            ),
            _ => return None,
        })
    }

    /// The whole sentence.
    pub(crate) fn sentence(&self) -> String {
        if let Some(sentence) = self.of_walls_and_pawns() {
            return sentence;
        }
        let Diagnosis { code, mover, rule, .. } = self.0.diagnosis;
        let (went, to, on_others) = (self.went(), self.to(), self.on_others());
        let mover = player(*mover);
        match code {
            Code::Unchanged => format!("il tavoliere è rimasto uguale; {mover} deve muovere"),
            Code::OffDark => match self.0.diagnosis.from {
                Some(_) => format!("{went}, una casella chiara; si usano solo le caselle scure"),
                None => {
                    format!("c'è un pezzo {to}, una casella chiara; si usano solo le caselle scure")
                }
            },
            Code::NotPromoted => match self.0.touched() {
                Some(touched) => format!(
                    "la pedina arrivata {to} ha toccato la sua ultima riga in {touched} e da lì in poi deve essere una dama"
                ),
                None => format!(
                    "la pedina arrivata {to} è sulla sua ultima riga e lì deve essere una dama"
                ),
            },
            Code::PromotedEarly => match self.0.touched() {
                Some(touched) => format!(
                    "la pedina arrivata {on_others} è diventata dama, ma è solo passata dalla sua ultima riga in {touched}; deve restare una pedina"
                ),
                None => format!(
                    "la pedina {on_others} è diventata dama, ma senza raggiungere la sua ultima riga"
                ),
            },
            Code::Demoted => {
                format!("la dama {on_others} è diventata una pedina; una dama resta dama")
            }
            Code::MovedOpponent => format!(
                "{} {} {} è {} {to}; {mover} può muovere solo i propri pezzi",
                self.the_piece(),
                self.gender("avversaria", "avversario"),
                self.on_from(),
                self.gender("andata", "andato"),
            ),
            Code::MovedTwo => {
                format!("si sono mossi i pezzi {on_others}; in un turno se ne può muovere uno solo")
            }
            Code::Appeared => format!(
                "{on_others} {}",
                self.number(
                    "c'è un pezzo nuovo, venuto dal nulla",
                    "ci sono pezzi nuovi, venuti dal nulla"
                )
            ),
            Code::Vanished => format!(
                "{} senza {}",
                self.pieces_on_others_are_gone(),
                self.number("essere stato preso", "essere stati presi")
            ),
            Code::CapturedOwn => format!(
                "{went} saltando un pezzo della propria parte {on_others} e l'ha tolto; si possono prendere solo i pezzi avversari"
            ),
            Code::JumpedOwn => format!(
                "{went} saltando un pezzo della propria parte {on_others}; si possono saltare solo i pezzi avversari"
            ),
            Code::Occupied => format!(
                "{went}, una casella che non era vuota; una presa salta un pezzo, non finisce sulla sua casella"
            ),
            Code::ManBackwards => format!("{went}; una pedina non muove mai all'indietro"),
            Code::WrongDistance => format!(
                "{went}; da lì {} {} può arrivarci",
                self.gender("nessuna", "nessun"),
                self.piece()
            ),
            Code::NotRemoved => format!(
                "{went} con un salto, ma {} {} ancora lì; ciò che si salta va tolto",
                self.pieces_on_others(),
                self.number("è", "sono")
            ),
            Code::RemovedWithoutJump => format!(
                "{went}, e {}; si possono togliere solo i pezzi saltati",
                self.pieces_on_others_are_gone()
            ),
            Code::RemovedTooMany => format!(
                "{went}, e {}; è più di quanto questa mossa prenda",
                self.pieces_on_others_are_gone()
            ),
            Code::ManCapturedKing => {
                format!("{went} saltando la dama {on_others}; una pedina non può prendere una dama")
            }
            Code::CapturedBackwards => format!(
                "{went} prendendo all'indietro {}; una pedina prende solo in avanti",
                self.pieces_on_others()
            ),
            Code::CaptureForced => format!(
                "{went}, ma {} {} prendere{}; la presa è obbligatoria",
                self.pieces_on_others(),
                self.number("può", "possono"),
                self.instead()
            ),
            Code::NotMostCaptured => format!(
                "{went} e ha preso {}; un'altra presa ne prende di più{}",
                self.pieces_on_others(),
                self.instead()
            ),
            Code::CaptureUnfinished => {
                format!("{went} con una presa che deve continuare{}", self.instead())
            }
            Code::NotMostKings => {
                format!(
                    "{went} con una presa, ma un'altra presa di altrettanti pezzi prende più dame{}",
                    self.instead()
                )
            }
            Code::KingFirst => {
                format!(
                    "{went} con una presa, ma una dama può prendere, e una dama deve prendere prima di una pedina{}",
                    self.instead()
                )
            }
            Code::ItalianPriority => {
                let why = match rule {
                    Some(2) => {
                        "altrettanti pezzi si possono prendere con una dama, e una dama deve prendere prima di una pedina"
                    }
                    Some(3) => "un'altra presa di altrettanti pezzi prende più dame",
                    _ => "un'altra presa di altrettanti pezzi e dame incontra prima una dama",
                };
                format!("{went} con una presa, ma {why}{}", self.instead())
            }
            // Handled above with walls and pawns.
            Code::WallOverlap
            | Code::WallCross
            | Code::WallBroken
            | Code::PathBlocked
            | Code::NoWallsLeft
            | Code::ThroughWall
            | Code::JumpBlocked
            | Code::TwoActions
            | Code::WallsMiscounted
            | Code::OtherSize
            | Code::GameOver
            | Code::NoSuchMove
            | Code::ByTheProgram => went,
        }
    }
}
