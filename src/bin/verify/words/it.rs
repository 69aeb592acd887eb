//! Italian.

use std::borrow::Cow;

use super::Text;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::NextSteps { play, within } => format!(
            "verify: qui si arbitra una partita; i giocatori vanno avviati entro {within:?}, in questa cartella, in altri due terminali:
  {play} 1
  {play} 2
Per un intero torneo dei giocatori inclusi: Ctrl-C qui, poi `tournament`.
Tutti gli altri usi: `verify --help`."
        )
        .into(),
    }
}
