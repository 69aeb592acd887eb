//! What the programs say. A message is data: an enum with a variant for each thing to say, and the
//! facts in its fields. Each language has its words for it in a file of its own, `en.rs`, `it.rs` and
//! `fr.rs`, with one exhaustive `match`: a sentence that a language lacks does not compile.
//!
//! What several programs say stands here; what only one room says stands in a folder `words` beside
//! that room, in the same form.
//!
//! Output for programs (`--json`, CSV, records, codes) is English.

mod count;
mod diagnosed;
mod en;
mod ending;
mod fact;
mod fault;
mod fr;
mod it;

use std::borrow::Cow;

pub use arbitro_rules::language::Language;
pub use count::{Count, WallsLeft, counted};
pub use diagnosed::Diagnosed;
pub use ending::{Ending, Loser, reasons, result_width};
pub use fact::{Choice, Decimals, Label, Listed, Quoted, Signed};
pub use fault::{Alternatives, Faults, MAX_TOLD_FAULTS, OfFault};

/// Something to say, as facts.
pub trait Message {
    /// Writes it in a language. Callers use [`say`].
    fn words(&self, language: Language) -> Cow<'static, str>;
}

/// Says a message in a language.
pub fn say<M: Message + ?Sized>(message: &M, language: Language) -> Cow<'static, str> {
    message.words(language)
}

/// Has types said by the functions of these names in `en`, `it` and `fr`, the languages of a room.
#[macro_export]
macro_rules! messages {
    ($($message:ty: $function:ident;)*) => {$(
        impl $crate::Message for $message {
            fn words(&self, language: $crate::Language) -> ::std::borrow::Cow<'static, str> {
                match language {
                    $crate::Language::English => en::$function(self).into(),
                    $crate::Language::Italian => it::$function(self).into(),
                    $crate::Language::French => fr::$function(self).into(),
                }
            }
        }
    )*};
}
