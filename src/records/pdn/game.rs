//! One game of a PDN file: its tags, its tokens, and deviations from the standard.

use strum::{EnumIter, IntoEnumIterator};

use super::lexer::{Lexer, Token};
use arbitro_rules::GameId;
use arbitro_rules::language::Said;
use arbitro_rules::said;

/// The result of a game. Its first number belongs to the player who moves first in the usual start:
/// Black in English draughts, White in the other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdnOutcome {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    Draw,
    /// Both players lost: `0-0`.
    BothLost,
    /// Unknown: `*`.
    Open,
}

impl PdnOutcome {
    /// Parses a result in either style.
    pub fn of(word: &[u8]) -> Option<PdnOutcome> {
        // Nearly all words are moves; their length shows it.
        if matches!(word.len(), 2 | 5 | 6) && word[0] < 0x80 {
            return None;
        }
        Some(match word {
            b"1-0" | b"2-0" => PdnOutcome::First,
            b"0-1" | b"0-2" => PdnOutcome::Second,
            b"1/2-1/2" | b"1-1" | b"1/2" => PdnOutcome::Draw,
            b"0-0" => PdnOutcome::BothLost,
            b"*" => PdnOutcome::Open,
            _ if word.first().is_some_and(|it| *it >= 0x80) => {
                // One half, in UTF-8 or Latin-1.
                let is_half = |it: &[u8]| it == b"\xc2\xbd" || it == b"\xbd";
                let mut halves = word.splitn(2, |it| *it == b'-');
                let first = halves.next().is_some_and(is_half);
                (first && halves.next().is_none_or(is_half)).then_some(PdnOutcome::Draw)?
            }
            _ => return None,
        })
    }

    /// Parses a result with blanks around its parts.
    pub(super) fn of_spaced(text: &[u8]) -> Option<PdnOutcome> {
        if text.len() > 16 {
            return None;
        }
        let word: Vec<u8> = text.iter().copied().filter(|it| *it != b' ' && *it != b'\t').collect();
        PdnOutcome::of(&word)
    }

    /// The result as PDN 3.0 writes it for the GameType: in points for international draughts.
    pub const fn text(self, game: GameId) -> &'static str {
        match (self, game) {
            (PdnOutcome::First, GameId::International) => "2-0",
            (PdnOutcome::Second, GameId::International) => "0-2",
            (PdnOutcome::Draw, GameId::International) => "1-1",
            (PdnOutcome::First, _) => "1-0",
            (PdnOutcome::Second, _) => "0-1",
            (PdnOutcome::Draw, _) => "1/2-1/2",
            (PdnOutcome::BothLost, _) => "0-0",
            (PdnOutcome::Open, _) => "*",
        }
    }
}

/// A deviation from the standard, or something that the reader leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter)]
pub enum Habit {
    /// Variations, which are left out.
    Variations,
    /// NAGs, marks like `!?` and commas, left out.
    Nags,
    /// A result counted in points of the event's own, such as `4-6`.
    Points,
    /// Move numbers without a dot.
    BareNumbers,
    /// Blanks inside a move.
    Spaced,
    /// No separator between squares.
    NoSign,
    /// A square given by its column alone.
    ColumnAlone,
    /// A capture written as several moves.
    JumpByJump,
    /// Separators that are not ASCII.
    FancySigns,
    /// Squares as `(row,column)`.
    Coordinates,
    /// A brace that is not closed.
    OpenBrace,
    /// A parenthesis that is not closed, or one too many.
    Unbalanced,
    /// A tag without all its quotes and brackets.
    LooseTags,
    /// The same tag twice; the first counts.
    TagTwice,
    /// Words that are not PDN.
    Junk,
    /// Bytes that are not UTF-8.
    Latin1,
    /// Wrong move numbers.
    WrongNumbers,
    /// The Result tag contradicts the result after the moves.
    TwoResults,
    /// No result after the moves.
    NoResult,
    /// SetUp without FEN, or FEN with a SetUp that denies it.
    SetUp,
    /// Move counters in a FEN.
    FenFields,
    /// Moves after a result.
    AfterResult,
    /// A quiet move written like a capture.
    QuietCapture,
    /// Bytes of the DOS code page 850.
    Cp850,
    /// A text that may be several captures.
    Ambiguous,
}

impl Habit {
    /// Describes the deviation.
    pub fn text(self) -> Said {
        match self {
            Habit::Variations => said!(
                "variations are left out",
                "le varianti sono tralasciate",
                "les variantes sont laissées de côté"
            ),
            Habit::Nags => said!(
                "marks of moves ($1, !, ?, +, *) and commas are left out",
                "i segni delle mosse ($1, !, ?, +, *) e le virgole sono tralasciati",
                "les signes des coups ($1, !, ?, +, *) et les virgules sont laissés de côté"
            ),
            Habit::Points => said!(
                "its result is counted in points that are not 2-0, 1-1 or 0-2",
                "il suo risultato è contato in punti diversi da 2-0, 1-1 e 0-2",
                "son résultat est compté en points autres que 2-0, 1-1 et 0-2"
            ),
            Habit::BareNumbers => {
                said!(
                    "move numbers without a dot",
                    "numeri di mossa senza punto",
                    "des numéros de coup sans point"
                )
            }
            Habit::Spaced => said!(
                "blanks inside a move",
                "spazi dentro una mossa",
                "des espaces à l’intérieur d’un coup"
            ),
            Habit::NoSign => said!(
                "squares of a move without '-' or 'x' between them",
                "caselle di una mossa senza '-' o 'x' in mezzo",
                "les cases d’un coup sans '-' ni 'x' entre elles"
            ),
            Habit::ColumnAlone => said!(
                "the square a piece comes from is named by its column alone",
                "la casella da cui viene un pezzo è indicata dalla sola colonna",
                "la case d’où vient une pièce n’est nommée que par sa colonne"
            ),
            Habit::JumpByJump => said!(
                "a capture is written as several moves",
                "una presa è scritta come più mosse",
                "une prise est écrite en plusieurs coups"
            ),
            Habit::FancySigns => said!(
                "signs of moves that are not ASCII",
                "segni delle mosse che non sono ASCII",
                "des signes de coup qui ne sont pas en ASCII"
            ),
            Habit::Coordinates => said!(
                "squares written as (row,column)",
                "caselle scritte come (riga,colonna)",
                "des cases écrites (rangée,colonne)"
            ),
            Habit::OpenBrace => {
                said!(
                    "a comment is never closed; it was ended where tags begin again, or at the end",
                    "un commento non è mai chiuso; è stato terminato dove ricominciano i tag, o alla fine",
                    "un commentaire n’est jamais fermé ; il finit où des balises recommencent, ou à la fin"
                )
            }
            Habit::Unbalanced => said!(
                "parentheses of variations do not match",
                "le parentesi delle varianti non tornano",
                "les parenthèses des variantes ne s’accordent pas"
            ),
            Habit::LooseTags => said!(
                "a tag lacks a quote or a bracket",
                "a un tag mancano virgolette o una parentesi",
                "il manque à une balise un guillemet ou un crochet"
            ),
            Habit::TagTwice => said!(
                "a tag occurs twice; the first counts",
                "un tag compare due volte; conta il primo",
                "une balise figure deux fois ; la première compte"
            ),
            Habit::Junk => said!(
                "words that are neither moves nor anything else were left out",
                "sono state tralasciate parole che non sono né mosse né altro",
                "des mots qui ne sont ni des coups ni rien d’autre sont laissés de côté"
            ),
            Habit::Latin1 => said!(
                "bytes that are not UTF-8 were read as Latin-1",
                "byte che non sono UTF-8 sono stati letti come Latin-1",
                "des octets qui ne sont pas de l’UTF-8 ont été lus comme du Latin-1"
            ),
            Habit::WrongNumbers => said!(
                "move numbers do not fit the moves",
                "i numeri di mossa non corrispondono alle mosse",
                "les numéros ne correspondent pas aux coups"
            ),
            Habit::TwoResults => said!(
                "the tag Result and the end of the moves differ; the tag counts",
                "il tag Result e la fine delle mosse sono diversi; conta il tag",
                "la balise Result et la fin des coups diffèrent ; la balise compte"
            ),
            Habit::NoResult => said!(
                "there is no result after the moves",
                "dopo le mosse non c'è un risultato",
                "il n’y a pas de résultat après les coups"
            ),
            Habit::SetUp => said!(
                "FEN and SetUp do not agree",
                "FEN e SetUp non sono coerenti fra loro",
                "FEN et SetUp ne s’accordent pas"
            ),
            Habit::FenFields => said!(
                "FEN gives the number of moves made (:H0:F1), which is not used",
                "FEN indica quante mosse sono state fatte (:H0:F1), un dato che non è usato",
                "FEN indique combien de coups ont été joués (:H0:F1), ce qui n’est pas utilisé"
            ),
            Habit::AfterResult => said!(
                "something follows the result",
                "dopo il risultato segue qualcosa",
                "quelque chose suit le résultat"
            ),
            Habit::QuietCapture => said!(
                "moves that capture nothing are written like captures",
                "mosse che non prendono niente sono scritte come prese",
                "des coups qui ne prennent rien sont écrits comme des prises"
            ),
            Habit::Cp850 => said!(
                "bytes that are not UTF-8 were read as code page 850",
                "byte che non sono UTF-8 sono stati letti secondo la codepage 850",
                "des octets qui ne sont pas de l’UTF-8 ont été lus selon la page de code 850"
            ),
            Habit::Ambiguous => said!(
                "a text that may be several captures was read as the first that later moves fit",
                "un testo che può indicare più prese è stato letto come la prima adatta alle mosse seguenti",
                "un texte qui peut désigner plusieurs prises a été lu comme la première qui convient à la suite"
            ),
        }
    }
}

/// The deviations of a game, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits(u32);

impl Habits {
    /// Adds a deviation.
    pub fn add(&mut self, habit: Habit) {
        self.0 |= 1 << habit as u32;
    }

    /// Adds deviations.
    pub fn extend(&mut self, habits: impl IntoIterator<Item = Habit>) {
        for habit in habits {
            self.add(habit);
        }
    }

    pub fn has(self, habit: Habit) -> bool {
        self.0 & (1 << habit as u32) != 0
    }

    /// All deviations, in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Habit> {
        Habit::iter().filter(move |&it| self.has(it))
    }
}

/// A game; its tags and moves are borrowed from the bytes.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// Its tags in order: names, and values with their escapes.
    pub tags: Vec<(&'a [u8], &'a [u8])>,
    /// Number of tokens that may be moves, without variations.
    pub moves: usize,
    /// The result at its end.
    pub result: Option<PdnOutcome>,
    /// The result at its end as it is spelled.
    pub result_text: &'a [u8],
    /// Deviations noticed while reading.
    pub habits: Habits,
    bytes: &'a [u8],
}

impl<'a> Game<'a> {
    /// Reads a game without interpreting its moves.
    pub fn new(bytes: &'a [u8]) -> Game<'a> {
        let mut game = Game {
            tags: Vec::new(),
            moves: 0,
            result: None,
            result_text: b"",
            habits: Habits::default(),
            bytes,
        };
        let mut depth = 0_usize;
        for token in Lexer::new(bytes) {
            match token {
                Token::Tag(name, value) => game.tag(name, value),
                Token::LooseTag(name, value) => {
                    game.habits.add(Habit::LooseTags);
                    game.tag(name, value);
                }
                Token::Open => {
                    game.habits.add(Habit::Variations);
                    depth += 1;
                }
                Token::Close if depth == 0 => game.habits.add(Habit::Unbalanced),
                Token::Close => depth -= 1,
                Token::Nag(_) => game.habits.add(Habit::Nags),
                Token::OpenComment(_) => game.habits.add(Habit::OpenBrace),
                Token::Junk(_) if depth == 0 => game.habits.add(Habit::Junk),
                Token::Move(_) if depth == 0 => {
                    if game.result.is_some() {
                        game.habits.add(Habit::AfterResult);
                    }
                    game.moves += 1;
                }
                Token::Number(_, false) => game.habits.add(Habit::BareNumbers),
                Token::Result(outcome, text) if depth == 0 => {
                    if text.contains(&b' ') {
                        game.habits.add(Habit::Spaced);
                    }
                    if text.iter().any(|it| *it >= 0x80) {
                        game.habits.add(Habit::FancySigns);
                    }
                    game.result = Some(outcome);
                    game.result_text = text;
                }
                _ => {}
            }
        }
        if depth > 0 {
            game.habits.add(Habit::Unbalanced);
        }
        game
    }

    fn tag(&mut self, name: &'a [u8], value: &'a [u8]) {
        // Bounded, so that a file of nothing but tags does not take quadratic time.
        const SEARCHED: usize = 64;
        let known = &self.tags[..self.tags.len().min(SEARCHED)];
        if known.iter().any(|(it, _)| *it == name) {
            self.habits.add(Habit::TagTwice);
        }
        self.tags.push((name, value));
    }

    /// The value of a tag with its escapes. Ignores the case of the tag's name.
    pub fn tag_value(&self, name: &str) -> Option<&'a [u8]> {
        let name = name.as_bytes();
        let mut tags = self.tags.iter();
        tags.find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    /// The tokens of the game, including tags.
    pub fn tokens(&self) -> Lexer<'a> {
        Lexer::new(self.bytes)
    }
}
