//! Descriptions of the reasons for which matches end.

use crate::Player;
use crate::language::{Language, Said, of_each};

/// How a match ends for a reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The loser has lost by the rules; the words say what it did.
    Lost,
    /// The loser forfeits; the words say what it did.
    Forfeit,
    Won,
    Drawn,
}

/// The contract's words for the reasons, in its order, with their meaning in English, Italian and
/// French.
const REASONS: [(&str, Ends, [&str; 3]); 17] = [
    ("no_pieces", Ends::Lost, ["has no pieces left", "non ha più pezzi", "n’a plus de pièces"]),
    ("no_moves", Ends::Lost, ["has no legal move", "non ha mosse legali", "n’a pas de coup légal"]),
    ("goal", Ends::Won, ["the goal is reached", "la meta è raggiunta", "le but est atteint"]),
    (
        "move_limit",
        Ends::Drawn,
        [
            "the move limit is reached",
            "il limite di semimosse è raggiunto",
            "la limite de coups est atteinte",
        ],
    ),
    (
        "repetition",
        Ends::Drawn,
        ["the position was repeated", "la posizione si è ripetuta", "la position s’est répétée"],
    ),
    (
        "rule_draw",
        Ends::Drawn,
        ["a draw rule of the game", "una regola di patta del gioco", "une règle de nulle du jeu"],
    ),
    (
        "illegal_move",
        Ends::Forfeit,
        ["made an illegal move", "ha fatto una mossa illegale", "a joué un coup illégal"],
    ),
    (
        "unchanged",
        Ends::Forfeit,
        [
            "left the board as it was",
            "ha lasciato il tavoliere com'era",
            "a laissé le plateau tel quel",
        ],
    ),
    (
        "invalid_board",
        Ends::Forfeit,
        [
            "wrote no playable board",
            "non ha scritto un tavoliere valido",
            "n’a pas écrit de plateau jouable",
        ],
    ),
    ("timeout", Ends::Forfeit, ["took too long", "ci ha messo troppo", "a mis trop de temps"]),
    (
        "memory",
        Ends::Forfeit,
        ["used too much memory", "ha usato troppa memoria", "a utilisé trop de mémoire"],
    ),
    ("crash", Ends::Forfeit, ["crashed", "è andato in crash", "s’est planté"]),
    (
        "exited",
        Ends::Forfeit,
        ["ended without a move", "è uscito senza muovere", "s’est arrêté sans jouer"],
    ),
    ("output", Ends::Forfeit, ["wrote too much", "ha scritto troppo", "a trop écrit"]),
    (
        "cheating",
        Ends::Forfeit,
        [
            "wrote what is not its own",
            "ha scritto ciò che non è suo",
            "a écrit ce qui n’est pas à lui",
        ],
    ),
    // Only people end a match like this: on the page, and in files of other programs.
    (
        "agreed",
        Ends::Drawn,
        ["the players agreed", "i giocatori si sono accordati", "les joueurs se sont mis d’accord"],
    ),
    ("resigned", Ends::Lost, ["resigned", "ha abbandonato", "a abandonné"]),
];

/// The contract's words, in its order.
pub fn reasons() -> impl Iterator<Item = &'static str> {
    REASONS.iter().map(|(word, ..)| *word)
}

fn known(word: &str) -> Option<(Ends, Said)> {
    let reason = REASONS.iter().find(|(known, ..)| *known == word);
    reason.map(|&(_, ends, [english, italian, french])| (ends, Said::new(english, italian, french)))
}

/// Describes a reason by itself, as in a table; an unknown one is shown as it is.
pub fn reason_said(word: &str) -> Said {
    match known(word) {
        Some((Ends::Forfeit, did)) => {
            Said::joined(&[Said::new("forfeit: ", "forfait: ", "forfait : "), did], "")
        }
        Some((Ends::Drawn, why)) => {
            Said::joined(&[Said::new("draw: ", "patta: ", "nulle : "), why], "")
        }
        Some((Ends::Lost | Ends::Won, why)) => why,
        // Not an end: the match is played again.
        None if word == "void" => Said::new(word, "annullata", "annulée"),
        None => Said::same(word),
    }
}

/// Describes a reason in a sentence, which may be about the loser, or a player that is called so; an
/// unknown one is shown as it is.
pub fn ended_said(word: &str, loser: Option<&Said>) -> Said {
    match (known(word), loser) {
        (Some((Ends::Lost | Ends::Forfeit, did)), Some(loser)) => {
            Said::joined(&[loser.clone(), did], " ")
        }
        (Some((_, why)), _) => why,
        (None, _) if word == "void" => {
            Said::new("the host failed", "la macchina si è guastata", "la machine a eu une panne")
        }
        (None, _) => Said::same(word),
    }
}

/// A player in a sentence by its letter.
pub fn player_said(player: Player) -> Said {
    Said::new(player.to_string(), format!("il giocatore {player}"), format!("le joueur {player}"))
}

/// Summarises a match's result for a list; empty if it is unknown.
pub fn result_said(winner: Option<Player>, reason: Option<&str>) -> Said {
    let word = reason.unwrap_or_default().trim_end();
    let Some(winner) = winner else {
        return reason_said(word);
    };
    let loser = Said::same((!winner).to_string());
    let why = ended_said(word, Some(&loser));
    of_each(|language| {
        let (before, after, colon) = match language {
            Language::English => ("", " wins", ": "),
            Language::Italian => ("vince ", "", ": "),
            Language::French => ("", " gagne", " : "),
        };
        let won = format!("{before}{winner}{after}");
        match why.in_language(language) {
            "" => won,
            why => format!("{won}{colon}{why}"),
        }
    })
}

/// Width of a column that fits every result.
pub fn result_width(language: Language) -> usize {
    let results = REASONS.iter().map(|&(word, ends, _)| {
        let winner = (ends != Ends::Drawn).then_some(Player::X);
        result_said(winner, Some(word))
    });
    let widths = results.map(|it| it.in_language(language).chars().count());
    widths.max().unwrap_or(0)
}
