//! Statistics of the matches: reasons for their ends, lengths, first-move advantage.

use maud::{Markup, html};

use super::View;
use super::words;
use arbitro_html::charts;
use arbitro_rules::Reason;
use arbitro_rules::said;
use arbitro_words::{Ending, reasons, say};

/// Width of the bars.
const WIDTH: f64 = 240.0;

impl View<'_> {
    pub(super) fn endings(&self) -> Markup {
        html! {
            section id="endings" aria-labelledby="endings-h" {
                h2 id="endings-h" { (self.say("How matches ended", "Come sono finite le partite", "Comment les parties ont fini")) }
                @if self.gathered.endings.is_empty() {
                    p .soft { (self.say("No match has ended yet.", "Nessuna partita è ancora finita.", "Aucune partie n’est encore finie.")) }
                } @else {
                    (self.reasons())
                    (self.first_move())
                    (self.lengths())
                }
            }
        }
    }

    fn reasons(&self) -> Markup {
        let endings = &self.gathered.endings;
        let all: u64 = endings.values().sum();
        let most = endings.values().copied().max().unwrap_or(1).max(1);
        html! {
            div .box .fit tabindex="0" role="group" aria-label=(self.say("Reasons", "Motivi", "Raisons")) {
                table .sort {
                    caption { (self.say("Matches by the reason why they ended", "Le partite secondo il motivo per cui sono finite", "Les parties selon la raison de leur fin")) }
                    thead { tr {
                        th scope="col" { (self.say("Reason", "Motivo", "Raison")) }
                        th scope="col" .n { (self.say("Matches", "Partite", "Parties")) }
                        th scope="col" .n { (self.say("Share", "Quota", "Part")) }
                        th scope="col" .still .spare { span .vh { (self.say("Chart", "Grafico", "Graphique")) } }
                    } }
                    tbody {
                        @for (&place, &count) in endings {
                            @let word = reasons().nth(place).map(Reason::name);
                            tr {
                                th scope="row" {
                                    @if let Some(word) = word {
                                        (say(&Ending::Label(word), self.language)) " " code .small { (word) }
                                    } @else {
                                        (self.say("another reason", "un altro motivo", "une autre raison"))
                                    }
                                }
                                td .n data-v=(count) { (words::count(count)) }
                                td .n data-v=(count) { (words::share(count, all)) }
                                td .mid .spare { (charts::bar(count as f64 / most as f64, WIDTH)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn first_move(&self) -> Markup {
        let [first, drawn, second] = self.gathered.first;
        let all = first + drawn + second;
        let ratings = &self.standings.ratings;
        html! {
            h3 { (self.say("Moving first", "Muovere per primi", "Jouer le premier")) }
            p {
                (self.say("Of the matches without a forfeit player 1 won ", "Delle partite senza forfait il giocatore 1 ha vinto ", "Des parties sans forfait le joueur 1 a gagné ")) (self.matches(first)) " (" (words::share(first, all))
                (self.say("), player 2 won ", "), il giocatore 2 ne ha vinte ", "), le joueur 2 en a gagné "))
                (words::count(second)) " (" (words::share(second, all)) (self.say("); drawn: ", "); patte: ", ") ; nulles : ")) (words::count(drawn)) " ("
                (words::share(drawn, all)) "). "
                @if let Some(share) = ratings.draw_share {
                    @let share = format!("{:.0} %", share * 100.0);
                    (self.tell(&said!(
                        " Between equals, {share} of the matches are to be expected to be draws.",
                        " Fra giocatori di pari forza, patte attese: {share} delle partite.", " Entre joueurs de force égale, nulles attendues : {share} des parties."
                    )))
                }
            }
        }
    }

    fn lengths(&self) -> Markup {
        let lengths = &self.gathered.lengths;
        let most = lengths.bars().iter().copied().max().unwrap_or(0);
        let title = self.tell(&said!(
            "Histogram of the lengths of matches in plies; the most frequent class has {most} matches",
            "Istogramma della lunghezza delle partite in semimosse; la classe più frequente ne ha {most}", "Histogramme de la longueur des parties en coups ; la classe la plus fréquente compte {most} parties"
        ));
        let width = lengths.width;
        let axis = self.tell(&if width == 1 {
            said!("plies", "semimosse", "coups")
        } else {
            said!(
                "plies, {width} to a column",
                "semimosse, {width} per colonna",
                "coups, {width} par colonne"
            )
        });
        let mean = self.results.tally.plies() as f64 / self.results.tally.matches().max(1) as f64;
        let limit = self.settings().max_plies;
        html! {
            h3 { (self.say("How long they were", "Quanto sono durate", "Combien elles ont duré")) }
            figure {
                figcaption {
                    (self.tell(&said!(
                        "Matches by their length. On average a match had {mean:.1} plies; after {limit} it is a draw.",
                        "Le partite secondo la loro lunghezza. In media una partita ha avuto {mean:.1} semimosse; dopo {limit} è patta.", "Les parties selon leur longueur. En moyenne, une partie a eu {mean:.1} coups ; après {limit}, elle est nulle."
                    )))
                }
                div .chart tabindex="0" role="group" aria-label=(self.say("Histogram of lengths", "Istogramma delle lunghezze", "Histogramme des longueurs")) {
                    (charts::columns(lengths.bars(), lengths.width, &title, &axis))
                }
            }
        }
    }
}
