//! English.

use std::borrow::Cow;

use super::Text;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::NextSteps { play, within } => format!(
            "verify: this referees a match; start its players within {within:?}, in this folder, in two other terminals:
  {play} 1
  {play} 2
For a whole tournament of the bundled players instead: Ctrl-C here, then `tournament`.
All other uses: `verify --help`."
        )
        .into(),
    }
}
