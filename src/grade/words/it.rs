//! Italian.

use super::{BuildOutput, InTwo, Statement, en};
use crate::build::why::{BuildFault, Outcome};
use crate::contest::CloseCall;
use crate::kit::COMPAT;
use crate::marks::points_text;
use crate::run::task::Task;
use crate::shape::Shape;
use crate::source::{Directive, MAX_BYTES, Remarkable, Unusable};
use crate::submissions::contents::{Contents, Names, WhyLeftOut};
use arbitro_rules::language::Language;

pub(super) fn table(text: &InTwo) -> &'static str {
    text.italian
}

pub(super) fn statement(statement: &Statement) -> String {
    use self::statement as say;
    match statement {
        Statement::Same(text) => text.clone(),
        Statement::Caused { what, cause } => format!("{}: {cause}", say(what)),
        Statement::Contents(found) => contents(found),
        Statement::Unusable(why) => unusable(why),
        Statement::Build(build) => outcome(build).into(),
        Statement::ForValgrind { flags, fault } => {
            format!("compilato per valgrind, con {flags}: {}", build_fault(fault))
        }
        Statement::NotCompiled => "non è stata compilata".into(),
        Statement::NoLegalMove { what, fault } => {
            let said = fault.as_ref().map(|it| crate::matches::fault(it, Language::Italian));
            let what = said.as_ref().unwrap_or(what);
            format!("nella prima partita non ha fatto nessuna mossa legale: {what}")
        }
        Statement::Skipped(task) => format!("tralasciato: --skip {}", task.name()),
        Statement::NotAmongOnly => "nessuno l'ha chiesto: --only riguardava altri".into(),
        Statement::NotPlayed => "non sono state giocate".into(),
        Statement::NotInTournament => {
            "non ha giocato nel torneo; eseguire senza --only".into()
        }
        Statement::TournamentNotAmongOnly => "il torneo si gioca senza --only".into(),
        Statement::NoPlayer => "nessuno può giocare".into(),
        Statement::OnePlayer => "può giocare una sola consegna".into(),
        Statement::NotCompiledForWarnings => "non è stata compilata per i warning".into(),
        Statement::NoCheckThatCounts => "non è stata fatta nessuna verifica che conti".into(),
        Statement::NoReferenceMatch => {
            "non si è giocata nessuna partita contro un giocatore di riferimento".into()
        }
        Statement::NoMatch => "non è stata giocata nessuna partita".into(),
        Statement::NotContained => {
            "su questa macchina le consegne non si possono isolare; `verify doctor` dice che cosa le manca".into()
        }
        Statement::NoCompiler => {
            "le consegne non si possono compilare, e quindi né verificare né far giocare: manca g++; su Debian: apt-get install g++".into()
        }
        Statement::CompilerFails { program, why } => format!(
            "le consegne non si possono compilare: {program} non si può eseguire: {why}; su Debian: apt-get install g++"
        ),
        Statement::KitNotBuilt { name, fault, diagnostics } => format!(
            "{name} del kit non si può compilare: {}; controllare le opzioni e i limiti:\n{diagnostics}",
            build_fault(fault)
        ),
        Statement::NoValgrind => {
            "valgrind non c'è, quindi la memoria non si può verificare; su Debian: apt-get install valgrind".into()
        }
        Statement::ValgrindFails { ending, words } => {
            format!("valgrind qui non può funzionare: è terminato con {ending:?}: {words}")
        }
        Statement::NoPlaceToStart { tried, .. } => format!(
            "nessuna cartella da cui avviare i programmi: TMPDIR ne nomini una in cui ogni utente può entrare e che non sia montata noexec: {tried}"
        ),
        Statement::NothingStarts { folder, why } => format!(
            "{folder}: da lì non si può avviare nessun programma: {why}; TMPDIR deve indicare una cartella in cui ogni utente può entrare e che non è montata noexec"
        ),
        Statement::FirstMatchesFail { error } => format!("le prime partite: {error}"),
        Statement::StrengthFails { number, why } => {
            format!("{number} contro i giocatori di riferimento: {}", say(why))
        }
        Statement::TournamentFails(why) => format!("il torneo del corso: {}", say(why)),
        Statement::Unreadable(path) => {
            format!("{path} non si può leggere; renderlo leggibile e rilanciare")
        }
        Statement::Unwritable(path) => format!(
            "{path} non si può scrivere; fare spazio, o renderlo scrivibile, e rilanciare"
        ),
        Statement::NoFolderOfSubmissions(path) => format!(
            "{path} non è una cartella di consegne che si possa leggere: ce ne vuole una con una voce per ogni studente"
        ),
        // What damages a zip is English.
        Statement::NoZipOfSubmissions { path, why } => {
            format!("{path} non si può leggere come zip di consegne: {}", en::contents(why))
        }
        Statement::NoSubmission { folder, entries } => format!(
            "{folder}: non contiene nessuna consegna, su {entries} voci; una consegna è una cartella o uno zip che si chiama come una matricola"
        ),
        Statement::OnlyUnknown { number } => {
            format!("--only {number}: non c'è nessuna consegna con questa matricola")
        }
        Statement::OneWithinOther { out, submissions } => format!(
            "{out} e {submissions}: una è dentro l'altra; --out dev'essere una cartella accanto alle consegne"
        ),
        Statement::NotOfARun(out) => format!(
            "{out}: contiene già qualcosa, e non viene da una valutazione; serve una cartella nuova"
        ),
        Statement::InUse(out) => format!(
            "{out}: un'altra valutazione sta scrivendo in questa cartella; aspettare che finisca"
        ),
        Statement::NoWorksheet { path, why } => format!(
            "{path} non si può compilare come foglio di valutazione di Moodle: {why}"
        ),
        Statement::OtherWeights { path } => {
            format!("{path} resta com'è: questi voti seguono altri pesi")
        }
        Statement::StaysInPlace { number, folder } => format!(
            "{number} non ha più una consegna; la sua pagina è stata tolta, ma {folder} resta, perché contiene altri file"
        ),
        Statement::UnknownNumber { number } => format!(
            "i pesi nominano {number}, e non c'è nessuna consegna con questa matricola"
        ),
        Statement::UndecidedGrades { file, numbers } => format!(
            "{file}: i voti di queste restano com'erano, da decidere: {numbers}"
        ),
        Statement::WithoutRow { file, numbers } => {
            format!("{file}: queste consegne non vi hanno una riga: {numbers}")
        }
        Statement::Stopped => {
            "fermato; quello che è stato trovato è conservato, e lo stesso comando riprende da lì".into()
        }
        Statement::Submissions => "consegne".into(),
        Statement::Building => "compilazione".into(),
        Statement::Doing(doing) => task(doing).into(),
        Statement::Step { number, step } => format!("{number} {}", say(step)),
        Statement::Done { number } => format!("{number} fatta"),
        Statement::FirstMatches => "prime partite, che non contano".into(),
        Statement::Played => "giocate".into(),
        Statement::Leader(name) => format!("in testa: {name}"),
        Statement::Compat => format!(
            "si compila con {COMPAT}: l'header dice `using namespace std;`, e chi così non compila viene compilato senza"
        ),
        Statement::Tournament(shape) => tournament(shape),
        Statement::Crowd { count, share, named, more } => {
            let more = match more {
                0 => String::new(),
                1 => " e un'altra".to_owned(),
                more => format!(" e altre {more}"),
            };
            format!(
                "somiglianza: consegne fatte in gran parte di ciò che ha più del {share} del corso: {count}; questo non è considerato di nessuno e non propone l'insufficienza di nessuno; va guardato se lo ha distribuito il corso: {named}{more}"
            )
        }
        Statement::CloseBonus(CloseCall { above, below, sure }) => format!(
            "il bonus: {} con {} punti lo riceve, {} con {} no; che il primo sia il più forte è sicuro al {sure} %",
            above.0,
            points_text(above.1 as f64 / 100.0),
            below.0,
            points_text(below.1 as f64 / 100.0)
        ),
        Statement::HandedInNothing { count: 1, names } => {
            format!("1 non ha consegnato nulla: {names}")
        }
        Statement::HandedInNothing { count, names } => {
            format!("{count} non hanno consegnato nulla: {names}")
        }
        Statement::OpenBonus { equals, room, names } => format!(
            "il bonus: {equals} sono pari, e ce n'è per {room}: {names}; nessuno di loro lo ha finché non decidi tu (`[[decisions]]` in grade.toml), oppure --bonus-games N gioca altre N partite di ogni coppia di loro"
        ),
    }
}

pub(super) fn names(Names { first, more }: &Names) -> String {
    let names = first.join(", ");
    match (&first[..], more) {
        ([], _) => "niente".into(),
        (_, 0) => names,
        (_, 1) => format!("{names} e 1 altro"),
        (_, more) => format!("{names} e altri {more}"),
    }
}

pub(super) fn contents(contents: &Contents) -> String {
    match contents {
        Contents::Player { path, bytes, .. } => format!("{path}, {bytes} byte"),
        Contents::Missing { others } => {
            format!("manca player.cpp; nella consegna c'è: {}", names(others))
        }
        Contents::TooMany { paths } => format!("c'è più di un player.cpp: {}", names(paths)),
        Contents::TooDeep { path } => format!(
            "player.cpp è in una cartella troppo interna, {path}: deve stare al primo livello o in una sola cartella"
        ),
        Contents::NotPlain { path } => format!("{path} non è un file ordinario"),
        Contents::PathTrick { path } => {
            format!("{path} è un percorso che porta fuori dallo zip")
        }
        Contents::TooLarge { path, most } => {
            format!("{path} supera {most} byte, il massimo che viene letto")
        }
        Contents::TooManyFiles { most } => format!("ci sono più di {most} file"),
        Contents::Encrypted { path } => format!("{path} è protetto da una password"),
        Contents::DamagedZip { why } => format!("lo zip non si può leggere: {why}"),
        Contents::SameNumber => "ci sono più consegne con questa matricola".into(),
    }
}

pub(super) fn left_out(why: &WhyLeftOut) -> &'static str {
    match why {
        WhyLeftOut::NoNumber => "il nome non è una matricola: lettere, cifre, - e _, al più 64",
        WhyLeftOut::NeitherFolderNorZip => "non è né una cartella né un file .zip",
    }
}

pub(super) fn unusable(why: &Unusable) -> String {
    match why {
        Unusable::TooLarge { bytes } => {
            format!("il file ha {bytes} byte; se ne leggono al più {MAX_BYTES}")
        }
    }
}

pub(super) fn directive(what: &Directive) -> &'static str {
    match what {
        Directive::Include => "direttiva include",
        Directive::Pragma => "direttiva pragma",
        Directive::LineMarker => "direttiva line",
    }
}

pub(super) fn remarkable(what: &Remarkable) -> &'static str {
    match what {
        Remarkable::Assembler => "codice assembly",
        Remarkable::OwnMain => "un main proprio",
        Remarkable::RunsByItself => "si esegue prima o dopo il main",
        Remarkable::GlobalObject => "un oggetto fuori da ogni funzione",
    }
}

pub(super) fn build_fault(fault: &BuildFault) -> &'static str {
    match fault {
        BuildFault::CompileError => "non compila",
        BuildFault::ForeignFile => {
            "fa leggere al compilatore un file diverso da player.hpp, con un include nascosto"
        }
        BuildFault::Undefined => "compila, ma manca qualcosa che dovrebbe definire",
        BuildFault::OwnMain => "contiene un main, che in player.cpp non deve esserci",
        BuildFault::LinkError => "compila, ma il link non riesce",
        BuildFault::OutOfTime => "la compilazione richiede troppo tempo",
        BuildFault::OutOfMemory => "la compilazione richiede troppa memoria",
        BuildFault::TooLarge => "il programma che se ne ottiene è troppo grande",
        BuildFault::CompilerBroke => "il compilatore stesso si è interrotto con un errore interno",
    }
}

pub(super) fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Built => "compila",
        Outcome::NotBuilt(fault) => build_fault(fault),
    }
}

pub(super) const fn build_output(output: &BuildOutput) -> &'static str {
    match output {
        BuildOutput::Compiling => "compilazione",
        BuildOutput::Strict => "con -Wall -Wextra",
        BuildOutput::Linking => "link",
        BuildOutput::Nothing => "non ha detto nulla\n",
        BuildOutput::More => "\n... e altro\n",
    }
}

pub(super) fn tournament(shape: &Shape) -> String {
    let Shape { players, of_round_robin, .. } = shape;
    let matches = shape.matches.unwrap_or(*of_round_robin);
    match shape.is_swiss {
        false => {
            format!("il torneo: {players} consegne, tutti contro tutti, {matches} partite")
        }
        true => format!(
            "il torneo: {players} consegne, con il sistema svizzero, {matches} partite, perché tutti contro tutti sarebbero {of_round_robin}"
        ),
    }
}

pub(super) fn task(task: &Task) -> &'static str {
    match task {
        Task::Conformance => "verifica",
        Task::Memory => "sotto valgrind",
        Task::Likeness => "somiglianza",
        Task::Strength => "partite contro i giocatori di riferimento",
        Task::Contest => "partite del torneo",
    }
}
