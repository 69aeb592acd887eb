//! The heading: the game, the number of players and matches, and the progress.

use maud::{Markup, html};

use super::{View, frame, words};
use crate::rating::Hypothesis;
use crate::report::terminal::copies;
use arbitro_words::say;

/// Maximum journal problems listed one by one.
const MAX_PROBLEMS: usize = 12;

impl View<'_> {
    pub(super) fn heading(&self) -> Markup {
        let (tally, settings) = (&self.results.tally, self.settings());
        let players = self.results.file.players.len() as u64;
        let forfeits: u64 =
            (0..tally.entrants()).flat_map(|it| tally.count(it).forfeits).map(u64::from).sum();
        html! {
            header {
                p .eyebrow { (self.say("Tournament report", "Resoconto del torneo", "Rapport du tournoi")) }
                h1 { (frame::title(self)) }
                dl .facts {
                    (fact(self.say("Players", "Giocatori", "Joueurs"), &words::count(players)))
                    (fact(self.say("Matches", "Partite", "Parties"), &words::count(tally.matches())))
                    (fact(self.say("Plies", "Semimosse", "Coups"), &words::count(tally.plies())))
                    (fact(self.say("Lost by forfeit", "Perse per forfait", "Perdues par forfait"), &words::count(forfeits)))
                    (fact(self.say("Seed", "Seme", "Graine"), &settings.seed.to_string()))
                    (fact(self.say("State", "Stato", "État"), if self.is_complete {
                        self.say("complete", "completo", "complet")
                    } else {
                        self.say("incomplete", "incompleto", "incomplet")
                    }))
                }
                (self.what_is_missing())
                @if let Some(copies) = copies(self.results) {
                    p { (say(&copies, self.language)) }
                }
                (self.sequential_test())
            }
        }
    }

    fn what_is_missing(&self) -> Markup {
        let (results, tally) = (self.results, &self.results.tally);
        let open = results.schedule.total().map(|total| total.saturating_sub(tally.matches()));
        let is_told = !self.is_complete
            || tally.voids() > 0
            || !results.problems.is_empty()
            || results.repeated > 0
            || results.end.torn > 0
            || self.gathered.unreadable > 0;
        html! {
            @if is_told {
                div .note role="note" {
                    @if !self.is_complete {
                        p {
                            strong { (self.say("Not complete. ", "Non completo. ", "Incomplet. ")) }
                            @match open.filter(|open| *open > 0) {
                                Some(open) => (self.counted(
                                    open,
                                    ["match is still open: ", "matches are still open: "],
                                    ["partita è ancora da giocare: ", "partite sono ancora da giocare: "], ["partie est encore à jouer : ", "parties sont encore à jouer : "]
                                ))
                                None => (self.say("Matches are still open: ", "Ci sono partite ancora da giocare: ", "Des parties sont encore à jouer : "))
                            }
                            (self.say("the ranking may change.", "la classifica può cambiare.", "le classement peut changer."))
                        }
                    }
                    @if tally.voids() > 0 {
                        p {
                            strong { (self.say("Void. ", "Annullate. ", "Annulées. ")) }
                            (self.counted(tally.voids(), ["match counts", "matches count"], ["partita non conta", "partite non contano"], ["partie ne compte", "parties ne comptent"]))
                            (self.say(
                                " for no player: the machine was at fault.",
                                " per nessun giocatore: la colpa era della macchina.", " pour aucun joueur : la faute était à la machine."
                            ))
                        }
                    }
                    @if results.repeated > 0 {
                        p {
                            strong { (self.say("Repeated. ", "Ripetute. ", "Répétées. ")) }
                            (self.counted(results.repeated, ["match is", "matches are"], ["partita è", "partite sono"], ["partie est", "parties sont"]))
                            (self.say(
                                " in the journal more than once: the first counts.",
                                " nel registro più di una volta: conta la prima.", " plus d’une fois dans le journal : la première compte."
                            ))
                        }
                    }
                    @if results.end.torn > 0 {
                        p {
                            strong { (self.say("Torn. ", "Troncato. ", "Coupé. ")) }
                            (self.say(
                                "The last line of the journal was not written to its end, and does not count.",
                                "L'ultima riga del registro non è stata scritta fino in fondo, e non conta.", "La dernière ligne du journal n’a pas été écrite jusqu’au bout, et ne compte pas."
                            ))
                        }
                    }
                    @if self.gathered.unreadable > 0 {
                        p {
                            strong { (self.say("Not shown. ", "Non mostrate. ", "Pas montrées. ")) }
                            (self.counted(
                                self.gathered.unreadable,
                                ["match counts, but its record cannot", "matches count, but their records cannot"],
                                ["partita conta, ma il suo verbale non si può", "partite contano, ma i loro verbali non si possono"], ["partie compte, mais son procès-verbal n’est lisible", "parties comptent, mais leurs procès-verbaux ne sont lisibles"]
                            ))
                            (self.say(" be read as a whole.", " leggere per intero.", " qu’en partie."))
                        }
                    }
                    (self.damaged_lines())
                }
            }
        }
    }

    fn damaged_lines(&self) -> Markup {
        let problems = &self.results.problems;
        html! {
            @if !problems.is_empty() {
                p {
                    strong { (self.say("Damaged. ", "Danneggiato. ", "Abîmé. ")) }
                    (self.counted(
                        problems.len() as u64,
                        ["line of the journal does not count:", "lines of the journal do not count:"],
                        ["riga del registro non conta:", "righe del registro non contano:"], ["ligne du journal ne compte pas :", "lignes du journal ne comptent pas :"]
                    ))
                }
                ul .plain {
                    @for problem in problems.iter().take(MAX_PROBLEMS) {
                        li { (self.say("line ", "riga ", "ligne ")) (problem.line) ": " (say(&problem.damage, self.language)) }
                    }
                    @if problems.len() > MAX_PROBLEMS {
                        li { (self.say("and ", "e altre ", "et ")) (problems.len() - MAX_PROBLEMS) (self.say(" more", "", " autres")) }
                    }
                }
            }
        }
    }

    fn sequential_test(&self) -> Markup {
        html! {
            @if let Some(sprt) = &self.results.sprt {
                p {
                    (self.say("Sequential test of ", "Test sequenziale di ", "Test séquentiel de ")) code { (sprt.test()) }
                    (self.say(" Elo: log-likelihood ratio ", " Elo: rapporto di log-verosimiglianza ", " Elo : rapport de log-vraisemblance "))
                    (format!("{:.2}", sprt.llr())) ", "
                    @match sprt.decision() {
                        Some(Hypothesis::H0) => (self.say("decided for the smaller difference.", "deciso per la differenza minore.", "décidé pour la plus petite différence."))
                        Some(Hypothesis::H1) => (self.say("decided for the larger difference.", "deciso per la differenza maggiore.", "décidé pour la plus grande différence."))
                        None => (self.say("not decided yet.", "non ancora deciso.", "pas encore décidé."))
                    }
                }
            }
        }
    }
}

fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}
