//! French.

use super::{Label, Phrase, listed, spaced};
use crate::Format;
use crate::rating::Hypothesis;
use arbitro_html::text::{self, count, memory, share, time};
use arbitro_rules::Player;
use arbitro_words::{Language, say};

pub(super) const fn label(label: &Label) -> &'static str {
    match *label {
        Label::Side(player) => side(player),
        Label::Format(Format::RoundRobin) => "Toutes rondes",
        Label::Format(Format::Swiss) => "Système suisse",
        Label::Format(Format::Gauntlet) => "Un contre tous",
        Label::Format(Format::Knockout) => "Élimination directe",
        Label::Report => "Rapport du tournoi",
        Label::Players => "Joueurs",
        Label::Matches => "Parties",
        Label::Plies => "Coups",
        Label::LostByForfeit => "Perdues par forfait",
        Label::Seed => "Graine",
        Label::State => "État",
        Label::Complete => "complet",
        Label::Incomplete => "incomplet",
        Label::NotComplete => "Incomplet. ",
        Label::Void => "Annulées. ",
        Label::Repeated => "Répétées. ",
        Label::Torn => "Coupé. ",
        Label::LastLineTorn => {
            "La dernière ligne du journal n’a pas été écrite jusqu’au bout, et ne compte pas."
        }
        Label::NotShown => "Pas montrées. ",
        Label::Damaged => "Abîmé. ",
        Label::SequentialTestOf => "Test séquentiel de ",
        Label::ToRanking => "Au classement",
        Label::Sections => "Chapitres",
        Label::Ranking => "Classement",
        Label::CrossTable => "Grille",
        Label::Endings => "Fins",
        Label::Effort => "Temps et mémoire",
        Label::Play | Label::Game => "Jeu",
        Label::Settings => "Réglages",
        Label::MadeFrom => "Fait à partir de ",
        Label::CheckedWith => {
            ", qui contient chaque partie, coup par coup, et avec quoi tout ceci se vérifie : "
        }
        Label::BestFirst => "Les joueurs, le meilleur d’abord",
        Label::Place => "Rang",
        Label::Player => "Joueur",
        Label::Points => "Points",
        Label::Played => "Jouées",
        Label::Won => "Gagnées",
        Label::Drawn => "Nulles",
        Label::Lost => "Perdues",
        Label::Forfeits => "Forfaits",
        Label::Group => "Groupe",
        Label::RatingInterval => "Intervalle à 95 %",
        Label::AboveNext => "Devant le suivant",
        Label::NotComparable => "Tous ne sont pas comparables. ",
        Label::NoMatch => "aucune partie",
        Label::AllPoints => "points",
        Label::RoundsSurvived => "rondes passées",
        Label::PointsPerMatch => "points par partie",
        Label::Direct => "Directs",
        Label::Sb => "SB",
        Label::Buchholz => "Buchholz",
        Label::RoundsHead | Label::Rounds => "Rondes",
        Label::PerMatch => "Par partie",
        Label::HeadToHead => {
            "rencontres directes : points dans les parties entre ceux qui ont autant de points"
        }
        Label::SonnebornBerger => {
            "Sonneborn-Berger (SB) : les points des adversaires battus et la moitié de ceux des \
             adversaires tenus à la nulle"
        }
        Label::BuchholzMeaning => "Buchholz : les points des adversaires rencontrés",
        Label::HowToRead => {
            "Chaque ligne est un joueur et dit ce qu’il a fait contre celui de chaque colonne ; \
             lignes et colonnes suivent l’ordre du classement. "
        }
        Label::CellsAre => {
            "On y lit les parties gagnées, nulles et perdues, ou pour une seule partie ses points."
        }
        Label::NumbersIn => "Les chiffres sont dans ",
        Label::RowAgainstColumn => "Résultats du joueur de la ligne contre celui de la colonne",
        Label::Itself => "lui-même",
        Label::AllLost => "toutes perdues",
        Label::AllWon => "toutes gagnées ; au milieu, l’égalité",
        Label::HowEnded => "Comment les parties ont fini",
        Label::NoneEnded => "Aucune partie n’est encore finie.",
        Label::Reasons => "Raisons",
        Label::MatchesByReason => "Les parties selon la raison de leur fin",
        Label::Reason => "Raison",
        Label::Share => "Part",
        Label::Chart => "Graphique",
        Label::OtherReason => "une autre raison",
        Label::MovingFirst => "Jouer le premier",
        Label::HowLong => "Combien elles ont duré",
        Label::LengthsHistogram => "Histogramme des longueurs",
        Label::HowExact => {
            "Les temps sont donnés à 5 % près, le plus long exactement ; la mémoire est le \
             maximum à un moment donné, pour un joueur et tout ce qu’il a lancé"
        }
        Label::Median => "Médiane",
        Label::Longest => "Maximum",
        Label::TimesChart => "Graphique des temps",
        Label::CpuTime => "Processeur, 95 %",
        Label::Memory => "Mémoire",
        Label::HowJudged => {
            "Les valeurs sont des pions d’avance, au Quoridor des pas. Les positions sont jugées \
             sans ce qui les a précédées : répétitions et limite de coups ne comptent pas. Une \
             recherche à profondeur fixe peut se tromper."
        }
        Label::PlayCaption => {
            "Coups sans perte, avec un intervalle à 95 % ; la part de la partie perdue par coup, \
             en moyenne"
        }
        Label::Judged => "Coups jugés",
        Label::Kept => "Sans perte",
        Label::LostPerMove => "Perdu par coup",
        Label::Blunders => "Bévues",
        Label::Exact => "Exacts",
        Label::WorstMoves => "Les pires coups",
        Label::HowWorstAreShown => {
            "Le pire coup d’une partie, les pires parties d’abord ; les cases du meilleur coup \
             sont marquées."
        }
        Label::ShowsThem => " les montre.",
        Label::PlayedMove => ", a joué ",
        Label::MoveSeparator => " ; ",
        Label::NotDrawable => "La position ne peut pas être dessinée.",
        Label::HowPlayersAreShown => {
            "Ce que chaque joueur a fait contre les autres, et comment il a perdu. Sur les \
             dessins, x a les pièces claires et monte, o a les foncées ; les dames portent une \
             couronne ; les cases dont parle un diagnostic ont un cadre épais."
        }
        Label::By => "par ",
        Label::MetNone => "Il n’a encore rencontré personne.",
        Label::AgainstEach => "Contre chaque adversaire",
        Label::Against => " contre",
        Label::AgainstWhomIn => "Contre qui, c’est dans ",
        Label::Losses => "Défaites",
        Label::OtherLosses => "Autres défaites",
        Label::LostMatches => "Parties perdues",
        Label::Match => "Partie",
        Label::Round => "Ronde",
        Label::Opponent => "Adversaire",
        Label::PlayedAs => "Jouait",
        Label::RecordSaysNoMore => "Le procès-verbal n’en dit pas plus.",
        Label::NotReplayable => "Les coups du procès-verbal ne mènent pas à ce plateau.",
        Label::CheckIt => "Pour la vérifier : ",
        Label::EvidenceIn => " · preuves dans ",
        Label::Written => "Ce qui a été écrit",
        Label::ForfeitLead => "forfait : ",
        Label::SettingsAndPlayers => "Réglages et joueurs",
        Label::LeftOut => "Écartés",
        Label::Protection => "Ce qui a protégé les parties",
        Label::BegunBy => "Commencé par",
        Label::Seeding => "Têtes de série",
        Label::MoreOpeningsIn => "Et d’autres, dans ",
        Label::Programs => "Programmes",
        Label::HowProgramsAreListed => {
            "Ceux qui ont participé, par ordre de nom ; l’empreinte est le début du SHA-256 de ce \
             qui a été lancé"
        }
        Label::Name => "Nom",
        Label::Author => "Auteur",
        Label::Fingerprint => "Empreinte",
        Label::FoundIn => "Trouvé dans",
        Label::Bundled => "fourni avec Arbitro",
        Label::FormatHead => "Formule",
        Label::MatchesOfPair => "Parties de chaque paire",
        Label::Challenger => "Challenger",
        Label::Colours => "Couleurs",
        Label::Openings => "Ouvertures",
        Label::PointsForResults => "Points pour un gain, une nulle, une perte",
        Label::MoveTime => "Temps par coup",
        Label::StartTime => "En plus pour chaque première réponse",
        Label::CpuLimit => "Temps de processeur par coup",
        Label::NoCpuLimit => "pas de limite propre",
        Label::DrawAfter => "Nulle après",
        Label::SequentialTest => "Test séquentiel",
        Label::MarkedBest => "Marqués comme les meilleurs",
    }
}

pub(super) fn phrase(phrase: &Phrase<'_>) -> String {
    match *phrase {
        Phrase::Title { format, game } => format!("{} : {game}", label(&Label::Format(format))),
        Phrase::StillOpen(Some(open)) => {
            let open = counted(open, "partie est encore à jouer", "parties sont encore à jouer");
            format!("{open} : le classement peut changer.")
        }
        Phrase::StillOpen(None) => {
            "Des parties sont encore à jouer : le classement peut changer.".to_owned()
        }
        Phrase::Voids(voids) => {
            let voids = counted(voids, "partie ne compte", "parties ne comptent");
            format!("{voids} pour aucun joueur : la faute était à la machine.")
        }
        Phrase::RepeatedMatches(matches) => {
            let matches = counted(matches, "partie est", "parties sont");
            format!("{matches} plus d’une fois dans le journal : la première compte.")
        }
        Phrase::Unreadable(1) => {
            "1 partie compte, mais son procès-verbal n’est lisible qu’en partie.".to_owned()
        }
        Phrase::Unreadable(matches) => format!(
            "{} parties comptent, mais leurs procès-verbaux ne sont lisibles qu’en partie.",
            count(matches)
        ),
        Phrase::DamagedLines(1) => "1 ligne du journal ne compte pas :".to_owned(),
        Phrase::DamagedLines(lines) => {
            format!("{} lignes du journal ne comptent pas :", count(lines))
        }
        Phrase::DamagedLine { line, damage } => {
            format!("ligne {line}: {}", say(&damage, Language::French))
        }
        Phrase::MoreLines(more) => format!("et {more} de plus"),
        Phrase::Sequential { llr, decision } => {
            let decision = match decision {
                Some(Hypothesis::H0) => "décidé pour la plus petite différence.",
                Some(Hypothesis::H1) => "décidé pour la plus grande différence.",
                None => "pas encore décidé.",
            };
            format!(" Elo : rapport de log-vraisemblance {llr:.2}, {decision}")
        }
        Phrase::SortedBy { first, then, points } => {
            let then = then.iter().map(|it| format!(", puis par {}", label(it)));
            format!(
                "Classés par {}{}, puis par parties gagnées. \
                 Points pour un gain, une nulle et une perte : {}.",
                label(&first),
                then.collect::<String>(),
                spaced(points)
            )
        }
        Phrase::Top(share) => format!("premiers {} %", share.in_percent().replace('.', ",")),
        Phrase::HowRated { best, has_groups } => format!(
            "{}L’Elo se rapporte à la moyenne de tous les joueurs{}, \
             avec son intervalle à 95 %. « Devant le suivant » dit combien il est probable qu’un \
             joueur soit plus fort que celui d’après, compte tenu du hasard.",
            best.map_or_else(String::new, |share| format!(
                "Les premiers {} % sont marqués. ",
                share.in_percent().replace('.', ",")
            )),
            if has_groups { " du même groupe" } else { "" }
        ),
        Phrase::Unlinked { groups } => format!(
            "Les parties jouées jusqu’ici ne relient pas tous les joueurs : il y a {groups} \
             groupes, et les classements Elo de groupes différents n’ont rien à voir entre eux."
        ),
        Phrase::WithByes(byes) => format!("avec {}", counted(byes, "exempt", "exempts")),
        Phrase::HeatMap(players) => {
            format!(
                "Résultats de {players} joueurs les uns contre les autres, à partir du meilleur"
            )
        }
        Phrase::FirstMove([0, 0, 0]) => "Toutes les parties ont fini par forfait. ".to_owned(),
        Phrase::FirstMove([first, drawn, second]) => {
            let all = first + drawn + second;
            format!(
                "Des parties sans forfait x (le joueur 1) a gagné {} ({}), \
                 o (le joueur 2) en a gagné {} ({}) ; nulles : {} ({}). ",
                matches(first),
                share(first, all),
                count(second),
                share(second, all),
                count(drawn),
                share(drawn, all)
            )
        }
        Phrase::DrawShare(share) => {
            let share = share * 100.0;
            format!(" Entre joueurs de force égale, nulles attendues : {share:.0} % des parties.")
        }
        Phrase::LengthsChart { most } => format!(
            "Histogramme de la longueur des parties en coups ; \
             la classe la plus fréquente compte {}",
            matches(most)
        ),
        Phrase::LengthsAxis { width: 1 } => "coups".to_owned(),
        Phrase::LengthsAxis { width } => format!("coups, {width} par colonne"),
        Phrase::Lengths { mean, limit } => format!(
            "Les parties selon leur longueur. En moyenne, une partie a eu {mean:.1} coups ; \
             après {limit}, elle est nulle."
        ),
        Phrase::HowTimed { limit, start } => format!(
            "Le temps réel de chaque coup, sur tous les coups d’un joueur. Le point est la \
             médiane, le trait épais finit au temps que 95 % des coups respectent, le trait fin \
             au plus long ; le trait pointillé est la limite de {}. La première réponse de chaque \
             joueur dans une partie a {} de plus.",
            time(limit),
            time(start)
        ),
        Phrase::Times(times) => {
            let [half, most, longest] = times.map(time);
            format!("médiane {half}, 95 % {most}, maximum {longest}")
        }
        Phrase::OfMemory(kib) => format!("sur {}", memory(kib)),
        Phrase::ShareOfLimit { kib, limit_kib } => {
            format!("{} de la limite", share(kib, limit_kib))
        }
        Phrase::Compared { terms, matches: analysed, all } => {
            let terms: Vec<String> = terms.iter().map(search).collect();
            format!(
                "Chaque coup a été comparé au meilleur trouvé par {}. Il a gardé la valeur de la \
                 position (sans perte), ou perdu une part de la partie : un pion dans une position \
                 égale en est environ un quart. Un coup qui en perd un cinquième ou plus, ou qui \
                 gâte un résultat certain, est une bévue. Où il n’y avait qu’un seul coup, ou tout \
                 était déjà perdu, rien n’est jugé. {} sur {} sont analysées.",
                terms.join(" ou "),
                matches(analysed),
                count(all)
            )
        }
        Phrase::Interval { low, high } => format!("{low:.1} à {high:.1} %"),
        Phrase::Undrawn(more) => {
            let more = counted(more, "autre partie", "autres parties");
            format!(" Celles de {more} ne sont pas dessinées : ")
        }
        Phrase::MatchBefore { id, ply } => format!("Partie {id} avant le coup {ply}"),
        Phrase::MatchPly { id, ply } => format!("Partie {id}, coup {ply} : "),
        Phrase::SideAgainst(player) => format!(", {}, contre ", side(player)),
        Phrase::Better { better, played } => {
            let [better, played] = [better, played].map(|it| say(&it, Language::French));
            format!(" valait mieux : {better} au lieu de {played}.")
        }
        Phrase::ToMove(player) => format!("au {} de jouer", side(player)),
        Phrase::PointsAndMatches { points, matches: played } => {
            format!("{points} points · {} · ", matches(played))
        }
        Phrase::AsPlayer1(matches) => format!("{matches} comme joueur x"),
        Phrase::Players(players) => counted(players, "joueur", "joueurs"),
        Phrase::OwnDoing { lost, how } => {
            format!("Il a perdu {} par sa propre faute : {how}.", matches(lost))
        }
        Phrase::InFull(shown) => format!(" Celles de {shown} en entier :"),
        Phrase::MoreLosses(more) => format!("Et {} de plus, dans ", count(more)),
        Phrase::ForfeitIn { id, round, ply, player } => {
            let round = round.map(|it| format!(", ronde {it}")).unwrap_or_default();
            format!("· partie {id}{round}, coup {ply}, comme {} contre ", side(player))
        }
        Phrase::Repeated { first, again } => {
            let times = again.len() + 1;
            let (named, more) = listed(again);
            let more = if more == 0 { String::new() } else { format!(" et {more} de plus") };
            format!("{times} fois, d’abord dans la partie {first} ; encore dans {named}{more}")
        }
        Phrase::Board(number) => format!("Plateau {number}"),
        Phrase::BoardBefore { ply, player } => {
            format!("Plateau {ply}, avant : au {} de jouer", side(player))
        }
        Phrase::FaultyBoard(number) => format!("Plateau fautif {number}"),
        Phrase::NotWritten(number) => format!("Plateau {number} n’a pas été écrit, ou pas gardé."),
        Phrase::AsWritten(number) => format!("Plateau {number}, tel qu’il a été écrit"),
        Phrase::Undrawable(number) => {
            format!("Plateau {number}, tel qu’il a été écrit : aucun plateau qu’on puisse dessiner")
        }
        Phrase::MoreSeeded(more) => format!(", et {more} de plus"),
        Phrase::Openings(openings) => counted(openings, "ouverture", "ouvertures"),
        Phrase::MaxPlies(plies) => counted(plies.into(), "coup", "coups"),
    }
}

fn search(&(depth, pieces): &(u32, u8)) -> String {
    let plies = counted(depth.into(), "coup", "coups");
    match pieces {
        0 => format!("une recherche de {plies}"),
        most => {
            format!("une recherche de {plies} avec des tables de finales jusqu’à {most} pièces")
        }
    }
}

fn matches(number: u64) -> String {
    counted(number, "partie", "parties")
}

/// None is singular, too.
fn counted(number: u64, one: &str, many: &str) -> String {
    text::counted(number, one, if number == 0 { one } else { many })
}

const fn side(player: Player) -> &'static str {
    match player {
        Player::X => "joueur x",
        Player::O => "joueur o",
    }
}
