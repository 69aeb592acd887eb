//! The look of a game that is not compiled in: its titles and the signs of its boards, as `game.toml` and
//! records hold them. Enough to draw a board without knowing a rule.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::invalid_value::InvalidValue;
use crate::{Player, Square};

/// Maximum letters of a title.
pub const MAX_TITLE: usize = 80;
/// Maximum letters of the versions that a game's results depend on.
const MAX_WITH: usize = 200;
/// Maximum side of a board that is drawn as cells: that of the largest square board in a board file.
pub(crate) const MAX_SIDE: usize = 90;

/// A title or sentence in each language that has one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titles {
    /// The text that stands for all languages without one.
    #[serde(rename = "en")]
    pub english: String,
    #[serde(rename = "it", default, skip_serializing_if = "Option::is_none")]
    pub italian: Option<String>,
    #[serde(rename = "fr", default, skip_serializing_if = "Option::is_none")]
    pub french: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "LookText", into = "LookText")]
pub struct Look {
    /// SHA-256 of the folder that holds the rules.
    pub sha256: String,
    /// The game's name for people.
    pub title: Titles,
    /// The signs of its boards. A sign without an entry is drawn as itself.
    pub signs: BTreeMap<char, Sign>,
    /// True if every second character of a line is a space and no cell.
    pub spaced: bool,
    /// Versions of other programs that its results depend on.
    pub with: Option<String>,
}

/// The character of a sign: printable, and no colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "char")]
pub struct SignName(pub char);

/// The meaning of a character on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SignText", into = "SignText")]
pub struct Sign {
    /// The player that it belongs to, if any.
    pub is: SignOwner,
    pub shape: Option<Shape>,
    /// Its name for people.
    pub title: Option<Titles>,
}

/// The side that a sign belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignOwner {
    X,
    O,
    Empty,
    /// Neither player.
    Other,
}

/// The drawing of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    Man,
    King,
    Stone,
    Block,
}

/// A [`Look`] as it is written.
#[derive(Deserialize, Serialize)]
struct LookText {
    sha256: String,
    title: String,
    #[serde(rename = "title.it", default, skip_serializing_if = "Option::is_none")]
    italian: Option<String>,
    #[serde(rename = "title.fr", default, skip_serializing_if = "Option::is_none")]
    french: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    signs: BTreeMap<SignName, Sign>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    spaced: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    with: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct SignText {
    is: SignOwner,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picture: Option<Shape>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(rename = "title.it", default, skip_serializing_if = "Option::is_none")]
    italian: Option<String>,
    #[serde(rename = "title.fr", default, skip_serializing_if = "Option::is_none")]
    french: Option<String>,
}

impl Titles {
    /// The same title in every language.
    pub fn new(english: &str) -> Titles {
        Titles { english: english.to_owned(), ..Titles::default() }
    }

    /// Returns true if each text is 1 to `most` printable characters.
    pub fn are_printable(&self, most: usize) -> bool {
        let mut all = [&self.english].into_iter().chain(&self.italian).chain(&self.french);
        all.all(|it| is_printable(it, most))
    }
}

impl SignOwner {
    pub const fn player(self) -> Option<Player> {
        match self {
            SignOwner::X => Some(Player::X),
            SignOwner::O => Some(Player::O),
            SignOwner::Empty | SignOwner::Other => None,
        }
    }
}

impl Look {
    /// The cells of a board, row 0 at the bottom; `None` for a board that is shown as text, because its
    /// lines differ in length or are too many or too long.
    pub fn cells(&self, board: &str) -> Option<Vec<Vec<char>>> {
        let width = board.lines().next()?.len();
        let step = self.step();
        let rows: Vec<&str> = board.split('\n').take(MAX_SIDE + 1).collect();
        let fits = width > 0 && width.div_ceil(step) <= MAX_SIDE && rows.len() <= MAX_SIDE;
        let is_grid = fits && rows.iter().all(|row| row.len() == width);
        is_grid.then(|| rows.iter().rev().map(|row| row.chars().step_by(step).collect()).collect())
    }

    /// The cells that differ between two boards, with what stands there now; none unless both have cells.
    pub fn changes(&self, before: &str, after: &str) -> Vec<(Square, char)> {
        let (Some(before), Some(after)) = (self.cells(before), self.cells(after)) else {
            return Vec::new();
        };
        let mut changed = Vec::new();
        for (row, signs) in after.iter().enumerate() {
            for (column, &sign) in signs.iter().enumerate() {
                if before.get(row).and_then(|it| it.get(column)) != Some(&sign) {
                    changed.push((Square::at(row, column), sign));
                }
            }
        }
        changed
    }

    /// The sign on a cell; `None` if the board has no such cell.
    pub fn sign_at(&self, board: &str, at: Square) -> Option<char> {
        self.cells(board)?.get(usize::from(at.row))?.get(usize::from(at.column)).copied()
    }

    /// A board with other signs on some cells; `None` if it has no such cells.
    pub fn with(&self, board: &str, changes: &[(Square, char)]) -> Option<String> {
        let cells = self.cells(board)?;
        let (rows, mut text) = (cells.len(), board.as_bytes().to_vec());
        let width = board.lines().next()?.len();
        for &(Square { row, column }, sign) in changes {
            cells.get(usize::from(row))?.get(usize::from(column))?;
            let line = rows - 1 - usize::from(row);
            text[line * (width + 1) + usize::from(column) * self.step()] =
                u8::try_from(sign).ok()?;
        }
        String::from_utf8(text).ok()
    }

    const fn step(&self) -> usize {
        if self.spaced { 2 } else { 1 }
    }
}

/// Names a cell of a grid: its column by letters, its row by a number.
pub fn cell_name(place: Square) -> String {
    format!("{}{}", column_letters(place.column.into()), u16::from(place.row) + 1)
}

/// Reads the name of a cell, as [`cell_name`] writes it.
pub fn named_cell(name: &str) -> Option<Square> {
    let (letters, row) = name.split_at(name.find(|it: char| it.is_ascii_digit())?);
    let column = letters.bytes().try_fold(0_usize, |column, it| {
        let letter = usize::from(it.checked_sub(b'a')?) + 1;
        column.checked_mul(26)?.checked_add(letter)
    })?;
    let number = |it: usize| u8::try_from(it.checked_sub(1)?).ok();
    let cell = Square::new(number(row.parse().ok()?)?, number(column)?);
    (cell_name(cell) == name).then_some(cell)
}

/// Names a column of a grid: `a` to `z`, then `aa`, `ab` and so on.
pub fn column_letters(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    match (column / 26).checked_sub(1) {
        None => last.to_string(),
        Some(before) => column_letters(before) + last.encode_utf8(&mut [0; 4]),
    }
}

fn checked(titles: Titles, what: &'static str) -> Result<Titles, InvalidValue> {
    if titles.are_printable(MAX_TITLE) { Ok(titles) } else { Err(no_title(what, MAX_TITLE)) }
}

fn no_title(what: &str, most: usize) -> InvalidValue {
    InvalidValue(format!("{what} has 1 to {most} printable characters"))
}

fn is_printable(text: &str, most: usize) -> bool {
    !text.is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control)
}

impl TryFrom<LookText> for Look {
    type Error = InvalidValue;

    fn try_from(text: LookText) -> Result<Look, InvalidValue> {
        let is_digit = |it: u8| matches!(it, b'0'..=b'9' | b'a'..=b'f');
        if text.sha256.len() != 64 || !text.sha256.bytes().all(is_digit) {
            return Err(InvalidValue("sha256 has 64 digits of 0-9 and a-f".to_owned()));
        }
        if text.with.as_ref().is_some_and(|with| !is_printable(with, MAX_WITH)) {
            return Err(no_title("with", MAX_WITH));
        }
        let LookText { title: english, italian, french, .. } = text;
        Ok(Look {
            sha256: text.sha256,
            title: checked(Titles { english, italian, french }, "title")?,
            signs: text.signs.into_iter().map(|(name, sign)| (name.0, sign)).collect(),
            spaced: text.spaced,
            with: text.with,
        })
    }
}

impl TryFrom<String> for SignName {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<SignName, InvalidValue> {
        match text.as_bytes() {
            &[sign @ b' '..=b'~'] if sign != b':' => Ok(SignName(sign.into())),
            _ => Err(InvalidValue::new(&text, |text| {
                format!("a sign is one printable character other than ':', not {text:?}")
            })),
        }
    }
}

impl From<SignName> for char {
    fn from(name: SignName) -> char {
        name.0
    }
}

impl TryFrom<SignText> for Sign {
    type Error = InvalidValue;

    fn try_from(text: SignText) -> Result<Sign, InvalidValue> {
        let SignText { is, picture: shape, italian, french, .. } = text;
        let title = text.title.map(|english| Titles { english, italian, french });
        Ok(Sign { is, shape, title: title.map(|it| checked(it, "a sign's title")).transpose()? })
    }
}

impl From<Look> for LookText {
    fn from(look: Look) -> LookText {
        LookText {
            sha256: look.sha256,
            title: look.title.english,
            italian: look.title.italian,
            french: look.title.french,
            signs: look.signs.into_iter().map(|(it, sign)| (SignName(it), sign)).collect(),
            spaced: look.spaced,
            with: look.with,
        }
    }
}

impl From<Sign> for SignText {
    fn from(sign: Sign) -> SignText {
        let title = sign.title;
        let Titles { italian, french, .. } = title.clone().unwrap_or_default();
        SignText {
            is: sign.is,
            picture: sign.shape,
            title: title.map(|title| title.english),
            italian,
            french,
        }
    }
}
