//! French.

use std::borrow::Cow;

use super::Text;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::NextSteps { play, within } => format!(
            "verify: ceci arbitre une partie ; lancez ses joueurs en moins de {within:?}, dans ce dossier, dans deux autres terminaux :
  {play} 1
  {play} 2
Pour un tournoi entier des joueurs fournis : Ctrl-C ici, puis `tournament`.
Tous les autres usages : `verify --help`."
        )
        .into(),
    }
}
