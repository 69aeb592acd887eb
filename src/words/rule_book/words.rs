//! Texts of the rule books.

use arbitro_rules::draughts::{
    Capturing, Chain, Crowning, DarkCorner, FirstColour, KingReach, MenCapture, Priority,
    SquareNames,
};
use arbitro_rules::{Card, GameId};
use arbitro_table::texts;

arbitro_table::room!(
    pub(super) "rule_book/words": Title, Intro, Number, Ordinal, Squares, RuleBookMessage, impl KingReach,
    impl MenCapture, impl Capturing, impl Chain, impl InShort
);

/// The name of a game for people.
#[texts("rule_book/words")]
pub(super) struct Title {
    pub(super) game: GameId,
}

/// Introduces a game. The sentence does not repeat the rule table.
#[texts("rule_book/words")]
pub(super) struct Intro {
    pub(super) game: GameId,
}

/// A small number in words.
#[texts("rule_book/words")]
pub(super) struct Number {
    pub(super) count: usize,
}

/// The number of a repetition in words.
#[texts("rule_book/words")]
pub(super) struct Ordinal {
    pub(super) count: u32,
}

/// The names of squares.
#[texts("rule_book/words")]
pub(super) struct Squares {
    pub(super) names: SquareNames,
    pub(super) squares: usize,
    // The name of one.
    pub(super) corner: String,
}

/// The meaning of a column of the rule table, in short.
pub(super) enum InShort {
    Men(MenCapture),
    Kings(KingReach),
    Priority(Priority),
    Crowning(Crowning),
}

/// A sentence with its facts.
#[texts("rule_book/words")]
pub(super) enum RuleBookMessage<'a> {
    Command(GameId),
    Or { rest: String, last: &'a str },
    // For every game.
    Limit(u32),
    Repetition { times: Ordinal, has_walls: bool },
    // Draughts.
    Board { size: usize, squares: usize, corner: DarkCorner },
    Men { men: u32, rows: Number },
    ManSteps { man: &'a str, to: String },
    KingGoes { king: &'a str, to: String, own: Option<&'a str> },
    ManCaptures { man: &'a str, capturing: Capturing, to: String },
    ManAndKing { man: &'a str, to: String },
    ChainOfMan { man: &'a str, chain: Chain, captured: Number, to: String },
    Either(String),
    MostKings(String),
    OneLegal { captured: Number, written: String },
    KingFirst(String),
    Crowned { at_once: bool },
    CrownedBySteps { man: &'a str, to: String, edge: &'a str },
    CrownedAndStops { man: &'a str, to: String },
    NotCrowned { man: &'a str, captured: Number, edge: &'a str, to: String },
    CrownedGoesOn { man: &'a str, edge: &'a str, captured: Number, to: String },
    QuietDraw { plies: u16 },
    KingAlone { pieces: &'a str, plies: u16 },
    KingsAgainstOne(u16),
    UnchangedDraw { pieces: &'a str, plies: u16 },
    Written { step: String, capture: String, colour: FirstColour },
    BoardFile { size: usize, letters: usize },
    // Draughts in short.
    SquaresInShort { size: usize, men: u32 },
    DrawInShort { times: Option<Ordinal>, plies: u32 },
    SlowDraws(String),
    KingsAlone(u16),
    AgainstThree(u16),
    AgainstTwo(u16),
    AgainstOne(u16),
    Unchanged { three: u16, five: u16, seven: u16 },
    // Quoridor.
    QuoridorInShort(usize),
    TurnInShort(usize),
    QuoridorBoard { size: usize, walls: usize },
    QuoridorStart(&'a str),
    Jump(&'a str),
    JumpAside(&'a str),
    JumpAtTheEdge(&'a str),
    QuoridorFile { lines: usize, letters: usize, walls: usize },
}

// Functions in texts.
fn half(plies: &u16) -> u16 {
    plies / 2
}

fn own_title(card: &Card) -> &'static str {
    card.written.map_or(card.name, |written| &written.look.title.english)
}
