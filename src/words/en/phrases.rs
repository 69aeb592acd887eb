//! Phrases within sentences, in English.

use crate::fault::LengthHint;
use arbitro_rules::Player;
use arbitro_rules::draughts::DrawRule;
use arbitro_rules::notation::{Expected, NoWall, UnreadableFile};
use arbitro_rules::quoridor::Direction;

pub(crate) fn expected(it: Expected) -> &'static str {
    match it {
        Expected::BoardLines => "one for each row of the board",
        Expected::QuoridorLines => {
            "those of the board, one for the walls x has left and one for those of o"
        }
        Expected::DraughtsCell => "one of x X o O or a space",
        Expected::QuoridorCell => "one of x o or .",
        Expected::HorizontalWallPart => "- or a space: between two rows lie horizontal walls",
        Expected::VerticalWallPart => "| or a space: between two columns lie vertical walls",
        Expected::Printable => "a printable ASCII character",
        Expected::WallMiddle => "- or | or a space",
        Expected::PawnOrWall => "a square of the board, like e2, or a wall, like e3h",
        Expected::DarkSquare => "a dark square of the board",
        Expected::SignOrEndOfMove => "'-', 'x' or the end of the move",
        Expected::SignAndSquare => "'-' or 'x' and a square",
        Expected::EndOfMove => "the end of the move",
        Expected::Colour => "W or B",
        Expected::EndOfPosition => "the end of the position",
        Expected::ColonAndPieces => "':' and a list of pieces",
        Expected::OtherColour => "the other colour's pieces",
        Expected::EndOfRange => "a number not below the range's first",
        Expected::BoardSize => "the size of the board, like 9",
        Expected::QuoridorTurn => "x or o, whose turn it is",
        Expected::ColonAndNextPart => "':' and the next part",
        Expected::PawnSquare => "the square of a pawn",
        Expected::CommaAndWallsLeft => "',' and the walls it has left",
        Expected::ClosingQuote => "the closing quote",
        Expected::Number => "a number",
        Expected::Counter => "H or F and a number",
        Expected::WallsLeft => "the walls it has left",
        Expected::ColonAndWallsOrEnd => "':' and walls, or the end of the position",
        Expected::Wall => "a wall of the board, like e3h",
        Expected::CommaOrEndOfPosition => "',' or the end of the position",
    }
}

pub(crate) fn unreadable(it: UnreadableFile) -> &'static str {
    match it {
        UnreadableFile::Missing => "there is no such file",
        UnreadableFile::NotAFile => "not a regular file",
        UnreadableFile::Io => "it cannot be read",
    }
}

pub(crate) fn no_wall(it: NoWall) -> &'static str {
    match it {
        NoWall::Over => "the match is over",
        NoWall::NoneLeft => "it has no walls left",
        NoWall::Standing => "the same wall stands there already",
        NoWall::Cross => "it would cross another wall",
        NoWall::PathBlocked(Player::X) => "it would leave x no path to its goal",
        NoWall::PathBlocked(Player::O) => "it would leave o no path to its goal",
        NoWall::Overlap(Direction::Horizontal) => "it would overlap another wall of its row",
        NoWall::Overlap(Direction::Vertical) => "it would overlap another wall of its column",
    }
}

pub(crate) fn length_hint(it: LengthHint) -> &'static str {
    match it {
        LengthHint::Unknown => "",
        LengthHint::EmptyRow => " (an empty row is all spaces)",
        LengthHint::FinalSpaces => " (spaces at the end of a line belong to it)",
        LengthHint::SpacesBetween => " (one space between cells)",
    }
}

pub(crate) fn draw_rule(rule: &DrawRule) -> &'static str {
    match rule {
        DrawRule::OnlyKings => "only kings moved, and nothing was taken, for too long",
        DrawRule::KingAgainstTwo => "one king against two pieces or fewer for too long",
        DrawRule::KingAgainstThree => "one king against three pieces for too long",
        DrawRule::KingsAgainstOne => "three kings or more against one for too long",
        DrawRule::Unchanged => "nothing was taken or crowned for too long",
    }
}
