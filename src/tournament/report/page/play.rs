//! Quality of play in the analysed matches: the share of moves that kept the value, and the worst
//! moves, drawn with better ones.

use std::cmp::Reverse;

use maud::{Markup, html};

use super::View;
use super::words;
use crate::rating::Z_95;
use crate::report::counted::JournalMatch;
use arbitro_records::analysis::{PlayQuality, Summary, Worst, places_of_move};
use arbitro_records::svg::Picture;
use arbitro_rules::history::Both;
use arbitro_rules::notation::{Notation, Place};
use arbitro_rules::said;
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};

/// Maximum worst moves drawn; with more, the page would open slowly.
const MAX_DRAWN: usize = 24;

/// Totals over analysed matches.
#[derive(Debug, Default)]
pub(super) struct Play {
    matches: u64,
    players: Vec<PlayOf>,
    /// The distinct search depths and maximum table pieces.
    terms: Vec<(u32, u8)>,
    /// The worst moves, worst first.
    worst: Vec<WorstOf>,
    /// Matches in which some move lost something.
    with_worst: u64,
}

/// Quality of one player's play.
#[derive(Clone, Copy, Debug, Default)]
struct PlayOf {
    matches: u64,
    sum: PlayQuality,
    /// Sums over matches of squares and products, for the variance between matches: kept squared,
    /// kept times judged, judged squared.
    squares: [f64; 3],
}

/// The worst move of a match.
#[derive(Debug)]
struct WorstOf {
    id: u64,
    players: Both<usize>,
    worst: Worst,
}

impl WorstOf {
    /// Sort key, greater for worse moves; on a tie, for the match with the lower number.
    fn badness(&self) -> (bool, u64, Reverse<u64>) {
        let lost = (self.worst.lost * 1e6) as u64;
        (self.worst.changed_result, lost, Reverse(self.id))
    }
}

impl Play {
    pub(super) fn of_players(players: usize) -> Play {
        Play { players: vec![PlayOf::default(); players], ..Play::default() }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.matches == 0
    }

    /// Adds a match whose line has not changed since it was analysed.
    pub(super) fn add(&mut self, played: &JournalMatch, summary: Summary) {
        self.matches += 1;
        let terms = (summary.depth, summary.table_pieces);
        if !self.terms.contains(&terms) {
            self.terms.push(terms);
        }
        for (entrant, conduct) in [(played.x, &summary.players.x), (played.o, &summary.players.o)] {
            if let Some(of_it) = self.players.get_mut(entrant) {
                of_it.add(conduct);
            }
        }
        let Some(worst) = summary.worst else { return };
        self.with_worst += 1;
        self.worst.push(WorstOf {
            id: summary.id,
            players: Both { x: played.x, o: played.o },
            worst,
        });
        if self.worst.len() >= 4 * MAX_DRAWN {
            self.keep_the_worst();
        }
    }

    pub(super) fn keep_the_worst(&mut self) {
        self.worst.sort_by_key(|it| Reverse(it.badness()));
        self.worst.truncate(MAX_DRAWN);
    }
}

impl PlayOf {
    fn add(&mut self, conduct: &PlayQuality) {
        self.matches += 1;
        self.sum.add_all(conduct);
        let (kept, judged) = (conduct.kept as f64, conduct.judged as f64);
        self.squares[0] += kept * kept;
        self.squares[1] += kept * judged;
        self.squares[2] += judged * judged;
    }

    /// The 95 % interval of the share of kept moves. Moves of one match resemble each other, so
    /// they count as fewer independent ones: as many as explain the variance between matches. Never
    /// as more, because few matches may agree by chance.
    fn interval(&self) -> Option<(f64, f64)> {
        let share = self.sum.share()?;
        let judged = self.sum.judged as f64;
        let matches = self.matches as f64;
        let of_one = share * (1.0 - share) / judged;
        let [kept_squared, product, judged_squared] = self.squares;
        let spread = kept_squared - 2.0 * share * product + share * share * judged_squared;
        let among = matches / (matches - 1.0).max(1.0) * spread.max(0.0) / (judged * judged);
        let alike = if of_one > 0.0 && self.matches > 1 { (among / of_one).max(1.0) } else { 1.0 };
        // Wilson's interval, which stays within 0 and 1 and has a width even if nothing was lost.
        let count = judged / alike;
        let z = Z_95 * Z_95;
        let middle = (share + z / (2.0 * count)) / (1.0 + z / count);
        let inside = share * (1.0 - share) / count + z / (4.0 * count * count);
        let half = Z_95 * inside.sqrt() / (1.0 + z / count);
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }
}

impl View<'_> {
    pub(super) fn play(&self) -> Markup {
        let play = &self.gathered.play;
        if play.is_empty() {
            return Markup::default();
        }
        html! {
            section id="play" aria-labelledby="play-h" {
                h2 id="play-h" { (self.say("Play", "Gioco", "Jeu")) }
                p {
                    (self.say("Each move was compared with the best one that ", "Ogni mossa è stata confrontata con la migliore trovata da ", "Chaque coup a été comparé au meilleur trouvé par "))
                    (self.terms(&play.terms))
                    (self.say(
                        " found. It kept the value of the position, or lost a part of a match: a man in a level position is about a quarter. A move that loses a fifth or more, or turns a certain result into a worse one, is a blunder. Where there was only one move, or all was lost already, nothing is judged. ",
                        ". O ha conservato il valore della posizione (senza perdita), o ha perso una parte di partita: una pedina in una posizione pari è circa un quarto. Una mossa che perde un quinto o più, o che peggiora un risultato certo, è un errore grave. Dove c'era una sola mossa, o tutto era già perso, non si giudica nulla. ", ". Il a gardé la valeur de la position (sans perte), ou perdu une part de la partie : un pion dans une position égale en est environ un quart. Un coup qui en perd un cinquième ou plus, ou qui gâte un résultat certain, est une bévue. Où il n’y avait qu’un seul coup, ou tout était déjà perdu, rien n’est jugé. "
                    ))
                    (self.matches(play.matches)) (self.say(" of ", " su ", " sur ")) (words::count(self.results.tally.matches()))
                    (self.say(" are analysed.", " sono analizzate.", " sont analysées."))
                }
                p .soft {
                    (self.say(
                        "Values are men ahead, in Quoridor steps. Positions were judged without their history: repetitions and the move limit were not considered. A search of fixed depth can be wrong.",
                        "I valori sono pedine di vantaggio, in Quoridor passi. Le posizioni sono giudicate senza ciò che le ha precedute: ripetizioni e limite di semimosse non sono considerati. Una ricerca a profondità fissa può sbagliare.", "Les valeurs sont des pions d’avance, au Quoridor des pas. Les positions sont jugées sans ce qui les a précédées : répétitions et limite de coups ne comptent pas. Une recherche à profondeur fixe peut se tromper."
                    ))
                }
                div .box .fit tabindex="0" role="group" aria-labelledby="play-h" {
                    table .sort {
                        caption {
                            (self.say(
                                "Kept moves, with a 95 % interval; the part of a match lost in a move, on average",
                                "Mosse senza perdita, con intervallo al 95 %; la parte di partita persa per mossa, in media", "Coups sans perte, avec un intervalle à 95 % ; la part de la partie perdue par coup, en moyenne"
                            ))
                        }
                        thead { tr {
                            th scope="col" .n .spare { (self.say("Place", "Posto", "Rang")) }
                            th scope="col" { (self.say("Player", "Giocatore", "Joueur")) }
                            th scope="col" .n .spare { (self.say("Matches", "Partite", "Parties")) }
                            th scope="col" .n .spare { (self.say("Judged moves", "Mosse giudicate", "Coups jugés")) }
                            th scope="col" .n { (self.say("Kept", "Senza perdita", "Sans perte")) }
                            th scope="col" .n .spare { "95 %" }
                            th scope="col" .n .spare { (self.say("Lost a move", "Perso per mossa", "Perdu par coup")) }
                            th scope="col" .n { (self.say("Blunders", "Errori gravi", "Bévues")) }
                            th scope="col" .n .spare { (self.say("Exact", "Esatte", "Exacts")) }
                        } }
                        tbody {
                            @for standing in &self.standings.ranking {
                                @if let Some(of_it) = play.players.get(standing.entrant) {
                                    tr {
                                        td .n .spare data-v=(standing.place) { (standing.place) }
                                        th scope="row" .name { (self.link(standing.entrant)) }
                                        (self.play_row(of_it))
                                    }
                                }
                            }
                        }
                    }
                }
                @if !play.worst.is_empty() {
                    h3 { (self.say("The worst moves", "Le mosse peggiori", "Les pires coups")) }
                    p {
                        (self.say(
                            "The worst move of a match, the worst matches first; the squares of the better move are marked.",
                            "La mossa peggiore di una partita, prima le partite peggiori; sono segnate le caselle della mossa migliore.", "Le pire coup d’une partie, les pires parties d’abord ; les cases du meilleur coup sont marquées."
                        ))
                        @let more = play.with_worst.saturating_sub(play.worst.len() as u64);
                        @if more > 0 {
                            (self.counted_undrawn(more))
                            code { "replay --analyse" } (self.say(" shows them.", " le mostra.", " les montre."))
                        }
                    }
                    @for worst in &play.worst { (self.worst_move(worst)) }
                }
            }
        }
    }

    fn worst_move(&self, of: &WorstOf) -> Markup {
        let WorstOf { id, players, worst } = of;
        let player = if worst.player == "o" { Player::O } else { Player::X };
        let (who, against) = match player {
            Player::X => (players.x, players.o),
            Player::O => (players.o, players.x),
        };
        let game = self.settings().game;
        let board = picture(game, &worst.fen);
        let marks: Vec<Place> = places_of_move(game, &worst.fen, &worst.better);
        let ply = worst.ply;
        let title = self.tell(&said!(
            "Match {id} before ply {ply}",
            "Partita {id} prima della semimossa {ply}",
            "Partie {id} avant le coup {ply}"
        ));
        html! {
            article .forfeit {
                p {
                    strong { (self.tell(&said!("Match {id}, ply {ply}: ", "Partita {id}, semimossa {ply}: ", "Partie {id}, coup {ply} : "))) }
                    (self.link(who)) ", " (self.side(player)) (self.say(", against ", ", contro ", ", contre ")) (self.link(against))
                    (self.say(", played ", ", ha giocato ", ", a joué "))
                    strong { (words::line(&worst.played, 40)) } (self.say("; ", "; era meglio ", " ; "))
                    strong { (words::line(&worst.better, 40)) } (self.say(" was better: ", ": ", " valait mieux : "))
                    (worst.better_value.in_language(self.language)) (self.say(" instead of ", " invece di ", " au lieu de "))
                    (worst.played_value.in_language(self.language)) "."
                }
                div .boards {
                    @match board {
                        Some(board) => figure {
                            figcaption { (self.say("", "tocca al ", "au ")) (self.side(player)) (self.say(" to move", "", " de jouer")) }
                            (self.drawing.board(&board, &marks, &title))
                        }
                        None => p .soft { (self.say("The position cannot be drawn.", "La posizione non si può disegnare.", "La position ne peut pas être dessinée.")) }
                    }
                }
            }
        }
    }

    fn play_row(&self, of_it: &PlayOf) -> Markup {
        let sum = &of_it.sum;
        let per_mille = |it: f64| (it * 1e3).round() / 1e3;
        let share = sum.share();
        let interval = of_it.interval().map_or_else(
            || "–".to_owned(),
            |(low, high)| {
                let (low, high) = (low * 100.0, high * 100.0);
                self.tell(&said!(
                    "{low:.1} to {high:.1} %",
                    "da {low:.1} a {high:.1} %",
                    "{low:.1} à {high:.1} %"
                ))
            },
        );
        let lost = sum.mean_lost();
        html! {
            td .n .spare data-v=(of_it.matches) { (words::count(of_it.matches)) }
            td .n .spare data-v=(sum.judged) { (words::count(sum.judged)) }
            td .n data-v=(share.map_or(-1.0, per_mille)) { (words::share(sum.kept, sum.judged)) }
            td .n .spare data-v=(share.map_or(-1.0, per_mille)) { (interval) }
            td .n .spare data-v=(lost.map_or(-1.0, per_mille)) {
                @match lost { Some(lost) => (format!("{lost:.3}")), None => "–" }
            }
            td .n data-v=(sum.blunders) { (words::count(sum.blunders)) }
            td .n .spare data-v=(sum.exact) { (words::share(sum.exact, sum.judged)) }
        }
    }

    /// Describes the analysis's settings; there may be several if they changed during an unfinished
    /// analysis.
    fn terms(&self, terms: &[(u32, u8)]) -> String {
        let one = |&(depth, pieces): &(u32, u8)| {
            let plies = self.counted(
                depth.into(),
                ["ply", "plies"],
                ["semimossa", "semimosse"],
                ["coup", "coups"],
            );
            self.tell(&match pieces {
                0 => said!(
                    "a search of {plies}",
                    "una ricerca di {plies}",
                    "une recherche de {plies}"
                ),
                most => said!(
                    "a search of {plies}, with endgame tables up to {most} pieces,",
                    "una ricerca di {plies} con tabelle dei finali fino a {most} pezzi",
                    "une recherche de {plies} avec des tables de finales jusqu’à {most} pièces"
                ),
            })
        };
        let all: Vec<String> = terms.iter().map(one).collect();
        all.join(self.say(" or ", " o ", " ou "))
    }

    fn counted_undrawn(&self, more: u64) -> String {
        let more = self.counted(
            more,
            ["more match", "more matches"],
            ["altra partita", "altre partite"],
            ["autre partie", "autres parties"],
        );
        self.tell(&said!(
            " Those of {more} are not drawn: ",
            " Di {more} non sono disegnate: ",
            " Celles de {more} ne sont pas dessinées : "
        ))
    }
}

fn picture(game: GameId, fen: &str) -> Option<Picture> {
    fn of<G: Notation<Setup: Into<Picture>>>(fen: &str) -> Option<Picture> {
        let position = G::read_fen(fen).ok()?;
        Some(G::setup(&position.board()).into())
    }
    with_game!(game, G => of::<G>(fen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(matches: &[(u64, u64)]) -> PlayOf {
        let mut all = PlayOf::default();
        for &(kept, judged) in matches {
            all.add(&PlayQuality { moves: judged, judged, kept, ..PlayQuality::default() });
        }
        all
    }

    fn width(of_it: &PlayOf) -> f64 {
        let (low, high) = of_it.interval().unwrap_or_default();
        high - low
    }

    #[test]
    fn matches_that_differ_say_less_than_matches_that_agree() {
        let alike = played(&[(15, 20); 8]);
        let apart = played(&[(20, 20), (10, 20)].repeat(4));
        assert_eq!(alike.sum.share(), apart.sum.share());
        assert!(width(&apart) > 1.5 * width(&alike));
    }

    #[test]
    fn a_player_who_lost_nothing_yet_is_not_sure_never_to() {
        let (low, high) = played(&[(10, 10), (12, 12)]).interval().unwrap_or_default();
        assert!(low > 0.8 && low < 0.9 && high == 1.0, "{low} {high}");
        assert_eq!(played(&[(0, 0)]).interval(), None);
    }
}
