//! Italian.

use arbitro_html::text::counted;
use arbitro_sandbox::ToolEnd;

use super::{Label, Phrase};
use crate::conformance::Verdict;
use crate::marks::{PartName, points_text};

pub(super) const fn label(label: &Label) -> &'static str {
    match label {
        Label::Short(part) => match part {
            PartName::Builds => "Compila",
            PartName::Warnings => "Warning",
            PartName::Conformance => "Metodi",
            PartName::Memory => "Memoria",
            PartName::Strength => "Strategia",
            PartName::Limits => "Limiti",
            PartName::Bonus => "Bonus",
        },
        Label::Board => "Un tavoliere",
        Label::FileText => "Il testo di un file",
        Label::EachCheckIsApart => {
            "Ogni verifica è un programma a sé che usa la classe consegnata, in una cartella sua. "
        }
        Label::AllPassed => "Sono state superate tutte.",
        Label::SameCause => "Sembra la stessa causa: ",
        Label::NotRun => "Non eseguite",
        Label::NotJudged => "Non giudicate",
        Label::NeedWrongMethod => {
            "A queste serve un metodo sbagliato. È detto a quel metodo, e non costa una seconda volta."
        }
        Label::BecauseOf => "Per colpa di ",
        Label::PassedChecks => "Le verifiche superate",
        Label::Method => "Metodo",
        Label::Passed => "Superate",
        Label::Of => "Su",
        Label::Share => "Quota",
        Label::ChecksByMethod => "Verifiche per metodo",
        Label::CheckNamed => " · verifica ",
        Label::Unwise => "sconsigliato, ma non vietato",
        Label::NotCharged => "Segnalato, senza penalità",
        Label::CourseText => "Il testo del corso, con parole nostre: ",
        Label::Call => "Chiamata",
        Label::Expected => "Atteso",
        Label::Got => "Ottenuto",
        Label::HowToReproduce => "Come riprodurlo",
        Label::SaveAs => "Si salva questo programma come ",
        Label::BesideYour => " accanto al ",
        Label::AndCourses => " consegnato e al ",
        Label::AndRun => " del corso, e si esegue ",
        Label::ShowingProgram => "Un programma che lo mostra",
        Label::DotForSpace => ", con · al posto degli spazi",
        Label::TheText => "Il testo",
        Label::CannotBeCompiled => "Non si può compilare: ",
        Label::TheCompiler => "Il compilatore",
        Label::OtherFiles => " Altri file, che nessuno ha chiesto e nessuno ha letto: ",
        Label::NoPlayerRead => "Non è stato letto nessun player.cpp. ",
        Label::NothingRemoved => "Prima di compilare non è stato tolto nulla.",
        Label::TheseRemoved => {
            "Prima di compilare sono stati tolti questi pezzi: ogni include tranne quello di player.hpp, e ogni pragma."
        }
        Label::Removed => "Pezzi tolti",
        Label::TheseNoted => "Questi restano, ma vengono segnalati:",
        Label::Noted => "Pezzi segnalati",
        Label::ParserStopped => {
            "L'analizzatore non è arrivato alla fine, perciò non viene segnalato nulla."
        }
        Label::Line => "Riga",
        Label::What => "Che cosa",
        Label::Text => "Testo",
        Label::Compiles => "compila",
        Label::With => " con ",
        Label::NoProgram => "nessun programma",
        Label::AndWith => ", con ",
        Label::ForeignFiles => {
            "Secondo il suo elenco il compilatore ha letto questi file, che solo player.hpp può fargli leggere:"
        }
        Label::CompilerOutput => "Che cosa ha detto il compilatore",
        Label::LinkerOutput => "Che cosa ha detto il linker",
        Label::NoWarningsWith => "Nessun warning con ",
        Label::StrictOutput => "Che cosa ha detto il compilatore con -Wall -Wextra",
        Label::OutputCut => "Ha detto altro, che non è mostrato.",
        Label::AgainstReference => "Contro i giocatori di riferimento",
        Label::InTournament => "Nel torneo del corso",
        Label::FirstMatch => "La prima partita",
        Label::FirstMatchFailed => {
            "Una partita non conta: mostra chi fa almeno una mossa legale. Qui non è successo: "
        }
        Label::WasGiven => "Ha ricevuto",
        Label::Wrote => "Ha scritto",
        Label::WholeMatchIn => "Tutta la partita è in ",
        Label::Opponent => "Avversario",
        Label::Won => "Vinte",
        Label::Drawn => "Patte",
        Label::Lost => "Perse",
        Label::LostByForfeit => "Perse per forfait",
        Label::ReferenceMatches => "Partite contro i giocatori di riferimento",
        Label::FirstForfeitAgainst => "Il primo forfait contro ",
        Label::Place => "Posto ",
        Label::LostByForfeits => "Perse per forfait: ",
        Label::FirstOfThem => "Il primo: ",
        Label::UnderValgrind => "Alcune delle verifiche ancora una volta, sotto ",
        Label::BuiltWith => ", compilando con ",
        Label::NoErrors => "Non sono stati trovati errori.",
        Label::Unfinished => "Interrotti",
        Label::UnfinishedExercises => {
            "Questi esercizi non sono arrivati alla fine; non si sa che cosa avrebbero mostrato."
        }
        Label::AtLine => " · riga ",
        Label::SeenInExercise => " · visto per la prima volta nell'esercizio ",
        Label::WayThere => "Come ci si arriva",
        Label::ShowingCalls => "Le chiamate che lo mostrano",
        Label::ShowingUnderValgrind => "Un programma che lo mostra, sotto valgrind",
        Label::ToContent => "Vai al contenuto",
        Label::Sections => "Sezioni",
        Label::NotReached => "Non raggiunto: ",
        Label::NotDoneStrong => "Non fatto. ",
        Label::CostsNothing => "Non è colpa di nessuno e non costa punti. ",
        Label::PointsDistribution => "Come si distribuiscono i punti",
        Label::MostFailedChecks => "Le verifiche che più consegne non superano",
        Label::WhatWasNotDone => "Che cosa non si è potuto fare",
        Label::Marks => "Voti",
        Label::Distribution => "Distribuzione",
        Label::Checks => "Verifiche",
        Label::Likeness => "Somiglianza",
        Label::NotDone => "Non fatto",
        Label::NamesAll => {
            "Per il docente: questa pagina nomina tutti. Le pagine degli studenti non nominano nessun altro."
        }
        Label::Overview => "Riepilogo del corso",
        Label::MarkingRun => "Valutazione delle consegne",
        Label::Submissions => "Consegne",
        Label::Median => "Mediana dei punti",
        Label::Fails => "Insufficienti",
        Label::Proposed => "Proposte di insufficienza",
        Label::NoSubmission | Label::LeftOut => "Voci che non sono consegne",
        Label::NotEverythingDone => "Non si è potuto fare tutto.",
        Label::Number => "Matricola",
        Label::Student => "Studente",
        Label::Total => "Totale",
        Label::WithBonus => "Col bonus",
        Label::Remarks => "Note",
        Label::HowToSort => {
            "Per matricola; un clic su un'intestazione riordina. Una parte che non si è potuta valutare è un trattino, e non è nel totale."
        }
        Label::ProposedToFail => "proposta di insufficienza",
        Label::FailsBadge => "insufficiente",
        Label::Acquitted => "assolta",
        Label::NoPoints => "Nessuno ha punti.",
        Label::Check => "Verifica",
        Label::Asks => "Che cosa si chiede",
        Label::FailedBy => "Non superata",
        Label::NoneFailed => "Tutti superano tutte le verifiche, o non ne sono state fatte.",
        Label::ManyFailSame => {
            "Dove in molti sbagliano la stessa cosa, forse il corso non è stato chiaro."
        }
        Label::EverythingDone => "È stato fatto tutto.",
        Label::ConcernsAll => "Riguarda tutti.",
        Label::Concerns => "Riguarda: ",
        Label::And => "e",
        Label::AndBetween => " e ",
        Label::HowPairsAreShown => {
            "Le parti uguali hanno lo stesso numero e lo stesso colore da entrambi i lati; i numeri portano dall'altra parte; le macro sono state espanse. Nomi, numeri, testi, commenti e impaginazione non sono stati confrontati. Un punteggio è un motivo per guardare, non un verdetto."
        }
        Label::NoEqualPart => "Nessuna parte dell'una si ritrova nell'altra.",
        Label::NamesBoth => "Per il docente: questa pagina nomina entrambi.",
        Label::PairScore => "Punteggio: della più corta, ritrovato nell'altra",
        Label::EqualParts => "Parti uguali",
        Label::TokensInParts => "Token in queste parti",
        Label::LongestPart => "Nella più lunga",
        Label::Lines => "righe ",
        Label::TextCut => "Il resto non è mostrato.",
        Label::NoneCompared => "Nessuno è stato confrontato: ",
        Label::One => "Una",
        Label::Other => "L'altra",
        Label::Score => "Punteggio",
        Label::OfOne => "Dell'una",
        Label::OfOther => "Dell'altra",
        Label::Longest => "Parte più lunga",
        Label::State => "Stato",
        Label::SideBySide => "A confronto",
        Label::HowCompared => {
            "I programmi sono confrontati per la loro struttura, senza nomi, numeri, commenti e impaginazione. Il punteggio è la parte del programma più corto che si ritrova nell'altro, e una coppia con una parte lunga è elencata con qualsiasi punteggio: un motivo per guardare, non un verdetto. Una coppia si assolve con "
        }
        Label::WithReason => ", con il motivo.",
        Label::Groups => "Gruppi",
        Label::Pairs => "Coppie",
        Label::SimilarPairs => "Coppie simili",
        Label::CommonCode => "Fatte di ciò che hanno in molti",
        Label::Unparsed => {
            "L'analizzatore non è arrivato alla fine di queste, che non sono state confrontate: "
        }
        Label::BelowLimit => "sotto il limite",
        Label::MostToGain => "Che cosa porterebbe più punti",
        Label::HandedInAndCompiled => "Consegna e compilazione",
        Label::Points => "Punti",
        Label::HandedIn => "Consegna",
        Label::Methods => "Metodi",
        Label::Memory => "Memoria",
        Label::Matches => "Partite",
        Label::HowFound => {
            "Tutto quello che si legge qui risulta dall'esecuzione del player.cpp come è stato consegnato, senza i suoi include e pragma. I numeri di riga sono quelli di quel file."
        }
        Label::Marking => "Valutazione",
        Label::Percentage => "Percentuale",
        Label::ChecksPassed => "Verifiche superate",
        Label::MemoryFaults => "Errori di memoria",
        Label::Tournament => "Torneo",
        Label::ProposedStrong => "Proposta di insufficienza. ",
        Label::NoVerdict => {
            "Non è un verdetto: lo ha rilevato una macchina, e decide il docente. I punti qui sotto sono contati come se non fosse così."
        }
        Label::FailsStrong => "Insufficiente. ",
        Label::ChangedByTeacher => "Modificato dal docente. ",
        Label::WithoutThis => " Senza questo sarebbero ",
        Label::NothingMarked => "Non è stato valutato nulla. ",
        Label::NoStepDone => "Non è stato possibile fare nessun passo; i motivi sono qui sotto.",
        Label::Part => "Parte",
        Label::Reason => "Motivo",
        Label::HandedInLate => "Consegna in ritardo",
        Label::HowRounded => {
            "I punti sono arrotondati ai centesimi, parte per parte; il totale è la loro somma. Il bonus si aggiunge al totale."
        }
        Label::NotDoneNotCounted => {
            " Quello che non si è potuto fare non è nel totale e non costa nulla."
        }
    }
}

pub(super) fn phrase(phrase: &Phrase) -> String {
    match phrase {
        Phrase::Bytes(bytes) => counted(*bytes, "byte", "byte"),
        Phrase::OtherChecks(checks) => counted(*checks as u64, "altra verifica", "altre verifiche"),
        Phrase::OtherFaults(faults) => counted(*faults as u64, "altro errore", "altri errori"),
        Phrase::Parts(parts) => counted(*parts as u64, "parte", "parti"),
        Phrase::Times(times) => counted(*times, "volta", "volte"),
        Phrase::Tokens(tokens) => counted(*tokens as u64, "token", "token"),
        Phrase::Warnings(warnings) => counted(*warnings as u64, "warning", "warning"),
        Phrase::MoreFailedChecks(more) => format!("E altre {more} che qualcuno non supera."),
        Phrase::MoreFiles(more) => {
            format!(
                "{}, nel programma qui sotto.",
                counted(*more as u64, "altro file", "altri file")
            )
        }
        Phrase::MorePairs(more) => {
            format!("E altre {more}, meno simili, che non hanno una pagina.")
        }
        Phrase::MoreParts(more) => format!("E altre {more}."),
        Phrase::MorePieces(more) => {
            format!("E {}.", counted(*more as u64, "altro pezzo", "altri pezzi"))
        }
        Phrase::TotalsOf(all) => format!("Totali di {all} consegne"),
        Phrase::MarkingOf(number) => format!("Valutazione di {number}"),
        Phrase::OutOf(part, whole) => format!("{part} su {whole}"),
        Phrase::Gain(points) => match points_text(*points) {
            one if one == "1" => "+1 punto".into(),
            points => format!("+{points} punti"),
        },
        Phrase::Cost(points) => match points_text(*points) {
            none if none == "0" => "nessun punto in più: già contato altrove".into(),
            points => format!("\u{2212}{points}"),
        },
        Phrase::BlockAt { line, is_freed: true } => {
            format!("Il blocco è stato liberato alla riga {line}.")
        }
        Phrase::BlockAt { line, .. } => format!("Il blocco viene dalla riga {line}."),
        Phrase::ChecksFailed { failed, judged } => {
            let are = if *failed == 1 { "è stata superata" } else { "sono state superate" };
            let failed = counted(*failed as u64, "verifica", "verifiche");
            format!("{failed} su {judged} non {are}.")
        }
        Phrase::PassedBy { passed, all } => format!(" · superata da {passed} consegne su {all}"),
        Phrase::Verdict(verdict) => match verdict {
            Verdict::Passed => "superata".into(),
            Verdict::Failed => "risposta sbagliata".into(),
            Verdict::Crashed(signal) => format!("interrotta: segnale {signal}"),
            Verdict::TimedOut => "non è terminata".into(),
            Verdict::OutOfMemory => "ha usato troppa memoria".into(),
            Verdict::LeftEarly(code) => format!("uscita con codice {code}"),
            Verdict::NotRun => "non eseguita".into(),
            Verdict::NotJudged => "non giudicata".into(),
        },
        Phrase::LinesAround(line) => format!("Le righe consegnate attorno alla riga {line}"),
        Phrase::Ending(ending) => match ending {
            None => "non iniziato, perché altri prima non sono terminati".into(),
            Some(ToolEnd::Exited(code)) => format!("è uscito con codice {code}"),
            Some(ToolEnd::Killed(signal)) => format!("è stato interrotto dal segnale {signal}"),
            Some(ToolEnd::OutOfTime) => "non è terminato".into(),
            Some(ToolEnd::OutOfMemory) => "ha usato troppa memoria".into(),
            Some(ToolEnd::NeverBegan(why)) => format!("non si può eseguire: {why}"),
        },
        Phrase::OfPlaces { of, points, results: [won, drawn, lost] } => {
            let unit = if (points - 1.0).abs() < 1e-9 { "punto" } else { "punti" };
            format!(" su {of}, con {points} {unit}: {won} vinte, {drawn} patte, {lost} perse.")
        }
        Phrase::PointsInSteps(1) => "punti".into(),
        Phrase::PointsInSteps(width) => format!("punti, a passi di {width}"),
        Phrase::NoneSimilar(score) => {
            format!("Nessuna coppia arriva a una somiglianza del {score}.")
        }
        Phrase::NoPair { score, tokens } => format!(
            "Nessuna coppia ha un punteggio di almeno {score} o una parte di almeno {tokens} token."
        ),
        Phrase::Crowd { share, common } => format!(
            "Almeno il {share} di ognuna di queste è codice che ha più del {common} del corso. Non è considerato di nessuno, perciò qui sopra nessuna coppia compare per questo. O lo ha distribuito il corso, o è circolata una copia: conviene guardarne due."
        ),
        Phrase::OfName(name) => format!("Di \u{2068}{name}\u{2069}"),
        Phrase::TextOf(name) => format!("Il testo di {name}"),
    }
}
