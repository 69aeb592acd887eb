//! Italian.

use super::{Label, Phrase, listed, spaced};
use crate::Format;
use crate::rating::Hypothesis;
use arbitro_html::text::{count, counted, memory, share, time};
use arbitro_rules::Player;
use arbitro_words::{Language, say};

pub(super) const fn label(label: &Label) -> &'static str {
    match *label {
        Label::Side(player) => side(player),
        Label::Format(Format::RoundRobin) => "Girone all'italiana",
        Label::Format(Format::Swiss) => "Sistema svizzero",
        Label::Format(Format::Gauntlet) => "Uno contro tutti",
        Label::Format(Format::Knockout) => "Eliminazione diretta",
        Label::Report => "Resoconto del torneo",
        Label::Players => "Giocatori",
        Label::Matches => "Partite",
        Label::Plies => "Semimosse",
        Label::LostByForfeit => "Perse per forfait",
        Label::Seed => "Seme",
        Label::State => "Stato",
        Label::Complete => "completo",
        Label::Incomplete => "incompleto",
        Label::NotComplete => "Non completo. ",
        Label::Void => "Annullate. ",
        Label::Repeated => "Ripetute. ",
        Label::Torn => "Troncato. ",
        Label::LastLineTorn => {
            "L'ultima riga del registro non è stata scritta fino in fondo, e non conta."
        }
        Label::NotShown => "Non mostrate. ",
        Label::Damaged => "Danneggiato. ",
        Label::SequentialTestOf => "Test sequenziale di ",
        Label::ToRanking => "Alla classifica",
        Label::Sections => "Sezioni",
        Label::Ranking => "Classifica",
        Label::CrossTable => "Tabella incrociata",
        Label::Endings => "Esiti",
        Label::Effort => "Tempo e memoria",
        Label::Play | Label::Game => "Gioco",
        Label::Settings => "Impostazioni",
        Label::MadeFrom => "Fatto da ",
        Label::CheckedWith => {
            ", che contiene ogni partita, mossa per mossa, e con cui tutto questo si può \
             controllare: "
        }
        Label::BestFirst => "I giocatori, dal migliore",
        Label::Place => "Posto",
        Label::Player => "Giocatore",
        Label::Points => "Punti",
        Label::Played => "Giocate",
        Label::Won => "Vinte",
        Label::Drawn => "Patte",
        Label::Lost => "Perse",
        Label::Forfeits => "Forfait",
        Label::Group => "Gruppo",
        Label::RatingInterval => "Intervallo al 95 %",
        Label::AboveNext => "Sopra il seguente",
        Label::NotComparable => "Non tutti sono confrontabili. ",
        Label::NoMatch => "nessuna partita",
        Label::AllPoints => "punti",
        Label::RoundsSurvived => "turni di gioco superati",
        Label::PointsPerMatch => "punti per partita",
        Label::Direct => "Diretti",
        Label::Sb => "SB",
        Label::Buchholz => "Buchholz",
        Label::RoundsHead => "Turni",
        Label::PerMatch => "Per partita",
        Label::HeadToHead => "scontri diretti: punti nelle partite fra chi ha pari punti",
        Label::SonnebornBerger => {
            "Sonneborn-Berger (SB): i punti degli avversari battuti e metà di quelli degli \
             avversari con cui ha fatto patta"
        }
        Label::BuchholzMeaning => "Buchholz: i punti degli avversari incontrati",
        Label::HowToRead => {
            "Ogni riga è un giocatore e dice che cosa ha fatto contro quello di ogni colonna; \
             righe e colonne sono nell'ordine della classifica. "
        }
        Label::CellsAre => {
            "Sono scritte le partite vinte, patte e perse, o per una partita sola i suoi punti."
        }
        Label::NumbersIn => "I numeri sono in ",
        Label::RowAgainstColumn => "Risultati del giocatore della riga contro quello della colonna",
        Label::Itself => "sé stesso",
        Label::AllLost => "tutte perse",
        Label::AllWon => "tutte vinte; in mezzo la parità",
        Label::HowEnded => "Come sono finite le partite",
        Label::NoneEnded => "Nessuna partita è ancora finita.",
        Label::Reasons => "Motivi",
        Label::MatchesByReason => "Le partite secondo il motivo per cui sono finite",
        Label::Reason => "Motivo",
        Label::Share => "Quota",
        Label::Chart => "Grafico",
        Label::OtherReason => "un altro motivo",
        Label::MovingFirst => "Muovere per primi",
        Label::HowLong => "Quanto sono durate",
        Label::LengthsHistogram => "Istogramma delle lunghezze",
        Label::HowExact => {
            "I tempi sono indicati con uno scarto fino al 5 %, il più lungo esattamente; la \
             memoria è il massimo in un dato momento, di un giocatore e di tutto ciò che ha \
             avviato"
        }
        Label::Median => "Mediana",
        Label::Longest => "Massimo",
        Label::TimesChart => "Grafico dei tempi",
        Label::CpuTime => "Processore, 95 %",
        Label::Memory => "Memoria",
        Label::HowJudged => {
            "I valori sono pedine di vantaggio, in Quoridor passi. Le posizioni sono giudicate \
             senza ciò che le ha precedute: ripetizioni e limite di semimosse non sono \
             considerati. Una ricerca a profondità fissa può sbagliare."
        }
        Label::PlayCaption => {
            "Mosse senza perdita, con intervallo al 95 %; la parte di partita persa per mossa, in \
             media"
        }
        Label::Judged => "Mosse giudicate",
        Label::Kept => "Senza perdita",
        Label::LostPerMove => "Perso per mossa",
        Label::Blunders => "Errori gravi",
        Label::Exact => "Esatte",
        Label::WorstMoves => "Le mosse peggiori",
        Label::HowWorstAreShown => {
            "La mossa peggiore di una partita, prima le partite peggiori; sono segnate le caselle \
             della mossa migliore."
        }
        Label::ShowsThem => " le mostra.",
        Label::PlayedMove => ", ha giocato ",
        Label::MoveSeparator => "; era meglio ",
        Label::NotDrawable => "La posizione non si può disegnare.",
        Label::HowPlayersAreShown => {
            "Che cosa ha fatto ogni giocatore contro gli altri, e come ha perso. Nei disegni x ha \
             i pezzi chiari e va in su, o ha quelli scuri; le dame portano una corona; le caselle \
             di cui parla una diagnosi hanno una cornice spessa."
        }
        Label::By => "di ",
        Label::MetNone => "Non ha ancora incontrato nessuno.",
        Label::AgainstEach => "Contro ogni avversario",
        Label::Against => " contro",
        Label::AgainstWhomIn => "Contro chi è in ",
        Label::Losses => "Sconfitte",
        Label::OtherLosses => "Altre sconfitte",
        Label::LostMatches => "Partite perse",
        Label::Match => "Partita",
        Label::Round => "Turno",
        Label::Opponent => "Avversario",
        Label::PlayedAs => "Giocava da",
        Label::RecordSaysNoMore => "Il verbale non dice altro.",
        Label::NotReplayable => "Le mosse del verbale non portano a questo tavoliere.",
        Label::CheckIt => "Per controllarla: ",
        Label::EvidenceIn => " · prove in ",
        Label::Written => "Che cosa è stato scritto",
        Label::ForfeitLead => "forfait: ",
        Label::SettingsAndPlayers => "Impostazioni e giocatori",
        Label::LeftOut => "Esclusi",
        Label::Protection => "Che cosa ha protetto le partite",
        Label::BegunBy => "Iniziato da",
        Label::Seeding => "Teste di serie",
        Label::MoreOpeningsIn => "E altre, in ",
        Label::Programs => "Programmi",
        Label::HowProgramsAreListed => {
            "Chi ha partecipato, in ordine di nome; l'impronta è l'inizio dello SHA-256 di ciò \
             che è stato eseguito"
        }
        Label::Name => "Nome",
        Label::Author => "Autore",
        Label::Fingerprint => "Impronta",
        Label::FoundIn => "Trovato in",
        Label::Bundled => "viene con Arbitro",
        Label::FormatHead => "Formula",
        Label::MatchesOfPair => "Partite di ogni coppia",
        Label::Rounds => "Turni di gioco",
        Label::Challenger => "Sfidante",
        Label::Colours => "Colori",
        Label::Openings => "Aperture",
        Label::PointsForResults => "Punti per chi vince, fa patta, perde",
        Label::MoveTime => "Tempo per una mossa",
        Label::StartTime => "In più per ogni prima risposta",
        Label::CpuLimit => "Tempo di processore per una mossa",
        Label::NoCpuLimit => "non limitato a parte",
        Label::DrawAfter => "Patta dopo",
        Label::SequentialTest => "Test sequenziale",
        Label::MarkedBest => "Segnati come migliori",
    }
}

pub(super) fn phrase(phrase: &Phrase<'_>) -> String {
    match *phrase {
        Phrase::Title { format, game } => format!("{}: {game}", label(&Label::Format(format))),
        Phrase::StillOpen(Some(open)) => {
            let open =
                counted(open, "partita è ancora da giocare", "partite sono ancora da giocare");
            format!("{open}: la classifica può cambiare.")
        }
        Phrase::StillOpen(None) => {
            "Ci sono partite ancora da giocare: la classifica può cambiare.".to_owned()
        }
        Phrase::Voids(voids) => {
            let voids = counted(voids, "partita non conta", "partite non contano");
            format!("{voids} per nessun giocatore: la colpa era della macchina.")
        }
        Phrase::RepeatedMatches(matches) => {
            let matches = counted(matches, "partita è", "partite sono");
            format!("{matches} nel registro più di una volta: conta la prima.")
        }
        Phrase::Unreadable(1) => {
            "1 partita conta, ma il suo verbale non si può leggere per intero.".to_owned()
        }
        Phrase::Unreadable(matches) => {
            let matches = count(matches);
            format!(
                "{matches} partite contano, ma i loro verbali non si possono leggere per intero."
            )
        }
        Phrase::DamagedLines(1) => "1 riga del registro non conta:".to_owned(),
        Phrase::DamagedLines(lines) => format!("{} righe del registro non contano:", count(lines)),
        Phrase::DamagedLine { line, damage } => {
            format!("riga {line}: {}", say(&damage, Language::Italian))
        }
        Phrase::MoreLines(more) => format!("e ancora {more}"),
        Phrase::Sequential { llr, decision } => {
            let decision = match decision {
                Some(Hypothesis::H0) => "deciso per la differenza minore.",
                Some(Hypothesis::H1) => "deciso per la differenza maggiore.",
                None => "non ancora deciso.",
            };
            format!(" Elo: rapporto di log-verosimiglianza {llr:.2}, {decision}")
        }
        Phrase::SortedBy { first, then, points } => {
            let then = then.iter().map(|it| format!(", poi di {}", label(it)));
            format!(
                "In ordine di {}{}, poi di partite vinte. \
                 Punti per chi vince, fa patta e perde: {}.",
                label(&first),
                then.collect::<String>(),
                spaced(points)
            )
        }
        Phrase::Top(share) => format!("primo {} %", share.in_percent().replace('.', ",")),
        Phrase::HowRated { best, has_groups } => format!(
            "{}L'Elo è relativo alla media di tutti i giocatori{}, \
             con il suo intervallo al 95 %. «Sopra il seguente» dice quanto è probabile che un \
             giocatore sia più forte di quello sotto, tenuto conto del caso.",
            best.map_or_else(String::new, |share| format!(
                "Il miglior {} % è segnato. ",
                share.in_percent().replace('.', ",")
            )),
            if has_groups { " dello stesso gruppo" } else { "" }
        ),
        Phrase::Unlinked { groups } => format!(
            "Le partite giocate finora non collegano tutti i giocatori: ci sono {groups} gruppi, \
             e i punteggi Elo di gruppi diversi non hanno nulla a che fare fra loro."
        ),
        Phrase::WithByes(byes) => format!("con {}", counted(byes, "riposo", "riposi")),
        Phrase::HeatMap(players) => {
            format!("Risultati di {players} giocatori gli uni contro gli altri, dal migliore")
        }
        Phrase::FirstMove([0, 0, 0]) => "Tutte le partite sono finite per forfait. ".to_owned(),
        Phrase::FirstMove([first, drawn, second]) => {
            let all = first + drawn + second;
            format!(
                "Delle partite senza forfait x (il giocatore 1) ha vinto {} ({}), \
                 o (il giocatore 2) ne ha vinte {} ({}); patte: {} ({}). ",
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
            format!(" Fra giocatori di pari forza, patte attese: {share:.0} % delle partite.")
        }
        Phrase::LengthsChart { most } => format!(
            "Istogramma della lunghezza delle partite in semimosse; \
             la classe più frequente ne ha {most}"
        ),
        Phrase::LengthsAxis { width: 1 } => "semimosse".to_owned(),
        Phrase::LengthsAxis { width } => format!("semimosse, {width} per colonna"),
        Phrase::Lengths { mean, limit } => format!(
            "Le partite secondo la loro lunghezza. In media una partita ha avuto {mean:.1} \
             semimosse; dopo {limit} è patta."
        ),
        Phrase::HowTimed { limit, start } => format!(
            "Il tempo reale di ogni semimossa, su tutte le semimosse di un giocatore. Il punto è \
             la mediana, la linea spessa finisce al tempo entro cui sta il 95 % delle semimosse, \
             quella sottile al più lungo; la linea tratteggiata è il limite di {}. La prima \
             risposta di ogni giocatore in una partita ha in più {}.",
            time(limit),
            time(start)
        ),
        Phrase::Times(times) => {
            let [half, most, longest] = times.map(time);
            format!("mediana {half}, 95 % {most}, massimo {longest}")
        }
        Phrase::OfMemory(kib) => format!("su {}", memory(kib)),
        Phrase::ShareOfLimit { kib, limit_kib } => {
            format!("{} del limite", share(kib, limit_kib))
        }
        Phrase::Compared { terms, matches: analysed, all } => {
            let terms: Vec<String> = terms.iter().map(search).collect();
            format!(
                "Ogni mossa è stata confrontata con la migliore trovata da {}. O ha conservato il \
                 valore della posizione (senza perdita), o ha perso una parte di partita: una \
                 pedina in una posizione pari è circa un quarto. Una mossa che perde un quinto o \
                 più, o che peggiora un risultato certo, è un errore grave. Dove c'era una sola \
                 mossa, o tutto era già perso, non si giudica nulla. {} su {} sono analizzate.",
                terms.join(" o "),
                matches(analysed),
                count(all)
            )
        }
        Phrase::Interval { low, high } => format!("da {low:.1} a {high:.1} %"),
        Phrase::Undrawn(more) => {
            format!(" Di {} non sono disegnate: ", counted(more, "altra partita", "altre partite"))
        }
        Phrase::MatchBefore { id, ply } => format!("Partita {id} prima della semimossa {ply}"),
        Phrase::MatchPly { id, ply } => format!("Partita {id}, semimossa {ply}: "),
        Phrase::SideAgainst(player) => format!(", {}, contro ", side(player)),
        Phrase::Better { better, played } => {
            let [better, played] = [better, played].map(|it| say(&it, Language::Italian));
            format!(": {better} invece di {played}.")
        }
        Phrase::ToMove(player) => format!("tocca al {}", side(player)),
        Phrase::PointsAndMatches { points, matches: played } => {
            format!("{points} punti · {} · ", matches(played))
        }
        Phrase::AsPlayer1(matches) => format!("{matches} da giocatore x"),
        Phrase::Players(players) => counted(players, "giocatore", "giocatori"),
        Phrase::OwnDoing { lost, how } => {
            format!("Ha perso {} per propria colpa: {how}.", matches(lost))
        }
        Phrase::InFull(shown) => format!(" Quelle di {shown} per intero:"),
        Phrase::MoreLosses(more) => format!("E ancora {}, in ", count(more)),
        Phrase::ForfeitIn { id, round, ply, player } => {
            let round = round.map(|it| format!(", turno di gioco {it}")).unwrap_or_default();
            format!("· partita {id}{round}, semimossa {ply}, da {} contro ", side(player))
        }
        Phrase::Repeated { first, again } => {
            let times = again.len() + 1;
            let (named, more) = listed(again);
            let more = if more == 0 { String::new() } else { format!(" e altre {more}") };
            format!(
                "{times} volte, la prima nella partita {first}; \
                 di nuovo nelle partite {named}{more}"
            )
        }
        Phrase::Board(number) => format!("Tavoliere {number}"),
        Phrase::BoardBefore { ply, player } => {
            format!("Tavoliere {ply}, prima: tocca al {}", side(player))
        }
        Phrase::FaultyBoard(number) => format!("Tavoliere sbagliato {number}"),
        Phrase::NotWritten(number) => {
            format!("Tavoliere {number} non è stato scritto, o non è stato conservato.")
        }
        Phrase::AsWritten(number) => format!("Tavoliere {number}, com'è stato scritto"),
        Phrase::Undrawable(number) => format!(
            "Tavoliere {number}, com'è stato scritto: nessun tavoliere che si possa disegnare"
        ),
        Phrase::MoreSeeded(more) => format!(", e ancora {more}"),
        Phrase::Openings(openings) => counted(openings, "apertura", "aperture"),
        Phrase::MaxPlies(plies) => counted(plies.into(), "semimossa", "semimosse"),
    }
}

fn search(&(depth, pieces): &(u32, u8)) -> String {
    let plies = counted(depth.into(), "semimossa", "semimosse");
    match pieces {
        0 => format!("una ricerca di {plies}"),
        most => format!("una ricerca di {plies} con tabelle dei finali fino a {most} pezzi"),
    }
}

fn matches(number: u64) -> String {
    counted(number, "partita", "partite")
}

const fn side(player: Player) -> &'static str {
    match player {
        Player::X => "giocatore x",
        Player::O => "giocatore o",
    }
}
