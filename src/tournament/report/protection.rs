//! Describes the protection of matches. Beside results it is stored as codes; one that this program does not
//! know is shown as stored.

use std::borrow::Cow;

use arbitro_sandbox::{Layer, Mechanism, Promise, Strength};
use arbitro_words::{Language, Message, say};

use crate::words::TournamentMessage;

/// A word of a protection. A mechanism is what keeps a promise, or why it is not kept.
#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    Promise(Promise),
    Layer(Layer),
    Strength(Strength),
    Mechanism(Mechanism),
}

/// A promise by its name, as stored beside results.
#[derive(Clone, Copy, Debug)]
pub struct StoredPromise<'a>(pub &'a str);

/// Strength and mechanism of a promise, as stored beside results.
#[derive(Clone, Copy, Debug)]
pub struct StoredHow<'a>(pub &'a str);

/// A machine that is too weak for a hostile program: the promises not kept and their strength, grouped by
/// cause.
#[derive(Clone, Copy, Debug)]
pub struct TooWeak<'a>(pub &'a [(Vec<Promise>, Strength, Mechanism)]);

impl Message for StoredPromise<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        known_or(self.0.parse().ok().map(Protection::Promise), self.0, language)
    }
}

impl Message for StoredHow<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let (strength, mechanism) = match self.0.split_once(": ") {
            Some((strength, mechanism)) => (strength, Some(mechanism)),
            None => (self.0, None),
        };
        let strength =
            known_or(strength.parse().ok().map(Protection::Strength), strength, language);
        let Some(text) = mechanism else {
            return strength;
        };
        let mechanism = Mechanism::from_code(text).map(Protection::Mechanism);
        format!("{strength}: {}", known_or(mechanism, text, language)).into()
    }
}

impl Message for TooWeak<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let sentences = self.0.iter().map(|(promises, strength, mechanism)| {
            let names = promises.iter().map(|&it| say(&Protection::Promise(it), language));
            let not_kept = TournamentMessage::NotKept {
                promises: &names.collect::<Vec<_>>().join(", "),
                is_one: promises.len() == 1,
                strength: Protection::Strength(*strength),
                mechanism: Protection::Mechanism(*mechanism),
            };
            say(&not_kept, language)
        });
        say(
            &TournamentMessage::TooWeak { list: &sentences.collect::<Vec<_>>().join("; ") },
            language,
        )
    }
}

fn known_or(known: Option<Protection>, text: &str, language: Language) -> Cow<'static, str> {
    known.map_or_else(|| text.to_owned().into(), |protection| say(&protection, language))
}
