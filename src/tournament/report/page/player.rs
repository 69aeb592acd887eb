//! A section for each player: its results against each opponent, and all ways in which it lost.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::interval::Interval;
use super::forfeit::ForfeitDetails;
use super::gather::PlayerTotals;
use super::{View, words};
use crate::{FORFEITS, Standing};
use arbitro_words::say;

/// With more players than this, sections are folded.
const MAX_UNFOLDED: usize = 30;
/// With more opponents than this, they are grouped by result instead of listed one a line.
const MAX_LINES: usize = 40;
/// Further names are only counted: the names of all against all would be most of the page.
const MAX_NAMED: usize = 400;

impl View<'_> {
    pub(super) fn players_heading(&self) -> Markup {
        html! {
            // The list ends after the last player.
            (maud::PreEscaped("<section id=\"players\" aria-labelledby=\"players-h\">"))
            h2 id="players-h" { (self.say("Players", "Giocatori", "Joueurs")) }
            p {
                (self.say(
                    "What each player did against the others, and how it lost. In drawings, x has the light pieces and moves up, o has the dark ones; kings wear a crown; squares that a diagnosis is about have a thick frame.",
                    "Che cosa ha fatto ogni giocatore contro gli altri, e come ha perso. Nei disegni x ha i pezzi chiari e va in su, o ha quelli scuri; le dame portano una corona; le caselle di cui parla una diagnosi hanno una cornice spessa.", "Ce que chaque joueur a fait contre les autres, et comment il a perdu. Sur les dessins, x a les pièces claires et monte, o a les foncées ; les dames portent une couronne ; les cases dont parle un diagnostic ont un cadre épais."
                ))
            }
        }
    }

    pub(super) fn player(&self, standing: &Standing) -> Markup {
        let number = self.number(standing.entrant);
        let id = format!("p{number}");
        let is_folded = self.standings.ranking.len() > MAX_UNFOLDED;
        let heading = html! {
            h3 id=(format!("{id}-h")) {
                span .place { (standing.place) "." }
                (words::name(self.raw_name(standing.entrant)))
                @if standing.is_top { span .badge { (self.say("top 15 %", "primo 15 %", "premiers 15 %")) } }
            }
        };
        html! {
            section .player .shut[is_folded] id=(id) aria-labelledby=(format!("{id}-h")) {
                @if is_folded {
                    details { summary { (heading) } (self.player_body(standing)) }
                } @else {
                    (heading)
                    (self.player_body(standing))
                }
            }
        }
    }

    fn player_body(&self, standing: &Standing) -> Markup {
        let none = PlayerTotals::default();
        let conduct = self.gathered.players.get(standing.entrant).unwrap_or(&none);
        html! {
            (self.line_up(standing))
            (self.opponents(standing.entrant))
            (self.forfeits(standing, conduct))
            (self.losses(conduct))
        }
    }

    fn line_up(&self, it: &Standing) -> Markup {
        let count = it.count;
        let author = self.results.file.players.get(it.entrant).and_then(|it| it.author.as_deref());
        html! {
            p .line-up {
                @if let Some(author) = author { (self.say("by ", "di ", "par ")) (words::name(author)) " · " }
                (self.settings().points.write(it.points)) (self.say(" points · ", " punti · ", " points · "))
                (self.matches(count.played().into())) " · "
                (words::score([count.wins, count.draws, count.losses]))
                @if it.rating.matches > 0 {
                    " · Elo " (words::elo(it.rating.rating)) " (" (say(&Interval::of(it.rating.low, it.rating.high, words::elo), self.language)) ")"
                }
                " · " (count.as_player_1) (self.say(" as player 1", " da giocatore 1", " comme joueur 1"))
            }
        }
    }

    fn opponents(&self, entrant: usize) -> Markup {
        let met: Vec<(usize, [u32; 3])> = self
            .standings
            .ranking
            .iter()
            .filter(|it| it.entrant != entrant)
            .map(|it| (it.entrant, self.results.tally.between(entrant, it.entrant)))
            .filter(|(_, results)| *results != [0; 3])
            .collect();
        html! {
            @if met.is_empty() {
                p .soft { (self.say("It has not met anybody yet.", "Non ha ancora incontrato nessuno.", "Il n’a encore rencontré personne.")) }
            } @else if met.len() > MAX_LINES {
                (self.opponents_by_result(&met))
            } @else {
                h4 { (self.say("Against each opponent", "Contro ogni avversario", "Contre chaque adversaire")) }
                dl .pairs .cols-of-two {
                    @for (opponent, results) in &met {
                        div .meeting {
                            dt { (self.link(*opponent)) }
                            dd { (words::score(*results)) }
                        }
                    }
                }
            }
        }
    }

    /// Lists opponents by result, best first.
    fn opponents_by_result(&self, met: &[(usize, [u32; 3])]) -> Markup {
        let mut groups: BTreeMap<([u32; 3], [u32; 3]), Vec<usize>> = BTreeMap::new();
        for &(opponent, results) in met {
            let [wins, draws, losses] = results;
            let worst_last = [losses, draws, wins].map(|it| it);
            groups.entry((worst_last, results)).or_default().push(opponent);
        }
        html! {
            h4 { (self.say("Against each opponent", "Contro ogni avversario", "Contre chaque adversaire")) }
            dl .pairs {
                @for ((_, results), opponents) in &groups {
                    dt { (words::score(*results)) (self.say(" against", " contro", " contre")) }
                    dd {
                        @if met.len() > MAX_NAMED {
                            (self.counted(opponents.len() as u64, ["player", "players"], ["giocatore", "giocatori"], ["joueur", "joueurs"]))
                        } @else {
                            @for (index, &opponent) in opponents.iter().enumerate() {
                                @if index > 0 { ", " }
                                (self.link(opponent))
                            }
                        }
                    }
                }
            }
            @if met.len() > MAX_NAMED {
                p .soft { (self.say("Against whom is in ", "Contro chi è in ", "Contre qui, c’est dans ")) code { "crosstable.csv" } "." }
            }
        }
    }

    fn forfeits(&self, standing: &Standing, conduct: &PlayerTotals) -> Markup {
        let all: u32 = standing.count.forfeits.iter().sum();
        let kinds = FORFEITS.iter().zip(standing.count.forfeits);
        let kinds: Vec<String> = kinds
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{count} × {}", words::forfeit(kind, self.language)))
            .collect();
        let shown: u64 = conduct.forfeits.iter().map(ForfeitDetails::times).sum();
        html! {
            @if all > 0 {
                h4 { (self.say("Forfeits", "Forfait", "Forfaits")) }
                p {
                    (self.say("It lost ", "Ha perso ", "Il a perdu ")) (self.matches(all.into())) (self.say(" by its own doing: ", " per propria colpa: ", " par sa propre faute : ")) (kinds.join(", ")) "."
                    @if shown < u64::from(all) {
                        (self.say(" Those of ", " Quelle di ", " Celles de ")) (shown) (self.say(" in full:", " per intero:", " en entier :"))
                    }
                }
                @for forfeit in &conduct.forfeits { (self.forfeit(forfeit)) }
            }
        }
    }

    fn losses(&self, conduct: &PlayerTotals) -> Markup {
        html! {
            @if !conduct.losses.is_empty() {
                h4 {
                    @if conduct.forfeits.is_empty() { (self.say("Losses", "Sconfitte", "Défaites")) } @else { (self.say("Other losses", "Altre sconfitte", "Autres défaites")) }
                }
                div .box .fit tabindex="0" role="group" aria-label=(self.say("Losses", "Sconfitte", "Défaites")) {
                    table .sort {
                        caption .vh { (self.say("Lost matches", "Partite perse", "Parties perdues")) }
                        thead { tr {
                            th scope="col" .n { (self.say("Match", "Partita", "Partie")) }
                            th scope="col" .n .spare { (self.say("Round", "Turno", "Ronde")) }
                            th scope="col" { (self.say("Opponent", "Avversario", "Adversaire")) }
                            th scope="col" .spare { (self.say("Played", "Giocava da", "Jouait")) }
                            th scope="col" { (self.say("Reason", "Motivo", "Raison")) }
                            th scope="col" .n .spare { (self.say("Plies", "Semimosse", "Coups")) }
                        } }
                        tbody {
                            @for loss in &conduct.losses {
                                tr {
                                    td .n data-v=(loss.id) { (loss.id) }
                                    td .n .spare data-v=(loss.round.unwrap_or(0)) { (loss.round.map_or_else(|| "–".to_owned(), |it| it.to_string())) }
                                    td .name { (self.link(loss.opponent)) }
                                    td .spare { (self.side(loss.colour)) }
                                    td { (words::reason(&loss.reason, self.language)) }
                                    td .n .spare data-v=(loss.plies) { (loss.plies) }
                                }
                            }
                        }
                    }
                }
            }
            @if conduct.more > 0 {
                p .soft { (self.say("And ", "E altre ", "Et ")) (words::count(conduct.more)) (self.say(" more, in ", ", in ", " autres, dans ")) code { "matches.csv" } "." }
            }
        }
    }
}
