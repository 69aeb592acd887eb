//! Why a folder or file takes no part: the error itself in English; matched here in other languages.

use std::borrow::Cow;

use arbitro_cli::ending::without_error_number;
use arbitro_tournament::{CannotStart, MANIFEST, NoEntrant, with_causes};
use arbitro_words::{Language, Message, say};

/// Texts from a manifest, the system or a first match are not translated.
pub(crate) struct WhyLeftOut<'a>(pub(crate) &'a NoEntrant);

impl Message for WhyLeftOut<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let text = match language {
            Language::English => with_causes(self.0),
            Language::Italian => in_italian(self.0),
            Language::French => in_french(self.0),
        };
        without_error_number(&text).into()
    }
}

fn in_italian(why: &NoEntrant) -> String {
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
        NoEntrant::CannotStart(why) => cannot_start_in_italian(why),
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

fn cannot_start_in_italian(why: &CannotStart) -> String {
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

fn in_french(why: &NoEntrant) -> String {
    match why {
        NoEntrant::Io(error) => format!("il ne peut pas être lu : {error}"),
        NoEntrant::Missing => "aucun fichier ni dossier ne porte ce nom".to_owned(),
        NoEntrant::Manifest { what } => format!("son {MANIFEST} est faux : {what}"),
        NoEntrant::OtherGame { game } => format!("il joue à {game}"),
        NoEntrant::NoGame(error) => format!("son {MANIFEST} : {error}"),
        NoEntrant::NoCommand { command } => format!("sa commande n’existe pas : {command}"),
        NoEntrant::NotBuilt { command } => format!(
            "sa commande n’existe pas : {command} ; il a un Makefile : lancez make dans son dossier"
        ),
        NoEntrant::NotItsOwn { command } => {
            format!("sa commande n’est ni dans son dossier ni du système : {command}")
        }
        NoEntrant::CannotStart(why) => cannot_start_in_french(why),
        NoEntrant::Link => "c’est un lien qui mène hors de son dossier".to_owned(),
        NoEntrant::NotCopied { what } => format!("il ne peut pas être copié : {what}"),
        NoEntrant::Smoke(trial) => {
            format!("il n’a joué aucun coup légal : {}", say(&trial.fault, Language::French))
        }
        NoEntrant::Twice => "nommé deux fois, il ne joue qu’une fois".to_owned(),
        NoEntrant::Nothing => format!("il n’y a ni {MANIFEST} ni fichier exécutable"),
        NoEntrant::TooBig => {
            "il est trop grand : plus de 1 GiB, ou plus de 20 000 fichiers".to_owned()
        }
        // The error itself states the limit.
        NoEntrant::LongCommand => with_causes(why),
    }
}

fn cannot_start_in_french(why: &CannotStart) -> String {
    let why = match why {
        CannotStart::NotExecutable(file) => {
            let file = file.display();
            format!("{file} n’est pas exécutable : chmod +x {file}")
        }
        CannotStart::Unreadable(file) => {
            let file = file.display();
            format!("{file} ne peut pas être lu : chmod a+r {file}")
        }
        CannotStart::NoExec(file) => format!(
            "{} est sur un système de fichiers monté en noexec : déplacez-le dans un autre dossier",
            file.display()
        ),
        CannotStart::Empty(file) => {
            format!("{} est vide : mettez-y le programme", file.display())
        }
        CannotStart::NoInterpreter { file, interpreter } => format!(
            "la première ligne de {} demande {interpreter}, qui n’est pas installé : installez-le, ou nommez-en un autre",
            file.display()
        ),
        CannotStart::CarriageReturn(file) => {
            let file = file.display();
            format!(
                "la première ligne de {file} finit par un retour chariot de Windows : sed -i 's/\\r$//' {file}"
            )
        }
        CannotStart::NoProgram(file) => format!(
            "{} n’est ni un programme de ce système ni un script qui nomme son interpréteur : mettez en première ligne #!/bin/sh, ou ce qui le lance",
            file.display()
        ),
        CannotStart::OtherMachine { file, built_for } => format!(
            "{} est compilé pour {built_for}, cette machine est {} : compilez-le ici",
            file.display(),
            std::env::consts::ARCH
        ),
        CannotStart::NoLoader { file, loader } => format!(
            "{} a besoin du chargeur {loader}, qui n’est pas installé : compilez-le ici, ou en statique",
            file.display()
        ),
        CannotStart::Refused { file, why } => format!(
            "le bac à sable ne peut pas lancer {} : {why} ; les programmes et leurs interpréteurs doivent être dans le dossier du joueur ou dans ceux du système",
            file.display()
        ),
    };
    format!("il ne peut pas être lancé : {why}")
}
