//! Italian.

use std::borrow::Cow;

use arbitro_engine::search::ExactValue;
use arbitro_records::Problem;
use arbitro_words::{Language, Loser, counted, say};

use super::{Text, did, ended, listed};
use crate::attack::Attack;
use crate::seems::Seems;

const HERE: Language = Language::Italian;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match *text {
        Text::NextSteps { play, within } => format!(
            "verify: qui si arbitra una partita; i giocatori vanno avviati entro {within:?}, in questa cartella, in altri due terminali:
  {play} 1
  {play} 2
Per un intero torneo dei giocatori inclusi: Ctrl-C qui, poi `tournament`.
Tutti gli altri usi: `verify --help`."
        )
        .into(),
        Text::FirstBoard { first, file } => {
            format!("{first} è pronto; si aspetta che x (il giocatore 1) scriva {file}").into()
        }
        Text::PlayersGoOn => {
            "i giocatori scrivono ancora tavolieri qui: vanno fermati, con Ctrl-C o kill".into()
        }
        Text::NoteLabel => "nota".into(),
        Text::MoreFaults(more) => format!("  e ancora {more} (con --all tutti)").into(),
        Text::RulesInEnglish => "le regole ci sono solo in inglese".into(),
        Text::MoreFindings(more) => format!("  e altre {more} con qualcosa di sbagliato (--all le mostra)").into(),
        Text::Valid => "valido".into(),
        Text::Invalid => "non valido".into(),
        Text::BoardOf(game) => format!(" come tavoliere di {game}").into(),
        Text::FaultyBoardOf { game, faults } => {
            let faults = counted(faults as u64, "difetto", "difetti");
            format!(" come tavoliere di {game}, {faults}").into()
        }
        Text::Legal => "legale".into(),
        Text::Plays { player, played } => format!(", il giocatore {player} gioca {played}").into(),
        Text::PlaysIn { player, played, took } => {
            format!(", il giocatore {player} gioca {played} ({} ms)", took.as_millis()).into()
        }
        Text::Illegal => "illegale".into(),
        Text::IllegalFor { player, why } => {
            let code = why.diagnosis.code.name();
            format!(" per il giocatore {player}: {} ({code})", say(&why, HERE)).into()
        }
        Text::InvalidBoard => "tavoliere non valido".into(),
        Text::AfterTheMove => " dopo la mossa".into(),
        Text::Right => "corretta".into(),
        Text::Wrong => "sbagliata".into(),
        Text::Incomplete => "incompleta".into(),
        Text::NotJudged => "non giudicata".into(),
        Text::WithoutMoves => "senza mosse".into(),
        Text::Unjudged(None) => "niente da giudicare".into(),
        Text::Unjudged(Some(why)) => say(why, HERE),
        Text::Because(why) => format!(": {}", words(why)).into(),
        Text::Plies { plies, how } => {
            format!(", {}, {}", counted(plies, "semimossa", "semimosse"), words(how)).into()
        }
        Text::Problem(Problem { ply: Some(ply), written: Some(written), text }) => {
            format!(" alla semimossa {ply}: {written:?}: {}", say(text, HERE)).into()
        }
        Text::Problem(Problem { ply: Some(ply), written: None, text }) => {
            format!(" alla semimossa {ply}: {}", say(text, HERE)).into()
        }
        Text::Problem(Problem { ply: None, text, .. }) => format!(": {}", say(text, HERE)).into(),
        Text::ResultLabel => "risultato".into(),
        Text::Outcome(Some(winner)) => format!("vince il giocatore {winner}").into(),
        Text::Outcome(None) | Text::Exact(ExactValue::Draw) => "patta".into(),
        Text::Reason { winner, reason: Some(reason) } => ended(reason, winner, HERE),
        Text::Reason { reason: None, .. } => "secondo il risultato".into(),
        Text::End { winner, reason } => {
            format!("{}: {}", words(&Text::Outcome(winner)), words(&Text::Reason { winner, reason }))
                .into()
        }
        Text::NoWinner { reason } => {
            format!("non vince nessuno: {}", ended(reason, None, HERE)).into()
        }
        Text::NoResult => "nessun risultato dichiarato".into(),
        Text::NotOver { turn } => format!("non finita, tocca al giocatore {turn}").into(),
        Text::Lost { player, reason } => {
            did(Loser::Player(player), reason, HERE)
        }
        Text::LostAt { player, file, ply } => {
            let file = file.map_or_else(String::new, |it| format!(" ({it})"));
            format!("{file} alla semimossa {ply}: vince il giocatore {}", !player).into()
        }
        Text::ValidOf { right, matches } => format!(", {right} di {matches} valide").into(),
        Text::BoardTotals { valid, boards } => {
            match boards {
                1 => format!("{valid} tavoliere valido su 1"),
                _ => format!("{valid} tavolieri validi su {boards}"),
            }
            .into()
        }
        Text::Totals { matches, plies, wrong, not_judged, without_moves } => {
            let matches = counted(matches, "partita", "partite");
            let plies = counted(plies, "semimossa", "semimosse");
            let mut total = format!("{matches}, {plies}, {wrong} con qualcosa di sbagliato");
            if not_judged > 0 {
                total += &format!("; {not_judged} non giudicate");
            }
            if without_moves > 0 {
                total += &format!("; {without_moves} senza mosse");
            }
            total.into()
        }
        Text::NotRecords(it) => format!("non contiene nessuna partita registrata: {}", seems(it)).into(),
        Text::NoBoards => "non contiene nessun tavoliere".into(),
        Text::Tolerated(it) => format!("tollerato: {}", say(&it, HERE)).into(),
        Text::Corrected(it) => format!("tollerato, e corretto: {}", say(&it, HERE)).into(),
        Text::FaultsInBrackets => "il tavoliere, i difetti fra parentesi:".into(),
        Text::Before => "prima:".into(),
        Text::After => "dopo:".into(),
        Text::Wrote { file, player } => {
            format!("{}, come l'ha scritto il giocatore {player}:", file.unwrap_or(ITS_FILE)).into()
        }
        Text::Players { x, o } => format!("  x: {x}, o: {o}").into(),
        Text::Fault { player, reason, why } => {
            let did = did(Loser::Named(player), reason, HERE);
            format!("  {did}: {}", say(&why, HERE)).into()
        }
        Text::WroteNoBoard { file, player } => {
            let file = file.unwrap_or(ITS_FILE);
            format!("  {file}, come l'ha scritto il giocatore {player}, non è un tavoliere:").into()
        }
        Text::Exact(ExactValue::Win(plies)) => format!("vince in {plies}").into(),
        Text::Exact(ExactValue::Loss(plies)) => format!("perde in {plies}").into(),
        Text::Leaves { count, depth, seconds, millions } => {
            let leaves = counted(count, "foglia", "foglie");
            format!("{leaves} a profondità {depth}, {seconds:.3} s, {millions:.1} M mosse/s").into()
        }
        Text::ChannelsLabel => "canali".into(),
        Text::Narrowed => "ristretti".into(),
        Text::Channels => ": un programma vede quanta memoria e quanto spazio restano alla macchina, e quanto è occupata".into(),
        Text::AttackLabel => "attacco".into(),
        Text::Attack(it) => attack(it).into(),
        Text::Attacker(it) => format!(": un programma {}", attack(it)).into(),
        Text::Denied => "impedito".into(),
        Text::Succeeded => "riuscito".into(),
        Text::SucceededAsAllowed => "riuscito, come una promessa approssimata permette".into(),
        Text::Strangers => "i programmi di estranei".into(),
        Text::MayRun => "si possono avviare qui".into(),
        Text::MayRunWithGaps => "si possono avviare qui, con lacune".into(),
        Text::MayNotRun => "non si possono avviare qui".into(),
        Text::Gaps([]) => "".into(),
        Text::Gaps(gaps) => format!(": {}", listed(gaps, HERE)).into(),
    }
}

const ITS_FILE: &str = "il suo file";

const fn seems(seems: Seems) -> &'static str {
    match seems {
        Seems::Empty => "è vuoto",
        Seems::Boards => {
            "sembra contenere tavolieri: ognuno va in un file suo, board_1.txt, board_2.txt e così via"
        }
        Seems::Utf16 => "è testo UTF-16: va salvato come UTF-8",
        Seems::Archive => "è un archivio: prima va estratto",
        Seems::Binary => "è binario",
        Seems::Text => "sembra testo di altro genere",
    }
}

/// Says what a program does.
const fn attack(attack: Attack) -> &'static str {
    match attack {
        Attack::None => "non fa niente di male",
        Attack::ReadElsewhere => "legge un file che non è suo",
        Attack::WriteElsewhere => "scrive un file fuori dalla sua cartella",
        Attack::ChangeModeElsewhere => "cambia i permessi di un file che non è suo",
        Attack::RunOwnFile => "esegue un programma che ha scritto lui stesso",
        Attack::TcpSocket => "apre un socket TCP",
        Attack::UdpSocket => "apre un socket UDP",
        Attack::UnixSocket => "apre un socket nella sua cartella",
        Attack::SeeProcess => "trova un altro processo",
        Attack::SignalProcess => "invia un segnale a un altro processo",
        Attack::ManyProcesses => "avvia 200 processi",
        Attack::ManyThreads => "avvia 200 thread",
        Attack::HugeFile => "scrive un file di 1 GiB",
        Attack::ManyFiles => "riempie la sua cartella con 100 MiB",
        Attack::MuchMemory => "usa 300 MiB di memoria e nessuno se ne accorge",
        Attack::MuchMemoryInMany => "usa 300 MiB in dieci processi e nessuno se ne accorge",
        Attack::PageTables => "usa 48 MiB su 32 come tabelle delle pagine e nessuno se ne accorge",
        Attack::Mappings => {
            "usa 48 MiB su 32 per l'elenco delle sue mappature e nessuno se ne accorge"
        }
        Attack::Queues => "usa 48 MiB su 32 in code di inotify e nessuno se ne accorge",
        Attack::Pipes => "usa 48 MiB su 32 in pipe e nessuno se ne accorge",
        Attack::Sockets => "usa 48 MiB su 32 in byte non letti di socket e nessuno se ne accorge",
        Attack::Epolls => "usa 48 MiB su 32 in voci di epoll e nessuno se ne accorge",
        Attack::NewNamespace => "crea un namespace, il primo passo per diventare root",
        Attack::LockFile => {
            "fa una chiamata di sistema che a nessun giocatore serve: blocca un file"
        }
        Attack::HideTime => "calcola in un processo a parte che non gli viene addebitato",
        Attack::ComputeWhileFrozen => "calcola mentre è congelato",
        Attack::Survive => "si lascia dietro un processo",
        Attack::Compute => "calcola per un po'",
        Attack::HoldMemory => "usa memoria per un po'",
        Attack::HoldMappings => "tiene mappature per un po'",
        Attack::HoldEpolls => "tiene voci di epoll per un po'",
    }
}
