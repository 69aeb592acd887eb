//! The rule sets as data: one row each, and one generator for all of them.

/// Priority among captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Priority {
    /// Any of them.
    Free,
    /// One that takes the most pieces.
    Most,
    /// One that takes the most pieces, and of these one that takes the most kings.
    MostKings,
    /// One by a king, if a king can capture.
    KingFirst,
    /// The four tests of the Italian federation, one after the other.
    Italian,
}

/// One rule set as data. The yes-or-no fields read as sentences that hold in the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(clippy::struct_excessive_bools)] // A table of yes and no is what rule sets are.
pub struct Rules {
    /// The name the set goes by.
    pub name: &'static str,
    /// Rows, and columns, of the board.
    pub size: u8,
    /// Rows that each player's men fill at the start.
    pub rows_of_men: u8,
    /// The parity of row + column on the squares in play.
    pub dark_parity: u8,
    /// Men capture backwards too.
    pub men_capture_back: bool,
    /// Men may capture kings.
    pub men_capture_kings: bool,
    /// True if captures are compulsory.
    pub forced: bool,
    /// A capture goes on with the same piece while it can.
    pub chains: bool,
    /// Kings go as far as they like.
    pub flying: bool,
    /// Flying kings land just behind what they capture.
    pub lands_just_behind: bool,
    /// A man that touches the far row in mid-capture goes on as a king.
    pub crowned_at_once: bool,
    /// Priority among captures.
    pub(super) priority: Priority,
}

/// Values that most rule sets share; the rows below state their differences.
const COMMON: Rules = Rules {
    name: "",
    size: 8,
    rows_of_men: 3,
    dark_parity: 0,
    men_capture_back: true,
    men_capture_kings: true,
    forced: true,
    chains: true,
    flying: false,
    lands_just_behind: false,
    crowned_at_once: false,
    priority: Priority::Free,
};

/// The rule sets known here, in the order of the rules' own table.
pub static TABLE: &[Rules] = &[
    Rules {
        name: "dama",
        dark_parity: 1,
        men_capture_back: false,
        men_capture_kings: false,
        forced: false,
        chains: false,
        ..COMMON
    },
    Rules { name: "guide", crowned_at_once: true, ..COMMON },
    // A man crowned by a capture stops there; as it only captures forward, that needs no column.
    Rules { name: "english", men_capture_back: false, ..COMMON },
    Rules {
        name: "italian",
        dark_parity: 1,
        men_capture_back: false,
        men_capture_kings: false,
        priority: Priority::Italian,
        ..COMMON
    },
    Rules {
        name: "international",
        size: 10,
        rows_of_men: 4,
        flying: true,
        priority: Priority::Most,
        ..COMMON
    },
    Rules { name: "frenchfree", size: 10, rows_of_men: 4, flying: true, ..COMMON },
    Rules { name: "russian", flying: true, crowned_at_once: true, ..COMMON },
    Rules { name: "brazilian", flying: true, priority: Priority::Most, ..COMMON },
    Rules { name: "pool", flying: true, ..COMMON },
    Rules {
        name: "spanish",
        dark_parity: 1,
        men_capture_back: false,
        flying: true,
        priority: Priority::MostKings,
        ..COMMON
    },
    Rules {
        name: "czech",
        men_capture_back: false,
        flying: true,
        priority: Priority::KingFirst,
        ..COMMON
    },
    Rules {
        name: "thai",
        rows_of_men: 2,
        men_capture_back: false,
        flying: true,
        lands_just_behind: true,
        ..COMMON
    },
];

/// The rule set of that name.
pub fn rules(name: &str) -> Option<&'static Rules> {
    TABLE.iter().find(|row| row.name == name)
}
