//! Diagnoses in French.
//!
//! One word for one thing, here and in everything else that Arbitro says in French:
//!
//! | English | French |
//! |---|---|
//! | man, king | pion (m), dame (f) |
//! | piece, pawn, wall | pièce (f), pion, mur |
//! | board | plateau (m), of draughts and of Quoridor alike; of a file: board_N.txt |
//! | square, light, dark | case, claire, foncée |
//! | row, last row | rangée, dernière rangée; a line of a file: ligne |
//! | to capture, a capture | prendre, prise; of several pieces: rafle |
//! | to jump over | sauter |
//! | to be crowned | devenir dame |
//! | goal (Quoridor) | but |
//! | player 1, x | joueur 1, le joueur x: never the bare letter in a sentence |
//! | match, move, ply, turn | partie, coup, coup, tour |
//! | legal, illegal | légal, illégal |
//! | wins, loses, draw | gagne, perd, nulle |
//! | forfeit | forfait |
//! | fault of a board file; of a player | défaut; faute |
//! | blunder; kept | bévue; sans perte |
//! | crash, cheating, void | plantage, tricherie, annulée |
//! | move limit | limite de coups |
//! | tournament, ranking, report | tournoi, classement, rapport |
//! | round robin, Swiss, knockout, gauntlet | toutes rondes, système suisse, élimination directe, un contre tous |
//! | challenger, opponent | challenger, adversaire |
//! | round, bye | ronde, exempt |
//! | crosstable | grille |
//! | journal, record | journal, procès-verbal |
//! | shard (of a planned tournament) | part (f); the flag stays `--shard` |
//! | engine, search | moteur, recherche |
//! | opening, endgame table | ouverture, table de finales |

use super::player;
use crate::diagnosed::Spoken;
use arbitro_rules::judge::{Code, Diagnosis, Piece};

/// A diagnosis to put into French.
pub(crate) struct French<'a>(pub(crate) Spoken<'a>);

impl French<'_> {
    /// The piece without an article.
    fn piece(&self) -> &'static str {
        match self.0.diagnosis.piece {
            Some(Piece::Man | Piece::Pawn) => "pion",
            Some(Piece::King) => "dame",
            None => "pièce",
        }
    }

    /// Chooses a word by the gender of the piece.
    fn gender(&self, masculine: &'static str, feminine: &'static str) -> &'static str {
        match self.0.diagnosis.piece {
            Some(Piece::Man | Piece::Pawn) => masculine,
            Some(Piece::King) | None => feminine,
        }
    }

    fn the_piece(&self) -> String {
        format!("{} {}", self.gender("le", "la"), self.piece())
    }

    /// Formats the square the piece came from, with its preposition.
    fn on_from(&self) -> String {
        let from = self.0.diagnosis.from.map(self.0.name);
        from.map_or_else(|| "de sa case".to_owned(), |it| format!("en {it}"))
    }

    /// Formats the square it went to, with its preposition.
    fn to(&self) -> String {
        let to = self.0.diagnosis.to.map(self.0.name);
        to.map_or_else(|| "sur une autre case".to_owned(), |it| format!("en {it}"))
    }

    fn went(&self) -> String {
        format!(
            "{} {} est {} {}",
            self.the_piece(),
            self.on_from(),
            self.gender("allé", "allée"),
            self.to()
        )
    }

    /// The other squares, with their preposition.
    fn on_others(&self) -> String {
        let others = self.0.others("et");
        others.map_or_else(|| "sur quelques cases".to_owned(), |it| format!("en {it}"))
    }

    /// Chooses a word for one or several other squares.
    fn number(&self, one: &'static str, many: &'static str) -> &'static str {
        match self.0.diagnosis.others.len() {
            1 => one,
            _ => many,
        }
    }

    fn pieces_on_others(&self) -> String {
        let pieces = self.number("la pièce", "les pièces");
        format!("{pieces} {}", self.on_others())
    }

    fn pieces_on_others_are_gone(&self) -> String {
        let are_gone = self.number("a disparu", "ont disparu");
        format!("{} {are_gone}", self.pieces_on_others())
    }

    /// The walls, as the subject or object of a sentence.
    fn walls(&self) -> String {
        match self.0.diagnosis.walls() {
            [] => "un mur".to_owned(),
            [wall] => format!("le mur {wall}"),
            [rest @ .., last] => format!("les murs {} et {last}", rest.join(", ")),
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
        self.0.instead("par exemple")
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
                    "le mur {placed} chevauche le mur {there} ; les murs peuvent seulement se toucher"
                ),
                _ => {
                    format!("{walls} en chevauche un autre ; les murs peuvent seulement se toucher")
                }
            },
            Code::WallCross => match self.0.diagnosis.walls() {
                [placed, there] => format!(
                    "le mur {placed} croise le mur {there} ; les murs peuvent seulement se toucher"
                ),
                _ => format!("{walls} en croise un autre ; les murs peuvent seulement se toucher"),
            },
            Code::WallBroken if has_walls => format!(
                "{walls} {} ; un mur se dessine avec son milieu et ses deux moitiés",
                self.number_of_walls("n’est pas entier", "ne sont pas entiers")
            ),
            Code::WallBroken => format!(
                "il y a {on_others} un demi-mur sans son milieu ; un mur se dessine avec son milieu et ses deux moitiés"
            ),
            Code::PathBlocked => format!(
                "{walls} {} le pion {on_others} sans chemin vers son but ; chaque pion doit en garder un",
                self.number_of_walls("laisse", "laissent")
            ),
            Code::NoWallsLeft => format!("{mover} a posé {walls}, mais il n’avait plus de murs"),
            Code::ThroughWall => format!("{went} à travers un mur ; les murs arrêtent tout pas"),
            Code::JumpBlocked => match &self.0.diagnosis.instead {
                Some(straight) => format!(
                    "{went}, à côté du pion {on_others}, mais rien n’arrête le saut tout droit en {straight} ; un saut ne peut dévier que là où quelque chose l’arrête"
                ),
                None => {
                    format!("{went} en sautant le pion {on_others}, mais un mur arrête ce saut")
                }
            },
            Code::TwoActions if self.0.diagnosis.from.is_some() => format!(
                "{went} et {walls} {} ; un tour est un pas ou un mur, pas les deux",
                self.number_of_walls("est nouveau", "sont nouveaux")
            ),
            Code::TwoActions => format!(
                "{walls} {} ; on ne peut poser qu’un mur par tour",
                self.number_of_walls("est nouveau", "sont nouveaux")
            ),
            Code::WallsMiscounted => match self.0.diagnosis.miscount() {
                Some(miscount) => format!(
                    "{} devrait avoir encore {} {} après ce tour, le plateau dit {} ; seul un mur posé en retire un à son joueur",
                    player(miscount.player),
                    miscount.expected,
                    if miscount.expected < 2 { "mur" } else { "murs" },
                    miscount.found
                ),
                None => "les murs restants ne sont pas ceux que ce tour laisse".to_owned(),
            },
            Code::OtherSize => {
                "le plateau a une autre taille ; la taille d’un plateau ne change jamais".to_owned()
            }
            Code::GameOver => format!(
                "le pion {on_others} avait atteint son but ; la partie était finie avant ce tour"
            ),
            Code::MovedOpponent if has_walls => format!(
                "{walls} {} à ceux du joueur {} ; {mover} ne peut poser que les siens",
                self.number_of_walls("a été pris", "ont été pris"),
                !self.0.diagnosis.mover
            ),
            Code::Vanished if has_walls => format!(
                "{walls} {} ; les murs restent où ils sont",
                self.number_of_walls("a disparu", "ont disparu")
            ),
            Code::Vanished if is_pawn => {
                format!("le pion {on_others} a disparu ; les pions ne se prennent jamais")
            }
            Code::Occupied if is_pawn => format!(
                "{went}, où se tient l’autre pion ; on peut le sauter, mais pas aller sur sa case"
            ),
            Code::WrongDistance if is_pawn => format!(
                "{went} ; un pion va d’une case vers le haut, le bas, la gauche ou la droite, ou saute l’autre pion s’il est à côté"
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
            Code::Unchanged => format!("le plateau n’a pas changé ; {mover} doit jouer"),
            Code::OffDark => match self.0.diagnosis.from {
                Some(_) => format!("{went}, une case claire ; seules les cases foncées servent"),
                None => format!(
                    "il y a une pièce {to}, une case claire ; seules les cases foncées servent"
                ),
            },
            Code::NotPromoted => match self.0.touched() {
                Some(touched) => format!(
                    "le pion arrivé {to} a touché sa dernière rangée en {touched} et doit être une dame à partir de là"
                ),
                None => format!(
                    "le pion arrivé {to} est sur sa dernière rangée et doit y être une dame"
                ),
            },
            Code::PromotedEarly => match self.0.touched() {
                Some(touched) => format!(
                    "le pion arrivé {on_others} est devenu dame, mais il n’a fait que passer par sa dernière rangée en {touched} ; il doit rester un pion"
                ),
                None => format!(
                    "le pion {on_others} est devenu dame, mais sans avoir atteint sa dernière rangée"
                ),
            },
            Code::Demoted => {
                format!("la dame {on_others} est devenue un pion ; une dame reste une dame")
            }
            Code::MovedOpponent => format!(
                "{} de l’adversaire {} est {} {to} ; {mover} ne peut jouer que ses propres pièces",
                self.the_piece(),
                self.on_from(),
                self.gender("allé", "allée"),
            ),
            Code::MovedTwo => {
                format!("les pièces {on_others} ont bougé ; on ne peut en jouer qu’une par tour")
            }
            Code::Appeared => format!(
                "il y a {on_others} {}",
                self.number(
                    "une pièce nouvelle, venue de nulle part",
                    "des pièces nouvelles, venues de nulle part"
                )
            ),
            Code::Vanished => format!(
                "{} sans {}",
                self.pieces_on_others_are_gone(),
                self.number("avoir été prise", "avoir été prises")
            ),
            Code::CapturedOwn => format!(
                "{went} en sautant une pièce de son propre camp {on_others} et l’a retirée ; on ne prend que les pièces adverses"
            ),
            Code::JumpedOwn => format!(
                "{went} en sautant une pièce de son propre camp {on_others} ; on ne saute que les pièces adverses"
            ),
            Code::Occupied => format!(
                "{went}, une case qui n’était pas vide ; une prise saute une pièce, elle ne finit pas sur elle"
            ),
            Code::ManBackwards => format!("{went} ; un pion ne fait jamais de pas en arrière"),
            Code::WrongDistance => format!(
                "{went} ; de là, {} {} ne peut y aller",
                self.gender("aucun", "aucune"),
                self.piece()
            ),
            Code::NotRemoved => format!(
                "{went} par un saut, mais {} {} encore là ; ce qu’on saute doit être retiré",
                self.pieces_on_others(),
                self.number("est", "sont")
            ),
            Code::RemovedWithoutJump => format!(
                "{went}, et {} ; on ne retire que les pièces sautées",
                self.pieces_on_others_are_gone()
            ),
            Code::RemovedTooMany => format!(
                "{went}, et {} ; c’est plus que ce coup ne prend",
                self.pieces_on_others_are_gone()
            ),
            Code::ManCapturedKing => format!(
                "{went} en sautant la dame {on_others} ; un pion ne peut pas prendre une dame"
            ),
            Code::CapturedBackwards => format!(
                "{went} en prenant en arrière {} ; un pion ne prend qu’en avant",
                self.pieces_on_others()
            ),
            Code::CaptureForced => format!(
                "{went}, mais {} {} prendre{} ; la prise est obligatoire",
                self.pieces_on_others(),
                self.number("peut", "peuvent"),
                self.instead()
            ),
            Code::NotMostCaptured => format!(
                "{went} et a pris {} ; une autre prise en prend davantage{}",
                self.pieces_on_others(),
                self.instead()
            ),
            Code::CaptureUnfinished => {
                format!("{went} par une prise qui doit continuer{}", self.instead())
            }
            Code::NotMostKings => {
                format!(
                    "{went} par une prise, mais une autre prise d’autant de pièces prend plus de dames{}",
                    self.instead()
                )
            }
            Code::KingFirst => {
                format!(
                    "{went} par une prise, mais une dame peut prendre, et la dame doit prendre avant le pion{}",
                    self.instead()
                )
            }
            Code::ItalianPriority => {
                let why = match rule {
                    Some(2) => {
                        "une dame peut prendre autant de pièces, et la dame doit prendre avant le pion"
                    }
                    Some(3) => "une autre prise d’autant de pièces prend plus de dames",
                    _ => {
                        "une autre prise d’autant de pièces et de dames rencontre une dame plus tôt"
                    }
                };
                format!("{went} par une prise, mais {why}{}", self.instead())
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
