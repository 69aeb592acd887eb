//! Italian.

use std::borrow::Cow;

use arbitro_cli::ending::without_error_number;
use arbitro_tournament::{CannotStart, MANIFEST, NoEntrant, with_causes};
use arbitro_words::{Count, Language, say};

use super::{Label, Left, StatusHead, Text, Wrong, left_time};

const HERE: Language = Language::Italian;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::DamagedLine { journal, line, damage } => format!("{journal}, riga {line}: {damage}; non conta"),
        Text::TornLine { journal, bytes } => format!("{journal}: l'ultima riga è interrotta ({bytes} byte); non conta"),
        Text::WrongLine { journal, line, wrong } => format!("{journal}, riga {line}: {}", wrong_line(wrong)),
        Text::Replayed { matches, plies, wrong } => {
            let (matches, plies) = (say(&Count::Matches(*matches), HERE), say(&Count::Plies(*plies), HERE));
            match wrong {
                0 => format!("rigiocate: {matches}, {plies}, tutte come è scritto"),
                wrong => format!("rigiocate: {matches}, {plies}, {wrong} non come è scritto"),
            }
        }
        Text::AnalysisBar => return "{bar:30} partite: {pos}/{len}, ancora {left}".into(),
        Text::AnalysisKept => return "l'analisi fatta finora è conservata; lo stesso comando riprende da lì".into(),
        Text::Analysed { matches: 1 } => return "1 partita analizzata ora".into(),
        Text::Analysed { matches } => format!("{matches} partite analizzate ora"),
        Text::UnusedAnalysis { path, line, problem } => format!("{path}, riga {line}: {problem}; è esclusa finché non viene analizzata di nuovo"),
        Text::CopiesRemoved { folder, more: 0 } => format!("rimosse le copie di giocatori lasciate da un torneo interrotto: {folder}"),
        Text::CopiesRemoved { folder, more } => format!("rimosse le copie di giocatori lasciate da tornei interrotti: {folder} e altre {more}"),
        Text::TrialBar => return "partite di prova, che non contano {wide_bar} {pos}/{len}".into(),
        Text::PlaysBadly { name, what } => format!("{name} gioca, ma non bene: {}", what.join("; ")),
        Text::Falters { player, ply, what } => format!("come {player} (giocatore {}), semimossa {ply}: {what}", player.number()),
        Text::Untried { name, why } => format!("{name} non è stato provato, e partecipa: {why}"),
        Text::NoPlayer { game } => format!("per un torneo di {game} servono almeno due giocatori, non ne è stato trovato nessuno"),
        Text::OnePlayer { game } => format!("per un torneo di {game} servono almeno due giocatori, ne è stato trovato uno"),
        Text::WhyLeftOut(why) => without_error_number(&left_out(why)),
        Text::LeftOut { path, why } => format!("escluso: {path}: {why}"),
        Text::EvidenceKept { folder } => format!("  i suoi tavolieri e ciò che ha stampato sono in {folder}"),
        Text::PlaysOther { named, game } => format!("escluso: {named}: gioca a {game}"),
        Text::PlayOther { named, more: 0, game } => format!("esclusi: {named}: giocano a {game}"),
        Text::PlayOther { named, more, game } => format!("esclusi: {named} e altri {more}: giocano a {game}"),
        Text::NeedsProcesses { name } => format!("{name} ha bisogno di più processi, e qui un giocatore non fidato è limitato a un solo processo (`verify doctor` dice di più; --unsafe lo avvia comunque)"),
        Text::Untrusted { name } => format!("{name} non è un giocatore incluso, o è stato modificato, e qui non si avviano giocatori non fidati (`verify doctor` dice di più; --unsafe li avvia comunque)"),
        Text::BundledPlay => return "i giocatori inclusi sono fidati e giocano; `verify doctor` dice quali promesse non varrebbero per giocatori non fidati".into(),
        Text::UntrustedPlay => return "--unsafe: giocano comunque, e possono fare tutto ciò che può fare chi li avvia".into(),
        Text::OpeningsAfter { plies } => format!("dalla seconda coppia di partite in poi si comincia dopo {plies} semimosse a caso, le stesse con entrambi i colori (--openings none: sempre dall'inizio consueto)"),
        Text::FolderTaken { folder } => format!("{folder}: in questa cartella si sta giocando un altro torneo"),
        Text::FolderUsed { folder } => format!("{folder}: contiene già un torneo; si riprende con --resume, oppure serve un'altra cartella"),
        Text::SharedCores { cores } => format!("più partite insieme, di questo torneo o di un altro, si giocano sul nucleo {cores}: l'una può far ritardare i giocatori dell'altra; con meno --jobs non succede"),
        Text::Bar { is_bounded: true } => return "{bar:30} partite: {pos}/{len}, {per_sec}, ancora {left}, in testa: {wide_msg}".into(),
        Text::Bar { is_bounded: false } => return "{spinner} partite: {pos}, {per_sec}, in testa: {wide_msg}".into(),
        Text::Decided { last, llr } => format!("deciso dopo {}, rapporto di log-verosimiglianza {llr:.2}", say(&Count::Matches(*last), HERE)),
        Text::Progress { done, rate, left: Some(Left { matches, seconds }), leader } => format!("partite: {done} su {matches}, {rate:.1} al secondo, ancora {}, in testa: {leader}", left_time(*seconds)),
        Text::Progress { done, rate, left: None, leader } => format!("partite: {done}, {rate:.1} al secondo, in testa: {leader}"),
        Text::FilesIn { folder, files } => format!("in {folder}: {files}"),
        Text::RunStopped { played, again } => format!("fermato dopo {}; si riprende con `{again}`", say(&Count::Matches(*played), HERE)),
        Text::Planned { game, format, players, seed } => format!("{game}, {format}, {players} giocatori, seme {seed}"),
        Text::Dealt { rounds, matches, shards, largest } => {
            let round = rounds.map(|rounds| format!("turno di gioco 1 di {rounds}: ")).unwrap_or_default();
            format!("{round}{} in {shards} parti, al più {largest} ciascuna", say(&Count::Matches(*matches), HERE))
        }
        Text::NextSteps { out, last } => format!("poi: `tournament work {out} --shard I`, I da 0 a {last}, su qualsiasi macchina; infine `tournament merge {out}`"),
        Text::Shard { shard, of: Some(shards), what } => format!("parte {shard} di {shards}: {}", words(what)),
        Text::Shard { shard, of: None, what } => format!("parte {shard}: {}", words(what)),
        Text::OverBefore => return "il torneo era finito prima di questo turno di gioco".into(),
        Text::NoMatchInIt => return "non ha nessuna partita".into(),
        Text::Done { done, matches, folder } => format!("partite: {done} su {matches}, in {folder}"),
        Text::ShardStopped { again } => format!("fermato; si riprende con `{again}`"),
        Text::Void { void, again } => format!("partite annullate: {void}, la macchina era troppo occupata, o ha fallito; si rigiocano con `{again}`"),
        Text::NextRound { matches, round, rounds } => format!("finora {}; si può giocare il turno di gioco {round} di {rounds}", say(&Count::Matches(*matches), HERE)),
        Text::Flaw(flaw) => (*flaw).to_owned(),
        Text::MoreFlaws(more) => format!("e altre {more} simili"),
        Text::PlayAgain { command } => format!("  si rigioca con: {command}"),
        Text::NotMerged { lacking, shards, list } => format!("non è stato unito nulla; parti incomplete: {lacking} su {shards}: {list}"),
        Text::Status(StatusHead { game, format, players, round, shards, state }) => {
            let round = round.map(|[round, rounds]| format!("turno di gioco {round} di {rounds}, ")).unwrap_or_default();
            format!("{game}, {format}, {players} giocatori, {round}{shards} parti: {}", label(*state))
        }
        Text::Label(it) => return label(*it).into(),
    }
    .into()
}

fn wrong_line(wrong: &Wrong<'_>) -> String {
    match wrong {
        Wrong::Damage(damage) => (*damage).to_owned(),
        Wrong::Match { id, ply: Some(ply), text } => {
            format!("partita {id}, semimossa {ply}: {text}")
        }
        Wrong::Match { id, ply: None, text } => format!("partita {id}: {text}"),
    }
}

const fn label(label: Label) -> &'static str {
    match label {
        Label::Shard => "parte",
        Label::Matches => "partite",
        Label::Done => "finite",
        Label::Open => "aperte",
        Label::Void => "annullate",
        Label::Damaged => "danneggiate",
        Label::Double => "doppie",
        Label::Running => "in corso",
        Label::Total => "totale",
        Label::Finished => "finito",
        Label::Merging => "da unire",
        Label::Playing => "da finire",
    }
}

fn left_out(why: &NoEntrant) -> String {
    match why {
        NoEntrant::Io(error) => format!("non si può leggere: {error}"),
        NoEntrant::Missing => "non c'è nessun file o cartella con questo nome".to_owned(),
        NoEntrant::Manifest { what } => format!("il suo {MANIFEST} è sbagliato: {what}"),
        NoEntrant::OtherGame { game } => format!("gioca a {game}"),
        NoEntrant::NoGame(error) => format!("il suo {MANIFEST}: {error}"),
        NoEntrant::NoCommand { command } => format!("il suo comando non c'è: {command}"),
        NoEntrant::NotBuilt { command } => {
            format!("il suo comando non c'è: {command}; ha un Makefile: eseguire make lì dentro")
        }
        NoEntrant::NotItsOwn { command } => {
            format!("il suo comando non è né nella sua cartella né del sistema: {command}")
        }
        NoEntrant::CannotStart(why) => cannot_start(why),
        NoEntrant::Link => "è un link che porta fuori dalla sua cartella".to_owned(),
        NoEntrant::NotCopied { what } => format!("non si può copiare: {what}"),
        NoEntrant::Smoke(trial) => {
            format!("non ha fatto nessuna mossa legale: {}", say(&trial.fault, Language::Italian))
        }
        NoEntrant::Nothing => format!("non ci sono né {MANIFEST} né un file eseguibile"),
        NoEntrant::Twice => "è indicato due volte, e gioca una volta sola".to_owned(),
        NoEntrant::TooBig => "è troppo grande: più di 1 GiB, o più di 20 000 file".to_owned(),
        // The error itself states the limit.
        NoEntrant::LongCommand => with_causes(why),
    }
}

fn cannot_start(why: &CannotStart) -> String {
    let why = match why {
        CannotStart::NotExecutable(file) => {
            let file = file.display();
            format!("{file} non è eseguibile: chmod +x {file}")
        }
        CannotStart::Unreadable(file) => {
            let file = file.display();
            format!("{file} non si può leggere: chmod a+r {file}")
        }
        CannotStart::NoExec(file) => format!(
            "{} sta su un file system montato con noexec: va spostato in un'altra cartella",
            file.display()
        ),
        CannotStart::Empty(file) => {
            format!("{} è vuoto: il programma va messo lì", file.display())
        }
        CannotStart::NoInterpreter { file, interpreter } => format!(
            "la prima riga di {} chiede {interpreter}, che non è installato: va installato, oppure la riga ne nomini un altro",
            file.display()
        ),
        CannotStart::CarriageReturn(file) => {
            let file = file.display();
            format!(
                "la prima riga di {file} finisce con un ritorno a capo di Windows: sed -i 's/\\r$//' {file}"
            )
        }
        CannotStart::NoProgram(file) => format!(
            "{} non è né un programma di questo sistema né uno script che nomina il suo interprete: la prima riga sia #!/bin/sh, o ciò che lo esegue",
            file.display()
        ),
        CannotStart::OtherMachine { file, built_for } => format!(
            "{} è compilato per {built_for}, questa macchina è {}: va compilato qui",
            file.display(),
            std::env::consts::ARCH
        ),
        CannotStart::NoLoader { file, loader } => format!(
            "a {} serve il loader {loader}, che non è installato: va compilato qui, o in modo statico",
            file.display()
        ),
        CannotStart::Refused { file, why } => format!(
            "la sandbox non può avviare {}: {why}; i programmi e i loro interpreti devono stare nella cartella del giocatore o in quelle del sistema",
            file.display()
        ),
    };
    format!("non si può avviare: {why}")
}
