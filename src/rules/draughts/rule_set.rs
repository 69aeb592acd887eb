//! The rule table: draughts sets differ only by these constants.
//!
//! A new set is a new [`Rules`] constant, a line in `rule_sets!` and a name in [`GameId`]. The
//! kernel takes the constants at compile time, through [`RuleSet::RULES`], so each set gets a
//! generator without the branches of the others.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{GameId, Player};

/// The side of the dark corner, as each player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DarkCorner {
    /// (row + column) is even on dark squares.
    Left,
    /// (row + column) is odd on dark squares.
    Right,
}

/// Directions in which men capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenCapture {
    /// Only away from their own side.
    Forward,
    /// In all four directions.
    AllWays,
}

/// The duty to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capturing {
    /// A capture is a move like any other.
    Optional,
    /// Only captures are legal when there is one.
    Forced,
}

/// Maximum captures in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// The turn ends after one jump.
    Single,
    /// The piece captures as long as it can.
    Whole,
}

/// The law of priority among captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// None: any capture will do.
    Free,
    /// Those that capture the most pieces, men and kings alike.
    MostPieces,
    /// Those that capture the most pieces, and of these those that capture the most kings.
    MostPiecesThenKings,
    /// Those by a king, if there are any.
    KingFirst,
    /// The Italian federation's four: most pieces, with a king, most kings, kings earliest.
    Italian,
}

impl Priority {
    /// Returns true if captures of more pieces come before those of fewer.
    pub const fn counts_pieces(self) -> bool {
        !matches!(self, Priority::Free | Priority::KingFirst)
    }
}

/// The range of kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingReach {
    /// One step; a jump lands just behind the piece.
    Short,
    /// Any number of empty squares before and behind.
    Flying,
}

/// The square where a flying king lands after a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingLanding {
    /// On any empty square behind the piece, up to the next piece.
    Anywhere,
    /// On the square just behind the piece.
    JustBehind,
}

/// The effect on a man that touches its last row during a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and its move ends there.
    EndsMove,
    /// It is crowned only if its move ends there; otherwise it continues as a man.
    OnlyAtEnd,
    /// It is crowned at once and continues as a king.
    GoesOn,
}

/// Square names in moves and diagrams of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// Numbers from the top-left dark square, row by row, as player 1 sees the board.
    NumbersFromTop,
    /// Numbers from the bottom-right dark square, row by row upwards: the first mover's own side.
    NumbersFromBottomRight,
    /// Column letter and row number, `a1` at the bottom left.
    Algebraic,
    /// `(row,column)`, both from 0 at the bottom left, as the course writes them.
    Coordinates,
}

/// The colour that player 1 has in FEN and PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstColour {
    White,
    Black,
}

/// Rules that make a draw from the history of a position. Plies count both players' moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    pub repetitions: Option<u32>,
    /// Consecutive plies by kings without a capture that make a draw.
    pub quiet_plies: Option<u16>,
    /// One king against three pieces with a king among them, for this many plies; a capture within
    /// them does not start a new count.
    pub king_against_three_plies: Option<u16>,
    /// One king against one or two pieces with a king among them, for this many plies.
    pub king_against_two_plies: Option<u16>,
    /// Three kings or more against one, for this many moves of the stronger side.
    pub kings_against_one_moves: Option<u16>,
    /// Kings on both sides, and no capture and no new king for this many plies: with two or three
    /// pieces, with four or five, with six or seven.
    pub unchanged_plies: Option<[u16; 3]>,
}

impl DrawRules {
    const NONE: DrawRules = DrawRules {
        repetitions: None,
        quiet_plies: None,
        king_against_three_plies: None,
        king_against_two_plies: None,
        kings_against_one_moves: None,
        unchanged_plies: None,
    };
    /// The World Draughts Federation's, on 100 squares: annex 1, 6.1 to 6.4.
    const FMJD_100: DrawRules = DrawRules {
        repetitions: Some(3),
        quiet_plies: Some(50),
        king_against_three_plies: Some(32),
        king_against_two_plies: Some(10),
        ..DrawRules::NONE
    };
    /// The World Draughts Federation's, on 64 squares: FMJD-64, 7.2.
    const FMJD_64: DrawRules = DrawRules {
        repetitions: Some(3),
        quiet_plies: Some(30),
        kings_against_one_moves: Some(15),
        unchanged_plies: Some([10, 60, 120]),
        ..DrawRules::NONE
    };

    /// The American Pool Checkers Association's: three kings must win in thirteen moves.
    const POOL: DrawRules =
        DrawRules { repetitions: Some(3), kings_against_one_moves: Some(13), ..DrawRules::NONE };

    /// Returns true if a lone king against few pieces has a limit.
    pub(super) const fn limits_lone_king(&self) -> bool {
        self.king_against_two_plies.is_some() || self.king_against_three_plies.is_some()
    }

    const fn repeated_or_quiet(repetitions: u32, quiet_plies: u16) -> DrawRules {
        DrawRules {
            repetitions: Some(repetitions),
            quiet_plies: Some(quiet_plies),
            ..DrawRules::NONE
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub size: usize,
    /// Rows of men each player starts with.
    pub men_rows: usize,
    /// Side of the dark corner.
    pub dark_corner: DarkCorner,
    pub men_capture: MenCapture,
    pub men_take_kings: bool,
    pub capturing: Capturing,
    pub chain: Chain,
    pub priority: Priority,
    pub kings: KingReach,
    /// Landing of flying kings. Short kings always land just behind the piece.
    pub king_landing: KingLanding,
    /// Crowning in mid-capture.
    pub crowning: Crowning,
    pub square_names: SquareNames,
    /// Player 1's colour in FEN.
    pub first_colour: FirstColour,
    pub ply_limit: u32,
    /// Draws by history.
    pub draws: DrawRules,
}

impl Rules {
    /// Pieces that each player starts with, which is also the maximum.
    pub const fn pieces(&self) -> u32 {
        (self.men_rows * self.size / 2) as u32
    }

    /// The row on which a player's men are crowned, from 0 at the bottom.
    pub const fn last_row(&self, player: Player) -> u8 {
        match player {
            Player::X => self.size as u8 - 1,
            Player::O => 0,
        }
    }
}

const DAMA: Rules = Rules {
    size: 8,
    men_rows: 3,
    dark_corner: DarkCorner::Right,
    men_capture: MenCapture::Forward,
    men_take_kings: false,
    capturing: Capturing::Optional,
    chain: Chain::Single,
    priority: Priority::Free,
    kings: KingReach::Short,
    king_landing: KingLanding::Anywhere,
    crowning: Crowning::EndsMove,
    square_names: SquareNames::Coordinates,
    first_colour: FirstColour::White,
    ply_limit: 100,
    draws: DrawRules::NONE,
};

const GUIDE: Rules = Rules {
    dark_corner: DarkCorner::Left,
    men_capture: MenCapture::AllWays,
    men_take_kings: true,
    capturing: Capturing::Forced,
    chain: Chain::Whole,
    crowning: Crowning::GoesOn,
    square_names: SquareNames::NumbersFromTop,
    ply_limit: 200,
    draws: DrawRules::repeated_or_quiet(3, 80),
    ..DAMA
};

const ENGLISH: Rules = Rules {
    men_capture: MenCapture::Forward,
    crowning: Crowning::EndsMove,
    // Black moves first there, and square 1 is on Black's own row: player 1's, seen from its side.
    square_names: SquareNames::NumbersFromBottomRight,
    first_colour: FirstColour::Black,
    ..GUIDE
};

const ITALIAN: Rules = Rules {
    dark_corner: DarkCorner::Right,
    men_capture: MenCapture::Forward,
    men_take_kings: false,
    priority: Priority::Italian,
    crowning: Crowning::EndsMove,
    draws: DrawRules::repeated_or_quiet(4, 80),
    ..GUIDE
};

const INTERNATIONAL: Rules = Rules {
    size: 10,
    men_rows: 4,
    priority: Priority::MostPieces,
    kings: KingReach::Flying,
    crowning: Crowning::OnlyAtEnd,
    ply_limit: 300,
    draws: DrawRules::FMJD_100,
    ..GUIDE
};

const FRENCHFREE: Rules = Rules { priority: Priority::Free, ..INTERNATIONAL };

const RUSSIAN: Rules = Rules {
    kings: KingReach::Flying,
    square_names: SquareNames::Algebraic,
    draws: DrawRules::FMJD_64,
    ..GUIDE
};

const BRAZILIAN: Rules = Rules {
    priority: Priority::MostPieces,
    kings: KingReach::Flying,
    crowning: Crowning::OnlyAtEnd,
    square_names: SquareNames::Algebraic,
    draws: DrawRules::FMJD_64,
    ..GUIDE
};

const POOL: Rules = Rules {
    kings: KingReach::Flying,
    crowning: Crowning::OnlyAtEnd,
    square_names: SquareNames::NumbersFromBottomRight,
    first_colour: FirstColour::Black,
    draws: DrawRules::POOL,
    ..GUIDE
};

const SPANISH: Rules = Rules {
    dark_corner: DarkCorner::Right,
    men_capture: MenCapture::Forward,
    priority: Priority::MostPiecesThenKings,
    kings: KingReach::Flying,
    crowning: Crowning::EndsMove,
    square_names: SquareNames::NumbersFromBottomRight,
    // As published by section64port.online and torofun.com: 20 moves each.
    draws: DrawRules::repeated_or_quiet(3, 40),
    ..GUIDE
};

// The federation has a draw where neither player can capture any more, which no rule can count: the
// draws are those of the guide.
const CZECH: Rules = Rules {
    men_capture: MenCapture::Forward,
    priority: Priority::KingFirst,
    kings: KingReach::Flying,
    crowning: Crowning::EndsMove,
    square_names: SquareNames::Algebraic,
    ..GUIDE
};

// No draws are published for it: they are those of the guide.
const THAI: Rules = Rules {
    men_rows: 2,
    men_capture: MenCapture::Forward,
    kings: KingReach::Flying,
    king_landing: KingLanding::JustBehind,
    crowning: Crowning::EndsMove,
    first_colour: FirstColour::Black,
    ..GUIDE
};

/// A rule set as a type, so that the compiler can specialise the kernel for it.
pub trait RuleSet: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    const ID: GameId;
    /// Its row of the table.
    const RULES: Rules;
}

macro_rules! rule_sets {
    ($($(#[$doc:meta])* $Type:ident = $row:ident;)*) => {
        /// The rule sets as types, without values.
        pub mod sets {
            use super::{GameId, RuleSet, Rules};
            $(
                $(#[$doc])*
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                pub enum $Type {}

                impl RuleSet for $Type {
                    const ID: GameId = GameId::$Type;
                    const RULES: Rules = super::$row;
                }
            )*
        }

        $(
            $(#[$doc])*
            pub type $Type = super::Draughts<sets::$Type>;
        )*
    };
}

rule_sets! {
    Dama = DAMA;
    Guide = GUIDE;
    English = ENGLISH;
    Italian = ITALIAN;
    International = INTERNATIONAL;
    Frenchfree = FRENCHFREE;
    Russian = RUSSIAN;
    Brazilian = BRAZILIAN;
    Pool = POOL;
    Spanish = SPANISH;
    Czech = CZECH;
    Thai = THAI;
}

/// The row of the rule table for a game; `None` for games other than draughts.
pub const fn draughts_rules(game: GameId) -> Option<Rules> {
    Some(match game {
        GameId::Dama => DAMA,
        GameId::Guide => GUIDE,
        GameId::English => ENGLISH,
        GameId::Italian => ITALIAN,
        GameId::International => INTERNATIONAL,
        GameId::Frenchfree => FRENCHFREE,
        GameId::Russian => RUSSIAN,
        GameId::Brazilian => BRAZILIAN,
        GameId::Pool => POOL,
        GameId::Spanish => SPANISH,
        GameId::Czech => CZECH,
        GameId::Thai => THAI,
        GameId::Quoridor | GameId::Written(_) => return None,
    })
}
