//! French.

use std::borrow::Cow;

use arbitro_rules::Player;
use arbitro_words::{Count, Diagnosed, Language, Loser, say};

use super::{Text, heading, how, lead, listed, numbered, turn, who, why};
use crate::analysis::{NotKept, Value};
use crate::pdn::{ForeignGame, Habit, NamedGame};
use crate::{Conclusion, Title};

const HERE: Language = Language::French;

pub(super) fn words(text: &Text) -> Cow<'static, str> {
    match text {
        Text::BoardTwice { number } => format!(
            "il y a plus d’un board_{number}.txt ; le \
             premier compte"
        )
        .into(),
        Text::ReadAsOneOf { game, names } => format!(
            "lue comme {game} ; d’après son premier plateau, elle peut être l’une de \
             {names} : choisissez par --game"
        )
        .into(),
        Text::FirstBoardIs { first } => format!(
            "le premier plateau est board_{first}.txt : ce qui s’est joué avant \
             n’est pas ici"
        )
        .into(),
        Text::WinnerWithoutReason => "il nomme un gagnant mais pas de raison".into(),
        Text::FaultWithoutReason => "il nomme une faute mais pas de raison".into(),
        Text::NoSuchReason { reason } => format!("la raison {reason:?} n’existe pas").into(),
        Text::OtherReason { reason, end } => format!(
            "il annonce {reason}, sa dernière \
             position est {end}"
        )
        .into(),
        Text::OverAlready { reason, end } => format!(
            "il annonce {reason}, mais la partie était déjà \
             finie : {end}"
        )
        .into(),
        Text::NotOver { reason } => format!(
            "il annonce {reason}, mais la partie n’est pas finie dans sa \
             dernière position"
        )
        .into(),
        Text::LimitOfNothing => "il annonce move_limit, mais rien n’a été joué".into(),
        Text::NoWinnerNamed { reason } => format!(
            "il annonce {reason}, par quoi l’un des joueurs gagne, mais ne nomme pas \
             de gagnant"
        )
        .into(),
        Text::FaultOfNobody { reason } => format!(
            "il annonce {reason}, qui n’est la faute d’aucun joueur, mais \
             nomme une faute"
        )
        .into(),
        Text::NoSuchOffender { player } => format!(
            "le joueur de sa faute est {player:?} ; ce peut \
             être x ou o"
        )
        .into(),
        Text::NotItsTurn { offender, charged } => format!(
            "sa faute est celle du joueur {offender}, mais c’était au joueur \
             {charged} de jouer"
        )
        .into(),
        Text::OtherFault { reason, found } => format!(
            "il annonce {reason}, sa faute \
             est {found:?}"
        )
        .into(),
        Text::FaultElsewhere { ply, next } => format!(
            "sa faute est au coup {ply}, le coup qui suit les siens \
             est le {next}"
        )
        .into(),
        Text::NoSuchWinner { text } => format!(
            "son gagnant est {text:?} ; ce peut être \
             x, o ou null"
        )
        .into(),
        Text::OtherPlies { claimed, plies } => {
            format!("il annonce {}, il en a {plies}", counted(*claimed)).into()
        }
        Text::PastLimit { limit, plies } => {
            format!("sa limite est de {}, pourtant il en a {}", counted(*limit), counted(*plies))
                .into()
        }
        Text::OtherWinner { reason, winner, expected } => format!(
            "il annonce que {reason} a fait gagner {}, \
             c’était {}",
            name(*winner),
            name(*expected)
        )
        .into(),
        Text::OtherLimit { plies, limit } => format!(
            "il annonce move_limit après {}, sa limite \
             est {limit}",
            counted(*plies)
        )
        .into(),
        Text::Line { number } => format!("ligne {number}").into(),
        Text::LongLine => "plus longue que tout procès-verbal ; elle est laissée de côté".into(),
        Text::NoRecord => "ce n’est pas un procès-verbal ; la ligne est laissée de côté".into(),
        Text::BrokenOff => "elle s’interrompt avant la fin".into(),
        Text::NoPdn { game: NamedGame::Ours(game) } => {
            format!("il n’y a pas de PDN de {game}").into()
        }
        Text::NoPdn { game: NamedGame::Words(name) } => {
            format!("son jeu n’existe pas ici : {name}").into()
        }
        Text::NoPdn { game: NamedGame::Type(number) } => {
            format!("son jeu n’existe pas ici : {}", numbered(*number, foreign)).into()
        }
        Text::NoMoves => "ce qui suit ses balises n’est pas des coups".into(),
        Text::NoneFits { furthest } => {
            let none = "aucune balise ne nomme son jeu, et aucun jeu d’ici ne convient à ses \
                coups ; nommez-le par --game";
            furthest.as_ref().map_or(none.into(), |(game, ply, text, why)| {
                let why = words(why);
                format!("{none}: {game} convient jusqu’au coup {ply}, {text:?}: {why}").into()
            })
        }
        Text::Fit { games } => format!(
            "aucune balise ne nomme son jeu ; ses coups conviennent à {}",
            listed(games, "et")
        )
        .into(),
        Text::VerdictsDiffer { games } => format!(
            "aucune balise ne nomme son jeu ; ses coups conviennent à {}, dont les verdicts \
             diffèrent : nommez-le par --game",
            listed(games, "et")
        )
        .into(),
        Text::NoGameType { game } => format!(
            "aucun GameType ne dit quel est le jeu ; elle est lue \
             comme {game}"
        )
        .into(),
        Text::OtherGameType { value, game } => format!(
            "son GameType est {value}, elle est lue \
             comme {game}"
        )
        .into(),
        Text::NoStart(why) => format!("son début : {}", say(why, HERE)).into(),
        Text::Illegal { game, diagnosis } => say(&Diagnosed { game: *game, diagnosis }, HERE),
        Text::NoMove(why) => say(why, HERE),
        Text::Habit(it) => habit(it).into(),
        Text::PassedDraw { ply, reason } => format!(
            "d’après les règles, c’était nulle après le coup {ply} ({reason}), mais la \
             partie continue"
        )
        .into(),
        Text::NotAllowedEnd { claimed } => format!(
            "sa Termination est {claimed}, ce que son résultat ou sa dernière position ne \
             permet pas"
        )
        .into(),
        Text::NotTheEnd { claimed } => format!(
            "sa Termination est {claimed}, ce que la dernière \
             position n’est pas"
        )
        .into(),
        Text::OtherResult { winner_there, reason } => format!(
            "d’après la dernière position, le joueur {winner_there} a gagné ({reason}), le \
             résultat dit autre chose"
        )
        .into(),
        Text::WasOver { reason } => format!(
            "la partie était déjà finie ({reason}), pourtant des \
             coups suivent"
        )
        .into(),
        Text::MoreRemarks { more } => format!("et {more} autres remarques semblables").into(),
        Text::WasOverAtPly { reason } => format!(
            "la partie était finie avant ce coup ({reason}), pourtant des \
             coups suivent"
        )
        .into(),
        Text::Damaged => "sa somme de contrôle n’est pas la bonne : ce n’est pas ce qui \
             avait été écrit"
            .into(),
        Text::Warning(it) => say(it, HERE),
        Text::Recorded(text) => text.clone().into(),
        Text::MoreFolders { more } => format!(
            "{more} autres dossiers n’ont pas \
             été examinés"
        )
        .into(),
        Text::ByteOrderMark => "une marque d’ordre des octets au début".into(),
        Text::SingleBoard => "un seul plateau, montré comme une partie sans coups".into(),
        Text::LongGame => "plus longue que toute partie ; elle est coupée".into(),
        Text::Game { number } => format!("partie {number}").into(),
        Text::NoGame => "ce qui suit n’est pas une partie ; c’est laissé de côté".into(),
        Text::AfterGame { last } => format!("après la partie {last}").into(),
        Text::Men { player } => format!("pions {player}").into(),
        Text::Kings { player } => format!("dames {player}").into(),
        Text::Marked => "marquées".into(),
        Text::Pawns { player, pawns, walls } => format!(
            "{player} en {pawns}, murs \
             restants {walls}"
        )
        .into(),
        Text::WallsAbove => "murs au-dessus de".into(),
        Text::WallsRight => "murs à droite de".into(),
    }
}

const fn foreign(game: ForeignGame) -> &'static str {
    match game {
        ForeignGame::Chess => "échecs",
        ForeignGame::Pool => "pool checkers",
        ForeignGame::Canadian => "dames canadiennes",
        ForeignGame::Portuguese => "dames portugaises",
        ForeignGame::Turkish => "dames turques",
        ForeignGame::Frisian => "dames frisonnes",
        ForeignGame::Spantsiretti => "dames spantsireti",
        ForeignGame::Othello => "Othello",
        ForeignGame::Breakthrough => "dames breakthrough",
        ForeignGame::Frysk => "Frysk!",
        ForeignGame::Antidraughts => "antidraughts",
    }
}

pub(super) fn title(title: &Title) -> String {
    heading(title, "contre", "ronde")
}

pub(super) fn conclusion(&Conclusion(shown): &Conclusion<'_>) -> String {
    let plies = say(&Count::Plies(shown.moves.len() as u64), HERE);
    if let Some(wrong) = &shown.wrong {
        return format!(
            "On peut la suivre pendant {plies} : {} au coup {} est faux, {}.",
            wrong.text,
            wrong.ply,
            why(wrong, HERE)
        );
    }
    let winner_of = |player| who(shown, player, "Le joueur ");
    let who = |player| who(shown, player, "le joueur ");
    match (shown.winner, shown.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = who(!winner);
            let how = how(reason, Some(&loser), HERE);
            format!("{} gagne après {plies} : {how}.", winner_of(winner))
        }
        (Some(winner), None) => format!("{} gagne après {plies}.", winner_of(winner)),
        (None, Some(reason)) => {
            if reason == "void" {
                return format!(
                    "La partie ne compte pas : la machine a eu une panne après {plies}."
                );
            }
            let how = how(reason, None, HERE);
            format!("Nulle après {plies} : {how}.")
        }
        (None, None) if shown.is_draw => format!("Nulle après {plies}."),
        (None, None) => {
            let turn = turn(shown);
            format!("Elle s’arrête après {plies}, au joueur {turn} de jouer.")
        }
    }
}

pub(super) fn habit(habit: &Habit) -> &'static str {
    match habit {
        Habit::Variations => "les variantes sont laissées de côté",
        Habit::Nags => {
            "les signes des coups ($1, !, ?, +, *) et les virgules sont \
             laissés de côté"
        }
        Habit::Points => "son résultat est compté en points autres que 2-0, 1-1 et 0-2",
        Habit::BareNumbers => "des numéros de coup sans point",
        Habit::Spaced => "des espaces à l’intérieur d’un coup",
        Habit::NoSign => "les cases d’un coup sans '-' ni 'x' entre elles",
        Habit::ColumnAlone => "la case d’où vient une pièce n’est nommée que par sa colonne",
        Habit::JumpByJump => "une prise est écrite en plusieurs coups",
        Habit::FancySigns => "des signes de coup qui ne sont pas en ASCII",
        Habit::Coordinates => "des cases écrites (rangée,colonne)",
        Habit::OpenBrace => {
            "un commentaire n’est jamais fermé ; il finit où des balises recommencent, \
                 ou à la fin"
        }
        Habit::Unbalanced => "les parenthèses des variantes ne s’accordent pas",
        Habit::LooseTags => "il manque à une balise un guillemet ou un crochet",
        Habit::TagTwice => "une balise figure deux fois ; la première compte",
        Habit::Junk => "des mots qui ne sont ni des coups ni rien d’autre sont laissés de côté",
        Habit::Latin1 => "des octets qui ne sont pas de l’UTF-8 ont été lus comme du Latin-1",
        Habit::WrongNumbers => "les numéros ne correspondent pas aux coups",
        Habit::TwoResults => "la balise Result et la fin des coups diffèrent ; la balise compte",
        Habit::NoResult => "il n’y a pas de résultat après les coups",
        Habit::SetUp => "FEN et SetUp ne s’accordent pas",
        Habit::FenFields => {
            "FEN indique combien de coups ont été joués (:H0:F1), ce qui n’est pas utilisé"
        }
        Habit::AfterResult => "quelque chose suit le résultat",
        Habit::QuietCapture => "des coups qui ne prennent rien sont écrits comme des prises",
        Habit::Cp850 => {
            "des octets qui ne sont pas de l’UTF-8 ont été lus selon la page de code 850"
        }
        Habit::Ambiguous => {
            "un texte qui peut désigner plusieurs prises a été lu comme la première qui \
                 convient à la suite"
        }
    }
}

pub(super) fn not_kept(why: &NotKept) -> Cow<'static, str> {
    match why {
        NotKept::Seal => words(&Text::Damaged),
        NotKept::Form => "ce n’est pas une analyse que ce programme sache lire".into(),
    }
}

fn counted(plies: u64) -> Cow<'static, str> {
    say(&Count::Plies(plies), HERE)
}

fn name(player: Option<Player>) -> Cow<'static, str> {
    player.map_or("personne".into(), |it| say(&Loser::Player(it), HERE))
}

pub(super) fn value(value: &Value) -> String {
    let plies = |count: u32| say(&Count::Plies(count.into()), Language::French);
    match *value {
        Value::Score(score) => lead(score),
        Value::WinIn(count) => format!("gagne en {}", plies(count)),
        Value::LossIn(count) => format!("perd en {}", plies(count)),
        Value::ExactWin(count) => format!("gagne en {} (table)", plies(count)),
        Value::ExactDraw => "nulle (table)".to_owned(),
        Value::ExactLoss(count) => format!("perd en {} (table)", plies(count)),
    }
}
